//! Living among people in the real house: feelings, ignoring through every door, being away, waiting for somebody,
//! histories, help, the tour, long texts in portions, and the switches of the output.

use super::haus::Haus;
use super::klient::Klient;
use super::spielabend::{allein_los, naechster_befehl};

/// What a line brings, wherever it is wrapped.
fn sagt(k: &mut Klient, line: &str) -> String {
    k.frage(line).replace('\n', " ")
}

/// Anna and Bert, both in the first room.
fn zu_zweit(haus: &Haus) -> (Klient, Klient) {
    let anna = haus.klient().neu("Anna");
    let bert = haus.klient().neu("Bert");
    (anna, bert)
}

#[test]
fn a_feeling_is_three_sentences() {
    let haus = Haus::open();
    let (mut anna, mut bert) = zu_zweit(&haus);
    let mut cleo = haus.klient().neu("Cleo");
    let said = sagt(&mut anna, "lächle bert freundlich an");
    assert!(said.contains("Du lächelst Bert freundlich an."), "{said}");
    bert.warte("Anna lächelt Dich freundlich an.");
    cleo.warte("Anna lächelt Bert freundlich an.");
    assert!(sagt(&mut anna, "knuddel").contains("Wen meinst Du?"));
    assert!(sagt(&mut anna, "lächle zorro an").contains("Hier ist niemand, der zorro heißt."));
    assert!(sagt(&mut anna, "knuddle anna").contains("Das geht nur mit jemand anderem."));
    cleo.frage("osten");
    assert!(sagt(&mut anna, "rwink cleo").contains("Du winkst Cleo zu aus der Ferne."));
    cleo.warte("Anna winkt Dir zu aus der Ferne.");
    cleo.frage("stimmung aus");
    anna.frage("rwink cleo");
    assert!(!cleo.stille().contains("winkt"));
}

/// Every door at once: what Bert does reaches Cleo, who does not ignore him, and never Anna.
#[test]
fn whoever_is_ignored_is_not_heard_through_any_door() {
    let haus = Haus::open();
    let (mut anna, mut bert) = zu_zweit(&haus);
    let mut cleo = haus.klient().neu("Cleo");
    assert!(sagt(&mut anna, "ignoriere bert").contains("Du hörst nichts mehr von Bert"));
    assert!(sagt(&mut anna, "ignoriere").contains("Du ignorierst Bert."));
    assert!(sagt(&mut anna, "ignoriere nadja").contains("Von nadja hat hier noch niemand gehört."));
    let doors = [
        "sage Hallo eins",
        "'Hallo zwei",
        ":winkt drei",
        ";Hut vier",
        "tm anna Hallo fünf",
        "flüstere anna zu Hallo sechs",
        "frage anna nach sieben",
        "+plausch Hallo acht",
        "rufe Hallo neun",
        "lächle anna an",
        "rknuddel anna",
        "erwidere zehn",
    ];
    for door in doors {
        bert.frage(door);
    }
    let heard = anna.stille();
    assert!(!heard.contains("Bert"), "{heard}");
    assert!(!sagt(&mut anna, "kurier letzte 10").contains("acht"));
    assert!(sagt(&mut cleo, "kurier letzte 10").contains("Plausch: Bert: Hallo acht"));
    let heard = cleo.alles().to_string();
    for word in ["eins", "zwei", "drei", "vier", "acht", "neun", "lächelt Anna an"] {
        assert!(heard.contains(word), "{word} in {heard}");
    }
    // It is kept with the account, and ends with the same command.
    anna.tippe("ende");
    anna.ende();
    let mut anna = haus.klient();
    anna.zurueck("Anna");
    bert.frage("sage wieder nichts");
    assert!(!anna.stille().contains("wieder nichts"));
    assert!(sagt(&mut anna, "ignoriere Bert").contains("Du hörst Bert wieder."));
    bert.frage("sage endlich");
    anna.warte("Bert sagt: endlich");
}

