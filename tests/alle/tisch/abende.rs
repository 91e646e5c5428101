//! Whole evenings at a table, played by chance: people who come, play, lose their line, return and leave, friends who
//! think, clocks that run out. What must always hold is checked by the house after every input. Generic: a new game
//! is one line at the end.

use std::time::Duration;

use rand::RngExt;
use rand::seq::IndexedRandom;
use theaterkeller::spiele::miwin::regeln::Miwin;
use theaterkeller::spiele::russisch::Russisch;
use theaterkeller::spiele::word::regeln::Word;
use theaterkeller::spiele::{Form, Kasse, Options, Viewer, Vorrat};
use theaterkeller::taler::Geldkonto;
use theaterkeller::tisch::{Input, Tischspiel};

use super::super::probe::Probe;
use super::haus::{Bauplan, Haus, abbild};

/// Rule keys of one table.
type Set = &'static [(&'static str, &'static str)];

const RUSSISCH: &[Set] = &[
    &[("runden_standard", "5")],
    &[("runden_standard", "5"), ("einsammeln", "befehl")],
    &[("runden_standard", "6"), ("verlassen", "gutschrift")],
    &[("runden_standard", "5"), ("einsammeln", "befehl"), ("verlassen", "gutschrift")],
    &[("runden_wahl", "niedrigstes_gebot"), ("runden_standard", "7"), ("haus_promille", "30")],
    &[("runden_wahl", "fest"), ("runden_standard", "5"), ("freunde_bieten", "false")],
];
const STEINE: &[Set] = &[&[], &[("zu_wenig", "aussteigen")]];

/// What is typed without thinking, by whoever sits there.
const GEREDE: [&str; 16] = [
    "los",
    "pause",
    "runden 7",
    "runden 99",
    "biete -5",
    "biete 1,5",
    "biete 0",
    "biete",
    "biete 99999999999999999999",
    "biete 500",
    "stand",
    "siegel",
    "letzte 5",
    "zeit",
    "was kann ich",
    "gib oleg 7 taler",
];

impl<S: Tischspiel> Haus<S> {
    /// A legal command for whoever is on.
    pub(super) fn guter_befehl(&mut self, konto: i64) -> Option<String> {
        let platz = self.platz(konto)?;
        if self.tisch.entscheidung(platz) == 0 {
            return None;
        }
        let Some(view) = self.tisch.view(Viewer::Platz(platz)) else {
            let gast = &self.leute[&Geldkonto::Konto(konto)];
            if gast.vorschlaege.iter().any(|b| b.starts_with("biete")) {
                return Some(format!("biete {}", self.rng.random_range(1..4000)));
            }
            return gast.vorschlaege.first().cloned();
        };
        let options = S::options(&view);
        self.one_of(&options)
    }

    fn one_of(&mut self, o: &Options) -> Option<String> {
        let mut all = o.befehle.clone();
        for (befehl, von, bis) in &o.bereiche {
            all.push(format!("{befehl} {}", self.rng.random_range(*von..=*bis)));
        }
        for (befehl, form) in &o.formen {
            if let Form::Positionen { .. } = form {
                all.push(format!("{befehl} 1"));
            }
        }
        all.choose(&mut self.rng).cloned()
    }

    /// One thing happens.
    fn schritt(&mut self) {
        let konto = self.rng.random_range(1..=i64::try_from(self.leute.len()).unwrap());
        let da = self.leute[&Geldkonto::Konto(konto)].da;
        let sitzt = self.platz(konto).is_some();
        match self.rng.random_range(0..100) {
            0..45 => self.jemand_spielt(),
            45..75 => self.jemand_denkt(),
            75..80 => self.die_zeit_vergeht(),
            80..84 if da && !sitzt => self.setz(konto),
            84..88 if sitzt && da => self.weg(konto),
            84..93 if !da => self.da(konto),
            88..93 if sitzt && da => {
                let line = *GEREDE.choose(&mut self.rng).unwrap();
                self.sage(konto, line);
            }
            93..94 if sitzt && da => {
                self.sage(konto, "steh auf");
                self.sage(konto, "ja");
            }
            94..95 => self.tausche_aus(),
            95 if self.rng.random_bool(0.2) => self.neustart(),
            _ => {}
        }
    }

