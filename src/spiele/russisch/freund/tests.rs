//! Friends at Olegs table against the rules: the quick playout against the rule of thumb and against the rules
//! themselves, worlds against what was really dealt, and positions that look stupid when they go wrong.

use rand::SeedableRng;
use rand::rngs::ChaCha12Rng;
use rand::seq::{IndexedRandom, SliceRandom};

use super::ausspielen::Manier;
use super::lesen::{Wissen, number};
use super::welten::Welten;
use super::*;
use crate::simulate::read_rules;
use crate::spiele::russisch::karten::{Karte, Wurf};
use crate::spiele::{Anfang, Awaits, Out, Spiel, Viewer, Vorrat};

/// Plays games at random under these rules and shows every position: the game and the view of whoever is on.
fn positions(set: &[(&str, &str)], games: u64, mut look: impl FnMut(&Russisch, &View)) {
    let set: Vec<_> = set.iter().map(|(k, v)| ((*k).to_string(), (*v).to_string())).collect();
    let regeln = read_rules::<Russisch>(&set, &Vorrat::default()).unwrap();
    for seed in 0..games {
        let mut rng = ChaCha12Rng::seed_from_u64(seed);
        let anfang =
            Anfang { plaetze: 4, erster: Platz(0), einsatz: 1, runden: 18, steine: vec![None; 4] };
        let mut spiel = Russisch::start(&regeln, &anfang);
        let mut out = Out::new();
        loop {
            match spiel.awaits() {
                Awaits::Deck => {
                    let mut deck = spiel.deck();
                    deck.shuffle(&mut rng);
                    spiel.deal(&deck, &mut out);
                }
                Awaits::Zug(set) => {
                    let on = set.iter().next().unwrap();
                    let view = spiel.view(Viewer::Platz(on));
                    look(&spiel, &view);
                    let zug = any(&view, &mut rng);
                    spiel.play(on, &zug, &mut out).unwrap();
                }
                _ => break,
            }
        }
    }
}

fn any(view: &View, rng: &mut ChaCha12Rng) -> Zug {
    if view.phase == Phase::Ansagen {
        return Zug::Ansage(*view.erlaubte_ansagen().choose(rng).unwrap());
    }
    let ways: Vec<Wurf> = view.erlaubte_karten().iter().flat_map(Wurf::ways).collect();
    Zug::Spiele(*ways.choose(rng).unwrap())
}

const BRAEUCHE: [&[(&str, &str)]; 4] = [
    &[],
    &[("pik7_hoch_bedienen", "pik"), ("pik7_zaehlt_als_pik", "true")],
    &[("pik7_hoch_bedienen", "karo"), ("ueberstechen_pflicht", "true")],
    &[("letzter_darf_aufgehen", "true")],
];

#[test]
fn the_quick_playout_plays_the_rule_of_thumb() {
    let mut rng = ChaCha12Rng::seed_from_u64(1);
    for set in BRAEUCHE {
        positions(set, 6, |_, view| {
            let runde = Wissen::new(view).runde;
            match regel::zug(view) {
                Zug::Ansage(n) => {
                    assert_eq!(runde.ansage(Manier::Regel, &mut rng), i8::try_from(n).unwrap());
                }
                Zug::Spiele(w) => {
                    assert_eq!(runde.legal(), view.erlaubte_karten().bits());
                    assert_eq!(runde.card(Manier::Regel, &mut rng), number(w));
                }
            }
        });
    }
}

/// A playout that is given the true hands ends as the game itself does.
#[test]
fn the_quick_playout_counts_as_the_rules_do() {
    positions(&[], 3, |spiel, view| {
        if view.phase == Phase::Ansagen {
            return;
        }
        let mut game_runde = Wissen::new(view).runde;
        game_runde.hands =
            std::array::from_fn(|i| spiel.view(Viewer::Platz(Platz::at(i))).blatt.bits());
        let mut rng = ChaCha12Rng::seed_from_u64(1);
        let before = view.punkte;
        let expected = played_by_rule(spiel, view);
        game_runde.finish([Manier::Regel; 4], &mut rng);
        let got = game_runde.points();
        assert_eq!(got, std::array::from_fn(|i| expected[i] - before[i]));
    });
}

