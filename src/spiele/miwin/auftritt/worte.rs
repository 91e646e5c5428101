//! Words and drawings for Miwin's cards and figures, and lists of what may be done. Knows no events.

use crate::deutsch;
use crate::spiele::miwin::figuren::Muster;
use crate::spiele::miwin::karten::{Gelegt, Karte};
use crate::spiele::miwin::sicht::{Phase, View};
use crate::spiele::miwin::zug::Blattwert;
use crate::text::{Kartenbild, Teil, Zeile};
use crate::zeile;

pub(super) const ORDNUNG: [&str; 5] = ["erste", "zweite", "dritte", "vierte", "fünfte"];

/// "3 und 7": a card in the hand has no orientation yet.
pub(super) fn hand_wort(karte: Karte) -> String {
    format!("{} und {}", karte.klein(), karte.gross())
}

/// "Wert 7, Farbe 3": never the bare numbers (barrierefrei: a pair of numbers is ambiguous by ear).
pub(super) fn lage_wort(lage: Gelegt) -> String {
    format!("Wert {}, Farbe {}", lage.wert, lage.farbe)
}

/// The same inside of a list, where a comma would end the card.
fn lage_kurz(lage: Gelegt) -> String {
    format!("Wert {} Farbe {}", lage.wert, lage.farbe)
}

/// A card in the hand: both halves side by side.
pub(super) fn hand_bild(karte: Karte, wort: String) -> Kartenbild {
    let halves = format!("| {} | {} |", karte.klein(), karte.gross());
    let edge = "+---+---+".to_string();
    Kartenbild { wort, bild: vec![edge.clone(), halves, edge] }
}

/// A card on the table, seen by its owner: the Farbe far away on top, the Wert near.
pub(super) fn lage_bild(lage: Gelegt, wort: String) -> Kartenbild {
    let half = |n: u8| format!("| {n} |");
    let edge = "+---+".to_string();
    let bild = vec![edge.clone(), half(lage.farbe), "|---|".to_string(), half(lage.wert), edge];
    Kartenbild { wort, bild }
}

pub(super) fn karte(k: Karte) -> Teil {
    hand_bild(k, hand_wort(k)).into()
}

pub(super) fn lage(c: Gelegt) -> Teil {
    lage_bild(c, lage_wort(c)).into()
}

/// Parts between commas.
pub(super) fn aufzaehlung(teile: impl IntoIterator<Item = Teil>) -> Zeile {
    let mut out = Zeile::new();
    for (i, teil) in teile.into_iter().enumerate() {
        if i > 0 {
            out.push(", ");
        }
        out.push(teil);
    }
    out
}

/// Parts with "oder" before the last.
pub(super) fn oder(teile: Vec<Zeile>) -> Zeile {
    aufgezaehlt(teile, " oder ")
}

/// Parts with commas, and with `zuletzt` before the last.
fn aufgezaehlt(teile: Vec<Zeile>, zuletzt: &str) -> Zeile {
    let count = teile.len();
    let mut out = Zeile::new();
    for (i, teil) in teile.into_iter().enumerate() {
        match i {
            0 => {}
            _ if i + 1 == count => out.push(zuletzt),
            _ => out.push(", "),
        }
        out.extend(teil);
    }
    out
}

pub(super) fn befehl(text: impl Into<String>) -> Zeile {
    zeile![Teil::Befehl(text.into())]
}

/// The open cards of a seat in one breath: "Wert 9 Farbe 0, Wert 7 Farbe 3".
pub(super) fn offen_wort(cards: &[Gelegt]) -> Vec<Teil> {
    cards.iter().map(|c| lage_bild(*c, lage_kurz(*c)).into()).collect()
}

/// Own hidden cards with their places: "erste Karte 0 und 9", "zweite 3 und 7".
pub(super) fn blatt_karten(view: &View) -> Vec<Kartenbild> {
    let mut first = true;
    view.verdeckte()
        .map(|(pos, k)| {
            let ordnung = ORDNUNG.get(usize::from(pos) - 1).copied().unwrap_or("nächste");
            let noun = if std::mem::take(&mut first) { " Karte" } else { "" };
            hand_bild(k, format!("{ordnung}{noun} {}", hand_wort(k)))
        })
        .collect()
}

/// How a figure stands in its sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kasus {
    /// "hat zwei Paare"
    Akkusativ,
    /// "mit zwei Paaren"
    Dativ,
}

/// What a laid hand is worth.
pub(super) fn blattwert(view: &View, hand: &[Gelegt]) -> Blattwert {
    let wertung = view.regeln.figuren.bewerte(hand);
    let figur = view.regeln.figuren.name(wertung.rang).to_string();
    Blattwert { hand: hand.to_vec(), wertung, figur }
}

