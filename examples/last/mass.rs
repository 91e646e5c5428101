//! What is counted while many clients run: times as histograms, answers that did not come or were not the right ones.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use hdrhistogram::Histogram;

/// Longest time that a histogram tells apart.
const LONGEST: Duration = Duration::from_secs(60);
/// Parts of a histogram, so that clients seldom wait for each other.
const PARTS: usize = 16;

/// Times of one kind.
pub(crate) struct Zeiten(Vec<Mutex<Histogram<u64>>>);

/// Some of many times.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Verteilung {
    pub(crate) zahl: u64,
    pub(crate) p50: Duration,
    pub(crate) p90: Duration,
    pub(crate) p99: Duration,
    pub(crate) p999: Duration,
    pub(crate) max: Duration,
}

impl Default for Zeiten {
    fn default() -> Self {
        let longest = u64::try_from(LONGEST.as_nanos()).unwrap_or(u64::MAX);
        let one = Histogram::new_with_bounds(1000, longest, 3).expect("the bounds are in order");
        Self((0..PARTS).map(|_| Mutex::new(one.clone())).collect())
    }
}

impl Zeiten {
    /// Notes a time of the client with this number.
    pub(crate) fn note(&self, nr: u32, zeit: Duration) {
        let part = &self.0[nr as usize % PARTS];
        let ns = u64::try_from(zeit.as_nanos()).unwrap_or(u64::MAX);
        part.lock().unwrap_or_else(PoisonError::into_inner).saturating_record(ns);
    }

    /// Forgets everything noted so far.
    pub(crate) fn neu(&self) {
        for part in &self.0 {
            part.lock().unwrap_or_else(PoisonError::into_inner).reset();
        }
    }

    pub(crate) fn verteilung(&self) -> Verteilung {
        let mut all = self.0[0].lock().unwrap_or_else(PoisonError::into_inner).clone();
        for part in &self.0[1..] {
            let part = part.lock().unwrap_or_else(PoisonError::into_inner);
            all.add(&*part).expect("all parts have the same bounds");
        }
        let at = |q| Duration::from_nanos(all.value_at_quantile(q));
        Verteilung {
            zahl: all.len(),
            p50: at(0.5),
            p90: at(0.9),
            p99: at(0.99),
            p999: at(0.999),
            max: Duration::from_nanos(all.max()),
        }
    }
}

/// A number that many clients count up.
#[derive(Default)]
pub(crate) struct Zahl(AtomicU64);

impl Zahl {
    pub(crate) fn eins(&self) {
        self.um(1);
    }

    pub(crate) fn um(&self, n: u64) {
        self.0.fetch_add(n, Ordering::Relaxed);
    }

    pub(crate) fn wert(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    pub(crate) fn neu(&self) {
        self.0.store(0, Ordering::Relaxed);
    }
}

/// Everything that is counted in one run against one server.
#[derive(Default)]
pub(crate) struct Mass {
    /// From the call to the first word of the server.
    pub(crate) verbinden: Zeiten,
    /// From the first word to the first room.
    pub(crate) anmelden: Zeiten,
    /// From a command to its answer.
    pub(crate) befehl: Zeiten,
    /// From a move at a table to what the table says to it.
    pub(crate) zug: Zeiten,
    pub(crate) verloren: Zahl,
    pub(crate) falsch: Zahl,
    /// Lines that ended although nobody wanted it.
    pub(crate) gerissen: Zahl,
    /// Games or sittings that came to their end.
    pub(crate) spiele: Zahl,
    /// Clients that have come to where they are to be.
    pub(crate) bereit: Zahl,
    /// The first reason of a client that gave up.
    klage: Mutex<Option<String>>,
}

impl Mass {
    /// Begins to measure: what was noted on the way here does not count.
    pub(crate) fn neu(&self) {
        self.befehl.neu();
        self.zug.neu();
        self.spiele.neu();
    }

    pub(crate) fn klage(&self, was: &dyn std::fmt::Display) {
        let mut klage = self.klage.lock().unwrap_or_else(PoisonError::into_inner);
        klage.get_or_insert_with(|| was.to_string());
    }

    pub(crate) fn erste_klage(&self) -> Option<String> {
        self.klage.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Answers that did not come, came wrong, or lines that broke.
    pub(crate) fn faults(&self) -> u64 {
        self.verloren.wert() + self.falsch.wert() + self.gerissen.wert()
    }
}
