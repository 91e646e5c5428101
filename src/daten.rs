//! Reads the data folder with the games that are built: the only place where world, disk and games meet.

use std::path::Path;
use std::sync::Arc;

use crate::quelle::{Fault, Schluessel};
use crate::spielarten::{self, SPIELE};
use crate::spiele::Vorrat;
use crate::welt::{GameInfo, Spielkunde, Welt, dateien};

/// Loads the whole world, or says everything that is wrong with it.
pub fn lade(ordner: &Path) -> Result<Welt, Vec<Fault>> {
    let quellen = dateien::read_folder(ordner)?;
    let ids: Vec<&str> = SPIELE.iter().map(|s| s.id).collect();
    Welt::load(&quellen, Spielkunde { info: &info, regeln: &regeln, ids: &ids })
}

/// The texts of `data/woerter` alone, for commands that need no world.
pub fn vorrat(ordner: &Path) -> Vorrat {
    lade(ordner).map(|w| Arc::unwrap_or_clone(w.vorrat)).unwrap_or_default()
}

fn info(id: &str) -> Option<GameInfo> {
    let art = spielarten::find(id).ok()?;
    Some(GameInfo { plaetze: art.plaetze.clone(), kasse: art.kasse, stufen: art.stufen })
}

fn regeln(id: &str, k: &mut Schluessel<'_>, vorrat: &Vorrat) -> bool {
    spielarten::find(id).map(|art| (art.regeln)(k, vorrat)).is_ok()
}
