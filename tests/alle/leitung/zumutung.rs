//! Slow, dead and hostile lines: rows LINE, NET and FLOW. Whatever one line does, the next player is answered.

use std::io::Write;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use rand::rngs::ChaCha12Rng;
use rand::{RngExt, SeedableRng};

use super::draht::{Draht, GMCP, IAC, SB, SE, Server, find};

/// Bytes as a broken or hostile client might send them: every value, with telnet's own more often.
fn noise(rng: &mut ChaCha12Rng, len: usize) -> Vec<u8> {
    let byte = |rng: &mut ChaCha12Rng| match rng.random_range(0..8u8) {
        0 => IAC,
        1 => rng.random_range(240..=255),
        2 => *b"\r\n\0\x08\x7f\x1b\x15\x03".get(rng.random_range(0..8usize)).unwrap(),
        _ => rng.random_range(0..=255u8),
    };
    (0..len).map(|_| byte(rng)).collect()
}

#[test]
fn a_million_bytes_of_noise_and_the_next_player_is_answered() {
    let server = Server::open();
    let mut rng = ChaCha12Rng::seed_from_u64(0x1a_2b_3c);
    let mut listener = server.gast();
    for part in 0..20 {
        let mut d = if part % 2 == 0 { server.draht() } else { server.gast() };
        // The line may be closed on the way: too many faults, or an endless subnegotiation.
        for chunk in noise(&mut rng, 50_000).chunks(1009) {
            if d.s.write_all(chunk).is_err() {
                break;
            }
        }
    }
    listener.sync();
    let text = String::from_utf8_lossy(&listener.read_text()).into_owned();
    let dirty = text.chars().find(|c| c.is_control() && !matches!(c, '\r' | '\n'));
    assert_eq!(dirty, None, "no control character of one player reaches another");
    let mut next = server.gast();
    next.sync();
    let lines = server.log().lines().count();
    assert!(lines < 200, "noise fills no log: {lines} lines");
}

#[test]
fn an_endless_line_takes_no_memory() {
    let server = Server::open();
    let mut d = server.draht();
    d.until("Wie heißt Du denn");
    let before = server.kib();
    for _ in 0..200 {
        d.send(&[b'a'; 100_000]);
    }
    d.line("");
    d.until("Diese Zeile war zu lang");
    d.line("gast");
    d.until("Willkommen, Gast");
    d.send(&[b'a'; 100_000]);
    d.line("");
    d.until("Diese Zeile war zu lang");
    d.sync();
    let grown = server.kib().saturating_sub(before);
    assert!(grown < 20_000, "{grown} KiB for one line");
}

#[test]
fn an_endless_subnegotiation_is_cut() {
    let server = Server::open();
    let mut other = server.gast();
    let mut d = server.gast();
    d.send(&[IAC, SB, GMCP]);
    for _ in 0..30 {
        if d.s.write_all(&[b'x'; 100_000]).is_err() {
            break;
        }
    }
    d.rest();
    other.sync();
}

#[test]
fn a_flood_of_lines_is_held_back_and_a_pasted_dozen_is_not() {
    let server = Server::open();
    let mut flood = server.gast();
    let mut other = server.gast();
    flood.send("wer\r\n".repeat(2000).as_bytes());
    let begin = Instant::now();
    other.sync();
    assert!(begin.elapsed() < Duration::from_secs(20), "others are answered meanwhile");
    flood.until("zu viele Zeilen auf einmal");
    let mut paste = server.gast();
    paste.send("wer\r\n".repeat(12).as_bytes());
    let text = paste.sync();
    assert_eq!(text.matches(" da:").count(), 12);
}

/// Somebody who connects and never reads. His own system keeps little, so that the rest has to wait at the server.
fn silent(server: &Server) -> TcpStream {
    let socket = socket2::Socket::new(socket2::Domain::IPV4, socket2::Type::STREAM, None).unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    socket.connect(&server.telnet.into()).unwrap();
    let mut s = TcpStream::from(socket);
    s.set_write_timeout(Some(Duration::from_secs(1))).unwrap();
    s.write_all(b"gast\r\n").unwrap();
    s
}

