//! The house as its operator sees it: counts and health from outside, the service manager, the log, what happens when
//! the system runs short of descriptors, and people who fall silent.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::net::UnixDatagram;

use super::haus::{GEDULD, Haus, Ordner};
use super::klient::Klient;
use super::spielabend::{allein_los, naechster_befehl, spiele_zu_ende};

const ZAHLEN: &str = "kennzahlen.adressen=\"127.0.0.1:0\"";

/// The answer of the port for counts.
fn http(addr: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(addr).unwrap();
    stream.set_read_timeout(Some(GEDULD)).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut said = String::new();
    stream.read_to_string(&mut said).unwrap();
    said
}

fn get(addr: SocketAddr, path: &str) -> String {
    http(addr, &format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n"))
}

fn zahlen(haus: &Haus) -> SocketAddr {
    haus.sagt("Kennzahlen auf ").trim_end_matches('.').parse().unwrap()
}

/// A sample by its name and labels.
fn sample(text: &str, id: &str) -> f64 {
    let prefix = format!("theaterkeller_{id} ");
    let line = text.lines().find_map(|l| l.strip_prefix(prefix.as_str()));
    line.unwrap_or_else(|| panic!("no {id} in\n{text}")).parse().unwrap()
}

#[test]
fn counts_follow_an_evening_and_the_ledger_sums_to_zero() {
    let haus = Haus::with(&[ZAHLEN]);
    let addr = zahlen(&haus);
    let before = get(addr, "/metrics");
    assert!(before.starts_with("HTTP/1.1 200 OK\r\n"), "{before}");
    assert_eq!(sample(&before, "sessions"), 0.0);
    let mut anna = haus.klient().neu("Anna").zu_oleg();
    let mut door = haus.klient();
    door.warte("neuen Spieler)?");
    let speech = |text: &str| sample(text, "command_seconds_count{kind=\"speech\"}");
    let silent = speech(&get(addr, "/metrics"));
    anna.frage("sage hallo");
    assert_eq!(speech(&get(addr, "/metrics")), silent + 1.0);
    anna.frage("xyzzy");
    allein_los(&mut anna);
    for _ in 0..4 {
        let befehl = naechster_befehl(&mut anna).unwrap();
        anna.tippe(&befehl);
    }
    anna.stille();
    let text = get(addr, "/metrics");
    for (id, n) in [("sessions", 1.0), ("logins", 1.0), ("tables", 1.0)] {
        assert_eq!(sample(&text, id), n, "{id}");
    }
    assert!(sample(&text, "decisions_total{by=\"person\"}") >= 1.0);
    assert!(sample(&text, "decisions_total{by=\"friend\"}") >= 1.0);
    assert!(sample(&text, "thinking_seconds_count") >= 1.0);
    assert_eq!(sample(&text, "command_seconds_count{kind=\"unknown\"}"), 1.0);
    assert!(sample(&text, "command_seconds_count{kind=\"play\"}") >= 1.0);
    assert!(sample(&text, "archive_commit_seconds_count") > 5.0);
    assert_eq!(sample(&text, "queue_drops_total{queue=\"mailbox\"}"), 0.0);
    for currency in ["taler", "spielgeld"] {
        assert_eq!(sample(&text, &format!("ledger_sum{{currency=\"{currency}\"}}")), 0.0);
    }
    sample(&text, "journal_lag_seconds");
    assert!(!text.contains("Anna"), "counts name nobody");
}

#[test]
fn the_port_for_counts_answers_nothing_else_and_only_here() {
    let haus = Haus::with(&[ZAHLEN]);
    let addr = zahlen(&haus);
    assert!(get(addr, "/health").ends_with("\r\n\r\nAlles in Ordnung.\n"));
    assert!(get(addr, "/../theaterkeller.db").starts_with("HTTP/1.1 404"));
    assert!(http(addr, "POST /metrics HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 405"));
    let endless = "x".repeat(20_000);
    assert!(http(addr, &endless[..8192]).starts_with("HTTP/1.1 405"));
    let out = haus.run(&["check", "--set", "kennzahlen.adressen=\"0.0.0.0:4040\""]);
    let text = String::from_utf8_lossy(&out.stderr).into_owned();
    assert_eq!(out.status.code(), Some(1), "{text}");
    assert!(text.contains("nur auf dieser Maschine"), "{text}");
}

#[test]
fn health_says_whether_the_house_is_open_and_well() {
    let mut haus = Haus::with(&[ZAHLEN]);
    let (door, counts) = (haus.addr.to_string(), zahlen(&haus));
    let set = format!("kennzahlen.adressen=\"{counts}\"");
    let ask = |haus: &Haus| {
        let out = haus.run(&["health", "--listen", &door, "--set", &set]);
        let text = [out.stdout, out.stderr].concat();
        (out.status.code(), String::from_utf8_lossy(&text).into_owned())
    };
    let (code, said) = ask(&haus);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.starts_with("Der Theaterkeller ist offen auf 127.0.0.1:"), "{said}");
    // Somebody else holds the database: open, but not well.
    let other = rusqlite::Connection::open(haus.zustand().join("theaterkeller.db")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let (code, said) = ask(&haus);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.starts_with("Das Haus ist offen, aber: Das Archiv antwortet nicht."), "{said}");
    other.execute_batch("ROLLBACK").unwrap();
    haus.close();
    let (code, said) = ask(&haus);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("antwortet niemand"), "{said}");
}

