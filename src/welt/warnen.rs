//! What is odd in sound data and does no harm: files that nobody reads, rooms that nobody reaches or leaves, texts and
//! friends that nobody names. The house opens all the same; whoever edits wants to know.

use std::collections::{BTreeMap, BTreeSet};

use super::freund::FreundVorlage;
use super::kurier::Kurier;
use super::laden::{KURIER, ORDNER, stem};
use super::leiter::Leiter;
use super::raum::Raum;
use super::{Quellen, person};
use crate::quelle::{Fault, Quelle};
use crate::satz::falte;

/// A sound world, as far as the warnings ask about it.
pub(super) struct Lage<'a> {
    pub(super) quellen: &'a Quellen,
    pub(super) start: &'a str,
    pub(super) raeume: &'a BTreeMap<String, Raum>,
    pub(super) freunde: &'a BTreeMap<String, FreundVorlage>,
}

impl Lage<'_> {
    /// All warnings, by file and line.
    pub(super) fn warnungen(
        &self,
        leitern: &BTreeMap<String, Leiter>,
        kurier: &Kurier,
    ) -> Vec<Fault> {
        let mut out = self.unread();
        out.extend(self.unended());
        out.extend(self.lonely_rooms());
        out.extend(self.same_names());
        out.extend(self.circles());
        out.extend(self.unheard_answers());
        out.extend(self.unused_texts());
        out.extend(self.unused_friends());
        out.extend(self.unplayed(leitern, kurier));
        out.sort_by(Fault::by_place);
        out
    }

    /// A file of a folder by the id that is made of its name.
    fn file(&self, ordner: &str, id: &str) -> Option<&Quelle> {
        let ending = ORDNER.iter().find(|(o, _)| *o == ordner).map_or("", |(_, e)| *e);
        let found = |(path, _): &(&String, &Quelle)| {
            stem(path, ordner, ending).is_some_and(|s| falte(s) == id)
        };
        self.quellen.0.iter().find(found).map(|(_, q)| q)
    }

    fn whole(&self, ordner: &str, id: &str, what: &str, hint: &str) -> Option<Fault> {
        Some(self.file(ordner, id)?.fault_whole(what, hint))
    }

    /// Games that have a table.
    fn games(&self) -> BTreeSet<&str> {
        self.raeume.values().flat_map(|r| &r.tische).map(|t| t.spiel.as_str()).collect()
    }

    /// Files that nobody reads: most likely put into the wrong folder.
    fn unread(&self) -> Vec<Fault> {
        let known =
            |path: &str| path == KURIER || ORDNER.iter().any(|(o, e)| stem(path, o, e).is_some());
        let odd = self.quellen.0.iter().filter(|(path, _)| !known(path));
        let hint = "Liegt sie im richtigen Ordner, und stimmt die Endung?";
        odd.map(|(_, q)| q.fault_whole("Diese Datei liest niemand.", hint)).collect()
    }

    /// A last line without an end is what an interrupted transfer leaves.
    fn unended(&self) -> Vec<Fault> {
        let cut = |q: &&Quelle| !q.text.is_empty() && !q.text.ends_with('\n');
        let hint = "Ist die Datei ganz? Wenn ja, drück am Ende einmal die Eingabetaste.";
        let what = "Die letzte Zeile hat kein Ende.";
        self.quellen.0.values().filter(cut).map(|q| q.fault(q.text.len(), what, hint)).collect()
    }

    /// Rooms that no way leads to, and rooms from which no way leads back to the start.
    fn lonely_rooms(&self) -> Vec<Fault> {
        let (mut there, mut back) = (BTreeMap::new(), BTreeMap::new());
        for (id, raum) in self.raeume {
            for a in &raum.ausgaenge {
                there.entry(id.as_str()).or_insert_with(Vec::new).push(a.ziel.as_str());
                back.entry(a.ziel.as_str()).or_insert_with(Vec::new).push(id.as_str());
            }
        }
        let (there, back) = (reached(self.start, &there), reached(self.start, &back));
        let mut out = Vec::new();
        for id in self.raeume.keys() {
            if !there.contains(id.as_str()) {
                let hint = "Gib einem anderen Raum einen Ausgang hierher.";
                out.extend(self.whole("raeume", id, "Zu diesem Raum führt kein Weg.", hint));
            } else if !back.contains(id.as_str()) {
                let what = "Aus diesem Raum führt kein Weg zurück zum Startraum.";
                out.extend(self.whole("raeume", id, what, "Gib ihm einen Ausgang."));
            }
        }
        out
    }

    fn same_names(&self) -> Vec<Fault> {
        let mut seen: BTreeMap<String, &str> = BTreeMap::new();
        let mut out = Vec::new();
        for (id, raum) in self.raeume {
            if let Some(other) = seen.insert(falte(&raum.name), id) {
                let other = self.file("raeume", other).map_or(other, |q| &q.file);
                let what = format!("So wie dieser Raum heißt auch {other}.");
                let hint = "Gib einem von beiden einen anderen Namen.";
                out.extend(self.whole("raeume", id, &what, hint));
            }
        }
        out
    }

    fn circles(&self) -> Vec<Fault> {
        let own = self.raeume.iter().flat_map(|(id, r)| {
            r.ausgaenge.iter().filter(move |a| a.ziel == *id).map(move |a| (id, a))
        });
        let hint = "Wohin soll er führen?";
        own.filter_map(|(id, a)| {
            let what = format!("Der Ausgang „{}“ führt in denselben Raum zurück.", a.name);
            Some(self.file("raeume", id)?.fault(a.ort(), what, hint))
        })
        .collect()
    }

    /// The first answer that fits counts, so one whose words all belong to earlier ones is never heard.
    fn unheard_answers(&self) -> Vec<Fault> {
        let mut out = Vec::new();
        for (id, raum) in self.raeume {
            let Some(quelle) = self.file("raeume", id) else { continue };
            for ort in raum.personen.iter().flat_map(person::Person::unheard) {
                let what = "Diese Antwort hört nie jemand: Auf ihre Stichworte antwortet schon \
                            eine frühere.";
                out.push(quelle.fault(ort, what, "Gib ihr andere, oder stell sie nach oben."));
            }
        }
        out
    }

    fn unused_texts(&self) -> Vec<Fault> {
        let people = self.raeume.values().flat_map(|r| &r.personen);
        let mut used: BTreeSet<String> =
            people.flat_map(|p| &p.antworten).filter_map(|a| a.datei.clone()).collect();
        used.insert("begruessung".to_string());
        used.extend(self.games().iter().map(|g| format!("regeln_{g}")));
        let texts =
            self.quellen.0.iter().filter_map(|(path, q)| Some((stem(path, "texte", "txt")?, q)));
        texts
            .filter(|(id, _)| !used.contains(&falte(id)))
            .map(|(id, q)| {
                let hint = format!("Eine Person kann ihn sagen: datei = \"{id}\".");
                q.fault_whole("Diesen Text zeigt niemand.", hint)
            })
            .collect()
    }

    fn unused_friends(&self) -> Vec<Fault> {
        let used: BTreeSet<&String> =
            self.raeume.values().flat_map(|r| &r.tische).flat_map(|t| &t.freunde).collect();
        let idle = self.freunde.keys().filter(|id| !used.contains(id));
        idle.filter_map(|id| {
            let hint = format!("Nenn ihn bei einem Tisch: freunde = [\"{id}\"].");
            self.whole("freunde", id, "Diesen Freund ruft kein Tisch.", &hint)
        })
        .collect()
    }

    /// Ladders and messages of games without a table.
    fn unplayed(&self, leitern: &BTreeMap<String, Leiter>, kurier: &Kurier) -> Vec<Fault> {
        let games = self.games();
        let hint = "Stell einen [[tisch]] dafür auf.";
        let idle = |id: &&String| !games.contains(id.as_str());
        let mut out: Vec<Fault> = leitern
            .keys()
            .filter(idle)
            .filter_map(|id| {
                let what = "Für dieses Spiel gibt es keinen Tisch, also steigt hier niemand.";
                self.whole("erfahrung", id, what, hint)
            })
            .collect();
        let messages = kurier.meldungen.keys().filter(idle).filter_map(|id| {
            let what = format!("Für „{id}“ gibt es keinen Tisch, also auch nichts zu melden.");
            Some(self.quellen.0.get(KURIER)?.fault_whole(what, hint))
        });
        out.extend(messages);
        out
    }
}

/// Everything that ways lead to from here.
fn reached<'a>(start: &'a str, ways: &BTreeMap<&'a str, Vec<&'a str>>) -> BTreeSet<&'a str> {
    let mut seen = BTreeSet::from([start]);
    let mut open = vec![start];
    while let Some(id) = open.pop() {
        open.extend(ways.get(id).into_iter().flatten().filter(|next| seen.insert(next)));
    }
    seen
}
