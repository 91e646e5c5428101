//! Seats of an open sitting: friends make room when they have played their cards, people sit out, what leaving costs
//! is asked first (regeln.md M27, G7, G8, W3; entwurf 5).

use std::time::Duration;

use theaterkeller::spiele::miwin::regeln::Miwin;
use theaterkeller::spiele::{Platz, Vorrat};

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
    assert!(haus.tisch.vorgemerkt(&theaterkeller::taler::Geldkonto::Konto(2)));
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
