//! What five cards are worth: patterns, figures in a settable order, comparison with its one
//! exception, and the best way to lay (regeln.md 4.2 to 4.4). Knows no players, no money and no words but the
//! names of the figures.

use std::cmp::Ordering;

use super::karten::{Gelegt, Karte};

/// What five cards can form. A figure is a pattern with a name and a rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Muster {
    Paar,
    Zweipaare,
    Drilling,
    Strasse,
    Fullhouse,
    Flush,
    Poker,
    Strassenflush,
    Royal,
    Fuenfling,
    FuenflingFolge,
    FuenfDoppel,
    DoppelFolge,
    DoppelStrasse,
}

impl Muster {
    /// Names as in the data file.
    pub const ALLE: [(&'static str, Self); 14] = [
        ("paar", Self::Paar),
        ("zweipaare", Self::Zweipaare),
        ("drilling", Self::Drilling),
        ("strasse", Self::Strasse),
        ("fullhouse", Self::Fullhouse),
        ("flush", Self::Flush),
        ("poker", Self::Poker),
        ("strassenflush", Self::Strassenflush),
        ("royal", Self::Royal),
        ("fuenfling", Self::Fuenfling),
        ("fuenfling_folge", Self::FuenflingFolge),
        ("fuenf_doppel", Self::FuenfDoppel),
        ("doppel_folge", Self::DoppelFolge),
        ("doppel_strasse", Self::DoppelStrasse),
    ];

    pub fn name(self) -> &'static str {
        Self::ALLE.iter().find(|(_, m)| *m == self).map_or("", |(n, _)| n)
    }

    fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// Patterns that a hand fits, as a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Passend(u16);

impl Passend {
    fn has(self, m: Muster) -> bool {
        self.0 & m.bit() != 0
    }

    fn put(&mut self, m: Muster, fits: impl FnOnce() -> bool) {
        if fits() {
            self.0 |= m.bit();
        }
    }
}

/// A named rank of the house's list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figur {
    pub name: String,
    pub muster: Muster,
}

/// Whether 9 and 0 are neighbours in a straight (regeln.md M20). A wrapped straight counts by its last card:
/// 8-9-0-1-2 stands below 0-1-2-3-4.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Umlauf {
    Nein,
    Ja,
}

/// What a hand of fewer than five open cards counts (regeln.md M13).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Folgen {
    /// Equal Werte alone.
    Ganz,
    /// Three or four cards that run or share their Farbe count as the figure they have begun.
    Begonnen,
}

/// The house's figures, lowest first, and how straights are read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figuren {
    liste: Vec<Figur>,
    pub umlauf: Umlauf,
    pub folgen: Folgen,
}

/// What decides between two hands. The names are those of the case files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grund {
    Figur,
    Wert,
    Beikarte,
    Farbe,
    HoechstesZahlenpaar,
    Ausnahme,
}

impl Grund {
    pub fn name(self) -> &'static str {
        match self {
            Self::Figur => "figur",
            Self::Wert => "wert",
            Self::Beikarte => "beikarte",
            Self::Farbe => "farbe",
            Self::HoechstesZahlenpaar => "hoechstes_zahlenpaar",
            Self::Ausnahme => "ausnahme",
        }
    }
}

/// What a laid hand is worth. Ordered by all but the exception, which no order can hold; see
/// [`Figuren::vergleiche`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Wertung {
    /// 0 for "Höchste Karte", else 1 for the lowest figure of the list.
    pub rang: u8,
    /// Three levels of comparison (regeln.md 4.4); digits packed by fours.
    stufen: [u64; 3],
    muster: Option<Muster>,
    /// Bit 0: holds the [0/0] that the exception needs; bit 1: the [9/9].
    ausnahme: u8,
}

impl Wertung {
    /// The pattern, or `None` for "Höchste Karte".
    pub fn muster(&self) -> Option<Muster> {
        self.muster
    }

    /// The leading number of the first level: the Wert of the figure, or its Farbe where that counts first.
    pub fn leading(&self) -> u8 {
        let mut rest = self.stufen[0];
        while rest > 15 {
            rest >>= 4;
        }
        u8::try_from(rest).unwrap_or(15)
    }
}

