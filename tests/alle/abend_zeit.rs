//! Times of a table on the server's real clock: small values, and waiting for sentences, never for a time.

use super::haus::Haus;
use super::spielabend::{allein_los, naechster_befehl, spiele_zu_ende};

#[test]
fn friends_come_by_themselves_when_the_waiting_time_is_over() {
    let haus = Haus::with_keller(&[("warten_sek = 60", "warten_sek = 1")]);
    let mut k = haus.klient().neu("Anna").zu_oleg();
    k.tippe("setz dich");
    k.warte("Noch 1 Sekunde ist Platz für Mitspieler");
    k.warte("Es spielen Anna, Vladim, Elena und Sergej.");
    assert_eq!(naechster_befehl(&mut k).as_deref(), Some("biete 2500"));
}

#[test]
fn who_bids_too_late_loses_the_seat_and_no_money() {
    let haus = Haus::with_keller(&[("bedenkzeit_sek = 120", "bedenkzeit_sek = 2")]);
    let mut k = haus.klient().neu("Anna").zu_oleg();
    allein_los(&mut k);
    naechster_befehl(&mut k);
    k.warte("Deine Bedenkzeit ist um. Ein Freund des Hauses nimmt Deinen Platz");
    k.stille();
    assert_eq!(k.frage("geld"), "Du hast 10000 Taler.\n");
    let said = k.frage("oben");
    assert!(said.contains("Theatercafé"), "free to go: {said}");
    k.tippe("unten");
    k.stille();
    k.tippe("setz dich");
    k.warte("Du setzt Dich an Tisch");
    haus.ledger_is_even();
}

#[test]
fn without_a_thinking_time_nobody_is_hurried() {
    let haus = Haus::with_keller(&[("bedenkzeit_sek = 120", "bedenkzeit_sek = 0")]);
    let mut k = haus.klient().neu("Anna").zu_oleg();
    allein_los(&mut k);
    naechster_befehl(&mut k);
    let said = k.frage("zeit").replace('\n', " ");
    assert!(said.contains("An diesem Tisch gibt es keine Bedenkzeit"), "{said}");
    k.tippe("biete 100");
    spiele_zu_ende(&mut k);
    haus.ledger_is_even();
}
