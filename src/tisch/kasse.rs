//! The invariant of every table (regeln.md G1): no move makes or loses money. A table that breaks it stops at once,
//! before the step is written or said; whoever hosts it pays every stake back.

use super::{Tisch, Tischspiel};

impl<S: Tischspiel> Tisch<S> {
    /// Notes what lies in the game from now on: at its beginning, and when chips come or go.
    pub(super) fn note_kasse(&mut self) {
        self.summe = self.spiel().map_or(0, |s| s.kasse().summe());
    }

    /// Expects the same sum as was noted, and nobody below zero.
    pub(super) fn check_kasse(&self) {
        let Some(stand) = self.spiel().map(|s| s.kasse()) else { return };
        let (id, soll, ist) = (self.id, self.summe, stand.summe());
        assert!(ist == soll, "table {id}: {soll} in play became {ist}");
        let lowest = stand.plaetze.iter().copied().min().unwrap_or(0).min(stand.mitte);
        assert!(lowest >= 0, "table {id}: somebody or the pot is at {lowest}");
    }

    /// Chips have come (or gone, below zero): the sum must have changed by exactly so many.
    pub(super) fn check_steine(&mut self, steine: i64) {
        self.summe += steine;
        self.check_kasse();
    }
}
