//! Sittings with chips over real sockets: Miwin and Word played by the commands that the server offers, with lost lines
//! in between, with bluffs that are doubted and bluffs that are not.

use super::haus::Haus;
use super::klient::Klient;

/// The way from the first room.
pub(crate) const MIWIN: [&str; 2] = ["osten", "osten"];
pub(crate) const WORD: [&str; 2] = ["osten", "oben"];

/// Sentences that name what may be typed now.
const ANGEBOT: [&str; 2] = ["Du kannst jetzt: ", "Du kannst: "];

/// What `was kann ich` offers, each a line that may be typed as it stands: of a range the lower end, nothing in
/// brackets.
pub(crate) fn angeboten(text: &str) -> Vec<String> {
    let flat = text.replace('\n', " ");
    let Some((_, rest)) = ANGEBOT.iter().find_map(|a| flat.split_once(a)) else {
        return Vec::new();
    };
    let sentence = rest.split(". ").next().unwrap_or(rest).trim_end_matches(['.', ' ']);
    let plain: String = sentence.split('(').map(|p| p.rsplit(')').next().unwrap_or(p)).collect();
    let one = plain.replace(" oder ", ",").replace(" und ", ",");
    let lower = |b: &str| b.split(" bis ").next().unwrap_or(b).trim().to_string();
    // "tausche bis zu 4 Karten" describes; the example behind it is what can be typed.
    let typed = |b: &str| b.trim().trim_start_matches("zum Beispiel").trim().to_string();
    let describes = ["tausche bis", "tausche eine", "decke eine", "lege sie"];
    let complete =
        |b: &String| !b.is_empty() && b != "tausche" && !describes.iter().any(|d| b.starts_with(d));
    one.split(',').map(|b| typed(&lower(b))).filter(complete).collect()
}

pub(crate) fn ist_dran(text: &str) -> bool {
    text.contains("Du bist dran")
}

/// A guest or a person at a table of this room.
pub(crate) fn am_tisch(mut k: Klient, weg: &[&str]) -> Klient {
    for ort in weg {
        k.frage(ort);
    }
    let said = k.frage("setz dich");
    assert!(said.contains("Du setzt Dich an Tisch 1."), "{said}");
    k
}

/// Makes one move by what is offered, if this player is on; shortens the pause between deals. Gives what was typed.
fn ziehe(k: &mut Klient, waehle: impl Fn(&[String]) -> String) -> Option<String> {
    if !ist_dran(&k.frage("dran")) {
        k.frage("los");
        return None;
    }
    let offered = angeboten(&k.frage("was kann ich"));
    if offered.is_empty() {
        return None;
    }
    let befehl = waehle(&offered);
    let said = k.frage(&befehl);
    if said.contains("Mit ja") || said.contains("ja bestätigt") {
        k.frage("ja");
    }
    Some(befehl)
}

/// The first offer that is one of these, in their order; else the first of all.
pub(crate) fn am_liebsten(liebste: &[&str]) -> impl Fn(&[String]) -> String {
    let liebste: Vec<String> = liebste.iter().map(|l| (*l).to_string()).collect();
    move |offered| {
        let find = |l: &String| offered.iter().find(|o| o.starts_with(l.as_str()));
        liebste.iter().find_map(find).unwrap_or(&offered[0]).clone()
    }
}

/// Plays until this is said, and drops out of every bet, so that the chips last.
fn spiele_bis(k: &mut Klient, ziel: &str) {
    let liebste = ["weiter", "steige aus", "tausche", "decke", "kein wort", "lege"];
    let waehle = |offered: &[String]| {
        let opens = offered.iter().find(|o| o.starts_with("biete"));
        opens.cloned().unwrap_or_else(|| am_liebsten(&liebste)(offered))
    };
    for _ in 0..600 {
        if k.alles().contains(ziel) {
            return;
        }
        ziehe(k, waehle);
    }
    panic!("{ziel} never comes:\n{}", k.alles());
}

#[test]
fn a_guest_plays_ten_hands_of_miwin_by_what_is_offered() {
    let haus = Haus::open();
    let mut k = am_tisch(haus.klient().gast(), &MIWIN);
    k.tippe("los");
    spiele_bis(&mut k, "Spiel 11:");
    k.frage("steh auf");
    let said = k.frage("ja");
    assert!(k.alles().contains("zurück und bekommst"), "{said}");
    haus.ledger_is_even();
}

#[test]
fn a_guest_plays_ten_hands_of_word_by_what_is_offered() {
    let haus = Haus::open();
    let mut k = am_tisch(haus.klient().gast(), &WORD);
    k.tippe("los");
    spiele_bis(&mut k, "Runde 11.");
    k.frage("steh auf");
    let said = k.frage("ja");
    assert!(k.alles().contains("zurück und bekommst"), "{said}");
    haus.ledger_is_even();
}

/// Each kind of decision of a Miwin hand: what the one who is on hears.
const PHASEN: [&str; 4] = ["gehe mit", "weiter", "tausche", "decke"];

