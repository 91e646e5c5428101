//! What people type outside of games, as meaning: one fixed table of words, no guessing of beginnings. Pure;
//! rooms, the hub and the session carry it out.

use crate::satz::{Satz, stamm, zahl};

/// Something typed that is no move of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Befehl {
    Schau,
    Ausgaenge,
    Betrachte(Vec<String>),
    Lies(Vec<String>),
    Sinn(Sinn, Vec<String>),
    /// Words behind "gehe", or a direction alone.
    Gehe(Vec<String>),
    Sage(String),
    Fluestere {
        wem: String,
        text: String,
    },
    Frage {
        wen: String,
        text: String,
    },
    Emote(String),
    /// "Annas Hut fällt".
    EmoteGenitiv(String),
    Teile {
        wem: String,
        text: String,
    },
    Erwidere(String),
    SetzDich(Option<u32>),
    SchauZu(Option<u32>),
    SchauWeg,
    Regeln,
    Spuele,
    Wer,
    Finger(String),
    Kurier(Vec<String>),
    KurierRede {
        kanal: String,
        text: String,
    },
    Geld,
    Erfahrung,
    Bestenliste(Vec<String>),
    Hilfe(Vec<String>),
    Ausgabe(Vec<String>),
    Umgang(Laenge),
    Zeichensatz(Option<String>),
    Wiederhole,
    Ende,
    /// Without the question that a running game would ask.
    EndeSofort,
    SchlafeEin,
    Passwort,
    Notiz(Notiz, String),
    Uhrzeit,
    Inventar,
    /// Only the house may use it; for others it does not exist.
    Admin(Vec<String>),
}

/// A sense other than sight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sinn {
    Riechen,
    Lauschen,
    Tasten,
}

/// How much of a room is shown when walking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Laenge {
    Lang,
    Kurz,
    Ultrakurz,
}

/// A note for the admin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notiz {
    Fehler,
    Idee,
}

/// What could not be understood although the verb is known: one question back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lesung {
    Befehl(Befehl),
    /// The verb is known, a part is missing.
    Fehlt(&'static str),
    /// No such verb.
    Unbekannt,
}

/// Abbreviations: fixed, whole words only. Shown by `hilfe abkürzungen`.
const KURZ: [(&str, &str); 9] = [
    ("b", "betracht"),
    ("betr", "betracht"),
    ("unt", "untersuch"),
    ("l", "schau"),
    ("i", "inv"),
    ("tm", "tm"),
    ("x", "untersuch"),
    ("sag", "sag"),
    ("?", "hilf"),
];

/// Reads a line. Never guesses: an unknown word is [`Lesung::Unbekannt`].
pub fn lies(satz: &Satz) -> Lesung {
    if let Some(l) = zeichen(satz) {
        return l;
    }
    let worte = satz.worte();
    let Some(first) = worte.first() else { return Lesung::Unbekannt };
    let verb = KURZ
        .iter()
        .find(|(k, _)| k == first)
        .map_or_else(|| stamm(first), |(_, v)| (*v).to_string());
    let rest: Vec<String> = worte[1..].iter().map(|w| (*w).to_string()).collect();
    reden(satz, &verb)
        .or_else(|| sehen(&verb, &rest))
        .or_else(|| tisch(&verb, &rest))
        .or_else(|| leute(satz, &verb, &rest))
        .or_else(|| haus(satz, &verb, &rest))
        .unwrap_or(Lesung::Unbekannt)
}

/// Lines that begin with a sign: speech, emote, the Kurier.
fn zeichen(satz: &Satz) -> Option<Lesung> {
    let roh = satz.roh.as_str();
    let text = |n: usize| roh[n..].trim().to_string();
    Some(match roh.chars().next()? {
        '\'' => needs(text(1), "Was willst Du sagen?", Befehl::Sage),
        ':' => needs(text(1), "Was willst Du tun? Zum Beispiel: :lächelt.", Befehl::Emote),
        ';' => needs(
            text(1),
            "Was ist damit? Zum Beispiel: ;Hut fällt herunter.",
            Befehl::EmoteGenitiv,
        ),
        '+' => {
            let (kanal, text) = roh[1..].split_once([' ', ':']).unwrap_or((&roh[1..], ""));
            let kanal = kanal.to_string();
            needs(text.trim().to_string(), "Was willst Du in den Kurier setzen?", |text| {
                Befehl::KurierRede { kanal, text }
            })
        }
        _ => return None,
    })
}

