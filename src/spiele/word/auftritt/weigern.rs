//! Why a move is refused and what would work, reason first.

use super::{dein_blatt, du_kannst, gesprochen, phase_name};
use crate::deutsch;
use crate::spiele::Namen;
use crate::spiele::wetten::Wettverstoss;
use crate::spiele::word::ansicht::{Phase, Verstoss, View};
use crate::text::Zeile;
use crate::zeile;

/// Said where doubting comes too late.
pub(super) const AUSGEZAHLT: &str =
    "Der Pott ist schon ausgezahlt; anzweifeln geht nur zwischen dem Aufdecken und der Auszahlung.";

/// Said where a single card is no word.
pub(super) const ZWEI_KARTEN: &str = "Ein Wort braucht mindestens zwei Karten.";

pub(super) fn refuse(verstoss: &Verstoss, view: &View, namen: &Namen) -> Zeile {
    let can = du_kannst(view);
    let and = |grund: &str| -> Zeile { format!("{grund} {can}").trim_end().to_string().into() };
    match verstoss {
        Verstoss::NichtDran | Verstoss::Wette(Wettverstoss::NichtDran) => not_on(view, namen),
        Verstoss::FalschePhase => wrong_phase(view, &can),
        Verstoss::Wette(w) => and(&bet(*w, view)),
        Verstoss::ZuViele { max } => {
            let max = deutsch::karten(*max);
            format!("Das sind zu viele Karten; tauschen kannst Du höchstens {max}.").into()
        }
        Verstoss::NichtAufHand(karte) => {
            format!("Die Karte {} hast Du nicht. {}", gesprochen(*karte), dein_blatt(view)).into()
        }
        Verstoss::KeinWort => and("Ein Wort besteht nur aus Buchstaben."),
        Verstoss::ZuWenigKarten => format!("{ZWEI_KARTEN} {}", dein_blatt(view)).into(),
        Verstoss::Fehlt(karten) => {
            let names: Vec<String> = karten.iter().map(|k| gesprochen(*k)).collect();
            let names = deutsch::und_liste(&names);
            let fehlt = match karten.len() {
                1 => format!("Dazu fehlt Dir die Karte {names}."),
                _ => format!("Dazu fehlen Dir die Karten {names}."),
            };
            format!("{fehlt} {}", dein_blatt(view)).into()
        }
        Verstoss::SchonGelegt => "Du hast schon gelegt, und dabei bleibt es.".into(),
        Verstoss::Selbst => and("Dein eigenes Wort kannst Du nicht selbst anzweifeln."),
        Verstoss::NichtsDort(p) => {
            let hat = namen.verb(*p, " hast", " hat");
            let mut line = zeile![namen.wer(*p), hat, " kein Wort gelegt. "];
            line.push(can);
            line
        }
        Verstoss::SchonGeprueft(_) => and("Dieses Wort ist schon nachgeschlagen."),
        Verstoss::Ausgezahlt => AUSGEZAHLT.into(),
    }
}

fn not_on(view: &View, namen: &Namen) -> Zeile {
    let dabei = view.du.is_some_and(|p| view.wetten.dabei().contains(p));
    let mut dran = view.dran.iter();
    match (dran.next(), dran.next()) {
        (None, _) => {
            "Gerade läuft keine Runde; Du bist wieder gefragt, sobald ausgeteilt ist.".into()
        }
        _ if view.phase == Phase::Anzweifeln => {
            "Für Dich ist das Anzweifeln vorbei; die anderen überlegen noch.".into()
        }
        _ if !dabei => {
            "Du bist in dieser Runde nicht mehr dabei; in der nächsten spielst Du wieder mit."
                .into()
        }
        (Some(p), None) => zeile![
            namen.wer(p),
            " ist gerade dran: ",
            phase_name(view.phase),
            ". Du bekommst Bescheid, wenn Du dran bist."
        ],
        _ => "Du bist gerade nicht dran; die anderen sind noch am Zug.".into(),
    }
}

fn wrong_phase(view: &View, can: &str) -> Zeile {
    let now = match view.phase {
        Phase::Wetten1 => "Das geht jetzt nicht, es läuft die erste Wettrunde.",
        Phase::Wetten2 => "Das geht jetzt nicht, es läuft die zweite Wettrunde.",
        Phase::Tausch => "Das geht jetzt nicht, es werden gerade Karten getauscht.",
        Phase::Legen => "Das geht jetzt nicht, es werden gerade Wörter gelegt.",
        Phase::Anzweifeln => "Das geht jetzt nicht, es wird gerade angezweifelt.",
        Phase::Auslosung | Phase::Zwischen => "Das geht jetzt nicht, gerade läuft keine Runde.",
        Phase::Ende => "Das geht nicht mehr, das Spiel ist zu Ende.",
    };
    format!("{now} {can}").trim_end().to_string().into()
}

fn bet(w: Wettverstoss, view: &View) -> String {
    let hoehe = view.wetten.hoehe();
    match w {
        Wettverstoss::KeinSchieben => "Ohne Gebot dabeibleiben geht hier nicht.".into(),
        Wettverstoss::SchonGesetzt => format!("Es liegt schon ein Gebot von {hoehe}."),
        Wettverstoss::NichtsGesetzt => "Es liegt noch kein Gebot.".into(),
        Wettverstoss::Betrag { .. } => "Dieser Betrag liegt außerhalb der Grenzen.".into(),
        Wettverstoss::KeineErhoehungMehr(n) => {
            format!("Es wurde schon {}mal erhöht.", deutsch::in_worten(i64::from(n)))
        }
        Wettverstoss::HoechstesGebot(n) => format!("Mit {n} ist das höchste Gebot erreicht."),
        Wettverstoss::KeinGegner => {
            "Alle anderen sind mit ihrem Rest dabei, niemand könnte noch mitgehen.".into()
        }
        Wettverstoss::ZuWenig => "Dafür reichen Deine Zählsteine nicht.".into(),
        Wettverstoss::NichtDran => "Du bist gerade nicht dran.".into(),
    }
}
