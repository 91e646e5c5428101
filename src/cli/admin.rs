//! `admin`: works on the state, whether the house is open or not.

mod aufsicht;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Subcommand;

use super::{complain, say};
use crate::archive::{
    AdminArchive, Effekt, NewAccount, Verfuegung, open_existing_for_admin, open_for_admin,
};
use crate::config::Config;
use crate::login::geheim::{Secret, check};
use crate::login::{Name, names};
use crate::password;

#[derive(Subcommand)]
pub(super) enum Admin {
    /// Legt ein Konto an; das Passwort wird von der Standardeingabe gelesen
    CreateAccount {
        /// Der Name
        name: String,
        /// 0 spielt, 1 hütet das Haus
        #[arg(long, value_name = "RANG", default_value_t = 0)]
        #[arg(value_parser = clap::value_parser!(u8).range(0..=1))]
        rank: u8,
    },
    /// Gibt einem Konto einen Rang: 0 spielt, 1 hütet das Haus
    Rank {
        /// Der Name
        name: String,
        /// 0 oder 1
        #[arg(value_parser = clap::value_parser!(u8).range(0..=1))]
        rank: u8,
    },
    /// Setzt ein neues Passwort; es wird von der Standardeingabe gelesen
    Password {
        /// Der Name
        name: String,
    },
    /// Sichert die Datenbank in eine Datei
    Backup {
        /// Wohin
        file: PathBuf,
    },
    /// Rechnet das Geldbuch aus allen Zeilen nach
    Ledger,
    #[command(flatten)]
    Aufsicht(aufsicht::Befehl),
}

/// Who has done it, in the trail: whoever may write to the state is trusted, and has no name there.
const BETREIBER: &str = "Der Betreiber";

/// Carries it out. Exit code 1: the ledger is uneven; 2: it could not be done.
pub(super) fn run(config: &Config, admin: Admin) -> ExitCode {
    // The first account may be made before the first start; everything else is about what is there.
    let opened = match admin {
        Admin::CreateAccount { .. } => open_for_admin(&config.server.zustand),
        _ => open_existing_for_admin(&config.server.zustand),
    };
    let mut archive = match opened {
        Ok(archive) => archive,
        Err(e) => {
            complain(&e.to_string());
            return ExitCode::from(2);
        }
    };
    let result = match admin {
        Admin::CreateAccount { name, rank } => create(&mut archive, config, &name, rank),
        Admin::Rank { name, rank } => {
            let effekt = |konto| Effekt::Rang { konto, rang: rank };
            let was = format!("gibt {name} den Rang {rank}");
            with_account(&mut archive, &name, |a, id| verfuege(a, was, effekt(id)))
                .map(|()| format!("{name} hat jetzt den Rang {rank}."))
        }
        Admin::Password { name } => new_password(&mut archive, &name),
        Admin::Backup { file } => archive
            .backup(&file)
            .map(|()| format!("Gesichert in {}.", file.display()))
            .map_err(text),
        Admin::Ledger => return prove(&mut archive),
        Admin::Aufsicht(befehl) => aufsicht::run(&mut archive, befehl),
    };
    match result {
        Ok(satz) => {
            say(&satz);
            ExitCode::SUCCESS
        }
        Err(satz) => {
            complain(&satz);
            ExitCode::from(2)
        }
    }
}

/// An order with its line in the trail.
fn verfuege(archive: &mut AdminArchive, was: String, effekt: Effekt) -> Result<(), String> {
    let v = Verfuegung { wer: BETREIBER.to_string(), was, effekt };
    archive.verfuege(&v).map(|_| ()).map_err(text)
}

fn text(e: impl ToString) -> String {
    e.to_string()
}

fn with_account(
    archive: &mut AdminArchive,
    name: &str,
    f: impl FnOnce(&mut AdminArchive, i64) -> Result<(), String>,
) -> Result<(), String> {
    let key = crate::satz::falte(name);
    match archive.find(&key).map_err(text)? {
        Some(account) => f(archive, account.id),
        None => Err(format!("Ein Konto „{name}“ gibt es nicht.")),
    }
}

fn create(
    archive: &mut AdminArchive,
    config: &Config,
    name: &str,
    rank: u8,
) -> Result<String, String> {
    let name: Name = names::check(name, &|_| false).map_err(|f| f.sentence())?;
    let hash = read_hash(&name)?;
    let new = NewAccount {
        name: name.shown().to_string(),
        key: name.key().to_string(),
        skeleton: name.skeleton(),
        hash,
        anrede: 3,
        settings_json: "{}".to_string(),
    };
    let account = archive.create(&new, config.geld.startgeld).map_err(text)?;
    let (id, name) = (account.id, &account.name);
    verfuege(archive, format!("legt das Konto {name} an"), Effekt::Keiner)?;
    if rank > 0 {
        let was = format!("gibt {name} den Rang {rank}");
        verfuege(archive, was, Effekt::Rang { konto: id, rang: rank })?;
    }
    Ok(format!("Das Konto {} ist angelegt.", account.name))
}

fn new_password(archive: &mut AdminArchive, name: &str) -> Result<String, String> {
    let parsed = Name::parse(name).map_err(|f| f.sentence())?;
    let hash = read_hash(&parsed)?;
    with_account(archive, name, |a, id| {
        a.set_hash(id, &hash).map_err(text)?;
        verfuege(a, format!("setzt {name} ein neues Passwort"), Effekt::Keiner)
    })?;
    Ok(format!("{name} hat ein neues Passwort."))
}

/// One line of the standard input, never an argument: arguments stand in process lists.
fn read_hash(name: &Name) -> Result<String, String> {
    let mut line = String::new();
    std::io::stdin()
        .read_line(&mut line)
        .map_err(|e| format!("Das Passwort ließ sich nicht lesen ({e})."))?;
    let secret = Secret::new(line.trim_end_matches(['\r', '\n']).to_string());
    check(&secret, name).map_err(|f| f.sentence())?;
    password::hash(secret.reveal())
        .map_err(|_| "Das Passwort ließ sich nicht verschlüsseln.".to_string())
}

fn prove(archive: &mut AdminArchive) -> ExitCode {
    match archive.prove_ledger() {
        Ok(proof) => {
            proof.faults.iter().for_each(|f| complain(&f.to_string()));
            let buchungen = crate::deutsch::zaehle(proof.buchungen, "Buchung", "Buchungen");
            let konten = crate::deutsch::zaehle(proof.konten, "Konto", "Konten");
            if proof.faults.is_empty() {
                say(&format!("Das Geldbuch geht auf: {buchungen}, {konten}, Summe 0."));
                return ExitCode::SUCCESS;
            }
            say(&format!("Das Geldbuch geht nicht auf: {buchungen}, {konten}."));
            ExitCode::from(1)
        }
        Err(e) => {
            complain(&e.to_string());
            ExitCode::from(2)
        }
    }
}
