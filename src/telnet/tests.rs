//! What real clients and hostile peers send, and what comes of it.

use proptest::prelude::*;

use super::*;

fn frames(telnet: &mut Telnet, bytes: &[u8]) -> Vec<Frame> {
    let mut out = Vec::new();
    telnet.receive(bytes, &mut out);
    out
}

/// The lines of a fresh connection that receives these packets.
fn lines(packets: &[&[u8]]) -> Vec<String> {
    let mut telnet = Telnet::default();
    let mut out = Vec::new();
    for packet in packets {
        telnet.receive(packet, &mut out);
    }
    out.into_iter().filter_map(|f| if let Frame::Line(l) = f { Some(l) } else { None }).collect()
}

fn heap_bytes(telnet: &Telnet) -> usize {
    let sub = telnet.sub.as_ref().map_or(0, |s| s.payload.capacity());
    telnet.zeile.heap_bytes() + sub
}

#[test]
fn every_line_end_ends_one_line() {
    for end in ["\r\n", "\n", "\r\0", "\r"] {
        let typed = format!("Anna{end}geheim{end}");
        assert_eq!(lines(&[typed.as_bytes()]), ["Anna", "geheim"], "{end:?}");
    }
    assert_eq!(lines(&[b"wer\r\n\n\r\0"]), ["wer", "", ""]);
}

#[test]
fn cr_ends_a_line_at_once_and_swallows_its_partner_in_the_next_packet() {
    let mut telnet = Telnet::default();
    assert!(frames(&mut telnet, b"wer\r") == [Frame::Line("wer".into())]);
    assert!(frames(&mut telnet, b"\nschau\r") == [Frame::Line("schau".into())]);
    assert!(frames(&mut telnet, b"\0\n") == [Frame::Line(String::new())]);
}

#[test]
fn bytes_of_any_encoding_are_harmless() {
    let typed = lines(&[b"sage gr\xfc\xdfe\r\n\x80\x81\xfe\r\nwer\r\n"]);
    assert_eq!(typed, ["sage grüße", "€þ", "wer"]);
}

#[test]
fn a_letter_in_two_packets_is_one_letter() {
    assert_eq!(lines(&[b"sage gr\xc3", b"\xbc\xc3", b"\x9fe\r\n"]), ["sage grüße"]);
}

/// The encoding is guessed for each line by itself.
#[test]
fn each_line_is_decoded_by_itself() {
    assert_eq!(lines(&[b"\xe4\n\xc3\xa4\n\xff\xff\n"]), ["ä", "ä", "ÿ"]);
}

#[test]
fn control_characters_do_not_get_into_a_line() {
    assert_eq!(lines(&[b"\0w\x07e\x04r\x1c\n"]), ["wer"]);
    assert_eq!(lines(&["w\u{9b}er\u{85}\n".as_bytes()]), ["wer"]);
    assert_eq!(lines(&[b"sage\thallo\n"]), ["sage hallo"]);
}

/// Control characters and arrow keys in single-key mode.
#[test]
fn escape_sequences_are_dropped_whole() {
    assert_eq!(lines(&[b"w\x1b[Ae\x1b[1;5Cr\x1bOP\n"]), ["wer"]);
    assert_eq!(lines(&[b"sage \x1b[2J\x1b[10", b"Ahallo\n"]), ["sage hallo"]);
    assert_eq!(lines(&[b"\x1b]0;Titel\x07wer\x1b]8;;x\x1b\\\n"]), ["wer"]);
    assert_eq!(lines(&[b"wer\x1b[\r\nschau\r\n", b"a\x1b]b\nc\n"]), ["wer", "schau", "a", "c"]);
}

#[test]
fn erasing_takes_a_whole_letter() {
    assert_eq!(lines(&[b"gehx\x7f eim\n"]), ["geh eim"]);
    assert_eq!(lines(&["wä\u{7f}er\u{8}\u{8}\u{8}\u{8}x\n".as_bytes()]), ["x"]);
    assert_eq!(lines(&["a日\u{7f}b\n".as_bytes()]), ["ab"]);
    assert_eq!(lines(&[b"\xe4\xe4\x7f\n"]), ["ä"]);
    assert_eq!(lines(&[b"falsch\x15wer\n"]), ["wer"]);
    assert_eq!(lines(&[b"wex\xff\xf7r\nfalsch\xff\xf8schau\n"]), ["wer", "schau"]);
}

