//! What the disk can do to the house: no room, no right to write, damaged rows; and a backup that is taken while
//! people play and put back. The real server, the real files.

use std::process::{Command, Stdio};

use super::haus::{Haus, root};
use super::spielabend::{allein_los, naechster_befehl, spiele_zu_ende};

fn database(haus: &Haus) -> std::path::PathBuf {
    haus.zustand().join("theaterkeller.db")
}

#[test]
fn a_damaged_line_of_one_table_leaves_that_table_at_rest_and_the_others_play() {
    let mut haus = Haus::open();
    let mut anna = haus.klient().neu("Anna").zu_oleg();
    allein_los(&mut anna);
    naechster_befehl(&mut anna).unwrap();
    anna.stille();
    haus.kill();
    let conn = rusqlite::Connection::open(database(&haus)).unwrap();
    let sql = "UPDATE journal SET zeile = 'nichts davon' WHERE nr = 2";
    assert_eq!(conn.execute(sql, ()).unwrap(), 1);
    drop(conn);
    haus.restart();
    let mut anna = haus.klient();
    let said = anna.zurueck("Anna").replace('\n', " ");
    assert!(said.contains("kann seine Aufzeichnung nicht lesen"), "{said}");
    assert!(!said.contains("gutgeschrieben"), "{said}");
    let mut berta = haus.klient().neu("Berta").zu_oleg();
    allein_los(&mut berta);
    spiele_zu_ende(&mut berta);
    haus.ledger_is_even();
    assert!(haus.log_text().contains("journal does not fold"));
    haus.close();
}

#[test]
fn a_backup_taken_while_people_play_can_be_put_back() {
    let mut haus = Haus::open();
    let mut anna = haus.klient().neu("Anna").zu_oleg();
    allein_los(&mut anna);
    let gebot = naechster_befehl(&mut anna).unwrap();
    anna.tippe(&gebot);
    naechster_befehl(&mut anna).unwrap();
    let hand = anna.frage("blatt");
    let file = haus.zustand().with_file_name("sicherung.db");
    let out = haus.run(&["admin", "backup", file.to_str().unwrap()]);
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    // What happens later is not in the backup.
    anna.tippe("ansage 0");
    anna.stille();
    haus.close();
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(haus.zustand().join(format!("theaterkeller.db{end}")));
    }
    std::fs::copy(&file, database(&haus)).unwrap();
    haus.restart();
    let mut anna = haus.klient();
    anna.zurueck("Anna");
    assert_eq!(anna.frage("blatt"), hand);
    assert!(anna.frage("dran").contains("ansagen"), "{}", anna.alles());
    anna.tippe("was kann ich");
    spiele_zu_ende(&mut anna);
    haus.ledger_is_even();
    haus.close();
}

#[test]
fn a_state_that_cannot_be_used_is_refused_with_a_sentence() {
    let haus = Haus::open();
    let file = haus.zustand().join("protokolle-liste");
    std::fs::write(&file, "no folder").unwrap();
    let out = Command::new(env!("CARGO_BIN_EXE_theaterkeller"))
        .current_dir(root())
        .args(["serve", "--listen", "127.0.0.1:0", "--state"])
        .arg(&file)
        .output()
        .unwrap();
    assert_eq!(out.status.code(), Some(2));
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(said.contains("protokolle-liste"), "{said}");
}

/// The server writes no file beyond this limit, as on a full disk; bash turns the signal into an error.
#[test]
fn on_a_full_disk_the_house_says_so_and_nothing_gets_worse() {
    let mut haus = Haus::open();
    let mut anna = haus.klient().neu("Anna").zu_oleg();
    allein_los(&mut anna);
    anna.tippe("biete 100");
    naechster_befehl(&mut anna).unwrap();
    let hand = anna.frage("blatt");
    haus.close();
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$@\"";
    let out = Command::new("bash")
        .args(["-c", script, "bash", env!("CARGO_BIN_EXE_theaterkeller"), "serve"])
        .args(["--listen", "127.0.0.1:0", "--state"])
        .arg(haus.zustand())
        .current_dir(root())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    assert_eq!(out.status.code(), Some(2), "{said}");
    assert!(said.contains("Ordner"), "{said}");
    haus.restart();
    let mut anna = haus.klient();
    anna.zurueck("Anna");
    assert_eq!(anna.frage("blatt"), hand);
    haus.ledger_is_even();
    haus.close();
}
