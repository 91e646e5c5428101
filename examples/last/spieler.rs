//! Somebody at a table, who plays what `Tisch.Dran` allows and looks at nothing else.

use std::net::SocketAddr;
use std::time::Duration;

use rand::rngs::ChaCha12Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use crate::Fehler;
use crate::draht::{Draht, GEDULD, Meldung};
use crate::gast::{self, Ziel};
use crate::mass::Mass;

/// How often somebody looks whether the table has to be asked for something.
const NACHSEHEN: Duration = Duration::from_secs(2);
/// Tries to sit down, after which a fresh purse is needed.
const VERSUCHE: u32 = 4;
/// Looks after which a table starts without those who are missing.
const GEWARTET_MAX: u32 = 15;

/// Who sits where and how fast he plays.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sitz {
    pub(crate) nr: u32,
    pub(crate) saal: u32,
    pub(crate) tisch: u32,
    /// So many people are to sit there before it starts.
    pub(crate) leute: usize,
    pub(crate) pause: Duration,
}

/// Why an evening is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Schluss {
    Ende,
    /// He cannot pay for a seat any more.
    Pleite,
}

/// Plays until the end is called; whoever has lost everything comes again as another guest.
pub(crate) async fn spiele(
    addr: SocketAddr,
    sitz: Sitz,
    tuer: &Semaphore,
    (mass, ende): (&Mass, &CancellationToken),
) -> Result<(), Fehler> {
    let mut first = true;
    loop {
        let at_door = tuer.acquire().await?;
        let mut d = gast::herein(addr, (sitz.nr, Ziel::Saal(sitz.saal)), mass).await?;
        d.programm("[\"Char 1\",\"Tisch 1\"]").await?;
        drop(at_door);
        if std::mem::take(&mut first) {
            mass.bereit.eins();
        }
        let mut s = Spieler::new(d, sitz, mass);
        match s.abend(ende).await? {
            Schluss::Ende => return Ok(()),
            Schluss::Pleite => {
                s.d.zeile("ende").await?;
            }
        }
    }
}

struct Spieler<'m> {
    d: Draht,
    sitz: Sitz,
    mass: &'m Mass,
    rng: ChaCha12Rng,
    sits: bool,
    phase: String,
    /// People who sit at the table.
    leute: usize,
    versuche: u32,
    /// Looks in vain while the table waits for people.
    gewartet: u32,
    /// A move that is being thought about: when it is due, its number and command.
    zug: Option<(Instant, u64, String)>,
    /// A move that was sent and not answered yet.
    gesandt: Option<(Instant, u64)>,
    /// The number of the newest move that was sent.
    letzter: u64,
}

impl<'m> Spieler<'m> {
    fn new(d: Draht, sitz: Sitz, mass: &'m Mass) -> Self {
        let rng = ChaCha12Rng::seed_from_u64(u64::from(sitz.nr));
        Self {
            d,
            sitz,
            mass,
            rng,
            sits: false,
            phase: String::new(),
            leute: 0,
            versuche: 0,
            gewartet: 0,
            zug: None,
            gesandt: None,
            letzter: 0,
        }
    }

    async fn abend(&mut self, ende: &CancellationToken) -> Result<Schluss, Fehler> {
        let mut look = Instant::now();
        loop {
            let due = self.zug.as_ref().map_or(look, |z| z.0.min(look));
            tokio::select! {
                biased;
                () = ende.cancelled() => return Ok(Schluss::Ende),
                got = self.d.mehr() => {
                    got?;
                    self.beantwortet();
                    self.d.text.clear();
                    while let Some(meldung) = self.d.meldungen.pop_front() {
                        self.meldung(&meldung)?;
                    }
                }
                () = sleep_until(due) => {
                    if let Some((_, nr, befehl)) = self.zug.take_if(|z| z.0 <= Instant::now()) {
                        self.ziehe(nr, &befehl).await?;
                    }
                    if look <= Instant::now() {
                        look = Instant::now() + NACHSEHEN.mul_f64(self.rng.random_range(0.8..1.2));
                        if self.sieh_nach().await? == Some(Schluss::Pleite) {
                            return Ok(Schluss::Pleite);
                        }
                    }
                }
            }
        }
    }

