//! One game of the arena: deals, asks who is on, counts. Draws cards and thoughts from streams of their own.

use rand::rngs::ChaCha12Rng;
use rand::seq::SliceRandom;

use super::bilanz::{Bilanz, Entscheidung};
use super::sitze::Spieler;
use super::{Plan, uhr};
use crate::spiele::{Anfang, Aufzeichnung, Awaits, Freund, Out, Platz, Spiel, Viewer, Wesen};

/// Decisions of this many games are timed; more would say nothing new, and looking at the clock costs as much as a
/// quick friend.
const TIMED_GAMES: u32 = 500;

/// One game.
pub(super) struct Partie<'p, S: Spiel> {
    plan: &'p Plan<S>,
    spiel: S,
    pub(super) anfang: Anfang,
    /// Who sits where, and under which number of the list.
    sitze: Vec<(usize, Spieler)>,
    dealing: ChaCha12Rng,
    thinking: Vec<ChaCha12Rng>,
    out: Out<S::Event>,
    /// What refilled chips have cost each seat.
    nachgelegt: Vec<i64>,
    /// The record's text, where one is kept.
    pub(super) record: Option<String>,
    timed: bool,
}

impl<'p, S: Freund + Aufzeichnung> Partie<'p, S> {
    /// Game `nr`, from 1, with these players as the list names them.
    pub(super) fn new(plan: &'p Plan<S>, nr: u32, spieler: &[Spieler]) -> Self {
        let (deal, turn) = plan.deal_and_turn(nr);
        let mut dealing = plan.chance(deal, 0);
        let anfang = plan.anfang(&mut dealing);
        let n = spieler.len();
        let mut pool = plan.chance(deal, 15);
        let drawn: Vec<Spieler> = spieler.iter().map(|s| s.drawn::<S>(&mut pool)).collect();
        let sitze = (0..n).map(|i| (i + turn) % n).map(|i| (i, drawn[i])).collect();
        Self {
            plan,
            spiel: S::start(&plan.regeln, &anfang),
            sitze,
            thinking: (1..=n).map(|i| plan.chance(nr, i)).collect(),
            anfang,
            dealing,
            out: Out::new(),
            nachgelegt: vec![0; n],
            record: None,
            timed: nr <= TIMED_GAMES,
        }
    }

    /// The names of the seats, for the record.
    pub(super) fn namen(&self) -> Vec<String> {
        let seats = self.sitze.iter().zip(1..);
        seats.map(|((_, s), i)| format!("{}-{i}", s.name())).collect()
    }

    pub(super) fn play(&mut self, bilanz: &mut Bilanz) -> Result<Vec<i64>, String> {
        // A deal counts from its first move, so that drawing for the first dealer is none.
        let (mut deals, mut begun) = (0, false);
        loop {
            match self.spiel.awaits() {
                Awaits::Over => break,
                Awaits::Pause => {
                    deals += u32::from(begun);
                    if deals == self.plan.runden || !self.spiel.ready() {
                        break;
                    }
                    begun = true;
                    self.refill();
                    self.deal();
                }
                Awaits::Deck => self.deal(),
                Awaits::Zug(set) => {
                    begun = true;
                    let platz = set.iter().next().ok_or("Das Spiel wartet auf niemanden.")?;
                    self.decide(platz, bilanz)?;
                }
            }
            self.note(bilanz);
        }
        Ok(self.result())
    }

    /// Everybody gets as many chips as at the beginning, where that is wanted.
    fn refill(&mut self) {
        if !self.plan.refill {
            return;
        }
        let have = self.spiel.kasse().plaetze;
        for (i, steine) in self.anfang.steine.iter().enumerate() {
            let steine = steine.unwrap_or(0);
            self.nachgelegt[i] += steine - have[i];
            self.spiel.refill(Platz::at(i), steine);
        }
    }

    fn deal(&mut self) {
        let mut deck = self.spiel.deck();
        deck.shuffle(&mut self.dealing);
        self.spiel.deal(&deck, &mut self.out);
    }

    fn decide(&mut self, platz: Platz, bilanz: &mut Bilanz) -> Result<(), String> {
        let (nr, spieler) = self.sitze[platz.i()];
        let view = self.spiel.view(Viewer::Platz(platz));
        let all = match spieler {
            Spieler::Orakel => (0..self.sitze.len())
                .map(|i| self.spiel.view(Viewer::Platz(Platz::at(i))))
                .collect(),
            _ => Vec::new(),
        };
        let rng = &mut self.thinking[platz.i()];
        let since = self.timed.then(uhr::thread_time);
        let zug = match spieler {
            Spieler::Stufe(stufe) => S::decide(&view, &Wesen { stufe, ..Wesen::EVEN }, rng),
            Spieler::Gegner(name) => S::gegner(name, &view, rng),
            Spieler::Orakel => S::orakel(&all, platz, rng),
            Spieler::Pool => S::mildest(&view),
        };
        let time = since.map(|s| uhr::thread_time().saturating_sub(s));
        let entscheidung = Entscheidung {
            art: S::entscheidung(&view),
            time,
            blunder: S::blunder(&view, &zug),
            bluff: S::bluff(&view, &zug),
        };
        bilanz.decision(nr, &entscheidung);
        self.spiel.play(platz, &zug, &mut self.out).map_err(|verstoss| {
            format!("{} auf Platz {} wollte „{zug}“: {verstoss:?}.", spieler.name(), platz.0)
        })
    }

    /// Takes note of what happened.
    fn note(&mut self, bilanz: &mut Bilanz) {
        for event in self.out.drain() {
            let event = event.for_record();
            if let Some(hits) = S::exact(event) {
                for ((nr, _), hit) in self.sitze.iter().zip(hits) {
                    bilanz.exact(*nr, hit);
                }
            }
            // A line costs as much as all the rest of a game, so it is made for a record alone.
            if let Some(record) = &mut self.record
                && let Some(line) = S::line(event)
            {
                record.push_str(&line.to_string());
                record.push('\n');
            }
        }
    }

    /// Points, or chips won, in the order of the list.
    fn result(&self) -> Vec<i64> {
        let by_seat = S::points(&self.spiel.view(Viewer::Zuschauer)).unwrap_or_else(|| {
            let paid = self.anfang.steine.iter().zip(&self.nachgelegt);
            let paid = paid.map(|(s, more)| s.unwrap_or(0) + more);
            self.spiel.kasse().plaetze.iter().zip(paid).map(|(have, paid)| have - paid).collect()
        });
        let mut by_list = vec![0; by_seat.len()];
        for ((nr, _), n) in self.sitze.iter().zip(by_seat) {
            by_list[*nr] = n;
        }
        by_list
    }
}
