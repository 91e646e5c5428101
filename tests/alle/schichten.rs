//! The layers of ARCHITECTURE.md as tables: which module may name which, and what pure modules never name. A new
//! edge is a visible line here.

use super::quelltext::{Datei, files, paths, std_paths};

/// What a module is allowed to name of this crate.
enum Darf {
    /// Pure: exactly these modules and itself.
    Nur(&'static [&'static str]),
    /// Shell: everything but these, which stand above it.
    AllesAusser(&'static [&'static str]),
}

use Darf::{AllesAusser, Nur};

/// Those who know the line, the room and the way the process was started.
const ABOVE_HOST: &[&str] = &["session", "raum", "server", "cli", "main", "befehle"];

/// The first row whose module the file belongs to counts. `spiel` stands for the folder of any game: `spiel::regeln`
/// is every file of a game that has no row of its own. A game never names another game; only `spielarten` knows
/// which there are.
const SCHICHTEN: &[(&str, Darf)] = &[
    // What everything may stand on.
    ("limits", Nur(&[])),
    ("deutsch", Nur(&[])),
    ("quelle", Nur(&["limits", "deutsch"])),
    ("taler", Nur(&["limits", "deutsch"])),
    ("siegel", Nur(&["limits"])),
    ("satz", Nur(&["limits", "deutsch"])),
    ("text", Nur(&["limits", "deutsch"])),
    ("seele", Nur(&["satz", "text", "deutsch", "limits"])),
    // The wire: bytes in, frames out, and no idea what they mean. Which bytes a letter is, the charsets know.
    ("telnet", Nur(&["limits", "text::zeichensatz"])),
    // Games. The contract names words because `Auftritt` does; rules and friends never see them.
    ("spiel::auftritt", Nur(&["spiel", "spiele", "satz", "text", "deutsch", "limits", "taler"])),
    ("spiel::bilder", Nur(&["spiel::regeln", "text"])),
    (
        "spiel::aufzeichnung",
        Nur(&["spiel::regeln", "spiele", "protokoll", "quelle", "deutsch", "limits"]),
    ),
    ("spiel::freund", Nur(&["spiel::regeln", "spiele", "limits"])),
    ("spiel::regeln", Nur(&["spiel::regeln", "spiele", "quelle", "limits"])),
    ("spiele", Nur(&["quelle", "satz", "text", "deutsch", "taler", "limits"])),
    ("protokoll", Nur(&["spiele", "quelle", "deutsch", "limits"])),
    ("verify", Nur(&["spiele", "protokoll", "siegel", "deutsch", "limits"])),
    // The table machine knows no game, no medium and no clock.
    (
        "tisch",
        Nur(&[
            "spiele",
            "satz",
            "text",
            "deutsch",
            "taler",
            "limits",
            "siegel",
            "protokoll",
            "quelle",
            "welt",
        ]),
    ),
    // Reading the folder is the one thing of the world that touches the disk, at start and at `neu laden`.
    ("welt::dateien", AllesAusser(ABOVE_HOST)),
    ("welt", Nur(&["quelle", "spiele", "satz", "text", "deutsch", "taler", "limits"])),
    ("login", Nur(&["satz", "text", "deutsch", "limits", "welt", "quelle", "taler"])),
    ("msdp", Nur(&["limits"])),
    ("gmcp", Nur(&["spiele", "tisch", "text", "deutsch", "taler", "limits", "siegel", "welt"])),
    // Shell: tasks, sockets, the disk. Awaiting goes downhill: session, raum, host, zentrale, archive.
    ("metrics", AllesAusser(SHELL)),
    ("netz", AllesAusser(SHELL)),
    ("kalender", AllesAusser(SHELL)),
    ("password", AllesAusser(SHELL)),
    ("config", AllesAusser(SHELL)),
    ("archive", AllesAusser(SHELL)),
    ("denker", AllesAusser(SHELL)),
    ("simulate", AllesAusser(SHELL)),
    ("zentrale", AllesAusser(&["host", "raum", "session", "server", "cli", "main", "befehle"])),
    ("host", AllesAusser(ABOVE_HOST)),
    ("spielarten", AllesAusser(ABOVE_HOST)),
    ("daten", AllesAusser(ABOVE_HOST)),
    ("raum", AllesAusser(&["session", "server", "cli", "main"])),
    ("person", AllesAusser(&["server", "cli", "main"])),
    ("befehle", AllesAusser(&["server", "cli", "main"])),
    ("session", AllesAusser(&["server", "cli", "main"])),
    ("server", AllesAusser(&["cli", "main"])),
    ("cli", AllesAusser(&["main"])),
    ("main", AllesAusser(&[])),
    // The map of the crate.
    ("lib", AllesAusser(&[])),
];

