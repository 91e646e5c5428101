//! Talk, bytes and settings over real sockets: umlauts however they arrive, names however they are written, and every
//! command that a list offers.

use super::haus::Haus;

#[test]
fn umlauts_arrive_whole_in_any_charset_and_in_any_pieces() {
    let haus = Haus::open();
    let mut anna = haus.klient().neu("Anna");
    let mut joerg = haus.klient().neu("Jörg");
    anna.bytes(b"sage gr\xfc\xdfe\r\n");
    joerg.warte("Anna sagt: grüße\n");
    for piece in [&b"sage gr\xc3"[..], b"\xbc\xc3", b"\x9fe zwei\r\n"] {
        anna.bytes(piece);
    }
    joerg.warte("Anna sagt: grüße zwei\n");
    anna.bytes(b"\x80\x81\xfe\r\n");
    // CR LF, LF, CR NUL, and a lone CR each end one line.
    anna.bytes(b"sage eins\r\nsage zwei\nsage drei\r\0sage vier\r");
    anna.bytes(b"sage fuenf\r\n");
    for text in ["eins", "zwei", "drei", "vier", "fuenf"] {
        let said = joerg.warte(&format!("Anna sagt: {text}\n"));
        assert_eq!(said.matches("sagt").count(), 1, "{said}");
    }
    joerg.tippe("zeichensatz ascii");
    joerg.warte("Dein Zeichensatz ist jetzt ascii.");
    anna.tippe("sage Größe, Fäuste, Straße, Øre");
    joerg.warte("Groesse, Faeuste, Strasse, ");
    joerg.stille();
    joerg.tippe("zeichensatz latin-1");
    joerg.warte("Umlaute sehen so aus: ä ö ü ß.");
    assert!(joerg.roh.windows(7).any(|w| w == b"\xe4 \xf6 \xfc \xdf"), "as single bytes");
    let heard = joerg.alles().split("zeichensatz").next().unwrap();
    let heard = heard.split_once("jetzt ascii.").unwrap().1.split("Dein").next().unwrap();
    let from = heard.find("Groesse").unwrap();
    assert!(heard[from..].is_ascii() && !heard[from..].contains("?re"), "{}", &heard[from..]);
}

#[test]
fn at_a_table_nobody_can_sound_like_the_table() {
    let haus = Haus::open();
    let mut anna = haus.klient().neu("Anna");
    let mut bert = haus.klient().neu("Bert");
    for wer in [&mut anna, &mut bert] {
        wer.frage("osten");
        wer.frage("unten");
    }
    anna.frage("setz dich");
    assert!(anna.frage(":spielt Karo As.").contains("der Tisch etwas meldet"));
    anna.tippe(":summt.");
    assert!(!bert.warte("Anna summt.\n").contains("Karo As"));
}

#[test]
fn names_are_found_however_they_are_written_and_answers_go_back() {
    let haus = Haus::open();
    let mut anna = haus.klient().neu("Anna");
    let mut joerg = haus.klient().neu("Jörg");
    anna.warte("Jörg kommt herein.\n");
    for line in ["teile jörg mit hallo  Du", "tm JOERG hallo  Du", "teile Joerg mit hallo  Du"] {
        assert_eq!(anna.frage(line), "Du teilst Jörg mit: hallo  Du\n");
        joerg.warte("Anna teilt Dir mit: hallo  Du\n");
    }
    assert_eq!(joerg.frage("erwidere danke"), "Du teilst Anna mit: danke\n");
    anna.warte("Jörg teilt Dir mit: danke\n");
    let mut carla = haus.klient().neu("Carla");
    anna.tippe("flüstere jörg zu pst");
    joerg.warte("Anna flüstert Dir zu: pst\n");
    let said = carla.warte("Anna flüstert Jörg etwas zu.\n");
    assert!(!said.contains("pst"), "{said}");
    let said = anna.frage("teile jör mit geheim").replace('\n', " ");
    assert!(said.contains("jör ist nicht da."), "nothing private by a similar name: {said}");
}

#[test]
fn a_person_of_the_house_is_named_once() {
    let haus = Haus::open();
    let mut k = haus.klient().gast();
    let said = k.frage("frage rosalinde nach spiel");
    assert!(said.starts_with("Rosalinde "), "{said}");
    assert_eq!(said.matches("Rosalinde").count(), 1, "{said}");
}

#[test]
fn every_setting_that_the_list_offers_can_be_typed_as_it_stands() {
    let haus = Haus::open();
    let mut k = haus.klient().neu("Anna");
    k.tippe("ausgabe breite 200");
    let list = k.frage("ausgabe");
    let offers: Vec<&str> = list
        .lines()
        .filter_map(|l| l.split_once('(')?.1.strip_suffix(')'))
        .flat_map(|l| l.split(", "))
        .collect();
    assert!(offers.len() > 10, "{list}");
    for offer in offers {
        k.tippe(offer);
        let (which, said) =
            k.eins_von(&["jetzt", "lässt sich nicht", "Wie bitte", "gibt es hier nicht"]);
        assert_eq!(which, 0, "{offer}: {said}");
        k.stille();
    }
}

#[test]
fn what_is_shown_of_a_room_keeps_its_order_and_can_be_shortened() {
    let haus = Haus::open();
    let mut k = haus.klient().neu("Anna");
    let room = k.frage("schau");
    let order = ["Theater in Tadmor", "Rosalinde", "Du stehst im Foyer", "Ausgänge:"];
    let places: Vec<usize> = order.iter().map(|w| room.find(w).unwrap()).collect();
    assert!(places.is_sorted(), "{room}");
    k.tippe("kurz");
    k.stille();
    let room = k.frage("osten");
    assert!(room.starts_with("Theatercafé\n") && room.contains("Ausgänge:"), "{room}");
    assert!(!room.contains("Samtsofas"), "{room}");
    k.tippe("ultrakurz");
    k.stille();
    assert_eq!(k.frage("unten"), "Olegs Keller\n");
    assert_eq!(k.frage("aus"), "Ausgang: oben.\n");
    assert!(k.frage("schau").contains("Gewölbe"));
}

#[test]
fn what_can_i_do_has_an_answer_everywhere() {
    let haus = Haus::open();
    let mut k = haus.klient().gast();
    assert!(k.frage("was kann ich").contains("setz dich"));
    assert!(k.frage("steh auf").replace('\n', " ").contains("Das geht nur am Spieltisch."));
}
