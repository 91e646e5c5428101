//! Answers to what may be asked at any time (barrierefrei A41 to A43); each but the large ones is one line.

use super::worte::{
    Kasus, aufzaehlung, blatt_karten, blattwert, figur_wort, hand_bild, lage_bild, lage_wort,
    spanne, um,
};
use super::{lesen, open_line, own_block, seat_list, situation, wer};
use crate::deutsch;
use crate::spiele::miwin::sicht::{Phase, View};
use crate::spiele::{Frage, Namen, Plaetze, Platz};
use crate::text::{Block, Zeile};
use crate::zeile;

pub(super) fn answer(frage: Frage, view: &View, namen: &Namen) -> Option<Vec<Block>> {
    let line = match frage {
        Frage::Stiche => return None,
        Frage::Blatt => return Some(blatt(view)),
        Frage::Tisch => return Some(tisch(view, namen)),
        Frage::Stand => return Some(stand(view, namen)),
        Frage::Karte(n) => one_card(view, n),
        Frage::Dran => dran(view, namen),
        Frage::WasKannIch => lesen::jetzt(view),
        Frage::Pott => zeile![format!("Pott {}.", view.wetten.mitte())],
        Frage::Kosten => kosten(view),
        Frage::Grenzen => grenzen(view),
        Frage::Punkte => steine(view, namen),
        Frage::Wert => wert(view),
        Frage::Geber if view.nr == 0 => zeile!["Noch hat niemand gegeben."],
        Frage::Geber => wer(namen, view.geber, "gibst", "gibt").und(" in diesem Spiel."),
        Frage::Dabei => dabei(view, namen),
        Frage::Einsatz => einsatz(view),
    };
    Some(vec![Block::Satz(line)])
}

fn blatt(view: &View) -> Vec<Block> {
    let mut out = Vec::new();
    if view.verdeckte().next().is_some() {
        out.push(own_block(view));
    }
    let open = view.offene();
    if !open.is_empty() {
        let count = i64::try_from(open.len()).unwrap_or(0);
        let karten = open.iter().map(|c| lage_bild(*c, lage_wort(*c))).collect();
        let titel = zeile![format!("Offen vor Dir, {}:", deutsch::karten(count))];
        out.push(Block::Karten { titel, karten });
    }
    if out.is_empty() {
        out.push(Block::satz("Du hast gerade keine Karten."));
    }
    out
}

fn tisch(view: &View, namen: &Namen) -> Vec<Block> {
    let seats: Vec<Platz> =
        view.links_vom_geber().filter(|p| !view.sitze[p.i()].offen.is_empty()).collect();
    if seats.is_empty() {
        return vec![Block::satz("Auf dem Tisch liegt noch keine Karte.")];
    }
    let block = |p: Platz| {
        let open = &view.sitze[p.i()].offen;
        let karten = open.iter().map(|c| lage_bild(*c, lage_wort(*c))).collect();
        Block::Karten { titel: zeile![namen.wer(p), ":"], karten }
    };
    seats.into_iter().map(block).collect()
}

/// Everything in a fixed order: deal, own hand, open cards, bets, chips, who is on.
fn stand(view: &View, namen: &Namen) -> Vec<Block> {
    if view.phase == Phase::Pause {
        return vec![Block::Satz(dran(view, namen)), Block::Satz(steine(view, namen))];
    }
    let mut kopf = zeile![format!("Spiel {}, {}. ", view.nr, phase(view))];
    kopf.extend(wer(namen, view.geber, "gibst.", "gibt."));
    let mut out = vec![Block::Satz(kopf)];
    if !view.blatt.is_empty() {
        out.extend(blatt(view));
    }
    if view.sitze.iter().any(|s| !s.offen.is_empty()) {
        out.push(Block::Satz(open_line(view, namen)));
    }
    let bets = situation(view, namen);
    if !bets.is_empty() {
        out.push(Block::satz(bets.wortlaut().trim().to_string()));
    }
    out.push(Block::Satz(steine(view, namen)));
    out.push(Block::Satz(dran(view, namen)));
    out
}

fn phase(view: &View) -> String {
    match view.phase {
        Phase::Bieten => format!("Wettrunde {}", view.runde),
        Phase::Tauschen => "Tausch".to_string(),
        Phase::Aufdecken => "Aufdecken".to_string(),
        Phase::Letzter | Phase::Lage => "letzter Tausch".to_string(),
        Phase::Pause => "Pause".to_string(),
    }
}

