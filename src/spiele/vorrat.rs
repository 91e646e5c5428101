//! Texts that games need besides their rules, and what they have made of them: a word list is read and searched once,
//! however many tables play with it.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::limits::VORRAT_FERTIG_MAX;
use crate::quelle::Quelle;

/// Texts from `data/woerter` by file name, read beforehand: a game's settings may name one (word list, deck).
#[derive(Clone, Debug, Default)]
pub struct Vorrat {
    texte: BTreeMap<String, Quelle>,
    fertig: Arc<Mutex<BTreeMap<String, Arc<dyn Any + Send + Sync>>>>,
}

impl Vorrat {
    pub fn new(texte: BTreeMap<String, Quelle>) -> Self {
        Self { texte, fertig: Arc::default() }
    }

    /// The text of this file.
    pub fn get(&self, file: &str) -> Option<&Quelle> {
        self.texte.get(file)
    }

    /// Adds a text or puts it in another's place; what was made of the old ones is forgotten.
    pub fn insert(&mut self, file: &str, text: Quelle) {
        self.texte.insert(file.to_string(), text);
        self.fertig = Arc::default();
    }

    /// True if both hold the same files with the same words.
    pub fn same_texts(&self, other: &Self) -> bool {
        let same = |(file, text): (&String, &Quelle)| {
            other.texte.get(file).is_some_and(|o| o.text == text.text)
        };
        self.texte.len() == other.texte.len() && self.texte.iter().all(same)
    }

    /// What was made of the texts under this key, if it was kept and is of this type.
    pub fn fertig<T: Any + Send + Sync>(&self, key: &str) -> Option<Arc<T>> {
        let fertig = self.fertig.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(fertig.get(key)?).downcast().ok()
    }

    /// Keeps what was made of the texts; the key names everything that it depends on. When there is no more room it is
    /// not kept, and made anew the next time.
    pub fn merke<T: Any + Send + Sync>(&self, key: String, made: &Arc<T>) {
        let mut fertig = self.fertig.lock().unwrap_or_else(PoisonError::into_inner);
        if fertig.len() < VORRAT_FERTIG_MAX {
            fertig.insert(key, Arc::clone(made) as Arc<dyn Any + Send + Sync>);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_made_once_is_found_again_by_all_its_clones_and_by_no_other_type() {
        let vorrat = Vorrat::default();
        let made = Arc::new(7u32);
        vorrat.merke("sieben".to_string(), &made);
        let found = vorrat.clone().fertig::<u32>("sieben").unwrap();
        assert!(Arc::ptr_eq(&found, &made));
        assert!(vorrat.fertig::<String>("sieben").is_none());
        assert!(vorrat.fertig::<u32>("acht").is_none());
    }

    #[test]
    fn no_more_is_kept_than_there_is_room_for() {
        let vorrat = Vorrat::default();
        (0..=VORRAT_FERTIG_MAX).for_each(|n| vorrat.merke(format!("{n:03}"), &Arc::new(n)));
        let last = format!("{VORRAT_FERTIG_MAX:03}");
        assert!(vorrat.fertig::<usize>("000").is_some());
        assert!(vorrat.fertig::<usize>(&last).is_none());
    }
}
