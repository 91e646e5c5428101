//! Sentences of the table that no other test looks at, each brought about by what people do.

use std::time::Duration;

use theaterkeller::spiele::Vorrat;
use theaterkeller::spiele::miwin::Miwin;
use theaterkeller::spiele::russisch::Russisch;
use theaterkeller::taler::Geldkonto;

use super::haus::{Bauplan, Haus};

fn russisch(set: &[(&str, &str)]) -> Haus<Russisch> {
    Haus::new(Bauplan::new(4, set, &Vorrat::default()), &[5000, 5000, 5000], 3)
}

/// What somebody hears after a line.
fn antwort(haus: &mut Haus<Russisch>, konto: i64, line: &str) -> String {
    haus.hoere(konto);
    haus.sage(konto, line);
    haus.hoere(konto).join(" ")
}

#[test]
fn before_a_game_every_question_has_its_sentence() {
    let mut haus = russisch(&[]);
    haus.setz(1);
    haus.setz(2);
    let said = antwort(&mut haus, 1, "siegel");
    assert!(said.contains("Hier wurde noch nicht gemischt"), "{said}");
    let said = antwort(&mut haus, 1, "biete 100");
    assert!(said.contains("Geboten wird erst, wenn alle sitzen."), "{said}");
    let said = antwort(&mut haus, 1, "runden 7");
    assert!(said.contains("Das nächste Spiel geht über 7 Runden."), "{said}");
    haus.hoere(1);
    haus.sage(1, "los");
    haus.sage(2, "biete 100");
    assert!(haus.hoere(1).iter().any(|l| l == "Bert hat geboten."));
    let said = antwort(&mut haus, 2, "dran");
    assert_eq!(said, "Gewartet wird noch auf Anna.");
    for frage in ["blatt", "karte 1", "stiche", "pott", "geber"] {
        let said = antwort(&mut haus, 1, frage);
        assert!(said.contains("sobald der Einsatz feststeht"), "{frage}: {said}");
    }
    let said = antwort(&mut haus, 2, "stand");
    assert!(said.contains("Gerade werden die Einsätze geboten."), "{said}");
    let said = antwort(&mut haus, 1, "ich biete bitte zweihundert taler");
    assert!(said.contains("Dein Gebot steht: 200 Taler."), "{said}");
}

#[test]
fn a_stake_that_is_handed_over_is_said_to_everybody() {
    let mut haus = russisch(&[("einsammeln", "befehl")]);
    haus.setz(1);
    haus.setz(2);
    haus.sage(1, "los");
    haus.sage(1, "biete 100");
    haus.sage(2, "biete 100");
    haus.hoere(2);
    let said = antwort(&mut haus, 1, "gib oleg bitte hundert taler");
    assert!(said.contains("Du gibst Oleg den Einsatz."), "{said}");
    assert!(haus.hoere(2).iter().any(|l| l.contains("Anna gibt Oleg den Einsatz.")));
    let said = antwort(&mut haus, 1, "gib 100 taler an oleg");
    assert!(said.contains("Du hast Deinen Einsatz schon gezahlt."), "{said}");
}

#[test]
fn getting_up_and_being_replaced_are_said() {
    let mut haus = russisch(&[("runden_standard", "5")]);
    haus.setz(1);
    haus.setz(2);
    let said = antwort(&mut haus, 2, "steh auf");
    assert!(said.contains("Du stehst auf."), "{said}");
    haus.setz(2);
    haus.sage(1, "los");
    haus.sage(1, "biete 100");
    haus.sage(2, "biete 100");
    haus.hoere(1);
    haus.sage(2, "steh auf");
    haus.sage(2, "ja");
    let said = haus.hoere(1).join(" ");
    assert!(said.contains("übernimmt den Platz von Bert."), "{said}");
    // A line that was typed before the newest decision was read is no move.
    for _ in 0..200 {
        let Some(p) = haus.platz(1) else { break };
        if haus.tisch.entscheidung(p) > 0 {
            break;
        }
        haus.denke_fertig();
    }
    haus.hoere(1);
    haus.sage_mit(1, "ansage 0", 0);
    let said = haus.hoere(1).join(" ");
    assert!(said.contains("Das galt der Lage davor"), "{said}");
}

