//! What somebody means by a sentence, against his own hand. Nothing is guessed where it matters;
//! what comes at the wrong time is still a move, so that the refusal can say why.

use super::super::bilder::{bildwort, farbwort, kartenbild};
use super::super::karten::{Art, Karte, Wurf};
use super::super::regeln::{Phase, View, Zug};
use super::kartenwort::{Kartenwort, Stelle, bild_of_number, lies};
use super::{befehle, lage};
use crate::deutsch;
use crate::satz::{Satz, ZahlFehler, zahl};
use crate::spiele::Reading;
use crate::text::{Teil, Zeile};
use crate::zeile;

const EINHEITEN: [&str; 3] = ["stich", "stiche", "stichen"];

/// Expects the view of the seat that speaks; a spectator's sentence is never about the game.
pub(super) fn read(satz: &Satz, view: &View) -> Reading<Zug> {
    // A sign in front ("'", ":") is how people speak: what somebody says is never what he plays.
    let command = satz.roh.starts_with(char::is_alphanumeric) && !satz.zu_lang();
    if view.ich.is_none() || !command {
        return Reading::NotMine;
    }
    let worte = satz.worte();
    let rest = worte.get(1..).unwrap_or_default();
    match satz.verb().as_str() {
        "ansag" => ansage(&satz.mengenworte(), view),
        "sag" => sage(&satz.mengenworte(), view),
        "spiel" => spiele(rest, view),
        "gib" if rest == ["auf"] => Reading::Ask(lage::kein_ausstieg()),
        verb @ ("leg" | "wirf" | "gib") => lege(verb, rest, view),
        "steig" if rest == ["aus"] => Reading::Ask(lage::kein_ausstieg()),
        "pass" | "aufgeb" if rest.is_empty() => Reading::Ask(lage::kein_ausstieg()),
        _ if bare_number(satz) => Reading::Ask(lage::nur_eine_zahl(satz, view)),
        _ => bare_card(&worte, view),
    }
}

fn is_on(view: &View, phase: Phase) -> bool {
    view.bin_dran() && view.phase == phase
}

fn ansage(rest: &[&str], view: &View) -> Reading<Zug> {
    let rest = rest.strip_suffix(&["an"]).unwrap_or(rest);
    match zahl(rest, &EINHEITEN) {
        Ok(n) => Reading::Zug(ansage_zug(n)),
        Err(fehler) => number_fault(fehler, view),
    }
}

/// "sage 2 an" is an announcement only while announcements are made, and only if nothing else is
/// said.
fn sage(rest: &[&str], view: &View) -> Reading<Zug> {
    let Some(rest) = rest.strip_suffix(&["an"]) else { return Reading::NotMine };
    if view.phase != Phase::Ansagen {
        return Reading::NotMine;
    }
    match zahl(rest, &EINHEITEN) {
        Ok(n) => Reading::Zug(ansage_zug(n)),
        Err(ZahlFehler::Fehlt | ZahlFehler::KeineZahl) => Reading::NotMine,
        Err(fehler) => number_fault(fehler, view),
    }
}

/// More than a hand can hold is too much all the same; the rules refuse it with the reason.
fn ansage_zug(n: i64) -> Zug {
    Zug::Ansage(u8::try_from(n).unwrap_or(u8::MAX))
}

fn number_fault(fehler: ZahlFehler, view: &View) -> Reading<Zug> {
    if !is_on(view, Phase::Ansagen) {
        return Reading::Zug(Zug::Ansage(0));
    }
    let mut satz = zeile![fehler.grund(), " "];
    satz.extend(lage::ansage_erlaubt(view));
    Reading::Ask(satz)
}

fn spiele(rest: &[&str], view: &View) -> Reading<Zug> {
    reading(&lies(rest), view)
}

/// Synonyms that mean other things too: only with a card is it this game.
fn lege(verb: &str, rest: &[&str], view: &View) -> Reading<Zug> {
    let gesagt = lies(rest);
    let card = !gesagt.farben.is_empty() || gesagt.bild.is_some() || gesagt.stelle.is_some();
    let counted = gesagt.zahl.is_some() && (verb == "leg" || gesagt.partikel || gesagt.karte);
    if gesagt.fremd.is_some() || !(card || counted) {
        return Reading::NotMine;
    }
    reading(&gesagt, view)
}

