//! A fault stays at its table: one that breaks is paid back and closed, one that cannot be read or written rests, and
//! the people at the next table notice nothing. The tables are real tasks on a real archive, in this process.

use std::sync::Arc;
use std::time::Duration;

use theaterkeller::archive::{Archive, NewAccount, Step, TableHead};
use theaterkeller::denker::Denker;
use theaterkeller::host::{self, Eroeffnung, Kopf, TischHandle, Umgebung};
use theaterkeller::login::Anrede;
use theaterkeller::person::{Leerung, Postfach, Wer};
use theaterkeller::raum::{self, Ankunft, RaumHandle};
use theaterkeller::satz::Satz;
use theaterkeller::spiele::miwin::Miwin;
use theaterkeller::spiele::russisch::Russisch;
use theaterkeller::spiele::word::Word;
use theaterkeller::spiele::{Spiel, Stufe, Wesen};
use theaterkeller::taler::{Geldkonto, Waehrung};
use theaterkeller::text::{Ansicht, render};
use theaterkeller::tisch::{Antwort, Einstellung, FreundAmTisch, Rolle, Tischspiel};
use theaterkeller::welt::{KurierArt, Welt};
use theaterkeller::zentrale;
use tokio::sync::{oneshot, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::gestoert::{BETRUEGT, Gestoert, STUERZT_AB};
use super::haus::{GEDULD, Ordner};
use super::probe;

const STARTGELD: i64 = 100_000;

/// Rooms, hub and archive, without doors.
struct Haus {
    welt: Arc<Welt>,
    raum: RaumHandle,
    u: Umgebung,
    _welt: watch::Sender<Arc<Welt>>,
    ordner: Ordner,
}

/// A pool in which nobody finds a place, because a thought that ends with the sender has the only one.
async fn blocked() -> (Denker, std::sync::mpsc::Sender<()>) {
    let denker = Denker::bounded(1, 0, Duration::from_secs(3600));
    let (end, ended) = std::sync::mpsc::channel();
    let (begin, begun) = oneshot::channel();
    let pool = denker.clone();
    let endless = move || begin.send(()).is_ok() && ended.recv().is_ok();
    tokio::spawn(async move { pool.denke(endless).await });
    begun.await.unwrap();
    (denker, end)
}

impl Haus {
    fn open() -> Self {
        Self::with(Denker::new(2))
    }

    fn with(denker: Denker) -> Self {
        let ordner = Ordner::new();
        let welt = Arc::new(probe::world());
        let (tx, rx) = watch::channel(Arc::clone(&welt));
        let archive = Archive::open(&ordner.path().join("zustand")).unwrap();
        let (tracker, token) = (TaskTracker::new(), CancellationToken::new());
        let zentrale = zentrale::start(archive.clone(), rx.clone(), &tracker, token.clone());
        let (freund_pause_ms, gastgeld) = ((0, 0), 10_000);
        let u = Umgebung {
            archive,
            zentrale,
            denker,
            gastgeld,
            freund_pause_ms,
            spruch: Duration::ZERO,
            welt: rx,
            tracker,
            token,
        };
        let raum = raum::start("olegs_keller", &welt, u.clone());
        Self { welt, raum, u, _welt: tx, ordner }
    }

    fn kopf<S: Spiel>(&self) -> Kopf {
        let wesen = Wesen { stufe: Stufe::Leicht, ..Wesen::EVEN };
        let freunde = ["Vladim", "Elena", "Sergej", "Iwan"]
            .map(|name| FreundAmTisch { name: name.to_string(), wesen });
        let einstellung = Einstellung {
            name: "Tisch 1".to_string(),
            spielleiter: "Oleg".to_string(),
            plaetze: *S::PLAETZE.end(),
            freunde: freunde.to_vec(),
            freunde_bis: 3,
            warten: Duration::from_secs(600),
            // Whoever is on makes the mildest move soon; only the stake has to be typed.
            bedenkzeit: Duration::from_millis(1500),
            gnadenfrist: Duration::from_secs(60),
            rueckkehr: Duration::from_secs(600),
            pause: Duration::from_millis(1),
            taler_je_stein: 10,
        };
        Kopf {
            raum: "olegs_keller".to_string(),
            nr: 1,
            waehrung: Waehrung::Taler,
            einstellung,
            kurier: KurierArt::default(),
            regeln_toml: String::new(),
            vorrat: Arc::clone(&self.welt.vorrat),
        }
    }

    /// A table in the ledger, with these journal lines if it stands up again.
    async fn in_the_books<S: Spiel>(&self, lines: &[&str]) -> i64 {
        let head = TableHead {
            raum: "olegs_keller".to_string(),
            spiel: S::ID.to_string(),
            nr_im_raum: 1,
            waehrung: Waehrung::Taler,
            kopf_json: self.kopf::<S>().to_json(),
        };
        let table = self.u.archive.open_table(head).await.unwrap();
        let lines = lines.iter().map(ToString::to_string).collect();
        self.u.archive.write(Step { table, lines, ..Step::default() }).await.unwrap();
        table
    }

    async fn table<S: Tischspiel>(&self, lines: &[&str]) -> (TischHandle, oneshot::Receiver<()>) {
        let id = self.in_the_books::<S>(lines).await;
        let (bereit, steht) = oneshot::channel();
        let handle = host::open::<S>(Eroeffnung {
            id,
            kopf: self.kopf::<S>(),
            lines: lines.iter().map(ToString::to_string).collect(),
            bereit: Some(bereit),
            raum: self.raum.clone(),
            umgebung: self.u.clone(),
            vorgabe: watch::channel(host::Vorgabe::default()).1,
        });
        (handle, steht)
    }

    /// Anna at a new table, where she has offered this stake if the game asks for one.
    async fn anna_plays<S: Tischspiel>(&self, stake: Option<&str>) -> (Person, TischHandle) {
        let mut anna = self.person("Anna").await;
        let (tisch, _) = self.table::<S>(&[]).await;
        anna.plays(&tisch).await;
        if let Some(stake) = stake {
            anna.hears("dran").await;
            anna.says(&tisch, stake).await;
        }
        (anna, tisch)
    }

    async fn person(&self, name: &str) -> Person {
        let key = name.to_lowercase();
        let new = NewAccount {
            name: name.to_string(),
            key: key.clone(),
            skeleton: key,
            hash: String::new(),
            anrede: 3,
            settings_json: "{}".to_string(),
        };
        let account = self.u.archive.create(new, STARTGELD).await.unwrap();
        let konto = Geldkonto::Konto(account.id);
        let wer = Wer { konto, name: name.into(), anrede: Anrede::Ohne, rang: 0 };
        let (post, posts) = Postfach::new();
        self.raum.betritt(&wer, &post, Ankunft::Anmeldung).await;
        Person { wer, post, posts, gesehen: 0, rolle: None }
    }

    async fn purse(&self, p: &Person) -> i64 {
        self.u.archive.balance(&p.wer.konto, Waehrung::Taler).await.unwrap()
    }

    async fn at_table(&self, tisch: &TischHandle) -> i64 {
        self.u.archive.balance(&Geldkonto::Tisch(tisch.id), Waehrung::Taler).await.unwrap()
    }

    async fn ledger_is_even(&self) {
        let proof = self.u.archive.prove_ledger().await.unwrap();
        assert!(proof.faults.is_empty(), "{:?}", proof.faults);
    }
}

struct Person {
    wer: Wer,
    post: Postfach,
    posts: Leerung,
    gesehen: u64,
    rolle: Option<Rolle>,
}

impl Person {
    async fn says(&self, tisch: &TischHandle, line: &str) -> Antwort {
        tisch.offer(&self.wer, Satz::new(line), self.gesehen).await
    }

    /// Waits until something with these words is said, and gives all that was said up to it.
    async fn hears(&mut self, words: &str) -> String {
        let mut all = String::new();
        let until = tokio::time::Instant::now() + GEDULD;
        while !all.contains(words) {
            let next = tokio::time::timeout_at(until, self.posts.hole()).await;
            let post = next.unwrap_or_else(|_| panic!("waits for {words:?}, has\n{all}"));
            self.gesehen = post.nr.unwrap_or(self.gesehen);
            self.rolle = post.rolle.as_ref().map(|r| r.1).or(self.rolle);
            all.push_str(&render(&post.bloecke, &Ansicht::default()).replace('\n', " "));
        }
        all
    }

    /// Sits down and starts the game.
    async fn plays(&mut self, tisch: &TischHandle) {
        tisch.setz_dich(&self.wer, &self.post).await;
        self.says(tisch, "los").await;
    }
}

/// Lets a table break while somebody plays at it, with another table beside it.
async fn breaks<S: Tischspiel, Gut: Tischspiel>(stake: Option<&str>) {
    let haus = Haus::open();
    let (gut, _) = haus.table::<Gut>(&[]).await;
    let mut berta = haus.person("Berta").await;
    berta.plays(&gut).await;

    let (mut anna, tisch) = haus.anna_plays::<S>(stake).await;
    anna.hears("Jeder hat seinen Einsatz zurück.").await;
    assert_eq!(anna.rolle, Some(Rolle::Keine));
    assert_eq!(haus.at_table(&tisch).await, 0);
    let purse = haus.purse(&anna).await;
    assert!(purse >= STARTGELD, "{}: the stake did not come back, {purse}", S::ID);
    haus.ledger_is_even().await;

    assert_eq!(berta.says(&gut, "stand").await, Antwort::Genommen);
    berta.hears("Du bist").await;
    let (neu, _) = haus.table::<Gut>(&[]).await;
    anna.plays(&neu).await;
    anna.hears("Du setzt Dich").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_panics_is_paid_back_and_nobody_else_notices() {
    breaks::<Gestoert<Miwin, STUERZT_AB>, Miwin>(None).await;
    breaks::<Gestoert<Word, STUERZT_AB>, Miwin>(None).await;
    breaks::<Gestoert<Russisch, STUERZT_AB>, Miwin>(Some("biete 100")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_whose_money_does_not_add_up_is_paid_back() {
    breaks::<Gestoert<Miwin, BETRUEGT>, Miwin>(None).await;
    breaks::<Gestoert<Word, BETRUEGT>, Miwin>(None).await;
    breaks::<Gestoert<Russisch, BETRUEGT>, Miwin>(Some("biete 100")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_journal_that_does_not_fold_leaves_its_table_at_rest_and_tells_its_people() {
    let haus = Haus::open();
    let mut anna = haus.person("Anna").await;
    let seat = format!("0 setz 0 {} 9000 Anna", anna.wer.konto);
    let lines = [seat.as_str(), "5 gebote", "6 this is no step"];
    let (tisch, steht) = haus.table::<Russisch>(&lines).await;
    // The doors may open: whatever has become of it, its seats are known.
    let _ = steht.await;
    assert_eq!(haus.raum.tisch_von(&anna.wer.konto).await.map(|t| t.id), Some(tisch.id));
    tisch.da(&anna.wer, &anna.post).await;
    anna.hears("kann seine Aufzeichnung nicht lesen").await;
    assert_eq!(anna.says(&tisch, "biete 5").await, Antwort::Ruht);
    assert_eq!(haus.u.archive.journal(tisch.id).await.unwrap(), lines, "nothing was made worse");

    let mut berta = haus.person("Berta").await;
    tisch.setz_dich(&berta.wer, &berta.post).await;
    berta.hears("Der Tisch ruht").await;
    let (gut, _) = haus.table::<Russisch>(&[]).await;
    berta.plays(&gut).await;
    berta.hears("Du bist dran").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_cannot_write_rests_and_goes_on_by_itself() {
    let haus = Haus::open();
    let mut anna = haus.person("Anna").await;
    let (tisch, _) = haus.table::<Miwin>(&[]).await;
    anna.plays(&tisch).await;
    anna.hears("Du bist dran").await;
    let path = haus.ordner.path().join("zustand/theaterkeller.db");
    let other = rusqlite::Connection::open(path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    anna.hears("Der Tisch ruht, weil das Haus gerade nichts aufschreiben kann.").await;
    assert_eq!(anna.says(&tisch, "weiter").await, Antwort::Ruht);
    other.execute_batch("ROLLBACK").unwrap();
    anna.hears("Du bist wieder an").await;
    anna.hears("Du bist dran").await;
    assert_eq!(anna.says(&tisch, "stand").await, Antwort::Genommen);
    haus.ledger_is_even().await;
}

/// F5: no friend can think, because the pool is full or every thought takes too long; the game goes on by rule.
async fn goes_on<S: Tischspiel>(denker: Denker, stake: Option<&str>) {
    let haus = Haus::with(denker);
    let (mut anna, _tisch) = haus.anna_plays::<S>(stake).await;
    for _ in 0..3 {
        // Her own time runs out each time, so between two of these all friends have moved.
        anna.hears("Deine Bedenkzeit ist um").await;
    }
    haus.ledger_is_even().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f5_no_table_waits_for_a_friend_who_cannot_think() {
    let slow = || Denker::bounded(1, 9, Duration::ZERO);
    goes_on::<Russisch>(slow(), Some("biete 100")).await;
    goes_on::<Word>(slow(), None).await;
    let (full, _end) = blocked().await;
    goes_on::<Russisch>(full.clone(), Some("biete 100")).await;
    goes_on::<Miwin>(full, None).await;
}
