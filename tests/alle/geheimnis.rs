//! What a viewer cannot know is exchanged under the same public play: all that he sees and hears must stay the same
//! (regeln.md G9), and so must a friend's decision. Generic: a new game is one line at the end.

use rand::SeedableRng;
use rand::rngs::ChaCha12Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use theaterkeller::spiele::miwin::Miwin;
use theaterkeller::spiele::russisch::Russisch;
use theaterkeller::spiele::word::regeln::Word;
use theaterkeller::spiele::{Anfang, Awaits, Out, Platz, Spiel, Viewer, Wesen};

use super::probe::{Probe, rules, viewers};

/// Deals of a sitting, which has no end of its own.
const DEALS: usize = 2;

/// What happened to a game from outside, so that it can be played again.
enum Eingang<S: Spiel> {
    Deck(Vec<S::Karte>),
    Zug(Platz, S::Zug),
}

/// All that a viewer has received of a game, and the view he has now.
#[derive(PartialEq, Eq, Debug)]
struct Eindruck {
    events: Vec<String>,
    view: String,
    /// What a friend of each level in his seat would do.
    decisions: Vec<String>,
    /// What friends may say something about.
    moments: Vec<String>,
}

struct Welt<S: Probe> {
    spiel: S,
    out: Out<S::Event>,
    verlauf: Vec<Eingang<S>>,
}

impl<S: Probe> Welt<S> {
    fn new(regeln: &S::Regeln, anfang: &Anfang) -> Self {
        Self { spiel: S::start(regeln, anfang), out: Out::new(), verlauf: Vec::new() }
    }

    /// Errors: the rules do not allow it in this world.
    fn feed(&mut self, eingang: Eingang<S>) -> Result<(), S::Verstoss> {
        match &eingang {
            Eingang::Deck(order) => self.spiel.deal(order, &mut self.out),
            Eingang::Zug(platz, zug) => self.spiel.play(*platz, zug, &mut self.out)?,
        }
        self.verlauf.push(eingang);
        Ok(())
    }

    /// Deals or plays at random. `false`: it is over, or the sitting has been long enough.
    fn advance(&mut self, rng: &mut ChaCha12Rng) -> bool {
        let deals = self.verlauf.iter().filter(|e| matches!(e, Eingang::Deck(_))).count();
        let next = match self.spiel.awaits() {
            Awaits::Over => return false,
            Awaits::Pause if deals >= DEALS || !self.spiel.ready() => return false,
            Awaits::Deck | Awaits::Pause => {
                let mut deck = self.spiel.deck();
                deck.shuffle(rng);
                Eingang::Deck(deck)
            }
            Awaits::Zug(set) => {
                let on = set.iter().next().expect("a game waits for somebody");
                let legal = S::legal(&self.spiel.view(Viewer::Platz(on)));
                Eingang::Zug(on, legal.choose(rng).expect("there is a legal move").clone())
            }
        };
        self.feed(next).expect("a legal move is taken");
        true
    }

    fn eindruck(&self, viewer: Viewer) -> Eindruck {
        let view = self.spiel.view(viewer);
        let events = self.out.iter().filter_map(|e| e.visible_to(viewer)).map(S::event_text);
        let on = matches!((self.spiel.awaits(), viewer),
            (Awaits::Zug(set), Viewer::Platz(p)) if set.contains(p));
        let decide = |stufe| {
            let wesen = Wesen { stufe, ..Wesen::EVEN };
            S::decide(&view, &wesen, &mut ChaCha12Rng::seed_from_u64(1)).to_string()
        };
        let levels = S::STUFEN.iter().filter(|_| on);
        let decisions = levels.map(|s| decide(*s)).collect();
        let moments = self.moments().filter(|_| viewer == Viewer::Zuschauer).collect();
        Eindruck { events: events.collect(), view: S::fingerprint(&view), decisions, moments }
    }

    fn moments(&self) -> impl Iterator<Item = String> {
        let view = self.spiel.view(Viewer::Zuschauer);
        let public = self.out.iter().filter_map(|e| e.visible_to(Viewer::Zuschauer));
        public.filter_map(move |e| S::moment(e, &view)).map(|m| format!("{m:?}"))
    }

    /// The same public play, but the cards of the last deal that this viewer cannot know lie elsewhere. `None`:
    /// the play would not have been legal with them.
    fn otherwise(&self, fresh: Self, viewer: Viewer, rng: &mut ChaCha12Rng) -> Option<Self> {
        let mut other = fresh;
        let last = self.verlauf.iter().rposition(|e| matches!(e, Eingang::Deck(_)))?;
        for (i, eingang) in self.verlauf.iter().enumerate() {
            let again = match eingang {
                Eingang::Deck(order) if i == last => {
                    Eingang::Deck(self.reshuffled(order, viewer, rng))
                }
                Eingang::Deck(order) => Eingang::Deck(order.clone()),
                Eingang::Zug(platz, zug) => Eingang::Zug(*platz, zug.clone()),
            };
            other.feed(again).ok()?;
        }
        Some(other)
    }

