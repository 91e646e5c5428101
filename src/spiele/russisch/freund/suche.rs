//! How a move is chosen: by a manner alone, or by playing every move out in many worlds. Budgets are counts, so the
//! same seed gives the same move on every machine.

use rand::RngExt;
use rand::rngs::ChaCha12Rng;

use super::super::karten::Wurf;
use super::super::regeln::{View, Zug};
use super::ausspielen::{HOCH, JOKER, Manier, Runde, worth};
use super::lesen::{Wissen, number, spiele};
use super::welten::Welten;
use super::{MASSSTAEBE, regel};
use crate::spiele::{Platz, Wesen};

/// Worlds for a card and for an announcement.
const WORLDS_CARD: usize = 64;
const WORLDS_ANSAGE: usize = 128;
/// Announcements looked at, those nearest to the hand's worth.
const ANSAGEN: usize = 4;
/// The rule's move is taken if nothing is better by more than this: what hardly differs should look like good sense.
const NEAR: f64 = 0.3;
/// Announcements this near to the best are open to a friend's leaning.
const LEANING: f64 = 0.5;
/// How often `leicht` plays any card, and how often he is off by one in his announcement, in percent.
const WANDERS: u32 = 15;
const MISJUDGES: u32 = 50;

/// The move of one manner.
pub(super) fn by(manier: Manier, view: &View, rng: &mut ChaCha12Rng) -> Zug {
    if manier == Manier::Regel {
        return regel::zug(view);
    }
    let runde = Wissen::new(view).runde;
    match Wissen::is_announcing(view) {
        true => ansage(runde.ansage(manier, rng)),
        false => spiele(runde.card(manier, rng)),
    }
}

/// The rule of thumb with a wandering mind, but never a move that everybody at the table would shake his head at.
pub(super) fn wandering(view: &View, rng: &mut ChaCha12Rng) -> Zug {
    if Wissen::is_announcing(view) {
        let manier =
            if rng.random_range(0..100) < MISJUDGES { Manier::Zerstreut } else { Manier::Regel };
        return by(manier, view, rng);
    }
    if rng.random_range(0..100) < WANDERS {
        let zug = by(Manier::Zufall, view, rng);
        if let Zug::Spiele(wurf) = zug
            && !regel::is_blunder(view, wurf)
        {
            return zug;
        }
    }
    regel::zug(view)
}

fn ansage(n: i8) -> Zug {
    Zug::Ansage(u8::try_from(n).unwrap_or(0))
}

/// The move that makes most over many worlds.
pub(super) fn searched(view: &View, wesen: &Wesen, rng: &mut ChaCha12Rng) -> Zug {
    let wissen = Wissen::new(view);
    let mut welten = Welten::new(&wissen);
    let mut suche = Suche {
        runde: wissen.runde,
        ich: wissen.ich,
        spite: f64::from(wesen.bosheit) / 100.0,
        hands: &mut |rng| welten.deal(rng),
        manieren: &mut |_| [Manier::Regel; 4],
        rng,
    };
    match Wissen::is_announcing(view) {
        true => suche.announce(wesen),
        false => suche.play(view),
    }
}

/// The same with all hands open and a different kind of table in each world, because one exact plan against the wrong
/// opponents is worse than none.
pub(super) fn all_knowing(views: &[View], platz: Platz, rng: &mut ChaCha12Rng) -> Zug {
    let view = &views[platz.i()];
    let wissen = Wissen::new(view);
    let hands: [u32; 4] = std::array::from_fn(|i| views[i].blatt.bits());
    let mut manieren = |rng: &mut ChaCha12Rng| {
        let mut all = [Manier::Regel; 4];
        for (i, m) in all.iter_mut().enumerate() {
            let drawn = MASSSTAEBE[rng.random_range(0..3)].1;
            *m = if i == platz.i() { Manier::Regel } else { drawn };
        }
        all
    };
    let mut suche = Suche {
        runde: wissen.runde,
        ich: wissen.ich,
        spite: 0.0,
        hands: &mut |_| hands,
        manieren: &mut manieren,
        rng,
    };
    match Wissen::is_announcing(view) {
        true => suche.announce(&Wesen::EVEN),
        false => suche.play(view),
    }
}

struct Suche<'a> {
    runde: Runde,
    ich: usize,
    /// Weight of the others' points.
    spite: f64,
    hands: &'a mut dyn FnMut(&mut ChaCha12Rng) -> [u32; 4],
    manieren: &'a mut dyn FnMut(&mut ChaCha12Rng) -> [Manier; 4],
    rng: &'a mut ChaCha12Rng,
}

