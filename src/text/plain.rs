//! Blocks for the eye: wrapped lines, tables in columns, the table picture of regeln.md R30. Knows
//! no game.

use super::fluss::{Fluss, Seite, Stil};
use super::{Absatz, Art, Block, Kartenbild, Tischbild, Zeile, grafik, leser};

/// Hyphens between the heading and the seats of the table picture.
const LINIE: usize = 55;
/// Cells of a name in the table picture.
const NAME: usize = 12;
/// Blanks between two columns.
const ABSTAND: usize = 2;
/// Blanks in front of what stands in a list.
const EINZUG: usize = 2;

pub(super) fn show(block: &Block, seite: &mut Seite<'_>) {
    match block {
        Block::Satz(z) if z.is_empty() => seite.blank(),
        Block::Satz(z) | Block::Auge(z) | Block::Ereignis { zeile: z, .. } => {
            seite.line(&trimmed(z));
        }
        Block::Karten { titel, karten } => show_cards(titel, karten, seite),
        Block::Liste { titel, eintraege } => {
            show_title(titel, seite);
            for e in eintraege {
                seite.indented(EINZUG, &trimmed(e));
            }
        }
        Block::Tabelle { titel, kopf, zeilen } => {
            show_title(titel, seite);
            show_table(kopf, zeilen, seite);
        }
        Block::Tischbild(bild) => show_picture(bild, seite),
        Block::Prosa(absaetze) => {
            for (i, a) in absaetze.iter().enumerate() {
                if i > 0 {
                    seite.blank();
                }
                show_paragraph(a, seite);
            }
        }
        Block::Frage(z) => seite.question(&trimmed(z)),
        Block::Ohr(_) | Block::Fassung { .. } => {}
    }
}

/// A sentence without blanks at its end.
fn trimmed(zeile: &Zeile) -> Fluss {
    let mut fluss = Fluss::from(zeile);
    while fluss.ends_with(' ') {
        fluss.0.pop();
    }
    fluss
}

fn show_title(titel: &Zeile, seite: &mut Seite<'_>) {
    if !titel.is_empty() {
        seite.line(&trimmed(titel));
    }
}

fn show_cards(titel: &Zeile, karten: &[Kartenbild], seite: &mut Seite<'_>) {
    seite.line(&cards_in_words(titel, karten));
    if seite.ansicht().art == Art::Grafik {
        grafik::draw_row(karten, seite);
    }
}

/// "Dein Blatt, 2 Karten: Herz 7, Karo As."
pub(super) fn cards_in_words(titel: &Zeile, karten: &[Kartenbild]) -> Fluss {
    let mut fluss = trimmed(titel);
    let open = !fluss.is_empty() && !fluss.ends_with(':') && !karten.is_empty();
    if open {
        fluss.push(":");
    }
    for (i, karte) in karten.iter().enumerate() {
        fluss.push(match i {
            0 if fluss.is_empty() => "",
            0 => " ",
            _ => ", ",
        });
        fluss.push_whole(&karte.wort, Stil::Karte);
    }
    if !fluss.is_empty() && !fluss.ends_with('.') {
        fluss.push(".");
    }
    fluss
}

/// Columns where they are wanted and fit, else a sentence for each row.
fn show_table(kopf: &[String], zeilen: &[Vec<String>], seite: &mut Seite<'_>) {
    let lines = columns(kopf, zeilen);
    let fit = lines.iter().all(|l| seite.fits(l.width()));
    if seite.ansicht().spalten && fit {
        for line in lines {
            seite.line(&line);
        }
        return;
    }
    for z in zeilen {
        seite.line(&leser::row_as_sentence(kopf, z));
    }
}

fn columns(kopf: &[String], zeilen: &[Vec<String>]) -> Vec<Fluss> {
    let named = kopf.iter().any(|k| !k.is_empty());
    let head: Vec<String> = kopf.iter().map(|k| column_name(k).to_string()).collect();
    let rows: Vec<&Vec<String>> = named.then_some(&head).into_iter().chain(zeilen).collect();
    let count = rows.iter().map(|r| r.len()).max().unwrap_or(0);
    let cell = |row: &[String], i: usize| Fluss::from(row.get(i).map_or("", String::as_str));
    let width = |i| rows.iter().map(|r| cell(r, i).width()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..count).map(width).collect();
    let figures = |i: usize| {
        zeilen.iter().all(|r| r.get(i).is_none_or(|c| c.is_empty() || c.parse::<i64>().is_ok()))
    };
    let right: Vec<bool> = (0..count).map(|i| i > 0 && figures(i)).collect();
    let one_line = |row: &[String]| {
        let mut line = Fluss::default();
        let mut start = 0;
        for i in 0..count {
            let cell = cell(row, i);
            let inset = if right[i] { widths[i].saturating_sub(cell.width()) } else { 0 };
            if !cell.is_empty() {
                line.pad(start + inset);
                line.extend(cell);
            }
            start += widths[i] + ABSTAND;
        }
        line
    };
    rows.iter().map(|r| one_line(r)).collect()
}

/// What stands over a column: "gesamt:" and "Punkt|Punkte" are shown as "gesamt" and "Punkte".
fn column_name(kopf: &str) -> &str {
    let many = kopf.split_once('|').map_or(kopf, |(_, many)| many);
    many.strip_suffix(':').unwrap_or(many)
}

fn show_picture(bild: &Tischbild, seite: &mut Seite<'_>) {
    show_title(&bild.kopf, seite);
    show_title(&bild.ueberschrift, seite);
    let linie = seite.breite().map_or(LINIE, |b| b.min(LINIE));
    seite.line(&Fluss::from("-".repeat(linie).as_str()));
    for (name, karte) in &bild.sitze {
        let mut line = Fluss::from(" ");
        line.push_whole(name, Stil::Name);
        line.pad(1 + NAME);
        line.push(": ");
        if let Some(k) = karte {
            line.push_whole(&k.wort, Stil::Karte);
        }
        seite.line(&line);
    }
}

fn show_paragraph(absatz: &Absatz, seite: &mut Seite<'_>) {
    match absatz {
        Absatz::Text(z) => seite.line(&trimmed(z)),
        Absatz::Titel(t) => {
            seite.line(&Fluss::from(&crate::zeile![super::Teil::Wichtig(t.clone())]))
        }
        Absatz::Bild { zeilen, worte } => {
            if seite.ansicht().art == Art::Grafik {
                grafik::draw(zeilen, seite);
            }
            if !worte.is_empty() {
                seite.line(&Fluss::from(worte.as_str()));
            }
        }
    }
}
