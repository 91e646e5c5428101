//! Puts the world together from the texts of its files and checks what only all files together can
//! show. Every fault of every file is found in one run. Reads no disk: see `dateien`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::freund::FreundVorlage;
use super::hilfe::Hilfe;
use super::kurier::Kurier;
use super::leiter::{Leiter, Sprosse};
use super::lesen;
use super::raum::Raum;
use super::texte::{self, Text};
use super::warnen::Lage;
use super::{Quellen, Spielkunde, Welt};
use crate::limits::AMOUNT_MAX;
use crate::quelle::{Fault, Ort, Quelle, Schluessel, Tafel, nearest};
use crate::satz::falte;
use crate::spiele::{Stufe, Vorrat};

/// What is already known while a room is read: names that its file may mention.
pub(super) struct Bekannt<'a> {
    pub raeume: BTreeSet<String>,
    /// With their levels; `None` where the friend's own file is faulty.
    pub freunde: BTreeMap<String, Option<Stufe>>,
    pub texte: &'a BTreeMap<String, Text>,
    /// The texts that exist, readable or not.
    pub textdateien: BTreeSet<String>,
    pub vorrat: &'a Vorrat,
    pub kunde: Spielkunde<'a>,
}

/// Folders, and the ending of the files that are read in each.
pub(super) const ORDNER: [(&str, &str); 6] = [
    ("raeume", "toml"),
    ("freunde", "toml"),
    ("erfahrung", "toml"),
    ("hilfe", "txt"),
    ("texte", "txt"),
    ("woerter", "txt"),
];

pub(super) const KURIER: &str = "kurier.toml";

/// The files of one folder by id.
type Ordner<'a> = Vec<(String, &'a Quelle)>;

pub(super) fn load(quellen: &Quellen, kunde: Spielkunde<'_>) -> Result<Welt, Vec<Fault>> {
    let mut faults = Vec::new();
    let vorrat = Arc::new(vorrat(quellen));
    let text_files = files(quellen, "texte", &mut faults);
    let texte = read_texts(&text_files, &mut faults);
    let (friend_files, room_files) =
        (files(quellen, "freunde", &mut faults), files(quellen, "raeume", &mut faults));
    let freunde = read_friends(&friend_files, &mut faults);
    let level = |id: &String| freunde.get(id).map(|f| f.wesen.stufe);
    let bekannt = Bekannt {
        raeume: room_files.iter().map(|(id, _)| id.clone()).collect(),
        freunde: friend_files.iter().map(|(id, _)| (id.clone(), level(id))).collect(),
        texte: &texte,
        textdateien: text_files.iter().map(|(id, _)| id.clone()).collect(),
        vorrat: &vorrat,
        kunde,
    };
    let raeume = read_rooms(&room_files, &bekannt, &mut faults);
    let leitern = read_ladders(&files(quellen, "erfahrung", &mut faults), kunde, &mut faults);
    let kurier = read_kurier(quellen, &bekannt, &mut faults);
    let hilfe = Hilfe::read(&files(quellen, "hilfe", &mut faults), &mut faults);
    let start = find_start(&room_files, &mut faults);
    check_names(&friend_files, &freunde, &mut faults);
    check_needed(&bekannt, &raeume, &leitern, &mut faults);
    // What follows from a file that could not be read is no fault of its own.
    faults.retain(|f| !quellen.0.get(&f.file).is_some_and(|q| q.unlesbar));
    if !faults.is_empty() {
        faults.sort_by(Fault::by_place);
        return Err(faults);
    }
    let lage = Lage { quellen, start: &start, raeume: &raeume, freunde: &freunde };
    let warnungen = lage.warnungen(&leitern, &kurier);
    Ok(Welt { start, raeume, freunde, leitern, kurier, hilfe, texte, vorrat, warnungen })
}

/// The files of a folder with their ids. Two files whose names differ only in case or in how an
/// umlaut is written would have the same id: that is a fault.
fn files<'a>(quellen: &'a Quellen, ordner: &str, faults: &mut Vec<Fault>) -> Ordner<'a> {
    let ending = ORDNER.iter().find(|(o, _)| *o == ordner).map_or("", |(_, e)| *e);
    let mut out: Ordner<'a> = Vec::new();
    for (path, quelle) in &quellen.0 {
        let Some(stem) = stem(path, ordner, ending) else { continue };
        let id = falte(stem);
        if let Some((_, other)) = out.iter().find(|(o, _)| *o == id) {
            let what = format!("Diese Datei heißt für den Server genauso wie {}.", other.file);
            faults.push(
                quelle.fault_whole(what, "Groß und klein, ä und ae gelten gleich; benenn eine um."),
            );
        } else {
            out.push((id, quelle));
        }
    }
    out
}

