//! Text for receivers with fewer letters: UTF-8, Latin-1 and ASCII, with transliteration for what a
//! set lacks; and the cleaning of what players write. Knows no telnet and no session.

use std::borrow::Cow;

use unicode_width::UnicodeWidthChar;

/// The letters a receiver can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Zeichensatz {
    #[default]
    Utf8,
    Latin1,
    /// ae, oe, ue, ss.
    Ascii,
}

/// Combining marks that a letter of a player may carry. Two are enough for every living language.
const MARKS_MAX: usize = 2;

/// Stands where a receiver's set has no letter and no transliteration. Not a question mark, which
/// would change the meaning of a sentence.
const STAND_IN: &str = "#";

impl Zeichensatz {
    pub const ALL: [Self; 3] = [Self::Utf8, Self::Latin1, Self::Ascii];

    /// As players type and read it: "utf-8", "latin-1", "ascii".
    pub fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Latin1 => "latin-1",
            Self::Ascii => "ascii",
        }
    }

    /// Reads a name in any usual spelling.
    pub fn parse(name: &str) -> Option<Self> {
        let plain: String =
            name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase();
        match plain.as_str() {
            "utf8" | "unicode" => Some(Self::Utf8),
            "latin1" | "latin" | "iso88591" | "iso885915" | "windows1252" | "cp1252" => {
                Some(Self::Latin1)
            }
            "ascii" | "usascii" => Some(Self::Ascii),
            _ => None,
        }
    }
}

/// Text as bytes of this set.
pub fn encode(text: &str, charset: Zeichensatz) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    encode_into(text, charset, &mut out);
    out
}

/// As [`encode`], added to `out`.
pub fn encode_into(text: &str, charset: Zeichensatz, out: &mut Vec<u8>) {
    if charset == Zeichensatz::Utf8 || text.is_ascii() {
        out.extend_from_slice(text.as_bytes());
        return;
    }
    let text = composed(text);
    let mut before = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let around = Around { before, behind: chars.peek().copied() };
        encode_char(c, around, charset, out);
        before = Some(c);
    }
}

/// The neighbours of a letter: in a word of capitals Ä becomes AE, in front of small letters Ae.
#[derive(Clone, Copy)]
struct Around {
    before: Option<char>,
    behind: Option<char>,
}

impl Around {
    fn shouts(self) -> bool {
        let capital = |c: Option<char>| c.is_some_and(char::is_uppercase);
        match self.behind {
            Some(c) if c.is_alphabetic() => c.is_uppercase(),
            _ => capital(self.before),
        }
    }
}

fn encode_char(c: char, around: Around, charset: Zeichensatz, out: &mut Vec<u8>) {
    if c.is_ascii() {
        out.push(c as u8);
        return;
    }
    if let (Zeichensatz::Latin1, Ok(b)) = (charset, u8::try_from(u32::from(c))) {
        out.push(b);
        return;
    }
    match transliterate(c) {
        Some(latin) if c.is_uppercase() && around.shouts() => {
            out.extend_from_slice(latin.to_ascii_uppercase().as_bytes());
        }
        Some(latin) => out.extend_from_slice(latin.as_bytes()),
        // A mark without a letter of its own says nothing; any other sign leaves a trace.
        None if c.width() == Some(0) => {}
        None => out.extend_from_slice(STAND_IN.as_bytes()),
    }
}

/// What a sign is in ASCII; `None` where nobody would recognise it.
fn transliterate(c: char) -> Option<&'static str> {
    umlaut(c).or_else(|| sign(c)).or_else(|| latin(c)).or_else(|| kyrillisch(c))
}

fn umlaut(c: char) -> Option<&'static str> {
    Some(match c {
        'ä' | 'æ' => "ae",
        'ö' | 'ø' | 'œ' => "oe",
        'ü' => "ue",
        'ß' => "ss",
        'Ä' | 'Æ' => "Ae",
        'Ö' | 'Ø' | 'Œ' => "Oe",
        'Ü' => "Ue",
        'ẞ' => "SS",
        'å' => "aa",
        'Å' => "Aa",
        'þ' => "th",
        'Þ' => "Th",
        _ => return None,
    })
}

