//! Plain text files as running text: paragraphs, headings, drawings with words, portions; and
//! message templates with named gaps. Knows neither TOML nor which file a text comes from.
//!
//! Marks, each at the start of a line: `# ` a heading, `- ` a paragraph of its own, `--` alone the
//! next portion, `:bild WORTE` to `:ende` a drawing and what it shows. A command stands between
//! backticks.

use crate::quelle::{Ort, is_invisible, nearest};
use crate::text::{Absatz, Teil, Zeile};

/// A text in portions: whoever tells it pauses between them, whoever shows it shows all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    pub portionen: Vec<Vec<Absatz>>,
}

impl Text {
    /// All paragraphs of all portions.
    pub fn ganz(&self) -> Vec<Absatz> {
        self.portionen.concat()
    }
}

/// What is wrong with a text, with its place in that text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Textfehler {
    pub ort: Ort,
    pub what: String,
    pub hint: String,
}

const MARKS: [&str; 2] = [":bild", ":ende"];

#[derive(Default)]
struct Parser {
    text: Text,
    absaetze: Vec<Absatz>,
    open: String,
    open_ort: Ort,
    bild: Option<(Ort, String, Vec<String>)>,
    faults: Vec<Textfehler>,
}

/// Reads a text. Errors: every fault in it, in its order.
pub fn parse(text: &str) -> Result<Text, Vec<Textfehler>> {
    let mut p = Parser::default();
    let mut ort = 0;
    for line in text.split_inclusive('\n') {
        p.line(ort, line.trim_end());
        ort += line.len();
    }
    if let Some((ort, ..)) = p.bild.take() {
        p.fault(ort, "Diese Zeichnung hört nicht auf.", "Unter die Zeichnung gehört :ende.");
    }
    p.end_portion();
    if p.faults.is_empty() { Ok(p.text) } else { Err(p.faults) }
}

impl Parser {
    fn line(&mut self, ort: Ort, line: &str) {
        if let Some(bild) = &mut self.bild {
            if line.trim() != ":ende" {
                return bild.2.push(line.to_string());
            }
            return self.end_bild();
        }
        let bare = line.trim_start();
        match bare {
            "" => self.end_absatz(),
            "--" => self.end_portion(),
            _ => self.words(ort + (line.len() - bare.len()), bare),
        }
    }

    fn words(&mut self, ort: Ort, bare: &str) {
        if let Some(worte) = bare.strip_prefix(":bild") {
            self.end_absatz();
            self.bild = Some((ort, worte.trim().to_string(), Vec::new()));
        } else if bare.starts_with(':') {
            let hint = nearest(bare, MARKS).map_or_else(
                || "Ein Absatz beginnt nicht mit einem Doppelpunkt.".to_string(),
                |m| format!("Meintest Du „{m}“?"),
            );
            self.fault(ort, "Dieses Zeichen am Zeilenanfang gibt es nicht.", hint);
        } else if let Some(titel) = bare.strip_prefix("# ") {
            self.end_absatz();
            self.absaetze.push(Absatz::Titel(titel.trim().to_string()));
        } else {
            let own = bare.strip_prefix("- ");
            if own.is_some() {
                self.end_absatz();
            }
            self.join(ort, own.unwrap_or(bare));
        }
    }

    fn join(&mut self, ort: Ort, words: &str) {
        if self.open.is_empty() {
            self.open_ort = ort;
        } else {
            self.open.push(' ');
        }
        self.open.push_str(words);
    }

    fn end_absatz(&mut self) {
        if self.open.is_empty() {
            return;
        }
        match zeile(&std::mem::take(&mut self.open)) {
            Ok(z) => self.absaetze.push(Absatz::Text(z)),
            Err(f) => self.fault(self.open_ort, f.what, f.hint),
        }
    }

    fn end_bild(&mut self) {
        if let Some((ort, worte, zeilen)) = self.bild.take() {
            if zeilen.iter().any(|z| !z.chars().all(|c| (' '..='~').contains(&c))) {
                let hint = "Erlaubt sind die Zeichen einer Schreibmaschine: keine Umlaute, \
                            keine Tabulatoren, keine Rahmenzeichen.";
                return self.fault(ort, "In dieser Zeichnung steht ein fremdes Zeichen.", hint);
            }
            self.absaetze.push(Absatz::Bild { zeilen, worte });
        }
    }

    fn end_portion(&mut self) {
        self.end_absatz();
        if !self.absaetze.is_empty() {
            self.text.portionen.push(std::mem::take(&mut self.absaetze));
        }
    }

    fn fault(&mut self, ort: Ort, what: impl Into<String>, hint: impl Into<String>) {
        self.faults.push(Textfehler { ort, what: what.into(), hint: hint.into() });
    }
}

/// Reads one line of words; what stands between backticks may be typed as it stands.
pub fn zeile(text: &str) -> Result<Zeile, Textfehler> {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if words.chars().any(char::is_control) {
        return Err(Textfehler {
            ort: 0,
            what: "In diesem Text steht ein Steuerzeichen.".to_string(),
            hint: "Schreib hier nur sichtbare Zeichen.".to_string(),
        });
    }
    if words.chars().any(is_invisible) {
        return Err(Textfehler {
            ort: 0,
            what: "In diesem Text steht ein unsichtbares Zeichen.".to_string(),
            hint: "Tipp die Stelle neu, statt sie zu kopieren.".to_string(),
        });
    }
    if words.matches('`').count() % 2 == 1 {
        return Err(Textfehler {
            ort: 0,
            what: "Zu einem Rückwärtsakzent (`) fehlt der zweite.".to_string(),
            hint: "Ein Befehl steht zwischen zweien: `setz dich`.".to_string(),
        });
    }
    let teile = words.split('`').enumerate().filter(|(_, t)| !t.is_empty()).map(|(i, t)| {
        if i % 2 == 1 { Teil::Befehl(t.to_string()) } else { Teil::Text(t.to_string()) }
    });
    Ok(Zeile(teile.collect()))
}

