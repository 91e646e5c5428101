//! A server for the wire's tests and a raw line to it: bytes out, bytes in, nothing hidden. Every wait has a generous
//! end that only a failing test reaches.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// Longer than any answer takes on a busy machine.
pub(crate) const GEDULD: Duration = Duration::from_secs(45);

pub(crate) const IAC: u8 = 255;
pub(crate) const DONT: u8 = 254;
pub(crate) const DO: u8 = 253;
pub(crate) const WONT: u8 = 252;
pub(crate) const WILL: u8 = 251;
pub(crate) const SB: u8 = 250;
pub(crate) const SE: u8 = 240;
pub(crate) const GMCP: u8 = 201;

/// How bytes are sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Weise {
    Ganz,
    /// Each byte in a write of its own.
    Einzeln,
}

pub(crate) const WEISEN: [Weise; 2] = [Weise::Ganz, Weise::Einzeln];

/// A running server with its own state; it ends with the test.
pub(crate) struct Server {
    child: Child,
    ordner: PathBuf,
    pub(crate) telnet: SocketAddr,
    /// All addresses of the telnet door.
    pub(crate) alle: Vec<SocketAddr>,
    pub(crate) tls: Option<SocketAddr>,
    pub(crate) websocket: Option<SocketAddr>,
}

impl Server {
    pub(crate) fn open() -> Self {
        Self::with(&[])
    }

    /// With further `--set` pairs. The doors that they open come with port 0.
    pub(crate) fn with(sets: &[&str]) -> Self {
        let command = Command::new(env!("CARGO_BIN_EXE_theaterkeller"));
        Self::start(command, &["127.0.0.1:0"], sets)
    }

    /// Listens at these addresses.
    pub(crate) fn at(listen: &[&str]) -> Self {
        Self::start(Command::new(env!("CARGO_BIN_EXE_theaterkeller")), listen, &[])
    }

    /// The system lets the server open only so many files and connections at once.
    pub(crate) fn with_few_files(files: u32, sets: &[&str]) -> Self {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -n {files}; exec \"$0\" \"$@\"")]);
        command.arg(env!("CARGO_BIN_EXE_theaterkeller"));
        Self::start(command, &["127.0.0.1:0"], sets)
    }

    fn start(mut command: Command, listen: &[&str], sets: &[&str]) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let nr = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("leitung-{}-{nr}", std::process::id());
        let ordner = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&ordner).unwrap();
        let log = fs::File::create(ordner.join("log")).unwrap();
        command.current_dir(env!("CARGO_MANIFEST_DIR")).arg("serve");
        for addr in listen {
            command.args(["--listen", addr]);
        }
        command.arg("--state").arg(ordner.join("zustand"));
        for set in ["tempo.freund_pause_ms=[0,0]"].iter().chain(sets) {
            command.args(["--set", set]);
        }
        let mut child = command.stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (mut alle, mut tls, mut websocket) = (Vec::new(), None, None);
        for line in lines.by_ref() {
            let line = line.unwrap();
            let words = line.split([' ', ',']).map(|w| w.trim_end_matches('.'));
            let addrs: Vec<SocketAddr> = words.filter_map(|w| w.parse().ok()).collect();
            match line.split(' ').next() {
                Some("Der") => alle = addrs,
                Some("Verschlüsselt") => tls = addrs.first().copied(),
                Some("Für") => websocket = addrs.first().copied(),
                _ => break,
            }
        }
        std::thread::spawn(move || lines.for_each(drop));
        let telnet = alle.first().copied().unwrap_or_else(|| {
            panic!("{}", fs::read_to_string(ordner.join("log")).unwrap_or_default())
        });
        Self { child, ordner, telnet, alle, tls, websocket }
    }

    pub(crate) fn draht(&self) -> Draht {
        Draht::new(self.telnet)
    }

    /// A line on which nobody has said a word of telnet, logged in as a guest.
    pub(crate) fn gast(&self) -> Draht {
        let mut d = self.draht();
        d.until("Wie heißt Du denn");
        d.line("gast");
        d.until("Willkommen, Gast");
        d
    }

    pub(crate) fn log(&self) -> String {
        fs::read_to_string(self.ordner.join("log")).unwrap_or_default()
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn hup(&self) {
        let kill = Command::new("kill").args(["-HUP", &self.pid().to_string()]).status();
        assert!(kill.unwrap().success());
    }

    /// Hundredths of a second of processor time used so far.
    pub(crate) fn ticks(&self) -> u64 {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.pid())).unwrap();
        let behind_name = stat.rsplit(')').next().unwrap();
        let fields: Vec<&str> = behind_name.split_whitespace().collect();
        fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
    }

    /// Everything that the server and its log have written to the disk.
    pub(crate) fn on_disk(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let (mut out, mut folders) = (Vec::new(), vec![self.ordner.clone()]);
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                match fs::read(&path) {
                    Ok(bytes) => out.push((path, bytes)),
                    Err(_) => folders.push(path),
                }
            }
        }
        out
    }

    /// Pages of memory in use, in KiB.
    pub(crate) fn kib(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.pid())).unwrap();
        let line = status.lines().find(|l| l.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.ordner);
    }
}

