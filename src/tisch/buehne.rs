//! What a table wants done, and what it says to whom.

use std::collections::BTreeMap;

use super::klient::Meldung;
use super::{Schritt, Tisch, Tischspiel};
use crate::spiele::{Addressed, Moment, Platz, Viewer, Wesen};
use crate::taler::{Buchung, Geldkonto};
use crate::text::{Block, Zeile};

/// Who is spoken to.
#[derive(Clone, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum An {
    Person(Geldkonto),
    /// Everybody who watches without a seat.
    Zuschauer,
}

/// What somebody is to a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rolle {
    Sitzt,
    SchautZu,
    Keine,
}

/// A wish for chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wunsch {
    /// One of so many seats.
    Erster { plaetze: u8 },
    /// An order of so many cards, and as many salts.
    Deck { karten: usize },
}

/// Why a friend may say something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Grund {
    /// Sits down to a game or sitting, or to one that is going on.
    Kommt,
    /// Stands up.
    Geht,
    /// Has won a game.
    Gewinnt,
    /// A trick, a pot or a deal is his.
    Holt,
    /// Announces or bets high.
    Wagt,
    SteigtAus,
    Blufft,
    /// Takes his time.
    Wartet,
}

/// A moment that everybody at the table has seen. Holds names, so that it is still true when seats have changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tischmoment {
    pub grund: Grund,
    /// Whose moment it is.
    pub wer: String,
    /// His purse; `None`: he is a friend himself.
    pub mensch: Option<Geldkonto>,
    /// Friends who sit there, by name.
    pub freunde: Vec<String>,
}

/// What the host must do for the table, in order. Everything before the first post is written before anything is
/// said.
pub enum Output<S: Tischspiel> {
    Journal(String),
    Buche(Buchung),
    /// Moves money from a purse to the table together with the step's journal line; the answer comes back as
    /// `Bezahlt` or `Unbezahlbar`.
    Bezahle {
        konto: Geldkonto,
        betrag: i64,
        buchung: Buchung,
        schritt: Schritt<S>,
        line: String,
    },
    /// `allein`: the whole pot went to this one player.
    Erfahrung {
        konto: i64,
        punkte: i64,
        allein: bool,
    },
    /// Said to one person or to all who watch. `nr`: the decision that is asked for with it. `folgt`: a friend has
    /// moved and the next one thinks already, so an ear may hear both at once.
    Post {
        an: An,
        bloecke: Vec<Block>,
        nr: Option<u64>,
        folgt: bool,
    },
    /// For the programs of everybody at the table, watchers included; all of it is public.
    Programm(Vec<Meldung>),
    /// Said in the room to those who have nothing to do with the table.
    Raum(Zeile),
    Rolle {
        konto: Geldkonto,
        rolle: Rolle,
    },
    Zufall(Wunsch),
    Denke {
        platz: Platz,
        nr: u64,
        view: Box<S::View>,
        wesen: Wesen,
    },
    /// Lines that the running game's record goes on with.
    Protokoll(Vec<String>),
    /// The record is complete, or it is of a game that was broken off and nobody needs it.
    Protokollende {
        behalten: bool,
    },
    /// Something that friends may have a word about. Said after everything else.
    Moment(Tischmoment),
    /// How a person has fared against the friends he sat with.
    Begegnung {
        konto: i64,
        freunde: Vec<String>,
        gewinn: i64,
    },
    /// The winners' names, for the channel of the tables.
    Kurier(Vec<String>),
    /// The journal so far can be replaced by these lines.
    Neuanfang(Vec<String>),
    /// The line just noted holds a whole sitting. What is before the line that did so last is needed no longer.
    Abschnitt,
    /// The person wants to leave the server as well.
    Abschied(Geldkonto),
}

