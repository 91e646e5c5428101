//! Betting as Miwin and Word share it: everybody's chips, what each has put in, one betting round as a
//! machine, all-in and the fold. Pots stand in [`topf`]. Knows no cards, no words and no game; whatever it
//! holds is public, so a view may carry a copy of it.

pub mod denken;
mod ruf;
pub mod skript;
pub mod topf;

use super::zwischenstand::{Worte, liste};
use super::{Plaetze, Platz};
use crate::limits::AMOUNT_MAX;

pub use self::ruf::Ruf;
pub use self::topf::{Topf, reihum, toepfe};

/// The rules of one betting round. They may differ from round to round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wettordnung {
    /// Least and most that opens the round; both at least 1.
    pub eroeffnung: (i64, i64),
    pub erhoehung: Erhoehung,
    pub schieben: Schieben,
    /// How often may be raised; 0 = no limit. Opening is no raise.
    pub erhoehungen_max: u32,
    pub gezaehlt: Zaehlung,
    pub zu_wenig: ZuWenig,
    pub letzter: Letzter,
}

/// How far a raise may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Erhoehung {
    /// By this much on top of the current bet, both ends included.
    Um(i64, i64),
    /// By at least 1, to a bet of at most this much.
    Bis(i64),
}

/// Whether one may stay in without betting while nothing is bet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Schieben {
    Frei,
    /// Bet or drop (regeln.md W5).
    Nie,
}

/// Whose raises count towards the limit (regeln.md W10).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Zaehlung {
    Runde,
    Spieler,
}

/// What happens to a seat that cannot pay a call in full (regeln.md G3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ZuWenig {
    /// It goes along with its rest, for the pots it has paid into.
    Nebentopf,
    /// It must fold.
    Aussteigen,
}

/// What happens when all but one have dropped and nothing is bet (regeln.md W6).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Letzter {
    Gewinnt,
    WirdGefragt,
}

/// One betting action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wette {
    Weiter,
    /// Opens with this amount.
    Setze(i64),
    /// Calls, with the rest if that is all there is.
    Mit,
    /// Raises *to* this bet.
    Erhoehe(i64),
    Aus,
}

/// Why a betting action is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wettverstoss {
    NichtDran,
    /// Bet or drop: nobody stays in for nothing.
    KeinSchieben,
    /// The bet lies already: neither `Weiter` nor `Setze`.
    SchonGesetzt,
    /// No bet lies: neither `Mit` nor `Erhoehe`.
    NichtsGesetzt,
    /// The amount (of a raise: the bet it leads to) lies outside.
    Betrag {
        von: i64,
        bis: i64,
    },
    /// Raised this often already.
    KeineErhoehungMehr(u32),
    /// The bet stands at the most it may be.
    HoechstesGebot(i64),
    /// All others are all-in: nobody could follow.
    KeinGegner,
    /// The chips do not reach for it.
    ZuWenig,
}

/// What the seat that is on may do. Folding is always possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moeglich {
    pub weiter: bool,
    /// Least and most to open with.
    pub setze: Option<(i64, i64)>,
    /// What a call costs; less than the difference if that is all there is.
    pub mit: Option<i64>,
    /// Lowest and highest bet to raise *to*.
    pub erhoehe: Option<(i64, i64)>,
}

/// What an action has moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gezahlt {
    pub betrag: i64,
    /// The bet after it.
    pub hoehe: i64,
    /// The seat has nothing left.
    pub allin: bool,
}

/// How a betting round ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wettende {
    /// All are level, or all said weiter.
    Ausgeglichen,
    EinerUebrig(Platz),
    AlleAus,
}

/// Everybody's chips over a whole sitting, what this deal has cost each seat, and the betting round that runs.
/// The sum of all chips and contributions changes only through [`Wetten::sit`], [`Wetten::rise`],
/// [`Wetten::take_middle`] and [`Wetten::win`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wetten {
    stapel: Vec<i64>,
    beitrag: Vec<i64>,
    dabei: Plaetze,
    ordnung: Wettordnung,
    gesetzt: Vec<i64>,
    hoehe: i64,
    /// Seats that still have to act before the round is over.
    offen: Plaetze,
    dran: Option<Platz>,
    erhoehungen: Vec<u32>,
    eroeffner: Option<Platz>,
    erhoeher: Option<Platz>,
    ruf: Vec<Ruf>,
}

impl Wetten {
    /// A table with these chips; nobody is in a deal. `ordnung` is a stand-in until the first round begins.
    pub fn new(stapel: Vec<i64>, ordnung: Wettordnung) -> Self {
        let n = stapel.len();
        Self {
            stapel,
            beitrag: vec![0; n],
            dabei: Plaetze::NONE,
            ordnung,
            gesetzt: vec![0; n],
            hoehe: 0,
            offen: Plaetze::NONE,
            dran: None,
            erhoehungen: vec![0; n],
            eroeffner: None,
            erhoeher: None,
            ruf: vec![Ruf::default(); n],
        }
    }

