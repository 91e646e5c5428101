//! Counts over many games what each seat made, and how much more one level makes than another in the same games.

use std::time::Duration;

use super::bericht::{Abstand, Sitz};
use crate::spiele::{Platz, Stufe};

/// What is counted over all games.
pub(super) struct Bilanz {
    plaetze: Vec<PlatzBilanz>,
    paare: Vec<Paar>,
}

struct PlatzBilanz {
    stufe: Stufe,
    result: Reihe,
    hits: u64,
    announcements: u64,
    blunders: Option<u64>,
    times: Vec<Duration>,
}

/// Two levels that sit at the same table; the stronger first.
struct Paar {
    more: Stufe,
    less: Stufe,
    diff: Reihe,
}

impl Bilanz {
    pub(super) fn new(stufen: &[Stufe]) -> Self {
        let plaetze = stufen.iter().map(|s| PlatzBilanz::new(*s)).collect();
        let mut levels = stufen.to_vec();
        levels.sort_unstable();
        levels.dedup();
        let mut paare = Vec::new();
        for (i, less) in levels.iter().enumerate() {
            for more in &levels[i + 1..] {
                paare.push(Paar { more: *more, less: *less, diff: Reihe::default() });
            }
        }
        Self { plaetze, paare }
    }

    /// One decision: how long it took, where it was timed, and whether it was a plain blunder.
    pub(super) fn decision(&mut self, platz: Platz, time: Option<Duration>, blunder: Option<bool>) {
        let p = &mut self.plaetze[platz.i()];
        p.times.extend(time);
        if let Some(blunder) = blunder {
            *p.blunders.get_or_insert(0) += u64::from(blunder);
        }
    }

    /// Whether each seat hit its announcement.
    pub(super) fn exact(&mut self, hits: &[bool]) {
        for (platz, hit) in self.plaetze.iter_mut().zip(hits) {
            platz.announcements += 1;
            platz.hits += u64::from(*hit);
        }
    }

    /// One game's result of each seat.
    pub(super) fn end(&mut self, result: &[i64]) {
        for paar in &mut self.paare {
            let mean = |stufe| {
                let mut reihe = Reihe::default();
                let same = self.plaetze.iter().zip(result).filter(|(p, _)| p.stufe == stufe);
                same.for_each(|(_, n)| reihe.add(*n));
                reihe.mean()
            };
            paar.diff.add_real(mean(paar.more) - mean(paar.less));
        }
        for (platz, n) in self.plaetze.iter_mut().zip(result) {
            platz.result.add(*n);
        }
    }

    pub(super) fn seats(&mut self) -> Vec<Sitz> {
        self.plaetze.iter_mut().map(PlatzBilanz::sitz).collect()
    }

    pub(super) fn diffs(&self) -> Vec<Abstand> {
        let abstand = |p: &Paar| Abstand {
            more: p.more,
            less: p.less,
            mean: p.diff.mean(),
            ci95: p.diff.ci95(),
        };
        self.paare.iter().map(abstand).collect()
    }
}

impl PlatzBilanz {
    fn new(stufe: Stufe) -> Self {
        Self {
            stufe,
            result: Reihe::default(),
            hits: 0,
            announcements: 0,
            blunders: None,
            times: Vec::new(),
        }
    }

    fn sitz(&mut self) -> Sitz {
        #[expect(clippy::cast_precision_loss, reason = "a share of counts far below 2^52")]
        let exact = (self.announcements > 0).then(|| self.hits as f64 / self.announcements as f64);
        Sitz {
            stufe: self.stufe,
            mean: self.result.mean(),
            ci95: self.result.ci95(),
            exact,
            cpu_us: percentiles(&mut self.times),
            blunders: self.blunders,
        }
    }
}

/// Mean and spread of a series, by Welford's recurrence.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Reihe {
    n: f64,
    mean: f64,
    squares: f64,
}

impl Reihe {
    fn add(&mut self, n: i64) {
        #[expect(clippy::cast_precision_loss, reason = "amounts are far below 2^52")]
        self.add_real(n as f64);
    }

    fn add_real(&mut self, x: f64) {
        self.n += 1.0;
        let delta = x - self.mean;
        self.mean += delta / self.n;
        self.squares += delta * (x - self.mean);
    }

    fn mean(&self) -> f64 {
        self.mean
    }

    /// Half of the 95 % interval of the mean; 0 below two values.
    fn ci95(&self) -> f64 {
        if self.n < 2.0 {
            return 0.0;
        }
        1.96 * (self.squares / (self.n - 1.0) / self.n).sqrt()
    }
}

/// Median and 99th percentile in microseconds; 0 where nothing was measured.
fn percentiles(times: &mut [Duration]) -> (f64, f64) {
    times.sort_unstable();
    let at = |promille: usize| {
        let index = times.len().saturating_sub(1) * promille / 1000;
        times.get(index).map_or(0.0, |t| t.as_secs_f64() * 1e6)
    };
    (at(500), at(990))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_interval_of_a_known_series() {
        let mut reihe = Reihe::default();
        for x in [2, 4, 4, 4, 5, 5, 7, 9] {
            reihe.add(x);
        }
        assert!((reihe.mean() - 5.0).abs() < 1e-12);
        // Sample variance 32 / 7, so the mean's error is sqrt(32 / 7 / 8).
        assert!((reihe.ci95() - 1.96 * (32.0f64 / 56.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn percentiles_of_a_hundred_times() {
        let mut times: Vec<_> = (0..=100).rev().map(Duration::from_micros).collect();
        let (p50, p99) = percentiles(&mut times);
        assert!((p50 - 50.0).abs() < 1e-9 && (p99 - 99.0).abs() < 1e-9);
        assert_eq!(percentiles(&mut []), (0.0, 0.0));
    }
}
