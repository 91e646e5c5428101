//! The house's players at Miwin's table: strength as a percentile of finished hands, samples of what the others hide
//! within what their acts stand for, and betting as [`crate::spiele::wetten::denken`] has it. Sees a view and nothing
//! else.

use rand::RngExt;
use rand::rngs::ChaCha12Rng;
use rand::seq::SliceRandom;

use super::figuren::{Figuren, Muster, Wertung};
use super::karten::{Gelegt, Karte};
use super::regeln::{HAND, Miwin, best_new, winners};
use super::sicht::{Phase, View};
use super::zug::{Event, Zug};
use crate::spiele::wetten::Wette;
use crate::spiele::wetten::denken::{self, Wettlage};
use crate::spiele::wetten::skript::{self, SKRIPTE};
use crate::spiele::{Freund, Moment, Platz, Spiel, Stufe, Wesen};

/// What a level can do.
struct Koennen {
    /// Samples of hidden cards for one bet.
    proben: usize,
    /// Draws tried for each set of cards that may go.
    ziehen: usize,
    /// A chance is misjudged by up to this much.
    irrtum: f64,
    /// Whether the others' acts are read.
    liest: bool,
}

fn koennen(stufe: Stufe) -> Koennen {
    match stufe {
        Stufe::Leicht => Koennen { proben: 8, ziehen: 2, irrtum: 0.2, liest: false },
        Stufe::Mittel => Koennen { proben: 16, ziehen: 6, irrtum: 0.08, liest: true },
        Stufe::Stark => Koennen { proben: 24, ziehen: 8, irrtum: 0.0, liest: true },
    }
}

/// Most draws tried to guess before the exchange what a hand will be worth.
const BET_DRAWS: usize = 4;
/// How often a hand is dealt anew that is too weak for what its seat has shown.
const TRIES: usize = 12;

/// A shown hand that beats fewer than this share of all had no business to bet.
const BLUFF_BELOW: f64 = 0.35;

impl Freund for Miwin {
    const STUFEN: &'static [Stufe] = &[Stufe::Leicht, Stufe::Mittel, Stufe::Stark];
    const GEGNER: &'static [&'static str] = SKRIPTE;

    fn decide(view: &View, wesen: &Wesen, rng: &mut ChaCha12Rng) -> Zug {
        let kann = koennen(wesen.stufe);
        let zug = match view.phase {
            Phase::Bieten => Some(bet(view, wesen, &kann, rng)),
            Phase::Tauschen => Some(exchange(view, kann.ziehen, rng)),
            Phase::Aufdecken => lay_open(view, rng),
            Phase::Letzter => Some(exchange_open(view, rng)),
            Phase::Lage => best_for_now(view),
            Phase::Pause => None,
        };
        zug.unwrap_or_else(|| Self::mildest(view))
    }

    fn ohne_denken(view: &View) -> Zug {
        let Some(ich) = view.du().filter(|_| view.phase == Phase::Bieten) else {
            return Self::mildest(view);
        };
        let q = percentile(&own_best(view));
        as_zug(denken::ohne_denken(&view.wetten, ich, view.moeglich(), q))
    }

    fn moment(event: &Event, view: &View) -> Option<Moment> {
        match event {
            Event::Geboten { platz, wette: Wette::Aus, .. } => Some(Moment::SteigtAus(*platz)),
            Event::Geboten { platz, wette: Wette::Erhoehe(_), .. } if view.wetten.raises() > 1 => {
                Some(Moment::Wagt(*platz))
            }
            Event::Zeigt { platz, blatt } => {
                let promised = view.wetten.ruf(*platz).greift_an();
                let poor = percentile(&blatt.wertung) < BLUFF_BELOW;
                (promised && poor).then_some(Moment::Blufft(*platz))
            }
            Event::Topf(topf) => match topf.gezahlt[..] {
                [(sieger, _)] => Some(Moment::Holt(sieger)),
                _ => None,
            },
            _ => None,
        }
    }

    fn gegner(name: &str, view: &View, rng: &mut ChaCha12Rng) -> Zug {
        if view.phase != Phase::Bieten {
            return Self::decide(view, &Wesen::EVEN, rng);
        }
        let q = strength(view, 2, rng);
        as_zug(skript::wette(name, q, view.moeglich(), rng))
    }

    fn entscheidung(view: &View) -> &'static str {
        match view.phase {
            Phase::Bieten => "gebot",
            Phase::Tauschen => "tausch",
            _ => "karten",
        }
    }

    fn blunder(view: &View, zug: &Zug) -> Option<bool> {
        let free = view.moeglich().weiter || view.wetten.dabei().len() < 2;
        Some(*zug == Zug::Aus && free)
    }

    fn bluff(view: &View, zug: &Zug) -> Option<bool> {
        let last = view.sitze.iter().any(|s| s.offen.len() == HAND);
        let raises = matches!(zug, Zug::Setze(_) | Zug::Erhoehe(_));
        (last && raises).then(|| percentile(&own_best(view)) < 0.5)
    }
}