fn played_by_rule(spiel: &Russisch, view: &View) -> [i64; 4] {
    let mut spiel = spiel.clone();
    let mut out = Out::new();
    while let Awaits::Zug(set) = spiel.awaits() {
        let on = set.iter().next().unwrap();
        let now = spiel.view(Viewer::Platz(on));
        if now.runde != view.runde || now.phase != Phase::Spielen {
            break;
        }
        spiel.play(on, &regel::zug(&now), &mut out).unwrap();
    }
    spiel.view(Viewer::Zuschauer).punkte
}

/// What really was dealt never contradicts what a seat believes, and every world has the right size.
#[test]
fn worlds_fit_what_was_seen_and_the_truth_is_one_of_them() {
    let mut rng = ChaCha12Rng::seed_from_u64(3);
    for set in BRAEUCHE {
        positions(set, 4, |spiel, view| {
            let wissen = Wissen::new(view);
            let truth: [u32; 4] =
                std::array::from_fn(|i| spiel.view(Viewer::Platz(Platz::at(i))).blatt.bits());
            for (hand, never) in truth.iter().zip(wissen.never) {
                assert_eq!(hand & never, 0, "a void that is none");
            }
            let hands = Welten::new(&wissen).deal(&mut rng);
            assert_eq!(hands[wissen.ich], truth[wissen.ich]);
            assert!((0..4).all(|i| hands[i].count_ones() == truth[i].count_ones()));
            assert!((0..4).all(|i| i == wissen.ich || hands[i] & wissen.never[i] == 0));
            let all = hands.iter().fold(0, |all, h| all | h);
            assert_eq!(all.count_ones(), hands.iter().map(|h| h.count_ones()).sum::<u32>());
            assert_eq!(all & wissen.runde.played, 0);
        });
    }
}

/// In small rounds most cards are not dealt: the ace that nobody has shown is in one hand only now and then.
#[test]
fn undealt_cards_are_not_forced_into_hands() {
    let mut rng = ChaCha12Rng::seed_from_u64(4);
    let (mut held, mut seen) = (0, 0);
    positions(&[], 40, |_, view| {
        if view.runde != 1 || view.phase != Phase::Ansagen {
            return;
        }
        let wissen = Wissen::new(view);
        let mut welten = Welten::new(&wissen);
        for _ in 0..20 {
            let hands = welten.deal(&mut rng);
            let others = hands.iter().fold(0, |all, h| all | h) & !hands[wissen.ich];
            held += others.count_ones();
            seen += 31;
        }
    });
    // Three of the 31 unseen cards.
    assert_eq!(held * 31, seen * 3);
}

/// A game in the round of this many cards, with these hands; seat 0 opens. The announcements are made.
fn round_of(hands: [&str; 4], ansagen: &[u8]) -> Russisch {
    let karten = hands[0].split_whitespace().count();
    let erster = Platz::at((4 - (karten - 1) % 4) % 4);
    let anfang = Anfang { plaetze: 4, erster, einsatz: 1, runden: 18, steine: vec![None; 4] };
    let regeln = read_rules::<Russisch>(&[], &Vorrat::default()).unwrap();
    let mut spiel = Russisch::start(&regeln, &anfang);
    let mut out = Out::new();
    let dealt: Vec<Karte> = (0..karten)
        .flat_map(|i| hands.map(|h| h.split_whitespace().nth(i).unwrap().parse().unwrap()))
        .collect();
    let rest = Karte::all().filter(|k| !dealt.contains(k));
    let order: Vec<Karte> = dealt.iter().copied().chain(rest).collect();
    while spiel.view(Viewer::Zuschauer).runde < u32::try_from(karten).unwrap() {
        match spiel.awaits() {
            Awaits::Zug(set) => {
                let on = set.iter().next().unwrap();
                let zug = regel::zug(&spiel.view(Viewer::Platz(on)));
                spiel.play(on, &zug, &mut out).unwrap();
            }
            _ => spiel.deal(&order, &mut out),
        }
    }
    for (i, n) in ansagen.iter().enumerate() {
        spiel.play(Platz::at(i), &Zug::Ansage(*n), &mut out).unwrap();
    }
    spiel
}

