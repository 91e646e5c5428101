//! A running game: chance comes in, moves are played, clocks run out, the end is paid out.

use serde_json::{Value, json};

use super::sitze::{Art, Rueckfrage, Sitz};
use super::{
    Ausgang, Grund, Mischung, Output, Platz, Rolle, Schritt, Stand, Tempo, Tisch, Tischspiel, Wie,
    worte,
};
use crate::siegel::{Oeffnung, Salz, Siegel, hex};
use crate::spiele::einsatz::mehr_als_einsatz;
use crate::spiele::{Anfang, Awaits, Kasse, Namen, Out, Plaetze, Viewer};
use crate::taler::{Geldkonto, Waehrung};

impl<S: Tischspiel> Tisch<S> {
    pub(super) fn erster(&mut self, platz: Platz, aus: &mut Ausgang<S>) {
        if matches!(self.stand, Stand::Losen { .. }) && platz.0 < self.e.plaetze {
            self.apply_logged(Schritt::Beginn { erster: platz }, aus);
        }
    }

    pub(super) fn apply_beginn(&mut self, erster: Platz, aus: &mut Ausgang<S>) {
        let Stand::Losen { einsatz } = self.stand else { return };
        self.einsatz = einsatz;
        self.beginne(erster, aus);
    }

    /// Starts the game with the seats as they are.
    pub(super) fn beginne(&mut self, erster: Platz, aus: &mut Ausgang<S>) {
        let steine = match S::KASSE {
            Kasse::Einsatz => vec![None; usize::from(self.e.plaetze)],
            Kasse::Steine => self.alle_plaetze().map(|p| self.wer(p).map(|b| b.gekauft)).collect(),
        };
        let runden = if S::KASSE == Kasse::Einsatz { self.runden() } else { 0 };
        let anfang =
            Anfang { plaetze: self.e.plaetze, erster, einsatz: self.einsatz, runden, steine };
        (self.siegel, self.altes_siegel) = (None, None);
        let mut spiel = S::start(&self.regeln, &anfang);
        if S::KASSE == Kasse::Steine {
            let pausing = self.alle_plaetze().filter(|p| self.wer(*p).is_some_and(|b| b.aussetzt));
            pausing.for_each(|p| spiel.sit_out(p, true));
        }
        self.protokoll = vec![self.record_head(&anfang)];
        (self.versiegelt, self.abschnitt) = (0, 0);
        self.stand = Stand::Laeuft(Box::new(spiel));
        self.note_kasse();
        self.gefragt = Plaetze::NONE;
        for p in self.alle_plaetze().filter(|p| self.mensch(*p).is_some()) {
            self.moment(Grund::Kommt, p, aus);
        }
        self.weiter(aus);
    }

    fn record_head(&self, anfang: &Anfang) -> String {
        let seats: Vec<&str> = self.alle_plaetze().map(|p| self.name(p)).collect();
        let mut head = json!({ "ev": "start", "game": format!("{}-poker", S::ID), "seats": seats });
        if let Value::Object(fields) = &mut head {
            fields.extend(S::head(&self.regeln, anfang));
        }
        head.to_string()
    }

    pub(super) fn gemischt(&mut self, mischung: Mischung, aus: &mut Ausgang<S>) {
        let Some(deck) = self.spiel().filter(|s| needs_deck(*s)).map(|s| s.deck()) else { return };
        let karten: Vec<S::Karte> =
            mischung.ordnung.iter().filter_map(|i| deck.get(*i).cloned()).collect();
        if karten.len() == deck.len() && mischung.salze.len() == deck.len() {
            self.apply_logged(Schritt::Deck { karten, salze: mischung.salze }, aus);
        }
    }

