//! A client that reads nothing but GMCP: it walks by `Room.Info`, plays by `Tisch.Dran.erlaubt`, and every message it
//! gets is checked against docs/gmcp.md.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rand::SeedableRng;
use rand::rngs::ChaCha12Rng;
use rand::seq::IndexedRandom;
use serde_json::{Value, json};

use super::draht::{DO, Draht, GMCP, IAC, SB, SE, Server, WILL, find};
use super::schema::Schemas;

/// Deals of a sitting, which has no end of its own.
const DEALS: usize = 2;

/// A client's program.
pub(crate) struct Programm {
    pub(crate) d: Draht,
    at: usize,
    queue: VecDeque<(String, Value)>,
    /// All messages so far.
    pub(crate) log: Vec<(String, Value)>,
    state: BTreeMap<String, Value>,
}

impl Programm {
    /// Connects and says what it supports.
    fn new(server: &Server, modules: &[&str]) -> Self {
        let mut d = server.draht();
        d.until_bytes(&[IAC, WILL, GMCP]);
        d.send(&[IAC, DO, GMCP]);
        let mut p =
            Self { d, at: 0, queue: VecDeque::new(), log: Vec::new(), state: BTreeMap::new() };
        p.say("Core.Hello", &json!({ "client": "probe", "version": "1" }));
        p.say("Core.Supports.Set", &json!(modules));
        p
    }

    pub(super) fn say(&mut self, paket: &str, json: &Value) {
        let mut out = vec![IAC, SB, GMCP];
        out.extend(format!("{paket} {json}").as_bytes());
        out.extend([IAC, SE]);
        self.d.send(&out);
    }

    /// The next message.
    fn next(&mut self) -> (String, Value) {
        loop {
            if let Some(message) = self.queue.pop_front() {
                self.state.insert(message.0.clone(), message.1.clone());
                self.log.push(message.clone());
                return message;
            }
            self.take();
            if self.queue.is_empty() {
                assert!(self.d.more(), "no message comes; the last were {:#?}", self.tail());
            }
        }
    }

    fn tail(&self) -> &[(String, Value)] {
        &self.log[self.log.len().saturating_sub(6)..]
    }

    fn take(&mut self) {
        let start = [IAC, SB, GMCP];
        while let Some(from) = find(&self.d.seen[self.at..], &start).map(|i| self.at + i + 3) {
            let Some(len) = find(&self.d.seen[from..], &[IAC, SE]) else { return };
            let text = std::str::from_utf8(&self.d.seen[from..from + len]).unwrap();
            let (paket, json) = text.split_once(' ').unwrap_or((text, "null"));
            let json = serde_json::from_str(json).unwrap_or_else(|e| panic!("{e}: {text}"));
            self.queue.push_back((paket.to_string(), json));
            self.at = from + len + 2;
        }
    }

    pub(crate) fn until(&mut self, paket: &str, fits: impl Fn(&Value) -> bool) -> Value {
        loop {
            let (name, json) = self.next();
            if name == paket && fits(&json) {
                return json;
            }
        }
    }

    /// Walks until it stands in a room whose name holds this word; knows nothing but exits and numbers.
    pub(super) fn walk_to(&mut self, word: &str) {
        let mut seen = BTreeSet::new();
        let mut way: Vec<u64> = Vec::new();
        loop {
            let room = self.state["Room.Info"].clone();
            let here = room["num"].as_u64().unwrap();
            if room["name"].as_str().unwrap().contains(word) {
                return;
            }
            seen.insert(here);
            let exits = room["exits"].as_object().unwrap();
            let new = exits.iter().find(|(_, to)| !seen.contains(&to.as_u64().unwrap()));
            let back = way.last().copied();
            let (exit, to) = match new {
                Some((exit, to)) => {
                    way.push(here);
                    (exit.clone(), to.as_u64().unwrap())
                }
                None => {
                    let back = back.expect("the room is somewhere");
                    way.pop();
                    let exit = exits.iter().find(|(_, to)| to.as_u64() == Some(back)).unwrap();
                    (exit.0.clone(), back)
                }
            };
            self.d.line(&exit);
            self.until("Room.Info", |r| r["num"].as_u64() == Some(to));
        }
    }

    /// Answers every decision by one of the commands that are allowed, until a game ends or a sitting was long enough.
    pub(super) fn play(&mut self, rng: &mut ChaCha12Rng) -> Value {
        self.play_by(rng, |_| true)
    }

