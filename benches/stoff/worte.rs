//! From a typed line to what it means.

use std::hint::black_box;

use theaterkeller::befehle::lies;
use theaterkeller::satz::{Satz, falte};
use theaterkeller::spiele::russisch::Russisch;
use theaterkeller::spiele::{Auftritt, Platz, Spiel, Viewer};

use super::Stoff;
use super::spiele::Verlauf;

pub(crate) const STOFF: &[Stoff] = &[
    Stoff::new("worte: Zeile zu Befehl, schau", || line("schau")),
    Stoff::new("worte: Zeile zu Befehl, sage mit Text", || line("sage Das ist ein ganzer Satz.")),
    Stoff::new("worte: Zeile zu Befehl, Zug am Tisch", || line("spiele pik 7 hoch")),
    Stoff::new("worte: Zeile zu Befehl, unbekannt", || line("qwertz uiop")),
    Stoff::new("worte: Zug am Tisch verstehen", || {
        let view = Verlauf::<Russisch>::new().mitten().view(Viewer::Platz(Platz(0)));
        let satz = Satz::new("ansage 3");
        Box::new(move || {
            black_box(Russisch::read(black_box(&satz), &view));
        })
    }),
    Stoff::new("worte: Namen falten", || {
        Box::new(|| {
            black_box(falte(black_box("Müßiggänger")));
        })
    }),
];

fn line(text: &'static str) -> Box<dyn FnMut()> {
    Box::new(move || {
        let satz = Satz::new(black_box(text));
        black_box(lies(&satz));
    })
}
