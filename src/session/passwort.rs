//! Changing the password in the middle of the evening: three hidden answers, then it is done.

use crate::login::Secret;
use crate::text::{Block, Zeile};

/// Where the dialogue stands.
pub(super) enum Passwort {
    Altes,
    Neues,
    Nochmal(Secret),
}

/// What comes next.
pub(super) enum Folge {
    /// Ask on, hidden again.
    Frage(Passwort),
    /// Check the old one, then ask on.
    Pruefe(Secret),
    /// Store the new one.
    Setze(Secret),
    /// Over, with a sentence.
    Ende(Block),
}

impl Passwort {
    pub(super) fn frage(&self) -> Block {
        Block::Frage(Zeile::from(match self {
            Self::Altes => "Dein bisheriges Passwort:",
            Self::Neues => "Das neue Passwort:",
            Self::Nochmal(_) => "Noch einmal das neue Passwort:",
        }))
    }

    /// Takes a hidden answer. An empty one ends the dialogue.
    pub(super) fn antwort(self, line: String, name: &str) -> Folge {
        if line.is_empty() {
            return Folge::Ende(Block::satz("Gut, Dein Passwort bleibt, wie es ist."));
        }
        let secret = Secret::new(line);
        match self {
            Self::Altes => Folge::Pruefe(secret),
            Self::Neues => match crate::login::Name::parse(name)
                .map(|n| crate::login::geheim::check(&secret, &n))
            {
                Ok(Err(fehler)) => Folge::Ende(Block::satz(fehler.sentence())),
                _ => Folge::Frage(Self::Nochmal(secret)),
            },
            Self::Nochmal(first) if first.reveal() == secret.reveal() => Folge::Setze(secret),
            Self::Nochmal(_) => Folge::Ende(Block::satz(
                "Die beiden Eingaben sind verschieden, Dein Passwort bleibt, wie es ist.",
            )),
        }
    }
}
