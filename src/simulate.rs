//! House friends against each other: no server, no pause. Cards and thoughts draw from separate streams of one
//! seed, so the same seed gives the same records byte for byte. Knows no game; prints nothing.

pub mod bericht;
mod bilanz;
mod partie;
pub mod sitze;
mod uhr;

use std::fs;
use std::path::{Path, PathBuf};

use rand::rngs::ChaCha12Rng;
use rand::{RngExt, SeedableRng};

pub use self::bericht::Report;
use self::bilanz::Bilanz;
use self::partie::Partie;
use self::sitze::{Spieler, period};
use crate::protokoll;
use crate::quelle::{Quelle, Schluessel};
use crate::spiele::{Anfang, Aufzeichnung, Freund, Kasse, Platz, Spiel, Tischregeln, Vorrat};

/// What is to be simulated, as it stands on the command line.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// For each seat a level or a yardstick. Seats go round over the same deals until they repeat.
    pub seats: Vec<String>,
    pub games: u32,
    /// Rounds of a game, or deals of a sitting. Without it the rules' standard, or one deal.
    pub rounds: Option<u32>,
    /// Without it the system draws one.
    pub seed: Option<u64>,
    /// Where one record a game is written.
    pub records: Option<PathBuf>,
    /// Plays each game once more with this player in place of the first, and compares.
    pub against: Option<String>,
    /// Brings all chips back to the beginning before each deal.
    pub refill: bool,
    /// Rule keys with their values.
    pub set: Vec<(String, String)>,
    /// Texts that a rule key may name.
    pub vorrat: Vorrat,
}

/// Plays the games. Errors: one German sentence about what is wrong with the options, or the disk's refusal.
pub fn run<S: Freund + Aufzeichnung>(options: &Options) -> Result<Report, String> {
    let plan = Plan::<S>::new(options)?;
    if let Some(dir) = &options.records {
        fs::create_dir_all(dir).map_err(|e| disk_fault(dir, &e))?;
    }
    let mut bilanz = Bilanz::new(&plan.spieler, plan.against);
    for nr in 1..=options.games {
        let mut partie = Partie::new(&plan, nr, &plan.spieler);
        partie.record = options.records.is_some().then(|| plan.start_line(&partie));
        let result = partie.play(&mut bilanz)?;
        if let (Some(dir), Some(record)) = (&options.records, &partie.record) {
            let path = dir.join(format!("{}-{nr:06}.jsonl", S::ID));
            fs::write(&path, record).map_err(|e| disk_fault(&path, &e))?;
        }
        bilanz.end(plan.deal_and_turn(nr).0, &result, plan.played_otherwise(nr)?);
    }
    bilanz.close();
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
    spieler: Vec<Spieler>,
    against: Option<Spieler>,
    refill: bool,
    runden: u32,
    seed: u64,
}

impl<S: Freund + Aufzeichnung> Plan<S> {
    fn new(options: &Options) -> Result<Self, String> {
        let regeln = read_rules::<S>(&options.set, &options.vorrat)?;
        let spieler: Vec<Spieler> =
            options.seats.iter().map(|name| Spieler::read::<S>(name)).collect::<Result<_, _>>()?;
        check_seats::<S>(&spieler)?;
        let against = options.against.as_deref().map(Spieler::read::<S>).transpose()?;
        if options.refill && options.records.is_some() {
            return Err("Wo Steine nachgefüllt werden, gibt es keine Aufzeichnung.".to_string());
        }
        let runden = rounds::<S>(S::tischregeln(&regeln), options.rounds)?;
        if options.games == 0 {
            return Err("Mit 0 Spielen gibt es nichts zu zählen. Ab 1 geht es.".to_string());
        }
        let seed = options.seed.unwrap_or_else(rand::random);
        Ok(Self { regeln, spieler, against, refill: options.refill, runden, seed })
    }

    /// Which deal a game plays, from 1, and how far the seats have gone round.
    fn deal_and_turn(&self, nr: u32) -> (u32, usize) {
        let period = u32::try_from(period(&self.spieler)).expect("a table has few seats");
        let turn = usize::try_from((nr - 1) % period).expect("a table has few seats");
        ((nr - 1) / period + 1, turn)
    }

