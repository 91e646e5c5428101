//! What can go wrong with the disk and with bookings, each with one German sentence. Knows no SQL.

use std::io;
use std::path::PathBuf;

use rusqlite::ErrorCode;
use thiserror::Error;

use crate::deutsch::dauer;
use crate::taler::{Geldkonto, Waehrung};

/// The disk's side of every failure. Nothing of the failed request has been kept; later requests may succeed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StorageError {
    #[error("Der Zustand lässt sich nur lesen; gib dem Server dort Schreibrechte.")]
    ReadOnly,
    #[error("Auf der Festplatte ist kein Platz mehr; mach Platz, dann geht es weiter.")]
    DiskFull,
    #[error("Die Datenbank ist beschädigt; spiel die letzte Sicherung zurück.")]
    Corrupt,
    #[error("Ein anderes Programm hält die Datenbank fest; versuch es gleich noch einmal.")]
    Busy,
    #[error(
        "Mit diesem Zustand arbeitet schon ein Server; beende ihn oder nimm einen anderen Ordner."
    )]
    InUse,
    #[error("Hier liegt noch kein Zustand; nenn den richtigen Ordner mit --state.")]
    NoState,
    #[error(
        "Die Datenbank stammt von einer neueren Fassung; nimm die neuere Fassung des Programms."
    )]
    Newer,
    #[error(
        "Ein Protokoll darf nicht „{0}“ heißen; erlaubt sind a bis z, Ziffern, Punkt und Striche."
    )]
    RecordName(String),
    #[error("Das Archiv ist schon geschlossen.")]
    Closed,
    #[error("Bei dieser Anfrage ist dem Archiv ein Fehler unterlaufen; es wurde nichts geändert.")]
    Panicked,
    #[error("Dieses Konto gibt es nicht.")]
    NoAccount,
    #[error(
        "Die Sicherung würde den Zustand selbst überschreiben; nimm dafür einen anderen Namen."
    )]
    BackupOntoState,
    #[error("Das Archiv kann diese Anfrage nicht ausführen: {0}.")]
    Other(String),
}

impl From<rusqlite::Error> for StorageError {
    fn from(e: rusqlite::Error) -> Self {
        match e.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::DiskFull,
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => Self::ReadOnly,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Self::Corrupt,
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            _ => Self::Other(e.to_string()),
        }
    }
}

impl From<io::Error> for StorageError {
    fn from(e: io::Error) -> Self {
        match e.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::DiskFull,
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => Self::ReadOnly,
            _ => Self::Other(e.to_string()),
        }
    }
}

/// The state folder cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{reason} Es geht um den Ordner {}.", .folder.display())]
pub struct OpenError {
    pub folder: PathBuf,
    pub reason: StorageError,
}

/// Why an account was not created.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CreateError {
    #[error("Diesen Namen trägt schon jemand; such Dir einen anderen aus.")]
    NameTaken,
    #[error(transparent)]
    Storage(#[from] StorageError),
}

/// Why bookings or a table's step were not carried out. Nothing of them has been kept. The sentences name
/// accounts as the ledger does: they are for the log and for admins; whoever speaks to a player has the fields.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WriteError {
    #[error(
        "Auf „{konto}“ liegen nur {}, gebraucht werden {}.",
        .waehrung.betrag(*.stand), .waehrung.betrag(*.gebraucht)
    )]
    TooLittle { konto: Geldkonto, waehrung: Waehrung, stand: i64, gebraucht: i64 },
    #[error("Auf „{konto}“ liegt schon so viel, dass nichts mehr dazu passt.")]
    TooMuch { konto: Geldkonto },
    #[error("Den Tisch {0} gibt es nicht, oder er ist schon geschlossen.")]
    NoTable(i64),
    #[error("Am Tisch {tisch} liegen noch {}; zahl sie erst aus.", .waehrung.betrag(*.stand))]
    MoneyLeft { tisch: i64, waehrung: Waehrung, stand: i64 },
    #[error(transparent)]
    Storage(#[from] StorageError),
}

/// Why washing dishes earns nothing now.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WashError {
    #[error("Du hast noch {stand} Taler; spülen darf nur, wer weniger als {unter} hat.")]
    TooRich { stand: i64, unter: i64 },
    #[error("Gerade ist alles gespült; in {} gibt es wieder Gläser.", in_minutes(*.wait_s))]
    TooSoon { wait_s: u64 },
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// A wait as people say it: nobody counts 599 seconds.
fn in_minutes(wait_s: u64) -> String {
    dauer(if wait_s > 90 { wait_s.div_ceil(60) * 60 } else { wait_s })
}

/// `?` on a database call works in functions with each of these errors.
macro_rules! from_sqlite {
    ($($error:ty: $wrap:expr),+ $(,)?) => {$(
        impl From<rusqlite::Error> for $error {
            fn from(e: rusqlite::Error) -> Self {
                $wrap(StorageError::from(e))
            }
        }
    )+};
}

from_sqlite! {
    CreateError: CreateError::Storage,
    WriteError: WriteError::Storage,
    WashError: |e| WashError::Write(WriteError::Storage(e)),
}

impl From<StorageError> for WashError {
    fn from(e: StorageError) -> Self {
        Self::Write(WriteError::Storage(e))
    }
}
