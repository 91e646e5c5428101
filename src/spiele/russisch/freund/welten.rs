//! Worlds that fit what a seat has seen: unseen cards dealt to the other seats and to the undealt rest. Every world is
//! possible; of the possible ones none is preferred but by the room that is left.

use rand::RngExt;
use rand::rngs::ChaCha12Rng;

use super::lesen::Wissen;

/// Deals tried at random before the search goes through all of them.
const TRIES: usize = 30;
/// The undealt rest, as a fifth place beside the seats.
const REST: usize = 4;

/// Deals worlds for one decision.
pub(super) struct Welten {
    /// Unseen cards, those that fewest places can hold first; where their group ends.
    cards: [u8; 32],
    n: usize,
    groups: [usize; 5],
    /// Places that may hold each card, one bit each.
    may: [u8; 32],
    room: [u8; 5],
    ich: usize,
    own: u32,
}

impl Welten {
    pub(super) fn new(w: &Wissen) -> Self {
        let mut room = [0; 5];
        room[..4].copy_from_slice(&w.room);
        room[w.ich] = 0;
        let unseen = u8::try_from(w.unseen.count_ones()).unwrap_or(32);
        room[REST] = unseen - room[..4].iter().sum::<u8>();
        let mut may = [0u8; 32];
        for (bit, may) in may.iter_mut().enumerate() {
            let fits = |p: &usize| room[*p] > 0 && (*p == REST || w.never[*p] >> bit & 1 == 0);
            *may = (0..5).filter(fits).fold(0, |set, p| set | 1 << p);
        }
        let (mut cards, mut n, mut groups) = ([0u8; 32], 0, [0; 5]);
        for (choices, end) in (1u32..).zip(&mut groups) {
            for bit in (0..32u8).filter(|b| w.unseen >> b & 1 == 1) {
                if may[usize::from(bit)].count_ones().max(1) == choices {
                    cards[n] = bit;
                    n += 1;
                }
            }
            *end = n;
        }
        Self { cards, n, groups, may, room, ich: w.ich, own: w.runde.hands[w.ich] }
    }

    /// All four hands of one world.
    pub(super) fn deal(&mut self, rng: &mut ChaCha12Rng) -> [u32; 4] {
        for _ in 0..TRIES {
            self.shuffle(rng);
            if let Some(hands) = self.try_deal(rng) {
                return hands;
            }
        }
        self.shuffle(rng);
        let mut hands = [0; 5];
        let mut room = self.room;
        self.search(0, &mut room, &mut hands);
        self.with_own(hands)
    }

    /// Shuffles within the groups, so that constrained cards keep going first.
    fn shuffle(&mut self, rng: &mut ChaCha12Rng) {
        let mut from = 0;
        for to in self.groups {
            for i in (from + 1..to).rev() {
                self.cards.swap(i, rng.random_range(from..=i));
            }
            from = to;
        }
    }

    /// Each card to one of the places that may hold it, by the room they have left.
    fn try_deal(&self, rng: &mut ChaCha12Rng) -> Option<[u32; 4]> {
        let (mut room, mut hands) = (self.room, [0u32; 5]);
        for card in &self.cards[..self.n] {
            let may = self.may[usize::from(*card)];
            let weight = |p: usize| if may >> p & 1 == 1 { room[p] } else { 0 };
            let sum: u8 = (0..5).map(weight).sum();
            if sum == 0 {
                return None;
            }
            let mut at = rng.random_range(0..sum);
            let mut place = 0;
            while at >= weight(place) {
                at -= weight(place);
                place += 1;
            }
            room[place] -= 1;
            hands[place] |= 1 << card;
        }
        Some(self.with_own(hands))
    }

    /// The first world that goes through all cards without a fault; there is one, the true one.
    fn search(&self, i: usize, room: &mut [u8; 5], hands: &mut [u32; 5]) -> bool {
        if i == self.n {
            return true;
        }
        let card = self.cards[i];
        for place in 0..5 {
            if self.may[usize::from(card)] >> place & 1 == 0 || room[place] == 0 {
                continue;
            }
            room[place] -= 1;
            hands[place] |= 1 << card;
            if self.search(i + 1, room, hands) {
                return true;
            }
            room[place] += 1;
            hands[place] &= !(1 << card);
        }
        false
    }

    fn with_own(&self, hands: [u32; 5]) -> [u32; 4] {
        let mut out = [hands[0], hands[1], hands[2], hands[3]];
        out[self.ich] = self.own;
        out
    }
}
