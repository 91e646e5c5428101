//! A blocking telnet client: takes telnet out of what comes, keeps every byte, waits for words, types lines. Knows
//! the words at the door and no game.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use super::haus::GEDULD;

/// A password that all tests use; no word of it stands in any text of the house.
pub(crate) const PASSWORT: &str = "Zebra-Quark-77";

pub(crate) struct Klient {
    stream: TcpStream,
    /// Every byte since the connection.
    pub(crate) roh: Vec<u8>,
    /// Readable text without telnet.
    text: String,
    /// How much of the text has been waited through.
    gelesen: usize,
    zu: bool,
    pub(crate) name: String,
}

impl Klient {
    pub(crate) fn new(addr: SocketAddr) -> Self {
        Self::with(TcpStream::connect(addr).unwrap())
    }

    /// Comes from this address of the own machine, such as 127.0.0.2.
    pub(crate) fn von(own: [u8; 4], addr: SocketAddr) -> Self {
        let socket =
            socket2::Socket::new(socket2::Domain::IPV4, socket2::Type::STREAM, None).unwrap();
        socket.bind(&SocketAddr::from((own, 0)).into()).unwrap();
        socket.connect(&addr.into()).unwrap();
        Self::with(socket.into())
    }

    fn with(stream: TcpStream) -> Self {
        stream.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
        let (roh, text, name) = (Vec::new(), String::new(), String::new());
        Self { stream, roh, text, gelesen: 0, zu: false, name }
    }

    /// Types a line.
    pub(crate) fn tippe(&mut self, line: &str) {
        self.bytes(format!("{line}\r\n").as_bytes());
    }

