//! Runs the cases of `tests/faelle/miwin.json`, one function for each `art`. Holds no rule of its own: it turns
//! names into seats, calls what the table calls, and turns the answer back.

use std::cmp::Ordering;

use serde_json::{Map, Value, json};
use theaterkeller::spiele::miwin::Miwin;
use theaterkeller::spiele::miwin::einstellungen::Regeln;
use theaterkeller::spiele::miwin::figuren::Figuren;
use theaterkeller::spiele::miwin::karten::{Gelegt, Karte};
use theaterkeller::spiele::miwin::sicht::{Phase, highest};
use theaterkeller::spiele::miwin::zug::{Event, Zug};
use theaterkeller::spiele::wetten::{Wette, Wetten, Wettende, reihum, toepfe};
use theaterkeller::spiele::{
    Anfang, Aufzeichnung, Awaits, Out, Plaetze, Platz, Spiel, Viewer, Vorrat,
};

/// Kinds of case whose lists may stand in any order. Objects hold every key a case may ask for; a case names
/// those it cares about.
pub(crate) const MENGEN: &[&str] = &[];

/// The actual value in the shape of `expect`, or `None` for an unknown kind.
pub(crate) fn fall(art: &str, given: &Value) -> Option<Value> {
    Some(match art {
        "figur" => figur(given),
        "beste_lage" => beste_lage(given),
        "vergleich" => vergleich(given),
        "erster_bieter" => erster_bieter(given),
        "tausch" if given.get("phase").is_some() => tausch_erlaubt(given),
        "tausch" => tausch(given),
        "bieten" => bieten(given),
        "topf" => topf(given),
        "ganze_runde" => ganze_runde(given),
        _ => return None,
    })
}

fn texts(v: &Value) -> Vec<String> {
    let list = v.as_array().cloned().unwrap_or_default();
    list.iter().map(|t| t.as_str().unwrap().to_string()).collect()
}

fn laid(v: &Value) -> Vec<Gelegt> {
    texts(v).iter().map(|c| c.parse().unwrap()).collect()
}

fn seat_of(names: &[String], name: &str) -> Platz {
    Platz::at(names.iter().position(|n| n == name).unwrap())
}

fn by_name(names: &[String], values: &[i64]) -> Value {
    let pairs = names.iter().zip(values).map(|(n, v)| (n.clone(), json!(v)));
    Value::Object(pairs.collect())
}

/// The settings of a case: its own keys, its reading, and what stands in `einstellungen`.
fn regeln(given: &Value) -> Regeln {
    let mut rules = given["einstellungen"].as_object().cloned().unwrap_or_default();
    for (key, name) in
        [("lesart", "figuren"), ("betrag", "betrag"), ("grundeinsatz", "grundeinsatz")]
    {
        if let Some(v) = given.get(key) {
            rules.insert(name.to_string(), v.clone());
        }
    }
    let mut head = Map::new();
    head.insert("rules".to_string(), Value::Object(rules));
    head.insert("seats".to_string(), json!(["A", "B"]));
    head.insert("chips".to_string(), json!([1, 1]));
    Miwin::read_head(&head, &Vorrat::default()).unwrap().0
}

fn figuren(given: &Value) -> Figuren {
    regeln(given).figuren.as_ref().clone()
}

fn figur(given: &Value) -> Value {
    let f = figuren(given);
    json!(f.name(f.bewerte(&laid(&given["blatt"])).rang))
}

fn beste_lage(given: &Value) -> Value {
    let f = figuren(given);
    let pairs: Vec<[u8; 2]> = serde_json::from_value(given["karten"].clone()).unwrap();
    let karten: Vec<Karte> = pairs.iter().map(|[a, b]| Karte::new(*a, *b).unwrap()).collect();
    json!(f.name(f.beste_lage(&[], &karten).0.rang))
}

fn vergleich(given: &Value) -> Value {
    let f = figuren(given);
    let (a, b) = (f.bewerte(&laid(&given["a"])), f.bewerte(&laid(&given["b"])));
    let (order, grund) = f.vergleiche(&a, &b);
    let sieger = if order == Ordering::Greater { "a" } else { "b" };
    json!({"sieger": sieger, "entschieden_durch": grund.name()})
}

fn erster_bieter(given: &Value) -> Value {
    let r = regeln(given);
    let names = texts(&given["reihenfolge_links_vom_geber"]);
    let out = texts(&given["ausgeschieden"]);
    let active = (0..names.len()).map(Platz::at).filter(|p| !out.contains(&names[p.i()]));
    let open = |p: Platz| Some(r.figuren.bewerte(&laid(&given["offen"][&names[p.i()]])));
    json!(names[highest(active, open, &r).unwrap().i()])
}

/// A table whose last seat deals; everybody has plenty.
fn table(r: &Regeln, seats: u8) -> Miwin {
    let anfang = Anfang {
        plaetze: seats,
        erster: Platz(seats - 1),
        einsatz: 0,
        runden: 0,
        steine: vec![Some(1000); usize::from(seats)],
    };
    let mut game = Miwin::start(r, &anfang);
    game.deal(&Karte::alle(), &mut Out::new());
    game
}

