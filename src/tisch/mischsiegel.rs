//! The seals of a table (entwurf 7): of the deal that runs, its root; of the one before, its root and every card
//! that everybody has seen, with what is needed to check it. What nobody saw stays hidden for ever.

use serde_json::json;

use super::{Ausgang, Person, Schritt, Tisch, Tischspiel, worte};
use crate::siegel::{Oeffnung, Salz, Siegel, hex};
use crate::spiele::Awaits;

/// What may be known of a deal that is over.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Geoeffnet {
    pub wurzel: String,
    pub offen: Vec<Oeffnung>,
}

impl<S: Tischspiel> Tisch<S> {
    /// Seals an order before a card of it is dealt, and shows the seal. Expects a salt for each card.
    pub(super) fn versiegle(
        &mut self,
        karten: &[S::Karte],
        salze: Vec<Salz>,
        aus: &mut Ausgang<S>,
    ) {
        self.lege_siegel_ab();
        let siegel = Siegel::new(karten.iter().map(ToString::to_string).collect(), salze);
        let wurzel = hex(&siegel.wurzel());
        self.versiegelt += 1;
        self.protokoll
            .push(json!({ "ev": "seal", "round": self.versiegelt, "root": wurzel }).to_string());
        self.siegel = Some(siegel);
        self.sag_alle(aus, |_| vec![worte::versiegelt(&wurzel)]);
    }

    /// The deal is over: all positions are opened in the full record, which the house keeps; what everybody has seen
    /// stays to be asked for.
    pub(super) fn lege_siegel_ab(&mut self) {
        if let Some((wurzel, offen)) = self.siegel_offen()
            && let Some(siegel) = self.siegel.take()
        {
            self.vorher = Some(Geoeffnet { wurzel, offen });
            self.protokoll.extend(siegel.oeffne_alle().iter().map(open_line));
        }
    }

    /// The root of the last deal and what everybody has seen of it.
    pub(super) fn siegel_offen(&self) -> Option<(String, Vec<Oeffnung>)> {
        let Some(siegel) = &self.siegel else {
            return self.vorher.clone().map(|v| (v.wurzel, v.offen));
        };
        let seen = self.spiel().map(|s| s.seen()).unwrap_or_default();
        let seen: Vec<String> = seen.iter().map(ToString::to_string).collect();
        Some((hex(&siegel.wurzel()), siegel.oeffne(&seen)))
    }

    /// The step that keeps the last seal in a journal that is cut short.
    pub(super) fn siegel_schritt(&self) -> Option<Schritt<S>> {
        self.vorher.clone().map(|siegel| Schritt::Siegel { siegel })
    }

    /// `siegel`.
    pub(super) fn sag_siegel(&mut self, person: &Person, aus: &mut Ausgang<S>) {
        let running = self.spiel().is_some_and(|s| matches!(s.awaits(), Awaits::Zug(_)));
        let root = self.siegel.as_ref().filter(|_| running).map(|s| hex(&s.wurzel()));
        let done = if root.is_some() {
            self.vorher.clone()
        } else {
            self.siegel_offen().map(|(wurzel, offen)| Geoeffnet { wurzel, offen })
        };
        if root.is_none() && done.is_none() {
            aus.an_person(&person.konto, worte::kein_siegel());
        }
        if let Some(root) = root {
            aus.an_person(&person.konto, worte::laufendes_siegel(&root));
        }
        if let Some(done) = done {
            aus.an_person(&person.konto, worte::siegel(&done.wurzel, &done.offen));
        }
    }
}

fn open_line(o: &Oeffnung) -> String {
    let proof: Vec<String> = o.beweis.iter().map(|h| hex(h)).collect();
    json!({ "ev": "open", "pos": o.pos, "card": o.karte, "salt": hex(&o.salz), "proof": proof })
        .to_string()
}

/// One line of the journal: root, then each position with card, salt and proof.
pub(super) fn write(siegel: &Geoeffnet) -> String {
    let offen = siegel.offen.iter().map(|o| {
        let proof: Vec<String> = o.beweis.iter().map(|h| hex(h)).collect();
        format!(" {}:{}:{}:{}", o.pos, o.karte, hex(&o.salz), proof.join("/"))
    });
    format!("siegel {}{}", siegel.wurzel, offen.collect::<String>())
}

/// Reads back what [`write`] wrote behind its first word.
pub(super) fn read(rest: &str) -> Option<Geoeffnet> {
    let mut words = rest.split(' ');
    let wurzel = words.next()?.to_string();
    let offen = words.map(read_open).collect::<Option<_>>()?;
    Some(Geoeffnet { wurzel, offen })
}

fn read_open(word: &str) -> Option<Oeffnung> {
    let mut parts = word.split(':');
    let pos = parts.next()?.parse().ok()?;
    let karte = parts.next()?.to_string();
    let salz = crate::siegel::from_hex(parts.next()?)?;
    let proof = parts.next()?.split('/').filter(|h| !h.is_empty());
    let beweis = proof.map(crate::siegel::from_hex).collect::<Option<_>>()?;
    Some(Oeffnung { pos, karte, salz, beweis })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opened_seal_survives_the_journal() {
        let karten = ["P7", "KA", "0-9", "QU"].map(String::from).to_vec();
        let siegel = Siegel::new(karten.clone(), vec![[7; 16]; 4]);
        let offen = siegel.oeffne(&karten[1..3]);
        let done = Geoeffnet { wurzel: hex(&siegel.wurzel()), offen };
        let line = write(&done);
        assert_eq!(read(line.strip_prefix("siegel ").unwrap()), Some(done));
        let none = Geoeffnet { wurzel: "ab".into(), offen: Vec::new() };
        assert_eq!(read(write(&none).strip_prefix("siegel ").unwrap()), Some(none));
        assert_eq!(read("ab 1:P7"), None);
    }
}
