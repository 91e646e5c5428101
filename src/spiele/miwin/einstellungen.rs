//! The house's settings for Miwin'scher Poker (the keys of regeln.md 4.5), and the betting rules that follow
//! from them. Knows neither cards in play nor players.

use std::sync::Arc;

use super::figuren::{Figur, Figuren, Folgen, Muster, Umlauf};
use crate::quelle::{Art, Schluessel, Wert};
use crate::spiele::Tischregeln;
use crate::spiele::wetten::{Erhoehung, Letzter, Schieben, Wettordnung, Zaehlung, ZuWenig};

/// Whether an amount is fixed or bounded (regeln.md M2, M3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spanne {
    Genau,
    BisBetrag,
}

/// How cards are laid open (regeln.md M10).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aufdecken {
    Reihum,
    Gleichzeitig,
}

/// Who lays open first (regeln.md M10).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AufdeckenAb {
    Geber,
    HoechstesBlatt,
}

/// What becomes of the cycle among Tops (regeln.md 4.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TopKreis {
    Teilen,
    HoechsteAugenzahl,
}

/// All settings that are rules. Cheap to clone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Regeln {
    /// The agreed amount B.
    pub betrag: i64,
    pub grundeinsatz: i64,
    pub eroeffnung: Spanne,
    pub erhoehung: Spanne,
    /// Raises in one betting round; 0 = no limit.
    pub erhoehungen_max: u32,
    pub tausch_max: u8,
    pub letzter_tausch_max: u8,
    pub aufdecken: Aufdecken,
    pub aufdecken_ab: AufdeckenAb,
    /// An open card may be turned round once, at the last exchange.
    pub umdrehen: bool,
    pub wettrunde_nach_fuenfter: bool,
    pub wettrunde_nach_letztem_tausch: bool,
    pub top_kreis: TopKreis,
    pub zu_wenig: ZuWenig,
    pub figuren: Arc<Figuren>,
    /// What the table carries out.
    pub tisch: Tischregeln,
}

impl Default for Regeln {
    fn default() -> Self {
        Self {
            betrag: 10,
            grundeinsatz: 0,
            eroeffnung: Spanne::Genau,
            erhoehung: Spanne::BisBetrag,
            erhoehungen_max: 0,
            tausch_max: 4,
            letzter_tausch_max: 1,
            aufdecken: Aufdecken::Reihum,
            aufdecken_ab: AufdeckenAb::Geber,
            umdrehen: false,
            wettrunde_nach_fuenfter: true,
            wettrunde_nach_letztem_tausch: false,
            top_kreis: TopKreis::Teilen,
            zu_wenig: ZuWenig::Nebentopf,
            figuren: Arc::new(Figuren::lesart("A").expect("A is a reading")),
            tisch: Tischregeln { steine: CHIPS, nachkauf: true, ..Tischregeln::default() },
        }
    }
}

pub(super) const SPANNE: [(&str, Spanne); 2] =
    [("genau", Spanne::Genau), ("bis_betrag", Spanne::BisBetrag)];
pub(super) const AUFDECKEN: [(&str, Aufdecken); 2] =
    [("reihum", Aufdecken::Reihum), ("gleichzeitig", Aufdecken::Gleichzeitig)];
pub(super) const AUFDECKEN_AB: [(&str, AufdeckenAb); 2] =
    [("geber", AufdeckenAb::Geber), ("hoechstes_blatt", AufdeckenAb::HoechstesBlatt)];
pub(super) const TOP_KREIS: [(&str, TopKreis); 2] =
    [("teilen", TopKreis::Teilen), ("hoechste_augenzahl", TopKreis::HoechsteAugenzahl)];
pub(super) const ZU_WENIG: [(&str, ZuWenig); 2] =
    [("nebentopf", ZuWenig::Nebentopf), ("aussteigen", ZuWenig::Aussteigen)];

/// Chips bought when sitting down (regeln.md M27).
const CHIPS: i64 = 200;
/// Largest amount B and ante; far above any purse that a cellar sees.
const BETRAG_MAX: i64 = 1_000_000;
/// Five seats take 5 * 5 of 55 cards; so many more may each seat draw in both exchanges together.
const ZIEHEN_MAX: u8 = 6;

