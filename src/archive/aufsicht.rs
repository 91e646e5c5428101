//! What admins decide: who must not come in or speak, money booked by hand, ranks; with a trail of all of it. An order
//! and its line in the trail are one transaction. Also the reports of players. Knows no words of the game.

use std::net::IpAddr;

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::error::{StorageError, WriteError};
use super::{Archive, accounts, ledger, now_s};
use crate::limits::{AUDIT_MAX, REPORTS_A_DAY_MAX, REPORTS_MAX};
use crate::netz::Netz;
use crate::taler::{Buchung, Geldkonto, Waehrung};

/// What somebody is kept from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sperrart {
    /// An account may not log in.
    Konto,
    /// Nobody may connect from a network.
    Netz,
    /// Somebody may not speak.
    Stumm,
}

impl Sperrart {
    pub fn id(self) -> &'static str {
        match self {
            Self::Konto => "konto",
            Self::Netz => "netz",
            Self::Stumm => "stumm",
        }
    }

    fn from_id(id: &str) -> Self {
        match id {
            "netz" => Self::Netz,
            "stumm" => Self::Stumm,
            _ => Self::Konto,
        }
    }
}

/// Somebody is kept from something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sperre {
    pub art: Sperrart,
    /// A purse or a network, as [`Geldkonto`] and [`Netz`] write themselves.
    pub wen: String,
    /// As an admin reads it.
    pub name: String,
    pub grund: String,
    /// Who has decided it.
    pub von: String,
    /// Seconds since 1970.
    pub seit: i64,
    /// Seconds since 1970; `None`: until somebody lifts it.
    pub bis: Option<i64>,
}

/// What an order changes in the database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effekt {
    /// Nothing; the order is carried out elsewhere, or only asks.
    Keiner,
    Sperre(Sperre),
    Entsperre {
        art: Sperrart,
        wen: String,
    },
    /// 0 = player, 1 = admin.
    Rang {
        konto: i64,
        rang: u8,
    },
    /// From the house to a purse; below zero the other way.
    Buche {
        konto: Geldkonto,
        waehrung: Waehrung,
        betrag: i64,
        grund: String,
    },
    /// A report is dealt with.
    Erledigt {
        meldung: i64,
    },
}

/// An order of an admin, with what the trail says of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verfuegung {
    pub wer: String,
    pub was: String,
    pub effekt: Effekt,
}

/// What has become of an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bescheid {
    /// Its number in the trail.
    pub nr: i64,
    /// Something is different from before.
    pub geaendert: bool,
    /// What the purse of a posting holds now; else 0.
    pub stand: i64,
}

/// A line of the trail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spur {
    pub nr: i64,
    /// Seconds since 1970.
    pub wann: i64,
    pub wer: String,
    pub was: String,
}

/// What a player reports.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NeueMeldung {
    pub von: String,
    pub konto: Geldkonto,
    pub gegen: String,
    pub raum: String,
    pub grund: String,
    /// What the reporter has heard, the oldest first.
    pub zeilen: Vec<String>,
}

/// A report as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meldung {
    pub nr: i64,
    /// Seconds since 1970.
    pub wann: i64,
    pub von: String,
    pub gegen: String,
    pub raum: String,
    pub grund: String,
    pub zeilen: Vec<String>,
    /// Who has dealt with it.
    pub erledigt_von: Option<String>,
}

impl Archive {
    /// Carries out an order and writes it into the trail, both or neither. Errors: as [`Archive::book`]; then nothing
    /// has happened, and the trail does not say so.
    pub async fn verfuege(&self, v: Verfuegung) -> Result<Bescheid, WriteError> {
        self.ask(move |conn| verfuege(conn, &v)).await
    }

    /// The newest `n` lines of the trail, the oldest of them first.
    pub async fn spuren(&self, n: u32) -> Result<Vec<Spur>, StorageError> {
        self.ask(move |conn| spuren(conn, n)).await
    }

    /// What somebody is kept from, if it holds now.
    pub async fn sperre(
        &self,
        art: Sperrart,
        wen: &Geldkonto,
    ) -> Result<Option<Sperre>, StorageError> {
        let wen = wen.to_string();
        self.ask(move |conn| sperre(conn, art, &wen)).await
    }

