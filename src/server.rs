//! The house opens and closes: state, tasks, listeners, signals, and the order in which all of it ends.

mod countdown;
mod deskriptoren;
mod kennzahlen;
mod neuladen;
mod proxy;
mod tls;
mod tueren;
mod websocket;

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::{TcpListener, TcpSocket};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::{Semaphore, mpsc, oneshot, watch};
use tokio_rustls::TlsAcceptor;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use self::countdown::Countdown;
use self::kennzahlen::Kennzahlen;
use self::tueren::{Schwelle, Tuer, Zaehler};
use crate::archive::{Archive, Sperrart};
use crate::config::Config;
use crate::daten;
use crate::denker::Denker;
use crate::host::Umgebung;
use crate::login::Reserved;
use crate::netz::Netz;
use crate::person::{Post, PostArt};
use crate::raum;
use crate::session::drossel::Drossel;
use crate::session::{Haus, Schlusswunsch};
use crate::welt::Welt;
use crate::zentrale::{self, Wen};

/// How long the house waits for its people and tables when it closes.
const CLOSE_LIMIT: Duration = Duration::from_secs(8);
/// Connections the system may queue for one listener.
const BACKLOG: u32 = 1024;
/// Connections at once whose PROXY header is being read.
const NAMELESS_MAX: usize = 256;

/// Where the house listens.
#[derive(Clone, Debug, Default)]
pub struct Offen {
    pub telnet: Vec<SocketAddr>,
    pub tls: Vec<SocketAddr>,
    pub websocket: Vec<SocketAddr>,
    /// For counts and health, not for people.
    pub kennzahlen: Vec<SocketAddr>,
}

/// What the house tells the outside of itself, and wants of it.
pub trait Aussen {
    /// Everybody can come in now.
    fn offen(&self, offen: &Offen);
    /// A SIGHUP came: the data are read anew, and the log goes to the file of that name.
    fn laedt(&self);
    /// That is over, whatever came of it.
    fn geladen(&self);
    /// The house begins to close.
    fn schliesst(&self);
}

/// The open doors with what comes in through them.
type Tueren = Vec<(TcpListener, Tuer)>;

type Neuladen = oneshot::Sender<Result<String, String>>;

/// The running house.
struct Server {
    config: Arc<Config>,
    archive: Archive,
    welt: watch::Sender<Arc<Welt>>,
    reserved: watch::Sender<Arc<Reserved>>,
    raeume: watch::Sender<raum::Raeume>,
    /// What rooms and tables need around them.
    umgebung: Umgebung,
    zentrale: zentrale::ZentraleHandle,
    neu_laden: mpsc::Receiver<Neuladen>,
    schluss: mpsc::Receiver<Schlusswunsch>,
    /// The TLS door's certificate, if that door is open.
    acceptor: Option<watch::Sender<TlsAcceptor>>,
    /// People leave first, tables rest afterwards.
    leute: (TaskTracker, CancellationToken),
    tische: (TaskTracker, CancellationToken),
}

/// Runs the house until it is told to close. Errors: one German sentence why it cannot open.
pub fn serve(config: Config, aussen: &impl Aussen) -> Result<(), String> {
    let welt = daten::lade(&config.server.daten).map_err(|faults| {
        let all: Vec<String> = faults.iter().map(ToString::to_string).collect();
        format!("Die Daten sind nicht in Ordnung:\n{}", all.join("\n"))
    })?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|e| format!("Das System gibt dem Haus keine Threads ({e})."))?;
    let result = runtime.block_on(async {
        // Before anything else: the first process of a container gets no signal that nobody has asked for, and
        // elsewhere an early one would end the house without its order of closing.
        let signale = Signale::listen()?;
        let acceptor = open_tls(&config)?;
        let (tueren, mut offen) =
            open_doors(&config, acceptor.as_ref().map(watch::Sender::subscribe))?;
        let zahlen = listen(&config.kennzahlen.adressen)?;
        offen.kennzahlen = zahlen.iter().filter_map(|l| l.local_addr().ok()).collect();
        let (mut server, haus) = Server::open(config, welt).await?;
        server.acceptor = acceptor;
        server.show_counts(zahlen);
        aussen.offen(&offen);
        server.run(tueren, haus, (signale, aussen)).await
    });
    // A password or a record that is still being worked at must not hold up a house that closes at once.
    runtime.shutdown_background();
    result
}

