//! What the disk can do to the house: no room, no right to write, damaged rows; and a backup that is taken while
//! people play and put back. The real server, the real files.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use super::haus::{Haus, root};
use super::klient::Klient;
use super::spielabend::{allein_los, naechster_befehl, spiele_zu_ende};

/// The own hand, without what others did just before.
fn blatt(k: &mut Klient) -> String {
    let said = k.frage("blatt");
    said[said.rfind("Dein Blatt").expect("a hand is answered")..].to_string()
}

/// Anna at Oleg's table with her stake paid, asked for the announcement of the first round; and her hand.
fn asked_for_announcement(haus: &Haus) -> (Klient, String) {
    let mut anna = haus.klient().neu("Anna").zu_oleg();
    allein_los(&mut anna);
    let gebot = naechster_befehl(&mut anna).unwrap();
    anna.tippe(&gebot);
    naechster_befehl(&mut anna).unwrap();
    let hand = blatt(&mut anna);
    (anna, hand)
}

/// The house stands up again, and Anna holds this hand.
fn stands_up_with(haus: &mut Haus, hand: &str) -> Klient {
    haus.restart();
    let mut anna = haus.klient();
    anna.zurueck("Anna");
    assert_eq!(blatt(&mut anna), hand);
    anna
}

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
    let (mut anna, hand) = asked_for_announcement(&haus);
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
    let mut anna = stands_up_with(&mut haus, &hand);
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
    let (_anna, hand) = asked_for_announcement(&haus);
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
    stands_up_with(&mut haus, &hand);
    haus.ledger_is_even();
    haus.close();
}

/// Something mounted over the state folder, until it goes out of scope.
struct Eingehaengt(std::path::PathBuf);

impl Eingehaengt {
    /// `None`, and a sentence about it: here nobody may mount anything.
    fn new(over: &Path, args: &[&str]) -> Option<Self> {
        let out = Command::new("mount").args(args).arg(over).output();
        if !out.is_ok_and(|out| out.status.success()) {
            println!("Übersprungen: Hier darf niemand etwas einhängen (mount).");
            return None;
        }
        Some(Self(over.to_path_buf()))
    }
}

impl Drop for Eingehaengt {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

/// Takes all the room that is left.
fn fill(file: &Path) {
    let mut ballast = std::fs::File::create(file).unwrap();
    while ballast.write_all(&[0; 4096]).is_ok() {}
}

const RUHT: &str = "Der Tisch ruht, weil das Haus gerade nichts aufschreiben kann.";

/// Types an order that cannot be written. Gives what was said before the table rested.
fn rests_at(k: &mut Klient, befehl: &str) -> String {
    k.tippe(befehl);
    k.warte(RUHT)
}

#[test]
fn a_disk_that_fills_up_while_people_play_lets_the_table_rest_and_go_on() {
    let mut haus = Haus::open();
    haus.close();
    let options = ["-t", "tmpfs", "-o", "size=6m,mode=700", "tmpfs"];
    let Some(_disk) = Eingehaengt::new(&haus.zustand(), &options) else { return };
    haus.restart();
    let ballast = haus.zustand().join("ballast");
    let mut anna = haus.klient().neu("Anna").zu_oleg();
    allein_los(&mut anna);
    naechster_befehl(&mut anna).unwrap();

    // A bid that cannot be written is neither said nor paid.
    fill(&ballast);
    let said = rests_at(&mut anna, "biete 100");
    assert!(!said.contains("Dein Gebot steht"), "{said}");
    assert!(anna.frage("geld").contains("Du hast 10000 Taler."));
    let said = anna.frage("blatt").replace('\n', " ");
    let why = "Das geht gerade nicht, der Tisch ruht. Karten und Einsätze sind verwahrt.";
    assert!(said.contains(why), "{said}");
    std::fs::remove_file(&ballast).unwrap();
    let said = anna.warte("Du bist wieder an Tisch 1.");
    assert_eq!(said.matches(RUHT).count(), 0, "the house said more than once why it rests: {said}");
    naechster_befehl(&mut anna).unwrap();
    // Only up to here: the question for the announcement may follow at once.
    anna.tippe("biete 100");
    anna.warte("Dein Gebot steht: 100 Taler.");

    // It can happen again, and a crash on the full disk loses nothing that was said.
    let befehl = naechster_befehl(&mut anna).unwrap();
    let (hand, stand) = (blatt(&mut anna), anna.frage("stand"));
    fill(&ballast);
    rests_at(&mut anna, &befehl);
    haus.kill();
    std::fs::remove_file(&ballast).unwrap();
    haus.restart();
    let mut anna = haus.klient();
    anna.zurueck("Anna");
    assert_eq!((blatt(&mut anna), anna.frage("stand")), (hand, stand));
    anna.tippe(&befehl);
    spiele_zu_ende(&mut anna);
    haus.ledger_is_even();
    let records = haus.records();
    assert!(haus.run(&["verify", records[0].to_str().unwrap()]).status.success());
    haus.close();
}

#[test]
fn a_state_folder_that_is_read_only_is_refused_and_stays_as_it_was() {
    let mut haus = Haus::open();
    let (_anna, hand) = asked_for_announcement(&haus);
    haus.close();
    let folder = haus.zustand();
    let own = folder.to_str().unwrap().to_string();
    let Some(disk) = Eingehaengt::new(&folder, &["--bind", &own]) else { return };
    let args = ["-o", "remount,bind,ro"];
    let closed = Command::new("mount").args(args).arg(&folder).status().unwrap();
    assert!(closed.success());
    let out = haus.run(&["serve", "--listen", "127.0.0.1:0"]);
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    assert_eq!(out.status.code(), Some(2), "{said}");
    assert!(said.contains(&own), "{said}");
    drop(disk);
    stands_up_with(&mut haus, &hand);
    haus.ledger_is_even();
    haus.close();
}

/// A game ends while its record cannot become a file: whoever plays notices nothing, and the next start makes it one.
#[test]
fn a_record_that_cannot_be_a_file_becomes_one_at_the_next_start() {
    let mut haus = Haus::open();
    let folder = haus.zustand().join("protokolle");
    std::fs::write(&folder, "in the way").unwrap();
    let mut anna = haus.klient().neu("Anna").zu_oleg();
    allein_los(&mut anna);
    spiele_zu_ende(&mut anna);
    haus.close();
    assert!(haus.log_text().contains("record becomes a file at the next start"));
    std::fs::remove_file(&folder).unwrap();
    haus.restart();
    let records = haus.records();
    assert_eq!(records.len(), 1);
    let out = haus.run(&["verify", records[0].to_str().unwrap()]);
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stdout));
    haus.close();
}
