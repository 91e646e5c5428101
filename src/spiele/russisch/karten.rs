//! The 32 French cards of Oleg's table: suits, pictures, sets of cards, tricks.

use std::fmt;
use std::str::FromStr;

/// A suit. Karo is always trump (regeln.md 3.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Farbe {
    Karo,
    Herz,
    Pik,
    Kreuz,
}

impl Farbe {
    pub const ALL: [Self; 4] = [Self::Karo, Self::Herz, Self::Pik, Self::Kreuz];

    /// The letter of the records: K H P X.
    fn letter(self) -> char {
        ['K', 'H', 'P', 'X'][self as usize]
    }
}

/// One of the 32 cards: suit, then picture from 7 up to the ace.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Karte(u8);

/// The pictures in ascending order, as the records write them.
pub const BILDER: [&str; 8] = ["7", "8", "9", "10", "B", "D", "K", "A"];

impl Karte {
    pub const PIK_7: Self = Self(16);

    /// `bild` counts from 0 (the 7) to 7 (the ace).
    pub fn new(farbe: Farbe, bild: u8) -> Self {
        debug_assert!(bild < 8);
        Self(farbe as u8 * 8 + bild)
    }

    /// All cards, Karo 7 first, Kreuz As last.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..32).map(Self)
    }

    /// The card of this bit of a [`Blatt`], 0 to 31.
    pub fn of_bit(bit: u8) -> Self {
        debug_assert!(bit < 32);
        Self(bit)
    }

    /// Its bit in a [`Blatt`].
    pub fn bit(self) -> u8 {
        self.0
    }

    pub fn farbe(self) -> Farbe {
        Farbe::ALL[usize::from(self.0 / 8)]
    }

    /// 0 for the 7, 7 for the ace.
    pub fn bild(self) -> u8 {
        self.0 % 8
    }

    pub fn is_trumpf(self) -> bool {
        self.farbe() == Farbe::Karo
    }

    /// Rank with Karo above everything else, for "lowest" and "highest".
    pub fn rang(self) -> u8 {
        self.bild() + if self.is_trumpf() { 8 } else { 0 }
    }
}

impl fmt::Display for Karte {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.farbe().letter(), BILDER[usize::from(self.bild())])
    }
}

impl fmt::Debug for Karte {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Karte {
    type Err = ();

    fn from_str(s: &str) -> Result<Self, ()> {
        let farbe = Farbe::ALL.into_iter().find(|f| s.starts_with(f.letter())).ok_or(())?;
        let bild = BILDER.iter().position(|b| *b == &s[1..]).ok_or(())?;
        Ok(Self::new(farbe, u8::try_from(bild).map_err(|_| ())?))
    }
}

/// A set of cards, in a fixed order: by suit, then ascending.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Blatt(u32);

impl Blatt {
    pub const EMPTY: Self = Self(0);
    pub const FULL: Self = Self(u32::MAX);

    /// One bit a card, Karo 7 lowest, eight to a suit.
    pub fn bits(self) -> u32 {
        self.0
    }

    pub fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn contains(self, k: Karte) -> bool {
        self.0 & (1 << k.0) != 0
    }

    #[must_use]
    pub fn with(self, k: Karte) -> Self {
        Self(self.0 | 1 << k.0)
    }

    #[must_use]
    pub fn without(self, k: Karte) -> Self {
        Self(self.0 & !(1 << k.0))
    }

    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The cards of one suit, Pik 7 among Pik.
    #[must_use]
    pub fn farbe(self, f: Farbe) -> Self {
        Self(self.0 & (0xff << (f as u32 * 8)))
    }

    pub fn iter(self) -> impl Iterator<Item = Karte> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let next = rest.trailing_zeros();
            if next == 32 {
                return None;
            }
            rest &= rest - 1;
            u8::try_from(next).ok().map(Karte)
        })
    }
}

impl FromIterator<Karte> for Blatt {
    fn from_iter<I: IntoIterator<Item = Karte>>(cards: I) -> Self {
        cards.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// Prints the count only: a hand must not reach a log.
impl fmt::Debug for Blatt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} Karten", self.len())
    }
}

/// How Pik 7 is played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Art {
    /// Wins the trick.
    Hoch,
    /// The lowest Pik, never trump.
    Niedrig,
}

