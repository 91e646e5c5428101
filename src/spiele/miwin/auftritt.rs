//! Miwin'scher Poker in words: what is told, what the one who is on needs, why a move is refused. Knows no
//! medium. Reading stands in [`lesen`], answers to questions in [`antworten`], words for cards in [`worte`].

mod antworten;
mod klient;
mod lesen;
mod worte;

use self::worte::{
    Kasus, aufzaehlung, blatt_karten, figur_wort, hand_bild, karte, lage, moeglichkeiten,
    offen_wort,
};
use super::karten::{Gelegt, Karte};
use super::regeln::Miwin;
use super::sicht::{Phase, View};
use super::zug::{Ausstieg, Event, Topfart, Topfgewinn, Verstoss, Zug};
use crate::deutsch;
use crate::satz::Satz;
use crate::spiele::wetten::{Gezahlt, Wette, Wettverstoss};
use crate::spiele::{
    Auftritt, Ereignis, Form, Frage, Info, Namen, Options, Plaetze, Platz, Reading,
};
use crate::text::{Block, Kartenbild, Teil, Zeile};
use crate::zeile;

impl Auftritt for Miwin {
    fn read(satz: &Satz, view: &View) -> Reading<Zug> {
        lesen::read(satz, view)
    }

    fn options(view: &View) -> Options {
        if view.dran().is_none() {
            return Options::default();
        }
        match view.phase {
            Phase::Bieten => bet_options(view),
            Phase::Tauschen => Options {
                befehle: vec!["tausche nichts".to_string()],
                formen: vec![positions(view.regeln.tausch_max)],
                ..Options::default()
            },
            Phase::Aufdecken => {
                let ways = view
                    .verdeckte()
                    .flat_map(|(pos, k)| k.lagen().map(move |c| Zug::Decke { pos, wert: c.wert }));
                commands(ways)
            }
            Phase::Letzter => last_options(view),
            Phase::Lage => match view.neue {
                Some(n) => commands(n.karte.lagen().map(|c| Zug::Lege(c.wert))),
                None => Options::default(),
            },
            Phase::Pause => Options::default(),
        }
    }

    fn tell(event: &Event, namen: &Namen) -> Vec<Block> {
        tell(event, namen)
    }

    fn im_zug(event: &Event, view: &View, du: Option<Platz>) -> bool {
        let bets = view.phase == Phase::Bieten;
        match event {
            Event::Geboten { platz, .. } | Event::Deckt { platz, .. } if du == Some(*platz) => {
                false
            }
            Event::Geboten { platz, wette, gezahlt, um } => {
                let named = *wette != Wette::Weiter && !gezahlt.allin;
                bets && named && view.sitze[platz.i()].getan == Some((*wette, *um))
            }
            // A new betting round begins with all that lies open.
            Event::Deckt { .. } => bets,
            _ => false,
        }
    }

    fn turn(view: &View, namen: &Namen) -> Vec<Block> {
        turn(view, namen)
    }

    fn refuse(verstoss: &Verstoss, view: &View, namen: &Namen) -> Zeile {
        refuse(*verstoss, view, namen)
    }

