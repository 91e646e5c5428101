//! What people type, as a table: line, and the move, the question back, or `-` for not about the
//! game.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::*;

#[test]
fn announcements_are_understood_in_many_words() {
    let view = ansagen();
    for (line, wanted) in [
        ("ansage 3", "ansage 3"),
        ("Ansage 3.", "ansage 3"),
        ("ANSAGEN 3", "ansage 3"),
        ("ansage drei", "ansage 3"),
        ("ansage null", "ansage 0"),
        ("ansage keinen Stich", "ansage 0"),
        ("ansage einen", "ansage 1"),
        ("ansage 3 stiche", "ansage 3"),
        ("ich sage bitte 3 an", "ansage 3"),
        ("sag drei Stiche an", "ansage 3"),
        ("sage einen Stich an", "ansage 1"),
        ("sag zwo an", "ansage 2"),
        ("sage 12 an", "ansage 12"),
        ("ansage 300", "ansage 255"),
        ("sage 3", "-"),
        ("sage an", "-"),
        ("sage 3 sind genug an", "-"),
        ("sage hallo an", "-"),
        ("'sage 3 an", "-"),
        ("3", "? Wie bitte? Meintest Du ansage 3?"),
        ("drei", "? Wie bitte? Meintest Du ansage 3?"),
        ("3 stiche", "? Wie bitte? Meintest Du ansage 3?"),
        ("schau", "-"),
        ("", "-"),
    ] {
        assert_eq!(reads(line, &view), wanted, "{line}");
    }
    let help = " Du darfst alles von 0 bis 7 außer 2, zum Beispiel: ansage 0.";
    for (line, wanted) in [
        ("ansage", "Dazu fehlt eine Zahl."),
        ("ansage -1", "Eine Zahl unter null geht hier nicht."),
        ("ansage 1,5", "Hier zählen nur ganze Zahlen."),
        ("sage 1,5 an", "Hier zählen nur ganze Zahlen."),
        ("ansage viele", "Das ist keine ganze Zahl."),
        ("ansage 99999999999999999999", "Diese Zahl ist zu groß."),
    ] {
        assert_eq!(reads(line, &view), format!("? {wanted}{help}"), "{line}");
    }
}

#[test]
fn cards_are_understood_in_many_words() {
    let view = beispiel();
    for (line, wanted) in [
        ("spiele herz 7", "spiele H7"),
        ("Spiel Herz 7.", "spiele H7"),
        ("spielen herz sieben", "spiele H7"),
        ("ich spiele bitte die Herz 7", "spiele H7"),
        ("spiele h7", "spiele H7"),
        ("spiele h 7", "spiele H7"),
        ("spiele herz7", "spiele H7"),
        ("spiele Herz-7", "spiele H7"),
        ("spiele coeur 7", "spiele H7"),
        ("spiele rot 7", "spiele H7"),
        ("spiele herz as", "spiele HA"),
        ("spiele Herz Ass", "spiele HA"),
        ("spiele herz a", "spiele HA"),
        ("spiele as", "spiele HA"),
        ("spiele das Herz-As aus", "spiele HA"),
        ("spiele dame", "spiele KD"),
        ("spiele karodame", "spiele KD"),
        ("spiele Eckstein Dame", "spiele KD"),
        ("spiele kd", "spiele KD"),
        ("spiele karo", "spiele KD"),
        ("spiele k8", "spiele X8"),
        ("spiele x8", "spiele X8"),
        ("spiele Treff acht", "spiele X8"),
        ("spiele eichel 8", "spiele X8"),
        ("spiele herz könig", "spiele HK"),
        ("spiele Herz Koenig", "spiele HK"),
        ("spiele herz k", "spiele HK"),
        ("spiele den karo buben", "spiele KB"),
        ("spiele karo bauer", "spiele KB"),
        ("Karo-Bube", "spiele KB"),
        ("herzdame", "spiele HD"),
        ("spiele pik 7 hoch", "spiele P7 hoch"),
        ("ich spiele bitte die Pik Sieben hoch", "spiele P7 hoch"),
        ("spiele pik 7 niedrig!", "spiele P7 niedrig"),
        ("spiele pik 7 tief", "spiele P7 niedrig"),
        ("spiele p7h", "spiele P7 hoch"),
        ("spiele p7n", "spiele P7 niedrig"),
        ("p7h", "spiele P7 hoch"),
        ("spiele p 7 h", "spiele P7 hoch"),
        ("pik7hoch", "spiele P7 hoch"),
        ("spiele Schippe 7 hoch", "spiele P7 hoch"),
        ("spiele blatt 7 niedrig", "spiele P7 niedrig"),
        ("spiele hoch", "spiele P7 hoch"),
        ("spiele 4 hoch", "spiele P7 hoch"),
        ("spiele 1", "spiele KD"),
        ("spiele 3", "spiele HA"),
        ("spiele karte 3", "spiele HA"),
        ("spiele dritte karte", "spiele HA"),
        ("spiele die dritte", "spiele HA"),
        ("spiele letzte karte", "spiele X8"),
        ("spiele 8", "spiele X8"),
        ("lege herz 7", "spiele H7"),
        ("leg 3", "spiele HA"),
        ("wirf kreuz 8 ab", "spiele X8"),
        ("werfe die dritte karte ab", "spiele HA"),
        ("gib herz 7 zu", "spiele H7"),
        ("gebe herz 7 zu", "spiele H7"),
        ("gib 2 zu", "spiele H7"),
    ] {
        assert_eq!(reads(line, &view), wanted, "{line}");
    }
}

