//! Where a seat stands: whose turn it is, what lies there, what must be done, and why something
//! cannot be done.

use super::super::bilder::{self, bildwort, farbwort, kartenbild, wurfbild};
use super::super::karten::{Art, Blatt, Farbe, Karte, Wurf};
use super::super::regeln::{Phase, Verstoss, View, geforderte_farbe};
use super::{ansage_befehl, legal, spiel_befehl};
use crate::deutsch;
use crate::satz::{Satz, zahl};
use crate::spiele::{Namen, Platz};
use crate::text::{Block, Kartenbild, Teil, Tischbild, Zeile};
use crate::zeile;

/// "Du bist dran" and all that is needed to decide (regeln.md R30).
pub(super) fn turn(view: &View, namen: &Namen) -> Vec<Block> {
    match view.phase {
        Phase::Ansagen => vec![turn_ansagen(view, namen)],
        Phase::Spielen => vec![turn_spielen(view, namen)],
        Phase::Geben | Phase::Ende => Vec::new(),
    }
}

fn turn_ansagen(view: &View, namen: &Namen) -> Block {
    let gesagt = view.ansagen.iter().flatten().count();
    let als = match gesagt {
        0 => ", zuerst",
        3 => ", zuletzt",
        _ => "",
    };
    let mut satz = zeile![Teil::Wichtig("Du bist dran".into()), ": ansagen", als, ". "];
    satz.extend(angesagt(view, namen));
    let mut voll = satz.und(" ");
    voll.extend(ansage_erlaubt(view));
    let mut knapp = zeile![Teil::Wichtig("Dran".into()), ", ansagen", als, ". "];
    knapp.extend(angesagt(view, namen));
    knapp.push(format!(" Erlaubt: {}.", ansage_bereich(view)));
    Block::Fassung {
        mehr: vec![tafel(view, namen)],
        normal: vec![Block::Satz(voll), blatt(view)],
        knapp: vec![Block::Satz(knapp), blatt(view)],
    }
}

fn turn_spielen(view: &View, namen: &Namen) -> Block {
    let mut satz = pflicht_satz(view);
    satz.push(" ");
    satz.extend(ziel(view));
    satz.push(" Zum Beispiel: ");
    satz.push(Teil::Befehl(beispiel(view)));
    satz.push(".");
    let mut normal = tisch(view, namen);
    normal.push(Block::Satz(satz));
    Block::Fassung {
        mehr: vec![blatt(view), tafel(view, namen)],
        normal,
        knapp: vec![Block::Satz(knapp_spielen(view, namen))],
    }
}

/// "Dran, Stich 3 von 7. Herz: Vladim 9, Elena König führt. Erlaubt: Herz 7, Herz As. 1 von 3."
fn knapp_spielen(view: &View, namen: &Namen) -> Zeile {
    let dran = Teil::Wichtig("Dran".into());
    let mut satz = zeile![dran, format!(", {}", stich_nr(view))];
    if view.stich.is_empty() {
        satz.push(", ausspielen. ");
    } else {
        let farbe = geforderte_farbe(&view.regeln, &view.stich);
        satz.push(format!(". {}: ", farbe.map_or("Keine Farbe", farbwort)));
        let winner = view.stich.winner();
        for (i, wurf) in view.stich.iter().enumerate() {
            satz.push(if i > 0 { ", " } else { "" });
            satz.push(namen.wer(view.stich_platz(i)));
            satz.push(" ");
            satz.push(knapp_karte(wurf, farbe));
            satz.push(if i == winner { " führt" } else { "" });
        }
        satz.push(". ");
    }
    satz.push("Erlaubt: ");
    let karten = view.erlaubte_karten();
    push_cards(&mut satz, karten.without(Karte::PIK_7));
    if karten.contains(Karte::PIK_7) {
        satz.push(if karten.len() > 1 { ", " } else { "" });
        satz.push(kartenbild(Karte::PIK_7));
        satz.push(" hoch oder niedrig");
    }
    satz.push(". ");
    satz.push(format!("{} von {}.", gemacht(view), mein_ziel(view)));
    satz
}

