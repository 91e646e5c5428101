//! The archive with a real file: what a posting and a line of a table's journal take, from the order to the answer
//! after the commit.

use std::fs;
use std::path::PathBuf;

use theaterkeller::archive::{Archive, Step, TableHead};
use theaterkeller::taler::{Buchung, Geldkonto, Waehrung};
use tokio::runtime::Runtime;

use crate::stoff::Stoff;

pub(crate) const STOFF: &[Stoff] = &[
    Stoff::new("archiv: eine Buchung", || {
        let mut a = Offen::new();
        let mut nr = 0;
        Box::new(move || {
            nr += 1;
            a.write(vec![pay(nr)], Vec::new());
        })
    }),
    Stoff::new("archiv: eine Zeile ins Journal", || {
        let mut a = Offen::new();
        Box::new(move || a.write(Vec::new(), vec![line()]))
    }),
    Stoff::new("archiv: Zeile und Buchung in einem Schritt", || {
        let mut a = Offen::new();
        let mut nr = 0;
        Box::new(move || {
            nr += 1;
            a.write(vec![pay(nr)], vec![line()]);
        })
    }),
    Stoff::new("archiv: ein Kontostand", || {
        let a = Offen::new();
        Box::new(move || {
            let asked = a.archive.balance(&Geldkonto::Haus, Waehrung::Taler);
            a.runtime.block_on(asked).expect("the archive answers");
        })
    }),
];

/// An open archive in a folder of its own, with one open table.
struct Offen {
    archive: Archive,
    runtime: Runtime,
    table: i64,
    folder: PathBuf,
}

impl Offen {
    fn new() -> Self {
        static COUNT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let nr = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let name = format!("theaterkeller-archiv-{}-{nr}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let runtime =
            tokio::runtime::Builder::new_current_thread().build().expect("a runtime of one thread");
        let archive = Archive::open(&folder).expect("the folder is free");
        let head = TableHead {
            raum: "keller".to_string(),
            spiel: "russisch".to_string(),
            nr_im_raum: 1,
            waehrung: Waehrung::Taler,
            kopf_json: "{}".to_string(),
        };
        let table = runtime.block_on(archive.open_table(head)).expect("a table opens");
        Self { archive, runtime, table, folder }
    }

    fn write(&mut self, bookings: Vec<Buchung>, lines: Vec<String>) {
        let step = Step { table: self.table, lines, bookings, ..Step::default() };
        self.runtime.block_on(self.archive.write(step)).expect("the step is written");
    }
}

impl Drop for Offen {
    fn drop(&mut self) {
        let _ = self.runtime.block_on(self.archive.clone().close());
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn pay(nr: u64) -> Buchung {
    let (from, to) = (Geldkonto::Haus, Geldkonto::Konto(1));
    Buchung::transfer(format!("messung:{nr}"), Waehrung::Taler, "Messung", from, to, 1)
        .expect("an amount within bounds")
}

fn line() -> String {
    "81250 zug 1 selbst spiele Pik 7 hoch".to_string()
}
