//! Tables and their journals: what is needed to stand up again. Lines, money and experience of one step share
//! one transaction. Knows no game; lines and heads are text to it.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::error::{StorageError, WriteError};
use super::experience::{self, ExperienceChange, ExperienceGain};
use super::records::{self, RecordPart};
use super::{Archive, ledger, now_s};
use crate::taler::{Buchung, Geldkonto, Waehrung};

/// What is fixed when a table opens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableHead {
    pub raum: String,
    pub spiel: String,
    /// The table's number in its room, as people say it.
    pub nr_im_raum: u32,
    pub waehrung: Waehrung,
    /// Belongs to the table's host; the archive does not look into it.
    pub kopf_json: String,
}

/// A table that is open, with its journal. No `Debug`: the journal holds hidden cards.
#[derive(Clone, PartialEq, Eq)]
pub struct OpenTable {
    pub id: i64,
    pub head: TableHead,
    /// In the order they were written.
    pub lines: Vec<String>,
}

/// What one handled input of a table leaves behind. No `Debug`: the lines hold hidden cards.
#[derive(Clone, Default)]
pub struct Step {
    pub table: i64,
    pub lines: Vec<String>,
    pub bookings: Vec<Buchung>,
    pub experience: Vec<ExperienceGain>,
    /// What the record of the running game goes on with, and how it ends.
    pub record: RecordPart,
    /// The lines take the place of the whole journal so far: the table has nothing left to remember.
    pub replace: bool,
    /// Lines of the journal before this number ([`StepReceipt::lines`]) are needed no longer.
    pub forget_before: Option<i64>,
    /// New settings take the place of those of the head ([`TableHead::kopf_json`]): the lines belong to them.
    pub head: Option<String>,
    /// The table ends with this step; its journal is deleted. Expects that it holds no money then.
    pub close: bool,
}

/// What a step has become.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepReceipt {
    /// Number of the journal's last line, counted from where it began anew; 0 after closing.
    pub lines: i64,
    /// One entry for each gain, in order.
    pub experience: Vec<ExperienceChange>,
}

impl Archive {
    /// Opens a table and gives its number, unique for ever.
    pub async fn open_table(&self, head: TableHead) -> Result<i64, StorageError> {
        self.ask(move |conn| open(conn, &head)).await
    }

    /// Writes a step: all of it or nothing. Speak after this has returned (architecture: write, then speak).
    pub async fn write(&self, step: Step) -> Result<StepReceipt, WriteError> {
        self.ask(move |conn| write(conn, &step)).await
    }

    /// Closes a table and deletes its journal. Errors: it holds money, or is closed already.
    pub async fn close_table(&self, id: i64) -> Result<(), WriteError> {
        self.write(Step { table: id, close: true, ..Step::default() }).await.map(|_| ())
    }

    /// All open tables with their journals, for the start.
    pub async fn open_tables(&self) -> Result<Vec<OpenTable>, StorageError> {
        self.ask(open_tables).await
    }

    /// The journal of one table that is open, in the order it was written; empty for any other.
    pub async fn journal(&self, id: i64) -> Result<Vec<String>, StorageError> {
        self.ask(move |conn| lines(conn, id)).await
    }

    /// One table that is open, with its journal.
    pub async fn table(&self, id: i64) -> Result<Option<OpenTable>, StorageError> {
        self.ask(move |conn| open_table(conn, id)).await
    }

    /// A number for a guest, unique for ever.
    pub async fn next_guest_number(&self) -> Result<i64, StorageError> {
        let sql = "UPDATE zaehler SET wert = wert + 1 WHERE name = 'gast' RETURNING wert";
        self.ask(move |conn| Ok(conn.prepare_cached(sql)?.query_row((), |row| row.get(0))?)).await
    }
}

fn open(conn: &Connection, head: &TableHead) -> Result<i64, StorageError> {
    let sql = "INSERT INTO tisch (raum, spiel, nr_im_raum, waehrung, kopf_json, opened)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    conn.prepare_cached(sql)?.execute(params![
        head.raum,
        head.spiel,
        head.nr_im_raum,
        head.waehrung.id(),
        head.kopf_json,
        now_s()
    ])?;
    Ok(conn.last_insert_rowid())
}

