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

    /// When the time comes; never where there is no limit or somebody is at a table.
    pub(super) fn wann(&self, am_tisch: bool) -> Option<Instant> {
        let grenze = self.grenze.filter(|_| !am_tisch)?;
        Some(self.um.unwrap_or(self.zuletzt + grenze - grenze / 5))
    }

    /// What the time has come for, if it has.
    pub(super) fn faellig(&mut self, am_tisch: bool) -> Option<Zeit> {
        let now = Instant::now();
        self.wann(am_tisch).filter(|at| *at <= now)?;
        if self.um.is_some() {
            return Some(Zeit::Um);
        }
        // However long the silence at a table was: who has just left it is asked first.
        let rest = self.grenze? / 5;
        self.um = Some(now + rest);
        Some(Zeit::Warnung(rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    impl Stille {
        async fn warte(&mut self, am_tisch: bool) -> Zeit {
            loop {
                match self.wann(am_tisch) {
                    Some(at) => tokio::time::sleep_until(at).await,
                    None => std::future::pending().await,
                }
                if let Some(zeit) = self.faellig(am_tisch) {
                    return zeit;
                }
            }
        }
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
