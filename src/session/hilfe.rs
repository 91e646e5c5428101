//! Help: pages of the admins, a page for every command out of the reader's own table, what is possible at a place,
//! the tour of the first evening, and turning over long texts.

use super::{Sitzung, worte};
use crate::befehle::tafel::{self, Eintrag, Wo};
use crate::deutsch::und_liste;
use crate::text::zeichensatz::harmless;
use crate::text::{Absatz, Block, Teil, Zeile, render};
use crate::tisch::Rolle;
use crate::welt::Seite;
use crate::zeile;

/// Lines that are shown before somebody has to ask for more.
const SEITE_ZEILEN: usize = 20;

/// The tour: one sentence of what there is, and what to type next.
const RUNDGANG: [(&str, &str); 6] = [
    ("Du stehst im Theater. Wo Du bist und wer da ist, zeigt der erste Befehl:", "schau"),
    ("Ins Theatercafé geht es nach Osten, eine Himmelsrichtung genügt:", "osten"),
    ("Unter dem Café liegt Olegs Keller mit den Kartentischen:", "unten"),
    ("Oleg erklärt Dir das Spiel, wenn Du ihn darum bittest:", "sage erklär mir das spiel"),
    ("Einen Platz am Tisch nimmst Du so, das kostet noch nichts:", "setz dich"),
    ("Leere Plätze nehmen Freunde des Hauses, und es beginnt mit:", "los"),
];

impl Sitzung {
    pub(super) fn hilfe(&mut self, thema: &[String]) {
        let welt = self.haus.welt.borrow().clone();
        let (kurz, words) = match thema {
            [words @ .., k] if k == "kurz" && !words.is_empty() => (true, words),
            words => (false, words),
        };
        let wort = if words.is_empty() { "start".to_string() } else { words.join(" ") };
        let page = welt.hilfe.seiten.get(&wort);
        let command = tafel::by_name(&wort);
        let blocks = match (page, command, welt.hilfe.seite(&wort)) {
            (Some(page), command, _) => topic(page, command, kurz),
            (None, Some(command), _) => command_page(command, kurz),
            (None, None, Some(page)) => topic(page, None, kurz),
            (None, None, None) => {
                let near = welt.hilfe.nearest(&wort).or_else(|| tafel::nearest(&wort));
                vec![worte::keine_hilfe(&harmless(&wort), near)]
            }
        };
        self.lang(&blocks);
    }

    /// "Was kann ich hier": ways, things, people, tables, in this order.
    pub(super) fn kommandos(&mut self) {
        let welt = self.haus.welt.borrow().clone();
        let Some(raum) = welt.raum(&self.raum.id) else { return };
        let mut eintraege: Vec<Zeile> = Vec::new();
        if !raum.ausgaenge.is_empty() {
            let wege: Vec<&str> = raum.ausgaenge.iter().map(|a| a.name.as_str()).collect();
            eintraege.push(format!("Gehen: {}.", und_liste(&wege)).into());
        }
        if let Some(d) = raum.details.first() {
            let what = format!("betrachte {}", crate::satz::falte(&d.name));
            eintraege.push(zeile!["Ansehen, zum Beispiel: ", Teil::Befehl(what), "."]);
        }
        for p in &raum.personen {
            let what = format!("frage {} nach regeln", crate::satz::falte(&p.name));
            eintraege.push(zeile!["Fragen: ", Teil::Befehl(what), "."]);
        }
        if raum.tische.is_empty() {
            let sit = Teil::Befehl("setz dich".into());
            eintraege.push(zeile!["Spielen: Wo ein Spieltisch steht, hilft ", sit, "."]);
        } else {
            let sit = ["setz dich", "schau zu", "regeln"].map(|b| Teil::Befehl(b.into()));
            let [a, b, c] = sit;
            eintraege.push(zeile!["Spielen: ", a, ", ", b, ", ", c, "."]);
        }
        if raum.spuelen {
            eintraege.push(zeile!["Verdienen: ", Teil::Befehl("spüle".into()), "."]);
        }
        eintraege.push(zeile![
            "Überall: ",
            Teil::Befehl("sage hallo".into()),
            ", ",
            Teil::Befehl("wer".into()),
            ", ",
            Teil::Befehl("hilfe".into()),
            "."
        ]);
        let n = i64::try_from(eintraege.len()).unwrap_or(0);
        let titel = crate::deutsch::zaehle(n, "Möglichkeit hier:", "Möglichkeiten hier:");
        self.say(&[Block::Liste { titel: titel.into(), eintraege }]);
    }

    /// Offers the tour to somebody who has never been asked.
    pub(super) async fn biete_rundgang(&mut self) {
        if self.e.rundgang.is_some() || self.wer.is_gast() {
            return;
        }
        self.e.rundgang = Some(0);
        self.rundgang_gefragt = true;
        self.say(&[worte::rundgang_angebot()]);
        self.speichern().await;
    }

