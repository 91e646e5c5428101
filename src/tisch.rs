//! The table machine: seats, stakes, decisions, deadlines, people who come and go. It is generic over the game and
//! names none. Pure: time, chance and money come in as input, and everything it wants done goes out as output.
//!
//! Whatever changes a table is a [`Schritt`]; the journal holds them as lines, and a table stands up again by
//! applying them in order ([`Tisch::wiederherstellen`]).

mod ablauf;
pub mod abschnitt;
mod absprache;
mod buehne;
mod einsatz;
mod fragen;
mod kasse;
pub mod klient;
mod mischsiegel;
mod schritt;
mod sitze;
mod steine;
mod tempo;
mod umstellen;
mod worte;

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

pub use self::buehne::{An, Ausgang, Grund, Output, Rolle, Tischmoment, Wunsch};
pub use self::schritt::{Schritt, Wie, ms};
use self::sitze::{Frist, Sitz};
pub use self::tempo::Tempo;
use crate::satz::Satz;
use crate::siegel::{Oeffnung, Salz, Siegel};
use crate::spiele::{
    Auftritt, Aufzeichnung, Awaits, Freund, Kasse, Namen, Plaetze, Platz, Reading, Viewer, Wesen,
};
use crate::taler::{Buchung, Geldkonto, Waehrung};
use crate::text::{Block, Zeile};

/// Time since the table was opened.
pub type Zeit = Duration;

/// A game that can be put on a table.
pub trait Tischspiel: Freund + Auftritt + Aufzeichnung {}
impl<S: Freund + Auftritt + Aufzeichnung> Tischspiel for S {}

/// Lines of the table's history that `letzte` can show.
const LOG_EVENTS_MAX: usize = 60;

/// Settings of a table that are no rules of its game, from the room's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Einstellung {
    /// "Tisch 1".
    pub name: String,
    /// Who runs the table and pays out: "Oleg".
    pub spielleiter: String,
    pub plaetze: u8,
    /// Friends in the order in which they fill seats; the rest are spare.
    pub freunde: Vec<FreundAmTisch>,
    /// Up to how many seats friends fill (games with chips; elsewhere all).
    pub freunde_bis: u8,
    /// How long a free table waits for people before friends fill up.
    pub warten: Duration,
    /// Thinking time of a decision; zero: none (regeln.md G6).
    pub bedenkzeit: Duration,
    /// After a lost line (G7).
    pub gnadenfrist: Duration,
    pub rueckkehr: Duration,
    /// Between two deals of an open sitting.
    pub pause: Duration,
    /// Price of a chip.
    pub taler_je_stein: i64,
}

/// A friend of the house as a table needs him.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FreundAmTisch {
    pub name: String,
    pub wesen: Wesen,
}

/// Somebody who does something at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The purse, which is also the identity: one body for each.
    pub konto: Geldkonto,
    pub name: String,
    /// What the purse held when it was last looked at; for offering amounts, never for booking.
    pub guthaben: i64,
}

/// All that can happen to a table.
pub enum Input<S: Tischspiel> {
    /// A typed sentence. `gesehen`: the newest decision number that was written to this line before the
    /// sentence was read.
    Satz {
        person: Person,
        satz: Satz,
        gesehen: u64,
    },
    /// The answer of somebody's program to the decision `nr`.
    Zug {
        person: Person,
        nr: u64,
        satz: Satz,
    },
    SetzDich(Person),
    /// The line of a seat's owner was lost, or came back.
    Weg(Geldkonto),
    Da(Geldkonto),
    /// Answers to [`Output::Zufall`].
    Erster(Platz),
    Gemischt(Mischung),
    /// A friend's answer; a stale number changes nothing.
    Gedacht {
        platz: Platz,
        nr: u64,
        zug: S::Zug,
    },
    /// The money of [`Output::Bezahle`] is on the table and the step is in the journal.
    Bezahlt(Schritt<S>),
    /// It is not: the purse holds only `stand`.
    Unbezahlbar {
        konto: Geldkonto,
        betrag: i64,
        stand: i64,
    },
    /// Some deadline may have passed.
    Uhr,
    /// The server stops; nobody's clock runs on.
    Anhalten,
}

