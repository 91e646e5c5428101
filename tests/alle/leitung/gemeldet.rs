//! Faults that users of such servers report, which have no place in the other files: docs/leitung.md names the test
//! for each of their kinds.

use std::io::Read;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use super::draht::{DO, Draht, GEDULD, GMCP, IAC, Server, WEISEN, WILL, find};
use super::optionen::{ECHO, sub};

const PASSWORT: &str = "Zebra-Kuchen-77";

/// Waits until this is so; the other side has no line to tell of it.
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let end = Instant::now() + GEDULD;
    while !is_so() {
        assert!(Instant::now() < end, "{what}");
        std::thread::park_timeout(Duration::from_millis(50));
    }
}

/// True if whoever comes is asked for a name, false if there is no room.
fn is_asked_in(server: &Server) -> bool {
    let mut stream = TcpStream::connect(server.telnet).unwrap();
    stream.set_read_timeout(Some(GEDULD)).unwrap();
    let (mut heard, mut buf) = (Vec::new(), [0; 4096]);
    loop {
        match stream.read(&mut buf) {
            Ok(n) if n > 0 => heard.extend_from_slice(&buf[..n]),
            _ => return false,
        }
        if find(&heard, b"Wie hei").is_some() {
            return true;
        }
    }
}

fn in_latin_1(text: &str) -> Vec<u8> {
    text.chars().map(|c| u8::try_from(c).expect("the room is written in Latin-1")).collect()
}

fn in_ascii(text: &str) -> Vec<u8> {
    let pairs = [("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss"), ("é", "e")];
    let text = pairs.iter().fold(text.to_string(), |t, (from, to)| t.replace(from, to));
    assert!(text.is_ascii(), "{text}");
    text.into_bytes()
}

/// Row ENC: what comes in is guessed line by line, what goes out is a choice of its own.
#[test]
fn one_room_in_three_charsets_byte_for_byte() {
    let server = Server::open();
    for weise in WEISEN {
        let mut d = server.gast();
        let mut look = |charset: &str| {
            d.line(&format!("zeichensatz {charset}"));
            d.sync();
            let from = d.seen.len();
            // Latin-1 comes in, whatever goes out.
            d.send_as(b"schau\r\nsage gr\xfc\xdfe\r\n", weise);
            d.until_bytes(b"Du sagst: ");
            d.until_bytes(b"\r\n");
            let end = find(&d.seen[from..], b"Du sagst: ").unwrap() + from;
            (d.seen[from..end].to_vec(), d.seen[end..].to_vec())
        };
        let (utf8, greeting) = look("utf-8");
        let text = String::from_utf8(utf8).unwrap();
        assert!(text.contains('ü') || text.contains('ä'), "{text}");
        assert_eq!(greeting, "Du sagst: grüße\r\n".as_bytes());
        assert_eq!(look("latin-1"), (in_latin_1(&text), b"Du sagst: gr\xfc\xdfe\r\n".to_vec()));
        assert_eq!(look("ascii"), (in_ascii(&text), b"Du sagst: gruesse\r\n".to_vec()));
    }
}

/// Row NET: where the system has no room for a further connection, the server waits instead of trying all the time,
/// says so once, goes on for those who are there, and takes up again by itself.
#[test]
fn no_room_for_a_connection_costs_neither_processor_nor_log() {
    let sets = ["grenzen.verbindungen_je_adresse=0", "grenzen.anmeldungen_je_adresse=0"];
    let server = Server::with_few_files(64, &sets);
    let mut inside = server.draht();
    inside.until("neuen Spieler)?");
    for line in ["neu", "Anna", PASSWORT, PASSWORT, "ohne", "nein"] {
        inside.line(line);
    }
    inside.until("Willkommen, Anna");
    inside.sync();
    let crowd: Vec<TcpStream> =
        (0..100).map(|_| TcpStream::connect(server.telnet).unwrap()).collect();
    // The house has kept a reserve: whoever comes now is told so, or let go without a word.
    let full = || {
        let said = server.draht().rest();
        said.is_empty() || find(&said, "zu viele Verbindungen".as_bytes()).is_some()
    };
    wait_until("the server says that it has no room", full);
    let (lines, ticks, begin) = (server.log().lines().count(), server.ticks(), Instant::now());
    // What is typed meanwhile is carried out and stored.
    inside.line("zeichensatz ascii");
    inside.until("ae oe ue ss");
    while begin.elapsed() < Duration::from_secs(3) {
        inside.sync();
        std::thread::park_timeout(Duration::from_millis(200));
    }
    let used = server.ticks() - ticks;
    let all = u64::try_from(begin.elapsed().as_millis() / 10).unwrap();
    assert!(used * 4 < all, "{used} of {all} hundredths of a second");
    let more = server.log().lines().count() - lines;
    assert!(more <= 1, "{more} lines about one thing: {}", server.log());
    drop(crowd);
    wait_until("there is room again", || is_asked_in(&server));
    inside.line("ende");
    inside.rest();
    let mut again = server.draht();
    again.until("neuen Spieler)?");
    again.line("Anna");
    again.until("Passwort:");
    again.line(PASSWORT);
    again.until("Willkommen, Anna");
    again.line("zeichensatz");
    again.until("Dein Zeichensatz ist ascii");
}

