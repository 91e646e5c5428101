//! The table's own words, and questions that are answered at any time and cost no turn.

use super::sitze::Rueckfrage;
use super::tempo::{self, Tempo};
use super::{Antwort, Ausgang, Person, Platz, Schritt, Stand, Tisch, Tischspiel, Viewer, worte};
use crate::deutsch;
use crate::satz::{Satz, ZahlFehler, stamm, zahl};
use crate::spiele::{Frage, Kasse, Rundenwahl};
use crate::text::Block;

const AMOUNT_UNITS: [&str; 4] = ["taler", "talern", "spieltaler", "spieltalern"];

/// A word that belongs to the table itself.
pub(super) enum Tischwort {
    StehAuf,
    SetzDich,
    Ende,
    /// Whoever says so has read what it costs.
    EndeSofort,
    Los,
    Pause,
    /// With all its digits for the ear, too.
    Siegel {
        genau: bool,
    },
    Zeit,
    Runden(Result<i64, ZahlFehler>),
    Biete(Result<i64, ZahlFehler>),
    Zahle(Result<i64, ZahlFehler>),
    Letzte(Result<i64, ZahlFehler>),
    /// `None` asks how fast friends play.
    Tempo(Option<Result<Tempo, ()>>),
}

pub(super) fn lies_tischwort(satz: &Satz) -> Option<Tischwort> {
    if let Some(wunsch) = tempo::lies(satz) {
        return Some(Tischwort::Tempo(wunsch));
    }
    let worte = satz.worte();
    let stems: Vec<String> = worte.iter().map(|w| stamm(w)).collect();
    let stems: Vec<&str> = stems.iter().map(String::as_str).collect();
    Some(match stems[..] {
        ["steh" | "geh", "auf"] | ["verlass"] | ["verlass", "tisch" | "platz"] => {
            Tischwort::StehAuf
        }
        ["setz", "dich" | "hin" | "mich" | "her", ..] => Tischwort::SetzDich,
        ["end" | "quit"] => Tischwort::Ende,
        ["end" | "quit", "sofort"] => Tischwort::EndeSofort,
        ["los" | "start" | "beginn"] | ["los", "gehts" | "geht"] | ["fang", "an"] => Tischwort::Los,
        ["paus" | "pausier" | "aussetz"] | ["setz", "aus"] => Tischwort::Pause,
        ["siegel" | "mischsiegel"] => Tischwort::Siegel { genau: false },
        ["siegel" | "mischsiegel", "genau" | "ganz"] => Tischwort::Siegel { genau: true },
        ["zeit" | "bedenkzeit"] => Tischwort::Zeit,
        ["rund", ..] => Tischwort::Runden(zahl(&satz.mengenworte(), &[])),
        [_, "rund"] if satz.alle_worte().len() == 2 => {
            Tischwort::Runden(zahl(&satz.alle_worte()[..1], &[]))
        }
        ["biet" | "gebot" | "bietet", ..] => {
            Tischwort::Biete(zahl(&satz.mengenworte(), &AMOUNT_UNITS))
        }
        ["gib" | "zahl" | "bezahl", ..] => {
            Tischwort::Zahle(zahl(&amount_words(&satz.mengenworte()), &AMOUNT_UNITS))
        }
        ["letzt"] => Tischwort::Letzte(Ok(10)),
        ["letzt", ..] => Tischwort::Letzte(zahl(&worte[1..], &["zeilen", "meldungen"])),
        _ => return None,
    })
}

/// "gib oleg 1200 taler", "gib 1200 taler an oleg": the words that hold the amount.
fn amount_words<'a>(worte: &[&'a str]) -> Vec<&'a str> {
    let amount = |w: &&&str| {
        w.starts_with(|c: char| c.is_ascii_digit() || c == '-')
            || AMOUNT_UNITS.contains(w)
            || deutsch::zahlwort(w).is_some()
    };
    worte.iter().filter(amount).copied().collect()
}

