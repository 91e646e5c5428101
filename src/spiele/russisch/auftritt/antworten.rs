//! Small answers to small questions: at any time, for spectators too,
//! who hear the same without what is hidden.

use super::super::bilder::kartenbild;
use super::super::regeln::{Phase, View};
use super::{lage, legal, spiel_befehl};
use crate::deutsch;
use crate::spiele::{Frage, Namen};
use crate::text::{Block, Teil, Zeile};
use crate::zeile;

/// `None`: nothing of the kind in this game.
pub(super) fn answer(frage: Frage, view: &View, namen: &Namen) -> Option<Vec<Block>> {
    let satz = |z: Zeile| Some(vec![Block::Satz(z)]);
    match frage {
        Frage::Blatt => Some(vec![blatt(view)]),
        Frage::Karte(n) => satz(karte(n, view)),
        Frage::Tisch => Some(lage::tisch(view, namen)),
        Frage::Stand => Some(stand(view, namen)),
        Frage::Dran => satz(dran(view, namen)),
        Frage::WasKannIch => satz(was_kann_ich(view, namen)),
        Frage::Pott => satz(pott(view, namen)),
        Frage::Einsatz => satz(einsatz(view, namen)),
        Frage::Grenzen => satz(grenzen(view)),
        Frage::Punkte => satz(punkte(view, namen)),
        Frage::Geber => satz(eroeffner(view, namen)),
        Frage::Dabei => satz(dabei(namen)),
        Frage::Stiche => satz(stiche(view, namen)),
        Frage::Kosten | Frage::Wert => None,
    }
}

const KEINE_KARTEN: &str = "Wer zuschaut, hat keine Karten.";

fn blatt(view: &View) -> Block {
    match view.ich {
        None => Block::satz(KEINE_KARTEN),
        Some(_) if view.blatt.is_empty() => Block::satz("Du hast keine Karten mehr."),
        Some(_) => lage::blatt(view),
    }
}

fn karte(n: u8, view: &View) -> Zeile {
    let count = view.blatt.len();
    let index = usize::from(n).checked_sub(1);
    match (view.ich, index.and_then(|i| view.blatt.iter().nth(i))) {
        (None, _) => KEINE_KARTEN.into(),
        (_, Some(k)) => zeile![format!("Karte {n} von {count}: "), kartenbild(k), "."],
        (_, None) if count == 0 => "Du hast keine Karten mehr.".into(),
        (_, None) => {
            let hast = deutsch::keine_oder(count_of(count), "keine", "eine", "Karte", "Karten");
            format!("Du hast nur {hast}, eine {n}. ist nicht dabei.").into()
        }
    }
}

fn count_of(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(0)
}

/// Everything in a fixed order: round, whose turn, own cards, table, everybody.
fn stand(view: &View, namen: &Namen) -> Vec<Block> {
    let mut kopf = zeile![format!("Runde {} von {}. ", view.runde, view.runden)];
    kopf.extend(dran(view, namen));
    let mut blocks = vec![Block::Satz(kopf)];
    if view.ich.is_some() && !view.blatt.is_empty() {
        blocks.push(lage::blatt(view));
    }
    if view.phase == Phase::Spielen {
        blocks.extend(lage::tisch(view, namen));
    }
    blocks.push(lage::tafel(view, namen));
    blocks
}

/// "Vladim ist dran: Stich 4 von 7."
fn dran(view: &View, namen: &Namen) -> Zeile {
    let was = match view.phase {
        Phase::Geben => return "Die nächste Runde wird gegeben.".into(),
        Phase::Ende => return "Das Spiel ist zu Ende.".into(),
        Phase::Ansagen => "ansagen".to_string(),
        Phase::Spielen => lage::stich_nr(view),
    };
    let verb = namen.verb(view.am_zug, "bist", "ist");
    zeile![namen.wer(view.am_zug), format!(" {verb} dran: {was}.")]
}

/// The commands that may be typed as they stand.
fn was_kann_ich(view: &View, namen: &Namen) -> Zeile {
    if !view.bin_dran() {
        let mut satz = zeile!["Gerade kannst Du nur zusehen. "];
        satz.extend(dran(view, namen));
        return satz;
    }
    if view.phase == Phase::Ansagen {
        return lage::ansage_erlaubt(view);
    }
    let mut satz = zeile!["Du kannst: "];
    for (i, wurf) in legal(view).enumerate() {
        satz.push(if i > 0 { ", " } else { "" });
        satz.push(Teil::Befehl(spiel_befehl(wurf)));
    }
    satz.und(".")
}

fn pott(view: &View, namen: &Namen) -> Zeile {
    let [alles, jeder] = [view.einsatz * 4, view.einsatz].map(|n| namen.betrag(n));
    format!("Im Pott liegen {alles}, von jedem {jeder}.").into()
}

fn einsatz(view: &View, namen: &Namen) -> Zeile {
    format!("Der Einsatz beträgt {} für jeden.", namen.betrag(view.einsatz)).into()
}

/// What may be announced in this round.
fn grenzen(view: &View) -> Zeile {
    if view.bin_dran() && view.phase == Phase::Ansagen {
        return lage::ansage_erlaubt(view);
    }
    match view.karten {
        0 => "Noch sind keine Karten gegeben.".into(),
        1 => "In dieser Runde kann jeder 0 oder 1 Stich ansagen.".into(),
        n => format!("In dieser Runde kann jeder 0 bis {n} Stiche ansagen.").into(),
    }
}

/// "Punkte: Du 61, Elena 48, ..."
fn punkte(view: &View, namen: &Namen) -> Zeile {
    let mut satz = zeile!["Punkte: "];
    for (i, p) in lage::seats(namen).enumerate() {
        satz.push(if i > 0 { ", " } else { "" });
        satz.extend(zeile![namen.wer(p), format!(" {}", view.punkte[p.i()])]);
    }
    satz.und(".")
}

/// "Stiche: Du 1 von 3, Elena 2 statt 1, ..."
fn stiche(view: &View, namen: &Namen) -> Zeile {
    if view.ansagen.iter().any(Option::is_none) {
        return lage::angesagt(view, namen);
    }
    let mut satz = zeile!["Stiche: "];
    for (i, p) in lage::seats(namen).enumerate() {
        let (made, said) = (view.stiche[p.i()], view.ansagen[p.i()].unwrap_or(0));
        let von = if made > said { "statt" } else { "von" };
        satz.push(if i > 0 { ", " } else { "" });
        satz.extend(zeile![namen.wer(p), format!(" {made} {von} {said}")]);
    }
    satz.und(".")
}

/// Nobody deals in this game; who opens a round stands in that place.
fn eroeffner(view: &View, namen: &Namen) -> Zeile {
    if view.runde == 0 {
        return "Noch ist keine Runde gegeben.".into();
    }
    let verb = namen.verb(view.eroeffner, "eröffnest", "eröffnet");
    zeile![format!("Runde {} {verb} ", view.runde), namen.wer(view.eroeffner), "."]
}

/// Everybody in seat order, which is clockwise.
fn dabei(namen: &Namen) -> Zeile {
    let alle: Vec<String> = namen.besetzt().map(|p| namen.wer(p).wortlaut()).collect();
    format!("Am Tisch sitzen im Uhrzeigersinn: {}.", deutsch::und_liste(&alle)).into()
}
