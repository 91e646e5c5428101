//! The contract between a game and everything around it. A game is one folder below this one: `regeln`
//! (no time, no chance, no words), `freund` (the house's players), `auftritt` (words in, blocks out) and
//! `aufzeichnung` (records). The table, the simulator and the checker of records know only these traits.

pub mod einsatz;
pub mod klient;
pub mod miwin;
pub mod namen;
pub mod russisch;
mod vorrat;
pub mod wetten;
pub mod word;
pub mod zwischenstand;

use std::fmt::{Debug, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;

use rand::rngs::ChaCha12Rng;
use serde_json::{Map, Value};

pub use self::klient::{Ereignis, Info, Raus, SitzInfo};
pub use self::namen::Namen;
pub use self::vorrat::Vorrat;
use crate::quelle::Schluessel;
use crate::satz::Satz;
use crate::text::{Block, Zeile};

/// A seat, 0-based, clockwise (regeln.md G11).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Platz(pub u8);

impl Platz {
    /// As an index into per-seat lists.
    pub fn i(self) -> usize {
        usize::from(self.0)
    }

    /// The seat with this index. Expects fewer than 16 seats.
    pub fn at(i: usize) -> Self {
        Self(u8::try_from(i).expect("a table has fewer than 16 seats"))
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Plaetze(u16);

impl Plaetze {
    pub const NONE: Self = Self(0);

    pub fn one(p: Platz) -> Self {
        Self(1 << p.0)
    }

    pub fn contains(self, p: Platz) -> bool {
        self.0 & (1 << p.0) != 0
    }

    pub fn insert(&mut self, p: Platz) {
        self.0 |= 1 << p.0;
    }

    pub fn remove(&mut self, p: Platz) {
        self.0 &= !(1 << p.0);
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Seats in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Platz> {
        (0..16).map(Platz).filter(move |p| self.contains(*p))
    }
}

impl FromIterator<Platz> for Plaetze {
    fn from_iter<I: IntoIterator<Item = Platz>>(seats: I) -> Self {
        let mut set = Self::NONE;
        for p in seats {
            set.insert(p);
        }
        set
    }
}

/// Through whose eyes a game is looked at. There is no third kind: whoever is not at the table sees what
/// everybody may see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    Platz(Platz),
    Zuschauer,
}

/// What a game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Awaits {
    /// The deck in a fresh order, at once.
    Deck,
    /// Between two deals of an open sitting: seats come and go; the next deal is made by [`Spiel::deal`] when
    /// the table finds enough seats with chips.
    Pause,
    /// A move of each of these seats; they may come in any order.
    Zug(Plaetze),
    /// Nothing any more.
    Over,
}

/// How a game moves money.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kasse {
    /// Every seat stakes the same before the first deal; at the end the pot is paid out (Russisch Poker).
    Einsatz,
    /// Chips bought when sitting down and changed back when standing up; open end (Miwin, Word).
    Steine,
}

/// Who may know an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Audience {
    All,
    Only(Platz),
    AllBut(Platz),
    Record,
}

/// A sealed event: its content opens only for a viewer who may know it, or for the full record.
#[derive(Clone)]
pub struct Addressed<E> {
    to: Audience,
    event: E,
}

impl<E> Addressed<E> {
    /// The event, if this viewer may know it.
    pub fn visible_to(&self, viewer: Viewer) -> Option<&E> {
        let open = match (self.to, viewer) {
            (Audience::All, _) => true,
            (Audience::Only(p), Viewer::Platz(v)) => p == v,
            (Audience::AllBut(p), Viewer::Platz(v)) => p != v,
            (Audience::AllBut(_), Viewer::Zuschauer) => true,
            (Audience::Only(_), Viewer::Zuschauer) | (Audience::Record, _) => false,
        };
        open.then_some(&self.event)
    }

    /// The event for the full record, which only the house keeps. Nothing that speaks to people calls this.
    pub fn for_record(&self) -> &E {
        &self.event
    }
}

