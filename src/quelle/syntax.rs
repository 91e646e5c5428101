//! What is wrong with a file as TOML, in German: the reader of TOML speaks English and thinks in grammar, people
//! think in quotation marks and brackets. Knows no key and no file.

use super::Ort;

/// A fault of the syntax: where, what is wrong, what would work.
#[derive(PartialEq, Eq)]
pub(super) struct Schreibfehler {
    pub(super) ort: Ort,
    pub(super) what: String,
    pub(super) hint: String,
    /// What stands below was read in a wrong light: faults found there follow from this one.
    pub(super) open: bool,
}

const ZAHL: &str = "Eine Zahl steht allein, ohne Einheit, Punkt und Leerzeichen: 1000.";

/// What the reader says, by the beginning of its sentence, and what we say. The first row that fits counts.
const SAETZE: [(&str, &str, &str); 32] = [
    (
        "invalid basic string, expected non-double-quote",
        "In diesem Text steht ein Steuerzeichen.",
        "Schreib hier nur sichtbare Zeichen.",
    ),
    (
        "invalid multi-line basic string, expected printable",
        "In diesem Text steht ein Steuerzeichen.",
        "Schreib hier nur sichtbare Zeichen.",
    ),
    (
        "invalid literal string, expected non-single-quote",
        "In diesem Text steht ein Steuerzeichen.",
        "Schreib hier nur sichtbare Zeichen.",
    ),
    (
        "invalid basic string",
        "Dieser Text hört nicht auf.",
        "Am Ende fehlt ein gerades Anführungszeichen (\"); was länger ist als eine Zeile, steht \
         zwischen je dreien.",
    ),
    (
        "invalid multi-line basic string",
        "Dieser lange Text hört nicht auf.",
        "Unter ihm fehlen drei gerade Anführungszeichen (\"\"\").",
    ),
    (
        "invalid literal string",
        "Dieser Text hört nicht auf.",
        "Am Ende fehlt ein gerader Strich ('); leichter geht es mit Anführungszeichen (\").",
    ),
    (
        "invalid multi-line literal string",
        "Dieser lange Text hört nicht auf.",
        "Unter ihm fehlen drei gerade Striche (''').",
    ),
    ("invalid comment character", "In dieser Anmerkung steht ein Steuerzeichen.", "Streich es."),
    (
        "invalid boolean",
        "Hier steht ein Wort, wo ein Wert stehen müsste.",
        "true und false schreibt man klein, einen Text zwischen geraden Anführungszeichen (\").",
    ),
    (
        "invalid unquoted key",
        "In einem Schlüssel stehen nur a bis z, Ziffern, - und _.",
        "Schreib ae, oe, ue und ss für Umlaute, und kein Leerzeichen.",
    ),
    (
        "unquoted keys cannot be empty",
        "Hier fehlt ein Schlüssel.",
        "Eine Zeile heißt: schluessel = wert.",
    ),
    ("unclosed array table", "Diese Überschrift hört nicht auf.", "Am Ende fehlt ]]."),
    ("unclosed table", "Diese Überschrift hört nicht auf.", "Am Ende fehlt ]."),
    (
        "missing escaped value",
        "Hinter einem Rückwärtsstrich (\\) darf dieses Zeichen nicht stehen.",
        "Den Strich selbst schreibt man doppelt (\\\\), ein Anführungszeichen im Text \\\".",
    ),
    (
        "too few unicode value digits",
        "Hinter \\u stehen vier Ziffern, hinter \\U acht.",
        "Leichter ist es, das Zeichen selbst zu schreiben.",
    ),
    (
        "unexpected leading zero",
        "Eine Zahl beginnt nicht mit einer Null.",
        "Streich die Nullen davor.",
    ),
    (
        "missing comma between array elements",
        "In dieser Liste fehlt ein Komma.",
        "Schreib [\"eins\", \"zwei\"].",
    ),
    (
        "missing comma between key-value pairs",
        "Zwischen diesen Angaben fehlt ein Komma.",
        "Schreib { eins = 1, zwei = 2 }.",
    ),
    ("extra comma", "Hier steht ein Komma zu viel.", "Streich es."),
    ("missing value", NICHTS.0, NICHTS.1),
    ("extra `=`", "Hier steht ein Gleichheitszeichen zu viel.", "Streich es."),
    ("extra assignment", "Hier steht ein Gleichheitszeichen zu viel.", "Streich es."),
    ("unexpected `=` in array", "In einer Liste steht kein Gleichheitszeichen.", ""),
    ("missing assignment", "Hier fehlt ein Gleichheitszeichen.", "Schreib { schluessel = wert }."),
    (
        "missing key for inline table element",
        "Hier fehlt ein Schlüssel.",
        "Schreib { schluessel = wert }.",
    ),
    ("invalid float", "Hier steht eine Zahl, die TOML nicht versteht.", ZAHL),
    (
        "invalid date",
        "Hier steht ein Datum, das keines ist.",
        "Datum und Uhrzeit braucht man hier nicht.",
    ),
    (
        "keys cannot be multi-line",
        "Ein Schlüssel steht in einer Zeile und ohne Anführungszeichen.",
        "",
    ),
    (
        "carriage return",
        "Hier endet eine Zeile auf die Art alter Macs.",
        "Speicher die Datei mit den Zeilenenden von Linux oder Windows.",
    ),
    ("cannot recurse further", "Hier ist zu viel ineinander geschachtelt.", ""),
    ("recursion limit", "Hier ist zu viel ineinander geschachtelt.", ""),
    ("`_` may only go between digits", "Ein _ steht nur zwischen zwei Ziffern.", "Streich es."),
];

