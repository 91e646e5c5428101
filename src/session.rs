//! One person's evening: a task for each connection. Reads lines, offers them to whoever they concern (the person's
//! own words, the table, the room, the hub), and writes what the mailbox brings.

mod ausgabe;
mod befehle;
pub mod drossel;
mod einstellung;
mod gesellig;
mod hilfe;
mod hueten;
mod leitung;
mod melden;
mod packer;
mod passwort;
mod programm;
mod stille;
mod tuer;
mod wecker;
mod worte;

use std::collections::VecDeque;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use self::drossel::Drossel;
use self::einstellung::Einstellung;
pub use self::leitung::Draht;
use self::leitung::{Eingabe, Eingabeart, Leitung, Zeichen};
use self::passwort::Passwort;
use self::stille::{Stille, Zeit};
use self::tuer::{Gekommen, Tuer};
use self::wecker::Wecker;
use crate::archive::Archive;
use crate::config::Config;
use crate::gmcp;
use crate::host::{Rueckkehr, TischHandle};
use crate::limits::{BURST_POSTS_MAX, GATHER_TIME_MAX};
use crate::login::Reserved;
use crate::metrics::{Kind, METRICS};
use crate::person::{Herkunft, Leerung, Post, PostArt, Postfach, Ruf, Wer};
use crate::raum::{Abgang, Ankunft, Raeume, RaumHandle};
use crate::taler::{Buchung, Geldkonto, Waehrung};
use crate::telnet::encode;
use crate::text::{Ansicht, Block, Teil, Zeile, ohne_wiederholung, render};
use crate::tisch::Rolle;
use crate::welt::Welt;
use crate::zentrale::ZentraleHandle;

/// Everything a session needs of the house. Shared by all sessions.
pub struct Haus {
    pub archive: Archive,
    pub zentrale: ZentraleHandle,
    pub raeume: watch::Receiver<Raeume>,
    pub welt: watch::Receiver<Arc<Welt>>,
    pub reserved: watch::Receiver<Arc<Reserved>>,
    pub config: Arc<Config>,
    pub drossel: Drossel,
    /// A wish to load the data anew, for admins.
    pub neu_laden: mpsc::Sender<tokio::sync::oneshot::Sender<Result<String, String>>>,
    /// When the house is to close.
    pub schluss: mpsc::Sender<Schlusswunsch>,
    pub token: CancellationToken,
    /// Lines that may be compressed at once.
    pub packplaetze: Arc<tokio::sync::Semaphore>,
    /// When the house opened, in seconds since 1970.
    pub offen_seit_s: i64,
}

/// What an admin wants of the hour at which the house closes.
pub enum Schlusswunsch {
    /// After this time, counted aloud. Takes the place of an earlier wish.
    In(Duration),
    /// Not at all. The reply: there was something to take back.
    Ab(tokio::sync::oneshot::Sender<bool>),
}

impl Haus {
    /// What the house tells of itself to crawlers (MSSP).
    async fn auskunft(&self) -> Vec<(&'static str, String)> {
        let spieler = self.zentrale.wer().await.len();
        let raeume = self.raeume.borrow().zahl();
        let port = self.config.server.adressen.first().map_or(4000, std::net::SocketAddr::port);
        let row = |k, v: &str| (k, v.to_string());
        vec![
            row("NAME", "Theaterkeller"),
            ("PLAYERS", spieler.to_string()),
            ("UPTIME", self.offen_seit_s.to_string()),
            row("CODEBASE", concat!("theaterkeller ", env!("CARGO_PKG_VERSION"))),
            ("PORT", port.to_string()),
            row("LANGUAGE", "German"),
            row("CHARSET", "UTF-8"),
            row("FAMILY", "Custom"),
            row("GENRE", "Social"),
            row("GAMEPLAY", "Card games"),
            row("STATUS", "Live"),
            ("AREAS", "1".to_string()),
            ("ROOMS", raeume.to_string()),
            row("ANSI", "1"),
            row("UTF-8", "1"),
            row("GMCP", "1"),
            row("MSDP", "1"),
            row("MCCP", "1"),
            row("MXP", "0"),
            ("SSL", u8::from(!self.config.tls.adressen.is_empty()).to_string()),
        ]
    }
}

