//! The load generator: many people at once over real sockets of this machine, with a bare echo server beside the house
//! in the same run. Figures and how they are made stand in docs/leistung.md.

mod bericht;
mod boden;
mod daten;
mod draht;
mod echo;
mod gast;
mod konten;
mod mass;
mod prozess;
mod schwarm;
mod spieler;
mod szenen;
mod wahl;

use std::process::ExitCode;

use clap::Parser;

/// Why a run could not be made: one German sentence.
type Fehler = Box<dyn std::error::Error + Send + Sync>;

fn main() -> ExitCode {
    let wahl = wahl::Wahl::parse();
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(e) => return failed(&format!("Das System gibt keine Threads ({e}).")),
    };
    match runtime.block_on(szenen::spiele(&wahl)) {
        Ok(ordentlich) => ExitCode::from(u8::from(!ordentlich)),
        Err(e) => failed(&e.to_string()),
    }
}

#[expect(clippy::print_stderr)]
fn failed(satz: &str) -> ExitCode {
    eprintln!("{satz}");
    ExitCode::from(2)
}
