//! Word Poker, a sitting of it (regeln.md 5). Knows no sentences, no time and no chance.

mod legen;

use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::quelle::Schluessel;
use crate::spiele::wetten::{Letzter, Moeglich, Wette, Wetten, Wettende, Wettordnung};
use crate::spiele::word::abrechnung::auslosung;
use crate::spiele::word::ansicht::{Event, Gelegt, Grund, Phase, Sitz, Verstoss, View, Wettart};
use crate::spiele::word::einstellungen::{Aufdecken, Regeln, TauschOffen};
use crate::spiele::word::karten::Karte;
use crate::spiele::word::suche::HAND;
use crate::spiele::word::zug::Zug;
use crate::spiele::zwischenstand::{Worte, plaetze, platz};
use crate::spiele::{
    Anfang, Awaits, Kasse, Kassenstand, Out, Plaetze, Platz, Spiel, Tischregeln, Viewer, Vorrat,
};

/// A sitting. No derived `Debug`: it holds hands.
#[derive(Clone)]
pub struct Word {
    regeln: Arc<Regeln>,
    runden: i64,
    phase: Phase,
    wetten: Wetten,
    besetzt: Plaetze,
    pausiert: Plaetze,
    /// As the record knows it; the difference is told with the next deal.
    pausiert_gemeldet: Plaetze,
    geber: Option<Platz>,
    /// Who draws again for the first deal; empty: everybody.
    stechen: Plaetze,
    nr: u32,
    /// Deals in a row that all dropped at once.
    alle_aus: i64,
    /// Money in the pot from earlier deals.
    liegt: i64,
    /// Cards of each seat.
    haende: Vec<Vec<Karte>>,
    /// Undealt cards, the top one last.
    stapel: Vec<Karte>,
    getauscht: Vec<Option<usize>>,
    frage_offen: bool,
    /// Who begins the second round of betting.
    zweite_ab: Platz,
    /// `Some(None)`: has laid no word.
    gelegt: Vec<Option<Option<Gelegt>>>,
    /// Who doubts nothing more.
    weiter: Plaetze,
    /// Who won the last pot, and who was in the last deal.
    sieger: Plaetze,
    dabei: Plaetze,
    gesehen: Vec<Karte>,
}

type Ausgang = Out<Event>;

/// The seat after this one among `unter`, clockwise; itself last.
fn next_of(p: Platz, n: usize, unter: Plaetze) -> Option<Platz> {
    (1..=n).map(|i| Platz::at((p.i() + i) % n)).find(|q| unter.contains(*q))
}

/// The order of the first round of betting (W5, W6).
pub fn erste_ordnung(regeln: &Regeln) -> Wettordnung {
    regeln.werte.wettordnung()
}

/// The order of the second round: the last one left wins unasked (W14).
pub fn zweite_ordnung(regeln: &Regeln) -> Wettordnung {
    Wettordnung { letzter: Letzter::Gewinnt, ..regeln.werte.wettordnung() }
}

/// Who begins the second round: the last raiser of the first, else its opener (W13).
pub fn beginnt_zweite(erste: &Wetten) -> Option<Platz> {
    erste.erhoeher().or(erste.eroeffner())
}

impl Word {
    /// A sitting that begins with money in the pot, as left by an earlier one.
    #[must_use]
    pub fn with_pott(mut self, liegt: i64) -> Self {
        self.liegt = liegt;
        self
    }

    /// Number of undealt cards.
    pub fn stapel(&self) -> usize {
        self.stapel.len()
    }

    fn seats(&self) -> usize {
        self.haende.len()
    }

    /// The ante that is due now (W7).
    fn grundeinsatz(&self) -> i64 {
        let w = &self.regeln.werte;
        let stopp = w.grundeinsatz_stopp > 0 && self.alle_aus >= w.grundeinsatz_stopp;
        if stopp { 0 } else { w.grundeinsatz }
    }

    /// Who takes part in the next deal (W33).
    fn teilnehmer(&self) -> Plaetze {
        let least = self.grundeinsatz().max(1);
        let can = |p: &Platz| !self.pausiert.contains(*p) && self.wetten.stapel()[p.i()] >= least;
        self.besetzt.iter().filter(can).collect()
    }

