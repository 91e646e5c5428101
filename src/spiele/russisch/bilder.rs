//! The cards of Oleg's table in words and as drawings, with the seed's marks and suit shapes. Knows
//! no game.

use super::karten::{Art, Blatt, Farbe, Karte, Wurf};
use crate::text::Kartenbild;

/// Cells between the two sides of a drawn card.
const INNEN: usize = 9;

/// "Karo", "Herz", "Pik", "Kreuz".
pub fn farbwort(farbe: Farbe) -> &'static str {
    ["Karo", "Herz", "Pik", "Kreuz"][farbe as usize]
}

/// "7", "Bube", "König", "As". `bild` counts from 0 (the 7).
pub fn bildwort(bild: u8) -> &'static str {
    ["7", "8", "9", "10", "Bube", "Dame", "König", "As"][usize::from(bild)]
}

/// "Karo König".
pub fn wort(karte: Karte) -> String {
    format!("{} {}", farbwort(karte.farbe()), bildwort(karte.bild()))
}

/// "Karo König", "Pik 7 hoch".
pub fn wurfwort(wurf: Wurf) -> String {
    let karte = wort(wurf.karte());
    match wurf.art() {
        None => karte,
        Some(Art::Hoch) => format!("{karte} hoch"),
        Some(Art::Niedrig) => format!("{karte} niedrig"),
    }
}

/// The card for the media, in words and drawn.
pub fn kartenbild(karte: Karte) -> Kartenbild {
    Kartenbild { wort: wort(karte), bild: drawing(karte) }
}

/// The card as it was laid.
pub fn wurfbild(wurf: Wurf) -> Kartenbild {
    Kartenbild { wort: wurfwort(wurf), bild: drawing(wurf.karte()) }
}

/// All cards of a hand in its fixed order.
pub fn blattbilder(blatt: Blatt) -> Vec<Kartenbild> {
    blatt.iter().map(kartenbild).collect()
}

/// The marks of the seed.
const MARKEN: [&str; 8] = ["7", "8", "9", "10", "B<Bube>", "D(Dame)", "K[Koenig]", "A{As}"];

/// The four suit shapes of the seed.
const FORMEN: [[&str; 4]; 4] = [
    ["  /\\", " /  \\", " \\  /", "  \\/"],
    [" _  _", "( \\/ )", " \\  /", "  \\/"],
    ["  /\\", " /  \\", "(____)", "  /\\"],
    ["  ()", "  \\/", "()><()", "  /\\"],
];

/// Six lines, the mark in the upper edge.
fn drawing(karte: Karte) -> Vec<String> {
    let marke = MARKEN[usize::from(karte.bild())];
    let sides = FORMEN[karte.farbe() as usize].iter().map(|z| format!("|  {z:<7}|"));
    std::iter::once(format!("+{marke:-<INNEN$}+"))
        .chain(sides)
        .chain([format!("+{:-<INNEN$}+", "")])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_are_the_shapes_of_the_seed_in_a_frame() {
        let bild = |farbe, bild| kartenbild(Karte::new(farbe, bild)).bild.join("\n");
        assert_eq!(
            bild(Farbe::Kreuz, 6),
            "+K[Koenig]+\n|    ()   |\n|    \\/   |\n|  ()><() |\n|    /\\   |\n+---------+"
        );
        assert_eq!(
            bild(Farbe::Herz, 0),
            "+7--------+\n|   _  _  |\n|  ( \\/ ) |\n|   \\  /  |\n|    \\/   |\n+---------+"
        );
    }

    #[test]
    fn every_drawing_is_equally_wide_and_no_two_cards_look_or_sound_alike() {
        let all: Vec<Kartenbild> = Karte::all().map(kartenbild).collect();
        assert!(all.iter().all(|k| k.bild.iter().all(|z| z.len() == 11 && z.is_ascii())));
        for (i, a) in all.iter().enumerate() {
            assert!(all[..i].iter().all(|b| b.wort != a.wort && b.bild != a.bild));
        }
    }
}
