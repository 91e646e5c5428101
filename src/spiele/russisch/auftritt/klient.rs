//! Olegs game for programs: the view and the public events as values.

use super::super::bilder;
use super::super::karten::{Art, Karte, Wurf};
use super::super::regeln::{Event, Phase, View};
use crate::spiele::{Ereignis, Info, Platz, SitzInfo};

pub(super) fn info(view: &View) -> Info {
    let seat = |i: usize| SitzInfo {
        punkte: Some(view.punkte[i]),
        angesagt: view.ansagen[i].map(u32::from),
        stiche: Some(u32::from(view.stiche[i])),
        offen: Some(lies_on_table(view, Platz::at(i))),
        ..SitzInfo::default()
    };
    Info {
        phase: phase(view.phase),
        runde: Some(view.runde),
        runden: Some(view.runden),
        karten: Some(u32::from(view.karten)),
        pott: Some(view.einsatz * 4),
        geber: Some(view.eroeffner),
        blatt: view.blatt.iter().map(card).collect(),
        sitze: (0..4).map(seat).collect(),
    }
}

fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Geben => "geben",
        Phase::Ansagen => "ansagen",
        Phase::Spielen => "spielen",
        Phase::Ende => "ende",
    }
}

fn card(karte: Karte) -> String {
    bilder::wort(karte).to_lowercase()
}

fn lies_on_table(view: &View, p: Platz) -> Vec<String> {
    let laid = view.stich.iter().enumerate();
    laid.filter(|(i, _)| view.stich_platz(*i) == p).map(|(_, w)| card(w.karte())).collect()
}

pub(super) fn event(event: &Event) -> Option<Ereignis> {
    Some(match event {
        Event::Gegeben { .. } | Event::Blatt { .. } => return None,
        Event::RundeBeginnt { runde, runden, karten, eroeffner } => Ereignis::new("runde")
            .von(*eroeffner)
            .mit("runde", *runde)
            .mit("runden", *runden)
            .mit("karten", *karten),
        Event::Ansage { platz, n } => Ereignis::new("ansage").von(*platz).mit("angesagt", *n),
        Event::Wurf { platz, wurf } => laid(Ereignis::new("karte").von(*platz), *wurf),
        Event::Stich { platz, wurf, nr, von, gemacht, angesagt } => {
            laid(Ereignis::new("stich").von(*platz), *wurf)
                .mit("stich", *nr)
                .mit("von", *von)
                .mit("gemacht", *gemacht)
                .mit("angesagt", *angesagt)
        }
        Event::RundeEndet { runde, ansagen, stiche, punkte, gesamt } => Ereignis::new("rundenende")
            .mit("runde", *runde)
            .mit("angesagt", ansagen.to_vec())
            .mit("stiche", stiche.to_vec())
            .mit("punkte", punkte.to_vec())
            .mit("gesamt", gesamt.to_vec()),
        Event::Ende { gesamt, abrechnung, .. } => Ereignis::new("ende")
            .mit("punkte", gesamt.to_vec())
            .mit("auszahlung", abrechnung.auszahlung.to_vec()),
    })
}

fn laid(e: Ereignis, wurf: Wurf) -> Ereignis {
    let e = e.mit("karte", card(wurf.karte()));
    match wurf.art() {
        Some(Art::Hoch) => e.mit("als", "hoch"),
        Some(Art::Niedrig) => e.mit("als", "niedrig"),
        None => e,
    }
}
