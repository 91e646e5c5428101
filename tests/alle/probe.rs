//! What the generic tests must know of a game beyond its traits: every legal move of a view, every move there is,
//! and all that a view holds as one text. One implementation for each game; no test stands here.

use std::fmt::Write;
use std::path::Path;

use rand::rngs::ChaCha12Rng;
use rand::seq::IndexedRandom;
use theaterkeller::quelle::Schluessel;
use theaterkeller::simulate::read_rules;
use theaterkeller::spielarten::find;
use theaterkeller::spiele::russisch::Russisch;
use theaterkeller::spiele::russisch::karten::{Karte, Wurf};
use theaterkeller::spiele::russisch::regeln::{Phase, View, Zug};
use theaterkeller::spiele::{Anfang, Aufzeichnung, Frage, Freund, Platz, Spiel, Viewer, Vorrat};
use theaterkeller::welt::dateien::read_folder;
use theaterkeller::welt::{GameInfo, Spielkunde, Welt};

/// Every question that takes no number; each but hand, table and stand has a one-line answer.
pub(crate) const FRAGEN: [Frage; 14] = [
    Frage::Blatt,
    Frage::Tisch,
    Frage::Stand,
    Frage::Dran,
    Frage::WasKannIch,
    Frage::Pott,
    Frage::Kosten,
    Frage::Grenzen,
    Frage::Punkte,
    Frage::Wert,
    Frage::Geber,
    Frage::Dabei,
    Frage::Einsatz,
    Frage::Stiche,
];

/// A game that can be played at random and looked at from all sides.
pub(crate) trait Probe: Freund + Aufzeichnung {
    /// Settings under which random games are played; each list is one table's `[[tisch]]` keys.
    const REGELN: &'static [&'static [(&'static str, &'static str)]];

    /// Texts that the settings name.
    fn vorrat() -> Vorrat {
        Vorrat::default()
    }
    /// How games begin: every table size, every length.
    fn beginnings(regeln: &Self::Regeln) -> Vec<Anfang>;
    /// Every legal move of the viewer, who is on; by the rules' own questions.
    fn legal(view: &Self::View) -> Vec<Self::Zug>;
    /// Every move that can be written down, legal or not.
    fn moves() -> Vec<Self::Zug>;
    /// All that the view holds.
    fn fingerprint(view: &Self::View) -> String;
    /// All that the event holds.
    fn event_text(event: &Self::Event) -> String;
    /// Every dealt card of the running deal, wherever it is now.
    fn dealt(&self) -> Vec<Self::Karte>;
    /// Positions of the last deal's deck whose cards this viewer cannot know, by the rules of dealing: what his view
    /// holds must not be asked, or a leak would count as knowledge.
    fn hidden(&self, viewer: Viewer, order: &[Self::Karte]) -> Vec<usize>;
}

/// One of the game's settings.
pub(crate) fn rules<S: Probe>(rng: &mut ChaCha12Rng) -> S::Regeln {
    let set = S::REGELN.choose(rng).expect("a game has at least its default settings");
    let set: Vec<_> = set.iter().map(|(k, v)| ((*k).to_string(), (*v).to_string())).collect();
    read_rules::<S>(&set, &S::vorrat()).unwrap()
}

/// Everybody who can look at a table of this size.
pub(crate) fn viewers(plaetze: u8) -> impl Iterator<Item = Viewer> {
    (0..plaetze).map(|p| Viewer::Platz(Platz(p))).chain([Viewer::Zuschauer])
}

/// The world as it is shipped, asked about the games that are built.
pub(crate) fn world() -> Welt {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let info = |id: &str| {
        let art = find(id).ok()?;
        Some(GameInfo { plaetze: art.plaetze.clone(), kasse: art.kasse, stufen: art.stufen })
    };
    let read = |id: &str, k: &mut Schluessel<'_>, vorrat: &Vorrat| {
        find(id).map(|art| (art.regeln)(k, vorrat)).is_ok()
    };
    let ids = ["russisch", "miwin", "word"];
    let kunde = Spielkunde { info: &info, regeln: &read, ids: &ids };
    let loaded = Welt::load(&read_folder(&folder).0, kunde);
    loaded.unwrap_or_else(|faults| {
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        panic!("{}", faults.join("\n"))
    })
}

