//! What players type and what they hear.

use super::*;
use crate::satz::Satz;
use crate::spiele::word::einstellungen::from_text;
use crate::spiele::word::einstellungen::tests::{shipped, vorrat};
use crate::spiele::word::tests::{cards, dealt};
use crate::spiele::word::zug::Zug;
use crate::spiele::{Out, Spiel, Viewer};
use crate::text::{Ansicht, Art, render};

const NAMEN: [&str; 3] = ["Anna", "Bert", "Clara"];

struct Probe {
    spiel: Word,
    /// What each seat has heard.
    gehoert: Vec<Vec<String>>,
}

impl Probe {
    fn new(haende: &[&str], stapel: &str) -> Self {
        Self::with(shipped(), haende, stapel)
    }

    fn with(regeln: &Regeln, haende: &[&str], stapel: &str) -> Self {
        let gehoert = vec![Vec::new(); haende.len()];
        Self { spiel: dealt(regeln, haende, stapel), gehoert }
    }

    fn namen(p: u8) -> Namen {
        Namen::new(NAMEN.iter().map(|n| (*n).to_string()).collect(), Some(Platz(p)))
    }

    fn view(&self, p: u8) -> View {
        self.spiel.view(Viewer::Platz(Platz(p)))
    }

    fn read(&self, p: u8, line: &str) -> Reading<Zug> {
        Word::read_named(&Satz::new(line), &self.view(p), &Self::namen(p))
    }

    /// Types a line; gives what is refused or asked back.
    fn say(&mut self, p: u8, line: &str) -> String {
        let zug = match self.read(p, line) {
            Reading::Zug(zug) => zug,
            Reading::Ask(line) => return line.wortlaut(),
            Reading::NotMine => return "NotMine".into(),
        };
        let mut out = Out::new();
        if let Err(v) = self.spiel.play(Platz(p), &zug, &mut out) {
            return Word::refuse(&v, &self.view(p), &Self::namen(p)).wortlaut();
        }
        for e in out.iter() {
            for q in 0..self.gehoert.len() {
                let seat = u8::try_from(q).unwrap();
                let Some(e) = e.visible_to(Viewer::Platz(Platz(seat))) else { continue };
                let told = Word::tell(e, &Self::namen(seat));
                self.gehoert[q].extend(told.iter().filter_map(line_of));
            }
        }
        String::new()
    }

    /// Types lines that all must go through.
    fn all(&mut self, lines: &[(u8, &str)]) {
        for (p, line) in lines {
            assert_eq!(self.say(*p, line), "", "{line}");
        }
    }

    fn heard(&mut self, p: u8) -> Vec<String> {
        std::mem::take(&mut self.gehoert[usize::from(p)])
    }
}

fn line_of(block: &Block) -> Option<String> {
    match block {
        Block::Satz(z) => Some(z.wortlaut()),
        Block::Fassung { normal, .. } => line_of(&normal[0]),
        _ => None,
    }
}

const HAENDE: [&str; 3] = ["B U M A E", "H A U S X", "QU A L E R"];

#[test]
fn a_deal_as_it_is_heard() {
    let mut t = Probe::new(&HAENDE, "R N");
    t.all(&[(0, "biete 1"), (1, "ich erhöhe bitte auf 3"), (2, "gehe mit"), (0, "nehme an")]);
    assert_eq!(
        t.heard(0),
        [
            "Du bietest 1.",
            "Bert erhöht um 2 auf 3, das war die erste von drei Erhöhungen.",
            "Clara nimmt an.",
            "Du nimmst an.",
        ]
    );
    t.all(&[(0, "tausche u und e"), (1, "tausche nichts"), (2, "tausche nichts")]);
    assert_eq!(
        t.heard(0),
        [
            "Du legst U und E ab und ziehst: R, N. Dein Blatt: B, M, A, R, N.",
            "Bert hat getauscht.",
            "Clara hat getauscht.",
        ]
    );
    assert_eq!(
        t.heard(1)[4..],
        ["Anna hat getauscht.", "Du behältst alle Karten.", "Clara hat getauscht."]
    );
    t.all(&[(1, "biete 1"), (2, "annehmen"), (0, "annehmen"), (2, "lege Qual"), (0, "lege arm")]);
    assert!(t.heard(0).contains(&"Clara hat gelegt.".to_string()), "the word stays hidden");
    t.all(&[(1, "kein wort")]);
    assert_eq!(
        t.heard(0)[1..],
        [
            "Du legst ARM, A, R, M, 3 Buchstaben: 12 und 5 extra, 17 Punkte.",
            "Bert legt kein Wort.",
            "Clara legt QUAL, Q U als eine Karte, A, L, 4 Buchstaben: 14 und 15 extra, 29 Punkte.",
        ]
    );
    t.all(&[(0, "zweifle Clara an")]);
    assert_eq!(t.heard(0), ["Du zweifelst QUAL an. Das Wort Qual steht im Wörterbuch und zählt."]);
    t.heard(2);
    t.all(&[(1, "weiter"), (2, "weiter")]);
    assert_eq!(
        t.heard(2),
        [
            "Du zweifelst nichts mehr an.",
            "Du gewinnst den Pott von 15 mit 29 Punkten.",
            "Du hast jetzt 60 Zählsteine."
        ]
    );
}

