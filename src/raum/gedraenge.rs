//! Comings and goings, and how a crowd is spared them: where very many stand, each of them would be told of each other.

use std::sync::Arc;

use super::RaumTask;
use crate::gmcp;
use crate::limits::{CROWD_ENDS_PEOPLE, CROWD_PEOPLE};
use crate::person::{Post, PostArt};
use crate::taler::Geldkonto;
use crate::text::{Block, Teil, Zeile};
use crate::zeile;

impl RaumTask {
    /// Somebody comes or goes: all programs hear of it, and the people but some. In a crowd nobody does; tables tell
    /// of their own people, and the hub those who wait for somebody.
    pub(super) fn bewegung(&self, ohne: &[Geldkonto], zeile: Zeile, botschaft: gmcp::Botschaft) {
        if self.gedraenge {
            return;
        }
        let silent = Arc::new(Post::fuer_programm(PostArt::Raum, vec![botschaft.clone()]));
        let said = Arc::new(Post::satz(PostArt::Raum, zeile).mit_gmcp(botschaft));
        for a in &self.leute {
            let post = if ohne.contains(&a.wer.konto) { &silent } else { &said };
            a.post.wirf_ein(Arc::clone(post));
        }
    }

    /// After somebody has come or gone: does a crowd begin, or end? Everybody else is told, and every program.
    pub(super) fn zaehle_leute(&mut self, konto: &Geldkonto) {
        let bound = if self.gedraenge { CROWD_ENDS_PEOPLE } else { CROWD_PEOPLE };
        let crowd = self.leute.len() > bound;
        if std::mem::replace(&mut self.gedraenge, crowd) == crowd {
            return;
        }
        let satz = if crowd {
            "Hier ist es jetzt so voll, dass nicht mehr gemeldet wird, wer kommt und geht."
        } else {
            "Es ist leerer geworden: Wer kommt und geht, wird wieder gemeldet."
        };
        let post = Post::satz(PostArt::Raum, satz).mit_gmcp(self.leute_fuer_programm());
        self.an_alle(std::slice::from_ref(konto), &Arc::new(post));
    }

    /// Who is here. In a crowd nobody, not even the one who is told: that is how a program knows it.
    pub(super) fn leute_fuer_programm(&self) -> gmcp::Botschaft {
        let namen = self.leute.iter().filter(|_| !self.gedraenge);
        gmcp::raum_leute(namen.map(|a| &*a.wer.name))
    }

    /// What stands in the view of a crowd instead of the names.
    pub(super) fn gedraenge_satz(&self) -> Zeile {
        zeile![
            format!("Mit Dir sind hier {} Personen. ", self.leute.len()),
            "Bei so vielen wird nicht gemeldet, wer kommt und geht; wer da ist, zeigt ",
            Teil::Befehl("betrachte leute".into()),
            "."
        ]
    }

    /// Everybody here, one in a line, with the table where there is one.
    pub(super) fn alle_leute(&self) -> Block {
        let entry = |a: &super::Anwesend| {
            let name = Teil::Name(a.wer.name.to_string());
            match self.sitze.get(&a.wer.konto) {
                Some(t) => zeile![name, format!(", sitzt an {}", t.name)],
                None => zeile![name],
            }
        };
        let zahl = i64::try_from(self.leute.len()).unwrap_or(0);
        let titel = crate::deutsch::zaehle(zahl, "Person ist hier:", "Personen sind hier:");
        Block::Liste { titel: titel.into(), eintraege: self.leute.iter().map(entry).collect() }
    }
}
