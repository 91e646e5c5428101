//! The plain rule of thumb at Olegs table: worth of the hand for the announcement, then win cheaply while tricks are
//! needed and duck afterwards. Reads a view, card by card; [`super::ausspielen`] does the same with sets of bits and
//! is held to it by a test.

use rand::RngExt;
use rand::rngs::ChaCha12Rng;

use super::super::karten::{Art, Blatt, Farbe, Karte, Stich, Wurf};
use super::super::regeln::{Phase, View, Zug, verbotene_ansage};
use crate::spiele::Wesen;

/// The move of the rule of thumb. Expects the view of the seat that is on.
pub(super) fn zug(view: &View) -> Zug {
    if view.phase == Phase::Ansagen { Zug::Ansage(ansage(view)) } else { Zug::Spiele(wurf(view)) }
}

/// The rule of thumb without what looks silly, and with a temperament that costs nothing: where two announcements are
/// about as near he leans one way, and once he has too many tricks whoever minds the others' points takes theirs, too.
pub(super) fn zug_mit(view: &View, wesen: &Wesen, rng: &mut ChaCha12Rng) -> Zug {
    if view.phase == Phase::Ansagen {
        return Zug::Ansage(leaning(view, wesen.ansage));
    }
    let need = need(view);
    if need < 0 && rng.random_range(0..100) < wesen.bosheit {
        return Zug::Spiele(wurf_mit(view, 1));
    }
    Zug::Spiele(sensible(view, need))
}

/// Who needs every trick leads his highest card, not his lowest trump. Who needs one more and can win wins it with the
/// highest, so that what is left does not win against his will.
fn sensible(view: &View, need: i32) -> Wurf {
    let plain = wurf(view);
    let rest = view.erlaubte_karten().without(Karte::PIK_7);
    if rest.is_empty() || plain.is_hoch() {
        return plain;
    }
    let highest = Wurf::plain(highest(rest));
    let needs_all = view.stich.is_empty() && need > 0 && need >= hand_size(view);
    let needs_one = !view.stich.is_empty() && need == 1 && beats(&view.stich, plain);
    let better = needs_all && !is_boss(plain.karte(), unseen(view));
    if better || (needs_one && beats(&view.stich, highest)) { highest } else { plain }
}

/// An announcement that is hardly further from the hand's worth than the nearest, in the direction of the leaning.
fn leaning(view: &View, ansage: u8) -> u8 {
    let plain = self::ansage(view);
    let worth = worth(view.blatt, view.karten);
    let verboten = verbotene_ansage(&view.regeln, view.karten, &view.ansagen);
    let off = |n: u8| (i32::from(n) * 10_000 - worth).abs();
    let lean = i32::from(ansage) - 50;
    let room = lean.abs() * if lean < 0 { LEANING_DOWN } else { LEANING_UP };
    let near = (0..=view.karten).filter(|n| Some(*n) != verboten && off(*n) <= off(plain) + room);
    let chosen = if ansage < 50 { near.min() } else { near.max() };
    chosen.filter(|_| room > 0).unwrap_or(plain)
}

/// How much further an announcement may lie for each percent of leaning, in ten-thousandths of a trick. The rule of
/// thumb announces rather too much: what is added to it costs points, what is taken off hardly any.
const LEANING_DOWN: i32 = 120;
const LEANING_UP: i32 = 30;

/// Last to the trick, needing every one and not taking it; or the announcement just made and one trick more taken
/// where losing was possible.
pub(super) fn is_blunder(view: &View, wurf: Wurf) -> bool {
    if view.stich.len() != 3 {
        return false;
    }
    let need = need(view);
    let won = beats(&view.stich, wurf);
    let other = |wins: bool| {
        let mut ways = view.erlaubte_karten().iter().flat_map(Wurf::ways);
        ways.any(|w| beats(&view.stich, w) == wins)
    };
    let thrown_away = need > 0 && need >= hand_size(view) && !won && other(true);
    let overtaken = need == 0 && won && other(false);
    thrown_away || overtaken
}

/// Worth of Karo 7 up to the ace in hundredths of a trick.
const KARO_WERT: [i32; 8] = [15, 20, 25, 35, 50, 70, 95, 100];

/// What the hand is worth, in ten-thousandths of a trick, so that halves are exact.
pub(super) fn worth(blatt: Blatt, karten: u8) -> i32 {
    blatt.iter().map(|k| card_worth(k, karten)).sum()
}

