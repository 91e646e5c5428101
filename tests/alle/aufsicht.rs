//! Those who look after the house, in the game: what their orders do, that all of it stands in the trail, and that for
//! everybody else none of it exists.

use std::net::SocketAddr;

use theaterkeller::befehle::hueten::TAFEL;

use super::haus::Haus;
use super::klient::{Klient, PASSWORT};
use super::spielabend::{allein_los, naechster_befehl};

/// Somebody who looks after the house.
fn hueter(haus: &Haus) -> Klient {
    let mut k = haus.klient().neu("Oskar");
    let out = haus.run(&["admin", "rank", "Oskar", "1"]);
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    says(&mut k, "hüte", "Nur für die, die das Haus hüten:");
    k
}

/// The answer in one line.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn says(k: &mut Klient, line: &str, want: &str) {
    let said = flat(&k.frage(line));
    assert!(said.contains(want), "{line}: {said}");
}

/// What stands in the trail, read from outside.
fn trail(haus: &Haus) -> String {
    let out = haus.run(&["admin", "audit", "--lines", "500"]);
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    flat(&String::from_utf8_lossy(&out.stdout))
}

/// Row ADMIN.
#[test]
fn nobody_else_learns_that_the_orders_exist() {
    let haus = Haus::open();
    let mut player = haus.klient().neu("Anna");
    let mut guest = haus.klient().gast();
    guest.frage("osten");
    player.stille();
    for k in [&mut player, &mut guest] {
        for beispiel in TAFEL.iter().flat_map(|v| v.beispiele) {
            if beispiel.starts_with("rufe") {
                continue; // A word of players: it shouts.
            }
            if beispiel.starts_with("wirf") {
                let known = k.frage("wirf anna hinein stört die anderen");
                assert_eq!(k.frage(beispiel), known, "players throw cards");
                continue;
            }
            let (upper, longer) = (beispiel.to_uppercase(), format!("{beispiel} xyz"));
            for line in [beispiel, upper.as_str(), longer.as_str()] {
                let said = flat(&k.frage(line));
                assert!(said.starts_with("Wie bitte?"), "{line}: {said}");
                assert!(!said.contains("Meintest Du hüte"), "{line}: {said}");
            }
            // Some of the words have pages of their own, about other things.
            let first = beispiel.split(' ').next().unwrap();
            let help = flat(&k.frage(&format!("hilfe {first}")));
            assert!(TAFEL.iter().all(|v| !help.contains(v.kurz)), "{first}: {help}");
            assert!(!k.frage(&format!(":{beispiel}")).contains("hütet"), "an emote is an emote");
        }
        for list in ["hilfe", "hilfe themen", "hilfe abkürzungen", "kommandos", "verben"] {
            let said = k.frage(list);
            for word in ["sperre", "herunterfahren", "sitzungen", "protokoll", "prüfe daten"] {
                assert!(!said.contains(word), "{list} shows {word}");
            }
        }
    }
    // At the door they are names, and for a program they are moves of no table.
    let mut door = haus.klient();
    door.warte("neuen Spieler)?");
    door.tippe("herunterfahren sofort");
    door.warte("neuen Spieler)?");
    let zug = b"\xff\xfa\xc9Tisch.Zug {\"nr\":1,\"befehl\":\"herunterfahren sofort\"}\xff\xf0";
    player.bytes(zug);
    player.stille();
    assert_eq!(trail(&haus), "Das Protokoll ist leer.");
    assert!(haus.log_text().contains("an order of somebody else"), "attempts are logged");
}

#[test]
fn a_rank_counts_at_once_whether_it_is_given_or_taken() {
    let haus = Haus::open();
    let mut anna = haus.klient().neu("Anna");
    let mut oskar = hueter(&haus);
    says(&mut anna, "sitzungen", "Wie bitte?");
    says(&mut oskar, "rang anna", "Anna hat den Rang 0 und spielt.");
    says(&mut oskar, "rang anna 1", "Anna hat jetzt den Rang 1");
    says(&mut anna, "sitzungen", "2 Sitzungen");
    says(&mut anna, "wer", "Anna, hütet das Haus");
    says(&mut oskar, "rang oskar 0", "Deinen eigenen Rang ändert jemand anders");
    says(&mut anna, "rang oskar 0", "Oskar hat jetzt den Rang 0");
    says(&mut oskar, "sitzungen", "Wie bitte?");
    let _guest = haus.klient().gast();
    says(&mut anna, "rang gast1 1", "Gäste haben keinen Rang.");
    says(&mut anna, "sperre gast1 Lärm", "Ein Gast hat kein Konto, das sich sperren ließe.");
    says(&mut anna, "buche 5 an gast1 Lärm", "Gäste haben keine Taler, nur Spieltaler.");
    let genau = flat(&anna.frage("wer genau"));
    assert!(genau.contains("Oskar (konto:2), in: "), "{genau}");
    assert!(genau.contains(", still seit "), "{genau}");
    says(&mut anna, "rang niemand 1", "hat hier noch niemand gehört");
    let trail = trail(&haus);
    assert!(trail.contains("Oskar gibt Anna den Rang 1"), "{trail}");
    assert!(trail.contains("Anna gibt Oskar den Rang 0"), "{trail}");
}

