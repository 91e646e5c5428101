//! Files beside the database: records of games, and backups. Each appears whole or not at all: written under a
//! temporary name, synced, renamed. Knows no record's content.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use rusqlite::backup::Backup;

use super::error::StorageError;
use super::{Archive, records, schema};
use crate::limits::RECORD_NAME_LETTERS_MAX;

const RECORDS: &str = "protokolle";

impl Archive {
    /// Copies the database as it stands now to `path`, for the owner alone, while everybody plays on.
    pub async fn backup(&self, path: PathBuf) -> Result<(), StorageError> {
        let folder = self.folder.clone();
        off_thread(move || backup(&folder, &path)).await
    }
}

/// Syncing a file takes milliseconds and copying a database longer; the archive's thread has no time for that.
pub(super) async fn off_thread(
    work: impl FnOnce() -> Result<(), StorageError> + Send + 'static,
) -> Result<(), StorageError> {
    tokio::task::spawn_blocking(work).await.unwrap_or(Err(StorageError::Panicked))
}

/// Writes a finished record's file, part by part. Doing so again after a crash replaces the file by the same one.
pub(super) fn save_record(state: &Path, name: &str) -> Result<(), StorageError> {
    if !is_record_name(name) {
        return Err(StorageError::RecordName(name.to_string()));
    }
    let from = schema::open_to_read(state)?;
    let folder = state.join(RECORDS);
    schema::prepare_folder(&folder)?;
    let write = |temporary: &Path| {
        let mut out = BufWriter::new(schema::create_private(temporary)?);
        records::read(&from, name, |part| Ok(out.write_all(part.as_bytes())?))?;
        Ok(out.flush()?)
    };
    write_whole(&folder.join(name), write)
}

/// Nothing that could leave the folder, hide the file, or be mistaken for a temporary one.
fn is_record_name(name: &str) -> bool {
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b"._-".contains(&b);
    (1..=RECORD_NAME_LETTERS_MAX).contains(&name.len())
        && name.bytes().all(plain)
        && !name.starts_with(['.', '-'])
}

/// A copy of the database by SQLite's own means, with a connection of its own: whoever writes is not held up.
pub(super) fn backup(folder: &Path, path: &Path) -> Result<(), StorageError> {
    if is_state_file(folder, path) {
        return Err(StorageError::BackupOntoState);
    }
    let from = schema::open_to_read(folder)?;
    write_whole(path, |temporary| {
        drop(schema::create_private(temporary)?);
        let mut to = Connection::open(temporary)?;
        // All pages in one step are one state of the database, whatever is written meanwhile.
        Backup::new(&from, &mut to)?.step(-1)?;
        // One plain file that may be carried anywhere; the server makes it its own when it opens it.
        to.pragma_update_and_check(None, "journal_mode", "delete", |_| Ok(()))?;
        to.close().map_err(|(_, e)| StorageError::from(e))
    })
}

/// The database, its log, or the lock: replacing one of them under a running server would lose everything.
fn is_state_file(folder: &Path, path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    let same_folder = match (folder.canonicalize(), parent_of(path).canonicalize()) {
        (Ok(state), Ok(target)) => state == target,
        _ => false,
    };
    same_folder && name.starts_with("theaterkeller.")
}

fn parent_of(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Writes through a temporary name. On any error the old file, if there was one, is as it was.
fn write_whole(
    path: &Path,
    write: impl FnOnce(&Path) -> Result<(), StorageError>,
) -> Result<(), StorageError> {
    let temporary = temporary_for(path);
    let written = write(&temporary).and_then(|()| settle(&temporary, path));
    if written.is_err() {
        // What is left of it is of no use; if it cannot be removed either, the first error says more.
        let _ = fs::remove_file(&temporary);
    }
    written
}

fn temporary_for(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.neu"))
}

/// File, then name, then folder: after this a power cut finds the new file.
fn settle(temporary: &Path, path: &Path) -> Result<(), StorageError> {
    File::open(temporary)?.sync_all()?;
    fs::rename(temporary, path)?;
    Ok(File::open(parent_of(path))?.sync_all()?)
}
