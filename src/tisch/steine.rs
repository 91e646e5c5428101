//! Open sittings with chips: bought when sitting down, changed back when standing up, friends who fill up and make
//! room, deals one after the other (regeln.md G2, G7, G8, M27, W35).

use super::sitze::{Art, Sitz};
use super::{Ausgang, Output, Person, Platz, Schritt, Stand, Tisch, Tischspiel, Wunsch, worte};
use crate::spiele::{Kasse, Out};
use crate::taler::Geldkonto;
use crate::text::Block;

impl<S: Tischspiel> Tisch<S> {
    /// A seat costs its chips. Where only friends could make room, one of them does, as soon as no cards are out.
    pub(super) fn kaufe_platz(&mut self, person: Person, aus: &mut Ausgang<S>) {
        let frei = self.alle_plaetze().find(|p| self.frei(*p));
        let platz = frei.or_else(|| self.freund_macht_platz(aus));
        let Some(platz) = platz else {
            return aus.an_person(&person.konto, worte::tisch_voll(&self.e.name));
        };
        let preis = S::tischregeln(&self.regeln).steine * self.e.taler_je_stein;
        if person.guthaben < preis {
            return aus.an_person(
                &person.konto,
                worte::zu_wenig_geld(self.waehrung, preis, person.guthaben),
            );
        }
        let konto = person.konto.clone();
        self.bezahle_von(konto, preis, "Zählsteine gekauft", Schritt::Setz { platz, person }, aus);
    }

    /// A friend stands up for a person, folding what he holds.
    fn freund_macht_platz(&mut self, aus: &mut Ausgang<S>) -> Option<Platz> {
        let p = self.alle_plaetze().filter(|p| self.mensch(*p).is_none()).last()?;
        self.apply_logged(Schritt::Steh { platz: p, freund: None }, aus);
        Some(p)
    }

    /// A new seat's chips.
    pub(super) fn steine_auf_den_tisch(&mut self, p: Platz, aus: &mut Ausgang<S>) {
        let steine = S::tischregeln(&self.regeln).steine;
        let preis = steine * self.e.taler_je_stein;
        let mensch = self.mensch(p).is_some();
        if let Some(b) = self.wer_mut(p) {
            b.gekauft = steine;
        }
        if !mensch {
            self.buche_vom_tisch(
                "freund",
                "Zählsteine eines Freundes",
                vec![(Geldkonto::Haus, -preis)],
                aus,
            );
        } else {
            let w = self.waehrung;
            aus.an_platz(self, p, worte::steine_gekauft(w, steine, preis));
        }
        if let Stand::Laeuft(spiel) = &mut self.stand {
            let mut out = Out::new();
            spiel.sit(p, steine, &mut out);
            for event in out.drain() {
                self.erzaehle(&event, aus);
            }
            self.bald_weiter();
        } else if mensch && self.menschen() == 1 {
            self.warten_bis = Some(self.jetzt + self.e.warten);
            let hinweis = worte::warten_auf_mitspieler(&self.e);
            aus.an_platz(self, p, hinweis);
        }
    }

    /// Starts the sitting, with friends up to the room's number.
    pub(super) fn los_mit_steinen(&mut self, aus: &mut Ausgang<S>) {
        self.warten_bis = None;
        self.freunde_setzen_sich(aus);
        let Some(erster) = self.alle_plaetze().find(|p| !self.frei(*p)) else { return };
        self.stand = Stand::Losen { einsatz: 0 };
        aus.push(Output::Zufall(Wunsch::Erster { plaetze: self.e.plaetze }));
        let _ = erster;
    }

    fn freunde_setzen_sich(&mut self, aus: &mut Ausgang<S>) {
        for p in self.alle_plaetze() {
            let taken = self.alle_plaetze().filter(|q| !self.frei(*q)).count();
            if self.frei(p) && taken < usize::from(self.e.freunde_bis.max(*S::PLAETZE.start())) {
                let freund = self.freier_freund();
                self.apply_logged(Schritt::Freund { platz: p, freund }, aus);
            }
        }
    }

