//! Records of games. While a game runs its record grows in the database, in the same transactions as the journal, so
//! that no table has to hold a whole evening; when it is over it becomes a file. Knows no record's content.

use rusqlite::{Connection, params};

use super::Archive;
use super::error::StorageError;
use super::files::{self, off_thread};

/// What a step adds to the record of the running game.
#[derive(Clone, Default)]
pub struct RecordPart {
    pub lines: Vec<String>,
    /// `None`: the game goes on.
    pub end: Option<RecordEnd>,
}

/// How a record ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordEnd {
    /// It is complete and becomes this file ([`Archive::save_record`]).
    Keep(String),
    /// The game was broken off.
    Drop,
}

impl RecordPart {
    /// True if there is nothing to write.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.end.is_none()
    }
}

impl Archive {
    /// Makes a finished record ([`RecordEnd::Keep`]) the file `<state>/protokolle/<name>`, for the owner
    /// alone. Expects a name of letters a-z, digits, dots and dashes. On an error the record stays where it
    /// is until the next start.
    pub async fn save_record(&self, name: &str) -> Result<(), StorageError> {
        let (folder, file) = (self.folder.clone(), name.to_string());
        off_thread(move || files::save_record(&folder, &file)).await?;
        let name = name.to_string();
        let sql = "DELETE FROM aufzeichnung WHERE datei = ?1";
        self.ask(move |conn| Ok(conn.prepare_cached(sql)?.execute([&name]).map(drop)?)).await
    }

    /// Finished records that are no files yet, because the server or the disk was gone too early.
    pub async fn finished_records(&self) -> Result<Vec<String>, StorageError> {
        let sql = "SELECT DISTINCT datei FROM aufzeichnung WHERE datei IS NOT NULL ORDER BY datei";
        self.ask(move |conn| {
            let mut query = conn.prepare_cached(sql)?;
            let names = query.query_map((), |row| row.get(0))?.collect::<Result<_, _>>()?;
            Ok(names)
        })
        .await
    }
}

pub(super) fn write(conn: &Connection, table: i64, part: &RecordPart) -> Result<(), StorageError> {
    if !part.lines.is_empty() {
        let text: String = part.lines.iter().flat_map(|l| [l.as_str(), "\n"]).collect();
        let sql = "INSERT INTO aufzeichnung (tisch, zeilen) VALUES (?1, ?2)";
        conn.prepare_cached(sql)?.execute(params![table, text])?;
    }
    match &part.end {
        None => Ok(()),
        Some(RecordEnd::Drop) => drop_running(conn, table),
        Some(RecordEnd::Keep(name)) => {
            let sql = "UPDATE aufzeichnung SET datei = ?2 WHERE tisch = ?1 AND datei IS NULL";
            Ok(conn.prepare_cached(sql)?.execute(params![table, name]).map(drop)?)
        }
    }
}

/// Forgets the record of the game that runs at this table.
pub(super) fn drop_running(conn: &Connection, table: i64) -> Result<(), StorageError> {
    let sql = "DELETE FROM aufzeichnung WHERE tisch = ?1 AND datei IS NULL";
    Ok(conn.prepare_cached(sql)?.execute([table]).map(drop)?)
}

/// Hands each part of a finished record to `to`, in order.
pub(super) fn read(
    conn: &Connection,
    name: &str,
    mut to: impl FnMut(&str) -> Result<(), StorageError>,
) -> Result<(), StorageError> {
    let mut query = conn.prepare("SELECT zeilen FROM aufzeichnung WHERE datei = ?1 ORDER BY id")?;
    let mut rows = query.query([name])?;
    while let Some(row) = rows.next()? {
        to(row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?)?;
    }
    Ok(())
}
