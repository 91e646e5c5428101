//! Whole sittings at random: people, friends of the house, leavers and short stacks, under changing rules. After
//! every step the money and the cards are counted, and at the end the record is played again.

use std::collections::VecDeque;
use std::sync::Arc;

use rand::rngs::ChaCha12Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use serde_json::{Map, Value};

use super::super::einstellungen::{Aufdecken, AufdeckenAb, Spanne, TopKreis};
use super::super::figuren::Figuren;
use super::*;
use crate::satz::Satz;
use crate::spiele::wetten::ZuWenig;
use crate::spiele::{Auftritt, Aufzeichnung, Eingabe, Form, Frage, Freund, Namen, Reading, Wesen};

type Line = Map<String, Value>;

struct Sitting {
    game: Miwin,
    rng: ChaCha12Rng,
    regeln: Regeln,
    anfang: Anfang,
    total: i64,
    lines: Vec<Line>,
    /// Seats that have folded or left since the deal began.
    gone: Plaetze,
    deals: u32,
    /// Hands shown, and pots beside the main pot: proof that play gets that far.
    shown: u32,
    side_pots: u32,
    out: Out<Event>,
}

fn one_of<T: Copy>(rng: &mut ChaCha12Rng, list: &[T]) -> T {
    *list.choose(rng).unwrap()
}

fn random_rules(rng: &mut ChaCha12Rng) -> Regeln {
    if rng.random_bool(0.3) {
        return Regeln::default();
    }
    let lesart = one_of(rng, &Figuren::LESARTEN);
    Regeln {
        betrag: rng.random_range(1..=12),
        grundeinsatz: rng.random_range(0..=3),
        eroeffnung: one_of(rng, &[Spanne::Genau, Spanne::BisBetrag]),
        erhoehung: one_of(rng, &[Spanne::Genau, Spanne::BisBetrag]),
        erhoehungen_max: rng.random_range(0..=3),
        tausch_max: rng.random_range(0..=4),
        letzter_tausch_max: rng.random_range(0..=2),
        aufdecken: one_of(rng, &[Aufdecken::Reihum, Aufdecken::Gleichzeitig]),
        aufdecken_ab: one_of(rng, &[AufdeckenAb::Geber, AufdeckenAb::HoechstesBlatt]),
        umdrehen: rng.random_bool(0.5),
        wettrunde_nach_fuenfter: rng.random_bool(0.5),
        wettrunde_nach_letztem_tausch: rng.random_bool(0.5),
        top_kreis: one_of(rng, &[TopKreis::Teilen, TopKreis::HoechsteAugenzahl]),
        zu_wenig: one_of(rng, &[ZuWenig::Nebentopf, ZuWenig::Aussteigen]),
        figuren: Arc::new(Figuren::lesart(lesart).unwrap()),
        ..Regeln::default()
    }
}

impl Sitting {
    fn new(seed: u64) -> Self {
        let mut rng = ChaCha12Rng::seed_from_u64(seed);
        let regeln = random_rules(&mut rng);
        let seats: u8 = rng.random_range(2..=5);
        let chips = |rng: &mut ChaCha12Rng| one_of(rng, &[1, 7, 30, 100, 200]);
        let mut steine: Vec<Option<i64>> =
            (0..seats).map(|_| rng.random_bool(0.85).then(|| chips(&mut rng))).collect();
        steine[0] = Some(60);
        let erster = Platz(rng.random_range(0..seats));
        let anfang = Anfang { plaetze: seats, erster, einsatz: 0, runden: 0, steine };
        let game = Miwin::start(&regeln, &anfang);
        let total = game.kasse().summe();
        let out = Out::new();
        let (lines, gone) = (Vec::new(), Plaetze::NONE);
        Self {
            game,
            rng,
            regeln,
            anfang,
            total,
            lines,
            gone,
            deals: 0,
            shown: 0,
            side_pots: 0,
            out,
        }
    }

    /// Counts everything after a step, and keeps its lines.
    fn settle(&mut self) {
        let events: Vec<Event> = self.out.drain().map(|e| e.for_record().clone()).collect();
        for event in &events {
            self.lines.extend(Miwin::line(event).map(|v| v.as_object().unwrap().clone()));
            match event {
                Event::Beginn { .. } => self.gone = Plaetze::NONE,
                Event::Geboten { platz, wette: Wette::Aus, .. }
                | Event::Aufgestanden { platz, .. } => self.gone.insert(*platz),
                Event::Zeigt { .. } => self.shown += 1,
                Event::Topf(topf) => {
                    self.side_pots += u32::from(topf.art == Topfart::Nebentopf);
                    let paid: i64 = topf.gezahlt.iter().map(|(_, n)| n).sum();
                    assert_eq!(paid, topf.betrag);
                    for (p, _) in &topf.gezahlt {
                        assert!(topf.berechtigt.contains(*p) && !self.gone.contains(*p));
                    }
                }
                _ => {}
            }
        }
        assert_eq!(self.game.kasse().summe(), self.total);
        assert!(self.game.kasse().plaetze.iter().all(|n| *n >= 0));
        self.count_cards();
    }

