//! What happened, as each seat hears it. The same event has the same sentence every time, so that
//! an ear can hurry and a trigger can catch it.

use super::super::abrechnung::Abrechnung;
use super::super::bilder::{blattbilder, wurfbild};
use super::super::regeln::{Event, Phase, View};
use super::lage::seats;
use crate::deutsch;
use crate::spiele::{Namen, Platz};
use crate::text::{Block, Zeile};
use crate::zeile;

pub(super) fn tell(event: &Event, namen: &Namen) -> Vec<Block> {
    match event {
        Event::Gegeben { .. } => Vec::new(),
        Event::RundeBeginnt { runde, runden, karten, eroeffner } => {
            let verb = namen.verb(*eroeffner, "eröffnest", "eröffnet");
            let karten = deutsch::karten(i64::from(*karten));
            let kopf = format!("Runde {runde} von {runden}, {karten} für jeden. ");
            vec![Block::Satz(zeile![kopf, namen.wer(*eroeffner), format!(" {verb}.")])]
        }
        Event::Blatt { blatt } => {
            let count = deutsch::karten(i64::try_from(blatt.len()).unwrap_or(0));
            let titel = format!("Dein Blatt, {count}").into();
            vec![Block::Karten { titel, karten: blattbilder(*blatt) }]
        }
        Event::Ansage { platz, n } => {
            let verb = namen.verb(*platz, "sagst", "sagt");
            let stiche = deutsch::stiche(i64::from(*n));
            vec![Block::Satz(zeile![namen.wer(*platz), format!(" {verb} {stiche} an.")])]
        }
        Event::Wurf { platz, wurf } => {
            let verb = namen.verb(*platz, "spielst", "spielt");
            let bild = wurfbild(*wurf);
            vec![Block::Satz(zeile![namen.wer(*platz), format!(" {verb} "), bild, "."])]
        }
        Event::Stich { .. } => vec![Block::Satz(stich(event, namen))],
        Event::RundeEndet { .. } => vec![runde_endet(event, namen)],
        Event::Ende { einsatz, gesamt, abrechnung } => ende(*einsatz, *gesamt, abrechnung, namen),
    }
}

/// Whoever announces hears the announcements, and whoever plays the cards of the trick.
pub(super) fn im_zug(event: &Event, view: &View, du: Option<Platz>) -> bool {
    match event {
        Event::Ansage { platz, .. } => view.phase == Phase::Ansagen && du != Some(*platz),
        Event::Wurf { platz, .. } => {
            view.phase == Phase::Spielen && !view.stich.is_empty() && du != Some(*platz)
        }
        _ => false,
    }
}

/// "Du gewinnst Stich 3 mit Herz As, jetzt 2 von 3. Du spielst aus."
fn stich(event: &Event, namen: &Namen) -> Zeile {
    let Event::Stich { platz, wurf, nr, von, gemacht, angesagt } = event else {
        return Zeile::new();
    };
    let wer = || namen.wer(*platz);
    let verb = namen.verb(*platz, "gewinnst", "gewinnt");
    // "3 von 2" would be no count at all.
    let von_wort = if gemacht > angesagt { "statt" } else { "von" };
    let mut satz = zeile![
        wer(),
        format!(" {verb} Stich {nr} mit "),
        wurfbild(*wurf),
        format!(", jetzt {gemacht} {von_wort} {angesagt}.")
    ];
    if nr < von {
        let verb = namen.verb(*platz, "spielst", "spielt");
        satz.extend(zeile![" ", wer(), format!(" {verb} aus.")]);
    }
    satz
}

/// One row for each seat, the own first, with the place in the ranking.
fn runde_endet(event: &Event, namen: &Namen) -> Block {
    let Event::RundeEndet { runde, ansagen, stiche, punkte, gesamt } = event else {
        return Block::Satz(Zeile::new());
    };
    let row = |p: Platz| {
        let i = p.i();
        let besser = gesamt.iter().filter(|g| **g > gesamt[i]).count();
        let figures = [
            i64::from(ansagen[i]),
            i64::from(stiche[i]),
            punkte[i],
            gesamt[i],
            i64::try_from(besser + 1).unwrap_or(0),
        ];
        std::iter::once(namen.wer(p).wortlaut())
            .chain(figures.map(|n| n.to_string()))
            .collect::<Vec<String>>()
    };
    let kopf = ["Name", "angesagt", "gemacht", "Punkt|Punkte", "gesamt:", "Platz:"];
    Block::Tabelle {
        titel: format!("Runde {runde} vorbei.").into(),
        kopf: kopf.map(String::from).to_vec(),
        zeilen: seats(namen).map(row).collect(),
    }
}

/// Who has most, what the viewer gets, what the others get (regeln.md R18 to R22).
fn ende(einsatz: i64, gesamt: [i64; 4], abrechnung: &Abrechnung, namen: &Namen) -> Vec<Block> {
    let best = gesamt.into_iter().max().unwrap_or(0);
    let mut blocks = vec![];
    if gesamt.iter().all(|p| *p == best) {
        let alle = format!(
            "Das Spiel ist zu Ende. Alle haben gleich viele Punkte, nämlich {best}, und jeder \
             bekommt seinen Einsatz zurück, {}.",
            namen.betrag(einsatz)
        );
        return vec![Block::satz(alle)];
    }
    let vorn: Vec<String> =
        seats(namen).filter(|p| gesamt[p.i()] == best).map(|p| namen.wer(p).wortlaut()).collect();
    let vorn = deutsch::und_liste(&vorn);
    blocks.push(Block::satz(format!("Das Spiel ist zu Ende. Die meisten Punkte: {vorn}, {best}.")));
    if let Some(du) = namen.du {
        blocks.push(Block::Satz(auszahlung(du, &gesamt, abrechnung, namen)));
    }
    let mut others: Vec<Platz> = seats(namen).filter(|p| namen.du != Some(*p)).collect();
    others.sort_by_key(|p| std::cmp::Reverse((abrechnung.auszahlung[p.i()], gesamt[p.i()])));
    let mut satz = Zeile::new();
    for p in others {
        satz.push(if satz.is_empty() { "" } else { " " });
        satz.extend(auszahlung(p, &gesamt, abrechnung, namen));
    }
    if abrechnung.haus > 0 {
        satz.push(format!(" Oleg behält {}.", namen.betrag(abrechnung.haus)));
    }
    blocks.push(Block::Satz(satz));
    blocks
}

/// "Oleg zahlt Dir 2286 Taler aus."
fn auszahlung(p: Platz, gesamt: &[i64; 4], abrechnung: &Abrechnung, namen: &Namen) -> Zeile {
    let betrag = abrechnung.auszahlung[p.i()];
    if betrag > 0 {
        return zeile!["Oleg zahlt ", namen.wem(p), format!(" {} aus.", namen.betrag(betrag))];
    }
    let bekommt = namen.verb(p, "bekommst", "bekommt");
    if gesamt.iter().min() == Some(&gesamt[p.i()]) {
        let hat = namen.verb(p, "hast", "hat");
        let text = format!(" {hat} die wenigsten Punkte und {bekommt} nichts zurück.");
        return zeile![namen.wer(p), text];
    }
    zeile![namen.wer(p), format!(" {bekommt} nichts zurück.")]
}
