//! One connection: bytes in and out, telnet in between, text in the listener's charset. Knows no command.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWriteExt, DuplexStream, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio_rustls::server::TlsStream;

use super::packer::Packer;
use crate::gmcp::{self, Botschaft, Eingang};
use crate::limits::{INPUT_LINES_MAX, READ_BYTES, WRITE_BYTES};
use crate::login::Secret;
use crate::metrics::METRICS;
use crate::msdp::{self, Wunsch};
use crate::telnet::{Frame, Offers, Opt, Telnet, encode};
use crate::text::zeichensatz::Zeichensatz;

/// How long a write may take before the line counts as dead.
const WRITE_LIMIT: Duration = Duration::from_secs(10);

/// What carries the bytes.
pub enum Draht {
    Tcp(TcpStream),
    Tls(Box<TlsStream<TcpStream>>),
    /// In memory: a line whose bytes somebody else carries.
    Duplex(DuplexStream),
}

impl Draht {
    fn poll_read(&mut self, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        match self {
            // The socket's own `poll_read` takes a short read for the last one. In front of an urgent byte reads are
            // short, and what stands behind it would wait for ever: only an empty socket counts as empty.
            Self::Tcp(s) => loop {
                ready!(s.poll_read_ready(cx))?;
                match s.try_read_buf(buf) {
                    Err(e) if e.kind() == io::ErrorKind::WouldBlock => {}
                    read => return Poll::Ready(read.map(drop)),
                }
            },
            Self::Tls(s) => Pin::new(&mut **s).poll_read(cx, buf),
            Self::Duplex(s) => Pin::new(s).poll_read(cx, buf),
        }
    }

    /// Writes what the system takes at once, without waiting. Gives how much that was; a fault shows in the next write.
    fn write_now(&mut self, bytes: &[u8]) -> usize {
        match self {
            Self::Tcp(s) => s.try_write(bytes).unwrap_or(0),
            Self::Tls(_) | Self::Duplex(_) => 0,
        }
    }

    async fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Tcp(s) => s.write_all(bytes).await,
            Self::Tls(s) => {
                s.write_all(bytes).await?;
                s.flush().await
            }
            Self::Duplex(s) => s.write_all(bytes).await,
        }
    }

    async fn shutdown(&mut self) {
        let _ = match self {
            Self::Tcp(s) => s.shutdown().await,
            Self::Tls(s) => s.shutdown().await,
            Self::Duplex(s) => s.shutdown().await,
        };
    }
}

/// What a client is offered at once, and what it may have when it asks or when the time has come.
fn offers() -> Offers {
    Offers::NONE
        .with(Opt::Ttype)
        .with(Opt::Naws)
        .with(Opt::Charset)
        .with(Opt::Eor)
        .with(Opt::Gmcp)
        .with(Opt::Mssp)
        .with(Opt::Mccp2)
        .with_later(Opt::NewEnviron)
        .with_later(Opt::Msdp)
        .with_later(Opt::Sga)
}

/// A typed line with the newest decision number that had been written when it was read.
pub(super) struct Eingabe {
    pub text: String,
    pub gesehen: u64,
    pub art: Eingabeart,
}

/// Where an input comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Eingabeart {
    Getippt,
    /// A program answers the decision `nr`. Never a password, whatever is being asked.
    Zug {
        nr: u64,
    },
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
    module: gmcp::Module,
    /// The client has said anew what it wants to hear of; whoever looks at it sets it back.
    pub programm_neu: bool,
    /// Name and password that the client sent by itself; only the last of them.
    pub anmeldung: Option<(String, Secret)>,
    /// A prompt was the last thing that was written.
    prompt_steht: bool,
    /// What MSDP has been asked to report, and the last value of each variable; only once MSDP is agreed.
    msdp: Option<Box<Msdp>>,
    /// A crawler wants to know what this is.
    pub mssp_gefragt: bool,
    packplaetze: Arc<Semaphore>,
    packer: Option<Packer>,
    /// What goes out before the compressed stream begins.
    klar: Vec<u8>,
}

/// The state of MSDP. At most one value for each package.
#[derive(Default)]
struct Msdp {
    reported: Vec<&'static str>,
    values: BTreeMap<&'static str, String>,
}

/// MTTS bit of a screen reader.
const SCREEN_READER: u32 = 64;

