//! Game records as text (docs/protokoll.md): one JSON object a line. What every game's `aufzeichnung` shares: the
//! `start` line, reading fields with a German reason where one is wrong, and room settings as `rules`. Knows no
//! game and touches no disk.

use std::str::FromStr;

use serde_json::{Map, Value};

use crate::limits::{AMOUNT_MAX, SEATS_MAX};
use crate::quelle::{Art, Quelle, Schluessel, Tafel, Wert};
use crate::spiele::{Anfang, Aufzeichnung, Platz, Spiel, Vorrat};

/// The fields of one line, in the order they are written.
pub type Felder = Map<String, Value>;

/// `russisch-poker`: how records name a game.
pub fn game_name<S: Spiel>() -> String {
    format!("{}-poker", S::ID)
}

/// The first line of a record. `namen` are the players, one for each seat; empty where nobody sits.
pub fn start_line<S: Aufzeichnung>(regeln: &S::Regeln, anfang: &Anfang, namen: &[String]) -> Value {
    let mut line = Felder::new();
    line.insert("ev".into(), "start".into());
    line.insert("game".into(), game_name::<S>().into());
    line.insert("seats".into(), namen.into());
    line.extend(S::head(regeln, anfang));
    line.into()
}

/// A line's fields. Errors: one German sentence.
pub fn read_line(text: &str) -> Result<Felder, String> {
    match serde_json::from_str(text) {
        Ok(Value::Object(felder)) => Ok(felder),
        Ok(_) => Err("Diese Zeile ist kein JSON-Objekt.".to_string()),
        Err(_) => Err("Diese Zeile ist kein gültiges JSON.".to_string()),
    }
}

/// The value of a field. Errors: it is missing.
pub fn field<'a>(line: &'a Felder, key: &str) -> Result<&'a Value, String> {
    line.get(key).ok_or_else(|| format!("Hier fehlt das Feld „{key}“."))
}

/// A text field.
pub fn text<'a>(line: &'a Felder, key: &str) -> Result<&'a str, String> {
    field(line, key)?.as_str().ok_or_else(|| format!("Bei „{key}“ gehört ein Text hin."))
}

/// A whole number that fits the wanted type.
pub fn number<N: TryFrom<i64>>(line: &Felder, key: &str) -> Result<N, String> {
    let n = field(line, key)?.as_i64().and_then(|n| N::try_from(n).ok());
    n.ok_or_else(|| format!("Bei „{key}“ gehört eine passende ganze Zahl hin."))
}

/// An amount of money or chips, 0 to [`AMOUNT_MAX`].
pub fn amount(line: &Felder, key: &str) -> Result<i64, String> {
    let n: i64 = number(line, key)?;
    let ok = (0..=AMOUNT_MAX).contains(&n);
    ok.then_some(n).ok_or_else(|| format!("Bei „{key}“ gehört ein Betrag ab 0 hin."))
}

/// A seat number below [`SEATS_MAX`].
pub fn seat(line: &Felder, key: &str) -> Result<Platz, String> {
    let n: u8 = number(line, key)?;
    (n < SEATS_MAX).then_some(Platz(n)).ok_or_else(|| format!("Bei „{key}“ gehört ein Platz hin."))
}

/// A list field.
pub fn list<'a>(line: &'a Felder, key: &str) -> Result<&'a [Value], String> {
    let list = field(line, key)?.as_array();
    list.map(Vec::as_slice).ok_or_else(|| format!("Bei „{key}“ gehört eine Liste hin."))
}

/// A card in the record's notation.
pub fn card<K: FromStr>(value: &Value) -> Result<K, String> {
    let card = value.as_str().and_then(|s| s.parse().ok());
    card.ok_or_else(|| format!("Die Karte {value} gibt es bei diesem Spiel nicht."))
}

/// A list of cards.
pub fn cards<K: FromStr>(value: &Value) -> Result<Vec<K>, String> {
    let list = value.as_array().ok_or("Hier gehört eine Liste von Karten hin.")?;
    list.iter().map(card).collect()
}

/// The settings that differ from the default, for the field `rules`. Both lists hold the same keys in the same
/// order. `None`: nothing differs, the field stays away.
pub fn differing(
    settings: Vec<(&'static str, Value)>,
    defaults: Vec<(&'static str, Value)>,
) -> Option<Value> {
    let pairs = settings.into_iter().zip(defaults);
    let rules: Felder = pairs
        .filter(|((_, have), (_, default))| have != default)
        .map(|((key, have), _)| (key.to_string(), have))
        .collect();
    (!rules.is_empty()).then_some(rules.into())
}

/// The settings a record was played under: the defaults, changed by its field `rules`.
pub fn read_rules<S: Spiel>(head: &Felder, vorrat: &Vorrat) -> Result<S::Regeln, String> {
    let zeilen = match head.get("rules") {
        None => Tafel::default(),
        Some(Value::Object(rules)) => table(rules),
        Some(_) => return Err("Bei „rules“ gehört ein Objekt hin.".to_string()),
    };
    let quelle = Quelle::new("rules", "");
    let mut k = Schluessel::new(&quelle, zeilen);
    let regeln = S::regeln(&mut k, vorrat);
    match k.done().first() {
        None => Ok(regeln),
        Some(fault) => Err(format!("{} {}", fault.what, fault.hint).trim_end().to_string()),
    }
}

fn table(rules: &Felder) -> Tafel {
    let zeilen = rules.iter().map(|(key, v)| (key.clone(), (0, wert(v)))).collect();
    Tafel { ort: 0, zeilen }
}

fn wert(value: &Value) -> Wert {
    let art = match value {
        Value::String(s) => Art::Text(s.clone()),
        Value::Bool(b) => Art::Ja(*b),
        Value::Array(list) => Art::Liste(list.iter().map(wert).collect()),
        Value::Object(map) => Art::Tafel(table(map)),
        Value::Number(n) => match (n.as_i64(), n.as_f64()) {
            (Some(whole), _) => Art::Zahl(whole),
            (None, Some(part)) => Art::Komma(part),
            (None, None) => Art::Anderes,
        },
        Value::Null => Art::Anderes,
    };
    Wert { ort: 0, art }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_field_is_refused_with_its_name() {
        let line = read_line(r#"{"seat":9,"bid":-1,"card":3}"#).unwrap();
        assert!(seat(&line, "seat").unwrap_err().contains("„seat“"));
        assert!(number::<u8>(&line, "bid").unwrap_err().contains("„bid“"));
        assert!(text(&line, "card").unwrap_err().contains("„card“"));
        assert!(field(&line, "round").unwrap_err().contains("fehlt"));
        assert!(read_line("[1]").is_err());
        assert!(read_line("{").is_err());
    }

    #[test]
    fn lines_keep_the_order_of_their_fields() {
        let text = r#"{"ev":"play","seat":1,"card":"P7","joker":"hoch"}"#;
        assert_eq!(Value::from(read_line(text).unwrap()).to_string(), text);
    }
}
