//! A room's task: who is here, what is seen and said, the tables that stand here. Knows no game.

mod ansicht;
mod gedraenge;
mod reden;
mod tische;

use std::collections::BTreeMap;
use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use self::tische::{Tischliste, Wiederkehr};
use crate::befehle::Befehl;
use crate::gmcp;
use crate::host::{ABGERAEUMT, TischHandle, Umgebung};
use crate::limits::INBOX_MAX;
use crate::metrics::METRICS;
use crate::person::{Post, PostArt, Postfach, Wer};
use crate::satz::Satz;
use crate::taler::{Geldkonto, Waehrung};
use crate::text::{Block, Teil, Zeile};
use crate::welt::{Raum, Richtung, Welt};
use crate::zeile;

/// How somebody comes into a room.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ankunft {
    /// On foot, from the room with this id.
    Geht(String),
    Anmeldung,
    /// Back to a seat that was kept.
    Zurueck,
}

/// How somebody leaves a room.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Abgang {
    /// On foot, to the room with this id.
    Geht(String),
    Ende,
    SchlaeftEin,
    Leitung,
}

/// What became of a command.
#[derive(Debug)]
pub enum RaumAntwort {
    Gesagt(Vec<Block>),
    /// Walk on to this room.
    Geht(String),
    SetzDich(TischHandle),
    SchauZu(TischHandle),
    /// A word that nobody knows here.
    NichtMeins,
}

enum Msg {
    Betritt {
        wer: Wer,
        post: Postfach,
        ankunft: Ankunft,
        reply: oneshot::Sender<Vec<Block>>,
    },
    Verlaesst {
        konto: Geldkonto,
        post: Postfach,
        abgang: Abgang,
    },
    Befehl {
        wer: Wer,
        befehl: Befehl,
        reply: oneshot::Sender<RaumAntwort>,
    },
    /// A line that is no known command: perhaps a way out.
    Wort {
        satz: Satz,
        reply: oneshot::Sender<RaumAntwort>,
    },
    Sag {
        ohne: Vec<Geldkonto>,
        zeile: Zeile,
    },
    TischStand {
        id: i64,
        besetzung: Vec<String>,
        laeuft: bool,
        frei: bool,
    },
    TischEnde {
        id: i64,
        satz: Option<&'static str>,
    },
    Sitz {
        konto: Geldkonto,
        tisch: Option<TischHandle>,
    },
    Stehtauf {
        id: i64,
        head: crate::archive::TableHead,
        lines: Vec<String>,
        bereit: oneshot::Sender<()>,
    },
    /// Somebody's client has just begun to listen to GMCP.
    Programm {
        konto: Geldkonto,
    },
    TischVon {
        konto: Geldkonto,
        reply: oneshot::Sender<Option<TischHandle>>,
    },
    Welt(Arc<Welt>),
    Uebersicht {
        reply: oneshot::Sender<Uebersicht>,
    },
}

/// A room as those see it who look after the house. Nothing of it is hidden from anybody who stands there.
#[derive(Clone, Debug, Default)]
pub struct Uebersicht {
    pub name: String,
    pub leute: Vec<Geldkonto>,
    pub tische: Vec<OffenerTisch>,
}

/// An open table.
#[derive(Clone, Debug)]
pub struct OffenerTisch {
    pub handle: TischHandle,
    /// Id of its game.
    pub spiel: String,
    pub besetzung: Vec<String>,
    pub laeuft: bool,
}

/// A room, from outside. Cheap to clone.
#[derive(Clone, Debug)]
pub struct RaumHandle {
    tx: mpsc::Sender<Msg>,
    pub id: Arc<str>,
}

struct Anwesend {
    wer: Wer,
    post: Postfach,
}

struct RaumTask {
    raum: Raum,
    welt: Arc<Welt>,
    handle: RaumHandle,
    /// In the order of their arrival.
    leute: Vec<Anwesend>,
    /// Who has a seat at which table here, whether his line is up or not.
    sitze: BTreeMap<Geldkonto, TischHandle>,
    tische: Tischliste,
    /// There are so many people here that comings and goings are not told.
    gedraenge: bool,
    /// Portions of somebody's explanation that are still to come.
    spaeter: Vec<(Instant, Geldkonto, Arc<Post>)>,
    /// The data has this room no longer: it ends when nobody plays here any more.
    schliesst: bool,
    u: Umgebung,
}

