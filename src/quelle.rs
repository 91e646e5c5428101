//! A data file's text with positions: reads TOML key by key and collects every fault with file, line,
//! column and a hint, so that one run of `check` names them all. Knows no game and touches no disk.

mod syntax;

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;

use toml::de::{DeTable, DeValue};

/// One thing that is wrong in a text file, said in German for whoever edits it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Path as the editor knows it, relative to the data folder where that is possible.
    pub file: String,
    /// 1-based; 0 when the fault concerns the whole file.
    pub line: usize,
    /// 1-based, counted in letters; 0 when the fault concerns the whole file.
    pub column: usize,
    /// One sentence: what is wrong.
    pub what: String,
    /// One sentence: what would work. Empty when there is nothing to add.
    pub hint: String,
    /// The line itself, for quoting: what is long is cut around the place, what cannot be seen is replaced. Empty when
    /// the fault concerns the whole file.
    pub quote: String,
}

impl Fault {
    /// The order in which faults are named.
    pub fn by_place(&self, other: &Self) -> std::cmp::Ordering {
        (&self.file, self.line, self.column).cmp(&(&other.file, other.line, other.column))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.what)?;
        if !self.hint.is_empty() {
            write!(f, " {}", self.hint)?;
        }
        if !self.quote.is_empty() {
            write!(f, "\n    {}", self.quote.trim_end())?;
        }
        Ok(())
    }
}

/// A place in a text: byte offset of its first letter.
pub type Ort = usize;

/// A file's name and text. Everything that is read from it points back into it.
#[derive(Clone, Debug, Default)]
pub struct Quelle {
    pub file: String,
    pub text: String,
    /// The file is there and could not be read: its text is empty, and whatever follows from that is no fault of its
    /// own.
    pub unlesbar: bool,
}

impl Quelle {
    pub fn new(file: impl Into<String>, text: impl Into<String>) -> Self {
        Self { file: file.into(), text: text.into(), unlesbar: false }
    }

    /// A file that is there and could not be read.
    pub fn unlesbar(file: impl Into<String>) -> Self {
        Self { file: file.into(), text: String::new(), unlesbar: true }
    }

    /// The fault at a place of this text.
    pub fn fault(&self, ort: Ort, what: impl Into<String>, hint: impl Into<String>) -> Fault {
        let ort = ort.min(self.text.len());
        let before = self.text.get(..ort).unwrap_or(&self.text);
        let start = before.rfind('\n').map_or(0, |i| i + 1);
        let column = before[start..].chars().count() + 1;
        Fault {
            file: visible(&self.file),
            line: before.matches('\n').count() + 1,
            column,
            what: visible(&what.into()),
            hint: visible(&hint.into()),
            quote: quote(self.text[start..].lines().next().unwrap_or(""), column),
        }
    }

    /// A fault of the whole file.
    pub fn fault_whole(&self, what: impl Into<String>, hint: impl Into<String>) -> Fault {
        Fault {
            file: visible(&self.file),
            line: 0,
            column: 0,
            what: visible(&what.into()),
            hint: visible(&hint.into()),
            quote: String::new(),
        }
    }

    /// Reads the text as TOML. Errors: every syntax fault, in the order of the text; none for a file that could not be
    /// read.
    pub fn tafel(&self) -> Result<Tafel, Vec<Fault>> {
        if self.unlesbar {
            return Err(Vec::new());
        }
        let (table, errors) = DeTable::parse_recoverable(&self.text);
        if errors.is_empty() {
            return Ok(owned_table(table.span().start, table.get_ref()));
        }
        let said = |e: &toml::de::Error| e.message().lines().next().unwrap_or("").to_string();
        let errors: Vec<(Ort, String)> =
            errors.iter().map(|e| (e.span().map_or(0, |s| s.start), said(e))).collect();
        let faults = syntax::all(&self.text, &errors);
        Err(faults.into_iter().map(|f| self.fault(f.ort, f.what, f.hint)).collect())
    }
}

/// Letters of a quoted line, at most.
const QUOTE_LETTERS_MAX: usize = 100;

