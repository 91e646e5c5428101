//! How a sitting between two deals is written down: words of one line, in a fixed order. Lists have commas, what is not
//! there is a dash. Knows no game.

use std::fmt::Display;
use std::str::FromStr;

use super::{Plaetze, Platz};

/// Reads the words of a line one after the other.
pub struct Worte<'a>(std::str::Split<'a, char>);

impl<'a> Worte<'a> {
    pub fn new(line: &'a str) -> Self {
        Self(line.split(' '))
    }

    /// The next word as it stands.
    pub fn wort(&mut self) -> Option<&'a str> {
        self.0.next()
    }

    /// A number, or something else that one word can be.
    pub fn wert<T: FromStr>(&mut self) -> Option<T> {
        self.wort()?.parse().ok()
    }

    /// A list; `None` if one part of it cannot be read.
    pub fn liste<T: FromStr>(&mut self) -> Option<Vec<T>> {
        let wort = self.wort()?;
        let parts = wort.split(',').filter(|_| wort != "-");
        parts.map(|p| p.parse().ok()).collect()
    }

    /// Seats below `n`.
    pub fn plaetze(&mut self, n: u8) -> Option<Plaetze> {
        let seats: Vec<u8> = self.liste()?;
        seats.into_iter().map(|p| (p < n).then_some(Platz(p))).collect()
    }

    /// A seat below `n`, or none. `None`: it is no seat of this table.
    pub fn platz(&mut self, n: u8) -> Option<Option<Platz>> {
        match self.wort()? {
            "-" => Some(None),
            p => p.parse().ok().filter(|p| *p < n).map(|p| Some(Platz(p))),
        }
    }

    /// Expects that nothing is left.
    pub fn ende(mut self) -> Option<()> {
        self.wort().is_none().then_some(())
    }
}

/// One word for [`Worte::liste`].
pub fn liste<T: Display>(list: impl IntoIterator<Item = T>) -> String {
    let parts: Vec<String> = list.into_iter().map(|t| t.to_string()).collect();
    if parts.is_empty() { "-".to_string() } else { parts.join(",") }
}

/// One word for [`Worte::plaetze`].
pub fn plaetze(seats: Plaetze) -> String {
    liste(seats.iter().map(|p| p.0))
}

/// One word for [`Worte::platz`].
pub fn platz(seat: Option<Platz>) -> String {
    liste(seat.map(|p| p.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_back_and_nothing_else() {
        let seats: Plaetze = [Platz(0), Platz(3)].into_iter().collect();
        let line = format!(
            "7 {} {} {} {} {}",
            plaetze(seats),
            plaetze(Plaetze::NONE),
            platz(Some(Platz(2))),
            platz(None),
            liste([5, -6])
        );
        assert_eq!(line, "7 0,3 - 2 - 5,-6");
        let mut worte = Worte::new(&line);
        assert_eq!(worte.wert(), Some(7));
        assert_eq!(worte.plaetze(4), Some(seats));
        assert_eq!(worte.plaetze(4), Some(Plaetze::NONE));
        assert_eq!(worte.platz(3), Some(Some(Platz(2))));
        assert_eq!(worte.platz(3), Some(None));
        assert_eq!(worte.liste::<i64>(), Some(vec![5, -6]));
        assert_eq!(worte.ende(), Some(()));
        for wrong in ["4", "x", "", "1,,2"] {
            assert_eq!(Worte::new(wrong).plaetze(4), None, "{wrong}");
        }
        assert_eq!(Worte::new("3").platz(3), None);
        assert_eq!(Worte::new("7 8").ende(), None);
    }
}
