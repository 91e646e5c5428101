//! Telnet as a machine: bytes in, frames and answers out; text to bytes on the way back. Survives
//! any input with bounded memory and keeps no buffer while nothing is half said. Knows no socket,
//! no session, no command.

mod option;
mod payload;
mod zeile;

#[cfg(test)]
mod tests;

use std::fmt;

pub use self::option::{Offers, Opt};
use self::option::{Side, Table, Word};
use self::payload::{CHARSET_REJECTED, CHARSET_REQUEST, Charset, Cycle, Size};
use self::zeile::{Typed, Zeile};
use crate::limits::{SUBNEGOTIATION_BYTES_CUT, SUBNEGOTIATION_BYTES_MAX};
use crate::text::zeichensatz::{self, Zeichensatz};

const EOF: u8 = 236;
const SUSP: u8 = 237;
const ABORT: u8 = 238;
const EOR: u8 = 239;
const SE: u8 = 240;
const BRK: u8 = 243;
const IP: u8 = 244;
const AYT: u8 = 246;
const EC: u8 = 247;
const EL: u8 = 248;
const GA: u8 = 249;
const SB: u8 = 250;
const WILL: u8 = 251;
const WONT: u8 = 252;
const DO: u8 = 253;
const DONT: u8 = 254;
const IAC: u8 = 255;

/// TIMING-MARK (RFC 860): a question of its own each time, not a state.
const TIMING_MARK: u8 = 6;
const TTYPE_IS: u8 = 0;
const TTYPE_SEND: u8 = 1;

/// What has come in.
#[derive(Clone, PartialEq, Eq)]
pub enum Frame {
    /// A finished line without control characters; may be empty. It may be a password.
    Line(String),
    /// A line had more than `LINE_BYTES_MAX` bytes; it is dropped as a whole. Once for each such
    /// line.
    TooLong,
    /// The window's size changed. `None`: unknown.
    Naws { columns: Option<u16>, rows: Option<u16> },
    /// The client's first terminal name, as it spells it.
    Terminal(String),
    /// The MTTS bits (1 ANSI, 4 UTF-8, 8 256 colours, 64 screen reader ...).
    Mtts(u32),
    /// The client agreed to UTF-8.
    Utf8,
    /// The client knows CHARSET and does not take UTF-8.
    NotUtf8,
    /// An option came into force.
    Agreed(Opt),
    /// An option that was in force ended.
    Ended(Opt),
    /// The client does not want what was offered.
    Refused(Opt),
    /// An MSDP message, only once MSDP is agreed: names and values in their order, each with its marker byte.
    Msdp(Vec<u8>),
    /// A GMCP message, only once GMCP is agreed. `json` may be empty and is not checked.
    Gmcp { package: String, json: String },
    /// "Are you there": answer with visible text.
    Ayt,
    /// ^C, Break and the like: the unfinished line is gone, nothing else happens by itself.
    Interrupt,
    /// The client says that it has nothing more to say; no reason to end the session.
    Eof,
    /// One subnegotiation exceeded `SUBNEGOTIATION_BYTES_CUT`: no client does that. It is still
    /// skipped.
    Flood,
}

impl fmt::Debug for Frame {
    /// A line may be a password and a GMCP message may hold one, so only their length is shown.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "Line({} bytes)", line.len()),
            Self::Gmcp { package, json } => write!(f, "Gmcp({package}, {} bytes)", json.len()),
            Self::Naws { columns, rows } => write!(f, "Naws({columns:?}, {rows:?})"),
            Self::Terminal(name) => write!(f, "Terminal({name})"),
            Self::Mtts(bits) => write!(f, "Mtts({bits})"),
            Self::Agreed(opt) => write!(f, "Agreed({opt:?})"),
            Self::Ended(opt) => write!(f, "Ended({opt:?})"),
            Self::Refused(opt) => write!(f, "Refused({opt:?})"),
            Self::Msdp(payload) => write!(f, "Msdp({} bytes)", payload.len()),
            Self::TooLong => f.write_str("TooLong"),
            Self::Utf8 => f.write_str("Utf8"),
            Self::NotUtf8 => f.write_str("NotUtf8"),
            Self::Ayt => f.write_str("Ayt"),
            Self::Interrupt => f.write_str("Interrupt"),
            Self::Eof => f.write_str("Eof"),
            Self::Flood => f.write_str("Flood"),
        }
    }
}

