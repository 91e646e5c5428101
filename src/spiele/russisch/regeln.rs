//! Olegs Russisch Poker, the rules (regeln.md 3). Knows no words, no time and no chance.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::Arc;

use super::abrechnung::{Abrechnung, abrechnen};
use super::karten::{Art, Blatt, Farbe, Karte, Stich, Wurf};
use crate::quelle::Schluessel;
use crate::spiele::{
    Anfang, Awaits, Kasse, Kassenstand, Out, Plaetze, Platz, Rundenwahl, Spiel, Tischregeln,
    Verlassen, Viewer, Vorrat,
};

/// How many cards a round of a short game deals (R2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rundenverlauf {
    /// The first rounds of the plan of 18.
    Abschnitt,
    /// Up and down again.
    Zelt,
}

/// What a led Pik 7 hoch demands (R6).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pik7Hoch {
    Frei,
    Pik,
    Karo,
}

/// The payout formula (R18).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AbrechnungArt {
    Abstand,
    Anteil,
}

/// Who gets the odd Taler (R19).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RestAn {
    Bestplatzierte,
    Haus,
}

/// The room's settings: every key of regeln.md 3.2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regeln {
    pub rundenverlauf: Rundenverlauf,
    pub letzter_darf_aufgehen: bool,
    pub pik7_hoch_bedienen: Pik7Hoch,
    pub pik7_zaehlt_als_pik: bool,
    pub ueberstechen_pflicht: bool,
    pub abrechnung: AbrechnungArt,
    pub rest_an: RestAn,
    /// 0 to 1000.
    pub haus_promille: i64,
    pub tisch: Tischregeln,
}

impl Default for Regeln {
    fn default() -> Self {
        let quelle = crate::quelle::Quelle::default();
        Russisch::regeln(
            &mut Schluessel::new(&quelle, crate::quelle::Tafel::default()),
            &Vorrat::default(),
        )
    }
}

/// A move: in turn, first the announcements, then the cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Zug {
    Ansage(u8),
    Spiele(Wurf),
}

impl fmt::Display for Zug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ansage(n) => write!(f, "ansage {n}"),
            Self::Spiele(w) => match w.art() {
                None => write!(f, "spiele {}", w.karte()),
                Some(Art::Hoch) => write!(f, "spiele {} hoch", w.karte()),
                Some(Art::Niedrig) => write!(f, "spiele {} niedrig", w.karte()),
            },
        }
    }
}

impl FromStr for Zug {
    type Err = ();

    fn from_str(s: &str) -> Result<Self, ()> {
        let words: Vec<&str> = s.split(' ').collect();
        let wurf = |karte: &str, art| Wurf::new(karte.parse()?, art).map(Self::Spiele).ok_or(());
        match words[..] {
            ["ansage", n] => n.parse().map(Self::Ansage).map_err(|_| ()),
            ["spiele", karte] => wurf(karte, None),
            ["spiele", karte, "hoch"] => wurf(karte, Some(Art::Hoch)),
            ["spiele", karte, "niedrig"] => wurf(karte, Some(Art::Niedrig)),
            _ => Err(()),
        }
    }
}

/// Why a move is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verstoss {
    NichtDran,
    /// Cards are played now, not announcements.
    JetztSpielen,
    /// Announcements are made now, not cards.
    JetztAnsagen,
    /// Nothing is to be done: the game is over or the cards are being dealt.
    Ruhe,
    AnsageZuHoch {
        karten: u8,
    },
    /// The fourth must not make the sum fit (regeln.md R5).
    AnsageVerboten {
        n: u8,
    },
    /// Not in the hand.
    KarteFehlt(Karte),
    Bedienen(Farbe),
    /// The suit is missing, so a Karo must be played.
    Stechen {
        gefordert: Farbe,
    },
    /// A higher Karo must be played (R10, only where the room wants it).
    Ueberstechen,
    /// Only Pik 7 is legal (R7, only where the room counts it as Pik).
    NurPik7,
}

