//! House friends against each other: no server, no pause. Cards and thoughts draw from separate streams of one
//! seed, so the same seed gives the same records byte for byte. Knows no game; prints nothing.

pub mod bericht;
mod bilanz;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use rand::rngs::ChaCha12Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

pub use self::bericht::Report;
use self::bilanz::Bilanz;
use crate::protokoll;
use crate::quelle::{Quelle, Schluessel, nearest};
use crate::spiele::{
    Anfang, Aufzeichnung, Awaits, Freund, Kasse, Out, Platz, Spiel, Stufe, Tischregeln, Viewer,
    Vorrat, Wesen,
};

/// What is to be simulated, as it stands on the command line.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// A level for each seat.
    pub seats: Vec<String>,
    pub games: u32,
    /// Rounds of a game, or deals of a sitting. Without it the rules' standard, or one deal.
    pub rounds: Option<u32>,
    /// Without it the system draws one.
    pub seed: Option<u64>,
    /// Where one record a game is written.
    pub records: Option<PathBuf>,
    /// Rule keys with their values.
    pub set: Vec<(String, String)>,
    /// Texts that a rule key may name.
    pub vorrat: Vorrat,
}

/// Decisions of this many games are timed; more would say nothing new, and looking at the clock costs as much as a
/// quick friend.
const TIMED_GAMES: u32 = 500;

/// Plays the games. Errors: one German sentence about what is wrong with the options, or the disk's refusal.
pub fn run<S: Freund + Aufzeichnung>(options: &Options) -> Result<Report, String> {
    let plan = Plan::<S>::new(options)?;
    if let Some(dir) = &options.records {
        fs::create_dir_all(dir).map_err(|e| disk_fault(dir, &e))?;
    }
    let mut bilanz = Bilanz::new(&plan.stufen);
    for nr in 1..=options.games {
        let mut partie = Partie::new(&plan, nr);
        partie.record = options.records.is_some().then(|| plan.start_line(&partie.anfang));
        partie.play(&mut bilanz)?;
        if let (Some(dir), Some(record)) = (&options.records, &partie.record) {
            let path = dir.join(format!("{}-{nr:06}.jsonl", S::ID));
            fs::write(&path, record).map_err(|e| disk_fault(&path, &e))?;
        }
    }
    Ok(Report {
        spiel: S::ID,
        games: options.games,
        seed: plan.seed,
        seats: bilanz.seats(),
        diffs: bilanz.diffs(),
    })
}

fn disk_fault(path: &Path, e: &std::io::Error) -> String {
    format!("„{}“ lässt sich nicht schreiben ({e}).", path.display())
}

/// Reads rule keys from the command line over the defaults. A value that is no TOML counts as text. Errors: the
/// first key or value that the game does not know, with a hint.
pub fn read_rules<S: Spiel>(
    set: &[(String, String)],
    vorrat: &Vorrat,
) -> Result<S::Regeln, String> {
    let text: String = set.iter().map(|(key, value)| toml_line(key, value)).collect();
    let quelle = Quelle::new("--set", text);
    let fault = |f: &crate::quelle::Fault| format!("{} {}", f.what, f.hint).trim_end().to_string();
    let tafel = quelle.tafel().map_err(|faults| faults.first().map(fault).unwrap_or_default())?;
    let mut k = Schluessel::new(&quelle, tafel);
    let regeln = S::regeln(&mut k, vorrat);
    match k.done().first() {
        None => Ok(regeln),
        Some(f) => Err(fault(f)),
    }
}

fn toml_line(key: &str, value: &str) -> String {
    let bare = format!("{key} = {value}\n");
    if Quelle::new("", bare.as_str()).tafel().is_ok() {
        return bare;
    }
    format!("{key} = {}\n", serde_json::Value::from(value))
}

/// Everything that is the same in each game.
struct Plan<S: Spiel> {
    regeln: S::Regeln,
    stufen: Vec<Stufe>,
    runden: u32,
    seed: u64,
}

impl<S: Freund + Aufzeichnung> Plan<S> {
    fn new(options: &Options) -> Result<Self, String> {
        let regeln = read_rules::<S>(&options.set, &options.vorrat)?;
        let stufen: Vec<Stufe> =
            options.seats.iter().map(|name| level::<S>(name)).collect::<Result<_, _>>()?;
        check_seats::<S>(&stufen)?;
        let runden = rounds::<S>(S::tischregeln(&regeln), options.rounds)?;
        if options.games == 0 {
            return Err("Mit 0 Spielen gibt es nichts zu zählen. Ab 1 geht es.".to_string());
        }
        let seed = options.seed.unwrap_or_else(rand::random);
        Ok(Self { regeln, stufen, runden, seed })
    }