#[test]
fn moves_are_offered_as_a_choice() {
    let t = Probe::new(&HAENDE, "");
    let view = t.view(0);
    let blocks = Word::answer(Frage::WasKannIch, &view, &Probe::namen(0)).unwrap();
    let [Block::Satz(line)] = blocks.as_slice() else { panic!("{blocks:?}") };
    assert_eq!(line.wortlaut(), "Du kannst: biete 1 bis 5 oder steige aus.");
}

#[test]
fn every_refusal_says_why_and_what_would_work() {
    let mut t = Probe::new(&HAENDE, "");
    let kann = "Du kannst bieten (1 bis 5) oder aussteigen.";
    assert_eq!(t.say(0, "biete 0"), format!("Dieser Betrag liegt außerhalb der Grenzen. {kann}"));
    assert_eq!(t.say(0, "biete 9"), format!("Dieser Betrag liegt außerhalb der Grenzen. {kann}"));
    assert_eq!(t.say(0, "biete -3"), format!("Eine Zahl unter null geht hier nicht. {kann}"));
    assert_eq!(t.say(0, "biete"), format!("Dazu fehlt eine Zahl. {kann}"));
    assert_eq!(t.say(0, "weiter"), format!("Ohne Gebot dabeibleiben geht hier nicht. {kann}"));
    assert_eq!(t.say(0, "annehmen"), format!("Es liegt noch kein Gebot. {kann}"));
    assert!(t.say(1, "biete 2").starts_with("Anna ist gerade dran: erste Wettrunde."));
    assert!(
        t.say(0, "lege baum").starts_with("Das geht jetzt nicht, es läuft die erste Wettrunde.")
    );
    assert!(t.say(0, "lege").starts_with("Das geht jetzt nicht, es läuft die erste Wettrunde."));
    assert_eq!(t.say(0, "frage tausch"), "Getauscht wird erst nach der ersten Wettrunde.");
    t.all(&[(0, "biete 1"), (1, "erhöhe um 1"), (2, "erhöhe um 1"), (0, "erhöhe um 1")]);
    assert_eq!(
        t.say(1, "erhöhe auf 5"),
        "Es wurde schon dreimal erhöht. Du kannst annehmen oder aussteigen."
    );
    assert!(t.say(1, "erhöhe").starts_with("Es wurde schon dreimal erhöht."));
    t.all(&[(1, "annehmen"), (2, "annehmen")]);
    assert!(t.say(0, "tausche 1 1").starts_with("Karte 1 hast Du doppelt genannt."));
    assert!(t.say(0, "tausche z").starts_with("Die Karte Z hast Du nicht."));
    assert!(t.say(0, "tausche 6").starts_with("Eine Karte 6 hast Du nicht."));
    assert!(t.say(0, "tausche").starts_with("Welche Karten?"));
    t.all(&[(0, "tausche 2 5"), (1, "tausche nichts"), (2, "tausche e")]);
    let told = "So viele Karten wurden getauscht: Du 2, Bert 0 und Clara 1.";
    assert_eq!(t.say(0, "frage tausch"), told);
    assert_eq!(t.say(0, "wer hat wie viel getauscht?"), told);
    t.all(&[(0, "biete 1")]);
    assert!(t.say(1, "frage tausch").starts_with("Dafür ist es zu spät"));
}

