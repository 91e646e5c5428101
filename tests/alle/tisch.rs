//! The table machine, proved with a house that needs no server: money, journal, clocks, commands and secrets.

mod abende;
mod befehle;
mod freunde;
mod fristen;
mod geheim;
mod geld;
mod haus;
mod plaetze;
mod saetze;
mod tagebuch;
mod tempo;
mod umstellen;