/// Collects outputs; what is said is gathered into one post for each listener and put last.
pub struct Ausgang<S: Tischspiel> {
    outputs: Vec<Output<S>>,
    posts: BTreeMap<An, (Vec<Block>, Option<u64>)>,
    meldungen: Vec<Meldung>,
    /// Another friend moves next, see [`Output::Post`].
    folgt: bool,
}

impl<S: Tischspiel> Default for Ausgang<S> {
    fn default() -> Self {
        Self { outputs: Vec::new(), posts: BTreeMap::new(), meldungen: Vec::new(), folgt: false }
    }
}

impl<S: Tischspiel> Ausgang<S> {
    pub fn new() -> Self {
        Self::default()
    }

    pub(super) fn push(&mut self, output: Output<S>) {
        self.outputs.push(output);
    }

    pub fn clear(&mut self) {
        self.outputs.clear();
        self.posts.clear();
        self.meldungen.clear();
        self.folgt = false;
    }

    /// What is said by this step may wait for the next friend.
    pub(super) fn folgt(&mut self, folgt: bool) {
        self.folgt = folgt;
    }

    pub(super) fn melde(&mut self, meldung: Meldung) {
        self.meldungen.push(meldung);
    }

    /// All outputs; posts come last.
    pub fn drain(&mut self) -> Vec<Output<S>> {
        let mut all = std::mem::take(&mut self.outputs);
        let posts = std::mem::take(&mut self.posts);
        if !self.meldungen.is_empty() {
            all.push(Output::Programm(std::mem::take(&mut self.meldungen)));
        }
        let folgt = std::mem::take(&mut self.folgt);
        let post = |(an, (bloecke, nr))| Output::Post { an, bloecke, nr, folgt };
        all.extend(posts.into_iter().map(post));
        all
    }

    pub(super) fn an(&mut self, an: An, block: Block) {
        self.posts.entry(an).or_default().0.push(block);
    }

    pub(super) fn an_person(&mut self, konto: &Geldkonto, block: Block) {
        self.an(An::Person(konto.clone()), block);
    }

    /// To the person at a seat; a friend hears nothing.
    pub(super) fn an_platz(&mut self, tisch: &Tisch<S>, platz: Platz, block: Block) {
        if let Some(konto) = tisch.mensch(platz) {
            self.an_person(konto, block);
        }
    }

    /// Marks the post of this seat with the decision it asks for.
    pub(super) fn mit_nr(&mut self, tisch: &Tisch<S>, platz: Platz, nr: u64) {
        if let Some(konto) = tisch.mensch(platz) {
            self.posts.entry(An::Person(konto.clone())).or_default().1 = Some(nr);
        }
    }
}

impl<S: Tischspiel> Tisch<S> {
    /// Everybody who listens, each with his seat.
    fn hoerer(&self) -> Vec<(An, Option<Platz>)> {
        let seats = self
            .alle_plaetze()
            .filter_map(|p| Some((An::Person(self.mensch(p)?.clone()), Some(p))));
        seats.chain([(An::Zuschauer, None)]).collect()
    }

    /// Says one thing to everybody, to each in his own person, and keeps it in the table's history.
    pub(super) fn sag_alle(
        &mut self,
        aus: &mut Ausgang<S>,
        f: impl Fn(&crate::spiele::Namen) -> Vec<Block>,
    ) {
        for (an, du) in self.hoerer() {
            for block in f(&self.namen(du)) {
                aus.an(an.clone(), block);
            }
        }
        self.remember(f(&self.namen(None)));
    }

    /// Shows everybody something that is no part of the table's history.
    pub(super) fn zeige_allen(&self, aus: &mut Ausgang<S>, block: &Block) {
        for (an, _) in self.hoerer() {
            aus.an(an, block.clone());
        }
    }

    /// The same, but a seat is told nothing: it has its own sentence.
    pub(super) fn sag_anderen(&mut self, aus: &mut Ausgang<S>, ohne: Platz, block: &Block) {
        for (an, du) in self.hoerer() {
            if du != Some(ohne) {
                aus.an(an, block.clone());
            }
        }
        self.remember(vec![block.clone()]);
    }