#[test]
fn an_endless_line_costs_no_memory_and_one_message() {
    let mut telnet = Telnet::default();
    let mut out = Vec::new();
    for _ in 0..1000 {
        telnet.receive(&[b'a'; 1000], &mut out);
        assert!(heap_bytes(&telnet) <= 2 * crate::limits::LINE_BYTES_MAX);
    }
    assert!(out == [Frame::TooLong]);
    assert_eq!(heap_bytes(&telnet), 0);
    assert!(frames(&mut telnet, b"\r\nwer\r\n") == [Frame::Line("wer".into())]);
}

#[test]
fn the_longest_line_is_taken_as_it_is() {
    let longest = "a".repeat(crate::limits::LINE_BYTES_MAX);
    assert_eq!(lines(&[longest.as_bytes(), b"\n"]), [longest]);
}

#[test]
fn an_endless_subnegotiation_costs_no_memory() {
    let mut telnet = Telnet::default();
    let mut out = Vec::new();
    telnet.receive(&[IAC, SB, 201], &mut out);
    for _ in 0..2000 {
        telnet.receive(&[b'x'; 1000], &mut out);
        assert!(heap_bytes(&telnet) <= SUBNEGOTIATION_BYTES_MAX * 2);
    }
    assert!(out == [Frame::Flood]);
    let rest = frames(&mut telnet, b"\xff\xf0wer\r\n");
    assert!(rest == [Frame::Line("wer".into())]);
    assert_eq!(heap_bytes(&telnet), 0);
}

#[test]
fn a_thousand_requests_get_one_answer_each_kind() {
    let mut telnet = Telnet::new(Offers::NONE);
    for _ in 0..1000 {
        frames(&mut telnet, &[IAC, WILL, 31, IAC, DO, 99]);
    }
    assert_eq!(telnet.take_reply(), [IAC, DONT, 31, IAC, WONT, 99]);
    frames(&mut telnet, &[IAC, DONT, 99, IAC, DO, 99]);
    assert_eq!(telnet.take_reply(), [IAC, WONT, 99]);
}

#[test]
fn refusals_of_what_is_off_are_not_answered() {
    let mut telnet = Telnet::new(Offers::NONE);
    for code in 0..=255 {
        frames(&mut telnet, &[IAC, WONT, code, IAC, DONT, code]);
    }
    assert!(telnet.take_reply().is_empty());
}

#[test]
fn payloads_never_become_commands() {
    let typed = lines(&[b"\xff\xfa\x18\0ende\xff\xf0\r\n\xff\xfa\xc9sage hallo\r\n\xff\xf0wer\n"]);
    assert_eq!(typed, ["", "wer"]);
    // A doubled 255 and a stray command inside do not end it.
    assert_eq!(lines(&[b"\xff\xfa\xc9a\xff\xff\xf0b\xff\xfbende\n\xff\xf0wer\n"]), ["wer"]);
}

/// PuTTY speaks first, and more than anybody asked for.
#[test]
fn putty_is_refused_politely_and_once() {
    let mut telnet = Telnet::new(Offers::NONE);
    let hello = [
        IAC, WILL, 31, IAC, WILL, 32, IAC, WILL, 24, IAC, WILL, 39, IAC, DO, 1, IAC, WILL, 3, IAC,
        DO, 3,
    ];
    assert!(frames(&mut telnet, &hello).is_empty());
    let refusals = [
        IAC, DONT, 31, IAC, DONT, 32, IAC, DONT, 24, IAC, DONT, 39, IAC, WONT, 1, IAC, DONT, 3,
        IAC, WONT, 3,
    ];
    assert_eq!(telnet.take_reply(), refusals);
    telnet.begin_secret();
    assert_eq!(telnet.take_reply(), [IAC, WILL, 1]);
}

#[test]
fn a_client_that_asks_may_suppress_go_aheads() {
    let mut telnet = Telnet::new(Offers::NONE.with(Opt::Sga));
    assert!(telnet.take_reply().is_empty(), "never offered");
    frames(&mut telnet, &[IAC, DO, 3, IAC, WILL, 3]);
    assert_eq!(telnet.take_reply(), [IAC, WILL, 3, IAC, DO, 3]);
    let mut out = Vec::new();
    telnet.end_prompt(&mut out);
    assert_eq!(out, b"\r\n");
}

/// ^C in telnet waits for the mark, every time.
#[test]
fn timing_marks_are_answered_each_time() {
    let mut telnet = Telnet::default();
    let first = frames(&mut telnet, &[b'x', IAC, IP, IAC, DO, 6, IAC, BRK, IAC, DO, 6]);
    assert!(first == [Frame::Interrupt, Frame::Interrupt]);
    assert_eq!(telnet.take_reply(), [IAC, WILL, 6, IAC, WILL, 6]);
    assert!(frames(&mut telnet, b"wer\n") == [Frame::Line("wer".into())]);
}

