//! Records of Olegs Russisch Poker, as docs/protokoll.md prints them. Knows no words of the table and no disk.

use serde_json::{Map, Value, json};

use super::abrechnung::Abrechnung;
use super::karten::{Art, Blatt, Karte, Wurf};
use super::regeln::{
    AbrechnungArt, Event, Pik7Hoch, Regeln, RestAn, Rundenverlauf, Russisch, View, Zug, eroeffner,
    karten_pro_runde,
};
use crate::deutsch;
use crate::protokoll::{self, Felder};
use crate::spiele::{
    Anfang, Aufzeichnung, Eingabe, Platz, Rundenwahl, Spiel, Verlassen, Viewer, Vorrat,
};

impl Aufzeichnung for Russisch {
    const EVENTS: &'static [&'static str] = &["deal", "bid", "play", "trick", "score", "end"];

    fn head(regeln: &Regeln, anfang: &Anfang) -> Map<String, Value> {
        let mut head = Felder::new();
        head.insert("stake".into(), anfang.einsatz.into());
        head.insert("rounds".into(), anfang.runden.into());
        head.insert("first".into(), anfang.erster.0.into());
        let rules = protokoll::differing(settings(regeln), settings(&Regeln::default()));
        head.extend(rules.map(|r| ("rules".to_string(), r)));
        head
    }

    fn read_head(head: &Felder, vorrat: &Vorrat) -> Result<(Regeln, Anfang), String> {
        let regeln = protokoll::read_rules::<Self>(head, vorrat)?;
        let einsatz = protokoll::amount(head, "stake")?;
        let runden = protokoll::number(head, "rounds")?;
        let erster = protokoll::seat(head, "first")?;
        if !regeln.tisch.runden.contains(&runden) {
            return Err(format!("Ein Spiel über {runden} Runden lassen die Regeln nicht zu."));
        }
        if !regeln.tisch.einsatz.contains(&einsatz) {
            return Err(format!("Einen Einsatz von {einsatz} lassen die Regeln nicht zu."));
        }
        if erster.0 > 3 {
            return Err("Bei „first“ gehört ein Platz von 0 bis 3 hin.".to_string());
        }
        check_offers(head, einsatz)?;
        Ok((regeln, Anfang { plaetze: 4, erster, einsatz, runden, steine: vec![None; 4] }))
    }

    fn line(event: &Event) -> Option<Value> {
        Some(match event {
            Event::Gegeben { runde, karten, eroeffner, haende } => json!({
                "ev": "deal", "round": runde, "cards": karten, "starter": eroeffner.0,
                "hands": haende.map(hand),
            }),
            Event::Ansage { platz, n } => json!({"ev": "bid", "seat": platz.0, "bid": n}),
            Event::Wurf { platz, wurf } => play_line(*platz, *wurf),
            Event::Stich { platz, .. } => json!({"ev": "trick", "winner": platz.0}),
            Event::RundeEndet { runde, punkte, gesamt, .. } => {
                json!({"ev": "score", "round": runde, "points": punkte, "totals": gesamt})
            }
            Event::Ende { gesamt, abrechnung, .. } => end_line(gesamt, abrechnung),
            Event::RundeBeginnt { .. } | Event::Blatt { .. } => return None,
        })
    }

    fn input(&self, lines: &[Felder]) -> Result<Option<Eingabe<Self>>, String> {
        let Some(line) = lines.first() else { return Ok(None) };
        match protokoll::text(line, "ev")? {
            "deal" => deal(&self.view(Viewer::Zuschauer), line).map(|o| Some(Eingabe::Deck(o))),
            "bid" => {
                let zug = Zug::Ansage(protokoll::number(line, "bid")?);
                Ok(Some(Eingabe::Zug(protokoll::seat(line, "seat")?, zug)))
            }
            "play" => {
                let zug = Zug::Spiele(wurf(line)?);
                Ok(Some(Eingabe::Zug(protokoll::seat(line, "seat")?, zug)))
            }
            _ => Ok(None),
        }
    }
}

fn hand(blatt: Blatt) -> Vec<String> {
    blatt.iter().map(|k| k.to_string()).collect()
}

