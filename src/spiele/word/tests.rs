//! Whole sittings by chance: no chip and no card is ever made or lost, every deal ends, every move has its
//! notation and every record replays.

use rand::rngs::ChaCha12Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use serde_json::{Map, Value};

use super::ansicht::{Event, Grund, Phase, View};
use super::einstellungen::tests::{shipped, vorrat};
use super::einstellungen::{Aufdecken, MaximumGilt, Pruefung, Regeln, TauschOffen};
use super::karten::Karte;
use super::regeln::Word;
use super::zug::Zug;
use crate::satz::Satz;
use crate::spiele::wetten::{Letzter, Schieben, Zaehlung, ZuWenig};
use crate::spiele::{
    Anfang, Auftritt, Aufzeichnung, Awaits, Eingabe, Frage, Freund, Namen, Out, Platz, Reading,
    Spiel, Stufe, Viewer, Wesen,
};
use crate::text::Block;

/// Settings by chance.
fn any_regeln(rng: &mut ChaCha12Rng) -> Regeln {
    let plain = rng.random_bool(0.4);
    let mut odd = |p: f64| !plain && rng.random_bool(p);
    let (a, b, c, d, e, f, g, h, i) =
        (odd(0.3), odd(0.3), odd(0.3), odd(0.3), odd(0.3), odd(0.3), odd(0.3), odd(0.3), odd(0.3));
    shipped().with(|w| {
        w.grundeinsatz = if a { 3 } else { 1 };
        w.maximum = if b { 12 } else { 5 };
        w.schieben = if c { Schieben::Frei } else { Schieben::Nie };
        w.letzter = if d { Letzter::Gewinnt } else { Letzter::WirdGefragt };
        w.maximum_gilt = if e { MaximumGilt::Erhoehung } else { MaximumGilt::Gebot };
        w.erhoehungen_zaehlen = if f { Zaehlung::Spieler } else { Zaehlung::Runde };
        w.aufdecken = if g { Aufdecken::Reihum } else { Aufdecken::Gemeinsam };
        w.pruefung = if h { Pruefung::Automatisch } else { Pruefung::AufAnzweiflung };
        w.zu_wenig = if i { ZuWenig::Aussteigen } else { ZuWenig::Nebentopf };
        w.tausch_offen = if a { TauschOffen::Immer } else { TauschOffen::AufFrage };
        w.tausch_max = if b { 2 } else { 5 };
        w.anzweifeln_strafe = if c { 4 } else { 0 };
    })
}

pub(crate) fn cards(text: &str) -> Vec<Karte> {
    text.split_whitespace().map(|k| k.parse().unwrap()).collect()
}

/// A deal with these hands, the first of them left of the dealer, who holds the last one; then `stapel`.
pub(crate) fn dealt(regeln: &Regeln, haende: &[&str], stapel: &str) -> Word {
    let mut spiel = table(regeln, &vec![50; haende.len()]);
    deal_to(&mut spiel, haende, stapel);
    spiel
}

/// A table whose last seat has been drawn to deal first.
pub(crate) fn table(regeln: &Regeln, steine: &[i64]) -> Word {
    let n = steine.len();
    let steine = steine.iter().copied().map(Some).collect();
    let plaetze = u8::try_from(n).unwrap();
    let anfang = Anfang { plaetze, erster: Platz(0), einsatz: 0, runden: 0, steine };
    let mut spiel = Word::start(regeln, &anfang);
    let mut draw = vec!["A".parse().unwrap(); n - 1];
    draw.push("Q".parse().unwrap());
    deal_from(&mut spiel, draw);
    spiel
}

/// Deals these hands, the first of them left of the dealer; then `stapel`.
pub(crate) fn deal_to(spiel: &mut Word, haende: &[&str], stapel: &str) -> Out<Event> {
    let haende: Vec<Vec<Karte>> = haende.iter().map(|h| cards(h)).collect();
    let mut top: Vec<Karte> = (0..5).flat_map(|i| haende.iter().map(move |h| h[i])).collect();
    top.extend(cards(stapel));
    deal_from(spiel, top)
}

/// Deals with these cards on top.
fn deal_from(spiel: &mut Word, top: Vec<Karte>) -> Out<Event> {
    let mut rest = spiel.deck();
    for k in &top {
        rest.remove(rest.iter().position(|r| r == k).unwrap());
    }
    let order: Vec<Karte> = top.into_iter().chain(rest).collect();
    let mut out = Out::new();
    spiel.deal(&order, &mut out);
    out
}

