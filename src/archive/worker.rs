//! The archive's thread: gathers the requests that have come in, carries each out in a savepoint of its own,
//! commits once for all, then answers. Knows no request's content.

use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rusqlite::{Connection, Transaction, TransactionBehavior};
use tokio::runtime::Runtime;
use tokio::sync::{mpsc, oneshot};

use super::error::StorageError;
use super::now_ms;
use crate::limits::ARCHIVE_BATCH_MAX;
use crate::metrics::METRICS;

/// A power cut loses at most this much.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// One request: what to do in the database, and who waits for the answer.
pub(super) trait Job: Send {
    /// Does the work. May run again after a commit failed, so nothing but the database may change.
    /// True: keep what was done.
    fn run(&mut self, conn: &Connection) -> bool;
    /// The work could not be kept. A reason of its own that `run` has found stays.
    fn fail(&mut self, error: StorageError);
    /// Answers. Called once, after the commit.
    fn reply(self: Box<Self>);
}

/// The usual job: a function of the connection.
pub(super) struct Call<F, T, E> {
    work: F,
    result: Option<Result<T, E>>,
    reply: oneshot::Sender<Result<T, E>>,
}

impl<F, T, E> Call<F, T, E> {
    pub(super) fn new(work: F, reply: oneshot::Sender<Result<T, E>>) -> Self {
        Self { work, result: None, reply }
    }
}

impl<F, T, E> Job for Call<F, T, E>
where
    F: Fn(&Connection) -> Result<T, E> + Send,
    T: Send,
    E: From<StorageError> + Send,
{
    fn run(&mut self, conn: &Connection) -> bool {
        self.result = None;
        let result = (self.work)(conn);
        let keep = result.is_ok();
        self.result = Some(result);
        keep
    }

    fn fail(&mut self, error: StorageError) {
        if !matches!(self.result, Some(Err(_))) {
            self.result = Some(Err(error.into()));
        }
    }

    fn reply(self: Box<Self>) {
        let result = self.result.unwrap_or_else(|| Err(StorageError::Panicked.into()));
        // Whoever asked may have gone; what was done stays done.
        let _ = self.reply.send(result);
    }
}

/// What comes in.
pub(super) enum Order {
    Job(Box<dyn Job>),
    /// Answered when all before it is on the disk.
    Flush(oneshot::Sender<Result<(), StorageError>>),
    /// As `Flush`; then the database is closed, the lock let go, and the thread ends.
    Close(oneshot::Sender<Result<(), StorageError>>),
}

/// The thread's own state.
pub(super) struct Worker {
    conn: Connection,
    lock: File,
    orders: mpsc::Receiver<Order>,
    /// Gives the thread a wait with a time limit; nothing else runs on it.
    runtime: Runtime,
    /// Something was committed that a power cut would still lose.
    unsynced: bool,
    /// The last attempt to sync failed; said once in the log until it works again.
    sync_failed: bool,
    last_sync: Instant,
}

/// What ended a wait.
enum Wake {
    Order(Order),
    SyncDue,
    Gone,
}

impl Worker {
    pub(super) fn new(
        conn: Connection,
        lock: File,
        orders: mpsc::Receiver<Order>,
        runtime: Runtime,
    ) -> Self {
        let last_sync = Instant::now();
        Self { conn, lock, orders, runtime, unsynced: false, sync_failed: false, last_sync }
    }

    /// Works until it is told to close or nobody holds the handle any more.
    pub(super) fn run(mut self) {
        loop {
            match self.wait() {
                Wake::Order(first) => {
                    if let Some(reply) = self.gather(first) {
                        return self.close(reply);
                    }
                }
                Wake::SyncDue => {}
                Wake::Gone => return drop(self.sync()),
            }
            if self.unsynced && self.last_sync.elapsed() >= SYNC_EVERY {
                self.sync_and_log();
            }
        }
    }

    fn wait(&mut self) -> Wake {
        let orders = &mut self.orders;
        let order = if self.unsynced {
            let left = SYNC_EVERY.saturating_sub(self.last_sync.elapsed());
            let next = async { tokio::time::timeout(left, orders.recv()).await };
            match self.runtime.block_on(next) {
                Ok(order) => order,
                Err(_) => return Wake::SyncDue,
            }
        } else {
            orders.blocking_recv()
        };
        order.map_or(Wake::Gone, Wake::Order)
    }

