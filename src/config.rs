//! `config.toml` as meant: every key has a default, and `--set key=value` overrides any of them.
//! Reads no disk and no arguments; both are handed in.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use crate::limits::AMOUNT_MAX;
use crate::quelle::{Art, Fault, Ort, Quelle, Schluessel, Tafel, Wert};
use crate::text::Farben;

/// All settings of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    pub server: Server,
    pub tls: Tls,
    pub websocket: Websocket,
    pub proxy: Proxy,
    pub kennzahlen: Kennzahlen,
    pub tempo: Tempo,
    pub geld: Geld,
    pub grenzen: Grenzen,
    pub log: Log,
    /// What has which colour for those who want colours.
    pub farben: Farben,
}

/// Where the server listens and where its things lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    /// At least one.
    pub adressen: Vec<SocketAddr>,
    /// Accounts, ledger, journals.
    pub zustand: PathBuf,
    /// Rooms, friends, texts.
    pub daten: PathBuf,
}

/// The door with TLS. Closed while it has no address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tls {
    pub adressen: Vec<SocketAddr>,
    /// The chain, own certificate first, as PEM.
    pub zertifikat: PathBuf,
    /// The private key, as PEM.
    pub schluessel: PathBuf,
}

/// The door for browsers. Closed while it has no address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Websocket {
    pub adressen: Vec<SocketAddr>,
    /// Origins that may connect; empty: all.
    pub herkunft: Vec<String>,
}

/// Who may say on whose behalf it connects (PROXY protocol, version 2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proxy {
    /// Addresses; from these every connection has to begin with the header. Empty: nobody.
    pub von: Vec<IpAddr>,
}

/// The port for whoever watches over the house. Closed while it has no address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kennzahlen {
    /// At most one, of the own machine.
    pub adressen: Vec<SocketAddr>,
}

/// How fast the house plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tempo {
    /// Shortest and longest pause of a friend before he moves.
    pub freund_pause_ms: (u64, u64),
    /// Least time between two sayings of friends at one table, greetings apart; 0: they say nothing at all.
    pub spruch_sek: u32,
}

/// Money the house gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geld {
    /// Taler of a new account.
    pub startgeld: i64,
    /// Taler for washing glasses.
    pub spuelen: i64,
    /// Only who has less may wash.
    pub spuelen_unter: i64,
    pub spuelen_pause_sek: u64,
    /// Spielgeld of a guest, and to which an account holder's is topped up daily.
    pub gastgeld: i64,
}

/// Bounds against too much of anything; 0 lifts a bound where that is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grenzen {
    /// All connections together.
    pub verbindungen: u32,
    /// 0 = none.
    pub verbindungen_je_adresse: u32,
    /// Not yet logged in; 0 = none.
    pub anmeldungen_je_adresse: u32,
    /// From connecting to being logged in.
    pub anmeldung_sek: u64,
    /// In the long run; 0 = none.
    pub befehle_je_sek: u32,
    /// At once, after a rest.
    pub befehle_am_stueck: u32,
    /// What waits for a line that does not read.
    pub ausgabe_kib: u32,
    /// Lines compressed at once; each takes some hundred KiB.
    pub gepackte_leitungen: u32,
    /// For TLS, the WebSocket's request and the PROXY header together.
    pub handschlag_sek: u64,
    /// After so many wrong passwords an account or network has to wait.
    pub fehlversuche: u32,
    /// Doubles with each further one, up to an hour.
    pub fehlversuch_pause_sek: u64,
    /// Whoever types nothing for so long, and is at no table, is sent to sleep; 0 = never.
    pub untaetig_sek: u64,
}

