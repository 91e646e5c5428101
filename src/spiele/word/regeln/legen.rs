//! The second half of a deal: laying, doubting, paying out (regeln.md W18 to W28, W35).

use super::{Ausgang, Word};
use crate::spiele::wetten::reihum;
use crate::spiele::word::abrechnung::{self, Blatt, lege};
use crate::spiele::word::ansicht::{Event, Gelegt, Grund, Phase, Verstoss};
use crate::spiele::word::einstellungen::{Aufdecken, Pruefung};
use crate::spiele::word::karten::Karte;
use crate::spiele::word::zug::{Zug, is_spelling};
use crate::spiele::{Plaetze, Platz};

impl Word {
    /// Who still has to lay.
    pub(super) fn laying(&self) -> Plaetze {
        let open = |p: &Platz| self.gelegt[p.i()].is_none();
        let all = self.clockwise(self.wetten.dabei()).into_iter().filter(open);
        match self.regeln.werte.aufdecken {
            Aufdecken::Gemeinsam => all.collect(),
            Aufdecken::Reihum => all.take(1).collect(),
        }
    }

    pub(super) fn lay(&mut self, p: Platz, zug: &Zug, out: &mut Ausgang) -> Result<(), Verstoss> {
        if self.gelegt[p.i()].is_some() {
            return Err(Verstoss::SchonGelegt);
        }
        if !self.laying().contains(p) {
            return Err(Verstoss::NichtDran);
        }
        let wort = match zug {
            Zug::KeinWort => None,
            Zug::Lege(wort) if !is_spelling(wort) => return Err(Verstoss::KeinWort),
            Zug::Lege(wort) => Some(lege(wort, &self.haende[p.i()], &self.regeln)?),
            _ => return Err(Verstoss::FalschePhase),
        };
        self.gelegt[p.i()] = Some(wort.clone());
        match self.regeln.werte.aufdecken {
            Aufdecken::Gemeinsam => {
                out.only(p, Event::Gelegt { platz: p, wort });
                out.all_but(p, Event::HatGelegt { platz: p });
            }
            Aufdecken::Reihum => {
                out.record(Event::Gelegt { platz: p, wort: wort.clone() });
                out.all(Event::Aufgedeckt { platz: p, wort });
            }
        }
        self.after_lay(out);
        Ok(())
    }

    pub(super) fn after_lay(&mut self, out: &mut Ausgang) {
        if !self.laying().is_empty() {
            return;
        }
        let reihe = self.clockwise(self.wetten.dabei());
        for p in &reihe {
            let wort = self.gelegt[p.i()].clone().flatten();
            self.gesehen.extend(wort.iter().flat_map(|w| w.legung.karten.iter().copied()));
            if self.regeln.werte.aufdecken == Aufdecken::Gemeinsam {
                out.all(Event::Aufgedeckt { platz: *p, wort });
            }
        }
        self.phase = Phase::Anzweifeln;
        if self.regeln.werte.pruefung == Pruefung::Automatisch {
            reihe.iter().for_each(|p| self.check(*p, None, out));
        }
        self.after_doubt(out);
    }

    /// The word of a seat that may be looked at.
    pub(super) fn open_word(&self, p: Platz) -> Option<&Gelegt> {
        self.gelegt.get(p.i())?.as_ref()?.as_ref()
    }

    /// Asks the dictionary about a seat's word, if it has one.
    fn check(&mut self, p: Platz, von: Option<Platz>, out: &mut Ausgang) {
        let Some(Some(Some(gelegt))) = self.gelegt.get_mut(p.i()) else { return };
        let entry = self.regeln.buch.find(&gelegt.wort);
        let gelistet = entry.is_some();
        gelegt.gelistet = Some(gelistet);
        let wort = gelegt.wort.clone();
        let schreibung = entry.and_then(|w| w.schreibungen.first().cloned());
        let strafe = von.map_or(0, |von| match gelistet {
            true => self.fine(von, p),
            false => self.fine(p, von),
        });
        out.all(Event::Geprueft { von, platz: p, wort, gelistet, schreibung, strafe });
    }

    /// Whoever was wrong pays the other, as far as his chips go (W27). Gives what was paid.
    fn fine(&mut self, von: Platz, an: Platz) -> i64 {
        let there = self.wetten.stapel()[von.i()];
        let betrag = self.regeln.werte.anzweifeln_strafe.min(there);
        self.wetten.win(von, -betrag);
        self.wetten.win(an, betrag);
        betrag
    }

    /// Who may still doubt something and has not said weiter. Sitting out counts from the next deal on, so it
    /// is the state at the last one that matters.
    pub(super) fn doubting(&self) -> Plaetze {
        let open: Plaetze = self
            .wetten
            .dabei()
            .iter()
            .filter(|p| self.open_word(*p).is_some_and(|w| w.gelistet.is_none()))
            .collect();
        self.besetzt
            .iter()
            .filter(|p| !self.weiter.contains(*p) && !self.pausiert_gemeldet.contains(*p))
            .filter(|p| open.iter().any(|o| o != *p))
            .collect()
    }

