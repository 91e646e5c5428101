//! Translates the cases of Word Poker (regeln.md 6) into calls of the functions that the table uses. Holds no
//! rule of its own.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value, json};
use theaterkeller::quelle::Quelle;
use theaterkeller::spiele::wetten::{Wette, Wetten, Wettende};
use theaterkeller::spiele::word::abrechnung::{Blatt, auslosung, lege, punkte, verteile};
use theaterkeller::spiele::word::ansicht::{Event, Gelegt, Phase};
use theaterkeller::spiele::word::aufzeichnung::read_rules;
use theaterkeller::spiele::word::einstellungen::Regeln;
use theaterkeller::spiele::word::karten::Karte;
use theaterkeller::spiele::word::regeln::{Word, beginnt_zweite, erste_ordnung, zweite_ordnung};
use theaterkeller::spiele::word::woerter::{Woerterbuch, kartenschreibung};
use theaterkeller::spiele::word::zug::Zug;
use theaterkeller::spiele::{Anfang, Awaits, Out, Plaetze, Platz, Spiel, Viewer, Vorrat, wetten};

/// Kinds of cases whose lists have no order.
pub(crate) const MENGEN: &[&str] = &[];

/// The actual value in the shape of `expect`; `None` for an unknown kind.
pub(crate) fn fall(art: &str, given: &Value) -> Option<Value> {
    Some(match art {
        "wortwert" => wortwert(given),
        "erster_geber" => erster_geber(given),
        "grundeinsatz" => grundeinsatz(given),
        "bieten" => bieten(given),
        "tauschfrage" => tauschfrage(given),
        "nachziehstapel" => nachziehstapel(given),
        "showdown" => showdown(given),
        "naechster_topf" => naechster_topf(given),
        "ganze_runde" => ganze_runde(given),
        _ => return None,
    })
}

// Reading what is given.

const SETTINGS: [&str; 4] = ["grundeinsatz", "minimum", "maximum", "erhoehungen_max"];

/// The rules: what stands in `einstellungen` and the settings that stand beside it. The dictionary is a small
/// one; cases that ask it bring their own.
fn regeln(given: &Value) -> Regeln {
    let mut rules = given["einstellungen"].as_object().cloned().unwrap_or_default();
    for key in SETTINGS {
        if let Some(n) = given.get(key) {
            rules.insert(key.into(), n.clone());
        }
    }
    let files = [
        ("woerter.txt", "Haus\n"),
        ("deck-quiddler.txt", include_str!("../../data/woerter/deck-quiddler.txt")),
        ("deck-deutsch.txt", include_str!("../../data/woerter/deck-deutsch.txt")),
    ];
    let files = files.into_iter().map(|(f, t)| (f.to_string(), Quelle::new(f, t)));
    read_rules(&rules, &Vorrat::new(files.collect())).unwrap()
}

/// The rules with the dictionary of the case, if it brings one.
fn with_words(regeln: Regeln, given: &Value) -> Regeln {
    let Some(words) = given["woerterbuch"].as_array() else { return regeln };
    let words = words.iter().map(text);
    let buch = Woerterbuch::from_words(words, regeln.werte.umlaute);
    regeln.with_buch(Arc::new(buch))
}

