//! Lost lines, killed and closed houses: what a player finds when he comes back.

use std::net::TcpListener;

use super::haus::Haus;
use super::klient::Klient;
use super::spielabend::{
    SPIEL_AUS, allein_los, angeboten, friend_steps_back, naechster_befehl, spiele_zu_ende, ziehe,
};

/// Own hand as `blatt` says it.
fn blatt(k: &mut Klient) -> String {
    k.frage("blatt")
}

/// Comes back and expects the kept seat, the same decision and the same hand; then plays one move from the offer.
fn comes_back(haus: &Haus, before: &str, hand: &str) -> Klient {
    let mut k = haus.klient();
    let said = k.zurueck("Anna");
    assert!(said.contains("Du bist in Olegs Keller."), "{said}");
    assert!(said.contains("Du bist wieder an Tisch 1."), "{said}");
    assert!(said.contains("Du bist dran") || said.contains("Jetzt musst Du"), "{said}");
    if before.contains("ansage") {
        assert!(said.contains(hand), "{said}");
    }
    assert_eq!(blatt(&mut k), hand);
    assert_eq!(k.frage("was kann ich"), before);
    k
}

#[test]
fn a_lost_line_in_any_phase_costs_nothing() {
    let mut haus = Haus::open();
    let mut k = haus.klient().neu("Anna").zu_oleg();
    allein_los(&mut k);
    let mut moves = 0;
    // A bid, an announcement and a card in round 1, an announcement and two cards in round 2.
    while moves < 6 {
        naechster_befehl(&mut k).unwrap();
        k.stille();
        let (before, hand) = (k.frage("was kann ich"), blatt(&mut k));
        drop(k);
        k = comes_back(&haus, &before, &hand);
        k.tippe(&angeboten(&before).unwrap());
        moves += 1;
    }
    spiele_zu_ende(&mut k);
    haus.ledger_is_even();
    haus.close();
}

#[test]
fn who_falls_asleep_keeps_the_seat_and_the_others_are_told() {
    let haus = Haus::open();
    let mut berta = haus.klient().neu("Berta").zu_oleg();
    let mut anna = haus.klient().neu("Anna").zu_oleg();
    anna.tippe("setz dich");
    anna.warte("beginnt das Spiel sofort");
    berta.tippe("setz dich");
    berta.warte("Du setzt Dich");
    anna.tippe("los");
    berta.warte("zum Beispiel");
    anna.tippe("schlafe ein");
    let last = anna.ende();
    assert!(last.contains("Dein Platz bleibt"), "{last}");
    berta.warte("Anna schläft ein.");
    let mut anna = haus.klient();
    let said = anna.zurueck("Anna");
    assert!(said.contains("Du bist wieder an Tisch 1."), "{said}");
    berta.warte("Anna ist wieder da.");
    assert!(anna.frage("biete 100").contains("Dein Gebot steht: 100 Taler."));
}

#[test]
fn a_friend_plays_on_after_the_grace_time_and_gives_the_seat_back() {
    let haus = Haus::with_keller(&[("gnadenfrist_sek = 60", "gnadenfrist_sek = 1")]);
    let mut berta = haus.klient().neu("Berta").zu_oleg();
    let mut anna = haus.klient().neu("Anna").zu_oleg();
    for k in [&mut berta, &mut anna] {
        k.tippe("setz dich");
        k.warte("Du setzt Dich");
    }
    berta.tippe("runden 5");
    berta.tippe("los");
    for k in [&mut berta, &mut anna] {
        k.warte("zum Beispiel");
        k.tippe("biete 100");
        k.warte("Dein Gebot steht");
    }
    berta.warte("Runde 1 von 5");
    let (mut anna, said) = friend_steps_back(&haus, anna, &mut berta);
    assert_eq!(said.matches("wieder da").count(), 1, "said once: {said}");
    // Berta has heard her turn long ago.
    ziehe(&mut berta);
    std::thread::scope(|s| [&mut anna, &mut berta].map(|k| drop(s.spawn(|| spiele_zu_ende(k)))));
    haus.ledger_is_even();
}

#[test]
fn thinking_time_that_runs_out_is_announced_and_the_player_goes_on() {
    let haus = Haus::with_keller(&[("bedenkzeit_sek = 120", "bedenkzeit_sek = 2")]);
    let mut k = haus.klient().neu("Anna").zu_oleg();
    allein_los(&mut k);
    let befehl = naechster_befehl(&mut k).unwrap();
    k.tippe(&befehl);
    k.warte("Runde 1 von 5");
    k.warte("Du hast noch ");
    k.warte("Deine Bedenkzeit ist um.");
    spiele_zu_ende(&mut k);
    haus.ledger_is_even();
}

