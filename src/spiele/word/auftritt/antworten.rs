//! Answers to questions, at any time and at no cost.

use super::{aufgezaehlt, blatt_block, gereiht, gesprochen, leute, phase_name, verbunden};
use crate::deutsch;
use crate::spiele::word::ansicht::{Phase, View};
use crate::spiele::word::auftritt::{befehl, options};
use crate::spiele::{Frage, Namen, Platz};
use crate::text::{Block, Teil, Zeile};
use crate::zeile;

const KEIN_BLATT: &str = "Du hast gerade keine Karten.";

pub(super) fn answer(frage: Frage, view: &View, namen: &Namen) -> Option<Vec<Block>> {
    let line = match frage {
        Frage::Blatt if view.hand.is_empty() => KEIN_BLATT.into(),
        Frage::Blatt => return Some(vec![blatt_block(view)]),
        Frage::Karte(n) => card(view, n),
        Frage::Tisch => return Some(table(view, namen)),
        Frage::Stand => return Some(all(view, namen)),
        Frage::Dran => on(view, namen),
        Frage::WasKannIch => can(view),
        Frage::Pott => format!("Pott {}.", view.pott()).into(),
        Frage::Kosten => cost(view),
        Frage::Grenzen => limits(view),
        Frage::Punkte => chips(view, namen),
        Frage::Wert => worth(view),
        Frage::Geber => match view.geber {
            Some(p) => zeile![namen.wer(p), namen.verb(p, " gibst.", " gibt.")],
            None => "Der erste Geber ist noch nicht ausgelost.".into(),
        },
        Frage::Dabei => still_in(view, namen),
        Frage::Einsatz => einsatz(view),
        Frage::Stiche => return None,
    };
    Some(vec![Block::Satz(line)])
}

/// The viewer's own index, if there is one and the table has it.
fn own<T: Copy>(view: &View, list: &[T]) -> Option<T> {
    view.du.and_then(|p| list.get(p.i()).copied())
}

fn running(view: &View) -> bool {
    !matches!(view.phase, Phase::Auslosung | Phase::Zwischen | Phase::Ende)
}

fn card(view: &View, n: u8) -> Zeile {
    let at = usize::from(n).checked_sub(1).and_then(|i| view.hand.get(i));
    match at {
        Some(k) => {
            let points = deutsch::punkte(view.regeln.satz.punkte(*k));
            format!("Karte {n}: {}, {points}.", gesprochen(*k)).into()
        }
        None if view.hand.is_empty() => KEIN_BLATT.into(),
        None => format!("Eine Karte {n} hast Du nicht; es sind {}.", view.hand.len()).into(),
    }
}

fn on(view: &View, namen: &Namen) -> Zeile {
    let dran: Vec<Platz> = view.dran.iter().collect();
    match dran.as_slice() {
        [] => "Niemand ist dran, gerade läuft keine Runde.".into(),
        [p] => {
            let verb = namen.verb(*p, " bist dran: ", " ist dran: ");
            zeile![namen.wer(*p), verb, phase_name(view.phase), "."]
        }
        all => {
            let verb = super::plural(all, namen, " seid dran: ", " sind dran: ");
            let mut line = leute(all.iter().copied(), namen);
            line.push(verb);
            line.push(phase_name(view.phase));
            line.und(".")
        }
    }
}

fn can(view: &View) -> Zeile {
    let o = options(view);
    if o.befehle.is_empty() {
        return "Du bist gerade nicht dran; fragen kannst Du jederzeit, zum Beispiel stand.".into();
    }
    let mut line = zeile!["Du kannst: "];
    let listed = |b: &String| o.bereiche.iter().any(|(c, ..)| b.starts_with(c.as_str()));
    let mut teile: Vec<Zeile> = Vec::new();
    for (c, von, bis) in &o.bereiche {
        teile.push(match von == bis {
            true => zeile![befehl(format!("{c} {von}"))],
            false => zeile![befehl(format!("{c} {von}")), format!(" bis {bis}")],
        });
    }
    teile.extend(o.befehle.iter().filter(|b| !listed(b)).map(|b| zeile![befehl(b.clone())]));
    match view.phase {
        Phase::Tausch => teile.push(zeile![befehl("tausche 2 5"), " mit den Nummern der Karten"]),
        Phase::Legen => teile.push(zeile![befehl("lege"), " und Dein Wort"]),
        _ => {}
    }
    // One of them, not all: a list of what may be done is closed with "oder".
    line.extend(verbunden(teile, " oder "));
    line.und(".")
}

fn cost(view: &View) -> Zeile {
    let w = &view.wetten;
    let betting = matches!(view.phase, Phase::Wetten1 | Phase::Wetten2);
    let paid = own(view, w.gesetzt()).unwrap_or(0);
    let mine = own(view, w.stapel()).unwrap_or(0);
    match w.hoehe() {
        _ if !betting => "Gerade wird nicht gewettet, mitgehen kostet nichts.".into(),
        0 => format!(
            "Es liegt noch kein Gebot; bieten kostet mindestens {}.",
            view.regeln.werte.minimum
        )
        .into(),
        hoehe => format!("Mitgehen kostet {}.", (hoehe - paid).min(mine).max(0)).into(),
    }
}