/// What happened.
#[derive(Clone, Debug)]
pub enum Event {
    /// The whole deal, for the record.
    Gegeben {
        runde: u32,
        karten: u8,
        eroeffner: Platz,
        haende: [Blatt; 4],
    },
    RundeBeginnt {
        runde: u32,
        runden: u32,
        karten: u8,
        eroeffner: Platz,
    },
    /// The own hand at the start of a round.
    Blatt {
        blatt: Blatt,
    },
    Ansage {
        platz: Platz,
        n: u8,
    },
    Wurf {
        platz: Platz,
        wurf: Wurf,
    },
    Stich {
        platz: Platz,
        wurf: Wurf,
        nr: u8,
        von: u8,
        gemacht: u8,
        angesagt: u8,
    },
    RundeEndet {
        runde: u32,
        ansagen: [u8; 4],
        stiche: [u8; 4],
        punkte: [i64; 4],
        gesamt: [i64; 4],
    },
    Ende {
        einsatz: i64,
        gesamt: [i64; 4],
        abrechnung: Abrechnung,
    },
}

/// Where a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    Geben,
    Ansagen,
    Spielen,
    Ende,
}

/// What everybody at the table may know.
#[derive(Clone)]
struct Offen {
    phase: Phase,
    runde: u32,
    runden: u32,
    karten: u8,
    eroeffner: Platz,
    am_zug: Platz,
    ansagen: [Option<u8>; 4],
    stiche: [u8; 4],
    punkte: [i64; 4],
    stich: Stich,
    vorhand: Platz,
    verlauf: Verlauf,
}

/// The cards of this round in playing order.
#[derive(Clone, Copy)]
pub struct Verlauf {
    wuerfe: [(Platz, Wurf); 32],
    len: u8,
}

impl Verlauf {
    fn new() -> Self {
        Self { wuerfe: [(Platz(0), Wurf::joker(Art::Niedrig)); 32], len: 0 }
    }

    fn push(&mut self, platz: Platz, wurf: Wurf) {
        self.wuerfe[usize::from(self.len)] = (platz, wurf);
        self.len += 1;
    }

    pub fn as_slice(&self) -> &[(Platz, Wurf)] {
        &self.wuerfe[..usize::from(self.len)]
    }
}

/// All that one viewer may know. `blatt` is empty for a spectator.
#[derive(Clone)]
pub struct View {
    pub regeln: Arc<Regeln>,
    /// The viewer's seat; `None` for a spectator.
    pub ich: Option<Platz>,
    pub blatt: Blatt,
    pub phase: Phase,
    /// 1-based; 0 before the first deal.
    pub runde: u32,
    pub runden: u32,
    /// Cards of each seat at the start of this round.
    pub karten: u8,
    /// Who announces and leads first in this round.
    pub eroeffner: Platz,
    /// Who is on, in `Ansagen` and `Spielen`.
    pub am_zug: Platz,
    pub ansagen: [Option<u8>; 4],
    /// Tricks of this round.
    pub stiche: [u8; 4],
    /// Totals of the finished rounds.
    pub punkte: [i64; 4],
    pub stich: Stich,
    /// Who led the trick that lies on the table.
    pub vorhand: Platz,
    /// All cards of this round in playing order, those on the table included.
    pub verlauf: Verlauf,
    pub einsatz: i64,
}

impl View {
    /// True where the viewer is to move.
    pub fn bin_dran(&self) -> bool {
        self.ich == Some(self.am_zug) && matches!(self.phase, Phase::Ansagen | Phase::Spielen)
    }

    /// The legal announcements of whoever is on.
    pub fn erlaubte_ansagen(&self) -> Vec<u8> {
        let verboten = verbotene_ansage(&self.regeln, self.karten, &self.ansagen);
        (0..=self.karten).filter(|n| Some(*n) != verboten).collect()
    }

    /// The cards of the hand that may be played now; Pik 7 both ways.
    pub fn erlaubte_karten(&self) -> Blatt {
        erlaubte_karten(&self.regeln, self.blatt, &self.stich)
    }

    /// The trick's number, 1-based: the one that lies or is to be led.
    pub fn stich_nr(&self) -> u8 {
        self.stiche.iter().sum::<u8>() + 1
    }

    /// The seat that laid the card at this position of the trick.
    pub fn stich_platz(&self, position: usize) -> Platz {
        Platz::at((self.vorhand.i() + position) % 4)
    }
}

/// Olegs Russisch Poker: one game of 5 to 18 rounds.
#[derive(Clone)]
pub struct Russisch {
    regeln: Arc<Regeln>,
    erster: Platz,
    einsatz: i64,
    offen: Offen,
    haende: [Blatt; 4],
    abrechnung: Option<Abrechnung>,
}

