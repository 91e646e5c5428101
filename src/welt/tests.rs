//! The shipped data holds together, and each kind of slip is found with its line.

use super::*;
use crate::satz::Satz;
use crate::text::Zeile;

const IDS: [&str; 3] = ["russisch", "miwin", "word"];

fn info(id: &str) -> Option<GameInfo> {
    const STUFEN: [Stufe; 3] = [Stufe::Leicht, Stufe::Mittel, Stufe::Stark];
    let game = |plaetze, kasse| GameInfo { plaetze, kasse, stufen: &STUFEN };
    match id {
        "russisch" => Some(game(4..=4, Kasse::Einsatz)),
        "miwin" => Some(game(2..=5, Kasse::Steine)),
        "word" => Some(game(2..=8, Kasse::Steine)),
        _ => None,
    }
}

/// Stands in for the games: takes a few of their keys.
fn rules(id: &str, k: &mut Schluessel<'_>, vorrat: &Vorrat) -> bool {
    match id {
        "russisch" => {
            k.zahl("haus_promille", 0, 0..=1000);
            k.wahl("runden_wahl", &["gruender"], 0);
            k.ja("freunde_bieten", true);
            for key in ["runden_standard", "runden_min", "runden_max"] {
                k.zahl(key, 18, 1..=18);
            }
            for key in ["einsatz_min", "einsatz_max", "freunde_gebot"] {
                k.zahl(key, 1, 1..=1_000_000);
            }
        }
        "miwin" => {
            k.zahl("betrag", 10, 1..=1000);
            k.zahl("chips_kauf", 200, 1..=1000);
            k.zahl("grundeinsatz", 0, 0..=1000);
        }
        "word" => {
            for key in ["grundeinsatz", "minimum", "maximum", "anzweifeln_sek", "zaehlsteine"] {
                k.zahl(key, 1, 0..=1000);
            }
            k.text_oder_nichts("kartensatz");
            let list = k.text_oder_nichts("woerterbuch").unwrap_or_default();
            assert!(vorrat.get(&list).is_some(), "word lists are handed to the game");
        }
        _ => return false,
    }
    true
}

fn load(quellen: &Quellen) -> Result<Welt, Vec<Fault>> {
    Welt::load(quellen, Spielkunde { info: &info, regeln: &rules, ids: &IDS })
}

fn shipped() -> Quellen {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    dateien::read_folder(&root).0
}

/// The smallest world that loads, with some files put in or replaced.
fn small(files: &[(&str, &str)]) -> Quellen {
    let base = [
        ("raeume/halle.toml", "name = \"Halle\"\nbeschreibung = \"Leer.\"\nstart = true\n"),
        ("kurier.toml", "[[kanal]]\nnr = 3\nname = \"Spieltische\"\nbeschreibung = \"x\"\n"),
        ("texte/begruessung.txt", "Willkommen.\n"),
        ("texte/regeln_russisch.txt", "Regeln.\n"),
        ("freunde/vladim.toml", "name = \"Vladim\"\n"),
        ("freunde/elena.toml", "name = \"Elena\"\n"),
        ("freunde/sergej.toml", "name = \"Sergej\"\n"),
        ("erfahrung/russisch.toml", "[[stufen]]\nab = 0\ntext = \"Da.\"\n"),
    ];
    let all = base.iter().chain(files);
    Quellen(all.map(|(p, t)| (p.to_string(), Quelle::new(*p, *t))).collect())
}

/// The one fault of a small world: file, line, and sentence with hint.
#[track_caller]
fn fault(path: &str, text: &str) -> (String, usize, String) {
    let faults = load(&small(&[(path, text)])).unwrap_err();
    assert_eq!(faults.len(), 1, "{faults:#?}");
    let f = &faults[0];
    (f.file.clone(), f.line, format!("{} {}", f.what, f.hint))
}

/// A hall with more lines; they begin at line 4.
fn hall(more: &str) -> String {
    format!("name = \"Halle\"\nbeschreibung = \"Leer.\"\nstart = true\n{more}")
}

/// Expects one fault in the hall at this line, with these words.
#[track_caller]
fn hall_fault(more: &str, line: usize, words: &str) {
    check("raeume/halle.toml", &hall(more), line, words);
}

