//! What the generic tests must know of Miwin'scher Poker. No test stands here.

use std::fmt::Write;

use theaterkeller::spiele::miwin::Miwin;
use theaterkeller::spiele::miwin::einstellungen::Regeln;
use theaterkeller::spiele::miwin::karten::Karte;
use theaterkeller::spiele::miwin::sicht::{Phase, View};
use theaterkeller::spiele::miwin::zug::{Event, Zug};
use theaterkeller::spiele::{Anfang, Auftritt, Aufzeichnung, Namen, Platz, Spiel, Viewer};

use super::probe::Probe;

fn may_exchange(list: &[u8], max: u8) -> bool {
    let mut once = list.to_vec();
    once.sort_unstable();
    once.dedup();
    let places = list.iter().all(|i| (1..=5).contains(i));
    list.len() <= usize::from(max) && once.len() == list.len() && places
}

fn is_legal(view: &View, zug: &Zug) -> bool {
    let m = view.moeglich();
    let within =
        |range: Option<(i64, i64)>, n: i64| range.is_some_and(|(a, b)| (a..=b).contains(&n));
    match (view.phase, zug) {
        (Phase::Pause, _) => false,
        (_, Zug::Aus) => true,
        (Phase::Bieten, Zug::Weiter) => m.weiter,
        (Phase::Bieten, Zug::Setze(n)) => within(m.setze, *n),
        (Phase::Bieten, Zug::Mit) => m.mit.is_some(),
        (Phase::Bieten, Zug::Erhoehe(n)) => within(m.erhoehe, *n),
        (Phase::Tauschen, Zug::Tausche(list)) => may_exchange(list, view.regeln.tausch_max),
        (Phase::Letzter, Zug::Tausche(list)) => {
            may_exchange(list, view.regeln.letzter_tausch_max.min(1))
        }
        (Phase::Aufdecken, Zug::Decke { pos, wert }) => {
            view.verdeckte().any(|(i, k)| i == *pos && k.gelegt(*wert).is_some())
        }
        (Phase::Lage, Zug::Lege(wert)) => {
            view.neue.is_some_and(|n| n.karte.gelegt(*wert).is_some())
        }
        (Phase::Letzter, Zug::Drehe(pos)) => {
            let at = usize::from(*pos).wrapping_sub(1);
            let card = view.offene().get(at);
            let fresh = view.regeln.umdrehen && !view.gedreht.contains(&at);
            fresh && card.is_some_and(|c| c.wert != c.farbe)
        }
        _ => false,
    }
}

impl Probe for Miwin {
    const REGELN: &'static [&'static [(&'static str, &'static str)]] = &[
        &[],
        &[("grundeinsatz", "2"), ("eroeffnung", "bis_betrag"), ("erhoehungen_max", "2")],
        &[("aufdecken", "gleichzeitig"), ("umdrehen", "true"), ("letzter_tausch_max", "2")],
        &[("zu_wenig", "aussteigen"), ("aufdecken_ab", "hoechstes_blatt"), ("figuren", "B2")],
        &[("wettrunde_nach_fuenfter", "false"), ("wettrunde_nach_letztem_tausch", "true")],
    ];

    fn beginnings(_regeln: &Regeln) -> Vec<Anfang> {
        let anfang = |plaetze: u8, least: i64| Anfang {
            plaetze,
            erster: Platz(plaetze - 1),
            einsatz: 0,
            runden: 0,
            steine: (0..plaetze).map(|p| Some(i64::from(p) * 9 + least)).collect(),
        };
        (2..=5).flat_map(|n| [anfang(n, 5), anfang(n, 120)]).collect()
    }

    fn legal(view: &View) -> Vec<Zug> {
        Self::moves().into_iter().filter(|z| is_legal(view, z)).collect()
    }

    fn moves() -> Vec<Zug> {
        let amounts = (-1..40).flat_map(|n| [Zug::Setze(n), Zug::Erhoehe(n)]);
        let swaps: [&[u8]; 9] =
            [&[], &[1], &[3], &[5], &[2, 4], &[1, 2, 3, 4], &[1, 1], &[6], &[1, 2, 3, 4, 5]];
        let swaps = swaps.into_iter().map(|s| Zug::Tausche(s.to_vec()));
        let opens = (0..=6).flat_map(|pos| (0..=10).map(move |wert| Zug::Decke { pos, wert }));
        let rest = (0..=10).flat_map(|n| [Zug::Lege(n), Zug::Drehe(n)]);
        let plain = [Zug::Weiter, Zug::Mit, Zug::Aus];
        amounts.chain(swaps).chain(opens).chain(rest).chain(plain).collect()
    }

    fn fingerprint(v: &View) -> String {
        let mut text = String::new();
        write!(text, "{:?} {:?} {} {} {:?} ", v.viewer, v.phase, v.runde, v.nr, v.geber).unwrap();
        write!(text, "{:?} {:?} {:?} {:?} ", v.awaited, v.wetten, v.blatt, v.neue).unwrap();
        write!(text, "{:?} ", v.gedreht).unwrap();
        for s in &v.sitze {
            write!(text, "{} {} {} {:?} ", s.da, s.pause, s.verdeckt, s.offen).unwrap();
            write!(text, "{:?} {:?} {} ", s.getauscht, s.getan, s.gewaehlt).unwrap();
        }
        text
    }

    fn event_text(event: &Event) -> String {
        let names = (0..5).map(|i| format!("Wer{i}")).collect();
        format!("{:?} {:?}", Self::line(event), Self::tell(event, &Namen::new(names, None)))
    }

    /// Drawn cards come and go, so this is the deck; that no card is there twice is the game's own test.
    fn dealt(&self) -> Vec<Karte> {
        self.deck()
    }

    /// The cards that were dealt to the others, until the first of them lies open.
    fn hidden(&self, viewer: Viewer, order: &[Karte]) -> Vec<usize> {
        let view = &self.view(viewer);
        let early = matches!(view.phase, Phase::Bieten | Phase::Tauschen) && view.runde <= 2;
        if !early {
            return Vec::new();
        }
        let row = self.dealt_in();
        let own = view.du().and_then(|p| row.iter().position(|q| *q == p));
        let dealt = 0..(5 * row.len()).min(order.len());
        dealt.filter(|i| Some(i % row.len()) != own).collect()
    }
}