/// Tasks and lines: what helpers of the shell have no business with.
const SHELL: &[&str] =
    &["zentrale", "host", "raum", "session", "server", "cli", "main", "befehle", "spielarten"];

/// Single edges against the slope: module, what it names, and why that is no harm.
const AUSNAHMEN: &[(&str, &str, &str)] =
    &[("host", "raum::RaumHandle", "a table tells its room what changed and never awaits it")];

/// Modules that see neither task nor disk nor clock nor the system's chance.
fn is_pure(darf: &Darf) -> bool {
    matches!(darf, Nur(_))
}

/// Parts of paths that no pure module names.
const NOT_PURE: &[&str] =
    &["tokio", "tokio_util", "tracing", "rusqlite", "Instant", "SystemTime", "thread_rng", "jiff"];

/// Parts of `std` that no pure module names.
const NOT_PURE_STD: &[&str] = &["io", "fs", "net", "env", "process", "thread"];

/// The games are the folders of `src/spiele` that hold a `regeln.rs`.
fn games(files: &[Datei]) -> Vec<String> {
    let games = files.iter().map(Datei::module).filter(|m| m.len() == 3 && m[2] == "regeln");
    games.map(|m| m[1].clone()).collect()
}

/// The name of a module or path in the table: files of a game are `spiel::part`, all others as they are.
fn table_name(path: &[String], games: &[String]) -> String {
    let is_game = path.len() > 1 && path[0] == "spiele" && games.contains(&path[1]);
    match path.get(2).map(String::as_str) {
        _ if !is_game => path.join("::"),
        Some(part @ ("auftritt" | "bilder" | "aufzeichnung" | "freund")) => {
            format!("spiel::{part}")
        }
        Some(_) => "spiel::regeln".to_string(),
        None => "spiel".to_string(),
    }
}

fn game<'p>(path: &'p [String], games: &[String]) -> Option<&'p String> {
    path.get(1).filter(|g| path[0] == "spiele" && games.contains(g))
}

fn under(name: &str, module: &str) -> bool {
    name == module || name.strip_prefix(module).is_some_and(|rest| rest.starts_with("::"))
}

/// Checks one file; gives what is wrong as "file:line: what".
fn faults(datei: &Datei, games: &[String]) -> Vec<String> {
    let module = datei.module();
    let own = if module.is_empty() { "lib".to_string() } else { table_name(&module, games) };
    // A game's root file declares its parts and gives out its type; it may name its own folder.
    if own == "spiel" || datei.is_test() {
        return Vec::new();
    }
    let Some((row, darf)) = SCHICHTEN.iter().find(|(row, _)| under(&own, row)) else {
        return vec![format!("{}:1: {own} has no row in the table of layers", datei.name)];
    };
    let mut faults = Vec::new();
    for edge in paths(datei) {
        // A macro stands at the root, whatever file it is written in.
        let target =
            if edge.path[0] == "zeile" { "text".into() } else { table_name(&edge.path, games) };
        let (from, to) = (game(&module, games), game(&edge.path, games));
        let foreign_game = to.is_some() && from != to && *row != "spielarten";
        if foreign_game || !allowed(row, darf, &target) {
            faults.push(format!("{}:{}: {row} may not name {target}", datei.name, edge.line));
        }
    }
    if is_pure(darf) {
        faults.extend(impure(datei));
    }
    faults
}

