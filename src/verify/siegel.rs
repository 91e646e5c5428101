//! The shuffle seal in a record: every opened position must belong to the root that was shown before
//! the deal, and where all positions are open the deal must be the sealed one.

use std::collections::BTreeMap;
use std::str::FromStr;

use crate::protokoll::{self, Felder};
use crate::siegel::{self, Hash, Oeffnung, SALT_BYTES, from_hex};

/// The seal of the deal that is being replayed.
pub(super) struct Gesiegelt<K> {
    root: Hash,
    anzahl: usize,
    offen: Vec<usize>,
    /// The whole order, if every position is opened further down.
    order: Option<Vec<K>>,
}

impl<K: FromStr> Gesiegelt<K> {
    /// Reads a `seal` line; `lines` begins with it and goes on to the record's end. `anzahl`: cards of the deck
    /// that is sealed.
    pub(super) fn read(lines: &[Felder], anzahl: usize) -> Result<Self, String> {
        let root = from_hex(protokoll::text(&lines[0], "root")?)
            .ok_or("Bei „root“ gehören 64 Ziffern von 0 bis f hin.")?;
        let until_next = lines[1..].iter().take_while(|l| !is_seal(l));
        let opened = until_next.filter(|l| is_open(l)).filter_map(|l| oeffnung(l).ok());
        let karten: BTreeMap<usize, String> = opened.map(|o| (o.pos, o.karte)).collect();
        let order: Option<Vec<K>> = karten.into_values().map(|k| k.parse().ok()).collect();
        let order = order.filter(|o| o.len() == anzahl);
        Ok(Self { root, anzahl, offen: Vec::new(), order })
    }

    /// The sealed order, once.
    pub(super) fn take_order(&mut self) -> Option<Vec<K>> {
        self.order.take()
    }

    /// Checks an `open` line against the root.
    pub(super) fn check(&mut self, line: &Felder) -> Result<(), String> {
        let o = oeffnung(line)?;
        if self.offen.contains(&o.pos) {
            return Err(format!("Die Stelle {} wird zweimal geöffnet.", o.pos));
        }
        if !siegel::pruefe(&self.root, self.anzahl, &o) {
            return Err(format!("Die Stelle {} passt nicht zum Mischsiegel.", o.pos));
        }
        self.offen.push(o.pos);
        Ok(())
    }
}

pub(super) fn is_seal(line: &Felder) -> bool {
    protokoll::text(line, "ev") == Ok("seal")
}

/// An opened position; an `open` without one is a move of a game.
pub(super) fn is_open(line: &Felder) -> bool {
    protokoll::text(line, "ev") == Ok("open") && line.contains_key("pos")
}

fn oeffnung(line: &Felder) -> Result<Oeffnung, String> {
    let salz = from_hex::<SALT_BYTES>(protokoll::text(line, "salt")?);
    let beweis: Option<Vec<Hash>> =
        protokoll::list(line, "proof")?.iter().map(|h| from_hex(h.as_str()?)).collect();
    Ok(Oeffnung {
        pos: usize::from(protokoll::number::<u16>(line, "pos")?),
        karte: protokoll::text(line, "card")?.to_string(),
        salz: salz.ok_or("Bei „salt“ gehören 32 Ziffern von 0 bis f hin.")?,
        beweis: beweis.ok_or("Bei „proof“ gehören Prüfsummen aus je 64 Ziffern hin.")?,
    })
}
