//! What is asked on the command line, and its bounds.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Parser, Subcommand, value_parser};

/// Last für den Theaterkeller: viele Leute zugleich, über die eigene Maschine.
#[derive(Parser, Clone, Debug)]
#[command(name = "last")]
pub(crate) struct Wahl {
    /// Das Programm, das gemessen wird
    #[arg(long, global = true, default_value = "target/release/theaterkeller")]
    pub(crate) server: PathBuf,
    /// Ordner mit Räumen, Freunden, Texten; gemessen wird an einer Abschrift
    #[arg(long, global = true, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/data"))]
    pub(crate) daten: PathBuf,
    /// Wo gelauscht wird; nur Adressen dieser Maschine
    #[arg(long, global = true, default_value = "127.0.0.1:0", value_parser = loopback)]
    pub(crate) lauschen: SocketAddr,
    /// Einstellung des Servers für diesen Lauf, wie theaterkeller --set
    #[arg(long, global = true)]
    pub(crate) set: Vec<String>,
    /// Ein JSON-Objekt statt Text
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// So viele zugleich an der Tür
    #[arg(long, global = true, default_value_t = 64, value_parser = value_parser!(u32).range(1..=1000))]
    pub(crate) gleichzeitig: u32,
    #[command(subcommand)]
    pub(crate) szene: Szene,
}

#[derive(Subcommand, Clone, Debug)]
pub(crate) enum Szene {
    /// Befehle ohne Pause
    Schnell {
        #[arg(long, default_value_t = 100, value_parser = value_parser!(u32).range(1..=10_000))]
        verbindungen: u32,
        #[arg(long, default_value_t = 5, value_parser = value_parser!(u32).range(1..=600))]
        sekunden: u32,
        /// Befehle, die auf einer Verbindung zugleich unterwegs sind
        #[arg(long, default_value_t = 1, value_parser = value_parser!(u32).range(1..=128))]
        fenster: u32,
        /// So oft im Wechsel mit dem Echo; berichtet wird der mittlere Lauf
        #[arg(long, default_value_t = 3, value_parser = value_parser!(u32).range(1..=21))]
        laeufe: u32,
        /// Befehl statt der einfachen: schau, wer, geld
        #[arg(long)]
        befehl: Option<String>,
    },
    /// Einer spricht, viele hören zu
    Rede {
        #[arg(long, default_value_t = 100, value_parser = value_parser!(u32).range(1..=10_000))]
        hoerer: u32,
        #[arg(long, default_value_t = 100, value_parser = value_parser!(u32).range(1..=100_000))]
        zeilen: u32,
    },
    /// Viele Leute, ein Teil an Tischen
    Viele(Viele),
    /// Viele Anmeldungen mit Passwort, während andere spielen
    Anmeldung {
        #[arg(long, default_value_t = 200, value_parser = value_parser!(u32).range(1..=2_000))]
        anmeldungen: u32,
        #[arg(long, default_value_t = 30, value_parser = value_parser!(u32).range(1..=3_000))]
        spieler: u32,
    },
    /// Wachstum in Stufen
    Kurve {
        #[arg(value_enum)]
        was: Achse,
        /// Größte Stufe
        #[arg(long, default_value_t = 10_000, value_parser = value_parser!(u32).range(1..=1_000_000))]
        bis: u32,
        #[arg(long, default_value_t = 8, value_parser = value_parser!(u32).range(1..=600))]
        sekunden: u32,
    },
    /// Das bloße Echo, mit dem verglichen wird
    #[command(hide = true)]
    Echo,
    /// Ein Programm, das nur schreibt
    #[command(hide = true)]
    Boden { hoerer: u32 },
}

#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Viele {
    #[arg(long, default_value_t = 1000, value_parser = value_parser!(u32).range(1..=10_000))]
    pub(crate) verbindungen: u32,
    #[arg(long, default_value_t = 20, value_parser = value_parser!(u32).range(1..=7200))]
    pub(crate) sekunden: u32,
    /// Befehle je Sekunde und Verbindung derer, die an keinem Tisch sitzen; 0 = sie hören nur zu
    #[arg(long, default_value_t = 1.0, value_parser = rate)]
    pub(crate) je_sek: f64,
    /// Jeder wievielte dieser Befehle eine Rede im Raum ist; 0 = keiner
    #[arg(long, default_value_t = 0, value_parser = value_parser!(u32).range(0..=1000))]
    pub(crate) rede: u32,
    /// So viele sitzen an Tischen
    #[arg(long, default_value_t = 0, value_parser = value_parser!(u32).range(0..=8_000))]
    pub(crate) sitzen: u32,
    /// So viele Leute je Tisch, die anderen Plätze nehmen Freunde
    #[arg(long, default_value_t = 3, value_parser = value_parser!(u32).range(1..=4))]
    pub(crate) je_tisch: u32,
    /// So lange denkt ein Mensch im Mittel nach; 0 = gar nicht
    #[arg(long, default_value_t = 2000, value_parser = value_parser!(u32).range(0..=60_000))]
    pub(crate) pause_ms: u32,
    /// Ohne das Echo daneben
    #[arg(long)]
    pub(crate) ohne_echo: bool,
}

#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Achse {
    Verbindungen,
    Tische,
    Konten,
}

/// Load is made on this machine alone, never on somebody else's.
fn loopback(text: &str) -> Result<SocketAddr, String> {
    let addr: SocketAddr =
        text.parse().map_err(|_| "das ist keine Adresse mit Port".to_string())?;
    if addr.ip().is_loopback() {
        return Ok(addr);
    }
    Err("gemessen wird nur auf dieser Maschine: 127.0.0.1 oder [::1]".to_string())
}

fn rate(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(n) if (0.0..=1000.0).contains(&n) => Ok(n),
        _ => Err("möglich ist 0 bis 1000".to_string()),
    }
}
