//! The verbs that people type, as one fixed table: stem, the forms that do not follow from it, and the particles
//! that may stand apart. Games and house match on what comes out; nothing is guessed. Knows no command.

/// One verb. Besides `formen` it has the stem itself and the stem with -e and -en.
struct Verb {
    stamm: &'static str,
    /// Irregular forms and the "wrong" weak ones.
    formen: &'static [&'static str],
    /// "aussteigen" is "steig ... aus".
    partikel: &'static [&'static str],
}

const fn verb(
    stamm: &'static str,
    formen: &'static [&'static str],
    partikel: &'static [&'static str],
) -> Verb {
    Verb { stamm, formen, partikel }
}

const VERBEN: [Verb; 67] = [
    verb("nimm", &["nehm", "nehme", "nehmen", "nimmt"], &["an"]),
    verb("gib", &["gebe", "geb", "geben"], &["zu", "ab"]),
    verb("lies", &["lese", "les", "lesen"], &[]),
    verb("wirf", &["werfe", "werf", "werfen"], &["ab", "weg", "hin"]),
    verb("sieh", &["siehe", "sehe", "seh", "sehen", "sehn"], &["an", "zu", "um"]),
    verb("hilf", &["hilfe", "helfe", "helf", "helfen"], &[]),
    verb("sprich", &["spreche", "sprech", "sprechen"], &[]),
    verb("iss", &["esse", "essen"], &[]),
    verb("tritt", &["trete", "treten"], &[]),
    verb("vergiss", &["vergesse", "vergessen"], &[]),
    verb("laechel", &["laechle", "laechele", "laecheln", "laechl"], &[]),
    verb("zweifel", &["zweifle", "zweifele", "zweifeln", "zweifl"], &["an"]),
    verb("bezweifel", &["bezweifle", "bezweifele", "bezweifeln", "bezweifl"], &[]),
    verb("aender", &["aendere", "aendre", "aendern"], &[]),
    verb("erwider", &["erwidere", "erwidre", "erwidern"], &[]),
    verb("fluester", &["fluestere", "fluestre", "fluestern"], &[]),
    verb("blaetter", &["blaettere", "blaettern"], &[]),
    verb("kletter", &["klettere", "klettre", "klettern"], &[]),
    verb("buchstabier", &[], &[]),
    verb("wiederhol", &[], &[]),
    verb("ignorier", &[], &[]),
    verb("pausier", &[], &[]),
    verb("spiel", &[], &["aus"]),
    verb("sag", &[], &[]),
    verb("ansag", &[], &[]),
    verb("frag", &[], &[]),
    verb("teil", &[], &[]),
    verb("erzaehl", &[], &[]),
    verb("red", &[], &[]),
    verb("ruf", &[], &[]),
    verb("bruell", &[], &[]),
    verb("antwort", &["antworte", "antworten"], &[]),
    verb("biet", &[], &[]),
    verb("erhoeh", &["erhoehn"], &[]),
    verb("setz", &[], &["hin"]),
    verb("steh", &["stehn"], &["auf"]),
    verb("geh", &["gehn"], &["mit"]),
    verb("lauf", &[], &[]),
    verb("zieh", &["ziehn"], &["nach", "mit"]),
    verb("steig", &[], &["aus"]),
    verb("tausch", &[], &["aus", "um"]),
    verb("deck", &[], &["auf"]),
    verb("dreh", &["drehn"], &["um"]),
    verb("leg", &[], &["ab", "hin"]),
    verb("schau", &["schaun"], &["an", "zu", "um", "weg"]),
    verb("guck", &["kuck", "kucke", "kucken"], &["an", "zu", "um"]),
    verb("betracht", &[], &[]),
    verb("untersuch", &[], &[]),
    verb("schlaf", &[], &["ein"]),
    verb("riech", &[], &[]),
    verb("lausch", &[], &[]),
    verb("hoer", &["hoern"], &["zu", "auf"]),
    verb("tast", &[], &["ab"]),
    verb("fuehl", &[], &[]),
    verb("befuehl", &[], &[]),
    verb("spuel", &[], &["ab"]),
    verb("wasch", &[], &["ab"]),
    verb("verlass", &[], &[]),
    verb("erklaer", &[], &[]),
    verb("behalt", &["behalte", "behalten"], &[]),
    verb("pass", &[], &[]),
    verb("schieb", &[], &[]),
    verb("zahl", &[], &[]),
    verb("bezahl", &[], &[]),
    verb("weck", &[], &["auf"]),
    verb("erwart", &[], &[]),
    verb("beend", &[], &[]),
];

/// Verbs whose rest is speech: it stays where it was typed.
const REDE: [&str; 11] = [
    "sag", "sprich", "frag", "teil", "erzaehl", "red", "ruf", "bruell", "antwort", "erwider",
    "fluester",
];

/// Words that begin a sentence with its verb somewhere else, where an infinitive at the end is no command.
const KEIN_ANFANG: [&str; 29] = [
    "was",
    "wer",
    "wie",
    "wo",
    "wann",
    "warum",
    "welche",
    "weiter",
    "nicht",
    "los",
    "kann",
    "darf",
    "niemand",
    "platz",
    // What stands behind these is a text, a page or a word of its own.
    "weg",
    "afk",
    "fehler",
    "bug",
    "typo",
    "idee",
    "syntaxhinweis",
    "emote",
    "help",
    "man",
    "regeln",
    "regel",
    "regelwerk",
    "wort",
    "rundgang",
];

impl Verb {
    fn has(&self, wort: &str) -> bool {
        let ending = wort.strip_prefix(self.stamm);
        matches!(ending, Some("" | "e" | "en")) || self.formen.contains(&wort)
    }

    /// An infinitive of this verb.
    fn is_infinitive(&self, wort: &str) -> bool {
        wort.ends_with('n') && self.has(wort)
    }
}

fn find(wort: &str) -> Option<&'static Verb> {
    VERBEN.iter().find(|v| v.has(wort))
}

/// The stem of a form in the table.
pub(super) fn stamm(wort: &str) -> Option<&'static str> {
    find(wort).map(|v| v.stamm)
}

/// "aussteigen", "steigaus" is no word; "aussteig" is: the form and its particle.
pub(super) fn getrennt(wort: &str) -> Option<(&str, &'static str)> {
    VERBEN.iter().find_map(|v| {
        v.partikel.iter().find_map(|p| {
            let form = wort.strip_prefix(p)?;
            v.has(form).then_some((form, *p))
        })
    })
}

/// True for an infinitive that may stand behind its object ("die pik sieben spielen"), given the first word.
pub(super) fn steht_am_ende(erstes: &str, letztes: &str) -> bool {
    if KEIN_ANFANG.contains(&erstes) || find(erstes).is_some() || getrennt(erstes).is_some() {
        return false;
    }
    let bare = getrennt(letztes).map_or(letztes, |(form, _)| form);
    find(bare).is_some_and(|v| v.is_infinitive(bare) && !REDE.contains(&v.stamm))
        || letztes == "ansagen"
}

/// Prepositions with an article in them.
pub(super) fn ohne_artikel(wort: &str) -> &str {
    match wort {
        "im" | "ins" => "in",
        "am" | "ans" => "an",
        "zum" | "zur" => "zu",
        "vom" => "von",
        "beim" => "bei",
        "aufs" => "auf",
        other => other,
    }
}
