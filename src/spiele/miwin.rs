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
