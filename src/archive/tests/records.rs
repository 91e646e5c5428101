//! Records on their way from a running game to a file.

use super::*;

/// A step that adds these record lines at a table.
fn told(table: i64, text: &[&str], end: Option<RecordEnd>) -> Step {
    Step { table, record: RecordPart { lines: lines(text), end }, ..Step::default() }
}

fn keep(name: &str) -> Option<RecordEnd> {
    Some(RecordEnd::Keep(name.to_string()))
}

/// A finished record of one line.
async fn finish(archive: &Archive, name: &str, line: &str) {
    let table = archive.open_table(head(1)).await.unwrap();
    archive.write(told(table, &[line], keep(name))).await.unwrap();
}

fn file(folder: &Folder, name: &str) -> std::io::Result<String> {
    std::fs::read_to_string(folder.path().join("protokolle").join(name))
}

async fn rows(archive: &Archive) -> i64 {
    let sql = "SELECT count(*) FROM aufzeichnung";
    let count = archive
        .ask(move |conn| Ok::<i64, StorageError>(conn.query_row(sql, (), |row| row.get(0))?));
    count.await.unwrap()
}

/// Two games at once, one of them over a restart: each file holds its own lines in their order.
#[tokio::test]
async fn a_record_grows_with_its_game_and_becomes_one_file() {
    let folder = Folder::new();
    let archive = folder.open();
    let one = archive.open_table(head(1)).await.unwrap();
    let two = archive.open_table(head(2)).await.unwrap();
    archive.write(told(one, &["{\"a\":1}", "{\"a\":2}"], None)).await.unwrap();
    archive.write(told(two, &["{\"b\":1}"], keep("word-2-7.jsonl"))).await.unwrap();
    archive.save_record("word-2-7.jsonl").await.unwrap();
    archive.close().await.unwrap();

    let archive = folder.open();
    archive.write(told(one, &["{\"a\":3}"], keep("word-1-9.jsonl"))).await.unwrap();
    archive.save_record("word-1-9.jsonl").await.unwrap();
    assert_eq!(file(&folder, "word-1-9.jsonl").unwrap(), "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n");
    assert_eq!(file(&folder, "word-2-7.jsonl").unwrap(), "{\"b\":1}\n");
    assert_eq!(rows(&archive).await, 0);
}

/// The journal of a table begins anew when a game is over; the record of that game must not begin with it.
#[tokio::test]
async fn a_new_journal_leaves_the_record_alone() {
    let folder = Folder::new();
    let archive = folder.open();
    let table = archive.open_table(head(1)).await.unwrap();
    archive.write(told(table, &["{}"], None)).await.unwrap();
    archive.write(Step { replace: true, ..told(table, &["{}"], keep("a.jsonl")) }).await.unwrap();
    archive.write(told(table, &["{\"next\":1}"], None)).await.unwrap();
    archive.save_record("a.jsonl").await.unwrap();
    assert_eq!(file(&folder, "a.jsonl").unwrap(), "{}\n{}\n");
    assert_eq!(rows(&archive).await, 1);
}

#[tokio::test]
async fn a_game_that_is_broken_off_leaves_no_record() {
    let folder = Folder::new();
    let archive = folder.open();
    let table = archive.open_table(head(1)).await.unwrap();
    archive.write(told(table, &["{\"a\":1}"], None)).await.unwrap();
    archive.write(told(table, &["{\"a\":2}"], Some(RecordEnd::Drop))).await.unwrap();
    assert_eq!(rows(&archive).await, 0);
    archive.write(told(table, &["{\"b\":1}"], None)).await.unwrap();
    archive.close_table(table).await.unwrap();
    assert_eq!(rows(&archive).await, 0);
    assert!(archive.finished_records().await.unwrap().is_empty());
}

/// A kill or a full disk between the end of a game and its file.
#[tokio::test]
async fn a_finished_record_without_a_file_is_known_until_it_is_one() {
    let folder = Folder::new();
    let archive = folder.open();
    finish(&archive, "russisch-1-5.jsonl", "{}").await;
    std::fs::write(folder.path().join("protokolle"), "in the way").unwrap();
    assert!(archive.save_record("russisch-1-5.jsonl").await.is_err());
    archive.close().await.unwrap();

    let archive = folder.open();
    assert_eq!(archive.finished_records().await.unwrap(), ["russisch-1-5.jsonl"]);
    std::fs::remove_file(folder.path().join("protokolle")).unwrap();
    archive.save_record("russisch-1-5.jsonl").await.unwrap();
    assert_eq!(file(&folder, "russisch-1-5.jsonl").unwrap(), "{}\n");
    assert!(archive.finished_records().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_record_cannot_leave_its_folder() {
    let folder = Folder::new();
    let archive = folder.open();
    for name in ["", ".", "..", "../x", "a/b", ".x", "-x", "ä", "A", "a b", &"a".repeat(101)] {
        finish(&archive, name, "{}").await;
        let refused = archive.save_record(name).await;
        assert_eq!(refused, Err(StorageError::RecordName(name.to_string())));
    }
    assert!(!folder.path().join("protokolle").exists());
}