/// "3", "keinen Stich": a number and nothing else is offered as what it may mean, never carried out by guess.
fn bare_number(satz: &Satz) -> bool {
    zahl(&satz.alle_worte(), &EINHEITEN).is_ok()
}

/// A card by itself, suit and picture, and nothing else: "pik 7 hoch", "p7h", "herzdame".
fn bare_card(worte: &[&str], view: &View) -> Reading<Zug> {
    let gesagt = lies(worte);
    let farbe_first = worte.first().is_some_and(|w| !lies(&[*w]).farben.is_empty());
    let whole = farbe_first && gesagt.bild_neben_farbe().is_some();
    let other = gesagt.kurz || gesagt.partikel || gesagt.karte || gesagt.doppelt;
    // "blatt" asks for the hand; "rot" and "grün" begin many sentences.
    let question = matches!(worte.first(), Some(&("blatt" | "rot" | "gruen")));
    if !whole || other || question || gesagt.fremd.is_some() {
        return Reading::NotMine;
    }
    reading(&gesagt, view)
}

fn reading(gesagt: &Kartenwort, view: &View) -> Reading<Zug> {
    match resolve(gesagt, view) {
        Ok(wurf) => Reading::Zug(Zug::Spiele(wurf)),
        // At the wrong time the time is the reason; no card is played before its turn.
        Err(_) if gesagt.fremd.is_none() && !is_on(view, Phase::Spielen) => {
            Reading::Zug(Zug::Spiele(Wurf::joker(Art::Niedrig)))
        }
        Err(frage) => Reading::Ask(frage),
    }
}

/// The card that is meant. Errors: what is missing or unclear, and what would work.
fn resolve(gesagt: &Kartenwort, view: &View) -> Result<Wurf, Zeile> {
    if let Some(wort) = &gesagt.fremd {
        let grund = zeile!["„", Teil::Rede(wort.clone()), "“ ist hier keine Karte."];
        return Err(with_help(grund, view));
    }
    if gesagt.doppelt {
        return Err(with_help("Das waren zwei Karten, gespielt wird eine.".into(), view));
    }
    let cards = if gesagt.farben.is_empty() {
        without_farbe(gesagt, view)?
    } else {
        with_farbe(gesagt, view)?
    };
    match cards[..] {
        [k] => with_kind(k, gesagt.art.filter(|_| !gesagt.beides), view),
        _ => Err(which(&cards)),
    }
}

/// Cards of the suits that were said: the very card even if it is not in the hand, or all of a suit
/// in the hand.
fn with_farbe(gesagt: &Kartenwort, view: &View) -> Result<Vec<Karte>, Zeile> {
    if let Some(bild) = gesagt.bild_neben_farbe() {
        let cards: Vec<Karte> = gesagt.farben.iter().map(|f| Karte::new(*f, bild)).collect();
        let held: Vec<Karte> = cards.iter().copied().filter(|k| view.blatt.contains(*k)).collect();
        return Ok(if held.is_empty() { cards[..1].to_vec() } else { held });
    }
    if let Some(n) = gesagt.zahl {
        let grund = format!(
            "Eine {n} gibt es nicht, die Bilder sind 7, 8, 9, 10, Bube, Dame, König und As."
        );
        return Err(with_help(grund.into(), view));
    }
    let farbe = gesagt.farben[0];
    in_hand(
        view,
        |k| gesagt.farben.contains(&k.farbe()),
        format!("Du hast kein {}.", farbwort(farbe)),
    )
}

