//! The door over real sockets: names, passwords, newcomers, guests, newer logins, and what no log may hold.

use std::sync::Barrier;

use super::haus::Haus;
use super::klient::{Klient, PASSWORT};
use super::spielabend::{allein_los, naechster_befehl};

const NAME_FRAGE: &str = "neuen Spieler)?";
const WILL_ECHO: [u8; 3] = [255, 251, 1];
const WONT_ECHO: [u8; 3] = [255, 252, 1];

fn count(k: &Klient, what: [u8; 3]) -> usize {
    k.roh.windows(3).filter(|w| *w == what).count()
}

#[test]
fn an_unknown_name_is_asked_again_and_a_wrong_password_closes() {
    let haus = Haus::open();
    haus.klient().neu("Anna").tippe("ende");
    let mut k = haus.klient();
    k.warte(NAME_FRAGE);
    k.tippe("Berta");
    let said = k.warte(NAME_FRAGE);
    assert!(said.contains("noch keinen Spieler namens Berta"), "{said}");
    k.tippe("ANNA");
    k.warte("Dein Passwort:");
    k.tippe("Nicht-Das-Richtige");
    let last = k.ende();
    assert!(last.contains("Das Passwort stimmt nicht, darum endet die Verbindung."), "{last}");
    // The right one still works, and names the try.
    let mut k = haus.klient();
    k.warte(NAME_FRAGE);
    k.tippe("anna");
    k.warte("Dein Passwort:");
    k.tippe(PASSWORT);
    let said = k.warte("Willkommen, Anna.");
    assert!(said.replace('\n', " ").contains("1 falsches Passwort"), "{said}");
}

#[test]
fn names_that_deceive_or_have_a_meaning_are_refused_with_a_reason() {
    let haus = Haus::open();
    haus.klient().neu("Jörg").tippe("ende");
    let refused = [
        "0leg",
        "OIeg",
        "\u{41e}leg",
        "Oleg\u{200b}",
        "Vladirn",
        "..",
        "../../x",
        "a/b",
        "con",
        "nul",
        ".anna",
        "neu",
        "gast",
        "alle",
        "ich",
        "mir",
        "oleg",
        "niemand",
        "system",
        "Joerg",
        "JÖRG",
    ];
    for name in refused {
        let mut k = haus.klient();
        k.warte(NAME_FRAGE);
        k.tippe("neu");
        k.warte("Namen möchtest Du tragen?");
        k.tippe(name);
        let (which, said) = k.eins_von(&["Namen möchtest Du tragen?", "Dein neues Passwort:"]);
        assert_eq!(which, 0, "{name} was taken");
        assert!(said.trim().len() > "Namen möchtest Du tragen?".len() + 20, "{name}: {said}");
    }
    let mut k = haus.klient();
    k.warte(NAME_FRAGE);
    k.tippe("neu");
    k.warte("Namen möchtest Du tragen?");
    k.tippe(&"a".repeat(5000));
    k.warte("zu lang");
}

#[test]
fn a_newcomer_is_asked_about_reading_aloud_and_the_answer_is_kept() {
    let haus = Haus::open();
    let mut k = haus.klient();
    k.warte(NAME_FRAGE);
    k.tippe("neu Änne");
    k.warte("Dein neues Passwort:");
    k.tippe(PASSWORT);
    k.warte("noch einmal:");
    k.tippe("etwas-anderes-77");
    k.warte("Die beiden Passwörter sind verschieden.");
    k.warte("Dein neues Passwort:");
    k.tippe(PASSWORT);
    k.warte("noch einmal:");
    k.tippe(PASSWORT);
    k.warte("ohne?");
    k.tippe("vielleicht");
    k.warte("ohne?");
    k.tippe("weiblich");
    k.warte("(ja oder nein)?");
    k.tippe("ja");
    k.warte("Willkommen, Änne.");
    assert!(k.frage("ausgabe").contains("Ausgabe: leser"));
    assert_eq!(k.frage("geld"), "Du hast 10000 Taler.\n");
    k.tippe("ende");
    k.ende();
    let mut k = haus.klient();
    k.zurueck("Aenne");
    assert!(k.frage("ausgabe").contains("Ausgabe: leser"));
}

