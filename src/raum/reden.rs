//! Talk in a room: speech, whispers, emotes, and people of the house who answer.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::RaumTask;
use crate::gmcp;
use crate::person::{Post, PostArt, Wer};
use crate::satz::{Satz, falte};
use crate::seele::{Ohr, Regung, Ziel};
use crate::text::zeichensatz::harmless;
use crate::text::{Absatz, Block, Teil};
use crate::welt::{Anrede, Person};
use crate::zeile;

impl RaumTask {
    /// Everybody hears it; people of the house may answer.
    pub(super) fn sage(&mut self, wer: &Wer, said: &str) -> Vec<Block> {
        let text = harmless(said);
        let zeile = zeile![Teil::Name(wer.name.to_string()), " sagt: ", Teil::Rede(text.clone())];
        let rede = gmcp::rede("raum", &wer.name, &text);
        let post = Arc::new(Post::satz(PostArt::Raum, zeile).von(&wer.konto).mit_gmcp(rede));
        self.an_alle(std::slice::from_ref(&wer.konto), &post);
        let mut out = vec![Block::Satz(zeile!["Du sagst: ", Teil::Rede(text)])];
        let gehoert = Satz::new(said);
        let personen = self.raum.personen.clone();
        if let Some(p) = personen.iter().find(|p| p.antwort(&gehoert, Anrede::Gesagt).is_some()) {
            out.extend(self.antwortet(wer, p, &gehoert, Anrede::Gesagt));
        }
        out
    }

    /// `frage oleg nach regeln`: only the one who is asked answers.
    pub(super) fn frage(&mut self, wer: &Wer, wen: &str, text: &str) -> Block {
        let key = falte(wen);
        if let Some(p) = self.raum.person(&[key.as_str()]).cloned() {
            let gefragt = Satz::new(text);
            let mut said = self.antwortet(wer, &p, &gefragt, Anrede::Gefragt);
            return match said.pop() {
                Some(block) => block,
                None if p.sonst.is_empty() => {
                    Block::satz(zeile![Teil::Name(p.name.clone()), " zuckt die Achseln."])
                }
                None => Block::Prosa(p.sonst.clone()),
            };
        }
        let Some(a) = self.leute.iter().find(|a| falte(&a.wer.name) == key) else {
            return Block::satz(format!("Hier ist niemand, der {} heißt.", harmless(wen)));
        };
        let text = harmless(text);
        let zeile =
            zeile![Teil::Name(wer.name.to_string()), " fragt Dich: ", Teil::Rede(text.clone())];
        let rede = gmcp::rede("raum", &wer.name, &text);
        let post = Post::satz(PostArt::Raum, zeile).von(&wer.konto).mit_gmcp(rede);
        a.post.wirf_ein(Arc::new(post));
        Block::Satz(zeile![
            "Du fragst ",
            Teil::Name(a.wer.name.to_string()),
            ": ",
            Teil::Rede(text)
        ])
    }

    /// A person of the house answers: at once, or in portions with pauses, for the one who asked alone.
    fn antwortet(&mut self, wer: &Wer, p: &Person, satz: &Satz, anrede: Anrede) -> Vec<Block> {
        let Some(antwort) = p.antwort(satz, anrede) else { return Vec::new() };
        let pause = Duration::from_secs(u64::from(antwort.pause_sek));
        let mut portions = antwort.text.portionen.iter();
        let first = portions.next().cloned().unwrap_or_default();
        self.spaeter.retain(|(_, k, _)| *k != wer.konto);
        let mut at = Instant::now();
        let mut more = 0;
        for portion in portions {
            at += pause;
            more += 1;
            let post = Post::new(PostArt::Raum, vec![Block::Prosa(portion.clone())]);
            self.spaeter.push((at, wer.konto.clone(), Arc::new(post)));
        }
        if more > 0 {
            let zeile = zeile![
                Teil::Name(p.name.clone()),
                " erklärt ",
                Teil::Name(wer.name.to_string()),
                " leise etwas."
            ];
            self.sag_ohne(std::slice::from_ref(&wer.konto), zeile);
        }
        vec![spricht(p, first)]
    }

    /// The others see that something is whispered, not what.
    pub(super) fn fluestere(&mut self, wer: &Wer, wem: &str, text: &str) -> Block {
        let key = falte(wem);
        let text = harmless(text);
        let Some(a) = self.leute.iter().find(|a| falte(&a.wer.name) == key) else {
            return Block::satz(format!("Hier ist niemand, der {} heißt.", harmless(wem)));
        };
        if a.wer.konto == wer.konto {
            return Block::satz("Du murmelst vor Dich hin, und niemand hört es.");
        }
        let (konto, name) = (a.wer.konto.clone(), a.wer.name.to_string());
        let zeile = zeile![
            Teil::Name(wer.name.to_string()),
            " flüstert Dir zu: ",
            Teil::Rede(text.clone())
        ];
        let rede = gmcp::rede("raum", &wer.name, &text);
        let post = Post::satz(PostArt::Raum, zeile).von(&wer.konto).mit_gmcp(rede);
        a.post.wirf_ein(Arc::new(post));
        let ohne = [wer.konto.clone(), konto];
        let others = zeile![
            Teil::Name(wer.name.to_string()),
            " flüstert ",
            Teil::Name(name.clone()),
            " etwas zu."
        ];
        let post = Arc::new(Post::satz(PostArt::Raum, others).von(&wer.konto));
        self.an_alle(&ohne, &post);
        Block::Satz(zeile!["Du flüsterst ", Teil::Name(name), " zu: ", Teil::Rede(text)])
    }

