//! The house's players at Miwin's table, level mittel: strength as a percentile of finished hands, samples of
//! what the others hide, pot odds, and a bluff by temperament (freunde.md 3). Sees a view and nothing else.

use rand::RngExt;
use rand::rngs::ChaCha12Rng;
use rand::seq::SliceRandom;

use super::figuren::{Figuren, Muster, Wertung};
use super::karten::{Gelegt, Karte};
use super::regeln::{HAND, Miwin, best_new, winners};
use super::sicht::{Phase, View};
use super::zug::Zug;
use crate::spiele::wetten::Wette;
use crate::spiele::{Freund, Platz, Spiel, Stufe, Wesen};

/// Samples of hidden cards for one bet; keeps a bet far below 0.2 ms.
const SAMPLES_BET: usize = 24;
/// How often a hand is dealt that is too weak for what its seat has paid.
const TRIES: usize = 3;
/// The percentile from which a bet is answered, as long as nobody has shown otherwise.
const CALLERS: f64 = 0.45;
/// Draws tried for each set of cards that may go.
const SAMPLES_EXCHANGE: usize = 8;
/// Raises of one round after which only near certain hands go on, so that every round ends.
const RAISES_CALM: u32 = 3;
/// Raises after which nobody of the house raises any more.
const RAISES_MOST: u32 = 6;
/// The betting round from which a bluff is rarer: the cards lie open.
const LATE: u8 = 7;

impl Freund for Miwin {
    const STUFEN: &'static [Stufe] = &[Stufe::Mittel];

