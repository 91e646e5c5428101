//! Each kind of fault with the very words of `check`: the table is `faelle.txt`. Also what is odd but harmless, and
//! that neither a broken nor a strange file lets half a world through.

use std::collections::BTreeMap;

use theaterkeller::daten;
use theaterkeller::quelle::{Fault, Quelle};
use theaterkeller::welt::{Quellen, dateien};

use crate::alle::haus::root;

fn shipped() -> Quellen {
    let (quellen, faults) = dateien::read_folder(&root().join("data"));
    assert_eq!(faults, []);
    quellen
}

/// The same with a short list of words, which loads a hundred times in the time of one.
pub(super) fn short() -> Quellen {
    let mut quellen = shipped();
    for name in ["woerter/woerter.txt", "woerter/stufen.txt"] {
        let quelle = quellen.0.get_mut(name).unwrap();
        quelle.text = quelle.text.split_inclusive('\n').take(400).collect();
    }
    quellen
}

/// One case of the table.
struct Fall {
    name: String,
    quellen: Quellen,
    want: Vec<String>,
}

fn cases(table: &str) -> Vec<Fall> {
    let shipped = short();
    table.split("\n## ").skip(1).map(|text| case(text, &shipped)).collect()
}

fn case(text: &str, shipped: &Quellen) -> Fall {
    let (changes, want) = text.split_once("\n<<<").expect("a case has an answer");
    let (name, changes) = changes.split_once('\n').expect("a case changes something");
    let mut quellen = shipped.clone();
    let (mut block, mut places) = (Vec::new(), BTreeMap::new());
    for line in changes.lines().chain([">>>"]) {
        if [">>>", "+++", "---", "xxx"].iter().any(|mark| line.starts_with(mark)) {
            places.extend(apply(&mut quellen, &std::mem::take(&mut block)));
        }
        block.push(line);
    }
    let want = want.lines().filter(|l| !l.is_empty()).map(|l| placed(l, &places)).collect();
    Fall { name: name.to_string(), quellen, want }
}

/// Puts the number of the line in for `@`, `@+1`, `@-1`.
fn placed(want: &str, places: &BTreeMap<String, usize>) -> String {
    let Some((file, rest)) = want.split_once(":@") else { return want.to_string() };
    let (offset, rest) = rest.split_once(':').unwrap();
    let line = places[file].strict_add_signed(offset.parse().unwrap_or(0));
    format!("{file}:{line}:{rest}")
}

/// Gives the file and the line where it was changed or where more was written.
fn apply(quellen: &mut Quellen, block: &[&str]) -> Option<(String, usize)> {
    let (head, body) = block.split_first()?;
    let text = || body.iter().map(|l| format!("{l}\n")).collect::<String>();
    let (mark, rest) = head.split_at(3);
    let file = rest.split(':').next().unwrap().trim().to_string();
    match mark {
        ">>>" => {
            quellen.0.insert(file.clone(), Quelle::new(file, text().trim_start_matches('\n')));
            None
        }
        "+++" => {
            let quelle = quellen.0.get_mut(&file).unwrap();
            let line = quelle.text.lines().count() + 1;
            quelle.text.push_str(&text());
            Some((file, line))
        }
        "xxx" => {
            drop(quellen.0.remove(&file).unwrap_or_else(|| panic!("no file {file}")));
            None
        }
        _ => {
            let (old, new) = rest.split_once(": ").unwrap().1.split_once(" =>").unwrap();
            let more: String = body.iter().map(|l| format!("\n{l}")).collect();
            let quelle = quellen.0.get_mut(&file).unwrap();
            let at = quelle.text.find(old).unwrap_or_else(|| panic!("{file} has no {old}"));
            let line = quelle.text[..at].matches('\n').count() + 1;
            let new = format!("{}{more}", new.trim_start());
            quelle.text = quelle.text.replacen(old, new.trim_end_matches('\n'), 1);
            Some((file, line))
        }
    }
}

/// A fault without the quoted line.
fn first_line(f: &Fault) -> String {
    f.to_string().lines().next().unwrap_or_default().to_string()
}

#[test]
fn every_kind_of_fault_is_named_in_these_words() {
    let table = include_str!("faelle.txt");
    let all = cases(table);
    assert!(all.len() >= 100, "only {} cases were found", all.len());
    for Fall { name, quellen, want } in all {
        let said: Vec<String> =
            daten::lade_texte(&quellen).err().unwrap_or_default().iter().map(first_line).collect();
        assert_eq!(said, want, "{name}");
    }
}

