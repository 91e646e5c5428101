//! What a typed sentence means at a Word Poker table. It reads and asks back; whether a move is legal is for
//! the rules to say.

use super::{aufgezaehlt, befehl, dein_blatt, du_kannst, gereiht, gesprochen, weigern};
use crate::deutsch;
use crate::satz::{Satz, ZahlFehler, falte, zahl};
use crate::spiele::word::ansicht::{Phase, View};
use crate::spiele::word::einstellungen::{Regeln, TauschOffen};
use crate::spiele::word::karten::Karte;
use crate::spiele::word::suche::best_from_deck;
use crate::spiele::word::woerter::{KeinWort, LETTERS_MAX, kartenschreibung};
use crate::spiele::word::zug::Zug;
use crate::spiele::{Namen, Platz, Reading};
use crate::text::Zeile;
use crate::zeile;

/// Words that may follow an amount.
const EINHEITEN: [&str; 6] = ["stein", "steine", "zaehlstein", "zaehlsteine", "chip", "chips"];

fn ask(line: impl Into<Zeile>) -> Reading<Zug> {
    Reading::Ask(line.into())
}

fn running(view: &View) -> bool {
    !matches!(view.phase, Phase::Auslosung | Phase::Zwischen | Phase::Ende)
}

/// The sentence as this game means it. Names are understood only where `namen` is given.
pub(super) fn read(satz: &Satz, view: &View, namen: Option<&Namen>) -> Reading<Zug> {
    let worte = satz.worte();
    let Some((_, rest)) = worte.split_first() else { return Reading::NotMine };
    let running = running(view);
    match (satz.verb().as_str(), rest) {
        ("setz", ["dich" | "mich", ..]) => Reading::NotMine,
        ("setz", _) if !running => Reading::NotMine,
        ("biet" | "setz", _) => biete(&satz.mengenworte(), view),
        ("annahme" | "mit", []) | ("geh" | "zieh", ["mit"]) | ("nimm", ["an"]) => {
            Reading::Zug(Zug::Annehmen)
        }
        ("zieh", ["nach"]) => Reading::Zug(Zug::Annehmen),
        ("erhoeh", _) => raise(&satz.mengenworte(), view),
        ("pass" | "aufgeb", []) | ("steig", ["aus"]) | ("gib", ["auf"]) => {
            Reading::Zug(Zug::Aussteigen)
        }
        ("weiter" | "schieb", []) if running => Reading::Zug(Zug::Weiter),
        ("tausch", _) => swap(rest, view),
        ("behalt", _) if view.phase == Phase::Tausch => Reading::Zug(Zug::Tausche(Vec::new())),
        ("frag", _) if rest.iter().any(|w| w.starts_with("tausch")) => ask(swaps(view, namen)),
        ("wer", _) if rest.iter().any(|w| w.starts_with("getauscht")) => ask(swaps(view, namen)),
        ("kein", ["wort"]) | ("keins", []) => Reading::Zug(Zug::KeinWort),
        ("leg", _) if running => lay(satz, view),
        ("zweifel" | "bezweifel", _) => doubt(satz, view, namen),
        ("buchstabier", _) => ask(spell(satz, view)),
        ("wort", _) => ask(look_up_seated(satz, view)),
        ("grundeinsatz" | "grenz" | "woerterbuch", _) => ask(agreed(view)),
        ("blatt" | "hand" | "kart", ["genau"]) => ask(exact_hand(view)),
        _ => Reading::NotMine,
    }
}

// Betting.

/// Why there is no amount, and what would work.
fn no_amount(e: ZahlFehler, view: &View) -> Reading<Zug> {
    ask(format!("{} {}", e.grund(), du_kannst(view)).trim_end().to_string())
}