/// What the system tells the house.
struct Signale {
    term: Signal,
    int: Signal,
    hup: Signal,
}

impl Signale {
    /// From now on signals wait until they are heard. Errors: one German sentence.
    fn listen() -> Result<Self, String> {
        let one = |kind| {
            signal(kind).map_err(|e| format!("Das System meldet dem Haus keine Signale ({e})."))
        };
        Ok(Self {
            term: one(SignalKind::terminate())?,
            int: one(SignalKind::interrupt())?,
            hup: one(SignalKind::hangup())?,
        })
    }

    /// Waits until the house is told to close.
    async fn close(&mut self) {
        tokio::select! {
            _ = self.term.recv() => {}
            _ = self.int.recv() => {}
        }
    }
}

/// Certificate and key, if that door is to be open.
fn open_tls(config: &Config) -> Result<Option<watch::Sender<TlsAcceptor>>, String> {
    if config.tls.adressen.is_empty() {
        return Ok(None);
    }
    tls::load(&config.tls).map(|a| Some(watch::Sender::new(a)))
}

fn open_doors(
    config: &Config,
    acceptor: Option<watch::Receiver<TlsAcceptor>>,
) -> Result<(Tueren, Offen), String> {
    let mut tueren = Vec::new();
    let mut add = |adressen: &[SocketAddr], tuer: Tuer| -> Result<Vec<SocketAddr>, String> {
        let listeners = listen(adressen)?;
        let addrs = listeners.iter().filter_map(|l| l.local_addr().ok()).collect();
        tueren.extend(listeners.into_iter().map(|l| (l, tuer.clone())));
        Ok(addrs)
    };
    let telnet = add(&config.server.adressen, Tuer::Telnet)?;
    let tls = match acceptor {
        Some(acceptor) => add(&config.tls.adressen, Tuer::Tls(acceptor))?,
        None => Vec::new(),
    };
    let herkunft = config.websocket.herkunft.clone().into();
    let websocket = add(&config.websocket.adressen, Tuer::Websocket { herkunft })?;
    Ok((tueren, Offen { telnet, tls, websocket, kennzahlen: Vec::new() }))
}

/// Opens every address. An address family that the machine lacks is passed over, as long as one address works.
fn listen(adressen: &[SocketAddr]) -> Result<Vec<TcpListener>, String> {
    let mut out = Vec::new();
    let mut missing = None;
    for adresse in adressen {
        match bind(*adresse, is_alone(*adresse, adressen)) {
            Ok(listener) => out.push(listener),
            Err(e) if e.kind() == io::ErrorKind::AddrInUse => {
                return Err(format!(
                    "An {adresse} lauscht schon jemand. Läuft der Theaterkeller bereits? \
                     Eine andere Adresse nimmst Du mit --listen, \
                     zum Beispiel --listen 127.0.0.1:4001."
                ));
            }
            Err(e) => {
                tracing::warn!(%adresse, fehler = %e, "cannot listen here");
                missing = Some(format!("An {adresse} lässt sich nicht lauschen ({e})."));
            }
        }
    }
    match missing {
        Some(satz) if out.is_empty() => Err(satz),
        _ => Ok(out),
    }
}

/// True if "[::]" has to serve both families, because nobody else serves IPv4 on that port. Systems differ in what
/// they do by themselves, so it is said.
fn is_alone(adresse: SocketAddr, adressen: &[SocketAddr]) -> bool {
    let same_port = |a: &&SocketAddr| a.is_ipv4() && a.port() == adresse.port() && a.port() != 0;
    !adressen.iter().any(|a| same_port(&a))
}

fn bind(adresse: SocketAddr, both: bool) -> io::Result<TcpListener> {
    let socket = if adresse.is_ipv6() { TcpSocket::new_v6()? } else { TcpSocket::new_v4()? };
    if adresse.is_ipv6() {
        socket2::SockRef::from(&socket).set_only_v6(!both)?;
    }
    socket.set_reuseaddr(true)?;
    socket.bind(adresse)?;
    socket.listen(BACKLOG)
}

