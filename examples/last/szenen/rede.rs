//! One speaks, many listen: what a delivered line costs.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::Fehler;
use crate::bericht::{Bericht, us};
use crate::draht::{Draht, GEDULD, find};
use crate::gast::Ziel;
use crate::mass::{Mass, Zahl, Zeiten};
use crate::prozess::{Cpu, Platz, Prozess};
use crate::schwarm::Schwarm;
use crate::wahl::Wahl;

/// What stands in every line that is heard, and in no other.
const MARKE: &str = "sagt: Satz ";

pub(super) async fn spiele(wahl: &Wahl, hoerer: u32, zeilen: u32) -> Result<Bericht, Fehler> {
    let haus = Prozess::haus(wahl, Platz::new(wahl, 1)?, &[])?;
    let gehoert = Arc::<Zahl>::default();
    let mut leute = Schwarm::new(haus.addr, wahl.gleichzeitig);
    hoere_alle(&mut leute, (hoerer, Ziel::Foyer), &gehoert);
    let herein = leute.bereit().await?;
    let mass = Arc::clone(&leute.mass);
    let mut redner = crate::gast::herein(haus.addr, (hoerer, Ziel::Foyer), &mass).await?;
    sleep(Duration::from_secs(1)).await;
    let (cpu, zeiten) = (haus.cpu(), Zeiten::default());
    let begin = Instant::now();
    for i in 1..=zeilen {
        let sent = Instant::now();
        redner.zeile(&format!("sage Satz {i}")).await?;
        redner.bis(&format!("Du sagst: Satz {i}")).await?;
        warte(&gehoert, u64::from(i) * u64::from(hoerer), &mass).await?;
        zeiten.note(i, sent.elapsed());
    }
    let (cpu, took) = (haus.cpu() - cpu, begin.elapsed());
    let delivered = f64::from(zeilen) * f64::from(hoerer);
    // The system lets nobody hold the lines of both servers at once when there are very many.
    let klagen = haus.klagen();
    leute.schluss().await;
    drop((redner, haus));
    let (echo_cpu, echo_zeiten) = echo(wahl, hoerer, zeilen).await?;
    let boden = boden(wahl, hoerer, zeilen).await?;
    let mut b = Bericht::new(format!("Einer spricht, {hoerer} hören zu, {zeilen} Zeilen"));
    let per_line =
        |time: fn(&Cpu) -> Duration| (us(time(&cpu)) / delivered, us(time(&echo_cpu)) / delivered);
    b.neben("CPU je zugestellter Zeile", "µs", per_line(|c| c.ganz));
    b.neben("CPU davon im System", "µs", per_line(|c| c.system));
    b.wert("Boden: nur schreiben", "µs", us(boden.ganz) / delivered);
    b.wert("zugestellte Zeilen je Sekunde", "", delivered / took.as_secs_f64());
    b.zeiten("bis zum Letzten", &zeiten.verteilung(), Some(&echo_zeiten.verteilung()));
    b.wert("alle herein nach", "s", herein.as_secs_f64());
    b.fehler(&mass);
    b.wert("Warnungen im Log", "", klagen as f64);
    Ok(b)
}

/// So many come in and listen until the end.
fn hoere_alle(leute: &mut Schwarm, (hoerer, ziel): (u32, Ziel), gehoert: &Arc<Zahl>) {
    for nr in 0..hoerer {
        let gehoert = Arc::clone(gehoert);
        leute.besucher(nr, ziel, move |d, (_, ende)| async move {
            tokio::select! {
                () = ende.cancelled() => Ok(()),
                end = hoere(d, MARKE, &gehoert) => end,
            }
        });
    }
}

/// Counts the lines that come.
async fn hoere(mut d: Draht, marke: &str, gehoert: &Zahl) -> Result<(), Fehler> {
    loop {
        let mut from = 0;
        while let Some(i) = find(&d.text[from..], marke.as_bytes()) {
            from += i + marke.len();
            gehoert.eins();
        }
        // The mark may have come in part.
        let keep = d.text.len().saturating_sub(marke.len() - 1).max(from);
        d.text.drain(..keep);
        d.mehr().await?;
    }
}

async fn warte(gehoert: &Zahl, soll: u64, mass: &Mass) -> Result<(), Fehler> {
    let begin = Instant::now();
    while gehoert.wert() < soll {
        if begin.elapsed() > GEDULD {
            mass.verloren.um(soll - gehoert.wert());
            return Err(format!("Von {soll} Zeilen kamen nur {} an.", gehoert.wert()).into());
        }
        tokio::task::yield_now().await;
    }
    Ok(())
}

/// The same lines from a program that does nothing but write them: no server that writes to each line by itself can
/// go below.
async fn boden(wahl: &Wahl, hoerer: u32, zeilen: u32) -> Result<Cpu, Fehler> {
    let server = Prozess::boden(wahl, hoerer)?;
    let gehoert = Arc::<Zahl>::default();
    let mut leute = Schwarm::new(server.addr, wahl.gleichzeitig);
    hoere_alle(&mut leute, (hoerer, Ziel::Echo), &gehoert);
    leute.bereit().await?;
    let mass = Arc::clone(&leute.mass);
    let mut redner = crate::gast::herein(server.addr, (hoerer, Ziel::Echo), &mass).await?;
    let cpu = server.cpu();
    for i in 1..=zeilen {
        redner.zeile(&format!("Gast10001 {MARKE}{i}")).await?;
        warte(&gehoert, u64::from(i) * u64::from(hoerer), &mass).await?;
    }
    let cpu = server.cpu() - cpu;
    leute.schluss().await;
    Ok(cpu)
}

/// The same number of lines through the echo: each listener sends his own and gets it back.
async fn echo(wahl: &Wahl, hoerer: u32, zeilen: u32) -> Result<(Cpu, Zeiten), Fehler> {
    const LINE: &str = "Gast10001 sagt: Satz 17\r\n";
    let server = Prozess::echo(wahl)?;
    let gehoert = Arc::<Zahl>::default();
    let (go, told) = tokio::sync::watch::channel(0u32);
    let mut leute = Schwarm::new(server.addr, wahl.gleichzeitig);
    for nr in 0..hoerer {
        let (gehoert, mut told) = (Arc::clone(&gehoert), told.clone());
        leute.besucher(nr, Ziel::Echo, move |mut d, (_, ende)| async move {
            loop {
                tokio::select! {
                    () = ende.cancelled() => return Ok(()),
                    next = told.changed() => next?,
                }
                d.sende(LINE.as_bytes()).await?;
                d.bis("\r\n").await?;
                gehoert.eins();
            }
        });
    }
    leute.bereit().await?;
    let (cpu, zeiten, mass) = (server.cpu(), Zeiten::default(), Arc::clone(&leute.mass));
    for i in 1..=zeilen {
        let begin = Instant::now();
        go.send(i)?;
        warte(&gehoert, u64::from(i) * u64::from(hoerer), &mass).await?;
        zeiten.note(i, begin.elapsed());
    }
    let cpu = server.cpu() - cpu;
    leute.schluss().await;
    Ok((cpu, zeiten))
}