#[test]
fn whoever_is_put_out_hears_why_and_finds_the_seat_again() {
    let haus = Haus::open();
    let mut oskar = hueter(&haus);
    let mut anna = haus.klient().neu("Anna").zu_oleg();
    allein_los(&mut anna);
    naechster_befehl(&mut anna).unwrap();
    says(&mut oskar, "wirf anna hinaus", "Warum?");
    says(&mut oskar, "wirf oskar hinaus zum Spaß", "Dich selbst bringt hinaus: ende");
    says(
        &mut oskar,
        "wirf anna hinaus brüllt herum",
        "Anna ist draußen. Der Platz am Tisch bleibt wie bei einer verlorenen Leitung.",
    );
    let last = flat(&anna.ende());
    assert!(last.ends_with("beendet Deinen Abend hier. Der Grund: brüllt herum"), "{last}");
    says(&mut oskar, "wirf anna hinaus noch einmal", "Anna ist gar nicht da");
    let back = haus.klient().zurueck("Anna");
    assert!(back.contains("Du bist wieder an Tisch 1."), "{back}");
    assert!(trail(&haus).contains("Oskar wirft Anna hinaus: brüllt herum"));
}

/// Name and password at the door; gives what is said until the line closes.
fn tries(mut k: Klient, name: &str) -> String {
    k.warte("neuen Spieler)?");
    k.tippe(name);
    k.warte("Dein Passwort:");
    k.tippe(PASSWORT);
    flat(&k.ende())
}

#[test]
fn a_banned_account_is_out_at_once_and_stays_out_over_a_restart() {
    let mut haus = Haus::open();
    let mut oskar = hueter(&haus);
    let mut anna = haus.klient().neu("Anna");
    says(&mut oskar, "sperre oskar zum Spaß", "Dich selbst sperrst Du besser nicht aus");
    says(
        &mut oskar,
        "sperre anna 3 tage beleidigt andere",
        "Anna ist für 3 Tage ausgesperrt und ist draußen.",
    );
    let heard = flat(&anna.ende());
    assert!(heard.contains("zurzeit nicht mitspielen. Der Grund: beleidigt andere"), "{heard}");
    let said = tries(haus.klient(), "anna");
    assert!(said.contains("nicht mitspielen. Der Grund: beleidigt andere"), "{said}");
    haus.close();
    haus.restart();
    let said = tries(haus.klient(), "ANNA");
    assert!(said.contains("Der Grund: beleidigt andere"), "{said}");
    let mut oskar = haus.klient();
    oskar.zurueck("Oskar");
    says(&mut oskar, "sperre", "Anna, gesperrt bis");
    says(&mut oskar, "entsperre anna", "Anna darf wieder herein.");
    says(&mut oskar, "entsperre anna", "Anna war nicht gesperrt");
    haus.klient().zurueck("Anna");
    // From outside: it holds for whoever comes next, and for who is in at the next SIGHUP.
    let out = haus.run(&["admin", "ban", "Anna", "--hours", "2", "--reason", "Streit"]);
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let said = tries(haus.klient(), "anna");
    assert!(said.contains("Der Grund: Streit"), "{said}");
    assert!(haus.run(&["admin", "unban", "Anna"]).status.success());
    let mut anna = haus.klient();
    anna.zurueck("Anna");
    assert!(haus.run(&["admin", "ban", "Anna", "--reason", "Rauferei"]).status.success());
    haus.signal("HUP");
    assert!(flat(&anna.ende()).contains("Der Grund: Rauferei"));
    let trail = trail(&haus);
    assert!(trail.contains("Oskar sperrt Anna für 3 Tage: beleidigt andere"), "{trail}");
    assert!(trail.contains("Der Betreiber sperrt Anna für 2 Stunden: Streit"), "{trail}");
}

