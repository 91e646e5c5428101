//! Whole evenings over real sockets: coming in, playing, being paid, leaving.

use super::haus::Haus;
use super::klient::Klient;
use super::spielabend::{allein_los, naechster_befehl, spiele_zu_ende};

/// The first command behind these words, up to where the sentence goes on.
fn hinter(said: &str, words: &str, end: &str) -> String {
    let flat = said.replace('\n', " ");
    let from = flat.find(words).unwrap_or_else(|| panic!("no {words:?} in\n{said}")) + words.len();
    let len = flat[from..].find(end).unwrap_or_else(|| panic!("no {end:?} in\n{said}"));
    flat[from..from + len].to_string()
}

#[test]
fn a_guest_needs_no_command_that_the_house_has_not_named() {
    let mut haus = Haus::open();
    let mut k = haus.klient();
    let greeting = k.warte("neuen Spieler)?");
    let gast = hinter(&greeting, "Nur einmal hineinschauen? Antworte mit ", ".");
    k.tippe(&gast);
    let welcome = k.stille();
    let hilfe = hinter(&welcome, "ersten Spieltisch kommst, zeigt Dir ", ".");
    let steps = k.frage(&hilfe);
    // "osten führt aus dem Theater", "unten führt die Treppe hinunter".
    let ways: Vec<&str> =
        steps.lines().filter_map(|l| l.split_once(" führt ")).map(|w| w.0).collect();
    assert_eq!(ways.len(), 2, "{steps}");
    ways.iter().for_each(|w| k.tippe(w));
    let keller = k.stille();
    let setz = hinter(&keller, "Der Tisch ist frei. Mit ", " nimmst Du Platz");
    k.tippe(&setz);
    let seat = k.warte("sonst sind es 18.");
    let runden = hinter(&seat, ", mit ", " wählst Du").replace('9', "5");
    k.tippe(&runden);
    k.tippe(&hinter(&seat, "Mit ", " beginnt das Spiel sofort"));
    let moves = spiele_zu_ende(&mut k);
    // A bid, five announcements, 1 to 5 cards.
    assert_eq!(moves, 1 + 5 + 15);
    let alles = k.alles().to_string();
    let paid = alles.contains("Oleg zahlt Dir") || alles.contains("Du hast die wenigsten Punkte");
    assert!(paid, "{alles}");
    assert!(!alles.contains("Wie bitte"), "{alles}");
    let geld = k.frage("geld");
    assert!(geld.contains("Spieltaler"), "{geld}");

    let records = haus.records();
    assert_eq!(records.len(), 1);
    let verified = haus.run(&["verify", records[0].to_str().unwrap()]);
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stderr));
    haus.ledger_is_even();
    // What a guest has left goes back to the house with him.
    k.tippe("ende");
    k.warte("Auf Wiedersehen");
    haus.close();
    haus.ledger_is_even();
}

/// Money, who is on, and what everybody is told of himself, after the game of four.
fn after_the_game(leute: &mut [Klient]) {
    let mut taler = 0;
    for k in leute.iter_mut() {
        // These come after the last line of the game, in their own time.
        k.hat_gehoert("Spieltische: ");
        k.hat_gehoert("Olegs Poker");
        k.stille();
        let erfahrung = k.frage("erfahrung");
        assert!(erfahrung.contains("Olegs Poker"), "{}: {erfahrung}", k.name);
        let geld = k.frage("geld");
        taler += hinter(&geld, "Du hast ", " Taler").parse::<i64>().unwrap();
        let wer = k.frage("wer");
        assert!(wer.starts_with("4 Personen sind da:"), "{wer}");
        assert!(wer.contains("Jörg, spielt in: Olegs Keller"), "{wer}");
    }
    assert_eq!(taler, 40_000, "no friend took part, so all the money is still among the four");
    let finger = leute[1].frage("finger joerg");
    assert_eq!(finger, "Jörg ist da und spielt in: Olegs Keller.\n");
    let kurier = leute[0].frage("kurier letzte");
    let winner = ["Jörg", "Berta", "Carla", "Dora"].iter().any(|n| kurier.contains(n));
    assert!(winner && kurier.contains("Spieltische: "), "{kurier}");
    assert!(!kurier.contains("Taler"), "stakes are nobody's business: {kurier}");
}

const FARBEN: [&str; 4] = ["Karo", "Herz", "Pik", "Kreuz"];
const BILDER: [&str; 8] = ["7", "8", "9", "10", "Bube", "Dame", "König", "As"];

fn cards_in(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
    let pairs = words.windows(2).filter(|w| FARBEN.contains(&w[0]) && BILDER.contains(&w[1]));
    pairs.map(|w| w.join(" ")).collect()
}

