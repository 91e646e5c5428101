//! What people hear, and the tables that these tests and those of reading sit at.

mod lesen;

use rand::{RngExt, SeedableRng, rngs::ChaCha12Rng, seq::SliceRandom};

use super::super::abrechnung::Abrechnung;
use super::super::karten::{Blatt, Farbe, Stich};
use super::super::regeln::Regeln;
use super::*;
use crate::spiele::{Anfang, Awaits, Out, Platz, Spiel, Viewer};
use crate::text::{Ansicht, Art, Laenge, render};

const NAMEN: [&str; 4] = ["Vladim", "Elena", "Sergej", "Anna"];
const ANNA: Platz = Platz(3);

fn namen(du: Option<Platz>) -> Namen {
    Namen::new(NAMEN.map(String::from).to_vec(), du)
}

fn start(runden: u32) -> Russisch {
    let anfang =
        Anfang { plaetze: 4, erster: Platz(0), einsatz: 1000, runden, steine: vec![None; 4] };
    Russisch::start(&Regeln::default(), &anfang)
}

fn karten(text: &str) -> Blatt {
    text.split_whitespace().map(|k| k.parse().unwrap()).collect()
}

fn wurf(text: &str) -> Wurf {
    match format!("spiele {text}").parse() {
        Ok(Zug::Spiele(w)) => w,
        _ => panic!("{text} is no card"),
    }
}

fn stich(text: &str) -> Stich {
    text.split(", ").filter(|t| !t.is_empty()).map(wurf).collect()
}

/// Anna is the last to announce in a round of seven cards.
fn ansagen() -> View {
    let mut game = start(18);
    game.deal(&game.deck(), &mut Out::new());
    let mut view = game.view(Viewer::Platz(ANNA));
    view.blatt = karten("K9 KD H7 HA P7 PK X8");
    (view.runde, view.karten, view.am_zug) = (7, 7, ANNA);
    view.ansagen = [Some(2), Some(1), Some(2), None];
    view
}

/// Anna is on, with these cards in her hand and those on the table.
fn spielen(hand: &str, tisch: &str) -> View {
    let mut view = ansagen();
    view.phase = Phase::Spielen;
    view.ansagen[3] = Some(3);
    view.stiche = [1, 0, 0, 1];
    view.blatt = karten(hand);
    view.stich = stich(tisch);
    view.vorhand = Platz::at(3 - view.stich.len());
    view.punkte = [12, -5, 40, 41];
    view
}

fn beispiel() -> View {
    spielen("KD H7 HA P7 X8", "H9, HK, X7")
}

fn reads(line: &str, view: &View) -> String {
    match Russisch::read(&Satz::new(line), view) {
        Reading::Zug(zug) => zug.to_string(),
        Reading::Ask(frage) => format!("? {}", frage.wortlaut()),
        Reading::NotMine => "-".into(),
    }
}

fn said(blocks: &[Block]) -> String {
    render(blocks, &Ansicht::neu(Art::Leser))
}

fn tells(event: &Event, du: Option<Platz>) -> String {
    said(&Russisch::tell(event, &namen(du)))
}

#[test]
fn the_picture_is_the_seeds_to_the_byte() {
    let mut view = beispiel();
    view.stich = stich("HK");
    view.vorhand = Platz(2);
    let names =
        Namen::new(["Vladim", "Spieler", "Elena", "Sergej"].map(String::from).to_vec(), Some(ANNA));
    let text = render(&Russisch::turn(&view, &names), &Ansicht::default());
    let wanted = "Jetzt musst Du eine Karte ausspielen.\n\
        Auf dem Tisch liegt diese Karte:\n\
        -------------------------------------------------------\n\
        \x20Vladim      : \n\
        \x20Spieler     : \n\
        \x20Elena       : Herz König\n\
        \x20Sergej      : \n\
        Stich 3 von 7. Herz ist gefordert, Elena führt.\n\
        Du musst Herz bedienen: Herz 7, Herz As. Oder Pik 7 hoch, oder Pik 7 niedrig. \
        Angesagt 3, gemacht 1. Zum Beispiel: spiele herz 7.\n";
    assert_eq!(text, wanted);
    view.stich = Stich::default();
    let text = render(&Russisch::turn(&view, &names), &Ansicht::default());
    assert!(text.contains("\nAuf dem Tisch liegt noch keine Karte:\n---"));
    view.stich = stich("HK, H9");
    let text = render(&Russisch::turn(&view, &names), &Ansicht::default());
    assert!(text.contains("\nAuf dem Tisch liegen diese Karten:\n---"));
}