/// The three settled readings (regeln.md 4.2).
const UNTEN: [(&str, Muster); 7] = [
    ("Ein Paar", Muster::Paar),
    ("Zwei Paare", Muster::Zweipaare),
    ("Drilling", Muster::Drilling),
    ("Straße", Muster::Strasse),
    ("Full House", Muster::Fullhouse),
    ("Flush", Muster::Flush),
    ("Poker", Muster::Poker),
];
const OBEN: [&str; 3] = ["Grande", "Royal Flush", "Top"];

/// Name of what is no figure (regeln.md M21).
pub const HOECHSTE_KARTE: &str = "Höchste Karte";

impl Figuren {
    /// How many figures a list has.
    pub const ANZAHL: usize = 10;
    pub const LESARTEN: [&'static str; 3] = ["A", "B1", "B2"];

    /// One of [`Self::LESARTEN`].
    pub fn lesart(name: &str) -> Option<Self> {
        use Muster::{DoppelFolge, FuenfDoppel, Fuenfling, Royal, Strassenflush};
        let oben = match name {
            "A" => [Strassenflush, Royal, Fuenfling],
            "B1" => [Fuenfling, Strassenflush, FuenfDoppel],
            "B2" => [Fuenfling, Strassenflush, DoppelFolge],
            _ => return None,
        };
        let all = UNTEN.into_iter().chain(OBEN.into_iter().zip(oben));
        let liste = all.map(|(name, muster)| Figur { name: name.to_string(), muster }).collect();
        Some(Self::new(liste))
    }

    /// A list of figures, lowest first. Expects ten.
    pub fn new(liste: Vec<Figur>) -> Self {
        debug_assert_eq!(liste.len(), Self::ANZAHL, "a list of figures has ten");
        Self { liste, umlauf: Umlauf::Nein, folgen: Folgen::Ganz }
    }

    pub fn liste(&self) -> &[Figur] {
        &self.liste
    }

    /// The reading this list is, if it is one of the three.
    pub fn name_der_lesart(&self) -> Option<&'static str> {
        let same = |n: &&str| Self::lesart(n).is_some_and(|f| f.liste == self.liste);
        Self::LESARTEN.into_iter().find(|n| same(n))
    }

    /// Name of a rank: 0 is "Höchste Karte".
    pub fn name(&self, rang: u8) -> &str {
        match usize::from(rang).checked_sub(1).and_then(|i| self.liste.get(i)) {
            Some(f) => &f.name,
            None => HOECHSTE_KARTE,
        }
    }

    /// What a laid hand is worth, as it lies (regeln.md M23). One to five cards; with fewer than five only
    /// equal Werte count (M13).
    pub fn bewerte(&self, hand: &[Gelegt]) -> Wertung {
        let zaehlung = Zaehlung::new(hand);
        let rang = self.rang_von(zaehlung.patterns(hand, self));
        let figur = rang.checked_sub(1).map(|i| &self.liste[i]);
        let muster = figur.map(|f| f.muster);
        let stufen = match muster {
            None => zaehlung.figure_of(hand, 1),
            Some(Muster::Strassenflush) if figur.is_some_and(|f| f.name == OBEN[0]) => {
                let [farbe, wert, _] = zaehlung.stufen(hand, Muster::Strassenflush);
                [wert, farbe, 0]
            }
            Some(m) => zaehlung.stufen(hand, m),
        };
        let ausnahme = self.ausnahme(hand, rang, muster);
        Wertung { rang: u8::try_from(rang).unwrap_or(0), stufen, muster, ausnahme }
    }

    /// Highest listed pattern that fits, from 1; 0 if none.
    fn rang_von(&self, passend: Passend) -> usize {
        self.liste.iter().rposition(|f| passend.has(f.muster)).map_or(0, |i| i + 1)
    }

    /// What the hand holds of the exception "[0/0] beats [9/9]" (regeln.md 4.4): a Top of zeros or of nines
    /// where five alike are the highest figure; a hand of doubles that has one of the two and not both.
    fn ausnahme(&self, hand: &[Gelegt], rang: usize, muster: Option<Muster>) -> u8 {
        let doubles = match muster {
            Some(Muster::Fuenfling | Muster::FuenflingFolge) => rang == self.liste.len(),
            Some(Muster::FuenfDoppel | Muster::DoppelFolge) => true,
            _ => false,
        };
        if !doubles {
            return 0;
        }
        let has = |n| hand.iter().any(|c| c.wert == n && c.farbe == n);
        match (has(0), has(9)) {
            (true, false) => 1,
            (false, true) => 2,
            _ => 0,
        }
    }

