//! Accounts: who there is, how they like it, and their last logins. Knows no password, only its hash.

use std::fmt;

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::error::{CreateError, StorageError};
use super::{Archive, ledger, now_s};
use crate::taler::{Buchung, Geldkonto, Waehrung};

/// An account as stored.
#[derive(Clone, PartialEq, Eq)]
pub struct Account {
    pub id: i64,
    /// As its owner writes it.
    pub name: String,
    /// The folded name, unique.
    pub key: String,
    /// Of the password, in PHC form. Never shown, never logged.
    pub hash: String,
    /// How the game speaks of the person, 0 to 3.
    pub anrede: u8,
    /// 0 = player, 1 = admin.
    pub rang: u8,
    /// Belongs to the session; the archive does not look into it.
    pub settings_json: String,
    /// Failed logins since the last good one.
    pub failed: u32,
    /// Seconds since 1970.
    pub created: i64,
    /// Seconds since 1970; `None` before the first login.
    pub last_seen: Option<i64>,
}

impl fmt::Debug for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Account {} ({})", self.id, self.key)
    }
}

/// What a new account starts with.
#[derive(Clone)]
pub struct NewAccount {
    pub name: String,
    /// The folded name. Expects what login and lookup fold alike.
    pub key: String,
    /// Equal for names that look alike; unique.
    pub skeleton: String,
    pub hash: String,
    pub anrede: u8,
    pub settings_json: String,
}

/// How things stood before a good login.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LastLogin {
    /// Failed logins since the good one before.
    pub failed: u32,
    pub last_seen: Option<i64>,
}

impl Archive {
    /// The account with this folded name.
    pub async fn find(&self, key: &str) -> Result<Option<Account>, StorageError> {
        let key = key.to_string();
        self.ask(move |conn| find(conn, &key)).await
    }

    /// The account with this number.
    pub async fn account(&self, id: i64) -> Result<Option<Account>, StorageError> {
        self.ask(move |conn| by_id(conn, id)).await
    }

    /// Creates an account and books its start money in Taler from the house, both or neither. Expects
    /// `startgeld` from 0 to [`crate::limits::AMOUNT_MAX`].
    pub async fn create(&self, new: NewAccount, startgeld: i64) -> Result<Account, CreateError> {
        self.ask(move |conn| create(conn, &new, startgeld)).await
    }

    /// True while no account has this name or one that looks like it.
    pub async fn is_free(&self, key: &str, skeleton: &str) -> Result<bool, StorageError> {
        let sql = "SELECT 1 FROM konto WHERE key = ?1 OR skeleton = ?2";
        let (key, skeleton) = (key.to_string(), skeleton.to_string());
        self.ask(move |conn| Ok(!conn.prepare_cached(sql)?.exists([&key, &skeleton])?)).await
    }

    /// The hash of a new password.
    pub async fn set_hash(&self, id: i64, hash: String) -> Result<(), StorageError> {
        self.ask(move |conn| set_hash(conn, id, &hash)).await
    }

    pub async fn set_settings(&self, id: i64, settings_json: String) -> Result<(), StorageError> {
        let sql = "UPDATE konto SET settings_json = ?2 WHERE id = ?1";
        self.ask(move |conn| update(conn, sql, params![id, settings_json])).await
    }

    /// 0 = player, 1 = admin.
    pub async fn set_rang(&self, id: i64, rang: u8) -> Result<(), StorageError> {
        self.ask(move |conn| set_rang(conn, id, rang)).await
    }

    /// A good login at `wann` (seconds since 1970): failed ones are forgotten. Gives how it stood before.
    /// Errors: `NoAccount`, as with all that change an account.
    pub async fn note_login(&self, id: i64, wann: i64) -> Result<LastLogin, StorageError> {
        self.ask(move |conn| note_login(conn, id, wann)).await
    }

    /// A login with a wrong password. Gives how many there were since the last good one.
    pub async fn note_failed_login(&self, id: i64) -> Result<u32, StorageError> {
        self.ask(move |conn| note_failed_login(conn, id)).await
    }

    /// The person was here until `wann` (seconds since 1970).
    pub async fn note_seen(&self, id: i64, wann: i64) -> Result<(), StorageError> {
        let sql = "UPDATE konto SET last_seen = ?2 WHERE id = ?1";
        self.ask(move |conn| update(conn, sql, params![id, wann])).await
    }

    /// When the person was here last, in seconds since 1970. `None`: never, or no such account.
    pub async fn last_seen(&self, id: i64) -> Result<Option<i64>, StorageError> {
        Ok(self.account(id).await?.and_then(|account| account.last_seen))
    }
}

