//! Events and the announcement of one's turn, as one viewer hears them.

use super::{
    aufgezaehlt, befehl, bild, blatt, blatt_block, dein_blatt, du_kannst, gereiht, leute,
    phase_name, plural, wettmoeglichkeiten, zweifle,
};
use crate::deutsch;
use crate::spiele::word::ansicht::{Event, Gelegt, Grund, Phase, View, Wettart};
use crate::spiele::word::karten::Karte;
use crate::spiele::{Namen, Platz};
use crate::text::{Block, Teil, Zeile};
use crate::zeile;

fn wichtig(text: &str) -> Teil {
    Teil::Wichtig(text.into())
}

pub(super) fn tell(event: &Event, namen: &Namen) -> Vec<Block> {
    let line = match event {
        Event::Ausgelost { karten, geber, stechen } => drawn(karten, *geber, stechen, namen),
        Event::Ausgeteilt { nr, geber, einsatz, pott, .. } => {
            dealt((*nr, *geber), (*einsatz, *pott), namen)
        }
        Event::Blatt { karten, punkte } => {
            let all = karten.iter().zip(punkte).map(|(k, n)| bild(*k, Some(*n))).collect();
            return vec![blatt(all)];
        }
        Event::Wette { .. } => bet(event, namen),
        Event::Zurueck { platz, betrag } => {
            let verb = namen.verb(*platz, " bekommst ", " bekommt ");
            zeile![
                namen.wer(*platz),
                verb,
                *betrag,
                " zurück, weil niemand so weit mitgegangen ist."
            ]
        }
        Event::AlleAus { liegt, naechster_einsatz } => all_out(*liegt, *naechster_einsatz),
        Event::Getauscht { weg, neu, blatt, .. } => swapped(weg, neu, blatt),
        Event::HatGetauscht { platz, anzahl: None } => {
            zeile![namen.wer(*platz), " hat getauscht."]
        }
        Event::HatGetauscht { platz, anzahl: Some(n) } => {
            let n = i64::try_from(*n).unwrap_or(0);
            zeile![namen.wer(*platz), " tauscht ", deutsch::karten(n), "."]
        }
        Event::Gelegt { wort: None, .. } => {
            "Du hast kein Wort gelegt. Aufgedeckt wird, wenn alle gelegt haben.".into()
        }
        Event::Gelegt { wort: Some(w), .. } => {
            let cards = gereiht(&w.legung.karten);
            format!("Du legst {}, {cards}. Aufgedeckt wird, wenn alle gelegt haben.", w.wort).into()
        }
        Event::HatGelegt { platz } => zeile![namen.wer(*platz), " hat gelegt."],
        Event::Aufgedeckt { platz, wort } => revealed(*platz, wort.as_ref(), namen),
        Event::Geprueft { .. } => checked(event, namen),
        Event::Weiter { platz } if namen.ist_du(*platz) => "Du zweifelst nichts mehr an.".into(),
        Event::HoechsteKarten { karten } => highest(karten, namen),
        Event::Pott { .. } => pott(event, namen),
        Event::RundeVorbei { steine, blank } => return over(steine, blank, namen),
        Event::Schluss { steine, sieger } => end(steine, sieger, namen),
        Event::Pause { platz, pausiert: true } => {
            zeile![
                namen.wer(*platz),
                namen.verb(*platz, " setzt", " setzt"),
                " in dieser Runde aus."
            ]
        }
        Event::Pause { platz, pausiert: false } => {
            zeile![namen.wer(*platz), namen.verb(*platz, " spielst", " spielt"), " wieder mit."]
        }
        // The table itself says who comes and goes; the whole deal stands in the record alone.
        Event::Weiter { .. }
        | Event::Setzt { .. }
        | Event::Steht { .. }
        | Event::Austeilung { .. } => return Vec::new(),
    };
    vec![Block::Satz(line)]
}

/// The own turn names who has opened or raised, and while cards are exchanged how many the others took.
pub(super) fn im_zug(event: &Event, view: &View, du: Option<Platz>) -> bool {
    match event {
        Event::Wette { platz, .. } | Event::HatGetauscht { platz, .. } if du == Some(*platz) => {
            false
        }
        Event::Wette { platz, art: Wettart::Bieten | Wettart::Erhoehen, allin: false, .. } => {
            matches!(view.phase, Phase::Wetten1 | Phase::Wetten2)
                && view.wetten.erhoeher().or(view.wetten.eroeffner()) == Some(*platz)
        }
        Event::HatGetauscht { anzahl: Some(_), .. } => {
            view.phase == Phase::Tausch && swaps_are_told(view)
        }
        _ => false,
    }
}