/// A card of the suit that everybody has in mind is said by its picture.
fn knapp_karte(wurf: Wurf, farbe: Option<Farbe>) -> Kartenbild {
    let mut bild = wurfbild(wurf);
    if wurf.art().is_none() && Some(wurf.karte().farbe()) == farbe {
        bild.wort = bildwort(wurf.karte().bild()).to_string();
    }
    bild
}

/// The own hand.
pub(super) fn blatt(view: &View) -> Block {
    let count = i64::try_from(view.blatt.len()).unwrap_or(0);
    Block::Karten {
        titel: format!("Dein Blatt, {}", deutsch::karten(count)).into(),
        karten: bilder::blattbilder(view.blatt),
    }
}

/// What lies on the table: the picture, and what it leaves open for the eye.
pub(super) fn tisch(view: &View, namen: &Namen) -> Vec<Block> {
    let dran = view.bin_dran() && namen.du == view.ich;
    let kopf = if dran && view.phase == Phase::Spielen {
        zeile![Teil::Wichtig("Jetzt musst Du eine Karte ausspielen.".into())]
    } else {
        Zeile::new()
    };
    let ueberschrift = match view.stich.len() {
        0 => "Auf dem Tisch liegt noch keine Karte:",
        1 => "Auf dem Tisch liegt diese Karte:",
        _ => "Auf dem Tisch liegen diese Karten:",
    };
    let bild = Tischbild {
        kopf,
        ueberschrift: ueberschrift.into(),
        sitze: sitze(view, namen),
        worte: tisch_in_words(view, namen),
    };
    vec![Block::Tischbild(bild), Block::Auge(beside_picture(view, namen))]
}

fn sitze(view: &View, namen: &Namen) -> Vec<(String, Option<Kartenbild>)> {
    let mut sitze: Vec<_> = (0..4).map(|i| (namen.name(Platz::at(i)).to_string(), None)).collect();
    for (i, wurf) in view.stich.iter().enumerate() {
        sitze[view.stich_platz(i).i()].1 = Some(wurfbild(wurf));
    }
    sitze
}

/// The line under the picture: what must be followed and who leads.
fn beside_picture(view: &View, namen: &Namen) -> Zeile {
    if view.phase != Phase::Spielen {
        return ohne_stich(view, namen);
    }
    if view.stich.is_empty() {
        let mut satz = zeile![format!("{}, ", stich_nr(view))];
        satz.extend(spielt_aus(view, namen));
        return satz;
    }
    let mut satz = zeile![format!("{}. {}, ", stich_nr(view), gefordert(view))];
    satz.extend(fuehrt(view, namen));
    satz.extend(nicht_du(view, namen));
    satz
}

/// "Du bist dran, Stich 3 von 7. Herz ist gefordert: Vladim Herz 9, Elena Herz König. Elena führt."
fn tisch_in_words(view: &View, namen: &Namen) -> Zeile {
    if view.phase != Phase::Spielen {
        let mut satz = zeile!["Auf dem Tisch liegt noch keine Karte. "];
        satz.extend(ohne_stich(view, namen));
        return satz;
    }
    let mut satz = Zeile::new();
    if namen.ist_du(view.am_zug) {
        satz.push(Teil::Wichtig("Du bist dran".into()));
        satz.push(", ");
    }
    satz.push(stich_nr(view));
    if view.stich.is_empty() {
        satz.push(". Auf dem Tisch liegt noch keine Karte, ");
        satz.extend(spielt_aus(view, namen));
        return satz;
    }
    satz.push(format!(". {}: ", gefordert(view)));
    for (i, wurf) in view.stich.iter().enumerate() {
        satz.push(if i > 0 { ", " } else { "" });
        satz.extend(gelegt(view, namen, (i, wurf)));
    }
    satz.push(". ");
    satz.extend(fuehrt(view, namen));
    satz.extend(nicht_du(view, namen));
    satz
}

