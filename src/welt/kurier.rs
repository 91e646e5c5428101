//! The Kurier: its channels and the templates of what the house itself reports. Knows no reader.

use std::collections::BTreeMap;

use super::laden::Bekannt;
use super::lesen;
use super::texte::Vorlage;
use crate::quelle::{Fault, Quelle, Schluessel, Tafel, nearest};
use crate::satz::falte;
use crate::text::Zeile;

/// A channel.
#[derive(Clone, Debug)]
pub struct Kanal {
    pub nr: u8,
    pub name: String,
    pub beschreibung: Zeile,
    /// Heard by whoever has chosen nothing.
    pub an: bool,
    /// Players may write here; else the house alone does.
    pub offen: bool,
}

/// What is reported about one game. Gaps: `<Spieler>`.
#[derive(Clone, Debug, Default)]
pub struct Meldungen {
    /// A finished game or sitting with one winner.
    pub sieg: Option<Vorlage>,
    /// The same with several winners.
    pub geteilt: Option<Vorlage>,
    /// The line of the last rung (regeln.md R25).
    pub ende: Option<Vorlage>,
}

/// All channels, and the messages by game.
#[derive(Clone, Debug, Default)]
pub struct Kurier {
    /// By number.
    pub kanaele: Vec<Kanal>,
    pub meldungen: BTreeMap<String, Meldungen>,
}

const GAPS: [&str; 1] = ["Spieler"];

/// The channel that carries the messages of the tables.
pub(super) const TISCHKANAL: &str = "spieltische";

impl Kurier {
    /// The channel that a number or the beginning of a name means, if it means one only.
    pub fn kanal(&self, wort: &str) -> Option<&Kanal> {
        let wort = falte(wort);
        if let Ok(nr) = wort.parse::<u8>() {
            return self.kanaele.iter().find(|k| k.nr == nr);
        }
        let whole = self.kanaele.iter().find(|k| falte(&k.name) == wort);
        whole.or_else(|| {
            let mut fits = self.kanaele.iter().filter(|k| falte(&k.name).starts_with(&wort));
            fits.next().filter(|_| !wort.is_empty() && fits.next().is_none())
        })
    }

    /// The channel of the tables.
    pub fn spieltische(&self) -> &Kanal {
        self.kanal(TISCHKANAL).expect("the loader has checked the channel of the tables")
    }

    /// Reads `kurier.toml`; faults are collected.
    pub(super) fn read(quelle: &Quelle, bekannt: &Bekannt<'_>, faults: &mut Vec<Fault>) -> Self {
        let Some(mut k) = lesen::open(quelle, faults) else { return Self::default() };
        let kanaele = k.tafeln("kanal");
        let meldungen = k.tafel("meldungen").unwrap_or_default();
        faults.extend(k.done());
        let mut out = Self::default();
        for tafel in kanaele {
            out.add_kanal(quelle, tafel, faults);
        }
        out.kanaele.sort_by_key(|k| k.nr);
        if !out.kanaele.iter().any(|k| falte(&k.name) == TISCHKANAL) {
            let what = "Der Kanal „Spieltische“ fehlt; dort meldet das Haus die Gewinner.";
            faults.push(quelle.fault_whole(what, "Schreib einen [[kanal]] mit diesem Namen dazu."));
        }
        out.add_meldungen(quelle, meldungen, (bekannt, faults));
        out
    }

    fn add_kanal(&mut self, quelle: &Quelle, tafel: Tafel, faults: &mut Vec<Fault>) {
        let mut k = Schluessel::new(quelle, tafel);
        let numbered = k.has("nr");
        if !numbered {
            let ort = k.ort();
            k.fault(ort, "Hier fehlt „nr“.", "Schreib eine Zeile nr = 1 dazu.");
        }
        let nr = u8::try_from(k.zahl("nr", 1, 1..=99)).expect("the range is small");
        let name = lesen::name(&mut k, "name");
        let beschreibung = lesen::text(&mut k, "beschreibung");
        let beschreibung = lesen::zeile(&mut k, beschreibung);
        let kanal =
            Kanal { nr, name, beschreibung, an: k.ja("an", true), offen: k.ja("offen", true) };
        let same = |o: &&Kanal| (numbered && o.nr == nr) || falte(&o.name) == falte(&kanal.name);
        if let Some(other) = self.kanaele.iter().find(same) {
            let ort = k.ort();
            let what = format!("Nummer oder Name hat schon der Kanal „{}“.", other.name);
            k.fault(ort, what, "Gib diesem Kanal eine andere Nummer und einen anderen Namen.");
        }
        faults.extend(k.done());
        self.kanaele.push(kanal);
    }

    fn add_meldungen(
        &mut self,
        quelle: &Quelle,
        tafel: Tafel,
        (bekannt, faults): (&Bekannt<'_>, &mut Vec<Fault>),
    ) {
        let ids = bekannt.kunde.ids;
        for (spiel, (ort, wert)) in tafel.zeilen {
            let crate::quelle::Art::Tafel(inner) = wert.art else {
                let hint = format!("Schreib [meldungen.{spiel}] und darunter die Texte.");
                faults.push(quelle.fault(ort, "Meldungen stehen je Spiel in einer Tabelle.", hint));
                continue;
            };
            if !ids.contains(&spiel.as_str()) {
                let hint = nearest(&spiel, ids.iter().copied()).map_or_else(
                    || format!("Möglich ist: {}.", ids.join(", ")),
                    |n| format!("Meintest Du „{n}“?"),
                );
                faults.push(quelle.fault(ort, format!("Das Spiel „{spiel}“ gibt es nicht."), hint));
            }
            let mut k = Schluessel::new(quelle, inner);
            let mut one = |key| {
                let found = lesen::text_oder_nichts(&mut k, key);
                lesen::vorlage(&mut k, found, &GAPS)
            };
            let m = Meldungen { sieg: one("sieg"), geteilt: one("geteilt"), ende: one("ende") };
            faults.extend(k.done());
            self.meldungen.insert(spiel, m);
        }
    }
}
