//! Bettors that follow a script, for the arena: what a good friend must win against. Knows no cards but how good the
//! hand is.

use rand::RngExt;
use rand::rngs::ChaCha12Rng;

use super::{Moeglich, Wette};

/// Their names.
pub const SKRIPTE: &[&str] = &["call", "raise", "nuts", "tight", "weak", "bully", "zufall"];

/// The action of this script. `q`: share of hands that the own one beats, 0 to 1.
pub fn wette(name: &str, q: f64, m: Moeglich, rng: &mut ChaCha12Rng) -> Wette {
    match name {
        "raise" => attack(m),
        "nuts" if q >= 0.9 => attack(m),
        "nuts" => drop(m),
        "tight" if q >= 0.6 => follow(m),
        "tight" => drop(m),
        "bully" if m.setze.is_some() => attack(m),
        "weak" | "bully" if q < 0.5 => drop(m),
        "zufall" => any(m, rng),
        _ => follow(m),
    }
}

/// Stays in for the least there is.
fn follow(m: Moeglich) -> Wette {
    match (m.weiter, m.mit, m.setze) {
        (true, _, _) => Wette::Weiter,
        (_, Some(_), _) => Wette::Mit,
        (_, _, Some((least, _))) => Wette::Setze(least),
        _ => Wette::Aus,
    }
}

/// Bets or raises as much as it may.
fn attack(m: Moeglich) -> Wette {
    match (m.setze, m.erhoehe) {
        (Some((_, most)), _) => Wette::Setze(most),
        (_, Some((_, most))) => Wette::Erhoehe(most),
        _ => follow(m),
    }
}

/// Pays nothing.
fn drop(m: Moeglich) -> Wette {
    if m.weiter { Wette::Weiter } else { Wette::Aus }
}

/// Any kind of action, all alike, of any size.
fn any(m: Moeglich, rng: &mut ChaCha12Rng) -> Wette {
    let mut kinds = vec![Wette::Aus];
    kinds.extend(m.weiter.then_some(Wette::Weiter));
    kinds.extend(m.mit.map(|_| Wette::Mit));
    kinds.extend(m.setze.map(|(a, b)| Wette::Setze(rng.random_range(a..=b))));
    kinds.extend(m.erhoehe.map(|(a, b)| Wette::Erhoehe(rng.random_range(a..=b))));
    kinds[rng.random_range(0..kinds.len())]
}