    /// The seat left of the dealer among `unter`.
    fn left(&self, unter: Plaetze) -> Option<Platz> {
        next_of(self.geber.unwrap_or(Platz(0)), self.seats(), unter)
    }

    /// `unter` in clockwise order from left of the dealer.
    fn clockwise(&self, unter: Plaetze) -> Vec<Platz> {
        let start = self.geber.map_or(0, Platz::i);
        let n = self.seats();
        (1..=n).map(|i| Platz::at((start + i) % n)).filter(|p| unter.contains(*p)).collect()
    }

    fn in_deal(&self) -> bool {
        use Phase::{Anzweifeln, Legen, Tausch, Wetten1, Wetten2};
        matches!(self.phase, Wetten1 | Tausch | Wetten2 | Legen | Anzweifeln)
    }

    // The draw for the first dealer (W2).

    fn draw(&mut self, order: &[Karte], out: &mut Ausgang) {
        let here = self.teilnehmer();
        let again: Plaetze = self.stechen.iter().filter(|p| here.contains(*p)).collect();
        let who = if again.is_empty() { here } else { again };
        let karten: Vec<(Platz, Karte)> = who.iter().zip(order.iter().copied()).collect();
        self.gesehen = karten.iter().map(|k| k.1).collect();
        let (geber, stechen) = match auslosung(&karten, &self.regeln.satz) {
            Ok(geber) => (Some(geber), Vec::new()),
            Err(again) => (None, again),
        };
        self.geber = geber;
        self.stechen = stechen.iter().copied().collect();
        if geber.is_some() {
            self.phase = Phase::Zwischen;
        }
        let karten = karten.into_iter().map(|(p, k)| (p, k, self.regeln.satz.punkte(k))).collect();
        out.all(Event::Ausgelost { karten, geber, stechen });
    }

    // The deal.

    fn deal_cards(&mut self, order: &[Karte], out: &mut Ausgang) {
        let dabei = self.teilnehmer();
        self.geber = self.next_dealer(dabei);
        self.nr += 1;
        self.dabei = dabei;
        self.clear_deal();
        let einsatz = self.grundeinsatz();
        self.wetten.begin_deal(dabei);
        dabei.iter().for_each(|p| {
            self.wetten.ante(p, einsatz);
        });
        let reihe = self.clockwise(dabei);
        self.hand_out(&reihe, order);
        self.tell_deal(&reihe, einsatz, out);
        let ab = self.left(dabei).unwrap_or(Platz(0));
        self.zweite_ab = ab;
        self.phase = Phase::Wetten1;
        self.wetten.begin_round(erste_ordnung(&self.regeln), ab);
        self.after_bet(out);
    }

    /// The drawn dealer deals first, then the next one present (W8).
    fn next_dealer(&self, dabei: Plaetze) -> Option<Platz> {
        match self.geber {
            Some(p) if self.nr == 0 && dabei.contains(p) => Some(p),
            _ => self.left(dabei),
        }
    }

    fn clear_deal(&mut self) {
        self.haende.iter_mut().for_each(Vec::clear);
        self.getauscht.fill(None);
        self.gelegt.fill(None);
        self.weiter = Plaetze::NONE;
        self.gesehen.clear();
        self.frage_offen = false;
    }

    /// Singly, clockwise (G12).
    fn hand_out(&mut self, reihe: &[Platz], order: &[Karte]) {
        let n = reihe.len() * HAND;
        for (karte, p) in order[..n].iter().zip(reihe.iter().cycle()) {
            self.haende[p.i()].push(*karte);
        }
        self.stapel = order[n..].iter().rev().copied().collect();
    }

    fn tell_deal(&self, reihe: &[Platz], einsatz: i64, out: &mut Ausgang) {
        let (nr, pott) = (self.nr, self.wetten.mitte() + self.liegt);
        let Some(geber) = self.geber else { return };
        out.record(Event::Austeilung { nr, geber, pott, haende: self.haende.clone() });
        out.all(Event::Ausgeteilt { nr, geber, dabei: reihe.to_vec(), einsatz, pott });
        for p in reihe {
            let karten = self.haende[p.i()].clone();
            let punkte = karten.iter().map(|k| self.regeln.satz.punkte(*k)).collect();
            out.only(*p, Event::Blatt { karten, punkte });
        }
    }