/// Where in the byte stream we are.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum State {
    #[default]
    Data,
    Iac,
    /// Behind WILL, WONT, DO or DONT.
    Verb(u8),
    /// Behind SB: the option's code comes next.
    SubOption,
    Sub,
    SubIac,
}

/// A subnegotiation that has not ended yet.
struct Sub {
    code: u8,
    /// At most `SUBNEGOTIATION_BYTES_MAX`.
    payload: Vec<u8>,
    /// Bytes seen, kept or not.
    seen: usize,
}

/// One connection's telnet state.
#[derive(Default)]
pub struct Telnet {
    state: State,
    zeile: Zeile,
    sub: Option<Box<Sub>>,
    table: Table,
    cycle: Option<Box<Cycle>>,
    size: Option<Size>,
    reply: Vec<u8>,
    /// The client has sent some telnet command, so it understands marks.
    speaks: bool,
    /// The last thing written was a prompt without a line end.
    on_prompt_line: bool,
}

impl Telnet {
    /// A fresh connection. The offers stand in [`Telnet::take_reply`] at once; nothing waits for an
    /// answer.
    pub fn new(offers: Offers) -> Self {
        let mut telnet = Self { table: Table::new(offers), ..Self::default() };
        for (opt, _) in Opt::ALL {
            if let (true, Some(side)) = (offers.at_once(opt), opt.offered_side()) {
                let word = telnet.table.want(side, opt, Word::On);
                telnet.say(side, opt.code(), word);
            }
        }
        telnet
    }

    /// Offers an option that was kept for later; once.
    pub fn offer(&mut self, opt: Opt) {
        if let (true, Some(side)) = (self.table.knows(opt), opt.offered_side()) {
            let word = self.table.want(side, opt, Word::On);
            self.say(side, opt.code(), word);
        }
    }

    /// True while the client may still tell what it is: the terminal type is offered and not refused, or its
    /// round is running.
    pub fn asks_terminal(&self) -> bool {
        self.table.is_open(Side::Him, Opt::Ttype) || self.cycle.is_some()
    }

    /// Writes a subnegotiation of an option of ours that is in force.
    pub fn sub(&self, opt: Opt, payload: &[u8], out: &mut Vec<u8>) {
        if !self.table.in_force(Side::Us, opt) {
            return;
        }
        out.extend_from_slice(&[IAC, SB, opt.code()]);
        for b in payload {
            out.push(*b);
            out.extend((*b == IAC).then_some(IAC));
        }
        out.extend_from_slice(&[IAC, SE]);
    }

    /// Reads bytes as they came; a packet may end anywhere. Frames are added to `out` in order,
    /// answers wait in [`Telnet::take_reply`].
    pub fn receive(&mut self, bytes: &[u8], out: &mut Vec<Frame>) {
        for &b in bytes {
            self.byte(b, out);
        }
    }

