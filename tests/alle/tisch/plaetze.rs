//! Seats of an open sitting: friends make room when they have played their cards, people sit out, what leaving costs
//! is asked first (regeln.md M27, G7, G8, W3).

use std::time::Duration;

use theaterkeller::spiele::miwin::regeln::Miwin;
use theaterkeller::spiele::word::regeln::Word;
use theaterkeller::spiele::{Platz, Vorrat};
use theaterkeller::taler::Geldkonto;

use super::super::probe::Probe;
use super::haus::{Bauplan, Haus};

/// Anna sits with one friend at a table for two, and the first deal is running.
fn full_table() -> Haus<Miwin> {
    let plan = Bauplan::new(2, &[], &Vorrat::default());
    let mut haus = Haus::new(plan, &[5000, 5000, 5000], 5);
    haus.setz(1);
    haus.sage(1, "los");
    haus.vergehe(Duration::from_secs(6));
    assert_eq!(haus.tisch.besetzung(), ["Anna", "Vladim"]);
    assert!(cards_are_out(&haus));
    haus
}

fn cards_are_out(haus: &Haus<Miwin>) -> bool {
    (0..2).any(|p| haus.tisch.entscheidung(Platz(p)) > 0)
}

fn finish_deal(haus: &mut Haus<Miwin>) {
    for _ in 0..200 {
        haus.denke_fertig();
        if !cards_are_out(haus) {
            return;
        }
        let at = haus.tisch.next_deadline().unwrap();
        haus.vergehe(at.saturating_sub(haus.jetzt));
    }
    panic!("the deal does not end");
}

#[test]
fn a_friend_plays_his_cards_before_he_makes_room() {
    let mut haus = full_table();
    haus.setz(2);
    assert!(haus.hoere(2)[0].contains("Nach dieser Runde gehört sein Platz Dir"));
    assert_eq!((haus.purse(2), haus.platz(2)), (5000, None));
    assert!(haus.tisch.vorgemerkt(&Geldkonto::Konto(2)));
    assert_eq!(haus.tisch.besetzung(), ["Anna", "Vladim"]);
    finish_deal(&mut haus);
    assert_eq!((haus.purse(2), haus.platz(2)), (3000, Some(Platz(1))));
    assert_eq!(haus.tisch.besetzung(), ["Anna", "Bert"]);
}

#[test]
fn more_people_than_friends_find_the_table_full() {
    let mut haus = full_table();
    haus.setz(2);
    haus.hoere(3);
    haus.setz(3);
    assert!(haus.hoere(3)[0].contains("kein Platz frei"));
    haus.setz(2);
    finish_deal(&mut haus);
    assert_eq!((haus.platz(2).is_some(), haus.platz(3), haus.purse(3)), (true, None, 5000));
}

/// Whoever loses his line or thinks better of it while he waits is not seated and pays nothing.
#[test]
fn waiting_for_a_seat_ends_with_the_line_or_by_standing_up() {
    let mut haus = full_table();
    haus.setz(2);
    haus.weg(2);
    finish_deal(&mut haus);
    assert_eq!((haus.purse(2), haus.platz(2)), (5000, None));
    haus.vergehe(Duration::from_secs(6));
    haus.setz(3);
    haus.sage(3, "steh auf");
    finish_deal(&mut haus);
    assert_eq!((haus.purse(3), haus.platz(3)), (5000, None));
    assert_eq!(haus.tisch.besetzung(), ["Anna", "Vladim"]);
}

/// Until Anna has been through so many deals, then she leaves; what she has won.
fn sitting(seed: u64, deals: usize) -> (Haus<Miwin>, i64) {
    let plan = Bauplan::new(3, &[("grundeinsatz", "5")], &Vorrat::default());
    let mut haus = Haus::new(plan, &[5000], seed);
    haus.setz(1);
    haus.sage(1, "los");
    let mut played = 0;
    while played < deals {
        haus.vergehe(Duration::from_secs(6));
        haus.denke_fertig();
        while let Some(line) = haus.guter_befehl(1) {
            haus.sage(1, &line);
            haus.denke_fertig();
        }
        finish_deal(&mut haus);
        played += 1;
    }
    haus.sage(1, "steh auf");
    haus.sage(1, "ja");
    let won = haus.purse(1) - 5000;
    (haus, won)
}

#[test]
fn a_sitting_is_one_game_of_experience_one_line_of_the_kurier_and_one_record() {
    let (mut wins, mut others) = (0, 0);
    for seed in 0..30 {
        let (haus, won) = sitting(seed, 1);
        assert_eq!(haus.erfahrung, [(1, i64::from(won > 0))], "seed {seed}: {won}");
        assert!(won == 0 || haus.kurier.len() == 1, "seed {seed}: {:?}", haus.kurier);
        if won > 0 {
            wins += 1;
        } else {
            others += 1;
            assert!(haus.kurier.iter().flatten().all(|n| n != "Anna"));
        }
        assert_eq!(haus.protokolle.len(), 1, "the house has checked it");
    }
    assert!(wins > 0 && others > 0, "{wins} {others}");
}

/// Whoever stands up before the first deal has played nothing.
#[test]
fn a_sitting_without_a_deal_leaves_nothing() {
    let (haus, won) = sitting(1, 0);
    assert_eq!(won, 0);
    assert!(haus.erfahrung.is_empty() && haus.kurier.is_empty() && haus.protokolle.is_empty());
}

fn word_table() -> Haus<Word> {
    let mut haus = Haus::new(Bauplan::new(4, &[], &Word::vorrat()), &[5000, 5000, 5000], 5);
    haus.setz(1);
    haus.setz(2);
    haus
}

#[test]
fn who_opens_the_table_settles_its_rules_before_the_first_deal() {
    let mut haus = word_table();
    haus.hoere(2);
    haus.sage(2, "grundeinsatz 2");
    assert!(haus.hoere(2)[0].contains("wer den Tisch eröffnet hat, hier Anna"));
    haus.sage(1, "grundeinsatz 2");
    let heard = haus.hoere(2);
    assert_eq!(heard, ["Anna legt fest:", "Der Grundeinsatz ist 2 Zählsteine."]);
    haus.setz(3);
    assert!(haus.hoere(3).iter().any(|z| z == "Der Grundeinsatz ist 2 Zählsteine."));
    haus.tausche_aus();
    haus.sage(1, "los");
    haus.vergehe(Duration::from_secs(6));
    haus.hoere(1);
    haus.sage(1, "pott");
    assert!(haus.hoere(1)[0].contains('6'), "three seats have put in two each");
    haus.sage(1, "grundeinsatz 1");
    assert!(haus.hoere(1)[0].contains("vor der ersten Runde"));
}

#[test]
fn refused_agreements_change_nothing_and_empty_tables_forget_theirs() {
    let mut haus = word_table();
    for line in ["grundeinsatz", "grundeinsatz -1", "grenzen 5 1", "woerterbuch nirgends"] {
        let before = haus.verlauf.len();
        haus.hoere(1);
        haus.sage(1, line);
        assert_eq!(haus.hoere(1).len(), 1, "{line}");
        assert_eq!(haus.verlauf.len(), before, "{line}");
    }
    haus.sage(1, "grundeinsatz 2");
    haus.sage(1, "steh auf");
    haus.sage(2, "steh auf");
    haus.hoere(1);
    haus.setz(1);
    assert!(!haus.hoere(1).iter().any(|z| z.contains("Grundeinsatz")));
}