/// Runs one connection from greeting to goodbye, once `draht` is there. `angemeldet` is dropped as soon as somebody is
/// in. Everything up to then lies on the heap only as long as it lasts, its arguments too.
pub fn run<T: Send>(
    haus: Arc<Haus>,
    draht: impl Future<Output = Option<Draht>> + Send,
    (herkunft, seit): (Herkunft, Instant),
    angemeldet: T,
) -> impl Future<Output = ()> + Send {
    let door = Box::pin(async move {
        let draht = draht.await?;
        durch_die_tuer(haus, draht, (herkunft, seit), angemeldet).await
    });
    async move {
        if let Some(mut sitzung) = door.await {
            sitzung.abend().await;
        }
    }
}

/// What the door needs is given back when somebody is in: for the rest of the evening nothing of it is kept.
async fn durch_die_tuer<T>(
    haus: Arc<Haus>,
    draht: Draht,
    (herkunft, seit): (Herkunft, Instant),
    angemeldet: T,
) -> Option<Box<Sitzung>> {
    let mut leitung = Leitung::new(draht, Arc::clone(&haus.packplaetze));
    let gekommen = Tuer::new(&haus, &mut leitung, herkunft.ip).eintreten(seit).await;
    drop(angemeldet);
    let Some(gekommen) = gekommen else {
        leitung.close().await;
        return None;
    };
    Some(Box::new(Sitzung::new(haus, leitung, (gekommen, herkunft))))
}

/// Why an evening ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Schluss {
    Ende,
    SchlaeftEin,
    Leitung,
    Abgeloest,
    HausSchliesst,
    /// Put out by an admin; the sentence has been said.
    Hinausgeworfen,
    /// Has typed nothing for too long.
    Still,
}

/// What a waiting session wakes up for.
enum Geschehen {
    /// There is something in the mailbox, or the evening is to end.
    Post,
    Zeichen(Zeichen),
    /// A deadline has come.
    Zeit,
}

struct Sitzung {
    haus: Arc<Haus>,
    leitung: Leitung,
    wer: Wer,
    herkunft: Herkunft,
    e: Einstellung,
    raum: RaumHandle,
    tisch: Option<(TischHandle, Rolle)>,
    postfach: Postfach,
    posts: Leerung,
    /// For `wiederhole`.
    letzte_meldung: Vec<Block>,
    /// What friends have done while others of them still think, for those who listen; and until when it may wait.
    gesammelt: Vec<Block>,
    gesammelt_bis: Option<Instant>,
    /// Who was the last to tell something, for `erwidere`.
    letzter_absender: Option<String>,
    /// What was told from afar and answered, for `tmhist`.
    mitteilungen: VecDeque<Zeile>,
    /// What people said lately, for `melde`.
    gehoert: melden::Gehoert,
    /// Lines of a long text that are still to come.
    rest: Vec<String>,
    /// The person has said to be away.
    abwesend: bool,
    /// The tour has just been offered: `ja` begins it, everything else is a command as ever.
    rundgang_gefragt: bool,
    /// A line of the person is being carried out.
    tippt: bool,
    /// What kind of command the line that is carried out turned out to be.
    art: Option<Kind>,
    /// When the person typed something last, and when the evening ends for it; only while there is a limit.
    stille: Stille,
    wecker: Wecker,
    dialog: Option<Passwort>,
    /// The room closes.
    umzug: bool,
    schluss: Option<Schluss>,
    eimer: Eimer,
    /// When the first of several waiting lines was carried out whose answers have not been written yet.
    burst_seit: Option<Instant>,
    hinweise: Vec<Block>,
}

/// Longest that the answer to one line waits for the answers to those that came with it.
const BURST_MAX: Duration = Duration::from_millis(1);

/// A token bucket: short bursts are fine, a flood waits.
struct Eimer {
    je_sek: u32,
    am_stueck: f64,
    voll: f64,
    zuletzt: Instant,
}

