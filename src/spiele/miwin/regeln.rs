//! Miwin'scher Poker as a sitting (regeln.md 4): deals, seven betting rounds, two exchanges, laying open,
//! comparing and paying. Knows no time, no chance and no sentences.

use std::cmp::Ordering;

use super::einstellungen::{Aufdecken, AufdeckenAb, Regeln, TopKreis};
use super::figuren::{Grund, Wertung};
use super::karten::{Gelegt, Karte};
use super::sicht::{Neue, Phase, Sitz, View, highest};
use super::zug::{Ausstieg, Blattwert, Event, Topfart, Topfgewinn, Verstoss, Zug};
use crate::quelle::Schluessel;
use crate::spiele::wetten::{Gezahlt, Topf, Wette, Wetten, Wettende, reihum};
use crate::spiele::zwischenstand::{Worte, plaetze};
use crate::spiele::{
    Anfang, Awaits, Kasse, Kassenstand, Out, Plaetze, Platz, Spiel, Tischregeln, Viewer, Vorrat,
};

/// Cards in a hand.
pub const HAND: usize = 5;

/// A seat as the rules know it.
#[derive(Clone, Default)]
struct Platzstand {
    oeffentlich: Sitz,
    hand: Vec<Option<Karte>>,
    /// Whether the table has been told that it sits out.
    gemeldet: bool,
    /// What it will lay, while all lay at once.
    gewaehlt: Option<(usize, Gelegt)>,
    gedreht: Vec<usize>,
    letzte_getauscht: u8,
}

/// One sitting at one table.
#[derive(Clone)]
pub struct Miwin {
    regeln: Regeln,
    wetten: Wetten,
    plaetze: Vec<Platzstand>,
    geber: Platz,
    nr: u32,
    phase: Phase,
    runde: u8,
    /// Seats that still have to act, outside of betting.
    rest: Plaetze,
    /// Where their turn begins.
    ab: Platz,
    /// The pack, its top last.
    stock: Vec<Karte>,
    neue: Option<Neue>,
    gesehen: Vec<Karte>,
}

impl Spiel for Miwin {
    type Regeln = Regeln;
    type Karte = Karte;
    type Zug = Zug;
    type Event = Event;
    type Verstoss = Verstoss;
    type View = View;

    const ID: &'static str = "miwin";
    const PLAETZE: std::ops::RangeInclusive<u8> = 2..=5;
    const KASSE: Kasse = Kasse::Steine;

    fn regeln(k: &mut Schluessel<'_>, _vorrat: &Vorrat) -> Regeln {
        Regeln::read(k)
    }

    fn tischregeln(regeln: &Regeln) -> &Tischregeln {
        &regeln.tisch
    }

    fn start(regeln: &Regeln, anfang: &Anfang) -> Self {
        let n = usize::from(anfang.plaetze);
        let mut steine: Vec<Option<i64>> = anfang.steine.clone();
        steine.resize(n, None);
        let plaetze = steine
            .iter()
            .map(|s| Platzstand {
                oeffentlich: Sitz { da: s.is_some(), ..Sitz::default() },
                ..Platzstand::default()
            })
            .collect();
        let stapel = steine.iter().map(|s| s.unwrap_or(0)).collect();
        Self {
            regeln: regeln.clone(),
            wetten: Wetten::new(stapel, regeln.wettordnung()),
            plaetze,
            geber: anfang.erster,
            nr: 0,
            phase: Phase::Pause,
            runde: 0,
            rest: Plaetze::NONE,
            ab: anfang.erster,
            stock: Vec::new(),
            neue: None,
            gesehen: Vec::new(),
        }
    }

    fn deck(&self) -> Vec<Karte> {
        Karte::alle()
    }

    fn awaits(&self) -> Awaits {
        match self.phase {
            Phase::Pause => Awaits::Pause,
            _ => Awaits::Zug(self.awaited()),
        }
    }

    /// Without two seats that can play nothing happens.
    fn deal(&mut self, order: &[Karte], out: &mut Out<Event>) {
        self.report_pauses(out);
        let dabei = self.able();
        if self.phase != Phase::Pause || dabei.len() < usize::from(*Self::PLAETZE.start()) {
            return;
        }
        let first = if self.nr == 0 { self.geber } else { self.after(self.geber) };
        self.geber = self.clockwise(first).find(|p| dabei.contains(*p)).unwrap_or(first);
        self.nr += 1;
        self.clear_cards();
        self.stock = order.iter().rev().copied().collect();
        self.wetten.begin_deal(dabei);
        let grundeinsatz = self.take_antes();
        self.deal_hands(dabei);
        self.report_deal(dabei, grundeinsatz, out);
        self.begin_bets(1);
        self.drive(out);
    }