fn biete(rest: &[&str], view: &View) -> Reading<Zug> {
    match zahl(rest, &EINHEITEN) {
        Ok(n) => Reading::Zug(Zug::Biete(n)),
        Err(ZahlFehler::Fehlt) => match view.moeglich.setze {
            Some((von, bis)) if von == bis => Reading::Zug(Zug::Biete(von)),
            _ => no_amount(ZahlFehler::Fehlt, view),
        },
        Err(e) => no_amount(e, view),
    }
}

/// "auf 5" is the bet it leads to, "um 2" and a bare number are what comes on top.
fn raise(rest: &[&str], view: &View) -> Reading<Zug> {
    let hoehe = view.wetten.hoehe();
    let (to, amount) = match rest {
        ["auf", n @ ..] => (true, n),
        ["um", n @ ..] => (false, n),
        n => (false, n),
    };
    match (zahl(amount, &EINHEITEN), view.moeglich.erhoehe) {
        (Ok(n), _) if to => Reading::Zug(Zug::Erhoehe(n)),
        (Ok(n), _) => Reading::Zug(Zug::Erhoehe(hoehe.saturating_add(n))),
        (Err(ZahlFehler::Fehlt), Some((von, bis))) if von == bis => Reading::Zug(Zug::Erhoehe(von)),
        (Err(ZahlFehler::Fehlt), Some((von, bis))) => ask(format!(
            "Auf wie viel? Erhöhen kannst Du auf {von} bis {bis}, zum Beispiel: erhöhe auf {von}."
        )),
        // Nothing can be raised: the rules say why.
        (Err(ZahlFehler::Fehlt), None) => Reading::Zug(Zug::Erhoehe(hoehe.saturating_add(1))),
        (Err(e), _) => no_amount(e, view),
    }
}

// The exchange.

fn swap(rest: &[&str], view: &View) -> Reading<Zug> {
    let rest: Vec<&str> = rest
        .iter()
        .copied()
        .filter(|w| !["und", "karte", "karten", "nummer", "platz", "aus", "um"].contains(w))
        .collect();
    match rest.as_slice() {
        [] if view.phase == Phase::Tausch => ask(format!(
            "Welche Karten? Nenn Nummern oder Buchstaben, zum Beispiel: tausche 2 5; oder \
             sag: tausche nichts. {}",
            dein_blatt(view)
        )),
        [] | ["nichts" | "keine" | "null" | "0" | "kein"] => Reading::Zug(Zug::Tausche(Vec::new())),
        ["alle" | "alles"] => Reading::Zug(Zug::Tausche(view.hand.clone())),
        words => match chosen(words, &view.hand) {
            Ok(karten) => Reading::Zug(Zug::Tausche(karten)),
            Err(grund) => ask(format!("{grund} {}", dein_blatt(view))),
        },
    }
}

/// Cards by number or letters, each one once. Errors: the reason as a sentence.
fn chosen(words: &[&str], hand: &[Karte]) -> Result<Vec<Karte>, String> {
    let mut free: Vec<Option<Karte>> = hand.iter().copied().map(Some).collect();
    let mut out = Vec::new();
    for word in words {
        match position(word) {
            Some(n) => {
                let slot = usize::try_from(n - 1).ok().and_then(|i| free.get_mut(i));
                let slot = slot.ok_or_else(|| format!("Eine Karte {n} hast Du nicht."))?;
                out.push(slot.take().ok_or_else(|| format!("Karte {n} hast Du doppelt genannt."))?);
            }
            None => out.extend(by_letters(word, &mut free)?),
        }
    }
    Ok(out)
}

/// "2", "zwei", "zweite". Letters come first: no card is called "ein".
fn position(word: &str) -> Option<i64> {
    let digits = word.parse().ok();
    let spelled = || deutsch::zahlwort(word).filter(|n| *n > 0 && word.len() > 2);
    digits.or_else(spelled).or_else(|| deutsch::ordnungswort(word))
}