    /// Tells an event to everybody who may know it, and notes it in the record.
    pub(super) fn erzaehle(
        &mut self,
        event: &Addressed<S::Event>,
        danach: &S::View,
        aus: &mut Ausgang<S>,
    ) {
        if let Some(line) = S::line(event.for_record()) {
            self.protokoll.push(line.to_string());
        }
        for (an, du) in self.hoerer() {
            let viewer = du.map_or(Viewer::Zuschauer, Viewer::Platz);
            if let Some(seen) = event.visible_to(viewer) {
                for block in S::tell(seen, &self.namen(du)) {
                    let im_zug = S::im_zug(seen, danach, du);
                    let block = match block {
                        Block::Satz(zeile) => Block::Ereignis { zeile, im_zug },
                        other => other,
                    };
                    aus.an(an.clone(), block);
                }
            }
        }
        if let Some(seen) = event.visible_to(Viewer::Zuschauer) {
            self.melde_ereignis(seen, aus);
            self.remember(S::tell(seen, &self.namen(None)));
            self.merke_moment(seen, aus);
        }
    }

    /// What friends may say about an event that everybody has seen.
    fn merke_moment(&self, event: &S::Event, aus: &mut Ausgang<S>) {
        let Some(view) = self.view(Viewer::Zuschauer) else { return };
        let Some(moment) = S::moment(event, &view) else { return };
        let grund = match moment {
            Moment::Holt(_) => Grund::Holt,
            Moment::Wagt(_) => Grund::Wagt,
            Moment::SteigtAus(_) => Grund::SteigtAus,
            Moment::Blufft(_) => Grund::Blufft,
        };
        self.moment(grund, moment.platz(), aus);
    }

    /// Lets the friends at the table have a word about this seat.
    pub(super) fn moment(&self, grund: Grund, platz: Platz, aus: &mut Ausgang<S>) {
        let Some(b) = self.wer(platz) else { return };
        let freunde = self.freunde_am_tisch();
        // Who plays for somebody else has nothing to say about himself.
        if freunde.is_empty() || b.vertreter.is_some() {
            return;
        }
        let (wer, mensch) = (b.name.clone(), self.mensch(platz).cloned());
        aus.push(Output::Moment(Tischmoment { grund, wer, mensch, freunde }));
    }

    /// Somebody has been on for a long time.
    pub fn moment_wartet(&self, konto: &Geldkonto) -> Option<Tischmoment> {
        let freunde = self.freunde_am_tisch();
        let b = self.wer(self.platz_von(konto)?)?;
        let (wer, mensch) = (b.name.clone(), Some(konto.clone()));
        (!freunde.is_empty()).then_some(Tischmoment { grund: Grund::Wartet, wer, mensch, freunde })
    }

    /// The friends who have a seat of their own.
    pub(super) fn freunde_am_tisch(&self) -> Vec<String> {
        let friend = |p: &Platz| self.wer(*p).is_some() && self.mensch(*p).is_none();
        self.alle_plaetze().filter(friend).map(|p| self.name(p).to_string()).collect()
    }

    /// How each person of an account has fared, for the friends' memory; `gewinn` is by seat.
    pub(super) fn begegnung(&self, p: Platz, gewinn: i64, aus: &mut Ausgang<S>) {
        let freunde = self.freunde_am_tisch();
        if let (Some(Geldkonto::Konto(konto)), false) = (self.mensch(p), freunde.is_empty()) {
            aus.push(Output::Begegnung { konto: *konto, freunde, gewinn });
        }
    }

    fn remember(&mut self, bloecke: Vec<Block>) {
        if bloecke.is_empty() {
            return;
        }
        if self.log.len() == super::LOG_EVENTS_MAX {
            self.log.pop_front();
        }
        self.log.push_back(bloecke);
    }
}