impl Eimer {
    fn new(je_sek: u32, am_stueck: u32) -> Self {
        let am_stueck = f64::from(am_stueck);
        Self { je_sek, am_stueck, voll: am_stueck, zuletzt: Instant::now() }
    }

    /// Takes one; `Some`: it is empty and will have one then.
    fn nimm(&mut self) -> Option<Instant> {
        if self.je_sek == 0 {
            return None;
        }
        let now = Instant::now();
        let since = now.duration_since(self.zuletzt).as_secs_f64();
        self.zuletzt = now;
        self.voll = (self.voll + since * f64::from(self.je_sek)).min(self.am_stueck);
        if self.voll >= 1.0 {
            self.voll -= 1.0;
            return None;
        }
        Some(now + Duration::from_secs_f64((1.0 - self.voll) / f64::from(self.je_sek)))
    }
}

impl Sitzung {
    fn new(haus: Arc<Haus>, leitung: Leitung, (gekommen, herkunft): (Gekommen, Herkunft)) -> Self {
        let (postfach, posts) = Postfach::new();
        let raum = haus.raeume.borrow().start();
        let g = &haus.config.grenzen;
        let eimer = Eimer::new(g.befehle_je_sek, g.befehle_am_stueck);
        let untaetig_s = g.untaetig_sek;
        let Gekommen { wer, einstellung, hinweise } = gekommen;
        Self {
            haus,
            leitung,
            wer,
            herkunft,
            e: einstellung,
            raum,
            tisch: None,
            postfach,
            posts,
            letzte_meldung: Vec::new(),
            gesammelt: Vec::new(),
            gesammelt_bis: None,
            letzter_absender: None,
            mitteilungen: VecDeque::new(),
            gehoert: melden::Gehoert::default(),
            rest: Vec::new(),
            abwesend: false,
            rundgang_gefragt: false,
            tippt: false,
            art: None,
            stille: Stille::new(untaetig_s),
            wecker: Wecker::default(),
            dialog: None,
            umzug: false,
            schluss: None,
            eimer,
            burst_seit: None,
            hinweise,
        }
    }

    /// The evening from the first look to the last word. What is done seldom lies on the heap only while it is done,
    /// so that somebody who just stands there takes little memory.
    async fn abend(&mut self) {
        let _on = METRICS.sessions.hold();
        if let Some(z) = self.e.zeichensatz {
            self.leitung.zeichensatz = z;
        }
        if self.leitung.hoert_programm() {
            self.postfach.programm_hoert();
        }
        Box::pin(self.herein()).await;
        Box::pin(self.begruesse_programm()).await;
        self.prompt();
        self.leitung.flush().await;
        while self.schluss.is_none() {
            self.step().await;
        }
        Box::pin(self.hinaus()).await;
    }

    /// Enters the house: at the kept seat if there is one, else in the first room.
    async fn herein(&mut self) {
        let aus = self.kanaele_aus();
        let eingang =
            self.haus.zentrale.eintritt(&self.wer, &self.postfach, (aus, self.herkunft)).await;
        self.postfach = self.postfach.clone().nummeriert(eingang.nr);
        let mut said = vec![worte::begruessung(&self.wer)];
        said.append(&mut self.hinweise);
        said.extend(self.noch_stumm().await);
        let room = eingang.sitz_in.and_then(|id| self.haus.raeume.borrow().sitzraum(&id));
        let back = room.is_some();
        let ankunft = if back { Ankunft::Zurueck } else { Ankunft::Anmeldung };
        let room = room.unwrap_or_else(|| self.haus.raeume.borrow().start());
        said.extend(self.betritt(room, ankunft).await);
        self.say(&said);
        if back {
            self.zurueck_an_den_tisch().await;
        }
        if !self.e.erwartet.is_empty() {
            self.haus.zentrale.erwarte(&self.wer.konto, self.e.erwartet.clone()).await;
        }
        self.biete_rundgang().await;
    }