/// The card that is called so, or the single cards that a row of letters names.
fn by_letters(word: &str, free: &mut [Option<Karte>]) -> Result<Vec<Karte>, String> {
    let mut take = |name: &str| -> Option<Karte> {
        let karte: Karte = name.parse().ok()?;
        free.iter_mut().find(|slot| **slot == Some(karte))?.take()
    };
    if let Some(karte) = take(word) {
        return Ok(vec![karte]);
    }
    let each = word.chars().map(|c| {
        take(c.encode_utf8(&mut [0; 4])).ok_or_else(|| match word.parse::<Karte>() {
            Ok(karte) => format!("Die Karte {} hast Du nicht.", gesprochen(karte)),
            Err(_) => format!("„{word}“ ist keine Karte, die Du hast."),
        })
    });
    each.collect()
}

/// How many cards were exchanged (W17).
fn swaps(view: &View, namen: Option<&Namen>) -> Zeile {
    let open =
        view.frage_offen || running(view) && view.regeln.werte.tausch_offen == TauschOffen::Immer;
    match view.phase {
        Phase::Wetten1 => return "Getauscht wird erst nach der ersten Wettrunde.".into(),
        Phase::Auslosung | Phase::Zwischen | Phase::Ende => {
            return "Gerade läuft keine Runde, also hat niemand getauscht.".into();
        }
        _ if !open => {
            return "Dafür ist es zu spät: Wie viele Karten jemand getauscht hat, darf man nur \
                 bis zur ersten Wette der zweiten Wettrunde fragen."
                .into();
        }
        _ => {}
    }
    let each = |(i, s): (usize, &crate::spiele::word::ansicht::Sitz)| {
        let p = Platz::at(i);
        let wer = namen.map_or_else(|| format!("Platz {}", i + 1).into(), |n| n.wer(p));
        s.getauscht.map(|n| zeile![wer, " ", i64::try_from(n).unwrap_or(0)])
    };
    let told: Vec<Zeile> = view.sitze.iter().enumerate().filter_map(each).collect();
    if told.is_empty() {
        return "Noch hat niemand getauscht.".into();
    }
    let mut line = zeile!["So viele Karten wurden getauscht: "];
    line.extend(aufgezaehlt(told));
    line.und(".")
}

// Laying.

/// Words in front of and behind a word that belong to the command.
const DAVOR: [&str; 6] = ["das", "wort", "ein", "mein", "bitte", "jetzt"];
const DAHINTER: [&str; 4] = ["bitte", "hin", "auf", "jetzt"];

/// What stands behind the verb as typed, without punctuation around it.
fn argument(satz: &Satz) -> Vec<&str> {
    let mut rest: Vec<&str> = satz
        .rest_roh()
        .into_iter()
        .map(|t| t.trim_matches(|c: char| !c.is_alphanumeric()))
        .filter(|t| !t.is_empty())
        .collect();
    while rest.len() > 1 && DAVOR.contains(&falte(rest[0]).as_str()) {
        rest.remove(0);
    }
    while rest.len() > 1 && DAHINTER.contains(&falte(rest[rest.len() - 1]).as_str()) {
        rest.pop();
    }
    rest
}

fn lay(satz: &Satz, view: &View) -> Reading<Zug> {
    let rest = argument(satz);
    let word = match rest.as_slice() {
        // Out of time the rules say so; asking for a word would promise that it can be laid.
        [] if view.phase != Phase::Legen => return Reading::Zug(Zug::KeinWort),
        [] => {
            return ask(format!(
                "Welches Wort? Sag lege und das Wort, oder: kein wort. {}",
                dein_blatt(view)
            ));
        }
        ["nichts" | "keins"] | ["kein", "wort"] => return Reading::Zug(Zug::KeinWort),
        [one] => (*one).to_string(),
        // Spelled out: "lege b a u m".
        letters if letters.iter().all(|l| l.chars().count() == 1) => letters.concat(),
        _ => {
            return ask("Nur ein einziges Wort zählt; sag lege und dieses eine Wort.");
        }
    };
    match spelling(&word, view) {
        Ok(wort) => Reading::Zug(Zug::Lege(wort)),
        Err(grund) => ask(grund),
    }
}

