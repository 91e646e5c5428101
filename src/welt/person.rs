//! People of the house: how they look, and what they answer to which words. Knows no room.

use super::laden::Bekannt;
use super::lesen;
use super::texte::Text;
use crate::quelle::{Fault, Ort, Quelle, Schluessel, Tafel, nearest};
use crate::satz::{Satz, falte, stamm};
use crate::text::Absatz;

/// Somebody who belongs to a room.
#[derive(Clone, Debug)]
pub struct Person {
    pub name: String,
    /// Folded words by which the person is found; the name is the first.
    pub worte: Vec<String>,
    /// One sentence for the room: who is here and does what.
    pub anwesend: Vec<Absatz>,
    pub beschreibung: Vec<Absatz>,
    pub antworten: Vec<Antwort>,
    /// Said to a direct question (`frage oleg nach ...`) that no answer fits. Empty: a shrug.
    pub sonst: Vec<Absatz>,
    pub(super) ort: Ort,
}

/// How a sentence reaches a person of the house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anrede {
    /// Asked for an answer (`frage oleg nach karo`).
    Gefragt,
    /// Said into the room (`sage ...`).
    Gesagt,
}

/// What a person says when the right words fall.
#[derive(Clone, Debug)]
pub struct Antwort {
    /// Each entry is a row of word stems that must all fall, in this order; other words may stand
    /// between.
    stichworte: Vec<Vec<String>>,
    /// In portions; between two of them the person pauses.
    pub text: Text,
    /// The pause between two portions, in seconds.
    pub pause_sek: u32,
    /// Id of the file in `texte` that holds the text, if it stands in one.
    pub(super) datei: Option<String>,
    ort: Ort,
}

impl Person {
    /// The answer to a sentence, if its words fit one; the first that fits wins. A single word is
    /// enough only for somebody who is asked or named: at a card table "noch eine Runde?" is no
    /// question to the house.
    pub fn antwort(&self, satz: &Satz, anrede: Anrede) -> Option<&Antwort> {
        let said: Vec<&str> = satz.worte().iter().map(|w| w.trim_end_matches('?')).collect();
        let named = said.iter().any(|w| self.worte.iter().any(|own| own == w));
        let least = if named || anrede == Anrede::Gefragt { 1 } else { 2 };
        let said: Vec<String> = said.into_iter().map(stamm).collect();
        let fits = |row: &Vec<String>| row.len() >= least && falls(row, &said);
        self.antworten.iter().find(|a| a.stichworte.iter().any(fits))
    }

    /// Places of the answers that nobody ever hears: some earlier one answers to each of their rows of words.
    pub(super) fn unheard(&self) -> Vec<Ort> {
        let mut out = Vec::new();
        for (i, a) in self.antworten.iter().enumerate() {
            let earlier = || self.antworten[..i].iter().flat_map(|e| &e.stichworte);
            let taken =
                |row: &Vec<String>| earlier().any(|e| falls(e, row) && e.len() == row.len());
            if a.stichworte.iter().all(taken) {
                out.push(a.ort);
            }
        }
        out
    }

    /// Reads one `[[person]]`.
    pub(super) fn read(
        quelle: &Quelle,
        tafel: Tafel,
        bekannt: &Bekannt<'_>,
        faults: &mut Vec<Fault>,
    ) -> Self {
        let mut k = Schluessel::new(quelle, tafel);
        let ort = k.ort();
        let name = lesen::name(&mut k, "name");
        let worte = lesen::words(&mut k, &name);
        let anwesend = lesen::text_oder_nichts(&mut k, "anwesend");
        let anwesend = lesen::absaetze(&mut k, anwesend);
        let beschreibung = lesen::text(&mut k, "beschreibung");
        let beschreibung = lesen::absaetze(&mut k, beschreibung);
        let sonst = lesen::text_oder_nichts(&mut k, "sonst");
        let sonst = lesen::absaetze(&mut k, sonst);
        let tables = k.tafeln("antwort");
        faults.extend(k.done());
        let antworten =
            tables.into_iter().map(|t| Antwort::read(quelle, t, bekannt, faults)).collect();
        Self { name, worte, anwesend, beschreibung, antworten, sonst, ort }
    }
}

fn falls(row: &[String], said: &[String]) -> bool {
    let mut rest = said.iter();
    row.iter().all(|word| rest.any(|s| s == word))
}

impl Antwort {
    fn read(quelle: &Quelle, tafel: Tafel, bekannt: &Bekannt<'_>, faults: &mut Vec<Fault>) -> Self {
        let mut k = Schluessel::new(quelle, tafel);
        let place = k.ort();
        let mut stichworte = Vec::new();
        for (ort, row) in k.texte("stichworte") {
            let row: Vec<String> = row.split_whitespace().map(|w| stamm(&falte(w))).collect();
            if row.is_empty() {
                k.fault(ort, "Dieses Stichwort ist leer.", "Schreib mindestens ein Wort hinein.");
            } else {
                stichworte.push(row);
            }
        }
        if stichworte.is_empty() {
            let ort = k.ort();
            k.fault(
                ort,
                "Diese Antwort hat keine Stichworte.",
                "Schreib stichworte = [\"...\"] dazu.",
            );
        }
        let pause_sek = u32::try_from(k.zahl("pause_sek", 6, 1..=60)).expect("the range is small");
        let (datei, text) = antworttext(&mut k, bekannt);
        faults.extend(k.done());
        Self { stichworte, text, pause_sek, datei, ort: place }
    }
}

/// The text stands here (`text`) or in a file of `data/texte` (`datei`); then its id is given as well.
fn antworttext(k: &mut Schluessel<'_>, bekannt: &Bekannt<'_>) -> (Option<String>, Text) {
    if !k.has("datei") {
        let text = lesen::text(k, "text");
        return (None, Text { portionen: vec![lesen::absaetze(k, text)] });
    }
    if let Some(text) = k.take("text") {
        let what = "Diese Antwort hat „text“ und „datei“.";
        k.fault(text.ort, what, "Streich eins von beiden.");
    }
    let Some((ort, written)) = lesen::text(k, "datei") else { return (None, Text::default()) };
    let id = falte(&written);
    if let Some(text) = bekannt.texte.get(&id) {
        return (Some(id), text.clone());
    }
    // A file with a fault of its own is not missing as well.
    if !bekannt.textdateien.contains(&id) {
        let hint = nearest(&id, bekannt.textdateien.iter().map(String::as_str)).map_or_else(
            || format!("Leg die Datei texte/{id}.txt an."),
            |n| format!("Meintest Du „{n}“?"),
        );
        k.fault(ort, format!("Den Text „{written}“ gibt es nicht."), hint);
    }
    (Some(id), Text::default())
}