impl Server {
    async fn open(config: Config, welt: Welt) -> Result<(Self, Arc<Haus>), String> {
        let config = Arc::new(config);
        let archive = Archive::open(&config.server.zustand).map_err(|e| e.to_string())?;
        let leute = (TaskTracker::new(), CancellationToken::new());
        let tische = (TaskTracker::new(), CancellationToken::new());
        let reserved = Arc::new(house_names(&welt));
        let welt = Arc::new(welt);
        let (welt_tx, welt_rx) = watch::channel(Arc::clone(&welt));
        let (reserved_tx, reserved_rx) = watch::channel(reserved);
        let zentrale =
            zentrale::start(archive.clone(), welt_rx.clone(), &tische.0, tische.1.clone());
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let umgebung = Umgebung {
            archive: archive.clone(),
            zentrale: zentrale.clone(),
            denker: Denker::new(threads),
            gastgeld: config.geld.gastgeld,
            freund_pause_ms: config.tempo.freund_pause_ms,
            spruch: Duration::from_secs(u64::from(config.tempo.spruch_sek)),
            welt: welt_rx.clone(),
            tracker: tische.0.clone(),
            token: tische.1.clone(),
        };
        let (raeume, raeume_rx) = watch::channel(stand_up(&archive, &welt, &umgebung).await?);
        let (neu_tx, neu_laden) = mpsc::channel(4);
        let (schluss_tx, schluss) = mpsc::channel(4);
        let g = &config.grenzen;
        let haus = Arc::new(Haus {
            archive: archive.clone(),
            zentrale: zentrale.clone(),
            raeume: raeume_rx,
            welt: welt_rx,
            reserved: reserved_rx,
            config: Arc::clone(&config),
            drossel: Drossel::new(g.fehlversuche, Duration::from_secs(g.fehlversuch_pause_sek)),
            neu_laden: neu_tx,
            schluss: schluss_tx,
            token: leute.1.clone(),
            packplaetze: Arc::new(Semaphore::new(g.gepackte_leitungen as usize)),
            offen_seit_s: crate::archive::now_s(),
        });
        let server = Self {
            config,
            archive,
            welt: welt_tx,
            reserved: reserved_tx,
            raeume,
            umgebung,
            zentrale,
            neu_laden,
            schluss,
            acceptor: None,
            leute,
            tische,
        };
        Ok((server, haus))
    }

    async fn run(
        mut self,
        tueren: Tueren,
        haus: Arc<Haus>,
        (mut signale, aussen): (Signale, &impl Aussen),
    ) -> Result<(), String> {
        self.open_up(tueren, haus);
        let mut countdown = Countdown::default();
        loop {
            tokio::select! {
                _ = signale.term.recv() => break,
                _ = signale.int.recv() => break,
                Some(wunsch) = self.schluss.recv() => self.plan(&mut countdown, wunsch).await,
                left = countdown.next() => match left {
                    Some(left) => self.announce(left).await,
                    None => break,
                },
                _ = signale.hup.recv() => {
                    aussen.laedt();
                    self.hangup().await;
                    aussen.geladen();
                }
                Some(reply) = self.neu_laden.recv() => {
                    let result = self.reload().await;
                    let _ = reply.send(result);
                }
            }
        }
        aussen.schliesst();
        tracing::info!("the house closes");
        tokio::select! {
            () = self.close() => {}
            () = signale.close() => tracing::warn!("second signal, the house closes at once"),
        }
        Ok(())
    }

    /// Lets people in through every door.
    fn open_up(&self, tueren: Tueren, haus: Arc<Haus>) {
        let mut grenzen = self.config.grenzen;
        let namenlos = if self.config.proxy.von.is_empty() { 0 } else { NAMELESS_MAX };
        let borne = deskriptoren::verbindungen(grenzen.verbindungen);
        // Callers whose header is still to come take descriptors, too.
        let namenlos = namenlos.min(borne as usize / 4);
        grenzen.verbindungen = borne - u32::try_from(namenlos).unwrap_or(0);
        let schwelle = Schwelle {
            haus,
            zaehler: Zaehler::new(&grenzen),
            tracker: self.leute.0.clone(),
            token: self.leute.1.clone(),
            vorgeschaltet: self.config.proxy.von.clone().into(),
            handschlag: Duration::from_secs(self.config.grenzen.handschlag_sek),
            namenlos: Arc::new(Semaphore::new(namenlos.max(1))),
            abweisungen: Arc::new(Semaphore::new(deskriptoren::REFUSALS_MAX)),
        };
        for (listener, tuer) in tueren {
            self.leute.0.spawn(tueren::accept(listener, tuer, schwelle.clone()));
        }
    }