    /// Sends bytes as they are. A line that the server has closed takes them too, like a real one.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        let _ = self.stream.write_all(bytes);
    }

    /// Takes in what has come. False: nothing more will come.
    fn lies(&mut self) -> bool {
        let mut buf = [0; 16 * 1024];
        match self.stream.read(&mut buf) {
            Ok(0) => self.zu = true,
            Ok(n) => {
                self.roh.extend_from_slice(&buf[..n]);
                self.text = readable(&self.roh);
            }
            Err(e) if matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(_) => self.zu = true,
        }
        !self.zu
    }

    /// Waits until one of these texts has come, and gives its index and all that came up to its end.
    pub(crate) fn eins_von(&mut self, texts: &[&str]) -> (usize, String) {
        let deadline = Instant::now() + GEDULD;
        loop {
            let fresh = flat(&self.text[self.gelesen..]);
            let texts_flat: Vec<String> = texts.iter().map(|t| flat(t)).collect();
            let hit = texts_flat
                .iter()
                .enumerate()
                .filter_map(|(i, t)| Some((fresh.find(t.as_str())?, i)));
            if let Some((at, i)) = hit.min() {
                let end = at + texts[i].len();
                let said = self.text[self.gelesen..self.gelesen + end].to_string();
                self.gelesen += end;
                return (i, said);
            }
            let open = self.lies();
            let hint = || format!("{}: waits for {texts:?}, has\n{}", self.name, self.text);
            assert!(open || flat(&self.text[self.gelesen..]).contains(texts[0]), "{}", hint());
            assert!(Instant::now() < deadline, "{}", hint());
        }
    }

    /// As [`Self::eins_von`]; `None`: the line closes before any of them has come.
    pub(crate) fn eins_von_oder_ende(&mut self, texts: &[&str]) -> Option<usize> {
        let deadline = Instant::now() + GEDULD;
        loop {
            let fresh = flat(&self.text[self.gelesen..]);
            if let Some(i) = texts.iter().position(|t| fresh.contains(*t)) {
                return Some(i);
            }
            if !self.lies() {
                return None;
            }
            assert!(Instant::now() < deadline, "{}", self.text);
        }
    }

    /// Waits for this text and gives all that came up to its end.
    pub(crate) fn warte(&mut self, text: &str) -> String {
        self.eins_von(&[text]).1
    }

    /// Types a line and gives everything that is said before the next command is carried out.
    pub(crate) fn frage(&mut self, line: &str) -> String {
        self.tippe(line);
        self.stille()
    }

    /// Waits until all commands typed so far are carried out, and gives what they brought. Asks for the charset,
    /// because that is answered without asking a table, where it might be an answer to something.
    pub(crate) fn stille(&mut self) -> String {
        const BEGINS: &str = "Dein Zeichensatz ist ";
        self.tippe("zeichensatz");
        let said = self.warte(BEGINS);
        self.warte("und ascii.\n");
        said.trim_end_matches(BEGINS).to_string()
    }

    /// Waits until this has been said, whenever that was.
    pub(crate) fn hat_gehoert(&mut self, text: &str) {
        let deadline = Instant::now() + GEDULD;
        while !flat(&self.text).contains(text) {
            assert!(
                Instant::now() < deadline,
                "{} never hears {text:?}:\n{}",
                self.name,
                self.text
            );
            self.stille();
        }
    }

    /// Waits until the server closes the line, and gives what came before.
    pub(crate) fn ende(&mut self) -> String {
        let deadline = Instant::now() + GEDULD;
        while self.lies() {
            assert!(Instant::now() < deadline, "the line stays open:\n{}", self.text);
        }
        let said = self.text[self.gelesen..].to_string();
        self.gelesen = self.text.len();
        said
    }

    /// Everything that has been said on this line.
    pub(crate) fn alles(&self) -> &str {
        &self.text
    }

    pub(crate) fn gast(mut self) -> Self {
        self.warte("neuen Spieler)?");
        self.tippe("gast");
        self.warte("Willkommen, ");
        self.name = self.warte(".\n").trim_end_matches(".\n").to_string();
        self.stille();
        self
    }

    /// Creates an account.
    pub(crate) fn neu(self, name: &str) -> Self {
        let mut k = self.zum_ersten_mal(name);
        k.stille();
        k
    }

    /// Creates an account, and nothing is typed behind the welcome.
    pub(crate) fn zum_ersten_mal(mut self, name: &str) -> Self {
        self.name = name.to_string();
        self.warte("neuen Spieler)?");
        self.tippe("neu");
        self.warte("Welchen Namen möchtest Du tragen?");
        self.tippe(name);
        self.warte("Dein neues Passwort:");
        self.tippe(PASSWORT);
        self.warte("Dein neues Passwort noch einmal:");
        self.tippe(PASSWORT);
        self.warte("sächlich oder ohne?");
        self.tippe("ohne");
        self.warte("(ja oder nein)?");
        self.tippe("nein");
        self.warte(&format!("Willkommen, {name}."));
        self
    }

    /// Comes back with the password, and gives what is said then.
    pub(crate) fn zurueck(&mut self, name: &str) -> String {
        self.name = name.to_string();
        self.warte("neuen Spieler)?");
        self.tippe(name);
        self.warte("Dein Passwort:");
        self.tippe(PASSWORT);
        self.warte("Willkommen, ");
        self.stille()
    }

    /// Walks from the first room to Oleg.
    pub(crate) fn zu_oleg(mut self) -> Self {
        self.tippe("osten");
        self.tippe("unten");
        self.stille();
        self
    }
}

/// Line ends as blanks of the same length, so that words are found wherever a line was wrapped.
fn flat(text: &str) -> String {
    text.replace('\n', " ")
}

const IAC: u8 = 255;

/// Takes telnet and carriage returns out.
fn readable(bytes: &[u8]) -> String {
    let mut out = Vec::with_capacity(bytes.len());
    let mut i = 0;
    while i < bytes.len() {
        match (bytes[i], bytes.get(i + 1)) {
            (IAC, Some(&IAC)) => {
                out.push(IAC);
                i += 2;
            }
            (IAC, Some(251..=254)) => i += 3,
            (IAC, Some(250)) => {
                let rest = &bytes[i..];
                let end = rest.windows(2).position(|w| w == [IAC, 240]);
                i += end.map_or(rest.len(), |n| n + 2);
            }
            (IAC, _) => i += 2,
            (b'\r', _) => i += 1,
            (b, _) => {
                out.push(b);
                i += 1;
            }
        }
    }
    decode(&out)
}

/// UTF-8, and single bytes that are none as Latin-1. A letter that has come by half is complete the next time.
fn decode(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        let end = chunk.invalid().as_ptr_range().end;
        if end != bytes.as_ptr_range().end {
            text.extend(chunk.invalid().iter().map(|b| char::from(*b)));
        }
    }
    text
}
