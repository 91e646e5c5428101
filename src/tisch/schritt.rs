//! Everything that changes a table, and its notation in the journal: one readable line each, never depending on
//! a generator of chance.

use std::time::Duration;

use super::mischsiegel::{self, Geoeffnet};
use super::{Person, Tempo, Tischspiel, Zeit};
use crate::siegel::{Salz, from_hex, hex};
use crate::spiele::Platz;

/// How a move came about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wie {
    /// The person at the seat.
    Selbst,
    /// The thinking time was over.
    Zeit,
    /// A friend, in his own seat or for somebody.
    Freund,
}

/// One change of a table. Friends are named by their place in the table's list.
pub enum Schritt<S: Tischspiel> {
    Setz {
        platz: Platz,
        person: Person,
    },
    Freund {
        platz: Platz,
        freund: usize,
    },
    /// A friend takes the seat of somebody who did not stake in time.
    Ersetze {
        platz: Platz,
        freund: usize,
    },
    /// Leaves on purpose; in a running game a friend takes over.
    Steh {
        platz: Platz,
        freund: Option<usize>,
    },
    Runden {
        platz: Platz,
        n: u32,
    },
    /// How fast friends play from now on.
    Tempo {
        tempo: Tempo,
    },
    /// The stakes are being named from now on.
    Gebote,
    Gebot {
        platz: Platz,
        betrag: i64,
    },
    Zahle {
        platz: Platz,
    },
    Beginn {
        erster: Platz,
    },
    Deck {
        karten: Vec<S::Karte>,
        salze: Vec<Salz>,
    },
    Zug {
        platz: Platz,
        zug: S::Zug,
        wie: Wie,
    },
    Weg {
        platz: Platz,
    },
    Da {
        platz: Platz,
    },
    /// The last deal's seal, kept when the journal is cut short.
    Siegel {
        siegel: Geoeffnet,
    },
    /// The server stands up again: all lines are gone, and what was waited for is asked again.
    Wieder,
    /// The opener has settled something of the rules with this sentence.
    Absprache {
        platz: Platz,
        satz: String,
    },
    /// A sitting begins; who deals first is being drawn.
    Losen,
    /// Too few can play; an open sitting waits.
    Ruhe,
    /// A purse held less than was thought.
    Guthaben {
        platz: Platz,
        stand: i64,
    },
    /// A friend plays on for somebody whose line was lost.
    Vertretung {
        platz: Platz,
        freund: usize,
    },
    Aussetzen {
        platz: Platz,
        ja: bool,
    },
    /// The game or sitting ends here.
    Schluss,
    /// A whole sitting between two deals (`abschnitt`).
    Sitzung {
        stand: String,
    },
    /// Counters after the journal was cut short.
    Stand {
        schritte: u64,
        zaehler: u64,
        partien: u64,
        /// When friends fill up, if the table waits for that.
        warten_bis: Option<Zeit>,
    },
}

/// The table's clock has whole milliseconds, as its journal has: a table that stands up again has the same deadlines.
pub(super) fn whole_ms(zeit: Zeit) -> Zeit {
    Duration::from_millis(ms(zeit))
}

/// Whole milliseconds, as journal and head hold them.
pub fn ms(zeit: Duration) -> u64 {
    u64::try_from(zeit.as_millis()).unwrap_or(u64::MAX)
}

/// A journal line: milliseconds of the table's clock, then the step.
pub(super) fn write_line<S: Tischspiel>(zeit: Zeit, schritt: &Schritt<S>) -> String {
    format!("{} {}", zeit.as_millis(), write(schritt))
}

fn write<S: Tischspiel>(schritt: &Schritt<S>) -> String {
    match schritt {
        Schritt::Setz { platz, person } => {
            format!("setz {} {} {} {}", platz.0, person.konto, person.guthaben, person.name)
        }
        Schritt::Freund { platz, freund } => format!("freund {} {freund}", platz.0),
        Schritt::Ersetze { platz, freund } => format!("ersetze {} {freund}", platz.0),
        Schritt::Steh { platz, freund: Some(f) } => format!("steh {} {f}", platz.0),
        Schritt::Steh { platz, freund: None } => format!("steh {}", platz.0),
        Schritt::Runden { platz, n } => format!("runden {} {n}", platz.0),
        Schritt::Tempo { tempo } => format!("tempo {}", tempo.name()),
        Schritt::Gebote => "gebote".to_string(),
        Schritt::Gebot { platz, betrag } => format!("gebot {} {betrag}", platz.0),
        Schritt::Zahle { platz } => format!("zahle {}", platz.0),
        Schritt::Beginn { erster } => format!("beginn {}", erster.0),
        Schritt::Deck { karten, salze } => {
            let karten: Vec<String> = karten.iter().map(ToString::to_string).collect();
            let salze: Vec<String> = salze.iter().map(|s| hex(s)).collect();
            format!("deck {} {}", karten.join(","), salze.join(","))
        }
        Schritt::Zug { platz, zug, wie } => {
            let wie = ["selbst", "zeit", "freund"][*wie as usize];
            format!("zug {} {wie} {zug}", platz.0)
        }
        Schritt::Weg { platz } => format!("weg {}", platz.0),
        Schritt::Da { platz } => format!("da {}", platz.0),
        Schritt::Vertretung { platz, freund } => format!("vertretung {} {freund}", platz.0),
        Schritt::Aussetzen { platz, ja } => format!("aussetzen {} {}", platz.0, u8::from(*ja)),
        Schritt::Siegel { siegel } => mischsiegel::write(siegel),
        Schritt::Wieder => "wieder".to_string(),
        Schritt::Absprache { platz, satz } => format!("absprache {} {satz}", platz.0),
        Schritt::Losen => "losen".to_string(),
        Schritt::Ruhe => "ruhe".to_string(),
        Schritt::Guthaben { platz, stand } => format!("guthaben {} {stand}", platz.0),
        Schritt::Schluss => "schluss".to_string(),
        Schritt::Sitzung { stand } => format!("sitzung {stand}"),
        Schritt::Stand { schritte, zaehler, partien, warten_bis: None } => {
            format!("stand {schritte} {zaehler} {partien}")
        }
        Schritt::Stand { schritte, zaehler, partien, warten_bis: Some(bis) } => {
            format!("stand {schritte} {zaehler} {partien} {}", bis.as_millis())
        }
    }
}

