//! The doors: accepting connections within limits, and backing off when the system has no room.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::config::Grenzen;
use crate::session::drossel::netz;
use crate::session::{Draht, Haus, run};

/// Longest pause after a failed accept.
const BACKOFF_MAX: Duration = Duration::from_secs(1);
/// Said to whoever finds no room.
const VOLL: &str =
    "Es sind gerade zu viele Verbindungen offen. Versuch es in ein paar Minuten noch einmal.\r\n";

#[derive(Default)]
struct Stand {
    alle: u32,
    /// By network: all connections, and those that are not logged in yet.
    netze: HashMap<String, (u32, u32)>,
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
    netz: String,
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
        let netz = netz(ip);
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
        let counts = stand.netze.entry(netz.clone()).or_default();
        counts.0 += 1;
        counts.1 += 1;
        let place = |art| Platz { zaehler: self.clone(), netz: netz.clone(), art };
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

/// Accepts until the token is cancelled.
pub(super) async fn accept(
    listener: TcpListener,
    haus: Arc<Haus>,
    zaehler: Zaehler,
    tracker: TaskTracker,
    token: CancellationToken,
) {
    let mut pause = Duration::from_millis(10);
    loop {
        let accepted = tokio::select! {
            () = token.cancelled() => return,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, addr)) => {
                pause = Duration::from_millis(10);
                admit(stream, addr, &haus, &zaehler, &tracker);
            }
            Err(fehler) => {
                if pause >= BACKOFF_MAX {
                    tracing::warn!(%fehler, "no connection can be accepted");
                }
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(BACKOFF_MAX);
            }
        }
    }
}

fn admit(
    stream: TcpStream,
    addr: SocketAddr,
    haus: &Arc<Haus>,
    zaehler: &Zaehler,
    tracker: &TaskTracker,
) {
    let _ = stream.set_nodelay(true);
    match zaehler.nimm(addr.ip()) {
        Some((verbindung, anmeldung)) => {
            let haus = Arc::clone(haus);
            tracker.spawn(async move {
                run(haus, Draht::Tcp(stream), Some(addr.ip().to_canonical()), anmeldung).await;
                drop(verbindung);
            });
        }
        None => {
            tracker.spawn(refuse(stream));
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
}
