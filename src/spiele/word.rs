//! Word Poker (regeln.md 5).

pub mod auftritt;
pub mod aufzeichnung;
pub mod freund;
pub mod regeln;
pub mod woerter;
