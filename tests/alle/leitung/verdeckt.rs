//! Hidden cards stay hidden from programs: what an opponent and a spectator are sent of Miwin and Word over a whole
//! sitting, compared with the hands that their owners were sent.

use std::collections::BTreeSet;

use rand::SeedableRng;
use rand::rngs::ChaCha12Rng;
use serde_json::{Value, json};

use super::draht::Server;
use super::programm::{Programm, check_all, guest};
use super::schema::Schemas;

type Log = [(String, Value)];

/// The sitting as two players and a spectator were told it.
struct Sitzung {
    spieler: [Programm; 2],
    zuschauer: Programm,
}

fn sitting(server: &Server, room: &str, spiel: &str) -> Sitzung {
    let mut all = [guest(server), guest(server), guest(server)];
    for (i, p) in all.iter_mut().enumerate() {
        p.walk_to(room);
        p.d.line(if i < 2 { "setz dich" } else { "schau zu" });
        p.until("Tisch.Info", |info| info["spiel"] == spiel);
    }
    all[0].d.line("los");
    let [a, b, mut zuschauer] = all;
    let plays = |mut p: Programm, seed: u64| {
        std::thread::spawn(move || {
            // Whoever folds shows nothing.
            p.play_by(&mut ChaCha12Rng::seed_from_u64(seed), |b| !b.starts_with("steige"));
            p
        })
    };
    let threads = [plays(a, 11), plays(b, 12)];
    let spieler = threads.map(|t| t.join().unwrap());
    // Everything that was said before has come when this has.
    zuschauer.say("Core.Ping", &json!(1));
    zuschauer.until("Core.Ping", |_| true);
    zuschauer.log.pop();
    Sitzung { spieler, zuschauer }
}

/// All strings in a value.
fn strings<'v>(value: &'v Value, out: &mut Vec<&'v str>) {
    match value {
        Value::String(s) => out.push(s),
        Value::Array(a) => a.iter().for_each(|v| strings(v, out)),
        Value::Object(m) => m.values().for_each(|v| strings(v, out)),
        _ => {}
    }
}

/// The two numbers of a Miwin card, however it is written: `3-7`, `7/3`.
fn miwin_cards(value: &Value) -> Vec<(u8, u8)> {
    let mut found = Vec::new();
    let mut texts = Vec::new();
    strings(value, &mut texts);
    for word in texts.iter().flat_map(|t| t.split([' ', ',', '.'])) {
        if let [a, b'-' | b'/', c] = word.as_bytes()
            && a.is_ascii_digit()
            && c.is_ascii_digit()
        {
            found.push((*a.min(c), *a.max(c)));
        }
    }
    found
}

/// What events put open on the table, by the rules.
const OPEN: [&str; 6] = ["aufgedeckt", "zieht", "legt", "dreht", "zeigt", "pott"];

/// Each card in this stream is one's own or has been laid open before, and what was laid open is in no hand any more.
/// Gives the number of cards that were laid open.
fn miwin_stream(log: &Log, own_hands: &[(u64, BTreeSet<(u8, u8)>)]) -> usize {
    let (mut open, mut own, mut opened) = (BTreeSet::new(), BTreeSet::new(), 0);
    let mut nr = 0;
    for (paket, json) in log.iter().filter(|(p, _)| p.starts_with("Tisch.")) {
        let cards = miwin_cards(json);
        match (paket.as_str(), json["art"].as_str()) {
            ("Tisch.Blatt", _) => own.extend(cards),
            ("Tisch.Ereignis", Some("geben")) => {
                (open, own) = (BTreeSet::new(), BTreeSet::new());
                nr = json["nr"].as_u64().unwrap();
            }
            ("Tisch.Ereignis", Some(art)) if OPEN.contains(&art) => {
                nr = json["nr"].as_u64().unwrap();
                opened += cards.len();
                open.extend(cards);
            }
            _ => {
                for card in cards {
                    let known = open.contains(&card) || own.contains(&card);
                    assert!(known, "{paket} tells of {card:?}, which lies hidden: {json}");
                }
            }
        }
        for (since, hand) in own_hands.iter().filter(|(since, _)| *since == nr && nr > 0) {
            let both: Vec<_> = hand.intersection(&open).collect();
            assert!(both.is_empty(), "{both:?} was told at {since} and is in a hand: {json}");
        }
    }
    opened
}

/// Each hand that its owner was sent, with the number of the event before it that opened cards or dealt.
fn hands(log: &Log) -> Vec<(u64, BTreeSet<(u8, u8)>)> {
    let (mut nr, mut out) = (0, Vec::new());
    for (paket, json) in log {
        let art = json["art"].as_str().unwrap_or_default();
        if paket == "Tisch.Ereignis" && (art == "geben" || OPEN.contains(&art)) {
            nr = json["nr"].as_u64().unwrap();
        }
        if paket == "Tisch.Blatt" {
            out.push((nr, miwin_cards(json).into_iter().collect::<BTreeSet<_>>()));
        }
    }
    out
}

