//! Feelings as verbs: what one types, and three sentences for each, for the one who shows it, for
//! the one it is meant for, and for the others. Pure mood: nothing here knows a game or a card.

use crate::satz::{Satz, falte};
use crate::text::{Teil, Zeile};
use crate::zeile;

/// How a verb takes the one it is meant for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kasus {
    Dativ,
    Akkusativ,
}

use Kasus::{Akkusativ, Dativ};

/// One verb.
#[derive(Debug)]
pub struct Gefuehl {
    /// As `verben` shows it.
    pub name: &'static str,
    /// Folded stems; -e and -en may follow each.
    staemme: &'static [&'static str],
    du: &'static str,
    er: &'static str,
    ziel: (Kasus, &'static str, &'static str),
}

impl PartialEq for Gefuehl {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}
impl Eq for Gefuehl {}

const fn g(
    (name, staemme): (&'static str, &'static [&'static str]),
    du: &'static str,
    er: &'static str,
    ziel: (Kasus, &'static str, &'static str),
) -> Gefuehl {
    Gefuehl { name, staemme, du, er, ziel }
}

/// All of them, in the order of the alphabet.
pub const VERBEN: [Gefuehl; 36] = [
    g(("applaudiere", &["applaudier"]), "applaudierst", "applaudiert", (Dativ, "", "")),
    g(("argl", &["argl"]), "sagst argl", "sagt argl", (Dativ, "zu ", "")),
    g(("danke", &["dank"]), "bedankst Dich", "bedankt sich", (Dativ, "bei ", "")),
    g(("fluche", &["fluch"]), "fluchst", "flucht", (Akkusativ, "auf ", "")),
    g(("freue", &["freu"]), "freust Dich", "freut sich", (Dativ, "mit ", "")),
    g(("gähne", &["gaehn"]), "gähnst", "gähnt", (Akkusativ, "", " an")),
    g(("gratuliere", &["gratulier"]), "gratulierst", "gratuliert", (Dativ, "", "")),
    g(("grinse", &["grins"]), "grinst", "grinst", (Akkusativ, "", " an")),
    g(("grüble", &["gruebel", "gruebl"]), "grübelst", "grübelt", (Akkusativ, "über ", "")),
    g(("hallo", &["hallo"]), "sagst Hallo", "sagt Hallo", (Dativ, "zu ", "")),
    g(("heule", &["heul"]), "heulst", "heult", (Dativ, "bei ", "")),
    g(("hicks", &["hicks"]), "hickst", "hickst", (Akkusativ, "", " an")),
    g(("juble", &["jubel", "jubl"]), "jubelst", "jubelt", (Dativ, "", " zu")),
    g(("kichere", &["kicher", "kichr"]), "kicherst", "kichert", (Akkusativ, "über ", "")),
    g(("klatsche", &["klatsch"]), "klatschst", "klatscht", (Dativ, "", " zu")),
    g(("knuddle", &["knuddel", "knuddl"]), "knuddelst", "knuddelt", (Akkusativ, "", "")),
    g(("lache", &["lach"]), "lachst", "lacht", (Akkusativ, "", " an")),
    g(("lächle", &["laechel", "laechl"]), "lächelst", "lächelt", (Akkusativ, "", " an")),
    g(("nicke", &["nick"]), "nickst", "nickt", (Dativ, "", " zu")),
    g(
        ("räuspere", &["raeusper", "raeuspr"]),
        "räusperst Dich",
        "räuspert sich",
        (Dativ, "vor ", ""),
    ),
    g(("rotfl", &["rotfl"]), "lachst Tränen", "lacht Tränen", (Akkusativ, "über ", "")),
    g(("schmolle", &["schmoll"]), "schmollst", "schmollt", (Dativ, "mit ", "")),
    g(("schniefe", &["schnief"]), "schniefst", "schnieft", (Akkusativ, "", " an")),
    g(
        ("schüttle", &["schuettel", "schuettl"]),
        "schüttelst den Kopf",
        "schüttelt den Kopf",
        (Akkusativ, "über ", ""),
    ),
    g(("schweige", &["schweig"]), "schweigst", "schweigt", (Akkusativ, "", " an")),
    g(("seufze", &["seufz"]), "seufzt", "seufzt", (Akkusativ, "über ", "")),
    g(("staune", &["staun"]), "staunst", "staunt", (Akkusativ, "über ", "")),
    g(("stöhne", &["stoehn"]), "stöhnst", "stöhnt", (Akkusativ, "über ", "")),
    g(("streichle", &["streichel", "streichl"]), "streichelst", "streichelt", (Akkusativ, "", "")),
    g(("stupse", &["stups"]), "stupst", "stupst", (Akkusativ, "", "")),
    g(("tröste", &["troest"]), "tröstest", "tröstet", (Akkusativ, "", "")),
    g(
        ("trommle", &["trommel", "tromml"]),
        "trommelst mit den Fingern",
        "trommelt mit den Fingern",
        (Dativ, "vor ", ""),
    ),
    g(("umarme", &["umarm"]), "umarmst", "umarmt", (Akkusativ, "", "")),
    g(("verbeuge", &["verbeug"]), "verbeugst Dich", "verbeugt sich", (Dativ, "vor ", "")),
    g(("winke", &["wink"]), "winkst", "winkt", (Dativ, "", " zu")),
    g(("wuschle", &["wuschel", "wuschl"]), "wuschelst", "wuschelt", (Dativ, "", " durchs Haar")),
];

/// The one verb that winks with an eye; it shares its beginning with none.
pub const ZWINKERE: Gefuehl =
    g(("zwinkere", &["zwinker", "zwinkr"]), "zwinkerst", "zwinkert", (Dativ, "", " zu"));

/// Ways to show a feeling; a beginning of four letters that means one of them will do.
pub const ADVERBIEN: [&str; 26] = [
    "begeistert",
    "breit",
    "dankbar",
    "erleichtert",
    "frech",
    "freundlich",
    "fröhlich",
    "glücklich",
    "grimmig",
    "herzlich",
    "höflich",
    "laut",
    "leise",
    "müde",
    "nachdenklich",
    "schief",
    "schüchtern",
    "sanft",
    "tief",
    "traurig",
    "unschuldig",
    "verlegen",
    "verschmitzt",
    "wild",
    "wissend",
    "zufrieden",
];

/// Words that need somebody: without one the sentence would be none.
const NUR_MIT_ZIEL: [&str; 6] = ["knuddle", "streichle", "stupse", "tröste", "umarme", "wuschle"];

/// A feeling as typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Regung {
    pub verb: &'static Gefuehl,
    pub ziel: Ziel,
    /// As it is said: "glücklich", "wie ein Honigkuchenpferd".
    pub adverb: Option<String>,
    /// For somebody who is somewhere else: `rwinke anna`.
    pub fern: bool,
}

/// Whom a feeling is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ziel {
    Niemand,
    Alle,
    /// Folded as typed.
    Wer(String),
}