    /// Compares two laid hands of one deal, and says what decides. Two hands without a card in common are
    /// never equal.
    pub fn vergleiche(&self, a: &Wertung, b: &Wertung) -> (Ordering, Grund) {
        if a.rang != b.rang {
            return (a.rang.cmp(&b.rang), Grund::Figur);
        }
        match (a.ausnahme, b.ausnahme) {
            (1, 2) => return (Ordering::Greater, Grund::Ausnahme),
            (2, 1) => return (Ordering::Less, Grund::Ausnahme),
            _ => {}
        }
        let gruende = self.gruende(a);
        let decided = (0..3).find(|i| a.stufen[*i] != b.stufen[*i]);
        let i = decided.unwrap_or(2);
        (a.stufen[i].cmp(&b.stufen[i]), gruende[i])
    }

    /// The names of the three levels for a hand of this rank.
    fn gruende(&self, w: &Wertung) -> [Grund; 3] {
        use Grund::{Beikarte, Farbe, HoechstesZahlenpaar, Wert};
        let highest = usize::from(w.rang) == self.liste.len();
        match w.muster {
            Some(Muster::Strassenflush) if self.name(w.rang) != OBEN[0] => [Farbe, Wert, Farbe],
            Some(Muster::Strassenflush | Muster::DoppelStrasse) => [Wert, Farbe, Farbe],
            Some(Muster::Royal) => [Farbe, Farbe, Farbe],
            Some(Muster::Fuenfling | Muster::FuenflingFolge) if highest => {
                [Wert, HoechstesZahlenpaar, Farbe]
            }
            Some(Muster::Fuenfling | Muster::FuenflingFolge) => [Wert, Farbe, Farbe],
            _ => [Wert, Beikarte, Farbe],
        }
    }

    /// Who wins among these hands, by index: mostly one; with the cycle of the exception the smallest set
    /// whose members beat everybody outside (regeln.md 4.4).
    pub fn gewinner(&self, haende: &[Wertung]) -> Vec<usize> {
        let beats = |a: usize, b: usize| {
            a != b && self.vergleiche(&haende[a], &haende[b]).0 == Ordering::Greater
        };
        let all = 0..haende.len();
        let wins = |a: &usize| all.clone().filter(|b| beats(*a, *b)).count();
        let mut set: Vec<usize> = all.clone().max_by_key(wins).into_iter().collect();
        loop {
            let more: Vec<usize> = all
                .clone()
                .filter(|a| !set.contains(a) && set.iter().any(|b| beats(*a, *b)))
                .collect();
            if more.is_empty() {
                set.sort_unstable();
                return set;
            }
            set.extend(more);
        }
    }

    /// The best way to lay `karten` beside what lies already; at most five cards in all. Gives the new cards in
    /// the given order.
    pub fn beste_lage(&self, offen: &[Gelegt], karten: &[Karte]) -> (Wertung, Vec<Gelegt>) {
        let (wertung, turned) = self.best_turn(offen, karten);
        let lage = karten.iter().enumerate().map(|(i, k)| laid(*k, turned >> i & 1 == 1));
        (wertung, lage.collect())
    }

    /// What [`Figuren::beste_lage`] is worth, for whoever needs no more.
    pub fn bester_wert(&self, offen: &[Gelegt], karten: &[Karte]) -> Wertung {
        self.best_turn(offen, karten).0
    }

    /// The best value and, as a set of bits, which cards are turned for it.
    fn best_turn(&self, offen: &[Gelegt], karten: &[Karte]) -> (Wertung, u32) {
        let mut hand = [Gelegt { wert: 0, farbe: 0 }; 5];
        let (start, n) = (offen.len(), offen.len() + karten.len());
        hand[..start].copy_from_slice(offen);
        let doubles = karten.iter().enumerate().filter(|(_, k)| k.ist_doppel());
        let doubles = doubles.fold(0u32, |set, (i, _)| set | 1 << i);
        let mut best: Option<(Wertung, u32)> = None;
        for turned in (0..1u32 << karten.len()).filter(|turned| turned & doubles == 0) {
            for (i, k) in karten.iter().enumerate() {
                hand[start + i] = laid(*k, turned >> i & 1 == 1);
            }
            let wertung = self.bewerte(&hand[..n]);
            if best.is_none_or(|(w, _)| wertung > w) {
                best = Some((wertung, turned));
            }
        }
        best.expect("not to turn any card is one way")
    }
}

