//! The settings of Word Poker: every key of regeln.md 5.3 that is a rule, read from a room's file or a record,
//! and what may be agreed at the table before the first deal (W3). `taler_je_stein` is the table's own key: it
//! says what chips cost. Knows no state of a game.

use std::sync::Arc;

use crate::quelle::{Fault, Ort, Quelle, Schluessel};
use crate::spiele::wetten::{Erhoehung, Letzter, Schieben, Wettordnung, Zaehlung, ZuWenig};
use crate::spiele::word::karten::Kartensatz;
use crate::spiele::word::suche::{BonusNach, Suche, Wertung};
use crate::spiele::word::woerter::{Texte, Umlaute, Woerterbuch};
use crate::spiele::{Rundenwahl, Tischregeln, Vorrat};

/// Two or three words of a key, and what each means.
type Wahl<T> = &'static [(&'static str, T)];

/// What the maximum limits (W9).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MaximumGilt {
    Gebot,
    Erhoehung,
}

/// Whether the number of exchanged cards is told unasked (W17).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TauschOffen {
    AufFrage,
    Immer,
}

/// How words are laid (W18).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aufdecken {
    Gemeinsam,
    Reihum,
}

/// When the dictionary is asked (W27).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pruefung {
    AufAnzweiflung,
    Automatisch,
}

const MAXIMUM: Wahl<MaximumGilt> =
    &[("gebot", MaximumGilt::Gebot), ("erhoehung", MaximumGilt::Erhoehung)];
const ZAEHLUNG: Wahl<Zaehlung> = &[("runde", Zaehlung::Runde), ("spieler", Zaehlung::Spieler)];
const TAUSCH: Wahl<TauschOffen> =
    &[("auf_frage", TauschOffen::AufFrage), ("immer", TauschOffen::Immer)];
const AUFDECKEN: Wahl<Aufdecken> =
    &[("gemeinsam", Aufdecken::Gemeinsam), ("reihum", Aufdecken::Reihum)];
const BONUS: Wahl<BonusNach> =
    &[("buchstaben", BonusNach::Buchstaben), ("karten", BonusNach::Karten)];
const PRUEFUNG: Wahl<Pruefung> =
    &[("auf_anzweiflung", Pruefung::AufAnzweiflung), ("automatisch", Pruefung::Automatisch)];
const ZU_WENIG: Wahl<ZuWenig> =
    &[("nebentopf", ZuWenig::Nebentopf), ("aussteigen", ZuWenig::Aussteigen)];

/// The settings that are plain values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Werte {
    pub grundeinsatz: i64,
    pub minimum: i64,
    pub maximum: i64,
    /// Most that may be agreed at the table.
    pub grundeinsatz_bis: i64,
    pub maximum_bis: i64,
    pub schieben: Schieben,
    pub letzter: Letzter,
    /// After this many deals in a row that all dropped no ante is due; 0 = it is always due.
    pub grundeinsatz_stopp: i64,
    pub maximum_gilt: MaximumGilt,
    /// Per betting round; 0 = no limit.
    pub erhoehungen_max: i64,
    pub erhoehungen_zaehlen: Zaehlung,
    pub tausch_max: i64,
    pub tausch_offen: TauschOffen,
    pub aufdecken: Aufdecken,
    pub wertung: Wertung,
    pub umlaute: Umlaute,
    /// 0 = no limit of time.
    pub anzweifeln_sek: i64,
    pub anzweifeln_strafe: i64,
    pub pruefung: Pruefung,
    pub zu_wenig: ZuWenig,
    /// 0 = open end.
    pub runden: i64,
    pub kartensatz: String,
}

/// A setting's value, as a file or record writes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Angabe {
    Zahl(i64),
    Ja(bool),
    Wort(String),
    /// Extra points for 2, 3, 4 and 5.
    Bonus([i64; 4]),
}

impl Default for Werte {
    fn default() -> Self {
        Self {
            grundeinsatz: 1,
            minimum: 1,
            maximum: 5,
            grundeinsatz_bis: 10,
            maximum_bis: 20,
            schieben: Schieben::Nie,
            letzter: Letzter::WirdGefragt,
            grundeinsatz_stopp: 3,
            maximum_gilt: MaximumGilt::Gebot,
            erhoehungen_max: 3,
            erhoehungen_zaehlen: Zaehlung::Runde,
            tausch_max: 5,
            tausch_offen: TauschOffen::AufFrage,
            aufdecken: Aufdecken::Gemeinsam,
            wertung: Wertung::default(),
            umlaute: Umlaute::Ae,
            anzweifeln_sek: 30,
            anzweifeln_strafe: 0,
            pruefung: Pruefung::AufAnzweiflung,
            zu_wenig: ZuWenig::Nebentopf,
            runden: 0,
            kartensatz: "quiddler_en".into(),
        }
    }
}