fn sign(c: char) -> Option<&'static str> {
    Some(match c {
        '„' | '“' | '”' | '‟' | '«' | '»' | '″' => "\"",
        '‚' | '‘' | '’' | '‛' | '‹' | '›' | '′' | '´' => "'",
        '–' | '—' | '‐' | '‑' | '‒' | '―' | '−' | '─' | '━' | '═' => "-",
        '│' | '┃' | '║' | '¦' => "|",
        '┌' | '┐' | '└' | '┘' | '├' | '┤' | '┬' | '┴' | '┼' => "+",
        '…' => "...",
        '•' | '·' | '●' | '★' => "*",
        '€' => "EUR",
        '£' => "GBP",
        '¥' => "JPY",
        '¢' => "ct",
        '§' => "Par.",
        '°' => " Grad",
        '×' => "x",
        '÷' => ":",
        '±' => "+/-",
        '¼' => "1/4",
        '½' => "1/2",
        '¾' => "3/4",
        '¹' => "1",
        '²' => "2",
        '³' => "3",
        'µ' => "u",
        '©' => "(c)",
        '®' => "(R)",
        '™' => "(TM)",
        '¡' => "!",
        '¿' => "?",
        '†' | '‡' => "+",
        '‰' => " Promille",
        'º' => "o",
        'ª' => "a",
        '→' | '⇒' => "->",
        '←' | '⇐' => "<-",
        '♠' | '♤' => "Pik",
        '♥' | '♡' => "Herz",
        '♦' | '♢' => "Karo",
        '♣' | '♧' => "Kreuz",
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => " ",
        _ => return None,
    })
}

/// Latin letters with marks, by the letter under the mark.
const LATIN: [(&str, &str); 47] = [
    ("àáâãāăąǎȧạảấầẩẫậắằẳẵặ", "a"),
    ("ÀÁÂÃĀĂĄǍȦẠẢẤẦẨẪẬẮẰẲẴẶ", "A"),
    ("çćĉċč", "c"),
    ("ÇĆĈĊČ", "C"),
    ("ďđð", "d"),
    ("ĎĐÐ", "D"),
    ("èéêëēĕėęěẹẻẽếềểễệ", "e"),
    ("ÈÉÊËĒĔĖĘĚẸẺẼẾỀỂỄỆ", "E"),
    ("ĝğġģǧ", "g"),
    ("ĜĞĠĢǦ", "G"),
    ("ĥħ", "h"),
    ("ĤĦ", "H"),
    ("ìíîïĩīĭįıǐịỉ", "i"),
    ("ÌÍÎÏĨĪĬĮİǏỊỈ", "I"),
    ("ĵ", "j"),
    ("Ĵ", "J"),
    ("ķĸǩ", "k"),
    ("ĶǨ", "K"),
    ("ĺļľŀł", "l"),
    ("ĹĻĽĿŁ", "L"),
    ("ñńņňŉŋ", "n"),
    ("ÑŃŅŇŊ", "N"),
    ("òóôõōŏőơǒọỏốồổỗộớờởỡợ", "o"),
    ("ÒÓÔÕŌŎŐƠǑỌỎỐỒỔỖỘỚỜỞỠỢ", "O"),
    ("ŕŗř", "r"),
    ("ŔŖŘ", "R"),
    ("śŝşšșſ", "s"),
    ("ŚŜŞŠȘ", "S"),
    ("ţťŧț", "t"),
    ("ŢŤŦȚ", "T"),
    ("ùúûũūŭůűųưǔụủứừửữự", "u"),
    ("ÙÚÛŨŪŬŮŰŲƯǓỤỦỨỪỬỮỰ", "U"),
    ("ŵ", "w"),
    ("Ŵ", "W"),
    ("ýÿŷỳỵỷỹ", "y"),
    ("ÝŸŶỲỴỶỸ", "Y"),
    ("źżž", "z"),
    ("ŹŻŽ", "Z"),
    ("ĳ", "ij"),
    ("Ĳ", "IJ"),
    ("ǆǳ", "dz"),
    ("ǉ", "lj"),
    ("ǌ", "nj"),
    ("ﬀ", "ff"),
    ("ﬁ", "fi"),
    ("ﬂ", "fl"),
    ("ﬅﬆ", "st"),
];

