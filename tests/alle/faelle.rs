//! Runs the case files of `tests/faelle`, or of the folder that `FAELLE_DIR` names. Knows no rule and no game: a
//! runner translates a case into calls of the functions that the table uses, and this driver compares.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use serde_json::Value;
use theaterkeller::spielarten::SPIELE;

use super::{faelle_miwin, faelle_russisch, faelle_word};

/// How the cases of one game are run.
struct Laeufer {
    spiel: &'static str,
    /// The actual value in the shape of `expect`; `None` for an unknown `art`.
    fall: fn(&str, &Value) -> Option<Value>,
    /// Kinds of cases whose lists have no order.
    mengen: &'static [&'static str],
}

/// One line for each game that is built.
const LAEUFER: &[Laeufer] = &[
    Laeufer { spiel: "russisch", fall: faelle_russisch::fall, mengen: faelle_russisch::MENGEN },
    Laeufer { spiel: "miwin", fall: faelle_miwin::fall, mengen: faelle_miwin::MENGEN },
    Laeufer { spiel: "word", fall: faelle_word::fall, mengen: faelle_word::MENGEN },
];

/// The games there will be: cases of one that is not built yet are named and skipped, any others are a fault.
const GAMES: [&str; 3] = ["russisch", "miwin", "word"];

fn folder() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faelle");
    std::env::var_os("FAELLE_DIR").map_or(own, PathBuf::from)
}

#[test]
fn every_case_comes_out_as_expected() {
    let mut faults = Vec::new();
    let (mut count, mut files) = (0, 0);
    let entries = fs::read_dir(folder()).expect("the folder of the case files can be read");
    for path in entries.map(|e| e.unwrap().path()) {
        if path.extension().is_some_and(|e| e == "json") {
            files += 1;
            count += run_file(&path, &mut faults);
        }
    }
    assert!(files > 0, "{} has no case files", folder().display());
    assert!(faults.is_empty(), "{} of {count} cases:\n{}", faults.len(), faults.join("\n"));
}

fn run_file(path: &Path, faults: &mut Vec<String>) -> usize {
    let text = fs::read_to_string(path).unwrap();
    let file: Value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{path:?}: {e}"));
    let spiel = file["spiel"].as_str().expect("a case file names its game");
    let Some(laeufer) = LAEUFER.iter().find(|l| l.spiel == spiel) else {
        let built = SPIELE.iter().any(|s| s.id == spiel);
        assert!(!built && GAMES.contains(&spiel), "the cases of {spiel} have no runner");
        println!("{}: {spiel} is not built yet, skipped", path.display());
        return 0;
    };
    let cases = file["faelle"].as_array().expect("a case file has cases");
    faults.extend(cases.iter().filter_map(|case| check(laeufer, case).err()));
    cases.len()
}

/// Errors: which case is wrong, and how.
fn check(laeufer: &Laeufer, case: &Value) -> Result<(), String> {
    let (id, art) = (&case["id"], case["art"].as_str().unwrap_or(""));
    let run = catch_unwind(AssertUnwindSafe(|| (laeufer.fall)(art, &case["given"])));
    let value = run.map_err(|_| format!("{id} ({art}): the runner stopped with a panic"))?;
    let value = value.ok_or_else(|| format!("{id}: nobody knows the kind of case „{art}“"))?;
    let sets = laeufer.mengen.contains(&art);
    let (have, want) = (normal(&value, sets), normal(&case["expect"], sets));
    if covers(&have, &want) {
        return Ok(());
    }
    Err(format!("{id} ({art}): {value} instead of {} ({})", case["expect"], case["why"]))
}

/// The value with its lists sorted, if their order means nothing.
fn normal(value: &Value, sets: bool) -> Value {
    match value {
        Value::Array(list) => {
            let mut list: Vec<Value> = list.iter().map(|v| normal(v, sets)).collect();
            if sets {
                list.sort_by_key(Value::to_string);
            }
            list.into()
        }
        Value::Object(map) => map.iter().map(|(k, v)| (k.clone(), normal(v, sets))).collect(),
        other => other.clone(),
    }
}

/// Every expected field is there and equal; a runner may give more.
fn covers(have: &Value, want: &Value) -> bool {
    match (have, want) {
        (Value::Object(have), Value::Object(want)) => {
            want.iter().all(|(key, want)| have.get(key).is_some_and(|have| covers(have, want)))
        }
        (Value::Array(have), Value::Array(want)) => {
            have.len() == want.len() && have.iter().zip(want).all(|(h, w)| covers(h, w))
        }
        _ => have == want,
    }
}

#[test]
fn the_driver_notices_what_is_wrong() {
    let case = |json: &str| check(&LAEUFER[0], &serde_json::from_str(json).unwrap());
    let wrong = case(r#"{"id":"A","art":"rundenpunkte","given":{"paare":[[0,0]]},"expect":[6]}"#);
    assert!(wrong.unwrap_err().contains("\"A\""));
    let unknown = case(r#"{"id":"B","art":"skat","given":{},"expect":[]}"#);
    assert!(unknown.unwrap_err().contains("skat"));
    let broken = case(r#"{"id":"C","art":"rundenpunkte","given":{},"expect":[5]}"#);
    assert!(broken.unwrap_err().contains("\"C\""));
    let fewer = case(
        r#"{"id":"D","art":"erlaubte_karten","given":{"hand":["Herz 7","Herz 8"],"stich":[]},
            "expect":["Herz 8"]}"#,
    );
    assert!(fewer.is_err());
    let turned = case(
        r#"{"id":"E","art":"erlaubte_karten","given":{"hand":["Herz 7","Herz 8"],"stich":[]},
            "expect":["Herz 8","Herz 7"]}"#,
    );
    assert_eq!(turned, Ok(()));
}
