//! Before a game with stakes: waiting, `los`, secret bids, the lowest binds all, the money goes to the table
//! (regeln.md R1, R16, R17, R28).

use super::sitze::{Art, Frist};
use super::{Ausgang, Output, Platz, Schritt, Stand, Tisch, Tischspiel, Wunsch, worte};
use crate::spiele::einsatz::{festsetzen, pruefe};
use crate::spiele::{Kasse, Rundenwahl};
use crate::taler::{Buchung, Geldkonto};

impl<S: Tischspiel> Tisch<S> {
    /// Starts what the table is for: friends fill up, then stakes are named or chips are dealt for.
    pub(super) fn los(&mut self, aus: &mut Ausgang<S>) {
        if S::KASSE == Kasse::Steine {
            return self.los_mit_steinen(aus);
        }
        for p in self.alle_plaetze() {
            if self.frei(p) {
                let freund = self.freier_freund();
                self.apply_logged(Schritt::Freund { platz: p, freund }, aus);
            }
        }
        self.apply_logged(Schritt::Gebote, aus);
    }

    pub(super) fn apply_runden(&mut self, p: Platz, n: u32) {
        if let Some(b) = self.wer_mut(p) {
            b.runden = Some(n);
        }
    }

    /// Rounds of the next game: what the opener said, the lowest wish, or the room's standard (R1).
    pub(super) fn runden(&self) -> u32 {
        let regeln = S::tischregeln(&self.regeln);
        let wishes = self.alle_plaetze().filter_map(|p| self.wer(p)?.runden);
        let chosen = match regeln.rundenwahl {
            Rundenwahl::Fest => None,
            Rundenwahl::Gruender => self.gruender().and_then(|p| self.wer(p)?.runden),
            Rundenwahl::NiedrigstesGebot => wishes.min(),
        };
        chosen.unwrap_or(regeln.runden_standard)
    }

    /// Who opened the table: the person who has sat here longest.
    pub(super) fn gruender(&self) -> Option<Platz> {
        let people = self.alle_plaetze().filter(|p| self.mensch(*p).is_some());
        people.min_by_key(|p| self.wer(*p).map(|b| b.seit))
    }

    pub(super) fn apply_gebote(&mut self, aus: &mut Ausgang<S>) {
        self.warten_bis = None;
        self.stand = Stand::Gebote;
        let mitspieler: Vec<String> = self.besetzung();
        let runden = self.runden();
        self.sag_alle(aus, |_| vec![worte::wer_spielt(&mitspieler, runden)]);
        self.vergiss_gebote();
        for p in self.alle_plaetze() {
            self.freund_bietet(p, aus);
        }
        self.frage_nach_einsatz(aus);
    }

    /// Nothing is bid and nothing is paid, so no friend plays for anybody else's money either.
    fn vergiss_gebote(&mut self) {
        for sitz in &mut self.sitze {
            if let Some(b) = sitz.wer.as_mut() {
                (b.gebot, b.bezahlt) = (None, false);
                if matches!(b.art, Art::Freund(_)) {
                    b.kasse = Geldkonto::Haus;
                }
            }
        }
    }

    /// A friend names his stake, if he sits here.
    pub(super) fn freund_bietet(&mut self, p: Platz, aus: &mut Ausgang<S>) {
        let regeln = S::tischregeln(&self.regeln);
        let gebot = regeln
            .freunde_gebot
            .unwrap_or(i64::MAX)
            .min(*regeln.einsatz.end())
            .max(*regeln.einsatz.start());
        if let Some(b) = self.wer_mut(p)
            && matches!(b.art, Art::Freund(_))
        {
            b.gebot = Some(gebot);
            self.alle_geboten(aus);
        }
    }

    /// Asks everybody who still has to name or to hand over the stake.
    pub(super) fn frage_nach_einsatz(&mut self, aus: &mut Ausgang<S>) {
        for p in self.alle_plaetze() {
            self.frage_einen(p, aus);
        }
    }

