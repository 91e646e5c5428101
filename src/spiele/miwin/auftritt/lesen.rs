//! What a typed sentence means at Miwin's table. Amounts and cards are read; whether they are allowed is for the
//! rules to say.

use super::worte::{moeglichkeiten, um};
use crate::deutsch;
use crate::satz::{Satz, ZahlFehler, zahl};
use crate::spiele::Reading;
use crate::spiele::miwin::karten::Karte;
use crate::spiele::miwin::sicht::{Phase, View};
use crate::spiele::miwin::zug::Zug;
use crate::text::{Teil, Zeile};
use crate::zeile;

const EINHEITEN: [&str; 8] =
    ["stein", "steine", "steinen", "zaehlstein", "zaehlsteine", "zaehlsteinen", "chip", "chips"];

/// Reads one sentence of the seat whose view this is.
pub(super) fn read(satz: &Satz, view: &View) -> Reading<Zug> {
    let worte = satz.worte();
    let verb = satz.verb();
    let rest = worte.get(1..).unwrap_or_default();
    match (verb.as_str(), rest) {
        ("weiter" | "schieb" | "check", []) if view.phase != Phase::Pause => {
            Reading::Zug(Zug::Weiter)
        }
        ("setz" | "biet", ["dich" | "mich" | "an", ..]) => Reading::NotMine,
        ("setz" | "biet", _) => setze(&satz.mengenworte(), view),
        ("erhoeh", _) => erhoehe(&satz.mengenworte(), view),
        ("mit", []) | ("geh", ["mit"]) | ("zieh", ["nach" | "mit"]) | ("nimm", ["an"]) => {
            Reading::Zug(Zug::Mit)
        }
        ("geh" | "zieh", ["mit", ..]) => mitgehen(&satz.mengenworte(), view),
        ("pass" | "aufgeb", []) | ("steig", ["aus"]) | ("gib", ["auf"]) => Reading::Zug(Zug::Aus),
        ("tausch", rest) => tausche(rest, view),
        ("deck", rest) => decke(rest, view),
        ("leg", rest) => lege(rest, view),
        ("dreh", rest) => drehe(rest, view),
        _ => Reading::NotMine,
    }
}

/// "gehe mit (kostet 10)", as the question says it. Another amount than that is no call.
fn mitgehen(rest: &[&str], view: &View) -> Reading<Zug> {
    let amount: Vec<&str> =
        rest.iter().copied().filter(|w| !["mit", "kostet", "fuer"].contains(w)).collect();
    match (zahl(&amount, &EINHEITEN), view.moeglich().mit) {
        (Ok(n), Some(kosten)) if n != kosten => Reading::Ask(zeile![
            format!("Mitgehen kostet {kosten}: "),
            Teil::Befehl("gehe mit".into()),
            "."
        ]),
        (Ok(_), _) => Reading::Zug(Zug::Mit),
        (Err(_), _) => Reading::NotMine,
    }
}

fn ask(fehler: ZahlFehler, dann: Zeile) -> Reading<Zug> {
    let mut out = zeile![fehler.grund(), " "];
    out.extend(dann);
    Reading::Ask(out)
}

/// "Du kannst jetzt: ..." or, if one is not on, that one waits.
pub(super) fn jetzt(view: &View) -> Zeile {
    if view.dran().is_none() {
        return zeile!["Du bist gerade nicht dran."];
    }
    let mut out = zeile!["Du kannst jetzt: "];
    out.extend(moeglichkeiten(view));
    out.push(".");
    out
}

/// What a bet may be, for a refused amount.
fn setzbar(view: &View) -> Zeile {
    match view.moeglich().setze {
        Some((von, bis)) if von == bis => {
            zeile![
                format!("Setzen kannst Du genau {von}: "),
                Teil::Befehl(format!("setze {von}")),
                "."
            ]
        }
        Some((von, bis)) => zeile![format!("Setzen kannst Du {von} bis {bis}.")],
        None => jetzt(view),
    }
}

