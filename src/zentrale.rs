//! The hub: who is on, what is told from afar, the Kurier. Never awaits a room or a table; mailboxes are only tried.

mod aufsicht;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use tokio::sync::{mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

pub use self::aufsicht::{Genau, Wen};
use crate::archive::{Archive, ExperienceChange, now_s};
use crate::gmcp;
use crate::limits::INBOX_MAX;
use crate::person::{Herkunft, Post, PostArt, Postfach, Ruf, Wer};
use crate::satz::falte;
use crate::seele::{Ohr, Regung, Ziel};
use crate::taler::Geldkonto;
use crate::text::{Block, Teil, Zeile};
use crate::welt::{
    Erfahrung, Gemeldet, Kanal, KurierArt, Spielausgang, Topf, Welt, kurier_meldung,
};
use crate::zeile;

enum Msg {
    Eintritt {
        wer: Wer,
        post: Postfach,
        aus: Vec<u8>,
        herkunft: Herkunft,
        reply: oneshot::Sender<Eingang>,
    },
    Austritt {
        konto: Geldkonto,
        post: Postfach,
    },
    Teile {
        von: Wer,
        wem: String,
        text: String,
        reply: oneshot::Sender<Option<Empfang>>,
    },
    /// A feeling for somebody who is somewhere else.
    Fern {
        von: Wer,
        regung: Regung,
        reply: oneshot::Sender<Option<String>>,
    },
    /// Away with this reason, which may be empty; `None`: back.
    Weg {
        konto: Geldkonto,
        grund: Option<String>,
    },
    Erwarte {
        konto: Geldkonto,
        namen: Vec<String>,
    },
    Wer {
        reply: oneshot::Sender<Arc<[Anwesend]>>,
    },
    Sitz {
        konto: Geldkonto,
        raum: Option<String>,
    },
    KurierWahl {
        konto: Geldkonto,
        aus: Vec<u8>,
    },
    Kurier {
        kanal: u8,
        zeile: Zeile,
        von: Option<Geldkonto>,
    },
    TischMeldung {
        spiel: &'static str,
        winners: Vec<String>,
    },
    Erfahrung {
        gewinn: Gewinn,
        reply: oneshot::Sender<Option<Zeile>>,
    },
    Alle(Post),
    /// The house closes.
    Schluss,
    Aufsicht(aufsicht::Msg),
}

impl Msg {
    /// The list of who is on may be another one afterwards.
    fn changes_list(&self) -> bool {
        matches!(
            self,
            Self::Eintritt { .. }
                | Self::Austritt { .. }
                | Self::Weg { .. }
                | Self::Sitz { .. }
                | Self::Aufsicht(_)
        )
    }
}

/// Who has received something, and the reason if that person is away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Empfang {
    pub name: String,
    pub weg: Option<String>,
}

/// What somebody who enters learns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Eingang {
    /// Counts the logins of this run, from 1.
    pub nr: u64,
    /// Id of the room where a seat was kept.
    pub sitz_in: Option<String>,
}

/// Somebody in the list of who is on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anwesend {
    pub konto: Geldkonto,
    pub name: String,
    /// Away with this reason, which may be empty.
    pub weg: Option<String>,
    pub gast: bool,
    pub admin: bool,
    /// Name of the room of the table at which this person sits.
    pub spielt_in: Option<String>,
}

/// A gain of experience, and what decides whether the town hears of it.
#[derive(Clone, Debug)]
pub struct Gewinn {
    pub change: ExperienceChange,
    pub art: KurierArt,
    pub topf: Topf,
}

struct Drinnen {
    wer: Wer,
    post: Postfach,
    /// Channels switched off.
    aus: Vec<u8>,
    weg: Option<String>,
    /// Folded names of those whose coming and going is told.
    erwartet: Vec<String>,
    herkunft: Herkunft,
}

