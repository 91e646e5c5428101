//! The tables of a room: which there may be, which are open, who gets a seat where.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{oneshot, watch};

use super::ansicht::tisch_zeile;
use super::{OffenerTisch, RaumHandle};
use crate::archive::TableHead;
use crate::host::{Eroeffnung, Kopf, TischHandle, Umgebung, Vorgabe};
use crate::person::Wer;
use crate::satz::Satz;
use crate::spielarten::{self, Auskunft};
use crate::taler::Waehrung;
use crate::text::{Block, Teil, Zeile};
use crate::tisch::{Einstellung, FreundAmTisch};
use crate::welt::{Raum, TischVorlage, Welt};
use crate::zeile;

/// Between two deals of an open sitting: time to read who has won.
const PAUSE: Duration = Duration::from_secs(3);

struct Offen {
    nr: u32,
    spiel: String,
    handle: TischHandle,
    /// What this room wants of the table.
    vorgabe: watch::Sender<Vorgabe>,
    besetzung: Vec<String>,
    laeuft: bool,
    frei: bool,
}

/// A table of the last run, as the archive has kept it.
pub(super) struct Wiederkehr {
    pub(super) id: i64,
    pub(super) head: TableHead,
    pub(super) lines: Vec<String>,
    pub(super) bereit: oneshot::Sender<()>,
}

/// All tables of a room. Numbers follow the order of the room's file: first all tables of the first template.
#[derive(Default)]
pub(super) struct Tischliste {
    vorlagen: Vec<TischVorlage>,
    /// One for each template, made when somebody first asks.
    auskunft: Vec<Auskunft>,
    offen: Vec<Offen>,
}

impl Tischliste {
    pub(super) fn new(raum: &Raum) -> Self {
        Self { vorlagen: raum.tische.clone(), ..Self::default() }
    }

    /// New settings count from the next game of each table. One whose number means nothing or another game by
    /// now closes when nothing is at stake.
    pub(super) fn neue_vorlagen(&mut self, raum: &Raum, welt: &Welt) {
        self.vorlagen.clone_from(&raum.tische);
        self.auskunft.clear();
        for t in &self.offen {
            let vorlage = self.vorlage_von(t.nr).filter(|v| v.spiel == t.spiel);
            let vorgabe = vorlage.map_or(Vorgabe::Schliesst, |v| {
                Vorgabe::Neu(Arc::new(kopf(v, (t.nr, t.handle.waehrung), raum, welt)))
            });
            t.vorgabe.send_replace(vorgabe);
        }
    }

    /// The room closes, and so do its tables, when nothing is at stake any more.
    pub(super) fn schliesse(&mut self) {
        self.vorlagen.clear();
        self.auskunft.clear();
        self.offen.iter().for_each(|t| drop(t.vorgabe.send_replace(Vorgabe::Schliesst)));
    }

    /// True while no table is open.
    pub(super) fn is_empty(&self) -> bool {
        self.offen.is_empty()
    }

    /// What the rules of the tables here answer by themselves.
    pub(super) fn auskunft(&mut self, satz: &Satz, welt: &Welt) -> Option<Block> {
        if self.auskunft.is_empty() {
            let ask = |v: &TischVorlage| {
                let art = spielarten::find(&v.spiel).ok()?;
                Some((art.auskunft)(&mut v.schluessel(), &welt.vorrat))
            };
            self.auskunft = self.vorlagen.iter().filter_map(ask).collect();
        }
        self.auskunft.iter().find_map(|a| a(satz))
    }

    pub(super) fn stand(&mut self, id: i64, besetzung: Vec<String>, laeuft: bool, frei: bool) {
        if let Some(t) = self.offen.iter_mut().find(|t| t.handle.id == id) {
            (t.besetzung, t.laeuft, t.frei) = (besetzung, laeuft, frei);
        }
    }

    /// All open tables, for those who look after the house.
    pub(super) fn offene(&self) -> Vec<OffenerTisch> {
        let open = self.offen.iter().filter(|t| !t.handle.is_closed());
        let one = |t: &Offen| OffenerTisch {
            handle: t.handle.clone(),
            spiel: t.spiel.clone(),
            besetzung: t.besetzung.clone(),
            laeuft: t.laeuft,
        };
        open.map(one).collect()
    }

    pub(super) fn remove(&mut self, id: i64) -> Option<TischHandle> {
        let i = self.offen.iter().position(|t| t.handle.id == id)?;
        Some(self.offen.remove(i).handle)
    }

    /// One line for each open table; one for all where none is open.
    pub(super) fn zeilen(&self, raum: &Raum) -> Vec<Zeile> {
        if self.vorlagen.is_empty() {
            return Vec::new();
        }
        let mut out = self.sorten();
        if self.offen.is_empty() {
            let tisch = if raum.tische.len() == 1 { "Der Tisch ist" } else { "Die Tische sind" };
            out.push(zeile![
                format!("{tisch} frei. Mit "),
                Teil::Befehl("setz dich".into()),
                " nimmst Du Platz."
            ]);
        }
        let offen = self
            .offen
            .iter()
            .map(|t| tisch_zeile(&t.handle.name, &t.besetzung, t.laeuft, t.handle.waehrung));
        out.extend(offen);
        out
    }