    fn count_cards(&self) {
        let mut cards = self.game.stock.clone();
        for seat in &self.game.plaetze {
            cards.extend(seat.hand.iter().flatten());
            cards.extend(seat.oeffentlich.offen.iter().map(|c| c.karte()));
        }
        cards.extend(self.game.neue.map(|n| n.karte));
        let count = cards.len();
        cards.sort_unstable();
        cards.dedup();
        assert_eq!(cards.len(), count, "a card is twice at the table");
    }

    fn seats(&self) -> Vec<Platz> {
        self.game.seats().collect()
    }

    fn come_and_go(&mut self) {
        let seats = self.seats();
        let p = one_of(&mut self.rng, &seats);
        let there = self.game.plaetze[p.i()].oeffentlich.da;
        match self.rng.random_range(0..3) {
            0 if there => {
                let before = self.game.kasse().plaetze[p.i()];
                let steine = self.game.rise(p, &mut self.out);
                assert!(steine >= before, "who leaves takes all chips along");
                self.total -= steine;
            }
            1 if there => self.game.sit_out(p, self.rng.random_bool(0.4)),
            _ if !there => {
                let steine = one_of(&mut self.rng, &[1, 5, 50, 200]);
                self.game.sit(p, steine, &mut self.out);
                self.total += steine;
            }
            _ => {}
        }
        self.settle();
    }

    fn deal(&mut self) {
        let mut order = self.game.deck();
        order.shuffle(&mut self.rng);
        self.game.deal(&order, &mut self.out);
        self.deals += 1;
        self.settle();
    }

    fn run(&mut self, deals: u32) {
        let mut steps = 0;
        while steps < 4000 {
            steps += 1;
            let mix = if self.game.phase == Phase::Pause { 0.3 } else { 0.01 };
            if self.rng.random_bool(mix) {
                self.come_and_go();
                continue;
            }
            match self.game.awaits() {
                Awaits::Pause if self.deals >= deals => return,
                Awaits::Pause if self.game.ready() => self.deal(),
                Awaits::Zug(set) => self.decision(set),
                _ => {}
            }
        }
        panic!("a deal does not end");
    }

    fn decision(&mut self, set: Plaetze) {
        let on: Vec<Platz> = set.iter().collect();
        let p = one_of(&mut self.rng, &on);
        let view = self.game.view(Viewer::Platz(p));
        assert_eq!(view.dran(), Some(p));
        self.check_legal(p, &Miwin::mildest(&view));
        let offered = self.check_options(p, &view);
        if self.rng.random_bool(0.3) {
            self.refuse_noise(p, &view);
        }
        let zug = match self.rng.random_range(0..10) {
            0..3 => self.friend(&view),
            3 => Miwin::mildest(&view),
            _ => one_of(&mut self.rng, &offered.iter().collect::<Vec<_>>()).clone(),
        };
        self.game.play(p, &zug, &mut self.out).unwrap_or_else(|e| panic!("{zug}: {e:?}"));
        self.settle();
    }

    fn friend(&mut self, view: &View) -> Zug {
        let (risiko, bluff) = (self.rng.random_range(0..=100), self.rng.random_range(0..=100));
        let wesen = Wesen { risiko, bluff, ..Wesen::EVEN };
        let zug = Miwin::decide(view, &wesen, &mut self.rng);
        let free = view.phase == Phase::Bieten && view.moeglich().weiter;
        assert!(zug != Zug::Aus || !free, "a friend never folds for free");
        zug
    }

    fn check_legal(&self, p: Platz, zug: &Zug) {
        assert_eq!(zug.to_string().parse().as_ref(), Ok(zug));
        let mut copy = self.game.clone();
        let done = copy.play(p, zug, &mut Out::new());
        assert!(done.is_ok(), "{zug} is refused: {done:?}");
    }