/// Reads a journal line back. `None`: it is none.
pub(super) fn read_line<S: Tischspiel>(line: &str) -> Option<(Zeit, Schritt<S>)> {
    let (ms, rest) = line.split_once(' ')?;
    Some((Duration::from_millis(ms.parse().ok()?), read(rest)?))
}

fn read<S: Tischspiel>(text: &str) -> Option<Schritt<S>> {
    let (wort, rest) = text.split_once(' ').unwrap_or((text, ""));
    let mut felder = rest.splitn(4, ' ');
    let mut platz = || felder.next()?.parse().ok().map(Platz);
    Some(match wort {
        "gebote" => Schritt::Gebote,
        "tempo" => Schritt::Tempo { tempo: Tempo::named(rest)? },
        "schluss" => Schritt::Schluss,
        "sitzung" => Schritt::Sitzung { stand: rest.to_string() },
        "siegel" => Schritt::Siegel { siegel: mischsiegel::read(rest)? },
        "wieder" => Schritt::Wieder,
        "absprache" => {
            let (platz, satz) = rest.split_once(' ')?;
            Schritt::Absprache { platz: Platz(platz.parse().ok()?), satz: satz.to_string() }
        }
        "losen" => Schritt::Losen,
        "ruhe" => Schritt::Ruhe,
        "deck" => return read_deck(rest),
        "zug" => return read_zug(rest),
        "stand" => return read_stand(rest),
        "beginn" => Schritt::Beginn { erster: platz()? },
        "zahle" => Schritt::Zahle { platz: platz()? },
        "weg" => Schritt::Weg { platz: platz()? },
        "da" => Schritt::Da { platz: platz()? },
        "setz" => {
            let platz = platz()?;
            let konto = felder.next()?.parse().ok()?;
            let guthaben = felder.next()?.parse().ok()?;
            Schritt::Setz {
                platz,
                person: Person { konto, guthaben, name: felder.next()?.to_string() },
            }
        }
        "freund" => Schritt::Freund { platz: platz()?, freund: felder.next()?.parse().ok()? },
        "ersetze" => Schritt::Ersetze { platz: platz()?, freund: felder.next()?.parse().ok()? },
        "vertretung" => {
            Schritt::Vertretung { platz: platz()?, freund: felder.next()?.parse().ok()? }
        }
        "steh" => {
            let platz = platz()?;
            let freund = felder.next().map(str::parse).transpose().ok()?;
            Schritt::Steh { platz, freund }
        }
        "runden" => Schritt::Runden { platz: platz()?, n: felder.next()?.parse().ok()? },
        "guthaben" => Schritt::Guthaben { platz: platz()?, stand: felder.next()?.parse().ok()? },
        "gebot" => Schritt::Gebot { platz: platz()?, betrag: felder.next()?.parse().ok()? },
        "aussetzen" => Schritt::Aussetzen { platz: platz()?, ja: felder.next()? == "1" },
        _ => return None,
    })
}

fn read_deck<S: Tischspiel>(rest: &str) -> Option<Schritt<S>> {
    let (karten, salze) = rest.split_once(' ')?;
    let karten = karten.split(',').map(|k| k.parse().ok()).collect::<Option<_>>()?;
    let salze = salze.split(',').map(from_hex).collect::<Option<_>>()?;
    Some(Schritt::Deck { karten, salze })
}

fn read_zug<S: Tischspiel>(rest: &str) -> Option<Schritt<S>> {
    let mut felder = rest.splitn(3, ' ');
    let platz = Platz(felder.next()?.parse().ok()?);
    let wie = match felder.next()? {
        "selbst" => Wie::Selbst,
        "zeit" => Wie::Zeit,
        "freund" => Wie::Freund,
        _ => return None,
    };
    Some(Schritt::Zug { platz, zug: felder.next()?.parse().ok()?, wie })
}

fn read_stand<S: Tischspiel>(rest: &str) -> Option<Schritt<S>> {
    let mut zahlen = rest.split(' ').map(str::parse);
    let mut next = || zahlen.next()?.ok();
    let (schritte, zaehler, partien) = (next()?, next()?, next()?);
    let warten_bis = zahlen.next().transpose().ok()?.map(Duration::from_millis);
    Some(Schritt::Stand { schritte, zaehler, partien, warten_bis })
}