fn number(value: &Value) -> i64 {
    value.as_i64().expect("a number")
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn map(value: &Value) -> &Map<String, Value> {
    value.as_object().expect("an object")
}

fn karten(value: &Value) -> Vec<Karte> {
    list(value).iter().map(|k| text(k).parse().expect("a card")).collect()
}

/// Names of the seats, in seat order.
struct Sitze(Vec<String>);

impl Sitze {
    fn of(names: &Value) -> Self {
        Self(list(names).iter().map(|n| text(n).to_string()).collect())
    }

    fn keys(object: &Value) -> Self {
        Self(map(object).keys().cloned().collect())
    }

    fn platz(&self, name: &Value) -> Platz {
        let at = self.0.iter().position(|n| n == text(name));
        Platz::at(at.expect("a name at the table"))
    }

    fn name(&self, p: Platz) -> &str {
        &self.0[p.i()]
    }

    fn names(&self, seats: impl IntoIterator<Item = Platz>) -> Vec<&str> {
        seats.into_iter().map(|p| self.name(p)).collect()
    }

    /// One value for each name.
    fn by_name(&self, values: &[i64]) -> Value {
        self.0.iter().zip(values).map(|(n, v)| (n.clone(), Value::from(*v))).collect()
    }
}

/// A typed word as the table lays it. `None`: the table refuses it.
fn gelegt(wort: &Value, hand: &[Karte], regeln: &Regeln) -> Option<Gelegt> {
    let wort = kartenschreibung(wort.as_str()?, regeln.werte.umlaute).ok()?;
    lege(&wort, hand, regeln).ok()
}

// A whole sitting.

/// A table whose last seat is the first dealer, so that the first one is left of him.
fn sitting(regeln: &Regeln, steine: &[i64], liegt: i64) -> Word {
    let plaetze = u8::try_from(steine.len()).unwrap();
    let steine: Vec<Option<i64>> = steine.iter().copied().map(Some).collect();
    let n = steine.len();
    let anfang = Anfang { plaetze, erster: Platz(0), einsatz: 0, runden: 0, steine };
    let mut spiel = Word::start(regeln, &anfang).with_pott(liegt);
    let mut drawn: Vec<Karte> = vec!["A".parse().unwrap(); n - 1];
    drawn.push("Q".parse().unwrap());
    spiel.deal(&on_top(&spiel, drawn), &mut Out::new());
    spiel
}

/// The deck with these cards on top.
fn on_top(spiel: &Word, top: Vec<Karte>) -> Vec<Karte> {
    let mut rest = spiel.deck();
    for k in &top {
        let at = rest.iter().position(|r| r == k);
        rest.remove(at.expect("a card of the deck"));
    }
    top.into_iter().chain(rest).collect()
}

/// Deals these hands, in seat order from left of the dealer; seats without one get what is left.
fn deal(spiel: &mut Word, haende: &[Option<Vec<Karte>>]) -> Out<Event> {
    let mut rest = spiel.deck();
    for k in haende.iter().flatten().flatten() {
        rest.remove(rest.iter().position(|r| r == k).expect("a card of the deck"));
    }
    let mut rest = rest.into_iter();
    let haende: Vec<Vec<Karte>> = haende
        .iter()
        .map(|h| h.clone().unwrap_or_else(|| rest.by_ref().take(5).collect()))
        .collect();
    let top = (0..5).flat_map(|i| haende.iter().map(move |h| h[i])).collect();
    let order = on_top(spiel, top);
    let mut out = Out::new();
    spiel.deal(&order, &mut out);
    out
}

/// Who is on.
fn on(spiel: &Word) -> Option<Platz> {
    match spiel.awaits() {
        Awaits::Zug(set) => set.iter().next(),
        _ => None,
    }
}

fn pott(spiel: &Word) -> i64 {
    spiel.kasse().mitte
}

/// An action of a case as a move of the game.
fn zug(action: &[Value]) -> Zug {
    let n = || number(&action[2]);
    match text(&action[1]) {
        "bieten" => Zug::Biete(n()),
        "annehmen" => Zug::Annehmen,
        "erhöhen" => Zug::Erhoehe(n()),
        "aussteigen" => Zug::Aussteigen,
        "weiter" => Zug::Weiter,
        other => panic!("{other} is no action"),
    }
}

fn refused(action: &[Value]) -> bool {
    action.last().and_then(Value::as_str) == Some("abgelehnt")
}

// The kinds.

fn wortwert(given: &Value) -> Value {
    let regeln = regeln(given);
    let gelegt = gelegt(&given["wort"], &karten(&given["hand"]), &regeln);
    gelegt.map_or(Value::Null, |g| g.legung.gesamt().into())
}

fn erster_geber(given: &Value) -> Value {
    let regeln = regeln(given);
    let sitze = Sitze::keys(&given["gezogen"]);
    let drawn: Vec<(Platz, Karte)> = map(&given["gezogen"])
        .values()
        .enumerate()
        .map(|(i, k)| (Platz::at(i), text(k).parse().unwrap()))
        .collect();
    match auslosung(&drawn, &regeln.satz) {
        Ok(geber) => json!({"geber": sitze.name(geber)}),
        Err(again) => json!({"stechen": sitze.names(again)}),
    }
}

fn grundeinsatz(given: &Value) -> Value {
    let n = usize::try_from(number(&given["spieler"])).unwrap();
    let mut spiel = sitting(&regeln(given), &vec![1000; n], 0);
    let mut out = Vec::new();
    for what in list(&given["ablauf"]) {
        deal(&mut spiel, &vec![None; n]);
        out.push(pott(&spiel));
        let mut first = text(what) == "gespielt";
        while let Some(p) = on(&spiel) {
            let zug = if first { Zug::Biete(1) } else { Zug::Aussteigen };
            first = false;
            spiel.play(p, &zug, &mut Out::new()).unwrap();
        }
    }
    out.into()
}

fn bieten(given: &Value) -> Value {
    let regeln = regeln(given);
    let sitze = Sitze::of(&given["reihenfolge"]);
    let chips = sitze.0.iter().map(|n| number(&given["chips"][n])).collect();
    let ordnung = match given["wettrunde"].as_i64() {
        Some(2) => zweite_ordnung(&regeln),
        _ => erste_ordnung(&regeln),
    };
    let mut w = Wetten::new(chips, ordnung);
    w.begin_deal((0..sitze.0.len()).map(Platz::at).collect());
    w.begin_round(ordnung, Platz(0));
    for action in list(&given["aktionen"]).iter().map(list) {
        let wette = match zug(action) {
            Zug::Biete(n) => Wette::Setze(n),
            Zug::Annehmen => Wette::Mit,
            Zug::Erhoehe(n) => Wette::Erhoehe(n),
            Zug::Weiter => Wette::Weiter,
            _ => Wette::Aus,
        };
        let before = w.clone();
        let done = w.play(sitze.platz(&action[0]), wette);
        assert_eq!(done.is_err(), refused(action), "{action:?}: {done:?}");
        assert!(done.is_ok() || w == before);
    }
    betting_result(&w, &sitze)
}

fn betting_result(w: &Wetten, sitze: &Sitze) -> Value {
    let mut out = json!({"gesetzt": sitze.by_name(w.gesetzt()), "erhoehungen": w.raises()});
    match w.ende() {
        None => out["ende"] = "offen".into(),
        Some(Wettende::AlleAus) => out["ende"] = "alle_aus".into(),
        Some(Wettende::EinerUebrig(p)) => {
            out["ende"] = "einer_uebrig".into();
            out["gewinner"] = sitze.name(p).into();
        }
        Some(Wettende::Ausgeglichen) => {
            out["ende"] = "ausgeglichen".into();
            out["beginnt_runde_2"] = beginnt_zweite(w).map(|p| sitze.name(p)).into();
        }
    }
    let mut paid = w.clone();
    paid.give_back();
    let toepfe = paid.toepfe(0).into_iter();
    let toepfe = toepfe.map(|t| json!([t.betrag, sitze.names(t.berechtigt.iter())]));
    out["töpfe"] = toepfe.collect();
    out
}

fn tauschfrage(given: &Value) -> Value {
    let sitze = Sitze::keys(&given["getauscht"]);
    let n = sitze.0.len();
    let mut spiel = sitting(&regeln(given), &vec![50; n], 0);
    deal(&mut spiel, &vec![None; n]);
    let mut out = Out::new();
    for i in 0..n {
        let zug = if i == 0 { Zug::Biete(1) } else { Zug::Annehmen };
        spiel.play(Platz::at(i), &zug, &mut out).unwrap();
    }
    for (i, count) in map(&given["getauscht"]).values().enumerate() {
        let hand = spiel.view(Viewer::Platz(Platz::at(i))).hand;
        let away = hand[..usize::try_from(number(count)).unwrap()].to_vec();
        spiel.play(Platz::at(i), &Zug::Tausche(away), &mut out).unwrap();
    }
    if text(&given["zeitpunkt"]).starts_with("nach") {
        spiel.play(on(&spiel).unwrap(), &Zug::Biete(1), &mut out).unwrap();
    }
    // Whoever asks, the answer is for everybody at the table, so that it is what a spectator may know.
    let view = spiel.view(Viewer::Zuschauer);
    if view.sitze.iter().all(|s| s.getauscht.is_none()) {
        return json!({"antwort": null});
    }
    let told = view.sitze.iter().zip(&sitze.0).map(|(s, n)| (n.clone(), json!(s.getauscht)));
    json!({"antwort": told.collect::<Map<_, _>>()})
}

fn nachziehstapel(given: &Value) -> Value {
    let n = usize::try_from(number(&given["spieler"])).unwrap();
    let mut spiel = sitting(&regeln(given), &vec![50; n], 0);
    let whole = spiel.deck().len();
    assert_eq!(whole, usize::try_from(number(&given["karten"])).unwrap());
    deal(&mut spiel, &vec![None; n]);
    let mut out = Out::new();
    for i in 0..n {
        let zug = if i == 0 { Zug::Biete(1) } else { Zug::Annehmen };
        spiel.play(Platz::at(i), &zug, &mut out).unwrap();
    }
    for (i, count) in list(&given["tausch"]).iter().enumerate() {
        let hand = spiel.view(Viewer::Platz(Platz::at(i))).hand;
        let away = hand[..usize::try_from(number(count)).unwrap()].to_vec();
        spiel.play(Platz::at(i), &Zug::Tausche(away), &mut out).unwrap();
    }
    json!({"verbraucht": whole - spiel.stapel(), "rest": spiel.stapel()})
}

fn showdown(given: &Value) -> Value {
    let regeln = regeln(given);
    let regeln = with_words(regeln, given);
    let sitze = Sitze::keys(&given["spieler"]);
    let hands: Vec<Vec<Karte>> =
        map(&given["spieler"]).values().map(|s| karten(&s["hand"])).collect();
    let mut words: Vec<Option<Gelegt>> = map(&given["spieler"])
        .values()
        .zip(&hands)
        .map(|(s, hand)| gelegt(&s["wort"], hand, &regeln))
        .collect();
    for doubt in list(&given["anzweiflungen"]) {
        if let Some(wort) = &mut words[sitze.platz(&doubt[1]).i()] {
            wort.gelistet = Some(regeln.buch.contains(&wort.wort));
        }
    }
    let all: Plaetze = (0..hands.len()).map(Platz::at).collect();
    let blaetter: Vec<Blatt<'_>> = all
        .iter()
        .map(|p| Blatt { platz: p, hand: &hands[p.i()], wort: words[p.i()].as_ref() })
        .collect();
    let stand = punkte(&blaetter, &regeln.satz);
    let topf = wetten::toepfe(&vec![0; hands.len()], all, number(&given["topf"]));
    let mut paid = vec![0; hands.len()];
    let mut rest = 0;
    for a in verteile(topf, &stand) {
        rest += a.rest;
        a.sieger.iter().for_each(|(p, n)| paid[p.i()] += n);
    }
    let points: Vec<i64> = stand.iter().map(|s| s.punkte).collect();
    json!({"punkte": sitze.by_name(&points), "auszahlung": sitze.by_name(&paid), "rest": rest})
}

fn naechster_topf(given: &Value) -> Value {
    let n = usize::try_from(number(&given["spieler"])).unwrap();
    let mut spiel = sitting(&regeln(given), &vec![50; n], number(&given["rest"]));
    deal(&mut spiel, &vec![None; n]);
    pott(&spiel).into()
}

/// What a whole deal has told.
#[derive(Default)]
struct Verlauf {
    topf: i64,
    rest: i64,
    punkte: BTreeMap<String, i64>,
    out: Out<Event>,
}

impl Verlauf {
    fn play(&mut self, spiel: &mut Word, p: Platz, zug: &Zug) -> bool {
        spiel.play(p, zug, &mut self.out).is_ok()
    }

    fn read(&mut self, sitze: &Sitze) {
        for e in self.out.drain() {
            match e.for_record() {
                Event::Aufgedeckt { platz, wort } => {
                    let n = wort.as_ref().map_or(0, |w| w.legung.gesamt());
                    self.punkte.insert(sitze.name(*platz).into(), n);
                }
                Event::Geprueft { platz, gelistet: false, .. } => {
                    self.punkte.insert(sitze.name(*platz).into(), 0);
                }
                Event::HoechsteKarten { karten } => {
                    let all = karten.iter().map(|(p, _, n)| (sitze.name(*p).to_string(), *n));
                    self.punkte.extend(all);
                }
                Event::Pott { betrag, rest, .. } => {
                    self.topf += betrag;
                    self.rest += rest;
                }
                Event::Zurueck { betrag, .. } => self.topf += betrag,
                Event::AlleAus { liegt, .. } => {
                    self.topf += liegt;
                    self.rest += liegt;
                }
                _ => {}
            }
        }
    }
}

fn ganze_runde(given: &Value) -> Value {
    let regeln = with_words(regeln(given), given);
    let sitze = Sitze::of(&given["reihenfolge_links_vom_geber"]);
    let chips: Vec<i64> = sitze.0.iter().map(|n| number(&given["chips"][n])).collect();
    let before = given["topf_vorher"].as_i64().unwrap_or(0);
    let mut spiel = sitting(&regeln, &chips, before);
    let hand = |n: &String| given["showdown"].get(n).map(|s| karten(&s["hand"]));
    deal(&mut spiel, &sitze.0.iter().map(hand).collect::<Vec<_>>());
    let mut v = Verlauf::default();
    bets(&mut spiel, &mut v, (&given["wettrunde1"], &sitze));
    while on(&spiel).is_some_and(|p| v.play(&mut spiel, p, &Zug::Tausche(Vec::new()))) {}
    let second = spiel.view(Viewer::Zuschauer).phase == Phase::Wetten2;
    let begins = on(&spiel).filter(|_| second).map(|p| sitze.name(p));
    bets(&mut spiel, &mut v, (&given["wettrunde2"], &sitze));
    for (name, laid) in map(&given["showdown"]) {
        let wort = laid["wort"].as_str();
        let wort = wort.map(|w| kartenschreibung(w, regeln.werte.umlaute).unwrap());
        let zug = wort.map_or(Zug::KeinWort, Zug::Lege);
        assert!(v.play(&mut spiel, sitze.platz(&name.as_str().into()), &zug), "{zug} is refused");
    }
    let doubts = given["anzweiflungen"].as_array().map_or(&[][..], Vec::as_slice);
    for doubt in doubts {
        v.play(&mut spiel, sitze.platz(&doubt[0]), &Zug::Zweifle(sitze.platz(&doubt[1])));
    }
    while let Some(p) = on(&spiel) {
        assert!(v.play(&mut spiel, p, &Zug::Weiter));
    }
    v.read(&sitze);
    let chips = sitze.by_name(&spiel.kasse().plaetze);
    json!({"beginnt_runde_2": begins, "topf": v.topf, "punkte": v.punkte, "chips": chips,
        "rest": v.rest})
}

fn bets(spiel: &mut Word, v: &mut Verlauf, (actions, sitze): (&Value, &Sitze)) {
    for action in list(actions).iter().map(list) {
        let done = v.play(spiel, sitze.platz(&action[0]), &zug(action));
        assert_eq!(done, !refused(action), "{action:?}");
    }
}