fn choose<T: Copy + PartialEq>(
    k: &mut Schluessel<'_>,
    key: &'static str,
    wahl: Wahl<T>,
    default: T,
) -> T {
    let words: Vec<&str> = wahl.iter().map(|w| w.0).collect();
    let default = wahl.iter().position(|w| w.1 == default).unwrap_or(0);
    wahl[k.wahl(key, &words, default)].1
}

fn name<T: PartialEq>(wahl: Wahl<T>, value: &T) -> Angabe {
    Angabe::Wort(wahl.iter().find(|w| w.1 == *value).map_or("", |w| w.0).into())
}

impl Werte {
    fn read(k: &mut Schluessel<'_>) -> Self {
        let d = Self::default();
        let minimum = k.zahl("minimum", d.minimum, 1..=10_000);
        let mut werte = Self {
            grundeinsatz: k.zahl("grundeinsatz", d.grundeinsatz, 0..=10_000),
            minimum,
            maximum: k.zahl("maximum", d.maximum.max(minimum), minimum..=10_000),
            grundeinsatz_bis: k.zahl("grundeinsatz_bis", d.grundeinsatz_bis, 0..=10_000),
            maximum_bis: k.zahl("maximum_bis", d.maximum_bis, 1..=10_000),
            schieben: if k.ja("schieben", false) { Schieben::Frei } else { Schieben::Nie },
            letzter: match k.ja("letzter_wird_gefragt", true) {
                true => Letzter::WirdGefragt,
                false => Letzter::Gewinnt,
            },
            grundeinsatz_stopp: k.zahl("grundeinsatz_stopp", d.grundeinsatz_stopp, 0..=1000),
            maximum_gilt: choose(k, "maximum_gilt", MAXIMUM, d.maximum_gilt),
            erhoehungen_max: k.zahl("erhoehungen_max", d.erhoehungen_max, 0..=1000),
            erhoehungen_zaehlen: choose(k, "erhoehungen_zaehlen", ZAEHLUNG, d.erhoehungen_zaehlen),
            tausch_max: k.zahl("tausch_max", d.tausch_max, 0..=5),
            tausch_offen: choose(k, "tausch_offen", TAUSCH, d.tausch_offen),
            aufdecken: choose(k, "aufdecken", AUFDECKEN, d.aufdecken),
            wertung: read_wertung(k),
            umlaute: choose(k, "umlaute", &Umlaute::ALL, d.umlaute),
            anzweifeln_sek: k.zahl("anzweifeln_sek", d.anzweifeln_sek, 0..=3600),
            anzweifeln_strafe: k.zahl("anzweifeln_strafe", d.anzweifeln_strafe, 0..=10_000),
            pruefung: choose(k, "pruefung", PRUEFUNG, d.pruefung),
            zu_wenig: choose(k, "zu_wenig", ZU_WENIG, d.zu_wenig),
            runden: k.zahl("runden", d.runden, 0..=100_000),
            kartensatz: k.text_oder_nichts("kartensatz").unwrap_or(d.kartensatz),
        };
        werte.grundeinsatz_bis = werte.grundeinsatz_bis.max(werte.grundeinsatz);
        werte.maximum_bis = werte.maximum_bis.max(werte.maximum);
        werte
    }