fn play_line(platz: Platz, wurf: Wurf) -> Value {
    let mut line = json!({"ev": "play", "seat": platz.0, "card": wurf.karte().to_string()});
    if let Some(art) = wurf.art() {
        line["joker"] = ART.iter().find(|(_, a)| *a == art).map_or("", |(name, _)| name).into();
    }
    line
}

/// A house share is written only where there is one.
fn end_line(gesamt: &[i64; 4], abrechnung: &Abrechnung) -> Value {
    let mut line = json!({"ev": "end", "totals": gesamt, "payout": abrechnung.auszahlung});
    if abrechnung.haus != 0 {
        line["house"] = abrechnung.haus.into();
    }
    line
}

const ART: [(&str, Art); 2] = [("hoch", Art::Hoch), ("niedrig", Art::Niedrig)];

fn wurf(line: &Felder) -> Result<Wurf, String> {
    let karte: Karte = protokoll::card(protokoll::field(line, "card")?)?;
    let art = match line.get("joker") {
        None => None,
        Some(name) => {
            let known = ART.iter().find(|(n, _)| name == n);
            let (_, art) = known.ok_or("Bei „joker“ gehört „hoch“ oder „niedrig“ hin.")?;
            Some(*art)
        }
    };
    Wurf::new(karte, art).ok_or_else(|| "„joker“ steht bei P7 und nur dort.".to_string())
}

/// The stake is the lowest of the four secret bids (regeln.md R16).
fn check_offers(head: &Felder, einsatz: i64) -> Result<(), String> {
    if !head.contains_key("offers") {
        return Ok(());
    }
    let offers = protokoll::list(head, "offers")?;
    if offers.len() != 4 || offers.iter().filter_map(Value::as_i64).min() != Some(einsatz) {
        return Err("Der Einsatz ist nicht das niedrigste von vier Geboten.".to_string());
    }
    Ok(())
}

/// The order of the deck that deals these hands; what nobody holds lies below, in a fixed order.
fn deal(view: &View, line: &Felder) -> Result<Vec<Karte>, String> {
    let runde: u32 = protokoll::number(line, "round")?;
    if runde != view.runde + 1 || runde > view.runden {
        return Err(format!("Runde {runde} ist hier nicht an der Reihe."));
    }
    let vorhand = if view.runde == 0 { view.eroeffner } else { eroeffner(view.eroeffner, 2) };
    if protokoll::seat(line, "starter")? != vorhand {
        return Err(format!("Diese Runde eröffnet Platz {}.", vorhand.0));
    }
    let karten = karten_pro_runde(view.regeln.rundenverlauf, runde, view.runden);
    let haende = hands(protokoll::list(line, "hands")?, karten)?;
    let mut order = Vec::with_capacity(32);
    for i in 0..usize::from(karten) * 4 {
        order.push(haende[(vorhand.i() + i) % 4][i / 4]);
    }
    let dealt: Blatt = order.iter().copied().collect();
    if dealt.len() != order.len() {
        return Err("Eine Karte ist zweimal ausgegeben.".to_string());
    }
    order.extend(Blatt::FULL.minus(dealt).iter());
    Ok(order)
}

fn hands(list: &[Value], karten: u8) -> Result<[Vec<Karte>; 4], String> {
    let hands: Vec<Vec<Karte>> = list.iter().map(protokoll::cards).collect::<Result<_, _>>()?;
    let hands = <[Vec<Karte>; 4]>::try_from(hands);
    let hands = hands.map_err(|_| "Bei „hands“ gehören vier Blätter hin.".to_string())?;
    if hands.iter().any(|h| h.len() != usize::from(karten)) {
        return Err(format!("In dieser Runde hat jedes Blatt {}.", deutsch::karten(karten.into())));
    }
    Ok(hands)
}

