//! Every sentence that ends in a full stop, of the games' words and of rooms, house and session, is heard: at games
//! that are played at random with everything asked and typed on the way, or quoted by a test of its own.

use std::collections::BTreeSet;
use std::fmt::Display;

use rand::rngs::ChaCha12Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use theaterkeller::quelle::Quelle;
use theaterkeller::satz::Satz;
use theaterkeller::simulate::read_rules;
use theaterkeller::spiele::miwin::Miwin;
use theaterkeller::spiele::miwin::zug::{Event, Topfart, Topfgewinn, Verstoss};
use theaterkeller::spiele::russisch::Russisch;
use theaterkeller::spiele::word::{self, regeln::Word};
use theaterkeller::spiele::{
    Anfang, Auftritt, Awaits, Frage, Kasse, Namen, Out, Plaetze, Platz, Reading, Spiel, Viewer,
};
use theaterkeller::text::{Ansicht, Art, Block, Laenge, render};

use super::probe::{FRAGEN, Probe, rules, viewers};
use super::quelltext::files;
use super::saetze::{corpus, even};

/// Modules that say something to people: games, the table, the rooms, the hub, the door, a session, and what reads
/// typed lines. What `check` and the command line say to an admin has its tests there.
const WORTE: [&str; 11] = [
    "/auftritt",
    "src/tisch",
    "src/host",
    "src/raum",
    "src/zentrale",
    "src/session",
    "src/login",
    "src/befehle",
    "src/seele",
    "src/satz",
    "src/deutsch",
];

/// Sentences that no test can bring about, each with the reason.
const OHNE: [(&str, &str); 11] = [
    ("Beim Lesen ist etwas schiefgegangen", "the reader of the data would have to break"),
    ("Das Haus kann gerade keinen Tisch aufmachen", "the archive would have to fail"),
    ("Dieser Weg ist gerade versperrt", "a room would have to be gone between two words"),
    ("Das ließ sich gerade nicht speichern", "the archive would have to fail"),
    ("Das ging gerade nicht", "a table would have to be gone between two words"),
    ("Die Anmeldung klappt gerade nicht", "the archive would have to fail"),
    ("setzt aus, bis die Verbindung wieder steht", "a line has to be lost between two deals"),
    ("Dieser Tisch ruht. Erst wenn", "a table would have to rest while it is ended"),
    ("Dieser Tisch ist schon zu", "a table would have to close between two words"),
    ("Mehr als hundert Namen", "it takes a hundred accounts"),
    ("Hier wird geboten oder ausgestiegen", "said for a rule that only Word Poker has"),
];

/// Cards of the hand, and one that there is not.
const KARTEN: [Frage; 4] = [Frage::Karte(1), Frage::Karte(3), Frage::Karte(5), Frage::Karte(9)];

/// Right and wrong, in time and out of it.
const ZEILEN: &[&str] = &[
    "weiter",
    "setze 3",
    "setze 1000",
    "erhöhe 1",
    "erhöhe auf 900",
    "mitgehen",
    "steige aus",
    "tausche nichts",
    "tausche 1 1",
    "tausche 1 2 3 4 5",
    "tausche 9",
    "tausche x",
    "tausche donau",
    "decke 1 als 9",
    "decke 1",
    "decke 2 als 0",
    "lege als 0",
    "lege als 9",
    "drehe 1",
    "drehe 2",
    "drehe 3",
    "drehe 5",
    "biete 3",
    "biete 90",
    "annehmen",
    "lege baum",
    "lege abcdefghijklmnop",
    "lege",
    "kein wort",
    "zweifle bert an",
    "zweifle clara an",
    "zweifle zorro an",
    "ansage 3",
    "ansage 8",
    "spiele pik 7 hoch",
    "spiele herz 9",
    "spiele karo as",
    "spiele",
    "frage tausch",
    "buchstabiere",
    "buchstabiere baum",
    "buchstabiere baum haus",
    "wort",
    "wort baum haus",
    "wort baum",
    "wort donaudampfschiff",
    "blatt genau",
];

/// All that was ever said, once each.
#[derive(Default)]
struct Ohr(BTreeSet<String>);