#[test]
fn the_ear_hears_the_turn_in_two_lines() {
    assert_eq!(
        said(&Russisch::turn(&ansagen(), &namen(Some(ANNA)))),
        "Du bist dran: ansagen, zuletzt. Angesagt: Vladim 2, Elena 1, Sergej 2. \
         Du darfst alles von 0 bis 7 außer 2, zum Beispiel: ansage 0.\n\
         Dein Blatt, 7 Karten: Karo 9, Karo Dame, Herz 7, Herz As, Pik 7, Pik König, Kreuz 8.\n"
    );
    assert_eq!(
        said(&Russisch::turn(&beispiel(), &namen(Some(ANNA)))),
        "Du bist dran, Stich 3 von 7. Herz ist gefordert: Vladim Herz 9, Elena Herz König, \
         Sergej wirft Kreuz 7 ab. Elena führt.\n\
         Du musst Herz bedienen: Herz 7, Herz As. Oder Pik 7 hoch, oder Pik 7 niedrig. \
         Angesagt 3, gemacht 1. Zum Beispiel: spiele herz 7.\n"
    );
    let lead = spielen("H7 X8", "");
    assert_eq!(
        said(&Russisch::turn(&lead, &namen(Some(ANNA)))),
        "Du bist dran, Stich 3 von 7. Auf dem Tisch liegt noch keine Karte, Du spielst aus.\n\
         Du darfst jede Karte spielen: Herz 7, Kreuz 8. Angesagt 3, gemacht 1. \
         Zum Beispiel: spiele herz 7.\n"
    );
}

#[test]
fn brief_leaves_out_words_and_full_adds_the_hand() {
    let names = namen(Some(ANNA));
    let show = |view: &View, laenge| {
        let ansicht = Ansicht { laenge, ..Ansicht::neu(Art::Leser) };
        render(&Russisch::turn(view, &names), &ansicht)
    };
    assert_eq!(
        show(&beispiel(), Laenge::Knapp),
        "Dran, Stich 3 von 7. Herz: Vladim 9, Elena König führt, Sergej Kreuz 7. \
         Erlaubt: Herz 7, Herz As, Pik 7 hoch oder niedrig. 1 von 3.\n"
    );
    assert!(show(&ansagen(), Laenge::Knapp).starts_with(
        "Dran, ansagen, zuletzt. Angesagt: Vladim 2, Elena 1, Sergej 2. \
         Erlaubt: alles von 0 bis 7 außer 2.\n"
    ));
    let full = show(&beispiel(), Laenge::Ausfuehrlich);
    assert!(full.contains("Dein Blatt, 5 Karten: Karo Dame"));
    assert!(full.contains("Elena: 1 angesagt, 0 gemacht, gesamt minus 5."));
}

#[test]
fn the_table_says_who_threw_away_and_who_took_with_karo() {
    let mut view = spielen("X8", "H9, K7, P7 niedrig");
    let table = |v: &View, du| said(&Russisch::answer(Frage::Tisch, v, &namen(du)).unwrap());
    assert_eq!(
        table(&view, None),
        "Stich 3 von 7. Herz ist gefordert: Vladim Herz 9, Elena sticht mit Karo 7, \
         Sergej wirft Pik 7 niedrig ab. Elena führt. Anna ist dran.\n"
    );
    assert!(table(&view, Some(Platz(1))).contains("Du stichst mit Karo 7"));
    assert!(table(&view, Some(Platz(1))).contains(" Du führst. "));
    assert!(table(&view, Some(Platz(2))).contains("Du wirfst Pik 7 niedrig ab"));
    view.stich = stich("P7 hoch, HA, K7");
    assert!(table(&view, None).contains(
        "Keine Farbe ist gefordert: Vladim Pik 7 hoch, Elena Herz As, Sergej Karo 7. Vladim führt."
    ));
}

