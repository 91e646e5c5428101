//! One alarm for everything a session waits for. Most deadlines only move on, with every line that is typed, so the
//! alarm stays where it is and is set anew when it rings too early.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::time::{Instant, Sleep, sleep_until};

/// Holds nothing until there is something to wait for.
#[derive(Default)]
pub(super) struct Wecker(Option<Pin<Box<Sleep>>>);

impl Wecker {
    /// Ready when this moment has come; `None`: never. The moment may be another one each time.
    pub(super) fn poll(&mut self, cx: &mut Context<'_>, at: Option<Instant>) -> Poll<()> {
        let Some(at) = at else { return Poll::Pending };
        let sleep = self.0.get_or_insert_with(|| Box::pin(sleep_until(at)));
        if sleep.deadline() > at {
            sleep.as_mut().reset(at);
        }
        loop {
            ready!(sleep.as_mut().poll(cx));
            if Instant::now() >= at {
                self.0 = None;
                return Poll::Ready(());
            }
            sleep.as_mut().reset(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::time::Duration;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn it_rings_at_the_moment_that_was_named_last() {
        let (begin, mut wecker) = (Instant::now(), Wecker::default());
        let at = |s| Some(begin + Duration::from_secs(s));
        // Named a later moment after a while, as by somebody who types, and then an earlier one.
        for (ask, s) in [(100, 0), (300, 50), (200, 60)] {
            let wait = poll_fn(|cx| wecker.poll(cx, at(ask)));
            let until = begin + Duration::from_secs(s);
            assert!(tokio::time::timeout_at(until, wait).await.is_err(), "{ask}");
        }
        poll_fn(|cx| wecker.poll(cx, at(200))).await;
        assert_eq!(begin.elapsed().as_secs(), 200);
        let never = poll_fn(|cx| wecker.poll(cx, None));
        assert!(tokio::time::timeout(Duration::from_secs(1_000_000), never).await.is_err());
    }
}