    /// Every command that is offered reads back to a legal move. Gives those moves and some of each range.
    fn check_options(&mut self, p: Platz, view: &View) -> Vec<Zug> {
        let options = Miwin::options(view);
        assert!(!options.befehle.is_empty());
        let mut lines = options.befehle;
        for (befehl, von, bis) in options.bereiche {
            lines.push(format!("{befehl} {}", self.rng.random_range(von..=bis)));
        }
        for (befehl, form) in options.formen {
            let Form::Positionen { max } = form else { panic!("no words here") };
            let mut places = [1, 2, 3, 4, 5];
            places.shuffle(&mut self.rng);
            let list: Vec<String> = places.iter().take(max.into()).map(u8::to_string).collect();
            if !list.is_empty() {
                lines.push(format!("{befehl} {}", list.join(" ")));
            }
        }
        let read = |line: &String| match Miwin::read(&Satz::new(line), view) {
            Reading::Zug(zug) => zug,
            other => panic!("{line}: {other:?}"),
        };
        let moves: Vec<Zug> = lines.iter().map(read).collect();
        moves.iter().for_each(|zug| self.check_legal(p, zug));
        moves
    }

    /// Whatever is refused changes nothing and has its sentence.
    fn refuse_noise(&mut self, p: Platz, view: &View) {
        let n = one_of(&mut self.rng, &[i64::MIN, -1, 0, 1, 9, 13, 1000, i64::MAX]);
        let small = self.rng.random_range(0..=9);
        let noise = [
            Zug::Weiter,
            Zug::Setze(n),
            Zug::Mit,
            Zug::Erhoehe(n),
            Zug::Tausche(vec![1, small]),
            Zug::Tausche(vec![1, 2, 3, 4, 5, 5]),
            Zug::Decke { pos: small, wert: 9 - small },
            Zug::Lege(small),
            Zug::Drehe(small),
        ];
        let zug = noise.choose(&mut self.rng).unwrap();
        let seats = self.seats();
        let seat = one_of(&mut self.rng, &seats);
        let mut copy = self.game.clone();
        let mut out = Out::new();
        if let Err(verstoss) = copy.play(seat, zug, &mut out) {
            assert_eq!(out.iter().count(), 0, "a refused move tells nothing");
            assert_eq!(copy.wetten, self.game.wetten);
            assert_eq!((copy.phase, copy.awaited()), (self.game.phase, self.game.awaited()));
            let namen = names(&self.game, Some(p));
            assert!(Miwin::refuse(&verstoss, view, &namen).wortlaut().ends_with('.'));
        }
    }
}

fn names(game: &Miwin, du: Option<Platz>) -> Namen {
    let list = ["Anna", "Bert", "Carla", "Dora", "Emil"];
    let name = |p: Platz| list[p.i()].to_string();
    Namen::new(game.seats().map(name).collect(), du)
}

/// Plays a record again; every line must come out as it stands.
fn replay(sitting: &Sitting) {
    let head = Miwin::head(&sitting.regeln, &sitting.anfang);
    let (regeln, anfang) = Miwin::read_head(&head, &Vorrat::default()).unwrap();
    assert_eq!((&regeln, &anfang), (&sitting.regeln, &sitting.anfang));
    let mut game = Miwin::start(&regeln, &anfang);
    let mut due: VecDeque<Value> = VecDeque::new();
    let mut told: Vec<Value> = Vec::new();
    for (i, line) in sitting.lines.iter().enumerate() {
        let line = Value::Object(line.clone());
        if due.is_empty() {
            let mut out = Out::new();
            match game.input(&sitting.lines[i..]).unwrap() {
                None => panic!("{line} has no cause"),
                Some(Eingabe::Deck(order)) => game.deal(&order, &mut out),
                Some(Eingabe::Zug(p, zug)) => game.play(p, &zug, &mut out).unwrap(),
                Some(Eingabe::Sit(p, n)) => game.sit(p, n, &mut out),
                Some(Eingabe::Rise(p)) => drop(game.rise(p, &mut out)),
                Some(Eingabe::SitOut(p, pause)) => {
                    game.sit_out(p, pause);
                    told.push(line);
                    continue;
                }
            }
            due.extend(out.iter().filter_map(|e| Miwin::line(e.for_record())));
            due.retain(|l| !told.contains(l));
            told.clear();
        }
        assert_eq!(due.pop_front(), Some(line));
    }
    assert!(due.is_empty());
    assert_eq!(game.kasse(), sitting.game.kasse());
}

#[test]
fn money_and_cards_are_kept_and_records_replay() {
    let (mut deals, mut shown, mut side_pots) = (0, 0, 0);
    for seed in 0..300 {
        let mut sitting = Sitting::new(seed);
        sitting.run(8);
        deals += sitting.deals;
        shown += sitting.shown;
        side_pots += sitting.side_pots;
        replay(&sitting);
    }
    let reached = (deals, shown, side_pots);
    assert!(deals >= 2000 && shown >= 1000 && side_pots >= 100, "only {reached:?}");
}

