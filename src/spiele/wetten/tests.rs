//! What a betting round must do, in both games' rules, and that no chip is ever made or lost.

use rand::rngs::ChaCha12Rng;
use rand::{RngExt, SeedableRng};

use super::*;

fn miwin(betrag: i64) -> Wettordnung {
    Wettordnung {
        eroeffnung: (betrag, betrag),
        erhoehung: Erhoehung::Um(1, betrag),
        schieben: Schieben::Frei,
        erhoehungen_max: 0,
        gezaehlt: Zaehlung::Runde,
        zu_wenig: ZuWenig::Nebentopf,
        letzter: Letzter::Gewinnt,
    }
}

fn word() -> Wettordnung {
    Wettordnung {
        eroeffnung: (1, 5),
        erhoehung: Erhoehung::Bis(5),
        schieben: Schieben::Nie,
        erhoehungen_max: 3,
        gezaehlt: Zaehlung::Runde,
        zu_wenig: ZuWenig::Nebentopf,
        letzter: Letzter::WirdGefragt,
    }
}

fn round(chips: &[i64], ordnung: Wettordnung) -> Wetten {
    let mut w = Wetten::new(chips.to_vec(), ordnung);
    w.begin_deal((0..chips.len()).map(Platz::at).collect());
    w.begin_round(ordnung, Platz(0));
    w
}

fn run(w: &mut Wetten, acts: &[(u8, Wette)]) {
    for (p, wette) in acts {
        w.play(Platz(*p), *wette).unwrap_or_else(|e| panic!("{p} {wette:?}: {e:?}"));
    }
}

use Wette::{Aus, Erhoehe, Mit, Setze, Weiter};

#[test]
fn all_weiter_ends_the_round_without_money() {
    let mut w = round(&[100; 3], miwin(10));
    run(&mut w, &[(0, Weiter), (1, Weiter)]);
    assert_eq!(w.ende(), None);
    run(&mut w, &[(2, Weiter)]);
    assert_eq!(w.ende(), Some(Wettende::Ausgeglichen));
    assert_eq!(w.mitte(), 0);
}

#[test]
fn who_said_weiter_is_asked_again_after_a_bet() {
    let mut w = round(&[100; 3], miwin(10));
    run(&mut w, &[(0, Weiter), (1, Setze(10)), (2, Mit)]);
    assert_eq!(w.dran(), Some(Platz(0)));
    assert_eq!(w.play(Platz(0), Weiter), Err(Wettverstoss::SchonGesetzt));
    run(&mut w, &[(0, Erhoehe(20)), (1, Mit), (2, Aus)]);
    assert_eq!(w.ende(), Some(Wettende::Ausgeglichen));
    assert_eq!(w.gesetzt(), [20, 20, 10]);
}

#[test]
fn amounts_outside_are_refused_and_change_nothing() {
    let mut w = round(&[100; 2], miwin(10));
    let before = w.clone();
    assert_eq!(w.play(Platz(0), Setze(9)), Err(Wettverstoss::Betrag { von: 10, bis: 10 }));
    assert_eq!(w.play(Platz(0), Mit), Err(Wettverstoss::NichtsGesetzt));
    assert_eq!(w.play(Platz(1), Weiter), Err(Wettverstoss::NichtDran));
    assert_eq!(w, before);
    run(&mut w, &[(0, Setze(10))]);
    for auf in [i64::MIN, -1, 10, 21, i64::MAX] {
        let got = w.play(Platz(1), Erhoehe(auf));
        assert_eq!(got, Err(Wettverstoss::Betrag { von: 11, bis: 20 }));
    }
}

#[test]
fn the_rest_goes_along_and_an_all_in_seat_is_never_asked() {
    let mut w = round(&[100, 7, 100], miwin(10));
    run(&mut w, &[(0, Setze(10))]);
    assert_eq!(w.moeglich(Platz(1)).mit, Some(7));
    let paid = w.play(Platz(1), Mit).unwrap();
    assert_eq!(paid, Gezahlt { betrag: 7, hoehe: 10, allin: true });
    run(&mut w, &[(2, Erhoehe(20)), (0, Mit)]);
    assert_eq!(w.ende(), Some(Wettende::Ausgeglichen));
    w.begin_round(miwin(10), Platz(1));
    assert_eq!(w.dran(), Some(Platz(2)), "its turn to open passes on");
}

#[test]
fn a_short_raise_reopens_the_betting() {
    let mut w = round(&[100, 13, 100], miwin(10));
    run(&mut w, &[(0, Setze(10)), (1, Erhoehe(13)), (2, Mit)]);
    assert_eq!(w.dran(), Some(Platz(0)));
    assert_eq!(w.moeglich(Platz(0)).erhoehe, Some((14, 23)));
}