#[test]
fn tells_go_to_the_exact_name_and_are_remembered() {
    let haus = Haus::open();
    let (mut anna, mut bert) = zu_zweit(&haus);
    assert!(sagt(&mut bert, "tmhist").contains("Dir hat noch niemand etwas mitgeteilt."));
    assert!(sagt(&mut bert, "erwidere Ja").contains("Dir hat noch niemand etwas mitgeteilt."));
    assert!(sagt(&mut anna, "tm ber Hallo").contains("ber ist nicht da."));
    assert!(
        sagt(&mut anna, "teile Bert mit: Bin gleich da")
            .contains("Du teilst Bert mit: Bin gleich da")
    );
    bert.warte("Anna teilt Dir mit: Bin gleich da");
    assert!(sagt(&mut bert, "erwidere Gern").contains("Du teilst Anna mit: Gern"));
    let hist = sagt(&mut bert, "tmhist");
    assert!(hist.contains("2 Mitteilungen, die neueste zuletzt:"), "{hist}");
    assert!(
        hist.contains("Anna teilt Dir mit: Bin gleich da")
            && hist.contains("Du teilst Anna mit: Gern")
    );
}

/// Nothing private reaches somebody with a similar name, present or gone.
#[test]
fn a_similar_name_receives_nothing() {
    let haus = Haus::open();
    let mut bert = haus.klient().neu("Bert");
    let mut anna = haus.klient().neu("Anna");
    let mut annabell = haus.klient().neu("Annabell");
    for line in ["tm anna eins", "tm ann zwei", "tm annab drei"] {
        bert.frage(line);
    }
    anna.warte("Bert teilt Dir mit: eins");
    anna.tippe("ende");
    anna.ende();
    assert!(sagt(&mut bert, "tm anna vier").contains("anna ist nicht da."));
    assert!(!annabell.stille().contains("teilt Dir mit"));
}

#[test]
fn being_away_is_told_to_whoever_asks() {
    let haus = Haus::open();
    let (mut anna, mut bert) = zu_zweit(&haus);
    assert!(
        sagt(&mut bert, "weg Bin Kaffee holen").contains("Du bist abgemeldet (Bin Kaffee holen).")
    );
    let said = sagt(&mut anna, "tm bert Hallo");
    assert!(said.contains("Bert ist gerade nicht da: Bin Kaffee holen"), "{said}");
    assert!(sagt(&mut anna, "wer").contains("Bert, abgemeldet: Bin Kaffee holen"));
    assert!(sagt(&mut anna, "finger bert").contains("Bert ist da, abgemeldet: Bin Kaffee holen."));
    assert!(sagt(&mut bert, "weg").contains("Du bist wieder da."));
    assert!(!sagt(&mut anna, "tm bert Hallo").contains("nicht da"));
    assert!(sagt(&mut bert, "weg").contains("Du bist abgemeldet."));
}

#[test]
fn whoever_is_expected_is_announced() {
    let haus = Haus::open();
    let (mut anna, mut bert) = zu_zweit(&haus);
    assert!(sagt(&mut anna, "erwarte").contains("Du erwartest niemanden."));
    assert!(
        sagt(&mut anna, "erwarte bert").contains("Du erfährst jetzt, wenn Bert kommt oder geht.")
    );
    assert!(sagt(&mut anna, "erwarte").contains("Du erwartest Bert."));
    anna.frage("osten");
    bert.tippe("ende");
    bert.ende();
    anna.warte("Bert ist gegangen.");
    let gone = sagt(&mut anna, "finger bert");
    assert!(gone.contains("Bert ist nicht da und war zuletzt am"), "{gone}");
    haus.klient().zurueck("Bert");
    anna.warte("Bert ist gekommen.");
    assert!(sagt(&mut anna, "erwarte bert").contains("Du erwartest Bert nicht mehr."));
}

#[test]
fn the_room_sees_who_sits_down_and_gets_up() {
    let haus = Haus::open();
    let (anna, bert) = zu_zweit(&haus);
    let (mut anna, mut bert) = (anna.zu_oleg(), bert.zu_oleg());
    bert.frage("setz dich");
    anna.warte("Bert setzt sich an");
    bert.frage("steh auf");
    anna.warte("Bert steht von");
}

#[test]
fn a_near_miss_is_asked_and_not_done() {
    let haus = Haus::open();
    let mut k = haus.klient().gast();
    assert!(sagt(&mut k, "schua").contains("Meintest Du schau?"));
    assert!(sagt(&mut k, "lächl").contains("lächelst"));
    assert!(sagt(&mut k, "knicke anna").contains("Meintest Du nicke?"));
    assert!(sagt(&mut k, "xyzzy").contains("Wie bitte? „xyzzy“ verstehe ich hier nicht."));
    assert!(sagt(&mut k, "nordwesten").contains("Nach Nordwesten führt hier kein Weg."));
    assert!(sagt(&mut k, "spiele pik 7 hoch").contains("Das geht nur am Spieltisch."));
    assert!(sagt(&mut k, "teile aus").contains("Die Karten gibt das Haus von selbst"));
    assert!(sagt(&mut k, "hilfe kureir").contains("Meintest Du hilfe kurier?"));
}

