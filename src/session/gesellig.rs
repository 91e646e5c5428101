//! Living among people: whom one does not hear, whom one waits for, being away, what was told lately.

use super::{Sitzung, worte};
use crate::person::{Post, PostArt};
use crate::satz::falte;
use crate::seele;
use crate::taler::Geldkonto;
use crate::text::zeichensatz::harmless;
use crate::text::{Block, Teil, Zeile};
use crate::zeile;

/// Lines of what was told that `tmhist` shows.
pub(super) const MITTEILUNGEN_MAX: usize = 20;

/// Names on one list; far more than anybody needs.
const LISTE_MAX: usize = 100;

impl Sitzung {
    /// True for what the person has chosen not to hear. The own table and the house are always heard.
    pub(super) fn ungehoert(&self, post: &Post) -> bool {
        let table = matches!(post.art, PostArt::Tisch | PostArt::System);
        let ignored =
            post.von.as_ref().is_some_and(|v| self.e.ignoriert.iter().any(|(k, _)| k == v));
        let off = match post.art {
            PostArt::Stimmung => !self.e.has_stimmung(),
            PostArt::Geplauder => !self.e.hears_geplauder(),
            _ => false,
        };
        !table && ignored || off
    }

    /// True for a kept line of a channel that somebody has written who is not heard.
    pub(super) fn schweigt(&self, zeile: &str) -> bool {
        let speaker = zeile.split_once(": ").map_or("", |(name, _)| name);
        self.e.ignoriert.iter().any(|(_, n)| n == speaker)
    }

    pub(super) fn merke_mitteilung(&mut self, zeile: &Zeile) {
        if self.mitteilungen.len() == MITTEILUNGEN_MAX {
            self.mitteilungen.pop_front();
        }
        self.mitteilungen.push_back(zeile.clone());
    }

    pub(super) fn tmhist(&mut self) {
        if self.mitteilungen.is_empty() {
            return self.say(&[worte::niemand_zum_erwidern()]);
        }
        let eintraege: Vec<Zeile> = self.mitteilungen.iter().cloned().collect();
        let n = i64::try_from(eintraege.len()).unwrap_or(0);
        let titel = crate::deutsch::zaehle(n, "Mitteilung:", "Mitteilungen, die neueste zuletzt:");
        self.say(&[Block::Liste { titel: titel.into(), eintraege }]);
    }

    pub(super) async fn ignoriere(&mut self, name: Option<String>) {
        let Some(name) = name else {
            let namen: Vec<String> = self.e.ignoriert.iter().map(|(_, n)| n.clone()).collect();
            return self.say(&[worte::ignoriert_liste(&namen)]);
        };
        let key = falte(&name);
        if let Some(i) = self.e.ignoriert.iter().position(|(_, n)| falte(n) == key) {
            let (_, name) = self.e.ignoriert.remove(i);
            self.say(&[worte::hoert_wieder(&name)]);
            return self.speichern().await;
        }
        let Some((konto, name)) = self.suche_person(&key).await else {
            return self.say(&[worte::nie_gehoert(&name)]);
        };
        if konto == self.wer.konto {
            return self.say(&[Block::satz("Dich selbst hörst Du ohnehin nicht.")]);
        }
        if self.e.ignoriert.len() == LISTE_MAX {
            return self.say(&[worte::liste_voll()]);
        }
        self.e.ignoriert.push((konto, name.clone()));
        self.say(&[worte::hoert_nicht_mehr(&name)]);
        self.speichern().await;
    }

    /// Somebody by the exact name: who is on, guests too, or who has an account.
    pub(super) async fn suche_person(&self, key: &str) -> Option<(Geldkonto, String)> {
        let liste = self.haus.zentrale.wer().await;
        if let Some(a) = liste.iter().find(|a| falte(&a.name) == key) {
            return Some((a.konto.clone(), a.name.clone()));
        }
        let konto = self.haus.archive.find(key).await.ok().flatten()?;
        Some((Geldkonto::Konto(konto.id), konto.name))
    }

    pub(super) async fn erwarte(&mut self, name: Option<String>) {
        let Some(name) = name else {
            return self.say(&[worte::erwartet_liste(&self.e.erwartet)]);
        };
        let key = falte(&name);
        if let Some(i) = self.e.erwartet.iter().position(|n| falte(n) == key) {
            let name = self.e.erwartet.remove(i);
            self.say(&[worte::erwartet_nicht_mehr(&name)]);
        } else {
            let Some((_, name)) = self.suche_person(&key).await else {
                return self.say(&[worte::nie_gehoert(&name)]);
            };
            if self.e.erwartet.len() == LISTE_MAX {
                return self.say(&[worte::liste_voll()]);
            }
            self.e.erwartet.push(name.clone());
            self.say(&[worte::erwartet_jetzt(&name)]);
        }
        self.haus.zentrale.erwarte(&self.wer.konto, self.e.erwartet.clone()).await;
        self.speichern().await;
    }

    pub(super) async fn weg(&mut self, grund: Option<String>) {
        let back = grund.is_none() && self.abwesend;
        self.abwesend = !back;
        let text = (!back).then(|| harmless(grund.as_deref().unwrap_or("")));
        self.haus.zentrale.weg(&self.wer.konto, text.clone()).await;
        self.say(&[if back { worte::wieder_da() } else { worte::jetzt_weg(text.as_deref()) }]);
    }

    pub(super) fn verben(&mut self) {
        let namen: Vec<&str> = seele::namen().collect();
        let beispiel = zeile![
            format!("Gefühle, {} Verben: {}. ", namen.len(), namen.join(", ")),
            "Auch mit Namen und Art: ",
            Teil::Befehl("lächle anna freundlich an".into()),
            "."
        ];
        self.say(&[Block::Satz(beispiel)]);
        let arten = format!("Arten: {}.", seele::ADVERBIEN.join(", "));
        self.say(&[Block::satz(arten)]);
    }

    pub(super) async fn fern(&mut self, r: seele::Regung) {
        let seele::Ziel::Wer(wem) = &r.ziel else { return };
        let wem = wem.clone();
        match self.haus.zentrale.fern(&self.wer, r.clone()).await {
            Some(name) => {
                let zeile = r.zeile(seele::Ohr::Selbst, &self.wer.name, Some(&name));
                self.say(&[Block::Satz(zeile)]);
            }
            None => self.say(&[worte::niemand(&wem)]),
        }
    }
}