/// Row NET: over a socket for both families, IPv4 callers come in IPv6 notation.
#[test]
fn a_banned_address_is_shut_out_in_whatever_notation_it_comes() {
    let haus = Haus::on(&["[::]:0"], &["grenzen.anmeldungen_je_adresse=2"]);
    let v4: SocketAddr = ([127, 0, 0, 1], haus.addr.port()).into();
    let from = |own| Klient::von([127, 0, 0, own], v4);
    let mut oskar = from(1).neu("Oskar");
    assert!(haus.run(&["admin", "rank", "Oskar", "1"]).status.success());
    let mut guest = from(2).gast();
    says(&mut oskar, "sitzungen", ", 127.0.0.2, telnet, seit");
    says(
        &mut oskar,
        "sperre 127.0.0.1 zum Spaß",
        "Aus 127.0.0.1 kommst Du selbst, das träfe auch Dich.",
    );
    says(&mut oskar, "sperre ::ffff:127.0.0.2 1 stunde flutet", "1 Person ist von dort hinaus");
    assert!(flat(&guest.ende()).contains("Der Grund: flutet"));
    assert!(flat(&from(2).ende()).contains("Der Grund: flutet"));
    from(3).gast();
    says(&mut oskar, "sperre 127.0.0.0/29 flutet", "kommst Du selbst");
    says(&mut oskar, "sperre 127.0.0.4/30 flutet", "127.0.0.4/30 ist auf Dauer ausgesperrt");
    assert!(flat(&from(6).ende()).contains("Der Grund: flutet"));
    from(8).gast();
    says(&mut oskar, "entsperre 127.0.0.2", "127.0.0.2 darf wieder herein");
    from(2).gast();
    // The ban of a whole IPv6 network holds for each of its addresses.
    says(&mut oskar, "sperre ::1 flutet", "::/64 ist auf Dauer ausgesperrt");
    let v6: SocketAddr = ([0, 0, 0, 0, 0, 0, 0, 1], haus.addr.port()).into();
    assert!(flat(&Klient::new(v6).ende()).contains("Der Grund: flutet"));
    // Unfinished logins of one address count together, too.
    let waiting = [from(3), from(3)].map(|mut k| {
        k.warte("neuen Spieler)?");
        k
    });
    assert!(from(3).ende().contains("zu viele Verbindungen"));
    drop(waiting);
}

#[test]
fn whoever_has_lost_the_word_is_heard_through_no_door_and_plays_on() {
    let haus = Haus::open();
    let mut oskar = hueter(&haus);
    let mut bert = haus.klient().neu("Bert").zu_oleg();
    let mut anna = haus.klient().neu("Anna").zu_oleg();
    says(
        &mut oskar,
        "stumm anna 2 stunden brüllt herum",
        "Anna ist für 2 Stunden stumm und spielt weiter.",
    );
    anna.hat_gehoert("nimmt Dir für 2 Stunden das Wort. Der Grund: brüllt herum. Spielen kannst");
    bert.stille();
    let doors = [
        "sage hallo",
        "'hallo",
        ":lacht",
        ";Hut fällt",
        "teile bert mit hallo",
        "tm bert hallo",
        "flüstere bert zu hallo",
        "frage bert nach hallo",
        "+plausch hallo",
        "rufe hallo",
        "lache",
        "knuddle bert",
        "rwinke bert",
        "weg hallo an alle",
        "erwidere hallo",
    ];
    for line in doors {
        let said = flat(&anna.frage(line));
        assert!(said.contains("nicht sprechen") && !said.contains("hallo"), "{line}: {said}");
    }
    for _ in 0..2 {
        let heard = bert.stille();
        assert!(!heard.contains("Anna"), "{heard}");
    }
    // Asking the house, looking and playing go on; so does a report.
    assert!(!anna.frage("frage oleg nach regeln").contains("nicht sprechen"));
    assert!(anna.frage("melde bert").contains("die Meldung über Bert"));
    allein_los(&mut anna);
    let befehl = naechster_befehl(&mut anna).unwrap();
    assert!(!anna.frage(&befehl).contains("nicht sprechen"));
    // It lasts over a new login, and ends when it is lifted.
    let mut anna = haus.klient();
    let back = flat(&anna.zurueck("Anna"));
    assert!(back.contains("Du darfst hier noch 2 Stunden nicht sprechen"), "{back}");
    says(&mut oskar, "stumm oskar Ruhe", "Wenn Du nichts sagen willst, genügt es, zu schweigen.");
    says(&mut oskar, "sperre", "Anna, stumm bis");
    says(&mut oskar, "laut anna", "Anna darf wieder sprechen.");
    anna.hat_gehoert("Du darfst wieder sprechen.");
    says(&mut oskar, "laut anna", "Anna war nicht stumm.");
    says(&mut oskar, "sperre", "Niemand ist gesperrt oder stumm.");
    says(&mut anna, "sage hallo", "Du sagst: hallo");
    bert.hat_gehoert("Anna sagt: hallo");
}