pub(super) fn stem<'p>(path: &'p str, ordner: &str, ending: &str) -> Option<&'p str> {
    let name = path.strip_prefix(ordner)?.strip_prefix('/')?;
    name.strip_suffix(ending)?.strip_suffix('.').filter(|s| !s.contains('/') && !s.is_empty())
}

fn vorrat(quellen: &Quellen) -> Vorrat {
    let words = quellen.0.iter().filter_map(|(path, quelle)| {
        let id = stem(path, "woerter", "txt")?;
        Some((format!("{id}.txt"), quelle.clone()))
    });
    Vorrat::new(words.collect())
}

fn read_texts(files: &Ordner<'_>, faults: &mut Vec<Fault>) -> BTreeMap<String, Text> {
    let mut out = BTreeMap::new();
    for (id, quelle) in files {
        if quelle.unlesbar {
            continue;
        }
        match texte::parse(&quelle.text) {
            Ok(text) if text.portionen.is_empty() => {
                faults.push(
                    quelle.fault_whole("Diese Datei ist leer.", "Schreib einen Text hinein."),
                );
            }
            Ok(text) => {
                out.insert(id.clone(), text);
            }
            Err(f) => faults.extend(f.into_iter().map(|f| quelle.fault(f.ort, f.what, f.hint))),
        }
    }
    out
}

fn read_friends(files: &Ordner<'_>, faults: &mut Vec<Fault>) -> BTreeMap<String, FreundVorlage> {
    let mut out = BTreeMap::new();
    for (id, quelle) in files {
        if let Some(freund) = FreundVorlage::read(id, quelle, faults) {
            out.insert(id.clone(), freund);
        } else if let Some(sound) = lesen::sound_part(quelle) {
            FreundVorlage::read(id, &sound, faults);
        }
    }
    out
}

fn read_rooms(
    files: &Ordner<'_>,
    bekannt: &Bekannt<'_>,
    faults: &mut Vec<Fault>,
) -> BTreeMap<String, Raum> {
    let mut out = BTreeMap::new();
    for (id, quelle) in files {
        if let Some(raum) = Raum::read(id, &Arc::new((*quelle).clone()), bekannt, faults) {
            out.insert(id.clone(), raum);
        } else if let Some(sound) = lesen::sound_part(quelle) {
            Raum::read(id, &Arc::new(sound), bekannt, faults);
        }
    }
    out
}

fn read_ladders(
    files: &Ordner<'_>,
    kunde: Spielkunde<'_>,
    faults: &mut Vec<Fault>,
) -> BTreeMap<String, Leiter> {
    let mut out = BTreeMap::new();
    for (id, quelle) in files {
        if !kunde.ids.contains(&id.as_str()) {
            let hint = nearest(id, kunde.ids.iter().copied()).map_or_else(
                || format!("Möglich ist: {}.", kunde.ids.join(", ")),
                |n| format!("Meintest Du „{n}.toml“?"),
            );
            faults.push(quelle.fault_whole(format!("Das Spiel „{id}“ gibt es nicht."), hint));
        }
        let Some(mut k) = lesen::open(quelle, faults) else { continue };
        let rows = k.tafeln("stufen");
        faults.extend(k.done());
        out.insert(id.clone(), read_ladder(quelle, rows, faults));
    }
    out
}

fn read_ladder(quelle: &Quelle, rows: Vec<Tafel>, faults: &mut Vec<Fault>) -> Leiter {
    let mut leiter = Leiter::default();
    if rows.is_empty() {
        let hint = "Schreib [[stufen]] mit ab = 0 und einem text dazu.";
        faults.push(quelle.fault_whole("Diese Leiter hat keine Stufen.", hint));
    }
    for row in rows {
        let mut k = Schluessel::new(quelle, row);
        let ort = k.ort();
        if !k.has("ab") {
            k.fault(ort, "Hier fehlt „ab“.", "Schreib eine Zeile ab = 0 dazu.");
        }
        let ab = k.zahl_oder_nichts("ab", 0..=AMOUNT_MAX);
        let text = lesen::text(&mut k, "text");
        let text = lesen::zeile(&mut k, text);
        let last = leiter.sprossen.last().map(|s| s.ab);
        if let Some((ab, last)) = ab.zip(last).filter(|(ab, last)| ab <= last) {
            let what = format!("Diese Leiter steigt nicht: {ab} steht hinter {last}.");
            k.fault(ort, what, "Jede Stufe braucht mehr Punkte als die davor.");
        }
        faults.extend(k.done());
        leiter.sprossen.push(Sprosse { ab: ab.or(last).unwrap_or(0), text });
    }
    leiter
}

