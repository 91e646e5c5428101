//! The secret stake bids of games in which all stake the same (regeln.md R16, R17). Pure arithmetic; the table
//! locks the money.

use std::ops::RangeInclusive;

/// Why a bid is not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GebotFehler {
    ZuNiedrig {
        min: i64,
    },
    ZuHoch {
        max: i64,
    },
    /// More than the purse holds.
    ZuWenigGeld {
        guthaben: i64,
    },
}

/// Checks a bid against the room's limits and the purse.
pub fn pruefe(grenzen: &RangeInclusive<i64>, guthaben: i64, gebot: i64) -> Result<(), GebotFehler> {
    if gebot < *grenzen.start() {
        return Err(GebotFehler::ZuNiedrig { min: *grenzen.start() });
    }
    if gebot > *grenzen.end() {
        return Err(GebotFehler::ZuHoch { max: *grenzen.end() });
    }
    if gebot > guthaben {
        return Err(GebotFehler::ZuWenigGeld { guthaben });
    }
    Ok(())
}

/// The lowest bid binds all. Expects at least one bid.
pub fn festsetzen(gebote: impl IntoIterator<Item = i64>) -> i64 {
    gebote.into_iter().min().expect("somebody has bid")
}

/// Experience goes to whoever gets back more than the stake, strictly (regeln.md R23).
pub fn mehr_als_einsatz(einsatz: i64, auszahlung: i64) -> bool {
    auszahlung > einsatz
}
