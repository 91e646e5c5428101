//! Records of Miwin'scher Poker: events as lines, and lines as moves. Some lines are this server's own:
//! `draw` (the card of the last exchange, before it is laid), `back` (an unmatched rest), `choose` (what is laid
//! once all have chosen), `turn`, and `sit`, `rise` and `sit_out` for who comes, goes and sits out. Knows no
//! sentences and no files.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::einstellungen::{
    AUFDECKEN, AUFDECKEN_AB, Aufdecken, Regeln, SPANNE, TOP_KREIS, ZU_WENIG,
};
use super::figuren::{Folgen, Umlauf};
use super::karten::{Gelegt, Karte};
use super::regeln::{HAND, Miwin};
use super::sicht::Phase;
use super::zug::{Event, Topfgewinn, Zug};
use crate::quelle::{Art, Quelle, Schluessel, Tafel, Wert};
use crate::spiele::wetten::{Gezahlt, Wette};
use crate::spiele::{Anfang, Aufzeichnung, Eingabe, Platz, Spiel, Viewer, Vorrat};

type Line = Map<String, Value>;

impl Aufzeichnung for Miwin {
    const EVENTS: &'static [&'static str] = &[
        "deal", "bet", "back", "swap", "choose", "open", "draw", "last", "turn", "show", "pot",
        "end_hand", "sit", "rise", "sit_out",
    ];

    fn head(regeln: &Regeln, anfang: &Anfang) -> Line {
        let default = settings(&Regeln::default());
        let mut rules = settings(regeln);
        rules.retain(|key, value| default.get(key) != Some(value));
        let mut head = Line::new();
        head.insert("chips".to_string(), json!(anfang.steine));
        head.insert("betrag".to_string(), json!(regeln.betrag));
        head.insert("first".to_string(), json!(anfang.erster.0));
        head.insert("rules".to_string(), Value::Object(rules));
        head
    }

    fn read_head(head: &Line, vorrat: &Vorrat) -> Result<(Regeln, Anfang), String> {
        let mut rules = match head.get("rules") {
            None => Line::new(),
            Some(Value::Object(rules)) => rules.clone(),
            Some(_) => return Err("„rules“ ist keine Tabelle.".to_string()),
        };
        if let Some(betrag) = head.get("betrag") {
            rules.insert("betrag".to_string(), betrag.clone());
        }
        let quelle = Quelle::new("rules", "");
        let mut k = Schluessel::new(&quelle, tafel(&rules));
        let regeln = Self::regeln(&mut k, vorrat);
        if let Some(fault) = k.done().first() {
            return Err(format!("{} {}", fault.what, fault.hint).trim().to_string());
        }
        Ok((regeln, read_anfang(head)?))
    }

    fn line(event: &Event) -> Option<Value> {
        Some(match event {
            Event::Ausgeteilt { nr, geber, haende } => {
                let hands: Vec<Vec<String>> = haende.iter().map(|h| written(h)).collect();
                json!({"ev": "deal", "hand": nr, "dealer": geber.0, "hands": hands})
            }
            Event::Geboten { platz, wette, gezahlt, .. } => bet_line(*platz, *wette, gezahlt),
            Event::Zurueck { platz, betrag } => {
                json!({"ev": "back", "seat": platz.0, "amount": betrag})
            }
            Event::Getauscht { platz, aus, ein, .. } => {
                json!({"ev": "swap", "seat": platz.0, "out": written(aus), "in": written(ein)})
            }
            Event::Waehlt { platz, lage } => laid_line("choose", *platz, *lage),
            Event::Deckt { platz, lage } => laid_line("open", *platz, *lage),
            Event::Zieht { platz, aus, ein } => {
                let (out, new) = (aus.karte().to_string(), ein.to_string());
                json!({"ev": "draw", "seat": platz.0, "out": out, "in": new})
            }
            Event::Legt { platz, aus, lage } => last_line(*platz, *aus, *lage),
            Event::Behaelt { platz } => {
                json!({"ev": "last", "seat": platz.0, "out": null, "in": null})
            }
            Event::Dreht { platz, pos, lage } => {
                let card = lage.karte().to_string();
                json!({"ev": "turn", "seat": platz.0, "pos": pos, "card": card, "wert": lage.wert})
            }
            Event::Zeigt { platz, blatt } => {
                let hand = written(&blatt.hand);
                json!({"ev": "show", "seat": platz.0, "hand": hand, "figur": blatt.figur})
            }
            Event::Topf(topf) => pot_line(topf),
            Event::Ende { steine } => json!({"ev": "end_hand", "chips": steine}),
            Event::Gesetzt { platz, steine } => {
                json!({"ev": "sit", "seat": platz.0, "chips": steine})
            }
            Event::Aufgestanden { platz, steine, .. } => {
                json!({"ev": "rise", "seat": platz.0, "chips": steine})
            }
            Event::Pausiert { platz, pause } => {
                json!({"ev": "sit_out", "seat": platz.0, "out": pause})
            }
            Event::Beginn { .. }
            | Event::Blatt { .. }
            | Event::Tauscht { .. }
            | Event::Gewaehlt { .. } => return None,
        })
    }

    fn input(&self, lines: &[Line]) -> Result<Option<Eingabe<Self>>, String> {
        let Some(line) = lines.first() else { return Ok(None) };
        let zug = match text(line, "ev")? {
            "deal" => return deck_order(lines).map(|order| Some(Eingabe::Deck(order))),
            "sit" => return Ok(Some(Eingabe::Sit(seat(line)?, number(line, "chips")?))),
            "rise" => return Ok(Some(Eingabe::Rise(seat(line)?))),
            "sit_out" => {
                let out = line.get("out").and_then(Value::as_bool).unwrap_or(true);
                return Ok(Some(Eingabe::SitOut(seat(line)?, out)));
            }
            "bet" => read_bet(line)?,
            "swap" => Zug::Tausche(self.places_in_hand(line)?),
            "open" if self.house_rules().aufdecken == Aufdecken::Gleichzeitig => {
                return Ok(None);
            }
            "open" | "choose" => {
                let pos = self.place_in_hand(seat(line)?, card(line, "card")?)?;
                Zug::Decke { pos, wert: small(line, "wert")? }
            }
            "draw" => Zug::Tausche(vec![self.place_open(line)?]),
            "last" if line.get("out").is_none_or(Value::is_null) => Zug::Tausche(Vec::new()),
            "last" if self.view(Viewer::Zuschauer).phase == Phase::Lage => {
                Zug::Lege(small(line, "wert")?)
            }
            "turn" => Zug::Drehe(small(line, "pos")?),
            _ => return Ok(None),
        };
        Ok(Some(Eingabe::Zug(seat(line)?, zug)))
    }
}