fn drawn(
    karten: &[(Platz, Karte, i64)],
    geber: Option<Platz>,
    stechen: &[Platz],
    namen: &Namen,
) -> Zeile {
    let each = |(p, k, n): &(Platz, Karte, i64)| {
        zeile![namen.wer(*p), " ", bild(*k, Some(*n)), format!(" mit {}", deutsch::punkten(*n))]
    };
    let mut line = zeile!["Um den ersten Geber wird gezogen: "];
    line.extend(aufgezaehlt(karten.iter().map(each).collect()));
    line.push(". ");
    match geber {
        Some(p) => {
            line.push(namen.wer(p));
            line.push(namen.verb(p, " gibst", " gibt"));
            line.push(" als Erstes.");
        }
        None => {
            line.extend(leute(stechen.iter().copied(), namen));
            line.push(plural(stechen, namen, " zieht", " ziehen"));
            line.push(" noch einmal, weil die Karten gleich sind.");
        }
    }
    line
}

fn dealt((nr, geber): (u32, Platz), (einsatz, pott): (i64, i64), namen: &Namen) -> Zeile {
    let mut line = zeile![namen.wer(geber), namen.verb(geber, " gibst", " gibt")];
    line.push(format!(" Runde {nr}. "));
    match einsatz {
        0 => line.push("Ein neuer Grundeinsatz wird nicht fällig."),
        n => line.push(format!("Der Grundeinsatz ist {n}.")),
    }
    line.push(format!(" Pott {pott}."));
    line
}

fn bet(event: &Event, namen: &Namen) -> Zeile {
    let Event::Wette { platz, art, betrag, vorher, hoehe, allin, erhoehung, von } = event else {
        return Zeile::new();
    };
    let verb = |du, er| namen.verb(*platz, du, er);
    let mut line = zeile![namen.wer(*platz), " "];
    match art {
        Wettart::Bieten => line.push(format!("{} {hoehe}", verb("bietest", "bietet"))),
        Wettart::Annehmen if *allin => {
            line.push(format!("{} mit dem Rest mit: {betrag}.", verb("gehst", "geht")));
            return line;
        }
        Wettart::Annehmen => line.push(verb("nimmst an", "nimmt an")),
        Wettart::Erhoehen => {
            let um = hoehe - vorher;
            line.push(format!("{} um {um} auf {hoehe}", verb("erhöhst", "erhöht")));
            if *von > 0 {
                line.push(format!(", das war {}", which_raise(i64::from(*erhoehung), *von)));
            }
        }
        Wettart::Aussteigen => line.push(verb("steigst aus", "steigt aus")),
        Wettart::Weiter => line.push(verb("sagst weiter", "sagt weiter")),
    }
    if *allin {
        line.push(verb(". Damit setzt Du alles", " und setzt damit alles"));
    }
    line.push(".");
    line
}

/// "die zweite von drei Erhöhungen".
fn which_raise(nr: i64, von: i64) -> String {
    match von {
        1 => "die einzige Erhöhung".into(),
        _ => format!("die {} von {} Erhöhungen", deutsch::ordinal(nr), deutsch::in_worten(von)),
    }
}

fn all_out(liegt: i64, naechster_einsatz: bool) -> Zeile {
    let mut line =
        zeile!["Alle sind sofort ausgestiegen. Der Grundeinsatz bleibt in der Mitte, Pott ", liegt];
    line.push(match naechster_einsatz {
        true => ".",
        false => ". Ein neuer Grundeinsatz kommt nicht dazu.",
    });
    line
}

fn swapped(weg: &[Karte], neu: &[Karte], blatt: &[Karte]) -> Zeile {
    if weg.is_empty() {
        return "Du behältst alle Karten.".into();
    }
    let weg: Vec<String> = weg.iter().map(|k| super::gesprochen(*k)).collect();
    let weg = deutsch::und_liste(&weg);
    let text =
        format!("Du legst {weg} ab und ziehst: {}. Dein Blatt: {}.", gereiht(neu), gereiht(blatt));
    text.into()
}

