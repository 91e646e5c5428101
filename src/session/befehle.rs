//! Carries out what people type: who is asked first, and the words that are the session's own.

use super::passwort::{Folge, Passwort};
use super::{Schluss, Sitzung, worte};
use crate::archive::{Dishes, WashError, now_s};
use crate::befehle::{Befehl, Laenge, Lesung, Notiz, anzahl, lies, tafel};
use crate::metrics::Kind;
use crate::password;
use crate::raum::{Abgang, Ankunft, RaumAntwort};
use crate::satz::Satz;
use crate::seele;
use crate::taler::{Geldkonto, Waehrung};
use crate::text::zeichensatz::harmless;
use crate::text::{Block, Teil};
use crate::tisch::{Antwort, Rolle};
use crate::zeile;
use crate::zentrale::kanalliste;

/// What is told apart when the time of commands is taken.
fn kind(gelesen: &Lesung) -> Kind {
    match gelesen {
        Lesung::Befehl(b) if b.is_rede() => Kind::Speech,
        Lesung::Befehl(
            Befehl::Schau
            | Befehl::Ausgaenge
            | Befehl::Betrachte(_)
            | Befehl::Lies(_)
            | Befehl::Sinn(..)
            | Befehl::Gehe(_)
            | Befehl::SetzDich(_)
            | Befehl::SchauZu(_)
            | Befehl::SchauWeg,
        ) => Kind::Room,
        Lesung::Befehl(_) => Kind::House,
        Lesung::AmTisch(_) => Kind::Play,
        Lesung::Fehlt(_) | Lesung::Unbekannt => Kind::Unknown,
    }
}

impl Sitzung {
    /// Own words first where a table must not see them, then the table, then the room, then the hub.
    pub(super) async fn satz(&mut self, satz: Satz, gesehen: u64) {
        if self.huetet(&satz).await {
            self.art = Some(Kind::Admin);
            return;
        }
        if std::mem::take(&mut self.rundgang_gefragt) && matches!(satz.worte()[..], ["ja" | "nein"])
        {
            return self.rundgang(Some(satz.worte() == ["ja"])).await;
        }
        let gelesen = lies(&satz);
        self.art = Some(kind(&gelesen));
        if self.blaettert(&satz, &gelesen) {
            return;
        }
        self.tippt = true;
        if !self.eigenes(&gelesen)
            && let Some((tisch, rolle)) = self.tisch.clone()
        {
            match tisch.offer(&self.wer, satz.clone(), gesehen).await {
                Antwort::Genommen => {
                    self.art = Some(Kind::Play);
                    return;
                }
                // What the house understands without the table goes on as always.
                Antwort::Ruht if !matches!(gelesen, Lesung::Befehl(_)) => {
                    return self.say(&[worte::tisch_ruht()]);
                }
                Antwort::Ruht | Antwort::NichtMeins => {}
            }
            if rolle == Rolle::Sitzt && tisch.is_closed() {
                self.tisch = None;
            }
        }
        match gelesen {
            Lesung::Befehl(befehl) => self.befehl(befehl).await,
            Lesung::Fehlt(frage) => self.say(&[Block::satz(frage)]),
            Lesung::AmTisch(name) => self.am_tisch(name, satz).await,
            Lesung::Unbekannt => self.unbekannt(satz).await,
        }
    }

    /// A long text is open: `mehr` goes on, `q` leaves, every command leaves it and is carried out.
    fn blaettert(&mut self, satz: &Satz, gelesen: &Lesung) -> bool {
        if self.rest.is_empty() || *gelesen == Lesung::Befehl(Befehl::Mehr) {
            return false;
        }
        let wort = satz.worte().join(" ");
        if wort == "weiter" && self.tisch.is_none() {
            self.mehr();
            return true;
        }
        self.rest.clear();
        if wort == "q" {
            self.say(&[worte::zugeblaettert()]);
        }
        wort == "q"
    }

    /// A word of the tables that no table has taken.
    async fn am_tisch(&mut self, name: &str, satz: Satz) {
        let antwort = self.raum.wort(satz).await;
        if !matches!(antwort, RaumAntwort::NichtMeins) {
            return self.raum_antwort(antwort).await;
        }
        let block = match &self.tisch {
            _ if name == "ja" => worte::nichts_gefragt(),
            Some((_, Rolle::Sitzt)) => worte::nicht_an_diesem_tisch(name),
            other => worte::nur_am_tisch(other.is_some()),
        };
        self.say(&[block]);
    }

