//! The order of the figures, its one exception, and the counts of regeln.md 4.3.

use super::*;

fn hand(text: &str) -> Vec<Gelegt> {
    text.split_whitespace().map(|c| c.parse().unwrap()).collect()
}

fn a() -> Figuren {
    Figuren::lesart("A").unwrap()
}

fn beats(f: &Figuren, one: &str, other: &str) -> (Ordering, Grund) {
    let (x, y) = (f.bewerte(&hand(one)), f.bewerte(&hand(other)));
    let back = f.vergleiche(&y, &x);
    let there = f.vergleiche(&x, &y);
    assert_eq!(there.0, back.0.reverse());
    assert_eq!(there.1, back.1);
    there
}

#[test]
fn the_exception_needs_both_doubles_and_a_top() {
    let f = a();
    let top0 = "0/0 0/2 0/4 0/6 0/8";
    assert_eq!(beats(&f, top0, "9/9 9/1 9/3 9/5 9/7"), (Ordering::Greater, Grund::Ausnahme));
    assert_eq!(beats(&f, top0, "9/1 9/2 9/3 9/5 9/7"), (Ordering::Less, Grund::Wert));
    assert_eq!(beats(&f, top0, "1/1 1/2 1/3 1/5 1/7"), (Ordering::Less, Grund::Wert));
    let poker = beats(&f, "0/0 0/2 0/4 0/6 5/8", "9/9 9/1 9/3 9/5 7/7");
    assert_eq!(poker, (Ordering::Less, Grund::Wert));
}

#[test]
fn three_tops_in_a_cycle_share() {
    let f = a();
    let tops = [
        "0/0 0/2 0/4 0/6 0/8",
        "9/9 9/1 9/3 9/5 9/7",
        "4/1 4/2 4/3 4/5 4/7",
        "2/2 3/2 5/2 6/2 7/2",
    ];
    let w: Vec<Wertung> = tops.iter().map(|t| f.bewerte(&hand(t))).collect();
    assert_eq!(f.gewinner(&w), [0, 1, 2]);
    assert_eq!(f.gewinner(&w[..2]), [0]);
    assert_eq!(f.gewinner(&w[1..]), [0]);
}

#[test]
fn five_doubles_go_by_the_exception_then_by_sum() {
    let f = Figuren::lesart("B1").unwrap();
    let zero = "0/0 1/1 2/2 3/3 4/4";
    assert_eq!(beats(&f, zero, "5/5 6/6 7/7 8/8 9/9"), (Ordering::Greater, Grund::Ausnahme));
    let both = "0/0 9/9 1/1 2/2 3/3";
    assert_eq!(beats(&f, both, "4/4 5/5 6/6 7/7 8/8"), (Ordering::Less, Grund::Wert));
}

#[test]
fn five_alike_below_the_top_know_no_exception() {
    let f = Figuren::lesart("B2").unwrap();
    let got = beats(&f, "0/0 0/2 0/4 0/6 0/8", "9/9 9/1 9/3 9/5 9/7");
    assert_eq!(got, (Ordering::Less, Grund::Wert));
    let same = beats(&f, "7/0 7/2 7/4 7/6 7/9", "7/1 7/3 7/5 7/7 7/8");
    assert_eq!(same, (Ordering::Greater, Grund::Farbe));
}

#[test]
fn equal_pairs_fall_back_to_the_higher_pair() {
    // Same Werte, same kicker, same four Farben: the higher pair's Farben decide.
    let got = beats(&a(), "9/5 9/1 4/3 4/2 0/6", "9/3 9/2 4/5 4/1 0/7");
    assert_eq!(got, (Ordering::Greater, Grund::Farbe));
}

#[test]
fn open_cards_count_equal_werte_only() {
    let f = a();
    let w = |t: &str| f.bewerte(&hand(t)).rang;
    assert_eq!(w("9/3 7/3 6/3 1/3"), 0);
    assert_eq!(w("5/1 6/2 7/3 8/9"), 0);
    assert_eq!(w("2/0 2/3"), 1);
    assert_eq!(w("2/0 2/3 2/4 2/9"), 7);
    let begun = Figuren { folgen: Folgen::Begonnen, ..a() };
    assert_eq!(begun.bewerte(&hand("5/1 6/2 7/3")).rang, 4);
    assert_eq!(begun.bewerte(&hand("9/3 7/3 1/3")).rang, 6);
}