fn as_zug(wette: Wette) -> Zug {
    match wette {
        Wette::Weiter => Zug::Weiter,
        Wette::Setze(n) => Zug::Setze(n),
        Wette::Mit => Zug::Mit,
        Wette::Erhoehe(n) => Zug::Erhoehe(n),
        Wette::Aus => Zug::Aus,
    }
}

/// Share of finished hands below each pattern, and the width of the pattern, measured over hands exchanged in
/// this way and laid at their best.
fn base(muster: Option<Muster>) -> (f64, f64) {
    match muster {
        None => (0.0, 0.002),
        Some(Muster::Paar) => (0.002, 0.035),
        Some(Muster::Zweipaare) => (0.037, 0.146),
        Some(Muster::Drilling) => (0.183, 0.168),
        Some(Muster::Strasse) => (0.351, 0.184),
        Some(Muster::Fullhouse) => (0.535, 0.33),
        Some(Muster::Flush) => (0.86, 0.006),
        Some(Muster::Poker) => (0.866, 0.126),
        Some(Muster::Strassenflush | Muster::DoppelStrasse) => (0.985, 0.007),
        Some(Muster::Royal | Muster::FuenfDoppel | Muster::DoppelFolge) => (0.99, 0.009),
        Some(Muster::Fuenfling | Muster::FuenflingFolge) => (0.992, 0.008),
    }
}

/// Share of finished hands that this one beats, from 0 to 1.
fn percentile(w: &Wertung) -> f64 {
    let (from, width) = base(w.muster());
    from + width * f64::from(w.leading().min(9)) / 10.0
}

/// The best that the own hand can still become as it stands.
fn own_best(view: &View) -> Wertung {
    let hidden: Vec<Karte> = view.verdeckte().map(|(_, k)| k).collect();
    view.regeln.figuren.beste_lage(view.offene(), &hidden).0
}

/// Cards that this seat has not seen.
fn unseen(view: &View) -> Vec<Karte> {
    let known = |k: &Karte| {
        view.verdeckte().any(|(_, own)| own == *k)
            || view.sitze.iter().any(|s| s.offen.iter().any(|c| c.karte() == *k))
            || view.neue.is_some_and(|n| n.karte == *k)
    };
    Karte::alle().into_iter().filter(|k| !known(k)).collect()
}

fn opponents(view: &View) -> Vec<Platz> {
    view.wetten.dabei().iter().filter(|p| Some(*p) != view.du()).collect()
}

fn bet(view: &View, wesen: &Wesen, kann: &Koennen, rng: &mut ChaCha12Rng) -> Zug {
    let Some(ich) = view.du() else { return Zug::Weiter };
    let (chance, chance_gefolgt) = chances(view, ich, kann, rng);
    let slip = if kann.irrtum > 0.0 { rng.random_range(-kann.irrtum..kann.irrtum) } else { 0.0 };
    let lage = Wettlage {
        wetten: &view.wetten,
        ich,
        moeglich: view.moeglich(),
        liegt: 0,
        chance: chance + slip,
        chance_gefolgt: chance_gefolgt + slip,
        wesen,
    };
    as_zug(denken::wette(&lage, rng))
}