/// The card spelling under the table's policy (W31). Errors: the reason as a sentence.
fn spelling(word: &str, view: &View) -> Result<String, String> {
    match letters(word, &view.regeln)? {
        wort if wort.len() > LETTERS_MAX => Err(format!("{} {}", too_long(), dein_blatt(view))),
        wort => Ok(wort),
    }
}

fn too_long() -> String {
    format!("Mit fünf Karten gehen höchstens {LETTERS_MAX} Buchstaben.")
}

/// A word in the spelling of the cards, or why it is none.
fn letters(word: &str, regeln: &Regeln) -> Result<String, String> {
    match kartenschreibung(word, regeln.werte.umlaute) {
        Ok(wort) => Ok(wort),
        Err(KeinWort::Umlaut(_)) => {
            Err("An diesem Tisch gibt es keine Wörter mit Ä, Ö oder Ü.".into())
        }
        Err(KeinWort::Zeichen(c)) => Err(format!(
            "Ein Wort besteht nur aus Buchstaben, ohne Bindestrich und \
             Auslassungszeichen; „{c}“ geht nicht."
        )),
        Err(KeinWort::Leer) => Err("Dazu fehlt ein Wort.".into()),
    }
}

// Doubting.

/// Words that belong to the command, so that a laid word of that spelling is doubted by its seat.
pub(super) const ZUSATZ: [&str; 10] =
    ["an", "wort", "von", "das", "platz", "mich", "mein", "meins", "ich", "bitte"];

fn doubt(satz: &Satz, view: &View, namen: Option<&Namen>) -> Reading<Zug> {
    match view.phase {
        Phase::Zwischen | Phase::Ende => return ask(weigern::AUSGEZAHLT),
        Phase::Anzweifeln => {}
        _ => return ask("Noch liegt kein Wort offen, das sich anzweifeln ließe."),
    }
    let all = satz.alle_worte();
    let verb = satz.worte()[0];
    let behind = all.iter().skip_while(|w| **w != verb).skip(1).copied();
    let rest: Vec<&str> =
        behind.filter(|w| !["an", "wort", "von", "das", "bitte"].contains(w)).collect();
    let open: Vec<Platz> = view.anzweifelbar().map(|(p, _)| p).collect();
    let found = match rest.as_slice() {
        [] => match open.as_slice() {
            [p] => Some(*p),
            _ => None,
        },
        ["mich" | "mein" | "meins"] => view.du,
        ["platz", n] | [n] if n.parse::<usize>().is_ok() => {
            let i = n.parse::<usize>().unwrap_or(0);
            (1..=view.sitze.len()).contains(&i).then(|| Platz::at(i - 1))
        }
        // A word may be called as a person is: whoever may be doubted goes first.
        [wer] => {
            let named = by_name(wer, namen);
            named.filter(|p| open.contains(p)).or_else(|| by_word(wer, view)).or(named)
        }
        _ => None,
    };
    match found {
        Some(p) => Reading::Zug(Zug::Zweifle(p)),
        None => ask(format!("Welches Wort? {}", du_kannst(view)).trim_end().to_string()),
    }
}

/// A person at the table; "annas" is Anna too.
fn by_name(wer: &str, namen: Option<&Namen>) -> Option<Platz> {
    let namen = namen?;
    let exact = |p: &Platz| falte(namen.name(*p)) == wer;
    let owner = |p: &Platz| falte(&deutsch::genitiv(namen.name(*p))).trim_end_matches('\'') == wer;
    namen.besetzt().find(exact).or_else(|| namen.besetzt().find(owner))
}

/// The seat that has laid this word: first one that may still be doubted, then any other, then the own.
fn by_word(wort: &str, view: &View) -> Option<Platz> {
    let wort = kartenschreibung(wort, view.regeln.werte.umlaute).ok()?;
    let open = view.anzweifelbar().find(|(_, w)| w.wort == wort).map(|(p, _)| p);
    open.or_else(|| {
        let laid = |s: &crate::spiele::word::ansicht::Sitz| {
            s.wort.as_ref().is_some_and(|w| w.wort == wort)
        };
        view.sitze.iter().position(laid).map(Platz::at)
    })
}

