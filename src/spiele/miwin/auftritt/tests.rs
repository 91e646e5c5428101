//! Spelling and sentences: what is understood, what is asked back, and what a refusal says.

use super::super::einstellungen::Regeln;
use super::super::figuren::Figuren;
use super::*;
use crate::spiele::{Anfang, Out, Spiel, Viewer};
use crate::text::{Ansicht, Art, Laenge, render};

/// Seats 0 and 1; seat 0 is on first and holds the given hand.
fn table(hand: &str) -> Miwin {
    let anfang =
        Anfang { plaetze: 2, erster: Platz(1), einsatz: 0, runden: 0, steine: vec![Some(100); 2] };
    let mut game = Miwin::start(&Regeln::default(), &anfang);
    let own: Vec<Karte> = hand.split_whitespace().map(|k| k.parse().unwrap()).collect();
    let rest: Vec<Karte> = game.deck().into_iter().filter(|k| !own.contains(k)).collect();
    let mut order = Vec::new();
    for (i, k) in own.iter().enumerate() {
        order.extend([*k, rest[i]]);
    }
    order.extend(&rest[5..]);
    game.deal(&order, &mut Out::new());
    game
}

const HAND: &str = "0-9 3-7 5-5 2-8 1-4";

fn namen() -> Namen {
    Namen::new(vec!["Anna".to_string(), "Bert".to_string()], Some(Platz(0)))
}

fn view(game: &Miwin) -> View {
    game.view(Viewer::Platz(Platz(0)))
}

fn play(game: &mut Miwin, moves: &[(u8, &str)]) {
    for (p, zug) in moves {
        game.play(Platz(*p), &zug.parse().unwrap(), &mut Out::new()).unwrap();
    }
}

/// To the first opening: both stay in for nothing and keep their cards.
fn opening() -> Miwin {
    let mut game = table(HAND);
    let nothing = "tausche nichts";
    play(&mut game, &[(0, "weiter"), (1, "weiter"), (0, nothing), (1, nothing)]);
    play(&mut game, &[(0, "weiter"), (1, "weiter")]);
    game
}

/// What the typed line leads to: a move in its notation, a question, or a refusal.
fn typed(game: &mut Miwin, line: &str) -> String {
    let seen = view(game);
    match Miwin::read(&Satz::new(line), &seen) {
        Reading::NotMine => "nicht meins".to_string(),
        Reading::Ask(zeile) => zeile.wortlaut(),
        Reading::Zug(zug) => match game.clone().play(Platz(0), &zug, &mut Out::new()) {
            Ok(()) => zug.to_string(),
            Err(v) => Miwin::refuse(&v, &seen, &namen()).wortlaut(),
        },
    }
}

#[test]
fn bets_are_understood_in_many_spellings() {
    let mut game = table(HAND);
    let ten = ["setze", "Setze 10.", "setz 10 steine", "ich setze bitte zehn", "biete 10"];
    for line in ten.into_iter().chain(["setze mal zehn steine", "setze 10 ein", "setze eine 10"]) {
        assert_eq!(typed(&mut game, line), "setze 10", "{line}");
    }
    // One is one, and not the agreed amount.
    let one = typed(&mut game, "setze 1");
    assert_ne!(one, "setze 10");
    for line in ["setze einen stein", "ich setze bitte einen"] {
        assert_eq!(typed(&mut game, line), one, "{line}");
    }
    assert_eq!(typed(&mut game, "WEITER"), "weiter");
    for line in ["steige aus", "steig aus", "aussteigen"] {
        assert_eq!(typed(&mut game, line), "steige aus", "{line}");
    }
    for line in ["setz dich", "setze dich an tisch 2", "gehe nord", "sage weiter", "lege buch ab"] {
        assert_eq!(typed(&mut game, line), "nicht meins", "{line}");
    }
}

