//! Where the money goes: stakes, leavers, the last person, tables that are broken off (regeln.md R16, R17, R26, R27,
//! G7, G8). That no Taler is made or lost is checked by the house after every input.

use std::time::Duration;

use theaterkeller::spiele::miwin::regeln::Miwin;
use theaterkeller::spiele::russisch::Russisch;
use theaterkeller::spiele::{Platz, Vorrat};
use theaterkeller::taler::Geldkonto;

use super::haus::{Bauplan, Haus};

/// Shortest games; all people sit, bids are asked for.
fn bidding(set: &[(&str, &str)], people: usize) -> Haus<Russisch> {
    let mut keys = vec![("runden_standard", "5")];
    keys.extend(set);
    bidding_at(Bauplan::new(4, &keys, &Vorrat::default()), people)
}

fn bidding_at(plan: Bauplan<Russisch>, people: usize) -> Haus<Russisch> {
    let mut haus = Haus::new(plan, &vec![5000; people], 3);
    for konto in 1..=i64::try_from(people).unwrap() {
        haus.setz(konto);
    }
    haus.sage(1, "los");
    haus
}

fn stake_of_100(set: &[(&str, &str)], people: usize) -> Haus<Russisch> {
    let mut haus = bidding(set, people);
    for konto in 1..=i64::try_from(people).unwrap() {
        haus.sage(konto, "biete 100");
    }
    haus
}

fn leave(haus: &mut Haus<Russisch>, konto: i64) {
    haus.sage(konto, "steh auf");
    haus.sage(konto, "ja");
}

/// People at the table stay silent until the game has ended.
fn silence(haus: &mut Haus<Russisch>) {
    while haus.tisch.laeuft() {
        haus.denke_fertig();
        let Some(at) = haus.tisch.next_deadline() else { break };
        haus.vergehe(at.saturating_sub(haus.jetzt));
    }
    assert!(!haus.tisch.laeuft(), "the game waits for ever");
}

fn house(haus: &Haus<Russisch>) -> i64 {
    haus.konten[&Geldkonto::Haus]
}

#[test]
fn the_lowest_bid_binds_and_the_rest_comes_back() {
    let mut haus = bidding(&[], 2);
    haus.sage(1, "biete 900");
    assert_eq!(haus.purse(1), 4100, "a bid is set aside at once");
    haus.sage(2, "biete 300");
    assert_eq!((haus.purse(1), haus.purse(2), haus.auf_dem_tisch()), (4700, 4700, 1200));
}

#[test]
fn bad_bids_are_refused_in_one_post_and_change_nothing() {
    let mut haus = bidding(&[], 1);
    let bad =
        ["-5", "1,5", "0", "", "99999999999999999999", "5001", "2000000", "alles", "1.5", "3 3"];
    for amount in bad {
        haus.hoere(1);
        haus.sage(1, &format!("biete {amount}"));
        let heard = haus.hoere(1);
        assert_eq!(heard.len(), 1, "{amount}: {heard:?}");
        assert_eq!((haus.purse(1), haus.auf_dem_tisch()), (5000, 0), "{amount}");
    }
    haus.sage(1, "biete 1.000 Taler");
    assert_eq!(haus.purse(1), 4000);
}

#[test]
fn whoever_has_bid_is_told_so_whatever_is_typed_after_biete() {
    let mut haus = bidding(&[], 2);
    haus.sage(1, "biete 900");
    for again in ["biete 50", "biete", "biete -5", "biete viel"] {
        haus.hoere(1);
        haus.sage(1, again);
        let heard = haus.hoere(1);
        assert!(heard.len() == 1 && heard[0].contains("schon geboten"), "{again}: {heard:?}");
        assert_eq!(haus.purse(1), 4100, "{again}");
    }
}

#[test]
fn who_is_silent_about_the_stake_pays_nothing_and_gives_up_the_seat() {
    let mut haus = bidding(&[], 2);
    haus.sage(1, "biete 100");
    haus.vergehe(Duration::from_secs(121));
    assert!(haus.platz(2).is_none() && haus.platz(1).is_some() && haus.tisch.laeuft());
    assert_eq!((haus.purse(2), haus.auf_dem_tisch()), (5000, 400));
}

