//! The data is read anew while people are in: rooms come and go, tables change from the next game, hands go on, and
//! what cannot be read changes nothing.

use std::fs;
use std::path::PathBuf;

use super::haus::Haus;
use super::klient::Klient;
use super::spielabend::{allein_los, naechster_befehl, spiele_zu_ende};

/// A house with data of its own, and somebody in it who may load it anew.
struct Probe {
    haus: Haus,
    admin: Klient,
}

impl Probe {
    fn new() -> Self {
        let haus = Haus::with_keller(&[]);
        let admin = huete(&haus, "Hedwig");
        Self { haus, admin }
    }

    fn path(&self, file: &str) -> PathBuf {
        self.haus.daten().join(file)
    }

    /// Changes a place of a file.
    fn edit(&self, file: &str, old: &str, new: &str) {
        let text = fs::read_to_string(self.path(file)).unwrap();
        assert!(text.contains(old), "{file} has no {old}");
        fs::write(self.path(file), text.replace(old, new)).unwrap();
    }

    fn write(&self, file: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(file), text).unwrap();
    }

    fn remove(&self, file: &str) {
        fs::remove_file(self.path(file)).unwrap();
    }

    /// What the answer to `neu laden` says, on one line.
    fn laden(&mut self) -> String {
        self.admin.frage("neu laden").replace('\n', " ")
    }

    fn geladen(&mut self) -> String {
        let said = self.laden();
        assert!(said.contains("Die Daten sind neu geladen."), "{said}");
        said
    }
}

/// A new account that may do everything, logged in.
pub(crate) fn huete(haus: &Haus, name: &str) -> Klient {
    let mut k = haus.klient().neu(name);
    k.tippe("ende");
    k.ende();
    let out = haus.run(&["admin", "rank", name, "1"]);
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let mut k = haus.klient();
    k.zurueck(name);
    k
}

const GARTEN: &str = "name = \"Garten\"\nbeschreibung = \"Es ist grün.\"\n[ausgaenge]\nsueden = \
                      \"theater\"\n";

/// Who comes to the house has his name at once; where a player has it already, the admin is told.
#[test]
fn new_people_of_the_house_have_their_names_from_the_reload_on() {
    let mut p = Probe::new();
    p.haus.klient().neu("Berta").tippe("ende");
    let person = |name| format!("[[person]]\nname = \"{name}\"\nbeschreibung = \"Da.\"\n");
    p.write("raeume/garten.toml", format!("{GARTEN}{}{}", person("Anton"), person("Berta")));
    p.edit("raeume/theater.toml", "[ausgaenge]", "[ausgaenge]\nwesten = \"garten\"");
    let said = p.geladen();
    let want = "Hinweis: So wie Berta heißt auch ein Spieler; wer beide nennt, meint den falschen.";
    assert!(said.contains(want) && said.matches("Hinweis").count() == 1, "{said}");
    let mut k = p.haus.klient();
    for typed in ["Anton", "ANT0N", "Antоn"] {
        k.warte("neuen Spieler)?");
        k.tippe("neu");
        k.warte("Welchen Namen möchtest Du tragen?");
        k.tippe(typed);
        let said = k.eins_von(&["zum Verwechseln", "nur Buchstaben", "Buchstaben"]).1;
        assert!(!said.contains("Passwort"), "{typed}: {said}");
        k = p.haus.klient();
    }
}

/// Takes Oleg's cellar out of the house.
fn ohne_keller(p: &Probe) {
    p.remove("raeume/olegs_keller.toml");
    p.edit("raeume/theatercafe.toml", "unten = {", "# unten = {");
    p.remove("texte/oleg_erklaert.txt");
}