fn needs(text: String, frage: &'static str, f: impl FnOnce(String) -> Befehl) -> Lesung {
    if text.is_empty() { Lesung::Fehlt(frage) } else { Lesung::Befehl(f(text)) }
}

/// Raw words with their position, for speech: the text behind is kept as typed.
fn reden(satz: &Satz, verb: &str) -> Option<Lesung> {
    let roh: Vec<&str> = satz.roh.split_whitespace().collect();
    let wem = |i: usize| {
        roh.get(i).map(|w| w.trim_end_matches([',', ':']).to_string()).unwrap_or_default()
    };
    let filler = |i: usize, allowed: &[&str]| {
        roh.get(i).is_some_and(|w| {
            allowed.contains(&crate::satz::falte(w.trim_end_matches([',', ':'])).as_str())
        })
    };
    Some(match verb {
        "sag" | "sprich" | "red" if !(verb == "red" && filler(1, &["mit"])) => {
            needs(satz.text_nach(1).to_string(), "Was willst Du sagen?", Befehl::Sage)
        }
        "teil" | "tm" | "erzaehl" | "red" => {
            let name = if filler(1, &["mit"]) { 2 } else { 1 };
            let skip = name + 1 + usize::from(filler(name + 1, &["mit"]));
            zu_zweit(
                wem(name),
                satz.text_nach(skip),
                "Wem willst Du was mitteilen? Zum Beispiel: teile anna mit hallo",
                |wem, text| Befehl::Teile { wem, text },
            )
        }
        "fluester" | "fluestr" => {
            let name = if filler(1, &["zu"]) { 2 } else { 1 };
            let skip = name + 1 + usize::from(filler(name + 1, &["zu"]));
            zu_zweit(
                wem(name),
                satz.text_nach(skip),
                "Wem willst Du was zuflüstern? Zum Beispiel: flüstere anna zu hallo",
                |wem, text| Befehl::Fluestere { wem, text },
            )
        }
        "frag" => {
            let skip = 2 + usize::from(filler(2, &["nach"]));
            zu_zweit(
                wem(1),
                satz.text_nach(skip),
                "Wen willst Du was fragen? Zum Beispiel: frage oleg nach regeln",
                |wen, text| Befehl::Frage { wen, text },
            )
        }
        "erwider" | "antwort" => {
            needs(satz.text_nach(1).to_string(), "Was willst Du erwidern?", Befehl::Erwidere)
        }
        "emot" => needs(satz.text_nach(1).to_string(), "Was willst Du tun?", Befehl::Emote),
        _ => return None,
    })
}

fn zu_zweit(
    wem: String,
    text: &str,
    frage: &'static str,
    f: impl FnOnce(String, String) -> Befehl,
) -> Lesung {
    if wem.is_empty() || text.is_empty() {
        return Lesung::Fehlt(frage);
    }
    Lesung::Befehl(f(wem, text.to_string()))
}

fn sehen(verb: &str, rest: &[String]) -> Option<Lesung> {
    let words: Vec<&str> = rest.iter().map(String::as_str).collect();
    Some(Lesung::Befehl(match (verb, &words[..]) {
        ("schau" | "sieh" | "guck", [] | ["um"] | ["genau"] | ["dich", "um"]) => Befehl::Schau,
        ("schau" | "sieh" | "guck", ["zu", ..] | [.., "zu"]) => {
            let nr = words.iter().find_map(|w| w.parse().ok());
            Befehl::SchauZu(nr)
        }
        ("schau" | "sieh", ["weg"]) => Befehl::SchauWeg,
        ("schau" | "sieh" | "guck", [rest @ .., "an"]) => Befehl::Betrachte(own(rest)),
        ("schau" | "sieh" | "guck" | "betracht" | "untersuch", [_, ..]) => {
            Befehl::Betrachte(own(&words))
        }
        ("betracht" | "untersuch", []) => return Some(Lesung::Fehlt("Was willst Du betrachten?")),
        ("zuschau", _) => Befehl::SchauZu(words.iter().find_map(|w| w.parse().ok())),
        ("lies", []) => return Some(Lesung::Fehlt("Was willst Du lesen?")),
        ("lies", _) => Befehl::Lies(own(&words)),
        ("riech" | "schnupper", _) => Befehl::Sinn(Sinn::Riechen, own(&words)),
        ("lausch" | "hoer" | "horch", _) => Befehl::Sinn(Sinn::Lauschen, own(&words)),
        ("tast" | "befuehl" | "fuehl", _) => Befehl::Sinn(Sinn::Tasten, own(&words)),
        ("ausgaeng" | "aus" | "ausgang", []) => Befehl::Ausgaenge,
        ("geh" | "lauf" | "klett" | "kletter" | "wand", []) => {
            return Some(Lesung::Fehlt("Wohin willst Du gehen?"));
        }
        ("geh" | "lauf" | "kletter" | "klett" | "steig", [_, ..]) => Befehl::Gehe(own(&words)),
        _ => return None,
    }))
}

