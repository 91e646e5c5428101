//! Word Poker for programs: the view and the public events as values.

use serde_json::{Value, json};

use crate::spiele::word::ansicht::{Event, Gelegt, Grund, Phase, Sitz, View, Wettart};
use crate::spiele::word::karten::Karte;
use crate::spiele::{Ereignis, Info, Platz, Raus, SitzInfo};

pub(super) fn info(view: &View) -> Info {
    let deal = !matches!(view.phase, Phase::Auslosung | Phase::Zwischen | Phase::Ende);
    let seat = |(i, s): (usize, &Sitz)| {
        let raus =
            if view.wetten.dabei().contains(Platz::at(i)) { Raus::Dabei } else { Raus::Raus };
        SitzInfo {
            steine: s.besetzt.then(|| view.wetten.stapel().get(i).copied().unwrap_or(0)),
            gesetzt: s.besetzt.then(|| view.wetten.beitrag().get(i).copied().unwrap_or(0)),
            raus: (s.besetzt && deal).then_some(raus),
            offen: s.wort.as_ref().map(|w| vec![w.wort.to_lowercase()]),
            ..SitzInfo::default()
        }
    };
    Info {
        phase: phase(view.phase),
        runde: Some(view.nr),
        pott: Some(view.pott()),
        geber: view.geber,
        blatt: view.hand.iter().map(Karte::to_string).collect(),
        sitze: view.sitze.iter().enumerate().map(seat).collect(),
        ..Info::default()
    }
}

fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Auslosung => "auslosung",
        Phase::Zwischen => "pause",
        Phase::Wetten1 | Phase::Wetten2 => "bieten",
        Phase::Tausch => "tauschen",
        Phase::Legen => "legen",
        Phase::Anzweifeln => "anzweifeln",
        Phase::Ende => "ende",
    }
}

pub(super) fn event(event: &Event) -> Option<Ereignis> {
    Some(match event {
        // Hands, and what only its owner knows.
        Event::Austeilung { .. }
        | Event::Blatt { .. }
        | Event::Getauscht { .. }
        | Event::Gelegt { .. } => return None,
        Event::Ausgelost { karten, geber, stechen } => {
            let e = Ereignis::new("auslosung").mit("karten", drawn(karten));
            match geber {
                Some(p) => e.von(*p),
                None => e.mit_plaetzen("stechen", stechen.iter().copied()),
            }
        }
        Event::Ausgeteilt { nr, geber, dabei, einsatz, pott } => Ereignis::new("geben")
            .von(*geber)
            .mit("runde", *nr)
            .mit_plaetzen("dabei", dabei.iter().copied())
            .mit("grundeinsatz", *einsatz)
            .mit("pott", *pott),
        Event::Wette { platz, art, betrag, hoehe, allin, .. } => Ereignis::new("gebot")
            .von(*platz)
            .mit("was", bet(*art))
            .mit("steine", *betrag)
            .mit("hoehe", *hoehe)
            .mit("allin", *allin),
        Event::Zurueck { platz, betrag } => {
            Ereignis::new("zurueck").von(*platz).mit("steine", *betrag)
        }
        Event::AlleAus { liegt, .. } => Ereignis::new("alle aus").mit("pott", *liegt),
        Event::HatGetauscht { platz, anzahl } => {
            let e = Ereignis::new("tausch").von(*platz);
            match anzahl {
                Some(n) => e.mit("anzahl", *n),
                None => e,
            }
        }
        Event::HatGelegt { platz } => Ereignis::new("gelegt").von(*platz),
        _ => return words(event),
    })
}

/// Open words, and the end of a deal.
fn words(event: &Event) -> Option<Ereignis> {
    Some(match event {
        Event::Aufgedeckt { platz, wort } => {
            let e = Ereignis::new("aufgedeckt").von(*platz);
            match wort {
                Some(w) => word(e, w),
                None => e.mit("wort", Value::Null),
            }
        }
        Event::Geprueft { von, platz, wort, gelistet, strafe, .. } => {
            let e = Ereignis::new("geprueft")
                .von(*platz)
                .mit("wort", wort.to_lowercase())
                .mit("gelistet", *gelistet)
                .mit("strafe", *strafe);
            match von {
                Some(p) => e.mit_platz("zweifler", *p),
                None => e,
            }
        }
        Event::Weiter { platz } => Ereignis::new("weiter").von(*platz),
        Event::HoechsteKarten { karten } => {
            Ereignis::new("hoechste karten").mit("karten", drawn(karten))
        }
        Event::Pott { betrag, berechtigt, sieger, rest, punkte, grund } => Ereignis::new("pott")
            .mit("steine", *betrag)
            .mit_plaetzen("berechtigt", berechtigt.iter().copied())
            .mit("sieger", paid(sieger))
            .mit("rest", *rest)
            .mit("punkte", *punkte)
            .mit("grund", reason(*grund)),
        Event::RundeVorbei { steine, blank } => Ereignis::new("rundenende")
            .mit("steine", steine.clone())
            .mit_plaetzen("blank", blank.iter().copied()),
        Event::Schluss { steine, sieger } => Ereignis::new("ende")
            .mit("steine", steine.clone())
            .mit_plaetzen("sieger", sieger.iter().copied()),
        Event::Setzt { platz, steine } => {
            Ereignis::new("setzt sich").von(*platz).mit("steine", *steine)
        }
        Event::Steht { platz } => Ereignis::new("steht auf").von(*platz),
        Event::Pause { platz, pausiert } => Ereignis::new("pause").von(*platz).mit("an", *pausiert),
        _ => return None,
    })
}

fn bet(art: Wettart) -> &'static str {
    match art {
        Wettart::Bieten => "bietet",
        Wettart::Annehmen => "nimmt an",
        Wettart::Erhoehen => "erhöht",
        Wettart::Aussteigen => "steigt aus",
        Wettart::Weiter => "weiter",
    }
}

fn reason(grund: Grund) -> &'static str {
    match grund {
        Grund::Unangefochten => "unangefochten",
        Grund::Wort => "wort",
        Grund::HoechsteKarte => "hoechste karte",
        Grund::Schluss => "schluss",
    }
}

fn word(e: Ereignis, w: &Gelegt) -> Ereignis {
    e.mit("wort", w.wort.to_lowercase()).mit("punkte", w.legung.gesamt())
}

fn drawn(karten: &[(Platz, Karte, i64)]) -> Vec<Value> {
    let row = |d: &(Platz, Karte, i64)| {
        let karte = d.1.to_string();
        json!({ "platz": d.0.0 + 1, "karte": karte, "punkte": d.2 })
    };
    karten.iter().map(row).collect()
}

fn paid(sieger: &[(Platz, i64)]) -> Vec<Value> {
    sieger.iter().map(|(p, n)| json!({ "platz": p.0 + 1, "steine": n })).collect()
}
