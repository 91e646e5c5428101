//! The house's Word Poker players. They see a view and nothing else; what sets the levels apart is how many
//! words they know (docs/woerter) and how well they weigh an exchange.

use rand::RngExt;
use rand::rngs::ChaCha12Rng;
use rand::seq::SliceRandom;

use crate::spiele::wetten::Wette;
use crate::spiele::wetten::denken::{self, Wettlage};
use crate::spiele::wetten::skript::{self, SKRIPTE};
use crate::spiele::word::ansicht::{Event, Phase, View, Wettart};
use crate::spiele::word::karten::Karte;
use crate::spiele::word::regeln::Word;
use crate::spiele::word::suche::{HAND, legung};
use crate::spiele::word::woerter::{KENNER, Wort};
use crate::spiele::word::zug::Zug;
use crate::spiele::{Freund, Moment, Platz, Spiel, Stufe, Wesen};

/// What a level can do.
struct Koennen {
    /// Words up to this level are known.
    wortschatz: u8,
    /// Draws looked at for each way to exchange; 0: keep the best word and look no further.
    proben: usize,
    /// A chance is misjudged by up to this much.
    irrtum: f64,
    /// Whether the others' acts are read.
    liest: bool,
    /// How often an unknown word that matters is doubted, in percent.
    zweifel: u32,
}

fn koennen(stufe: Stufe) -> Koennen {
    match stufe {
        Stufe::Leicht => {
            Koennen { liest: false, wortschatz: 2, proben: 0, irrtum: 0.15, zweifel: 8 }
        }
        Stufe::Mittel => {
            Koennen { liest: true, wortschatz: 3, proben: 0, irrtum: 0.05, zweifel: 15 }
        }
        Stufe::Stark => {
            Koennen { liest: true, wortschatz: KENNER, proben: 16, irrtum: 0.0, zweifel: 90 }
        }
    }
}

/// Draws looked at to guess what a hand will be worth.
const GUESSES: usize = 12;

fn as_zug(wette: Wette) -> Zug {
    match wette {
        Wette::Weiter => Zug::Weiter,
        Wette::Setze(n) => Zug::Biete(n),
        Wette::Mit => Zug::Annehmen,
        Wette::Erhoehe(n) => Zug::Erhoehe(n),
        Wette::Aus => Zug::Aussteigen,
    }
}

/// One decision.
struct Denken<'a> {
    view: &'a View,
    wesen: &'a Wesen,
    kann: Koennen,
    rng: &'a mut ChaCha12Rng,
}

impl Freund for Word {
    const STUFEN: &'static [Stufe] = &[Stufe::Leicht, Stufe::Mittel, Stufe::Stark];
    const GEGNER: &'static [&'static str] = SKRIPTE;

    fn ohne_denken(view: &View) -> Zug {
        let r = &view.regeln;
        let known = |w: &Wort| !w.tabu && w.stufe <= koennen(Stufe::Mittel).wortschatz;
        let best = r.suche.best(&view.hand, (&r.buch, &r.satz), known);
        match (view.phase, view.du) {
            (Phase::Wetten1 | Phase::Wetten2, Some(ich)) => {
                let q = r.suche.anteil(best.map_or(0, |b| b.1));
                as_zug(denken::ohne_denken(&view.wetten, ich, view.moeglich, q))
            }
            (Phase::Legen, _) => best.map_or(Zug::KeinWort, |(w, _)| Zug::Lege(w.karten.clone())),
            _ => Self::mildest(view),
        }
    }

    fn moment(event: &Event, view: &View) -> Option<Moment> {
        match event {
            Event::Wette { platz, art: Wettart::Aussteigen, .. } => Some(Moment::SteigtAus(*platz)),
            Event::Wette { platz, art: Wettart::Erhoehen, erhoehung: 2.., .. } => {
                Some(Moment::Wagt(*platz))
            }
            Event::Geprueft { platz, gelistet: false, .. } => Some(Moment::Blufft(*platz)),
            Event::Aufgedeckt { platz, wort: None } => {
                view.wetten.ruf(*platz).greift_an().then_some(Moment::Blufft(*platz))
            }
            Event::Pott { sieger, .. } => match sieger[..] {
                [(sieger, _)] => Some(Moment::Holt(sieger)),
                _ => None,
            },
            _ => None,
        }
    }

    fn gegner(name: &str, view: &View, rng: &mut ChaCha12Rng) -> Zug {
        if !matches!(view.phase, Phase::Wetten1 | Phase::Wetten2) {
            return Self::decide(view, &Wesen::EVEN, rng);
        }
        let kann = koennen(Stufe::Mittel);
        let q = Denken { view, wesen: &Wesen::EVEN, kann, rng }.strength();
        as_zug(skript::wette(name, q, view.moeglich, rng))
    }

    fn entscheidung(view: &View) -> &'static str {
        match view.phase {
            Phase::Wetten1 | Phase::Wetten2 => "gebot",
            Phase::Tausch => "tausch",
            _ => "wort",
        }
    }

    fn blunder(view: &View, zug: &Zug) -> Option<bool> {
        let free = view.moeglich.weiter || view.wetten.dabei().len() < 2;
        Some(*zug == Zug::Aussteigen && free)
    }

    fn bluff(view: &View, zug: &Zug) -> Option<bool> {
        let raises = matches!(zug, Zug::Biete(_) | Zug::Erhoehe(_));
        let r = &view.regeln;
        let worth = || r.suche.best(&view.hand, (&r.buch, &r.satz), |w| w.stufe <= KENNER);
        (view.phase == Phase::Wetten2 && raises)
            .then(|| r.suche.anteil(worth().map_or(0, |b| b.1)) < 0.5)
    }

    fn decide(view: &View, wesen: &Wesen, rng: &mut ChaCha12Rng) -> Zug {
        let mut d = Denken { view, wesen, kann: koennen(wesen.stufe), rng };
        match view.phase {
            Phase::Wetten1 | Phase::Wetten2 => d.bet(),
            Phase::Tausch => d.swap(),
            Phase::Legen => d.lay(),
            Phase::Anzweifeln => d.doubt(),
            Phase::Auslosung | Phase::Zwischen | Phase::Ende => Self::mildest(view),
        }
    }
}

