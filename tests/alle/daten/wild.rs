//! Whatever becomes of the files: nothing panics, nothing is loaded by half, and what is said about it can be shown on
//! any screen. `DATEN_FAELLE=5000` tries more. What was written and what was loaded are counted by two readers that know
//! nothing of each other.

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseResult, TestRunner};
use theaterkeller::daten;
use theaterkeller::quelle::Fault;
use theaterkeller::satz::falte;
use theaterkeller::welt::Welt;
use toml::{Table, Value};

use super::fehler::short;
use crate::alle::haus::Ordner;

/// What slips of the hand, editors and transfers leave in files.
const SCRAPS: [&[u8]; 26] = [
    b"\"",
    b"\"\"\"",
    b"'",
    b"[",
    b"[[",
    b"]",
    b"{",
    b"}",
    b"=",
    b"#",
    b",",
    b"\\",
    b"\n",
    b"\r",
    b"\0",
    b"\x1b[2J",
    b"\xff",
    b"\xe4",
    b"\xef\xbb\xbf",
    b"\xe2\x80\x8b",
    b"`",
    b"<Spieler>",
    b"--\n",
    b":bild x\n",
    b"99999999999999999999",
    b"\n[[tisch]]\nspiel = \"word\"\n",
];

/// One thing that happens to a file; the numbers pick places in it.
#[derive(Clone, Debug)]
enum Unfall {
    Weg {
        at: usize,
        len: usize,
    },
    Hinein {
        at: usize,
        scrap: usize,
    },
    Zweimal {
        line: usize,
    },
    Tausch {
        a: usize,
        b: usize,
    },
    Abgeschnitten {
        at: usize,
    },
    Verschwunden,
    /// The text of another file is saved under this name.
    Verwechselt {
        file: usize,
    },
}

fn unfall() -> impl Strategy<Value = Unfall> {
    let n = any::<usize>();
    prop_oneof![
        3 => (n, 1usize..40).prop_map(|(at, len)| Unfall::Weg { at, len }),
        4 => (n, 0..SCRAPS.len()).prop_map(|(at, scrap)| Unfall::Hinein { at, scrap }),
        2 => any::<usize>().prop_map(|line| Unfall::Zweimal { line }),
        2 => (any::<usize>(), any::<usize>()).prop_map(|(a, b)| Unfall::Tausch { a, b }),
        2 => any::<usize>().prop_map(|at| Unfall::Abgeschnitten { at }),
        1 => Just(Unfall::Verschwunden),
        1 => any::<usize>().prop_map(|file| Unfall::Verwechselt { file }),
    ]
}

/// The shipped data with a short list of words, as files.
struct Lager {
    ordner: Ordner,
    files: Vec<(String, Vec<u8>)>,
    /// How often the data was sound all the same.
    loaded: Cell<u32>,
}

impl Lager {
    fn new() -> Self {
        let ordner = Ordner::new();
        let files: Vec<_> =
            short().0.into_iter().map(|(path, q)| (path, q.text.into_bytes())).collect();
        let lager = Self { ordner, files, loaded: Cell::new(0) };
        lager.files.iter().for_each(|(path, bytes)| lager.write(path, bytes));
        lager
    }

    fn path(&self, file: &str) -> PathBuf {
        self.ordner.path().join(file)
    }

