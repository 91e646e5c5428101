//! What is measured: pieces of work, each with a name, made ready once and done as often as wanted. `zeit` measures
//! how long they take, `instruktionen` how many instructions that are.

pub mod archiv;
pub mod leitung;
pub mod spiele;
pub mod worte;

/// A piece of work by its name.
pub struct Stoff {
    /// Subject and work, as in "satz: lesen".
    pub name: &'static str,
    /// Makes it ready; what it gives does the work once.
    pub bereite: fn() -> Box<dyn FnMut()>,
}

impl Stoff {
    const fn new(name: &'static str, bereite: fn() -> Box<dyn FnMut()>) -> Self {
        Self { name, bereite }
    }
}

/// Everything that needs no disk: the same work takes the same instructions each time.
pub fn im_speicher() -> impl Iterator<Item = &'static Stoff> {
    worte::STOFF.iter().chain(leitung::STOFF).chain(spiele::STOFF)
}
