//! What people type outside of games, as meaning: one fixed table of words, no guessing of beginnings. Pure;
//! rooms, the hub and the session carry it out.

pub mod hueten;
pub mod tafel;
pub mod woanders;

use self::tafel::{Eintrag, Wo};
use crate::satz::{Satz, falte, zahl};
use crate::seele::{self, Regung};

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
    /// The rules of the games here: all, short, or what they say about something.
    Regeln(Vec<String>),
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
    Seele(Regung),
    /// Switches somebody off or on; without a name the list.
    Ignoriere(Option<String>),
    Erwarte(Option<String>),
    /// What was told from afar lately.
    Tmhist,
    /// Away, with or without a reason; or back.
    Weg(Option<String>),
    Rufe(String),
    Verben,
    /// What is possible at this place.
    Kommandos,
    /// Goes on in a long text.
    Mehr,
    /// The tour of the first evening: `None` says where it stands.
    Rundgang(Option<bool>),
    /// Dealing is not done by hand.
    TeileAus,
    /// Tells those who look after the house about somebody, with or without a reason.
    Melde {
        wen: String,
        grund: String,
    },
}

impl Befehl {
    /// Puts words or feelings of this person before others, through whatever door. House people are no others.
    pub fn is_rede(&self) -> bool {
        matches!(
            self,
            Self::Sage(_)
                | Self::Fluestere { .. }
                | Self::Frage { .. }
                | Self::Emote(_)
                | Self::EmoteGenitiv(_)
                | Self::Teile { .. }
                | Self::Erwidere(_)
                | Self::KurierRede { .. }
                | Self::Rufe(_)
                | Self::Seele(_)
                | Self::Weg(Some(_))
        )
    }
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

/// What a line turned out to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lesung {
    Befehl(Befehl),
    /// The verb is known, a part is missing: one question back.
    Fehlt(&'static str),
    /// A word that means something at a table only: its name.
    AmTisch(&'static str),
    /// No such verb.
    Unbekannt,
}

/// Reads a line. Never guesses: an unknown word is [`Lesung::Unbekannt`].
pub fn lies(satz: &Satz) -> Lesung {
    if let Some(l) = zeichen(satz) {
        return l;
    }
    let worte = satz.worte();
    let Some(first) = worte.first() else { return Lesung::Unbekannt };
    let rest: Vec<&str> = worte[1..].to_vec();
    let Some(eintrag) = tafel::find(first) else {
        return match seele::lies(satz) {
            Some(seele::Lesung::Regung(r)) => Lesung::Befehl(Befehl::Seele(r)),
            Some(seele::Lesung::Fehlt(frage)) => Lesung::Fehlt(frage),
            None => woanders::answer(first).map_or(Lesung::Unbekannt, Lesung::Fehlt),
        };
    };
    let said = reden(satz, eintrag.name)
        .or_else(|| sehen(eintrag.name, first, &rest))
        .or_else(|| leute(satz, eintrag.name, &rest))
        .or_else(|| haus(satz, eintrag.name, &rest));
    said.unwrap_or_else(|| anderswo(eintrag, &worte))
}

/// A word of the table where nothing else fits: with surplus words it is none.
fn anderswo(eintrag: &'static Eintrag, worte: &[&str]) -> Lesung {
    match (eintrag.wo, worte) {
        (Wo::Ueberall, _) => Lesung::Unbekannt,
        // "Was ist Trumpf" asks for the rules; "was ist das" for nothing that there is.
        (_, ["was", "ist", thing]) if !["das", "dies", "los"].contains(thing) => {
            Lesung::Befehl(Befehl::Regeln(own(&[thing])))
        }
        (_, ["was", "kann" | "darf" | "muss" | "soll", ..]) => Lesung::Befehl(Befehl::Kommandos),
        (_, ["was", ..]) => Lesung::Unbekannt,
        (_, ["zeit"]) => Lesung::Befehl(Befehl::Uhrzeit),
        (_, ["punkte"]) => Lesung::Befehl(Befehl::Erfahrung),
        _ => Lesung::AmTisch(eintrag.name),
    }
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
        '+' => kurier_rede(&roh[1..]),
        '-' => kanal(&roh[1..]),
        '&' | '^' => Lesung::Fehlt(woanders::ABKUERZEN),
        _ => return None,
    })
}

