//! The same game in all views: whole seeded games of each kind are played by friends and told to one seat in every
//! view and every length. For the ear nothing is bad to hear, and no view keeps a fact
//! to itself.

use std::collections::BTreeSet;

use rand::SeedableRng;
use rand::rngs::ChaCha12Rng;
use rand::seq::SliceRandom;
use theaterkeller::simulate::read_rules;
use theaterkeller::spiele::miwin::Miwin;
use theaterkeller::spiele::russisch::Russisch;
use theaterkeller::spiele::word::regeln::Word;
use theaterkeller::spiele::{
    Anfang, Auftritt, Awaits, Freund, Kasse, Namen, Out, Platz, Viewer, Vorrat, Wesen,
};
use theaterkeller::text::{Ansicht, Art, Block, Laenge, ohne_wiederholung, render};

use super::probe::{FRAGEN, Probe};

/// One thing that was said at once.
struct Post {
    was: String,
    bloecke: Vec<Block>,
    /// It answers a question, and may be as long as the question is large.
    gefragt: bool,
}

const DEALS: u32 = 6;
const NAMEN: [&str; 4] = ["Anna", "Vladim", "Elena", "Sergej"];

/// The listener is "Du" to the ear and has a name in the picture.
const OTHERS: [&str; 3] = [NAMEN[1], NAMEN[2], NAMEN[3]];

/// A whole game or sitting as the seat or a spectator is told it, with every question asked now and then.
fn evening<S: Freund + Auftritt>(
    vorrat: &Vorrat,
    plaetze: u8,
    ohr: Viewer,
    seed: u64,
) -> Vec<Post> {
    let regeln = read_rules::<S>(&[], vorrat).unwrap();
    let (runden, steine) = match S::KASSE {
        Kasse::Einsatz => (6, vec![None; usize::from(plaetze)]),
        Kasse::Steine => (0, vec![Some(60); usize::from(plaetze)]),
    };
    let anfang = Anfang { plaetze, erster: Platz(1), einsatz: 1000, runden, steine };
    let mut spiel = S::start(&regeln, &anfang);
    let mut rng = ChaCha12Rng::seed_from_u64(seed);
    let du = if let Viewer::Platz(p) = ohr { Some(p) } else { None };
    let namen =
        Namen::new(NAMEN[..usize::from(plaetze)].iter().map(ToString::to_string).collect(), du);
    let (mut out, mut posts, mut deals, mut steps) = (Out::new(), Vec::new(), 0, 0);
    loop {
        match spiel.awaits() {
            Awaits::Over => break,
            Awaits::Pause if deals == DEALS || !spiel.ready() => break,
            Awaits::Deck | Awaits::Pause => {
                deals += 1;
                let mut deck = spiel.deck();
                deck.shuffle(&mut rng);
                spiel.deal(&deck, &mut out);
            }
            Awaits::Zug(set) => {
                let p = set.iter().next().unwrap();
                let view = spiel.view(Viewer::Platz(p));
                if du == Some(p) {
                    let bloecke = S::turn(&view, &namen);
                    posts.push(Post { was: "turn".into(), bloecke, gefragt: false });
                }
                let wesen = Wesen { stufe: S::STUFEN[0], risiko: 60, bluff: 40, ..Wesen::EVEN };
                let zug = S::decide(&view, &wesen, &mut rng);
                spiel.play(p, &zug, &mut out).unwrap_or_else(|_| panic!("{zug}"));
            }
        }
        for event in out.drain() {
            let Some(event) = event.visible_to(ohr) else { continue };
            let im_zug = S::im_zug(event, &spiel.view(Viewer::Zuschauer), du);
            let as_told = |b| match b {
                Block::Satz(zeile) => Block::Ereignis { zeile, im_zug },
                other => other,
            };
            let bloecke = S::tell(event, &namen).into_iter().map(as_told).collect();
            posts.push(Post { was: "event".into(), bloecke, gefragt: false });
        }
        steps += 1;
        if steps % 5 == 0 {
            for frage in FRAGEN {
                let bloecke = S::answer(frage, &spiel.view(ohr), &namen).unwrap_or_default();
                posts.push(Post { was: format!("{frage:?}"), bloecke, gefragt: true });
            }
        }
        assert!(steps < 5000, "the game does not end");
    }
    posts.retain(|p| !p.bloecke.is_empty());
    posts
}

