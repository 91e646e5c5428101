//! MSDP: the messages of GMCP as variables, for clients that know nothing newer. Pure; knows no line. A variable is
//! called like its package with underlines: `ROOM_INFO`.

use serde_json::Value;

const VAR: u8 = 1;
const VAL: u8 = 2;
const TABLE_OPEN: u8 = 3;
const TABLE_CLOSE: u8 = 4;
const ARRAY_OPEN: u8 = 5;
const ARRAY_CLOSE: u8 = 6;

/// Packages that can be reported.
pub const PAKETE: [&str; 13] = [
    "Char.Name",
    "Char.Vitals",
    "Char.Status",
    "Room.Info",
    "Room.Players",
    "Room.AddPlayer",
    "Room.RemovePlayer",
    "Comm.Channel.Text",
    "Tisch.Info",
    "Tisch.Blatt",
    "Tisch.Dran",
    "Tisch.Ereignis",
    "Tisch.Ende",
];

/// What a client wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wunsch {
    /// One of the lists by name.
    List(String),
    /// These variables now and whenever they change.
    Report(Vec<&'static str>),
    Unreport(Vec<&'static str>),
    /// These variables once.
    Send(Vec<&'static str>),
}

/// Reads a payload: names and values in their order. What is unknown is passed over.
pub fn lies(payload: &[u8]) -> Vec<Wunsch> {
    let mut out = Vec::new();
    for part in payload.split(|b| *b == VAR).filter(|p| !p.is_empty()) {
        let mut words =
            part.split(|b| matches!(*b, VAL | ARRAY_OPEN | ARRAY_CLOSE)).filter_map(text);
        let Some(befehl) = words.next() else { continue };
        let values: Vec<&str> = words.collect();
        let pakete = || values.iter().filter_map(|v| paket(v)).collect();
        match befehl.to_ascii_uppercase().as_str() {
            "LIST" => out.extend(values.iter().map(|v| Wunsch::List(v.to_ascii_uppercase()))),
            "REPORT" => out.push(Wunsch::Report(pakete())),
            "UNREPORT" => out.push(Wunsch::Unreport(pakete())),
            "SEND" => out.push(Wunsch::Send(pakete())),
            _ => {}
        }
    }
    out
}

fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok().filter(|t| !t.is_empty())
}

/// The variable of a package: `TISCH_DRAN`.
pub fn variable(paket: &str) -> String {
    paket.to_ascii_uppercase().replace('.', "_")
}

fn paket(wort: &str) -> Option<&'static str> {
    let wort = wort.to_ascii_uppercase();
    PAKETE.into_iter().find(|p| variable(p) == wort)
}

/// The payload that answers `LIST`. `None`: there is no such list.
pub fn liste(name: &str, reported: &[&'static str]) -> Option<Vec<u8>> {
    let all = || PAKETE.iter().map(|p| variable(p));
    let list: Vec<String> = match name {
        "COMMANDS" => ["LIST", "REPORT", "UNREPORT", "SEND"].map(String::from).into(),
        "LISTS" => [
            "COMMANDS",
            "LISTS",
            "REPORTABLE_VARIABLES",
            "REPORTED_VARIABLES",
            "SENDABLE_VARIABLES",
        ]
        .map(String::from)
        .into(),
        "REPORTABLE_VARIABLES" | "SENDABLE_VARIABLES" => all().collect(),
        "REPORTED_VARIABLES" => reported.iter().map(|p| variable(p)).collect(),
        _ => return None,
    };
    let mut out = vec![VAR];
    out.extend(name.as_bytes());
    out.push(VAL);
    let values: Vec<Value> = list.into_iter().map(Value::from).collect();
    wert(&values.into(), &mut out);
    Some(out)
}

/// The payload of one variable.
pub fn zeig(paket: &str, json: &str) -> Vec<u8> {
    let value: Value = serde_json::from_str(json).unwrap_or(Value::Null);
    let mut out = vec![VAR];
    out.extend(variable(paket).as_bytes());
    out.push(VAL);
    wert(&value, &mut out);
    out
}

fn wert(value: &Value, out: &mut Vec<u8>) {
    match value {
        Value::Null => {}
        Value::Bool(b) => out.push(if *b { b'1' } else { b'0' }),
        Value::Number(n) => out.extend(n.to_string().as_bytes()),
        // The markers are control bytes, which no text here holds.
        Value::String(s) => out.extend(s.bytes().filter(|b| *b > 6)),
        Value::Array(list) => {
            out.push(ARRAY_OPEN);
            for v in list {
                out.push(VAL);
                wert(v, out);
            }
            out.push(ARRAY_CLOSE);
        }
        Value::Object(map) => {
            out.push(TABLE_OPEN);
            for (k, v) in map {
                out.push(VAR);
                out.extend(k.as_bytes());
                out.push(VAL);
                wert(v, out);
            }
            out.push(TABLE_CLOSE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_are_read_with_one_value_or_many() {
        let got =
            lies(b"\x01REPORT\x02\x05\x02ROOM_INFO\x02tisch_dran\x02NIX\x06\x01LIST\x02COMMANDS");
        let want =
            [Wunsch::Report(vec!["Room.Info", "Tisch.Dran"]), Wunsch::List("COMMANDS".into())];
        assert_eq!(got, want);
        assert_eq!(lies(b"\x02\x02\x05\x06\x01\xff\xfe\x02x\x01"), []);
    }

    #[test]
    fn a_value_keeps_its_shape() {
        let got = zeig("Room.Info", r#"{"num":7,"exits":{"n":1},"x":["a",true]}"#);
        let want = [
            &b"\x01ROOM_INFO\x02\x03\x01num\x027"[..],
            b"\x01exits\x02\x03\x01n\x021\x04",
            b"\x01x\x02\x05\x02a\x021\x06\x04",
        ];
        assert_eq!(got, want.concat());
    }
}
