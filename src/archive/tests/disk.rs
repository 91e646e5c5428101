//! The folder, the lock, the batch, and what happens when the disk says no.

use std::os::unix::fs::PermissionsExt;

use super::*;

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[tokio::test]
async fn only_the_owner_may_look_into_the_state() {
    let folder = Folder::new();
    let archive = folder.open();
    let table = archive.open_table(head(1)).await.unwrap();
    let end = Some(RecordEnd::Keep("russisch-1.jsonl".to_string()));
    let record = RecordPart { lines: lines(&["{}"]), end };
    archive.write(Step { table, record, ..Step::default() }).await.unwrap();
    archive.save_record("russisch-1.jsonl").await.unwrap();
    assert_eq!(mode(folder.path()), 0o700);
    for file in ["theaterkeller.db", "theaterkeller.db-wal", "protokolle/russisch-1.jsonl"] {
        assert_eq!(mode(&folder.path().join(file)), 0o600, "{file}");
    }
}

#[tokio::test]
async fn everything_is_there_after_reopening() {
    let folder = Folder::new();
    let archive = folder.open();
    let id = archive.create(anna(), 10_000).await.unwrap().id;
    archive.append_kurier("spieltische", 1, "Anna hat gewonnen.".to_string()).await.unwrap();
    archive.close().await.unwrap();
    let archive = folder.open();
    assert_eq!(archive.find("anna").await.unwrap().map(|a| a.id), Some(id));
    assert_eq!(taler(&archive, Geldkonto::Konto(id)).await, 10_000);
    assert_eq!(archive.recent_kurier("spieltische", 9).await.unwrap().len(), 1);
    assert_eq!(archive.prove_ledger().await.unwrap().faults, []);
}

/// The files of a running server as a killed one leaves them: nothing closed, nothing checkpointed.
#[tokio::test]
async fn what_was_answered_survives_without_a_clean_end() {
    let folder = Folder::new();
    let after = Folder::new();
    let archive = folder.open();
    let id = archive.create(anna(), 10_000).await.unwrap().id;
    std::fs::create_dir(after.path()).unwrap();
    for file in ["theaterkeller.db", "theaterkeller.db-wal"] {
        std::fs::copy(folder.path().join(file), after.path().join(file)).unwrap();
    }
    let risen = after.open();
    assert_eq!(taler(&risen, Geldkonto::Konto(id)).await, 10_000);
    assert_eq!(risen.prove_ledger().await.unwrap().faults, []);
}

#[tokio::test]
async fn a_second_server_on_the_same_folder_is_refused_with_a_sentence() {
    let folder = Folder::new();
    let archive = folder.open();
    let refused = Archive::open(folder.path()).err().unwrap();
    assert_eq!(refused.reason, StorageError::InUse);
    assert!(refused.to_string().contains("schon ein Server"));
    assert!(refused.to_string().contains(&folder.path().display().to_string()));
    assert!(archive.create(anna(), 5).await.is_ok());
    archive.close().await.unwrap();
    assert!(Archive::open(folder.path()).is_ok());
}

#[tokio::test]
async fn an_admin_works_beside_the_running_server() {
    let folder = Folder::new();
    let archive = folder.open();
    let mut admin = open_for_admin(folder.path()).unwrap();
    let id = admin.create(&anna(), 500).unwrap().id;
    admin.set_rang(id, 1).unwrap();
    assert_eq!(archive.find("anna").await.unwrap().map(|a| a.rang), Some(1));
    let gift = transfer("a", Geldkonto::Haus, Geldkonto::Konto(id), 7);
    archive.book(vec![gift]).await.unwrap();
    assert_eq!(admin.balance(&Geldkonto::Konto(id), Waehrung::Taler), Ok(507));
    assert_eq!(admin.prove_ledger().unwrap().faults, []);
    assert_eq!(admin.check_file(), Ok(()));
}

