//! The games of the house: the one place that knows which there are. What is generic over a game is made concrete
//! here, so that everything outside of a game's folder finds it by name. Holds no rule.

use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::host::{self, Eroeffnung, TischHandle};
use crate::quelle::{Schluessel, nearest};
use crate::satz::Satz;
use crate::simulate::{self, Report};
use crate::spiele::miwin::Miwin;
use crate::spiele::russisch::Russisch;
use crate::spiele::word::Word;
use crate::spiele::{Kasse, Spiel, Stufe, Tischregeln, Vorrat};
use crate::text::Block;
use crate::tisch::Tischspiel;
use crate::verify::{self, Befund, Mangel, Zeilen};

/// Answers questions from one table's rules.
pub type Auskunft = Arc<dyn Fn(&Satz) -> Option<Block> + Send + Sync>;

/// A game as the rest of the house sees it.
pub struct Spielart {
    /// `russisch`: in data, on the command line, in records and GMCP.
    pub id: &'static str,
    /// As it is said: "Russisch Poker".
    pub name: &'static str,
    /// How many must play, and how many seats a table can have.
    pub plaetze: RangeInclusive<u8>,
    pub kasse: Kasse,
    /// The friends' levels that are built.
    pub stufen: &'static [Stufe],
    /// Reads the rule keys of a table; faults are collected in the reader. Gives what the table carries out itself.
    pub regeln: fn(&mut Schluessel<'_>, &Vorrat) -> Tischregeln,
    /// Answers what the rules of a table alone answer ([`Auftritt::look_up`]), for whoever stands in the room.
    pub auskunft: fn(&mut Schluessel<'_>, &Vorrat) -> Auskunft,
    /// Starts a table's task.
    pub open: fn(Eroeffnung) -> TischHandle,
    /// Friends against each other.
    pub simulate: fn(&simulate::Options) -> Result<Report, String>,
    /// Replays a record of this game.
    pub verify: fn(&Zeilen, &Vorrat) -> Result<Befund, Mangel>,
}

/// All games, one line each.
pub const SPIELE: &[Spielart] = &[
    spielart::<Russisch>("Russisch Poker"),
    spielart::<Miwin>("Miwin'scher Poker"),
    spielart::<Word>("Word Poker"),
];

const fn spielart<S: Tischspiel>(name: &'static str) -> Spielart {
    Spielart {
        id: S::ID,
        name,
        plaetze: S::PLAETZE,
        kasse: S::KASSE,
        stufen: S::STUFEN,
        regeln: tischregeln::<S>,
        auskunft: auskunft::<S>,
        open: host::open::<S>,
        simulate: simulate::run::<S>,
        verify: verify::verify::<S>,
    }
}

fn auskunft<S: Tischspiel>(k: &mut Schluessel<'_>, vorrat: &Vorrat) -> Auskunft {
    let regeln = S::regeln(k, vorrat);
    Arc::new(move |satz| S::look_up(satz, &regeln))
}

fn tischregeln<S: Spiel>(k: &mut Schluessel<'_>, vorrat: &Vorrat) -> Tischregeln {
    let regeln = S::regeln(k, vorrat);
    S::tischregeln(&regeln).clone()
}

/// The game with this id. Errors: one German sentence with what there is.
pub fn find(id: &str) -> Result<&'static Spielart, String> {
    if let Some(art) = SPIELE.iter().find(|a| a.id == id) {
        return Ok(art);
    }
    let hint = match nearest(id, SPIELE.iter().map(|a| a.id)) {
        Some(id) => format!("Meintest Du „{id}“?"),
        None => {
            let ids: Vec<&str> = SPIELE.iter().map(|a| a.id).collect();
            format!("Möglich ist: {}.", ids.join(", "))
        }
    };
    Err(format!("Das Spiel „{id}“ gibt es hier nicht. {hint}"))
}

/// Checks a record of whichever game it names.
pub fn verify(record: &str, vorrat: &Vorrat) -> Result<Befund, Mangel> {
    let zeilen = Zeilen::read(record)?;
    let game = zeilen.game()?;
    let art = find(game.strip_suffix("-poker").unwrap_or(game));
    let art = art.map_err(|what| Mangel { line: 1, what })?;
    (art.verify)(&zeilen, vorrat)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_found_by_its_id_or_refused_with_a_hint() {
        assert_eq!(find("russisch").map(|a| a.name), Ok("Russisch Poker"));
        assert!(find("rusisch").err().is_some_and(|e| e.contains("„russisch“")));
        assert!(find("skat").err().is_some_and(|e| e.contains("russisch")));
    }

    #[test]
    fn a_record_of_another_game_is_refused_in_its_first_line() {
        let record = r#"{"ev":"start","game":"skat","seats":[]}"#;
        let mangel = verify(record, &Vorrat::default()).unwrap_err();
        assert_eq!(mangel.line, 1);
        assert!(mangel.what.contains("„skat“"));
        assert_eq!(verify("", &Vorrat::default()).unwrap_err().line, 1);
    }
}