#[test]
fn a_new_room_opens_at_once_and_a_removed_one_sends_its_people_to_the_start() {
    let mut p = Probe::new();
    let mut anna = p.haus.klient().gast();
    p.write("raeume/garten.toml", GARTEN);
    p.edit("raeume/theater.toml", "[ausgaenge]", "[ausgaenge]\nwesten = \"garten\"");
    let said = p.geladen();
    assert!(said.contains("Neu: Garten.") && said.contains("das Umstellen "), "{said}");
    assert!(anna.frage("schau").contains("Westen"), "the door is there at once");
    assert!(anna.frage("westen").contains("Es ist grün."));

    p.remove("raeume/garten.toml");
    p.edit("raeume/theater.toml", "westen = \"garten\"", "");
    let said = p.geladen();
    assert!(said.contains("Es schließt, sobald dort niemand mehr spielt: Garten."), "{said}");
    anna.warte("Diesen Raum gibt es nicht mehr. Du gehst dorthin, wo alle beginnen.");
    assert!(anna.stille().contains("Theater in Tadmor"), "{}", anna.alles());
    assert!(anna.frage("osten").contains("Theatercafé"), "she walks on from there");

    // The same room once more, after it was gone.
    p.write("raeume/garten.toml", GARTEN.replace("grün", "bunt"));
    p.edit("raeume/theater.toml", "[ausgaenge]", "[ausgaenge]\nwesten = \"garten\"");
    p.geladen();
    anna.frage("westen");
    assert!(anna.frage("westen").contains("Es ist bunt."));
}

#[test]
fn a_hand_in_a_removed_room_is_played_to_its_end_and_paid() {
    let mut p = Probe::new();
    let mut anna = p.haus.klient().neu("Anna").zu_oleg();
    let mut berta = p.haus.klient().gast().zu_oleg();
    allein_los(&mut anna);
    let befehl = naechster_befehl(&mut anna).unwrap();
    anna.tippe(&befehl);
    anna.warte("Runde 1 von 5");
    berta.frage("schau zu");
    ohne_keller(&p);
    p.geladen();
    // Whoever only watches goes, whoever plays stays, also when her line breaks.
    berta.warte("Diesen Raum gibt es nicht mehr.");
    assert!(berta.stille().contains("Theater in Tadmor"));
    drop(anna);
    let mut anna = p.haus.klient();
    let back = anna.zurueck("Anna");
    assert!(back.contains("Du bist wieder an Tisch 1"), "{back}");
    spiele_zu_ende_weg(&mut anna);
    let heard = anna.alles().replace('\n', " ");
    assert!(heard.contains("Das Haus räumt Tisch 1 weg, darum stehst Du auf."), "{heard}");
    assert!(anna.frage("schau").contains("Theater in Tadmor"));
    assert_eq!(p.haus.records().len(), 1, "the game is in the books");
    p.haus.ledger_is_even();
}

/// Plays on to the end of a game after which the room is gone.
fn spiele_zu_ende_weg(k: &mut Klient) {
    k.tippe("was kann ich");
    loop {
        let (which, _) = k.eins_von(&[
            "Diesen Raum gibt es nicht mehr.",
            "zum Beispiel ",
            "zum Beispiel: ",
            "Zum Beispiel: ",
        ]);
        if which == 0 {
            return;
        }
        let befehl = k.warte(".").replace('\n', " ");
        k.stille();
        k.tippe(befehl.trim_end_matches('.'));
    }
}

/// A table is not served further when its room or its kind is gone, and nobody new sits down there meanwhile.
#[test]
fn a_table_that_is_taken_away_ends_with_the_game() {
    let mut p = Probe::new();
    let mut anna = p.haus.klient().neu("Anna").zu_oleg();
    let mut berta = p.haus.klient().neu("Berta").zu_oleg();
    allein_los(&mut anna);
    naechster_befehl(&mut anna).unwrap();
    let keller = fs::read_to_string(p.path("raeume/olegs_keller.toml")).unwrap();
    let (room, _) = keller.split_once("# Ein Tisch.").unwrap();
    p.write("raeume/olegs_keller.toml", room);
    p.geladen();
    let said = berta.frage("setz dich").replace('\n', " ");
    assert!(said.contains("Hier steht kein Spieltisch."), "{said}");
    assert!(berta.frage("schau zu").contains("Du schaust an Tisch 1 zu."));
    anna.tippe("biete 100");
    spiele_zu_ende(&mut anna);
    anna.hat_gehoert("Das Haus räumt Tisch 1 weg, darum stehst Du auf.");
    berta.hat_gehoert("Das Haus räumt Tisch 1 weg.");
    assert!(anna.frage("schau").contains("Olegs Keller"), "she is still in the cellar");
    p.write("raeume/olegs_keller.toml", keller);
    p.geladen();
    assert!(berta.frage("setz dich").contains("Du setzt Dich"), "{}", berta.alles());
    p.haus.ledger_is_even();
}

