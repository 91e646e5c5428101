//! The games: what tables do with every move, what friends do when they are on, and how they value what they hold.

use std::hint::black_box;
use std::path::Path;

use rand::SeedableRng;
use rand::rngs::ChaCha12Rng;
use rand::seq::SliceRandom;
use theaterkeller::daten;
use theaterkeller::simulate::{Options, read_rules, run};
use theaterkeller::spiele::miwin::Miwin;
use theaterkeller::spiele::miwin::figuren::Figuren;
use theaterkeller::spiele::miwin::karten::Karte;
use theaterkeller::spiele::namen::Namen;
use theaterkeller::spiele::russisch::Russisch;
use theaterkeller::spiele::word::einstellungen::from_text;
use theaterkeller::spiele::word::regeln::Word;
use theaterkeller::spiele::{
    Anfang, Auftritt, Aufzeichnung, Awaits, Freund, Out, Platz, Spiel, Stufe, Viewer, Vorrat, Wesen,
};
use theaterkeller::text::Block;

use super::Stoff;

/// Deals of a sitting that has no end of its own.
const RUNDEN: usize = 3;

pub(crate) const STOFF: &[Stoff] = &[
    Stoff::new("russisch: ganze Partie anwenden, 18 Runden", apply::<Russisch>),
    Stoff::new("miwin: drei Runden anwenden", apply::<Miwin>),
    Stoff::new("word: drei Runden anwenden", apply::<Word>),
    Stoff::new("russisch: Sicht eines Platzes", view::<Russisch>),
    Stoff::new("miwin: Sicht eines Platzes", view::<Miwin>),
    Stoff::new("word: Sicht eines Platzes", view::<Word>),
    Stoff::new("russisch: Freund entscheidet, mittel", decide::<Russisch>),
    Stoff::new("miwin: Freund entscheidet, mittel", decide::<Miwin>),
    Stoff::new("word: Freund entscheidet, mittel", decide::<Word>),
    Stoff::new("word: bestes Wort aus fünf Karten", || {
        let regeln = from_text("", &vorrat()).expect("the shipped words are in order");
        let mut hands = Haende::new(&regeln.satz.alle());
        Box::new(move || {
            let hand = hands.next();
            black_box(regeln.suche.best(hand, (&regeln.buch, &regeln.satz), |_| true));
        })
    }),
    Stoff::new("miwin: beste Lage aus fünf Karten", || {
        let figuren = Figuren::lesart("A").expect("reading A is built in");
        let mut hands = Haende::new(&Karte::alle());
        Box::new(move || {
            black_box(figuren.beste_lage(&[], hands.next()));
        })
    }),
    Stoff::new("russisch: 100 Spiele, vier schnelle Freunde", || {
        let seats = vec!["mittel".to_string(); 4];
        let options = Options { seats, games: 100, seed: Some(1), ..Options::default() };
        Box::new(move || {
            black_box(run::<Russisch>(black_box(&options)).expect("the options are in order"));
        })
    }),
];

fn vorrat() -> Vorrat {
    daten::vorrat(&Path::new(env!("CARGO_MANIFEST_DIR")).join("data"))
}

/// A hundred random hands of five cards, one after the other.
struct Haende<K> {
    all: Vec<Vec<K>>,
    at: usize,
}

impl<K: Clone> Haende<K> {
    fn new(deck: &[K]) -> Self {
        let mut rng = ChaCha12Rng::seed_from_u64(7);
        let mut deck = deck.to_vec();
        let mut deal = || {
            deck.shuffle(&mut rng);
            deck[..5].to_vec()
        };
        Self { all: (0..100).map(|_| deal()).collect(), at: 0 }
    }

    fn next(&mut self) -> &[K] {
        self.at = (self.at + 1) % self.all.len();
        &self.all[self.at]
    }
}

enum Eingang<S: Spiel> {
    Deck(Vec<S::Karte>),
    Zug(Platz, S::Zug),
}

/// A game among four friends with all that came into it.
pub(crate) struct Verlauf<S: Spiel> {
    regeln: S::Regeln,
    anfang: Anfang,
    eingaenge: Vec<Eingang<S>>,
}

impl<S: Freund + Aufzeichnung + Auftritt> Verlauf<S> {
    pub(crate) fn new() -> Self {
        let regeln = read_rules::<S>(&[], &vorrat()).expect("the default rules are in order");
        let steine = vec![(S::ID != "russisch").then_some(500); 4];
        let anfang = Anfang { plaetze: 4, erster: Platz(0), einsatz: 1000, runden: 18, steine };
        let anfang = Anfang { einsatz: if S::ID == "russisch" { 1000 } else { 0 }, ..anfang };
        let anfang = Anfang { runden: if S::ID == "russisch" { 18 } else { 0 }, ..anfang };
        let mut verlauf = Self { regeln, anfang, eingaenge: Vec::new() };
        verlauf.play();
        verlauf
    }