/// Expects one fault in this file at this line, with these words.
#[track_caller]
fn check(path: &str, text: &str, line: usize, words: &str) {
    let (file, at, said) = fault(path, text);
    assert_eq!((file.as_str(), at), (path, line), "{said}");
    assert!(said.contains(words), "{said}");
}

const TISCH: &str = "[[tisch]]\nspiel = \"russisch\"\n";
const DREI: &str = "freunde = [\"vladim\", \"elena\", \"sergej\"]\n";

#[test]
fn the_shipped_data_is_sound() {
    let welt = load(&shipped()).unwrap_or_else(|f| {
        panic!("{}", f.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
    });
    assert!(welt.warnungen.is_empty(), "{:#?}", welt.warnungen);
    assert_eq!(welt.start, "theater");
    let way = |from: &str, word: &str| welt.raeume[from].ausgang(word).map(|a| a.ziel.as_str());
    assert_eq!(way("theater", "theatercafe"), Some("theatercafe"));
    assert_eq!(way("theater", "Theatercafé"), Some("theatercafe"));
    assert_eq!(way("theatercafe", "r"), Some("olegs_keller"));
    assert_eq!(way("olegs_keller", "h"), Some("theatercafe"));
    let tisch = &welt.raeume["olegs_keller"].tische[0];
    assert_eq!((tisch.spiel.as_str(), tisch.plaetze), ("russisch", 4));
    assert_eq!(tisch.schluessel().zahl("freunde_gebot", 0, 0..=9999), 2500);
    assert!(welt.regeln("russisch").is_some());
    assert!(welt.hausnamen().any(|n| n == "oleg") && welt.hausnamen().any(|n| n == "vladim"));
}

#[test]
fn the_tables_of_the_other_two_games_are_set() {
    let welt = load(&shipped()).unwrap();
    let stube = &welt.raeume["wiener_stube"].tische;
    assert_eq!(stube.len(), 2);
    assert_eq!(stube[0].taler_je_stein, Some(10));
    assert_eq!(stube[1].schluessel().zahl("grundeinsatz", 0, 0..=9), 1);
    let lesezimmer = &welt.raeume["lesezimmer"].tische[0];
    assert_eq!(lesezimmer.schluessel().zahl("zaehlsteine", 0, 0..=99), 50);
}

#[test]
fn oleg_explains_the_game_when_he_is_asked_in_the_words_of_the_house() {
    let welt = load(&shipped()).unwrap();
    let oleg = welt.raeume["olegs_keller"].person(&["oleg"]).unwrap();
    for said in ["erklaer mir das spiel", "Oleg, erklär mir bitte das Spiel!", "erkläre die Regeln"]
    {
        let answer = oleg.antwort(&Satz::new(&format!("sage {said}")), Anrede::Gesagt).unwrap();
        assert!(answer.text.portionen.len() >= 5, "{said}");
    }
    let round = Satz::new("sage noch eine Runde?");
    assert!(oleg.antwort(&round, Anrede::Gesagt).is_none());
    assert!(oleg.antwort(&round, Anrede::Gefragt).is_some());
    assert!(oleg.antwort(&Satz::new("sage oleg, noch eine runde?"), Anrede::Gesagt).is_some());
}

#[test]
fn the_greeting_names_the_reader_mode_first() {
    let text = shipped().0["texte/begruessung.txt"].text.clone();
    assert!(text.lines().next().unwrap().contains("leser"));
}

/// The ladder of regeln.md R24 with the words of the house.
#[test]
fn the_ladder_of_oleg_has_its_nine_rungs() {
    let welt = load(&shipped()).unwrap();
    let ab: Vec<i64> = welt.leitern["russisch"].sprossen.iter().map(|s| s.ab).collect();
    assert_eq!(ab, [0, 1, 3, 6, 10, 15, 21, 28, 45]);
    let top = Erfahrung { spiele: 50, punkte: 45 };
    let satz = welt.leitern["russisch"].satz(top).map(Zeile::wortlaut);
    assert_eq!(satz.as_deref(), Some("Du hast bei Olegs Pokerrunde alle abgezockt."));
    let ende = welt.kurier.meldungen["russisch"].ende.as_ref().unwrap();
    assert_eq!(ende.roh(), "<Spieler> hat bei Olegs Pokerrunde alle abgezockt.");
    assert_eq!(
        ende.fill(&[("Spieler", "Anna")]).wortlaut(),
        "Anna hat bei Olegs Pokerrunde alle abgezockt."
    );
}

#[test]
fn help_is_found_by_any_word_for_it() {
    let welt = load(&shipped()).unwrap();
    for (word, page) in [
        ("blind", "leser"),
        ("Abkürzungen", "abkuerzungen"),
        ("quit", "ende"),
        ("farbe", "ausgabe"),
    ] {
        assert_eq!(welt.hilfe.seite(word).map(|s| s.id.as_str()), Some(page), "{word}");
    }
    assert_eq!(welt.hilfe.nearest("kuriir"), Some("kurier"));
}

#[test]
fn the_kurier_channel_is_found_by_number_or_beginning() {
    let welt = load(&shipped()).unwrap();
    let find = |w| welt.kurier.kanal(w).map(|k| k.name.as_str());
    assert_eq!(find("9"), Some("Brüllen"));
    assert_eq!(find("bruell"), Some("Brüllen"));
    assert_eq!(find("pl"), Some("Plausch"));
    assert_eq!(find(""), None);
    assert!(!welt.kurier.spieltische().offen);
}

#[test]
fn exits_people_and_things_are_found_by_what_players_type() {
    let welt = load(&shipped()).unwrap();
    let cafe = &welt.raeume["theatercafe"];
    for typed in ["nach unten", "die treppe hinunter", "in den keller", "zu oleg"] {
        let worte = Satz::new(typed);
        let exit = cafe.ausgang_aus(&worte.alle_worte());
        assert_eq!(exit.map(|a| a.ziel.as_str()), Some("olegs_keller"), "{typed}");
    }
    assert!(cafe.ausgang("norden").is_none());
    assert_eq!(cafe.detail(&["messing"]).unwrap().name, "Kaffeemaschine");
    assert_eq!(cafe.person(&["barkeeper"]).unwrap().name, "Kasimir");
    let stube = &welt.raeume["wiener_stube"];
    assert_eq!(stube.detail(&["drei", "wuerfel"]).unwrap().name, "Glassturz");
}

#[test]
fn sayings_come_by_occasion_and_name_whom_they_mean() {
    let welt = load(&shipped()).unwrap();
    let said = welt.freunde["vladim"].spruch(Anlass::Mutig, 2, "Anna", 0).unwrap().wortlaut();
    assert_eq!(said, "Mutig, Anna. Sehr mutig.");
    for (id, f) in &welt.freunde {
        for (name, anlass) in Anlass::ALLE {
            assert!(f.vorrat(anlass) >= 2, "{id} has next to nothing to say on {name}");
        }
    }
}

/// Each friend has a voice: no two of them ever say the same, and none says one thing on two occasions.
#[test]
fn no_saying_is_said_by_two_friends() {
    let welt = load(&shipped()).unwrap();
    let mut said = BTreeMap::new();
    assert!(welt.freunde.len() >= 8);
    for (id, f) in &welt.freunde {
        for (name, anlass) in Anlass::ALLE {
            for i in 0..f.vorrat(anlass) {
                let words = f.spruch(anlass, i, "Anna", 1).unwrap().wortlaut();
                let before = said.insert(words.clone(), (id, name));
                assert_eq!(before, None, "{words}");
            }
        }
    }
}

#[test]
fn a_regular_is_told_when_they_last_met_in_the_right_case() {
    let welt = load(&shipped()).unwrap();
    let said = |i, days| {
        let f = &welt.freunde["elena"];
        f.spruch(Anlass::WiederGewonnen, i, "Anna", days).unwrap().wortlaut()
    };
    assert!(said(0, 1).starts_with("Anna. Gestern hast Du"), "{}", said(0, 1));
    assert!(said(0, 9).starts_with("Anna. Letzte Woche hast Du"), "{}", said(0, 9));
    assert!(said(1, 2).starts_with("Ah, Anna. Du hast vorgestern gewonnen."), "{}", said(1, 2));
    assert!(said(1, 20).contains("Du hast vor ein paar Wochen gewonnen."), "{}", said(1, 20));
}

#[test]
fn slips_in_sayings_are_found() {
    let fault = |line: &str, what: &str| {
        let toml = format!("name = \"Otto\"\nbeschreibung = \"Wer.\"\n[sprueche]\n{line}\n");
        let faults = load(&small(&[("freunde/otto.toml", &toml)])).unwrap_err();
        let found = faults.iter().any(|f| f.line == 4 && f.to_string().contains(what));
        assert!(found, "{line}: {faults:?}");
    };
    fault("grus = [\"Abend.\"]", "„gruss“");
    fault("gruss = \"Abend.\"", "Liste");
    fault("gruss = [\"\"]", "leer");
    fault("gruss = [\"Abend, <Spiler>.\"]", "<Spieler>");
    fault("gruss = [\"<Wann> war es schön.\"]", "<Wann>");
    fault(&format!("gruss = [\"{}\"]", "la ".repeat(60)), "länger als 160 Zeichen");
}

#[test]
fn the_small_world_loads() {
    let welt = load(&small(&[("raeume/halle.toml", &hall(&format!("{TISCH}{DREI}")))])).unwrap();
    let tisch = &welt.startraum().tische[0];
    assert_eq!((tisch.zeiten.warten_sek, tisch.zeiten.bedenkzeit_sek), (60, 120));
    assert_eq!((tisch.zeiten.gnadenfrist_sek, tisch.zeiten.rueckkehr_sek), (60, 600));
    assert_eq!((tisch.kurier, tisch.taler_je_stein), (KurierArt::Endstufe, None));
}

#[test]
fn slips_in_a_room_are_found_with_their_line() {
    hall_fault("farbe = = 1\n", 4, "ein Gleichheitszeichen zu viel");
    hall_fault("geruhc = \"x\"\n", 4, "Meintest Du „geruch“?");
    hall_fault("[ausgaenge]\nnorden = \"hale\"\n", 5, "Meintest Du „halle“?");
    hall_fault("[ausgaenge]\nnodren = \"halle\"\n", 5, "Meintest Du „norden“?");
    hall_fault("[ausgaenge]\nn = \"halle\"\n", 5, "Schreib „norden“.");
    hall_fault("[ausgaenge]\nnorden = 3\n", 5, "Ein Ausgang führt zu einem Raum.");
    hall_fault("[[detail]]\nname = \"Bild\"\n", 4, "Hier fehlt „text“.");
    hall_fault("[[detail]]\nname = \"Bild\"\ntext = \" \"\n", 6, "steht nichts");
    hall_fault("[[detail]]\nname = \"A\"\ntext = \"Tippe `x.\"\n", 6, "fehlt der zweite");
    hall_fault("[[detail]]\nname = \"A\"\ntext = \"\\u001b[2J\"\n", 6, "Steuerzeichen");
    let twice =
        "[[detail]]\nname = \"Tür\"\ntext = \"x\"\n[[detail]]\nname = \"TUER\"\ntext = \"x\"\n";
    hall_fault(twice, 7, "meint hier schon „Tür“");
}

#[test]
fn slips_in_a_person_are_found_with_their_line() {
    let person = "[[person]]\nname = \"Eva\"\nbeschreibung = \"x\"\n[[person.antwort]]\n";
    hall_fault(&format!("{person}text = \"x\"\n"), 7, "keine Stichworte");
    let file = format!("{person}stichworte = [\"a\"]\ndatei = \"begrussung\"\n");
    hall_fault(&file, 9, "Meintest Du „begruessung“?");
}

#[test]
fn slips_at_a_table_are_found_with_their_line() {
    hall_fault("[[tisch]]\nspiel = \"rusisch\"\n", 5, "Meintest Du „russisch“?");
    hall_fault("[[tisch]]\n", 4, "Hier fehlt „spiel“.");
    hall_fault(&format!("{TISCH}{DREI}bedenkziet_sek = 3\n"), 7, "Meintest Du „bedenkzeit_sek“?");
    hall_fault(&format!("{TISCH}{DREI}haus_promile = 3\n"), 7, "Meintest Du „haus_promille“?");
    hall_fault(&format!("{TISCH}{DREI}haus_promille = 2000\n"), 7, "Erlaubt ist 0 bis 1000.");
    hall_fault(&format!("{TISCH}{DREI}chips_kauf = 3\n"), 7, "„chips_kauf“ gibt es hier nicht");
    hall_fault(&format!("{TISCH}{DREI}plaetze = 5\n"), 7, "Erlaubt ist nur 4.");
    hall_fault(&format!("{TISCH}{DREI}runden_min = 19\n"), 7, "Erlaubt ist 1 bis 18.");
    hall_fault(&format!("{TISCH}{DREI}taler_je_stein = 3\n"), 7, "gibt es hier nicht");
    hall_fault(&format!("{TISCH}{DREI}hinterlegung = false\n"), 7, "schuldig bleiben");
    hall_fault(&format!("{TISCH}{DREI}kurier = \"endstuffe\"\n"), 7, "Meintest Du „endstufe“?");
    hall_fault(&format!("{TISCH}freunde = [\"vladim\", \"elena\"]\n"), 4, "gebraucht werden 3");
    let four = "freunde = [\"vladim\", \"elena\", \"sergej\", \"Serjej\"]\n";
    hall_fault(&format!("{TISCH}{four}"), 6, "Meintest Du „sergej“?");
    let twice = "freunde = [\"vladim\", \"elena\", \"sergej\", \"Elena\"]\n";
    hall_fault(&format!("{TISCH}{twice}"), 6, "zweimal");
    // A game of which one level alone is built.
    let one = |id: &str| info(id).map(|i| GameInfo { stufen: &[Stufe::Mittel], ..i });
    let hall = hall(&format!("{TISCH}{DREI}stufe = \"stark\"\n"));
    let kunde = Spielkunde { info: &one, regeln: &rules, ids: &IDS };
    let faults = Welt::load(&small(&[("raeume/halle.toml", &hall)]), kunde).unwrap_err();
    assert_eq!(faults.len(), 3);
    assert!(faults[0].what.contains("„stark“ von „vladim“ ist für dieses Spiel nicht gebaut"));
    assert_eq!((faults[0].line, faults[0].hint.as_str()), (6, "Möglich ist: mittel."));
}

#[test]
fn slips_in_a_friend_or_a_ladder_are_found_with_their_line() {
    let friend = "freunde/iwan.toml";
    check(friend, "name = \"Iwan\"\nrisiko = 101\n", 2, "Erlaubt ist 0 bis 100.");
    check(friend, "name = \"Iwan\"\nstufe = \"mitel\"\n", 2, "Meintest Du „mittel“?");
    check(friend, "name = \"ELENA\"\n", 1, "heißt schon der Freund");
    let sayings = "name = \"Iwan\"\n[sprueche]\n";
    check(friend, &format!("{sayings}gruhs = [\"x\"]\n"), 3, "Meintest Du „gruss“?");
    check(friend, &format!("{sayings}gruss = [\"<Spiler>\"]\n"), 3, "Meintest Du „<Spieler>“?");
    check(friend, &format!("{sayings}gruss = \"x\"\n"), 3, "in einer Liste");
    let ladder = "erfahrung/russisch.toml";
    let row = "[[stufen]]\nab = 5\ntext = \"x\"\n";
    check(ladder, &format!("{row}{row}"), 4, "Diese Leiter steigt nicht: 5 steht hinter 5.");
    check(ladder, "# leer\n", 0, "keine Stufen");
    check(ladder, "[[stufen]]\ntext = \"x\"\n", 1, "Hier fehlt „ab“.");
    check("erfahrung/schach.toml", row, 0, "Das Spiel „schach“ gibt es nicht.");
}

#[test]
fn slips_in_the_kurier_or_a_help_page_are_found_with_their_line() {
    let channel = "[[kanal]]\nnr = 3\nname = \"Spieltische\"\nbeschreibung = \"x\"\n";
    check("kurier.toml", &format!("{channel}{channel}"), 5, "hat schon der Kanal");
    check("kurier.toml", "# leer\n", 0, "Der Kanal „Spieltische“ fehlt");
    let news = format!("{channel}[meldungen.russisch]\n");
    check("kurier.toml", &format!("{news}ende = \"<Siegr> x\"\n"), 6, "Möglich ist: <Spieler>.");
    check("kurier.toml", &format!("{news}endde = \"x\"\n"), 6, "Meintest Du „ende“?");
    check("hilfe/x.txt", "Titel\nText\n", 0, "#kurz");
    check("hilfe/x.txt", "#kurz a\nText\n", 1, "ihr Titel");
    check("hilfe/x.txt", "Titel\n#kurz a\n#sihe b\n", 3, "Meintest Du „#siehe“?");
    check("hilfe/x.txt", "Titel\n#kurz a\n#siehe y\n", 3, "Die Hilfeseite „y“ gibt es nicht.");
    check("hilfe/x.txt", "Titel\n#kurz a\n\ngut\n\n:bidl\n", 6, "Meintest Du „:bild“?");
    check("texte/leer.txt", "\n", 0, "leer");
}

#[test]
fn names_that_differ_in_case_or_umlaut_only_are_one_name() {
    let (file, _, said) = fault("raeume/HALLE.toml", &hall(""));
    assert_eq!(file, "raeume/halle.toml");
    assert!(said.contains("genauso wie raeume/HALLE.toml"));
    let room = "name = \"x\"\nbeschreibung = \"x\"\n";
    let faults = load(&small(&[("raeume/käfig.toml", room), ("raeume/kaefig.toml", room)]));
    assert_eq!(faults.unwrap_err().len(), 1);
}

#[test]
fn what_only_all_files_together_show_is_found() {
    let room = "name = \"x\"\nbeschreibung = \"x\"\n";
    let said =
        |q: &Quellen| load(q).unwrap_err().iter().map(ToString::to_string).collect::<String>();
    assert!(said(&small(&[("raeume/halle.toml", room)])).contains("keinen Startraum"));
    let two = small(&[("raeume/zimmer.toml", &hall(""))]);
    assert!(said(&two).contains("raeume/zimmer.toml:3:1: Startraum ist schon raeume/halle.toml."));
    for path in ["kurier.toml", "texte/begruessung.txt"] {
        let mut q = small(&[]);
        q.0.remove(path);
        assert!(said(&q).contains(&format!("{path}:0:0: Diese Datei fehlt.")));
    }
    for path in ["texte/regeln_russisch.txt", "erfahrung/russisch.toml"] {
        let mut q = small(&[("raeume/halle.toml", &hall(&format!("{TISCH}{DREI}")))]);
        q.0.remove(path);
        assert!(said(&q).contains(&format!("{path}:0:0: Diese Datei fehlt.")));
    }
}

/// An exit to a room with a broken file is no second fault.
#[test]
fn all_faults_of_all_files_come_at_once_and_in_order() {
    let faults = load(&small(&[
        ("raeume/halle.toml", &hall("[ausgaenge]\nnorden = \"zimmer\"\nosten = \"nirgends\"\n")),
        ("raeume/zimmer.toml", "name = \n"),
        ("freunde/elena.toml", "nmae = \"Elena\"\n"),
    ]))
    .unwrap_err();
    let seen: Vec<(&str, usize)> = faults.iter().map(|f| (f.file.as_str(), f.line)).collect();
    let want = [("freunde/elena.toml", 1), ("raeume/halle.toml", 6), ("raeume/zimmer.toml", 1)];
    assert_eq!(seen, want);
}

/// What a reader hears may not hang on a drawing, and a drawing has to fit an old screen.
#[test]
fn drawings_are_narrow_and_have_words_nearby() {
    let welt = load(&shipped()).unwrap();
    let mut seen = 0;
    for (id, text) in &welt.texte {
        for a in text.ganz() {
            if let crate::text::Absatz::Bild { zeilen, .. } = a {
                seen += 1;
                assert!(zeilen.iter().all(|z| z.len() <= 72), "{id}");
            }
        }
    }
    assert_eq!(seen, 2);
    let rules = welt.regeln("russisch").unwrap().ganz();
    let words = rules.iter().find_map(|a| match a {
        crate::text::Absatz::Bild { worte, .. } => Some(worte.as_str()),
        _ => None,
    });
    for suit in ["Karo", "Herz", "Pik", "Kreuz"] {
        assert!(words.unwrap().contains(suit));
    }
}

/// Every thing that a description sends people to look at or to read can be looked at or read.
#[test]
fn commands_in_room_texts_find_what_they_name() {
    let welt = load(&shipped()).unwrap();
    let mut tried = 0;
    for raum in welt.raeume.values() {
        let texts = raum.beschreibung.iter().chain(raum.details.iter().flat_map(|d| &d.text));
        for a in texts {
            let crate::text::Absatz::Text(z) = a else { continue };
            for teil in &z.0 {
                let crate::text::Teil::Befehl(b) = teil else { continue };
                let satz = Satz::new(b);
                if let ["lies", thing] = satz.worte()[..] {
                    tried += 1;
                    let found = raum.detail(&[thing]);
                    assert!(found.is_some_and(|d| !d.schrift.is_empty()), "{}: {b}", raum.id);
                }
            }
        }
    }
    assert!(tried >= 4);
}
