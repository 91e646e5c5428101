//! How the friend plays: against scripted players, and what a decision costs in samples.
//! The measured tests are ignored by default; run them with `--release`.

use rand::SeedableRng;

use super::super::einstellungen::Regeln;
use super::super::zug::Event;
use super::*;
use crate::spiele::{Anfang, Awaits, Out, Viewer};

const CHIPS: i64 = 1000;
const FRIEND: Wesen = Wesen::EVEN;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Script {
    Friend,
    Call,
    Raise,
    Tight,
    Nuts,
    Weak,
    Bully,
    Random,
}

fn house() -> Regeln {
    Regeln { betrag: 4, grundeinsatz: 1, ..Regeln::default() }
}

fn raise(view: &View) -> Option<Zug> {
    let m = view.moeglich();
    let opens = m.setze.map(|(_, most)| Zug::Setze(most));
    opens.or(m.erhoehe.map(|(_, most)| Zug::Erhoehe(most)))
}

fn stay(view: &View) -> Zug {
    if view.moeglich().weiter { Zug::Weiter } else { Zug::Mit }
}

fn drop_or_check(view: &View) -> Zug {
    if view.moeglich().weiter { Zug::Weiter } else { Zug::Aus }
}

/// A script bets by its rule; it exchanges and lays like the friend.
fn act(script: Script, view: &View, rng: &mut ChaCha12Rng) -> Zug {
    if view.phase != Phase::Bieten || script == Script::Friend {
        return Miwin::decide(view, &FRIEND, rng);
    }
    let q = percentile(&own_best(view));
    let weak = |view: &View| if q < 0.5 { drop_or_check(view) } else { stay(view) };
    match script {
        Script::Friend | Script::Call => stay(view),
        Script::Raise => raise(view).unwrap_or_else(|| stay(view)),
        Script::Tight if q >= 0.6 => stay(view),
        Script::Nuts if q >= 0.9 => raise(view).unwrap_or_else(|| stay(view)),
        Script::Tight | Script::Nuts => drop_or_check(view),
        Script::Weak => weak(view),
        Script::Bully if view.moeglich().weiter => raise(view).unwrap_or(Zug::Weiter),
        Script::Bully => weak(view),
        Script::Random => {
            let mut ways = vec![Zug::Aus];
            ways.extend(raise(view));
            ways.push(stay(view));
            ways.swap_remove(rng.random_range(0..ways.len()))
        }
    }
}

/// One deal with fresh chips; gives what the first seat won, and what happened.
fn deal(seats: [Script; 4], first: u8, rng: &mut ChaCha12Rng) -> (i64, Vec<Event>) {
    let anfang = Anfang {
        plaetze: 4,
        erster: Platz(first % 4),
        einsatz: 0,
        runden: 0,
        steine: vec![Some(CHIPS); 4],
    };
    let mut game = Miwin::start(&house(), &anfang);
    let mut order = Karte::alle();
    order.shuffle(rng);
    let mut out = Out::new();
    game.deal(&order, &mut out);
    while let Awaits::Zug(set) = game.awaits() {
        let p = set.iter().next().unwrap();
        let zug = act(seats[p.i()], &game.view(Viewer::Platz(p)), rng);
        game.play(p, &zug, &mut out).unwrap_or_else(|e| panic!("{zug}: {e:?}"));
    }
    let events = out.drain().map(|e| e.for_record().clone()).collect();
    (game.kasse().plaetze[0] - CHIPS, events)
}

/// Mean per 100 hands and half the width of its 99 % interval, over blocks of 200.
fn measure(seats: [Script; 4], blocks: u32) -> (f64, f64) {
    let mut rng = ChaCha12Rng::seed_from_u64(9);
    let mut means = Vec::new();
    for _ in 0..blocks {
        let won: i64 = (0..200u8).map(|i| deal(seats, i, &mut rng).0).sum();
        means.push(f64::from(i32::try_from(won).unwrap()) / 2.0);
    }
    let n = f64::from(blocks);
    let mean = means.iter().sum::<f64>() / n;
    let var = means.iter().map(|m| (m - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean, 2.58 * (var / n).sqrt())
}

#[test]
#[ignore = "plays 190,000 hands; run with --release"]
fn messen_miwin_gegen_skripte() {
    use Script::{Bully, Call, Friend, Nuts, Raise, Random, Tight, Weak};
    let mut faults = Vec::new();
    for script in [Tight, Nuts, Call, Raise, Random, Weak, Bully] {
        let blocks = if script == Nuts { 120 } else { 60 };
        let (mean, half) = measure([Friend, script, script, script], blocks);
        println!("friend against three {script:?}: {mean:+.0} ±{half:.0} antes per 100 hands");
        if mean - half <= 0.0 && !matches!(script, Weak | Bully) {
            faults.push(format!("{script:?} {mean:+.0} ±{half:.0}"));
        }
    }
    let (mean, half) = measure([Friend, Call, Raise, Tight], 60);
    println!("friend against call, raise, tight: {mean:+.0} ±{half:.0}");
    for script in [Call, Raise, Random, Tight, Nuts, Bully] {
        let blocks = if script == Bully { 120 } else { 60 };
        let (mean, half) = measure([script, Friend, Friend, Friend], blocks);
        println!("one {script:?} against three friends: {mean:+.0} ±{half:.0}");
        if mean + half >= 0.0 {
            faults.push(format!("lone {script:?} {mean:+.0} ±{half:.0}"));
        }
    }
    assert!(faults.is_empty(), "{faults:?}");
}

#[test]
#[ignore = "prints the share of finished hands from which the percentiles come; run with --release"]
fn messen_miwin_endblaetter() {
    let mut rng = ChaCha12Rng::seed_from_u64(1);
    let mut count = std::collections::BTreeMap::new();
    for i in 0..4000 {
        let (_, events) = deal([Script::Call; 4], u8::try_from(i % 4).unwrap(), &mut rng);
        for event in events {
            if let Event::Zeigt { blatt, .. } = event {
                *count.entry(blatt.wertung.muster()).or_insert(0u32) += 1;
            }
        }
    }
    let all: u32 = count.values().sum();
    for (muster, n) in &count {
        println!("{muster:?}: {:.4}", f64::from(*n) / f64::from(all));
    }
    assert_eq!(all, 16_000);
}