#[test]
fn urgent_marks_and_other_commands_leave_the_line_alone() {
    // DM, NOP, AO, GA, EOR, a stray SE.
    assert_eq!(
        lines(&[b"w\xff\xf2e\xff\xf1\xff\xf5r\xff\xf9\xff\xef\xff\xf0\r\xff\xf1\n"]),
        ["wer"]
    );
    let mut telnet = Telnet::default();
    let out = frames(&mut telnet, &[b'w', IAC, AYT, IAC, EOF, b'e', b'r', b'\n']);
    assert!(out == [Frame::Ayt, Frame::Eof, Frame::Line("wer".into())]);
    // PuTTY's ^C: erase line, and then 3 as data.
    assert!(frames(&mut telnet, b"abc\xff\xf8\x03wer\n")[1..] == [Frame::Line("wer".into())]);
}

/// Hidden input, with a client that acknowledges everything, late, or nothing at all.
#[test]
fn a_password_is_hidden_every_time_and_uncovered_every_time() {
    let full: [&[u8]; 2] = [&[IAC, DO, 1], &[IAC, DONT, 1]];
    let forgetful: [&[u8]; 2] = [&[IAC, DO, 1], &[]];
    let silent: [&[u8]; 2] = [&[], &[]];
    let refusing: [&[u8]; 2] = [&[IAC, DONT, 1], &[IAC, DONT, 1]];
    for answers in [full, forgetful, silent, refusing] {
        let mut telnet = Telnet::default();
        for _ in 0..5 {
            telnet.begin_secret();
            telnet.begin_secret();
            assert_eq!(telnet.take_reply(), [IAC, WILL, 1]);
            frames(&mut telnet, answers[0]);
            telnet.end_secret();
            telnet.end_secret();
            assert_eq!(telnet.take_reply(), [IAC, WONT, 1]);
            frames(&mut telnet, answers[1]);
            assert!(telnet.take_reply().is_empty());
        }
    }
}

/// A quick typist's line, or a slow network: both answers come when the password is long over.
#[test]
fn late_answers_about_echo_are_not_taken_for_requests() {
    let mut telnet = Telnet::default();
    telnet.begin_secret();
    telnet.end_secret();
    let _ = telnet.take_reply();
    frames(&mut telnet, &[IAC, DO, 1, IAC, DONT, 1]);
    assert!(telnet.take_reply().is_empty());
    frames(&mut telnet, &[IAC, DO, 1]);
    assert_eq!(telnet.take_reply(), [IAC, WONT, 1], "now it is a request");
}

#[test]
fn the_enter_of_a_hidden_line_is_sent_by_us_when_the_prompt_had_no_line_end() {
    let mut telnet = Telnet::default();
    frames(&mut telnet, &[IAC, WONT, 31]);
    telnet.begin_secret();
    let mut out = telnet.take_reply();
    encode("Passwort: ", Zeichensatz::Utf8, &mut out);
    telnet.end_prompt(&mut out);
    assert_eq!(out, b"\xff\xfb\x01Passwort: \xff\xf9");
    telnet.end_secret();
    assert_eq!(telnet.take_reply(), b"\xff\xfc\x01\r\n");
}

/// Every prompt is marked, without two garbage characters for netcat.
#[test]
fn every_prompt_ends_visibly_and_with_one_mark_only() {
    let mark = |telnet: &mut Telnet| {
        let mut out = Vec::new();
        telnet.end_prompt(&mut out);
        out
    };
    let mut telnet = Telnet::new(Offers::NONE.with(Opt::Eor));
    assert_eq!(telnet.take_reply(), [IAC, WILL, 25]);
    assert_eq!(mark(&mut telnet), b"\r\n", "netcat has said nothing");
    frames(&mut telnet, &[IAC, DONT, 25]);
    assert_eq!(mark(&mut telnet), [IAC, GA]);

    let mut telnet = Telnet::new(Offers::NONE.with(Opt::Eor));
    assert!(frames(&mut telnet, &[IAC, DO, 25]) == [Frame::Agreed(Opt::Eor)]);
    assert_eq!(mark(&mut telnet), [IAC, EOR]);
}

#[test]
fn output_has_cr_lf_and_doubles_255() {
    let mut out = Vec::new();
    encode("a\nÿ\n", Zeichensatz::Latin1, &mut out);
    assert_eq!(out, b"a\r\n\xff\xff\r\n");
    out.clear();
    encode("Größe\n", Zeichensatz::Ascii, &mut out);
    assert_eq!(out, b"Groesse\r\n");
}

