//! The ledger: postings that are booked once, balances that never fall below zero, and the proof from the rows.
//! Decides no amount; tables and the shell do.

use std::fmt;

use rusqlite::{Connection, OptionalExtension, params};

use super::error::{StorageError, WashError, WriteError};
use super::{Archive, now_s};
use crate::taler::{Buchung, Geldkonto, Waehrung};

/// Earning a little by washing dishes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dishes {
    /// What it brings, from 1 to [`crate::limits::AMOUNT_MAX`].
    pub betrag: i64,
    /// Only who has less than this.
    pub unter: i64,
    /// Only this long after the last time.
    pub every_s: i64,
    /// Now, in seconds since 1970.
    pub now_s: i64,
}

/// What the rows of the ledger say about its balances.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LedgerProof {
    pub buchungen: i64,
    pub konten: i64,
    /// Empty: the ledger is in order.
    pub faults: Vec<LedgerFault>,
}

/// One thing that does not add up. Accounts and currencies are as stored, since they may be what is broken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LedgerFault {
    /// The balance of an account is not the sum of its rows.
    Balance { konto: String, waehrung: String, stand: i64, posten: i64 },
    /// The rows of a posting do not add up to zero.
    Uneven { buchung: String, summe: i64 },
    /// Rows belong to no posting.
    Orphan { konto: String, betrag: i64 },
    /// An account that must not is below zero.
    BelowZero { konto: String, waehrung: String, stand: i64 },
    /// All balances of a currency do not add up to zero.
    Sum { waehrung: String, summe: i64 },
}

impl fmt::Display for LedgerFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Balance { konto, waehrung, stand, posten } => write!(
                f,
                "Beim Konto „{konto}“ steht {stand} ({waehrung}), seine Buchungen ergeben {posten}."
            ),
            Self::Uneven { buchung, summe } => {
                write!(f, "Die Buchung „{buchung}“ geht nicht auf, es bleibt {summe}.")
            }
            Self::Orphan { konto, betrag } => {
                write!(f, "Ein Posten von {betrag} beim Konto „{konto}“ gehört zu keiner Buchung.")
            }
            Self::BelowZero { konto, waehrung, stand } => {
                write!(f, "Das Konto „{konto}“ steht mit {stand} ({waehrung}) unter null.")
            }
            Self::Sum { waehrung, summe } => {
                write!(f, "Alle Konten zusammen ergeben {summe} ({waehrung}), nicht null.")
            }
        }
    }
}

impl Archive {
    /// What an account holds. An account that never moved money holds 0.
    pub async fn balance(
        &self,
        konto: &Geldkonto,
        waehrung: Waehrung,
    ) -> Result<i64, StorageError> {
        let konto = konto.to_string();
        self.ask(move |conn| balance(conn, &konto, waehrung)).await
    }

    /// Books all of these or none, in order. A posting whose id is booked already changes nothing and is well.
    pub async fn book(&self, buchungen: Vec<Buchung>) -> Result<(), WriteError> {
        self.ask(move |conn| buchungen.iter().try_for_each(|b| book(conn, b))).await
    }

    /// Pays an account for washing dishes. Gives the balance afterwards. Errors: too rich, or too soon.
    pub async fn wash_dishes(&self, konto: i64, dishes: Dishes) -> Result<i64, WashError> {
        self.ask(move |conn| wash(conn, konto, &dishes)).await
    }

    /// The sums of all balances in Taler and in Spielgeld; both are 0 in a ledger that is in order. Read by a
    /// connection of its own, so that nobody waits for it.
    pub async fn ledger_sums(&self) -> Result<(i64, i64), StorageError> {
        let folder = std::sync::Arc::clone(&self.folder);
        let read = tokio::task::spawn_blocking(move || {
            let conn = super::schema::open_to_read(&folder)?;
            let sql = "SELECT coalesce(sum(betrag), 0) FROM stand WHERE waehrung = ?1";
            let sum = |w: Waehrung| conn.query_row(sql, [w.id()], |row| row.get(0));
            Ok((sum(Waehrung::Taler)?, sum(Waehrung::Spielgeld)?))
        });
        read.await.unwrap_or(Err(StorageError::Panicked))
    }