/// Collects the events of one step, in order.
pub struct Out<E>(Vec<Addressed<E>>);

impl<E> Default for Out<E> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<E> Out<E> {
    pub fn new() -> Self {
        Self::default()
    }

    /// Everybody may know it.
    pub fn all(&mut self, event: E) {
        self.push(Audience::All, event);
    }

    /// Only this seat may know it.
    pub fn only(&mut self, p: Platz, event: E) {
        self.push(Audience::Only(p), event);
    }

    /// Everybody but this seat is told so; the seat is told otherwise.
    pub fn all_but(&mut self, p: Platz, event: E) {
        self.push(Audience::AllBut(p), event);
    }

    /// Nobody at the table may know it; it stands in the full record.
    pub fn record(&mut self, event: E) {
        self.push(Audience::Record, event);
    }

    fn push(&mut self, to: Audience, event: E) {
        self.0.push(Addressed { to, event });
    }

    /// Takes all events out, in order; the buffer is kept for the next step.
    pub fn drain(&mut self) -> impl Iterator<Item = Addressed<E>> + '_ {
        self.0.drain(..)
    }

    pub fn iter(&self) -> impl Iterator<Item = &Addressed<E>> {
        self.0.iter()
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }
}

/// What stands fixed when a game or a sitting begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anfang {
    /// Number of seats of the table.
    pub plaetze: u8,
    /// Drawn by the table: who opens round 1 (Russisch) or deals first (Miwin). Word draws by cards instead.
    pub erster: Platz,
    /// Stake of each seat in Taler or Spielgeld (games with [`Kasse::Einsatz`]); 0 elsewhere.
    pub einsatz: i64,
    /// Number of rounds (Russisch, 5 to 18); 0 = open end.
    pub runden: u32,
    /// Chips of each taken seat, `None` where nobody sits (games with [`Kasse::Steine`]); all `None` elsewhere.
    pub steine: Vec<Option<i64>>,
}

/// Who chooses the number of rounds (regeln.md R1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rundenwahl {
    /// Whoever opens the table.
    #[default]
    Gruender,
    /// The room's standard, always.
    Fest,
    /// Everybody names a number; the lowest counts.
    NiedrigstesGebot,
}

/// What leaving a running game costs (regeln.md R26).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Verlassen {
    /// The payout of the seat falls to the house.
    #[default]
    Verfall,
    /// The friend who takes over plays for the leaver.
    Gutschrift,
}

/// What the table must know of a game's rules to move money and people. Read by the game from its own keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tischregeln {
    pub rundenwahl: Rundenwahl,
    /// Allowed numbers of rounds; 0..=0 where a game has none.
    pub runden: RangeInclusive<u32>,
    pub runden_standard: u32,
    /// Allowed stakes ([`Kasse::Einsatz`]).
    pub einsatz: RangeInclusive<i64>,
    /// What a friend bids; `None`: friends do not bid, only people's bids count.
    pub freunde_gebot: Option<i64>,
    /// Each has to hand over the stake by a command of his own (regeln.md R17, `einsammeln = "befehl"`).
    pub einsammeln_auf_befehl: bool,
    pub verlassen: Verlassen,
    pub erfahrung_gegen_freunde: bool,
    pub erfahrung_je_sieg: i64,
    /// Chips bought when sitting down ([`Kasse::Steine`]).
    pub steine: i64,
    /// Whether a seat without enough chips may buy again between deals.
    pub nachkauf: bool,
}

impl Default for Tischregeln {
    fn default() -> Self {
        Self {
            rundenwahl: Rundenwahl::default(),
            runden: 0..=0,
            runden_standard: 0,
            einsatz: 0..=0,
            freunde_gebot: None,
            einsammeln_auf_befehl: false,
            verlassen: Verlassen::default(),
            erfahrung_gegen_freunde: true,
            erfahrung_je_sieg: 1,
            steine: 0,
            nachkauf: false,
        }
    }
}

