//! Carries out what those type who look after the house. The rank is asked for here and nowhere else; whoever does not
//! have it gets the answer of a word that nobody knows. Every order stands in the trail before it is carried out.

mod sperren;
mod uebersicht;

use std::time::Duration;

use super::{Schlusswunsch, Sitzung, worte};
use crate::archive::{Bescheid, Effekt, Meldung, Verfuegung, WriteError};
use crate::befehle::hueten::{self, Auftrag, TAFEL, Ziel};
use crate::kalender::zeitpunkt;
use crate::person::{Post, PostArt};
use crate::satz::{Satz, falte};
use crate::taler::{Geldkonto, Waehrung};
use crate::text::{Absatz, Block, Teil, Zeile};
use crate::zeile;
use crate::zentrale::Wen;

impl Sitzung {
    /// True: the line was an order, and it has been dealt with.
    pub(super) async fn huetet(&mut self, satz: &Satz) -> bool {
        let Some((verb, lesung)) = hueten::lies(&satz.roh) else { return false };
        if !self.darf_hueten().await {
            let (konto, verb) = (&self.wer.konto, verb.name());
            tracing::info!(%konto, verb, "an order of somebody else");
            return false;
        }
        self.rest.clear();
        match lesung {
            Ok(auftrag) => {
                tracing::info!(admin = %self.wer.name, verb = verb.name(), "an order");
                self.auftrag(auftrag).await;
            }
            Err(frage) => self.say(&[Block::satz(frage)]),
        }
        true
    }

    /// By the account as it stands now, so that a rank counts at once, given or taken.
    async fn darf_hueten(&mut self) -> bool {
        let Geldkonto::Konto(id) = self.wer.konto else { return false };
        let before = self.wer.rang;
        match self.haus.archive.account(id).await {
            Ok(account) => self.wer.rang = account.map_or(0, |a| a.rang),
            // A house that cannot look it up has to be closed by somebody.
            Err(fehler) => tracing::warn!(%fehler, "the rank cannot be looked up"),
        }
        if self.wer.rang != before {
            self.haus.zentrale.rang(&self.wer.konto, self.wer.rang).await;
        }
        self.wer.rang > 0
    }

    async fn auftrag(&mut self, auftrag: Auftrag) {
        match auftrag {
            Auftrag::Liste => self.liste(),
            Auftrag::NeuLaden => self.lade_neu().await,
            Auftrag::PruefeDaten => self.pruefe_daten().await,
            Auftrag::RufeAus(text) => self.rufe_aus(&text).await,
            Auftrag::Herunterfahren(in_s) => self.herunterfahren(in_s).await,
            Auftrag::HerunterfahrenAb => self.herunterfahren_ab().await,
            Auftrag::WerGenau => self.wer_genau().await,
            Auftrag::Sitzungen => self.sitzungen().await,
            Auftrag::Tische => self.tische().await,
            Auftrag::WirfHinaus { wen, grund } => self.wirf_hinaus(&wen, &grund).await,
            Auftrag::Sperre { ziel: Ziel::Konto(wen), frist_s, grund } => {
                self.sperre_konto(&wen, (frist_s, grund)).await;
            }
            Auftrag::Sperre { ziel: Ziel::Netz(netz), frist_s, grund } => {
                self.sperre_netz(netz, (frist_s, grund)).await;
            }
            Auftrag::Entsperre(ziel) => self.entsperre(ziel).await,
            Auftrag::Sperren => self.sperren().await,
            Auftrag::Stumm { wen, frist_s, grund } => self.verstumme(&wen, (frist_s, grund)).await,
            Auftrag::Laut(wen) => self.laut(&wen).await,
            Auftrag::BeendeTisch { nr, grund } => self.beende_tisch(nr, &grund).await,
            Auftrag::Buche { wem, waehrung, betrag, grund } => {
                self.buche(&wem, (waehrung, betrag), grund).await;
            }
            Auftrag::Rang { wen, rang } => self.rang(&wen, rang).await,
            Auftrag::Protokoll(n) => self.protokoll(n).await,
            Auftrag::Meldungen(n) => self.meldungen(n).await,
            Auftrag::Meldung(nr) => self.meldung(nr).await,
            Auftrag::Erledigt(nr) => self.erledigt(nr).await,
        }
    }