#[test]
fn a_table_that_is_ended_pays_back_and_a_new_one_opens() {
    let haus = Haus::open();
    let mut oskar = hueter(&haus);
    let mut anna = haus.klient().neu("Anna").zu_oleg();
    let before = anna.frage("geld");
    allein_los(&mut anna);
    naechster_befehl(&mut anna).unwrap();
    let hand = anna.frage("blatt");
    let cards: Vec<&str> = hand.split([':', ',', '.']).map(str::trim).skip(1).collect();
    let seen = [oskar.frage("tische"), oskar.frage("wer genau"), oskar.frage("sitzungen")];
    for card in cards.iter().filter(|c| c.len() > 3) {
        assert!(seen.iter().all(|s| !s.contains(card)), "{card} is a card of Anna's: {seen:?}");
    }
    let said = flat(&seen[0]);
    assert!(
        said.contains("1 offener Tisch:") && said.contains("Russisch Poker um Taler"),
        "{said}"
    );
    let nr = said.split("Nummer ").nth(1).unwrap().split(':').next().unwrap().to_string();
    says(&mut oskar, &format!("beende tisch {nr}"), "Welchen Tisch, und warum?");
    says(
        &mut oskar,
        "beende tisch 999 hängt",
        "Einen offenen Tisch mit der Nummer 999 gibt es nicht",
    );
    says(&mut oskar, &format!("beende tisch {nr} hängt fest"), "jeder hat seinen Einsatz zurück");
    anna.hat_gehoert("hat diesen Tisch abgeräumt");
    assert_eq!(anna.frage("geld"), before, "every Taler is back");
    says(&mut oskar, "tische", "Es ist kein Tisch offen");
    says(&mut oskar, &format!("beende tisch {nr} noch einmal"), "gibt es nicht");
    haus.ledger_is_even();
    allein_los(&mut anna);
    naechster_befehl(&mut anna).unwrap();
    assert!(trail(&haus).contains(&format!("Oskar beendet den Tisch {nr}: hängt fest")));
}

#[test]
fn money_is_booked_by_hand_with_a_reason_in_ledger_and_trail() {
    let haus = Haus::with(&["geld.startgeld=100"]);
    let mut oskar = hueter(&haus);
    let mut anna = haus.klient().neu("Anna");
    says(&mut oskar, "buche 50 an anna verlorener Einsatz", "an Anna. Dort liegen jetzt 150 Taler");
    anna.hat_gehoert("Das Haus gibt Dir 50 Taler. Der Grund: verlorener Einsatz");
    says(&mut oskar, "buche 151 von anna Irrtum", "Dort liegen nur 150 Taler");
    says(&mut oskar, "buche 150 von anna Irrtum", "Dort liegen jetzt 0 Taler");
    says(&mut oskar, "buche 5 spieltaler an anna zum Üben", "5 Spieltaler");
    says(&mut oskar, "buche -5 an anna Irrtum", "Wie viel, an wen oder von wem");
    says(&mut anna, "geld", "Du hast 0 Taler und 5 Spieltaler.");
    haus.ledger_is_even();
    let path = haus.zustand().join("theaterkeller.db");
    let db = rusqlite::Connection::open(path).unwrap();
    let sql = "SELECT group_concat(grund, '; ') FROM buchung WHERE id LIKE 'aufsicht:%'";
    let reasons: String = db.query_row(sql, (), |row| row.get(0)).unwrap();
    assert_eq!(reasons, "verlorener Einsatz; Irrtum; zum Üben");
    let trail = trail(&haus);
    assert!(trail.contains("Oskar bucht 50 Taler an Anna: verlorener Einsatz"), "{trail}");
    assert!(!trail.contains("151"), "what was refused did not happen: {trail}");
}

