//! What a seat has shown of its ways of betting since it sat down: everybody at the table has seen it, so a view may
//! carry it. Counted by deals, because one hand bets in many rounds.

use super::Wette;

/// A seat's reputation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ruf {
    /// Deals in which it acted, and those in which it bet or raised.
    ausgaben: u32,
    angriffe: u32,
    /// Deals in which a bet asked it, and those in which it folded to one.
    gefragt: u32,
    gewichen: u32,
    /// The same of the running deal.
    hier: Hier,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Hier {
    gehandelt: bool,
    gefragt: bool,
    angriffe: u32,
    gefolgt: bool,
}

/// Deals that what is usual among strangers weighs as much as.
const GEWICHT: f64 = 10.0;
/// How often strangers attack, and how often they fold when asked.
const ANGRIFF_SONST: f64 = 0.25;
const WEICHEN_SONST: f64 = 0.3;
/// How much each further attack of one deal narrows what it stands for.
const NACHDRUCK: f64 = 0.15;
/// The narrowest range: nobody is believed entirely.
const SCHMAL: f64 = 0.06;

impl Ruf {
    /// What is known before a deal begins, as numbers.
    pub(super) fn zwischenstand(self) -> [u32; 4] {
        [self.ausgaben, self.angriffe, self.gefragt, self.gewichen]
    }

    pub(super) fn aus_zwischenstand([ausgaben, angriffe, gefragt, gewichen]: [u32; 4]) -> Self {
        Self { ausgaben, angriffe, gefragt, gewichen, hier: Hier::default() }
    }

    pub(super) fn begin_deal(&mut self) {
        self.hier = Hier::default();
    }

    /// `gefragt`: a bet lay that the seat had not matched.
    pub(super) fn note(&mut self, wette: Wette, gefragt: bool) {
        let attack = matches!(wette, Wette::Setze(_) | Wette::Erhoehe(_));
        self.ausgaben += u32::from(!self.hier.gehandelt);
        self.angriffe += u32::from(attack && self.hier.angriffe == 0);
        self.gefragt += u32::from(gefragt && !self.hier.gefragt);
        self.gewichen += u32::from(gefragt && wette == Wette::Aus);
        self.hier.gehandelt = true;
        self.hier.gefragt |= gefragt;
        self.hier.angriffe += u32::from(attack);
        self.hier.gefolgt |= wette == Wette::Mit;
    }

    /// Share of deals in which it attacks.
    pub fn angriff(&self) -> f64 {
        usual(self.angriffe, self.ausgaben, ANGRIFF_SONST)
    }

    /// Share of asked deals in which it folds.
    pub fn weicht(&self) -> f64 {
        usual(self.gewichen, self.gefragt, WEICHEN_SONST)
    }

    /// True once it has bet or raised in this deal.
    pub fn greift_an(&self) -> bool {
        self.hier.angriffe > 0
    }

    /// Share of all hands, from the best down, that its acts of this deal stand for: who always raises says nothing by
    /// it, who hardly ever does says much.
    pub fn breite(&self) -> f64 {
        let mut breite = 1.0f64;
        if self.hier.angriffe > 0 {
            let more = f64::from((self.hier.angriffe - 1).min(6)) * NACHDRUCK;
            breite = breite.min(self.angriff().powf(1.0 + more));
        }
        if self.hier.gefolgt {
            breite = breite.min(1.0 - self.weicht());
        }
        breite.clamp(SCHMAL, 1.0)
    }
}

fn usual(seen: u32, of: u32, otherwise: f64) -> f64 {
    (f64::from(seen) + otherwise * GEWICHT) / (f64::from(of) + GEWICHT)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(deals: u32, wette: Wette) -> Ruf {
        let mut ruf = Ruf::default();
        for _ in 0..deals {
            ruf.begin_deal();
            ruf.note(wette, true);
        }
        ruf
    }

    #[test]
    fn a_raise_of_one_who_always_raises_stands_for_any_hand() {
        assert!(after(200, Wette::Erhoehe(2)).breite() > 0.9);
        let mut rare = after(200, Wette::Aus);
        rare.begin_deal();
        rare.note(Wette::Erhoehe(2), true);
        assert!(rare.breite() < 0.1, "{}", rare.breite());
        assert!(rare.weicht() > 0.9);
    }

    #[test]
    fn several_rounds_of_one_deal_count_once() {
        let mut ruf = Ruf::default();
        ruf.begin_deal();
        (0..7).for_each(|_| ruf.note(Wette::Setze(1), false));
        assert_eq!((ruf.ausgaben, ruf.angriffe, ruf.gefragt), (1, 1, 0));
        ruf.begin_deal();
        assert!((ruf.breite() - 1.0).abs() < 1e-9, "a new deal says nothing yet");
    }
}