    /// Every key beyond stakes and deck, with its value.
    fn angaben(&self) -> Vec<(&'static str, Angabe)> {
        use Angabe::{Bonus, Ja, Zahl};
        vec![
            ("grundeinsatz_stopp", Zahl(self.grundeinsatz_stopp)),
            ("erhoehungen_max", Zahl(self.erhoehungen_max)),
            ("tausch_max", Zahl(self.tausch_max)),
            ("anzweifeln_sek", Zahl(self.anzweifeln_sek)),
            ("anzweifeln_strafe", Zahl(self.anzweifeln_strafe)),
            ("runden", Zahl(self.runden)),
            ("bonus_mehr", Zahl(self.wertung.mehr)),
            ("bonus", Bonus(self.wertung.bonus)),
            ("schieben", Ja(self.schieben == Schieben::Frei)),
            ("letzter_wird_gefragt", Ja(self.letzter == Letzter::WirdGefragt)),
            ("maximum_gilt", name(MAXIMUM, &self.maximum_gilt)),
            ("erhoehungen_zaehlen", name(ZAEHLUNG, &self.erhoehungen_zaehlen)),
            ("tausch_offen", name(TAUSCH, &self.tausch_offen)),
            ("aufdecken", name(AUFDECKEN, &self.aufdecken)),
            ("bonus_nach", name(BONUS, &self.wertung.nach)),
            ("umlaute", name(&Umlaute::ALL, &self.umlaute)),
            ("pruefung", name(PRUEFUNG, &self.pruefung)),
            ("zu_wenig", name(ZU_WENIG, &self.zu_wenig)),
        ]
    }

    /// The order of betting that these settings make.
    pub fn wettordnung(&self) -> Wettordnung {
        Wettordnung {
            eroeffnung: (self.minimum, self.maximum),
            erhoehung: match self.maximum_gilt {
                MaximumGilt::Gebot => Erhoehung::Bis(self.maximum),
                MaximumGilt::Erhoehung => Erhoehung::Um(1, self.maximum),
            },
            schieben: self.schieben,
            erhoehungen_max: u32::try_from(self.erhoehungen_max).unwrap_or(0),
            gezaehlt: self.erhoehungen_zaehlen,
            zu_wenig: self.zu_wenig,
            letzter: self.letzter,
        }
    }
}

/// Chips of each seat, and whether more may be bought (W4, W33).
fn read_tisch(k: &mut Schluessel<'_>, werte: &Werte) -> Tischregeln {
    let runden = u32::try_from(werte.runden).unwrap_or(0);
    Tischregeln {
        rundenwahl: Rundenwahl::Fest,
        runden: runden..=runden,
        runden_standard: runden,
        steine: k.zahl("zaehlsteine", 50, 1..=1_000_000),
        nachkauf: k.ja("nachkauf", false),
        ..Tischregeln::default()
    }
}

fn read_wertung(k: &mut Schluessel<'_>) -> Wertung {
    let d = Wertung::default();
    let nach = choose(k, "bonus_nach", BONUS, d.nach);
    let mehr = k.zahl("bonus_mehr", d.mehr, 0..=1000);
    let mut bonus = d.bonus;
    if let Some(tafel) = k.tafel("bonus") {
        let mut inner = Schluessel::new(k.quelle(), tafel);
        for (key, value) in ["2", "3", "4", "5"].into_iter().zip(&mut bonus) {
            *value = inner.zahl(key, *value, 0..=1000);
        }
        k.faults.extend(inner.done());
    }
    Wertung { nach, bonus, mehr }
}

/// A table's rules: the plain values, the deck and the dictionary that decides.
#[derive(Clone)]
pub struct Regeln {
    pub werte: Werte,
    pub tisch: Tischregeln,
    pub satz: Arc<Kartensatz>,
    pub buch: Arc<Woerterbuch>,
    pub suche: Arc<Suche>,
    /// Dictionaries that may be agreed on, the first one included. Each is searched already: a table that settles on
    /// one has no time for that.
    buecher: Vec<(Arc<Woerterbuch>, Arc<Suche>)>,
}

/// Two rules are alike if their settings and their dictionary's name are.
impl PartialEq for Regeln {
    fn eq(&self, other: &Self) -> bool {
        self.werte == other.werte && self.buch.name == other.buch.name
    }
}

/// The word list of a table whose file names none.
const WOERTERBUCH: &str = "woerter.txt";