#[test]
fn a_report_takes_along_what_was_heard_and_is_read_in_the_game_and_from_outside() {
    let haus = Haus::open();
    let mut oskar = hueter(&haus);
    let mut bert = haus.klient().neu("Bert").zu_oleg();
    let mut anna = haus.klient().neu("Anna").zu_oleg();
    bert.frage("sage Du alte Flunder!");
    bert.frage("teile anna mit und noch eine Flunder");
    anna.hat_gehoert("noch eine Flunder");
    says(&mut oskar, "meldungen", "Es liegt keine Meldung vor.");
    says(&mut anna, "melde", "Wen willst Du melden?");
    says(&mut anna, "melde niemanden", "hat hier noch niemand gehört");
    says(&mut anna, "melde anna", "Dich selbst brauchst Du nicht zu melden.");
    says(&mut anna, "melde Bert Er schimpft: \u{1b}[2Jlaut!", "die Meldung über Bert");
    oskar.hat_gehoert("Neue Meldung 1: Anna über Bert.");
    assert!(!bert.stille().contains("Meldung"), "nobody else hears of it");
    says(&mut oskar, "meldungen", "Anna über Bert: Er schimpft: laut! (offen)");
    let whole = flat(&oskar.frage("meldung 1"));
    assert!(whole.contains("Bert sagt: Du alte Flunder!"), "{whole}");
    assert!(whole.contains("Bert teilt Dir mit: und noch eine Flunder"), "{whole}");
    says(&mut oskar, "meldung 1 erledigt", "Die Meldung 1 ist erledigt.");
    says(&mut oskar, "meldung 2", "Eine Meldung 2 gibt es nicht.");
    let out = haus.run(&["admin", "reports", "1"]);
    let text = flat(&String::from_utf8_lossy(&out.stdout));
    assert!(text.contains("Anna über Bert") && text.contains("(erledigt von Oskar)"), "{text}");
    assert!(text.contains("Du alte Flunder!"), "{text}");
}

#[test]
fn the_house_closes_at_the_hour_that_an_admin_sets_and_not_if_it_is_taken_back() {
    let mut haus = Haus::open();
    let mut oskar = hueter(&haus);
    let mut anna = haus.klient().neu("Anna");
    says(&mut oskar, "herunterfahren ab", "Es war nichts angesetzt");
    says(&mut oskar, "herunterfahren", "In wie vielen Minuten?");
    says(&mut oskar, "herunterfahren in 10", "Doch nicht: herunterfahren ab");
    anna.hat_gehoert("Das Haus schließt in 10 Minuten für kurze Zeit.");
    says(&mut oskar, "herunterfahren ab", "Gut, das Haus bleibt offen");
    anna.hat_gehoert("Das Haus bleibt nun doch offen.");
    says(&mut oskar, "rufe aus Um zehn gibt es Kuchen.", "Das Haus gibt bekannt: Um zehn");
    anna.hat_gehoert("Das Haus gibt bekannt: Um zehn gibt es Kuchen.");
    let trail = trail(&haus);
    assert!(trail.contains("Oskar fährt herunter in 10 Minuten"), "{trail}");
    assert!(trail.contains("Oskar ruft aus: Um zehn gibt es Kuchen."), "{trail}");
    oskar.tippe("herunterfahren in 1 sekunde");
    anna.warte("Das Haus schließt in 1 Sekunde");
    assert!(anna.ende().contains("Auf bald!"));
    assert_eq!(haus.exit_code(), Some(0), "{}", haus.log_text());
    haus.restart();
    haus.klient().zurueck("Anna");
}

#[test]
fn data_are_checked_in_the_game_and_nothing_changes() {
    let haus = Haus::with_keller(&[]);
    let mut oskar = hueter(&haus);
    says(&mut oskar, "prüfe daten", "Die Daten sind in Ordnung");
    let raum = haus.daten().join("raeume/olegs_keller.toml");
    let text = std::fs::read_to_string(&raum).unwrap();
    std::fs::write(&raum, text.replace("spuelen = true", "spuelen = vielleicht")).unwrap();
    says(&mut oskar, "prüfe daten", "raeume/olegs_keller.toml:");
    says(&mut oskar, "hüte", "herunterfahren in 10");
}
