//! Whole evenings in reader mode at each of the three games, recorded and looked at as speech and Braille get them.

use super::haus::Haus;
use super::klient::Klient;
use super::leser::bad;
use super::spielabend::{allein_los, naechster_befehl, ziehe};

const FRIENDS: [&str; 8] =
    ["Vladim", "Elena", "Sergej", "Iwan", "Resi", "Poldi", "Konrad", "Ottilie"];

/// What is asked at a table now and then; all of it costs no turn.
const QUESTIONS: [&str; 22] = [
    "stand",
    "tisch",
    "blatt",
    "karte 1",
    "punkte",
    "siegel",
    "was kann ich",
    "zeit",
    "dran",
    "wert",
    "pott",
    "kosten",
    "grenzen",
    "geber",
    "dabei",
    "einsatz",
    "stiche",
    "tempo",
    "wiederhole",
    "regeln kurz",
    "hilfe hier",
    "quatsch",
];

/// A guest in reader mode, just inside.
fn gast(haus: &Haus) -> Klient {
    let mut k = haus.klient();
    k.warte("neuen Spieler)?");
    k.tippe("leser");
    k.warte("zum Vorlesen geeignet.");
    k.warte("neuen Spieler)?");
    k.tippe("gast");
    k.warte("Willkommen, ");
    k
}

/// Everything said since reader mode began.
fn heard(k: &Klient) -> String {
    let all = k.alles();
    all[all.find("Willkommen, ").expect("somebody came in")..].to_string()
}

/// Walks, looks, asks and plays a game at Oleg's to its end.
fn evening_at_olegs(haus: &Haus) -> Klient {
    let mut k = gast(haus);
    let walk = [
        "schau",
        "hilfe",
        "hilfe spiele",
        "lies spielplan",
        "osten",
        "unten",
        "schau oleg an",
        "regeln",
        "kurier",
        "wer",
        "ausgabe",
        "bestenliste",
        "sage erklär mir das spiel",
    ];
    walk.iter().for_each(|line| drop(k.frage(line)));
    game(&mut k, &QUESTIONS);
    let after = ["letzte 10", "geld", "stand", "steh auf", "schau"];
    after.iter().for_each(|line| drop(k.frage(line)));
    k
}

/// Plays to the end and asks these questions once on the way.
fn game(k: &mut Klient, questions: &[&str]) {
    allein_los(k);
    let mut moves = 0;
    while let Some(befehl) = naechster_befehl(k) {
        if moves == 8 {
            questions.iter().for_each(|frage| drop(k.frage(frage)));
        }
        k.tippe(&befehl);
        moves += 1;
    }
    k.stille();
}

/// Waits for the own turn and goes on where a deal is over. False: the chips are gone, and the table waits.
fn is_on(k: &mut Klient) -> bool {
    let over = "Zum Weiterspielen braucht es";
    loop {
        match k.eins_von(&["Du bist dran", over, " gewinn", "Du hast jetzt"]).0 {
            0 => return true,
            1 => return false,
            _ => k.tippe("los"),
        }
    }
}

/// An evening at a table with chips, up to so many own moves, every one of them the first that `was kann ich` names.
fn sitting(haus: &Haus, way: &[&str], moves: usize) -> Klient {
    let mut k = gast(haus);
    way.iter().for_each(|line| drop(k.frage(line)));
    k.tippe("setz dich");
    k.warte("beginnt das Spiel sofort.");
    k.tippe("los");
    let mut made = 0;
    while made < moves && is_on(&mut k) {
        if made % 7 == 3 {
            QUESTIONS.iter().for_each(|frage| drop(k.frage(frage)));
        }
        let befehl = first_way(&k.frage("was kann ich"));
        k.tippe(&befehl);
        made += 1;
    }
    ["pause", "letzte 20", "steh auf", "ja", "geld", "schau"].iter().for_each(|l| drop(k.frage(l)));
    k
}

