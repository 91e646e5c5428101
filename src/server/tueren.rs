//! The doors: accepting connections within limits, and backing off when the system has no room.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use socket2::{SockRef, TcpKeepalive};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::Instant;
use tokio_rustls::TlsAcceptor;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::{proxy, websocket};
use crate::archive::now_s;
use crate::config::Grenzen;
use crate::metrics::METRICS;
use crate::netz::Netz;
use crate::person::Herkunft;
use crate::session::{Draht, Haus, run};

/// Longest pause after a failed accept.
const BACKOFF_MAX: Duration = Duration::from_secs(1);
/// That there is no room is said again after this time; once a second would fill a log.
const AGAIN: Duration = Duration::from_secs(600);
/// A line without a sign of life is asked for one after this time.
const KEEPALIVE: Duration = Duration::from_secs(60);
/// Said to whoever finds no room.
const VOLL: &str =
    "Es sind gerade zu viele Verbindungen offen. Versuch es in ein paar Minuten noch einmal.\r\n";

#[derive(Default)]
struct Stand {
    alle: u32,
    /// By network: all connections, and those that are not logged in yet.
    netze: HashMap<Netz, (u32, u32)>,
}

/// Counts connections. The lock is held for a few map operations and never across an await.
#[derive(Clone)]
pub(super) struct Zaehler {
    stand: Arc<Mutex<Stand>>,
    alle_max: u32,
    je_netz_max: u32,
    anmeldungen_max: u32,
}

/// A counted connection; dropping it gives its place free.
pub(super) struct Platz {
    zaehler: Zaehler,
    netz: Netz,
    art: Art,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Art {
    Verbindung,
    Anmeldung,
}

impl Zaehler {
    pub(super) fn new(g: &Grenzen) -> Self {
        Self {
            stand: Arc::default(),
            alle_max: g.verbindungen,
            je_netz_max: g.verbindungen_je_adresse,
            anmeldungen_max: g.anmeldungen_je_adresse,
        }
    }

    /// A place for a connection and one at the door, or nothing when a limit is reached; 0 lifts a limit.
    fn nimm(&self, ip: IpAddr) -> Option<(Platz, Platz)> {
        let netz = Netz::von(ip);
        let mut stand = self.stand.lock().unwrap_or_else(PoisonError::into_inner);
        let all = stand.alle;
        let (here, door) = stand.netze.get(&netz).copied().unwrap_or_default();
        let over = |n: u32, max: u32| max > 0 && n >= max;
        if over(all, self.alle_max)
            || over(here, self.je_netz_max)
            || over(door, self.anmeldungen_max)
        {
            return None;
        }
        stand.alle += 1;
        let counts = stand.netze.entry(netz).or_default();
        counts.0 += 1;
        counts.1 += 1;
        let place = |art| Platz { zaehler: self.clone(), netz, art };
        Some((place(Art::Verbindung), place(Art::Anmeldung)))
    }
}

impl Drop for Platz {
    fn drop(&mut self) {
        let mut stand = self.zaehler.stand.lock().unwrap_or_else(PoisonError::into_inner);
        if self.art == Art::Verbindung {
            stand.alle -= 1;
        }
        if let Some(counts) = stand.netze.get_mut(&self.netz) {
            match self.art {
                Art::Verbindung => counts.0 -= 1,
                Art::Anmeldung => counts.1 -= 1,
            }
            if *counts == (0, 0) {
                stand.netze.remove(&self.netz);
            }
        }
    }
}

/// What comes in through a door, and how it is opened.
#[derive(Clone)]
pub(super) enum Tuer {
    Telnet,
    /// The acceptor in force; it changes when the certificate is read anew.
    Tls(watch::Receiver<TlsAcceptor>),
    Websocket {
        herkunft: Arc<[String]>,
    },
}

impl Tuer {
    fn name(&self) -> &'static str {
        match self {
            Self::Telnet => "telnet",
            Self::Tls(_) => "tls",
            Self::Websocket { .. } => "websocket",
        }
    }
}