fn latin(c: char) -> Option<&'static str> {
    LATIN.iter().find(|(letters, _)| letters.contains(c)).map(|(_, base)| *base)
}

/// Cyrillic as German newspapers write it; Oleg's guests have names.
fn kyrillisch(c: char) -> Option<&'static str> {
    const SMALL: [&str; 32] = [
        "a", "b", "w", "g", "d", "e", "sch", "s", "i", "j", "k", "l", "m", "n", "o", "p", "r", "s",
        "t", "u", "f", "ch", "z", "tsch", "sch", "schtsch", "'", "y", "'", "e", "ju", "ja",
    ];
    const LARGE: [&str; 32] = [
        "A", "B", "W", "G", "D", "E", "Sch", "S", "I", "J", "K", "L", "M", "N", "O", "P", "R", "S",
        "T", "U", "F", "Ch", "Z", "Tsch", "Sch", "Schtsch", "'", "Y", "'", "E", "Ju", "Ja",
    ];
    let at = |first: char| (u32::from(c) - u32::from(first)) as usize;
    match c {
        'а'..='я' => Some(SMALL[at('а')]),
        'А'..='Я' => Some(LARGE[at('А')]),
        'ё' => Some("jo"),
        'Ё' => Some("Jo"),
        'і' => Some("i"),
        'І' => Some("I"),
        _ => None,
    }
}

/// Letter and mark as the one letter that the smaller sets may have: a and U+0308 as ä.
fn composed(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_common_mark) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match out.chars().next_back().and_then(|base| compose(base, c)) {
            Some(whole) => {
                out.pop();
                out.push(whole);
            }
            None => out.push(c),
        }
    }
    Cow::Owned(out)
}

fn is_common_mark(c: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&c)
}

fn compose(base: char, mark: char) -> Option<char> {
    let (bases, wholes) = match mark {
        '\u{300}' => ("aeiouAEIOU", "àèìòùÀÈÌÒÙ"),
        '\u{301}' => ("aeiouyAEIOUY", "áéíóúýÁÉÍÓÚÝ"),
        '\u{302}' => ("aeiouAEIOU", "âêîôûÂÊÎÔÛ"),
        '\u{303}' => ("anoANO", "ãñõÃÑÕ"),
        '\u{308}' => ("aeiouyAEIOU", "äëïöüÿÄËÏÖÜ"),
        '\u{30a}' => ("aA", "åÅ"),
        '\u{327}' => ("cC", "çÇ"),
        _ => return None,
    };
    bases.chars().zip(wholes.chars()).find(|(b, _)| *b == base).map(|(_, whole)| whole)
}

/// What a player wrote, fit for the screens, logs and triggers of others: no control characters, no
/// line breaks, nothing invisible or that turns the direction of writing, at most two marks on a
/// letter. Breaks and wide blanks become a blank. Everything that can be seen stays as it is.
pub fn harmless(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut marks = MARKS_MAX;
    for c in text.chars() {
        match kind(c) {
            Kind::Dropped => {}
            Kind::Blank => {
                out.push(' ');
                marks = MARKS_MAX;
            }
            // A mark needs a letter under it, or it would sit on something that is ours.
            Kind::Mark if marks < MARKS_MAX => {
                out.push(c);
                marks += 1;
            }
            Kind::Mark => {}
            Kind::Seen => {
                out.push(c);
                marks = 0;
            }
        }
    }
    out
}

enum Kind {
    Dropped,
    Blank,
    Mark,
    Seen,
}