    /// The bytes to be sent now; leaves nothing behind.
    #[must_use]
    pub fn take_reply(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.reply)
    }

    /// From now on the client shall not show what is typed. Directly before a password prompt.
    pub fn begin_secret(&mut self) {
        if self.table.echo_mut().begin() {
            self.say(Side::Us, Opt::Echo.code(), Some(Word::On));
        }
    }

    /// The client shows again what is typed. Directly after the answer, also when it failed or
    /// never came. Nobody echoes the Enter of a hidden line, so the line end after the prompt is
    /// sent here.
    pub fn end_secret(&mut self) {
        if !self.table.echo_mut().end() {
            return;
        }
        self.say(Side::Us, Opt::Echo.code(), Some(Word::Off));
        if std::mem::take(&mut self.on_prompt_line) {
            self.reply.extend_from_slice(b"\r\n");
        }
    }

    /// Has the client sent some telnet command?
    pub fn speaks(&self) -> bool {
        self.speaks
    }

    /// Is the client asked to hide what is typed?
    pub fn is_secret(&self) -> bool {
        self.table.echo().is_on()
    }

    /// Marks the end of a prompt that has just been encoded: EOR if agreed, else GA for a client
    /// that knows telnet and has not suppressed it, never both. A client that would see neither
    /// gets a line end, or the prompt might stay invisible.
    pub fn end_prompt(&mut self, out: &mut Vec<u8>) {
        let sga = self.table.in_force(Side::Us, Opt::Sga);
        self.on_prompt_line = true;
        if self.table.in_force(Side::Us, Opt::Eor) {
            out.extend_from_slice(&[IAC, EOR]);
        } else if self.speaks && !sga {
            out.extend_from_slice(&[IAC, GA]);
        } else {
            self.on_prompt_line = false;
            out.extend_from_slice(b"\r\n");
        }
    }

    /// Writes a GMCP message, if GMCP is agreed. `json` may be empty.
    pub fn gmcp(&self, package: &str, json: &str, out: &mut Vec<u8>) {
        if !self.table.in_force(Side::Us, Opt::Gmcp) {
            return;
        }
        out.extend_from_slice(&[IAC, SB, Opt::Gmcp.code()]);
        out.extend_from_slice(package.as_bytes());
        if !json.is_empty() {
            out.push(b' ');
            out.extend_from_slice(json.as_bytes());
        }
        out.extend_from_slice(&[IAC, SE]);
    }

    /// Is this option of ours or the client's in force?
    pub fn agreed(&self, opt: Opt) -> bool {
        let side = opt.offered_side().unwrap_or(Side::Us);
        self.table.in_force(side, opt)
    }

    fn byte(&mut self, b: u8, out: &mut Vec<Frame>) {
        match self.state {
            State::Data if b == IAC => self.state = State::Iac,
            State::Data => self.data(b, out),
            State::Iac => self.command(b, out),
            State::Verb(verb) => {
                self.state = State::Data;
                self.negotiate(verb, b, out);
            }
            State::SubOption => {
                self.sub = Some(Box::new(Sub { code: b, payload: Vec::new(), seen: 0 }));
                self.state = State::Sub;
            }
            State::Sub if b == IAC => self.state = State::SubIac,
            State::Sub => self.sub_byte(b, out),
            State::SubIac => self.sub_command(b, out),
        }
    }

    fn data(&mut self, b: u8, out: &mut Vec<Frame>) {
        match self.zeile.byte(b) {
            Typed::Nothing => {}
            Typed::Line(line) => out.push(Frame::Line(line)),
            Typed::TooLong => out.push(Frame::TooLong),
            Typed::Interrupt => out.push(Frame::Interrupt),
        }
    }

    /// The byte behind IAC.
    fn command(&mut self, b: u8, out: &mut Vec<Frame>) {
        self.state = State::Data;
        match b {
            IAC => return self.data(IAC, out),
            SB => self.state = State::SubOption,
            WILL | WONT | DO | DONT => self.state = State::Verb(b),
            AYT => out.push(Frame::Ayt),
            EC => self.zeile.erase_letter(),
            EL => self.zeile.kill(),
            IP | BRK | ABORT | SUSP => {
                self.zeile.kill();
                out.push(Frame::Interrupt);
            }
            EOF => out.push(Frame::Eof),
            // NOP, DM, AO, GA, EOR, a stray SE and codes without a meaning.
            _ => {}
        }
        self.speaks = true;
    }

    fn negotiate(&mut self, verb: u8, code: u8, out: &mut Vec<Frame>) {
        if code == TIMING_MARK && verb == DO {
            // Clients throw away all output until this is answered.
            self.reply.extend_from_slice(&[IAC, WILL, TIMING_MARK]);
            return;
        }
        let side = if matches!(verb, DO | DONT) { Side::Us } else { Side::Him };
        let word = if matches!(verb, DO | WILL) { Word::On } else { Word::Off };
        let heard = self.table.hear(side, code, word);
        self.say(side, code, heard.answer);
        match heard.change {
            Some((opt, Word::On)) => self.came_into_force(opt, out),
            Some((opt, Word::Off)) => out.push(Frame::Ended(opt)),
            None => {}
        }
        out.extend(heard.refused.map(Frame::Refused));
    }

    fn came_into_force(&mut self, opt: Opt, out: &mut Vec<Frame>) {
        out.push(Frame::Agreed(opt));
        match opt {
            Opt::Ttype => {
                self.cycle = Some(Box::new(Cycle::begin()));
                self.send_sub(opt, &[TTYPE_SEND]);
            }
            Opt::NewEnviron => self.send_sub(opt, payload::ENVIRON_SEND),
            Opt::Charset => self.send_sub(opt, &[&[CHARSET_REQUEST], &b";UTF-8"[..]].concat()),
            _ => {}
        }
    }

    fn sub_byte(&mut self, b: u8, out: &mut Vec<Frame>) {
        let Some(sub) = &mut self.sub else { return };
        sub.seen = sub.seen.saturating_add(1);
        if sub.payload.len() < SUBNEGOTIATION_BYTES_MAX {
            sub.payload.push(b);
        }
        if sub.seen == SUBNEGOTIATION_BYTES_CUT {
            out.push(Frame::Flood);
        }
    }

    /// The byte behind an IAC inside of a subnegotiation. Anything but its end stays inside.
    fn sub_command(&mut self, b: u8, out: &mut Vec<Frame>) {
        self.state = State::Sub;
        match b {
            IAC => self.sub_byte(IAC, out),
            SE => {
                self.state = State::Data;
                if let Some(sub) = self.sub.take() {
                    self.subnegotiated(&sub, out);
                }
            }
            _ => {}
        }
    }

    /// A finished subnegotiation: used only if its option is in force and it was kept as a whole.
    fn subnegotiated(&mut self, sub: &Sub, out: &mut Vec<Frame>) {
        let Some(opt) = Opt::from_code(sub.code) else { return };
        if !self.agreed(opt) || sub.seen > sub.payload.len() {
            return;
        }
        match opt {
            Opt::Naws => self.resized(payload::naws(&sub.payload), out),
            Opt::Ttype => self.terminal(&sub.payload, out),
            Opt::Charset => self.charset(&sub.payload, out),
            Opt::NewEnviron => out.extend(payload::environ(&sub.payload)),
            Opt::Gmcp => out.extend(payload::gmcp(&sub.payload)),
            Opt::Msdp => out.push(Frame::Msdp(sub.payload.clone())),
            _ => {}
        }
    }

    /// Clients repeat equal sizes; only a change is told.
    fn resized(&mut self, size: Option<Size>, out: &mut Vec<Frame>) {
        let Some(size) = size.filter(|s| self.size != Some(*s)) else { return };
        self.size = Some(size);
        out.push(Frame::Naws { columns: size.columns, rows: size.rows });
    }

    fn terminal(&mut self, payload: &[u8], out: &mut Vec<Frame>) {
        let (Some(cycle), [TTYPE_IS, name @ ..]) = (&mut self.cycle, payload) else { return };
        if cycle.answer(name, out) {
            self.send_sub(Opt::Ttype, &[TTYPE_SEND]);
        } else {
            self.cycle = None;
        }
    }

    fn charset(&mut self, payload: &[u8], out: &mut Vec<Frame>) {
        match payload::charset(payload) {
            Charset::Utf8 => out.push(Frame::Utf8),
            Charset::Rejected => out.push(Frame::NotUtf8),
            // Ours is on its way, and of two requests the server's counts (RFC 2066).
            Charset::Request => self.send_sub(Opt::Charset, &[CHARSET_REJECTED]),
            Charset::Other => {}
        }
    }

    /// Expects a payload without the byte 255.
    fn send_sub(&mut self, opt: Opt, payload: &[u8]) {
        self.reply.extend_from_slice(&[IAC, SB, opt.code()]);
        self.reply.extend_from_slice(payload);
        self.reply.extend_from_slice(&[IAC, SE]);
    }

    fn say(&mut self, side: Side, code: u8, word: Option<Word>) {
        let verb = match (side, word) {
            (_, None) => return,
            (Side::Us, Some(Word::On)) => WILL,
            (Side::Us, Some(Word::Off)) => WONT,
            (Side::Him, Some(Word::On)) => DO,
            (Side::Him, Some(Word::Off)) => DONT,
        };
        self.reply.extend_from_slice(&[IAC, verb, code]);
    }
}

/// Text to bytes for the wire: the charset, line feeds as CR LF, the byte 255 doubled. Adds to
/// `out`.
pub fn encode(text: &str, charset: Zeichensatz, out: &mut Vec<u8>) {
    let mut lines = text.split('\n');
    encode_line(lines.next().unwrap_or_default(), charset, out);
    for line in lines {
        out.extend_from_slice(b"\r\n");
        encode_line(line, charset, out);
    }
}

fn encode_line(line: &str, charset: Zeichensatz, out: &mut Vec<u8>) {
    let start = out.len();
    zeichensatz::encode_into(line, charset, out);
    if out[start..].contains(&IAC) {
        let plain = out.split_off(start);
        for b in plain {
            out.push(b);
            out.extend((b == IAC).then_some(IAC));
        }
    }
}
