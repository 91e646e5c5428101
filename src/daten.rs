//! Reads the data folder with the games that are built: the only place where world, disk and games meet.

use std::path::Path;
use std::sync::Arc;

use crate::quelle::{Fault, Schluessel};
use crate::spielarten::{self, SPIELE};
use crate::spiele::Vorrat;
use crate::welt::{GameInfo, Quellen, Spielkunde, Welt, dateien};

/// Loads the whole world, or says everything that is wrong with it: every fault of every file, by file
/// and line.
pub fn lade(ordner: &Path) -> Result<Welt, Vec<Fault>> {
    let (quellen, mut faults) = dateien::read_folder(ordner);
    if quellen.0.is_empty() && !faults.is_empty() {
        return Err(faults);
    }
    match lade_texte(&quellen) {
        Ok(welt) if faults.is_empty() => return Ok(welt),
        Ok(_) => {}
        Err(more) => faults.extend(more),
    }
    faults.sort_by(Fault::by_place);
    Err(faults)
}

/// The same from texts that have been read.
pub fn lade_texte(quellen: &Quellen) -> Result<Welt, Vec<Fault>> {
    let ids: Vec<&str> = SPIELE.iter().map(|s| s.id).collect();
    Welt::load(quellen, Spielkunde { info: &info, regeln: &regeln, ids: &ids })
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