    /// The next sentence of the tour. It asks nothing and holds nobody: every other command works as ever.
    pub(super) async fn rundgang(&mut self, weiter: Option<bool>) {
        if weiter == Some(false) {
            self.e.rundgang = Some(0);
            self.say(&[worte::rundgang_aus()]);
            return self.speichern().await;
        }
        let step = usize::from(self.e.rundgang.unwrap_or(0));
        let Some((text, befehl)) = RUNDGANG.get(step) else {
            self.e.rundgang = Some(0);
            self.say(&[worte::rundgang_ende()]);
            return self.speichern().await;
        };
        let mut zeile = zeile![format!("{text} "), Teil::Befehl((*befehl).into()), ". Weiter mit "];
        zeile = zeile.und(Teil::Befehl("rundgang".into())).und(".");
        self.e.rundgang = u8::try_from(step + 1).ok();
        self.say(&[Block::Satz(zeile)]);
        self.speichern().await;
    }

    /// Says something that may be long: in portions where the eye reads, whole for the ear and at a table.
    pub(super) fn lang(&mut self, blocks: &[Block]) {
        self.rest.clear();
        let sits = matches!(self.tisch, Some((_, Rolle::Sitzt)));
        if self.e.is_leser() || sits {
            return self.say(blocks);
        }
        let text = render(blocks, &self.ansicht());
        self.rest = text.lines().map(str::to_string).collect();
        self.mehr();
    }

    /// The next portion of a long text.
    pub(super) fn mehr(&mut self) {
        if self.rest.is_empty() {
            return self.say(&[worte::nichts_mehr()]);
        }
        let n = if self.rest.len() <= SEITE_ZEILEN + 2 { self.rest.len() } else { SEITE_ZEILEN };
        let lines: String = self.rest.drain(..n).map(|l| l + "\n").collect();
        self.leitung.text(&lines);
        if !self.rest.is_empty() {
            self.say(&[worte::mehr_kommt(self.rest.len())]);
        }
    }
}

fn topic(page: &Seite, command: Option<&Eintrag>, kurz: bool) -> Vec<Block> {
    if kurz {
        return vec![Block::Satz(page.kurz.clone())];
    }
    let mut absaetze = vec![Absatz::Titel(page.titel.clone())];
    absaetze.extend(page.absaetze.clone());
    let mut blocks = vec![Block::Prosa(absaetze)];
    blocks.extend(command.and_then(synonyms).map(Block::Satz));
    if !page.siehe.is_empty() {
        blocks.push(worte::siehe_auch(&page.siehe));
    }
    blocks
}

/// The page of a command out of the table: example first, what it does, its other words, where it works.
pub(super) fn command_page(e: &Eintrag, kurz: bool) -> Vec<Block> {
    let mut first = zeile![Teil::Befehl(e.beispiele[0].into())];
    first.push(format!(" {}.", e.kurz));
    if kurz {
        return vec![Block::Satz(first)];
    }
    let mut blocks = vec![Block::Satz(first)];
    for b in &e.beispiele[1..] {
        blocks.push(Block::Satz(zeile!["Ebenso: ", Teil::Befehl((*b).into()), "."]));
    }
    blocks.extend(synonyms(e).map(Block::Satz));
    match e.wo {
        Wo::Ueberall => {}
        Wo::Tisch => blocks.push(Block::satz("Das geht am Spieltisch.")),
        Wo::Spiel(id) => blocks.push(Block::Satz(zeile![
            "Das geht an einem Tisch, siehe ",
            Teil::Befehl(format!("hilfe {id}")),
            "."
        ])),
    }
    blocks.push(worte::siehe_auch(&[e.thema.to_string()]));
    blocks
}

/// "Andere Wörter dafür: ..."; `None` where there are none.
fn synonyms(e: &Eintrag) -> Option<Zeile> {
    let own = crate::satz::falte(e.name);
    let short =
        tafel::KURZ.iter().filter(|(_, l)| tafel::find(l).is_some_and(|f| f.name == e.name));
    let words = e.worte.iter().copied().filter(|w| !own.starts_with(w));
    let all: Vec<&str> = words.chain(short.map(|(k, _)| *k)).collect();
    (!all.is_empty()).then(|| format!("Andere Wörter dafür: {}.", und_liste(&all)).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::befehle::tafel::TAFEL;
    use crate::text::{Ansicht, Art};

    #[test]
    fn every_command_has_a_page_that_starts_with_an_example() {
        for e in TAFEL {
            let text = render(&command_page(e, false), &Ansicht::neu(Art::Leser));
            assert!(text.starts_with(e.beispiele[0]), "{text}");
            assert!(text.contains(e.kurz) && text.lines().count() <= 8, "{text}");
            let short = render(&command_page(e, true), &Ansicht::neu(Art::Leser));
            assert_eq!(short.lines().count(), 1, "{short}");
        }
    }
}
