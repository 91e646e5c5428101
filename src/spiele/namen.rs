//! Who sits where, as one viewer says it: "Du" for himself, names for the others, verbs to match.

use super::Platz;
use crate::deutsch;
use crate::taler::Waehrung;
use crate::text::Teil;

/// Names of all seats, and which of them is the one who is spoken to.
#[derive(Clone, Debug)]
pub struct Namen {
    /// One for each seat; empty where nobody sits.
    pub namen: Vec<String>,
    /// The seat of the one who is spoken to; `None` for a spectator.
    pub du: Option<Platz>,
    /// What is played for at this table.
    pub waehrung: Waehrung,
}

impl Namen {
    pub fn new(namen: Vec<String>, du: Option<Platz>) -> Self {
        Self { namen, du, waehrung: Waehrung::Taler }
    }

    /// The same at a table that plays for this currency.
    #[must_use]
    pub fn um(mut self, waehrung: Waehrung) -> Self {
        self.waehrung = waehrung;
        self
    }

    /// An amount of money as it is said at this table: "250 Taler", "250 Spieltaler".
    pub fn betrag(&self, n: i64) -> String {
        self.waehrung.betrag(n)
    }

    pub fn ist_du(&self, p: Platz) -> bool {
        self.du == Some(p)
    }

    /// The bare name.
    pub fn name(&self, p: Platz) -> &str {
        self.namen.get(p.i()).map_or("", String::as_str)
    }

    /// Subject at the start of a sentence: "Du" or "Anna".
    pub fn wer(&self, p: Platz) -> Teil {
        if self.ist_du(p) { "Du".into() } else { Teil::Name(self.name(p).to_string()) }
    }

    /// The subject inside of a sentence: "Du" or "Anna". Du-form is capital throughout.
    pub fn wen(&self, p: Platz) -> Teil {
        if self.ist_du(p) { "Dich".into() } else { Teil::Name(self.name(p).to_string()) }
    }

    /// Dative: "Dir" or "Anna".
    pub fn wem(&self, p: Platz) -> Teil {
        if self.ist_du(p) { "Dir".into() } else { Teil::Name(self.name(p).to_string()) }
    }

    /// Genitive in front of a noun: "Dein" (with `endung`, as in "Deine") or "Annas".
    pub fn wessen(&self, p: Platz, endung: &str) -> Teil {
        if self.ist_du(p) {
            format!("Dein{endung}").into()
        } else {
            Teil::Name(deutsch::genitiv(self.name(p)))
        }
    }

    /// The verb that fits the subject: `verb(p, "spielst", "spielt")`.
    pub fn verb<'a>(&self, p: Platz, du: &'a str, er: &'a str) -> &'a str {
        if self.ist_du(p) { du } else { er }
    }

    /// All taken seats in seat order.
    pub fn besetzt(&self) -> impl Iterator<Item = Platz> + '_ {
        (0..self.namen.len()).map(Platz::at).filter(|p| !self.name(*p).is_empty())
    }
}
