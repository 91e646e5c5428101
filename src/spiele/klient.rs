//! What a game tells a program at the other end: the same facts as the words, as plain values. Holds no
//! notation of the wire. Names stand beside seats only where the table adds them.

use serde_json::{Map, Value};

use super::Platz;

/// How a game stands, for one viewer. What a game lacks is `None` and is left out.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Info {
    /// One lower-case word of the game's own.
    pub phase: &'static str,
    pub runde: Option<u32>,
    pub runden: Option<u32>,
    /// Cards of each seat in this round.
    pub karten: Option<u32>,
    pub pott: Option<i64>,
    pub geber: Option<Platz>,
    /// The viewer's own hand in its fixed order; empty for a spectator.
    pub blatt: Vec<String>,
    /// One for each seat, in seat order.
    pub sitze: Vec<SitzInfo>,
}

/// What everybody may know of one seat.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct SitzInfo {
    pub punkte: Option<i64>,
    /// Chips that the seat still has.
    pub steine: Option<i64>,
    /// What it has put in in this deal.
    pub gesetzt: Option<i64>,
    pub angesagt: Option<u32>,
    pub stiche: Option<u32>,
    /// Has folded, or sits out.
    pub raus: Option<Raus>,
    /// Cards that lie open.
    pub offen: Option<Vec<String>>,
}

/// Whether a seat plays in this deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Raus {
    Dabei,
    Raus,
}

impl From<Raus> for bool {
    fn from(r: Raus) -> Self {
        r == Raus::Raus
    }
}

/// A public event.
#[derive(Clone, PartialEq, Debug)]
pub struct Ereignis {
    /// One lower-case word.
    pub art: &'static str,
    /// Whose doing it is.
    pub platz: Option<Platz>,
    pub felder: Map<String, Value>,
}

impl Ereignis {
    pub fn new(art: &'static str) -> Self {
        Self { art, platz: None, felder: Map::new() }
    }

    #[must_use]
    pub fn von(mut self, platz: Platz) -> Self {
        self.platz = Some(platz);
        self
    }

    #[must_use]
    pub fn mit(mut self, feld: &str, wert: impl Into<Value>) -> Self {
        self.felder.insert(feld.to_string(), wert.into());
        self
    }

    /// A seat, counted from 1 as people do.
    #[must_use]
    pub fn mit_platz(self, feld: &str, platz: Platz) -> Self {
        self.mit(feld, platz.0 + 1)
    }

    #[must_use]
    pub fn mit_plaetzen(self, feld: &str, seats: impl IntoIterator<Item = Platz>) -> Self {
        let list: Vec<Value> = seats.into_iter().map(|p| (p.0 + 1).into()).collect();
        self.mit(feld, list)
    }
}
