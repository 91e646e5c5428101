//! The media against each other: what is shown, what is never shown, and that all views say the
//! same.

use proptest::collection::vec;
use proptest::prelude::*;
use unicode_width::UnicodeWidthStr;

use super::*;
use crate::zeile;

fn karte(wort: &str) -> Kartenbild {
    let bild = ["+7---+", "| /\\ |", "+----+"].map(String::from).to_vec();
    Kartenbild { wort: wort.into(), bild }
}

fn ansicht(art: Art, breite: Option<u16>) -> Ansicht {
    Ansicht { breite, ..Ansicht::neu(art) }
}

fn all_views() -> Vec<Ansicht> {
    let mut views = Vec::new();
    for art in [Art::Normal, Art::Grafik, Art::Leser] {
        for farbe in [false, true] {
            for spalten in [false, true] {
                views.push(Ansicht { farbe, spalten, ..Ansicht::neu(art) });
            }
        }
    }
    views
}

fn without_colour(text: &str) -> String {
    let mut out = String::new();
    for (i, piece) in text.split('\x1b').enumerate() {
        out.push_str(if i == 0 {
            piece
        } else {
            piece.split_once('m').expect("an SGR sequence").1
        });
    }
    out
}

fn punkte_tabelle() -> Block {
    let row = |r: [&str; 4]| r.map(String::from).to_vec();
    Block::Tabelle {
        titel: "Runde 7 vorbei.".into(),
        kopf: row(["Name", "gemacht", "Punkt|Punkte", "gesamt:"]),
        zeilen: vec![row(["Du", "3", "20", "61"]), row(["Elena", "1", "1", "-5"])],
    }
}

#[test]
fn a_table_is_columns_for_the_eye_and_sentences_for_the_ear() {
    assert_eq!(
        render(&[punkte_tabelle()], &Ansicht::default()),
        "Runde 7 vorbei.\n\
         Name   gemacht  Punkte  gesamt\n\
         Du           3      20      61\n\
         Elena        1       1      -5\n"
    );
    let heard = "Runde 7 vorbei.\n\
         Du: 3 gemacht, 20 Punkte, gesamt 61.\n\
         Elena: 1 gemacht, 1 Punkt, gesamt minus 5.\n";
    assert_eq!(render(&[punkte_tabelle()], &Ansicht::neu(Art::Leser)), heard);
    let without_columns = Ansicht { spalten: false, ..Ansicht::default() };
    assert_eq!(render(&[punkte_tabelle()], &without_columns), heard.replace("minus ", "-"));
    let narrow = render(&[punkte_tabelle()], &ansicht(Art::Normal, Some(20)));
    assert!(narrow.contains("Elena: 1 gemacht, 1\n"), "{narrow}");
}

#[test]
fn cards_are_words_and_drawn_only_with_graphics() {
    let block =
        Block::Karten { titel: "Dein Blatt, 3 Karten".into(), karten: vec![karte("Herz 7"); 3] };
    let words = "Dein Blatt, 3 Karten: Herz 7, Herz 7, Herz 7.\n";
    assert_eq!(render(std::slice::from_ref(&block), &Ansicht::default()), words);
    assert_eq!(render(std::slice::from_ref(&block), &Ansicht::neu(Art::Leser)), words);
    let drawn = render(std::slice::from_ref(&block), &ansicht(Art::Grafik, Some(13)));
    let rows = "+7---+ +7---+\n| /\\ | | /\\ |\n+----+ +----+\n+7---+\n| /\\ |\n+----+\n";
    assert!(drawn.ends_with(rows), "{drawn}");
    assert_eq!(drawn.matches("Herz 7").count(), 3);
}

#[test]
fn lines_break_between_cards_not_inside() {
    let satz = Block::Satz(zeile!["Dein Blatt: ", karte("Herz Dame"), ", ", karte("Karo As"), "."]);
    assert_eq!(
        render(&[satz], &ansicht(Art::Normal, Some(18))),
        "Dein Blatt:\nHerz Dame,\nKaro As.\n"
    );
}

