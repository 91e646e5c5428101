//! Rules that no case file shows: who is left out, who comes and goes, what stays in the pot.

use super::*;
use crate::spiele::word::ansicht::Grund;
use crate::spiele::word::einstellungen::tests::shipped;
use crate::spiele::word::tests::{deal_to, dealt, table};

const HAENDE: [&str; 3] = ["B U M A E", "H A U S X", "QU A L E R"];

fn all(spiel: &mut Word, moves: &[(u8, &str)]) -> Out<Event> {
    let mut out = Out::new();
    for (p, zug) in moves {
        let done = spiel.play(Platz(*p), &zug.parse().unwrap(), &mut out);
        assert_eq!(done, Ok(()), "{zug}");
    }
    out
}

fn chips(spiel: &Word) -> Vec<i64> {
    spiel.kasse().plaetze
}

fn geber(spiel: &Word) -> Option<Platz> {
    spiel.view(Viewer::Zuschauer).geber
}

fn on(spiel: &Word) -> Vec<u8> {
    match spiel.awaits() {
        Awaits::Zug(set) => set.iter().map(|p| p.0).collect(),
        _ => Vec::new(),
    }
}

/// All of these seats stay in for 1 and 1, and nobody exchanges.
fn to_laying(spiel: &mut Word, order: &[u8]) {
    let first = |p: &u8| if *p == order[0] { "biete 1" } else { "annehmen" };
    for round in 0..2 {
        all(spiel, &order.iter().map(|p| (*p, first(p))).collect::<Vec<_>>());
        if round == 0 {
            all(spiel, &order.iter().map(|p| (*p, "tausche nichts")).collect::<Vec<_>>());
        }
    }
}

/// The dealer moves to the next who is there, and nobody deals twice because somebody sits out.
#[test]
fn the_dealer_moves_past_those_who_sit_out() {
    let mut t = table(shipped(), &[50; 3]);
    let mut order = Vec::new();
    for deal in 0..6 {
        t.sit_out(Platz(0), (1..4).contains(&deal));
        t.deal(&t.deck(), &mut Out::new());
        order.push(geber(&t).unwrap().0);
        while let Some(p) = on(&t).first() {
            all(&mut t, &[(*p, "steige aus")]);
        }
    }
    assert_eq!(order, [2, 1, 2, 1, 2, 0]);
    assert_eq!(t.kasse().summe(), 150);
}

/// Who is all-in wins what was paid into the pots it has a share in, and no more.
#[test]
fn a_short_seat_wins_the_main_pot_alone() {
    let mut t = table(shipped(), &[3, 20, 20]);
    deal_to(&mut t, &["J U X A E", "H A U S E", "E I X Q V"], "");
    all(&mut t, &[(0, "biete 2"), (1, "erhöhe auf 4"), (2, "annehmen")]);
    assert_eq!(on(&t), [0], "all-in seats still exchange, but are not asked to bet");
    all(&mut t, &[(0, "tausche nichts"), (1, "tausche nichts"), (2, "tausche nichts")]);
    all(&mut t, &[(1, "biete 1"), (2, "annehmen")]);
    let laid = [(0, "lege JUX"), (1, "lege HAUS"), (2, "lege EI")];
    all(&mut t, &laid);
    all(&mut t, &[(0, "weiter"), (1, "weiter"), (2, "weiter")]);
    // 3 from each for JUX (34), then 3 more from the two others for HAUS (31).
    assert_eq!(chips(&t), [9, 20, 14]);
}

/// W33, G3: no ante, no part in the deal; the chips stay where they are.
#[test]
fn a_seat_without_the_ante_sits_out() {
    let regeln = shipped().with(|w| w.grundeinsatz = 2);
    let mut t = table(&regeln, &[10, 10, 10]);
    t.rise(Platz(0), &mut Out::new());
    t.sit(Platz(0), 1, &mut Out::new());
    deal_to(&mut t, &HAENDE[..2], "");
    assert_eq!(chips(&t), [1, 8, 8]);
    assert!(t.view(Viewer::Platz(Platz(0))).hand.is_empty());
    let mut t = table(&regeln, &[10, 10]);
    t.rise(Platz(0), &mut Out::new());
    t.sit(Platz(0), 1, &mut Out::new());
    assert!(!t.ready());
    t.deal(&t.deck(), &mut Out::new());
    assert_eq!((t.awaits(), chips(&t)), (Awaits::Pause, vec![1, 10]));
}

/// W13: if the last raiser has gone, the next one still in begins the second round.
#[test]
fn the_second_round_begins_without_a_raiser_who_left() {
    let mut t = dealt(shipped(), &HAENDE, "");
    all(&mut t, &[(0, "biete 1"), (1, "erhöhe auf 2"), (2, "annehmen"), (0, "annehmen")]);
    let took = t.rise(Platz(1), &mut Out::new());
    assert_eq!(took, 47);
    all(&mut t, &[(0, "tausche nichts"), (2, "tausche nichts")]);
    assert_eq!(on(&t), [2]);
}

