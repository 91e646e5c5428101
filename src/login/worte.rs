//! What is said at the door, and how the short answers there are read. Knows no step of the
//! dialogue.

use super::names::Name;
use super::{Anrede, Schalter};
use crate::deutsch;
use crate::limits::{NAME_LETTERS, PASSWORD_LETTERS};
use crate::satz::falte;
use crate::text::{Block, Teil, Zeile};
use crate::zeile;

/// The name prompt; clients and people wait for exactly these words.
pub const NAME_PROMPT: &str = "Wie heißt Du denn (\"neu\" für neuen Spieler)?";

/// Failed tries after which help is pointed to.
const FAILURES_FOR_HINT: u32 = 3;

pub(super) fn name_prompt() -> Block {
    frage(NAME_PROMPT)
}

pub(super) fn new_name_prompt() -> Block {
    frage("Welchen Namen möchtest Du tragen?")
}

pub(super) fn password_prompt() -> Block {
    frage("Dein Passwort:")
}

pub(super) fn new_password_prompt() -> Block {
    frage("Dein neues Passwort:")
}

pub(super) fn repeat_prompt() -> Block {
    frage("Dein neues Passwort noch einmal:")
}

pub(super) fn anrede_prompt() -> Block {
    frage("Wie soll man von Dir sprechen: männlich, weiblich, sächlich oder ohne?")
}

pub(super) fn vorlesen_prompt() -> Block {
    frage("Soll der Text zum Vorlesen geeignet sein, ohne Bilder und Tabellen (ja oder nein)?")
}

fn frage(text: &str) -> Block {
    Block::Frage(text.into())
}

pub(super) fn empty_name() -> Block {
    Block::satz(zeile![
        "Ohne Namen kommst Du nicht hinein. Tippe Deinen Namen, ",
        befehl("neu"),
        " oder ",
        befehl("gast"),
        "."
    ])
}

/// For whoever asks for help where only a name is asked for.
pub(super) fn door_help() -> Block {
    Block::satz(zeile![
        "Hier fehlt nur noch Dein Name. Warst Du noch nie hier, antworte mit ",
        befehl("neu"),
        ". Um nur hineinzuschauen, antworte mit ",
        befehl("gast"),
        ". Wird Dir vorgelesen, antworte zuerst mit ",
        befehl("leser"),
        ". Mit ",
        befehl("ende"),
        " gehst Du wieder."
    ])
}

pub(super) fn still_empty() -> Block {
    Block::satz("Du hast keinen Namen genannt, darum endet die Verbindung. Komm gern wieder.")
}

pub(super) fn too_many_faults() -> Block {
    Block::satz(
        "Das hat leider zu oft nicht geklappt, darum endet die Verbindung. Komm gern wieder.",
    )
}

pub(super) fn no_browser() -> Block {
    Block::satz(
        "Hier ist ein Textspiel und keine Webseite. Verbinde Dich bitte mit einem Programm für \
         telnet oder MUDs.",
    )
}

pub(super) fn goodbye() -> Block {
    Block::satz("Bis bald!")
}

pub(super) fn reader_on() -> Block {
    Block::satz("Die Ausgabe ist ab jetzt zum Vorlesen geeignet.")
}

pub(super) fn unknown(name: &Name) -> Block {
    Block::satz(zeile![
        "Es gibt noch keinen Spieler namens ",
        Teil::Name(name.shown().into()),
        ". Tippe Deinen Namen noch einmal, oder ",
        befehl(format!("neu {}", name.shown())),
        ", wenn Du neu bist."
    ])
}

pub(super) fn taken(name: &Name) -> Block {
    Block::satz(zeile![
        "Der Name ",
        Teil::Name(name.shown().into()),
        " ist vergeben oder einem vergebenen zum Verwechseln ähnlich. Bitte wähle einen anderen."
    ])
}

pub(super) fn welcome() -> Block {
    let (least, most) = (NAME_LETTERS.start(), NAME_LETTERS.end());
    Block::satz(format!(
        "Schön, dass Du da bist! Such Dir einen Namen aus, {least} bis {most} Buchstaben lang. \
         Eine leere Zeile führt zurück."
    ))
}

pub(super) fn about_password(name: &Name) -> Block {
    let least = PASSWORD_LETTERS.start();
    Block::satz(zeile![
        "Willkommen, ",
        Teil::Name(name.shown().into()),
        format!(
            ". Denk Dir ein Passwort mit mindestens {least} Zeichen aus; \
             beim Tippen bleibt es meist unsichtbar."
        )
    ])
}

