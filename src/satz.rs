//! A typed line as words: folded for comparing (case, umlauts in one direction only, fillers dropped), and
//! kept verbatim for speech. Knows no command and no game; they match on what this module makes of a line.

mod verben;

use crate::deutsch;
use crate::limits::WORDS_MAX;

/// A typed line.
#[derive(Clone, Debug, Default)]
pub struct Satz {
    /// As typed, without blanks at both ends.
    pub roh: String,
    /// As typed, for speech.
    worte: Vec<Wort>,
    /// The verb first, its particle apart.
    ordnung: Vec<Glied>,
    /// More words than anybody needs: only speech may use this line.
    zu_lang: bool,
}

#[derive(Clone, Debug)]
struct Wort {
    /// Byte offsets of the word in `roh`.
    anfang: usize,
    ende: usize,
    gefaltet: String,
    filler: bool,
}

/// A word in the order of meaning.
#[derive(Clone, Debug)]
struct Glied {
    wort: String,
    filler: bool,
    /// Which typed word it is, or a part of.
    nr: usize,
}

/// Why something is no usable amount.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ZahlFehler {
    /// Nothing stands where a number is needed.
    Fehlt,
    /// No number at all.
    KeineZahl,
    Negativ,
    Komma,
    ZuGross,
}

const FILLERS: [&str; 36] = [
    "das", "der", "die", "des", "dem", "den", "ein", "eine", "einen", "einem", "einer", "eines",
    "mein", "meine", "meinen", "meinem", "meiner", "bitte", "ich", "nun", "jetzt", "mal", "doch",
    "dann", "also", "gerne", "gern", "moechte", "will", "mir", "halt", "eben", "einfach", "lieber",
    "wuerde", "moecht",
];

impl Satz {
    pub fn new(line: &str) -> Self {
        let roh = line.trim().to_string();
        let mut worte = Vec::new();
        let mut zu_lang = false;
        for piece in roh.split_whitespace() {
            if worte.len() == WORDS_MAX {
                zu_lang = true;
                break;
            }
            let anfang = piece.as_ptr() as usize - roh.as_ptr() as usize;
            let gefaltet = bare(&falte(piece));
            let filler = FILLERS.contains(&gefaltet.as_str());
            worte.push(Wort { anfang, ende: anfang + piece.len(), gefaltet, filler });
        }
        // A sign in front is how people speak and act: what somebody says is never a command.
        let kurier = roh.strip_prefix('+').is_some_and(|r| r.starts_with(char::is_alphabetic));
        let spoken = kurier || roh.starts_with(['\'', ':', ';']);
        let ordnung = if spoken { Vec::new() } else { ordne(&worte) };
        Self { roh, worte, ordnung, zu_lang }
    }

    pub fn is_empty(&self) -> bool {
        self.worte.is_empty()
    }

    /// More than [`WORDS_MAX`] words: no command but speech is that long.
    pub fn zu_lang(&self) -> bool {
        self.zu_lang
    }

    /// The folded words without fillers. The first is the verb, also where it was typed last ("karo 7 spielen");
    /// the particle of a verb is a word of its own at the end ("aussteigen" is "steigen aus").
    pub fn worte(&self) -> Vec<&str> {
        self.ordnung.iter().filter(|g| !g.filler).map(|g| g.wort.as_str()).collect()
    }

    /// All folded words, fillers included ("kein", "ein" may be numbers).
    pub fn alle_worte(&self) -> Vec<&str> {
        self.ordnung.iter().map(|g| g.wort.as_str()).collect()
    }

    /// The folded words behind the verb, without fillers but with an article that counts: "einen" of "einen stein" is
    /// one; of "eine 10" it is a filler, and the "ein" of "setze 10 ein" belongs to the verb. For amounts.
    pub fn mengenworte(&self) -> Vec<&str> {
        let verb = self.ordnung.iter().position(|g| !g.filler);
        let behind = verb.map_or(&self.ordnung[..0], |i| &self.ordnung[i + 1..]);
        let is_number = |g: &Glied| {
            deutsch::zahlwort(&g.wort).is_some() || g.wort.starts_with(|c: char| c.is_ascii_digit())
        };
        let counts = |i: usize| match behind.get(i + 1) {
            Some(next) => is_number(&behind[i]) && !is_number(next),
            None => is_number(&behind[i]) && !behind[..i].iter().any(is_number),
        };
        let kept = behind.iter().enumerate().filter(|(i, g)| !g.filler || counts(*i));
        kept.map(|(_, g)| g.wort.as_str()).collect()
    }

