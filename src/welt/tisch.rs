//! The settings of a table that are common to all games. A game's own keys (rules, stakes, rounds,
//! chips) stay in the table of keys and are read by the game.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::GameInfo;
use super::laden::Bekannt;
use super::leiter::KurierArt;
use super::lesen;
use crate::limits::SEATS_MAX;
use crate::quelle::{Fault, Ort, Quelle, Schluessel, Tafel, nearest};
use crate::satz::falte;
use crate::spiele::{Kasse, Stufe};

/// Times of a table in seconds (regeln.md G6, G7, R28).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Zeiten {
    /// After this time friends take the free seats.
    pub warten_sek: u32,
    /// For one decision; 0 = as long as one likes.
    pub bedenkzeit_sek: u32,
    /// After a lost line a friend plays on.
    pub gnadenfrist_sek: u32,
    /// After a lost line the chips are changed back.
    pub rueckkehr_sek: u32,
}

/// One `[[tisch]]`: from it as many like tables open as are needed.
#[derive(Clone, Debug)]
pub struct TischVorlage {
    pub spiel: String,
    pub name: String,
    pub plaetze: u8,
    /// A further table opens when all are taken, up to this number.
    pub tische_max: u8,
    /// Ids of the friends who may take seats, in the order in which they come.
    pub freunde: Vec<String>,
    /// At most so many of them sit down by themselves.
    pub freunde_zahl: u8,
    /// Level of all friends at this table; `None`: each his own.
    pub stufe: Option<Stufe>,
    pub zeiten: Zeiten,
    /// What one chip costs; `None` where a game has no chips.
    pub taler_je_stein: Option<i64>,
    pub kurier: KurierArt,
    ort: Ort,
    quelle: Arc<Quelle>,
    tafel: Tafel,
}

impl TischVorlage {
    /// All keys of the table, for the game to take its own. The common ones are still among them:
    /// what is left over was checked when the file was read and means nothing here.
    pub fn schluessel(&self) -> Schluessel<'_> {
        Schluessel::new(&self.quelle, self.tafel.clone())
    }

    /// The same as TOML text, for the head of a table.
    pub fn to_toml(&self) -> String {
        self.tafel.to_toml()
    }

    /// Where it stands in its file.
    pub fn ort(&self) -> Ort {
        self.ort
    }

    /// Reads one `[[tisch]]`, then lets the game read its keys, then calls what is left a fault.
    /// `None`: there is no such game.
    pub(super) fn read(
        quelle: &Arc<Quelle>,
        tafel: Tafel,
        bekannt: &Bekannt<'_>,
        faults: &mut Vec<Fault>,
    ) -> Option<Self> {
        let mut k = Schluessel::new(quelle, tafel.clone());
        let Some((spiel, info)) = game(&mut k, bekannt) else {
            faults.append(&mut k.faults);
            return None;
        };
        let plaetze = seats(&mut k, &info);
        let stufe = level(&mut k);
        let freunde = friends(&mut k, bekannt, (stufe, &info));
        let vorlage = Self {
            name: lesen::name_oder_nichts(&mut k, "name").unwrap_or_else(|| "Tisch".to_string()),
            plaetze,
            tische_max: small(&mut k, "tische_max", 1, 1..=100),
            freunde_zahl: small(
                &mut k,
                "freunde_zahl",
                default_friends(&info, plaetze),
                0..=SEATS_MAX,
            ),
            freunde,
            stufe,
            zeiten: Zeiten::read(&mut k),
            taler_je_stein: (info.kasse == Kasse::Steine)
                .then(|| k.zahl("taler_je_stein", 10, 1..=1_000_000)),
            kurier: KurierArt::ALLE[k.wahl("kurier", &KurierArt::WORTE, 0)],
            ort: k.ort(),
            quelle: Arc::clone(quelle),
            tafel,
            spiel,
        };
        vorlage.check_friends(&mut k, &info);
        check_deposit(&mut k);
        (bekannt.kunde.regeln)(&vorlage.spiel, &mut k, bekannt.vorrat);
        faults.extend(k.done());
        Some(vorlage)
    }

    /// A game with a fixed number of players must be able to start with one person.
    fn check_friends(&self, k: &mut Schluessel<'_>, info: &GameInfo) {
        let need = if info.kasse == Kasse::Einsatz { self.plaetze - 1 } else { 0 };
        let have = usize::from(self.freunde_zahl).min(self.freunde.len());
        if have < usize::from(need) {
            let what = match have {
                0 => format!("An diesem Tisch springt kein Freund ein, gebraucht werden {need}."),
                1 => {
                    format!("An diesem Tisch springt nur ein Freund ein, gebraucht werden {need}.")
                }
                _ => format!(
                    "An diesem Tisch springen nur {have} Freunde ein, gebraucht werden {need}."
                ),
            };
            k.fault(self.ort, what, "Nenn bei „freunde“ mehr Namen oder erhöh „freunde_zahl“.");
        }
    }
}

