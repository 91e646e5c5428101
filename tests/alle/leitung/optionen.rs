//! Options, line ends, charsets, passwords: whole and byte by byte.

use super::draht::{
    DO, DONT, Draht, GMCP, IAC, SB, SE, Server, WEISEN, WILL, WONT, Weise, count, find,
};

pub(super) const ECHO: u8 = 1;
pub(super) const SGA: u8 = 3;
pub(super) const TIMING_MARK: u8 = 6;
pub(super) const TTYPE: u8 = 24;
pub(super) const EOR: u8 = 25;
pub(super) const NAWS: u8 = 31;
pub(super) const NEW_ENVIRON: u8 = 39;
pub(super) const CHARSET: u8 = 42;
const MSDP: u8 = 69;
const MSSP: u8 = 70;
pub(super) const MCCP2: u8 = 86;
pub(super) const GA: u8 = 249;

/// A subnegotiation as it stands on the wire.
pub(super) fn sub(option: u8, payload: &[u8]) -> Vec<u8> {
    [&[IAC, SB, option], payload, &[IAC, SE]].concat()
}

#[test]
fn what_is_offered_at_connect_and_nothing_else() {
    let server = Server::open();
    let mut d = server.draht();
    d.until("Wie heißt Du denn");
    let said: Vec<[u8; 2]> = d
        .seen
        .windows(3)
        .filter(|w| w[0] == IAC && (WILL..=DONT).contains(&w[1]))
        .map(|w| [w[1], w[2]])
        .collect();
    let mut want = vec![
        [DO, TTYPE],
        [DO, NAWS],
        [WILL, CHARSET],
        [WILL, EOR],
        [WILL, GMCP],
        [WILL, MSSP],
        [WILL, MCCP2],
    ];
    want.sort_unstable();
    let mut said = said;
    said.sort_unstable();
    assert_eq!(said, want);
}

/// Row NEG: no side confirms the same for ever, unknown options are refused once.
#[test]
fn a_thousand_repetitions_cost_one_answer() {
    let server = Server::open();
    for weise in WEISEN {
        let mut d = server.draht();
        d.until("Wie heißt Du denn");
        let before = d.seen.len();
        d.send_as(&[IAC, WILL, NAWS].repeat(1000), weise);
        d.send_as(&[IAC, DO, 99].repeat(1000), weise);
        d.send_as(&[IAC, WILL, 123, IAC, WONT, NAWS, IAC, DONT, EOR].repeat(300), weise);
        d.line("gast");
        d.until("Willkommen, Gast");
        let after = &d.seen[before..];
        assert_eq!(count(after, &[IAC, WONT, 99]), 1);
        assert_eq!(count(after, &[IAC, DONT, 123]), 1);
        assert_eq!(count(after, &[IAC, DO, NAWS]), 0, "what is in force is not said again");
        assert!(count(after, &[IAC, DONT, NAWS]) <= 1);
    }
}

#[test]
fn commands_of_telnet_end_nothing_and_are_answered() {
    let server = Server::open();
    for weise in WEISEN {
        let mut d = server.gast();
        for _ in 0..3 {
            d.send_as(&[IAC, 244, IAC, DO, TIMING_MARK], weise);
            d.until_bytes(&[IAC, WILL, TIMING_MARK]);
        }
        d.send_as(&[IAC, 246], weise);
        d.until("Ja, der Theaterkeller ist noch da.");
        // BRK, EL, EC, EOF, DM, NOP, GA, EOR, a stray SE.
        d.send_as(&[243, 248, 247, 236, 242, 241, 249, 239, SE].map(|c| [IAC, c]).concat(), weise);
        d.sync();
        // EC takes a letter, EL the line.
        d.send_as(&[b"wex", &[IAC, 247][..], b"r\r\n"].concat(), weise);
        d.until("ist da");
        d.send_as(&[b"ende", &[IAC, 248][..], b"wer\r\n"].concat(), weise);
        d.until("ist da");
    }
}