/// A shuffled deck, from outside.
#[derive(Clone)]
pub struct Mischung {
    /// A permutation of the indices of the game's deck.
    pub ordnung: Vec<usize>,
    pub salze: Vec<Salz>,
}

/// Whether a sentence was for the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Antwort {
    Genommen,
    NichtMeins,
    /// It was offered to a table that does not run at the moment.
    Ruht,
}

/// What a table is doing.
enum Stand<S> {
    /// No game: seats are taken and left.
    Wartet,
    /// Everybody names a secret stake (games with [`Kasse::Einsatz`]).
    Gebote,
    /// The stake is fixed and is being handed over, where the room wants a command for it.
    Einsammeln {
        einsatz: i64,
    },
    /// The stake is in; who begins is being drawn.
    Losen {
        einsatz: i64,
    },
    Laeuft(Box<S>),
}

/// A table with its game.
pub struct Tisch<S: Tischspiel> {
    id: i64,
    e: Einstellung,
    /// As the people at the table have agreed (regeln.md W3).
    regeln: S::Regeln,
    /// As the room's file has them.
    regeln_des_raums: S::Regeln,
    /// What was agreed on: the sentence that settled it, as the journal has it, and what whoever comes later is told.
    absprachen: Vec<(String, Zeile)>,
    tempo: Tempo,
    waehrung: Waehrung,
    sitze: Vec<Sitz>,
    stand: Stand<S>,
    /// Steps applied so far: part of every posting's id.
    schritte: u64,
    /// Decisions asked so far.
    zaehler: u64,
    /// Public events told so far, as programs count them.
    ereignisse: u64,
    /// Seats that were asked last, to tell a new decision from one that goes on.
    gefragt: Plaetze,
    /// People for whom friends make room after the deal.
    vormerkungen: VecDeque<Person>,
    warten_bis: Option<Zeit>,
    pause_bis: Option<Zeit>,
    /// Games or sittings finished at this table.
    partien: u64,
    /// Deals of the running game that have been sealed.
    versiegelt: u32,
    /// How many had been sealed when the sitting was last written down.
    abschnitt: u32,
    /// Steps that are being paid for and not taken yet.
    zahlungen: u32,
    /// What everybody who played has won or lost in the running sitting with chips, by name.
    bilanz: BTreeMap<String, steine::Bilanz>,
    /// Record lines of the running game that the house does not keep yet: those of the last deal.
    protokoll: Vec<String>,
    /// The stake of the running game.
    einsatz: i64,
    /// Money in the running game, which no move may change.
    summe: i64,
    /// Chips of each seat when the running deal was made.
    vor_runde: Vec<i64>,
    /// Of the deal that was made last.
    siegel: Option<Siegel>,
    /// Root of the last finished deal's seal, and what is open of it.
    altes_siegel: Option<(String, Vec<Oeffnung>)>,
    /// The table's history as everybody may know it.
    log: VecDeque<Vec<Block>>,
    jetzt: Zeit,
    angehalten: bool,
}

impl<S: Tischspiel> Tisch<S> {
    /// An empty table. `id` is its number in the ledger.
    pub fn new(id: i64, e: Einstellung, regeln: S::Regeln, waehrung: Waehrung) -> Self {
        let sitze = (0..e.plaetze).map(|_| Sitz::default()).collect();
        Self {
            id,
            e,
            regeln_des_raums: regeln.clone(),
            regeln,
            absprachen: Vec::new(),
            tempo: Tempo::default(),
            waehrung,
            sitze,
            stand: Stand::Wartet,
            schritte: 0,
            zaehler: 0,
            ereignisse: 0,
            gefragt: Plaetze::NONE,
            vormerkungen: VecDeque::new(),
            warten_bis: None,
            pause_bis: None,
            partien: 0,
            versiegelt: 0,
            abschnitt: 0,
            zahlungen: 0,
            bilanz: BTreeMap::new(),
            protokoll: Vec::new(),
            einsatz: 0,
            summe: 0,
            vor_runde: Vec::new(),
            siegel: None,
            altes_siegel: None,
            log: VecDeque::new(),
            jetzt: Zeit::ZERO,
            angehalten: false,
        }
    }