    /// Proves the ledger from its rows. Reads everything; for `admin` and for after a crash.
    pub async fn prove_ledger(&self) -> Result<LedgerProof, StorageError> {
        self.ask(prove).await
    }
}

pub(super) fn balance(
    conn: &Connection,
    konto: &str,
    waehrung: Waehrung,
) -> Result<i64, StorageError> {
    let sql = "SELECT betrag FROM stand WHERE konto = ?1 AND waehrung = ?2";
    let row = conn.prepare_cached(sql)?.query_row([konto, waehrung.id()], |row| row.get(0));
    Ok(row.optional()?.unwrap_or(0))
}

/// Books one posting, unless its id is booked already.
pub(super) fn book(conn: &Connection, buchung: &Buchung) -> Result<(), WriteError> {
    let sum: i64 = buchung.posten().iter().map(|(_, betrag)| betrag).sum();
    assert_eq!(sum, 0, "a posting adds up to zero");
    let sql = "INSERT INTO buchung (id, waehrung, grund, wann) VALUES (?1, ?2, ?3, ?4)
               ON CONFLICT (id) DO NOTHING";
    let head = params![buchung.id(), buchung.waehrung().id(), buchung.grund(), now_s()];
    if conn.prepare_cached(sql)?.execute(head)? == 0 {
        return Ok(());
    }
    let nr = conn.last_insert_rowid();
    for (konto, betrag) in buchung.posten() {
        move_balance(conn, konto, buchung.waehrung(), *betrag)?;
        let sql = "INSERT INTO posten (buchung, konto, betrag) VALUES (?1, ?2, ?3)";
        conn.prepare_cached(sql)?.execute(params![nr, konto.to_string(), betrag])?;
    }
    Ok(())
}

fn move_balance(
    conn: &Connection,
    konto: &Geldkonto,
    waehrung: Waehrung,
    betrag: i64,
) -> Result<(), WriteError> {
    let name = konto.to_string();
    let stand = balance(conn, &name, waehrung)?;
    let new = stand.checked_add(betrag);
    let new = new.ok_or_else(|| WriteError::TooMuch { konto: konto.clone() })?;
    if new < 0 && betrag < 0 && *konto != Geldkonto::Haus {
        let konto = konto.clone();
        return Err(WriteError::TooLittle { konto, waehrung, stand, gebraucht: -betrag });
    }
    let sql = "INSERT INTO stand (konto, waehrung, betrag) VALUES (?1, ?2, ?3)
               ON CONFLICT (konto, waehrung) DO UPDATE SET betrag = excluded.betrag";
    conn.prepare_cached(sql)?.execute(params![name, waehrung.id(), new])?;
    Ok(())
}

