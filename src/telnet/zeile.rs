//! Bytes of text gathered to typed lines: line ends of all kinds, keys that erase, escape
//! sequences, the limit of a line, and how a finished line becomes text. Knows no telnet command.

use crate::limits::LINE_BYTES_MAX;

/// A line that is being typed. Holds no buffer while nothing is typed.
#[derive(Default)]
pub(super) struct Zeile {
    bytes: Vec<u8>,
    /// The last byte was CR: one LF or NUL behind it belongs to it, also in the next packet.
    after_cr: bool,
    /// The line was too long and its rest is skipped.
    skipping: bool,
    escape: Escape,
}

/// Where in an escape sequence we are.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Escape {
    #[default]
    None,
    /// Behind ESC, or behind its intermediate bytes.
    Start,
    /// Behind ESC [ up to the final letter.
    Csi,
    /// Behind ESC O or ESC N: one more byte.
    Single,
    /// Behind ESC ] and its like, up to BEL or ESC \.
    Text,
}

/// What a byte has brought about.
#[derive(PartialEq, Eq)]
pub(super) enum Typed {
    Nothing,
    Line(String),
    TooLong,
    Interrupt,
}

impl Zeile {
    /// Takes one byte of text.
    pub(super) fn byte(&mut self, b: u8) -> Typed {
        if std::mem::take(&mut self.after_cr) && (b == b'\n' || b == 0) {
            return Typed::Nothing;
        }
        // A line end counts even inside an escape sequence, or a broken sequence would swallow the
        // game.
        if b == b'\r' || b == b'\n' {
            self.after_cr = b == b'\r';
            return self.finish();
        }
        if self.escape != Escape::None {
            self.escape = self.escape.next(b);
            return Typed::Nothing;
        }
        match b {
            0x1b => self.escape = Escape::Start,
            0x08 | 0x7f => self.erase_letter(),
            0x15 => self.kill(),
            0x03 => {
                self.kill();
                return Typed::Interrupt;
            }
            b'\t' => return self.push(b' '),
            0..0x20 => {}
            _ => return self.push(b),
        }
        Typed::Nothing
    }

    /// Takes back the last letter: a whole UTF-8 letter, or one byte of another encoding.
    pub(super) fn erase_letter(&mut self) {
        let tail = self.bytes.iter().rev().take(3).take_while(|b| (0x80..0xc0).contains(*b));
        let start = self.bytes.len().saturating_sub(tail.count() + 1);
        let whole = self.bytes.get(start..).is_some_and(|s| std::str::from_utf8(s).is_ok());
        let keep = if whole { start } else { self.bytes.len().saturating_sub(1) };
        self.bytes.truncate(keep);
        if self.bytes.is_empty() {
            self.bytes = Vec::new();
        }
    }

    /// Throws the unfinished line away. A line that is too long stays skipped up to its end.
    pub(super) fn kill(&mut self) {
        self.bytes = Vec::new();
    }

    fn push(&mut self, b: u8) -> Typed {
        if self.skipping {
            return Typed::Nothing;
        }
        if self.bytes.len() == LINE_BYTES_MAX {
            self.kill();
            self.skipping = true;
            return Typed::TooLong;
        }
        self.bytes.push(b);
        Typed::Nothing
    }

    fn finish(&mut self) -> Typed {
        self.escape = Escape::None;
        let bytes = std::mem::take(&mut self.bytes);
        if std::mem::take(&mut self.skipping) {
            return Typed::Nothing;
        }
        Typed::Line(decode(bytes))
    }

    #[cfg(test)]
    pub(super) fn heap_bytes(&self) -> usize {
        self.bytes.capacity()
    }
}

impl Escape {
    fn next(self, b: u8) -> Self {
        match (self, b) {
            (_, 0x1b) => Self::Start,
            (Self::Start, b'[') => Self::Csi,
            (Self::Start, b'O' | b'N') => Self::Single,
            (Self::Start, b']' | b'P' | b'X' | b'^' | b'_') => Self::Text,
            (Self::Start, 0x20..0x30) => Self::Start,
            (Self::Csi, 0x20..0x40) => Self::Csi,
            (Self::Text, 0x07) => Self::None,
            (Self::Text, _) => Self::Text,
            _ => Self::None,
        }
    }
}

/// A finished line as text: UTF-8 if it is that, else Windows-1252, which includes Latin-1. Control
/// characters that a line may still hold (C1) are left out.
fn decode(bytes: Vec<u8>) -> String {
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(e) => e.as_bytes().iter().map(|b| windows_1252(*b)).collect(),
    };
    if text.chars().any(char::is_control) {
        return text.chars().filter(|c| !c.is_control()).collect();
    }
    text
}

/// The five codes that Windows-1252 leaves open stay control characters.
fn windows_1252(b: u8) -> char {
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž',
        '\u{8f}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}',
        'ž', 'Ÿ',
    ];
    match b {
        0x80..0xa0 => HIGH[usize::from(b - 0x80)],
        _ => char::from(b),
    }
}
