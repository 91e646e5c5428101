//! Olegs Russisch Poker (regeln.md 3).

pub mod auftritt;
pub mod aufzeichnung;
pub mod freund;
pub mod karten;
pub mod regeln;
