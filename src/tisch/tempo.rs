//! How fast friends play at a table: what the people there have settled, within the bounds of the config
//! (barrierefrei.md A52).

use super::{Ausgang, Person, Platz, Schritt, Tisch, Tischspiel, worte};
use crate::satz::Satz;

/// Which part of the config's pauses the friends of a table take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tempo {
    /// The longest third.
    Langsam,
    /// All of it, as each friend is.
    #[default]
    Normal,
    /// The shortest third.
    Schnell,
}

impl Tempo {
    pub const ALL: [(&'static str, Self); 3] =
        [("langsam", Self::Langsam), ("normal", Self::Normal), ("schnell", Self::Schnell)];

    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, t)| *t == self).map_or("", |(n, _)| n)
    }

    /// By its name in the journal.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(n, _)| *n == name).map(|(_, t)| *t)
    }

    /// The shortest and the longest pause at this pace, in the unit of the bounds.
    pub fn grenzen(self, (min, max): (u64, u64)) -> (u64, u64) {
        let third = max.saturating_sub(min) / 3;
        match self {
            Self::Langsam => (max.saturating_sub(third), max),
            Self::Normal => (min, max),
            Self::Schnell => (min, min + third),
        }
    }
}

/// "tempo", "tempo schnell", "schneller": `Some(Err)` is a pace that there is not.
pub(super) fn lies(satz: &Satz) -> Option<Option<Result<Tempo, ()>>> {
    let worte = satz.worte();
    let pace = |wort: &str| match wort {
        "langsam" | "langsamer" | "gemuetlich" | "ruhig" | "gemaechlich" => Ok(Tempo::Langsam),
        "normal" | "mittel" | "gewoehnlich" | "standard" => Ok(Tempo::Normal),
        "schnell" | "schneller" | "flott" | "rasch" | "zuegig" => Ok(Tempo::Schnell),
        _ => Err(()),
    };
    match worte[..] {
        ["tempo"] | ["tempo", "an"] => Some(None),
        ["tempo", .., wort] => Some(Some(pace(wort))),
        ["schneller" | "langsamer"] => Some(Some(pace(worte[0]))),
        _ => None,
    }
}

impl<S: Tischspiel> Tisch<S> {
    /// The pace at which friends play here.
    pub fn tempo(&self) -> Tempo {
        self.tempo
    }

    pub(super) fn sag_tempo(&self, person: &Person, aus: &mut Ausgang<S>) {
        aus.an_person(&person.konto, worte::tempo(self.tempo));
    }

    /// Whoever sits here may settle the pace, at any time.
    pub(super) fn will_tempo(&mut self, p: Platz, wunsch: Result<Tempo, ()>, aus: &mut Ausgang<S>) {
        let Ok(tempo) = wunsch else { return aus.an_platz(self, p, worte::tempo_unbekannt()) };
        if tempo == self.tempo {
            return aus.an_platz(self, p, worte::tempo(tempo));
        }
        self.apply_logged(Schritt::Tempo { tempo }, aus);
        self.sag_alle(aus, |n| vec![worte::tempo_gewaehlt(n, p, tempo)]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pace_stays_within_the_bounds_of_the_config() {
        for bounds in [(600, 2500), (0, 0), (5, 6)] {
            let [slow, even, quick] =
                [Tempo::Langsam, Tempo::Normal, Tempo::Schnell].map(|t| t.grenzen(bounds));
            assert_eq!(even, bounds);
            assert!(quick.0 == bounds.0 && quick.1 <= slow.0 && slow.1 == bounds.1, "{bounds:?}");
        }
    }

    #[test]
    fn a_pace_is_said_in_several_ways() {
        let lies = |line: &str| lies(&Satz::new(line));
        for line in ["tempo langsam", "Tempo gemütlich", "tempo auf langsam", "langsamer"] {
            assert_eq!(lies(line), Some(Some(Ok(Tempo::Langsam))), "{line}");
        }
        assert_eq!(lies("tempo sehr flott"), Some(Some(Ok(Tempo::Schnell))));
        assert_eq!(lies("tempo"), Some(None));
        assert_eq!(lies("tempo 3 elefanten"), Some(Some(Err(()))));
        assert_eq!(lies("schnell"), None);
    }
}
