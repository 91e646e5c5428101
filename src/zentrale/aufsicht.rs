//! What those who look after the house want of the hub: who is on from where, putting somebody out, taking somebody's
//! word. Decides nothing; the rank was asked for before.

use std::sync::Arc;

use tokio::sync::oneshot;

use super::{Drinnen, Zentrale, ZentraleHandle};
use crate::netz::Netz;
use crate::person::{Herkunft, Post, PostArt};
use crate::satz::falte;
use crate::taler::Geldkonto;
use crate::text::Zeile;

/// Who is meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wen {
    Konto(Geldkonto),
    /// Everybody who comes from there.
    Netz(Netz),
}

/// Somebody who is on, with what only admins see.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Genau {
    pub konto: Geldkonto,
    pub name: String,
    /// 0 = player, 1 = admin.
    pub rang: u8,
    pub herkunft: Herkunft,
    /// Since the last typed line.
    pub untaetig_s: u64,
    /// Away with this reason, which may be empty.
    pub weg: Option<String>,
    /// For how long this person may not speak.
    pub stumm_s: Option<u64>,
}

pub(super) enum Msg {
    Genau { reply: oneshot::Sender<Vec<Genau>> },
    Hinaus { wen: Wen, satz: Zeile, reply: oneshot::Sender<usize> },
    Stumm { konto: Geldkonto, bis: i64 },
    Rang { konto: Geldkonto, rang: u8 },
    An { konto: Geldkonto, post: Post },
    Hueter { post: Post },
}

impl ZentraleHandle {
    async fn aufsicht(&self, msg: Msg) {
        let _ = self.0.send(super::Msg::Aufsicht(msg)).await;
    }

    /// Everybody who is on, by name.
    pub async fn genau(&self) -> Vec<Genau> {
        let (reply, answer) = oneshot::channel();
        self.aufsicht(Msg::Genau { reply }).await;
        answer.await.unwrap_or_default()
    }

    /// Puts people out of the house with a last sentence. Their seats are kept like those of a lost line. Gives how
    /// many there were.
    pub async fn hinaus(&self, wen: Wen, satz: impl Into<Zeile>) -> usize {
        let (reply, answer) = oneshot::channel();
        self.aufsicht(Msg::Hinaus { wen, satz: satz.into(), reply }).await;
        answer.await.unwrap_or(0)
    }

    /// Somebody who is on may not speak until then (seconds since 1970; 0: he may again).
    pub async fn verstumme(&self, konto: &Geldkonto, bis: i64) {
        self.aufsicht(Msg::Stumm { konto: konto.clone(), bis }).await;
    }

    /// How somebody who is on is listed from now on.
    pub async fn rang(&self, konto: &Geldkonto, rang: u8) {
        self.aufsicht(Msg::Rang { konto: konto.clone(), rang }).await;
    }

    /// Says something to one person, if that person is on.
    pub async fn an(&self, konto: &Geldkonto, post: Post) {
        self.aufsicht(Msg::An { konto: konto.clone(), post }).await;
    }

    /// Says something to those who look after the house.
    pub async fn an_hueter(&self, post: Post) {
        self.aufsicht(Msg::Hueter { post }).await;
    }
}

impl Zentrale {
    pub(super) fn aufsicht(&mut self, msg: Msg) {
        match msg {
            Msg::Genau { reply } => {
                let _ = reply.send(self.genau());
            }
            Msg::Hinaus { wen, satz, reply } => {
                let _ = reply.send(self.hinaus(&wen, satz));
            }
            Msg::Stumm { konto, bis } => {
                if let Some(d) = self.drinnen.get_mut(&konto) {
                    d.post.verstumme(bis);
                    // What was said of being away is speech, too.
                    d.weg = d.weg.take().map(|_| String::new());
                }
            }
            Msg::Rang { konto, rang } => {
                if let Some(d) = self.drinnen.get_mut(&konto) {
                    d.wer.rang = rang;
                }
            }
            Msg::An { konto, post } => {
                if let Some(d) = self.drinnen.get(&konto) {
                    d.post.wirf_ein(Arc::new(post));
                }
            }
            Msg::Hueter { post } => self.an_alle(&Arc::new(post), |d| d.wer.rang > 0),
        }
    }

    fn genau(&self) -> Vec<Genau> {
        let one = |d: &Drinnen| Genau {
            konto: d.wer.konto.clone(),
            name: d.wer.name.to_string(),
            rang: d.wer.rang,
            herkunft: d.herkunft,
            untaetig_s: d.post.untaetig_s(),
            weg: d.weg.clone(),
            stumm_s: d.post.stumm(),
        };
        let mut all: Vec<Genau> = self.drinnen.values().map(one).collect();
        all.sort_by_key(|g| falte(&g.name));
        all
    }

    fn hinaus(&self, wen: &Wen, satz: Zeile) -> usize {
        let meant = |d: &&Drinnen| match wen {
            Wen::Konto(konto) => d.wer.konto == *konto,
            Wen::Netz(netz) => d.herkunft.ip.is_some_and(|ip| netz.contains(ip)),
        };
        let post = Arc::new(Post { hinaus: true, ..Post::satz(PostArt::System, satz) });
        let mut count = 0;
        for d in self.drinnen.values().filter(meant) {
            // Whoever's mailbox is full is cut anyway.
            d.post.wirf_ein(Arc::clone(&post));
            count += 1;
        }
        count
    }
}
