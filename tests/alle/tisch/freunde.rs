//! Friends at the table machine: who is a person changes nothing for them, they stop when the last person has gone, and
//! what they may speak of and remember is what everybody has seen.

use std::time::Duration;

use rand::SeedableRng;
use rand::rngs::ChaCha12Rng;
use theaterkeller::satz::Satz;
use theaterkeller::spiele::miwin::Miwin;
use theaterkeller::spiele::russisch::Russisch;
use theaterkeller::spiele::word::Word;
use theaterkeller::spiele::{Kasse, Reading, Stufe, Viewer, Wesen};
use theaterkeller::tisch::{Grund, Tischspiel};

use super::super::probe::world;
use super::haus::{Bauplan, Haus};

/// The wesen that every friend of these houses has.
const ALLE: Wesen = Wesen { stufe: Stufe::Leicht, ..Wesen::EVEN };

fn begun<S: Tischspiel>(people: i64, set: &[(&str, &str)]) -> Haus<S> {
    let mut plan = Bauplan::<S>::new(4, set, &world().vorrat);
    plan.e.freunde_bis = 4;
    let mut haus = Haus::new(plan, &[5000; 3], 9);
    haus.gleich = true;
    (1..=people).for_each(|k| haus.setz(k));
    haus.sage(1, "los");
    if S::KASSE == Kasse::Einsatz {
        (1..=people).for_each(|k| {
            haus.sage(k, "biete 100");
        });
    }
    haus
}

/// The person plays what a friend with the same chance would. `false`: he is not on.
fn plays_like_a_friend<S: Tischspiel>(haus: &mut Haus<S>, konto: i64) -> bool {
    let Some(p) = haus.platz(konto).filter(|p| haus.tisch.entscheidung(*p) > 0) else {
        return false;
    };
    let Some(view) = haus.tisch.view(Viewer::Platz(p)) else { return false };
    let zug = S::decide(&view, &ALLE, &mut haus.gedankenzufall(p));
    let words = std::iter::once(zug.to_string()).chain(S::options(&view).befehle);
    let means = |w: &String| S::read(&Satz::new(w), &view) == Reading::Zug(zug.clone());
    let line = words.into_iter().find(means).unwrap_or_else(|| panic!("how to say {zug}?"));
    haus.sage(konto, &line);
    if haus.tisch.entscheidung(p) > 0 {
        haus.sage(konto, "ja");
    }
    true
}

/// The moves of each seat at a table at which so many of the four are people.
fn moves<S: Tischspiel>(people: i64, set: &[(&str, &str)]) -> Vec<String> {
    let mut haus = begun::<S>(people, set);
    let mut moves = Vec::new();
    for _ in 0..400 {
        haus.denke_fertig();
        let person = (1..=people).any(|k| plays_like_a_friend(&mut haus, k));
        let played = haus.verlauf.iter().filter_map(|l| {
            let (_, zug) = l.split_once(" zug ")?;
            let mut words = zug.splitn(3, ' ');
            Some(format!("{} {}", words.next()?, words.nth(1)?))
        });
        moves = played.collect();
        if moves.len() >= 60 || !haus.tisch.laeuft() {
            break;
        }
        if !person && haus.gedanken.is_empty() {
            haus.vergehe(Duration::from_secs(6));
        }
    }
    moves.truncate(60);
    // Where several are asked at once it is open who answers first.
    moves.sort_by_key(|m| m.split(' ').next().map(str::to_string));
    moves
}

/// F2: whichever of them are people, the same cards and the same chance bring the same moves.
fn people_make_no_difference<S: Tischspiel>(set: &[(&str, &str)]) {
    let one = moves::<S>(1, set);
    assert!(one.len() > 20, "{}: {}", S::ID, one.len());
    for people in 2..=3 {
        assert_eq!(one, moves::<S>(people, set), "{}: {people} people", S::ID);
    }
}

#[test]
fn f2_friends_play_alike_whoever_is_a_person() {
    people_make_no_difference::<Russisch>(&[("runden_standard", "18")]);
    people_make_no_difference::<Miwin>(&[]);
    people_make_no_difference::<Word>(&[]);
}