fn two_seats(regeln: &Regeln, steine: [i64; 2]) -> Miwin {
    let anfang = Anfang {
        plaetze: 2,
        erster: Platz(1),
        einsatz: 0,
        runden: 0,
        steine: steine.into_iter().map(Some).collect(),
    };
    Miwin::start(regeln, &anfang)
}

fn play_mildly(game: &mut Miwin, out: &mut Out<Event>) {
    while let Awaits::Zug(set) = game.awaits() {
        let p = set.iter().next().unwrap();
        let zug = Miwin::mildest(&game.view(Viewer::Platz(p)));
        game.play(p, &zug, out).unwrap();
    }
}

#[test]
fn a_hand_without_any_bet_is_played_out_for_an_empty_pot() {
    let mut game = two_seats(&Regeln::default(), [50, 50]);
    let mut out = Out::new();
    game.deal(&game.deck(), &mut out);
    play_mildly(&mut game, &mut out);
    let pots: Vec<&Event> =
        out.iter().map(|e| e.for_record()).filter(|e| matches!(e, Event::Topf(_))).collect();
    let [Event::Topf(topf)] = pots.as_slice() else { panic!("one pot") };
    assert_eq!((topf.betrag, topf.gezahlt.len()), (0, 1));
    assert!(topf.womit.is_some());
    assert_eq!(game.kasse().plaetze, [50, 50]);
}

#[test]
fn the_dealer_moves_to_the_next_present_seat() {
    let anfang = Anfang {
        plaetze: 4,
        erster: Platz(0),
        einsatz: 0,
        runden: 0,
        steine: vec![Some(9), None, Some(9), Some(9)],
    };
    let mut game = Miwin::start(&Regeln::default(), &anfang);
    let mut dealers = Vec::new();
    for _ in 0..4 {
        let mut out = Out::new();
        game.deal(&game.deck(), &mut out);
        dealers.push(game.geber.0);
        play_mildly(&mut game, &mut out);
    }
    assert_eq!(dealers, [0, 2, 3, 0]);
}

#[test]
fn the_last_one_left_shows_nothing_more() {
    let mut game = two_seats(&Regeln::default(), [50, 50]);
    let mut out = Out::new();
    game.deal(&game.deck(), &mut out);
    game.play(Platz(0), &Zug::Setze(10), &mut out).unwrap();
    game.play(Platz(1), &Zug::Aus, &mut out).unwrap();
    assert_eq!(game.awaits(), Awaits::Pause);
    assert!(game.seen().is_empty());
    assert_eq!(game.kasse().plaetze, [50, 50], "the unmatched bet went back");
}

#[test]
fn a_leaver_leaves_his_bets_and_takes_his_chips() {
    let mut game = two_seats(&Regeln::default(), [50, 50]);
    let mut out = Out::new();
    game.deal(&game.deck(), &mut out);
    game.play(Platz(0), &Zug::Setze(10), &mut out).unwrap();
    game.play(Platz(1), &Zug::Mit, &mut out).unwrap();
    assert_eq!(game.rise(Platz(0), &mut out), 40);
    assert_eq!(game.kasse().plaetze, [0, 60]);
}

#[test]
fn nobody_sees_a_hand_that_is_not_his() {
    let mut game = two_seats(&Regeln::default(), [50, 50]);
    game.deal(&game.deck(), &mut Out::new());
    let own = game.view(Viewer::Platz(Platz(0)));
    assert_eq!(own.verdeckte().count(), HAND);
    assert!(game.view(Viewer::Zuschauer).blatt.is_empty());
    let mut swapped = game.clone();
    let other: Vec<Option<Karte>> = swapped.stock.iter().take(HAND).copied().map(Some).collect();
    swapped.plaetze[1].hand = other;
    swapped.stock.reverse();
    let before = Miwin::answer(Frage::Stand, &own, &names(&game, Some(Platz(0))));
    let view = swapped.view(Viewer::Platz(Platz(0)));
    assert_eq!(before, Miwin::answer(Frage::Stand, &view, &names(&game, Some(Platz(0)))));
    let wesen = Wesen::EVEN;
    for seed in 0..50 {
        let think = |v: &View| Miwin::decide(v, &wesen, &mut ChaCha12Rng::seed_from_u64(seed));
        assert_eq!(think(&own), think(&view));
    }
}
