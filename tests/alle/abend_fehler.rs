//! Wrong input at a running table: one clear sentence each, nothing changes, the game goes on.

use super::haus::Haus;
use super::klient::Klient;
use super::spielabend::{allein_los, naechster_befehl, spiele_zu_ende, ziehe};

/// Says what is wrong in one go, and changes nothing that `stand` shows.
fn is_refused(k: &mut Klient, line: &str, reason: &str) {
    let before = k.frage("stand");
    let said = k.frage(line).replace('\n', " ");
    assert!(said.contains(reason), "{line}: {said}");
    assert!(!said.contains("Wie bitte"), "{line}: {said}");
    assert!(said.len() < 400, "{line}: {said}");
    assert_eq!(k.frage("stand"), before, "{line} has changed something");
}

const ALLE: [&str; 32] = [
    "karo 7",
    "karo 8",
    "karo 9",
    "karo 10",
    "karo bube",
    "karo dame",
    "karo könig",
    "karo as",
    "herz 7",
    "herz 8",
    "herz 9",
    "herz 10",
    "herz bube",
    "herz dame",
    "herz könig",
    "herz as",
    "pik 7",
    "pik 8",
    "pik 9",
    "pik 10",
    "pik bube",
    "pik dame",
    "pik könig",
    "pik as",
    "kreuz 7",
    "kreuz 8",
    "kreuz 9",
    "kreuz 10",
    "kreuz bube",
    "kreuz dame",
    "kreuz könig",
    "kreuz as",
];

/// A card that is not in this hand.
fn missing(hand: &str) -> &'static str {
    let hand = hand.to_lowercase();
    ALLE.into_iter().find(|c| !hand.contains(c) && *c != "pik 7").unwrap()
}

#[test]
fn wrong_lines_get_one_sentence_and_the_game_goes_on() {
    let haus = Haus::open();
    let mut k = haus.klient().neu("Anna").zu_oleg();
    allein_los(&mut k);
    naechster_befehl(&mut k);
    let bids = [
        ("biete -5", "unter null"),
        ("biete 1,5", "ganze Zahl"),
        ("biete 0", "Mindestgebot ist 1 Taler"),
        ("biete", "Dazu fehlt eine Zahl."),
        ("biete 99999999999999999999", "zu groß"),
        ("biete 10001", "Du hast 10000 Taler."),
        ("biete 1e3", "keine ganze Zahl"),
        ("biete +3", "keine ganze Zahl"),
        ("biete 3 3", "keine ganze Zahl"),
        ("biete ٣", "keine ganze Zahl"),
    ];
    for (line, reason) in bids {
        is_refused(&mut k, line, reason);
    }
    assert_eq!(k.frage("geld"), "Du hast 10000 Taler.\n");
    k.tippe("biete 100");
    announcements(&mut k);
    cards(&mut k);
    floods(&mut k);
    spiele_weiter(&mut k);
    haus.ledger_is_even();
}

fn announcements(k: &mut Klient) {
    naechster_befehl(k);
    is_refused(k, "ansage 99", "0 oder 1");
    is_refused(k, "ansage -1", "unter null");
    is_refused(k, "ansage", "fehlt");
    let hand = k.frage("blatt");
    is_refused(k, &format!("spiele {}", missing(&hand)), "Erst wird angesagt");
    is_refused(k, "runden 9", "Das Spiel hat schon begonnen");
    is_refused(k, "biete 200", "Der Einsatz steht schon fest");
    is_refused(k, "pause", "keine Pause");
    is_refused(k, "los", "Das Spiel hat schon begonnen");
    is_refused(k, "setz dich", "Du sitzt schon an");
    is_refused(k, "oben", "Du sitzt an Tisch 1");
}

fn cards(k: &mut Klient) {
    ziehe(k);
    naechster_befehl(k);
    let hand = k.frage("blatt");
    is_refused(k, &format!("spiele {}", missing(&hand)), "hast Du nicht.");
    is_refused(k, "ansage 1", "jetzt werden Karten gespielt");
    if hand.contains("Pik 7") {
        is_refused(k, "spiele pik 7", "Hoch oder niedrig?");
    } else {
        is_refused(k, "spiele pik 7 hoch", "Pik 7");
    }
}

/// Empty lines, a line of 10 kB, and noise: a generator with a fixed beginning, no byte of which is a telnet command
/// that would end the line.
fn floods(k: &mut Klient) {
    let before = k.frage("stand");
    assert_eq!(k.frage(""), "");
    assert_eq!(k.frage("   "), "");
    let said = k.frage(&"x".repeat(10_000)).replace('\n', " ");
    assert!(said.contains("Diese Zeile war zu lang"), "{said}");
    let mut x = 0x1234_5678_u32;
    for _ in 0..60 {
        let noise: Vec<u8> = (0..100)
            .map(|_| {
                x ^= x << 13;
                x ^= x >> 17;
                x ^= x << 5;
                x.to_le_bytes()[0]
            })
            .filter(|b| *b != 255)
            .collect();
        k.bytes(b"sage ");
        k.bytes(&noise);
        k.bytes(b"\r\n");
        k.stille();
    }
    assert_eq!(k.frage("stand"), before);
}

fn spiele_weiter(k: &mut Klient) {
    ziehe(k);
    spiele_zu_ende(k);
}

/// The number that is missing between 0 and the number of cards, in "Du darfst alles von 0 bis 7 außer 2".
fn forbidden(darfst: &str, cards: u32) -> Option<u32> {
    let flat = darfst.replace('\n', " ");
    let range = flat.split_once("Du darfst ")?.1.split_once(", zum")?.0.to_string();
    let numbers: Vec<u32> = range.split(' ').filter_map(|w| w.parse().ok()).collect();
    let legal = |n: &u32| match numbers[..] {
        [from, to, gap] => (from..=to).contains(n) && *n != gap,
        [from, to] if range.contains("bis") => (from..=to).contains(n),
        _ => numbers.contains(n),
    };
    (0..=cards).find(|n| !legal(n))
}