// Questions that need a word.

const BUCHSTABEN: [&str; 26] = [
    "Anton",
    "Berta",
    "Cäsar",
    "Dora",
    "Emil",
    "Friedrich",
    "Gustav",
    "Heinrich",
    "Ida",
    "Julius",
    "Kaufmann",
    "Ludwig",
    "Martha",
    "Nordpol",
    "Otto",
    "Paula",
    "Quelle",
    "Richard",
    "Samuel",
    "Theodor",
    "Ulrich",
    "Viktor",
    "Wilhelm",
    "Xanthippe",
    "Ypsilon",
    "Zacharias",
];

/// "A wie Anton".
fn wie(letter: u8) -> String {
    let i = usize::from(letter.saturating_sub(b'A'));
    let name = BUCHSTABEN.get(i).copied().unwrap_or("");
    format!("{} wie {name}", char::from(letter))
}

fn wie_karte(karte: Karte) -> String {
    match karte.letters() {
        [one] => wie(*one),
        [a, b] => format!("{} und {} als eine Karte", wie(*a), wie(*b)),
        _ => String::new(),
    }
}

/// The word, or the own hand.
fn spell(satz: &Satz, view: &View) -> Zeile {
    match argument(satz).as_slice() {
        [] | ["blatt" | "hand" | "karten"] if view.hand.is_empty() => {
            "Du hast gerade keine Karten; nenn ein Wort, zum Beispiel: buchstabiere baum.".into()
        }
        [] | ["blatt" | "hand" | "karten"] => {
            let all: Vec<String> = view.hand.iter().map(|k| wie_karte(*k)).collect();
            format!("Dein Blatt: {}.", all.join(", ")).into()
        }
        [wort] => match spelling(wort, view) {
            Ok(wort) => {
                let all: Vec<String> = wort.bytes().map(wie).collect();
                format!("{wort}: {}.", all.join(", ")).into()
            }
            Err(grund) => grund.into(),
        },
        _ => "Nenn ein einzelnes Wort, zum Beispiel: buchstabiere baum.".into(),
    }
}

fn exact_hand(view: &View) -> Zeile {
    if view.hand.is_empty() {
        return "Du hast gerade keine Karten.".into();
    }
    let satz = &view.regeln.satz;
    let each = |k: &Karte| format!("{}: {}", gesprochen(*k), deutsch::punkte(satz.punkte(*k)));
    let all: Vec<String> = view.hand.iter().map(each).collect();
    format!("Dein Blatt genau: {}.", all.join(", ")).into()
}

/// `wort baum`: is it in the dictionary, and what is it worth at best? Whoever is in a deal does not get to
/// look: there the dictionary decides doubts.
fn look_up_seated(satz: &Satz, view: &View) -> Zeile {
    let dabei = view.du.is_some_and(|p| view.wetten.dabei().contains(p));
    if running(view) && dabei {
        return "Solange Du mitspielst, bleibt das Wörterbuch zu; nach der Auszahlung kannst Du \
                nachschlagen."
            .into();
    }
    look_up(satz, &view.regeln)
}

/// The same for whoever stands beside the table.
pub(super) fn look_up(satz: &Satz, r: &Regeln) -> Zeile {
    let rest = argument(satz);
    let [wort] = rest.as_slice() else {
        return "Nenn ein einzelnes Wort, zum Beispiel: wort baum.".into();
    };
    let karten = match letters(wort, r) {
        Ok(karten) if karten.len() > LETTERS_MAX => return too_long().into(),
        Ok(karten) => karten,
        Err(grund) => return grund.into(),
    };
    let Some(entry) = r.buch.find(&karten) else {
        return format!("{karten} steht nicht im Wörterbuch.").into();
    };
    let listed = format!("{} steht im Wörterbuch", deutsch::und_liste(&entry.schreibungen));
    match best_from_deck(&karten, &r.satz, &r.werte.wertung) {
        Some(l) => {
            let (cards, points) = (gereiht(&l.karten), deutsch::punkte(l.gesamt()));
            format!("{listed}, am besten gelegt mit {cards}: {points}.").into()
        }
        None => format!("{listed}, lässt sich aber nicht mit fünf Karten legen.").into(),
    }
}

