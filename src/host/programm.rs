//! What the programs of a table's people are told: the same as the people, for the same viewer. Of what only changes
//! now and then, each program hears when it has changed.

use std::sync::Arc;

use super::Host;
use crate::gmcp::{self, Botschaft};
use crate::person::{Post, PostArt, Postfach};
use crate::taler::{Buchung, Geldkonto, Waehrung};
use crate::tisch::Tischspiel;
use crate::tisch::klient::{Dran, Meldung, Tischlage};

/// What one program has been told last.
#[derive(Default)]
pub(super) struct Gesendet {
    lage: Option<Tischlage>,
    dran: Option<Dran>,
}

impl Gesendet {
    /// What is new since the last time. The hand comes before the question that is about it.
    fn neues(&mut self, lage: Tischlage, dran: Option<Dran>) -> Vec<Botschaft> {
        let mut out = Vec::new();
        let old = self.lage.as_ref();
        if old != Some(&lage) {
            out.push(gmcp::info(&lage));
        }
        if lage.du.is_some() && old.is_none_or(|o| o.info.blatt != lage.info.blatt) {
            out.push(gmcp::blatt(&lage));
        }
        if let Some(dran) = dran {
            // The seconds left run by themselves and are no news.
            let same = |d: &Dran| Dran { frist_s: d.frist_s, ..dran.clone() } == *d;
            if !self.dran.as_ref().is_some_and(same) {
                out.push(gmcp::dran(&dran));
                self.dran = Some(dran);
            }
        }
        self.lage = Some(lage);
        out
    }
}

impl<S: Tischspiel> Host<S> {
    /// Everybody at the table whose client listens to GMCP.
    fn programme(&self) -> Vec<(Geldkonto, Postfach)> {
        let watchers = self.zuschauer.iter().map(|(k, (p, _))| (k, p));
        let all = self.leute.iter().chain(watchers).filter(|(_, p)| p.hoert_programm());
        all.map(|(k, p)| (k.clone(), p.clone())).collect()
    }

    /// Tells every program how the table stands for its person, as far as that has changed.
    pub(super) fn zeig_programmen(&mut self) {
        for (konto, post) in self.programme() {
            let lage = self.tisch.lage_fuer_programm(&konto);
            let dran = self.tisch.dran_fuer_programm(&konto);
            let new = self.gesendet.entry(konto).or_default().neues(lage, dran);
            if !new.is_empty() {
                post.wirf_ein(Arc::new(Post::fuer_programm(PostArt::Tisch, new)));
            }
        }
    }

    /// Public events, to all programs.
    pub(super) fn an_programme(&self, meldungen: &[Meldung]) {
        let programme = self.programme();
        if programme.is_empty() {
            return;
        }
        let gmcp = meldungen.iter().map(gmcp::meldung).collect();
        let post = Arc::new(Post::fuer_programm(PostArt::Tisch, gmcp));
        for (_, postfach) in programme {
            postfach.wirf_ein(Arc::clone(&post));
        }
    }

    /// A program whose answer was refused is asked the same again, with what is allowed.
    pub(super) fn nach_zug(&mut self, konto: &Geldkonto, nr: u64) {
        let open = self.tisch.dran_fuer_programm(konto).is_some_and(|d| d.du && d.nr >= nr);
        let same =
            self.gesendet.get(konto).and_then(|g| g.dran.as_ref()).is_some_and(|d| d.nr == nr);
        if open
            && same
            && let Some(g) = self.gesendet.get_mut(konto)
        {
            g.dran = None;
            self.zeig_programmen();
        }
    }

    /// The purses of people here that these postings change.
    pub(super) fn geldbewegungen(&self, buchungen: &[Buchung]) -> Vec<Geldkonto> {
        let programme = self.programme();
        let touched =
            |k: &Geldkonto| buchungen.iter().flat_map(Buchung::posten).any(|(b, _)| b == k);
        programme.into_iter().map(|(k, _)| k).filter(touched).collect()
    }

    /// What the purses hold now, each to its owner alone.
    pub(super) async fn zeig_guthaben(&self, konten: Vec<Geldkonto>) {
        for konto in konten {
            let Some(post) = self.leute.get(&konto) else { continue };
            let taler = self.u.archive.balance(&konto, Waehrung::Taler).await.unwrap_or(0);
            let spielgeld = self.u.archive.balance(&konto, Waehrung::Spielgeld).await.unwrap_or(0);
            let gast = matches!(konto, Geldkonto::Gast(_));
            let vitals = gmcp::vitals((!gast).then_some(taler), spielgeld);
            post.wirf_ein(Arc::new(Post::fuer_programm(PostArt::Tisch, vec![vitals])));
        }
    }
}