/// Starts a room's task. A room that the world does not have is one of the last run in which somebody still
/// plays: it has no way in, and ends when they are done.
pub fn start(id: &str, welt: &Arc<Welt>, u: Umgebung) -> RaumHandle {
    let (tx, rx) = mpsc::channel(INBOX_MAX);
    let handle = RaumHandle { tx, id: id.into() };
    let raum = welt.raum(id).cloned();
    let raum = raum.unwrap_or_else(|| Raum::ausgeraeumt(id, &welt.start));
    let tracker = u.tracker.clone();
    let task = RaumTask {
        tische: Tischliste::new(&raum),
        raum,
        welt: Arc::clone(welt),
        handle: handle.clone(),
        leute: Vec::new(),
        sitze: BTreeMap::new(),
        gedraenge: false,
        spaeter: Vec::new(),
        schliesst: false,
        u,
    };
    tracker.spawn(task.run(rx));
    handle
}

impl RaumHandle {
    async fn send(&self, msg: Msg) {
        let _ = self.tx.send(msg).await;
    }

    /// Enters. Gives what the newcomer sees; `None`: the room is gone.
    pub async fn betritt(
        &self,
        wer: &Wer,
        post: &Postfach,
        ankunft: Ankunft,
    ) -> Option<Vec<Block>> {
        let (reply, answer) = oneshot::channel();
        self.send(Msg::Betritt { wer: wer.clone(), post: post.clone(), ankunft, reply }).await;
        answer.await.ok()
    }

    /// True once the room's task is over.
    pub fn is_closed(&self) -> bool {
        self.tx.is_closed()
    }

    /// Leaves, unless a newer login stands here by now.
    pub async fn verlaesst(&self, konto: &Geldkonto, post: &Postfach, abgang: Abgang) {
        self.send(Msg::Verlaesst { konto: konto.clone(), post: post.clone(), abgang }).await;
    }

    pub async fn befehl(&self, wer: &Wer, befehl: Befehl) -> RaumAntwort {
        let (reply, answer) = oneshot::channel();
        self.send(Msg::Befehl { wer: wer.clone(), befehl, reply }).await;
        answer.await.unwrap_or(RaumAntwort::NichtMeins)
    }

    pub async fn wort(&self, satz: Satz) -> RaumAntwort {
        let (reply, answer) = oneshot::channel();
        self.send(Msg::Wort { satz, reply }).await;
        answer.await.unwrap_or(RaumAntwort::NichtMeins)
    }

    /// The table at which somebody has a seat here.
    pub async fn tisch_von(&self, konto: &Geldkonto) -> Option<TischHandle> {
        let (reply, answer) = oneshot::channel();
        self.send(Msg::TischVon { konto: konto.clone(), reply }).await;
        answer.await.ok().flatten()
    }

    /// Somebody's client has just begun to listen to GMCP: it is told where its person is.
    pub async fn programm(&self, konto: &Geldkonto) {
        self.send(Msg::Programm { konto: konto.clone() }).await;
    }

    /// A table of the last run stands up again.
    /// What comes back resolves when its seats are known again.
    pub async fn steht_auf(
        &self,
        id: i64,
        head: crate::archive::TableHead,
        lines: Vec<String>,
    ) -> oneshot::Receiver<()> {
        let (bereit, steht) = oneshot::channel();
        self.send(Msg::Stehtauf { id, head, lines, bereit }).await;
        steht
    }

    /// Notes a seat, or that it is free again. A seat is too important for a message that may be dropped.
    pub async fn sitz(&self, konto: Geldkonto, tisch: Option<TischHandle>) {
        self.send(Msg::Sitz { konto, tisch }).await;
    }

    pub async fn neue_welt(&self, welt: Arc<Welt>) {
        self.send(Msg::Welt(welt)).await;
    }

    /// Who is here and which tables are open.
    pub async fn uebersicht(&self) -> Uebersicht {
        let (reply, answer) = oneshot::channel();
        self.send(Msg::Uebersicht { reply }).await;
        answer.await.unwrap_or_default()
    }

    // What tables report never waits: a full room misses a line of talk, not a table its turn.

