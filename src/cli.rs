//! The command line: arguments to actions to exit codes. The only module, with `main`, that reads arguments and
//! prints. 0: well; 1: the thing checked is not in order; 2: wrong usage, or the house cannot open.

mod admin;
mod fehler;
mod health;
mod logdatei;
mod notify;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use tracing_subscriber::EnvFilter;

use self::logdatei::Logdatei;
use self::notify::Manager;
use crate::config::{Config, Logform, Logziel};
use crate::quelle::{Fault, Quelle, nearest};
use crate::welt::dateien;
use crate::{daten, server, simulate, spielarten};

const VORLAGE: &str = "{about}\n\nAufruf: {usage}\n\n{all-args}";

#[derive(Parser)]
#[command(name = "theaterkeller", version, help_template = VORLAGE)]
#[command(about = "Ein Kartenkeller im Text, über telnet.")]
#[command(
    disable_help_subcommand = true,
    subcommand_help_heading = "Befehle",
    next_help_heading = "Optionen"
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    ort: Ort,
}

/// Where things lie; the same for all commands.
#[derive(Args, Clone)]
struct Ort {
    /// Einstellungen, sonst config.toml, wenn es die gibt
    #[arg(long, global = true, value_name = "DATEI")]
    config: Option<PathBuf>,
    /// Adresse, auf der das Haus lauscht; mehrmals möglich
    #[arg(long, global = true, value_name = "ADRESSE")]
    listen: Vec<String>,
    /// Ordner für Konten, Geld und laufende Spiele
    #[arg(long, global = true, value_name = "ORDNER")]
    state: Option<PathBuf>,
    /// Ordner mit Räumen, Freunden und Texten
    #[arg(long, global = true, value_name = "ORDNER")]
    data: Option<PathBuf>,
    /// Überschreibt eine Einstellung; mehrmals möglich
    #[arg(long, global = true, value_name = "SCHLÜSSEL=WERT")]
    set: Vec<String>,
}

#[derive(Subcommand)]
enum Command {
    /// Öffnet das Haus (das geschieht auch ohne Befehl)
    Serve,
    /// Fragt ein offenes Haus, ob alles läuft
    Health,
    /// Prüft Einstellungen und Daten und nennt jeden Fehler mit Datei, Zeile und Spalte
    Check,
    /// Lässt Freunde des Hauses gegeneinander spielen
    Simulate(Simulate),
    /// Spielt Aufzeichnungen nach und prüft sie
    Verify {
        /// Aufzeichnungen
        #[arg(required = true, value_name = "DATEI")]
        files: Vec<PathBuf>,
    },
    /// Arbeitet am Zustand, das Haus darf dabei offen sein
    #[command(subcommand)]
    Admin(admin::Admin),
}

#[derive(Args)]
struct Simulate {
    /// russisch, miwin oder word
    #[arg(long, value_name = "SPIEL")]
    game: String,
    /// Wer je Platz sitzt, mit Kommas: leicht, mittel, stark oder ein Maßstab (docs/freunde.md)
    #[arg(long, value_name = "STUFEN", value_delimiter = ',')]
    seats: Vec<String>,
    /// Wie viele Spiele
    #[arg(long, value_name = "ZAHL", default_value_t = 1)]
    games: u32,
    /// Runden eines Spiels, bei Miwin und Word die Zahl der Ausgaben
    #[arg(long, value_name = "ZAHL")]
    rounds: Option<u32>,
    /// Gleicher Samen, gleiche Spiele
    #[arg(long, value_name = "ZAHL")]
    seed: Option<u64>,
    /// Ordner für Aufzeichnungen, eine Datei je Spiel
    #[arg(long, value_name = "ORDNER")]
    records: Option<PathBuf>,
    /// Spielt jedes Spiel noch einmal, mit diesem statt dem zuerst genannten, und vergleicht
    #[arg(long, value_name = "STUFE")]
    against: Option<String>,
    /// Füllt vor jeder Ausgabe alle Steine wieder auf (Miwin und Word)
    #[arg(long)]
    refill: bool,
    /// Ein JSON-Objekt statt einer Tabelle
    #[arg(long)]
    json: bool,
}

