//! A table's task: carries out what the table machine wants. It writes first and speaks afterwards, so nothing a
//! person was told can be lost. Generic over the game; the handle it gives out is not.

mod aufsicht;
mod geplauder;
mod griff;
mod kopf;
mod programm;
mod schreiben;
mod sprechen;
mod vorgabe;
mod zufall;

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use rand::RngExt;
use rand::rngs::ChaCha12Rng;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

pub(crate) use self::aufsicht::ABGERAEUMT;
use self::aufsicht::{Bruch, Ende, Leute};
use self::geplauder::Geplauder;
use self::griff::{Beendet, TischMsg};
pub use self::griff::{Rueckkehr, TischHandle};
pub use self::kopf::Kopf;
use self::programm::Gesendet;
pub use self::vorgabe::Vorgabe;
use crate::archive::{Archive, Step, WriteError};
use crate::denker::Denker;
use crate::limits::INBOX_MAX;
use crate::person::{Post, PostArt, Postfach, Wer};
use crate::raum::RaumHandle;
use crate::spiele::Platz;
use crate::taler::{Buchung, Geldkonto, Waehrung};
use crate::text::{Block, Zeile};
use crate::tisch::{
    An, Antwort, Ausgang, Input, Output, Person, Rolle, Tisch, Tischspiel, Wunsch, Zeit,
};
use crate::welt::Welt;
use crate::zentrale::{Gewinn, ZentraleHandle};

/// What a table needs around it. Cheap to clone.
#[derive(Clone)]
pub struct Umgebung {
    pub archive: Archive,
    pub zentrale: ZentraleHandle,
    pub denker: Denker,
    /// Up to how much Spielgeld an account holder gets each day.
    pub gastgeld: i64,
    /// Shortest and longest pause of a friend.
    pub freund_pause_ms: (u64, u64),
    /// Least time between two sayings of friends; zero: they say nothing.
    pub spruch: Duration,
    /// Whose sayings they are.
    pub welt: watch::Receiver<Arc<Welt>>,
    pub tracker: TaskTracker,
    pub token: CancellationToken,
}

/// A table that is to be opened, or stands up again.
pub struct Eroeffnung {
    pub id: i64,
    pub kopf: Kopf,
    /// Journal lines; empty for a new table.
    pub lines: Vec<String>,
    /// Told when a table that stands up again has reported its seats.
    pub bereit: Option<oneshot::Sender<()>>,
    pub raum: RaumHandle,
    pub umgebung: Umgebung,
    /// What the room wants of the table later on.
    pub vorgabe: watch::Receiver<Vorgabe>,
}

impl Eroeffnung {
    /// The same table once more; nobody waits for it any longer.
    fn again(&self) -> Self {
        Self {
            id: self.id,
            kopf: self.kopf.clone(),
            lines: self.lines.clone(),
            bereit: None,
            raum: self.raum.clone(),
            umgebung: self.umgebung.clone(),
            vorgabe: self.vorgabe.clone(),
        }
    }
}

struct Host<S: Tischspiel> {
    tisch: Tisch<S>,
    handle: TischHandle,
    kopf: Kopf,
    raum: RaumHandle,
    u: Umgebung,
    /// Mailboxes of everybody who sits here.
    leute: HashMap<Geldkonto, Postfach>,
    zuschauer: HashMap<Geldkonto, (Postfach, Wer)>,
    /// What programs have been told last.
    gesendet: HashMap<Geldkonto, Gesendet>,
    /// The table's clock read this at `start`.
    zeit_am_start: Zeit,
    start: Instant,
    rng: ChaCha12Rng,
    geplauder: Geplauder,
    /// Chance of what friends say, apart from cards and thoughts.
    plauder_rng: ChaCha12Rng,
    /// Who has been asked for a move last, and when a friend may remark on his taking long.
    geduld: Option<(Instant, Geldkonto)>,
    gedacht: mpsc::Sender<Input<S>>,
    vorgabe: watch::Receiver<Vorgabe>,
    /// There is a wish of the room that has not been followed yet.
    wished: bool,
    /// New settings that go to the archive with the next step.
    new_head: Option<String>,
    /// Number of the journal's last line that holds a whole sitting.
    abschnitt: Option<i64>,
    /// An admin wants the table ended.
    beenden: Option<Beendet>,
}

