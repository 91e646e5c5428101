//! Ways to say things, as tables: what was typed, in which situation, and what it must mean: a move, a command, a
//! question back, a refusal, or nothing of the kind. The forms of the seeds and of the conventions stand in them.

use theaterkeller::befehle::{Befehl, Lesung, lies, tafel, woanders};
use theaterkeller::satz::{Satz, falte};
use theaterkeller::seele::{Regung, Ziel};
use theaterkeller::simulate::read_rules;
use theaterkeller::spiele::miwin::Miwin;
use theaterkeller::spiele::russisch::Russisch;
use theaterkeller::spiele::russisch::regeln::Phase;
use theaterkeller::spiele::word::regeln::Word;
use theaterkeller::spiele::{Anfang, Auftritt, Namen, Out, Platz, Reading, Spiel, Viewer, Vorrat};
use theaterkeller::text::{Absatz, Ansicht, Block, Teil, render};
use theaterkeller::welt::Richtung;

use super::probe::{Probe, world};

/// One row: where, what, and what it must mean. `art`: `=` means it, `?` asks back, `!` is refused, `-` is nothing.
struct Zeile {
    lage: &'static str,
    art: char,
    soll: &'static str,
    getippt: &'static str,
}

/// Groups of ways to say one thing. Speech may hold a bar, so the rows with one stand in a test of their own.
fn rows(text: &'static str) -> Vec<Zeile> {
    let (mut lage, mut art, mut soll) = ("", '=', "");
    let mut out = Vec::new();
    for line in text.lines().filter(|l| !l.is_empty()) {
        let mark = ["@ ", "= ", "! ", "? ", "- "].into_iter().find(|m| line.starts_with(m));
        match mark {
            Some("@ ") => lage = &line[2..],
            // "? spiele" is a way to ask for help; what must be asked back begins in capitals.
            Some(m) if m != "? " || !line[2..].starts_with(char::is_lowercase) => {
                (art, soll) = (m.chars().next().unwrap(), &line[2..]);
            }
            _ => out.extend(line.split(" | ").map(|getippt| Zeile { lage, art, soll, getippt })),
        }
    }
    out
}

fn haus() -> Vec<Zeile> {
    rows(include_str!("verstehen/haus.txt"))
}

fn spiele() -> Vec<Zeile> {
    rows(include_str!("verstehen/spiele.txt"))
}

/// A command in the notation of the table.
fn kurzform(lesung: &Lesung) -> String {
    match lesung {
        Lesung::Befehl(Befehl::Seele(r)) => regung(r),
        Lesung::Befehl(Befehl::Teile { wem, text }) => format!("Teile({wem}: {text})"),
        Lesung::Befehl(Befehl::Fluestere { wem, text }) => format!("Fluestere({wem}: {text})"),
        Lesung::Befehl(Befehl::Frage { wen, text }) => format!("Frage({wen}: {text})"),
        Lesung::Befehl(Befehl::KurierRede { kanal, text }) => {
            format!("KurierRede({kanal}: {text})")
        }
        Lesung::Befehl(b) => format!("{b:?}"),
        Lesung::Fehlt(frage) => format!("? {frage}"),
        Lesung::AmTisch(name) => format!("am tisch: {name}"),
        Lesung::Unbekannt => "unbekannt".to_string(),
    }
}

fn regung(r: &Regung) -> String {
    let mut out = format!("Seele({}", r.verb.name);
    match &r.ziel {
        Ziel::Wer(name) => out += &format!(", {name}"),
        Ziel::Alle => out += ", alle",
        Ziel::Niemand if r.adverb.is_some() => out += ", -",
        Ziel::Niemand => {}
    }
    out += &r.adverb.as_ref().map_or_else(String::new, |a| format!(", {a}"));
    out + if r.fern { ", fern)" } else { ")" }
}

/// What a typed line leads to at a table: the move, a question, a refusal, or nothing.
fn am_tisch<S: Spiel + Auftritt>(
    view: &S::View,
    namen: &Namen,
    line: &str,
    play: impl Fn(&S::Zug) -> Result<(), String>,
) -> (char, String) {
    match S::read_named(&Satz::new(line), view, namen) {
        Reading::NotMine => ('-', String::new()),
        Reading::Ask(zeile) => ('?', zeile.wortlaut()),
        Reading::Zug(zug) => match play(&zug) {
            Ok(()) => ('=', zug.to_string()),
            Err(grund) => ('!', grund),
        },
    }
}