    /// Into a room, or into the first one if it has gone in this moment. Gives what is seen there.
    async fn betritt(&mut self, raum: RaumHandle, ankunft: Ankunft) -> Vec<Block> {
        self.raum = raum;
        if let Some(sicht) = self.raum.betritt(&self.wer, &self.postfach, ankunft).await {
            return sicht;
        }
        self.raum = self.haus.raeume.borrow().start();
        let sicht = self.raum.betritt(&self.wer, &self.postfach, Ankunft::Anmeldung).await;
        sicht.unwrap_or_default()
    }

    async fn vielleicht_umziehen(&mut self) {
        if self.umzug {
            Box::pin(self.umziehen()).await;
        }
    }

    /// Out of a room that closes. Whoever has a seat there stays until his game is over and is told then.
    async fn umziehen(&mut self) {
        let sits = self.tisch.as_ref().is_some_and(|(_, rolle)| *rolle == Rolle::Sitzt);
        let neu = self.haus.raeume.borrow().start();
        if !std::mem::take(&mut self.umzug) || sits || neu.id == self.raum.id {
            return;
        }
        if let Some((tisch, _)) = self.tisch.take() {
            tisch.schau_weg(&self.wer.konto).await;
        }
        let von = self.raum.id.to_string();
        let abgang = Abgang::Geht(neu.id.to_string());
        self.raum.verlaesst(&self.wer.konto, &self.postfach, abgang).await;
        let mut said = vec![worte::raum_ist_weg()];
        said.extend(self.betritt(neu, Ankunft::Geht(von)).await);
        self.say(&said);
    }

    /// Back to the kept seat. A game that ended in the meantime has given it free.
    async fn zurueck_an_den_tisch(&mut self) {
        if let Some(tisch) = self.raum.tisch_von(&self.wer.konto).await {
            match tisch.da(&self.wer, &self.postfach).await {
                Rueckkehr::Sitzt => {
                    self.tisch = Some((tisch, Rolle::Sitzt));
                    return;
                }
                Rueckkehr::Ruht => return,
                Rueckkehr::Vergeben => {}
            }
        }
        if self.posts.ruf() == Some(Ruf::Abgeloest) {
            return;
        }
        self.raum.sitz(self.wer.konto.clone(), None).await;
        self.haus.zentrale.sitz(&self.wer.konto, None).await;
        self.say(&[worte::platz_vergeben()]);
    }

    /// One turn of the loop: something comes, or a waiting line is carried out.
    async fn step(&mut self) {
        if let Some(ruf) = self.posts.ruf() {
            // Lines that still wait belong to somebody who plays elsewhere by now.
            return self.gerufen(ruf);
        }
        let ready_at = if self.leitung.eingaben.is_empty() {
            None
        } else {
            self.eimer.nimm().or(Some(Instant::now()))
        };
        let takes_line = ready_at.is_some_and(|at| at <= Instant::now());
        if takes_line {
            let eingabe = self.leitung.eingaben.pop_front().expect("a line is waiting");
            let begin = Instant::now();
            let since = *self.burst_seit.get_or_insert(begin);
            self.art = None;
            Box::pin(self.line(eingabe)).await;
            self.take_posts();
            self.tippt = false;
            self.vielleicht_umziehen().await;
            // Answers to lines that came together go out together, unless that would hold one of them up.
            let alone = self.leitung.eingaben.is_empty() || self.dialog.is_some();
            if alone || self.leitung.burst_is_full() || since.elapsed() > BURST_MAX {
                self.end_of_burst().await;
            }
            if let Some(art) = self.art {
                METRICS.command(art, begin.elapsed());
            }
            return;
        }
        if ready_at.is_some() {
            self.end_of_burst().await;
        }
        match self.naechstes(ready_at).await {
            Geschehen::Post => {
                if let Some(ruf) = self.posts.ruf() {
                    return self.gerufen(ruf);
                }
                self.take_posts();
                self.vielleicht_umziehen().await;
                self.end_of_burst().await;
            }
            Geschehen::Zeichen(Zeichen::Aus) if self.leitung.eingaben.is_empty() => {
                self.ends(Schluss::Leitung);
            }
            Geschehen::Zeichen(_) => {}
            Geschehen::Zeit => self.zeit_ist_um().await,
        }
        self.leitung_meldet().await;
        if self.leitung.halb_zu && self.leitung.eingaben.is_empty() && self.schluss.is_none() {
            self.ends(Schluss::Leitung);
        }
        if !self.leitung.flush().await {
            self.ends(Schluss::Leitung);
        }
    }