/// Cards of a round (R2). `runde` is 1-based, `runden` the game's length.
pub fn karten_pro_runde(verlauf: Rundenverlauf, runde: u32, runden: u32) -> u8 {
    let back = match verlauf {
        Rundenverlauf::Abschnitt => 19 - runde,
        Rundenverlauf::Zelt => runden + 1 - runde,
    };
    u8::try_from(runde.min(back).min(8)).expect("at most 8")
}

/// Who announces and leads first in a round (R3): one seat further each round.
pub fn eroeffner(erster: Platz, runde: u32) -> Platz {
    Platz::at((erster.i() + runde as usize - 1) % 4)
}

/// What the next to announce may not say, if he is the last of four (R5).
pub fn verbotene_ansage(regeln: &Regeln, karten: u8, ansagen: &[Option<u8>; 4]) -> Option<u8> {
    let gesagt: Vec<u8> = ansagen.iter().copied().flatten().collect();
    if gesagt.len() != 3 || regeln.letzter_darf_aufgehen {
        return None;
    }
    karten.checked_sub(gesagt.iter().sum())
}

/// The cards that may be played on a trick; Pik 7 in the result means both ways (regeln.md 3.1, R6 to R11).
pub fn erlaubte_karten(regeln: &Regeln, hand: Blatt, stich: &Stich) -> Blatt {
    match pflicht(regeln, hand, stich) {
        Pflicht::Frei => hand,
        Pflicht::Nur { karten, .. } => karten,
    }
}

/// What a hand must do on a trick.
enum Pflicht {
    Frei,
    Nur { karten: Blatt, grund: Verstoss },
}

fn pflicht(regeln: &Regeln, hand: Blatt, stich: &Stich) -> Pflicht {
    let Some(gefordert) = geforderte_farbe(regeln, stich) else { return Pflicht::Frei };
    let joker = Blatt::EMPTY.with(Karte::PIK_7);
    let joker_in_hand = hand.minus(hand.without(Karte::PIK_7));
    let eigene = hand.farbe(gefordert).minus(joker);
    if !eigene.is_empty() {
        return Pflicht::Nur {
            karten: eigene.plus(joker_in_hand),
            grund: Verstoss::Bedienen(gefordert),
        };
    }
    if regeln.pik7_zaehlt_als_pik && gefordert == Farbe::Pik && !joker_in_hand.is_empty() {
        return Pflicht::Nur { karten: joker_in_hand, grund: Verstoss::NurPik7 };
    }
    let trumpf = hand.farbe(Farbe::Karo);
    if trumpf.is_empty() {
        return Pflicht::Frei;
    }
    let hoeher = hoehere_trumpfkarten(trumpf, stich);
    if regeln.ueberstechen_pflicht && !hoeher.is_empty() && hoeher != trumpf {
        return Pflicht::Nur { karten: hoeher.plus(joker_in_hand), grund: Verstoss::Ueberstechen };
    }
    Pflicht::Nur { karten: trumpf.plus(joker_in_hand), grund: Verstoss::Stechen { gefordert } }
}

/// The suit that must be followed, if any.
pub fn geforderte_farbe(regeln: &Regeln, stich: &Stich) -> Option<Farbe> {
    let first = stich.first()?;
    if !first.is_hoch() {
        return Some(first.karte().farbe());
    }
    match regeln.pik7_hoch_bedienen {
        Pik7Hoch::Frei => None,
        Pik7Hoch::Pik => Some(Farbe::Pik),
        Pik7Hoch::Karo => Some(Farbe::Karo),
    }
}

/// Trumps that beat every trump on the table; none when Pik 7 hoch lies there already.
fn hoehere_trumpfkarten(trumpf: Blatt, stich: &Stich) -> Blatt {
    if stich.iter().any(Wurf::is_hoch) {
        return Blatt::EMPTY;
    }
    let best = stich.iter().map(Wurf::karte).filter(|k| k.is_trumpf()).map(Karte::bild).max();
    trumpf.iter().filter(|k| best.is_none_or(|b| b < k.bild())).collect()
}

