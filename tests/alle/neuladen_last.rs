//! Reloads in a full house: two hundred people in, fifty tables running. No line stays without its answer, no hand is
//! lost. Prints what each reload says of its time: `cargo test --test alle neuladen_last -- --nocapture`.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::haus::Haus;
use super::klient::Klient;
use super::neuladen::huete;
use super::spielabend::spiele_zu_ende;

const TISCHE: usize = 50;
const LEUTE: usize = 200;
/// Lines of each person who does not play, and how many of them are sent at once.
const ZEILEN: usize = 40;
const SCHUB: usize = 5;

/// Somebody at a table of his own with three friends.
fn spielt(haus: &Haus, nr: usize) {
    let mut k = haus.klient().gast().zu_oleg();
    k.tippe(&format!("setz dich an tisch {nr}"));
    k.warte("beginnt das Spiel sofort");
    k.tippe("runden 5");
    k.warte("geht über 5 Runden");
    k.tippe("los");
    // A bid, five announcements, 1 to 5 cards: more or fewer would be a hand that was lost or dealt twice.
    assert_eq!(spiele_zu_ende(&mut k), 1 + 5 + 15, "{}", k.alles());
    assert!(!k.alles().contains("schiefgegangen"), "{}", k.alles());
}

/// Somebody who types words that only the room can answer, each once.
fn tippt(haus: &Haus, nr: usize) {
    let mut k = haus.klient().gast();
    let word = |i: usize| format!("wort{nr}nummer{i}x");
    for schub in 0..ZEILEN / SCHUB {
        let lines: Vec<String> = (0..SCHUB).map(|i| word(schub * SCHUB + i)).collect();
        k.tippe(&lines.join("\r\n"));
        lines.iter().for_each(|l| drop(k.warte(l)));
    }
    k.stille();
    for i in 0..ZEILEN {
        assert_eq!(k.alles().matches(&word(i)).count(), 1, "{}: {}", word(i), k.alles());
    }
}

/// Changes and reloads until everybody is done. Gives what each reload said of its time.
fn laedt(haus: &Haus, admin: &mut Klient, done: &AtomicBool) -> Vec<String> {
    let path = haus.daten().join("raeume/theater.toml");
    let good = std::fs::read_to_string(&path).unwrap();
    let mut said = Vec::new();
    while !done.load(Ordering::Relaxed) {
        let n = said.len();
        let garten = haus.daten().join("raeume/garten.toml");
        let (door, room) =
            ("[ausgaenge]\nwesten = \"garten\"", "[ausgaenge]\nosten = \"theater\"\n");
        if n % 2 == 0 {
            let room = format!("name = \"Garten\"\nbeschreibung = \"{n} Birnen.\"\n{room}");
            std::fs::write(&garten, room).unwrap();
            std::fs::write(&path, good.replace("[ausgaenge]", door)).unwrap();
        } else {
            std::fs::write(&path, &good).unwrap();
            std::fs::remove_file(&garten).unwrap();
        }
        let answer = admin.frage("neu laden").replace('\n', " ");
        assert!(answer.contains("Die Daten sind neu geladen."), "{answer}");
        let time = answer.split("geladen. ").nth(1).unwrap();
        said.push(time.split(" Neu:").next().unwrap().split(" Es schließt").next().unwrap().into());
    }
    said
}

#[test]
fn a_reload_in_a_full_house_loses_no_command_and_no_hand() {
    let mut haus = Haus::with_keller(&[
        ("tische_max = 20", "tische_max = 60"),
        ("freunde_zahl = 3", "freunde_zahl = 3\nstufe = \"leicht\""),
    ]);
    haus.set_more(&[
        "grenzen.verbindungen_je_adresse=0",
        "grenzen.anmeldungen_je_adresse=0",
        "grenzen.befehle_je_sek=0",
    ]);
    let mut admin = huete(&haus, "Hedwig");
    let done = AtomicBool::new(false);
    let left = AtomicUsize::new(LEUTE);
    let mut reloads = Vec::new();
    std::thread::scope(|s| {
        let (haus, done, left) = (&haus, &done, &left);
        /// Tells the admin when the last one is done, also when somebody is stopped by a failing assertion.
        struct Fertig<'a>(&'a AtomicUsize, &'a AtomicBool);
        impl Drop for Fertig<'_> {
            fn drop(&mut self) {
                if self.0.fetch_sub(1, Ordering::Relaxed) == 1 {
                    self.1.store(true, Ordering::Relaxed);
                }
            }
        }
        let one = |nr: usize| {
            s.spawn(move || {
                let _fertig = Fertig(left, done);
                if nr < TISCHE {
                    spielt(haus, nr + 1);
                } else {
                    tippt(haus, nr);
                }
            })
        };
        let people: Vec<_> = (0..LEUTE).map(one).collect();
        reloads = laedt(haus, &mut admin, done);
        for p in people {
            p.join().unwrap();
        }
    });
    assert!(reloads.len() > 1, "the house was reloaded while people were at it");
    println!("{LEUTE} people, {TISCHE} tables, {} reloads:", reloads.len());
    reloads.iter().for_each(|r| println!("{r}"));
    let records = haus.records();
    assert_eq!(records.len(), TISCHE, "every game is in the books");
    let files: Vec<&str> = records.iter().map(|p| p.to_str().unwrap()).collect();
    let out = haus.run(&[&["verify"], &files[..]].concat());
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    haus.ledger_is_even();
    haus.close();
}
