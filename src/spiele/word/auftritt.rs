//! Word Poker in words: what a sentence means, what an event sounds like, why a move is refused. Decides
//! nothing; knows the view alone.

mod antworten;
mod klient;
mod lesen;
mod sagen;
mod weigern;

use crate::deutsch;
use crate::satz::Satz;
use crate::spiele::word::ansicht::{Event, Phase, Verstoss, View};
use crate::spiele::word::einstellungen::Regeln;
use crate::spiele::word::karten::Karte;
use crate::spiele::word::regeln::Word;
use crate::spiele::{Auftritt, Ereignis, Form, Frage, Info, Namen, Options, Platz, Reading};
use crate::text::{Block, Kartenbild, Teil, Zeile};
use crate::zeile;

impl Auftritt for Word {
    fn read(satz: &Satz, view: &View) -> Reading<Self::Zug> {
        lesen::read(satz, view, None)
    }

    fn read_named(satz: &Satz, view: &View, namen: &Namen) -> Reading<Self::Zug> {
        lesen::read(satz, view, Some(namen))
    }

    fn agree(satz: &Satz, regeln: &mut Regeln) -> Option<Result<Zeile, Zeile>> {
        lesen::agree(satz, regeln)
    }

    fn look_up(satz: &Satz, regeln: &Regeln) -> Option<Block> {
        (satz.verb() == "wort").then(|| Block::Satz(lesen::look_up(satz, regeln)))
    }

    fn options(view: &View) -> Options {
        options(view)
    }

    fn tell(event: &Event, namen: &Namen) -> Vec<Block> {
        sagen::tell(event, namen)
    }

    fn im_zug(event: &Event, view: &View, du: Option<Platz>) -> bool {
        sagen::im_zug(event, view, du)
    }

    fn turn(view: &View, namen: &Namen) -> Vec<Block> {
        sagen::turn(view, namen)
    }

    fn refuse(verstoss: &Verstoss, view: &View, namen: &Namen) -> Zeile {
        weigern::refuse(verstoss, view, namen)
    }

    fn answer(frage: Frage, view: &View, namen: &Namen) -> Option<Vec<Block>> {
        antworten::answer(frage, view, namen)
    }

    fn gmcp_info(view: &View) -> Info {
        klient::info(view)
    }

    fn gmcp_event(event: &Event) -> Option<Ereignis> {
        klient::event(event)
    }
}

fn options(view: &View) -> Options {
    if !view.du_bist_dran() {
        return Options::default();
    }
    let mut o = Options::default();
    match view.phase {
        Phase::Wetten1 | Phase::Wetten2 => betting(view, &mut o),
        Phase::Tausch => {
            o.befehle.push("tausche nichts".into());
            let max = u8::try_from(view.regeln.werte.tausch_max).unwrap_or(5);
            o.formen.push(("tausche".into(), Form::Positionen { max }));
        }
        Phase::Legen => {
            o.befehle.push("kein wort".into());
            let karten = view.hand.iter().map(Karte::to_string).collect();
            o.formen.push(("lege".into(), Form::Wort { karten }));
        }
        Phase::Anzweifeln => {
            o.befehle.push("weiter".into());
            o.befehle.extend(view.anzweifelbar().map(|(p, _)| zweifle(view, p)));
        }
        Phase::Auslosung | Phase::Zwischen | Phase::Ende => {}
    }
    o
}

/// A fold that costs nothing to avoid is left out: where one may check, and for the last one left, who wins the
/// pot with any bet and gets the bet back.
fn betting(view: &View, o: &mut Options) {
    let m = view.moeglich;
    let mut range = |befehl: &str, (von, bis): (i64, i64)| {
        o.befehle.push(format!("{befehl} {von}"));
        if bis > von {
            o.befehle.push(format!("{befehl} {bis}"));
        }
        o.bereiche.push((befehl.to_string(), von, bis));
    };
    if let Some(r) = m.setze {
        range("biete", r);
    }
    if let Some(r) = m.erhoehe {
        range("erhöhe auf", r);
    }
    if m.mit.is_some() {
        o.befehle.push("annehmen".into());
    }
    let last = view.wetten.dabei().len() == 1 && m.setze.is_some();
    if m.weiter {
        o.befehle.push("weiter".into());
    } else if !last {
        o.befehle.push("steige aus".into());
    }
}

/// How to doubt a seat's word: by the word, or by the seat where two have laid the same.
fn zweifle(view: &View, p: Platz) -> String {
    let wort = |q: Platz| view.sitze[q.i()].wort.as_ref().map(|w| w.wort.to_lowercase());
    let same = view.anzweifelbar().filter(|(q, _)| wort(*q) == wort(p)).count();
    match wort(p) {
        Some(wort) if same == 1 && !lesen::ZUSATZ.contains(&wort.as_str()) => {
            format!("zweifle {wort} an")
        }
        _ => format!("zweifle platz {} an", p.0 + 1),
    }
}

// Parts of sentences that all of them use.

/// A card to be said and drawn; without points they are left out of the drawing.
fn bild(karte: Karte, punkte: Option<i64>) -> Kartenbild {
    let name = karte.to_string();
    let points = punkte.map_or_else(String::new, |n| n.to_string());
    let bild = vec![
        ".----.".into(),
        format!("|{name:<4}|"),
        "|    |".into(),
        format!("|{points:>4}|"),
        "'----'".into(),
    ];
    Kartenbild { wort: gesprochen(karte), bild }
}