// What the table agrees on before the first deal (W3).

/// What was agreed, once it is too late to change it.
fn agreed(view: &View) -> Zeile {
    let w = &view.regeln.werte;
    let buch = view.regeln.buchname();
    format!(
        "Der Grundeinsatz ist {}, geboten wird {} bis {}, im Zweifel entscheidet das \
         Wörterbuch {buch}; vereinbart wird das vor der ersten Runde.",
        w.grundeinsatz, w.minimum, w.maximum
    )
    .into()
}

pub(super) fn agree(satz: &Satz, regeln: &mut Regeln) -> Option<Result<Zeile, Zeile>> {
    let worte = satz.worte();
    let (verb, rest) = worte.split_first()?;
    match *verb {
        "grundeinsatz" => Some(agree_ante(&satz.mengenworte(), regeln)),
        "grenzen" => Some(agree_limits(rest, regeln)),
        "woerterbuch" => Some(agree_book(rest, regeln)),
        _ => None,
    }
}

fn agree_ante(rest: &[&str], regeln: &mut Regeln) -> Result<Zeile, Zeile> {
    let bis = regeln.werte.grundeinsatz_bis;
    let example = format!("Möglich ist 0 bis {bis}, zum Beispiel: grundeinsatz 1.");
    let n = zahl(rest, &EINHEITEN).map_err(|e| Zeile::from(format!("{} {example}", e.grund())))?;
    regeln.agree_grundeinsatz(n).map_err(|_| {
        Zeile::from(format!("Diesen Grundeinsatz lässt das Haus nicht zu. {example}"))
    })?;
    Ok(format!("Der Grundeinsatz ist {}.", deutsch::zaehlsteine(n)).into())
}

fn agree_limits(rest: &[&str], regeln: &mut Regeln) -> Result<Zeile, Zeile> {
    let bis = regeln.werte.maximum_bis;
    let example =
        format!("Möglich ist 1 bis {bis}, erst das Minimum, dann das Maximum: grenzen 1 5.");
    let rest: Vec<&str> =
        rest.iter().copied().filter(|w| !["bis", "und", "von"].contains(w)).collect();
    let [a, b] = rest.as_slice() else {
        return Err(format!("Dazu gehören zwei Zahlen. {example}").into());
    };
    let n = |w: &str| {
        zahl(&[w], &EINHEITEN).map_err(|e| Zeile::from(format!("{} {example}", e.grund())))
    };
    let (a, b) = (n(a)?, n(b)?);
    regeln
        .agree_grenzen(a, b)
        .map_err(|_| Zeile::from(format!("Diese Grenzen gehen hier nicht. {example}")))?;
    Ok(format!("Geboten wird {a} bis {b}.").into())
}

fn agree_book(rest: &[&str], regeln: &mut Regeln) -> Result<Zeile, Zeile> {
    let names = deutsch::oder_liste(&regeln.buchnamen());
    let [name] = rest else {
        return Err(zeile![
            format!("Zur Wahl steht: {names}. Sag zum Beispiel "),
            befehl(format!("woerterbuch {}", regeln.buchnamen()[0])),
            "."
        ]);
    };
    if regeln.agree_buch(name) {
        return Ok(format!("Im Zweifel entscheidet das Wörterbuch {name}.").into());
    }
    Err(format!("Ein Wörterbuch „{name}“ liegt hier nicht. Zur Wahl steht: {names}.").into())
}
