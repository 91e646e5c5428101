//! The table's own sentences, each once. What happens inside a game is said by the game.

use std::ops::RangeInclusive;

use super::{Einstellung, Platz, Tempo};
use crate::deutsch::{dauer, karten, und_liste};
use crate::satz::ZahlFehler;
use crate::siegel::{Oeffnung, hex};
use crate::spiele::einsatz::GebotFehler;
use crate::spiele::{Namen, Tischregeln, Verlassen};
use crate::taler::Waehrung;
use crate::text::{Block, Teil, Zeile};
use crate::zeile;

fn satz(text: impl Into<Zeile>) -> Block {
    Block::satz(text)
}

fn name(n: &str) -> Teil {
    Teil::Name(n.to_string())
}

fn befehl(b: impl Into<String>) -> Teil {
    Teil::Befehl(b.into())
}

fn namen_liste(namen: &[String]) -> String {
    und_liste(namen)
}

pub(super) fn setzt_sich(n: &Namen, p: Platz, tisch: &str) -> Block {
    satz(zeile![n.wer(p), n.verb(p, " setzt Dich", " setzt sich"), format!(" an {tisch}.")])
}

pub(super) fn setzt_sich_raum(wer: &str, tisch: &str) -> Zeile {
    zeile![name(wer), format!(" setzt sich an {tisch}.")]
}

pub(super) fn steht_auf(n: &Namen, p: Platz) -> Block {
    satz(zeile![n.wer(p), n.verb(p, " stehst auf.", " steht auf.")])
}

pub(super) fn steht_auf_raum(wer: &str, tisch: &str) -> Zeile {
    zeile![name(wer), format!(" steht von {tisch} auf.")]
}

pub(super) fn sitzt_schon(tisch: &str) -> Block {
    satz(zeile![
        format!("Du sitzt schon an {tisch}. Aufstehen kannst Du mit "),
        befehl("steh auf"),
        "."
    ])
}

pub(super) fn tisch_voll(tisch: &str) -> Block {
    satz(zeile![
        format!("An {tisch} ist kein Platz frei. Zusehen kannst Du mit "),
        befehl("schau zu"),
        "."
    ])
}

pub(super) fn platz_nach_runde(tisch: &str) -> Block {
    satz(format!(
        "An {tisch} spielt ein Freund des Hauses noch seine Karten zu Ende. Nach dieser Runde \
         gehört sein Platz Dir."
    ))
}

/// Said to whoever opens a table with stakes.
pub(super) fn platz_genommen(e: &Einstellung, regeln: &Tischregeln) -> Block {
    let mut z = Zeile::new();
    if !e.warten.is_zero() {
        z = z.und(format!("Noch {} ist Platz für Mitspieler, dann ", dauer(e.warten.as_secs())));
        z = z.und("springen Freunde des Hauses ein. Mit ");
    } else {
        z = z.und("Mit ");
    }
    z = z.und(befehl("los")).und(" beginnt das Spiel sofort");
    if regeln.runden.start() < regeln.runden.end() {
        z = z.und(", mit ").und(befehl("runden 9")).und(format!(
            " wählst Du die Zahl der Runden, {} bis {}, sonst sind es {}",
            regeln.runden.start(),
            regeln.runden.end(),
            regeln.runden_standard
        ));
    }
    satz(z.und("."))
}

pub(super) fn warten_auf_mitspieler(e: &Einstellung) -> Block {
    let frist = dauer(e.warten.as_secs());
    satz(zeile![
        format!("Noch {frist} ist Zeit für Mitspieler. Mit "),
        befehl("los"),
        " beginnt das Spiel sofort."
    ])
}

pub(super) fn wer_spielt(namen: &[String], runden: u32) -> Block {
    let weite =
        if runden > 0 { format!(" Das Spiel geht über {runden} Runden.") } else { String::new() };
    satz(format!("Es spielen {}.{weite}", namen_liste(namen)))
}

/// "Die Freunde spielen hier schnell."
pub(super) fn tempo(tempo: Tempo) -> Block {
    let mut z = Zeile::from(format!("Die Freunde spielen hier {}. ", wie_schnell(tempo)));
    z.extend(tempo_wahl());
    satz(z)
}

fn wie_schnell(tempo: Tempo) -> &'static str {
    match tempo {
        Tempo::Langsam => "langsam",
        Tempo::Normal => "so schnell, wie jeder mag",
        Tempo::Schnell => "schnell",
    }
}

