//! Moves of Miwin'scher Poker with their notation, why one is refused, and what happens at the table. Knows no
//! state and no sentences.

use std::fmt;
use std::str::FromStr;

use super::figuren::Wertung;
use super::karten::{Gelegt, Karte};
use crate::spiele::wetten::{Gezahlt, Wette, Wettverstoss};
use crate::spiele::{Plaetze, Platz};

/// A move. The notation is what may be typed as it stands. Positions are 1-based.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Zug {
    Weiter,
    Setze(i64),
    Mit,
    /// Raises *to* this bet.
    Erhoehe(i64),
    Aus,
    /// Positions of the hand; at the last exchange of the open cards. None: keeps all.
    Tausche(Vec<u8>),
    Decke {
        pos: u8,
        wert: u8,
    },
    /// Lays the card just drawn at the last exchange.
    Lege(u8),
    /// Turns an open card round, where the house allows it.
    Drehe(u8),
}

impl Zug {
    /// As a betting action, if it is one.
    pub fn wette(&self) -> Option<Wette> {
        Some(match self {
            Self::Weiter => Wette::Weiter,
            Self::Setze(n) => Wette::Setze(*n),
            Self::Mit => Wette::Mit,
            Self::Erhoehe(n) => Wette::Erhoehe(*n),
            Self::Aus => Wette::Aus,
            Self::Tausche(_) | Self::Decke { .. } | Self::Lege(_) | Self::Drehe(_) => return None,
        })
    }
}

impl fmt::Display for Zug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Weiter => write!(f, "weiter"),
            Self::Setze(n) => write!(f, "setze {n}"),
            Self::Mit => write!(f, "gehe mit"),
            Self::Erhoehe(n) => write!(f, "erhöhe auf {n}"),
            Self::Aus => write!(f, "steige aus"),
            Self::Tausche(list) if list.is_empty() => write!(f, "tausche nichts"),
            Self::Tausche(list) => {
                write!(f, "tausche")?;
                list.iter().try_for_each(|p| write!(f, " {p}"))
            }
            Self::Decke { pos, wert } => write!(f, "decke {pos} als {wert}"),
            Self::Lege(wert) => write!(f, "lege als {wert}"),
            Self::Drehe(pos) => write!(f, "drehe {pos}"),
        }
    }
}

/// A text that is no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeinZug;

impl FromStr for Zug {
    type Err = KeinZug;

    fn from_str(s: &str) -> Result<Self, KeinZug> {
        let words: Vec<&str> = s.split(' ').collect();
        let small = |w: &str| w.parse::<u8>().map_err(|_| KeinZug);
        let amount = |w: &str| w.parse::<i64>().map_err(|_| KeinZug);
        Ok(match words.as_slice() {
            ["weiter"] => Self::Weiter,
            ["setze", n] => Self::Setze(amount(n)?),
            ["gehe", "mit"] => Self::Mit,
            ["erhöhe", "auf", n] => Self::Erhoehe(amount(n)?),
            ["steige", "aus"] => Self::Aus,
            ["tausche", "nichts"] => Self::Tausche(Vec::new()),
            ["tausche", list @ ..] if !list.is_empty() => {
                Self::Tausche(list.iter().map(|w| small(w)).collect::<Result<_, _>>()?)
            }
            ["decke", pos, "als", wert] => Self::Decke { pos: small(pos)?, wert: small(wert)? },
            ["lege", "als", wert] => Self::Lege(small(wert)?),
            ["drehe", pos] => Self::Drehe(small(pos)?),
            _ => return Err(KeinZug),
        })
    }
}

/// Why a move is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verstoss {
    /// No deal runs.
    KeinSpiel,
    NichtDran,
    /// Not what the game waits for now.
    FalschePhase,
    Wette(Wettverstoss),
    /// More cards than may be exchanged at once.
    ZuViele {
        max: u8,
    },
    /// The same card twice.
    Doppelt(u8),
    /// There are only five positions.
    KeinePosition(u8),
    /// That card of the hand lies open already.
    LiegtSchon(u8),
    /// The card at this position has no such number.
    ZahlFehlt {
        pos: u8,
        wert: u8,
    },
    /// The card just drawn has no such number.
    NeueOhneZahl(u8),
    /// Open cards stay as they lie.
    KeinDrehen,
    /// This card has been turned already.
    SchonGedreht(u8),
    /// Both halves are the same.
    DoppelDreht(u8),
}