/// With the higher number as Wert, or the lower.
fn laid(k: Karte, turned: bool) -> Gelegt {
    match turned {
        false => Gelegt { wert: k.gross(), farbe: k.klein() },
        true => Gelegt { wert: k.klein(), farbe: k.gross() },
    }
}

/// How often each Wert occurs.
struct Zaehlung {
    count: [u8; 10],
    werte: u16,
    pairs: u32,
    most: u8,
}

const UMLAEUFE: [u16; 4] = [0b11_1100_0001, 0b11_1000_0011, 0b11_0000_0111, 0b10_0000_1111];

impl Zaehlung {
    fn new(hand: &[Gelegt]) -> Self {
        let mut count = [0u8; 10];
        let mut werte = 0;
        for c in hand {
            count[usize::from(c.wert)] += 1;
            werte |= 1 << c.wert;
        }
        let mut pairs = 0;
        let mut most = 0;
        for n in count {
            pairs += u32::from(n >= 2);
            most = most.max(n);
        }
        Self { count, werte, pairs, most }
    }

    fn patterns(&self, hand: &[Gelegt], figuren: &Figuren) -> Passend {
        let mut p = Passend(0);
        p.put(Muster::Paar, || self.most >= 2);
        p.put(Muster::Zweipaare, || self.pairs >= 2);
        p.put(Muster::Drilling, || self.most >= 3);
        p.put(Muster::Poker, || self.most >= 4);
        let one_farbe = hand.iter().all(|c| c.farbe == hand[0].farbe);
        if hand.len() < 5 {
            if figuren.folgen == Folgen::Begonnen && hand.len() >= 3 {
                p.put(Muster::Strasse, || self.runs(hand.len(), Umlauf::Nein));
                p.put(Muster::Flush, || one_farbe);
            }
            return p;
        }
        p.put(Muster::Fullhouse, || self.most == 3 && self.pairs == 2);
        let runs = self.runs(5, figuren.umlauf);
        p.put(Muster::Strasse, || runs);
        p.put(Muster::Flush, || one_farbe);
        p.put(Muster::Strassenflush, || runs && one_farbe);
        p.put(Muster::Royal, || one_farbe && self.werte == 0b11_1110_0000);
        p.put(Muster::Fuenfling, || self.most == 5);
        p.put(Muster::FuenflingFolge, || self.most == 5 && farben_run(hand));
        let doubles = hand.iter().all(|c| c.wert == c.farbe);
        p.put(Muster::FuenfDoppel, || doubles);
        p.put(Muster::DoppelFolge, || doubles && self.runs(5, Umlauf::Nein));
        p.put(Muster::DoppelStrasse, || self.runs(5, Umlauf::Nein) && in_step(hand));
        p
    }

    fn runs(&self, n: usize, umlauf: Umlauf) -> bool {
        let straight = self.werte >> self.werte.trailing_zeros() == (1 << n) - 1;
        straight || (umlauf == Umlauf::Ja && UMLAEUFE.contains(&self.werte))
    }

    /// The last number of a run, wrapped or not.
    fn run_top(&self) -> u8 {
        if UMLAEUFE.contains(&self.werte) {
            let low = u8::try_from((!self.werte).trailing_zeros()).unwrap_or(0);
            return low - 1;
        }
        top_bit(self.werte)
    }

    /// Levels of comparison for a pattern that fits (regeln.md 4.4).
    fn stufen(&self, hand: &[Gelegt], muster: Muster) -> [u64; 3] {
        let farbe = u64::from(hand[0].farbe);
        match muster {
            Muster::Paar => self.figure_of(hand, 2),
            Muster::Drilling => self.figure_of(hand, 3),
            Muster::Poker => self.figure_of(hand, 4),
            Muster::Zweipaare => self.two_pairs(hand),
            Muster::Fullhouse => self.full_house(hand),
            Muster::Strasse => [u64::from(self.run_top()), 0, self.straight_farben(hand)],
            Muster::Flush => [packed(hand.iter().map(|c| c.wert)), 0, farbe],
            Muster::Strassenflush => [farbe, u64::from(self.run_top()), 0],
            Muster::Royal => [farbe, 0, 0],
            Muster::Fuenfling | Muster::FuenflingFolge => {
                let highest = hand.iter().map(|c| c.farbe).max().unwrap_or(0);
                [u64::from(hand[0].wert), u64::from(highest), 0]
            }
            Muster::FuenfDoppel | Muster::DoppelFolge => {
                [hand.iter().map(|c| u64::from(c.wert)).sum(), 0, 0]
            }
            Muster::DoppelStrasse => {
                let top = hand.iter().max_by_key(|c| c.wert).map_or(0, |c| c.farbe);
                [u64::from(self.run_top()), u64::from(top), 0]
            }
        }
    }