/// A channel as other houses write it: `-plausch hallo`, `-plausch+`, `-plausch-`, `-plausch*20`, `-?`.
fn kanal(roh: &str) -> Lesung {
    let kurier = |worte: &[&str]| Lesung::Befehl(Befehl::Kurier(own(worte)));
    let name = |end: &str| roh.strip_suffix(end).filter(|n| !n.contains([' ', ':']));
    if roh == "!" || name("?").is_some() {
        return kurier(&[]);
    }
    match (name("+"), name("-"), roh.split_once('*')) {
        (Some(kanal), _, _) if !kanal.is_empty() => kurier(&[&falte(kanal), "an"]),
        (_, Some(kanal), _) if !kanal.is_empty() => kurier(&[&falte(kanal), "aus"]),
        (_, _, Some((_, n))) if n.parse::<u32>().is_ok() => kurier(&["letzte", n]),
        _ if roh.starts_with(|c: char| c.is_ascii_digit()) => Lesung::Unbekannt,
        _ => kurier_rede(roh),
    }
}

fn kurier_rede(roh: &str) -> Lesung {
    let (kanal, text) = roh.split_once([' ', ':']).unwrap_or((roh, ""));
    let kanal = kanal.to_string();
    needs(text.trim().to_string(), "Was willst Du in den Kurier setzen?", |text| {
        Befehl::KurierRede { kanal, text }
    })
}

fn needs(text: String, frage: &'static str, f: impl FnOnce(String) -> Befehl) -> Lesung {
    if text.is_empty() { Lesung::Fehlt(frage) } else { Lesung::Befehl(f(text)) }
}

/// Speech: the text behind is kept as typed, wherever the verb stands.
fn reden(satz: &Satz, name: &str) -> Option<Lesung> {
    let roh: Vec<&str> = satz.roh.split_whitespace().collect();
    let v = satz.bis_verb();
    let is = |i: usize, allowed: &[&str]| {
        roh.get(i).is_some_and(|w| allowed.contains(&falte(bare_name(w)).as_str()))
    };
    let skip = |i: usize, words: &[&str]| i + usize::from(is(i, words));
    let text = || satz.text_nach(v).to_string();
    // Behind the name, which may have an article or "mit" in front: `teile der Anna mit: ...`.
    let wem = |partikel: &[&str]| {
        let at = skip(skip(v, partikel), &["der", "dem", "die", "den"]);
        let name = roh.get(at).map(|w| bare_name(w).to_string()).unwrap_or_default();
        (name, satz.text_nach(skip(at + 1, partikel)))
    };
    Some(match name {
        // To speak to somebody is no speech yet: "sprich Rosalinde an".
        "sage" if roh.len() == v + 2 && is(v + 1, &["an"]) && satz.verb() == "sprich" => {
            Lesung::Fehlt("Was willst Du fragen? Zum Beispiel: frage oleg nach regeln")
        }
        "sage" => needs(text(), "Was willst Du sagen?", Befehl::Sage),
        "teile" if is(v, &["aus"]) && roh.len() == v + 1 => Lesung::Befehl(Befehl::TeileAus),
        // A comma is whoever told something last.
        "teile" if roh.get(v) == Some(&",") => {
            needs(satz.text_nach(v + 1).to_string(), "Was willst Du erwidern?", Befehl::Erwidere)
        }
        "teile" => {
            let (wem, text) = wem(&["mit"]);
            let frage = "Wem willst Du was mitteilen? Zum Beispiel: teile anna mit hallo";
            zu_zweit(wem, text, frage, |wem, text| Befehl::Teile { wem, text })
        }
        "flüstere" => {
            let (wem, text) = wem(&["zu"]);
            let frage = "Wem willst Du was zuflüstern? Zum Beispiel: flüstere anna zu hallo";
            zu_zweit(wem, text, frage, |wem, text| Befehl::Fluestere { wem, text })
        }
        "frage" => {
            let (wen, text) = wem(&["nach"]);
            let frage = "Wen willst Du was fragen? Zum Beispiel: frage oleg nach regeln";
            zu_zweit(wen, text, frage, |wen, text| Befehl::Frage { wen, text })
        }
        "erwidere" => needs(text(), "Was willst Du erwidern?", Befehl::Erwidere),
        "emote" => needs(text(), "Was willst Du tun?", Befehl::Emote),
        "rufe" => needs(text(), "Was willst Du rufen?", Befehl::Rufe),
        _ => return None,
    })
}

