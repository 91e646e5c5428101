//! What was said in the Kurier's channels, and the notes that players leave for the admins. Both are bounded:
//! the newest stay. Knows no template and no channel by name.

use rusqlite::{Connection, params};

use super::error::StorageError;
use super::{Archive, now_s};
use crate::limits::{KURIER_LINES_MAX, NOTES_MAX};

/// One line of a channel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KurierLine {
    /// Seconds since 1970.
    pub wann: i64,
    pub text: String,
}

/// A player's note.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// fehler, idee or melde.
    pub kind: String,
    pub who: String,
    /// Seconds since 1970.
    pub wann: i64,
    pub text: String,
}

impl Archive {
    /// Adds a line to a channel; of each channel the newest [`KURIER_LINES_MAX`] stay.
    pub async fn append_kurier(
        &self,
        kanal: &str,
        wann: i64,
        text: String,
    ) -> Result<(), StorageError> {
        let kanal = kanal.to_string();
        self.ask(move |conn| append(conn, &kanal, wann, &text)).await
    }

    /// The newest `n` lines of a channel, the oldest of them first.
    pub async fn recent_kurier(
        &self,
        kanal: &str,
        n: u32,
    ) -> Result<Vec<KurierLine>, StorageError> {
        let kanal = kanal.to_string();
        self.ask(move |conn| recent(conn, &kanal, n)).await
    }

    /// Keeps a note (fehler, idee, melde); the newest [`NOTES_MAX`] stay.
    pub async fn append_note(
        &self,
        kind: &str,
        who: &str,
        text: String,
    ) -> Result<(), StorageError> {
        let (kind, who) = (kind.to_string(), who.to_string());
        self.ask(move |conn| append_note(conn, &Note::now(&kind, &who, &text))).await
    }
}

impl Note {
    fn now(kind: &str, who: &str, text: &str) -> Self {
        Self { kind: kind.to_string(), who: who.to_string(), wann: now_s(), text: text.to_string() }
    }
}

fn append(conn: &Connection, kanal: &str, wann: i64, text: &str) -> Result<(), StorageError> {
    let sql = "INSERT INTO kurier (kanal, wann, zeile) VALUES (?1, ?2, ?3)";
    conn.prepare_cached(sql)?.execute(params![kanal, wann, text])?;
    let sql = "DELETE FROM kurier WHERE kanal = ?1 AND nr <=
               (SELECT nr FROM kurier WHERE kanal = ?1 ORDER BY nr DESC LIMIT 1 OFFSET ?2)";
    conn.prepare_cached(sql)?.execute(params![kanal, as_count(KURIER_LINES_MAX)])?;
    Ok(())
}

fn recent(conn: &Connection, kanal: &str, n: u32) -> Result<Vec<KurierLine>, StorageError> {
    let sql = "SELECT wann, zeile FROM kurier WHERE kanal = ?1 ORDER BY nr DESC LIMIT ?2";
    let mut query = conn.prepare_cached(sql)?;
    let rows = query.query_map(params![kanal, n], |row| {
        Ok(KurierLine { wann: row.get(0)?, text: row.get(1)? })
    })?;
    let mut lines = rows.collect::<Result<Vec<_>, _>>()?;
    lines.reverse();
    Ok(lines)
}

fn append_note(conn: &Connection, note: &Note) -> Result<(), StorageError> {
    let sql = "INSERT INTO notiz (art, wer, wann, zeile) VALUES (?1, ?2, ?3, ?4)";
    conn.prepare_cached(sql)?.execute(params![note.kind, note.who, note.wann, note.text])?;
    let sql = "DELETE FROM notiz WHERE nr <= (SELECT max(nr) FROM notiz) - ?1";
    conn.prepare_cached(sql)?.execute([as_count(NOTES_MAX)])?;
    Ok(())
}

/// The newest `n` notes, the oldest of them first.
pub(super) fn recent_notes(conn: &Connection, n: u32) -> Result<Vec<Note>, StorageError> {
    let sql = "SELECT art, wer, wann, zeile FROM notiz ORDER BY nr DESC LIMIT ?1";
    let mut query = conn.prepare(sql)?;
    let rows = query.query_map([n], |row| {
        Ok(Note { kind: row.get(0)?, who: row.get(1)?, wann: row.get(2)?, text: row.get(3)? })
    })?;
    let mut notes = rows.collect::<Result<Vec<_>, _>>()?;
    notes.reverse();
    Ok(notes)
}

fn as_count(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}
