//! What a person may be called: letters, length, reserved and confusable names. Knows no account.

use crate::limits::NAME_LETTERS;
use crate::satz::falte;
use std::collections::BTreeSet;

/// A well-formed name. Equal names are one person, however they were typed: `anna` and `ANNA`,
/// `Jörg` and `Joerg`.
#[derive(Clone, Debug)]
pub struct Name {
    shown: String,
    key: String,
}

/// Why a name cannot be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameFault {
    Empty,
    Short,
    Long,
    /// Something else than a letter of the alphabet.
    Letters,
    /// A word of the game, or too like the name of somebody of the house.
    Reserved,
}

/// Words that are commands, persons of grammar, or special to systems that may keep files by name.
const RESERVED: [&str; 48] = [
    "neu",
    "gast",
    "alle",
    "alles",
    "ich",
    "mir",
    "mich",
    "dir",
    "dich",
    "sie",
    "wir",
    "ihr",
    "man",
    "wer",
    "oleg",
    "niemand",
    "keiner",
    "jemand",
    "system",
    "server",
    "con",
    "nul",
    "prn",
    "aux",
    "ende",
    "quit",
    "hilfe",
    "leser",
    "blind",
    "admin",
    "root",
    "wirt",
    "haus",
    "kurier",
    "tisch",
    "pott",
    "geber",
    "bank",
    "freund",
    "freunde",
    "spieler",
    "zuschauer",
    "nein",
    "gott",
    "null",
    "passwort",
    "weiter",
    "taler",
];

impl Name {
    /// Reads a name by its form alone. Errors: why it is none. For logging in; a new name goes
    /// through [`check`].
    pub fn parse(typed: &str) -> Result<Self, NameFault> {
        let typed = joined(typed.trim());
        if typed.is_empty() {
            return Err(NameFault::Empty);
        }
        // The letters are looked at first: they decide what the length would be counted in. They
        // are checked as typed, because lower case maps some foreign letters to ours.
        if !typed.chars().all(is_letter) {
            return Err(NameFault::Letters);
        }
        match typed.chars().count() {
            n if n < *NAME_LETTERS.start() => return Err(NameFault::Short),
            n if n > *NAME_LETTERS.end() => return Err(NameFault::Long),
            _ => {}
        }
        Ok(Self { shown: capitalised(&typed), key: falte(&typed) })
    }

    /// As people read it: `Jörg`, first letter large, the rest small.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// The one spelling for comparing and storing: `joerg`, letters a to z only.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// What the name looks like at a glance. Two names with equal skeletons must not both exist.
    pub fn skeleton(&self) -> String {
        skeleton(&self.shown)
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for Name {}

/// Checks a name that somebody wants to have. `reserved` is asked with a skeleton (see
/// [`skeleton`]) and knows the names of the house; the words of the game are reserved anyway.
/// Whether an account has the name or one with the same skeleton is for the caller to find out.
pub fn check(typed: &str, reserved: &dyn Fn(&str) -> bool) -> Result<Name, NameFault> {
    let name = Name::parse(typed)?;
    // The typed form too: `OIeg` is meant to deceive, even if it would be shown as `Oieg`.
    let looks = [skeleton(typed.trim()), name.skeleton()];
    let word = |look: &String| RESERVED.iter().any(|w| outlines(w).contains(look));
    if looks.iter().any(|look| word(look) || reserved(look)) {
        return Err(NameFault::Reserved);
    }
    Ok(name)
}

/// A name reduced to its outline: I and l, rn and m, vv and w look alike; digits that stand for
/// letters count as those. Works on any text, also on names of the house.
pub fn skeleton(name: &str) -> String {
    let outline: String = name
        .chars()
        .map(|c| match c {
            'I' | '1' | '|' => 'l',
            '0' => 'o',
            other => other,
        })
        .collect();
    falte(&outline).replace("rn", "m").replace("vv", "w")
}

/// The outlines of a word as it stands and as a name would be shown: `ich` is not `lch`, but `Ich` is.
fn outlines(word: &str) -> [String; 2] {
    [skeleton(word), skeleton(&capitalised(word))]
}

/// The names of the house's friends and persons, by outline.
#[derive(Clone, Debug, Default)]
pub struct Reserved(BTreeSet<String>);

impl Reserved {
    /// A name of several words ("Oleg der Wirt") reserves each word.
    pub fn new<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        Self(names.into_iter().flat_map(str::split_whitespace).flat_map(outlines).collect())
    }

    /// Is this outline taken by the house?
    pub fn contains(&self, skeleton: &str) -> bool {
        self.0.contains(skeleton)
    }
}

impl NameFault {
    /// The reason, and what would work.
    pub fn sentence(self) -> String {
        let (least, most) = (NAME_LETTERS.start(), NAME_LETTERS.end());
        match self {
            Self::Empty => "Da stand kein Name.".to_string(),
            Self::Short => {
                format!("Dieser Name ist zu kurz, er braucht mindestens {least} Buchstaben.")
            }
            Self::Long => {
                format!("Dieser Name ist zu lang, er darf höchstens {most} Buchstaben haben.")
            }
            Self::Letters => {
                "Ein Name besteht hier aus einem Wort mit den Buchstaben a bis z, ä, ö, ü und ß."
                    .to_string()
            }
            Self::Reserved => {
                "Dieser Name ist im Haus vergeben oder einem solchen zum Verwechseln ähnlich. \
                 Bitte wähle einen anderen."
                    .to_string()
            }
        }
    }
}

fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic() || "äöüßÄÖÜẞ".contains(c)
}