#[test]
fn a_raise_is_by_unless_it_says_auf() {
    let mut game = table(HAND);
    play(&mut game, &[(0, "weiter"), (1, "setze 10")]);
    for line in ["erhöhe 4", "erhoehe um 4", "erhöhe um vier steine", "erhöhe auf 14"] {
        assert_eq!(typed(&mut game, line), "erhöhe auf 14", "{line}");
    }
    assert_eq!(typed(&mut game, "erhöhe"), "erhöhe auf 20");
    for line in ["gehe mit", "geh mit", "mitgehen", "ziehe nach"] {
        assert_eq!(typed(&mut game, line), "gehe mit", "{line}");
    }
}

#[test]
fn refused_amounts_say_why_and_what_works() {
    let mut game = table(HAND);
    let genau = "Das ist kein möglicher Einsatz. Setzen kannst Du genau 10.";
    for line in ["setze 0", "setze 9", "setze 11"] {
        assert_eq!(typed(&mut game, line), genau, "{line}");
    }
    assert_eq!(
        typed(&mut game, "setze -5"),
        "Eine Zahl unter null geht hier nicht. Setzen kannst Du genau 10: setze 10."
    );
    assert_eq!(
        typed(&mut game, "erhöhe 3"),
        "Noch hat niemand gesetzt. Du kannst jetzt: weiter, setze 10 oder steige aus."
    );
    play(&mut game, &[(0, "weiter"), (1, "setze 10")]);
    let um = "Erhöhen kannst Du um 1 bis 10, also auf 11 bis 20.";
    assert_eq!(
        typed(&mut game, "erhöhe um -1"),
        format!("Eine Zahl unter null geht hier nicht. {um}")
    );
    assert_eq!(
        typed(&mut game, "erhöhe 99999999999999999999"),
        format!("Diese Zahl ist zu groß. {um}")
    );
    assert_eq!(
        typed(&mut game, "erhöhe 9223372036854775807"),
        format!("Diese Zahl ist zu groß. {um}")
    );
    assert_eq!(typed(&mut game, "erhöhe 15"), format!("Um so viel geht es nicht. {um}"));
    assert_eq!(
        typed(&mut game, "weiter"),
        "Es sind schon 10 gesetzt. Du kannst jetzt: gehe mit (kostet 10), erhöhe um 1 bis 10 \
         oder steige aus."
    );
}

#[test]
fn exchanges_are_read_by_place_or_card_and_refused_with_the_reason() {
    let mut game = table(HAND);
    play(&mut game, &[(0, "weiter"), (1, "weiter")]);
    for line in ["tausche 1 3", "tausche 1 und 3", "tausche karte 1, 3", "tausche 0-9 und 5-5"] {
        assert_eq!(typed(&mut game, line), "tausche 1 3", "{line}");
    }
    for line in ["tausche nichts", "tausche keine", "tausche keine Karte"] {
        assert_eq!(typed(&mut game, line), "tausche nichts", "{line}");
    }
    assert_eq!(
        typed(&mut game, "tausche 1 1"),
        "Karte 1 ist zweimal genannt. Nenne jede Karte nur einmal."
    );
    assert_eq!(
        typed(&mut game, "tausche 1 2 3 4 5"),
        "So viele Karten gehen nicht auf einmal, tauschen kannst Du höchstens 4 Karten."
    );
    assert_eq!(
        typed(&mut game, "tausche 6"),
        "Eine Karte 6 gibt es nicht. Nenne einen Platz von 1 bis 5."
    );
    assert!(typed(&mut game, "tausche 4-4").starts_with("Das sind keine Karten von Dir."));
    assert!(typed(&mut game, "tausche").starts_with("Nenne die Plätze der Karten"));
}

