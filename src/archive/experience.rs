//! Experience: how often somebody played a game, and what it brought. Knows no ladder; the data folder does.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::Archive;
use super::error::StorageError;

/// What an account has lived through in one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Erfahrung {
    /// Finished games or sittings.
    pub games: i64,
    pub points: i64,
    /// The Kurier has told of the last step already.
    pub told: bool,
}

/// What a step of a table adds. Expects that the account exists; otherwise the step fails as a whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExperienceGain {
    pub konto: i64,
    pub spiel: String,
    pub games: i64,
    pub points: i64,
}

/// What became of a gain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExperienceChange {
    pub konto: i64,
    pub spiel: String,
    pub before: Erfahrung,
    pub after: Erfahrung,
}

/// One line of the list of the best.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rank {
    pub name: String,
    pub games: i64,
    pub points: i64,
}

impl Archive {
    /// All games of an account, by the game's id.
    pub async fn experience(&self, konto: i64) -> Result<Vec<(String, Erfahrung)>, StorageError> {
        let sql =
            "SELECT games, points, told, spiel FROM erfahrung WHERE konto = ?1 ORDER BY spiel";
        self.ask(move |conn| {
            let mut query = conn.prepare_cached(sql)?;
            let rows = query.query_map([konto], |row| Ok((row.get(3)?, read(row)?)))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
        .await
    }

    /// Notes that the Kurier tells of this player's last step now. True only the first time, so that the line
    /// goes out once whoever else asks (regeln.md R25).
    pub async fn mark_told(&self, konto: i64, spiel: &str) -> Result<bool, StorageError> {
        let spiel = spiel.to_string();
        self.ask(move |conn| mark_told(conn, konto, &spiel)).await
    }

    /// The best `n` of a game: most points first, with equal points whoever needed fewer games. Who has no
    /// point is not in it.
    pub async fn leaderboard(&self, spiel: &str, n: u32) -> Result<Vec<Rank>, StorageError> {
        let spiel = spiel.to_string();
        self.ask(move |conn| leaderboard(conn, &spiel, n)).await
    }
}

/// Adds a gain.
pub(super) fn gain(
    conn: &Connection,
    gain: &ExperienceGain,
) -> Result<ExperienceChange, StorageError> {
    let before = of(conn, gain.konto, &gain.spiel)?;
    let sql = "INSERT INTO erfahrung (konto, spiel, games, points) VALUES (?1, ?2, ?3, ?4)
               ON CONFLICT (konto, spiel) DO UPDATE
               SET games = games + excluded.games, points = points + excluded.points";
    let values = params![gain.konto, gain.spiel, gain.games, gain.points];
    conn.prepare_cached(sql)?.execute(values)?;
    let after = of(conn, gain.konto, &gain.spiel)?;
    Ok(ExperienceChange { konto: gain.konto, spiel: gain.spiel.clone(), before, after })
}

fn of(conn: &Connection, konto: i64, spiel: &str) -> Result<Erfahrung, StorageError> {
    let sql = "SELECT games, points, told FROM erfahrung WHERE konto = ?1 AND spiel = ?2";
    let row = conn.prepare_cached(sql)?.query_row(params![konto, spiel], read);
    Ok(row.optional()?.unwrap_or_default())
}

fn read(row: &Row<'_>) -> rusqlite::Result<Erfahrung> {
    Ok(Erfahrung { games: row.get(0)?, points: row.get(1)?, told: row.get(2)? })
}

fn mark_told(conn: &Connection, konto: i64, spiel: &str) -> Result<bool, StorageError> {
    let sql = "INSERT INTO erfahrung (konto, spiel, told) VALUES (?1, ?2, 1)
               ON CONFLICT (konto, spiel) DO UPDATE SET told = 1 WHERE told = 0";
    Ok(conn.prepare_cached(sql)?.execute(params![konto, spiel])? == 1)
}

fn leaderboard(conn: &Connection, spiel: &str, n: u32) -> Result<Vec<Rank>, StorageError> {
    let sql =
        "SELECT konto.name, games, points FROM erfahrung JOIN konto ON konto.id = erfahrung.konto
               WHERE spiel = ?1 AND points > 0
               ORDER BY points DESC, games, konto.key LIMIT ?2";
    let mut query = conn.prepare_cached(sql)?;
    let rows = query.query_map(params![spiel, n], |row| {
        Ok(Rank { name: row.get(0)?, games: row.get(1)?, points: row.get(2)? })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}
