//! A room as its file describes it: what one sees, hears and smells, the things and people in it,
//! the ways out and the tables. Who is there just now is not known here.

use std::sync::Arc;

use super::laden::Bekannt;
use super::lesen;
use super::person::Person;
use super::richtung::Richtung;
use super::tisch::TischVorlage;
use crate::quelle::{Art, Fault, Ort, Quelle, Schluessel, Tafel, Wert, nearest};
use crate::satz::falte;
use crate::text::{Absatz, Zeile};

/// A room.
#[derive(Clone, Debug)]
pub struct Raum {
    pub id: String,
    pub name: String,
    /// "im Theatercafé": for sentences like "Anna sitzt ...".
    pub ort: String,
    pub beschreibung: Vec<Absatz>,
    /// For walking with `kurz`; empty: the name alone.
    pub kurz: Zeile,
    pub sinne: Sinne,
    /// In the order of the file.
    pub ausgaenge: Vec<Ausgang>,
    pub details: Vec<Detail>,
    pub personen: Vec<Person>,
    pub tische: Vec<TischVorlage>,
    /// One may earn a little here by washing glasses (`spüle`).
    pub spuelen: bool,
}

/// What one perceives besides seeing. Empty: nothing special.
#[derive(Clone, Debug, Default)]
pub struct Sinne {
    pub geruch: Vec<Absatz>,
    pub geraeusch: Vec<Absatz>,
    pub gefuehl: Vec<Absatz>,
}

/// A way out.
#[derive(Clone, Debug)]
pub struct Ausgang {
    /// As the list of exits shows it: "Norden", "Theatercafé".
    pub name: String,
    /// `None`: it has a name of its own and no direction.
    pub richtung: Option<Richtung>,
    /// Id of the room it leads to.
    pub ziel: String,
    /// Folded words besides those of the direction.
    pub worte: Vec<String>,
    ort: Ort,
}

/// Something to look at.
#[derive(Clone, Debug)]
pub struct Detail {
    pub name: String,
    /// Folded words by which it is found; the name is the first.
    pub worte: Vec<String>,
    pub text: Vec<Absatz>,
    /// What is written on it (`lies`).
    pub schrift: Vec<Absatz>,
    pub sinne: Sinne,
    ort: Ort,
}

/// Small words in front of a place that carry no meaning: "geh die Treppe hinunter", "nach Norden".
const VORWOERTER: [&str; 14] = [
    "nach", "in", "ins", "im", "zu", "zum", "zur", "durch", "auf", "aufs", "an", "ans", "die",
    "den",
];

impl Ausgang {
    /// Where it stands in its file.
    pub(super) fn ort(&self) -> Ort {
        self.ort
    }
}

impl Raum {
    /// What is left of a room whose file is gone while somebody still plays there: a name, and the way out.
    pub fn ausgeraeumt(id: &str, start: &str) -> Self {
        let hinaus = Ausgang {
            name: Richtung::Hinaus.name().to_string(),
            richtung: Some(Richtung::Hinaus),
            ziel: start.to_string(),
            worte: Vec::new(),
            ort: 0,
        };
        Self {
            id: id.to_string(),
            name: "Ein ausgeräumter Raum".to_string(),
            ort: "in einem ausgeräumten Raum".to_string(),
            beschreibung: vec![Absatz::Text(
                "Bis auf die Spieltische ist hier alles ausgeräumt.".into(),
            )],
            kurz: Zeile::new(),
            sinne: Sinne::default(),
            ausgaenge: vec![hinaus],
            details: Vec::new(),
            personen: Vec::new(),
            tische: Vec::new(),
            spuelen: false,
        }
    }

    /// The exit that a typed word means.
    pub fn ausgang(&self, wort: &str) -> Option<&Ausgang> {
        let wort = falte(wort.trim());
        let named = self.ausgaenge.iter().find(|a| a.worte.contains(&wort));
        named.or_else(|| {
            let richtung = Some(Richtung::from_word(&wort)?);
            self.ausgaenge.iter().find(|a| a.richtung == richtung)
        })
    }

    /// The exit that folded words behind "gehe" mean: "nach norden", "ins theatercafe", "treppe
    /// hinunter".
    pub fn ausgang_aus(&self, worte: &[&str]) -> Option<&Ausgang> {
        let worte: Vec<&str> = worte.iter().filter(|w| !VORWOERTER.contains(w)).copied().collect();
        self.ausgang(&worte.join(" ")).or_else(|| worte.iter().rev().find_map(|w| self.ausgang(w)))
    }

    /// The exit by which one gets to a room.
    pub fn ausgang_nach(&self, ziel: &str) -> Option<&Ausgang> {
        self.ausgaenge.iter().find(|a| a.ziel == ziel)
    }

    /// The thing that folded words mean: "kronleuchter", "den grossen kronleuchter".
    pub fn detail(&self, worte: &[&str]) -> Option<&Detail> {
        found(&self.details, worte, |d| &d.worte)
    }

    /// The person that folded words mean.
    pub fn person(&self, worte: &[&str]) -> Option<&Person> {
        found(&self.personen, worte, |p| &p.worte)
    }

