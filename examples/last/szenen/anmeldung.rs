//! Many logins with a password at once, while other people play: do those who play notice?

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use crate::Fehler;
use crate::bericht::Bericht;
use crate::daten::{TISCHE_JE_SAAL, ort};
use crate::draht::Draht;
use crate::gast::{Frage, Tun, Ziel};
use crate::konten::{self, PASSWORT, name};
use crate::mass::Mass;
use crate::prozess::{Platz, Prozess};
use crate::schwarm::Schwarm;
use crate::spieler::Sitz;
use crate::wahl::Wahl;

/// Long enough for the tables to run, and for figures of quiet play.
const RUHE: Duration = Duration::from_secs(10);

pub(super) async fn spiele(wahl: &Wahl, zahl: u32, spieler: u32) -> Result<Bericht, Fehler> {
    let saele = spieler.div_ceil(TISCHE_JE_SAAL).max(1);
    let platz = Platz::new(wahl, saele)?;
    // The first start makes the database.
    Prozess::haus_in(wahl, &platz, &[])?.toete();
    konten::lege_an(&platz.zustand(), 0..zahl)?;
    let haus = Prozess::haus(wahl, platz, &["tempo.freund_pause_ms=[100,300]"])?;
    let mut leute = Schwarm::new(haus.addr, wahl.gleichzeitig);
    let pause = Duration::from_millis(300);
    for nr in 0..spieler {
        let (saal, tisch) = ort(nr);
        leute.spieler(Sitz { nr, saal, tisch, leute: 1, pause });
        let alle = Some(Duration::from_millis(200));
        let tun = Tun { fragen: Frage::einfache().into(), alle, rede: 0 };
        leute.gast(spieler + nr, Ziel::Saal(saal), tun);
    }
    leute.bereit().await?;
    let mass = Arc::clone(&leute.mass);
    sleep(RUHE).await;
    mass.neu();
    sleep(RUHE).await;
    let quiet = (mass.befehl.verteilung(), mass.zug.verteilung());
    mass.neu();
    let cpu = haus.cpu();
    let (took, logins) = flut(haus.addr, zahl).await?;
    let mut b = Bericht::new(format!("{zahl} Anmeldungen zugleich, {spieler} spielen"));
    b.zeiten("Befehl vorher", &quiet.0, None);
    b.zeiten("Befehl während der Flut", &mass.befehl.verteilung(), None);
    b.zeiten("Zug vorher", &quiet.1, None);
    b.zeiten("Zug während der Flut", &mass.zug.verteilung(), None);
    b.zeiten("Anmeldung", &logins.anmelden.verteilung(), None);
    b.wert("alle angemeldet nach", "s", took.as_secs_f64());
    b.wert("CPU je Anmeldung", "ms", (haus.cpu() - cpu).ganz.as_secs_f64() * 1e3 / f64::from(zahl));
    b.fehler(&mass);
    b.wert("Warnungen im Log", "", haus.klagen() as f64);
    leute.schluss().await;
    Ok(b)
}

/// All of them call, give their names, and send their passwords at the same moment.
async fn flut(addr: std::net::SocketAddr, zahl: u32) -> Result<(Duration, Arc<Mass>), Fehler> {
    let mass = Arc::<Mass>::default();
    let mut ready = Vec::new();
    for nr in 0..zahl {
        let mut d = Draht::verbinde(addr).await?;
        d.bis("Wie heißt Du denn").await?;
        d.zeile(&name(nr)).await?;
        d.bis("asswort").await?;
        ready.push(d);
    }
    let begin = Instant::now();
    let mut all = JoinSet::new();
    for (nr, mut d) in (0..).zip(ready) {
        let mass = Arc::clone(&mass);
        all.spawn(async move {
            d.zeile(PASSWORT).await?;
            d.bis("Willkommen").await?;
            mass.anmelden.note(nr, begin.elapsed());
            d.bis("usgänge: ").await?;
            Ok::<_, Fehler>(d)
        });
    }
    // Nobody leaves before the last one is in.
    let mut inside = Vec::new();
    while let Some(done) = all.join_next().await {
        inside.push(done??);
    }
    Ok((begin.elapsed(), mass))
}