/// A batch is made by keeping the thread busy until all requests stand in its queue.
#[tokio::test]
async fn a_failing_or_panicking_request_does_not_touch_its_neighbours() {
    let folder = Folder::new();
    let archive = folder.open();
    let (go, wait) = std::sync::mpsc::channel::<()>();
    let wait = std::sync::Mutex::new(wait);
    let busy = archive.ask(move |_| {
        let _ = wait.lock().unwrap().recv();
        Ok::<(), StorageError>(())
    });
    let before = archive.book(vec![transfer("a", Geldkonto::Haus, Geldkonto::Konto(1), 10)]);
    let short = archive.book(vec![transfer("b", Geldkonto::Konto(1), Geldkonto::Konto(2), 11)]);
    let panics = archive.ask(|conn| {
        conn.execute_batch("UPDATE stand SET betrag = 0")?;
        if true {
            panic!("a fault of the program, as tests want it");
        }
        Ok::<(), StorageError>(())
    });
    let after = archive.book(vec![transfer("c", Geldkonto::Konto(1), Geldkonto::Konto(3), 10)]);
    let release = async { drop(go) };
    let (busy, before, short, panics, after, ()) =
        tokio::join!(biased; busy, before, short, panics, after, release);
    assert_eq!((busy, before, after), (Ok(()), Ok(()), Ok(())));
    assert!(matches!(short, Err(WriteError::TooLittle { stand: 10, gebraucht: 11, .. })));
    assert_eq!(panics, Err(StorageError::Panicked));
    assert_eq!(taler(&archive, Geldkonto::Konto(3)).await, 10);
    assert_eq!(archive.prove_ledger().await.unwrap().faults, []);
}

#[tokio::test]
async fn a_batch_that_is_given_up_as_a_whole_is_done_again_one_by_one() {
    let folder = Folder::new();
    let archive = folder.open();
    let table = archive.open_table(head(1)).await.unwrap();
    let step = |line| Step { table, lines: lines(&[line]), ..Step::default() };
    let (go, wait) = std::sync::mpsc::channel::<()>();
    let wait = std::sync::Mutex::new(wait);
    let busy = archive.ask(move |_| {
        let _ = wait.lock().unwrap().recv();
        Ok::<(), StorageError>(())
    });
    let before = archive.write(step("a"));
    let breaks = run_sql(&archive, "ROLLBACK; SELECT nothing");
    let after = archive.write(step("b"));
    let release = async { drop(go) };
    let (_, before, breaks, after, ()) = tokio::join!(biased; busy, before, breaks, after, release);
    assert!(before.is_ok() && after.is_ok());
    assert!(breaks.is_err());
    // Each line once: nothing of the first attempt has stayed.
    assert_eq!(archive.open_tables().await.unwrap()[0].lines, ["a", "b"]);
}

#[tokio::test]
async fn a_full_disk_is_said_and_later_everything_goes_on() {
    let folder = Folder::new();
    let archive = folder.open();
    let id = archive.create(anna(), 10_000).await.unwrap().id;
    run_sql(&archive, "PRAGMA max_page_count = 1").await.unwrap();
    let big = "x".repeat(100_000);
    let refused = archive.set_settings(id, big.clone()).await.unwrap_err();
    assert_eq!(refused, StorageError::DiskFull);
    assert!(refused.to_string().starts_with("Auf der Festplatte ist kein Platz mehr"));
    assert_eq!(taler(&archive, Geldkonto::Konto(id)).await, 10_000);
    run_sql(&archive, "PRAGMA max_page_count = 1000000").await.unwrap();
    archive.set_settings(id, big.clone()).await.unwrap();
    assert_eq!(archive.account(id).await.unwrap().unwrap().settings_json, big);
}

/// Nobody may create a folder there, whoever runs the test.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_cannot_be_written_is_refused_with_a_sentence() {
    let refused = Archive::open(Path::new("/sys/theaterkeller")).err().unwrap();
    assert_eq!(refused.reason, StorageError::ReadOnly);
    assert!(refused.to_string().contains("/sys/theaterkeller"));
}

#[tokio::test]
async fn a_database_that_may_only_be_read_says_so_and_later_writes() {
    let folder = Folder::new();
    let archive = folder.open();
    let id = archive.create(anna(), 100).await.unwrap().id;
    let refused = archive.ask(move |conn| {
        conn.pragma_update(None, "query_only", true)?;
        let refused = accounts::set_rang(conn, id, 1);
        conn.pragma_update(None, "query_only", false)?;
        refused
    });
    assert_eq!(refused.await, Err(StorageError::ReadOnly));
    assert_eq!(archive.account(id).await.unwrap().unwrap().rang, 0);
    assert_eq!(archive.set_rang(id, 1).await, Ok(()));
}

#[test]
fn a_damaged_database_is_refused_and_left_as_it_is() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path()).unwrap();
    let path = folder.path().join("theaterkeller.db");
    let rubbish = "keine Datenbank ".repeat(500);
    std::fs::write(&path, &rubbish).unwrap();
    let refused = Archive::open(folder.path()).err().unwrap();
    assert_eq!(refused.reason, StorageError::Corrupt);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), rubbish);
}