impl Suche<'_> {
    /// The mean of each move's outcomes over the same worlds.
    fn means<const N: usize>(
        &mut self,
        moves: &[i8],
        worlds: usize,
        lay: fn(&mut Runde, i8),
    ) -> [f64; N] {
        let mut sums = [0.0; N];
        for _ in 0..worlds {
            let mut world = self.runde;
            world.hands = (self.hands)(self.rng);
            let manieren = (self.manieren)(self.rng);
            for (sum, m) in sums.iter_mut().zip(moves) {
                let mut end = world;
                lay(&mut end, *m);
                end.finish(manieren, self.rng);
                *sum += self.value(&end);
            }
        }
        let worlds = f64::from(u32::try_from(worlds).unwrap_or(1));
        sums.map(|s| s / worlds)
    }

    fn value(&self, end: &Runde) -> f64 {
        let points = end.points().map(|p| f64::from(i32::try_from(p).unwrap_or(0)));
        let own = points[self.ich];
        let others = points.iter().sum::<f64>() - own;
        own - self.spite * others / 3.0
    }

    fn play(&mut self, view: &View) -> Zug {
        let (ways, n) = ways(self.runde.legal());
        let ways = &ways[..n];
        let Zug::Spiele(rule) = regel::zug(view) else { return regel::zug(view) };
        if n == 1 {
            return Zug::Spiele(rule);
        }
        let means: [f64; 9] = self.means(ways, WORLDS_CARD, |r, card| r.lay(card.unsigned_abs()));
        let rule_at = ways.iter().position(|c| c.unsigned_abs() == number(rule)).unwrap_or(0);
        let best = best_of(&means[..n]);
        if means[best] <= means[rule_at] + NEAR {
            return Zug::Spiele(rule);
        }
        self.sensible(view, &means[..n], ways).unwrap_or(Zug::Spiele(rule))
    }

    /// The best move that is no plain blunder.
    fn sensible(&self, view: &View, means: &[f64], ways: &[i8]) -> Option<Zug> {
        let mut order: Vec<usize> = (0..ways.len()).collect();
        order.sort_by(|a, b| means[*b].total_cmp(&means[*a]));
        let moves = order.into_iter().map(|i| spiele(ways[i].unsigned_abs()));
        moves.into_iter().find(|zug| {
            let wurf: Option<Wurf> = if let Zug::Spiele(w) = zug { Some(*w) } else { None };
            wurf.is_some_and(|w| !regel::is_blunder(view, w))
        })
    }

    fn announce(&mut self, wesen: &Wesen) -> Zug {
        let hand = self.runde.hands[self.ich];
        let karten = self.runde.karten;
        let worth = worth(hand, karten);
        let forbidden = self.runde.forbidden();
        let mut all: Vec<i8> =
            (0..=i8::try_from(karten).unwrap_or(0)).filter(|n| Some(*n) != forbidden).collect();
        all.sort_by_key(|n| (i32::from(*n) * 10_000 - worth).abs());
        all.truncate(ANSAGEN);
        let means: [f64; ANSAGEN] = self.means(&all, WORLDS_ANSAGE, |r, n| r.announce(n));
        let means = &means[..all.len()];
        let best = best_of(means);
        // The first of all is what the rule would say.
        let plain = if means[best] <= means[0] + NEAR { all[0] } else { all[best] };
        let near = all.iter().zip(means).filter(|(_, m)| **m >= means[best] - LEANING);
        let near = near.map(|(n, _)| *n);
        ansage(
            match wesen.ansage {
                ..=33 => near.min(),
                34..=66 => Some(plain),
                67.. => near.max(),
            }
            .unwrap_or(plain),
        )
    }
}

fn best_of(means: &[f64]) -> usize {
    let best = (0..means.len()).max_by(|a, b| means[*a].total_cmp(&means[*b]));
    best.unwrap_or(0)
}

/// Every way to lay one of these cards.
fn ways(legal: u32) -> ([i8; 9], usize) {
    let (mut out, mut n) = ([0; 9], 0);
    let cards = (0..32u8).filter(|b| legal >> b & 1 == 1);
    let joker = (legal & JOKER != 0).then_some(HOCH);
    for card in cards.chain(joker) {
        out[n] = i8::try_from(card).unwrap_or(0);
        n += 1;
    }
    (out, n)
}
