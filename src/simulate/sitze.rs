//! Who sits where in the arena: levels of friends and yardsticks by name, how the seats go round over the same deals.
//! Plays nothing.

use rand::RngExt;
use rand::rngs::ChaCha12Rng;

use crate::quelle::nearest;
use crate::spiele::{Freund, Stufe};

/// Who decides for a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spieler {
    Stufe(Stufe),
    /// A yardstick of the game.
    Gegner(&'static str),
    /// One of the game's pool, drawn anew for each deal.
    Pool,
    /// Is shown all hands.
    Orakel,
}

impl Spieler {
    /// As the command line names it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stufe(s) => s.name(),
            Self::Gegner(name) => name,
            Self::Pool => "pool",
            Self::Orakel => "orakel",
        }
    }

    /// Reads a name. Errors: one German sentence with what there is.
    pub fn read<S: Freund>(name: &str) -> Result<Self, String> {
        if let Some((_, stufe)) = Stufe::ALL.into_iter().find(|(n, _)| *n == name) {
            return built::<S>(stufe);
        }
        if let Some(gegner) = S::GEGNER.iter().find(|g| **g == name) {
            return Ok(Self::Gegner(gegner));
        }
        match name {
            "pool" if !S::POOL.is_empty() => Ok(Self::Pool),
            "orakel" if S::ORAKEL => Ok(Self::Orakel),
            _ => Err(unknown::<S>(name)),
        }
    }

    /// Who really sits there at this deal.
    pub(super) fn drawn<S: Freund>(self, chance: &mut ChaCha12Rng) -> Self {
        // Drawn for every seat, so that a seat's draw does not depend on who sits beside it.
        let at = chance.random_range(0..S::POOL.len().max(1));
        match self {
            Self::Pool => Self::Gegner(S::POOL[at]),
            other => other,
        }
    }

    /// Levels stand above yardsticks, the stronger above the weaker.
    pub(super) fn rank(self) -> u8 {
        match self {
            Self::Orakel => 9,
            Self::Stufe(s) => 1 + s as u8,
            Self::Gegner(_) | Self::Pool => 0,
        }
    }
}

fn built<S: Freund>(stufe: Stufe) -> Result<Spieler, String> {
    if S::STUFEN.contains(&stufe) {
        return Ok(Spieler::Stufe(stufe));
    }
    let name = stufe.name();
    let built: Vec<&str> = S::STUFEN.iter().map(|s| s.name()).collect();
    let built = built.join(", ");
    Err(format!("Die Stufe „{name}“ gibt es bei diesem Spiel noch nicht. Möglich ist: {built}."))
}

fn unknown<S: Freund>(name: &str) -> String {
    let mut names: Vec<&str> = Stufe::ALL.iter().map(|(n, _)| *n).collect();
    names.extend(S::GEGNER);
    if !S::POOL.is_empty() {
        names.push("pool");
    }
    if S::ORAKEL {
        names.push("orakel");
    }
    let hint = match nearest(name, names.iter().copied()) {
        Some(n) => format!("Meintest Du „{n}“?"),
        None => format!("Möglich ist: {}.", names.join(", ")),
    };
    format!("Die Stufe „{name}“ gibt es nicht. {hint}")
}

/// After how many steps round the table the same players sit in the same seats again.
pub(super) fn period(spieler: &[Spieler]) -> usize {
    let n = spieler.len();
    let same = |step: &usize| (0..n).all(|i| spieler[i] == spieler[(i + step) % n]);
    (1..n).find(same).unwrap_or(n.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_go_round_until_they_repeat() {
        let (a, b) = (Spieler::Gegner("a"), Spieler::Gegner("b"));
        assert_eq!(period(&[a, a, a, a]), 1);
        assert_eq!(period(&[a, b, a, b]), 2);
        assert_eq!(period(&[a, b, b, b]), 4);
        assert_eq!(period(&[a]), 1);
    }
}