/// Starts a table's task. Expects rules in the head that have been read without fault before.
pub fn open<S: Tischspiel>(e: Eroeffnung) -> TischHandle {
    let (tx, rx) = mpsc::channel(INBOX_MAX);
    let name = e.kopf.einstellung.name.as_str().into();
    let handle = TischHandle { tx, id: e.id, name, waehrung: e.kopf.waehrung };
    let tracker = e.umgebung.tracker.clone();
    tracker.spawn(aufsicht::supervise::<S>(e, handle.clone(), rx));
    handle
}

/// Runs a table until nobody needs it, the house closes, or it cannot go on.
async fn run<S: Tischspiel>(
    mut e: Eroeffnung,
    handle: TischHandle,
    mut rx: mpsc::Receiver<TischMsg>,
    leute: Leute,
) -> Ende {
    let bereit = e.bereit.take();
    let (gedacht, thoughts) = mpsc::channel(INBOX_MAX);
    let mut host = match Host::<S>::new(e, handle, gedacht).await {
        Ok(host) => host,
        Err(bruch) => return Ende::Bruch { bruch, rx, leute, bereit },
    };
    // Whoever waits may have gone; then nobody needs to know.
    bereit.map(|b| b.send(()));
    let rested = !leute.sitzen.is_empty();
    let played = match host.bring_back(leute).await {
        Ok(()) if rested && host.is_deserted() => host.empty(&mut rx).await,
        Ok(()) => host.play(&mut rx, thoughts).await,
        Err(fehler) => Err(fehler),
    };
    let leute = Leute { sitzen: host.leute, zusehen: host.zuschauer };
    match (played, host.beenden) {
        (Ok(()), Some(reply)) => Ende::Beendet { reply, rx, leute },
        (Ok(()), None) => Ende::Zu,
        (Err(fehler), _) => {
            Ende::Bruch { bruch: Bruch::Schreiben(fehler), rx, leute, bereit: None }
        }
    }
}

async fn wait_until(deadline: Option<Instant>) {
    match deadline {
        Some(at) => tokio::time::sleep_until(at).await,
        None => std::future::pending().await,
    }
}

impl<S: Tischspiel> Host<S> {
    /// Sets the table up, from its journal if it has one.
    async fn new(
        e: Eroeffnung,
        handle: TischHandle,
        gedacht: mpsc::Sender<Input<S>>,
    ) -> Result<Self, Bruch> {
        let restored = !e.lines.is_empty();
        let (tisch, bookings) = aufsicht::fold::<S>(e.id, e.kopf.clone(), e.lines).await?;
        let mut host = Self {
            zeit_am_start: tisch.jetzt(),
            tisch,
            handle,
            kopf: e.kopf,
            raum: e.raum,
            u: e.umgebung,
            leute: HashMap::new(),
            zuschauer: HashMap::new(),
            gesendet: HashMap::new(),
            start: Instant::now(),
            rng: zufall::generator(),
            geplauder: Geplauder::default(),
            plauder_rng: zufall::generator(),
            geduld: None,
            gedacht,
            vorgabe: e.vorgabe,
            wished: true,
            new_head: None,
            abschnitt: None,
            beenden: None,
        };
        if restored {
            host.resume(bookings).await.map_err(Bruch::Schreiben)?;
        }
        Ok(host)
    }