#[test]
fn a_question_stays_open_and_is_closed_by_what_follows() {
    let frage = Block::Frage("Wie heißt Du?".into());
    for art in [Art::Normal, Art::Grafik, Art::Leser] {
        let view = Ansicht::neu(art);
        assert_eq!(render(std::slice::from_ref(&frage), &view), "Wie heißt Du? ");
        let both = render(&[frage.clone(), Block::satz("Anna kommt.")], &view);
        assert_eq!(both, "Wie heißt Du?\nAnna kommt.\n");
    }
}

#[test]
fn colour_closes_at_every_line_end() {
    let name = Teil::Name("Anna Berta Carla".into());
    let view = Ansicht { farbe: true, ..ansicht(Art::Normal, Some(10)) };
    let text = render(&[Block::Satz(zeile![name])], &view);
    assert_eq!(text, "\x1b[36mAnna Berta\x1b[0m\n\x1b[36mCarla\x1b[0m\n");
}

/// A line is measured in cells; neither colours nor bytes count, and no letter is torn apart.
#[test]
fn lines_of_forty_cells_hold_forty_cells() {
    let umlauts = "Ü".repeat(60);
    let combined = "u\u{308}".repeat(60);
    let wide = "日".repeat(60);
    let words = "Größe über Straße ".repeat(12);
    let view = Ansicht { farbe: true, ..ansicht(Art::Normal, Some(40)) };
    for (text, least) in [(umlauts, 40), (combined, 40), (wide, 40), (words, 30)] {
        let text = text.trim();
        let bright = render(&[Block::Satz(zeile![Teil::Wichtig(text.into())])], &view);
        let plain = without_colour(&bright);
        let lines: Vec<&str> = plain.lines().collect();
        let (last, full) = lines.split_last().unwrap();
        assert!(!full.is_empty() && last.width() <= 40, "{plain}");
        assert!(full.iter().all(|l| (least..=40).contains(&l.width())), "{plain}");
        assert!(lines.iter().all(|l| !l.starts_with('\u{308}')), "{plain}");
        let letters = |t: &str| t.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        assert_eq!(letters(&plain), letters(text));
        assert!(bright.lines().all(|l| l.ends_with("\x1b[0m")), "{bright:?}");
    }
}

#[test]
fn the_ear_hears_neither_rulers_nor_spelled_words_nor_signs() {
    let say = |t: &str| render(&[Block::satz(t)], &Ansicht::neu(Art::Leser));
    assert_eq!(say("-----  Ende  -----"), "- Ende -\n");
    assert_eq!(say("A C H T U N G, Hmm..."), "ACHTUNG, Hmm.\n");
    assert_eq!(say("Dein Blatt: B, U, M"), "Dein Blatt: B, U, M\n");
    assert_eq!(say("\u{2660} 7 und \u{2666}"), "Pik 7 und Karo\n");
    assert_eq!(say("\u{1f600}\u{1f600}"), "(Bildzeichen)\n");
    assert_eq!(say("\u{2500}\u{2502}  "), "");
}

#[test]
fn what_a_player_writes_can_steer_no_screen() {
    let rede = Teil::Rede("a\x1b[2Jb\r\nc\u{202e}d\u{9b}31m\x07".into());
    for view in all_views() {
        let text = render(&[Block::Satz(zeile![rede.clone()])], &view);
        assert_eq!(text.lines().count(), 1);
        assert!(!text.contains(['\x1b', '\r', '\x07', '\u{202e}', '\u{9b}']), "{text:?}");
    }
}

#[test]
fn pictures_stand_only_with_graphics_and_their_words_everywhere() {
    let bild = Absatz::Bild { zeilen: vec!["/\\".into(), "\\/".into()], worte: "Karo".into() };
    let prosa =
        Block::Prosa(vec![Absatz::Titel("Farben".into()), bild, Absatz::Text("Ende".into())]);
    let show = |art| render(std::slice::from_ref(&prosa), &Ansicht::neu(art));
    assert_eq!(show(Art::Normal), "Farben\n\nKaro\n\nEnde\n");
    assert_eq!(show(Art::Grafik), "Farben\n\n/\\\n\\/\nKaro\n\nEnde\n");
    assert_eq!(show(Art::Leser), "Farben\nKaro\nEnde\n");
}