#[test]
fn health_speaks_the_protocol_of_a_server_in_front_where_that_is_asked() {
    let haus = Haus::with(&["proxy.von=[\"127.0.0.1\"]"]);
    let out = haus.run(&["health", "--listen", &haus.addr.to_string()]);
    assert_eq!(out.status.code(), Some(0), "{}", String::from_utf8_lossy(&out.stderr));
}

#[test]
fn a_service_manager_hears_when_the_house_is_open_and_when_it_closes() {
    let folder = Ordner::new();
    // Short enough for the name of a socket, wherever the tests lie.
    let path = std::env::temp_dir().join(format!("tk-{}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    let manager = UnixDatagram::bind(&path).unwrap();
    manager.set_read_timeout(Some(GEDULD)).unwrap();
    let mut haus = Haus::inside(&["env", &format!("NOTIFY_SOCKET={}", path.display())]);
    let hears = |word: &str| {
        let mut buf = [0; 500];
        loop {
            let n = manager.recv(&mut buf).unwrap();
            if String::from_utf8_lossy(&buf[..n]).contains(word) {
                return;
            }
        }
    };
    hears("READY=1\nSTATUS=Der Theaterkeller ist offen auf");
    haus.klient().gast();
    haus.signal("HUP");
    hears("STATUS=Die Daten werden neu geladen.");
    hears("STATUS=Der Theaterkeller ist offen.");
    haus.signal("TERM");
    hears("STOPPING=1");
    assert_eq!(haus.exit_code(), Some(0), "{}", haus.log_text());
    drop((folder, std::fs::remove_file(path)));
}

#[test]
fn a_log_for_machines_is_one_object_a_line() {
    let folder = Ordner::new();
    let log = folder.path().join("haus.log");
    let ziel = format!("log.ziel={:?}", log.to_str().unwrap());
    let haus = Haus::with(&[&ziel, "log.form=json"]);
    haus.klient().neu("Anna");
    let text = std::fs::read_to_string(&log).unwrap();
    let created = text.lines().map(|l| serde_json::from_str::<serde_json::Value>(l).unwrap());
    assert!(created.into_iter().any(|v| v["fields"]["message"] == "account created"), "{text}");
}

/// Row OPS: a log that cannot be written costs nobody anything, wherever it goes.
#[test]
fn a_log_on_a_full_device_stops_no_game() {
    let mut to_stderr = Haus::inside(&["sh", "-c", "exec \"$@\" 2>/dev/full", "sh"]);
    let mut to_file = Haus::with(&["log.ziel=/dev/full", "log.filter=debug"]);
    for haus in [&mut to_stderr, &mut to_file] {
        let mut anna = haus.klient().neu("Anna").zu_oleg();
        allein_los(&mut anna);
        assert!(spiele_zu_ende(&mut anna) > 5);
        haus.signal("HUP");
        assert!(anna.frage("geld").contains("Du hast"));
        haus.close();
        haus.ledger_is_even();
    }
}

/// Row NET: when descriptors run out the house backs off, keeps what it needs for itself, and recovers.
#[test]
fn a_house_short_of_descriptors_saves_on_says_little_and_recovers() {
    let few = ["sh", "-c", "ulimit -n 64; exec \"$@\"", "sh"];
    let haus = Haus::inside(&few);
    let mut anna = haus.klient().neu("Anna").zu_oleg();
    let crowd: Vec<TcpStream> = (0..100).map(|_| TcpStream::connect(haus.addr).unwrap()).collect();
    // Whoever comes now is told so, or is let go without a word.
    let last = haus.klient().ende();
    assert!(last.is_empty() || last.contains("zu viele Verbindungen"), "{last}");
    allein_los(&mut anna);
    assert!(spiele_zu_ende(&mut anna) > 5);
    let begin = std::time::Instant::now();
    while haus.records().is_empty() {
        anna.stille();
        assert!(begin.elapsed() < GEDULD, "the record cannot be written");
    }
    let log = haus.log_text();
    assert!(log.contains("too few open files"), "{log}");
    assert!(log.lines().count() < 20, "{log}");
    drop(crowd);
    loop {
        let mut k = haus.klient();
        let full = ["neuen Spieler)?", "zu viele Verbindungen"];
        if k.eins_von_oder_ende(&full) == Some(0) {
            break;
        }
    }
    haus.klient().gast();
    haus.ledger_is_even();
}

/// Row NET: each family is reached, and one that the machine lacks is passed over.
#[test]
fn both_families_are_reached_and_a_missing_address_is_passed_over() {
    let haus = Haus::on(&["127.0.0.1:0", "[::1]:0"], &["grenzen.anmeldungen_je_adresse=1"]);
    assert!(haus.addr.is_ipv6());
    let mut six = haus.klient();
    six.warte("neuen Spieler)?");
    let line = haus.sagt("Verbinden: telnet localhost ");
    let mut four = Klient::new(([127, 0, 0, 1], line.parse().unwrap()).into());
    four.warte("neuen Spieler)?");
    // An address of a documentation network is nobody's.
    let haus = Haus::on(&["[2001:db8::1]:0", "127.0.0.1:0"], &[]);
    assert!(haus.addr.is_ipv4());
    haus.klient().gast();
    assert!(haus.log_text().contains("cannot listen here"), "{}", haus.log_text());
}

#[test]
fn who_falls_silent_is_asked_and_sleeps_but_nobody_at_a_table_is() {
    let haus = Haus::with(&["grenzen.untaetig_sek=5"]);
    let mut player = haus.klient().neu("Anna").zu_oleg();
    let mut watcher = haus.klient().neu("Bert").zu_oleg();
    allein_los(&mut player);
    naechster_befehl(&mut player).unwrap();
    watcher.frage("schau zu");
    // Comes last, so that the two at the table have been silent for longer when he is sent to sleep.
    let mut idle = haus.klient().neu("Cora");
    let last = idle.ende();
    let flat = last.replace('\n', " ");
    assert!(flat.contains("Bist Du noch da? Du hast lange nichts getippt."), "{last}");
    assert!(flat.contains("Sonst endet Dein Abend hier in 1 Sekunde."), "{last}");
    assert!(flat.contains("Du warst lange still, darum schläfst Du hier ein."), "{last}");
    assert!(player.frage("geld").contains("Du hast"));
    for k in [&mut player, &mut watcher] {
        k.stille();
        assert!(!k.alles().contains("Bist Du noch da?"), "{}", k.alles());
    }
}
