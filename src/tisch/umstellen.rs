//! What the house changes at a table from outside: new settings, which count from the next game, and that the table is
//! no longer wanted. Neither touches a game or a deal that is running.

use super::{Ausgang, Einstellung, Output, Platz, Schritt, Stand, Tisch, Tischspiel, worte};
use crate::spiele::Kasse;

impl<S: Tischspiel> Tisch<S> {
    /// True while new settings may come: no game runs, nobody has bought chips at the old price, and everybody who sits
    /// has a seat afterwards, too.
    pub fn takes_settings(&self, e: &Einstellung) -> bool {
        let fits = |p: Platz| p.0 < e.plaetze || self.frei(p);
        matches!(self.stand, Stand::Wartet)
            && (S::KASSE == Kasse::Einsatz || self.menschen() == 0)
            && self.alle_plaetze().all(fits)
    }

    /// Other settings and rules from now on. Expects that they may come ([`Self::takes_settings`]). The journal that
    /// comes out belongs to the new settings and takes the place of the old one.
    pub fn set_up(&mut self, e: Einstellung, regeln: S::Regeln, aus: &mut Ausgang<S>) {
        self.sitze.resize_with(usize::from(e.plaetze), super::sitze::Sitz::default);
        self.e = e;
        self.regeln_des_raums = regeln.clone();
        self.regeln = regeln;
        self.absprachen.clear();
        let runden = S::tischregeln(&self.regeln).runden.clone();
        for p in self.alle_plaetze() {
            if let Some(b) = self.wer_mut(p) {
                b.runden = b.runden.filter(|n| runden.contains(n));
            }
        }
        let tisch = self.e.name.clone();
        self.sag_alle(aus, |n| n.du.map(|_| worte::neu_eingerichtet(&tisch)).into_iter().collect());
        aus.push(Output::Neuanfang(self.kurzfassung()));
    }

    /// True while nobody has anything at stake: the table may be closed.
    pub fn may_close(&self) -> bool {
        matches!(self.stand, Stand::Wartet) || self.zwischen_zwei_runden()
    }

    /// The table is no longer wanted: everybody is told and gets up, chips are changed back. Expects that it may close.
    pub fn close(&mut self, aus: &mut Ausgang<S>) {
        let tisch = self.e.name.clone();
        self.sag_alle(aus, |n| n.du.map(|_| worte::tisch_schliesst(&tisch)).into_iter().collect());
        for platz in self.alle_plaetze() {
            if self.mensch(platz).is_some() {
                self.apply_logged(Schritt::Steh { platz, freund: None }, aus);
            }
        }
        self.vormerkungen.clear();
    }
}