#[test]
fn each_length_has_its_own_words() {
    let one = |t: &str| vec![Block::satz(t)];
    let block = Block::Fassung { mehr: one("mehr"), normal: one("normal"), knapp: one("knapp") };
    let show =
        |laenge| render(std::slice::from_ref(&block), &Ansicht { laenge, ..Ansicht::default() });
    assert_eq!(show(Laenge::Ausfuehrlich), "normal\nmehr\n");
    assert_eq!(show(Laenge::Normal), "normal\n");
    assert_eq!(show(Laenge::Knapp), "knapp\n");
}

/// Parts whose words must be in every view, and parts with anything in them.
fn teil() -> impl Strategy<Value = Teil> {
    prop_oneof![
        any::<String>().prop_map(Teil::Text),
        any::<String>().prop_map(Teil::Wichtig),
        "[-=*. A-Z\u{2500}-\u{27bf}\u{1f600}-\u{1f610}\u{300}\u{3040}-\u{3050}]{0,30}"
            .prop_map(Teil::Rede),
        "[A-Za-zäöüß]{3,11}".prop_map(Teil::Name),
        "(Karo|Herz|Pik|Kreuz) (7|10|As|König)".prop_map(|w| Teil::Karte(karte(&w))),
        any::<i64>().prop_map(Teil::Zahl),
        "[a-z]{3,8} [a-zäöü0-9]{1,6}".prop_map(Teil::Befehl),
    ]
}

fn zeile() -> impl Strategy<Value = Zeile> {
    vec(teil(), 0..8).prop_map(Zeile)
}

fn kartenbild() -> impl Strategy<Value = Kartenbild> {
    "(Karo|Herz) (7|10|As|Dame)".prop_map(|w| karte(&w))
}

fn block() -> impl Strategy<Value = Block> {
    let text = || any::<String>();
    prop_oneof![
        zeile().prop_map(Block::Satz),
        (zeile(), vec(kartenbild(), 0..9))
            .prop_map(|(titel, karten)| Block::Karten { titel, karten }),
        (zeile(), vec(zeile(), 0..4))
            .prop_map(|(titel, eintraege)| Block::Liste { titel, eintraege }),
        (zeile(), vec(text(), 0..5), vec(vec(text(), 0..5), 0..4))
            .prop_map(|(titel, kopf, zeilen)| Block::Tabelle { titel, kopf, zeilen }),
        (vec(("[A-Z][a-zäöü]{2,10}", proptest::option::of(kartenbild())), 0..5)).prop_map(
            |sitze| {
                let mut worte = Zeile::new();
                for (name, karte) in &sitze {
                    worte.push(Teil::Name(name.clone()));
                    worte.push(" ");
                    worte.0.extend(karte.clone().map(Teil::Karte));
                }
                let kopf = Zeile::from("Auf dem Tisch:");
                Block::Tischbild(Tischbild { kopf: kopf.clone(), ueberschrift: kopf, sitze, worte })
            }
        ),
        zeile().prop_map(|z| Block::Prosa(vec![Absatz::Text(z.clone()), Absatz::Text(z)])),
        text().prop_map(|worte| {
            Block::Prosa(vec![
                Absatz::Titel(worte.clone()),
                Absatz::Bild { zeilen: vec![worte.clone()], worte },
            ])
        }),
        zeile().prop_map(Block::Frage),
    ]
}

/// The words of all parts that are facts.
fn ereignis(text: &str, im_zug: bool) -> Block {
    Block::Ereignis { zeile: text.into(), im_zug }
}

