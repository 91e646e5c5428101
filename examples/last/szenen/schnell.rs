//! Commands without pause, from a few connections: what the house can carry, turn and turn about with the echo.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::Fehler;
use crate::bericht::{Bericht, median, us};
use crate::draht::Draht;
use crate::gast::{self, Frage, Ziel};
use crate::mass::{Mass, Verteilung};
use crate::prozess::{Platz, Prozess};
use crate::wahl::Wahl;

/// How it is to be measured.
#[derive(Clone, Copy)]
pub(super) struct Wie<'w> {
    pub(super) verbindungen: u32,
    pub(super) sekunden: u32,
    pub(super) fenster: u32,
    pub(super) laeufe: u32,
    pub(super) befehl: Option<&'w str>,
}

/// One server with its clients.
struct Seite {
    server: Prozess,
    draehte: Vec<Draht>,
    fragen: Arc<[Frage]>,
    mass: Arc<Mass>,
    je_sek: Vec<f64>,
    cpu_us: Vec<f64>,
    zeiten: Vec<Verteilung>,
}

impl Seite {
    async fn new(server: Prozess, fragen: Vec<Frage>, ziele: Vec<Ziel>) -> Result<Self, Fehler> {
        let mass = Arc::<Mass>::default();
        let mut draehte = Vec::new();
        for (nr, ziel) in (0..).zip(ziele) {
            draehte.push(gast::herein(server.addr, (nr, ziel), &mass).await?);
        }
        let (je_sek, cpu_us, zeiten) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Self { server, draehte, fragen: fragen.into(), mass, je_sek, cpu_us, zeiten })
    }

    async fn lauf(&mut self, wie: Wie<'_>) -> Result<(), Fehler> {
        self.mass.neu();
        let ende = CancellationToken::new();
        let mut clients = tokio::task::JoinSet::new();
        let before = (tokio::time::Instant::now(), self.server.cpu());
        for (nr, mut d) in (0..).zip(self.draehte.drain(..)) {
            let (mass, ende) = (Arc::clone(&self.mass), ende.clone());
            let fragen = Arc::clone(&self.fragen);
            clients.spawn(async move {
                d.text.clear();
                let done = gast::eile(&mut d, nr, (&fragen, wie.fenster), (&mass, &ende)).await;
                done.map(|()| d)
            });
        }
        sleep(Duration::from_secs(u64::from(wie.sekunden))).await;
        ende.cancel();
        while let Some(done) = clients.join_next().await {
            self.draehte.push(done??);
        }
        let zeiten = self.mass.befehl.verteilung();
        let commands = (zeiten.zahl * u64::from(wie.fenster)) as f64;
        self.je_sek.push(commands / before.0.elapsed().as_secs_f64());
        self.cpu_us.push(us((self.server.cpu() - before.1).ganz) / commands);
        self.zeiten.push(zeiten);
        Ok(())
    }

    /// The run with the middle p99.
    fn middle(&self) -> Verteilung {
        let mut all = self.zeiten.clone();
        all.sort_by_key(|v| v.p99);
        all.get(all.len() / 2).copied().unwrap_or_default()
    }
}

pub(super) async fn spiele(wahl: &Wahl, wie: Wie<'_>) -> Result<Bericht, Fehler> {
    let n = wie.verbindungen;
    let saele = n.div_ceil(100);
    let haus = Prozess::haus(wahl, Platz::new(wahl, saele)?, &[])?;
    let fragen = match wie.befehl {
        None => Frage::einfache(),
        Some("schau") => vec![Frage::new("schau", "Ausgang: raus.")],
        Some("wer") => vec![Frage::new("wer", "Gast1")],
        Some("geld") => vec![Frage::new("geld", "Spieltaler")],
        Some(other) => {
            return Err(format!("Gemessen wird schau, wer oder geld, nicht {other}.").into());
        }
    };
    let halls = (0..n).map(|nr| Ziel::Saal(nr % saele + 1)).collect();
    let mut haus = Seite::new(haus, fragen, halls).await?;
    let nowhere = vec![Ziel::Echo; n as usize];
    let mut echo = Seite::new(Prozess::echo(wahl)?, Frage::echo(), nowhere).await?;
    for _ in 0..wie.laeufe {
        haus.lauf(wie).await?;
        echo.lauf(wie).await?;
    }
    let mut b = Bericht::new(format!(
        "{n} Verbindungen ohne Pause, {} zugleich unterwegs, {} Läufe zu {} s",
        wie.fenster, wie.laeufe, wie.sekunden
    ));
    b.neben("Befehle je Sekunde", "", (median(haus.je_sek.clone()), median(echo.je_sek.clone())));
    b.neben("CPU je Befehl", "µs", (median(haus.cpu_us.clone()), median(echo.cpu_us.clone())));
    b.zeiten("Antwort", &haus.middle(), Some(&echo.middle()));
    b.fehler(&haus.mass);
    b.wert("Warnungen im Log", "", haus.server.klagen() as f64);
    Ok(b)
}