    /// Seals the order, shows the seal, deals.
    pub(super) fn apply_deck(
        &mut self,
        karten: &[S::Karte],
        salze: Vec<Salz>,
        aus: &mut Ausgang<S>,
    ) -> bool {
        if salze.len() != karten.len() || karten.is_empty() {
            return false;
        }
        self.pause_bis = None;
        // A sitting that stood up from its last line has the last deal's seal, but not what was never opened of it.
        if let Some(offen) = self.siegel_offen() {
            self.altes_siegel = Some(offen);
        }
        self.oeffne_siegel();
        self.gib_protokoll_ab(aus);
        let siegel = Siegel::new(karten.iter().map(ToString::to_string).collect(), salze);
        let wurzel = hex(&siegel.wurzel());
        self.versiegelt += 1;
        let line = json!({ "ev": "seal", "round": self.versiegelt, "root": &wurzel });
        self.protokoll.push(line.to_string());
        self.siegel = Some(siegel);
        self.zeige_allen(aus, &worte::siegel_gesetzt(&wurzel));
        let mut out = Out::new();
        self.vor_runde = self.spiel().map(|s| s.kasse().plaetze).unwrap_or_default();
        let teil = self.wer_teilnimmt();
        let Stand::Laeuft(spiel) = &mut self.stand else { return false };
        spiel.deal(karten, &mut out);
        // Where cards only decide who deals, the deal itself comes next.
        if spiel.awaits() != Awaits::Deck {
            self.zaehle_runde(teil);
        }
        self.check_kasse();
        self.melde(out, aus);
        self.weiter(aus);
        true
    }

    /// Opens all positions of the last seal in the full record, which the house keeps.
    fn oeffne_siegel(&mut self) {
        let Some(siegel) = self.siegel.take() else { return };
        self.protokoll.extend(siegel.oeffne_alle().iter().map(open_line));
    }

    pub(super) fn melde(&mut self, mut out: Out<S::Event>, aus: &mut Ausgang<S>) {
        let Some(danach) = self.view(Viewer::Zuschauer) else { return };
        for event in out.drain() {
            self.erzaehle(&event, &danach, aus);
        }
    }

    pub(super) fn gedacht(&mut self, platz: Platz, nr: u64, zug: S::Zug, aus: &mut Ausgang<S>) {
        if self.sitze.get(platz.i()).is_some_and(|s| s.nr == nr && nr > 0)
            && self.denkt_als(platz).is_some()
        {
            self.house_move(platz, zug, Wie::Freund, aus);
            aus.folgt(self.nur_freunde_dran());
        }
    }

    /// True while nobody but friends is asked for a move.
    fn nur_freunde_dran(&self) -> bool {
        let Some(Awaits::Zug(dran)) = self.spiel().map(|s| s.awaits()) else { return false };
        dran.iter().all(|p| self.denkt_als(p).is_some())
    }

    /// A move that the house makes: a friend's, or the mildest when time is up. A friend's move that the rules
    /// refuse is replaced by the mildest, so that no table waits for ever.
    fn house_move(&mut self, platz: Platz, zug: S::Zug, wie: Wie, aus: &mut Ausgang<S>) {
        let Stand::Laeuft(spiel) = &mut self.stand else { return };
        let view = spiel.view(Viewer::Platz(platz));
        let mut out = Out::new();
        let played = match spiel.play(platz, &zug, &mut out) {
            Ok(()) => zug,
            Err(_) => {
                let mildest = S::mildest(&view);
                out.clear();
                if spiel.play(platz, &mildest, &mut out).is_err() {
                    return;
                }
                mildest
            }
        };
        let schritt = Schritt::<S>::Zug { platz, zug: played, wie };
        aus.push(Output::Journal(super::schritt::write_line(self.jetzt, &schritt)));
        self.schritte += 1;
        self.nach_zug(platz, wie, out, aus);
    }

    /// A move from the journal.
    pub(super) fn apply_zug(
        &mut self,
        platz: Platz,
        zug: &S::Zug,
        wie: Wie,
        aus: &mut Ausgang<S>,
    ) -> bool {
        let Stand::Laeuft(spiel) = &mut self.stand else { return false };
        let mut out = Out::new();
        if spiel.play(platz, zug, &mut out).is_err() {
            return false;
        }
        self.nach_zug(platz, wie, out, aus);
        true
    }

    /// Tells what a move brought about and asks on.
    pub(super) fn nach_zug(
        &mut self,
        platz: Platz,
        wie: Wie,
        out: Out<S::Event>,
        aus: &mut Ausgang<S>,
    ) {
        self.check_kasse();
        if wie == Wie::Zeit {
            aus.an_platz(self, platz, worte::zeit_um());
        }
        if let Some(b) = self.wer_mut(platz) {
            b.frage = None;
        }
        self.sitze[platz.i()].nr = 0;
        self.sitze[platz.i()].frist = None;
        self.melde(out, aus);
        self.weiter(aus);
    }