fn tempo_wahl() -> Zeile {
    zeile![
        "Wählen kannst Du ",
        befehl("tempo langsam"),
        ", ",
        befehl("tempo normal"),
        " oder ",
        befehl("tempo schnell"),
        "."
    ]
}

pub(super) fn tempo_unbekannt() -> Block {
    let mut z = Zeile::from("Dieses Tempo gibt es nicht. ");
    z.extend(tempo_wahl());
    satz(z)
}

pub(super) fn tempo_gewaehlt(n: &Namen, p: Platz, tempo: Tempo) -> Block {
    let wie = wie_schnell(tempo);
    let verb = n.verb(p, " stellst", " stellt");
    satz(zeile![n.wer(p), verb, format!(" das Tempo um: Die Freunde spielen jetzt {wie}.")])
}

pub(super) fn laeuft_schon() -> Block {
    satz(zeile!["Das Spiel hat schon begonnen. Wer dran ist, sagt Dir ", befehl("dran"), "."])
}

pub(super) fn nenne_einsatz(spielleiter: &str, w: Waehrung, g: &RangeInclusive<i64>) -> Block {
    if g.is_empty() {
        return satz(zeile![
            Teil::Wichtig("Du bist dran: bieten.".into()),
            format!(
                " Das Mindestgebot ist {}, und Du hast dafür zu wenig Geld. Aufstehen kannst Du \
                 mit ",
                w.betrag(*g.start())
            ),
            befehl("steh auf"),
            "."
        ]);
    }
    satz(zeile![
        Teil::Wichtig("Du bist dran: bieten.".into()),
        format!(
            " Nenne {spielleiter} den höchsten Einsatz, den Du wagst, {} bis {}",
            g.start(),
            w.betrag(*g.end())
        ),
        ", zum Beispiel ",
        befehl(format!("biete {}", 2500.clamp(*g.start(), (*g.end()).max(*g.start())))),
        ". Das niedrigste Gebot gilt für alle, und niemand erfährt, wer was geboten hat."
    ])
}

pub(super) fn gib_einsatz(spielleiter: &str, w: Waehrung, einsatz: i64) -> Block {
    let wer = crate::satz::falte(spielleiter);
    satz(zeile![
        Teil::Wichtig("Du bist dran: zahlen.".into()),
        format!(" {spielleiter} bekommt von Dir genau {}: ", w.betrag(einsatz)),
        befehl(format!("gib {wer} {einsatz} taler")),
        "."
    ])
}

pub(super) fn hat_bezahlt(n: &Namen, p: Platz, spielleiter: &str) -> Block {
    satz(zeile![n.wer(p), n.verb(p, " gibst ", " gibt "), format!("{spielleiter} den Einsatz.")])
}

pub(super) fn schon_bezahlt() -> Block {
    satz("Du hast Deinen Einsatz schon gezahlt.")
}

pub(super) fn schon_geboten() -> Block {
    satz("Du hast schon geboten, und ein Gebot gilt. Es fehlen noch die anderen.")
}

pub(super) fn noch_keine_gebote() -> Block {
    satz(zeile![
        "Geboten wird erst, wenn alle sitzen. Mit ",
        befehl("los"),
        " geht es gleich so weit."
    ])
}

pub(super) fn gebote_vorbei(spielleiter: &str) -> Block {
    satz(format!("Der Einsatz steht schon fest, {spielleiter} nimmt keine Gebote mehr an."))
}

fn grenzen(w: Waehrung, g: &RangeInclusive<i64>) -> String {
    if g.is_empty() {
        return "Du hast dafür zu wenig Geld.".to_string();
    }
    format!("Du kannst {} bis {} bieten.", g.start(), w.betrag(*g.end()))
}

pub(super) fn gebot_keine_zahl(w: Waehrung, fehler: ZahlFehler, g: &RangeInclusive<i64>) -> Block {
    satz(format!("{} {}", fehler.grund(), grenzen(w, g)))
}

pub(super) fn gebot_abgelehnt(w: Waehrung, fehler: GebotFehler, g: &RangeInclusive<i64>) -> Block {
    let grund = match fehler {
        GebotFehler::ZuNiedrig { min } => format!("Das Mindestgebot ist {}.", w.betrag(min)),
        GebotFehler::ZuHoch { max } => {
            format!("Mehr als {} nimmt das Haus nicht an.", w.betrag(max))
        }
        GebotFehler::ZuWenigGeld { guthaben } => format!("Du hast nur {}.", w.betrag(guthaben)),
    };
    satz(format!("{grund} {}", grenzen(w, g)))
}

