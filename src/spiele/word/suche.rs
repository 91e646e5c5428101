//! Which words a hand can lay: the laying of one word with most points (regeln.md W22), and the best word of a
//! hand by a search for the hand's cards in alphabetical order. Knows no game.

use rand::SeedableRng;
use rand::rngs::ChaCha12Rng;
use rand::seq::SliceRandom;

use crate::spiele::word::karten::{Karte, Kartensatz};
use crate::spiele::word::woerter::{Woerterbuch, Wort};

/// Cards of a hand.
pub const HAND: usize = 5;

/// What counts for the extra points (regeln.md W19).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BonusNach {
    #[default]
    Buchstaben,
    Karten,
}

/// How a laid word is scored beyond the points on its cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wertung {
    pub nach: BonusNach,
    /// Extra points for 2, 3, 4 and 5 letters or cards.
    pub bonus: [i64; 4],
    /// For six and more.
    pub mehr: i64,
}

impl Default for Wertung {
    fn default() -> Self {
        Self { nach: BonusNach::Buchstaben, bonus: [0, 5, 15, 25], mehr: 25 }
    }
}

impl Wertung {
    /// Extra points for these cards.
    pub fn extra(&self, karten: &[Karte]) -> i64 {
        let n = match self.nach {
            BonusNach::Karten => karten.len(),
            BonusNach::Buchstaben => karten.iter().map(|k| k.letters().len()).sum(),
        };
        match n {
            0 | 1 => 0,
            2..=5 => self.bonus[n - 2],
            _ => self.mehr,
        }
    }
}

/// A way to lay a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Legung {
    pub karten: Vec<Karte>,
    /// On the cards.
    pub punkte: i64,
    pub extra: i64,
}

impl Legung {
    pub fn gesamt(&self) -> i64 {
        self.punkte + self.extra
    }
}

/// Why a hand cannot lay a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unlegbar {
    /// These cards are missing, at least.
    Fehlt(Vec<Karte>),
    /// A single card would do, and that is no word (regeln.md W21).
    EineKarte,
}

/// The laying with most points. Expects a card spelling.
pub fn legung(
    wort: &str,
    hand: &[Karte],
    satz: &Kartensatz,
    wertung: &Wertung,
) -> Result<Legung, Unlegbar> {
    let mut s = Versuch { rest: hand.to_vec(), gelegt: Vec::new(), satz, wertung, beste: None };
    s.lay(wort.as_bytes());
    if let Some(beste) = s.beste {
        return Ok(beste);
    }
    let fehlt = missing(wort.as_bytes(), &mut hand.to_vec(), usize::MAX).unwrap_or_default();
    Err(if fehlt.is_empty() { Unlegbar::EineKarte } else { Unlegbar::Fehlt(fehlt) })
}

/// The laying with most points that five cards of the deck allow. Expects a card spelling.
pub fn best_from_deck(wort: &str, satz: &Kartensatz, wertung: &Wertung) -> Option<Legung> {
    let mut best: Option<Legung> = None;
    layings(wort.as_bytes(), satz, &mut Vec::new(), &mut |cards| {
        let found = legung(wort, cards, satz, wertung).ok();
        let found = found.filter(|l| satz.holds(&l.karten));
        if found.as_ref().map(Legung::gesamt) > best.as_ref().map(Legung::gesamt) {
            best = found;
        }
    });
    best
}

struct Versuch<'a> {
    rest: Vec<Karte>,
    gelegt: Vec<Karte>,
    satz: &'a Kartensatz,
    wertung: &'a Wertung,
    beste: Option<Legung>,
}

impl Versuch<'_> {
    fn lay(&mut self, letters: &[u8]) {
        if letters.is_empty() {
            self.compare();
            return;
        }
        for (karte, n) in heads(letters) {
            let Some(i) = self.rest.iter().position(|k| *k == karte) else { continue };
            self.rest.swap_remove(i);
            self.gelegt.push(karte);
            self.lay(&letters[n..]);
            self.gelegt.pop();
            self.rest.push(karte);
        }
    }

    fn compare(&mut self) {
        if self.gelegt.len() < 2 {
            return;
        }
        let punkte = self.gelegt.iter().map(|k| self.satz.punkte(*k)).sum();
        let legung =
            Legung { punkte, extra: self.wertung.extra(&self.gelegt), karten: self.gelegt.clone() };
        if self.beste.as_ref().is_none_or(|b| b.gesamt() < legung.gesamt()) {
            self.beste = Some(legung);
        }
    }
}

