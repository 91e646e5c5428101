//! New settings and the end of a table come when nothing is at stake, and only then; the journal follows.

use std::time::Duration;

use theaterkeller::spiele::Vorrat;
use theaterkeller::spiele::miwin::regeln::Miwin;
use theaterkeller::spiele::russisch::Russisch;
use theaterkeller::tisch::Tischspiel;

use super::haus::{Bauplan, Haus};

fn plan<S: Tischspiel>(plaetze: u8, set: &[(&str, &str)]) -> Bauplan<S> {
    Bauplan::new(plaetze, set, &Vorrat::default())
}

fn russisch(set: &[(&str, &str)]) -> Bauplan<Russisch> {
    plan(4, set)
}

/// Whoever waits goes on waiting, opener first, as long as before; a choice that is no longer possible is forgotten.
#[test]
fn people_who_wait_keep_their_seats_their_order_and_their_clock() {
    for (runden, said) in [("5", "6 bis 18"), ("9", "über 9 Runden")] {
        let mut haus = Haus::new(russisch(&[]), &[9000, 9000], 1);
        haus.setz(1);
        haus.vergehe(Duration::from_secs(20));
        haus.setz(2);
        haus.sage(1, &format!("runden {runden}"));
        let deadline = haus.tisch.next_deadline();
        haus.hoere(1);
        haus.richte_ein(russisch(&[("runden_min", "6"), ("einsatz_max", "50")]));
        assert!(haus.hoere(1).iter().any(|z| z.contains("Das Haus hat Tisch 1 neu eingerichtet")));
        assert_eq!(haus.tisch.next_deadline(), deadline);
        // The same from the journal, as after a fall.
        haus.tausche_aus();
        assert_eq!(haus.tisch.next_deadline(), deadline);
        haus.sage(2, "runden 7");
        assert!(!haus.hoere(2).join(" ").contains("über 7 Runden"), "he did not open the table");
        haus.sage(1, if runden == "5" { "runden 5" } else { "los" });
        let heard = haus.hoere(1).join(" ");
        let nine = heard.contains("9 Runden") || heard.contains("über 9");
        assert!(heard.contains(said) || (runden == "9" && nine), "{heard}");
    }
}

/// After a restart everybody has the grace time to come back; new settings neither end nor stretch it.
#[test]
fn a_line_that_is_down_stays_down_and_its_grace_time_runs_on() {
    let mut haus = Haus::new(russisch(&[]), &[9000], 1);
    haus.setz(1);
    haus.vergehe(Duration::from_secs(5));
    haus.neustart();
    haus.vergehe(Duration::from_secs(30));
    let mut slow = russisch(&[]);
    slow.e.warten = Duration::from_secs(600);
    haus.richte_ein(slow);
    haus.tausche_aus();
    let end = haus.tisch.next_deadline();
    haus.vergehe(Duration::from_secs(24));
    assert!(haus.platz(1).is_some() && end.is_some());
    haus.vergehe(Duration::from_secs(10));
    assert!(haus.platz(1).is_none(), "a minute is over");
}

#[test]
fn nothing_changes_while_something_is_at_stake() {
    let mut haus = Haus::new(russisch(&[]), &[9000, 9000], 1);
    let other = russisch(&[("einsatz_max", "50")]).e;
    assert!(haus.tisch.takes_settings(&other) && haus.tisch.may_close());
    haus.setz(1);
    assert!(haus.tisch.takes_settings(&other));
    haus.sage(1, "los");
    assert!(!haus.tisch.takes_settings(&other) && !haus.tisch.may_close(), "stakes are named");
    haus.sage(1, "biete 100");
    assert!(!haus.tisch.takes_settings(&other) && !haus.tisch.may_close(), "cards are out");
    while haus.tisch.laeuft() {
        haus.denke_fertig();
        haus.vergehe(Duration::from_secs(200));
    }
    assert!(haus.tisch.takes_settings(&other) && haus.tisch.may_close(), "the game is over");
    let mut haus: Haus<Miwin> = Haus::new(plan(3, &[]), &[9000], 1);
    let e = plan::<Miwin>(3, &[]).e;
    assert!(haus.tisch.takes_settings(&e));
    haus.setz(1);
    assert!(!haus.tisch.takes_settings(&e), "chips were bought at the old price");
    assert!(haus.tisch.may_close(), "they can be changed back");
}

#[test]
fn whoever_sits_at_a_table_that_goes_gets_up_with_all_his_money() {
    let mut haus = Haus::new(russisch(&[]), &[9000, 9000], 1);
    haus.setz(1);
    haus.setz(2);
    haus.raeume_weg();
    assert!(
        haus.hoere(1)
            .iter()
            .any(|z| z.contains("Das Haus räumt Tisch 1 weg, darum stehst Du auf."))
    );
    assert!(haus.tisch.is_idle());
    assert_eq!((haus.purse(1), haus.purse(2), haus.auf_dem_tisch()), (9000, 9000, 0));

    let mut haus: Haus<Miwin> = Haus::new(plan(3, &[]), &[9000, 9000], 1);
    haus.setz(1);
    haus.setz(2);
    haus.raeume_weg();
    assert_eq!((haus.purse(1), haus.purse(2), haus.auf_dem_tisch()), (9000, 9000, 0));
    haus.setz(1);
    haus.setz(2);
    haus.sage(1, "los");
    let mut waited = 0;
    let dealt = |h: &Haus<Miwin>| h.journal.iter().any(|l| l.contains(" deck "));
    while !(haus.tisch.may_close() && dealt(&haus)) {
        haus.denke_fertig();
        haus.vergehe(Duration::from_millis(900));
        waited += 1;
        assert!(waited < 10_000, "the deal never ends");
    }
    haus.raeume_weg();
    assert!(haus.tisch.is_idle());
    assert_eq!(haus.auf_dem_tisch(), 0, "chips and pot are changed back");
    assert!(haus.purse(1) > 7000 || haus.purse(2) > 7000);
    assert_eq!(haus.protokolle.len(), 1, "the sitting is in the records");
}
