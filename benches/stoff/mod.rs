//! What is measured: pieces of work, each with a name, made ready once and done as often as wanted. `zeit` measures
//! how long they take, `instruktionen` how many instructions that are.

pub(crate) mod leitung;
pub(crate) mod spiele;
pub(crate) mod worte;

/// A piece of work by its name.
pub(crate) struct Stoff {
    /// Subject and work, as in "satz: lesen".
    pub(crate) name: &'static str,
    /// Makes it ready; what it gives does the work once.
    pub(crate) bereite: fn() -> Box<dyn FnMut()>,
}

impl Stoff {
    pub(crate) const fn new(name: &'static str, bereite: fn() -> Box<dyn FnMut()>) -> Self {
        Self { name, bereite }
    }
}

/// Everything that needs no disk: the same work takes the same instructions each time.
pub(crate) fn im_speicher() -> impl Iterator<Item = &'static Stoff> {
    worte::STOFF.iter().chain(leitung::STOFF).chain(spiele::STOFF)
}