#[test]
fn the_duty_is_named_with_its_reason() {
    for (hand, tisch, wanted) in [
        ("H7 KA", "H9", "Du musst Herz bedienen: Herz 7."),
        ("KA K7 P8", "H9", "Du hast kein Herz und musst mit Karo stechen: Karo 7, Karo As."),
        (
            "P8 X8",
            "H9",
            "Du hast weder Herz noch Karo und darfst jede Karte spielen: Pik 8, Kreuz 8.",
        ),
        ("P8 X8", "K9", "Du hast kein Karo und darfst jede Karte spielen: Pik 8, Kreuz 8."),
        (
            "P7 K8",
            "P9",
            "Außer der Pik 7 hast Du kein Pik und musst mit Karo stechen: Karo 8. \
             Oder Pik 7 hoch, oder Pik 7 niedrig.",
        ),
        (
            "P7 H8",
            "P9",
            "Außer der Pik 7 hast Du weder Pik noch Karo und darfst jede Karte spielen: Herz 8. \
             Oder Pik 7 hoch, oder Pik 7 niedrig.",
        ),
        ("P7", "", "Du darfst jede Karte spielen: Pik 7 hoch oder Pik 7 niedrig."),
        ("H8 X8", "P7 hoch", "Du darfst jede Karte spielen: Herz 8, Kreuz 8."),
        ("P8 X8", "P7 niedrig", "Du musst Pik bedienen: Pik 8."),
    ] {
        let view = spielen(hand, tisch);
        let text = said(&Russisch::turn(&view, &namen(Some(ANNA))));
        assert!(text.contains(&format!("{wanted} Angesagt")), "{hand} on {tisch}: {text}");
    }
}

#[test]
fn house_rules_are_named_too() {
    let with = |change: fn(&mut Regeln), hand: &str, tisch: &str| {
        let mut view = spielen(hand, tisch);
        let mut regeln = Regeln::default();
        change(&mut regeln);
        view.regeln = std::sync::Arc::new(regeln);
        said(&Russisch::turn(&view, &namen(Some(ANNA))))
    };
    let over = with(|r| r.ueberstechen_pflicht = true, "K7 KA", "H9, K8");
    assert!(over.contains("Du hast kein Herz und musst mit einem höheren Karo stechen: Karo As."));
    let forced = with(|r| r.pik7_zaehlt_als_pik = true, "P7 K8", "P9");
    assert!(
        forced.contains("Außer der Pik 7 hast Du kein Pik und musst sie spielen: Pik 7 hoch oder")
    );
}

#[test]
fn refusals_give_the_reason_and_what_would_work() {
    let refuse =
        |v: Verstoss, view: &View| Russisch::refuse(&v, view, &namen(Some(ANNA))).wortlaut();
    let help = "Du musst Herz bedienen: Herz 7, Herz As. Oder Pik 7 hoch, oder Pik 7 niedrig.";
    let mut waiting = beispiel();
    waiting.am_zug = Platz(1);
    let mut over = beispiel();
    over.phase = Phase::Ende;
    let darf = "Du darfst alles von 0 bis 7 außer 2, zum Beispiel: ansage 0.";
    for (verstoss, view, wanted) in [
        (Verstoss::NichtDran, &waiting, "Noch bist Du nicht dran, zuerst kommt Elena.".to_string()),
        (Verstoss::Bedienen(Farbe::Herz), &beispiel(), help.to_string()),
        (
            Verstoss::KarteFehlt("X7".parse().unwrap()),
            &beispiel(),
            format!("Kreuz 7 hast Du nicht. {help}"),
        ),
        (
            Verstoss::JetztSpielen,
            &beispiel(),
            format!("Angesagt ist schon, jetzt werden Karten gespielt. {help}"),
        ),
        (Verstoss::JetztAnsagen, &ansagen(), format!("Erst wird angesagt, dann gespielt. {darf}")),
        (
            Verstoss::AnsageVerboten { n: 2 },
            &ansagen(),
            format!("Die letzte Ansage darf nicht 2 sein. {darf}"),
        ),
        (
            Verstoss::AnsageZuHoch { karten: 7 },
            &ansagen(),
            format!("Du kannst 0 bis 7 Stiche ansagen. {darf}"),
        ),
        (Verstoss::Ruhe, &over, "Das Spiel ist schon zu Ende.".to_string()),
        (
            Verstoss::Stechen { gefordert: Farbe::Kreuz },
            &spielen("K8 P9", "X9"),
            "Du hast kein Kreuz und musst mit Karo stechen: Karo 8.".to_string(),
        ),
    ] {
        assert_eq!(refuse(verstoss, view), wanted, "{verstoss:?}");
    }
}