    /// What stands behind the verb as typed, fillers included, without the verb's particle where it was joined.
    pub fn rest_roh(&self) -> Vec<&str> {
        let Some(verb) = self.ordnung.iter().find(|g| !g.filler).map(|g| g.nr) else {
            return Vec::new();
        };
        let behind = self.ordnung.iter().skip_while(|g| g.nr != verb).filter(|g| g.nr != verb);
        behind.map(|g| &self.roh[self.worte[g.nr].anfang..self.worte[g.nr].ende]).collect()
    }

    /// How many typed words stand in front of the verb and are it: the text behind them is speech.
    pub fn bis_verb(&self) -> usize {
        self.worte.iter().take_while(|w| w.filler).count() + 1
    }

    /// The stem of the first word that is no filler: "spiel" for spiele, spielen, Spiel.
    pub fn verb(&self) -> String {
        self.worte().first().map_or_else(String::new, |w| stamm(w))
    }

    /// The text behind the first `n` words exactly as typed, for speech.
    pub fn text_nach(&self, n: usize) -> &str {
        match n.checked_sub(1).and_then(|i| self.worte.get(i)) {
            Some(w) => self.roh[w.ende..].trim_start(),
            None if n == 0 => &self.roh,
            None => "",
        }
    }
}

/// Puts the words in the order that everybody matches on.
fn ordne(worte: &[Wort]) -> Vec<Glied> {
    let glied = |(nr, w): (usize, &Wort)| {
        // "ins" in front of a thing is a preposition; at the end or before a particle it is a word like others.
        let next = worte.get(nr + 1).map(|n| n.gefaltet.as_str());
        let thing = next.is_some_and(|n| !["an", "ab", "auf", "aus", "hin", "zu"].contains(&n));
        let wort = if thing { verben::ohne_artikel(&w.gefaltet) } else { &w.gefaltet };
        Glied { wort: wort.to_string(), filler: w.filler, nr }
    };
    let mut out: Vec<Glied> =
        worte.iter().enumerate().map(glied).filter(|g| !g.wort.is_empty()).collect();
    let bare = |g: &Glied| !g.filler;
    let (Some(first), Some(end)) = (out.iter().position(bare), out.iter().rposition(bare)) else {
        return out;
    };
    if end > first && verben::steht_am_ende(&out[first].wort, &out[end].wort) {
        let verb = out.remove(end);
        out.insert(0, verb);
    }
    let first = out.iter().position(bare).unwrap_or(0);
    if let Some((form, partikel)) = verben::getrennt(&out[first].wort) {
        let (form, nr) = (form.to_string(), out[first].nr);
        out.push(Glied { wort: partikel.to_string(), filler: false, nr });
        out[first].wort = form;
    }
    out
}

/// Lower case, umlauts and ß written out: ä -> ae, never the other way round.
pub fn falte(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut combining = text.chars().peekable();
    while let Some(c) = combining.next() {
        let marked = combining.next_if_eq(&'\u{308}').is_some();
        for low in c.to_lowercase() {
            match (low, marked) {
                ('ä', _) | ('a', true) => out.push_str("ae"),
                ('ö', _) | ('o', true) => out.push_str("oe"),
                ('ü', _) | ('u', true) => out.push_str("ue"),
                ('ß', _) => out.push_str("ss"),
                ('é' | 'è' | 'ê' | 'ë', _) => out.push('e'),
                ('á' | 'à' | 'â', _) => out.push('a'),
                (other, _) => out.push(other),
            }
        }
    }
    out
}

/// Punctuation around a word means nothing: "7.", "hoch!", "„baum“". A sign before a digit is kept, so that
/// "-3" stays a refused number.
fn bare(word: &str) -> String {
    let end = word.trim_end_matches(|c: char| !c.is_alphanumeric() && c != ']' && c != '>');
    let start = end.trim_start_matches(['"', '\'', '„', '“', '‚', '(', ',', '«', '»']);
    if start.is_empty() { word.to_string() } else { start.to_string() }
}

