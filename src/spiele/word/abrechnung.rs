//! Who deals first, what words count for and who gets which pot (regeln.md W2, W19 to W28). Pure reckoning on
//! what lies open; knows no course of a game.

use crate::spiele::wetten::Topf;
use crate::spiele::word::ansicht::{Gelegt, Verstoss};
use crate::spiele::word::einstellungen::Regeln;
use crate::spiele::word::karten::{Karte, Kartensatz};
use crate::spiele::word::suche::{Unlegbar, legung};
use crate::spiele::{Plaetze, Platz};

/// The first dealer by the drawn cards: most points, then last in the alphabet. Errors: who draws again. Expects
/// at least one draw.
pub fn auslosung(karten: &[(Platz, Karte)], satz: &Kartensatz) -> Result<Platz, Vec<Platz>> {
    let rank = |k: &Karte| (satz.punkte(*k), *k);
    let best = karten.iter().map(|(_, k)| rank(k)).max();
    let first: Vec<Platz> =
        karten.iter().filter(|(_, k)| Some(rank(k)) == best).map(|(p, _)| *p).collect();
    match first[..] {
        [geber] => Ok(geber),
        _ => Err(first),
    }
}

/// The word as this hand lays it with most points. Expects a card spelling. Errors: why it cannot.
pub fn lege(wort: &str, hand: &[Karte], regeln: &Regeln) -> Result<Gelegt, Verstoss> {
    if wort.len() < 2 {
        return Err(Verstoss::ZuWenigKarten);
    }
    match legung(wort, hand, &regeln.satz, &regeln.werte.wertung) {
        Ok(legung) => Ok(Gelegt { wort: wort.to_string(), legung, gelistet: None }),
        Err(Unlegbar::EineKarte) => Err(Verstoss::ZuWenigKarten),
        Err(Unlegbar::Fehlt(karten)) => Err(Verstoss::Fehlt(karten)),
    }
}

/// One seat of the showdown.
pub struct Blatt<'a> {
    pub platz: Platz,
    pub hand: &'a [Karte],
    pub wort: Option<&'a Gelegt>,
}

/// What one seat of the showdown counts for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stand {
    pub platz: Platz,
    pub punkte: i64,
    /// Set where nobody has a word: the card that counts (W24).
    pub karte: Option<Karte>,
}

/// What each seat counts for: its word, or its highest card if no seat has a word that counts.
pub fn punkte(blaetter: &[Blatt<'_>], satz: &Kartensatz) -> Vec<Stand> {
    let word = |b: &Blatt<'_>| b.wort.and_then(Gelegt::zaehlt);
    if blaetter.iter().any(|b| word(b).is_some()) {
        let stand =
            |b: &Blatt<'_>| Stand { platz: b.platz, punkte: word(b).unwrap_or(0), karte: None };
        return blaetter.iter().map(stand).collect();
    }
    blaetter
        .iter()
        .map(|b| {
            let karte = b.hand.iter().copied().max_by_key(|k| (satz.punkte(*k), *k));
            Stand { platz: b.platz, punkte: karte.map_or(0, |k| satz.punkte(k)), karte }
        })
        .collect()
}

/// How one pot is paid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Auszahlung {
    pub topf: Topf,
    pub sieger: Vec<(Platz, i64)>,
    /// Stays for the next deal (W26).
    pub rest: i64,
    pub punkte: i64,
}

/// Divides each pot among the best of those who may win it; what does not go up stays.
pub fn verteile(toepfe: Vec<Topf>, stand: &[Stand]) -> Vec<Auszahlung> {
    toepfe
        .into_iter()
        .map(|topf| {
            let entitled = || stand.iter().filter(|s| topf.berechtigt.contains(s.platz));
            let punkte = entitled().map(|s| s.punkte).max().unwrap_or(0);
            let sieger: Plaetze =
                entitled().filter(|s| s.punkte == punkte).map(|s| s.platz).collect();
            let n = i64::try_from(sieger.len().max(1)).expect("a table has few seats");
            let each = if sieger.is_empty() { 0 } else { topf.betrag / n };
            let sieger: Vec<(Platz, i64)> = sieger.iter().map(|p| (p, each)).collect();
            let rest = topf.betrag - sieger.iter().map(|s| s.1).sum::<i64>();
            Auszahlung { topf, sieger, rest, punkte }
        })
        .collect()
}
