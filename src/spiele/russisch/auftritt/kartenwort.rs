//! How people name a card: suits and pictures in all their words, joined or apart, and positions in
//! the hand. Collects what was said; knows neither hand nor rules.

use super::super::karten::{Art, Farbe};
use crate::deutsch;

/// All that the words behind the verb say.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Kartenwort {
    /// The suits that are meant; "k" alone may be two.
    pub(super) farben: Vec<Farbe>,
    /// 0 for the 7, 7 for the ace.
    pub(super) bild: Option<u8>,
    /// A number that may be a picture or a position.
    pub(super) zahl: Option<i64>,
    pub(super) stelle: Option<Stelle>,
    pub(super) art: Option<Art>,
    /// Hoch and niedrig were said both.
    pub(super) beides: bool,
    /// A particle that belongs to playing: "wirf ... ab", "gib ... zu".
    pub(super) partikel: bool,
    /// "karte" was said, so a number is a position.
    pub(super) karte: bool,
    /// Single letters were used that could be anything else.
    pub(super) kurz: bool,
    /// The first word that belongs to no card.
    pub(super) fremd: Option<String>,
    /// Two suits, pictures or numbers were said.
    pub(super) doppelt: bool,
}

/// A position in the own hand as it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stelle {
    /// 1-based.
    Nr(i64),
    Letzte,
}

const FARBEN: [(&str, Farbe); 25] = [
    ("karo", Farbe::Karo),
    ("karos", Farbe::Karo),
    ("caro", Farbe::Karo),
    ("eckstein", Farbe::Karo),
    ("schellen", Farbe::Karo),
    ("schelle", Farbe::Karo),
    ("herz", Farbe::Herz),
    ("herzen", Farbe::Herz),
    ("coeur", Farbe::Herz),
    ("rot", Farbe::Herz),
    ("pik", Farbe::Pik),
    ("piks", Farbe::Pik),
    ("pique", Farbe::Pik),
    ("schippe", Farbe::Pik),
    ("schippen", Farbe::Pik),
    ("schueppe", Farbe::Pik),
    ("schueppen", Farbe::Pik),
    ("blatt", Farbe::Pik),
    ("laub", Farbe::Pik),
    ("gruen", Farbe::Pik),
    ("kreuz", Farbe::Kreuz),
    ("kreuze", Farbe::Kreuz),
    ("treff", Farbe::Kreuz),
    ("eichel", Farbe::Kreuz),
    ("eicheln", Farbe::Kreuz),
];

/// The pictures that are no numbers.
const BILDER: [(&str, u8); 18] = [
    ("b", 4),
    ("bube", 4),
    ("buben", 4),
    ("bub", 4),
    ("bauer", 4),
    ("bauern", 4),
    ("unter", 4),
    ("d", 5),
    ("dame", 5),
    ("damen", 5),
    ("k", 6),
    ("koenig", 6),
    ("koenigs", 6),
    ("koenige", 6),
    ("a", 7),
    ("as", 7),
    ("ass", 7),
    ("asse", 7),
];

const ARTEN: [(&str, Art); 10] = [
    ("hoch", Art::Hoch),
    ("hohe", Art::Hoch),
    ("hohen", Art::Hoch),
    ("h", Art::Hoch),
    ("niedrig", Art::Niedrig),
    ("niedrige", Art::Niedrig),
    ("niedrigen", Art::Niedrig),
    ("tief", Art::Niedrig),
    ("tiefe", Art::Niedrig),
    ("n", Art::Niedrig),
];

const PARTIKEL: [&str; 5] = ["aus", "ab", "zu", "hin", "raus"];
const KARTE: [&str; 5] = ["karte", "karten", "nr", "nummer", "position"];
/// Words around a card that mean nothing here.
const DAZU: [&str; 6] = ["mit", "als", "auf", "an", "tisch", "von"];

fn find<T: Copy>(table: &[(&str, T)], wort: &str) -> Option<T> {
    table.iter().find(|(w, _)| *w == wort).map(|(_, t)| *t)
}

/// Reads the folded words behind the verb.
pub(super) fn lies(worte: &[&str]) -> Kartenwort {
    let mut gesagt = Kartenwort::default();
    for (i, wort) in worte.iter().enumerate() {
        if !gesagt.take(wort, i + 1 == worte.len()) && gesagt.fremd.is_none() {
            gesagt.fremd = Some((*wort).to_string());
        }
    }
    gesagt
}