#[test]
fn what_is_not_about_the_cards_goes_elsewhere() {
    let view = beispiel();
    for line in [
        "lege buch ab",
        "wirf den ball",
        "wirf 3",
        "gib anna 5 taler",
        "gib 500 taler an oleg",
        "sage 3 an",
        "sage pik 7 hoch",
        "'pik 7 hoch",
        ":spielt pik 7 hoch",
        "blatt",
        "blatt 7",
        "karte 3",
        "herz",
        "dame",
        "hoch",
        "n",
        "ha",
        "rot 7 steht dir gut",
        "pik 7 ist eine gute karte",
        "betrachte herz 7",
        "",
    ] {
        assert_eq!(reads(line, &view), "-", "{line}");
    }
    let mut spectator = view.clone();
    spectator.ich = None;
    assert_eq!(reads("spiele herz 7", &spectator), "-");
}

#[test]
fn unclear_cards_are_asked_back() {
    let view = beispiel();
    let help = "Du musst Herz bedienen: Herz 7, Herz As. Oder Pik 7 hoch, oder Pik 7 niedrig.";
    let joker = "? Hoch oder niedrig? (\"spiele pik 7 hoch\" oder \"spiele pik 7 niedrig\")";
    assert_eq!(reads("spiele pik 7", &view), joker);
    assert_eq!(reads("spiele p7", &view), joker);
    assert_eq!(reads("spiele 4", &view), joker);
    assert_eq!(
        reads("spiele pik 7 hoch oder niedrig", &view),
        "? „oder“ ist hier keine Karte. ".to_string() + help
    );
    assert_eq!(reads("spiele pik 7 hoch niedrig", &view), joker);
    assert_eq!(
        reads("spiele 7", &view),
        "? Davon hast Du mehrere: spiele herz 7, spiele pik 7 hoch oder spiele pik 7 niedrig?"
    );
    assert_eq!(
        reads("spiele herz", &view),
        "? Davon hast Du mehrere: spiele herz 7 oder spiele herz as?"
    );
    for (line, grund) in [
        ("spiele", "Dazu fehlt eine Karte."),
        ("spiele xyz", "„xyz“ ist hier keine Karte."),
        ("spiele -1", "„-1“ ist hier keine Karte."),
        (
            "spiele herz 6",
            "Eine 6 gibt es nicht, die Bilder sind 7, 8, 9, 10, Bube, Dame, König und As.",
        ),
        ("spiele karte 9", "Eine 9. Karte hast Du nicht, Dein Blatt hat 5 Karten."),
        ("spiele 6", "Eine 6. Karte hast Du nicht, Dein Blatt hat 5 Karten."),
        ("spiele könig", "Du hast keinen König."),
        ("spiele bube", "Du hast keinen Buben."),
        ("spiele 10", "Du hast keine 10."),
        ("spiele pik as kreuz", "Das waren zwei Karten, gespielt wird eine."),
    ] {
        assert_eq!(reads(line, &view), format!("? {grund} {help}"), "{line}");
    }
    assert_eq!(
        reads("spiele herz 7 hoch", &view),
        "? Hoch oder niedrig gibt es nur bei der Pik 7. Für Herz 7 reicht: spiele herz 7."
    );
    let both = spielen("K9 X9", "");
    assert_eq!(
        reads("spiele k9", &both),
        "? Davon hast Du mehrere: spiele karo 9 oder spiele kreuz 9?"
    );
}