/// One raw line.
pub(crate) struct Draht {
    pub(crate) s: TcpStream,
    /// All that has come, marks included.
    pub(crate) seen: Vec<u8>,
    /// Up to here [`Draht::until`] has looked.
    read: usize,
}

impl Draht {
    pub(crate) fn new(addr: SocketAddr) -> Self {
        let s = TcpStream::connect(addr).unwrap();
        s.set_nodelay(true).unwrap();
        s.set_read_timeout(Some(GEDULD)).unwrap();
        s.set_write_timeout(Some(GEDULD)).unwrap();
        Self { s, seen: Vec::new(), read: 0 }
    }

    pub(crate) fn send(&mut self, bytes: &[u8]) {
        self.s.write_all(bytes).unwrap();
    }

    pub(crate) fn send_as(&mut self, bytes: &[u8], weise: Weise) {
        match weise {
            Weise::Ganz => self.send(bytes),
            Weise::Einzeln => bytes.iter().for_each(|b| self.send(&[*b])),
        }
    }

    pub(crate) fn line(&mut self, text: &str) {
        self.send(format!("{text}\r\n").as_bytes());
    }

    /// Reads until these bytes have come behind everything read before; gives what came up to and with them.
    pub(crate) fn until_bytes(&mut self, needle: &[u8]) -> Vec<u8> {
        let from = self.read;
        loop {
            if let Some(i) = find(&self.seen[self.read..], needle) {
                self.read += i + needle.len();
                return self.seen[from..self.read].to_vec();
            }
            if !self.more() {
                let text = String::from_utf8_lossy(&self.seen[from..]).into_owned();
                panic!("{:?} does not come; instead: {text}", String::from_utf8_lossy(needle));
            }
        }
    }

    pub(crate) fn until(&mut self, needle: &str) -> String {
        String::from_utf8_lossy(&self.until_bytes(needle.as_bytes())).into_owned()
    }

    /// Asks something whose answer nobody else causes, and gives all that came before it.
    pub(crate) fn sync(&mut self) -> String {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let nr = COUNT.fetch_add(1, Ordering::Relaxed);
        self.line(&format!("qqzz{nr}x"));
        let text = self.until(&format!("qqzz{nr}x"));
        self.until("\r\n");
        text
    }

    /// Reads on. False: the end, or nothing more comes.
    pub(crate) fn more(&mut self) -> bool {
        let mut buf = [0u8; 8192];
        match self.s.read(&mut buf) {
            Ok(n @ 1..) => {
                self.seen.extend(&buf[..n]);
                true
            }
            Ok(0) | Err(_) => false,
        }
    }

    /// Reads to the end of the line; gives what had not been looked at.
    pub(crate) fn rest(&mut self) -> Vec<u8> {
        let end = Instant::now() + GEDULD;
        while self.more() {
            assert!(Instant::now() < end, "the line does not end");
        }
        let from = std::mem::replace(&mut self.read, self.seen.len());
        self.seen[from..].to_vec()
    }

    /// All text so far, without telnet's own bytes. Expects that nothing but offers and marks was sent.
    pub(crate) fn read_text(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let mut bytes = self.seen.iter().copied();
        while let Some(b) = bytes.next() {
            match b {
                IAC => {
                    if bytes.next().is_some_and(|verb| (WILL..=DONT).contains(&verb)) {
                        bytes.next();
                    }
                }
                b => out.push(b),
            }
        }
        out
    }

    pub(crate) fn half_close(&mut self) {
        self.s.shutdown(Shutdown::Write).unwrap();
    }
}

pub(crate) fn find(hay: &[u8], needle: &[u8]) -> Option<usize> {
    hay.windows(needle.len()).position(|w| w == needle)
}

pub(crate) fn count(hay: &[u8], needle: &[u8]) -> usize {
    hay.windows(needle.len()).filter(|w| *w == needle).count()
}
