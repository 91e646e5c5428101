//! Whom the friends of the house know: how often somebody has played with them, when last, and how he fared. Knows no
//! friend but by name.

use rusqlite::{Connection, OptionalExtension, params};

use super::Archive;
use super::error::StorageError;

/// Games that are no further apart than this belong to one evening.
pub const EVENING_S: i64 = 6 * 3600;

/// What a friend remembers of an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bekanntschaft {
    pub abende: i64,
    /// End of the last game together, in seconds since 1970.
    pub zuletzt: i64,
    /// What the account won or lost in the whole of that evening.
    pub gewinn: i64,
}

impl Archive {
    /// Notes that this account has played with these friends until `now` and what the game brought it. Expects that
    /// the account exists.
    pub async fn note_meeting(
        &self,
        konto: i64,
        freunde: Vec<String>,
        gewinn: i64,
        now: i64,
    ) -> Result<(), StorageError> {
        self.ask(move |conn| freunde.iter().try_for_each(|f| meet(conn, (konto, f), gewinn, now)))
            .await
    }

    /// What a friend remembers of an account. `None`: they have never met.
    pub async fn acquaintance(
        &self,
        konto: i64,
        freund: &str,
    ) -> Result<Option<Bekanntschaft>, StorageError> {
        let freund = freund.to_string();
        self.ask(move |conn| known(conn, konto, &freund)).await
    }
}

fn meet(
    conn: &Connection,
    (konto, freund): (i64, &str),
    gewinn: i64,
    now: i64,
) -> Result<(), StorageError> {
    let before = known(conn, konto, freund)?;
    let same = before.filter(|b| now - b.zuletzt < EVENING_S);
    let gewinn = gewinn.saturating_add(same.map_or(0, |b| b.gewinn));
    let abende = before.map_or(0, |b| b.abende) + i64::from(same.is_none());
    let sql = "INSERT INTO bekannt (konto, freund, abende, zuletzt, gewinn)
               VALUES (?1, ?2, ?3, ?4, ?5)
               ON CONFLICT (konto, freund) DO UPDATE
               SET abende = excluded.abende, zuletzt = excluded.zuletzt, gewinn = excluded.gewinn";
    conn.prepare_cached(sql)?.execute(params![konto, freund, abende, now, gewinn])?;
    Ok(())
}

fn known(
    conn: &Connection,
    konto: i64,
    freund: &str,
) -> Result<Option<Bekanntschaft>, StorageError> {
    let sql = "SELECT abende, zuletzt, gewinn FROM bekannt WHERE konto = ?1 AND freund = ?2";
    let row = conn.prepare_cached(sql)?.query_row(params![konto, freund], |row| {
        Ok(Bekanntschaft { abende: row.get(0)?, zuletzt: row.get(1)?, gewinn: row.get(2)? })
    });
    Ok(row.optional()?)
}