/// What all doors share: the same house and the same limits. Cheap to clone.
#[derive(Clone)]
pub(super) struct Schwelle {
    pub(super) haus: Arc<Haus>,
    pub(super) zaehler: Zaehler,
    pub(super) tracker: TaskTracker,
    pub(super) token: CancellationToken,
    /// From here every connection begins with a PROXY header.
    pub(super) vorgeschaltet: Arc<[IpAddr]>,
    pub(super) handschlag: Duration,
    /// Connections whose PROXY header is being read; nobody knows yet whose they are.
    pub(super) namenlos: Arc<Semaphore>,
    /// Connections that are being told that there is no room.
    pub(super) abweisungen: Arc<Semaphore>,
}

/// Accepts until the token is cancelled.
pub(super) async fn accept(listener: TcpListener, tuer: Tuer, s: Schwelle) {
    let mut not = Not::default();
    loop {
        let accepted = tokio::select! {
            () = s.token.cancelled() => return,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, addr)) => {
                not.over();
                s.admit(stream, addr.ip().to_canonical(), &tuer);
            }
            Err(fehler) => {
                METRICS.accept_failures.one();
                tokio::time::sleep(not.failed(&fehler)).await;
            }
        }
    }
}

/// How a door gets along while the system has no room for connections: pauses that grow, and few words.
#[derive(Default)]
struct Not {
    /// The pause before the next try; zero while all is well.
    pause: Duration,
    said: Option<Instant>,
}

impl Not {
    /// An accept has failed; gives the time to wait. A passing fault, as of one connection that was given up on the
    /// way, is not worth a line.
    fn failed(&mut self, fehler: &std::io::Error) -> Duration {
        self.pause = (self.pause * 2).clamp(Duration::from_millis(10), BACKOFF_MAX);
        if self.pause == BACKOFF_MAX && self.said.is_none_or(|t| t.elapsed() >= AGAIN) {
            tracing::warn!(%fehler, "no connection can be accepted");
            self.said = Some(Instant::now());
        }
        self.pause
    }

    /// A connection has come in. When it was said stays known: the next one may find no room again.
    fn over(&mut self) {
        self.pause = Duration::ZERO;
    }
}

/// What every connection is told of at once: small packets, urgent bytes in their place, to notice by
/// itself when the other side is gone, and how much may wait for a reader who does not read. Without that bound the
/// system lets it grow to some MiB a line. What does not fit any more holds up this line's session alone, until its
/// mailbox is full or the write has taken too long.
fn prepare(stream: &TcpStream, ausgabe_kib: u32) {
    let _ = stream.set_nodelay(true);
    let socket = SockRef::from(stream);
    let _ = socket.set_out_of_band_inline(true);
    let _ = socket.set_send_buffer_size(usize::try_from(ausgabe_kib).unwrap_or(usize::MAX) << 10);
    let keepalive = TcpKeepalive::new().with_time(KEEPALIVE).with_interval(KEEPALIVE / 4);
    let _ = socket.set_tcp_keepalive(&keepalive);
}

impl Schwelle {
    fn admit(&self, stream: TcpStream, ip: IpAddr, tuer: &Tuer) {
        prepare(&stream, self.haus.config.grenzen.ausgabe_kib);
        let seit = Instant::now();
        if !self.vorgeschaltet.contains(&ip) {
            return self.welcome(stream, (ip, seit), tuer.clone());
        }
        let Ok(platz) = Arc::clone(&self.namenlos).try_acquire_owned() else { return };
        let (s, tuer) = (self.clone(), tuer.clone());
        self.tracker.spawn(async move {
            let mut stream = stream;
            let header =
                tokio::time::timeout_at(seit + s.handschlag, proxy::read(&mut stream)).await;
            drop(platz);
            if let Ok(Ok(real)) = header {
                s.welcome(stream, (real.unwrap_or(ip), seit), tuer);
            }
        });
    }