#[test]
fn words_are_refused_with_the_missing_card() {
    let mut t = Probe::new(&["B U M A E", "H A U S X"], "");
    t.all(&[(0, "biete 1"), (1, "annehmen"), (0, "tausche nichts"), (1, "tausche nichts")]);
    t.all(&[(0, "biete 1"), (1, "annehmen")]);
    assert!(t.say(0, "lege").starts_with("Welches Wort?"));
    assert_eq!(
        t.say(0, "lege x"),
        "Ein Wort braucht mindestens zwei Karten. Dein Blatt: B, U, M, A, E."
    );
    assert_eq!(t.say(0, "lege Baums"), "Dazu fehlt Dir die Karte S. Dein Blatt: B, U, M, A, E.");
    assert_eq!(
        t.say(0, "lege Nuss"),
        "Dazu fehlen Dir die Karten N, S und S. Dein Blatt: B, U, M, A, E."
    );
    assert_eq!(
        t.say(0, "lege baum haus"),
        "Nur ein einziges Wort zählt; sag lege und dieses eine Wort."
    );
    assert!(t.say(0, "lege E-Mail").starts_with("Ein Wort besteht nur aus Buchstaben"));
    assert_eq!(
        t.say(0, "wort baum"),
        "Solange Du mitspielst, bleibt das Wörterbuch zu; nach der Auszahlung kannst Du \
         nachschlagen."
    );
    t.all(&[(0, "lege das Wort b a u m")]);
    assert_eq!(t.say(0, "lege bau"), "Du hast schon gelegt, und dabei bleibt es.");
    t.all(&[(1, "lege haus")]);
    assert!(
        t.say(0, "zweifle mich an")
            .starts_with("Dein eigenes Wort kannst Du nicht selbst anzweifeln.")
    );
    assert!(t.say(0, "zweifle baum an").starts_with("Dein eigenes Wort"));
    let offered =
        |view: &View| render(&Word::turn(view, &Probe::namen(0)), &Ansicht::neu(Art::Leser));
    assert!(offered(&t.view(0)).contains("zweifle haus an."), "{}", offered(&t.view(0)));
    // A word that means something else in such a sentence is doubted by whose it is.
    let mut view = t.view(0);
    view.sitze[1].wort.as_mut().unwrap().wort = "MICH".into();
    assert!(offered(&view).contains("zweifle bert an."), "{}", offered(&view));
    assert_eq!(t.read(0, "zweifle annas wort an"), Reading::Zug(Zug::Zweifle(Platz(0))));
    assert_eq!(t.read(0, "zweifle an"), Reading::Zug(Zug::Zweifle(Platz(1))));
    assert!(
        t.say(0, "zweifle otto an")
            .starts_with("Welches Wort? Du kannst „zweifle haus an“ oder „weiter“ sagen.")
    );
    t.all(&[(0, "weiter"), (1, "weiter")]);
    assert!(t.say(0, "zweifle haus an").starts_with("Der Pott ist schon ausgezahlt"));
    assert_eq!(
        t.say(0, "wort tür"),
        "Tür steht im Wörterbuch, am besten gelegt mit T, U, E, R: 29 Punkte."
    );
    assert_eq!(t.say(0, "wort jark"), "JARK steht nicht im Wörterbuch.");
}

/// Umlauts and ß are laid with the cards of their transcription, typed in either way.
#[test]
fn umlauts_may_be_typed_in_either_way() {
    for typed in ["lege Tür", "lege TUER", "lege tu\u{308}r", "lege „Tür“."] {
        let t = laying(&["T U E R X", "F U S S X"]);
        assert_eq!(t.read(0, typed), Reading::Zug(Zug::Lege("TUER".into())), "{typed}");
        assert_eq!(t.read(1, "lege Fuß"), Reading::Zug(Zug::Lege("FUSS".into())));
        assert_eq!(t.read(1, "lege FUẞ"), Reading::Zug(Zug::Lege("FUSS".into())));
    }
    let strict = from_text("umlaute = \"verboten\"", &vorrat()).unwrap();
    let mut t = Probe::with(&strict, &["T U E R X", "F U S S X"], "");
    to_laying(&mut t);
    assert_eq!(t.say(0, "lege Tür"), "An diesem Tisch gibt es keine Wörter mit Ä, Ö oder Ü.");
}