    fn reshuffled(
        &self,
        order: &[S::Karte],
        viewer: Viewer,
        rng: &mut ChaCha12Rng,
    ) -> Vec<S::Karte> {
        let hidden = self.spiel.hidden(viewer, order);
        let mut cards: Vec<S::Karte> = hidden.iter().map(|i| order[*i].clone()).collect();
        cards.shuffle(rng);
        let mut order = order.to_vec();
        for (i, card) in hidden.into_iter().zip(cards) {
            order[i] = card;
        }
        order
    }
}

/// How many other worlds were compared, and in how many of them hidden cards lay elsewhere.
#[derive(Default)]
struct Zahl {
    compared: usize,
    different: usize,
}

fn what_nobody_may_know_changes_nothing<S: Probe>() -> Zahl {
    let mut zahl = Zahl::default();
    for seed in 0..3 {
        let mut rng = ChaCha12Rng::seed_from_u64(seed);
        let regeln = rules::<S>(&mut rng);
        for anfang in S::beginnings(&regeln) {
            let mut welt = Welt::<S>::new(&regeln, &anfang);
            let mut steps = 0;
            while welt.advance(&mut rng) {
                steps += 1;
                if steps % 7 == 0 {
                    compare_all(&welt, (&regeln, &anfang), &mut rng, &mut zahl);
                }
            }
        }
    }
    zahl
}

fn compare_all<S: Probe>(
    welt: &Welt<S>,
    (regeln, anfang): (&S::Regeln, &Anfang),
    rng: &mut ChaCha12Rng,
    zahl: &mut Zahl,
) {
    for viewer in viewers(anfang.plaetze) {
        let fresh = Welt::new(regeln, anfang);
        let Some(other) = welt.otherwise(fresh, viewer, rng) else { continue };
        let (here, there) = (welt.eindruck(viewer), other.eindruck(viewer));
        assert!(here == there, "{viewer:?} notices: {here:#?}\n{there:#?}");
        zahl.compared += 1;
        zahl.different += usize::from(sides(welt, anfang) != sides(&other, anfang));
    }
}

/// F1 of the friends' fairness: so many positions, in each of which the hidden cards are dealt anew; a friend of every
/// level decides the same with the same chance.
const POSITIONS: usize = 1000;

fn friends_decide_alike_whatever_is_hidden<S: Probe>() {
    let (mut positions, mut seed) = (0, 1000);
    while positions < POSITIONS {
        seed += 1;
        assert!(seed < 3000, "only {positions} positions");
        let mut rng = ChaCha12Rng::seed_from_u64(seed);
        let regeln = rules::<S>(&mut rng);
        let anfang = S::beginnings(&regeln).choose(&mut rng).expect("a way to begin").clone();
        let mut welt = Welt::<S>::new(&regeln, &anfang);
        while welt.advance(&mut rng) {
            let Awaits::Zug(set) = welt.spiel.awaits() else { continue };
            let on = Viewer::Platz(set.iter().next().expect("somebody is on"));
            let fresh = Welt::new(&regeln, &anfang);
            let Some(other) = welt.otherwise(fresh, on, &mut rng) else { continue };
            if sides(&welt, &anfang) == sides(&other, &anfang) {
                continue;
            }
            let (here, there) = (welt.eindruck(on).decisions, other.eindruck(on).decisions);
            assert!(!here.is_empty());
            assert_eq!(here, there, "{}: a friend decides by what he cannot see", S::ID);
            positions += 1;
        }
    }
}

#[test]
fn f1_russisch_friends_decide_by_what_they_see() {
    friends_decide_alike_whatever_is_hidden::<Russisch>();
}

#[test]
fn f1_miwin_friends_decide_by_what_they_see() {
    friends_decide_alike_whatever_is_hidden::<Miwin>();
}

#[test]
fn f1_word_friends_decide_by_what_they_see() {
    friends_decide_alike_whatever_is_hidden::<Word>();
}

/// All views together: they show whether two worlds differ at all.
fn sides<S: Probe>(welt: &Welt<S>, anfang: &Anfang) -> Vec<String> {
    viewers(anfang.plaetze).map(|v| S::fingerprint(&welt.spiel.view(v))).collect()
}

#[test]
fn russisch_what_nobody_may_know_changes_nothing() {
    let Zahl { compared, different } = what_nobody_may_know_changes_nothing::<Russisch>();
    assert!(compared > 1000 && different > 1000, "{different} of {compared} worlds differ");
}

#[test]
fn miwin_what_nobody_may_know_changes_nothing() {
    let Zahl { compared, different } = what_nobody_may_know_changes_nothing::<Miwin>();
    assert!(compared > 200 && different > 60, "{different} of {compared} worlds differ");
}

#[test]
fn word_what_nobody_may_know_changes_nothing() {
    let Zahl { compared, different } = what_nobody_may_know_changes_nothing::<Word>();
    assert!(compared > 200 && different > 60, "{different} of {compared} worlds differ");
}
