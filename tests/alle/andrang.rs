//! A crowded room: comings and goings are told up to a number of people and not above, in both directions, and
//! programs are not left with a wrong list.

use serde_json::json;

use super::haus::Haus;
use super::klient::Klient;
use super::leitung::draht::Server;
use super::leitung::programm::{Programm, guest};

/// The bounds of src/limits.rs, as docs/raeume.md tells them.
const GEDRAENGE: usize = 50;
const WIEDER_RUHIG: usize = 40;

const SETS: [&str; 2] = ["grenzen.verbindungen_je_adresse=0", "grenzen.anmeldungen_je_adresse=0"];

/// So many guests, who come in together.
fn guests(n: usize, connect: impl Fn() -> Klient) -> Vec<Klient> {
    let doors: Vec<Klient> = (0..n).map(|_| connect()).collect();
    doors.into_iter().map(Klient::gast).collect()
}

/// What has been told here. Asks the room, which has by then told whatever came before.
fn hoert(k: &mut Klient) -> String {
    let said = k.frage("ausgänge");
    said.lines().filter(|l| !l.starts_with("Ausg")).map(|l| format!("{l}\n")).collect()
}

fn goes(k: &mut Klient) {
    k.tippe("ende");
    k.ende();
}

#[test]
fn a_crowd_is_not_told_of_everybody_who_comes_and_goes() {
    let haus = Haus::with(&SETS);
    let mut anna = haus.klient().neu("Anna");
    let mut leute = guests(GEDRAENGE - 2, || haus.klient());
    let last = haus.klient().neu("Berta");
    let said = hoert(&mut anna);
    assert!(said.contains("Berta kommt herein.\n"), "fifty are no crowd yet: {said}");
    assert!(anna.frage("schau").contains("Gast2, Gast3"));
    leute.push(last);

    // The next one makes it a crowd: told once to those who stand there, and in the view to whoever comes.
    let mut cleo = haus.klient().neu("Cleo");
    let said = hoert(&mut anna);
    let full = "Hier ist es jetzt so voll, dass nicht mehr gemeldet wird, wer kommt und geht.\n";
    assert!(said.ends_with(&format!("Cleo kommt herein.\n{full}")), "{said}");
    let view = "Mit Dir sind hier 51 Personen. Bei so vielen wird nicht gemeldet, wer kommt und geht; \
                wer da ist, zeigt betrachte leute.";
    assert!(cleo.frage("schau").replace('\n', " ").contains(view), "{}", cleo.alles());
    assert!(!cleo.alles().contains("so voll"), "{}", cleo.alles());
    let mut dora = haus.klient().neu("Dora");
    assert!(dora.alles().replace('\n', " ").contains("Mit Dir sind hier 52 Personen."));
    assert_eq!(hoert(&mut anna), "");
    let all = cleo.frage("leser") + &cleo.frage("betrachte leute");
    assert!(all.contains("52 Personen sind hier:"), "{all}");
    assert!(all.contains("Anna\n") && all.contains("Dora\n"), "{all}");
    assert!(cleo.frage("b anna").contains("Anna steht hier und sieht sich um."));
    // Speech is heard as ever, and so is who is waited for.
    anna.frage("erwarte dora");
    dora.tippe("sage Grüße");
    anna.warte("Dora sagt: Grüße\n");
    goes(&mut dora);
    anna.warte("Dora ist gegangen.\n");
    assert_eq!(hoert(&mut anna), "");

    // It stays a crowd for a while, so that one who walks in and out does not switch it each time.
    for mut k in leute.drain(..GEDRAENGE - WIEDER_RUHIG) {
        goes(&mut k);
    }
    assert_eq!(hoert(&mut anna), "", "41 are left");
    goes(&mut leute.pop().unwrap());
    let calm = "Es ist leerer geworden: Wer kommt und geht, wird wieder gemeldet.\n";
    assert_eq!(hoert(&mut anna), calm);
    goes(&mut leute.pop().unwrap());
    let said = hoert(&mut anna);
    assert!(said.ends_with(" verlässt das Haus.\n"), "{said}");
    let _emil = haus.klient().neu("Emil");
    assert_eq!(hoert(&mut anna), "Emil kommt herein.\n");
}

#[test]
fn at_a_table_in_a_crowd_its_people_are_told_of_as_ever() {
    let haus = Haus::with(&SETS);
    let mut anna = haus.klient().neu("Anna").zu_oleg();
    let mut bert = haus.klient().neu("Bert").zu_oleg();
    for k in [&mut anna, &mut bert] {
        k.tippe("setz dich");
        k.warte("Du setzt Dich an");
    }
    let mut leute: Vec<Klient> =
        guests(GEDRAENGE, || haus.klient()).into_iter().map(Klient::zu_oleg).collect();
    anna.hat_gehoert("so voll, dass nicht mehr gemeldet wird");
    anna.stille();
    goes(&mut leute.pop().unwrap());
    assert_eq!(hoert(&mut anna), "");
    let list = leute[0].frage("leser") + &leute[0].frage("betrachte leute");
    assert!(list.contains("51 Personen sind hier:") && list.contains("Bert, sitzt an"), "{list}");
    bert.tippe("schlafe ein");
    bert.ende();
    anna.warte("Bert steht auf.\n");
    // What tables report is heard as ever.
    leute[0].warte("Bert steht von Tisch 1 auf.\n");
    assert_eq!(hoert(&mut leute[0]), "");
}

/// In a crowd `Room.Players` names nobody, not even its owner, and nothing is added; afterwards it names all.
#[test]
fn programs_keep_no_list_of_a_crowd_and_get_it_back() {
    let server = Server::with(&SETS);
    let mut p = guest(&server);
    let connect = || Klient::new(server.telnet);
    let mut leute = guests(GEDRAENGE, connect);
    p.until("Room.Players", |list| *list == json!([]));
    let added = |p: &Programm| p.log.iter().filter(|(paket, _)| paket == "Room.AddPlayer").count();
    assert_eq!(added(&p), GEDRAENGE);
    let mut q = guest(&server);
    assert_eq!(q.log.last().unwrap().1, json!([]));
    q.d.line("ende");
    q.d.rest();
    for mut k in leute.drain(..GEDRAENGE + 1 - WIEDER_RUHIG) {
        goes(&mut k);
    }
    let list = p.until("Room.Players", |_| true);
    assert_eq!(list.as_array().unwrap().len(), WIEDER_RUHIG);
    let name = leute[0].name.clone();
    assert!(list.as_array().unwrap().iter().any(|p| p["name"] == *name), "{list}");
    goes(&mut leute[0]);
    p.until("Room.RemovePlayer", |gone| *gone == *name);
    assert_eq!(added(&p), GEDRAENGE);
    assert_eq!(p.log.iter().filter(|(paket, _)| paket == "Room.RemovePlayer").count(), 1);
}