fn write(conn: &Connection, step: &Step) -> Result<StepReceipt, WriteError> {
    expect_open(conn, step.table)?;
    if step.replace {
        conn.prepare_cached("DELETE FROM journal WHERE tisch = ?1")?.execute([step.table])?;
    }
    if let Some(head) = &step.head {
        let sql = "UPDATE tisch SET kopf_json = ?2 WHERE id = ?1";
        conn.prepare_cached(sql)?.execute(params![step.table, head])?;
    }
    let mut lines = append_lines(conn, step)?;
    if let Some(nr) = step.forget_before {
        let sql = "DELETE FROM journal WHERE tisch = ?1 AND nr < ?2";
        conn.prepare_cached(sql)?.execute([step.table, nr])?;
    }
    records::write(conn, step.table, &step.record)?;
    step.bookings.iter().try_for_each(|b| ledger::book(conn, b))?;
    let gains = step.experience.iter().map(|gain| experience::gain(conn, gain));
    let experience = gains.collect::<Result<_, StorageError>>()?;
    if step.close {
        close(conn, step.table)?;
        lines = 0;
    }
    Ok(StepReceipt { lines, experience })
}

fn expect_open(conn: &Connection, id: i64) -> Result<(), WriteError> {
    let sql = "SELECT 1 FROM tisch WHERE id = ?1 AND closed IS NULL";
    let open = conn.prepare_cached(sql)?.exists([id])?;
    if open { Ok(()) } else { Err(WriteError::NoTable(id)) }
}

/// Gives the number of the last line.
fn append_lines(conn: &Connection, step: &Step) -> Result<i64, WriteError> {
    let sql = "SELECT coalesce(max(nr), 0) FROM journal WHERE tisch = ?1";
    let mut nr: i64 = conn.prepare_cached(sql)?.query_row([step.table], |row| row.get(0))?;
    let mut insert = conn.prepare_cached("INSERT INTO journal VALUES (?1, ?2, ?3)")?;
    for line in &step.lines {
        nr += 1;
        insert.execute(params![step.table, nr, line])?;
    }
    Ok(nr)
}

fn close(conn: &Connection, id: i64) -> Result<(), WriteError> {
    for waehrung in [Waehrung::Taler, Waehrung::Spielgeld] {
        let stand = ledger::balance(conn, &Geldkonto::Tisch(id).to_string(), waehrung)?;
        if stand != 0 {
            return Err(WriteError::MoneyLeft { tisch: id, waehrung, stand });
        }
    }
    conn.prepare_cached("DELETE FROM journal WHERE tisch = ?1")?.execute([id])?;
    records::drop_running(conn, id)?;
    conn.prepare_cached("UPDATE tisch SET closed = ?2 WHERE id = ?1")?.execute([id, now_s()])?;
    Ok(())
}

fn open_tables(conn: &Connection) -> Result<Vec<OpenTable>, StorageError> {
    let sql = "SELECT id, raum, spiel, nr_im_raum, waehrung, kopf_json
               FROM tisch WHERE closed IS NULL ORDER BY id";
    let mut query = conn.prepare(sql)?;
    let mut tables = query.query_map((), read)?.collect::<Result<Vec<_>, _>>()?;
    for table in &mut tables {
        table.lines = lines(conn, table.id)?;
    }
    Ok(tables)
}

fn open_table(conn: &Connection, id: i64) -> Result<Option<OpenTable>, StorageError> {
    let sql = "SELECT id, raum, spiel, nr_im_raum, waehrung, kopf_json
               FROM tisch WHERE closed IS NULL AND id = ?1";
    let mut table = conn.prepare_cached(sql)?.query_row([id], read).optional()?;
    if let Some(table) = &mut table {
        table.lines = lines(conn, id)?;
    }
    Ok(table)
}

fn lines(conn: &Connection, id: i64) -> Result<Vec<String>, StorageError> {
    let sql = "SELECT zeile FROM journal WHERE tisch = ?1 ORDER BY nr";
    let mut query = conn.prepare_cached(sql)?;
    let lines = query.query_map([id], |row| row.get(0))?.collect::<Result<_, _>>()?;
    Ok(lines)
}

fn read(row: &Row<'_>) -> rusqlite::Result<OpenTable> {
    let waehrung: String = row.get(4)?;
    let waehrung = Waehrung::from_id(&waehrung).ok_or(rusqlite::Error::InvalidQuery)?;
    let head = TableHead {
        raum: row.get(1)?,
        spiel: row.get(2)?,
        nr_im_raum: row.get(3)?,
        waehrung,
        kopf_json: row.get(5)?,
    };
    Ok(OpenTable { id: row.get(0)?, head, lines: Vec::new() })
}