    /// Asks the person at this seat for the stake, if it is missing.
    pub(super) fn frage_einen(&mut self, p: Platz, aus: &mut Ausgang<S>) {
        if !self.einsatz_fehlt(p) || self.mensch(p).is_none() {
            return;
        }
        self.zaehler += 1;
        self.sitze[p.i()].nr = self.zaehler;
        self.sitze[p.i()].frist = Frist::new(self.jetzt, self.e.bedenkzeit);
        self.zeige_entscheidung(p, aus);
    }

    /// True while this seat still has to name or to hand over the stake.
    pub(super) fn einsatz_fehlt(&self, p: Platz) -> bool {
        match self.stand {
            Stand::Gebote => self.wer(p).is_some_and(|b| b.gebot.is_none()),
            Stand::Einsammeln { .. } => self.wer(p).is_some_and(|b| !b.bezahlt),
            _ => false,
        }
    }

    pub(super) fn einsatz_frage(&self, p: Platz) -> crate::text::Block {
        let grenzen = self.gebot_grenzen(p);
        match self.stand {
            Stand::Einsammeln { einsatz } => {
                worte::gib_einsatz(&self.e.spielleiter, self.waehrung, einsatz)
            }
            _ => worte::nenne_einsatz(&self.e.spielleiter, self.waehrung, &grenzen),
        }
    }

    /// What this seat may bid: the room's limits and the purse.
    pub(super) fn gebot_grenzen(&self, p: Platz) -> std::ops::RangeInclusive<i64> {
        let raum = &S::tischregeln(&self.regeln).einsatz;
        let guthaben = self.wer(p).map_or(0, |b| b.guthaben);
        *raum.start()..=guthaben.min(*raum.end())
    }

    /// `biete 1200`.
    pub(super) fn biete(&mut self, p: Platz, betrag: i64, aus: &mut Ausgang<S>) {
        let Some(b) = self.wer(p) else { return };
        if b.gebot.is_some() {
            return aus.an_platz(self, p, worte::schon_geboten());
        }
        let raum = S::tischregeln(&self.regeln).einsatz.clone();
        let befehl = S::tischregeln(&self.regeln).einsammeln_auf_befehl;
        // Where the money is locked at once the ledger knows best what the purse holds.
        let guthaben = if befehl { b.guthaben } else { i64::MAX };
        if let Err(fehler) = pruefe(&raum, guthaben, betrag) {
            return aus.an_platz(
                self,
                p,
                worte::gebot_abgelehnt(self.waehrung, fehler, &self.gebot_grenzen(p)),
            );
        }
        let schritt = Schritt::Gebot { platz: p, betrag };
        if befehl {
            return self.apply_logged(schritt, aus);
        }
        self.bezahle(p, betrag, "Gebot am Tisch", schritt, aus);
    }

    /// Asks for money from a seat's purse; the step is applied when it is there.
    fn bezahle(
        &mut self,
        p: Platz,
        betrag: i64,
        grund: &str,
        schritt: Schritt<S>,
        aus: &mut Ausgang<S>,
    ) {
        let Some(konto) = self.mensch(p).cloned() else { return };
        self.bezahle_von(konto, betrag, grund, schritt, aus);
    }

    pub(super) fn bezahle_von(
        &mut self,
        konto: Geldkonto,
        betrag: i64,
        grund: &str,
        schritt: Schritt<S>,
        aus: &mut Ausgang<S>,
    ) {
        let id = format!("t{}-{}-kauf", self.id, self.schritte);
        let von = konto.clone();
        let buchung =
            Buchung::transfer(id, self.waehrung, grund, von, Geldkonto::Tisch(self.id), betrag)
                .expect("a checked amount from one account to another is balanced");
        let line = super::schritt::write_line(self.jetzt, &schritt);
        self.zahlungen += 1;
        aus.push(Output::Bezahle { konto, betrag, buchung, schritt, line });
    }

    /// The purse did not hold what was to be paid.
    pub(super) fn unbezahlbar(
        &mut self,
        konto: &Geldkonto,
        betrag: i64,
        stand: i64,
        aus: &mut Ausgang<S>,
    ) {
        if let Some(platz) = self.platz_von(konto) {
            self.apply_logged(Schritt::Guthaben { platz, stand }, aus);
        }
        aus.an_person(konto, worte::zu_wenig_geld(self.waehrung, betrag, stand));
    }