fn ohne_stich(view: &View, namen: &Namen) -> Zeile {
    match view.phase {
        Phase::Ansagen => angesagt(view, namen),
        Phase::Ende => "Das Spiel ist zu Ende.".into(),
        _ => "Die nächste Runde wird gegeben.".into(),
    }
}

/// "Vladim Herz 9", "Sergej wirft Kreuz 7 ab", "Elena sticht mit Karo 8".
fn gelegt(view: &View, namen: &Namen, (i, wurf): (usize, Wurf)) -> Zeile {
    let p = view.stich_platz(i);
    let wer = namen.wer(p);
    let farbe = wurf.karte().farbe();
    let geforderte = geforderte_farbe(&view.regeln, &view.stich);
    let schlicht = i == 0 || wurf.is_hoch() || geforderte.is_none_or(|g| g == farbe);
    if schlicht {
        zeile![wer, " ", wurfbild(wurf)]
    } else if farbe == Farbe::Karo {
        let verb = namen.verb(p, "stichst", "sticht");
        zeile![wer, format!(" {verb} mit "), wurfbild(wurf)]
    } else {
        let verb = namen.verb(p, "wirfst", "wirft");
        zeile![wer, format!(" {verb} "), wurfbild(wurf), " ab"]
    }
}

fn gefordert(view: &View) -> String {
    let farbe = geforderte_farbe(&view.regeln, &view.stich);
    format!("{} ist gefordert", farbe.map_or("Keine Farbe", farbwort))
}

/// "Elena führt."
fn fuehrt(view: &View, namen: &Namen) -> Zeile {
    let p = view.stich_platz(view.stich.winner());
    zeile![namen.wer(p), format!(" {}.", namen.verb(p, "führst", "führt"))]
}

/// "Elena spielt aus."
fn spielt_aus(view: &View, namen: &Namen) -> Zeile {
    let p = view.am_zug;
    zeile![namen.wer(p), format!(" {} aus.", namen.verb(p, "spielst", "spielt"))]
}

/// " Anna ist dran." Whoever is on himself is told so at the beginning.
fn nicht_du(view: &View, namen: &Namen) -> Zeile {
    if namen.ist_du(view.am_zug) {
        return Zeile::new();
    }
    zeile![" ", namen.wer(view.am_zug), " ist dran."]
}

/// "Stich 3 von 7".
pub(super) fn stich_nr(view: &View) -> String {
    format!("Stich {} von {}", view.stich_nr(), view.karten)
}

/// "Angesagt: Vladim 2, Elena 1." in the order of the announcements.
pub(super) fn angesagt(view: &View, namen: &Namen) -> Zeile {
    let mut satz = zeile!["Angesagt: "];
    let mut first = true;
    for i in 0..4 {
        let p = Platz::at((view.eroeffner.i() + i) % 4);
        let Some(n) = view.ansagen[p.i()] else { continue };
        satz.push(if first { "" } else { ", " });
        satz.push(namen.wer(p));
        satz.push(format!(" {n}"));
        first = false;
    }
    if first {
        return "Noch hat niemand angesagt.".into();
    }
    satz.und(".")
}

/// One row for each seat, the viewer's own first: announced, made, points so far.
pub(super) fn tafel(view: &View, namen: &Namen) -> Block {
    let figure = |n: Option<u8>| n.map_or(String::new(), |n| n.to_string());
    let row = |p: Platz| {
        let made = view.ansagen[p.i()].map(|_| view.stiche[p.i()]);
        let wer = namen.wer(p).wortlaut();
        vec![wer, figure(view.ansagen[p.i()]), figure(made), view.punkte[p.i()].to_string()]
    };
    Block::Tabelle {
        titel: Zeile::new(),
        kopf: ["Name", "angesagt", "gemacht", "gesamt:"].map(String::from).to_vec(),
        zeilen: seats(namen).map(row).collect(),
    }
}