fn naws(telnet: &mut Telnet, size: [u8; 4]) -> Vec<Frame> {
    let mut bytes = vec![IAC, SB, 31];
    for b in size {
        bytes.push(b);
        bytes.extend((b == IAC).then_some(IAC));
    }
    bytes.extend([IAC, SE]);
    frames(telnet, &bytes)
}

#[test]
fn odd_windows_are_made_usable_and_repeats_are_not_told() {
    let mut telnet = Telnet::new(Offers::NONE.with(Opt::Naws));
    assert_eq!(telnet.take_reply(), [IAC, DO, 31]);
    assert!(naws(&mut telnet, [0, 80, 0, 24]).is_empty(), "not agreed yet");
    frames(&mut telnet, &[IAC, WILL, 31]);
    let size = |columns, rows| [Frame::Naws { columns, rows }];
    assert!(naws(&mut telnet, [0, 100, 0, 40]) == size(Some(100), Some(40)));
    assert!(naws(&mut telnet, [0, 100, 0, 40]).is_empty());
    assert!(naws(&mut telnet, [0, 0, 0, 0]) == size(None, None));
    assert!(naws(&mut telnet, [0, 1, 0, 1]) == size(None, Some(1)));
    assert!(naws(&mut telnet, [0, 5, 0, 1]) == size(Some(20), Some(1)));
    assert!(naws(&mut telnet, [255, 255, 255, 255]) == size(Some(500), Some(65535)));
}

fn ttype_cycle(names: &[&str]) -> (Vec<Frame>, usize) {
    let mut telnet = Telnet::new(Offers::NONE.with(Opt::Ttype));
    assert_eq!(telnet.take_reply(), [IAC, DO, 24]);
    let mut out = frames(&mut telnet, &[IAC, WILL, 24]);
    let mut sends = 0;
    for name in names.iter().cycle().take(20) {
        if telnet.take_reply() != [IAC, SB, 24, TTYPE_SEND, IAC, SE] {
            break;
        }
        sends += 1;
        let bytes = [&[IAC, SB, 24, TTYPE_IS], name.as_bytes(), &[IAC, SE]].concat();
        out.extend(frames(&mut telnet, &bytes));
    }
    (out, sends)
}

#[test]
fn the_terminal_cycle_stops_at_the_first_repeat_and_finds_the_screen_reader() {
    let agreed = Frame::Agreed(Opt::Ttype);
    let terminal = |name: &str| Frame::Terminal(name.into());
    let (out, sends) = ttype_cycle(&["MUDLET", "ANSI-TRUECOLOR", "MTTS 2345", "MTTS 2345"]);
    assert!(out == [agreed.clone(), terminal("MUDLET"), Frame::Mtts(2345)]);
    assert_eq!(sends, 4);
    let (out, sends) = ttype_cycle(&["XTERM"]);
    assert!(out == [agreed.clone(), terminal("XTERM")]);
    assert_eq!(sends, 2);
    let (_, sends) = ttype_cycle(&["A", "B"]);
    assert_eq!(sends, 5, "never more than five");
    // A01: bit 64 in any sum, also as the first answer.
    let (out, _) = ttype_cycle(&["MTTS 77"]);
    assert!(out == [agreed, Frame::Mtts(77)]);
}

/// A02: unknown variables are passed over, and the user's name is not asked for.
#[test]
fn the_environment_tells_of_a_screen_reader() {
    let told = |payload: &[u8]| {
        let mut telnet = Telnet::new(Offers::NONE.with(Opt::NewEnviron));
        assert_eq!(telnet.take_reply(), [IAC, DO, 39]);
        frames(&mut telnet, &[IAC, WILL, 39]);
        let asked = telnet.take_reply();
        assert!(asked.starts_with(&[IAC, SB, 39, 1]) && !asked.windows(4).any(|w| w == b"USER"));
        frames(&mut telnet, &[&[IAC, SB, 39], payload, &[IAC, SE]].concat())
    };
    assert!(told(b"\0\x03CLIENT_NAME\x01x\x03MTTS\x01333") == [Frame::Mtts(333)]);
    assert!(told(b"\x02\x03SCREEN_READER\x011") == [Frame::Mtts(64)]);
    assert!(told(b"\0\x03SCREEN_READER\x010").is_empty());
    assert!(told(b"\0\0USER\x01anna").is_empty());
    assert!(told(b"\0").is_empty());
}