/// A figure with its numbers as people say it: "Drilling 8", "zwei Paare, 9 und 4".
pub(super) fn figur_wort(blatt: &Blattwert, kasus: Kasus) -> String {
    let Blattwert { hand, wertung, figur } = blatt;
    let count = |w: u8| hand.iter().filter(|c| c.wert == w).count();
    let with = |n: usize| (0..=9).rev().filter(move |w| count(*w) >= n);
    let top = hand.iter().map(|c| c.wert).max().unwrap_or(0);
    let farbe = hand.first().map_or(0, |c| c.farbe);
    let name = figur.strip_prefix("Ein ").unwrap_or(figur);
    match wertung.muster() {
        None if kasus == Kasus::Dativ => format!("höchster Karte {top}"),
        None => format!("höchste Karte {top}"),
        Some(Muster::Paar) => format!("{name} {}", with(2).next().unwrap_or(top)),
        Some(Muster::Zweipaare) => {
            let both: Vec<String> = with(2).take(2).map(|w| w.to_string()).collect();
            format!("{}, {}", zwei_paare(name, kasus), both.join(" und "))
        }
        Some(Muster::Drilling | Muster::Poker) => {
            format!("{name} {}", with(3).next().unwrap_or(top))
        }
        Some(Muster::Fullhouse) => {
            let three = with(3).next().unwrap_or(top);
            let two = with(2).find(|w| *w != three).unwrap_or(0);
            format!("{name}, {three} und {two}")
        }
        Some(Muster::Strasse | Muster::DoppelStrasse) => format!("{name} bis {top}"),
        Some(Muster::Flush | Muster::Royal) => format!("{name} in Farbe {farbe}"),
        Some(Muster::Strassenflush) => format!("{name} bis {top} in Farbe {farbe}"),
        Some(Muster::Fuenfling | Muster::FuenflingFolge) => format!("{name} {top}"),
        Some(Muster::FuenfDoppel | Muster::DoppelFolge) => format!("{name} bis {top}"),
    }
}

fn zwei_paare(name: &str, kasus: Kasus) -> String {
    match (name, kasus) {
        ("Zwei Paare", Kasus::Dativ) => "zwei Paaren".to_string(),
        ("Zwei Paare", Kasus::Akkusativ) => "zwei Paare".to_string(),
        (own, _) => own.to_string(),
    }
}

/// What the bet may be raised by, as words: "um 1 bis 10".
pub(super) fn um(view: &View, (von, bis): (i64, i64)) -> String {
    let hoehe = view.wetten.hoehe();
    spanne(von - hoehe, bis - hoehe)
}

pub(super) fn spanne(von: i64, bis: i64) -> String {
    if von == bis { von.to_string() } else { format!("{von} bis {bis}") }
}

/// What may be done now, with commands that may be typed as they stand.
pub(super) fn moeglichkeiten(view: &View) -> Zeile {
    match view.phase {
        Phase::Bieten => bieten(view),
        Phase::Tauschen => {
            let max = i64::from(view.regeln.tausch_max);
            zeile![
                format!("tausche bis zu {}, zum Beispiel ", deutsch::karten(max)),
                Teil::Befehl("tausche 1 3".to_string()),
                ", oder ",
                Teil::Befehl("tausche nichts".to_string()),
            ]
        }
        Phase::Aufdecken => {
            let mut out = zeile!["decke eine Karte auf und sag, welche Zahl der Wert ist"];
            if let Some((pos, k)) = view.verdeckte().next() {
                out.push(", zum Beispiel ");
                out.push(Teil::Befehl(format!("decke {pos} als {}", k.gross())));
            }
            out
        }
        Phase::Letzter => letzter(view),
        Phase::Lage => {
            let ways = view.neue.map_or_else(Vec::new, |n| {
                n.karte.lagen().map(|c| befehl(format!("lege als {}", c.wert))).collect()
            });
            oder(ways)
        }
        Phase::Pause => zeile!["warte auf das nächste Spiel"],
    }
}

fn bieten(view: &View) -> Zeile {
    let m = view.moeglich();
    let mut ways = Vec::new();
    if m.weiter {
        ways.push(befehl("weiter"));
    }
    if let Some((von, bis)) = m.setze {
        ways.push(range("setze", von, bis));
    }
    if let Some(kosten) = m.mit {
        ways.push(befehl("gehe mit").und(format!(" (kostet {kosten})")));
    }
    if let Some((von, bis)) = m.erhoehe {
        let hoehe = view.wetten.hoehe();
        ways.push(range("erhöhe um", von - hoehe, bis - hoehe));
    }
    ways.push(befehl("steige aus"));
    oder(ways)
}

fn range(verb: &str, von: i64, bis: i64) -> Zeile {
    let line = befehl(format!("{verb} {von}"));
    if von == bis { line } else { line.und(format!(" bis {bis}")) }
}

fn letzter(view: &View) -> Zeile {
    let mut ways = Vec::new();
    if view.regeln.letzter_tausch_max > 0 {
        let line = zeile!["tausche eine offene Karte, zum Beispiel "];
        ways.push(line.und(Teil::Befehl("tausche 4".to_string())));
    }
    if view.regeln.umdrehen {
        ways.push(zeile!["dreh eine um, zum Beispiel ", Teil::Befehl("drehe 4".to_string())]);
    }
    ways.push(befehl("tausche nichts"));
    // Behind an example the ear takes a bare "oder" for a part of it.
    aufgezaehlt(ways, ", oder ")
}