    fn highest_with(&self, n: u8) -> u8 {
        (0..10).rev().find(|w| self.count[usize::from(*w)] >= n).unwrap_or(0)
    }

    /// The highest Wert that occurs `n` times, the other Werte, and the highest Farbe of the figure.
    fn figure_of(&self, hand: &[Gelegt], n: u8) -> [u64; 3] {
        let wert = self.highest_with(n);
        let farben = hand.iter().filter(|c| c.wert == wert).map(|c| c.farbe);
        let others = hand.iter().filter(|c| c.wert != wert).map(|c| c.wert);
        [u64::from(wert), packed(others), u64::from(farben.max().unwrap_or(0))]
    }

    fn two_pairs(&self, hand: &[Gelegt]) -> [u64; 3] {
        let high = self.highest_with(2);
        let low = (0..high).rev().find(|w| self.count[usize::from(*w)] >= 2).unwrap_or(0);
        let figure = hand.iter().filter(|c| c.wert == high || c.wert == low).map(|c| c.farbe);
        let others = hand.iter().filter(|c| c.wert != high && c.wert != low).map(|c| c.wert);
        let upper = hand.iter().filter(|c| c.wert == high).map(|c| c.farbe);
        let farben = packed(figure) << 8 | packed(upper);
        [u64::from(high) << 4 | u64::from(low), packed(others), farben]
    }

    fn full_house(&self, hand: &[Gelegt]) -> [u64; 3] {
        let three = self.highest_with(3);
        let two = (0..10).rev().find(|w| *w != three && self.count[usize::from(*w)] >= 2);
        let upper = hand.iter().filter(|c| c.wert == three).map(|c| c.farbe);
        let farben = packed(hand.iter().map(|c| c.farbe)) << 12 | packed(upper);
        [u64::from(three) << 4 | u64::from(two.unwrap_or(0)), 0, farben]
    }

    /// Farben descending; then those of the cards from the top of the run downwards.
    fn straight_farben(&self, hand: &[Gelegt]) -> u64 {
        let top = self.run_top();
        let in_order = (0..hand.len()).fold(0, |sum, i| {
            let wert = (10 + usize::from(top) - i) % 10;
            let farbe = hand.iter().find(|c| usize::from(c.wert) == wert).map_or(0, |c| c.farbe);
            sum << 4 | u64::from(farbe)
        });
        packed(hand.iter().map(|c| c.farbe)) << 20 | in_order
    }
}

fn top_bit(mask: u16) -> u8 {
    u8::try_from(mask.checked_ilog2().unwrap_or(0)).unwrap_or(0)
}

/// Digits in descending order, four bits each.
fn packed(digits: impl Iterator<Item = u8>) -> u64 {
    let mut list = [0u8; 5];
    let mut n = 0;
    for d in digits.take(5) {
        list[n] = d;
        n += 1;
    }
    let list = &mut list[..n];
    list.sort_unstable_by(|a, b| b.cmp(a));
    list.iter().fold(0, |sum, d| sum << 4 | u64::from(*d))
}

fn farben_run(hand: &[Gelegt]) -> bool {
    let farben = hand.iter().fold(0u16, |m, c| m | 1 << c.farbe);
    farben >> farben.trailing_zeros() == 0b11111
}

/// Werte and Farben rise together, or one rises as the other falls. Expects Werte that run.
fn in_step(hand: &[Gelegt]) -> bool {
    let same = |f: fn(&Gelegt) -> i16| hand.iter().all(|c| f(c) == f(&hand[0]));
    same(|c| i16::from(c.wert) - i16::from(c.farbe))
        || same(|c| i16::from(c.wert) + i16::from(c.farbe))
}

#[cfg(test)]
mod tests;
