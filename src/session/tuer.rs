//! The door: carries out what the login machine wants, for one connection, within the login time.

use std::net::IpAddr;
use std::time::Duration;

use tokio::time::Instant;

use super::einstellung::Einstellung;
use super::leitung::{Eingabeart, Leitung, Zeichen};
use super::{Haus, worte};
use crate::archive::{Account, CreateError, NewAccount, Sperrart, now_s};
use crate::gmcp;
use crate::login::{
    Anrede, Answer, Eintritt, Login, Neuling, Output, Secret, Want, Wer as Eingetreten,
};
use crate::metrics::METRICS;
use crate::password;
use crate::person::Wer;
use crate::taler::{Buchung, Geldkonto, Waehrung};
use crate::text::{Absatz, Block, render};

/// Somebody who has come in.
pub(super) struct Gekommen {
    pub(super) wer: Wer,
    pub(super) einstellung: Einstellung,
    /// Sentences that are said once, after entering.
    pub(super) hinweise: Vec<Block>,
}

pub(super) struct Tuer<'a> {
    haus: &'a Haus,
    leitung: &'a mut Leitung,
    login: Login,
    einstellung: Einstellung,
    ip: Option<IpAddr>,
    failures: u32,
    /// The client logs in by itself and is told how that ends.
    programm_wartet: bool,
    /// The account has just been created.
    neu: bool,
    /// It is known that this address is not banned.
    netz_geprueft: bool,
}

/// How long the greeting waits for a look at the bans.
const LOOK_UP: Duration = Duration::from_millis(500);

/// How long a client may take to name itself before the greeting. On a near line it needs some milliseconds.
const LISTEN: Duration = Duration::from_millis(120);
/// What some crawlers type where others negotiate.
const MSSP_REQUEST: &str = "MSSP-REQUEST";

impl<'a> Tuer<'a> {
    pub(super) fn new(haus: &'a Haus, leitung: &'a mut Leitung, ip: Option<IpAddr>) -> Self {
        let login = Login::new(haus.reserved.borrow().clone());
        Self {
            haus,
            leitung,
            login,
            einstellung: Einstellung::default(),
            ip,
            failures: 0,
            programm_wartet: false,
            neu: false,
            netz_geprueft: false,
        }
    }

    /// Greets and asks until somebody is in. `None`: the connection ends, everything is said.
    /// `seit`: when the connection came; the time for all of it runs from then.
    pub(super) async fn eintreten(mut self, seit: Instant) -> Option<Gekommen> {
        let seconds = self.haus.config.grenzen.anmeldung_sek;
        let deadline = seit + Duration::from_secs(seconds);
        self.lausche().await;
        // A house that is slow to look it up greets all the same, and looks again before it lets anybody in.
        let early = tokio::time::timeout(LOOK_UP, self.netz_gesperrt()).await;
        self.netz_geprueft = early.is_ok();
        if let Ok(Some(grund)) = early {
            self.say(&crate::login::barred(&grund));
            return None;
        }
        self.banner();
        let mut out = Vec::new();
        self.login.start(&mut out);
        loop {
            match self.outputs(&mut out).await {
                Weg::Weiter => {}
                Weg::Drin(gekommen) => return Some(*gekommen),
                Weg::Zu => return None,
            }
            self.leser_erkannt();
            if std::mem::take(&mut self.leitung.mssp_gefragt) {
                let auskunft = self.haus.auskunft().await;
                self.leitung.mssp(&auskunft);
            }
            if std::mem::take(&mut self.leitung.programm_neu) {
                self.leitung.gmcp(&gmcp::login_default());
            }
            if let Some((name, secret)) = self.leitung.anmeldung.take() {
                self.programm_wartet = true;
                self.login.credentials(&name, secret, &mut out);
                continue;
            }
            if let Some(eingabe) = self.next_line() {
                if eingabe == MSSP_REQUEST {
                    self.say_mssp().await;
                    continue;
                }
                self.login.line(eingabe, &mut out);
                continue;
            }
            if !self.leitung.flush().await || self.leitung.halb_zu {
                return None;
            }
            tokio::select! {
                () = self.haus.token.cancelled() => {
                    self.say(&worte::haus_schliesst());
                    return None;
                }
                () = tokio::time::sleep_until(deadline) => {
                    self.leitung.end_secret();
                    self.say(&worte::anmeldung_zu_lang());
                    return None;
                }
                z = self.leitung.lies() => if z == Zeichen::Aus
                    && self.leitung.eingaben.is_empty()
                {
                    return None;
                },
            }
        }
    }

    /// Offers go out, and a client that names itself at once is greeted as it wants to be. Nobody is waited for:
    /// whoever says nothing, or types, is greeted as well.
    async fn lausche(&mut self) {
        let end = Instant::now() + LISTEN;
        while !self.leitung.is_known() && self.leitung.eingaben.is_empty() && !self.leitung.halb_zu
        {
            self.leitung.flush().await;
            tokio::select! {
                () = tokio::time::sleep_until(end) => break,
                _ = self.leitung.lies() => {}
            }
        }
        if self.leitung.is_reader() {
            self.einstellung.nimm(crate::login::Ausgabe::Erkannt);
            self.login.reader_detected();
        }
    }

