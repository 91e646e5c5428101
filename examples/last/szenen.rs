//! What can be measured, one file for each scene.

mod anmeldung;
mod kurve;
mod rede;
mod schnell;
mod viele;

use crate::wahl::{Szene, Wahl};
use crate::{Fehler, bericht, boden, echo};

/// Plays the scene and prints its figures. True: no answer was lost or wrong.
pub(crate) async fn spiele(wahl: &Wahl) -> Result<bool, Fehler> {
    let berichte = match &wahl.szene {
        Szene::Schnell { verbindungen, sekunden, fenster, laeufe, befehl } => {
            let wie = schnell::Wie {
                verbindungen: *verbindungen,
                sekunden: *sekunden,
                fenster: *fenster,
                laeufe: *laeufe,
                befehl: befehl.as_deref(),
            };
            vec![schnell::spiele(wahl, wie).await?]
        }
        Szene::Rede { hoerer, zeilen } => vec![rede::spiele(wahl, *hoerer, *zeilen).await?],
        Szene::Viele(v) => vec![viele::spiele(wahl, v).await?],
        Szene::Anmeldung { anmeldungen, spieler } => {
            vec![anmeldung::spiele(wahl, *anmeldungen, *spieler).await?]
        }
        Szene::Kurve { was, bis, sekunden } => kurve::spiele(wahl, *was, (*bis, *sekunden)).await?,
        Szene::Echo => {
            echo::serve(wahl.lauschen).await?;
            return Ok(true);
        }
        Szene::Boden { hoerer } => {
            boden::serve(wahl.lauschen, *hoerer)?;
            return Ok(true);
        }
    };
    bericht::zeige(&berichte, wahl.json)
}