#[test]
fn an_exact_raise_may_still_be_a_short_all_in() {
    let ordnung = Wettordnung { erhoehung: Erhoehung::Um(10, 10), ..miwin(10) };
    let mut w = round(&[100, 13, 100], ordnung);
    run(&mut w, &[(0, Setze(10))]);
    assert_eq!(w.moeglich(Platz(1)).erhoehe, Some((13, 13)));
}

#[test]
fn nobody_raises_against_seats_that_cannot_follow() {
    let mut w = round(&[10, 100], miwin(10));
    run(&mut w, &[(0, Setze(10))]);
    assert_eq!(w.play(Platz(1), Erhoehe(11)), Err(Wettverstoss::KeinGegner));
    run(&mut w, &[(1, Mit)]);
    w.begin_round(miwin(10), Platz(0));
    assert_eq!(w.ende(), Some(Wettende::Ausgeglichen), "one seat with chips does not bet alone");
}

#[test]
fn without_side_pots_a_short_seat_must_fold() {
    let ordnung = Wettordnung { zu_wenig: ZuWenig::Aussteigen, ..miwin(10) };
    let mut w = round(&[100, 7, 100], ordnung);
    run(&mut w, &[(0, Setze(10))]);
    assert_eq!(w.moeglich(Platz(1)), Moeglich::default());
    assert_eq!(w.play(Platz(1), Mit), Err(Wettverstoss::ZuWenig));
    run(&mut w, &[(1, Aus)]);
}

#[test]
fn what_nobody_matched_goes_back() {
    let mut w = round(&[100; 3], miwin(10));
    run(&mut w, &[(0, Setze(10)), (1, Erhoehe(18)), (2, Aus), (0, Aus)]);
    assert_eq!(w.ende(), Some(Wettende::EinerUebrig(Platz(1))));
    assert_eq!(w.give_back(), Some((Platz(1), 8)));
    assert_eq!(w.give_back(), None);
    assert_eq!(w.toepfe(0).iter().map(|t| t.betrag).sum::<i64>(), 20);
}

#[test]
fn the_bet_of_a_leaver_stays_and_must_still_be_matched() {
    let mut w = round(&[100; 3], miwin(10));
    run(&mut w, &[(0, Setze(10))]);
    assert_eq!(w.rise(Platz(0)), 90);
    assert_eq!(w.dran(), Some(Platz(1)));
    run(&mut w, &[(1, Mit), (2, Mit)]);
    assert_eq!(w.give_back(), None);
    assert_eq!(w.mitte(), 30);
}

#[test]
fn a_leaver_out_of_turn_does_not_move_the_turn() {
    let mut w = round(&[100; 4], miwin(10));
    run(&mut w, &[(0, Weiter)]);
    w.drop_out(Platz(3));
    assert_eq!(w.dran(), Some(Platz(1)));
    w.drop_out(Platz(1));
    assert_eq!(w.dran(), Some(Platz(2)));
    w.drop_out(Platz(2));
    assert_eq!(w.ende(), Some(Wettende::EinerUebrig(Platz(0))));
}

#[test]
fn word_knows_no_checking_and_three_raises() {
    let mut w = round(&[50; 3], word());
    assert_eq!(w.play(Platz(0), Weiter), Err(Wettverstoss::KeinSchieben));
    run(&mut w, &[(0, Setze(1)), (1, Erhoehe(2)), (2, Erhoehe(3)), (0, Erhoehe(4))]);
    assert_eq!(w.play(Platz(1), Erhoehe(5)), Err(Wettverstoss::KeineErhoehungMehr(3)));
    run(&mut w, &[(1, Mit), (2, Mit)]);
    assert_eq!(w.ende(), Some(Wettende::Ausgeglichen));
    assert_eq!((w.eroeffner(), w.erhoeher()), (Some(Platz(0)), Some(Platz(0))));
}

#[test]
fn raises_may_be_counted_by_player_and_the_bet_is_capped() {
    let ordnung = Wettordnung { gezaehlt: Zaehlung::Spieler, erhoehungen_max: 1, ..word() };
    let mut w = round(&[50; 2], ordnung);
    run(&mut w, &[(0, Setze(1)), (1, Erhoehe(2)), (0, Erhoehe(5))]);
    assert_eq!(w.play(Platz(1), Erhoehe(5)), Err(Wettverstoss::KeineErhoehungMehr(1)));
    let mut w = round(&[50; 2], word());
    run(&mut w, &[(0, Setze(5))]);
    assert_eq!(w.play(Platz(1), Erhoehe(6)), Err(Wettverstoss::HoechstesGebot(5)));
}

