//! The word list: which words there are, how they are written with letter cards, how well known each is.
//! Knows no deck and no game.

use crate::quelle::{Fault, Quelle};
use crate::spiele::word::karten::lines;

/// How letters that no card has are laid (regeln.md W31). ß is SS in each of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Umlaute {
    /// Ä is AE.
    #[default]
    Ae,
    /// Ä is A.
    A,
    /// Words with umlauts do not exist.
    Verboten,
}

impl Umlaute {
    pub const ALL: [(&'static str, Self); 3] =
        [("ae", Self::Ae), ("a", Self::A), ("verboten", Self::Verboten)];
}

/// Why something is no word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum KeinWort {
    /// Nothing stands there.
    Leer,
    /// A blank, hyphen, apostrophe, digit or letter that no card can stand for.
    Zeichen(char),
    /// An umlaut where the table has none.
    Umlaut(char),
}

/// Longest card spelling: five cards of two letters.
pub const LETTERS_MAX: usize = 10;

/// The word as cards spell it: capital letters A to Z only. Case and accents mean nothing.
pub fn kartenschreibung(text: &str, umlaute: Umlaute) -> Result<String, KeinWort> {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().flat_map(char::to_lowercase).peekable();
    while let Some(c) = chars.next() {
        let dots = chars.next_if_eq(&'\u{308}').is_some();
        match (c, dots) {
            ('ä' | 'a', true) | ('ä', _) => umlaut(&mut out, ('ä', 'A'), umlaute)?,
            ('ö' | 'o', true) | ('ö', _) => umlaut(&mut out, ('ö', 'O'), umlaute)?,
            ('ü' | 'u', true) | ('ü', _) => umlaut(&mut out, ('ü', 'U'), umlaute)?,
            _ => out.push_str(plain(c).ok_or(KeinWort::Zeichen(c))?),
        }
    }
    if out.is_empty() { Err(KeinWort::Leer) } else { Ok(out) }
}

fn umlaut(out: &mut String, (sign, base): (char, char), umlaute: Umlaute) -> Result<(), KeinWort> {
    match umlaute {
        Umlaute::Ae => out.extend([base, 'E']),
        Umlaute::A => out.push(base),
        Umlaute::Verboten => return Err(KeinWort::Umlaut(sign)),
    }
    Ok(())
}

const ALPHABET: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// A lower-case letter as capitals, without its accent. A bare combining mark is nothing.
fn plain(c: char) -> Option<&'static str> {
    if c.is_ascii_lowercase() {
        let i = usize::from(u8::try_from(c).ok()? - b'a');
        return Some(&ALPHABET[i..=i]);
    }
    let out = match c {
        'ß' => "SS",
        'œ' => "OE",
        'æ' => "AE",
        'à' | 'á' | 'â' | 'ã' | 'å' | 'ā' => "A",
        'ç' | 'č' | 'ć' => "C",
        'è' | 'é' | 'ê' | 'ë' | 'ē' => "E",
        'ì' | 'í' | 'î' | 'ï' | 'ī' => "I",
        'ñ' => "N",
        'ò' | 'ó' | 'ô' | 'õ' | 'ō' | 'ø' => "O",
        'š' => "S",
        'ù' | 'ú' | 'û' | 'ū' => "U",
        'ý' | 'ÿ' => "Y",
        'ž' => "Z",
        '\u{300}'..='\u{304}' | '\u{30a}' | '\u{30c}' | '\u{327}' => "",
        _ => return None,
    };
    Some(out)
}

/// How well known a word is: 1 everyday to 5 connoisseur.
pub type Wortstufe = u8;

/// The level of whatever the level file does not name.
pub const KENNER: Wortstufe = 5;

/// A word of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wort {
    /// As cards spell it: "MUEDE".
    pub karten: String,
    /// As dictionaries write it, one or more: "Arm", "arm".
    pub schreibungen: Vec<String>,
    pub stufe: Wortstufe,
    /// Friends of the house never lay it on their own.
    pub tabu: bool,
}

/// The texts a word list is read from.
#[derive(Clone, Copy)]
pub struct Texte<'q> {
    /// One word a line.
    pub woerter: &'q Quelle,
    /// `MUEDE 1`: levels, by the spelling with AE. Words it does not name have level 5.
    pub stufen: Option<&'q Quelle>,
    /// Beginnings of words that friends do not lay.
    pub tabu: Option<&'q Quelle>,
}

/// A word list, by card spelling in alphabetical order.
#[derive(Clone, Debug, Default)]
pub struct Woerterbuch {
    /// Name of the file it was read from.
    pub name: String,
    umlaute: Umlaute,
    woerter: Vec<Wort>,
}