fn limits(view: &View) -> Zeile {
    let w = &view.regeln.werte;
    let raises = match w.erhoehungen_max {
        0 => "beliebig viele Erhöhungen".to_string(),
        n => format!("höchstens {n} Erhöhungen"),
    };
    format!(
        "Geboten wird {} bis {}, mit {raises} je Wettrunde; der Grundeinsatz ist {}.",
        w.minimum, w.maximum, w.grundeinsatz
    )
    .into()
}

fn chips(view: &View, namen: &Namen) -> Zeile {
    let taken = (0..view.sitze.len()).filter(|i| view.sitze[*i].besetzt).map(Platz::at);
    let each = |p: Platz| zeile![namen.wer(p), " ", view.wetten.stapel()[p.i()]];
    let mut line = zeile!["Zählsteine: "];
    line.extend(aufgezaehlt(taken.map(each).collect()));
    line.und(".")
}

/// Points on the cards; no word is suggested.
fn worth(view: &View) -> Zeile {
    let satz = &view.regeln.satz;
    let Some(best) = view.hand.iter().max_by_key(|k| satz.punkte(**k)) else {
        return KEIN_BLATT.into();
    };
    let sum = view.hand.iter().map(|k| satz.punkte(*k)).sum();
    let (sum, most) = (deutsch::punkte(sum), deutsch::punkten(satz.punkte(*best)));
    format!("Auf Deinen Karten stehen {sum}; die höchste ist {} mit {most}.", gesprochen(*best))
        .into()
}

fn still_in(view: &View, namen: &Namen) -> Zeile {
    if !running(view) {
        return "Gerade läuft keine Runde.".into();
    }
    let mut line = zeile!["Noch dabei: "];
    line.extend(leute(view.wetten.dabei().iter(), namen));
    line.und(".")
}

fn einsatz(view: &View) -> Zeile {
    match own(view, view.wetten.beitrag()) {
        Some(n) if running(view) && !view.hand.is_empty() => {
            format!("Du hast in dieser Runde {} eingesetzt.", deutsch::zaehlsteine(n)).into()
        }
        _ => format!("Der Grundeinsatz ist {}.", view.regeln.werte.grundeinsatz).into(),
    }
}

/// What lies on the table: words, or the bets of the round.
fn table(view: &View, namen: &Namen) -> Vec<Block> {
    let mut lines = Vec::new();
    for (i, s) in view.sitze.iter().enumerate() {
        let p = Platz::at(i);
        let line = match (&s.wort, view.phase) {
            (Some(w), _) => {
                let points = w
                    .zaehlt()
                    .map_or_else(|| "steht nicht im Wörterbuch".to_string(), deutsch::punkte);
                let cards = gereiht(&w.legung.karten);
                zeile![
                    namen.wer(p),
                    ": ",
                    Teil::Rede(w.wort.clone()),
                    format!(", {cards}, {points}")
                ]
            }
            (None, Phase::Legen) if s.hat_gelegt => zeile![namen.wer(p), ": hat gelegt"],
            (None, Phase::Anzweifeln) if view.wetten.dabei().contains(p) => {
                zeile![namen.wer(p), ": kein Wort"]
            }
            _ if view.wetten.gesetzt()[i] > 0 && running(view) => {
                zeile![namen.wer(p), ": ", view.wetten.gesetzt()[i], " gesetzt"]
            }
            _ => continue,
        };
        lines.push(line.und("."));
    }
    let pott = view.pott();
    if lines.is_empty() {
        return vec![Block::satz(format!("Auf dem Tisch liegt nur der Pott, {pott}."))];
    }
    let titel = format!("Auf dem Tisch, Pott {pott}:").into();
    vec![Block::Liste { titel, eintraege: lines }]
}

/// Everything, in a fixed order: deal, who is on, pot, bet, own hand, chips, who is in, words.
fn all(view: &View, namen: &Namen) -> Vec<Block> {
    let mut lines = Vec::new();
    let deal = match view.nr {
        0 => "Noch ist keine Runde gespielt.".to_string(),
        n => format!("Runde {n}, {}.", phase_name(view.phase)),
    };
    lines.push(deal.into());
    lines.push(on(view, namen));
    lines.push(format!("Pott {}.", view.pott()).into());
    if view.wetten.hoehe() > 0 && running(view) {
        lines.push(format!("Gebot {}.", view.wetten.hoehe()).into());
    }
    lines.push(chips(view, namen));
    if running(view) {
        lines.push(still_in(view, namen));
    }
    let mut out: Vec<Block> = lines.into_iter().map(Block::Satz).collect();
    if !view.hand.is_empty() {
        out.push(blatt_block(view));
    }
    if view.sitze.iter().any(|s| s.wort.is_some()) {
        out.extend(table(view, namen));
    }
    out
}