/// Fewer tables than before: whoever sits at one that has no number any more plays to the end.
#[test]
fn nobody_new_sits_down_at_a_table_that_closes() {
    let mut p = Probe::new();
    let mut anna = p.haus.klient().neu("Anna").zu_oleg();
    let mut berta = p.haus.klient().neu("Berta").zu_oleg();
    anna.tippe("setz dich an tisch 2");
    anna.warte("beginnt das Spiel sofort");
    anna.tippe("los");
    naechster_befehl(&mut anna).unwrap();
    p.edit("raeume/olegs_keller.toml", "tische_max = 20", "tische_max = 1");
    p.geladen();
    let said = berta.frage("setz dich an tisch 2").replace('\n', " ");
    let want = "Tisch 2 wird weggeräumt, sobald nichts mehr auf dem Spiel steht. Zusehen kannst Du \
                mit schau zu.";
    assert!(said.contains(want), "{said}");
    assert!(berta.frage("setz dich").contains("an Tisch 1"), "another one is free");
}

/// Zählsteine lie on the table for as long as somebody sits there: they are changed back between two deals.
#[test]
fn an_open_sitting_closes_between_two_deals_and_changes_the_chips_back() {
    let mut p = Probe::new();
    let mut anna = p.haus.klient().neu("Anna");
    anna.frage("osten");
    let weg = fs::read_to_string(p.path("raeume/theatercafe.toml")).unwrap();
    let stube = weg.lines().find(|l| l.contains("ziel = \"wiener_stube\"")).unwrap();
    anna.frage(stube.split(' ').next().unwrap());
    let said = anna.frage("setz dich");
    assert!(said.contains("Zählsteine"), "{said}");
    anna.tippe("los");
    anna.warte("Du bist dran");
    let file = "raeume/wiener_stube.toml";
    let text = fs::read_to_string(p.path(file)).unwrap();
    p.write(
        file,
        text.replace("spiel = \"miwin\"", "spiel = \"word\"")
            .replace("chips_kauf", "zaehlsteine")
            .replace("betrag = 10\n", "")
            .replace("chips", "steine"),
    );
    let said = p.laden();
    assert!(said.contains("Die Daten sind neu geladen."), "{said}");
    assert!(anna.frage("was kann ich").contains("kannst"), "the deal goes on");
    anna.frage("steige aus");
    anna.tippe("ja");
    anna.warte("Das Haus räumt");
    anna.hat_gehoert("zurück");
    anna.stille();
    assert!(anna.frage("geld").contains("Taler"));
    p.haus.ledger_is_even();
}