fn game(k: &mut Schluessel<'_>, bekannt: &Bekannt<'_>) -> Option<(String, GameInfo)> {
    let (ort, id) = lesen::text(k, "spiel")?;
    if let Some(info) = (bekannt.kunde.info)(&id) {
        return Some((id, info));
    }
    let ids = bekannt.kunde.ids;
    let hint = nearest(&id, ids.iter().copied()).map_or_else(
        || format!("Möglich ist: {}.", ids.join(", ")),
        |n| format!("Meintest Du „{n}“?"),
    );
    k.fault(ort, format!("Das Spiel „{id}“ gibt es nicht."), hint);
    None
}

fn small(k: &mut Schluessel<'_>, key: &'static str, default: u8, range: RangeInclusive<u8>) -> u8 {
    let range = i64::from(*range.start())..=i64::from(*range.end());
    let n = k.zahl(key, i64::from(default), range);
    u8::try_from(n).expect("the range fits")
}

fn seats(k: &mut Schluessel<'_>, info: &GameInfo) -> u8 {
    let max = *info.plaetze.end();
    let range = i64::from(*info.plaetze.start())..=i64::from(max);
    u8::try_from(k.zahl("plaetze", i64::from(max), range)).expect("the range fits")
}

/// Where a fixed number plays, friends fill every seat; elsewhere two of them keep a lone person
/// company.
fn default_friends(info: &GameInfo, plaetze: u8) -> u8 {
    if info.kasse == Kasse::Einsatz { plaetze } else { 2 }
}

fn level(k: &mut Schluessel<'_>) -> Option<Stufe> {
    let named = k.has("stufe");
    let i = k.wahl("stufe", &Stufe::ALL.map(|(name, _)| name), 1);
    named.then(|| Stufe::ALL[i].1)
}

fn friends(
    k: &mut Schluessel<'_>,
    bekannt: &Bekannt<'_>,
    (stufe, info): (Option<Stufe>, &GameInfo),
) -> Vec<String> {
    let mut out = Vec::new();
    let mut seen = BTreeSet::new();
    for (ort, written) in k.texte("freunde") {
        let id = falte(&written);
        let Some(own) = bekannt.freunde.get(&id) else {
            let known = bekannt.freunde.keys().map(String::as_str);
            let hint = nearest(&id, known).map_or_else(
                || format!("Leg die Datei freunde/{id}.toml an."),
                |n| format!("Meintest Du „{n}“?"),
            );
            k.fault(ort, format!("Den Freund „{written}“ gibt es nicht."), hint);
            continue;
        };
        if !seen.insert(id.clone()) {
            k.fault(
                ort,
                format!("Der Freund „{written}“ steht hier zweimal."),
                "Streich ihn einmal.",
            );
            continue;
        }
        // A friend whose own file is faulty has no level yet and is complained of there.
        if let Some(stufe) = stufe.or(*own).filter(|s| !info.stufen.contains(s)) {
            let built: Vec<&str> = info.stufen.iter().map(|s| s.name()).collect();
            let what = format!(
                "Die Stufe „{}“ von „{written}“ ist für dieses Spiel nicht gebaut.",
                stufe.name()
            );
            k.fault(ort, what, format!("Möglich ist: {}.", built.join(", ")));
        }
        out.push(id);
    }
    out
}

/// Owing is not built: whoever promises money has set it aside (regeln.md G2).
fn check_deposit(k: &mut Schluessel<'_>) {
    let ort = k.ort_von("hinterlegung");
    if !k.ja("hinterlegung", true) {
        let what = "Ohne Hinterlegung könnte jemand Geld schuldig bleiben; das gibt es hier nicht.";
        k.fault(ort, what, "Streich „hinterlegung“ oder setz es auf true.");
    }
}

impl Zeiten {
    fn read(k: &mut Schluessel<'_>) -> Self {
        let mut sek = |key, default| {
            u32::try_from(k.zahl(key, default, 0..=86_400)).expect("a day of seconds fits")
        };
        Self {
            warten_sek: sek("warten_sek", 60),
            bedenkzeit_sek: sek("bedenkzeit_sek", 120),
            gnadenfrist_sek: sek("gnadenfrist_sek", 60),
            rueckkehr_sek: sek("rueckkehr_sek", 600),
        }
    }
}