    fn jemand_spielt(&mut self) {
        for konto in 1..=i64::try_from(self.leute.len()).unwrap() {
            if !self.leute[&Geldkonto::Konto(konto)].da {
                continue;
            }
            if let Some(line) = self.guter_befehl(konto) {
                self.sage(konto, &line);
                if self.rng.random_bool(0.3) {
                    self.sage(konto, "ja");
                }
                return;
            }
        }
        self.jemand_denkt();
    }

    /// A thought is said, sometimes late, sometimes twice.
    fn jemand_denkt(&mut self) {
        if self.gedanken.is_empty() {
            return;
        }
        let i = self.rng.random_range(0..self.gedanken.len());
        let g = self.gedanken.remove(i).unwrap();
        self.tun(Input::Gedacht { platz: g.platz, nr: g.nr, zug: g.zug.clone() });
        if self.rng.random_bool(0.1) {
            let before = abbild(&self.tisch, self.plan.e.plaetze);
            self.tun(Input::Gedacht { platz: g.platz, nr: g.nr, zug: g.zug });
            assert_eq!(before, abbild(&self.tisch, self.plan.e.plaetze), "a stale thought counts");
        }
    }

    fn die_zeit_vergeht(&mut self) {
        let s = self.rng.random_range(1..100);
        self.vergehe(Duration::from_secs(s));
    }

    /// Nobody says anything any more: games end by themselves.
    fn alle_schweigen(&mut self) {
        for _ in 0..5000 {
            self.denke_fertig();
            if S::KASSE == Kasse::Einsatz && !self.tisch.laeuft() {
                break;
            }
            let Some(at) = self.tisch.next_deadline() else { break };
            if S::KASSE == Kasse::Steine && at > self.jetzt + Duration::from_secs(50_000) {
                break;
            }
            self.vergehe(at.saturating_sub(self.jetzt));
            if S::KASSE == Kasse::Steine && self.protokolle.len() > 40 {
                break;
            }
        }
        assert!(self.gedanken.is_empty());
    }

    /// All lines are lost, and nobody returns.
    fn alle_bleiben_weg(&mut self) {
        for konto in 1..=i64::try_from(self.leute.len()).unwrap() {
            self.weg(konto);
        }
        for _ in 0..5000 {
            self.denke_fertig();
            let Some(at) = self.tisch.next_deadline() else { break };
            self.vergehe(at.saturating_sub(self.jetzt));
        }
        let short = |l: &String| l.chars().take(40).collect::<String>();
        let last: Vec<String> = self.journal.iter().rev().take(9).map(short).collect();
        let now = abbild(&self.tisch, self.plan.e.plaetze).join("\n");
        assert!(self.tisch.is_idle(), "everybody is gone, the table does not rest: {last:?} {now}");
        assert_eq!(self.auf_dem_tisch(), 0);
    }
}

/// `tables`: rule keys of the tables that are tried.
fn evenings<S: Tischspiel>(seeds: u64, tables: &[Set], vorrat: &Vorrat) {
    let mut eingaben = 0;
    for seed in 0..seeds {
        let set = tables[usize::try_from(seed).unwrap() % tables.len()];
        let plaetze = if S::KASSE == Kasse::Einsatz {
            4
        } else {
            *S::PLAETZE.start() + u8::try_from(seed % 4).unwrap()
        };
        let plan = Bauplan::<S>::new(plaetze, set, vorrat);
        let people = 1 + usize::try_from(seed % 5).unwrap();
        let purses: Vec<i64> = (0..people).map(|i| [9000, 2600, 40_000, 30, 0][i]).collect();
        let mut haus = Haus::new(plan, &purses, seed);
        haus.setz(1);
        for _ in 0..250 {
            haus.schritt();
        }
        if seed % 3 == 0 && S::KASSE == Kasse::Einsatz {
            haus.alle_schweigen();
            assert!(!haus.tisch.laeuft(), "a game with silent people does not end");
        }
        haus.alle_bleiben_weg();
        eingaben += haus.eingaben;
    }
    assert!(eingaben > seeds * 60, "only {eingaben} things happened");
}

#[test]
fn russisch_evenings_keep_every_promise() {
    evenings::<Russisch>(90, RUSSISCH, &Vorrat::default());
}

#[test]
fn miwin_evenings_keep_every_promise() {
    evenings::<Miwin>(60, STEINE, &Vorrat::default());
}

#[test]
fn word_evenings_keep_every_promise() {
    evenings::<Word>(50, STEINE, &Word::vorrat());
}
