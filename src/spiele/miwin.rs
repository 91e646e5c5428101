//! Miwin'scher Poker (regeln.md 4).

pub mod auftritt;
pub mod aufzeichnung;
pub mod figuren;
pub mod freund;
pub mod karten;
pub mod regeln;
