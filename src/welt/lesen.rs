//! Small readers that all data files share: texts with marks, sentences, templates, lists of words.
//! Faults go to where the text stands.

use super::texte::{self, Textfehler, Vorlage};
use crate::quelle::{Art, Fault, Ort, Quelle, Schluessel, Wert};
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
            k.fault(
                ort,
                format!("Bei „{key}“ steht {}, gebraucht wird ein Text.", other.name()),
                "",
            );
            None
        }
    }
}

fn note(k: &mut Schluessel<'_>, ort: Ort, f: Textfehler) {
    k.fault(ort, f.what, f.hint);
}

/// Running text of one or more paragraphs; empty after a fault or when it may be missing.
pub(super) fn absaetze(k: &mut Schluessel<'_>, found: Option<(Ort, String)>) -> Vec<Absatz> {
    let Some((ort, t)) = found else { return Vec::new() };
    match texte::parse(&t) {
        Ok(text) => text.ganz(),
        Err(faults) => {
            for f in faults {
                note(k, ort, f);
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
            note(k, ort, f);
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
            note(k, ort, f);
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

/// A name may not carry line breaks or control characters: it is said inside of sentences.
pub(super) fn check_name(k: &mut Schluessel<'_>, ort: Ort, name: &str) {
    if name.trim() != name || name.chars().any(char::is_control) {
        let what =
            "Dieser Name beginnt oder endet mit einem Leerzeichen oder enthält ein Steuerzeichen.";
        k.fault(ort, what, "Schreib ihn in einer Zeile und ohne Leerzeichen am Rand.");
    }
}

/// Words by which something is found, folded; the name comes first.
pub(super) fn words(k: &mut Schluessel<'_>, name: &str) -> Vec<String> {
    let mut out = vec![falte(name)];
    for (ort, word) in k.texte("synonyme") {
        let word = falte(word.trim());
        if word.is_empty() {
            k.fault(ort, "Dieses Synonym ist leer.", "Streich es oder schreib ein Wort hinein.");
        } else if !out.contains(&word) {
            out.push(word);
        }
    }
    out
}

/// The whole file as keys. `None`: it is no TOML; the faults are noted.
pub(super) fn open<'q>(quelle: &'q Quelle, faults: &mut Vec<Fault>) -> Option<Schluessel<'q>> {
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