/// Cards that a spelling may begin with, and how many letters each takes.
fn heads(letters: &[u8]) -> impl Iterator<Item = (Karte, usize)> {
    let double = letters.get(1).map(|b| (Karte::double(letters[0], *b), 2));
    std::iter::once((Karte::single(letters[0]), 1)).chain(double)
}

/// The fewest single letters that a hand lacks for a spelling, if fewer than `limit`.
fn missing(letters: &[u8], rest: &mut Vec<Karte>, limit: usize) -> Option<Vec<Karte>> {
    if limit == 0 {
        return None;
    }
    if letters.is_empty() {
        return Some(Vec::new());
    }
    let mut best: Option<Vec<Karte>> = None;
    for (karte, n) in heads(letters) {
        let Some(i) = rest.iter().position(|k| *k == karte) else { continue };
        rest.swap_remove(i);
        let limit = best.as_ref().map_or(limit, Vec::len);
        best = missing(&letters[n..], rest, limit).or(best);
        rest.push(karte);
    }
    let limit = best.as_ref().map_or(limit, Vec::len);
    if let Some(mut more) = missing(&letters[1..], rest, limit - usize::from(limit > 0)) {
        more.insert(0, Karte::single(letters[0]));
        best = Some(more);
    }
    best
}

/// All that one set of cards can lay. The cards fix points and letters, so that they all count alike.
struct Eintrag {
    schluessel: u32,
    gesamt: u16,
    /// Where its words stand in [`Suche::woerter`]: best known first, words friends avoid last.
    von: u32,
    bis: u32,
}

/// The words of a list by the cards that lay them.
pub struct Suche {
    eintraege: Vec<Eintrag>,
    woerter: Vec<u32>,
    /// What well-read hands are worth after the exchange, a sample in ascending order.
    verteilung: Vec<i64>,
}

/// Hands in the sample that tells how good a hand is.
const SAMPLE: usize = 300;

/// Seed of that sample: the same words make the same sample.
const SAMPLE_SEED: u64 = 118;

/// Words up to this level make the sample: people at a table are well read, but no dictionaries.
const SAMPLE_LEVEL: u8 = 4;

impl Suche {
    pub fn new(buch: &Woerterbuch, satz: &Kartensatz, wertung: &Wertung) -> Self {
        let mut gelegt: Vec<(u32, u16, u32)> = Vec::with_capacity(buch.alle().len());
        let mut cards = Vec::with_capacity(HAND);
        for (wort, nr) in buch.alle().iter().zip(0u32..) {
            layings(wort.karten.as_bytes(), satz, &mut cards, &mut |cards| {
                let punkte: i64 = cards.iter().map(|k| satz.punkte(*k)).sum();
                let gesamt = u16::try_from(punkte + wertung.extra(cards)).unwrap_or(0);
                gelegt.push((key(cards, satz), gesamt, nr));
            });
        }
        let rank = |nr: u32| {
            let w = &buch.alle()[nr as usize];
            (w.tabu, w.stufe, nr)
        };
        gelegt.sort_unstable_by_key(|(k, _, nr)| (*k, rank(*nr)));
        gelegt.dedup();
        let mut suche = Self::packed(&gelegt);
        suche.verteilung = suche.sample(buch, satz, wertung);
        suche
    }

    fn sample(&self, buch: &Woerterbuch, satz: &Kartensatz, wertung: &Wertung) -> Vec<i64> {
        let mut rng = ChaCha12Rng::seed_from_u64(SAMPLE_SEED);
        let mut deck = satz.alle();
        if deck.len() < 2 * HAND {
            return Vec::new();
        }
        let known = |w: &Wort| w.stufe <= SAMPLE_LEVEL;
        let mut out: Vec<i64> = (0..SAMPLE)
            .map(|_| {
                let (top, _) = deck.partial_shuffle(&mut rng, 2 * HAND);
                let hand = &top[..HAND];
                let kept = self.best(hand, (buch, satz), known);
                let kept = kept.and_then(|(w, _)| legung(&w.karten, hand, satz, wertung).ok());
                let mut hand = kept.map_or_else(Vec::new, |l| l.karten);
                hand.extend(top[HAND..].iter().take(HAND - hand.len()));
                self.best(&hand, (buch, satz), known).map_or(0, |b| b.1)
            })
            .collect();
        out.sort_unstable();
        out
    }