    /// ":lächelt." shows "Anna lächelt." to everybody, also to Anna: what she sees is what they see.
    /// At a table nobody may sound like the table: a made-up "Anna steigt aus." would make others act on it.
    pub(super) fn emote(&mut self, wer: &Wer, subjekt: String, text: &str) -> Vec<Block> {
        if self.sitze.contains_key(&wer.konto) && sounds_like_a_move(text) {
            return vec![Block::Satz(zeile![
                "So klingt es, wenn der Tisch etwas meldet, darum geht das nicht, solange Du \
                 mitspielst. Nimm ein anderes Wort, oder sprich: ",
                Teil::Befehl("sage hallo".into()),
                "."
            ])];
        }
        let zeile = zeile![Teil::Name(subjekt), " ", Teil::Rede(harmless(text))];
        let rede = gmcp::rede("raum", &wer.name, &zeile.wortlaut());
        let post = Post::satz(PostArt::Raum, zeile.clone()).von(&wer.konto).mit_gmcp(rede);
        self.an_alle(std::slice::from_ref(&wer.konto), &Arc::new(post));
        vec![Block::Satz(zeile)]
    }

    /// A feeling: one sentence each for whoever shows it, whom it is for, and the rest.
    pub(super) fn seele(&mut self, wer: &Wer, r: &Regung) -> Vec<Block> {
        let Ziel::Wer(key) = &r.ziel else {
            let zeile = r.zeile(Ohr::Andere, &wer.name, None);
            let post = Arc::new(Post::satz(PostArt::Stimmung, zeile).von(&wer.konto));
            self.an_alle(std::slice::from_ref(&wer.konto), &post);
            return vec![Block::Satz(r.zeile(Ohr::Selbst, &wer.name, None))];
        };
        let here = self.leute.iter().find(|a| falte(&a.wer.name) == *key);
        if let Some(a) = here.filter(|a| a.wer.konto != wer.konto) {
            let (konto, name) = (a.wer.konto.clone(), a.wer.name.to_string());
            let post = |ohr| {
                let zeile = r.zeile(ohr, &wer.name, Some(&name));
                Arc::new(Post::satz(PostArt::Stimmung, zeile).von(&wer.konto))
            };
            a.post.wirf_ein(post(Ohr::Ziel));
            self.an_alle(&[wer.konto.clone(), konto], &post(Ohr::Andere));
            return vec![Block::Satz(r.zeile(Ohr::Selbst, &wer.name, Some(&name)))];
        }
        if here.is_some() {
            return vec![Block::satz("Das geht nur mit jemand anderem.")];
        }
        let friend = self.welt.freunde.values().map(|f| &f.name);
        let house = friend.chain(self.raum.personen.iter().map(|p| &p.name));
        let Some(name) = house.into_iter().find(|n| falte(n) == *key).cloned() else {
            return vec![Block::satz(format!("Hier ist niemand, der {} heißt.", harmless(key)))];
        };
        let zeile = r.zeile(Ohr::Andere, &wer.name, Some(&name));
        let post = Arc::new(Post::satz(PostArt::Stimmung, zeile).von(&wer.konto));
        self.an_alle(std::slice::from_ref(&wer.konto), &post);
        vec![Block::Satz(r.zeile(Ohr::Selbst, &wer.name, Some(&name)))]
    }
}

/// What a person of the house says, with the name in front where the text does not begin with it.
fn spricht(p: &Person, mut absaetze: Vec<Absatz>) -> Block {
    if let Some(Absatz::Text(zeile)) = absaetze.first_mut()
        && !zeile.wortlaut().starts_with(&p.name)
    {
        let mut named = zeile![Teil::Name(p.name.clone()), " sagt: "];
        named.extend(std::mem::take(zeile));
        *zeile = named;
    }
    Block::Prosa(absaetze)
}

/// Does it begin as the tables report what a player does?
fn sounds_like_a_move(text: &str) -> bool {
    const VERBEN: [&str; 12] = [
        "bietet", "setzt", "sagt", "spielt", "sticht", "gewinnt", "erhoeht", "steigt", "tauscht",
        "deckt", "legt", "zweifelt",
    ];
    let text = falte(text);
    let verb = text.split(|c: char| !c.is_alphabetic()).find(|w| !w.is_empty());
    verb.is_some_and(|v| VERBEN.contains(&v))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_table_would_report_is_known_by_its_verb() {
        for forged in ["steigt aus.", "erhöht auf 14.", " SPIELT Karo As.", "sagt keinen Stich an."]
        {
            assert!(sounds_like_a_move(forged), "{forged}");
        }
        for fine in ["lächelt.", "putzt die Brille, bis sie sitzt.", "hat Hunger.", "", "..."] {
            assert!(!sounds_like_a_move(fine), "{fine}");
        }
    }
}