/// All seats, the viewer's own first, then in seat order.
pub(super) fn seats(namen: &Namen) -> impl Iterator<Item = Platz> {
    let du = namen.du;
    du.into_iter().chain((0..4).map(Platz::at).filter(move |p| du != Some(*p)))
}

fn gemacht(view: &View) -> u8 {
    view.ich.map_or(0, |p| view.stiche[p.i()])
}

fn mein_ziel(view: &View) -> u8 {
    view.ich.and_then(|p| view.ansagen[p.i()]).unwrap_or(0)
}

/// "Angesagt 3, gemacht 1."
fn ziel(view: &View) -> Zeile {
    format!("Angesagt {}, gemacht {}.", mein_ziel(view), gemacht(view)).into()
}

/// "Du darfst alles von 0 bis 7 außer 2, zum Beispiel: ansage 0."
pub(super) fn ansage_erlaubt(view: &View) -> Zeile {
    let first = view.erlaubte_ansagen().first().copied().unwrap_or(0);
    zeile![
        format!("Du darfst {}, zum Beispiel: ", ansage_bereich(view)),
        Teil::Befehl(ansage_befehl(first)),
        "."
    ]
}

/// "alles von 0 bis 7 außer 2", "0 oder 1", "nur 1".
pub(super) fn ansage_bereich(view: &View) -> String {
    let erlaubt = view.erlaubte_ansagen();
    let gap = erlaubt.windows(2).find(|w| w[1] - w[0] > 1).map(|w| w[0] + 1);
    match (&erlaubt[..], gap) {
        ([n], _) => format!("nur {n}"),
        ([a, b], _) => format!("{a} oder {b}"),
        ([a, .., b], None) => format!("alles von {a} bis {b}"),
        ([a, .., b], Some(gap)) => format!("alles von {a} bis {b} außer {gap}"),
        ([], _) => String::new(),
    }
}

/// What must be done, said with the cards that do it: "Du musst Herz bedienen: Herz 7, Herz As.
/// Oder Pik 7 hoch, oder Pik 7 niedrig."
pub(super) fn pflicht_satz(view: &View) -> Zeile {
    let karten = view.erlaubte_karten();
    let schlicht = karten.without(Karte::PIK_7);
    let mut satz = zeile![format!("{}: ", pflicht(view))];
    push_cards(&mut satz, schlicht);
    if karten.contains(Karte::PIK_7) {
        let [hoch, niedrig] = [Art::Hoch, Art::Niedrig].map(|a| wurfbild(Wurf::joker(a)));
        satz.push(if schlicht.is_empty() { "" } else { ". Oder " });
        satz.push(hoch);
        satz.push(if schlicht.is_empty() { " oder " } else { ", oder " });
        satz.push(niedrig);
    }
    satz.und(".")
}

fn push_cards(satz: &mut Zeile, karten: Blatt) {
    for (i, k) in karten.iter().enumerate() {
        satz.push(if i > 0 { ", " } else { "" });
        satz.push(kartenbild(k));
    }
}

/// The duty of the hand on the cards that lie there (regeln.md 3.1, R6 to R11), as half a sentence.
fn pflicht(view: &View) -> String {
    let hand = view.blatt;
    let Some(gefordert) = geforderte_farbe(&view.regeln, &view.stich) else {
        return "Du darfst jede Karte spielen".into();
    };
    let farbe = farbwort(gefordert);
    if !hand.farbe(gefordert).without(Karte::PIK_7).is_empty() {
        return format!("Du musst {farbe} bedienen");
    }
    let joker = hand.contains(Karte::PIK_7);
    let ohne = match (gefordert == Farbe::Pik && joker, gefordert) {
        (true, _) => "Außer der Pik 7 hast Du".to_string(),
        (false, _) => "Du hast".to_string(),
    };
    let trumpf = hand.farbe(Farbe::Karo);
    let erlaubt = view.erlaubte_karten();
    if trumpf.is_empty() {
        return match gefordert {
            _ if erlaubt != hand => format!("{ohne} kein {farbe} und musst sie spielen"),
            Farbe::Karo => format!("{ohne} kein Karo und darfst jede Karte spielen"),
            _ => format!("{ohne} weder {farbe} noch Karo und darfst jede Karte spielen"),
        };
    }
    match erlaubt.farbe(Farbe::Karo) {
        k if k.is_empty() => format!("{ohne} kein {farbe} und musst sie spielen"),
        k if k != trumpf => format!("{ohne} kein {farbe} und musst mit einem höheren Karo stechen"),
        _ => format!("{ohne} kein {farbe} und musst mit Karo stechen"),
    }
}