    /// A seat leaves an open sitting: it folds, its chips are changed back.
    pub(super) fn steine_vom_tisch(&mut self, p: Platz, aus: &mut Ausgang<S>) {
        let steine = self.steh_auf_im_spiel(p, aus);
        let konto = self.wer(p).map_or(Geldkonto::Haus, |b| b.kasse.clone());
        let erloes = steine * self.e.taler_je_stein;
        let mensch = self.mensch(p).is_some();
        self.buche_vom_tisch(
            "steine",
            "Zählsteine zurückgetauscht",
            vec![(konto.clone(), erloes)],
            aus,
        );
        if mensch {
            let w = self.waehrung;
            aus.an_person(&konto, worte::steine_zurueck(w, steine, erloes));
            self.melde_aufbruch(p, erloes, aus);
        }
        self.sitze[p.i()] = Sitz::default();
        if self.menschen() == 0 && !matches!(self.stand, Stand::Wartet) {
            return self.sitzung_endet(aus);
        }
        self.weiter(aus);
    }

    fn steh_auf_im_spiel(&mut self, p: Platz, aus: &mut Ausgang<S>) -> i64 {
        let gekauft = self.wer(p).map_or(0, |b| b.gekauft);
        let Stand::Laeuft(spiel) = &mut self.stand else { return gekauft };
        let mut out = Out::new();
        let steine = spiel.rise(p, &mut out);
        for event in out.drain() {
            self.erzaehle(&event, aus);
        }
        steine
    }

    /// The last person has gone: friends go too, the record is closed.
    fn sitzung_endet(&mut self, aus: &mut Ausgang<S>) {
        let mitte = self.schluss_rest();
        let mut rows = vec![(Geldkonto::Haus, mitte * self.e.taler_je_stein)];
        for p in self.alle_plaetze() {
            if self.wer(p).is_some() {
                let steine = self.steine_von(p);
                rows.push((Geldkonto::Haus, steine * self.e.taler_je_stein));
            }
        }
        self.buche_vom_tisch("haus", "Die Freunde des Hauses gehen", rows, aus);
        self.schliesse_sitzung(aus);
    }

    /// Everything that lies in pots.
    fn schluss_rest(&self) -> i64 {
        self.spiel().map_or(0, |s| s.kasse().mitte + s.kasse().haus)
    }

    fn steine_von(&self, p: Platz) -> i64 {
        match self.spiel() {
            Some(s) => s.kasse().plaetze.get(p.i()).copied().unwrap_or(0),
            None => self.wer(p).map_or(0, |b| b.gekauft),
        }
    }

    /// An inner fault or an admin ends the sitting: everybody gets his chips, the pot is shared among those who
    /// sit, the odd chips go to the house.
    pub(super) fn schluss_mit_steinen(&mut self, aus: &mut Ausgang<S>) {
        let taken: Vec<Platz> = self.alle_plaetze().filter(|p| !self.frei(*p)).collect();
        let mitte = self.schluss_rest();
        let anteil = mitte / i64::try_from(taken.len().max(1)).expect("a handful of seats");
        let mut rows = Vec::new();
        for p in &taken {
            let konto = self.wer(*p).map_or(Geldkonto::Haus, |b| b.kasse.clone());
            rows.push((konto, (self.steine_von(*p) + anteil) * self.e.taler_je_stein));
        }
        let rest = mitte - anteil * i64::try_from(taken.len()).expect("a handful of seats");
        rows.push((Geldkonto::Haus, rest * self.e.taler_je_stein));
        self.buche_vom_tisch("schluss", "Der Tisch schließt", rows, aus);
        let w = self.waehrung;
        self.sag_alle(aus, |_| vec![worte::abgebrochen(w)]);
        for p in taken {
            if let Some(konto) = self.mensch(p).cloned() {
                aus.push(Output::Rolle { konto, rolle: super::Rolle::Keine });
            }
        }
        self.schliesse_sitzung(aus);
    }

