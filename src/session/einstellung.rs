//! What a person has chosen about the output, stored with the account.

use serde_json::{Value, json};

use crate::befehle::Laenge as Raumlaenge;
use crate::login::Ausgabe;
use crate::taler::Geldkonto;
use crate::text::zeichensatz::Zeichensatz;
use crate::text::{Ansicht, Art, Laenge};

/// Choices of one person. Missing ones follow the view or the client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Einstellung {
    pub(super) art: Art,
    /// The view was chosen by hand: what a client reports does not change it.
    pub(super) von_hand: bool,
    pub(super) laenge: Laenge,
    pub(super) farbe: bool,
    /// `None`: on, but off in reader mode.
    pub(super) prompt: Option<bool>,
    /// `None`: what the client reports.
    pub(super) breite: Option<u16>,
    pub(super) spalten: Option<bool>,
    pub(super) leerzeilen: Option<bool>,
    /// `None`: what the client reports.
    pub(super) zeichensatz: Option<Zeichensatz>,
    /// How much of a room is shown when walking.
    pub(super) raum: Raumlaenge,
    /// Channels of the Kurier that are switched on or off by hand.
    pub(super) kanaele: Vec<(u8, bool)>,
    /// Feelings of people and chatter of the house. `None`: on, but no chatter in reader mode.
    pub(super) stimmung: Option<bool>,
    /// The sender's name in every line of a long message. `None`: on, but off in reader mode.
    pub(super) sender: Option<bool>,
    /// A bell when it is one's turn or something is told.
    pub(super) ton: bool,
    /// Who is not heard; guests are forgotten with the session.
    pub(super) ignoriert: Vec<(Geldkonto, String)>,
    /// Whose coming and going is told.
    pub(super) erwartet: Vec<String>,
    /// Steps of the tour so far. `None`: it was never offered.
    pub(super) rundgang: Option<u8>,
}

impl Default for Einstellung {
    fn default() -> Self {
        Self {
            art: Art::Normal,
            von_hand: false,
            laenge: Laenge::Normal,
            farbe: false,
            prompt: None,
            breite: None,
            spalten: None,
            leerzeilen: None,
            zeichensatz: None,
            raum: Raumlaenge::Lang,
            kanaele: Vec::new(),
            stimmung: None,
            sender: None,
            ton: false,
            ignoriert: Vec::new(),
            erwartet: Vec::new(),
            rundgang: None,
        }
    }
}

const ARTEN: [(&str, Art); 3] =
    [("normal", Art::Normal), ("grafik", Art::Grafik), ("leser", Art::Leser)];
const LAENGEN: [(&str, Laenge); 3] =
    [("ausfuehrlich", Laenge::Ausfuehrlich), ("normal", Laenge::Normal), ("knapp", Laenge::Knapp)];
const RAUM: [(&str, Raumlaenge); 3] =
    [("lang", Raumlaenge::Lang), ("kurz", Raumlaenge::Kurz), ("ultrakurz", Raumlaenge::Ultrakurz)];