/// Points of one round (R15 and the seed's table).
pub fn rundenpunkte(angesagt: u8, gemacht: u8) -> i64 {
    let (angesagt, gemacht) = (i64::from(angesagt), i64::from(gemacht));
    match gemacht.cmp(&angesagt) {
        std::cmp::Ordering::Equal => 5 * (angesagt + 1),
        std::cmp::Ordering::Greater => gemacht,
        std::cmp::Ordering::Less => -5 * (angesagt - gemacht),
    }
}

impl Russisch {
    fn naechste_runde(&mut self) {
        let o = &mut self.offen;
        o.runde += 1;
        o.karten = karten_pro_runde(self.regeln.rundenverlauf, o.runde, o.runden);
        o.eroeffner = eroeffner(self.erster, o.runde);
        o.am_zug = o.eroeffner;
        o.vorhand = o.eroeffner;
        o.ansagen = [None; 4];
        o.stiche = [0; 4];
        o.stich = Stich::default();
        o.verlauf = Verlauf::new();
        o.phase = Phase::Ansagen;
    }

    fn ansage(&mut self, platz: Platz, n: u8, out: &mut Out<Event>) -> Result<(), Verstoss> {
        let o = &mut self.offen;
        if n > o.karten {
            return Err(Verstoss::AnsageZuHoch { karten: o.karten });
        }
        if verbotene_ansage(&self.regeln, o.karten, &o.ansagen) == Some(n) {
            return Err(Verstoss::AnsageVerboten { n });
        }
        o.ansagen[platz.i()] = Some(n);
        o.am_zug = next(platz);
        if o.ansagen.iter().all(Option::is_some) {
            o.phase = Phase::Spielen;
        }
        out.all(Event::Ansage { platz, n });
        Ok(())
    }

    fn spiele(&mut self, platz: Platz, wurf: Wurf, out: &mut Out<Event>) -> Result<(), Verstoss> {
        let hand = self.haende[platz.i()];
        if !hand.contains(wurf.karte()) {
            return Err(Verstoss::KarteFehlt(wurf.karte()));
        }
        match pflicht(&self.regeln, hand, &self.offen.stich) {
            Pflicht::Nur { karten, grund } if !karten.contains(wurf.karte()) => return Err(grund),
            _ => {}
        }
        self.haende[platz.i()] = hand.without(wurf.karte());
        let o = &mut self.offen;
        o.stich.push(wurf);
        o.verlauf.push(platz, wurf);
        o.am_zug = next(platz);
        out.all(Event::Wurf { platz, wurf });
        if self.offen.stich.is_full() {
            self.stich_endet(out);
        }
        Ok(())
    }

    fn stich_endet(&mut self, out: &mut Out<Event>) {
        let o = &mut self.offen;
        let position = o.stich.winner();
        let platz = Platz::at((o.vorhand.i() + position) % 4);
        let wurf = o.stich.iter().nth(position).expect("the winner's card lies there");
        o.stiche[platz.i()] += 1;
        let nr = o.stiche.iter().sum();
        let angesagt = o.ansagen[platz.i()].unwrap_or(0);
        out.all(Event::Stich {
            platz,
            wurf,
            nr,
            von: o.karten,
            gemacht: o.stiche[platz.i()],
            angesagt,
        });
        o.stich = Stich::default();
        o.vorhand = platz;
        o.am_zug = platz;
        if nr == o.karten {
            self.runde_endet(out);
        }
    }

    fn runde_endet(&mut self, out: &mut Out<Event>) {
        let o = &mut self.offen;
        let ansagen = o.ansagen.map(|a| a.unwrap_or(0));
        let punkte = std::array::from_fn(|i| rundenpunkte(ansagen[i], o.stiche[i]));
        for (total, p) in o.punkte.iter_mut().zip(punkte) {
            *total += p;
        }
        out.all(Event::RundeEndet {
            runde: o.runde,
            ansagen,
            stiche: o.stiche,
            punkte,
            gesamt: o.punkte,
        });
        o.phase = if o.runde == o.runden { Phase::Ende } else { Phase::Geben };
        if o.phase == Phase::Ende {
            self.ende(out);
        }
    }

    fn ende(&mut self, out: &mut Out<Event>) {
        let gesamt = self.offen.punkte;
        let von_erster = std::array::from_fn(|i| gesamt[(self.erster.i() + i) % 4]);
        let in_folge = abrechnen(&self.regeln, self.einsatz, von_erster);
        let auszahlung =
            std::array::from_fn(|i| in_folge.auszahlung[(i + 4 - self.erster.i()) % 4]);
        let abrechnung = Abrechnung { auszahlung, haus: in_folge.haus };
        self.abrechnung = Some(abrechnung.clone());
        out.all(Event::Ende { einsatz: self.einsatz, gesamt, abrechnung });
    }
}