#[test]
fn the_last_one_is_still_asked_in_word() {
    let mut w = round(&[50; 3], word());
    run(&mut w, &[(0, Aus), (1, Aus)]);
    assert_eq!(w.dran(), Some(Platz(2)));
    let mut bids = w.clone();
    run(&mut bids, &[(2, Setze(3))]);
    assert_eq!(bids.ende(), Some(Wettende::EinerUebrig(Platz(2))));
    assert_eq!(bids.give_back(), Some((Platz(2), 3)));
    run(&mut w, &[(2, Aus)]);
    assert_eq!(w.ende(), Some(Wettende::AlleAus));
    let unasked = Wettordnung { letzter: Letzter::Gewinnt, ..word() };
    let mut w = round(&[50; 2], unasked);
    run(&mut w, &[(0, Aus)]);
    assert_eq!(w.ende(), Some(Wettende::EinerUebrig(Platz(1))));
}

fn random_order(rng: &mut ChaCha12Rng) -> Wettordnung {
    let base = if rng.random_bool(0.5) { miwin(rng.random_range(1..=12)) } else { word() };
    let zu_wenig = [ZuWenig::Nebentopf, ZuWenig::Aussteigen][rng.random_range(0..2)];
    let gezaehlt = [Zaehlung::Runde, Zaehlung::Spieler][rng.random_range(0..2)];
    Wettordnung { zu_wenig, gezaehlt, erhoehungen_max: rng.random_range(0..4), ..base }
}

fn random_wette(w: &Wetten, p: Platz, rng: &mut ChaCha12Rng) -> Wette {
    let m = w.moeglich(p);
    let mut all = vec![Aus];
    all.extend(m.weiter.then_some(Weiter));
    all.extend(m.mit.map(|_| Mit));
    all.extend(m.setze.map(|(a, b)| Setze(rng.random_range(a..=b))));
    all.extend(m.erhoehe.map(|(a, b)| Erhoehe(rng.random_range(a..=b))));
    all[rng.random_range(0..all.len())]
}

/// Plays one deal of up to three rounds at random and checks after every action.
fn random_deal(w: &mut Wetten, rng: &mut ChaCha12Rng, total: i64) {
    let seats = w.stapel().len();
    w.begin_deal((0..seats).map(Platz::at).filter(|p| w.stapel()[p.i()] > 0).collect());
    for p in w.dabei().iter() {
        w.ante(p, 1);
    }
    for _ in 0..3 {
        w.begin_round(random_order(rng), Platz::at(rng.random_range(0..seats)));
        let mut steps = 0;
        while let Some(p) = w.dran() {
            steps += 1;
            assert!(steps < 5000, "a round ends");
            if rng.random_ratio(1, 40) {
                w.drop_out(Platz::at(rng.random_range(0..seats)));
            } else {
                let wette = random_wette(w, p, rng);
                w.play(p, wette).unwrap_or_else(|e| panic!("{wette:?} was offered: {e:?}"));
            }
            assert!(w.stapel().iter().all(|c| *c >= 0));
            assert_eq!(w.stapel().iter().sum::<i64>() + w.mitte(), total);
        }
        w.give_back();
        if w.ende() != Some(Wettende::Ausgeglichen) {
            break;
        }
    }
}

#[test]
fn no_chip_is_made_or_lost_in_random_play() {
    for seed in 0..3000 {
        let mut rng = ChaCha12Rng::seed_from_u64(seed);
        let chips: Vec<i64> =
            (0..rng.random_range(2..=8)).map(|_| rng.random_range(1..=30)).collect();
        let total: i64 = chips.iter().sum();
        let mut w = Wetten::new(chips, miwin(5));
        random_deal(&mut w, &mut rng, total);
        let pots = w.toepfe(0);
        let middle = w.take_middle();
        assert_eq!(pots.iter().map(|t| t.betrag).sum::<i64>(), middle);
        for pot in pots {
            let mut winners: Vec<Platz> = pot.berechtigt.iter().collect();
            assert!(winners.iter().all(|p| w.dabei().contains(*p)));
            assert_eq!(winners.is_empty(), w.dabei().is_empty());
            if winners.is_empty() {
                winners.push(Platz(0));
            }
            for (p, n) in reihum(pot.betrag, &winners) {
                w.win(p, n);
            }
        }
        assert_eq!(w.stapel().iter().sum::<i64>(), total);
    }
}
