//! How a friend of the house bets, whatever the cards are: from the chance to win, what the others' acts stand for, and
//! the price. Knows no cards. What it says by a size is nothing: sizes are drawn apart from the hand.

use rand::RngExt;
use rand::rngs::ChaCha12Rng;

use super::{Moeglich, Wette, Wetten};
use crate::spiele::{Platz, Wesen};

/// How often a hand that is worth a raise raises, in percent: the rest lies in wait.
const RAISES: u32 = 85;
/// Raises of one round after which nobody of the house raises any more, so that every round ends.
const RAISES_MOST: u32 = 6;
/// Raises after which only near certain hands go on.
const RAISES_CALM: u32 = 2;
/// How often a bluff is tried that pays, one that pays where the choice is to bet or to fold, and one that does not
/// pay: each for a friend who bluffs whenever he can.
const BLUFF: f64 = 0.36;
const BLUFF_OR_FOLD: f64 = 0.4;
const BLUFF_ANYHOW: f64 = 0.04;
/// Most a bluff is ever tried.
const BLUFF_MOST: f64 = 0.6;

/// What a friend bets on.
pub struct Wettlage<'a> {
    pub wetten: &'a Wetten,
    pub ich: Platz,
    pub moeglich: Moeglich,
    /// Money in the pot from earlier deals.
    pub liegt: i64,
    /// Chance to win the pot against those who are still in.
    pub chance: f64,
    /// The same against those who would follow a raise.
    pub chance_gefolgt: f64,
    pub wesen: &'a Wesen,
}

/// Everybody else who is still in.
pub fn andere(wetten: &Wetten, ich: Platz) -> impl Iterator<Item = Platz> {
    wetten.dabei().iter().filter(move |p| *p != ich)
}

/// Chance that a hand better than the share `q` of all hands beats everybody who is still in, as their acts tell.
pub fn chance(wetten: &Wetten, ich: Platz, q: f64) -> f64 {
    andere(wetten, ich).map(|p| beats(q, wetten.ruf(p).breite())).product()
}

/// The same if all of them follow one more raise.
pub fn chance_gefolgt(wetten: &Wetten, ich: Platz, q: f64) -> f64 {
    let narrowed = |p: Platz| wetten.ruf(p).breite() * (1.0 - wetten.ruf(p).weicht());
    andere(wetten, ich).map(|p| beats(q, narrowed(p).max(0.05))).product()
}

fn beats(q: f64, breite: f64) -> f64 {
    ((q - (1.0 - breite)) / breite).clamp(0.01, 1.0)
}

/// The action. Never folds where nothing is to be paid, and never as the last one left.
pub fn wette(l: &Wettlage<'_>, rng: &mut ChaCha12Rng) -> Wette {
    let m = l.moeglich;
    if l.wetten.dabei().len() < 2 {
        return alone(m);
    }
    if let Some(range) = m.setze {
        let (value, bluff) = (l.is_worth_it(), l.bluffs(range, rng));
        let opens = (value && rng.random_range(0..100) < RAISES) || bluff;
        if opens || (!m.weiter && l.pays(range.0)) {
            return Wette::Setze(l.size(range, rng));
        }
    }
    if m.weiter {
        return Wette::Weiter;
    }
    if let Some(range) = m.erhoehe.filter(|_| l.wetten.raises() < RAISES_MOST) {
        let (value, bluff) = (l.is_worth_it(), l.bluffs(range, rng));
        if (value && rng.random_range(0..100) < RAISES) || bluff {
            return Wette::Erhoehe(l.size(range, rng));
        }
    }
    match m.mit {
        Some(cost) if cost == 0 || l.pays(cost) => Wette::Mit,
        _ => Wette::Aus,
    }
}