    /// What the first of the list would have made there, had somebody else played for him.
    fn played_otherwise(&self, nr: u32) -> Result<Option<i64>, String> {
        let Some(other) = self.against else { return Ok(None) };
        let mut spieler = self.spieler.clone();
        spieler[0] = other;
        let mut bilanz = Bilanz::new(&spieler, None);
        let result = Partie::new(self, nr, &spieler).play(&mut bilanz)?;
        Ok(result.first().copied())
    }

    /// A stream of chance of its own for each game and each use: 0 deals, 15 draws the pool, 1 and up are the seats'
    /// thoughts.
    fn chance(&self, nr: u32, zweck: usize) -> ChaCha12Rng {
        let mut rng = ChaCha12Rng::seed_from_u64(self.seed);
        let zweck = u64::try_from(zweck).expect("a table has few seats");
        rng.set_stream(u64::from(nr) * 16 + zweck);
        rng
    }

    fn anfang(&self, dealing: &mut ChaCha12Rng) -> Anfang {
        let t = S::tischregeln(&self.regeln);
        let plaetze = u8::try_from(self.spieler.len()).expect("checked against the game's seats");
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
            steine: vec![steine; self.spieler.len()],
        }
    }

    fn start_line(&self, partie: &Partie<'_, S>) -> String {
        let line = protokoll::start_line::<S>(&self.regeln, &partie.anfang, &partie.namen());
        format!("{line}\n")
    }
}

fn check_seats<S: Spiel>(spieler: &[Spieler]) -> Result<(), String> {
    let (min, max) = (*S::PLAETZE.start(), *S::PLAETZE.end());
    if (usize::from(min)..=usize::from(max)).contains(&spieler.len()) {
        return Ok(());
    }
    let braucht = if min == max { min.to_string() } else { format!("{min} bis {max}") };
    let stufen = match spieler.len() {
        1 => "Angegeben ist 1 Stufe".to_string(),
        n => format!("Angegeben sind {n} Stufen"),
    };
    Err(format!("{stufen}, für dieses Spiel braucht es {braucht}."))
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
    fn a_name_that_is_none_is_refused_with_what_there_is() {
        let refused = |level| run::<Russisch>(&options(&[level; 4], 1)).unwrap_err();
        assert!(refused("mitel").contains("Meintest Du „mittel“?"));
        assert!(refused("call").contains("noisy") && refused("call").contains("orakel"));
    }

    /// The same player in the same seat of the same games makes the same.
    #[test]
    fn a_player_differs_from_himself_by_nothing() {
        let mut o = options(&["h0", "s", "s", "s"], 8);
        o.against = Some("h0".to_string());
        let report = run::<Russisch>(&o).unwrap();
        let paired = report.diffs.iter().find(|d| d.paired).unwrap();
        assert!(paired.mean.abs() < 1e-9 && paired.ci95.abs() < 1e-9, "{paired:?}");
    }

    /// Seats go round over one deal, so equal deals come four times running and not a fifth time.
    #[test]
    fn seats_go_round_over_the_same_deals() {
        let plan = Plan::<Russisch>::new(&options(&["h0", "s", "s", "s"], 8)).unwrap();
        let deals: Vec<_> = (1..=8).map(|nr| plan.deal_and_turn(nr)).collect();
        assert_eq!(deals[..4], [(1, 0), (1, 1), (1, 2), (1, 3)]);
        assert_eq!(deals[4], (2, 0));
        let plan = Plan::<Russisch>::new(&options(&["h0"; 4], 8)).unwrap();
        assert_eq!(plan.deal_and_turn(2), (2, 0), "equal players need not go round");
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
        let report = run::<Russisch>(&options(&["h0"; 4], 500)).unwrap();
        let mean = report.seats.iter().map(|s| s.mean).sum::<f64>() / 4.0;
        assert!((85.0..=92.0).contains(&mean), "{mean}");
        assert!(report.seats.iter().all(|s| s.blunders == Some(0)), "{report:?}");
        assert!(report.diffs.is_empty());
    }
}