    /// Waits for whatever comes first. Each of these is asked where it is, and nothing is registered and taken back for
    /// every line that somebody hears.
    async fn naechstes(&mut self, ready_at: Option<Instant>) -> Geschehen {
        let due = [ready_at, self.gesammelt_bis, self.stille.wann(self.tisch.is_some())];
        let due = due.into_iter().flatten().min();
        std::future::poll_fn(|cx| {
            if self.posts.poll_bereit(cx).is_ready() {
                return Poll::Ready(Geschehen::Post);
            }
            if let Poll::Ready(z) = self.leitung.poll_lies(cx) {
                return Poll::Ready(Geschehen::Zeichen(z));
            }
            self.wecker.poll(cx, due).map(|()| Geschehen::Zeit)
        })
        .await
    }

    /// One of the deadlines has come.
    async fn zeit_ist_um(&mut self) {
        if self.gesammelt_bis.is_some_and(|at| at <= Instant::now()) {
            self.sag_gesammeltes();
            self.end_of_burst().await;
        }
        if let Some(zeit) = self.stille.faellig(self.tisch.is_some()) {
            self.lange_still(zeit);
        }
    }

    /// The evening is ended from elsewhere. Only the house's own end lets what has been said before come through.
    fn gerufen(&mut self, ruf: Ruf) {
        match ruf {
            Ruf::Voll => self.ends(Schluss::Leitung),
            Ruf::Abgeloest => self.ends(Schluss::Abgeloest),
            Ruf::HausSchliesst => {
                self.take_posts();
                self.ends(Schluss::HausSchliesst);
            }
        }
    }

    /// What the line has found out about the client in the meantime.
    async fn leitung_meldet(&mut self) {
        if std::mem::take(&mut self.leitung.programm_neu) {
            Box::pin(self.programm_hoert_jetzt()).await;
        }
        if std::mem::take(&mut self.leitung.mssp_gefragt) {
            let auskunft = Box::pin(self.haus.auskunft()).await;
            self.leitung.mssp(&auskunft);
        }
        if self.leitung.is_reader() && !self.e.is_leser() && !self.e.von_hand {
            self.e.nimm(crate::login::Ausgabe::Erkannt);
            self.say(&[worte::leser_erkannt()]);
            if self.schluss.is_none() {
                self.prompt();
            }
        }
    }

    /// Whoever sits or watches at a table may be silent as long as he likes; everybody else is asked first.
    fn lange_still(&mut self, zeit: Zeit) {
        match zeit {
            Zeit::Warnung(left) => {
                self.say(&[worte::noch_da(left.as_secs())]);
                self.prompt();
            }
            Zeit::Um => self.ends(Schluss::Still),
        }
    }

    fn ends(&mut self, schluss: Schluss) {
        self.schluss = self.schluss.or(Some(schluss));
    }

    /// Everything that has gathered goes out in one write with one prompt.
    async fn end_of_burst(&mut self) {
        self.burst_seit = None;
        let silent = self.leitung.prompt_steht();
        if self.leitung.eingaben.is_empty() && self.schluss.is_none() && !silent {
            self.prompt();
        }
        if !self.leitung.flush().await {
            self.ends(Schluss::Leitung);
        }
    }

    fn prompt(&mut self) {
        if let Some(dialog) = &self.dialog {
            let ansicht = self.e.ansicht(self.leitung.breite);
            let text = render(&[dialog.frage()], &ansicht);
            self.leitung.prompt(&text);
        } else if self.e.has_prompt() && self.leitung.speaks() {
            self.leitung.prompt("> ");
        }
    }

    /// Puts what is in the mailbox into the burst.
    fn take_posts(&mut self) {
        for _ in 0..BURST_POSTS_MAX {
            let Some(post) = self.posts.nimm() else { return };
            self.post(&post);
            if post.von.is_some() && !self.ungehoert(&post) {
                self.gehoert.merke(post);
            }
        }
    }

