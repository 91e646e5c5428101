//! An admin at work while people are in: a new rank, edited rooms, a faulty file.

use std::fs;
use std::time::Instant;

use super::haus::{GEDULD, Haus, Ordner};

#[test]
fn rooms_are_edited_while_people_are_in_and_a_fault_changes_nothing() {
    let haus = Haus::with_keller(&[]);
    let raum = haus.daten().join("raeume/olegs_keller.toml");
    haus.klient().neu("Anna").tippe("ende");
    let mut player = haus.klient().neu("Berta").zu_oleg();
    let out = haus.run(&["admin", "rank", "Anna", "1"]);
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let mut admin = haus.klient();
    admin.zurueck("Anna");

    let good = fs::read_to_string(&raum)
        .unwrap()
        .replace("Das Gewölbe ist niedrig", "Das Gewölbe ist hoch");
    fs::write(&raum, &good).unwrap();
    let said = player.frage("neu laden");
    assert!(said.contains("verstehe ich hier nicht"), "no player does that: {said}");
    let said = admin.frage("neu laden");
    assert!(said.contains("Die Daten sind neu geladen"), "{said}");
    assert!(player.frage("schau").contains("Das Gewölbe ist hoch"));

    let bad = good
        .replace("Das Gewölbe ist hoch", "Das Gewölbe ist weg")
        .replace("spuelen = true", "spuelen = vielleicht");
    fs::write(&raum, bad).unwrap();
    let said = admin.frage("neu laden");
    assert!(said.contains("Es bleibt alles, wie es war."), "{said}");
    assert!(said.contains("raeume/olegs_keller.toml:"), "the place of the fault: {said}");
    assert!(player.frage("schau").contains("Das Gewölbe ist hoch"));
}

#[test]
fn a_hangup_reads_the_data_and_opens_the_log_anew() {
    let folder = Ordner::new();
    let log = folder.path().join("haus.log");
    let moved = folder.path().join("haus.log.1");
    let haus = Haus::with(&[&format!("log.ziel={:?}", log.to_str().unwrap())]);
    haus.klient().neu("Anna");
    fs::rename(&log, &moved).unwrap();
    haus.signal("HUP");
    let deadline = Instant::now() + GEDULD;
    while !fs::read_to_string(&log).unwrap_or_default().contains("neu geladen") {
        assert!(Instant::now() < deadline, "no new log");
        std::thread::yield_now();
    }
    haus.klient().neu("Berta");
    let read = |path| fs::read_to_string(path).unwrap().matches("account created").count();
    assert_eq!((read(&moved), read(&log)), (1, 1));
}
