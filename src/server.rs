//! The house opens and closes: state, tasks, listeners, signals, and the order in which all of it ends.

mod proxy;
mod tls;
mod tueren;
mod websocket;

use std::collections::BTreeMap;
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

use self::tueren::{Schwelle, Tuer, Zaehler};
use crate::archive::Archive;
use crate::config::Config;
use crate::daten;
use crate::denker::Denker;
use crate::host::Umgebung;
use crate::login::Reserved;
use crate::person::{Post, PostArt};
use crate::raum;
use crate::session::Haus;
use crate::session::drossel::Drossel;
use crate::welt::Welt;
use crate::zentrale;

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
    raeume: raum::Raeume,
    zentrale: zentrale::ZentraleHandle,
    neu_laden: mpsc::Receiver<Neuladen>,
    /// The TLS door's certificate, if that door is open.
    acceptor: Option<watch::Sender<TlsAcceptor>>,
    /// People leave first, tables rest afterwards.
    leute: (TaskTracker, CancellationToken),
    tische: (TaskTracker, CancellationToken),
}

/// Runs the house until it is told to close. `ready` hears where it listens, `reopen_log` is called at every SIGHUP.
/// Errors: one German sentence why it cannot open.
pub fn serve(
    config: Config,
    ready: impl FnOnce(&Offen),
    reopen_log: impl Fn(),
) -> Result<(), String> {
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
        let (tueren, offen) = open_doors(&config, acceptor.as_ref().map(watch::Sender::subscribe))?;
        let (mut server, haus) = Server::open(config, welt).await?;
        server.acceptor = acceptor;
        ready(&offen);
        server.run(tueren, haus, (signale, reopen_log)).await
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
    Ok((tueren, Offen { telnet, tls, websocket }))
}

/// Opens every address. An address family that the machine lacks is passed over, as long as one address works.
fn listen(adressen: &[SocketAddr]) -> Result<Vec<TcpListener>, String> {
    let mut out = Vec::new();
    let mut missing = None;
    for adresse in adressen {
        match bind(*adresse) {
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

fn bind(adresse: SocketAddr) -> io::Result<TcpListener> {
    let socket = if adresse.is_ipv6() { TcpSocket::new_v6()? } else { TcpSocket::new_v4()? };
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
        let rooms =
            welt.raeume.keys().map(|id| (id.clone(), raum::start(id, &welt, umgebung.clone())));
        let raeume: raum::Raeume = Arc::new(rooms.collect::<BTreeMap<_, _>>());
        stand_up(&archive, &raeume).await?;
        let (neu_tx, neu_laden) = mpsc::channel(4);
        let g = &config.grenzen;
        let haus = Arc::new(Haus {
            archive: archive.clone(),
            zentrale: zentrale.clone(),
            raeume: Arc::clone(&raeume),
            welt: welt_rx,
            reserved: reserved_rx,
            config: Arc::clone(&config),
            drossel: Drossel::new(g.fehlversuche, Duration::from_secs(g.fehlversuch_pause_sek)),
            neu_laden: neu_tx,
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
            zentrale,
            neu_laden,
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
        (mut signale, reopen_log): (Signale, impl Fn()),
    ) -> Result<(), String> {
        self.open_up(tueren, haus);
        loop {
            tokio::select! {
                _ = signale.term.recv() => break,
                _ = signale.int.recv() => break,
                _ = signale.hup.recv() => {
                    reopen_log();
                    self.reload_certificate();
                    match self.reload().await {
                        Ok(text) => tracing::info!("{text}"),
                        Err(text) => tracing::warn!("{text}"),
                    }
                }
                Some(reply) = self.neu_laden.recv() => {
                    let result = self.reload().await;
                    let _ = reply.send(result);
                }
            }
        }
        tracing::info!("the house closes");
        tokio::select! {
            () = self.close() => {}
            () = signale.close() => tracing::warn!("second signal, the house closes at once"),
        }
        Ok(())
    }

    /// Lets people in through every door.
    fn open_up(&self, tueren: Tueren, haus: Arc<Haus>) {
        let schwelle = Schwelle {
            haus,
            zaehler: Zaehler::new(&self.config.grenzen),
            tracker: self.leute.0.clone(),
            token: self.leute.1.clone(),
            vorgeschaltet: self.config.proxy.von.clone().into(),
            handschlag: Duration::from_secs(self.config.grenzen.handschlag_sek),
            namenlos: Arc::new(Semaphore::new(NAMELESS_MAX)),
        };
        for (listener, tuer) in tueren {
            self.leute.0.spawn(tueren::accept(listener, tuer, schwelle.clone()));
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

    /// All or nothing: only a world without fault takes the place of the old one.
    async fn reload(&self) -> Result<String, String> {
        let begin = tokio::time::Instant::now();
        let folder = self.config.server.daten.clone();
        let loaded = tokio::task::spawn_blocking(move || daten::lade(&folder)).await;
        let welt = match loaded {
            Ok(Ok(welt)) => Arc::new(welt),
            Ok(Err(faults)) => {
                let all: Vec<String> = faults.iter().map(ToString::to_string).collect();
                return Err(format!("Es bleibt alles, wie es war. {}", all.join("\n")));
            }
            Err(_) => {
                return Err(
                    "Es bleibt alles, wie es war. Beim Lesen ist etwas schiefgegangen.".into()
                );
            }
        };
        let _ = self.reserved.send(Arc::new(house_names(&welt)));
        let _ = self.welt.send(Arc::clone(&welt));
        for raum in self.raeume.values() {
            raum.neue_welt(Arc::clone(&welt)).await;
        }
        let mut text = format!(
            "Die Daten sind neu geladen, das dauerte {} Millisekunden.",
            begin.elapsed().as_millis()
        );
        let new = welt.raeume.keys().filter(|id| !self.raeume.contains_key(*id)).count();
        if new > 0 {
            text.push_str(" Neue Räume öffnen beim nächsten Start des Hauses.");
        }
        Ok(text)
    }

    /// Everybody is told, clocks stop, the journal is flushed.
    async fn close(self) {
        self.zentrale.alle(Post::satz(PostArt::System, "Das Haus schließt gleich.")).await;
        self.leute.1.cancel();
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

/// Every table of the last run goes on where it stood.
async fn stand_up(archive: &Archive, raeume: &raum::Raeume) -> Result<(), String> {
    let tables = archive.open_tables().await.map_err(|e| e.to_string())?;
    if !tables.is_empty() {
        tracing::info!(tische = tables.len(), "tables stand up again");
    }
    let mut standing = Vec::new();
    for t in tables {
        let Some(raum) = raeume.get(&t.head.raum) else {
            tracing::error!(
                tisch = t.id,
                raum = t.head.raum,
                "room of a table is gone; its money stays in trust"
            );
            continue;
        };
        standing.push(raum.steht_auf(t.id, t.head, t.lines).await);
    }
    // Nobody comes in before every seat is known, or he would not find his own. A table that cannot stand up
    // drops its end, and is waited for no longer.
    for steht in standing {
        let _ = steht.await;
    }
    Ok(())
}

/// Where the state lies when nothing else is said.
pub fn default_state() -> PathBuf {
    Config::default().server.zustand
}
