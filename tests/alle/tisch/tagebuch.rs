//! A table that stands up again from its journal is the same table: the house compares after every input, here stand
//! the moments in which it once was another one.

use std::time::Duration;

use theaterkeller::spiele::Viewer;
use theaterkeller::spiele::Vorrat;
use theaterkeller::spiele::miwin::regeln::Miwin;
use theaterkeller::spiele::russisch::Russisch;
use theaterkeller::spiele::russisch::regeln::Phase;
use theaterkeller::spiele::word::regeln::Word;
use theaterkeller::tisch::{Input, Tempo, Tischspiel};

use super::super::probe::Probe;
use super::haus::{Bauplan, Haus};

fn russisch(set: &[(&str, &str)]) -> Haus<Russisch> {
    Haus::new(Bauplan::new(4, set, &Vorrat::default()), &[9000, 9000], 1)
}

fn miwin() -> Haus<Miwin> {
    Haus::new(Bauplan::new(3, &[], &Vorrat::default()), &[9000, 9000], 1)
}

/// The bid is asked for at one time and paid some milliseconds later; the warning and the end of the thinking time
/// count from one of the two, in the running table and in the journal.
#[test]
fn deadlines_count_from_the_time_in_the_journal() {
    let mut haus = russisch(&[]);
    haus.jetzt = Duration::from_micros(1_500_700);
    haus.setz(1);
    haus.sage(1, "los");
    haus.sage(1, "biete 100");
    haus.denke_fertig();
    assert!(haus.tisch.laeuft());
    assert!(haus.tisch.next_deadline().is_some_and(|t| t.subsec_micros() % 1000 == 0));
}

/// The last bid is paid and noted, and before anything follows from it the house is killed: the friends' stakes and
/// the money above the stake are booked when the table stands up.
#[test]
fn a_kill_between_a_payment_and_what_follows_loses_no_stake() {
    let mut haus = russisch(&[]);
    haus.setz(1);
    haus.sage(1, "runden 5");
    haus.sage(1, "los");
    haus.abbruch_nach_zahlung = true;
    haus.sage(1, "biete 4000");
    haus.neustart();
    assert_eq!(haus.purse(1), 9000 - 2500, "the friends' lower bid is the stake");
    assert_eq!(haus.auf_dem_tisch(), 4 * 2500);
    haus.da(1);
    while haus.tisch.laeuft() {
        haus.denke_fertig();
        haus.vergehe(Duration::from_secs(200));
    }
    assert_eq!(haus.auf_dem_tisch(), 0, "the game is over and paid out");
}

/// An open sitting stands up with its first dealer, its cards and no pause that is long over.
#[test]
fn a_sitting_with_chips_stands_up_in_the_middle_of_a_deal() {
    let mut haus = miwin();
    haus.setz(1);
    haus.sage(1, "los");
    haus.vergehe(Duration::from_secs(6));
    assert!(haus.journal.iter().any(|l| l.contains(" deck ")));
    haus.neustart();
    assert!(haus.tisch.laeuft() && !haus.tisch.is_idle());
    let decks = haus.verlauf.iter().filter(|l| l.contains(" deck ")).count();
    haus.vergehe(Duration::from_secs(30));
    assert_eq!(haus.verlauf.iter().filter(|l| l.contains(" deck ")).count(), decks);
}

/// A newer login of the same person is shown the same decision; the thinking time does not begin anew.
#[test]
fn taking_over_a_line_wins_no_time() {
    let mut haus = russisch(&[]);
    haus.setz(1);
    haus.sage(1, "los");
    let (nr, end) = (haus.tisch.entscheidung(haus.platz(1).unwrap()), haus.tisch.next_deadline());
    haus.vergehe(Duration::from_secs(50));
    haus.hoere(1);
    haus.da(1);
    assert!(haus.hoere(1).iter().any(|z| z.contains("Du bist dran")));
    assert_eq!(haus.tisch.entscheidung(haus.platz(1).unwrap()), nr);
    assert_eq!(haus.tisch.next_deadline(), end);
}