/// A name as people write it in a sentence.
fn bare_name(wort: &str) -> &str {
    wort.trim_end_matches([',', ':'])
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

fn sehen(name: &str, first: &str, rest: &[&str]) -> Option<Lesung> {
    let nr = || rest.iter().find_map(|w| w.parse().ok());
    Some(Lesung::Befehl(match (name, rest) {
        ("schau", [] | ["um" | "genau" | "kurz"] | ["dich" | "mich", "um"]) => Befehl::Schau,
        ("schau", ["zu", ..] | [.., "zu"]) => Befehl::SchauZu(nr()),
        ("schau", ["weg"]) => Befehl::SchauWeg,
        ("schau", [rest @ .., "an"] | ["an", rest @ ..]) if !rest.is_empty() => {
            Befehl::Betrachte(own(ohne_genau(rest)))
        }
        ("schau", ["an"]) | ("betrachte", []) => {
            return Some(Lesung::Fehlt("Was willst Du betrachten?"));
        }
        ("schau" | "betrachte", rest) => Befehl::Betrachte(own(ohne_genau(rest))),
        ("lies", []) => return Some(Lesung::Fehlt("Was willst Du lesen?")),
        ("lies", rest) => Befehl::Lies(own(rest)),
        ("rieche", rest) => Befehl::Sinn(Sinn::Riechen, own(ding(rest))),
        ("lausche", rest) => Befehl::Sinn(Sinn::Lauschen, own(ding(rest))),
        ("taste", rest) => Befehl::Sinn(Sinn::Tasten, own(ding(rest))),
        ("ausgänge", ["auto"]) => return Some(Lesung::Fehlt(woanders::AUSGAENGE)),
        ("ausgänge", []) => Befehl::Ausgaenge,
        ("gehe", []) => return Some(Lesung::Fehlt("Wohin willst Du gehen?")),
        ("gehe", ["mit" | "aus"]) => {
            return Some(Lesung::AmTisch(if rest == ["mit"] { "gehe mit" } else { "steige aus" }));
        }
        ("gehe", rest) => Befehl::Gehe(own(rest)),
        ("setz dich", []) => {
            return Some(Lesung::Fehlt("Einen Platz nimmst Du mit: setz dich"));
        }
        ("setz dich", rest) if sits_down(rest) => Befehl::SetzDich(nr()),
        ("setz dich", rest) if rest.iter().any(|w| zahl(&[w], &[]).is_ok()) => {
            return Some(Lesung::AmTisch("setze"));
        }
        ("setz dich", ["aus"]) => return Some(Lesung::AmTisch("pause")),
        ("setz dich", _) => return Some(Lesung::Fehlt("Einen Platz nimmst Du mit: setz dich")),
        ("regeln", rest) if first == "trumpf" => Befehl::Regeln(own(&[&["trumpf"], rest].concat())),
        ("regeln", rest) => Befehl::Regeln(own(rest)),
        ("spüle", _) => Befehl::Spuele,
        _ => return None,
    }))
}

/// A thing that somebody looks at closely is the same thing.
fn ohne_genau<'a, 'b>(rest: &'a [&'b str]) -> &'a [&'b str] {
    match rest {
        [thing @ .., "genau" | "genauer" | "naeher"] if !thing.is_empty() => thing,
        rest => rest,
    }
}

