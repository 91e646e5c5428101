//! Records of Word Poker (docs/protokoll.md), out and in. Beyond the fixed lines it writes `draw` (the draw for
//! the first dealer), `back` (an uncalled rest), `all_out`, `high`, `go_on` (doubts nothing more), `sit`, `rise`,
//! `sit_out` and `end`. Knows no sentences.

use serde_json::{Map, Value, json};

use crate::spiele::word::ansicht::{Event, Gelegt, Wettart};
use crate::spiele::word::einstellungen::{Angabe, Regeln, from_text};
use crate::spiele::word::karten::Karte;
use crate::spiele::word::regeln::Word;
use crate::spiele::word::suche::HAND;
use crate::spiele::word::zug::{Zug, is_spelling};
use crate::spiele::{Anfang, Aufzeichnung, Eingabe, Platz, Spiel, Vorrat};

type Line = Map<String, Value>;

fn seats(list: &[Platz]) -> Vec<u8> {
    list.iter().map(|p| p.0).collect()
}

fn names(karten: &[Karte]) -> Vec<String> {
    karten.iter().map(Karte::to_string).collect()
}

const ACTS: [(&str, Wettart); 5] = [
    ("bieten", Wettart::Bieten),
    ("annehmen", Wettart::Annehmen),
    ("erhoehen", Wettart::Erhoehen),
    ("aussteigen", Wettart::Aussteigen),
    ("weiter", Wettart::Weiter),
];

fn act(art: Wettart) -> &'static str {
    ACTS.iter().find(|a| a.1 == art).map_or("", |a| a.0)
}

fn word_line(platz: Platz, wort: Option<&Gelegt>) -> Value {
    let cards = wort.map_or_else(Vec::new, |w| names(&w.legung.karten));
    let points = wort.map_or(0, |w| w.legung.gesamt());
    let word = wort.map(|w| w.wort.as_str());
    json!({"ev": "word", "seat": platz.0, "cards": cards, "word": word, "points": points})
}

/// One card for each seat, `null` for seats that did not draw.
fn draw_line(karten: &[(Platz, Karte, i64)], geber: Option<Platz>) -> Value {
    let len = karten.iter().map(|(p, ..)| p.i() + 1).max().unwrap_or(0);
    let mut cards = vec![Value::Null; len];
    for (p, k, _) in karten {
        cards[p.i()] = k.to_string().into();
    }
    json!({"ev": "draw", "cards": cards, "dealer": geber.map(|p| p.0)})
}

fn value(angabe: Angabe) -> Value {
    match angabe {
        Angabe::Zahl(n) => n.into(),
        Angabe::Ja(b) => b.into(),
        Angabe::Wort(w) => w.into(),
        Angabe::Bonus([two, three, four, five]) => {
            json!({"2": two, "3": three, "4": four, "5": five})
        }
    }
}

/// A JSON value as a settings file writes it.
fn toml(value: &Value) -> String {
    match value {
        Value::Object(map) => {
            let pairs: Vec<String> =
                map.iter().map(|(k, v)| format!("{k:?} = {}", toml(v))).collect();
            format!("{{{}}}", pairs.join(", "))
        }
        other => other.to_string(),
    }
}

/// Reads settings given as JSON under the keys of regeln.md. Errors: one German sentence.
pub fn read_rules(rules: &Line, vorrat: &Vorrat) -> Result<Regeln, String> {
    let lines: Vec<String> = rules.iter().map(|(k, v)| format!("{k:?} = {}", toml(v))).collect();
    from_text(&lines.join("\n"), vorrat)
}

fn number(line: &Line, key: &str) -> Result<i64, String> {
    line.get(key).and_then(Value::as_i64).ok_or_else(|| format!("Hier fehlt die Zahl „{key}“."))
}

fn seat(line: &Line, key: &str) -> Result<Platz, String> {
    let n = u8::try_from(number(line, key)?).ok().filter(|n| *n < 16);
    n.map(Platz).ok_or_else(|| format!("Bei „{key}“ steht kein Platz."))
}