/// Also where nobody has thinking time: whoever is gone can not be waited for.
#[test]
fn a_lost_line_does_not_hold_up_the_stakes() {
    let mut plan = Bauplan::new(4, &[], &Vorrat::default());
    plan.e.bedenkzeit = Duration::ZERO;
    let mut haus = bidding_at(plan, 2);
    haus.sage(1, "biete 100");
    haus.weg(2);
    haus.vergehe(Duration::from_secs(61));
    assert!(haus.platz(2).is_none());
    assert_eq!(haus.auf_dem_tisch(), 400);
}

#[test]
fn the_payout_of_a_leaver_falls_to_the_house() {
    let mut haus = stake_of_100(&[], 2);
    leave(&mut haus, 1);
    let before = house(&haus);
    silence(&mut haus);
    assert_eq!(haus.purse(1), 4900);
    assert_eq!(house(&haus) - before + haus.purse(2) - 4900, 400);
    assert!(haus.erfahrung.iter().all(|(konto, _)| *konto == 2), "a leaver has no experience");
}

#[test]
fn with_gutschrift_a_friend_plays_for_the_leaver() {
    let (mut paid, mut games) = (0, 0);
    for _ in 0..4 {
        let mut haus = stake_of_100(&[("verlassen", "gutschrift")], 3);
        games += 1;
        leave(&mut haus, 1);
        haus.rng = rand::SeedableRng::seed_from_u64(games);
        let before = house(&haus);
        silence(&mut haus);
        // Three purses and one friend share the pot of 400.
        let purses: i64 = (1..=3).map(|k| haus.purse(k) - 4900).sum();
        assert_eq!(house(&haus) - before + purses, 400);
        paid += haus.purse(1) - 4900;
    }
    assert!(paid > 0, "a leaver was never paid out");
}

/// A lost line is not leaving: the payout is his (G7, R27), and the game ends without him.
#[test]
fn a_lost_line_keeps_its_payout() {
    let mut haus = stake_of_100(&[], 1);
    haus.weg(1);
    let before = house(&haus);
    silence(&mut haus);
    assert_eq!(house(&haus) - before + haus.purse(1) - 4900, 400);
    assert_eq!(haus.erfahrung.len(), 1);
    assert!(haus.tisch.is_idle());
}

#[test]
fn with_the_last_person_the_game_ends_and_the_stakes_fall_to_the_house() {
    for set in [&[][..], &[("verlassen", "gutschrift")][..]] {
        let mut haus = stake_of_100(set, 1);
        haus.hoere(1);
        haus.sage(1, "steh auf");
        assert!(haus.hoere(1)[0].contains("fällt an das Haus"));
        let before = house(&haus);
        haus.sage(1, "ja");
        assert!(haus.tisch.is_idle() && !haus.tisch.laeuft());
        assert_eq!((house(&haus) - before, haus.purse(1)), (400, 4900));
        assert!(haus.kurier.is_empty() && haus.erfahrung.is_empty());
    }
}

/// Nobody loses what a friend plays for on his behalf because somebody else leaves.
#[test]
fn the_last_person_takes_nobody_elses_stake_along() {
    let mut haus = stake_of_100(&[("verlassen", "gutschrift")], 2);
    leave(&mut haus, 1);
    leave(&mut haus, 2);
    assert_eq!((haus.purse(1), haus.purse(2)), (5000, 4900));
}

/// `einsammeln = "befehl"`: who leaves without having paid is replaced, and the stakes are bid anew.
#[test]
fn leaving_before_paying_lets_all_bid_anew() {
    let mut haus = stake_of_100(&[("einsammeln", "befehl")], 2);
    assert_eq!(haus.auf_dem_tisch(), 200, "friends have paid");
    haus.sage(1, "gib oleg 100 taler");
    haus.sage(2, "steh auf");
    assert!(haus.platz(2).is_none());
    assert_eq!((haus.purse(1), haus.auf_dem_tisch()), (5000, 0));
    haus.sage(1, "biete 70");
    haus.sage(1, "gib oleg 70 taler");
    assert_eq!((haus.purse(1), haus.auf_dem_tisch()), (4930, 280));
    silence(&mut haus);
}