    /// Reads a room; faults are collected. `None`: the file is no TOML.
    pub(super) fn read(
        id: &str,
        quelle: &Arc<Quelle>,
        bekannt: &Bekannt<'_>,
        faults: &mut Vec<Fault>,
    ) -> Option<Self> {
        let mut k = lesen::open(quelle, faults)?;
        let name = lesen::name(&mut k, "name");
        let ort = lesen::name_oder_nichts(&mut k, "ort");
        let ort = ort.unwrap_or_else(|| format!("hier: {name}"));
        let beschreibung = lesen::text(&mut k, "beschreibung");
        let beschreibung = lesen::absaetze(&mut k, beschreibung);
        let kurz = lesen::text_oder_nichts(&mut k, "kurz");
        let kurz = lesen::zeile(&mut k, kurz);
        let sinne = Sinne::read(&mut k);
        // Whether it is the start room is asked for all rooms together.
        k.ja("start", false);
        let spuelen = k.ja("spuelen", false);
        let ausgaenge = match k.tafel("ausgaenge") {
            Some(tafel) => ausgaenge(&mut k, tafel, bekannt),
            None => Vec::new(),
        };
        let (details, personen) = (k.tafeln("detail"), k.tafeln("person"));
        let tische = k.tafeln("tisch");
        faults.extend(k.done());
        let raum = Self {
            id: id.to_string(),
            name,
            ort,
            beschreibung,
            kurz,
            sinne,
            ausgaenge,
            details: details.into_iter().map(|t| Detail::read(quelle, t, faults)).collect(),
            personen: personen
                .into_iter()
                .map(|t| Person::read(quelle, t, bekannt, faults))
                .collect(),
            tische: tische
                .into_iter()
                .filter_map(|t| TischVorlage::read(quelle, t, bekannt, faults))
                .collect(),
            spuelen,
        };
        raum.check_words(quelle, faults);
        hint_at_top(quelle, faults);
        Some(raum)
    }

    /// A word may mean one thing of a room only: of two the second could never be looked at.
    fn check_words(&self, quelle: &Quelle, faults: &mut Vec<Fault>) {
        let details = self.details.iter().map(|d| (d.ort, &d.name, &d.worte));
        let personen = self.personen.iter().map(|p| (p.ort, &p.name, &p.worte));
        let mut seen: Vec<(&str, &str)> = Vec::new();
        for (ort, name, words) in details.chain(personen) {
            for word in words.iter().filter(|w| !w.is_empty()) {
                if let Some((_, other)) = seen.iter().find(|(w, _)| w == word) {
                    let what = format!(
                        "Das Wort „{word}“ meint hier schon „{other}“ und nun auch „{name}“."
                    );
                    faults.push(quelle.fault(ort, what, "Streich es bei einem von beiden."));
                } else {
                    seen.push((word, name));
                }
            }
        }
        self.check_ways(quelle, faults);
    }

    /// Of two ways with one word or in one direction the second could never be gone.
    fn check_ways(&self, quelle: &Quelle, faults: &mut Vec<Fault>) {
        let mut ways: Vec<&str> = Vec::new();
        let mut directions: Vec<Richtung> = Vec::new();
        for a in &self.ausgaenge {
            if let Some(r) = a.richtung {
                if directions.contains(&r) {
                    let what =
                        format!("In dieser Richtung ({}) gibt es schon einen Ausgang.", r.name());
                    let hint = "Gib einem von beiden eine andere Richtung oder einen Namen.";
                    faults.push(quelle.fault(a.ort, what, hint));
                }
                directions.push(r);
            }
            for word in &a.worte {
                let means = Richtung::from_word(word).filter(|r| Some(*r) != a.richtung);
                let other = |r: &Richtung| self.ausgaenge.iter().any(|a| a.richtung == Some(*r));
                if let Some(r) = means.filter(other) {
                    let what = format!(
                        "Das Wort „{word}“ meint hier den Ausgang in Richtung {}.",
                        r.name()
                    );
                    faults.push(quelle.fault(a.ort, what, "Streich es bei diesem."));
                }
                if ways.contains(&word.as_str()) {
                    let what = format!("Das Wort „{word}“ meint hier zwei Ausgänge.");
                    faults.push(quelle.fault(a.ort, what, "Streich es bei einem von beiden."));
                }
                ways.push(word);
            }
        }
    }
}

/// Keys of the room itself.
const OBEN: [&str; 9] =
    ["ort", "kurz", "beschreibung", "start", "spuelen", "geruch", "geraeusch", "gefuehl", "name"];

/// A key of the room that stands below a heading belongs to that heading for TOML: whoever adds one at the end of the
/// file is told where it goes.
fn hint_at_top(quelle: &Quelle, faults: &mut [Fault]) {
    for f in faults.iter_mut().filter(|f| f.file == quelle.file) {
        let key = f
            .what
            .strip_prefix("Den Schlüssel „")
            .and_then(|r| r.strip_suffix("“ gibt es hier nicht."));
        let below = quelle.text.lines().take(f.line).any(|l| l.starts_with('['));
        if below && key.is_some_and(|k| OBEN.contains(&k)) {
            f.hint = "Gehört er zum Raum, dann schreib ihn über die erste Überschrift.".to_string();
        }
    }
}