/// What a raise may be, for a refused amount.
pub(super) fn erhoehbar(view: &View) -> Zeile {
    match view.moeglich().erhoehe {
        Some((von, bis)) if von == bis => {
            let text =
                format!("Erhöhen kannst Du genau um {}, also auf {von}.", um(view, (von, bis)));
            zeile![text]
        }
        Some((von, bis)) => {
            let by = um(view, (von, bis));
            zeile![format!("Erhöhen kannst Du um {by}, also auf {von} bis {bis}.")]
        }
        None => jetzt(view),
    }
}

fn setze(rest: &[&str], view: &View) -> Reading<Zug> {
    let most = view.moeglich().setze.map_or(view.regeln.betrag, |(_, bis)| bis);
    match zahl(rest, &EINHEITEN) {
        Ok(n) => Reading::Zug(Zug::Setze(n)),
        Err(ZahlFehler::Fehlt) => Reading::Zug(Zug::Setze(most)),
        Err(fehler) => ask(fehler, setzbar(view)),
    }
}

/// A bare number means *by*; without one it is the agreed amount (regeln.md M3).
fn erhoehe(rest: &[&str], view: &View) -> Reading<Zug> {
    let hoehe = view.wetten.hoehe();
    let (auf, worte) = match rest {
        ["auf", worte @ ..] => (true, worte),
        ["um", worte @ ..] => (false, worte),
        worte => (false, worte),
    };
    match zahl(worte, &EINHEITEN) {
        Ok(n) if auf => Reading::Zug(Zug::Erhoehe(n)),
        Ok(n) => match hoehe.checked_add(n) {
            Some(to) => Reading::Zug(Zug::Erhoehe(to)),
            None => ask(ZahlFehler::ZuGross, erhoehbar(view)),
        },
        Err(ZahlFehler::Fehlt) if rest.is_empty() => {
            let most = view.moeglich().erhoehe.map_or(hoehe + view.regeln.betrag, |(_, bis)| bis);
            Reading::Zug(Zug::Erhoehe(most))
        }
        Err(fehler) => ask(fehler, erhoehbar(view)),
    }
}

/// A place by number, word, ordinal ("zweite") or by the card itself ("3-7").
fn place(wort: &str, view: &View) -> Option<u8> {
    let number = deutsch::ordnungswort(wort).or_else(|| zahl(&[wort], &[]).ok());
    if let Some(n) = number {
        return u8::try_from(n).ok();
    }
    let (a, b) = wort.split_once(['-', '/'])?;
    let card = Karte::new(a.parse().ok()?, b.parse().ok()?)?;
    if matches!(view.phase, Phase::Letzter) {
        return (1u8..).zip(view.offene()).find(|(_, c)| c.karte() == card).map(|(i, _)| i);
    }
    view.verdeckte().find(|(_, k)| *k == card).map(|(i, _)| i)
}

fn tausche(rest: &[&str], view: &View) -> Reading<Zug> {
    let (places, example) = match view.phase {
        Phase::Letzter => ("den Platz der Karte", "tausche 4"),
        _ => ("die Plätze der Karten", "tausche 1 3"),
    };
    let beispiel = || {
        zeile![
            format!("Nenne {places}, zum Beispiel "),
            Teil::Befehl(example.to_string()),
            ", oder ",
            Teil::Befehl("tausche nichts".to_string()),
            "."
        ]
    };
    let nichts = ["nichts", "keine", "kein", "keinen", "null", "0"];
    match rest {
        [] => return Reading::Ask(beispiel()),
        // Of one open card the number is its place, and this is none.
        ["null" | "0"] if view.phase == Phase::Letzter => {}
        [eins] | [eins, "karte" | "karten"] if nichts.contains(eins) => {
            return Reading::Zug(Zug::Tausche(Vec::new()));
        }
        _ => {}
    }
    let places = rest
        .iter()
        .filter(|w| !["und", "karte", "karten", "gegen", "aus", "um"].contains(*w))
        .flat_map(|w| w.split(',').filter(|p| !p.is_empty()))
        .map(|w| place(w, view))
        .collect::<Option<Vec<u8>>>();
    match places {
        Some(list) if !list.is_empty() => Reading::Zug(Zug::Tausche(list)),
        _ => {
            let mut out = zeile!["Das sind keine Karten von Dir. "];
            out.extend(beispiel());
            Reading::Ask(out)
        }
    }
}

