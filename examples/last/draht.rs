//! One client's line: bytes to text and messages for programs. Understands just enough telnet to be taken for a client.

use std::collections::VecDeque;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::Fehler;

const IAC: u8 = 255;
const DO: u8 = 253;
const WILL: u8 = 251;
const SB: u8 = 250;
const SE: u8 = 240;
const GMCP: u8 = 201;

/// An answer that takes longer is lost.
pub(crate) const GEDULD: Duration = Duration::from_secs(20);
/// Text that is kept although nobody has asked for it.
const TEXT_BYTES_MAX: usize = 1 << 20;

/// A message for programs: package and JSON.
pub(crate) type Meldung = (String, String);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stelle {
    Text,
    Iac,
    Verb,
    Option,
    Inhalt(u8),
    InhaltIac(u8),
}

/// One line to a server of this machine.
pub(crate) struct Draht {
    s: TcpStream,
    /// What came and was not asked for yet, telnet taken out.
    pub(crate) text: Vec<u8>,
    pub(crate) meldungen: VecDeque<Meldung>,
    stelle: Stelle,
    inhalt: Vec<u8>,
    /// Bytes received so far.
    pub(crate) bytes: u64,
}

impl Draht {
    /// Refuses whatever is no address of this machine.
    pub(crate) async fn verbinde(addr: SocketAddr) -> Result<Self, Fehler> {
        if !addr.ip().is_loopback() {
            return Err(format!("{addr} gehört nicht zu dieser Maschine.").into());
        }
        let s = timeout(GEDULD, TcpStream::connect(addr)).await??;
        s.set_nodelay(true)?;
        let (text, meldungen, inhalt) = (Vec::new(), VecDeque::new(), Vec::new());
        Ok(Self { s, text, meldungen, stelle: Stelle::Text, inhalt, bytes: 0 })
    }

    pub(crate) async fn sende(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.s.write_all(bytes).await
    }

    pub(crate) async fn zeile(&mut self, text: &str) -> io::Result<()> {
        self.sende(format!("{text}\r\n").as_bytes()).await
    }

    /// Agrees to GMCP and says what is wanted.
    pub(crate) async fn programm(&mut self, modules: &str) -> io::Result<()> {
        self.sende(&[IAC, DO, GMCP]).await?;
        self.melde("Core.Supports.Set", modules).await
    }

    pub(crate) async fn melde(&mut self, paket: &str, json: &str) -> io::Result<()> {
        let mut out = vec![IAC, SB, GMCP];
        out.extend_from_slice(paket.as_bytes());
        out.push(b' ');
        out.extend_from_slice(json.as_bytes());
        out.extend([IAC, SE]);
        self.sende(&out).await
    }

    /// Waits for bytes and takes them in. Cancel-safe.
    pub(crate) async fn mehr(&mut self) -> io::Result<()> {
        loop {
            self.s.readable().await?;
            let mut buf = [0u8; 8192];
            match self.s.try_read(&mut buf) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(n) => {
                    self.nimm(&buf[..n]);
                    return Ok(());
                }
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => {}
                Err(e) => return Err(e),
            }
        }
    }

    /// Reads until this has come; gives what came up to and with it.
    pub(crate) async fn bis(&mut self, needle: &str) -> Result<Vec<u8>, Fehler> {
        let wait = async {
            let mut from = 0;
            loop {
                if let Some(i) = find(&self.text[from..], needle.as_bytes()) {
                    let rest = self.text.split_off(from + i + needle.len());
                    return Ok(std::mem::replace(&mut self.text, rest));
                }
                from = self.text.len().saturating_sub(needle.len());
                self.mehr().await?;
            }
        };
        match timeout(GEDULD, wait).await {
            Ok(Ok(text)) => Ok(text),
            Ok(Err(e)) => Err(e),
            Err(_) => {
                let text = String::from_utf8_lossy(&self.text);
                let from = text.char_indices().rev().nth(300).map_or(0, |(i, _)| i);
                Err(format!("„{needle}“ kommt nicht, sondern: {}", &text[from..]).into())
            }
        }
    }

    fn nimm(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        if self.stelle == Stelle::Text && !bytes.contains(&IAC) {
            self.text.extend_from_slice(bytes);
        } else {
            for b in bytes {
                self.stelle = self.byte(*b);
            }
        }
        if self.text.len() > TEXT_BYTES_MAX {
            self.text.clear();
        }
    }

    fn byte(&mut self, b: u8) -> Stelle {
        match (self.stelle, b) {
            (Stelle::Text, IAC) => Stelle::Iac,
            (Stelle::Iac, SB) => Stelle::Option,
            (Stelle::Iac, WILL..=254) => Stelle::Verb,
            (Stelle::Text, b) | (Stelle::Iac, b @ IAC) => {
                self.text.push(b);
                Stelle::Text
            }
            (Stelle::Option, option) => {
                self.inhalt.clear();
                Stelle::Inhalt(option)
            }
            (Stelle::Inhalt(option), IAC) => Stelle::InhaltIac(option),
            (Stelle::Inhalt(option), b) | (Stelle::InhaltIac(option), b @ IAC) => {
                self.inhalt.push(b);
                Stelle::Inhalt(option)
            }
            (Stelle::InhaltIac(GMCP), _) => {
                let text = String::from_utf8_lossy(&self.inhalt);
                let (paket, json) = text.split_once(' ').unwrap_or((&*text, "null"));
                self.meldungen.push_back((paket.to_string(), json.to_string()));
                Stelle::Text
            }
            (Stelle::Iac | Stelle::Verb | Stelle::InhaltIac(_), _) => Stelle::Text,
        }
    }
}

/// The first place of this needle.
pub(crate) fn find(hay: &[u8], needle: &[u8]) -> Option<usize> {
    let (first, rest) = needle.split_first()?;
    let mut from = 0;
    while let Some(i) = hay[from..].iter().position(|b| b == first) {
        let at = from + i;
        if hay[at + 1..].starts_with(rest) {
            return Some(at);
        }
        from = at + 1;
    }
    None
}
