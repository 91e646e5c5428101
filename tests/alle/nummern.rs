//! Every order answers the decision that was on the screen when it was typed: typed twice it counts once, and what
//! was typed ahead when a hand ends does not touch the next one.

use super::abend_sitzung;
use super::haus::Haus;
use super::klient::Klient;
use super::spielabend::{allein_los, angeboten, naechster_befehl};

/// How many cards the own hand holds.
fn karten(k: &mut Klient) -> u32 {
    let said = k.frage("blatt");
    let (_, rest) = said.rsplit_once("Dein Blatt, ").unwrap_or_else(|| panic!("{said}"));
    let word = rest.split([' ', '\n']).next().unwrap();
    word.parse().unwrap_or(1)
}

/// Waits until this player is on, and gives the command that is offered then.
fn wieder_dran(k: &mut Klient) -> String {
    loop {
        if k.frage("dran").contains("Du bist dran") {
            return angeboten(&k.frage("was kann ich")).unwrap();
        }
    }
}

/// Plays up to the first card of the third round.
fn dritte_runde(haus: &Haus) -> (Klient, String) {
    let mut k = haus.klient().neu("Anna").zu_oleg();
    allein_los(&mut k);
    loop {
        let befehl = naechster_befehl(&mut k).unwrap();
        if befehl.starts_with("spiele") && k.alles().contains("Runde 3 von 5") {
            return (k, befehl);
        }
        k.tippe(&befehl);
    }
}

#[test]
fn a_card_typed_twice_is_played_once_in_one_packet_and_one_after_the_other() {
    let haus = Haus::open();
    let (mut k, befehl) = dritte_runde(&haus);
    assert_eq!(karten(&mut k), 3);
    k.bytes(format!("{befehl}\r\n{befehl}\r\n").as_bytes());
    let befehl = wieder_dran(&mut k);
    assert_eq!(karten(&mut k), 2);
    // Now the rest of the trick and the next question lie between the two.
    k.tippe(&befehl);
    wieder_dran(&mut k);
    let said = k.frage(&befehl).replace('\n', " ");
    assert!(said.contains("hast Du nicht"), "{said}");
    assert_eq!(karten(&mut k), 1);
}

#[test]
fn a_bid_typed_twice_is_paid_once() {
    let haus = Haus::open();
    let mut k = haus.klient().neu("Anna").zu_oleg();
    allein_los(&mut k);
    naechster_befehl(&mut k).unwrap();
    k.tippe("biete 300");
    k.warte("Dein Gebot steht: 300 Taler.");
    k.warte("Runde 1 von 5");
    let said = k.frage("biete 300").replace('\n', " ");
    assert!(said.contains("Der Einsatz steht schon fest"), "{said}");
    assert!(k.frage("geld").contains("Du hast 9700 Taler."));
}

/// Gets out of this hand and waits for the pause before the next one.
fn bis_zur_pause(k: &mut Klient) {
    let liebste =
        abend_sitzung::am_liebsten(&["steige aus", "weiter", "tausche nichts", "decke", "lege"]);
    loop {
        let dran = k.frage("dran");
        if dran.contains("Niemand ist dran") {
            return;
        }
        let offered = abend_sitzung::angeboten(&k.frage("was kann ich"));
        if offered.is_empty() {
            continue;
        }
        let said = k.frage(&liebste(&offered));
        if said.contains("Mit ja") || said.contains("ja bestätigt") {
            k.frage("ja");
        }
    }
}

/// `los` deals at once; what stands behind it in the packet was typed before anybody saw the new hand.
#[test]
fn lines_typed_ahead_when_a_hand_ends_do_not_touch_the_new_hand() {
    let haus = Haus::open();
    let mut k = haus.klient().neu("Anna");
    for line in ["osten", "osten", "setz dich"] {
        k.frage(line);
    }
    let mut late = 0;
    for hand in 1..=6 {
        k.tippe(&format!("los\r\n{}", "weiter\r\n".repeat(12)));
        k.warte(&format!("Spiel {hand}:"));
        let said = k.warte("Du bist dran") + &k.stille();
        assert!(!said.contains("Du sagst weiter"), "hand {hand}: {said}");
        assert!(k.frage("dran").contains("Du bist dran: Wettrunde 1"), "{}", k.alles());
        late += said.replace('\n', " ").matches("Das galt der Lage davor").count();
        bis_zur_pause(&mut k);
    }
    assert!(late > 0, "no line ever came too late:\n{}", k.alles());
}