    /// Writes an order into the trail, with what it changes in the database. `None`: it could not be, nothing has
    /// happened, and that was said.
    async fn verfuege(&mut self, was: String, effekt: Effekt) -> Option<Bescheid> {
        let v = Verfuegung { wer: self.wer.name.to_string(), was, effekt };
        match self.haus.archive.verfuege(v).await {
            Ok(bescheid) => Some(bescheid),
            Err(WriteError::TooLittle { waehrung, stand, .. }) => {
                self.say(&[Block::satz(format!(
                    "Dort liegen nur {}, mehr lässt sich nicht abbuchen.",
                    waehrung.betrag(stand)
                ))]);
                None
            }
            Err(fehler) => {
                self.say(&[Block::satz(format!(
                    "Das lässt sich gerade nicht festhalten, darum geschieht nichts. {fehler}"
                ))]);
                None
            }
        }
    }

    fn sagt(&mut self, zeile: impl Into<Zeile>) {
        self.say(&[Block::satz(zeile)]);
    }

    fn zeigt(&mut self, titel: String, eintraege: Vec<Zeile>) {
        self.lang(&[Block::Liste { titel: titel.into(), eintraege }]);
    }

    /// A person by name, on or with an account. `None`: there is none, and that was said.
    async fn person(&mut self, wen: &str) -> Option<(Geldkonto, String)> {
        let found = self.suche_person(&falte(wen)).await;
        if found.is_none() {
            let wen: String = wen.chars().take(40).collect();
            self.say(&[worte::nie_gehoert(&wen)]);
        }
        found
    }

    fn liste(&mut self) {
        let one = |v: &hueten::Verb| {
            let beispiel = Teil::Befehl(v.beispiele[0].into());
            zeile![beispiel, format!(": {}.", v.kurz)]
        };
        self.zeigt("Nur für die, die das Haus hüten:".into(), TAFEL.iter().map(one).collect());
    }

    async fn lade_neu(&mut self) {
        if self.verfuege("lädt die Daten neu".into(), Effekt::Keiner).await.is_none() {
            return;
        }
        let (reply, answer) = tokio::sync::oneshot::channel();
        let sent = self.haus.neu_laden.send(reply).await.is_ok();
        let result = if sent { answer.await.ok() } else { None };
        let text = match result {
            Some(Ok(text) | Err(text)) => text,
            None => "Das ging gerade nicht.".to_string(),
        };
        self.absaetze(&text);
    }

    fn absaetze(&mut self, text: &str) {
        let absaetze = text.lines().map(|l| Absatz::Text(l.to_string().into())).collect();
        self.say(&[Block::Prosa(absaetze)]);
    }

    async fn pruefe_daten(&mut self) {
        if self.verfuege("prüft die Daten".into(), Effekt::Keiner).await.is_none() {
            return;
        }
        let folder = self.haus.config.server.daten.clone();
        let loaded = tokio::task::spawn_blocking(move || crate::daten::lade(&folder)).await;
        let text = match loaded {
            Ok(Ok(welt)) if welt.warnungen.is_empty() => "Die Daten sind in Ordnung.".to_string(),
            Ok(Ok(welt)) => {
                let all: Vec<String> = welt.warnungen.iter().map(ToString::to_string).collect();
                format!("Die Daten sind in Ordnung, mit Hinweisen:\n{}", all.join("\n"))
            }
            Ok(Err(faults)) => {
                let all: Vec<String> = faults.iter().map(ToString::to_string).collect();
                let n = i64::try_from(all.len()).unwrap_or(i64::MAX);
                let zahl = crate::deutsch::zaehle(n, "Fehler", "Fehler");
                format!("{zahl} in den Daten:\n{}", all.join("\n"))
            }
            Err(_) => "Beim Lesen ist etwas schiefgegangen.".to_string(),
        };
        self.absaetze(&text);
    }

    async fn rufe_aus(&mut self, text: &str) {
        if self.verfuege(format!("ruft aus: {text}"), Effekt::Keiner).await.is_some() {
            let zeile = zeile!["Das Haus gibt bekannt: ", Teil::Rede(text.to_string())];
            self.haus.zentrale.alle(Post::satz(PostArt::System, zeile)).await;
        }
    }