/// Whatever an editor or a transfer may leave: the reason is said, the old data stays, and once it is put right the next
/// attempt works.
#[test]
fn what_cannot_be_read_changes_nothing_and_the_next_attempt_works() {
    let mut p = Probe::new();
    let file = "raeume/theaterplatz.toml";
    let good = fs::read_to_string(p.path(file)).unwrap();
    let new = good.replacen("beschreibung = \"\"\"\n", "beschreibung = \"\"\"\nAlles ist neu. ", 1);
    assert_ne!(new, good);
    let mut anna = p.haus.klient().gast();
    anna.frage("sueden");
    let half = &new[..new.len() / 2];
    let latin: Vec<u8> = new.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect();
    let utf16: Vec<u8> =
        std::iter::once(0xfeff).chain(new.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let huge = format!("{new}{}", "# viel\n".repeat(200_000));
    let rows: [(&[u8], &str); 7] = [
        (half.as_bytes(), "theaterplatz.toml:"),
        (b"", "Diese Datei ist leer."),
        (&latin, "in Latin-1 stünde da ein"),
        (&utf16, "Diese Datei ist UTF-16 und nicht UTF-8."),
        (huge.as_bytes(), "Diese Datei ist größer als ein Mebibyte."),
        (b"name = \"\0\"\n", "Steuerzeichen"),
        (new.replace('\n', "\r").as_bytes(), "auf die Art alter Macs"),
    ]
    .map(|(bytes, words): (&[u8], &str)| (bytes.to_vec().leak() as &[u8], words));
    for (bytes, words) in rows {
        p.write(file, bytes);
        let said = p.laden();
        assert!(
            said.contains("Es bleibt alles, wie es war. 1 Fehler in den Daten:"),
            "{words}: {said}"
        );
        assert!(said.contains(words), "{words}: {said}");
        assert!(!anna.frage("schau").contains("Alles ist neu"), "{words}");
    }
    p.remove(file);
    std::os::unix::fs::symlink("/etc/hosts", p.path(file)).unwrap();
    let said = p.laden();
    assert!(said.contains("Das ist eine Verknüpfung; der Server folgt keiner."), "{said}");
    p.remove(file);
    // A byte order mark and the line ends of Windows are no faults.
    p.write(file, format!("\u{feff}{}", new.replace('\n', "\r\n")));
    p.geladen();
    assert!(anna.frage("schau").contains("Alles ist neu"));
    p.write(file, good);
    p.geladen();
    assert!(!anna.frage("schau").contains("Alles ist neu"));
}

#[test]
fn settings_of_a_table_count_from_the_next_game() {
    let mut p = Probe::new();
    let mut anna = p.haus.klient().neu("Anna").zu_oleg();
    allein_los(&mut anna);
    naechster_befehl(&mut anna).unwrap();
    let file = "raeume/olegs_keller.toml";
    p.edit(file, "einsatz_max = 1000000", "einsatz_max = 300");
    p.edit(file, "runden_min = 5", "runden_min = 6");
    p.geladen();
    anna.tippe("biete 4000");
    anna.warte("Dein Gebot steht");
    let heard = anna.alles().len();
    spiele_zu_ende(&mut anna);
    anna.hat_gehoert(
        "Das Haus hat Tisch 1 neu eingerichtet. Was ab dem nächsten Spiel gilt, sagt Dir kosten.",
    );
    let game = &anna.alles()[heard..];
    assert!(game.contains("Runde 5 von 5"), "the running game kept its five rounds: {game}");
    // The new settings are in the books as well: a house that falls now stands up with them.
    p.haus.kill();
    p.haus.restart();
    let mut anna = p.haus.klient();
    let back = anna.zurueck("Anna");
    assert!(back.contains("Du bist wieder an Tisch 1"), "{back}");
    let said = anna.frage("runden 5").replace('\n', " ");
    assert!(said.contains("6"), "{said}");
    anna.tippe("runden 6");
    anna.warte("geht über 6 Runden");
    anna.tippe("los");
    naechster_befehl(&mut anna).unwrap();
    let said = anna.frage("biete 4000");
    assert!(said.contains("300"), "{said}");
    p.haus.ledger_is_even();
}

/// What was edited while the house was closed: the game goes on as it was, the next one is new; a room that is gone stays
/// until its game is over.
#[test]
fn what_was_edited_while_the_house_was_closed_counts_from_the_next_game() {
    let mut p = Probe::new();
    let mut anna = p.haus.klient().neu("Anna").zu_oleg();
    allein_los(&mut anna);
    let befehl = naechster_befehl(&mut anna).unwrap();
    anna.tippe(&befehl);
    anna.warte("Runde 1 von 5");
    p.haus.kill();
    ohne_keller(&p);
    p.haus.restart();
    let mut anna = p.haus.klient();
    let back = anna.zurueck("Anna");
    assert!(back.contains("Du bist wieder an Tisch 1"), "{back}");
    spiele_zu_ende_weg(&mut anna);
    anna.stille();
    assert!(anna.frage("schau").contains("Theater in Tadmor"), "{}", anna.alles());
    assert_eq!(p.haus.records().len(), 1);
    p.haus.ledger_is_even();
}