#[test]
fn what_several_do_is_one_line_for_the_ear_and_one_each_for_the_eye() {
    let moves = ["Vladim spielt Herz 9.", "Elena spielt Herz As.", "Elena gewinnt Stich 1."];
    let mut blocks: Vec<Block> = moves.iter().map(|m| ereignis(m, false)).collect();
    blocks.push(Block::satz("Du bist dran."));
    let lines = |art| render(&blocks, &ansicht(art, None));
    assert_eq!(lines(Art::Normal), moves.join("\n") + "\nDu bist dran.\n");
    assert_eq!(lines(Art::Leser), moves.join(" ") + "\nDu bist dran.\n");
}

#[test]
fn a_line_of_events_is_no_longer_than_a_breath() {
    let long = "Vladim erzählt dazu eine Geschichte, die kein Ende nehmen will, und alle warten.";
    let blocks = vec![ereignis(long, false); 5];
    let text = render(&blocks, &ansicht(Art::Leser, None));
    let lengths: Vec<usize> = text.lines().map(|l| l.chars().count()).collect();
    assert_eq!(text.matches(long).count(), 5);
    assert!(lengths.len() == 3 && lengths.iter().all(|n| *n <= 240), "{lengths:?}");
    let longest = ereignis(&"sehr ".repeat(100), false);
    assert_eq!(render(&[longest], &ansicht(Art::Leser, None)).lines().count(), 1);
}

#[test]
fn a_number_below_zero_is_said_with_its_word() {
    let blocks = [Block::satz(zeile!["Du hast -5 Punkte, ", Teil::Befehl("setze -5".into()), "."])];
    let ear = "Du hast minus 5 Punkte, setze -5.\n";
    assert_eq!(render(&blocks, &ansicht(Art::Leser, None)), ear);
    assert!(render(&blocks, &ansicht(Art::Normal, None)).starts_with("Du hast -5 Punkte"));
}

#[test]
fn what_is_for_the_ear_alone_the_eye_does_not_see() {
    let blocks = [Block::Auge("1f2e3d".into()), Block::Ohr("Drei Karten sind offen.".into())];
    assert_eq!(render(&blocks, &ansicht(Art::Leser, None)), "Drei Karten sind offen.\n");
    assert_eq!(render(&blocks, &ansicht(Art::Normal, None)), "1f2e3d\n");
}

/// Only what stands directly in front of the question is told again by it: a trick that is over is not.
#[test]
fn the_ear_hears_once_what_the_question_tells_again() {
    let over = [ereignis("Vladim spielt Pik 9.", true), ereignis("Vladim gewinnt.", false)];
    let open = [ereignis("Elena spielt Herz 7.", true), ereignis("Sergej spielt Herz 8.", true)];
    let turn = Block::satz("Du bist dran: Elena Herz 7, Sergej Herz 8.");
    let mut all = [&over[..], &open[..], std::slice::from_ref(&turn)].concat();
    ohne_wiederholung(&mut all);
    assert_eq!(all, [&over[..], std::slice::from_ref(&turn)].concat());
    let mut none = vec![turn.clone()];
    ohne_wiederholung(&mut none);
    assert_eq!(none, [turn]);
}

fn facts(block: &Block) -> Vec<String> {
    let of = |z: &Zeile| -> Vec<String> {
        let fact = |t: &&Teil| {
            matches!(t, Teil::Name(_) | Teil::Karte(_) | Teil::Zahl(_) | Teil::Befehl(_))
        };
        z.0.iter().filter(fact).map(Teil::wortlaut).collect()
    };
    let words = |k: &[Kartenbild]| k.iter().map(|k| k.wort.clone()).collect::<Vec<_>>();
    match block {
        Block::Satz(z) | Block::Frage(z) | Block::Auge(z) => of(z),
        Block::Ereignis { zeile, .. } => of(zeile),
        Block::Karten { titel, karten } => [of(titel), words(karten)].concat(),
        Block::Liste { titel, eintraege } => {
            std::iter::once(titel).chain(eintraege).flat_map(of).collect()
        }
        Block::Tabelle { titel, .. } => of(titel),
        Block::Tischbild(t) => of(&t.worte),
        Block::Prosa(absaetze) => {
            let text = |a: &Absatz| if let Absatz::Text(z) = a { of(z) } else { Vec::new() };
            absaetze.iter().flat_map(text).collect()
        }
        Block::Ohr(_) | Block::Fassung { .. } => Vec::new(),
    }
}