/// Where all the money of a game is. The sum over all three is constant (regeln.md G1).
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Kassenstand {
    /// What each seat would take along if it stood up now: chips, or the payout once the game is over.
    pub plaetze: Vec<i64>,
    /// Pots, bets, antes, stakes.
    pub mitte: i64,
    /// The house's share.
    pub haus: i64,
}

impl Kassenstand {
    pub fn summe(&self) -> i64 {
        self.plaetze.iter().sum::<i64>() + self.mitte + self.haus
    }
}

/// Rules. No time, no chance, no words. Hidden state is read through [`Spiel::view`] alone.
pub trait Spiel: Sized + Send + Sync + 'static {
    /// The room's settings for this game (the keys of regeln.md).
    type Regeln: Clone + Send + Sync + 'static;
    /// `Display` and `FromStr` are the record's notation.
    type Karte: Clone + Eq + Ord + Display + FromStr + Send + Sync + 'static;
    /// A move. `Display` and `FromStr` are one notation, also used by the journal ("ansage 3").
    type Zug: Clone + Eq + Debug + Display + FromStr + Send + Sync + 'static;
    type Event: Clone + Send + Sync + 'static;
    /// Why a move is refused. It has no text here; [`Auftritt::refuse`] says it.
    type Verstoss: Clone + Eq + Debug + Send + 'static;
    /// All that one viewer may know. No derived `Debug`: it holds a hand.
    type View: Clone + Send + Sync + 'static;

    /// `russisch`, `miwin`, `word`.
    const ID: &'static str;
    /// How many must play, and how many seats a table can have.
    const PLAETZE: RangeInclusive<u8>;
    const KASSE: Kasse;

    /// Reads this game's rule keys; faults are collected in `k`. `vorrat` holds the texts a key may name.
    fn regeln(k: &mut Schluessel<'_>, vorrat: &Vorrat) -> Self::Regeln;
    /// The part of the rules that the table itself carries out.
    fn tischregeln(regeln: &Self::Regeln) -> &Tischregeln;
    /// Expects `anfang` to fit the rules (rounds, seats); the table has checked it.
    fn start(regeln: &Self::Regeln, anfang: &Anfang) -> Self;
    /// The cards of the deal that is awaited, in a fixed order, for shuffling.
    fn deck(&self) -> Vec<Self::Karte>;
    fn awaits(&self) -> Awaits;
    /// Deals from the top of `order`, a permutation of [`Spiel::deck`]. Expects `Awaits::Deck` or `Awaits::Pause`
    /// with enough seats.
    fn deal(&mut self, order: &[Self::Karte], out: &mut Out<Self::Event>);
    /// Errors: the reason; then nothing has changed.
    fn play(
        &mut self,
        platz: Platz,
        zug: &Self::Zug,
        out: &mut Out<Self::Event>,
    ) -> Result<(), Self::Verstoss>;
    /// All that this viewer may know. Has no default, on purpose.
    fn view(&self, viewer: Viewer) -> Self::View;
    /// The harmless move when time is up (regeln.md G6). Expects the view of a seat that is awaited.
    fn mildest(view: &Self::View) -> Self::Zug;
    /// Another thinking time than the table's for what is awaited now, in seconds.
    fn frist_s(&self) -> Option<u32> {
        None
    }
    /// Cards of the last deal that everybody has seen, for the shuffle seal.
    fn seen(&self) -> Vec<Self::Karte>;
    fn kasse(&self) -> Kassenstand;

    /// A seat with chips takes part from the next deal. Only with [`Kasse::Steine`]; expects a free seat.
    fn sit(&mut self, _platz: Platz, _steine: i64, _out: &mut Out<Self::Event>) {}
    /// Frees a seat, at any moment: in a deal it folds first (regeln.md G8). Gives the chips it takes along.
    fn rise(&mut self, _platz: Platz, _out: &mut Out<Self::Event>) -> i64 {
        0
    }
    /// A seat sits out from the next deal (`true`) or takes part again (`false`).
    fn sit_out(&mut self, _platz: Platz, _out_of_play: bool) {}
    /// Brings a seat's chips to this amount between two deals. Only for the arena, where no money is at stake.
    fn refill(&mut self, _platz: Platz, _steine: i64) {}
    /// All that a sitting needs to go on from here, in one line ([`zwischenstand`]), so that its journal can forget the
    /// deals before. `None`: cards are out, or the game has no such moment. What lies open of the last deal is not
    /// part of it.
    fn zwischenstand(&self) -> Option<String> {
        None
    }
    /// The sitting that goes on from there. `None`: the line is not of this game, these rules and so many seats.
    fn aus_zwischenstand(_regeln: &Self::Regeln, _plaetze: u8, _stand: &str) -> Option<Self> {
        None
    }
    /// Whether enough seats can take part in the next deal; asked while [`Awaits::Pause`]. A game with an ante
    /// says no to seats that cannot pay it.
    fn ready(&self) -> bool {
        let with_chips = self.kasse().plaetze.iter().filter(|n| **n > 0).count();
        with_chips >= usize::from(*Self::PLAETZE.start())
    }
}