    fn post(&mut self, post: &Post) {
        if self.ungehoert(post) {
            return;
        }
        for botschaft in &post.gmcp {
            self.leitung.gmcp(botschaft);
        }
        if let Some((tisch, rolle)) = &post.rolle {
            self.leitung.gmcp(&self.status((*rolle != Rolle::Keine).then_some(&*tisch.name)));
            self.tisch = (*rolle != Rolle::Keine).then(|| (tisch.clone(), *rolle));
        }
        if post.abschied {
            self.ends(Schluss::Ende);
        }
        self.umzug |= post.umzug;
        if post.hinaus {
            self.ends(Schluss::Hinausgeworfen);
        }
        match post.art {
            _ if post.bloecke.is_empty() => {}
            PostArt::Tisch => self.tisch_post(post),
            _ => {
                self.sag_gesammeltes();
                self.say_post(post);
            }
        }
        if post.art == PostArt::Mitteilung
            && let Some(Block::Satz(zeile)) = post.bloecke.first()
            && let Some(Teil::Name(name)) = zeile.0.first()
        {
            self.letzter_absender = Some(name.clone());
            let zeile = zeile.clone();
            self.merke_mitteilung(&zeile);
        }
        if let Some(nr) = post.nr {
            self.leitung.gesehen = nr;
        }
    }

    /// What happens at the table. Moves of friends in a row are gathered for an ear, up to the next thing that is not
    /// one; and what the question of the own turn tells again is told there alone.
    fn tisch_post(&mut self, post: &Post) {
        if !self.e.is_leser() {
            self.sag_gesammeltes();
            self.say_post(post);
            self.merke_meldung(post.bloecke.clone(), post.nr.is_some());
            return;
        }
        self.gesammelt.extend(post.bloecke.iter().cloned());
        if post.folgt {
            self.gesammelt_bis = self.gesammelt_bis.or(Some(Instant::now() + GATHER_TIME_MAX));
            return;
        }
        if post.nr.is_some() {
            ohne_wiederholung(&mut self.gesammelt);
            self.ring();
        }
        self.sag_alles_gesammelte(post.nr.is_some());
    }

    /// For `wiederhole`: the own turn and whatever has happened, not the answers to what the person has typed.
    fn merke_meldung(&mut self, blocks: Vec<Block>, asked: bool) {
        let happened = blocks.iter().any(|b| matches!(b, Block::Ereignis { .. }));
        if asked || happened || !self.tippt {
            self.letzte_meldung = blocks;
        }
    }

    /// The bell, for whoever wants it.
    fn ring(&mut self) {
        if self.e.ton {
            self.leitung.text("\u{7}");
        }
    }

    /// Says what was held back, if anything.
    fn sag_gesammeltes(&mut self) {
        self.sag_alles_gesammelte(false);
    }

    /// `asked`: the last of it asks for a decision.
    fn sag_alles_gesammelte(&mut self, asked: bool) {
        self.gesammelt_bis = None;
        let blocks = std::mem::take(&mut self.gesammelt);
        if !blocks.is_empty() {
            self.say(&blocks);
            self.merke_meldung(blocks, asked);
        }
    }

    fn say(&mut self, blocks: &[Block]) {
        let text = render(blocks, &self.ansicht());
        self.leitung.text(&text);
    }

    fn ansicht(&self) -> Ansicht {
        Ansicht { farben: self.haus.config.farben, ..self.e.ansicht(self.leitung.breite) }
    }

    /// Says what many may hear. What each of them would see alike is set once.
    fn say_shared(&mut self, post: &Post, ansicht: &Ansicht) {
        self.leitung.shared_text(|zeichensatz, out| {
            post.fertig.show((ansicht, zeichensatz), out, |out| {
                encode(&render(&post.bloecke, ansicht), zeichensatz, out);
            });
        });
    }

