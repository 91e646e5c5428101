//! What came out of many games: means with their 95 % intervals, shares, thinking times, as JSON and as
//! German lines. Counts nothing, plays nothing and prints nothing.

use serde_json::{Map, Value, json};

use super::sitze::Spieler;

/// The result of a simulation.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Id of the game.
    pub spiel: &'static str,
    pub games: u32,
    /// The seed that gives the same games again.
    pub seed: u64,
    pub seats: Vec<Sitz>,
    pub diffs: Vec<Abstand>,
}

/// What one seat made.
#[derive(Clone, Debug, PartialEq)]
pub struct Sitz {
    pub wer: Spieler,
    /// Points, or chips won, a game.
    pub mean: f64,
    /// Half of the 95 % interval.
    pub ci95: f64,
    /// Share of announcements hit; `None` where the game has none.
    pub exact: Option<f64>,
    /// Median and 99th percentile of the processor's time a decision took, in microseconds.
    pub cpu_us: (f64, f64),
    /// The same for each kind of decision, where there is more than one.
    pub cpu_us_je_art: Vec<(&'static str, (f64, f64))>,
    /// Plain blunders; `None` where the game has no such notion.
    pub blunders: Option<u64>,
    /// Share of the last round's raises made with a hand below the median; `None` where nobody raises.
    pub bluffs: Option<f64>,
}

/// How much more one makes than another: at the same table, or in the same seat of the same games.
#[derive(Clone, Debug, PartialEq)]
pub struct Abstand {
    pub more: Spieler,
    pub less: Spieler,
    pub mean: f64,
    pub ci95: f64,
    /// Same cards, same seat, same others.
    pub paired: bool,
}

impl Report {
    /// The object that `simulate --json` prints.
    pub fn to_json(&self) -> Value {
        let seats: Vec<Value> = self.seats.iter().map(Sitz::to_json).collect();
        let diffs: Vec<Value> = self.diffs.iter().map(Abstand::to_json).collect();
        json!({"game": self.spiel, "games": self.games, "seats": seats, "diffs": diffs})
    }

    /// The same for people, one line a seat.
    pub fn to_text(&self) -> String {
        let spiele = if self.games == 1 { "Spiel" } else { "Spiele" };
        let mut text =
            format!("{}: {} {spiele}, Startwert {}.\n", self.spiel, self.games, self.seed);
        for (i, sitz) in self.seats.iter().enumerate() {
            text.push_str(&format!("Platz {i}, {}\n", sitz.to_text()));
        }
        for d in &self.diffs {
            let (more, less) = (d.more.name(), d.less.name());
            let wo = if d.paired { "auf demselben Platz" } else { "am selben Tisch" };
            let (mean, ci95) = (komma(d.mean), komma(d.ci95));
            text.push_str(&format!("{more} gegen {less} {wo}: {mean} ± {ci95}\n"));
        }
        text
    }
}

impl Sitz {
    fn to_json(&self) -> Value {
        let mut seat = Map::new();
        seat.insert("level".into(), self.wer.name().into());
        seat.insert("mean".into(), round(self.mean).into());
        seat.insert("ci95".into(), round(self.ci95).into());
        if let Some(exact) = self.exact {
            seat.insert("exact".into(), round(exact).into());
        }
        let (p50, p99) = self.cpu_us;
        let times = |(p50, p99)| json!({"p50": round(p50), "p99": round(p99)});
        let mut cpu = times((p50, p99));
        for (art, pair) in &self.cpu_us_je_art {
            cpu[*art] = times(*pair);
        }
        seat.insert("cpu_us".into(), cpu);
        if let Some(blunders) = self.blunders {
            seat.insert("blunders".into(), blunders.into());
        }
        if let Some(bluffs) = self.bluffs {
            seat.insert("bluffs".into(), round(bluffs).into());
        }
        seat.into()
    }

    fn to_text(&self) -> String {
        let name = self.wer.name();
        let mut text = format!("{name}: {} ± {} je Spiel", komma(self.mean), komma(self.ci95));
        if let Some(exact) = self.exact {
            text.push_str(&format!(", {} % genau", komma(exact * 100.0)));
        }
        let (p50, p99) = self.cpu_us;
        text.push_str(&format!(", je Zug {} µs (p99 {} µs)", komma(p50), komma(p99)));
        for (art, (p50, p99)) in &self.cpu_us_je_art {
            text.push_str(&format!(", {art} {} µs (p99 {} µs)", komma(*p50), komma(*p99)));
        }
        if let Some(blunders) = self.blunders {
            text.push_str(&format!(", grobe Fehler: {blunders}"));
        }
        if let Some(bluffs) = self.bluffs {
            text.push_str(&format!(", {} % Bluffs", komma(bluffs * 100.0)));
        }
        text
    }
}

impl Abstand {
    fn to_json(&self) -> Value {
        json!({
            "levels": [self.more.name(), self.less.name()],
            "mean": round(self.mean),
            "ci95": round(self.ci95),
            "paired": self.paired,
        })
    }
}

/// Three digits behind the point: more would feign a precision that the games do not give.
fn round(x: f64) -> f64 {
    (x * 1000.0).round() / 1000.0
}

fn komma(x: f64) -> String {
    format!("{x:.2}").replace('.', ",")
}
