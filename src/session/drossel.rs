//! Slows down who guesses passwords: per account and per network, doubling, bounded in number.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::netz::Netz;

/// Accounts and networks that are remembered at the same time.
const ENTRIES_MAX: usize = 10_000;
/// No wait is longer.
const WAIT_MAX: Duration = Duration::from_secs(3600);

struct Eintrag {
    fehler: u32,
    frei_ab: Instant,
}

/// Failed logins of the last hours. Cheap to clone.
#[derive(Clone)]
pub struct Drossel {
    eintraege: Arc<Mutex<HashMap<String, Eintrag>>>,
    frei: u32,
    pause: Duration,
}

impl Drossel {
    /// `frei` wrong passwords cost nothing; then the wait begins with `pause` and doubles.
    pub fn new(frei: u32, pause: Duration) -> Self {
        Self { eintraege: Arc::default(), frei, pause }
    }

    /// How long this account, or this network, has to wait.
    pub async fn wartet(&self, key: &str, ip: Option<IpAddr>) -> Option<Duration> {
        let map = self.eintraege.lock().await;
        let now = Instant::now();
        let waits = keys(key, ip).into_iter().filter_map(|k| map.get(&k)).map(|e| e.frei_ab);
        waits.max().and_then(|at| at.checked_duration_since(now)).filter(|d| !d.is_zero())
    }

    pub async fn falsch(&self, key: &str, ip: Option<IpAddr>) {
        let mut map = self.eintraege.lock().await;
        let now = Instant::now();
        if map.len() >= ENTRIES_MAX {
            map.retain(|_, e| e.frei_ab > now);
        }
        for k in keys(key, ip) {
            if map.len() >= ENTRIES_MAX && !map.contains_key(&k) {
                continue;
            }
            let e = map.entry(k).or_insert(Eintrag { fehler: 0, frei_ab: now });
            e.fehler += 1;
            if let Some(over) = e.fehler.checked_sub(self.frei).filter(|n| *n > 0) {
                e.frei_ab = now + self.pause.saturating_mul(1 << (over - 1).min(20)).min(WAIT_MAX);
            }
        }
    }

    pub async fn richtig(&self, key: &str) {
        self.eintraege.lock().await.remove(&keys(key, None)[0]);
    }
}

/// The account's key and the network's.
fn keys(key: &str, ip: Option<IpAddr>) -> Vec<String> {
    let mut out = vec![format!("konto {key}")];
    out.extend(ip.map(|ip| format!("netz {}", Netz::von(ip))));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn guessing_gets_slower_and_a_right_password_ends_it() {
        let d = Drossel::new(2, Duration::from_secs(2));
        for _ in 0..2 {
            d.falsch("anna", None).await;
        }
        assert_eq!(d.wartet("anna", None).await, None);
        d.falsch("anna", None).await;
        assert_eq!(d.wartet("anna", None).await, Some(Duration::from_secs(2)));
        d.falsch("anna", None).await;
        assert_eq!(d.wartet("anna", None).await, Some(Duration::from_secs(4)));
        assert_eq!(d.wartet("bert", None).await, None);
        d.richtig("anna").await;
        assert_eq!(d.wartet("anna", None).await, None);
    }
}