#[test]
fn what_stands_in_a_subnegotiation_is_never_a_command() {
    let server = Server::open();
    for weise in WEISEN {
        let mut d = server.gast();
        d.send_as(&sub(TTYPE, b"\0ende\r\n"), weise);
        d.send_as(&sub(GMCP, b"sage hallo\r\nende\r\n"), weise);
        d.send_as(&sub(77, b"ende\r\n\xff\xff\r\nende\r\n"), weise);
        let text = d.sync();
        assert!(!text.contains("sagst"), "{text}");
        // Nothing of a long one is kept, and the line goes on.
        let long = vec![b'x'; if weise == Weise::Ganz { 500_000 } else { 5000 }];
        d.send(&sub(GMCP, &long));
        d.sync();
    }
}

#[test]
fn every_line_end_ends_one_line() {
    let server = Server::open();
    for weise in WEISEN {
        for end in ["\r\n", "\n", "\r\0", "\r"] {
            let mut d = server.draht();
            d.until("Wie heißt Du denn");
            d.send_as(format!("gast{end}").as_bytes(), weise);
            d.until("Willkommen, Gast");
            d.sync();
            d.send_as(format!("wer{end}{end}{end}wer{end}").as_bytes(), weise);
            let text = d.sync();
            assert_eq!(text.matches("da:").count(), 2, "{end:?}: {text}");
            assert_eq!(text.matches("Wie bitte").count(), 1, "the test's own: {end:?}: {text}");
        }
    }
}

/// Row ENC: a letter in two packets, Latin-1, rubbish; the listener sees the sentence.
#[test]
fn umlauts_arrive_however_they_are_sent() {
    let server = Server::open();
    let mut a = server.gast();
    let mut b = server.gast();
    for weise in WEISEN {
        a.send_as("sage grüße\r\n".as_bytes(), weise);
        b.until("sagt: grüße");
        a.send_as(b"sage gr\xfc\xdfe\r\n", weise);
        b.until("sagt: grüße");
        a.send_as(b"\x80\x81\xfe\r\n", weise);
        a.sync();
    }
    b.line("zeichensatz latin-1");
    b.until("latin-1");
    a.line("sage Größe, Fäuste, 日本");
    b.until_bytes(b"Gr\xf6\xdfe, F\xe4uste, ");
    b.line("zeichensatz ascii");
    b.until("ae oe ue ss");
    a.line("sage Größe, Straße");
    b.until("Groesse, Strasse");
}

#[test]
fn the_charset_request_is_answered_as_clients_answer_it() {
    let server = Server::open();
    for weise in WEISEN {
        let mut d = server.draht();
        d.send_as(&[IAC, DO, CHARSET], weise);
        d.until_bytes(&sub(CHARSET, b"\x01;UTF-8"));
        // Somebody who accepts what was not offered has accepted nothing; a request of his own is rejected.
        d.send_as(&sub(CHARSET, b"\x02"), weise);
        d.send_as(&sub(CHARSET, b"\x01;ISO-8859-1"), weise);
        d.until_bytes(&sub(CHARSET, b"\x03"));
        d.send_as(&sub(CHARSET, b"\x02utf-8"), weise);
        d.line("gast");
        d.until("Willkommen, Gast");
        d.line("zeichensatz");
        d.until("Dein Zeichensatz ist utf-8");
    }
}

#[test]
fn any_window_size_is_harmless() {
    let server = Server::open();
    let mut d = server.gast();
    d.send(&[IAC, WILL, NAWS]);
    for size in [[0, 0, 0, 0], [0, 1, 0, 1], [255, 255, 255, 255], [0, 40, 0, 10]] {
        let payload: Vec<u8> =
            size.iter().flat_map(|b| if *b == IAC { vec![IAC; 2] } else { vec![*b] }).collect();
        for weise in WEISEN {
            d.send_as(&sub(NAWS, &payload), weise);
            d.line("schau");
            d.sync();
        }
    }
    let text = {
        d.line("schau");
        d.sync()
    };
    let long = text.lines().map(|l| l.chars().filter(|c| !c.is_control()).count()).max();
    assert!(long.unwrap() <= 44, "wrapped at 40: {text}");
}