/// Chance to win against all who are still in, and against those who would follow a raise.
fn chances(view: &View, ich: Platz, kann: &Koennen, rng: &mut ChaCha12Rng) -> (f64, f64) {
    if view.sitze.iter().all(|s| s.offen.is_empty()) {
        let q = strength(view, kann.ziehen, rng);
        let others = i32::try_from(opponents(view).len()).unwrap_or(1);
        return match kann.liest {
            true => {
                (denken::chance(&view.wetten, ich, q), denken::chance_gefolgt(&view.wetten, ich, q))
            }
            false => (q.powi(others), q.powi(others)),
        };
    }
    let chance = sampled(view, kann, rng);
    (chance, chance)
}

/// Share of finished hands that the own one beats; before the exchange on average over what may come.
fn strength(view: &View, draws: usize, rng: &mut ChaCha12Rng) -> f64 {
    match view.runde {
        // A rough guess will do: what is exchanged is weighed anew when its turn comes.
        1 => best_exchange(view, draws.min(BET_DRAWS), rng).0,
        _ => percentile(&own_best(view)),
    }
}

/// Deals the hidden cards again and again and counts how often the own hand is best.
fn sampled(view: &View, kann: &Koennen, rng: &mut ChaCha12Rng) -> f64 {
    let own = own_best(view);
    let others = opponents(view);
    let mut pool = unseen(view);
    let breite = |p: &Platz| if kann.liest { view.wetten.ruf(*p).breite() } else { 1.0 };
    let breiten: Vec<f64> = others.iter().map(breite).collect();
    let mut won = 0;
    let mut hands = Vec::with_capacity(others.len() + 1);
    for _ in 0..kann.proben {
        pool.shuffle(rng);
        let mut from = 0;
        hands.clear();
        hands.push(own);
        for (p, breite) in others.iter().zip(&breiten) {
            hands.push(likely_hand(view, *p, *breite, (&pool, &mut from)));
        }
        won += usize::from(winners(&view.regeln, &hands).contains(&0));
    }
    let share = |n: usize| f64::from(u32::try_from(n).unwrap_or(0));
    (share(won) + 0.25) / (share(kann.proben) + 0.5)
}

/// A hand within the best share `breite` of all hands, which is what the seat's acts stand for: the first of a few
/// tries that is, or the best of them. Takes cards from the pool's place on.
fn likely_hand(view: &View, p: Platz, breite: f64, pool: (&[Karte], &mut usize)) -> Wertung {
    let seat = &view.sitze[p.i()];
    let hidden = usize::from(seat.verdeckt);
    let (cards, from) = pool;
    let figuren = &view.regeln.figuren;
    let mut best: Option<Wertung> = None;
    for _ in 0..if hidden == 0 { 1 } else { TRIES } {
        let start = if *from + hidden <= cards.len() { *from } else { 0 };
        *from = start + hidden;
        let w = figuren.bester_wert(&seat.offen, &cards[start..start + hidden]);
        if best.is_none_or(|b| w > b) {
            best = Some(w);
        }
        if percentile(&w) >= 1.0 - breite {
            break;
        }
    }
    best.expect("at least one try")
}

/// Keeps the cards that turn out best.
fn exchange(view: &View, draws: usize, rng: &mut ChaCha12Rng) -> Zug {
    let out = best_exchange(view, draws, rng).1;
    Zug::Tausche((0u8..8).filter(|i| out >> i & 1 == 1).map(|i| i + 1).collect())
}

/// What the hand will be worth on average after the best exchange, and that exchange as a set of places; tries every
/// sensible set with the same few draws.
fn best_exchange(view: &View, draws: usize, rng: &mut ChaCha12Rng) -> (f64, u8) {
    let hand: Vec<Karte> = view.verdeckte().map(|(_, k)| k).collect();
    let most = usize::from(view.regeln.tausch_max);
    let mut pool = unseen(view);
    let draws: Vec<Vec<Karte>> =
        (0..draws).map(|_| pool.partial_shuffle(rng, HAND).0.to_vec()).collect();
    let figuren = &view.regeln.figuren;
    let mut best = (percentile(&figuren.beste_lage(&[], &hand).0) + 0.01, 0u8);
    for out in 1u8..1 << hand.len() {
        let count = out.count_ones() as usize;
        if count > most || !plausible(&hand, out) {
            continue;
        }
        let value = expected(figuren, &hand, out, &draws);
        if value > best.0 {
            best = (value, out);
        }
    }
    best
}

