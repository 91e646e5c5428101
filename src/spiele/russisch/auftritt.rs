//! Olegs Russisch Poker in words: what somebody means by a sentence, what he is told, asked,
//! answered and refused. Knows the view alone, so it cannot say what a seat may not know.

mod antworten;
mod erzaehlen;
mod kartenwort;
mod klient;
mod lage;
mod lesen;
#[cfg(test)]
mod tests;

use super::bilder;
use super::karten::{Karte, Wurf};
use super::regeln::{Event, Phase, Russisch, Verstoss, View, Zug};
use crate::satz::Satz;
use crate::spiele::{Auftritt, Ereignis, Frage, Info, Namen, Options, Platz, Reading};
use crate::text::{Block, Zeile};

impl Auftritt for Russisch {
    fn read(satz: &Satz, view: &View) -> Reading<Zug> {
        lesen::read(satz, view)
    }

    fn options(view: &View) -> Options {
        if !view.bin_dran() {
            return Options::default();
        }
        let befehle = match view.phase {
            Phase::Ansagen => view.erlaubte_ansagen().into_iter().map(ansage_befehl).collect(),
            _ => legal(view).map(spiel_befehl).collect(),
        };
        Options { befehle, ..Options::default() }
    }

    fn tell(event: &Event, namen: &Namen) -> Vec<Block> {
        erzaehlen::tell(event, namen)
    }

    fn im_zug(event: &Event, view: &View, du: Option<Platz>) -> bool {
        erzaehlen::im_zug(event, view, du)
    }

    fn turn(view: &View, namen: &Namen) -> Vec<Block> {
        lage::turn(view, namen)
    }

    fn refuse(verstoss: &Verstoss, view: &View, namen: &Namen) -> Zeile {
        lage::refuse(*verstoss, view, namen)
    }

    fn answer(frage: Frage, view: &View, namen: &Namen) -> Option<Vec<Block>> {
        antworten::answer(frage, view, namen)
    }

    fn gmcp_info(view: &View) -> Info {
        klient::info(view)
    }

    fn gmcp_event(event: &Event) -> Option<Ereignis> {
        klient::event(event)
    }
}

/// Every legal way to play, in the order of the hand.
fn legal(view: &View) -> impl Iterator<Item = Wurf> {
    view.erlaubte_karten().iter().flat_map(Wurf::ways)
}

/// "ansage 3".
fn ansage_befehl(n: u8) -> String {
    format!("ansage {n}")
}

/// "spiele herz dame", "spiele pik 7 hoch".
fn spiel_befehl(wurf: Wurf) -> String {
    format!("spiele {}", bilder::wurfwort(wurf).to_lowercase())
}

/// The commands that play this card.
fn befehle(karte: Karte) -> impl Iterator<Item = String> {
    Wurf::ways(karte).map(spiel_befehl)
}
