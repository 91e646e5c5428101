//! Tables, journals, and steps that are whole or nothing.

use super::*;

fn step(table: i64, text: &[&str]) -> Step {
    Step { table, lines: lines(text), ..Step::default() }
}

#[tokio::test]
async fn a_journal_comes_back_in_the_order_it_was_written() {
    let folder = Folder::new();
    let archive = folder.open();
    let one = archive.open_table(head(1)).await.unwrap();
    let two = archive.open_table(head(2)).await.unwrap();
    archive.write(step(one, &["deck a", "zug 0 ansage 3"])).await.unwrap();
    archive.write(step(two, &["deck b"])).await.unwrap();
    let receipt = archive.write(step(one, &["zug 1 ansage 0"])).await.unwrap();
    assert_eq!(receipt.lines, 3);
    archive.close().await.unwrap();

    let tables = folder.open().open_tables().await.unwrap();
    assert_eq!(tables.len(), 2);
    assert_eq!((tables[0].id, &tables[0].head), (one, &head(1)));
    assert_eq!(tables[0].lines, ["deck a", "zug 0 ansage 3", "zug 1 ansage 0"]);
    assert_eq!(tables[1].lines, ["deck b"]);
}

/// The number that a receipt names stays the line's own, whatever is forgotten before it.
#[tokio::test]
async fn a_journal_forgets_what_is_before_a_line_and_counts_on() {
    let folder = Folder::new();
    let archive = folder.open();
    let table = archive.open_table(head(1)).await.unwrap();
    let other = archive.open_table(head(2)).await.unwrap();
    archive.write(step(other, &["deck b"])).await.unwrap();
    let first = archive.write(step(table, &["deck a", "zug 0 weiter", "sitzung 1"])).await.unwrap();
    let cut = |text: &[&str]| Step { forget_before: Some(first.lines), ..step(table, text) };
    let second = archive.write(cut(&["deck c", "sitzung 2"])).await.unwrap();
    assert_eq!((first.lines, second.lines), (3, 5));
    assert_eq!(archive.journal(table).await.unwrap(), ["sitzung 1", "deck c", "sitzung 2"]);
    let next = Step { forget_before: Some(second.lines), ..step(table, &["deck d"]) };
    assert_eq!(archive.write(next).await.unwrap().lines, 6);
    assert_eq!(archive.journal(table).await.unwrap(), ["sitzung 2", "deck d"]);
    assert_eq!(archive.journal(other).await.unwrap(), ["deck b"]);
}

#[tokio::test]
async fn a_step_that_cannot_be_paid_leaves_no_line_and_no_experience() {
    let folder = Folder::new();
    let archive = folder.open();
    let konto = archive.create(anna(), 100).await.unwrap().id;
    let table = archive.open_table(head(1)).await.unwrap();
    let stake = transfer("einsatz:1", Geldkonto::Konto(konto), Geldkonto::Tisch(table), 101);
    let gain = ExperienceGain { konto, spiel: "russisch".to_string(), games: 1, points: 1 };
    let refused = archive
        .write(Step { bookings: vec![stake], experience: vec![gain], ..step(table, &["einsatz"]) })
        .await;
    assert!(matches!(refused, Err(WriteError::TooLittle { gebraucht: 101, .. })));
    assert_eq!(archive.open_tables().await.unwrap()[0].lines, Vec::<String>::new());
    assert_eq!(archive.experience(konto).await.unwrap(), []);
    assert_eq!(taler(&archive, Geldkonto::Konto(konto)).await, 100);
}

#[tokio::test]
async fn the_receipt_tells_experience_before_and_after() {
    let folder = Folder::new();
    let archive = folder.open();
    let konto = archive.create(anna(), 0).await.unwrap().id;
    let table = archive.open_table(head(1)).await.unwrap();
    let gain = |points| ExperienceGain { konto, spiel: "russisch".to_string(), games: 1, points };
    let written = |points| Step { experience: vec![gain(points)], ..step(table, &[]) };
    archive.write(written(0)).await.unwrap();
    let receipt = archive.write(written(1)).await.unwrap();
    let change = &receipt.experience[0];
    assert_eq!(change.before, Erfahrung { games: 1, points: 0, told: false });
    assert_eq!(change.after, Erfahrung { games: 2, points: 1, told: false });
    let all = archive.experience(konto).await.unwrap();
    assert_eq!(all, [("russisch".to_string(), change.after)]);
}

#[tokio::test]
async fn a_closed_table_has_no_journal_and_takes_no_more_lines() {
    let folder = Folder::new();
    let archive = folder.open();
    let table = archive.open_table(head(1)).await.unwrap();
    archive.write(step(table, &["deck a"])).await.unwrap();
    let last = Step { close: true, ..step(table, &["ende"]) };
    assert_eq!(archive.write(last).await.unwrap().lines, 0);
    assert!(archive.open_tables().await.unwrap().is_empty());
    let left = archive.ask(|conn| {
        let sql = "SELECT count(*) FROM journal";
        Ok::<i64, StorageError>(conn.query_row(sql, (), |row| row.get(0))?)
    });
    assert_eq!(left.await, Ok(0));
    assert_eq!(archive.write(step(table, &["x"])).await, Err(WriteError::NoTable(table)));
    assert_eq!(archive.close_table(table).await, Err(WriteError::NoTable(table)));
    assert_ne!(archive.open_table(head(1)).await.unwrap(), table);
}

#[tokio::test]
async fn a_table_that_holds_money_stays_open() {
    let folder = Folder::new();
    let archive = folder.open();
    let table = archive.open_table(head(1)).await.unwrap();
    let stake = transfer("a", Geldkonto::Haus, Geldkonto::Tisch(table), 30);
    archive.write(Step { bookings: vec![stake], ..step(table, &["a"]) }).await.unwrap();
    let refused = archive.close_table(table).await.unwrap_err();
    let waehrung = Waehrung::Taler;
    assert_eq!(refused, WriteError::MoneyLeft { tisch: table, waehrung, stand: 30 });
    assert_eq!(archive.open_tables().await.unwrap()[0].lines, ["a"]);
    let back = transfer("b", Geldkonto::Tisch(table), Geldkonto::Haus, 30);
    let last = Step { bookings: vec![back], close: true, ..step(table, &[]) };
    archive.write(last).await.unwrap();
    assert!(archive.open_tables().await.unwrap().is_empty());
}

#[tokio::test]
async fn guest_numbers_never_come_twice() {
    let folder = Folder::new();
    let archive = folder.open();
    let first = archive.next_guest_number().await.unwrap();
    let second = archive.next_guest_number().await.unwrap();
    archive.close().await.unwrap();
    let third = folder.open().next_guest_number().await.unwrap();
    assert!(first < second && second < third);
}