/// The client answers the terminal type: three rounds, the last with the MTTS bits.
fn mtts(d: &mut Draht, bits: &str, weise: Weise) {
    d.until_bytes(&[IAC, DO, TTYPE]);
    d.send_as(&[IAC, WILL, TTYPE], weise);
    for name in ["MUDLET", "ANSI", bits, bits] {
        d.until_bytes(&sub(TTYPE, &[1]));
        d.send_as(&sub(TTYPE, &[b"\0", name.as_bytes()].concat()), weise);
    }
}

#[test]
fn a_screen_reader_is_greeted_as_one() {
    let server = Server::open();
    let mut d = server.draht();
    mtts(&mut d, "MTTS 77", Weise::Ganz);
    let text = d.until("Wie heißt Du denn");
    assert!(!text.contains("DEM"), "no picture: {text}");
}

#[test]
fn a_screen_reader_that_is_reported_late_switches_with_one_line() {
    let server = Server::open();
    let mut d = server.gast();
    d.send(&[IAC, WILL, NEW_ENVIRON]);
    d.until_bytes(&[IAC, DO, NEW_ENVIRON]);
    d.send(&sub(NEW_ENVIRON, b"\0\0USER\x01anna\x03MTTS\x0164"));
    d.until("Dein Programm meldet einen Screenreader");
    d.send(&sub(NEW_ENVIRON, b"\0\x03MTTS\x0164"));
    let again = d.sync();
    assert!(!again.contains("Screenreader"), "once is enough");
}

/// Row PW: hidden only around the answer, also when it fails.
#[test]
fn echo_goes_off_and_on_again_around_every_password() {
    let server = Server::open();
    let mut d = server.draht();
    d.until("Wie heißt Du denn");
    for line in ["neu", "Elsbeth"] {
        d.line(line);
    }
    for _ in 0..2 {
        d.until_bytes(&[IAC, WILL, ECHO]);
        d.line("Zebra-Kuchen-77");
        d.until_bytes(&[IAC, WONT, ECHO]);
    }
    for line in ["sie", "nein"] {
        d.line(line);
    }
    d.until("Willkommen, Elsbeth");
    d.line("ende");
    d.rest();
    assert_eq!(count(&d.seen, &[IAC, WILL, ECHO]), 2);
    assert_eq!(count(&d.seen, &[IAC, WONT, ECHO]), 2);
    for (weise, secret) in [(Weise::Ganz, "falsch-falsch"), (Weise::Einzeln, "")] {
        let mut d = server.draht();
        d.until("Wie heißt Du denn");
        d.line("Elsbeth");
        d.until_bytes(&[IAC, WILL, ECHO]);
        d.send_as(format!("{secret}\r\n").as_bytes(), weise);
        d.rest();
        assert_eq!(count(&d.seen, &[IAC, WILL, ECHO]), 1);
        assert_eq!(count(&d.seen, &[IAC, WONT, ECHO]), 1);
    }
    // Type-ahead, erased letters (a whole umlaut at a time) and a killed line.
    let mut d = server.draht();
    d.send(b"Elsbeth\r\nfalsch\x15Zebra-K\xc3\xbc\x7fuchen-78\x7f7\r\0");
    d.until("Willkommen, Elsbeth");
    assert!(!String::from_utf8_lossy(&d.seen).contains("Zebra"));
    assert!(!server.log().contains("Zebra"));
}