/// How strong a friend of the house plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Stufe {
    Leicht,
    Mittel,
    Stark,
}

impl Stufe {
    pub const ALL: [(&'static str, Self); 3] =
        [("leicht", Self::Leicht), ("mittel", Self::Mittel), ("stark", Self::Stark)];

    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, s)| *s == self).map_or("", |(n, _)| n)
    }
}

/// A friend's level and temperament, from `data/freunde`. Temperament is in percent, 50 is even.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wesen {
    pub stufe: Stufe,
    pub risiko: u8,
    pub bluff: u8,
    /// How much others' points hurt: 0 looks at his own game only, 100 gives up a point to cost each other one.
    pub bosheit: u8,
    /// Which way he leans between announcements that look alike: below 50 the lower, above the higher.
    pub ansage: u8,
    /// How quickly he acts: 100 takes the shortest pause, 0 the longest. What he decides does not depend on it.
    pub tempo: u8,
}

impl Wesen {
    /// No temperament at all, at the middle level.
    pub const EVEN: Self =
        Self { stufe: Stufe::Mittel, risiko: 50, bluff: 50, bosheit: 0, ansage: 50, tempo: 50 };
}

/// Something that everybody at a table has just seen, and that a friend may have a word about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    /// A trick, a pot or a deal goes to this seat.
    Holt(Platz),
    /// Announces or bets high.
    Wagt(Platz),
    /// Drops out of a deal.
    SteigtAus(Platz),
    /// Has promised more than it held, and now it is seen.
    Blufft(Platz),
}

impl Moment {
    pub fn platz(self) -> Platz {
        let (Self::Holt(p) | Self::Wagt(p) | Self::SteigtAus(p) | Self::Blufft(p)) = self;
        p
    }
}

/// The house's players. A friend decides from a view, so it cannot know more than a person in that seat.
pub trait Freund: Spiel {
    /// The levels that are built; others are refused, never replaced.
    const STUFEN: &'static [Stufe];
    /// A legal move. Expects the view of a seat that is awaited. Deterministic for a given `rng` state.
    fn decide(view: &Self::View, wesen: &Wesen, rng: &mut ChaCha12Rng) -> Self::Zug;

    /// A legal move that needs no thought and no chance, for the case that thinking fails.
    fn ohne_denken(view: &Self::View) -> Self::Zug {
        Self::mildest(view)
    }

