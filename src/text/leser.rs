//! Blocks for the ear and for Braille: one column, whole sentences,
//! nothing that a voice would stumble over. The same facts as for the eye. Knows no game.

use super::fluss::{Fluss, Seite, Stil, Zeichen};
use super::plain::cards_in_words;
use super::{Absatz, Block};

/// Equal marks in a row that a voice reads out one by one.
const LAUF: usize = 3;

/// Letters of a line that tells several events: about as long as one breath.
const ATEM: usize = 240;

/// Events in a row become one line, as long as a breath lasts.
pub(super) fn show_all(blocks: &[&Block], seite: &mut Seite<'_>) {
    let mut told = Fluss::default();
    for block in blocks {
        let Block::Ereignis { zeile, .. } = block else {
            say(std::mem::take(&mut told), seite);
            show(block, seite);
            continue;
        };
        let event = Fluss::from(zeile);
        if told.0.len() + event.0.len() > ATEM {
            say(std::mem::take(&mut told), seite);
        }
        if !told.is_empty() {
            told.push(" ");
        }
        told.extend(event);
    }
    say(told, seite);
}

fn show(block: &Block, seite: &mut Seite<'_>) {
    match block {
        Block::Satz(z) | Block::Ohr(z) | Block::Ereignis { zeile: z, .. } => {
            say(Fluss::from(z), seite)
        }
        Block::Karten { titel, karten } => say(cards_in_words(titel, karten), seite),
        Block::Liste { titel, eintraege } => {
            say(Fluss::from(titel), seite);
            for e in eintraege {
                say(Fluss::from(e), seite);
            }
        }
        Block::Tabelle { titel, kopf, zeilen } => {
            say(Fluss::from(titel), seite);
            for z in zeilen {
                say(row_as_sentence(kopf, z), seite);
            }
        }
        Block::Tischbild(bild) => say(Fluss::from(&bild.worte), seite),
        Block::Prosa(absaetze) => {
            for a in absaetze {
                say(paragraph(a), seite);
            }
        }
        Block::Frage(z) => seite.question(&calm(Fluss::from(z))),
        Block::Auge(_) | Block::Fassung { .. } => {}
    }
}

fn say(fluss: Fluss, seite: &mut Seite<'_>) {
    let line = calm(fluss);
    if !line.is_empty() {
        seite.line(&line);
    }
}

fn paragraph(absatz: &Absatz) -> Fluss {
    match absatz {
        Absatz::Text(z) => Fluss::from(z),
        Absatz::Titel(t) => Fluss::from(t.as_str()),
        Absatz::Bild { worte, .. } => Fluss::from(worte.as_str()),
    }
}

/// "Elena: 1 angesagt, 3 Punkte, gesamt 48."
pub(super) fn row_as_sentence(kopf: &[String], zeile: &[String]) -> Fluss {
    let Some((subject, cells)) = zeile.split_first() else { return Fluss::default() };
    let heads = kopf.iter().skip(1).map(String::as_str).chain(std::iter::repeat(""));
    let filled = cells.iter().zip(heads).filter(|(c, _)| !c.is_empty());
    let said: Vec<String> = filled.map(|(c, h)| cell_in_words(c, h)).collect();
    let text = match (subject.is_empty(), said.is_empty()) {
        (false, false) => format!("{subject}: {}.", said.join(", ")),
        (false, true) => format!("{subject}."),
        (true, false) => format!("{}.", said.join(", ")),
        (true, true) => String::new(),
    };
    Fluss::from(text.as_str())
}

fn cell_in_words(cell: &str, head: &str) -> String {
    if let Some(first) = head.strip_suffix(':') {
        return format!("{first} {cell}");
    }
    match head.split_once('|') {
        Some((one, _)) if matches!(cell, "1" | "-1") => format!("{cell} {one}"),
        Some((_, many)) => format!("{cell} {many}"),
        None if head.is_empty() => cell.to_string(),
        None => format!("{cell} {head}"),
    }
}