    /// Chips and reputation of every seat, two words of a line. Expects that nothing lies in the middle.
    pub fn zwischenstand(&self) -> String {
        let ruf = self.ruf.iter().flat_map(|r| r.zwischenstand());
        format!("{} {}", liste(&self.stapel), liste(ruf))
    }

    /// Reads them back, of a table with so many seats; `None`: they are none.
    pub fn aus_zwischenstand(worte: &mut Worte, plaetze: u8, ordnung: Wettordnung) -> Option<Self> {
        let n = usize::from(plaetze);
        let stapel: Vec<i64> = worte.liste()?;
        let ruf: Vec<u32> = worte.liste()?;
        let (ruf, odd) = ruf.as_chunks();
        let fits = stapel.len() == n && ruf.len() == n && odd.is_empty();
        let sound = stapel.iter().all(|s| (0..=AMOUNT_MAX).contains(s));
        (fits && sound).then_some(())?;
        let ruf = ruf.iter().map(|r| Ruf::aus_zwischenstand(*r)).collect();
        Some(Self { ruf, ..Self::new(stapel, ordnung) })
    }

    /// Begins a deal with these seats. Expects the middle of the last one to be taken.
    pub fn begin_deal(&mut self, dabei: Plaetze) {
        debug_assert_eq!(self.mitte(), 0, "the last deal's money must be paid out");
        self.dabei = dabei;
        self.ruf.iter_mut().for_each(Ruf::begin_deal);
        self.clear_round();
    }

    /// Pays an ante, or the rest if there is less. Gives what was paid.
    pub fn ante(&mut self, p: Platz, betrag: i64) -> i64 {
        let betrag = betrag.min(self.stapel[p.i()]);
        self.stapel[p.i()] -= betrag;
        self.beitrag[p.i()] += betrag;
        betrag
    }

    /// Begins a betting round; the first seat from `ab` on (itself included) that can act is on. With fewer
    /// than two seats that can bet the round is over at once (regeln.md G3).
    pub fn begin_round(&mut self, ordnung: Wettordnung, ab: Platz) {
        self.clear_round();
        self.ordnung = ordnung;
        self.offen = self.koennen();
        let n = self.stapel.len();
        self.advance(Platz::at((ab.i() + n - 1) % n));
    }

    fn clear_round(&mut self) {
        self.gesetzt.fill(0);
        self.erhoehungen.fill(0);
        self.hoehe = 0;
        self.offen = Plaetze::NONE;
        self.dran = None;
        self.eroeffner = None;
        self.erhoeher = None;
    }

    /// One action of the seat that is on. Errors: the reason; then nothing has changed.
    pub fn play(&mut self, p: Platz, wette: Wette) -> Result<Gezahlt, Wettverstoss> {
        if self.dran != Some(p) {
            return Err(Wettverstoss::NichtDran);
        }
        let betrag = match wette {
            Wette::Weiter => self.check_weiter().map(|()| 0)?,
            Wette::Setze(n) => self.check_setze(p, n).map(|()| n)?,
            Wette::Mit => self.check_mit(p)?,
            Wette::Erhoehe(auf) => self.check_erhoehe(p, auf)?,
            Wette::Aus => {
                self.dabei.remove(p);
                0
            }
        };
        let gefragt = self.hoehe > self.gesetzt[p.i()];
        self.ruf[p.i()].note(wette, gefragt);
        self.pay(p, betrag);
        self.note(p, wette);
        self.offen.remove(p);
        self.advance(p);
        let allin = betrag > 0 && self.stapel[p.i()] == 0;
        Ok(Gezahlt { betrag, hoehe: self.hoehe, allin })
    }

    /// Folds at any moment, in turn or not (regeln.md G8). What was put in stays in.
    pub fn drop_out(&mut self, p: Platz) {
        if !self.dabei.contains(p) {
            return;
        }
        self.dabei.remove(p);
        self.offen.remove(p);
        if let Some(dran) = self.dran {
            let n = self.stapel.len();
            let before = Platz::at((dran.i() + n - 1) % n);
            self.advance(if dran == p { p } else { before });
        }
    }

    fn pay(&mut self, p: Platz, betrag: i64) {
        self.stapel[p.i()] -= betrag;
        self.beitrag[p.i()] += betrag;
        self.gesetzt[p.i()] += betrag;
    }

