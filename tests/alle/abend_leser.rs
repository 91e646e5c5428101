//! A whole evening in reader mode, recorded and looked at as speech and Braille get it.

use super::haus::Haus;
use super::klient::Klient;
use super::spielabend::{allein_los, naechster_befehl};

/// A guest in reader mode walks, looks, asks and plays a game; gives everything that was said since the door.
fn evening(haus: &Haus) -> String {
    let mut k = haus.klient();
    k.warte("neuen Spieler)?");
    k.tippe("leser");
    k.warte("zum Vorlesen geeignet.");
    k.warte("neuen Spieler)?");
    k.tippe("gast");
    k.warte("Willkommen, ");
    let mut heard = k.stille();
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
    for line in walk {
        heard.push_str(&k.frage(line));
    }
    let questions = ["stand", "tisch", "blatt", "punkte", "siegel", "was kann ich", "zeit"];
    heard.push_str(&game(&mut k, &questions));
    for line in ["letzte 10", "geld", "stand", "steh auf", "schau"] {
        heard.push_str(&k.frage(line));
    }
    heard
}

/// Plays to the end and asks these questions once on the way.
fn game(k: &mut Klient, questions: &[&str]) -> String {
    let from = k.alles().len();
    allein_los(k);
    let mut moves = 0;
    while let Some(befehl) = naechster_befehl(k) {
        if moves == 8 {
            for frage in questions {
                k.frage(frage);
            }
        }
        k.tippe(&befehl);
        moves += 1;
    }
    k.stille();
    k.alles()[from..].to_string()
}

fn three_alike(line: &str) -> bool {
    let chars: Vec<char> = line.chars().collect();
    chars
        .windows(3)
        .any(|w| w[0] == w[1] && w[1] == w[2] && !w[0].is_alphanumeric() && !w[0].is_whitespace())
}

#[test]
fn nothing_of_a_whole_evening_is_bad_to_hear() {
    let haus = Haus::open();
    let heard = evening(&haus);
    assert!(heard.contains("Das Spiel ist zu Ende."), "{heard}");
    // No prompt, no echo of what was typed, no "OK" in front of what was asked for (A30 to A33).
    let typed = ["schau", "hilfe spiele", "osten", "unten", "stand", "tisch", "blatt", "geld"];
    for line in heard.lines() {
        let noise = line.starts_with('>') || ["ok", "ok."].contains(&line.to_lowercase().as_str());
        assert!(!noise && !typed.contains(&line), "a prompt, an echo or an OK: {line:?}");
        assert!(!three_alike(line), "a run of signs: {line:?}");
        assert!(!line.contains("  "), "two blanks: {line:?}");
        assert!(!line.trim().is_empty(), "a blank line in\n{heard}");
        assert!(line == line.trim(), "blanks at an end: {line:?}");
        let odd = line
            .chars()
            .find(|c| c.is_control() || ('\u{2500}'..='\u{27bf}').contains(c) || *c == '\u{fffd}');
        assert_eq!(odd, None, "{line:?}");
        let shouted = line.split(|c: char| !c.is_alphabetic());
        let shouted =
            shouted.filter(|w| w.chars().count() > 3 && w.chars().all(char::is_uppercase));
        assert_eq!(shouted.count(), 0, "{line:?}");
    }
}

/// One event here is the own turn: from "Du bist dran" to the next thing that anybody does. The other events of a game
/// (an announcement, a card, a trick) are one line each by the way they are told.
#[test]
fn an_own_turn_is_at_most_three_lines() {
    let haus = Haus::open();
    let mut k = haus.klient();
    k.warte("neuen Spieler)?");
    k.tippe("leser");
    k.warte("neuen Spieler)?");
    k.tippe("gast");
    k = k.zu_oleg();
    let heard = game(&mut k, &[]);
    let events = [" sagt ", " spielt ", "Du spielst ", "Du sagst ", "Dein Gebot", "Zeichensatz"];
    let (mut turns, mut lines) = (0, None);
    for line in heard.lines() {
        if line.starts_with("Du bist dran") {
            (turns, lines) = (turns + 1, Some(1));
        } else if events.iter().any(|e| line.contains(e)) {
            lines = None;
        } else if let Some(n) = lines {
            assert!(n < 3, "{line:?} in\n{heard}");
            lines = Some(n + 1);
        }
    }
    assert_eq!(turns, 1 + 5 + 15);
}