fn cards(value: Option<&Value>) -> Result<Vec<Karte>, String> {
    let list = value.and_then(Value::as_array).ok_or("Hier fehlt eine Liste von Karten.")?;
    let card = |v: &Value| {
        v.as_str().and_then(|s| s.parse().ok()).ok_or_else(|| format!("{v} ist keine Karte."))
    };
    list.iter().map(card).collect()
}

fn bet(line: &Line) -> Result<Zug, String> {
    let art = line.get("act").and_then(Value::as_str).unwrap_or("");
    let art =
        ACTS.iter().find(|a| a.0 == art).ok_or_else(|| format!("„{art}“ ist keine Wette."))?;
    Ok(match art.1 {
        Wettart::Bieten => Zug::Biete(number(line, "to")?),
        Wettart::Erhoehen => Zug::Erhoehe(number(line, "to")?),
        Wettart::Annehmen => Zug::Annehmen,
        Wettart::Aussteigen => Zug::Aussteigen,
        Wettart::Weiter => Zug::Weiter,
    })
}

fn word(line: &Line) -> Result<Zug, String> {
    match line.get("word") {
        None | Some(Value::Null) => Ok(Zug::KeinWort),
        Some(Value::String(w)) if is_spelling(w) => Ok(Zug::Lege(w.clone())),
        Some(other) => Err(format!("{other} ist kein Wort in Kartenschreibung.")),
    }
}

/// The cards on top in front, then the rest of the deck. Errors: a card is there too often.
fn on_top(top: Vec<Karte>, mut deck: Vec<Karte>) -> Result<Vec<Karte>, String> {
    for karte in &top {
        let i = deck.iter().position(|k| k == karte);
        deck.remove(i.ok_or_else(|| format!("Die Karte {karte} kommt zu oft vor."))?);
    }
    Ok(top.into_iter().chain(deck).collect())
}

/// Cards in the order they were dealt: singly from left of the dealer, then as they were drawn.
fn dealt(lines: &[Line]) -> Result<Vec<Karte>, String> {
    let hands =
        lines[0].get("hands").and_then(Value::as_array).ok_or("Hier fehlen die Blätter.")?;
    let hands: Vec<Vec<Karte>> = hands.iter().map(|h| cards(Some(h))).collect::<Result<_, _>>()?;
    let dealer = seat(&lines[0], "dealer")?.i();
    let n = hands.len();
    let order: Vec<&Vec<Karte>> =
        (1..=n).map(|i| &hands[(dealer + i) % n]).filter(|h| !h.is_empty()).collect();
    if order.iter().any(|h| h.len() != HAND) {
        return Err("Ein Blatt hat nicht fünf Karten.".into());
    }
    let mut top: Vec<Karte> = (0..HAND).flat_map(|i| order.iter().map(move |h| h[i])).collect();
    for line in &lines[1..] {
        match ev(line) {
            "swap" => top.extend(cards(line.get("in"))?),
            "end_hand" | "deal" => break,
            _ => {}
        }
    }
    Ok(top)
}

fn ev(line: &Line) -> &str {
    line.get("ev").and_then(Value::as_str).unwrap_or("")
}

