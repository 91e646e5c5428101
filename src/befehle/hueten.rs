//! What those type who look after the house, as one fixed table: the reader, the list that they get, and the tests
//! read the same lines. For everybody else none of these words exists, so no other table knows them. Pure; the session
//! asks for the rank first.

use crate::deutsch;
use crate::limits::REASON_LETTERS_MAX;
use crate::netz::Netz;
use crate::satz::falte;
use crate::taler::Waehrung;
use crate::text::zeichensatz::harmless;

/// An order of an admin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Auftrag {
    Liste,
    NeuLaden,
    PruefeDaten,
    RufeAus(String),
    /// In so many seconds.
    Herunterfahren(u64),
    HerunterfahrenAb,
    WerGenau,
    Sitzungen,
    Tische,
    WirfHinaus {
        wen: String,
        grund: String,
    },
    /// `None`: until somebody lifts it.
    Sperre {
        ziel: Ziel,
        frist_s: Option<u64>,
        grund: String,
    },
    Entsperre(Ziel),
    Sperren,
    Stumm {
        wen: String,
        frist_s: Option<u64>,
        grund: String,
    },
    Laut(String),
    BeendeTisch {
        nr: i64,
        grund: String,
    },
    /// From the house to somebody; below zero the other way.
    Buche {
        wem: String,
        waehrung: Waehrung,
        betrag: i64,
        grund: String,
    },
    /// `None`: only asks.
    Rang {
        wen: String,
        rang: Option<u8>,
    },
    Protokoll(u32),
    Meldungen(u32),
    Meldung(i64),
    Erledigt(i64),
}

/// Whom a ban is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ziel {
    Konto(String),
    Netz(Netz),
}

/// An order, or one question back.
pub type Lesung = Result<Auftrag, &'static str>;

/// One verb of the admins.
pub struct Verb {
    /// Folded words that begin it, each list one way to say it; a star is any word.
    worte: &'static [&'static [&'static str]],
    /// Complete sentences that may be typed as they stand.
    pub beispiele: &'static [&'static str],
    pub kurz: &'static str,
    lies: fn(&[&str]) -> Lesung,
}

const fn v(
    worte: &'static [&'static [&'static str]],
    beispiele: &'static [&'static str],
    kurz: &'static str,
    lies: fn(&[&str]) -> Lesung,
) -> Verb {
    Verb { worte, beispiele, kurz, lies }
}

