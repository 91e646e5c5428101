//! When a friend says something at the table: rarely, about what everybody has seen, and never twice the same in a row.
//! Time and chance are handed in; it sees no cards, only [`Tischmoment`]s, which are made of public events.

use std::collections::HashMap;
use std::time::Duration;

use rand::RngExt;
use rand::rngs::ChaCha12Rng;

use crate::taler::Geldkonto;
use crate::tisch::{Grund, Tischmoment, Zeit};
use crate::welt::{Anlass, FreundVorlage};

/// Whoever comes or goes again within this time is not greeted anew.
const GREETING_AGAIN: Duration = Duration::from_secs(30 * 60);

/// Whom a table's friends have greeted lately, and what was said last.
#[derive(Default)]
pub(super) struct Geplauder {
    zuletzt: Option<Zeit>,
    begruesst: HashMap<(Geldkonto, Grund), Zeit>,
    gesagt: HashMap<(String, Anlass), usize>,
}

/// Who is to say something, and on what occasion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Einfall {
    pub(super) freund: String,
    pub(super) anlass: Anlass,
}

/// How likely a friend of even talkativeness says something, in percent. `None`: always, because it comes once an
/// evening.
fn chance(grund: Grund) -> Option<u32> {
    match grund {
        Grund::Kommt | Grund::Geht | Grund::Gewinnt => None,
        Grund::Blufft => Some(60),
        Grund::Wartet => Some(40),
        Grund::Wagt => Some(40),
        Grund::SteigtAus => Some(12),
        Grund::Holt => Some(10),
    }
}

/// What a friend says about a moment of his own, or of somebody else. `None`: nothing.
fn anlass(grund: Grund, own: bool) -> Option<Anlass> {
    match (grund, own) {
        (Grund::Kommt, false) => Some(Anlass::Gruss),
        (Grund::Geht, false) => Some(Anlass::Abschied),
        (Grund::Gewinnt, true) => Some(Anlass::Gewinn),
        (Grund::Gewinnt, false) => Some(Anlass::Verlust),
        (Grund::Holt, true) => Some(Anlass::Stich),
        (Grund::Wagt, false) => Some(Anlass::Mutig),
        (Grund::Blufft, false) => Some(Anlass::Bluff),
        (Grund::SteigtAus, true) => Some(Anlass::Aussteigen),
        (Grund::Wartet, false) => Some(Anlass::Warten),
        _ => None,
    }
}

impl Geplauder {
    /// Whether somebody has a word about this, at least `abstand` after the last one. `freunde`: those who sit there.
    pub(super) fn einfall(
        &mut self,
        m: &Tischmoment,
        freunde: &[&FreundVorlage],
        (jetzt, abstand): (Zeit, Duration),
        rng: &mut ChaCha12Rng,
    ) -> Option<Einfall> {
        let greets = matches!(m.grund, Grund::Kommt | Grund::Geht);
        if greets && !self.is_new(m, jetzt) {
            return None;
        }
        let always = chance(m.grund).is_none();
        if !always && self.zuletzt.is_some_and(|t| jetzt < t + abstand) {
            return None;
        }
        // A winner of the house speaks for himself; whoever else has won is spoken of by another.
        let own = m.mensch.is_none() && m.grund == Grund::Gewinnt;
        let may = |f: &&&FreundVorlage| {
            let himself = f.name == m.wer;
            anlass(m.grund, himself).is_some() && (!own || himself)
        };
        let speakers: Vec<&&FreundVorlage> = freunde.iter().filter(may).collect();
        let f = pick(&speakers, rng)?;
        if let Some(percent) = chance(m.grund) {
            let percent = percent * u32::from(f.redselig) / 50;
            if rng.random_range(0..100) >= percent {
                return None;
            }
        }
        self.zuletzt = Some(jetzt);
        Some(Einfall { freund: f.name.clone(), anlass: anlass(m.grund, f.name == m.wer)? })
    }

    /// Which saying of so many, never the one he said last on this occasion.
    pub(super) fn wahl(
        &mut self,
        f: &FreundVorlage,
        anlass: Anlass,
        rng: &mut ChaCha12Rng,
    ) -> Option<usize> {
        let n = f.vorrat(anlass);
        let key = (f.name.clone(), anlass);
        let last = self.gesagt.get(&key).copied().filter(|i| *i < n && n > 1);
        let open = n.checked_sub(usize::from(last.is_some()))?;
        if open == 0 {
            return None;
        }
        let drawn = rng.random_range(0..open);
        let i = drawn + usize::from(last.is_some_and(|l| drawn >= l));
        self.gesagt.insert(key, i);
        Some(i)
    }

    fn is_new(&mut self, m: &Tischmoment, jetzt: Zeit) -> bool {
        let Some(konto) = &m.mensch else { return false };
        self.begruesst.retain(|_, t| jetzt < *t + GREETING_AGAIN);
        self.begruesst.insert((konto.clone(), m.grund), jetzt).is_none()
    }
}

/// One of them, the talkative more often.
fn pick<'a>(speakers: &[&&'a FreundVorlage], rng: &mut ChaCha12Rng) -> Option<&'a FreundVorlage> {
    let weight = |f: &FreundVorlage| u32::from(f.redselig) + 5;
    let all: u32 = speakers.iter().map(|f| weight(f)).sum();
    if all == 0 {
        return None;
    }
    let mut at = rng.random_range(0..all);
    for f in speakers {
        match at.checked_sub(weight(f)) {
            Some(rest) => at = rest,
            None => return Some(f),
        }
    }
    None
}

#[cfg(test)]
mod tests;
