//! Open sittings with chips: bought when sitting down, changed back when standing up, friends who fill up and make
//! room, deals one after the other (regeln.md G2, G7, G8, M27, W35).

use super::sitze::{Art, Sitz};
use super::{
    Ausgang, Grund, Output, Person, Platz, Schritt, Stand, Tisch, Tischspiel, Wunsch, worte,
};
use crate::spiele::{Awaits, Kasse, Out, Plaetze};
use crate::taler::{Geldkonto, Waehrung};
use crate::text::Block;

/// How somebody stands in a sitting.
#[derive(Clone, Copy, Default)]
pub(super) struct Bilanz {
    pub(super) gewinn: i64,
    pub(super) mensch: bool,
}

impl<S: Tischspiel> Tisch<S> {
    /// A seat costs its chips. Where only friends could make room, one of them does, as soon as no cards are out.
    pub(super) fn kaufe_platz(&mut self, person: Person, aus: &mut Ausgang<S>) {
        let preis = S::tischregeln(&self.regeln).steine * self.e.taler_je_stein;
        if person.guthaben < preis {
            return aus.an_person(
                &person.konto,
                worte::zu_wenig_geld(self.waehrung, preis, person.guthaben),
            );
        }
        if self.vorgemerkt(&person.konto) {
            return aus.an_person(&person.konto, worte::platz_nach_runde(&self.e.name));
        }
        let frei = self.alle_plaetze().find(|p| self.frei(*p));
        match frei {
            Some(platz) => self.verkaufe_platz(platz, person, aus),
            None => self.freund_macht_platz(person, aus),
        }
    }

    fn verkaufe_platz(&mut self, platz: Platz, person: Person, aus: &mut Ausgang<S>) {
        let preis = S::tischregeln(&self.regeln).steine * self.e.taler_je_stein;
        let konto = person.konto.clone();
        self.bezahle_von(konto, preis, "Zählsteine gekauft", Schritt::Setz { platz, person }, aus);
    }

    /// A friend stands up for a person: at once between two deals, else when he has played his cards.
    fn freund_macht_platz(&mut self, person: Person, aus: &mut Ausgang<S>) {
        let freunde: Vec<Platz> =
            self.alle_plaetze().filter(|p| self.mensch(*p).is_none()).collect();
        let platz = freunde.last().filter(|_| freunde.len() > self.vormerkungen.len());
        let Some(platz) = platz.copied() else {
            return aus.an_person(&person.konto, worte::tisch_voll(&self.e.name));
        };
        if self.zwischen_zwei_runden() {
            self.apply_logged(Schritt::Steh { platz, freund: None }, aus);
            return self.verkaufe_platz(platz, person, aus);
        }
        aus.an_person(&person.konto, worte::platz_nach_runde(&self.e.name));
        self.vormerkungen.push_back(person);
    }

    /// True while somebody waits for the end of a deal to sit down. Who waits has a line and no seat; the seat is his
    /// as soon as the deal is over. Waiting ends with the line, so the journal does not hold it.
    pub fn vorgemerkt(&self, konto: &Geldkonto) -> bool {
        self.vormerkungen.iter().any(|p| p.konto == *konto)
    }

    /// Whoever waits for a seat is forgotten: his line is lost, or he has gone elsewhere.
    pub(super) fn vergiss_vormerkung(&mut self, konto: &Geldkonto) {
        self.vormerkungen.retain(|p| p.konto != *konto);
    }