/// A sitting under test, with what it has said so far.
struct Runde {
    spiel: Word,
    rng: ChaCha12Rng,
    summe: i64,
    lines: Vec<Map<String, Value>>,
    weg: Vec<Karte>,
    deals: u32,
}

impl Runde {
    fn new(seed: u64) -> (Self, Regeln, Anfang) {
        let mut rng = ChaCha12Rng::seed_from_u64(seed);
        let regeln = any_regeln(&mut rng);
        let n: u8 = rng.random_range(2..=8);
        let short = rng.random_bool(0.5);
        let chips = |rng: &mut ChaCha12Rng| rng.random_range(1..if short { 12 } else { 60 });
        let mut steine: Vec<Option<i64>> =
            (0..n).map(|_| rng.random_bool(0.85).then(|| chips(&mut rng))).collect();
        steine[0] = Some(20);
        steine[1] = Some(20);
        let runden = if rng.random_bool(0.2) { 4 } else { 0 };
        let anfang = Anfang { plaetze: n, erster: Platz(0), einsatz: 0, runden, steine };
        let spiel = Word::start(&regeln, &anfang);
        let summe = spiel.kasse().summe();
        let runde = Self { spiel, rng, summe, lines: Vec::new(), weg: Vec::new(), deals: 0 };
        (runde, regeln, anfang)
    }

    fn plaetze(&self) -> Vec<Platz> {
        (0..self.spiel.kasse().plaetze.len()).map(Platz::at).collect()
    }

    fn view(&self, p: Platz) -> View {
        self.spiel.view(Viewer::Platz(p))
    }

    fn note(&mut self, out: &mut Out<Event>) {
        let paid: Vec<_> = out.drain().collect();
        for e in &paid {
            let e = e.for_record();
            let namen = Namen::new(vec!["Anna".into(); 8], Some(Platz(0)));
            for block in Word::tell(e, &namen) {
                if let Block::Satz(line) = block {
                    assert!(line.wortlaut().ends_with('.'), "{}", line.wortlaut());
                }
            }
            if let Some(Value::Object(line)) = Word::line(e) {
                self.lines.push(line);
            }
            match e {
                Event::Getauscht { weg, .. } => self.weg.extend(weg),
                Event::Austeilung { .. } => {
                    self.weg.clear();
                    self.deals += 1;
                }
                Event::Pott { betrag, berechtigt, sieger, rest, grund, .. } => {
                    assert_eq!(sieger.iter().map(|s| s.1).sum::<i64>() + rest, *betrag);
                    assert!(sieger.iter().all(|s| berechtigt.contains(&s.0)));
                    assert!(*grund == Grund::Wort || *grund == Grund::HoechsteKarte || *rest == 0);
                }
                _ => {}
            }
        }
        self.check();
    }

    /// What must hold after every action.
    fn check(&self) {
        let kasse = self.spiel.kasse();
        assert_eq!(kasse.summe(), self.summe);
        assert!(kasse.plaetze.iter().all(|n| *n >= 0) && kasse.mitte >= 0, "{kasse:?}");
        let mut held = self.weg.clone();
        let mut cards = self.weg.len() + self.spiel.stapel();
        for p in self.plaetze() {
            let hand = self.view(p).hand;
            assert!(hand.is_empty() || hand.len() == 5);
            cards += hand.len();
            held.extend(hand);
        }
        assert!(cards <= 118);
        self.within_deck(&held);
        self.within_deck(&self.spiel.seen());
    }

    fn within_deck(&self, cards: &[Karte]) {
        let mut deck = self.spiel.deck();
        for k in cards {
            let i = deck.iter().position(|d| d == k);
            deck.swap_remove(i.unwrap_or_else(|| panic!("{k} is there too often")));
        }
    }

    fn play(&mut self, p: Platz, zug: &Zug) {
        assert_eq!(zug.to_string().parse().as_ref(), Ok(zug));
        let before = self.view(p);
        let mut out = Out::new();
        match self.spiel.play(p, zug, &mut out) {
            Ok(()) => {}
            Err(e) => panic!("{zug} by {p:?} in {:?}: {e:?}", before.phase),
        }
        self.note(&mut out);
    }

    /// A refused move changes nothing.
    fn refuse(&mut self, p: Platz, zug: &Zug) {
        let before: Vec<View> = self.plaetze().iter().map(|q| self.view(*q)).collect();
        let mut out = Out::new();
        if self.spiel.play(p, zug, &mut out).is_ok() {
            self.note(&mut out);
            return;
        }
        assert!(out.iter().next().is_none());
        let after: Vec<View> = self.plaetze().iter().map(|q| self.view(*q)).collect();
        assert!(before == after);
    }

