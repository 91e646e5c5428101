//! The house style that a machine can count: lengths of functions, files and lines, words that are German here, and
//! no test file that nobody runs.

use std::fs;

use super::quelltext::{Datei, files, root};

const FUNCTION_LINES_MAX: usize = 70;
const FILE_LINES_MAX: usize = 800;
const COLUMNS_MAX: usize = 100;

/// English doubles of words that players say: Stich, Trumpf, Farbe, Ansage or Gebot, Einsatz, Pott.
const DOUBLES: [&str; 6] = ["trick", "trump", "suit", "bid", "stake", "pot"];

/// Their keys are fixed by the format of the records.
const RECORDS: [&str; 2] = ["protokoll", "aufzeichnung"];

fn report(faults: &[String]) {
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn files_and_lines_are_short() {
    let mut faults = Vec::new();
    for datei in files() {
        let lines = datei.text.lines().count();
        if lines > FILE_LINES_MAX {
            faults.push(format!("{}:{lines}: more than {FILE_LINES_MAX} lines", datei.name));
        }
        for (line, nr) in datei.text.lines().zip(1..) {
            let columns = line.chars().count();
            // An address cannot be broken.
            if columns > COLUMNS_MAX && !line.contains("https://") && !is_doc(line) {
                faults.push(format!("{}:{nr}: {columns} columns", datei.name));
            }
        }
    }
    report(&faults);
}

/// Comments are wrapped by hand, up to the width that reads well beside code.
fn is_doc(line: &str) -> bool {
    line.trim_start().starts_with("//") && line.chars().count() <= COLUMNS_MAX + 20
}

#[test]
fn functions_are_short() {
    report(&files().iter().flat_map(long_functions).collect::<Vec<_>>());
}

fn long_functions(datei: &Datei) -> Vec<String> {
    let code = &datei.code;
    let mut faults = Vec::new();
    for (at, _) in code.match_indices("fn ") {
        let begins =
            code[..at].chars().next_back().is_none_or(|c| !c.is_alphanumeric() && c != '_');
        let Some(body) = code[at..].find(['{', ';']).filter(|_| begins) else { continue };
        if code[at + body..].starts_with(';') {
            continue;
        }
        let lines = code[at..at + body + block_len(&code[at + body..])].matches('\n').count() + 1;
        if lines > FUNCTION_LINES_MAX {
            let nr = code[..at].matches('\n').count() + 1;
            faults.push(format!("{}:{nr}: a function of {lines} lines", datei.name));
        }
    }
    faults
}

/// Length of the block that opens at the start of this text.
fn block_len(code: &str) -> usize {
    let mut depth = 0usize;
    for (i, c) in code.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 1 => return i,
            '}' => depth -= 1,
            _ => {}
        }
    }
    code.len()
}

#[test]
fn what_players_say_is_german_in_the_code_too() {
    let mut faults = Vec::new();
    for datei in files() {
        // Names of tests are English sentences about what happens.
        if datei.is_test() || datei.module().last().is_some_and(|m| RECORDS.contains(&m.as_str())) {
            continue;
        }
        for (line, nr) in datei.code_without_tests().lines().zip(1..) {
            let words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
            for word in words.filter(|w| has_double(w)) {
                faults.push(format!("{}:{nr}: {word} has a German name here", datei.name));
            }
        }
    }
    report(&faults);
}

/// One part of the identifier is an English double, in the singular or plural.
fn has_double(identifier: &str) -> bool {
    parts(identifier).iter().any(|part| {
        let singular = part.strip_suffix('s').unwrap_or(part);
        DOUBLES.contains(&singular)
    })
}

/// "BidFault", "bid_fault" and "BID_FAULT" are "bid" and "fault".
fn parts(identifier: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut before_low = false;
    for c in identifier.chars() {
        if c == '_' || (c.is_uppercase() && before_low) {
            parts.push(String::new());
        }
        before_low = c.is_lowercase();
        if c != '_' {
            parts.last_mut().expect("there is always a part").extend(c.to_lowercase());
        }
    }
    parts
}

#[test]
fn no_file_of_tests_is_forgotten() {
    let folder = root().join("tests/alle");
    let list = fs::read_to_string(root().join("tests/alle.rs")).unwrap();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_string();
        let declared = list.lines().any(|l| l.trim().ends_with(&format!("mod {name};")));
        assert!(declared, "tests/alle.rs does not name {name}");
    }
}

#[test]
fn every_file_says_what_it_is() {
    let silent = files().into_iter().filter(|f| !f.text.starts_with("//! "));
    report(&silent.map(|f| format!("{}:1: no `//!` at the top", f.name)).collect::<Vec<_>>());
}

#[test]
fn the_counters_count() {
    let body = "    g();\n".repeat(70);
    let long = format!("fn f() {{\n{body}}}\nfn short() {{}}\ntrait T {{ fn declared(); }}\n");
    let datei = Datei::new("src/x.rs".to_string(), long);
    assert_eq!(long_functions(&datei), ["src/x.rs:1: a function of 72 lines"]);
    for word in ["Bid", "bid_max", "BidFault", "TRICKS", "mainPot"] {
        assert!(has_double(word), "{word}");
    }
    for word in ["forbid", "potential", "bidden", "stich", "Spot"] {
        assert!(!has_double(word), "{word}");
    }
}