    /// The first who waits sits down, once no cards are out. Called after everything that happens.
    pub(super) fn nachruecken(&mut self, aus: &mut Ausgang<S>) {
        let possible = self.zwischen_zwei_runden() || matches!(self.stand, Stand::Wartet);
        if possible && let Some(person) = self.vormerkungen.pop_front() {
            self.kaufe_platz(person, aus);
        }
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
            self.sag_absprachen(p, aus);
        }
        if let Stand::Laeuft(spiel) = &mut self.stand {
            let mut out = Out::new();
            spiel.sit(p, steine, &mut out);
            self.check_steine(steine);
            self.melde(out, aus);
            if mensch {
                self.moment(Grund::Kommt, p, aus);
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
        self.freunde_setzen_sich(aus);
        self.apply_logged(Schritt::Losen, aus);
    }

    pub(super) fn apply_losen(&mut self, aus: &mut Ausgang<S>) {
        self.warten_bis = None;
        self.stand = Stand::Losen { einsatz: 0 };
        let mitspieler = self.besetzung();
        self.sag_alle(aus, |_| vec![worte::wer_spielt(&mitspieler, 0)]);
        aus.push(Output::Zufall(Wunsch::Erster { plaetze: self.e.plaetze }));
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
        self.verbuche_sitzung(p, steine, aus);
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
        self.niemand_wartet();
        self.weiter(aus);
    }

    /// A seat's part in the sitting is over; it counts if at least one deal was played. More chips changed back than
    /// bought is a win (regeln.md R23, as for the stakes).
    fn verbuche_sitzung(&mut self, p: Platz, steine: i64, aus: &mut Ausgang<S>) {
        let Some(b) = self.wer(p).filter(|b| b.runden_gespielt > 0) else { return };
        let (gewinn, name) = (steine - b.gekauft, b.name.clone());
        self.begegnung(p, gewinn * self.e.taler_je_stein, aus);
        let konto = self.mensch(p).cloned();
        let entry = self.bilanz.entry(name).or_default();
        entry.gewinn += gewinn;
        entry.mensch |= konto.is_some();
        let Some(Geldkonto::Konto(konto)) = konto else { return };
        let regeln = S::tischregeln(&self.regeln);
        let people = self.bilanz.values().filter(|b| b.mensch).count();
        let company = people > 1 || self.menschen() > 1;
        if self.waehrung == Waehrung::Taler && (regeln.erfahrung_gegen_freunde || company) {
            let punkte = if gewinn > 0 { regeln.erfahrung_je_sieg } else { 0 };
            aus.push(Output::Erfahrung { konto, punkte, allein: false });
        }
    }

    /// One line about whoever has won most; where nobody has won there is none.
    fn kurier_der_sitzung(&self, aus: &mut Ausgang<S>) {
        let best = self.bilanz.values().map(|b| b.gewinn).max().unwrap_or(0);
        if self.waehrung != Waehrung::Taler || best <= 0 {
            return;
        }
        let winners = self.bilanz.iter().filter(|(_, b)| b.gewinn == best);
        aus.push(Output::Kurier(winners.map(|(name, _)| name.clone()).collect()));
    }

    fn steh_auf_im_spiel(&mut self, p: Platz, aus: &mut Ausgang<S>) -> i64 {
        let gekauft = self.wer(p).map_or(0, |b| b.gekauft);
        let Stand::Laeuft(spiel) = &mut self.stand else { return gekauft };
        let mut out = Out::new();
        let steine = spiel.rise(p, &mut out);
        self.check_steine(-steine);
        self.melde(out, aus);
        steine
    }

    /// The last person has gone: friends go too, one after the other by the rules, and the record is closed. What is
    /// left in the middle then was put in by nobody who could still win it.
    fn sitzung_endet(&mut self, aus: &mut Ausgang<S>) {
        let mut steine = 0;
        for p in self.alle_plaetze() {
            if !self.frei(p) {
                let own = self.steh_auf_im_spiel(p, aus);
                self.verbuche_sitzung(p, own, aus);
                steine += own;
                self.sitze[p.i()] = Sitz::default();
            }
        }
        steine += self.schluss_rest();
        let rows = vec![(Geldkonto::Haus, steine * self.e.taler_je_stein)];
        self.buche_vom_tisch("haus", "Die Freunde des Hauses gehen", rows, aus);
        self.kurier_der_sitzung(aus);
        // Without a deal there is nothing to check.
        if self.siegel.is_some() {
            self.oeffne_siegel_zum_schluss(aus);
        } else {
            self.verwirf_protokoll(aus);
        }
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

    /// What each seat would have if the running deal had not been made; a seat taken since has its own chips.
    fn steine_vor_der_runde(&self) -> Vec<i64> {
        let in_deal = self.spiel().is_some_and(|s| matches!(s.awaits(), Awaits::Zug(_)));
        let before = |p: Platz| {
            let dealt = in_deal && self.wer(p).is_some_and(|b| b.dabei);
            let known = self.vor_runde.get(p.i()).copied().filter(|_| dealt);
            known.unwrap_or_else(|| self.steine_von(p))
        };
        self.alle_plaetze().map(before).collect()
    }

    /// An inner fault or an admin ends the sitting: everybody gets his chips, the pot is shared among those who
    /// sit, the odd chips go to the house.
    pub(super) fn schluss_mit_steinen(&mut self, aus: &mut Ausgang<S>) {
        let taken: Vec<Platz> = self.alle_plaetze().filter(|p| !self.frei(*p)).collect();
        let steine = self.steine_vor_der_runde();
        let all: i64 = self.alle_plaetze().map(|p| self.steine_von(p)).sum();
        // What is left is a pot that nobody has won, and the bets of whoever has gone.
        let mitte = self.schluss_rest() + all - steine.iter().sum::<i64>();
        let anteil = mitte / i64::try_from(taken.len().max(1)).expect("a handful of seats");
        let mut rows = Vec::new();
        for p in &taken {
            let konto = self.wer(*p).map_or(Geldkonto::Haus, |b| b.kasse.clone());
            rows.push((konto, (steine[p.i()] + anteil) * self.e.taler_je_stein));
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
        self.verwirf_protokoll(aus);
        self.schliesse_sitzung(aus);
    }

    fn schliesse_sitzung(&mut self, aus: &mut Ausgang<S>) {
        self.bilanz.clear();
        self.vergiss_absprachen();
        self.partien += 1;
        self.stand = Stand::Wartet;
        self.warten_bis = None;
        self.pause_bis = None;
        self.gefragt = Plaetze::NONE;
        for sitz in &mut self.sitze {
            *sitz = Sitz::default();
        }
        let (schritte, zaehler, partien) = (self.schritte, self.zaehler, self.partien);
        let stand = Schritt::<S>::Stand { schritte, zaehler, partien, warten_bis: None };
        let steps = self.siegel_schritt().into_iter().chain([stand]);
        let lines = steps.map(|s| super::schritt::write_line(self.jetzt, &s));
        aus.push(Output::Neuanfang(lines.collect()));
    }

    /// What standing up in the middle of a deal would cost.
    pub(super) fn kostet_aussteigen(&self, spiel: &S, p: Platz) -> Option<Block> {
        let dealt = self.wer(p).is_some_and(|b| b.dabei);
        (dealt && matches!(spiel.awaits(), Awaits::Zug(_))).then(worte::aufstehen_heisst_aussteigen)
    }

    pub(super) fn apply_aussetzen(&mut self, p: Platz, ja: bool) {
        if let Some(b) = self.wer_mut(p) {
            b.aussetzt = ja;
        }
        self.melde_aussetzer();
        if !ja {
            self.bald_weiter();
        }
    }

    /// `pause`: sit out from the next deal, and back in again.
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
        self.entscheidungen(Plaetze::NONE, aus);
        self.melde_runde(aus);
        self.melde_aussetzer();
        self.pause_bis = Some(self.jetzt + self.e.pause);
    }

    /// Who sits out is told to the game between two deals only: until the end of a deal everybody in it has his rights.
    pub(super) fn melde_aussetzer(&mut self) {
        if !self.zwischen_zwei_runden() {
            return;
        }
        for p in self.alle_plaetze() {
            let Some(b) = self.wer(p) else { continue };
            // Whoever has a friend in his place is away (regeln.md G7).
            let out = b.aussetzt || b.vertreter.is_some();
            if let Stand::Laeuft(spiel) = &mut self.stand {
                spiel.sit_out(p, out);
            }
        }
    }

    /// Seats that take part in the next deal.
    pub(super) fn wer_teilnimmt(&self) -> Plaetze {
        let chips = |p: Platz| S::KASSE == Kasse::Einsatz || self.steine_von(p) > 0;
        self.alle_plaetze().filter(|p| self.spielt_mit(*p) && chips(*p)).collect()
    }

    pub(super) fn zaehle_runde(&mut self, teil: Plaetze) {
        for p in self.alle_plaetze() {
            if let Some(b) = self.wer_mut(p) {
                b.dabei = teil.contains(p);
                b.runden_gespielt += u32::from(b.dabei);
            }
        }
    }

    /// True in an open sitting while no cards are out.
    pub(super) fn zwischen_zwei_runden(&self) -> bool {
        S::KASSE == Kasse::Steine && self.spiel().is_some_and(super::ablauf::needs_deck)
    }

    pub(super) fn bald_weiter(&mut self) {
        if self.zwischen_zwei_runden() && self.pause_bis.is_none() {
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
            self.apply_logged(Schritt::Ruhe, aus);
        }
    }

    /// No deal is due until somebody comes, returns or plays again.
    pub(super) fn apply_ruhe(&mut self, aus: &mut Ausgang<S>) {
        self.pause_bis = None;
        self.sag_alle(aus, |_| vec![worte::tisch_ruht()]);
    }

    fn spielt_mit(&self, p: Platz) -> bool {
        self.wer(p).is_some_and(|b| !b.aussetzt && b.vertreter.is_none())
    }
}