    // Betting.

    fn bet(&mut self, p: Platz, zug: &Zug, out: &mut Ausgang) -> Result<(), Verstoss> {
        let (wette, art) = match zug {
            Zug::Biete(n) => (Wette::Setze(*n), Wettart::Bieten),
            Zug::Annehmen => (Wette::Mit, Wettart::Annehmen),
            Zug::Erhoehe(n) => (Wette::Erhoehe(*n), Wettart::Erhoehen),
            Zug::Aussteigen => (Wette::Aus, Wettart::Aussteigen),
            Zug::Weiter => (Wette::Weiter, Wettart::Weiter),
            _ => return Err(Verstoss::FalschePhase),
        };
        let vorher = self.wetten.hoehe();
        let paid = self.wetten.play(p, wette).map_err(Verstoss::Wette)?;
        self.frage_offen &= self.phase != Phase::Wetten2;
        out.all(Event::Wette {
            platz: p,
            art,
            betrag: paid.betrag,
            vorher,
            hoehe: paid.hoehe,
            allin: paid.allin,
            erhoehung: self.wetten.raises_counted(p),
            von: self.regeln.werte.erhoehungen_max,
        });
        self.after_bet(out);
        Ok(())
    }

    /// Goes on once the betting round is over.
    fn after_bet(&mut self, out: &mut Ausgang) {
        let Some(ende) = self.wetten.ende() else { return };
        let at_once = self.phase == Phase::Wetten1 && self.wetten.hoehe() == 0;
        if let Some((platz, betrag)) = self.wetten.give_back() {
            out.all(Event::Zurueck { platz, betrag });
        }
        match ende {
            Wettende::AlleAus => self.all_out(at_once, out),
            Wettende::EinerUebrig(p) => self.unopposed(p, out),
            Wettende::Ausgeglichen if self.phase == Phase::Wetten1 => {
                self.alle_aus = 0;
                self.zweite_ab = beginnt_zweite(&self.wetten).unwrap_or(self.zweite_ab);
                self.phase = Phase::Tausch;
                self.frage_offen = true;
                self.after_swap(out);
            }
            Wettende::Ausgeglichen => {
                self.frage_offen = false;
                self.phase = Phase::Legen;
            }
        }
    }

    fn all_out(&mut self, at_once: bool, out: &mut Ausgang) {
        self.liegt += self.wetten.take_middle();
        if at_once {
            self.alle_aus += 1;
            let naechster_einsatz = self.grundeinsatz() > 0;
            out.all(Event::AlleAus { liegt: self.liegt, naechster_einsatz });
        }
        self.end_deal(out);
    }

    fn unopposed(&mut self, p: Platz, out: &mut Ausgang) {
        self.alle_aus = 0;
        let betrag = std::mem::take(&mut self.liegt) + self.wetten.take_middle();
        self.sieger = Plaetze::one(p);
        self.wetten.win(p, betrag);
        out.all(Event::Pott {
            betrag,
            berechtigt: vec![p],
            sieger: vec![(p, betrag)],
            rest: 0,
            punkte: 0,
            grund: Grund::Unangefochten,
        });
        self.end_deal(out);
    }

    // The exchange (W15).

    /// Whose exchange is awaited.
    fn swapping(&self) -> Option<Platz> {
        let open = |p: &Platz| self.getauscht[p.i()].is_none();
        self.clockwise(self.wetten.dabei()).into_iter().find(open)
    }