#[test]
fn the_range_of_announcements_is_said_in_words() {
    let range = |karten: u8, gesagt: [u8; 3]| {
        let mut view = ansagen();
        view.karten = karten;
        view.ansagen = [Some(gesagt[0]), Some(gesagt[1]), Some(gesagt[2]), None];
        lage::ansage_bereich(&view)
    };
    assert_eq!(range(1, [0, 0, 0]), "nur 0");
    assert_eq!(range(1, [1, 0, 0]), "nur 1");
    assert_eq!(range(1, [1, 1, 0]), "0 oder 1");
    assert_eq!(range(2, [1, 0, 0]), "0 oder 2");
    assert_eq!(range(3, [3, 0, 0]), "alles von 1 bis 3");
    assert_eq!(range(3, [0, 0, 0]), "alles von 0 bis 2");
    assert_eq!(range(7, [4, 4, 0]), "alles von 0 bis 7");
}

fn ende(gesamt: [i64; 4], auszahlung: [i64; 4], haus: i64) -> Event {
    Event::Ende { einsatz: 1000, gesamt, abrechnung: Abrechnung { auszahlung, haus } }
}

#[test]
fn events_speak_to_the_seat_and_of_the_others() {
    let stich = |platz, gemacht, nr| Event::Stich {
        platz,
        wurf: wurf("HA"),
        nr,
        von: 7,
        gemacht,
        angesagt: 3,
    };
    for (event, du, other) in [
        (
            Event::RundeBeginnt { runde: 3, runden: 18, karten: 3, eroeffner: ANNA },
            "Runde 3 von 18, 3 Karten für jeden. Du eröffnest.\n",
            "Runde 3 von 18, 3 Karten für jeden. Anna eröffnet.\n",
        ),
        (
            Event::Ansage { platz: ANNA, n: 0 },
            "Du sagst keinen Stich an.\n",
            "Anna sagt keinen Stich an.\n",
        ),
        (
            Event::Ansage { platz: ANNA, n: 1 },
            "Du sagst einen Stich an.\n",
            "Anna sagt einen Stich an.\n",
        ),
        (
            Event::Ansage { platz: ANNA, n: 2 },
            "Du sagst 2 Stiche an.\n",
            "Anna sagt 2 Stiche an.\n",
        ),
        (
            Event::Wurf { platz: ANNA, wurf: wurf("P7 hoch") },
            "Du spielst Pik 7 hoch.\n",
            "Anna spielt Pik 7 hoch.\n",
        ),
        (
            stich(ANNA, 2, 3),
            "Du gewinnst Stich 3 mit Herz As, jetzt 2 von 3. Du spielst aus.\n",
            "Anna gewinnt Stich 3 mit Herz As, jetzt 2 von 3. Anna spielt aus.\n",
        ),
        (
            stich(ANNA, 4, 7),
            "Du gewinnst Stich 7 mit Herz As, jetzt 4 statt 3.\n",
            "Anna gewinnt Stich 7 mit Herz As, jetzt 4 statt 3.\n",
        ),
        (
            Event::Blatt { blatt: karten("H7") },
            "Dein Blatt, 1 Karte: Herz 7.\n",
            "Dein Blatt, 1 Karte: Herz 7.\n",
        ),
    ] {
        assert_eq!(tells(&event, Some(ANNA)), du);
        assert_eq!(tells(&event, None), other);
    }
}

#[test]
fn a_round_ends_with_a_row_for_each_the_own_first() {
    let event = Event::RundeEndet {
        runde: 7,
        ansagen: [2, 1, 2, 3],
        stiche: [1, 3, 0, 3],
        punkte: [-5, 1, -10, 20],
        gesamt: [48, 48, -10, 61],
    };
    assert_eq!(
        tells(&event, Some(ANNA)),
        "Runde 7 vorbei.\n\
         Du: 3 angesagt, 3 gemacht, 20 Punkte, gesamt 61, Platz 1.\n\
         Vladim: 2 angesagt, 1 gemacht, minus 5 Punkte, gesamt 48, Platz 2.\n\
         Elena: 1 angesagt, 3 gemacht, 1 Punkt, gesamt 48, Platz 2.\n\
         Sergej: 2 angesagt, 0 gemacht, minus 10 Punkte, gesamt minus 10, Platz 4.\n"
    );
    let eye = render(&Russisch::tell(&event, &namen(Some(ANNA))), &Ansicht::default());
    assert_eq!(eye.lines().nth(1), Some("Name    angesagt  gemacht  Punkte  gesamt  Platz"));
    assert_eq!(eye.lines().nth(2), Some("Du             3        3      20      61      1"));
}

