//! What the archive promises, tried on real folders.

mod aufsicht;
mod bekannt;
mod disk;
mod money;
mod people;
mod records;
mod tables;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::*;
use crate::taler::{Buchung, Geldkonto, Waehrung};

/// A state folder of its own for each test, gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!(
            "theaterkeller-{}-{}",
            std::process::id(),
            NEXT.fetch_add(1, Ordering::Relaxed)
        );
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&path);
        Self(path)
    }

    fn open(&self) -> Archive {
        Archive::open(&self.0).unwrap()
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn anna() -> NewAccount {
    account("Anna", "anna")
}

fn account(name: &str, key: &str) -> NewAccount {
    NewAccount {
        skeleton: key.into(),
        name: name.to_string(),
        key: key.to_string(),
        hash: "$argon2id$geheim".to_string(),
        anrede: 1,
        settings_json: "{}".to_string(),
    }
}

fn transfer(id: &str, von: Geldkonto, an: Geldkonto, betrag: i64) -> Buchung {
    Buchung::transfer(id, Waehrung::Taler, "Probe", von, an, betrag).unwrap()
}

async fn taler(archive: &Archive, konto: Geldkonto) -> i64 {
    archive.balance(&konto, Waehrung::Taler).await.unwrap()
}

fn head(nr: u32) -> TableHead {
    TableHead {
        raum: "keller".to_string(),
        spiel: "russisch".to_string(),
        nr_im_raum: nr,
        waehrung: Waehrung::Taler,
        kopf_json: "{\"runden\":9}".to_string(),
    }
}

fn lines(lines: &[&str]) -> Vec<String> {
    lines.iter().map(ToString::to_string).collect()
}

async fn run_sql(archive: &Archive, sql: &'static str) -> Result<(), StorageError> {
    archive.ask(move |conn| Ok(conn.execute_batch(sql)?)).await
}
