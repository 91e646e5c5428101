//! Olegs Russisch Poker (regeln.md 3).

pub mod abrechnung;
pub mod auftritt;
pub mod aufzeichnung;
pub mod bilder;
pub mod freund;
pub mod karten;
pub mod regeln;

pub use self::regeln::Russisch;