    fn wirf_ein(&self, msg: Msg) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.tx.try_send(msg) {
            METRICS.room_drops.one();
        }
    }

    pub fn sag(&self, ohne: Vec<Geldkonto>, zeile: Zeile) {
        self.wirf_ein(Msg::Sag { ohne, zeile });
    }

    pub fn tisch_stand(&self, id: i64, besetzung: Vec<String>, laeuft: bool, frei: bool) {
        self.wirf_ein(Msg::TischStand { id, besetzung, laeuft, frei });
    }

    /// Nobody is at the table any more.
    pub fn tisch_leer(&self, id: i64) {
        self.wirf_ein(Msg::TischEnde { id, satz: None });
    }

    /// The table broke; its stakes have been paid back.
    pub fn tisch_kaputt(&self, id: i64) {
        let satz = "An Deinem Tisch ist etwas schiefgegangen, das Spiel ist zu Ende. Jeder hat \
                    seinen Einsatz zurück.";
        self.wirf_ein(Msg::TischEnde { id, satz: Some(satz) });
    }

    /// An admin has ended the table; its stakes have been paid back.
    pub fn tisch_abgeraeumt(&self, id: i64) {
        self.wirf_ein(Msg::TischEnde { id, satz: Some(ABGERAEUMT) });
    }

    /// The table broke and could not be paid back; its money is in trust.
    pub fn tisch_verwahrt(&self, id: i64) {
        let satz = "An Deinem Tisch ist etwas schiefgegangen, das Spiel ist zu Ende. \
                    Die Einsätze sind verwahrt; wer das Haus hütet, hilft Dir weiter.";
        self.wirf_ein(Msg::TischEnde { id, satz: Some(satz) });
    }
}

impl RaumTask {
    async fn run(mut self, mut rx: mpsc::Receiver<Msg>) {
        let token = self.u.token.clone();
        while !self.is_done() {
            let next = self.spaeter.iter().map(|s| s.0).min();
            tokio::select! {
                () = token.cancelled() => return,
                msg = rx.recv() => match msg {
                    Some(msg) => self.handle(msg).await,
                    None => return,
                },
                () = wait_until(next) => self.say_due(),
            }
        }
    }

    async fn handle(&mut self, msg: Msg) {
        match msg {
            Msg::Betritt { wer, post, ankunft, reply } => {
                let _ = reply.send(self.betritt(wer, post, &ankunft));
            }
            Msg::Verlaesst { konto, post, abgang } => self.verlaesst(&konto, &post, &abgang),
            Msg::Befehl { wer, befehl, reply } => {
                let antwort = self.befehl(&wer, befehl).await;
                let _ = reply.send(antwort);
            }
            Msg::Wort { satz, reply } => {
                let said =
                    self.tische.auskunft(&satz, &self.welt).map(|b| RaumAntwort::Gesagt(vec![b]));
                let _ = reply.send(said.unwrap_or_else(|| self.weg(&satz.worte())));
            }
            Msg::Sag { ohne, zeile } => self.sag_ohne(&ohne, zeile),
            Msg::TischStand { id, besetzung, laeuft, frei } => {
                self.tische.stand(id, besetzung, laeuft, frei)
            }
            Msg::TischEnde { id, satz } => self.tisch_ende(id, satz).await,
            Msg::Sitz { konto, tisch: Some(tisch) } => {
                self.sitze.insert(konto, tisch);
            }
            Msg::Sitz { konto, tisch: None } => {
                self.sitze.remove(&konto);
                self.schick_weg(&konto);
            }
            Msg::Stehtauf { id, head, lines, bereit } => {
                let alt = Wiederkehr { id, head, lines, bereit };
                self.tische.steht_auf(alt, &self.welt, (&self.handle, &self.u));
                self.schliesst = self.welt.raum(&self.raum.id).is_none();
            }
            Msg::TischVon { konto, reply } => {
                let _ = reply.send(self.sitze.get(&konto).cloned());
            }
            Msg::Programm { konto } => self.zeig_programm(&konto),
            Msg::Welt(welt) => self.neue_welt(welt),
            Msg::Uebersicht { reply } => {
                let name = self.raum.name.clone();
                let leute = self.leute.iter().map(|a| a.wer.konto.clone()).collect();
                let _ = reply.send(Uebersicht { name, leute, tische: self.tische.offene() });
            }
        }
    }