fn view(art: Art, laenge: Laenge) -> Ansicht {
    Ansicht { laenge, ..Ansicht::neu(art) }
}

const LAENGEN: [Laenge; 3] = [Laenge::Knapp, Laenge::Normal, Laenge::Ausfuehrlich];

/// What is bad to hear in one line; `None`: nothing.
pub(crate) fn bad(line: &str) -> Option<&'static str> {
    let chars: Vec<char> = line.chars().collect();
    let mark = |c: char| !c.is_alphanumeric() && c != ' ';
    let run = chars.windows(3).any(|w| w[0] == w[1] && w[1] == w[2] && mark(w[0]));
    let drawn = |c: &char| ('\u{2500}'..='\u{27bf}').contains(c) || "|[]{}<>*#=_".contains(*c);
    let words: Vec<&str> = line.split(' ').collect();
    let spaced = words
        .windows(3)
        .any(|w| w.iter().all(|w| w.chars().count() == 1 && w.chars().all(char::is_uppercase)));
    let bare = line.trim_end_matches('.').parse::<i64>().is_ok();
    // A command to be typed stands as it is typed: "tausche 2 5".
    let twice = words.windows(3).any(|w| {
        w[1].parse::<u32>().is_ok()
            && w[2].trim_end_matches('.').parse::<u32>().is_ok()
            && w[0] != "tausche"
    });
    [
        (line.trim().is_empty(), "a blank line"),
        (line != line.trim(), "blanks at an end"),
        (line.contains("  "), "two blanks"),
        (run, "a run of equal marks"),
        (chars.iter().any(drawn), "a drawing sign"),
        (chars.iter().any(|c| c.is_control()), "a control character"),
        (spaced, "letters spaced apart"),
        (bare, "a bare number"),
        (twice, "two numbers side by side"),
        (line.starts_with(|c: char| c.is_ascii_digit()), "a number comes first"),
        (!line.ends_with(['.', '?', ':', '!', '"']), "no end of the sentence"),
    ]
    .into_iter()
    .find(|(is, _)| *is)
    .map(|(_, why)| why)
}

fn hear<S: Freund + Auftritt>(vorrat: &Vorrat, plaetze: u8) {
    let (mut faults, mut lines) = (BTreeSet::new(), 0);
    for ohr in [Viewer::Platz(Platz(0)), Viewer::Zuschauer] {
        for post in evening::<S>(vorrat, plaetze, ohr, 11) {
            for laenge in LAENGEN {
                let text = render(&post.bloecke, &view(Art::Leser, laenge));
                lines += text.lines().count();
                for line in text.lines() {
                    faults.extend(bad(line).map(|why| format!("{why}: {line} ({})", post.was)));
                }
                let many = !post.gefragt && text.lines().count() > 3 && !is_settlement(&text);
                if many {
                    faults.insert(format!("more than three lines ({}):\n{text}", post.was));
                }
                let answers = ["Blatt", "Tisch", "Stand"];
                if post.gefragt
                    && !answers.contains(&post.was.as_str())
                    && text.lines().count() != 1
                {
                    faults.insert(format!("not one line for {}:\n{text}", post.was));
                }
            }
        }
    }
    assert!(lines > 500, "only {lines} lines were heard");
    let first: Vec<&String> = faults.iter().take(40).collect();
    assert!(faults.is_empty(), "{} faults\n{first:#?}", faults.len());
}

