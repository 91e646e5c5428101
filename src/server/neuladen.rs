//! Reading the data anew while people are in: all or nothing. Everything is read and checked beside the running house;
//! only a world without fault takes the place of the old one, and no hand notices.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::{Server, house_names};
use crate::daten;
use crate::deutsch::zaehle;
use crate::quelle::Fault;
use crate::satz::falte;
use crate::welt::Welt;

/// Faults or warnings that are named in the game; `check` names them all.
const NAMED_MAX: usize = 20;

impl Server {
    /// Gives what has changed and how long it took, or why everything stays as it was.
    pub(super) async fn reload(&mut self) -> Result<String, String> {
        let begin = Instant::now();
        let folder = self.config.server.daten.clone();
        let mut welt = match tokio::task::spawn_blocking(move || daten::lade(&folder)).await {
            Ok(Ok(welt)) => welt,
            Ok(Err(faults)) => return Err(refused(&faults)),
            Err(_) => {
                return Err(
                    "Es bleibt alles, wie es war. Beim Lesen ist etwas schiefgegangen.".into()
                );
            }
        };
        let read = begin.elapsed();
        let old = Arc::clone(&self.welt.borrow());
        // Tables are told of other words, not of the same ones read again.
        if old.vorrat.same_texts(&welt.vorrat) {
            welt.vorrat = Arc::clone(&old.vorrat);
        }
        let mut text = self.taken(&old, &welt).await;
        let change = self.change_to(Arc::new(welt)).await;
        let head = format!(
            "Die Daten sind neu geladen. Lesen und Prüfen dauerte {}, das Umstellen {}.",
            ms(read),
            ms(change)
        );
        text.insert_str(0, &head);
        Ok(text)
    }

    /// Puts the new world in place of the old one. Gives how long that took: it is all that people could notice.
    async fn change_to(&self, welt: Arc<Welt>) -> Duration {
        let begin = Instant::now();
        // Rooms first: whoever reads the new world finds every room that it names.
        let raeume = self.raeume.borrow().next(&welt, &self.umgebung);
        self.raeume.send_replace(raeume.clone());
        self.reserved.send_replace(Arc::new(house_names(&welt)));
        self.welt.send_replace(Arc::clone(&welt));
        for raum in raeume.alle() {
            raum.neue_welt(Arc::clone(&welt)).await;
        }
        begin.elapsed()
    }

    /// What an admin should know of the change: rooms that come and go, warnings, names that players have already.
    async fn taken(&self, old: &Welt, new: &Welt) -> String {
        let mut out = String::new();
        let names = |of: &Welt, without: &Welt| -> Vec<String> {
            let all = of.raeume.iter().filter(|(id, _)| !without.raeume.contains_key(*id));
            all.map(|(_, r)| r.name.clone()).collect()
        };
        let (neu, weg) = (names(new, old), names(old, new));
        if !neu.is_empty() {
            let _ = write!(out, "\nNeu: {}.", neu.join(", "));
        }
        if !weg.is_empty() {
            let _ =
                write!(out, "\nEs schließt, sobald dort niemand mehr spielt: {}.", weg.join(", "));
        }
        out.push_str(&listed(&new.warnungen, "Hinweis: "));
        let known: Vec<String> = old.hausnamen().collect();
        for name in new.hausnamen().filter(|n| !known.contains(n)) {
            if let Ok(Some(account)) = self.archive.find(&falte(&name)).await {
                let _ = write!(
                    out,
                    "\nHinweis: So wie {} heißt auch ein Spieler; wer beide nennt, meint den \
                     falschen.",
                    account.name
                );
            }
        }
        out
    }
}

fn refused(faults: &[Fault]) -> String {
    let n = i64::try_from(faults.len()).unwrap_or(i64::MAX);
    let count = zaehle(n, "Fehler", "Fehler");
    format!("Es bleibt alles, wie es war. {count} in den Daten:{}", listed(faults, ""))
}

/// Each in lines of its own, up to as many as somebody likes to hear at once.
fn listed(faults: &[Fault], before: &str) -> String {
    let mut out = String::new();
    for f in faults.iter().take(NAMED_MAX) {
        let _ = write!(out, "\n{before}{f}");
    }
    if let Some(more) = faults.len().checked_sub(NAMED_MAX).filter(|n| *n > 0) {
        let _ = write!(out, "\nUnd {more} weitere; alle nennt theaterkeller check.");
    }
    out
}

/// "12,3 Millisekunden".
fn ms(d: Duration) -> String {
    let tenths = d.as_micros() / 100;
    format!("{},{} Millisekunden", tenths / 10, tenths % 10)
}
