//! The world as an admin has written it: rooms, people, tables, friends, ladders, help. Made from
//! file texts alone by [`Welt::load`]; knows no disk, no task and none of the games, which are
//! asked through [`Spielkunde`].

pub mod dateien;
mod freund;
mod hilfe;
mod kurier;
pub mod laden;
mod leiter;
mod lesen;
mod person;
mod raum;
mod richtung;
pub mod texte;
mod tisch;
mod warnen;

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

pub use self::freund::{Anlass, FreundVorlage};
pub use self::hilfe::{Hilfe, Seite};
pub use self::kurier::{Kanal, Kurier, Meldungen};
pub use self::leiter::{
    Ausgang as Spielausgang, Erfahrung, Gemeldet, KurierArt, Leiter, Sprosse, Sprossenstand, Topf,
    kurier_meldung,
};
pub use self::person::{Anrede, Antwort, Person};
pub use self::raum::{Ausgang, Detail, Raum, Sinne};
pub use self::richtung::Richtung;
pub use self::texte::{Text, Vorlage};
pub use self::tisch::{TischVorlage, Zeiten};
use crate::quelle::{Fault, Quelle, Schluessel};
use crate::satz::falte;
use crate::spiele::{Kasse, Stufe, Vorrat};

/// File texts by path below the data folder, with `/` between the parts: "raeume/theater.toml".
#[derive(Clone, Debug, Default)]
pub struct Quellen(pub BTreeMap<String, Quelle>);

/// What the world must know of a game to check a table.
#[derive(Clone, Debug)]
pub struct GameInfo {
    /// How many must play, and how many seats a table can have.
    pub plaetze: RangeInclusive<u8>,
    pub kasse: Kasse,
    /// The levels of friends that are built.
    pub stufen: &'static [Stufe],
}

/// Reads a game's rule keys from a `[[tisch]]`; `false`: there is no such game.
pub type ReadRules<'a> = &'a dyn Fn(&str, &mut Schluessel<'_>, &Vorrat) -> bool;

/// How the loader asks about games.
#[derive(Clone, Copy)]
pub struct Spielkunde<'a> {
    /// A game by its id; `None`: there is no such game.
    pub info: &'a dyn Fn(&str) -> Option<GameInfo>,
    pub regeln: ReadRules<'a>,
    /// All ids, for hints.
    pub ids: &'a [&'a str],
}

/// A world that holds together: exits lead somewhere, friends exist, ladders rise.
#[derive(Clone, Debug)]
pub struct Welt {
    /// Id of the room where everybody starts.
    pub start: String,
    /// By id: the folded file name.
    pub raeume: BTreeMap<String, Raum>,
    /// By id: the folded file name.
    pub freunde: BTreeMap<String, FreundVorlage>,
    /// By game.
    pub leitern: BTreeMap<String, Leiter>,
    pub kurier: Kurier,
    pub hilfe: Hilfe,
    /// By id: the file name without ending.
    pub texte: BTreeMap<String, Text>,
    /// Word lists and decks, by file name.
    pub vorrat: Arc<Vorrat>,
    /// What is odd but does no harm.
    pub warnungen: Vec<Fault>,
}

impl Welt {
    /// Makes the world from the files' texts. Errors: every fault of every file, ordered by file
    /// and line.
    pub fn load(quellen: &Quellen, kunde: Spielkunde<'_>) -> Result<Self, Vec<Fault>> {
        laden::load(quellen, kunde)
    }

    /// The room where everybody starts.
    pub fn startraum(&self) -> &Raum {
        self.raeume.get(&self.start).expect("the loader has checked the start room")
    }

    pub fn raum(&self, id: &str) -> Option<&Raum> {
        self.raeume.get(id)
    }

    /// A text of `data/texte` by its file name without ending.
    pub fn text(&self, id: &str) -> Option<&Text> {
        self.texte.get(id)
    }

    /// The rules of a game as they are shown at its table.
    pub fn regeln(&self, spiel: &str) -> Option<&Text> {
        self.text(&format!("regeln_{spiel}"))
    }

    /// Names of friends and house people, folded: nobody else may be called so.
    pub fn hausnamen(&self) -> impl Iterator<Item = String> + '_ {
        let friends = self.freunde.values().map(|f| falte(&f.name));
        let people = self.raeume.values().flat_map(|r| &r.personen).map(|p| falte(&p.name));
        friends.chain(people)
    }
}

#[cfg(test)]
mod tests;