    /// Share of well-read hands that this many points beat, 0 to 1; half of the equal ones count.
    pub fn anteil(&self, punkte: i64) -> f64 {
        let below = self.verteilung.partition_point(|n| *n < punkte);
        let to = self.verteilung.partition_point(|n| *n <= punkte);
        let share = |n: usize| u32::try_from(n).map_or(0.0, f64::from);
        share(below + to) / share(2 * self.verteilung.len()).max(1.0)
    }

    fn packed(gelegt: &[(u32, u16, u32)]) -> Self {
        let mut eintraege: Vec<Eintrag> = Vec::new();
        for ((schluessel, gesamt, _), i) in gelegt.iter().zip(0u32..) {
            match eintraege.last_mut().filter(|e| e.schluessel == *schluessel) {
                Some(e) => e.bis = i + 1,
                None => eintraege.push(Eintrag {
                    schluessel: *schluessel,
                    gesamt: *gesamt,
                    von: i,
                    bis: i + 1,
                }),
            }
        }
        let woerter = gelegt.iter().map(|g| g.2).collect();
        Self { eintraege, woerter, verteilung: Vec::new() }
    }

    /// The word with most points that this hand can lay and that `known` lets pass; with its points. Expects at
    /// most five cards of the deck that the search was made for.
    pub fn best<'b>(
        &self,
        hand: &[Karte],
        (buch, satz): (&'b Woerterbuch, &Kartensatz),
        known: impl Fn(&Wort) -> bool,
    ) -> Option<(&'b Wort, i64)> {
        let mut numbers: Vec<u32> = hand.iter().filter_map(|k| number(*k, satz)).collect();
        numbers.sort_unstable();
        numbers.truncate(HAND);
        let mut best: Option<(&Wort, u16)> = None;
        for mask in 3u32..1 << numbers.len() {
            if mask.count_ones() < 2 {
                continue;
            }
            let Some(e) = self.entry(subset(&numbers, mask)) else { continue };
            if best.is_some_and(|(_, p)| p >= e.gesamt) {
                continue;
            }
            let mut words = self.woerter[e.von as usize..e.bis as usize]
                .iter()
                .map(|i| &buch.alle()[*i as usize]);
            if let Some(w) = words.find(|w| known(w)) {
                best = Some((w, e.gesamt));
            }
        }
        best.map(|(w, p)| (w, i64::from(p)))
    }

    fn entry(&self, schluessel: u32) -> Option<&Eintrag> {
        let i = self.eintraege.binary_search_by_key(&schluessel, |e| e.schluessel).ok()?;
        self.eintraege.get(i)
    }
}

/// Calls `found` with each way to lay a spelling with 2 to 5 cards of the deck.
fn layings(
    letters: &[u8],
    satz: &Kartensatz,
    cards: &mut Vec<Karte>,
    found: &mut impl FnMut(&[Karte]),
) {
    if letters.is_empty() {
        if cards.len() >= 2 {
            found(cards);
        }
        return;
    }
    if cards.len() == HAND {
        return;
    }
    for (karte, n) in heads(letters) {
        if satz.contains(karte) {
            cards.push(karte);
            layings(&letters[n..], satz, cards, found);
            cards.pop();
        }
    }
}

/// A card's number from 1, so that keys of different lengths differ.
fn number(karte: Karte, satz: &Kartensatz) -> Option<u32> {
    satz.nummer(karte).and_then(|n| u32::try_from(n + 1).ok())
}

/// Six bits for each card, in ascending order.
fn key(cards: &[Karte], satz: &Kartensatz) -> u32 {
    let mut numbers: Vec<u32> = cards.iter().filter_map(|k| number(*k, satz)).collect();
    numbers.sort_unstable();
    numbers.iter().fold(0, |key, n| key << 6 | n)
}

