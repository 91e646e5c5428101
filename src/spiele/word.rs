//! Word Poker (regeln.md 5).

pub mod abrechnung;
pub mod ansicht;
pub mod auftritt;
pub mod aufzeichnung;
pub mod einstellungen;
pub mod freund;
pub mod karten;
pub mod regeln;
pub mod suche;
pub mod woerter;
pub mod zug;

pub use self::regeln::Word;

#[cfg(test)]
mod tests;
