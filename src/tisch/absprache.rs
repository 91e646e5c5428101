//! What the opener of a table settles of the rules before the first deal, within the bounds of the room's file
//! (regeln.md W3). What may be settled and how it is said is the game's.

use super::{Antwort, Ausgang, Person, Platz, Schritt, Stand, Tisch, Tischspiel, worte};
use crate::satz::Satz;
use crate::text::Block;

impl<S: Tischspiel> Tisch<S> {
    /// A sentence that settles something. `None`: it is no such sentence, or nobody's at this table.
    pub(super) fn absprache(
        &mut self,
        person: &Person,
        satz: &Satz,
        aus: &mut Ausgang<S>,
    ) -> Option<Antwort> {
        let platz = self.platz_von(&person.konto)?;
        let settled = S::agree(satz, &mut self.regeln.clone())?;
        let gruender = self.gruender().unwrap_or(platz);
        match settled {
            _ if !matches!(self.stand, Stand::Wartet) => {
                aus.an_platz(self, platz, worte::absprache_zu_spaet());
            }
            _ if gruender != platz => {
                let wer = self.name(gruender).to_string();
                aus.an_platz(self, platz, worte::absprache_trifft(&wer));
            }
            Ok(_) => {
                // One line is one step: whatever blanks were typed, the journal has single ones.
                let satz = satz.worte().join(" ");
                self.apply_logged(Schritt::Absprache { platz, satz }, aus);
            }
            Err(zeile) => aus.an_platz(self, platz, Block::Satz(zeile)),
        }
        Some(Antwort::Genommen)
    }

    pub(super) fn apply_absprache(
        &mut self,
        platz: Platz,
        satz: &str,
        aus: &mut Ausgang<S>,
    ) -> bool {
        let Some(Ok(zeile)) = S::agree(&Satz::new(satz), &mut self.regeln) else { return false };
        self.sag_alle(aus, |n| vec![worte::vereinbart(n, platz), Block::Satz(zeile.clone())]);
        self.absprachen.push((satz.to_string(), zeile));
        true
    }

    /// What was agreed on before somebody came.
    pub(super) fn sag_absprachen(&self, p: Platz, aus: &mut Ausgang<S>) {
        for (_, zeile) in &self.absprachen {
            aus.an_platz(self, p, Block::Satz(zeile.clone()));
        }
    }

    /// When everybody has gone the room's rules hold again.
    pub(super) fn vergiss_absprachen(&mut self) {
        if !self.absprachen.is_empty() {
            self.absprachen.clear();
            self.regeln = self.regeln_des_raums.clone();
        }
    }
}