    /// Says a post, with the bell and the sender's name in every line where somebody wants them.
    fn say_post(&mut self, post: &Post) {
        let told = post.art == PostArt::Mitteilung;
        if told || post.nr.is_some() {
            self.ring();
        }
        let mut ansicht = self.ansicht();
        let name = match post.bloecke.first() {
            Some(Block::Satz(z)) if told && self.e.has_sender() => z.0.first().map(Teil::wortlaut),
            _ => None,
        };
        let Some(name) = name else { return self.say_shared(post, &ansicht) };
        let space = u16::try_from(name.chars().count() + 2).unwrap_or(0);
        ansicht.breite = ansicht.breite.map(|b| b.saturating_sub(space).max(20));
        let text = render(&post.bloecke, &ansicht);
        let mut lines = text.lines();
        let first = lines.next().unwrap_or("").to_string();
        let out = lines.fold(first, |all, line| format!("{all}\n{name}: {line}"));
        self.leitung.text(&format!("{out}\n"));
    }

    /// A finished line: an answer of a running dialogue, or a command.
    async fn line(&mut self, eingabe: Eingabe) {
        self.postfach.tippt();
        self.stille.tippt();
        self.sag_gesammeltes();
        if let Eingabeart::Zug { nr } = eingabe.art {
            self.art = Some(Kind::Play);
            return self.zug_vom_programm(nr, &eingabe.text).await;
        }
        if let Some(dialog) = self.dialog.take() {
            self.leitung.end_secret();
            self.passwort(dialog, eingabe.text).await;
            return;
        }
        let satz = crate::satz::Satz::new(&eingabe.text);
        if !satz.is_empty() {
            self.satz(satz, eingabe.gesehen).await;
        }
    }

    /// Leaves the house, each way with its own consequences.
    async fn hinaus(&mut self) {
        let schluss = self.schluss.unwrap_or(Schluss::Leitung);
        let abgang = match schluss {
            Schluss::Ende | Schluss::Hinausgeworfen => Abgang::Ende,
            Schluss::SchlaeftEin | Schluss::Still => Abgang::SchlaeftEin,
            Schluss::Leitung | Schluss::Abgeloest | Schluss::HausSchliesst => Abgang::Leitung,
        };
        let last = match schluss {
            Schluss::Ende => Some(worte::auf_wiedersehen()),
            Schluss::SchlaeftEin => Some(worte::schlaf_gut()),
            Schluss::Abgeloest => Some(worte::abgeloest()),
            Schluss::HausSchliesst => Some(worte::haus_schliesst()),
            Schluss::Still => Some(worte::zu_still()),
            Schluss::Leitung | Schluss::Hinausgeworfen => None,
        };
        if let Some(Block::Satz(zeile)) = &last {
            self.leitung.gmcp(&gmcp::goodbye(&zeile.wortlaut()));
        }
        self.sag_gesammeltes();
        self.say(&Vec::from_iter(last));
        if let Some((tisch, _)) = self.tisch.take() {
            tisch.weg(&self.wer.konto, &self.postfach).await;
        }
        self.raum.verlaesst(&self.wer.konto, &self.postfach, abgang).await;
        self.haus.zentrale.austritt(&self.wer.konto, &self.postfach).await;
        self.abschied(schluss).await;
        self.leitung.close().await;
    }

    /// Notes when somebody was last here; a guest's purse goes back to the house with him.
    async fn abschied(&mut self, schluss: Schluss) {
        match self.wer.konto {
            Geldkonto::Konto(id) => {
                let _ = self.haus.archive.note_seen(id, crate::archive::now_s()).await;
            }
            Geldkonto::Gast(nr) if schluss == Schluss::Ende => {
                let konto = self.wer.konto.clone();
                let rest =
                    self.haus.archive.balance(&konto, Waehrung::Spielgeld).await.unwrap_or(0);
                let id = format!("gast:{nr}-ende");
                let buchung = Buchung::transfer(
                    id,
                    Waehrung::Spielgeld,
                    "Gast geht",
                    konto,
                    Geldkonto::Haus,
                    rest,
                );
                if let Ok(buchung) = buchung {
                    let _ = self.haus.archive.book(vec![buchung]).await;
                }
            }
            _ => {}
        }
    }
}
