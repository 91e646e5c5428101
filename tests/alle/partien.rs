//! Random games of every kind, length and table size: they end, only who is on may act, a refusal changes nothing,
//! nothing is lost on the way, and every record can be checked. Generic: a new game is one line at the end.

use rand::rngs::ChaCha12Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use serde_json::Value;
use theaterkeller::protokoll;
use theaterkeller::spiele::miwin::Miwin;
use theaterkeller::spiele::russisch::Russisch;
use theaterkeller::spiele::word::regeln::Word;
use theaterkeller::spiele::{Anfang, Awaits, Kasse, Out, Platz, Spiel, Viewer};
use theaterkeller::verify::{Mangel, Zeilen, verify};

use super::probe::{Probe, rules, viewers};

/// More steps than any game of any game has; a game that does not end runs into it.
const STEPS_MAX: usize = 5000;

/// Deals of a sitting that is played to its next pause.
const DEALS: u32 = 3;

/// A game at random, with its record.
struct Partie<S: Probe> {
    spiel: S,
    regeln: S::Regeln,
    anfang: Anfang,
    rng: ChaCha12Rng,
    out: Out<S::Event>,
    record: Vec<String>,
}

impl<S: Probe> Partie<S> {
    fn new(regeln: &S::Regeln, anfang: &Anfang, rng: ChaCha12Rng) -> Self {
        let namen: Vec<String> = (0..anfang.plaetze).map(|p| format!("Wer{p}")).collect();
        let start = protokoll::start_line::<S>(regeln, anfang, &namen).to_string();
        let (spiel, record) = (S::start(regeln, anfang), vec![start]);
        let (regeln, anfang) = (regeln.clone(), anfang.clone());
        Self { spiel, regeln, anfang, rng, out: Out::new(), record }
    }

    /// Plays to the end; `watch` sees the game before each move.
    fn play(&mut self, mut watch: impl FnMut(&mut S, Platz, &mut ChaCha12Rng)) {
        let (mut deals, mut dealt) = (0, Vec::new());
        let money = self.spiel.kasse().summe();
        for _ in 0..STEPS_MAX {
            match self.spiel.awaits() {
                Awaits::Over => return,
                Awaits::Pause if deals == DEALS || !self.spiel.ready() => return,
                Awaits::Deck | Awaits::Pause => {
                    deals += 1;
                    let mut deck = self.spiel.deck();
                    deck.shuffle(&mut self.rng);
                    self.spiel.deal(&deck, &mut self.out);
                    dealt = self.spiel.dealt();
                }
                Awaits::Zug(set) => self.step(set.iter().collect(), &mut watch),
            }
            self.note();
            assert_eq!(self.spiel.kasse().summe(), money, "money is lost or made");
            if self.rng.random_ratio(1, 5) {
                assert!(self.spiel.dealt() == dealt, "a card is lost or doubled");
            }
        }
        panic!("the game does not end");
    }

    fn step(&mut self, on: Vec<Platz>, watch: &mut impl FnMut(&mut S, Platz, &mut ChaCha12Rng)) {
        let platz = *on.choose(&mut self.rng).expect("a game waits for somebody");
        watch(&mut self.spiel, platz, &mut self.rng);
        let view = self.spiel.view(Viewer::Platz(platz));
        let legal = S::legal(&view);
        assert!(legal.contains(&S::mildest(&view)), "the mildest move is not legal");
        let zug = legal.choose(&mut self.rng).expect("there is always a legal move").clone();
        assert_eq!(zug.to_string().parse().ok(), Some(zug.clone()), "notation");
        self.spiel.play(platz, &zug, &mut self.out).expect("a legal move is taken");
    }

    fn note(&mut self) {
        let lines = self.out.drain().filter_map(|e| S::line(e.for_record()));
        self.record.extend(lines.map(|l| l.to_string()));
    }
}

fn random_games<S: Probe>(each: u64, mut visit: impl FnMut(Partie<S>)) {
    for seed in 0..each {
        let mut rng = ChaCha12Rng::seed_from_u64(seed);
        let regeln = rules::<S>(&mut rng);
        for (i, anfang) in S::beginnings(&regeln).iter().enumerate() {
            let mut rng = ChaCha12Rng::seed_from_u64(seed);
            rng.set_stream(1 + i as u64);
            visit(Partie::new(&regeln, anfang, rng));
        }
    }
}

/// Also: the mildest move is legal, moves round-trip, cards and money are kept, and the record is in order.
fn games_end_and_their_records_are_in_order<S: Probe>() {
    random_games::<S>(100, |mut partie| {
        partie.play(|_, _, _| {});
        assert!(S::KASSE == Kasse::Steine || partie.spiel.awaits() == Awaits::Over);
        if let Err(mangel) = check::<S>(&partie.record) {
            panic!("{mangel}\n{}", partie.record.join("\n"));
        }
    });
}