    /// What each seat has scored, for a report over many games. `None`: chips are the score.
    fn points(_view: &Self::View) -> Option<Vec<i64>> {
        None
    }
    /// Whether each seat hit its announcement, from the event that settles it.
    fn exact(_event: &Self::Event) -> Option<Vec<bool>> {
        None
    }
    /// Whether a move is a plain blunder. `None`: the game has no such notion.
    fn blunder(_view: &Self::View, _zug: &Self::Zug) -> Option<bool> {
        None
    }
    /// Of a raise in the last betting round: whether the hand is worse than the median. `None`: no such raise.
    fn bluff(_view: &Self::View, _zug: &Self::Zug) -> Option<bool> {
        None
    }

    /// What there is to say about an event. `view` is what somebody without a seat sees after it: a saying is made of
    /// that alone, so none can tell of hidden cards. Expects an event that everybody may know.
    fn moment(_event: &Self::Event, _view: &Self::View) -> Option<Moment> {
        None
    }

    /// Yardsticks that sit at tables of the arena only: rules of thumb and scripts, by name.
    const GEGNER: &'static [&'static str] = &[];
    /// Of these one is drawn for each seat that is called `pool`.
    const POOL: &'static [&'static str] = &[];
    /// Whether there is a seat called `orakel`, see [`Freund::orakel`].
    const ORAKEL: bool = false;
    /// A legal move of one of [`Freund::GEGNER`]. Expects the view of a seat that is awaited.
    fn gegner(_name: &str, view: &Self::View, _rng: &mut ChaCha12Rng) -> Self::Zug {
        Self::mildest(view)
    }
    /// A move of `platz`, who is shown all hands: the ceiling that no fair player reaches. Expects the views of all
    /// seats; nobody but an arena can gather them.
    fn orakel(views: &[Self::View], platz: Platz, _rng: &mut ChaCha12Rng) -> Self::Zug {
        Self::mildest(&views[platz.i()])
    }
    /// What kind of decision this is, so that their thinking times can be told apart.
    fn entscheidung(_view: &Self::View) -> &'static str {
        "zug"
    }
}

/// What a typed sentence means to a game, for the seat whose view it was read against.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reading<Z> {
    Zug(Z),
    /// Meant for the game, but a part is missing, unclear or impossible: one sentence, reason first, then what
    /// would work. Nothing changes.
    Ask(Zeile),
    /// Not about this game.
    NotMine,
}

/// What a seat may do now.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Complete commands that may be typed as they stand; all moves, or the ends where there is a range.
    pub befehle: Vec<String>,
    /// Ranges: (command, from, to), both ends included.
    pub bereiche: Vec<(String, i64, i64)>,
    /// Input that no list can hold: (command, kind), such as ("tausche", Positionen { max }).
    pub formen: Vec<(String, Form)>,
}

/// Kinds of open input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Form {
    /// Up to `max` card positions.
    Positionen { max: u8 },
    /// A word from these cards.
    Wort { karten: Vec<String> },
}

/// Questions that are answered at any time and cost no turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Frage {
    Blatt,
    /// One card of the own hand, 1-based.
    Karte(u8),
    /// What lies on the table.
    Tisch,
    /// Everything, in a fixed order.
    Stand,
    Dran,
    WasKannIch,
    Pott,
    Kosten,
    Grenzen,
    Punkte,
    /// What the hand is worth.
    Wert,
    Geber,
    Dabei,
    Einsatz,
    Stiche,
}