    /// Why nobody may come in from here.
    async fn netz_gesperrt(&self) -> Option<String> {
        let sperre = self.haus.archive.netzsperre(self.ip?).await.ok()??;
        tracing::info!(netz = sperre.wen, "somebody is shut out");
        METRICS.refused_banned.one();
        Some(sperre.grund)
    }

    /// A screen reader that is reported later switches too, and says so in one line.
    fn leser_erkannt(&mut self) {
        if self.leitung.is_reader() && !self.einstellung.is_leser() && !self.einstellung.von_hand {
            self.einstellung.nimm(crate::login::Ausgabe::Erkannt);
            self.login.reader_detected();
            self.say(&worte::leser_erkannt());
        }
    }

    fn next_line(&mut self) -> Option<String> {
        if !self.login.wants_line() {
            return None;
        }
        let typed = |e: &super::Eingabe| e.art == Eingabeart::Getippt;
        while let Some(eingabe) = self.leitung.eingaben.pop_front() {
            if typed(&eingabe) {
                return Some(eingabe.text);
            }
        }
        None
    }

    /// The same answer as by negotiation, as lines.
    async fn say_mssp(&mut self) {
        let rows = self.haus.auskunft().await;
        let rows: String = rows.iter().map(|(k, v)| format!("{k}\t{v}\n")).collect();
        self.leitung.text(&format!("MSSP-REPLY-START\n{rows}MSSP-REPLY-END\n"));
    }

    /// The greeting; a reader hears it without the picture, and its first line says how to get there.
    fn banner(&mut self) {
        let absaetze = self
            .haus
            .welt
            .borrow()
            .text("begruessung")
            .map(crate::welt::Text::ganz)
            .unwrap_or_default();
        let (first, rest): (Vec<Absatz>, Vec<Absatz>) = absaetze.into_iter().enumerate().fold(
            (Vec::new(), Vec::new()),
            |(mut a, mut b), (i, absatz)| {
                if i == 0 {
                    a.push(absatz)
                } else {
                    b.push(absatz)
                }
                (a, b)
            },
        );
        self.say(&Block::Prosa(first));
        self.say(&Block::Prosa(rest));
    }

    fn say(&mut self, block: &Block) {
        let ansicht = self.einstellung.ansicht(self.leitung.breite);
        let text = render(std::slice::from_ref(block), &ansicht);
        self.leitung.text(&text);
    }

    fn ask(&mut self, block: &Block) {
        let ansicht = self.einstellung.ansicht(self.leitung.breite);
        let text = render(std::slice::from_ref(block), &ansicht);
        self.leitung.prompt(&text);
    }

    /// Carries out what the machine wants, in order; answers may bring more.
    async fn outputs(&mut self, out: &mut Vec<Output>) -> Weg {
        while !out.is_empty() {
            let batch = std::mem::take(out);
            let done = batch.iter().any(|o| matches!(o, Output::Done(_)));
            for output in batch {
                match output {
                    Output::Say(block) => {
                        if !done {
                            self.sag_programm(Err(&block));
                        }
                        self.say(&block);
                    }
                    Output::Ask(block) => self.ask(&block),
                    Output::AskSecret(block) => {
                        self.leitung.begin_secret();
                        self.ask(&block);
                    }
                    Output::SecretEnd => self.leitung.end_secret(),
                    Output::Leser => self.einstellung.nimm(crate::login::Ausgabe::Leser),
                    Output::Want(want) => {
                        self.leitung.flush().await;
                        let answer = self.answer(want).await;
                        self.login.answer(answer, out);
                    }
                    Output::Done(eintritt) => {
                        self.sag_programm(Ok(()));
                        return self.done(eintritt).await;
                    }
                    Output::Close => return Weg::Zu,
                }
            }
        }
        Weg::Weiter
    }

    /// The client that logs in by itself hears how it went, once.
    fn sag_programm(&mut self, ergebnis: Result<(), &Block>) {
        if !std::mem::take(&mut self.programm_wartet) {
            return;
        }
        let fehler = match ergebnis {
            Ok(()) => None,
            Err(Block::Satz(zeile)) => Some(zeile.wortlaut()),
            Err(_) => Some(String::new()),
        };
        self.leitung.gmcp(&gmcp::login_result(fehler.as_deref()));
    }

    async fn answer(&mut self, want: Want) -> Answer {
        match want {
            Want::Find(name) => match self.haus.archive.find(name.key()).await {
                Ok(Some(_)) => Answer::Known,
                Ok(None) => Answer::Unknown,
                Err(_) => Answer::Broken,
            },
            Want::Free(name) => match self.haus.archive.is_free(name.key(), &name.skeleton()).await
            {
                Ok(true) => Answer::Free,
                Ok(false) => Answer::Taken,
                Err(_) => Answer::Broken,
            },
            Want::Verify { name, secret } => self.verify(name.key(), secret).await,
            Want::Hash(secret) => match password::hash_in_turn(secret.reveal().to_string()).await {
                Ok(hash) => Answer::Hashed(Secret::new(hash)),
                Err(_) => Answer::Broken,
            },
            Want::Create(neuling) => self.create(neuling).await,
        }
    }