/// The end of a round is a line for each seat, the own one first.
fn is_settlement(text: &str) -> bool {
    text.lines().skip(1).filter(|l| l.contains(": ") || l.contains("Punkt")).count() + 2
        >= text.lines().count()
}

/// Cards, names and numbers of a text.
fn facts(text: &str) -> BTreeSet<String> {
    let text = text.replace("minus ", "-");
    let mut out = BTreeSet::new();
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|w| !w.is_empty()).collect();
    for (i, word) in words.iter().enumerate() {
        if word.trim_start_matches('-').parse::<i64>().is_ok() || OTHERS.contains(word) {
            out.insert((*word).to_string());
        }
        if ["Karo", "Herz", "Pik", "Kreuz"].contains(word) && i + 1 < words.len() {
            out.insert(format!("{word} {}", words[i + 1]));
        }
    }
    out
}

/// A seat of the table picture in front of which nothing lies says nothing.
fn without_empty_seats(text: &str) -> String {
    let empty = |l: &str| l.starts_with(' ') && l.trim_end().ends_with(" :");
    text.lines().filter(|l| !empty(l)).map(|l| format!("{l}\n")).collect()
}

/// What one view says and the other does not.
fn only_in(a: &str, b: &str) -> Vec<String> {
    facts(a).difference(&facts(b)).cloned().collect()
}

fn same_facts<S: Freund + Auftritt>(vorrat: &Vorrat, plaetze: u8) {
    let mut faults = BTreeSet::new();
    let mut compared = 0;
    for post in evening::<S>(vorrat, plaetze, Viewer::Platz(Platz(0)), 12) {
        let text = |art, laenge| render(&post.bloecke, &view(art, laenge));
        let eye = without_empty_seats(&text(Art::Normal, Laenge::Normal));
        let ear = text(Art::Leser, Laenge::Normal);
        let drawn = text(Art::Grafik, Laenge::Normal);
        let (brief, long) =
            (text(Art::Leser, Laenge::Knapp), text(Art::Leser, Laenge::Ausfuehrlich));
        compared += facts(&ear).len();
        let all = [
            ("only the eye sees", only_in(&eye, &ear)),
            ("only the ear hears", only_in(&ear, &eye)),
            ("the drawing lacks", only_in(&eye, &drawn)),
            ("the long form lacks", only_in(&ear, &long)),
        ];
        for (what, list) in all.into_iter().filter(|(_, l)| !l.is_empty()) {
            faults.insert(format!("{what} {list:?}:\n{eye}---\n{ear}"));
        }
        // The short form may leave the suit to the one that is asked for, never a number or a name.
        let lost: Vec<String> =
            only_in(&ear, &brief).into_iter().filter(|f| OTHERS.contains(&f.as_str())).collect();
        if !lost.is_empty() {
            faults.insert(format!("the short form lacks {lost:?}:\n{ear}---\n{brief}"));
        }
    }
    assert!(compared > 400, "only {compared} facts were compared");
    let first: Vec<&String> = faults.iter().take(12).collect();
    assert!(
        faults.is_empty(),
        "{} faults\n{}",
        faults.len(),
        first.iter().map(|f| f.as_str()).collect::<Vec<_>>().join("\n=====\n")
    );
}

/// Colour is a mark on words that stand there anyway, and without it no escape byte is sent (A17, A18).
fn colour_says_nothing<S: Freund + Auftritt>(vorrat: &Vorrat, plaetze: u8) {
    let mut coloured = 0;
    for post in evening::<S>(vorrat, plaetze, Viewer::Platz(Platz(0)), 13) {
        for art in [Art::Normal, Art::Grafik, Art::Leser] {
            for breite in [None, Some(40), Some(80)] {
                let plain = Ansicht { breite, ..Ansicht::neu(art) };
                let text = render(&post.bloecke, &plain);
                assert!(!text.contains('\u{1b}') && !text.contains('\r'), "{text:?}");
                let bright = render(&post.bloecke, &Ansicht { farbe: true, ..plain });
                coloured += usize::from(bright.contains('\u{1b}'));
                assert_eq!(stripped(&bright), text);
                let wide = text.lines().find(|l| {
                    art != Art::Leser && l.chars().count() > usize::from(breite.unwrap_or(u16::MAX))
                });
                assert_eq!(wide, None);
            }
        }
    }
    assert!(coloured > 50, "hardly anything has a colour");
}