fn wash(conn: &Connection, konto: i64, dishes: &Dishes) -> Result<i64, WashError> {
    let purse = Geldkonto::Konto(konto).to_string();
    let stand = balance(conn, &purse, Waehrung::Taler)?;
    if stand >= dishes.unter {
        return Err(WashError::TooRich { stand, unter: dishes.unter });
    }
    let sql = "SELECT washed, washed_at FROM konto WHERE id = ?1";
    let mut query = conn.prepare_cached(sql)?;
    let washed = query.query_row([konto], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
    let (times, last): (i64, Option<i64>) = washed.ok_or(StorageError::NoAccount)?;
    if let Some(wait_s) = last.and_then(|last| still_to_wait(last, dishes)) {
        return Err(WashError::TooSoon { wait_s });
    }
    let sql = "UPDATE konto SET washed = washed + 1, washed_at = ?2 WHERE id = ?1";
    conn.prepare_cached(sql)?.execute([konto, dishes.now_s])?;
    book(conn, &wages(konto, times, dishes.betrag)?)?;
    Ok(balance(conn, &purse, Waehrung::Taler)?)
}

/// `None` when it has been long enough, or when the clock was set back: nobody waits for a clock.
fn still_to_wait(last: i64, dishes: &Dishes) -> Option<u64> {
    let gone = dishes.now_s.saturating_sub(last);
    let left = dishes.every_s.saturating_sub(gone);
    if gone < 0 || left <= 0 { None } else { u64::try_from(left).ok() }
}

fn wages(konto: i64, times: i64, betrag: i64) -> Result<Buchung, StorageError> {
    let id = format!("spuelen:{konto}:{times}");
    let purse = Geldkonto::Konto(konto);
    Buchung::transfer(id, Waehrung::Taler, "Gläser gespült", Geldkonto::Haus, purse, betrag)
        .map_err(|e| StorageError::Other(format!("Spüllohn: {e:?}")))
}

pub(super) fn prove(conn: &Connection) -> Result<LedgerProof, StorageError> {
    let count = |sql| conn.query_row(sql, (), |row| row.get(0));
    let mut proof = LedgerProof {
        buchungen: count("SELECT count(*) FROM buchung")?,
        konten: count("SELECT count(DISTINCT konto) FROM stand")?,
        faults: Vec::new(),
    };
    for (sql, read) in PROOFS {
        let mut query = conn.prepare(sql)?;
        let found = query.query_map((), read)?;
        for fault in found {
            proof.faults.push(fault?);
        }
    }
    Ok(proof)
}

type ReadFault = fn(&rusqlite::Row<'_>) -> rusqlite::Result<LedgerFault>;

/// Each query gives the rows that are not in order.
const PROOFS: [(&str, ReadFault); 5] = [
    (
        "WITH p AS (SELECT posten.konto, buchung.waehrung, sum(posten.betrag) AS summe
                    FROM posten JOIN buchung ON buchung.nr = posten.buchung GROUP BY 1, 2)
         SELECT coalesce(p.konto, stand.konto), coalesce(p.waehrung, stand.waehrung),
                coalesce(stand.betrag, 0) AS ist, coalesce(p.summe, 0) AS soll
         FROM p FULL JOIN stand ON stand.konto = p.konto AND stand.waehrung = p.waehrung
         WHERE ist <> soll ORDER BY 1, 2",
        |row| {
            Ok(LedgerFault::Balance {
                konto: row.get(0)?,
                waehrung: row.get(1)?,
                stand: row.get(2)?,
                posten: row.get(3)?,
            })
        },
    ),
    (
        "SELECT buchung.id, sum(posten.betrag) AS summe
         FROM posten JOIN buchung ON buchung.nr = posten.buchung
         GROUP BY buchung.nr HAVING summe <> 0 ORDER BY buchung.nr",
        |row| Ok(LedgerFault::Uneven { buchung: row.get(0)?, summe: row.get(1)? }),
    ),
    (
        "SELECT konto, betrag FROM posten
         WHERE NOT EXISTS (SELECT 1 FROM buchung WHERE nr = posten.buchung) ORDER BY konto",
        |row| Ok(LedgerFault::Orphan { konto: row.get(0)?, betrag: row.get(1)? }),
    ),
    (
        "SELECT konto, waehrung, betrag FROM stand
         WHERE betrag < 0 AND konto <> 'haus' ORDER BY konto",
        |row| {
            Ok(LedgerFault::BelowZero {
                konto: row.get(0)?,
                waehrung: row.get(1)?,
                stand: row.get(2)?,
            })
        },
    ),
    (
        "SELECT waehrung, sum(betrag) AS summe FROM stand GROUP BY waehrung HAVING summe <> 0",
        |row| Ok(LedgerFault::Sum { waehrung: row.get(0)?, summe: row.get(1)? }),
    ),
];