/// What one player heard of each round.
fn rounds(k: &Klient) -> Vec<String> {
    let flat = k.alles().replace('\n', " ");
    flat.split(" Karte für jeden")
        .flat_map(|part| part.split(" Karten für jeden"))
        .skip(1)
        .map(str::to_string)
        .collect()
}

/// The hand that was dealt in this round.
fn dealt(round: &str) -> Vec<String> {
    let (_, rest) = round.split_once("Dein Blatt, ").unwrap();
    cards_in(rest.split_once('.').unwrap().0)
}

/// Every card in what a player heard is his own, or somebody has played it before: told as "spielt Herz As", which
/// the one who played it has been told as his own move.
fn only_learns_what_lies_there(k: &Klient, others: &[&Klient]) {
    for (i, round) in rounds(k).iter().enumerate() {
        let mut known = dealt(round);
        assert_eq!(known.len(), i + 1, "{}: {round}", k.name);
        for (piece, at) in round.split(" spielt ").zip(0..) {
            let mut cards = cards_in(piece).into_iter();
            if at > 0 {
                let card = cards.next().unwrap_or_default();
                if !piece.starts_with("aus.") && !piece.starts_with("in:") {
                    let told = format!("Du spielst {card}");
                    let real = others.iter().any(|o| rounds(o)[i].contains(&told));
                    assert!(real, "nobody played {card}: {piece}");
                    known.push(card);
                }
            }
            for card in cards {
                assert!(known.contains(&card), "{} learns {card} too early: {piece}", k.name);
            }
        }
    }
}

#[test]
fn four_people_play_and_nobody_is_told_a_card_before_it_lies_there() {
    let mut haus = Haus::open();
    let names = ["Jörg", "Berta", "Carla", "Dora"];
    let mut leute: Vec<Klient> = names.map(|n| haus.klient().neu(n).zu_oleg()).into();
    leute[0].tippe("setz dich");
    leute[0].tippe("runden 5");
    leute[0].warte("geht über 5 Runden");
    for k in &mut leute[1..] {
        k.tippe("setz dich");
        k.warte("Du setzt Dich");
    }
    // The fourth seat starts the game, without any friend.
    for (k, gebot) in leute.iter_mut().zip([4001, 1000, 3001, 2001]) {
        k.warte("zum Beispiel ");
        k.tippe(&format!("biete {gebot}"));
        k.warte("Dein Gebot steht");
    }
    std::thread::scope(|s| leute.iter_mut().for_each(|k| drop(s.spawn(|| spiele_zu_ende(k)))));
    for i in 0..4 {
        let others: Vec<&Klient> = (0..4).filter(|j| *j != i).map(|j| &leute[j]).collect();
        assert_eq!(rounds(&leute[i]).len(), 5);
        only_learns_what_lies_there(&leute[i], &others);
    }
    after_the_game(&mut leute);
    let alles = leute[1].alles();
    assert!(alles.contains("Oleg setzt den Einsatz auf 1000 Taler fest."), "{alles}");
    // Later on a payout may happen to be as high.
    let bidding = alles.split("Runde 1 von 5").next().unwrap();
    for gebot in ["4001", "3001", "2001"] {
        assert!(!bidding.contains(gebot), "bids stay secret: {bidding}");
    }
    let text = String::from_utf8_lossy(&leute[1].roh).into_owned();
    assert_eq!(cards_in(&text), cards_in(alles), "no card hides in telnet");
    haus.ledger_is_even();
    haus.close();
}

#[test]
fn who_leaves_a_running_table_is_asked_first() {
    let mut haus = Haus::open();
    let mut k = haus.klient().neu("Anna").zu_oleg();
    allein_los(&mut k);
    let befehl = naechster_befehl(&mut k).unwrap();
    k.tippe(&befehl);
    k.warte("Runde 1 von 5");
    naechster_befehl(&mut k);
    let asked = k.frage("ende");
    assert!(asked.contains("Das Spiel läuft noch") && asked.contains("2500 Taler"), "{asked}");
    assert_eq!(k.frage("nein"), "Gut, dann nicht.\n");
    assert!(k.frage("was kann ich").contains("ansage"), "still on: {}", k.alles());
    k.tippe("ende");
    k.warte("Mit ja stehst Du auf.");
    k.tippe("ja");
    let last = k.ende();
    assert!(last.contains("Auf Wiedersehen"), "{last}");
    // The stake is gone, the seat is free, the house is even.
    let mut k = haus.klient();
    k.zurueck("Anna");
    assert_eq!(k.frage("geld"), "Du hast 7500 Taler.\n");
    k = k.zu_oleg();
    allein_los(&mut k);
    let befehl = naechster_befehl(&mut k).unwrap();
    k.tippe(&befehl);
    k.warte("Runde 1 von 5");
    k.tippe("ende sofort");
    let last = k.ende();
    assert!(last.contains("Auf Wiedersehen") && !last.contains("Mit ja"), "{last}");
    haus.ledger_is_even();
    haus.close();
}
