//! What friends remember of regulars, and that it is there after a restart.

use super::*;

const DAY: i64 = 86_400;

#[tokio::test]
async fn an_evening_is_remembered_as_a_whole_and_outlives_the_server() {
    let folder = Folder::new();
    let archive = folder.open();
    let anna = archive.create(anna(), 100).await.unwrap().id;
    let with = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(archive.acquaintance(anna, "Vladim").await.unwrap(), None);
    let seven = 20_000 * DAY;
    archive.note_meeting(anna, with(&["Vladim", "Elena"]), -300, seven).await.unwrap();
    archive.note_meeting(anna, with(&["Vladim"]), 500, seven + 3600).await.unwrap();
    archive.close().await.unwrap();

    let archive = folder.open();
    let vladim = archive.acquaintance(anna, "Vladim").await.unwrap().unwrap();
    assert_eq!((vladim.abende, vladim.gewinn, vladim.zuletzt), (1, 200, seven + 3600));
    let elena = archive.acquaintance(anna, "Elena").await.unwrap().unwrap();
    assert_eq!((elena.abende, elena.gewinn), (1, -300));

    archive.note_meeting(anna, with(&["Vladim"]), -50, seven + DAY).await.unwrap();
    let vladim = archive.acquaintance(anna, "Vladim").await.unwrap().unwrap();
    assert_eq!((vladim.abende, vladim.gewinn), (2, -50), "the last evening counts");
    assert_eq!(archive.acquaintance(anna, "Sergej").await.unwrap(), None);
}