    /// Room and people for the program of somebody who is here.
    fn zeig_programm(&self, konto: &Geldkonto) {
        let Some(a) = self.leute.iter().find(|a| a.wer.konto == *konto) else { return };
        if a.post.hoert_programm() {
            let gmcp = vec![gmcp::raum_info(&self.raum), self.leute_fuer_programm()];
            a.post.wirf_ein(Arc::new(Post::fuer_programm(PostArt::Raum, gmcp)));
        }
    }

    fn neue_welt(&mut self, welt: Arc<Welt>) {
        self.schliesst = welt.raum(&self.raum.id).is_none();
        if let Some(raum) = welt.raum(&self.raum.id) {
            self.raum = raum.clone();
            self.tische.neue_vorlagen(&self.raum, &welt);
        } else {
            self.tische.schliesse();
        }
        self.welt = welt;
        let here: Vec<Geldkonto> = self.leute.iter().map(|a| a.wer.konto.clone()).collect();
        for konto in here {
            self.zeig_programm(&konto);
            self.schick_weg(&konto);
        }
    }

    /// A room that closes and in which nobody is and nothing is open any more.
    fn is_done(&self) -> bool {
        self.schliesst && self.leute.is_empty() && self.tische.is_empty()
    }

    /// Asks somebody out of a room that closes, unless he has a seat here: then he is asked when his game is over.
    fn schick_weg(&self, konto: &Geldkonto) {
        if !self.schliesst || self.sitze.contains_key(konto) {
            return;
        }
        if let Some(a) = self.leute.iter().find(|a| a.wer.konto == *konto) {
            a.post.wirf_ein(Arc::new(Post::umzug()));
        }
    }

    fn betritt(&mut self, wer: Wer, post: Postfach, ankunft: &Ankunft) -> Vec<Block> {
        let konto = wer.konto.clone();
        let known = self.leute.iter_mut().find(|a| a.wer.konto == konto);
        if let Some(a) = known {
            if !a.post.is_newer_than(&post) {
                (a.wer, a.post) = (wer, post);
            }
        } else {
            let mut ohne = vec![konto.clone()];
            if *ankunft == Ankunft::Zurueck {
                ohne.extend(self.am_selben_tisch(&konto));
            }
            let zeile = self.kommt(&wer, ankunft);
            self.bewegung(&ohne, zeile, gmcp::raum_kommt(&wer.name));
            self.leute.push(Anwesend { wer, post });
            self.zaehle_leute(&konto);
        }
        self.zeig_programm(&konto);
        self.schick_weg(&konto);
        if *ankunft == Ankunft::Zurueck { vec![self.kurz_wo()] } else { self.ansicht(&konto) }
    }

    fn kommt(&self, wer: &Wer, ankunft: &Ankunft) -> Zeile {
        let name = Teil::Name(wer.name.to_string());
        match ankunft {
            Ankunft::Geht(von) => {
                let woher =
                    self.raum.ausgang_nach(von).and_then(|a| a.richtung).map(Richtung::woher);
                zeile![name, format!(" kommt {}.", woher.unwrap_or("herein"))]
            }
            Ankunft::Anmeldung => zeile![name, " kommt herein."],
            Ankunft::Zurueck => zeile![name, " ist wieder da."],
        }
    }

    fn verlaesst(&mut self, konto: &Geldkonto, post: &Postfach, abgang: &Abgang) {
        let Some(i) = self.leute.iter().position(|a| a.wer.konto == *konto && a.post.is(post))
        else {
            return;
        };
        let a = self.leute.remove(i);
        self.spaeter.retain(|(_, k, _)| k != konto);
        let name = Teil::Name(a.wer.name.to_string());
        let zeile = match abgang {
            Abgang::Geht(ziel) => {
                let wohin =
                    self.raum.ausgang_nach(ziel).and_then(|a| a.richtung).map(Richtung::wohin);
                zeile![name, format!(" geht {}.", wohin.unwrap_or("hinaus"))]
            }
            Abgang::Ende => zeile![name, " verlässt das Haus."],
            Abgang::SchlaeftEin => zeile![name, " schläft ein."],
            Abgang::Leitung => zeile![name, " starrt ins Leere und ist nicht mehr ansprechbar."],
        };
        let lost = *abgang == Abgang::Leitung;
        let ohne = if lost { self.am_selben_tisch(konto) } else { Vec::new() };
        self.bewegung(&ohne, zeile, gmcp::raum_geht(&a.wer.name));
        self.zaehle_leute(konto);
    }