#[test]
fn leser_at_the_name_prompt_makes_the_door_and_the_house_readable() {
    let haus = Haus::open();
    let mut k = haus.klient();
    let greeting = k.warte(NAME_FRAGE);
    let first = greeting.replace('\n', " ");
    assert!(first.starts_with("Mit einem Leseprogramm unterwegs?"), "{greeting}");
    assert!(first.find("leser").unwrap() < 90, "{greeting}");
    k.tippe("leser");
    k.warte("zum Vorlesen geeignet.");
    k.warte(NAME_FRAGE);
    k.tippe("gast");
    k.warte("Willkommen, Gast");
    assert!(k.frage("ausgabe").contains("Ausgabe: leser"));
}

#[test]
fn a_newer_login_takes_over_again_and_again() {
    let haus = Haus::open();
    let mut k = haus.klient().neu("Anna").zu_oleg();
    allein_los(&mut k);
    naechster_befehl(&mut k);
    for _ in 0..5 {
        let mut newer = haus.klient();
        let said = newer.zurueck("Anna");
        assert!(said.contains("Du bist wieder an Tisch 1."), "{said}");
        let last = k.ende();
        assert!(last.contains("an anderer Stelle angemeldet"), "{last}");
        let wer = newer.frage("wer");
        assert!(wer.starts_with("1 Person ist da:"), "{wer}");
        k = newer;
    }
    let said = k.frage("biete 700");
    assert!(said.contains("Dein Gebot steht: 700 Taler."), "{said}");
    haus.ledger_is_even();
}

#[test]
fn of_two_logins_at_the_same_instant_exactly_one_stays_and_has_the_seat() {
    let haus = Haus::with(&["grenzen.fehlversuche=100"]);
    let mut k = haus.klient().neu("Anna").zu_oleg();
    allein_los(&mut k);
    naechster_befehl(&mut k);
    for _ in 0..8 {
        let start = Barrier::new(2);
        let both: Vec<Klient> = std::thread::scope(|s| {
            let login = || {
                let mut k = haus.klient();
                k.warte(NAME_FRAGE);
                k.tippe("anna");
                k.warte("Dein Passwort:");
                start.wait();
                k.tippe(PASSWORT);
                k.eins_von(&["Willkommen, Anna.", "an anderer Stelle"]);
                k
            };
            let threads = [s.spawn(login), s.spawn(login)];
            threads.into_iter().map(|t| t.join().unwrap()).collect()
        });
        k.ende();
        let mut staying = 0;
        for mut one in both {
            one.tippe("stand");
            let (which, _) = one.eins_von(&["an anderer Stelle", "An Tisch 1 sitzen"]);
            if which == 1 {
                staying += 1;
                let said = one.frage("dran");
                assert!(said.contains("Du bist dran: bieten."), "{said}");
                let wer = one.frage("wer");
                assert!(wer.starts_with("1 Person ist da:"), "{wer}");
                let schau = one.frage("schau");
                assert!(!schau.contains("Hier ist Anna"), "{schau}");
                k = one;
            }
        }
        assert_eq!(staying, 1);
    }
}

#[test]
fn echo_is_taken_only_around_a_password_and_given_back() {
    let haus = Haus::open();
    let mut k = haus.klient();
    k.warte(NAME_FRAGE);
    assert_eq!((count(&k, WILL_ECHO), count(&k, WONT_ECHO)), (0, 0));
    k.tippe("neu Anna");
    k.warte("Dein neues Passwort:");
    assert_eq!((count(&k, WILL_ECHO), count(&k, WONT_ECHO)), (1, 0));
    k.tippe(PASSWORT);
    k.warte("noch einmal:");
    k.tippe(PASSWORT);
    k.warte("ohne?");
    let (will, wont) = (count(&k, WILL_ECHO), count(&k, WONT_ECHO));
    assert_eq!(will, wont, "everything is visible again");
    k.tippe("ohne");
    k.warte("nein)?");
    k.tippe("nein");
    k.stille();
    assert_eq!((count(&k, WILL_ECHO), count(&k, WONT_ECHO)), (will, wont));
    for answer in [PASSWORT, "Nicht-Das-Richtige", ""] {
        let mut k = haus.klient();
        k.warte(NAME_FRAGE);
        k.tippe("anna");
        k.warte("Dein Passwort:");
        assert_eq!((count(&k, WILL_ECHO), count(&k, WONT_ECHO)), (1, 0));
        k.tippe(answer);
        k.eins_von(&["Willkommen, Anna.", "Das Passwort stimmt nicht"]);
        assert_eq!((count(&k, WILL_ECHO), count(&k, WONT_ECHO)), (1, 1), "{answer}");
    }
}

