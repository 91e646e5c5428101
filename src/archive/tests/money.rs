//! The ledger.

use proptest::prelude::*;

use super::*;

#[tokio::test]
async fn a_posting_booked_twice_moves_money_once() {
    let folder = Folder::new();
    let archive = folder.open();
    let pay = || vec![transfer("lohn:1", Geldkonto::Haus, Geldkonto::Konto(1), 100)];
    archive.book(pay()).await.unwrap();
    archive.book(pay()).await.unwrap();
    assert_eq!(taler(&archive, Geldkonto::Konto(1)).await, 100);
    assert_eq!(taler(&archive, Geldkonto::Haus).await, -100);
    assert_eq!(archive.prove_ledger().await.unwrap().buchungen, 1);
}

#[tokio::test]
async fn nobody_but_the_house_falls_below_zero() {
    let folder = Folder::new();
    let archive = folder.open();
    let give = transfer("a", Geldkonto::Haus, Geldkonto::Konto(1), 100);
    archive.book(vec![give]).await.unwrap();
    for konto in [Geldkonto::Konto(2), Geldkonto::Gast(1), Geldkonto::Tisch(1)] {
        let stake = transfer("b", konto.clone(), Geldkonto::Konto(1), 1);
        let refused = archive.book(vec![stake]).await.unwrap_err();
        let waehrung = Waehrung::Taler;
        assert_eq!(refused, WriteError::TooLittle { konto, waehrung, stand: 0, gebraucht: 1 });
    }
    let stake = transfer("c", Geldkonto::Konto(1), Geldkonto::Tisch(1), 101);
    let refused = archive.book(vec![stake]).await.unwrap_err().to_string();
    assert_eq!(refused, "Auf „konto:1“ liegen nur 100 Taler, gebraucht werden 101 Taler.");
    let exact = transfer("d", Geldkonto::Konto(1), Geldkonto::Tisch(1), 100);
    archive.book(vec![exact]).await.unwrap();
    assert_eq!(taler(&archive, Geldkonto::Konto(1)).await, 0);
}

#[tokio::test]
async fn of_several_postings_all_are_booked_or_none() {
    let folder = Folder::new();
    let archive = folder.open();
    let good = transfer("gut", Geldkonto::Haus, Geldkonto::Konto(1), 50);
    let bad = transfer("schlecht", Geldkonto::Konto(1), Geldkonto::Tisch(1), 51);
    assert!(archive.book(vec![good.clone(), bad]).await.is_err());
    assert_eq!(taler(&archive, Geldkonto::Konto(1)).await, 0);
    // The refused posting's id is free: it has never been booked.
    archive.book(vec![good]).await.unwrap();
    assert_eq!(taler(&archive, Geldkonto::Konto(1)).await, 50);
}

#[tokio::test]
async fn the_two_currencies_do_not_mix() {
    let folder = Folder::new();
    let archive = folder.open();
    let gift = transfer("a", Geldkonto::Haus, Geldkonto::Konto(1), 100);
    archive.book(vec![gift]).await.unwrap();
    let (von, an) = (Geldkonto::Konto(1), Geldkonto::Tisch(1));
    let stake = Buchung::transfer("b", Waehrung::Spielgeld, "", von, an, 100).unwrap();
    assert!(matches!(archive.book(vec![stake]).await, Err(WriteError::TooLittle { stand: 0, .. })));
}

#[tokio::test]
async fn a_balance_at_the_end_of_the_numbers_is_refused() {
    let folder = Folder::new();
    let archive = folder.open();
    run_sql(&archive, "INSERT INTO stand VALUES ('konto:1', 'taler', 9223372036854775807)")
        .await
        .unwrap();
    let one = transfer("a", Geldkonto::Haus, Geldkonto::Konto(1), 1);
    let konto = Geldkonto::Konto(1);
    assert_eq!(archive.book(vec![one]).await, Err(WriteError::TooMuch { konto }));
    assert_eq!(taler(&archive, Geldkonto::Haus).await, 0);
}

#[tokio::test]
async fn the_proof_names_each_row_changed_by_hand() {
    let folder = Folder::new();
    let archive = folder.open();
    for (id, konto) in [("a", 1), ("b", 2), ("c", 3)] {
        let gift = transfer(id, Geldkonto::Haus, Geldkonto::Konto(konto), 100);
        archive.book(vec![gift]).await.unwrap();
    }
    let proof = archive.prove_ledger().await.unwrap();
    assert_eq!((proof.buchungen, proof.konten, proof.faults), (3, 4, vec![]));

    run_sql(&archive, "UPDATE stand SET betrag = 999 WHERE konto = 'konto:2'").await.unwrap();
    let waehrung = "taler".to_string();
    let konto = "konto:2".to_string();
    let richer =
        LedgerFault::Balance { konto, waehrung: waehrung.clone(), stand: 999, posten: 100 };
    let sum = LedgerFault::Sum { waehrung, summe: 899 };
    assert_eq!(archive.prove_ledger().await.unwrap().faults, [richer, sum]);

    run_sql(&archive, "UPDATE stand SET betrag = 100 WHERE konto = 'konto:2'").await.unwrap();
    run_sql(&archive, "UPDATE posten SET betrag = 90 WHERE konto = 'konto:3'").await.unwrap();
    let faults = archive.prove_ledger().await.unwrap().faults;
    let said: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "Beim Konto „konto:3“ steht 100 (taler), seine Buchungen ergeben 90.",
            "Die Buchung „c“ geht nicht auf, es bleibt -10.",
        ]
    );
}