    /// A stream of chance of its own for each game and each use: 0 deals, 1 and up are the seats' thoughts.
    fn chance(&self, nr: u32, zweck: usize) -> ChaCha12Rng {
        let mut rng = ChaCha12Rng::seed_from_u64(self.seed);
        let zweck = u64::try_from(zweck).expect("a table has few seats");
        rng.set_stream(u64::from(nr) * 16 + zweck);
        rng
    }

    fn anfang(&self, dealing: &mut ChaCha12Rng) -> Anfang {
        let t = S::tischregeln(&self.regeln);
        let plaetze = u8::try_from(self.stufen.len()).expect("checked against the game's seats");
        let steine = (S::KASSE == Kasse::Steine).then_some(t.steine);
        let einsatz = t.freunde_gebot.unwrap_or(*t.einsatz.start());
        Anfang {
            plaetze,
            erster: Platz(dealing.random_range(0..plaetze)),
            einsatz: match S::KASSE {
                Kasse::Einsatz => einsatz.clamp(*t.einsatz.start(), *t.einsatz.end()),
                Kasse::Steine => 0,
            },
            runden: if S::KASSE == Kasse::Einsatz { self.runden } else { 0 },
            steine: vec![steine; self.stufen.len()],
        }
    }

    fn start_line(&self, anfang: &Anfang) -> String {
        let seats = self.stufen.iter().zip(1..);
        let namen: Vec<String> = seats.map(|(s, i)| format!("{}-{i}", s.name())).collect();
        format!("{}\n", protokoll::start_line::<S>(&self.regeln, anfang, &namen))
    }
}

fn level<S: Freund>(name: &str) -> Result<Stufe, String> {
    let Some((_, stufe)) = Stufe::ALL.into_iter().find(|(n, _)| *n == name) else {
        let hint = match nearest(name, Stufe::ALL.map(|(n, _)| n)) {
            Some(n) => format!("Meintest Du „{n}“?"),
            None => "Möglich ist: leicht, mittel, stark.".to_string(),
        };
        return Err(format!("Die Stufe „{name}“ gibt es nicht. {hint}"));
    };
    if S::STUFEN.contains(&stufe) {
        return Ok(stufe);
    }
    let built: Vec<&str> = S::STUFEN.iter().map(|s| s.name()).collect();
    let built = built.join(", ");
    Err(format!("Die Stufe „{name}“ gibt es bei diesem Spiel noch nicht. Möglich ist: {built}."))
}

fn check_seats<S: Spiel>(stufen: &[Stufe]) -> Result<(), String> {
    let (min, max) = (*S::PLAETZE.start(), *S::PLAETZE.end());
    if (usize::from(min)..=usize::from(max)).contains(&stufen.len()) {
        return Ok(());
    }
    let braucht = if min == max { min.to_string() } else { format!("{min} bis {max}") };
    Err(format!("Angegeben sind {} Stufen, für dieses Spiel braucht es {braucht}.", stufen.len()))
}

fn rounds<S: Spiel>(t: &Tischregeln, wanted: Option<u32>) -> Result<u32, String> {
    let (range, standard) = match S::KASSE {
        Kasse::Einsatz => (t.runden.clone(), t.runden_standard),
        Kasse::Steine => (1..=u32::MAX, 1),
    };
    let runden = wanted.unwrap_or(standard);
    if range.contains(&runden) {
        return Ok(runden);
    }
    let (min, max) = (range.start(), range.end());
    Err(match S::KASSE {
        Kasse::Einsatz => format!("{runden} Runden gehen nicht, möglich sind {min} bis {max}."),
        Kasse::Steine => "Mit 0 Runden wird nicht gegeben. Ab 1 geht es.".to_string(),
    })
}

/// One game.
struct Partie<'p, S: Spiel> {
    plan: &'p Plan<S>,
    spiel: S,
    anfang: Anfang,
    dealing: ChaCha12Rng,
    thinking: Vec<ChaCha12Rng>,
    out: Out<S::Event>,
    /// The record's text, where one is kept.
    record: Option<String>,
    timed: bool,
}

impl<'p, S: Freund + Aufzeichnung> Partie<'p, S> {
    fn new(plan: &'p Plan<S>, nr: u32) -> Self {
        let mut dealing = plan.chance(nr, 0);
        let anfang = plan.anfang(&mut dealing);
        Self {
            plan,
            spiel: S::start(&plan.regeln, &anfang),
            thinking: (1..=plan.stufen.len()).map(|i| plan.chance(nr, i)).collect(),
            anfang,
            dealing,
            out: Out::new(),
            record: None,
            timed: nr <= TIMED_GAMES,
        }
    }

