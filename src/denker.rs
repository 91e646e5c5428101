//! Where friends of the house think: a bounded number of threads apart from those that serve people, with a bounded
//! queue in front. Whoever finds no place, breaks or takes too long gets no thought, and his table goes on without.

use std::sync::Arc;
use std::time::Duration;

use rand::RngExt;
use rand::rngs::ChaCha12Rng;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::limits::{THINKING_MAX, THINKING_MAX_MS};

/// A bounded pool. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Denker {
    /// Threads that think at the same time.
    places: Arc<Semaphore>,
    /// Those and everybody who waits for one.
    queue: Arc<Semaphore>,
    longest: Duration,
}

impl Denker {
    /// `threads`: how many friends think at the same time, at least one.
    pub fn new(threads: usize) -> Self {
        Self::bounded(threads, THINKING_MAX, Duration::from_millis(THINKING_MAX_MS))
    }

    /// With a limit of its own for those who wait and for how long a thought may take, so that tests can see it fail.
    pub fn bounded(threads: usize, waiting: usize, longest: Duration) -> Self {
        let threads = threads.max(1);
        Self {
            places: Arc::new(Semaphore::new(threads)),
            queue: Arc::new(Semaphore::new(threads + waiting)),
            longest,
        }
    }

    /// Thinks elsewhere. `None`: there was no room, or the thought failed or took too long; the caller makes the move
    /// that needs none. A thought that is given up keeps its place until it ends, so that never more than the
    /// threads are at work.
    pub async fn denke<T: Send + 'static>(
        &self,
        f: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let queued = Arc::clone(&self.queue).try_acquire_owned().ok()?;
        let thought = async {
            let place = Arc::clone(&self.places).acquire_owned().await.ok()?;
            let work = move || {
                let _held = (queued, place);
                f()
            };
            tokio::task::spawn_blocking(work).await.ok()
        };
        timeout(self.longest, thought).await.ok()?
    }
}

/// How long a friend takes before he moves: within the bounds (milliseconds), about where his pace lies, and a little
/// different each time. Knows nothing of the game, on purpose, and is drawn before he thinks.
pub fn pause((min, max): (u64, u64), tempo: u8, rng: &mut ChaCha12Rng) -> Duration {
    let span = max.saturating_sub(min);
    let middle = min + span * u64::from(100 - tempo.min(100)) / 100;
    let (from, to) =
        (middle.saturating_sub(span / 5).max(min), (middle + span / 5).min(min + span));
    Duration::from_millis(rng.random_range(from..=to))
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use rand::SeedableRng;

    use super::*;

    const SHORT: Duration = Duration::from_millis(20);
    const LONG: Duration = Duration::from_secs(3600);

    #[tokio::test]
    async fn a_thought_comes_back() {
        assert_eq!(Denker::new(1).denke(|| 7).await, Some(7));
    }

    #[tokio::test]
    async fn a_broken_thought_is_none_and_gives_its_place_back() {
        let denker = Denker::bounded(1, 0, LONG);
        for _ in 0..3 {
            assert_eq!(denker.denke(|| -> i32 { panic!("injected") }).await, None);
        }
        assert_eq!(denker.denke(|| 7).await, Some(7));
    }

    #[tokio::test]
    async fn an_endless_thought_is_given_up_and_a_full_pool_refuses_at_once() {
        let denker = Denker::bounded(1, 0, SHORT);
        let (end, ended) = mpsc::channel::<()>();
        let endless = move || ended.recv().is_ok();
        assert_eq!(denker.denke(endless).await, None);
        // It still has the only place, and nobody may wait for it.
        let patient = Denker { longest: LONG, ..denker.clone() };
        assert_eq!(patient.denke(|| 7).await, None);
        drop(end);
    }

    #[tokio::test]
    async fn whoever_waits_too_long_for_a_place_goes_without() {
        let denker = Denker::bounded(1, 1, SHORT);
        let (end, ended) = mpsc::channel::<()>();
        assert_eq!(denker.denke(move || ended.recv().is_ok()).await, None);
        assert_eq!(denker.denke(|| 7).await, None);
        drop(end);
    }

    #[test]
    fn a_pause_stays_within_its_bounds_and_the_quick_are_quicker() {
        let mut rng = ChaCha12Rng::seed_from_u64(1);
        let mut sum = |tempo| -> u128 {
            let all = (0..200).map(|_| pause((600, 2500), tempo, &mut rng).as_millis());
            all.inspect(|ms| assert!((600..=2500).contains(ms), "{ms}")).sum()
        };
        let (slow, even, quick) = (sum(0), sum(50), sum(100));
        assert!(slow > even && even > quick);
        assert_eq!(pause((0, 0), 30, &mut rng), Duration::ZERO, "tests wait for nobody");
    }
}
