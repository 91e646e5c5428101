//! Points to money (regeln.md R18 to R22).

use super::regeln::{AbrechnungArt, Regeln, RestAn};

/// What the pot becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Abrechnung {
    /// In the order of the points.
    pub auszahlung: [i64; 4],
    pub haus: i64,
}

/// Splits the pot of four stakes. `punkte` in seat order counted from round 1's opener, which decides where equal
/// points compete for the odd Taler (R19).
pub fn abrechnen(regeln: &Regeln, einsatz: i64, punkte: [i64; 4]) -> Abrechnung {
    let gewichte = match regeln.abrechnung {
        AbrechnungArt::Abstand => abstand(punkte),
        AbrechnungArt::Anteil => anteil(punkte),
    };
    let summe: i64 = gewichte.iter().sum();
    if summe == 0 {
        return Abrechnung { auszahlung: [einsatz; 4], haus: 0 };
    }
    let topf = einsatz * 4;
    let mut haus = topf * regeln.haus_promille / 1000;
    let verteilt = topf - haus;
    let mut auszahlung = gewichte.map(|g| share(verteilt, g, summe));
    let rest = verteilt - auszahlung.iter().sum::<i64>();
    match regeln.rest_an {
        RestAn::Haus => haus += rest,
        RestAn::Bestplatzierte => hand_out(rest, punkte, gewichte, &mut auszahlung),
    }
    Abrechnung { auszahlung, haus }
}

fn share(verteilt: i64, gewicht: i64, summe: i64) -> i64 {
    let exact = i128::from(verteilt) * i128::from(gewicht) / i128::from(summe);
    i64::try_from(exact).expect("a share is not larger than the pot")
}

fn abstand(punkte: [i64; 4]) -> [i64; 4] {
    let min = punkte.into_iter().min().unwrap_or(0);
    punkte.map(|p| p - min)
}

/// Shares of the points themselves; the last gets nothing, and where nobody has any, the distance decides.
fn anteil(punkte: [i64; 4]) -> [i64; 4] {
    let min = punkte.into_iter().min().unwrap_or(0);
    let gewichte = punkte.map(|p| if p == min { 0 } else { p.max(0) });
    if gewichte.iter().sum::<i64>() == 0 { abstand(punkte) } else { gewichte }
}

/// One Taler each down the ranking, among those who get anything at all.
fn hand_out(rest: i64, punkte: [i64; 4], gewichte: [i64; 4], auszahlung: &mut [i64; 4]) {
    let mut ranking: Vec<usize> = (0..4).filter(|&i| gewichte[i] > 0).collect();
    ranking.sort_by_key(|&i| std::cmp::Reverse(punkte[i]));
    for (i, _) in ranking.into_iter().cycle().zip(0..rest) {
        auszahlung[i] += 1;
    }
}