/// A sitting that goes on from the one line that was written between two deals is the same sitting: the same cards and
/// moves show everybody the same, to the last chip. Where there is no such line nothing claims to read one.
fn a_sitting_goes_on_from_what_was_written_between_two_deals<S: Probe>() {
    let mut resumed = 0;
    random_games::<S>(40, |mut partie| {
        partie.play(|_, _, _| {});
        let plaetze = partie.anfang.plaetze;
        let Some(stand) = partie.spiel.zwischenstand() else {
            assert!(S::KASSE == Kasse::Einsatz || !matches!(partie.spiel.awaits(), Awaits::Pause));
            return;
        };
        let regeln = partie.regeln.clone();
        let mut twin = S::aus_zwischenstand(&regeln, plaetze, &stand).expect(&stand);
        assert_eq!(twin.zwischenstand().as_ref(), Some(&stand));
        assert_eq!((twin.kasse(), twin.ready()), (partie.spiel.kasse(), partie.spiel.ready()));
        let shorter = stand.split_once(' ').expect("several words").1;
        for broken in [shorter, stand.trim_end_matches(|c| c != ' '), &format!("{stand} 1")] {
            assert!(S::aus_zwischenstand(&regeln, plaetze, broken).is_none(), "{broken}");
        }
        assert!(S::aus_zwischenstand(&regeln, plaetze - 1, &stand).is_none(), "a smaller table");
        if !partie.spiel.ready() {
            return;
        }
        resumed += 1;
        let mut deck = partie.spiel.deck();
        deck.shuffle(&mut partie.rng);
        for spiel in [&mut partie.spiel, &mut twin] {
            spiel.deal(&deck, &mut partie.out);
        }
        while let Awaits::Zug(on) = partie.spiel.awaits() {
            assert_eq!(all_sides(&twin, plaetze), all_sides(&partie.spiel, plaetze));
            let platz = on.iter().next().expect("somebody is on");
            let legal = S::legal(&partie.spiel.view(Viewer::Platz(platz)));
            let zug = legal.choose(&mut partie.rng).expect("there is a legal move");
            for spiel in [&mut partie.spiel, &mut twin] {
                spiel.play(platz, zug, &mut partie.out).expect("a legal move is taken");
            }
        }
        assert_eq!(all_sides(&twin, plaetze), all_sides(&partie.spiel, plaetze));
        assert_eq!(twin.zwischenstand(), partie.spiel.zwischenstand());
    });
    assert!(resumed > 20 || S::KASSE == Kasse::Einsatz, "only {resumed} went on");
}

fn check<S: Probe>(record: &[String]) -> Result<(), Mangel> {
    verify::<S>(&Zeilen::read(&record.join("\n"))?, &S::vorrat()).map(|_| ())
}

/// Everything that can be told of a game from outside.
fn all_sides<S: Probe>(spiel: &S, plaetze: u8) -> Vec<String> {
    let views = viewers(plaetze).map(|v| S::fingerprint(&spiel.view(v)));
    views.chain([format!("{:?} {:?}", spiel.awaits(), spiel.kasse())]).collect()
}

/// Tries every move from every seat: exactly the legal ones of those who are on are taken, and the others change
/// nothing. What is taken cannot be taken back, so only refusals are tried on the running game.
fn refused_moves_change_nothing<S: Probe>() {
    random_games::<S>(3, |mut partie| {
        let plaetze = partie.anfang.plaetze;
        partie.play(|spiel, on, rng| {
            if rng.random_ratio(9, 10) {
                return;
            }
            let before = all_sides(spiel, plaetze);
            let legal = S::legal(&spiel.view(Viewer::Platz(on)));
            let Awaits::Zug(set) = spiel.awaits() else { panic!("somebody is on") };
            let mut out = Out::new();
            for zug in S::moves() {
                for p in (0..plaetze).map(Platz).filter(|p| !set.contains(*p)) {
                    assert!(spiel.play(p, &zug, &mut out).is_err(), "{p:?} is not on: {zug}");
                }
                if !legal.contains(&zug) {
                    assert!(spiel.play(on, &zug, &mut out).is_err(), "{zug} is not legal");
                }
            }
            assert_eq!(out.iter().count(), 0, "a refused move has an event");
            assert_eq!(all_sides(spiel, plaetze), before, "a refused move changed something");
        });
    });
}

/// Every number that follows from the rules, raised by one, is refused in its line.
fn changed_results_are_refused_in_their_line<S: Probe>(keys: &[&str]) {
    let mut changed = 0;
    random_games::<S>(1, |mut partie| {
        partie.play(|_, _, _| {});
        for i in 0..partie.record.len() {
            let line: Value = serde_json::from_str(&partie.record[i]).unwrap();
            for key in keys.iter().filter(|key| line.get(**key).is_some()) {
                if partie.rng.random_ratio(2, 3) {
                    continue;
                }
                let mut record = partie.record.clone();
                let mut other = line.clone();
                raise(&mut other[*key], &mut partie.rng);
                record[i] = other.to_string();
                let mangel = check::<S>(&record).expect_err("a changed result passes");
                assert_eq!(mangel.line, i + 1, "{mangel}: {other} instead of {line}");
                changed += 1;
            }
        }
    });
    assert!(changed > 100, "only {changed} changes were tried");
}