fn allowed(row: &str, darf: &Darf, target: &str) -> bool {
    if AUSNAHMEN.iter().any(|(from, to, _)| *from == row && under(target, to)) {
        return true;
    }
    match darf {
        // The top module of the crate, such as in `use crate::*`, names nothing.
        Nur(list) => under(target, row) || list.iter().any(|module| under(target, module)),
        AllesAusser(list) => !list.iter().any(|module| under(target, module)),
    }
}

fn impure(datei: &Datei) -> Vec<String> {
    let mut faults = Vec::new();
    for (line, nr) in datei.code_without_tests().lines().zip(1..) {
        let words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
        for word in words.filter(|w| NOT_PURE.contains(w)) {
            faults.push(format!("{}:{nr}: a pure module may not name {word}", datei.name));
        }
        if line.contains("rand::rng(") || line.contains("rand::random") {
            faults.push(format!("{}:{nr}: a pure module gets its chance handed in", datei.name));
        }
    }
    for used in std_paths(datei) {
        if used.path.first().is_some_and(|p| NOT_PURE_STD.contains(&p.as_str())) {
            let path = used.path.join("::");
            faults.push(format!(
                "{}:{}: a pure module may not name std::{path}",
                datei.name, used.line
            ));
        }
    }
    faults
}

#[test]
fn every_module_names_only_what_its_layer_allows() {
    let files = files();
    let games = games(&files);
    assert!(files.len() > 20 && !games.is_empty(), "the source was not found");
    let faults: Vec<String> = files.iter().flat_map(|f| faults(f, &games)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_row_of_the_table_has_a_module() {
    let files = files();
    let games = games(&files);
    let names: Vec<String> = files.iter().map(|f| table_name(&f.module(), &games)).collect();
    for (row, _) in SCHICHTEN {
        let optional =
            matches!(*row, "lib" | "spiel::bilder" | "welt::dateien" | "password" | "gmcp");
        assert!(optional || names.iter().any(|n| under(n, row)), "{row} is no module any more");
    }
}

#[test]
fn the_reader_of_edges_notices_what_is_not_allowed() {
    let games = ["miwin".to_string(), "word".to_string()];
    let wrong = |name: &str, text: &str| {
        faults(&Datei::new(name.to_string(), text.to_string()), &games).len()
    };
    let regeln = "src/spiele/miwin/regeln.rs";
    assert_eq!(wrong(regeln, "use crate::text::Zeile;"), 1);
    assert_eq!(wrong(regeln, "use crate::{limits, satz::Satz};"), 1);
    assert_eq!(wrong(regeln, "use super::freund::decide;"), 1);
    assert_eq!(wrong(regeln, "use super::karten::Karte;\nuse crate::spiele::wetten::Pott;"), 0);
    assert_eq!(wrong(regeln, "fn f() { crate::spiele::word::regeln::g() }"), 1);
    assert_eq!(wrong(regeln, "use std::{fmt, io::Read};"), 1);
    assert_eq!(wrong(regeln, "fn now() { std::time::Instant::now(); }"), 1);
    assert_eq!(
        wrong(regeln, "// use crate::text;\n#[cfg(test)]\nmod tests { use crate::text; }"),
        0
    );
    assert_eq!(wrong("src/tisch.rs", "use crate::spiele::miwin::Miwin;"), 1);
    assert_eq!(wrong("src/spielarten.rs", "use crate::spiele::miwin::Miwin;"), 0);
    assert_eq!(wrong("src/archive/ledger.rs", "use crate::session;"), 1);
    assert_eq!(wrong("src/host.rs", "use crate::raum::RaumHandle;"), 0);
    assert_eq!(wrong("src/host.rs", "use crate::raum::{RaumHandle, Raum};"), 1);
    assert_eq!(wrong("src/neu.rs", ""), 1);
}