impl Probe for Russisch {
    const REGELN: &'static [&'static [(&'static str, &'static str)]] = &[
        &[],
        &[("pik7_hoch_bedienen", "pik"), ("rundenverlauf", "zelt")],
        &[("pik7_hoch_bedienen", "karo"), ("ueberstechen_pflicht", "true")],
        &[("pik7_zaehlt_als_pik", "true"), ("letzter_darf_aufgehen", "true")],
        &[("abrechnung", "anteil"), ("haus_promille", "30"), ("rest_an", "haus")],
    ];

    fn beginnings(_regeln: &Self::Regeln) -> Vec<Anfang> {
        let anfang = |runden: u32| Anfang {
            plaetze: 4,
            erster: Platz::at(runden as usize % 4),
            einsatz: 1000 + i64::from(runden),
            runden,
            steine: vec![None; 4],
        };
        (5..=18).map(anfang).collect()
    }

    fn legal(view: &View) -> Vec<Zug> {
        match view.phase {
            Phase::Ansagen => view.erlaubte_ansagen().into_iter().map(Zug::Ansage).collect(),
            Phase::Spielen => {
                view.erlaubte_karten().iter().flat_map(Wurf::ways).map(Zug::Spiele).collect()
            }
            Phase::Geben | Phase::Ende => Vec::new(),
        }
    }

    fn moves() -> Vec<Zug> {
        let cards = Karte::all().flat_map(Wurf::ways).map(Zug::Spiele);
        (0..=9).chain([255]).map(Zug::Ansage).chain(cards).collect()
    }

    fn fingerprint(v: &View) -> String {
        let mut text = String::new();
        let hand: Vec<Karte> = v.blatt.iter().collect();
        write!(text, "{:?} {:?} {hand:?} {:?} ", v.regeln, v.ich, v.phase).unwrap();
        write!(text, "{} {} {} {:?} {:?} ", v.runde, v.runden, v.karten, v.eroeffner, v.am_zug)
            .unwrap();
        write!(text, "{:?} {:?} {:?} {:?} ", v.ansagen, v.stiche, v.punkte, v.stich).unwrap();
        write!(text, "{:?} {:?} {}", v.vorhand, v.verlauf.as_slice(), v.einsatz).unwrap();
        text
    }

    fn event_text(event: &Self::Event) -> String {
        use theaterkeller::spiele::russisch::regeln::Event;
        // A hand's Debug hides its cards, which is just what is asked for here.
        let cards: Vec<Karte> = match event {
            Event::Blatt { blatt } => blatt.iter().collect(),
            Event::Gegeben { haende, .. } => haende.iter().flat_map(|h| h.iter()).collect(),
            _ => Vec::new(),
        };
        format!("{event:?} {cards:?}")
    }

    fn dealt(&self) -> Vec<Karte> {
        let hands = (0..4).map(|p| self.view(Viewer::Platz(Platz(p))).blatt);
        let mut cards: Vec<Karte> =
            hands.flat_map(|h| h.iter().collect::<Vec<_>>()).chain(self.seen()).collect();
        cards.sort_unstable();
        cards
    }

    fn hidden(&self, viewer: Viewer, order: &[Karte]) -> Vec<usize> {
        let table = self.view(Viewer::Zuschauer);
        let dealt = usize::from(table.karten) * 4;
        let own = |i: usize| match viewer {
            Viewer::Platz(p) => i < dealt && (table.eroeffner.i() + i) % 4 == p.i(),
            Viewer::Zuschauer => false,
        };
        let seen = self.seen();
        (0..order.len()).filter(|i| !own(*i) && !seen.contains(&order[*i])).collect()
    }
}
