//! Many people at once: some at tables, the rest idle, typing or talking. With many minutes it shows whether memory
//! stays what it was.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::Fehler;
use crate::bericht::{Bericht, us};
use crate::daten::{TISCHE_JE_SAAL, ort};
use crate::gast::{Frage, Tun, Ziel};
use crate::mass::Mass;
use crate::prozess::{Platz, Prozess};
use crate::schwarm::Schwarm;
use crate::spieler::Sitz;
use crate::wahl::{Viele, Wahl};

/// People of one hall, when they are spread.
const LEUTE_JE_SAAL: u32 = 100;
/// So long everything settles before it is measured.
const RUHE: Duration = Duration::from_secs(3);
/// Tables need time until everybody sits and plays.
const ANLAUF: Duration = Duration::from_secs(20);
/// In a run of many minutes the memory of this moment is compared with the end's.
const VERGLEICH: Duration = Duration::from_secs(120);

pub(super) async fn spiele(wahl: &Wahl, v: &Viele) -> Result<Bericht, Fehler> {
    if v.sitzen > v.verbindungen {
        let (n, sitzen) = (v.verbindungen, v.sitzen);
        return Err(format!("Von {n} Verbindungen können nicht {sitzen} sitzen.").into());
    }
    let mut b = Bericht::new(format!(
        "{} Verbindungen, {} davon an Tischen, {} s",
        v.verbindungen, v.sitzen, v.sekunden
    ));
    let haus = Seite::haus(wahl, v).await?;
    let haus = haus.miss(v).await?;
    let echo = match v.ohne_echo {
        true => None,
        false => Some(Seite::echo(wahl, v).await?.miss(v).await?),
    };
    let both = |of: fn(&Werte) -> f64| (of(&haus), echo.as_ref().map(of));
    let mut row = |name, unit, (haus, echo): (f64, Option<f64>)| match echo {
        Some(echo) => b.neben(name, unit, (haus, echo)),
        None => b.wert(name, unit, haus),
    };
    row("alle herein nach", "s", both(|w| w.herein.as_secs_f64()));
    row("Speicher je Verbindung", "Byte", both(|w| w.je_verbindung));
    row("Speicher im Ganzen", "MiB", both(|w| mib(w.rss_ende)));
    row("Befehle je Sekunde", "", both(|w| w.je_sek));
    row("CPU je Befehl", "µs", both(|w| w.cpu_us));
    row("CPU davon im System", "µs", both(|w| w.system_us));
    row("CPU im Ganzen", "%", both(|w| w.cpu_anteil * 100.0));
    let mass = &haus.mass;
    let echo_mass = echo.as_ref().map(|e| &e.mass);
    let of_echo = echo_mass.map(|m| m.befehl.verteilung());
    let connect = echo_mass.map(|m| m.verbinden.verteilung());
    b.zeiten("Verbinden", &mass.verbinden.verteilung(), connect.as_ref());
    b.zeiten("Befehl", &mass.befehl.verteilung(), of_echo.as_ref());
    if v.sitzen > 0 {
        b.wert("Züge je Sekunde", "", haus.zuege_je_sek);
        b.wert("Spiele oder Runden zu Ende", "", mass.spiele.wert() as f64);
        b.zeiten("Zug", &mass.zug.verteilung(), None);
    }
    for (minute, rss) in haus.verlauf.iter().enumerate() {
        b.wert(&format!("Speicher nach Minute {}", minute + 1), "MiB", mib(*rss));
    }
    if let Some(rss) = haus.rss_vergleich {
        b.wert("Speicher am Ende zu Minute 2", "fach", haus.rss_ende as f64 / rss as f64);
    }
    b.fehler(mass);
    b.wert("Warnungen im Log", "", haus.klagen as f64);
    Ok(b)
}