fn on(game: &Miwin) -> Option<(Platz, Phase)> {
    match game.awaits() {
        Awaits::Zug(seats) => {
            let phase = game.view(Viewer::Zuschauer).phase;
            seats.iter().next().map(|p| (p, phase))
        }
        _ => None,
    }
}

/// Plays on with harmless moves; `exchange` says how many cards each seat exchanges, first and last.
fn play_out(game: &mut Miwin, exchange: impl Fn(Platz, Phase) -> u8) {
    while let Some((p, phase)) = on(game) {
        let zug = match phase {
            Phase::Tauschen | Phase::Letzter => Zug::Tausche((1..=exchange(p, phase)).collect()),
            _ => Miwin::mildest(&game.view(Viewer::Platz(p))),
        };
        game.play(p, &zug, &mut Out::new()).unwrap();
    }
}

fn tausch(given: &Value) -> Value {
    let count = |key: &str, p: Platz| u8::try_from(given[key][p.i()].as_u64().unwrap()).unwrap();
    let seats = u8::try_from(given["spieler"].as_u64().unwrap()).unwrap();
    let mut game = table(&regeln(given), seats);
    play_out(&mut game, |p, phase| match phase {
        Phase::Tauschen => count("tausch", p),
        _ => count("letzter", p),
    });
    let rest = game.pack_left();
    json!({"verbraucht": game.deck().len() - rest, "rest": rest})
}

fn tausch_erlaubt(given: &Value) -> Value {
    let wanted = if given["phase"] == "erster" { Phase::Tauschen } else { Phase::Letzter };
    let mut game = table(&regeln(given), 2);
    while let Some((p, phase)) = on(&game) {
        if phase == wanted {
            let count = u8::try_from(given["anzahl"].as_u64().unwrap()).unwrap();
            let zug = Zug::Tausche((1..=count).collect());
            return json!({"erlaubt": game.play(p, &zug, &mut Out::new()).is_ok()});
        }
        let zug = Miwin::mildest(&game.view(Viewer::Platz(p)));
        game.play(p, &zug, &mut Out::new()).unwrap();
    }
    Value::Null
}

fn wette(action: &Value, w: &Wetten) -> Wette {
    let amount = action.get(2).and_then(Value::as_i64);
    let ordnung = w.ordnung();
    match action[1].as_str().unwrap() {
        "weiter" => Wette::Weiter,
        "setzen" => Wette::Setze(amount.unwrap_or(ordnung.eroeffnung.1)),
        "nachziehen" => Wette::Mit,
        "erhöhen" => Wette::Erhoehe(w.hoehe() + amount.unwrap()),
        "aussteigen" => Wette::Aus,
        other => panic!("{other}"),
    }
}

fn bieten(given: &Value) -> Value {
    let names = texts(&given["reihenfolge"]);
    let chips = names.iter().map(|n| given["chips"][n].as_i64().unwrap()).collect();
    let ordnung = regeln(given).wettordnung();
    let mut w = Wetten::new(chips, ordnung);
    w.begin_deal((0..names.len()).map(Platz::at).collect());
    w.begin_round(ordnung, Platz(0));
    for action in given["aktionen"].as_array().unwrap() {
        let p = seat_of(&names, action[0].as_str().unwrap());
        let refused = action.as_array().unwrap().contains(&json!("abgelehnt"));
        let before = w.clone();
        let done = w.play(p, wette(action, &w));
        assert_eq!(done.is_err(), refused, "{action}: {done:?}");
        assert!(!refused || w == before, "{action} was refused and changed something");
    }
    let erhoehungen = w.raises();
    let gesetzt = by_name(&names, w.gesetzt());
    let (ende, gewinner) = match w.ende() {
        None => ("offen", Value::Null),
        Some(Wettende::Ausgeglichen) => ("ausgeglichen", Value::Null),
        Some(Wettende::EinerUebrig(p)) => ("einer_uebrig", json!(names[p.i()])),
        Some(Wettende::AlleAus) => ("alle_aus", Value::Null),
    };
    w.give_back();
    let pots: Vec<Value> = w
        .toepfe(0)
        .iter()
        .map(|t| {
            let who: Vec<&String> = t.berechtigt.iter().map(|p| &names[p.i()]).collect();
            json!([t.betrag, who])
        })
        .collect();
    json!({"ende": ende, "gewinner": gewinner, "gesetzt": gesetzt, "töpfe": pots,
        "erhoehungen": erhoehungen})
}