/// A line to be quoted: a window around the column, without anything that could steer a screen.
fn quote(line: &str, column: usize) -> String {
    let letters: Vec<char> = line.trim_end().chars().collect();
    if letters.len() <= QUOTE_LETTERS_MAX {
        return visible(line.trim_end());
    }
    let from = column.saturating_sub(QUOTE_LETTERS_MAX / 2).min(letters.len() - QUOTE_LETTERS_MAX);
    let to = from + QUOTE_LETTERS_MAX;
    let (before, behind) = (from > 0, to < letters.len());
    let cut = visible(&letters[from..to].iter().collect::<String>());
    format!("{}{cut}{}", if before { "..." } else { "" }, if behind { "..." } else { "" })
}

/// What is said about a file may repeat what stands in it: whatever could steer a screen is replaced.
fn visible(text: &str) -> String {
    let shown = |c: char| if c.is_control() || is_invisible(c) { '\u{fffd}' } else { c };
    text.chars().map(shown).collect()
}

/// True for letters that nobody sees, and for those that turn the direction of writing: they come in with copied text,
/// make two names that look alike differ, and confuse screens and readers.
pub fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{feff}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}')
}

/// A value as it stands in a file, with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Wert {
    pub ort: Ort,
    pub art: Art,
}

/// What kind of value it is.
#[derive(Clone, Debug, PartialEq)]
pub enum Art {
    Text(String),
    Zahl(i64),
    Komma(f64),
    Ja(bool),
    Liste(Vec<Wert>),
    Tafel(Tafel),
    /// A date, or a number that does not fit: nothing here wants one.
    Anderes,
}

impl Art {
    /// The kind's German name with its article, for sentences like "hier steht ein Text".
    pub fn name(&self) -> &'static str {
        match self {
            Self::Text(_) => "ein Text",
            Self::Zahl(_) => "eine ganze Zahl",
            Self::Komma(_) => "eine Kommazahl",
            Self::Ja(_) => "true oder false",
            Self::Liste(_) => "eine Liste",
            Self::Tafel(_) => "eine Tabelle",
            Self::Anderes => "ein Datum oder eine zu große Zahl",
        }
    }
}

/// A TOML table with the place of every key.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tafel {
    pub ort: Ort,
    pub zeilen: BTreeMap<String, (Ort, Wert)>,
}

impl Tafel {
    /// The table as TOML text, one key a line: read back it gives the same values.
    pub fn to_toml(&self) -> String {
        self.zeilen
            .iter()
            .map(|(k, (_, w))| format!("{} = {}\n", quoted(k), w.art.to_toml()))
            .collect()
    }

    /// A key is laid over the table, as `--set` does.
    pub fn set(&mut self, key: &str, art: Art) {
        self.zeilen.insert(key.to_string(), (self.ort, Wert { ort: self.ort, art }));
    }
}

impl Art {
    /// As a value on one line.
    fn to_toml(&self) -> String {
        match self {
            Self::Text(t) => quoted(t),
            Self::Zahl(n) => n.to_string(),
            Self::Komma(f) => format!("{f:?}"),
            Self::Ja(b) => b.to_string(),
            Self::Liste(l) => {
                let all: Vec<String> = l.iter().map(|w| w.art.to_toml()).collect();
                format!("[{}]", all.join(", "))
            }
            Self::Tafel(t) => {
                let all: Vec<String> = t
                    .zeilen
                    .iter()
                    .map(|(k, (_, w))| format!("{} = {}", quoted(k), w.art.to_toml()))
                    .collect();
                format!("{{ {} }}", all.join(", "))
            }
            Self::Anderes => "\"\"".to_string(),
        }
    }
}

/// A basic string of TOML; JSON's escapes are among its own.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn owned_table(ort: Ort, table: &DeTable<'_>) -> Tafel {
    let zeilen = table
        .iter()
        .map(|(k, v)| {
            let wert = owned(v.span().start, v.get_ref());
            (k.get_ref().to_string(), (k.span().start, wert))
        })
        .collect();
    Tafel { ort, zeilen }
}

fn owned(ort: Ort, value: &DeValue<'_>) -> Wert {
    let art = match value {
        DeValue::String(s) => Art::Text(s.to_string()),
        DeValue::Integer(i) => {
            i64::from_str_radix(i.as_str(), i.radix()).map_or(Art::Anderes, Art::Zahl)
        }
        DeValue::Float(f) => f.as_str().parse().map_or(Art::Anderes, Art::Komma),
        DeValue::Boolean(b) => Art::Ja(*b),
        DeValue::Datetime(_) => Art::Anderes,
        DeValue::Array(a) => {
            Art::Liste(a.iter().map(|v| owned(v.span().start, v.get_ref())).collect())
        }
        DeValue::Table(t) => Art::Tafel(owned_table(ort, t)),
    };
    Wert { ort, art }
}

