//! Clocks: a warning once, then the mildest move; no clock outlives what it was for (regeln.md G6, G7).

use std::time::Duration;

use theaterkeller::spiele::miwin::Miwin;
use theaterkeller::spiele::russisch::Russisch;
use theaterkeller::spiele::word::Word;
use theaterkeller::spiele::{Platz, Spiel, Viewer, Vorrat};
use theaterkeller::tisch::{Input, Tischspiel};

use super::super::probe::world;
use super::haus::{Bauplan, Haus};

fn at_cards() -> Haus<Russisch> {
    let plan = Bauplan::new(4, &[("runden_standard", "5")], &Vorrat::default());
    let mut haus = Haus::new(plan, &[5000, 5000], 9);
    haus.setz(1);
    haus.setz(2);
    haus.sage(1, "los");
    haus.sage(1, "biete 100");
    haus.sage(2, "biete 100");
    haus
}

/// Somebody at the line is asked; friends have nothing left to say.
fn asked(haus: &mut Haus<Russisch>) -> (i64, Platz) {
    haus.denke_fertig();
    let mut seats = [1, 2].into_iter().filter_map(|k| Some((k, haus.platz(k)?)));
    seats.find(|(_, p)| haus.tisch.entscheidung(*p) > 0).expect("somebody is on")
}

fn play<S: Tischspiel>(haus: &mut Haus<S>, konto: i64, p: Platz) {
    let view = haus.tisch.view(Viewer::Platz(p)).unwrap();
    let line = S::options(&view).befehle[0].clone();
    haus.sage(konto, &line);
    haus.sage(konto, "ja");
}

#[test]
fn the_warning_comes_once_and_then_the_mildest_move() {
    let mut haus = at_cards();
    let (konto, p) = asked(&mut haus);
    let mildest = Russisch::mildest(&haus.tisch.view(Viewer::Platz(p)).unwrap());
    haus.hoere(konto);
    haus.vergehe(Duration::from_secs(99));
    assert!(haus.hoere(konto).is_empty());
    haus.vergehe(Duration::from_secs(2));
    assert_eq!(haus.hoere(konto), ["Du hast noch 20 Sekunden."]);
    haus.vergehe(Duration::from_secs(18));
    assert!(haus.hoere(konto).is_empty());
    haus.vergehe(Duration::from_secs(2));
    assert!(haus.hoere(konto)[0].contains("Deine Bedenkzeit ist um"));
    let line = format!("zug {} zeit {mildest}", p.0);
    assert!(haus.verlauf.iter().any(|l| l.ends_with(&line)), "{line}");
}

/// After a timeout the next move is simply played.
#[test]
fn a_timeout_takes_no_rights() {
    let mut haus = at_cards();
    let (konto, p) = asked(&mut haus);
    haus.vergehe(Duration::from_secs(120));
    let (konto, p) = if haus.tisch.laeuft() { asked(&mut haus) } else { (konto, p) };
    let nr = haus.tisch.entscheidung(p);
    play(&mut haus, konto, p);
    assert_ne!(haus.tisch.entscheidung(p), nr);
}

/// Lost, back after half the grace time, playing beyond its end: nobody takes over. Ten times.
#[test]
fn no_clock_of_an_absence_strikes_after_the_return() {
    let mut haus = at_cards();
    for _ in 0..10 {
        haus.weg(1);
        haus.vergehe(Duration::from_secs(30));
        haus.da(1);
        haus.vergehe(Duration::from_secs(40));
        assert!(!haus.verlauf.iter().any(|l| l.contains(" vertretung ")));
        let (konto, p) = asked(&mut haus);
        play(&mut haus, konto, p);
    }
}

/// The line is lost when "Du bist dran" was written; a friend plays on after the grace time, and the deadline
/// of the person strikes nobody. Back again, all rights are back.
#[test]
fn a_friend_plays_on_and_gives_the_seat_back() {
    let mut haus = at_cards();
    let (konto, p) = asked(&mut haus);
    haus.weg(konto);
    haus.vergehe(Duration::from_secs(61));
    assert!(haus.verlauf.iter().any(|l| l.contains(&format!(" vertretung {} ", p.0))));
    haus.vergehe(Duration::from_secs(100));
    assert!(!haus.verlauf.iter().any(|l| l.contains(" zeit ")), "a friend's thought is late");
    haus.da(konto);
    let nr = haus.tisch.entscheidung(p);
    assert!(nr > 0 && haus.hoere(konto).iter().any(|z| z.contains("Du bist dran")));
    let old = haus.gedanken.pop_front().expect("the friend was asked");
    assert!(old.nr < nr);
    haus.tun(Input::Gedacht { platz: old.platz, nr: old.nr, zug: old.zug });
    assert_eq!(haus.tisch.entscheidung(p), nr, "a thought of the friend comes too late");
    play(&mut haus, konto, p);
    assert_ne!(haus.tisch.entscheidung(p), nr);
}

/// Nobody says anything: warnings, mildest moves, the end, and then no deadline any more.
#[test]
fn a_game_of_silent_people_ends() {
    let mut haus = at_cards();
    while haus.tisch.laeuft() {
        haus.denke_fertig();
        let Some(at) = haus.tisch.next_deadline() else { break };
        haus.vergehe(at.saturating_sub(haus.jetzt));
    }
    assert!(!haus.tisch.laeuft());
    assert_eq!(haus.tisch.next_deadline(), None);
    assert_eq!(haus.auf_dem_tisch(), 0);
    assert_eq!(haus.erfahrung.len(), 2);
}

/// No thought of a friend ever comes back: at his deadline the table plays the rule's move for him and goes on.
fn friends_who_never_answer<S: Tischspiel>(set: &[(&str, &str)], stake: Option<&str>) {
    let plan = Bauplan::<S>::new(4, set, &world().vorrat);
    let mut haus = Haus::new(plan, &[5000], 9);
    haus.setz(1);
    haus.sage(1, "los");
    if let Some(stake) = stake {
        haus.sage(1, stake);
    }
    let mut ruled = 0;
    for _ in 0..400 {
        let views: Vec<_> =
            (0..4).map(Platz).filter_map(|p| Some((p, haus.asked_friend(p)?))).collect();
        haus.gedanken.clear();
        let lines = haus.verlauf.len();
        let Some(at) = haus.tisch.next_deadline() else { break };
        haus.vergehe(at.saturating_sub(haus.jetzt));
        for line in haus.verlauf.iter().skip(lines).filter(|l| l.contains(" freund ")) {
            let rule = |(p, v): &(Platz, S::View)| {
                line.ends_with(&format!("zug {} freund {}", p.0, S::ohne_denken(v)))
            };
            ruled += usize::from(views.iter().any(rule));
        }
    }
    assert!(ruled > 20, "{}: {ruled}", S::ID);
    assert!(haus.jetzt > Duration::from_secs(600), "{}: the table stands still", S::ID);
}

#[test]
fn a_friend_whose_thought_never_comes_back_plays_by_rule_in_time() {
    friends_who_never_answer::<Russisch>(&[("runden_standard", "5")], Some("biete 100"));
    friends_who_never_answer::<Miwin>(&[], None);
    friends_who_never_answer::<Word>(&[], None);
}

/// The server stops: no clock runs on.
#[test]
fn nothing_is_due_once_the_server_stops() {
    let mut haus = at_cards();
    haus.tun(Input::Anhalten);
    assert_eq!(haus.tisch.next_deadline(), None);
}