    async fn verify(&mut self, key: &str, secret: Secret) -> Answer {
        if let Some(wait) = self.haus.drossel.wartet(key, self.ip).await {
            return Answer::Wait { seconds: wait.as_secs().max(1) };
        }
        let Ok(Some(account)) = self.haus.archive.find(key).await else { return Answer::Broken };
        if password::verify_in_turn(secret.reveal().to_string(), account.hash.clone()).await {
            self.haus.drossel.richtig(key).await;
            let konto = Geldkonto::Konto(account.id);
            match self.haus.archive.sperre(Sperrart::Konto, &konto).await {
                Ok(Some(sperre)) => return Answer::Barred(sperre.grund),
                Ok(None) => {}
                Err(_) => return Answer::Broken,
            }
            let Ok(last) = self.haus.archive.note_login(account.id, now_s()).await else {
                return Answer::Broken;
            };
            self.failures = last.failed;
            return Answer::Right { failures: last.failed };
        }
        self.haus.drossel.falsch(key, self.ip).await;
        tracing::info!(konto = account.id, "wrong password");
        METRICS.wrong_passwords.one();
        match self.haus.archive.note_failed_login(account.id).await {
            Ok(failures) => Answer::Wrong { failures },
            Err(_) => Answer::Broken,
        }
    }

    async fn create(&mut self, neuling: Neuling) -> Answer {
        let mut einstellung = Einstellung::default();
        einstellung.nimm(neuling.ausgabe);
        let new = NewAccount {
            name: neuling.name.shown().to_string(),
            key: neuling.name.key().to_string(),
            skeleton: neuling.name.skeleton(),
            hash: neuling.hash.reveal().to_string(),
            anrede: neuling.anrede as u8,
            settings_json: einstellung.to_json(),
        };
        match self.haus.archive.create(new, self.haus.config.geld.startgeld).await {
            Ok(account) => {
                tracing::info!(konto = account.id, "account created");
                let _ = self.haus.archive.note_login(account.id, now_s()).await;
                self.neu = true;
                Answer::Created
            }
            Err(CreateError::NameTaken) => Answer::Taken,
            Err(_) => Answer::Broken,
        }
    }

    async fn done(&mut self, eintritt: Eintritt) -> Weg {
        if !self.netz_geprueft
            && let Some(grund) = self.netz_gesperrt().await
        {
            self.say(&crate::login::barred(&grund));
            return Weg::Zu;
        }
        let gekommen = match &eintritt.wer {
            Eingetreten::Konto(name) => self.konto(name.key()).await,
            Eingetreten::Gast => self.gast().await,
        };
        let Some(mut gekommen) = gekommen else {
            self.say(&worte::haus_kaputt());
            return Weg::Zu;
        };
        gekommen.einstellung.nimm(eintritt.ausgabe);
        Weg::Drin(Box::new(gekommen))
    }

    async fn konto(&mut self, key: &str) -> Option<Gekommen> {
        let a: Account = self.haus.archive.find(key).await.ok()??;
        let wer = Wer {
            konto: Geldkonto::Konto(a.id),
            name: a.name.into(),
            anrede: anrede(a.anrede),
            rang: a.rang,
        };
        Some(Gekommen {
            wer,
            einstellung: Einstellung::from_json(&a.settings_json),
            hinweise: self.neu.then(worte::erste_schritte).into_iter().collect(),
        })
    }

    /// A guest has a purse of Spielgeld for one evening; what is left goes back to the house.
    async fn gast(&mut self) -> Option<Gekommen> {
        let nr = self.haus.archive.next_guest_number().await.ok()?;
        let konto = Geldkonto::Gast(nr);
        let betrag = self.haus.config.geld.gastgeld;
        let id = format!("gast:{nr}");
        let (haus, gast) = (Geldkonto::Haus, konto.clone());
        let buchung =
            Buchung::transfer(id, Waehrung::Spielgeld, "Gastgeld", haus, gast, betrag).ok()?;
        self.haus.archive.book(vec![buchung]).await.ok()?;
        let name = format!("Gast{nr}");
        let hinweise = vec![worte::gast_hinweis(&name, betrag), worte::erste_schritte()];
        let wer = Wer { konto, name: name.into(), anrede: Anrede::Ohne, rang: 0 };
        Some(Gekommen { wer, einstellung: self.einstellung.clone(), hinweise })
    }
}

enum Weg {
    Weiter,
    Drin(Box<Gekommen>),
    Zu,
}

fn anrede(n: u8) -> Anrede {
    match n {
        0 => Anrede::Maennlich,
        1 => Anrede::Weiblich,
        2 => Anrede::Saechlich,
        _ => Anrede::Ohne,
    }
}