    /// Words about the output and the house never reach a table.
    fn eigenes(&self, gelesen: &Lesung) -> bool {
        matches!(
            gelesen,
            Lesung::Befehl(
                Befehl::Ausgabe(_)
                    | Befehl::Hilfe(_)
                    | Befehl::Wiederhole
                    | Befehl::Zeichensatz(_)
                    | Befehl::Umgang(_)
                    | Befehl::Regeln(_)
                    | Befehl::Mehr
                    | Befehl::Rundgang(_)
                    | Befehl::Ignoriere(_)
                    | Befehl::Verben
                    | Befehl::Seele(_)
                    | Befehl::Passwort
            )
        )
    }

    async fn unbekannt(&mut self, satz: Satz) {
        if satz.zu_lang() {
            return self.say(&[worte::zu_langer_befehl()]);
        }
        let antwort = self.raum.wort(satz.clone()).await;
        if !matches!(antwort, RaumAntwort::NichtMeins) {
            self.art = Some(Kind::Room);
            return self.raum_antwort(antwort).await;
        }
        if satz.worte() == ["was", "kann"] {
            return self.hilfe(&[]);
        }
        let known = satz.worte().first().and_then(|w| tafel::find(w));
        if let Some(e) = known.filter(|e| e.wo == tafel::Wo::Ueberall && e.name != "neu") {
            return self.say(&[worte::so_nicht(e.name)]);
        }
        let erstes = satz.roh.split_whitespace().next().unwrap_or("").to_string();
        let wort: String = harmless(&erstes).chars().take(40).collect();
        let folded = crate::satz::falte(&wort);
        let nah = self.meintest_du(&folded);
        self.say(&[worte::wie_bitte(&wort, nah, self.was_geht())]);
    }