/// Row NET: both families by default, one alone when the other is not there or not wished.
#[test]
fn both_families_of_addresses_are_heard_or_one_alone() {
    let server = Server::at(&["127.0.0.1:0", "[::1]:0"]);
    assert_eq!(server.alle.len(), 2, "the first line names both");
    for addr in &server.alle {
        let mut d = Draht::new(*addr);
        d.until("Wie heißt Du denn");
        d.line("gast");
        d.until("Willkommen, Gast");
    }
    for (only, other) in [("127.0.0.1:0", "[::1]"), ("[::1]:0", "127.0.0.1")] {
        let server = Server::at(&[only]);
        assert_eq!(server.alle.len(), 1);
        let mut d = server.draht();
        d.until("Wie heißt Du denn");
        let elsewhere = format!("{other}:{}", server.telnet.port());
        assert!(TcpStream::connect(elsewhere).is_err(), "only where it says");
    }
    // An address that this machine does not have, as when it knows one family only.
    let server = Server::at(&["[2001:db8::1]:0", "127.0.0.1:0"]);
    assert_eq!(server.alle, [server.telnet]);
    server.draht().until("Wie heißt Du denn");
    assert!(server.log().contains("[2001:db8::1]:0"), "and the log says what is missing");
}

#[test]
fn the_shipped_settings_name_both_families() {
    let config = std::fs::read_to_string("config.toml").unwrap();
    let config: toml::Table = config.parse().unwrap();
    let addrs = config["server"]["adressen"].as_array().unwrap();
    let is = |v: &str| addrs.iter().any(|a| a.as_str() == Some(v));
    assert!(is("127.0.0.1:4000") && is("[::1]:4000"), "{addrs:?}");
}

/// Row PW: at the most talkative level, and wherever somebody may type a password by mistake.
#[test]
fn no_password_is_written_anywhere_at_any_level() {
    for form in ["text", "json"] {
        let log = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("trace-{}-{form}", std::process::id()));
        let ziel = format!("log.ziel={:?}", log.to_str().unwrap());
        let form_set = format!("log.form={form:?}");
        let server = Server::with(&[&ziel, "log.filter=\"trace\"", &form_set]);
        let mut d = server.draht();
        d.until("neuen Spieler)?");
        // As a name, behind a name, then where it belongs.
        for line in [PASSWORT, "neu", "Anna", PASSWORT, PASSWORT, "ohne", "nein"] {
            d.line(line);
        }
        d.until("Willkommen, Anna");
        d.line("passwort");
        for line in [PASSWORT, "Zebra-Torte-78", "Zebra-Torte-78"] {
            d.until_bytes(&[IAC, WILL, ECHO]);
            d.line(line);
        }
        d.sync();
        // As a command, by mistake.
        d.line("Zebra-Torte-78");
        d.sync();
        let mut p = server.draht();
        p.until_bytes(&[IAC, WILL, GMCP]);
        p.send(&[IAC, DO, GMCP]);
        p.send(&sub(GMCP, b"Core.Supports.Set [\"Char 1\"]"));
        let wrong = br#"Char.Login.Credentials {"account":"Anna","password":"Zebra-Falsch-79"}"#;
        p.send(&sub(GMCP, wrong));
        p.until("Char.Login.Result");
        let mut w = server.draht();
        w.until("neuen Spieler)?");
        w.line("Anna");
        w.until("Passwort:");
        w.line("Zebra-Falsch-79");
        w.until_bytes(&[IAC, 252, ECHO]);
        let trace = std::fs::read_to_string(&log).unwrap();
        assert!(trace.contains("account created"), "this is the log: {trace}");
        assert!(!trace.contains("Zebra"), "the log holds a password");
        for (path, bytes) in server.on_disk() {
            assert!(find(&bytes, b"Zebra").is_none(), "{} holds a password", path.display());
        }
        let _ = std::fs::remove_file(&log);
    }
}

/// Every test that docs/leitung.md names is there.
#[test]
fn the_page_about_the_line_names_tests_that_exist() {
    let page = std::fs::read_to_string("docs/leitung.md").unwrap();
    let (_, rows) = page.split_once("## 8.").unwrap();
    let mut named = 0;
    for name in rows.split('`').filter(|n| n.contains("::")) {
        let (path, test) = name.rsplit_once("::").unwrap();
        let file = match path.strip_prefix("server::tueren") {
            Some(_) => "src/server/tueren.rs".to_string(),
            None => format!("tests/alle/{}.rs", path.replace("::", "/")),
        };
        let text = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{file}: {e}"));
        assert!(text.contains(&format!("fn {test}()")), "{name} is not in {file}");
        named += 1;
    }
    for kind in ["ENC", "LINE", "NEG", "PROMPT", "PW", "NET", "FLOW"] {
        assert!(rows.contains(&format!("| {kind} |")), "{kind}");
    }
    assert!(named >= 19, "{named}");
}