    fn any_zug(&mut self, view: &View) -> Zug {
        let m = view.moeglich;
        let mut choice = vec![Word::mildest(view)];
        match view.phase {
            Phase::Wetten1 | Phase::Wetten2 => {
                choice.extend(m.setze.map(|(a, b)| Zug::Biete(self.rng.random_range(a..=b))));
                choice.extend(m.erhoehe.map(|(a, b)| Zug::Erhoehe(self.rng.random_range(a..=b))));
                choice.extend(m.mit.map(|_| Zug::Annehmen));
                choice.extend(m.mit.map(|_| Zug::Annehmen));
            }
            Phase::Tausch => {
                let max = usize::try_from(view.regeln.werte.tausch_max).unwrap().min(5);
                let n = self.rng.random_range(0..=max);
                choice.push(Zug::Tausche(view.hand.sample(&mut self.rng, n).copied().collect()));
            }
            Phase::Legen => {
                let mut hand = view.hand.clone();
                hand.shuffle(&mut self.rng);
                let n = self.rng.random_range(2..=5);
                choice.push(Zug::Lege(hand[..n].iter().map(Karte::to_string).collect()));
            }
            Phase::Anzweifeln => choice.extend(view.anzweifelbar().map(|(p, _)| Zug::Zweifle(p))),
            _ => {}
        }
        choice.choose(&mut self.rng).unwrap().clone()
    }

    /// Each offered command is understood and legal; all questions have an answer.
    fn check_options(&self, p: Platz, view: &View) {
        let options = Word::options(view);
        assert!(!options.befehle.is_empty());
        let names = (0..view.sitze.len()).map(|i| format!("Name{i}")).collect();
        let namen = Namen::new(names, Some(p));
        for befehl in &options.befehle {
            let Reading::Zug(zug) = Word::read(&Satz::new(befehl), view) else {
                panic!("{befehl} is not understood in {:?}", view.phase);
            };
            let before = view.clone();
            let mut copy = self.spiel.clone();
            assert_eq!(copy.play(p, &zug, &mut Out::new()), Ok(()), "{befehl}");
            assert!(before == self.view(p));
        }
        assert!(!Word::turn(view, &namen).is_empty());
        for frage in [Frage::Tisch, Frage::Stand, Frage::WasKannIch, Frage::Kosten, Frage::Dran] {
            assert!(!Word::answer(frage, view, &namen).unwrap().is_empty());
        }
    }

    fn decide(&mut self, view: &View) -> Zug {
        if self.rng.random_bool(0.7) {
            return self.any_zug(view);
        }
        let stufe = if self.rng.random_bool(0.02) { Stufe::Stark } else { Stufe::Mittel };
        let wesen = Wesen {
            stufe,
            risiko: self.rng.random_range(0..=100),
            bluff: self.rng.random_range(0..=100),
            ..Wesen::EVEN
        };
        Word::decide(view, &wesen, &mut self.rng)
    }

    fn deal(&mut self) {
        let mut order = self.spiel.deck();
        order.shuffle(&mut self.rng);
        let mut out = Out::new();
        self.weg.clear();
        self.spiel.deal(&order, &mut out);
        self.note(&mut out);
    }

    /// Now and then somebody comes, goes or sits out.
    fn unrest(&mut self) {
        let all = self.plaetze();
        let p = *all.choose(&mut self.rng).unwrap();
        let taken = self.view(p).sitze[p.i()].besetzt;
        let mut out = Out::new();
        if !taken {
            let n = self.rng.random_range(1..40);
            self.summe += n;
            self.spiel.sit(p, n, &mut out);
        } else if self.rng.random_bool(0.5) {
            self.summe -= self.spiel.rise(p, &mut out);
        } else {
            let pausiert = self.view(p).sitze[p.i()].pausiert;
            self.spiel.sit_out(p, !pausiert);
        }
        self.note(&mut out);
    }

    /// All go home: nothing stays behind.
    fn everybody_leaves(&mut self) {
        let mut all = self.plaetze();
        all.shuffle(&mut self.rng);
        for p in all {
            let mut out = Out::new();
            self.summe -= self.spiel.rise(p, &mut out);
            self.note(&mut out);
        }
        assert_eq!(self.spiel.kasse().summe(), 0);
    }