/// G8: whoever leaves folds, even with the best word on the table.
#[test]
fn leaving_in_the_doubt_window_folds() {
    let mut t = dealt(shipped(), &HAENDE, "");
    to_laying(&mut t, &[0, 1, 2]);
    all(&mut t, &[(0, "lege BAUM"), (1, "lege HAUS"), (2, "kein wort")]);
    assert_eq!(on(&t), [0, 1, 2]);
    // BAUM is 8 + 2 + 4 + 5 + 15, three more than HAUS.
    assert_eq!(t.rise(Platz(0), &mut Out::new()), 47);
    assert_eq!(on(&t), [2], "the only word left is not for its owner to doubt");
    all(&mut t, &[(2, "weiter")]);
    assert_eq!(chips(&t), [0, 56, 47]);
}

/// W28: words that fall are no words; if all fall, the highest cards decide.
#[test]
fn when_all_words_fall_the_highest_card_decides() {
    let mut t = dealt(shipped(), &["B U M A E", "H A U S X"], "");
    to_laying(&mut t, &[0, 1]);
    all(&mut t, &[(0, "lege BUAM"), (1, "lege XAHU")]);
    let out = all(&mut t, &[(0, "zweifle platz 2 an"), (1, "zweifle platz 1 an")]);
    let told = out.iter().any(|e| {
        matches!(e.for_record(), Event::Pott { punkte: 12, grund: Grund::HoechsteKarte, .. })
    });
    assert!(told, "X has 12 points, B has 8");
    assert_eq!(chips(&t), [47, 53]);
    assert_eq!(
        t.play(Platz(0), &Zug::Zweifle(Platz(1)), &mut Out::new()),
        Err(Verstoss::Ausgezahlt)
    );
}

/// W27: whoever was wrong pays the other.
#[test]
fn a_wrong_doubt_costs_what_the_table_says() {
    let regeln = shipped().with(|w| w.anzweifeln_strafe = 4);
    let mut t = dealt(&regeln, &["B U M A E", "H A U S X"], "");
    to_laying(&mut t, &[0, 1]);
    all(&mut t, &[(0, "lege BAUM"), (1, "lege SHAU")]);
    all(&mut t, &[(1, "zweifle platz 1 an")]);
    assert_eq!(chips(&t), [51, 43]);
    all(&mut t, &[(0, "zweifle platz 2 an")]);
    assert_eq!(chips(&t), [55 + 6, 39], "and BAUM takes the pot of 6");
}

/// W35: what is left in the pot when the sitting ends goes to the winners of the last deal.
#[test]
fn the_last_remainder_is_not_lost() {
    let regeln = shipped().with(|w| (w.runden, w.grundeinsatz) = (1, 1));
    let mut t = dealt(&regeln, &["H A U S E", "H A U S X", "B B O O P"], "");
    all(&mut t, &[(0, "biete 1"), (1, "annehmen"), (2, "steige aus")]);
    all(&mut t, &[(0, "tausche nichts"), (1, "tausche nichts"), (0, "biete 1"), (1, "annehmen")]);
    all(&mut t, &[(0, "lege HAUS"), (1, "lege HAUS"), (0, "weiter"), (1, "weiter"), (2, "weiter")]);
    // Pot 7: 3 each, and the odd chip to the one nearest left of the dealer.
    assert_eq!((t.awaits(), chips(&t)), (Awaits::Over, vec![51, 50, 49]));
    assert_eq!(t.kasse().mitte, 0);
}

/// W6: the last one left is asked only where the table wants it.
#[test]
fn the_last_one_left_may_win_unasked() {
    let regeln = shipped().with(|w| w.letzter = Letzter::Gewinnt);
    let mut t = dealt(&regeln, &HAENDE, "");
    all(&mut t, &[(0, "steige aus"), (1, "steige aus")]);
    assert_eq!((t.awaits(), chips(&t)), (Awaits::Pause, vec![49, 49, 52]));
}

/// Seats that leave at any moment take nothing with them that lies in the middle.
#[test]
fn everybody_may_leave_at_once() {
    for steps in 0..12 {
        let mut t = dealt(shipped(), &HAENDE, "");
        for _ in 0..steps {
            let Some(p) = on(&t).first().copied() else { break };
            let view = t.view(Viewer::Platz(Platz(p)));
            let zug = match view.phase {
                Phase::Wetten1 | Phase::Wetten2 if view.moeglich.mit.is_some() => Zug::Annehmen,
                Phase::Wetten1 | Phase::Wetten2 => Zug::Biete(1),
                _ => Word::mildest(&view),
            };
            t.play(Platz(p), &zug, &mut Out::new()).unwrap();
        }
        let took: i64 = (0..3).map(|p| t.rise(Platz(p), &mut Out::new())).sum();
        assert_eq!((took, t.kasse().summe()), (150, 0), "after {steps} moves");
    }
}
