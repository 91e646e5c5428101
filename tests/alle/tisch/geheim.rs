//! What a post may say of cards, and what the seal opens (regeln.md G9). That no post of any evening names a
//! card in somebody else's hand is checked by the house; here stands that it would notice, and the seal.

use theaterkeller::siegel::{Oeffnung, from_hex, pruefe};
use theaterkeller::spiele::russisch::Russisch;
use theaterkeller::spiele::{Platz, Viewer, Vorrat};

use super::haus::{Bauplan, Haus};

fn game() -> Haus<Russisch> {
    let plan = Bauplan::new(4, &[("runden_standard", "5")], &Vorrat::default());
    let mut haus = Haus::new(plan, &[5000, 5000], 4);
    haus.setz(1);
    haus.sage(1, "los");
    haus.sage(1, "biete 100");
    haus
}

fn play_on(haus: &mut Haus<Russisch>) {
    haus.denke_fertig();
    if let Some(line) = haus.guter_befehl(1) {
        haus.sage(1, &line);
        haus.sage(1, "ja");
    }
}

/// Root and opened positions of a list that `siegel` shows.
fn seal(lines: &[String], title: &str) -> Option<([u8; 32], Vec<Oeffnung>)> {
    let at = lines.iter().position(|l| l.starts_with(title))?;
    let root = lines[at].split(' ').find_map(|w| from_hex(w.trim_end_matches('.')));
    let rows = lines[at + 1..].iter().take_while(|l| l.starts_with("Stelle"));
    let open = rows.map(|row| {
        let mut parts = row.split(", ");
        let mut next = |word: &str| parts.next().unwrap().strip_prefix(word).unwrap().trim();
        let (pos, karte) = (next("Stelle").parse().unwrap(), next("Karte").to_string());
        let (salz, beweis) = (from_hex(next("Salz")).unwrap(), next("Beweis"));
        let beweis = beweis.split(' ').map(|h| from_hex(h).unwrap()).collect();
        Oeffnung { pos, karte, salz, beweis }
    });
    Some((root.unwrap(), open.collect()))
}

#[test]
fn everybody_is_shown_the_seal_before_the_first_card() {
    let mut haus = game();
    for told in [haus.hoere(1), haus.zuschauer.iter().flat_map(super::haus::worte).collect()] {
        assert!(told.iter().any(|l| l.starts_with("Mischsiegel: ") && l.len() == 13 + 64));
    }
}

/// While cards are held the seal opens played ones alone; those of the deal before stay to be checked.
#[test]
fn the_seal_opens_what_was_played_and_nothing_else() {
    let mut haus = game();
    let (mut checked, mut before) = (0, 0);
    while haus.tisch.laeuft() {
        haus.hoere(1);
        haus.sage(1, "siegel");
        let lines = haus.hoere(1);
        let (root, open) = seal(&lines, "Mischsiegel dieser Runde").unwrap();
        let held: Vec<String> = (0..4)
            .filter_map(|p| haus.tisch.view(Viewer::Platz(Platz(p))))
            .flat_map(|v| v.blatt.iter().map(|k| k.to_string()).collect::<Vec<_>>())
            .collect();
        let cards = usize::from(haus.tisch.view(Viewer::Zuschauer).unwrap().karten) * 4;
        assert_eq!(open.len() + held.len(), cards);
        for o in open {
            assert!(!held.contains(&o.karte), "{} is still held", o.karte);
            assert!(pruefe(&root, 32, &o));
            checked += 1;
        }
        if let Some((root, open)) = seal(&lines, "Mischsiegel der vorigen Runde") {
            assert!(open.iter().all(|o| pruefe(&root, 32, o)));
            before = before.max(open.len());
        }
        play_on(&mut haus);
    }
    assert!(checked > 20, "{checked}");
    assert_eq!(before, 16, "all cards of the fourth deal");
    haus.sage(1, "siegel");
    let (_, open) = seal(&haus.hoere(1), "Mischsiegel der vorigen Runde").unwrap();
    assert_eq!(open.len(), 20, "all cards of the last deal");
}

/// The search for leaks knows every card that is held.
#[test]
fn the_house_knows_the_cards_it_must_not_hear_of() {
    let mut haus = game();
    while haus.tisch.view(Viewer::Zuschauer).is_some_and(|v| v.karten < 3) {
        play_on(&mut haus);
    }
    let hands: Vec<String> = (0..4).flat_map(|p| haus.hand(Platz(p))).collect();
    assert!(hands.len() >= 9, "{hands:?}");
    haus.hoere(1);
    haus.sage(1, "blatt");
    let own = haus.hoere(1).concat();
    let p = haus.platz(1).unwrap();
    assert!(haus.hand(p).iter().all(|k| own.contains(k.as_str())));
}