    fn schliesse_sitzung(&mut self, aus: &mut Ausgang<S>) {
        aus.push(Output::Protokoll(std::mem::take(&mut self.protokoll)));
        self.partien += 1;
        self.stand = Stand::Wartet;
        self.warten_bis = None;
        self.pause_bis = None;
        self.gefragt = crate::spiele::Plaetze::NONE;
        for sitz in &mut self.sitze {
            *sitz = Sitz::default();
        }
        let (schritte, zaehler, partien) = (self.schritte, self.zaehler, self.partien);
        let stand = Schritt::<S>::Stand { schritte, zaehler, partien };
        aus.push(Output::Neuanfang(vec![super::schritt::write_line(self.jetzt, &stand)]));
    }

    /// What standing up in the middle of a deal would cost.
    pub(super) fn kostet_aussteigen(&self, spiel: &S, p: Platz) -> Option<Block> {
        matches!(spiel.awaits(), crate::spiele::Awaits::Zug(_) if self.gefragt.contains(p))
            .then(worte::aufstehen_heisst_aussteigen)
    }

    pub(super) fn apply_aussetzen(&mut self, p: Platz, ja: bool) {
        if let Some(b) = self.wer_mut(p) {
            b.aussetzt = ja;
        }
        if let Stand::Laeuft(spiel) = &mut self.stand {
            spiel.sit_out(p, ja);
        }
        if !ja {
            self.bald_weiter();
        }
    }

    /// `pause`: sit out from the next deal, and back in again (entwurf 5).
    pub(super) fn pause(&mut self, p: Platz, aus: &mut Ausgang<S>) {
        if S::KASSE == Kasse::Einsatz {
            return aus.an_platz(self, p, worte::pause_geht_nicht());
        }
        let ja = !self.wer(p).is_some_and(|b| b.aussetzt);
        self.apply_logged(Schritt::Aussetzen { platz: p, ja }, aus);
        aus.an_platz(self, p, worte::setzt_aus(ja));
    }

    /// Between two deals: absent people sit out, broke friends go, new ones come, then the next deal is due.
    pub(super) fn zwischen_den_runden(&mut self, aus: &mut Ausgang<S>) {
        self.entscheidungen(crate::spiele::Plaetze::NONE, aus);
        for p in self.alle_plaetze() {
            let absent = self.wer(p).is_some_and(|b| b.vertreter.is_some() && !b.aussetzt);
            if absent && let Stand::Laeuft(spiel) = &mut self.stand {
                spiel.sit_out(p, true);
            }
        }
        self.pause_bis = Some(self.jetzt + self.e.pause);
    }

    fn bald_weiter(&mut self) {
        let in_pause = self.spiel().is_some_and(|s| s.awaits() == crate::spiele::Awaits::Pause);
        if in_pause && self.pause_bis.is_none() {
            self.pause_bis = Some(self.jetzt + self.e.pause);
        }
    }

    /// The pause is over: friends are put in order, then the next deal is made if enough seats can play.
    pub(super) fn naechste_karten(&mut self, aus: &mut Ausgang<S>) {
        for p in self.alle_plaetze() {
            let broke = self.wer(p).is_some_and(|b| matches!(b.art, Art::Freund(_)))
                && self.steine_von(p) == 0;
            if broke {
                self.apply_logged(Schritt::Steh { platz: p, freund: None }, aus);
            }
        }
        self.freunde_setzen_sich(aus);
        let person_plays = self
            .alle_plaetze()
            .any(|p| self.mensch(p).is_some() && self.spielt_mit(p) && self.steine_von(p) > 0);
        if person_plays && self.spiel().is_some_and(S::ready) {
            self.pause_bis = None;
            self.wish_deck(aus);
        } else {
            self.pause_bis = None;
            self.sag_alle(aus, |_| vec![worte::tisch_ruht()]);
        }
    }

    fn spielt_mit(&self, p: Platz) -> bool {
        self.wer(p).is_some_and(|b| !b.aussetzt && b.vertreter.is_none())
    }
}
