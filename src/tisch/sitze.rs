//! Seats: who sits where, sitting down, standing up, lost lines, friends who step in.

use std::time::Duration;

use super::{
    Ausgang, Einstellung, Grund, Output, Person, Rolle, Schritt, Stand, Tisch, Tischspiel, Zeit,
    worte,
};
use crate::spiele::{Kasse, Platz, Verlassen, Wesen};
use crate::taler::Geldkonto;
use crate::text::Block;

/// After so long a friend whose thought has not come back plays by rule.
const FRIEND_LONGEST: Duration = Duration::from_secs(60);

/// A seat and what it is asked for.
#[derive(Default)]
pub(super) struct Sitz {
    pub(super) wer: Option<Besetzung>,
    /// Number of the decision this seat is asked for; 0: none.
    pub(super) nr: u64,
    pub(super) frist: Option<Frist>,
}

/// Who has a seat.
pub(super) struct Besetzung {
    pub(super) name: String,
    pub(super) art: Art,
    /// Where this seat's payout goes: the person's purse, or the house for friends and for forfeited seats.
    pub(super) kasse: Geldkonto,
    pub(super) guthaben: i64,
    pub(super) runden: Option<u32>,
    pub(super) gebot: Option<i64>,
    pub(super) bezahlt: bool,
    /// Chips bought so far.
    pub(super) gekauft: i64,
    /// Deals in which this seat held cards, and whether it holds some of the running one.
    pub(super) runden_gespielt: u32,
    pub(super) dabei: bool,
    /// Order in which people sat down.
    pub(super) seit: u64,
    pub(super) weg_seit: Option<Zeit>,
    /// The friend who plays on while the line is lost.
    pub(super) vertreter: Option<usize>,
    pub(super) aussetzt: bool,
    pub(super) frage: Option<Rueckfrage>,
}

/// What a seat's occupant is.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Art {
    Mensch(Geldkonto),
    /// Index into the table's friends.
    Freund(usize),
}

/// What `ja` would do.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Rueckfrage {
    Steh,
    Ende,
    /// A move in notation.
    Zug(String),
}

/// The deadline of a decision.
#[derive(Clone, Copy)]
pub(super) struct Frist {
    pub(super) bis: Zeit,
    warnen_ab: Zeit,
    pub(super) gewarnt: bool,
}

impl Frist {
    /// `None` where thinking time is unlimited.
    pub(super) fn new(jetzt: Zeit, dauer: Duration) -> Option<Self> {
        if dauer.is_zero() {
            return None;
        }
        let vorlauf = super::schritt::whole_ms(dauer / 4).min(Duration::from_secs(20));
        Some(Self { bis: jetzt + dauer, warnen_ab: jetzt + dauer - vorlauf, gewarnt: false })
    }

    /// A friend is not warned, and has an end of his own where people have as long as they like.
    pub(super) fn of_friend(jetzt: Zeit, dauer: Duration) -> Self {
        let dauer = if dauer.is_zero() { FRIEND_LONGEST } else { dauer };
        Self { bis: jetzt + dauer, warnen_ab: jetzt + dauer, gewarnt: true }
    }

    /// True once, when the warning is due.
    pub(super) fn warn(&mut self, jetzt: Zeit) -> bool {
        let due = !self.gewarnt && self.warnen_ab <= jetzt;
        self.gewarnt |= due;
        due
    }
}

impl Sitz {
    pub(super) fn deadlines(
        &self,
        e: &Einstellung,
        kasse: Kasse,
    ) -> impl Iterator<Item = Zeit> + use<> {
        let frist = self.frist.map(|f| if f.gewarnt { f.bis } else { f.warnen_ab });
        let weg = self.wer.as_ref().and_then(|b| {
            let weg = b.weg_seit?;
            match b.vertreter {
                None => Some(weg + e.gnadenfrist),
                // The seat of a game with stakes is kept to the end of the game.
                Some(_) if kasse == Kasse::Steine => Some(weg + e.rueckkehr),
                Some(_) => None,
            }
        });
        frist.into_iter().chain(weg)
    }
}

impl Besetzung {
    pub(super) fn new(name: String, art: Art, kasse: Geldkonto, guthaben: i64) -> Self {
        Self {
            name,
            art,
            kasse,
            guthaben,
            runden: None,
            gebot: None,
            bezahlt: false,
            gekauft: 0,
            runden_gespielt: 0,
            dabei: false,
            seit: 0,
            weg_seit: None,
            vertreter: None,
            aussetzt: false,
            frage: None,
        }
    }
}

impl<S: Tischspiel> Tisch<S> {
    pub(super) fn wer(&self, p: Platz) -> Option<&Besetzung> {
        self.sitze.get(p.i())?.wer.as_ref()
    }