impl Regeln {
    /// Reads all keys; faults are collected in `k`.
    pub fn read(k: &mut Schluessel<'_>) -> Self {
        let d = Self::default();
        let ort = k.ort();
        let regeln = Self {
            betrag: k.zahl("betrag", d.betrag, 1..=BETRAG_MAX),
            grundeinsatz: k.zahl("grundeinsatz", d.grundeinsatz, 0..=BETRAG_MAX),
            eroeffnung: choice(k, "eroeffnung", &SPANNE, d.eroeffnung),
            erhoehung: choice(k, "erhoehung", &SPANNE, d.erhoehung),
            erhoehungen_max: small(k, "erhoehungen_max", 0, 1000),
            tausch_max: small(k, "tausch_max", d.tausch_max, 5),
            letzter_tausch_max: small(k, "letzter_tausch_max", d.letzter_tausch_max, 5),
            aufdecken: choice(k, "aufdecken", &AUFDECKEN, d.aufdecken),
            aufdecken_ab: choice(k, "aufdecken_ab", &AUFDECKEN_AB, d.aufdecken_ab),
            umdrehen: k.ja("umdrehen", d.umdrehen),
            wettrunde_nach_fuenfter: k.ja("wettrunde_nach_fuenfter", true),
            wettrunde_nach_letztem_tausch: k.ja("wettrunde_nach_letztem_tausch", false),
            top_kreis: choice(k, "top_kreis", &TOP_KREIS, d.top_kreis),
            zu_wenig: choice(k, "zu_wenig", &ZU_WENIG, d.zu_wenig),
            figuren: Arc::new(read_figuren(k)),
            tisch: Tischregeln { steine: k.zahl("chips_kauf", CHIPS, 1..=BETRAG_MAX), ..d.tisch },
        };
        if regeln.tausch_max + regeln.letzter_tausch_max > ZIEHEN_MAX {
            k.fault(
                ort,
                "„tausch_max“ und „letzter_tausch_max“ sind zusammen zu groß für 55 Karten.",
                format!("Zusammen höchstens {ZIEHEN_MAX}."),
            );
            return Self { tausch_max: 4, letzter_tausch_max: 1, ..regeln };
        }
        regeln
    }

    /// The rules of each betting round.
    pub fn wettordnung(&self) -> Wettordnung {
        let b = self.betrag;
        let von = |s: Spanne| if s == Spanne::Genau { b } else { 1 };
        Wettordnung {
            eroeffnung: (von(self.eroeffnung), b),
            erhoehung: Erhoehung::Um(von(self.erhoehung), b),
            schieben: Schieben::Frei,
            erhoehungen_max: self.erhoehungen_max,
            gezaehlt: Zaehlung::Runde,
            zu_wenig: self.zu_wenig,
            letzter: Letzter::Gewinnt,
        }
    }
}

fn choice<T: Copy + PartialEq>(
    k: &mut Schluessel<'_>,
    key: &'static str,
    words: &[(&str, T)],
    default: T,
) -> T {
    let names: Vec<&str> = words.iter().map(|(n, _)| *n).collect();
    let at = words.iter().position(|(_, v)| *v == default).unwrap_or(0);
    words[k.wahl(key, &names, at)].1
}

fn small<T: TryFrom<i64> + Into<i64> + Copy>(
    k: &mut Schluessel<'_>,
    key: &'static str,
    default: T,
    max: i64,
) -> T {
    T::try_from(k.zahl(key, default.into(), 0..=max)).unwrap_or(default)
}

fn read_figuren(k: &mut Schluessel<'_>) -> Figuren {
    let mut figuren = match k.take("figuren") {
        None => Figuren::lesart("A"),
        Some(Wert { ort, art: Art::Text(t) }) => {
            let found = Figuren::lesart(&t);
            if found.is_none() {
                let hint = format!("Möglich ist: {}.", Figuren::LESARTEN.join(", "));
                k.fault(ort, format!("Bei „figuren“ steht „{t}“, das gibt es nicht."), hint);
            }
            found
        }
        Some(Wert { ort, art: Art::Liste(liste) }) => read_list(k, ort, liste),
        Some(Wert { ort, art }) => {
            let what = format!("Bei „figuren“ steht {}.", art.name());
            k.fault(ort, what, "Gebraucht wird „A“, „B1“, „B2“ oder eine Liste von zehn Figuren.");
            None
        }
    }
    .unwrap_or_else(|| Figuren::lesart("A").expect("A is a reading"));
    if k.ja("strasse_umlauf", false) {
        figuren.umlauf = Umlauf::Ja;
    }
    if k.ja("offene_folgen", false) {
        figuren.folgen = Folgen::Begonnen;
    }
    figuren
}

