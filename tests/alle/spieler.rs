//! A scripted person who plays any of the games by what the server offers, and remembers what he was told, so that
//! it can be compared after a crash. Knows words of the games, no rule.

use rand::RngExt;
use rand::rngs::ChaCha12Rng;

use super::haus::Haus;
use super::klient::Klient;

/// Where somebody plays.
#[derive(Clone, Copy)]
pub(crate) struct Ort {
    pub(crate) weg: &'static [&'static str],
    pub(crate) tisch: u32,
}

/// What the server has told a person.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Lage {
    dran: String,
    blatt: String,
    taler: i64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Vorhaben {
    Spielen,
    /// Plays to the end of this game and gets up.
    Aufhoeren,
    Fertig,
}

pub(crate) struct Spieler {
    name: &'static str,
    ort: Ort,
    k: Klient,
    /// What was said last; nothing has been ordered since.
    lage: Lage,
    /// An order that was sent and not answered.
    unterwegs: Option<String>,
    vorhaben: Vorhaben,
    /// Steps in a row in which there was nothing to do.
    untaetig: u32,
}

/// Beginnings of commands that move a game on.
const VERBEN: [&str; 13] = [
    "spiele ",
    "ansage ",
    "biete ",
    "weiter",
    "setze",
    "gehe mit",
    "erhöhe ",
    "steige aus",
    "tausche ",
    "decke ",
    "kein wort",
    "annehmen",
    "lege als ",
];

impl Spieler {
    /// Creates the account, walks to the table and sits down.
    pub(crate) fn neu(haus: &Haus, name: &'static str, ort: Ort) -> Self {
        let mut k = haus.klient().neu(name);
        for weg in ort.weg {
            k.frage(weg);
        }
        let (lage, vorhaben) = (Lage::default(), Vorhaben::Spielen);
        let mut s = Self { name, ort, k, lage, unterwegs: None, vorhaben, untaetig: 0 };
        s.sit_down();
        s
    }

    fn sit_down(&mut self) {
        let said = self.k.frage(&format!("setz dich an tisch {}", self.ort.tisch));
        assert!(said.contains("Du setzt Dich") || said.contains("Platz"), "{}: {said}", self.name);
    }

    fn in_keller(&self) -> bool {
        self.ort.weg.last() == Some(&"unten")
    }

    /// Does what is to be done now, if anything.
    pub(crate) fn step(&mut self, rng: &mut ChaCha12Rng) {
        if self.vorhaben == Vorhaben::Fertig {
            return;
        }
        let dran = self.k.frage("dran");
        if dran.contains("Du bist dran") {
            self.untaetig = 0;
            let Some(befehl) = self.choose(rng) else { return };
            let said = self.k.frage(&befehl);
            if said.contains("ja ") && said.contains("Mit") {
                self.k.frage("ja");
            }
            return;
        }
        self.untaetig += 1;
        let no_game = dran.contains("Noch wird nicht gespielt");
        if self.vorhaben == Vorhaben::Aufhoeren && (no_game || !self.in_keller()) {
            return self.get_up();
        }
        if self.in_keller() {
            if no_game {
                self.k.frage("runden 5");
                self.k.frage("los");
            }
        } else if self.untaetig > 2 {
            self.k.frage("los");
            self.buy_again();
        }
    }

    /// Somebody without chips gets up and comes back.
    fn buy_again(&mut self) {
        if self.untaetig > 8 {
            self.k.frage("steh auf");
            self.k.frage("ja");
            self.sit_down();
            self.untaetig = 0;
        }
    }

    fn get_up(&mut self) {
        let said = self.k.frage("steh auf");
        if said.contains("Mit ja") {
            self.k.frage("ja");
        }
        self.vorhaben = Vorhaben::Fertig;
    }

    /// One of the commands that the server offers now.
    fn choose(&mut self, rng: &mut ChaCha12Rng) -> Option<String> {
        let said = self.k.frage("was kann ich");
        let offered = offers(&said, rng);
        if offered.is_empty() {
            return None;
        }
        let mut befehl = offered[rng.random_range(0..offered.len())].clone();
        // Whoever always folds sees no game.
        if befehl == "steige aus" && rng.random_bool(0.8) {
            befehl = offered[0].clone();
        }
        Some(if befehl.starts_with("biete ") && self.in_keller() {
            format!("biete {}", rng.random_range(1..300))
        } else {
            befehl
        })
    }

    /// Remembers what the server says now.
    pub(crate) fn note(&mut self) {
        let (dran, blatt) = (self.ask("dran", "Du bist dran: "), self.ask("blatt", "Dein Blatt"));
        self.lage = Lage { dran, blatt, taler: self.taler() };
        self.unterwegs = None;
    }