    fn play(&mut self, platz: Platz, zug: &Zug, out: &mut Out<Event>) -> Result<(), Verstoss> {
        if self.phase == Phase::Pause {
            return Err(Verstoss::KeinSpiel);
        }
        if !self.awaited().contains(platz) {
            return Err(Verstoss::NichtDran);
        }
        match (self.phase, zug) {
            (Phase::Bieten, zug) => {
                let wette = zug.wette().ok_or(Verstoss::FalschePhase)?;
                self.bet(platz, wette, out)?;
            }
            (_, Zug::Aus) => self.fold(platz, out),
            (Phase::Tauschen, Zug::Tausche(list)) => self.exchange(platz, list, out)?,
            (Phase::Aufdecken, Zug::Decke { pos, wert }) => self.open(platz, *pos, *wert, out)?,
            (Phase::Letzter, Zug::Tausche(list)) => self.exchange_open(platz, list, out)?,
            (Phase::Letzter, Zug::Drehe(pos)) => self.turn_card(platz, *pos, out)?,
            (Phase::Lage, Zug::Lege(wert)) => self.lay_new(*wert, out)?,
            _ => return Err(Verstoss::FalschePhase),
        }
        self.drive(out);
        Ok(())
    }

    fn view(&self, viewer: Viewer) -> View {
        let own = match viewer {
            Viewer::Platz(p) => self.plaetze.get(p.i()),
            Viewer::Zuschauer => None,
        };
        View {
            viewer,
            regeln: self.regeln.clone(),
            wetten: self.wetten.clone(),
            phase: self.phase,
            runde: self.runde,
            nr: self.nr,
            geber: self.geber,
            awaited: if self.phase == Phase::Pause { Plaetze::NONE } else { self.awaited() },
            sitze: self.plaetze.iter().map(Platzstand::seen).collect(),
            blatt: own.map_or_else(Vec::new, |p| p.hand.clone()),
            neue: self.neue,
            gedreht: own.map_or_else(Vec::new, |p| p.gedreht.clone()),
        }
    }

    fn mildest(view: &View) -> Zug {
        match view.phase {
            Phase::Bieten if view.moeglich().weiter => Zug::Weiter,
            Phase::Bieten | Phase::Pause => Zug::Aus,
            Phase::Tauschen | Phase::Letzter => Zug::Tausche(Vec::new()),
            Phase::Aufdecken => match view.verdeckte().next() {
                Some((pos, karte)) => Zug::Decke { pos, wert: karte.gross() },
                None => Zug::Aus,
            },
            Phase::Lage => best_new(view).map_or(Zug::Aus, |lage| Zug::Lege(lage.wert)),
        }
    }

    fn seen(&self) -> Vec<Karte> {
        self.gesehen.clone()
    }

    fn kasse(&self) -> Kassenstand {
        Kassenstand { plaetze: self.wetten.stapel().to_vec(), mitte: self.wetten.mitte(), haus: 0 }
    }

    fn sit(&mut self, platz: Platz, steine: i64, out: &mut Out<Event>) {
        self.wetten.sit(platz, steine);
        self.plaetze[platz.i()] = Platzstand::default();
        self.plaetze[platz.i()].oeffentlich.da = true;
        out.all(Event::Gesetzt { platz, steine });
    }

    fn rise(&mut self, platz: Platz, out: &mut Out<Event>) -> i64 {
        let aus = match self.wetten.dabei().contains(platz) && self.phase != Phase::Pause {
            true => Ausstieg::Gefolgt,
            false => Ausstieg::Unbeteiligt,
        };
        let steine = self.wetten.rise(platz);
        self.forget_turn(platz);
        self.plaetze[platz.i()] = Platzstand::default();
        out.all(Event::Aufgestanden { platz, steine, aus });
        self.drive(out);
        steine
    }

    fn refill(&mut self, platz: Platz, steine: i64) {
        self.wetten.refill(platz, steine);
    }

