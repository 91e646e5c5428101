//! Whole dialogues at the door, with a small register of accounts behind it.

use super::*;

/// What the player sees and what the session does, one entry each.
struct Door {
    login: Login,
    /// (key, skeleton, password) of the accounts; a hash here is the password itself.
    accounts: Vec<(Name, String)>,
    failures: u32,
    log: Vec<String>,
    neu: Option<Neuling>,
    done: Option<Eintritt>,
}

impl Door {
    fn new() -> Self {
        let house = Arc::new(Reserved::new(["Vladim", "Elena"]));
        let mut door = Self {
            login: Login::new(house),
            accounts: vec![(Name::parse("Jörg").unwrap(), "Zebra-Kuchen-77".into())],
            failures: 0,
            log: Vec::new(),
            neu: None,
            done: None,
        };
        let mut out = Vec::new();
        door.login.start(&mut out);
        door.carry_out(out);
        door
    }

    /// Types lines; gives what happened from then on.
    fn types(&mut self, lines: &[&str]) -> Vec<String> {
        let seen = self.log.len();
        for line in lines {
            assert!(self.login.wants_line(), "nobody waits for {line}");
            let mut out = Vec::new();
            self.login.line((*line).to_string(), &mut out);
            self.carry_out(out);
        }
        self.log[seen..].to_vec()
    }

    fn carry_out(&mut self, out: Vec<Output>) {
        for output in out {
            match output {
                Output::Say(block) => self.log.push(format!("sagt {}", words(&block))),
                Output::Ask(block) => self.log.push(format!("fragt {}", words(&block))),
                Output::AskSecret(block) => self.log.push(format!("geheim {}", words(&block))),
                Output::SecretEnd => self.log.push("sichtbar".into()),
                Output::Leser => self.log.push("leser".into()),
                Output::Close => self.log.push("zu".into()),
                Output::Done(who) => self.done = Some(who),
                Output::Want(want) => {
                    let answer = self.find_out(want);
                    let mut more = Vec::new();
                    self.login.answer(answer, &mut more);
                    self.carry_out(more);
                }
            }
        }
    }

    fn find_out(&mut self, want: Want) -> Answer {
        let known = |name: &Name| self.accounts.iter().find(|(n, _)| n == name);
        match want {
            Want::Find(name) if known(&name).is_some() => Answer::Known,
            Want::Find(_) => Answer::Unknown,
            Want::Free(name) => {
                let alike = |(n, _): &(Name, String)| *n == name || n.skeleton() == name.skeleton();
                if self.accounts.iter().any(alike) { Answer::Taken } else { Answer::Free }
            }
            Want::Verify { name, secret } => {
                let right = known(&name).is_some_and(|(_, p)| p == secret.reveal());
                if right {
                    return Answer::Right { failures: self.failures };
                }
                self.failures += 1;
                Answer::Wrong { failures: self.failures }
            }
            Want::Hash(secret) => Answer::Hashed(secret),
            Want::Create(neuling) => {
                self.accounts.push((neuling.name.clone(), neuling.hash.reveal().to_string()));
                self.neu = Some(neuling);
                Answer::Created
            }
        }
    }

    fn konto(&self) -> Option<&str> {
        match &self.done.as_ref()?.wer {
            Wer::Konto(name) => Some(name.shown()),
            Wer::Gast => None,
        }
    }
}

fn words(block: &Block) -> String {
    match block {
        Block::Satz(line) | Block::Frage(line) => line.wortlaut(),
        other => format!("{other:?}"),
    }
}

#[test]
fn the_name_prompt_is_always_the_same() {
    let mut door = Door::new();
    let log = door.types(&["Xaver", "leser", "x1", ""]);
    let prompts = log.iter().filter(|l| l.starts_with("fragt")).count();
    assert_eq!(prompts, 4);
    assert!(
        log.iter().filter(|l| l.starts_with("fragt")).all(|l| *l == format!("fragt {NAME_PROMPT}"))
    );
    assert_eq!(door.log[0], "fragt Wie heißt Du denn (\"neu\" für neuen Spieler)?");
}

