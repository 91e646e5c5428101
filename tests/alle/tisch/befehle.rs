//! Commands at a table: questions before what is easily regretted, refusals that change nothing, and orders that
//! belong to a decision (regeln.md R1).

use std::time::Duration;

use theaterkeller::spiele::miwin::regeln::Miwin;
use theaterkeller::spiele::russisch::Russisch;
use theaterkeller::spiele::word::regeln::Word;
use theaterkeller::spiele::{Auftritt, Platz, Viewer, Vorrat};
use theaterkeller::tisch::{Antwort, Input, Tischspiel};

use super::super::probe::Probe;
use super::haus::{Bauplan, Haus, abbild};

fn russisch(set: &[(&str, &str)], people: i64) -> Haus<Russisch> {
    let plan = Bauplan::new(4, set, &Vorrat::default());
    let mut haus = Haus::new(plan, &[5000, 5000, 5000], 3);
    (1..=people).for_each(|konto| haus.setz(konto));
    haus
}

fn running(people: i64) -> Haus<Russisch> {
    let mut haus = russisch(&[("runden_standard", "5")], people);
    haus.sage(1, "los");
    (1..=people).for_each(|konto| {
        haus.sage(konto, "biete 100");
    });
    haus
}

fn chips<S: Tischspiel>(vorrat: &Vorrat, people: i64) -> Haus<S> {
    let mut haus = Haus::new(Bauplan::new(3, &[], vorrat), &[5000, 5000, 5000], 3);
    (1..=people).for_each(|konto| haus.setz(konto));
    haus.sage(1, "los");
    haus.vergehe(Duration::from_secs(6));
    haus
}

/// Until this person is asked for something.
fn until_asked<S: Tischspiel>(haus: &mut Haus<S>, konto: i64) -> Platz {
    for _ in 0..500 {
        let p = haus.platz(konto).unwrap();
        if haus.tisch.entscheidung(p) > 0 {
            return p;
        }
        if let Some(g) = haus.gedanken.pop_front() {
            haus.tun(Input::Gedacht { platz: g.platz, nr: g.nr, zug: g.zug });
            continue;
        }
        let at = haus.tisch.next_deadline().unwrap();
        haus.vergehe(at.saturating_sub(haus.jetzt));
    }
    panic!("{konto} is never asked");
}

fn seen<S: Tischspiel>(haus: &Haus<S>) -> Vec<String> {
    abbild(&haus.tisch, haus.plan.e.plaetze)
}

#[test]
fn standing_up_in_a_game_is_asked_once_and_confirmed_by_ja() {
    let mut haus = running(2);
    haus.hoere(1);
    haus.sage(1, "steh auf");
    assert!(haus.hoere(1)[0].contains("Dein Einsatz ist verloren, 100 Taler."));
    assert!(haus.platz(1).is_some());
    haus.sage(1, "ja");
    assert!(haus.platz(1).is_none());
}

#[test]
fn anything_but_ja_cancels_the_question_and_is_carried_out() {
    let mut haus = running(2);
    haus.sage(1, "steh auf");
    haus.hoere(1);
    assert_eq!(haus.sage(1, "stand"), Antwort::Genommen);
    assert!(!haus.hoere(1).is_empty());
    assert_eq!(haus.sage(1, "ja"), Antwort::NichtMeins);
    assert!(haus.platz(1).is_some());
    haus.sage(1, "steh auf");
    haus.sage(1, "nein");
    haus.sage(1, "ja");
    assert!(haus.platz(1).is_some());
}

#[test]
fn leaving_the_server_asks_as_well_and_says_goodbye() {
    let mut haus = running(2);
    haus.sage(1, "ende");
    assert!(haus.abschied.is_empty());
    haus.sage(1, "ja");
    assert_eq!(haus.abschied.len(), 1);
}

/// Before the cards there is nothing to regret.
#[test]
fn standing_up_from_a_waiting_table_costs_nothing() {
    let mut haus = russisch(&[], 1);
    haus.sage(1, "steh auf");
    assert!(haus.platz(1).is_none() && haus.tisch.is_idle());
}

/// Whoever has chips in the middle is asked even when it is somebody else's turn.
#[test]
fn leaving_a_deal_with_chips_is_asked() {
    let mut haus = chips::<Word>(&Word::vorrat(), 2);
    haus.hoere(1);
    haus.hoere(2);
    for konto in [1, 2] {
        haus.sage(konto, "steh auf");
        let heard = haus.hoere(konto);
        assert!(heard.iter().any(|z| z.contains("bleibt im Pott")), "{konto}: {heard:?}");
        haus.sage(konto, "nein");
    }
}

#[test]
fn pause_sits_out_from_the_next_deal_and_survives_a_lost_line() {
    let mut haus = chips::<Miwin>(&Vorrat::default(), 2);
    haus.hoere(2);
    haus.sage(2, "pause");
    assert!(haus.hoere(2)[0].contains("ab der nächsten Runde aus"));
    haus.weg(2);
    haus.da(2);
    let decks = |h: &Haus<Miwin>| h.verlauf.iter().filter(|l| l.contains(" deck ")).count();
    let before = decks(&haus);
    while decks(&haus) == before {
        haus.denke_fertig();
        let at = haus.tisch.next_deadline().unwrap();
        haus.vergehe(at.saturating_sub(haus.jetzt));
    }
    let p = haus.platz(2).unwrap();
    let view = haus.tisch.view(Viewer::Platz(p)).unwrap();
    assert!(!view.wetten.dabei().contains(p), "he was dealt in");
}

