//! kill -9 at random moments: scripted people and friends play all games at several tables, the server is killed,
//! started again, and everything must be as it was said. Thirty kills by default; `ABSTUERZE=300 cargo test --test
//! alle absturz -- --nocapture` makes more of them, `ABSTURZ_SAMEN` sets the seed.

use std::time::{Duration, Instant};

use rand::rngs::ChaCha12Rng;
use rand::{RngExt, SeedableRng};

use super::haus::Haus;
use super::spieler::{Ort, Spieler};

/// Who plays where: two people at one table, one alone with friends, each game twice.
const LEUTE: [(&str, Ort); 8] = [
    ("Anna", Ort { weg: &["osten", "unten"], tisch: 1 }),
    ("Bertram", Ort { weg: &["osten", "unten"], tisch: 1 }),
    ("Carola", Ort { weg: &["osten", "unten"], tisch: 2 }),
    ("Dorothea", Ort { weg: &["osten", "osten"], tisch: 1 }),
    ("Emil", Ort { weg: &["osten", "osten"], tisch: 1 }),
    ("Friedrich", Ort { weg: &["osten", "osten"], tisch: 6 }),
    ("Gabriele", Ort { weg: &["osten", "oben"], tisch: 1 }),
    ("Hannes", Ort { weg: &["osten", "oben"], tisch: 1 }),
];

/// Steps of one person between two kills, at most.
const STEPS_MAX: u32 = 6;

fn number(key: &str, default: u64) -> u64 {
    std::env::var(key).ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

/// What the run has seen, for its last lines.
#[derive(Default)]
struct Zahlen {
    kills: u64,
    /// Deals that were going on when the server was killed.
    hands: u64,
    /// Decisions that were announced and had to be there again.
    decisions: u64,
    /// Orders that were on their way.
    orders: u64,
    /// From the start of the process to the first answered command.
    restarts: Vec<Duration>,
}

impl Zahlen {
    fn print(&mut self, seed: u64) {
        self.restarts.sort_unstable();
        let at = |percent: usize| self.restarts[(self.restarts.len() - 1) * percent / 100];
        println!(
            "Samen {seed}: {} Abstürze, {} laufende Blätter, {} angesagte Entscheidungen wieder da, {} Befehle \
             unterwegs; vom Start bis zur ersten Antwort {:?} im Mittel der Fälle, {:?} im langsamsten.",
            self.kills,
            self.hands,
            self.decisions,
            self.orders,
            at(50),
            at(100)
        );
    }
}

#[test]
fn killed_at_any_moment_the_house_goes_on_where_it_stood() {
    let seed = number("ABSTURZ_SAMEN", 20);
    let mut rng = ChaCha12Rng::seed_from_u64(seed);
    let mut haus = Haus::with(&["geld.startgeld=100000", "grenzen.verbindungen_je_adresse=0"]);
    let mut leute: Vec<Spieler> =
        LEUTE.iter().map(|(name, ort)| Spieler::neu(&haus, name, *ort)).collect();
    let mut zahlen = Zahlen::default();
    for _ in 0..number("ABSTUERZE", 30) {
        play_a_while(&mut leute, &mut rng);
        crash(&mut haus, &mut leute, &mut rng, &mut zahlen);
    }
    finish(&haus, &mut leute, &mut rng);
    zahlen.print(seed);
    assert!(zahlen.hands >= zahlen.kills, "hardly anybody played when the server was killed");
    haus.ledger_is_even();
    assert_eq!(money_at_tables(&haus), 0, "somebody's money stayed at a table");
    records_are_in_order(&haus);
    haus.close();
}

fn play_a_while(leute: &mut [Spieler], rng: &mut ChaCha12Rng) {
    for _ in 0..rng.random_range(1..=STEPS_MAX) {
        leute.iter_mut().for_each(|s| s.step(rng));
    }
}

/// Kills the server while orders are on their way and friends think, and compares what was said with what is.
fn crash(haus: &mut Haus, leute: &mut [Spieler], rng: &mut ChaCha12Rng, zahlen: &mut Zahlen) {
    leute.iter_mut().for_each(Spieler::note);
    for s in leute.iter_mut() {
        if rng.random_bool(0.5) {
            zahlen.orders += u64::from(s.order_on_its_way(rng));
        }
    }
    // The moment is random on purpose: some orders have been carried out by then, some have not been read.
    std::thread::sleep(Duration::from_micros(rng.random_range(0..20_000)));
    haus.kill();
    zahlen.kills += 1;
    zahlen.hands += deals_going_on(haus);
    let begin = Instant::now();
    haus.restart();
    for (i, s) in leute.iter_mut().enumerate() {
        s.come_back(haus);
        if i == 0 {
            zahlen.restarts.push(begin.elapsed());
        }
    }
    haus.ledger_is_even();
    for s in leute.iter_mut() {
        zahlen.decisions += u64::from(s.compare());
    }
}

/// Everybody plays on until his game is over, or gets up where it has no end.
fn finish(haus: &Haus, leute: &mut [Spieler], rng: &mut ChaCha12Rng) {
    leute.iter_mut().for_each(|s| s.last_game());
    let mut steps = 0;
    while leute.iter().any(|s| !s.is_done()) {
        leute.iter_mut().for_each(|s| s.step(rng));
        steps += 1;
        if steps > 400 {
            let stuck: Vec<String> = leute.iter().filter_map(Spieler::stuck).collect();
            panic!("the games do not end\n{}\n{}", stuck.join("\n"), haus.log_text());
        }
    }
}

fn database(haus: &Haus) -> rusqlite::Connection {
    rusqlite::Connection::open(haus.zustand().join("theaterkeller.db")).unwrap()
}

/// Tables where cards have been dealt since the journal was last cut short.
fn deals_going_on(haus: &Haus) -> u64 {
    let sql = "SELECT count(DISTINCT tisch) FROM journal WHERE zeile LIKE '% deck %'";
    database(haus).query_row(sql, (), |row| row.get::<_, i64>(0)).unwrap().unsigned_abs()
}

fn money_at_tables(haus: &Haus) -> i64 {
    let sql = "SELECT coalesce(sum(abs(betrag)), 0) FROM stand WHERE konto LIKE 'tisch:%'";
    database(haus).query_row(sql, (), |row| row.get(0)).unwrap()
}

/// No card was lost or doubled, no payout was wrong: every record replays.
fn records_are_in_order(haus: &Haus) {
    let records = haus.records();
    assert!(records.len() >= 3, "only {} records", records.len());
    let files: Vec<&str> = records.iter().map(|p| p.to_str().unwrap()).collect();
    let out = haus.run(&[&["verify"], &files[..]].concat());
    let said = String::from_utf8_lossy(&[out.stdout, out.stderr].concat()).into_owned();
    assert!(out.status.success(), "{said}");
}