#[test]
fn a_login_that_takes_too_long_ends_with_a_sentence_and_visible_typing() {
    let haus = Haus::with(&["grenzen.anmeldung_sek=5"]);
    let mut k = haus.klient();
    k.warte(NAME_FRAGE);
    k.bytes(b"ann");
    let last = k.ende();
    assert!(last.contains("Verbinde Dich einfach neu."), "{last}");
}

#[test]
fn a_password_is_changed_and_stands_in_no_log_however_much_is_logged() {
    let mut haus = Haus::with(&["log.filter=\"trace\""]);
    let mut k = haus.klient().neu("Anna");
    let neu = "Gurken-Walzer-12";
    k.tippe("passwort");
    k.warte("bisheriges Passwort:");
    k.tippe("Nicht-Das-Richtige");
    k.warte("Das war nicht Dein bisheriges Passwort, es bleibt, wie es ist.");
    k.tippe("passwort");
    k.warte("bisheriges Passwort:");
    k.tippe(PASSWORT);
    k.warte("Das neue Passwort:");
    k.tippe(neu);
    k.warte("Noch einmal das neue Passwort:");
    k.tippe(neu);
    k.warte("Dein neues Passwort gilt.");
    assert_eq!(count(&k, WILL_ECHO), count(&k, WONT_ECHO));
    k.tippe("ende");
    k.ende();
    let mut k = haus.klient();
    k.warte(NAME_FRAGE);
    // Typed at the wrong prompt: no name, and no line of a log.
    k.tippe(neu);
    k.warte(NAME_FRAGE);
    k.tippe("anna");
    k.warte("Dein Passwort:");
    k.tippe(neu);
    k.warte("Willkommen, Anna.");
    k.tippe("setz dich");
    k.stille();
    haus.close();
    let log = haus.log_text();
    assert!(log.contains("account created"), "the log is not empty: {log}");
    for secret in [PASSWORT, neu, "Nicht-Das-Richtige"] {
        assert!(!log.contains(secret), "{secret} stands in the log");
    }
    assert!(!log.contains('\u{1b}'), "a log in a file has no colours");
}

#[test]
fn silent_lines_at_the_door_are_limited_and_do_not_keep_players_out_for_ever() {
    let haus = Haus::with(&["grenzen.anmeldungen_je_adresse=3"]);
    let mut silent: Vec<Klient> = (0..3).map(|_| haus.klient()).collect();
    silent.iter_mut().for_each(|k| drop(k.warte(NAME_FRAGE)));
    let last = haus.klient().ende();
    assert!(last.contains("zu viele Verbindungen offen"), "{last}");
    drop(silent);
    // The house notices soon that they have gone.
    loop {
        let mut k = haus.klient();
        let (which, _) = k.eins_von(&[NAME_FRAGE, "zu viele Verbindungen"]);
        if which == 0 {
            break;
        }
    }
}

#[test]
fn guessing_passwords_gets_slower_and_says_so() {
    let haus = Haus::with(&["grenzen.fehlversuche=2", "grenzen.fehlversuch_pause_sek=100"]);
    haus.klient().neu("Anna").tippe("ende");
    let guess = |word: &str| {
        let mut k = haus.klient();
        k.warte(NAME_FRAGE);
        k.tippe("anna");
        k.warte("Dein Passwort:");
        k.tippe(word);
        k.ende().replace('\n', " ")
    };
    for word in ["eins-zwei-drei", "vier-fünf-sechs", "sieben-acht-neun"] {
        let last = guess(word);
        assert!(last.contains("Das Passwort stimmt nicht"), "{last}");
    }
    let last = guess(PASSWORT);
    assert!(last.contains("zu viele falsche Passwörter. Versuch es in"), "{last}");
}
