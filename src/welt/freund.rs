//! A friend of the house as its file describes it: level, temperament, sayings. Plays nothing
//! itself.

use std::collections::BTreeMap;

use super::lesen;
use super::texte::Vorlage;
use crate::quelle::{Art, Fault, Quelle, Schluessel, Tafel, nearest};
use crate::spiele::{Stufe, Wesen};
use crate::text::{Absatz, Zeile};

/// When a friend says something.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Anlass {
    /// Somebody sits down.
    Gruss,
    /// Somebody he knows sits down, who won when they last met.
    WiederGewonnen,
    /// The same, who lost then.
    WiederVerloren,
    /// The game is over, or a seat is left.
    Abschied,
    /// He has won.
    Gewinn,
    /// He has lost.
    Verlust,
    /// A trick, a pot or a deal goes to him.
    Stich,
    /// Somebody bids or announces high.
    Mutig,
    /// Somebody has promised more than he held.
    Bluff,
    /// He drops out.
    Aussteigen,
    /// Somebody takes his time.
    Warten,
}

impl Anlass {
    /// As a file names them.
    pub const ALLE: [(&'static str, Self); 11] = [
        ("gruss", Self::Gruss),
        ("wieder_gewonnen", Self::WiederGewonnen),
        ("wieder_verloren", Self::WiederVerloren),
        ("abschied", Self::Abschied),
        ("gewinn", Self::Gewinn),
        ("verlust", Self::Verlust),
        ("stich", Self::Stich),
        ("mutig", Self::Mutig),
        ("bluff", Self::Bluff),
        ("aussteigen", Self::Aussteigen),
        ("warten", Self::Warten),
    ];

    /// What a saying may leave open: who is meant, and where they have met before, when that was.
    fn gaps(self) -> &'static [&'static str] {
        match self {
            Self::WiederGewonnen | Self::WiederVerloren => &["Spieler", "Wann", "wann"],
            _ => &["Spieler"],
        }
    }
}

/// Letters of the longest saying: it is heard between two moves.
const SPRUCH_MAX: usize = 160;

/// A friend of the house. Temperament is in percent, 50 is even.
#[derive(Clone, Debug)]
pub struct FreundVorlage {
    pub id: String,
    pub name: String,
    pub beschreibung: Vec<Absatz>,
    pub wesen: Wesen,
    /// How often he says something.
    pub redselig: u8,
    sprueche: BTreeMap<Anlass, Vec<Vorlage>>,
}

impl FreundVorlage {
    /// How many sayings he has for an occasion.
    pub fn vorrat(&self, anlass: Anlass) -> usize {
        self.sprueche.get(&anlass).map_or(0, Vec::len)
    }

    /// One of his sayings for an occasion; `wahl` is any number, `spieler` is who is meant, `tage` how many days ago
    /// they have met. `None`: he has nothing to say.
    pub fn spruch(&self, anlass: Anlass, wahl: usize, spieler: &str, tage: u32) -> Option<Zeile> {
        let all = self.sprueche.get(&anlass).filter(|s| !s.is_empty())?;
        let (gross, klein) = wann(tage);
        let values = [("Spieler", spieler), ("Wann", gross), ("wann", klein)];
        Some(all[wahl % all.len()].fill(&values))
    }

    /// Reads a file; faults are collected.
    pub(crate) fn read(id: &str, quelle: &Quelle, faults: &mut Vec<Fault>) -> Option<Self> {
        let mut k = lesen::open(quelle, faults)?;
        let stufen = Stufe::ALL.map(|(name, _)| name);
        let ort = k.ort_von("name");
        let name = lesen::name(&mut k, "name");
        lesen::check_word(&mut k, ort, &name);
        let beschreibung = lesen::text_oder_nichts(&mut k, "beschreibung");
        let beschreibung = lesen::absaetze(&mut k, beschreibung);
        let stufe = Stufe::ALL[k.wahl("stufe", &stufen, 1)].1;
        let wesen = Wesen {
            stufe,
            risiko: percent(&mut k, "risiko"),
            bluff: percent(&mut k, "bluff"),
            bosheit: percent_or(&mut k, "bosheit", Wesen::EVEN.bosheit),
            ansage: percent(&mut k, "ansage"),
            tempo: percent(&mut k, "tempo"),
        };
        let redselig = percent(&mut k, "redselig");
        let sprueche = k.tafel("sprueche").map(|t| sprueche(&mut k, &t)).unwrap_or_default();
        faults.extend(k.done());
        Some(Self { id: id.to_string(), name, beschreibung, wesen, redselig, sprueche })
    }
}

/// How one says it at the beginning of a sentence and within one.
fn wann(tage: u32) -> (&'static str, &'static str) {
    match tage {
        0 => ("Vorhin", "vorhin"),
        1 => ("Gestern", "gestern"),
        2 => ("Vorgestern", "vorgestern"),
        3..=6 => ("Neulich", "neulich"),
        7..=13 => ("Letzte Woche", "letzte Woche"),
        14..=59 => ("Vor ein paar Wochen", "vor ein paar Wochen"),
        60.. => ("Vor langer Zeit", "vor langer Zeit"),
    }
}

fn percent(k: &mut Schluessel<'_>, key: &'static str) -> u8 {
    percent_or(k, key, 50)
}

fn percent_or(k: &mut Schluessel<'_>, key: &'static str, even: u8) -> u8 {
    u8::try_from(k.zahl(key, even.into(), 0..=100)).expect("the range is 0 to 100")
}

fn sprueche(k: &mut Schluessel<'_>, tafel: &Tafel) -> BTreeMap<Anlass, Vec<Vorlage>> {
    let mut out = BTreeMap::new();
    for (key, (ort, wert)) in &tafel.zeilen {
        let Some((_, anlass)) = Anlass::ALLE.iter().find(|(name, _)| name == key) else {
            let names = Anlass::ALLE.map(|(name, _)| name);
            let hint = nearest(key, names).map_or_else(
                || format!("Möglich ist: {}.", names.join(", ")),
                |n| format!("Meintest Du „{n}“?"),
            );
            k.fault(*ort, format!("Den Anlass „{key}“ gibt es nicht."), hint);
            continue;
        };
        let Art::Liste(list) = &wert.art else {
            k.fault(wert.ort, "Sprüche stehen in einer Liste.", "Schreib [\"...\", \"...\"].");
            continue;
        };
        let mut said = Vec::new();
        for w in list {
            match &w.art {
                Art::Text(t) if t.chars().count() > SPRUCH_MAX => {
                    let what = format!("Dieser Spruch ist länger als {SPRUCH_MAX} Zeichen.");
                    k.fault(w.ort, what, "Am Tisch hört ihn jeder zwischen zwei Zügen: Kürz ihn.");
                }
                Art::Text(t) if !t.trim().is_empty() => {
                    said.extend(lesen::vorlage(k, Some((w.ort, t.clone())), anlass.gaps()));
                }
                _ => k.fault(w.ort, "Ein Spruch ist ein Text, der nicht leer ist.", ""),
            }
        }
        out.insert(*anlass, said);
    }
    out
}
