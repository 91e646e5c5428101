//! GMCP: what clients' programs are told and what they say, as package and JSON text, both ways. Pure;
//! knows no line and no session. The shapes are described in docs/gmcp.md.

mod tisch;

use serde_json::{Map, Value, json};

pub use self::tisch::{blatt, dran, info, meldung};
use crate::welt::{Kanal, Raum};

/// One message to a client: the package's name and its JSON text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Botschaft {
    pub paket: &'static str,
    /// May be empty.
    pub json: String,
}

impl Botschaft {
    fn new(paket: &'static str, json: &Value) -> Self {
        Self { paket, json: json.to_string() }
    }
}

/// What a client said.
#[derive(Clone, PartialEq, Eq)]
pub enum Eingang {
    /// It names itself; nothing follows from it.
    Hello,
    /// The module list, and whether it replaces, joins or leaves the one before.
    Supports(Aenderung, Vec<String>),
    Ping,
    /// Name and password. No derived `Debug` shows it.
    Credentials {
        name: String,
        passwort: String,
    },
    /// The answer to a decision.
    Zug {
        nr: u64,
        befehl: String,
    },
    /// Unknown, or known and not readable.
    Unbekannt,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aenderung {
    Set,
    Add,
    Remove,
}

/// Modules of one client at most; more are dropped.
const MODULES_MAX: usize = 64;

/// Reads a message. Names of packages and of their fields are compared without case.
pub fn lies(paket: &str, json: &str) -> Eingang {
    let value: Value = serde_json::from_str(json).unwrap_or(Value::Null);
    match paket.to_ascii_lowercase().as_str() {
        "core.hello" => Eingang::Hello,
        "core.ping" => Eingang::Ping,
        "core.supports.set" => Eingang::Supports(Aenderung::Set, modules(&value)),
        "core.supports.add" => Eingang::Supports(Aenderung::Add, modules(&value)),
        "core.supports.remove" => Eingang::Supports(Aenderung::Remove, modules(&value)),
        "char.login.credentials" => credentials(&value),
        "tisch.zug" => zug(&value),
        _ => Eingang::Unbekannt,
    }
}

/// A field, whatever its case.
fn feld<'v>(value: &'v Value, name: &str) -> Option<&'v Value> {
    value.as_object()?.iter().find(|(k, _)| k.eq_ignore_ascii_case(name)).map(|(_, v)| v)
}

/// "Char 1", "comm.channel 1": the names, in lower case.
fn modules(value: &Value) -> Vec<String> {
    let list = value.as_array().map(Vec::as_slice).unwrap_or_default();
    let name = |v: &Value| Some(v.as_str()?.split_whitespace().next()?.to_ascii_lowercase());
    list.iter().filter_map(name).take(MODULES_MAX).collect()
}

fn credentials(value: &Value) -> Eingang {
    let text = |name| Some(feld(value, name)?.as_str()?.to_string());
    match (text("account"), text("password")) {
        (Some(name), Some(passwort)) => Eingang::Credentials { name, passwort },
        _ => Eingang::Unbekannt,
    }
}

fn zug(value: &Value) -> Eingang {
    let nr = feld(value, "nr").and_then(Value::as_u64);
    let befehl = feld(value, "befehl").and_then(Value::as_str);
    match (nr, befehl) {
        (Some(nr), Some(befehl)) => {
            let befehl = befehl.chars().filter(|c| !c.is_control()).collect();
            Eingang::Zug { nr, befehl }
        }
        _ => Eingang::Unbekannt,
    }
}

/// The modules a client wants to hear of.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Module {
    /// It has said at least once what it supports; before that it is told nothing.
    said: bool,
    names: Vec<String>,
}

impl Module {
    pub fn nimm(&mut self, aenderung: Aenderung, names: Vec<String>) {
        self.said = true;
        match aenderung {
            Aenderung::Set => self.names = names,
            Aenderung::Add => self.names.extend(names),
            Aenderung::Remove => self.names.retain(|n| !names.contains(n)),
        }
        self.names.sort_unstable();
        self.names.dedup();
        self.names.truncate(MODULES_MAX);
    }

    /// The client has said what it supports.
    pub fn said(&self) -> bool {
        self.said
    }

    /// A package belongs to a module if the module's name is its own or stands in front of a dot. `Core` needs no
    /// announcement of its own.
    pub fn hoert(&self, paket: &str) -> bool {
        let paket = paket.to_ascii_lowercase();
        let of = |name: &String| {
            paket.strip_prefix(name.as_str()).is_some_and(|r| r.is_empty() || r.starts_with('.'))
        };
        self.said && (paket.starts_with("core.") || self.names.iter().any(of))
    }
}

pub fn goodbye(satz: &str) -> Botschaft {
    Botschaft::new("Core.Goodbye", &json!(satz))
}

pub fn ping() -> Botschaft {
    Botschaft { paket: "Core.Ping", json: String::new() }
}

/// A client may log in by itself.
pub fn login_default() -> Botschaft {
    Botschaft::new("Char.Login.Default", &json!({ "type": ["password-credentials"] }))
}

/// `fehler`: why it did not work; `None`: it did.
pub fn login_result(fehler: Option<&str>) -> Botschaft {
    let json = match fehler {
        None => json!({ "success": true }),
        Some(satz) => json!({ "success": false, "message": satz }),
    };
    Botschaft::new("Char.Login.Result", &json)
}

/// Whether somebody plays under a name of his own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rang {
    Gast,
    Spieler,
    Admin,
}

pub fn name(name: &str) -> Botschaft {
    Botschaft::new("Char.Name", &json!({ "name": name, "fullname": name }))
}