    pub(super) fn wer_mut(&mut self, p: Platz) -> Option<&mut Besetzung> {
        self.sitze.get_mut(p.i())?.wer.as_mut()
    }

    pub(super) fn name(&self, p: Platz) -> &str {
        self.wer(p).map_or("", |b| b.name.as_str())
    }

    pub(super) fn frei(&self, p: Platz) -> bool {
        self.wer(p).is_none()
    }

    /// The purse of the person at this seat; `None` for friends and free seats.
    pub(super) fn mensch(&self, p: Platz) -> Option<&Geldkonto> {
        match &self.wer(p)?.art {
            Art::Mensch(konto) => Some(konto),
            Art::Freund(_) => None,
        }
    }

    pub(super) fn menschen(&self) -> usize {
        self.alle_plaetze().filter(|p| self.mensch(*p).is_some()).count()
    }

    /// Who decides for this seat, if it is not a person at the line.
    pub(super) fn denkt_als(&self, p: Platz) -> Option<Wesen> {
        let b = self.wer(p)?;
        let i = match b.art {
            Art::Freund(i) => i,
            Art::Mensch(_) => b.vertreter?,
        };
        self.e.freunde.get(i).map(|f| f.wesen)
    }

    /// A friend who does not sit here and stands in for nobody yet, in the table's order.
    pub(super) fn freier_freund(&self) -> usize {
        let busy = |i: usize| {
            self.alle_plaetze()
                .filter_map(|p| self.wer(p))
                .any(|b| b.art == Art::Freund(i) || b.vertreter == Some(i))
        };
        (0..self.e.freunde.len()).find(|i| !busy(*i)).unwrap_or(0)
    }

    /// A person wants a seat.
    pub(super) fn setz_dich(&mut self, person: Person, aus: &mut Ausgang<S>) {
        if let Some(p) = self.platz_von(&person.konto) {
            aus.an_platz(self, p, worte::sitzt_schon(&self.e.name));
            return;
        }
        if S::KASSE == Kasse::Steine {
            return self.kaufe_platz(person, aus);
        }
        let free = self.alle_plaetze().find(|p| self.frei(*p));
        match free {
            Some(_) if person.guthaben < *S::tischregeln(&self.regeln).einsatz.start() => {
                let min = *S::tischregeln(&self.regeln).einsatz.start();
                let block = worte::zu_wenig_geld(self.waehrung, min, person.guthaben);
                aus.an_person(&person.konto, block);
            }
            Some(platz) if matches!(self.stand, Stand::Wartet) => {
                let voll = self.menschen() + 1 == usize::from(self.e.plaetze);
                self.apply_logged(Schritt::Setz { platz, person }, aus);
                if voll {
                    self.los(aus);
                }
            }
            Some(_) | None => aus.an_person(&person.konto, worte::tisch_voll(&self.e.name)),
        }
    }

    pub(super) fn apply_setz(&mut self, platz: Platz, person: Person, aus: &mut Ausgang<S>) {
        let Person { konto, name, guthaben } = person;
        self.sitze[platz.i()].wer =
            Some(Besetzung::new(name.clone(), Art::Mensch(konto.clone()), konto.clone(), guthaben));
        let seit = self.schritte;
        if let Some(b) = self.wer_mut(platz) {
            b.seit = seit;
        }
        aus.push(Output::Rolle { konto, rolle: Rolle::Sitzt });
        let tisch = self.e.name.clone();
        self.sag_alle(aus, |n| vec![worte::setzt_sich(n, platz, &tisch)]);
        aus.push(Output::Raum(worte::setzt_sich_raum(&name, &tisch)));
        if S::KASSE == Kasse::Steine {
            return self.steine_auf_den_tisch(platz, aus);
        }
        if self.menschen() == 1 {
            self.warten_bis = Some(self.jetzt + self.e.warten);
            let hinweis = worte::platz_genommen(&self.e, S::tischregeln(&self.regeln));
            aus.an_platz(self, platz, hinweis);
        }
    }

    pub(super) fn apply_freund(&mut self, platz: Platz, freund: usize, aus: &mut Ausgang<S>) {
        self.setze_freund(platz, freund);
        if S::KASSE == Kasse::Steine {
            self.steine_auf_den_tisch(platz, aus);
        }
    }

    pub(super) fn setze_freund(&mut self, platz: Platz, freund: usize) {
        let name = self.e.freunde.get(freund).map_or_else(String::new, |f| f.name.clone());
        self.sitze[platz.i()].wer =
            Some(Besetzung::new(name, Art::Freund(freund), Geldkonto::Haus, 0));
    }

