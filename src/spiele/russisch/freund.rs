//! The house's players at Olegs table. `leicht` is the rule of thumb with a wandering mind, `mittel` the rule of thumb,
//! `stark` plays each move out in many worlds that fit what he has seen. They see a view only and know no words.

mod ausspielen;
mod lesen;
mod regel;
mod suche;
#[cfg(test)]
mod tests;
mod welten;

use rand::rngs::ChaCha12Rng;

use self::ausspielen::Manier;
use super::regeln::{Event, Phase, Russisch, View, Zug};
use crate::spiele::{Freund, Moment, Platz, Stufe, Wesen};

/// Yardsticks and how each decides.
const MASSSTAEBE: [(&str, Manier); 4] = [
    ("h0", Manier::Regel),
    ("s", Manier::Simpel),
    ("noisy", Manier::Zerstreut),
    ("zufall", Manier::Zufall),
];

impl Freund for Russisch {
    const STUFEN: &'static [Stufe] = &[Stufe::Leicht, Stufe::Mittel, Stufe::Stark];
    const GEGNER: &'static [&'static str] =
        &[MASSSTAEBE[0].0, MASSSTAEBE[1].0, MASSSTAEBE[2].0, MASSSTAEBE[3].0];
    const POOL: &'static [&'static str] = &["h0", "s", "noisy"];
    const ORAKEL: bool = true;

    fn decide(view: &View, wesen: &Wesen, rng: &mut ChaCha12Rng) -> Zug {
        match wesen.stufe {
            Stufe::Leicht => suche::wandering(view, rng),
            Stufe::Mittel => regel::zug_mit(view, wesen, rng),
            Stufe::Stark => suche::searched(view, wesen, rng),
        }
    }

    fn ohne_denken(view: &View) -> Zug {
        regel::zug(view)
    }

    fn moment(event: &Event, view: &View) -> Option<Moment> {
        match event {
            Event::Stich { platz, .. } => Some(Moment::Holt(*platz)),
            Event::Ansage { platz, n } if *n >= 3 && 2 * n > view.karten => {
                Some(Moment::Wagt(*platz))
            }
            _ => None,
        }
    }

    fn gegner(name: &str, view: &View, rng: &mut ChaCha12Rng) -> Zug {
        let found = MASSSTAEBE.iter().find(|(n, _)| *n == name);
        suche::by(found.map_or(Manier::Regel, |(_, m)| *m), view, rng)
    }

    fn orakel(views: &[View], platz: Platz, rng: &mut ChaCha12Rng) -> Zug {
        suche::all_knowing(views, platz, rng)
    }

    fn entscheidung(view: &View) -> &'static str {
        if view.phase == Phase::Ansagen { "ansage" } else { "karte" }
    }

    fn points(view: &View) -> Option<Vec<i64>> {
        Some(view.punkte.to_vec())
    }

    fn exact(event: &Event) -> Option<Vec<bool>> {
        let Event::RundeEndet { ansagen, stiche, .. } = event else { return None };
        Some(ansagen.iter().zip(stiche).map(|(a, s)| a == s).collect())
    }

    fn blunder(view: &View, zug: &Zug) -> Option<bool> {
        let Zug::Spiele(wurf) = zug else { return Some(false) };
        Some(regel::is_blunder(view, *wurf))
    }
}