/// Longer ones stand before shorter ones that they begin with.
pub const TAFEL: &[Verb] = &[
    v(&[&["huete"], &["hueten"]], &["hüte"], "zeigt diese Liste", |r| {
        allein(r, Auftrag::Liste, "Die Liste zeigt: hüte")
    }),
    v(
        &[&["neu", "laden"], &["lade", "neu"], &["lade", "daten", "neu"]],
        &["neu laden"],
        "lädt die Daten neu, wenn alles darin stimmt",
        |r| allein(r, Auftrag::NeuLaden, "Die Daten lädst Du mit: neu laden"),
    ),
    v(
        &[&["pruefe", "daten"], &["pruef", "daten"]],
        &["prüfe daten"],
        "nennt alle Fehler der Daten und ändert nichts",
        |r| allein(r, Auftrag::PruefeDaten, "Die Daten prüfst Du mit: prüfe daten"),
    ),
    v(
        &[&["rufe", "aus"], &["ruf", "aus"]],
        &["rufe aus Um zehn gibt es Kuchen"],
        "sagt allen im Haus etwas",
        rufe_aus,
    ),
    v(
        &[&["herunterfahren"], &["fahre", "herunter"], &["fahr", "herunter"]],
        &["herunterfahren in 10", "herunterfahren in 30 sekunden", "herunterfahren ab"],
        "schließt das Haus nach so vielen Minuten, oder doch nicht",
        herunterfahren,
    ),
    v(&[&["wer", "genau"]], &["wer genau"], "sagt, wer wo ist und was er tut", |r| {
        allein(r, Auftrag::WerGenau, "Wer da ist, zeigt: wer genau")
    }),
    v(&[&["sitzungen"]], &["sitzungen"], "zeigt die Leitungen mit ihren Adressen", |r| {
        allein(r, Auftrag::Sitzungen, "Die Leitungen zeigt: sitzungen")
    }),
    v(&[&["tische"]], &["tische"], "zeigt alle offenen Tische mit ihren Nummern", |r| {
        allein(r, Auftrag::Tische, "Die offenen Tische zeigt: tische")
    }),
    v(
        &[&["wirf", "hinaus"], &["wirf", "*", "hinaus"], &["wirf", "*", "raus"]],
        &["wirf anna hinaus stört die anderen"],
        "beendet jemandes Sitzung; der Platz am Tisch bleibt",
        wirf,
    ),
    v(
        &[&["sperre"], &["sperr"], &["sperren"]],
        &["sperre anna 3 tage beleidigt andere", "sperre 192.0.2.0/24 flutet", "sperre"],
        "lässt ein Konto, eine Adresse oder ein Netz nicht mehr herein; allein die Liste",
        sperre,
    ),
    v(
        &[&["entsperre"], &["entsperr"]],
        &["entsperre anna", "entsperre 192.0.2.0/24"],
        "lässt wieder herein",
        entsperre,
    ),
    v(
        &[&["stumm"]],
        &["stumm anna 2 stunden brüllt herum"],
        "nimmt jemandem das Wort; spielen darf er",
        stumm,
    ),
    v(&[&["laut"]], &["laut anna"], "gibt das Wort zurück", |r| match r {
        [wen] => Ok(Auftrag::Laut(name(wen))),
        _ => Err("Wer darf wieder sprechen? Zum Beispiel: laut anna"),
    }),
    v(
        &[&["beende", "tisch"]],
        &["beende tisch 17 hängt fest"],
        "beendet das Spiel an einem Tisch und zahlt die Einsätze zurück",
        beende_tisch,
    ),
    v(
        &[&["buche"], &["buch"]],
        &["buche 500 an anna verlorener Einsatz", "buche 20 spieltaler von anna Irrtum"],
        "bucht Geld zwischen dem Haus und jemandem",
        buche,
    ),
    v(&[&["rang"]], &["rang anna", "rang anna 1"], "zeigt oder ändert einen Rang", rang),
    v(&[&["protokoll"]], &["protokoll", "protokoll 50"], "zeigt, wer was verfügt hat", |r| {
        liste(r, Auftrag::Protokoll, "Wie viele Zeilen? Zum Beispiel: protokoll 50")
    }),
    v(&[&["meldungen"]], &["meldungen"], "zeigt, was Spieler über andere melden", |r| {
        liste(r, Auftrag::Meldungen, "Wie viele Meldungen? Zum Beispiel: meldungen 50")
    }),
    v(
        &[&["meldung"]],
        &["meldung 7", "meldung 7 erledigt"],
        "zeigt eine Meldung ganz oder hakt sie ab",
        meldung,
    ),
];

/// Reads a line as typed. `None`: no verb of the admins.
pub fn lies(roh: &str) -> Option<(&'static Verb, Lesung)> {
    // Every line that anybody types comes by here: most of them end at their first word.
    let first = bare(roh.split_whitespace().next()?);
    if !TAFEL.iter().flat_map(|v| v.worte).any(|w| w[0] == first) {
        return None;
    }
    let typed: Vec<&str> = roh.split_whitespace().collect();
    let folded: Vec<String> = typed.iter().take(3).map(|w| bare(w)).collect();
    TAFEL.iter().find_map(|verb| {
        let worte = verb.worte.iter().find(|w| begins(w, &folded))?;
        let any = worte.iter().zip(&typed).filter(|(w, _)| **w == "*").map(|(_, t)| *t);
        let rest: Vec<&str> = any.chain(typed[worte.len()..].iter().copied()).collect();
        Some((verb, (verb.lies)(&rest)))
    })
}

fn begins(worte: &[&str], folded: &[String]) -> bool {
    let fits = |(w, f): (&&str, &String)| *w == "*" || *w == f;
    worte.len() <= folded.len() && worte.iter().zip(folded).all(fits)
}

impl Verb {
    /// How it is called in the log.
    pub fn name(&self) -> String {
        self.worte[0].join(" ")
    }
}