    /// A bet or raise asks everybody else again, also when it was a short one (regeln.md G4).
    fn note(&mut self, p: Platz, wette: Wette) {
        match wette {
            Wette::Setze(_) => self.eroeffner = Some(p),
            Wette::Erhoehe(_) => {
                self.erhoeher = Some(p);
                self.erhoehungen[p.i()] += 1;
            }
            Wette::Weiter | Wette::Mit | Wette::Aus => return,
        }
        self.hoehe = self.gesetzt[p.i()];
        self.offen = self.koennen();
    }

    /// Finds who is next after `nach`, or ends the round.
    fn advance(&mut self, nach: Platz) {
        let fertig = match self.dabei.len() {
            0 => true,
            1 => self.ordnung.letzter == Letzter::Gewinnt || self.hoehe > 0,
            _ => self.hoehe == 0 && self.koennen().len() < 2,
        };
        if fertig {
            self.offen = Plaetze::NONE;
        }
        let n = self.stapel.len();
        self.dran =
            (1..=n).map(|i| Platz::at((nach.i() + i) % n)).find(|p| self.offen.contains(*p));
    }

    fn check_weiter(&self) -> Result<(), Wettverstoss> {
        match (self.ordnung.schieben, self.hoehe) {
            (_, 1..) => Err(Wettverstoss::SchonGesetzt),
            (Schieben::Nie, _) => Err(Wettverstoss::KeinSchieben),
            (Schieben::Frei, _) => Ok(()),
        }
    }

    fn check_setze(&self, p: Platz, n: i64) -> Result<(), Wettverstoss> {
        let (von, bis) = self.setze_range(p)?;
        if (von..=bis).contains(&n) { Ok(()) } else { Err(Wettverstoss::Betrag { von, bis }) }
    }

    fn check_mit(&self, p: Platz) -> Result<i64, Wettverstoss> {
        if self.hoehe == 0 {
            return Err(Wettverstoss::NichtsGesetzt);
        }
        let kosten = self.hoehe - self.gesetzt[p.i()];
        let stapel = self.stapel[p.i()];
        if stapel < kosten && self.ordnung.zu_wenig == ZuWenig::Aussteigen {
            return Err(Wettverstoss::ZuWenig);
        }
        Ok(kosten.min(stapel))
    }

    fn check_erhoehe(&self, p: Platz, auf: i64) -> Result<i64, Wettverstoss> {
        let (von, bis) = self.erhoehe_range(p)?;
        if !(von..=bis).contains(&auf) {
            return Err(Wettverstoss::Betrag { von, bis });
        }
        Ok(auf - self.gesetzt[p.i()])
    }

    fn setze_range(&self, p: Platz) -> Result<(i64, i64), Wettverstoss> {
        if self.hoehe > 0 {
            return Err(Wettverstoss::SchonGesetzt);
        }
        self.within_chips(self.ordnung.eroeffnung, self.stapel[p.i()])
    }

    fn erhoehe_range(&self, p: Platz) -> Result<(i64, i64), Wettverstoss> {
        if self.hoehe == 0 {
            return Err(Wettverstoss::NichtsGesetzt);
        }
        let max = self.ordnung.erhoehungen_max;
        if max > 0 && self.raises_counted(p) >= max {
            return Err(Wettverstoss::KeineErhoehungMehr(max));
        }
        let range = match self.ordnung.erhoehung {
            Erhoehung::Um(von, bis) => (self.hoehe + von, self.hoehe + bis),
            Erhoehung::Bis(most) if most <= self.hoehe => {
                return Err(Wettverstoss::HoechstesGebot(self.hoehe));
            }
            Erhoehung::Bis(most) => (self.hoehe + 1, most),
        };
        let alles = self.gesetzt[p.i()] + self.stapel[p.i()];
        if alles <= self.hoehe {
            return Err(Wettverstoss::ZuWenig);
        }
        let mut others = self.koennen();
        others.remove(p);
        if others.is_empty() {
            return Err(Wettverstoss::KeinGegner);
        }
        self.within_chips(range, alles)
    }

    /// Cuts a range to what a seat has; a rest below it may go in whole where all-in exists.
    fn within_chips(&self, range: (i64, i64), alles: i64) -> Result<(i64, i64), Wettverstoss> {
        let (von, bis) = range;
        match self.ordnung.zu_wenig {
            _ if alles >= von => Ok((von, bis.min(alles))),
            ZuWenig::Nebentopf => Ok((alles, alles)),
            ZuWenig::Aussteigen => Err(Wettverstoss::ZuWenig),
        }
    }

    /// Raises so far that count for this seat's limit.
    pub fn raises_counted(&self, p: Platz) -> u32 {
        match self.ordnung.gezaehlt {
            Zaehlung::Runde => self.erhoehungen.iter().sum(),
            Zaehlung::Spieler => self.erhoehungen[p.i()],
        }
    }