struct Zentrale {
    archive: Archive,
    welt: watch::Receiver<Arc<Welt>>,
    drinnen: BTreeMap<Geldkonto, Drinnen>,
    /// Rooms of the seats, also of people whose line is lost.
    sitze: BTreeMap<Geldkonto, String>,
    /// Logins so far.
    eintritte: u64,
    /// Purses by folded name, of those who are on.
    namen: HashMap<String, Geldkonto>,
    /// Who is on, as a list, and the world whose rooms it names. Made when somebody asks; a change drops it.
    liste: Option<(Arc<Welt>, Arc<[Anwesend]>)>,
    /// Whoever comes now goes at once.
    schliesst: bool,
}

/// The hub, from outside. Cheap to clone.
#[derive(Clone, Debug)]
pub struct ZentraleHandle(mpsc::Sender<Msg>);

/// Starts the hub; it ends when all handles are gone or the token is cancelled.
pub fn start(
    archive: Archive,
    welt: watch::Receiver<Arc<Welt>>,
    tracker: &TaskTracker,
    token: CancellationToken,
) -> ZentraleHandle {
    let (tx, mut rx) = mpsc::channel(INBOX_MAX);
    let (drinnen, sitze) = (BTreeMap::new(), BTreeMap::new());
    let (namen, liste, schliesst) = (HashMap::new(), None, false);
    let mut z = Zentrale { archive, welt, drinnen, sitze, eintritte: 0, namen, liste, schliesst };
    tracker.spawn(async move {
        loop {
            tokio::select! {
                () = token.cancelled() => return,
                msg = rx.recv() => match msg {
                    Some(msg) => z.handle(msg).await,
                    None => return,
                },
            }
        }
    });
    ZentraleHandle(tx)
}

impl ZentraleHandle {
    /// Enters, and in the same step puts an older login of the account out.
    pub async fn eintritt(
        &self,
        wer: &Wer,
        post: &Postfach,
        (aus, herkunft): (Vec<u8>, Herkunft),
    ) -> Eingang {
        let (reply, answer) = oneshot::channel();
        let (wer, post) = (wer.clone(), post.clone());
        let _ = self.0.send(Msg::Eintritt { wer, post, aus, herkunft, reply }).await;
        answer.await.unwrap_or_default()
    }

    /// Leaves, unless a newer login has taken over.
    pub async fn austritt(&self, konto: &Geldkonto, post: &Postfach) {
        let _ = self.0.send(Msg::Austritt { konto: konto.clone(), post: post.clone() }).await;
    }

    /// Shows a feeling to somebody elsewhere. Gives the receiver's name, `None` if nobody of this name is on.
    pub async fn fern(&self, von: &Wer, regung: Regung) -> Option<String> {
        let (reply, answer) = oneshot::channel();
        let _ = self.0.send(Msg::Fern { von: von.clone(), regung, reply }).await;
        answer.await.ok().flatten()
    }

    /// Notes that somebody is away, or back.
    pub async fn weg(&self, konto: &Geldkonto, grund: Option<String>) {
        let _ = self.0.send(Msg::Weg { konto: konto.clone(), grund }).await;
    }

    /// Whose coming and going somebody wants to hear of.
    pub async fn erwarte(&self, konto: &Geldkonto, namen: Vec<String>) {
        let _ = self.0.send(Msg::Erwarte { konto: konto.clone(), namen }).await;
    }

    /// Tells somebody something. Gives the receiver, `None` if nobody of this name is on.
    pub async fn teile(&self, von: &Wer, wem: String, text: String) -> Option<Empfang> {
        let (reply, answer) = oneshot::channel();
        let _ = self.0.send(Msg::Teile { von: von.clone(), wem, text, reply }).await;
        answer.await.ok().flatten()
    }

    /// Everybody who is on, by name.
    pub async fn wer(&self) -> Arc<[Anwesend]> {
        let (reply, answer) = oneshot::channel();
        let _ = self.0.send(Msg::Wer { reply }).await;
        answer.await.unwrap_or_default()
    }