fn next(platz: Platz) -> Platz {
    Platz((platz.0 + 1) % 4)
}

impl Spiel for Russisch {
    type Regeln = Regeln;
    type Karte = Karte;
    type Zug = Zug;
    type Event = Event;
    type Verstoss = Verstoss;
    type View = View;

    const ID: &'static str = "russisch";
    const PLAETZE: RangeInclusive<u8> = 4..=4;
    const KASSE: Kasse = Kasse::Einsatz;

    fn regeln(k: &mut Schluessel<'_>, _vorrat: &Vorrat) -> Regeln {
        let verlauf = [Rundenverlauf::Abschnitt, Rundenverlauf::Zelt];
        let pik7 = [Pik7Hoch::Frei, Pik7Hoch::Pik, Pik7Hoch::Karo];
        let abrechnung = [AbrechnungArt::Abstand, AbrechnungArt::Anteil];
        let rest = [RestAn::Bestplatzierte, RestAn::Haus];
        Regeln {
            rundenverlauf: verlauf[k.wahl("rundenverlauf", &["abschnitt", "zelt"], 0)],
            letzter_darf_aufgehen: k.ja("letzter_darf_aufgehen", false),
            pik7_hoch_bedienen: pik7[k.wahl("pik7_hoch_bedienen", &["frei", "pik", "karo"], 0)],
            pik7_zaehlt_als_pik: k.ja("pik7_zaehlt_als_pik", false),
            ueberstechen_pflicht: k.ja("ueberstechen_pflicht", false),
            abrechnung: abrechnung[k.wahl("abrechnung", &["abstand", "anteil"], 0)],
            rest_an: rest[k.wahl("rest_an", &["bestplatzierte", "haus"], 0)],
            haus_promille: k.zahl("haus_promille", 0, 0..=1000),
            tisch: tischregeln(k),
        }
    }

    fn tischregeln(regeln: &Regeln) -> &Tischregeln {
        &regeln.tisch
    }

    fn start(regeln: &Regeln, anfang: &Anfang) -> Self {
        let offen = Offen {
            phase: Phase::Geben,
            runde: 0,
            runden: anfang.runden,
            karten: 0,
            eroeffner: anfang.erster,
            am_zug: anfang.erster,
            ansagen: [None; 4],
            stiche: [0; 4],
            punkte: [0; 4],
            stich: Stich::default(),
            vorhand: anfang.erster,
            verlauf: Verlauf::new(),
        };
        Self {
            regeln: Arc::new(regeln.clone()),
            erster: anfang.erster,
            einsatz: anfang.einsatz,
            offen,
            haende: [Blatt::EMPTY; 4],
            abrechnung: None,
        }
    }

    fn deck(&self) -> Vec<Karte> {
        Karte::all().collect()
    }

    fn awaits(&self) -> Awaits {
        match self.offen.phase {
            Phase::Geben => Awaits::Deck,
            Phase::Ansagen | Phase::Spielen => Awaits::Zug(Plaetze::one(self.offen.am_zug)),
            Phase::Ende => Awaits::Over,
        }
    }

    /// Singly, clockwise from the round's opener (regeln.md G12).
    fn deal(&mut self, order: &[Karte], out: &mut Out<Event>) {
        self.naechste_runde();
        let o = &self.offen;
        let mut haende = [Blatt::EMPTY; 4];
        for (i, karte) in order.iter().take(usize::from(o.karten) * 4).enumerate() {
            let hand = &mut haende[(o.eroeffner.i() + i) % 4];
            *hand = hand.with(*karte);
        }
        self.haende = haende;
        let (runde, runden, karten, eroeffner) = (o.runde, o.runden, o.karten, o.eroeffner);
        out.record(Event::Gegeben { runde, karten, eroeffner, haende });
        out.all(Event::RundeBeginnt { runde, runden, karten, eroeffner });
        for (i, blatt) in haende.into_iter().enumerate() {
            out.only(Platz::at(i), Event::Blatt { blatt });
        }
    }

