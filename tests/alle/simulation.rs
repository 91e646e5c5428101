//! Simulations as the command line starts them: the same seed gives the same records byte for byte, each of them is in
//! order, and nothing else lies in their folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use theaterkeller::simulate::{Options, Report};
use theaterkeller::spielarten::{SPIELE, Spielart, verify};

use super::probe::world;

/// A folder of its own, gone at the end of the test.
struct Ordner(PathBuf);

impl Ordner {
    fn new(name: &str) -> Self {
        let name = format!("theaterkeller-simulation-{}-{name}", std::process::id());
        Self(std::env::temp_dir().join(name))
    }

    /// Name and text of every file.
    fn files(&self) -> BTreeMap<String, String> {
        let entries = fs::read_dir(&self.0).unwrap().map(Result::unwrap);
        let name = |e: &fs::DirEntry| e.file_name().into_string().unwrap();
        entries.map(|e| (name(&e), fs::read_to_string(e.path()).unwrap())).collect()
    }
}

impl Drop for Ordner {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn options(art: &Spielart, games: u32) -> Options {
    let level = "mittel".to_string();
    let seats = vec![level; usize::from(*art.plaetze.end()).min(4)];
    let vorrat = (*world().vorrat).clone();
    Options { seats, games, seed: Some(11), vorrat, ..Options::default() }
}

/// Runs with records in a folder of this name.
fn records(art: &Spielart, name: &str, change: impl Fn(&mut Options)) -> BTreeMap<String, String> {
    let ordner = Ordner::new(&format!("{}-{name}", art.id));
    let mut options = options(art, 3);
    options.records = Some(ordner.0.clone());
    change(&mut options);
    (art.simulate)(&options).unwrap();
    ordner.files()
}

#[test]
fn the_same_seed_gives_the_same_records() {
    for art in SPIELE {
        let first = records(art, "a", |_| {});
        assert_eq!(first, records(art, "b", |_| {}));
        assert_ne!(first, records(art, "c", |o| o.seed = Some(12)));
        // A game is the same whatever is played before or after it.
        let fewer = records(art, "d", |o| o.games = 2);
        assert!(fewer.iter().all(|(name, text)| first[name] == *text) && fewer.len() == 2);
    }
}

#[test]
fn every_record_has_its_file_and_is_in_order() {
    let vorrat = world().vorrat;
    for art in SPIELE {
        let files = records(art, "e", |_| {});
        let names: Vec<String> = (1..=3).map(|n| format!("{}-{n:06}.jsonl", art.id)).collect();
        assert!(files.keys().eq(&names), "{:?}", files.keys());
        for (name, text) in files {
            let befund = verify(&text, &vorrat);
            let befund = befund.unwrap_or_else(|mangel| panic!("{name}: {mangel}"));
            assert!(befund.spiel == art.id && befund.gegeben > 0 && befund.zuege > 0);
        }
    }
}

/// Cards and thoughts draw apart, so other rules of play leave the deals as they are.
#[test]
fn russisch_deals_do_not_depend_on_what_friends_think() {
    let art = &SPIELE[0];
    let deals = |change: fn(&mut Options)| -> Vec<String> {
        let files = records(art, "f", change);
        let lines = files.values().flat_map(|text| text.lines());
        lines.filter(|l| l.contains("\"deal\"")).map(str::to_string).collect()
    };
    let free = deals(|o| o.set = vec![("letzter_darf_aufgehen".into(), "true".into())]);
    assert_eq!(deals(|_| {}), free);
    assert_eq!(free.len(), 3 * 18);
}

fn report(games: u32) -> Report {
    (SPIELE[0].simulate)(&options(&SPIELE[0], games)).unwrap()
}

#[test]
fn the_json_object_has_the_fields_that_are_promised() {
    let json = report(2).to_json();
    let keys: Vec<&String> = json.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["game", "games", "seats", "diffs"]);
    assert_eq!((&json["game"], &json["games"]), (&"russisch".into(), &2.into()));
    let seats = json["seats"].as_array().unwrap();
    assert_eq!(seats.len(), 4);
    for seat in seats {
        let keys: Vec<&String> = seat.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["level", "mean", "ci95", "exact", "cpu_us", "blunders"]);
        assert_eq!(seat["level"], "mittel");
        assert!(seat["cpu_us"]["p50"].as_f64() <= seat["cpu_us"]["p99"].as_f64());
        assert!((0.0..=1.0).contains(&seat["exact"].as_f64().unwrap()));
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_said() {
    let ordner = Ordner::new("file");
    fs::write(&ordner.0, "in the way").unwrap();
    let mut options = options(&SPIELE[0], 1);
    options.records = Some(ordner.0.clone());
    let said = (SPIELE[0].simulate)(&options).unwrap_err();
    fs::remove_file(&ordner.0).unwrap();
    assert!(said.contains("lässt sich nicht schreiben"), "{said}");
}