    fn start(&self) -> S {
        S::start(&self.regeln, &self.anfang)
    }

    fn play(&mut self) {
        let mut rng = ChaCha12Rng::seed_from_u64(3);
        let (mut spiel, mut out, mut deals) = (self.start(), Out::new(), 0);
        loop {
            let next = match spiel.awaits() {
                Awaits::Over => return,
                Awaits::Pause if deals > RUNDEN || !spiel.ready() => return,
                Awaits::Deck | Awaits::Pause => {
                    deals += 1;
                    let mut deck = spiel.deck();
                    deck.shuffle(&mut rng);
                    Eingang::Deck(deck)
                }
                Awaits::Zug(set) => {
                    let on = set.iter().next().expect("a game waits for somebody");
                    let view = spiel.view(Viewer::Platz(on));
                    Eingang::Zug(on, S::decide(&view, &mittel(), &mut rng))
                }
            };
            Self::feed(&mut spiel, &next, &mut out);
            self.eingaenge.push(next);
        }
    }

    fn feed(spiel: &mut S, eingang: &Eingang<S>, out: &mut Out<S::Event>) {
        match eingang {
            Eingang::Deck(order) => spiel.deal(order, out),
            Eingang::Zug(platz, zug) => {
                assert!(spiel.play(*platz, zug, out).is_ok(), "a friend plays by the rules");
            }
        }
    }

    /// The game where half of it has been played and somebody is on.
    pub(crate) fn mitten(&self) -> S {
        let (mut spiel, mut out) = (self.start(), Out::new());
        for (i, eingang) in self.eingaenge.iter().enumerate() {
            if i >= self.eingaenge.len() / 2 && matches!(spiel.awaits(), Awaits::Zug(_)) {
                break;
            }
            Self::feed(&mut spiel, eingang, &mut out);
        }
        spiel
    }

    /// Everything that the first seat is told of a deal from the middle, and of its turns.
    pub(crate) fn erzaehlt(&self) -> Vec<Block> {
        let namen = ["Anna", "Elena", "Sergej", "Vladim"].map(str::to_string).to_vec();
        let namen = Namen::new(namen, Some(Platz(0)));
        let me = Viewer::Platz(Platz(0));
        let (mut spiel, mut blocks, mut deals) = (self.start(), Vec::new(), 0);
        for eingang in &self.eingaenge {
            let mut out = Out::new();
            Self::feed(&mut spiel, eingang, &mut out);
            deals += usize::from(matches!(eingang, Eingang::Deck(_)));
            if deals == 5 {
                let heard = out.iter().filter_map(|e| e.visible_to(me));
                blocks.extend(heard.flat_map(|e| S::tell(e, &namen)));
                if matches!(spiel.awaits(), Awaits::Zug(set) if set.contains(Platz(0))) {
                    blocks.extend(S::turn(&spiel.view(me), &namen));
                }
            }
        }
        blocks
    }
}

fn mittel() -> Wesen {
    Wesen { stufe: Stufe::Mittel, ..Wesen::EVEN }
}

/// The whole game once more, from what came into it.
fn apply<S: Freund + Aufzeichnung + Auftritt>() -> Box<dyn FnMut()> {
    let verlauf = Verlauf::<S>::new();
    Box::new(move || {
        let (mut spiel, mut out) = (verlauf.start(), Out::new());
        for eingang in &verlauf.eingaenge {
            Verlauf::<S>::feed(&mut spiel, eingang, &mut out);
            out.clear();
        }
        black_box(spiel.kasse());
    })
}

fn view<S: Freund + Aufzeichnung + Auftritt>() -> Box<dyn FnMut()> {
    let spiel = Verlauf::<S>::new().mitten();
    Box::new(move || {
        black_box(black_box(&spiel).view(Viewer::Platz(Platz(0))));
    })
}

fn decide<S: Freund + Aufzeichnung + Auftritt>() -> Box<dyn FnMut()> {
    let spiel = Verlauf::<S>::new().mitten();
    let Awaits::Zug(set) = spiel.awaits() else { panic!("somebody is on") };
    let on = set.iter().next().expect("somebody is on");
    let view = spiel.view(Viewer::Platz(on));
    let mut rng = ChaCha12Rng::seed_from_u64(5);
    Box::new(move || {
        black_box(S::decide(black_box(&view), &mittel(), &mut rng));
    })
}