impl Ohr {
    fn hoere(&mut self, bloecke: &[Block]) {
        let leser = |laenge| Ansicht { laenge, breite: None, ..Ansicht::neu(Art::Leser) };
        let views = [Laenge::Knapp, Laenge::Normal, Laenge::Ausfuehrlich].map(leser);
        for view in [Ansicht { breite: None, ..Ansicht::neu(Art::Normal) }].iter().chain(&views) {
            self.0.extend(render(bloecke, view).lines().map(even));
        }
    }

    fn text(self) -> String {
        self.0.into_iter().collect::<Vec<_>>().join("\n")
    }
}

struct Abend<'a, S: Probe> {
    spiel: S,
    plaetze: u8,
    ohr: &'a mut Ohr,
    /// Everybody folds as soon as he can.
    timid: bool,
    rng: ChaCha12Rng,
    out: Out<S::Event>,
}

impl<S: Probe + Auftritt> Abend<'_, S>
where
    S::Zug: Display,
{
    fn namen(&self, viewer: Viewer) -> Namen {
        let all = ["Anna", "Bert", "Clara", "Dora", "Emil", "Fritz", "Gerda", "Hans"];
        let du = if let Viewer::Platz(p) = viewer { Some(p) } else { None };
        Namen::new(all[..usize::from(self.plaetze)].iter().map(ToString::to_string).collect(), du)
    }

    fn play(&mut self, deals: u32) {
        let mut done = 0;
        for step in 0..1500 {
            if step % 6 == 0 {
                self.ask();
            }
            match self.spiel.awaits() {
                Awaits::Over => break,
                Awaits::Pause if done == deals || !self.spiel.ready() => break,
                Awaits::Deck | Awaits::Pause => {
                    done += 1;
                    self.type_all(Platz(0), &[]);
                    self.between_deals();
                    let mut deck = self.spiel.deck();
                    deck.shuffle(&mut self.rng);
                    self.spiel.deal(&deck, &mut self.out);
                }
                Awaits::Zug(set) => self.turn(&set.iter().collect::<Vec<_>>()),
            }
            self.tell();
        }
        self.ask();
    }

    /// At tables with chips somebody sits out now and then, comes back, or gets up and is followed by another.
    fn between_deals(&mut self) {
        if S::KASSE == Kasse::Steine && self.spiel.awaits() == Awaits::Pause {
            let p = Platz(self.rng.random_range(0..self.plaetze));
            if self.rng.random_ratio(1, 3) {
                let steine = self.spiel.rise(p, &mut self.out);
                self.spiel.sit(p, steine + 9, &mut self.out);
            }
            let out_of_play = self.rng.random_ratio(1, 3);
            self.spiel.sit_out(p, out_of_play);
            if !self.spiel.ready() {
                self.spiel.sit_out(p, false);
            }
        }
    }

    fn turn(&mut self, on: &[Platz]) {
        if S::KASSE == Kasse::Steine && self.rng.random_ratio(1, 80) {
            self.spiel.rise(Platz(self.rng.random_range(0..self.plaetze)), &mut self.out);
            return;
        }
        let p = *on.choose(&mut self.rng).unwrap();
        let namen = self.namen(Viewer::Platz(p));
        let view = self.spiel.view(Viewer::Platz(p));
        self.ohr.hoere(&S::turn(&view, &namen));
        let legal = S::legal(&view);
        for zug in &legal {
            self.ohr
                .hoere(&S::riskant(zug, &view).map(Block::Satz).into_iter().collect::<Vec<_>>());
        }
        for seat in (0..self.plaetze).map(Platz) {
            let mine = if seat == p { &legal[..] } else { &[] };
            if (seat == p || !on.contains(&seat)) && self.type_all(seat, mine) {
                return;
            }
        }
        let zug = self.choose(&legal);
        self.spiel.play(p, &zug, &mut self.out).unwrap_or_else(|_| panic!("{zug}"));
    }

    /// The timid fold, the others hardly ever: or nobody would see the end of a deal.
    fn choose(&mut self, legal: &[S::Zug]) -> S::Zug {
        let (folds, others): (Vec<S::Zug>, Vec<S::Zug>) =
            legal.iter().cloned().partition(|z| z.to_string() == "steige aus");
        let fold = !folds.is_empty() && (self.timid || self.rng.random_ratio(1, 8));
        let from = if fold || others.is_empty() { folds } else { others };
        from.choose(&mut self.rng).expect("there is always a legal move").clone()
    }

    /// Types some lines and tries some moves; true where one was a move after all.
    fn type_all(&mut self, p: Platz, legal: &[S::Zug]) -> bool {
        let namen = self.namen(Viewer::Platz(p));
        let view = self.spiel.view(Viewer::Platz(p));
        let typed: Vec<&str> = ZEILEN.sample(&mut self.rng, 8).copied().collect();
        let mut wrong = S::moves();
        wrong = wrong.sample(&mut self.rng, 4).cloned().collect();
        for line in typed {
            match S::read_named(&Satz::new(line), &view, &namen) {
                Reading::Ask(zeile) => self.ohr.hoere(&[Block::Satz(zeile)]),
                Reading::Zug(zug) => wrong.push(zug),
                Reading::NotMine => {}
            }
        }
        for zug in wrong.iter().filter(|z| !legal.contains(z)) {
            match self.spiel.play(p, zug, &mut self.out) {
                Ok(()) => return true,
                Err(v) => self.ohr.hoere(&[Block::Satz(S::refuse(&v, &view, &namen))]),
            }
        }
        false
    }

    fn ask(&mut self) {
        let seat = self.rng.random_range(0..self.plaetze);
        for viewer in [Viewer::Platz(Platz(seat)), Viewer::Zuschauer] {
            let view = self.spiel.view(viewer);
            for frage in FRAGEN.into_iter().chain(KARTEN) {
                let said = S::answer(frage, &view, &self.namen(viewer)).unwrap_or_default();
                self.ohr.hoere(&said);
            }
            for line in ["frage tausch", "blatt genau", "buchstabiere", "wort", "wort baum haus"] {
                if let Reading::Ask(z) = S::read_named(&Satz::new(line), &view, &self.namen(viewer))
                {
                    self.ohr.hoere(&[Block::Satz(z)]);
                }
            }
        }
    }

    fn tell(&mut self) {
        let events: Vec<_> = self.out.drain().collect();
        for event in events {
            for viewer in viewers(2) {
                if let Some(event) = event.visible_to(viewer) {
                    self.ohr.hoere(&S::tell(event, &self.namen(viewer)));
                }
            }
        }
    }
}

