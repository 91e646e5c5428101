//! `admin` for bans, the trail, reports and accounts: what those who look after the house can do in the game, from
//! outside and without it. Knows no person's connection; what counts for whoever is on, a SIGHUP tells the house.

use clap::{Args, Subcommand};

use super::{text, verfuege};
use crate::archive::{AdminArchive, Effekt, Meldung, Sperrart, Sperre, now_s};
use crate::deutsch::dauer;
use crate::kalender::{datum, zeitpunkt};
use crate::limits::REASON_LETTERS_MAX;
use crate::netz::Netz;
use crate::satz::falte;
use crate::taler::{Geldkonto, Waehrung};
use crate::text::zeichensatz::harmless;

#[derive(Subcommand)]
pub(in crate::cli) enum Befehl {
    /// Lässt ein Konto, eine Adresse oder ein Netz nicht mehr herein
    Ban {
        /// Ein Name, eine Adresse oder ein Netz wie 192.0.2.0/24
        who: String,
        #[command(flatten)]
        umstand: Umstand,
    },
    /// Lässt wieder herein
    Unban {
        /// Ein Name, eine Adresse oder ein Netz
        who: String,
    },
    /// Nimmt jemandem das Wort; spielen darf er
    Mute {
        /// Der Name
        name: String,
        #[command(flatten)]
        umstand: Umstand,
    },
    /// Gibt das Wort zurück
    Unmute {
        /// Der Name
        name: String,
    },
    /// Zeigt, wer gesperrt oder stumm ist
    Bans,
    /// Zeigt, wer was verfügt hat
    Audit {
        /// So viele Zeilen
        #[arg(long, value_name = "ZAHL", default_value_t = 50)]
        lines: u32,
    },
    /// Zeigt, was Spieler über andere melden
    Reports {
        /// Die Nummer einer Meldung: zeigt sie ganz
        number: Option<i64>,
        /// So viele Meldungen
        #[arg(long, value_name = "ZAHL", default_value_t = 50)]
        lines: u32,
        /// Hakt die Meldung ab
        #[arg(long, requires = "number")]
        done: bool,
    },
    /// Zeigt, was Spieler mit fehler und idee notiert haben
    Notes {
        /// So viele Notizen
        #[arg(long, value_name = "ZAHL", default_value_t = 50)]
        lines: u32,
    },
    /// Zeigt Konten mit Rang, Taler und letztem Besuch
    Accounts {
        /// Nur solche, in deren Namen das vorkommt
        part: Option<String>,
    },
}

/// Why, and how long. Without a span until somebody lifts it.
#[derive(Args)]
#[group(skip)]
pub(in crate::cli) struct Umstand {
    /// Warum; wen es trifft, der liest es
    #[arg(long, value_name = "TEXT")]
    reason: String,
    /// So viele Stunden; sonst, bis es aufgehoben wird
    #[arg(long, value_name = "ZAHL", conflicts_with = "days")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=87_600))]
    hours: Option<u32>,
    /// So viele Tage
    #[arg(long, value_name = "ZAHL")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=3650))]
    days: Option<u32>,
}

/// Gives what is to be said. Errors: one German sentence.
pub(super) fn run(archive: &mut AdminArchive, befehl: Befehl) -> Result<String, String> {
    match befehl {
        Befehl::Ban { who, umstand } => ban(archive, &who, &umstand),
        Befehl::Unban { who } => {
            let (art, wen, name) = ziel(archive, &who)?;
            lift(archive, (art, wen), format!("lässt {name} wieder herein"))?;
            Ok(format!("{name} darf wieder herein."))
        }
        Befehl::Mute { name, umstand } => {
            let (konto, name) = konto(archive, &name)?;
            let was = format!("nimmt {name} das Wort");
            put(archive, (Sperrart::Stumm, konto.to_string(), &name), was, &umstand)?;
            Ok(format!("{name} ist stumm und spielt weiter.{}", hint(archive)))
        }
        Befehl::Unmute { name } => {
            let (konto, name) = konto(archive, &name)?;
            let was = format!("gibt {name} das Wort zurück");
            lift(archive, (Sperrart::Stumm, konto.to_string()), was)?;
            Ok(format!("{name} darf ab der nächsten Anmeldung wieder sprechen."))
        }
        Befehl::Bans => {
            let all = archive.sperren().map_err(text)?;
            Ok(list("Niemand ist gesperrt oder stumm.", all.iter().map(sperre_line)))
        }
        Befehl::Audit { lines } => {
            let all = archive.spuren(lines).map_err(text)?;
            let line = |s: crate::archive::Spur| {
                format!("{}. {}, {} {}", s.nr, zeitpunkt(s.wann), s.wer, s.was)
            };
            Ok(list("Das Protokoll ist leer.", all.into_iter().map(line)))
        }
        Befehl::Reports { number: Some(nr), done, .. } => report(archive, nr, done),
        Befehl::Reports { lines, .. } => {
            let all = archive.meldungen(lines).map_err(text)?;
            Ok(list("Es liegt keine Meldung vor.", all.iter().map(meldung_line)))
        }
        Befehl::Notes { lines } => {
            let all = archive.recent_notes(lines).map_err(text)?;
            let line = |n: crate::archive::Note| {
                format!("{}, {} von {}: {}", zeitpunkt(n.wann), n.kind, n.who, n.text)
            };
            Ok(list("Niemand hat etwas notiert.", all.into_iter().map(line)))
        }
        Befehl::Accounts { part } => accounts(archive, part.as_deref().unwrap_or("")),
    }
}