fn one_card(view: &View, n: u8) -> Zeile {
    let found = view.verdeckte().find(|(i, _)| *i == n);
    match (found, view.blatt.get(usize::from(n).wrapping_sub(1))) {
        (Some((_, k)), _) => {
            let text = format!("{} und {}", k.klein(), k.gross());
            zeile![format!("Karte {n}: "), hand_bild(k, text), "."]
        }
        (None, Some(None)) => zeile![format!("Karte {n} liegt schon offen.")],
        _ => {
            let first = blatt_karten(view).len();
            match first {
                0 => zeile!["Du hast gerade keine Karten."],
                _ => zeile!["So eine Karte gibt es nicht. Nenne einen Platz von 1 bis 5."],
            }
        }
    }
}

fn dran(view: &View, namen: &Namen) -> Zeile {
    let on: Plaetze = view.awaited;
    if on.is_empty() {
        return zeile!["Niemand ist dran, das nächste Spiel beginnt gleich."];
    }
    let mut out = seat_list(on, namen);
    let verb = match (on.len(), view.dran()) {
        (1, Some(_)) => " bist dran: ",
        (1, None) => " ist dran: ",
        _ => " sind dran: ",
    };
    out.push(verb);
    out.und(format!("{}.", phase(view)))
}

fn kosten(view: &View) -> Zeile {
    match (view.phase, view.du()) {
        (Phase::Bieten, Some(du)) if view.wetten.dabei().contains(du) => {
            let due = view.wetten.hoehe() - view.wetten.gesetzt()[du.i()];
            match due.min(view.wetten.stapel()[du.i()]) {
                0 => zeile!["Mitgehen kostet nichts."],
                n => zeile![format!("Mitgehen kostet {n}.")],
            }
        }
        _ => zeile!["Gerade kostet Dich nichts etwas."],
    }
}

fn grenzen(view: &View) -> Zeile {
    let m = view.moeglich();
    match (m.setze, m.erhoehe) {
        (Some((von, bis)), _) => zeile![format!("Setzen kannst Du {}.", spanne(von, bis))],
        (_, Some(r)) => {
            zeile![format!("Erhöhen kannst Du um {}, also auf {}.", um(view, r), spanne(r.0, r.1))]
        }
        _ => {
            let b = view.regeln.betrag;
            zeile![format!(
                "Der ausgemachte Betrag ist {b}: so viel eröffnet, und um so viel darf höchstens \
                 erhöht werden."
            )]
        }
    }
}

fn steine(view: &View, namen: &Namen) -> Zeile {
    let mut out = zeile!["Steine: "];
    let seats = view.sitze.iter().enumerate().filter(|(_, s)| s.da).map(|(i, _)| Platz::at(i));
    for (i, p) in seats.enumerate() {
        if i > 0 {
            out.push(", ");
        }
        out.push(namen.wer(p));
        out.push(format!(" {}", view.wetten.stapel()[p.i()]));
    }
    out.und(".")
}

fn wert(view: &View) -> Zeile {
    let karten: Vec<_> = view.verdeckte().map(|(_, k)| k).collect();
    if view.blatt.is_empty() {
        return zeile!["Du hast gerade keine Karten."];
    }
    let (_, lage) = view.regeln.figuren.beste_lage(view.offene(), &karten);
    let mut hand = view.offene().to_vec();
    hand.extend(&lage);
    let wort = figur_wort(&blattwert(view, &hand), Kasus::Akkusativ);
    if karten.is_empty() {
        return zeile![format!("Vor Dir liegt: {wort}.")];
    }
    let ways =
        lage.iter().map(|c| lage_bild(*c, format!("Wert {} Farbe {}", c.wert, c.farbe)).into());
    let mut out = zeile![format!("Am besten gelegt: {wort}. Dazu: ")];
    out.extend(aufzaehlung(ways));
    out.und(".")
}

fn dabei(view: &View, namen: &Namen) -> Zeile {
    let seats = view.wetten.dabei();
    if seats.is_empty() {
        return zeile!["Gerade läuft kein Spiel."];
    }
    let mut out = zeile!["Dabei: "];
    out.extend(seat_list(seats, namen));
    out.und(".")
}

fn einsatz(view: &View) -> Zeile {
    match view.du() {
        Some(du) if view.sitze[du.i()].da => {
            let (round, all) = (view.wetten.gesetzt()[du.i()], view.wetten.beitrag()[du.i()]);
            zeile![format!("Du hast in dieser Wettrunde {round} gesetzt, in diesem Spiel {all}.")]
        }
        _ => zeile![format!("Der ausgemachte Betrag ist {}.", view.regeln.betrag)],
    }
}