/// Runs what the arguments say.
pub fn run(args: impl IntoIterator<Item = std::ffi::OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(e) => return fehler::usage(&e),
    };
    match cli.command.unwrap_or(Command::Serve) {
        Command::Serve => serve(&cli.ort),
        Command::Health => health(&cli.ort),
        Command::Check => check(&cli.ort),
        Command::Simulate(s) => simulate(&cli.ort, s),
        Command::Verify { files } => verify(&cli.ort, &files),
        Command::Admin(a) => match config(&cli.ort) {
            Ok(config) => admin::run(&config, a),
            Err(faults) => refuse(&faults),
        },
    }
}

/// Prints for people. Failing to print is no reason to stop.
fn say(text: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stdout().lock(), "{text}");
}

fn complain(text: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

fn refuse(faults: &[Fault]) -> ExitCode {
    faults.iter().for_each(|f| complain(&f.to_string()));
    ExitCode::from(2)
}

/// `--set` pairs as written.
fn sets(ort: &Ort) -> Result<Vec<(String, String)>, Vec<Fault>> {
    let split = |s: &String| {
        let fault = || {
            let q = Quelle::new("--set", s.clone());
            q.fault(
                0,
                format!("In „{s}“ fehlt das Gleichheitszeichen."),
                "Schreib zum Beispiel --set geld.startgeld=500.",
            )
        };
        s.split_once('=')
            .map(|(k, v)| (k.trim().to_string(), v.trim().to_string()))
            .ok_or_else(|| vec![fault()])
    };
    ort.set.iter().map(split).collect()
}

fn config(ort: &Ort) -> Result<Config, Vec<Fault>> {
    let quelle = match &ort.config {
        Some(path) => dateien::read_file(path, &path.display().to_string()).map_err(|f| vec![f])?,
        None if PathBuf::from("config.toml").exists() => {
            dateien::read_file(&PathBuf::from("config.toml"), "config.toml").map_err(|f| vec![f])?
        }
        None => Quelle::default(),
    };
    let mut sets = sets(ort)?;
    if !ort.listen.is_empty() {
        let list: Vec<String> =
            ort.listen.iter().map(|a| serde_json::Value::from(a.as_str()).to_string()).collect();
        sets.push(("server.adressen".into(), format!("[{}]", list.join(", "))));
    }
    let mut config = Config::read(&quelle, &sets)?;
    if let Some(state) = &ort.state {
        config.server.zustand.clone_from(state);
    }
    if let Some(data) = &ort.data {
        config.server.daten.clone_from(data);
    }
    Ok(config)
}

fn serve(ort: &Ort) -> ExitCode {
    let config = match config(ort) {
        Ok(config) => config,
        Err(faults) => return refuse(&faults),
    };
    let log = match start_log(&config) {
        Ok(log) => log,
        Err(satz) => {
            complain(&satz);
            return ExitCode::from(2);
        }
    };
    let manager = Manager::new(std::env::var_os("NOTIFY_SOCKET"));
    match server::serve(config, &Draussen { log, manager }) {
        Ok(()) => {
            say("Der Theaterkeller ist zu. Auf bald!");
            ExitCode::SUCCESS
        }
        Err(satz) => {
            complain(&satz);
            ExitCode::from(2)
        }
    }
}

/// Whoever has started the house: a person at a screen, or a service manager.
struct Draussen {
    /// If the log goes into a file.
    log: Option<Logdatei>,
    manager: Manager,
}

impl server::Aussen for Draussen {
    fn offen(&self, offen: &server::Offen) {
        let list = |addrs: &[std::net::SocketAddr]| {
            let all: Vec<String> = addrs.iter().map(ToString::to_string).collect();
            crate::deutsch::und_liste(&all)
        };
        let first = format!("Der Theaterkeller ist offen auf {}.", list(&offen.telnet));
        say(&first);
        let further = [
            ("Verschlüsselt (TLS) auf", &offen.tls),
            ("Für Browser (WebSocket) auf", &offen.websocket),
            ("Kennzahlen auf", &offen.kennzahlen),
        ];
        for (what, addrs) in further.into_iter().filter(|(_, addrs)| !addrs.is_empty()) {
            say(&format!("{what} {}.", list(addrs)));
        }
        if let Some(first) = offen.telnet.first() {
            say(&format!("Verbinden: telnet {} {}", host(first), first.port()));
        }
        self.manager.tell(&format!("READY=1\nSTATUS={first}"));
    }

    fn laedt(&self) {
        self.log.iter().for_each(Logdatei::reopen);
        self.manager.tell("STATUS=Die Daten werden neu geladen.");
    }

    fn geladen(&self) {
        self.manager.tell("STATUS=Der Theaterkeller ist offen.");
    }

    fn schliesst(&self) {
        self.manager.tell("STOPPING=1\nSTATUS=Das Haus schließt.");
    }
}

/// 0: open and well; 1: not.
fn health(ort: &Ort) -> ExitCode {
    let config = match config(ort) {
        Ok(config) => config,
        Err(faults) => return refuse(&faults),
    };
    match health::check(&config) {
        Ok(satz) => {
            say(&satz);
            ExitCode::SUCCESS
        }
        Err(satz) => {
            complain(&satz);
            ExitCode::from(1)
        }
    }
}

fn host(addr: &std::net::SocketAddr) -> String {
    if addr.ip().is_loopback() || addr.ip().is_unspecified() {
        "localhost".into()
    } else {
        addr.ip().to_string()
    }
}

/// Reads the filter. Errors: it cannot be read, or a bare word is no level. The reader would take `inof` for a
/// module's name and log nothing else, so only modules of this program may stand alone.
fn log_filter(written: &str) -> Result<EnvFilter, String> {
    const STUFEN: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];
    let bare = |w: &&str| !w.is_empty() && w.chars().all(|c| c.is_ascii_alphabetic() || c == '_');
    let known = |w: &str| w == "theaterkeller" || STUFEN.iter().any(|s| s.eq_ignore_ascii_case(w));
    if let Some(wrong) = written.split(',').map(str::trim).filter(bare).find(|w| !known(w)) {
        let hint = nearest(wrong, STUFEN).map_or_else(
            || format!("Möglich ist: {}.", STUFEN.join(", ")),
            |w| format!("Meintest Du „{w}“?"),
        );
        return Err(format!("Im Filter für das Log ist „{wrong}“ keine Stufe. {hint}"));
    }
    EnvFilter::try_new(written)
        .map_err(|e| format!("Der Filter für das Log ist nicht zu verstehen ({e})."))
}