impl Regeln {
    /// Reads this game's keys; faults are collected in `k`. `vorrat` holds word lists, levels and decks by file
    /// name. Where one is missing that is a fault, and an empty one stands in.
    pub fn read(k: &mut Schluessel<'_>, vorrat: &Vorrat) -> Self {
        let (deck, book) = (k.ort_von("kartensatz"), k.ort_von("woerterbuch"));
        let werte = Werte::read(k);
        let tisch = read_tisch(k, &werte);
        let satz = read_deck(k, vorrat, (deck, &werte.kartensatz));
        let mut names = vec![(book, WOERTERBUCH.to_string())];
        if let Some(name) = k.text_oder_nichts("woerterbuch") {
            names[0].1 = file_name(&name);
        }
        for (ort, name) in k.texte("woerterbuecher") {
            let name = file_name(&name);
            if names.iter().all(|(_, n)| *n != name) {
                names.push((ort, name));
            }
        }
        let searched = |(ort, name): &(Ort, String)| {
            let buch = read_buch(k, vorrat, (*ort, name), werte.umlaute);
            let suche = read_suche(vorrat, &buch, &satz, &werte);
            (buch, suche)
        };
        let buecher: Vec<_> = names.iter().map(searched).collect();
        let (buch, suche) = buecher[0].clone();
        Self { werte, tisch, satz: Arc::new(satz), buch, suche, buecher }
    }

    /// Other rules with the same deck and words. Expects values that do not touch them: neither `wertung` nor
    /// `umlaute` nor `kartensatz`.
    #[must_use]
    pub fn with(&self, change: impl FnOnce(&mut Werte)) -> Self {
        let mut other = self.clone();
        change(&mut other.werte);
        other
    }

    /// The same rules with another dictionary.
    #[must_use]
    pub fn with_buch(&self, buch: Arc<Woerterbuch>) -> Self {
        let suche = Arc::new(Suche::new(&buch, &self.satz, &self.werte.wertung));
        let buecher = vec![(Arc::clone(&buch), Arc::clone(&suche))];
        Self { buch, suche, buecher, ..self.clone() }
    }

    /// Keys whose value differs from the default, stakes and deck excepted, and with the dictionary's name.
    pub fn abweichungen(&self) -> Vec<(&'static str, Angabe)> {
        let default = Werte::default().angaben();
        let all = self.werte.angaben().into_iter().zip(default);
        let mut out: Vec<_> = all.filter(|(a, d)| a != d).map(|(a, _)| a).collect();
        if self.buch.name != WOERTERBUCH {
            out.push(("woerterbuch", Angabe::Wort(self.buch.name.clone())));
        }
        out
    }

    /// Name of the dictionary that decides, without the ending.
    pub fn buchname(&self) -> &str {
        short_name(&self.buch.name)
    }

    /// Names of the dictionaries that may be agreed on, without the ending.
    pub fn buchnamen(&self) -> Vec<&str> {
        self.buecher.iter().map(|(b, _)| short_name(&b.name)).collect()
    }

    /// Agrees on the ante (W3). Errors: the most that the house allows.
    pub fn agree_grundeinsatz(&mut self, n: i64) -> Result<(), i64> {
        if !(0..=self.werte.grundeinsatz_bis).contains(&n) {
            return Err(self.werte.grundeinsatz_bis);
        }
        self.werte.grundeinsatz = n;
        Ok(())
    }

    /// Agrees on the least and the most of a bet (W3). Errors: the most that the house allows.
    pub fn agree_grenzen(&mut self, minimum: i64, maximum: i64) -> Result<(), i64> {
        if minimum < 1 || minimum > maximum || maximum > self.werte.maximum_bis {
            return Err(self.werte.maximum_bis);
        }
        (self.werte.minimum, self.werte.maximum) = (minimum, maximum);
        Ok(())
    }

    /// Agrees on a dictionary by its name (W3). `false`: there is none of that name.
    pub fn agree_buch(&mut self, name: &str) -> bool {
        let named = |name_of: &str| short_name(name_of).eq_ignore_ascii_case(name);
        let Some((buch, suche)) = self.buecher.iter().find(|(b, _)| named(&b.name)).cloned() else {
            return false;
        };
        (self.buch, self.suche) = (buch, suche);
        true
    }
}

fn short_name(file: &str) -> &str {
    let file = file.rsplit('/').next().unwrap_or(file);
    file.strip_suffix(".txt").unwrap_or(file)
}

fn file_name(name: &str) -> String {
    if name.contains('.') { name.into() } else { format!("{name}.txt") }
}