fn mib(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

/// One server with all its people inside.
pub(super) struct Seite {
    server: Prozess,
    schwarm: Schwarm,
    rss_leer: u64,
    herein: Duration,
}

/// What was found.
pub(super) struct Werte {
    pub(super) mass: Arc<Mass>,
    pub(super) herein: Duration,
    pub(super) je_verbindung: f64,
    pub(super) rss_ende: u64,
    rss_vergleich: Option<u64>,
    verlauf: Vec<u64>,
    pub(super) je_sek: f64,
    pub(super) zuege_je_sek: f64,
    pub(super) cpu_us: f64,
    system_us: f64,
    pub(super) cpu_anteil: f64,
    klagen: u64,
}

fn tun(v: &Viele, fragen: Vec<Frage>, rede: u32) -> Tun {
    let alle = (v.je_sek > 0.0).then(|| Duration::from_secs_f64(1.0 / v.je_sek));
    Tun { fragen: fragen.into(), alle, rede }
}

impl Seite {
    pub(super) async fn haus(wahl: &Wahl, v: &Viele) -> Result<Self, Fehler> {
        let tische = v.sitzen.div_ceil(v.je_tisch);
        let saele = tische.div_ceil(TISCHE_JE_SAAL).max(v.verbindungen.div_ceil(LEUTE_JE_SAAL));
        let server = Prozess::haus(wahl, Platz::new(wahl, saele)?, &[])?;
        let mut schwarm = Schwarm::new(server.addr, wahl.gleichzeitig);
        let rss_leer = server.rss();
        let sitzen = v.sitzen.min(v.verbindungen);
        let pause = Duration::from_millis(u64::from(v.pause_ms));
        for nr in 0..sitzen {
            let (saal, tisch) = ort(nr / v.je_tisch);
            schwarm.spieler(Sitz { nr, saal, tisch, leute: v.je_tisch as usize, pause });
        }
        let tun = tun(v, Frage::einfache(), v.rede);
        for nr in sitzen..v.verbindungen {
            schwarm.gast(nr, Ziel::Saal(nr % saele + 1), tun.clone());
        }
        let herein = schwarm.bereit().await?;
        Ok(Self { server, schwarm, rss_leer, herein })
    }

    pub(super) async fn echo(wahl: &Wahl, v: &Viele) -> Result<Self, Fehler> {
        let server = Prozess::echo(wahl)?;
        let mut schwarm = Schwarm::new(server.addr, wahl.gleichzeitig);
        let rss_leer = server.rss();
        let tun = tun(v, Frage::echo(), 0);
        for nr in 0..v.verbindungen {
            schwarm.gast(nr, Ziel::Echo, tun.clone());
        }
        let herein = schwarm.bereit().await?;
        Ok(Self { server, schwarm, rss_leer, herein })
    }

    pub(super) async fn miss(self, v: &Viele) -> Result<Werte, Fehler> {
        let Self { server, schwarm, rss_leer, herein } = self;
        sleep(if v.sitzen > 0 { ANLAUF } else { RUHE }).await;
        let grown = server.rss().saturating_sub(rss_leer);
        schwarm.mass.neu();
        let (begin, cpu) = (Instant::now(), server.cpu());
        let end = begin + Duration::from_secs(u64::from(v.sekunden));
        let (mut verlauf, mut rss_vergleich) = (Vec::new(), None);
        while Instant::now() < end {
            let minute = begin + Duration::from_secs(60) * (1 + verlauf.len() as u32);
            tokio::time::sleep_until(end.min(minute)).await;
            if Instant::now() >= minute {
                verlauf.push(server.rss());
            }
            if begin.elapsed() >= VERGLEICH && rss_vergleich.is_none() {
                rss_vergleich = Some(server.rss());
            }
        }
        let (seconds, cpu) = (begin.elapsed().as_secs_f64(), server.cpu() - cpu);
        let mass = Arc::clone(&schwarm.mass);
        let (befehle, zuege) = (mass.befehl.verteilung().zahl, mass.zug.verteilung().zahl);
        let commands = (befehle + zuege) as f64;
        let (rss_ende, klagen) = (server.rss(), server.klagen());
        schwarm.schluss().await;
        Ok(Werte {
            herein,
            je_verbindung: grown as f64 / f64::from(v.verbindungen),
            rss_ende,
            rss_vergleich,
            verlauf,
            je_sek: commands / seconds,
            zuege_je_sek: zuege as f64 / seconds,
            cpu_us: us(cpu.ganz) / commands.max(1.0),
            system_us: us(cpu.system) / commands.max(1.0),
            cpu_anteil: cpu.ganz.as_secs_f64() / seconds,
            klagen,
            mass,
        })
    }
}
