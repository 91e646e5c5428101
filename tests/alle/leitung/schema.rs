//! The schemas of docs/gmcp.md, read from the page itself: a small part of JSON Schema, which is all the page uses.
//! With `BEISPIELE=1` in the environment the page's examples are written anew from a played evening.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

pub(crate) struct Schemas {
    by_paket: BTreeMap<String, Value>,
    text: String,
}

fn page() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/gmcp.md")
}

/// A fenced block, behind the line that opens it.
fn blocks<'t>(text: &'t str, kind: &str) -> Vec<(&'t str, &'t str)> {
    let open = format!("```json {kind} ");
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(i) = rest.find(&open) {
        let (name, body) = rest[i + open.len()..].split_once('\n').unwrap();
        let (body, behind) = body.split_once("\n```").expect("a block ends");
        out.push((name, body));
        rest = behind;
    }
    out
}

impl Schemas {
    pub(crate) fn read() -> Self {
        let text = fs::read_to_string(page()).unwrap();
        let parse = |(name, body): (&str, &str)| {
            (name.to_string(), serde_json::from_str(body).unwrap_or_else(|e| panic!("{name}: {e}")))
        };
        let by_paket = blocks(&text, "schema").into_iter().map(parse).collect();
        Self { by_paket, text }
    }

    /// Errors: where the message does not fit, and how.
    pub(crate) fn check(&self, paket: &str, json: &Value) -> Result<(), String> {
        let schema = self.by_paket.get(paket).ok_or("no schema on the page")?;
        fits(schema, json, "")
    }

    /// The page's examples fit, there is one for every schema, and they are what an evening brings.
    pub(crate) fn examples(&self, log: &[(String, Value)]) {
        if std::env::var_os("BEISPIELE").is_some() {
            self.write(log);
        }
        let examples: BTreeMap<&str, &str> = blocks(&self.text, "beispiel").into_iter().collect();
        for paket in self.by_paket.keys() {
            let body =
                examples.get(paket.as_str()).unwrap_or_else(|| panic!("{paket}: no example"));
            let json: Value = serde_json::from_str(body).unwrap();
            self.check(paket, &json).unwrap_or_else(|e| panic!("example of {paket}: {e}"));
        }
    }

    fn write(&self, log: &[(String, Value)]) {
        let mut text = self.text.clone();
        for (paket, old) in blocks(&self.text, "beispiel") {
            let telling = |json: &Value| paket != "Tisch.Dran" || json["du"] == true;
            let found = log.iter().filter(|(p, json)| p == paket && telling(json)).nth(1);
            let found = found.or_else(|| log.iter().find(|(p, _)| p == paket));
            if let Some((_, json)) = found {
                let open = format!("```json beispiel {paket}\n");
                text = text.replace(&format!("{open}{old}"), &format!("{open}{json}"));
            }
        }
        fs::write(page(), text).unwrap();
    }
}

fn fits(schema: &Value, json: &Value, at: &str) -> Result<(), String> {
    let kind = schema["type"].as_str().ok_or("a schema needs a type")?;
    let right = match kind {
        "object" => json.is_object(),
        "array" => json.is_array(),
        "string" => json.is_string(),
        "integer" => json.is_i64() || json.is_u64(),
        "boolean" => json.is_boolean(),
        other => return Err(format!("unknown type {other}")),
    };
    if !right {
        return Err(format!("{at}: {json} is no {kind}"));
    }
    if let Some(list) = schema["enum"].as_array()
        && !list.contains(json)
    {
        return Err(format!("{at}: {json} is not in the list"));
    }
    if let (Some(items), Some(list)) = (schema.get("items"), json.as_array()) {
        for (i, item) in list.iter().enumerate() {
            fits(items, item, &format!("{at}[{i}]"))?;
        }
    }
    if let Some(map) = json.as_object() {
        object(schema, map, at)?;
    }
    Ok(())
}

fn object(schema: &Value, map: &serde_json::Map<String, Value>, at: &str) -> Result<(), String> {
    for key in schema["required"].as_array().into_iter().flatten() {
        if !map.contains_key(key.as_str().unwrap_or_default()) {
            return Err(format!("{at}: {key} is missing"));
        }
    }
    for (key, value) in map {
        match schema["properties"].get(key) {
            Some(inner) => fits(inner, value, &format!("{at}.{key}"))?,
            None => match schema.get("additionalProperties") {
                Some(Value::Bool(true)) => {}
                Some(inner @ Value::Object(_)) => fits(inner, value, &format!("{at}.{key}"))?,
                _ => return Err(format!("{at}: {key} does not stand in the schema")),
            },
        }
    }
    Ok(())
}

#[test]
fn a_schema_refuses_what_does_not_fit() {
    let schema = serde_json::json!({
        "type": "object", "required": ["a"],
        "properties": { "a": { "type": "array", "items": { "type": "integer" } } }
    });
    let fits = |json: Value| fits(&schema, &json, "").is_ok();
    assert!(fits(serde_json::json!({ "a": [1, 2] })));
    assert!(!fits(serde_json::json!({ "a": [1, "2"] })));
    assert!(!fits(serde_json::json!({})));
    assert!(!fits(serde_json::json!({ "a": [], "b": 1 })));
}