#[test]
fn a_player_comes_in_with_name_and_password() {
    let mut door = Door::new();
    let log = door.types(&["joerg", "Zebra-Kuchen-77"]);
    assert_eq!(log, ["geheim Dein Passwort:", "sichtbar"]);
    assert_eq!(door.konto(), Some("Joerg"));
    assert!(!door.login.wants_line());
}

/// In the dialogue: each secret prompt is followed by exactly one uncovering, whatever was
/// typed.
#[test]
fn every_secret_prompt_is_uncovered_once() {
    for typed in ["Zebra-Kuchen-77", "falsch", ""] {
        let mut door = Door::new();
        door.types(&["Jörg", typed]);
        let count = |start: &str| door.log.iter().filter(|l| l.starts_with(start)).count();
        assert_eq!((count("geheim"), count("sichtbar")), (1, 1), "{typed}");
    }
}

#[test]
fn a_wrong_password_closes_and_is_told_at_the_next_good_login() {
    let mut door = Door::new();
    let log = door.types(&["Jörg", "falsch"]);
    assert_eq!(log.last().map(String::as_str), Some("zu"));
    assert!(!log.concat().contains("vergessen"));
    for _ in 0..2 {
        door.login = Login::new(Arc::default());
        door.types(&["Jörg", "falsch"]);
    }
    assert!(door.log.concat().contains("vergessen"), "after three failures help is pointed to");
    door.login = Login::new(Arc::default());
    let log = door.types(&["Jörg", "Zebra-Kuchen-77"]);
    assert!(log[2].contains("3 falsche Passwörter"), "{log:?}");
    assert_eq!(door.konto(), Some("Jörg"));
}

#[test]
fn too_many_wrong_passwords_are_told_to_wait() {
    let mut door = Door::new();
    door.types(&["Jörg"]);
    let mut out = Vec::new();
    door.login.line("falsch".into(), &mut out);
    out.clear();
    door.login.answer(Answer::Wait { seconds: 60 }, &mut out);
    assert!(
        matches!(&out[..], [Output::Say(b), Output::Close] if words(b).contains("in 1 Minute"))
    );
}

#[test]
fn empty_names_are_asked_again_twice() {
    let mut door = Door::new();
    let log = door.types(&["", " "]);
    assert_eq!(log.iter().filter(|l| l.starts_with("fragt")).count(), 2);
    let log = door.types(&[""]);
    assert_eq!(log.len(), 2);
    assert_eq!(log[1], "zu");
}

#[test]
fn refused_names_do_not_go_on_for_ever() {
    let mut door = Door::new();
    let mut typed = 0;
    while door.login.wants_line() {
        door.types(&["x1"]);
        typed += 1;
        assert!(typed < 100);
    }
    assert_eq!(door.log.last().map(String::as_str), Some("zu"));
}

#[test]
fn an_unknown_name_is_told_how_to_become_new() {
    let mut door = Door::new();
    let log = door.types(&["Anna"]);
    assert!(log[0].contains("neu Anna"), "{log:?}");
    assert!(log[1].starts_with("fragt"));
}

#[test]
fn help_at_the_name_prompt_says_what_to_answer() {
    let mut door = Door::new();
    for asked in ["hilfe", "Help", "?"] {
        let log = door.types(&[asked]);
        assert!(log[0].contains("Hier fehlt nur noch Dein Name."), "{asked}: {log:?}");
        for way in ["neu", "gast", "leser"] {
            assert!(log[0].contains(way), "{asked} does not name {way}: {log:?}");
        }
        assert!(!log[0].contains("namens"), "{asked} was taken for a name: {log:?}");
        assert!(log[1].starts_with("fragt"));
    }
}

#[test]
fn a_new_player_answers_four_questions() {
    let mut door = Door::new();
    let log = door.types(&["neu", "anna", "Apfel-Mus-3", "Apfel-Mus-3", "weiblich", "nein"]);
    assert_eq!(door.konto(), Some("Anna"));
    assert_eq!(log.iter().filter(|l| *l == "sichtbar").count(), 2);
    let neu = door.neu.unwrap();
    assert_eq!((neu.anrede, neu.ausgabe), (Anrede::Weiblich, Ausgabe::Normal));
    assert_eq!(neu.hash.reveal(), "Apfel-Mus-3");
}