    fn play(&mut self, bilanz: &mut Bilanz) -> Result<(), String> {
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
        bilanz.end(&self.result());
        Ok(())
    }

    fn deal(&mut self) {
        let mut deck = self.spiel.deck();
        deck.shuffle(&mut self.dealing);
        self.spiel.deal(&deck, &mut self.out);
    }

    fn decide(&mut self, platz: Platz, bilanz: &mut Bilanz) -> Result<(), String> {
        let wesen = Wesen { stufe: self.plan.stufen[platz.i()], risiko: 50, bluff: 50 };
        let view = self.spiel.view(Viewer::Platz(platz));
        let since = self.timed.then(Instant::now);
        let zug = S::decide(&view, &wesen, &mut self.thinking[platz.i()]);
        bilanz.decision(platz, since.map(|s| s.elapsed()), S::blunder(&view, &zug));
        self.spiel.play(platz, &zug, &mut self.out).map_err(|verstoss| {
            format!("Der Freund auf Platz {} wollte „{zug}“: {verstoss:?}.", platz.0)
        })
    }

    /// Takes note of what happened.
    fn note(&mut self, bilanz: &mut Bilanz) {
        for event in self.out.drain() {
            let event = event.for_record();
            if let Some(hits) = S::exact(event) {
                bilanz.exact(&hits);
            }
            if let (Some(record), Some(line)) = (&mut self.record, S::line(event)) {
                record.push_str(&line.to_string());
                record.push('\n');
            }
        }
    }

    /// Points, or chips won.
    fn result(&self) -> Vec<i64> {
        if let Some(points) = S::points(&self.spiel.view(Viewer::Zuschauer)) {
            return points;
        }
        let bought = self.anfang.steine.iter().map(|s| s.unwrap_or(0));
        let have = self.spiel.kasse().plaetze;
        have.iter().zip(bought).map(|(have, bought)| have - bought).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spiele::russisch::Russisch;

    fn options(seats: &[&str], games: u32) -> Options {
        let seats = seats.iter().map(|s| (*s).to_string()).collect();
        Options { seats, games, seed: Some(7), ..Options::default() }
    }

    fn set(key: &str, value: &str) -> (String, String) {
        (key.to_string(), value.to_string())
    }

    #[test]
    fn a_level_that_is_not_built_is_refused_with_what_is() {
        let refused = |level| run::<Russisch>(&options(&[level; 4], 1)).unwrap_err();
        assert!(refused("stark").contains("„stark“ gibt es bei diesem Spiel noch nicht"));
        assert!(refused("stark").contains("mittel"));
        assert!(refused("mitel").contains("Meintest Du „mittel“?"));
    }

    #[test]
    fn seats_and_rounds_must_fit_the_game() {
        assert!(run::<Russisch>(&options(&["mittel"; 3], 1)).unwrap_err().contains("3 Stufen"));
        let mut o = options(&["mittel"; 4], 1);
        o.rounds = Some(19);
        assert!(run::<Russisch>(&o).unwrap_err().contains("5 bis 18"));
    }

    #[test]
    fn rule_keys_are_read_as_words_or_numbers_and_unknown_ones_get_a_hint() {
        let read = |sets: &[(String, String)]| read_rules::<Russisch>(sets, &Vorrat::default());
        let regeln = read(&[set("abrechnung", "anteil"), set("haus_promille", "30")]).unwrap();
        assert_eq!(regeln.haus_promille, 30);
        assert_eq!(regeln.abrechnung, crate::spiele::russisch::regeln::AbrechnungArt::Anteil);
        assert!(read(&[set("haus_promile", "30")]).unwrap_err().contains("„haus_promille“"));
        assert!(read(&[set("haus_promille", "viel")]).unwrap_err().contains("haus_promille"));
    }

    /// Four equal friends make 87 to 90 points a game over the long run; a little room for chance.
    #[test]
    fn the_rule_of_thumb_makes_what_it_made_elsewhere() {
        let report = run::<Russisch>(&options(&["mittel"; 4], 500)).unwrap();
        let mean = report.seats.iter().map(|s| s.mean).sum::<f64>() / 4.0;
        assert!((85.0..=92.0).contains(&mean), "{mean}");
        assert!(report.seats.iter().all(|s| s.blunders == Some(0)), "{report:?}");
        assert!(report.diffs.is_empty());
    }
}
