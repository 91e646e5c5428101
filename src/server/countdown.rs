//! The time until an admin's hour: when it is said aloud, and when it has come. Knows no house.

use std::time::Duration;

use tokio::time::Instant;

/// So long before the end it is said again, in seconds.
const STUFEN_S: [u64; 9] = [3600, 1800, 900, 600, 300, 120, 60, 30, 10];

/// Counts down, or does not.
#[derive(Default)]
pub(super) struct Countdown {
    end: Option<Instant>,
    /// What is to be said next: so long before the end.
    next: Option<Duration>,
}

impl Countdown {
    /// Begins, in place of what ran before. It is said at once, unless no time is left.
    pub(super) fn begin(&mut self, after: Duration) {
        self.end = Some(Instant::now() + after);
        self.next = (!after.is_zero()).then_some(after);
    }

    /// False: nothing ran.
    pub(super) fn stop(&mut self) -> bool {
        self.next = None;
        self.end.take().is_some()
    }

    /// Waits until something is to be said, and gives the time that is left; `None`: now. While nothing runs it waits
    /// for ever. May be given up and asked again.
    pub(super) async fn next(&mut self) -> Option<Duration> {
        let Some(end) = self.end else { return std::future::pending().await };
        let left = self.next.unwrap_or_default();
        tokio::time::sleep_until(end - left).await;
        let step = STUFEN_S.into_iter().map(Duration::from_secs).find(|s| *s < left);
        let said = self.next.take();
        self.next = step;
        said
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said, with the seconds since the beginning.
    async fn said(after: u64) -> Vec<(u64, Option<u64>)> {
        let (begin, mut c) = (Instant::now(), Countdown::default());
        c.begin(Duration::from_secs(after));
        let mut all = Vec::new();
        loop {
            let left = c.next().await.map(|d| d.as_secs());
            all.push((begin.elapsed().as_secs(), left));
            if left.is_none() {
                return all;
            }
        }
    }

    #[tokio::test(start_paused = true)]
    async fn the_time_left_is_said_at_once_and_by_steps() {
        let some = |at, left| (at, Some(left));
        let ten = [
            some(0, 600),
            some(300, 300),
            some(480, 120),
            some(540, 60),
            some(570, 30),
            some(590, 10),
            (600, None),
        ];
        assert_eq!(said(600).await, ten);
        assert_eq!(said(7).await, [some(0, 7), (7, None)]);
        assert_eq!(said(0).await, [(0, None)]);
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_taken_back_never_comes_and_a_new_hour_takes_its_place() {
        let mut c = Countdown::default();
        assert!(!c.stop(), "nothing ran");
        c.begin(Duration::from_secs(60));
        assert_eq!(c.next().await, Some(Duration::from_secs(60)));
        assert!(c.stop());
        let day = Duration::from_secs(86_400);
        assert!(tokio::time::timeout(day, c.next()).await.is_err(), "the house stays open");
        c.begin(Duration::from_secs(600));
        c.begin(Duration::from_secs(5));
        assert_eq!(c.next().await, Some(Duration::from_secs(5)));
        assert_eq!(c.next().await, None);
    }
}