/// With seven cards in the hand, a bare 7 is the seventh card.
#[test]
fn a_bare_number_is_a_position_first() {
    let view = spielen("K7 K8 H7 HA P7 PK X8", "");
    assert_eq!(reads("spiele 7", &view), "spiele X8");
    assert_eq!(reads("spiele herz 7", &view), "spiele H7");
}

#[test]
fn at_the_wrong_time_it_is_a_move_that_the_rules_refuse() {
    let mut waiting = beispiel();
    waiting.am_zug = Platz(0);
    for line in ["spiele herz 7", "spiele pik 7", "spiele", "spiele könig", "ansage 3", "ansage"] {
        assert!(matches!(Russisch::read(&Satz::new(line), &waiting), Reading::Zug(_)), "{line}");
    }
    assert!(reads("spiele laute", &waiting).starts_with("? „laute“"));
    assert!(matches!(Russisch::read(&Satz::new("spiele 7"), &ansagen()), Reading::Zug(_)));
}

const WORTE: [&str; 36] = [
    "spiele", "ansage", "sage", "lege", "wirf", "gib", "an", "ab", "zu", "karte", "dritte",
    "letzte", "karo", "herz", "pik", "kreuz", "k", "h", "p", "7", "8", "3", "as", "dame", "könig",
    "hoch", "niedrig", "n", "p7", "h7", "kd", "pik-7", "-", "die", "stiche", "xyz",
];

proptest! {
    /// The kind of Pik 7 is never guessed, and no card is played without its word.
    #[test]
    fn nothing_is_guessed(
        line in vec(select(&WORTE[..]), 1..6),
        tisch in select(&["", "H9, HK"][..]),
    ) {
        let typed = line.join(" ");
        let view = spielen("KD H7 HA P7 X8", tisch);
        let Reading::Zug(Zug::Spiele(wurf)) = Russisch::read(&Satz::new(&typed), &view) else {
            return Ok(());
        };
        let kinds = ["hoch", "h", "niedrig", "n"];
        if view.blatt.contains(wurf.karte()) && wurf.art().is_some() {
            prop_assert!(line.iter().any(|w| kinds.contains(w)), "{typed} is {wurf:?}");
        }
        let verbs = ["spiele", "lege", "wirf", "gib"];
        let first = line.iter().find(|w| **w != "die");
        let card = ["karo", "herz", "pik", "kreuz", "p7", "h7", "pik-7"];
        prop_assert!(first.is_some_and(|w| verbs.contains(w) || card.contains(w)), "{typed}");
    }

    #[test]
    fn no_line_breaks_the_reading(
        typed in "\\PC{0,40}",
        verb in select(&["", "spiele ", "ansage "][..]),
    ) {
        let line = format!("{verb}{typed}");
        for view in [ansagen(), beispiel()] {
            let reading = Russisch::read(&Satz::new(&line), &view);
            let mine = verb.is_empty() || reading != Reading::NotMine;
            prop_assert!(mine, "{line}");
        }
    }
}
