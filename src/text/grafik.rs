//! What is drawn for those who like it: cards side by side, pictures in running text. The words
//! stand beside every drawing, so nothing is lost where one does not fit. Knows no game; the
//! drawings come with the blocks.

use super::Kartenbild;
use super::fluss::{Fluss, Seite};

/// Columns for a row of cards where the screen's width is not known.
const BREITE: usize = 79;

/// Cards side by side, in as many rows as the screen needs. A card that is wider than the screen is
/// not drawn.
pub(super) fn draw_row(karten: &[Kartenbild], seite: &mut Seite<'_>) {
    let breite = seite.breite().unwrap_or(BREITE);
    let drawn: Vec<&[String]> = karten
        .iter()
        .map(|k| k.bild.as_slice())
        .filter(|b| b.iter().all(|z| Fluss::from(z.as_str()).width() <= breite))
        .collect();
    let wide = |b: &[String]| b.iter().map(|z| Fluss::from(z.as_str()).width()).max().unwrap_or(0);
    let mut row: Vec<&[String]> = Vec::new();
    let mut used = 0;
    for bild in drawn.into_iter().filter(|b| !b.is_empty()) {
        let needed = wide(bild) + usize::from(!row.is_empty());
        if used + needed > breite {
            draw_one_row(&std::mem::take(&mut row), seite);
            used = 0;
        }
        used += wide(bild) + usize::from(!row.is_empty());
        row.push(bild);
    }
    draw_one_row(&row, seite);
}

fn draw_one_row(row: &[&[String]], seite: &mut Seite<'_>) {
    let height = row.iter().map(|b| b.len()).max().unwrap_or(0);
    for i in 0..height {
        let mut line = Fluss::default();
        let mut start = 0;
        for bild in row {
            line.pad(start);
            line.push(bild.get(i).map_or("", String::as_str));
            start += bild.iter().map(|z| Fluss::from(z.as_str()).width()).max().unwrap_or(0) + 1;
        }
        seite.line(&line);
    }
}

/// A picture as it is; where it is wider than the screen it would only be rubble and is left out.
pub(super) fn draw(zeilen: &[String], seite: &mut Seite<'_>) {
    let lines: Vec<Fluss> = zeilen.iter().map(|z| Fluss::from(z.as_str())).collect();
    if lines.iter().all(|l| seite.fits(l.width())) {
        for line in &lines {
            seite.line(line);
        }
    }
}