    /// Where a room has tables of several kinds: which number is of which.
    fn sorten(&self) -> Vec<Zeile> {
        if self.vorlagen.len() < 2 {
            return Vec::new();
        }
        let mut last = 0;
        let mut line = |v: &TischVorlage| {
            let first = last + 1;
            last += u32::from(v.tische_max);
            if first == last {
                zeile![format!("{}: Tisch {first}.", v.name)]
            } else {
                zeile![format!("{}: Tisch {first} bis {last}.", v.name)]
            }
        };
        self.vorlagen.iter().map(&mut line).collect()
    }

    /// The table with this number, or the first one where something is to be seen.
    pub(super) fn zum_zusehen(&self, nr: Option<u32>, raum: &Raum) -> Result<TischHandle, Zeile> {
        if raum.tische.is_empty() && self.offen.is_empty() {
            return Err(keine_tische());
        }
        let found = match nr {
            Some(nr) => self.offen.iter().find(|t| t.nr == nr),
            None => self.offen.iter().max_by_key(|t| (t.laeuft, std::cmp::Reverse(t.nr))),
        };
        found.map(|t| t.handle.clone()).ok_or_else(|| match nr {
            Some(nr) => zeile![format!("An Tisch {nr} sitzt gerade niemand.")],
            None => "Hier wird gerade nicht gespielt.".into(),
        })
    }

    /// A table with a free seat for this person; opens one where that is possible.
    pub(super) async fn platz_fuer(
        &mut self,
        wer: &Wer,
        nr: Option<u32>,
        raum: &Raum,
        welt: &Arc<Welt>,
        here: (&RaumHandle, &Umgebung),
    ) -> Result<TischHandle, Zeile> {
        if raum.tische.is_empty() {
            return Err(keine_tische());
        }
        self.offen.retain(|t| !t.handle.is_closed());
        match nr {
            Some(nr) => self.platz_an(wer, nr, welt, here).await,
            None => self.irgendein_platz(wer, welt, here).await,
        }
    }

    async fn platz_an(
        &mut self,
        wer: &Wer,
        nr: u32,
        welt: &Arc<Welt>,
        here: (&RaumHandle, &Umgebung),
    ) -> Result<TischHandle, Zeile> {
        if let Some(t) = self.offen.iter().find(|t| t.nr == nr) {
            if wer.is_gast() && t.handle.waehrung == Waehrung::Taler {
                let was =
                    format!("An Tisch {nr} geht es um Taler, und Gäste spielen um Spielgeld. ");
                return Err(zeile![
                    was,
                    Teil::Befehl("setz dich".into()),
                    " findet Dir einen anderen Tisch."
                ]);
            }
            return Ok(t.handle.clone());
        }
        match self.vorlage_von(nr) {
            Some(vorlage) => self.eroeffne(wer, nr, vorlage.clone(), welt, here).await,
            None => Err(zeile![format!(
                "Einen Tisch {nr} gibt es hier nicht, nur Tisch 1 bis {}.",
                self.anzahl()
            )]),
        }
    }

    async fn irgendein_platz(
        &mut self,
        wer: &Wer,
        welt: &Arc<Welt>,
        here: (&RaumHandle, &Umgebung),
    ) -> Result<TischHandle, Zeile> {
        let fits = |t: &&Offen| {
            let closing = matches!(*t.vorgabe.borrow(), Vorgabe::Schliesst);
            t.frei && !closing && t.handle.waehrung == wer.waehrung()
        };
        if let Some(t) = self.offen.iter().find(fits) {
            return Ok(t.handle.clone());
        }
        let free = (1..=self.anzahl()).find(|nr| self.offen.iter().all(|t| t.nr != *nr));
        let Some((nr, vorlage)) = free.and_then(|nr| Some((nr, self.vorlage_von(nr)?.clone())))
        else {
            let zusehen = Teil::Befehl("schau zu".into());
            return Err(zeile!["Alle Tische sind besetzt. Zusehen kannst Du mit ", zusehen, "."]);
        };
        self.eroeffne(wer, nr, vorlage, welt, here).await
    }

    fn anzahl(&self) -> u32 {
        self.vorlagen.iter().map(|v| u32::from(v.tische_max)).sum()
    }

    fn vorlage_von(&self, nr: u32) -> Option<&TischVorlage> {
        let mut last = 0;
        self.vorlagen.iter().find(|v| {
            last += u32::from(v.tische_max);
            (1..=last).contains(&nr)
        })
    }