    fn sit_out(&mut self, platz: Platz, out_of_play: bool) {
        self.plaetze[platz.i()].oeffentlich.pause = out_of_play;
    }

    fn zwischenstand(&self) -> Option<String> {
        let set = |is: fn(&Platzstand) -> bool| {
            plaetze(self.seats().filter(|p| is(&self.plaetze[p.i()])).collect())
        };
        (self.phase == Phase::Pause && self.nr > 0).then(|| {
            let (nr, geber, wetten) = (self.nr, self.geber.0, self.wetten.zwischenstand());
            let da = set(|s| s.oeffentlich.da);
            let pause = set(|s| s.oeffentlich.pause);
            let gemeldet = set(|s| s.gemeldet);
            format!("{nr} {geber} {wetten} {da} {pause} {gemeldet}")
        })
    }

    fn aus_zwischenstand(regeln: &Regeln, plaetze: u8, stand: &str) -> Option<Self> {
        let mut worte = Worte::new(stand);
        let nr = worte.wert()?;
        let geber = worte.platz(plaetze)??;
        let wetten = Wetten::aus_zwischenstand(&mut worte, plaetze, regeln.wettordnung())?;
        let mut set = || worte.plaetze(plaetze);
        let (da, pause, gemeldet) = (set()?, set()?, set()?);
        worte.ende()?;
        let steine = vec![None; usize::from(plaetze)];
        let anfang = Anfang { plaetze, erster: geber, einsatz: 0, runden: 0, steine };
        let mut spiel = Self { nr, wetten, ..Self::start(regeln, &anfang) };
        for p in spiel.seats() {
            let seat = &mut spiel.plaetze[p.i()];
            seat.oeffentlich.da = da.contains(p);
            seat.oeffentlich.pause = pause.contains(p);
            seat.gemeldet = gemeldet.contains(p);
        }
        Some(spiel)
    }

    fn ready(&self) -> bool {
        self.able().len() >= usize::from(*Self::PLAETZE.start())
    }
}

impl Platzstand {
    fn seen(&self) -> Sitz {
        let hidden = self.hand.iter().flatten().count();
        Sitz {
            verdeckt: u8::try_from(hidden).unwrap_or(0),
            gewaehlt: self.gewaehlt.is_some(),
            ..self.oeffentlich.clone()
        }
    }
}

/// The best way to lay the card just drawn beside the other four.
pub(super) fn best_new(view: &View) -> Option<Gelegt> {
    let neue = view.neue?;
    let mut others = view.sitze[neue.platz.i()].offen.clone();
    others.remove(neue.stelle);
    view.regeln.figuren.beste_lage(&others, &[neue.karte]).1.first().copied()
}

/// Dealing.
impl Miwin {
    /// Seats that got cards in the last deal, in the order of dealing.
    pub fn dealt_in(&self) -> Vec<Platz> {
        let got = |p: &Platz| !self.plaetze[p.i()].hand.is_empty();
        self.clockwise(self.after(self.geber)).filter(got).collect()
    }

    /// The house's settings.
    pub fn house_rules(&self) -> &Regeln {
        &self.regeln
    }

    /// Cards left in the pack; after a deal what was left at its end.
    pub fn pack_left(&self) -> usize {
        self.stock.len()
    }

    /// Seats that take part in the next deal.
    fn able(&self) -> Plaetze {
        let takes_part = |p: &Platz| {
            let seat = &self.plaetze[p.i()].oeffentlich;
            seat.da && !seat.pause && self.wetten.stapel()[p.i()] > 0
        };
        self.seats().filter(takes_part).collect()
    }

    fn seats(&self) -> impl Iterator<Item = Platz> + use<> {
        (0..self.plaetze.len()).map(Platz::at)
    }

    /// All seats clockwise, beginning with this one.
    fn clockwise(&self, from: Platz) -> impl Iterator<Item = Platz> + use<> {
        let n = self.plaetze.len();
        (0..n).map(move |i| Platz::at((from.i() + i) % n))
    }

    fn after(&self, p: Platz) -> Platz {
        Platz::at((p.i() + 1) % self.plaetze.len())
    }

    /// Seats in the deal, from left of the dealer.
    fn in_order(&self) -> Vec<Platz> {
        let dabei = self.wetten.dabei();
        self.clockwise(self.after(self.geber)).filter(|p| dabei.contains(*p)).collect()
    }