impl Leitung {
    pub(super) fn new(draht: Draht, packplaetze: Arc<Semaphore>) -> Self {
        let mut telnet = Telnet::new(offers());
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
            module: gmcp::Module::default(),
            programm_neu: false,
            anmeldung: None,
            prompt_steht: false,
            msdp: None,
            mssp_gefragt: false,
            packplaetze,
            packer: None,
            klar: Vec::new(),
        }
    }

    /// The client has named itself, or will not.
    pub(super) fn is_known(&self) -> bool {
        !self.telnet.asks_terminal()
    }

    /// The client has reported a screen reader.
    pub(super) fn is_reader(&self) -> bool {
        self.bits & SCREEN_READER != 0
    }

    /// Waits for input and takes it in. Cancel-safe: what was read is kept.
    pub(super) async fn lies(&mut self) -> Zeichen {
        std::future::poll_fn(|cx| self.poll_lies(cx)).await
    }

    /// The bytes lie on the stack, and only while there are any: a line on which nothing comes keeps no buffer.
    pub(super) fn poll_lies(&mut self, cx: &mut Context<'_>) -> Poll<Zeichen> {
        if self.halb_zu {
            return Poll::Pending;
        }
        let mut buf = [const { MaybeUninit::uninit() }; READ_BYTES];
        let mut buf = ReadBuf::uninit(&mut buf);
        match ready!(self.draht.poll_read(cx, &mut buf)) {
            Ok(()) if !buf.filled().is_empty() => {
                self.bytes(buf.filled());
                Poll::Ready(Zeichen::Weiter)
            }
            Ok(()) | Err(_) => {
                self.halb_zu = true;
                Poll::Ready(Zeichen::Aus)
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
            Frame::Mtts(bits) => self.bits |= bits,
            Frame::Utf8 => self.zeichensatz = Zeichensatz::Utf8,
            Frame::Terminal(name) if name.eq_ignore_ascii_case("TINYFUGUE") => {
                self.zeichensatz = Zeichensatz::Ascii
            }
            Frame::Ayt => self.text("Ja, der Theaterkeller ist noch da.\n"),
            Frame::Flood => self.halb_zu = true,
            Frame::Gmcp { package, json } => self.gmcp_ein(&package, &json),
            Frame::Agreed(opt) => self.agreed(opt),
            Frame::Refused(Opt::Gmcp) => self.telnet.offer(Opt::Msdp),
            Frame::Msdp(payload) => self.msdp_ein(&payload),
            Frame::Interrupt | Frame::Eof | Frame::Ended(_) | Frame::Refused(_) => {}
            Frame::NotUtf8 | Frame::Terminal(_) => {}
        }
    }

    /// What a client's program says. What is not understood is passed over in silence.
    fn gmcp_ein(&mut self, paket: &str, json: &str) {
        match gmcp::lies(paket, json) {
            Eingang::Supports(aenderung, names) => {
                self.module.nimm(aenderung, names);
                self.programm_neu = true;
            }
            Eingang::Ping => self.gmcp(&gmcp::ping()),
            Eingang::Credentials { name, passwort } => {
                self.anmeldung = Some((name, Secret::new(passwort)));
            }
            Eingang::Zug { nr, befehl } => self.queue(befehl, Eingabeart::Zug { nr }),
            Eingang::Hello | Eingang::Unbekannt => {}
        }
    }

    fn agreed(&mut self, opt: Opt) {
        match opt {
            // What a client knows of its user is asked only of one that has begun to tell of itself.
            Opt::Ttype => self.telnet.offer(Opt::NewEnviron),
            Opt::Mssp => self.mssp_gefragt = true,
            Opt::Msdp => {
                self.msdp.get_or_insert_default();
                self.programm_neu = true;
            }
            Opt::Mccp2 => self.begin_packing(),
            _ => {}
        }
    }

    /// Everything behind the marker is compressed, to the end of the connection. Where too many lines do so already,
    /// this one stays as it is: between WILL and the marker any time may pass.
    fn begin_packing(&mut self) {
        let Ok(platz) = Arc::clone(&self.packplaetze).try_acquire_owned() else { return };
        if self.packer.is_none() {
            self.out.extend(self.telnet.take_reply());
            self.telnet.sub(Opt::Mccp2, &[], &mut self.out);
            self.klar = std::mem::take(&mut self.out);
            self.packer = Some(Packer::new(platz));
        }
    }

    fn msdp_ein(&mut self, payload: &[u8]) {
        let Some(mut m) = self.msdp.take() else { return };
        for wunsch in msdp::lies(payload) {
            let now = match wunsch {
                Wunsch::List(name) => {
                    if let Some(liste) = msdp::liste(&name, &m.reported) {
                        self.telnet.sub(Opt::Msdp, &liste, &mut self.out);
                    }
                    Vec::new()
                }
                Wunsch::Report(pakete) => {
                    m.reported.retain(|p| !pakete.contains(p));
                    m.reported.extend(&pakete);
                    pakete
                }
                Wunsch::Unreport(pakete) => {
                    m.reported.retain(|p| !pakete.contains(p));
                    Vec::new()
                }
                Wunsch::Send(pakete) => pakete,
            };
            for (paket, json) in now.iter().filter_map(|p| m.values.get_key_value(p)) {
                self.telnet.sub(Opt::Msdp, &msdp::zeig(paket, json), &mut self.out);
            }
        }
        self.msdp = Some(m);
    }

    /// What the house tells of itself, to a client that agreed to hear it.
    pub(super) fn mssp(&mut self, auskunft: &[(&str, String)]) {
        let mut payload = Vec::new();
        for (name, wert) in auskunft {
            payload.push(1);
            payload.extend(name.as_bytes());
            payload.push(2);
            payload.extend(wert.as_bytes());
        }
        self.telnet.sub(Opt::Mssp, &payload, &mut self.out);
    }

    /// Tells the client's program something, if it wants to hear of it.
    pub(super) fn gmcp(&mut self, botschaft: &Botschaft) {
        if let Some(m) = self.msdp.as_mut() {
            if m.reported.contains(&botschaft.paket) {
                let payload = msdp::zeig(botschaft.paket, &botschaft.json);
                self.telnet.sub(Opt::Msdp, &payload, &mut self.out);
            }
            if msdp::PAKETE.contains(&botschaft.paket) {
                m.values.insert(botschaft.paket, botschaft.json.clone());
            }
        }
        if self.module.hoert(botschaft.paket) {
            self.telnet.gmcp(botschaft.paket, &botschaft.json, &mut self.out);
        }
    }

    /// Does the client's program listen at all?
    pub(super) fn hoert_programm(&self) -> bool {
        self.module.said() || self.msdp.is_some()
    }

    /// A prompt was the last thing that was written.
    pub(super) fn prompt_steht(&self) -> bool {
        self.prompt_steht
    }

    fn line(&mut self, text: String) {
        self.line_ended();
        self.queue(text, Eingabeart::Getippt);
    }

    fn queue(&mut self, text: String, art: Eingabeart) {
        if self.eingaben.len() < INPUT_LINES_MAX {
            self.eingaben.push_back(Eingabe { text, gesehen: self.gesehen, art });
            self.zu_viel = false;
            return;
        }
        METRICS.input_drops.one();
        if !std::mem::replace(&mut self.zu_viel, true) {
            self.text(
                "Das waren zu viele Zeilen auf einmal, ein Teil davon wurde nicht gelesen.\n",
            );
        }
    }

    /// The player's Enter has moved his cursor to a new line.
    fn line_ended(&mut self) {
        self.offen = false;
        self.prompt_steht = false;
    }

    /// Puts text into the burst that is written next. Expects whole lines.
    pub(super) fn text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        self.prompt_steht = false;
        if std::mem::replace(&mut self.offen, false) {
            self.out.extend_from_slice(b"\r\n");
        }
        encode(text, self.zeichensatz, &mut self.out);
    }

    /// The same for text whose bytes in this charset may be there already; it may turn out to be none.
    pub(super) fn shared_text(&mut self, write: impl FnOnce(Zeichensatz, &mut Vec<u8>)) {
        let (start, open) = (self.out.len(), self.offen);
        self.out.extend_from_slice(if open { b"\r\n" } else { b"" });
        let begin = self.out.len();
        write(self.zeichensatz, &mut self.out);
        if self.out.len() == begin {
            self.out.truncate(start);
        } else {
            (self.offen, self.prompt_steht) = (false, false);
        }
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
        self.prompt_steht = true;
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

    /// So much waits to be written that more would only take memory.
    pub(super) fn burst_is_full(&self) -> bool {
        self.out.len() >= WRITE_BYTES
    }

    /// Writes the whole burst at once. False: the line is dead.
    pub(super) async fn flush(&mut self) -> bool {
        if self.out.is_empty() && self.klar.is_empty() {
            return true;
        }
        let out = self.burst();
        let written = self.draht.write_now(&out);
        if written == out.len() {
            return true;
        }
        // A reader who is slow is seldom; what waiting for him takes lies on the heap as long as it lasts.
        Box::pin(self.write_rest(&out[written..])).await
    }

    async fn write_rest(&mut self, out: &[u8]) -> bool {
        matches!(tokio::time::timeout(WRITE_LIMIT, self.draht.write(out)).await, Ok(Ok(())))
    }

    /// Takes the burst as it goes over the wire.
    fn burst(&mut self) -> Vec<u8> {
        let out = std::mem::take(&mut self.out);
        let Some(packer) = self.packer.as_mut() else { return out };
        let mut wire = std::mem::take(&mut self.klar);
        if !out.is_empty() {
            packer.pack(&out, &mut wire);
        }
        wire
    }

    /// A last word within a second, then the end.
    pub(super) async fn close(&mut self) {
        let _ = tokio::time::timeout(Duration::from_secs(1), async {
            let mut last = self.burst();
            if let Some(packer) = self.packer.as_mut() {
                packer.finish(&mut last);
            }
            let _ = self.draht.write(&last).await;
            self.draht.shutdown().await;
        })
        .await;
    }
}
