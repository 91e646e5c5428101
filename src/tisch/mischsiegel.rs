//! The last deal's seal in a journal that is cut short: its root and every card that everybody has seen, with what is
//! needed to check it. What nobody saw is not in it.

use super::{Schritt, Tisch, Tischspiel};
use crate::siegel::{Oeffnung, hex};

/// Root, and what is open.
pub(super) type Geoeffnet = (String, Vec<Oeffnung>);

impl<S: Tischspiel> Tisch<S> {
    /// The step that keeps it.
    pub(super) fn siegel_schritt(&self) -> Option<Schritt<S>> {
        self.altes_siegel.clone().map(|siegel| Schritt::Siegel { siegel })
    }
}

/// One line of the journal: root, then each position with card, salt and proof.
pub(super) fn write((wurzel, offen): &Geoeffnet) -> String {
    let offen = offen.iter().map(|o| {
        let proof: Vec<String> = o.beweis.iter().map(|h| hex(h)).collect();
        format!(" {}:{}:{}:{}", o.pos, o.karte, hex(&o.salz), proof.join("/"))
    });
    format!("siegel {wurzel}{}", offen.collect::<String>())
}

/// Reads back what [`write`] wrote behind its first word.
pub(super) fn read(rest: &str) -> Option<Geoeffnet> {
    let mut words = rest.split(' ');
    let wurzel = words.next()?.to_string();
    let offen = words.map(read_open).collect::<Option<_>>()?;
    Some((wurzel, offen))
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
    use crate::siegel::Siegel;

    #[test]
    fn an_opened_seal_survives_the_journal() {
        let karten = ["P7", "KA", "0-9", "QU"].map(String::from).to_vec();
        let siegel = Siegel::new(karten.clone(), vec![[7; 16]; 4]);
        let offen = siegel.oeffne(&karten[1..3]);
        let done = (hex(&siegel.wurzel()), offen);
        let line = write(&done);
        assert_eq!(read(line.strip_prefix("siegel ").unwrap()), Some(done));
        let none = ("ab".to_string(), Vec::new());
        assert_eq!(read(write(&none).strip_prefix("siegel ").unwrap()), Some(none));
        assert_eq!(read("ab 1:P7"), None);
    }
}