    fn report_pauses(&mut self, out: &mut Out<Event>) {
        for (i, seat) in self.plaetze.iter_mut().enumerate() {
            let pause = seat.oeffentlich.pause;
            if seat.gemeldet != pause {
                seat.gemeldet = pause;
                out.all(Event::Pausiert { platz: Platz::at(i), pause });
            }
        }
    }

    fn clear_cards(&mut self) {
        for seat in &mut self.plaetze {
            let Sitz { da, pause, .. } = seat.oeffentlich;
            *seat = Platzstand {
                oeffentlich: Sitz { da, pause, ..Sitz::default() },
                gemeldet: seat.gemeldet,
                ..Platzstand::default()
            };
        }
        self.neue = None;
        self.gesehen.clear();
    }

    /// Whoever has less than the ante pays the rest (regeln.md G3, M1).
    fn take_antes(&mut self) -> Vec<(Platz, i64)> {
        let ante = self.regeln.grundeinsatz;
        if ante == 0 {
            return Vec::new();
        }
        self.in_order().into_iter().map(|p| (p, self.wetten.ante(p, ante))).collect()
    }

    /// Singly, clockwise (regeln.md G12).
    fn deal_hands(&mut self, dabei: Plaetze) {
        debug_assert!(self.stock.len() >= dabei.len() * 11, "regeln.md M9: the pack suffices");
        for _ in 0..HAND {
            for p in self.in_order() {
                let card = self.stock.pop();
                self.plaetze[p.i()].hand.push(card);
            }
        }
    }

    fn report_deal(&self, dabei: Plaetze, grundeinsatz: Vec<(Platz, i64)>, out: &mut Out<Event>) {
        let (nr, geber) = (self.nr, self.geber);
        let hand = |p: Platz| self.plaetze[p.i()].hand.iter().flatten().copied().collect();
        let haende = self.seats().map(hand).collect();
        out.record(Event::Ausgeteilt { nr, geber, haende });
        out.all(Event::Beginn { nr, geber, dabei, grundeinsatz });
        for p in dabei.iter() {
            out.only(p, Event::Blatt { platz: p, karten: hand(p) });
        }
    }
}

/// The course of a deal.
impl Miwin {
    fn awaited(&self) -> Plaetze {
        match self.phase {
            Phase::Pause => Plaetze::NONE,
            Phase::Bieten => self.wetten.dran().into_iter().collect(),
            Phase::Aufdecken if self.regeln.aufdecken == Aufdecken::Gleichzeitig => self.rest,
            _ => self.clockwise(self.ab).find(|p| self.rest.contains(*p)).into_iter().collect(),
        }
    }

    /// Goes on by itself until somebody is awaited or the deal is over.
    fn drive(&mut self, out: &mut Out<Event>) {
        while self.phase != Phase::Pause {
            if self.wetten.dabei().len() < 2 {
                self.finish_unopposed(out);
            } else if self.phase == Phase::Bieten {
                let Some(ende) = self.wetten.ende() else { return };
                debug_assert_eq!(ende, Wettende::Ausgeglichen, "two are still in");
                self.bets_done(out);
            } else if self.rest.is_empty() {
                self.turns_done(out);
            } else {
                return;
            }
        }
    }

    /// Betting rounds 1 and 2 begin left of the dealer, later ones at the highest open hand (regeln.md M7,
    /// M12 to M14).
    fn begin_bets(&mut self, runde: u8) {
        self.runde = runde;
        self.phase = Phase::Bieten;
        for seat in &mut self.plaetze {
            seat.oeffentlich.getan = None;
        }
        let ab = self.bets_from();
        self.wetten.begin_round(self.regeln.wettordnung(), ab);
    }

    fn bets_from(&self) -> Platz {
        let left = self.after(self.geber);
        let open = |p: Platz| {
            let hand = &self.plaetze[p.i()].oeffentlich.offen;
            (!hand.is_empty()).then(|| self.regeln.figuren.bewerte(hand))
        };
        highest(self.in_order().into_iter(), open, &self.regeln).unwrap_or(left)
    }

    fn bets_done(&mut self, out: &mut Out<Event>) {
        self.return_unmatched(out);
        match self.runde {
            1 => self.begin_turns(Phase::Tauschen),
            2..=6 => self.begin_turns(Phase::Aufdecken),
            7 => self.begin_turns(Phase::Letzter),
            _ => self.showdown(out),
        }
    }