#[test]
fn a_mistyped_folder_is_not_an_empty_house() {
    let folder = Folder::new();
    let typo = folder.path().join("zustnad");
    let reason = open_existing_for_admin(&typo).err().unwrap().reason;
    assert_eq!(reason, StorageError::NoState);
    assert!(!typo.exists(), "nothing is made where nothing was");
    drop(open_for_admin(&typo).unwrap());
    assert!(open_existing_for_admin(&typo).is_ok());
}

#[tokio::test]
async fn a_database_of_a_newer_version_is_refused() {
    let folder = Folder::new();
    let archive = folder.open();
    run_sql(&archive, "PRAGMA user_version = 99").await.unwrap();
    archive.close().await.unwrap();
    assert_eq!(Archive::open(folder.path()).err().unwrap().reason, StorageError::Newer);
    assert_eq!(open_for_admin(folder.path()).err().unwrap().reason, StorageError::Newer);
}

#[tokio::test]
async fn a_backup_holds_everything_and_is_a_state_of_its_own() {
    let folder = Folder::new();
    let copy = Folder::new();
    let archive = folder.open();
    let id = archive.create(anna(), 10_000).await.unwrap().id;
    std::fs::create_dir(copy.path()).unwrap();
    let path = copy.path().join("theaterkeller.db");
    archive.backup(path.clone()).await.unwrap();
    assert_eq!(mode(&path), 0o600);
    let gift = transfer("a", Geldkonto::Haus, Geldkonto::Konto(id), 7);
    archive.book(vec![gift]).await.unwrap();
    let restored = copy.open();
    assert_eq!(taler(&restored, Geldkonto::Konto(id)).await, 10_000);
    assert_eq!(restored.prove_ledger().await.unwrap().faults, []);
}

#[tokio::test]
async fn a_backup_never_replaces_the_state_itself() {
    let folder = Folder::new();
    let archive = folder.open();
    let id = archive.create(anna(), 100).await.unwrap().id;
    let own = folder.path().file_name().unwrap().to_string_lossy().into_owned();
    for name in ["theaterkeller.db", "theaterkeller.db-wal", "../{}/theaterkeller.lock"] {
        let path = folder.path().join(name.replace("{}", &own));
        assert_eq!(archive.backup(path).await, Err(StorageError::BackupOntoState));
    }
    archive.backup(folder.path().join("sicherung.db")).await.unwrap();
    assert_eq!(taler(&archive, Geldkonto::Konto(id)).await, 100);
}

#[tokio::test]
async fn a_database_that_others_may_read_is_closed_to_them_at_the_start() {
    let folder = Folder::new();
    folder.open().close().await.unwrap();
    let path = folder.path().join("theaterkeller.db");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
    let _archive = folder.open();
    assert_eq!(mode(&path), 0o600);
}

#[tokio::test]
async fn a_backup_into_a_folder_that_is_missing_is_refused() {
    let folder = Folder::new();
    let archive = folder.open();
    let nowhere = folder.path().join("fehlt").join("sicherung.db");
    assert!(archive.backup(nowhere).await.is_err());
    assert!(archive.create(anna(), 0).await.is_ok());
}

#[tokio::test]
async fn after_closing_every_clone_says_that_it_is_closed() {
    let folder = Folder::new();
    let archive = folder.open();
    let clone = archive.clone();
    archive.create(anna(), 0).await.unwrap();
    archive.flush().await.unwrap();
    archive.close().await.unwrap();
    assert_eq!(clone.find("anna").await, Err(StorageError::Closed));
    assert_eq!(clone.flush().await, Err(StorageError::Closed));
}

async fn synced(archive: &Archive) -> i64 {
    let sql = "SELECT wert FROM zaehler WHERE name = 'sync'";
    let wert = archive
        .ask(move |conn| Ok::<i64, StorageError>(conn.query_row(sql, (), |row| row.get(0))?));
    wert.await.unwrap()
}

#[tokio::test]
async fn a_flush_syncs_what_was_written_and_nothing_else() {
    let folder = Folder::new();
    let archive = folder.open();
    archive.flush().await.unwrap();
    assert_eq!(synced(&archive).await, 0);
    archive.create(anna(), 0).await.unwrap();
    archive.flush().await.unwrap();
    let after = synced(&archive).await;
    assert!(after > 0);
    archive.flush().await.unwrap();
    assert_eq!(synced(&archive).await, after);
}
