//! What a seat knows of a round, read from its view: its own hand, where it stands, what each other seat has shown that
//! it cannot hold. Decides nothing.

use super::super::karten::{Art, Blatt, Karte, Wurf};
use super::super::regeln::{Phase, View, Zug};
use super::ausspielen::{Brauch, HOCH, JOKER, Runde, Tisch, demanded};

/// All that a friend goes by.
pub(super) struct Wissen {
    /// The round with the own hand alone.
    pub(super) runde: Runde,
    pub(super) ich: usize,
    /// Cards that lie in other hands or were not dealt.
    pub(super) unseen: u32,
    /// How many cards each seat still holds.
    pub(super) room: [u8; 4],
    /// Cards that each seat has shown it cannot hold.
    pub(super) never: [u32; 4],
}

/// A card as it is laid, as a number: its bit, or [`HOCH`].
pub(super) fn number(wurf: Wurf) -> u8 {
    if wurf.is_hoch() { HOCH } else { wurf.karte().bit() }
}

/// The move that lays this card.
pub(super) fn spiele(card: u8) -> Zug {
    Zug::Spiele(match card {
        HOCH => Wurf::joker(Art::Hoch),
        16 => Wurf::joker(Art::Niedrig),
        card => Wurf::plain(Karte::of_bit(card)),
    })
}

impl Wissen {
    /// Expects the view of the seat that is on.
    pub(super) fn new(view: &View) -> Self {
        let ich = view.am_zug.i();
        let brauch = Brauch::new(&view.regeln);
        let played: Blatt = view.verlauf.as_slice().iter().map(|(_, w)| w.karte()).collect();
        let mut room = [view.karten; 4];
        for (p, _) in view.verlauf.as_slice() {
            room[p.i()] -= 1;
        }
        let mut hands = [0; 4];
        hands[ich] = view.blatt.bits();
        let mut tisch = Tisch::EMPTY;
        view.stich.iter().for_each(|w| tisch.push(number(w)));
        let small = |n: u8| i8::try_from(n).unwrap_or(0);
        let runde = Runde {
            brauch,
            hands,
            played: played.bits(),
            ansagen: view.ansagen.map(|a| a.map_or(-1, small)),
            stiche: view.stiche.map(small),
            on: view.am_zug.0,
            tisch,
            karten: view.karten,
        };
        let unseen = !(view.blatt.bits() | played.bits());
        Self { runde, ich, unseen, room, never: shown(view, &brauch) }
    }

    pub(super) fn is_announcing(view: &View) -> bool {
        view.phase == Phase::Ansagen
    }
}

/// Reads from every trick what those who followed it cannot hold. Pik 7 is free at any time, so neither laying it nor
/// keeping it back shows anything.
fn shown(view: &View, brauch: &Brauch) -> [u32; 4] {
    let mut never = [0; 4];
    for stich in view.verlauf.as_slice().chunks(4) {
        let first = number(stich[0].1);
        let Some(led) = demanded(brauch, first) else { continue };
        let mut trumpf = if first < 8 { Some(first) } else { None };
        let mut hoch = first == HOCH;
        for (p, wurf) in &stich[1..] {
            let card = number(*wurf);
            never[p.i()] |= shown_by(brauch, led, card, trumpf.filter(|_| !hoch));
            hoch |= card == HOCH;
            if card < 8 {
                trumpf = Some(trumpf.map_or(card, |t| t.max(card)));
            }
        }
    }
    never
}

/// What one card shows that was laid where `led` had to be followed; `trump` is the highest on the table.
fn shown_by(brauch: &Brauch, led: u8, card: u8, trumpf: Option<u8>) -> u32 {
    if card == HOCH || 1 << card == JOKER {
        return 0;
    }
    let farbe = |s: u8| 0xffu32 << (s * 8);
    if card / 8 == led {
        return 0;
    }
    let mut never = farbe(led) & !JOKER;
    if brauch.pik7_als_pik && led == 2 {
        never |= JOKER;
    }
    if card >= 8 {
        return never | farbe(0);
    }
    match trumpf {
        Some(t) if brauch.ueberstechen && card < t => never | (farbe(0) & (u32::MAX << t << 1)),
        _ => never,
    }
}