#[test]
fn laying_open_wants_a_card_and_its_wert() {
    let mut game = opening();
    for line in [
        "decke 2 als 7",
        "decke 2 auf als 7",
        "decke 3-7 auf mit Wert 7",
        "decke zweite Karte als sieben",
        "decke 2 7",
        "aufdecken 2 als 7",
        "lege 2 als 7",
    ] {
        assert_eq!(typed(&mut game, line), "decke 2 als 7", "{line}");
    }
    assert_eq!(typed(&mut game, "decke 3"), "decke 3 als 5", "a double has but one Wert");
    assert_eq!(typed(&mut game, "decke 2"), "Welche Zahl ist der Wert, 3 oder 7? decke 2 als 7.");
    assert_eq!(
        typed(&mut game, "decke 2 als 4"),
        "Karte 2 hat keine 4, sondern 3 und 7: decke 2 als 3 oder decke 2 als 7."
    );
    assert!(typed(&mut game, "decke").starts_with("Welche Karte deckst Du auf"));
    assert!(typed(&mut game, "setze 10").starts_with("Jetzt deckt jeder eine Karte auf."));
    play(&mut game, &[(0, "decke 2 als 7")]);
    let seen = view(&game);
    let said = Miwin::refuse(&Verstoss::NichtDran, &seen, &namen()).wortlaut();
    assert_eq!(said, "Du bist gerade nicht dran. Jetzt ist Bert dran.");
}

#[test]
fn open_cards_are_told_with_wert_and_farbe() {
    let lage = "7/3".parse().unwrap();
    let told = |p: u8| match &Miwin::tell(&Event::Deckt { platz: Platz(p), lage }, &namen())[..] {
        [Block::Satz(zeile)] => zeile.wortlaut(),
        other => panic!("{other:?}"),
    };
    assert_eq!(told(0), "Du deckst auf: Wert 7, Farbe 3.");
    assert_eq!(told(1), "Bert deckt auf: Wert 7, Farbe 3.");
}

#[test]
fn drawings_have_even_lines_and_show_the_wert_below() {
    let bild = worte::lage_bild("7/3".parse().unwrap(), String::new()).bild;
    assert_eq!(bild, ["+---+", "| 3 |", "|---|", "| 7 |", "+---+"]);
    let bild = hand_bild("3-7".parse().unwrap(), String::new()).bild;
    assert_eq!(bild, ["+---+---+", "| 3 | 7 |", "+---+---+"]);
}

#[test]
fn figures_are_said_with_their_numbers() {
    let f = Figuren::lesart("A").unwrap();
    let said = |cards: &str, kasus| {
        let hand: Vec<Gelegt> = cards.split_whitespace().map(|c| c.parse().unwrap()).collect();
        let wertung = f.bewerte(&hand);
        let figur = f.name(wertung.rang).to_string();
        figur_wort(&super::super::zug::Blattwert { hand, wertung, figur }, kasus)
    };
    let dativ = |cards| said(cards, Kasus::Dativ);
    assert_eq!(dativ("9/0 7/2 5/4 3/1 0/6"), "höchster Karte 9");
    assert_eq!(dativ("8/3 8/9 5/0 4/2 1/8"), "Paar 8");
    assert_eq!(dativ("9/3 9/2 4/2 4/8 1/0"), "zwei Paaren, 9 und 4");
    assert_eq!(said("9/3 9/2 4/2 4/8 1/0", Kasus::Akkusativ), "zwei Paare, 9 und 4");
    assert_eq!(dativ("6/1 6/5 6/9 3/0 2/8"), "Drilling 6");
    assert_eq!(dativ("3/9 4/1 5/0 6/6 7/2"), "Straße bis 7");
    assert_eq!(dativ("8/1 8/4 8/8 2/0 2/9"), "Full House, 8 und 2");
    assert_eq!(dativ("2/6 3/6 4/6 5/6 6/6"), "Grande bis 6 in Farbe 6");
    assert_eq!(dativ("5/1 6/1 7/1 8/1 9/1"), "Royal Flush in Farbe 1");
    assert_eq!(dativ("4/0 4/2 4/4 4/7 4/9"), "Top 4");
}