/// Letter and mark as one letter, the way some systems type umlauts.
fn joined(typed: &str) -> String {
    const PAIRS: [(&str, &str); 6] = [
        ("a\u{308}", "ä"),
        ("o\u{308}", "ö"),
        ("u\u{308}", "ü"),
        ("A\u{308}", "Ä"),
        ("O\u{308}", "Ö"),
        ("U\u{308}", "Ü"),
    ];
    PAIRS.iter().fold(typed.to_string(), |text, (pair, one)| text.replace(pair, one))
}

fn capitalised(typed: &str) -> String {
    let mut letters = typed.chars();
    let first = letters.next().map_or_else(String::new, |c| match c {
        // The capital of ß is two letters; a name may begin with it as it is.
        'ß' | 'ẞ' => "ß".to_string(),
        other => other.to_uppercase().collect(),
    });
    first + &letters.as_str().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn try_name(typed: &str) -> Result<String, NameFault> {
        let house = Reserved::new(["Vladim", "Elena", "Madame Irina"]);
        check(typed, &|look| house.contains(look)).map(|n| n.shown().to_string())
    }

    #[test]
    fn ordinary_names_are_shown_in_one_form() {
        assert_eq!(try_name("anna"), Ok("Anna".into()));
        assert_eq!(try_name("ANNA"), Ok("Anna".into()));
        assert_eq!(try_name("ÄNNE"), Ok("Änne".into()));
        assert_eq!(try_name("Abcdefghijk"), Ok("Abcdefghijk".into()));
    }

    #[test]
    fn one_person_has_one_key() {
        let key = |t: &str| Name::parse(t).unwrap().key().to_string();
        assert_eq!(key("Jörg"), "joerg");
        for other in ["Joerg", "JÖRG", "JOERG", "Jo\u{308}rg"] {
            assert_eq!(key(other), "joerg", "{other}");
        }
        assert_eq!(key("Weiß"), key("WEISS"));
        assert!(Name::parse("Jörg") == Name::parse("joerg"));
    }

    #[test]
    fn names_that_only_look_different_are_refused() {
        use NameFault::{Letters, Reserved};
        let cases = [
            ("0leg", Letters),
            ("OIeg", Reserved),
            ("Оlеg", Letters),
            ("Oleg\u{200b}", Letters),
            ("Vladirn", Reserved),
            ("vladim", Reserved),
            ("EIena", Reserved),
            ("Irina", Reserved),
            ("\u{212a}arl", Letters),
        ];
        for (typed, fault) in cases {
            assert_eq!(try_name(typed), Err(fault), "{typed}");
        }
    }

    #[test]
    fn names_that_mean_something_to_a_system_are_refused() {
        use NameFault::{Empty, Letters, Long, Reserved, Short};
        for path in ["..", "../../x", "a/b", ".anna", "anna maria", "a\0b", "c:"] {
            assert_eq!(try_name(path), Err(Letters), "{path}");
        }
        for word in ["con", "NUL", "neu", "gast", "alle", "ich", "mir", "oleg", "niemand", "system"]
        {
            assert_eq!(try_name(word), Err(Reserved), "{word}");
        }
        assert_eq!(try_name(&"a".repeat(5000)), Err(Long));
        assert_eq!(try_name("Abcdefghijkl"), Err(Long));
        assert_eq!(try_name("Al"), Err(Short));
        assert_eq!(try_name("  "), Err(Empty));
    }

    #[test]
    fn names_of_real_people_are_not_confused() {
        let look = |t: &str| Name::parse(t).unwrap().skeleton();
        for (a, b) in [("Ilse", "Lise"), ("Bernd", "Bemmi"), ("Mia", "Mila"), ("Ina", "Nina")] {
            assert_ne!(look(a), look(b));
        }
        assert_eq!(look("Ida"), look("Lda"));
        assert_eq!(look("Vvilma"), look("Wilma"));
    }
}