    pub(super) fn apply_guthaben(&mut self, p: Platz, stand: i64) {
        if let Some(b) = self.wer_mut(p) {
            b.guthaben = stand;
        }
    }

    pub(super) fn apply_gebot(&mut self, p: Platz, betrag: i64, aus: &mut Ausgang<S>) {
        let sofort = !S::tischregeln(&self.regeln).einsammeln_auf_befehl;
        self.sitze[p.i()].nr = 0;
        self.sitze[p.i()].frist = None;
        if let Some(b) = self.wer_mut(p) {
            b.gebot = Some(betrag);
            b.bezahlt = sofort;
            b.guthaben -= if sofort { betrag } else { 0 };
        }
        let (spielleiter, w) = (self.e.spielleiter.clone(), self.waehrung);
        aus.an_platz(self, p, worte::gebot_steht(&spielleiter, w, betrag, sofort));
        let name = self.name(p).to_string();
        self.sag_anderen(aus, p, &worte::hat_geboten(&name));
        self.alle_geboten(aus);
    }

    /// When the last bid is in, the lowest binds all (R16).
    fn alle_geboten(&mut self, aus: &mut Ausgang<S>) {
        let gebote: Option<Vec<i64>> = self.alle_plaetze().map(|p| self.wer(p)?.gebot).collect();
        let Some(gebote) = gebote else { return };
        if !matches!(self.stand, Stand::Gebote) {
            return;
        }
        let einsatz = festsetzen(gebote);
        let (spielleiter, w) = (self.e.spielleiter.clone(), self.waehrung);
        self.sag_alle(aus, |_| vec![worte::einsatz_fest(&spielleiter, w, einsatz)]);
        if S::tischregeln(&self.regeln).einsammeln_auf_befehl {
            self.stand = Stand::Einsammeln { einsatz };
            self.freunde_zahlen(aus, einsatz);
            return self.frage_nach_einsatz(aus);
        }
        self.ueberschuss_zurueck(einsatz, aus);
        self.freunde_zahlen(aus, einsatz);
        self.alle_bezahlt(aus);
    }

    /// What was locked beyond the stake goes back to the purses.
    fn ueberschuss_zurueck(&mut self, einsatz: i64, aus: &mut Ausgang<S>) {
        let rows: Vec<(Geldkonto, i64)> = self
            .alle_plaetze()
            .filter_map(|p| Some((self.mensch(p)?.clone(), self.wer(p)?.gebot? - einsatz)))
            .collect();
        self.buche_vom_tisch("zurueck", "Gebot über dem Einsatz zurück", rows, aus);
    }

    fn freunde_zahlen(&mut self, aus: &mut Ausgang<S>, einsatz: i64) {
        let mut rows = Vec::new();
        for p in self.alle_plaetze() {
            if let Some(b) = self.wer_mut(p)
                && matches!(b.art, Art::Freund(_))
                && !b.bezahlt
            {
                b.bezahlt = true;
                rows.push((Geldkonto::Haus, -einsatz));
            }
        }
        self.buche_vom_tisch("freunde", "Einsatz der Freunde des Hauses", rows, aus);
    }

    /// Books rows against the table's account; nothing is booked where nothing moves.
    pub(super) fn buche_vom_tisch(
        &mut self,
        was: &str,
        grund: &str,
        mut rows: Vec<(Geldkonto, i64)>,
        aus: &mut Ausgang<S>,
    ) {
        let summe: i64 = rows.iter().map(|r| r.1).sum();
        self.note_purses(&rows);
        rows.push((Geldkonto::Tisch(self.id), -summe));
        let id = format!("t{}-{}-{was}", self.id, self.schritte);
        let buchung = Buchung::new(id, self.waehrung, grund, rows)
            .expect("the table's row balances the others");
        if !buchung.posten().is_empty() {
            aus.push(Output::Buche(buchung));
        }
    }

    /// Keeps in mind what purses hold after a posting, for offering amounts.
    fn note_purses(&mut self, rows: &[(Geldkonto, i64)]) {
        for (konto, betrag) in rows {
            if let Some(p) = self.platz_von(konto)
                && let Some(b) = self.wer_mut(p)
            {
                b.guthaben += betrag;
            }
        }
    }

