//! Letter cards and the decks they come from (regeln.md 5.2). Knows no words and no game.

use std::fmt;
use std::str::FromStr;

use crate::quelle::{Fault, Quelle};

/// A card: one or two capital letters, `B` or `QU`. Two cards with the same letters are alike.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Karte([u8; 2]);

impl Karte {
    /// The card with this letter. Expects A to Z.
    pub fn single(letter: u8) -> Self {
        Self([letter, 0])
    }

    /// The card with these two letters. Expects A to Z.
    pub fn double(first: u8, second: u8) -> Self {
        Self([first, second])
    }

    /// Its letters as bytes, one or two.
    pub fn letters(&self) -> &[u8] {
        if self.0[1] == 0 { &self.0[..1] } else { &self.0 }
    }
}

impl fmt::Display for Karte {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.letters().iter().try_for_each(|b| write!(f, "{}", char::from(*b)))
    }
}

/// What stands where a card should stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeineKarte;

impl FromStr for Karte {
    type Err = KeineKarte;

    /// Reads one or two letters from A to Z in either case.
    fn from_str(s: &str) -> Result<Self, KeineKarte> {
        if !s.bytes().all(|b| b.is_ascii_alphabetic()) {
            return Err(KeineKarte);
        }
        match s.to_ascii_uppercase().as_bytes() {
            [a] => Ok(Self::single(*a)),
            [a, b] => Ok(Self::double(*a, *b)),
            _ => Err(KeineKarte),
        }
    }
}

/// One line of a deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Sorte {
    karte: Karte,
    anzahl: u8,
    punkte: i64,
}

/// A deck: which cards there are, how often, and their points.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Kartensatz {
    sorten: Vec<Sorte>,
}

/// Kinds of cards a deck may have, so that a card's number fits into the search key.
const KINDS_MAX: usize = 62;

/// Eight seats that exchange all of their cards use this many (regeln.md W16).
const CARDS_MIN: usize = 80;

impl Kartensatz {
    /// Reads lines `KARTE ANZAHL WERT`; blank lines and lines with `#` are left out. Faults name the line; a
    /// faulty line is left out.
    pub fn read(quelle: &Quelle) -> (Self, Vec<Fault>) {
        let mut satz = Self::default();
        let mut faults = Vec::new();
        for (ort, line) in lines(&quelle.text) {
            match satz.add(line) {
                Ok(()) => {}
                Err(what) => faults.push(quelle.fault(
                    ort,
                    what,
                    "Eine Zeile heißt zum Beispiel: QU 2 9 (Karte, Anzahl, Punkte).",
                )),
            }
        }
        satz.sorten.sort_by_key(|s| s.karte);
        if satz.len() < CARDS_MIN && faults.is_empty() {
            let what = format!("Dieser Kartensatz hat nur {} Karten.", satz.len());
            let hint = format!("Für acht Plätze werden mindestens {CARDS_MIN} Karten gebraucht.");
            faults.push(quelle.fault_whole(what, hint));
        }
        (satz, faults)
    }

    fn add(&mut self, line: &str) -> Result<(), String> {
        let mut parts = line.split_whitespace();
        let (Some(karte), Some(anzahl), Some(punkte), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err("Diese Zeile hat nicht drei Teile.".into());
        };
        let karte: Karte =
            karte.parse().map_err(|_| format!("„{karte}“ ist keine Karte aus A bis Z."))?;
        let anzahl = anzahl
            .parse()
            .ok()
            .filter(|n| (1..=60).contains(n))
            .ok_or("Die Anzahl ist keine Zahl von 1 bis 60.")?;
        let punkte = punkte
            .parse()
            .ok()
            .filter(|n| (0..=99).contains(n))
            .ok_or("Der Wert ist keine Zahl von 0 bis 99.")?;
        if self.sorten.iter().any(|s| s.karte == karte) {
            return Err(format!("Die Karte {karte} steht schon weiter oben."));
        }
        if self.sorten.len() == KINDS_MAX {
            return Err(format!("Mehr als {KINDS_MAX} verschiedene Karten gehen nicht."));
        }
        self.sorten.push(Sorte { karte, anzahl, punkte });
        Ok(())
    }

    /// All cards in alphabetical order, each as often as it is there.
    pub fn alle(&self) -> Vec<Karte> {
        let copies = |s: &Sorte| std::iter::repeat_n(s.karte, usize::from(s.anzahl));
        self.sorten.iter().flat_map(copies).collect()
    }

    /// Number of cards.
    pub fn len(&self) -> usize {
        self.sorten.iter().map(|s| usize::from(s.anzahl)).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.sorten.is_empty()
    }

    /// Points on a card; 0 for a card that is not of this deck.
    pub fn punkte(&self, karte: Karte) -> i64 {
        self.nummer(karte).map_or(0, |n| self.sorten[n].punkte)
    }

    /// The card's place in alphabetical order, `None` if it is not of this deck.
    pub fn nummer(&self, karte: Karte) -> Option<usize> {
        self.sorten.binary_search_by_key(&karte, |s| s.karte).ok()
    }

    /// Whether the deck has all of these cards at once.
    pub fn holds(&self, karten: &[Karte]) -> bool {
        let times = |k: &Karte| karten.iter().filter(|l| *l == k).count();
        let there = |k: &Karte| self.nummer(*k).map_or(0, |n| usize::from(self.sorten[n].anzahl));
        karten.iter().all(|k| times(k) <= there(k))
    }

    pub fn contains(&self, karte: Karte) -> bool {
        self.nummer(karte).is_some()
    }
}

/// Lines that say something, with the place of each.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_inclusive('\n')
        .scan(0, |ort, line| {
            let start = *ort;
            *ort += line.len();
            Some((start, line.trim()))
        })
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(crate) const QUIDDLER: &str = include_str!("../../../data/woerter/deck-quiddler.txt");
    const DEUTSCH: &str = include_str!("../../../data/woerter/deck-deutsch.txt");

    #[test]
    fn both_decks_have_118_cards_and_the_known_values() {
        for text in [QUIDDLER, DEUTSCH] {
            let (satz, faults) = Kartensatz::read(&Quelle::new("deck.txt", text));
            assert_eq!(faults, []);
            assert_eq!(satz.alle().len(), 118);
        }
        let (satz, _) = Kartensatz::read(&Quelle::new("deck.txt", QUIDDLER));
        let points = |k: &str| satz.punkte(k.parse().unwrap());
        assert_eq!((points("Q"), points("qu"), points("A"), points("CL")), (15, 9, 2, 10));
    }

    #[test]
    fn faulty_lines_are_named_with_their_number() {
        let text = "# Satz\nA 80 2\nB 2\nC 2 8\nC 1 8\nQUE 1 1\n";
        let (_, faults) = Kartensatz::read(&Quelle::new("deck.txt", text));
        let lines: Vec<usize> = faults.iter().map(|f| f.line).collect();
        assert_eq!(lines, [2, 3, 5, 6]);
    }

    #[test]
    fn cards_sort_as_words_do() {
        let k = |s: &str| s.parse::<Karte>().unwrap();
        assert!(k("CL") < k("W") && k("C") < k("CL") && k("E") < k("ER"));
        assert!("".parse::<Karte>().is_err() && "Ä".parse::<Karte>().is_err());
    }
}