fn revealed(platz: Platz, wort: Option<&Gelegt>, namen: &Namen) -> Zeile {
    let verb = namen.verb(platz, " legst ", " legt ");
    let Some(w) = wort else { return zeile![namen.wer(platz), verb, "kein Wort."] };
    let l = &w.legung;
    let letters = w.wort.len();
    let sum = match l.extra {
        0 => deutsch::punkte(l.punkte),
        extra => format!("{} und {extra} extra, {}", l.punkte, deutsch::punkte(l.gesamt())),
    };
    let rest = format!(", {}, {letters} Buchstaben: {sum}.", gereiht(&l.karten));
    zeile![namen.wer(platz), verb, Teil::Rede(w.wort.clone()), rest]
}

fn checked(event: &Event, namen: &Namen) -> Zeile {
    let Event::Geprueft { von, platz, wort, gelistet, schreibung, strafe } = event else {
        return Zeile::new();
    };
    let mut line = Zeile::new();
    if let Some(von) = von {
        line.push(namen.wer(*von));
        line.push(namen.verb(*von, " zweifelst ", " zweifelt "));
        line.push(Teil::Rede(wort.clone()));
        line.push(" an. ");
    }
    match (gelistet, von) {
        (true, _) => {
            let written = schreibung.as_deref().unwrap_or(wort);
            line.push(format!("Das Wort {written} steht im Wörterbuch und zählt."));
        }
        (false, Some(_)) => line.push("Das Wort steht nicht im Wörterbuch und zählt nicht."),
        (false, None) => {
            line.push(format!("Das Wort {wort} steht nicht im Wörterbuch und zählt nicht."));
        }
    }
    if let (Some(von), 1..) = (von, *strafe) {
        let (payer, other) = if *gelistet { (*von, *platz) } else { (*platz, *von) };
        line.push(" ");
        line.push(namen.wer(payer));
        line.push(namen.verb(payer, " zahlst ", " zahlt "));
        line.push(namen.wem(other));
        line.push(format!(" dafür {}.", deutsch::zaehlsteine(*strafe)));
    }
    line
}

fn highest(karten: &[(Platz, Karte, i64)], namen: &Namen) -> Zeile {
    let each = |(p, k, n): &(Platz, Karte, i64)| {
        zeile![namen.wer(*p), " ", bild(*k, Some(*n)), format!(" mit {}", deutsch::punkten(*n))]
    };
    let mut line = zeile!["Niemand hat ein Wort, das zählt; es entscheidet die höchste Karte: "];
    line.extend(aufgezaehlt(karten.iter().map(each).collect()));
    line.push(".");
    line
}

fn pott(event: &Event, namen: &Namen) -> Zeile {
    let Event::Pott { betrag, sieger, rest, punkte, grund, .. } = event else {
        return Zeile::new();
    };
    let winners: Vec<Platz> = sieger.iter().map(|s| s.0).collect();
    match (winners.as_slice(), grund) {
        ([], _) => format!("Der Pott von {betrag} bleibt liegen.").into(),
        ([p], Grund::Unangefochten) => {
            let verb = namen.verb(*p, " gewinnst", " gewinnt");
            zeile![
                namen.wer(*p),
                verb,
                format!(" den Pott von {betrag}, weil sonst niemand mehr dabei ist.")
            ]
        }
        (_, Grund::Schluss) => {
            let mut line = format!("Was noch im Pott liegt, {betrag}, bekommt zum Schluss ");
            if winners.len() > 1 {
                line = format!("Was noch im Pott liegt, {betrag}, teilen sich zum Schluss ");
            }
            let mut line = zeile![line];
            line.extend(leute(winners.iter().copied(), namen));
            line.push(".");
            line
        }
        ([p], _) => {
            let verb = namen.verb(*p, " gewinnst", " gewinnt");
            let text = format!(" den Pott von {betrag} mit {}.", deutsch::punkten(*punkte));
            zeile![namen.wer(*p), verb, text]
        }
        _ => {
            let each = sieger[0].1;
            let mut line = leute(winners.iter().copied(), namen);
            line.push(plural(&winners, namen, " habt", " haben"));
            line.push(format!(" je {}. Pott {betrag}: je {each}", deutsch::punkte(*punkte)));
            if *rest > 0 {
                line.push(format!(", {rest} bleibt im Pott für die nächste Runde"));
            }
            line.push(".");
            line
        }
    }
}

