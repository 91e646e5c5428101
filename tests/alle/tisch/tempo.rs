//! How fast friends play at a table, and which of their moves may wait for the next one to be told together.

use std::time::Duration;

use theaterkeller::spiele::miwin::Miwin;
use theaterkeller::spiele::russisch::Russisch;
use theaterkeller::spiele::word::regeln::Word;
use theaterkeller::spiele::{Platz, Viewer, Vorrat};
use theaterkeller::taler::Geldkonto;
use theaterkeller::tisch::{Input, Tempo, Tischspiel};

use super::super::probe::Probe;
use super::haus::{Bauplan, Haus};

fn running<S: Tischspiel>(vorrat: &Vorrat, plaetze: u8, people: i64) -> Haus<S> {
    let mut haus = Haus::new(Bauplan::new(plaetze, &[], vorrat), &[9000, 9000], 5);
    (1..=people).for_each(|konto| haus.setz(konto));
    haus.sage(1, "runden 5");
    haus.sage(1, "los");
    (1..=people).for_each(|konto| {
        haus.sage(konto, "biete 100");
    });
    haus.vergehe(Duration::from_secs(6));
    haus
}

/// The seat of the first of these people who is on.
fn person_on<S: Tischspiel>(haus: &Haus<S>, people: i64) -> Option<(i64, Platz)> {
    let seats = (1..=people).filter_map(|k| Some((k, haus.platz(k)?)));
    seats.into_iter().find(|(_, p)| haus.tisch.entscheidung(*p) > 0)
}

/// Plays a while; after every thought of a friend what he did may wait exactly if only friends are on.
fn waits_for_friends_alone<S: Tischspiel>(vorrat: &Vorrat, plaetze: u8, people: i64) {
    let mut haus = running::<S>(vorrat, plaetze, people);
    let (mut held, mut told) = (0, 0);
    for _ in 0..200 {
        let Some(g) = haus.gedanken.pop_front() else {
            match person_on(&haus, people) {
                Some((konto, p)) => {
                    let view = haus.tisch.view(Viewer::Platz(p)).unwrap();
                    haus.sage(konto, &S::mildest(&view).to_string());
                }
                None => haus.vergehe(Duration::from_secs(6)),
            }
            continue;
        };
        haus.hoere(1);
        let written = haus.verlauf.len();
        haus.tun(Input::Gedacht { platz: g.platz, nr: g.nr, zug: g.zug });
        if haus.hoere(1).is_empty() {
            continue;
        }
        // What a new deal brings is said at once.
        let dealt = haus.verlauf.iter().skip(written).any(|l| l.contains(" deck "));
        let friends_alone =
            !dealt && !haus.gedanken.is_empty() && person_on(&haus, people).is_none();
        let folgt = haus.leute[&Geldkonto::Konto(1)].folgt;
        assert_eq!(folgt, friends_alone, "{held} held, {told} told");
        held += u32::from(folgt);
        told += u32::from(!folgt);
    }
    assert!(held > 10 && told > 10, "{held} held, {told} told");
}

#[test]
fn a_friends_move_may_wait_for_the_next_friend_and_for_nobody_else() {
    waits_for_friends_alone::<Russisch>(&Vorrat::default(), 4, 1);
    waits_for_friends_alone::<Russisch>(&Vorrat::default(), 4, 2);
    waits_for_friends_alone::<Miwin>(&Vorrat::default(), 3, 1);
    waits_for_friends_alone::<Word>(&Word::vorrat(), 3, 1);
}

#[test]
fn whoever_sits_settles_the_pace_and_everybody_is_told() {
    let mut haus = running::<Russisch>(&Vorrat::default(), 4, 2);
    (1..=2).for_each(|k| drop(haus.hoere(k)));
    haus.sage(2, "tempo");
    let choice = "Wählen kannst Du tempo langsam, tempo normal oder tempo schnell.";
    let asked = format!("Die Freunde spielen hier so schnell, wie jeder mag. {choice}");
    assert_eq!(haus.hoere(2), [asked]);
    let before = haus.verlauf.len();
    haus.sage(2, "tempo rosa");
    assert_eq!(haus.hoere(2), [format!("Dieses Tempo gibt es nicht. {choice}")]);
    assert_eq!(haus.verlauf.len(), before, "nothing has changed");
    haus.sage(2, "langsamer");
    assert_eq!(haus.hoere(2), ["Du stellst das Tempo um: Die Freunde spielen jetzt langsam."]);
    assert_eq!(haus.hoere(1), ["Bert stellt das Tempo um: Die Freunde spielen jetzt langsam."]);
    assert_eq!(haus.tisch.tempo(), Tempo::Langsam);
    haus.neustart();
    assert_eq!(haus.tisch.tempo(), Tempo::Langsam, "a restart keeps it");
}

#[test]
fn the_pace_outlasts_a_game_and_its_journal() {
    let mut haus = running::<Russisch>(&Vorrat::default(), 4, 1);
    haus.sage(1, "tempo schnell");
    while haus.tisch.laeuft() {
        haus.denke_fertig();
        haus.vergehe(Duration::from_secs(200));
    }
    assert!(haus.journal.len() < 10, "the journal was cut short");
    haus.neustart();
    assert_eq!(haus.tisch.tempo(), Tempo::Schnell);
}