    fn return_unmatched(&mut self, out: &mut Out<Event>) {
        if let Some((platz, betrag)) = self.wetten.give_back() {
            out.all(Event::Zurueck { platz, betrag });
        }
    }

    /// Everybody in the deal has one turn, from left of the dealer unless the house says otherwise.
    fn begin_turns(&mut self, phase: Phase) {
        self.phase = phase;
        self.ab = self.after(self.geber);
        self.rest = self.wetten.dabei();
        let skip = match phase {
            Phase::Tauschen => self.regeln.tausch_max == 0,
            Phase::Letzter => self.regeln.letzter_tausch_max == 0 && !self.regeln.umdrehen,
            _ => false,
        };
        if skip {
            self.rest = Plaetze::NONE;
        }
        if phase == Phase::Aufdecken && self.regeln.aufdecken_ab == AufdeckenAb::HoechstesBlatt {
            self.ab = self.bets_from();
        }
    }

    fn turns_done(&mut self, out: &mut Out<Event>) {
        match self.phase {
            Phase::Tauschen => self.begin_bets(2),
            Phase::Aufdecken => {
                self.reveal(out);
                self.after_opening();
            }
            _ if self.regeln.wettrunde_nach_letztem_tausch => self.begin_bets(8),
            _ => self.showdown(out),
        }
    }

    /// Betting after each open card; after the fifth if the house says so (regeln.md M15).
    fn after_opening(&mut self) {
        let open =
            self.in_order().first().map_or(0, |p| self.plaetze[p.i()].oeffentlich.offen.len());
        if open < HAND || self.regeln.wettrunde_nach_fuenfter {
            self.begin_bets(self.runde + 1);
        } else {
            self.begin_turns(Phase::Letzter);
        }
    }

    fn bet(&mut self, p: Platz, wette: Wette, out: &mut Out<Event>) -> Result<(), Verstoss> {
        let before = self.wetten.hoehe();
        let gezahlt = self.wetten.play(p, wette).map_err(Verstoss::Wette)?;
        let um = gezahlt.hoehe - before;
        self.plaetze[p.i()].oeffentlich.getan = Some((wette, um));
        out.all(Event::Geboten { platz: p, wette, gezahlt, um });
        Ok(())
    }

    /// Folds outside of betting, too (regeln.md M6).
    fn fold(&mut self, p: Platz, out: &mut Out<Event>) {
        self.wetten.drop_out(p);
        self.forget_turn(p);
        let gezahlt = Gezahlt { betrag: 0, hoehe: self.wetten.hoehe(), allin: false };
        out.all(Event::Geboten { platz: p, wette: Wette::Aus, gezahlt, um: 0 });
    }

    fn forget_turn(&mut self, p: Platz) {
        self.rest.remove(p);
        self.plaetze[p.i()].gewaehlt = None;
        if self.neue.is_some_and(|n| n.platz == p) {
            self.neue = None;
            self.phase = Phase::Letzter;
        }
    }
}

/// Exchanging and laying.
impl Miwin {
    fn exchange(&mut self, p: Platz, list: &[u8], out: &mut Out<Event>) -> Result<(), Verstoss> {
        let places = check_places(list, self.regeln.tausch_max)?;
        let mut aus = Vec::new();
        let mut ein = Vec::new();
        for i in places {
            let drawn = self.stock.pop();
            let old = std::mem::replace(&mut self.plaetze[p.i()].hand[i], drawn);
            aus.extend(old);
            ein.extend(drawn);
        }
        let anzahl = u8::try_from(ein.len()).unwrap_or(0);
        self.plaetze[p.i()].oeffentlich.getauscht = Some(anzahl);
        self.rest.remove(p);
        let blatt = self.plaetze[p.i()].hand.iter().flatten().copied().collect();
        out.only(p, Event::Getauscht { platz: p, aus, ein, blatt });
        out.all_but(p, Event::Tauscht { platz: p, anzahl });
        Ok(())
    }