    /// Plays until the sitting can go no further, at most this many deals.
    fn run(&mut self, deals: u32) {
        let mut steps = 0;
        loop {
            steps += 1;
            assert!(steps < 4000, "a deal does not end");
            if self.rng.random_bool(0.02) {
                self.unrest();
            }
            match self.spiel.awaits() {
                Awaits::Over => return,
                Awaits::Pause if self.deals >= deals || !self.spiel.ready() => return,
                Awaits::Deck | Awaits::Pause => self.deal(),
                Awaits::Zug(set) => {
                    assert!(!set.is_empty());
                    let all: Vec<Platz> = set.iter().collect();
                    let p = *all.choose(&mut self.rng).unwrap();
                    let view = self.view(p);
                    assert!(view.du_bist_dran());
                    if self.rng.random_bool(0.25) {
                        self.check_options(p, &view);
                    }
                    if self.rng.random_bool(0.1) {
                        let foreign = *self.plaetze().choose(&mut self.rng).unwrap();
                        let zug = self.any_zug(&view);
                        self.refuse(foreign, &zug);
                        continue;
                    }
                    let zug = self.decide(&view);
                    self.play(p, &zug);
                }
            }
        }
    }
}

/// Feeds the lines back; gives what the sitting then says.
fn replay(lines: &[Map<String, Value>], head: &Map<String, Value>) -> Vec<Map<String, Value>> {
    // A short list is read here; the words themselves come from the shipped one, which is read already.
    let mut texts = vorrat();
    let short = texts.get("klein.txt").unwrap().clone();
    texts.insert("woerter.txt", short);
    let (read, anfang) = Word::read_head(head, &texts).unwrap();
    let regeln = shipped().with(|w| *w = read.werte);
    let mut spiel = Word::start(&regeln, &anfang);
    let mut said = Vec::new();
    for i in 0..lines.len() {
        let mut out = Out::new();
        match spiel.input(&lines[i..]).unwrap() {
            None => continue,
            Some(Eingabe::Deck(order)) => spiel.deal(&order, &mut out),
            Some(Eingabe::Zug(p, zug)) => spiel.play(p, &zug, &mut out).unwrap(),
            Some(Eingabe::Sit(p, n)) => spiel.sit(p, n, &mut out),
            Some(Eingabe::Rise(p)) => {
                spiel.rise(p, &mut out);
            }
            Some(Eingabe::SitOut(p, out)) => spiel.sit_out(p, out),
        }
        let lines = out.iter().filter_map(|e| Word::line(e.for_record()));
        said.extend(lines.filter_map(|v| v.as_object().cloned()));
    }
    said
}

#[test]
fn chips_and_cards_are_kept_through_any_sitting() {
    let mut deals = 0;
    for seed in 0..400 {
        let (mut runde, ..) = Runde::new(seed);
        runde.run(12);
        deals += runde.deals;
        runde.everybody_leaves();
    }
    assert!(deals > 2000, "only {deals} deals");
}

#[test]
fn every_record_replays_to_itself() {
    for seed in 1000..1040 {
        let (mut runde, regeln, anfang) = Runde::new(seed);
        runde.run(6);
        let head = Word::head(&regeln, &anfang);
        let said = replay(&runde.lines, &head);
        assert_eq!(said, runde.lines, "seed {seed}");
        assert!(runde.lines.iter().any(|l| l["ev"] == "deal"));
    }
}

/// Leicht, mittel and stark at one table: who knows more words wins.
#[test]
fn the_strong_friend_wins_from_the_others() {
    let stufen = [Stufe::Leicht, Stufe::Mittel, Stufe::Stark, Stufe::Mittel];
    let mut won = [0; 4];
    let mut deals = 0;
    for seed in 0..60 {
        let mut rng = ChaCha12Rng::seed_from_u64(seed);
        let mut spiel = table(shipped(), &[50; 4]);
        for _ in 0..6 {
            deals += 1;
            let mut order = spiel.deck();
            order.shuffle(&mut rng);
            spiel.deal(&order, &mut Out::new());
            while let Awaits::Zug(set) = spiel.awaits() {
                let p = set.iter().next().unwrap();
                let wesen = Wesen { stufe: stufen[p.i()], ..Wesen::EVEN };
                let zug = Word::decide(&spiel.view(Viewer::Platz(p)), &wesen, &mut rng);
                spiel.play(p, &zug, &mut Out::new()).unwrap();
            }
        }
        won.iter_mut().zip(spiel.kasse().plaetze).for_each(|(w, n)| *w += n - 50);
    }
    assert!(deals == 360 && won[2] > 200, "{won:?}");
    assert!([0, 1, 3].iter().all(|i| won[*i] < 0), "{won:?}");
}