    /// A file that has rested for a while, so that nobody waits for it.
    fn write(&self, file: &str, bytes: &[u8]) {
        let path = self.path(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        let old = SystemTime::now() - Duration::from_secs(60);
        fs::File::options().write(true).open(&path).unwrap().set_modified(old).unwrap();
    }

    fn after(&self, file: usize, unfall: &Unfall) -> Option<Vec<u8>> {
        let mut bytes = self.files[file].1.clone();
        let end = bytes.len();
        let lines = || -> Vec<Vec<u8>> {
            bytes.split_inclusive(|b| *b == b'\n').map(<[u8]>::to_vec).collect()
        };
        Some(match unfall {
            Unfall::Weg { at, len } => {
                let from = at % (end + 1);
                bytes.drain(from..(from + len).min(end));
                bytes
            }
            Unfall::Hinein { at, scrap } => {
                let at = at % (end + 1);
                bytes.splice(at..at, SCRAPS[*scrap].iter().copied());
                bytes
            }
            Unfall::Zweimal { line } => {
                let mut lines = lines();
                let line = line % lines.len();
                lines.insert(line, lines[line].clone());
                lines.concat()
            }
            Unfall::Tausch { a, b } => {
                let mut lines = lines();
                let n = lines.len();
                lines.swap(a % n, b % n);
                lines.concat()
            }
            Unfall::Abgeschnitten { at } => {
                bytes.truncate(at % end);
                bytes
            }
            Unfall::Verschwunden => return None,
            Unfall::Verwechselt { file } => self.files[file % self.files.len()].1.clone(),
        })
    }

    /// Breaks files, loads, checks, and puts everything right again.
    fn versuche(&self, unfaelle: &[(usize, Unfall)]) -> TestCaseResult {
        let pick = |i: usize| i % self.files.len();
        for (file, unfall) in unfaelle {
            let name = &self.files[pick(*file)].0;
            match self.after(pick(*file), unfall) {
                Some(bytes) => self.write(name, &bytes),
                None => drop(fs::remove_file(self.path(name))),
            }
        }
        let loaded = daten::lade(self.ordner.path());
        self.loaded.set(self.loaded.get() + u32::from(loaded.is_ok()));
        let judged = match &loaded {
            Ok(welt) => whole(welt, self.ordner.path()),
            Err(faults) => can_be_shown(faults),
        };
        for (file, _) in unfaelle {
            let (name, bytes) = &self.files[pick(*file)];
            self.write(name, bytes);
        }
        judged
    }
}

fn can_be_shown(faults: &[Fault]) -> TestCaseResult {
    prop_assert!(!faults.is_empty());
    for f in faults {
        prop_assert!(f.what.ends_with(['.', ':', '?']) && f.what.len() > 10, "{f}");
        let text = f.to_string();
        let bare = text.replace('\n', "");
        prop_assert!(!bare.contains(char::is_control), "{text:?} steers a screen");
        prop_assert!(f.quote.chars().count() <= 110, "{text}");
    }
    prop_assert!(faults.is_sorted_by(|a, b| a.by_place(b).is_le()), "in the order of the files");
    Ok(())
}

fn tables(folder: &Path) -> Vec<(String, Table)> {
    let entries = fs::read_dir(folder).into_iter().flatten().map(|e| e.unwrap().path());
    let toml = entries.filter(|p| p.extension().is_some_and(|e| e == "toml"));
    toml.map(|p| {
        let text = fs::read_to_string(&p).unwrap();
        let table = text.trim_start_matches('\u{feff}').parse().expect("loaded, so it is TOML");
        (falte(p.file_stem().unwrap().to_str().unwrap()), table)
    })
    .collect()
}

fn rows<'t>(table: &'t Table, key: &str) -> Vec<&'t Value> {
    table.get(key).and_then(Value::as_array).into_iter().flatten().collect()
}

/// Everything that stands in the files is in the world, and everything in it leads somewhere.
fn whole(welt: &Welt, data: &Path) -> TestCaseResult {
    prop_assert!(welt.raeume.contains_key(&welt.start));
    let rooms = tables(&data.join("raeume"));
    prop_assert_eq!(rooms.len(), welt.raeume.len());
    for (id, table) in &rooms {
        let raum = &welt.raeume[id];
        let exits = table.get("ausgaenge").and_then(Value::as_table).map_or(0, Table::len);
        prop_assert_eq!(exits, raum.ausgaenge.len());
        prop_assert!(raum.ausgaenge.iter().all(|a| welt.raeume.contains_key(&a.ziel)));
        prop_assert_eq!(rows(table, "detail").len(), raum.details.len());
        prop_assert_eq!(rows(table, "tisch").len(), raum.tische.len());
        let people = rows(table, "person");
        prop_assert_eq!(people.len(), raum.personen.len());
        for (written, read) in people.iter().zip(&raum.personen) {
            let answers = rows(written.as_table().unwrap(), "antwort").len();
            prop_assert_eq!(answers, read.antworten.len());
        }
        for tisch in &raum.tische {
            prop_assert!(tisch.freunde.iter().all(|f| welt.freunde.contains_key(f)));
            prop_assert!(welt.regeln(&tisch.spiel).is_some());
            prop_assert!(!welt.leitern[&tisch.spiel].sprossen.is_empty());
        }
    }
    prop_assert_eq!(tables(&data.join("freunde")).len(), welt.freunde.len());
    let ladders = tables(&data.join("erfahrung"));
    prop_assert_eq!(ladders.len(), welt.leitern.len());
    for (game, table) in &ladders {
        let rungs = &welt.leitern[game].sprossen;
        prop_assert_eq!(rows(table, "stufen").len(), rungs.len());
        prop_assert!(rungs.is_sorted_by(|a, b| a.ab < b.ab));
    }
    let kurier = &tables(data)[0].1;
    prop_assert_eq!(rows(kurier, "kanal").len(), welt.kurier.kanaele.len());
    let texts = |folder| fs::read_dir(data.join(folder)).unwrap().count();
    prop_assert_eq!(texts("hilfe"), welt.hilfe.seiten.len());
    prop_assert_eq!(texts("texte"), welt.texte.len());
    Ok(())
}

#[test]
fn broken_files_are_refused_whole_or_loaded_whole() {
    let lager = Lager::new();
    assert!(lager.versuche(&[]).is_ok(), "without an accident the data is whole");
    let strategy = prop::collection::vec((any::<usize>(), unfall()), 1..4);
    let cases = std::env::var("DATEN_FAELLE").ok().and_then(|n| n.parse().ok()).unwrap_or(200);
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    if let Err(e) = TestRunner::new(config).run(&strategy, |all| lager.versuche(&all)) {
        panic!("{e}");
    }
    let loaded = lager.loaded.get() - 1;
    println!("{cases} accidents, {loaded} of them left the data sound");
    assert!(
        loaded > 0 && loaded < cases,
        "{loaded} of {cases}: accidents are too hard or too soft"
    );
}