pub(super) fn not_equal() -> Block {
    Block::satz(
        "Die beiden Passwörter sind verschieden. Bitte tippe Dein neues Passwort noch einmal.",
    )
}

pub(super) fn wrong_password(failures: u32) -> Block {
    let mut text = Zeile::from("Das Passwort stimmt nicht, darum endet die Verbindung.");
    if failures >= FAILURES_FOR_HINT {
        text.push(" Wenn Du es vergessen hast, kann Dir die Leitung des Hauses ein neues geben.");
    }
    Block::satz(text)
}

pub(super) fn failures_since(failures: u32) -> Block {
    let tries = deutsch::zaehle(failures.into(), "falsches Passwort", "falsche Passwörter");
    Block::satz(zeile![
        format!("Seit Deinem letzten Besuch gab es für Deinen Namen {tries}. "),
        "Warst Du das nicht, dann hilft ",
        befehl("passwort"),
        "."
    ])
}

pub(super) fn wait(seconds: u64) -> Block {
    Block::satz(format!(
        "Für diesen Namen oder von Deinem Anschluss kamen zu viele falsche Passwörter. \
         Versuch es in {} wieder.",
        deutsch::dauer(seconds)
    ))
}

pub fn barred(reason: &str) -> Block {
    let mut text = Zeile::from("Du kannst hier zurzeit nicht mitspielen.");
    if !reason.is_empty() {
        text.push(format!(" Der Grund: {reason}"));
    }
    Block::satz(text)
}

pub(super) fn broken() -> Block {
    Block::satz(
        "Die Anmeldung klappt gerade nicht, das liegt an uns. Versuch es bitte gleich noch einmal.",
    )
}

pub(super) fn about_anrede() -> Block {
    Block::satz(
        "Danach richtet sich, ob von Dir als er, als sie oder als es die Rede ist; bei ohne steht \
         immer Dein Name. Du kannst auch 1, 2, 3 oder 4 tippen.",
    )
}

pub(super) fn yes_or_no() -> Block {
    Block::satz(zeile!["Bitte antworte mit ", befehl("ja"), " oder ", befehl("nein"), "."])
}

fn befehl(text: impl Into<String>) -> Teil {
    Teil::Befehl(text.into())
}

/// What is typed at the name prompt instead of a name.
pub(super) enum Tuer {
    Neu(String),
    Gast,
    Leser,
    Ende,
    Hilfe,
    Browser,
    Name,
}

pub(super) fn read_door(line: &str) -> Tuer {
    const PROBES: [&str; 9] =
        ["GET ", "POST ", "HEAD ", "PUT ", "DELETE ", "OPTIONS ", "CONNECT ", "PRI * ", "SSH-"];
    if PROBES.iter().any(|p| line.starts_with(p)) {
        return Tuer::Browser;
    }
    let (first, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
    match (falte(first).trim_matches(['"', '\'', '.']), rest.trim()) {
        ("neu", name) => Tuer::Neu(name.to_string()),
        ("gast", "") => Tuer::Gast,
        ("leser" | "screenreader" | "blind", "") | ("ausgabe", "leser") => Tuer::Leser,
        ("ende" | "quit" | "exit", "") => Tuer::Ende,
        ("hilfe" | "help" | "?", "") => Tuer::Hilfe,
        _ => Tuer::Name,
    }
}

pub(super) fn read_anrede(line: &str) -> Option<Anrede> {
    Some(match falte(line.trim()).trim_end_matches('.') {
        "m" | "maennlich" | "mann" | "er" | "1" => Anrede::Maennlich,
        "w" | "weiblich" | "frau" | "sie" | "2" => Anrede::Weiblich,
        "s" | "saechlich" | "es" | "3" => Anrede::Saechlich,
        "o" | "ohne" | "keine" | "keins" | "4" => Anrede::Ohne,
        _ => return None,
    })
}

pub(super) fn read_switch(line: &str) -> Option<Schalter> {
    Some(match falte(line.trim()).trim_end_matches(['.', '!']) {
        "ja" | "j" | "gern" | "gerne" => Schalter::An,
        "nein" | "n" | "ne" | "noe" => Schalter::Aus,
        _ => return None,
    })
}