/// Row NET: whoever does not read is cut; nobody waits for him.
#[test]
fn a_slow_reader_keeps_nobody_waiting() {
    let server = Server::with(&["grenzen.befehle_je_sek=0"]);
    let mut speaker = server.gast();
    let _slow = silent(&server);
    while !answer(&mut speaker, "wer").contains("Gast2") {}
    let word = "x".repeat(1500);
    // Twice of what may wait, in portions that the speaker himself reads in time.
    for _ in 0..40 {
        for _ in 0..20 {
            speaker.line(&format!("sage {word}"));
        }
        speaker.sync();
    }
    // Once cut, it is no longer here.
    let end = Instant::now() + super::draht::GEDULD;
    loop {
        let text = answer(&mut speaker, "wer");
        if !text.contains("Gast2") {
            break;
        }
        assert!(Instant::now() < end, "{text}");
    }
}

fn answer(d: &mut Draht, line: &str) -> String {
    d.line(line);
    d.sync()
}

/// What was sent to somebody who asks for much and reads nothing, until the server stops.
fn sent_unread(ausgabe_kib: u32) -> usize {
    let bound = format!("grenzen.ausgabe_kib={ausgabe_kib}");
    let server = Server::with(&[&bound, "grenzen.befehle_je_sek=0"]);
    let mut s = silent(&server);
    // Until the server, which cannot write, no longer reads.
    while s.write_all(&b"schau\r\n".repeat(500)).is_ok() {}
    let path = format!("/proc/{}/net/tcp", server.pid());
    let table = std::fs::read_to_string(path).unwrap();
    let local = format!(":{:04X} ", server.telnet.port());
    let remote = format!(":{:04X} ", s.local_addr().unwrap().port());
    let ours = |l: &&str| {
        let fields: Vec<&str> = l.split_whitespace().collect();
        fields[1].ends_with(local.trim()) && fields[2].ends_with(remote.trim())
    };
    let line = table.lines().skip(1).find(ours).expect("the line is open");
    let queues = line.split_whitespace().nth(4).unwrap();
    usize::from_str_radix(queues.split(':').next().unwrap(), 16).unwrap()
}

/// Row NET: what waits for a line that does not read is bounded by the house's setting.
#[test]
fn what_waits_for_a_silent_reader_is_bounded() {
    let (small, large) = (sent_unread(16), sent_unread(128));
    assert!(small <= 2 * 16 * 1024, "{small} bytes wait where 16 KiB may");
    assert!(large > small && large <= 2 * 128 * 1024, "{large} bytes wait where 128 KiB may");
}

#[test]
fn a_half_closed_line_gets_its_answers() {
    let server = Server::open();
    for text in ["gast\r\nwer\r\nsage grüße\r\n", "gast\nsage grüße\n"] {
        let mut d = server.draht();
        d.send(text.as_bytes());
        d.half_close();
        let seen = d.rest();
        assert!(find(&seen, "Du sagst: grüße".as_bytes()).is_some());
    }
}

#[test]
fn the_time_at_the_door_runs_from_the_connection() {
    let server = Server::with(&["grenzen.anmeldung_sek=5"]);
    let mut d = server.draht();
    d.until("Wie heißt Du denn");
    let begin = Instant::now();
    let mut writer = d.s.try_clone().unwrap();
    let watch = std::thread::spawn(move || {
        d.until("Das hat lange gedauert");
    });
    // A byte now and then does not stretch it.
    while !watch.is_finished() {
        assert!(begin.elapsed() < Duration::from_secs(40), "the door stays open");
        let _ = writer.write_all(b"x");
        std::thread::park_timeout(Duration::from_millis(200));
    }
    watch.join().unwrap();
}

#[test]
fn unreadable_messages_of_a_program_are_passed_over() {
    let server = Server::open();
    let mut d = server.gast();
    d.send(&[IAC, 253, GMCP]);
    for message in [
        &b"Core.Supports.Set"[..],
        b"Core.Supports.Set {\"a\":[[[[[[[[[[[[",
        b"Tisch.Zug {\"nr\":1,\"befehl\":\"ende\"}",
        b"Tisch.Zug {\"nr\":18446744073709551615,\"befehl\":\"steh auf\"}",
        b"Char.Login.Credentials {\"account\":\"x\",\"password\":\"y\"}",
        b"\xff\xff\xfe\x80",
        b" ",
        b"",
    ] {
        d.send(&[&[IAC, SB, GMCP], message, &[IAC, SE]].concat());
    }
    d.send(&[&[IAC, SB, GMCP], "[".repeat(4000).as_bytes(), &[IAC, SE]].concat());
    d.sync();
}
