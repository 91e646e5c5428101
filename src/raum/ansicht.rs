//! What one sees, reads, smells and hears in a room. The order is fixed: name, people and tables, description,
//! exits.

use super::{RaumTask, waehrung_zusatz};
use crate::befehle::Sinn;
use crate::deutsch::und_liste;
use crate::person::Wer;
use crate::taler::Geldkonto;
use crate::text::{Absatz, Block, Teil, Zeile};
use crate::welt::Sinne;
use crate::zeile;

impl RaumTask {
    /// The whole room as this person sees it.
    pub(super) fn ansicht(&self, konto: &Geldkonto) -> Vec<Block> {
        let mut out = vec![Block::Prosa(vec![Absatz::Titel(self.raum.name.clone())])];
        out.extend(self.leute_satz(konto).map(Block::satz));
        let present: Vec<Absatz> =
            self.raum.personen.iter().flat_map(|p| p.anwesend.clone()).collect();
        if !present.is_empty() {
            out.push(Block::Prosa(present));
        }
        out.extend(self.tische.zeilen(&self.raum).into_iter().map(Block::Satz));
        out.push(Block::Prosa(self.raum.beschreibung.clone()));
        out.push(self.ausgaenge());
        out
    }

    /// One line: where somebody is who comes back.
    pub(super) fn kurz_wo(&self) -> Block {
        Block::satz(format!("Du bist {}.", self.raum.ort))
    }

    fn leute_satz(&self, konto: &Geldkonto) -> Option<Zeile> {
        if self.gedraenge {
            return Some(self.gedraenge_satz());
        }
        let namen: Vec<&str> = self
            .leute
            .iter()
            .filter(|a| a.wer.konto != *konto)
            .map(|a| a.wer.name.as_ref())
            .collect();
        match namen[..] {
            [] => None,
            [einer] => Some(zeile!["Hier ist ", Teil::Name(einer.to_string()), "."]),
            _ => Some(zeile!["Hier sind ", und_liste(&namen), "."]),
        }
    }

    pub(super) fn ausgaenge(&self) -> Block {
        let namen: Vec<&str> = self.raum.ausgaenge.iter().map(|a| a.name.as_str()).collect();
        Block::satz(match namen[..] {
            [] => "Es gibt keinen Ausgang.".to_string(),
            [einer] => format!("Ausgang: {einer}."),
            _ => format!("Ausgänge: {}.", und_liste(&namen)),
        })
    }

    pub(super) fn kein_weg(&self) -> Block {
        let Block::Satz(wege) = self.ausgaenge() else {
            return Block::satz("Dorthin führt kein Weg.");
        };
        let mut zeile = zeile!["Dorthin führt kein Weg. "];
        zeile.extend(wege);
        Block::Satz(zeile)
    }

    pub(super) fn betrachte(&self, wer: &Wer, worte: &[String]) -> Block {
        let worte: Vec<&str> = worte.iter().map(String::as_str).collect();
        if let Some(d) = self.raum.detail(&worte) {
            return Block::Prosa(d.text.clone());
        }
        if let Some(p) = self.raum.person(&worte) {
            return Block::Prosa(p.beschreibung.clone());
        }
        if worte == ["leute"] {
            return self.alle_leute();
        }
        if let [name] = worte[..]
            && let Some(a) = self.leute.iter().find(|a| crate::satz::falte(&a.wer.name) == name)
        {
            return self.mitspieler(wer, a);
        }
        let friend = worte
            .first()
            .and_then(|w| self.welt.freunde.values().find(|f| crate::satz::falte(&f.name) == **w));
        match friend {
            Some(f) if !f.beschreibung.is_empty() => Block::Prosa(f.beschreibung.clone()),
            _ => Block::satz(format!("Davon siehst Du hier nichts: {}.", worte.join(" "))),
        }
    }

    fn mitspieler(&self, wer: &Wer, a: &super::Anwesend) -> Block {
        let name = Teil::Name(a.wer.name.to_string());
        let du = a.wer.konto == wer.konto;
        match self.sitze.get(&a.wer.konto) {
            Some(t) if du => Block::satz(format!("Das bist Du. Du sitzt an {}.", t.name)),
            None if du => Block::satz("Das bist Du, so wie Du immer aussiehst."),
            Some(t) => Block::satz(zeile![name, format!(" sitzt an {}.", t.name)]),
            None => Block::satz(zeile![name, " steht hier und sieht sich um."]),
        }
    }