/// What became of a typed line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lesung {
    Regung(Regung),
    /// One question back.
    Fehlt(&'static str),
}

fn find(wort: &str) -> Option<&'static Gefuehl> {
    let has = |g: &&Gefuehl| {
        g.staemme.iter().any(|s| {
            let ending = wort.strip_prefix(s);
            matches!(ending, Some("" | "e" | "en" | "n"))
        })
    };
    VERBEN.iter().chain([&ZWINKERE]).find(has)
}

/// All names, for `verben` and near misses.
pub fn namen() -> impl Iterator<Item = &'static str> {
    VERBEN.iter().chain([&ZWINKERE]).map(|g| g.name)
}

/// The adverb that a word means: whole, or its beginning where that is one only.
pub fn adverb(wort: &str) -> Option<&'static str> {
    let whole = ADVERBIEN.iter().find(|a| falte(a) == wort);
    whole.copied().or_else(|| {
        let mut fits = ADVERBIEN.iter().filter(|a| falte(a).starts_with(wort));
        fits.next().copied().filter(|_| wort.len() >= 4 && fits.next().is_none())
    })
}

/// Reads a line. `None`: its first word is no feeling.
pub fn lies(satz: &Satz) -> Option<Lesung> {
    let worte = satz.worte();
    let erstes = *worte.first()?;
    let (verb, fern) = match find(erstes) {
        Some(verb) => (verb, false),
        None => (erstes.strip_prefix('r').and_then(find)?, true),
    };
    let (davor, frei) = match satz.roh.split_once('/') {
        Some((davor, frei)) => (Satz::new(davor), Some(frei.trim().to_string())),
        None => (satz.clone(), None),
    };
    let mut adverb_said = frei.filter(|f| !f.is_empty());
    let mut ziel = Ziel::Niemand;
    for wort in davor.worte().into_iter().skip(1) {
        if ["an", "zu", "mit", "vor", "bei", "ueber", "dich", "mich", "auf", "sich", "kopf", "dir"]
            .contains(&wort)
        {
            continue;
        }
        match adverb(wort) {
            Some(a) if adverb_said.is_none() => adverb_said = Some(a.to_string()),
            _ if ziel != Ziel::Niemand => {
                return Some(Lesung::Fehlt(
                    "Wem gilt das? Zum Beispiel: lächle anna, oder lächle alle an.",
                ));
            }
            _ if ["alle", "allen"].contains(&wort) => ziel = Ziel::Alle,
            _ => ziel = Ziel::Wer(wort.to_string()),
        }
    }
    let nobody = ziel == Ziel::Niemand && NUR_MIT_ZIEL.contains(&verb.name);
    if nobody || fern && !matches!(ziel, Ziel::Wer(_)) {
        return Some(Lesung::Fehlt("Wen meinst Du? Nenn einen Namen dahinter."));
    }
    Some(Lesung::Regung(Regung { verb, ziel, adverb: adverb_said, fern }))
}

