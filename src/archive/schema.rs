//! The state folder: rights, the lock against a second server, opening the database and bringing its schema up
//! to date. Knows no table's meaning.

use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

use super::error::StorageError;

const DATABASE: &str = "theaterkeller.db";
const LOCK: &str = "theaterkeller.lock";

/// How long one program waits for the other's commit before it gives up.
const BUSY_MS: u64 = 5_000;

/// Only the owner may look into the state: it holds password hashes and hidden cards.
const FILE_MODE: u32 = 0o600;
const FOLDER_MODE: u32 = 0o700;

/// Each step leads from one schema version to the next. Steps that were released are never changed.
const MIGRATIONS: &[&str] = &[
    include_str!("schema_1.sql"),
    include_str!("schema_2.sql"),
    include_str!("schema_3.sql"),
    include_str!("schema_4.sql"),
];

/// Creates the folder if it is missing, for the owner alone.
pub(super) fn prepare_folder(folder: &Path) -> Result<(), StorageError> {
    DirBuilder::new().recursive(true).mode(FOLDER_MODE).create(folder)?;
    Ok(())
}

/// A new file that only the owner may read; an old one is emptied.
pub(super) fn create_private(path: &Path) -> Result<File, StorageError> {
    let mut options = OpenOptions::new();
    Ok(options.write(true).create(true).truncate(true).mode(FILE_MODE).open(path)?)
}

pub(super) fn database_path(folder: &Path) -> PathBuf {
    folder.join(DATABASE)
}

/// Takes the lock of a folder for as long as the file is kept. Errors: `InUse` if another server holds it.
pub(super) fn lock(folder: &Path) -> Result<File, StorageError> {
    let mut options = OpenOptions::new();
    let path = folder.join(LOCK);
    let mut file =
        options.read(true).write(true).create(true).truncate(false).mode(FILE_MODE).open(path)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(StorageError::InUse),
        Err(TryLockError::Error(e)) => return Err(e.into()),
    }
    // The number helps whoever looks for the server that holds the lock; the lock itself is the system's.
    file.set_len(0)?;
    writeln!(file, "{}", std::process::id())?;
    Ok(file)
}

/// The process that holds the lock of a folder. `None`: nobody does, or it cannot be seen.
pub(super) fn holder(folder: &Path) -> Option<u32> {
    let path = folder.join(LOCK);
    let file = OpenOptions::new().read(true).open(&path).ok()?;
    match file.try_lock_shared() {
        Err(TryLockError::WouldBlock) => fs::read_to_string(path).ok()?.trim().parse().ok(),
        _ => None,
    }
}

/// Opens the server's database. Expects the folder to be locked.
pub(super) fn open_locked(folder: &Path) -> Result<Connection, StorageError> {
    let mut conn = connect(folder)?;
    migrate(&mut conn)?;
    Ok(conn)
}

/// Opens the database beside a running server. A schema that is behind is brought up to date only while no
/// server runs, because the server knows but its own.
pub(super) fn open_beside(folder: &Path) -> Result<Connection, StorageError> {
    let mut conn = connect(folder)?;
    if version(&conn)? < MIGRATIONS.len() {
        let _lock = lock(folder)?;
        migrate(&mut conn)?;
    }
    Ok(conn)
}

/// A further connection for reading, of a database that is in order.
pub(super) fn open_to_read(folder: &Path) -> Result<Connection, StorageError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let conn = Connection::open_with_flags(database_path(folder), flags)?;
    conn.busy_timeout(Duration::from_millis(BUSY_MS))?;
    Ok(conn)
}

fn connect(folder: &Path) -> Result<Connection, StorageError> {
    let path = database_path(folder);
    keep_private(&path)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let conn = Connection::open_with_flags(&path, flags)?;
    configure(&conn)?;
    Ok(conn)
}

/// Creates the database for the owner alone, or takes the others' rights away. An existing one is not opened
/// here: closing any file of it would drop the locks of this process's other connections.
fn keep_private(path: &Path) -> Result<(), StorageError> {
    let mut options = OpenOptions::new();
    match options.write(true).create_new(true).mode(FILE_MODE).open(path) {
        Ok(_) => Ok(()),
        Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {
            if fs::metadata(path)?.permissions().mode() & 0o077 != 0 {
                fs::set_permissions(path, fs::Permissions::from_mode(FILE_MODE))?;
            }
            Ok(())
        }
        Err(e) => Err(e.into()),
    }
}

fn configure(conn: &Connection) -> Result<(), StorageError> {
    conn.busy_timeout(Duration::from_millis(BUSY_MS))?;
    // A database that was brought from elsewhere must not be able to run anything.
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    conn.pragma_update(None, "trusted_schema", false)?;
    if conn.is_readonly("main")? {
        return Err(StorageError::ReadOnly);
    }
    conn.pragma_update_and_check(None, "journal_mode", "wal", |_| Ok(()))?;
    conn.pragma_update(None, "synchronous", "normal")?;
    conn.set_prepared_statement_cache_capacity(128);
    Ok(())
}

fn version(conn: &Connection) -> Result<usize, StorageError> {
    let version: i64 = conn.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let version = usize::try_from(version).unwrap_or(usize::MAX);
    if version > MIGRATIONS.len() { Err(StorageError::Newer) } else { Ok(version) }
}

/// One transaction over all steps that are missing: a crash leaves the old schema or the new one.
fn migrate(conn: &mut Connection) -> Result<(), StorageError> {
    let tx = Transaction::new(conn, TransactionBehavior::Immediate)?;
    for (step, to) in MIGRATIONS.iter().zip(1_u32..).skip(version(&tx)?) {
        tx.execute_batch(step)?;
        tx.pragma_update(None, "user_version", to)?;
    }
    Ok(tx.commit()?)
}