fn read_deck(k: &mut Schluessel<'_>, vorrat: &Vorrat, (ort, name): (Ort, &str)) -> Kartensatz {
    let file = match name {
        "quiddler_en" => "deck-quiddler.txt".to_string(),
        other => format!("deck-{other}.txt"),
    };
    let Some(quelle) = vorrat.get(&file) else {
        k.fault(
            ort,
            format!("Den Kartensatz „{name}“ gibt es nicht."),
            format!(
                "Gesucht wird die Datei woerter/{file}; mitgeliefert sind „quiddler_en“ und \
                 „deutsch“."
            ),
        );
        return Kartensatz::default();
    };
    let (satz, faults) = Kartensatz::read(quelle);
    note(k, faults);
    satz
}

fn read_buch(
    k: &mut Schluessel<'_>,
    vorrat: &Vorrat,
    (ort, name): (Ort, &str),
    umlaute: Umlaute,
) -> Arc<Woerterbuch> {
    let key = format!("word buch {name} {umlaute:?}");
    if let Some(buch) = vorrat.fertig(&key) {
        return buch;
    }
    let get = |file: &str| vorrat.get(file);
    let Some(woerter) = get(name) else {
        let hint = format!("Gesucht wird die Datei woerter/{name}.");
        k.fault(ort, format!("Das Wörterbuch „{name}“ gibt es nicht."), hint);
        return Arc::default();
    };
    let texte = Texte { woerter, stufen: get("stufen.txt"), tabu: get("npc-tabu.txt") };
    let (mut buch, mut faults) = Woerterbuch::read(&texte, umlaute);
    // A file cut off at nothing would have every word refused that somebody doubts.
    if faults.is_empty() && buch.alle().is_empty() {
        let hint = "Schreib in jede Zeile ein Wort, oder nenn ein anderes.";
        faults.push(woerter.fault_whole("In diesem Wörterbuch steht kein Wort.", hint));
    }
    buch.name = name.to_string();
    let buch = Arc::new(buch);
    // Faults are to be found by everybody who reads it.
    if faults.is_empty() {
        vorrat.merke(key, &buch);
    }
    note(k, faults);
    buch
}

/// The index of a dictionary. Reading one and searching it through takes longer than everything else at a new table.
fn read_suche(
    vorrat: &Vorrat,
    buch: &Arc<Woerterbuch>,
    satz: &Kartensatz,
    werte: &Werte,
) -> Arc<Suche> {
    let key = format!(
        "word suche {} {:?} {} {:?}",
        buch.name, werte.umlaute, werte.kartensatz, werte.wertung
    );
    vorrat.fertig(&key).unwrap_or_else(|| {
        let suche = Arc::new(Suche::new(buch, satz, &werte.wertung));
        if !buch.alle().is_empty() && !satz.is_empty() {
            vorrat.merke(key, &suche);
        }
        suche
    })
}

/// Adds faults of another file, each once: two tables may use the same one.
fn note(k: &mut Schluessel<'_>, faults: Vec<Fault>) {
    for fault in faults {
        if !k.faults.contains(&fault) {
            k.faults.push(fault);
        }
    }
}

