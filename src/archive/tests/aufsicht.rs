//! What admins decide, with its trail, and what players report.

use super::*;
use crate::limits::REPORTS_A_DAY_MAX;

fn order(was: &str, effekt: Effekt) -> Verfuegung {
    Verfuegung { wer: "Oskar".to_string(), was: was.to_string(), effekt }
}

fn sperre(art: Sperrart, wen: &str, bis: Option<i64>) -> Effekt {
    let text = |s: &str| s.to_string();
    let (grund, von, name) = (text("Streit"), text("Oskar"), text("Bert"));
    Effekt::Sperre(Sperre { art, wen: text(wen), name, grund, von, seit: now_s(), bis })
}

async fn was(archive: &Archive) -> Vec<String> {
    archive.spuren(100).await.unwrap().into_iter().map(|s| s.was).collect()
}

#[tokio::test]
async fn an_order_and_its_line_in_the_trail_are_kept_together_or_not_at_all() {
    let folder = Folder::new();
    let archive = folder.open();
    let id = archive.create(anna(), 100).await.unwrap().id;
    let book = |betrag| Effekt::Buche {
        konto: Geldkonto::Konto(id),
        waehrung: Waehrung::Taler,
        betrag,
        grund: "Trostpreis".to_string(),
    };
    let done = archive.verfuege(order("bucht 50", book(50))).await.unwrap();
    assert_eq!(done.stand, 150);
    assert_eq!(archive.verfuege(order("bucht 50", book(50))).await.unwrap().stand, 200);
    let refused = archive.verfuege(order("bucht -201", book(-201))).await;
    assert!(matches!(refused, Err(WriteError::TooLittle { stand: 200, .. })), "{refused:?}");
    assert_eq!(taler(&archive, Geldkonto::Konto(id)).await, 200);
    assert_eq!(was(&archive).await, ["bucht 50", "bucht 50"]);
    assert_eq!(archive.prove_ledger().await.unwrap().faults, []);
    // It is there after the house has been closed, too.
    archive.close().await.unwrap();
    assert_eq!(open_for_admin(folder.path()).unwrap().spuren(1).unwrap()[0].wer, "Oskar");
}

#[tokio::test]
async fn a_ban_holds_until_it_has_run_out_or_is_lifted() {
    let folder = Folder::new();
    let archive = folder.open();
    let wen = Geldkonto::Konto(7);
    for bis in [Some(now_s() - 1), Some(now_s())] {
        let over = sperre(Sperrart::Konto, "konto:7", bis);
        archive.verfuege(order("sperrt", over)).await.unwrap();
        assert_eq!(archive.sperre(Sperrart::Konto, &wen).await.unwrap(), None);
    }
    let ban = sperre(Sperrart::Konto, "konto:7", Some(now_s() + 1000));
    archive.verfuege(order("sperrt", ban)).await.unwrap();
    let found = archive.sperre(Sperrart::Konto, &wen).await.unwrap().unwrap();
    assert_eq!((found.grund.as_str(), found.name.as_str()), ("Streit", "Bert"));
    assert_eq!(archive.sperre(Sperrart::Stumm, &wen).await.unwrap(), None, "he may speak");
    let lift = Effekt::Entsperre { art: Sperrart::Konto, wen: "konto:7".to_string() };
    assert!(archive.verfuege(order("hebt auf", lift.clone())).await.unwrap().geaendert);
    assert!(!archive.verfuege(order("hebt auf", lift)).await.unwrap().geaendert);
    assert_eq!(archive.sperren().await.unwrap(), []);
}

#[tokio::test]
async fn a_banned_network_is_found_by_any_notation_of_its_addresses() {
    let folder = Folder::new();
    let archive = folder.open();
    for netz in ["192.0.2.0/24", "2001:db8:1:2::/64"] {
        archive.verfuege(order("sperrt", sperre(Sperrart::Netz, netz, None))).await.unwrap();
    }
    for (ip, barred) in [
        ("192.0.2.200", true),
        ("::ffff:192.0.2.200", true),
        ("192.0.3.1", false),
        ("2001:db8:1:2:ffff::1", true),
        ("2001:db8:1:3::1", false),
    ] {
        let found = archive.netzsperre(ip.parse().unwrap()).await.unwrap();
        assert_eq!(found.is_some(), barred, "{ip}");
    }
}

#[tokio::test]
async fn reports_are_kept_with_what_was_heard_and_nobody_files_them_without_end() {
    let folder = Folder::new();
    let archive = folder.open();
    let report = |nr: i64| NeueMeldung {
        von: "Anna".to_string(),
        konto: Geldkonto::Konto(nr),
        gegen: "Bert".to_string(),
        raum: "Olegs Keller".to_string(),
        grund: "beleidigt".to_string(),
        zeilen: lines(&["Bert sagt: pfui", "Bert sagt: bäh"]),
    };
    let nr = archive.melde(report(1)).await.unwrap().unwrap();
    let kept = archive.meldung(nr).await.unwrap().unwrap();
    assert_eq!((kept.gegen.as_str(), kept.zeilen.len()), ("Bert", 2));
    assert_eq!(kept.erledigt_von, None);
    let done = Effekt::Erledigt { meldung: nr };
    assert!(archive.verfuege(order("erledigt", done.clone())).await.unwrap().geaendert);
    assert!(!archive.verfuege(order("erledigt", done)).await.unwrap().geaendert);
    let kept = archive.meldungen(5).await.unwrap();
    assert_eq!(kept[0].erledigt_von.as_deref(), Some("Oskar"));
    for _ in 1..REPORTS_A_DAY_MAX {
        assert!(archive.melde(report(1)).await.unwrap().is_some());
    }
    assert_eq!(archive.melde(report(1)).await.unwrap(), None, "enough for one day");
    assert!(archive.melde(report(2)).await.unwrap().is_some(), "others are still heard");
}

#[tokio::test]
async fn the_trail_keeps_its_newest_lines() {
    let folder = Folder::new();
    let archive = folder.open();
    run_sql(&archive, "INSERT INTO aufsicht (nr, wann, wer, was) VALUES (1, 0, 'x', 'alt')")
        .await
        .unwrap();
    let far = "INSERT INTO aufsicht (nr, wann, wer, was) VALUES (100001, 0, 'x', 'neu')";
    run_sql(&archive, far).await.unwrap();
    archive.verfuege(order("sieht nach", Effekt::Keiner)).await.unwrap();
    assert_eq!(was(&archive).await, ["neu", "sieht nach"]);
}