/// Gives the file, if the log goes into one.
fn start_log(config: &Config) -> Result<Option<Logdatei>, String> {
    let filter = log_filter(&config.log.filter)?;
    // Colour is for a screen, not for the files and collectors that a server's output ends in.
    let colour = std::io::IsTerminal::is_terminal(&std::io::stderr());
    let builder = tracing_subscriber::fmt().with_ansi(colour).with_env_filter(filter);
    // A log that cannot be written is no reason to stop: complaining of it on an error stream that is full as well
    // would end the task that had something to say.
    let builder = builder.log_internal_errors(false);
    let mut datei = None;
    let started = match (&config.log.ziel, config.log.form) {
        (Logziel::Stderr, Logform::Text) => builder.with_writer(std::io::stderr).try_init(),
        (Logziel::Stderr, Logform::Json) => builder.json().with_writer(std::io::stderr).try_init(),
        (Logziel::Datei(path), form) => {
            let log = Logdatei::open(path).map_err(|e| {
                format!("Das Log „{}“ lässt sich nicht schreiben ({e}).", path.display())
            })?;
            datei = Some(log.clone());
            let builder = builder.with_ansi(false).with_writer(move || log.clone());
            if form == Logform::Json { builder.json().try_init() } else { builder.try_init() }
        }
    };
    started.map_err(|e| format!("Das Log lässt sich nicht öffnen ({e})."))?;
    Ok(datei)
}