    /// Asks before something that is easily regretted.
    pub(super) fn ask_back(
        &mut self,
        p: Platz,
        was: Rueckfrage,
        block: Block,
        aus: &mut Ausgang<S>,
    ) {
        if let Some(b) = self.wer_mut(p) {
            b.frage = Some(was);
        }
        aus.an_platz(self, p, block);
    }

    /// `steh auf` or leaving the server: at once where it costs nothing, after a question otherwise.
    pub(super) fn will_gehen(&mut self, p: Platz, was: Rueckfrage, aus: &mut Ausgang<S>) {
        match self.kostet_aufstehen(p) {
            Some(block) => self.ask_back(p, was, block, aus),
            None => self.geht(p, &was, aus),
        }
    }

    /// What standing up now would cost; `None`: nothing.
    fn kostet_aufstehen(&self, p: Platz) -> Option<Block> {
        let w = self.waehrung;
        let verlassen = S::tischregeln(&self.regeln).verlassen;
        let verlassen = (self.menschen() > 1).then_some(verlassen);
        match (&self.stand, S::KASSE) {
            (Stand::Laeuft(_), Kasse::Einsatz) => {
                Some(worte::aufstehen_kostet(w, self.einsatz, verlassen))
            }
            (Stand::Losen { einsatz } | Stand::Einsammeln { einsatz }, _)
                if self.hat_bezahlt(p) =>
            {
                Some(worte::aufstehen_kostet(w, *einsatz, verlassen))
            }
            (Stand::Laeuft(spiel), Kasse::Steine) => self.kostet_aussteigen(spiel, p),
            _ => None,
        }
    }

    fn hat_bezahlt(&self, p: Platz) -> bool {
        self.wer(p).is_some_and(|b| b.bezahlt)
    }

    pub(super) fn geht(&mut self, p: Platz, was: &Rueckfrage, aus: &mut Ausgang<S>) {
        let konto = self.mensch(p).cloned();
        let in_game = !matches!(self.stand, Stand::Wartet);
        let freund = (in_game && S::KASSE == Kasse::Einsatz).then(|| self.freier_freund());
        self.apply_logged(Schritt::Steh { platz: p, freund }, aus);
        if let (Rueckfrage::Ende, Some(konto)) = (was, konto) {
            aus.push(Output::Abschied(konto));
        }
    }

    pub(super) fn apply_steh(&mut self, p: Platz, freund: Option<usize>, aus: &mut Ausgang<S>) {
        if self.frei(p) {
            return;
        }
        let name = self.name(p).to_string();
        self.sag_alle(aus, |n| vec![worte::steht_auf(n, p)]);
        aus.push(Output::Raum(worte::steht_auf_raum(&name, &self.e.name)));
        if let Some(konto) = self.mensch(p).cloned() {
            aus.push(Output::Rolle { konto, rolle: Rolle::Keine });
            self.moment(Grund::Geht, p, aus);
        }
        if S::KASSE == Kasse::Steine {
            return self.steine_vom_tisch(p, aus);
        }
        let Some(konto) = self.mensch(p).cloned() else { return };
        match freund {
            None => self.sitze[p.i()] = Sitz::default(),
            Some(freund) => self.freund_uebernimmt(p, freund, &konto, aus),
        }
        self.niemand_wartet();
    }

    /// A table without people waits for nobody.
    pub(super) fn niemand_wartet(&mut self) {
        if self.menschen() == 0 {
            self.warten_bis = None;
            self.vergiss_absprachen();
        }
    }

    /// Somebody leaves a game with stakes on purpose (regeln.md R26, R27).
    fn freund_uebernimmt(
        &mut self,
        p: Platz,
        freund: usize,
        konto: &Geldkonto,
        aus: &mut Ausgang<S>,
    ) {
        let vorher = self.name(p).to_string();
        let old = self.sitze[p.i()].wer.take();
        let gebot = old.as_ref().and_then(|b| b.gebot);
        let bezahlt = old.as_ref().is_some_and(|b| b.bezahlt);
        let gutschrift = S::tischregeln(&self.regeln).verlassen == Verlassen::Gutschrift;
        self.setze_freund(p, freund);
        self.sitze[p.i()].frist = None;
        let name = self.name(p).to_string();
        self.sag_alle(aus, |_| vec![worte::uebernimmt(&name, &vorher)]);
        if matches!(self.stand, Stand::Gebote) {
            self.gib_gebot_zurueck(konto, gebot, aus);
            return self.sitz_ohne_einsatz(p, aus);
        }
        if let Some(b) = self.wer_mut(p).filter(|_| bezahlt) {
            b.bezahlt = true;
            if gutschrift {
                b.kasse = konto.clone();
            }
        }
        if self.menschen() == 0 {
            return self.ohne_menschen(p, aus);
        }
        if bezahlt { self.neu_fragen(p, aus) } else { self.sitz_ohne_einsatz(p, aus) }
    }