    async fn eroeffne(
        &mut self,
        wer: &Wer,
        nr: u32,
        vorlage: TischVorlage,
        welt: &Arc<Welt>,
        (raum, u): (&RaumHandle, &Umgebung),
    ) -> Result<TischHandle, Zeile> {
        let waehrung = wer.waehrung();
        let Some(here) = welt.raum(&raum.id) else { return Err(keine_tische()) };
        let kopf = kopf(&vorlage, (nr, waehrung), here, welt);
        let head = TableHead {
            raum: raum.id.to_string(),
            spiel: vorlage.spiel.clone(),
            nr_im_raum: nr,
            waehrung,
            kopf_json: kopf.to_json(),
        };
        let id = u.archive.open_table(head).await.map_err(|fehler| {
            tracing::error!(%fehler, "table cannot be opened");
            Zeile::from(
                "Das Haus kann gerade keinen Tisch aufmachen. Versuch es später noch einmal.",
            )
        })?;
        let vorgabe = watch::Sender::default();
        let e = Eroeffnung {
            id,
            kopf,
            lines: Vec::new(),
            bereit: None,
            raum: raum.clone(),
            umgebung: u.clone(),
            vorgabe: vorgabe.subscribe(),
        };
        Ok(self.add(nr, &vorlage.spiel, (e, vorgabe)))
    }

    fn add(
        &mut self,
        nr: u32,
        spiel: &str,
        (e, vorgabe): (Eroeffnung, watch::Sender<Vorgabe>),
    ) -> TischHandle {
        let art = spielarten::find(spiel).expect("the loader has checked every table's game");
        let handle = (art.open)(e);
        self.offen.push(Offen {
            nr,
            spiel: spiel.to_string(),
            handle: handle.clone(),
            vorgabe,
            besetzung: Vec::new(),
            laeuft: false,
            frei: true,
        });
        self.offen.sort_by_key(|t| t.nr);
        handle
    }

    /// A table of the last run.
    pub(super) fn steht_auf(
        &mut self,
        alt: Wiederkehr,
        welt: &Arc<Welt>,
        (raum, u): (&RaumHandle, &Umgebung),
    ) {
        let Wiederkehr { id, head, lines, bereit } = alt;
        let vorrat = Arc::clone(&welt.vorrat);
        let nr = head.nr_im_raum;
        let Some(kopf) = Kopf::from_json(&head.kopf_json, &head.raum, nr, head.waehrung, vorrat)
        else {
            tracing::error!(tisch = id, "head of a table cannot be read; its money stays in trust");
            return;
        };
        let vorgabe = watch::Sender::default();
        let e = Eroeffnung {
            id,
            kopf,
            lines,
            bereit: Some(bereit),
            raum: raum.clone(),
            umgebung: u.clone(),
            vorgabe: vorgabe.subscribe(),
        };
        self.add(nr, &head.spiel, (e, vorgabe));
        // What was edited while the house was closed counts as after a reload.
        match welt.raum(&raum.id) {
            Some(here) => self.neue_vorlagen(here, welt),
            None => self.schliesse(),
        }
    }
}

fn keine_tische() -> Zeile {
    zeile![
        "Hier steht kein Spieltisch. Wo gespielt wird, zeigt ",
        Teil::Befehl("hilfe spiele".into()),
        "."
    ]
}

/// The head of a table of this kind as the world has it now.
fn kopf(v: &TischVorlage, (nr, waehrung): (u32, Waehrung), raum: &Raum, welt: &Welt) -> Kopf {
    let spielleiter = raum.personen.first().map_or("Das Haus", |p| &p.name);
    Kopf {
        raum: raum.id.clone(),
        nr,
        waehrung,
        einstellung: einstellung(v, nr, spielleiter, welt),
        kurier: v.kurier,
        regeln_toml: v.to_toml(),
        vorrat: Arc::clone(&welt.vorrat),
    }
}

fn einstellung(v: &TischVorlage, nr: u32, spielleiter: &str, welt: &Welt) -> Einstellung {
    let sek = |n: u32| Duration::from_secs(u64::from(n));
    let freunde = v.freunde.iter().filter_map(|id| welt.freunde.get(id)).map(|f| {
        let mut wesen = f.wesen;
        wesen.stufe = v.stufe.unwrap_or(wesen.stufe);
        FreundAmTisch { name: f.name.clone(), wesen }
    });
    Einstellung {
        name: format!("Tisch {nr}"),
        spielleiter: spielleiter.to_string(),
        plaetze: v.plaetze,
        freunde: freunde.collect(),
        freunde_bis: v.freunde_zahl + 1,
        warten: sek(v.zeiten.warten_sek),
        bedenkzeit: sek(v.zeiten.bedenkzeit_sek),
        gnadenfrist: sek(v.zeiten.gnadenfrist_sek),
        rueckkehr: sek(v.zeiten.rueckkehr_sek),
        pause: PAUSE,
        taler_je_stein: v.taler_je_stein.unwrap_or(1),
    }
}