fn check(ort: &Ort) -> ExitCode {
    let (config, mut faults) = match config(ort) {
        Ok(config) => (config, Vec::new()),
        Err(faults) => (Config::default(), faults),
    };
    let mut config = config;
    let filter = log_filter(&config.log.filter).err();
    if let Some(data) = &ort.data {
        config.server.daten.clone_from(data);
    }
    let mut warnings = Vec::new();
    match daten::lade(&config.server.daten) {
        Ok(welt) => warnings = welt.warnungen,
        Err(more) => faults.extend(more),
    }
    warnings.iter().for_each(|w| complain(&format!("Hinweis: {w}")));
    if faults.is_empty() && filter.is_none() {
        say("Einstellungen und Daten sind in Ordnung.");
        return ExitCode::SUCCESS;
    }
    faults.iter().for_each(|f| complain(&f.to_string()));
    filter.iter().for_each(|f| complain(f));
    let n = i64::try_from(faults.len() + filter.iter().len()).unwrap_or(i64::MAX);
    complain(&format!("{} gefunden.", crate::deutsch::zaehle(n, "Fehler", "Fehler")));
    ExitCode::from(1)
}

fn simulate(ort: &Ort, s: Simulate) -> ExitCode {
    let result = sets(ort).map_err(|f| f[0].to_string()).and_then(|set| {
        let art = spielarten::find(&s.game)?;
        let config =
            config(&Ort { set: Vec::new(), ..ort.clone() }).map_err(|f| f[0].to_string())?;
        let options = simulate::Options {
            seats: s.seats,
            games: s.games,
            rounds: s.rounds,
            seed: s.seed,
            records: s.records,
            against: s.against,
            refill: s.refill,
            set,
            vorrat: daten::vorrat(&config.server.daten),
        };
        (art.simulate)(&options)
    });
    match result {
        Ok(report) => {
            say(&if s.json { report.to_json().to_string() } else { report.to_text() });
            ExitCode::SUCCESS
        }
        Err(satz) => {
            complain(&satz);
            ExitCode::from(2)
        }
    }
}

/// Every file is checked; the first fault of each is named with its line.
fn verify(ort: &Ort, files: &[PathBuf]) -> ExitCode {
    let daten =
        config(ort).map(|c| c.server.daten).unwrap_or_else(|_| Config::default().server.daten);
    let vorrat = daten::vorrat(&daten);
    let mut bad = 0;
    for path in files {
        let name = path.display();
        let read = std::fs::read_to_string(path)
            .map_err(|e| format!("{name}: lässt sich nicht lesen ({e})."));
        let checked = read.and_then(|text| {
            spielarten::verify(&text, &vorrat).map_err(|m| format!("{name}: {m}"))
        });
        match checked {
            Ok(befund) if files.len() <= 20 => {
                say(&format!("{name}: in Ordnung, {} Züge.", befund.zuege));
            }
            Ok(_) => {}
            Err(satz) => {
                bad += 1;
                complain(&satz);
            }
        }
    }
    let n = i64::try_from(files.len()).unwrap_or(i64::MAX);
    say(&format!(
        "{} geprüft, {bad} davon nicht in Ordnung.",
        crate::deutsch::zaehle(n, "Aufzeichnung", "Aufzeichnungen")
    ));
    ExitCode::from(u8::from(bad > 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_log_level_is_not_taken_for_a_module() {
        for good in ["info", "", "WARN", "info,theaterkeller::tisch=debug", "theaterkeller", "2"] {
            assert!(log_filter(good).is_ok(), "{good}");
        }
        assert!(log_filter("inof").err().unwrap().contains("Meintest Du „info“?"));
        assert!(log_filter("info, laut").err().unwrap().contains("„laut“ keine Stufe"));
        assert!(log_filter("a=b=c").is_err());
    }
}