fn namen() -> Namen {
    Namen::new(["Anna", "Bert", "Clara", "Dora"].map(String::from).to_vec(), Some(Platz(0)))
}

/// Anna is the last to announce in a round of seven cards, or on with Herz asked for.
fn russisch(phase: Phase, line: &str) -> (char, String) {
    let anfang =
        Anfang { plaetze: 4, erster: Platz(1), einsatz: 1000, runden: 18, steine: vec![None; 4] };
    let mut spiel =
        Russisch::start(&read_rules::<Russisch>(&[], &Vorrat::default()).unwrap(), &anfang);
    spiel.deal(&spiel.deck(), &mut Out::new());
    let mut view = spiel.view(Viewer::Platz(Platz(0)));
    (view.runde, view.karten, view.am_zug, view.phase) = (7, 7, Platz(0), phase);
    view.ansagen = [None, Some(2), Some(1), Some(2)];
    view.blatt = ["K9", "KD", "H7", "HA", "P7", "PK", "X8"]
        .map(|k| k.parse().unwrap())
        .into_iter()
        .collect();
    if phase == Phase::Spielen {
        view.ansagen[0] = Some(3);
        view.blatt =
            ["KD", "H7", "HA", "P7", "X8"].map(|k| k.parse().unwrap()).into_iter().collect();
        view.vorhand = Platz(2);
        view.stich = ["spiele H9", "spiele H10"]
            .map(|t| match t.parse() {
                Ok(theaterkeller::spiele::russisch::regeln::Zug::Spiele(w)) => w,
                _ => panic!("{t}"),
            })
            .into_iter()
            .collect();
    }
    let legal = Russisch::legal(&view);
    // What may be led freely stands for any card of the hand: the duty has tests of its own.
    let held = |zug: &theaterkeller::spiele::russisch::regeln::Zug| match zug {
        theaterkeller::spiele::russisch::regeln::Zug::Spiele(w) => {
            phase == Phase::Spielen && view.blatt.contains(w.karte())
        }
        ansage => legal.contains(ansage),
    };
    am_tisch::<Russisch>(&view, &namen(), line, |zug| {
        if held(zug) { Ok(()) } else { Err(zug.to_string()) }
    })
}

fn play<S: Spiel>(spiel: &mut S, moves: &[(u8, &str)]) {
    for (p, zug) in moves {
        let zug = zug.parse().unwrap_or_else(|_| panic!("{zug} is no move"));
        assert!(spiel.play(Platz(*p), &zug, &mut Out::new()).is_ok(), "{zug}");
    }
}

/// Anna is on and holds 0-9 3-7 5-5 2-8 1-4.
fn miwin(moves: &[(u8, &str)], line: &str) -> (char, String) {
    let regeln = read_rules::<Miwin>(&[], &Vorrat::default()).unwrap();
    let anfang =
        Anfang { plaetze: 2, erster: Platz(1), einsatz: 0, runden: 0, steine: vec![Some(100); 2] };
    let mut spiel = Miwin::start(&regeln, &anfang);
    let own = ["0-9", "3-7", "5-5", "2-8", "1-4"].map(|k| k.parse().unwrap());
    let rest: Vec<_> = spiel.deck().into_iter().filter(|k| !own.contains(k)).collect();
    let mut order = Vec::new();
    for (i, k) in own.iter().enumerate() {
        order.extend([*k, rest[i]]);
    }
    order.extend(&rest[5..]);
    spiel.deal(&order, &mut Out::new());
    play(&mut spiel, moves);
    let view = spiel.view(Viewer::Platz(Platz(0)));
    am_tisch::<Miwin>(&view, &namen(), line, |zug| {
        let tried = spiel.clone().play(Platz(0), zug, &mut Out::new());
        tried.map_err(|v| Miwin::refuse(&v, &view, &namen()).wortlaut())
    })
}

fn deal_from(spiel: &mut Word, top: &str) {
    let top: Vec<_> = top.split(' ').map(|k| k.parse().unwrap()).collect();
    let mut rest = spiel.deck();
    for k in &top {
        rest.remove(rest.iter().position(|r| r == k).unwrap());
    }
    let order: Vec<_> = top.into_iter().chain(rest).collect();
    spiel.deal(&order, &mut Out::new());
}

