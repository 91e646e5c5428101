//! Growth in steps of ten: connections, tables, accounts.

use std::fs;
use std::time::{Duration, Instant};

use crate::Fehler;
use crate::bericht::{Bericht, median, ms};
use crate::draht::Draht;
use crate::gast::{self, Frage, Ziel};
use crate::konten::{self, PASSWORT, name};
use crate::mass::Mass;
use crate::prozess::{Platz, Prozess};
use crate::szenen::viele::{self, Seite};
use crate::wahl::{Achse, Viele, Wahl};

/// Commands a second that are wanted at least, over all connections, so that few of them give a figure, too.
const BEFEHLE_JE_SEK: f64 = 100.0;
/// Starts, logins and questions of which the middle one counts.
const LAEUFE: usize = 5;

pub(super) async fn spiele(
    wahl: &Wahl,
    was: Achse,
    (bis, sekunden): (u32, u32),
) -> Result<Vec<Bericht>, Fehler> {
    match was {
        Achse::Verbindungen => {
            let mut all = Vec::new();
            for n in stufen(1, bis.min(10_000)) {
                all.push(verbindungen(wahl, n, sekunden).await?);
            }
            Ok(all)
        }
        Achse::Tische => {
            let mut all = Vec::new();
            for n in stufen(1, bis.min(1000)) {
                all.push(tische(wahl, n, sekunden).await?);
            }
            Ok(all)
        }
        Achse::Konten => konten(wahl, bis).await,
    }
}

/// 1, 10, 100 and so on, up to and with the last.
fn stufen(from: u32, to: u32) -> Vec<u32> {
    let tens = std::iter::successors(Some(from), |n| n.checked_mul(10));
    let mut all: Vec<u32> = tens.take_while(|n| *n < to).collect();
    all.push(to);
    all
}

async fn verbindungen(wahl: &Wahl, n: u32, sekunden: u32) -> Result<Bericht, Fehler> {
    let je_sek = (BEFEHLE_JE_SEK / f64::from(n)).max(1.0);
    let v = Viele {
        verbindungen: n,
        sekunden,
        je_sek,
        rede: 0,
        sitzen: 0,
        je_tisch: 1,
        pause_ms: 0,
        ohne_echo: false,
    };
    viele::spiele(wahl, &v).await
}

/// One person at each table, and friends in the other seats.
async fn tische(wahl: &Wahl, n: u32, sekunden: u32) -> Result<Bericht, Fehler> {
    let v = Viele {
        verbindungen: n,
        sekunden,
        je_sek: 0.0,
        rede: 0,
        sitzen: n,
        je_tisch: 1,
        pause_ms: 1000,
        ohne_echo: true,
    };
    let w = Seite::haus(wahl, &v).await?.miss(&v).await?;
    let mut b = Bericht::new(format!("{n} Tische mit je einem Menschen, {sekunden} s"));
    b.wert("Züge von Menschen je Sekunde", "", w.zuege_je_sek);
    b.wert("CPU im Ganzen", "%", w.cpu_anteil * 100.0);
    b.wert("CPU je Tisch", "%", w.cpu_anteil * 100.0 / f64::from(n));
    b.wert("Speicher je Tisch", "Byte", w.je_verbindung);
    b.zeiten("Zug", &w.mass.zug.verteilung(), None);
    b.fehler(&w.mass);
    Ok(b)
}

async fn konten(wahl: &Wahl, bis: u32) -> Result<Vec<Bericht>, Fehler> {
    let platz = Platz::new(wahl, 1)?;
    Prozess::haus_in(wahl, &platz, &[])?.toete();
    let (mut all, mut there) = (Vec::new(), 0);
    for n in stufen(1000.min(bis), bis) {
        konten::lege_an(&platz.zustand(), there..n)?;
        there = n;
        all.push(stufe_konten(wahl, &platz, n).await?);
    }
    Ok(all)
}

/// Start, first answer, login and a question about somebody, with so many accounts.
async fn stufe_konten(wahl: &Wahl, platz: &Platz, n: u32) -> Result<Bericht, Fehler> {
    let (mut start, mut first, mut login, mut finger) = (vec![], vec![], vec![], vec![]);
    let (mut rss, mass) = (0, Mass::default());
    for run in 0..LAEUFE {
        let begin = Instant::now();
        let haus = Prozess::haus_in(wahl, platz, &[])?;
        start.push(ms(begin.elapsed()));
        let mut d = gast::herein(haus.addr, (0, Ziel::Foyer), &mass).await?;
        let frage = &Frage::einfache()[0];
        d.sende(frage.befehl.as_bytes()).await?;
        d.bis(&frage.antwort).await?;
        first.push(ms(begin.elapsed()));
        let who = name(n / LAEUFE as u32 * run as u32);
        login.push(ms(melde_an(&haus, &who).await?));
        let begin = Instant::now();
        d.zeile(&format!("finger {}", name(n / 2))).await?;
        d.bis("nicht da").await?;
        finger.push(ms(begin.elapsed()));
        rss = haus.rss();
        haus.toete();
    }
    let db = fs::metadata(platz.zustand().join("theaterkeller.db"))?.len();
    let mut b = Bericht::new(format!("{n} Konten"));
    b.wert("bis er lauscht", "ms", median(start));
    b.wert("bis zur ersten Antwort", "ms", median(first));
    b.wert("Anmeldung mit Passwort", "ms", median(login));
    b.wert("finger", "ms", median(finger));
    b.wert("Speicher im Ganzen", "MiB", rss as f64 / f64::from(1 << 20));
    b.wert("Datenbank", "MiB", db as f64 / f64::from(1 << 20));
    Ok(b)
}

async fn melde_an(haus: &Prozess, who: &str) -> Result<Duration, Fehler> {
    let mut d = Draht::verbinde(haus.addr).await?;
    d.bis("Wie heißt Du denn").await?;
    let begin = Instant::now();
    d.zeile(who).await?;
    d.bis("asswort").await?;
    d.zeile(PASSWORT).await?;
    d.bis("Willkommen").await?;
    Ok(begin.elapsed())
}