#[test]
fn neu_takes_the_name_at_once() {
    let mut door = Door::new();
    door.types(&["Neu Anna", "Apfel-Mus-3", "Apfel-Mus-3", "4", "ja"]);
    assert_eq!(door.konto(), Some("Anna"));
    assert_eq!(door.neu.unwrap().anrede, Anrede::Ohne);
    assert_eq!(door.done.unwrap().ausgabe, Ausgabe::Leser);
}

#[test]
fn a_bad_new_password_is_asked_again_with_the_reason() {
    let mut door = Door::new();
    let log = door.types(&["neu Anna", "kurz"]);
    assert!(log.iter().any(|l| l.contains("mindestens 8")), "{log:?}");
    let log = door.types(&["annaanna", "Apfel-Mus-3", "Apfel-Mus-4"]);
    assert!(log.iter().any(|l| l.contains("zu leicht")), "{log:?}");
    assert!(log.iter().any(|l| l.contains("verschieden")), "{log:?}");
    door.types(&["Apfel-Mus-3", "Apfel-Mus-3", "was", "m", "vielleicht", "n"]);
    assert_eq!(door.neu.unwrap().anrede, Anrede::Maennlich);
}

/// Accounts that exist count in every spelling.
#[test]
fn a_taken_or_confusable_name_cannot_be_had() {
    let mut door = Door::new();
    for name in ["Joerg", "JÖRG"] {
        let log = door.types(&[&format!("neu {name}")]);
        assert!(log[0].contains("vergeben"), "{log:?}");
        assert!(log[1].starts_with("fragt Welchen Namen"));
        door.types(&[""]);
    }
    door.accounts.push((Name::parse("Wilma").unwrap(), String::new()));
    assert!(door.types(&["neu Wilrna"])[0].contains("vergeben"));
    assert!(door.types(&["Vladirn"])[0].contains("im Haus"));
}

#[test]
fn whoever_is_faster_gets_the_name() {
    let mut login = Login::new(Arc::default());
    let mut out = Vec::new();
    login.line("neu Anna".into(), &mut out);
    login.answer(Answer::Free, &mut out);
    login.line("Apfel-Mus-3".into(), &mut out);
    login.line("Apfel-Mus-3".into(), &mut out);
    login.answer(Answer::Hashed(Secret::new("x".into())), &mut out);
    login.line("ohne".into(), &mut out);
    login.line("nein".into(), &mut out);
    out.clear();
    login.answer(Answer::Taken, &mut out);
    assert!(matches!(&out[..], [Output::Say(_), Output::Ask(_)]));
    assert!(login.wants_line());
}

/// A03.
#[test]
fn reader_mode_has_three_names_and_is_not_asked_again() {
    for word in ["leser", "Screenreader", "BLIND"] {
        let mut door = Door::new();
        assert_eq!(door.types(&[word])[0], "leser");
        door.types(&["neu Anna", "Apfel-Mus-3", "Apfel-Mus-3", "w"]);
        assert_eq!(door.done.unwrap().ausgabe, Ausgabe::Leser, "{word}");
    }
}

/// A06: what a client reports is no choice by hand.
#[test]
fn a_reported_screen_reader_is_told_apart_from_a_choice() {
    let mut door = Door::new();
    door.login.reader_detected();
    door.types(&["Jörg", "Zebra-Kuchen-77"]);
    assert_eq!(door.done.unwrap().ausgabe, Ausgabe::Erkannt);
    let mut door = Door::new();
    door.types(&["leser"]);
    door.login.reader_detected();
    door.types(&["gast"]);
    assert_eq!(door.done.unwrap().ausgabe, Ausgabe::Leser);
}

/// Char.Login.Credentials: no prompt was shown, so there is none to uncover.
#[test]
fn a_client_may_bring_name_and_password_together() {
    let mut door = Door::new();
    let bring = |door: &mut Door, name: &str, password: &str| {
        let mut out = Vec::new();
        door.login.credentials(name, Secret::new(password.into()), &mut out);
        door.carry_out(out);
        door.log.drain(..).collect::<Vec<_>>()
    };
    door.log.clear();
    assert!(bring(&mut door, "Anna", "Zebra-Kuchen-77")[0].contains("neu Anna"));
    // The password of the failed try is forgotten: the next name is asked for its own.
    assert_eq!(door.types(&["Jörg"]), ["geheim Dein Passwort:"]);
    door.login = Login::new(Arc::default());
    door.log.clear();
    assert!(bring(&mut door, "Jörg", "Zebra-Kuchen-77").is_empty());
    assert_eq!(door.konto(), Some("Jörg"));
}