fn own(words: &[&str]) -> Vec<String> {
    words.iter().map(|w| (*w).to_string()).collect()
}

fn tisch(verb: &str, rest: &[String]) -> Option<Lesung> {
    let words: Vec<&str> = rest.iter().map(String::as_str).collect();
    Some(Lesung::Befehl(match (verb, &words[..]) {
        ("setz", ["dich" | "mich" | "hin", rest @ ..]) => {
            Befehl::SetzDich(rest.iter().find_map(|w| w.parse().ok()))
        }
        ("hinsetz" | "platz", []) => Befehl::SetzDich(None),
        ("regel" | "regeln" | "regelwerk", []) => Befehl::Regeln,
        ("spuel", _) => Befehl::Spuele,
        ("wasch", ["glaeser", ..]) => Befehl::Spuele,
        _ => return None,
    }))
}

fn leute(satz: &Satz, verb: &str, rest: &[String]) -> Option<Lesung> {
    let worte = satz.worte();
    Some(Lesung::Befehl(match (worte.first().copied().unwrap_or(""), verb) {
        ("wer" | "kwer" | "kkwer" | "who", _) if rest.len() <= 1 => Befehl::Wer,
        ("finger", _) => match rest {
            [name, ..] => Befehl::Finger(name.clone()),
            [] => {
                return Some(Lesung::Fehlt(
                    "Über wen willst Du etwas wissen? Zum Beispiel: finger anna",
                ));
            }
        },
        ("kurier" | "ebenen" | "kanal" | "kanaele" | "zeitung", _) => Befehl::Kurier(rest.to_vec()),
        ("geld" | "boerse" | "taler", _) => Befehl::Geld,
        ("erfahrung" | "info", _) => Befehl::Erfahrung,
        ("bestenliste" | "topliste" | "top", _) => Befehl::Bestenliste(rest.to_vec()),
        ("i" | "inv" | "inventar" | "inventur" | "ausr" | "ausruestung", _) => Befehl::Inventar,
        _ => return None,
    }))
}

fn haus(satz: &Satz, verb: &str, rest: &[String]) -> Option<Lesung> {
    let words: Vec<&str> = rest.iter().map(String::as_str).collect();
    let worte = satz.worte();
    let first = worte.first().copied().unwrap_or("");
    Some(Lesung::Befehl(match (first, verb) {
        (_, "hilf") | ("man", _) => Befehl::Hilfe(rest.to_vec()),
        ("kommandos" | "befehle", _) => Befehl::Hilfe(vec!["befehle".into()]),
        ("ausgabe" | "einstellungen", _) => Befehl::Ausgabe(rest.to_vec()),
        ("grafik" | "farbe" | "prompt" | "breite", _) => Befehl::Ausgabe(own(&worte)),
        ("leser" | "screenreader", _) if words.is_empty() => Befehl::Ausgabe(vec!["leser".into()]),
        ("lang", _) if words.is_empty() => Befehl::Umgang(Laenge::Lang),
        ("kurz", _) if words.is_empty() => Befehl::Umgang(Laenge::Kurz),
        ("ultrakurz", _) if words.is_empty() => Befehl::Umgang(Laenge::Ultrakurz),
        ("zeichensatz", _) => Befehl::Zeichensatz(words.first().map(|w| (*w).to_string())),
        ("wiederhole" | "wiederhol" | "nochmal", _) if words.is_empty() => Befehl::Wiederhole,
        ("ende" | "quit" | "logout", _) if words.is_empty() => Befehl::Ende,
        ("ende" | "quit" | "logout", _) if words == ["sofort"] => Befehl::EndeSofort,
        (_, "schlaf") if words.is_empty() && satz.alle_worte().last() == Some(&"ein") => {
            Befehl::SchlafeEin
        }
        ("einschlafen", _) => Befehl::SchlafeEin,
        ("passwort", _) => Befehl::Passwort,
        ("fehler" | "bug" | "typo", _) => return Some(notiz(satz, Notiz::Fehler)),
        ("idee", _) => return Some(notiz(satz, Notiz::Idee)),
        ("uhrzeit" | "uhr", _) => Befehl::Uhrzeit,
        ("neu", _) if matches!(words[..], ["laden"]) => Befehl::Admin(own(&worte)),
        (_, "herunterfahr") => Befehl::Admin(own(&worte)),
        _ => return None,
    }))
}