/// The action without any thought: stays where it costs nothing, pays what the plain chance `q` to beat one other hand
/// is worth, and raises nothing. Never folds for free, never as the last one left.
pub fn ohne_denken(wetten: &Wetten, ich: Platz, m: Moeglich, q: f64) -> Wette {
    if wetten.dabei().len() < 2 {
        return alone(m);
    }
    let chance: f64 = andere(wetten, ich).map(|_| q).product();
    let worth = |cost: i64| chance > ratio(cost, wetten.mitte() + cost);
    match (m.weiter, m.mit, m.setze) {
        (true, _, _) => Wette::Weiter,
        (_, Some(cost), _) if cost == 0 || worth(cost) => Wette::Mit,
        (_, _, Some((least, _))) if worth(least) => Wette::Setze(least),
        _ => Wette::Aus,
    }
}

/// The last one left takes the pot for the least there is.
fn alone(m: Moeglich) -> Wette {
    match (m.weiter, m.setze, m.mit) {
        (true, _, _) => Wette::Weiter,
        (_, Some((least, _)), _) => Wette::Setze(least),
        (_, _, Some(_)) => Wette::Mit,
        _ => Wette::Aus,
    }
}

impl Wettlage<'_> {
    /// From -1 (stakes all) to 1 (holds back).
    fn tight(&self) -> f64 {
        (50.0 - f64::from(self.wesen.risiko)) / 50.0
    }

    fn others(&self) -> f64 {
        let n = andere(self.wetten, self.ich).count();
        f64::from(u32::try_from(n).unwrap_or(1))
    }

    /// A raise earns more than it costs against those who follow.
    fn is_worth_it(&self) -> bool {
        let fair = 1.0 / (1.0 + self.others());
        let calm = if self.wetten.raises() >= RAISES_CALM { 0.25 } else { 0.0 };
        self.chance_gefolgt > fair * (1.1 + self.tight() * 0.2) + calm
    }

    /// Whether to pay this much for the chance at hand.
    fn pays(&self, cost: i64) -> bool {
        let topf = self.topf_for(cost);
        self.chance > ratio(cost, topf + cost) * (1.0 + self.tight() / 4.0)
    }

    /// What can be won by paying this much: no more from each than has been matched.
    fn topf_for(&self, cost: i64) -> i64 {
        let beitrag = self.wetten.beitrag();
        let mine = beitrag[self.ich.i()] + cost;
        let all: i64 = beitrag.iter().map(|b| (*b).min(mine)).sum();
        all + self.liegt
    }

    /// A bluff now and then; more often where folding is likely enough to pay for it.
    fn bluffs(&self, range: (i64, i64), rng: &mut ChaCha12Rng) -> bool {
        if self.wetten.raises() > 1 {
            return false;
        }
        // Where nobody may check, whoever does not bet has to fold: then a bluff costs nothing that is not lost anyhow.
        let bet_or_fold = self.moeglich.setze.is_some() && !self.moeglich.weiter;
        let (often, shown) = if bet_or_fold { (BLUFF_OR_FOLD, 0.5) } else { (BLUFF, 1.0) };
        let fold: f64 = andere(self.wetten, self.ich).map(|p| self.folds(p, shown)).product();
        let price = range.1 - self.wetten.gesetzt()[self.ich.i()];
        let pays = fold * amount(self.wetten.mitte() + self.liegt) > (1.0 - fold) * amount(price);
        let rate = f64::from(self.wesen.bluff) / 100.0;
        let rate = if pays { (rate * often).min(BLUFF_MOST) } else { rate * BLUFF_ANYHOW };
        rng.random_bool(rate)
    }

    /// How likely this seat folds to a raise; who has all in cannot. `shown`: how much the strength that it has shown
    /// in this deal speaks against it, from 0 to 1.
    fn folds(&self, p: Platz, shown: f64) -> f64 {
        if self.wetten.stapel()[p.i()] == 0 {
            return 0.0;
        }
        self.wetten.ruf(p).weicht() * self.wetten.ruf(p).breite().powf(shown)
    }

    /// Drawn apart from the hand, so that the amount tells nothing.
    fn size(&self, (von, bis): (i64, i64), rng: &mut ChaCha12Rng) -> i64 {
        let most = von + (bis - von) * (50 + i64::from(self.wesen.risiko)).min(100) / 100;
        let most = most.clamp(von, bis);
        if rng.random_bool(0.6) { most } else { rng.random_range(von..=most) }
    }
}

