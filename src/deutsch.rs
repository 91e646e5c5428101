//! German grammar for generated sentences: plural, genitive, lists, number words, persons. One module, so
//! that no sentence elsewhere builds an ending by hand.

/// "1 Stich", "2 Stiche", "keinen Stich" is said by [`keine_oder`].
pub fn zaehle(n: i64, einzahl: &str, mehrzahl: &str) -> String {
    format!("{n} {}", if n == 1 || n == -1 { einzahl } else { mehrzahl })
}

/// "keinen Stich", "einen Stich", "3 Stiche": the accusative after "macht", "sagt ... an".
pub fn keine_oder(n: i64, kein: &str, ein: &str, einzahl: &str, mehrzahl: &str) -> String {
    match n {
        0 => format!("{kein} {einzahl}"),
        1 => format!("{ein} {einzahl}"),
        _ => format!("{n} {mehrzahl}"),
    }
}

/// Accusative of tricks: "keinen Stich", "einen Stich", "2 Stiche".
pub fn stiche(n: i64) -> String {
    keine_oder(n, "keinen", "einen", "Stich", "Stiche")
}

/// "1 Taler", "1200 Taler": Taler is the same in both numbers.
pub fn taler(n: i64) -> String {
    format!("{n} Taler")
}

/// "1 Punkt", "-5 Punkte".
pub fn punkte(n: i64) -> String {
    zaehle(n, "Punkt", "Punkte")
}

/// Dative of points, after "mit": "1 Punkt", "5 Punkten".
pub fn punkten(n: i64) -> String {
    zaehle(n, "Punkt", "Punkten")
}

/// "1 Karte", "5 Karten".
pub fn karten(n: i64) -> String {
    zaehle(n, "Karte", "Karten")
}

/// "1 Zählstein", "5 Zählsteine".
pub fn zaehlsteine(n: i64) -> String {
    zaehle(n, "Zählstein", "Zählsteine")
}

/// A small number as a word: "drei". Beyond twelve in digits.
pub fn in_worten(n: i64) -> String {
    const WORTE: [&str; 13] = [
        "null", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn",
        "elf", "zwölf",
    ];
    let wort = usize::try_from(n).ok().and_then(|i| WORTE.get(i));
    wort.map_or_else(|| n.to_string(), |w| (*w).to_string())
}

/// An ordinal in the weak form: "die zweite". Beyond twelve in digits: "die 13.".
pub fn ordinal(n: i64) -> String {
    const WORTE: [&str; 12] = [
        "erste", "zweite", "dritte", "vierte", "fünfte", "sechste", "siebte", "achte", "neunte",
        "zehnte", "elfte", "zwölfte",
    ];
    let wort = usize::try_from(n - 1).ok().and_then(|i| WORTE.get(i));
    wort.map_or_else(|| format!("{n}."), |w| (*w).to_string())
}

/// Genitive of a name: Annas, Oles', Max'.
pub fn genitiv(name: &str) -> String {
    let folded = name.to_lowercase();
    let sharp = ["s", "ß", "x", "z", "ce"].iter().any(|e| folded.ends_with(e));
    if sharp { format!("{name}'") } else { format!("{name}s") }
}

/// "A", "A und B", "A, B und C".
pub fn und_liste<S: AsRef<str>>(teile: &[S]) -> String {
    liste_mit(teile, "und")
}

/// "A", "A oder B", "A, B oder C".
pub fn oder_liste<S: AsRef<str>>(teile: &[S]) -> String {
    liste_mit(teile, "oder")
}

fn liste_mit<S: AsRef<str>>(teile: &[S], wort: &str) -> String {
    match teile {
        [] => String::new(),
        [a] => a.as_ref().to_string(),
        [vorn @ .., letzter] => {
            let vorn: Vec<&str> = vorn.iter().map(AsRef::as_ref).collect();
            format!("{} {wort} {}", vorn.join(", "), letzter.as_ref())
        }
    }
}

/// A span of seconds as people say it: "1 Minute", "90 Sekunden", "2 Stunden".
pub fn dauer(sekunden: u64) -> String {
    #[expect(clippy::cast_possible_wrap, reason = "seconds of a deadline are far below the limit")]
    let z = |n: u64, e, m| zaehle(n as i64, e, m);
    match sekunden {
        s if s >= 172_800 && s % 86_400 == 0 => z(s / 86_400, "Tag", "Tage"),
        s if s >= 7200 && s % 3600 == 0 => z(s / 3600, "Stunde", "Stunden"),
        s if s >= 60 && s % 60 == 0 => z(s / 60, "Minute", "Minuten"),
        s => z(s, "Sekunde", "Sekunden"),
    }
}

/// Value of a German number word up to 999999, folded and in one word: "zwoelf", "einundzwanzig",
/// "zweitausendfuenfhundert", "zwoelfhundert"; "kein" and "nichts" are 0.
pub fn zahlwort(wort: &str) -> Option<i64> {
    let n = match wort {
        "null" | "kein" | "keine" | "keinen" | "keiner" | "nichts" => 0,
        "ein" | "eins" | "eine" | "einen" | "einer" => 1,
        "hundert" => 100,
        "tausend" => 1000,
        _ => return grosses_zahlwort(wort),
    };
    Some(n)
}