    /// Applies journal lines to an empty table. Gives the postings that belong to them: a kill may have come between
    /// a payment and what followed from it, so they are booked once more, and what is booked already stays as it is.
    /// Errors: the number of the first line (0-based) that does not fit.
    pub fn wiederherstellen(&mut self, lines: &[String]) -> Result<Vec<Buchung>, usize> {
        let mut buchungen = Vec::new();
        let mut aus = Ausgang::new();
        for (i, line) in lines.iter().enumerate() {
            let (zeit, schritt) = schritt::read_line(line).ok_or(i)?;
            self.jetzt = zeit;
            if !self.apply(schritt, &mut aus) {
                return Err(i);
            }
            buchungen.extend(aus.drain().into_iter().filter_map(|o| match o {
                Output::Buche(b) => Some(b),
                _ => None,
            }));
        }
        Ok(buchungen)
    }

    /// Steps applied so far: part of every posting's id, so a table from the journal must count like the one that
    /// wrote it.
    pub fn schritte(&self) -> u64 {
        self.schritte
    }

    /// Goes on after standing up again: every person's line is gone until he returns, and what was waited for is
    /// asked again.
    pub fn fortsetzen(&mut self, aus: &mut Ausgang<S>) {
        self.apply_logged(Schritt::Wieder, aus);
    }

    fn apply_wieder(&mut self, aus: &mut Ausgang<S>) {
        for p in self.alle_plaetze() {
            if let Some(konto) = self.mensch(p).cloned() {
                aus.push(Output::Rolle { konto, rolle: Rolle::Sitzt });
                self.apply_weg(p);
            }
        }
        self.gefragt = Plaetze::NONE;
        self.weiter(aus);
    }

    /// The table's clock.
    pub fn jetzt(&self) -> Zeit {
        self.jetzt
    }

    /// Takes in one thing that happened. All consequences are in `aus` afterwards, in order.
    pub fn handle(&mut self, input: Input<S>, jetzt: Zeit, aus: &mut Ausgang<S>) -> Antwort {
        // A step that was paid for is in the journal with the time at which the money was asked for.
        if !matches!(input, Input::Bezahlt(_)) {
            self.jetzt = self.jetzt.max(schritt::whole_ms(jetzt));
        }
        let antwort = self.take_in(input, aus);
        self.nachruecken(aus);
        self.schliesse_abschnitt(aus);
        antwort
    }

    fn take_in(&mut self, input: Input<S>, aus: &mut Ausgang<S>) -> Antwort {
        match input {
            Input::Satz { person, satz, gesehen } => {
                return self.satz(&person, &satz, gesehen, aus);
            }
            Input::Zug { person, nr, satz } => {
                return self.zug_vom_programm(&person, nr, &satz, aus);
            }
            Input::SetzDich(person) => self.setz_dich(person, aus),
            Input::Weg(konto) => self.line_lost(&konto, aus),
            Input::Da(konto) => self.line_back(&konto, aus),
            Input::Erster(platz) => self.erster(platz, aus),
            Input::Gemischt(mischung) => self.gemischt(mischung, aus),
            Input::Gedacht { platz, nr, zug } => self.gedacht(platz, nr, zug, aus),
            Input::Bezahlt(schritt) => {
                self.zahlungen = self.zahlungen.saturating_sub(1);
                self.apply(schritt, aus);
            }
            Input::Unbezahlbar { konto, betrag, stand } => {
                self.zahlungen = self.zahlungen.saturating_sub(1);
                self.unbezahlbar(&konto, betrag, stand, aus)
            }
            Input::Uhr => self.uhr(aus),
            Input::Anhalten => self.angehalten = true,
        }
        Antwort::Genommen
    }

    /// When the machine wants to be woken next.
    pub fn next_deadline(&self) -> Option<Zeit> {
        if self.angehalten {
            return None;
        }
        let seats = self.sitze.iter().flat_map(|s| s.deadlines(&self.e, S::KASSE));
        seats.chain(self.warten_bis).chain(self.pause_bis).min()
    }