/// A card as it is laid: Pik 7 with its kind, every other card without. No other value can be built.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wurf {
    karte: Karte,
    art: Option<Art>,
}

impl Wurf {
    /// `None` where a kind is missing at Pik 7 or stands at another card.
    pub fn new(karte: Karte, art: Option<Art>) -> Option<Self> {
        ((karte == Karte::PIK_7) == art.is_some()).then_some(Self { karte, art })
    }

    /// A card that is not Pik 7.
    pub fn plain(karte: Karte) -> Self {
        Self::new(karte, None).expect("Pik 7 is laid through Wurf::joker")
    }

    pub fn joker(art: Art) -> Self {
        Self { karte: Karte::PIK_7, art: Some(art) }
    }

    pub fn karte(self) -> Karte {
        self.karte
    }

    pub fn art(self) -> Option<Art> {
        self.art
    }

    pub fn is_hoch(self) -> bool {
        self.art == Some(Art::Hoch)
    }

    /// Every way to lay this card.
    pub fn ways(karte: Karte) -> impl Iterator<Item = Self> {
        let arts = if karte == Karte::PIK_7 {
            [Some(Art::Hoch), Some(Art::Niedrig)]
        } else {
            [None, None]
        };
        let count = if karte == Karte::PIK_7 { 2 } else { 1 };
        arts.into_iter().take(count).map(move |art| Self { karte, art })
    }
}

/// The cards of a trick so far, in playing order: at most four.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stich {
    wuerfe: [Option<Wurf>; 4],
}

impl Stich {
    pub fn push(&mut self, wurf: Wurf) {
        let free = self.wuerfe.iter_mut().find(|w| w.is_none()).expect("a trick has four cards");
        *free = Some(wurf);
    }

    pub fn iter(&self) -> impl Iterator<Item = Wurf> + '_ {
        self.wuerfe.iter().map_while(|w| *w)
    }

    pub fn len(&self) -> usize {
        self.iter().count()
    }

    pub fn is_empty(&self) -> bool {
        self.wuerfe[0].is_none()
    }

    pub fn is_full(&self) -> bool {
        self.wuerfe[3].is_some()
    }

    /// The card that was led.
    pub fn first(&self) -> Option<Wurf> {
        self.wuerfe[0]
    }

    /// The suit of the led card; of Pik 7 it is Pik, whether anybody must follow or not.
    pub fn farbe(&self) -> Option<Farbe> {
        self.first().map(|w| w.karte().farbe())
    }

    /// Position of the card that wins so far: Pik 7 hoch, else the highest Karo, else the highest card of the led
    /// suit (regeln.md 3.1, R8, R11). Expects at least one card.
    pub fn winner(&self) -> usize {
        let led = self.farbe().expect("a trick that somebody wins has a card");
        let strength = |w: Wurf| match w.karte() {
            _ if w.is_hoch() => 100,
            k if k.is_trumpf() => 20 + k.bild(),
            k if k.farbe() == led => 1 + k.bild(),
            _ => 0,
        };
        let best = self.iter().map(strength).max().unwrap_or(0);
        self.iter().position(|w| strength(w) == best).unwrap_or(0)
    }
}

impl FromIterator<Wurf> for Stich {
    fn from_iter<I: IntoIterator<Item = Wurf>>(cards: I) -> Self {
        let mut stich = Self::default();
        for w in cards {
            stich.push(w);
        }
        stich
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notation_round_trips_for_all_cards() {
        assert_eq!(Karte::all().count(), 32);
        for k in Karte::all() {
            assert_eq!(k.to_string().parse(), Ok(k));
        }
        assert_eq!("P7".parse(), Ok(Karte::PIK_7));
        assert!("P1".parse::<Karte>().is_err());
        assert!("Ä7".parse::<Karte>().is_err());
    }

    #[test]
    fn a_kind_stands_with_pik_7_and_only_there() {
        assert!(Wurf::new(Karte::PIK_7, None).is_none());
        assert!(Wurf::new(Karte::new(Farbe::Herz, 0), Some(Art::Hoch)).is_none());
    }

    #[test]
    fn a_hand_prints_its_size_only() {
        let hand: Blatt = Karte::all().take(5).collect();
        assert_eq!(format!("{hand:?}"), "5 Karten");
    }
}