/// Row NPC of the faults: friends go on for ever when the last person has gone.
fn friends_stop<S: Tischspiel>(gone: impl Fn(&mut Haus<S>)) {
    let set: &[(&str, &str)] =
        if S::KASSE == Kasse::Einsatz { &[("runden_standard", "5")] } else { &[] };
    let mut haus = begun::<S>(1, set);
    haus.denke_fertig();
    gone(&mut haus);
    for _ in 0..60 {
        haus.denke_fertig();
        haus.vergehe(Duration::from_secs(60));
    }
    assert!(haus.tisch.is_idle() && !haus.tisch.laeuft(), "{}", S::ID);
    assert_eq!(haus.tisch.next_deadline(), None, "{}: nothing wakes the table", S::ID);
    assert!(haus.gedanken.is_empty(), "{}: nobody thinks", S::ID);
    assert_eq!(haus.auf_dem_tisch(), 0, "{}", S::ID);
    haus.setz(1);
    assert!(haus.platz(1).is_some(), "{}: whoever comes back can play", S::ID);
}

#[test]
fn friends_do_not_go_on_for_ever_when_the_last_person_has_gone() {
    fn stands_up<S: Tischspiel>(haus: &mut Haus<S>) {
        haus.sage(1, "steh auf");
        haus.sage(1, "ja");
        assert!(!haus.tisch.laeuft(), "{}: on purpose ends it at once", S::ID);
    }
    fn leaves_the_house<S: Tischspiel>(haus: &mut Haus<S>) {
        haus.sage(1, "ende");
        haus.sage(1, "ja");
    }
    fn loses_the_line<S: Tischspiel>(haus: &mut Haus<S>) {
        haus.weg(1);
    }
    for gone in [stands_up, leaves_the_house, loses_the_line] {
        friends_stop::<Russisch>(gone);
    }
    for gone in [stands_up, leaves_the_house, loses_the_line] {
        friends_stop::<Miwin>(gone);
    }
    for gone in [stands_up, leaves_the_house, loses_the_line] {
        friends_stop::<Word>(gone);
    }
}

fn played_out() -> Haus<Russisch> {
    let mut haus = begun::<Russisch>(2, &[("runden_standard", "5")]);
    while haus.tisch.laeuft() {
        haus.denke_fertig();
        (1..=2).for_each(|k| {
            plays_like_a_friend(&mut haus, k);
        });
    }
    haus
}

/// Greetings for people alone, tricks for everybody, a winner at the end, and each person's evening.
#[test]
fn what_friends_may_speak_of_is_what_everybody_has_seen() {
    let haus = played_out();
    let of = |grund| haus.momente.iter().filter(move |m| m.grund == grund);
    let greeted: Vec<&str> = of(Grund::Kommt).map(|m| m.wer.as_str()).collect();
    assert_eq!(greeted, ["Anna", "Bert"]);
    // 1 to 5 cards in five rounds.
    assert_eq!(of(Grund::Holt).count(), 15);
    assert!(haus.momente.iter().all(|m| m.freunde == ["Vladim", "Elena"]));
    assert!(haus.momente.iter().all(|m| (m.mensch.is_none()) == (m.freunde.contains(&m.wer))));
    let friends = ["Vladim".to_string(), "Elena".to_string()];
    let evenings: Vec<i64> = haus.begegnungen.iter().map(|b| b.0).collect();
    assert_eq!(evenings, [1, 2]);
    for (konto, freunde, gewinn) in &haus.begegnungen {
        assert_eq!(freunde[..], friends);
        assert_eq!(*gewinn, haus.purse(*konto) - 5000, "konto {konto}");
    }
}

/// A table made from its journal says nothing anew.
#[test]
fn nobody_is_greeted_again_by_a_journal() {
    let mut haus = begun::<Russisch>(1, &[("runden_standard", "5")]);
    let before = haus.momente.len();
    assert!(before > 0);
    haus.neustart();
    haus.da(1);
    assert_eq!(haus.momente.len(), before);
}

/// The same chance for the same decision, whatever happened before.
pub(super) fn chance(zweck: u64) -> ChaCha12Rng {
    ChaCha12Rng::seed_from_u64(zweck)
}