impl Denken<'_> {
    fn percent(&mut self, n: u32) -> bool {
        self.rng.random_range(0..100) < n
    }

    /// The best word this friend knows, and its points.
    fn best(&self, hand: &[Karte]) -> Option<(&Wort, i64)> {
        let r = &self.view.regeln;
        let known = |w: &Wort| !w.tabu && w.stufe <= self.kann.wortschatz;
        r.suche.best(hand, (&r.buch, &r.satz), known)
    }

    fn worth(&self, hand: &[Karte]) -> i64 {
        self.best(hand).map_or(0, |b| b.1)
    }

    /// Cards of the best known word.
    fn best_cards(&self) -> Vec<Karte> {
        let r = &self.view.regeln;
        let Some((wort, _)) = self.best(&self.view.hand) else { return Vec::new() };
        legung(&wort.karten, &self.view.hand, &r.satz, &r.werte.wertung)
            .map_or_else(|_| Vec::new(), |l| l.karten)
    }

    // Betting.

    fn bet(&mut self) -> Zug {
        let Some(ich) = self.view.du else { return Word::mildest(self.view) };
        let q = self.strength();
        let w = &self.view.wetten;
        let others = i32::try_from(w.dabei().len()).unwrap_or(2) - 1;
        let (chance, chance_gefolgt) = match self.kann.liest {
            true => (denken::chance(w, ich, q), denken::chance_gefolgt(w, ich, q)),
            false => (q.powi(others), q.powi(others)),
        };
        let slip = self.kann.irrtum;
        let slip = if slip > 0.0 { self.rng.random_range(-slip..slip) } else { 0.0 };
        let lage = Wettlage {
            wetten: w,
            ich,
            moeglich: self.view.moeglich,
            liegt: self.view.liegt,
            chance: chance + slip,
            chance_gefolgt: chance_gefolgt + slip,
            wesen: self.wesen,
        };
        as_zug(denken::wette(&lage, self.rng))
    }

    /// Share of well-read hands that this one beats; before the exchange on average over what may come.
    fn strength(&mut self) -> f64 {
        if self.view.phase != Phase::Wetten1 {
            return self.view.regeln.suche.anteil(self.worth(&self.view.hand));
        }
        let keep = self.best_cards();
        self.mean_of(&keep, GUESSES, |d, hand| d.view.regeln.suche.anteil(d.worth(hand)))
    }

    /// Mean worth of these cards and as many others as are missing, over a few draws.
    fn mean(&mut self, keep: &[Karte], draws: usize) -> i64 {
        let points = |n: i64| i32::try_from(n).map_or(0.0, f64::from);
        let mean = self.mean_of(keep, draws, |d, hand| points(d.worth(hand)));
        #[expect(clippy::cast_possible_truncation, reason = "points of a hand are few")]
        let mean = mean as i64;
        mean
    }

    fn mean_of(
        &mut self,
        keep: &[Karte],
        draws: usize,
        value: impl Fn(&Self, &[Karte]) -> f64,
    ) -> f64 {
        let missing = HAND.saturating_sub(keep.len());
        if missing == 0 {
            return value(self, keep);
        }
        let mut pool = self.unseen();
        let mut sum = 0.0;
        for _ in 0..draws {
            let (drawn, _) = pool.partial_shuffle(self.rng, missing);
            let hand: Vec<Karte> = keep.iter().chain(drawn.iter()).copied().collect();
            sum += value(self, &hand);
        }
        sum / f64::from(u32::try_from(draws.max(1)).unwrap_or(1))
    }

    /// Cards this seat has not seen.
    fn unseen(&self) -> Vec<Karte> {
        let mut pool = self.view.regeln.satz.alle();
        for karte in &self.view.hand {
            if let Some(i) = pool.iter().position(|k| k == karte) {
                pool.swap_remove(i);
            }
        }
        pool
    }

    // The exchange.

    fn swap(&mut self) -> Zug {
        let keep = if self.kann.proben > 0 { self.best_keep() } else { self.best_cards() };
        let mut weg = self.view.hand.clone();
        for karte in &keep {
            if let Some(i) = weg.iter().position(|k| k == karte) {
                weg.remove(i);
            }
        }
        let satz = &self.view.regeln.satz;
        weg.sort_by_key(|k| satz.punkte(*k));
        weg.truncate(usize::try_from(self.view.regeln.werte.tausch_max).unwrap_or(HAND));
        Zug::Tausche(weg)
    }

    /// The cards with which the draws turn out best: those of the best word, or any three or four.
    fn best_keep(&mut self) -> Vec<Karte> {
        let hand = self.view.hand.clone();
        let mut best = self.best_cards();
        let mut worth = self.mean(&best, self.kann.proben);
        for mask in 0u32..1 << hand.len() {
            if !(3..=4).contains(&mask.count_ones()) {
                continue;
            }
            let kept = hand.iter().zip(0..).filter(|(_, i)| mask >> i & 1 == 1);
            let keep: Vec<Karte> = kept.map(|(k, _)| *k).collect();
            let mean = self.mean(&keep, self.kann.proben);
            // A few draws err by a point or two: what is held counts for more than what may come.
            if mean > worth + 2 {
                (best, worth) = (keep, mean);
            }
        }
        best
    }

    // Laying and doubting.

    fn lay(&mut self) -> Zug {
        let known = self.best(&self.view.hand).map(|(w, n)| (w.karten.clone(), n));
        let poor = known.as_ref().is_none_or(|(_, n)| *n < 15);
        if poor
            && self.percent(u32::from(self.wesen.bluff) / 4)
            && let Some(wort) = self.invent()
        {
            return Zug::Lege(wort);
        }
        known.map_or(Zug::KeinWort, |(wort, _)| Zug::Lege(wort))
    }

    /// Something that sounds like a word: consonants and vowels in turn.
    fn invent(&mut self) -> Option<String> {
        let mut hand = self.view.hand.clone();
        hand.shuffle(self.rng);
        let vowel = |k: &Karte| b"AEIOUY".contains(&k.letters()[k.letters().len() - 1]);
        let (mut vowels, mut others): (Vec<Karte>, Vec<Karte>) = hand.into_iter().partition(vowel);
        let mut wort = String::new();
        let mut cards = 0;
        while let Some(k) = if cards % 2 == 0 { others.pop() } else { vowels.pop() } {
            wort.push_str(&k.to_string());
            cards += 1;
        }
        let tabu = self.view.regeln.buch.find(&wort).is_some_and(|w| w.tabu);
        (cards >= 3 && !tabu).then_some(wort)
    }

    fn doubt(&mut self) -> Zug {
        let open: Vec<(Platz, String, i64)> =
            self.view.anzweifelbar().map(|(p, w)| (p, w.wort.clone(), w.legung.gesamt())).collect();
        let mine = self.view.du.and_then(|p| self.view.sitze[p.i()].wort.as_ref());
        let mine = mine.map_or(0, |w| w.legung.gesamt());
        let in_showdown = self.view.du.is_some_and(|p| self.view.wetten.dabei().contains(p));
        for (p, wort, points) in open {
            let matters = in_showdown && points >= mine;
            if matters && !self.knows(&wort) && self.percent(self.kann.zweifel) {
                return Zug::Zweifle(p);
            }
        }
        Zug::Weiter
    }

    fn knows(&self, wort: &str) -> bool {
        self.view.regeln.buch.find(wort).is_some_and(|w| w.stufe <= self.kann.wortschatz)
    }
}
