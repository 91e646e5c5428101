//! A game with a fault in it, for tests alone: any real game that breaks at its second move, by a panic or by money
//! that comes from nowhere. Up to there it is the real game.

use rand::rngs::ChaCha12Rng;
use serde_json::{Map, Value};
use theaterkeller::quelle::Schluessel;
use theaterkeller::satz::Satz;
use theaterkeller::spiele::{
    Anfang, Auftritt, Aufzeichnung, Awaits, Eingabe, Ereignis, Frage, Freund, Info, Kasse,
    Kassenstand, Namen, Options, Out, Platz, Reading, Spiel, Stufe, Tischregeln, Viewer, Vorrat,
    Wesen,
};
use theaterkeller::text::{Block, Zeile};

/// The move panics.
pub(crate) const STUERZT_AB: u8 = 0;
/// The move makes a chip or a Taler out of nothing.
pub(crate) const BETRUEGT: u8 = 1;

/// The move at which the fault shows.
const AT: u32 = 2;

pub(crate) struct Gestoert<S, const WIE: u8> {
    spiel: S,
    zuege: u32,
}

impl<S: Spiel, const WIE: u8> Spiel for Gestoert<S, WIE> {
    type Regeln = S::Regeln;
    type Karte = S::Karte;
    type Zug = S::Zug;
    type Event = S::Event;
    type Verstoss = S::Verstoss;
    type View = S::View;

    const ID: &'static str = S::ID;
    const PLAETZE: std::ops::RangeInclusive<u8> = S::PLAETZE;
    const KASSE: Kasse = S::KASSE;

    fn regeln(k: &mut Schluessel<'_>, vorrat: &Vorrat) -> S::Regeln {
        S::regeln(k, vorrat)
    }
    fn tischregeln(regeln: &S::Regeln) -> &Tischregeln {
        S::tischregeln(regeln)
    }
    fn start(regeln: &S::Regeln, anfang: &Anfang) -> Self {
        Self { spiel: S::start(regeln, anfang), zuege: 0 }
    }
    fn deck(&self) -> Vec<S::Karte> {
        self.spiel.deck()
    }
    fn awaits(&self) -> Awaits {
        self.spiel.awaits()
    }
    fn deal(&mut self, order: &[S::Karte], out: &mut Out<S::Event>) {
        self.spiel.deal(order, out);
    }
    fn play(
        &mut self,
        platz: Platz,
        zug: &S::Zug,
        out: &mut Out<S::Event>,
    ) -> Result<(), S::Verstoss> {
        self.spiel.play(platz, zug, out)?;
        self.zuege += 1;
        assert!(WIE != STUERZT_AB || self.zuege < AT, "a fault for the test");
        Ok(())
    }
    fn view(&self, viewer: Viewer) -> S::View {
        self.spiel.view(viewer)
    }
    fn mildest(view: &S::View) -> S::Zug {
        S::mildest(view)
    }
    fn frist_s(&self) -> Option<u32> {
        self.spiel.frist_s()
    }
    fn seen(&self) -> Vec<S::Karte> {
        self.spiel.seen()
    }
    fn kasse(&self) -> Kassenstand {
        let mut kasse = self.spiel.kasse();
        if WIE == BETRUEGT && self.zuege >= AT {
            kasse.plaetze[0] += 1;
        }
        kasse
    }
    fn sit(&mut self, platz: Platz, steine: i64, out: &mut Out<S::Event>) {
        self.spiel.sit(platz, steine, out);
    }
    fn rise(&mut self, platz: Platz, out: &mut Out<S::Event>) -> i64 {
        self.spiel.rise(platz, out)
    }
    fn sit_out(&mut self, platz: Platz, out_of_play: bool) {
        self.spiel.sit_out(platz, out_of_play);
    }
    fn ready(&self) -> bool {
        self.spiel.ready()
    }
}

impl<S: Freund, const WIE: u8> Freund for Gestoert<S, WIE> {
    const STUFEN: &'static [Stufe] = S::STUFEN;

    fn decide(view: &S::View, wesen: &Wesen, rng: &mut ChaCha12Rng) -> S::Zug {
        S::decide(view, wesen, rng)
    }
}

impl<S: Auftritt, const WIE: u8> Auftritt for Gestoert<S, WIE> {
    fn read(satz: &Satz, view: &S::View) -> Reading<S::Zug> {
        S::read(satz, view)
    }
    fn options(view: &S::View) -> Options {
        S::options(view)
    }
    fn tell(event: &S::Event, namen: &Namen) -> Vec<Block> {
        S::tell(event, namen)
    }
    fn turn(view: &S::View, namen: &Namen) -> Vec<Block> {
        S::turn(view, namen)
    }
    fn refuse(verstoss: &S::Verstoss, view: &S::View, namen: &Namen) -> Zeile {
        S::refuse(verstoss, view, namen)
    }
    fn answer(frage: Frage, view: &S::View, namen: &Namen) -> Option<Vec<Block>> {
        S::answer(frage, view, namen)
    }
    fn gmcp_info(view: &S::View) -> Info {
        S::gmcp_info(view)
    }
    fn gmcp_event(event: &S::Event) -> Option<Ereignis> {
        S::gmcp_event(event)
    }
}

impl<S: Aufzeichnung, const WIE: u8> Aufzeichnung for Gestoert<S, WIE> {
    fn head(regeln: &S::Regeln, anfang: &Anfang) -> Map<String, Value> {
        S::head(regeln, anfang)
    }
    fn read_head(
        head: &Map<String, Value>,
        vorrat: &Vorrat,
    ) -> Result<(S::Regeln, Anfang), String> {
        S::read_head(head, vorrat)
    }
    fn line(event: &S::Event) -> Option<Value> {
        S::line(event)
    }
    fn input(&self, _lines: &[Map<String, Value>]) -> Result<Option<Eingabe<Self>>, String> {
        Err("a broken game is never replayed from its record".to_string())
    }
}