    async fn ziehe(&mut self, nr: u64, befehl: &str) -> Result<(), Fehler> {
        (self.gesandt, self.letzter) = (Some((Instant::now(), nr)), nr);
        let zug = json!({ "nr": nr, "befehl": befehl }).to_string();
        self.d.melde("Tisch.Zug", &zug).await?;
        Ok(())
    }

    /// Sits down where he does not sit, starts a table that waits, and gives lost answers up.
    async fn sieh_nach(&mut self) -> Result<Option<Schluss>, Fehler> {
        if self.gesandt.take_if(|g| g.0.elapsed() > GEDULD).is_some() {
            self.mass.verloren.eins();
        }
        if !self.sits {
            self.versuche += 1;
            if self.versuche > VERSUCHE {
                return Ok(Some(Schluss::Pleite));
            }
            self.d.zeile(&format!("setz dich an tisch {}", self.sitz.tisch)).await?;
        } else if self.phase == "wartet" {
            self.gewartet += 1;
            if self.leute >= self.sitz.leute || self.gewartet > GEWARTET_MAX {
                self.d.zeile("los").await?;
            }
        }
        Ok(None)
    }

    /// The table has said something to the move that was sent: in words or for programs, whichever comes first. After a
    /// hidden move the words come alone.
    fn beantwortet(&mut self) {
        let told = !self.d.text.is_empty()
            || self.d.meldungen.iter().any(|(paket, _)| paket.starts_with("Tisch."));
        if let Some((begin, _)) = self.gesandt.take_if(|_| told) {
            self.mass.zug.note(self.sitz.nr, begin.elapsed());
        }
    }

    fn meldung(&mut self, (paket, json): &Meldung) -> Result<(), Fehler> {
        match paket.as_str() {
            "Tisch.Dran" => self.dran(&serde_json::from_str(json)?)?,
            "Tisch.Info" => {
                let info: Value = serde_json::from_str(json)?;
                self.phase = info["phase"].as_str().unwrap_or("").to_string();
                let people = |s: &&Value| s["freund"] == false && s["name"] != "";
                self.leute = info["sitze"].as_array().into_iter().flatten().filter(people).count();
                (self.sits, self.versuche) = (true, 0);
            }
            "Tisch.Ende" => self.mass.spiele.eins(),
            "Char.Status" => {
                let status: Value = serde_json::from_str(json)?;
                self.sits = status["tisch"].as_str().is_some_and(|t| !t.is_empty());
            }
            _ => {}
        }
        Ok(())
    }

    fn dran(&mut self, dran: &Value) -> Result<(), Fehler> {
        self.zug = None;
        if dran["du"] != true {
            return Ok(());
        }
        let erlaubt: Vec<&str> =
            dran["erlaubt"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let Some(befehl) = self.waehle(&erlaubt) else {
            return Err(format!("Dran, und nichts ist erlaubt: {dran}").into());
        };
        let pause = self.sitz.pause.mul_f64(self.rng.random_range(0.5..1.5));
        let nr = dran["nr"].as_u64().unwrap_or(0);
        // The same decision once more: the move was refused, although it stood among what is allowed.
        if nr == self.letzter {
            self.mass.falsch.eins();
        }
        self.zug = Some((Instant::now() + pause, nr, befehl));
        Ok(())
    }

    /// Any command, but of those with an amount only the smallest: money is to last for the evening.
    fn waehle(&mut self, erlaubt: &[&str]) -> Option<String> {
        let cheap = erlaubt.iter().filter(|b| !dear(b)).copied();
        let mut cheap: Vec<&str> = cheap.collect();
        let amounts = erlaubt.iter().filter(|b| b.starts_with("biete ")).copied();
        cheap.extend(amounts.min_by_key(|b| amount(b)));
        let one = cheap.choose(&mut self.rng).or_else(|| erlaubt.choose(&mut self.rng));
        one.map(ToString::to_string)
    }
}

fn dear(befehl: &str) -> bool {
    ["biete ", "erhöhe", "alles", "all in"].iter().any(|d| befehl.starts_with(d))
}

fn amount(befehl: &str) -> u64 {
    befehl.split(' ').find_map(|w| w.parse().ok()).unwrap_or(u64::MAX)
}