/// The stem of a form of a verb that the fixed table knows.
pub fn verbstamm(wort: &str) -> Option<&'static str> {
    verben::stamm(wort)
}

/// The stem that all forms of an imperative share: spiele, spiel, spielen -> "spiel"; nehme -> "nimm".
pub fn stamm(wort: &str) -> String {
    if let Some(stem) = verben::stamm(wort) {
        return stem.to_string();
    }
    let cut = |end: &str| wort.strip_suffix(end).filter(|s| s.len() >= 2);
    cut("en").or_else(|| cut("e")).unwrap_or(wort).to_string()
}

/// Reads an amount from folded words: "1200", "1.000", "1 000", "tausend", "drei", "1200 taler".
/// `einheiten` are words that may follow ("taler", "stiche"). Errors: why it is no amount; nothing is guessed.
pub fn zahl(worte: &[&str], einheiten: &[&str]) -> Result<i64, ZahlFehler> {
    let worte = match worte {
        [vorn @ .., letztes] if einheiten.contains(letztes) => vorn,
        alle => alle,
    };
    match worte {
        [] => Err(ZahlFehler::Fehlt),
        [eins] => einzelzahl(eins),
        [faktor, rest @ ("tausend" | "hundert")] => {
            let n = einzelzahl(faktor)?;
            n.checked_mul(deutsch::zahlwort(rest).unwrap_or(1)).ok_or(ZahlFehler::ZuGross)
        }
        [vorn, gruppen @ ..] if is_group_head(vorn) && gruppen.iter().all(|g| is_group(g)) => {
            digits(&format!("{vorn}{}", gruppen.concat()))
        }
        _ => Err(ZahlFehler::KeineZahl),
    }
}

fn is_group_head(s: &str) -> bool {
    (1..=3).contains(&s.len()) && s.bytes().all(|b| b.is_ascii_digit())
}

fn is_group(s: &str) -> bool {
    s.len() == 3 && s.bytes().all(|b| b.is_ascii_digit())
}

fn einzelzahl(wort: &str) -> Result<i64, ZahlFehler> {
    if let Some(n) = deutsch::zahlwort(wort) {
        return Ok(n);
    }
    if wort.bytes().all(|b| b.is_ascii_digit()) && !wort.is_empty() {
        return digits(wort);
    }
    let rest = wort.strip_prefix(['-', '−']);
    if rest.is_some_and(|r| r.starts_with(|c: char| c.is_ascii_digit())) {
        return Err(ZahlFehler::Negativ);
    }
    if let Some((vorn, hinten)) = wort.split_once('.') {
        if is_group_head(vorn) && hinten.split('.').all(is_group) {
            return digits(&wort.replace('.', ""));
        }
        if vorn.bytes().all(|b| b.is_ascii_digit()) && hinten.bytes().all(|b| b.is_ascii_digit()) {
            return Err(ZahlFehler::Komma);
        }
    }
    let komma = wort.split_once(',').is_some_and(|(a, b)| {
        !a.is_empty()
            && a.bytes().all(|c| c.is_ascii_digit())
            && b.bytes().all(|c| c.is_ascii_digit())
    });
    Err(if komma { ZahlFehler::Komma } else { ZahlFehler::KeineZahl })
}

fn digits(s: &str) -> Result<i64, ZahlFehler> {
    s.parse().map_err(|_| ZahlFehler::ZuGross)
}