#[test]
fn buying_chips_and_a_resting_table_have_their_sentences() {
    let plan = Bauplan::new(3, &[], &Vorrat::default());
    let mut haus: Haus<Miwin> = Haus::new(plan, &[5000, 5000, 5000], 3);
    haus.setz(1);
    haus.setz(2);
    haus.sage(1, "los");
    let said = haus.hoere(1).join(" ");
    assert!(said.contains("Du kaufst 200 Zählsteine für 2000 Taler."), "{said}");
    assert!(said.contains("Es spielen Anna, Bert und Vladim."), "{said}");
    haus.sage(1, "pause");
    haus.sage(2, "pause");
    haus.hoere(1);
    haus.vergehe(Duration::from_secs(600));
    let said = haus.hoere(1).join(" ");
    assert!(said.contains("Der Tisch wartet: Zum Weiterspielen"), "{said}");
}

/// From the first line at a table to the next game, each sentence whole.
#[test]
fn a_table_says_what_goes_on_and_what_would_work() {
    let mut haus = russisch(&[("runden_standard", "5")]);
    haus.setz(1);
    haus.setz(2);
    let before = [
        ("biete 100", "Geboten wird erst, wenn alle sitzen. Mit los geht es gleich so weit."),
        ("runden 99", "So viele Runden gehen nicht. Möglich sind 5 bis 18, zum Beispiel runden 9."),
        ("dran", "Noch wird nicht gespielt, es sind keine Karten verteilt. Mit los geht es los."),
    ];
    for (line, wanted) in before {
        assert_eq!(antwort(&mut haus, 1, line), wanted, "{line}");
    }
    haus.sage(2, "steh auf");
    assert!(haus.hoere(1).contains(&"Bert steht auf.".to_string()));
    haus.setz(2);
    let said = antwort(&mut haus, 1, "los");
    let ask = "zum Beispiel biete 2500. Das niedrigste Gebot gilt für alle, und niemand erfährt, \
               wer was geboten hat.";
    assert!(said.contains(ask), "{said}");
    let said = antwort(&mut haus, 1, "biete 0");
    assert!(said.contains("Das Mindestgebot ist 1 Taler."), "{said}");
    let said = antwort(&mut haus, 1, "biete 100");
    assert!(said.contains("Dein Gebot steht: 100 Taler. Oleg verwahrt das Geld."), "{said}");
    haus.sage(2, "biete 100");
    haus.hoere(1);
    haus.weg(2);
    let said = haus.hoere(1).join(" ");
    let lost = "Die Verbindung von Bert ist abgerissen. Der Platz bleibt frei gehalten.";
    assert!(said.contains(lost), "{said}");
    haus.vergehe(Duration::from_secs(61));
    let said = haus.hoere(1).join(" ");
    assert!(said.contains(" spielt für Bert weiter, bis Bert zurück ist."), "{said}");
    let mut all = String::new();
    while haus.tisch.laeuft() {
        haus.denke_fertig();
        haus.vergehe(Duration::from_secs(200));
        all += &haus.hoere(1).join(" ");
    }
    assert!(all.contains("Deine Bedenkzeit ist um. Das Haus spielt für Dich."), "{all}");
    let again = "Mit los beginnt ein neues Spiel, mit steh auf gibst Du Deinen Platz frei.";
    assert!(all.contains(again), "{all}");
}

#[test]
fn whoever_is_broke_or_sits_out_is_told_so() {
    let plan = Bauplan::<Russisch>::new(4, &[("einsatz_min", "200")], &Vorrat::default());
    let mut haus = Haus::new(plan, &[5000, 250, 5000], 3);
    haus.setz(1);
    haus.setz(2);
    // He has spent some of it elsewhere in the meantime.
    haus.konten.insert(Geldkonto::Konto(2), 100);
    *haus.konten.get_mut(&Geldkonto::Haus).unwrap() += 150;
    haus.sage(1, "los");
    haus.hoere(2);
    let said = antwort(&mut haus, 2, "biete 220");
    assert!(said.contains("Dafür brauchst Du 220 Taler, und Du hast 100 Taler."), "{said}");
    let said = antwort(&mut haus, 2, "biete viel");
    assert!(said.contains("Du hast dafür zu wenig Geld."), "{said}");
    let asked = antwort(&mut haus, 2, "dran");
    let why = "Das Mindestgebot ist 200 Taler, und Du hast dafür zu wenig Geld.";
    assert!(asked.contains(why), "{asked}");
    let plan = Bauplan::new(3, &[], &Vorrat::default());
    let mut haus: Haus<Miwin> = Haus::new(plan, &[5000, 5000, 5000], 3);
    haus.setz(1);
    haus.hoere(1);
    haus.sage(1, "pause");
    let said = haus.hoere(1).join(" ");
    let back = "Du setzt ab der nächsten Runde aus. Mit pause spielst Du wieder mit.";
    assert!(said.contains(back), "{said}");
}
