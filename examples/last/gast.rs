//! A guest without a table: comes in, walks to a hall, and types something now and then. The same client asks the echo
//! server, where the answer is what was sent.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use crate::Fehler;
use crate::draht::Draht;
use crate::mass::Mass;

/// A command with what must be in its answer.
#[derive(Clone, Debug)]
pub(crate) struct Frage {
    pub(crate) befehl: String,
    pub(crate) antwort: String,
}

impl Frage {
    pub(crate) fn new(befehl: &str, antwort: &str) -> Self {
        Self { befehl: format!("{befehl}\r\n"), antwort: antwort.to_string() }
    }

    /// Commands whose answers need nobody but the house itself.
    pub(crate) fn einfache() -> Vec<Self> {
        vec![
            Self::new("inventar", "nur Deine Geldbörse dabei"),
            Self::new("uhrzeit", " Uhr."),
            Self::new("ausgänge", "Ausgang: "),
        ]
    }

    /// As long as the simple commands; the echo gives it back.
    pub(crate) fn echo() -> Vec<Self> {
        ["inventar", "uhrzeit", "ausgaenge"].map(|b| Self::new(b, &format!("{b}\r\n"))).to_vec()
    }
}

/// Which server is asked, and where a guest goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ziel {
    Echo,
    /// The hall with this number.
    Saal(u32),
    /// Where everybody begins.
    Foyer,
}

/// Comes in. Connect time and login time are noted.
pub(crate) async fn herein(
    addr: std::net::SocketAddr,
    (nr, ziel): (u32, Ziel),
    mass: &Mass,
) -> Result<Draht, Fehler> {
    let begin = Instant::now();
    let mut d = Draht::verbinde(addr).await?;
    if ziel == Ziel::Echo {
        d.zeile("hallo").await?;
        d.bis("hallo\r\n").await?;
        mass.verbinden.note(nr, begin.elapsed());
        return Ok(d);
    }
    d.bis("Wie heißt Du denn").await?;
    mass.verbinden.note(nr, begin.elapsed());
    let begin = Instant::now();
    d.zeile("gast").await?;
    d.bis("Willkommen, Gast").await?;
    d.bis("usgänge: ").await?;
    mass.anmelden.note(nr, begin.elapsed());
    if let Ziel::Saal(saal) = ziel {
        d.zeile(&format!("saal{saal}")).await?;
        d.bis(&format!("Saal {saal}\r\n")).await?;
        d.bis("Ausgang: ").await?;
    }
    Ok(d)
}

/// What a guest does, once he is where he wants to be.
#[derive(Clone, Debug)]
pub(crate) struct Tun {
    pub(crate) fragen: Arc<[Frage]>,
    /// Between two commands; `None`: he only listens.
    pub(crate) alle: Option<Duration>,
    /// Every how many commands are said aloud; 0: none.
    pub(crate) rede: u32,
}

/// Types at his pace until the end is called. The first command comes at a time that differs from guest to guest.
pub(crate) async fn bleibe(
    mut d: Draht,
    nr: u32,
    tun: Tun,
    (mass, ende): (&Mass, &CancellationToken),
) -> Result<(), Fehler> {
    let pause = tun.alle.unwrap_or(Duration::from_secs(3600));
    let part = f64::from(nr.wrapping_mul(2_654_435_761) >> 8) / f64::from(1 << 24);
    let mut next = Instant::now() + pause.mul_f64(part);
    let mut i = nr as usize;
    loop {
        tokio::select! {
            biased;
            () = ende.cancelled() => return Ok(()),
            got = d.mehr() => {
                got?;
                d.text.clear();
            }
            () = sleep_until(next) => {
                next += pause;
                i += 1;
                let begin = Instant::now();
                if tun.rede > 0 && i.is_multiple_of(tun.rede as usize) {
                    sage(&mut d, nr, i).await?;
                } else {
                    let frage = &tun.fragen[i % tun.fragen.len()];
                    d.sende(frage.befehl.as_bytes()).await?;
                    let came = d.bis(&frage.antwort).await?;
                    if crate::draht::find(&came, b"Wie bitte").is_some() {
                        mass.falsch.eins();
                    }
                }
                mass.befehl.note(nr, begin.elapsed());
            }
        }
    }
}

async fn sage(d: &mut Draht, nr: u32, i: usize) -> Result<(), Fehler> {
    d.zeile(&format!("sage Das ist mein Satz {nr} mal {i}.")).await?;
    d.bis(&format!("Du sagst: Das ist mein Satz {nr} mal {i}.")).await?;
    Ok(())
}

/// Sends without pause, so many commands at a time.
pub(crate) async fn eile(
    d: &mut Draht,
    nr: u32,
    (fragen, fenster): (&[Frage], u32),
    (mass, ende): (&Mass, &CancellationToken),
) -> Result<(), Fehler> {
    let mut burst = String::new();
    for i in 0..fenster as usize {
        burst.push_str(&fragen[i % fragen.len()].befehl);
    }
    while !ende.is_cancelled() {
        let begin = Instant::now();
        d.sende(burst.as_bytes()).await?;
        for i in 0..fenster as usize {
            d.bis(&fragen[i % fragen.len()].antwort).await?;
        }
        mass.befehl.note(nr, begin.elapsed());
    }
    Ok(())
}