fn word<T: PartialEq>(list: &[(&'static str, T)], value: &T) -> &'static str {
    list.iter().find(|(_, v)| v == value).map_or("", |(w, _)| w)
}

fn find<T: Copy>(list: &[(&str, T)], value: Option<&Value>) -> Option<T> {
    let wort = value?.as_str()?;
    list.iter().find(|(w, _)| *w == wort).map(|(_, v)| *v)
}

impl Einstellung {
    /// The name of the view as `ausgabe` says it.
    pub(super) fn art_wort(&self) -> &'static str {
        word(&ARTEN, &self.art)
    }

    pub(super) fn laenge_wort(&self) -> &'static str {
        word(&LAENGEN, &self.laenge)
    }

    /// The length that a typed word means.
    pub(super) fn laenge_von(wort: &str) -> Option<Laenge> {
        LAENGEN.iter().find(|(w, _)| *w == wort).map(|(_, l)| *l)
    }

    pub(super) fn is_leser(&self) -> bool {
        self.art == Art::Leser
    }

    pub(super) fn has_sender(&self) -> bool {
        self.sender.unwrap_or(!self.is_leser())
    }

    /// Whether feelings of people are heard.
    pub(super) fn has_stimmung(&self) -> bool {
        self.stimmung.unwrap_or(true)
    }

    /// Whether friends of the house are heard when they chat at a table.
    pub(super) fn hears_geplauder(&self) -> bool {
        self.stimmung.unwrap_or(!self.is_leser())
    }

    pub(super) fn has_prompt(&self) -> bool {
        self.prompt.unwrap_or(!self.is_leser())
    }

    /// What the door has found out.
    pub(super) fn nimm(&mut self, ausgabe: Ausgabe) {
        match ausgabe {
            Ausgabe::Leser => (self.art, self.von_hand) = (Art::Leser, true),
            Ausgabe::Normal => (self.art, self.von_hand) = (Art::Normal, true),
            Ausgabe::Erkannt if !self.von_hand => self.art = Art::Leser,
            Ausgabe::Erkannt | Ausgabe::Offen => {}
        }
    }

    /// How blocks are rendered, for a client that reported this width.
    pub(super) fn ansicht(&self, gemeldet: Option<u16>) -> Ansicht {
        let mut a = Ansicht::neu(self.art);
        a.laenge = self.laenge;
        a.farbe = self.farbe;
        if !self.is_leser() {
            a.breite = self.breite.or(gemeldet).or(Some(80));
        }
        a.spalten = self.spalten.unwrap_or(a.spalten);
        a.leerzeilen = self.leerzeilen.unwrap_or(a.leerzeilen);
        a
    }

    /// For the account.
    pub(super) fn to_json(&self) -> String {
        json!({
            "ausgabe": self.art_wort(), "von_hand": self.von_hand, "laenge": self.laenge_wort(),
            "farbe": self.farbe, "prompt": self.prompt, "breite": self.breite,
            "spalten": self.spalten, "leerzeilen": self.leerzeilen,
            "zeichensatz": self.zeichensatz.map(Zeichensatz::name), "raum": word(&RAUM, &self.raum),
            "kanaele": self.kanaele.iter().map(|(nr, an)| json!([nr, an])).collect::<Vec<_>>(),
            "stimmung": self.stimmung, "sender": self.sender, "ton": self.ton,
            "rundgang": self.rundgang,
            "ignoriert": self.ignoriert.iter().filter_map(ignored_json).collect::<Vec<_>>(),
            "erwartet": self.erwartet,
        })
        .to_string()
    }

    /// Reads it back; what is missing or unknown keeps its default.
    pub(super) fn from_json(text: &str) -> Self {
        let v: Value = serde_json::from_str(text).unwrap_or_default();
        let default = Self::default();
        let kanal =
            |k: &Value| Some((u8::try_from(k.get(0)?.as_u64()?).ok()?, k.get(1)?.as_bool()?));
        Self {
            art: find(&ARTEN, v.get("ausgabe")).unwrap_or(default.art),
            von_hand: v["von_hand"].as_bool().unwrap_or(false),
            laenge: find(&LAENGEN, v.get("laenge")).unwrap_or(default.laenge),
            farbe: v["farbe"].as_bool().unwrap_or(false),
            prompt: v["prompt"].as_bool(),
            breite: v["breite"].as_u64().and_then(|n| u16::try_from(n).ok()),
            spalten: v["spalten"].as_bool(),
            leerzeilen: v["leerzeilen"].as_bool(),
            zeichensatz: v["zeichensatz"].as_str().and_then(Zeichensatz::parse),
            raum: find(&RAUM, v.get("raum")).unwrap_or(default.raum),
            kanaele: v["kanaele"]
                .as_array()
                .map(|a| a.iter().filter_map(kanal).collect())
                .unwrap_or_default(),
            stimmung: v["stimmung"].as_bool(),
            sender: v["sender"].as_bool(),
            ton: v["ton"].as_bool().unwrap_or(false),
            ignoriert: list(&v["ignoriert"], |p| {
                Some((Geldkonto::Konto(p.get(0)?.as_i64()?), p.get(1)?.as_str()?.to_string()))
            }),
            erwartet: list(&v["erwartet"], |n| n.as_str().map(str::to_string)),
            rundgang: v["rundgang"].as_u64().and_then(|n| u8::try_from(n).ok()),
        }
    }
}

/// Only accounts are remembered: a guest's number means nobody on another evening.
fn ignored_json((konto, name): &(Geldkonto, String)) -> Option<Value> {
    let Geldkonto::Konto(id) = konto else { return None };
    Some(json!([id, name]))
}

fn list<T>(value: &Value, read: impl Fn(&Value) -> Option<T>) -> Vec<T> {
    value.as_array().map(|a| a.iter().filter_map(read).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_survive_storing() {
        let e = Einstellung {
            art: Art::Grafik,
            von_hand: true,
            laenge: Laenge::Knapp,
            farbe: true,
            prompt: Some(false),
            breite: Some(132),
            spalten: Some(false),
            leerzeilen: Some(true),
            zeichensatz: Some(Zeichensatz::Latin1),
            raum: Raumlaenge::Ultrakurz,
            kanaele: vec![(3, false)],
            stimmung: Some(false),
            sender: Some(true),
            ton: true,
            ignoriert: vec![(Geldkonto::Konto(7), "Bert".into())],
            erwartet: vec!["Anna".into()],
            rundgang: Some(3),
        };
        assert_eq!(Einstellung::from_json(&e.to_json()), e);
        assert_eq!(Einstellung::from_json("{}"), Einstellung::default());
        assert_eq!(Einstellung::from_json("kaputt"), Einstellung::default());
    }

    #[test]
    fn friends_are_silent_in_reader_mode_until_they_are_asked_to_talk() {
        let mut e = Einstellung::default();
        assert!(e.hears_geplauder() && e.has_stimmung());
        e.art = Art::Leser;
        assert!(!e.hears_geplauder() && e.has_stimmung());
        e.stimmung = Some(true);
        assert!(e.hears_geplauder());
        e.stimmung = Some(false);
        assert!(!e.hears_geplauder() && !e.has_stimmung());
    }

    #[test]
    fn a_choice_by_hand_beats_what_the_client_reports() {
        let mut e = Einstellung::default();
        e.nimm(Ausgabe::Erkannt);
        assert!(e.is_leser());
        e.nimm(Ausgabe::Normal);
        e.nimm(Ausgabe::Erkannt);
        assert!(!e.is_leser());
    }
}