/// A question about the game, if the sentence is one.
pub(super) fn lies_frage(satz: &Satz) -> Option<Frage> {
    let worte = satz.worte();
    // "zeig mir die Karten" is the question for them.
    let worte = match &worte[..] {
        ["zeig" | "zeige" | "nenn" | "nenne", rest @ ..] => rest,
        all => all,
    };
    Some(match worte[..] {
        ["blatt" | "hand" | "karten" | "karte"] => Frage::Blatt,
        ["karte", n] => Frage::Karte(n.parse().ok()?),
        ["tisch"] => Frage::Tisch,
        ["stand" | "spielstand"] => Frage::Stand,
        ["dran"] | ["wer", "ist", "dran"] | ["wer", "dran"] => Frage::Dran,
        ["was", "kann" | "darf" | "muss" | "soll"]
        | ["was", "kann" | "darf" | "muss" | "soll", "tun" | "machen" | "spielen"]
        | ["kommandos"] => Frage::WasKannIch,
        ["pott" | "topf" | "pot"] => Frage::Pott,
        ["kosten"] | ["was", "kostet", ..] => Frage::Kosten,
        ["grenzen"] => Frage::Grenzen,
        ["punkte" | "score" | "punktestand" | "steine" | "zaehlsteine" | "chips"]
        | ["wie", "steht", ..]
        | ["wer", "fuehrt" | "gewinnt"] => Frage::Punkte,
        ["wert"] => Frage::Wert,
        ["geber"] => Frage::Geber,
        ["dabei"] | ["wer", "ist", "dabei"] => Frage::Dabei,
        ["einsatz"] => Frage::Einsatz,
        ["stiche"] | ["wie", "viele", "stiche", ..] | ["wieviele", "stiche", ..] => Frage::Stiche,
        _ => return None,
    })
}

impl<S: Tischspiel> Tisch<S> {
    /// An open question is answered by `ja`; anything else cancels it and is carried out.
    pub(super) fn rueckfrage(
        &mut self,
        person: &Person,
        satz: &Satz,
        aus: &mut Ausgang<S>,
    ) -> Option<Antwort> {
        let p = self.platz_von(&person.konto)?;
        let was = self.wer_mut(p)?.frage.take()?;
        match satz.worte()[..] {
            ["ja"] => {
                self.bestaetigt(p, was, aus);
                Some(Antwort::Genommen)
            }
            ["nein"] => {
                aus.an_platz(self, p, worte::gut_nicht());
                Some(Antwort::Genommen)
            }
            _ => None,
        }
    }

    pub(super) fn tischworte(
        &mut self,
        person: &Person,
        satz: &Satz,
        gesehen: u64,
        aus: &mut Ausgang<S>,
    ) -> Option<Antwort> {
        let wort = lies_tischwort(satz)?;
        match wort {
            Tischwort::Siegel { genau } => self.sag_siegel(person, genau, aus),
            Tischwort::Zeit => self.sag_zeit(person, aus),
            Tischwort::Letzte(n) => self.sag_letzte(person, n, aus),
            Tischwort::Tempo(None) => self.sag_tempo(person, aus),
            Tischwort::StehAuf if self.vorgemerkt(&person.konto) => {
                self.vergiss_vormerkung(&person.konto);
                aus.an_person(&person.konto, worte::gut_nicht());
            }
            other => {
                let p = self.platz_von(&person.konto)?;
                let alt = self.sitze[p.i()].nr > gesehen;
                if alt
                    && matches!(other, Tischwort::Biete(_) | Tischwort::Zahle(_))
                    && self.gebote()
                {
                    aus.an_platz(self, p, worte::schon_geschehen());
                    return Some(Antwort::Genommen);
                }
                return self.platzwort(p, other, aus).then_some(Antwort::Genommen);
            }
        }
        Some(Antwort::Genommen)
    }