/// The first command that the answer to `was kann ich` names.
fn first_way(said: &str) -> String {
    let flat = said.replace('\n', " ");
    let marks = ["zum Beispiel ", "oder kein", "Du kannst jetzt: ", "Du kannst: "];
    let (mark, rest) = marks
        .iter()
        .find_map(|m| Some((m, flat.split_once(m)?.1)))
        .unwrap_or_else(|| panic!("nothing may be done: {said}"));
    let end = rest.find([',', '.', '(']).unwrap_or(rest.len());
    let way = rest[..end].split(" oder ").next().unwrap_or_default();
    let way = way.split(" bis ").next().unwrap_or_default().trim();
    if mark.ends_with("kein") { "kein wort".into() } else { way.to_string() }
}

/// No prompt, no echo of what was typed, no "OK" in front of what was asked for (A30 to A33), and nothing that is bad to
/// hear (A10 to A20). Hex digits are no words, so `siegel genau` stands apart.
fn listen(heard: &str) {
    assert!(heard.lines().count() > 200, "{heard}");
    let typed =
        ["schau", "hilfe spiele", "osten", "oben", "unten", "stand", "tisch", "blatt", "los"];
    for line in heard.lines() {
        let noise = line.starts_with('>') || ["ok", "ok."].contains(&line.to_lowercase().as_str());
        assert!(!noise && !typed.contains(&line), "a prompt, an echo or an OK: {line:?}");
        // A room's name stands alone, as a heading does; a list begins with its count.
        let heading = |why: &&str| match *why {
            "no end of the sentence" => true,
            "a number comes first" => line.ends_with(':'),
            _ => false,
        };
        assert_eq!(bad(line).filter(|why| !heading(why)), None, "{line:?}");
        let shouted = line.split(|c: char| !c.is_alphabetic());
        let shouted =
            shouted.filter(|w| w.chars().count() > 3 && w.chars().all(char::is_uppercase));
        // A word that was laid is spelled behind it.
        assert!(shouted.count() == 0 || line.contains("Punkte"), "{line:?}");
    }
}

/// A line that tells what a friend has done.
fn tells_a_friend(line: &str) -> bool {
    let Some((first, rest)) = line.split_once(' ') else { return false };
    let deeds =
        ["spielt ", "sagt ", "tauscht ", "deckt ", "steigt ", "geht ", "erhöht ", "bietet "];
    FRIENDS.contains(&first) && deeds.iter().any(|d| rest.starts_with(d))
}

/// What several friends do in a row is one line, unless that were too long for one (A52).
fn friends_are_told_together(heard: &str) -> usize {
    // What was asked for once more stands as it happened, one thing a line.
    let story = heard.split("letzte ").next().unwrap_or_default();
    let lines: Vec<&str> = story.lines().collect();
    let length = |l: &str| l.chars().count();
    let apart: Vec<_> = lines
        .windows(2)
        .filter(|w| w.iter().all(|l| tells_a_friend(l)) && length(w[0]) + length(w[1]) < 160)
        .collect();
    assert!(apart.is_empty(), "{apart:#?}\n{heard}");
    let several = |l: &&&str| FRIENDS.iter().filter(|f| l.contains(&format!("{f} "))).count() > 1;
    lines.iter().filter(|l| tells_a_friend(l)).filter(several).count()
}

/// The own turn: from "Du bist dran" to the answer to the next question, or to the next thing that anybody does.
fn turns_are_short(heard: &str) -> usize {
    let next =
        ["Du kannst", "Du spielst", "Du sagst", "Dein Gebot", "Dein Zeichensatz", "Das kannst"];
    let (mut turns, mut lines) = (0, None);
    for line in heard.lines() {
        if line.starts_with("Du bist dran") {
            (turns, lines) = (turns + 1, Some(1));
        } else if next.iter().any(|e| line.starts_with(e)) || tells_a_friend(line) {
            lines = None;
        } else if let Some(n) = lines {
            assert!(n < 3, "{line:?} in\n{heard}");
            lines = Some(n + 1);
        }
    }
    turns
}