/// What is smelled at, listened to or felt, without "an", "auf" and "zu".
fn ding<'a, 'b>(rest: &'a [&'b str]) -> &'a [&'b str] {
    match rest {
        ["an" | "auf" | "nach", rest @ ..] | [rest @ .., "zu" | "ab" | "hin"] => rest,
        rest => rest,
    }
}

/// "setz dich an tisch 2" is about a seat, "setze 3" about a bet.
fn sits_down(rest: &[&str]) -> bool {
    matches!(rest, ["dich" | "mich" | "hin" | "uns" | "an" | "nehmen", ..] | [.., "hin"])
        || rest.contains(&"dich")
        || rest.contains(&"tisch")
}

fn own(words: &[&str]) -> Vec<String> {
    words.iter().map(|w| (*w).to_string()).collect()
}

/// A name where one may stand; more than one word is none.
fn ein_name(rest: &[&str]) -> Option<String> {
    rest.first().map(|w| (*w).to_string())
}

fn leute(satz: &Satz, name: &str, rest: &[&str]) -> Option<Lesung> {
    let text = || Some(satz.text_nach(satz.bis_verb()).to_string()).filter(|t| !t.is_empty());
    Some(Lesung::Befehl(match (name, rest) {
        ("wer", [] | ["alle" | "da" | "hier" | "kurz" | "lang" | "spielt", ..])
        | ("wer", ["ist" | "sitzt", "da" | "hier" | "online" | "anwesend", ..]) => Befehl::Wer,
        ("wer", ["ist", ..] | ["dran" | "dabei"]) => return Some(Lesung::AmTisch("dran")),
        ("finger", [wer]) => Befehl::Finger((*wer).to_string()),
        ("finger", _) => {
            return Some(Lesung::Fehlt(
                "Über wen willst Du etwas wissen? Zum Beispiel: finger anna",
            ));
        }
        ("kurier", rest) => Befehl::Kurier(kurier(satz, rest)),
        ("ignoriere", [wer]) if wer.contains('.') => {
            return Some(Lesung::Fehlt(woanders::GANZ));
        }
        ("ignoriere", [] | [_]) => Befehl::Ignoriere(ein_name(rest)),
        ("erwarte", [] | [_]) => Befehl::Erwarte(ein_name(rest)),
        ("ignoriere" | "erwarte", _) => {
            return Some(Lesung::Fehlt("Wen meinst Du? Nenn einen einzelnen Namen."));
        }
        ("tmhist", []) => Befehl::Tmhist,
        ("weg", _) => Befehl::Weg(text()),
        ("verben", _) => Befehl::Verben,
        ("geld", []) => Befehl::Geld,
        ("erfahrung", []) => Befehl::Erfahrung,
        ("bestenliste", rest) => Befehl::Bestenliste(own(rest)),
        ("inventar", []) => Befehl::Inventar,
        _ => return None,
    }))
}

/// The words behind "kurier"; a switch alone is for all channels.
fn kurier(satz: &Satz, rest: &[&str]) -> Vec<String> {
    let mut words = own(rest);
    if satz.alle_worte().last() == Some(&"ein") {
        words.retain(|w| w != "ein");
        words.push("an".into());
    }
    if let [w] = words.as_slice()
        && ["an", "aus"].contains(&w.as_str())
    {
        words.insert(0, "alles".into());
    }
    words
}