    /// Notes in which room somebody has a seat, for coming back.
    pub async fn sitz(&self, konto: &Geldkonto, raum: Option<String>) {
        let _ = self.0.send(Msg::Sitz { konto: konto.clone(), raum }).await;
    }

    pub async fn kurier_wahl(&self, konto: &Geldkonto, aus: Vec<u8>) {
        let _ = self.0.send(Msg::KurierWahl { konto: konto.clone(), aus }).await;
    }

    /// Puts a line into a channel.
    pub async fn kurier(&self, kanal: u8, zeile: Zeile, von: Option<&Geldkonto>) {
        let _ = self.0.send(Msg::Kurier { kanal, zeile, von: von.cloned() }).await;
    }

    /// Reports the winners of a game.
    pub async fn tisch_meldung(&self, spiel: &'static str, winners: Vec<String>) {
        let _ = self.0.send(Msg::TischMeldung { spiel, winners }).await;
    }

    /// What the ladder says about a change of experience; the last step also goes to the Kurier, once.
    pub async fn erfahrung(&self, gewinn: Gewinn) -> Option<Zeile> {
        let (reply, answer) = oneshot::channel();
        let _ = self.0.send(Msg::Erfahrung { gewinn, reply }).await;
        answer.await.ok().flatten()
    }

    /// Ends everybody's evening, because the house closes.
    pub async fn schliesse(&self) {
        let _ = self.0.send(Msg::Schluss).await;
    }

    /// Says something to everybody.
    pub async fn alle(&self, post: Post) {
        let _ = self.0.send(Msg::Alle(post)).await;
    }
}

impl Zentrale {
    async fn handle(&mut self, msg: Msg) {
        if msg.changes_list() {
            self.liste = None;
        }
        match msg {
            Msg::Eintritt { wer, post, aus, herkunft, reply } => {
                let konto = wer.konto.clone();
                self.namen.insert(falte(&wer.name), konto.clone());
                let name = Arc::clone(&wer.name);
                self.eintritte += 1;
                let nr = self.eintritte;
                if self.schliesst {
                    post.rufe(Ruf::HausSchliesst);
                }
                let (post, weg, erwartet) = (post.nummeriert(nr), None, Vec::new());
                let neu = Drinnen { wer, post, aus, weg, erwartet, herkunft };
                match self.drinnen.insert(konto.clone(), neu) {
                    Some(alt) => alt.post.rufe(Ruf::Abgeloest),
                    None => self.erwartet(&name, "ist gekommen"),
                }
                let _ = reply.send(Eingang { nr, sitz_in: self.sitze.get(&konto).cloned() });
            }
            Msg::Austritt { konto, post } => self.austritt(&konto, &post),
            Msg::Teile { von, wem, text, reply } => {
                let _ = reply.send(self.teile(&von, &wem, &text));
            }
            Msg::Fern { von, regung, reply } => {
                let _ = reply.send(self.fern(&von, &regung));
            }
            Msg::Weg { konto, grund } => {
                if let Some(d) = self.drinnen.get_mut(&konto) {
                    d.weg = grund;
                }
            }
            Msg::Erwarte { konto, namen } => {
                if let Some(d) = self.drinnen.get_mut(&konto) {
                    d.erwartet = namen.iter().map(|n| falte(n)).collect();
                }
            }
            Msg::Wer { reply } => {
                let _ = reply.send(self.anwesende());
            }
            Msg::Sitz { konto, raum: Some(raum) } => {
                self.sitze.insert(konto, raum);
            }
            Msg::Sitz { konto, raum: None } => {
                self.sitze.remove(&konto);
            }
            Msg::KurierWahl { konto, aus } => {
                if let Some(d) = self.drinnen.get_mut(&konto) {
                    d.aus = aus;
                }
            }
            Msg::Kurier { kanal, zeile, von } => self.kurier(kanal, &zeile, von.as_ref()).await,
            Msg::TischMeldung { spiel, winners } => self.tisch_meldung(spiel, &winners).await,
            Msg::Erfahrung { gewinn, reply } => {
                let _ = reply.send(self.erfahrung(&gewinn).await);
            }
            Msg::Alle(post) => self.an_alle(&Arc::new(post), |_| true),
            Msg::Schluss => self.schliesse(),
            Msg::Aufsicht(msg) => self.aufsicht(msg),
        }
    }

