//! Friends think and speak at the table. A thought is made elsewhere and comes back as an input. What
//! [`super::geplauder`] lets them say goes to everybody who sits or watches there, and what they know of regulars comes
//! from the archive.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::geplauder::Einfall;
use super::{Host, zufall};
use crate::archive::{EVENING_S, now_s};
use crate::denker::pause;
use crate::metrics::METRICS;
use crate::person::{Post, PostArt};
use crate::spiele::{Platz, Wesen};
use crate::taler::Geldkonto;
use crate::text::{Block, Teil, Zeile};
use crate::tisch::{An, Input, Tischmoment, Tischspiel};
use crate::welt::{Anlass, FreundVorlage, Welt};
use crate::zeile;

/// After so long a friend may remark on somebody's taking his time.
const PATIENCE: Duration = Duration::from_secs(60);

/// An evening goes on after midnight: a day begins at five.
const DAY_BEGINS_S: i64 = 5 * 3600;

impl<S: Tischspiel> Host<S> {
    /// The pause is drawn before the friend thinks, so it can tell nothing about the hand.
    pub(super) fn think(&mut self, platz: Platz, nr: u64, view: Box<S::View>, wesen: Wesen) {
        let grenzen = self.tisch.tempo().grenzen(self.u.freund_pause_ms);
        let mut pause = pause(grenzen, wesen.tempo, &mut self.rng);
        let limit = self.kopf.einstellung.bedenkzeit;
        if !limit.is_zero() {
            pause = pause.min(limit / 2);
        }
        let mut rng = zufall::fork(&mut self.rng);
        let (denker, back) = (self.u.denker.clone(), self.gedacht.clone());
        let (begin, tisch) = (Instant::now(), self.handle.id);
        let view: Arc<S::View> = Arc::from(view);
        self.u.tracker.spawn(async move {
            let seen = Arc::clone(&view);
            let thought = denker.denke(move || S::decide(&seen, &wesen, &mut rng)).await;
            METRICS.thinking.observe(begin.elapsed());
            let zug = thought.unwrap_or_else(|| {
                METRICS.thoughts_given_up.one();
                tracing::warn!(tisch, platz = platz.0, "a friend cannot think, plays by rule");
                S::ohne_denken(&view)
            });
            tokio::time::sleep_until(begin + pause).await;
            let _ = back.send(Input::Gedacht { platz, nr, zug }).await;
        });
    }

    /// Lets friends have a word about what has just happened: one at most.
    pub(super) async fn sprechen(&mut self, momente: &[Tischmoment]) {
        if self.u.spruch.is_zero() || momente.is_empty() {
            return;
        }
        let welt = Arc::clone(&self.u.welt.borrow());
        for moment in momente {
            let freunde: Vec<&FreundVorlage> =
                moment.freunde.iter().filter_map(|name| vorlage(&welt, name)).collect();
            let when = (self.now(), self.u.spruch);
            let found = self.geplauder.einfall(moment, &freunde, when, &mut self.plauder_rng);
            let Some(einfall) = found else { continue };
            let Some(f) = vorlage(&welt, &einfall.freund) else { continue };
            if self.sagt(f, &einfall, moment).await {
                return;
            }
        }
    }

    /// Says it. False: there was nothing to say.
    async fn sagt(&mut self, f: &FreundVorlage, einfall: &Einfall, moment: &Tischmoment) -> bool {
        let (anlass, tage) = match einfall.anlass {
            Anlass::Gruss => self.gruss(f, moment).await,
            other => (other, 0),
        };
        let Some(wahl) = self.geplauder.wahl(f, anlass, &mut self.plauder_rng) else {
            return false;
        };
        let Some(worte) = f.spruch(anlass, wahl, &moment.wer, tage) else { return false };
        let mut zeile = zeile![Teil::Name(f.name.clone()), " sagt: "];
        zeile.extend(worte);
        self.an_alle(zeile, moment.mensch.as_ref());
        true
    }

    /// How he greets: whom he has met on another evening he reminds of it.
    async fn gruss(&self, f: &FreundVorlage, moment: &Tischmoment) -> (Anlass, u32) {
        let plain = (Anlass::Gruss, 0);
        let Some(Geldkonto::Konto(konto)) = moment.mensch else { return plain };
        // An archive that cannot be read is no reason not to greet.
        let Ok(Some(known)) = self.u.archive.acquaintance(konto, &f.name).await else {
            return plain;
        };
        let since = now_s() - known.zuletzt;
        if since < EVENING_S || known.gewinn == 0 {
            return plain;
        }
        let won = known.gewinn > 0;
        let anlass = if won { Anlass::WiederGewonnen } else { Anlass::WiederVerloren };
        (anlass, tage(known.zuletzt, now_s()))
    }

    /// To everybody who sits or watches, and to whoever has just stood up.
    fn an_alle(&self, zeile: Zeile, gast: Option<&Geldkonto>) {
        let post = Arc::new(Post::new(PostArt::Geplauder, vec![Block::Satz(zeile)]));
        let sits = |k: &Geldkonto| self.tisch.platz_von(k).is_some() || Some(k) == gast;
        let seated = self.leute.iter().filter(|(k, _)| sits(k)).map(|(_, p)| p);
        for postfach in seated.chain(self.zuschauer.values().map(|(p, _)| p)) {
            postfach.wirf_ein(Arc::clone(&post));
        }
    }

    /// Friends remember whom they have played with. Forgetting an evening hurts nobody, so a fault is only logged.
    pub(super) async fn begegnet(&self, konto: i64, freunde: Vec<String>, gewinn: i64) {
        if let Err(fehler) = self.u.archive.note_meeting(konto, freunde, gewinn, now_s()).await {
            tracing::warn!(tisch = self.handle.id, %fehler, "an evening is not remembered");
        }
    }

    /// A person is asked for a move: patience begins. Anything else that is said ends it.
    pub(super) fn merke_frage(&mut self, an: &An, nr: Option<u64>) {
        self.geduld = match (an, nr) {
            (An::Person(konto), Some(_)) => Some((Instant::now() + PATIENCE, konto.clone())),
            _ => self.geduld.take().filter(|(_, k)| *an != An::Person(k.clone())),
        };
    }

    /// Somebody has been on for a while.
    pub(super) async fn es_dauert(&mut self) {
        let Some((_, konto)) = self.geduld.take() else { return };
        if let Some(moment) = self.tisch.moment_wartet(&konto) {
            self.sprechen(&[moment]).await;
        }
    }
}

/// How many days lie between two moments, as people here count them.
fn tage(from_s: i64, to_s: i64) -> u32 {
    let zone = jiff::tz::TimeZone::system();
    let day = |s: i64| {
        let at = jiff::Timestamp::from_second(s - DAY_BEGINS_S).ok()?;
        Some(zone.to_datetime(at).date())
    };
    let (Some(from), Some(to)) = (day(from_s), day(to_s)) else { return 0 };
    let days = from.until(to).map_or(0, |span| span.get_days());
    u32::try_from(days).unwrap_or(0)
}

fn vorlage<'a>(welt: &'a Welt, name: &str) -> Option<&'a FreundVorlage> {
    welt.freunde.values().find(|f| f.name == name)
}