fn lay(spiel: &mut Russisch, cards: &[(usize, &str)]) {
    for (seat, card) in cards {
        let zug = Zug::Spiele(Wurf::plain(card.parse().unwrap()));
        spiel.play(Platz::at(*seat), &zug, &mut Out::new()).unwrap();
    }
}

/// What friends of the upper levels do here, over twenty seeds.
fn strong(spiel: &Russisch) -> Vec<String> {
    let Awaits::Zug(set) = spiel.awaits() else { panic!("nobody is on") };
    let view = spiel.view(Viewer::Platz(set.iter().next().unwrap()));
    let decide = |stufe, seed| {
        let wesen = Wesen { stufe, ..Wesen::EVEN };
        Russisch::decide(&view, &wesen, &mut ChaCha12Rng::seed_from_u64(seed)).to_string()
    };
    let levels = [Stufe::Mittel, Stufe::Stark];
    levels
        .into_iter()
        .flat_map(|stufe| (0..20).map(move |seed| (stufe, seed)))
        .map(|(l, seed)| decide(l, seed))
        .collect()
}

#[test]
fn nobody_announces_nothing_with_the_highest_trumps() {
    let spiel = round_of(["H7 H8 H9", "X7 X8 X9", "P8 P9 P10", "KA KK X10"], &[0, 0, 1]);
    assert!(strong(&spiel).iter().all(|z| z != "ansage 0"), "{:?}", strong(&spiel));
}

#[test]
fn who_needs_every_trick_does_not_lead_his_lowest_trump() {
    let others = ["X7 X8 X9", "P8 P9 P10", "H7 H8 H9"];
    for mine in ["KA KK K7", "KA HA K7", "KD KK K7"] {
        let spiel = round_of([mine, others[0], others[1], others[2]], &[3, 0, 0, 1]);
        assert!(strong(&spiel).iter().all(|z| z != "spiele K7"), "{mine}: {:?}", strong(&spiel));
    }
}

#[test]
fn who_needs_one_trick_ruffs_with_the_trump_that_would_be_a_second() {
    let hands = ["H7 X8 X9", "H8 P8 P9", "H9 P10 PB", "KA K7 X7"];
    let mut spiel = round_of(hands, &[0, 1, 0, 1]);
    lay(&mut spiel, &[(0, "H7"), (1, "H8"), (2, "H9")]);
    let said = strong(&spiel);
    assert!(said.iter().all(|z| z == "spiele KA"), "K7 wins now and the ace again: {said:?}");
}

/// With a temperament `mittel` leans between announcements that are about as near, and takes more only once he has too
/// many tricks already.
#[test]
fn a_temperament_decides_only_what_hardly_matters() {
    let decide = |view: &View, ansage, bosheit| {
        let wesen = Wesen { ansage, bosheit, ..Wesen::EVEN };
        Russisch::decide(view, &wesen, &mut ChaCha12Rng::seed_from_u64(1))
    };
    let (mut lower, mut higher, mut spiteful) = (0, 0, 0);
    positions(&[], 12, |_, view| {
        let plain = decide(view, 50, 0);
        let (low, high) = (decide(view, 10, 100), decide(view, 90, 100));
        if let (Zug::Ansage(n), Zug::Ansage(low), Zug::Ansage(high)) = (plain, low, high) {
            // The last one may have to skip one that is forbidden.
            assert!((n.saturating_sub(2)..=n).contains(&low) && (n..=n + 2).contains(&high));
            lower += usize::from(low < n);
            higher += usize::from(high > n);
        } else if low != plain {
            let ich = view.am_zug.i();
            assert!(view.stiche[ich] > view.ansagen[ich].unwrap(), "spite has cost something");
            spiteful += 1;
        }
    });
    assert!(lower > 5 && higher > 0 && spiteful > 5, "{lower} {higher} {spiteful}");
}