    /// The one order that is carried out even if it cannot be written down: a house in need has to be closed.
    async fn herunterfahren(&mut self, in_s: u64) {
        let was = format!("fährt herunter in {}", crate::deutsch::dauer(in_s));
        if self.verfuege(was, Effekt::Keiner).await.is_none() {
            tracing::warn!(admin = %self.wer.name, in_s, "the house is to close; not in the trail");
        }
        let _ = self.haus.schluss.send(Schlusswunsch::In(Duration::from_secs(in_s))).await;
        self.sagt(zeile!["Gut. Doch nicht: ", Teil::Befehl("herunterfahren ab".into()), "."]);
    }

    async fn herunterfahren_ab(&mut self) {
        let (reply, answer) = tokio::sync::oneshot::channel();
        let sent = self.haus.schluss.send(Schlusswunsch::Ab(reply)).await.is_ok();
        if !(sent && answer.await.unwrap_or(false)) {
            return self.sagt("Es war nichts angesetzt, das Haus bleibt offen.");
        }
        self.verfuege("fährt doch nicht herunter".into(), Effekt::Keiner).await;
        self.sagt("Gut, das Haus bleibt offen.");
    }

    async fn wirf_hinaus(&mut self, wen: &str, grund: &str) {
        let Some((konto, name)) = self.person(wen).await else { return };
        if konto == self.wer.konto {
            return self.sagt(zeile![
                "Dich selbst bringt hinaus: ",
                Teil::Befehl("ende".into()),
                "."
            ]);
        }
        let was = format!("wirft {name} hinaus: {grund}");
        if self.verfuege(was, Effekt::Keiner).await.is_none() {
            return;
        }
        let satz = zeile![
            "Wer das Haus hütet, beendet Deinen Abend hier. Der Grund: ",
            Teil::Rede(grund.to_string())
        ];
        let text = match self.haus.zentrale.hinaus(Wen::Konto(konto), satz).await {
            0 => " ist gar nicht da.",
            _ => " ist draußen. Der Platz am Tisch bleibt wie bei einer verlorenen Leitung.",
        };
        self.sagt(zeile![Teil::Name(name), text]);
    }

    async fn beende_tisch(&mut self, nr: i64, grund: &str) {
        let mut tische = self.raeume().await.into_iter().flat_map(|r| r.tische);
        let found = tische.find(|t| t.handle.id == nr);
        let Some(tisch) = found else {
            return self.sagt(zeile![
                format!("Einen offenen Tisch mit der Nummer {nr} gibt es nicht. Alle zeigt "),
                Teil::Befehl("tische".into()),
                "."
            ]);
        };
        let was = format!("beendet den Tisch {nr}: {grund}");
        if self.verfuege(was, Effekt::Keiner).await.is_none() {
            return;
        }
        match tisch.handle.beende().await {
            Ok(()) => {
                self.sagt(format!("Der Tisch {nr} ist abgeräumt, jeder hat seinen Einsatz zurück."))
            }
            Err(satz) => self.sagt(satz),
        }
    }

    async fn buche(&mut self, wem: &str, (waehrung, betrag): (Waehrung, i64), grund: String) {
        let Some((konto, name)) = self.person(wem).await else { return };
        if matches!(konto, Geldkonto::Gast(_)) && waehrung == Waehrung::Taler {
            return self.sagt("Gäste haben keine Taler, nur Spieltaler.");
        }
        let menge = waehrung.betrag(betrag.abs());
        let wohin = if betrag > 0 { "an" } else { "von" };
        let was = format!("bucht {menge} {wohin} {name}: {grund}");
        let effekt = Effekt::Buche { konto: konto.clone(), waehrung, betrag, grund: grund.clone() };
        let Some(bescheid) = self.verfuege(was, effekt).await else { return };
        let stand = waehrung.betrag(bescheid.stand);
        self.sagt(zeile![
            format!("Gebucht: {menge} {wohin} "),
            Teil::Name(name),
            format!(". Dort liegen jetzt {stand}.")
        ]);
        let tat = if betrag > 0 { "gibt Dir" } else { "nimmt von Dir" };
        let satz = zeile![format!("Das Haus {tat} {menge}. Der Grund: "), Teil::Rede(grund)];
        self.haus.zentrale.an(&konto, Post::satz(PostArt::System, satz)).await;
    }