pub(super) fn zu_wenig_geld(w: Waehrung, betrag: i64, stand: i64) -> Block {
    satz(format!("Dafür brauchst Du {}, und Du hast {}.", w.betrag(betrag), w.betrag(stand)))
}

pub(super) fn gebot_steht(spielleiter: &str, w: Waehrung, betrag: i64, sofort: bool) -> Block {
    let verwahrt =
        if sofort { format!(" {spielleiter} verwahrt das Geld.") } else { String::new() };
    satz(format!("Dein Gebot steht: {}.{verwahrt}", w.betrag(betrag)))
}

pub(super) fn hat_geboten(wer: &str) -> Block {
    satz(zeile![name(wer), " hat geboten."])
}

pub(super) fn einsatz_fest(spielleiter: &str, w: Waehrung, einsatz: i64) -> Block {
    satz(zeile![name(spielleiter), format!(" setzt den Einsatz auf {} fest.", w.betrag(einsatz))])
}

pub(super) fn nicht_geboten(tisch: &str) -> Block {
    satz(format!(
        "Deine Bedenkzeit ist um. Ein Freund des Hauses nimmt Deinen Platz an {tisch}, gezahlt \
         hast Du nichts."
    ))
}

pub(super) fn uebernimmt(freund: &str, vorher: &str) -> Block {
    satz(zeile![name(freund), " übernimmt den Platz von ", name(vorher), "."])
}

pub(super) fn vertritt(freund: &str, wer: &str) -> Block {
    satz(zeile![
        name(freund),
        " spielt für ",
        name(wer),
        " weiter, bis ",
        name(wer),
        " zurück ist."
    ])
}

pub(super) fn abwesend(wer: &str) -> Block {
    satz(zeile![name(wer), " setzt aus, bis die Verbindung wieder steht."])
}

pub(super) fn leitung_weg(wer: &str) -> Block {
    satz(zeile![
        "Die Verbindung von ",
        name(wer),
        " ist abgerissen. Der Platz bleibt frei gehalten."
    ])
}

pub(super) fn leitung_da(wer: &str) -> Block {
    satz(zeile![name(wer), " ist wieder da."])
}

pub(super) fn wieder_am_tisch(tisch: &str) -> Block {
    satz(format!("Du bist wieder an {tisch}."))
}

/// `verlassen`: `None` for the last person at the table, with whom the game ends (regeln.md R27).
pub(super) fn aufstehen_kostet(w: Waehrung, einsatz: i64, verlassen: Option<Verlassen>) -> Block {
    let einsatz = w.betrag(einsatz);
    let folge = match verlassen {
        None => format!("ist es zu Ende, und Dein Einsatz fällt an das Haus, {einsatz}"),
        Some(Verlassen::Verfall) => {
            format!("spielt ein Freund des Hauses weiter, und Dein Einsatz ist verloren, {einsatz}")
        }
        Some(Verlassen::Gutschrift) => {
            "spielt ein Freund des Hauses für Dich weiter, und ausgezahlt wird Dir, was er gewinnt"
                .to_string()
        }
    };
    satz(zeile![
        format!("Das Spiel läuft noch. Wenn Du aufstehst, {folge}. Mit "),
        befehl("ja"),
        " stehst Du auf."
    ])
}

pub(super) fn aufstehen_heisst_aussteigen() -> Block {
    satz(zeile![
        "Diese Runde läuft noch. Wenn Du aufstehst, steigst Du aus ihr aus, und was Du gesetzt \
         hast, bleibt im Pott. Mit ",
        befehl("ja"),
        " stehst Du auf."
    ])
}

pub(super) fn gut_nicht() -> Block {
    satz("Gut, dann nicht.")
}

pub(super) fn spiel_verlassen() -> Block {
    satz("Niemand sitzt mehr am Tisch. Das Spiel ist zu Ende, die Einsätze fallen an das Haus.")
}

pub(super) fn abgebrochen(w: Waehrung) -> Block {
    let geld = match w {
        Waehrung::Taler => "seine Taler",
        Waehrung::Spielgeld => "sein Spielgeld",
    };
    satz(format!(
        "An diesem Tisch ist etwas schiefgegangen. Das Spiel ist zu Ende, jeder bekommt {geld} \
         zurück."
    ))
}