#[test]
fn two_people_and_a_friend_play_miwin_through_lost_lines_in_every_phase() {
    let haus = Haus::open();
    let mut anna = am_tisch(haus.klient().neu("Anna"), &MIWIN);
    let mut bert = am_tisch(haus.klient().neu("Bert"), &MIWIN);
    anna.tippe("los");
    let mut lost: Vec<&str> = Vec::new();
    // Bert bets until Anna has been asked to go along; later both drop out of bets, so that the chips last.
    let still = ["weiter", "steige aus", "tausche", "decke", "lege"];
    let liebste = ["weiter", "gehe mit", "tausche", "decke", "lege"];
    for _ in 0..1200 {
        if lost.len() == PHASEN.len() && bert.alles().contains("Spiel 6:") {
            break;
        }
        let bets = !lost.contains(&"gehe mit");
        let berts = if bets { ["setze", "gehe mit", "tausche", "decke", "lege"] } else { still };
        ziehe(&mut bert, am_liebsten(&berts));
        if !ist_dran(&anna.frage("dran")) {
            continue;
        }
        let offered = angeboten(&anna.frage("was kann ich"));
        let phase = PHASEN.iter().find(|p| offered.iter().any(|o| o.starts_with(**p)));
        if let Some(phase) = phase.filter(|p| !lost.contains(p)) {
            lost.push(phase);
            let blatt = anna.frage("blatt");
            drop(anna);
            anna = haus.klient();
            let said = anna.zurueck("Anna");
            assert!(said.contains("Du bist wieder an Tisch 1."), "{phase}: {said}");
            assert_eq!(anna.frage("blatt"), blatt, "{phase}");
            assert_eq!(angeboten(&anna.frage("was kann ich")), offered, "{phase}");
        }
        let annas = if lost.len() == PHASEN.len() { still } else { liebste };
        ziehe(&mut anna, am_liebsten(&annas));
    }
    assert_eq!(lost.len(), PHASEN.len(), "{lost:?}");
    assert!(bert.alles().contains("Spiel 6:"));
    haus.ledger_is_even();
}

/// A word of all the cards in hand, which no dictionary lists, unless by chance.
fn erfunden(blatt: &str) -> String {
    let flat = blatt.replace('\n', " ");
    let cards = flat.split_once("Karten: ").map_or("", |(_, r)| r);
    let cards = cards.trim().trim_end_matches('.').replace(" als eine Karte", "");
    cards.replace(", ", "").replace(' ', "").to_lowercase()
}

/// Plays until Anna may lay a word, with Bert and Cleo going along. Gives the invented word.
fn bis_zum_legen(leute: &mut [Klient; 3]) -> String {
    for _ in 0..400 {
        for k in leute.iter_mut() {
            let dran = k.frage("dran");
            let offered = angeboten(&k.frage("was kann ich"));
            if !ist_dran(&dran) {
                k.frage("los");
            } else if !offered.iter().any(|o| o.starts_with("lege") || o.starts_with("kein wort")) {
                ziehe(k, am_liebsten(&["annehmen", "biete", "tausche nichts"]));
            }
        }
        let lay = |k: &mut Klient| {
            let offered = angeboten(&k.frage("was kann ich"));
            offered.iter().any(|o| o.starts_with("lege") || o.starts_with("kein wort"))
        };
        if leute.iter_mut().all(lay) {
            return erfunden(&leute[0].frage("blatt"));
        }
    }
    panic!("nobody may lay a word:\n{}", leute[0].alles());
}

/// Anna lays the word, the others none; then the others say whether they doubt it.
fn runde(leute: &mut [Klient; 3], zweifel: Option<&str>) -> String {
    let wort = bis_zum_legen(leute);
    let said = leute[0].frage(&format!("lege {wort}"));
    assert!(!said.contains("fehlt Dir"), "{wort}: {said}");
    for k in &mut leute[1..] {
        k.frage("kein wort");
    }
    leute[0].hat_gehoert(&wort.to_uppercase());
    if let Some(zweifel) = zweifel {
        let said = leute[0].frage("zweifle anna an");
        assert!(said.contains("eigenes") || said.contains("selbst"), "{said}");
        leute[1].frage(zweifel);
    }
    for k in leute.iter_mut() {
        k.frage("weiter");
    }
    wort
}

#[test]
fn an_invented_word_stands_until_somebody_doubts_it() {
    let haus = Haus::with(&["tempo.freund_pause_ms=[0,0]"]);
    let mut leute = ["Anna", "Bert", "Cleo"].map(|n| am_tisch(haus.klient().neu(n), &WORD));
    leute[0].frage("los");
    let stands = runde(&mut leute, None).to_uppercase();
    leute[1].hat_gehoert("Anna gewinnt");
    assert!(!leute[1].alles().contains("zählt nicht"), "{stands}");
    let falls = runde(&mut leute, Some("zweifle anna an")).to_uppercase();
    leute[2].hat_gehoert("Das Wort steht nicht im Wörterbuch");
    assert!(leute[2].alles().contains(&falls));
    haus.ledger_is_even();
}