/// What happens at the table. No derived `Debug`: some hold hands.
#[derive(Clone)]
pub enum Event {
    /// All hands, for the record.
    Ausgeteilt {
        nr: u32,
        geber: Platz,
        haende: Vec<Vec<Karte>>,
    },
    Beginn {
        nr: u32,
        geber: Platz,
        dabei: Plaetze,
        /// Antes, where the house wants one.
        grundeinsatz: Vec<(Platz, i64)>,
    },
    /// To its owner.
    Blatt {
        platz: Platz,
        karten: Vec<Karte>,
    },
    Geboten {
        platz: Platz,
        wette: Wette,
        gezahlt: Gezahlt,
        /// By how much the bet rose.
        um: i64,
    },
    /// What nobody has matched goes back.
    Zurueck {
        platz: Platz,
        betrag: i64,
    },
    /// To its owner, and for the record.
    Getauscht {
        platz: Platz,
        aus: Vec<Karte>,
        ein: Vec<Karte>,
        /// The hand after it.
        blatt: Vec<Karte>,
    },
    /// To all others.
    Tauscht {
        platz: Platz,
        anzahl: u8,
    },
    /// What it will lay while all lay at once; for the record.
    Waehlt {
        platz: Platz,
        lage: Gelegt,
    },
    /// Has chosen a card while all lay at once.
    Gewaehlt {
        platz: Platz,
    },
    Deckt {
        platz: Platz,
        lage: Gelegt,
    },
    /// Draws at the last exchange; the card is seen by all and not laid yet.
    Zieht {
        platz: Platz,
        aus: Gelegt,
        ein: Karte,
    },
    /// Lays what was drawn.
    Legt {
        platz: Platz,
        aus: Gelegt,
        lage: Gelegt,
    },
    /// Keeps all open cards.
    Behaelt {
        platz: Platz,
    },
    Dreht {
        platz: Platz,
        pos: u8,
        lage: Gelegt,
    },
    Zeigt {
        platz: Platz,
        blatt: Blattwert,
    },
    Topf(Topfgewinn),
    Ende {
        steine: Vec<i64>,
    },
    Gesetzt {
        platz: Platz,
        steine: i64,
    },
    Aufgestanden {
        platz: Platz,
        steine: i64,
        /// Whether it was in a deal, and so has folded.
        aus: Ausstieg,
    },
    /// Sits out from this deal on, or takes part again.
    Pausiert {
        platz: Platz,
        pause: bool,
    },
}

/// Whether standing up meant folding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ausstieg {
    Gefolgt,
    Unbeteiligt,
}

/// A laid hand and what it is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blattwert {
    pub hand: Vec<Gelegt>,
    pub wertung: Wertung,
    /// Name of the figure.
    pub figur: String,
}

/// One pot and who got it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Topfgewinn {
    pub betrag: i64,
    pub berechtigt: Plaetze,
    /// Winners, nearest left of the dealer first, and what each got.
    pub gezahlt: Vec<(Platz, i64)>,
    /// The winning hand; `None` if nobody had to show.
    pub womit: Option<Blattwert>,
    /// A Top of zeros with [0/0] has beaten a Top of nines with [9/9] for it.
    pub ausnahme: bool,
    pub art: Topfart,
}

/// Which pot it is, for the sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topfart {
    Einziger,
    Haupttopf,
    Nebentopf,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_reads_back() {
        let moves = [
            Zug::Weiter,
            Zug::Setze(10),
            Zug::Mit,
            Zug::Erhoehe(14),
            Zug::Aus,
            Zug::Tausche(vec![]),
            Zug::Tausche(vec![1, 3]),
            Zug::Decke { pos: 2, wert: 7 },
            Zug::Lege(3),
            Zug::Drehe(5),
        ];
        for zug in moves {
            assert_eq!(zug.to_string().parse(), Ok(zug));
        }
        assert_eq!("tausche".parse::<Zug>(), Err(KeinZug));
        assert_eq!("setze".parse::<Zug>(), Err(KeinZug));
    }
}
