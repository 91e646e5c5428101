//! Moves of Word Poker and their one notation, for journal and records. Knows no state of a game.

use std::fmt;
use std::str::FromStr;

use crate::spiele::Platz;
use crate::spiele::word::karten::Karte;
use crate::spiele::word::woerter::LETTERS_MAX;

/// A move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Zug {
    /// Opens the betting with this amount.
    Biete(i64),
    /// Calls.
    Annehmen,
    /// Raises *to* this bet.
    Erhoehe(i64),
    Aussteigen,
    /// Puts these cards away and draws as many; none is a move too.
    Tausche(Vec<Karte>),
    /// Lays a word, in card spelling (capital letters only).
    Lege(String),
    KeinWort,
    /// Doubts the word of this seat.
    Zweifle(Platz),
    /// Doubts nothing more; or checks, where the table allows it.
    Weiter,
}

impl fmt::Display for Zug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Biete(n) => write!(f, "biete {n}"),
            Self::Annehmen => write!(f, "annehmen"),
            Self::Erhoehe(n) => write!(f, "erhöhe auf {n}"),
            Self::Aussteigen => write!(f, "steige aus"),
            Self::Tausche(karten) if karten.is_empty() => write!(f, "tausche nichts"),
            Self::Tausche(karten) => {
                write!(f, "tausche")?;
                karten.iter().try_for_each(|k| write!(f, " {k}"))
            }
            Self::Lege(wort) => write!(f, "lege {wort}"),
            Self::KeinWort => write!(f, "kein wort"),
            Self::Zweifle(p) => write!(f, "zweifle platz {} an", p.0 + 1),
            Self::Weiter => write!(f, "weiter"),
        }
    }
}

/// What stands where a move should stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeinZug;

impl FromStr for Zug {
    type Err = KeinZug;

    fn from_str(s: &str) -> Result<Self, KeinZug> {
        let words: Vec<&str> = s.split(' ').collect();
        match words[..] {
            ["biete", n] => amount(n).map(Self::Biete),
            ["annehmen"] => Ok(Self::Annehmen),
            ["erhöhe", "auf", n] => amount(n).map(Self::Erhoehe),
            ["steige", "aus"] => Ok(Self::Aussteigen),
            ["tausche", "nichts"] => Ok(Self::Tausche(Vec::new())),
            ["tausche", ref cards @ ..] if !cards.is_empty() => cards
                .iter()
                .map(|c| c.parse())
                .collect::<Result<_, _>>()
                .map(Self::Tausche)
                .map_err(|_| KeinZug),
            ["lege", wort] if is_spelling(wort) => Ok(Self::Lege(wort.into())),
            ["kein", "wort"] => Ok(Self::KeinWort),
            ["zweifle", "platz", n, "an"] => match n.parse() {
                Ok(n @ 1..=16) => Ok(Self::Zweifle(Platz(n - 1))),
                _ => Err(KeinZug),
            },
            ["weiter"] => Ok(Self::Weiter),
            _ => Err(KeinZug),
        }
    }
}

fn amount(s: &str) -> Result<i64, KeinZug> {
    s.parse().map_err(|_| KeinZug)
}

/// Whether this may be a card spelling.
pub fn is_spelling(s: &str) -> bool {
    (1..=LETTERS_MAX).contains(&s.len()) && s.bytes().all(|b| b.is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_zug() -> impl Strategy<Value = Zug> {
        let cards = proptest::collection::vec("[A-Z]{1,2}", 0..6);
        prop_oneof![
            any::<i64>().prop_map(Zug::Biete),
            any::<i64>().prop_map(Zug::Erhoehe),
            cards.prop_map(|c| Zug::Tausche(c.iter().map(|k| k.parse().unwrap()).collect())),
            "[A-Z]{1,10}".prop_map(Zug::Lege),
            (0u8..8).prop_map(|p| Zug::Zweifle(Platz(p))),
            prop_oneof![
                Just(Zug::Annehmen),
                Just(Zug::Aussteigen),
                Just(Zug::KeinWort),
                Just(Zug::Weiter)
            ],
        ]
    }

    proptest! {
        #[test]
        fn every_move_reads_back(zug in any_zug()) {
            prop_assert_eq!(zug.to_string().parse::<Zug>(), Ok(zug));
        }
    }

    #[test]
    fn what_is_no_move_is_refused() {
        for s in [
            "",
            "biete",
            "biete x",
            "lege",
            "lege baum",
            "lege A B",
            "zweifle platz 0 an",
            "tausche",
            "tausche 1",
        ] {
            assert_eq!(s.parse::<Zug>(), Err(KeinZug), "{s}");
        }
    }
}