    /// Everything that can change from outside is looked at anew.
    async fn hangup(&mut self) {
        self.reload_certificate();
        self.enforce().await;
        match self.reload().await {
            Ok(text) => text.lines().for_each(|line| tracing::info!("{line}")),
            Err(text) => text.lines().for_each(|line| tracing::warn!("{line}")),
        }
    }

    /// Opens the port for counts. It closes with the tables, after everybody has gone.
    fn show_counts(&self, listeners: Vec<TcpListener>) {
        let seit = tokio::time::Instant::now();
        for listener in listeners {
            let (archive, zentrale) = (self.archive.clone(), self.zentrale.clone());
            let zahlen = Kennzahlen { archive, zentrale, seit };
            self.tische.0.spawn(zahlen.serve(listener, self.tische.1.clone()));
        }
    }

    /// What was decided from outside counts for whoever is on, too.
    async fn enforce(&self) {
        let sperren = match self.archive.sperren().await {
            Ok(sperren) => sperren,
            Err(fehler) => return tracing::warn!(%fehler, "bans cannot be read"),
        };
        for s in sperren {
            let satz = format!("Du kannst hier zurzeit nicht mitspielen. Der Grund: {}", s.grund);
            match (s.art, s.wen.parse(), Netz::parse(&s.wen)) {
                (Sperrart::Konto, Ok(konto), _) => {
                    self.zentrale.hinaus(Wen::Konto(konto), satz).await;
                }
                (Sperrart::Netz, _, Some(netz)) => {
                    self.zentrale.hinaus(Wen::Netz(netz), satz).await;
                }
                (Sperrart::Stumm, Ok(konto), _) => {
                    self.zentrale.verstumme(&konto, s.bis.unwrap_or(i64::MAX)).await;
                }
                _ => tracing::warn!(wen = s.wen, "a ban is for nobody"),
            }
        }
    }

    /// A faulty pair of files changes nothing.
    fn reload_certificate(&self) {
        let Some(acceptor) = &self.acceptor else { return };
        match tls::load(&self.config.tls) {
            Ok(new) => {
                acceptor.send_replace(new);
                tracing::info!("certificate read anew");
            }
            Err(satz) => tracing::error!("{satz} Es bleibt das alte."),
        }
    }

    /// An admin wants the house to close at some time, or not.
    async fn plan(&self, countdown: &mut Countdown, wunsch: Schlusswunsch) {
        match wunsch {
            Schlusswunsch::In(after) => countdown.begin(after),
            Schlusswunsch::Ab(reply) => {
                let stopped = countdown.stop();
                if stopped {
                    let satz = "Das Haus bleibt nun doch offen.";
                    self.zentrale.alle(Post::satz(PostArt::System, satz)).await;
                }
                let _ = reply.send(stopped);
            }
        }
    }

    async fn announce(&self, left: Duration) {
        let zeit = crate::deutsch::dauer(left.as_secs());
        let satz =
            format!("Das Haus schließt in {zeit} für kurze Zeit. Spiele gehen danach weiter.");
        self.zentrale.alle(Post::satz(PostArt::System, satz)).await;
    }

    /// Everybody is told, clocks stop, the journal is flushed.
    async fn close(mut self) {
        // Whoever waits for an answer of the house gets none, and his session can end.
        self.neu_laden.close();
        self.schluss.close();
        while self.neu_laden.try_recv().is_ok() || self.schluss.try_recv().is_ok() {}
        self.zentrale.alle(Post::satz(PostArt::System, "Das Haus schließt gleich.")).await;
        self.leute.1.cancel();
        self.zentrale.schliesse().await;
        self.leute.0.close();
        let _ = tokio::time::timeout(CLOSE_LIMIT / 2, self.leute.0.wait()).await;
        self.tische.1.cancel();
        self.tische.0.close();
        let _ = tokio::time::timeout(CLOSE_LIMIT / 2, self.tische.0.wait()).await;
        if let Err(fehler) = self.archive.close().await {
            tracing::error!(%fehler, "the archive could not be closed");
        }
    }
}

