//! Translates the cases of Russisch Poker (regeln.md 6) into calls of the functions that the table uses. Holds no
//! rule of its own.

use serde_json::{Map, Value, json};
use theaterkeller::protokoll;
use theaterkeller::spiele::russisch::Russisch;
use theaterkeller::spiele::russisch::abrechnung::abrechnen;
use theaterkeller::spiele::russisch::karten::{Art, Blatt, Karte, Stich, Wurf};
use theaterkeller::spiele::russisch::regeln::{
    Event, Regeln, View, Zug, erlaubte_karten, eroeffner, karten_pro_runde, rundenpunkte,
    verbotene_ansage,
};
use theaterkeller::spiele::{
    Anfang, Aufzeichnung, Awaits, Eingabe, Out, Platz, Spiel, Viewer, Vorrat, einsatz,
};
use theaterkeller::welt::{
    Erfahrung, Gemeldet, KurierArt, Leiter, Spielausgang, Sprossenstand, Topf, Welt, kurier_meldung,
};

use super::probe::world;

/// Kinds of cases whose lists have no order.
pub(crate) const MENGEN: &[&str] = &["erlaubte_karten", "verbotene_ansage"];

/// The actual value in the shape of `expect`; `None` for an unknown kind.
pub(crate) fn fall(art: &str, given: &Value) -> Option<Value> {
    Some(match art {
        "karten_pro_runde" => karten_pro_runde_fall(given),
        "runden_gueltig" => {
            let runden = regeln(given).tisch.runden;
            numbers(&given["runden"]).map(|n| runden.contains(&n)).collect()
        }
        "eroeffner" => eroeffner_fall(given),
        "erlaubte_karten" => erlaubte_karten_fall(given),
        "stichgewinner" => wuerfe(&given["stich"]).collect::<Stich>().winner().into(),
        "verbotene_ansage" => verbotene_ansage_fall(given),
        "rundenpunkte" => list(&given["paare"])
            .iter()
            .map(|p| rundenpunkte(number(&p[0]), number(&p[1])))
            .collect(),
        "ganze_runde" => ganze_runde(given),
        "abrechnung" => abrechnung_fall(given),
        "einsatz" => einsatz_fall(given),
        "gebot_pruefen" => {
            let grenzen = regeln(given).tisch.einsatz;
            let (guthaben, gebot) = (number(&given["guthaben"]), number(&given["gebot"]));
            json!({"angenommen": einsatz::pruefe(&grenzen, guthaben, gebot).is_ok()})
        }
        "erfahrung_pro_spiel" => erfahrung(number(&given["einsatz"]), &given["auszahlung"]),
        "stufe" => stufe_fall(given),
        "kurier" => kurier_fall(given),
        _ => return None,
    })
}

fn number<N: TryFrom<i64>>(value: &Value) -> N {
    let n = value.as_i64().and_then(|n| N::try_from(n).ok());
    n.unwrap_or_else(|| panic!("{value} is no fitting number"))
}

fn numbers<N: TryFrom<i64>>(value: &Value) -> impl Iterator<Item = N> {
    list(value).iter().map(number)
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("{value} is no list"))
}

fn word(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text"))
}

/// The defaults, changed by `einstellungen`.
fn regeln(given: &Value) -> Regeln {
    let mut head = Map::new();
    head.extend(given.get("einstellungen").map(|e| ("rules".to_string(), e.clone())));
    protokoll::read_rules::<Russisch>(&head, &Vorrat::default()).unwrap()
}

/// "Herz 10", "Pik 7 hoch": every way of playing that is meant; a bare Pik 7 means the card.
fn karte(name: &str) -> (Karte, Option<Art>) {
    let words: Vec<&str> = name.split(' ').collect();
    let farbe = match words[0] {
        "Karo" => "K",
        "Herz" => "H",
        "Pik" => "P",
        "Kreuz" => "X",
        other => panic!("{other} is no suit"),
    };
    let art = match words.get(2) {
        None => None,
        Some(&"hoch") => Some(Art::Hoch),
        Some(&"niedrig") => Some(Art::Niedrig),
        Some(other) => panic!("{other} is no way to play"),
    };
    let karte = format!("{farbe}{}", words[1]).parse();
    (karte.unwrap_or_else(|()| panic!("{name} is no card")), art)
}

fn name(wurf: Wurf) -> String {
    let notation = wurf.karte().to_string();
    let farbe = match &notation[..1] {
        "K" => "Karo",
        "H" => "Herz",
        "P" => "Pik",
        _ => "Kreuz",
    };
    let art = match wurf.art() {
        None => "",
        Some(Art::Hoch) => " hoch",
        Some(Art::Niedrig) => " niedrig",
    };
    format!("{farbe} {}{art}", &notation[1..])
}