/// All settings under their keys.
fn settings(r: &Regeln) -> Line {
    let word = |found: Option<&str>| json!(found.unwrap_or_default());
    let figuren = match r.figuren.name_der_lesart() {
        Some(name) => json!(name),
        None => {
            let one =
                |f: &super::figuren::Figur| json!({"name": f.name, "muster": f.muster.name()});
            Value::Array(r.figuren.liste().iter().map(one).collect())
        }
    };
    let all = json!({
        "grundeinsatz": r.grundeinsatz,
        "eroeffnung": word(name_of(&SPANNE, r.eroeffnung)),
        "erhoehung": word(name_of(&SPANNE, r.erhoehung)),
        "erhoehungen_max": r.erhoehungen_max,
        "tausch_max": r.tausch_max,
        "letzter_tausch_max": r.letzter_tausch_max,
        "aufdecken": word(name_of(&AUFDECKEN, r.aufdecken)),
        "aufdecken_ab": word(name_of(&AUFDECKEN_AB, r.aufdecken_ab)),
        "umdrehen": r.umdrehen,
        "wettrunde_nach_fuenfter": r.wettrunde_nach_fuenfter,
        "wettrunde_nach_letztem_tausch": r.wettrunde_nach_letztem_tausch,
        "top_kreis": word(name_of(&TOP_KREIS, r.top_kreis)),
        "zu_wenig": word(name_of(&ZU_WENIG, r.zu_wenig)),
        "strasse_umlauf": r.figuren.umlauf == Umlauf::Ja,
        "offene_folgen": r.figuren.folgen == Folgen::Begonnen,
        "figuren": figuren,
        "chips_kauf": r.tisch.steine,
    });
    match all {
        Value::Object(map) => map,
        _ => Line::new(),
    }
}

