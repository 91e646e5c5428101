//! The archive: accounts, ledger, journals of tables, experience, Kurier and records. The only module that
//! touches the disk after start. One thread owns the database; everybody else holds an [`Archive`] and awaits
//! the answer, which comes after the commit: what was answered survives `kill -9`, and at most a second later a
//! power cut as well. Knows no game, no table machine and no person's connection, and hashes no
//! password.

mod accounts;
mod admin;
mod aufsicht;
mod bekannt;
mod error;
mod experience;
mod files;
mod kurier;
mod ledger;
mod records;
mod schema;
mod tables;
#[cfg(test)]
mod tests;
mod worker;

use std::path::Path;
use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

pub use self::accounts::{Account, LastLogin, NewAccount};
pub use self::admin::{AdminArchive, open_existing_for_admin, open_for_admin};
pub use self::aufsicht::{
    Bescheid, Effekt, Meldung, NeueMeldung, Sperrart, Sperre, Spur, Verfuegung,
};
pub use self::bekannt::{Bekanntschaft, EVENING_S};
pub use self::error::{CreateError, OpenError, StorageError, WashError, WriteError};
pub use self::experience::{Erfahrung, ExperienceChange, ExperienceGain, Rank};
pub use self::kurier::{KurierLine, Note};
pub use self::ledger::{Dishes, LedgerFault, LedgerProof};
pub use self::records::{RecordEnd, RecordPart};
pub use self::tables::{OpenTable, Step, StepReceipt, TableHead};

use self::worker::{Call, Order, Worker};
use crate::limits::ARCHIVE_ORDERS_MAX;
use crate::metrics::METRICS;

/// The handle. Cheap to clone. Every method awaits its commit; when the future is dropped the work may still be
/// done. Any method can fail with [`StorageError`]; then nothing of that request has been kept, and its
/// neighbours are as they were.
#[derive(Clone)]
pub struct Archive {
    orders: mpsc::Sender<Order>,
    folder: Arc<Path>,
}

impl Archive {
    /// Opens the state folder, which is created (mode 700) with an empty database (mode 600) if there is none,
    /// and starts the thread. Errors: the folder cannot be used, or another server works with it.
    pub fn open(folder: &Path) -> Result<Self, OpenError> {
        Self::start(folder).map_err(|reason| OpenError { folder: folder.to_path_buf(), reason })
    }

    fn start(folder: &Path) -> Result<Self, StorageError> {
        schema::prepare_folder(folder)?;
        let lock = schema::lock(folder)?;
        let conn = schema::open_locked(folder)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
        let (orders, inbox) = mpsc::channel(ARCHIVE_ORDERS_MAX);
        let worker = Worker::new(conn, lock, inbox, runtime);
        std::thread::Builder::new().name("archiv".to_string()).spawn(|| worker.run())?;
        Ok(Self { orders, folder: folder.into() })
    }

    /// Returns when everything that was answered before is safe from a power cut.
    pub async fn flush(&self) -> Result<(), StorageError> {
        self.order(Order::Flush).await?
    }

    /// Succeeds if something can be written now. Changes nothing that anybody reads.
    pub async fn probe(&self) -> Result<(), StorageError> {
        let sql = "UPDATE zaehler SET wert = wert + 1 WHERE name = 'sync'";
        self.ask(move |conn| Ok(conn.execute(sql, ()).map(drop)?)).await
    }

    /// Requests that wait for the thread.
    pub fn waiting(&self) -> usize {
        self.orders.max_capacity() - self.orders.capacity()
    }

    /// As [`Archive::flush`]; then the database is closed and the folder free for the next server. Requests
    /// that come later, through any clone, are refused with [`StorageError::Closed`].
    pub async fn close(self) -> Result<(), StorageError> {
        self.order(Order::Close).await?
    }

    /// Hands a piece of work to the thread and awaits its commit. It may run more than once, so it changes
    /// nothing but the database.
    async fn ask<T, E>(
        &self,
        work: impl Fn(&Connection) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StorageError> + Send + 'static,
    {
        self.order(|reply| Order::Job(Box::new(Call::new(work, reply)))).await?
    }

    async fn order<T>(
        &self,
        order: impl FnOnce(oneshot::Sender<T>) -> Order,
    ) -> Result<T, StorageError> {
        let (reply, answer) = oneshot::channel();
        let begin = Instant::now();
        self.orders.send(order(reply)).await.map_err(|_| StorageError::Closed)?;
        let answered = answer.await.map_err(|_| StorageError::Closed);
        METRICS.commits.observe(begin.elapsed());
        answered
    }
}

/// Milliseconds since 1970. A clock before that counts as 0.
pub fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// Seconds since 1970, for the ledger's and the notes' reader. A clock before that counts as 0.
pub fn now_s() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}