/// Folded, without the marks that end a sentence.
fn bare(wort: &str) -> String {
    falte(wort.trim_end_matches(['.', '!', ',', '?']))
}

fn name(wort: &str) -> String {
    wort.trim_end_matches([',', ':', '.', '!']).to_string()
}

fn allein(rest: &[&str], auftrag: Auftrag, frage: &'static str) -> Lesung {
    if rest.is_empty() { Ok(auftrag) } else { Err(frage) }
}

fn liste(rest: &[&str], auftrag: fn(u32) -> Auftrag, frage: &'static str) -> Lesung {
    match rest {
        [] => Ok(auftrag(20)),
        [n] => n.parse().ok().filter(|n| (1..=500).contains(n)).map(auftrag).ok_or(frage),
        _ => Err(frage),
    }
}

/// A reason as it is told and kept: harmless and not too long. `None`: there is none.
fn grund(worte: &[&str]) -> Option<String> {
    let text: String = harmless(&worte.join(" ")).chars().take(REASON_LETTERS_MAX).collect();
    (!text.trim().is_empty()).then_some(text)
}

fn rufe_aus(rest: &[&str]) -> Lesung {
    if rest.is_empty() {
        return Err("Was sollen alle hören? Zum Beispiel: rufe aus Um zehn gibt es Kuchen");
    }
    Ok(Auftrag::RufeAus(harmless(&rest.join(" "))))
}

fn herunterfahren(rest: &[&str]) -> Lesung {
    const FRAGE: &str = "In wie vielen Minuten? Zum Beispiel: herunterfahren in 10. \
        Doch nicht: herunterfahren ab";
    const MAX_S: u64 = 86_400;
    let words: Vec<String> = rest.iter().map(|w| bare(w)).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (n, unit_s) = match words[..] {
        ["ab" | "abbrechen" | "nicht" | "doch", ..] => return Ok(Auftrag::HerunterfahrenAb),
        ["sofort" | "jetzt"] => ("0", 1),
        ["in", n] | ["in", n, "minute" | "minuten" | "min"] => (n, 60),
        ["in", n, "sekunde" | "sekunden" | "sek"] => (n, 1),
        _ => return Err(FRAGE),
    };
    let seconds = n.parse::<u64>().ok().and_then(|n| n.checked_mul(unit_s));
    seconds.filter(|s| *s <= MAX_S).map(Auftrag::Herunterfahren).ok_or(FRAGE)
}

/// `wirf anna hinaus GRUND` and `wirf hinaus anna GRUND`.
fn wirf(rest: &[&str]) -> Lesung {
    let [wen, worte @ ..] = rest else {
        return Err("Wen, und warum? Zum Beispiel: wirf anna hinaus stört die anderen");
    };
    match grund(worte) {
        Some(grund) => Ok(Auftrag::WirfHinaus { wen: name(wen), grund }),
        None => Err("Warum? Der Grund wird gesagt und festgehalten: wirf anna hinaus GRUND"),
    }
}

/// "3 tage" in front of a reason; "immer" or nothing is without end. A number alone is no reason: somebody has
/// forgotten what it counts, and would shut somebody out for ever.
fn frist<'a, 'b>(worte: &'a [&'b str]) -> Option<(Option<u64>, &'a [&'b str])> {
    const JAHRE_S: u64 = 10 * 365 * 86_400;
    let [first, rest @ ..] = worte else { return Some((None, worte)) };
    if bare(first) == "immer" {
        return Some((None, rest));
    }
    let digits = first.parse::<i64>().ok();
    let Some(n) = digits.or_else(|| deutsch::zahlwort(&bare(first))) else {
        return Some((None, worte));
    };
    let unit_s = rest.first().and_then(|unit| unit_s(&bare(unit)));
    match unit_s {
        Some(unit_s) => {
            let frist_s = u64::try_from(n).ok()?.checked_mul(unit_s);
            Some((Some(frist_s.filter(|s| (1..=JAHRE_S).contains(s))?), &rest[1..]))
        }
        // "eine Beleidigung" begins with a number word, too.
        None if digits.is_none() && !rest.is_empty() => Some((None, worte)),
        None => None,
    }
}

