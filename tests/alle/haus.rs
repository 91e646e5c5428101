//! Runs the real server for a test: its own state folder, a port of the system's choice, friends without a pause. It
//! can be closed as an admin does it, and killed as a power cut does it. Knows no game.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::klient::Klient;

/// Longer than any answer takes on a busy machine; only a test that fails waits for it.
pub(crate) const GEDULD: Duration = Duration::from_secs(60);

/// A folder that is gone when the test is over.
pub(crate) struct Ordner(PathBuf);

impl Ordner {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let nr = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("abend-{}-{nr}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Ordner {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(ToString::to_string).collect()
}

/// A running server.
pub(crate) struct Haus {
    ordner: Ordner,
    sets: Vec<String>,
    /// The command that starts the server as its last words; empty: nothing stands before it.
    huelle: Vec<String>,
    /// Addresses to listen on.
    horcht: Vec<String>,
    /// Lines that the server has printed after the first.
    gesagt: Arc<Mutex<Vec<String>>>,
    child: Option<Child>,
    pub(crate) addr: SocketAddr,
}

impl Haus {
    pub(crate) fn open() -> Self {
        Self::with(&[])
    }

    /// Not open yet: friends play at once and say nothing, so that every line is the answer to something.
    fn closed(ordner: Ordner, sets: &[String]) -> Self {
        let quick = ["tempo.freund_pause_ms=[0,0]", "tempo.spruch_sek=0"].map(str::to_string);
        Self {
            ordner,
            sets: [&quick, sets].concat(),
            huelle: Vec::new(),
            horcht: horcht(),
            gesagt: Arc::default(),
            child: None,
            addr: ([127, 0, 0, 1], 0).into(),
        }
    }

    fn opened(mut self) -> Self {
        self.restart();
        self
    }

    /// With further `--set` pairs.
    pub(crate) fn with(sets: &[&str]) -> Self {
        Self::closed(Ordner::new(), &owned(sets)).opened()
    }

    /// Listens elsewhere than on a port of 127.0.0.1. `addr` is the last address that the server names.
    pub(crate) fn on(horcht: &[&str], sets: &[&str]) -> Self {
        let mut haus = Self::closed(Ordner::new(), &owned(sets));
        haus.horcht = owned(horcht);
        haus.opened()
    }

    /// Started by another program, whose last words are the server's command line.
    pub(crate) fn inside(huelle: &[&str]) -> Self {
        let mut haus = Self::closed(Ordner::new(), &[]);
        haus.huelle = owned(huelle);
        haus.opened()
    }

    /// With a copy of the data in which Oleg's room has other keys: each pair is a line as it stands and the one
    /// that takes its place.
    pub(crate) fn with_keller(pairs: &[(&str, &str)]) -> Self {
        Self::with_room("olegs_keller", pairs)
    }

    /// As [`Self::with_keller`], for any room.
    pub(crate) fn with_room(room: &str, pairs: &[(&str, &str)]) -> Self {
        let ordner = Ordner::new();
        let daten = ordner.path().join("data");
        copy(&root().join("data"), &daten);
        let path = daten.join(format!("raeume/{room}.toml"));
        let mut text = fs::read_to_string(&path).unwrap();
        for (old, new) in pairs {
            assert!(text.contains(old), "the room has no line {old}");
            text = text.replace(old, new);
        }
        fs::write(&path, text).unwrap();
        let sets = [format!("server.daten={:?}", daten.to_str().unwrap())];
        Self::closed(ordner, &sets).opened()
    }

    /// Opens it once more with further `--set` pairs.
    pub(crate) fn set_more(&mut self, sets: &[&str]) {
        self.close();
        self.sets.extend(sets.iter().map(ToString::to_string));
        self.restart();
    }

    /// Starts again on the same state, after [`Self::kill`] or [`Self::close`].
    pub(crate) fn restart(&mut self) {
        assert!(self.child.is_none(), "the house is open already");
        let log = fs::OpenOptions::new().create(true).append(true).open(self.log()).unwrap();
        let mut serve = self.command(&["serve"]);
        for address in &self.horcht {
            serve.args(["--listen", address]);
        }
        let mut child = serve.stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = lines.next().unwrap_or_else(|| panic!("{}", self.log_text())).unwrap();
        let words = first.trim_end_matches('.').rsplit(' ');
        self.addr =
            words.into_iter().next().unwrap().parse().expect("the first line ends in the address");
        // Reads on, so that the server never writes into a closed pipe.
        let said = Arc::clone(&self.gesagt);
        std::thread::spawn(move || {
            lines.map_while(Result::ok).for_each(|l| said.lock().unwrap().push(l));
        });
        self.child = Some(child);
    }