fn read_kurier(quellen: &Quellen, bekannt: &Bekannt<'_>, faults: &mut Vec<Fault>) -> Kurier {
    if let Some(quelle) = quellen.0.get(KURIER) {
        return Kurier::read(quelle, bekannt, faults);
    }
    let missing = Quelle::new(KURIER, "");
    faults.push(missing.fault_whole("Diese Datei fehlt.", "Ohne sie hat der Kurier keine Kanäle."));
    Kurier::default()
}

/// The one room with `start = true`.
fn find_start(files: &Ordner<'_>, faults: &mut Vec<Fault>) -> String {
    let mut found: Vec<(&str, &Quelle, Ort)> = Vec::new();
    let mut readable = true;
    for (id, quelle) in files {
        let Some(tafel) = quelle.tafel().ok().filter(|t| !t.zeilen.is_empty()) else {
            readable = false;
            continue;
        };
        let Some((ort, wert)) = tafel.zeilen.get("start") else { continue };
        if wert.art == crate::quelle::Art::Ja(true) {
            found.push((id, quelle, *ort));
        }
    }
    let mut found = found.into_iter();
    let first = found.next();
    let start = first.map(|(id, ..)| id.to_string());
    let other = first.map_or("", |(_, q, _)| &q.file);
    let second = |(_, q, ort): (&str, &Quelle, Ort)| {
        let what = format!("Startraum ist schon {other}.");
        q.fault(ort, what, "Nur ein Raum hat start = true.")
    };
    faults.extend(found.map(second));
    // A room with broken TOML may well be the one.
    if start.is_none() && readable {
        let whole = Quelle::new("raeume", "");
        let hint = "Schreib in einen Raum start = true.";
        faults.push(whole.fault_whole("Es gibt keinen Startraum.", hint));
    }
    start.unwrap_or_default()
}

/// Two friends at one table must not be called the same.
fn check_names(
    files: &Ordner<'_>,
    freunde: &BTreeMap<String, FreundVorlage>,
    faults: &mut Vec<Fault>,
) {
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    for (id, quelle) in files {
        let Some(freund) = freunde.get(id) else { continue };
        if let Some(other) = seen.insert(falte(&freund.name), id) {
            let what = format!("So wie „{}“ heißt schon der Freund „{other}“.", freund.name);
            faults.push(quelle.fault(name_ort(quelle), what, "Gib ihm einen anderen Namen."));
        }
    }
}

/// What a running server needs: the greeting, and for each game that has a table its rules and its
/// ladder.
fn check_needed(
    bekannt: &Bekannt<'_>,
    raeume: &BTreeMap<String, Raum>,
    leitern: &BTreeMap<String, Leiter>,
    faults: &mut Vec<Fault>,
) {
    let games: BTreeSet<&str> =
        raeume.values().flat_map(|r| &r.tische).map(|t| t.spiel.as_str()).collect();
    let mut missing = |file: String, why: String| {
        faults.push(Quelle::new(file, "").fault_whole("Diese Datei fehlt.", why));
    };
    if !bekannt.textdateien.contains("begruessung") {
        missing("texte/begruessung.txt".into(), "Mit ihr begrüßt der Server jeden.".into());
    }
    for game in games {
        if !bekannt.textdateien.contains(&format!("regeln_{game}")) {
            let why = format!("Ein Tisch mit „{game}“ zeigt sie auf „regeln“.");
            missing(format!("texte/regeln_{game}.txt"), why);
        }
        if !leitern.contains_key(game) {
            let why = format!("Ein Tisch mit „{game}“ braucht eine Leiter der Erfahrung.");
            missing(format!("erfahrung/{game}.toml"), why);
        }
    }
}

/// Where the name stands in a file; its beginning when there is none.
fn name_ort(quelle: &Quelle) -> Ort {
    quelle.tafel().ok().and_then(|t| Some(t.zeilen.get("name")?.1.ort)).unwrap_or(0)
}