    fn play(&mut self, platz: Platz, zug: &Zug, out: &mut Out<Event>) -> Result<(), Verstoss> {
        match (self.offen.phase, zug) {
            (Phase::Geben | Phase::Ende, _) => Err(Verstoss::Ruhe),
            _ if platz != self.offen.am_zug => Err(Verstoss::NichtDran),
            (Phase::Ansagen, Zug::Ansage(n)) => self.ansage(platz, *n, out),
            (Phase::Spielen, Zug::Spiele(wurf)) => self.spiele(platz, *wurf, out),
            (Phase::Ansagen, Zug::Spiele(_)) => Err(Verstoss::JetztAnsagen),
            (Phase::Spielen, Zug::Ansage(_)) => Err(Verstoss::JetztSpielen),
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        let (ich, blatt) = match viewer {
            Viewer::Platz(p) => (Some(p), self.haende[p.i()]),
            Viewer::Zuschauer => (None, Blatt::EMPTY),
        };
        let o = &self.offen;
        View {
            regeln: Arc::clone(&self.regeln),
            ich,
            blatt,
            phase: o.phase,
            runde: o.runde,
            runden: o.runden,
            karten: o.karten,
            eroeffner: o.eroeffner,
            am_zug: o.am_zug,
            ansagen: o.ansagen,
            stiche: o.stiche,
            punkte: o.punkte,
            stich: o.stich,
            vorhand: o.vorhand,
            verlauf: o.verlauf,
            einsatz: self.einsatz,
        }
    }

    /// The legal announcement nearest to 0, the lowest legal card; Pik 7 only when forced, then niedrig (G6).
    fn mildest(view: &View) -> Zug {
        if view.phase == Phase::Ansagen {
            return Zug::Ansage(view.erlaubte_ansagen().first().copied().unwrap_or(0));
        }
        let legal = view.erlaubte_karten().without(Karte::PIK_7);
        match legal.iter().min_by_key(|k| k.rang()) {
            Some(k) => Zug::Spiele(Wurf::plain(k)),
            None => Zug::Spiele(Wurf::joker(Art::Niedrig)),
        }
    }

    fn seen(&self) -> Vec<Karte> {
        self.offen.verlauf.as_slice().iter().map(|(_, w)| w.karte()).collect()
    }

    fn kasse(&self) -> Kassenstand {
        match &self.abrechnung {
            Some(a) => Kassenstand { plaetze: a.auszahlung.to_vec(), mitte: 0, haus: a.haus },
            None => Kassenstand { plaetze: vec![0; 4], mitte: self.einsatz * 4, haus: 0 },
        }
    }
}

/// The keys of regeln.md 3.2 that the table carries out.
fn tischregeln(k: &mut Schluessel<'_>) -> Tischregeln {
    let wahl = [Rundenwahl::Gruender, Rundenwahl::Fest, Rundenwahl::NiedrigstesGebot];
    let min = k.zahl("runden_min", 5, 1..=18);
    let max = k.zahl("runden_max", 18, min..=18);
    let freunde_bieten = k.ja("freunde_bieten", true);
    let freunde_gebot = k.zahl("freunde_gebot", 2500, 1..=crate::limits::AMOUNT_MAX);
    let einsatz_min = k.zahl("einsatz_min", 1, 1..=crate::limits::AMOUNT_MAX);
    let to_u32 = |n: i64| u32::try_from(n).expect("checked against 18");
    Tischregeln {
        rundenwahl: wahl[k.wahl("runden_wahl", &["gruender", "fest", "niedrigstes_gebot"], 0)],
        runden: to_u32(min)..=to_u32(max),
        runden_standard: to_u32(k.zahl("runden_standard", max, min..=max)),
        einsatz: einsatz_min
            ..=k.zahl("einsatz_max", 1_000_000, einsatz_min..=crate::limits::AMOUNT_MAX),
        freunde_gebot: freunde_bieten.then_some(freunde_gebot),
        einsammeln_auf_befehl: k.wahl("einsammeln", &["sofort", "befehl"], 0) == 1,
        verlassen: [Verlassen::Verfall, Verlassen::Gutschrift]
            [k.wahl("verlassen", &["verfall", "gutschrift"], 0)],
        erfahrung_gegen_freunde: k.ja("erfahrung_gegen_freunde", true),
        erfahrung_je_sieg: k.zahl("erfahrung_je_sieg", 1, 0..=1000),
        ..Tischregeln::default()
    }
}
