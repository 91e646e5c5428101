//! Plays a round of Russisch out to its end with open cards: sets of bits, no allocation, every seat by a simple
//! manner. Knows where every card of its world lies; what a friend may believe about them is settled in
//! [`super::welten`].

use rand::RngExt;
use rand::rngs::ChaCha12Rng;

use super::super::regeln::{Pik7Hoch, Regeln, rundenpunkte};

/// Bit of Pik 7.
pub(super) const JOKER: u32 = 1 << 16;
/// Pik 7 niedrig has the card's own number; laid hoch it has this one.
pub(super) const HOCH: u8 = 32;
const NIEDRIG: u8 = 16;
const KARO: u32 = 0xff;

/// How a seat plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Manier {
    /// The rule of thumb.
    Regel,
    /// Counts aces and high trumps, then plays high or low.
    Simpel,
    /// The rule of thumb, half of the time off by a trick, and any card now and then.
    Zerstreut,
    /// Anything legal.
    Zufall,
}

/// Cards that [`Manier::Zerstreut`] plays at random, in percent.
const ZERSTREUT: u32 = 15;

/// The rules of the room that matter while playing.
#[derive(Clone, Copy)]
pub(super) struct Brauch {
    pub(super) pik7_hoch: Pik7Hoch,
    pub(super) pik7_als_pik: bool,
    pub(super) ueberstechen: bool,
    pub(super) darf_aufgehen: bool,
}

impl Brauch {
    pub(super) fn new(r: &Regeln) -> Self {
        Self {
            pik7_hoch: r.pik7_hoch_bedienen,
            pik7_als_pik: r.pik7_zaehlt_als_pik,
            ueberstechen: r.ueberstechen_pflicht,
            darf_aufgehen: r.letzter_darf_aufgehen,
        }
    }
}

/// The trick on the table.
#[derive(Clone, Copy)]
pub(super) struct Tisch {
    pub(super) laid: [u8; 4],
    pub(super) n: u8,
    /// Strength of the best card, and which position holds it.
    best: u8,
    best_at: u8,
}

impl Tisch {
    pub(super) const EMPTY: Self = Self { laid: [0; 4], n: 0, best: 0, best_at: 0 };

    pub(super) fn push(&mut self, card: u8) {
        let led = if self.n == 0 { farbe(card) } else { farbe(self.laid[0]) };
        let strength = match card {
            HOCH => 100,
            c if c < 8 => 20 + c,
            c if farbe(c) == led => 1 + c % 8,
            _ => 0,
        };
        if self.n == 0 || strength > self.best {
            self.best = strength;
            self.best_at = self.n;
        }
        self.laid[usize::from(self.n)] = card;
        self.n += 1;
    }

    /// Cards, Pik 7 hoch aside, that beat the table. Expects a trick that somebody led.
    pub(super) fn beating(&self) -> u32 {
        match self.best {
            100.. => 0,
            20.. => KARO & above(self.best - 20),
            // A led suit other than Karo: higher cards of it, or any Karo.
            best => {
                let led = farbe(self.laid[0]);
                // Strength is the picture plus one, so the cards from picture `best` on are higher.
                KARO | (KARO & (KARO << best)) << (led * 8)
            }
        }
    }

    fn led(&self) -> u8 {
        farbe(self.laid[0])
    }
}

fn farbe(card: u8) -> u8 {
    if card == HOCH { 2 } else { card / 8 }
}

/// Bits above this one within a suit of its own.
fn above(bit: u8) -> u32 {
    u32::MAX << bit << 1
}

/// A round with all cards known.
#[derive(Clone, Copy)]
pub(super) struct Runde {
    pub(super) brauch: Brauch,
    pub(super) hands: [u32; 4],
    /// Cards of this round that were played.
    pub(super) played: u32,
    /// Negative: not announced yet.
    pub(super) ansagen: [i8; 4],
    pub(super) stiche: [i8; 4],
    pub(super) on: u8,
    pub(super) tisch: Tisch,
    pub(super) karten: u8,
}

/// The suit that must be followed.
pub(super) fn demanded(brauch: &Brauch, first: u8) -> Option<u8> {
    match (first, brauch.pik7_hoch) {
        (HOCH, Pik7Hoch::Frei) => None,
        (HOCH, Pik7Hoch::Pik) => Some(2),
        (HOCH, Pik7Hoch::Karo) => Some(0),
        (card, _) => Some(farbe(card)),
    }
}

