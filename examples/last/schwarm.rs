//! Many clients against one server, let in a few at a time.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use crate::Fehler;
use crate::draht::Draht;
use crate::gast::{self, Tun, Ziel};
use crate::mass::Mass;
use crate::spieler::{self, Sitz};

/// Longest that clients may need to come in.
const HEREIN_MAX: Duration = Duration::from_secs(900);

/// The clients of one run.
pub(crate) struct Schwarm {
    addr: SocketAddr,
    tuer: Arc<Semaphore>,
    ende: CancellationToken,
    leute: JoinSet<()>,
    zahl: u64,
    pub(crate) mass: Arc<Mass>,
}

impl Schwarm {
    pub(crate) fn new(addr: SocketAddr, gleichzeitig: u32) -> Self {
        Self {
            addr,
            tuer: Arc::new(Semaphore::new(gleichzeitig as usize)),
            ende: CancellationToken::new(),
            leute: JoinSet::new(),
            zahl: 0,
            mass: Arc::default(),
        }
    }

    fn spawn(&mut self, run: impl Future<Output = Result<(), Fehler>> + Send + 'static) {
        self.zahl += 1;
        let (mass, ende) = (Arc::clone(&self.mass), self.ende.clone());
        self.leute.spawn(async move {
            if let Err(e) = run.await
                && !ende.is_cancelled()
            {
                mass.gerissen.eins();
                mass.klage(&e);
            }
        });
    }

    /// Somebody without a table.
    pub(crate) fn gast(&mut self, nr: u32, ziel: Ziel, tun: Tun) {
        self.besucher(nr, ziel, move |d, (mass, ende)| async move {
            gast::bleibe(d, nr, tun, (&mass, &ende)).await
        });
    }

    /// Somebody who comes in and then does this.
    pub(crate) fn besucher<F>(
        &mut self,
        nr: u32,
        ziel: Ziel,
        tun: impl FnOnce(Draht, (Arc<Mass>, CancellationToken)) -> F + Send + 'static,
    ) where
        F: Future<Output = Result<(), Fehler>> + Send,
    {
        let (addr, tuer, mass) = (self.addr, Arc::clone(&self.tuer), Arc::clone(&self.mass));
        let ende = self.ende.clone();
        self.spawn(async move {
            let at_door = tuer.acquire_owned().await?;
            let d = gast::herein(addr, (nr, ziel), &mass).await?;
            drop(at_door);
            mass.bereit.eins();
            tun(d, (mass, ende)).await
        });
    }

    pub(crate) fn spieler(&mut self, sitz: Sitz) {
        let (addr, tuer, mass) = (self.addr, Arc::clone(&self.tuer), Arc::clone(&self.mass));
        let ende = self.ende.clone();
        self.spawn(async move { spieler::spiele(addr, sitz, &tuer, (&mass, &ende)).await });
    }

    /// Waits until everybody is where he is to be. Errors: somebody could not come in.
    pub(crate) async fn bereit(&self) -> Result<Duration, Fehler> {
        let begin = Instant::now();
        while self.mass.bereit.wert() < self.zahl {
            if self.mass.gerissen.wert() > 0 || begin.elapsed() > HEREIN_MAX {
                let why = self.mass.erste_klage().unwrap_or_else(|| "Es dauert zu lange.".into());
                let n = self.mass.bereit.wert();
                return Err(format!("Nur {n} von {} kamen herein: {why}", self.zahl).into());
            }
            sleep(Duration::from_millis(20)).await;
        }
        Ok(begin.elapsed())
    }

    /// Ends all clients.
    pub(crate) async fn schluss(mut self) {
        self.ende.cancel();
        while self.leute.join_next().await.is_some() {}
    }
}