    /// The house closes: ends the evening of everybody who is on, and of whoever still comes.
    fn schliesse(&mut self) {
        self.schliesst = true;
        for d in self.drinnen.values() {
            d.post.rufe(Ruf::HausSchliesst);
        }
    }

    /// Somebody leaves, unless a newer login stands here by now.
    fn austritt(&mut self, konto: &Geldkonto, post: &Postfach) {
        if self.drinnen.get(konto).is_some_and(|d| d.post.is(post))
            && let Some(d) = self.drinnen.remove(konto)
        {
            self.namen.remove(&falte(&d.wer.name));
            self.erwartet(&d.wer.name, "ist gegangen");
        }
    }

    fn an_alle(&self, post: &Arc<Post>, hoert: impl Fn(&Drinnen) -> bool) {
        for d in self.drinnen.values().filter(|d| hoert(d)) {
            d.post.wirf_ein(Arc::clone(post));
        }
    }

    /// The exact name only: nothing private ever goes to somebody with a similar one.
    fn teile(&self, von: &Wer, wem: &str, text: &str) -> Option<Empfang> {
        let d = self.by_name(&falte(wem))?;
        let zeile = zeile![
            Teil::Name(von.name.to_string()),
            " teilt Dir mit: ",
            Teil::Rede(text.to_string())
        ];
        let told = gmcp::rede("mitteilung", &von.name, text);
        let post = Post::satz(PostArt::Mitteilung, zeile).von(&von.konto).mit_gmcp(told);
        let empfang = Empfang { name: d.wer.name.to_string(), weg: d.weg.clone() };
        d.post.wirf_ein(Arc::new(post)).then_some(empfang)
    }

    fn fern(&self, von: &Wer, regung: &Regung) -> Option<String> {
        let Ziel::Wer(key) = &regung.ziel else { return None };
        let d = self.by_name(key)?;
        let zeile = regung.zeile(Ohr::Ziel, &von.name, Some(&d.wer.name));
        let post = Post::satz(PostArt::Stimmung, zeile).von(&von.konto);
        d.post.wirf_ein(Arc::new(post)).then(|| d.wer.name.to_string())
    }

    /// Tells those who wait for this person.
    fn erwartet(&self, name: &str, was: &str) {
        let key = falte(name);
        let post = Arc::new(Post::satz(
            PostArt::System,
            zeile![Teil::Name(name.to_string()), format!(" {was}.")],
        ));
        self.an_alle(&post, |d| d.erwartet.contains(&key));
    }

    fn by_name(&self, key: &str) -> Option<&Drinnen> {
        self.drinnen.get(self.namen.get(key)?)
    }

    fn anwesende(&mut self) -> Arc<[Anwesend]> {
        let welt = self.welt.borrow().clone();
        if let Some((of, list)) = &self.liste
            && Arc::ptr_eq(of, &welt)
        {
            return Arc::clone(list);
        }
        let mut list: Vec<Anwesend> = self
            .drinnen
            .values()
            .map(|d| Anwesend {
                konto: d.wer.konto.clone(),
                weg: d.weg.clone(),
                name: d.wer.name.to_string(),
                gast: d.wer.is_gast(),
                admin: d.wer.rang > 0,
                spielt_in: self
                    .sitze
                    .get(&d.wer.konto)
                    .and_then(|r| Some(welt.raum(r)?.name.clone())),
            })
            .collect();
        list.sort_by_cached_key(|a| falte(&a.name));
        let list = Arc::<[Anwesend]>::from(list);
        self.liste = Some((welt, Arc::clone(&list)));
        list
    }