    /// Goes on from the journal. What it says was booked is booked once more first: a kill may have come in between.
    async fn resume(&mut self, bookings: Vec<Buchung>) -> Result<(), WriteError> {
        if !bookings.is_empty() {
            self.u.archive.book(bookings).await?;
        }
        let mut aus = Ausgang::new();
        self.tisch.fortsetzen(&mut aus);
        let mut queue = VecDeque::new();
        self.carry_out(aus.drain(), &mut queue).await?;
        self.handle_all(queue).await
    }

    /// People who stayed at the table while it could not write.
    async fn bring_back(&mut self, leute: Leute) -> Result<(), WriteError> {
        self.zuschauer = leute.zusehen;
        for (konto, post) in leute.sitzen {
            if self.tisch.platz_von(&konto).is_some() {
                self.leute.insert(konto.clone(), post);
                self.handle(Input::Da(konto)).await?;
            } else {
                let satz = "Der Tisch ist wieder bereit. Du hattest dort noch keinen Platz.";
                post.wirf_ein(Arc::new(Post::satz(PostArt::Tisch, satz)));
            }
        }
        Ok(())
    }

    async fn play(
        &mut self,
        rx: &mut mpsc::Receiver<TischMsg>,
        mut thoughts: mpsc::Receiver<Input<S>>,
    ) -> Result<(), WriteError> {
        let token = self.u.token.clone();
        self.follow().await?;
        if self.is_closing() && self.is_deserted() {
            return self.empty(rx).await;
        }
        loop {
            let deadline = self
                .tisch
                .next_deadline()
                .map(|t| self.start + t.saturating_sub(self.zeit_am_start));
            let geduld = self.geduld.as_ref().map(|(at, _)| *at);
            tokio::select! {
                () = token.cancelled() => {
                    self.handle(Input::Anhalten).await?;
                    return Ok(());
                }
                msg = rx.recv() => match msg {
                    Some(msg) => self.message(msg).await?,
                    None => return Ok(()),
                },
                Some(input) = thoughts.recv() => {
                    self.handle(input).await?;
                }
                () = wait_until(deadline) => {
                    self.handle(Input::Uhr).await?;
                }
                () = wait_until(geduld) => self.es_dauert().await,
                Ok(()) = self.vorgabe.changed() => {
                    self.wished = true;
                    self.follow().await?;
                    // Somebody may be on his way to a table that has only just been opened.
                    if !self.is_closing() {
                        continue;
                    }
                }
            }
            if self.beenden.is_some() {
                return Ok(());
            }
            self.follow().await?;
            if self.is_deserted() && rx.is_empty() {
                return self.empty(rx).await;
            }
        }
    }

    fn is_deserted(&self) -> bool {
        self.tisch.is_idle() && self.zuschauer.is_empty()
    }

    /// Nobody has anything to do with the table any more: the room forgets it first, so that no message gets lost.
    async fn empty(&mut self, rx: &mut mpsc::Receiver<TischMsg>) -> Result<(), WriteError> {
        self.raum.tisch_leer(self.handle.id);
        rx.close();
        while let Some(msg) = rx.recv().await {
            self.message(msg).await?;
        }
        if self.tisch.is_idle() && self.beenden.is_none() {
            let _ = self.u.archive.close_table(self.handle.id).await;
        }
        Ok(())
    }

    fn now(&self) -> Zeit {
        self.zeit_am_start + self.start.elapsed()
    }