/// Number words below twenty and the tens; "ein" stands in front of others.
const KLEINE: [(&str, i64); 29] = [
    ("ein", 1),
    ("eins", 1),
    ("zwei", 2),
    ("zwo", 2),
    ("drei", 3),
    ("vier", 4),
    ("fuenf", 5),
    ("sechs", 6),
    ("sieben", 7),
    ("acht", 8),
    ("neun", 9),
    ("zehn", 10),
    ("elf", 11),
    ("zwoelf", 12),
    ("dreizehn", 13),
    ("vierzehn", 14),
    ("fuenfzehn", 15),
    ("sechzehn", 16),
    ("siebzehn", 17),
    ("achtzehn", 18),
    ("neunzehn", 19),
    ("zwanzig", 20),
    ("dreissig", 30),
    ("vierzig", 40),
    ("fuenfzig", 50),
    ("sechzig", 60),
    ("siebzig", 70),
    ("achtzig", 80),
    ("neunzig", 90),
];

fn grosses_zahlwort(wort: &str) -> Option<i64> {
    // "zwoelfhundert" is said, "zwanzighundert" is not, but both are plain.
    let (tausend, rest) = faktor(wort, "tausend")?;
    let (hundert, rest) = faktor(rest, "hundert")?;
    let unten = if rest.is_empty() { 0 } else { unter_hundert(rest)? };
    let n = tausend * 1000 + hundert * 100 + unten;
    (n > 0).then_some(n)
}

/// The number in front of a unit and what follows; the unit alone counts once.
fn faktor<'w>(wort: &'w str, einheit: &str) -> Option<(i64, &'w str)> {
    let Some((vorn, rest)) = wort.split_once(einheit) else { return Some((0, wort)) };
    let rest = rest.strip_prefix("und").unwrap_or(rest);
    let n = match vorn {
        "" => 1,
        v if einheit == "tausend" && v.contains("hundert") => grosses_zahlwort(v)?,
        v => unter_hundert(v)?,
    };
    Some((n, rest))
}

fn unter_hundert(wort: &str) -> Option<i64> {
    let klein = |w: &str| KLEINE.iter().find(|(k, _)| *k == w).map(|(_, n)| *n);
    klein(wort).or_else(|| {
        let (einer, zehner) = wort.split_once("und")?;
        let (e, z) = (klein(einer)?, klein(zehner)?);
        (e < 10 && z >= 20).then_some(e + z)
    })
}

/// Value of an ordinal word ("dritte", "dritten", "3."), folded spelling, 1 to 12.
pub fn ordnungswort(wort: &str) -> Option<i64> {
    if let Some(ziffern) = wort.strip_suffix('.') {
        return ziffern.parse().ok().filter(|n| (1..=99).contains(n));
    }
    const STAEMME: [&str; 12] = [
        "erst", "zweit", "dritt", "viert", "fuenft", "sechst", "siebt", "acht", "neunt", "zehnt",
        "elft", "zwoelft",
    ];
    let stamm = ["er", "es", "en", "em", "e"].iter().find_map(|e| wort.strip_suffix(e))?;
    let stamm = if stamm == "siebent" { "siebt" } else { stamm };
    STAEMME.iter().zip(1..).find(|(s, _)| **s == stamm).map(|(_, n)| n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_the_right_number() {
        assert_eq!(stiche(0), "keinen Stich");
        assert_eq!(stiche(1), "einen Stich");
        assert_eq!(stiche(2), "2 Stiche");
        assert_eq!(punkte(-1), "-1 Punkt");
        assert_eq!((punkten(1), punkten(29)), ("1 Punkt".into(), "29 Punkten".into()));
        assert_eq!(karten(1), "1 Karte");
    }

    #[test]
    fn numbers_are_words_as_long_as_words_are_short() {
        assert_eq!(
            (in_worten(3), in_worten(12), in_worten(13)),
            ("drei".into(), "zwölf".into(), "13".into())
        );
        assert_eq!((ordinal(2), ordinal(13)), ("zweite".into(), "13.".into()));
        assert_eq!((zaehlsteine(1), zaehlsteine(0)), ("1 Zählstein".into(), "0 Zählsteine".into()));
    }

    #[test]
    fn genitive_follows_the_last_sound() {
        assert_eq!(genitiv("Anna"), "Annas");
        assert_eq!(genitiv("Oles"), "Oles'");
        assert_eq!(genitiv("Fritz"), "Fritz'");
        assert_eq!(genitiv("Weiß"), "Weiß'");
    }

    #[test]
    fn lists_end_in_und() {
        assert_eq!(und_liste(&["A", "B", "C"]), "A, B und C");
        assert_eq!(oder_liste(&["A", "B"]), "A oder B");
        assert_eq!(und_liste::<&str>(&[]), "");
    }

    #[test]
    fn number_words_may_be_long() {
        let n = |w| zahlwort(w);
        assert_eq!((n("zwoelf"), n("zwo"), n("dreizehn")), (Some(12), Some(2), Some(13)));
        assert_eq!(n("einundzwanzig"), Some(21));
        assert_eq!(n("zwoelfhundert"), Some(1200));
        assert_eq!(n("zweitausendfuenfhundert"), Some(2500));
        assert_eq!(n("tausendzweihundertdrei"), Some(1203));
        assert_eq!(n("hunderttausend"), Some(100_000));
        assert_eq!((n("hunderte"), n("und"), n(""), n("dreivier")), (None, None, None, None));
    }

    #[test]
    fn ordinals_in_all_endings() {
        assert_eq!(ordnungswort("dritte"), Some(3));
        assert_eq!(ordnungswort("ersten"), Some(1));
        assert_eq!(ordnungswort("achten"), Some(8));
        assert_eq!(ordnungswort("siebente"), Some(7));
        assert_eq!(ordnungswort("7."), Some(7));
        assert_eq!(ordnungswort("rote"), None);
    }

    #[test]
    fn spans_are_said_in_whole_units() {
        assert_eq!(dauer(60), "1 Minute");
        assert_eq!(dauer(90), "90 Sekunden");
        assert_eq!(dauer(120), "2 Minuten");
        assert_eq!(dauer(7200), "2 Stunden");
    }
}
