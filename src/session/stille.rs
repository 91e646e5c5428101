//! How long somebody may be silent: first a question, then the end. Nobody who sits or watches at a table. Knows no
//! line; the clock is tokio's.

use std::time::Duration;

use tokio::time::Instant;

/// What the time has come for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Zeit {
    /// To ask; so much time is left.
    Warnung(Duration),
    Um,
}

/// Counts from the last typed line.
pub(super) struct Stille {
    /// `None`: for ever.
    grenze: Option<Duration>,
    zuletzt: Instant,
    /// When the time is up after the question.
    um: Option<Instant>,
}

impl Stille {
    /// `grenze_s` of 0 is no limit.
    pub(super) fn new(grenze_s: u64) -> Self {
        let grenze = (grenze_s > 0).then(|| Duration::from_secs(grenze_s));
        Self { grenze, zuletzt: Instant::now(), um: None }
    }

    pub(super) fn tippt(&mut self) {
        self.zuletzt = Instant::now();
        self.um = None;
    }

    /// Waits until something has come; for ever where there is no limit or somebody is at a table. May be given up and
    /// asked again.
    pub(super) async fn warte(&mut self, am_tisch: bool) -> Zeit {
        let Some(grenze) = self.grenze.filter(|_| !am_tisch) else {
            return std::future::pending().await;
        };
        let rest = grenze / 5;
        if let Some(um) = self.um {
            tokio::time::sleep_until(um).await;
            return Zeit::Um;
        }
        tokio::time::sleep_until(self.zuletzt + grenze - rest).await;
        // However long the silence at a table was: who has just left it is asked first.
        self.um = Some(Instant::now() + rest);
        Zeit::Warnung(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[tokio::test(start_paused = true)]
    async fn the_question_comes_before_the_end_and_a_line_answers_it() {
        let (begin, mut stille) = (Instant::now(), Stille::new(100));
        assert_eq!(stille.warte(false).await, Zeit::Warnung(s(20)));
        assert_eq!(begin.elapsed().as_secs(), 80);
        stille.tippt();
        assert_eq!(stille.warte(false).await, Zeit::Warnung(s(20)));
        assert_eq!(begin.elapsed().as_secs(), 160);
        assert_eq!(stille.warte(false).await, Zeit::Um);
        assert_eq!(begin.elapsed().as_secs(), 180);
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_at_a_table_is_asked_and_afterwards_there_is_time_to_answer() {
        let (begin, mut stille) = (Instant::now(), Stille::new(100));
        assert!(tokio::time::timeout(s(1000), stille.warte(true)).await.is_err());
        assert_eq!(stille.warte(false).await, Zeit::Warnung(s(20)));
        assert_eq!(begin.elapsed().as_secs(), 1000);
        assert_eq!(stille.warte(false).await, Zeit::Um);
        assert_eq!(begin.elapsed().as_secs(), 1020);
        let never = tokio::time::timeout(s(1_000_000), Stille::new(0).warte(false)).await;
        assert!(never.is_err(), "0 is no limit");
    }
}