/// Whom a sentence is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ohr {
    Selbst,
    Ziel,
    Andere,
}

impl Regung {
    /// The sentence for one of the three. `wer` shows it, `wem` is the name of the one it is meant for.
    pub fn zeile(&self, ohr: Ohr, wer: &str, wem: Option<&str>) -> Zeile {
        let verb = self.verb;
        let mut out = match ohr {
            Ohr::Selbst => zeile!["Du ", verb.du],
            _ => zeile![Teil::Name(wer.to_string()), " ", verb.er],
        };
        let (kasus, vor, nach) = verb.ziel;
        let wen: Option<Teil> = match (&self.ziel, wem, kasus) {
            (Ziel::Niemand, ..) => None,
            (Ziel::Alle, _, Dativ) => Some("allen".into()),
            (Ziel::Alle, _, Akkusativ) => Some("alle".into()),
            (Ziel::Wer(_), ..) if ohr == Ohr::Ziel && kasus == Dativ => Some("Dir".into()),
            (Ziel::Wer(_), ..) if ohr == Ohr::Ziel => Some("Dich".into()),
            (Ziel::Wer(w), name, _) => Some(Teil::Name(name.unwrap_or(w).to_string())),
        };
        let adverb =
            self.adverb.as_ref().map(|a| format!(" {}", crate::text::zeichensatz::harmless(a)));
        let some = wen.is_some();
        if let Some(wen) = wen {
            out.push(format!(" {vor}"));
            out.push(wen);
        }
        out.extend(adverb.map_or_else(Zeile::new, |a| zeile![Teil::Rede(a)]));
        if some {
            out.push(nach);
        }
        if self.fern {
            out.push(" aus der Ferne");
        }
        out.und(".")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn regung(line: &str) -> Regung {
        match lies(&Satz::new(line)) {
            Some(Lesung::Regung(r)) => r,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn drei(line: &str) -> [String; 3] {
        let r = regung(line);
        [Ohr::Selbst, Ohr::Ziel, Ohr::Andere].map(|o| r.zeile(o, "Bert", Some("Anna")).wortlaut())
    }

    #[test]
    fn every_feeling_has_its_case() {
        assert_eq!(
            drei("lächle anna glücklich an"),
            [
                "Du lächelst Anna glücklich an.",
                "Bert lächelt Dich glücklich an.",
                "Bert lächelt Anna glücklich an."
            ]
        );
        assert_eq!(
            drei("nick anna zu"),
            ["Du nickst Anna zu.", "Bert nickt Dir zu.", "Bert nickt Anna zu."]
        );
        assert_eq!(drei("verbeuge dich vor Anna")[1], "Bert verbeugt sich vor Dir.");
        assert_eq!(drei("winke allen")[2], "Bert winkt allen zu.");
        assert_eq!(drei("grinse alle an")[0], "Du grinst alle an.");
        assert_eq!(drei("wuschel anna")[0], "Du wuschelst Anna durchs Haar.");
        assert_eq!(drei("rknuddel anna")[1], "Bert knuddelt Dich aus der Ferne.");
        assert_eq!(
            drei("grinse /wie ein Honigkuchenpferd")[0],
            "Du grinst wie ein Honigkuchenpferd."
        );
    }

    /// Whatever verb it is, all three sentences are whole: a subject, a verb, one blank between words, a full stop.
    #[test]
    fn every_sentence_of_every_verb_is_whole() {
        for verb in VERBEN.iter().chain([&ZWINKERE]) {
            for form in [verb.name.to_string(), format!("{}en", verb.staemme[0])] {
                for text in drei(&format!("{form} Anna freundlich")) {
                    assert!(text.ends_with('.') && !text.contains("  "), "{text}");
                    assert!(text.contains("freundlich"), "{text}");
                }
                let own = drei(&format!("{form} Anna"));
                assert!(own[0].starts_with("Du ") && own[0].contains("Anna"), "{own:?}");
                assert!(own[1].contains(" Dich") || own[1].contains(" Dir"), "{own:?}");
                assert!(own[2].contains("Anna") && !own[2].contains("Dich"), "{own:?}");
            }
        }
    }

    #[test]
    fn what_is_missing_is_asked_for() {
        for line in ["knuddel", "rwink", "rwink alle", "lächle anna bert"] {
            assert!(matches!(lies(&Satz::new(line)), Some(Lesung::Fehlt(_))), "{line}");
        }
        assert_eq!(lies(&Satz::new("lachs")), None);
        assert_eq!(adverb("glue"), Some("glücklich"));
        assert_eq!(adverb("sch"), None);
    }

    #[test]
    fn a_free_adverb_cannot_steer_a_terminal() {
        let line = regung("grinse /\u{1b}[2J böse").zeile(Ohr::Andere, "Bert", None).wortlaut();
        assert!(!line.contains('\u{1b}'), "{line:?}");
    }
}