impl Kartenwort {
    /// Takes one word in; `false` if it belongs to no card.
    fn take(&mut self, wort: &str, last: bool) -> bool {
        if PARTIKEL.contains(&wort) {
            self.partikel = true;
        } else if KARTE.contains(&wort) {
            self.karte = true;
        } else if DAZU.contains(&wort) {
        } else if wort.len() == 1 && wort.bytes().all(|b| b.is_ascii_lowercase()) {
            return self.take_letter(wort, last);
        } else if let Some(f) = find(&FARBEN, wort) {
            self.set_farben(&[f]);
        } else if let Some(n) = number(wort) {
            self.doppelt |= self.zahl.replace(n).is_some();
        } else if let Some(b) = find(&BILDER, wort) {
            self.set_bild(b);
        } else if let Some(art) = find(&ARTEN, wort) {
            self.set_art(art);
        } else if let Some(stelle) = stelle(wort) {
            self.doppelt |= self.stelle.replace(stelle).is_some();
        } else {
            return self.take_joined(&wort.replace('-', ""));
        }
        true
    }

    /// "k" is a suit in front of something and the König behind one; "h" is Herz in front and hoch
    /// behind.
    fn take_letter(&mut self, wort: &str, last: bool) -> bool {
        let pictured = self.bild.is_some() || self.zahl.is_some();
        let farbig = !self.farben.is_empty();
        match wort {
            "h" if !pictured && !farbig => self.set_farben(&[Farbe::Herz]),
            "p" => self.set_farben(&[Farbe::Pik]),
            "x" => self.set_farben(&[Farbe::Kreuz]),
            "k" if !farbig && !pictured && !last => {
                self.set_farben(&[Farbe::Karo, Farbe::Kreuz]);
            }
            _ => match (find(&ARTEN, wort), find(&BILDER, wort)) {
                (Some(art), _) => self.set_art(art),
                (_, Some(bild)) => self.set_bild(bild),
                _ => return false,
            },
        }
        self.kurz = true;
        true
    }

    /// "pik7", "p7h", "herzdame", "karobube", "pik7hoch".
    fn take_joined(&mut self, wort: &str) -> bool {
        if wort.starts_with(|c: char| !c.is_ascii_alphabetic()) {
            return false;
        }
        let letters: [(&str, &[Farbe]); 4] = [
            ("k", &[Farbe::Karo, Farbe::Kreuz]),
            ("h", &[Farbe::Herz]),
            ("p", &[Farbe::Pik]),
            ("x", &[Farbe::Kreuz]),
        ];
        let words = FARBEN.iter().map(|(w, f)| (*w, std::slice::from_ref(f)));
        for (start, farben) in words.chain(letters) {
            let Some((bild, art)) = wort.strip_prefix(start).and_then(picture_and_kind) else {
                continue;
            };
            let rest = &wort[start.len()..];
            self.kurz |= start.len() == 1 && rest.starts_with(|c: char| !c.is_ascii_digit());
            self.set_farben(farben);
            self.set_bild(bild);
            if let Some(art) = art {
                self.set_art(art);
            }
            return true;
        }
        false
    }

    fn set_farben(&mut self, farben: &[Farbe]) {
        self.doppelt |= !self.farben.is_empty();
        self.farben = farben.to_vec();
    }

    fn set_bild(&mut self, bild: u8) {
        self.doppelt |= self.bild.replace(bild).is_some();
    }

    fn set_art(&mut self, art: Art) {
        self.beides |= self.art.replace(art).is_some_and(|a| a != art);
    }

    /// The picture that is meant where a suit stands beside it.
    pub(super) fn bild_neben_farbe(&self) -> Option<u8> {
        self.bild.or_else(|| self.zahl.and_then(bild_of_number))
    }
}

/// 7 to 10 are pictures.
pub(super) fn bild_of_number(n: i64) -> Option<u8> {
    u8::try_from(n).ok().and_then(|n| n.checked_sub(7)).filter(|b| *b < 4)
}

/// "7", "drei"; words that mean none or nothing are no card.
fn number(wort: &str) -> Option<i64> {
    let written = wort.bytes().all(|b| b.is_ascii_digit()).then(|| wort.parse().ok()).flatten();
    written.or_else(|| deutsch::zahlwort(wort)).filter(|n| *n > 0 && *n < 100)
}

fn stelle(wort: &str) -> Option<Stelle> {
    if matches!(wort, "letzte" | "letzten" | "letzter" | "letztes") {
        return Some(Stelle::Letzte);
    }
    deutsch::ordnungswort(wort).map(Stelle::Nr)
}

/// "7h", "dame", "10", "7hoch".
fn picture_and_kind(rest: &str) -> Option<(u8, Option<Art>)> {
    let picture = |w: &str| find(&BILDER, w).or_else(|| number(w).and_then(bild_of_number));
    if let Some(bild) = picture(rest) {
        return Some((bild, None));
    }
    ARTEN.iter().find_map(|(end, art)| {
        rest.strip_suffix(end).and_then(picture).map(|bild| (bild, Some(*art)))
    })
}