    /// Words of somebody who sits. False: it was not for the table after all.
    pub(super) fn platzwort(&mut self, p: Platz, wort: Tischwort, aus: &mut Ausgang<S>) -> bool {
        match wort {
            Tischwort::StehAuf => self.will_gehen(p, Rueckfrage::Steh, aus),
            Tischwort::Ende => self.will_gehen(p, Rueckfrage::Ende, aus),
            Tischwort::EndeSofort => self.geht(p, &Rueckfrage::Ende, aus),
            Tischwort::SetzDich => aus.an_platz(self, p, worte::sitzt_schon(&self.e.name)),
            Tischwort::Los => self.will_los(p, aus),
            Tischwort::Tempo(Some(wunsch)) => self.will_tempo(p, wunsch, aus),
            Tischwort::Pause => self.pause(p, aus),
            Tischwort::Runden(n) => self.will_runden(p, n, aus),
            Tischwort::Biete(n) if S::KASSE == Kasse::Einsatz => self.will_bieten(p, n, aus),
            Tischwort::Zahle(n) if matches!(self.stand, Stand::Einsammeln { .. }) => {
                self.will_zahlen(p, n, aus)
            }
            _ => return false,
        }
        true
    }

    fn will_los(&mut self, p: Platz, aus: &mut Ausgang<S>) {
        match (&self.stand, S::KASSE) {
            (Stand::Wartet, _) => self.los(aus),
            (Stand::Laeuft(_), Kasse::Steine) if self.pause_bis.is_some() => {
                self.pause_bis = Some(self.jetzt);
                self.uhr(aus);
            }
            _ if self.zwischen_zwei_runden() => aus.an_platz(self, p, worte::tisch_ruht()),
            _ => aus.an_platz(self, p, worte::laeuft_schon()),
        }
    }

    fn will_runden(&mut self, p: Platz, n: Result<i64, ZahlFehler>, aus: &mut Ausgang<S>) {
        let regeln = S::tischregeln(&self.regeln).clone();
        if S::KASSE == Kasse::Steine {
            return aus.an_platz(self, p, worte::keine_runden_hier());
        }
        if !matches!(self.stand, Stand::Wartet) {
            return aus.an_platz(self, p, worte::runden_zu_spaet(self.runden()));
        }
        match regeln.rundenwahl {
            Rundenwahl::Fest => {
                return aus.an_platz(self, p, worte::runden_fest(regeln.runden_standard));
            }
            Rundenwahl::Gruender if self.gruender() != Some(p) => {
                let wer = self.gruender().map_or("", |g| self.name(g)).to_string();
                return aus.an_platz(self, p, worte::runden_waehlt(&wer, self.runden()));
            }
            _ => {}
        }
        let wish = n.map(u32::try_from);
        match wish {
            Ok(Ok(n)) if regeln.runden.contains(&n) => {
                self.apply_logged(Schritt::Runden { platz: p, n }, aus);
                let runden = self.runden();
                self.sag_alle(aus, |_| vec![worte::runden_gewaehlt(runden)]);
            }
            Ok(_) => aus.an_platz(self, p, worte::runden_grenzen(&regeln.runden, None)),
            Err(fehler) => {
                aus.an_platz(self, p, worte::runden_grenzen(&regeln.runden, Some(fehler)))
            }
        }
    }

    fn will_bieten(&mut self, p: Platz, n: Result<i64, ZahlFehler>, aus: &mut Ausgang<S>) {
        match self.stand {
            Stand::Gebote if !self.einsatz_fehlt(p) => {
                aus.an_platz(self, p, worte::schon_geboten());
            }
            Stand::Gebote => match n {
                Ok(betrag) => self.biete(p, betrag, aus),
                Err(fehler) => {
                    let block =
                        worte::gebot_keine_zahl(self.waehrung, fehler, &self.gebot_grenzen(p));
                    aus.an_platz(self, p, block);
                }
            },
            Stand::Wartet => aus.an_platz(self, p, worte::noch_keine_gebote()),
            _ => aus.an_platz(self, p, worte::gebote_vorbei(&self.e.spielleiter)),
        }
    }