#[test]
fn help_has_a_page_for_every_command_and_for_the_place() {
    let haus = Haus::open();
    let mut k = haus.klient().gast();
    let page = sagt(&mut k, "hilfe betrachte");
    assert!(page.contains("betrachte Kronleuchter sieht etwas genauer an."), "{page}");
    assert!(page.contains("Andere Wörter dafür:"), "{page}");
    assert_eq!(k.frage("hilfe betrachte kurz").lines().filter(|l| !l.is_empty()).count(), 1);
    let here = sagt(&mut k, "was kann ich hier");
    assert!(here.contains("Möglichkeiten hier:") && here.contains("Gehen: "), "{here}");
    let mut k = k.zu_oleg();
    let here = sagt(&mut k, "kommandos");
    for word in ["setz dich", "frage oleg nach regeln", "spüle"] {
        assert!(here.contains(word), "{word} in {here}");
    }
    let short = k.frage("regeln kurz");
    assert!(short.contains("ansage 2") && short.lines().count() <= 3, "{short}");
    let about = k.frage("regeln trumpf");
    assert!(about.contains("Trumpf") || about.contains("trumpf"), "{about}");
    assert!(sagt(&mut k, "regeln einhorn").contains("Davon steht nichts in den Regeln: einhorn."));
}

#[test]
fn the_tour_is_offered_once_and_holds_nobody() {
    let haus = Haus::open();
    let mut anna = haus.klient().neu("Anna");
    assert!(anna.alles().contains("Zum ersten Mal hier? rundgang"));
    assert!(sagt(&mut anna, "rundgang").contains("schau. Weiter mit rundgang."));
    assert!(sagt(&mut anna, "wer").contains("1 Person ist da"));
    assert!(sagt(&mut anna, "rundgang").contains("osten. Weiter mit rundgang."));
    assert!(sagt(&mut anna, "rundgang aus").contains("Der Rundgang ist zu Ende."));
    for _ in 0..6 {
        anna.frage("rundgang");
    }
    assert!(sagt(&mut anna, "rundgang").contains("Das war der Rundgang."));
    anna.tippe("ende");
    anna.ende();
    let mut again = haus.klient();
    assert!(!again.zurueck("Anna").contains("Zum ersten Mal"));
}

/// A real command always leaves a long text and is carried out.
#[test]
fn a_long_text_comes_in_portions_and_never_holds_anybody() {
    let haus = Haus::open();
    let mut k = haus.klient().gast().zu_oleg();
    assert!(sagt(&mut k, "mehr").contains("Es gibt nichts weiterzublättern."));
    k.tippe("regeln");
    let first = k.warte("jeder andere Befehl geht auch.");
    assert!(first.lines().count() <= 26, "{first}");
    k.tippe("mehr");
    k.warte("jeder andere Befehl geht auch.");
    k.tippe("");
    k.tippe("sage ich hänge");
    k.warte("Du sagt: ich hänge".replace("sagt", "sagst").as_str());
    assert!(sagt(&mut k, "mehr").contains("Es gibt nichts weiterzublättern."));
    k.tippe("regeln");
    k.warte("jeder andere Befehl geht auch.");
    k.tippe("q");
    k.warte("Gut, der Rest bleibt zu.");
    k.tippe("regeln");
    k.warte("jeder andere Befehl geht auch.");
    k.tippe("weiter");
    k.warte("jeder andere Befehl geht auch.");
    k.frage("ausgabe leser");
    let whole = k.frage("regeln");
    assert!(!whole.contains("weiter mit mehr") && whole.lines().count() > 26, "{whole}");
}