fn missing(key: &str) -> String {
    format!("Hier fehlt „{key}“.")
}

const TAFEL: &str = "eine Tabelle";
const LISTE_VON_TAFELN: &str = "eine Reihe von Tabellen";

/// Unknown keys without a near one get the list of what there is, up to this many.
const KEYS_LISTED_MAX: usize = 14;

/// Reads one table key by key. Each `take` marks its key as known; what is left over at the end is an
/// unknown key. Faults are collected, and the default stands in for a faulty value, so reading goes on.
pub struct Schluessel<'q> {
    quelle: &'q Quelle,
    ort: Ort,
    rest: BTreeMap<String, (Ort, Wert)>,
    bekannt: Vec<&'static str>,
    pub faults: Vec<Fault>,
}

impl<'q> Schluessel<'q> {
    pub fn new(quelle: &'q Quelle, tafel: Tafel) -> Self {
        Self { quelle, ort: tafel.ort, rest: tafel.zeilen, bekannt: Vec::new(), faults: Vec::new() }
    }

    /// Where the table itself stands.
    pub fn ort(&self) -> Ort {
        self.ort
    }

    pub fn quelle(&self) -> &'q Quelle {
        self.quelle
    }

    /// Notes a fault at a place of the same file.
    pub fn fault(&mut self, ort: Ort, what: impl Into<String>, hint: impl Into<String>) {
        self.faults.push(self.quelle.fault(ort, what, hint));
    }

    /// The raw value of a key, marked as known. `None` when the key is not there.
    pub fn take(&mut self, key: &'static str) -> Option<Wert> {
        self.bekannt.push(key);
        self.rest.remove(key).map(|(_, wert)| wert)
    }

    /// Where the value of a key stands that nobody has taken yet; else where the table itself stands.
    pub fn ort_von(&self, key: &str) -> Ort {
        self.rest.get(key).map_or(self.ort, |(_, wert)| wert.ort)
    }

    /// True while the key stands in the table and nobody has taken it yet.
    pub fn has(&self, key: &str) -> bool {
        self.rest.contains_key(key)
    }

    fn wrong_kind(&mut self, key: &str, wert: &Wert, want: &str) {
        let what = format!("Bei „{key}“ steht {}, gebraucht wird {want}.", wert.art.name());
        let headed = |t: &Tafel| t.zeilen.values().any(|(_, w)| matches!(w.art, Art::Liste(_)));
        if let Art::Tafel(t) = &wert.art
            && want == LISTE_VON_TAFELN
            && headed(t)
        {
            let hint = format!("Darüber fehlt die Überschrift [[{key}]].");
            return self.fault(wert.ort, format!("Zu welchem „{key}“ gehört das?"), hint);
        }
        let hint = match &wert.art {
            Art::Text(t) if t.trim().parse::<i64>().is_ok() && want.starts_with("eine ganze") => {
                "Schreib die Zahl ohne Anführungszeichen."
            }
            Art::Text(t) if matches!(t.as_str(), "true" | "false") => {
                "Schreib es ohne Anführungszeichen."
            }
            _ if want == "ein Text" => "Schreib ihn zwischen Anführungszeichen.",
            Art::Text(_) if want == "eine Liste" => "Schreib [\"...\"], auch bei einem einzigen.",
            Art::Tafel(_) if want == LISTE_VON_TAFELN => "Schreib die Klammern doppelt: [[...]].",
            Art::Liste(_) if want == TAFEL => "Schreib die Klammern einfach: [...].",
            _ => "",
        };
        self.fault(wert.ort, what, hint);
    }

    /// A whole number within a range; the default stands in when it is missing or wrong.
    pub fn zahl(&mut self, key: &'static str, default: i64, range: RangeInclusive<i64>) -> i64 {
        self.zahl_oder_nichts(key, range).unwrap_or(default)
    }

    /// A whole number within a range, or nothing.
    pub fn zahl_oder_nichts(
        &mut self,
        key: &'static str,
        range: RangeInclusive<i64>,
    ) -> Option<i64> {
        let wert = self.take(key)?;
        match wert.art {
            Art::Zahl(n) if range.contains(&n) => Some(n),
            Art::Zahl(n) => {
                let what = format!("Bei „{key}“ steht {n}, das liegt außerhalb der Grenzen.");
                let hint = match (range.start(), range.end()) {
                    (from, to) if from == to => format!("Erlaubt ist nur {from}."),
                    (from, to) => format!("Erlaubt ist {from} bis {to}."),
                };
                self.fault(wert.ort, what, hint);
                None
            }
            _ => {
                self.wrong_kind(key, &wert, "eine ganze Zahl");
                None
            }
        }
    }

    /// `true` or `false`.
    pub fn ja(&mut self, key: &'static str, default: bool) -> bool {
        let Some(wert) = self.take(key) else { return default };
        if let Art::Ja(b) = wert.art {
            return b;
        }
        self.wrong_kind(key, &wert, "true oder false");
        default
    }

    /// A text, or nothing.
    pub fn text_oder_nichts(&mut self, key: &'static str) -> Option<String> {
        let wert = self.take(key)?;
        if let Art::Text(t) = wert.art {
            return Some(t);
        }
        self.wrong_kind(key, &wert, "ein Text");
        None
    }

    /// A text that must be there.
    pub fn text(&mut self, key: &'static str) -> String {
        if !self.has(key) {
            self.bekannt.push(key);
            self.fault(self.ort, missing(key), format!("Schreib eine Zeile {key} = \"...\" dazu."));
            return String::new();
        }
        self.text_oder_nichts(key).unwrap_or_default()
    }

    /// One of a few words; gives its index in `words`. The default stands in when missing or wrong.
    pub fn wahl(&mut self, key: &'static str, words: &[&str], default: usize) -> usize {
        let Some(wert) = self.take(key) else { return default };
        let Art::Text(t) = &wert.art else {
            self.wrong_kind(key, &wert, "ein Text");
            return default;
        };
        if let Some(i) = words.iter().position(|w| w == t) {
            return i;
        }
        let what = format!("Bei „{key}“ steht „{t}“, das gibt es nicht.");
        let hint = match nearest(t, words.iter().copied()) {
            Some(w) => format!("Meintest Du „{w}“?"),
            None => format!("Möglich ist: {}.", words.join(", ")),
        };
        self.fault(wert.ort, what, hint);
        default
    }

    /// A list of texts with the place of each. Missing: empty.
    pub fn texte(&mut self, key: &'static str) -> Vec<(Ort, String)> {
        let mut out = Vec::new();
        for wert in self.liste(key) {
            if let Art::Text(t) = wert.art {
                out.push((wert.ort, t));
            } else {
                self.wrong_kind(key, &wert, "ein Text");
            }
        }
        out
    }

    /// A list of whole numbers with the place of each. Missing: empty.
    pub fn zahlen(&mut self, key: &'static str, range: RangeInclusive<i64>) -> Vec<i64> {
        let mut out = Vec::new();
        for wert in self.liste(key) {
            match wert.art {
                Art::Zahl(n) if range.contains(&n) => out.push(n),
                _ => {
                    let want = format!("eine ganze Zahl von {} bis {}", range.start(), range.end());
                    self.wrong_kind(key, &wert, &want);
                }
            }
        }
        out
    }

    /// A list of anything. Missing: empty.
    pub fn liste(&mut self, key: &'static str) -> Vec<Wert> {
        let Some(wert) = self.take(key) else { return Vec::new() };
        if let Art::Liste(l) = wert.art {
            return l;
        }
        self.wrong_kind(key, &wert, "eine Liste");
        Vec::new()
    }

    /// A list of tables (`[[key]]`). Missing: empty.
    pub fn tafeln(&mut self, key: &'static str) -> Vec<Tafel> {
        let Some(wert) = self.take(key) else { return Vec::new() };
        let Art::Liste(list) = wert.art else {
            self.wrong_kind(key, &wert, LISTE_VON_TAFELN);
            return Vec::new();
        };
        let mut out = Vec::new();
        for wert in list {
            if let Art::Tafel(t) = wert.art {
                out.push(t);
            } else {
                self.wrong_kind(key, &wert, LISTE_VON_TAFELN);
            }
        }
        out
    }

    /// A table (`[key]`), or nothing.
    pub fn tafel(&mut self, key: &'static str) -> Option<Tafel> {
        let wert = self.take(key)?;
        if let Art::Tafel(t) = wert.art {
            return Some(t);
        }
        self.wrong_kind(key, &wert, TAFEL);
        None
    }

    /// Ends the reading: every key that nobody took is a fault with the nearest known key as hint.
    pub fn done(mut self) -> Vec<Fault> {
        for (key, (ort, _)) in std::mem::take(&mut self.rest) {
            let hint = match nearest(&key, self.bekannt.iter().copied()) {
                Some(k) => format!("Meintest Du „{k}“?"),
                None if self.bekannt.len() <= KEYS_LISTED_MAX => {
                    format!("Möglich ist: {}.", self.bekannt.join(", "))
                }
                None => "Was es gibt, steht in den Blättern unter docs.".to_string(),
            };
            if let Some(k) = nearest(&key, self.bekannt.iter().copied()) {
                // That it is missing follows from the slip.
                self.faults.retain(|f| f.what != missing(k));
            }
            let what = format!("Den Schlüssel „{key}“ gibt es hier nicht.");
            self.faults.push(self.quelle.fault(ort, what, hint));
        }
        self.faults
    }
}

