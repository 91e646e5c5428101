//! Small readers that all data files share: texts with marks, sentences, templates, lists of words.
//! Faults go to where the text stands.

use super::texte::{self, Textfehler, Vorlage};
use crate::quelle::{Art, Fault, Ort, Quelle, Schluessel, Wert, is_invisible};
use crate::satz::falte;
use crate::text::{Absatz, Zeile};

/// A text that must be there and must not be empty, with its place.
pub(super) fn text(k: &mut Schluessel<'_>, key: &'static str) -> Option<(Ort, String)> {
    if !k.has(key) {
        k.text(key);
        return None;
    }
    text_oder_nichts(k, key)
}

/// A text that may be missing but not empty, with its place.
pub(super) fn text_oder_nichts(k: &mut Schluessel<'_>, key: &'static str) -> Option<(Ort, String)> {
    let Wert { ort, art } = k.take(key)?;
    match art {
        Art::Text(t) if !t.trim().is_empty() => Some((ort, t)),
        Art::Text(_) => {
            k.fault(ort, format!("Bei „{key}“ steht nichts."), "Schreib hier einen Text.");
            None
        }
        other => {
            let what = format!("Bei „{key}“ steht {}, gebraucht wird ein Text.", other.name());
            k.fault(ort, what, "Schreib ihn zwischen Anführungszeichen.");
            None
        }
    }
}

/// Notes a fault of a text that begins at `ort`: in a long one the line is found where it stands in the file.
fn note(k: &mut Schluessel<'_>, (ort, text): (Ort, &str), f: Textfehler) {
    let line = text.get(f.ort..).and_then(|t| t.lines().next()).unwrap_or("").trim();
    let rest = k.quelle().text.get(ort..).unwrap_or("");
    let found = if text.contains('\n') && !line.is_empty() { rest.find(line) } else { None };
    k.fault(ort + found.unwrap_or(0), f.what, f.hint);
}

/// Running text of one or more paragraphs; empty after a fault or when it may be missing.
pub(super) fn absaetze(k: &mut Schluessel<'_>, found: Option<(Ort, String)>) -> Vec<Absatz> {
    let Some((ort, t)) = found else { return Vec::new() };
    match texte::parse(&t) {
        Ok(text) => text.ganz(),
        Err(faults) => {
            for f in faults {
                note(k, (ort, &t), f);
            }
            Vec::new()
        }
    }
}

/// One sentence; empty after a fault.
pub(super) fn zeile(k: &mut Schluessel<'_>, found: Option<(Ort, String)>) -> Zeile {
    let Some((ort, t)) = found else { return Zeile::new() };
    match texte::zeile(&t) {
        Ok(z) => z,
        Err(f) => {
            note(k, (ort, &t), f);
            Zeile::new()
        }
    }
}

/// A template; `None` when it is missing or faulty.
pub(super) fn vorlage(
    k: &mut Schluessel<'_>,
    found: Option<(Ort, String)>,
    gaps: &[&str],
) -> Option<Vorlage> {
    let (ort, t) = found?;
    match Vorlage::new(&t, gaps) {
        Ok(v) => Some(v),
        Err(f) => {
            note(k, (ort, &t), f);
            None
        }
    }
}

/// A short name: one line of visible letters.
pub(super) fn name(k: &mut Schluessel<'_>, key: &'static str) -> String {
    let Some((ort, name)) = text(k, key) else { return String::new() };
    check_name(k, ort, &name);
    name
}

/// The same where it may be missing.
pub(super) fn name_oder_nichts(k: &mut Schluessel<'_>, key: &'static str) -> Option<String> {
    let (ort, name) = text_oder_nichts(k, key)?;
    check_name(k, ort, &name);
    Some(name)
}

/// Letters of a name; it is said inside of sentences, and an old screen has 80.
const NAME_LETTERS_MAX: usize = 60;

/// A name may not carry line breaks, control characters or letters that nobody sees: it is said inside of sentences.
pub(super) fn check_name(k: &mut Schluessel<'_>, ort: Ort, name: &str) {
    if name.trim() != name || name.chars().any(char::is_control) {
        let what =
            "Dieser Name beginnt oder endet mit einem Leerzeichen oder enthält ein Steuerzeichen.";
        k.fault(ort, what, "Schreib ihn in einer Zeile und ohne Leerzeichen am Rand.");
    }
    if name.chars().any(is_invisible) {
        let what = "In diesem Namen steht ein unsichtbares Zeichen.";
        k.fault(ort, what, "Tipp ihn neu, statt ihn zu kopieren.");
    }
    if name.chars().count() > NAME_LETTERS_MAX {
        let hint = format!("Erlaubt sind {NAME_LETTERS_MAX} Zeichen.");
        k.fault(ort, "Dieser Name ist zu lang.", hint);
    }
}

/// Who sits at a table is named in commands: with one word of letters.
pub(super) fn check_word(k: &mut Schluessel<'_>, ort: Ort, name: &str) {
    if name.chars().any(|c| !c.is_alphabetic() && !is_invisible(c)) {
        let what = "Wer am Tisch sitzt, heißt mit einem einzigen Wort aus Buchstaben.";
        k.fault(ort, what, "Sonst könnte ihn niemand in einem Befehl nennen.");
    }
}

/// Words by which something is found, folded; the name comes first.
pub(super) fn words(k: &mut Schluessel<'_>, name: &str) -> Vec<String> {
    let mut out = vec![falte(name)];
    for (ort, word) in k.texte("synonyme") {
        let word = falte(word.trim());
        if word.is_empty() {
            k.fault(ort, "Dieses Synonym ist leer.", "Streich es oder schreib ein Wort hinein.");
        } else if word.chars().any(is_invisible) {
            let what = "In diesem Synonym steht ein unsichtbares Zeichen.";
            k.fault(ort, what, "Tipp es neu, statt es zu kopieren.");
        } else if !out.contains(&word) {
            out.push(word);
        }
    }
    out
}

/// The part of a broken file before the heading under which TOML's first fault lies: what stands there is whole and can
/// be checked all the same. `None`: there is no such part, or the file could not be read at all.
pub(super) fn sound_part(quelle: &Quelle) -> Option<Quelle> {
    let first = quelle.tafel().err()?.iter().map(|f| f.line).min()?;
    let mut ort = 0;
    let mut end = 0;
    for (line, nr) in quelle.text.split_inclusive('\n').zip(1..=first) {
        // A heading that is broken itself is no part of what is whole.
        if line.starts_with('[') || (nr == first && line.trim_start().starts_with('[')) {
            end = ort;
        }
        ort += line.len();
    }
    let sound = Quelle::new(quelle.file.clone(), quelle.text.get(..end)?);
    (end > 0 && sound.tafel().is_ok()).then_some(sound)
}

/// The whole file as keys. `None`: it is no TOML; the faults are noted.
pub(super) fn open<'q>(quelle: &'q Quelle, faults: &mut Vec<Fault>) -> Option<Schluessel<'q>> {
    if !quelle.unlesbar && quelle.text.trim().is_empty() {
        let hint = "Was hineingehört, steht in docs/raeume.md.";
        faults.push(quelle.fault_whole("Diese Datei ist leer.", hint));
        return None;
    }
    match quelle.tafel() {
        Ok(tafel) => Some(Schluessel::new(quelle, tafel)),
        Err(mut f) => {
            // One slip often breaks the rest of its line as well; the first place is the telling
            // one.
            f.dedup_by_key(|f| f.line);
            faults.extend(f);
            None
        }
    }
}
