//! The house's chance: one generator a table, seeded by the system (regeln.md G10).

use rand::rngs::ChaCha12Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use crate::siegel::Salz;
use crate::tisch::Mischung;

/// A generator with a seed from the operating system.
pub(super) fn generator() -> ChaCha12Rng {
    ChaCha12Rng::from_rng(&mut rand::rng())
}

/// A generator of its own for one thought, so that thinking never disturbs dealing.
pub(super) fn fork(rng: &mut ChaCha12Rng) -> ChaCha12Rng {
    ChaCha12Rng::from_rng(rng)
}

pub(super) fn mische(rng: &mut ChaCha12Rng, karten: usize) -> Mischung {
    let mut ordnung: Vec<usize> = (0..karten).collect();
    ordnung.shuffle(rng);
    let salze: Vec<Salz> = (0..karten).map(|_| rng.random()).collect();
    Mischung { ordnung, salze }
}