/// Plays at random; stacks are small at tables with chips, so that people run out of them.
fn listen<S: Probe + Auftritt>(games: u64, ohr: &mut Ohr) {
    for seed in 0..games {
        let mut rng = ChaCha12Rng::seed_from_u64(seed);
        let regeln = rules::<S>(&mut rng);
        let all = S::beginnings(&regeln);
        let mut anfang: Anfang = all.choose(&mut rng).unwrap().clone();
        if anfang.runden > 6 {
            anfang.runden = 6;
        }
        for steine in anfang.steine.iter_mut().flatten() {
            *steine = rng.random_range(1..50);
        }
        let spiel = S::start(&regeln, &anfang);
        let (plaetze, timid) = (anfang.plaetze, seed % 8 == 0);
        Abend { spiel, plaetze, ohr, timid, rng, out: Out::new() }.play(6);
    }
}

/// The texts of a file's code, one by one, without its unit tests and comments.
fn literals(text: &str) -> Vec<String> {
    let code = text.split("#[cfg(test)]").next().unwrap();
    let lines: Vec<&str> = code.lines().filter(|l| !l.trim_start().starts_with("//")).collect();
    let code = lines.join("\n").replace("'\"'", "");
    let (mut out, mut now, mut escaped): (Vec<String>, Option<String>, bool) =
        (vec![], None, false);
    for c in code.chars() {
        match &mut now {
            None if c == '"' => now = Some(String::new()),
            None => {}
            Some(s) if escaped || c == '\\' => {
                escaped = !escaped;
                s.push(c);
            }
            Some(_) if c == '"' => out.extend(now.take()),
            Some(s) => s.push(c),
        }
    }
    out.iter().map(|s| even(s)).collect()
}

