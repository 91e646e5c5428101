//! Pots by level of contribution (regeln.md G3), and how one is divided. Knows no cards and no order of play.

use crate::spiele::{Plaetze, Platz};

/// One pot, and who may win it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Topf {
    pub betrag: i64,
    pub berechtigt: Plaetze,
}

/// Pots from what each seat has put in; main pot first. Only seats in `dabei` can win; the money of the others
/// stays where it lies, and a level whose contributors have all folded joins the level below. Money that was
/// brought along lies in the main pot. Empty if there is no money at all. With nobody in `dabei` everything
/// is one pot that nobody may win.
pub fn toepfe(beitrag: &[i64], dabei: Plaetze, mitgebracht: i64) -> Vec<Topf> {
    let mut toepfe = vec![Topf { betrag: mitgebracht, berechtigt: dabei }];
    for (betrag, berechtigt) in levels(beitrag, dabei) {
        let top = toepfe.last_mut().expect("there is a main pot");
        if berechtigt.is_empty() || berechtigt == top.berechtigt {
            top.betrag += betrag;
        } else if top.betrag == 0 {
            *top = Topf { betrag, berechtigt };
        } else {
            toepfe.push(Topf { betrag, berechtigt });
        }
    }
    toepfe.retain(|t| t.betrag > 0);
    toepfe
}

/// Amount of each level of contribution and who of those still in has reached it, lowest first.
fn levels(beitrag: &[i64], dabei: Plaetze) -> Vec<(i64, Plaetze)> {
    let mut heights: Vec<i64> = beitrag.iter().copied().filter(|b| *b > 0).collect();
    heights.sort_unstable();
    heights.dedup();
    let mut below = 0;
    let mut out = Vec::with_capacity(heights.len());
    for height in heights {
        let payers = beitrag.iter().filter(|b| **b >= height).count();
        let payers = i64::try_from(payers).expect("a table has few seats");
        let reached = dabei.iter().filter(|p| beitrag[p.i()] >= height).collect();
        out.push(((height - below) * payers, reached));
        below = height;
    }
    out
}

/// Divides evenly; odd chips go one by one to the first of `gewinner` (regeln.md G5 for Miwin: nearest left of
/// the dealer first). Expects at least one winner. Word leaves the rest instead and divides by itself.
pub fn reihum(betrag: i64, gewinner: &[Platz]) -> Vec<(Platz, i64)> {
    let n = i64::try_from(gewinner.len()).expect("a table has few seats");
    let (each, odd) = (betrag / n, betrag % n);
    gewinner.iter().zip(0..).map(|(p, i)| (*p, each + i64::from(i < odd))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(list: &[u8]) -> Plaetze {
        list.iter().copied().map(Platz).collect()
    }

    fn topf(betrag: i64, list: &[u8]) -> Topf {
        Topf { betrag, berechtigt: seats(list) }
    }

    #[test]
    fn a_short_seat_wins_only_its_level() {
        let got = toepfe(&[10, 7, 10, 0], seats(&[0, 1, 2]), 0);
        assert_eq!(got, [topf(21, &[0, 1, 2]), topf(6, &[0, 2])]);
    }

    #[test]
    fn folded_money_stays_and_makes_no_pot_of_its_own() {
        let got = toepfe(&[10, 5, 10], seats(&[0, 2]), 4);
        assert_eq!(got, [topf(29, &[0, 2])]);
    }

    #[test]
    fn a_level_that_all_have_folded_joins_the_one_below() {
        let got = toepfe(&[20, 20, 10], seats(&[2]), 0);
        assert_eq!(got, [topf(50, &[2])]);
        let got = toepfe(&[30, 20, 10, 20], seats(&[1, 2]), 0);
        assert_eq!(got, [topf(40, &[1, 2]), topf(40, &[1])]);
    }

    #[test]
    fn a_seat_that_paid_nothing_wins_only_what_was_brought_along() {
        assert_eq!(toepfe(&[6, 6, 0], seats(&[0, 1, 2]), 0), [topf(12, &[0, 1])]);
        let got = toepfe(&[6, 6, 0], seats(&[0, 1, 2]), 3);
        assert_eq!(got, [topf(3, &[0, 1, 2]), topf(12, &[0, 1])]);
    }

    #[test]
    fn money_of_a_deal_that_all_left_waits_for_nobody() {
        assert_eq!(toepfe(&[2, 2], Plaetze::NONE, 5), [topf(9, &[])]);
    }

    #[test]
    fn odd_chips_go_to_the_nearest() {
        let order = [Platz(1), Platz(2), Platz(0)];
        assert_eq!(reihum(100, &order), [(Platz(1), 34), (Platz(2), 33), (Platz(0), 33)]);
        assert_eq!(reihum(2, &order), [(Platz(1), 1), (Platz(2), 1), (Platz(0), 0)]);
    }
}