    fn open(&mut self, p: Platz, pos: u8, wert: u8, out: &mut Out<Event>) -> Result<(), Verstoss> {
        let i = place(pos)?;
        let karte = self.plaetze[p.i()].hand[i].ok_or(Verstoss::LiegtSchon(pos))?;
        let lage = karte.gelegt(wert).ok_or(Verstoss::ZahlFehlt { pos, wert })?;
        self.rest.remove(p);
        if self.regeln.aufdecken == Aufdecken::Gleichzeitig {
            self.plaetze[p.i()].gewaehlt = Some((i, lage));
            out.record(Event::Waehlt { platz: p, lage });
            out.all(Event::Gewaehlt { platz: p });
        } else {
            self.lay_open(p, i, lage, out);
        }
        Ok(())
    }

    fn lay_open(&mut self, p: Platz, i: usize, lage: Gelegt, out: &mut Out<Event>) {
        let seat = &mut self.plaetze[p.i()];
        seat.hand[i] = None;
        seat.oeffentlich.offen.push(lage);
        self.gesehen.push(lage.karte());
        out.all(Event::Deckt { platz: p, lage });
    }

    /// What all have chosen is laid at once.
    fn reveal(&mut self, out: &mut Out<Event>) {
        for p in self.in_order() {
            if let Some((i, lage)) = self.plaetze[p.i()].gewaehlt.take() {
                self.lay_open(p, i, lage, out);
            }
        }
    }

    fn exchange_open(
        &mut self,
        p: Platz,
        list: &[u8],
        out: &mut Out<Event>,
    ) -> Result<(), Verstoss> {
        let places = check_places(list, self.regeln.letzter_tausch_max.min(1))?;
        let Some(stelle) = places.first().copied() else {
            self.rest.remove(p);
            out.all(Event::Behaelt { platz: p });
            return Ok(());
        };
        let Some(karte) = self.stock.pop() else { return Err(Verstoss::FalschePhase) };
        let aus = self.plaetze[p.i()].oeffentlich.offen[stelle];
        self.gesehen.push(karte);
        self.neue = Some(Neue { platz: p, stelle, aus, karte });
        self.phase = Phase::Lage;
        out.all(Event::Zieht { platz: p, aus, ein: karte });
        if karte.ist_doppel() {
            self.lay_new(karte.klein(), out)?;
        }
        Ok(())
    }

    fn lay_new(&mut self, wert: u8, out: &mut Out<Event>) -> Result<(), Verstoss> {
        let Some(neue) = self.neue else { return Err(Verstoss::FalschePhase) };
        let lage = neue.karte.gelegt(wert).ok_or(Verstoss::NeueOhneZahl(wert))?;
        let seat = &mut self.plaetze[neue.platz.i()];
        seat.oeffentlich.offen[neue.stelle] = lage;
        seat.gedreht.retain(|i| *i != neue.stelle);
        seat.letzte_getauscht += 1;
        if seat.letzte_getauscht >= self.regeln.letzter_tausch_max {
            self.rest.remove(neue.platz);
        }
        self.neue = None;
        self.phase = Phase::Letzter;
        out.all(Event::Legt { platz: neue.platz, aus: neue.aus, lage });
        Ok(())
    }

    fn turn_card(&mut self, p: Platz, pos: u8, out: &mut Out<Event>) -> Result<(), Verstoss> {
        if !self.regeln.umdrehen {
            return Err(Verstoss::KeinDrehen);
        }
        let i = place(pos)?;
        let seat = &mut self.plaetze[p.i()];
        if seat.gedreht.contains(&i) {
            return Err(Verstoss::SchonGedreht(pos));
        }
        let lage = seat.oeffentlich.offen[i].gedreht();
        if lage.karte().ist_doppel() {
            return Err(Verstoss::DoppelDreht(pos));
        }
        seat.oeffentlich.offen[i] = lage;
        seat.gedreht.push(i);
        out.all(Event::Dreht { platz: p, pos, lage });
        Ok(())
    }
}

/// A 1-based position as an index.
fn place(pos: u8) -> Result<usize, Verstoss> {
    match pos {
        1..=5 => Ok(usize::from(pos) - 1),
        _ => Err(Verstoss::KeinePosition(pos)),
    }
}

fn check_places(list: &[u8], max: u8) -> Result<Vec<usize>, Verstoss> {
    if list.len() > usize::from(max) {
        return Err(Verstoss::ZuViele { max });
    }
    let places = list.iter().map(|p| place(*p)).collect::<Result<Vec<_>, _>>()?;
    let twice = (1..list.len()).find(|i| list[..*i].contains(&list[*i]));
    match twice {
        Some(i) => Err(Verstoss::Doppelt(list[i])),
        None => Ok(places),
    }
}