#[test]
fn a_wrapped_straight_counts_only_where_the_house_says_so() {
    let wrapped = "8/1 9/2 0/4 1/5 2/6";
    assert_eq!(a().bewerte(&hand(wrapped)).rang, 0);
    let f = Figuren { umlauf: Umlauf::Ja, ..a() };
    assert_eq!(f.bewerte(&hand(wrapped)).rang, 4);
    assert_eq!(beats(&f, wrapped, "0/3 1/8 2/7 3/9 4/8").0, Ordering::Less);
}

#[test]
fn every_pattern_of_the_open_list_fits_what_it_says() {
    let fits = |t: &str, m: Muster| Zaehlung::new(&hand(t)).patterns(&hand(t), &a()).has(m);
    assert!(fits("7/2 7/3 7/4 7/5 7/6", Muster::FuenflingFolge));
    assert!(!fits("7/2 7/3 7/4 7/5 7/9", Muster::FuenflingFolge));
    assert!(fits("0/0 2/2 4/4 6/6 9/9", Muster::FuenfDoppel));
    assert!(!fits("0/0 2/2 4/4 6/6 9/9", Muster::DoppelFolge));
    assert!(fits("3/3 4/4 5/5 6/6 7/7", Muster::DoppelFolge));
    assert!(fits("3/0 4/1 5/2 6/3 7/4", Muster::DoppelStrasse));
    assert!(fits("3/9 4/8 5/7 6/6 7/5", Muster::DoppelStrasse));
    assert!(!fits("3/9 4/8 5/7 6/5 7/6", Muster::DoppelStrasse));
}

#[test]
fn the_best_laying_keeps_what_lies() {
    let f = a();
    let karten: Vec<Karte> =
        ["0-6", "2-6", "5-6", "6-8"].iter().map(|k| k.parse().unwrap()).collect();
    let (w, lage) = f.beste_lage(&hand("6/9"), &karten);
    assert_eq!(f.name(w.rang), "Top");
    assert!(lage.iter().all(|c| c.wert == 6));
    let (w, _) = f.beste_lage(&hand("9/6"), &karten);
    assert_eq!(f.name(w.rang), "Poker", "the nine lies already");
}

/// All 3,478,761 hands and their 68,538,240 layings, against the table of regeln.md 4.3. Takes seconds in
/// release, minutes without optimisation.
#[test]
#[ignore = "counts 68 million layings; run with --release"]
fn zaehlen_miwin() {
    let lists = ["A", "B1", "B2"].map(|n| Figuren::lesart(n).unwrap());
    let mut laid = [0u64; 11];
    let mut best = [[0u64; 11]; 3];
    count_from(&Karte::alle(), &mut Vec::new(), &mut |hand5| {
        let mut top = [0usize; 3];
        each_laying(hand5, &mut |hand| {
            let p = Zaehlung::new(hand).patterns(hand, &lists[0]);
            let rang = [0, 1, 2].map(|i: usize| lists[i].rang_von(p));
            laid[rang[0]] += 1;
            for i in 0..3 {
                top[i] = top[i].max(rang[i]);
            }
        });
        for i in 0..3 {
            best[i][top[i]] += 1;
        }
    });
    assert_eq!(
        laid,
        [
            22_174_440, 34_445_880, 6_713_280, 4_020_480, 540_840, 456_840, 2_460, 181_440, 50, 10,
            2_520
        ]
    );
    assert_eq!(
        best[0],
        [37_388, 766_004, 1_117_263, 716_912, 413_694, 330_480, 0, 94_500, 0, 0, 2_520]
    );
    assert_eq!(
        best[1],
        [37_142, 766_004, 1_117_263, 716_912, 413_688, 330_480, 0, 94_500, 2_460, 60, 252]
    );
    assert_eq!(
        best[2],
        [37_388, 766_004, 1_117_263, 716_912, 413_688, 330_480, 0, 94_500, 2_460, 60, 6]
    );
}

fn count_from(rest: &[Karte], hand: &mut Vec<Karte>, each: &mut impl FnMut(&[Karte])) {
    if hand.len() == 5 {
        each(hand);
        return;
    }
    for (i, k) in rest.iter().enumerate() {
        hand.push(*k);
        count_from(&rest[i + 1..], hand, each);
        hand.pop();
    }
}

fn each_laying(karten: &[Karte], each: &mut impl FnMut(&[Gelegt])) {
    let mut hand = [Gelegt { wert: 0, farbe: 0 }; 5];
    'turns: for turned in 0..32 {
        for (i, k) in karten.iter().enumerate() {
            let turn = turned >> i & 1 == 1;
            if turn && k.ist_doppel() {
                continue 'turns;
            }
            hand[i] = k.gelegt(if turn { k.klein() } else { k.gross() }).unwrap();
        }
        each(&hand);
    }
}