fn raise(value: &mut Value, rng: &mut ChaCha12Rng) {
    if let Some(list) = value.as_array_mut() {
        let i = rng.random_range(0..list.len());
        return raise(&mut list[i], rng);
    }
    *value = (value.as_i64().expect("a number") + 1).into();
}

/// Whatever stands in a file that calls itself a record: it is judged, and nothing stops with a panic.
fn mangled_records_are_judged<S: Probe>() {
    random_games::<S>(2, |mut partie| {
        partie.play(|_, _, _| {});
        let whole = partie.record.join("\n").into_bytes();
        for _ in 0..10 {
            let mut bytes = whole.clone();
            for _ in 0..partie.rng.random_range(1..=3) {
                let at = partie.rng.random_range(0..bytes.len());
                match partie.rng.random_range(0..3) {
                    0 => drop(bytes.remove(at)),
                    1 => bytes[at] = *b"0189-\"]}{[,KP\n".choose(&mut partie.rng).expect("letters"),
                    _ => bytes.insert(at, *b"0123456789".choose(&mut partie.rng).expect("digits")),
                }
            }
            let lines: Vec<String> =
                String::from_utf8_lossy(&bytes).lines().map(str::to_string).collect();
            if let Err(mangel) = check::<S>(&lines) {
                assert!((1..=lines.len() + 1).contains(&mangel.line), "{mangel}");
            }
        }
    });
}

#[test]
fn russisch_mangled_records_are_judged() {
    mangled_records_are_judged::<Russisch>();
}

#[test]
fn russisch_a_sitting_goes_on_from_what_was_written_between_two_deals() {
    a_sitting_goes_on_from_what_was_written_between_two_deals::<Russisch>();
}

#[test]
fn russisch_games_end_and_their_records_are_in_order() {
    games_end_and_their_records_are_in_order::<Russisch>();
}

#[test]
fn russisch_refused_moves_change_nothing() {
    refused_moves_change_nothing::<Russisch>();
}

#[test]
fn russisch_changed_results_are_refused_in_their_line() {
    let keys = ["winner", "points", "totals", "payout", "round", "starter", "cards"];
    changed_results_are_refused_in_their_line::<Russisch>(&keys);
}

/// A played card is changed to others: one that the seat does not hold is refused in that line, one
/// that it holds at the latest when it is wanted again.
#[test]
fn russisch_a_changed_card_is_refused() {
    let mut rng = ChaCha12Rng::seed_from_u64(5);
    let regeln = rules::<Russisch>(&mut rng);
    let anfang = Russisch::beginnings(&regeln).remove(3);
    let mut partie = Partie::<Russisch>::new(&regeln, &anfang, rng);
    partie.play(|_, _, _| {});
    let deck: Vec<String> = partie.spiel.deck().iter().map(ToString::to_string).collect();
    let (mut hands, mut changed) = (Value::Null, 0);
    for i in 0..partie.record.len() {
        let line: Value = serde_json::from_str(&partie.record[i]).unwrap();
        if line["ev"] == "deal" {
            hands = line["hands"].clone();
        }
        if line["ev"] != "play" || line["card"] == "P7" {
            continue;
        }
        let seat = usize::try_from(line["seat"].as_u64().unwrap()).unwrap();
        let others = deck.choose_iter(&mut partie.rng).expect("a deck has cards");
        for other in others.filter(|k| *k != "P7" && line["card"] != ***k).take(6) {
            let mut record = partie.record.clone();
            record[i] = record[i].replace(line["card"].as_str().unwrap(), other);
            let mangel = check::<Russisch>(&record).expect_err("a changed card passes");
            let held = hands[seat].as_array().unwrap().iter().any(|k| k == other);
            assert!(mangel.line > i && (held || mangel.line == i + 1), "{mangel}");
            changed += 1;
        }
    }
    assert!(changed > 500, "only {changed} changes were tried");
}

#[test]
fn miwin_a_sitting_goes_on_from_what_was_written_between_two_deals() {
    a_sitting_goes_on_from_what_was_written_between_two_deals::<Miwin>();
}

#[test]
fn miwin_games_end_and_their_records_are_in_order() {
    games_end_and_their_records_are_in_order::<Miwin>();
}

#[test]
fn miwin_refused_moves_change_nothing() {
    refused_moves_change_nothing::<Miwin>();
}

#[test]
fn miwin_changed_results_are_refused_in_their_line() {
    let keys = ["put", "to", "amount", "paid", "hand", "figur"];
    changed_results_are_refused_in_their_line::<Miwin>(&keys);
}

#[test]
fn word_a_sitting_goes_on_from_what_was_written_between_two_deals() {
    a_sitting_goes_on_from_what_was_written_between_two_deals::<Word>();
}

#[test]
fn word_games_end_and_their_records_are_in_order() {
    games_end_and_their_records_are_in_order::<Word>();
}

#[test]
fn word_refused_moves_change_nothing() {
    refused_moves_change_nothing::<Word>();
}

#[test]
fn word_changed_results_are_refused_in_their_line() {
    let keys = ["put", "points", "amount", "paid", "left", "hand", "pot"];
    changed_results_are_refused_in_their_line::<Word>(&keys);
}