    fn will_zahlen(&mut self, p: Platz, n: Result<i64, ZahlFehler>, aus: &mut Ausgang<S>) {
        self.zahle(p, n.unwrap_or(-1), aus);
    }

    fn sag_siegel(&mut self, person: &Person, genau: bool, aus: &mut Ausgang<S>) {
        let (alt, neu) = (self.altes_siegel.as_ref(), self.siegel_offen());
        let alt = alt.map(|(w, o)| ("Mischsiegel der vorigen Runde", w, o));
        let neu = neu.as_ref().map(|(w, o)| ("Mischsiegel dieser Runde", w, o));
        let both: Vec<_> = alt.into_iter().chain(neu).collect();
        if both.is_empty() {
            return aus.an_person(&person.konto, worte::kein_siegel());
        }
        for (was, wurzel, offen) in both {
            for block in worte::siegel(was, wurzel, offen, genau) {
                aus.an_person(&person.konto, block);
            }
        }
    }

    fn sag_zeit(&mut self, person: &Person, aus: &mut Ausgang<S>) {
        let frist = self.platz_von(&person.konto).and_then(|p| self.sitze[p.i()].frist);
        let rest = frist.map(|f| f.bis.saturating_sub(self.jetzt).as_secs());
        aus.an_person(&person.konto, worte::zeit(rest, self.e.bedenkzeit.as_secs()));
    }

    fn sag_letzte(&mut self, person: &Person, n: Result<i64, ZahlFehler>, aus: &mut Ausgang<S>) {
        let n = match n {
            Ok(n @ 1..) => usize::try_from(n).unwrap_or(usize::MAX),
            _ => return aus.an_person(&person.konto, worte::letzte_zahl()),
        };
        if self.log.is_empty() {
            return aus.an_person(&person.konto, worte::log_leer());
        }
        let from = self.log.len().saturating_sub(n);
        for block in self.log.iter().skip(from).flatten() {
            aus.an_person(&person.konto, block.clone());
        }
    }

    /// A question about the game: the same answer for everybody, minus what the asker may not know.
    pub(super) fn frage(
        &mut self,
        person: &Person,
        satz: &Satz,
        aus: &mut Ausgang<S>,
    ) -> Option<Antwort> {
        let frage = lies_frage(satz)?;
        let viewer = self.viewer(&person.konto);
        let du = self.platz_von(&person.konto);
        let blocks = match self.spiel() {
            Some(spiel) => {
                let view = spiel.view(viewer);
                S::answer(frage, &view, &self.namen(du))
            }
            None => self.antwort_ohne_spiel(frage, du),
        }?;
        for block in blocks {
            aus.an_person(&person.konto, block);
        }
        Some(Antwort::Genommen)
    }

    /// Before the first card the table itself answers.
    fn antwort_ohne_spiel(&self, frage: Frage, du: Option<Platz>) -> Option<Vec<Block>> {
        Some(vec![match frage {
            Frage::Stand | Frage::Tisch | Frage::Dabei => {
                worte::am_tisch(&self.e, &self.besetzung(), self.gebote())
            }
            Frage::Dran | Frage::Kosten | Frage::Einsatz | Frage::Grenzen => {
                match (&self.stand, du) {
                    (Stand::Gebote | Stand::Einsammeln { .. }, Some(p))
                        if self.sitze[p.i()].nr > 0 =>
                    {
                        self.einsatz_frage(p)
                    }
                    (Stand::Gebote | Stand::Einsammeln { .. }, _) => {
                        worte::warten_auf(&self.fehlende())
                    }
                    _ => worte::noch_kein_spiel(),
                }
            }
            Frage::WasKannIch => worte::vor_dem_spiel(&self.befehle_ohne_spiel(du)),
            Frage::Blatt | Frage::Karte(_) | Frage::Stiche | Frage::Pott | Frage::Geber
                if self.gebote() =>
            {
                worte::noch_keine_karten()
            }
            Frage::Blatt | Frage::Karte(_) | Frage::Stiche | Frage::Pott | Frage::Geber => {
                worte::noch_kein_spiel()
            }
            Frage::Punkte | Frage::Wert => return None,
        }])
    }