fn wurf(value: &Value) -> Wurf {
    let (karte, art) = karte(word(value));
    Wurf::new(karte, art).unwrap_or_else(|| panic!("{value} cannot be laid"))
}

fn wuerfe(value: &Value) -> impl Iterator<Item = Wurf> {
    list(value).iter().map(wurf)
}

fn karten_pro_runde_fall(given: &Value) -> Value {
    let mut given = given.clone();
    if let Some(verlauf) = given.get("verlauf").cloned() {
        given["einstellungen"]["rundenverlauf"] = verlauf;
    }
    let (verlauf, runden) = (regeln(&given).rundenverlauf, number(&given["runden"]));
    (1..=runden).map(|r| karten_pro_runde(verlauf, r, runden)).collect()
}

fn seat(sitze: &Value, name: &Value) -> Platz {
    let i = list(sitze).iter().position(|s| s == name);
    Platz::at(i.unwrap_or_else(|| panic!("{name} does not sit here")))
}

fn eroeffner_fall(given: &Value) -> Value {
    let erster = seat(&given["sitze"], &given["erster"]);
    let runden = numbers(&given["runden"]);
    runden.map(|r| given["sitze"][eroeffner(erster, r).i()].clone()).collect()
}

fn erlaubte_karten_fall(given: &Value) -> Value {
    let hand: Blatt = list(&given["hand"]).iter().map(|k| karte(word(k)).0).collect();
    let stich: Stich = wuerfe(&given["stich"]).collect();
    let erlaubt = erlaubte_karten(&regeln(given), hand, &stich);
    erlaubt.iter().flat_map(Wurf::ways).map(name).collect()
}

fn verbotene_ansage_fall(given: &Value) -> Value {
    let mut view = view(&regeln(given));
    view.karten = number(&given["karten"]);
    for (ansage, n) in view.ansagen.iter_mut().zip(numbers(&given["ansagen"])) {
        *ansage = Some(n);
    }
    let verboten = verbotene_ansage(&view.regeln, view.karten, &view.ansagen);
    json!({"verboten": verboten, "erlaubt": view.erlaubte_ansagen()})
}

fn anfang(erster: Platz, einsatz: i64) -> Anfang {
    Anfang { plaetze: 4, erster, einsatz, runden: 18, steine: vec![None; 4] }
}

fn view(regeln: &Regeln) -> View {
    Russisch::start(regeln, &anfang(Platz(0), 1)).view(Viewer::Zuschauer)
}

fn abrechnung_fall(given: &Value) -> Value {
    let stake = number(&given["einsatz"]);
    let punkte: Vec<i64> = numbers(&given["punkte"]).collect();
    let abrechnung = abrechnen(&regeln(given), stake, punkte.try_into().unwrap());
    let auszahlung: Value = abrechnung.auszahlung.to_vec().into();
    let erfahrung = erfahrung(stake, &auszahlung);
    json!({"auszahlung": auszahlung, "haus": abrechnung.haus, "erfahrung": erfahrung})
}

fn erfahrung(stake: i64, auszahlung: &Value) -> Value {
    numbers(auszahlung).map(|a| einsatz::mehr_als_einsatz(stake, a)).collect()
}

fn einsatz_fall(given: &Value) -> Value {
    let stake = einsatz::festsetzen(numbers(&given["gebote"]));
    let topf = Russisch::start(&regeln(given), &anfang(Platz(0), stake)).kasse().mitte;
    json!({"einsatz": stake, "topf": topf})
}

/// Plays the rounds before with the mildest moves, then the round of the case.
fn ganze_runde(given: &Value) -> Value {
    let sitze = &given["sitze"];
    let runde: u32 = number(&list(&given["spiel"]).len().into());
    let opener = seat(sitze, &given["eroeffner"]);
    let first = (0..4).map(Platz).find(|p| eroeffner(*p, runde) == opener).unwrap();
    let mut spiel = Russisch::start(&regeln(given), &anfang(first, 1));
    let mut out = Out::new();
    skip_to_round(&mut spiel, runde, &mut out);
    deal(&mut spiel, given, (runde, opener), &mut out);
    let mut next = opener;
    for n in numbers(&given["ansagen"]) {
        spiel.play(next, &Zug::Ansage(n), &mut out).unwrap();
        next = Platz((next.0 + 1) % 4);
    }
    for wurf in list(&given["spiel"]).iter().flat_map(wuerfe) {
        let on = spiel.view(Viewer::Zuschauer).am_zug;
        spiel.play(on, &Zug::Spiele(wurf), &mut out).unwrap();
    }
    outcome(sitze, &out)
}

