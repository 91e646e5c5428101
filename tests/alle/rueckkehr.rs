//! Coming back into a sitting with chips, in every phase: the summary says whose turn it is and shows the own hand, and
//! the friend who stood in steps back at once.

use super::abend_sitzung::{MIWIN, WORD, am_liebsten, am_tisch, angeboten, ist_dran};
use super::haus::Haus;
use super::klient::Klient;
use super::spielabend::friend_steps_back;

/// What Anna likes to do in each game, so that a hand goes on to its last phase.
const LIEBSTE_WORD: [&str; 5] = ["annehmen", "biete", "tausche", "kein wort", "weiter"];

/// Each kind of decision of a Word hand, by a word of what is offered then.
const PHASEN: [&str; 4] = ["kein wort", "zweifle", "tausche", "steige aus"];

/// The phase in which this player is asked, if he is.
fn phase(k: &mut Klient) -> Option<&'static str> {
    let offered = k.frage("was kann ich").replace('\n', " ");
    PHASEN.into_iter().find(|p| offered.contains(p))
}

fn hand(k: &mut Klient) -> String {
    k.stille();
    let said = k.frage("blatt");
    said.rfind("Dein Blatt").map_or(String::new(), |at| said[at..].to_string())
}

/// Loses the line and comes back.
fn comes_back(haus: &Haus, anna: Klient, phase: &str) -> Klient {
    let mut anna = anna;
    let before = hand(&mut anna);
    let offered = angeboten(&anna.frage("was kann ich"));
    drop(anna);
    let mut anna = haus.klient();
    let said = anna.zurueck("Anna");
    assert!(said.contains("Du bist wieder an Tisch 1."), "{phase}: {said}");
    assert!(said.contains("Du bist dran"), "{phase}: {said}");
    assert!(said.contains(before.trim_end()), "{phase}: {before} is missing in {said}");
    assert_eq!(hand(&mut anna), before, "{phase}");
    assert_eq!(angeboten(&anna.frage("was kann ich")), offered, "{phase}");
    anna
}

fn zieh(k: &mut Klient, liebste: &[&str]) {
    let offered = angeboten(&k.frage("was kann ich"));
    if offered.is_empty() {
        k.frage("los");
        return;
    }
    let said = k.frage(&am_liebsten(liebste)(&offered));
    if said.contains("Mit ja") || said.contains("ja bestätigt") {
        k.frage("ja");
    }
}

/// Lays all cards as a word, if it is the time for it, so that there is something to doubt.
fn lege_alles(k: &mut Klient) {
    if phase(k) != Some("kein wort") {
        return;
    }
    let said = hand(k).replace('\n', " ");
    let cards = said.split_once("Karten: ").map_or("", |(_, rest)| rest);
    let cards = cards.replace(" als eine Karte", "").replace([',', ' ', '.'], "");
    k.frage(&format!("lege {}", cards.to_lowercase()));
}

#[test]
fn a_lost_line_in_every_phase_of_word_costs_nothing() {
    let haus = Haus::open();
    let mut anna = am_tisch(haus.klient().neu("Anna"), &WORD);
    let mut others = ["Bert", "Cleo"].map(|n| am_tisch(haus.klient().neu(n), &WORD));
    anna.tippe("los");
    let mut seen: Vec<&str> = Vec::new();
    for _ in 0..60 {
        if let Some(now) = phase(&mut anna).filter(|p| !seen.contains(p)) {
            anna = comes_back(&haus, anna, now);
            seen.push(now);
        }
        if seen.len() == PHASEN.len() {
            break;
        }
        zieh(&mut anna, &LIEBSTE_WORD);
        for k in &mut others {
            lege_alles(k);
            zieh(k, &LIEBSTE_WORD);
        }
    }
    assert_eq!(seen.len(), PHASEN.len(), "{seen:?}\n{}", anna.alles());
    haus.ledger_is_even();
}

/// Anna is away beyond the grace time, a friend plays for her, and she takes her seat back.
fn steps_back(room: &str, weg: &[&str]) {
    let haus = Haus::with_room(room, &[("gnadenfrist_sek = 60", "gnadenfrist_sek = 1")]);
    let mut berta = am_tisch(haus.klient().neu("Berta"), weg);
    let mut anna = am_tisch(haus.klient().neu("Anna"), weg);
    berta.tippe("los");
    anna.warte("Dein Blatt");
    let (mut anna, _) = friend_steps_back(&haus, anna, &mut berta);
    // From now on Anna is asked herself, and her answer counts.
    for _ in 0..400 {
        if ist_dran(&anna.frage("dran")) {
            zieh(&mut anna, &["gehe mit", "annehmen", "biete", "weiter"]);
            let said = anna.stille();
            assert!(!said.contains("nicht dran"), "somebody has played for Anna: {said}");
            assert!(!berta.stille().contains("spielt für Anna"), "{}", berta.alles());
            haus.ledger_is_even();
            return;
        }
        zieh(&mut berta, &["gehe mit", "annehmen", "biete", "setze", "weiter"]);
    }
    panic!("Anna is never asked:\n{}", anna.alles());
}

#[test]
fn a_friend_at_a_word_table_steps_back_at_once() {
    steps_back("lesezimmer", &WORD);
}

#[test]
fn a_friend_at_a_miwin_table_steps_back_at_once() {
    steps_back("wiener_stube", &MIWIN);
}
