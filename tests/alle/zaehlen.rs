//! Counts legal play against a second statement of the rules, written from regeln.md 3.1 with nothing of the house's
//! code: cards are two numbers here, and a rule is a sentence.

use rand::SeedableRng;
use rand::rngs::ChaCha12Rng;
use rand::seq::SliceRandom;
use theaterkeller::spiele::russisch::karten::{Art, Blatt, Farbe, Karte, Stich, Wurf};
use theaterkeller::spiele::russisch::regeln::{Regeln, erlaubte_karten};

/// Suit 0 is Karo, 2 is Pik; picture 0 is the 7, 7 the ace.
type Card = (usize, usize);

/// A card as it lies: `high` only for Pik 7 hoch.
type Laid = (Card, bool);

const JOKER: Card = (2, 0);

fn ways(card: Card) -> Vec<Laid> {
    if card == JOKER { vec![(card, true), (card, false)] } else { vec![(card, false)] }
}

/// "Follow the led suit; else play a Karo; else anything. Pik 7 may be played at any time instead." It does not count
/// as Pik for the duty (R7), and led hoch it demands nothing (R6).
fn may_play(hand: &[Card], trick: &[Laid], card: Card) -> bool {
    let Some(&((led, _), high)) = trick.first() else { return true };
    if card == JOKER || high {
        return true;
    }
    let has = |suit: usize| hand.iter().any(|c| c.0 == suit && *c != JOKER);
    if has(led) {
        return card.0 == led;
    }
    !has(0) || card.0 == 0
}

/// "Winner: Pik 7 hoch, else highest Karo, else highest of the led suit."
fn winner(trick: &[Laid]) -> usize {
    if let Some(i) = trick.iter().position(|l| l.1) {
        return i;
    }
    let best_of = |suit: usize| {
        let of_suit = trick.iter().enumerate().filter(|(_, l)| l.0.0 == suit);
        of_suit.max_by_key(|(_, l)| l.0.1).map(|(i, _)| i)
    };
    best_of(0).or_else(|| best_of(trick[0].0.0)).unwrap()
}

/// How many ways the cards can fall, by the sentences above.
fn count_by_sentence(hands: &[Vec<Card>; 4], leader: usize, trick: &[Laid]) -> u64 {
    if trick.len() == 4 {
        return count_by_sentence(hands, (leader + winner(trick)) % 4, &[]);
    }
    let on = (leader + trick.len()) % 4;
    if hands[on].is_empty() {
        return 1;
    }
    let mut count = 0;
    for card in hands[on].iter().filter(|c| may_play(&hands[on], trick, **c)) {
        let mut rest = hands.clone();
        rest[on].retain(|c| c != card);
        for laid in ways(*card) {
            count += count_by_sentence(&rest, leader, &[trick, &[laid]].concat());
        }
    }
    count
}

/// The same with the functions that the table uses.
fn count_by_rules(regeln: &Regeln, hands: [Blatt; 4], leader: usize, trick: &Stich) -> u64 {
    if trick.is_full() {
        let next = (leader + trick.winner()) % 4;
        return count_by_rules(regeln, hands, next, &Stich::default());
    }
    let on = (leader + trick.len()) % 4;
    if hands[on].is_empty() {
        return 1;
    }
    let mut count = 0;
    for wurf in erlaubte_karten(regeln, hands[on], trick).iter().flat_map(Wurf::ways) {
        let (mut rest, mut trick) = (hands, *trick);
        rest[on] = rest[on].without(wurf.karte());
        trick.push(wurf);
        count += count_by_rules(regeln, rest, leader, &trick);
    }
    count
}

fn pair(karte: Karte) -> Card {
    (Farbe::ALL.iter().position(|f| *f == karte.farbe()).unwrap(), usize::from(karte.bild()))
}

/// Counts both ways for random deals of this many cards; gives the sum.
fn compare_deals(cards: usize, deals: u64) -> u64 {
    let regeln = Regeln::default();
    let mut total = 0;
    for seed in 0..deals {
        let mut deck: Vec<Karte> = Karte::all().collect();
        deck.shuffle(&mut ChaCha12Rng::seed_from_u64(seed));
        let hands: [Vec<Karte>; 4] =
            std::array::from_fn(|i| deck[i * cards..(i + 1) * cards].to_vec());
        let sets = hands.clone().map(|h| h.into_iter().collect::<Blatt>());
        let pairs = hands.clone().map(|h| h.into_iter().map(pair).collect::<Vec<_>>());
        let by_rules = count_by_rules(&regeln, sets, 0, &Stich::default());
        let by_sentence = count_by_sentence(&pairs, 0, &[]);
        assert_eq!(by_rules, by_sentence, "{hands:?}");
        total += by_rules;
    }
    total
}

#[test]
fn small_deals_have_as_many_plays_as_the_rules_say() {
    // One card each falls in one way, or in two where Pik 7 is among them.
    let with_joker = |seed: &u64| {
        let mut deck: Vec<Karte> = Karte::all().collect();
        deck.shuffle(&mut ChaCha12Rng::seed_from_u64(*seed));
        deck[..4].contains(&Karte::PIK_7)
    };
    let jokers = (0..400).filter(with_joker).count();
    assert_eq!(compare_deals(1, 400), 400 + jokers as u64);
    assert!(compare_deals(2, 300) > 300);
    assert!(compare_deals(3, 40) > 40);
}

/// Every hand of two cards under every card that may be led.
#[test]
fn every_small_hand_may_play_what_the_sentences_allow() {
    let regeln = Regeln::default();
    let cards: Vec<Karte> = Karte::all().collect();
    let mut checked = 0;
    for (i, a) in cards.iter().enumerate() {
        for b in &cards[i + 1..] {
            for led in cards.iter().filter(|c| *c != a && *c != b) {
                for first in Wurf::ways(*led) {
                    let hand: Blatt = [*a, *b].into_iter().collect();
                    let stich: Stich = [first].into_iter().collect();
                    let legal = erlaubte_karten(&regeln, hand, &stich);
                    let trick = [(pair(*led), first.art() == Some(Art::Hoch))];
                    for card in [*a, *b] {
                        let may = may_play(&[pair(*a), pair(*b)], &trick, pair(card));
                        assert_eq!(legal.contains(card), may, "{a} {b} after {first:?}: {card}");
                        checked += 1;
                    }
                }
            }
        }
    }
    // 496 hands, 30 led cards each, two ways of Pik 7 where it is not in the hand; two cards each.
    assert_eq!(checked, (496 * 30 + 465) * 2);
}