#[test]
fn guests_need_no_password() {
    let mut door = Door::new();
    assert!(door.types(&["Gast"]).is_empty());
    assert_eq!(door.done.unwrap().wer, Wer::Gast);
}

#[test]
fn a_browser_gets_one_sentence() {
    let mut door = Door::new();
    let log = door.types(&["GET / HTTP/1.1"]);
    assert_eq!(log.len(), 2);
    assert_eq!(log[1], "zu");
    assert!(!door.login.wants_line());
}

#[test]
fn no_output_prints_a_password() {
    let mut door = Door::new();
    door.types(&["Jörg"]);
    let mut out = Vec::new();
    door.login.line("Zebra-Kuchen-77".into(), &mut out);
    assert!(matches!(&out[..], [Output::SecretEnd, Output::Want(Want::Verify { .. })]));
    assert!(!format!("{out:?}").contains("Zebra"));
}

#[test]
fn an_answer_that_nobody_wanted_changes_nothing() {
    let mut door = Door::new();
    let mut out = Vec::new();
    door.login.answer(Answer::Right { failures: 0 }, &mut out);
    door.login.answer(Answer::Broken, &mut out);
    assert!(out.is_empty() && door.login.wants_line());
}

/// Each way to be stopped at the door: the reason first, and what would work where that is not plain.
#[test]
fn every_answer_at_the_door_gives_its_reason() {
    let rows: [(&[&str], &str); 11] = [
        (&["hilfe"], ". Mit ende gehst Du wieder."),
        (&["Xaver"], ". Tippe Deinen Namen noch einmal, oder neu Xaver, wenn Du neu bist."),
        (&["neu Al"], "Dieser Name ist zu kurz, er braucht mindestens 3 Buchstaben."),
        (&["neu Donaudampfschiff"], "Dieser Name ist zu lang, er darf höchstens 11 Buchstaben"),
        (&["neu x1y"], "Ein Name besteht hier aus einem Wort mit den Buchstaben a bis z, ä, ö, ü"),
        (&["neu Vladim"], "Dieser Name ist im Haus vergeben oder einem solchen zum Verwechseln"),
        (&["neu Xaver"], "Willkommen, Xaver. Denk Dir ein Passwort mit mindestens 8 Zeichen aus;"),
        (&["neu Xaver", "kurz"], "Dieses Passwort ist zu kurz, es braucht mindestens 8 Zeichen."),
        (&["neu Xaver", "xaver123"], "Dein Name ist als Passwort zu leicht zu erraten. Bitte"),
        (&["neu Xaver", "Zebra-77-Quark", "anders"], "Die beiden Passwörter sind verschieden."),
        (&["Jörg", "falsch"], "Das Passwort stimmt nicht, darum endet die Verbindung."),
    ];
    for (lines, wanted) in rows {
        let said = Door::new().types(lines).join("\n");
        assert!(said.contains(wanted), "{lines:?}: {said}");
    }
    let mut door = Door::new();
    let said = door.types(&["neu Xaver", &"x".repeat(129)]).join("\n");
    assert!(said.contains("Dieses Passwort ist zu lang, es darf höchstens 128 Zeichen"), "{said}");
    let mut door = Door { failures: 2, ..Door::new() };
    let said = door.types(&["Jörg", "falsch"]).join("\n");
    let lost = "Wenn Du es vergessen hast, kann Dir die Leitung des Hauses ein neues geben.";
    assert!(said.contains(lost), "{said}");
    let mut door = Door { failures: 2, ..Door::new() };
    let said = door.types(&["Jörg", "Zebra-Kuchen-77"]).join("\n");
    let since = "Seit Deinem letzten Besuch gab es für Deinen Namen 2 falsche Passwörter.";
    assert!(said.contains(since), "{said}");
    assert_eq!(names::NameFault::Empty.sentence(), "Da stand kein Name.");
}
