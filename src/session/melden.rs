//! `melde`: a report about somebody to those who look after the house, with what its author has heard lately. Only
//! what people said is taken along, never what a table tells.

use std::collections::VecDeque;
use std::sync::Arc;

use super::{Sitzung, worte};
use crate::archive::{NeueMeldung, now_s};
use crate::kalender::uhrzeit_um;
use crate::limits::{REASON_LETTERS_MAX, REPORT_LINES_MAX};
use crate::person::{Post, PostArt};
use crate::satz::falte;
use crate::text::zeichensatz::harmless;
use crate::text::{Block, Teil};
use crate::zeile;

/// What people said to somebody, the oldest first. Shares the posts with everybody else who got them.
#[derive(Default)]
pub(super) struct Gehoert(VecDeque<(i64, Arc<Post>)>);

impl Gehoert {
    pub(super) fn merke(&mut self, post: Arc<Post>) {
        if post.art == PostArt::Tisch || post.rolle.is_some() {
            return;
        }
        if self.0.len() == REPORT_LINES_MAX {
            self.0.pop_front();
        }
        self.0.push_back((now_s(), post));
    }

    fn zeilen(&self) -> Vec<String> {
        let line = |(at, post): &(i64, Arc<Post>)| {
            let Some(Block::Satz(zeile)) = post.bloecke.first() else { return None };
            Some(format!("{} {}", uhrzeit_um(*at), zeile.wortlaut()))
        };
        self.0.iter().filter_map(line).collect()
    }

    /// The name as it is written, of somebody who has said something.
    fn sprach(&self, key: &str) -> Option<String> {
        self.0.iter().find_map(|(_, post)| {
            let Some(Block::Satz(zeile)) = post.bloecke.first() else { return None };
            zeile.0.iter().find_map(|teil| match teil {
                Teil::Name(name) if falte(name) == key => Some(name.clone()),
                _ => None,
            })
        })
    }
}

impl Sitzung {
    pub(super) async fn melde(&mut self, wen: &str, grund: &str) {
        let key = falte(wen);
        let name = match self.suche_person(&key).await {
            Some((konto, _)) if konto == self.wer.konto => {
                return self.say(&[Block::satz("Dich selbst brauchst Du nicht zu melden.")]);
            }
            Some((_, name)) => Some(name),
            None => self.gehoert.sprach(&key),
        };
        let Some(name) = name else {
            let wen: String = harmless(wen).chars().take(40).collect();
            return self.say(&[worte::nie_gehoert(&wen)]);
        };
        let welt = self.haus.welt.borrow().clone();
        let meldung = NeueMeldung {
            von: self.wer.name.to_string(),
            konto: self.wer.konto.clone(),
            gegen: name.clone(),
            raum: welt.raum(&self.raum.id).map(|r| r.name.clone()).unwrap_or_default(),
            grund: harmless(grund).chars().take(REASON_LETTERS_MAX).collect(),
            zeilen: self.gehoert.zeilen(),
        };
        match self.haus.archive.melde(meldung).await {
            Ok(Some(nr)) => {
                let hint = zeile![
                    format!("Neue Meldung {nr}: "),
                    Teil::Name(self.wer.name.to_string()),
                    " über ",
                    Teil::Name(name.clone()),
                    ". Lesen: ",
                    Teil::Befehl(format!("meldung {nr}")),
                    "."
                ];
                self.haus.zentrale.an_hueter(Post::satz(PostArt::System, hint)).await;
                self.say(&[worte::gemeldet(&name)]);
            }
            Ok(None) => self.say(&[worte::zu_oft_gemeldet()]),
            Err(_) => self.say(&[worte::haus_kaputt()]),
        }
    }
}
