//! Accounts made in bulk, straight into the database of a house that is closed. All share one password and so one hash:
//! a million of them would otherwise take hours.

use std::path::Path;

use rusqlite::{Connection, params};

use crate::Fehler;

/// The password of all of them.
pub(crate) const PASSWORT: &str = "Zebra-Kuchen-77";
/// What each account has, as if the house had given it.
const TALER: i64 = 10_000;

/// The name of the account with this number: letters only, seven of them.
pub(crate) fn name(nr: u32) -> String {
    let letter =
        |place: u32| char::from(b'a' + u8::try_from(nr / 26u32.pow(place) % 26).unwrap_or(0));
    let tail: String = (0..5).rev().map(letter).collect();
    format!("Zq{tail}")
}

/// Adds the accounts with these numbers. Expects that the house has made its database and is closed.
pub(crate) fn lege_an(zustand: &Path, nummern: std::ops::Range<u32>) -> Result<(), Fehler> {
    let hash = theaterkeller::password::hash(PASSWORT)?;
    let mut db = Connection::open(zustand.join("theaterkeller.db"))?;
    let t = db.transaction()?;
    {
        let mut konto = t.prepare(
            "INSERT INTO konto (name, key, skeleton, hash, anrede, settings_json, created)
             VALUES (?1, ?2, ?2, ?3, 3, '{}', 0)",
        )?;
        let mut buchung = t.prepare(
            "INSERT INTO buchung (id, waehrung, grund, wann) VALUES (?1, 'taler', 'Messung', 0)",
        )?;
        let mut posten = t.prepare("INSERT INTO posten VALUES (?1, ?2, ?3), (?1, 'haus', ?4)")?;
        let mut stand = t.prepare("INSERT INTO stand VALUES (?1, 'taler', ?2)")?;
        for nr in nummern.clone() {
            let name = name(nr);
            konto.execute(params![name, name.to_lowercase(), hash])?;
            let purse = format!("konto:{}", t.last_insert_rowid());
            buchung.execute([format!("messung-{nr}")])?;
            posten.execute(params![t.last_insert_rowid(), purse, TALER, -TALER])?;
            stand.execute(params![purse, TALER])?;
        }
        let all = TALER * i64::from(nummern.end.saturating_sub(nummern.start));
        t.execute(
            "INSERT INTO stand VALUES ('haus', 'taler', -?1)
             ON CONFLICT (konto, waehrung) DO UPDATE SET betrag = betrag - ?1",
            [all],
        )?;
    }
    t.commit()?;
    Ok(())
}