/// Names nobody may take: people and friends of the house.
fn house_names(welt: &Welt) -> Reserved {
    let names: Vec<String> = welt.hausnamen().collect();
    Reserved::new(names.iter().map(String::as_str))
}

/// Starts the rooms; every table of the last run goes on where it stood, in a room that is gone as well.
async fn stand_up(
    archive: &Archive,
    welt: &Arc<Welt>,
    umgebung: &Umgebung,
) -> Result<raum::Raeume, String> {
    save_finished_records(archive).await;
    let tables = archive.open_tables().await.map_err(|e| e.to_string())?;
    if !tables.is_empty() {
        tracing::info!(tische = tables.len(), "tables stand up again");
    }
    let ids: Vec<String> = tables.iter().map(|t| t.head.raum.clone()).collect();
    let raeume = raum::Raeume::open(welt, ids.iter().map(String::as_str), umgebung);
    let mut standing = Vec::new();
    for t in tables {
        let Some(raum) = raeume.sitzraum(&t.head.raum) else { continue };
        standing.push(raum.steht_auf(t.id, t.head, t.lines).await);
    }
    // Nobody comes in before every seat is known, or he would not find his own. A table that cannot stand up
    // drops its end, and is waited for no longer.
    for steht in standing {
        let _ = steht.await;
    }
    Ok(raeume)
}

/// Records that the last run has finished and could not make files of. One that cannot be saved now either keeps nobody
/// from playing.
async fn save_finished_records(archive: &Archive) {
    let names = archive.finished_records().await.unwrap_or_default();
    for name in names {
        if let Err(fehler) = archive.save_record(&name).await {
            tracing::warn!(name, %fehler, "record becomes a file at the next start");
        }
    }
}

/// Where the state lies when nothing else is said.
pub fn default_state() -> PathBuf {
    Config::default().server.zustand
}

#[cfg(test)]
mod tests {
    use super::*;

    fn addresses(texts: &[&str]) -> Vec<SocketAddr> {
        texts.iter().map(|t| t.parse().unwrap()).collect()
    }

    async fn reaches(adresse: &str) -> bool {
        tokio::net::TcpStream::connect(adresse).await.is_ok()
    }

    /// Row NET: everywhere in both families, by two sockets or by one.
    #[tokio::test]
    async fn one_port_serves_both_families() {
        let both = |port| addresses(&[&format!("0.0.0.0:{port}"), &format!("[::]:{port}")]);
        // A free port of one family may be taken in the other.
        let found = (0..50).find_map(|_| {
            let free = std::net::TcpListener::bind("127.0.0.1:0").ok()?.local_addr().ok()?.port();
            listen(&both(free)).ok().filter(|l| l.len() == 2).map(|l| (free, l))
        });
        let (port, listeners) = found.expect("two sockets share a port");
        assert!(reaches(&format!("127.0.0.1:{port}")).await);
        assert!(reaches(&format!("[::1]:{port}")).await);
        drop(listeners);
        let one = listen(&addresses(&["[::]:0"])).unwrap();
        let port = one[0].local_addr().unwrap().port();
        assert!(reaches(&format!("127.0.0.1:{port}")).await, "one socket, both families");
        assert!(reaches(&format!("[::1]:{port}")).await);
    }

    #[tokio::test]
    async fn a_missing_family_is_passed_over_as_long_as_one_address_works() {
        let nobody = "[2001:db8::1]:0";
        assert_eq!(listen(&addresses(&[nobody, "127.0.0.1:0"])).unwrap().len(), 1);
        let none = listen(&addresses(&[nobody])).unwrap_err();
        assert!(none.starts_with("An [2001:db8::1]:0 lässt sich nicht lauschen"), "{none}");
    }
}
