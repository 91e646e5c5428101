//! The shuffle seal: a Merkle tree over the shuffled order of one deal, with a salt for each
//! position, so that single cards can be opened while the others stay hidden for ever. Knows no game;
//! `docs/siegel.md` explains it to players.

use sha2::{Digest, Sha256};

/// A hash or a salt's length in bytes.
pub const SALT_BYTES: usize = 16;

/// A SHA-256 value.
pub type Hash = [u8; 32];

/// One salt for each position.
pub type Salz = [u8; SALT_BYTES];

/// The sealed order of one deal.
#[derive(Clone)]
pub struct Siegel {
    karten: Vec<String>,
    salze: Vec<Salz>,
    /// Levels of the tree, leaves first, the root alone last.
    ebenen: Vec<Vec<Hash>>,
}

/// One opened position: what a player needs to check it against the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Oeffnung {
    pub pos: usize,
    pub karte: String,
    pub salz: Salz,
    /// Sibling hashes from the leaf up. A level without a sibling at this position has none.
    pub beweis: Vec<Hash>,
}

/// Hash of a leaf: SHA-256 over a zero byte, the salt, the position (two bytes, big end first) and the card in
/// the record's notation.
fn leaf(salz: &Salz, pos: usize, karte: &str) -> Hash {
    let pos = u16::try_from(pos).expect("a deck has fewer than 65536 cards");
    Sha256::new()
        .chain_update([0])
        .chain_update(salz)
        .chain_update(pos.to_be_bytes())
        .chain_update(karte)
        .finalize()
        .into()
}

/// Hash of a node: SHA-256 over a one byte and both children.
fn node(left: &Hash, right: &Hash) -> Hash {
    Sha256::new().chain_update([1]).chain_update(left).chain_update(right).finalize().into()
}

impl Siegel {
    /// Seals an order. Expects at least one card and one salt for each.
    pub fn new(karten: Vec<String>, salze: Vec<Salz>) -> Self {
        assert_eq!(karten.len(), salze.len(), "every position has its salt");
        let leaves =
            karten.iter().zip(&salze).enumerate().map(|(i, (k, s))| leaf(s, i, k)).collect();
        let mut ebenen: Vec<Vec<Hash>> = vec![leaves];
        while ebenen.last().is_some_and(|e| e.len() > 1) {
            let below = ebenen.last().expect("there is a level");
            let above =
                below.chunks(2).map(|c| if let [l, r] = c { node(l, r) } else { c[0] }).collect();
            ebenen.push(above);
        }
        Self { karten, salze, ebenen }
    }

    /// What is shown before the first card.
    pub fn wurzel(&self) -> Hash {
        self.ebenen.last().and_then(|e| e.first()).copied().unwrap_or_default()
    }

    /// Opens every position that holds one of these cards, each card as often as it is named, in the order of
    /// the positions.
    pub fn oeffne(&self, gesehen: &[String]) -> Vec<Oeffnung> {
        let mut rest = gesehen.to_vec();
        let mut open = Vec::new();
        for pos in 0..self.karten.len() {
            if let Some(i) = rest.iter().position(|k| *k == self.karten[pos]) {
                rest.swap_remove(i);
                open.push(self.oeffne_pos(pos));
            }
        }
        open
    }

    /// Opens all positions: for the full record alone.
    pub fn oeffne_alle(&self) -> Vec<Oeffnung> {
        (0..self.karten.len()).map(|pos| self.oeffne_pos(pos)).collect()
    }

    fn oeffne_pos(&self, pos: usize) -> Oeffnung {
        let mut i = pos;
        let mut beweis = Vec::new();
        for ebene in &self.ebenen {
            if let Some(sibling) = ebene.get(i ^ 1) {
                beweis.push(*sibling);
            }
            i /= 2;
        }
        Oeffnung { pos, karte: self.karten[pos].clone(), salz: self.salze[pos], beweis }
    }
}

/// True if the opened position belongs to the sealed order of `anzahl` cards.
pub fn pruefe(wurzel: &Hash, anzahl: usize, o: &Oeffnung) -> bool {
    if o.pos >= anzahl {
        return false;
    }
    let mut hash = leaf(&o.salz, o.pos, &o.karte);
    let (mut i, mut width) = (o.pos, anzahl);
    let mut beweis = o.beweis.iter();
    while width > 1 {
        if i ^ 1 < width {
            let Some(sibling) = beweis.next() else { return false };
            hash = if i % 2 == 0 { node(&hash, sibling) } else { node(sibling, &hash) };
        }
        i /= 2;
        width = width.div_ceil(2);
    }
    beweis.next().is_none() && hash == *wurzel
}

/// Lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut s, b| {
        let _ = write!(s, "{b:02x}");
        s
    })
}

/// Reads what [`hex`] wrote, of exactly `N` bytes.
pub fn from_hex<const N: usize>(s: &str) -> Option<[u8; N]> {
    if s.len() != 2 * N || !s.is_ascii() {
        return None;
    }
    let mut out = [0; N];
    for (i, byte) in out.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&s[2 * i..2 * i + 2], 16).ok()?;
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed(n: usize) -> Siegel {
        let karten = (0..n).map(|i| format!("K{}", i / 2)).collect();
        let salze = (0..n).map(|i| [u8::try_from(i).unwrap(); SALT_BYTES]).collect();
        Siegel::new(karten, salze)
    }

    #[test]
    fn every_position_of_every_size_opens_and_a_changed_one_does_not() {
        for n in [1, 2, 3, 5, 31, 32, 55, 118] {
            let s = sealed(n);
            for o in s.oeffne_alle() {
                assert!(pruefe(&s.wurzel(), n, &o));
                let other = Oeffnung { karte: "X7".into(), ..o.clone() };
                assert!(!pruefe(&s.wurzel(), n, &other));
                let moved = Oeffnung { pos: (o.pos + 1) % (n + 1), ..o };
                assert!(!pruefe(&s.wurzel(), n, &moved));
            }
        }
    }

    #[test]
    fn only_the_named_cards_are_opened_each_once() {
        let s = sealed(10);
        let open = s.oeffne(&["K1".into(), "K1".into(), "K4".into()]);
        assert_eq!(open.iter().map(|o| o.pos).collect::<Vec<_>>(), [2, 3, 8]);
    }

    #[test]
    fn hex_round_trips() {
        assert_eq!(from_hex::<3>(&hex(&[0, 255, 16])), Some([0, 255, 16]));
        assert_eq!(from_hex::<2>("zz00"), None);
    }
}