fn card_worth(karte: Karte, karten: u8) -> i32 {
    if karte == Karte::PIK_7 {
        return 10_000;
    }
    if karte.is_trumpf() {
        let w = KARO_WERT[usize::from(karte.bild())];
        return if karten <= 4 { w * 100 + (100 - w) * 25 } else { w * 100 };
    }
    match karte.bild() {
        7 if karten <= 2 => 4_000,
        7 => 7_000,
        6 => 3_000,
        5 => 1_000,
        _ => 0,
    }
}

/// The allowed announcement that is nearest to the hand's worth, the lower of two equally near.
fn ansage(view: &View) -> u8 {
    let worth = worth(view.blatt, view.karten);
    let verboten = verbotene_ansage(&view.regeln, view.karten, &view.ansagen);
    (0..=view.karten)
        .filter(|n| Some(*n) != verboten)
        .min_by_key(|n| (i32::from(*n) * 10_000 - worth).abs())
        .unwrap_or(0)
}

fn wurf(view: &View) -> Wurf {
    wurf_mit(view, need(view))
}

/// The card of whoever needs so many tricks more.
fn wurf_mit(view: &View, need: i32) -> Wurf {
    let erlaubt = view.erlaubte_karten();
    let joker = erlaubt.contains(Karte::PIK_7);
    let hand = Hand {
        need,
        karten: hand_size(view),
        joker,
        rest: erlaubt.without(Karte::PIK_7),
        unseen: unseen(view),
    };
    if hand.rest.is_empty() {
        return Wurf::joker(if hand.need > 0 { Art::Hoch } else { Art::Niedrig });
    }
    match (view.stich.is_empty(), hand.need > 0) {
        (true, _) => lead(&hand),
        (false, true) => take(&hand, &view.stich),
        (false, false) => duck(&hand, &view.stich),
    }
}

/// What a decision about a card rests on.
struct Hand {
    /// Tricks that are still missing; 0 or less: enough.
    need: i32,
    /// Cards in the hand, Pik 7 included.
    karten: i32,
    /// Pik 7 may be played.
    joker: bool,
    /// The legal cards without Pik 7; not empty.
    rest: Blatt,
    /// Cards that lie in other hands or were not dealt.
    unseen: Blatt,
}

fn need(view: &View) -> i32 {
    let ich = view.am_zug.i();
    i32::from(view.ansagen[ich].unwrap_or(0)) - i32::from(view.stiche[ich])
}

fn hand_size(view: &View) -> i32 {
    i32::try_from(view.blatt.len()).unwrap_or(0)
}

fn unseen(view: &View) -> Blatt {
    let played: Blatt = view.verlauf.as_slice().iter().map(|(_, w)| w.karte()).collect();
    Blatt::FULL.minus(view.blatt).minus(played)
}

fn lead(hand: &Hand) -> Wurf {
    if hand.need <= 0 {
        return Wurf::plain(lowest(hand.rest));
    }
    if hand.joker && hand.need >= hand.karten {
        return Wurf::joker(Art::Hoch);
    }
    let bosses: Blatt = hand.rest.iter().filter(|k| is_boss(*k, hand.unseen)).collect();
    let side = bosses.minus(bosses.farbe(Farbe::Karo));
    let best = if side.is_empty() { bosses } else { side };
    Wurf::plain(if best.is_empty() { lowest(hand.rest) } else { highest(best) })
}

/// Following while tricks are needed.
fn take(hand: &Hand, stich: &Stich) -> Wurf {
    let winners: Blatt = hand.rest.iter().filter(|k| beats(stich, Wurf::plain(*k))).collect();
    if !winners.is_empty() {
        let ruffing = stich.farbe() != Some(Farbe::Karo) && !winners.farbe(Farbe::Karo).is_empty();
        if stich.len() == 3 || ruffing {
            return Wurf::plain(lowest(winners));
        }
        let best = highest(winners);
        if is_boss(best, hand.unseen) {
            return Wurf::plain(best);
        }
    }
    if hand.joker && hand.need >= hand.karten - 1 {
        return Wurf::joker(Art::Hoch);
    }
    Wurf::plain(lowest(hand.rest))
}

/// Following when there are tricks enough.
fn duck(hand: &Hand, stich: &Stich) -> Wurf {
    let losers: Blatt = hand.rest.iter().filter(|k| !beats(stich, Wurf::plain(*k))).collect();
    if !losers.is_empty() {
        return Wurf::plain(highest(losers));
    }
    if hand.joker {
        return Wurf::joker(Art::Niedrig);
    }
    Wurf::plain(if stich.len() == 3 { highest(hand.rest) } else { lowest(hand.rest) })
}

