//! The session's side of GMCP: what a person's program is told of the person, and its answers to decisions.

use super::Sitzung;
use crate::gmcp::{self, Botschaft, Rang};
use crate::satz::Satz;
use crate::taler::Waehrung;
use crate::tisch::Rolle;

impl Sitzung {
    /// A program that listened at the door already is told who its person is.
    pub(super) async fn begruesse_programm(&mut self) {
        if !self.leitung.hoert_programm() {
            return;
        }
        self.leitung.programm_neu = false;
        let name = gmcp::name(&self.wer.name);
        let tisch = self.tisch.as_ref().map(|(t, _)| t.name.clone());
        let status = self.status(tisch.as_deref());
        let vitals = self.vitals().await;
        let kanaele = gmcp::kanaele(&self.haus.welt.borrow().kurier.kanaele);
        for b in [name, gmcp::status_vars(), status, vitals, kanaele] {
            self.leitung.gmcp(&b);
        }
    }

    /// A program begins to listen in the middle of the evening.
    pub(super) async fn programm_hoert_jetzt(&mut self) {
        self.postfach.programm_hoert();
        self.begruesse_programm().await;
        self.raum.programm(&self.wer.konto).await;
        if let Some((tisch, _)) = &self.tisch {
            tisch.programm(&self.wer.konto).await;
        }
    }

    pub(super) fn status(&self, tisch: Option<&str>) -> Botschaft {
        let rang = match (self.wer.is_gast(), self.wer.rang) {
            (true, _) => Rang::Gast,
            (false, 0) => Rang::Spieler,
            (false, _) => Rang::Admin,
        };
        gmcp::status(&self.wer.name, rang, tisch.unwrap_or(""))
    }

    async fn vitals(&self) -> Botschaft {
        let balance = |w| self.haus.archive.balance(&self.wer.konto, w);
        let taler = balance(Waehrung::Taler).await.unwrap_or(0);
        let spielgeld = balance(Waehrung::Spielgeld).await.unwrap_or(0);
        gmcp::vitals((!self.wer.is_gast()).then_some(taler), spielgeld)
    }

    /// The purse may have changed.
    pub(super) async fn zeig_guthaben(&mut self) {
        if self.leitung.hoert_programm() {
            let vitals = self.vitals().await;
            self.leitung.gmcp(&vitals);
        }
    }

    /// `Tisch.Zug`: without a seat it is an order for nothing.
    pub(super) async fn zug_vom_programm(&mut self, nr: u64, befehl: &str) {
        if let Some((tisch, Rolle::Sitzt)) = self.tisch.clone() {
            tisch.zug(&self.wer, nr, Satz::new(befehl)).await;
        }
    }
}