pub(super) fn neu_eingerichtet(tisch: &str) -> Block {
    satz(zeile![
        format!("Das Haus hat {tisch} neu eingerichtet. Was ab dem nächsten Spiel gilt, sagt Dir "),
        befehl("kosten"),
        "."
    ])
}

pub(super) fn tisch_schliesst(tisch: &str) -> Block {
    satz(format!("Das Haus räumt {tisch} weg, darum stehst Du auf."))
}

pub(super) fn noch_ein_spiel() -> Block {
    satz(zeile![
        "Mit ",
        befehl("los"),
        " beginnt ein neues Spiel, mit ",
        befehl("steh auf"),
        " gibst Du Deinen Platz frei."
    ])
}

pub(super) fn ist_dran(wer: &str) -> Block {
    satz(zeile![name(wer), " ist dran."])
}

pub(super) fn schon_geschehen() -> Block {
    satz(zeile![
        "Das galt der Lage davor, sie ist schon vorbei. Wie es jetzt steht, sagt Dir ",
        befehl("dran"),
        "."
    ])
}

/// For programs: the answer to a decision was no move.
pub(super) fn kein_zug() -> Block {
    satz(zeile!["Das ist kein Zug. Was jetzt geht, zeigt Dir ", befehl("was kann ich"), "."])
}

pub(super) fn zeit_um() -> Block {
    satz(Zeile(vec![
        Teil::Wichtig("Deine Bedenkzeit ist um.".into()),
        " Das Haus spielt für Dich.".into(),
    ]))
}

pub(super) fn zeit_wird_knapp(rest: u64) -> Block {
    satz(Zeile(vec![Teil::Wichtig(format!("Du hast noch {}.", dauer(rest)))]))
}

pub(super) fn zeit(rest: Option<u64>, bedenkzeit: u64) -> Block {
    match (rest, bedenkzeit) {
        (Some(rest), _) => satz(format!("Du hast noch {} für Deine Entscheidung.", dauer(rest))),
        (None, 0) => satz("An diesem Tisch gibt es keine Bedenkzeit, Du kannst in Ruhe überlegen."),
        (None, s) => {
            satz(format!("Du bist nicht dran. Die Bedenkzeit an diesem Tisch ist {}.", dauer(s)))
        }
    }
}

pub(super) fn runden_gewaehlt(n: u32) -> Block {
    satz(format!("Das nächste Spiel geht über {n} Runden."))
}

pub(super) fn runden_fest(n: u32) -> Block {
    satz(format!("An diesem Tisch werden immer {n} Runden gespielt."))
}

pub(super) fn runden_waehlt(wer: &str, n: u32) -> Block {
    satz(zeile!["Die Zahl der Runden wählt ", name(wer), format!(", bisher sind es {n}.")])
}

pub(super) fn runden_zu_spaet(n: u32) -> Block {
    satz(format!("Das Spiel hat schon begonnen, es bleibt bei {n} Runden."))
}

pub(super) fn runden_grenzen(g: &RangeInclusive<u32>, fehler: Option<ZahlFehler>) -> Block {
    let grund = fehler.map_or("So viele Runden gehen nicht.", ZahlFehler::grund);
    satz(zeile![
        format!("{grund} Möglich sind {} bis {}, zum Beispiel ", g.start(), g.end()),
        befehl("runden 9"),
        "."
    ])
}

pub(super) fn keine_runden_hier() -> Block {
    satz("Hier wird gespielt, solange Du magst, eine Zahl von Runden gibt es nicht.")
}

pub(super) fn noch_keine_karten() -> Block {
    satz("Die Karten werden verteilt, sobald der Einsatz feststeht.")
}

pub(super) fn noch_kein_spiel() -> Block {
    satz(zeile![
        "Noch wird nicht gespielt, es sind keine Karten verteilt. Mit ",
        befehl("los"),
        " geht es los."
    ])
}

pub(super) fn warten_auf(namen: &[String]) -> Block {
    satz(format!("Gewartet wird noch auf {}.", namen_liste(namen)))
}

pub(super) fn am_tisch(e: &Einstellung, namen: &[String], gebote: bool) -> Block {
    let lage = if gebote { " Gerade werden die Einsätze geboten." } else { "" };
    let frei = usize::from(e.plaetze) - namen.len();
    let plaetze = match frei {
        0 => "kein Platz ist frei".to_string(),
        1 => "ein Platz ist frei".to_string(),
        n => format!("{n} Plätze sind frei"),
    };
    let wer = match namen {
        [] => "niemand".to_string(),
        _ => namen_liste(namen),
    };
    let sitzt = if namen.len() > 1 { "sitzen" } else { "sitzt" };
    satz(format!("An {} {sitzt} {wer}, {plaetze}.{lage}", e.name))
}