fn laying(haende: &[&str]) -> Probe {
    let mut t = Probe::new(haende, "");
    to_laying(&mut t);
    t
}

fn to_laying(t: &mut Probe) {
    t.all(&[(0, "biete 1"), (1, "annehmen"), (0, "tausche nichts"), (1, "behalte alles")]);
    t.all(&[(0, "biete 1"), (1, "mitgehen")]);
}

#[test]
fn exchanges_are_read_by_number_letter_and_word() {
    let mut t = Probe::new(&["QU U M A IN", "Q U U S X"], "");
    t.all(&[(0, "biete 1"), (1, "annehmen")]);
    let read = |line: &str| match t.read(0, line) {
        Reading::Zug(Zug::Tausche(k)) => k,
        other => panic!("{line}: {other:?}"),
    };
    assert_eq!(read("tausche qu"), cards("QU"));
    assert_eq!(read("tausche u in"), cards("U IN"));
    assert_eq!(read("tausche ma"), cards("M A"));
    assert_eq!(read("tausche die erste und die dritte Karte"), cards("QU M"));
    assert_eq!(read("tausche alle"), cards("QU U M A IN"));
    assert_eq!(read("tausche keine"), []);
    t.all(&[(0, "tausche nichts")]);
    assert_eq!(t.read(1, "tausche qu"), Reading::Zug(Zug::Tausche(cards("Q U"))));
}

#[test]
fn what_is_no_move_is_left_to_the_room() {
    let t = Probe::new(&HAENDE, "");
    for line in [
        "setze dich",
        "gehe nach norden",
        "sage lege baum",
        "steige ein",
        "passendes wort",
        "nimm karte",
        "lege",
        "stand",
    ] {
        let read = t.read(0, line);
        assert!(line == "lege" || read == Reading::NotMine, "{line}: {read:?}");
    }
}

#[test]
fn the_turn_says_what_is_needed_to_decide() {
    let mut t = Probe::new(&HAENDE, "");
    let turn = |t: &Probe, p: u8| line_of(&Word::turn(&t.view(p), &Probe::namen(p))[0]).unwrap();
    assert_eq!(
        turn(&t, 0),
        "Du bist dran: erste Wettrunde. Bieten (1 bis 5) oder aussteigen. Pott 3. \
         Noch dabei: Bert, Clara und Du."
    );
    t.all(&[(0, "biete 1"), (1, "erhöhe auf 3")]);
    assert_eq!(
        turn(&t, 2),
        "Du bist dran: erste Wettrunde. Bert hat auf 3 erhöht, das war die erste von drei \
         Erhöhungen. Mitgehen kostet 3, erhöhen geht auf 4 bis 5. Pott 7. \
         Noch dabei: Anna, Bert und Du."
    );
    let turn = Word::turn(&t.view(2), &Probe::namen(2));
    let Block::Fassung { knapp, .. } = &turn[0] else { panic!("a turn has three lengths") };
    assert_eq!(
        line_of(&knapp[0]).unwrap(),
        "Dran, erste Wettrunde. Bert auf 3, Erhöhung 1 von 3. Mitgehen 3, erhöhen auf 4 bis 5. \
         Pott 7. Dabei: Anna, Bert und Du."
    );
    let o = Word::options(&t.view(2));
    assert_eq!(o.befehle, ["erhöhe auf 4", "erhöhe auf 5", "annehmen", "steige aus"]);
    assert_eq!(o.bereiche, [("erhöhe auf".to_string(), 4, 5)]);
    assert_eq!(Word::options(&t.view(0)), Options::default());
    t.all(&[(2, "annehmen"), (0, "annehmen")]);
    let o = Word::options(&t.view(0));
    assert_eq!(o.befehle, ["tausche nichts"]);
    assert_eq!(o.formen, [("tausche".to_string(), Form::Positionen { max: 5 })]);
}