fn stripped(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap_or("").to_string();
    parts.fold(first, |all, p| all + p.split_once('m').map_or("", |(_, rest)| rest))
}

#[test]
fn colours_say_nothing_that_words_do_not() {
    colour_says_nothing::<Russisch>(&Vorrat::default(), 4);
    colour_says_nothing::<Miwin>(&Vorrat::default(), 3);
    colour_says_nothing::<Word>(&Word::vorrat(), 3);
}

/// What an ear does not hear before its turn it hears in the turn: names and cards, and never an own deed.
fn what_is_left_out_is_in_the_turn<S: Freund + Auftritt>(vorrat: &Vorrat, plaetze: u8) {
    let ear = Ansicht::neu(Art::Leser);
    let (mut told, mut left_out) = (Vec::new(), 0);
    for post in evening::<S>(vorrat, plaetze, Viewer::Platz(Platz(0)), 14) {
        if post.gefragt {
            continue;
        }
        told.extend(post.bloecke.clone());
        if post.was != "turn" {
            continue;
        }
        let turn = facts(&render(&post.bloecke, &ear));
        let mut kept = told.clone();
        ohne_wiederholung(&mut kept);
        left_out += told.len() - kept.len();
        let lost: Vec<_> = told.iter().filter(|b| !kept.contains(b)).collect();
        for block in lost {
            let said = render(std::slice::from_ref(block), &ear);
            assert!(!said.starts_with("Du "), "an own deed is not said back: {said}");
            let number = |f: &String| f.parse::<i64>().is_ok();
            let missing: Vec<_> =
                facts(&said).into_iter().filter(|f| !number(f) && !turn.contains(f)).collect();
            assert!(missing.is_empty(), "{missing:?} of {said} is nowhere in {turn:?}");
        }
        told.clear();
    }
    assert!(left_out > 2, "only {left_out} sentences are left out");
}

#[test]
fn what_an_ear_does_not_hear_before_its_turn_it_hears_in_it() {
    what_is_left_out_is_in_the_turn::<Russisch>(&Vorrat::default(), 4);
    what_is_left_out_is_in_the_turn::<Miwin>(&Vorrat::default(), 3);
    what_is_left_out_is_in_the_turn::<Word>(&Word::vorrat(), 3);
}

#[test]
fn russisch_is_good_to_hear() {
    hear::<Russisch>(&Vorrat::default(), 4);
}

#[test]
fn miwin_is_good_to_hear() {
    hear::<Miwin>(&Vorrat::default(), 3);
}

#[test]
fn word_is_good_to_hear() {
    hear::<Word>(&Word::vorrat(), 3);
}

#[test]
fn russisch_has_the_same_facts_in_every_view() {
    same_facts::<Russisch>(&Vorrat::default(), 4);
}

#[test]
fn miwin_has_the_same_facts_in_every_view() {
    same_facts::<Miwin>(&Vorrat::default(), 3);
}

#[test]
fn word_has_the_same_facts_in_every_view() {
    same_facts::<Word>(&Word::vorrat(), 3);
}

#[test]
fn the_judge_of_lines_finds_what_is_bad() {
    for line in
        ["---", "a  b.", "", " a.", "A C H T.", "12.", "nimm 1 2.", "3 Stiche.", "a | b.", "Ende"]
    {
        assert!(bad(line).is_some(), "{line:?}");
    }
    assert_eq!(bad("Du bist dran, Stich 3 von 7."), None);
    assert_eq!(only_in("Anna spielt Herz 7, 3 Punkte.", "Anna: Herz 7."), ["3"]);
}
