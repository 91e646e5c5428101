//! Every prompt ends in a mark that the client can see, in every state of an evening: at the door, hidden and not, in
//! the house, at the table, at a question in between, while the password changes.

use super::draht::{DO, DONT, Draht, IAC, SB, Server, WEISEN, WILL, Weise};
use super::optionen::{EOR, GA, SGA};

const PASSWORT: &str = "Zebra-Kuchen-77";

/// How a client has the end of its prompts marked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Marke {
    Eor,
    Ga,
    /// It speaks telnet and wants neither: a line end.
    Keine,
    /// It has never said a word of telnet: a line end, and no prompt at all where nothing is asked.
    Stumm,
}

impl Marke {
    fn bytes(self) -> &'static [u8] {
        match self {
            Self::Eor => &[IAC, 239],
            Self::Ga => &[IAC, GA],
            Self::Keine | Self::Stumm => b"\r\n",
        }
    }

    fn hello(self) -> &'static [u8] {
        match self {
            Self::Eor => &[IAC, DO, EOR],
            Self::Ga => &[IAC, DONT, EOR],
            Self::Keine => &[IAC, DONT, EOR, IAC, DO, SGA],
            Self::Stumm => &[],
        }
    }
}

struct Gast {
    d: Draht,
    marke: Marke,
    weise: Weise,
}

impl Gast {
    fn type_in(&mut self, text: &str) {
        self.d.send_as(format!("{text}\r\n").as_bytes(), self.weise);
    }

    /// Expects that these words, which end a question, are followed by the mark and nothing else.
    fn asked(&mut self, text: &str) {
        self.d.until(text);
        let mark = self.d.until_bytes(self.marke.bytes());
        let between = &mark[..mark.len() - self.marke.bytes().len()];
        assert!(
            between.iter().all(|b| *b == b' '),
            "{:?}: between {text:?} and its mark stands {between:?}",
            self.marke
        );
    }

    /// Expects the house's own prompt behind these words.
    fn prompted(&mut self, text: &str) {
        self.d.until(text);
        match self.marke {
            Marke::Stumm => drop(self.d.until("\r\n")),
            _ => {
                self.d.until_bytes(&[b"> ", self.marke.bytes()].concat());
            }
        }
    }

    fn answer(&mut self, text: &str, asked: &str) {
        self.type_in(text);
        self.asked(asked);
    }
}

fn come_in(server: &Server, marke: Marke, weise: Weise) -> Gast {
    let mut d = server.draht();
    d.until("neuen Spieler)?");
    d.send_as(marke.hello(), weise);
    if marke == Marke::Keine {
        d.until_bytes(&[IAC, WILL, SGA]);
    }
    Gast { d, marke, weise }
}

/// The door, with everything that can go wrong there.
fn at_the_door(g: &mut Gast, name: &str) {
    g.answer("", "neuen Spieler)?");
    g.answer("Niemals", "neuen Spieler)?");
    g.answer("neu", "tragen?");
    g.answer("x", "tragen?");
    g.answer(name, "neues Passwort:");
    g.answer("kurz", "neues Passwort:");
    g.answer(PASSWORT, "noch einmal:");
    g.answer("anders-anders", "neues Passwort:");
    g.answer(PASSWORT, "noch einmal:");
    g.answer(PASSWORT, "ohne?");
    g.answer("blau", "ohne?");
    g.answer("ohne", "nein)?");
    g.answer("vielleicht", "nein)?");
    g.type_in("nein");
    g.prompted(&format!("Willkommen, {name}"));
}

/// In the house: an answer, a refusal, a hidden dialogue and a game with a question in between.
fn in_the_house(g: &mut Gast) {
    g.type_in("wer");
    g.prompted("da:");
    g.type_in("qqzz");
    g.prompted("„qqzz“");
    g.answer("passwort", "bisheriges Passwort:");
    g.answer(PASSWORT, "neue Passwort:");
    g.answer("Zebra-Torte-78", "einmal das neue Passwort:");
    g.type_in(PASSWORT);
    g.prompted("verschieden");
    for way in ["osten", "unten"] {
        g.type_in(way);
        g.prompted("Ausg");
    }
    g.type_in("setz dich");
    g.prompted("Du setzt Dich");
    g.type_in("los");
    g.prompted("Du bist dran");
    g.type_in("biete 100");
    g.prompted("Dein Gebot steht");
    g.type_in("ende");
    g.prompted("Mit ja");
    g.type_in("nein");
    g.prompted("dann nicht");
}

#[test]
fn every_prompt_of_an_evening_is_marked_as_the_client_can_see_it() {
    let server = Server::open();
    let marken = [Marke::Eor, Marke::Ga, Marke::Keine, Marke::Stumm];
    let names = ["Anna", "Berta", "Carla", "Dora", "Elsbeth", "Frieda", "Gerda", "Hertha"];
    let ways = marken.iter().flat_map(|m| WEISEN.map(|w| (*m, w)));
    for ((marke, weise), name) in ways.zip(names) {
        let mut g = come_in(&server, marke, weise);
        at_the_door(&mut g, name);
        in_the_house(&mut g);
        // Never two kinds of marks on one line, and none behind a line end where there shall be none.
        let has = |mark: &[u8]| super::draht::find(&g.d.seen, mark).is_some();
        assert_eq!(has(&[IAC, 239]), marke == Marke::Eor, "{marke:?}");
        assert_eq!(has(&[IAC, GA]), marke == Marke::Ga, "{marke:?}");
        assert!(!has(&[IAC, SB, 1]));
    }
}
