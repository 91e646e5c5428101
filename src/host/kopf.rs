//! What is fixed when a table opens, as the journal keeps it: settings and rules of that moment, so that a table
//! stands up again as it was, whatever the room's file says by then.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use crate::quelle::{Quelle, Schluessel};
use crate::spiele::{Stufe, Vorrat, Wesen};
use crate::taler::Waehrung;
use crate::tisch::{Einstellung, FreundAmTisch, Tisch, Tischspiel, ms};
use crate::welt::KurierArt;

/// The head of a table.
#[derive(Clone)]
pub struct Kopf {
    /// Id of the room.
    pub raum: String,
    /// Number in the room, as people say it.
    pub nr: u32,
    pub waehrung: Waehrung,
    pub einstellung: Einstellung,
    /// When the town hears of a winner (regeln.md R25).
    pub kurier: KurierArt,
    /// All keys of the `[[tisch]]`, as TOML.
    pub regeln_toml: String,
    pub vorrat: Arc<Vorrat>,
}

impl Kopf {
    /// The empty table with these settings. Expects rules without fault; they were checked when the data was read.
    pub(super) fn tisch<S: Tischspiel>(&self, id: i64) -> Tisch<S> {
        Tisch::new(id, self.einstellung.clone(), self.regeln::<S>(), self.waehrung)
    }

    /// The game's rules. Expects rules without fault, as above.
    pub(super) fn regeln<S: Tischspiel>(&self) -> S::Regeln {
        let quelle = Quelle::new("tisch", self.regeln_toml.clone());
        let tafel = quelle.tafel().unwrap_or_default();
        S::regeln(&mut Schluessel::new(&quelle, tafel), &self.vorrat)
    }

    /// True if a table under this head is the same as under the other one.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.vorrat, &other.vorrat) && self.to_json() == other.to_json()
    }

    /// For the archive.
    pub fn to_json(&self) -> String {
        let e = &self.einstellung;
        let freunde: Vec<Value> = e
            .freunde
            .iter()
            .map(|f| {
                let w = f.wesen;
                json!({
                    "name": f.name, "stufe": w.stufe.name(), "risiko": w.risiko,
                    "bluff": w.bluff, "bosheit": w.bosheit, "ansage": w.ansage, "tempo": w.tempo,
                })
            })
            .collect();
        json!({
            "name": e.name, "spielleiter": e.spielleiter, "plaetze": e.plaetze, "freunde": freunde,
            "freunde_bis": e.freunde_bis,
            "warten_ms": ms(e.warten), "bedenkzeit_ms": ms(e.bedenkzeit), "pause_ms": ms(e.pause),
            "gnadenfrist_ms": ms(e.gnadenfrist), "rueckkehr_ms": ms(e.rueckkehr),
            "taler_je_stein": e.taler_je_stein,
            "kurier": KurierArt::WORTE[self.kurier as usize], "regeln": self.regeln_toml,
        })
        .to_string()
    }

    /// Reads it back. `None`: it is none.
    pub fn from_json(
        text: &str,
        raum: &str,
        nr: u32,
        waehrung: Waehrung,
        vorrat: Arc<Vorrat>,
    ) -> Option<Self> {
        let v: Value = serde_json::from_str(text).ok()?;
        let string = |key: &str| Some(v.get(key)?.as_str()?.to_string());
        let dauer = |key: &str| Some(Duration::from_millis(v.get(key)?.as_u64()?));
        let einstellung = Einstellung {
            name: string("name")?,
            spielleiter: string("spielleiter")?,
            plaetze: small(&v, "plaetze")?,
            freunde: v.get("freunde")?.as_array()?.iter().map(freund).collect::<Option<_>>()?,
            freunde_bis: small(&v, "freunde_bis")?,
            warten: dauer("warten_ms")?,
            bedenkzeit: dauer("bedenkzeit_ms")?,
            gnadenfrist: dauer("gnadenfrist_ms")?,
            rueckkehr: dauer("rueckkehr_ms")?,
            pause: dauer("pause_ms")?,
            taler_je_stein: v.get("taler_je_stein")?.as_i64()?,
        };
        let kurier = KurierArt::from_word(&string("kurier")?)?;
        Some(Self {
            kurier,
            raum: raum.to_string(),
            nr,
            waehrung,
            einstellung,
            regeln_toml: string("regeln")?,
            vorrat,
        })
    }
}

fn small(v: &Value, key: &str) -> Option<u8> {
    u8::try_from(v.get(key)?.as_u64()?).ok()
}

fn freund(v: &Value) -> Option<FreundAmTisch> {
    let stufe = v.get("stufe")?.as_str()?;
    let stufe = Stufe::ALL.iter().find(|(n, _)| *n == stufe)?.1;
    // Tables of an earlier version know nothing of the later traits.
    let trait_of = |key: &str, even: u8| small(v, key).unwrap_or(even);
    let wesen = Wesen {
        stufe,
        risiko: small(v, "risiko")?,
        bluff: small(v, "bluff")?,
        bosheit: trait_of("bosheit", Wesen::EVEN.bosheit),
        ansage: trait_of("ansage", Wesen::EVEN.ansage),
        tempo: trait_of("tempo", Wesen::EVEN.tempo),
    };
    Some(FreundAmTisch { name: v.get("name")?.as_str()?.to_string(), wesen })
}
