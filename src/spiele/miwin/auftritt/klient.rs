//! Miwin'scher Poker for programs: the view and the public events as values.

use serde_json::{Value, json};

use super::super::karten::Gelegt;
use super::super::sicht::{Phase, View};
use super::super::zug::{Blattwert, Event, Topfgewinn};
use crate::spiele::wetten::{Gezahlt, Wette};
use crate::spiele::{Ereignis, Info, Platz, Raus, SitzInfo};

pub(super) fn info(view: &View) -> Info {
    let deal = view.phase != Phase::Pause;
    let seat = |(i, s): (usize, &super::super::sicht::Sitz)| {
        let p = Platz::at(i);
        let raus = if view.wetten.dabei().contains(p) { Raus::Dabei } else { Raus::Raus };
        SitzInfo {
            steine: s.da.then(|| view.wetten.stapel().get(i).copied().unwrap_or(0)),
            gesetzt: s.da.then(|| view.wetten.beitrag().get(i).copied().unwrap_or(0)),
            raus: (s.da && deal).then_some(raus),
            offen: s.da.then(|| s.offen.iter().map(ToString::to_string).collect()),
            ..SitzInfo::default()
        }
    };
    Info {
        phase: phase(view.phase),
        runde: Some(view.nr),
        pott: Some(view.wetten.mitte()),
        geber: Some(view.geber),
        blatt: view.verdeckte().map(|(_, k)| k.to_string()).collect(),
        sitze: view.sitze.iter().enumerate().map(seat).collect(),
        ..Info::default()
    }
}

fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Pause => "pause",
        Phase::Bieten => "bieten",
        Phase::Tauschen => "tauschen",
        Phase::Aufdecken => "aufdecken",
        Phase::Letzter => "letzter tausch",
        Phase::Lage => "lage",
    }
}

pub(super) fn event(event: &Event) -> Option<Ereignis> {
    Some(match event {
        // Hands, and what only its owner knows.
        Event::Ausgeteilt { .. }
        | Event::Blatt { .. }
        | Event::Getauscht { .. }
        | Event::Waehlt { .. } => return None,
        Event::Beginn { nr, geber, dabei, grundeinsatz } => {
            let paid: Vec<Value> = grundeinsatz
                .iter()
                .map(|(p, n)| json!({ "platz": p.0 + 1, "steine": n }))
                .collect();
            Ereignis::new("geben")
                .von(*geber)
                .mit("runde", *nr)
                .mit_plaetzen("dabei", dabei.iter())
                .mit("grundeinsatz", paid)
        }
        Event::Geboten { platz, wette, gezahlt, .. } => bet(*platz, *wette, gezahlt),
        Event::Zurueck { platz, betrag } => {
            Ereignis::new("zurueck").von(*platz).mit("steine", *betrag)
        }
        Event::Tauscht { platz, anzahl } => {
            Ereignis::new("tausch").von(*platz).mit("anzahl", *anzahl)
        }
        Event::Gewaehlt { platz } => Ereignis::new("gewaehlt").von(*platz),
        _ => return open_cards(event),
    })
}

/// Open cards, and the end of a deal.
fn open_cards(event: &Event) -> Option<Ereignis> {
    Some(match event {
        Event::Deckt { platz, lage } => laid("aufgedeckt", *platz, *lage),
        Event::Zieht { platz, aus, ein } => Ereignis::new("zieht")
            .von(*platz)
            .mit("weg", aus.to_string())
            .mit("karte", ein.to_string()),
        Event::Legt { platz, aus, lage } => laid("legt", *platz, *lage).mit("weg", aus.to_string()),
        Event::Behaelt { platz } => Ereignis::new("behaelt").von(*platz),
        Event::Dreht { platz, pos, lage } => laid("dreht", *platz, *lage).mit("stelle", *pos),
        Event::Zeigt { platz, blatt } => shown(Ereignis::new("zeigt").von(*platz), blatt),
        Event::Topf(topf) => topf_ereignis(topf),
        Event::Ende { steine } => Ereignis::new("rundenende").mit("steine", steine.clone()),
        Event::Gesetzt { platz, steine } => {
            Ereignis::new("setzt sich").von(*platz).mit("steine", *steine)
        }
        Event::Aufgestanden { platz, steine, .. } => {
            Ereignis::new("steht auf").von(*platz).mit("steine", *steine)
        }
        Event::Pausiert { platz, pause } => Ereignis::new("pause").von(*platz).mit("an", *pause),
        _ => return None,
    })
}

fn bet(platz: Platz, wette: Wette, gezahlt: &Gezahlt) -> Ereignis {
    let was = match wette {
        Wette::Weiter => "weiter",
        Wette::Setze(_) => "setzt",
        Wette::Mit => "geht mit",
        Wette::Erhoehe(_) => "erhöht",
        Wette::Aus => "steigt aus",
    };
    Ereignis::new("gebot")
        .von(platz)
        .mit("was", was)
        .mit("steine", gezahlt.betrag)
        .mit("hoehe", gezahlt.hoehe)
        .mit("allin", gezahlt.allin)
}

fn laid(art: &'static str, platz: Platz, lage: Gelegt) -> Ereignis {
    Ereignis::new(art).von(platz).mit("karte", lage.to_string())
}

fn shown(e: Ereignis, blatt: &Blattwert) -> Ereignis {
    let hand: Vec<Value> = blatt.hand.iter().map(|c| c.to_string().into()).collect();
    e.mit("figur", blatt.figur.as_str()).mit("karten", hand)
}

fn topf_ereignis(topf: &Topfgewinn) -> Ereignis {
    let paid: Vec<Value> =
        topf.gezahlt.iter().map(|(p, n)| json!({ "platz": p.0 + 1, "steine": n })).collect();
    let e = Ereignis::new("pott")
        .mit("steine", topf.betrag)
        .mit_plaetzen("berechtigt", topf.berechtigt.iter())
        .mit("sieger", paid);
    match &topf.womit {
        Some(blatt) => shown(e, blatt),
        None => e,
    }
}
