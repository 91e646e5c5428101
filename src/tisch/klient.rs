//! What a table tells the programs of its people: where it stands, whose turn it is, what has happened. Made from the
//! same views and events as the words, for the same viewer; holds no notation of the wire.

use super::fragen::{Tischwort, lies_tischwort};
use super::sitze::Rueckfrage;
use super::{Antwort, Ausgang, Person, Platz, Stand, Tisch, Tischspiel, Viewer, worte};
use crate::deutsch::und_liste;
use crate::satz::Satz;
use crate::siegel::Oeffnung;
use crate::spiele::{Ereignis, Info, Kasse, Options, Plaetze, Reading};
use crate::taler::Geldkonto;
use crate::text::Block;

/// A seat as everybody may know it; what the game knows of it stands in [`Info::sitze`].
#[derive(Clone, PartialEq, Eq)]
pub struct Sitzlage {
    pub name: String,
    /// A friend of the house sits here, or plays on for somebody.
    pub freund: Freundlich,
    pub da: Anwesenheit,
    /// What the seat would take along, in money; `None` where that is nobody else's matter.
    pub taler: Option<i64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Freundlich {
    Mensch,
    Freund,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anwesenheit {
    Da,
    Weg,
}

/// Where a table stands, for one viewer. `du` is his seat.
#[derive(Clone, PartialEq, Eq)]
pub struct Tischlage {
    pub tisch: String,
    pub spiel: &'static str,
    pub waehrung: &'static str,
    pub einsatz: Option<i64>,
    pub du: Option<Platz>,
    pub sitze: Vec<Sitzlage>,
    pub info: Info,
}

/// Whose turn it is, for one viewer.
#[derive(Clone, PartialEq, Eq)]
pub struct Dran {
    /// The decision's number; of several at once the viewer's own.
    pub nr: u64,
    pub wer: String,
    pub du: bool,
    /// Seconds left; `None`: no limit.
    pub frist_s: Option<u64>,
    /// What may be done; empty for whoever is not on.
    pub optionen: Options,
}

/// The end of a game, of a deal in a sitting, or of one's own sitting.
#[derive(Clone)]
pub struct Ende {
    /// Name and amount: what was paid out; of a deal what it brought, below zero for a loss.
    pub auszahlung: Vec<(String, i64)>,
    /// Final scores in seat order, where the game has any.
    pub punkte: Vec<i64>,
    /// Root of the last seal, and what may be opened of it.
    pub siegel: Option<(String, Vec<Oeffnung>)>,
}

/// Something that is told to programs once, in order.
#[derive(Clone)]
pub enum Meldung {
    /// `nr` counts the public events of this table.
    Ereignis {
        nr: u64,
        wer: Option<String>,
        ereignis: Ereignis,
    },
    Ende(Ende),
}

impl<S: Tischspiel> Tisch<S> {
    /// Where the table stands, for the program of this person; of somebody who has no seat: as everybody sees it.
    pub fn lage_fuer_programm(&self, konto: &Geldkonto) -> Tischlage {
        let viewer = self.viewer(konto);
        let du = self.platz_von(konto);
        let info = match self.spiel() {
            Some(spiel) => S::gmcp_info(&spiel.view(viewer)),
            None => Info { phase: self.phase(), runden: self.runden_vorab(), ..Info::default() },
        };
        let sitze = self.alle_plaetze().map(|p| self.sitzlage(p)).collect();
        Tischlage {
            tisch: self.e.name.clone(),
            spiel: S::ID,
            waehrung: self.waehrung.id(),
            einsatz: self.einsatz_jetzt(),
            du,
            sitze,
            info,
        }
    }

    fn sitzlage(&self, p: Platz) -> Sitzlage {
        let b = self.wer(p);
        let freund = self.denkt_als(p).is_some();
        let weg = b.is_none_or(|b| b.weg_seit.is_some());
        let steine = self.spiel().and_then(|s| s.kasse().plaetze.get(p.i()).copied());
        let taler = steine.filter(|_| S::KASSE == Kasse::Steine && b.is_some());
        Sitzlage {
            name: self.name(p).to_string(),
            freund: if freund { Freundlich::Freund } else { Freundlich::Mensch },
            da: if weg { Anwesenheit::Weg } else { Anwesenheit::Da },
            taler: taler.map(|n| n * self.e.taler_je_stein),
        }
    }

    fn phase(&self) -> &'static str {
        match self.stand {
            Stand::Wartet | Stand::Laeuft(_) => "wartet",
            Stand::Gebote => "gebote",
            Stand::Einsammeln { .. } => "einsammeln",
            Stand::Losen { .. } => "losen",
        }
    }

    fn runden_vorab(&self) -> Option<u32> {
        (S::KASSE == Kasse::Einsatz).then(|| self.runden())
    }

    fn einsatz_jetzt(&self) -> Option<i64> {
        match self.stand {
            Stand::Einsammeln { einsatz } | Stand::Losen { einsatz } => Some(einsatz),
            Stand::Laeuft(_) => Some(self.einsatz),
            Stand::Wartet | Stand::Gebote => None,
        }
        .filter(|n| *n > 0)
    }

    /// Whose turn it is, for the program of this person. `None`: nobody's.
    pub fn dran_fuer_programm(&self, konto: &Geldkonto) -> Option<Dran> {
        let du = self.platz_von(konto);
        let dran: Plaetze = self.alle_plaetze().filter(|p| self.sitze[p.i()].nr > 0).collect();
        let ich = du.filter(|p| dran.contains(*p) && self.denkt_als(*p).is_none());
        let p = ich.or_else(|| dran.iter().next())?;
        let namen: Vec<String> = match ich {
            Some(p) => vec![self.name(p).to_string()],
            None => dran.iter().map(|p| self.name(p).to_string()).collect(),
        };
        let frist = self.sitze[p.i()].frist.filter(|_| self.denkt_als(p).is_none());
        Some(Dran {
            nr: self.sitze[p.i()].nr,
            wer: und_liste(&namen),
            du: ich.is_some(),
            frist_s: frist.map(|f| f.bis.saturating_sub(self.jetzt).as_secs()),
            optionen: ich.map_or_else(Options::default, |p| self.optionen(p)),
        })
    }

    /// What the seat that is on may do, before and in a game.
    fn optionen(&self, p: Platz) -> Options {
        if let Some(spiel) = self.spiel() {
            return S::options(&spiel.view(Viewer::Platz(p)));
        }
        let mut o = Options::default();
        match self.stand {
            Stand::Gebote => {
                let g = self.gebot_grenzen(p);
                if !g.is_empty() {
                    o.befehle = vec![format!("biete {}", g.start()), format!("biete {}", g.end())];
                    o.befehle.dedup();
                    o.bereiche.push(("biete".to_string(), *g.start(), *g.end()));
                }
            }
            Stand::Einsammeln { einsatz } => o.befehle = vec![format!("zahle {einsatz}")],
            Stand::Wartet | Stand::Losen { .. } | Stand::Laeuft(_) => {}
        }
        o
    }

    /// The answer of a program to the decision `nr`. A stale number changes nothing; a risky move is not asked back,
    /// for a program has asked its player in its own way.
    pub(super) fn zug_vom_programm(
        &mut self,
        person: &Person,
        nr: u64,
        satz: &Satz,
        aus: &mut Ausgang<S>,
    ) -> Antwort {
        let Some(p) = self.platz_von(&person.konto) else { return Antwort::NichtMeins };
        if nr == 0 || self.sitze[p.i()].nr != nr || self.denkt_als(p).is_some() {
            aus.an_platz(self, p, worte::schon_geschehen());
            return Antwort::Genommen;
        }
        if let Some(b) = self.wer_mut(p) {
            b.frage = None;
        }
        let tischwort = lies_tischwort(satz);
        if matches!(tischwort, Some(Tischwort::StehAuf)) {
            self.geht(p, &Rueckfrage::Steh, aus);
            return Antwort::Genommen;
        }
        if let Some(spiel) = self.spiel() {
            let view = spiel.view(Viewer::Platz(p));
            match S::read_named(satz, &view, &self.namen(Some(p))) {
                Reading::Zug(zug) => self.versuche_zug(p, zug, aus),
                Reading::Ask(zeile) => aus.an_platz(self, p, Block::Satz(zeile)),
                Reading::NotMine => aus.an_platz(self, p, worte::kein_zug()),
            }
            return Antwort::Genommen;
        }
        let taken = tischwort.is_some_and(|wort| self.platzwort(p, wort, aus));
        if !taken {
            aus.an_platz(self, p, worte::kein_zug());
        }
        Antwort::Genommen
    }

    /// Tells programs a public event.
    pub(super) fn melde_ereignis(&mut self, event: &S::Event, aus: &mut Ausgang<S>) {
        self.ereignisse += 1;
        let Some(ereignis) = S::gmcp_event(event) else { return };
        let wer = ereignis.platz.map(|p| self.name(p).to_string());
        aus.melde(Meldung::Ereignis { nr: self.ereignisse, wer, ereignis });
    }

    /// Tells programs that a game is over and what was paid out.
    pub(super) fn melde_ende(&self, auszahlung: &[i64], aus: &mut Ausgang<S>) {
        let Some(spiel) = self.spiel() else { return };
        let info = S::gmcp_info(&spiel.view(Viewer::Zuschauer));
        let punkte = info.sitze.iter().filter_map(|s| s.punkte).collect();
        let paid = self.alle_plaetze().zip(auszahlung);
        let auszahlung = paid.map(|(p, n)| (self.name(p).to_string(), *n)).collect();
        aus.melde(Meldung::Ende(Ende { auszahlung, punkte, siegel: self.siegel_offen() }));
    }

    /// Tells programs, once, what the deal that has just ended brought to each seat in it: its chips now less those
    /// before, in money. Whoever has left in the middle has been told already.
    pub(super) fn melde_runde(&mut self, aus: &mut Ausgang<S>) {
        let before = std::mem::take(&mut self.vor_runde);
        let Some(spiel) = self.spiel() else { return };
        let chips = before.into_iter().zip(spiel.kasse().plaetze);
        let auszahlung: Vec<(String, i64)> = self
            .alle_plaetze()
            .zip(chips)
            .filter(|(p, _)| self.wer(*p).is_some_and(|b| b.dabei))
            .map(|(p, (was, is))| (self.name(p).to_string(), (is - was) * self.e.taler_je_stein))
            .collect();
        if !auszahlung.is_empty() {
            let siegel = self.siegel_offen();
            aus.melde(Meldung::Ende(Ende { auszahlung, punkte: Vec::new(), siegel }));
        }
    }

    /// Tells programs what somebody changed back who stands up from an open sitting.
    pub(super) fn melde_aufbruch(&self, p: Platz, erloes: i64, aus: &mut Ausgang<S>) {
        let auszahlung = vec![(self.name(p).to_string(), erloes)];
        let siegel = self.siegel_offen();
        aus.melde(Meldung::Ende(Ende { auszahlung, punkte: Vec::new(), siegel }));
    }
}
