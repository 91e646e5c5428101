//! What the generic tests must know of Word Poker. No test stands here.

use std::fmt::Write;

use theaterkeller::quelle::Quelle;
use theaterkeller::spiele::word::abrechnung::lege;
use theaterkeller::spiele::word::ansicht::{Event, Phase, View};
use theaterkeller::spiele::word::einstellungen::Regeln;
use theaterkeller::spiele::word::karten::Karte;
use theaterkeller::spiele::word::regeln::Word;
use theaterkeller::spiele::word::zug::Zug;
use theaterkeller::spiele::{Anfang, Auftritt, Aufzeichnung, Namen, Platz, Spiel, Viewer, Vorrat};

use super::probe::Probe;

/// Enough words to lay now and then; reading the whole list for each table would take longer than the tests.
const WOERTER: &str = "Ei\nan\nes\nin\nja\nob\nRat\nTal\nNot\nTon\nLied\nHaus\nTier\nseit\n";

fn cards(text: &str) -> Vec<Karte> {
    text.split_whitespace().map(|k| k.parse().unwrap()).collect()
}

fn is_legal(view: &View, zug: &Zug) -> bool {
    let m = view.moeglich;
    let within =
        |range: Option<(i64, i64)>, n: i64| range.is_some_and(|(a, b)| (a..=b).contains(&n));
    match (view.phase, zug) {
        (Phase::Wetten1 | Phase::Wetten2, Zug::Biete(n)) => within(m.setze, *n),
        (Phase::Wetten1 | Phase::Wetten2, Zug::Erhoehe(n)) => within(m.erhoehe, *n),
        (Phase::Wetten1 | Phase::Wetten2, Zug::Annehmen) => m.mit.is_some(),
        (Phase::Wetten1 | Phase::Wetten2, Zug::Aussteigen) => true,
        (Phase::Wetten1 | Phase::Wetten2, Zug::Weiter) => m.weiter,
        (Phase::Tausch, Zug::Tausche(away)) => {
            let max = usize::try_from(view.regeln.werte.tausch_max).unwrap();
            let times = |k: &Karte, list: &[Karte]| list.iter().filter(|l| *l == k).count();
            away.len() <= max && away.iter().all(|k| times(k, away) <= times(k, &view.hand))
        }
        (Phase::Legen, Zug::Lege(wort)) => lege(wort, &view.hand, &view.regeln).is_ok(),
        (Phase::Legen, Zug::KeinWort) | (Phase::Anzweifeln, Zug::Weiter) => true,
        (Phase::Anzweifeln, Zug::Zweifle(p)) => view.anzweifelbar().any(|(q, _)| q == *p),
        _ => false,
    }
}

impl Probe for Word {
    const REGELN: &'static [&'static [(&'static str, &'static str)]] = &[
        &[],
        &[("schieben", "true"), ("maximum_gilt", "erhoehung"), ("tausch_max", "2")],
        &[("aufdecken", "reihum"), ("grundeinsatz", "3"), ("erhoehungen_zaehlen", "spieler")],
        &[("zu_wenig", "aussteigen"), ("anzweifeln_strafe", "2"), ("tausch_offen", "immer")],
        &[("pruefung", "automatisch"), ("letzter_wird_gefragt", "false"), ("bonus_nach", "karten")],
    ];

    fn vorrat() -> Vorrat {
        let files = [
            ("woerter.txt", WOERTER),
            ("deck-quiddler.txt", include_str!("../../data/woerter/deck-quiddler.txt")),
        ];
        Vorrat::new(files.into_iter().map(|(f, t)| (f.to_string(), Quelle::new(f, t))).collect())
    }

    fn beginnings(_regeln: &Regeln) -> Vec<Anfang> {
        let anfang = |plaetze: u8, least: i64| Anfang {
            plaetze,
            erster: Platz(0),
            einsatz: 0,
            runden: 0,
            steine: (0..plaetze).map(|p| Some(i64::from(p) * 5 + least)).collect(),
        };
        (2..=8).flat_map(|n| [anfang(n, 4), anfang(n, 40)]).collect()
    }

    fn legal(view: &View) -> Vec<Zug> {
        let singles = view.hand.iter().map(|k| Zug::Tausche(vec![*k]));
        Self::moves().into_iter().chain(singles).filter(|z| is_legal(view, z)).collect()
    }

    fn moves() -> Vec<Zug> {
        let amounts = (-1..8).flat_map(|n| [Zug::Biete(n), Zug::Erhoehe(n)]);
        let swaps = ["", "E", "E E", "A E O", "I N", "T A U S E", "A A A A A A"];
        let swaps = swaps.into_iter().map(|s| Zug::Tausche(cards(s)));
        let words = ["A", "EI", "AN", "ES", "TA", "RAT", "NE", "EA", "IN", "ONE", "UA", "IE"];
        let words = words.into_iter().map(|w| Zug::Lege(w.into()));
        let doubts = (0..9).map(|p| Zug::Zweifle(Platz(p)));
        let plain = [Zug::Annehmen, Zug::Aussteigen, Zug::KeinWort, Zug::Weiter];
        amounts.chain(swaps).chain(words).chain(doubts).chain(plain).collect()
    }

    fn fingerprint(v: &View) -> String {
        let mut text = String::new();
        write!(text, "{:?} {:?} {} {:?} {:?} ", v.du, v.phase, v.nr, v.geber, v.hand).unwrap();
        write!(text, "{:?} {:?} {:?} {} ", v.dran, v.wetten, v.moeglich, v.liegt).unwrap();
        write!(text, "{} {} ", v.frage_offen, v.alle_aus).unwrap();
        for s in &v.sitze {
            write!(text, "{} {} {:?} ", s.besetzt, s.pausiert, s.getauscht).unwrap();
            write!(text, "{} {:?} ", s.hat_gelegt, s.wort).unwrap();
        }
        text
    }

    fn event_text(event: &Event) -> String {
        let names = (0..8).map(|i| format!("Wer{i}")).collect();
        format!("{:?} {:?}", Self::line(event), Self::tell(event, &Namen::new(names, None)))
    }

    /// Drawn cards come and go, so this is the deck; that no card is there twice is the game's own test.
    fn dealt(&self) -> Vec<Karte> {
        self.deck()
    }

    /// The cards that were dealt to the others, until words lie open.
    fn hidden(&self, viewer: Viewer, order: &[Karte]) -> Vec<usize> {
        let view = &self.view(viewer);
        use Phase::{Legen, Tausch, Wetten1, Wetten2};
        let in_turn = view.regeln.abweichungen().iter().any(|(key, _)| *key == "aufdecken");
        let open = view.phase == Legen && in_turn;
        if open || !matches!(view.phase, Wetten1 | Tausch | Wetten2 | Legen) {
            return Vec::new();
        }
        let seats = view.sitze.len();
        let dealer = view.geber.expect("somebody has dealt").i();
        let dealt_in = |p: &usize| view.wetten.beitrag()[*p] > 0;
        let row: Vec<usize> = (1..=seats).map(|i| (dealer + i) % seats).filter(dealt_in).collect();
        let own = view.du.and_then(|p| row.iter().position(|q| *q == p.i()));
        let dealt = 0..(5 * row.len()).min(order.len());
        dealt.filter(|i| Some(i % row.len()) != own).collect()
    }
}
