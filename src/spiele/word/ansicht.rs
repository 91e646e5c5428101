//! What Word Poker shows: events, refusals and the view of one seat. Holds no rule and no sentence.

use std::sync::Arc;

use crate::spiele::wetten::{Moeglich, Wetten, Wettverstoss};
use crate::spiele::word::einstellungen::Regeln;
use crate::spiele::word::karten::Karte;
use crate::spiele::word::suche::Legung;
use crate::spiele::{Plaetze, Platz};

/// Where a sitting stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Cards are drawn for the first dealer (W2).
    Auslosung,
    /// Between two deals.
    Zwischen,
    Wetten1,
    Tausch,
    Wetten2,
    /// The seats of the showdown lay their words.
    Legen,
    /// The words lie open and may be doubted (W27).
    Anzweifeln,
    Ende,
}

/// A laid word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gelegt {
    /// In card spelling.
    pub wort: String,
    pub legung: Legung,
    /// What the dictionary said; `None` while nobody has asked.
    pub gelistet: Option<bool>,
}

impl Gelegt {
    /// Points it counts for: none once the dictionary does not list it.
    pub fn zaehlt(&self) -> Option<i64> {
        (self.gelistet != Some(false)).then(|| self.legung.gesamt())
    }
}

/// A betting action as it is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wettart {
    Bieten,
    Annehmen,
    Erhoehen,
    Aussteigen,
    Weiter,
}

/// Why a pot goes where it goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grund {
    /// Only one was left.
    Unangefochten,
    /// By points of a word.
    Wort,
    /// Nobody had a word.
    HoechsteKarte,
    /// What still lay there when the sitting ended (W35).
    Schluss,
}

/// What happens. No derived `Debug`: some hold hands.
#[derive(Clone)]
pub enum Event {
    /// Everybody draws for the first deal. `geber`: `None` means the best draw again, those are `stechen`.
    Ausgelost {
        karten: Vec<(Platz, Karte, i64)>,
        geber: Option<Platz>,
        stechen: Vec<Platz>,
    },
    /// The whole deal, for the record.
    Austeilung {
        nr: u32,
        geber: Platz,
        pott: i64,
        haende: Vec<Vec<Karte>>,
    },
    /// The deal as everybody sees it. `einsatz`: the ante of each, 0 if none is due.
    Ausgeteilt {
        nr: u32,
        geber: Platz,
        dabei: Vec<Platz>,
        einsatz: i64,
        pott: i64,
    },
    /// One's own cards, and the points on each.
    Blatt {
        karten: Vec<Karte>,
        punkte: Vec<i64>,
    },
    /// `betrag` is paid now, `vorher` and `hoehe` are the bet before and after it;
    /// `erhoehung` counts the raises, `von` their limit (0 = none).
    Wette {
        platz: Platz,
        art: Wettart,
        betrag: i64,
        vorher: i64,
        hoehe: i64,
        allin: bool,
        erhoehung: u32,
        von: i64,
    },
    /// Nobody has matched this part of a bet; it goes back.
    Zurueck {
        platz: Platz,
        betrag: i64,
    },
    /// All have dropped at once; this much lies (W6, W7).
    AlleAus {
        liegt: i64,
        naechster_einsatz: bool,
    },
    /// One's own exchange.
    Getauscht {
        platz: Platz,
        weg: Vec<Karte>,
        neu: Vec<Karte>,
        blatt: Vec<Karte>,
    },
    /// Another's exchange; the number only where it is told unasked (W17).
    HatGetauscht {
        platz: Platz,
        anzahl: Option<usize>,
    },
    /// One's own word, not shown yet.
    Gelegt {
        platz: Platz,
        wort: Option<Gelegt>,
    },
    /// Another has laid, nobody knows what.
    HatGelegt {
        platz: Platz,
    },
    /// A word lies open; `None`: no word.
    Aufgedeckt {
        platz: Platz,
        wort: Option<Gelegt>,
    },
    /// The dictionary was asked; by nobody where it is asked always. `strafe` goes from the one who was wrong to
    /// the other. `schreibung`: as the dictionary writes it.
    Geprueft {
        von: Option<Platz>,
        platz: Platz,
        wort: String,
        gelistet: bool,
        schreibung: Option<String>,
        strafe: i64,
    },
    /// Doubts nothing more.
    Weiter {
        platz: Platz,
    },
    /// Nobody has a word: these are the highest cards.
    HoechsteKarten {
        karten: Vec<(Platz, Karte, i64)>,
    },
    /// A pot is paid; `rest` stays for the next deal. `punkte` of the winners, 0 where points do not decide.
    Pott {
        betrag: i64,
        berechtigt: Vec<Platz>,
        sieger: Vec<(Platz, i64)>,
        rest: i64,
        punkte: i64,
        grund: Grund,
    },
    /// The deal is over; chips of each seat, and who has none left (W33).
    RundeVorbei {
        steine: Vec<i64>,
        blank: Vec<Platz>,
    },
    /// The sitting is over; who has most chips.
    Schluss {
        steine: Vec<i64>,
        sieger: Vec<Platz>,
    },
    Setzt {
        platz: Platz,
        steine: i64,
    },
    Steht {
        platz: Platz,
    },
    /// Sits out from this deal on, or is back.
    Pause {
        platz: Platz,
        pausiert: bool,
    },
}