    /// Carries out this order and all that wait behind it. Gives the reply of an order to close.
    fn gather(&mut self, first: Order) -> Option<oneshot::Sender<Result<(), StorageError>>> {
        let mut jobs = Vec::new();
        let mut next = Some(first);
        while let Some(order) = next {
            match order {
                Order::Job(job) => jobs.push(job),
                Order::Flush(reply) => {
                    self.carry_out(std::mem::take(&mut jobs));
                    let _ = reply.send(self.sync());
                }
                Order::Close(reply) => {
                    self.carry_out(jobs);
                    return Some(reply);
                }
            }
            next = if jobs.len() < ARCHIVE_BATCH_MAX { self.orders.try_recv().ok() } else { None };
        }
        self.carry_out(jobs);
        None
    }

    /// All jobs in one transaction; if that fails as a whole, each in one of its own, so that the one at fault
    /// fails alone.
    fn carry_out(&mut self, mut jobs: Vec<Box<dyn Job>>) {
        let changes = self.conn.total_changes();
        match self.commit(&mut jobs) {
            Ok(()) => {}
            // Each alone would wait as long again for the program that holds the database.
            Err(StorageError::Busy) => jobs.iter_mut().for_each(|j| j.fail(StorageError::Busy)),
            Err(_) => self.one_by_one(&mut jobs),
        }
        if self.conn.total_changes() != changes {
            if !self.unsynced {
                METRICS.unsynced_since_ms.store(now_ms(), Ordering::Relaxed);
            }
            self.unsynced = true;
        }
        for job in jobs {
            job.reply();
        }
    }

    fn one_by_one(&mut self, jobs: &mut [Box<dyn Job>]) {
        for job in jobs {
            if let Err(error) = self.commit(std::slice::from_mut(job)) {
                job.fail(error);
            }
        }
    }

    /// Errors: nothing has been kept.
    fn commit(&mut self, jobs: &mut [Box<dyn Job>]) -> Result<(), StorageError> {
        let mut tx = Transaction::new(&mut self.conn, TransactionBehavior::Immediate)?;
        for job in jobs {
            let savepoint = tx.savepoint()?;
            let kept = catch_unwind(AssertUnwindSafe(|| job.run(&savepoint)));
            match kept {
                Ok(true) => savepoint.commit()?,
                Ok(false) => drop(savepoint),
                Err(_) => {
                    drop(savepoint);
                    job.fail(StorageError::Panicked);
                }
            }
            // SQLite itself gives up the whole transaction on some faults, such as a full disk. Going on would
            // keep what comes next at once, and once more when all are done again.
            if tx.is_autocommit() {
                return Err(StorageError::DiskFull);
            }
        }
        Ok(tx.commit()?)
    }

    /// A small commit that is synced takes all earlier ones to the disk with it, since they stand before it in
    /// the same log.
    fn sync(&mut self) -> Result<(), StorageError> {
        self.last_sync = Instant::now();
        if !self.unsynced {
            return Ok(());
        }
        self.conn.pragma_update(None, "synchronous", "full")?;
        let tick = self.conn.execute("UPDATE zaehler SET wert = wert + 1 WHERE name = 'sync'", ());
        self.conn.pragma_update(None, "synchronous", "normal")?;
        tick?;
        self.unsynced = false;
        METRICS.unsynced_since_ms.store(0, Ordering::Relaxed);
        Ok(())
    }

    fn sync_and_log(&mut self) {
        match self.sync() {
            Ok(()) => self.sync_failed = false,
            Err(error) if !self.sync_failed => {
                self.sync_failed = true;
                tracing::error!(%error, "archive cannot reach the disk");
            }
            Err(_) => {}
        }
    }

    fn close(mut self, reply: oneshot::Sender<Result<(), StorageError>>) {
        let synced = self.sync();
        let closed = self.conn.close().map_err(|(_, error)| StorageError::from(error));
        drop(self.lock);
        let _ = reply.send(synced.and(closed));
    }
}
