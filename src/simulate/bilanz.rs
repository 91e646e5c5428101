//! Counts over many games what each seat made, and how much more one level makes than another in the same games.

use std::collections::BTreeMap;
use std::time::Duration;

use super::bericht::{Abstand, Sitz};
use super::sitze::Spieler;

/// What is counted over all games. Games of one deal with the seats gone round count as one value, because they are
/// not independent.
pub(super) struct Bilanz {
    plaetze: Vec<PlatzBilanz>,
    paare: Vec<Paar>,
    deal: u32,
}

/// What is known of one decision.
pub(super) struct Entscheidung {
    pub(super) art: &'static str,
    /// How long it took, where it was timed.
    pub(super) time: Option<Duration>,
    pub(super) blunder: Option<bool>,
    pub(super) bluff: Option<bool>,
}

struct PlatzBilanz {
    wer: Spieler,
    result: Reihe,
    offen: Reihe,
    hits: u64,
    announcements: u64,
    blunders: Option<u64>,
    raises: u64,
    bluffs: u64,
    times: BTreeMap<&'static str, Vec<Duration>>,
}

/// Two that are compared; the stronger first.
struct Paar {
    more: Spieler,
    less: Spieler,
    diff: Reihe,
    offen: Reihe,
    paired: bool,
}

impl Paar {
    fn new(more: Spieler, less: Spieler, paired: bool) -> Self {
        Self { more, less, diff: Reihe::default(), offen: Reihe::default(), paired }
    }
}

impl Bilanz {
    pub(super) fn new(spieler: &[Spieler], against: Option<Spieler>) -> Self {
        let plaetze = spieler.iter().map(|s| PlatzBilanz::new(*s)).collect();
        let mut kinds: Vec<Spieler> = Vec::new();
        for s in spieler {
            if !kinds.contains(s) {
                kinds.push(*s);
            }
        }
        kinds.sort_by_key(|s| s.rank());
        let mut paare = Vec::new();
        for (i, less) in kinds.iter().enumerate() {
            for more in &kinds[i + 1..] {
                paare.push(Paar::new(*more, *less, false));
            }
        }
        paare.extend(against.map(|other| Paar::new(spieler[0], other, true)));
        Self { plaetze, paare, deal: 0 }
    }

    /// One decision of this place of the list.
    pub(super) fn decision(&mut self, nr: usize, e: &Entscheidung) {
        let p = &mut self.plaetze[nr];
        if let Some(time) = e.time {
            p.times.entry(e.art).or_default().push(time);
        }
        if let Some(blunder) = e.blunder {
            *p.blunders.get_or_insert(0) += u64::from(blunder);
        }
        if let Some(bluff) = e.bluff {
            p.raises += 1;
            p.bluffs += u64::from(bluff);
        }
    }

    /// Whether this place of the list hit its announcement.
    pub(super) fn exact(&mut self, nr: usize, hit: bool) {
        self.plaetze[nr].announcements += 1;
        self.plaetze[nr].hits += u64::from(hit);
    }

    /// One game's results, in the order of the list; `otherwise`: what another made in the first one's place.
    pub(super) fn end(&mut self, deal: u32, result: &[i64], otherwise: Option<i64>) {
        if deal != self.deal {
            self.close();
            self.deal = deal;
        }
        for paar in &mut self.paare {
            let mean = |wer| {
                let mut reihe = Reihe::default();
                let same = self.plaetze.iter().zip(result).filter(|(p, _)| p.wer == wer);
                same.for_each(|(_, n)| reihe.add(*n));
                reihe.mean()
            };
            match (paar.paired, otherwise) {
                (true, Some(other)) => paar.offen.add(result[0] - other),
                (true, None) => {}
                (false, _) => paar.offen.add_real(mean(paar.more) - mean(paar.less)),
            }
        }
        for (platz, n) in self.plaetze.iter_mut().zip(result) {
            platz.offen.add(*n);
        }
    }

    /// Ends a deal's games.
    pub(super) fn close(&mut self) {
        let places = self.plaetze.iter_mut().map(|p| (&mut p.offen, &mut p.result));
        for (offen, sum) in places.chain(self.paare.iter_mut().map(|p| (&mut p.offen, &mut p.diff)))
        {
            if offen.n > 0.0 {
                sum.add_real(offen.mean());
            }
            *offen = Reihe::default();
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
            paired: p.paired,
        };
        self.paare.iter().map(abstand).collect()
    }
}

impl PlatzBilanz {
    fn new(wer: Spieler) -> Self {
        Self {
            wer,
            result: Reihe::default(),
            offen: Reihe::default(),
            hits: 0,
            announcements: 0,
            blunders: None,
            raises: 0,
            bluffs: 0,
            times: BTreeMap::new(),
        }
    }

    fn sitz(&mut self) -> Sitz {
        let mut all: Vec<Duration> = self.times.values().flatten().copied().collect();
        let kinds = self.times.iter_mut().map(|(art, times)| (*art, percentiles(times)));
        let kinds: Vec<_> = kinds.collect();
        Sitz {
            wer: self.wer,
            mean: self.result.mean(),
            ci95: self.result.ci95(),
            exact: share(self.hits, self.announcements),
            cpu_us: percentiles(&mut all),
            cpu_us_je_art: if kinds.len() > 1 { kinds } else { Vec::new() },
            blunders: self.blunders,
            bluffs: share(self.bluffs, self.raises),
        }
    }
}

fn share(part: u64, whole: u64) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "a share of counts far below 2^52")]
    let share = (whole > 0).then(|| part as f64 / whole as f64);
    share
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
