//! What one viewer may know of a Miwin table. Built by the rules alone; friends and sentences read it.

use super::einstellungen::Regeln;
use super::karten::{Gelegt, Karte};
use crate::spiele::wetten::{Moeglich, Wette, Wetten};
use crate::spiele::{Plaetze, Platz, Viewer};

/// What the game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Between two deals.
    Pause,
    Bieten,
    Tauschen,
    Aufdecken,
    /// The last exchange of open cards.
    Letzter,
    /// A card drawn at the last exchange awaits its Wert.
    Lage,
}

/// The card drawn at the last exchange; everybody sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Neue {
    pub platz: Platz,
    /// 0-based place among the open cards.
    pub stelle: usize,
    pub aus: Gelegt,
    pub karte: Karte,
}

/// What everybody sees of one seat.
#[derive(Clone, Default)]
pub struct Sitz {
    /// Somebody sits here.
    pub da: bool,
    pub pause: bool,
    /// Cards face down.
    pub verdeckt: u8,
    /// In the order laid.
    pub offen: Vec<Gelegt>,
    /// Cards exchanged, once it has.
    pub getauscht: Option<u8>,
    /// Its last action in this betting round, and by how much it raised the bet.
    pub getan: Option<(Wette, i64)>,
    /// Has chosen, while all lay at once.
    pub gewaehlt: bool,
}

/// All that one viewer may know. No derived `Debug`: it holds a hand.
#[derive(Clone)]
pub struct View {
    pub viewer: Viewer,
    pub regeln: Regeln,
    pub wetten: Wetten,
    pub phase: Phase,
    /// Betting round, from 1.
    pub runde: u8,
    /// Deal of this sitting, from 1; 0 before the first.
    pub nr: u32,
    pub geber: Platz,
    /// Seats that are awaited.
    pub awaited: Plaetze,
    pub sitze: Vec<Sitz>,
    /// The own five positions; `None` where the card lies open. Empty without a hand.
    pub blatt: Vec<Option<Karte>>,
    pub neue: Option<Neue>,
    /// Own open cards that were turned already.
    pub gedreht: Vec<usize>,
}

impl View {
    /// The own seat.
    pub fn du(&self) -> Option<Platz> {
        match self.viewer {
            Viewer::Platz(p) => Some(p),
            Viewer::Zuschauer => None,
        }
    }

    /// The own seat, if it is awaited.
    pub fn dran(&self) -> Option<Platz> {
        self.du().filter(|p| self.awaited.contains(*p))
    }

    /// What the own seat may bet now.
    pub fn moeglich(&self) -> Moeglich {
        self.du().map_or_else(Moeglich::default, |p| self.wetten.moeglich(p))
    }

    /// Own cards face down, with their 1-based positions.
    pub fn verdeckte(&self) -> impl Iterator<Item = (u8, Karte)> + '_ {
        (1u8..).zip(&self.blatt).filter_map(|(i, k)| k.map(|k| (i, k)))
    }

    /// Own open cards.
    pub fn offene(&self) -> &[Gelegt] {
        self.du().map_or(&[], |p| &self.sitze[p.i()].offen)
    }

    /// Seats clockwise, beginning after the dealer.
    pub fn links_vom_geber(&self) -> impl Iterator<Item = Platz> + '_ {
        let n = self.sitze.len();
        (1..=n).map(move |i| Platz::at((self.geber.i() + i) % n))
    }

    /// Who is in the deal and has the highest open hand (regeln.md M12 to M14).
    pub fn fuehrt(&self) -> Option<Platz> {
        let offen = |p: Platz| self.sitze[p.i()].offen.as_slice();
        highest(
            self.links_vom_geber().filter(|p| self.wetten.dabei().contains(*p)),
            |p| {
                let hand = offen(p);
                (!hand.is_empty()).then(|| self.regeln.figuren.bewerte(hand))
            },
            &self.regeln,
        )
    }
}

/// The seat with the best hand; in a cycle the first of it.
pub fn highest(
    seats: impl Iterator<Item = Platz>,
    hand: impl Fn(Platz) -> Option<super::figuren::Wertung>,
    regeln: &Regeln,
) -> Option<Platz> {
    let (seats, hands): (Vec<Platz>, Vec<_>) =
        seats.filter_map(|p| hand(p).map(|w| (p, w))).unzip();
    regeln.figuren.gewinner(&hands).first().map(|i| seats[*i])
}
