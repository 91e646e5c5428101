//! Accounts, experience, Kurier.

use super::*;
use crate::limits::KURIER_LINES_MAX;

#[tokio::test]
async fn a_new_account_comes_with_its_start_money() {
    let folder = Folder::new();
    let archive = folder.open();
    let anna = archive.create(anna(), 10_000).await.unwrap();
    assert_eq!(taler(&archive, Geldkonto::Konto(anna.id)).await, 10_000);
    assert_eq!(taler(&archive, Geldkonto::Haus).await, -10_000);
    assert_eq!(archive.find("anna").await.unwrap(), Some(anna.clone()));
    assert_eq!(archive.account(anna.id).await.unwrap(), Some(anna.clone()));
    assert_eq!((anna.rang, anna.failed, anna.last_seen), (0, 0, None));
    assert_eq!(archive.find("anne").await.unwrap(), None);
}

#[tokio::test]
async fn a_name_is_given_once_and_the_second_gets_no_money() {
    let folder = Folder::new();
    let archive = folder.open();
    archive.create(account("Jörg", "joerg"), 10_000).await.unwrap();
    let second = archive.create(account("Joerg", "joerg"), 10_000).await;
    assert_eq!(second, Err(CreateError::NameTaken));
    assert_eq!(taler(&archive, Geldkonto::Haus).await, -10_000);
}

#[tokio::test]
async fn failed_logins_count_until_a_good_one() {
    let folder = Folder::new();
    let archive = folder.open();
    let id = archive.create(anna(), 0).await.unwrap().id;
    assert_eq!(archive.note_failed_login(id).await, Ok(1));
    assert_eq!(archive.note_failed_login(id).await, Ok(2));
    let first = archive.note_login(id, 5_000).await.unwrap();
    assert_eq!(first, LastLogin { failed: 2, last_seen: None });
    archive.note_seen(id, 6_000).await.unwrap();
    let second = archive.note_login(id, 7_000).await.unwrap();
    assert_eq!(second, LastLogin { failed: 0, last_seen: Some(6_000) });
    assert_eq!(archive.last_seen(id).await, Ok(Some(7_000)));
}

#[tokio::test]
async fn changes_of_an_account_stay_and_an_unknown_one_is_refused() {
    let folder = Folder::new();
    let archive = folder.open();
    let id = archive.create(anna(), 0).await.unwrap().id;
    archive.set_hash(id, "neu".to_string()).await.unwrap();
    archive.set_settings(id, "{\"grafik\":true}".to_string()).await.unwrap();
    archive.set_rang(id, 1).await.unwrap();
    let anna = archive.account(id).await.unwrap().unwrap();
    assert_eq!((anna.hash.as_str(), anna.rang), ("neu", 1));
    assert_eq!(anna.settings_json, "{\"grafik\":true}");
    assert_eq!(archive.set_rang(id + 1, 1).await, Err(StorageError::NoAccount));
    assert_eq!(archive.note_login(id + 1, 1).await, Err(StorageError::NoAccount));
    assert_eq!(archive.note_failed_login(id + 1).await, Err(StorageError::NoAccount));
}

#[test]
fn an_account_in_a_log_line_shows_no_hash() {
    let folder = Folder::new();
    let mut admin = open_for_admin(folder.path()).unwrap();
    let anna = admin.create(&anna(), 0).unwrap();
    assert!(!format!("{anna:?}").contains("argon2"));
}

#[tokio::test]
async fn the_last_step_is_told_once() {
    let folder = Folder::new();
    let archive = folder.open();
    let id = archive.create(anna(), 0).await.unwrap().id;
    assert_eq!(archive.mark_told(id, "russisch").await, Ok(true));
    assert_eq!(archive.mark_told(id, "russisch").await, Ok(false));
    assert_eq!(archive.mark_told(id, "word").await, Ok(true));
}

#[tokio::test]
async fn the_list_of_the_best_goes_by_points_then_by_games() {
    let folder = Folder::new();
    let archive = folder.open();
    let table = archive.open_table(head(1)).await.unwrap();
    let mut experience = Vec::new();
    for (name, games, points) in [("Anna", 9, 3), ("Bert", 4, 3), ("Cora", 20, 8), ("Dora", 5, 0)] {
        let konto = archive.create(account(name, &name.to_lowercase()), 0).await.unwrap().id;
        experience.push(ExperienceGain { konto, spiel: "russisch".to_string(), games, points });
    }
    archive.write(Step { table, experience, ..Step::default() }).await.unwrap();
    let best = archive.leaderboard("russisch", 10).await.unwrap();
    let names: Vec<&str> = best.iter().map(|r| r.name.as_str()).collect();
    assert_eq!(names, ["Cora", "Bert", "Anna"]);
    assert_eq!(archive.leaderboard("russisch", 1).await.unwrap().len(), 1);
    assert_eq!(archive.leaderboard("miwin", 10).await.unwrap(), []);
}

#[tokio::test]
async fn a_channel_keeps_its_newest_lines_and_others_keep_theirs() {
    let folder = Folder::new();
    let archive = folder.open();
    archive.append_kurier("ruf", 1, "einzig".to_string()).await.unwrap();
    for i in 0..KURIER_LINES_MAX + 5 {
        archive.append_kurier("spieltische", 2, format!("Zeile {i}")).await.unwrap();
    }
    let all = archive.recent_kurier("spieltische", 1_000).await.unwrap();
    assert_eq!(all.len(), KURIER_LINES_MAX);
    assert_eq!(all[0].text, "Zeile 5");
    let two = archive.recent_kurier("spieltische", 2).await.unwrap();
    assert_eq!([&two[0].text, &two[1].text], ["Zeile 203", "Zeile 204"]);
    assert_eq!(archive.recent_kurier("ruf", 10).await.unwrap().len(), 1);
}

#[tokio::test]
async fn an_admin_reads_what_players_noted() {
    let folder = Folder::new();
    let archive = folder.open();
    archive.append_note("fehler", "anna", "Die Tür klemmt.".to_string()).await.unwrap();
    archive.append_note("idee", "bert", "Mehr Wein.".to_string()).await.unwrap();
    let notes = open_for_admin(folder.path()).unwrap().recent_notes(10).unwrap();
    let read: Vec<_> = notes.iter().map(|n| (n.kind.as_str(), n.who.as_str())).collect();
    assert_eq!(read, [("fehler", "anna"), ("idee", "bert")]);
    assert_eq!(notes[1].text, "Mehr Wein.");
}