    async fn kurier(&self, nr: u8, zeile: &Zeile, von: Option<&Geldkonto>) {
        let Some(kanal) = self.welt.borrow().kurier.kanaele.iter().find(|k| k.nr == nr).cloned()
        else {
            return;
        };
        if let Err(fehler) =
            self.archive.append_kurier(&kanal.name, now_s(), zeile.wortlaut()).await
        {
            tracing::warn!(%fehler, "Kurier line could not be kept");
        }
        let mut line = zeile![format!("{}: ", kanal.name)];
        line.extend(zeile.clone());
        let sprecher = von.and_then(|k| self.drinnen.get(k)).map_or("", |d| &*d.wer.name);
        let rede = gmcp::rede(&kanal.name, sprecher, &zeile.wortlaut());
        let mut post = Post::satz(PostArt::Kurier, line).mit_gmcp(rede);
        post.von = von.cloned();
        self.an_alle(&Arc::new(post), |d| !d.aus.contains(&nr));
    }

    async fn tisch_meldung(&self, spiel: &str, winners: &[String]) {
        let (kanal, zeile) = {
            let welt = self.welt.borrow();
            let Some(meldungen) = welt.kurier.meldungen.get(spiel) else { return };
            let vorlage = if winners.len() == 1 { &meldungen.sieg } else { &meldungen.geteilt };
            let Some(vorlage) = vorlage else { return };
            let spieler = crate::deutsch::und_liste(winners);
            (welt.kurier.spieltische().nr, vorlage.fill(&[("Spieler", &spieler)]))
        };
        self.kurier(kanal, &zeile, None).await;
    }

    async fn erfahrung(&self, gewinn: &Gewinn) -> Option<Zeile> {
        let change = &gewinn.change;
        let seen = |e: crate::archive::Erfahrung| Erfahrung { spiele: e.games, punkte: e.points };
        let (zeile, meldung) = {
            let welt = self.welt.borrow();
            let leiter = welt.leitern.get(&change.spiel)?;
            let ausgang = Spielausgang {
                vorher: seen(change.before),
                nachher: seen(change.after),
                topf: gewinn.topf,
                kurier: if change.before.told { Gemeldet::Schon } else { Gemeldet::NochNicht },
            };
            let vorlage = welt.kurier.meldungen.get(&change.spiel).and_then(|m| m.ende.clone());
            let due = kurier_meldung(gewinn.art, leiter, &ausgang);
            (leiter.aufstieg(ausgang.vorher, ausgang.nachher).cloned(), vorlage.filter(|_| due))
        };
        if let Some(vorlage) = meldung {
            self.melde_ende(gewinn, &vorlage).await;
        }
        zeile
    }

    /// The seed's line: once a player, at the last step of the ladder (regeln.md R25).
    async fn melde_ende(&self, gewinn: &Gewinn, vorlage: &crate::welt::Vorlage) {
        let change = &gewinn.change;
        let first = self.archive.mark_told(change.konto, &change.spiel).await.unwrap_or(false);
        if gewinn.art == KurierArt::Endstufe && !first {
            return;
        }
        let Ok(Some(konto)) = self.archive.account(change.konto).await else { return };
        let kanal = self.welt.borrow().kurier.spieltische().nr;
        self.kurier(kanal, &vorlage.fill(&[("Spieler", &konto.name)]), None).await;
    }
}

/// The list of channels as one person hears it.
pub fn kanalliste(kanaele: &[Kanal], aus: &[u8]) -> Block {
    let eintraege = kanaele
        .iter()
        .map(|k| {
            let stand = if aus.contains(&k.nr) { "aus" } else { "an" };
            zeile![
                Teil::Name(k.name.clone()),
                format!(", Kanal {}, {stand}: ", k.nr),
                k.beschreibung.wortlaut()
            ]
        })
        .collect();
    let zahl = i64::try_from(kanaele.len()).unwrap_or(0);
    let titel = format!("Der Kurier, {}:", crate::deutsch::zaehle(zahl, "Kanal", "Kanäle"));
    Block::Liste { titel: titel.into(), eintraege }
}