impl Runde {
    /// The cards that the seat that is on may play (regeln.md 3.1, R6 to R11).
    pub(super) fn legal(&self) -> u32 {
        let hand = self.hands[usize::from(self.on)];
        if self.tisch.n == 0 {
            return hand;
        }
        let Some(led) = demanded(&self.brauch, self.tisch.laid[0]) else { return hand };
        let joker = hand & JOKER;
        let own = hand & (KARO << (led * 8)) & !JOKER;
        if own != 0 {
            return own | joker;
        }
        if self.brauch.pik7_als_pik && led == 2 && joker != 0 {
            return joker;
        }
        let truempfe = hand & KARO;
        if truempfe == 0 {
            return hand;
        }
        let higher = match self.tisch.best {
            100.. => 0,
            20.. => truempfe & above(self.tisch.best - 20),
            _ => truempfe,
        };
        if self.brauch.ueberstechen && higher != 0 { higher | joker } else { truempfe | joker }
    }

    fn need(&self) -> i8 {
        let on = usize::from(self.on);
        self.ansagen[on] - self.stiche[on]
    }

    /// Lays a card for the seat that is on.
    pub(super) fn lay(&mut self, card: u8) {
        let on = usize::from(self.on);
        let bit = if card == HOCH { JOKER } else { 1 << card };
        self.hands[on] &= !bit;
        self.played |= bit;
        self.tisch.push(card);
        self.on = (self.on + 1) % 4;
        if self.tisch.n == 4 {
            // The one who is on now has led this trick.
            let winner = (self.on + self.tisch.best_at) % 4;
            self.stiche[usize::from(winner)] += 1;
            self.on = winner;
            self.tisch = Tisch::EMPTY;
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.hands == [0; 4]
    }

    pub(super) fn is_announcing(&self) -> bool {
        self.ansagen.iter().any(|b| *b < 0)
    }

    /// The announcement that the last of four must not make.
    pub(super) fn forbidden(&self) -> Option<i8> {
        let open = self.ansagen.iter().filter(|b| **b < 0).count();
        if open != 1 || self.brauch.darf_aufgehen {
            return None;
        }
        let said: i8 = self.ansagen.iter().filter(|b| **b >= 0).sum();
        let rest = i8::try_from(self.karten).unwrap_or(0) - said;
        (rest >= 0).then_some(rest)
    }

    pub(super) fn announce(&mut self, n: i8) {
        self.ansagen[usize::from(self.on)] = n;
        self.on = (self.on + 1) % 4;
    }

    /// Plays to the end, each seat in its manner.
    pub(super) fn finish(&mut self, manieren: [Manier; 4], rng: &mut ChaCha12Rng) {
        while self.is_announcing() {
            let n = self.ansage(manieren[usize::from(self.on)], rng);
            self.announce(n);
        }
        while !self.is_over() {
            let card = self.card(manieren[usize::from(self.on)], rng);
            self.lay(card);
        }
    }

    /// What each seat has made of its announcement.
    pub(super) fn points(&self) -> [i64; 4] {
        let small = |n: i8| u8::try_from(n).unwrap_or(0);
        std::array::from_fn(|i| rundenpunkte(small(self.ansagen[i]), small(self.stiche[i])))
    }

    // Announcing.

    pub(super) fn ansage(&self, manier: Manier, rng: &mut ChaCha12Rng) -> i8 {
        let hand = self.hands[usize::from(self.on)];
        let worth = worth(hand, self.karten);
        match manier {
            Manier::Regel => self.nearest(worth),
            Manier::Simpel => self.nearest(i32::from(sichere_stiche(hand)) * 10_000),
            Manier::Zerstreut => {
                let off = [0, 0, -10_000, 10_000][rng.random_range(0..4)];
                self.nearest(worth + off)
            }
            Manier::Zufall => loop {
                let n = i8::try_from(rng.random_range(0..=self.karten)).unwrap_or(0);
                if Some(n) != self.forbidden() {
                    return n;
                }
            },
        }
    }

    /// The allowed announcement nearest to a worth in ten-thousandths, the lower of two equally near.
    fn nearest(&self, worth: i32) -> i8 {
        let forbidden = self.forbidden();
        let all = 0..=i8::try_from(self.karten).unwrap_or(0);
        all.filter(|n| Some(*n) != forbidden)
            .min_by_key(|n| (i32::from(*n) * 10_000 - worth).abs())
            .unwrap_or(0)
    }

    // Playing.

    pub(super) fn card(&self, manier: Manier, rng: &mut ChaCha12Rng) -> u8 {
        match manier {
            Manier::Regel => self.by_rule(),
            Manier::Simpel => self.simply(),
            Manier::Zerstreut if rng.random_range(0..100) < ZERSTREUT => self.any(rng),
            Manier::Zerstreut => self.by_rule(),
            Manier::Zufall => self.any(rng),
        }
    }

    /// Any legal way to lay a card, all alike.
    fn any(&self, rng: &mut ChaCha12Rng) -> u8 {
        let legal = self.legal();
        let ways = legal.count_ones() + u32::from(legal & JOKER != 0);
        let mut nth = rng.random_range(0..ways);
        let mut rest = legal;
        while nth > 0 && rest & (rest - 1) != 0 {
            rest &= rest - 1;
            nth -= 1;
        }
        if nth > 0 { HOCH } else { bit(rest) }
    }

    fn simply(&self) -> u8 {
        let legal = self.legal();
        let (rest, need) = (legal & !JOKER, self.need());
        let held = self.hands[usize::from(self.on)].count_ones();
        if rest == 0 {
            return if need > 0 { HOCH } else { NIEDRIG };
        }
        if need <= 0 {
            return lowest(rest);
        }
        let all_needed = u32::try_from(need).unwrap_or(0) >= held;
        if legal & JOKER != 0 && all_needed { HOCH } else { highest(rest) }
    }

    fn by_rule(&self) -> u8 {
        let legal = self.legal();
        let (rest, need) = (legal & !JOKER, self.need());
        if rest == 0 {
            return if need > 0 { HOCH } else { NIEDRIG };
        }
        let joker = legal & JOKER != 0;
        match (self.tisch.n == 0, need > 0) {
            (true, _) => self.lead(rest, joker),
            (false, true) => self.take(rest, joker),
            (false, false) => self.duck(rest, joker),
        }
    }

    fn hand_size(&self) -> i8 {
        i8::try_from(self.hands[usize::from(self.on)].count_ones()).unwrap_or(0)
    }

    /// Cards that this seat has seen neither in its hand nor on the table.
    fn unseen(&self) -> u32 {
        !(self.hands[usize::from(self.on)] | self.played)
    }

    fn lead(&self, rest: u32, joker: bool) -> u8 {
        let need = self.need();
        if need <= 0 {
            return lowest(rest);
        }
        if joker && need >= self.hand_size() {
            return HOCH;
        }
        let bosses = bosses(rest, self.unseen());
        match (bosses & !KARO, bosses) {
            (0, 0) => lowest(rest),
            (0, karo) => highest(karo),
            (side, _) => highest(side),
        }
    }

    fn take(&self, rest: u32, joker: bool) -> u8 {
        let winners = rest & self.tisch.beating();
        if winners != 0 {
            let ruffing = self.tisch.led() != 0 && winners & KARO != 0;
            if self.tisch.n == 3 || ruffing {
                return lowest(winners);
            }
            let best = highest(winners);
            if bosses(1 << best, self.unseen()) != 0 {
                return best;
            }
        }
        if joker && self.need() >= self.hand_size() - 1 { HOCH } else { lowest(rest) }
    }

    fn duck(&self, rest: u32, joker: bool) -> u8 {
        let losers = rest & !self.tisch.beating();
        match losers {
            0 if joker => NIEDRIG,
            0 if self.tisch.n == 3 => highest(rest),
            0 => lowest(rest),
            _ => highest(losers),
        }
    }
}

/// Number of the lowest bit.
fn bit(cards: u32) -> u8 {
    u8::try_from(cards.trailing_zeros()).unwrap_or(31)
}

fn sides(cards: u32) -> u32 {
    (cards >> 8 | cards >> 16 | cards >> 24) & 0xff
}

/// Lowest by rank, Karo above all; of equal ones the first suit. Expects a card.
fn lowest(cards: u32) -> u8 {
    let all = sides(cards);
    if all == 0 {
        return bit(cards);
    }
    let picture = all.trailing_zeros();
    bit(cards & (0x0101_0100 << picture))
}

/// Highest by rank; of equal ones the last suit. Expects a card.
fn highest(cards: u32) -> u8 {
    let top = |cards: u32| u8::try_from(31 - cards.leading_zeros()).unwrap_or(0);
    if cards & KARO != 0 {
        return top(cards & KARO);
    }
    let picture = 31 - sides(cards).leading_zeros();
    top(cards & (0x0101_0100 << picture))
}

/// Cards of which no higher one of the suit is unseen.
fn bosses(cards: u32, unseen: u32) -> u32 {
    let mut out = 0;
    for farbe in 0..4 {
        let hidden = unseen >> (farbe * 8) & 0xff;
        let below = u32::MAX.checked_shr(hidden.leading_zeros()).unwrap_or(0);
        out |= (KARO & !below) << (farbe * 8);
    }
    cards & out
}

/// Aces but Karo's, Karo from the jack up, and Pik 7.
fn sichere_stiche(hand: u32) -> u8 {
    let sure = hand & (0x8080_8000 | 0xf0 | JOKER);
    u8::try_from(sure.count_ones()).unwrap_or(0)
}

/// What the hand is worth, in ten-thousandths of a trick.
pub(super) fn worth(hand: u32, karten: u8) -> i32 {
    super::regel::worth(super::super::karten::Blatt::from_bits(hand), karten)
}
