//! Where friends of the house think: a bounded number of threads apart from those that serve people.

use std::sync::Arc;

use tokio::sync::Semaphore;

/// A bounded pool. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Denker {
    places: Arc<Semaphore>,
}

impl Denker {
    /// `threads`: how many friends think at the same time, at least one.
    pub fn new(threads: usize) -> Self {
        Self { places: Arc::new(Semaphore::new(threads.max(1))) }
    }

    /// Thinks elsewhere. `None`: the thought failed; the caller makes the move that needs none.
    pub async fn denke<T: Send + 'static>(
        &self,
        f: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let _place = self.places.acquire().await.ok()?;
        tokio::task::spawn_blocking(f).await.ok()
    }
}