    fn decide(view: &View, wesen: &Wesen, rng: &mut ChaCha12Rng) -> Zug {
        let zug = match view.phase {
            Phase::Bieten => Some(bet(view, wesen, rng)),
            Phase::Tauschen => Some(exchange(view, rng)),
            Phase::Aufdecken => lay_open(view, rng),
            Phase::Letzter => Some(exchange_open(view, rng)),
            Phase::Lage => best_for_now(view),
            Phase::Pause => None,
        };
        zug.unwrap_or_else(|| Self::mildest(view))
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

/// Betting.
fn bet(view: &View, wesen: &Wesen, rng: &mut ChaCha12Rng) -> Zug {
    let m = view.moeglich();
    let chance = chance(view, if m.setze.is_some() { CALLERS } else { 0.0 }, rng);
    let risk = (f64::from(wesen.risiko) - 50.0) / 100.0;
    let late = if view.runde >= LATE { 0.5 } else { 1.0 };
    let bluff = f64::from(wesen.bluff) / 100.0 * 0.045 * late;
    let fair = 1.0 / f64::from(u8::try_from(view.wetten.dabei().len()).unwrap_or(2));
    if let Some(range) = m.setze {
        let value = chance > fair + 0.12 - risk * 0.2 && rng.random_bool(0.85);
        if value || rng.random_bool(bluff + steal(view, wesen)) {
            return Zug::Setze(size(range, rng));
        }
    }
    if m.weiter {
        return Zug::Weiter;
    }
    if let Some(range) = m.erhoehe.filter(|_| wants_raise(view, chance, risk, rng)) {
        return Zug::Erhoehe(size(range, rng));
    }
    let Some(cost) = m.mit else { return Zug::Aus };
    let odds = ratio(cost, cost + view.wetten.mitte());
    if chance > odds * (1.0 - risk / 2.0) {
        return Zug::Mit;
    }
    match m.erhoehe {
        Some(range) if view.wetten.raises() == 0 && rng.random_bool(bluff / 2.0) => {
            Zug::Erhoehe(size(range, rng))
        }
        _ => Zug::Aus,
    }
}

/// Before the exchange nobody can know much, and a first bet often wins what lies there. With nothing there it
/// wins nothing.
fn steal(view: &View, wesen: &Wesen) -> f64 {
    let worth = view.runde == 1 && view.wetten.mitte() > 0;
    if worth { 0.45 + f64::from(wesen.bluff) / 400.0 } else { 0.0 }
}

/// A size that says nothing about the hand.
fn size((from, to): (i64, i64), rng: &mut ChaCha12Rng) -> i64 {
    rng.random_range(from..=to)
}

fn ratio(part: i64, whole: i64) -> f64 {
    let small = |n: i64| f64::from(i32::try_from(n.max(1)).unwrap_or(i32::MAX));
    small(part) / small(whole)
}

fn wants_raise(view: &View, chance: f64, risk: f64, rng: &mut ChaCha12Rng) -> bool {
    let raises = view.wetten.raises();
    let needed = if raises < RAISES_CALM { 0.72 - risk * 0.2 } else { 0.93 };
    raises < RAISES_MOST && chance > needed && rng.random_bool(0.85)
}

/// Chance to win against all who are still in, as what they have paid and done tells; each of them holds at least
/// `called`, for the case that they answer a bet.
fn chance(view: &View, called: f64, rng: &mut ChaCha12Rng) -> f64 {
    let own = own_best(view);
    let others = opponents(view);
    if view.sitze.iter().all(|s| s.offen.is_empty()) {
        let q = if view.runde == 1 { hopes(view) } else { percentile(&own) };
        let beats = |p: &Platz| {
            let least = least_hand(view, *p, called);
            ((q - least) / (1.0 - least)).clamp(0.02, 1.0)
        };
        return others.iter().map(beats).product();
    }
    let least: Vec<f64> = others.iter().map(|p| least_hand(view, *p, called)).collect();
    sampled(view, &own, &least, rng)
}

/// Before the exchange a hand is worth what it may become.
fn hopes(view: &View) -> f64 {
    let mut count = [0u8; 10];
    for (_, k) in view.verdeckte() {
        count[usize::from(k.klein())] += 1;
        if !k.ist_doppel() {
            count[usize::from(k.gross())] += 1;
        }
    }
    match count.iter().max() {
        Some(5..) => 0.98,
        Some(4) => 0.86,
        Some(3) => 0.55,
        _ => 0.35,
    }
}

/// The percentile from which a seat's hand may be thought to begin: whoever pays and raises holds more.
fn least_hand(view: &View, p: Platz, called: f64) -> f64 {
    let paid = view.wetten.beitrag()[p.i()] - view.regeln.grundeinsatz;
    let by_money = match paid / view.regeln.betrag.max(1) {
        ..=0 => 0.0,
        1 => 0.4,
        2 => 0.5,
        3..=4 => 0.58,
        _ => 0.62,
    };
    let by_act: f64 = match view.sitze[p.i()].getan {
        Some((Wette::Erhoehe(_), _)) => 0.55,
        Some((Wette::Setze(_), _)) => 0.4,
        _ => 0.0,
    };
    let least = by_act.max(by_money).max(called);
    // The exchange is still to come and makes all hands alike.
    if view.runde == 1 { least * 0.3 } else { least }
}

/// Deals the hidden cards again and again and counts how often the own hand is best. A hand below what its seat
/// must hold is dealt once more.
fn sampled(view: &View, own: &Wertung, least: &[f64], rng: &mut ChaCha12Rng) -> f64 {
    let mut pool = unseen(view);
    let others = opponents(view);
    let mut won = 0;
    for _ in 0..SAMPLES_BET {
        pool.shuffle(rng);
        let mut from = 0;
        let mut hands = vec![*own];
        for (p, least) in others.iter().zip(least) {
            hands.push(likely_hand(view, *p, *least, (&pool, &mut from)));
        }
        won += usize::from(winners(&view.regeln, &hands).contains(&0));
    }
    let share = |n: usize| f64::from(u32::try_from(n).unwrap_or(0));
    (share(won) + 0.25) / (share(SAMPLES_BET) + 0.5)
}

/// The better of up to three tries that reaches `least`; takes cards from the pool's place on.
fn likely_hand(view: &View, p: Platz, least: f64, pool: (&[Karte], &mut usize)) -> Wertung {
    let seat = &view.sitze[p.i()];
    let hidden = usize::from(seat.verdeckt);
    let (cards, from) = pool;
    let figuren = &view.regeln.figuren;
    let mut best: Option<Wertung> = None;
    for _ in 0..TRIES {
        let start = if *from + hidden <= cards.len() { *from } else { 0 };
        *from = start + hidden;
        let w = figuren.beste_lage(&seat.offen, &cards[start..start + hidden]).0;
        best = Some(best.map_or(w, |b| b.max(w)));
        if hidden == 0 || percentile(&w) >= least {
            break;
        }
    }
    best.expect("at least one try")
}

/// Keeps the cards that share the most; tries every set that may go with the same few draws.
fn exchange(view: &View, rng: &mut ChaCha12Rng) -> Zug {
    let hand: Vec<Karte> = view.verdeckte().map(|(_, k)| k).collect();
    let most = usize::from(view.regeln.tausch_max);
    let mut pool = unseen(view);
    let draws: Vec<Vec<Karte>> =
        (0..SAMPLES_EXCHANGE).map(|_| pool.partial_shuffle(rng, HAND).0.to_vec()).collect();
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
    Zug::Tausche((0u8..8).filter(|i| best.1 >> i & 1 == 1).map(|i| i + 1).collect())
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
        sum += percentile(&figuren.beste_lage(&[], &cards).0);
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