fn over(steine: &[i64], blank: &[Platz], namen: &Namen) -> Vec<Block> {
    let mut out = Vec::new();
    if let Some(du) = namen.du.filter(|p| !blank.contains(p)) {
        let n = steine.get(du.i()).copied().unwrap_or(0);
        out.push(Block::satz(format!("Du hast jetzt {}.", deutsch::zaehlsteine(n))));
    }
    for p in blank {
        let verb = namen.verb(*p, " hast", " hat");
        out.push(Block::Satz(zeile![namen.wer(*p), verb, " keine Zählsteine mehr."]));
    }
    out
}

fn end(steine: &[i64], sieger: &[Platz], namen: &Namen) -> Zeile {
    let most = sieger.first().and_then(|p| steine.get(p.i())).copied().unwrap_or(0);
    let mut line = zeile!["Das Spiel ist zu Ende. Die meisten Zählsteine, "];
    line.push(if sieger.len() > 1 { format!("je {most}, ") } else { format!("{most}, ") });
    match sieger {
        [p] => line.push(namen.verb(*p, "hast ", "hat ")),
        all => line.push(plural(all, namen, "habt ", "haben ")),
    }
    line.extend(leute(sieger.iter().copied(), namen));
    line.push(".");
    line
}

// The turn.

pub(super) fn turn(view: &View, namen: &Namen) -> Vec<Block> {
    let blatt = || vec![blatt_block(view)];
    let can = || vec![Block::satz(du_kannst(view))];
    // The hand is not said again while betting: it has not changed since it was said.
    let (mehr, behind) = match view.phase {
        Phase::Wetten1 | Phase::Wetten2 => ([can(), blatt()].concat(), Vec::new()),
        Phase::Tausch | Phase::Legen => (can(), blatt()),
        _ => (Vec::new(), Vec::new()),
    };
    let with_hand = |line: Zeile| [vec![Block::Satz(line)], behind.clone()].concat();
    let normal = with_hand(normal_turn(view, namen));
    let knapp = with_hand(short_turn(view, namen));
    vec![Block::Fassung { mehr, normal, knapp }]
}

fn normal_turn(view: &View, namen: &Namen) -> Zeile {
    let mut line = zeile![wichtig("Du bist dran"), ": "];
    match view.phase {
        Phase::Wetten1 | Phase::Wetten2 => line.extend(bet_turn(view, namen)),
        Phase::Tausch => {
            let max = view.regeln.werte.tausch_max;
            line.push(format!("tauschen, 0 bis {}.", deutsch::karten(max)));
            line.extend(told_swaps(view, namen));
            line.push(" Zum Beispiel: ");
            line.push(befehl("tausche 2 5"));
            line.push(" oder ");
            line.push(befehl("tausche nichts"));
            line.push(".");
        }
        Phase::Legen => {
            line.push("ein Wort aus mindestens zwei Karten legen, mit ");
            line.push(befehl("lege"));
            line.push(" und dem Wort, oder ");
            line.push(befehl("kein wort"));
            line.push(".");
        }
        Phase::Anzweifeln => line.extend(doubt_turn(view, namen)),
        Phase::Auslosung | Phase::Zwischen | Phase::Ende => line.push(dein_blatt(view)),
    }
    line
}

/// The same facts in fewer words.
fn short_turn(view: &View, namen: &Namen) -> Zeile {
    let mut line = zeile![wichtig("Dran"), ", ", phase_name(view.phase), ". "];
    match view.phase {
        Phase::Wetten1 | Phase::Wetten2 => line.extend(short_bet(view, namen)),
        Phase::Tausch => {
            let max = view.regeln.werte.tausch_max;
            line.push(format!("0 bis {}.", deutsch::karten(max)));
            line.extend(told_swaps(view, namen));
        }
        Phase::Legen => {
            line.push("Oder ");
            line.push(befehl("kein wort"));
            line.push(".");
        }
        _ => line.extend(doubt_turn(view, namen)),
    }
    line
}