#[test]
fn miwin_tells_programs_no_card_that_lies_hidden() {
    let server = Server::open();
    let Sitzung { spieler: [a, b], zuschauer } = sitting(&server, "Wiener", "miwin");
    for (stream, other) in [(&a, &b), (&b, &a)] {
        let theirs = hands(&other.log);
        assert!(theirs.iter().any(|(_, hand)| hand.len() == 5), "a hand was dealt");
        assert!(miwin_stream(&stream.log, &theirs) > 0, "nothing was laid open");
    }
    let all: Vec<_> = [hands(&a.log), hands(&b.log)].concat();
    miwin_stream(&zuschauer.log, &all);
    told_to_the_right_ones(&[&a, &b], &zuschauer);
}

/// Hands and what may be done go to their owner; every message fits the page.
fn told_to_the_right_ones(spieler: &[&Programm], zuschauer: &Programm) {
    let schemas = Schemas::read();
    for p in spieler.iter().copied().chain([zuschauer]) {
        check_all(&schemas, &p.log);
        for (paket, json) in &p.log {
            let mine = json["du"] == true;
            assert!(paket != "Tisch.Dran" || mine || json.get("erlaubt").is_none(), "{json}");
            assert!(paket != "Tisch.Dran" || mine || json.get("bereich").is_none(), "{json}");
        }
    }
    assert!(zuschauer.log.iter().all(|(paket, _)| paket != "Tisch.Blatt"));
    assert!(zuschauer.log.iter().any(|(paket, _)| paket == "Tisch.Ende"), "it saw the sitting");
}

/// Cards of Word may be there twice, so hands are compared as a whole and words by their seat.
fn word_stream(log: &Log, theirs: &[Value]) -> usize {
    let (mut shown, mut own, mut words) = (BTreeSet::new(), Value::Null, 0);
    for (paket, json) in log.iter().filter(|(p, _)| p.starts_with("Tisch.")) {
        let art = json["art"].as_str().unwrap_or_default();
        match paket.as_str() {
            "Tisch.Blatt" => own = json["karten"].clone(),
            "Tisch.Ereignis" => {
                let cards = matches!(art, "auslosung" | "hoechste karten");
                assert!(cards || json.get("karten").is_none(), "{json}");
                let word = matches!(art, "aufgedeckt" | "geprueft");
                assert!(word || json.get("wort").is_none(), "{json}");
                if art == "geben" {
                    shown.clear();
                }
                if let (true, Some(w)) = (art == "aufgedeckt", json["wort"].as_str()) {
                    shown.insert((json["platz"].as_u64().unwrap(), w.to_string()));
                    words += 1;
                }
            }
            "Tisch.Info" => {
                for seat in json["sitze"].as_array().unwrap() {
                    for w in seat["offen"].as_array().into_iter().flatten() {
                        let key = (seat["platz"].as_u64().unwrap(), w.as_str().unwrap().into());
                        assert!(shown.contains(&key), "{w} is told before it lies open");
                    }
                }
            }
            "Tisch.Dran" => {
                for b in json["bereich"].as_array().into_iter().flatten() {
                    let named = b["karten"].as_array().into_iter().flatten();
                    let mine = own.as_array().into_iter().flatten().collect::<Vec<_>>();
                    named.for_each(|c| assert!(mine.contains(&c), "{c} is not in the own hand"));
                }
            }
            _ => {}
        }
        let text = json.to_string();
        let own = own.to_string();
        for hand in theirs.iter().map(Value::to_string).filter(|h| *h != own) {
            assert!(!text.contains(&hand), "{hand} stands in {text}");
        }
    }
    words
}

fn word_hands(p: &Programm) -> Vec<Value> {
    let told = p.log.iter().filter(|(paket, _)| paket == "Tisch.Blatt");
    let hands = told.map(|(_, json)| json["karten"].clone());
    hands.filter(|h| h.as_array().is_some_and(|h| h.len() > 2)).collect()
}

#[test]
fn word_tells_programs_no_card_that_lies_hidden() {
    let server = Server::open();
    let Sitzung { spieler: [a, b], zuschauer } = sitting(&server, "Lesezimmer", "word");
    let hands = [word_hands(&a), word_hands(&b)];
    assert!(hands.iter().all(|h| !h.is_empty()), "hands were dealt");
    word_stream(&a.log, &hands[1]);
    word_stream(&b.log, &hands[0]);
    word_stream(&zuschauer.log, &hands.concat());
    told_to_the_right_ones(&[&a, &b], &zuschauer);
}