    async fn message(&mut self, msg: TischMsg) -> Result<(), WriteError> {
        match msg {
            TischMsg::Satz { wer, satz, gesehen, reply } => {
                let person = Person { konto: wer.konto, name: wer.name.to_string(), guthaben: 0 };
                let antwort = self.handle(Input::Satz { person, satz, gesehen }).await?;
                let _ = reply.send(antwort);
            }
            TischMsg::Zug { wer, nr, satz, reply } => {
                let konto = wer.konto.clone();
                let person = Person { konto: wer.konto, name: wer.name.to_string(), guthaben: 0 };
                self.handle(Input::Zug { person, nr, satz }).await?;
                self.nach_zug(&konto, nr);
                let _ = reply.send(());
            }
            TischMsg::Programm { konto } => {
                self.gesendet.remove(&konto);
                self.zeig_programmen();
            }
            TischMsg::SetzDich { wer, post, reply } => {
                self.sit_down(wer, post).await?;
                let _ = reply.send(());
            }
            TischMsg::SchauZu { wer, post, reply } => {
                self.watch(wer, post);
                let _ = reply.send(());
            }
            TischMsg::SchauWeg { konto } => {
                self.zuschauer.remove(&konto);
                self.stop_waiting(&konto).await?;
            }
            TischMsg::Weg { konto, post } => self.line_lost(&konto, &post).await?,
            TischMsg::Da { wer, post, reply } => {
                let seated = self.tisch.platz_von(&wer.konto).is_some()
                    && self.note_mailbox(&wer.konto, post);
                if seated {
                    self.gesendet.remove(&wer.konto);
                    self.handle(Input::Da(wer.konto)).await?;
                }
                let found = if seated { Rueckkehr::Sitzt } else { Rueckkehr::Vergeben };
                let _ = reply.send(found);
            }
            TischMsg::Beende { reply } => self.beenden = Some(reply),
        }
        Ok(())
    }

    async fn sit_down(&mut self, wer: Wer, post: Postfach) -> Result<(), WriteError> {
        if self.is_closing() && self.tisch.platz_von(&wer.konto).is_none() {
            self.refuse_seat(&post);
            return Ok(());
        }
        self.zuschauer.remove(&wer.konto);
        self.gesendet.remove(&wer.konto);
        self.note_mailbox(&wer.konto, post.clone());
        let person = self.person(&wer).await;
        self.handle(Input::SetzDich(person)).await?;
        if self.tisch.platz_von(&wer.konto).is_none() {
            self.leute.remove(&wer.konto);
            self.wait_watching(wer, post);
        }
        Ok(())
    }

    /// Of two logins the newer one counts, in whatever order they get here. False: this one has come too late.
    fn note_mailbox(&mut self, konto: &Geldkonto, post: Postfach) -> bool {
        if self.leute.get(konto).is_some_and(|known| known.is_newer_than(&post)) {
            return false;
        }
        self.leute.insert(konto.clone(), post);
        true
    }

    /// Somebody who wants to sit down, with what his purse holds.
    async fn person(&self, wer: &Wer) -> Person {
        if let (Geldkonto::Konto(id), Waehrung::Spielgeld) = (&wer.konto, self.kopf.waehrung) {
            self.top_up(*id).await;
        }
        let guthaben = self.u.archive.balance(&wer.konto, self.kopf.waehrung).await.unwrap_or(0);
        Person { konto: wer.konto.clone(), name: wer.name.to_string(), guthaben }
    }

    /// Account holders may play for Spielgeld, too: once a day the house fills up what they have of it.
    async fn top_up(&self, id: i64) {
        let konto = Geldkonto::Konto(id);
        let Ok(stand) = self.u.archive.balance(&konto, Waehrung::Spielgeld).await else { return };
        let day = crate::archive::now_s() / 86_400;
        let buchung = Buchung::transfer(
            format!("spielgeld:{id}:{day}"),
            Waehrung::Spielgeld,
            "Spielgeld des Tages",
            Geldkonto::Haus,
            konto,
            (self.u.gastgeld - stand).max(0),
        );
        // A posting that fails leaves the purse as it is, and the seat is refused with the reason.
        if let (true, Ok(buchung)) = (stand < self.u.gastgeld, buchung) {
            let _ = self.u.archive.book(vec![buchung]).await;
        }
    }