/// A list of ten, lowest figure first.
fn read_list(k: &mut Schluessel<'_>, ort: usize, liste: Vec<Wert>) -> Option<Figuren> {
    let count = liste.len();
    if count != Figuren::ANZAHL {
        let what = format!("Bei „figuren“ stehen {count} Figuren.");
        k.fault(ort, what, "Gebraucht werden genau zehn, die niedrigste zuerst.");
        return None;
    }
    let figuren: Option<Vec<Figur>> = liste.into_iter().map(|w| read_figur(k, w)).collect();
    figuren.map(Figuren::new)
}

fn read_figur(k: &mut Schluessel<'_>, wert: Wert) -> Option<Figur> {
    let Art::Tafel(tafel) = wert.art else {
        let what = format!("Bei „figuren“ steht {}.", wert.art.name());
        k.fault(
            wert.ort,
            what,
            "Eine Figur sieht so aus: { name = \"Poker\", muster = \"poker\" }.",
        );
        return None;
    };
    let mut inner = Schluessel::new(k.quelle(), tafel);
    let name = inner.text("name");
    let names = Muster::ALLE.map(|(n, _)| n);
    if !inner.has("muster") {
        inner.text("muster");
    }
    let (_, muster) = Muster::ALLE[inner.wahl("muster", &names, 0)];
    let faults = inner.done();
    let good = faults.is_empty();
    k.faults.extend(faults);
    good.then_some(Figur { name, muster })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quelle::{Fault, Quelle};

    fn read(text: &str) -> (Regeln, Vec<Fault>) {
        let q = Quelle::new("tisch.toml", text);
        let mut k = Schluessel::new(&q, q.tafel().unwrap());
        let regeln = Regeln::read(&mut k);
        (regeln, k.done())
    }

    #[test]
    fn nothing_said_means_the_settled_rules() {
        let (regeln, faults) = read("");
        assert_eq!(regeln, Regeln::default());
        assert!(faults.is_empty());
    }

    #[test]
    fn keys_are_read_and_faults_stand_at_their_line() {
        let (regeln, faults) = read(
            "betrag = 4\ngrundeinsatz = 1\nzu_wenig = \"aussteigen\"\n\
             figuren = \"B2\"\nerhoehung = \"genau\"\n",
        );
        assert!(faults.is_empty(), "{faults:?}");
        assert_eq!((regeln.betrag, regeln.grundeinsatz), (4, 1));
        assert_eq!(regeln.zu_wenig, ZuWenig::Aussteigen);
        assert_eq!(regeln.figuren.name_der_lesart(), Some("B2"));
        assert_eq!(regeln.wettordnung().erhoehung, Erhoehung::Um(4, 4));
        let (_, faults) =
            read("betrag = 0\nfiguren = \"C\"\ntausch_max = 5\nletzter_tausch_max = 2\n");
        let lines: Vec<usize> = faults.iter().map(|f| f.line).collect();
        assert_eq!(lines, [1, 2, 1], "{faults:?}");
    }

    #[test]
    fn an_own_list_has_ten_figures_with_known_patterns() {
        let ten = Figuren::lesart("B1").unwrap();
        let rows: Vec<String> = ten
            .liste()
            .iter()
            .map(|f| format!("{{ name = \"{}\", muster = \"{}\" }}", f.name, f.muster.name()))
            .collect();
        let (regeln, faults) = read(&format!("figuren = [{}]\n", rows.join(", ")));
        assert!(faults.is_empty(), "{faults:?}");
        assert_eq!(regeln.figuren.name_der_lesart(), Some("B1"));
        let (_, faults) = read(&format!("figuren = [{}]\n", rows[1..].join(", ")));
        assert_eq!(faults.len(), 1);
        let wrong = rows.join(", ").replace("\"fuenf_doppel\"", "\"fuenf_doppl\"");
        let (_, faults) = read(&format!("figuren = [{wrong}]\n"));
        assert!(faults[0].hint.contains("fuenf_doppel"), "{faults:?}");
    }
}
