//! Experience: the ladder of a game, where somebody stands on it, and when the Kurier hears of it
//! (regeln.md R23 to R25). Knows no table and no money.

use crate::text::Zeile;

/// What somebody has behind him in one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Erfahrung {
    /// Finished games, won or not.
    pub spiele: i64,
    pub punkte: i64,
}

/// One rung: reached with this many points, after at least one finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sprosse {
    pub ab: i64,
    pub text: Zeile,
}

/// The rungs of a game, rising.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leiter {
    pub sprossen: Vec<Sprosse>,
}

/// Where somebody stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sprossenstand {
    /// Never finished a game.
    Keine,
    /// On this rung, counted from 1.
    Sprosse(usize),
    /// On the last rung.
    Ende,
}

impl Leiter {
    /// The rung for this experience (regeln.md R24).
    pub fn stand(&self, e: Erfahrung) -> Sprossenstand {
        if e.spiele < 1 {
            return Sprossenstand::Keine;
        }
        match self.sprossen.iter().filter(|s| s.ab <= e.punkte).count() {
            0 => Sprossenstand::Keine,
            n if n == self.sprossen.len() => Sprossenstand::Ende,
            n => Sprossenstand::Sprosse(n),
        }
    }

    /// The sentence of the rung somebody stands on.
    pub fn satz(&self, e: Erfahrung) -> Option<&Zeile> {
        let i = match self.stand(e) {
            Sprossenstand::Keine => return None,
            Sprossenstand::Sprosse(n) => n - 1,
            Sprossenstand::Ende => self.sprossen.len().checked_sub(1)?,
        };
        self.sprossen.get(i).map(|s| &s.text)
    }

    /// The sentence that is said in the moment a higher rung is reached, and only then.
    pub fn aufstieg(&self, vorher: Erfahrung, nachher: Erfahrung) -> Option<&Zeile> {
        (self.stand(vorher) != self.stand(nachher)).then(|| self.satz(nachher)).flatten()
    }
}

/// When the line about the one who cleaned everybody out is published (regeln.md R25).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum KurierArt {
    /// Once per player, when the last rung is reached.
    #[default]
    Endstufe,
    /// Whenever one player takes the whole pot.
    GanzerTopf,
    /// Whenever somebody gains experience.
    JederGewinn,
}

impl KurierArt {
    /// In the order of the variants.
    pub const WORTE: [&'static str; 3] = ["endstufe", "ganzer_topf", "jeder_gewinn"];
    pub(super) const ALLE: [Self; 3] = [Self::Endstufe, Self::GanzerTopf, Self::JederGewinn];

    /// Reads what [`KurierArt::WORTE`] holds.
    pub fn from_word(wort: &str) -> Option<Self> {
        Self::WORTE.iter().zip(Self::ALLE).find(|(w, _)| **w == wort).map(|(_, art)| art)
    }
}

/// How a finished game changed one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ausgang {
    pub vorher: Erfahrung,
    pub nachher: Erfahrung,
    pub topf: Topf,
    pub kurier: Gemeldet,
}

/// Whether the player alone took everything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topf {
    Ganz,
    Geteilt,
}

/// Whether the Kurier has already told of this player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gemeldet {
    Schon,
    NochNicht,
}

/// Whether the Kurier's line goes out for this player now. A line that should have gone out earlier
/// and did not (the ladder was shortened, the server fell) goes out with the next gain.
pub fn kurier_meldung(art: KurierArt, leiter: &Leiter, a: &Ausgang) -> bool {
    let gained = a.nachher.punkte > a.vorher.punkte;
    match art {
        KurierArt::Endstufe => {
            let top = leiter.stand(a.nachher) == Sprossenstand::Ende;
            gained && top && a.kurier == Gemeldet::NochNicht
        }
        KurierArt::GanzerTopf => gained && a.topf == Topf::Ganz,
        KurierArt::JederGewinn => gained,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The steps of regeln.md R24.
    fn oleg() -> Leiter {
        let ab = [0, 1, 3, 6, 10, 15, 21, 28, 45];
        let sprosse = |ab: i64| Sprosse { ab, text: format!("ab {ab}").into() };
        Leiter { sprossen: ab.into_iter().map(sprosse).collect() }
    }

    fn e(spiele: i64, punkte: i64) -> Erfahrung {
        Erfahrung { spiele, punkte }
    }

    #[test]
    fn rungs_follow_the_table() {
        let stand = |s, p| oleg().stand(e(s, p));
        assert_eq!(stand(0, 0), Sprossenstand::Keine);
        assert_eq!(stand(1, 0), Sprossenstand::Sprosse(1));
        assert_eq!(stand(4, 1), Sprossenstand::Sprosse(2));
        assert_eq!(stand(9, 6), Sprossenstand::Sprosse(4));
        assert_eq!(stand(60, 44), Sprossenstand::Sprosse(8));
        assert_eq!(stand(60, 45), Sprossenstand::Ende);
    }

    #[test]
    fn a_rung_is_told_once() {
        let l = oleg();
        assert_eq!(l.aufstieg(e(0, 0), e(1, 0)).map(Zeile::wortlaut).as_deref(), Some("ab 0"));
        assert_eq!(l.aufstieg(e(1, 0), e(2, 0)), None);
        assert_eq!(l.aufstieg(e(2, 0), e(3, 1)).map(Zeile::wortlaut).as_deref(), Some("ab 1"));
        assert_eq!(l.aufstieg(e(3, 1), e(4, 2)), None);
    }

    fn ausgang(vorher: i64, gain: i64, kurier: Gemeldet) -> Ausgang {
        let (vorher, nachher) = (e(99, vorher), e(100, vorher + gain));
        Ausgang { vorher, nachher, topf: Topf::Geteilt, kurier }
    }

    #[test]
    fn the_kurier_tells_once_in_the_moment_of_the_last_rung() {
        let told = |v, g, k| kurier_meldung(KurierArt::Endstufe, &oleg(), &ausgang(v, g, k));
        assert!(told(44, 1, Gemeldet::NochNicht));
        assert!(!told(43, 1, Gemeldet::NochNicht));
        assert!(!told(44, 0, Gemeldet::NochNicht));
        assert!(!told(45, 1, Gemeldet::Schon));
    }

    #[test]
    fn other_settings_tell_of_every_gain_or_of_a_whole_pot() {
        let mut a = ausgang(0, 1, Gemeldet::Schon);
        assert!(kurier_meldung(KurierArt::JederGewinn, &oleg(), &a));
        assert!(!kurier_meldung(KurierArt::GanzerTopf, &oleg(), &a));
        a.topf = Topf::Ganz;
        assert!(kurier_meldung(KurierArt::GanzerTopf, &oleg(), &a));
        a.nachher = a.vorher;
        assert!(!kurier_meldung(KurierArt::JederGewinn, &oleg(), &a));
    }
}