#[test]
fn a_game_that_ended_in_absence_counts_and_gives_the_seat_free() {
    let haus = Haus::with_keller(&[("gnadenfrist_sek = 60", "gnadenfrist_sek = 1")]);
    let mut berta = haus.klient().neu("Berta").zu_oleg();
    let mut k = haus.klient().neu("Anna").zu_oleg();
    allein_los(&mut k);
    let befehl = naechster_befehl(&mut k).unwrap();
    k.tippe(&befehl);
    k.warte("Runde 1 von 5");
    berta.tippe("schau zu");
    berta.warte("Du schaust an Tisch 1 zu.");
    drop(k);
    berta.warte("Das Spiel ist zu Ende.");
    berta.stille();
    let mut k = haus.klient();
    let said = k.zurueck("Anna");
    assert!(!said.contains("Du bist wieder an"), "the seat is free: {said}");
    assert!(k.frage("erfahrung").contains("Olegs Poker"));
    assert!(!k.frage("wer").contains("Anna, spielt"), "{}", k.alles());
    k = k.zu_oleg();
    k.tippe("setz dich");
    k.warte("Du setzt Dich an Tisch");
    haus.ledger_is_even();
}

#[test]
fn a_killed_house_stands_up_at_the_same_decision_with_the_same_hand() {
    let mut haus = Haus::open();
    let mut k = haus.klient().neu("Anna").zu_oleg();
    allein_los(&mut k);
    // Killed before the bid, before an announcement, before a card, and later once more.
    for moves in [0, 1, 1, 5] {
        for _ in 0..moves {
            naechster_befehl(&mut k).unwrap();
            ziehe(&mut k);
        }
        naechster_befehl(&mut k).unwrap();
        let (before, hand) = (k.frage("was kann ich"), blatt(&mut k));
        let punkte = k.frage("punkte");
        haus.kill();
        haus.ledger_is_even();
        haus.restart();
        k = comes_back(&haus, &before, &hand);
        assert_eq!(k.frage("punkte"), punkte);
        haus.ledger_is_even();
        k.tippe(&angeboten(&before).unwrap());
    }
    spiele_zu_ende(&mut k);
    let records = haus.records();
    assert_eq!(records.len(), 1);
    assert!(haus.run(&["verify", records[0].to_str().unwrap()]).status.success());
    haus.close();
    haus.ledger_is_even();
}

#[test]
fn a_house_that_closes_tells_everybody_and_goes_on_at_the_next_start() {
    let mut haus = Haus::open();
    let mut k = haus.klient().neu("Anna").zu_oleg();
    allein_los(&mut k);
    let befehl = naechster_befehl(&mut k).unwrap();
    k.tippe(&befehl);
    naechster_befehl(&mut k).unwrap();
    let (before, hand) = (k.frage("was kann ich"), blatt(&mut k));
    let mut idle = haus.klient().neu("Berta");
    let mut door = haus.klient();
    door.warte("neuen Spieler)?");
    let begin = std::time::Instant::now();
    haus.signal("TERM");
    for line in [&mut k, &mut idle, &mut door] {
        let last = line.ende();
        assert!(last.contains("Das Haus schließt"), "{last}");
    }
    assert_eq!(haus.exit_code(), Some(0));
    // Ten seconds are promised to whoever stops a server, not a measure of speed.
    assert!(begin.elapsed().as_secs() < 10);
    haus.restart();
    let mut k = comes_back(&haus, &before, &hand);
    spiele_zu_ende_ab(&mut k, &before);
    haus.close();
    haus.ledger_is_even();
}

fn spiele_zu_ende_ab(k: &mut Klient, before: &str) {
    k.tippe(&angeboten(before).unwrap());
    spiele_zu_ende(k);
    assert!(k.alles().contains(SPIEL_AUS));
}

#[test]
fn a_port_in_use_and_a_state_in_use_are_said_with_exit_code_2() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let addr = taken.local_addr().unwrap().to_string();
    let haus = Haus::open();
    let elsewhere = super::haus::Ordner::new();
    let out = std::process::Command::new(env!("CARGO_BIN_EXE_theaterkeller"))
        .current_dir(super::haus::root())
        .args(["--listen", &addr, "--state"])
        .arg(elsewhere.path().join("zustand"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    assert_eq!(out.status.code(), Some(2), "{said}");
    assert!(said.contains(&format!("An {addr} lauscht schon jemand.")), "{said}");
    let out = haus.run(&["serve", "--listen", "127.0.0.1:0"]);
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    assert_eq!(out.status.code(), Some(2), "{said}");
    assert!(said.contains("Mit diesem Zustand arbeitet schon ein Server"), "{said}");
}

#[test]
fn a_clock_that_began_with_a_lost_line_stops_when_the_player_is_back() {
    let haus = Haus::with_keller(&[
        ("gnadenfrist_sek = 60", "gnadenfrist_sek = 5"),
        ("bedenkzeit_sek = 120", "bedenkzeit_sek = 12"),
    ]);
    let mut berta = haus.klient().neu("Berta").zu_oleg();
    let mut anna = haus.klient().neu("Anna").zu_oleg();
    for k in [&mut berta, &mut anna] {
        k.tippe("setz dich");
        k.warte("Du setzt Dich");
    }
    berta.tippe("los");
    anna.warte("zum Beispiel");
    berta.tippe("biete 100");
    drop(anna);
    berta.warte("Die Verbindung von Anna ist abgerissen.");
    let mut anna = haus.klient();
    anna.zurueck("Anna");
    // The warning comes later than the grace time would have ended.
    anna.warte("Du hast noch ");
    let said = berta.stille();
    assert!(said.contains("Anna ist wieder da.") && !said.contains("spielt für Anna"), "{said}");
    assert!(anna.frage("biete 100").contains("Dein Gebot steht: 100 Taler."));
}