/// All that is wrong, in the order of the text: each once, and nothing that only follows from an open bracket above.
pub(super) fn all(text: &str, errors: &[(Ort, String)]) -> Vec<Schreibfehler> {
    let mut out: Vec<Schreibfehler> = Vec::new();
    for (ort, said) in errors {
        let fault = german(text, *ort, said);
        let stop = fault.open;
        if !out.contains(&fault) {
            out.push(fault);
        }
        if stop {
            break;
        }
    }
    out
}

/// What the reader's sentence means at this place of the text.
fn german(text: &str, ort: Ort, said: &str) -> Schreibfehler {
    let ort = ort.min(text.len());
    let ort = (0..=ort).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0);
    let (before, rest) = text.split_at(ort);
    let line = before.rsplit(['\n', '\r']).next().unwrap_or("");
    let at = |ort, what: &str, hint: &str| Schreibfehler {
        ort,
        what: what.to_string(),
        hint: hint.to_string(),
        open: false,
    };
    if said.starts_with("duplicate key") {
        return twice(before, ort, rest);
    }
    if let Some(fault) = open_bracket(before, rest, said) {
        return fault;
    }
    if said.starts_with("string values must be quoted") {
        return match rest.trim_start_matches([' ', '\t']).chars().next() {
            None | Some('\n' | '\r' | '#') => at(ort, NICHTS.0, NICHTS.1),
            _ => at(ort, "Hier steht ein Wert, den TOML nicht versteht.", value_hint(rest)),
        };
    }
    if said.starts_with("key with no value") {
        let key = line.trim().trim_end_matches(':');
        let hint = format!("Schreib {} = ...", if key.is_empty() { "schluessel" } else { key });
        return at(ort, "Hinter diesem Schlüssel fehlt ein Gleichheitszeichen.", &hint);
    }
    if said.starts_with("unexpected key or value") {
        return at(ort, "Hier müsste die Zeile zu Ende sein.", rest_hint(rest));
    }
    // A bare word that begins like "nan" or "inf".
    let word = said.starts_with("invalid float") && (said.contains("nan") || said.contains("inf"));
    let said = if word { "invalid boolean" } else { said };
    let row = SAETZE.iter().find(|(begins, ..)| said.starts_with(begins));
    let Some((begins, what, hint)) = row else {
        let hint = format!("Der Leser sagt: {said}.");
        return at(ort, "Diese Stelle ist kein gültiges TOML.", &hint);
    };
    // The reader names the end of the file; the text that has no end begins further up.
    let place = match *begins {
        "invalid multi-line basic string" => before.rfind("\"\"\""),
        "invalid multi-line literal string" => before.rfind("\'\'\'"),
        _ => None,
    };
    let open = begins.starts_with("unclosed") || place.is_some();
    Schreibfehler { open, ..at(place.unwrap_or(ort), what, hint) }
}

const NICHTS: (&str, &str) =
    ("Hinter dem Gleichheitszeichen steht nichts.", "Schreib den Wert dahinter.");

/// A list or a table in braces that goes on into lines which are no part of it: named where it begins.
fn open_bracket(before: &str, rest: &str, said: &str) -> Option<Schreibfehler> {
    let unclosed = said.starts_with("unclosed inline table") || said.starts_with("unclosed array,");
    let goes_on = ["missing comma", "missing key for inline", "missing assignment"];
    let line = before.rsplit(['\n', '\r']).next().unwrap_or("");
    let in_next_line = goes_on.iter().any(|m| said.starts_with(m))
        && line.trim().is_empty()
        && !rest.starts_with(['"', '\'']);
    if !unclosed && !in_next_line {
        return None;
    }
    let (ort, bracket) = innermost_open(before)?;
    let (what, hint) = match bracket {
        '{' => ("Diese geschweifte Klammer wird nicht geschlossen.", "Am Ende fehlt eine }."),
        _ => ("Diese Liste hört nicht auf.", "Am Ende fehlt eine ]."),
    };
    Some(Schreibfehler { ort, what: what.to_string(), hint: hint.to_string(), open: true })
}