/// What is kept shares a number, or is but one card, or could be part of a straight: all else is not worth the
/// time.
fn plausible(hand: &[Karte], out: u8) -> bool {
    let kept: Vec<Karte> =
        hand.iter().enumerate().filter(|(i, _)| out >> i & 1 == 0).map(|(_, k)| *k).collect();
    let shares = |n: u8| kept.iter().all(|k| k.klein() == n || k.gross() == n);
    kept.len() == 4 || (0..=9).any(shares)
}

fn expected(figuren: &Figuren, hand: &[Karte], out: u8, draws: &[Vec<Karte>]) -> f64 {
    let mut sum = 0.0;
    for draw in draws {
        let mut new = draw.iter();
        let cards: Vec<Karte> = hand
            .iter()
            .enumerate()
            .filter_map(|(i, k)| if out >> i & 1 == 1 { new.next().copied() } else { Some(*k) })
            .collect();
        sum += percentile(&figuren.bester_wert(&[], &cards));
    }
    sum / f64::from(u32::try_from(draws.len()).unwrap_or(1))
}

/// Lays any of the hidden cards as the best hand needs it; which one says nothing.
fn lay_open(view: &View, rng: &mut ChaCha12Rng) -> Option<Zug> {
    let hidden: Vec<(u8, Karte)> = view.verdeckte().collect();
    let karten: Vec<Karte> = hidden.iter().map(|(_, k)| *k).collect();
    let (_, lage) = view.regeln.figuren.beste_lage(view.offene(), &karten);
    if lage.is_empty() {
        return None;
    }
    let i = rng.random_range(0..lage.len());
    Some(Zug::Decke { pos: hidden[i].0, wert: lage[i].wert })
}

/// At the last exchange everybody's hand lies open: whoever can only win with a new card takes one.
fn exchange_open(view: &View, rng: &mut ChaCha12Rng) -> Zug {
    let keep = Zug::Tausche(Vec::new());
    if view.regeln.letzter_tausch_max == 0 {
        return keep;
    }
    let open = view.offene();
    let now = open_value(view, open);
    let mut best = (now + 0.02, None);
    let mut pool = unseen(view);
    pool.shuffle(rng);
    for place in 0..open.len() {
        let mut rest = open.to_vec();
        rest.remove(place);
        let value: f64 = pool.iter().map(|k| drawn_value(view, &rest, *k)).sum();
        let value = value / f64::from(u32::try_from(pool.len().max(1)).unwrap_or(1));
        if value > best.0 {
            best = (value, u8::try_from(place + 1).ok());
        }
    }
    best.1.map_or(keep, |pos| Zug::Tausche(vec![pos]))
}

fn drawn_value(view: &View, rest: &[Gelegt], karte: Karte) -> f64 {
    let value = |lage: Gelegt| {
        let mut hand = rest.to_vec();
        hand.push(lage);
        open_value(view, &hand)
    };
    karte.lagen().map(value).fold(0.0, f64::max)
}

/// Beating all others as they lie counts most; a better hand is better in any case.
fn open_value(view: &View, hand: &[Gelegt]) -> f64 {
    let figuren = &view.regeln.figuren;
    let own = figuren.bewerte(hand);
    let mut hands = vec![own];
    hands.extend(opponents(view).iter().map(|p| figuren.bewerte(&view.sitze[p.i()].offen)));
    let leads = winners(&view.regeln, &hands).contains(&0);
    percentile(&own) * 0.5 + if leads { 0.5 } else { 0.0 }
}

fn best_for_now(view: &View) -> Option<Zug> {
    best_new(view).map(|lage| Zug::Lege(lage.wert))
}

#[cfg(test)]
mod tests;