fn without_farbe(gesagt: &Kartenwort, view: &View) -> Result<Vec<Karte>, Zeile> {
    let count = i64::try_from(view.blatt.len()).unwrap_or(0);
    if let Some(bild) = gesagt.bild {
        return pictures(view, bild);
    }
    let stelle = match (gesagt.stelle, gesagt.zahl) {
        (Some(Stelle::Letzte), _) => Some(count),
        (Some(Stelle::Nr(n)), _) => Some(n),
        (None, Some(n)) if gesagt.karte || n <= count => Some(n),
        _ => None,
    };
    if let Some(n) = stelle {
        return nth(view, n);
    }
    match (gesagt.zahl, gesagt.art) {
        (Some(n), _) => bild_of_number(n).map_or_else(|| nth(view, n), |b| pictures(view, b)),
        // The answer to "Hoch oder niedrig?".
        (None, Some(_)) => Ok(vec![Karte::PIK_7]),
        (None, None) => Err(with_help("Dazu fehlt eine Karte.".into(), view)),
    }
}

/// The card at a position of the hand as it is shown, 1-based.
fn nth(view: &View, n: i64) -> Result<Vec<Karte>, Zeile> {
    let index = usize::try_from(n).ok().and_then(|n| n.checked_sub(1));
    index.and_then(|i| view.blatt.iter().nth(i)).map(|k| vec![k]).ok_or_else(|| {
        let count = deutsch::karten(i64::try_from(view.blatt.len()).unwrap_or(0));
        with_help(format!("Eine {n}. Karte hast Du nicht, Dein Blatt hat {count}.").into(), view)
    })
}

fn pictures(view: &View, bild: u8) -> Result<Vec<Karte>, Zeile> {
    let kein = match bildwort(bild) {
        "Bube" => "keinen Buben".to_string(),
        "König" => "keinen König".to_string(),
        "As" => "kein As".to_string(),
        other => format!("keine {other}"),
    };
    in_hand(view, |k| k.bild() == bild, format!("Du hast {kein}."))
}

fn in_hand(view: &View, meant: impl Fn(&Karte) -> bool, none: String) -> Result<Vec<Karte>, Zeile> {
    let cards: Vec<Karte> = view.blatt.iter().filter(|k| meant(k)).collect();
    if cards.is_empty() { Err(with_help(none.into(), view)) } else { Ok(cards) }
}

/// Puts the kind to the card: Pik 7 needs one, no other card has one (regeln.md R12).
fn with_kind(karte: Karte, art: Option<Art>, view: &View) -> Result<Wurf, Zeile> {
    if let Some(wurf) = Wurf::new(karte, art) {
        return Ok(wurf);
    }
    if karte != Karte::PIK_7 {
        let mut satz =
            zeile!["Hoch oder niedrig gibt es nur bei der Pik 7. Für ", kartenbild(karte)];
        satz.push(" reicht: ");
        satz.0.extend(befehle(karte).map(Teil::Befehl));
        return Err(satz.und("."));
    }
    if !view.blatt.contains(karte) {
        // The rules refuse it: not in the hand, whatever the kind.
        return Ok(Wurf::joker(Art::Niedrig));
    }
    let mut befehle = befehle(karte).map(Teil::Befehl);
    let (Some(hoch), Some(niedrig)) = (befehle.next(), befehle.next()) else {
        return Ok(Wurf::joker(Art::Niedrig));
    };
    Err(zeile!["Hoch oder niedrig? (\"", hoch, "\" oder \"", niedrig, "\")"])
}

/// "Davon hast Du mehrere: spiele herz 7 oder spiele kreuz 7?"
fn which(cards: &[Karte]) -> Zeile {
    let alle: Vec<String> = cards.iter().flat_map(|k| befehle(*k)).collect();
    let mut satz = zeile!["Davon hast Du mehrere: "];
    for (i, befehl) in alle.iter().enumerate() {
        satz.push(match i {
            0 => "",
            _ if i + 1 == alle.len() => " oder ",
            _ => ", ",
        });
        satz.push(Teil::Befehl(befehl.clone()));
    }
    satz.und("?")
}

/// The reason, then what may be played now.
fn with_help(grund: Zeile, view: &View) -> Zeile {
    if !is_on(view, Phase::Spielen) {
        return grund;
    }
    let mut satz = grund.und(" ");
    satz.extend(lage::pflicht_satz(view));
    satz
}