impl Woerterbuch {
    /// Reads the texts. A line that can be no word is a fault with its line and is left out; words too long
    /// for five cards are left out silently, so that any list may be used.
    pub fn read(texte: &Texte<'_>, umlaute: Umlaute) -> (Self, Vec<Fault>) {
        let mut faults = Vec::new();
        let levels = texte.stufen.map_or_else(Vec::new, |q| read_levels(q, &mut faults));
        let tabu = texte.tabu.map_or_else(Vec::new, |q| read_tabu(q, &mut faults));
        let mut woerter = Vec::new();
        for (ort, line) in lines(&texte.woerter.text) {
            match entry(line, umlaute) {
                Ok(Some((karten, ae))) => woerter.push(Wort {
                    karten,
                    schreibungen: vec![line.to_string()],
                    stufe: level_of(&levels, &ae),
                    tabu: tabu.iter().any(|t| ae.starts_with(t.as_str())),
                }),
                Ok(None) => {}
                Err(what) => faults.push(texte.woerter.fault(ort, what, LINE_HINT)),
            }
        }
        (Self { name: texte.woerter.file.clone(), umlaute, woerter: merge(woerter) }, faults)
    }

    /// A list of bare words, all of level 1. Words that cannot be laid are left out.
    pub fn from_words<'a>(words: impl IntoIterator<Item = &'a str>, umlaute: Umlaute) -> Self {
        let text: Vec<&str> = words.into_iter().collect();
        let quelle = Quelle::new("", text.join("\n"));
        let (mut buch, _) =
            Self::read(&Texte { woerter: &quelle, stufen: None, tabu: None }, umlaute);
        buch.woerter.iter_mut().for_each(|w| w.stufe = 1);
        buch
    }

    pub fn umlaute(&self) -> Umlaute {
        self.umlaute
    }

    pub fn alle(&self) -> &[Wort] {
        &self.woerter
    }

    /// The entry of a card spelling.
    pub fn find(&self, karten: &str) -> Option<&Wort> {
        let i = self.woerter.binary_search_by(|w| w.karten.as_str().cmp(karten)).ok()?;
        self.woerter.get(i)
    }

    pub fn contains(&self, karten: &str) -> bool {
        self.find(karten).is_some()
    }
}

const LINE_HINT: &str = "In jeder Zeile steht ein einzelnes Wort aus mindestens zwei \
     Buchstaben, ohne Bindestrich und Auslassungszeichen.";

/// Card spelling by the table's policy and by AE. `None`: nothing that this table could lay.
fn entry(line: &str, umlaute: Umlaute) -> Result<Option<(String, String)>, String> {
    let ae = kartenschreibung(line, Umlaute::Ae).map_err(|e| match e {
        KeinWort::Zeichen(' ') => format!("„{line}“ sind mehrere Wörter."),
        KeinWort::Zeichen(c) => format!("„{line}“ kann kein Wort sein: das Zeichen „{c}“."),
        _ => format!("„{line}“ kann kein Wort sein."),
    })?;
    if ae.len() < 2 {
        return Err(format!("„{line}“ ist zu kurz für ein Wort."));
    }
    let karten = kartenschreibung(line, umlaute).ok();
    Ok(karten.filter(|k| (2..=LETTERS_MAX).contains(&k.len())).map(|k| (k, ae)))
}

/// One entry for each card spelling, its dictionary spellings together.
fn merge(mut woerter: Vec<Wort>) -> Vec<Wort> {
    woerter.sort_by(|a, b| a.karten.cmp(&b.karten));
    let mut out: Vec<Wort> = Vec::with_capacity(woerter.len());
    for w in woerter {
        match out.last_mut().filter(|last| last.karten == w.karten) {
            Some(last) => {
                last.stufe = last.stufe.min(w.stufe);
                last.tabu |= w.tabu;
                let new = w.schreibungen.into_iter().filter(|s| !last.schreibungen.contains(s));
                let new: Vec<String> = new.collect();
                last.schreibungen.extend(new);
            }
            None => out.push(w),
        }
    }
    out
}

fn read_levels(quelle: &Quelle, faults: &mut Vec<Fault>) -> Vec<(String, Wortstufe)> {
    let mut out = Vec::new();
    for (ort, line) in lines(&quelle.text) {
        let level = line.split_once(' ').and_then(|(wort, stufe)| {
            let stufe = stufe.trim().parse().ok().filter(|n| (1..=KENNER).contains(n))?;
            Some((kartenschreibung(wort, Umlaute::Ae).ok()?, stufe))
        });
        match level {
            Some(level) => out.push(level),
            None => faults.push(quelle.fault(
                ort,
                format!("„{line}“ nennt nicht ein Wort und seine Stufe."),
                "Eine Zeile heißt zum Beispiel: MUEDE 1 (Stufe 1 bis 5).",
            )),
        }
    }
    out.sort();
    out
}