/// A command that may be typed now.
fn beispiel(view: &View) -> String {
    let karte = legal(view).find(|w| w.art().is_none());
    spiel_befehl(karte.or_else(|| legal(view).last()).unwrap_or(Wurf::joker(Art::Niedrig)))
}

/// What may be done now, said behind a reason.
pub(super) fn was_geht(view: &View) -> Zeile {
    match view.phase {
        Phase::Ansagen => ansage_erlaubt(view),
        Phase::Spielen => pflicht_satz(view),
        Phase::Geben | Phase::Ende => Zeile::new(),
    }
}

/// Why it does not work, then what would (regeln.md 3.3).
pub(super) fn refuse(verstoss: Verstoss, view: &View, namen: &Namen) -> Zeile {
    let grund: Zeile = match verstoss {
        Verstoss::NichtDran => {
            return zeile!["Noch bist Du nicht dran, zuerst kommt ", namen.wer(view.am_zug), "."];
        }
        Verstoss::Ruhe if view.phase == Phase::Ende => {
            return "Das Spiel ist schon zu Ende.".into();
        }
        Verstoss::Ruhe => return "Die Karten werden gerade gegeben, gleich geht es weiter.".into(),
        Verstoss::JetztSpielen => "Angesagt ist schon, jetzt werden Karten gespielt.".into(),
        Verstoss::JetztAnsagen => "Erst wird angesagt, dann gespielt.".into(),
        Verstoss::AnsageZuHoch { karten: 1 } => "Du kannst 0 oder 1 Stich ansagen.".into(),
        Verstoss::AnsageZuHoch { karten } => {
            format!("Du kannst 0 bis {karten} Stiche ansagen.").into()
        }
        Verstoss::AnsageVerboten { n } => format!("Die letzte Ansage darf nicht {n} sein.").into(),
        Verstoss::KarteFehlt(k) => zeile![kartenbild(k), " hast Du nicht."],
        // The duty itself is the reason, and it is said with the cards that fulfil it.
        Verstoss::Bedienen(_)
        | Verstoss::Stechen { .. }
        | Verstoss::Ueberstechen
        | Verstoss::NurPik7 => return pflicht_satz(view),
    };
    let mut satz = grund.und(" ");
    satz.extend(was_geht(view));
    satz
}

/// A number alone: what it would be if it were a whole sentence.
pub(super) fn nur_eine_zahl(satz: &Satz, view: &View) -> Zeile {
    let n = zahl(&satz.alle_worte(), &["stich", "stiche", "stichen"]).unwrap_or(0);
    if !view.bin_dran() {
        return zeile![
            "Wie bitte? Was jetzt geht, zeigt ",
            Teil::Befehl("was kann ich".into()),
            "."
        ];
    }
    let befehl = match view.phase {
        Phase::Ansagen => format!("ansage {n}"),
        _ => format!("spiele {n}"),
    };
    zeile!["Wie bitte? Meintest Du ", Teil::Befehl(befehl), "?"]
}

/// There is no folding in this game.
pub(super) fn kein_ausstieg() -> Zeile {
    zeile![
        "Aussteigen gibt es beim Russisch Poker nicht, jede Runde wird zu Ende gespielt. ",
        "Den Platz verlässt Du mit ",
        Teil::Befehl("steh auf".into()),
        "."
    ]
}