/// Whether the card would win the trick as it lies. Expects a trick that somebody led and that is not full.
fn beats(stich: &Stich, wurf: Wurf) -> bool {
    let mut with = *stich;
    with.push(wurf);
    with.winner() == stich.len()
}

/// No unseen card of its suit is higher.
fn is_boss(karte: Karte, unseen: Blatt) -> bool {
    unseen.farbe(karte.farbe()).iter().all(|k| k.bild() < karte.bild())
}

fn lowest(blatt: Blatt) -> Karte {
    blatt.iter().min_by_key(|k| k.rang()).expect("chosen among cards that may be played")
}

fn highest(blatt: Blatt) -> Karte {
    blatt.iter().max_by_key(|k| k.rang()).expect("chosen among cards that may be played")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blatt(cards: &str) -> Blatt {
        cards.split_whitespace().map(|c| c.parse::<Karte>().unwrap()).collect()
    }

    fn stich(cards: &str) -> Stich {
        cards.split_whitespace().map(|c| Wurf::plain(c.parse().unwrap())).collect()
    }

    fn hand(need: i32, cards: &str, unseen: &str) -> Hand {
        let all = blatt(cards);
        Hand {
            need,
            karten: i32::try_from(all.len()).unwrap(),
            joker: all.contains(Karte::PIK_7),
            rest: all.without(Karte::PIK_7),
            unseen: blatt(unseen),
        }
    }

    fn plain(card: &str) -> Wurf {
        Wurf::plain(card.parse().unwrap())
    }

    #[test]
    fn a_hand_is_worth_what_the_table_says() {
        assert_eq!(worth(blatt("P7 KA HA HK HD XB"), 6), 10_000 + 10_000 + 7_000 + 3_000 + 1_000);
        // Karo 7 in a small round: .15 + .25 * .85.
        assert_eq!(worth(blatt("K7"), 4), 3_625);
        assert_eq!(worth(blatt("XA"), 2), 4_000);
        assert_eq!(worth(blatt("XA"), 3), 7_000);
    }

    #[test]
    fn leading_takes_with_a_side_boss_before_a_karo_boss() {
        assert_eq!(lead(&hand(1, "HK KA X7", "HD K7")), plain("HK"));
        assert_eq!(lead(&hand(1, "HK KA X7", "HA K7 X8")), plain("KA"));
        assert_eq!(lead(&hand(1, "HK K7 X8", "HA KA XA")), plain("X8"));
        assert_eq!(lead(&hand(0, "HA K7 X8", "")), plain("X8"));
        assert_eq!(lead(&hand(3, "HA P7 X8", "")), Wurf::joker(Art::Hoch));
        assert_eq!(lead(&hand(2, "HA P7 X8", "")), plain("HA"));
    }

    #[test]
    fn taking_is_cheap_when_last_or_ruffing() {
        assert_eq!(take(&hand(1, "H9 HA", ""), &stich("H8 H7 X7")), plain("H9"));
        assert_eq!(take(&hand(1, "K9 KA", "KD"), &stich("H8")), plain("K9"));
        assert_eq!(take(&hand(1, "H9 HA", "HK"), &stich("H8")), plain("HA"));
        assert_eq!(take(&hand(1, "H9 HK", "HA"), &stich("H8")), plain("H9"));
    }

    #[test]
    fn the_joker_takes_only_when_nearly_every_trick_is_needed() {
        let weak = "H9 P7 X7";
        assert_eq!(take(&hand(2, weak, "HA"), &stich("HK")), Wurf::joker(Art::Hoch));
        assert_eq!(take(&hand(1, weak, "HA"), &stich("HK")), plain("X7"));
    }

    #[test]
    fn ducking_gets_rid_of_the_highest_loser() {
        assert_eq!(duck(&hand(0, "H9 HD HA", ""), &stich("HK")), plain("HD"));
        assert_eq!(duck(&hand(0, "HA P7", ""), &stich("HK")), Wurf::joker(Art::Niedrig));
        assert_eq!(duck(&hand(0, "HA HD", ""), &stich("HB H7 H8")), plain("HA"));
        assert_eq!(duck(&hand(0, "HA HD", ""), &stich("HB")), plain("HD"));
    }
}