    /// Counts the connection, opens its door and lets the session run.
    fn welcome(&self, stream: TcpStream, wer: (IpAddr, Instant), tuer: Tuer) {
        let Some((verbindung, anmeldung)) = self.zaehler.nimm(wer.0) else {
            METRICS.refused_full.one();
            let told = Arc::clone(&self.abweisungen).try_acquire_owned();
            if let (Tuer::Telnet, Ok(told)) = (tuer, told) {
                self.tracker.spawn(async move {
                    refuse(stream).await;
                    drop(told);
                });
            }
            return;
        };
        let s = self.clone();
        let anmeldung = (anmeldung, METRICS.logins.hold());
        let herkunft = Herkunft { ip: Some(wer.0), tuer: tuer.name(), seit: now_s() };
        let haus = Arc::clone(&s.haus);
        let opened = async move {
            tokio::time::timeout_at(wer.1 + s.handschlag, s.open(stream, tuer)).await.ok()?
        };
        let evening = run(haus, opened, (herkunft, wer.1), anmeldung);
        self.tracker.spawn(async move {
            evening.await;
            drop(verbindung);
        });
    }

    /// The handshake of the door. `None`: it failed; nothing was said.
    async fn open(&self, stream: TcpStream, tuer: Tuer) -> Option<Draht> {
        match tuer {
            Tuer::Telnet => Some(Draht::Tcp(stream)),
            Tuer::Tls(acceptor) => {
                let acceptor = acceptor.borrow().clone();
                Some(Draht::Tls(Box::new(acceptor.accept(stream).await.ok()?)))
            }
            Tuer::Websocket { herkunft } => {
                let opened = websocket::open(stream, &herkunft).await.ok()?;
                let (near, carry) = opened.carry();
                self.tracker.spawn(carry);
                Some(Draht::Duplex(near))
            }
        }
    }
}

/// One sentence within a second, then the end.
async fn refuse(mut stream: TcpStream) {
    let _ = tokio::time::timeout(Duration::from_secs(1), async {
        let _ = stream.write_all(VOLL.as_bytes()).await;
        let _ = stream.shutdown().await;
    })
    .await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_count_by_network_and_places_come_back() {
        let g = Grenzen {
            verbindungen_je_adresse: 2,
            anmeldungen_je_adresse: 1,
            ..crate::config::Config::default().grenzen
        };
        let z = Zaehler::new(&g);
        let ip: IpAddr = "127.0.0.1".parse().unwrap();
        let mapped: IpAddr = "::ffff:127.0.0.1".parse().unwrap();
        let (first, door) = z.nimm(ip).unwrap();
        assert!(z.nimm(mapped).is_none(), "one is still at the door");
        drop(door);
        let second = z.nimm(mapped).unwrap();
        drop(second.1);
        assert!(z.nimm(ip).is_none(), "two connections are the limit");
        drop(first);
        assert!(z.nimm(ip).is_some());
    }

    #[test]
    fn all_together_have_a_limit_too_and_zero_lifts_the_others() {
        let g = Grenzen {
            verbindungen: 3,
            verbindungen_je_adresse: 0,
            anmeldungen_je_adresse: 0,
            ..crate::config::Config::default().grenzen
        };
        let z = Zaehler::new(&g);
        let ip = |n: u8| IpAddr::from([192, 0, 2, n]);
        let mut places: Vec<_> = [1, 1, 2].into_iter().filter_map(|n| z.nimm(ip(n))).collect();
        assert_eq!(places.len(), 3);
        assert!(z.nimm(ip(3)).is_none(), "whoever comes");
        places.pop();
        assert!(z.nimm(ip(3)).is_some());
    }

    /// Row NET: no spinning, and not a line for each failure.
    #[tokio::test(start_paused = true)]
    async fn without_descriptors_the_pauses_grow_and_a_connection_ends_them() {
        let mut not = Not::default();
        let full = || std::io::Error::from_raw_os_error(24);
        let mut tries = 0;
        let begin = Instant::now();
        while begin.elapsed() < Duration::from_secs(3600) {
            tokio::time::sleep(not.failed(&full())).await;
            tries += 1;
        }
        assert!((3500..3700).contains(&tries), "once a second in the long run: {tries}");
        assert!(not.said.is_some_and(|t| t.elapsed() < AGAIN), "it is said from time to time");
        not.over();
        assert_eq!(not.failed(&full()), Duration::from_millis(10));
    }
}