fn notiz(satz: &Satz, art: Notiz) -> Lesung {
    let text = satz.text_nach(1).to_string();
    needs(text, "Was willst Du melden? Schreib es gleich dahinter.", |text| {
        Befehl::Notiz(art, text)
    })
}

/// A number behind a word, where one may stand.
pub fn anzahl(worte: &[String]) -> Option<usize> {
    let worte: Vec<&str> = worte.iter().map(String::as_str).collect();
    zahl(&worte, &[]).ok().and_then(|n| usize::try_from(n).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gelesen(line: &str) -> Befehl {
        match lies(&Satz::new(line)) {
            Lesung::Befehl(b) => b,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn speech_is_kept_as_typed() {
        assert_eq!(gelesen("sage  Der Wirt, Größe!"), Befehl::Sage("Der Wirt, Größe!".into()));
        assert_eq!(gelesen("'Hallo  Du"), Befehl::Sage("Hallo  Du".into()));
        let teile = Befehl::Teile { wem: "Anna".into(), text: "Hallo  Du".into() };
        for line in [
            "teile Anna mit Hallo  Du",
            "tm Anna Hallo  Du",
            "erzähle Anna Hallo  Du",
            "rede mit Anna Hallo  Du",
        ] {
            assert_eq!(gelesen(line), teile, "{line}");
        }
        let leise = Befehl::Fluestere { wem: "Anna".into(), text: "psst".into() };
        assert_eq!(gelesen("flüstere Anna zu psst"), leise);
        assert_eq!(gelesen("fluestere Anna psst"), leise);
        assert_eq!(gelesen(":lächelt."), Befehl::Emote("lächelt.".into()));
    }

    #[test]
    fn looking_has_its_many_words() {
        for line in ["schau", "Schau", "SCHAU", "l", "schaue um", "sieh"] {
            assert_eq!(gelesen(line), Befehl::Schau, "{line}");
        }
        for line in [
            "schau den Kronleuchter an",
            "betrachte Kronleuchter",
            "unt kronleuchter",
            "b kronleuchter",
        ] {
            assert_eq!(gelesen(line), Befehl::Betrachte(vec!["kronleuchter".into()]), "{line}");
        }
        assert_eq!(gelesen("schau zu"), Befehl::SchauZu(None));
        assert_eq!(gelesen("schau an tisch 2 zu"), Befehl::SchauZu(Some(2)));
    }

    #[test]
    fn a_word_that_only_begins_like_a_command_is_unknown() {
        for line in [
            "endeavour",
            "ende der welt",
            "endlich",
            "sagenhaft",
            "werwolf",
            "nordlicht",
            "i am kein befehl x",
        ] {
            let lesung = lies(&Satz::new(line));
            assert!(
                matches!(lesung, Lesung::Unbekannt | Lesung::Befehl(Befehl::Inventar)),
                "{line}: {lesung:?}"
            );
        }
        assert_eq!(lies(&Satz::new("endlich")), Lesung::Unbekannt);
    }

    #[test]
    fn a_missing_part_is_asked_for() {
        for line in ["sage", "teile anna", "flüstere", "betrachte", ":", "finger"] {
            assert!(matches!(lies(&Satz::new(line)), Lesung::Fehlt(_)), "{line}");
        }
    }

    #[test]
    fn sitting_and_leaving() {
        assert_eq!(gelesen("setz dich an tisch 2"), Befehl::SetzDich(Some(2)));
        assert_eq!(gelesen("setze dich"), Befehl::SetzDich(None));
        for line in ["schlaf ein", "schlafe ein", "Schlafe jetzt ein."] {
            assert_eq!(gelesen(line), Befehl::SchlafeEin, "{line}");
        }
        assert_eq!(gelesen("Ende."), Befehl::Ende);
        assert_eq!(gelesen("ende sofort"), Befehl::EndeSofort);
    }
}