    fn watch(&mut self, wer: Wer, post: Postfach) {
        let mut bloecke = vec![Block::satz(format!("Du schaust an {} zu.", self.handle.name))];
        bloecke.extend(self.tisch.lage_fuer_zuschauer());
        let rolle = Some((self.handle.clone(), Rolle::SchautZu));
        if post.wirf_ein(Arc::new(Post { rolle, ..Post::new(PostArt::Tisch, bloecke) })) {
            self.gesendet.remove(&wer.konto);
            self.zuschauer.insert(wer.konto.clone(), (post, wer));
            self.zeig_programmen();
        }
    }

    /// Whoever waits for a friend to make room watches until then.
    fn wait_watching(&mut self, wer: Wer, post: Postfach) {
        if !self.tisch.vorgemerkt(&wer.konto) {
            return;
        }
        let rolle = Some((self.handle.clone(), Rolle::SchautZu));
        let post_rolle = Post { rolle, ..Post::new(PostArt::Tisch, Vec::new()) };
        if post.wirf_ein(Arc::new(post_rolle)) {
            self.zuschauer.insert(wer.konto.clone(), (post, wer));
        }
    }

    /// Whoever walks away or loses his line gets no seat any more.
    async fn stop_waiting(&mut self, konto: &Geldkonto) -> Result<(), WriteError> {
        if self.tisch.vorgemerkt(konto) {
            self.handle(Input::Weg(konto.clone())).await?;
        }
        Ok(())
    }

    /// Only the mailbox of the lost line counts: a newer login has already brought another one.
    async fn line_lost(&mut self, konto: &Geldkonto, post: &Postfach) -> Result<(), WriteError> {
        if self.zuschauer.get(konto).is_some_and(|(p, _)| p.is(post)) {
            self.zuschauer.remove(konto);
            self.stop_waiting(konto).await?;
        }
        if self.leute.get(konto).is_some_and(|p| p.is(post)) {
            self.leute.remove(konto);
            self.handle(Input::Weg(konto.clone())).await?;
        }
        Ok(())
    }

    async fn handle(&mut self, input: Input<S>) -> Result<Antwort, WriteError> {
        let mut queue = VecDeque::new();
        let antwort = self.one(input, &mut queue).await?;
        self.handle_all(queue).await?;
        Ok(antwort)
    }

    /// Answers of chance and of the purse come back as inputs until none is left.
    async fn handle_all(&mut self, mut queue: VecDeque<Input<S>>) -> Result<(), WriteError> {
        while let Some(next) = queue.pop_front() {
            self.one(next, &mut queue).await?;
        }
        self.raum.tisch_stand(
            self.handle.id,
            self.tisch.besetzung(),
            self.tisch.laeuft(),
            self.tisch.has_free_seat(),
        );
        self.zeig_programmen();
        Ok(())
    }

    async fn one(
        &mut self,
        input: Input<S>,
        queue: &mut VecDeque<Input<S>>,
    ) -> Result<Antwort, WriteError> {
        let mut aus = Ausgang::new();
        let now = self.now();
        let antwort = self.tisch.handle(input, now, &mut aus);
        self.carry_out(aus.drain(), queue).await?;
        Ok(antwort)
    }