/// Anna sits left of Clara, who deals, and holds B U M A E; Bert holds H A U S X.
fn word(moves: &[(u8, &str)], line: &str) -> (char, String) {
    let regeln = read_rules::<Word>(&[], &Word::vorrat()).unwrap();
    let anfang =
        Anfang { plaetze: 3, erster: Platz(0), einsatz: 0, runden: 0, steine: vec![Some(50); 3] };
    let mut spiel = Word::start(&regeln, &anfang);
    deal_from(&mut spiel, "A A Q");
    deal_from(&mut spiel, "B H QU U A A M U L A S E E X R");
    play(&mut spiel, moves);
    let view = spiel.view(Viewer::Platz(Platz(0)));
    am_tisch::<Word>(&view, &namen(), line, |zug| {
        let tried = spiel.clone().play(Platz(0), zug, &mut Out::new());
        tried.map_err(|v| Word::refuse(&v, &view, &namen()).wortlaut())
    })
}

fn situation(lage: &str, line: &str) -> (char, String) {
    let nothing = "tausche nichts";
    let miwin_open =
        [(0, "weiter"), (1, "weiter"), (0, nothing), (1, nothing), (0, "weiter"), (1, "weiter")];
    let bets = [(0, "biete 1"), (1, "annehmen"), (2, "annehmen")];
    let swaps = [(0, nothing), (1, nothing), (2, nothing)];
    let words = [(0, "lege RAT"), (1, "lege HAUS")];
    match lage {
        "russisch ansagen" => russisch(Phase::Ansagen, line),
        "russisch spielen" => russisch(Phase::Spielen, line),
        "miwin setzen" => miwin(&[], line),
        "miwin erhöhen" => miwin(&[(0, "weiter"), (1, "setze 10")], line),
        "miwin tauschen" => miwin(&miwin_open[..2], line),
        "miwin aufdecken" => miwin(&miwin_open, line),
        "word wetten" => word(&[], line),
        "word annehmen" => word(&[(0, "biete 1"), (1, "erhöhe auf 2"), (2, "annehmen")], line),
        "word tauschen" => word(&bets, line),
        "word legen" => word(&[&bets[..], &swaps, &bets].concat(), line),
        "word zweifeln" => {
            let shown = [(0, "kein wort"), words[1], (2, "kein wort")];
            word(&[&bets[..], &swaps, &bets, &shown].concat(), line)
        }
        other => panic!("no situation {other}"),
    }
}