/// "decke 2 als 7", "decke 2 auf als 7", "decke 3-7 auf mit wert 7", "decke zweite karte als 7".
fn decke(rest: &[&str], view: &View) -> Reading<Zug> {
    let cut = |w: &&str| ["als", "wert"].contains(w);
    let worte: Vec<&str> = rest
        .iter()
        .copied()
        .filter(|w| !["auf", "karte", "mit", "und", "meine"].contains(w))
        .collect();
    let (vorn, hinten) = match worte.iter().position(cut) {
        Some(i) => (&worte[..i], &worte[i..]),
        None => worte.split_at(worte.len().min(1)),
    };
    let werte: Vec<&str> = hinten.iter().copied().filter(|w| !cut(w)).collect();
    let [wort] = vorn else { return Reading::Ask(welche(view)) };
    let Some(pos) = place(wort, view) else { return Reading::Ask(welche(view)) };
    let karte = view.verdeckte().find(|(i, _)| *i == pos).map(|(_, k)| k);
    match (zahl(&werte, &[]), karte) {
        (Ok(wert), _) => match u8::try_from(wert) {
            Ok(wert) => Reading::Zug(Zug::Decke { pos, wert }),
            Err(_) => Reading::Ask(welche(view)),
        },
        (Err(ZahlFehler::Fehlt), Some(k)) if k.ist_doppel() => {
            Reading::Zug(Zug::Decke { pos, wert: k.klein() })
        }
        (Err(ZahlFehler::Fehlt), Some(k)) => Reading::Ask(zeile![
            format!("Welche Zahl ist der Wert, {} oder {}? ", k.klein(), k.gross()),
            Teil::Befehl(format!("decke {pos} als {}", k.gross())),
            "."
        ]),
        _ => Reading::Ask(welche(view)),
    }
}

fn welche(view: &View) -> Zeile {
    let (pos, wert) = view.verdeckte().next().map_or((2, 7), |(i, k)| (i, k.gross()));
    zeile![
        "Welche Karte deckst Du auf, und welche Zahl ist ihr Wert? Zum Beispiel ",
        Teil::Befehl(format!("decke {pos} als {wert}")),
        "."
    ]
}

fn lege(rest: &[&str], view: &View) -> Reading<Zug> {
    let werte: Vec<&str> =
        rest.iter().copied().filter(|w| !["als", "wert", "mit", "sie"].contains(w)).collect();
    match (view.phase, zahl(&werte, &[])) {
        (Phase::Aufdecken, _) => decke(rest, view),
        (_, Ok(n)) => match u8::try_from(n) {
            Ok(wert) => Reading::Zug(Zug::Lege(wert)),
            Err(_) => ask(ZahlFehler::ZuGross, jetzt(view)),
        },
        (Phase::Lage, Err(fehler)) => ask(fehler, jetzt(view)),
        _ => Reading::NotMine,
    }
}

fn drehe(rest: &[&str], view: &View) -> Reading<Zug> {
    let worte: Vec<&str> = rest.iter().copied().filter(|w| !["um", "karte"].contains(w)).collect();
    let [wort] = worte.as_slice() else { return Reading::NotMine };
    match place(wort, view) {
        Some(pos) => Reading::Zug(Zug::Drehe(pos)),
        None => Reading::NotMine,
    }
}
