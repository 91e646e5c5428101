//! Help pages: title, short form, words that lead to them, running text. Knows no command.
//!
//! The first line of a file is the title. Behind it stand lines with a mark: `#kurz` (must be
//! there), `#worte` and `#siehe`, both with commas between the entries. Then the text.

use std::collections::BTreeMap;

use super::texte;
use crate::quelle::{Fault, Ort, Quelle, nearest};
use crate::satz::falte;
use crate::text::{Absatz, Zeile};

/// One page.
#[derive(Clone, Debug, Default)]
pub struct Seite {
    pub id: String,
    pub titel: String,
    /// For `hilfe X kurz`.
    pub kurz: Zeile,
    /// Folded words that lead here besides the id.
    pub worte: Vec<String>,
    /// Ids of related pages.
    pub siehe: Vec<String>,
    pub absaetze: Vec<Absatz>,
    siehe_ort: Ort,
    worte_ort: Ort,
    fremde_marke: bool,
}

/// All pages by id: the folded file name.
#[derive(Clone, Debug, Default)]
pub struct Hilfe {
    pub seiten: BTreeMap<String, Seite>,
}

const MARKS: [&str; 3] = ["#kurz", "#worte", "#siehe"];

impl Hilfe {
    /// The page that a word leads to.
    pub fn seite(&self, wort: &str) -> Option<&Seite> {
        let wort = falte(wort.trim());
        self.seiten.get(&wort).or_else(|| self.seiten.values().find(|s| s.worte.contains(&wort)))
    }

    /// The nearest word that leads to a page, for "meintest du".
    pub fn nearest(&self, wort: &str) -> Option<&str> {
        let ids = self.seiten.keys().map(String::as_str);
        let words = self.seiten.values().flat_map(|s| &s.worte).map(String::as_str);
        nearest(&falte(wort), ids.chain(words))
    }

    /// Reads all pages; faults are collected.
    pub(super) fn read(pages: &[(String, &Quelle)], faults: &mut Vec<Fault>) -> Self {
        let mut out = Self::default();
        for (id, quelle) in pages {
            let seite = Seite::read(id, quelle, faults);
            out.seiten.insert(id.clone(), seite);
        }
        for (id, quelle) in pages {
            out.check(&out.seiten[id], quelle, faults);
        }
        out
    }

    fn check(&self, seite: &Seite, quelle: &Quelle, faults: &mut Vec<Fault>) {
        for other in seite.siehe.iter().filter(|s| !self.seiten.contains_key(*s)) {
            let hint = nearest(other, self.seiten.keys().map(String::as_str))
                .map_or_else(String::new, |n| format!("Meintest Du „{n}“?"));
            let what = format!("Die Hilfeseite „{other}“ gibt es nicht.");
            faults.push(quelle.fault(seite.siehe_ort, what, hint));
        }
        for word in &seite.worte {
            let taken = self.seiten.values().find(|s| {
                s.id != seite.id && (s.id == *word || (s.id < seite.id && s.worte.contains(word)))
            });
            if let Some(other) = taken {
                let what = format!("Das Wort „{word}“ führt schon zur Seite „{}“.", other.id);
                faults.push(quelle.fault(seite.worte_ort, what, "Streich es bei #worte."));
            }
        }
    }
}

impl Seite {
    fn read(id: &str, quelle: &Quelle, faults: &mut Vec<Fault>) -> Self {
        let mut seite = Self { id: id.to_string(), ..Self::default() };
        let mut ort = 0;
        for (i, line) in quelle.text.split_inclusive('\n').enumerate() {
            let bare = line.trim();
            if i == 0 && !bare.starts_with('#') {
                seite.titel = bare.to_string();
            } else if bare.starts_with('#') && !bare.starts_with("# ") {
                seite.mark((quelle, ort), bare, faults);
            } else {
                break;
            }
            ort += line.len();
        }
        if seite.titel.is_empty() {
            let what = "Die erste Zeile einer Hilfeseite ist ihr Titel, hier steht keiner.";
            faults.push(quelle.fault(0, what, "Schreib ihn ohne Zeichen davor."));
        }
        // A mark with a slip in it may well have been meant for this.
        if seite.kurz.is_empty() && !seite.fremde_marke {
            let what = "Dieser Hilfeseite fehlt die kurze Fassung.";
            faults.push(quelle.fault_whole(what, "Schreib unter den Titel eine Zeile #kurz ..."));
        }
        match texte::parse(&quelle.text[ort..]) {
            Ok(text) => seite.absaetze = text.ganz(),
            Err(f) => {
                faults.extend(f.into_iter().map(|f| quelle.fault(ort + f.ort, f.what, f.hint)));
            }
        }
        seite
    }

    fn mark(&mut self, (quelle, ort): (&Quelle, Ort), line: &str, faults: &mut Vec<Fault>) {
        let (mark, rest) = line.split_once(' ').unwrap_or((line, ""));
        let list = || rest.split(',').map(|w| falte(w.trim())).filter(|w| !w.is_empty()).collect();
        match mark {
            "#kurz" => match texte::zeile(rest) {
                Ok(z) => self.kurz = z,
                Err(f) => faults.push(quelle.fault(ort, f.what, f.hint)),
            },
            "#worte" => (self.worte, self.worte_ort) = (list(), ort),
            "#siehe" => (self.siehe, self.siehe_ort) = (list(), ort),
            _ => {
                self.fremde_marke = true;
                let hint = nearest(mark, MARKS).map_or_else(
                    || format!("Möglich ist: {}.", MARKS.join(", ")),
                    |m| format!("Meintest Du „{m}“?"),
                );
                faults.push(quelle.fault(ort, format!("Die Zeile „{mark}“ gibt es nicht."), hint));
            }
        }
    }
}