#[test]
fn the_house_understands_every_row() {
    let mut faults = Vec::new();
    for z in haus().iter().filter(|z| z.lage == "haus") {
        let ist = kurzform(&lies(&Satz::new(z.getippt)));
        let soll = if z.art == '?' { format!("? {}", z.soll) } else { z.soll.to_string() };
        if ist != soll {
            faults.push(format!("{}: {ist}, not {soll}", z.getippt));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_near_miss_is_offered_and_never_carried_out() {
    let mut faults = Vec::new();
    for z in haus().iter().filter(|z| z.lage == "vertippt") {
        let wort = falte(z.getippt);
        if lies(&Satz::new(z.getippt)) != Lesung::Unbekannt {
            faults.push(format!("{} is carried out", z.getippt));
        }
        let near = tafel::nearest(&wort).unwrap_or("nichts");
        if near != z.soll {
            faults.push(format!("{}: {near}, not {}", z.getippt, z.soll));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_tables_understand_every_row() {
    let mut faults = Vec::new();
    for z in spiele() {
        let (art, ist) = situation(z.lage, z.getippt);
        let same = if art == '=' { ist == z.soll } else { ist.starts_with(z.soll.trim_end()) };
        if art != z.art || !same {
            faults
                .push(format!("{} > {}: {art} {ist}, not {} {}", z.lage, z.getippt, z.art, z.soll));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn there_are_enough_rows_and_none_twice() {
    let all: Vec<Zeile> = haus().into_iter().chain(spiele()).collect();
    let mut seen: Vec<(&str, &str)> = all.iter().map(|z| (z.lage, z.getippt)).collect();
    seen.sort_unstable();
    let twice: Vec<_> = seen.windows(2).filter(|w| w[0] == w[1]).map(|w| w[0]).collect();
    assert!(twice.is_empty(), "{twice:?}");
    let refused = all.iter().filter(|z| {
        "?!".contains(z.art) || z.soll == "unbekannt" || z.soll.starts_with("am tisch")
    });
    assert!(all.len() >= 600, "only {} ways to say things", all.len());
    assert!(refused.count() >= 100, "too few refusals");
}

/// Every word of the table of commands begins its own command, and every example is understood.
#[test]
fn the_table_of_commands_holds_what_it_promises() {
    let mut names: Vec<&str> = tafel::TAFEL.iter().map(|e| e.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), tafel::TAFEL.len(), "a name stands twice");
    for e in tafel::TAFEL {
        for wort in e.worte {
            assert_eq!(tafel::find(wort).map(|f| f.name), Some(e.name), "{wort}");
        }
        for beispiel in e.beispiele {
            let lesung = lies(&Satz::new(beispiel));
            let missing = matches!(lesung, Lesung::Fehlt(_) | Lesung::Unbekannt);
            assert!(!missing, "{beispiel}: {lesung:?}");
        }
    }
}

/// The page of abbreviations names every one of the fixed list, and pages name no command that is none.
#[test]
fn help_and_reader_know_the_same_words() {
    let page = include_str!("../../data/hilfe/abkuerzungen.txt");
    for (kurz, _) in tafel::KURZ {
        assert!(page.contains(&format!("`{kurz}")), "{kurz} is not on the page");
    }
    let welt = world();
    let exits: Vec<&str> =
        welt.raeume.values().flat_map(|r| &r.ausgaenge).map(|a| a.name.as_str()).collect();
    // Answers at the door, in a long text, and an exit by its key.
    let others = ["neu", "gast", "q", "theatercafe"];
    let mut faults = Vec::new();
    for seite in welt.hilfe.seiten.values() {
        for absatz in &seite.absaetze {
            let Absatz::Text(zeile) = absatz else { continue };
            for teil in &zeile.0 {
                let Teil::Befehl(befehl) = teil else { continue };
                let way = exits.iter().any(|e| falte(e) == falte(befehl))
                    || Richtung::from_word(&falte(befehl)).is_some();
                let names = befehl.chars().any(char::is_uppercase) && !befehl.contains(' ');
                if !way
                    && !names
                    && !others.contains(&befehl.as_str())
                    && lies(&Satz::new(befehl)) == Lesung::Unbekannt
                {
                    faults.push(format!("{}: {befehl}", seite.id));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn no_page_of_help_is_longer_than_three_screens() {
    for seite in world().hilfe.seiten.values() {
        let ansicht = Ansicht { breite: Some(80), ..Ansicht::default() };
        let text = render(&[Block::Prosa(seite.absaetze.clone())], &ansicht);
        assert!(text.lines().count() <= 60, "{}: {}", seite.id, text.lines().count());
    }
}

/// The forms that players bring along from other houses: every one has a meaning here, or a sentence that says what
/// works instead.
#[test]
fn forms_from_other_houses_mean_something() {
    let mut faults = Vec::new();
    let rows = rows(include_str!("verstehen/formen.txt"));
    for z in &rows {
        let ist = match Richtung::from_word(&falte(z.getippt)) {
            Some(r) => format!("{r:?}"),
            None => kurzform(&lies(&Satz::new(z.getippt))),
        };
        let soll = if z.art == '?' { format!("? {}", z.soll) } else { z.soll.to_string() };
        if ist != soll && !(z.art == '?' && ist.starts_with(soll.trim_end())) {
            faults.push(format!("{}: {ist}, not {soll}", z.getippt));
        }
    }
    assert!(rows.len() > 120, "only {} forms", rows.len());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn what_the_house_does_not_have_has_no_second_meaning() {
    for (worte, satz) in woanders::ANDERSWO {
        for wort in *worte {
            assert!(tafel::find(wort).is_none(), "{wort} is a command");
            assert_eq!(lies(&Satz::new(wort)), Lesung::Fehlt(satz), "{wort}");
        }
        assert!(satz.ends_with(['.', '?']) || satz.contains(": "), "{satz}");
    }
}

/// Whoever keeps the house and leaves a part out is asked for it, and nothing happens.
#[test]
fn keepers_are_asked_for_what_is_missing() {
    let rows = [
        ("sperre anna 3 Monde", "Wie lange? Nenn Minuten, Stunden, Tage oder Wochen, zum"),
        ("sperre 0.0.0.0/0 1 tag Lärm", "So ein weites Netz träfe auch alle anderen."),
        ("buche 5 taler an anna", "Warum? Der Grund steht danach im Geldbuch."),
        ("rang", "Wessen Rang? Zum Beispiel: rang anna. Ändern: rang anna 1."),
    ];
    for (line, wanted) in rows {
        let (_, read) = theaterkeller::befehle::hueten::lies(line).expect("a keeper's verb");
        let asked = read.err().unwrap_or_default();
        assert!(asked.starts_with(wanted), "{line}: {asked}");
    }
}