/// As somebody with a tool for SQLite would.
fn by_hand(folder: &Folder, sql: &str) {
    let conn = Connection::open(schema::database_path(folder.path())).unwrap();
    conn.execute_batch(sql).unwrap();
}

#[tokio::test]
async fn the_proof_finds_a_deleted_posting_and_a_deleted_balance() {
    let folder = Folder::new();
    let archive = folder.open();
    let gift = transfer("a", Geldkonto::Haus, Geldkonto::Konto(1), 100);
    archive.book(vec![gift]).await.unwrap();
    run_sql(&archive, "DELETE FROM stand WHERE konto = 'konto:1'").await.unwrap();
    by_hand(&folder, "PRAGMA foreign_keys = OFF; DELETE FROM buchung");
    let faults = archive.prove_ledger().await.unwrap().faults;
    assert!(faults.contains(&LedgerFault::Orphan { konto: "konto:1".to_string(), betrag: 100 }));
    assert!(faults.iter().any(|f| matches!(f, LedgerFault::Sum { summe: -100, .. })));
}

#[tokio::test]
async fn dishes_are_for_the_poor_and_not_too_often() {
    let folder = Folder::new();
    let archive = folder.open();
    let id = archive.create(anna(), 0).await.unwrap().id;
    let at = |now_s| Dishes { betrag: 250, unter: 500, every_s: 600, now_s };
    assert_eq!(archive.wash_dishes(id, at(1_000)).await, Ok(250));
    let soon = archive.wash_dishes(id, at(1_001)).await;
    assert_eq!(soon, Err(WashError::TooSoon { wait_s: 599 }));
    let said = soon.unwrap_err().to_string();
    assert_eq!(said, "Gerade ist alles gespült; in 10 Minuten gibt es wieder Gläser.");
    assert_eq!(taler(&archive, Geldkonto::Konto(id)).await, 250);
    assert_eq!(archive.wash_dishes(id, at(1_600)).await, Ok(500));
    let rich = archive.wash_dishes(id, at(9_000)).await;
    assert_eq!(rich, Err(WashError::TooRich { stand: 500, unter: 500 }));
}

#[tokio::test]
async fn a_clock_set_back_keeps_nobody_from_the_dishes() {
    let folder = Folder::new();
    let archive = folder.open();
    let id = archive.create(anna(), 0).await.unwrap().id;
    let at = |now_s| Dishes { betrag: 10, unter: 500, every_s: 600, now_s };
    assert_eq!(archive.wash_dishes(id, at(1_000_000)).await, Ok(10));
    assert_eq!(archive.wash_dishes(id, at(1_000)).await, Ok(20));
}

/// Account 0 is the house; the others are purses.
fn konto(nr: u8) -> Geldkonto {
    if nr == 0 { Geldkonto::Haus } else { Geldkonto::Konto(i64::from(nr)) }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn random_transfers_keep_the_sum_at_zero_and_purses_above(
        moves in proptest::collection::vec((0u8..4, 0u8..4, 0i64..200, 0u16..40), 1..60)
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let folder = Folder::new();
        runtime.block_on(async {
            let archive = folder.open();
            let mut expected = [0i64; 4];
            let mut booked = std::collections::BTreeSet::new();
            for (von, an, betrag, id) in moves {
                let posting = transfer(&format!("id:{id}"), konto(von), konto(an), betrag);
                let fresh = !booked.contains(&id);
                let enough = von == 0 || von == an || expected[usize::from(von)] >= betrag;
                let result = archive.book(vec![posting]).await;
                prop_assert_eq!(result.is_ok(), enough || !fresh);
                if fresh && enough {
                    booked.insert(id);
                    expected[usize::from(von)] -= betrag;
                    expected[usize::from(an)] += betrag;
                }
            }
            for nr in 0..4 {
                let stand = taler(&archive, konto(nr)).await;
                prop_assert_eq!(stand, expected[usize::from(nr)]);
                prop_assert!(nr == 0 || stand >= 0);
            }
            prop_assert_eq!(archive.prove_ledger().await.unwrap().faults, vec![]);
            Ok(())
        })?;
    }
}