#[test]
fn a_fold_for_nothing_is_possible_but_neither_offered_nor_silent() {
    let mut game = table(HAND);
    let seen = view(&game);
    assert!(!Miwin::options(&seen).befehle.contains(&"steige aus".to_string()));
    assert!(Miwin::riskant(&Zug::Aus, &seen).is_some());
    assert_eq!(typed(&mut game, "steige aus"), "steige aus");
    play(&mut game, &[(0, "weiter"), (1, "setze 10")]);
    let seen = view(&game);
    assert!(Miwin::options(&seen).befehle.contains(&"steige aus".to_string()));
    assert_eq!(Miwin::riskant(&Zug::Aus, &seen), None);
    assert_eq!(Miwin::riskant(&Zug::Mit, &seen), None);
}

/// What the rules refuse is refused at once, however much it would be.
#[test]
fn only_a_bet_that_may_be_made_is_asked_back() {
    let mut game = opening();
    play(&mut game, &[(0, "decke 2 als 7"), (1, "decke 1 als 0")]);
    assert_eq!(Miwin::riskant(&Zug::Setze(100), &view(&game)), None);
    play(&mut game, &[(0, "weiter"), (1, "setze 10")]);
    assert_eq!(Miwin::riskant(&Zug::Erhoehe(100), &view(&game)), None);
}

#[test]
fn the_turn_says_what_lies_what_it_costs_and_what_may_be_typed() {
    let mut game = opening();
    play(&mut game, &[(0, "decke 2 als 7"), (1, "decke 1 als 0"), (0, "weiter"), (1, "setze 10")]);
    let heard = |laenge| {
        let ear = Ansicht { laenge, ..Ansicht::neu(Art::Leser) };
        render(&Miwin::turn(&view(&game), &namen()), &ear)
    };
    assert_eq!(
        heard(Laenge::Normal),
        "Du bist dran, bieten: gehe mit (kostet 10), erhöhe um 1 bis 10 oder steige aus. \
         Bert hat 10 gesetzt. Pott 10.\n\
         Du liegst vorn mit höchster Karte 7.\n",
        "what lies open was told when the betting began"
    );
    assert_eq!(
        heard(Laenge::Knapp),
        "Dran, bieten: gehe mit (kostet 10), erhöhe um 1 bis 10 oder steige aus. \
         Bert auf 10. Pott 10.\n\
         Du liegst vorn mit höchster Karte 7.\n"
    );
    assert!(heard(Laenge::Ausfuehrlich).contains("Dein Blatt, 4 Karten: erste Karte 0 und 9"));
}

#[test]
fn a_betting_round_begins_with_the_open_cards_and_who_leads_comes_first() {
    let mut game = opening();
    play(&mut game, &[(0, "decke 2 als 7"), (1, "decke 1 als 0")]);
    let said = render(&Miwin::turn(&view(&game), &namen()), &Ansicht::neu(Art::Leser));
    let open = "Du liegst vorn mit höchster Karte 7. Offen: Du Wert 7 Farbe 3. \
                Bert Wert 0 Farbe 0.\n";
    assert!(said.ends_with(open), "{said}");
}

/// To the own last exchange, both with their five cards open.
fn last_exchange() -> Miwin {
    let mut game = opening();
    while view(&game).phase != Phase::Letzter || view(&game).dran().is_none() {
        let on = view(&game).awaited.iter().next().expect("the deal goes on");
        let zug = Miwin::mildest(&game.view(Viewer::Platz(on)));
        game.play(on, &zug, &mut Out::new()).unwrap();
    }
    game
}

/// One card at most may go: whoever asks how is shown one place, and a place that there is not costs no turn.
#[test]
fn the_last_exchange_is_asked_for_one_place() {
    let mut game = last_exchange();
    let how = "Nenne den Platz der Karte, zum Beispiel tausche 4, oder tausche nichts.";
    assert_eq!(typed(&mut game, "tausche"), how);
    let none = "Eine Karte 0 gibt es nicht. Nenne einen Platz von 1 bis 5.";
    assert_eq!(typed(&mut game, "tausche 0"), none);
    assert_eq!(typed(&mut game, "tausche 0 karten"), "tausche nichts");
    let turn = render(&Miwin::turn(&view(&game), &namen()), &Ansicht::neu(Art::Leser));
    let want = "letzter Tausch: tausche eine offene Karte, zum Beispiel tausche 4, oder \
                tausche nichts.";
    assert!(turn.contains(want), "{turn}");
}