    pub(super) fn gib_gebot_zurueck(
        &mut self,
        konto: &Geldkonto,
        gebot: Option<i64>,
        aus: &mut Ausgang<S>,
    ) {
        if S::tischregeln(&self.regeln).einsammeln_auf_befehl {
            return;
        }
        if let Some(betrag) = gebot {
            self.buche_vom_tisch("gebot", "Gebot zurück", vec![(konto.clone(), betrag)], aus);
        }
    }

    /// `gib oleg 1200 taler`, where the room collects stakes by command.
    pub(super) fn zahle(&mut self, p: Platz, betrag: i64, aus: &mut Ausgang<S>) {
        let Stand::Einsammeln { einsatz } = self.stand else { return };
        if self.wer(p).is_some_and(|b| b.bezahlt) {
            return aus.an_platz(self, p, worte::schon_bezahlt());
        }
        if betrag != einsatz {
            return aus.an_platz(
                self,
                p,
                worte::gib_einsatz(&self.e.spielleiter, self.waehrung, einsatz),
            );
        }
        self.bezahle(p, einsatz, "Einsatz am Tisch", Schritt::Zahle { platz: p }, aus);
    }

    pub(super) fn apply_zahle(&mut self, p: Platz, aus: &mut Ausgang<S>) {
        self.sitze[p.i()].nr = 0;
        self.sitze[p.i()].frist = None;
        let Stand::Einsammeln { einsatz } = self.stand else { return };
        if let Some(b) = self.wer_mut(p) {
            b.bezahlt = true;
            b.guthaben -= einsatz;
        }
        let spielleiter = self.e.spielleiter.clone();
        self.sag_alle(aus, |n| vec![worte::hat_bezahlt(n, p, &spielleiter)]);
        self.alle_bezahlt(aus);
    }

    fn alle_bezahlt(&mut self, aus: &mut Ausgang<S>) {
        let einsatz = match self.stand {
            Stand::Einsammeln { einsatz } => einsatz,
            Stand::Gebote => festsetzen(self.alle_plaetze().filter_map(|p| self.wer(p)?.gebot)),
            _ => return,
        };
        if self.alle_plaetze().all(|p| self.wer(p).is_some_and(|b| b.bezahlt)) {
            self.stand = Stand::Losen { einsatz };
            aus.push(Output::Zufall(Wunsch::Erster { plaetze: self.e.plaetze }));
        }
    }

    /// Somebody did not stake in time: a friend takes the seat, nothing is charged (regeln.md G6, R17).
    pub(super) fn apply_ersetze(&mut self, p: Platz, freund: usize, aus: &mut Ausgang<S>) {
        let Some(konto) = self.mensch(p).cloned() else { return };
        let vorher = self.name(p).to_string();
        aus.an_person(&konto, worte::nicht_geboten(&self.e.name));
        aus.push(Output::Rolle { konto, rolle: Rolle::Keine });
        self.setze_freund(p, freund);
        let name = self.name(p).to_string();
        self.sag_alle(aus, |_| vec![worte::uebernimmt(&name, &vorher)]);
        self.sitz_ohne_einsatz(p, aus);
    }

    /// A friend has taken a seat whose stake is missing: he bids, or all bid anew if the stake was fixed already.
    pub(super) fn sitz_ohne_einsatz(&mut self, p: Platz, aus: &mut Ausgang<S>) {
        self.sitze[p.i()].frist = None;
        self.sitze[p.i()].nr = 0;
        if self.menschen() == 0 {
            return self.ohne_menschen(p, aus);
        }
        if let Stand::Einsammeln { einsatz } = self.stand {
            self.einsaetze_zurueck(einsatz, aus);
            self.apply_gebote(aus);
        } else {
            self.freund_bietet(p, aus);
        }
    }

    /// Gives back what has been handed over, because the stakes are named anew.
    fn einsaetze_zurueck(&mut self, einsatz: i64, aus: &mut Ausgang<S>) {
        let paid = self.alle_plaetze().filter_map(|p| self.wer(p)).filter(|b| b.bezahlt);
        let rows = paid.map(|b| (b.kasse.clone(), einsatz)).collect();
        self.buche_vom_tisch("neu", "Einsatz zurück, es wird neu geboten", rows, aus);
    }
}

use super::Rolle;