    /// True while no person has anything to do with this table: it may be closed.
    pub fn is_idle(&self) -> bool {
        matches!(self.stand, Stand::Wartet) && self.alle_plaetze().all(|p| self.mensch(p).is_none())
    }

    /// Names of everybody who sits, for whoever looks around in the room.
    pub fn besetzung(&self) -> Vec<String> {
        self.alle_plaetze().map(|p| self.name(p).to_string()).filter(|n| !n.is_empty()).collect()
    }

    /// True while a game or sitting is going on.
    pub fn laeuft(&self) -> bool {
        !matches!(self.stand, Stand::Wartet)
    }

    /// True if somebody can still sit down.
    pub fn has_free_seat(&self) -> bool {
        let open = matches!(self.stand, Stand::Wartet) || S::KASSE == Kasse::Steine;
        open && self
            .alle_plaetze()
            .any(|p| self.frei(p) || (S::KASSE == Kasse::Steine && self.mensch(p).is_none()))
    }

    /// The seat of a person.
    pub fn platz_von(&self, konto: &Geldkonto) -> Option<Platz> {
        self.alle_plaetze().find(|p| self.mensch(*p) == Some(konto))
    }

    /// What the game shows this viewer; `None` while no game runs.
    pub fn view(&self, viewer: Viewer) -> Option<S::View> {
        self.spiel().map(|s| s.view(viewer))
    }

    /// Number of the decision this seat is asked for; 0: none.
    pub fn entscheidung(&self, platz: Platz) -> u64 {
        self.sitze.get(platz.i()).map_or(0, |s| s.nr)
    }

    fn viewer(&self, konto: &Geldkonto) -> Viewer {
        self.platz_von(konto).map_or(Viewer::Zuschauer, Viewer::Platz)
    }

    fn spiel(&self) -> Option<&S> {
        if let Stand::Laeuft(s) = &self.stand { Some(s) } else { None }
    }

    /// Applies a step and writes it to the journal.
    fn apply_logged(&mut self, schritt: Schritt<S>, aus: &mut Ausgang<S>) {
        aus.push(Output::Journal(schritt::write_line(self.jetzt, &schritt)));
        self.apply(schritt, aus);
    }

    /// The one place where a table changes. False: the step does not fit, and nothing has changed.
    fn apply(&mut self, schritt: Schritt<S>, aus: &mut Ausgang<S>) -> bool {
        self.schritte += 1;
        match schritt {
            Schritt::Setz { platz, person } => self.apply_setz(platz, person, aus),
            Schritt::Freund { platz, freund } => self.apply_freund(platz, freund, aus),
            Schritt::Ersetze { platz, freund } => self.apply_ersetze(platz, freund, aus),
            Schritt::Steh { platz, freund } => self.apply_steh(platz, freund, aus),
            Schritt::Runden { platz, n } => self.apply_runden(platz, n),
            Schritt::Tempo { tempo } => self.tempo = tempo,
            Schritt::Gebote => self.apply_gebote(aus),
            Schritt::Gebot { platz, betrag } => self.apply_gebot(platz, betrag, aus),
            Schritt::Zahle { platz } => self.apply_zahle(platz, aus),
            Schritt::Beginn { erster } => self.apply_beginn(erster, aus),
            Schritt::Deck { karten, salze } => return self.apply_deck(&karten, salze, aus),
            Schritt::Zug { platz, zug, wie } => return self.apply_zug(platz, &zug, wie, aus),
            Schritt::Weg { platz } => self.apply_weg(platz),
            Schritt::Da { platz } => self.apply_da(platz, aus),
            Schritt::Siegel { siegel } => self.altes_siegel = Some(siegel),
            Schritt::Wieder => self.apply_wieder(aus),
            Schritt::Absprache { platz, satz } => return self.apply_absprache(platz, &satz, aus),
            Schritt::Losen => self.apply_losen(aus),
            Schritt::Ruhe => self.apply_ruhe(aus),
            Schritt::Guthaben { platz, stand } => self.apply_guthaben(platz, stand),
            Schritt::Vertretung { platz, freund } => self.apply_vertretung(platz, freund, aus),
            Schritt::Aussetzen { platz, ja } => self.apply_aussetzen(platz, ja),
            Schritt::Schluss => self.apply_schluss(aus),
            Schritt::Sitzung { stand } => return self.apply_sitzung(&stand),
            Schritt::Stand { schritte, zaehler, partien, warten_bis } => {
                (self.schritte, self.zaehler, self.partien) = (schritte, zaehler, partien);
                // The people of the last game stay as long as they like.
                self.warten_bis = warten_bis;
            }
        }
        true
    }