    fn swap(&mut self, p: Platz, weg: &[Karte], out: &mut Ausgang) -> Result<(), Verstoss> {
        if self.swapping() != Some(p) {
            return Err(Verstoss::NichtDran);
        }
        let max = self.regeln.werte.tausch_max;
        if usize::try_from(max).is_ok_and(|max| weg.len() > max) {
            return Err(Verstoss::ZuViele { max });
        }
        let mut hand = self.haende[p.i()].clone();
        for karte in weg {
            let at = hand.iter().position(|k| k == karte);
            hand.remove(at.ok_or(Verstoss::NichtAufHand(*karte))?);
        }
        let rest = self.stapel.len().saturating_sub(weg.len());
        let neu: Vec<Karte> = self.stapel.drain(rest..).rev().collect();
        hand.extend_from_slice(&neu);
        self.haende[p.i()].clone_from(&hand);
        self.getauscht[p.i()] = Some(weg.len());
        let open = self.regeln.werte.tausch_offen == TauschOffen::Immer;
        let anzahl = open.then_some(weg.len());
        out.only(p, Event::Getauscht { platz: p, weg: weg.to_vec(), neu, blatt: hand });
        out.all_but(p, Event::HatGetauscht { platz: p, anzahl });
        self.after_swap(out);
        Ok(())
    }

    fn after_swap(&mut self, out: &mut Ausgang) {
        if self.swapping().is_some() && self.regeln.werte.tausch_max > 0 {
            return;
        }
        self.phase = Phase::Wetten2;
        self.wetten.begin_round(zweite_ordnung(&self.regeln), self.zweite_ab);
        self.after_bet(out);
    }

    /// Tells who sits out or is back since the last deal.
    fn tell_pauses(&mut self, out: &mut Ausgang) {
        for p in self.besetzt.iter() {
            let pausiert = self.pausiert.contains(p);
            if pausiert != self.pausiert_gemeldet.contains(p) {
                out.all(Event::Pause { platz: p, pausiert });
            }
        }
        self.pausiert_gemeldet = self.pausiert;
    }

    /// Goes on after a seat has left in the middle of a deal.
    fn after_leaving(&mut self, out: &mut Ausgang) {
        let left: Vec<Platz> = self.wetten.dabei().iter().collect();
        match (self.phase, left.as_slice()) {
            (Phase::Wetten1 | Phase::Wetten2, _) => self.after_bet(out),
            (_, []) => self.all_out(false, out),
            (_, [p]) => self.unopposed(*p, out),
            (Phase::Tausch, _) => self.after_swap(out),
            (Phase::Legen, _) => self.after_lay(out),
            _ => self.after_doubt(out),
        }
    }

    fn sitze(&self, du: Option<Platz>) -> Vec<Sitz> {
        let open = self.phase != Phase::Legen || self.regeln.werte.aufdecken == Aufdecken::Reihum;
        let told = self.frage_offen || self.regeln.werte.tausch_offen == TauschOffen::Immer;
        (0..self.seats())
            .map(Platz::at)
            .map(|p| Sitz {
                besetzt: self.besetzt.contains(p),
                pausiert: self.pausiert.contains(p),
                getauscht: self.getauscht[p.i()].filter(|_| told || du == Some(p)),
                hat_gelegt: self.gelegt[p.i()].is_some(),
                wort: self.open_word(p).filter(|_| open || du == Some(p)).cloned(),
            })
            .collect()
    }
}

impl Spiel for Word {
    type Regeln = Regeln;
    type Karte = Karte;
    type Zug = Zug;
    type Event = Event;
    type Verstoss = Verstoss;
    type View = View;

    const ID: &'static str = "word";
    const PLAETZE: RangeInclusive<u8> = 2..=8;
    const KASSE: Kasse = Kasse::Steine;

    fn regeln(k: &mut Schluessel<'_>, vorrat: &Vorrat) -> Regeln {
        Regeln::read(k, vorrat)
    }

    fn tischregeln(regeln: &Regeln) -> &Tischregeln {
        &regeln.tisch
    }