fn list(empty: &str, lines: impl Iterator<Item = String>) -> String {
    let all: Vec<String> = lines.collect();
    if all.is_empty() { empty.to_string() } else { all.join("\n") }
}

fn konto(archive: &mut AdminArchive, name: &str) -> Result<(Geldkonto, String), String> {
    match archive.find(&falte(name)).map_err(text)? {
        Some(a) => Ok((Geldkonto::Konto(a.id), a.name)),
        None => Err(format!("Ein Konto „{name}“ gibt es nicht.")),
    }
}

/// What a ban is for, as it is kept and as it is read.
fn ziel(archive: &mut AdminArchive, who: &str) -> Result<(Sperrart, String, String), String> {
    if let Some(netz) = Netz::parse(who) {
        if netz.is_too_wide() {
            return Err("So ein weites Netz träfe auch alle anderen; nenn ein engeres.".into());
        }
        return Ok((Sperrart::Netz, netz.to_string(), netz.to_string()));
    }
    let (konto, name) = konto(archive, who)?;
    Ok((Sperrart::Konto, konto.to_string(), name))
}

fn ban(archive: &mut AdminArchive, who: &str, umstand: &Umstand) -> Result<String, String> {
    let (art, wen, name) = ziel(archive, who)?;
    put(archive, (art, wen, &name), format!("sperrt {name}"), umstand)?;
    Ok(format!("{name} ist ausgesperrt.{}", hint(archive)))
}

fn put(
    archive: &mut AdminArchive,
    (art, wen, name): (Sperrart, String, &str),
    was: String,
    umstand: &Umstand,
) -> Result<(), String> {
    let hours = umstand.hours.or(umstand.days.map(|d| d * 24));
    let frist_s = hours.map(|h| u64::from(h) * 3600);
    let grund: String = harmless(&umstand.reason).chars().take(REASON_LETTERS_MAX).collect();
    let frist = frist_s.map_or("auf Dauer".into(), |s| format!("für {}", dauer(s)));
    let was = format!("{was} {frist}: {grund}");
    let bis = frist_s.map(|s| now_s().saturating_add(i64::try_from(s).unwrap_or(i64::MAX)));
    let (name, von, seit) = (name.to_string(), "dem Betreiber".to_string(), now_s());
    verfuege(archive, was, Effekt::Sperre(Sperre { art, wen, name, grund, von, seit, bis }))
}

fn lift(
    archive: &mut AdminArchive,
    (art, wen): (Sperrart, String),
    was: String,
) -> Result<(), String> {
    let held = archive.sperren().map_err(text)?.iter().any(|s| s.art == art && s.wen == wen);
    if !held {
        return Err("Da ist nichts aufzuheben. Was gilt, zeigt: theaterkeller admin bans".into());
    }
    verfuege(archive, was, Effekt::Entsperre { art, wen })
}

/// How it comes to count for somebody who is on.
fn hint(archive: &AdminArchive) -> String {
    let pid = archive.server_pid();
    pid.map_or_else(String::new, |pid| {
        format!(" Für den, der schon da ist, gilt es nach: kill -HUP {pid}")
    })
}

fn sperre_line(s: &Sperre) -> String {
    let was = if s.art == Sperrart::Stumm { "stumm" } else { "gesperrt" };
    let bis = s.bis.map_or("auf Dauer".into(), |t| format!("bis {}", zeitpunkt(t)));
    format!("{}, {was} {bis}, von {} am {}: {}", s.name, s.von, zeitpunkt(s.seit), s.grund)
}

fn meldung_line(m: &Meldung) -> String {
    let grund = if m.grund.is_empty() { "ohne Worte" } else { m.grund.as_str() };
    let stand = m.erledigt_von.as_ref().map_or("offen".into(), |w| format!("erledigt von {w}"));
    format!("{}. {}, {} über {}: {grund} ({stand})", m.nr, zeitpunkt(m.wann), m.von, m.gegen)
}

fn report(archive: &mut AdminArchive, nr: i64, done: bool) -> Result<String, String> {
    let none = || format!("Eine Meldung {nr} gibt es nicht.");
    let Some(m) = archive.meldung(nr).map_err(text)? else { return Err(none()) };
    if done {
        verfuege(archive, format!("hakt die Meldung {nr} ab"), Effekt::Erledigt { meldung: nr })?;
        return Ok(format!("Die Meldung {nr} ist erledigt."));
    }
    let heard = m.zeilen.iter().map(|z| format!("  {z}"));
    let head = format!("{}. In: {}. Gehört wurde:", meldung_line(&m), m.raum);
    Ok(std::iter::once(head).chain(heard).collect::<Vec<_>>().join("\n"))
}

fn accounts(archive: &mut AdminArchive, part: &str) -> Result<String, String> {
    const MAX: u32 = 1000;
    let all = archive.accounts(&falte(part), MAX).map_err(text)?;
    let mut lines = Vec::new();
    for a in &all {
        let taler = archive.balance(&Geldkonto::Konto(a.id), Waehrung::Taler).map_err(text)?;
        let seen = a.last_seen.map_or("noch nie da".into(), |t| format!("zuletzt am {}", datum(t)));
        lines.push(format!(
            "{} (Konto {}), Rang {}, {taler} Taler, angelegt am {}, {seen}",
            a.name,
            a.id,
            a.rang,
            datum(a.created)
        ));
    }
    if lines.len() == MAX as usize {
        lines.push(format!("Mehr als {MAX}; nenn einen Teil des Namens."));
    }
    Ok(list("Kein Konto heißt so.", lines.into_iter()))
}