pub(super) fn vor_dem_spiel(befehle: &[String]) -> Block {
    let eintraege = befehle.iter().map(|b| zeile![befehl(b.clone())]).collect();
    Block::Liste { titel: "Das kannst Du jetzt:".into(), eintraege }
}

pub(super) fn letzte_zahl() -> Block {
    satz(zeile!["Dazu gehört eine Zahl ab 1, zum Beispiel ", befehl("letzte 10"), "."])
}

pub(super) fn log_leer() -> Block {
    satz("An diesem Tisch ist noch nichts geschehen.")
}

pub(super) fn vereinbart(n: &Namen, p: Platz) -> Block {
    satz(zeile![n.wer(p), n.verb(p, " legst fest:", " legt fest:")])
}

pub(super) fn absprache_trifft(wer: &str) -> Block {
    satz(zeile!["Das legt fest, wer den Tisch eröffnet hat, hier ", name(wer), "."])
}

pub(super) fn absprache_zu_spaet() -> Block {
    satz(
        "Das wird vor der ersten Runde vereinbart, jetzt bleibt es dabei, bis alle aufgestanden \
         sind.",
    )
}

pub(super) fn kein_siegel() -> Block {
    satz("Hier wurde noch nicht gemischt, es gibt noch kein Mischsiegel.")
}

/// Shown before the first card of a deal. It is for the eye and for a client's log; whoever listens asks for it with
/// `siegel`, which says the same.
pub(super) fn siegel_gesetzt(wurzel: &str) -> Block {
    Block::Auge(format!("Mischsiegel: {wurzel}").into())
}

/// A seal and all that is open of it.
/// The seal with all its digits for the eye; an ear hears them on demand (`genau`), for they are long.
pub(super) fn siegel(was: &str, wurzel: &str, offen: &[Oeffnung], genau: bool) -> Vec<Block> {
    let count = karten(offen.len().try_into().unwrap_or(0));
    let titel = format!("{was}: {wurzel}. Offen: {count}.");
    let eintraege = offen
        .iter()
        .map(|o| {
            let beweis: Vec<String> = o.beweis.iter().map(|h| hex(h)).collect();
            let (pos, karte, salz) = (o.pos, &o.karte, hex(&o.salz));
            Zeile::from(format!(
                "Stelle {pos}, Karte {karte}, Salz {salz}, Beweis {}",
                beweis.join(" ")
            ))
        })
        .collect();
    if genau {
        return vec![Block::Liste { titel: titel.into(), eintraege }];
    }
    let short = format!("{was}, offen: {count}. Alle Ziffern zum Nachrechnen nennt ");
    let all = std::iter::once(titel.into()).chain(eintraege).map(Block::Auge);
    all.chain([Block::Ohr(zeile![short, befehl("siegel genau"), "."])]).collect()
}

pub(super) fn pause_geht_nicht() -> Block {
    satz(
        "In diesem Spiel warten alle auf Deine Karte, darum gibt es keine Pause. Aufstehen \
         kannst Du jederzeit.",
    )
}

pub(super) fn setzt_aus(ja: bool) -> Block {
    if ja {
        satz(zeile![
            "Du setzt ab der nächsten Runde aus. Mit ",
            befehl("pause"),
            " spielst Du wieder mit."
        ])
    } else {
        satz("Du spielst ab der nächsten Runde wieder mit.")
    }
}

pub(super) fn steine_gekauft(w: Waehrung, steine: i64, preis: i64) -> Block {
    satz(format!("Du kaufst {steine} Zählsteine für {}.", w.betrag(preis)))
}

pub(super) fn steine_zurueck(w: Waehrung, steine: i64, erloes: i64) -> Block {
    let was = crate::deutsch::zaehle(steine, "Zählstein", "Zählsteine");
    satz(format!("Du tauschst {was} zurück und bekommst {}.", w.betrag(erloes)))
}

pub(super) fn tisch_ruht() -> Block {
    satz(
        "Der Tisch wartet: Zum Weiterspielen braucht es mindestens zwei, die Zählsteine haben \
         und nicht aussetzen.",
    )
}