#[test]
fn an_evening_at_olegs_is_good_to_hear() {
    let haus = Haus::open();
    let k = evening_at_olegs(&haus);
    let heard = heard(&k);
    assert!(heard.contains("Das Spiel ist zu Ende."), "{heard}");
    listen(&heard);
}

/// Chance deals the cards: sittings in a room until one has come to this, each of them good to hear.
fn sittings_until(room: &str, words: [&str; 2]) {
    for _ in 0..8 {
        let haus = Haus::open();
        let heard = heard(&sitting(&haus, &["osten", room, "regeln kurz"], 30));
        listen(&heard);
        if words.iter().any(|w| heard.contains(w)) {
            return;
        }
    }
    panic!("no sitting ever came to {words:?}");
}

#[test]
fn an_evening_in_vienna_is_good_to_hear() {
    sittings_until("osten", ["liegst vorn mit", "liegt vorn mit"]);
}

#[test]
fn an_evening_in_the_reading_room_is_good_to_hear() {
    sittings_until("oben", ["kein Wort gelegt", "legt kein Wort"]);
}

/// Nobody types anything while friends play, so nothing but their own moves stands between two of them.
#[test]
fn friends_in_a_row_are_one_line_and_an_own_turn_is_at_most_three() {
    let haus = Haus::open();
    let mut k = gast(&haus).zu_oleg();
    game(&mut k, &[]);
    let heard = heard(&k);
    let together = friends_are_told_together(&heard);
    assert!(together > 5, "only {together} lines tell of several friends\n{heard}");
    assert_eq!(turns_are_short(&heard), 1 + 5 + 15);
    for way in [["osten", "osten"], ["osten", "oben"]] {
        let haus = Haus::open();
        let mut k = gast(&haus);
        way.iter().for_each(|line| drop(k.frage(line)));
        k.tippe("setz dich");
        k.warte("beginnt das Spiel sofort.");
        k.tippe("los");
        for _ in 0..12 {
            if !is_on(&mut k) {
                break;
            }
            let befehl = first_way(&k.frage("was kann ich"));
            k.tippe(&befehl);
        }
        k.stille();
        turns_are_short(k.alles());
        friends_are_told_together(k.alles());
    }
}

/// Whoever asks while friends still play hears first what they have done so far: nothing waits for the own turn then.
#[test]
fn a_question_brings_what_was_held_back() {
    let haus = Haus::with(&["tempo.freund_pause_ms=[300,300]"]);
    let mut k = gast(&haus).zu_oleg();
    allein_los(&mut k);
    k.warte("zum Beispiel ");
    k.tippe("biete 100");
    loop {
        let said = k.frage("dran");
        let deeds = said.lines().filter(|l| tells_a_friend(l)).count();
        if deeds > 0 && !said.contains("Du bist dran") {
            break;
        }
        assert!(!said.contains("beginnt ein neues Spiel"), "{}", k.alles());
        ziehe(&mut k);
    }
}

/// All digits of the shuffle seal are for programs and eyes; an ear gets them on demand.
#[test]
fn the_seal_is_short_for_the_ear_and_whole_on_demand() {
    let haus = Haus::open();
    let mut k = gast(&haus).zu_oleg();
    allein_los(&mut k);
    k.warte("zum Beispiel ");
    k.tippe("biete 100");
    k.warte("Dein Blatt, ");
    k.stille();
    let short = k.frage("siegel");
    assert!(short.contains("Mischsiegel dieser Runde, offen: "), "{short}");
    assert!(short.lines().all(|l| l.chars().count() < 120), "{short}");
    let whole = k.frage("siegel genau");
    let root = whole.split_once("Mischsiegel dieser Runde: ").unwrap().1;
    assert!(root[..64].chars().all(|c| c.is_ascii_hexdigit()), "{whole}");
    k.tippe("ausgabe normal");
    k.stille();
    assert!(k.frage("siegel").replace('\n', "").contains(&root[..64]));
}