    /// A sentence: an open question first, then the table's own words, then the game's.
    fn satz(
        &mut self,
        person: &Person,
        satz: &Satz,
        gesehen: u64,
        aus: &mut Ausgang<S>,
    ) -> Antwort {
        if let Some(antwort) = self.rueckfrage(person, satz, aus) {
            return antwort;
        }
        if let Some(antwort) = self.tischworte(person, satz, gesehen, aus) {
            return antwort;
        }
        if let Some(antwort) = self.frage(person, satz, aus) {
            return antwort;
        }
        if let Some(antwort) = self.absprache(person, satz, aus) {
            return antwort;
        }
        let Some(platz) = self.platz_von(&person.konto) else { return Antwort::NichtMeins };
        self.spielsatz(platz, satz, gesehen, aus)
    }

    /// A sentence about the game from a seat.
    fn spielsatz(
        &mut self,
        platz: Platz,
        satz: &Satz,
        gesehen: u64,
        aus: &mut Ausgang<S>,
    ) -> Antwort {
        let Some(spiel) = self.spiel() else { return Antwort::NichtMeins };
        let view = spiel.view(Viewer::Platz(platz));
        match S::read_named(satz, &view, &self.namen(Some(platz))) {
            Reading::NotMine => return Antwort::NichtMeins,
            Reading::Ask(zeile) => aus.an_platz(self, platz, Block::Satz(zeile)),
            Reading::Zug(zug) => self.zug_vom_platz(platz, zug, gesehen, aus),
        }
        Antwort::Genommen
    }

    fn zug_vom_platz(&mut self, platz: Platz, zug: S::Zug, gesehen: u64, aus: &mut Ausgang<S>) {
        let nr = self.sitze[platz.i()].nr;
        if nr > gesehen {
            aus.an_platz(self, platz, worte::schon_geschehen());
            return;
        }
        if let Some(frage) =
            self.spiel().and_then(|s| S::riskant(&zug, &s.view(Viewer::Platz(platz))))
        {
            self.ask_back(platz, sitze::Rueckfrage::Zug(zug.to_string()), Block::Satz(frage), aus);
            return;
        }
        self.versuche_zug(platz, zug, aus);
    }

    /// Plays a person's move, or says why it is refused.
    fn versuche_zug(&mut self, platz: Platz, zug: S::Zug, aus: &mut Ausgang<S>) {
        let Stand::Laeuft(spiel) = &mut self.stand else { return };
        let mut probe = crate::spiele::Out::new();
        let view = spiel.view(Viewer::Platz(platz));
        match spiel.play(platz, &zug, &mut probe) {
            Ok(()) => {
                let schritt = Schritt::<S>::Zug { platz, zug, wie: Wie::Selbst };
                aus.push(Output::Journal(schritt::write_line(self.jetzt, &schritt)));
                self.schritte += 1;
                self.nach_zug(platz, Wie::Selbst, probe, aus);
            }
            Err(verstoss) => {
                let zeile = S::refuse(&verstoss, &view, &self.namen(Some(platz)));
                aus.an_platz(self, platz, Block::Satz(zeile));
            }
        }
    }

    /// Names as the viewer at this seat says them.
    fn namen(&self, du: Option<Platz>) -> Namen {
        let namen = self.alle_plaetze().map(|p| self.name(p).to_string()).collect();
        Namen::new(namen, du).um(self.waehrung)
    }