/// Comparing and paying.
impl Miwin {
    /// The last one left takes all and shows nothing more (regeln.md M18).
    fn finish_unopposed(&mut self, out: &mut Out<Event>) {
        self.return_unmatched(out);
        let dabei = self.wetten.dabei();
        let winner = dabei.iter().next();
        let betrag = self.wetten.take_middle();
        if let Some(p) = winner {
            self.wetten.win(p, betrag);
            out.all(Event::Topf(Topfgewinn {
                betrag,
                berechtigt: dabei,
                gezahlt: vec![(p, betrag)],
                womit: None,
                ausnahme: false,
                art: Topfart::Einziger,
            }));
        }
        self.end(out);
    }

    fn showdown(&mut self, out: &mut Out<Event>) {
        let order = self.in_order();
        for p in order {
            out.all(Event::Zeigt { platz: p, blatt: self.laid_hand(p) });
        }
        let mut toepfe = self.wetten.toepfe(0);
        if toepfe.is_empty() {
            let berechtigt = self.wetten.dabei();
            toepfe.push(Topf { betrag: 0, berechtigt });
        }
        self.wetten.take_middle();
        let single = toepfe.len() == 1;
        for (i, topf) in toepfe.into_iter().enumerate() {
            let art = match (single, i) {
                (true, _) => Topfart::Einziger,
                (_, 0) => Topfart::Haupttopf,
                _ => Topfart::Nebentopf,
            };
            self.pay_topf(topf, art, out);
        }
        self.end(out);
    }

    fn pay_topf(&mut self, topf: Topf, art: Topfart, out: &mut Out<Event>) {
        let seats: Vec<Platz> =
            self.in_order().into_iter().filter(|p| topf.berechtigt.contains(*p)).collect();
        let hands: Vec<Blattwert> = seats.iter().map(|p| self.laid_hand(*p)).collect();
        let worth: Vec<Wertung> = hands.iter().map(|h| h.wertung).collect();
        let won = winners(&self.regeln, &worth);
        let gewinner: Vec<Platz> = won.iter().map(|i| seats[*i]).collect();
        let gezahlt = reihum(topf.betrag, &gewinner);
        for (p, n) in &gezahlt {
            self.wetten.win(*p, *n);
        }
        let womit = won.first().map(|i| hands[*i].clone());
        let Topf { betrag, berechtigt } = topf;
        let ausnahme = won.len() == 1 && self.by_exception(&worth, won[0]);
        out.all(Event::Topf(Topfgewinn { betrag, berechtigt, gezahlt, womit, ausnahme, art }));
    }

    /// Whether this hand beats another by the exception alone.
    fn by_exception(&self, hands: &[Wertung], winner: usize) -> bool {
        let figuren = &self.regeln.figuren;
        let beaten = |h: &Wertung| {
            figuren.vergleiche(&hands[winner], h) == (Ordering::Greater, Grund::Ausnahme)
        };
        hands.iter().any(beaten)
    }

    fn laid_hand(&self, p: Platz) -> Blattwert {
        let hand = self.plaetze[p.i()].oeffentlich.offen.clone();
        let wertung = self.regeln.figuren.bewerte(&hand);
        let figur = self.regeln.figuren.name(wertung.rang).to_string();
        Blattwert { hand, wertung, figur }
    }

    fn end(&mut self, out: &mut Out<Event>) {
        self.phase = Phase::Pause;
        self.rest = Plaetze::NONE;
        let seen = std::mem::take(&mut self.gesehen);
        self.clear_cards();
        self.gesehen = seen;
        self.wetten.begin_deal(Plaetze::NONE);
        out.all(Event::Ende { steine: self.wetten.stapel().to_vec() });
    }
}

/// Who wins among these hands; a cycle shares or goes to its highest Augenzahl (regeln.md 4.4).
pub(super) fn winners(regeln: &Regeln, hands: &[Wertung]) -> Vec<usize> {
    let set = regeln.figuren.gewinner(hands);
    match regeln.top_kreis {
        TopKreis::Teilen => set,
        TopKreis::HoechsteAugenzahl => {
            set.into_iter().max_by_key(|i| hands[*i]).into_iter().collect()
        }
    }
}

#[cfg(test)]
mod tests;