const COLUMNS: &str =
    "id, name, key, hash, anrede, rang, settings_json, failed, created, last_seen";

fn read(row: &Row<'_>) -> rusqlite::Result<Account> {
    Ok(Account {
        id: row.get(0)?,
        name: row.get(1)?,
        key: row.get(2)?,
        hash: row.get(3)?,
        anrede: row.get(4)?,
        rang: row.get(5)?,
        settings_json: row.get(6)?,
        failed: row.get(7)?,
        created: row.get(8)?,
        last_seen: row.get(9)?,
    })
}

pub(super) fn find(conn: &Connection, key: &str) -> Result<Option<Account>, StorageError> {
    let sql = format!("SELECT {COLUMNS} FROM konto WHERE key = ?1");
    Ok(conn.prepare_cached(&sql)?.query_row([key], read).optional()?)
}

fn by_id(conn: &Connection, id: i64) -> Result<Option<Account>, StorageError> {
    let sql = format!("SELECT {COLUMNS} FROM konto WHERE id = ?1");
    Ok(conn.prepare_cached(&sql)?.query_row([id], read).optional()?)
}

pub(super) fn list(conn: &Connection, part: &str, n: u32) -> Result<Vec<Account>, StorageError> {
    let sql = format!("SELECT {COLUMNS} FROM konto WHERE instr(key, ?1) ORDER BY key LIMIT ?2");
    let mut query = conn.prepare(&sql)?;
    let rows = query.query_map(params![part, n], read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(super) fn create(
    conn: &Connection,
    new: &NewAccount,
    startgeld: i64,
) -> Result<Account, CreateError> {
    let sql = format!(
        "INSERT INTO konto (name, key, hash, anrede, settings_json, created, skeleton)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO NOTHING RETURNING {COLUMNS}"
    );
    let NewAccount { name, key, skeleton, hash, anrede, settings_json } = new;
    let values = params![name, key, hash, anrede, settings_json, now_s(), skeleton];
    let account = conn.prepare_cached(&sql)?.query_row(values, read).optional()?;
    let account = account.ok_or(CreateError::NameTaken)?;
    if startgeld > 0 {
        give_start_money(conn, account.id, startgeld)?;
    }
    Ok(account)
}

fn give_start_money(conn: &Connection, id: i64, startgeld: i64) -> Result<(), StorageError> {
    let buchung = Buchung::transfer(
        format!("startgeld:{id}"),
        Waehrung::Taler,
        "Startgeld",
        Geldkonto::Haus,
        Geldkonto::Konto(id),
        startgeld,
    );
    let buchung = buchung.map_err(|e| StorageError::Other(format!("Startgeld: {e:?}")))?;
    ledger::book(conn, &buchung).map_err(|e| StorageError::Other(e.to_string()))
}

pub(super) fn set_hash(conn: &Connection, id: i64, hash: &str) -> Result<(), StorageError> {
    update(conn, "UPDATE konto SET hash = ?2 WHERE id = ?1", params![id, hash])
}

pub(super) fn set_rang(conn: &Connection, id: i64, rang: u8) -> Result<(), StorageError> {
    update(conn, "UPDATE konto SET rang = ?2 WHERE id = ?1", params![id, rang])
}

fn note_login(conn: &Connection, id: i64, wann: i64) -> Result<LastLogin, StorageError> {
    let sql = "SELECT failed, last_seen FROM konto WHERE id = ?1";
    let read = |row: &Row<'_>| Ok(LastLogin { failed: row.get(0)?, last_seen: row.get(1)? });
    let before = conn.prepare_cached(sql)?.query_row([id], read).optional()?;
    let before = before.ok_or(StorageError::NoAccount)?;
    let sql = "UPDATE konto SET failed = 0, last_seen = ?2 WHERE id = ?1";
    update(conn, sql, params![id, wann])?;
    Ok(before)
}

fn note_failed_login(conn: &Connection, id: i64) -> Result<u32, StorageError> {
    let sql = "UPDATE konto SET failed = failed + 1 WHERE id = ?1 RETURNING failed";
    let failed = conn.prepare_cached(sql)?.query_row([id], |row| row.get(0)).optional()?;
    failed.ok_or(StorageError::NoAccount)
}

/// Changes one account. Errors: `NoAccount`.
fn update(conn: &Connection, sql: &str, values: impl rusqlite::Params) -> Result<(), StorageError> {
    if conn.prepare_cached(sql)?.execute(values)? == 0 {
        return Err(StorageError::NoAccount);
    }
    Ok(())
}