#[test]
fn the_last_one_left_is_not_offered_to_fold() {
    let mut t = Probe::new(&HAENDE, "");
    t.all(&[(0, "steige aus"), (1, "passe")]);
    assert_eq!(Word::options(&t.view(2)).befehle, ["biete 1", "biete 5"]);
    t.all(&[(2, "aussteigen")]);
    assert_eq!(
        t.heard(0)[2..],
        [
            "Clara steigt aus.",
            "Alle sind sofort ausgestiegen. Der Grundeinsatz bleibt in der Mitte, Pott 3.",
            "Du hast jetzt 49 Zählsteine.",
        ]
    );
}

#[test]
fn words_of_others_stay_hidden_until_all_have_laid() {
    let mut t = laying(&["B U M A E", "H A U S X"]);
    t.all(&[(0, "lege baum")]);
    let other = t.view(1);
    assert!(other.sitze[0].hat_gelegt && other.sitze[0].wort.is_none());
    assert!(t.view(0).sitze[0].wort.is_some());
    assert!(t.spiel.view(Viewer::Zuschauer).sitze[0].wort.is_none());
    let answer = Word::answer(Frage::Tisch, &other, &Probe::namen(1)).unwrap();
    assert!(!format!("{answer:?}").contains("BAUM"));
}

#[test]
fn the_opener_agrees_on_stakes_and_dictionary() {
    let mut regeln = from_text("woerterbuecher = [\"klein\"]", &vorrat()).unwrap();
    let mut say = |line: &str| match Word::agree(&Satz::new(line), &mut regeln) {
        None => "None".to_string(),
        Some(Ok(z) | Err(z)) => z.wortlaut(),
    };
    assert_eq!(say("grundeinsatz 2"), "Der Grundeinsatz ist 2 Zählsteine.");
    assert_eq!(say("grenzen 2 bis 6"), "Geboten wird 2 bis 6.");
    assert_eq!(say("wörterbuch klein"), "Im Zweifel entscheidet das Wörterbuch klein.");
    assert!(say("grundeinsatz 900").starts_with("Diesen Grundeinsatz lässt das Haus nicht zu."));
    assert!(say("grenzen 5").starts_with("Dazu gehören zwei Zahlen."));
    assert!(say("grenzen 5 2").starts_with("Diese Grenzen gehen hier nicht."));
    assert!(say("wörterbuch duden").contains("Zur Wahl steht: woerter oder klein."));
    assert_eq!(say("biete 3"), "None");
    assert_eq!((regeln.werte.grundeinsatz, regeln.werte.minimum, regeln.werte.maximum), (2, 2, 6));
}

#[test]
fn letters_are_spelled_so_that_they_cannot_be_confused() {
    let mut t = Probe::new(&HAENDE, "");
    assert_eq!(
        t.say(2, "buchstabiere"),
        "Dein Blatt: Q wie Quelle und U wie Ulrich als eine Karte, A wie Anton, L wie Ludwig, E \
         wie Emil, R wie Richard."
    );
    assert_eq!(t.say(0, "buchstabiere bad"), "BAD: B wie Berta, A wie Anton, D wie Dora.");
    assert!(t.say(0, "blatt genau").starts_with("Dein Blatt genau: B: 8 Punkte, U: 4 Punkte"));
}

#[test]
fn ties_say_what_stays_in_the_pot() {
    let regeln = shipped().with(|w| w.grundeinsatz = 3);
    let mut t = Probe::with(&regeln, &["H A U S E", "H A U S X", "B B O O P"], "");
    t.all(&[(0, "biete 1"), (1, "annehmen"), (2, "steige aus")]);
    t.all(&[(0, "tausche nichts"), (1, "tausche nichts"), (0, "biete 1"), (1, "annehmen")]);
    t.all(&[(0, "lege haus"), (1, "lege haus"), (0, "weiter"), (1, "weiter")]);
    // Nobody is left to be asked but Clara, who may doubt as well.
    t.all(&[(2, "weiter")]);
    let heard = t.heard(2);
    let want = "Anna und Bert haben je 31 Punkte. Pott 13: je 6, 1 bleibt im Pott für die nächste \
                Runde.";
    assert!(heard.iter().any(|line| line == want), "{heard:?}");
}