    pub(super) fn sag_wer_dran_ist(&mut self, dran: Plaetze, aus: &mut Ausgang<S>) {
        let Some(p) = dran.iter().next() else { return };
        if self.denkt_als(p).is_some() || self.menschen() < 2 {
            return;
        }
        let satz = worte::ist_dran(self.name(p));
        for q in self.alle_plaetze() {
            if q != p {
                aus.an_platz(self, q, satz.clone());
            }
        }
    }

    /// Everything whose time has come.
    pub(super) fn uhr(&mut self, aus: &mut Ausgang<S>) {
        if self.angehalten {
            return;
        }
        if self.warten_bis.is_some_and(|t| t <= self.jetzt) {
            self.warten_bis = None;
            if self.menschen() > 0 {
                self.los(aus);
            }
        }
        self.uhr_leitungen(aus);
        for p in self.alle_plaetze() {
            self.uhr_platz(p, aus);
        }
        if self.pause_bis.is_some_and(|t| t <= self.jetzt) {
            self.pause_bis = None;
            self.naechste_karten(aus);
        }
    }

    fn uhr_platz(&mut self, p: Platz, aus: &mut Ausgang<S>) {
        let jetzt = self.jetzt;
        let Some(frist) = self.sitze[p.i()].frist.as_mut() else { return };
        if frist.bis <= jetzt {
            return self.zeit_um(p, aus);
        }
        if frist.warn(jetzt) {
            let rest = (frist.bis - jetzt).as_secs();
            aus.an_platz(self, p, worte::zeit_wird_knapp(rest));
        }
    }

    fn zeit_um(&mut self, p: Platz, aus: &mut Ausgang<S>) {
        match &self.stand {
            Stand::Laeuft(spiel) => {
                let view = spiel.view(Viewer::Platz(p));
                match self.denkt_als(p) {
                    Some(_) => self.house_move(p, S::ohne_denken(&view), Wie::Freund, aus),
                    None => self.house_move(p, S::mildest(&view), Wie::Zeit, aus),
                }
            }
            Stand::Gebote | Stand::Einsammeln { .. } => {
                let freund = self.freier_freund();
                self.apply_logged(Schritt::Ersetze { platz: p, freund }, aus);
            }
            Stand::Wartet | Stand::Losen { .. } => self.sitze[p.i()].frist = None,
        }
    }

    /// The game is over: the pot is paid out, experience noted, the record closed (regeln.md R18 to R25).
    pub(super) fn abrechnen(&mut self, aus: &mut Ausgang<S>) {
        let Some(kasse) = self.spiel().map(|s| s.kasse()) else { return };
        let mut rows: Vec<(Geldkonto, i64)> = self
            .alle_plaetze()
            .filter_map(|p| Some((self.wer(p)?.kasse.clone(), *kasse.plaetze.get(p.i())?)))
            .collect();
        rows.push((Geldkonto::Haus, kasse.haus));
        self.buche_vom_tisch("ende", "Auszahlung am Tisch", rows, aus);
        self.melde_ende(&kasse.plaetze, aus);
        self.erfahrung(&kasse.plaetze, aus);
        self.spielende_fuer_freunde(&kasse.plaetze, aus);
        self.oeffne_siegel_zum_schluss(aus);
        self.kurier(&kasse.plaetze, aus);
        self.aufraeumen(aus);
    }

    pub(super) fn oeffne_siegel_zum_schluss(&mut self, aus: &mut Ausgang<S>) {
        self.altes_siegel = self.siegel_offen();
        self.oeffne_siegel();
        self.gib_protokoll_ab(aus);
        aus.push(Output::Protokollende { behalten: true });
    }

    /// The house keeps the lines of all deals but the running one: a sitting may last for a whole day.
    fn gib_protokoll_ab(&mut self, aus: &mut Ausgang<S>) {
        aus.push(Output::Protokoll(std::mem::take(&mut self.protokoll)));
    }

    /// The record of a game that was not played to its end is of no use.
    pub(super) fn verwirf_protokoll(&mut self, aus: &mut Ausgang<S>) {
        self.protokoll.clear();
        aus.push(Output::Protokollende { behalten: false });
    }

    fn erfahrung(&mut self, auszahlung: &[i64], aus: &mut Ausgang<S>) {
        let regeln = S::tischregeln(&self.regeln);
        let zaehlt = self.waehrung == Waehrung::Taler
            && (regeln.erfahrung_gegen_freunde || self.menschen() > 1);
        for p in self.alle_plaetze() {
            if let (true, Some(Geldkonto::Konto(konto))) = (zaehlt, self.mensch(p)) {
                let gewonnen = mehr_als_einsatz(self.einsatz, auszahlung[p.i()]);
                let punkte = if gewonnen { regeln.erfahrung_je_sieg } else { 0 };
                let allein =
                    auszahlung.iter().filter(|n| **n > 0).count() == 1 && auszahlung[p.i()] > 0;
                aus.push(Output::Erfahrung { konto: *konto, punkte, allein });
            }
        }
    }

