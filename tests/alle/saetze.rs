//! Every sentence that the house can say is quoted by a test: the list of the sentences is read from the source.
//! Those of the session and the door that no other test looks at are brought about here.

use std::fs;
use std::path::Path;

use super::haus::Haus;
use super::klient::Klient;
use super::quelltext::{files, root};

/// Sentences that only a broken or a full house says, each with the reason why no test brings it about.
const OHNE: [(&str, &str); 3] = [
    ("broken", "the archive would have to fail in the middle of a login"),
    ("liste_voll", "it takes a hundred accounts"),
    ("abwesend", "a line has to be lost for minutes between two deals"),
];

/// Everything that tests say, blanks evened out.
pub(crate) fn corpus() -> String {
    let mut all = String::new();
    collect(&root().join("tests"), &mut all);
    for datei in files() {
        let start = if datei.is_test() { Some(0) } else { datei.text.find("#[cfg(test)]") };
        all.extend(start.map(|at| &datei.text[at..]));
    }
    even(&all)
}

fn collect(folder: &Path, all: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, all);
        } else if path.extension().is_some_and(|e| e == "rs" || e == "txt") {
            all.push_str(&fs::read_to_string(path).unwrap());
        }
    }
}

pub(crate) fn even(text: &str) -> String {
    let lines: Vec<&str> = text.split("\\\n").map(str::trim_start).collect();
    lines.concat().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Name and body of every function of a file.
fn functions(text: &str) -> Vec<(String, &str)> {
    let code = text.split("#[cfg(test)]").next().unwrap();
    let starts: Vec<usize> = code
        .match_indices("fn ")
        .map(|(at, _)| at)
        .filter(|at| code[..*at].ends_with(['\n', ' ', ')']) && !line_of(code, *at).contains("//"))
        .collect();
    let ends = starts.iter().skip(1).copied().chain([code.len()]);
    starts.iter().zip(ends).map(|(a, b)| (name(&code[a + 3..]), &code[*a..b])).collect()
}

fn line_of(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |n| n + 1);
    text[start..].lines().next().unwrap_or("")
}

