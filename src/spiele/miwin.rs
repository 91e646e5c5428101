//! Miwin'scher Poker (regeln.md 4).

pub mod auftritt;
pub mod aufzeichnung;
pub mod einstellungen;
pub mod figuren;
pub mod freund;
pub mod karten;
pub mod regeln;
pub mod sicht;
pub mod zug;

pub use self::regeln::Miwin;

/// The key of a table's data file that says for how many chips one sits down (regeln.md M27), and its default.
pub const KAUF: (&str, i64) = ("chips_kauf", 200);