/// Guests have no Taler.
pub fn vitals(taler: Option<i64>, spielgeld: i64) -> Botschaft {
    Botschaft::new("Char.Vitals", &json!({ "taler": taler.unwrap_or(0), "spielgeld": spielgeld }))
}

/// What the fields of [`status`] are called.
pub fn status_vars() -> Botschaft {
    let json = json!({ "name": "Name", "rang": "Rang", "tisch": "Tisch" });
    Botschaft::new("Char.StatusVars", &json)
}

/// `tisch`: where the person sits or watches; empty for nowhere.
pub fn status(name: &str, rang: Rang, tisch: &str) -> Botschaft {
    let rang = match rang {
        Rang::Gast => "Gast",
        Rang::Spieler => "Spieler",
        Rang::Admin => "Admin",
    };
    Botschaft::new("Char.Status", &json!({ "name": name, "rang": rang, "tisch": tisch }))
}

/// A number for each room that stays the same for ever: mappers keep it. FNV-1a over the id, 31 bits.
pub fn raumnummer(id: &str) -> u32 {
    let hash =
        id.bytes().fold(0x811c_9dc5_u32, |h, b| (h ^ u32::from(b)).wrapping_mul(0x0100_0193));
    hash & 0x7fff_ffff
}

/// All rooms lie in one town.
const AREA: &str = "Tadmor";

pub fn raum_info(raum: &Raum) -> Botschaft {
    let exits: Map<String, Value> = raum
        .ausgaenge
        .iter()
        .map(|a| {
            let key = a.richtung.map_or_else(|| a.name.clone(), |r| r.kurz().to_string());
            (key, raumnummer(&a.ziel).into())
        })
        .collect();
    let num = raumnummer(&raum.id);
    let json = json!({ "num": num, "name": raum.name, "area": AREA, "exits": exits });
    Botschaft::new("Room.Info", &json)
}

pub fn raum_leute<'a>(namen: impl IntoIterator<Item = &'a str>) -> Botschaft {
    let list: Vec<Value> = namen.into_iter().map(person).collect();
    Botschaft::new("Room.Players", &list.into())
}

pub fn raum_kommt(name: &str) -> Botschaft {
    Botschaft::new("Room.AddPlayer", &person(name))
}

pub fn raum_geht(name: &str) -> Botschaft {
    Botschaft::new("Room.RemovePlayer", &json!(name))
}

fn person(name: &str) -> Value {
    json!({ "name": name, "fullname": name })
}

/// What is said in the room, told and whispered are channels of their own beside those of the Kurier.
pub fn kanaele(kurier: &[Kanal]) -> Botschaft {
    let mut list =
        vec![kanal("raum", "Im Raum", "sage"), kanal("mitteilung", "Mitteilungen", "teile")];
    list.extend(kurier.iter().map(|k| {
        let befehl = format!("kurier {}", k.name);
        kanal(&k.name, &k.beschreibung.wortlaut(), &befehl)
    }));
    Botschaft::new("Comm.Channel.List", &list.into())
}

fn kanal(name: &str, caption: &str, command: &str) -> Value {
    json!({ "name": name, "caption": caption, "command": command })
}

/// A line of a channel. `talker` is empty where the house speaks.
pub fn rede(channel: &str, talker: &str, text: &str) -> Botschaft {
    let json = json!({ "channel": channel, "talker": talker, "text": text });
    Botschaft::new("Comm.Channel.Text", &json)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_heard_before_the_client_has_said_what_it_supports() {
        let mut m = Module::default();
        assert!(!m.hoert("Core.Goodbye"));
        m.nimm(Aenderung::Set, vec!["room".into(), "comm.channel".into()]);
        assert!(m.hoert("Room.Info") && m.hoert("Comm.Channel.Text") && m.hoert("Core.Ping"));
        assert!(!m.hoert("Tisch.Info") && !m.hoert("Roomy.Info") && !m.hoert("Comm.Other"));
        m.nimm(Aenderung::Add, vec!["tisch".into()]);
        m.nimm(Aenderung::Remove, vec!["room".into()]);
        assert!(m.hoert("Tisch.Dran") && !m.hoert("Room.Info"));
    }

    #[test]
    fn names_are_read_whatever_their_case() {
        let modules = vec!["char".to_string(), "comm.channel".to_string()];
        let want = Eingang::Supports(Aenderung::Set, modules);
        assert!(lies("core.SUPPORTS.set", r#"["Char 1", "comm.channel 1", 7]"#) == want);
        let want = Eingang::Zug { nr: 17, befehl: "spiele pik 7 hoch".into() };
        assert!(lies("TISCH.zug", r#"{"Nr":17,"befehl":"spiele pik 7 hoch"}"#) == want);
    }

    #[test]
    fn what_cannot_be_read_is_nothing() {
        for (paket, json) in [
            ("Tisch.Zug", r#"{"nr":-1,"befehl":"los"}"#),
            ("Tisch.Zug", r#"{"befehl":"los"}"#),
            ("Tisch.Zug", "[[[[[["),
            ("Char.Login.Credentials", r#"{"account":"anna"}"#),
            ("Char.Items.Inv", ""),
        ] {
            assert!(lies(paket, json) == Eingang::Unbekannt, "{paket} {json}");
        }
        assert!(lies("Core.Supports.Set", "{") == Eingang::Supports(Aenderung::Set, vec![]));
    }

    #[test]
    fn a_move_cannot_carry_a_second_line() {
        let want = Eingang::Zug { nr: 1, befehl: "losende".into() };
        assert!(lies("Tisch.Zug", r#"{"nr":1,"befehl":"los\r\nende"}"#) == want);
    }
}
