//! The packages of a table: `Tisch.Info`, `.Blatt`, `.Dran`, `.Ereignis`, `.Ende`. Seats are counted from 1. Fields
//! that a game lacks are absent.

use serde_json::{Map, Value, json};

use super::Botschaft;
use crate::siegel::{Oeffnung, hex};
use crate::spiele::{Form, Platz, SitzInfo};
use crate::tisch::klient::{Anwesenheit, Dran, Ende, Freundlich, Meldung, Sitzlage, Tischlage};

/// Puts a value in if there is one.
fn put(map: &mut Map<String, Value>, key: &str, value: Option<impl Into<Value>>) {
    if let Some(value) = value {
        map.insert(key.to_string(), value.into());
    }
}

pub fn info(lage: &Tischlage) -> Botschaft {
    let i = &lage.info;
    let mut m = Map::new();
    put(&mut m, "tisch", Some(lage.tisch.as_str()));
    put(&mut m, "spiel", Some(lage.spiel));
    put(&mut m, "waehrung", Some(lage.waehrung));
    put(&mut m, "phase", Some(i.phase));
    put(&mut m, "runde", i.runde.filter(|n| *n > 0));
    put(&mut m, "runden", i.runden);
    put(&mut m, "karten", i.karten.filter(|n| *n > 0));
    put(&mut m, "einsatz", lage.einsatz);
    put(&mut m, "pott", i.pott);
    put(&mut m, "geber", i.geber.map(|p| p.0 + 1));
    let empty = SitzInfo::default();
    let seats: Vec<Value> = lage
        .sitze
        .iter()
        .enumerate()
        .map(|(n, s)| {
            let p = Platz::at(n);
            sitz(p, lage.du == Some(p), s, i.sitze.get(n).unwrap_or(&empty))
        })
        .collect();
    put(&mut m, "sitze", Some(seats));
    Botschaft::new("Tisch.Info", &m.into())
}

fn sitz(p: Platz, du: bool, s: &Sitzlage, i: &SitzInfo) -> Value {
    let mut m = Map::new();
    put(&mut m, "platz", Some(p.0 + 1));
    put(&mut m, "name", Some(s.name.as_str()));
    put(&mut m, "freund", Some(s.freund == Freundlich::Freund));
    put(&mut m, "da", Some(s.da == Anwesenheit::Da));
    put(&mut m, "du", Some(du));
    put(&mut m, "taler", s.taler);
    put(&mut m, "steine", i.steine);
    put(&mut m, "gesetzt", i.gesetzt);
    put(&mut m, "punkte", i.punkte);
    put(&mut m, "angesagt", i.angesagt);
    put(&mut m, "stiche", i.stiche);
    put(&mut m, "raus", i.raus.map(bool::from));
    put(&mut m, "offen", i.offen.clone());
    m.into()
}

/// The own hand.
pub fn blatt(lage: &Tischlage) -> Botschaft {
    Botschaft::new("Tisch.Blatt", &json!({ "karten": lage.info.blatt }))
}

pub fn dran(dran: &Dran) -> Botschaft {
    let mut m = Map::new();
    put(&mut m, "nr", Some(dran.nr));
    put(&mut m, "wer", Some(dran.wer.as_str()));
    put(&mut m, "du", Some(dran.du));
    put(&mut m, "frist_s", dran.frist_s);
    if dran.du {
        put(&mut m, "erlaubt", Some(dran.optionen.befehle.clone()));
        let ranges = dran.optionen.bereiche.iter();
        let ranges = ranges.map(|(b, von, bis)| json!({ "befehl": b, "von": von, "bis": bis }));
        let forms = dran.optionen.formen.iter().map(|(b, form)| match form {
            Form::Positionen { max } => json!({ "befehl": b, "art": "positionen", "max": max }),
            Form::Wort { karten } => json!({ "befehl": b, "art": "wort", "karten": karten }),
        });
        put(&mut m, "bereich", Some(ranges.chain(forms).collect::<Vec<Value>>()));
    }
    Botschaft::new("Tisch.Dran", &m.into())
}

/// A public event, or the end of a game.
pub fn meldung(meldung: &Meldung) -> Botschaft {
    match meldung {
        Meldung::Ereignis { nr, wer, ereignis } => {
            let mut m = Map::new();
            put(&mut m, "nr", Some(*nr));
            put(&mut m, "art", Some(ereignis.art));
            put(&mut m, "platz", ereignis.platz.map(|p| p.0 + 1));
            put(&mut m, "wer", wer.as_deref());
            m.extend(ereignis.felder.clone());
            Botschaft::new("Tisch.Ereignis", &m.into())
        }
        Meldung::Ende(e) => ende(e),
    }
}

fn ende(e: &Ende) -> Botschaft {
    let paid: Vec<Value> =
        e.auszahlung.iter().map(|(n, t)| json!({ "name": n, "taler": t })).collect();
    let mut m = Map::new();
    put(&mut m, "auszahlung", Some(paid));
    put(&mut m, "punkte", Some(e.punkte.clone()));
    put(&mut m, "siegel", e.siegel.as_ref().map(|(wurzel, offen)| siegel(wurzel, offen)));
    Botschaft::new("Tisch.Ende", &m.into())
}

fn siegel(wurzel: &str, offen: &[Oeffnung]) -> Value {
    let open: Vec<Value> = offen
        .iter()
        .map(|o| {
            let beweis: Vec<String> = o.beweis.iter().map(|h| hex(h)).collect();
            json!({ "pos": o.pos, "karte": o.karte, "salz": hex(&o.salz), "beweis": beweis })
        })
        .collect();
    json!({ "wurzel": wurzel, "offen": open })
}