fn kind(c: char) -> Kind {
    match c {
        ' '..='~' => Kind::Seen,
        '\t' | '\n' | '\r' | '\u{85}' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' => {
            Kind::Blank
        }
        '\u{2028}' | '\u{2029}' | '\u{202f}' | '\u{205f}' | '\u{3000}' | '\u{2800}' => Kind::Blank,
        _ if c.is_control() || is_invisible(c) => Kind::Dropped,
        _ if c.width() == Some(0) => Kind::Mark,
        _ => Kind::Seen,
    }
}

/// Signs that show nothing: joiners, direction marks, fillers, selectors, tags, interlinear notes.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ascii(text: &str) -> String {
        String::from_utf8(encode(text, Zeichensatz::Ascii)).unwrap()
    }

    #[test]
    fn no_letter_is_lost_on_the_way_to_ascii() {
        assert_eq!(
            ascii("Größe, Fäuste, Straße, Øre, 日本"),
            "Groesse, Faeuste, Strasse, Oere, ##"
        );
        assert_eq!(ascii("café, Señor, Łódź, Олег"), "cafe, Senor, Lodz, Oleg");
        assert_eq!(ascii("„Ja“ – gut…"), "\"Ja\" - gut...");
    }

    #[test]
    fn capitals_stay_capitals() {
        assert_eq!(ascii("TÜR, Ärger, GRÖẞE, Ö, MÜ"), "TUER, Aerger, GROESSE, Oe, MUE");
    }

    #[test]
    fn letter_and_mark_are_one_letter() {
        assert_eq!(ascii("Mu\u{308}de"), "Muede");
        assert_eq!(encode("a\u{308}", Zeichensatz::Latin1), [0xe4]);
        assert_eq!(encode("q\u{308}", Zeichensatz::Latin1), b"q");
    }

    /// One text, three sets.
    #[test]
    fn the_three_sets_differ_in_their_bytes_only() {
        assert_eq!(encode("ß€", Zeichensatz::Utf8), [0xc3, 0x9f, 0xe2, 0x82, 0xac]);
        assert_eq!(encode("ß€", Zeichensatz::Latin1), [0xdf, b'E', b'U', b'R']);
        assert_eq!(encode("ß€", Zeichensatz::Ascii), b"ssEUR");
    }

    /// No letter of the alphabets that German readers know may become a stand-in.
    #[test]
    fn every_latin_letter_has_a_transliteration() {
        for c in ('\u{c0}'..='\u{17f}').filter(|c| c.is_alphabetic()) {
            let bytes = ascii(&c.to_string());
            assert!(bytes.bytes().all(|b| b.is_ascii_alphabetic()), "{c} becomes {bytes}");
        }
    }

    #[test]
    fn sets_are_named_in_many_ways() {
        assert_eq!(Zeichensatz::parse("ISO-8859-1"), Some(Zeichensatz::Latin1));
        assert_eq!(Zeichensatz::parse("US-ASCII"), Some(Zeichensatz::Ascii));
        for set in Zeichensatz::ALL {
            assert_eq!(Zeichensatz::parse(set.name()), Some(set));
        }
        assert_eq!(Zeichensatz::parse("ebcdic"), None);
    }

    #[test]
    fn nobody_moves_the_cursor_of_others() {
        let said = harmless("\u{1b}[2J\u{7}\u{9b}31m\u{202e}Oleg sagt: Du hast\ngewonnen\u{200b}");
        assert_eq!(said, "[2J31mOleg sagt: Du hast gewonnen");
        assert_eq!(harmless("a\u{2028}b\u{2029}c\r\nd"), "a b c  d");
        assert_eq!(harmless("Grüße, 日本, 👍"), "Grüße, 日本, 👍");
    }

    #[test]
    fn marks_do_not_pile_up() {
        let tower = format!("\u{301}u{}x", "\u{308}".repeat(500));
        assert_eq!(harmless(&tower), "u\u{308}\u{308}x");
    }
}