fn name_of<T: Copy + PartialEq>(words: &[(&'static str, T)], value: T) -> Option<&'static str> {
    words.iter().find(|(_, v)| *v == value).map(|(n, _)| *n)
}

/// A JSON table as if it stood in a data file, so that one reader serves both.
fn tafel(map: &Line) -> Tafel {
    let row = |(key, value): (&String, &Value)| (key.clone(), (0, wert(value)));
    Tafel { ort: 0, zeilen: map.iter().map(row).collect::<BTreeMap<_, _>>() }
}

fn wert(value: &Value) -> Wert {
    let art = match value {
        Value::Bool(b) => Art::Ja(*b),
        Value::Number(n) => n.as_i64().map_or(Art::Anderes, Art::Zahl),
        Value::String(s) => Art::Text(s.clone()),
        Value::Array(list) => Art::Liste(list.iter().map(wert).collect()),
        Value::Object(map) => Art::Tafel(tafel(map)),
        Value::Null => Art::Anderes,
    };
    Wert { ort: 0, art }
}

fn read_anfang(head: &Line) -> Result<Anfang, String> {
    let chips = head.get("chips").and_then(Value::as_array).ok_or("Im Kopf fehlt „chips“.")?;
    if !(2..=5).contains(&chips.len()) {
        return Err(format!("„chips“ nennt {} Plätze, möglich sind 2 bis 5.", chips.len()));
    }
    let first = head.get("first").and_then(Value::as_u64).unwrap_or(0);
    let erster = u8::try_from(first).ok().filter(|p| usize::from(*p) < chips.len());
    Ok(Anfang {
        plaetze: u8::try_from(chips.len()).map_err(|_| "Zu viele Plätze.")?,
        erster: Platz(erster.ok_or("Den Platz „first“ gibt es nicht.")?),
        einsatz: 0,
        runden: 0,
        steine: chips.iter().map(Value::as_i64).collect(),
    })
}

fn written<T: ToString>(cards: &[T]) -> Vec<String> {
    cards.iter().map(ToString::to_string).collect()
}

const ACTS: [&str; 5] = ["weiter", "setzen", "nachziehen", "erhoehen", "aussteigen"];

fn bet_line(platz: Platz, wette: Wette, gezahlt: &Gezahlt) -> Value {
    let act = ACTS[match wette {
        Wette::Weiter => 0,
        Wette::Setze(_) => 1,
        Wette::Mit => 2,
        Wette::Erhoehe(_) => 3,
        Wette::Aus => 4,
    }];
    let Gezahlt { betrag, hoehe, allin } = gezahlt;
    json!({"ev": "bet", "seat": platz.0, "act": act, "to": hoehe, "put": betrag, "allin": allin})
}

fn read_bet(line: &Line) -> Result<Zug, String> {
    let to = || number(line, "to");
    Ok(match text(line, "act")? {
        "weiter" => Zug::Weiter,
        "setzen" => Zug::Setze(to()?),
        "nachziehen" => Zug::Mit,
        "erhoehen" => Zug::Erhoehe(to()?),
        "aussteigen" => Zug::Aus,
        other => return Err(format!("Die Handlung „{other}“ gibt es nicht.")),
    })
}

fn laid_line(ev: &str, platz: Platz, lage: Gelegt) -> Value {
    json!({"ev": ev, "seat": platz.0, "card": lage.karte().to_string(), "wert": lage.wert})
}

fn last_line(platz: Platz, aus: Gelegt, lage: Gelegt) -> Value {
    let (out, new) = (aus.karte().to_string(), lage.karte().to_string());
    json!({"ev": "last", "seat": platz.0, "out": out, "in": new, "wert": lage.wert})
}

fn pot_line(topf: &Topfgewinn) -> Value {
    let eligible: Vec<u8> = topf.berechtigt.iter().map(|p| p.0).collect();
    let (winners, paid): (Vec<u8>, Vec<i64>) = topf.gezahlt.iter().map(|(p, n)| (p.0, *n)).unzip();
    json!({"ev": "pot", "amount": topf.betrag, "eligible": eligible, "winners": winners,
        "paid": paid})
}

fn text<'a>(line: &'a Line, key: &str) -> Result<&'a str, String> {
    line.get(key).and_then(Value::as_str).ok_or_else(|| format!("Hier fehlt „{key}“."))
}

fn number(line: &Line, key: &str) -> Result<i64, String> {
    line.get(key).and_then(Value::as_i64).ok_or_else(|| format!("Hier fehlt die Zahl „{key}“."))
}

fn small(line: &Line, key: &str) -> Result<u8, String> {
    u8::try_from(number(line, key)?).map_err(|_| format!("Die Zahl „{key}“ ist zu groß."))
}

fn seat(line: &Line) -> Result<Platz, String> {
    match small(line, "seat")? {
        p @ 0..=4 => Ok(Platz(p)),
        p => Err(format!("Den Platz {p} gibt es nicht.")),
    }
}

fn parsed(written: &str) -> Result<Karte, String> {
    written.parse().map_err(|_| format!("„{written}“ ist keine Karte."))
}

fn card(line: &Line, key: &str) -> Result<Karte, String> {
    parsed(text(line, key)?)
}

fn cards(value: Option<&Value>) -> Result<Vec<Karte>, String> {
    let list = value.and_then(Value::as_array).ok_or("Hier fehlt eine Liste von Karten.")?;
    list.iter().map(|c| parsed(c.as_str().unwrap_or_default())).collect()
}

/// The order of the pack, from the hands and from all that was drawn later in the same deal.
fn deck_order(lines: &[Line]) -> Result<Vec<Karte>, String> {
    let hands = lines[0].get("hands").and_then(Value::as_array).ok_or("Hier fehlt „hands“.")?;
    let hands: Vec<Vec<Karte>> = hands.iter().map(|h| cards(Some(h))).collect::<Result<_, _>>()?;
    if hands.iter().any(|h| !h.is_empty() && h.len() != HAND) {
        return Err("Ein Blatt hat nicht fünf Karten.".to_string());
    }
    let dealer = usize::from(small(&lines[0], "dealer")?);
    let mut order = Vec::with_capacity(55);
    for i in 0..HAND {
        for step in 1..=hands.len() {
            order.extend(hands[(dealer + step) % hands.len()].get(i));
        }
    }
    for line in &lines[1..] {
        match text(line, "ev")? {
            "deal" | "end_hand" => break,
            "swap" => order.extend(cards(line.get("in"))?),
            "draw" => order.push(card(line, "in")?),
            _ => {}
        }
    }
    let all = Karte::alle();
    if let Some(twice) = (1..order.len()).find(|i| order[..*i].contains(&order[*i])) {
        return Err(format!("Die Karte {} kommt zweimal vor.", order[twice]));
    }
    let rest: Vec<Karte> = all.into_iter().filter(|k| !order.contains(k)).collect();
    order.extend(rest);
    Ok(order)
}

/// Positions of recorded cards.
impl Miwin {
    fn place_in_hand(&self, p: Platz, karte: Karte) -> Result<u8, String> {
        let found = self.view(Viewer::Platz(p)).verdeckte().find(|(_, k)| *k == karte);
        found.map(|(i, _)| i).ok_or_else(|| format!("Platz {} hat die Karte {karte} nicht.", p.0))
    }

    fn places_in_hand(&self, line: &Line) -> Result<Vec<u8>, String> {
        let p = seat(line)?;
        cards(line.get("out"))?.into_iter().map(|k| self.place_in_hand(p, k)).collect()
    }

    fn place_open(&self, line: &Line) -> Result<u8, String> {
        let (p, karte) = (seat(line)?, card(line, "out")?);
        let view = self.view(Viewer::Zuschauer);
        let open = view.sitze.get(p.i()).map_or(&[][..], |s| s.offen.as_slice());
        let at = (1u8..).zip(open).find(|(_, c)| c.karte() == karte).map(|(i, _)| i);
        at.ok_or_else(|| format!("Vor Platz {} liegt die Karte {karte} nicht.", p.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spiele::miwin::figuren::{Figur, Figuren, Muster};
    use std::sync::Arc;

    #[test]
    fn settings_that_differ_are_written_and_read_back() {
        let mut liste = Figuren::lesart("B1").unwrap().liste().to_vec();
        liste[9] = Figur { name: "Reihe".to_string(), muster: Muster::DoppelStrasse };
        let regeln = Regeln {
            betrag: 4,
            grundeinsatz: 1,
            umdrehen: true,
            erhoehungen_max: 3,
            figuren: Arc::new(Figuren::new(liste)),
            ..Regeln::default()
        };
        let anfang = Anfang {
            plaetze: 3,
            erster: Platz(2),
            einsatz: 0,
            runden: 0,
            steine: vec![Some(200), None, Some(50)],
        };
        let head = Miwin::head(&regeln, &anfang);
        let mut rules: Vec<&String> = head["rules"].as_object().unwrap().keys().collect();
        rules.sort_unstable();
        assert_eq!(rules, ["erhoehungen_max", "figuren", "grundeinsatz", "umdrehen"]);
        let (back, start) = Miwin::read_head(&head, &Vorrat::default()).unwrap();
        assert_eq!(back, regeln);
        assert_eq!(start, anfang);
        let plain = Miwin::head(&Regeln::default(), &anfang);
        assert_eq!(plain["rules"], json!({}));
        assert_eq!(plain["betrag"], 10);
    }

    #[test]
    fn a_broken_head_says_what_is_wrong() {
        let mut head = Line::new();
        head.insert("rules".to_string(), json!({"figuren": "C"}));
        head.insert("chips".to_string(), json!([1, 1]));
        let said = Miwin::read_head(&head, &Vorrat::default()).unwrap_err();
        assert!(said.contains("figuren"), "{said}");
        head.insert("rules".to_string(), json!({}));
        head.insert("chips".to_string(), json!([1]));
        assert!(Miwin::read_head(&head, &Vorrat::default()).is_err());
    }
}
