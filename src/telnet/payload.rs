//! What stands inside of subnegotiations: window size, terminal type, charset, GMCP. Pure readers
//! of finished payloads; knows no state but the round of the terminal type.

use super::Frame;

/// SEND requests of one terminal type cycle.
const ROUNDS_MAX: u8 = 5;
/// Letters of a terminal name that are kept.
const TERMINAL_LETTERS_MAX: usize = 40;
/// Columns between which a window can be written for.
const COLUMNS: std::ops::RangeInclusive<u16> = 20..=500;

/// The running terminal type cycle; the last name tells when it repeats.
#[derive(Default)]
pub(super) struct Cycle {
    sent: u8,
    last: Option<String>,
}

impl Cycle {
    /// The first SEND goes out with the cycle's beginning.
    pub(super) fn begin() -> Self {
        Self { sent: 1, last: None }
    }

    /// Reads an answer (behind the IS byte). True: ask once more.
    pub(super) fn answer(&mut self, name: &[u8], out: &mut Vec<Frame>) -> bool {
        let name: String = name
            .iter()
            .filter(|b| b.is_ascii_graphic() || **b == b' ')
            .take(TERMINAL_LETTERS_MAX)
            .map(|b| char::from(*b))
            .collect();
        if self.last.as_ref().is_some_and(|l| l.eq_ignore_ascii_case(&name)) {
            return false;
        }
        match mtts(&name) {
            Some(bits) => out.push(Frame::Mtts(bits)),
            None if self.last.is_none() => out.push(Frame::Terminal(name.clone())),
            None => {}
        }
        self.last = Some(name);
        self.sent += 1;
        self.sent <= ROUNDS_MAX
    }
}

fn mtts(name: &str) -> Option<u32> {
    let (word, bits) = name.split_once(' ')?;
    if !word.eq_ignore_ascii_case("MTTS") {
        return None;
    }
    bits.trim().parse().ok()
}

/// A window's size, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) columns: Option<u16>,
    pub(super) rows: Option<u16>,
}

/// A window size. Nothing useful is known from 0 or 1 columns, nor from 0 rows.
pub(super) fn naws(payload: &[u8]) -> Option<Size> {
    let [a, b, c, d] = *payload else { return None };
    let columns = u16::from_be_bytes([a, b]);
    let rows = u16::from_be_bytes([c, d]);
    Some(Size {
        columns: (columns > 1).then(|| columns.clamp(*COLUMNS.start(), *COLUMNS.end())),
        rows: (rows > 0).then_some(rows),
    })
}

/// SEND for the variables that name a screen reader, as MNES and as plain NEW-ENVIRON spell them.
pub(super) const ENVIRON_SEND: &[u8] = b"\x01\x00MTTS\x03MTTS\x03SCREEN_READER";
/// The MTTS bit of a screen reader.
const SCREEN_READER: u32 = 64;

/// What NEW-ENVIRON (RFC 1572) tells: MTTS bits, if any. Other variables are passed over.
pub(super) fn environ(payload: &[u8]) -> Option<Frame> {
    const IS: u8 = 0;
    const INFO: u8 = 2;
    let [IS | INFO, variables @ ..] = payload else { return None };
    variables.split(|b| matches!(b, 0 | 3)).find_map(|variable| {
        let text = std::str::from_utf8(variable).ok()?;
        match text.split_once('\x01')? {
            ("MTTS", bits) => bits.trim().parse().ok().map(Frame::Mtts),
            ("SCREEN_READER", "1") => Some(Frame::Mtts(SCREEN_READER)),
            _ => None,
        }
    })
}

/// What a CHARSET payload means.
pub(super) enum Charset {
    /// UTF-8 is agreed.
    Utf8,
    /// The client does not want UTF-8, or agrees to something that was not offered.
    Rejected,
    /// A request of the client's own.
    Request,
    Other,
}

pub(super) const CHARSET_REQUEST: u8 = 1;
const CHARSET_ACCEPTED: u8 = 2;
pub(super) const CHARSET_REJECTED: u8 = 3;

pub(super) fn charset(payload: &[u8]) -> Charset {
    match payload {
        [CHARSET_ACCEPTED, name @ ..] if name.eq_ignore_ascii_case(b"UTF-8") => Charset::Utf8,
        [CHARSET_ACCEPTED | CHARSET_REJECTED, ..] => Charset::Rejected,
        [CHARSET_REQUEST, ..] => Charset::Request,
        _ => Charset::Other,
    }
}

/// A GMCP message: package, blank, JSON. Not UTF-8 or without a package name: nothing.
pub(super) fn gmcp(payload: &[u8]) -> Option<Frame> {
    let text = std::str::from_utf8(payload).ok()?.trim();
    let (package, json) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    if package.is_empty() || package.chars().any(char::is_control) {
        return None;
    }
    Some(Frame::Gmcp { package: package.to_string(), json: json.trim_start().to_string() })
}
