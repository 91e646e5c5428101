//! What single clients do that a server must have an answer to: their first bytes, their odd answers, their silence.
//! Each whole and byte by byte.

use super::draht::{DO, DONT, Draht, GMCP, IAC, Server, WEISEN, WILL, WONT, Weise, count, find};
use super::optionen::{CHARSET, ECHO, EOR, NAWS, NEW_ENVIRON, SGA, TIMING_MARK, TTYPE, sub};

const BINARY: u8 = 0;
const TSPEED: u8 = 32;
const LINEMODE: u8 = 34;
const IP: u8 = 244;
const BRK: u8 = 243;
const EL: u8 = 248;

const PASSWORT: &str = "Zebra-Kuchen-77";

/// A line that has been greeted, from here on counted anew.
fn greeted(server: &Server) -> (Draht, usize) {
    let mut d = server.draht();
    d.until("neuen Spieler)?");
    d.until("\r\n");
    let from = d.seen.len();
    (d, from)
}

/// What the server has said of options since then, each verb with its option.
fn said(d: &Draht, from: usize) -> Vec<[u8; 2]> {
    let words = d.seen[from..].windows(3).filter(|w| w[0] == IAC && (WILL..=DONT).contains(&w[1]));
    let mut said: Vec<[u8; 2]> = words.map(|w| [w[1], w[2]]).collect();
    said.sort_unstable();
    said
}

fn sorted<const N: usize>(mut words: [[u8; 2]; N]) -> Vec<[u8; 2]> {
    words.sort_unstable();
    words.to_vec()
}

/// Creates an account on a line that stands at the name prompt; gives what came at each password prompt.
fn neu(d: &mut Draht, name: &str) {
    d.line("neu");
    d.until("tragen?");
    d.line(name);
    for _ in 0..2 {
        d.until_bytes(&[IAC, WILL, ECHO]);
        d.line(PASSWORT);
        d.until_bytes(&[IAC, WONT, ECHO]);
    }
    d.until("ohne?");
    d.line("ohne");
    d.until("nein)?");
    d.line("nein");
    d.until(&format!("Willkommen, {name}"));
}

#[test]
fn putty_says_all_its_wishes_at_once_and_is_answered_once() {
    let server = Server::open();
    for (weise, name) in WEISEN.into_iter().zip(["Anna", "Berta"]) {
        let (mut d, from) = greeted(&server);
        let hello = [
            [IAC, WILL, NAWS],
            [IAC, WILL, TSPEED],
            [IAC, WILL, TTYPE],
            [IAC, WILL, NEW_ENVIRON],
            [IAC, DO, ECHO],
            [IAC, WILL, SGA],
            [IAC, DO, SGA],
        ];
        d.send_as(&hello.concat(), weise);
        d.send_as(&sub(NAWS, &[0, 100, 0, 40]), weise);
        // XTERM for ever, and nothing of its user.
        for _ in 0..2 {
            d.until_bytes(&sub(TTYPE, &[1]));
            d.send_as(&sub(TTYPE, b"\0XTERM"), weise);
        }
        d.send_as(&sub(NEW_ENVIRON, &[0]), weise);
        d.line("");
        d.until("Ohne Namen");
        let want =
            sorted([[DONT, TSPEED], [DO, NEW_ENVIRON], [WONT, ECHO], [DO, SGA], [WILL, SGA]]);
        assert_eq!(said(&d, from), want, "what was offered before is in force without a word");
        assert_eq!(count(&d.seen, &sub(TTYPE, &[1])), 2, "the repeated name ends the cycle");
        // PuTTY takes a later WILL ECHO for the answer to its wish and says nothing to it.
        let before = d.seen.len();
        neu(&mut d, name);
        assert_eq!(
            said(&d, before),
            sorted([[WILL, ECHO], [WILL, ECHO], [WONT, ECHO], [WONT, ECHO]])
        );
        assert!(find(&d.seen, PASSWORT.as_bytes()).is_none());
    }
}