    fn riskant(zug: &Zug, view: &View) -> Option<Zeile> {
        riskant(zug, view)
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

fn commands(ways: impl Iterator<Item = Zug>) -> Options {
    Options { befehle: ways.map(|z| z.to_string()).collect(), ..Options::default() }
}

fn positions(max: u8) -> (String, Form) {
    ("tausche".to_string(), Form::Positionen { max })
}

/// All moves, or the ends of a range. A fold that costs nothing to avoid is not named.
fn bet_options(view: &View) -> Options {
    let m = view.moeglich();
    let mut out = Options::default();
    out.befehle.extend(m.weiter.then(|| Zug::Weiter.to_string()));
    out.befehle.extend(m.mit.map(|_| Zug::Mit.to_string()));
    add_range(&mut out, "setze", m.setze, Zug::Setze);
    add_range(&mut out, "erhöhe auf", m.erhoehe, Zug::Erhoehe);
    if !m.weiter {
        out.befehle.push(Zug::Aus.to_string());
    }
    out
}

fn add_range(out: &mut Options, verb: &str, range: Option<(i64, i64)>, zug: fn(i64) -> Zug) {
    let Some((von, bis)) = range else { return };
    out.befehle.push(zug(von).to_string());
    if von < bis {
        out.befehle.push(zug(bis).to_string());
        out.bereiche.push((verb.to_string(), von, bis));
    }
}

fn last_options(view: &View) -> Options {
    let mut out = commands(std::iter::once(Zug::Tausche(Vec::new())));
    let places = 1..=u8::try_from(view.offene().len()).unwrap_or(0);
    if view.regeln.letzter_tausch_max > 0 {
        out.befehle.extend(places.clone().map(|i| Zug::Tausche(vec![i]).to_string()));
        out.formen.push(positions(1));
    }
    if view.regeln.umdrehen {
        let can = |i: &u8| {
            let at = usize::from(*i) - 1;
            !view.gedreht.contains(&at) && !view.offene()[at].karte().ist_doppel()
        };
        out.befehle.extend(places.filter(can).map(|i| Zug::Drehe(i).to_string()));
    }
    out
}

fn one(line: Zeile) -> Vec<Block> {
    vec![Block::Satz(line)]
}

/// "Anna setzt 10.": who, and the verb that fits.
fn wer(namen: &Namen, p: Platz, du: &str, er: &str) -> Zeile {
    zeile![namen.wer(p), format!(" {}", namen.verb(p, du, er))]
}

fn tell(event: &Event, namen: &Namen) -> Vec<Block> {
    match event {
        Event::Ausgeteilt { .. }
        | Event::Waehlt { .. }
        | Event::Ende { .. }
        | Event::Gesetzt { .. }
        | Event::Aufgestanden { aus: Ausstieg::Unbeteiligt, .. } => Vec::new(),
        Event::Beginn { nr, geber, dabei, grundeinsatz } => {
            let mut out = zeile![format!("Spiel {nr}: ")];
            out.extend(wer(namen, *geber, "gibst.", "gibt."));
            out.push(" Dabei: ");
            out.extend(seat_list(*dabei, namen));
            out.push(".");
            out.extend(antes(grundeinsatz, namen));
            one(out)
        }
        Event::Blatt { karten, .. } => vec![hand_block(karten)],
        Event::Geboten { platz, wette, gezahlt, um } => {
            one(bet_line(*platz, *wette, (gezahlt, *um), namen))
        }
        Event::Zurueck { platz, betrag } => {
            let line = wer(namen, *platz, "bekommst", "bekommt");
            one(line.und(format!(" {betrag} zurück, denn so weit geht niemand mit.")))
        }
        Event::Getauscht { aus, ein, blatt, .. } => exchanged(aus, ein, blatt),
        Event::Tauscht { platz, anzahl } => {
            let n = i64::from(*anzahl);
            let wort = deutsch::keine_oder(n, "keine", "eine", "Karte", "Karten");
            one(wer(namen, *platz, "tauschst", "tauscht").und(format!(" {wort}.")))
        }
        Event::Gewaehlt { platz } => {
            one(wer(namen, *platz, "hast", "hat").und(" eine Karte gewählt."))
        }
        _ => tell_open(event, namen),
    }
}

/// Events of open cards and of the end.
fn tell_open(event: &Event, namen: &Namen) -> Vec<Block> {
    match event {
        Event::Deckt { platz, lage: c } => {
            one(wer(namen, *platz, "deckst auf: ", "deckt auf: ").und(lage(*c)).und("."))
        }
        Event::Zieht { platz, aus, ein } => {
            let line = wer(namen, *platz, "gibst ", "gibt ").und(lage(*aus));
            let ziehst = namen.verb(*platz, "ziehst", "zieht");
            one(line.und(format!(" weg und {ziehst} ")).und(karte(*ein)).und("."))
        }
        Event::Legt { platz, lage: c, .. } => {
            let line = wer(namen, *platz, "legst die neue Karte: ", "legt die neue Karte: ");
            one(line.und(lage(*c)).und("."))
        }
        Event::Behaelt { platz } => {
            one(wer(namen, *platz, "tauschst", "tauscht").und(" keine offene Karte."))
        }
        Event::Dreht { platz, lage: c, .. } => {
            let line = wer(namen, *platz, "drehst eine Karte um: ", "dreht eine Karte um: ");
            one(line.und(lage(*c)).und("."))
        }
        Event::Zeigt { platz, blatt } => {
            let line = wer(namen, *platz, "hast ", "hat ").und(figur_wort(blatt, Kasus::Akkusativ));
            one(line.und("."))
        }
        Event::Topf(topf) => gewonnen(topf, namen),
        Event::Aufgestanden { platz, .. } => {
            one(wer(namen, *platz, "steigst", "steigt").und(" damit aus."))
        }
        Event::Pausiert { platz, pause: true } => {
            one(wer(namen, *platz, "setzt", "setzt").und(" aus."))
        }
        Event::Pausiert { platz, pause: false } => {
            one(wer(namen, *platz, "spielst", "spielt").und(" wieder mit."))
        }
        _ => Vec::new(),
    }
}

/// "Du, Bert und Carla".
fn seat_list(seats: Plaetze, namen: &Namen) -> Zeile {
    let list: Vec<Platz> = seats.iter().collect();
    let mut out = Zeile::new();
    for (i, p) in list.iter().enumerate() {
        match i {
            0 => {}
            _ if i + 1 == list.len() => out.push(" und "),
            _ => out.push(", "),
        }
        out.push(namen.wer(*p));
    }
    out
}

/// "Jeder zahlt 1.", and who could not pay it all.
fn antes(paid: &[(Platz, i64)], namen: &Namen) -> Zeile {
    let Some(most) = paid.iter().map(|(_, n)| *n).max() else { return Zeile::new() };
    let mut out = zeile![format!(" Grundeinsatz: {most}.")];
    for (p, n) in paid.iter().filter(|(_, n)| *n < most) {
        out.push(" ");
        out.extend(wer(namen, *p, "zahlst", "zahlt").und(format!(" den Rest von {n}.")));
    }
    out
}

fn hand_block(karten: &[Karte]) -> Block {
    let count = i64::try_from(karten.len()).unwrap_or(0);
    let name = |(i, k): (usize, &Karte)| {
        let noun = if i == 0 { " Karte" } else { "" };
        let ordnung = worte::ORDNUNG.get(i).copied().unwrap_or("nächste");
        hand_bild(*k, format!("{ordnung}{noun} {}", worte::hand_wort(*k)))
    };
    Block::Karten {
        titel: zeile![format!("Dein Blatt, {}:", deutsch::karten(count))],
        karten: karten.iter().enumerate().map(name).collect(),
    }
}

fn exchanged(aus: &[Karte], ein: &[Karte], blatt: &[Karte]) -> Vec<Block> {
    if aus.is_empty() {
        return one(zeile!["Du behältst alle Karten."]);
    }
    let mut line = zeile!["Du legst ab: "];
    line.extend(aufzaehlung(aus.iter().map(|k| karte(*k))));
    line.push(". Du ziehst: ");
    line.extend(aufzaehlung(ein.iter().map(|k| karte(*k))));
    line.push(".");
    vec![Block::Satz(line), hand_block(blatt)]
}

fn bet_line(p: Platz, wette: Wette, (gezahlt, um): (&Gezahlt, i64), namen: &Namen) -> Zeile {
    let mut out = match wette {
        Wette::Weiter => wer(namen, p, "sagst weiter", "sagt weiter"),
        Wette::Setze(n) => wer(namen, p, "setzt", "setzt").und(format!(" {n}")),
        Wette::Mit => {
            let line = wer(namen, p, "gehst mit und zahlst", "geht mit und zahlt");
            line.und(format!(" {}", gezahlt.betrag))
        }
        Wette::Erhoehe(auf) => {
            wer(namen, p, "erhöhst", "erhöht").und(format!(" um {um} auf {auf}"))
        }
        Wette::Aus => wer(namen, p, "steigst aus", "steigt aus"),
    };
    out.push(".");
    if gezahlt.allin {
        out.push(" ");
        out.extend(wer(namen, p, "hast", "hat").und(" damit alles gesetzt."));
    }
    out
}

fn gewonnen(topf: &Topfgewinn, namen: &Namen) -> Vec<Block> {
    let mut out = Vec::new();
    if topf.ausnahme {
        let text = "Top gegen Top: Die Karte [0/0] gewinnt gegen die Karte [9/9].";
        out.push(Block::satz(text));
    }
    let which = match topf.art {
        Topfart::Einziger => "",
        Topfart::Haupttopf => " im Hauptpott",
        Topfart::Nebentopf => " im Nebenpott",
    };
    let line = match topf.gezahlt.as_slice() {
        [(p, n)] => won_alone(*p, *n, topf, which, namen),
        many => shared(many, topf, which, namen),
    };
    out.push(Block::Satz(line));
    out
}

fn won_alone(p: Platz, n: i64, topf: &Topfgewinn, which: &str, namen: &Namen) -> Zeile {
    let mut out = wer(namen, p, "gewinnst", "gewinnt");
    if n > 0 {
        out.push(format!(" {n}{which}"));
    }
    match &topf.womit {
        Some(blatt) if topf.art == Topfart::Einziger => {
            out.push(format!(" mit {}.", figur_wort(blatt, Kasus::Dativ)));
        }
        Some(_) => out.push("."),
        None => out.push(". Sonst ist niemand mehr dabei."),
    }
    if n == 0 {
        out.push(" Im Pott liegt nichts.");
    }
    out
}

fn shared(paid: &[(Platz, i64)], topf: &Topfgewinn, which: &str, namen: &Namen) -> Zeile {
    let betrag = topf.betrag;
    let mut out = zeile![format!(
        "Keiner dieser Tops schlägt alle anderen, darum werden {betrag}{which} geteilt: "
    )];
    for (i, (p, n)) in paid.iter().enumerate() {
        if i > 0 {
            out.push(", ");
        }
        out.push(namen.wer(*p));
        out.push(format!(" {n}"));
    }
    out.und(".")
}

fn turn(view: &View, namen: &Namen) -> Vec<Block> {
    if view.phase == Phase::Pause {
        return Vec::new();
    }
    let hidden = view.verdeckte().next().is_some();
    let hand = || hidden.then(|| own_block(view)).into_iter();
    let (mehr, behind): (Vec<Block>, Vec<Block>) = match view.phase {
        Phase::Tauschen | Phase::Aufdecken => (Vec::new(), hand().collect()),
        _ => (hand().collect(), open_block(view, namen)),
    };
    let with = |line: Zeile| [one(line), behind.clone()].concat();
    let normal = with(normal_turn(view, namen));
    vec![Block::Fassung { mehr, normal, knapp: with(short_turn(view, namen)) }]
}

fn normal_turn(view: &View, namen: &Namen) -> Zeile {
    let mut line = zeile![Teil::Wichtig("Du bist dran".to_string())];
    line.push(match view.phase {
        Phase::Bieten => ", bieten: ",
        Phase::Letzter => ", letzter Tausch: ",
        _ => ": ",
    });
    if view.phase == Phase::Lage {
        line.push("Welche Zahl der neuen Karte ist der Wert? ");
    }
    line.extend(moeglichkeiten(view));
    line.push(".");
    if view.phase == Phase::Bieten {
        line.extend(situation(view, namen));
    }
    line
}

/// "Dran, bieten: gehe mit (kostet 3) oder steige aus. Bert auf 8, Carla mit. Drin 5, Pott 31."
fn short_turn(view: &View, namen: &Namen) -> Zeile {
    let mut line = zeile![Teil::Wichtig("Dran".to_string())];
    match view.phase {
        Phase::Tauschen => {
            line.push(format!(", tauschen: bis zu {} Karten.", view.regeln.tausch_max));
        }
        Phase::Aufdecken => line.push(", aufdecken."),
        phase => {
            line.push(match phase {
                Phase::Bieten => ", bieten: ",
                Phase::Letzter => ", letzter Tausch: ",
                _ => ", neue Karte: ",
            });
            line.extend(moeglichkeiten(view));
            line.push(".");
        }
    }
    if view.phase == Phase::Bieten {
        line.extend(short_situation(view, namen));
    }
    line
}

/// Who leads, and what lies there: all of it when a betting round begins for this seat, later only who leads.
fn open_block(view: &View, namen: &Namen) -> Vec<Block> {
    if view.sitze.iter().all(|s| s.offen.is_empty()) {
        return Vec::new();
    }
    let again = view.du().is_some_and(|du| view.sitze[du.i()].getan.is_some());
    let leads = leader(view, namen);
    match (again && view.phase == Phase::Bieten, leads.is_empty()) {
        (true, true) => Vec::new(),
        (true, false) => one(leads),
        (false, _) => one(open_line(view, namen)),
    }
}

fn own_block(view: &View) -> Block {
    let karten: Vec<Kartenbild> = blatt_karten(view);
    let count = i64::try_from(karten.len()).unwrap_or(0);
    let titel = zeile![format!("Dein Blatt, {}:", deutsch::karten(count))];
    Block::Karten { titel, karten }
}

/// The others, beginning on the viewer's left.
fn others(view: &View) -> impl Iterator<Item = Platz> + '_ {
    let n = view.sitze.len();
    let from = view.du().unwrap_or(view.geber);
    (1..=n).map(move |i| Platz::at((from.i() + i) % n)).filter(|p| Some(*p) != view.du())
}

/// As [`situation`], in fewer words.
fn short_situation(view: &View, namen: &Namen) -> Zeile {
    let mut out = Zeile::new();
    for p in others(view) {
        let said = match view.sitze[p.i()].getan {
            Some((Wette::Setze(n) | Wette::Erhoehe(n), _)) => format!(" auf {n}"),
            Some((Wette::Mit, _)) => " mit".to_string(),
            Some((Wette::Aus, _)) => " raus".to_string(),
            Some((Wette::Weiter, _)) | None => continue,
        };
        out.push(if out.is_empty() { " " } else { ", " });
        out.push(namen.wer(p));
        out.push(said);
    }
    if !out.is_empty() {
        out.push(".");
    }
    let own = view.du().map_or(0, |du| view.wetten.gesetzt()[du.i()]);
    if own > 0 {
        out.push(format!(" Drin {own}, Pott {}.", view.wetten.mitte()));
        return out;
    }
    out.und(format!(" Pott {}.", view.wetten.mitte()))
}

/// What the others did in this round, and what lies there.
fn situation(view: &View, namen: &Namen) -> Zeile {
    let mut out = Zeile::new();
    for p in others(view) {
        let said = match view.sitze[p.i()].getan {
            Some((Wette::Setze(n), _)) => format!(" hat {n} gesetzt."),
            Some((Wette::Erhoehe(auf), um)) => format!(" hat um {um} auf {auf} erhöht."),
            Some((Wette::Mit, _)) => " geht mit.".to_string(),
            Some((Wette::Aus, _)) => " ist ausgestiegen.".to_string(),
            Some((Wette::Weiter, _)) | None => continue,
        };
        out.push(" ");
        out.push(namen.wer(p));
        out.push(said);
    }
    let own = view.du().map_or(0, |du| view.wetten.gesetzt()[du.i()]);
    if own > 0 {
        out.push(format!(" Du hast {own} drin."));
    }
    out.und(format!(" Pott {}.", view.wetten.mitte()))
}

/// The open cards of a seat, without one that was given away and whose place waits for the new card.
fn lying(view: &View, p: Platz) -> Vec<Gelegt> {
    let mut cards = view.sitze[p.i()].offen.clone();
    if let Some(neue) = view.neue.filter(|n| n.platz == p && n.stelle < cards.len()) {
        cards.remove(neue.stelle);
    }
    cards
}

/// "Carla liegt vorn mit Paar 8. Offen: Du Wert 9 Farbe 0, Wert 7 Farbe 3. Bert ...": what matters most comes first, so
/// that an ear may stop there.
fn open_line(view: &View, namen: &Namen) -> Zeile {
    let mut out = leader(view, namen);
    out.push(if out.is_empty() { "Offen:" } else { " Offen:" });
    let own = view.du().into_iter();
    let others = view.links_vom_geber().filter(|p| Some(*p) != view.du());
    for p in own.chain(others).filter(|p| view.wetten.dabei().contains(*p)) {
        let cards = lying(view, p);
        if cards.is_empty() {
            continue;
        }
        out.push(" ");
        out.push(namen.wer(p));
        out.push(" ");
        out.extend(aufzaehlung(offen_wort(&cards)));
        out.push(".");
    }
    out
}

/// "Carla liegt vorn mit Paar 8.": open again until a new card lies.
fn leader(view: &View, namen: &Namen) -> Zeile {
    let (Some(p), None) = (view.fuehrt(), view.neue) else { return Zeile::new() };
    let hand = worte::blattwert(view, &view.sitze[p.i()].offen);
    let wer = wer(namen, p, "liegst vorn mit ", "liegt vorn mit ");
    wer.und(figur_wort(&hand, Kasus::Dativ)).und(".")
}

/// Reason first, then what would work.
fn refuse(verstoss: Verstoss, view: &View, namen: &Namen) -> Zeile {
    let grund = match verstoss {
        Verstoss::KeinSpiel => {
            return zeile!["Gerade läuft kein Spiel, das nächste beginnt gleich."];
        }
        Verstoss::NichtDran => return not_on(view, namen),
        Verstoss::FalschePhase => match view.phase {
            Phase::Bieten => "Jetzt wird geboten.",
            Phase::Tauschen => "Jetzt wird getauscht.",
            Phase::Aufdecken => "Jetzt deckt jeder eine Karte auf.",
            Phase::Letzter => "Jetzt kommt der letzte Tausch.",
            Phase::Lage => "Jetzt wird die neue Karte gelegt.",
            Phase::Pause => return lesen::jetzt(view),
        }
        .to_string(),
        Verstoss::Wette(v) => return refuse_bet(v, view, namen),
        Verstoss::ZuViele { max } => {
            let most = deutsch::keine_oder(i64::from(max), "keine", "eine", "Karte", "Karten");
            format!("So viele Karten gehen nicht auf einmal, tauschen kannst Du höchstens {most}.")
        }
        Verstoss::Doppelt(pos) => {
            format!("Karte {pos} ist zweimal genannt. Nenne jede Karte nur einmal.")
        }
        Verstoss::KeinePosition(pos) => {
            format!("Eine Karte {pos} gibt es nicht. Nenne einen Platz von 1 bis 5.")
        }
        Verstoss::LiegtSchon(pos) => format!("Karte {pos} liegt schon offen."),
        Verstoss::ZahlFehlt { pos, wert } => return no_such_number(view, pos, wert),
        Verstoss::NeueOhneZahl(wert) => format!("Die neue Karte hat keine {wert}."),
        Verstoss::KeinDrehen => "Offene Karten bleiben liegen, wie sie liegen.".to_string(),
        Verstoss::SchonGedreht(pos) => format!("Karte {pos} ist schon einmal gedreht."),
        Verstoss::DoppelDreht(pos) => format!("Karte {pos} hat auf beiden Hälften dieselbe Zahl."),
    };
    let mut out = zeile![grund];
    if !matches!(
        verstoss,
        Verstoss::ZuViele { .. } | Verstoss::Doppelt(_) | Verstoss::KeinePosition(_)
    ) {
        out.push(" ");
        out.extend(lesen::jetzt(view));
    }
    out
}

/// A fold that gives something away for nothing, and everything at once (barrierefrei A63).
fn riskant(zug: &Zug, view: &View) -> Option<Zeile> {
    let du = view.dran()?;
    let alles = view.wetten.stapel()[du.i()];
    let gesetzt = view.wetten.gesetzt()[du.i()];
    let all_in = |n: i64| n >= alles && alles > 0;
    // What the rules refuse anyway needs no second thought.
    let within = |range: Option<(i64, i64)>, n| range.is_some_and(|(a, b)| (a..=b).contains(&n));
    let frage = match zug {
        Zug::Aus if view.phase != Phase::Bieten || view.moeglich().weiter => {
            "Dabeibleiben kostet gerade nichts. Wirklich aussteigen?".to_string()
        }
        Zug::Setze(n) if all_in(*n) && within(view.moeglich().setze, *n) => {
            format!("Das sind alle Deine {alles} Steine. Wirklich setzen?")
        }
        Zug::Erhoehe(auf) if all_in(auf - gesetzt) && within(view.moeglich().erhoehe, *auf) => {
            format!("Das sind alle Deine {alles} Steine. Wirklich erhöhen?")
        }
        Zug::Mit if view.moeglich().mit.is_some_and(all_in) => {
            format!("Das sind alle Deine {alles} Steine. Wirklich mitgehen?")
        }
        _ => return None,
    };
    Some(zeile![frage, " ", Teil::Befehl("ja".to_string()), " bestätigt."])
}

fn not_on(view: &View, namen: &Namen) -> Zeile {
    let mut out = zeile!["Du bist gerade nicht dran. Jetzt "];
    out.push(if view.awaited.len() > 1 { "sind " } else { "ist " });
    out.extend(seat_list(view.awaited, namen));
    out.und(" dran.")
}

fn no_such_number(view: &View, pos: u8, wert: u8) -> Zeile {
    let Some((_, k)) = view.verdeckte().find(|(i, _)| *i == pos) else {
        return lesen::jetzt(view);
    };
    if k.ist_doppel() {
        let text = format!("Karte {pos} hat keine {wert}, nur die {}: ", k.klein());
        return zeile![text, Teil::Befehl(format!("decke {pos} als {}", k.klein())), "."];
    }
    zeile![
        format!("Karte {pos} hat keine {wert}, sondern {} und {}: ", k.klein(), k.gross()),
        Teil::Befehl(format!("decke {pos} als {}", k.klein())),
        " oder ",
        Teil::Befehl(format!("decke {pos} als {}", k.gross())),
        "."
    ]
}

fn refuse_bet(v: Wettverstoss, view: &View, namen: &Namen) -> Zeile {
    let hoehe = view.wetten.hoehe();
    let grund = match v {
        Wettverstoss::NichtDran => return not_on(view, namen),
        Wettverstoss::Betrag { von, bis } if hoehe == 0 => {
            let how = if von == bis { "genau " } else { "" };
            return zeile![
                format!("Das ist kein möglicher Einsatz. Setzen kannst Du {how}"),
                worte::spanne(von, bis),
                "."
            ];
        }
        Wettverstoss::Betrag { .. } => {
            let mut out = zeile!["Um so viel geht es nicht. "];
            out.extend(lesen::erhoehbar(view));
            return out;
        }
        Wettverstoss::KeinSchieben => "Hier wird geboten oder ausgestiegen.".to_string(),
        Wettverstoss::SchonGesetzt => format!("Es sind schon {hoehe} gesetzt."),
        Wettverstoss::NichtsGesetzt => "Noch hat niemand gesetzt.".to_string(),
        Wettverstoss::KeineErhoehungMehr(n) => {
            format!("Es wurde schon {n}-mal erhöht, mehr geht in dieser Wettrunde nicht.")
        }
        Wettverstoss::HoechstesGebot(n) => format!("Höher als {n} geht es nicht."),
        Wettverstoss::KeinGegner => "Alle anderen haben schon alles gesetzt.".to_string(),
        Wettverstoss::ZuWenig => "Dazu reichen Deine Steine nicht.".to_string(),
    };
    let mut out = zeile![grund, " "];
    out.extend(lesen::jetzt(view));
    out
}

#[cfg(test)]
mod tests;