/// "Anna auf 3, Erhöhung 2 von 3. Mitgehen 2, erhöhen auf 4 bis 5. Pott 11. Dabei: Anna, Bert und Du."
fn short_bet(view: &View, namen: &Namen) -> Zeile {
    let w = &view.wetten;
    let mut line = Zeile::new();
    if let Some(p) = w.erhoeher().or(w.eroeffner()) {
        line.push(namen.wer(p));
        line.push(format!(" auf {}", w.hoehe()));
        match (w.erhoeher(), view.regeln.werte.erhoehungen_max) {
            (Some(p), von @ 1..) => {
                line.push(format!(", Erhöhung {} von {von}. ", w.raises_counted(p)));
            }
            _ => line.push(". "),
        }
    }
    match view.moeglich.mit {
        Some(cost) => {
            let most = most(view).replace("erhöhen geht", "erhöhen");
            line.push(format!("Mitgehen {cost}, {most}."));
        }
        None => {
            let can = deutsch::oder_liste(&wettmoeglichkeiten(view));
            line.push(format!("{}.", upper(&can)));
        }
    }
    line.push(format!(" Pott {}. Dabei: ", view.pott()));
    line.extend(leute(w.dabei().iter(), namen));
    line.und(".")
}

/// With a capital at the front.
fn upper(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().into_iter().flat_map(char::to_uppercase).chain(rest).collect()
}

/// What lies there, what it costs, how far one may go, the pot, who is in.
fn bet_turn(view: &View, namen: &Namen) -> Zeile {
    let mut line = zeile![format!("{}. ", phase_name(view.phase))];
    line.extend(last_bet(view, namen));
    let w = &view.wetten;
    match view.moeglich.mit {
        Some(cost) => line.push(format!("Mitgehen kostet {cost}, {}.", most(view))),
        None => {
            let can = deutsch::oder_liste(&wettmoeglichkeiten(view));
            line.push(format!("{}.", upper(&can)));
        }
    }
    line.push(format!(" Pott {}. ", view.pott()));
    if w.dabei().len() == 1 {
        line.push("Alle anderen sind ausgestiegen: Mit jedem Gebot gehört Dir der Pott.");
        return line;
    }
    line.push("Noch dabei: ");
    line.extend(leute(w.dabei().iter(), namen));
    line.push(".");
    line
}

/// "Anna erhöht auf 3, das war die zweite von drei Erhöhungen. "
fn last_bet(view: &View, namen: &Namen) -> Zeile {
    let w = &view.wetten;
    let von = view.regeln.werte.erhoehungen_max;
    if let Some(p) = w.erhoeher() {
        let nr = i64::from(w.raises_counted(p));
        let mut line = zeile![namen.wer(p), namen.verb(p, " hast", " hat")];
        line.push(format!(" auf {} erhöht", w.hoehe()));
        if von > 0 {
            line.push(format!(", das war {}", which_raise(nr, von)));
        }
        return line.und(". ");
    }
    let Some(p) = w.eroeffner() else { return Zeile::new() };
    zeile![namen.wer(p), namen.verb(p, " hast ", " hat "), w.hoehe(), " geboten. "]
}

/// "erhöhen geht auf 3 bis 5", "höchstens 5", or that there are no more raises.
fn most(view: &View) -> String {
    match view.moeglich.erhoehe {
        Some((von, bis)) if von < bis => format!("erhöhen geht auf {von} bis {bis}"),
        Some((von, _)) => format!("erhöhen geht auf {von}"),
        None => "erhöhen geht nicht mehr".into(),
    }
}

fn swaps_are_told(view: &View) -> bool {
    view.regeln.werte.tausch_offen != crate::spiele::word::einstellungen::TauschOffen::AufFrage
}

fn told_swaps(view: &View, namen: &Namen) -> Zeile {
    if !swaps_are_told(view) {
        return Zeile::new();
    }
    let mut line = Zeile::new();
    for (i, s) in view.sitze.iter().enumerate() {
        let p = Platz::at(i);
        if let Some(n) = s.getauscht.filter(|_| !namen.ist_du(p)) {
            line.push(" ");
            line.push(namen.wer(p));
            line.push(format!(" tauscht {n}."));
        }
    }
    line
}

fn doubt_turn(view: &View, namen: &Namen) -> Zeile {
    let mut line = zeile!["anzweifeln oder ", befehl("weiter"), "."];
    for (i, (p, _)) in view.anzweifelbar().enumerate() {
        line.push(if i == 0 { " Anzweifeln kannst Du mit " } else { " oder " });
        // Nobody hears the numbers of seats: where the word will not do, the name does.
        let by_word = Some(zweifle(view, p)).filter(|b| !b.starts_with("zweifle platz "));
        let by_name = || format!("zweifle {} an", namen.name(p).to_lowercase());
        line.push(befehl(by_word.unwrap_or_else(by_name)));
    }
    line.und(".")
}