/// A message with named gaps: "<Spieler> hat gewonnen."
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vorlage(String);

impl Vorlage {
    /// Expects that every gap is one of `allowed`. Errors: the first one that is not.
    pub fn new(text: &str, allowed: &[&str]) -> Result<Self, Textfehler> {
        zeile(text)?;
        for (_, gap) in pieces(text) {
            let Some(gap) = gap.filter(|g| !allowed.contains(g)) else { continue };
            let hint = match (nearest(gap, allowed.iter().copied()), allowed) {
                (Some(near), _) => format!("Meintest Du „<{near}>“?"),
                (None, []) => "Dieser Text hat keine Platzhalter.".to_string(),
                (None, _) => format!("Möglich ist: <{}>.", allowed.join(">, <")),
            };
            let what = format!("Den Platzhalter „<{gap}>“ gibt es hier nicht.");
            return Err(Textfehler { ort: 0, what, hint });
        }
        Ok(Self(text.split_whitespace().collect::<Vec<_>>().join(" ")))
    }

    /// The text as it stands in the file, gaps and all.
    pub fn roh(&self) -> &str {
        &self.0
    }

    /// Puts a name into each gap. A gap without a value stays empty; what is put in is never read
    /// again.
    pub fn fill(&self, values: &[(&str, &str)]) -> Zeile {
        let mut out = Zeile::new();
        for (words, gap) in pieces(&self.0) {
            if !words.is_empty() {
                out.push(words);
            }
            let value = gap.and_then(|g| values.iter().find(|(name, _)| *name == g));
            if let Some((_, value)) = value {
                out.push(Teil::Name((*value).to_string()));
            }
        }
        out
    }
}

/// Splits a template into words and the gap behind them.
fn pieces(text: &str) -> Vec<(&str, Option<&str>)> {
    let mut out = Vec::new();
    let mut rest = text;
    let mut from = 0;
    while let Some(at) = rest[from..].find('<').map(|i| from + i) {
        let name_len = rest[at + 1..].find(|c: char| !c.is_alphabetic()).unwrap_or(0);
        let end = at + 1 + name_len;
        if name_len > 0 && rest[end..].starts_with('>') {
            out.push((&rest[..at], Some(&rest[at + 1..end])));
            rest = &rest[end + 1..];
            from = 0;
        } else {
            from = at + 1;
        }
    }
    out.push((rest, None));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(a: &Absatz) -> String {
        match a {
            Absatz::Text(z) => z.wortlaut(),
            Absatz::Titel(t) => format!("[{t}]"),
            Absatz::Bild { worte, .. } => format!("({worte})"),
        }
    }

    #[test]
    fn paragraphs_headings_drawings_and_portions_are_told_apart() {
        let t = parse("# Kopf\neins\nzwei\n- drei\n- vier\n\n--\n:bild Karo\n /\\\n:ende\nEnde\n")
            .unwrap();
        let seen: Vec<Vec<String>> =
            t.portionen.iter().map(|p| p.iter().map(words).collect()).collect();
        assert_eq!(seen, [vec!["[Kopf]", "eins zwei", "drei", "vier"], vec!["(Karo)", "Ende"]]);
        assert!(matches!(&t.portionen[1][0], Absatz::Bild { zeilen, .. } if zeilen == &[" /\\"]));
    }

    #[test]
    fn commands_stand_between_backticks() {
        let z = zeile("Tippe `setz dich`, dann warte.").unwrap();
        assert_eq!(z.0[1], Teil::Befehl("setz dich".into()));
        assert_eq!(z.wortlaut(), "Tippe setz dich, dann warte.");
        assert!(zeile("Tippe `setz dich.").unwrap_err().what.contains("fehlt der zweite"));
    }

    #[test]
    fn faults_name_their_place() {
        let f = parse("gut\n\n:bidl x\n").unwrap_err();
        assert_eq!(f[0].ort, 5);
        let f = parse("gut\n:bild x\n...\n").unwrap_err();
        assert!(f[0].what.contains("hört nicht auf"));
        let f = parse(":bild x\n│\n:ende\n").unwrap_err();
        assert!(f[0].what.contains("fremdes Zeichen"));
        assert!(zeile("a\u{1b}[31mb").unwrap_err().what.contains("Steuerzeichen"));
    }

    #[test]
    fn an_unknown_gap_is_a_fault_with_a_hint() {
        let f = Vorlage::new("<Spiler> gewinnt.", &["Spieler", "Raum"]).unwrap_err();
        assert_eq!(f.hint, "Meintest Du „<Spieler>“?");
        assert!(Vorlage::new("1 < 2 > 0, <b", &[]).is_ok());
    }

    #[test]
    fn what_fills_a_gap_is_not_read_again() {
        let v = Vorlage::new("<Spieler> schlägt <Gegner>.", &["Spieler", "Gegner"]).unwrap();
        let z = v.fill(&[("Spieler", "<Gegner>"), ("Gegner", "Bert")]);
        assert_eq!(z.wortlaut(), "<Gegner> schlägt Bert.");
    }
}