    /// Why nobody may connect from this address now, if that is so.
    pub async fn netzsperre(&self, ip: IpAddr) -> Result<Option<Sperre>, StorageError> {
        self.ask(move |conn| {
            let hits = |s: &Sperre| Netz::parse(&s.wen).is_some_and(|n| n.contains(ip));
            Ok(sperren_von(conn, Some(Sperrart::Netz))?.into_iter().find(hits))
        })
        .await
    }

    /// All that hold now, the newest last.
    pub async fn sperren(&self) -> Result<Vec<Sperre>, StorageError> {
        self.ask(|conn| sperren_von(conn, None)).await
    }

    /// Keeps a report and gives its number; the newest [`REPORTS_MAX`] stay. `None`: this person has reported too
    /// often today.
    pub async fn melde(&self, m: NeueMeldung) -> Result<Option<i64>, StorageError> {
        self.ask(move |conn| melde(conn, &m)).await
    }

    /// The newest `n` reports, the oldest of them first.
    pub async fn meldungen(&self, n: u32) -> Result<Vec<Meldung>, StorageError> {
        self.ask(move |conn| meldungen(conn, n)).await
    }

    /// One report.
    pub async fn meldung(&self, nr: i64) -> Result<Option<Meldung>, StorageError> {
        self.ask(move |conn| meldung(conn, nr)).await
    }
}

pub(super) fn verfuege(conn: &Connection, v: &Verfuegung) -> Result<Bescheid, WriteError> {
    let sql = "INSERT INTO aufsicht (wann, wer, was) VALUES (?1, ?2, ?3)";
    conn.prepare_cached(sql)?.execute(params![now_s(), v.wer, v.was])?;
    let nr = conn.last_insert_rowid();
    let sql = "DELETE FROM aufsicht WHERE nr <= ?1";
    conn.prepare_cached(sql)?.execute([nr - as_count(AUDIT_MAX)])?;
    let mut stand = 0;
    let geaendert = match &v.effekt {
        Effekt::Keiner => true,
        Effekt::Sperre(s) => setze_sperre(conn, s)?,
        Effekt::Entsperre { art, wen } => {
            let sql = "DELETE FROM sperre WHERE art = ?1 AND wen = ?2";
            conn.prepare_cached(sql)?.execute([art.id(), wen])? > 0
        }
        Effekt::Rang { konto, rang } => {
            accounts::set_rang(conn, *konto, *rang)?;
            true
        }
        Effekt::Buche { konto, waehrung, betrag, grund } => {
            let id = format!("aufsicht:{nr}");
            let (haus, purse) = (Geldkonto::Haus, konto.clone());
            let buchung = Buchung::transfer(id, *waehrung, grund.as_str(), haus, purse, *betrag);
            let buchung = buchung.map_err(|e| StorageError::Other(format!("Buchung: {e:?}")))?;
            ledger::book(conn, &buchung)?;
            stand = ledger::balance(conn, &konto.to_string(), *waehrung)?;
            true
        }
        Effekt::Erledigt { meldung } => {
            let sql = "UPDATE meldung SET erledigt_von = ?2 WHERE nr = ?1 AND erledigt_von IS NULL";
            conn.prepare_cached(sql)?.execute(params![meldung, v.wer])? > 0
        }
    };
    Ok(Bescheid { nr, geaendert, stand })
}

/// What has run out is forgotten at the same time, so that the list stays short.
fn setze_sperre(conn: &Connection, s: &Sperre) -> Result<bool, StorageError> {
    conn.prepare_cached("DELETE FROM sperre WHERE bis <= ?1")?.execute([now_s()])?;
    let sql = "INSERT OR REPLACE INTO sperre (art, wen, name, grund, von, seit, bis)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let values = params![s.art.id(), s.wen, s.name, s.grund, s.von, s.seit, s.bis];
    conn.prepare_cached(sql)?.execute(values)?;
    Ok(true)
}

const SPERRE: &str = "SELECT art, wen, name, grund, von, seit, bis FROM sperre
                      WHERE (bis IS NULL OR bis > ?1)";

