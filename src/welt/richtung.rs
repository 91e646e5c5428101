//! The directions people walk in, with every word they type for them. Knows no room.

use crate::satz::falte;

/// A direction. `Hinein` and `Hinaus` are for doors that lead neither up nor to a point of the
/// compass.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Richtung {
    Norden,
    Nordosten,
    Osten,
    Suedosten,
    Sueden,
    Suedwesten,
    Westen,
    Nordwesten,
    Oben,
    Unten,
    Hinein,
    Hinaus,
}

/// What one direction is called: as a heading, as a way to go, as where somebody comes from, and as
/// typed.
struct Worte {
    richtung: Richtung,
    name: &'static str,
    wohin: &'static str,
    woher: &'static str,
    getippt: &'static [&'static str],
}

const fn worte(
    richtung: Richtung,
    [name, wohin, woher]: [&'static str; 3],
    getippt: &'static [&'static str],
) -> Worte {
    Worte { richtung, name, wohin, woher, getippt }
}

/// Folded words, the one for data files first. Up and down carry the words of both families of
/// German servers: `ob` and `u`, `h` and `r`.
const ALLE: [Worte; 12] = [
    worte(Richtung::Norden, ["Norden", "nach Norden", "aus dem Norden"], &["norden", "nord", "n"]),
    worte(
        Richtung::Nordosten,
        ["Nordosten", "nach Nordosten", "aus dem Nordosten"],
        &["nordosten", "nordost", "no"],
    ),
    worte(Richtung::Osten, ["Osten", "nach Osten", "aus dem Osten"], &["osten", "ost", "o"]),
    worte(
        Richtung::Suedosten,
        ["Südosten", "nach Südosten", "aus dem Südosten"],
        &["suedosten", "suedost", "so"],
    ),
    worte(Richtung::Sueden, ["Süden", "nach Süden", "aus dem Süden"], &["sueden", "sued", "s"]),
    worte(
        Richtung::Suedwesten,
        ["Südwesten", "nach Südwesten", "aus dem Südwesten"],
        &["suedwesten", "suedwest", "sw"],
    ),
    worte(Richtung::Westen, ["Westen", "nach Westen", "aus dem Westen"], &["westen", "west", "w"]),
    worte(
        Richtung::Nordwesten,
        ["Nordwesten", "nach Nordwesten", "aus dem Nordwesten"],
        &["nordwesten", "nordwest", "nw"],
    ),
    worte(
        Richtung::Oben,
        ["oben", "nach oben", "von oben"],
        &["oben", "ob", "hoch", "ho", "h", "hinauf", "rauf", "herauf", "aufwaerts"],
    ),
    worte(
        Richtung::Unten,
        ["unten", "nach unten", "von unten"],
        &["unten", "u", "runter", "r", "hinunter", "herunter", "hinab", "abwaerts"],
    ),
    worte(Richtung::Hinein, ["hinein", "hinein", "von draußen"], &["hinein", "rein", "herein"]),
    worte(Richtung::Hinaus, ["hinaus", "hinaus", "von drinnen"], &["hinaus", "raus", "heraus"]),
];

impl Richtung {
    fn worte(self) -> &'static Worte {
        ALLE.iter().find(|w| w.richtung == self).expect("every direction stands in the table")
    }

    /// The direction a typed word means, in any case and spelling.
    pub fn from_word(wort: &str) -> Option<Self> {
        let wort = falte(wort);
        ALLE.iter().find(|w| w.getippt.contains(&wort.as_str())).map(|w| w.richtung)
    }

    /// As a data file writes it: any typed form that is no mere abbreviation.
    pub(super) fn from_key(key: &str) -> Option<Self> {
        (key.chars().count() > 2).then(|| Self::from_word(key)).flatten()
    }

    /// The keys a data file uses, for hints.
    pub(super) fn keys() -> impl Iterator<Item = &'static str> {
        ALLE.iter().map(|w| w.getippt[0])
    }

    /// The key of this direction in a data file.
    pub fn key(self) -> &'static str {
        self.worte().getippt[0]
    }

    /// The short word that is typed, for maps: "n", "so".
    pub fn kurz(self) -> &'static str {
        self.worte().getippt.iter().min_by_key(|w| w.len()).copied().unwrap_or("")
    }

    /// In a list of exits: "Norden", "oben".
    pub fn name(self) -> &'static str {
        self.worte().name
    }

    /// "nach Norden", "nach oben", "hinein".
    pub fn wohin(self) -> &'static str {
        self.worte().wohin
    }

    /// "aus dem Norden", "von oben": where somebody comes from who arrives from this side.
    pub fn woher(self) -> &'static str {
        self.worte().woher
    }

    /// The way back.
    #[must_use]
    pub fn gegenrichtung(self) -> Self {
        match self {
            Self::Norden => Self::Sueden,
            Self::Nordosten => Self::Suedwesten,
            Self::Osten => Self::Westen,
            Self::Suedosten => Self::Nordwesten,
            Self::Sueden => Self::Norden,
            Self::Suedwesten => Self::Nordosten,
            Self::Westen => Self::Osten,
            Self::Nordwesten => Self::Suedosten,
            Self::Oben => Self::Unten,
            Self::Unten => Self::Oben,
            Self::Hinein => Self::Hinaus,
            Self::Hinaus => Self::Hinein,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_players_type_leads_somewhere() {
        let typed = [
            (Richtung::Norden, "n norden Nord NORDEN"),
            (Richtung::Osten, "o osten ost"),
            (Richtung::Sueden, "s süden sueden süd sued Süden"),
            (Richtung::Westen, "w westen west"),
            (Richtung::Nordosten, "no nordosten nordost"),
            (Richtung::Suedosten, "so südosten suedost"),
            (Richtung::Suedwesten, "sw südwest"),
            (Richtung::Nordwesten, "nw nordwesten"),
            (Richtung::Oben, "oben ob hoch h ho hinauf rauf"),
            (Richtung::Unten, "unten u runter r hinunter"),
            (Richtung::Hinein, "rein hinein"),
            (Richtung::Hinaus, "raus hinaus"),
        ];
        for (richtung, words) in typed {
            for word in words.split(' ') {
                assert_eq!(Richtung::from_word(word), Some(richtung), "{word}");
            }
        }
        assert_eq!(Richtung::from_word("nein"), None);
        assert_eq!(Richtung::from_word("aus"), None);
    }

    #[test]
    fn no_word_means_two_directions() {
        let mut all: Vec<&str> = ALLE.iter().flat_map(|w| w.getippt).copied().collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn the_way_back_leads_back() {
        for w in &ALLE {
            assert_ne!(w.richtung.gegenrichtung(), w.richtung);
            assert_eq!(w.richtung.gegenrichtung().gegenrichtung(), w.richtung);
        }
    }
}