    /// `anfang.runden` beats the room's `runden` unless it is 0.
    fn start(regeln: &Regeln, anfang: &Anfang) -> Self {
        let n = usize::from(anfang.plaetze);
        let mut steine = anfang.steine.clone();
        steine.resize(n, None);
        let besetzt = (0..n).filter(|i| steine[*i].is_some()).map(Platz::at).collect();
        let stapel = steine.iter().map(|s| s.unwrap_or(0)).collect();
        let runden = match anfang.runden {
            0 => regeln.werte.runden,
            runden => i64::from(runden),
        };
        Self {
            regeln: Arc::new(regeln.clone()),
            runden,
            phase: Phase::Auslosung,
            wetten: Wetten::new(stapel, erste_ordnung(regeln)),
            besetzt,
            pausiert: Plaetze::NONE,
            pausiert_gemeldet: Plaetze::NONE,
            geber: None,
            stechen: Plaetze::NONE,
            nr: 0,
            alle_aus: 0,
            liegt: 0,
            haende: vec![Vec::new(); n],
            stapel: Vec::new(),
            getauscht: vec![None; n],
            frage_offen: false,
            zweite_ab: Platz(0),
            gelegt: vec![None; n],
            weiter: Plaetze::NONE,
            sieger: Plaetze::NONE,
            dabei: Plaetze::NONE,
            gesehen: Vec::new(),
        }
    }

    fn deck(&self) -> Vec<Karte> {
        self.regeln.satz.alle()
    }

    fn awaits(&self) -> Awaits {
        let zug = |set: Plaetze| Awaits::Zug(set);
        let one = |p: Option<Platz>| zug(p.into_iter().collect());
        match self.phase {
            Phase::Auslosung | Phase::Zwischen if self.nr == 0 && self.ready() => Awaits::Deck,
            Phase::Auslosung | Phase::Zwischen => Awaits::Pause,
            Phase::Wetten1 | Phase::Wetten2 => one(self.wetten.dran()),
            Phase::Tausch => one(self.swapping()),
            Phase::Legen => zug(self.laying()),
            Phase::Anzweifeln => zug(self.doubting()),
            Phase::Ende => Awaits::Over,
        }
    }

    /// Without enough seats nothing happens.
    fn deal(&mut self, order: &[Karte], out: &mut Ausgang) {
        if !matches!(self.phase, Phase::Auslosung | Phase::Zwischen) || !self.ready() {
            return;
        }
        self.tell_pauses(out);
        match self.geber {
            None => self.draw(order, out),
            Some(_) => self.deal_cards(order, out),
        }
    }

