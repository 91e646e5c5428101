//! What a run found, as text and as JSON.

use std::io::Write;
use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::Fehler;
use crate::mass::{Mass, Verteilung};

/// One figure of the house, and of the echo where that has it too.
#[derive(Clone, Debug)]
struct Wert {
    name: String,
    einheit: &'static str,
    haus: f64,
    echo: Option<f64>,
}

/// The figures of one scene, or of one step of a curve.
#[derive(Clone, Debug)]
pub(crate) struct Bericht {
    titel: String,
    werte: Vec<Wert>,
    /// Answers lost or wrong, lines broken.
    faults: u64,
    klage: Option<String>,
}

impl Bericht {
    pub(crate) fn new(titel: impl Into<String>) -> Self {
        Self { titel: titel.into(), werte: Vec::new(), faults: 0, klage: None }
    }

    pub(crate) fn wert(&mut self, name: &str, einheit: &'static str, haus: f64) {
        self.werte.push(Wert { name: name.to_string(), einheit, haus, echo: None });
    }

    pub(crate) fn neben(&mut self, name: &str, einheit: &'static str, (haus, echo): (f64, f64)) {
        self.werte.push(Wert { name: name.to_string(), einheit, haus, echo: Some(echo) });
    }

    /// The usual points of a distribution, in milliseconds.
    pub(crate) fn zeiten(&mut self, name: &str, haus: &Verteilung, echo: Option<&Verteilung>) {
        let points = |v: &Verteilung| [v.p50, v.p90, v.p99, v.p999, v.max].map(ms);
        let names = ["p50", "p90", "p99", "p99,9", "längste"];
        let echo = echo.map(points);
        for (i, (point, haus)) in names.into_iter().zip(points(haus)).enumerate() {
            let (name, echo) = (format!("{name} {point}"), echo.map(|e| e[i]));
            self.werte.push(Wert { name, einheit: "ms", haus, echo });
        }
    }

    /// What was lost or wrong.
    pub(crate) fn fehler(&mut self, mass: &Mass) {
        self.wert("verlorene Antworten", "", mass.verloren.wert() as f64);
        self.wert("falsche Antworten", "", mass.falsch.wert() as f64);
        self.wert("gerissene Leitungen", "", mass.gerissen.wert() as f64);
        self.faults += mass.faults();
        self.klage = self.klage.take().or_else(|| mass.erste_klage());
    }

    /// Nothing was lost and nothing was wrong.
    pub(crate) fn is_ordentlich(&self) -> bool {
        self.faults == 0
    }

    fn json(&self) -> Value {
        let mut werte = Map::new();
        for w in &self.werte {
            let row =
                json!({ "einheit": w.einheit, "haus": round(w.haus), "echo": w.echo.map(round) });
            werte.insert(w.name.clone(), row);
        }
        json!({ "titel": self.titel, "werte": werte, "klage": self.klage })
    }

    fn text(&self) -> String {
        let mut out = format!("{}\n", self.titel);
        for w in &self.werte {
            let unit = if w.einheit.is_empty() { String::new() } else { format!(" {}", w.einheit) };
            out.push_str(&format!("  {:<34} {:>12}{unit}", w.name, zahl(w.haus)));
            if let Some(echo) = w.echo {
                out.push_str(&format!("   Echo {}{unit}", zahl(echo)));
                if echo > 0.0 {
                    out.push_str(&format!("   {}-fach", zahl(w.haus / echo)));
                }
            }
            out.push('\n');
        }
        if let Some(klage) = &self.klage {
            out.push_str(&format!("  Die erste Klage: {klage}\n"));
        }
        out
    }
}

/// Prints all of them. True: nothing was lost and nothing was wrong.
pub(crate) fn zeige(berichte: &[Bericht], as_json: bool) -> Result<bool, Fehler> {
    let mut out = std::io::stdout().lock();
    if as_json {
        let all: Vec<Value> = berichte.iter().map(Bericht::json).collect();
        writeln!(out, "{}", json!({ "berichte": all }))?;
    } else {
        for b in berichte {
            write!(out, "{}", b.text())?;
        }
    }
    Ok(berichte.iter().all(Bericht::is_ordentlich))
}

pub(crate) fn ms(d: Duration) -> f64 {
    d.as_secs_f64() * 1e3
}

pub(crate) fn us(d: Duration) -> f64 {
    d.as_secs_f64() * 1e6
}

/// The middle one.
pub(crate) fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or(0.0)
}

fn round(x: f64) -> f64 {
    (x * 1e4).round() / 1e4
}

/// With a decimal comma, three figures that mean something, thousands apart.
fn zahl(x: f64) -> String {
    let digits = match x.abs() {
        a if a >= 100.0 || a == 0.0 => 0,
        a if a >= 10.0 => 1,
        a if a >= 1.0 => 2,
        _ => 3,
    };
    let text = format!("{x:.digits$}");
    let (whole, rest) = text.split_once('.').unwrap_or((&text, ""));
    let mut out = String::new();
    for (i, c) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) && !out.ends_with('-') {
            out.push('.');
        }
        out.push(c);
    }
    if rest.is_empty() { out } else { format!("{out},{rest}") }
}