    fn alle_plaetze(&self) -> impl Iterator<Item = Platz> + use<S> {
        (0..self.e.plaetze).map(Platz)
    }

    /// The decision numbers and deadlines of whoever is on.
    fn entscheidungen(&mut self, dran: Plaetze, aus: &mut Ausgang<S>) {
        let geht_weiter = self.gefragt.len() > 1
            && dran.iter().all(|p| self.gefragt.contains(p))
            && dran != self.gefragt;
        for p in self.alle_plaetze() {
            if !dran.contains(p) {
                self.sitze[p.i()].nr = 0;
                self.sitze[p.i()].frist = None;
            } else if !geht_weiter || self.sitze[p.i()].nr == 0 {
                self.neue_entscheidung(p, aus);
            }
        }
        if !geht_weiter && dran.len() == 1 {
            self.sag_wer_dran_ist(dran, aus);
        }
        self.gefragt = dran;
    }

    fn neue_entscheidung(&mut self, p: Platz, aus: &mut Ausgang<S>) {
        self.zaehler += 1;
        let nr = self.zaehler;
        self.sitze[p.i()].nr = nr;
        self.sitze[p.i()].frist = None;
        self.vergiss_zugfrage(p);
        let Some(spiel) = self.spiel() else { return };
        let limit =
            spiel.frist_s().map_or(self.e.bedenkzeit, |s| Duration::from_secs(u64::from(s)));
        if let Some(wesen) = self.denkt_als(p) {
            let view = Box::new(spiel.view(Viewer::Platz(p)));
            aus.push(Output::Denke { platz: p, nr, view, wesen });
            self.sitze[p.i()].frist = Some(Frist::of_friend(self.jetzt, limit));
            return;
        }
        self.sitze[p.i()].frist = Frist::new(self.jetzt, limit);
        self.zeige_entscheidung(p, aus);
    }

    /// Says to the person at this seat what he is to decide, if anything.
    fn zeige_entscheidung(&self, p: Platz, aus: &mut Ausgang<S>) {
        let nr = self.sitze[p.i()].nr;
        if nr == 0 {
            return;
        }
        let blocks = match self.spiel() {
            Some(spiel) => S::turn(&spiel.view(Viewer::Platz(p)), &self.namen(Some(p))),
            None => vec![self.einsatz_frage(p)],
        };
        for block in blocks {
            aus.an_platz(self, p, block);
        }
        aus.mit_nr(self, p, nr);
    }

    /// A question about a move of an earlier decision is open no longer.
    fn vergiss_zugfrage(&mut self, p: Platz) {
        if let Some(b) = self.wer_mut(p)
            && matches!(b.frage, Some(sitze::Rueckfrage::Zug(_)))
        {
            b.frage = None;
        }
    }

    /// Waits for what the game awaits now.
    fn weiter(&mut self, aus: &mut Ausgang<S>) {
        let Some(awaits) = self.spiel().map(|s| s.awaits()) else {
            return self.weiter_ohne_spiel(aus);
        };
        match awaits {
            Awaits::Deck => self.wish_deck(aus),
            Awaits::Pause => self.zwischen_den_runden(aus),
            Awaits::Zug(dran) => self.entscheidungen(dran, aus),
            Awaits::Over => self.abrechnen(aus),
        }
    }

    fn wish_deck(&mut self, aus: &mut Ausgang<S>) {
        self.entscheidungen(Plaetze::NONE, aus);
        let karten = self.spiel().map_or(0, |s| s.deck().len());
        aus.push(Output::Zufall(Wunsch::Deck { karten }));
    }

    /// What was waited for before a game, asked again after a restart.
    fn weiter_ohne_spiel(&mut self, aus: &mut Ausgang<S>) {
        match self.stand {
            Stand::Losen { .. } => {
                aus.push(Output::Zufall(Wunsch::Erster { plaetze: self.e.plaetze }))
            }
            Stand::Gebote | Stand::Einsammeln { .. } => self.frage_nach_einsatz(aus),
            Stand::Wartet | Stand::Laeuft(_) => {}
        }
    }
}
