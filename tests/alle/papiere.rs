//! What the papers promise is true: commands that they show exist, every setting is explained, the checkers that
//! players get accept what the server writes and refuse what was changed, and nothing is passed on without its
//! licence. Knows the papers and the built program, none of its modules.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use super::quelltext::root;

const PROGRAM: &str = env!("CARGO_BIN_EXE_theaterkeller");

fn read(name: &str) -> String {
    let path = root().join(name);
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn run(program: impl AsRef<std::ffi::OsStr>, args: &[&str]) -> Output {
    let mut command = Command::new(program);
    command.args(args).current_dir(root()).stdin(Stdio::null());
    // Python would leave compiled files in the folder of the papers.
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    command.output().expect("the program starts")
}

/// The independent checkers are written in Python: a machine without it says so and checks the rest.
fn has_python() -> bool {
    let there = Command::new("python3").arg("--version").output().is_ok_and(|o| o.status.success());
    if !there {
        println!("skipped: python3 is missing, the independent checkers were not run");
    }
    there
}

fn python(script: &str, file: &Path) -> Output {
    run("python3", &[script, file.to_str().unwrap()])
}

fn text(output: &Output) -> String {
    let (out, err) = (&output.stdout, &output.stderr);
    format!("{}{}", String::from_utf8_lossy(out), String::from_utf8_lossy(err))
}

/// A folder of its own, gone at the end of the test.
struct Ordner(PathBuf);

impl Ordner {
    fn new() -> Self {
        let path =
            std::env::temp_dir().join(format!("theaterkeller-papiere-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Ordner {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The record changed in the first line that holds `mark`.
fn changed(record: &str, mark: &str, change: impl Fn(&str) -> String) -> String {
    let mut lines: Vec<String> = record.lines().map(str::to_string).collect();
    let line = lines.iter_mut().find(|l| l.contains(mark)).expect("the record has such a line");
    let new = change(line);
    assert_ne!(*line, new, "nothing was changed");
    *line = new;
    lines.join("\n") + "\n"
}

/// One more in the last number of a list: `[1,2]` becomes `[1,3]`.
fn one_more(line: &str) -> String {
    let at = line.rfind([',', '[']).unwrap() + 1;
    let end = at + line[at..].find(']').unwrap();
    let n: i64 = line[at..end].parse().unwrap();
    format!("{}{}{}", &line[..at], n + 1, &line[end..])
}

/// The other hexadecimal digit at the start of the salt.
fn other_salt(line: &str) -> String {
    let at = line.find("\"salt\":\"").unwrap() + 8;
    let digit = if line[at..].starts_with('0') { "1" } else { "0" };
    format!("{}{digit}{}", &line[..at], &line[at + 1..])
}

#[test]
fn a_played_game_passes_the_checkers_and_a_changed_one_does_not() {
    if !has_python() {
        return;
    }
    let ordner = Ordner::new();
    let file = ordner.0.join("partie.jsonl");
    let probe = ["tests/rauchprobe.py", PROGRAM, "--aufzeichnung", file.to_str().unwrap()];
    let played = run("python3", &probe);
    assert!(played.status.success(), "{}", text(&played));
    let record = fs::read_to_string(&file).unwrap();
    let judged = |script, name, text: &str| python(script, &ordner.write(name, text)).status.code();

    let salted = changed(&record, "\"salt\"", other_salt);
    assert_eq!(judged("docs/siegel.py", "siegel.jsonl", &record), Some(0));
    assert_eq!(judged("docs/siegel.py", "siegel.jsonl", &salted), Some(1));
    let without: String = record.lines().filter(|l| !l.contains("\"salt\"")).collect();
    assert_eq!(judged("docs/siegel.py", "nichts.jsonl", &without), Some(1));

    assert_eq!(judged("tests/pruefer.py", "regeln.jsonl", &record), Some(0));
    assert_eq!(judged("tests/pruefer.py", "regeln.jsonl", &salted), Some(1));
    for mark in ["\"score\"", "\"end\""] {
        let wrong = changed(&record, mark, one_more);
        assert_eq!(judged("tests/pruefer.py", "regeln.jsonl", &wrong), Some(1), "{mark}");
    }
    let short = record.rsplit_once("{\"ev\":\"end\"").unwrap().0;
    assert_eq!(judged("tests/pruefer.py", "regeln.jsonl", short), Some(1));
}

/// The example that docs/siegel.md works out by hand, as the table would show it.
#[test]
fn the_worked_example_of_the_seal_is_right() {
    if !has_python() {
        return;
    }
    let page = read("docs/siegel.md");
    let hashes: Vec<&str> = page.split('`').filter(|s| s.len() == 64).collect();
    let [_, _, _, leaf_3, leaf_4, left, _, _, root] = hashes[..] else {
        panic!("nine hashes belong to the example, not {}", hashes.len());
    };
    let salt = "02".repeat(16);
    let shown = |card| {
        format!(
            "Mischsiegel der vorigen Runde: {root}. Offen: 1 Karte.\n  Stelle 2, Karte {card}, Salz\n  \
             {salt}, Beweis {leaf_3}\n  {left} {leaf_4}\n"
        )
    };
    let ordner = Ordner(std::env::temp_dir().join(format!("siegel-{}", std::process::id())));
    fs::create_dir_all(&ordner.0).unwrap();
    let judged = |card| {
        let file = ordner.write("schirm.txt", &shown(card));
        let args = ["docs/siegel.py", "--karten", "5", file.to_str().unwrap()];
        run("python3", &args).status.code()
    };
    assert_eq!((judged("HB"), judged("KA")), (Some(0), Some(1)));
}

#[test]
fn what_the_transcript_types_stands_in_the_help() {
    let readme = read("README.md");
    let typed: Vec<&str> = readme.lines().filter_map(|l| l.strip_prefix("> ")).collect();
    assert!(typed.len() >= 8, "the transcript has become too short to show an evening: {typed:?}");
    let pages = fs::read_dir(root().join("data/hilfe")).unwrap();
    let pages: String =
        pages.map(|page| fs::read_to_string(page.unwrap().path()).unwrap()).collect();
    let greeting = read("data/texte/begruessung.txt");
    for command in typed {
        let verb = command.split(' ').next().unwrap();
        let known = pages.contains(&format!("`{verb}")) || greeting.contains(verb);
        assert!(known, "no help page names `{verb}`");
    }
}

/// Command lines in the papers: every subcommand answers `--help`, and knows the options that stand behind it.
#[test]
fn commands_and_options_in_the_papers_exist() {
    let mut seen = 0;
    for paper in ["README.md", "docs/betrieb.md"] {
        for line in read(paper).lines().filter_map(command_line) {
            let words: Vec<&str> = line.split_whitespace().map(|w| w.trim_matches('`')).collect();
            let lower = |w: &&&str| w.starts_with(|c: char| c.is_ascii_lowercase());
            let depth = if words.first() == Some(&"admin") { 2 } else { 1 };
            let mut args: Vec<&str> = words.iter().take(depth).take_while(lower).copied().collect();
            args.push("--help");
            let help = run(PROGRAM, &args);
            assert!(help.status.success(), "{paper}: {line}: {}", text(&help));
            for option in words.iter().filter(|w| w.starts_with("--")) {
                assert!(text(&help).contains(option), "{paper}: {line}: no {option}");
            }
            seen += 1;
        }
    }
    assert!(seen > 12, "only {seen} command lines were found");
}

/// What follows the program's name at the beginning of an indented line or of code in a sentence or table.
fn command_line(line: &str) -> Option<&str> {
    let at = line.find("    theaterkeller ").map(|i| i + 18);
    let at = at.or_else(|| line.find("`theaterkeller ").map(|i| i + 15))?;
    let rest = &line[at..];
    let end = rest.find('`').or_else(|| rest.find("   ")).unwrap_or(rest.len());
    Some(rest[..end].trim_start_matches("[serve]").trim())
}

#[test]
fn every_setting_is_explained() {
    let manual = read("docs/betrieb.md");
    let (mut section, mut comment, mut keys) = (String::new(), false, 0);
    for (line, nr) in read("config.toml").lines().zip(1..) {
        if let Some(name) = line.strip_prefix('[') {
            section = name.trim_end_matches(']').to_string();
            comment = false;
        } else if line.starts_with('#') {
            comment = true;
        } else if let Some((key, _)) = line.split_once('=') {
            let key = format!("`{section}.{}`", key.trim());
            assert!(comment, "config.toml:{nr}: no comment explains {key}");
            assert!(manual.contains(&key), "docs/betrieb.md does not name {key}");
            keys += 1;
        }
    }
    assert!(keys > 15, "only {keys} keys were found");
}

#[test]
fn every_dependency_has_its_reason() {
    let manifest = read("Cargo.toml");
    let architecture = read("ARCHITECTURE.md");
    let tables = manifest
        .split("\n[")
        .filter(|t| t.starts_with("dependencies]") || t.starts_with("dev-dependencies]"));
    let names = tables.flat_map(str::lines).filter_map(|l| l.split_once(" = ")).map(|(n, _)| n);
    let names: Vec<&str> = names.collect();
    assert!(names.len() > 10, "{names:?}");
    for name in names {
        assert!(architecture.contains(&format!("| {name} |")), "ARCHITECTURE.md: no {name}");
    }
}

#[test]
fn every_file_is_passed_on_with_its_licence() {
    let licence = read("LICENSE");
    for (name, beginning) in [("LICENSE-MIT", "Permission is hereby"), ("LICENSE-APACHE", "Apache")]
    {
        assert!(licence.contains(name) && read(name).contains(beginning), "{name}");
    }
    assert!(read("Cargo.toml").contains("license = \"MIT OR Apache-2.0\""));
    for (file, id) in [("woerter.txt", "CC0 1.0"), ("stufen.txt", "CC BY-SA 4.0")] {
        assert!(licence.contains(file) && licence.contains(id), "LICENSE does not name {file}");
    }
    let list = read("data/woerter/LIZENZEN.md");
    for entry in fs::read_dir(root().join("data/woerter")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        // The decks share one row.
        let row = if name.starts_with("deck-") { "deck-*.txt".to_string() } else { name };
        assert!(row == "LIZENZEN.md" || list.contains(&row), "LIZENZEN.md does not name {row}");
    }
}

/// Links between the papers lead to files that are there.
#[test]
fn links_lead_somewhere() {
    let mut links = 0;
    let docs = fs::read_dir(root().join("docs")).unwrap().map(|e| e.unwrap().path());
    let top = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md"].map(|n| root().join(n));
    for paper in docs.chain(top).filter(|p| p.extension().is_some_and(|e| e == "md")) {
        let page = fs::read_to_string(&paper).unwrap();
        for link in page.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
            if link.is_empty() || link.starts_with("http") {
                continue;
            }
            assert!(paper.with_file_name(link).exists(), "{}: {link}", paper.display());
            links += 1;
        }
    }
    assert!(links > 10, "only {links} links were found");
}

/// All Rust files below a folder: the path of modules that leads there, and the text.
fn modules(folder: &Path, path: &[String], found: &mut Vec<(Vec<String>, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        let name = file.file_stem().unwrap().to_str().unwrap().to_string();
        let path = [path, &[name]].concat();
        if file.is_dir() {
            modules(&file, &path, found);
        } else if file.extension().is_some_and(|e| e == "rs") {
            found.push((path, fs::read_to_string(file).unwrap()));
        }
    }
}

/// Whether this is a module with tests in or below it, or a test in one.
fn is_tested(name: &str, modules: &[(Vec<String>, String)]) -> bool {
    let words: Vec<&str> = name.split("::").collect();
    let (last, above) = words.split_last().unwrap();
    let test = |text: &str| text.contains("#[test]") || text.contains("#[tokio::test");
    let (all, above) = (owned(&words), owned(above));
    let function = format!("fn {last}(");
    modules.iter().any(|(path, text)| {
        let below = path.windows(all.len()).any(|w| w == all) && test(text);
        // A bare name may stand anywhere; a test module inside of a file is part of the path as well.
        let outer = above.split_last().filter(|(m, _)| *m == "tests").map(|(_, o)| o);
        let inside = outer.is_some_and(|o| path.ends_with(o) && text.contains("mod tests {"));
        let here = (path.ends_with(&above) || inside) && test(text);
        let inner = *last == "tests" && text.contains("mod tests {");
        below || (here && (inner || text.contains(&function)))
    })
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(ToString::to_string).collect()
}

/// The build stage sees no tests and no benches: its shell has to make an empty file for each target that Cargo.toml
/// names, or nothing is built. Its own words are run in an empty folder.
#[test]
fn the_container_builds_every_target_that_is_named() {
    let dockerfile = read("Dockerfile").replace("\\\n", " ");
    let run = dockerfile.lines().find_map(|l| l.strip_prefix("RUN mkdir tests")).unwrap();
    let make = run.split("&& cargo build").next().unwrap().trim().trim_end_matches("&&");
    let ordner = Ordner(std::env::temp_dir().join(format!("bau-{}", std::process::id())));
    fs::create_dir_all(&ordner.0).unwrap();
    let manifest = read("Cargo.toml");
    ordner.write("Cargo.toml", &manifest);
    let made = Command::new("sh")
        .args(["-ec", &format!("mkdir tests {make}")])
        .current_dir(&ordner.0)
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", text(&made));
    let benches = manifest.split("[[bench]]").skip(1);
    let mut targets: Vec<String> = benches
        .map(|b| format!("benches/{}.rs", b.split('"').nth(1).expect("a bench has a name")))
        .collect();
    targets.push("tests/alle.rs".to_string());
    assert!(targets.len() > 1);
    for target in targets {
        assert!(ordner.0.join(&target).is_file(), "the Dockerfile makes no {target}");
    }
}

/// Every row of the kinds of faults names a test that is there, or says why the fault cannot occur.
#[test]
fn every_kind_of_fault_has_a_test_that_exists() {
    let mut found = Vec::new();
    for folder in ["src", "tests/alle"] {
        modules(&root().join(folder), &[], &mut found);
    }
    let mut names = 0;
    for paper in ["docs/zuverlaessigkeit.md", "docs/sicherheit.md", "docs/daten.md"] {
        let page = read(paper);
        let rows = page.split_once("## Die Fehlerarten").unwrap().1.lines();
        let heads = ["| Art |", "| Grenze |", "| --- |"];
        let is_row = |l: &&str| l.starts_with("| ") && !heads.iter().any(|h| l.starts_with(h));
        for row in rows.filter(is_row) {
            let here = row.trim_end_matches(" |").rsplit(" | ").next().unwrap();
            let cited = here.split('`').skip(1).step_by(2).filter(|c| !c.contains(['/', ' ']));
            let mut tested = here.contains("kann nicht vorkommen");
            for name in cited {
                assert!(is_tested(name, &found), "{paper} names no test: {name}");
                tested = true;
                names += 1;
            }
            assert!(tested, "{paper}: no test and no reason: {row}");
        }
    }
    assert!(names > 60, "only {names} tests are named");
    assert!(!is_tested("abend_fehler::no_such_test", &found));
    assert!(!is_tested("nirgends", &found));
}