/// What the loader finds odd after these texts were added to the files, or new files with them were made.
fn warnings(changes: &[(&str, &str)]) -> Vec<String> {
    let mut quellen = short();
    for (file, text) in changes {
        match text.split_once(" => ") {
            Some((old, new)) => {
                let quelle = quellen.0.get_mut(*file).unwrap();
                assert!(quelle.text.contains(old), "{file} has no {old}");
                quelle.text = quelle.text.replace(old, new);
            }
            None => drop(quellen.0.insert(file.to_string(), Quelle::new(*file, *text))),
        }
    }
    let welt = daten::lade_texte(&quellen).unwrap_or_else(|f| panic!("{f:#?}"));
    welt.warnungen.iter().map(first_line).collect()
}

/// The house opens all the same, and whoever edits hears of it.
#[test]
fn what_is_odd_is_a_warning() {
    assert_eq!(warnings(&[]), Vec::<String>::new(), "the shipped data is tidy");
    let garden = "name = \"Garten\"\nbeschreibung = \"Grün.\"\n";
    let door = ("raeume/buehne.toml", "[ausgaenge] => [ausgaenge]\nwesten = \"garten\"");
    let back = format!("{garden}[ausgaenge]\nosten = \"buehne\"\n");
    let same = back.replace("Garten", "Theatercafé");
    let circle = format!("{back}westen = \"garten\"\n");
    let cut = back.trim_end();
    let answer = "[[person.antwort]]\ntext = \"Ja?\"\nstichworte = ";
    let deaf = format!(
        "{back}[[person]]\nname = \"Anton\"\nbeschreibung = \"Alt.\"\n\
         {answer}[\"birne\", \"guten tag\"]\n{answer}[\"Birnen\", \"guten tag\"]\n"
    );
    let ladder = "[[stufen]]\nab = 0\ntext = \"Da.\"\n";
    let lone = "raeume/garten.toml:0:0: Zu diesem Raum führt kein Weg. Gib einem anderen Raum \
                einen Ausgang hierher.";
    let trap = "raeume/garten.toml:0:0: Aus diesem Raum führt kein Weg zurück zum Startraum. Gib \
                ihm einen Ausgang.";
    type Row<'a> = (&'a [(&'a str, &'a str)], &'a str);
    let rows: [Row<'_>; 12] = [
        (&[(ROOM, &back)], lone),
        (&[(ROOM, garden), door], trap),
        (
            &[(ROOM, &same), door],
            "raeume/theatercafe.toml:0:0: So wie dieser Raum heißt auch raeume/garten.toml. Gib \
             einem von beiden einen anderen Namen.",
        ),
        (
            &[(ROOM, &circle), door],
            "raeume/garten.toml:5:1: Der Ausgang „Westen“ führt in denselben Raum zurück. Wohin \
             soll er führen?",
        ),
        (
            &[(ROOM, cut), door],
            "raeume/garten.toml:4:17: Die letzte Zeile hat kein Ende. Ist die Datei ganz? Wenn ja, \
             drück am Ende einmal die Eingabetaste.",
        ),
        (
            &[(ROOM, &deaf), door],
            "raeume/garten.toml:11:1: Diese Antwort hört nie jemand: Auf ihre Stichworte antwortet \
             schon eine frühere. Gib ihr andere, oder stell sie nach oben.",
        ),
        (
            &[("raeume/garten.tml", "")],
            "raeume/garten.tml:0:0: Diese Datei liest niemand. Liegt sie im richtigen Ordner, und \
             stimmt die Endung?",
        ),
        (
            &[("räume/garten.toml", garden)],
            "räume/garten.toml:0:0: Diese Datei liest niemand. Liegt sie im richtigen Ordner, und \
             stimmt die Endung?",
        ),
        (
            &[("texte/gedicht.txt", "Rosen.\n")],
            "texte/gedicht.txt:0:0: Diesen Text zeigt niemand. Eine Person kann ihn sagen: datei = \
             \"gedicht\".",
        ),
        (
            &[("freunde/xaver.toml", "name = \"Xaver\"\n")],
            "freunde/xaver.toml:0:0: Diesen Freund ruft kein Tisch. Nenn ihn bei einem Tisch: \
             freunde = [\"xaver\"].",
        ),
        (
            &[("erfahrung/word.toml", ladder), ("raeume/lesezimmer.toml", TISCH_WEG)],
            "erfahrung/word.toml:0:0: Für dieses Spiel gibt es keinen Tisch, also steigt hier \
             niemand. Stell einen [[tisch]] dafür auf.",
        ),
        (
            &[("raeume/lesezimmer.toml", TISCH_WEG)],
            "kurier.toml:0:0: Für „word“ gibt es keinen Tisch, also auch nichts zu melden. Stell \
             einen [[tisch]] dafür auf.",
        ),
    ];
    for (changes, want) in rows {
        let said = warnings(changes);
        assert!(said.iter().any(|w| w == want), "{want}\n{said:#?}");
    }
}

const ROOM: &str = "raeume/garten.toml";

/// The reading room without its table.
const TISCH_WEG: &str = "name = \"Lesezimmer\"\nbeschreibung = \"Leer.\"\n[ausgaenge]\noben = \
                         \"theater\"\n";