    /// The same, of the commands that are wanted, where there is one.
    pub(super) fn play_by(&mut self, rng: &mut ChaCha12Rng, wanted: fn(&str) -> bool) -> Value {
        let (mut deals, mut gone) = (0, false);
        loop {
            let (paket, json) = self.next();
            let chips = self.state.get("Tisch.Info").is_some_and(|i| i["spiel"] != "russisch");
            match paket.as_str() {
                "Tisch.Dran" if json["du"] == true => {
                    let erlaubt = json["erlaubt"].as_array().unwrap();
                    let wanted = erlaubt.iter().filter(|b| b.as_str().is_some_and(wanted));
                    let wanted: Vec<&Value> = wanted.collect();
                    let befehl = wanted.choose(rng).copied().or_else(|| erlaubt.choose(rng));
                    let befehl = befehl.expect("whoever is on may do something");
                    self.say("Tisch.Zug", &json!({ "nr": json["nr"], "befehl": befehl }));
                }
                "Tisch.Ende" if gone || !chips => return json,
                "Tisch.Ende" => deals += 1,
                _ => {}
            }
            if deals >= DEALS && !gone {
                gone = true;
                self.d.line("steh auf");
                self.d.line("ja");
            }
        }
    }
}

const ALL: [&str; 4] = ["Char 1", "Room 1", "comm.channel 1", "TISCH 1"];

pub(crate) fn guest(server: &Server) -> Programm {
    let mut p = Programm::new(server, &ALL);
    p.d.line("gast");
    p.until("Room.Players", |_| true);
    p
}

/// What may be known of cards at each moment of Olegs game: the own hand, and what has been played.
fn check_cards(log: &[(String, Value)]) {
    let (mut own, mut played) = (BTreeSet::new(), BTreeSet::new());
    let olegs =
        |(paket, json): &&(String, Value)| paket != "Tisch.Info" || json["spiel"] == "russisch";
    let card = |v: &Value| v.as_str().unwrap().to_string();
    for (paket, json) in log.iter().filter(olegs) {
        match paket.as_str() {
            "Tisch.Blatt" => own.extend(json["karten"].as_array().unwrap().iter().map(card)),
            "Tisch.Ereignis" if json["art"] == "runde" => played.clear(),
            "Tisch.Ereignis" if json["art"] == "karte" => {
                played.insert(card(&json["karte"]));
            }
            "Tisch.Info" => {
                let sitze = json["sitze"].as_array().unwrap();
                let open = sitze.iter().filter_map(|s| s["offen"].as_array()).flatten();
                open.for_each(|c| assert!(played.contains(&card(c)), "{c} lies there unplayed"));
            }
            "Tisch.Dran" => {
                let erlaubt = json["erlaubt"].as_array().into_iter().flatten();
                for befehl in erlaubt.filter_map(|b| b.as_str()?.strip_prefix("spiele ")) {
                    let words: Vec<&str> = befehl.split(' ').take(2).collect();
                    assert!(own.contains(&words.join(" ")), "{befehl} is not in the hand");
                }
            }
            _ => {}
        }
        if json["art"] == "rundenende" {
            own.clear();
        }
    }
}

/// The end of each deal tells what the deal brought: all chips after it less those after the deal before, at ten Taler
/// each. Expects that nobody came or went between the two.
fn check_deals(log: &[(String, Value)]) {
    let (mut before, mut after, mut checked): (Option<i64>, Option<i64>, u32) = (None, None, 0);
    for (paket, json) in log {
        match (paket.as_str(), json["art"].as_str()) {
            ("Tisch.Ereignis", Some("rundenende")) if json["steine"].is_array() => {
                let chips = json["steine"].as_array().unwrap().iter().filter_map(Value::as_i64);
                (before, after) = (after, Some(chips.sum()));
            }
            ("Tisch.Ereignis", Some("setzt sich" | "steht auf")) => (before, after) = (None, None),
            ("Tisch.Ende", _) if json["auszahlung"].as_array().unwrap().len() > 1 => {
                let (Some(was), Some(is)) = (before.take(), after) else { continue };
                let brought: i64 = paid(json).iter().map(|(_, n)| n).sum();
                assert_eq!(brought, (is - was) * 10, "{json}");
                checked += 1;
            }
            _ => {}
        }
    }
    assert!(checked > 0, "no deal was followed by another");
}

