//! The table machine, proved with a house that needs no server: money, journal, clocks, commands and secrets.

mod haus;
mod tagebuch;