    /// Waits until the server has printed a line that begins so, and gives its rest.
    pub(crate) fn sagt(&self, beginn: &str) -> String {
        let deadline = Instant::now() + GEDULD;
        loop {
            let said = self.gesagt.lock().unwrap().clone();
            if let Some(rest) = said.iter().find_map(|l| l.strip_prefix(beginn)) {
                return rest.to_string();
            }
            assert!(Instant::now() < deadline, "the house never says {beginn}: {said:?}");
            std::thread::yield_now();
        }
    }

    /// Kills the server as kill -9 does.
    pub(crate) fn kill(&mut self) {
        let mut child = self.child.take().expect("the house is open");
        child.kill().unwrap();
        child.wait().unwrap();
    }

    /// Sends a signal: "TERM", "HUP". If another program stands around the server, the server gets it.
    pub(crate) fn signal(&self, name: &str) {
        let pid = self.child.as_ref().expect("the house is open").id();
        let pid = child_of(pid).unwrap_or(pid);
        let sent =
            Command::new("sh").arg("-c").arg(format!("kill -{name} {pid}")).status().unwrap();
        assert!(sent.success());
    }

    /// Waits until the server has ended by itself, and gives its exit code.
    pub(crate) fn exit_code(&mut self) -> Option<i32> {
        let mut child = self.child.take().expect("the house is open");
        let deadline = Instant::now() + GEDULD;
        loop {
            if let Some(status) = child.try_wait().unwrap() {
                return status.code();
            }
            assert!(Instant::now() < deadline, "the house does not close");
            std::thread::yield_now();
        }
    }

    /// Closes the house as an admin does, and expects that all is well.
    pub(crate) fn close(&mut self) {
        self.signal("TERM");
        assert_eq!(self.exit_code(), Some(0), "{}", self.log_text());
    }

    pub(crate) fn klient(&self) -> Klient {
        Klient::new(self.addr)
    }

    /// Runs another command of the binary on this state.
    pub(crate) fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().unwrap()
    }

    /// Proves the ledger from its rows.
    pub(crate) fn ledger_is_even(&self) {
        let out = self.run(&["admin", "ledger"]);
        let text = String::from_utf8_lossy(&out.stdout).into_owned();
        assert!(out.status.success() && text.contains("Summe 0"), "{text}");
    }

    fn command(&self, args: &[&str]) -> Command {
        let server = env!("CARGO_BIN_EXE_theaterkeller").to_string();
        let words: Vec<&String> = self.huelle.iter().chain([&server]).collect();
        let mut command = Command::new(words[0]);
        command.current_dir(root()).args(&words[1..]).arg("--state").arg(self.zustand());
        self.sets.iter().for_each(|s| {
            command.args(["--set", s]);
        });
        command.args(args);
        command
    }

    pub(crate) fn zustand(&self) -> PathBuf {
        self.ordner.path().join("zustand")
    }

    /// The copy of the data of [`Self::with_keller`].
    pub(crate) fn daten(&self) -> PathBuf {
        self.ordner.path().join("data")
    }

    fn log(&self) -> PathBuf {
        self.ordner.path().join("log")
    }

    pub(crate) fn log_text(&self) -> String {
        fs::read_to_string(self.log()).unwrap_or_default()
    }

    /// All records of finished games. Nobody at the table waits for the file, so this does.
    pub(crate) fn records(&self) -> Vec<PathBuf> {
        let begin = Instant::now();
        while self.records_on_their_way() > 0 {
            assert!(begin.elapsed() < GEDULD, "a record becomes no file");
            std::thread::sleep(Duration::from_millis(5));
        }
        let mut found = Vec::new();
        find(&self.zustand(), &mut found);
        found
    }
}

impl Haus {
    /// Finished records that are no files yet; none either where there is no database to look into.
    fn records_on_their_way(&self) -> i64 {
        let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
        let path = self.zustand().join("theaterkeller.db");
        let count = rusqlite::Connection::open_with_flags(path, flags).and_then(|conn| {
            let sql = "SELECT count(*) FROM aufzeichnung WHERE datei IS NOT NULL";
            conn.query_row(sql, (), |row| row.get(0))
        });
        count.unwrap_or(0)
    }
}

impl Drop for Haus {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
        if std::thread::panicking() {
            let log = self.log_text();
            println!("log of the house:\n{}", log.get(..log.len().min(4000)).unwrap_or(&log));
        }
    }
}

/// A port of the system's choice.
fn horcht() -> Vec<String> {
    vec!["127.0.0.1:0".to_string()]
}

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The process that this one has started, if there is one.
fn child_of(parent: u32) -> Option<u32> {
    let parent = parent.to_string();
    fs::read_dir("/proc").ok()?.flatten().find_map(|entry| {
        let pid = entry.file_name().to_str()?.parse().ok()?;
        let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
        // Behind the name, which may hold anything: the state, then the parent.
        let of = stat.rsplit_once(") ")?.1.split(' ').nth(1)?;
        (of == parent).then_some(pid)
    })
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

fn find(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            find(&path, found);
        } else if path.extension().is_some_and(|e| e == "jsonl") {
            found.push(path);
        }
    }
}