    /// The command that tells what may be typed: at a table the moves, elsewhere the pages of help.
    fn was_geht(&self) -> &'static str {
        match &self.tisch {
            Some((_, Rolle::Sitzt)) => "was kann ich",
            _ => "hilfe",
        }
    }

    /// The command, feeling or way that was nearly typed.
    fn meintest_du(&self, wort: &str) -> Option<&'static str> {
        let feeling = || {
            let folded: Vec<String> = seele::namen().map(crate::satz::falte).collect();
            let hit = crate::quelle::nearest_typed(wort, folded.iter().map(String::as_str))?;
            seele::namen().find(|n| crate::satz::falte(n) == hit)
        };
        let ways = ["norden", "osten", "süden", "westen", "oben", "unten"];
        let way = || crate::quelle::nearest_typed(wort, ways);
        tafel::nearest(wort).or_else(way).or_else(feeling).filter(|w| *w != wort)
    }

    async fn befehl(&mut self, befehl: Befehl) {
        if befehl.is_rede()
            && let Some(seconds) = self.postfach.stumm()
            && !self.fragt_das_haus(&befehl)
        {
            return self.say(&[worte::stumm(seconds)]);
        }
        match befehl {
            Befehl::Ende | Befehl::EndeSofort => self.ends(Schluss::Ende),
            Befehl::SchlafeEin => self.ends(Schluss::SchlaeftEin),
            Befehl::Hilfe(thema) => self.hilfe(&thema),
            Befehl::Ausgabe(worte) => self.ausgabe(&worte).await,
            Befehl::Umgang(laenge) => self.umgang(laenge).await,
            Befehl::Zeichensatz(name) => self.zeichensatz(name.as_deref()).await,
            Befehl::Wiederhole => self.wiederhole(),
            Befehl::Geld => self.geld().await,
            Befehl::Erfahrung => self.erfahrung().await,
            Befehl::Bestenliste(worte) => self.bestenliste(&worte).await,
            Befehl::Wer => {
                let liste = self.haus.zentrale.wer().await;
                self.say(&[worte::wer_liste(&liste)]);
            }
            Befehl::Finger(name) => self.finger(&name).await,
            Befehl::Teile { wem, text } => self.teile(wem, &text).await,
            Befehl::Erwidere(text) => match self.letzter_absender.clone() {
                Some(wem) => self.teile(wem, &text).await,
                None => self.say(&[worte::niemand_zum_erwidern()]),
            },
            Befehl::Kurier(worte) => self.kurier(&worte).await,
            Befehl::KurierRede { kanal, text } => self.kurier_rede(&kanal, &text).await,
            Befehl::Passwort => self.passwort_beginnt(),
            Befehl::Notiz(art, text) => self.notiz(art, &text).await,
            Befehl::Spuele => {
                self.spuele().await;
                self.zeig_guthaben().await;
            }
            Befehl::Uhrzeit => self.uhrzeit(),
            Befehl::Inventar => self.say(&[worte::nichts_dabei()]),
            Befehl::Melde { wen, grund } => self.melde(&wen, &grund).await,
            Befehl::SchauWeg => self.schau_weg().await,
            Befehl::Ignoriere(name) => self.ignoriere(name).await,
            Befehl::Erwarte(name) => self.erwarte(name).await,
            Befehl::Tmhist => self.tmhist(),
            Befehl::Weg(grund) => self.weg(grund).await,
            Befehl::Rufe(text) => self.kurier_rede("9", &text).await,
            Befehl::Verben => self.verben(),
            Befehl::Seele(r) if r.fern => self.fern(r).await,
            Befehl::Kommandos => self.kommandos(),
            Befehl::Mehr => self.mehr(),
            Befehl::Rundgang(weiter) => self.rundgang(weiter).await,
            Befehl::TeileAus => self.say(&[worte::teilt_von_selbst()]),
            other => {
                let antwort = self.raum.befehl(&self.wer, other).await;
                self.raum_antwort(antwort).await;
            }
        }
    }

    async fn raum_antwort(&mut self, antwort: RaumAntwort) {
        match antwort {
            RaumAntwort::Gesagt(blocks) => self.lang(&blocks),
            RaumAntwort::Geht(ziel) => self.gehe(&ziel).await,
            RaumAntwort::SetzDich(tisch) => {
                if let Some((alt, Rolle::SchautZu)) = self.tisch.clone() {
                    self.tisch = None;
                    if alt.id != tisch.id {
                        alt.schau_weg(&self.wer.konto).await;
                    }
                }
                if !tisch.setz_dich(&self.wer, &self.postfach).await {
                    self.say(&[worte::tisch_ist_weg(&tisch.name)]);
                }
            }
            RaumAntwort::SchauZu(tisch) => match self.tisch.take() {
                Some((eigener, Rolle::Sitzt)) => {
                    self.say(&[worte::kein_zuschauer(&eigener.name)]);
                    self.tisch = Some((eigener, Rolle::Sitzt));
                }
                alt => {
                    if let Some((alt, _)) = alt {
                        alt.schau_weg(&self.wer.konto).await;
                    }
                    tisch.schau_zu(&self.wer, &self.postfach).await;
                }
            },
            RaumAntwort::NichtMeins => self.say(&[worte::wie_bitte("", None, self.was_geht())]),
        }
    }

    async fn gehe(&mut self, ziel: &str) {
        if let Some((tisch, rolle)) = self.tisch.clone() {
            if rolle == Rolle::Sitzt {
                return self.say(&[worte::erst_aufstehen(&tisch.name)]);
            }
            tisch.schau_weg(&self.wer.konto).await;
            self.tisch = None;
        }
        let Some(neu) = self.haus.raeume.borrow().get(ziel) else {
            return self.say(&[Block::satz("Dieser Weg ist gerade versperrt.")]);
        };
        let von = self.raum.id.to_string();
        self.raum.verlaesst(&self.wer.konto, &self.postfach, Abgang::Geht(ziel.to_string())).await;
        let sicht = self.betritt(neu, Ankunft::Geht(von)).await;
        let sicht = self.gekuerzt(sicht);
        self.say(&sicht);
    }

    /// How much of a room is shown when walking: name and exits always stay in place.
    fn gekuerzt(&self, sicht: Vec<Block>) -> Vec<Block> {
        let last = sicht.len().saturating_sub(1);
        let beschreibung = last.saturating_sub(1);
        let keep = |i: usize| match self.e.raum {
            Laenge::Lang => true,
            Laenge::Kurz => i != beschreibung,
            Laenge::Ultrakurz => i == 0,
        };
        sicht.into_iter().enumerate().filter(|(i, _)| keep(*i)).map(|(_, b)| b).collect()
    }

    async fn schau_weg(&mut self) {
        match self.tisch.take() {
            Some((tisch, Rolle::SchautZu)) => {
                tisch.schau_weg(&self.wer.konto).await;
                self.say(&[Block::satz(format!("Du wendest Dich von {} ab.", tisch.name))]);
            }
            other => {
                self.tisch = other;
                self.say(&[Block::satz("Du schaust gerade an keinem Tisch zu.")]);
            }
        }
    }

    fn wiederhole(&mut self) {
        let blocks = std::mem::take(&mut self.letzte_meldung);
        if blocks.is_empty() {
            return self.say(&[worte::nichts_zu_wiederholen()]);
        }
        self.say(&blocks);
        self.letzte_meldung = blocks;
    }

    async fn geld(&mut self) {
        let taler = self.haus.archive.balance(&self.wer.konto, Waehrung::Taler).await.unwrap_or(0);
        let spielgeld =
            self.haus.archive.balance(&self.wer.konto, Waehrung::Spielgeld).await.unwrap_or(0);
        self.say(&[worte::geld((!self.wer.is_gast()).then_some(taler), spielgeld)]);
    }

    /// One sentence for each game, in words, never a number.
    async fn erfahrung(&mut self) {
        let Geldkonto::Konto(id) = self.wer.konto else {
            return self.say(&[worte::gast_ohne("keine Erfahrung")]);
        };
        let gesammelt = self.haus.archive.experience(id).await.unwrap_or_default();
        let welt = self.haus.welt.borrow().clone();
        let saetze: Vec<_> = gesammelt
            .iter()
            .filter_map(|(spiel, e)| {
                let stand = crate::welt::Erfahrung { spiele: e.games, punkte: e.points };
                welt.leitern.get(spiel)?.satz(stand).cloned()
            })
            .collect();
        if saetze.is_empty() {
            return self.say(&[worte::keine_erfahrung()]);
        }
        self.say(&[Block::Liste { titel: "Deine Erfahrung:".into(), eintraege: saetze }]);
    }

    async fn bestenliste(&mut self, worte: &[String]) {
        let spiele: Vec<_> = crate::spielarten::SPIELE
            .iter()
            .filter(|s| {
                worte.is_empty()
                    || worte.iter().any(|w| crate::satz::falte(s.name).contains(w.as_str()))
            })
            .collect();
        let mut blocks = Vec::new();
        for s in spiele {
            let ranks = self.haus.archive.leaderboard(s.id, 10).await.unwrap_or_default();
            if ranks.is_empty() {
                continue;
            }
            let zeilen = ranks
                .iter()
                .map(|r| vec![r.name.clone(), r.points.to_string(), r.games.to_string()])
                .collect();
            let kopf = vec!["Name".into(), "Sieg|Siege".into(), "Spiel|Spiele".into()];
            blocks.push(Block::Tabelle {
                titel: format!("Die Besten beim {}:", s.name).into(),
                kopf,
                zeilen,
            });
        }
        if blocks.is_empty() {
            blocks.push(worte::leere_liste());
        }
        self.say(&blocks);
    }

    async fn finger(&mut self, name: &str) {
        let key = crate::satz::falte(name);
        let liste = self.haus.zentrale.wer().await;
        let da = liste.iter().find(|a| crate::satz::falte(&a.name) == key).cloned();
        let konto = self.haus.archive.find(&key).await.ok().flatten();
        let block = match (da, konto) {
            (Some(a), _) => {
                let wo = a.spielt_in.map_or_else(String::new, |r| format!(" und spielt in: {r}"));
                let weg = a.weg.map_or_else(String::new, |g| worte::abgemeldet(&g));
                Block::satz(zeile![Teil::Name(a.name), format!(" ist da{wo}{weg}.")])
            }
            (None, Some(k)) => {
                let seit = k.last_seen.map(crate::kalender::datum);
                let wann =
                    seit.map_or_else(|| "noch nie".to_string(), |d| format!("zuletzt am {d}"));
                Block::satz(zeile![
                    Teil::Name(k.name),
                    format!(" ist nicht da und war {wann} hier.")
                ])
            }
            (None, None) => {
                let name: String = harmless(name).chars().take(40).collect();
                Block::satz(zeile!["Von ", Teil::Rede(name), " hat hier noch niemand gehört."])
            }
        };
        self.say(&[block]);
    }

    async fn teile(&mut self, wem: String, text: &str) {
        let text = harmless(text);
        match self.haus.zentrale.teile(&self.wer, wem.clone(), text.clone()).await {
            Some(e) => {
                let block = worte::mitgeteilt(&e.name, &text);
                if let Block::Satz(zeile) = &block {
                    self.merke_mitteilung(zeile);
                }
                self.say(&[block]);
                if let Some(grund) = e.weg {
                    self.say(&[worte::ist_weg(&e.name, &grund)]);
                }
            }
            None => {
                let wem: String = harmless(&wem).chars().take(40).collect();
                self.say(&[worte::niemand(&wem)]);
            }
        }
    }

    /// Channels the person does not hear.
    pub(super) fn kanaele_aus(&self) -> Vec<u8> {
        let welt = self.haus.welt.borrow();
        let by_hand = |nr: u8| self.e.kanaele.iter().find(|(n, _)| *n == nr).map(|(_, an)| *an);
        welt.kurier
            .kanaele
            .iter()
            .filter(|k| !by_hand(k.nr).unwrap_or(k.an))
            .map(|k| k.nr)
            .collect()
    }

    async fn kurier(&mut self, worte: &[String]) {
        let welt = self.haus.welt.borrow().clone();
        let words: Vec<&str> = worte.iter().map(String::as_str).collect();
        match words[..] {
            [] => self.say(&[kanalliste(&welt.kurier.kanaele, &self.kanaele_aus())]),
            ["letzte", ..] => self.kurier_letzte(anzahl(&worte[1..]).unwrap_or(10)).await,
            ["alles" | "alle", schalter @ ("an" | "aus")] => {
                for k in &welt.kurier.kanaele {
                    self.schalte_kanal(k.nr, schalter == "an");
                }
                let wie = if schalter == "an" { "an" } else { "aus" };
                self.say(&[Block::satz(format!("Alle Kanäle sind jetzt {wie}."))]);
                self.kurier_speichern().await;
            }
            [wort, ..] => {
                let Some(kanal) = welt.kurier.kanal(wort) else {
                    return self.say(&[worte::kein_kanal(&harmless(wort))]);
                };
                let an = match words.get(1) {
                    Some(&"an") => true,
                    Some(&"aus") => false,
                    _ => self.kanaele_aus().contains(&kanal.nr),
                };
                self.schalte_kanal(kanal.nr, an);
                self.say(&[worte::kanal_schalter(&kanal.name, an)]);
                self.kurier_speichern().await;
            }
        }
    }

    fn schalte_kanal(&mut self, nr: u8, an: bool) {
        self.e.kanaele.retain(|(n, _)| *n != nr);
        self.e.kanaele.push((nr, an));
    }

    async fn kurier_speichern(&mut self) {
        let aus = self.kanaele_aus();
        self.haus.zentrale.kurier_wahl(&self.wer.konto, aus).await;
        self.speichern().await;
    }

    async fn kurier_letzte(&mut self, n: usize) {
        let welt = self.haus.welt.borrow().clone();
        let n = u32::try_from(n.clamp(1, 50)).unwrap_or(10);
        let mut zeilen = Vec::new();
        for k in &welt.kurier.kanaele {
            let lines = self.haus.archive.recent_kurier(&k.name, n).await.unwrap_or_default();
            let heard = lines.into_iter().filter(|l| !self.schweigt(&l.text));
            zeilen.extend(heard.map(|l| (l.wann, k.name.clone(), l.text)));
        }
        zeilen.sort();
        let from = zeilen.len().saturating_sub(n as usize);
        if zeilen.is_empty() {
            return self.say(&[worte::kurier_leer()]);
        }
        let eintraege = zeilen[from..]
            .iter()
            .map(|(_, k, t)| zeile![format!("{k}: "), Teil::Rede(t.clone())])
            .collect();
        self.say(&[Block::Liste { titel: "Das stand zuletzt im Kurier:".into(), eintraege }]);
    }

    async fn kurier_rede(&mut self, kanal: &str, text: &str) {
        let welt = self.haus.welt.borrow().clone();
        let Some(k) = welt.kurier.kanal(kanal) else {
            return self.say(&[worte::kein_kanal(&harmless(kanal))]);
        };
        if self.wer.is_gast() {
            return self.say(&[worte::gast_ohne("keine Stimme im Kurier")]);
        }
        if !k.offen {
            return self.say(&[worte::kanal_zu(&k.name)]);
        }
        let zeile = zeile![Teil::Name(self.wer.name.to_string()), ": ", Teil::Rede(harmless(text))];
        self.haus.zentrale.kurier(k.nr, zeile, Some(&self.wer.konto)).await;
    }

    fn passwort_beginnt(&mut self) {
        if self.wer.is_gast() {
            return self.say(&[worte::gast_ohne("kein Passwort")]);
        }
        self.leitung.begin_secret();
        self.dialog = Some(Passwort::Altes);
    }

    pub(super) async fn passwort(&mut self, dialog: Passwort, line: String) {
        match dialog.antwort(line, &self.wer.name) {
            Folge::Frage(next) => self.frage_weiter(next),
            Folge::Ende(block) => self.say(&[block]),
            Folge::Pruefe(altes) => {
                let Some(account) = self.konto().await else { return };
                if password::verify_in_turn(altes.reveal().to_string(), account.hash).await {
                    self.frage_weiter(Passwort::Neues);
                } else {
                    self.say(&[Block::satz(
                        "Das war nicht Dein bisheriges Passwort, es bleibt, wie es ist.",
                    )]);
                }
            }
            Folge::Setze(neues) => {
                let Some(account) = self.konto().await else { return };
                let stored = match password::hash_in_turn(neues.reveal().to_string()).await {
                    Ok(hash) => self.haus.archive.set_hash(account.id, hash).await.is_ok(),
                    Err(_) => false,
                };
                let said = if stored {
                    "Dein neues Passwort gilt."
                } else {
                    "Das ließ sich gerade nicht speichern."
                };
                self.say(&[Block::satz(said)]);
            }
        }
    }

    fn frage_weiter(&mut self, dialog: Passwort) {
        self.leitung.begin_secret();
        self.dialog = Some(dialog);
    }

    async fn konto(&mut self) -> Option<crate::archive::Account> {
        let Geldkonto::Konto(id) = self.wer.konto else { return None };
        let account = self.haus.archive.account(id).await.ok().flatten();
        if account.is_none() {
            self.say(&[worte::haus_kaputt()]);
        }
        account
    }

    async fn notiz(&mut self, art: Notiz, text: &str) {
        let kind = match art {
            Notiz::Fehler => "fehler",
            Notiz::Idee => "idee",
        };
        let text: String = harmless(text);
        let block = match self.haus.archive.append_note(kind, &self.wer.name, text).await {
            Ok(()) => worte::notiert(),
            Err(_) => worte::haus_kaputt(),
        };
        self.say(&[block]);
    }

    async fn spuele(&mut self) {
        let here = self.haus.welt.borrow().raum(&self.raum.id).is_some_and(|r| r.spuelen);
        if !here {
            return self.say(&[worte::nicht_hier_spuelen()]);
        }
        let Geldkonto::Konto(id) = self.wer.konto else {
            return self.say(&[worte::gast_ohne("hier nichts abzuspülen")]);
        };
        let g = &self.haus.config.geld;
        let every_s = i64::try_from(g.spuelen_pause_sek).unwrap_or(i64::MAX);
        let dishes = Dishes { betrag: g.spuelen, unter: g.spuelen_unter, every_s, now_s: now_s() };
        let block = match self.haus.archive.wash_dishes(id, dishes).await {
            Ok(_) => worte::gespuelt(g.spuelen),
            Err(WashError::TooRich { .. }) => worte::zu_reich(g.spuelen_unter),
            Err(WashError::TooSoon { wait_s }) => worte::zu_frueh(wait_s),
            Err(_) => worte::haus_kaputt(),
        };
        self.say(&[block]);
    }

    /// A question to somebody of the house disturbs nobody.
    fn fragt_das_haus(&self, befehl: &Befehl) -> bool {
        let Befehl::Frage { wen, .. } = befehl else { return false };
        let key = crate::satz::falte(wen);
        let welt = self.haus.welt.borrow();
        welt.raum(&self.raum.id).is_some_and(|r| r.person(&[key.as_str()]).is_some())
    }

    fn uhrzeit(&mut self) {
        self.say(&[Block::satz(format!("Es ist {} Uhr.", crate::kalender::uhrzeit()))]);
    }
}