    /// Everybody at the table of this person: of lost lines and of returning their table tells them.
    fn am_selben_tisch(&self, konto: &Geldkonto) -> Vec<Geldkonto> {
        let Some(tisch) = self.sitze.get(konto) else { return Vec::new() };
        self.sitze.iter().filter(|(_, t)| t.id == tisch.id).map(|(k, _)| k.clone()).collect()
    }

    /// To everybody here but some.
    fn sag_ohne(&mut self, ohne: &[Geldkonto], zeile: Zeile) {
        let post = Arc::new(Post::satz(PostArt::Raum, zeile));
        self.an_alle(ohne, &post);
    }

    fn an_alle(&mut self, ohne: &[Geldkonto], post: &Arc<Post>) {
        for a in self.leute.iter().filter(|a| !ohne.contains(&a.wer.konto)) {
            a.post.wirf_ein(Arc::clone(post));
        }
    }

    async fn befehl(&mut self, wer: &Wer, befehl: Befehl) -> RaumAntwort {
        let said = match befehl {
            Befehl::Schau => self.ansicht(&wer.konto),
            Befehl::Ausgaenge => vec![self.ausgaenge()],
            Befehl::Betrachte(worte) => vec![self.betrachte(wer, &worte)],
            Befehl::Lies(worte) => vec![self.lies(&worte)],
            Befehl::Sinn(sinn, worte) => vec![self.sinn(sinn, &worte)],
            Befehl::Gehe(worte) => {
                let worte: Vec<&str> = worte.iter().map(String::as_str).collect();
                return match self.weg(&worte) {
                    RaumAntwort::NichtMeins => RaumAntwort::Gesagt(vec![self.kein_weg()]),
                    geht => geht,
                };
            }
            Befehl::Sage(text) => self.sage(wer, &text),
            Befehl::Frage { wen, text } => vec![self.frage(wer, &wen, &text)],
            Befehl::Fluestere { wem, text } => vec![self.fluestere(wer, &wem, &text)],
            Befehl::Emote(text) => self.emote(wer, wer.name.to_string(), &text),
            Befehl::EmoteGenitiv(text) => {
                self.emote(wer, crate::deutsch::genitiv(&wer.name), &text)
            }
            Befehl::SetzDich(nr) => return self.setz_dich(wer, nr).await,
            Befehl::SchauZu(nr) => return self.schau_zu(nr),
            Befehl::Regeln(worte) => vec![self.regeln(&worte)],
            Befehl::Seele(regung) => self.seele(wer, &regung),
            _ => return RaumAntwort::NichtMeins,
        };
        RaumAntwort::Gesagt(said)
    }

    /// A way out, by its name or direction; a direction without a way gets its own sentence.
    fn weg(&self, worte: &[&str]) -> RaumAntwort {
        if let Some(a) = self.raum.ausgang_aus(worte).filter(|_| worte.len() <= 4) {
            return RaumAntwort::Geht(a.ziel.clone());
        }
        match worte {
            [wort] if Richtung::from_word(wort).is_some() => {
                let richtung = Richtung::from_word(wort).map_or("dort", Richtung::wohin);
                let zeile = format!("{} führt hier kein Weg.", ansicht::gross(richtung));
                RaumAntwort::Gesagt(vec![Block::satz(zeile), self.ausgaenge()])
            }
            _ => RaumAntwort::NichtMeins,
        }
    }

    async fn setz_dich(&mut self, wer: &Wer, nr: Option<u32>) -> RaumAntwort {
        // Nobody sits twice: his own table tells him so.
        if let Some(own) = self.sitze.get(&wer.konto).filter(|t| !t.is_closed()) {
            return RaumAntwort::SetzDich(own.clone());
        }
        let here = (&self.handle, &self.u);
        match self.tische.platz_fuer(wer, nr, &self.raum, &self.welt, here).await {
            Ok(handle) => RaumAntwort::SetzDich(handle),
            Err(satz) => RaumAntwort::Gesagt(vec![Block::satz(satz)]),
        }
    }

    fn schau_zu(&self, nr: Option<u32>) -> RaumAntwort {
        match self.tische.zum_zusehen(nr, &self.raum) {
            Ok(handle) => RaumAntwort::SchauZu(handle),
            Err(satz) => RaumAntwort::Gesagt(vec![Block::satz(satz)]),
        }
    }