fn name(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// The words of a function's texts, where nothing is filled in: three in a row, or all where there are fewer.
fn quotable(body: &str) -> Vec<String> {
    let code = body.lines().filter(|l| !l.trim_start().starts_with("//"));
    let body = even(&code.collect::<Vec<_>>().join("\n"));
    let texts = body.split('"').skip(1).step_by(2);
    let pieces = texts.flat_map(|t| t.split(['{', '}'])).map(str::trim).filter(|p| p.len() >= 7);
    pieces
        .flat_map(|p| {
            let words: Vec<&str> = p.split(' ').collect();
            words.windows(3.min(words.len())).map(|w| w.join(" ")).collect::<Vec<_>>()
        })
        .filter(|w| w.len() >= 8)
        .collect()
}

#[test]
fn every_sentence_is_quoted_by_a_test() {
    let corpus = corpus();
    let (mut silent, mut sentences) = (Vec::new(), 0);
    for datei in files().into_iter().filter(|f| f.name.ends_with("/worte.rs")) {
        for (name, body) in functions(&datei.text) {
            let quotable = quotable(body);
            let known = OHNE.iter().any(|(n, _)| *n == name);
            if quotable.is_empty() || known {
                continue;
            }
            sentences += 1;
            if !quotable.iter().any(|q| corpus.contains(q.as_str())) {
                silent.push(format!("{} {name}: {}", datei.name, quotable[0]));
            }
        }
    }
    assert!(sentences > 100, "only {sentences} sentences were found");
    assert!(silent.is_empty(), "no test quotes\n{}", silent.join("\n"));
}

fn sagt(k: &mut Klient, line: &str) -> String {
    k.frage(line).replace('\n', " ")
}

/// Types each line and expects these words.
fn sagt_zu(k: &mut Klient, rows: &[(&str, &str)]) {
    for (line, wanted) in rows {
        let said = sagt(k, line);
        assert!(said.contains(wanted), "{line}: {said}");
    }
}

#[test]
fn a_guest_hears_what_guests_do_not_have() {
    let haus = Haus::open();
    let mut k = haus.klient().gast();
    assert!(k.alles().contains("Du bist als Gast1 hier und bekommst 10000 Spieltaler"));
    let long = "blah ".repeat(30);
    sagt_zu(
        &mut k,
        &[
            ("erfahrung", "Als Gast hast Du keine Erfahrung."),
            ("+plausch Hallo", "Als Gast hast Du keine Stimme im Kurier."),
            ("passwort", "Als Gast hast Du kein Passwort."),
            ("wiederhole", "Es gibt noch nichts zu wiederholen."),
            ("fehler Hier fehlt ein Komma", "Danke, das ist notiert."),
            ("hilfe wer", "Siehe auch: hilfe"),
            ("kurier quatsch", "„quatsch“ ist kein Kanal. Alle Kanäle zeigt kurier."),
            ("bestenliste", "Auf der Bestenliste steht noch niemand."),
            ("spüle", "Hier gibt es nichts zu spülen."),
            (
                "wer zum Kuckuck",
                "Wie bitte? So verstehe ich wer nicht. Wie es geht, zeigt hilfe wer.",
            ),
            ("ja", "Gerade ist keine Frage offen, die Du bestätigen könntest."),
            ("lang", "Beim Gehen siehst Du jetzt immer den ganzen Raum."),
            (long.as_str(), "So viele Wörter auf einmal verstehe ich nicht."),
        ],
    );
    k.tippe("ende");
    assert!(k.ende().contains("Auf Wiedersehen, bis zum nächsten Abend!"));
}

#[test]
fn glasses_are_washed_by_whoever_needs_it() {
    let haus = Haus::with(&["geld.startgeld=100"]);
    let mut poor = haus.klient().neu("Anna");
    sagt_zu(
        &mut poor,
        &[
            ("+spieltische Hallo", "Auf dem Kanal Spieltische schreibt nur das Haus."),
            ("kurier letzte 5", "Im Kurier steht noch nichts."),
        ],
    );
    let mut poor = poor.zu_oleg();
    sagt_zu(
        &mut poor,
        &[
            ("spüle", "Du spülst eine Stunde lang Gläser"),
            ("spüle", "Die Gläser sind noch sauber."),
        ],
    );
    let rich = Haus::open();
    let mut rich = rich.klient().neu("Anna").zu_oleg();
    sagt_zu(&mut rich, &[("spüle", "Gläser spült nur, wer weniger als 500 Taler hat.")]);
}

#[test]
fn the_door_answers_whatever_is_typed() {
    let haus = Haus::open();
    let mut web = haus.klient();
    web.warte("neuen Spieler)?");
    web.tippe("GET / HTTP/1.1");
    web.warte("Hier ist ein Textspiel und keine Webseite.");
    web.ende();
    haus.klient().neu("Anna");
    let mut k = haus.klient();
    k.warte("neuen Spieler)?");
    k.tippe("");
    k.warte("Ohne Namen kommst Du nicht hinein.");
    k.tippe("neu");
    k.warte("Schön, dass Du da bist! Such Dir einen Namen aus,");
    k.tippe("Anna");
    k.warte("Der Name Anna ist vergeben oder einem vergebenen zum Verwechseln ähnlich.");
    k.tippe("Bert");
    for _ in 0..2 {
        k.warte("Passwort");
        k.tippe(super::klient::PASSWORT);
    }
    k.warte("sächlich oder ohne?");
    k.tippe("?");
    k.warte("Danach richtet sich, ob von Dir als er,");
    k.tippe("ohne");
    k.warte("(ja oder nein)?");
    k.tippe("vielleicht");
    k.warte("Bitte antworte mit ja oder nein.");
    let mut gone = haus.klient();
    gone.warte("neuen Spieler)?");
    gone.tippe("ende");
    gone.warte("Bis bald!");
    gone.ende();
}

/// The switches of the output, each said back.
#[test]
fn every_switch_says_how_it_stands_now() {
    let haus = Haus::open();
    let mut k = haus.klient().gast();
    sagt_zu(
        &mut k,
        &[
            ("ausgabe prompt aus", "Das Eingabezeichen ist jetzt aus."),
            ("ausgabe spalten aus", "Spalten sind jetzt aus."),
            ("ausgabe leerzeilen aus", "Leerzeilen sind jetzt aus."),
            ("ausgabe breite auto", "Die Zeilenbreite folgt jetzt Deinem Fenster."),
            ("ausgabe breite 100", "Zeilen sind jetzt höchstens 100 Zeichen lang."),
            ("ausgabe breite 5", "Möglich sind 20 bis 500 Zeichen, oder ausgabe breite auto."),
            ("ausgabe grafik", "Ab jetzt werden Deine Karten gezeichnet."),
            ("ausgabe leser", "Ab jetzt ist alles zum Vorlesen gemacht: eine Spalte, keine Bilder"),
            ("ausgabe normal", "Ab jetzt siehst Du die gewöhnliche Ausgabe."),
            ("stimmung aus", "Gefühle und Geplauder sind jetzt aus."),
            ("sender an", "Der Name in jeder Zeile einer Mitteilung ist jetzt an."),
            ("ausgabe länge knapp", "Die Meldungen sind jetzt knapp."),
            ("kurier alles aus", "Alle Kanäle sind jetzt aus."),
            ("ignoriere", "Du hörst alle, Du ignorierst niemanden."),
            ("ignoriere gast1", "Dich selbst hörst Du ohnehin nicht."),
            ("hilfe steh auf", "Das geht am Spieltisch."),
            ("verben", "Gefühle, "),
            ("verben", "Auch mit Namen und Art: lächle anna freundlich an."),
        ],
    );
}

/// What rooms answer where there is nothing to tell.
#[test]
fn rooms_answer_where_nothing_is_to_be_found() {
    let haus = Haus::open();
    let mut anna = haus.klient().neu("Anna");
    assert!(anna.alles().contains("führt Dich in sechs Sätzen bis an den Spieltisch."));
    let mut bert = haus.klient().neu("Bert");
    sagt_zu(
        &mut anna,
        &[
            ("b einhorn", "Davon siehst Du hier nichts: einhorn."),
            ("lies einhorn", "Davon siehst Du hier nichts: einhorn."),
            ("b anna", "Das bist Du, so wie Du immer aussiehst."),
            ("b bert", "Bert steht hier und sieht sich um."),
            ("rieche einhorn", "Du riechst nichts Besonderes."),
            ("taste einhorn", "Du fühlst nichts Besonderes."),
            ("flüstere anna zu psst", "Du murmelst vor Dich hin, und niemand hört es."),
            ("geld", "Du hast 10000 Taler"),
        ],
    );
    bert.tippe("ende");
    anna.warte("Bert verlässt das Haus.");
    bert.ende();
    drop(haus.klient().neu("Cleo"));
    anna.warte("Cleo starrt ins Leere und ist nicht mehr ansprechbar.");
    let (mut anna, mut dora) = (anna.zu_oleg(), haus.klient().neu("Dora").zu_oleg());
    sagt_zu(
        &mut anna,
        &[
            ("schau", "Mit setz dich nimmst Du Platz."),
            ("schau zu", "Hier wird gerade nicht gespielt."),
            ("lies lampe", "Darauf steht nichts: Lampe."),
            ("sage erklär mir das spiel", "Oleg"),
        ],
    );
    dora.warte("Oleg erklärt Anna leise etwas.");
    sagt_zu(&mut anna, &[("setz dich", "Du setzt Dich an")]);
    let mut gast = haus.klient().gast().zu_oleg();
    let said = sagt(&mut gast, "setz dich an tisch 1");
    assert!(said.contains("setz dich findet Dir einen anderen Tisch."), "{said}");
    assert!(sagt(&mut gast, "setz dich").contains("Du setzt Dich an"));
}

/// A room without exits and a person without a word for everything else.
#[test]
fn a_bare_room_still_answers() {
    let haus = Haus::with_keller(&[
        ("sonst = \"Oleg brummt", "# \"Oleg brummt"),
        ("oben = {", "# oben = {"),
    ]);
    let mut k = haus.klient().gast().zu_oleg();
    sagt_zu(
        &mut k,
        &[
            ("ausgänge", "Es gibt keinen Ausgang."),
            ("frage oleg nach einhörnern", "Oleg zuckt die Achseln."),
        ],
    );
}

/// docs/barrierefrei.md names a test for each fault: each of them is there.
#[test]
fn the_page_about_reading_names_tests_that_exist() {
    let page = fs::read_to_string(root().join("docs/barrierefrei.md")).unwrap();
    let names: Vec<&str> = page.split('`').skip(1).step_by(2).filter(|n| n.contains('_')).collect();
    let names: Vec<&str> = names.into_iter().filter(|n| !n.contains(['.', ' '])).collect();
    assert!(names.len() > 40, "only {} tests are named", names.len());
    let tests = corpus();
    let missing: Vec<_> = names.iter().filter(|n| !tests.contains(&format!("fn {n}("))).collect();
    assert!(missing.is_empty(), "{missing:?}");
    for row in ["ENC", "WRAP", "PAGE", "INJ", "NAME", "IGN", "MSG", "CMD", "A11Y"] {
        assert!(page.contains(&format!("({row})")), "{row} is not on the page");
    }
}