/// The known word that is nearest to what was written, if one is near enough to be meant.
pub fn nearest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let len = written.chars().count();
    let most = if len <= 3 { 1 } else { 2 + usize::from(len > 9) };
    nearest_within(written, known, most)
}

/// As [`nearest`], for what people type: among many short words one slip is all that is sure to be one.
pub fn nearest_typed<'a>(
    written: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let len = written.chars().count();
    nearest_within(written, known, if len <= 5 { 1 } else { 2 + usize::from(len > 9) })
}

fn nearest_within<'a>(
    written: &str,
    known: impl IntoIterator<Item = &'a str>,
    most: usize,
) -> Option<&'a str> {
    known
        .into_iter()
        .map(|w| (distance(written, w), w))
        .filter(|&(d, w)| d <= most && d < w.chars().count())
        .min_by_key(|&(d, _)| d)
        .map(|(_, w)| w)
}

/// Edits between two words: insert, delete, replace, and swapping two neighbours each count one.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replace = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replace.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(rows[i - 2][j - 2] + 1);
            }
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_names_line_and_column_and_quotes() {
        let q = Quelle::new(
            "raeume/keller.toml",
            "name = \"Keller\"\nwarten = true\nbedenkzeit_sek = \"lang\"\n",
        );
        let mut k = Schluessel::new(&q, q.tafel().unwrap());
        assert_eq!(k.text("name"), "Keller");
        assert_eq!(k.zahl("bedenkzeit_sek", 120, 0..=3600), 120);
        assert_eq!(k.zahl("warten_sek", 60, 0..=3600), 60);
        let faults = k.done();
        assert_eq!(faults.len(), 2);
        assert_eq!((faults[0].line, faults[0].column), (3, 18));
        assert!(faults[0].what.contains("ein Text"));
        assert_eq!((faults[1].line, faults[1].column), (2, 1));
        assert!(faults[1].to_string().contains("raeume/keller.toml:2:1"));
    }

    #[test]
    fn a_near_key_is_offered_and_a_far_one_is_not() {
        assert_eq!(
            nearest("bedenkziet_sek", ["bedenkzeit_sek", "warten_sek"]),
            Some("bedenkzeit_sek")
        );
        assert_eq!(nearest("farbe", ["bedenkzeit_sek"]), None);
    }

    #[test]
    fn a_table_written_and_read_again_is_the_same() {
        let text = "a = [1, \"zwei \\\"\\n\"]\nb = { 'c d' = true, e = 2.5 }\nf = -3\n";
        let first = Quelle::new("x", text).tafel().unwrap().to_toml();
        let second = Quelle::new("x", first.clone()).tafel().unwrap().to_toml();
        assert_eq!(first, second);
        assert!(first.contains("zwei \\\""), "{first}");
    }

    #[test]
    fn broken_toml_is_a_fault_with_its_line() {
        let q = Quelle::new("x.toml", "a = 1\nb = \n");
        let faults = q.tafel().unwrap_err();
        assert_eq!(faults[0].line, 2);
    }
}