    pub(super) fn doubt(&mut self, p: Platz, zug: &Zug, out: &mut Ausgang) -> Result<(), Verstoss> {
        if let Zug::Zweifle(ziel) = zug {
            let wort = self.open_word(*ziel).ok_or(Verstoss::NichtsDort(*ziel))?;
            match wort.gelistet {
                _ if *ziel == p => return Err(Verstoss::Selbst),
                Some(_) => return Err(Verstoss::SchonGeprueft(*ziel)),
                None => {}
            }
        }
        if !self.doubting().contains(p) {
            return Err(Verstoss::NichtDran);
        }
        match zug {
            Zug::Weiter => {
                self.weiter.insert(p);
                out.all(Event::Weiter { platz: p });
            }
            Zug::Zweifle(ziel) => self.check(*ziel, Some(p), out),
            _ => return Err(Verstoss::FalschePhase),
        }
        self.after_doubt(out);
        Ok(())
    }

    pub(super) fn after_doubt(&mut self, out: &mut Ausgang) {
        if self.doubting().is_empty() {
            self.pay_out(out);
        }
    }

    // The end of a deal.

    fn pay_out(&mut self, out: &mut Ausgang) {
        let dabei = self.wetten.dabei();
        let blaetter: Vec<Blatt<'_>> = dabei
            .iter()
            .map(|p| Blatt { platz: p, hand: &self.haende[p.i()], wort: self.open_word(p) })
            .collect();
        let stand = abrechnung::punkte(&blaetter, &self.regeln.satz);
        let highest: Vec<(Platz, Karte, i64)> =
            stand.iter().filter_map(|s| s.karte.map(|k| (s.platz, k, s.punkte))).collect();
        let grund = if highest.is_empty() { Grund::Wort } else { Grund::HoechsteKarte };
        if !highest.is_empty() {
            let hidden = |p: Platz, k: Karte| {
                self.open_word(p).is_none_or(|w| !w.legung.karten.contains(&k))
            };
            let new = highest.iter().filter(|(p, k, _)| hidden(*p, *k)).map(|h| h.1);
            self.gesehen.extend(new.collect::<Vec<_>>());
            out.all(Event::HoechsteKarten { karten: highest });
        }
        let toepfe = self.wetten.toepfe(std::mem::take(&mut self.liegt));
        self.wetten.take_middle();
        self.sieger = Plaetze::NONE;
        for a in abrechnung::verteile(toepfe, &stand) {
            self.liegt += a.rest;
            for (p, betrag) in &a.sieger {
                self.wetten.win(*p, *betrag);
                self.sieger.insert(*p);
            }
            out.all(Event::Pott {
                betrag: a.topf.betrag,
                berechtigt: a.topf.berechtigt.iter().collect(),
                sieger: a.sieger,
                rest: a.rest,
                punkte: a.punkte,
                grund,
            });
        }
        self.end_deal(out);
    }

    pub(super) fn end_deal(&mut self, out: &mut Ausgang) {
        self.phase = Phase::Zwischen;
        self.frage_offen = false;
        let last = self.runden > 0 && i64::from(self.nr) >= self.runden;
        let rich = self.besetzt.iter().filter(|p| self.wetten.stapel()[p.i()] > 0).count();
        if last || rich < 2 {
            self.share_rest(self.besetzt, out);
        }
        let steine = self.wetten.stapel().to_vec();
        let blank = self.dabei.iter().filter(|p| self.besetzt.contains(*p));
        let blank = blank.filter(|p| steine[p.i()] == 0).collect();
        out.all(Event::RundeVorbei { steine: steine.clone(), blank });
        if last {
            self.phase = Phase::Ende;
            let most = self.besetzt.iter().map(|p| steine[p.i()]).max();
            let first = self.besetzt.iter().filter(|p| Some(steine[p.i()]) == most);
            out.all(Event::Schluss { sieger: first.collect(), steine });
        }
    }

    /// A pot that is left at the end goes to the last deal's winners, else to those who were in it, else to
    /// whoever is there; odd chips to the nearest left of the dealer (W35).
    pub(super) fn share_rest(&mut self, unter: Plaetze, out: &mut Ausgang) {
        let here =
            |set: Plaetze| self.clockwise(set.iter().filter(|p| unter.contains(*p)).collect());
        let choice = [self.sieger, self.dabei, unter].map(here);
        let Some(who) = choice.into_iter().find(|w| !w.is_empty()) else { return };
        if self.liegt == 0 {
            return;
        }
        let betrag = std::mem::take(&mut self.liegt);
        let sieger = reihum(betrag, &who);
        sieger.iter().for_each(|(p, n)| self.wetten.win(*p, *n));
        out.all(Event::Pott {
            betrag,
            berechtigt: who,
            sieger,
            rest: 0,
            punkte: 0,
            grund: Grund::Schluss,
        });
    }
}