    async fn rang(&mut self, wen: &str, rang: Option<u8>) {
        let Some((konto, name)) = self.person(wen).await else { return };
        let Geldkonto::Konto(id) = konto else {
            return self.sagt("Gäste haben keinen Rang.");
        };
        let Some(rang) = rang else {
            let account = self.haus.archive.account(id).await.ok().flatten();
            let satz = match account.map(|a| a.rang) {
                Some(0) => " hat den Rang 0 und spielt.",
                Some(_) => " hat den Rang 1 und hütet das Haus.",
                None => return self.say(&[worte::haus_kaputt()]),
            };
            return self.sagt(zeile![Teil::Name(name), satz]);
        };
        if konto == self.wer.konto {
            return self
                .sagt("Deinen eigenen Rang ändert jemand anders, sonst bliebe am Ende niemand.");
        }
        let was = format!("gibt {name} den Rang {rang}");
        if self.verfuege(was, Effekt::Rang { konto: id, rang }).await.is_some() {
            self.haus.zentrale.rang(&konto, rang).await;
            self.sagt(zeile![
                Teil::Name(name),
                format!(" hat jetzt den Rang {rang}, das gilt sofort.")
            ]);
        }
    }

    async fn protokoll(&mut self, n: u32) {
        let Ok(spuren) = self.haus.archive.spuren(n).await else {
            return self.say(&[worte::haus_kaputt()]);
        };
        self.verfuege("liest das Protokoll".into(), Effekt::Keiner).await;
        let eintraege: Vec<Zeile> = spuren
            .into_iter()
            .map(|s| {
                zeile![
                    format!("{}. {}, ", s.nr, zeitpunkt(s.wann)),
                    Teil::Name(s.wer),
                    " ",
                    Teil::Rede(s.was)
                ]
            })
            .collect();
        self.zeigt(
            format!("Das Protokoll, {}, das neueste zuletzt:", zeilen(eintraege.len())),
            eintraege,
        );
    }

    async fn meldungen(&mut self, n: u32) {
        let Ok(all) = self.haus.archive.meldungen(n).await else {
            return self.say(&[worte::haus_kaputt()]);
        };
        self.verfuege("liest die Meldungen".into(), Effekt::Keiner).await;
        if all.is_empty() {
            return self.sagt("Es liegt keine Meldung vor.");
        }
        let eintraege: Vec<Zeile> = all.iter().map(kurz).collect();
        self.zeigt(
            format!("Meldungen, {}, die neueste zuletzt:", zeilen(eintraege.len())),
            eintraege,
        );
    }

    async fn meldung(&mut self, nr: i64) {
        match self.haus.archive.meldung(nr).await {
            Ok(Some(m)) => {
                self.verfuege(format!("liest die Meldung {nr}"), Effekt::Keiner).await;
                let mut titel = kurz(&m);
                titel.push(format!(". In: {}. Gehört wurde, {}:", m.raum, zeilen(m.zeilen.len())));
                let eintraege = m.zeilen.into_iter().map(|z| zeile![Teil::Rede(z)]).collect();
                self.lang(&[Block::Liste { titel, eintraege }]);
            }
            Ok(None) => self.sagt(format!("Eine Meldung {nr} gibt es nicht.")),
            Err(_) => self.say(&[worte::haus_kaputt()]),
        }
    }

    async fn erledigt(&mut self, nr: i64) {
        let was = format!("hakt die Meldung {nr} ab");
        let Some(b) = self.verfuege(was, Effekt::Erledigt { meldung: nr }).await else { return };
        self.sagt(if b.geaendert {
            format!("Die Meldung {nr} ist erledigt.")
        } else {
            format!("Die Meldung {nr} gibt es nicht, oder sie ist schon erledigt.")
        });
    }
}

fn zeilen(n: usize) -> String {
    crate::deutsch::zaehle(i64::try_from(n).unwrap_or(i64::MAX), "Zeile", "Zeilen")
}

/// A report in one line.
fn kurz(m: &Meldung) -> Zeile {
    let mut z = zeile![
        format!("{}. {}, ", m.nr, zeitpunkt(m.wann)),
        Teil::Name(m.von.clone()),
        " über ",
        Teil::Name(m.gegen.clone()),
        ": ",
        Teil::Rede(if m.grund.is_empty() { "ohne Worte".into() } else { m.grund.clone() })
    ];
    z.push(match &m.erledigt_von {
        Some(wer) => format!(" (erledigt von {wer})"),
        None => " (offen)".to_string(),
    });
    z
}