fn skip_to_round(spiel: &mut Russisch, runde: u32, out: &mut Out<Event>) {
    loop {
        match spiel.awaits() {
            Awaits::Deck if spiel.view(Viewer::Zuschauer).runde + 1 == runde => break,
            Awaits::Deck => spiel.deal(&spiel.deck(), out),
            Awaits::Zug(set) => {
                let platz = set.iter().next().unwrap();
                let zug = Russisch::mildest(&spiel.view(Viewer::Platz(platz)));
                spiel.play(platz, &zug, out).unwrap();
            }
            Awaits::Pause | Awaits::Over => panic!("the game has fewer rounds"),
        }
    }
    out.clear();
}

/// Reads the hands as a record would give them.
fn deal(spiel: &mut Russisch, given: &Value, (runde, opener): (u32, Platz), out: &mut Out<Event>) {
    let hand = |name: &Value| -> Vec<String> {
        let cards = list(&given["haende"][word(name)]);
        cards.iter().map(|k| karte(word(k)).0.to_string()).collect()
    };
    let hands: Vec<Vec<String>> = list(&given["sitze"]).iter().map(hand).collect();
    let line = json!({"ev": "deal", "round": runde, "starter": opener.0, "hands": hands});
    match spiel.input(&[line.as_object().unwrap().clone()]) {
        Ok(Some(Eingabe::Deck(order))) => spiel.deal(&order, out),
        Err(why) => panic!("{why}"),
        Ok(_) => panic!("a deal is a deal"),
    }
}

fn outcome(sitze: &Value, out: &Out<Event>) -> Value {
    let by_name = |values: &[Value]| -> Value {
        let names = list(sitze).iter().map(|s| word(s).to_string());
        names.zip(values.iter().cloned()).collect()
    };
    let mut result = json!({"gewinner": []});
    for event in out.iter() {
        match event.for_record() {
            Event::Stich { platz, .. } => {
                result["gewinner"].as_array_mut().unwrap().push(sitze[platz.i()].clone());
            }
            Event::RundeEndet { stiche, punkte, .. } => {
                result["stiche"] = by_name(&stiche.map(Value::from));
                result["punkte"] = by_name(&punkte.map(Value::from));
            }
            _ => {}
        }
    }
    result
}

fn leiter(welt: &Welt) -> &Leiter {
    &welt.leitern[Russisch::ID]
}

fn stand(welt: &Welt, e: Erfahrung) -> Value {
    match leiter(welt).stand(e) {
        Sprossenstand::Keine => 0.into(),
        Sprossenstand::Sprosse(n) => n.into(),
        Sprossenstand::Ende => "ende".into(),
    }
}

/// Asks the ladder as it is shipped.
fn stufe_fall(given: &Value) -> Value {
    let welt = world();
    let pairs = list(&given["spiele_siege"]).iter();
    pairs
        .map(|p| Erfahrung { spiele: number(&p[0]), punkte: number(&p[1]) })
        .map(|e| stand(&welt, e))
        .collect()
}

/// What the Kurier says after one more game, and where the player stands then.
fn kurier_fall(given: &Value) -> Value {
    let (welt, mut given) = (world(), given.clone());
    let art = kurier_art(&mut given);
    let won = given["gewonnen"].as_bool().expect("won or not");
    let gain = if won { regeln(&given).tisch.erfahrung_je_sieg } else { 0 };
    let punkte: i64 = number(&given["siege_vorher"]);
    let vorher = Erfahrung { spiele: punkte, punkte };
    let nachher = Erfahrung { spiele: vorher.spiele + 1, punkte: punkte + gain };
    let told = given["schon_gemeldet"].as_bool().expect("told or not");
    let kurier = if told { Gemeldet::Schon } else { Gemeldet::NochNicht };
    let ausgang = Spielausgang { vorher, nachher, topf: Topf::Geteilt, kurier };
    let says = kurier_meldung(art, leiter(&welt), &ausgang);
    let text = welt.kurier.meldungen[Russisch::ID].ende.as_ref().expect("the last rung's line");
    let line = text.fill(&[("Spieler", "<Spieler>")]).wortlaut();
    json!({"meldung": says.then_some(line), "stufe": stand(&welt, nachher)})
}

/// The room's setting; the game itself does not know it, so it is taken out.
fn kurier_art(given: &mut Value) -> KurierArt {
    let all = [KurierArt::Endstufe, KurierArt::GanzerTopf, KurierArt::JederGewinn];
    let settings = given.get_mut("einstellungen").and_then(Value::as_object_mut);
    let Some(wanted) = settings.and_then(|s| s.remove("kurier")) else { return all[0] };
    let known = KurierArt::WORTE.iter().zip(all).find(|(word, _)| wanted == **word);
    known.map_or_else(|| panic!("{wanted} is no setting of the Kurier"), |(_, art)| art)
}