    /// Friends have a word for whoever has won most, and remember how everybody has fared.
    fn spielende_fuer_freunde(&self, auszahlung: &[i64], aus: &mut Ausgang<S>) {
        let best = auszahlung.iter().max().copied().unwrap_or(0);
        let mut winners = self.alle_plaetze().filter(|p| auszahlung[p.i()] == best);
        if let (Some(p), None) = (winners.next(), winners.next()) {
            self.moment(Grund::Gewinnt, p, aus);
        }
        for p in self.alle_plaetze() {
            self.begegnung(p, auszahlung[p.i()] - self.einsatz, aus);
        }
    }

    /// One line about the winner, never about stakes; guests' games stay among themselves.
    fn kurier(&mut self, auszahlung: &[i64], aus: &mut Ausgang<S>) {
        if self.waehrung != Waehrung::Taler {
            return;
        }
        let best = auszahlung.iter().max().copied().unwrap_or(0);
        let winners = self.alle_plaetze().filter(|p| auszahlung[p.i()] == best);
        aus.push(Output::Kurier(winners.map(|p| self.name(p).to_string()).collect()));
    }

    /// After a game: friends leave, people keep their seats, and those for whom a friend has played give them free.
    fn aufraeumen(&mut self, aus: &mut Ausgang<S>) {
        self.partien += 1;
        self.stand = Stand::Wartet;
        self.gefragt = Plaetze::NONE;
        self.pause_bis = None;
        self.einsatz = 0;
        for p in self.alle_plaetze() {
            if let Some(konto) = self.raeume_platz(p) {
                aus.push(Output::Rolle { konto, rolle: Rolle::Keine });
            }
        }
        if self.menschen() > 0 {
            self.sag_alle(aus, |n| n.du.map(|_| worte::noch_ein_spiel()).into_iter().collect());
        }
        aus.push(Output::Neuanfang(self.kurzfassung()));
    }

    /// Gives the person whose seat is free now because he has been away too long. Whose line was lost just now has the
    /// grace time to come back (regeln.md G7), counted anew from the end of the game.
    fn raeume_platz(&mut self, p: Platz) -> Option<Geldkonto> {
        let gone = self.mensch(p).cloned();
        let jetzt = self.jetzt;
        let sitz = &mut self.sitze[p.i()];
        sitz.nr = 0;
        sitz.frist = None;
        let stays = sitz
            .wer
            .as_ref()
            .is_some_and(|b| matches!(b.art, Art::Mensch(_)) && b.vertreter.is_none());
        if !stays {
            *sitz = Sitz::default();
            return gone;
        }
        if let Some(b) = sitz.wer.as_mut() {
            (b.gebot, b.bezahlt, b.runden, b.frage, b.aussetzt) = (None, false, None, None, false);
            b.weg_seit = b.weg_seit.map(|_| jetzt);
        }
        None
    }

    /// The journal of a table that only waits, cut short.
    pub(super) fn kurzfassung(&self) -> Vec<String> {
        let mut people: Vec<Platz> =
            self.alle_plaetze().filter(|p| self.mensch(*p).is_some()).collect();
        people.sort_by_key(|p| self.wer(*p).map(|b| b.seit));
        let setz = people.into_iter().filter_map(|p| {
            let b = self.wer(p)?;
            let konto = self.mensch(p)?.clone();
            let person = super::Person { konto, name: b.name.clone(), guthaben: b.guthaben };
            let setz = (self.jetzt, Schritt::<S>::Setz { platz: p, person });
            let runden = b.runden.map(|n| (self.jetzt, Schritt::Runden { platz: p, n }));
            let weg = b.weg_seit.map(|seit| (seit, Schritt::Weg { platz: p }));
            Some([Some(setz), runden, weg])
        });
        let (schritte, zaehler, partien) = (self.schritte, self.zaehler, self.partien);
        let warten_bis = self.warten_bis;
        let stand = Schritt::Stand { schritte, zaehler, partien, warten_bis };
        // The counters come last: they hold what the lines before them have counted.
        let tempo =
            (self.tempo != Tempo::default()).then_some(Schritt::Tempo { tempo: self.tempo });
        let rest = self.siegel_schritt().into_iter().chain(tempo).chain([stand]);
        let steps = setz.flatten().flatten().chain(rest.map(|s| (self.jetzt, s)));
        steps.map(|(zeit, s)| super::schritt::write_line(zeit, &s)).collect()
    }