    async fn speak(
        &mut self,
        output: Output<S>,
        queue: &mut VecDeque<Input<S>>,
    ) -> Result<(), WriteError> {
        match output {
            Output::Post { an, bloecke, nr, folgt } => {
                self.post(&an, Post { nr, folgt, ..Post::new(PostArt::Tisch, bloecke) });
            }
            Output::Programm(meldungen) => self.an_programme(&meldungen),
            Output::Raum(zeile) => self.raum.sag(self.nicht_fuer(), zeile),
            Output::Rolle { konto, rolle } => self.rolle(&konto, rolle).await,
            Output::Abschied(konto) => self.abschied(&konto),
            Output::Zufall(wunsch) => queue.push_back(self.chance(wunsch)),
            Output::Denke { platz, nr, view, wesen } => self.think(platz, nr, view, wesen),
            Output::Kurier(winners) => self.u.zentrale.tisch_meldung(S::ID, winners).await,
            Output::Bezahle { konto, betrag, buchung, schritt, line } => {
                let step = Step {
                    table: self.handle.id,
                    lines: vec![line],
                    bookings: vec![buchung],
                    ..Step::default()
                };
                let moved = self.geldbewegungen(&step.bookings);
                queue.push_back(match self.u.archive.write(step).await {
                    Ok(_) => {
                        self.zeig_guthaben(moved).await;
                        Input::Bezahlt(schritt)
                    }
                    Err(WriteError::TooLittle { stand, .. }) => {
                        Input::Unbezahlbar { konto, betrag, stand }
                    }
                    Err(other) => return Err(other),
                });
            }
            Output::Begegnung { konto, freunde, gewinn } => {
                self.begegnet(konto, freunde, gewinn).await;
            }
            Output::Moment(_)
            | Output::Journal(_)
            | Output::Buche(_)
            | Output::Erfahrung { .. }
            | Output::Protokoll(_)
            | Output::Protokollende { .. }
            | Output::Neuanfang(_)
            | Output::Abschnitt => {}
        }
        Ok(())
    }

    /// Everybody at the table: what the room hears of it he has been told already.
    fn nicht_fuer(&self) -> Vec<Geldkonto> {
        self.leute.keys().chain(self.zuschauer.keys()).cloned().collect()
    }

    fn post(&mut self, an: &An, post: Post) {
        self.merke_frage(an, post.nr);
        let post = Arc::new(post);
        match an {
            An::Person(konto) => {
                if let Some(postfach) =
                    self.leute.get(konto).or(self.zuschauer.get(konto).map(|(p, _)| p))
                {
                    postfach.wirf_ein(post);
                }
            }
            An::Zuschauer => {
                self.zuschauer.retain(|_, (postfach, _)| postfach.wirf_ein(Arc::clone(&post)))
            }
        }
    }

    async fn rolle(&mut self, konto: &Geldkonto, rolle: Rolle) {
        let ort = (rolle == Rolle::Sitzt).then(|| self.kopf.raum.clone());
        self.u.zentrale.sitz(konto, ort).await;
        if rolle == Rolle::Sitzt
            && let Some((post, _)) = self.zuschauer.remove(konto)
        {
            self.leute.insert(konto.clone(), post);
        }
        if let Some(postfach) = self.leute.get(konto) {
            let rolle = Some((self.handle.clone(), rolle));
            postfach.wirf_ein(Arc::new(Post { rolle, ..Post::new(PostArt::Tisch, Vec::new()) }));
        }
        let tisch = (rolle == Rolle::Sitzt).then(|| self.handle.clone());
        self.raum.sitz(konto.clone(), tisch).await;
    }

    fn abschied(&mut self, konto: &Geldkonto) {
        if let Some(postfach) = self.leute.remove(konto) {
            postfach.wirf_ein(Arc::new(Post {
                abschied: true,
                ..Post::new(PostArt::Tisch, Vec::new())
            }));
        }
    }

    fn chance(&mut self, wunsch: Wunsch) -> Input<S> {
        match wunsch {
            Wunsch::Erster { plaetze } => Input::Erster(Platz(self.rng.random_range(0..plaetze))),
            Wunsch::Deck { karten } => Input::Gemischt(zufall::mische(&mut self.rng, karten)),
        }
    }

    /// The ladder's sentence at the moment a step is reached; the last one is for the whole town, once.
    async fn tell_experience(&mut self, gewinn: Gewinn) {
        let konto = Geldkonto::Konto(gewinn.change.konto);
        let Some(zeile) = self.u.zentrale.erfahrung(gewinn).await else { return };
        if let Some(postfach) = self.leute.get(&konto) {
            let block = Block::Satz(Zeile::new().und(crate::text::Teil::Wichtig(zeile.wortlaut())));
            postfach.wirf_ein(Arc::new(Post::new(PostArt::Tisch, vec![block])));
        }
    }
}