fn read_sperre(row: &Row<'_>) -> rusqlite::Result<Sperre> {
    let art: String = row.get(0)?;
    Ok(Sperre {
        art: Sperrart::from_id(&art),
        wen: row.get(1)?,
        name: row.get(2)?,
        grund: row.get(3)?,
        von: row.get(4)?,
        seit: row.get(5)?,
        bis: row.get(6)?,
    })
}

fn sperre(conn: &Connection, art: Sperrart, wen: &str) -> Result<Option<Sperre>, StorageError> {
    let mut query = conn.prepare_cached(&format!("{SPERRE} AND art = ?2 AND wen = ?3"))?;
    Ok(query.query_row(params![now_s(), art.id(), wen], read_sperre).optional()?)
}

pub(super) fn sperren_von(
    conn: &Connection,
    art: Option<Sperrart>,
) -> Result<Vec<Sperre>, StorageError> {
    let sql = format!("{SPERRE} AND art = coalesce(?2, art) ORDER BY seit, art, wen");
    let mut query = conn.prepare_cached(&sql)?;
    let rows = query.query_map(params![now_s(), art.map(Sperrart::id)], read_sperre)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(super) fn spuren(conn: &Connection, n: u32) -> Result<Vec<Spur>, StorageError> {
    let sql = "SELECT nr, wann, wer, was FROM aufsicht ORDER BY nr DESC LIMIT ?1";
    let mut query = conn.prepare_cached(sql)?;
    let read = |row: &Row<'_>| {
        Ok(Spur { nr: row.get(0)?, wann: row.get(1)?, wer: row.get(2)?, was: row.get(3)? })
    };
    let mut lines = query.query_map([n], read)?.collect::<Result<Vec<_>, _>>()?;
    lines.reverse();
    Ok(lines)
}

fn melde(conn: &Connection, m: &NeueMeldung) -> Result<Option<i64>, StorageError> {
    let now = now_s();
    let sql = "SELECT count(*) FROM meldung WHERE von_konto = ?1 AND wann > ?2";
    let konto = m.konto.to_string();
    let today: i64 =
        conn.prepare_cached(sql)?.query_row(params![konto, now - 86_400], |row| row.get(0))?;
    if today >= as_count(REPORTS_A_DAY_MAX) {
        return Ok(None);
    }
    let sql = "INSERT INTO meldung (wann, von, von_konto, gegen, raum, grund, zeilen)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let zeilen = m.zeilen.join("\n");
    let values = params![now, m.von, konto, m.gegen, m.raum, m.grund, zeilen];
    conn.prepare_cached(sql)?.execute(values)?;
    let nr = conn.last_insert_rowid();
    let sql = "DELETE FROM meldung WHERE nr <= ?1";
    conn.prepare_cached(sql)?.execute([nr - as_count(REPORTS_MAX)])?;
    Ok(Some(nr))
}

const MELDUNG: &str = "SELECT nr, wann, von, gegen, raum, grund, zeilen, erledigt_von FROM meldung";

fn read_meldung(row: &Row<'_>) -> rusqlite::Result<Meldung> {
    let zeilen: String = row.get(6)?;
    Ok(Meldung {
        nr: row.get(0)?,
        wann: row.get(1)?,
        von: row.get(2)?,
        gegen: row.get(3)?,
        raum: row.get(4)?,
        grund: row.get(5)?,
        zeilen: zeilen.lines().map(str::to_string).collect(),
        erledigt_von: row.get(7)?,
    })
}

pub(super) fn meldungen(conn: &Connection, n: u32) -> Result<Vec<Meldung>, StorageError> {
    let mut query = conn.prepare_cached(&format!("{MELDUNG} ORDER BY nr DESC LIMIT ?1"))?;
    let mut all = query.query_map([n], read_meldung)?.collect::<Result<Vec<_>, _>>()?;
    all.reverse();
    Ok(all)
}

pub(super) fn meldung(conn: &Connection, nr: i64) -> Result<Option<Meldung>, StorageError> {
    let mut query = conn.prepare_cached(&format!("{MELDUNG} WHERE nr = ?1"))?;
    Ok(query.query_row([nr], read_meldung).optional()?)
}

fn as_count(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}
