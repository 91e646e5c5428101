//! A server as a child: started, measured from outside, ended.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use crate::wahl::Wahl;
use crate::{Fehler, daten};

/// Hundredths of a second: the unit of /proc.
const TICKS_PER_S: f64 = 100.0;

/// Processor time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cpu {
    pub(crate) ganz: Duration,
    /// Of it in the kernel.
    pub(crate) system: Duration,
}

impl std::ops::Sub for Cpu {
    type Output = Self;

    fn sub(self, before: Self) -> Self {
        let (ganz, system) = (self.ganz - before.ganz, self.system - before.system);
        Self { ganz, system }
    }
}

/// A folder that goes away with whoever holds it.
pub(crate) struct Ordner(pub(crate) PathBuf);

impl Ordner {
    pub(crate) fn new() -> Result<Self, Fehler> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let nr = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("theaterkeller-last-{}-{nr}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path)?;
        Ok(Self(path))
    }
}

impl Drop for Ordner {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A running server.
pub(crate) struct Prozess {
    child: Child,
    pub(crate) addr: SocketAddr,
    log: Option<PathBuf>,
    _ordner: Option<Ordner>,
}

/// Where the house finds what it needs.
pub(crate) struct Platz {
    ordner: Ordner,
}

impl Platz {
    /// A copy of the data with so many halls, and an empty state.
    pub(crate) fn new(wahl: &Wahl, saele: u32) -> Result<Self, Fehler> {
        let ordner = Ordner::new()?;
        daten::kopiere(&wahl.daten, &ordner.0.join("data"), saele)?;
        Ok(Self { ordner })
    }

    pub(crate) fn zustand(&self) -> PathBuf {
        self.ordner.0.join("zustand")
    }
}

impl Prozess {
    /// The house on its own copy of data; it and its folder go away together.
    pub(crate) fn haus(wahl: &Wahl, platz: Platz, sets: &[&str]) -> Result<Self, Fehler> {
        let mut haus = Self::haus_in(wahl, &platz, sets)?;
        haus._ordner = Some(platz.ordner);
        Ok(haus)
    }

    /// The house in a place that stays.
    pub(crate) fn haus_in(wahl: &Wahl, platz: &Platz, sets: &[&str]) -> Result<Self, Fehler> {
        let log = platz.ordner.0.join("log");
        // The house runs in a folder of its own, so a path from here would lead it astray.
        let server = std::path::absolute(&wahl.server)?;
        let mut command = Command::new(server);
        command.arg("serve").arg("--listen").arg(wahl.lauschen.to_string());
        command.arg("--data").arg(platz.ordner.0.join("data"));
        command.arg("--state").arg(platz.zustand());
        let lifted = [
            "grenzen.verbindungen=15000",
            "grenzen.verbindungen_je_adresse=0",
            "grenzen.anmeldungen_je_adresse=0",
            "grenzen.befehle_je_sek=0",
        ];
        for set in lifted.iter().copied().chain(sets.iter().copied()) {
            command.args(["--set", set]);
        }
        for set in &wahl.set {
            command.args(["--set", set]);
        }
        command.current_dir(&platz.ordner.0).stderr(fs::File::create(&log)?);
        Self::start(command, Some(log))
    }

    /// The echo server: this program once more.
    pub(crate) fn echo(wahl: &Wahl) -> Result<Self, Fehler> {
        let mut command = Command::new(std::env::current_exe()?);
        command.arg("--lauschen").arg(wahl.lauschen.to_string()).arg("echo");
        Self::start(command, None)
    }

    /// A program that only writes, to so many listeners.
    pub(crate) fn boden(wahl: &Wahl, hoerer: u32) -> Result<Self, Fehler> {
        let mut command = Command::new(std::env::current_exe()?);
        command.arg("--lauschen").arg(wahl.lauschen.to_string()).arg("boden");
        command.arg(hoerer.to_string());
        Self::start(command, None)
    }

    fn start(mut command: Command, log: Option<PathBuf>) -> Result<Self, Fehler> {
        let program = command.get_program().to_string_lossy().into_owned();
        let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
        let mut child = child.map_err(|e| format!("{program} lässt sich nicht starten ({e})."))?;
        let out = child.stdout.take().ok_or("Der Server hat keine Ausgabe.")?;
        let mut lines = BufReader::new(out).lines();
        let first = lines.by_ref().map_while(Result::ok).find_map(|line| address(&line));
        let Some(addr) = first else {
            let _ = child.kill();
            let _ = child.wait();
            return Err(format!("Der Server öffnet nicht. {}", told(log.as_deref())).into());
        };
        std::thread::spawn(move || lines.for_each(drop));
        Ok(Self { child, addr, log, _ordner: None })
    }

    /// Processor time used so far.
    pub(crate) fn cpu(&self) -> Cpu {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id()));
        let stat = stat.unwrap_or_default();
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
        let ticks = |i: usize| fields.get(i).and_then(|f| f.parse::<f64>().ok()).unwrap_or(0.0);
        let time = |ticks: f64| Duration::from_secs_f64(ticks / TICKS_PER_S);
        Cpu { ganz: time(ticks(11) + ticks(12)), system: time(ticks(12)) }
    }

    /// Memory in use, in bytes.
    pub(crate) fn rss(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find(|l| l.starts_with("VmRSS:"));
        let kib = line.and_then(|l| l.split_whitespace().nth(1)?.parse::<u64>().ok());
        kib.unwrap_or(0) << 10
    }

    /// Lines of its log that are no mere information.
    pub(crate) fn klagen(&self) -> u64 {
        let text = self.log.as_deref().map(fs::read_to_string).and_then(Result::ok);
        let text = text.unwrap_or_default();
        text.lines().filter(|l| l.contains("WARN") || l.contains("ERROR")).count() as u64
    }

    /// Ends at once, as by a fall of the machine.
    pub(crate) fn toete(mut self) {
        self.end();
    }

    fn end(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Prozess {
    fn drop(&mut self) {
        self.end();
    }
}

fn address(line: &str) -> Option<SocketAddr> {
    line.split([' ', ',']).find_map(|w| w.trim_end_matches('.').parse().ok())
}

fn told(log: Option<&Path>) -> String {
    log.map(fs::read_to_string).and_then(Result::ok).unwrap_or_default()
}