/// Whoever waited for a game when the server stopped has the grace time to return; then the seat is free.
#[test]
fn a_waiting_seat_is_kept_for_the_grace_time_after_a_restart() {
    let mut plan = Bauplan::<Russisch>::new(4, &[], &Vorrat::default());
    plan.e.warten = Duration::from_secs(900);
    let mut haus = Haus::new(plan, &[9000], 1);
    haus.setz(1);
    haus.neustart();
    haus.vergehe(Duration::from_secs(59));
    assert!(haus.platz(1).is_some());
    haus.vergehe(Duration::from_secs(2));
    assert!(haus.platz(1).is_none() && haus.tisch.is_idle());
}

/// Plays until Anna has laid her last card and only friends are left to play. Her thinking time plays for her.
fn up_to_her_last_card() -> Haus<Russisch> {
    // Whoever leads the last trick decides whether there is such a moment.
    for seed in 1..50 {
        let plan = Bauplan::new(4, &[("runden_standard", "5")], &Vorrat::default());
        let mut haus: Haus<Russisch> = Haus::new(plan, &[9000], seed);
        haus.setz(1);
        haus.sage(1, "los");
        haus.sage(1, "biete 100");
        while haus.tisch.laeuft() {
            let seen = haus.tisch.view(Viewer::Platz(haus.platz(1).unwrap()));
            if seen.is_some_and(|v| v.runde == 5 && v.phase == Phase::Spielen && v.blatt.is_empty())
            {
                return haus;
            }
            match haus.gedanken.pop_front() {
                Some(g) => {
                    haus.tun(Input::Gedacht { platz: g.platz, nr: g.nr, zug: g.zug });
                }
                None => haus.vergehe(Duration::from_secs(121)),
            }
        }
    }
    panic!("friends always play before her");
}

/// A game may end while a line is down for a moment, or just after a restart: the seat waits for the grace time all
/// the same (regeln.md G7).
#[test]
fn a_game_that_ends_in_a_short_absence_keeps_the_seat_for_the_grace_time() {
    let lines: [fn(&mut Haus<Russisch>); 2] = [|haus| haus.weg(1), |haus| haus.neustart()];
    for lose_line in lines {
        for comes_back in [true, false] {
            let mut haus = up_to_her_last_card();
            lose_line(&mut haus);
            haus.denke_fertig();
            assert!(!haus.tisch.laeuft(), "the friends end the game");
            haus.vergehe(Duration::from_secs(59));
            assert!(haus.platz(1).is_some());
            if comes_back {
                haus.da(1);
                haus.vergehe(Duration::from_secs(600));
            } else {
                haus.vergehe(Duration::from_secs(2));
            }
            assert_eq!(haus.platz(1).is_some(), comes_back);
        }
    }
}

/// The time after which a seat with chips is given up means nothing in a game with stakes: no deadline stays behind.
#[test]
fn a_long_absence_leaves_no_deadline_behind() {
    let mut haus = russisch(&[("runden_standard", "5")]);
    haus.setz(1);
    haus.sage(1, "los");
    haus.sage(1, "biete 100");
    haus.weg(1);
    for _ in 0..200 {
        haus.denke_fertig();
        haus.vergehe(Duration::from_secs(60));
    }
    assert!(haus.tisch.is_idle(), "friends have played it out");
    assert_eq!(haus.tisch.next_deadline(), None);
}

/// Whoever was away so long that the table rested is dealt in again when he is back.
#[test]
fn a_resting_table_goes_on_when_its_person_returns() {
    let mut haus = miwin();
    haus.setz(1);
    haus.sage(1, "los");
    haus.vergehe(Duration::from_secs(6));
    haus.weg(1);
    haus.vergehe(Duration::from_secs(61));
    for _ in 0..5 {
        haus.denke_fertig();
        haus.vergehe(Duration::from_secs(5));
    }
    let decks = haus.verlauf.iter().filter(|l| l.contains(" deck ")).count();
    haus.vergehe(Duration::from_secs(60));
    assert_eq!(haus.verlauf.iter().filter(|l| l.contains(" deck ")).count(), decks);
    haus.da(1);
    haus.vergehe(Duration::from_secs(6));
    assert_eq!(haus.verlauf.iter().filter(|l| l.contains(" deck ")).count(), decks + 1);
}

