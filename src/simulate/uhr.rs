//! How much of the processor a thought takes. Counts the thread's own time, so that other work on the same machine
//! does not show in it.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// The thread's own time so far.
pub(super) fn thread_time() -> Duration {
    let t = clock_gettime(ClockId::ThreadCPUTime);
    let part = |n: i64| u64::try_from(n).unwrap_or(0);
    Duration::from_secs(part(t.tv_sec)) + Duration::from_nanos(part(t.tv_nsec))
}
