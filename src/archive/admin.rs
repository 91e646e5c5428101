//! The archive for `admin` subcommands: the same database, opened beside a running server or without one. Each
//! call is a transaction of its own that is on the disk when it returns.

use std::path::Path;

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::accounts::{self, Account, NewAccount};
use super::aufsicht::{self, Bescheid, Meldung, Sperre, Spur, Verfuegung};
use super::error::{CreateError, OpenError, StorageError, WriteError};
use super::files;
use super::kurier::{self, Note};
use super::ledger::{self, LedgerProof};
use super::schema;
use crate::taler::{Geldkonto, Waehrung};

/// A connection of its own; the server's and this one wait for each other's commits.
pub struct AdminArchive {
    conn: Connection,
    folder: Box<Path>,
}

/// Opens the state folder without its lock; both are created if they are missing, so that the first account can
/// be made before the first start. Errors: the folder cannot be used, or a server of an older version runs on it.
pub fn open_for_admin(folder: &Path) -> Result<AdminArchive, OpenError> {
    open(folder).map_err(|reason| OpenError { folder: folder.to_path_buf(), reason })
}

/// Opens a state folder that is there already: a mistyped one must not look like an empty house in good order.
/// Errors: as [`open_for_admin`], and `NoState` if no server and no admin has worked there yet.
pub fn open_existing_for_admin(folder: &Path) -> Result<AdminArchive, OpenError> {
    if !schema::database_path(folder).is_file() {
        let reason = StorageError::NoState;
        return Err(OpenError { folder: folder.to_path_buf(), reason });
    }
    open_for_admin(folder)
}

fn open(folder: &Path) -> Result<AdminArchive, StorageError> {
    schema::prepare_folder(folder)?;
    let conn = schema::open_beside(folder)?;
    conn.pragma_update(None, "synchronous", "full")?;
    Ok(AdminArchive { conn, folder: folder.into() })
}

impl AdminArchive {
    /// The account with this folded name.
    pub fn find(&mut self, key: &str) -> Result<Option<Account>, StorageError> {
        accounts::find(&self.conn, key)
    }

    /// As [`super::Archive::create`].
    pub fn create(&mut self, new: &NewAccount, startgeld: i64) -> Result<Account, CreateError> {
        self.transact(|conn| accounts::create(conn, new, startgeld))
    }

    pub fn set_hash(&mut self, id: i64, hash: &str) -> Result<(), StorageError> {
        self.transact(|conn| accounts::set_hash(conn, id, hash))
    }

    /// 0 = player, 1 = admin. What an admin may do follows at once, how he is listed at his next login.
    pub fn set_rang(&mut self, id: i64, rang: u8) -> Result<(), StorageError> {
        self.transact(|conn| accounts::set_rang(conn, id, rang))
    }

    /// As [`super::Archive::verfuege`]. People who are on notice nothing of it by themselves.
    pub fn verfuege(&mut self, v: &Verfuegung) -> Result<Bescheid, WriteError> {
        self.transact(|conn| aufsicht::verfuege(conn, v))
    }

    /// The newest `n` lines of the admins' trail, the oldest of them first.
    pub fn spuren(&mut self, n: u32) -> Result<Vec<Spur>, StorageError> {
        aufsicht::spuren(&self.conn, n)
    }

    /// Who is kept from what now.
    pub fn sperren(&mut self) -> Result<Vec<Sperre>, StorageError> {
        aufsicht::sperren_von(&self.conn, None)
    }

    /// The newest `n` reports, the oldest of them first.
    pub fn meldungen(&mut self, n: u32) -> Result<Vec<Meldung>, StorageError> {
        aufsicht::meldungen(&self.conn, n)
    }

    pub fn meldung(&mut self, nr: i64) -> Result<Option<Meldung>, StorageError> {
        aufsicht::meldung(&self.conn, nr)
    }

    /// Accounts whose folded name holds `part`, at most `n`, by name.
    pub fn accounts(&mut self, part: &str, n: u32) -> Result<Vec<Account>, StorageError> {
        accounts::list(&self.conn, part, n)
    }

    pub fn balance(&mut self, konto: &Geldkonto, waehrung: Waehrung) -> Result<i64, StorageError> {
        ledger::balance(&self.conn, &konto.to_string(), waehrung)
    }

    /// Proves the ledger from its rows, all at one moment.
    pub fn prove_ledger(&mut self) -> Result<LedgerProof, StorageError> {
        let tx = Transaction::new(&mut self.conn, TransactionBehavior::Deferred)?;
        ledger::prove(&tx)
    }

    /// The newest `n` notes of players, the oldest of them first.
    pub fn recent_notes(&mut self, n: u32) -> Result<Vec<Note>, StorageError> {
        kurier::recent_notes(&self.conn, n)
    }

    /// Copies the database as it stands now to `path`.
    pub fn backup(&mut self, path: &Path) -> Result<(), StorageError> {
        files::backup(&self.folder, path)
    }

    /// The process of the server that works with this state, if one does.
    pub fn server_pid(&self) -> Option<u32> {
        schema::holder(&self.folder)
    }

    /// Reads the whole database file. Errors: `Corrupt` if anything in it is damaged.
    pub fn check_file(&mut self) -> Result<(), StorageError> {
        let sql = "PRAGMA integrity_check(1)";
        let verdict: String = self.conn.query_row(sql, (), |row| row.get(0))?;
        if verdict == "ok" { Ok(()) } else { Err(StorageError::Corrupt) }
    }

    fn transact<T, E: From<rusqlite::Error>>(
        &mut self,
        work: impl FnOnce(&Connection) -> Result<T, E>,
    ) -> Result<T, E> {
        let tx = Transaction::new(&mut self.conn, TransactionBehavior::Immediate)?;
        let done = work(&tx)?;
        tx.commit()?;
        Ok(done)
    }
}