/// Where the log goes and how much of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    pub ziel: Logziel,
    /// In the notation of `EnvFilter`: "info", "theaterkeller=debug".
    pub filter: String,
    pub form: Logform,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Logziel {
    Stderr,
    Datei(PathBuf),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Logform {
    Text,
    Json,
}

impl Config {
    /// Reads the file's text, then lays `sets` over it: dotted key and value, the value in TOML;
    /// what is no TOML is taken as a bare word. Errors: every fault; those of a `--set` are in the
    /// file `--set`, with the number of the option as line.
    pub fn read(quelle: &Quelle, sets: &[(String, String)]) -> Result<Self, Vec<Fault>> {
        let layered = Layered::new(quelle, sets)?;
        let mut k = Schluessel::new(&layered.quelle, layered.tafel.clone());
        let config = Self {
            server: section(&mut k, "server", Server::read),
            tls: section(&mut k, "tls", Tls::read),
            websocket: section(&mut k, "websocket", Websocket::read),
            proxy: section(&mut k, "proxy", Proxy::read),
            kennzahlen: section(&mut k, "kennzahlen", Kennzahlen::read),
            tempo: section(&mut k, "tempo", Tempo::read),
            geld: section(&mut k, "geld", Geld::read),
            grenzen: section(&mut k, "grenzen", Grenzen::read),
            log: section(&mut k, "log", Log::read),
            farben: section(&mut k, "farben", farben),
        };
        let faults = layered.name_sets(k.done());
        if faults.is_empty() { Ok(config) } else { Err(faults) }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self::read(&Quelle::default(), &[]).expect("every key has a default")
    }
}

/// Words for colours, and the SGR number of each.
const FARBWORTE: [(&str, Option<u8>); 9] = [
    ("keine", None),
    ("fett", Some(1)),
    ("rot", Some(31)),
    ("grün", Some(32)),
    ("gelb", Some(33)),
    ("blau", Some(34)),
    ("lila", Some(35)),
    ("türkis", Some(36)),
    ("hell", Some(97)),
];

fn farben(k: &mut Schluessel<'_>) -> Farben {
    let words = FARBWORTE.map(|(w, _)| w);
    let default = Farben::default();
    let mut one = |key, default: Option<u8>| {
        let at = FARBWORTE.iter().position(|(_, n)| *n == default).unwrap_or(0);
        FARBWORTE[k.wahl(key, &words, at)].1
    };
    Farben {
        namen: one("namen", default.namen),
        karten: one("karten", default.karten),
        wichtig: one("wichtig", default.wichtig),
        befehle: one("befehle", default.befehle),
    }
}

/// Reads one section; a missing one is all defaults.
fn section<T>(k: &mut Schluessel<'_>, key: &'static str, read: fn(&mut Schluessel<'_>) -> T) -> T {
    let tafel = k.tafel(key).unwrap_or_default();
    let mut inner = Schluessel::new(k.quelle(), tafel);
    let out = read(&mut inner);
    k.faults.extend(inner.done());
    out
}

impl Server {
    fn read(k: &mut Schluessel<'_>) -> Self {
        let folder =
            |t: Option<String>, default: &str| PathBuf::from(t.as_deref().unwrap_or(default));
        Self {
            adressen: addresses(k, Noetig::Ja),
            zustand: folder(k.text_oder_nichts("zustand"), "zustand"),
            daten: folder(k.text_oder_nichts("daten"), "data"),
        }
    }
}

impl Tls {
    /// With an address it needs both files.
    fn read(k: &mut Schluessel<'_>) -> Self {
        let adressen = addresses(k, Noetig::Nein);
        let ort = k.ort();
        let mut file = |key| PathBuf::from(k.text_oder_nichts(key).unwrap_or_default());
        let (zertifikat, schluessel) = (file("zertifikat"), file("schluessel"));
        let missing = zertifikat.as_os_str().is_empty() || schluessel.as_os_str().is_empty();
        if missing && !adressen.is_empty() {
            let what = "TLS braucht ein Zertifikat und einen Schlüssel.";
            k.fault(ort, what, "Nenn beide Dateien: zertifikat = \"...\", schluessel = \"...\".");
        }
        Self { adressen, zertifikat, schluessel }
    }
}

impl Websocket {
    fn read(k: &mut Schluessel<'_>) -> Self {
        let adressen = addresses(k, Noetig::Nein);
        let herkunft = k.texte("herkunft").into_iter().map(|(_, t)| t).collect();
        Self { adressen, herkunft }
    }
}

impl Kennzahlen {
    fn read(k: &mut Schluessel<'_>) -> Self {
        let before = k.faults.len();
        let adressen = addresses(k, Noetig::Nein);
        if adressen.len() > 1 || adressen.iter().any(|a| !a.ip().to_canonical().is_loopback()) {
            let what = "Die Kennzahlen gibt es an einer Adresse, und nur auf dieser Maschine.";
            k.faults.truncate(before);
            k.fault(k.ort(), what, "Zum Beispiel [\"127.0.0.1:4040\"].");
        }
        Self { adressen }
    }
}

impl Proxy {
    fn read(k: &mut Schluessel<'_>) -> Self {
        let mut von = Vec::new();
        for (ort, text) in k.texte("von") {
            match text.parse() {
                Ok(ip) => von.push(ip),
                Err(_) => {
                    let hint = "So sehen sie aus: \"127.0.0.1\" oder \"::1\".";
                    k.fault(ort, "Das ist keine Adresse.", hint);
                }
            }
        }
        Self { von }
    }
}

/// Whether a door has to be open.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Noetig {
    Ja,
    Nein,
}

fn addresses(k: &mut Schluessel<'_>, noetig: Noetig) -> Vec<SocketAddr> {
    let default = || match noetig {
        Noetig::Ja => vec![SocketAddr::from(([127, 0, 0, 1], 4000)), local_v6()],
        Noetig::Nein => Vec::new(),
    };
    let Some(wert) = k.take("adressen") else { return default() };
    let list = match wert.art {
        Art::Liste(l) => l,
        art => vec![Wert { ort: wert.ort, art }],
    };
    if list.is_empty() && noetig == Noetig::Ja {
        k.fault(wert.ort, "Ohne Adresse kann sich niemand verbinden.", "Nenn mindestens eine.");
    }
    let mut out = Vec::new();
    for w in list {
        let read = if let Art::Text(t) = &w.art { t.parse().ok() } else { None };
        match read {
            Some(address) => out.push(address),
            None => {
                let hint = "So sehen sie aus: \"127.0.0.1:4000\" oder \"[::1]:4000\".";
                k.fault(w.ort, "Das ist keine Adresse mit Port.", hint);
            }
        }
    }
    out
}

fn local_v6() -> SocketAddr {
    SocketAddr::from((std::net::Ipv6Addr::LOCALHOST, 4000))
}

impl Tempo {
    fn read(k: &mut Schluessel<'_>) -> Self {
        let spruch_sek = u32::try_from(k.zahl("spruch_sek", 25, 0..=86_400)).unwrap_or(25);
        let default = Self { freund_pause_ms: (600, 2500), spruch_sek };
        if !k.has("freund_pause_ms") {
            return default;
        }
        let before = k.faults.len();
        let Some(Wert { ort, art }) = k.take("freund_pause_ms") else { return default };
        if let Art::Liste(list) = &art
            && let [Wert { art: Art::Zahl(from), .. }, Wert { art: Art::Zahl(to), .. }] = list[..]
            && (0..=60_000).contains(&from)
            && (from..=60_000).contains(&to)
        {
            return Self { freund_pause_ms: (from.unsigned_abs(), to.unsigned_abs()), spruch_sek };
        }
        if k.faults.len() == before {
            let what = "„freund_pause_ms“ braucht zwei Zahlen: die kürzeste und die längste Pause.";
            k.fault(ort, what, "Erlaubt ist 0 bis 60000, zum Beispiel [600, 2500].");
        }
        default
    }
}

impl Geld {
    fn read(k: &mut Schluessel<'_>) -> Self {
        Self {
            startgeld: k.zahl("startgeld", 10_000, 0..=AMOUNT_MAX),
            spuelen: k.zahl("spuelen", 250, 0..=AMOUNT_MAX),
            spuelen_unter: k.zahl("spuelen_unter", 500, 0..=AMOUNT_MAX),
            spuelen_pause_sek: unsigned(k, "spuelen_pause_sek", 600, 86_400),
            gastgeld: k.zahl("gastgeld", 10_000, 0..=AMOUNT_MAX),
        }
    }
}

fn unsigned(k: &mut Schluessel<'_>, key: &'static str, default: i64, max: i64) -> u64 {
    k.zahl(key, default, 0..=max).unsigned_abs()
}

impl Grenzen {
    fn read(k: &mut Schluessel<'_>) -> Self {
        let mut n = |key, default, from| {
            u32::try_from(k.zahl(key, default, from..=1_000_000)).expect("the range fits")
        };
        let verbindungen = n("verbindungen", 12_000, 1);
        let verbindungen_je_adresse = n("verbindungen_je_adresse", 64, 0);
        let anmeldungen_je_adresse = n("anmeldungen_je_adresse", 16, 0);
        let befehle_je_sek = n("befehle_je_sek", 50, 0);
        let befehle_am_stueck = n("befehle_am_stueck", 100, 1);
        let ausgabe_kib = n("ausgabe_kib", 256, 16);
        let gepackte_leitungen = n("gepackte_leitungen", 256, 0);
        let fehlversuche = n("fehlversuche", 5, 1);
        Self {
            verbindungen,
            verbindungen_je_adresse,
            anmeldungen_je_adresse,
            anmeldung_sek: k.zahl("anmeldung_sek", 300, 5..=3600).unsigned_abs(),
            befehle_je_sek,
            befehle_am_stueck,
            ausgabe_kib,
            gepackte_leitungen,
            handschlag_sek: k.zahl("handschlag_sek", 10, 1..=60).unsigned_abs(),
            fehlversuche,
            fehlversuch_pause_sek: unsigned(k, "fehlversuch_pause_sek", 2, 3600),
            untaetig_sek: unsigned(k, "untaetig_sek", 14_400, 604_800),
        }
    }
}

impl Log {
    fn read(k: &mut Schluessel<'_>) -> Self {
        let ziel = match k.text_oder_nichts("ziel") {
            Some(t) if t != "stderr" => Logziel::Datei(PathBuf::from(t)),
            _ => Logziel::Stderr,
        };
        let filter = k.text_oder_nichts("filter").unwrap_or_else(|| "info".to_string());
        let form = [Logform::Text, Logform::Json][k.wahl("form", &["text", "json"], 0)];
        Self { ziel, filter, form }
    }
}

/// The file's keys with the `--set` options laid over them. The options stand behind the file's
/// text, one a line, so that each value knows its place; [`Layered::name_sets`] turns those places
/// into option numbers.
struct Layered {
    quelle: Quelle,
    tafel: Tafel,
    /// Lines of the file itself.
    lines: usize,
}

impl Layered {
    fn new(file: &Quelle, sets: &[(String, String)]) -> Result<Self, Vec<Fault>> {
        let mut tafel = file.tafel()?;
        let mut text = file.text.clone();
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        let lines = text.matches('\n').count();
        let mut faults = Vec::new();
        for (i, (key, value)) in sets.iter().enumerate() {
            match assignment(key, value) {
                Some(set) => merge(&mut tafel, set, text.len()),
                None => faults.push(bad_key(i, key)),
            }
            text.push_str(&format!("{key}={}\n", value.replace(['\n', '\r'], " ")));
        }
        let quelle = Quelle::new(file.file.clone(), text);
        if faults.is_empty() { Ok(Self { quelle, tafel, lines }) } else { Err(faults) }
    }

    fn name_sets(&self, mut faults: Vec<Fault>) -> Vec<Fault> {
        for f in faults.iter_mut().filter(|f| f.line > self.lines) {
            f.file = "--set".to_string();
            f.line -= self.lines;
        }
        faults
    }
}

/// One `key=value` as a table of tables with one leaf. `None`: the key is no dotted key.
fn assignment(key: &str, value: &str) -> Option<Tafel> {
    let parse = |value: &str| {
        let tafel = Quelle::new("--set", format!("{key}={value}")).tafel().ok()?;
        (!value.contains(['\n', '\r']) && is_path(key)).then_some(tafel)
    };
    parse(value).or_else(|| {
        let mut tafel = parse("\"\"")?;
        *leaf(&mut tafel, key)? = Art::Text(value.to_string());
        Some(tafel)
    })
}

/// Letters, digits and underlines between dots: nothing that could smuggle in a second key.
fn is_path(key: &str) -> bool {
    let part = |p: &str| !p.is_empty() && p.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    key.split('.').all(part)
}

fn leaf<'t>(tafel: &'t mut Tafel, key: &str) -> Option<&'t mut Art> {
    let (first, rest) = key.split_once('.').unwrap_or((key, ""));
    let (_, wert) = tafel.zeilen.get_mut(first)?;
    match (&mut wert.art, rest) {
        (art, "") => Some(art),
        (Art::Tafel(inner), rest) => leaf(inner, rest),
        _ => None,
    }
}