#[test]
fn linemode_and_binary_are_refused_once() {
    let server = Server::open();
    for weise in WEISEN {
        let (mut d, from) = greeted(&server);
        let wishes =
            [[IAC, WILL, LINEMODE], [IAC, DO, LINEMODE], [IAC, WILL, BINARY], [IAC, DO, BINARY]];
        d.send_as(&wishes.concat().repeat(3), weise);
        // MODE EDIT and a list of special characters, as if it were agreed.
        d.send_as(&sub(LINEMODE, &[1, 1]), weise);
        d.send_as(&sub(LINEMODE, &[3, 1, 3, 0, 10, 2, 127]), weise);
        d.line("gast");
        d.until("Willkommen, Gast");
        let want = sorted([[DONT, LINEMODE], [WONT, LINEMODE], [DONT, BINARY], [WONT, BINARY]]);
        assert_eq!(said(&d, from), want);
    }
}

#[test]
fn a_stray_nul_behind_the_terminal_name_is_not_part_of_the_next_line() {
    let server = Server::open();
    for weise in WEISEN {
        let mut d = server.draht();
        d.until_bytes(&[IAC, DO, TTYPE]);
        d.send_as(&[IAC, WILL, TTYPE], weise);
        for _ in 0..2 {
            d.until_bytes(&sub(TTYPE, &[1]));
            d.send_as(&[&sub(TTYPE, b"\0KildClient")[..], &[0]].concat(), weise);
        }
        d.line("gast");
        d.until("Willkommen, Gast");
        d.send_as(b"\0wer\r\n", weise);
        d.until("da:");
        let text = d.sync();
        assert_eq!(text.matches("Wie bitte").count(), 1, "the test's own: {text}");
    }
}

#[test]
fn curls_window_of_no_size_is_an_unknown_one() {
    let server = Server::open();
    // The line that answers the sync holds a number of its own.
    let look = |d: &mut Draht| {
        d.sync();
        d.line("schau");
        let text = d.sync().replace(char::is_numeric, "");
        text.lines().map(|l| l.trim().to_string()).collect::<Vec<_>>()
    };
    let unknown = look(&mut server.gast());
    for weise in WEISEN {
        let (mut d, from) = greeted(&server);
        let hello = [
            [IAC, WONT, TTYPE],
            [IAC, WILL, NAWS],
            [IAC, DO, ECHO],
            [IAC, DO, SGA],
            [IAC, WILL, BINARY],
            [IAC, DO, BINARY],
        ];
        d.send_as(&hello.concat(), weise);
        d.send_as(&sub(NAWS, &[0, 0, 0, 0]), weise);
        d.line("gast");
        d.until("Willkommen, Gast");
        let want = sorted([[WONT, ECHO], [WILL, SGA], [DONT, BINARY], [WONT, BINARY]]);
        assert_eq!(said(&d, from), want);
        d.line("ausgabe prompt aus");
        assert_eq!(look(&mut d), unknown);
    }
}

#[test]
fn telnetlib3_names_modules_in_small_letters_and_accepts_nothing() {
    let server = Server::open();
    for weise in WEISEN {
        let mut d = server.draht();
        d.until_bytes(&[IAC, WILL, GMCP]);
        d.send_as(&[IAC, DO, GMCP, IAC, DO, CHARSET], weise);
        d.send_as(&sub(GMCP, b"Core.Hello {\"client\":\"telnetlib3\"}"), weise);
        let supports = b"Core.Supports.Set [\"char 1\", \"room 1\", \"comm.channel 1\"]";
        d.send_as(&sub(GMCP, supports), weise);
        d.until_bytes(&sub(CHARSET, b"\x01;UTF-8"));
        // An empty name is no consent; the house goes on as before, with UTF-8.
        d.send_as(&sub(CHARSET, b"\x02"), weise);
        d.line("gast");
        for paket in ["Room.Info {", "Comm.Channel.List [", "Char.Name {"] {
            while find(&d.seen, paket.as_bytes()).is_none() {
                assert!(d.more(), "{paket} does not come");
            }
        }
        d.line("sage grüße");
        d.until("Du sagst: grüße");
    }
}

