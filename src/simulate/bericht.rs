//! What came out of many games: means with their 95 % intervals, shares, thinking times, as JSON and as
//! German lines. Counts nothing, plays nothing and prints nothing.

use serde_json::{Map, Value, json};

use crate::spiele::Stufe;

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
    pub stufe: Stufe,
    /// Points, or chips won, a game.
    pub mean: f64,
    /// Half of the 95 % interval.
    pub ci95: f64,
    /// Share of announcements hit; `None` where the game has none.
    pub exact: Option<f64>,
    /// Median and 99th percentile of the time a decision took, in microseconds. The clock runs on while the thread
    /// does not, so these are upper values.
    pub cpu_us: (f64, f64),
    /// Plain blunders; `None` where the game has no such notion.
    pub blunders: Option<u64>,
}

/// How much more one level makes than another in the same games.
#[derive(Clone, Debug, PartialEq)]
pub struct Abstand {
    pub more: Stufe,
    pub less: Stufe,
    pub mean: f64,
    pub ci95: f64,
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
        let mut text = format!("{}: {} Spiele, Startwert {}.\n", self.spiel, self.games, self.seed);
        for (i, sitz) in self.seats.iter().enumerate() {
            text.push_str(&format!("Platz {i}, {}\n", sitz.to_text()));
        }
        for d in &self.diffs {
            let (more, less) = (d.more.name(), d.less.name());
            text.push_str(&format!("{more} gegen {less}: {} ± {}\n", komma(d.mean), komma(d.ci95)));
        }
        text
    }
}

impl Sitz {
    fn to_json(&self) -> Value {
        let mut seat = Map::new();
        seat.insert("level".into(), self.stufe.name().into());
        seat.insert("mean".into(), round(self.mean).into());
        seat.insert("ci95".into(), round(self.ci95).into());
        if let Some(exact) = self.exact {
            seat.insert("exact".into(), round(exact).into());
        }
        let (p50, p99) = self.cpu_us;
        seat.insert("cpu_us".into(), json!({"p50": round(p50), "p99": round(p99)}));
        if let Some(blunders) = self.blunders {
            seat.insert("blunders".into(), blunders.into());
        }
        seat.into()
    }

    fn to_text(&self) -> String {
        let name = self.stufe.name();
        let mut text = format!("{name}: {} ± {} je Spiel", komma(self.mean), komma(self.ci95));
        if let Some(exact) = self.exact {
            text.push_str(&format!(", {} % genau", komma(exact * 100.0)));
        }
        let (p50, p99) = self.cpu_us;
        text.push_str(&format!(", je Zug {} µs (p99 {} µs)", komma(p50), komma(p99)));
        if let Some(blunders) = self.blunders {
            text.push_str(&format!(", grobe Fehler: {blunders}"));
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
