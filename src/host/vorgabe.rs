//! What a room wants of its open tables after a reload: other settings from the next game, or that they close when
//! nothing is at stake any more. A running hand goes on as it was dealt.

use std::sync::Arc;

use super::{Host, Kopf};
use crate::archive::WriteError;
use crate::person::{Post, PostArt, Postfach};
use crate::text::{Block, Teil, Zeile};
use crate::tisch::{Ausgang, Output, Rolle, Tischspiel};
use crate::zeile;

/// What the room wants of a table.
#[derive(Clone, Default)]
pub enum Vorgabe {
    /// As it was opened.
    #[default]
    WieEroeffnet,
    /// These settings from the next game.
    Neu(Arc<Kopf>),
    /// No further game.
    Schliesst,
}

impl<S: Tischspiel> Host<S> {
    /// Follows the room's wish as soon as that disturbs nobody.
    pub(super) async fn follow(&mut self) -> Result<(), WriteError> {
        if !self.wished {
            return Ok(());
        }
        let vorgabe = self.vorgabe.borrow().clone();
        match vorgabe {
            Vorgabe::WieEroeffnet => self.wished = false,
            Vorgabe::Neu(kopf) if self.tisch.takes_settings(&kopf.einstellung) => {
                self.take_settings(&kopf).await?;
                self.wished = false;
            }
            Vorgabe::Schliesst if self.tisch.may_close() => self.close().await?,
            Vorgabe::Neu(_) | Vorgabe::Schliesst => {}
        }
        Ok(())
    }

    pub(super) fn is_closing(&self) -> bool {
        matches!(*self.vorgabe.borrow(), Vorgabe::Schliesst)
    }

    async fn take_settings(&mut self, kopf: &Kopf) -> Result<(), WriteError> {
        if kopf.is_like(&self.kopf) {
            return Ok(());
        }
        let mut aus = Ausgang::new();
        self.tisch.set_up(kopf.einstellung.clone(), kopf.regeln::<S>(), &mut aus);
        // Other words or cards of the same name are nothing that people have to be told.
        let silent = kopf.to_json() == self.kopf.to_json();
        let outputs = aus.drain();
        let outputs = outputs.into_iter().filter(|o| !silent || !matches!(o, Output::Post { .. }));
        self.kopf = kopf.clone();
        self.new_head = Some(self.kopf.to_json());
        let mut queue = std::collections::VecDeque::new();
        self.carry_out(outputs.collect(), &mut queue).await?;
        self.handle_all(queue).await
    }

    async fn close(&mut self) -> Result<(), WriteError> {
        let mut aus = Ausgang::new();
        self.tisch.close(&mut aus);
        let mut queue = std::collections::VecDeque::new();
        self.carry_out(aus.drain(), &mut queue).await?;
        self.handle_all(queue).await?;
        for (_, (post, _)) in self.zuschauer.drain() {
            let satz = format!("Das Haus räumt {} weg.", self.handle.name);
            let rolle = Some((self.handle.clone(), Rolle::Keine));
            post.wirf_ein(Arc::new(Post { rolle, ..Post::satz(PostArt::Tisch, satz) }));
        }
        Ok(())
    }

    /// Nobody sits down at a table that closes.
    pub(super) fn refuse_seat(&self, post: &Postfach) {
        let name = &self.handle.name;
        let zeile: Zeile = zeile![
            format!(
                "{name} wird weggeräumt, sobald nichts mehr auf dem Spiel steht. Zusehen kannst \
                 Du mit "
            ),
            Teil::Befehl("schau zu".into()),
            "."
        ];
        post.wirf_ein(Arc::new(Post::new(PostArt::Tisch, vec![Block::satz(zeile)])));
    }
}