#[test]
fn the_end_says_what_oleg_pays() {
    let event = ende([100, 60, 40, 20], [2286, 1143, 571, 0], 0);
    assert_eq!(
        tells(&event, Some(Platz(0))),
        "Das Spiel ist zu Ende. Die meisten Punkte: Du, 100.\n\
         Oleg zahlt Dir 2286 Taler aus.\n\
         Oleg zahlt Elena 1143 Taler aus. Oleg zahlt Sergej 571 Taler aus. \
         Anna hat die wenigsten Punkte und bekommt nichts zurück.\n"
    );
    assert!(
        tells(&event, Some(ANNA))
            .contains("\nDu hast die wenigsten Punkte und bekommst nichts zurück.\n")
    );
    let tie = tells(&ende([50, 50, 0, 0], [2000, 2000, 0, 0], 0), None);
    assert!(tie.contains("Die meisten Punkte: Vladim und Elena, 50."));
    assert!(
        tie.contains("Sergej hat die wenigsten Punkte und bekommt nichts zurück. Anna hat die")
    );
    let house = tells(&ende([90, 10, -5, -9], [3880, 0, 0, 0], 120), Some(Platz(1)));
    assert!(house.contains("\nDu bekommst nichts zurück.\n"));
    assert!(house.ends_with(" Oleg behält 120 Taler.\n"));
    let even = tells(&ende([5; 4], [1000; 4], 0), Some(ANNA));
    assert_eq!(
        even,
        "Das Spiel ist zu Ende. Alle haben gleich viele Punkte, nämlich 5, und jeder bekommt \
         seinen Einsatz zurück, 1000 Taler.\n"
    );
}

const FRAGEN: [Frage; 13] = [
    Frage::Blatt,
    Frage::Karte(2),
    Frage::Tisch,
    Frage::Stand,
    Frage::Dran,
    Frage::WasKannIch,
    Frage::Pott,
    Frage::Grenzen,
    Frage::Punkte,
    Frage::Geber,
    Frage::Dabei,
    Frage::Einsatz,
    Frage::Stiche,
];

#[test]
fn small_questions_have_small_answers() {
    let view = beispiel();
    let ask = |f, v: &View| said(&Russisch::answer(f, v, &namen(v.ich)).unwrap());
    for (frage, wanted) in [
        (Frage::Blatt, "Dein Blatt, 5 Karten: Karo Dame, Herz 7, Herz As, Pik 7, Kreuz 8.\n"),
        (Frage::Karte(3), "Karte 3 von 5: Herz As.\n"),
        (Frage::Karte(6), "Du hast nur 5 Karten, eine 6. ist nicht dabei.\n"),
        (Frage::Dran, "Du bist dran: Stich 3 von 7.\n"),
        (
            Frage::WasKannIch,
            "Du kannst: spiele herz 7, spiele herz as, spiele pik 7 hoch, spiele pik 7 niedrig.\n",
        ),
        (Frage::Pott, "Im Pott liegen 4000 Taler, von jedem 1000 Taler.\n"),
        (Frage::Einsatz, "Der Einsatz beträgt 1000 Taler für jeden.\n"),
        (Frage::Grenzen, "In dieser Runde kann jeder 0 bis 7 Stiche ansagen.\n"),
        (Frage::Punkte, "Punkte: Du 41, Vladim 12, Elena minus 5, Sergej 40.\n"),
        (Frage::Stiche, "Stiche: Du 1 von 3, Vladim 1 von 2, Elena 0 von 1, Sergej 0 von 2.\n"),
        (Frage::Geber, "Runde 7 eröffnet Vladim.\n"),
        (Frage::Dabei, "Am Tisch sitzen im Uhrzeigersinn: Vladim, Elena, Sergej und Du.\n"),
    ] {
        assert_eq!(ask(frage, &view), wanted);
    }
    assert!(Russisch::answer(Frage::Kosten, &view, &namen(None)).is_none());
    let mut spectator = view.clone();
    (spectator.ich, spectator.blatt) = (None, Blatt::EMPTY);
    assert_eq!(ask(Frage::Blatt, &spectator), "Wer zuschaut, hat keine Karten.\n");
    assert_eq!(ask(Frage::Dran, &spectator), "Anna ist dran: Stich 3 von 7.\n");
}

