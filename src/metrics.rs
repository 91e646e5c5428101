//! What the running house counts of itself, for whoever watches over it: a few atomics that everybody may touch and
//! nobody waits for. One process is one house, so there is one set. Knows no name, no text and no card.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

/// All counts of this process.
pub static METRICS: Metrics = Metrics::new();

/// Upper bounds of the buckets, in microseconds.
const BOUNDS_US: [u64; 15] = [
    100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000,
    1_000_000, 2_500_000, 5_000_000,
];

/// Something that only grows.
pub struct Counter(AtomicU64);

impl Counter {
    const fn new() -> Self {
        Self(AtomicU64::new(0))
    }

    pub fn one(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// How many there are now.
pub struct Gauge(AtomicI64);

impl Gauge {
    const fn new() -> Self {
        Self(AtomicI64::new(0))
    }

    /// One more, until what comes back is dropped.
    pub fn hold(&'static self) -> Held {
        self.0.fetch_add(1, Ordering::Relaxed);
        Held(self)
    }

    pub fn get(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// One of a [`Gauge`].
pub struct Held(&'static Gauge);

impl Drop for Held {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// How long things took.
pub struct Histogram {
    /// The last one is for everything longer.
    buckets: [AtomicU64; BOUNDS_US.len() + 1],
    sum_us: AtomicU64,
}

impl Histogram {
    const fn new() -> Self {
        Self {
            buckets: [const { AtomicU64::new(0) }; BOUNDS_US.len() + 1],
            sum_us: AtomicU64::new(0),
        }
    }

    pub fn observe(&self, took: Duration) {
        let us = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let at = BOUNDS_US.partition_point(|b| *b < us);
        self.buckets[at].fetch_add(1, Ordering::Relaxed);
        self.sum_us.fetch_add(us, Ordering::Relaxed);
    }

    fn write(&self, out: &mut String, name: &str, label: &str) {
        let mut total = 0;
        let sep = if label.is_empty() { "" } else { "," };
        for (i, bucket) in self.buckets.iter().enumerate() {
            total += bucket.load(Ordering::Relaxed);
            let le = BOUNDS_US.get(i).map_or("+Inf".to_string(), |us| seconds(*us));
            let _ = writeln!(out, "{name}_bucket{{{label}{sep}le=\"{le}\"}} {total}");
        }
        let braces = if label.is_empty() { String::new() } else { format!("{{{label}}}") };
        let sum = seconds(self.sum_us.load(Ordering::Relaxed));
        let _ = writeln!(out, "{name}_sum{braces} {sum}\n{name}_count{braces} {total}");
    }
}

/// Microseconds as seconds, exactly.
fn seconds(us: u64) -> String {
    let text = format!("{}.{:06}", us / 1_000_000, us % 1_000_000);
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// Kinds of commands, as far as they are told apart when their time is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Speech,
    /// Taken by a table.
    Play,
    /// Looking and walking.
    Room,
    /// Questions to the house, and how it is shown.
    House,
    Admin,
    /// Not understood, or a part is missing.
    Unknown,
}

const KINDS: [(Kind, &str); 6] = [
    (Kind::Speech, "speech"),
    (Kind::Play, "play"),
    (Kind::Room, "room"),
    (Kind::House, "house"),
    (Kind::Admin, "admin"),
    (Kind::Unknown, "unknown"),
];

/// Who decided, as a journal names it: the person, the clock, a friend.
const DECIDERS: [(&str, &str); 3] = [("selbst", "person"), ("zeit", "clock"), ("freund", "friend")];

/// All counts.
pub struct Metrics {
    pub sessions: Gauge,
    /// Connections that are not logged in yet.
    pub logins: Gauge,
    pub tables: Gauge,
    decisions: [Counter; DECIDERS.len()],
    commands: [Histogram; KINDS.len()],
    /// From asking a friend to his answer, without his pause.
    pub thinking: Histogram,
    pub thoughts_given_up: Counter,
    /// Mailboxes that overflowed; their lines were cut.
    pub mailbox_overflows: Counter,
    /// What a table wanted to tell a room that was too busy.
    pub room_drops: Counter,
    /// Lines typed too fast to be kept.
    pub input_drops: Counter,
    pub refused_full: Counter,
    pub refused_banned: Counter,
    /// Attempts to accept a connection that the system refused.
    pub accept_failures: Counter,
    pub wrong_passwords: Counter,
    /// From handing in a request to its commit.
    pub commits: Histogram,
    /// When the oldest commit came that a power cut would lose, in milliseconds since 1970; 0: there is none.
    pub unsynced_since_ms: AtomicU64,
}

/// What only a look at the house tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// Sums over all accounts, Taler and Spielgeld; `None`: it could not be read.
    pub ledger: Option<(i64, i64)>,
    /// Requests that wait for the archive.
    pub archive_queue: usize,
    /// Milliseconds since 1970.
    pub now_ms: u64,
    /// Seconds since the house opened.
    pub up_s: u64,
}

impl Metrics {
    const fn new() -> Self {
        Self {
            sessions: Gauge::new(),
            logins: Gauge::new(),
            tables: Gauge::new(),
            decisions: [const { Counter::new() }; DECIDERS.len()],
            commands: [const { Histogram::new() }; KINDS.len()],
            thinking: Histogram::new(),
            thoughts_given_up: Counter::new(),
            mailbox_overflows: Counter::new(),
            room_drops: Counter::new(),
            input_drops: Counter::new(),
            refused_full: Counter::new(),
            refused_banned: Counter::new(),
            accept_failures: Counter::new(),
            wrong_passwords: Counter::new(),
            commits: Histogram::new(),
            unsynced_since_ms: AtomicU64::new(0),
        }
    }

    pub fn command(&self, kind: Kind, took: Duration) {
        let at = KINDS.iter().position(|(k, _)| *k == kind).unwrap_or(0);
        self.commands[at].observe(took);
    }

    /// Counts a line of a table's journal, if it is a decision: "81250 zug 1 selbst ...".
    pub fn journal_line(&self, line: &str) {
        let mut words = line.split(' ').skip(1);
        if words.next() == Some("zug")
            && let Some(wie) = words.nth(1)
            && let Some(at) = DECIDERS.iter().position(|(w, _)| *w == wie)
        {
            self.decisions[at].one();
        }
    }

    /// Everything in the text format of Prometheus.
    pub fn render(&self, look: &Look) -> String {
        let mut out = String::new();
        self.gauges(&mut out, look);
        self.counters(&mut out);
        head(&mut out, "command_seconds", "histogram", "Zeit für einen Befehl, nach seiner Art");
        for ((_, id), histogram) in KINDS.iter().zip(&self.commands) {
            histogram.write(&mut out, &name("command_seconds"), &format!("kind=\"{id}\""));
        }
        head(&mut out, "thinking_seconds", "histogram", "Bedenkzeit der Freunde ohne ihre Pause");
        self.thinking.write(&mut out, &name("thinking_seconds"), "");
        let what = "Vom Auftrag ans Archiv bis zur Antwort";
        head(&mut out, "archive_commit_seconds", "histogram", what);
        self.commits.write(&mut out, &name("archive_commit_seconds"), "");
        out
    }

    fn gauges(&self, out: &mut String, look: &Look) {
        let since = self.unsynced_since_ms.load(Ordering::Relaxed);
        let lag = if since == 0 { 0 } else { look.now_ms.saturating_sub(since) };
        let mut gauge = |id: &str, what: &str, value: String| {
            head(out, id, "gauge", what);
            let _ = writeln!(out, "{} {value}", name(id));
        };
        gauge("sessions", "Angemeldete Leute", self.sessions.get().to_string());
        gauge("logins", "Leitungen an der Tür", self.logins.get().to_string());
        gauge("tables", "Offene Tische", self.tables.get().to_string());
        gauge("uptime_seconds", "So lange ist das Haus offen", look.up_s.to_string());
        let what = "Aufträge, die auf das Archiv warten";
        gauge("archive_queue", what, look.archive_queue.to_string());
        let what = "So alt ist das Älteste, das ein Stromausfall kosten würde";
        gauge("journal_lag_seconds", what, seconds(lag * 1000));
        let Some((taler, spielgeld)) = look.ledger else { return };
        head(out, "ledger_sum", "gauge", "Summe aller Konten; stimmt nur, wenn sie 0 ist");
        let id = name("ledger_sum");
        let _ = writeln!(out, "{id}{{currency=\"taler\"}} {taler}");
        let _ = writeln!(out, "{id}{{currency=\"spielgeld\"}} {spielgeld}");
    }

    fn counters(&self, out: &mut String) {
        head(out, "decisions_total", "counter", "Entscheidungen an den Tischen");
        for ((_, id), n) in DECIDERS.iter().zip(&self.decisions) {
            let _ = writeln!(out, "{}{{by=\"{id}\"}} {}", name("decisions_total"), n.get());
        }
        head(out, "queue_drops_total", "counter", "Was in einer Warteschlange keinen Platz fand");
        let drops = [
            ("mailbox", &self.mailbox_overflows),
            ("room", &self.room_drops),
            ("input", &self.input_drops),
        ];
        for (queue, n) in drops {
            let _ = writeln!(out, "{}{{queue=\"{queue}\"}} {}", name("queue_drops_total"), n.get());
        }
        let refused = name("refused_connections_total");
        head(out, "refused_connections_total", "counter", "Abgewiesene Leitungen");
        for (why, n) in [("full", &self.refused_full), ("banned", &self.refused_banned)] {
            let _ = writeln!(out, "{refused}{{reason=\"{why}\"}} {}", n.get());
        }
        let singles = [
            ("accept_failures_total", "Leitungen ohne Deskriptor", &self.accept_failures),
            ("wrong_passwords_total", "Falsche Passwörter", &self.wrong_passwords),
            ("thoughts_given_up_total", "Gedanken ohne Ergebnis", &self.thoughts_given_up),
        ];
        for (id, what, n) in singles {
            head(out, id, "counter", what);
            let _ = writeln!(out, "{} {}", name(id), n.get());
        }
    }
}

fn name(id: &str) -> String {
    format!("theaterkeller_{id}")
}

fn head(out: &mut String, id: &str, kind: &str, what: &str) {
    let name = name(id);
    let _ = writeln!(out, "# HELP {name} {what}.\n# TYPE {name} {kind}");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str, line: &str) -> String {
        let prefix = format!("{line} ");
        let found = text.lines().find_map(|l| l.strip_prefix(prefix.as_str()));
        found.unwrap_or_else(|| panic!("no {line} in\n{text}")).to_string()
    }

    #[test]
    fn times_are_counted_up_to_their_bound_and_all_in_the_last() {
        let m = Metrics::new();
        for us in [100, 101, 4_000, 9_000_000] {
            m.command(Kind::Play, Duration::from_micros(us));
        }
        let text = m.render(&Look::default());
        let bucket = |le: &str| {
            let id = "theaterkeller_command_seconds_bucket";
            value(&text, &format!("{id}{{kind=\"play\",le=\"{le}\"}}"))
        };
        let all = ["0.0001", "0.00025", "0.0025", "0.005", "5", "+Inf"].map(bucket);
        assert_eq!(all, ["1", "2", "2", "3", "3", "4"]);
        let id = "theaterkeller_command_seconds";
        assert_eq!(value(&text, &format!("{id}_sum{{kind=\"play\"}}")), "9.004201");
        assert_eq!(value(&text, &format!("{id}_count{{kind=\"speech\"}}")), "0");
    }

    #[test]
    fn decisions_are_told_apart_by_who_made_them() {
        let m = Metrics::new();
        for line in
            ["5 zug 1 selbst spiele Pik 7", "6 zug 2 freund x", "7 zug 2 freund y", "8 weg 1"]
        {
            m.journal_line(line);
        }
        let text = m.render(&Look::default());
        let by =
            |who: &str| value(&text, &format!("theaterkeller_decisions_total{{by=\"{who}\"}}"));
        assert_eq!(["person", "friend", "clock"].map(by), ["1", "2", "0"]);
    }

    #[test]
    fn the_lag_runs_from_the_oldest_commit_that_is_not_synced() {
        let m = Metrics::new();
        let lag = |m: &Metrics, now_ms| {
            let look = Look { now_ms, ledger: Some((0, -3)), ..Look::default() };
            value(&m.render(&look), "theaterkeller_journal_lag_seconds")
        };
        assert_eq!(lag(&m, 5_000), "0");
        m.unsynced_since_ms.store(3_500, Ordering::Relaxed);
        assert_eq!(lag(&m, 5_000), "1.5");
        let look = Look { ledger: Some((0, -3)), ..Look::default() };
        let text = m.render(&look);
        assert_eq!(value(&text, "theaterkeller_ledger_sum{currency=\"spielgeld\"}"), "-3");
        assert!(!m.render(&Look::default()).contains("ledger_sum"), "unknown is not 0");
    }

    /// Every sample belongs to a name that was introduced before it.
    #[test]
    fn the_text_is_what_a_collector_expects() {
        static M: Metrics = Metrics::new();
        let held = M.sessions.hold();
        let text = M.render(&Look { ledger: Some((0, 0)), ..Look::default() });
        assert_eq!(value(&text, "theaterkeller_sessions"), "1");
        drop(held);
        let mut known = String::new();
        for line in text.lines() {
            if let Some(rest) = line.strip_prefix("# TYPE ") {
                known = rest.split(' ').next().unwrap().to_string();
            }
            let sample = !line.starts_with('#');
            assert!(!sample || line.starts_with(&known), "{line} after {known}");
            let number = line.rsplit(' ').next().unwrap().parse::<f64>();
            assert!(!sample || number.is_ok(), "{line}");
        }
        let end = M.render(&Look::default());
        assert_eq!(value(&end, "theaterkeller_sessions"), "0");
    }
}
