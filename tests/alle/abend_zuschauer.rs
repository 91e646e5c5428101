//! Full tables and people who watch.

use super::haus::Haus;
use super::klient::Klient;
use super::spielabend::{allein_los, naechster_befehl, spiele_zu_ende};

#[test]
fn a_second_table_opens_when_the_first_one_is_taken() {
    let haus = Haus::open();
    let mut anna = haus.klient().neu("Anna").zu_oleg();
    allein_los(&mut anna);
    naechster_befehl(&mut anna);
    let mut berta = haus.klient().neu("Berta").zu_oleg();
    let said = berta.frage("setz dich");
    assert!(said.contains("Du setzt Dich an Tisch 2."), "{said}");
    let schau = berta.frage("schau");
    assert!(schau.contains("An Tisch 1 sitzen Anna, Vladim, Elena und Sergej"), "{schau}");
    assert!(schau.contains("An Tisch 2 sitzt Berta."), "{schau}");
    // A guest plays for Spielgeld: a table of his own.
    let mut gast = haus.klient().gast().zu_oleg();
    let said = gast.frage("setz dich an tisch 2").replace('\n', " ");
    assert!(said.contains("Gäste spielen um Spielgeld"), "{said}");
    let said = gast.frage("setz dich");
    assert!(said.contains("Du setzt Dich an Tisch 3."), "{said}");
    // Whoever has an account may play for Spielgeld at a guest's table.
    let mut doris = haus.klient().neu("Doris").zu_oleg();
    let said = doris.frage("setz dich an tisch 3");
    assert!(said.contains("Du setzt Dich an Tisch 3."), "{said}");
    let said = doris.frage("geld");
    assert!(said.contains("10000 Taler und 10000 Spieltaler"), "{said}");
    let mut carla = haus.klient().neu("Carla").zu_oleg();
    let said = carla.frage("setz dich an tisch 1").replace('\n', " ");
    assert!(said.contains("An Tisch 1 ist kein Platz frei."), "{said}");
    let said = carla.frage("setz dich an tisch 99").replace('\n', " ");
    assert!(said.contains("Einen Tisch 99 gibt es hier nicht"), "{said}");
}

/// The hands that a player was shown, as they are said.
fn hands(k: &Klient) -> Vec<String> {
    let flat = k.alles().replace('\n', " ");
    let hand = |s: &str| s.split_once('.').map(|h| h.0.to_string());
    flat.split("Dein Blatt, ").skip(1).filter_map(hand).collect()
}

#[test]
fn a_spectator_sees_what_lies_there_and_no_hand() {
    let haus = Haus::open();
    let mut anna = haus.klient().neu("Anna").zu_oleg();
    allein_los(&mut anna);
    naechster_befehl(&mut anna);
    let mut zu = haus.klient().neu("Zuleika").zu_oleg();
    let said = zu.frage("schau zu");
    assert!(said.contains("Du schaust an Tisch 1 zu."), "{said}");
    anna.tippe("biete 4711");
    let mut moves = 0;
    while let Some(befehl) = naechster_befehl(&mut anna) {
        if moves == 3 {
            small_questions(&mut zu, &mut anna);
        }
        anna.tippe(&befehl);
        moves += 1;
    }
    zu.warte("Das Spiel ist zu Ende.");
    zu.stille();
    let heard = zu.alles().replace('\n', " ");
    assert!(heard.contains("Anna sagt ") && heard.contains("Anna spielt "), "{heard}");
    assert!(!heard.contains("Dein Blatt") && !heard.contains("4711"), "{heard}");
    for hand in hands(&anna).iter().filter(|h| h.matches(',').count() > 0) {
        assert!(!heard.contains(hand.split_once(": ").unwrap().1), "{hand} in {heard}");
    }
    let said = zu.frage("schau weg");
    assert!(said.contains("Du wendest Dich von Tisch 1 ab."), "{said}");
    haus.ledger_is_even();
}

/// Everything may be asked by whoever watches, in one line where the answer is small, and costs nobody a turn.
fn small_questions(zu: &mut Klient, anna: &mut Klient) {
    let before = anna.frage("was kann ich");
    zu.stille();
    for frage in ["dran", "wer ist dran", "pott", "einsatz", "stiche", "punkte", "zeit"] {
        let said = zu.frage(frage);
        assert!(!said.contains("Wie bitte") && !said.is_empty(), "{frage}: {said}");
        assert!(said.replace('\n', " ").matches(". ").count() <= 5, "{frage}: {said}");
        assert!(!anna.frage(frage).contains("Wie bitte"), "{frage}");
    }
    assert!(zu.frage("blatt").contains("Wer zuschaut, hat keine Karten."));
    assert!(zu.frage("karte 1").contains("Wer zuschaut, hat keine Karten."));
    for frage in ["tisch", "stand", "letzte 10", "siegel"] {
        let said = zu.frage(frage);
        assert!(!said.contains("Wie bitte") && !said.is_empty(), "{frage}: {said}");
    }
    let said = zu.frage("wiederhole");
    assert!(!said.contains("Wie bitte") && !said.is_empty(), "{said}");
    let said = zu.frage("spiele herz as");
    assert!(said.replace('\n', " ").contains("Du schaust gerade zu."), "{said}");
    assert_eq!(anna.frage("was kann ich"), before);
}

#[test]
fn a_spectator_may_take_a_seat_when_one_is_free() {
    let haus = Haus::open();
    let mut anna = haus.klient().neu("Anna").zu_oleg();
    allein_los(&mut anna);
    let mut berta = haus.klient().neu("Berta").zu_oleg();
    berta.tippe("schau zu");
    berta.warte("Du schaust an Tisch 1 zu.");
    spiele_zu_ende(&mut anna);
    let said = berta.frage("setz dich");
    assert!(said.contains("Du setzt Dich an Tisch 1."), "{said}");
    anna.warte("Berta setzt sich an Tisch 1.");
}

#[test]
fn who_plays_does_not_become_a_spectator_of_his_own_table() {
    let haus = Haus::open();
    let mut anna = haus.klient().neu("Anna").zu_oleg();
    allein_los(&mut anna);
    naechster_befehl(&mut anna);
    for line in ["schau zu", "schau an tisch 1 zu"] {
        let said = anna.frage(line).replace('\n', " ");
        assert!(said.contains("Du spielst an Tisch 1 mit."), "{line}: {said}");
    }
    let said = anna.frage("oben").replace('\n', " ");
    assert!(said.contains("Du sitzt an Tisch 1."), "{said}");
    let said = anna.frage("biete 50");
    assert_eq!(said.matches("Dein Gebot steht").count(), 1, "{said}");
}