/// Every setting under its key of regeln.md 3.2, always the same keys in the same order.
fn settings(r: &Regeln) -> Vec<(&'static str, Value)> {
    let t = &r.tisch;
    let mut all = play_settings(r);
    all.extend([
        ("runden_wahl", word(&RUNDENWAHL, t.rundenwahl)),
        ("runden_min", (*t.runden.start()).into()),
        ("runden_max", (*t.runden.end()).into()),
        ("runden_standard", t.runden_standard.into()),
        ("einsatz_min", (*t.einsatz.start()).into()),
        ("einsatz_max", (*t.einsatz.end()).into()),
        ("freunde_bieten", t.freunde_gebot.is_some().into()),
        ("freunde_gebot", t.freunde_gebot.unwrap_or(FREUNDE_GEBOT).into()),
        ("einsammeln", if t.einsammeln_auf_befehl { "befehl" } else { "sofort" }.into()),
        ("verlassen", word(&VERLASSEN, t.verlassen)),
        ("erfahrung_gegen_freunde", t.erfahrung_gegen_freunde.into()),
        ("erfahrung_je_sieg", t.erfahrung_je_sieg.into()),
    ]);
    all
}

/// What friends would bid if they did: the default, so that nothing is written where they do not.
const FREUNDE_GEBOT: i64 = 2500;

fn play_settings(r: &Regeln) -> Vec<(&'static str, Value)> {
    let zelt = [("abschnitt", Rundenverlauf::Abschnitt), ("zelt", Rundenverlauf::Zelt)];
    let pik7 = [("frei", Pik7Hoch::Frei), ("pik", Pik7Hoch::Pik), ("karo", Pik7Hoch::Karo)];
    let abrechnung = [("abstand", AbrechnungArt::Abstand), ("anteil", AbrechnungArt::Anteil)];
    let rest = [("bestplatzierte", RestAn::Bestplatzierte), ("haus", RestAn::Haus)];
    vec![
        ("rundenverlauf", word(&zelt, r.rundenverlauf)),
        ("letzter_darf_aufgehen", r.letzter_darf_aufgehen.into()),
        ("pik7_hoch_bedienen", word(&pik7, r.pik7_hoch_bedienen)),
        ("pik7_zaehlt_als_pik", r.pik7_zaehlt_als_pik.into()),
        ("ueberstechen_pflicht", r.ueberstechen_pflicht.into()),
        ("abrechnung", word(&abrechnung, r.abrechnung)),
        ("rest_an", word(&rest, r.rest_an)),
        ("haus_promille", r.haus_promille.into()),
    ]
}

const RUNDENWAHL: [(&str, Rundenwahl); 3] = [
    ("gruender", Rundenwahl::Gruender),
    ("fest", Rundenwahl::Fest),
    ("niedrigstes_gebot", Rundenwahl::NiedrigstesGebot),
];

const VERLASSEN: [(&str, Verlassen); 2] =
    [("verfall", Verlassen::Verfall), ("gutschrift", Verlassen::Gutschrift)];