/// TinyFugue cannot show UTF-8 and is written to without umlauts; an empty consent changes nothing about that, a real
/// one does.
#[test]
fn an_empty_consent_does_not_count_as_utf_8() {
    let server = Server::open();
    for weise in WEISEN {
        let mut d = server.draht();
        d.send_as(&[IAC, WILL, TTYPE, IAC, DO, CHARSET], weise);
        d.until_bytes(&sub(CHARSET, b"\x01;UTF-8"));
        d.send_as(&sub(TTYPE, b"\0TINYFUGUE"), weise);
        for nothing in [&b"\x02"[..], b"\x02ISO-8859-1", b"\x03"] {
            d.send_as(&sub(CHARSET, nothing), weise);
        }
        d.line("gast");
        d.until("Willkommen, Gast");
        d.line("sage größe");
        d.until("Du sagst: groesse");
        d.send_as(&sub(CHARSET, b"\x02utf-8"), weise);
        d.line("sage größe");
        d.until("Du sagst: größe");
    }
}

/// TinTin++ answers WILL ECHO by DO and WONT ECHO by nothing: every further password is hidden all the same.
#[test]
fn a_silent_end_of_echo_hides_the_next_password_too() {
    let server = Server::open();
    for (weise, name) in WEISEN.into_iter().zip(["Carla", "Dora"]) {
        let (mut d, _) = greeted(&server);
        let secret = |d: &mut Draht, text: &str| {
            d.until_bytes(&[IAC, WILL, ECHO]);
            d.send_as(&[IAC, DO, ECHO], weise);
            d.send_as(format!("{text}\r\n").as_bytes(), weise);
            d.until_bytes(&[IAC, WONT, ECHO]);
        };
        d.line("neu");
        d.line(name);
        (0..2).for_each(|_| secret(&mut d, PASSWORT));
        for answer in ["ohne", "nein"] {
            d.line(answer);
        }
        d.until(&format!("Willkommen, {name}"));
        d.line("passwort");
        for text in [PASSWORT, "Zebra-Torte-78", "Zebra-Torte-78"] {
            secret(&mut d, text);
        }
        d.sync();
        assert_eq!(count(&d.seen, &[IAC, WILL, ECHO]), 5);
        assert_eq!(count(&d.seen, &[IAC, WONT, ECHO]), 5);
        assert!(find(&d.seen, b"Zebra").is_none());
    }
}

/// ^C and ^\ in telnet: it throws all output away until its TIMING-MARK is answered, each time.
#[test]
fn an_interrupt_takes_the_half_line_and_its_mark_is_answered() {
    let server = Server::open();
    for weise in WEISEN {
        let mut d = server.gast();
        for (nr, signal) in [IP, BRK, IP].into_iter().enumerate() {
            d.send_as(b"ende", weise);
            d.send_as(&[IAC, signal, IAC, DO, TIMING_MARK], weise);
            d.until_bytes(&[IAC, WILL, TIMING_MARK]);
            d.line("wer");
            d.until("ist da");
            assert_eq!(count(&d.seen, &[IAC, WILL, TIMING_MARK]), nr + 1, "one answer each");
        }
        // PuTTY in line mode: the line is gone, and its 0x03 is no letter.
        d.send_as(&[b"ende", &[IAC, EL, 3][..], b"wer\r\n"].concat(), weise);
        d.until("ist da");
        // DONT of a mark that is no state is nothing to answer.
        let from = d.seen.len();
        d.send_as(&[IAC, DONT, TIMING_MARK, IAC, WONT, TIMING_MARK], weise);
        d.sync();
        assert_eq!(said(&d, from), Vec::<[u8; 2]>::new());
    }
}

/// KildClient and MUSHclient answer everything again, states in force as well: no loop begins.
#[test]
fn a_client_that_answers_every_word_begins_no_loop() {
    let server = Server::open();
    for weise in [Weise::Ganz, Weise::Einzeln] {
        let mut d = server.draht();
        d.until_bytes(&[IAC, WILL, EOR]);
        let (mut at, mut answered) = (0, 0);
        d.line("gast");
        d.until("Willkommen, Gast");
        for _ in 0..10 {
            let new: Vec<[u8; 2]> = said(&d, at);
            at = d.seen.len();
            for [verb, option] in &new {
                let answer = match *verb {
                    WILL => DO,
                    DO => WILL,
                    WONT => DONT,
                    _ => WONT,
                };
                // MCCP2 would turn what follows into bytes that this test does not read.
                if *option != super::optionen::MCCP2 {
                    d.send_as(&[IAC, answer, *option].repeat(2), weise);
                    answered += 1;
                }
            }
            d.sync();
        }
        assert!(answered <= 10, "{answered} words of the server");
    }
}