/// Of a sentence what stands between its gaps, in runs of three words; empty where it is all gaps.
fn runs(sentence: &str) -> Vec<String> {
    let pieces = sentence.split(['{', '}']).step_by(2).map(str::trim).filter(|p| p.len() >= 7);
    let windows = pieces.flat_map(|p| {
        let words: Vec<&str> = p.split(' ').collect();
        words.windows(3.min(words.len())).map(|w| w.join(" ")).collect::<Vec<_>>()
    });
    windows.filter(|w| w.len() >= 8).collect()
}

#[test]
fn every_sentence_is_heard() {
    let mut ohr = Ohr::default();
    listen::<Russisch>(12, &mut ohr);
    listen::<Miwin>(40, &mut ohr);
    listen::<Word>(40, &mut ohr);
    let heard = ohr.text() + &corpus();
    let (mut silent, mut sentences) = (Vec::new(), 0);
    let said = |name: &str| WORTE.iter().any(|w| name.contains(w));
    for datei in files().into_iter().filter(|f| said(&f.name) && !f.is_test()) {
        for s in literals(&datei.text).into_iter().filter(|s| s.ends_with(['.', '?', '!'])) {
            let runs = runs(&s);
            if runs.is_empty() || OHNE.iter().any(|(part, _)| s.contains(part)) {
                continue;
            }
            sentences += 1;
            if !runs.iter().any(|r| heard.contains(r.as_str())) {
                silent.push(format!("{}: {s}", datei.name));
            }
        }
    }
    assert!(sentences > 250, "only {sentences} sentences were found");
    assert!(silent.is_empty(), "{} sentences nobody hears\n{}", silent.len(), silent.join("\n"));
}

/// What chance brings about once in a thousand evenings.
#[test]
fn rare_things_have_their_sentences() {
    let namen = Namen::new(["Anna", "Bert"].map(String::from).to_vec(), Some(Platz(0)));
    let said = |blocks: &[Block]| render(blocks, &Ansicht::default()).replace('\n', " ");
    let topf = Topfgewinn {
        betrag: 20,
        berechtigt: Plaetze::one(Platz(0)),
        gezahlt: vec![(Platz(0), 20)],
        womit: None,
        ausnahme: true,
        art: Topfart::Einziger,
    };
    let told = said(&Miwin::tell(&Event::Topf(topf), &namen));
    assert!(
        told.contains("Top gegen Top: Die Karte [0/0] gewinnt gegen die Karte [9/9]."),
        "{told}"
    );
    let regeln = read_rules::<Miwin>(&[], &Miwin::vorrat()).unwrap();
    let view = Miwin::start(&regeln, &Miwin::beginnings(&regeln)[0]).view(Viewer::Platz(Platz(0)));
    let why = |v| said(&[Block::Satz(Miwin::refuse(&v, &view, &namen))]);
    assert!(
        why(Verstoss::DoppelDreht(2)).contains("Karte 2 hat auf beiden Hälften dieselbe Zahl.")
    );
    assert!(why(Verstoss::SchonGedreht(3)).contains("Karte 3 ist schon einmal gedreht."));
    let pott = word::ansicht::Event::Pott {
        betrag: 7,
        berechtigt: Vec::new(),
        sieger: Vec::new(),
        rest: 7,
        punkte: 0,
        grund: word::ansicht::Grund::Wort,
    };
    assert!(said(&Word::tell(&pott, &namen)).contains("Der Pott von 7 bleibt liegen."));
    let mut vorrat = Word::vorrat();
    vorrat.insert("woerter.txt", Quelle::new("woerter.txt", "Tischdecke\nja\n"));
    let regeln = read_rules::<Word>(&[], &vorrat).unwrap();
    let found = Word::look_up(&Satz::new("wort tischdecke"), &regeln).unwrap();
    let found = said(&[found]);
    assert!(found.contains("lässt sich aber nicht mit fünf Karten legen."), "{found}");
}

#[test]
fn the_reader_of_literals_finds_sentences() {
    let code =
        "f(\"Das ist \\\n  ein Satz.\");\n// \"Das nicht.\"\ng('\"', \"{n} und noch einer.\");";
    assert_eq!(literals(code), ["Das ist ein Satz.", "{n} und noch einer."]);
    assert_eq!(runs("{n} und noch einer mehr."), ["und noch einer", "noch einer mehr."]);
    assert!(runs("{n} {m}.").is_empty());
}
