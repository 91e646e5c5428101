//! People as the shell knows them, and what is put into their mailboxes.

mod postfach;

use std::net::IpAddr;
use std::sync::{Arc, OnceLock};

pub use self::postfach::{Leerung, Postfach, Ruf};
use crate::gmcp::Botschaft;
use crate::host::TischHandle;
use crate::login::Anrede;
use crate::taler::{Geldkonto, Waehrung};
use crate::text::zeichensatz::Zeichensatz;
use crate::text::{Ansicht, Block};
use crate::tisch::Rolle;

/// Somebody who is in the house. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Wer {
    /// The purse: also the identity, one body for each.
    pub konto: Geldkonto,
    pub name: Arc<str>,
    pub anrede: Anrede,
    /// 0 = player, 1 = admin.
    pub rang: u8,
}

impl Wer {
    /// Guests play for Spielgeld only.
    pub fn is_gast(&self) -> bool {
        matches!(self.konto, Geldkonto::Gast(_))
    }

    /// The currency of a table that this person opens.
    pub fn waehrung(&self) -> Waehrung {
        if self.is_gast() { Waehrung::Spielgeld } else { Waehrung::Taler }
    }
}

/// Where somebody comes from, for those who look after the house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Herkunft {
    /// `None`: no address is known.
    pub ip: Option<IpAddr>,
    /// "telnet", "tls" or "websocket".
    pub tuer: &'static str,
    /// Seconds since 1970.
    pub seit: i64,
}

/// What kind of thing is said, for switches and ignore lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PostArt {
    /// What happens at the own table.
    Tisch,
    /// What people in the room do and say.
    Raum,
    /// Feelings and free emotes of people: may be switched off by `stimmung aus`.
    Stimmung,
    /// What friends of the house say at a table: off by `stimmung aus`, and in reader mode until it is switched on.
    Geplauder,
    /// Said to one person from afar.
    Mitteilung,
    Kurier,
    /// From the house to everybody.
    System,
}

/// Something for one or many mailboxes.
#[derive(Clone, Debug)]
pub struct Post {
    pub art: PostArt,
    pub bloecke: Vec<Block>,
    /// Who caused it, where somebody may want to ignore it.
    pub von: Option<Geldkonto>,
    /// The decision that the listener is asked for with it.
    pub nr: Option<u64>,
    /// A friend has moved and the next one thinks already: an ear may hear both at once.
    pub folgt: bool,
    /// What the listener is to a table from now on.
    pub rolle: Option<(TischHandle, Rolle)>,
    /// The listener's wish to leave the server is granted.
    pub abschied: bool,
    /// The listener's room closes: he goes to the start room.
    pub umzug: bool,
    /// The listener is put out of the house.
    pub hinaus: bool,
    /// The same for the listener's program, if it listens.
    pub gmcp: Vec<Botschaft>,
    /// What the blocks look like on the wire for those who have read them already.
    pub fertig: Fertig,
}

/// Ways of looking at one post whose bytes are kept. Most listeners of a room share one or two.
const FERTIG_MAX: usize = 4;

/// Bytes of one post by how they are wanted to be shown. Whoever is the first to look in some way makes them, and all
/// others who look in that way copy them: a line for ten thousand listeners is set once, not ten thousand times.
#[derive(Clone, Debug, Default)]
pub struct Fertig(OnceLock<Box<[OnceLock<Bytes>; FERTIG_MAX]>>);

/// What was written for whoever looks in this way.
type Bytes = (Ansicht, Zeichensatz, Box<[u8]>);

impl Fertig {
    /// Adds the bytes of this view to `out`; `make` writes them where nobody has looked in this way before.
    pub fn show(
        &self,
        (ansicht, zeichensatz): (&Ansicht, Zeichensatz),
        out: &mut Vec<u8>,
        make: impl Fn(&mut Vec<u8>),
    ) {
        for place in self.0.get_or_init(Box::default).iter() {
            let (kept, charset, bytes) = place.get_or_init(|| {
                let mut bytes = Vec::new();
                make(&mut bytes);
                (ansicht.clone(), zeichensatz, bytes.into())
            });
            if kept == ansicht && *charset == zeichensatz {
                return out.extend_from_slice(bytes);
            }
        }
        make(out);
    }
}

impl Post {
    pub fn new(art: PostArt, bloecke: Vec<Block>) -> Self {
        Self {
            art,
            bloecke,
            von: None,
            nr: None,
            folgt: false,
            rolle: None,
            abschied: false,
            umzug: false,
            hinaus: false,
            gmcp: Vec::new(),
            fertig: Fertig::default(),
        }
    }

    /// The room of the listener is gone.
    pub fn umzug() -> Self {
        Self { umzug: true, ..Self::new(PostArt::System, Vec::new()) }
    }

    /// One sentence.
    pub fn satz(art: PostArt, zeile: impl Into<crate::text::Zeile>) -> Self {
        Self::new(art, vec![Block::satz(zeile)])
    }

    /// For programs alone; people are told nothing.
    pub fn fuer_programm(art: PostArt, gmcp: Vec<Botschaft>) -> Self {
        Self { gmcp, ..Self::new(art, Vec::new()) }
    }

    #[must_use]
    pub fn mit_gmcp(mut self, botschaft: Botschaft) -> Self {
        self.gmcp.push(botschaft);
        self
    }

    #[must_use]
    pub fn von(mut self, konto: &Geldkonto) -> Self {
        self.von = Some(konto.clone());
        self
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::text::Art;

    #[test]
    fn a_post_is_set_once_for_each_view_however_many_look() {
        let (fertig, made) = (Fertig::default(), Cell::new(0));
        let look = |breite: u16, zeichensatz| {
            let ansicht = Ansicht { breite: Some(breite), ..Ansicht::neu(Art::Normal) };
            let mut out = b"davor ".to_vec();
            fertig.show((&ansicht, zeichensatz), &mut out, |out| {
                made.set(made.get() + 1);
                out.extend_from_slice(format!("{breite} {}", zeichensatz.name()).as_bytes());
            });
            String::from_utf8(out).unwrap()
        };
        for _ in 0..3 {
            assert_eq!(look(80, Zeichensatz::Utf8), "davor 80 utf-8");
            assert_eq!(look(60, Zeichensatz::Utf8), "davor 60 utf-8");
            assert_eq!(look(80, Zeichensatz::Ascii), "davor 80 ascii");
        }
        assert_eq!(made.get(), 3);
        // More ways of looking than are kept are right all the same.
        for breite in [30, 40, 50, 30, 40, 50] {
            assert_eq!(look(breite, Zeichensatz::Utf8), format!("davor {breite} utf-8"));
        }
    }
}