fn paid(ende: &Value) -> Vec<(String, i64)> {
    let rows = ende["auszahlung"].as_array().unwrap().iter();
    rows.map(|r| (r["name"].as_str().unwrap().to_string(), r["taler"].as_i64().unwrap())).collect()
}

pub(super) fn check_all(schemas: &Schemas, log: &[(String, Value)]) {
    for (paket, json) in log {
        schemas.check(paket, json).unwrap_or_else(|e| panic!("{paket}: {e}\n{json:#}"));
    }
}

#[test]
fn an_evening_of_all_three_games_by_gmcp_alone() {
    let server = Server::open();
    let schemas = Schemas::read();
    let mut rng = ChaCha12Rng::seed_from_u64(6);
    let mut p = guest(&server);
    let mut watcher = guest(&server);
    for (room, spiel) in [("Keller", "russisch"), ("Wiener", "miwin"), ("Lesezimmer", "word")] {
        p.walk_to(room);
        p.d.line("setz dich");
        p.until("Tisch.Info", |i| i["spiel"] == spiel);
        watcher.walk_to(room);
        watcher.d.line("schau zu");
        watcher.until("Tisch.Info", |i| i["spiel"] == spiel);
        if spiel == "russisch" {
            p.d.line("runden 5");
        }
        p.d.line("los");
        let ende = p.play(&mut rng);
        assert!(!ende["auszahlung"].as_array().unwrap().is_empty());
        let wurzel = ende["siegel"]["wurzel"].as_str().unwrap();
        assert_eq!(wurzel.len(), 64);
        watcher.until("Tisch.Ende", |e| e["siegel"]["wurzel"] == wurzel);
        p.d.line("steh auf");
        watcher.d.line("schau weg");
        while p.state["Char.Status"]["tisch"] != "" {
            p.next();
        }
    }
    check_all(&schemas, &p.log);
    check_all(&schemas, &watcher.log);
    check_cards(&p.log);
    check_deals(&p.log);
    assert!(watcher.log.iter().all(|(paket, _)| paket != "Tisch.Blatt"), "a watcher has no hand");
    assert!(watcher.log.iter().all(|(_, json)| json.get("erlaubt").is_none()));
    let seen: BTreeSet<&str> = p.log.iter().map(|(paket, _)| paket.as_str()).collect();
    schemas.examples(&p.log);
    for paket in ["Tisch.Info", "Tisch.Blatt", "Tisch.Dran", "Tisch.Ereignis", "Tisch.Ende"] {
        assert!(seen.contains(paket), "{paket}");
    }
}

#[test]
fn two_people_at_one_table_are_told_only_their_own_hands() {
    let server = Server::open();
    let mut rng = ChaCha12Rng::seed_from_u64(7);
    let (mut a, mut b) = (guest(&server), guest(&server));
    for p in [&mut a, &mut b] {
        p.walk_to("Keller");
        p.d.line("setz dich");
        p.until("Tisch.Info", |_| true);
    }
    a.d.line("runden 5");
    a.d.line("los");
    let other = std::thread::spawn(move || {
        b.play(&mut ChaCha12Rng::seed_from_u64(8));
        b
    });
    a.play(&mut rng);
    let b = other.join().unwrap();
    check_cards(&a.log);
    check_cards(&b.log);
    let hands = |p: &Programm| -> Vec<Value> {
        let blatt = p.log.iter().filter(|(paket, _)| paket == "Tisch.Blatt");
        blatt.map(|(_, json)| json["karten"].clone()).filter(|k| k != &json!([])).collect()
    };
    // A hand as a whole is seen by its owner alone: the other's stream never holds it.
    let text = String::from_utf8_lossy(&a.d.seen).into_owned();
    for hand in hands(&b).iter().filter(|h| h.as_array().unwrap().len() > 1) {
        assert!(!text.contains(&hand.to_string()), "{hand}");
    }
}

#[test]
fn a_stale_answer_changes_nothing_and_a_refused_one_is_asked_again() {
    let server = Server::open();
    let mut p = guest(&server);
    p.walk_to("Keller");
    p.d.line("setz dich");
    p.d.line("los");
    let dran = p.until("Tisch.Dran", |d| d["du"] == true);
    let nr = dran["nr"].as_u64().unwrap();
    p.say("Tisch.Zug", &json!({ "nr": nr - 1, "befehl": "biete 100" }));
    p.say("Tisch.Zug", &json!({ "nr": nr, "befehl": "biete -5" }));
    let again = p.until("Tisch.Dran", |d| d["du"] == true);
    assert_eq!(again["nr"], dran["nr"]);
    assert_eq!(again["erlaubt"], dran["erlaubt"]);
    p.say("Tisch.Zug", &json!({ "nr": nr, "befehl": "biete 100" }));
    p.until("Char.Vitals", |v| v["spielgeld"] == 9900);
    p.until("Tisch.Dran", |d| d["du"] == true && d["nr"].as_u64() > Some(nr));
    // The stake was bid once: an order for a decision that is over books nothing.
    p.say("Tisch.Zug", &json!({ "nr": nr, "befehl": "biete 200" }));
    p.d.line("geld");
    p.d.until("Du hast 9900 Spieltaler");
}