    fn play(&mut self, platz: Platz, zug: &Zug, out: &mut Ausgang) -> Result<(), Verstoss> {
        if !self.besetzt.contains(platz) {
            return Err(Verstoss::NichtDran);
        }
        match (self.phase, zug) {
            (Phase::Wetten1 | Phase::Wetten2, _) => self.bet(platz, zug, out),
            (Phase::Tausch, Zug::Tausche(weg)) => self.swap(platz, weg, out),
            (Phase::Legen, _) => self.lay(platz, zug, out),
            (Phase::Anzweifeln, _) => self.doubt(platz, zug, out),
            (Phase::Zwischen | Phase::Ende, Zug::Zweifle(_)) => Err(Verstoss::Ausgezahlt),
            _ => Err(Verstoss::FalschePhase),
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        let du = match viewer {
            Viewer::Platz(p) => Some(p),
            Viewer::Zuschauer => None,
        };
        let dran = match self.awaits() {
            Awaits::Zug(set) => set,
            _ => Plaetze::NONE,
        };
        let hand = du.filter(|_| self.in_deal()).and_then(|p| self.haende.get(p.i()));
        View {
            regeln: Arc::clone(&self.regeln),
            du,
            phase: self.phase,
            nr: self.nr,
            geber: self.geber,
            hand: hand.cloned().unwrap_or_default(),
            dran,
            wetten: self.wetten.clone(),
            moeglich: du.map_or_else(Moeglich::default, |p| self.wetten.moeglich(p)),
            liegt: self.liegt,
            sitze: self.sitze(du),
            frage_offen: self.frage_offen,
            alle_aus: self.alle_aus,
        }
    }

    fn mildest(view: &View) -> Zug {
        match view.phase {
            Phase::Tausch => Zug::Tausche(Vec::new()),
            Phase::Legen => Zug::KeinWort,
            Phase::Wetten1 | Phase::Wetten2 if !view.moeglich.weiter => Zug::Aussteigen,
            _ => Zug::Weiter,
        }
    }

    fn frist_s(&self) -> Option<u32> {
        let doubting = self.phase == Phase::Anzweifeln;
        doubting.then(|| u32::try_from(self.regeln.werte.anzweifeln_sek).unwrap_or(0))
    }

    fn seen(&self) -> Vec<Karte> {
        self.gesehen.clone()
    }

    fn kasse(&self) -> Kassenstand {
        Kassenstand {
            plaetze: self.wetten.stapel().to_vec(),
            mitte: self.wetten.mitte() + self.liegt,
            haus: 0,
        }
    }

    fn sit(&mut self, platz: Platz, steine: i64, out: &mut Ausgang) {
        if self.besetzt.contains(platz) || platz.i() >= self.seats() {
            return;
        }
        self.besetzt.insert(platz);
        self.wetten.sit(platz, steine);
        out.all(Event::Setzt { platz, steine });
    }

    fn rise(&mut self, platz: Platz, out: &mut Ausgang) -> i64 {
        if !self.besetzt.contains(platz) {
            return 0;
        }
        out.all(Event::Steht { platz });
        let in_deal = self.wetten.dabei().contains(platz) && self.in_deal();
        // Nothing may stay behind for nobody: the last one takes the pot along.
        if self.besetzt.len() == 1 && in_deal {
            self.unopposed(platz, out);
        } else if self.besetzt.len() <= 2 && !self.in_deal() {
            self.share_rest(self.besetzt, out);
        }
        self.besetzt.remove(platz);
        self.pausiert.remove(platz);
        self.pausiert_gemeldet.remove(platz);
        self.stechen.remove(platz);
        self.sieger.remove(platz);
        self.dabei.remove(platz);
        let steine = self.wetten.rise(platz);
        self.haende[platz.i()].clear();
        self.gelegt[platz.i()] = None;
        self.getauscht[platz.i()] = None;
        if in_deal && !self.besetzt.is_empty() {
            self.after_leaving(out);
        } else if self.phase == Phase::Anzweifeln {
            self.after_doubt(out);
        }
        steine
    }

    fn refill(&mut self, platz: Platz, steine: i64) {
        self.wetten.refill(platz, steine);
    }

    fn sit_out(&mut self, platz: Platz, out_of_play: bool) {
        if out_of_play {
            self.pausiert.insert(platz);
        } else {
            self.pausiert.remove(platz);
        }
    }

    fn zwischenstand(&self) -> Option<String> {
        (self.phase == Phase::Zwischen && self.nr > 0).then(|| {
            let counted = format!("{} {} {} {}", self.nr, self.runden, self.alle_aus, self.liegt);
            let sets =
                [self.besetzt, self.pausiert, self.pausiert_gemeldet, self.sieger, self.dabei];
            let sets = sets.map(plaetze).join(" ");
            format!("{counted} {} {} {sets}", platz(self.geber), self.wetten.zwischenstand())
        })
    }

    fn aus_zwischenstand(regeln: &Regeln, plaetze: u8, stand: &str) -> Option<Self> {
        let mut worte = Worte::new(stand);
        let (nr, runden, alle_aus, liegt) =
            (worte.wert()?, worte.wert()?, worte.wert()?, worte.wert()?);
        let geber = worte.platz(plaetze)?;
        let wetten = Wetten::aus_zwischenstand(&mut worte, plaetze, erste_ordnung(regeln))?;
        let mut set = || worte.plaetze(plaetze);
        let (besetzt, pausiert, pausiert_gemeldet) = (set()?, set()?, set()?);
        let (sieger, dabei) = (set()?, set()?);
        worte.ende()?;
        let steine = vec![None; usize::from(plaetze)];
        let anfang = Anfang { plaetze, erster: Platz(0), einsatz: 0, runden: 0, steine };
        Some(Self {
            phase: Phase::Zwischen,
            nr,
            runden,
            alle_aus,
            liegt,
            geber,
            wetten,
            besetzt,
            pausiert,
            pausiert_gemeldet,
            sieger,
            dabei,
            ..Self::start(regeln, &anfang)
        })
    }

    fn ready(&self) -> bool {
        self.phase != Phase::Ende && self.teilnehmer().len() >= 2
    }
}

#[cfg(test)]
mod tests;