/// A purse that turned out to hold less than it did when its owner sat down: the offer is the same after a restart.
#[test]
fn what_a_purse_was_found_to_hold_is_in_the_journal() {
    let mut haus = russisch(&[]);
    haus.setz(1);
    haus.sage(1, "los");
    let house = haus.konten[&theaterkeller::taler::Geldkonto::Haus];
    haus.konten.insert(theaterkeller::taler::Geldkonto::Konto(1), 40);
    haus.konten.insert(theaterkeller::taler::Geldkonto::Haus, house + 8960);
    haus.hoere(1);
    haus.sage(1, "biete 500");
    assert_eq!(haus.hoere(1), ["Dafür brauchst Du 500 Taler, und Du hast 40 Taler."]);
    haus.neustart();
    haus.da(1);
    assert!(haus.hoere(1).iter().any(|z| z.contains("1 bis 40 Taler")));
    assert_eq!(haus.auf_dem_tisch(), 0);
}

/// A sitting may last for a whole day. What the table knows of earlier deals is with the house as soon as the next one
/// is dealt, in order and without a gap; the whole is checked when the sitting ends.
#[test]
fn a_sitting_hands_its_record_over_deal_by_deal() {
    let mut haus = miwin();
    haus.setz(1);
    haus.sage(1, "los");
    for deals in 1..=4 {
        while haus.verlauf.iter().filter(|l| l.contains(" deck ")).count() < deals {
            haus.denke_fertig();
            haus.vergehe(Duration::from_secs(1));
        }
        let seals = haus.aufzeichnung.iter().filter(|l| l.contains(r#""ev":"seal""#)).count();
        assert_eq!(seals, deals - 1, "all deals but the running one");
        if deals == 2 {
            haus.neustart();
            haus.da(1);
        }
    }
    haus.sage(1, "steh auf");
    haus.sage(1, "ja");
    assert_eq!(haus.protokolle.len(), 1);
    assert!(haus.aufzeichnung.is_empty());
}

/// However long people sit, the journal holds the running deal and the one before; the house sets the table up from that
/// alone each time, and compares. Somebody comes and goes, breaks off his line and sits out meanwhile.
fn a_long_sitting_has_a_short_journal<S: Tischspiel>(vorrat: &Vorrat, settled: &[&str]) {
    let mut haus: Haus<S> = Haus::new(Bauplan::new(3, &[], vorrat), &[9000, 9000], 1);
    haus.setz(1);
    for line in settled.iter().chain(&["tempo schnell", "los"]) {
        haus.sage(1, line);
    }
    let mut longest = 0;
    for deals in 1..=12 {
        while haus.verlauf.iter().filter(|l| l.contains(" deck ")).count() < deals {
            haus.denke_fertig();
            haus.vergehe(Duration::from_secs(1));
        }
        longest = longest.max(haus.journal.len());
        match deals {
            2 => haus.setz(2),
            4 => haus.weg(2),
            5 => haus.da(2),
            6 => {
                haus.sage(2, "pause");
            }
            8 => {
                haus.neustart();
                [1, 2].into_iter().for_each(|k| haus.da(k));
            }
            _ => {}
        }
    }
    // Word draws by cards for the first dealer.
    let dealt = haus.journal.iter().filter(|l| l.contains(" deck ")).count();
    assert_eq!(dealt, 2, "the running deal and the one before");
    assert!(haus.verlauf.len() > 3 * longest, "{} of {}", longest, haus.verlauf.len());
    assert_eq!(haus.tisch.tempo(), Tempo::Schnell);
    for konto in [1, 2] {
        haus.sage(konto, "steh auf");
        haus.sage(konto, "ja");
    }
    assert_eq!(haus.auf_dem_tisch(), 0);
    assert_eq!(haus.protokolle.len(), 1, "one record over all deals, in order");
    let head = &haus.protokolle[0][0];
    assert_eq!(head.contains(r#""ante":2"#), !settled.is_empty(), "{head}");
}

#[test]
fn the_journal_of_a_long_sitting_stays_short() {
    a_long_sitting_has_a_short_journal::<Miwin>(&Vorrat::default(), &[]);
    a_long_sitting_has_a_short_journal::<Word>(&Word::vorrat(), &["grundeinsatz 2"]);
}
