//! Who looks after a table's task: one that breaks is paid back, one that cannot write rests and tries again, one
//! whose journal cannot be read rests for good. Nothing of it reaches another table.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};

use super::{Beendet, Eroeffnung, Kopf, Rueckkehr, TischHandle, TischMsg, Umgebung, run};
use crate::archive::{Step, StorageError, WriteError};
use crate::metrics::METRICS;
use crate::person::{Post, PostArt, Postfach, Wer};
use crate::taler::{Buchung, Geldkonto};
use crate::text::Block;
use crate::tisch::{Antwort, Ausgang, Output, Rolle, Tisch, Tischspiel, abschnitt};

/// A table that could not write tries again this often.
const RETRY: Duration = Duration::from_secs(3);

const KEIN_PLATZ: &str = "Der Tisch ruht, weil das Haus gerade nichts aufschreiben kann. \
                          Karten und Einsätze sind verwahrt, es geht von selbst weiter.";
const UNLESBAR: &str = "Der Tisch ruht, denn das Haus kann seine Aufzeichnung nicht lesen. \
                        Die Einsätze sind verwahrt; wer das Haus hütet, hilft Dir weiter.";

const SPAETER: &str = "Das Haus kann gerade nichts aufschreiben, darum lässt sich nichts \
                       zurückzahlen. Der Tisch ruht und geht von selbst weiter.";
const RUHT: &str = "Dieser Tisch ruht. Erst wenn das Haus wieder lesen und schreiben kann, lässt \
                    er sich beenden.";
pub(crate) const ABGERAEUMT: &str = "Wer das Haus hütet, hat diesen Tisch abgeräumt. Jeder hat \
                                     seinen Einsatz zurück.";

/// Everybody whose line is up at a table that does not run.
#[derive(Default)]
pub(super) struct Leute {
    pub(super) sitzen: HashMap<Geldkonto, Postfach>,
    pub(super) zusehen: HashMap<Geldkonto, (Postfach, Wer)>,
}

/// Why a table cannot go on.
pub(super) enum Bruch {
    /// The last step is not in the journal; nothing of it was said.
    Schreiben(WriteError),
    /// The journal does not fold; the number of the first line that does not fit, from 1, if it is known.
    Journal(Option<usize>),
}

/// How a table's task ended.
pub(super) enum Ende {
    /// Nobody needs it any more, or the house closes.
    Zu,
    /// An admin wants it ended.
    Beendet { reply: Beendet, rx: mpsc::Receiver<TischMsg>, leute: Leute },
    Bruch {
        bruch: Bruch,
        rx: mpsc::Receiver<TischMsg>,
        leute: Leute,
        /// Still waits to hear that the table's seats are known.
        bereit: Option<oneshot::Sender<()>>,
    },
}

/// What becomes of a table that cannot go on.
enum Folge {
    /// It rests and tries again.
    Warten,
    /// It rests for good.
    Ruhen,
    Zurueckzahlen,
    /// The house closes.
    Zu,
}

impl Bruch {
    /// Money that does not fit is an inner fault and no matter of the disk: trying again would change nothing.
    fn folge(&self) -> Folge {
        match self {
            Self::Journal(_) => Folge::Ruhen,
            Self::Schreiben(WriteError::Storage(StorageError::Closed)) => Folge::Zu,
            Self::Schreiben(WriteError::Storage(StorageError::Panicked)) => Folge::Zurueckzahlen,
            Self::Schreiben(WriteError::Storage(_)) => Folge::Warten,
            Self::Schreiben(_) => Folge::Zurueckzahlen,
        }
    }

    fn log(&self, tisch: i64) {
        match self {
            Self::Schreiben(fehler) => tracing::error!(tisch, %fehler, "table cannot write"),
            Self::Journal(zeile) => {
                tracing::error!(
                    tisch,
                    zeile,
                    "journal does not fold; the table rests, money in trust"
                );
            }
        }
    }
}

/// Runs a table for as long as it is needed.
pub(super) async fn supervise<S: Tischspiel>(
    mut e: Eroeffnung,
    handle: TischHandle,
    mut rx: mpsc::Receiver<TischMsg>,
) {
    let _open = METRICS.tables.hold();
    let u = e.umgebung.clone();
    let mut leute = Leute::default();
    let mut bereit = e.bereit.take();
    loop {
        let again = Eroeffnung { bereit: bereit.take(), ..e.again() };
        let task = u.tracker.spawn(run::<S>(again, handle.clone(), rx, leute)).await;
        let (bruch, inbox, there, waiting) = match task {
            Ok(Ende::Zu) => return,
            Ok(Ende::Beendet { reply, rx, leute }) => match pay_back::<S>(&e, &u).await {
                Ok(()) => return ended(&e, &leute, reply, &handle),
                Err(grund) => {
                    tracing::error!(tisch = e.id, grund, "table cannot be ended now");
                    let _ = reply.send(Err(SPAETER));
                    (Bruch::Schreiben(WriteError::Storage(StorageError::Busy)), rx, leute, None)
                }
            },
            Ok(Ende::Bruch { bruch, rx, leute, bereit }) => (bruch, rx, leute, bereit),
            Err(join) if join.is_panic() => return break_off::<S>(&e, &u).await,
            Err(_) => return,
        };
        bruch.log(e.id);
        let mut ruhe = Ruhe { rx: inbox, leute: there, handle: handle.clone(), satz: KEIN_PLATZ };
        match bruch.folge() {
            Folge::Zu => return,
            Folge::Zurueckzahlen => return break_off::<S>(&e, &u).await,
            Folge::Ruhen => return ruhe.for_good(&e, &u, waiting).await,
            Folge::Warten => {
                ruhe.say_all();
                let Some((kopf, lines)) = ruhe.until_writable(&e, &u).await else { return };
                (e.kopf, e.lines) = (kopf, lines);
            }
        }
        (rx, leute) = (ruhe.rx, ruhe.leute);
    }
}