fn unit_s(wort: &str) -> Option<u64> {
    match wort {
        "minute" | "minuten" | "min" => Some(60),
        "stunde" | "stunden" | "std" => Some(3600),
        "tag" | "tage" | "tagen" => Some(86_400),
        "woche" | "wochen" => Some(7 * 86_400),
        _ => None,
    }
}

const FRIST: &str = "Wie lange? Nenn Minuten, Stunden, Tage oder Wochen, zum Beispiel 3 tage; \
    ohne Frist gilt es, bis Du es aufhebst.";

fn ziel(wort: &str) -> Ziel {
    let adresse = wort.trim_matches(['[', ']', ',']);
    Netz::parse(adresse).map_or_else(|| Ziel::Konto(name(wort)), Ziel::Netz)
}

fn sperre(rest: &[&str]) -> Lesung {
    let [wen, worte @ ..] = rest else { return Ok(Auftrag::Sperren) };
    let (frist_s, worte) = frist(worte).ok_or(FRIST)?;
    let ziel = ziel(wen);
    if matches!(&ziel, Ziel::Netz(n) if n.is_too_wide()) {
        return Err("So ein weites Netz träfe auch alle anderen. Nenn ein engeres.");
    }
    if matches!(&ziel, Ziel::Konto(n) if n.contains(['.', ':', '/'])) {
        return Err(
            "Das ist weder ein Name noch eine Adresse. Zum Beispiel: sperre 192.0.2.0/24 flutet",
        );
    }
    let grund = grund(worte).ok_or("Warum? Zum Beispiel: sperre anna 3 tage beleidigt andere")?;
    Ok(Auftrag::Sperre { ziel, frist_s, grund })
}

fn entsperre(rest: &[&str]) -> Lesung {
    match rest {
        [wen] => Ok(Auftrag::Entsperre(ziel(wen))),
        _ => Err("Wen lässt Du wieder herein? Zum Beispiel: entsperre anna"),
    }
}

fn stumm(rest: &[&str]) -> Lesung {
    const FRAGE: &str = "Wen, und warum? Zum Beispiel: stumm anna 2 stunden brüllt herum";
    let [wen, worte @ ..] = rest else { return Err(FRAGE) };
    let (frist_s, worte) = frist(worte).ok_or(FRIST)?;
    let grund = grund(worte).ok_or(FRAGE)?;
    Ok(Auftrag::Stumm { wen: name(wen), frist_s, grund })
}

fn beende_tisch(rest: &[&str]) -> Lesung {
    const FRAGE: &str = "Welchen Tisch, und warum? Die Nummern zeigt tische. \
        Zum Beispiel: beende tisch 17 hängt fest";
    let [nr, worte @ ..] = rest else { return Err(FRAGE) };
    let nr = nr.parse().ok().filter(|n: &i64| *n > 0).ok_or(FRAGE)?;
    Ok(Auftrag::BeendeTisch { nr, grund: grund(worte).ok_or(FRAGE)? })
}

fn buche(rest: &[&str]) -> Lesung {
    const FRAGE: &str = "Wie viel, an wen oder von wem, und warum? \
        Zum Beispiel: buche 500 an anna verlorener Einsatz";
    let [n, worte @ ..] = rest else { return Err(FRAGE) };
    let (waehrung, worte) = match worte.split_first().map(|(w, r)| (bare(w), r)) {
        Some((w, r)) if w == "taler" => (Waehrung::Taler, r),
        Some((w, r)) if w == "spieltaler" || w == "spielgeld" => (Waehrung::Spielgeld, r),
        _ => (Waehrung::Taler, worte),
    };
    let [wohin, wem, worte @ ..] = worte else { return Err(FRAGE) };
    let sign = match bare(wohin).as_str() {
        "an" => 1,
        "von" => -1,
        _ => return Err(FRAGE),
    };
    let betrag = crate::satz::zahl(&[*n], &[]).ok();
    let betrag = betrag.filter(|n| (1..=crate::limits::AMOUNT_MAX).contains(n)).ok_or(FRAGE)?;
    let grund = grund(worte).ok_or("Warum? Der Grund steht danach im Geldbuch.")?;
    Ok(Auftrag::Buche { wem: name(wem), waehrung, betrag: sign * betrag, grund })
}