#[test]
fn nothing_is_sent_before_the_client_says_what_it_supports() {
    let server = Server::open();
    let mut d = server.draht();
    d.send(&[IAC, DO, GMCP]);
    d.line("gast");
    d.until("Willkommen, Gast");
    d.sync();
    assert!(find(&d.seen, &[IAC, SB, GMCP]).is_none());
    let set = b"Core.Supports.Set [\"Room 1\"]";
    d.send(&[&[IAC, SB, GMCP], &set[..], &[IAC, SE]].concat());
    d.until("Room.Info {");
    d.sync();
    assert!(find(&d.seen, b"Char.").is_none(), "only what was asked for");
}

#[test]
fn a_client_logs_in_by_itself() {
    let server = Server::open();
    let mut d = server.draht();
    d.until("Wie heißt Du denn");
    for line in ["neu", "Jörg", "Zebra-Kuchen-77", "Zebra-Kuchen-77", "er", "nein"] {
        d.line(line);
    }
    d.until("Willkommen, Jörg");
    d.line("ende");
    d.rest();
    let mut p = Programm::new(&server, &ALL);
    p.until("Char.Login.Default", |d| d["type"][0] == "password-credentials");
    p.say("Char.Login.Credentials", &json!({ "account": "Jörg", "password": "falsch-falsch" }));
    p.until("Char.Login.Result", |r| r["success"] == false && r["message"].is_string());
    let mut p = Programm::new(&server, &ALL);
    p.say("Char.Login.Credentials", &json!({ "account": "joerg", "password": "Zebra-Kuchen-77" }));
    p.until("Char.Login.Result", |r| r["success"] == true);
    p.until("Char.Name", |n| n["name"] == "Jörg");
    p.until("Char.Vitals", |v| v["taler"] == 10_000);
    assert!(!server.log().contains("Zebra"), "no password in the log");
}

#[test]
fn talk_reaches_programs_with_its_speaker() {
    let server = Server::open();
    let (mut a, mut b) = (guest(&server), guest(&server));
    a.until("Room.AddPlayer", |_| true);
    b.d.line("sage grüße");
    let rede = a.until("Comm.Channel.Text", |_| true);
    assert_eq!(rede, json!({ "channel": "raum", "talker": "Gast2", "text": "grüße" }));
    b.d.line("ende");
    a.until("Room.RemovePlayer", |name| name == "Gast2");
}

/// A program hears as little of somebody ignored as the person does, through every door.
#[test]
fn copies_for_programs_keep_the_list_of_the_ignored() {
    let server = Server::open();
    let (mut anna, mut bert, mut cleo) = (guest(&server), guest(&server), guest(&server));
    anna.d.line("ignoriere gast2");
    anna.d.until("Du hörst nichts mehr von Gast2");
    let doors =
        ["sage eins", ":winkt zwei", ";Hut drei", "tm gast1 vier", "flüstere gast1 zu fünf"];
    for door in
        doors.into_iter().chain(["frage gast1 nach sechs", "rufe sieben", "lächle gast1 an"])
    {
        bert.d.line(door);
    }
    // Who hears Bert's last word has all before it.
    bert.d.line("sage achtens");
    cleo.until("Comm.Channel.Text", |t| t["text"].as_str().is_some_and(|t| t.contains("achtens")));
    cleo.d.line("sage Ende");
    anna.until("Comm.Channel.Text", |t| t["text"].as_str().is_some_and(|t| t.contains("Ende")));
    let heard = |p: &Programm| {
        let texts = p.log.iter().filter(|(paket, _)| paket == "Comm.Channel.Text");
        texts.filter(|(_, json)| json["talker"] == "Gast2").count()
    };
    assert_eq!(heard(&anna), 0, "{:#?}", anna.log);
    assert!(heard(&cleo) >= 2, "{:#?}", cleo.log);
}