/// Folds a journal where other tables need no thread for it, and where a fault of the rules stops nobody.
pub(super) async fn fold<S: Tischspiel>(
    id: i64,
    kopf: Kopf,
    lines: Vec<String>,
) -> Result<(Tisch<S>, Vec<Buchung>), Bruch> {
    if lines.is_empty() {
        return Ok((kopf.tisch::<S>(id), Vec::new()));
    }
    let folding = tokio::task::spawn_blocking(move || {
        let mut tisch = kopf.tisch::<S>(id);
        tisch.wiederherstellen(&lines).map(|b| (tisch, b)).map_err(|zeile| zeile + 1)
    });
    match folding.await {
        Ok(Ok(folded)) => Ok(folded),
        Ok(Err(zeile)) => Err(Bruch::Journal(Some(zeile))),
        Err(_) => Err(Bruch::Journal(None)),
    }
}

/// The end of a table by an admin: whoever sat or watched here is free.
fn ended(e: &Eroeffnung, leute: &Leute, reply: Beendet, handle: &TischHandle) {
    tracing::info!(tisch = e.id, "table ended by an admin and paid back");
    let rolle = Some((handle.clone(), Rolle::Keine));
    let post = Arc::new(Post { rolle, ..Post::satz(PostArt::Tisch, ABGERAEUMT) });
    for (postfach, _) in leute.zusehen.values() {
        postfach.wirf_ein(Arc::clone(&post));
    }
    e.raum.tisch_abgeraeumt(e.id);
    let _ = reply.send(Ok(()));
}

/// The end of a table that broke: stakes go back where they came from, and the room is told.
async fn break_off<S: Tischspiel>(e: &Eroeffnung, u: &Umgebung) {
    tracing::error!(tisch = e.id, "table broke and is being paid back");
    match pay_back::<S>(e, u).await {
        Ok(()) => e.raum.tisch_kaputt(e.id),
        Err(grund) => {
            tracing::error!(tisch = e.id, grund, "its money stays in trust");
            e.raum.tisch_verwahrt(e.id);
        }
    }
}

/// Folds the journal of a broken table once more and ends its game from there. Errors: why it stays as it is.
async fn pay_back<S: Tischspiel>(e: &Eroeffnung, u: &Umgebung) -> Result<(), String> {
    let (kopf, lines) = stored(e, u).await?;
    let (mut tisch, bookings) =
        fold::<S>(e.id, kopf, lines).await.map_err(|_| "its journal does not fold".to_string())?;
    let mut aus = Ausgang::new();
    tisch.abbrechen(&mut aus);
    let mut step = Step { table: e.id, close: true, bookings, ..Step::default() };
    for output in aus.drain() {
        match output {
            Output::Journal(line) => step.lines.push(line),
            Output::Buche(buchung) => step.bookings.push(buchung),
            _ => {}
        }
    }
    u.archive.write(step).await.map(|_| ()).map_err(|f| f.to_string())
}

/// The table as the archive has it. A reload may have given it another head since it was opened, and the
/// journal belongs to that one. Errors: why it cannot be had.
async fn stored(e: &Eroeffnung, u: &Umgebung) -> Result<(Kopf, Vec<String>), String> {
    let table = u.archive.table(e.id).await.map_err(|f| f.to_string())?;
    let table = table.ok_or("it is closed")?;
    let (json, k) = (&table.head.kopf_json, &e.kopf);
    let kopf = Kopf::from_json(json, &k.raum, k.nr, k.waehrung, Arc::clone(&k.vorrat));
    Ok((kopf.ok_or("its head cannot be read")?, table.lines))
}

/// A table that does not run but still answers.
struct Ruhe {
    rx: mpsc::Receiver<TischMsg>,
    leute: Leute,
    handle: TischHandle,
    satz: &'static str,
}

impl Ruhe {
    fn post(&self) -> Arc<Post> {
        Arc::new(Post::new(PostArt::Tisch, vec![Block::satz(self.satz)]))
    }

    fn say_all(&self) {
        let post = self.post();
        let zusehen = self.leute.zusehen.values().map(|(p, _)| p);
        for postfach in self.leute.sitzen.values().chain(zusehen) {
            postfach.wirf_ein(Arc::clone(&post));
        }
    }