/// Of four people the first does not pay. The others' first bids mean nothing any more, wherever they sit.
#[test]
fn old_bids_do_not_count_when_all_bid_anew() {
    let mut haus = stake_of_100(&[("einsammeln", "befehl")], 4);
    for konto in [2, 3, 4] {
        haus.sage(konto, "gib oleg 100 taler");
    }
    haus.vergehe(Duration::from_secs(121));
    assert_eq!(haus.auf_dem_tisch(), 0);
    for konto in [2, 3] {
        haus.sage(konto, "biete 60");
    }
    assert_eq!(haus.auf_dem_tisch(), 0, "the fourth has not bid again");
    haus.sage(4, "biete 50");
    for konto in [2, 3, 4] {
        haus.sage(konto, "gib oleg 50 taler");
    }
    assert_eq!((haus.purse(2), haus.purse(4), haus.auf_dem_tisch()), (4950, 4950, 200));
}

/// A leaver whose stake came back because all bid anew has no part in the next stake.
#[test]
fn a_leaver_is_paid_out_once() {
    let set = [("einsammeln", "befehl"), ("verlassen", "gutschrift")];
    let mut haus = stake_of_100(&set, 3);
    haus.sage(1, "gib oleg 100 taler");
    leave(&mut haus, 1);
    haus.sage(2, "gib oleg 100 taler");
    haus.vergehe(Duration::from_secs(121));
    assert_eq!(haus.purse(1), 5000);
    haus.sage(2, "biete 40");
    haus.sage(2, "gib oleg 40 taler");
    silence(&mut haus);
    assert_eq!(haus.purse(1), 5000);
}

#[test]
fn breaking_off_pays_every_stake_back_in_every_phase() {
    let befehl = [("einsammeln", "befehl")];
    let mut tables = vec![bidding(&[], 2), stake_of_100(&[], 2), stake_of_100(&befehl, 2)];
    tables[0].sage(1, "biete 700");
    tables[2].sage(1, "gib oleg 100 taler");
    let mut long = stake_of_100(&[], 2);
    for _ in 0..6 {
        long.denke_fertig();
        long.vergehe(Duration::from_secs(120));
    }
    tables.push(long);
    for mut haus in tables {
        assert!(haus.tisch.laeuft());
        haus.abbrechen();
        assert_eq!((haus.purse(1), haus.purse(2), haus.auf_dem_tisch()), (5000, 5000, 0));
        assert!(!haus.tisch.laeuft());
    }
}

/// Chips that were bought for a sitting which has not begun yet are money, too.
#[test]
fn breaking_off_changes_all_chips_back() {
    for minutes in [0, 1, 2] {
        let plan = Bauplan::<Miwin>::new(3, &[], &Vorrat::default());
        let mut haus = Haus::new(plan, &[5000], 3);
        haus.setz(1);
        haus.vergehe(Duration::from_secs(minutes * 60));
        assert_eq!(haus.purse(1), 3000);
        haus.abbrechen();
        assert_eq!((haus.purse(1), haus.auf_dem_tisch()), (5000, 0), "after {minutes} min");
        assert!(haus.tisch.is_idle());
    }
}

#[test]
fn an_empty_purse_is_told_so_and_takes_no_seat() {
    let plan = Bauplan::<Russisch>::new(4, &[("einsatz_min", "1000")], &Vorrat::default());
    let mut haus = Haus::new(plan, &[999], 3);
    haus.setz(1);
    assert_eq!(haus.hoere(1), ["Dafür brauchst Du 1000 Taler, und Du hast 999 Taler."]);
    assert!(haus.platz(1).is_none());
    let plan = Bauplan::<Miwin>::new(2, &[], &Vorrat::default());
    let mut haus = Haus::new(plan, &[5000, 1999], 3);
    haus.setz(1);
    haus.sage(1, "los");
    haus.setz(2);
    assert_eq!(haus.hoere(2), ["Dafür brauchst Du 2000 Taler, und Du hast 1999 Taler."]);
    assert_eq!(haus.tisch.besetzung().len(), 2, "no friend made room for nothing");
    assert_eq!(haus.platz(1), Some(Platz(0)));
}