fn subset(numbers: &[u32], mask: u32) -> u32 {
    let chosen = numbers.iter().zip(0..).filter(|(_, i)| mask >> i & 1 == 1);
    chosen.fold(0, |key, (n, _)| key << 6 | n)
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use crate::quelle::Quelle;
    use crate::spiele::word::woerter::{Umlaute, tests::shipped};

    fn deck(text: &str) -> Kartensatz {
        Kartensatz::read(&Quelle::new("deck.txt", text)).0
    }

    const QUIDDLER: &str = include_str!("../../../data/woerter/deck-quiddler.txt");
    const DEUTSCH: &str = include_str!("../../../data/woerter/deck-deutsch.txt");

    fn cards(s: &str) -> Vec<Karte> {
        s.split(' ').map(|k| k.parse().unwrap()).collect()
    }

    /// Points of every word of the list, one by one.
    fn by_force(hand: &[Karte], buch: &Woerterbuch, satz: &Kartensatz) -> Option<i64> {
        let w = Wertung::default();
        let laid = |b: &Wort| legung(&b.karten, hand, satz, &w).ok().map(|l| l.gesamt());
        buch.alle().iter().filter_map(laid).max()
    }

    #[test]
    fn the_search_finds_what_trying_every_word_finds() {
        let (buch, _) = shipped(Umlaute::Ae);
        let mut rng = ChaCha12Rng::seed_from_u64(5);
        for text in [QUIDDLER, DEUTSCH] {
            let satz = deck(text);
            let suche = Suche::new(&buch, &satz, &Wertung::default());
            let mut order = satz.alle();
            for _ in 0..40 {
                order.shuffle(&mut rng);
                let n = rng.random_range(1..=5);
                let hand = &order[..n];
                let best = suche.best(hand, (&buch, &satz), |_| true);
                assert_eq!(best.map(|b| b.1), by_force(hand, &buch, &satz), "{hand:?}");
                let Some((wort, gesamt)) = best else { continue };
                let laid = legung(&wort.karten, hand, &satz, &Wertung::default()).unwrap();
                assert_eq!(laid.gesamt(), gesamt);
            }
        }
    }

    #[test]
    fn the_best_words_of_known_hands() {
        let (buch, _) = shipped(Umlaute::Ae);
        let satz = deck(QUIDDLER);
        let suche = Suche::new(&buch, &satz, &Wertung::default());
        let best = |h: &str| suche.best(&cards(h), (&buch, &satz), |_| true).map(|b| b.1);
        assert_eq!(best("J A Z Z ER"), Some(75));
        assert_eq!(best("Q U ER X X"), Some(41));
        assert_eq!(best("X V B F C"), None);
    }

    #[test]
    fn the_share_of_beaten_hands_rises_with_the_points() {
        let (buch, _) = shipped(Umlaute::Ae);
        let suche = Suche::new(&buch, &deck(QUIDDLER), &Wertung::default());
        let shares = [0, 20, 33, 45, 90].map(|n| suche.anteil(n));
        assert!(shares.is_sorted() && shares[0] < 0.1 && shares[4] > 0.99, "{shares:?}");
        assert!((0.25..0.75).contains(&shares[2]), "{shares:?}");
    }

    #[test]
    fn only_known_words_are_found() {
        let (buch, _) = shipped(Umlaute::Ae);
        let satz = deck(QUIDDLER);
        let suche = Suche::new(&buch, &satz, &Wertung::default());
        let hand = cards("S H I T E");
        let best = suche.best(&hand, (&buch, &satz), |w| !w.tabu && w.stufe <= 2).unwrap();
        assert!(best.0.stufe <= 2 && !best.0.tabu);
    }

    #[test]
    fn a_word_s_best_laying_takes_no_more_cards_than_there_are() {
        let satz = deck(QUIDDLER);
        let best = |w: &str| best_from_deck(w, &satz, &Wertung::default()).map(|l| l.gesamt());
        assert_eq!(best("QUER"), Some(15 + 4 + 2 + 5 + 15), "Q, U, E, R: 26 as with ER");
        assert_eq!(best("ZINZER"), Some(14 + 7 + 14 + 7 + 25), "six letters, so doubles must help");
        assert_eq!(best("ZZZ"), None, "there are two Z");
    }

    #[test]
    fn missing_cards_are_named() {
        let satz = deck(QUIDDLER);
        let w = Wertung::default();
        let lay = |wort: &str, hand: &str| legung(wort, &cards(hand), &satz, &w);
        assert_eq!(lay("MAMA", "M A A X T"), Err(Unlegbar::Fehlt(cards("M"))));
        assert_eq!(lay("HAUS", "H A U X E"), Err(Unlegbar::Fehlt(cards("S"))));
        assert_eq!(lay("QUER", "QU X V A ER").unwrap().karten, cards("QU ER"));
        assert_eq!(lay("ER", "ER X Q V Z"), Err(Unlegbar::EineKarte));
        assert_eq!(lay("THEMA", "TH E M X X"), Err(Unlegbar::Fehlt(cards("A"))));
        assert_eq!(lay("FUSS", "F U S X X"), Err(Unlegbar::Fehlt(cards("S"))));
    }
}