/// Every view of a game that is played to the end, at every step.
fn every_view(seed: u64, mut each: impl FnMut(&Russisch, &View, Viewer)) {
    let mut rng = ChaCha12Rng::seed_from_u64(seed);
    let mut game = start(5 + u32::try_from(seed % 14).unwrap());
    let mut out = Out::new();
    while game.awaits() != Awaits::Over {
        if game.awaits() == Awaits::Deck {
            let mut order = game.deck();
            order.shuffle(&mut rng);
            game.deal(&order, &mut out);
        }
        for viewer in (0..4).map(|i| Viewer::Platz(Platz(i))).chain([Viewer::Zuschauer]) {
            each(&game, &game.view(viewer), viewer);
        }
        let Awaits::Zug(seats) = game.awaits() else { continue };
        let p = seats.iter().next().unwrap();
        let options = Russisch::options(&game.view(Viewer::Platz(p))).befehle;
        let line = &options[rng.random_range(0..options.len())];
        let Reading::Zug(zug) = Russisch::read(&Satz::new(line), &game.view(Viewer::Platz(p)))
        else {
            panic!("{line} is not understood")
        };
        game.play(p, &zug, &mut out).unwrap();
    }
}

#[test]
fn every_option_reads_back_to_a_legal_move_of_its_own() {
    for seed in 0..20 {
        every_view(seed, |_, view, _| {
            let befehle = Russisch::options(view).befehle;
            assert_eq!(befehle.is_empty(), !view.bin_dran());
            let moves: Vec<String> = befehle.iter().map(|b| reads(b, view)).collect();
            let legal: Vec<String> = match view.phase {
                _ if !view.bin_dran() => vec![],
                Phase::Ansagen => {
                    view.erlaubte_ansagen().iter().map(|n| Zug::Ansage(*n).to_string()).collect()
                }
                _ => legal(view).map(|w| Zug::Spiele(w).to_string()).collect(),
            };
            assert_eq!(moves, legal);
        });
    }
}

#[test]
fn answers_are_one_line_and_spectators_hear_the_same_without_hands() {
    for seed in 0..6 {
        every_view(seed, |game, view, viewer| {
            let names = namen(view.ich);
            for frage in FRAGEN {
                let text = said(&Russisch::answer(frage, view, &names).unwrap());
                let lines = text.lines().count();
                assert!(lines == 1 || frage == Frage::Stand, "{frage:?}: {text}");
                if viewer != Viewer::Zuschauer {
                    continue;
                }
                let open: Blatt = view.verlauf.as_slice().iter().map(|(_, w)| w.karte()).collect();
                for k in Blatt::FULL.minus(open).iter() {
                    assert!(!text.contains(&bilder::wort(k)), "{frage:?} shows {k}: {text}");
                }
            }
            let public = |v: &View| said(&Russisch::answer(Frage::Tisch, v, &namen(None)).unwrap());
            assert_eq!(public(view), public(&game.view(Viewer::Zuschauer)));
        });
    }
}

#[test]
fn eye_and_ear_have_the_same_facts() {
    for seed in 0..4 {
        every_view(seed, |_, view, _| {
            let names = namen(view.ich);
            let turn = if view.bin_dran() { Russisch::turn(view, &names) } else { vec![] };
            let tisch = Russisch::answer(Frage::Tisch, view, &names).unwrap();
            for blocks in [turn, tisch] {
                if blocks.is_empty() {
                    continue;
                }
                let eye = render(&blocks, &Ansicht::default());
                let ear = said(&blocks);
                for k in view.stich.iter().map(bilder::wurfwort) {
                    assert!(eye.contains(&k) && ear.contains(&k), "{k}: {eye}{ear}");
                }
                let mut facts = vec!["ist gefordert", "führ", "noch keine Karte", "spielst aus"];
                let nr = lage::stich_nr(view);
                facts.extend([nr.as_str(), "Du musst", "Angesagt", "Dein Blatt"]);
                for fact in facts {
                    assert_eq!(eye.contains(fact), ear.contains(fact), "{fact}: {eye}{ear}");
                }
            }
        });
    }
}

/// Different events never sound the same, and each says whose it is.
#[test]
fn no_two_events_share_a_sentence() {
    let mut events = vec![];
    for platz in (0..4).map(Platz) {
        events.extend((0..=8).map(|n| Event::Ansage { platz, n }));
        events.extend((1..=18).map(|runde| Event::RundeBeginnt {
            runde,
            runden: 18,
            karten: 1,
            eroeffner: platz,
        }));
        for wurf in Karte::all().flat_map(Wurf::ways) {
            events.push(Event::Wurf { platz, wurf });
            for nr in 1..=2 {
                events.push(Event::Stich { platz, wurf, nr, von: 2, gemacht: 1, angesagt: 1 });
            }
        }
    }
    for du in [None, Some(ANNA)] {
        let mut texts: Vec<String> = events.iter().map(|e| tells(e, du)).collect();
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), events.len());
    }
}