fn haus(satz: &Satz, name: &str, rest: &[&str]) -> Option<Lesung> {
    Some(Lesung::Befehl(match (name, rest) {
        ("hilfe", ["hier"]) | ("kommandos", _) => Befehl::Kommandos,
        ("hilfe", rest) => Befehl::Hilfe(own(rest)),
        ("rundgang", []) => Befehl::Rundgang(None),
        ("rundgang", ["an" | "ein" | "weiter"]) => Befehl::Rundgang(Some(true)),
        ("rundgang", ["aus" | "ende" | "nein"]) => Befehl::Rundgang(Some(false)),
        ("ausgabe", rest) => Befehl::Ausgabe(with_ein(satz, own(rest))),
        ("grafik" | "farbe" | "prompt" | "breite" | "stimmung" | "sender" | "ton", rest) => {
            let mut said = vec![name.to_string()];
            said.extend(own(rest));
            Befehl::Ausgabe(with_ein(satz, said))
        }
        // "knapp" alone names its length itself.
        ("länge", rest) => {
            let typed = satz.worte().first().copied().filter(|w| *w != "laenge");
            let said = ["laenge"].into_iter().chain(typed);
            Befehl::Ausgabe(own(&said.chain(rest.iter().copied()).collect::<Vec<_>>()))
        }
        ("leser", []) => Befehl::Ausgabe(vec!["leser".into()]),
        ("lang", []) => Befehl::Umgang(Laenge::Lang),
        ("kurz", []) => Befehl::Umgang(Laenge::Kurz),
        ("ultrakurz", []) => Befehl::Umgang(Laenge::Ultrakurz),
        ("zeichensatz", rest) => Befehl::Zeichensatz(rest.first().map(|w| (*w).to_string())),
        ("wiederhole", []) => Befehl::Wiederhole,
        ("mehr", []) => Befehl::Mehr,
        ("ende", []) => Befehl::Ende,
        ("ende", ["sofort"]) => Befehl::EndeSofort,
        ("schlafe ein", [] | ["ein"]) if satz.alle_worte().last() == Some(&"ein") => {
            Befehl::SchlafeEin
        }
        ("schlafe ein", []) => return Some(Lesung::Fehlt("Willst Du gehen? Dann: schlafe ein")),
        ("passwort", []) => Befehl::Passwort,
        ("fehler", _) => return Some(notiz(satz, Notiz::Fehler)),
        ("idee", _) => return Some(notiz(satz, Notiz::Idee)),
        ("uhrzeit", []) => Befehl::Uhrzeit,
        ("melde", _) => return Some(melde(satz, rest)),
        _ => return None,
    }))
}

/// "ton ein": behind a switch "ein" is no article.
fn with_ein(satz: &Satz, mut words: Vec<String>) -> Vec<String> {
    let ein = satz.alle_worte().last() == Some(&"ein") && words.last().is_none_or(|w| w != "ein");
    if ein && !words.is_empty() {
        words.push("ein".to_string());
    }
    words
}

fn notiz(satz: &Satz, art: Notiz) -> Lesung {
    let text = satz.text_nach(satz.bis_verb()).to_string();
    needs(text, "Was willst Du melden? Schreib es gleich dahinter.", |text| {
        Befehl::Notiz(art, text)
    })
}

/// The reason is what stands behind the name, as typed.
fn melde(satz: &Satz, rest: &[&str]) -> Lesung {
    let Some(wen) = ein_name(rest) else {
        return Lesung::Fehlt("Wen willst Du melden? Zum Beispiel: melde anna beleidigt andere");
    };
    let roh: Vec<&str> = satz.roh.split_whitespace().collect();
    let at = roh.iter().position(|w| falte(bare_name(w)) == wen).map_or(roh.len(), |i| i + 1);
    Lesung::Befehl(Befehl::Melde { wen, grund: satz.text_nach(at).to_string() })
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
            "passendes wort",
        ] {
            assert_eq!(lies(&Satz::new(line)), Lesung::Unbekannt, "{line}");
        }
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
