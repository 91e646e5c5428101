//! A record that the server has written: with one digit of one salt, proof or root changed, `verify` refuses it and
//! names the line.

use super::haus::Haus;
use super::spielabend::{allein_los, spiele_zu_ende};
use theaterkeller::spielarten::verify;
use theaterkeller::spiele::Vorrat;

/// A short game at Oleg's table.
fn record() -> (Haus, Vec<String>) {
    let haus = Haus::open();
    let mut k = haus.klient().neu("Anna").zu_oleg();
    allein_los(&mut k);
    spiele_zu_ende(&mut k);
    let text = std::fs::read_to_string(&haus.records()[0]).unwrap();
    let lines = text.lines().map(str::to_string).collect();
    (haus, lines)
}

/// The line with another hexadecimal digit right behind these words.
fn changed(line: &str, behind: &str) -> String {
    let at = line.find(behind).unwrap_or_else(|| panic!("{line} has no {behind}")) + behind.len();
    let digit = if line[at..].starts_with('0') { "1" } else { "0" };
    format!("{}{digit}{}", &line[..at], &line[at + 1..])
}

/// The number of the line at which the record is refused, and why.
fn refused(lines: &[String], i: usize, behind: &str) -> (usize, String) {
    let mut lines = lines.to_vec();
    lines[i] = changed(&lines[i], behind);
    let mangel = verify(&lines.join("\n"), &Vorrat::default()).unwrap_err();
    (mangel.line, mangel.what)
}

fn find(lines: &[String], words: &str) -> Vec<usize> {
    (0..lines.len()).filter(|i| lines[*i].contains(words)).collect()
}

#[test]
fn every_changed_salt_proof_and_root_is_refused_with_its_line() {
    let (haus, lines) = record();
    assert!(verify(&lines.join("\n"), &Vorrat::default()).is_ok());
    let opened = find(&lines, "\"salt\"");
    assert!(opened.len() >= 15, "only {} cards were opened", opened.len());
    for i in opened.clone() {
        for behind in ["\"salt\":\"", "\"proof\":[\""] {
            let (line, what) = refused(&lines, i, behind);
            assert_eq!(line, i + 1, "{behind}: {what}");
            assert!(what.contains("passt nicht zum Mischsiegel"), "{what}");
        }
    }
    // Another root shows at the first card that is opened under it.
    let roots = find(&lines, "\"root\"");
    assert_eq!(roots.len(), 5, "one seal a round");
    for i in roots {
        let first = opened.iter().find(|o| **o > i).unwrap();
        let (line, what) = refused(&lines, i, "\"root\":\"");
        assert_eq!(line, first + 1, "{what}");
    }
    says_the_line(&haus, &lines, opened[0]);
}

/// The command says it too, with exit code 1.
fn says_the_line(haus: &Haus, lines: &[String], i: usize) {
    let mut lines = lines.to_vec();
    lines[i] = changed(&lines[i], "\"salt\":\"");
    let file = haus.zustand().with_file_name("geändert.jsonl");
    std::fs::write(&file, lines.join("\n")).unwrap();
    let out = haus.run(&["verify", file.to_str().unwrap()]);
    let said = String::from_utf8_lossy(&[out.stdout, out.stderr].concat()).into_owned();
    assert_eq!(out.status.code(), Some(1), "{said}");
    assert!(said.contains(&format!("Zeile {}: ", i + 1)), "{said}");
}