    /// A seat that changed hands in the middle of its decision is asked again.
    pub(super) fn neu_fragen(&mut self, p: Platz, aus: &mut Ausgang<S>) {
        if self.sitze[p.i()].nr > 0 {
            self.neue_entscheidung(p, aus);
        }
    }

    /// The person's line is gone. A table that waits gives the seat free, a game keeps it (regeln.md G7).
    pub(super) fn line_lost(&mut self, konto: &Geldkonto, aus: &mut Ausgang<S>) {
        self.vergiss_vormerkung(konto);
        let Some(p) = self.platz_von(konto) else { return };
        if matches!(self.stand, Stand::Wartet) {
            self.apply_logged(Schritt::Steh { platz: p, freund: None }, aus);
            return;
        }
        if self.wer(p).is_some_and(|b| b.weg_seit.is_none()) {
            self.apply_logged(Schritt::Weg { platz: p }, aus);
            let name = self.name(p).to_string();
            self.sag_anderen(aus, p, &worte::leitung_weg(&name));
        }
    }

    pub(super) fn apply_weg(&mut self, p: Platz) {
        let jetzt = self.jetzt;
        if let Some(b) = self.wer_mut(p) {
            b.weg_seit = Some(jetzt);
            b.frage = None;
        }
    }

    /// The person is back: full rights at once, one summary, a fresh deadline if he is on.
    pub(super) fn line_back(&mut self, konto: &Geldkonto, aus: &mut Ausgang<S>) {
        let Some(p) = self.platz_von(konto) else { return };
        aus.push(Output::Rolle { konto: konto.clone(), rolle: Rolle::Sitzt });
        self.lage_fuer(p, aus);
        if self.wer(p).is_some_and(|b| b.weg_seit.is_some()) {
            self.apply_logged(Schritt::Da { platz: p }, aus);
            let name = self.name(p).to_string();
            self.sag_anderen(aus, p, &worte::leitung_da(&name));
        } else {
            // A newer line took over: the same decision is shown there, its deadline goes on.
            self.zeige_entscheidung(p, aus);
        }
    }

    pub(super) fn apply_da(&mut self, p: Platz, aus: &mut Ausgang<S>) {
        if let Some(b) = self.wer_mut(p) {
            b.weg_seit = None;
            b.vertreter = None;
        }
        self.melde_aussetzer();
        self.bald_weiter();
        if matches!(self.stand, Stand::Gebote | Stand::Einsammeln { .. }) {
            self.frage_einen(p, aus);
        } else {
            self.neu_fragen(p, aus);
        }
    }

    pub(super) fn apply_vertretung(&mut self, p: Platz, freund: usize, aus: &mut Ausgang<S>) {
        if let Some(b) = self.wer_mut(p) {
            b.vertreter = Some(freund);
        }
        let name = self.name(p).to_string();
        if self.zwischen_zwei_runden() {
            self.melde_aussetzer();
            return self.sag_anderen(aus, p, &worte::abwesend(&name));
        }
        let freund = self.e.freunde.get(freund).map_or("", |f| f.name.as_str()).to_string();
        self.sag_anderen(aus, p, &worte::vertritt(&freund, &name));
        self.neu_fragen(p, aus);
    }

    /// In a game a friend plays on. He cannot stake somebody else's money, so a seat that has not staked is his own
    /// then; and a seat at a table that only waits is free.
    fn gnadenfrist_um(&mut self, p: Platz, aus: &mut Ausgang<S>) {
        let freund = self.freier_freund();
        let schritt = match self.stand {
            Stand::Wartet => Schritt::Steh { platz: p, freund: None },
            _ if self.einsatz_fehlt(p) => Schritt::Ersetze { platz: p, freund },
            _ => Schritt::Vertretung { platz: p, freund },
        };
        self.apply_logged(schritt, aus);
    }

    /// Grace times that have passed.
    pub(super) fn uhr_leitungen(&mut self, aus: &mut Ausgang<S>) {
        for p in self.alle_plaetze() {
            let Some(b) = self.wer(p) else { continue };
            let Some(weg) = b.weg_seit else { continue };
            if b.vertreter.is_none() && weg + self.e.gnadenfrist <= self.jetzt {
                self.gnadenfrist_um(p, aus);
            } else if b.vertreter.is_some()
                && S::KASSE == Kasse::Steine
                && weg + self.e.rueckkehr <= self.jetzt
            {
                self.apply_logged(Schritt::Steh { platz: p, freund: None }, aus);
            }
        }
    }
}