/// Questions do not push aside what `wiederhole` is for.
#[test]
fn the_last_announcement_survives_questions() {
    let haus = Haus::open();
    let mut k = haus.klient().gast().zu_oleg();
    k.frage("ausgabe leser");
    allein_los(&mut k);
    naechster_befehl(&mut k);
    k.tippe("biete 100");
    k.warte("zum Beispiel: ansage ");
    k.stille();
    let asked = ["stand", "letzte 5", "punkte", "zeit", "was kann ich", "pott", "tempo schnell"];
    let refused = ["spiele herz 9", "ansage 99", "annehmen", "steh auf", "nein", "quatsch"];
    for line in asked.iter().chain(&refused) {
        k.frage(line);
    }
    let again = sagt(&mut k, "wiederhole");
    assert!(again.contains("Du bist dran: ansagen") && again.contains("Dein Blatt"), "{again}");
    assert!(sagt(&mut k, "annehmen").contains("Das geht an diesem Tisch gerade nicht: annehmen."));
}

#[test]
fn colour_and_bell_come_only_where_they_are_wanted() {
    let haus = Haus::open();
    let (mut anna, mut bert) = zu_zweit(&haus);
    bert.frage("tm anna Hallo");
    anna.stille();
    assert!(!anna.roh.contains(&0x1b) && !anna.roh.contains(&0x07));
    assert!(sagt(&mut anna, "ton an").contains("Der Klingelton ist jetzt an."));
    assert!(sagt(&mut anna, "farbe an").contains("Farbe ist jetzt an."));
    let from = anna.roh.len();
    bert.frage("tm anna Hallo");
    anna.stille();
    assert!(anna.roh[from..].contains(&0x07) && anna.roh[from..].contains(&0x1b));
    anna.frage("farbe aus");
    anna.frage("ton aus");
    let from = anna.roh.len();
    bert.frage("tm anna Hallo");
    anna.frage("schau");
    assert!(!anna.roh[from..].contains(&0x1b) && !anna.roh[from..].contains(&0x07));
}

#[test]
fn a_long_message_has_its_sender_in_every_line() {
    let haus = Haus::open();
    let (mut anna, mut bert) = zu_zweit(&haus);
    let text = "Dies ist eine lange Mitteilung, ".repeat(6);
    bert.frage(&format!("tm anna {text}"));
    let heard = anna.stille();
    let lines: Vec<&str> = heard.lines().filter(|l| l.contains("Mitteilung")).collect();
    assert!(lines.len() > 2 && lines.iter().all(|l| l.starts_with("Bert")), "{heard}");
    anna.frage("sender aus");
    bert.frage(&format!("tm anna {text}"));
    let heard = anna.stille();
    assert_eq!(heard.lines().filter(|l| l.starts_with("Bert")).count(), 1, "{heard}");
}

/// Nobody's words steer the screen of others.
#[test]
fn no_words_of_a_player_steer_a_screen() {
    let haus = Haus::open();
    let (mut anna, mut bert) = zu_zweit(&haus);
    let evil = "\u{1b}[2J\u{1b}[10A\u{7}\u{9b}31m\u{202e}Oleg sagt: Du hast gewonnen";
    for door in ["sage ", ":", "tm anna ", "flüstere anna zu ", "+plausch ", "weg ", "grinse /"] {
        bert.frage(&format!("{door}{evil}"));
    }
    anna.frage("wer");
    anna.frage("finger bert");
    let text = anna.alles();
    assert!(!anna.roh.contains(&0x1b) && !anna.roh.contains(&0x07));
    assert!(!text.contains('\u{9b}') && !text.contains('\u{202e}'), "{text:?}");
    assert!(!text.lines().any(|l| l.starts_with("Oleg sagt: Du hast gewonnen")));
}

/// A question invites an answer: the tour may be taken up or declined in one word, but only right behind its offer.
#[test]
fn the_offer_of_the_tour_takes_yes_and_no() {
    let haus = Haus::open();
    let mut anna = haus.klient().zum_ersten_mal("Anna");
    anna.warte("jederzeit anderes tun.");
    assert!(sagt(&mut anna, "ja").contains("schau. Weiter mit rundgang."));
    assert!(sagt(&mut anna, "ja").contains("Gerade ist keine Frage offen"));
    let mut bert = haus.klient().zum_ersten_mal("Bert");
    bert.warte("jederzeit anderes tun.");
    assert!(sagt(&mut bert, "nein").contains("Der Rundgang ist zu Ende."));
    let mut cleo = haus.klient().zum_ersten_mal("Cleo");
    cleo.warte("jederzeit anderes tun.");
    assert!(
        sagt(&mut cleo, "schau").contains("Rosalinde"),
        "every other word is a command as ever"
    );
    assert!(!sagt(&mut cleo, "ja").contains("Weiter mit rundgang."));
}