#[test]
fn russisch_refuses_a_pause_with_the_reason() {
    let mut haus = running(1);
    let before = seen(&haus);
    haus.hoere(1);
    haus.sage(1, "pause");
    let heard = haus.hoere(1);
    assert_eq!(heard.len(), 1);
    assert!(heard[0].contains("warten alle auf Deine Karte"));
    assert_eq!(before, seen(&haus));
}

#[test]
fn rounds_are_chosen_by_who_has_sat_longest() {
    let mut haus = russisch(&[], 3);
    haus.sage(1, "steh auf");
    haus.setz(1);
    assert_eq!(haus.platz(1), Some(Platz(0)), "in front of the one who opened the table");
    haus.hoere(1);
    haus.sage(1, "runden 5");
    assert_eq!(haus.hoere(1), ["Die Zahl der Runden wählt Bert, bisher sind es 18."]);
    haus.sage(2, "runden 5");
    assert!(haus.hoere(1)[0].contains("5 Runden"));
}

#[test]
fn refused_numbers_of_rounds_are_one_sentence_and_change_nothing() {
    let mut haus = russisch(&[], 1);
    for line in ["runden", "runden 4", "runden 19", "runden -5", "runden viele", "runden 1,5"] {
        let before = (seen(&haus), haus.journal.len());
        haus.hoere(1);
        haus.sage(1, line);
        let heard = haus.hoere(1);
        assert!(heard.len() == 1 && heard[0].contains("5 bis 18"), "{line}: {heard:?}");
        assert_eq!(before, (seen(&haus), haus.journal.len()), "{line}");
    }
    let mut haus = russisch(&[("runden_wahl", "fest")], 1);
    haus.hoere(1);
    haus.sage(1, "runden 9");
    assert_eq!(haus.hoere(1), ["An diesem Tisch werden immer 18 Runden gespielt."]);
    let mut haus = running(1);
    haus.hoere(1);
    haus.sage(1, "runden 9");
    assert_eq!(haus.hoere(1), ["Das Spiel hat schon begonnen, es bleibt bei 5 Runden."]);
    haus.sage(1, "los");
    assert_eq!(haus.hoere(1).len(), 1);
}

/// An order that was read before its question was written changes nothing, in stakes and in cards.
#[test]
fn an_order_counts_only_for_a_decision_that_was_seen() {
    let mut haus = russisch(&[], 1);
    haus.sage(1, "los");
    haus.hoere(1);
    haus.sage_mit(1, "biete 100", 0);
    assert!(haus.hoere(1)[0].contains("schon vorbei"));
    assert_eq!(haus.purse(1), 5000);
    let mut haus = running(1);
    let p = until_asked(&mut haus, 1);
    let nr = haus.tisch.entscheidung(p);
    let view = haus.tisch.view(Viewer::Platz(p)).unwrap();
    let line = Russisch::options(&view).befehle[0].clone();
    let before = seen(&haus);
    haus.sage_mit(1, &line, nr - 1);
    assert_eq!(before, seen(&haus));
    haus.sage_mit(1, &line, nr);
    assert_ne!(before, seen(&haus));
}

/// The same line twice in one packet: the second is for nothing, also when it is the same person's turn again.
#[test]
fn a_doubled_line_plays_once() {
    let mut haus = running(1);
    for _ in 0..12 {
        let p = until_asked(&mut haus, 1);
        let nr = haus.tisch.entscheidung(p);
        let view = haus.tisch.view(Viewer::Platz(p)).unwrap();
        let line = Russisch::options(&view).befehle[0].clone();
        haus.sage_mit(1, &line, nr);
        let before = seen(&haus);
        haus.sage_mit(1, &line, nr);
        assert_eq!(before, seen(&haus), "{line}");
        if !haus.tisch.laeuft() {
            return;
        }
    }
}

/// A watcher and somebody from another table give no orders.
#[test]
fn only_seats_give_orders() {
    let mut haus = running(1);
    until_asked(&mut haus, 1);
    let before = seen(&haus);
    for line in ["ansage 0", "biete 5", "steh auf", "los", "pause", "ja"] {
        assert_eq!(haus.sage(2, line), Antwort::NichtMeins, "{line}");
    }
    assert_eq!(before, seen(&haus));
}

#[test]
fn a_thought_with_an_old_number_changes_nothing() {
    let mut haus = running(2);
    haus.denke_fertig();
    let p = until_asked(&mut haus, 2);
    let before = seen(&haus);
    let zug = "ansage 0".parse().unwrap();
    haus.tun(Input::Gedacht { platz: p, nr: haus.tisch.entscheidung(p), zug });
    assert_eq!(before, seen(&haus), "a friend speaks for a person at the line");
}

/// What people ask in other words than the short ones.
#[test]
fn questions_are_understood_in_other_words() {
    let mut haus = running(1);
    until_asked(&mut haus, 1);
    let pairs = [
        ("zeig mir die Karten", "blatt"),
        ("zeige mein Blatt", "blatt"),
        ("meine karten", "blatt"),
        ("was muss ich machen", "was kann ich"),
        ("was soll ich tun?", "was kann ich"),
        ("wie steht es", "punkte"),
        ("Punktestand", "punkte"),
        ("wer führt?", "punkte"),
        ("wie viele Stiche habe ich", "stiche"),
        ("wer ist dran?", "dran"),
    ];
    for (long, short) in pairs {
        haus.hoere(1);
        haus.sage(1, short);
        let wanted = haus.hoere(1);
        haus.sage(1, long);
        assert_eq!(haus.hoere(1), wanted, "{long}");
        assert!(!wanted.is_empty(), "{short}");
    }
}