    /// The answer to a question, without what others did meanwhile. Empty if it begins otherwise.
    fn ask(&mut self, question: &str, begins: &str) -> String {
        self.k.stille();
        let said = self.k.frage(question);
        let answer = said.rfind(begins).map_or("", |at| &said[at..]);
        let end = answer.find('.').map_or(answer.len(), |at| at + 1);
        answer[..end].replace('\n', " ")
    }

    fn taler(&mut self) -> i64 {
        let said = self.k.frage("geld");
        let digits: String = said
            .split_once("Du hast ")
            .map(|(_, rest)| rest.chars().take_while(char::is_ascii_digit).collect())
            .unwrap_or_default();
        digits.parse().unwrap_or_else(|_| panic!("{}: {said}", self.name))
    }

    fn is_on(&self) -> bool {
        !self.lage.dran.is_empty()
    }

    /// Sends an order and waits for nothing. False: there was none to send.
    pub(crate) fn order_on_its_way(&mut self, rng: &mut ChaCha12Rng) -> bool {
        if !self.is_on() {
            return false;
        }
        let Some(befehl) = self.choose(rng) else { return false };
        self.k.tippe(&befehl);
        self.unterwegs = Some(befehl);
        true
    }

    /// Logs in again after a crash.
    pub(crate) fn come_back(&mut self, haus: &Haus) {
        self.k = haus.klient();
        let said = self.k.zurueck(self.name);
        assert!(
            self.vorhaben == Vorhaben::Fertig || said.contains("Du bist wieder an"),
            "{} has no seat any more: {said}\n{}",
            self.name,
            haus.log_text()
        );
    }

    /// Compares what was said before the crash with what is said now. True: a decision that was announced is there
    /// again, with the same hand.
    pub(crate) fn compare(&mut self) -> bool {
        let before = self.lage.clone();
        let outgo = self.unterwegs.as_ref().map_or(0, |b| price(b));
        let (dran, blatt) = (self.ask("dran", "Du bist dran: "), self.ask("blatt", "Dein Blatt"));
        let taler = self.taler();
        let hint = || format!("{}: before {before:?}, on its way {:?}", self.name, self.unterwegs);
        assert!(taler >= before.taler - outgo, "{} is poorer: {taler}\n{}", self.name, hint());
        if !self.is_on() || self.unterwegs.is_some() {
            return false;
        }
        assert_eq!((&before.dran, &before.blatt), (&dran, &blatt), "{}", hint());
        true
    }

    pub(crate) fn last_game(&mut self) {
        self.vorhaben = Vorhaben::Aufhoeren;
    }

    /// The last lines that somebody heard who is not done.
    pub(crate) fn stuck(&self) -> Option<String> {
        let all: Vec<&str> = self.k.alles().lines().collect();
        let last = all[all.len().saturating_sub(30)..].join("\n");

        (!self.is_done()).then(|| format!("== {}\n{last}", self.name))
    }

    pub(crate) fn is_done(&self) -> bool {
        self.vorhaben == Vorhaben::Fertig
    }
}

/// What an order may take from a purse: at Oleg's table the amount that is named.
fn price(befehl: &str) -> i64 {
    befehl.strip_prefix("biete ").and_then(|n| n.parse().ok()).unwrap_or(0)
}

/// Complete commands in an answer to `was kann ich`: a list behind a colon, or an example.
fn offers(said: &str, rng: &mut ChaCha12Rng) -> Vec<String> {
    let flat = said.replace("\n  ", ", ").replace('\n', " ");
    let list = flat.split_once(": ").or_else(|| flat.split_once(":, ")).map_or("", |l| l.1);
    let example = flat.rsplit_once("um Beispiel").map_or("", |l| l.1.trim_start_matches(':'));
    let text = format!("{list}, {}", example.split(['.', ',']).next().unwrap_or_default());
    let text = text.replace(". ", ", ").replace(" oder ", ", ").replace(" und ", ", ");
    let known = |b: &&str| VERBEN.iter().any(|v| b.starts_with(v));
    let items = text.split(", ").map(|b| b.trim().trim_end_matches('.')).filter(known);
    items.map(|b| complete(b, rng)).collect()
}

/// "erhöhe um 1 bis 10" is one of ten commands; what stands in brackets is no part of any.
fn complete(offer: &str, rng: &mut ChaCha12Rng) -> String {
    let offer = offer.split(" (").next().unwrap_or(offer);
    let offer = offer.split(" mit den ").next().unwrap_or(offer);
    let words: Vec<&str> = offer.split(' ').collect();
    if let [head @ .., from, "bis", to] = &words[..]
        && let (Ok(from), Ok(to)) = (from.parse::<i64>(), to.parse::<i64>())
    {
        return format!("{} {}", head.join(" "), rng.random_range(from..=to.max(from)));
    }
    offer.to_string()
}