fn amount(n: i64) -> f64 {
    i32::try_from(n).map_or(f64::from(i32::MAX), f64::from)
}

fn ratio(part: i64, whole: i64) -> f64 {
    amount(part) / amount(whole.max(1))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::spiele::Plaetze;
    use crate::spiele::wetten::{Erhoehung, Letzter, Schieben, Wettordnung, Zaehlung, ZuWenig};

    const ORDNUNG: Wettordnung = Wettordnung {
        eroeffnung: (1, 4),
        erhoehung: Erhoehung::Um(1, 4),
        schieben: Schieben::Frei,
        erhoehungen_max: 0,
        gezaehlt: Zaehlung::Runde,
        zu_wenig: ZuWenig::Nebentopf,
        letzter: Letzter::Gewinnt,
    };

    fn table(steine: [i64; 3], acts: &[(u8, Wette)]) -> Wetten {
        let mut w = Wetten::new(steine.to_vec(), ORDNUNG);
        let all: Plaetze = (0..3).map(Platz).collect();
        w.begin_deal(all);
        all.iter().for_each(|p| {
            w.ante(p, 1);
        });
        w.begin_round(ORDNUNG, Platz(0));
        acts.iter().for_each(|(p, a)| {
            w.play(Platz(*p), *a).unwrap();
        });
        w
    }

    /// What two hundred friends do who are alike in all but their chance.
    fn acts(w: &Wetten, chance: f64) -> Vec<Wette> {
        let ich = w.dran().unwrap();
        let mut rng = ChaCha12Rng::seed_from_u64(1);
        let lage = Wettlage {
            wetten: w,
            ich,
            moeglich: w.moeglich(ich),
            liegt: 0,
            chance,
            chance_gefolgt: chance,
            wesen: &Wesen::EVEN,
        };
        (0..400).map(|_| wette(&lage, &mut rng)).collect()
    }

    fn kinds(all: &[Wette]) -> usize {
        let mut kinds: Vec<_> = all.iter().map(std::mem::discriminant).collect();
        let mut seen = Vec::new();
        kinds.retain(|k| {
            !seen.contains(k) && {
                seen.push(*k);
                true
            }
        });
        kinds.len()
    }

    #[test]
    fn one_hand_is_not_always_bet_alike() {
        let open = table([100; 3], &[]);
        let asked = table([100; 3], &[(0, Wette::Setze(4))]);
        for chance in [0.05, 0.4, 0.9] {
            assert!(kinds(&acts(&open, chance)) > 1, "{chance}");
            assert!(kinds(&acts(&asked, chance)) > 1, "{chance}");
        }
    }

    #[test]
    fn nothing_is_folded_where_staying_costs_nothing() {
        assert!(!acts(&table([100; 3], &[]), 0.01).contains(&Wette::Aus));
    }

    /// Strong and weak hands draw their amounts from one and the same urn.
    #[test]
    fn a_size_tells_nothing_of_the_hand() {
        let open = table([100; 3], &[]);
        let mean = |chance| {
            let sizes: Vec<i64> = acts(&open, chance)
                .iter()
                .filter_map(|a| if let Wette::Setze(n) = a { Some(*n) } else { None })
                .collect();
            amount(sizes.iter().sum()) / amount(i64::try_from(sizes.len()).unwrap())
        };
        assert!((mean(0.95) - mean(0.01)).abs() < 0.6, "{} {}", mean(0.95), mean(0.01));
    }

    /// With two chips left only as much can be won from each of the others, however much lies there.
    #[test]
    fn a_short_stack_counts_only_the_pot_it_can_win() {
        let w = table([100, 100, 3], &[(0, Wette::Setze(4)), (1, Wette::Erhoehe(8))]);
        let lage = Wettlage {
            wetten: &w,
            ich: Platz(2),
            moeglich: w.moeglich(Platz(2)),
            liegt: 0,
            chance: 0.0,
            chance_gefolgt: 0.0,
            wesen: &Wesen::EVEN,
        };
        assert_eq!(lage.moeglich.mit, Some(2));
        // One ante of its own, and three from each of the others.
        assert_eq!(lage.topf_for(2), 7);
    }
}