/// The settings of a text of keys, for records and examples. Errors: the first fault's sentence.
pub fn from_text(text: &str, vorrat: &Vorrat) -> Result<Regeln, String> {
    let quelle = Quelle::new("regeln", text);
    let said = |faults: Vec<Fault>| faults.first().map_or_else(String::new, |f| f.what.clone());
    let mut k = Schluessel::new(&quelle, quelle.tafel().map_err(said)?);
    let regeln = Regeln::read(&mut k, vorrat);
    let faults = k.done();
    if faults.is_empty() { Ok(regeln) } else { Err(said(faults)) }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::LazyLock;

    use super::*;
    use crate::spiele::word::woerter::tests::{STUFEN, TABU, WOERTER};

    pub(crate) fn vorrat() -> Vorrat {
        let files = [
            ("woerter.txt", WOERTER),
            ("stufen.txt", STUFEN),
            ("npc-tabu.txt", TABU),
            ("klein.txt", "Haus\nMaus\n"),
            ("deck-quiddler.txt", include_str!("../../../data/woerter/deck-quiddler.txt")),
            ("deck-deutsch.txt", include_str!("../../../data/woerter/deck-deutsch.txt")),
        ];
        Vorrat::new(files.into_iter().map(|(f, t)| (f.to_string(), Quelle::new(f, t))).collect())
    }

    static SHIPPED: LazyLock<Regeln> = LazyLock::new(|| from_text("", &vorrat()).unwrap());

    /// The rules as shipped, read once.
    pub(crate) fn shipped() -> &'static Regeln {
        &SHIPPED
    }

    #[test]
    fn an_empty_table_is_the_default() {
        let regeln = shipped();
        assert_eq!(regeln.werte, Werte::default());
        assert_eq!(regeln.abweichungen(), []);
        assert_eq!((regeln.satz.len(), regeln.buch.alle().len()), (118, 17_939));
    }

    #[test]
    fn every_key_is_read_and_written() {
        let text = "grundeinsatz = 2\nminimum = 2\nmaximum = 7\ngrundeinsatz_stopp = 2\n\
            erhoehungen_max = 1\ntausch_max = 3\nanzweifeln_sek = 10\nanzweifeln_strafe = 2\n\
            runden = 9\nbonus_mehr = 30\nbonus = {2=1, 3=6, 4=16, 5=26}\nschieben = true\n\
            letzter_wird_gefragt = false\nmaximum_gilt = \"erhoehung\"\n\
            erhoehungen_zaehlen = \"spieler\"\ntausch_offen = \"immer\"\naufdecken = \"reihum\"\n\
            bonus_nach = \"karten\"\numlaute = \"a\"\npruefung = \"automatisch\"\n\
            zu_wenig = \"aussteigen\"\nkartensatz = \"deutsch\"\nwoerterbuch = \"klein\"\n";
        let regeln = from_text(text, &vorrat()).unwrap();
        assert_eq!(regeln.abweichungen().len(), 19);
        assert_eq!(regeln.werte.wertung.bonus, [1, 6, 16, 26]);
        assert_eq!(regeln.buch.alle().len(), 2);
        let e = regeln.werte.wettordnung();
        assert_eq!((e.eroeffnung, e.erhoehung), ((2, 7), Erhoehung::Um(1, 7)));
        assert_eq!((e.schieben, e.letzter), (Schieben::Frei, Letzter::Gewinnt));
    }

    #[test]
    fn what_is_missing_or_wrong_is_named() {
        for (text, word) in [
            ("kartensatz = \"gibtsnicht\"", "gibtsnicht"),
            ("woerterbuch = \"duden\"", "duden"),
            ("minimum = 6\nmaximum = 5", "maximum"),
            ("bonus = {6 = 1}", "6"),
            ("zu_wenig = \"nebentop\"", "nebentop"),
        ] {
            let said = from_text(text, &vorrat()).err().unwrap();
            assert!(said.contains(word), "{said}");
        }
    }

    #[test]
    fn a_dictionary_cut_off_at_nothing_is_a_fault() {
        let mut texts = vorrat();
        texts.insert("woerter.txt", Quelle::new("woerter.txt", "\n"));
        let said = from_text("", &texts).err().unwrap();
        assert!(said.contains("kein Wort"), "{said}");
    }

    #[test]
    fn the_table_agrees_within_the_house_s_bounds() {
        let text = "woerterbuecher = [\"klein\"]\nmaximum_bis = 10";
        let mut regeln = from_text(text, &vorrat()).unwrap();
        assert_eq!(regeln.agree_grundeinsatz(2), Ok(()));
        assert_eq!(regeln.agree_grundeinsatz(11), Err(10));
        assert_eq!(regeln.agree_grenzen(2, 10), Ok(()));
        assert_eq!(regeln.agree_grenzen(3, 2), Err(10));
        assert_eq!(regeln.agree_grenzen(1, 11), Err(10));
        assert_eq!((regeln.werte.minimum, regeln.werte.maximum), (2, 10));
        assert!(regeln.agree_buch("KLEIN") && !regeln.agree_buch("duden"));
        assert_eq!(regeln.buchnamen(), ["woerter", "klein"]);
        assert_eq!(regeln.buch.alle().len(), 2);
    }

    /// Two tables of a house settle on the same dictionary: neither searches it anew, and each searches that one.
    #[test]
    fn what_tables_may_settle_on_is_searched_beforehand_and_once() {
        let vorrat = vorrat();
        let [one, two] = [(); 2].map(|()| {
            let mut regeln = from_text("woerterbuecher = [\"klein\"]", &vorrat).unwrap();
            let before = Arc::clone(&regeln.suche);
            assert!(regeln.agree_buch("klein") && !Arc::ptr_eq(&regeln.suche, &before));
            regeln.suche
        });
        assert!(Arc::ptr_eq(&one, &two));
    }
}