/// Words in, blocks out. Every sentence of a game stands behind this trait, once.
pub trait Auftritt: Spiel {
    /// What the seat means with this sentence.
    fn read(satz: &Satz, view: &Self::View) -> Reading<Self::Zug>;
    /// As [`Auftritt::read`], for sentences that may name people at the table ("zweifle anna an"). The table
    /// calls this one.
    fn read_named(satz: &Satz, view: &Self::View, _namen: &Namen) -> Reading<Self::Zug> {
        Self::read(satz, view)
    }
    /// Settles something of the table's rules before the first deal (regeln.md W3: "grenzen 1 5"), for
    /// whoever opens the table. Gives the sentence for everybody, or why not. `None`: not such a sentence.
    fn agree(_satz: &Satz, _regeln: &mut Self::Regeln) -> Option<Result<Zeile, Zeile>> {
        None
    }
    /// A question that the rules alone answer, typed by whoever stands near a table of this game ("wort baum").
    fn look_up(_satz: &Satz, _regeln: &Self::Regeln) -> Option<Block> {
        None
    }
    /// What the viewer may do now; empty for whoever is not on.
    fn options(view: &Self::View) -> Options;
    /// An event as the viewer hears it (`namen.du` is his seat). Empty: there is nothing to say.
    fn tell(event: &Self::Event, namen: &Namen) -> Vec<Block>;
    /// Whether [`Auftritt::turn`] tells this event again, as long as nothing follows it that it does not tell.
    /// `view`: what everybody sees after the step that brought the event. `du`: the listener, whose own deeds are
    /// always said back.
    fn im_zug(_event: &Self::Event, _view: &Self::View, _du: Option<Platz>) -> bool {
        false
    }
    /// Said to the seat that is on: "Du bist dran", and all that is needed to decide.
    fn turn(view: &Self::View, namen: &Namen) -> Vec<Block>;
    /// Why the move is refused and what would work: one sentence or two, one cause.
    fn refuse(verstoss: &Self::Verstoss, view: &Self::View, namen: &Namen) -> Zeile;
    /// A question to ask before a legal move that is easily regretted; `ja` then plays it.
    fn riskant(_zug: &Self::Zug, _view: &Self::View) -> Option<Zeile> {
        None
    }
    /// Answers a question. `None`: this game has nothing of the kind. Each but `Stand`, `Blatt` and `Tisch`
    /// is one line.
    fn answer(frage: Frage, view: &Self::View, namen: &Namen) -> Option<Vec<Block>>;
    /// How the game stands, for the program of whoever has this view. Holds what the view holds.
    fn gmcp_info(view: &Self::View) -> Info;
    /// A public event for programs. `None`: it is no news of its own. Asked only of events that everybody may
    /// know.
    fn gmcp_event(event: &Self::Event) -> Option<Ereignis>;
}

/// One recorded input, read back.
pub enum Eingabe<S: Spiel> {
    Deck(Vec<S::Karte>),
    Zug(Platz, S::Zug),
    Sit(Platz, i64),
    Rise(Platz),
    /// As in [`Spiel::sit_out`].
    SitOut(Platz, bool),
}

/// A game's records (protokoll.md). The full record holds every event; [`Aufzeichnung::input`] reads it back.
pub trait Aufzeichnung: Spiel {
    /// The `ev` of every line this game writes behind `start`. A reader refuses one of these where nothing calls
    /// for it and ignores every other line.
    const EVENTS: &'static [&'static str] = &[
        "deal", "bid", "play", "trick", "score", "end", "bet", "swap", "open", "last", "show",
        "pot", "word", "doubt", "end_hand", "sit", "rise",
    ];

    /// Fields of the `start` line beyond `ev`, `game` and `seats`. `rules` holds settings that differ from the
    /// default, under the keys of regeln.md.
    fn head(regeln: &Self::Regeln, anfang: &Anfang) -> Map<String, Value>;
    /// Reads them back; `vorrat` as in [`Spiel::regeln`]. Errors: one German sentence.
    fn read_head(
        head: &Map<String, Value>,
        vorrat: &Vorrat,
    ) -> Result<(Self::Regeln, Anfang), String>;
    /// The line of an event, or `None` if it leaves none (another event of the same step does).
    fn line(event: &Self::Event) -> Option<Value>;
    /// What `lines[0]` puts into the game, or `None` if the line follows from earlier ones. The lines behind it
    /// are there for a deal: the order of the deck follows from the hands and from what was drawn later.
    /// Errors: one German sentence.
    fn input(&self, lines: &[Map<String, Value>]) -> Result<Option<Eingabe<Self>>, String>;
}