/// Plays a game, tries each forbidden announcement first, and gives how many there were.
fn game_with_forbidden_announcements(k: &mut Klient) -> u32 {
    let mut refused = 0;
    let mut from = k.alles().len();
    while let Some(befehl) = naechster_befehl(k) {
        let fresh = k.alles()[from..].replace('\n', " ");
        from = k.alles().len();
        if fresh.contains("ansagen, zuletzt") {
            let cards = fresh.rsplit_once("Dein Blatt, ").unwrap().1;
            let cards = cards.split(' ').next().unwrap().parse().unwrap();
            let darfst = k.frage("was kann ich");
            if let Some(n) = forbidden(&darfst, cards) {
                let said = k.frage(&format!("ansage {n}")).replace('\n', " ");
                assert!(
                    said.contains(&format!("Die letzte Ansage darf nicht {n} sein.")),
                    "{said}"
                );
                assert_eq!(k.frage("was kann ich"), darfst);
                refused += 1;
            }
            from = k.alles().len();
        }
        k.tippe(&befehl);
    }
    refused
}

#[test]
fn the_forbidden_announcement_is_refused_and_the_others_are_named() {
    let haus = Haus::open();
    let mut k = haus.klient().neu("Anna").zu_oleg();
    allein_los(&mut k);
    let mut refused = game_with_forbidden_announcements(&mut k);
    // Whoever is last may be free all the same, if the others have announced more than there are cards.
    for _ in 0..10 {
        if refused > 0 {
            break;
        }
        k.tippe("runden 5");
        k.tippe("los");
        refused = game_with_forbidden_announcements(&mut k);
    }
    assert!(refused > 0, "{}", k.alles());
}

#[test]
fn words_of_a_table_say_where_they_belong() {
    let haus = Haus::open();
    let mut k = haus.klient().gast();
    for wort in ["blatt", "biete 5", "spiele herz as", "los"] {
        let said = k.frage(wort).replace('\n', " ");
        assert!(said.contains("Das geht nur am Spieltisch."), "{wort}: {said}");
    }
    let said = k.frage("schua");
    assert_eq!(said, "Wie bitte? Meintest Du schau?\n");
    let said = k.frage("kauderwelsch");
    assert!(said.contains("„kauderwelsch“ verstehe ich hier nicht"), "{said}");
    assert!(said.contains("hilfe."), "{said}");
}

#[test]
fn at_the_table_an_unknown_word_leads_to_the_moves() {
    let haus = Haus::open();
    let mut k = haus.klient().neu("Anna").zu_oleg();
    k.frage("setz dich");
    let said = k.frage("100").replace('\n', " ");
    assert!(
        said.contains("„100“ verstehe ich hier nicht. Was geht, zeigt was kann ich."),
        "{said}"
    );
}

#[test]
fn a_move_typed_twice_in_one_packet_counts_once() {
    let haus = Haus::open();
    let mut k = haus.klient().neu("Anna").zu_oleg();
    allein_los(&mut k);
    naechster_befehl(&mut k);
    k.bytes(b"biete 300\r\nbiete 400\r\nansage 0\r\nansage 1\r\n");
    let said = k.stille().replace('\n', " ");
    assert!(said.contains("Dein Gebot steht: 300 Taler."), "{said}");
    assert!(!said.contains("400 Taler"), "{said}");
    assert!(!said.contains("Du sagst"), "an announcement for a decision never shown: {said}");
    assert!(k.frage("geld").contains("Du hast 9700 Taler."));
}

#[test]
fn nobody_can_put_control_characters_on_another_screen() {
    let haus = Haus::open();
    let mut anna = haus.klient().neu("Anna");
    let mut berta = haus.klient().neu("Berta");
    anna.bytes(
        "sage \u{1b}[2J\u{1b}[10AOleg sagt: gewonnen\u{7}\u{9b}1m\u{202e}rückwärts\r\n".as_bytes(),
    );
    anna.bytes("teile berta mit \u{1b}[31mrot\r\n".as_bytes());
    anna.bytes("+plausch \u{1b}]0;Titel\u{7}laut\r\n".as_bytes());
    anna.stille();
    berta.warte("gewonnen");
    berta.warte("rot");
    let said = berta.warte("laut");
    berta.stille();
    let heard = berta.alles();
    for bad in ['\u{1b}', '\u{7}', '\u{9b}', '\u{202e}'] {
        assert!(!heard.contains(bad), "{said:?}");
    }
}

/// However somebody says it: whoever sits keeps his one seat and his money.
#[test]
fn nobody_sits_twice() {
    let haus = Haus::open();
    let mut k = haus.klient().gast();
    k.tippe("osten");
    k.tippe("osten");
    k.stille();
    assert!(k.frage("setz dich an tisch 7").contains("Du setzt Dich an Tisch 7."));
    let ways = ["setz dich", "platz nehmen", "setze mich hin", "setz dich an tisch 1"];
    for line in ways {
        assert_eq!(
            k.frage(line),
            "Du sitzt schon an Tisch 7. Aufstehen kannst Du mit steh auf.\n",
            "{line}"
        );
    }
    assert!(k.frage("steh auf").contains("und bekommst 2000 Spieltaler."));
    assert!(k.frage("geld").contains("Du hast 10000 Spieltaler."));
    haus.ledger_is_even();
}