proptest! {
    #[test]
    fn no_line_is_wider_than_the_screen(blocks in vec(block(), 1..4), breite in 10u16..100) {
        for view in all_views() {
            if view.art == Art::Leser {
                continue;
            }
            let text = without_colour(&render(&blocks, &Ansicht { breite: Some(breite), ..view }));
            for line in text.lines() {
                prop_assert!(line.width() <= usize::from(breite), "{line:?}");
            }
        }
    }

    #[test]
    fn every_view_says_the_same(blocks in vec(block(), 1..4)) {
        let wanted: Vec<String> = blocks.iter().flat_map(facts).collect();
        for view in all_views() {
            let text = without_colour(&render(&blocks, &view)).replace("minus ", "-");
            for fact in &wanted {
                prop_assert!(text.contains(fact), "{fact:?} is missing in {view:?}: {text:?}");
            }
        }
    }

    #[test]
    fn the_reader_hears_calm_lines_only(blocks in vec(block(), 1..4)) {
        let text = render(&blocks, &Ansicht::neu(Art::Leser));
        prop_assert!(!text.contains("  "), "{text:?}");
        for line in text.lines() {
            prop_assert!(!line.is_empty());
            let letters: Vec<char> = line.chars().collect();
            let run = letters.windows(3).find(|w| {
                !w[0].is_alphanumeric() && w[0] == w[1] && w[1] == w[2]
            });
            prop_assert!(run.is_none(), "{line:?}");
            prop_assert!(!line.contains(|c| ('\u{2500}'..='\u{27bf}').contains(&c)), "{line:?}");
        }
    }

    #[test]
    fn control_bytes_are_line_ends_and_wanted_colour_only(blocks in vec(block(), 1..4)) {
        for view in all_views() {
            let text = render(&blocks, &view);
            if !view.farbe {
                prop_assert!(!text.contains('\x1b'));
            }
            let plain = without_colour(&text);
            prop_assert!(!plain.contains(|c: char| c.is_control() && c != '\n'));
            for line in text.lines() {
                let closed = line.matches("\x1b[0m").count();
                prop_assert_eq!(line.matches("\x1b[").count(), closed * 2);
            }
        }
    }
}

#[test]
fn the_palette_decides_what_has_which_colour() {
    let block = Block::Satz(crate::zeile![Teil::Name("Anna".into()), " sagt ja."]);
    let farben = Farben { namen: Some(31), ..Farben::default() };
    let red = Ansicht { farbe: true, farben, ..Ansicht::default() };
    assert_eq!(render(std::slice::from_ref(&block), &red), "\u{1b}[31mAnna\u{1b}[0m sagt ja.\n");
    let none = Farben { namen: None, ..farben };
    let plain = Ansicht { farben: none, ..red };
    assert_eq!(render(&[block], &plain), "Anna sagt ja.\n");
}

#[test]
fn the_same_cards_twice_at_once_are_shown_once_and_last() {
    let hand = || Block::Karten { titel: "Dein Blatt".into(), karten: vec![karte("Herz 7")] };
    let turn = |blocks: Vec<Block>| Block::Fassung {
        mehr: Vec::new(),
        knapp: blocks.clone(),
        normal: blocks,
    };
    let blocks = [hand(), turn(vec![Block::satz("Du bist dran."), hand()])];
    for laenge in [Laenge::Knapp, Laenge::Normal, Laenge::Ausfuehrlich] {
        let text = render(&blocks, &Ansicht { laenge, ..Ansicht::neu(Art::Leser) });
        assert_eq!(text, "Du bist dran.\nDein Blatt: Herz 7.\n");
    }
}