fn word<T: PartialEq + Copy>(words: &[(&str, T)], value: T) -> Value {
    words.iter().find(|(_, v)| *v == value).map_or(Value::Null, |(w, _)| (*w).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spiele::Out;

    fn anfang() -> Anfang {
        Anfang { plaetze: 4, erster: Platz(2), einsatz: 100, runden: 18, steine: vec![None; 4] }
    }

    /// Plays the opening of the example in docs/protokoll.md.
    fn example() -> Vec<String> {
        let namen = ["Vladim", "Anna", "Elena", "Sergej"].map(str::to_string);
        let regeln = Regeln::default();
        let mut lines =
            vec![protokoll::start_line::<Russisch>(&regeln, &anfang(), &namen).to_string()];
        let mut spiel = Russisch::start(&regeln, &anfang());
        let hands = r#"{"ev":"deal","round":1,"cards":1,"starter":2,
            "hands":[["KA"],["P7"],["H10"],["XB"]]}"#;
        let deal = protokoll::read_line(hands).unwrap();
        let Ok(Some(Eingabe::Deck(order))) = spiel.input(&[deal]) else { panic!("a deal") };
        let mut out = Out::new();
        spiel.deal(&order, &mut out);
        for (platz, zug) in [
            (2, "ansage 0"),
            (3, "ansage 0"),
            (0, "ansage 0"),
            (1, "ansage 0"),
            (2, "spiele H10"),
            (3, "spiele XB"),
            (0, "spiele KA"),
            (1, "spiele P7 hoch"),
        ] {
            spiel.play(Platz(platz), &zug.parse().unwrap(), &mut out).unwrap();
        }
        let events = out.iter().filter_map(|e| Russisch::line(e.for_record()));
        lines.extend(events.map(|l| l.to_string()));
        lines
    }

    #[test]
    fn lines_are_written_as_the_format_prints_them() {
        let expected = [
            concat!(
                r#"{"ev":"start","game":"russisch-poker","#,
                r#""seats":["Vladim","Anna","Elena","Sergej"],"#,
                r#""stake":100,"rounds":18,"first":2}"#
            ),
            concat!(
                r#"{"ev":"deal","round":1,"cards":1,"starter":2,"#,
                r#""hands":[["KA"],["P7"],["H10"],["XB"]]}"#
            ),
            r#"{"ev":"bid","seat":2,"bid":0}"#,
            r#"{"ev":"bid","seat":3,"bid":0}"#,
            r#"{"ev":"bid","seat":0,"bid":0}"#,
            r#"{"ev":"bid","seat":1,"bid":0}"#,
            r#"{"ev":"play","seat":2,"card":"H10"}"#,
            r#"{"ev":"play","seat":3,"card":"XB"}"#,
            r#"{"ev":"play","seat":0,"card":"KA"}"#,
            r#"{"ev":"play","seat":1,"card":"P7","joker":"hoch"}"#,
            r#"{"ev":"trick","winner":1}"#,
            r#"{"ev":"score","round":1,"points":[5,1,5,5],"totals":[5,1,5,5]}"#,
        ];
        assert_eq!(example(), expected);
    }

    #[test]
    fn settings_come_back_from_the_head() {
        let regeln = Regeln {
            rundenverlauf: Rundenverlauf::Zelt,
            pik7_hoch_bedienen: Pik7Hoch::Karo,
            haus_promille: 30,
            ..Regeln::default()
        };
        let head = Russisch::head(&regeln, &anfang());
        assert_eq!(
            head["rules"].to_string(),
            r#"{"rundenverlauf":"zelt","pik7_hoch_bedienen":"karo","haus_promille":30}"#
        );
        let (back, beginning) = Russisch::read_head(&head, &Vorrat::default()).unwrap();
        assert_eq!(back, regeln);
        assert_eq!(beginning, anfang());
    }

    #[test]
    fn a_head_that_breaks_the_rules_is_refused() {
        let refused = |json: &str| {
            let head = protokoll::read_line(json).unwrap();
            Russisch::read_head(&head, &Vorrat::default()).unwrap_err()
        };
        assert!(refused(r#"{"stake":100,"rounds":4,"first":0}"#).contains("4 Runden"));
        assert!(refused(r#"{"stake":100,"rounds":5,"first":4}"#).contains("first"));
        assert!(refused(r#"{"stake":0,"rounds":5,"first":0}"#).contains("Einsatz"));
        let offers = r#"{"stake":100,"rounds":5,"first":0,"offers":[90,100,200,300]}"#;
        assert!(refused(offers).contains("niedrigste"));
        let rules = r#"{"stake":100,"rounds":5,"first":0,"rules":{"haus_promile":3}}"#;
        assert!(refused(rules).contains("haus_promille"));
    }

    #[test]
    fn a_deal_that_cannot_be_is_refused() {
        let spiel = Russisch::start(&Regeln::default(), &anfang());
        let refused = |hands: &str, starter: u8| {
            let json = format!(
                r#"{{"ev":"deal","round":1,"cards":1,"starter":{starter},"hands":{hands}}}"#
            );
            spiel.input(&[protokoll::read_line(&json).unwrap()]).err().unwrap()
        };
        assert!(refused(r#"[["KA"],["KA"],["H10"],["XB"]]"#, 2).contains("zweimal"));
        assert!(refused(r#"[["KA"],["P7"],["H10"]]"#, 2).contains("vier"));
        assert!(refused(r#"[["KA","K7"],["P7"],["H10"],["XB"]]"#, 2).contains("1 Karte."));
        assert!(refused(r#"[["KA"],["P7"],["H10"],["XB"]]"#, 1).contains("Platz 2"));
        assert!(refused(r#"[["KA"],["P7"],["H10"],["Z9"]]"#, 2).contains("Z9"));
    }
}