    fn gebote(&self) -> bool {
        matches!(self.stand, Stand::Gebote | Stand::Einsammeln { .. })
    }

    /// Names of people who are still asked for something.
    fn fehlende(&self) -> Vec<String> {
        let open = self.alle_plaetze().filter(|p| self.sitze[p.i()].nr > 0);
        open.map(|p| self.name(p).to_string()).collect()
    }

    /// Complete commands that work before a game, for `was kann ich` and for clients.
    pub(super) fn befehle_ohne_spiel(&self, du: Option<Platz>) -> Vec<String> {
        let Some(p) = du else { return vec!["setz dich".into(), "stand".into()] };
        let mut befehle: Vec<String> = match self.stand {
            Stand::Gebote if self.sitze[p.i()].nr > 0 => {
                let g = self.gebot_grenzen(p);
                let ends = [*g.start(), *g.end()];
                ends.iter().filter(|n| g.contains(n)).map(|n| format!("biete {n}")).collect()
            }
            Stand::Einsammeln { einsatz } if self.sitze[p.i()].nr > 0 => {
                vec![format!("zahle {einsatz}")]
            }
            Stand::Wartet => vec!["los".into()],
            _ => Vec::new(),
        };
        if self.waehlt_runden(p) {
            befehle.push(format!("runden {}", S::tischregeln(&self.regeln).runden.start()));
        }
        befehle.push("steh auf".into());
        befehle
    }

    /// True if this seat may say how many rounds the next game has (regeln.md R1).
    fn waehlt_runden(&self, p: Platz) -> bool {
        let may = match S::tischregeln(&self.regeln).rundenwahl {
            Rundenwahl::Fest => false,
            Rundenwahl::Gruender => self.gruender() == Some(p),
            Rundenwahl::NiedrigstesGebot => true,
        };
        may && matches!(self.stand, Stand::Wartet) && S::KASSE == Kasse::Einsatz
    }

    /// What somebody hears who comes back to his seat, or starts to watch.
    pub(super) fn lage_fuer(&mut self, p: Platz, aus: &mut Ausgang<S>) {
        aus.an_platz(self, p, worte::wieder_am_tisch(&self.e.name));
        let on = self.sitze[p.i()].nr > 0;
        let Some(spiel) = self.spiel() else { return };
        let view = spiel.view(Viewer::Platz(p));
        let namen = self.namen(Some(p));
        // Whoever is on is asked at once behind this; some questions show the hand themselves.
        let (fragen, question): (&[Frage], _) = match on {
            true => (&[Frage::Blatt], S::turn(&view, &namen)),
            false => (&[Frage::Dran, Frage::Blatt], Vec::new()),
        };
        let answers = fragen.iter().filter_map(|f| S::answer(*f, &view, &namen)).flatten();
        for block in answers.filter(|b| !question.contains(b)) {
            aus.an_platz(self, p, block);
        }
    }

    /// What a new spectator is told.
    pub fn lage_fuer_zuschauer(&self) -> Vec<Block> {
        match self.spiel() {
            Some(spiel) => {
                S::answer(Frage::Stand, &spiel.view(Viewer::Zuschauer), &self.namen_aller())
                    .unwrap_or_default()
            }
            None => vec![worte::am_tisch(&self.e, &self.besetzung(), self.gebote())],
        }
    }
}