    /// The last person has left his seat on purpose: the game ends, what lies on the table falls to the house (R27).
    /// Where friends play on for those who left earlier (`verlassen = "gutschrift"`), these get their stakes back.
    pub(super) fn ohne_menschen(&mut self, zuletzt: Platz, aus: &mut Ausgang<S>) {
        let einsatz = match self.stand {
            Stand::Einsammeln { einsatz } | Stand::Losen { einsatz } => einsatz,
            _ => self.einsatz,
        };
        let paid = self.alle_plaetze().filter(|p| self.wer(*p).is_some_and(|b| b.bezahlt));
        let kasse = |p: Platz| match self.wer(p) {
            Some(b) if p != zuletzt => b.kasse.clone(),
            _ => Geldkonto::Haus,
        };
        let rows = paid.map(|p| (kasse(p), einsatz)).collect();
        self.buche_vom_tisch("haus", "Verlassenes Spiel", rows, aus);
        self.verwirf_protokoll(aus);
        self.sag_alle(aus, |_| vec![worte::spiel_verlassen()]);
        self.aufraeumen(aus);
    }

    /// Ends whatever runs and pays every stake back: the way out of an inner fault and of an admin.
    pub fn abbrechen(&mut self, aus: &mut Ausgang<S>) {
        self.apply_logged(Schritt::Schluss, aus);
    }

    pub(super) fn apply_schluss(&mut self, aus: &mut Ausgang<S>) {
        if S::KASSE == Kasse::Steine {
            return self.schluss_mit_steinen(aus);
        }
        if matches!(self.stand, Stand::Wartet) {
            return;
        }
        let sofort = !S::tischregeln(&self.regeln).einsammeln_auf_befehl;
        let rows = self
            .alle_plaetze()
            .filter_map(|p| {
                let b = self.wer(p)?;
                let lies = match self.stand {
                    Stand::Gebote => b.gebot.filter(|_| sofort && self.mensch(p).is_some())?,
                    Stand::Einsammeln { einsatz } | Stand::Losen { einsatz } => {
                        einsatz * i64::from(b.bezahlt)
                    }
                    _ => self.einsatz,
                };
                Some((b.kasse.clone(), lies))
            })
            .collect();
        self.buche_vom_tisch("schluss", "Einsatz zurück", rows, aus);
        self.verwirf_protokoll(aus);
        let w = self.waehrung;
        self.sag_alle(aus, |_| vec![worte::abgebrochen(w)]);
        self.aufraeumen(aus);
    }

    /// `ja` after a question.
    pub(super) fn bestaetigt(&mut self, p: Platz, was: Rueckfrage, aus: &mut Ausgang<S>) {
        match was {
            Rueckfrage::Zug(text) => {
                if let Ok(zug) = text.parse() {
                    self.versuche_zug(p, zug, aus);
                }
            }
            other => self.geht(p, &other, aus),
        }
    }

    /// Names for sentences that are nobody's own.
    pub(super) fn namen_aller(&self) -> Namen {
        self.namen(None)
    }

    /// The root of the newest deal's seal and what is open of it now: cards that everybody has seen.
    pub(super) fn siegel_offen(&self) -> Option<(String, Vec<Oeffnung>)> {
        let siegel = self.siegel.as_ref()?;
        let gesehen: Vec<String> = self.spiel()?.seen().iter().map(ToString::to_string).collect();
        Some((hex(&siegel.wurzel()), siegel.oeffne(&gesehen)))
    }
}

/// True while no cards are out: only then may a deck come.
pub(super) fn needs_deck<S: Tischspiel>(spiel: &S) -> bool {
    matches!(spiel.awaits(), Awaits::Deck | Awaits::Pause)
}

fn open_line(o: &Oeffnung) -> String {
    let proof: Vec<String> = o.beweis.iter().map(|h| hex(h)).collect();
    json!({ "ev": "open", "pos": o.pos, "card": o.karte, "salt": hex(&o.salz), "proof": proof })
        .to_string()
}