/// The line as a voice can read it: no drawing characters, no rulers, no gaps, no letters spaced
/// apart.
fn calm(fluss: Fluss) -> Fluss {
    Fluss(joined_letters(single_blanks(without_runs(in_letters(with_minus(fluss.0))))))
}

/// "-5" is heard as five by many a voice: the sign becomes a word. What is to be typed stays as it is typed.
fn with_minus(line: Vec<Zeichen>) -> Vec<Zeichen> {
    let mut out: Vec<Zeichen> = Vec::with_capacity(line.len());
    for (i, z) in line.iter().enumerate() {
        let begins = i == 0 || line[i - 1].c == ' ';
        let number = line.get(i + 1).is_some_and(|n| n.c.is_ascii_digit());
        if z.c == '-' && begins && number && z.stil != Stil::Befehl {
            out.extend("minus ".chars().map(|c| Zeichen { c, ..*z }));
        } else {
            out.push(*z);
        }
    }
    out
}

/// Suit signs become words; other pictures are named once in a row; frames and bars fall away.
fn in_letters(line: Vec<Zeichen>) -> Vec<Zeichen> {
    let mut out: Vec<Zeichen> = Vec::with_capacity(line.len());
    let mut after_picture = false;
    for z in line {
        let word = match z.c {
            '\u{2660}' | '\u{2664}' => "Pik",
            '\u{2663}' | '\u{2667}' => "Kreuz",
            '\u{2665}' | '\u{2661}' => "Herz",
            '\u{2666}' | '\u{2662}' => "Karo",
            '\u{2500}'..='\u{25ff}' => " ",
            '\u{2600}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}' => {
                if after_picture {
                    continue;
                }
                "(Bildzeichen)"
            }
            _ => {
                after_picture = false;
                out.push(z);
                continue;
            }
        };
        after_picture = word.starts_with('(');
        out.extend(word.chars().map(|c| Zeichen { c, ..z }));
    }
    out
}

fn single_blanks(line: Vec<Zeichen>) -> Vec<Zeichen> {
    let mut out: Vec<Zeichen> = Vec::with_capacity(line.len());
    for z in line {
        let gap = z.c == ' ' && out.last().is_none_or(|l| l.c == ' ');
        if !gap {
            out.push(z);
        }
    }
    while out.last().is_some_and(|z| z.c == ' ') {
        out.pop();
    }
    out
}

/// Three or more equal marks in a row become one.
fn without_runs(line: Vec<Zeichen>) -> Vec<Zeichen> {
    let mut out = Vec::with_capacity(line.len());
    for run in line.chunk_by(|a, b| a.c == b.c) {
        let mark = !run[0].c.is_alphanumeric() && run[0].c != ' ';
        let keep = if mark && run.len() >= LAUF { 1 } else { run.len() };
        // The last ones stay: a sign belongs to the number behind it.
        out.extend_from_slice(&run[run.len() - keep..]);
    }
    out
}

/// "A C H T U N G" becomes one word: a voice would spell it. "B, U, M" is meant to be spelled and
/// stays.
fn joined_letters(line: Vec<Zeichen>) -> Vec<Zeichen> {
    let words: Vec<&[Zeichen]> = line.split(|z| z.c == ' ').collect();
    let letter = |z: &Zeichen| z.c.is_uppercase() && !z.fest;
    let single = |w: &[Zeichen]| matches!(w, [z] if letter(z));
    let last = |w: &[Zeichen]| match w {
        [z, rest @ ..] => letter(z) && rest.iter().all(|z| !z.c.is_alphanumeric()),
        [] => false,
    };
    let blank = Zeichen { c: ' ', stil: Stil::Ohne, fest: false };
    let mut out: Vec<Zeichen> = Vec::with_capacity(line.len());
    for run in words.chunk_by(|a, b| single(a) && last(b)) {
        if !out.is_empty() {
            out.push(blank);
        }
        if run.len() >= LAUF {
            out.extend(run.concat());
        } else {
            out.extend(run.join(&blank));
        }
    }
    out
}