/// "B", "Q U als eine Karte".
fn gesprochen(karte: Karte) -> String {
    match karte.letters() {
        [a, b] => format!("{} {} als eine Karte", char::from(*a), char::from(*b)),
        _ => karte.to_string(),
    }
}

/// Cards with commas, so that a voice pauses: "B, A, U, M".
fn gereiht(karten: &[Karte]) -> String {
    karten.iter().map(|k| gesprochen(*k)).collect::<Vec<_>>().join(", ")
}

/// Lines as a list with "und": what there is.
fn aufgezaehlt(teile: Vec<Zeile>) -> Zeile {
    verbunden(teile, " und ")
}

/// Lines as a list, the last one joined by this word.
fn verbunden(teile: Vec<Zeile>, wort: &str) -> Zeile {
    let n = teile.len();
    let mut out = Zeile::new();
    for (i, teil) in teile.into_iter().enumerate() {
        match i {
            0 => {}
            _ if i + 1 == n => out.push(wort),
            _ => out.push(", "),
        }
        out.extend(teil);
    }
    out
}

/// "Anna, Bert und Du".
fn leute(seats: impl IntoIterator<Item = Platz>, namen: &Namen) -> Zeile {
    let (du, mut rest): (Vec<Platz>, Vec<Platz>) =
        seats.into_iter().partition(|p| namen.ist_du(*p));
    rest.extend(du);
    aufgezaehlt(rest.into_iter().map(|p| zeile![namen.wer(p)]).collect())
}

/// The verb of several people: "habt" if one of them is spoken to, else "haben".
fn plural<'a>(seats: &[Platz], namen: &Namen, ihr: &'a str, sie: &'a str) -> &'a str {
    if seats.iter().any(|p| namen.ist_du(*p)) { ihr } else { sie }
}

/// "die erste Wettrunde", and so on.
fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Auslosung => "Auslosung",
        Phase::Zwischen => "Pause zwischen zwei Runden",
        Phase::Wetten1 => "erste Wettrunde",
        Phase::Tausch => "Tausch",
        Phase::Wetten2 => "zweite Wettrunde",
        Phase::Legen => "Wörter legen",
        Phase::Anzweifeln => "anzweifeln",
        Phase::Ende => "Ende",
    }
}

/// "bieten (1 bis 5)", "annehmen", "auf 3 bis 5 erhöhen", "aussteigen": what the viewer's bet may be.
fn wettmoeglichkeiten(view: &View) -> Vec<String> {
    let m = view.moeglich;
    let span = |(von, bis): (i64, i64)| match von == bis {
        true => von.to_string(),
        false => format!("{von} bis {bis}"),
    };
    let mut out = Vec::new();
    out.extend(m.weiter.then(|| "weiter".to_string()));
    out.extend(m.setze.map(|r| format!("bieten ({})", span(r))));
    out.extend(m.mit.map(|_| "annehmen".to_string()));
    out.extend(m.erhoehe.map(|r| format!("auf {} erhöhen", span(r))));
    out.push("aussteigen".into());
    out
}

/// "Du kannst annehmen oder aussteigen." Empty for whoever is not on.
fn du_kannst(view: &View) -> String {
    if !view.du_bist_dran() {
        return String::new();
    }
    match view.phase {
        Phase::Wetten1 | Phase::Wetten2 => {
            format!("Du kannst {}.", deutsch::oder_liste(&wettmoeglichkeiten(view)))
        }
        Phase::Tausch => {
            "Du kannst Karten tauschen, zum Beispiel mit „tausche 2 5“, oder „tausche nichts“ \
             sagen."
                .into()
        }
        Phase::Legen => {
            "Du kannst mit „lege“ und dem Wort ein Wort legen oder „kein wort“ sagen.".into()
        }
        Phase::Anzweifeln => {
            let mut all: Vec<String> =
                view.anzweifelbar().map(|(p, _)| format!("„{}“", zweifle(view, p))).collect();
            all.push("„weiter“".into());
            format!("Du kannst {} sagen.", deutsch::oder_liste(&all))
        }
        Phase::Auslosung | Phase::Zwischen | Phase::Ende => String::new(),
    }
}

/// "Dein Blatt: B, U, M, A, E."
fn dein_blatt(view: &View) -> String {
    if view.hand.is_empty() {
        return "Du hast gerade keine Karten.".into();
    }
    format!("Dein Blatt: {}.", gereiht(&view.hand))
}

/// The hand as cards.
fn blatt_block(view: &View) -> Block {
    let satz = &view.regeln.satz;
    blatt(view.hand.iter().map(|k| bild(*k, Some(satz.punkte(*k)))).collect())
}

fn blatt(karten: Vec<Kartenbild>) -> Block {
    let n = i64::try_from(karten.len()).unwrap_or(0);
    Block::Karten { titel: format!("Dein Blatt, {}", deutsch::karten(n)).into(), karten }
}

fn befehl(text: impl Into<String>) -> Teil {
    Teil::Befehl(text.into())
}

#[cfg(test)]
mod tests;