fn level_of(levels: &[(String, Wortstufe)], ae: &str) -> Wortstufe {
    let found = levels.binary_search_by(|(w, _)| w.as_str().cmp(ae)).ok();
    found.map_or(KENNER, |i| levels[i].1)
}

fn read_tabu(quelle: &Quelle, faults: &mut Vec<Fault>) -> Vec<String> {
    let mut out = Vec::new();
    for (ort, line) in lines(&quelle.text) {
        match kartenschreibung(line, Umlaute::Ae) {
            Ok(start) => out.push(start),
            Err(_) => {
                faults.push(quelle.fault(ort, format!("„{line}“ ist kein Wortanfang."), LINE_HINT));
            }
        }
    }
    out
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) const WOERTER: &str = include_str!("../../../data/woerter/woerter.txt");
    pub(crate) const STUFEN: &str = include_str!("../../../data/woerter/stufen.txt");
    pub(crate) const TABU: &str = include_str!("../../../data/woerter/npc-tabu.txt");

    pub(crate) fn shipped(umlaute: Umlaute) -> (Woerterbuch, Vec<Fault>) {
        let woerter = Quelle::new("woerter.txt", WOERTER);
        let stufen = Quelle::new("stufen.txt", STUFEN);
        let tabu = Quelle::new("npc-tabu.txt", TABU);
        let texte = Texte { woerter: &woerter, stufen: Some(&stufen), tabu: Some(&tabu) };
        Woerterbuch::read(&texte, umlaute)
    }

    #[test]
    fn the_shipped_list_is_whole_and_holds_words_but_no_names() {
        let (buch, faults) = shipped(Umlaute::Ae);
        assert_eq!(faults, []);
        assert_eq!(buch.alle().len(), 17_939);
        for w in ["MUEDE", "QUER", "JUX", "OEL", "EI", "TUER", "HAUS"] {
            assert!(buch.contains(w), "{w}");
        }
        for w in ["BERLIN", "PETER", "USW", "GMBH", "CPU", "PKW"] {
            assert!(!buch.contains(w), "{w}");
        }
        assert_eq!(buch.find("MUEDE").unwrap().stufe, 1);
        assert_eq!(buch.find("TUER").unwrap().schreibungen, ["Tür"]);
        assert!(buch.alle().iter().filter(|w| w.tabu).count() > 40);
    }

    /// One policy for umlauts and ß, for the list and for what is typed.
    #[test]
    fn umlauts_are_written_in_one_way_everywhere() {
        let ae = |s: &str| kartenschreibung(s, Umlaute::Ae).unwrap();
        for s in ["TÜR", "Tür", "tuer", "TUER", "tu\u{308}r"] {
            assert_eq!(ae(s), "TUER");
        }
        for s in ["GRÖẞE", "Größe", "groesse", "Grösse"] {
            assert_eq!(ae(s), "GROESSE");
        }
        assert_eq!(
            (ae("STRAẞE"), ae("MÜSSEN"), ae("Café")),
            ("STRASSE".into(), "MUESSEN".into(), "CAFE".into())
        );
        assert_eq!(kartenschreibung("Tür", Umlaute::A), Ok("TUR".into()));
        assert_eq!(kartenschreibung("Tür", Umlaute::Verboten), Err(KeinWort::Umlaut('ü')));
        assert_eq!(kartenschreibung("Fuß", Umlaute::Verboten), Ok("FUSS".into()));
    }

    #[test]
    fn each_policy_changes_the_list_alike() {
        let buch = |u| Woerterbuch::from_words(["Tür", "tut", "müde"], u);
        assert!(buch(Umlaute::A).contains("TUR"));
        assert_eq!(buch(Umlaute::Verboten).alle().len(), 1);
        let (buch, _) = shipped(Umlaute::A);
        assert_eq!(buch.find("MUDE").unwrap().stufe, 1, "levels are found by the spelling with AE");
    }

    #[test]
    fn lines_that_cannot_be_words_are_faults_with_their_number() {
        let quelle = Quelle::new("w.txt", "# Liste\nHaus\nzwei Wörter\nE-Mail\na\nMaus\ngeht's\n");
        let texte = Texte { woerter: &quelle, stufen: None, tabu: None };
        let (buch, faults) = Woerterbuch::read(&texte, Umlaute::Ae);
        let lines: Vec<usize> = faults.iter().map(|f| f.line).collect();
        assert_eq!(lines, [3, 4, 5, 7]);
        assert_eq!(buch.alle().len(), 2);
    }
}
