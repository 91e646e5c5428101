//! One connection: bytes in and out, telnet in between, text in the listener's charset. Knows no command.

use std::collections::VecDeque;
use std::io;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};
use tokio::net::TcpStream;

use crate::limits::{INPUT_LINES_MAX, READ_BYTES};
use crate::telnet::{Frame, Offers, Opt, Telnet, encode};
use crate::text::zeichensatz::Zeichensatz;

/// How long a write may take before the line counts as dead.
const WRITE_LIMIT: Duration = Duration::from_secs(10);

/// What carries the bytes.
pub enum Draht {
    Tcp(TcpStream),
    /// In memory, for tests.
    Duplex(DuplexStream),
}

impl Draht {
    /// Waits for bytes; nothing is kept while nothing comes.
    async fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Tcp(s) => loop {
                s.readable().await?;
                match s.try_read(buf) {
                    Err(e) if e.kind() == io::ErrorKind::WouldBlock => {}
                    other => return other,
                }
            },
            Self::Duplex(s) => s.read(buf).await,
        }
    }

    async fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Tcp(s) => s.write_all(bytes).await,
            Self::Duplex(s) => s.write_all(bytes).await,
        }
    }

    async fn shutdown(&mut self) {
        let _ = match self {
            Self::Tcp(s) => s.shutdown().await,
            Self::Duplex(s) => s.shutdown().await,
        };
    }
}

/// A typed line with the newest decision number that had been written when it was read.
pub(super) struct Eingabe {
    pub text: String,
    pub gesehen: u64,
}

/// What came in besides lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Zeichen {
    /// Nothing to do but go on.
    Weiter,
    /// The other side has closed or is lost.
    Aus,
}

/// A connection with everything that is remembered about it.
pub(super) struct Leitung {
    draht: Draht,
    telnet: Telnet,
    /// Lines that have been read and not been carried out.
    pub eingaben: VecDeque<Eingabe>,
    /// Newest decision number written so far.
    pub gesehen: u64,
    out: Vec<u8>,
    /// A prompt stands at the end of what was written.
    offen: bool,
    pub zeichensatz: Zeichensatz,
    /// Columns the client reported.
    pub breite: Option<u16>,
    pub bits: u32,
    /// The other side will say nothing more but may still listen.
    pub halb_zu: bool,
    zu_viel: bool,
}

impl Leitung {
    pub(super) fn new(draht: Draht) -> Self {
        let offers =
            Offers::NONE.with(Opt::Ttype).with(Opt::Naws).with(Opt::Charset).with(Opt::Eor);
        let mut telnet = Telnet::new(offers);
        let out = telnet.take_reply();
        Self {
            draht,
            telnet,
            eingaben: VecDeque::new(),
            gesehen: 0,
            out,
            offen: false,
            zeichensatz: Zeichensatz::Utf8,
            breite: None,
            bits: 0,
            halb_zu: false,
            zu_viel: false,
        }
    }

    /// Waits for input and takes it in. Cancel-safe: what was read is kept.
    pub(super) async fn lies(&mut self) -> Zeichen {
        if self.halb_zu {
            return std::future::pending().await;
        }
        let mut buf = [0u8; READ_BYTES];
        match self.draht.read(&mut buf).await {
            Ok(0) => {
                self.halb_zu = true;
                Zeichen::Aus
            }
            Ok(n) => {
                self.bytes(&buf[..n]);
                Zeichen::Weiter
            }
            Err(_) => {
                self.halb_zu = true;
                Zeichen::Aus
            }
        }
    }

    fn bytes(&mut self, bytes: &[u8]) {
        let mut frames = Vec::new();
        self.telnet.receive(bytes, &mut frames);
        for frame in frames {
            self.frame(frame);
        }
        self.out.extend(self.telnet.take_reply());
    }

    fn frame(&mut self, frame: Frame) {
        match frame {
            Frame::Line(text) => self.line(text),
            Frame::TooLong => {
                self.line_ended();
                self.text("Diese Zeile war zu lang, sie wurde nicht gelesen. Versuch es kürzer.\n");
            }
            Frame::Naws { columns, .. } => self.breite = columns,
            Frame::Mtts(bits) => self.bits = bits,
            Frame::Utf8 => self.zeichensatz = Zeichensatz::Utf8,
            Frame::Terminal(name) if name.eq_ignore_ascii_case("TINYFUGUE") => {
                self.zeichensatz = Zeichensatz::Ascii
            }
            Frame::Ayt => self.text("Ja, der Theaterkeller ist noch da.\n"),
            Frame::Flood => self.halb_zu = true,
            Frame::Interrupt
            | Frame::Eof
            | Frame::Gmcp { .. }
            | Frame::Agreed(_)
            | Frame::Ended(_) => {}
            Frame::NotUtf8 | Frame::Terminal(_) => {}
        }
    }

    fn line(&mut self, text: String) {
        self.line_ended();
        if self.eingaben.len() < INPUT_LINES_MAX {
            self.eingaben.push_back(Eingabe { text, gesehen: self.gesehen });
            self.zu_viel = false;
        } else if !std::mem::replace(&mut self.zu_viel, true) {
            self.text(
                "Das waren zu viele Zeilen auf einmal, ein Teil davon wurde nicht gelesen.\n",
            );
        }
    }

    /// The player's Enter has moved his cursor to a new line.
    fn line_ended(&mut self) {
        self.offen = false;
    }

    /// Puts text into the burst that is written next. Expects whole lines.
    pub(super) fn text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if std::mem::replace(&mut self.offen, false) {
            self.out.extend_from_slice(b"\r\n");
        }
        encode(text, self.zeichensatz, &mut self.out);
    }

    /// The client knows telnet, so that a mark can stand behind a prompt.
    pub(super) fn speaks(&self) -> bool {
        self.telnet.speaks()
    }

    /// Puts a prompt at the end of the burst.
    pub(super) fn prompt(&mut self, text: &str) {
        if std::mem::replace(&mut self.offen, false) {
            self.out.extend_from_slice(b"\r\n");
        }
        encode(text.trim_end_matches('\n'), self.zeichensatz, &mut self.out);
        let before = self.out.len();
        self.telnet.end_prompt(&mut self.out);
        self.offen = !self.out[before..].ends_with(b"\r\n");
    }

    /// The client shall hide what is typed from now on.
    pub(super) fn begin_secret(&mut self) {
        self.telnet.begin_secret();
        self.out.extend(self.telnet.take_reply());
    }

    /// The client shows again what is typed.
    pub(super) fn end_secret(&mut self) {
        self.telnet.end_secret();
        self.out.extend(self.telnet.take_reply());
        self.offen = false;
    }

    /// Writes the whole burst at once. False: the line is dead.
    pub(super) async fn flush(&mut self) -> bool {
        if self.out.is_empty() {
            return true;
        }
        let out = std::mem::take(&mut self.out);
        matches!(tokio::time::timeout(WRITE_LIMIT, self.draht.write(&out)).await, Ok(Ok(())))
    }

    /// A last word within a second, then the end.
    pub(super) async fn close(mut self) {
        let _ = tokio::time::timeout(Duration::from_secs(1), async {
            self.flush().await;
            self.draht.shutdown().await;
        })
        .await;
    }
}