    /// What the seat may do; nothing if it is not on.
    pub fn moeglich(&self, p: Platz) -> Moeglich {
        if self.dran != Some(p) {
            return Moeglich::default();
        }
        Moeglich {
            weiter: self.check_weiter().is_ok(),
            setze: self.setze_range(p).ok(),
            mit: self.check_mit(p).ok(),
            erhoehe: self.erhoehe_range(p).ok(),
        }
    }

    /// How the round ended; `None` while somebody is on.
    pub fn ende(&self) -> Option<Wettende> {
        if self.dran.is_some() {
            return None;
        }
        let mut dabei = self.dabei.iter();
        Some(match (dabei.next(), dabei.next()) {
            (None, _) => Wettende::AlleAus,
            (Some(p), None) => Wettende::EinerUebrig(p),
            _ => Wettende::Ausgeglichen,
        })
    }

    /// Gives back what nobody has matched in this round, if its owner is still in. Call it once the round is
    /// over.
    pub fn give_back(&mut self) -> Option<(Platz, i64)> {
        let owner = self.dabei.iter().max_by_key(|p| self.gesetzt[p.i()])?;
        let matched = (0..self.gesetzt.len())
            .filter(|i| *i != owner.i())
            .map(|i| self.gesetzt[i])
            .max()
            .unwrap_or(0);
        let rest = self.gesetzt[owner.i()] - matched;
        if rest <= 0 {
            return None;
        }
        self.pay(owner, -rest);
        self.hoehe = matched;
        Some((owner, rest))
    }

    /// The pots of this deal, main pot first; `mitgebracht` is money that lay there before it.
    pub fn toepfe(&self, mitgebracht: i64) -> Vec<Topf> {
        toepfe(&self.beitrag, self.dabei, mitgebracht)
    }

    /// Takes all contributions out of the middle; whoever calls it pays them out or keeps them.
    pub fn take_middle(&mut self) -> i64 {
        let sum = self.mitte();
        self.beitrag.fill(0);
        sum
    }

    /// Pays chips to a seat.
    pub fn win(&mut self, p: Platz, betrag: i64) {
        self.stapel[p.i()] += betrag;
    }

    /// Chips for a free seat; it is not in the deal that runs.
    pub fn sit(&mut self, p: Platz, steine: i64) {
        self.ruf[p.i()] = Ruf::default();
        self.stapel[p.i()] = steine;
    }

    /// Brings a seat's chips to this amount, from nowhere; for the arena alone.
    pub fn refill(&mut self, p: Platz, steine: i64) {
        self.stapel[p.i()] = steine;
    }

    /// Takes a seat's chips away; it folds first.
    pub fn rise(&mut self, p: Platz) -> i64 {
        self.drop_out(p);
        std::mem::take(&mut self.stapel[p.i()])
    }

    /// Who is on.
    pub fn dran(&self) -> Option<Platz> {
        self.dran
    }

    /// Seats still in the deal, all-in ones included.
    pub fn dabei(&self) -> Plaetze {
        self.dabei
    }

    /// Seats in the deal that have chips left to bet with.
    pub fn koennen(&self) -> Plaetze {
        self.dabei.iter().filter(|p| self.stapel[p.i()] > 0).collect()
    }

    /// Chips in front of each seat.
    pub fn stapel(&self) -> &[i64] {
        &self.stapel
    }

    /// What each seat has put in during this deal, ante included.
    pub fn beitrag(&self) -> &[i64] {
        &self.beitrag
    }

    /// What each seat has put in during this round.
    pub fn gesetzt(&self) -> &[i64] {
        &self.gesetzt
    }

    /// The bet that lies; 0 if none.
    pub fn hoehe(&self) -> i64 {
        self.hoehe
    }

    /// All that lies in the middle from this deal.
    pub fn mitte(&self) -> i64 {
        self.beitrag.iter().sum()
    }

    /// What this seat has shown of its ways at this table.
    pub fn ruf(&self, p: Platz) -> &Ruf {
        &self.ruf[p.i()]
    }

    /// Who opened this round.
    pub fn eroeffner(&self) -> Option<Platz> {
        self.eroeffner
    }

    /// Who raised last in this round; without a raise nobody.
    pub fn erhoeher(&self) -> Option<Platz> {
        self.erhoeher
    }

    /// All raises of this round.
    pub fn raises(&self) -> u32 {
        self.erhoehungen.iter().sum()
    }

    /// The rules of the round that runs.
    pub fn ordnung(&self) -> &Wettordnung {
        &self.ordnung
    }
}

#[cfg(test)]
mod tests;