impl Aufzeichnung for Word {
    const EVENTS: &'static [&'static str] = &[
        "draw", "deal", "bet", "back", "all_out", "swap", "word", "doubt", "go_on", "high", "pot",
        "end_hand", "end", "sit", "rise", "sit_out",
    ];

    fn head(regeln: &Regeln, anfang: &Anfang) -> Map<String, Value> {
        let rules: Line =
            regeln.abweichungen().into_iter().map(|(k, v)| (k.into(), value(v))).collect();
        let w = &regeln.werte;
        let mut head = Map::new();
        head.insert("chips".into(), anfang.steine.clone().into());
        head.insert("ante".into(), w.grundeinsatz.into());
        head.insert("min".into(), w.minimum.into());
        head.insert("max".into(), w.maximum.into());
        head.insert("deck".into(), w.kartensatz.clone().into());
        if anfang.runden > 0 {
            head.insert("rounds".into(), anfang.runden.into());
        }
        head.insert("rules".into(), rules.into());
        head
    }

    fn read_head(head: &Line, vorrat: &Vorrat) -> Result<(Regeln, Anfang), String> {
        let mut rules = head.get("rules").and_then(Value::as_object).cloned().unwrap_or_default();
        for (from, to) in [
            ("ante", "grundeinsatz"),
            ("min", "minimum"),
            ("max", "maximum"),
            ("deck", "kartensatz"),
        ] {
            if let Some(v) = head.get(from) {
                rules.insert(to.into(), v.clone());
            }
        }
        let regeln = read_rules(&rules, vorrat)?;
        let chips = head.get("chips").and_then(Value::as_array).ok_or("Hier fehlt „chips“.")?;
        let plaetze = u8::try_from(chips.len()).ok().filter(|n| Self::PLAETZE.contains(n));
        let plaetze = plaetze.ok_or("Bei „chips“ stehen nicht zwei bis acht Plätze.")?;
        let steine = chips.iter().map(Value::as_i64).collect();
        let runden = head.get("rounds").and_then(Value::as_u64).unwrap_or(0);
        let runden = u32::try_from(runden).map_err(|_| "Das sind zu viele Runden.")?;
        Ok((regeln, Anfang { plaetze, erster: Platz(0), einsatz: 0, runden, steine }))
    }

    fn line(event: &Event) -> Option<Value> {
        Some(match event {
            Event::Ausgelost { karten, geber, .. } => draw_line(karten, *geber),
            Event::Austeilung { nr, geber, pott, haende } => {
                let hands: Vec<Vec<String>> = haende.iter().map(|h| names(h)).collect();
                json!({"ev": "deal", "hand": nr, "dealer": geber.0, "pot": pott, "hands": hands})
            }
            Event::Wette { platz, art, betrag, hoehe, allin, .. } => {
                json!({"ev": "bet", "seat": platz.0, "act": act(*art), "to": hoehe, "put": betrag,
                    "allin": allin})
            }
            Event::Zurueck { platz, betrag } => {
                json!({"ev": "back", "seat": platz.0, "amount": betrag})
            }
            Event::AlleAus { liegt, .. } => json!({"ev": "all_out", "left": liegt}),
            Event::Getauscht { platz, weg, neu, .. } => {
                json!({"ev": "swap", "seat": platz.0, "out": names(weg), "in": names(neu)})
            }
            Event::Gelegt { platz, wort } => word_line(*platz, wort.as_ref()),
            Event::Geprueft { von, platz, gelistet, .. } => {
                json!({"ev": "doubt", "by": von.map(|p| p.0), "seat": platz.0, "listed": gelistet})
            }
            Event::Weiter { platz } => json!({"ev": "go_on", "seat": platz.0}),
            Event::HoechsteKarten { karten } => {
                let cards: Vec<Value> = karten
                    .iter()
                    .map(|(p, k, n)| json!({"seat": p.0, "card": k.to_string(), "points": n}))
                    .collect();
                json!({"ev": "high", "cards": cards})
            }
            Event::Pott { betrag, berechtigt, sieger, rest, .. } => {
                let winners: Vec<u8> = sieger.iter().map(|s| s.0.0).collect();
                let paid: Vec<i64> = sieger.iter().map(|s| s.1).collect();
                json!({"ev": "pot", "amount": betrag, "eligible": seats(berechtigt),
                    "winners": winners, "paid": paid, "left": rest})
            }
            Event::RundeVorbei { steine, .. } => json!({"ev": "end_hand", "chips": steine}),
            Event::Schluss { steine, .. } => json!({"ev": "end", "chips": steine}),
            Event::Setzt { platz, steine } => {
                json!({"ev": "sit", "seat": platz.0, "chips": steine})
            }
            Event::Steht { platz } => json!({"ev": "rise", "seat": platz.0}),
            Event::Pause { platz, pausiert } => {
                json!({"ev": "sit_out", "seat": platz.0, "out": pausiert})
            }
            Event::Ausgeteilt { .. }
            | Event::Blatt { .. }
            | Event::HatGetauscht { .. }
            | Event::HatGelegt { .. }
            | Event::Aufgedeckt { .. } => return None,
        })
    }

    fn input(&self, lines: &[Line]) -> Result<Option<Eingabe<Self>>, String> {
        let Some(line) = lines.first() else { return Ok(None) };
        let zug = |zug| Ok(Some(Eingabe::Zug(seat(line, "seat")?, zug)));
        match ev(line) {
            "draw" => {
                let all = line.get("cards").and_then(Value::as_array).cloned().unwrap_or_default();
                let drawn: Vec<Value> = all.into_iter().filter(|v| !v.is_null()).collect();
                let top = cards(Some(&drawn.into()))?;
                Ok(Some(Eingabe::Deck(on_top(top, self.deck())?)))
            }
            "deal" => Ok(Some(Eingabe::Deck(on_top(dealt(lines)?, self.deck())?))),
            "bet" => zug(bet(line)?),
            "swap" => zug(Zug::Tausche(cards(line.get("out"))?)),
            "word" => zug(word(line)?),
            "go_on" => zug(Zug::Weiter),
            "doubt" if line.get("by").is_none_or(Value::is_null) => Ok(None),
            "doubt" => {
                let doubted = Zug::Zweifle(seat(line, "seat")?);
                Ok(Some(Eingabe::Zug(seat(line, "by")?, doubted)))
            }
            "sit" => Ok(Some(Eingabe::Sit(seat(line, "seat")?, number(line, "chips")?))),
            "rise" => Ok(Some(Eingabe::Rise(seat(line, "seat")?))),
            "sit_out" => {
                let out = line.get("out").and_then(Value::as_bool).unwrap_or(true);
                Ok(Some(Eingabe::SitOut(seat(line, "seat")?, out)))
            }
            _ => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spiele::word::einstellungen::tests::vorrat;

    #[test]
    fn the_head_reads_back() {
        let text = "grundeinsatz = 2\nmaximum = 9\nkartensatz = \"deutsch\"\nschieben = true\n\
            bonus = {2=1, 3=6, 4=16, 5=26}\nwoerterbuch = \"klein\"\numlaute = \"a\"\n";
        let regeln = from_text(text, &vorrat()).unwrap();
        let steine = vec![Some(50), None, Some(7)];
        let anfang = Anfang { plaetze: 3, erster: Platz(0), einsatz: 0, runden: 4, steine };
        let head = Word::head(&regeln, &anfang);
        assert_eq!(head["deck"], "deutsch");
        let (again, start) = Word::read_head(&head, &vorrat()).unwrap();
        assert!(again == regeln && start == anfang);
    }

    #[test]
    fn a_head_without_chips_or_with_unknown_rules_is_refused() {
        let read = |json: Value| Word::read_head(json.as_object().unwrap(), &vorrat()).err();
        assert!(read(json!({})).unwrap().contains("chips"));
        let said = read(json!({"chips": [1, 2], "rules": {"schiebn": true}})).unwrap();
        assert!(said.contains("schiebn"), "{said}");
        assert!(read(json!({"chips": [1]})).unwrap().contains("zwei bis acht"));
    }

    /// The lines that docs/protokoll.md fixes.
    #[test]
    fn lines_have_their_fixed_form() {
        let legung = crate::spiele::word::suche::Legung {
            karten: vec!["QU".parse().unwrap(), "ER".parse().unwrap()],
            punkte: 16,
            extra: 15,
        };
        let wort = Some(Gelegt { wort: "QUER".into(), legung, gelistet: None });
        let line = Word::line(&Event::Gelegt { platz: Platz(1), wort }).unwrap();
        let want = json!({"ev": "word", "seat": 1, "cards": ["QU", "ER"], "word": "QUER",
            "points": 31});
        assert_eq!(line, want);
        let hidden = Event::HatGelegt { platz: Platz(1) };
        assert_eq!(Word::line(&hidden), None);
    }
}