/// The first thing whose word is all that was said, else the first whose word is the last that was
/// said.
fn found<'a, T>(all: &'a [T], worte: &[&str], of: impl Fn(&T) -> &Vec<String>) -> Option<&'a T> {
    let whole = worte.join(" ");
    let named = |w: &str| all.iter().find(|t| of(t).iter().any(|x| x == w));
    named(&whole).or_else(|| named(worte.last()?))
}

impl Sinne {
    fn read(k: &mut Schluessel<'_>) -> Self {
        let mut sense = |key| {
            let found = lesen::text_oder_nichts(k, key);
            lesen::absaetze(k, found)
        };
        Self { geruch: sense("geruch"), geraeusch: sense("geraeusch"), gefuehl: sense("gefuehl") }
    }
}

impl Detail {
    fn read(quelle: &Quelle, tafel: Tafel, faults: &mut Vec<Fault>) -> Self {
        let mut k = Schluessel::new(quelle, tafel);
        let ort = k.ort();
        let name = lesen::name(&mut k, "name");
        let worte = lesen::words(&mut k, &name);
        let text = lesen::text(&mut k, "text");
        let text = lesen::absaetze(&mut k, text);
        let schrift = lesen::text_oder_nichts(&mut k, "schrift");
        let schrift = lesen::absaetze(&mut k, schrift);
        let sinne = Sinne::read(&mut k);
        faults.extend(k.done());
        Self { name, worte, text, schrift, sinne, ort }
    }
}

fn ausgaenge(k: &mut Schluessel<'_>, tafel: Tafel, bekannt: &Bekannt<'_>) -> Vec<Ausgang> {
    let mut rows: Vec<(String, Ort, Wert)> =
        tafel.zeilen.into_iter().map(|(key, (ort, wert))| (key, ort, wert)).collect();
    rows.sort_by_key(|(_, ort, _)| *ort);
    rows.into_iter().filter_map(|row| ausgang(k, row, bekannt)).collect()
}

fn ausgang(
    k: &mut Schluessel<'_>,
    (key, ort, wert): (String, Ort, Wert),
    bekannt: &Bekannt<'_>,
) -> Option<Ausgang> {
    let richtung = Richtung::from_key(&key);
    let (ziel, name, words) = match wert.art {
        Art::Text(ziel) => ((wert.ort, ziel), None, Vec::new()),
        Art::Tafel(t) => {
            let mut inner = Schluessel::new(k.quelle(), t);
            let ziel = lesen::text(&mut inner, "ziel");
            let name = lesen::name_oder_nichts(&mut inner, "name");
            let words = lesen::words(&mut inner, name.as_deref().unwrap_or(&key));
            k.faults.extend(inner.done());
            (ziel?, name, words)
        }
        _ => {
            k.fault(
                wert.ort,
                "Ein Ausgang führt zu einem Raum.",
                format!("Schreib {key} = \"raum\"."),
            );
            return None;
        }
    };
    if richtung.is_none() && name.is_none() {
        check_direction(k, &key, ort);
    }
    check_short(k, &key, ort);
    let id = falte(&ziel.1);
    if !bekannt.raeume.contains(&id) {
        let hint = nearest(&id, bekannt.raeume.iter().map(String::as_str)).map_or_else(
            || format!("Leg die Datei raeume/{id}.toml an."),
            |n| format!("Meintest Du „{n}“?"),
        );
        k.fault(ziel.0, format!("Den Raum „{}“ gibt es nicht.", ziel.1), hint);
    }
    let mut worte = words;
    if richtung.is_none() && !worte.contains(&falte(&key)) {
        worte.push(falte(&key));
    }
    // A direction's own words are known anyway and must not hide behind a synonym elsewhere.
    worte.retain(|w| richtung.is_none() || Richtung::from_word(w) != richtung);
    let name = name.unwrap_or_else(|| richtung.map_or(key, |r| r.name().to_string()));
    Some(Ausgang { name, richtung, ziel: id, worte, ort })
}

/// An exit with a bare room behind it is a direction, unless its name is far from all of them.
fn check_direction(k: &mut Schluessel<'_>, key: &str, ort: Ort) {
    if let Some(near) = nearest(&falte(key), Richtung::keys()) {
        let hint = format!(
            "Meintest Du „{near}“? Soll der Ausgang wirklich so heißen, schreib \
             {key} = {{ ziel = \"...\", name = \"...\" }}."
        );
        k.fault(ort, format!("Die Richtung „{key}“ gibt es nicht."), hint);
    }
}

/// "n" is what players type; a file says "norden".
fn check_short(k: &mut Schluessel<'_>, key: &str, ort: Ort) {
    if Richtung::from_key(key).is_some() {
        return;
    }
    if let Some(r) = Richtung::from_word(key) {
        let what = format!("Der Ausgang „{key}“ ist nur eine Abkürzung.");
        k.fault(ort, what, format!("Schreib „{}“.", r.key()));
    }
}