/// Row PROMPT: with EOR, with GA, or with a line end; never two marks.
#[test]
fn every_prompt_is_marked() {
    let server = Server::open();
    let mut plain = server.draht();
    plain.until("neuen Spieler)?");
    plain.until("\r\n");
    let mut eor = server.draht();
    eor.until_bytes(&[IAC, WILL, EOR]);
    eor.send(&[IAC, DO, EOR]);
    eor.line("gast");
    eor.until_bytes(&[b'>', b' ', IAC, 239]);
    assert!(find(&eor.seen, &[IAC, GA]).is_none());
    let mut ga = server.draht();
    ga.send(&[IAC, DONT, EOR]);
    ga.line("gast");
    ga.until_bytes(&[b'>', b' ', IAC, GA]);
    let mut sga = server.draht();
    sga.send(&[IAC, DO, SGA]);
    sga.until_bytes(&[IAC, WILL, SGA]);
    sga.line("gast");
    sga.until("Willkommen, Gast");
    sga.sync();
    assert!(find(&sga.seen, &[IAC, GA]).is_none());
}

#[test]
fn a_browser_and_a_crawler_get_their_answers() {
    let server = Server::open();
    let mut web = server.draht();
    web.send(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    let text = String::from_utf8_lossy(&web.rest()).into_owned();
    assert!(text.contains("telnet") || text.contains("Telnet"), "{text}");
    let mut plain = server.draht();
    plain.until("Wie heißt Du denn");
    plain.line("MSSP-REQUEST");
    let text = plain.until("MSSP-REPLY-END");
    assert!(text.contains("NAME\tTheaterkeller\r\n") && text.contains("PLAYERS\t0"), "{text}");
    let mut mssp = server.draht();
    mssp.send(&[IAC, DO, MSSP]);
    mssp.until_bytes(&[IAC, SB, MSSP]);
    let rows = mssp.until_bytes(&[IAC, SE]);
    assert!(find(&rows, b"\x01NAME\x02Theaterkeller").is_some());
}

#[test]
fn a_compressed_line_can_be_read_to_its_end() {
    use std::io::Read;
    let server = Server::open();
    for weise in WEISEN {
        let mut d = server.draht();
        d.send_as(&[IAC, DO, MCCP2], weise);
        d.until_bytes(&[IAC, SB, MCCP2, IAC, SE]);
        let from = d.seen.windows(5).position(|w| w == [IAC, SB, MCCP2, IAC, SE]).unwrap() + 5;
        d.line("gast");
        d.line("ende");
        d.rest();
        let mut text = Vec::new();
        flate2::read::ZlibDecoder::new(&d.seen[from..]).read_to_end(&mut text).unwrap();
        let text = String::from_utf8_lossy(&text);
        assert!(text.contains("Willkommen, Gast") && text.contains("Auf Wiedersehen"), "{text}");
    }
}

#[test]
fn msdp_is_for_those_who_refuse_gmcp() {
    let server = Server::open();
    for weise in WEISEN {
        let mut d = server.draht();
        d.until_bytes(&[IAC, WILL, GMCP]);
        d.send_as(&[IAC, DONT, GMCP], weise);
        d.until_bytes(&[IAC, WILL, MSDP]);
        d.send_as(&[IAC, DO, MSDP], weise);
        d.send_as(&sub(MSDP, b"\x01LIST\x02REPORTABLE_VARIABLES"), weise);
        d.until("TISCH_DRAN");
        d.send_as(&sub(MSDP, b"\x01REPORT\x02\x05\x02ROOM_INFO\x02CHAR_NAME\x06"), weise);
        d.line("gast");
        d.until("\x01ROOM_INFO\x02\x03");
    }
}

/// Inetutils marks the byte behind IAC urgent, netkit the mark itself. Neither may eat a letter.
#[test]
fn urgent_bytes_stay_in_their_place() {
    let server = Server::open();
    let mut d = server.gast();
    for (urgent, rest) in [(&[IAC][..], &[242][..]), (&[IAC, 242][..], &[][..])] {
        socket2::SockRef::from(&d.s).send_out_of_band(urgent).unwrap();
        d.send(rest);
        d.line("wer");
        let text = d.sync();
        assert!(text.contains("da:"), "{text}");
        assert_eq!(text.matches("Wie bitte").count(), 1, "the test's own: {text}");
    }
}