/// The innermost bracket that is open at the end of a text, as far as texts between quotation marks and remarks can be
/// told apart without knowing what is broken.
fn innermost_open(text: &str) -> Option<(Ort, char)> {
    let mut open: Vec<(Ort, char)> = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let ort = text.len() - rest.len();
        let skip = match c {
            '#' => rest.find('\n').unwrap_or(rest.len()),
            '"' | '\'' => quoted_len(rest, c),
            '[' | '{' => {
                open.push((ort, c));
                1
            }
            ']' | '}' => {
                open.pop();
                1
            }
            _ => c.len_utf8(),
        };
        rest = &rest[skip.max(1).min(rest.len())..];
    }
    open.pop()
}

/// Bytes of the quoted text at the beginning.
fn quoted_len(text: &str, mark: char) -> usize {
    let three = mark.to_string().repeat(3);
    if let Some(inner) = text.strip_prefix(&three) {
        return inner.find(&three).map_or(text.len(), |end| 3 + end + 3);
    }
    let mut escaped = false;
    for (i, c) in text.char_indices().skip(1) {
        match c {
            '\n' => return i,
            _ if escaped => escaped = false,
            '\\' if mark == '"' => escaped = true,
            _ if c == mark => return i + 1,
            _ => {}
        }
    }
    text.len()
}

fn value_hint(rest: &str) -> &'static str {
    match rest.chars().next() {
        Some('„' | '“' | '”' | '»' | '«' | '‚' | '‘' | '’') => {
            "Diese Anführungszeichen gehören in einen Text; um ihn herum stehen gerade (\")."
        }
        _ if ["ja", "nein", "wahr", "falsch"].iter().any(|w| rest.starts_with(w)) => {
            "Schreib true oder false."
        }
        Some(c) if c.is_ascii_digit() || c == '-' || c == '+' => ZAHL,
        _ => "Ein Text steht zwischen geraden Anführungszeichen (\").",
    }
}

fn rest_hint(rest: &str) -> &'static str {
    match rest.chars().next() {
        Some(';') => "Am Ende einer Zeile steht kein Strichpunkt.",
        Some(',') => "Am Ende einer Zeile steht kein Komma; Kommazahlen gibt es hier keine.",
        Some(']') => "Hier steht eine Klammer zu viel.",
        _ => "Jeder Schlüssel hat eine eigene Zeile; ein \" im Text schreibt man als \\\".",
    }
}

/// A key or heading that was there before; the earlier line is named where it can be found.
fn twice(before: &str, ort: Ort, rest: &str) -> Schreibfehler {
    let start = before.rfind(['\n', '\r']).map_or(0, |i| i + 1);
    let (above, head) = (&before[..start], before[start..].trim_start());
    let name: String =
        rest.chars().take_while(|c| !c.is_whitespace() && !matches!(c, '=' | ']' | '.')).collect();
    let fault = |ort, what: String, hint: String| Schreibfehler { ort, what, hint, open: false };
    if head.starts_with('[') {
        let earlier = lines(above).find(|(_, l)| heading(l) == Some(&name));
        let brackets = |l: &str| l.chars().take_while(|c| *c == '[').count();
        if let Some((ort, line)) = earlier
            && brackets(line) != brackets(head)
        {
            let what =
                format!("Unter „{name}“ stehen einmal einfache und einmal doppelte Klammern.");
            let hint = format!("Wovon es mehrere gibt, das heißt jedes Mal [[{name}]].");
            return fault(ort, what, hint);
        }
        let what = format!("Die Überschrift [{name}] steht hier ein zweites Mal.");
        let hint = format!("Schreib alles unter eine, oder jedes Mal [[{name}]].");
        let hint = first_time(above, earlier.map(|(ort, _)| ort), &hint);
        // Keys below would be named as written twice.
        return Schreibfehler { open: true, ..fault(ort, what, hint) };
    }
    let own = lines(above).filter(|(_, l)| l.starts_with('[')).last().map_or(0, |(ort, _)| ort);
    let is_key = |l: &str| {
        l.strip_prefix(name.as_str()).is_some_and(|r| r.trim_start().starts_with(['=', '.']))
    };
    let earlier = lines(above).find(|(ort, l)| *ort >= own && is_key(l)).map(|(ort, _)| ort);
    let earlier = earlier.filter(|_| head.is_empty());
    let what = format!("Den Schlüssel „{name}“ gibt es hier zweimal.");
    fault(ort, what, first_time(above, earlier, "Streich ihn einmal."))
}

fn first_time(text: &str, ort: Option<Ort>, hint: &str) -> String {
    let Some(ort) = ort else { return hint.to_string() };
    let line = text[..ort].matches('\n').count() + 1;
    format!("Zum ersten Mal steht das in Zeile {line}. {hint}")
}

/// Lines without what they are indented by, and where they begin.
fn lines(text: &str) -> impl Iterator<Item = (Ort, &str)> {
    let mut next = 0;
    text.split_inclusive('\n').map(move |line| {
        let ort = next + (line.len() - line.trim_start().len());
        next += line.len();
        (ort, line.trim())
    })
}

/// The name in the brackets of a heading.
fn heading(line: &str) -> Option<&str> {
    line.strip_prefix('[')?.trim_start_matches('[').split(']').next().map(str::trim)
}