/// Lays a table over another; places are moved behind the file's text.
fn merge(base: &mut Tafel, over: Tafel, by: Ort) {
    for (key, (ort, wert)) in over.zeilen {
        let wert = moved(wert, by);
        match (base.zeilen.get_mut(&key), wert.art) {
            (Some((_, Wert { art: Art::Tafel(inner), .. })), Art::Tafel(set)) => {
                merge(inner, set, 0)
            }
            (_, art) => {
                base.zeilen.insert(key, (ort + by, Wert { ort: wert.ort, art }));
            }
        }
    }
}

fn moved(wert: Wert, by: Ort) -> Wert {
    let art = match wert.art {
        Art::Liste(l) => Art::Liste(l.into_iter().map(|w| moved(w, by)).collect()),
        Art::Tafel(t) => {
            let zeilen = t.zeilen.into_iter().map(|(k, (o, w))| (k, (o + by, moved(w, by))));
            Art::Tafel(Tafel { ort: t.ort + by, zeilen: zeilen.collect() })
        }
        art => art,
    };
    Wert { ort: wert.ort + by, art }
}

fn bad_key(i: usize, key: &str) -> Fault {
    Fault {
        file: "--set".to_string(),
        line: i + 1,
        column: 1,
        what: format!("„{key}“ ist kein Schlüssel."),
        hint: "Schreib --set abschnitt.schluessel=wert.".to_string(),
        quote: key.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shipped() -> Quelle {
        Quelle::new("config.toml", include_str!("../config.toml"))
    }

    fn with(sets: &[(&str, &str)]) -> Result<Config, Vec<Fault>> {
        let sets: Vec<_> = sets.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
        Config::read(&shipped(), &sets)
    }

    #[test]
    fn the_shipped_file_says_the_defaults() {
        assert_eq!(with(&[]), Ok(Config::default()));
        assert_eq!(Config::default().server.adressen.len(), 2);
        assert_eq!(Config::default().tempo.freund_pause_ms, (600, 2500));
        assert_eq!(Config::default().tempo.spruch_sek, 25);
    }

    /// A key that the shipped file left out would be hidden from whoever edits it.
    #[test]
    fn the_shipped_file_is_complete() {
        let count = |t: &Tafel| t.zeilen.len();
        let tafel = shipped().tafel().unwrap();
        let mut sections: Vec<(&str, usize)> = Vec::new();
        for (name, (_, wert)) in &tafel.zeilen {
            let Art::Tafel(t) = &wert.art else { panic!("{name}") };
            sections.push((name, count(t)));
        }
        let want = [
            ("farben", 4),
            ("geld", 5),
            ("grenzen", 12),
            ("kennzahlen", 1),
            ("log", 3),
            ("proxy", 1),
            ("server", 3),
            ("tempo", 2),
            ("tls", 3),
            ("websocket", 2),
        ];
        assert_eq!(sections, want);
    }

    #[test]
    fn a_set_beats_the_file_in_every_kind_of_value() {
        let c = with(&[
            ("tempo.freund_pause_ms", "[0,0]"),
            ("geld.startgeld", "5"),
            ("server.zustand", "/tmp/z"),
            ("server.adressen", "127.0.0.1:0"),
            ("log.form", "\"json\""),
        ])
        .unwrap();
        assert_eq!(c.tempo.freund_pause_ms, (0, 0));
        assert_eq!(c.geld.startgeld, 5);
        assert_eq!(c.server.zustand, PathBuf::from("/tmp/z"));
        assert_eq!(c.server.adressen, [SocketAddr::from(([127, 0, 0, 1], 0))]);
        assert_eq!(c.log.form, Logform::Json);
        assert_eq!(c.geld.spuelen, 250);
    }

    #[test]
    fn a_set_without_its_section_in_the_file_counts_too() {
        let sets = [("tempo.freund_pause_ms".to_string(), "[1, 2]".to_string())];
        let c = Config::read(&Quelle::default(), &sets).unwrap();
        assert_eq!(c.tempo.freund_pause_ms, (1, 2));
    }

    #[test]
    fn a_fault_of_a_set_names_it() {
        let f = with(&[("geld.startgeld", "7"), ("geld.startgled", "5")]).unwrap_err();
        assert_eq!((f[0].file.as_str(), f[0].line), ("--set", 2));
        assert_eq!(f[0].hint, "Meintest Du „startgeld“?");
        assert_eq!(f[0].quote, "geld.startgled=5");
        let f = with(&[("tempo.freund_pause_ms", "[9,1]")]).unwrap_err();
        assert_eq!(f.len(), 1);
        assert!(f[0].to_string().starts_with("--set:1:"), "{}", f[0]);
        let f = with(&[("geld = 1 #", "5")]).unwrap_err();
        assert!(f[0].what.contains("kein Schlüssel"));
    }

    #[test]
    fn faults_of_the_file_keep_their_lines() {
        let q = Quelle::new("config.toml", "[geld]\nstartgeld = -1\n[tmpo]\nx = 1\n");
        let f = Config::read(&q, &[]).unwrap_err();
        let seen: Vec<(usize, &str)> = f.iter().map(|f| (f.line, f.hint.as_str())).collect();
        assert!(seen.contains(&(2, "Erlaubt ist 0 bis 1000000000000.")), "{seen:?}");
        assert!(seen.contains(&(3, "Meintest Du „tempo“?")), "{seen:?}");
        let f = Config::read(&Quelle::new("config.toml", "[server]\nadressen = [\"hier\"]\n"), &[])
            .unwrap_err();
        assert_eq!((f[0].line, f[0].column), (2, 13));
    }

    #[test]
    fn a_set_cannot_smuggle_in_a_second_key() {
        let f = with(&[("log.filter", "info\nziel = 'x'")]).unwrap();
        assert_eq!(f.log.ziel, Logziel::Stderr);
        assert_eq!(f.log.filter, "info\nziel = 'x'");
    }
}
