//! theaterkeller: a German-language telnet server for card games in Oleg's cellar.
//!
//! Reading order: `spiele` (the contract of a game), one game's folder, `tisch` (the table machine), `text`
//! (what is said and how it looks), then the shell that connects them to people. ARCHITECTURE.md is the map.

pub mod archive;
pub mod befehle;
pub mod cli;
pub mod config;
pub mod daten;
pub mod denker;
pub mod deutsch;
pub mod gmcp;
pub mod host;
pub mod kalender;
pub mod limits;
pub mod login;
pub mod metrics;
pub mod msdp;
pub mod netz;
pub mod password;
pub mod person;
pub mod protokoll;
pub mod quelle;
pub mod raum;
pub mod satz;
pub mod seele;
pub mod server;
pub mod session;
pub mod siegel;
pub mod simulate;
pub mod spielarten;
pub mod spiele;
pub mod taler;
pub mod telnet;
pub mod text;
pub mod tisch;
pub mod verify;
pub mod welt;
pub mod zentrale;
