//! The 55 cards: in the hand an unordered pair of numbers, on the table a Wert and a Farbe. Knows no figures.

use std::fmt;
use std::str::FromStr;

/// A card in the hand: an unordered pair of 0 to 9.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Karte {
    klein: u8,
    gross: u8,
}

impl Karte {
    /// The card with these numbers, in any order. `None` beyond 9.
    pub fn new(a: u8, b: u8) -> Option<Self> {
        (a <= 9 && b <= 9).then(|| Self { klein: a.min(b), gross: a.max(b) })
    }

    /// All 55, in order.
    pub fn alle() -> Vec<Self> {
        (0..=9).flat_map(|klein| (klein..=9).map(move |gross| Self { klein, gross })).collect()
    }

    pub fn klein(self) -> u8 {
        self.klein
    }

    pub fn gross(self) -> u8 {
        self.gross
    }

    pub fn ist_doppel(self) -> bool {
        self.klein == self.gross
    }

    /// Laid so that `wert` faces its owner. `None` if the card has no such number.
    pub fn gelegt(self, wert: u8) -> Option<Gelegt> {
        if wert == self.klein {
            Some(Gelegt { wert, farbe: self.gross })
        } else if wert == self.gross {
            Some(Gelegt { wert, farbe: self.klein })
        } else {
            None
        }
    }

    /// Both ways to lay it, or the only one of a double (regeln.md M24).
    pub fn lagen(self) -> impl Iterator<Item = Gelegt> {
        let hoch = Gelegt { wert: self.gross, farbe: self.klein };
        let tief = Gelegt { wert: self.klein, farbe: self.gross };
        std::iter::once(hoch).chain((!self.ist_doppel()).then_some(tief))
    }
}

impl fmt::Display for Karte {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.klein, self.gross)
    }
}

/// A text that is no card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeineKarte;

fn pair(s: &str, between: char) -> Result<(u8, u8), KeineKarte> {
    let (a, b) = s.split_once(between).ok_or(KeineKarte)?;
    let digit = |d: &str| match d.as_bytes() {
        [c @ b'0'..=b'9'] => Ok(c - b'0'),
        _ => Err(KeineKarte),
    };
    Ok((digit(a)?, digit(b)?))
}

impl FromStr for Karte {
    type Err = KeineKarte;

    fn from_str(s: &str) -> Result<Self, KeineKarte> {
        let (a, b) = pair(s, '-')?;
        if a <= b { Ok(Self { klein: a, gross: b }) } else { Err(KeineKarte) }
    }
}

/// A card on the table: the half that faces its owner, and the far half.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Gelegt {
    pub wert: u8,
    pub farbe: u8,
}

impl Gelegt {
    /// The card as such.
    pub fn karte(self) -> Karte {
        Karte { klein: self.wert.min(self.farbe), gross: self.wert.max(self.farbe) }
    }

    /// The same card turned round.
    pub fn gedreht(self) -> Self {
        Self { wert: self.farbe, farbe: self.wert }
    }
}

impl fmt::Display for Gelegt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.wert, self.farbe)
    }
}

impl FromStr for Gelegt {
    type Err = KeineKarte;

    fn from_str(s: &str) -> Result<Self, KeineKarte> {
        pair(s, '/').map(|(wert, farbe)| Self { wert, farbe })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_written_low_first_and_read_back() {
        for k in Karte::alle() {
            assert_eq!(k.to_string().parse(), Ok(k));
        }
        assert_eq!(Karte::alle().len(), 55);
        assert_eq!("7-3".parse::<Karte>(), Err(KeineKarte));
        assert_eq!("3-10".parse::<Karte>(), Err(KeineKarte));
        let k: Karte = "3-7".parse().unwrap();
        assert_eq!(k.gelegt(7).unwrap().to_string(), "7/3");
        assert_eq!(k.gelegt(4), None);
    }
}