#[test]
fn a_card_given_away_no_longer_lies_open() {
    let mut game = last_exchange();
    let open = |game: &Miwin| open_line(&view(game), &namen()).wortlaut();
    let last = offen_wort(&view(&game).offene()[4..])[0].wortlaut();
    let own = |line: String| line.split(" Bert ").next().unwrap_or_default().to_string();
    assert!(own(open(&game)).contains(&last), "{}", open(&game));
    assert!(open(&game).contains("vorn mit"));
    play(&mut game, &[(0, "tausche 5")]);
    assert!(!own(open(&game)).contains(&last), "{}", open(&game));
    assert!(!open(&game).contains("vorn mit"), "nobody leads until the new card lies");
}

#[test]
fn small_questions_have_one_line() {
    let game = opening();
    let seen = view(&game);
    use Frage::{Dabei, Dran, Einsatz, Geber, Grenzen, Karte, Kosten, Pott, Punkte, Wert};
    for frage in [Dabei, Dran, Einsatz, Geber, Grenzen, Karte(2), Kosten, Pott, Punkte, Wert] {
        let blocks = Miwin::answer(frage, &seen, &namen()).unwrap();
        let [Block::Satz(line)] = blocks.as_slice() else { panic!("{frage:?}: {blocks:?}") };
        assert!(line.wortlaut().ends_with('.'), "{frage:?}");
    }
    let said = |frage| match &Miwin::answer(frage, &seen, &namen()).unwrap()[..] {
        [Block::Satz(line)] => line.wortlaut(),
        other => panic!("{other:?}"),
    };
    assert_eq!(said(Karte(2)), "Karte 2: 3 und 7.");
    // No number of 0 9, 3 7, 5 5, 2 8, 1 4 comes twice, and 1 2 3 5 lacks its 4.
    assert_eq!(
        said(Wert),
        "Am besten gelegt: höchste Karte 9. Dazu: Wert 9 Farbe 0, Wert 7 Farbe 3, \
         Wert 5 Farbe 5, Wert 8 Farbe 2, Wert 4 Farbe 1."
    );
}

#[test]
fn a_spectator_hears_the_same_without_the_hand() {
    let mut game = table(HAND);
    play(&mut game, &[(0, "setze 10")]);
    let watcher = Namen::new(namen().namen, None);
    let blocks = Miwin::answer(Frage::Stand, &game.view(Viewer::Zuschauer), &watcher).unwrap();
    let said: Vec<String> = blocks
        .iter()
        .map(|b| match b {
            Block::Satz(line) => line.wortlaut(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(
        said,
        [
            "Spiel 1, Wettrunde 1. Bert gibt.",
            "Anna hat 10 gesetzt. Pott 10.",
            "Steine: Anna 90, Bert 100.",
            "Bert ist dran: Wettrunde 1.",
        ]
    );
}

#[test]
fn no_typed_line_stops_the_table() {
    let pieces = [
        "setze",
        "erhöhe",
        "um",
        "auf",
        "tausche",
        "decke",
        "als",
        "lege",
        "drehe",
        "0",
        "-1",
        "99",
        "300",
        "3-7",
        "7/3",
        "a-b",
        "99999999999999999999",
        "nichts",
        "zweite",
        "ä",
        "[",
        ",",
    ];
    let mut games = vec![table(HAND), opening()];
    let mut exchange = table(HAND);
    play(&mut exchange, &[(0, "weiter"), (1, "weiter")]);
    games.push(exchange);
    for game in &mut games {
        for a in pieces {
            for b in pieces {
                for c in pieces {
                    assert!(!typed(game, &format!("{a} {b} {c}")).is_empty());
                }
            }
        }
    }
}