impl ZahlFehler {
    /// The first half of the refusal; the caller says what would work.
    pub fn grund(self) -> &'static str {
        match self {
            Self::Fehlt => "Dazu fehlt eine Zahl.",
            Self::KeineZahl => "Das ist keine ganze Zahl.",
            Self::Negativ => "Eine Zahl unter null geht hier nicht.",
            Self::Komma => "Hier zählen nur ganze Zahlen.",
            Self::ZuGross => "Diese Zahl ist zu groß.",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn umlauts_fold_in_one_direction() {
        assert_eq!(falte("Größe"), "groesse");
        assert_eq!(falte("Mu\u{308}de"), "muede");
        assert_eq!(falte("neue Poesie"), "neue poesie");
        assert_eq!(falte("Theatercafé"), "theatercafe");
    }

    #[test]
    fn imperatives_share_a_stem() {
        for w in ["spiele", "Spiel", "spielen"] {
            assert_eq!(Satz::new(w).verb(), "spiel");
        }
        for w in ["nimm", "nehme", "nehmen"] {
            assert_eq!(Satz::new(w).verb(), "nimm");
        }
    }

    #[test]
    fn the_verb_comes_first_and_its_particle_apart() {
        let w = |line: &str| Satz::new(line).worte().join(" ");
        assert_eq!(w("aussteigen"), "steigen aus");
        assert_eq!(w("ich will aussteigen"), "steigen aus");
        assert_eq!(w("Aufdecken 2 als 7"), "decken 2 als 7 auf");
        assert_eq!(w("die Pik Sieben hoch spielen"), "spielen pik sieben hoch");
        assert_eq!(w("zwei Stiche ansagen"), "ansagen zwei stiche");
        assert_eq!(w("was kann ich spielen"), "was kann spielen");
        assert_eq!(w("hilfe spielen"), "hilfe spielen");
        assert_eq!(w("setz Dich ans Fenster"), "setz dich an fenster");
        assert_eq!(w("ansage 3"), "ansage 3");
        assert_eq!(Satz::new("lege am").rest_roh(), ["am"]);
        assert_eq!(Satz::new("bitte Baum legen").rest_roh(), ["bitte", "Baum"]);
        assert_eq!(Satz::new("ich sage mal was").text_nach(2), "mal was");
        assert_eq!(Satz::new("ich sage mal was").bis_verb(), 2);
    }

    #[test]
    fn fillers_and_punctuation_drop_out_but_speech_is_verbatim() {
        let s = Satz::new("  ich spiele bitte die Pik  7.  ");
        assert_eq!(s.worte(), ["spiele", "pik", "7"]);
        let s = Satz::new("sage Der Wirt,  Größe!");
        assert_eq!(s.text_nach(1), "Der Wirt,  Größe!");
    }

    #[test]
    fn an_article_counts_where_it_is_the_amount() {
        let m = |line: &str| Satz::new(line).mengenworte().join(" ");
        assert_eq!(m("biete bitte fünfhundert Taler"), "fuenfhundert taler");
        assert_eq!(m("ich biete jetzt mal 500"), "500");
        assert_eq!(m("setze einen Stein"), "einen stein");
        assert_eq!(m("erhöhe bitte um einen"), "um einen");
        assert_eq!(m("setze eine 10"), "10");
        assert_eq!(m("setze die 5 Steine"), "5 steine");
        assert_eq!(m("setze 10 ein"), "10");
        assert_eq!(m("einen Stich ansagen"), "einen stich");
        assert_eq!((m("setze"), m("bitte"), m("")), (String::new(), String::new(), String::new()));
    }

    #[test]
    fn amounts_are_read_or_refused_with_the_reason() {
        let z = |s: &str| zahl(&Satz::new(s).alle_worte(), &["taler"]);
        assert_eq!(z("1200"), Ok(1200));
        assert_eq!(z("1.000 Taler"), Ok(1000));
        assert_eq!(z("1 000"), Ok(1000));
        assert_eq!(z("zwei tausend"), Ok(2000));
        assert_eq!(z("drei"), Ok(3));
        assert_eq!(z("zwölfhundert"), Ok(1200));
        assert_eq!(z("zweitausendfünfhundert Taler"), Ok(2500));
        assert_eq!(z("drei hundert"), Ok(300));
        assert_eq!(z("-5"), Err(ZahlFehler::Negativ));
        assert_eq!(z("1,5"), Err(ZahlFehler::Komma));
        assert_eq!(z("1.5"), Err(ZahlFehler::Komma));
        assert_eq!(z("3 3"), Err(ZahlFehler::KeineZahl));
        assert_eq!(z("1e3"), Err(ZahlFehler::KeineZahl));
        assert_eq!(z("+3"), Err(ZahlFehler::KeineZahl));
        assert_eq!(z("٣"), Err(ZahlFehler::KeineZahl));
        assert_eq!(z("99999999999999999999"), Err(ZahlFehler::ZuGross));
        assert_eq!(z(""), Err(ZahlFehler::Fehlt));
    }
}