fn topf(given: &Value) -> Value {
    let paid = given["beitrag"].as_object().unwrap();
    let names = match given.get("reihenfolge_links_vom_geber") {
        Some(order) => texts(order),
        None => paid.keys().cloned().collect(),
    };
    let beitrag: Vec<i64> = names.iter().map(|n| paid[n].as_i64().unwrap()).collect();
    let out = texts(&given["aus"]);
    let dabei: Plaetze =
        (0..names.len()).map(Platz::at).filter(|p| !out.contains(&names[p.i()])).collect();
    let mut won = vec![0; names.len()];
    for pot in toepfe(&beitrag, dabei, 0) {
        let able = |n: &String| pot.berechtigt.contains(seat_of(&names, n));
        let winners: Vec<Platz> = match given.get("kreis") {
            Some(circle) => {
                let circle = texts(circle);
                (0..names.len())
                    .filter(|i| circle.contains(&names[*i]) && able(&names[*i]))
                    .map(Platz::at)
                    .collect()
            }
            None => {
                let ranked = texts(&given["rangfolge"]);
                ranked.iter().filter(|n| able(n)).take(1).map(|n| seat_of(&names, n)).collect()
            }
        };
        for (p, n) in reihum(pot.betrag, &winners) {
            won[p.i()] += n;
        }
    }
    by_name(&names, &won)
}

/// The pack that gives each seat its cards and its card of the last exchange.
fn stacked(hands: &[Vec<Gelegt>], drawn: &[Gelegt]) -> Vec<Karte> {
    let mut order: Vec<Karte> = Vec::new();
    for i in 0..5 {
        order.extend(hands.iter().map(|h| h[i].karte()));
    }
    order.extend(drawn.iter().map(|c| c.karte()));
    let rest: Vec<Karte> = Karte::alle().into_iter().filter(|k| !order.contains(k)).collect();
    order.extend(rest);
    order
}

struct Script<'a> {
    given: &'a Value,
    names: Vec<String>,
    hands: Vec<Vec<Gelegt>>,
    /// Betting actions done in each round.
    done: usize,
    round: u8,
    first: Vec<String>,
}

impl Script<'_> {
    fn last(&self, p: Platz) -> Option<(Gelegt, Gelegt)> {
        let pair = laid(&self.given["letzter_tausch"][&self.names[p.i()]]);
        pair.first().map(|out| (*out, pair[1]))
    }

    fn next(&mut self, game: &Miwin, p: Platz, phase: Phase) -> Zug {
        let view = game.view(Viewer::Platz(p));
        match phase {
            Phase::Bieten => {
                if self.round != view.runde {
                    (self.round, self.done) = (view.runde, 0);
                    self.first.push(self.names[p.i()].clone());
                }
                let action = &self.given["wettrunden"][usize::from(self.round) - 1][self.done];
                self.done += 1;
                assert_eq!(seat_of(&self.names, action[0].as_str().unwrap()), p);
                match wette(action, &view.wetten) {
                    Wette::Weiter => Zug::Weiter,
                    Wette::Setze(n) => Zug::Setze(n),
                    Wette::Mit => Zug::Mit,
                    Wette::Erhoehe(n) => Zug::Erhoehe(n),
                    Wette::Aus => Zug::Aus,
                }
            }
            Phase::Aufdecken => {
                let i = view.offene().len();
                Zug::Decke { pos: u8::try_from(i).unwrap() + 1, wert: self.hands[p.i()][i].wert }
            }
            Phase::Letzter => {
                let at =
                    self.last(p).and_then(|(out, _)| view.offene().iter().position(|c| *c == out));
                Zug::Tausche(at.map(|i| u8::try_from(i).unwrap() + 1).into_iter().collect())
            }
            Phase::Lage => Zug::Lege(self.last(p).unwrap().1.wert),
            Phase::Tauschen | Phase::Pause => Zug::Tausche(Vec::new()),
        }
    }
}

fn ganze_runde(given: &Value) -> Value {
    let names = texts(&given["reihenfolge_links_vom_geber"]);
    let hands: Vec<Vec<Gelegt>> = names.iter().map(|n| laid(&given["aufdecken"][n])).collect();
    let mut script =
        Script { given, names: names.clone(), hands, done: 0, round: 0, first: Vec::new() };
    let seats = (0..names.len()).map(Platz::at);
    let drawn: Vec<Gelegt> = seats.filter_map(|p| script.last(p).map(|(_, new)| new)).collect();
    let chips = names.iter().map(|n| given["chips"][n].as_i64()).collect();
    let count = u8::try_from(names.len()).unwrap();
    let anfang =
        Anfang { plaetze: count, erster: Platz(count - 1), einsatz: 0, runden: 0, steine: chips };
    let mut game = Miwin::start(&regeln(given), &anfang);
    let mut out = Out::new();
    game.deal(&stacked(&script.hands, &drawn), &mut out);
    while let Some((p, phase)) = on(&game) {
        let zug = script.next(&game, p, phase);
        game.play(p, &zug, &mut out).unwrap_or_else(|e| panic!("{zug}: {e:?}"));
    }
    let pots: Vec<_> = out
        .iter()
        .filter_map(|e| match e.for_record() {
            Event::Topf(t) => Some(t.clone()),
            _ => None,
        })
        .collect();
    json!({
        "erste_bieter": script.first,
        "topf": pots.iter().map(|t| t.betrag).sum::<i64>(),
        "sieger": names[pots[0].gezahlt[0].0.i()],
        "chips": by_name(&names, &game.kasse().plaetze),
    })
}
