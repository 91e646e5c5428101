//! docs/raeume.md is followed to the letter: every block of it is written where the line above says, the house reads it
//! anew, and somebody walks in, looks around, asks, and sits down.

use std::fs;
use std::path::Path;

use super::haus::{Haus, root};
use super::klient::Klient;
use super::neuladen::huete;

/// A step of the page: where it belongs, and what is to be written there.
struct Schritt {
    wohin: String,
    text: String,
}

fn schritte(page: &str) -> Vec<Schritt> {
    let mut out = Vec::new();
    let mut before = "";
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if line == "```toml" || line == "```text" {
            let block = lines.by_ref().take_while(|l| *l != "```");
            let text = block.map(|l| format!("{l}\n")).collect();
            out.push(Schritt { wohin: before.to_string(), text });
        }
        if !line.is_empty() {
            before = line;
        }
    }
    out
}

/// The n-th thing between backticks.
fn quoted(line: &str, n: usize) -> &str {
    line.split('`').skip(1).step_by(2).nth(n).unwrap_or_else(|| panic!("what in {line:?}?"))
}

/// Does what an admin does who reads the line above the block.
fn folge(s: &Schritt, data: &Path) {
    let file = quoted(&s.wohin, 0).strip_prefix("data/").expect("files lie in data");
    let path = data.join(file);
    let old = fs::read_to_string(&path);
    let new = if s.wohin.starts_with("Neue Datei") {
        assert!(old.is_err(), "{file} is there already");
        s.text.clone()
    } else if s.wohin.starts_with("Ans Ende von") {
        old.unwrap() + &s.text
    } else if s.wohin.contains(" unter `") {
        let heading = format!("\n{}\n", quoted(&s.wohin, 1));
        let old = old.unwrap();
        assert_eq!(old.matches(&heading).count(), 1, "{file}: {heading}");
        old.replace(&heading, &format!("{heading}{}", s.text))
    } else {
        assert!(s.wohin.contains(" statt der Zeile `"), "where does this go: {:?}", s.wohin);
        let line = format!("{}\n", quoted(&s.wohin, 1));
        let old = old.unwrap();
        assert_eq!(old.matches(&line).count(), 1, "{file}: {line}");
        old.replace(&line, &s.text)
    };
    fs::write(path, new).unwrap();
}

/// What `check` says about the data of this house.
fn check(haus: &Haus) -> (bool, String) {
    let out = haus.run(&["check"]);
    let said = [out.stdout, out.stderr].concat();
    (out.status.success(), String::from_utf8(said).unwrap())
}

/// Types each line and expects these words.
fn hoert(k: &mut Klient, rows: &[(&str, &str)]) {
    for (line, want) in rows {
        let said = k.frage(line).replace('\n', " ");
        assert!(said.contains(want), "{line}: {said}");
    }
}

#[test]
fn a_room_with_a_table_is_built_by_following_the_page() {
    let page = fs::read_to_string(root().join("docs/raeume.md")).unwrap();
    let (room, rest) = page.split_once("\n# Die anderen Dateien").unwrap();
    let haus = Haus::with_keller(&[]);
    let mut admin = huete(&haus, "Hedwig");
    let steps = schritte(room);
    assert_eq!(steps.len(), 6, "the room has six steps");
    steps.iter().for_each(|s| folge(s, &haus.daten()));
    assert_eq!(check(&haus), (true, "Einstellungen und Daten sind in Ordnung.\n".to_string()));
    let said = admin.frage("neu laden");
    assert!(
        said.contains("Die Daten sind neu geladen.") && said.contains("Neu: Garten."),
        "{said}"
    );

    let mut anna = haus.klient().neu("Anna");
    let seen = anna.frage("gartentür");
    assert!(seen.contains("Garten") && seen.contains("Birnbaum"), "{seen}");
    let rows = [
        ("rieche", "Es riecht nach Birnen."),
        ("lausche", "Irgendwo summt es."),
        ("betrachte bank", "In die Lehne ist etwas geritzt."),
        ("lies bank", "E. + V."),
        ("betrachte gärtner", "Anton hat grüne Finger."),
        ("frage anton nach birnen", "Die Birnen gehören niemandem. Also mir."),
        ("frage anton nach geld", "Anton zuckt die Schultern."),
        ("setz dich", "Du setzt Dich an Tisch 1."),
    ];
    hoert(&mut anna, &rows);
    anna.tippe("los");
    let game = anna.warte("zum Beispiel ");
    for friend in ["Vladim", "Elena", "Iwan"] {
        assert!(game.contains(friend), "{game}");
    }
    let said = anna.frage("biete 501");
    assert!(said.contains("500"), "the most that the page allows: {said}");
    a_slip_is_answered_as_the_page_says(&haus, room);
    the_other_files(&haus, rest);
}

fn a_slip_is_answered_as_the_page_says(haus: &Haus, page: &str) {
    let path = haus.daten().join("raeume/garten.toml");
    let good = fs::read_to_string(&path).unwrap();
    fs::write(&path, good.replace("osten = \"theater\"", "osten = \"teater\"")).unwrap();
    let (ok, said) = check(haus);
    let shown: String = page
        .lines()
        .filter(|l| l.starts_with("    raeume/") || l.starts_with("        osten"))
        .map(|l| format!("{}\n", &l[4..]))
        .collect();
    assert_eq!((ok, said), (false, format!("{shown}1 Fehler gefunden.\n")));
    fs::write(&path, good).unwrap();
}

/// One example of each other kind of file.
fn the_other_files(haus: &Haus, page: &str) {
    let steps = schritte(page);
    steps.iter().for_each(|s| folge(s, &haus.daten()));
    let mut folders: Vec<&str> =
        steps.iter().map(|s| quoted(&s.wohin, 0).split(['/', '.']).nth(1).unwrap()).collect();
    folders.sort_unstable();
    folders.dedup();
    let all = ["erfahrung", "freunde", "hilfe", "kurier", "raeume", "texte", "woerter"];
    assert_eq!(folders, all, "one example of each kind of file");
    assert_eq!(check(haus), (true, "Einstellungen und Daten sind in Ordnung.\n".to_string()));
    let mut admin = haus.klient();
    admin.zurueck("Hedwig");
    let said = admin.frage("neu laden");
    assert!(said.contains("Die Daten sind neu geladen."), "{said}");
    let mut berta = haus.klient().neu("Berta");
    berta.frage("westen");
    let rows = [
        ("hilfe birnen", "Vom Theater führt westen in den Garten."),
        ("kurier", "Was im Garten wächst."),
        ("frage anton nach der geschichte", "Der Garten war zuerst da."),
        ("schau", "Beet: Tisch 2."),
        ("setz dich an tisch 2", "Du setzt Dich an Tisch 2."),
    ];
    hoert(&mut berta, &rows);
    berta.warte("Seither wachsen die Birnen nach innen.");
}