    async fn tisch_ende(&mut self, id: i64, satz: Option<&'static str>) {
        self.tische.remove(id);
        let here = |(konto, tisch): (&Geldkonto, &TischHandle)| {
            (tisch.id == id).then(|| (konto.clone(), tisch.clone()))
        };
        let left: Vec<(Geldkonto, TischHandle)> = self.sitze.iter().filter_map(here).collect();
        for (konto, tisch) in left {
            self.sitze.remove(&konto);
            self.u.zentrale.sitz(&konto, None).await;
            if let Some(satz) = satz {
                let rolle = Some((tisch, crate::tisch::Rolle::Keine));
                let post = Arc::new(Post { rolle, ..Post::satz(PostArt::Tisch, satz) });
                if let Some(a) = self.leute.iter().find(|a| a.wer.konto == konto) {
                    a.post.wirf_ein(post);
                }
            }
            self.schick_weg(&konto);
        }
    }

    fn say_due(&mut self) {
        let now = Instant::now();
        let due: Vec<_> = self.spaeter.extract_if(.., |s| s.0 <= now).collect();
        for (_, konto, post) in due {
            if let Some(a) = self.leute.iter().find(|a| a.wer.konto == konto) {
                a.post.wirf_ein(post);
            }
        }
    }
}

async fn wait_until(at: Option<Instant>) {
    match at {
        Some(at) => tokio::time::sleep_until(at).await,
        None => std::future::pending().await,
    }
}

/// All rooms of the house, as they are at one moment. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Raeume {
    /// By id.
    offen: Arc<BTreeMap<String, RaumHandle>>,
    /// Rooms that the data has no longer and in which somebody still plays.
    schliessend: Arc<BTreeMap<String, RaumHandle>>,
    start: RaumHandle,
}

impl Raeume {
    /// Starts every room of the world, and rooms of the last run in which somebody still plays (`alte`).
    pub fn open<'a>(
        welt: &Arc<Welt>,
        alte: impl IntoIterator<Item = &'a str>,
        u: &Umgebung,
    ) -> Self {
        let begin = |id: &str| (id.to_string(), start(id, welt, u.clone()));
        let offen: BTreeMap<_, _> = welt.raeume.keys().map(|id| begin(id)).collect();
        let gone: std::collections::BTreeSet<&str> =
            alte.into_iter().filter(|id| !offen.contains_key(*id)).collect();
        let schliessend = gone.into_iter().map(begin).collect();
        let start = offen[&welt.start].clone();
        Self { offen: Arc::new(offen), schliessend: Arc::new(schliessend), start }
    }

    /// The rooms of a new world: those that are there go on, new ones start, what is gone closes.
    #[must_use]
    pub fn next(&self, welt: &Arc<Welt>, u: &Umgebung) -> Self {
        let known = |id: &String| self.sitzraum(id).filter(|r| !r.is_closed());
        let one =
            |id: &String| (id.clone(), known(id).unwrap_or_else(|| start(id, welt, u.clone())));
        let offen: BTreeMap<String, RaumHandle> = welt.raeume.keys().map(one).collect();
        let all = self.offen.iter().chain(self.schliessend.iter());
        let gone = all.filter(|(id, r)| !offen.contains_key(*id) && !r.is_closed());
        let schliessend = gone.map(|(id, r)| (id.clone(), r.clone())).collect();
        let start = offen[&welt.start].clone();
        Self { offen: Arc::new(offen), schliessend: Arc::new(schliessend), start }
    }

    /// A room that one may enter.
    pub fn get(&self, id: &str) -> Option<RaumHandle> {
        self.offen.get(id).cloned()
    }

    /// The same for somebody who has a seat there: his room may be closing.
    pub fn sitzraum(&self, id: &str) -> Option<RaumHandle> {
        self.offen.get(id).or_else(|| self.schliessend.get(id)).cloned()
    }

    /// Where everybody begins.
    pub fn start(&self) -> RaumHandle {
        self.start.clone()
    }

    /// All rooms, closing ones too.
    pub fn alle(&self) -> impl Iterator<Item = &RaumHandle> {
        self.offen.values().chain(self.schliessend.values())
    }

    /// How many rooms one may enter.
    pub fn zahl(&self) -> usize {
        self.offen.len()
    }
}

/// "Spielgeld" in sentences about a table.
fn waehrung_zusatz(w: Waehrung) -> &'static str {
    if w == Waehrung::Spielgeld { " um Spielgeld" } else { "" }
}
