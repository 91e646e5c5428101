//! A table from outside: what rooms and sessions may ask of it, and what they are answered. Knows no game.

use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};

use crate::person::{Postfach, Wer};
use crate::satz::Satz;
use crate::taler::{Geldkonto, Waehrung};
use crate::tisch::Antwort;

/// What sessions and rooms send to a table.
pub(super) enum TischMsg {
    Satz {
        wer: Wer,
        satz: Satz,
        gesehen: u64,
        reply: oneshot::Sender<Antwort>,
    },
    /// A program's answer to the decision `nr`.
    Zug {
        wer: Wer,
        nr: u64,
        satz: Satz,
        reply: oneshot::Sender<()>,
    },
    /// Somebody's client has just begun to listen to GMCP.
    Programm {
        konto: Geldkonto,
    },
    SetzDich {
        wer: Wer,
        post: Postfach,
        reply: oneshot::Sender<()>,
    },
    SchauZu {
        wer: Wer,
        post: Postfach,
        reply: oneshot::Sender<()>,
    },
    /// Stops watching.
    SchauWeg {
        konto: Geldkonto,
    },
    Weg {
        konto: Geldkonto,
        post: Postfach,
    },
    Da {
        wer: Wer,
        post: Postfach,
        reply: oneshot::Sender<Rueckkehr>,
    },
    /// An admin ends the game.
    Beende {
        reply: Beendet,
    },
}

/// How an admin hears what became of the table that he has ended. Errors: one German sentence why it goes on.
pub(super) type Beendet = oneshot::Sender<Result<(), &'static str>>;

/// What somebody finds who comes back to his table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rueckkehr {
    /// His seat.
    Sitzt,
    /// A table that rests for good; it has told him why.
    Ruht,
    /// No seat of his any more.
    Vergeben,
}

/// A table, from outside. Cheap to clone; knows no game.
#[derive(Clone, Debug)]
pub struct TischHandle {
    pub(super) tx: mpsc::Sender<TischMsg>,
    /// Number in the ledger, unique for ever.
    pub id: i64,
    pub name: Arc<str>,
    pub waehrung: Waehrung,
}

impl TischHandle {
    /// Offers a sentence. `gesehen`: the newest decision number written to this line before it was read.
    pub async fn offer(&self, wer: &Wer, satz: Satz, gesehen: u64) -> Antwort {
        let (reply, answer) = oneshot::channel();
        let msg = TischMsg::Satz { wer: wer.clone(), satz, gesehen, reply };
        if self.tx.send(msg).await.is_err() {
            return Antwort::NichtMeins;
        }
        answer.await.unwrap_or(Antwort::NichtMeins)
    }

    /// A program's answer to the decision `nr`; a stale number changes nothing.
    pub async fn zug(&self, wer: &Wer, nr: u64, satz: Satz) {
        let (reply, done) = oneshot::channel();
        if self.tx.send(TischMsg::Zug { wer: wer.clone(), nr, satz, reply }).await.is_ok() {
            let _ = done.await;
        }
    }

    /// Somebody's client has just begun to listen to GMCP: it is told how the table stands.
    pub async fn programm(&self, konto: &Geldkonto) {
        let _ = self.tx.send(TischMsg::Programm { konto: konto.clone() }).await;
    }

    /// Wants a seat; what comes of it is told in the mailbox. False: the table is gone, and nothing was told.
    pub async fn setz_dich(&self, wer: &Wer, post: &Postfach) -> bool {
        let (reply, done) = oneshot::channel();
        let msg = TischMsg::SetzDich { wer: wer.clone(), post: post.clone(), reply };
        self.tx.send(msg).await.is_ok() && done.await.is_ok()
    }

    pub async fn schau_zu(&self, wer: &Wer, post: &Postfach) {
        let (reply, done) = oneshot::channel();
        let msg = TischMsg::SchauZu { wer: wer.clone(), post: post.clone(), reply };
        if self.tx.send(msg).await.is_ok() {
            let _ = done.await;
        }
    }

    pub async fn schau_weg(&self, konto: &Geldkonto) {
        let _ = self.tx.send(TischMsg::SchauWeg { konto: konto.clone() }).await;
    }

    /// The line behind this mailbox is lost.
    pub async fn weg(&self, konto: &Geldkonto, post: &Postfach) {
        let _ = self.tx.send(TischMsg::Weg { konto: konto.clone(), post: post.clone() }).await;
    }

    /// Somebody is back.
    pub async fn da(&self, wer: &Wer, post: &Postfach) -> Rueckkehr {
        let (reply, answer) = oneshot::channel();
        let msg = TischMsg::Da { wer: wer.clone(), post: post.clone(), reply };
        match self.tx.send(msg).await {
            Ok(()) => answer.await.unwrap_or(Rueckkehr::Vergeben),
            Err(_) => Rueckkehr::Vergeben,
        }
    }

    /// Ends whatever is played here, pays every stake back and closes the table. Errors: one German sentence why that
    /// cannot be; then all is as it was.
    pub async fn beende(&self) -> Result<(), &'static str> {
        const SCHON: &str = "Dieser Tisch ist schon zu.";
        let (reply, answer) = oneshot::channel();
        self.tx.send(TischMsg::Beende { reply }).await.map_err(|_| SCHON)?;
        answer.await.unwrap_or(Err(SCHON))
    }

    /// True once the table's task is over.
    pub fn is_closed(&self) -> bool {
        self.tx.is_closed()
    }
}