/// Why a move is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verstoss {
    NichtDran,
    /// The move belongs to another phase.
    FalschePhase,
    Wette(Wettverstoss),
    /// More cards than may be exchanged.
    ZuViele {
        max: i64,
    },
    NichtAufHand(Karte),
    /// No card spelling at all.
    KeinWort,
    /// A word takes at least two cards.
    ZuWenigKarten,
    /// These cards are missing for the word.
    Fehlt(Vec<Karte>),
    SchonGelegt,
    /// One's own word is not for oneself to doubt.
    Selbst,
    /// This seat has laid no word.
    NichtsDort(Platz),
    SchonGeprueft(Platz),
    /// Doubting comes too late.
    Ausgezahlt,
}

/// A seat as a viewer sees it.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Sitz {
    pub besetzt: bool,
    pub pausiert: bool,
    /// How many cards it has exchanged, if the viewer may know.
    pub getauscht: Option<usize>,
    pub hat_gelegt: bool,
    /// Its word, if it is open or one's own.
    pub wort: Option<Gelegt>,
}

/// All that one viewer may know. No derived `Debug`: it holds a hand.
#[derive(Clone, PartialEq)]
pub struct View {
    pub regeln: Arc<Regeln>,
    pub du: Option<Platz>,
    pub phase: Phase,
    /// Number of the deal, from 1.
    pub nr: u32,
    pub geber: Option<Platz>,
    pub hand: Vec<Karte>,
    /// Whose move is awaited.
    pub dran: Plaetze,
    /// Chips and bets; all of it is public.
    pub wetten: Wetten,
    /// What one's own bet may be.
    pub moeglich: Moeglich,
    /// What lay there before this deal.
    pub liegt: i64,
    pub sitze: Vec<Sitz>,
    /// How many cards were exchanged may still be asked (W17).
    pub frage_offen: bool,
    /// Deals in a row that all dropped.
    pub alle_aus: i64,
}

impl View {
    pub fn pott(&self) -> i64 {
        self.wetten.mitte() + self.liegt
    }

    /// A move of this viewer is awaited.
    pub fn du_bist_dran(&self) -> bool {
        self.du.is_some_and(|p| self.dran.contains(p))
    }

    /// Words of others that nobody has checked yet.
    pub fn anzweifelbar(&self) -> impl Iterator<Item = (Platz, &Gelegt)> {
        let open = matches!(self.phase, Phase::Anzweifeln);
        self.sitze.iter().enumerate().filter_map(move |(i, s)| {
            let wort = s.wort.as_ref().filter(|w| open && w.gelistet.is_none())?;
            (self.du != Some(Platz::at(i))).then_some((Platz::at(i), wort))
        })
    }
}