#[test]
fn charset_accepts_only_what_was_offered() {
    let answer = |payload: &[u8]| {
        let mut telnet = Telnet::new(Offers::NONE.with(Opt::Charset));
        assert_eq!(telnet.take_reply(), [IAC, WILL, 42]);
        frames(&mut telnet, &[IAC, DO, 42]);
        assert_eq!(telnet.take_reply(), b"\xff\xfa\x2a\x01;UTF-8\xff\xf0");
        frames(&mut telnet, &[&[IAC, SB, 42], payload, &[IAC, SE]].concat())
    };
    assert!(answer(b"\x02utf-8") == [Frame::Utf8]);
    assert!(answer(b"\x02") == [Frame::NotUtf8]);
    assert!(answer(b"\x02ISO-8859-1") == [Frame::NotUtf8]);
    assert!(answer(b"\x03") == [Frame::NotUtf8]);
}

#[test]
fn gmcp_goes_both_ways_once_agreed() {
    let mut telnet = Telnet::new(Offers::NONE.with(Opt::Gmcp));
    let hello = b"\xff\xfa\xc9Core.Hello { \"client\": \"x\" }\xff\xf0";
    assert!(frames(&mut telnet, hello).is_empty());
    let mut out = Vec::new();
    telnet.gmcp("Core.Ping", "", &mut out);
    assert!(out.is_empty());
    frames(&mut telnet, &[IAC, DO, 201]);
    let json = "{ \"client\": \"x\" }".to_string();
    assert!(frames(&mut telnet, hello) == [Frame::Gmcp { package: "Core.Hello".into(), json }]);
    telnet.gmcp("Char.Name", "{}", &mut out);
    assert_eq!(out, b"\xff\xfa\xc9Char.Name {}\xff\xf0");
}

#[test]
fn a_payload_that_was_cut_is_not_used() {
    let mut telnet = Telnet::new(Offers::NONE.with(Opt::Gmcp));
    frames(&mut telnet, &[IAC, DO, 201]);
    let mut message = |letters: usize| {
        let text = [b"Core.X ", &vec![b'x'; letters - 7][..]].concat();
        frames(&mut telnet, &[&[IAC, SB, 201], &text[..], &[IAC, SE]].concat()).len()
    };
    assert_eq!(message(SUBNEGOTIATION_BYTES_MAX), 1);
    assert_eq!(message(SUBNEGOTIATION_BYTES_MAX + 1), 0);
}

/// The stray NUL of KildClient behind its terminal type.
#[test]
fn a_stray_nul_does_not_reach_the_next_line() {
    assert_eq!(lines(&[b"\xff\xfa\x18\0KildClient\xff\xf0\0wer\r\n"]), ["wer"]);
}

/// A line may be a password.
#[test]
fn a_frame_does_not_print_what_was_typed() {
    let frame = Frame::Line("Zebra-Kuchen-77".into());
    assert!(!format!("{frame:?}").contains("Zebra"));
}

#[test]
fn an_idle_connection_is_small() {
    assert!(size_of::<Telnet>() <= 256, "{} bytes", size_of::<Telnet>());
}

/// Telnet bytes, text and noise, mixed so that deep states are reached.
fn noise() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![
        3 => Just(IAC),
        2 => 236_u8..=254,
        2 => prop::sample::select(vec![0, 1, 3, 6, 24, 25, 31, 39, 42, 201]),
        2 => prop::sample::select(b"\r\n\0\x1b[\x7f\x15]".to_vec()),
        3 => any::<u8>(),
    ];
    prop::collection::vec(byte, 0..400)
}

fn all_offers() -> Offers {
    Opt::ALL.iter().fold(Offers::NONE, |offers, (opt, _)| offers.with(*opt))
}

proptest! {
    #[test]
    fn packets_do_not_matter(bytes in noise(), cut in 1_usize..7) {
        let (mut whole, mut pieces) = (Telnet::new(all_offers()), Telnet::new(all_offers()));
        let expected = frames(&mut whole, &bytes);
        let mut found = Vec::new();
        for piece in bytes.chunks(cut) {
            pieces.receive(piece, &mut found);
        }
        prop_assert!(expected == found);
        prop_assert_eq!(whole.take_reply(), pieces.take_reply());
    }

    #[test]
    fn noise_yields_clean_lines_and_bounded_answers(bytes in noise()) {
        let mut telnet = Telnet::new(all_offers());
        let offered = telnet.take_reply().len();
        for frame in frames(&mut telnet, &bytes) {
            if let Frame::Line(line) = frame {
                prop_assert!(!line.chars().any(char::is_control));
            }
        }
        prop_assert!(telnet.take_reply().len() <= 12 * bytes.len() + offered);
        prop_assert!(heap_bytes(&telnet) <= 2 * bytes.len() + 16);
    }
}