    /// Rests until the archive can write again: nobody is told that it goes on before it does. Gives the journal,
    /// to stand up again from it; `None`: the house closes.
    async fn until_writable(
        &mut self,
        e: &Eroeffnung,
        u: &Umgebung,
    ) -> Option<(Kopf, Vec<String>)> {
        loop {
            let next = tokio::time::Instant::now() + RETRY;
            self.answer_until(u, Some(next)).await?;
            if u.archive.probe().await.is_ok()
                && let Ok(stored) = stored(e, u).await
            {
                return Some(stored);
            }
        }
    }

    /// Nobody gets a seat here any more until the house has been put in order. Whoever sat here is told when he
    /// comes.
    async fn for_good(
        &mut self,
        e: &Eroeffnung,
        u: &Umgebung,
        bereit: Option<oneshot::Sender<()>>,
    ) {
        self.satz = UNLESBAR;
        let lines = u.archive.journal(e.id).await.unwrap_or_default();
        for konto in seated(&lines) {
            u.zentrale.sitz(&konto, Some(e.kopf.raum.clone())).await;
            e.raum.sitz(konto, Some(self.handle.clone())).await;
        }
        e.raum.tisch_stand(e.id, Vec::new(), false, false);
        bereit.map(|b| b.send(()));
        let post =
            Post { rolle: Some((self.handle.clone(), Rolle::Keine)), ..(*self.post()).clone() };
        for postfach in self.leute.sitzen.values() {
            postfach.wirf_ein(Arc::new(post.clone()));
        }
        self.answer_until(u, None).await;
    }

    /// `None`: the house closes.
    async fn answer_until(&mut self, u: &Umgebung, at: Option<tokio::time::Instant>) -> Option<()> {
        loop {
            tokio::select! {
                () = u.token.cancelled() => return None,
                () = super::wait_until(at) => return Some(()),
                msg = self.rx.recv() => self.answer(msg?),
            }
        }
    }

    fn answer(&mut self, msg: TischMsg) {
        match msg {
            TischMsg::Satz { reply, .. } => {
                let _ = reply.send(Antwort::Ruht);
            }
            TischMsg::Zug { wer, reply, .. } => {
                if let Some(postfach) = self.leute.sitzen.get(&wer.konto) {
                    postfach.wirf_ein(self.post());
                }
                let _ = reply.send(());
            }
            TischMsg::Programm { .. } => {}
            TischMsg::SetzDich { post, reply, .. } | TischMsg::SchauZu { post, reply, .. } => {
                post.wirf_ein(self.post());
                let _ = reply.send(());
            }
            TischMsg::SchauWeg { konto } => {
                self.leute.zusehen.remove(&konto);
            }
            TischMsg::Weg { konto, post } => {
                if self.leute.sitzen.get(&konto).is_some_and(|p| p.is(&post)) {
                    self.leute.sitzen.remove(&konto);
                }
            }
            TischMsg::Da { wer, post, reply } => {
                post.wirf_ein(self.post());
                let waits = self.satz == KEIN_PLATZ;
                if waits {
                    self.leute.sitzen.insert(wer.konto, post);
                }
                let _ = reply.send(if waits { Rueckkehr::Sitzt } else { Rueckkehr::Ruht });
            }
            TischMsg::Beende { reply } => {
                let _ = reply.send(Err(RUHT));
            }
        }
    }
}

/// Who has a seat, as the lines say it, without asking the rules that could not follow them.
fn seated(lines: &[String]) -> Vec<Geldkonto> {
    let mut seats: BTreeMap<String, Geldkonto> = BTreeMap::new();
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            [_, "setz", platz, konto, ..] => {
                if let Ok(konto) = konto.parse::<Geldkonto>() {
                    seats.insert(platz.to_string(), konto);
                }
            }
            [_, "steh" | "ersetze", platz, ..] => {
                seats.remove(platz);
            }
            [_, "sitzung", ..] => {
                let stand = line.splitn(3, ' ').nth(2).unwrap_or_default();
                let people = abschnitt::menschen(stand).into_iter();
                seats = people.map(|(p, konto)| (p.0.to_string(), konto)).collect();
            }
            _ => {}
        }
    }
    seats.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A journal that begins in the middle of an evening names everybody who sat there in its first line.
    #[test]
    fn who_sat_is_known_from_any_journal() {
        let sits = |konto: &str| format!(r#"{{"name":"X","konto":{konto},"freund":null}}"#);
        let sitzung = format!(
            r#"5000 sitzung {{"sitze":[{},null,{},{}]}}"#,
            sits(r#""konto:7""#),
            sits("null"),
            sits(r#""gast:3""#)
        );
        let lines = [
            "0 setz 2 konto:9 100 Ida".to_string(),
            sitzung,
            "6000 steh 0".to_string(),
            "6100 setz 1 konto:4 100 Eva".to_string(),
        ];
        assert_eq!(seated(&lines), [Geldkonto::Konto(4), Geldkonto::Gast(3)]);
    }
}