    pub(super) fn lies(&self, worte: &[String]) -> Block {
        let worte: Vec<&str> = worte.iter().map(String::as_str).collect();
        if worte == ["regeln"] {
            return self.regeln(&[]);
        }
        match self.raum.detail(&worte) {
            Some(d) if !d.schrift.is_empty() => Block::Prosa(d.schrift.clone()),
            Some(d) => Block::satz(format!("Darauf steht nichts: {}.", d.name)),
            None => Block::satz(format!("Davon siehst Du hier nichts: {}.", worte.join(" "))),
        }
    }

    pub(super) fn sinn(&self, sinn: Sinn, worte: &[String]) -> Block {
        let worte: Vec<&str> = worte.iter().map(String::as_str).collect();
        let sinne = if worte.is_empty() {
            Some(&self.raum.sinne)
        } else {
            self.raum.detail(&worte).map(|d| &d.sinne)
        };
        let pick = |s: &Sinne| match sinn {
            Sinn::Riechen => s.geruch.clone(),
            Sinn::Lauschen => s.geraeusch.clone(),
            Sinn::Tasten => s.gefuehl.clone(),
        };
        match sinne.map(pick) {
            Some(absaetze) if !absaetze.is_empty() => Block::Prosa(absaetze),
            _ => Block::satz(match sinn {
                Sinn::Riechen => "Du riechst nichts Besonderes.",
                Sinn::Lauschen => "Du hörst nichts Besonderes.",
                Sinn::Tasten => "Du fühlst nichts Besonderes.",
            }),
        }
    }

    /// The rules of the games that are played here: all at once, in one sentence each, or what they say about a word.
    pub(super) fn regeln(&self, worte: &[String]) -> Block {
        let mut spiele: Vec<&str> = self.raum.tische.iter().map(|t| t.spiel.as_str()).collect();
        spiele.dedup();
        if spiele.is_empty() {
            return Block::satz(zeile![
                "Hier wird nicht gespielt. Welche Spiele es wo gibt, zeigt ",
                Teil::Befehl("hilfe spiele".into()),
                "."
            ]);
        }
        let ganz =
            || spiele.iter().filter_map(|s| self.welt.regeln(s)).flat_map(crate::welt::Text::ganz);
        match worte {
            [] => Block::Prosa(ganz().collect()),
            [kurz] if kurz == "kurz" => {
                let pages = spiele.iter().filter_map(|s| self.welt.hilfe.seite(s));
                Block::Prosa(pages.map(|p| Absatz::Text(p.kurz.clone())).collect())
            }
            worte => regeln_zu(worte, ganz().collect()),
        }
    }
}

/// The paragraphs of the rules that name what was asked for.
fn regeln_zu(worte: &[String], ganz: Vec<Absatz>) -> Block {
    let asked: Vec<&str> = worte
        .iter()
        .map(String::as_str)
        .filter(|w| w.len() > 2 || w.parse::<u8>().is_ok())
        .collect();
    let names = |a: &Absatz| match a {
        Absatz::Text(z) => {
            let text = crate::satz::falte(&z.wortlaut());
            !asked.is_empty() && asked.iter().all(|w| text.contains(crate::satz::stamm(w).as_str()))
        }
        _ => false,
    };
    let said: Vec<Absatz> = ganz.into_iter().filter(names).collect();
    if said.is_empty() {
        return Block::satz(zeile![
            "Davon steht nichts in den Regeln: ",
            Teil::Rede(crate::text::zeichensatz::harmless(&worte.join(" "))),
            ". Alles am Stück zeigt ",
            Teil::Befehl("regeln".into()),
            "."
        ]);
    }
    Block::Prosa(said)
}

/// With a capital first letter.
pub(super) fn gross(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}

/// One line about a table for whoever looks around.
pub(super) fn tisch_zeile(
    name: &str,
    besetzung: &[String],
    laeuft: bool,
    w: crate::taler::Waehrung,
) -> Zeile {
    let wer = match besetzung {
        [] => return zeile![format!("{name} ist frei.")],
        [einer] => format!("sitzt {einer}"),
        viele => format!("sitzen {}", und_liste(viele)),
    };
    let lage =
        if laeuft { format!(", es wird gespielt{}", waehrung_zusatz(w)) } else { String::new() };
    zeile![format!("An {name} {wer}{lage}.")]
}