fn rang(rest: &[&str]) -> Lesung {
    const FRAGE: &str = "Wessen Rang? Zum Beispiel: rang anna. Ändern: rang anna 1. \
        0 spielt, 1 hütet das Haus.";
    match rest {
        [wen] => Ok(Auftrag::Rang { wen: name(wen), rang: None }),
        [wen, "0"] => Ok(Auftrag::Rang { wen: name(wen), rang: Some(0) }),
        [wen, "1"] => Ok(Auftrag::Rang { wen: name(wen), rang: Some(1) }),
        _ => Err(FRAGE),
    }
}

fn meldung(rest: &[&str]) -> Lesung {
    const FRAGE: &str = "Welche? Zum Beispiel: meldung 7. Abhaken: meldung 7 erledigt";
    match rest {
        [nr] => nr.parse().map(Auftrag::Meldung).map_err(|_| FRAGE),
        [nr, w] if bare(w) == "erledigt" => nr.parse().map(Auftrag::Erledigt).map_err(|_| FRAGE),
        _ => Err(FRAGE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::befehle;
    use crate::satz::Satz;

    fn auftrag(line: &str) -> Auftrag {
        lies(line).unwrap_or_else(|| panic!("{line}")).1.unwrap_or_else(|f| panic!("{line}: {f}"))
    }

    #[test]
    fn every_example_is_understood_and_no_word_of_a_player_is_taken_away() {
        for beispiel in TAFEL.iter().flat_map(|v| v.beispiele) {
            auftrag(beispiel);
            let upper = beispiel.to_uppercase();
            assert!(lies(&upper).is_some(), "{upper}");
            // Players shout with `rufe` and throw a card with `wirf`.
            let player = befehle::lies(&Satz::new(beispiel));
            let shouts = matches!(player, befehle::Lesung::Befehl(befehle::Befehl::Rufe(_)));
            let throws = player == befehle::Lesung::AmTisch("spiele");
            let unknown = player == befehle::Lesung::Unbekannt;
            assert!(unknown || shouts || throws, "{beispiel} means something: {player:?}");
        }
        for line in ["rufe hallo", "wirf herz dame", "wirf karo 7", "wer", "tisch", "melde anna"] {
            assert!(lies(line).is_none(), "{line} stays what it is for everybody");
        }
    }

    /// Whoever sees these words in a list or a hint knows that they exist.
    #[test]
    fn no_table_of_players_knows_a_word_of_the_admins() {
        for verb in TAFEL {
            let name = verb.name();
            let rufe = name == "rufe aus";
            assert!(rufe || befehle::tafel::by_name(&name).is_none(), "{name}");
            let near = befehle::tafel::nearest(&name);
            assert_ne!(near, Some(name.as_str()), "{name}");
        }
    }

    #[test]
    fn bans_have_a_target_a_span_and_a_reason() {
        let grund = || "wegen Streit".to_string();
        let anna = || Ziel::Konto("anna".to_string());
        let netz = |s| Ziel::Netz(Netz::parse(s).unwrap());
        for (line, ziel, frist_s) in [
            ("sperre anna 3 tage wegen Streit", anna(), Some(259_200)),
            ("Sperre anna, immer wegen Streit", anna(), None),
            ("sperre anna wegen Streit", anna(), None),
            ("sperre anna drei Tage wegen Streit", anna(), Some(259_200)),
            ("sperre anna eine Woche wegen Streit", anna(), Some(604_800)),
            ("sperre 192.0.2.7 1 woche wegen Streit", netz("192.0.2.7"), Some(604_800)),
            ("sperre ::ffff:192.0.2.7 wegen Streit", netz("192.0.2.7"), None),
            ("sperre [2001:db8::1] 30 min wegen Streit", netz("2001:db8::/64"), Some(1800)),
            ("sperre 2001:db8::/48 wegen Streit", netz("2001:db8::/48"), None),
        ] {
            assert_eq!(auftrag(line), Auftrag::Sperre { ziel, frist_s, grund: grund() }, "{line}");
        }
        for line in [
            "sperre anna",
            "sperre anna 3 tage",
            "sperre anna 3",
            "sperre anna drei",
            "sperre anna -3 tage Streit",
            "sperre anna 0 tage Streit",
            "stumm anna 2",
            "sperre anna 3 äonen Streit",
            "sperre anna 99999999 wochen Streit",
            "sperre 0.0.0.0/0 alle",
            "sperre 192.0.2 Streit",
            "sperre 192.0.2.0/40 Streit",
        ] {
            assert!(lies(line).unwrap().1.is_err(), "{line}");
        }
    }

    #[test]
    fn a_reason_may_begin_with_a_number_word() {
        let grund = "eine Beleidigung".to_string();
        let want = Auftrag::Sperre { ziel: Ziel::Konto("anna".into()), frist_s: None, grund };
        assert_eq!(auftrag("sperre anna eine Beleidigung"), want);
    }

    #[test]
    fn money_has_a_direction_and_a_reason() {
        let buche = |waehrung, betrag| Auftrag::Buche {
            wem: "Anna".to_string(),
            waehrung,
            betrag,
            grund: "ein Irrtum".to_string(),
        };
        for (line, want) in [
            ("buche 500 an Anna ein Irrtum", buche(Waehrung::Taler, 500)),
            ("buche 1.500 taler von Anna ein Irrtum", buche(Waehrung::Taler, -1500)),
            ("buche 5 spieltaler an Anna ein Irrtum", buche(Waehrung::Spielgeld, 5)),
        ] {
            assert_eq!(auftrag(line), want, "{line}");
        }
        for line in [
            "buche",
            "buche 500 an Anna",
            "buche -5 an Anna Irrtum",
            "buche 0 an Anna Irrtum",
            "buche 1,5 an Anna Irrtum",
            "buche 99999999999999999999 an Anna Irrtum",
            "buche 500 Anna Irrtum",
        ] {
            assert!(lies(line).unwrap().1.is_err(), "{line}");
        }
    }

    #[test]
    fn the_house_closes_after_minutes_or_seconds_or_does_not() {
        for (line, want) in [
            ("herunterfahren in 10", Auftrag::Herunterfahren(600)),
            ("fahre herunter in 1 Minute", Auftrag::Herunterfahren(60)),
            ("herunterfahren in 30 sekunden", Auftrag::Herunterfahren(30)),
            ("herunterfahren sofort", Auftrag::Herunterfahren(0)),
            ("herunterfahren ab", Auftrag::HerunterfahrenAb),
            ("Herunterfahren abbrechen!", Auftrag::HerunterfahrenAb),
        ] {
            assert_eq!(auftrag(line), want, "{line}");
        }
        for line in ["herunterfahren", "herunterfahren in -1", "herunterfahren in 99999"] {
            assert!(lies(line).unwrap().1.is_err(), "{line}");
        }
    }

    #[test]
    fn an_order_that_lacks_something_is_asked_for_it() {
        for (line, asked) in [
            ("sperre anna 3 äonen", "Wie lange? Nenn Minuten, Stunden, Tage oder Wochen"),
            (
                "sperre 0.0.0.0/0 alle",
                "So ein weites Netz träfe auch alle anderen. Nenn ein engeres.",
            ),
            ("buche 5 an anna", "Warum? Der Grund steht danach im Geldbuch."),
            ("rang anna 7", "Wessen Rang? Zum Beispiel: rang anna. Ändern: rang anna 1."),
            ("rufe aus", "Was sollen alle hören?"),
            ("meldung eins", "Welche? Zum Beispiel: meldung 7."),
        ] {
            let frage = lies(line).unwrap().1.unwrap_err();
            assert!(frage.starts_with(asked), "{line}: {frage}");
        }
    }

    #[test]
    fn control_characters_in_a_reason_reach_nobody() {
        let Auftrag::WirfHinaus { grund, .. } = auftrag("wirf anna hinaus \u{1b}[2Jpfui\u{7}")
        else {
            panic!("another order");
        };
        assert!(!grund.contains(char::is_control) && grund.contains("pfui"), "{grund:?}");
        assert!(lies("wirf anna hinaus").unwrap().1.is_err());
    }
}
