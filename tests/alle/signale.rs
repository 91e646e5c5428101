//! How the house ends when the system tells it to: by either signal, by a second one at once, under a shell that
//! ignores interrupts, and as the first process of a container.

use std::process::Command;

use super::haus::Haus;
use super::klient::Klient;
use super::spielabend::{allein_los, naechster_befehl};

/// Somebody in the middle of a game.
fn spielt(haus: &Haus) -> Klient {
    let mut k = haus.klient().neu("Anna").zu_oleg();
    allein_los(&mut k);
    naechster_befehl(&mut k).unwrap();
    k
}

/// The line is told, the exit code is 0, and the next start goes on.
fn ends_well(haus: &mut Haus, signal: &str) {
    let mut k = spielt(haus);
    haus.signal(signal);
    let last = k.ende();
    assert!(last.contains("Das Haus schließt"), "{signal}: {last}");
    assert_eq!(haus.exit_code(), Some(0), "{}", haus.log_text());
    haus.restart();
    let said = haus.klient().zurueck("Anna");
    assert!(said.contains("Du bist wieder an Tisch 1."), "{said}");
    haus.close();
    haus.ledger_is_even();
}

#[test]
fn an_interrupt_closes_the_house_as_a_termination_does() {
    ends_well(&mut Haus::open(), "INT");
}

#[test]
fn a_shell_that_ignores_interrupts_hands_nothing_of_it_on() {
    let shell = ["sh", "-c", "trap '' INT; exec \"$@\"", "sh"];
    for signal in ["INT", "TERM"] {
        ends_well(&mut Haus::inside(&shell), signal);
    }
}

#[test]
fn the_first_process_of_a_container_closes_as_any_other() {
    let first = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"];
    let may = Command::new(first[0]).args(&first[1..]).arg("true").output();
    if !may.is_ok_and(|out| out.status.success()) {
        println!("Übersprungen: Hier darf niemand einen eigenen Prozessraum öffnen (unshare).");
        return;
    }
    for signal in ["TERM", "INT"] {
        ends_well(&mut Haus::inside(&first), signal);
    }
}

/// Somebody else holds the database, so that closing in order takes as long as it may.
#[test]
fn a_second_signal_ends_the_house_at_once_and_nothing_is_lost() {
    for (first, second) in [("TERM", "TERM"), ("INT", "TERM"), ("TERM", "INT")] {
        let mut haus = Haus::open();
        let mut k = spielt(&haus);
        let hand = k.frage("blatt");
        let path = haus.zustand().join("theaterkeller.db");
        let other = rusqlite::Connection::open(path).unwrap();
        other.execute_batch("BEGIN IMMEDIATE").unwrap();
        haus.signal(first);
        k.warte("Das Haus schließt");
        haus.signal(second);
        assert_eq!(haus.exit_code(), Some(0), "{}", haus.log_text());
        assert!(haus.log_text().contains("second signal"), "{}", haus.log_text());
        other.execute_batch("ROLLBACK").unwrap();
        haus.restart();
        let mut k = haus.klient();
        k.zurueck("Anna");
        assert_eq!(k.frage("blatt"), hand);
        haus.ledger_is_even();
        haus.close();
    }
}
