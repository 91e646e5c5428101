//! Checks a record by playing it again: every input goes through the very rules, and every line that follows from
//! them is written anew and compared. Knows no game and touches no disk.

mod siegel;

use std::collections::VecDeque;
use std::fmt;

use serde_json::Value;

use self::siegel::Gesiegelt;
use crate::limits::AMOUNT_MAX;
use crate::protokoll::{self, Felder};
use crate::spiele::{Aufzeichnung, Awaits, Eingabe, Kasse, Out, Platz, Spiel, Vorrat};

/// What is wrong with a record, and in which line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mangel {
    /// 1-based.
    pub line: usize,
    /// One German sentence.
    pub what: String,
}

impl fmt::Display for Mangel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Zeile {}: {}", self.line, self.what)
    }
}

/// What a record in order holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Befund {
    /// Id of the game.
    pub spiel: &'static str,
    /// Deals that were replayed.
    pub gegeben: usize,
    /// Moves that were replayed.
    pub zuege: usize,
}

/// A record's lines with their numbers; empty lines are left out.
pub struct Zeilen {
    felder: Vec<Felder>,
    nummern: Vec<usize>,
}

impl Zeilen {
    /// Errors: the first line that is no JSON object.
    pub fn read(record: &str) -> Result<Self, Mangel> {
        let (mut felder, mut nummern) = (Vec::new(), Vec::new());
        for (line, nr) in record.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
            felder.push(protokoll::read_line(line).map_err(|what| Mangel { line: nr, what })?);
            nummern.push(nr);
        }
        Ok(Self { felder, nummern })
    }

    /// What the first line says under `game`. Errors: the record does not begin with a `start` line.
    pub fn game(&self) -> Result<&str, Mangel> {
        let Some(first) = self.felder.first() else {
            return Err(Mangel { line: 1, what: "Die Aufzeichnung ist leer.".to_string() });
        };
        let start = match protokoll::text(first, "ev") {
            Ok("start") => protokoll::text(first, "game"),
            _ => Err("Eine Aufzeichnung beginnt mit der Zeile „start“.".to_string()),
        };
        start.map_err(|what| Mangel { line: self.nummern[0], what })
    }

    /// The number of the line at this index; behind the last line, the number it would have.
    fn nummer(&self, index: usize) -> usize {
        let last = self.nummern.last().map_or(1, |n| n + 1);
        self.nummern.get(index).copied().unwrap_or(last)
    }
}

/// Replays a record of this game. `vorrat` holds the texts that its settings may name. Errors: the first line that
/// does not fit the rules, or where the record ends too early the line that is missing.
pub fn verify<S: Aufzeichnung>(zeilen: &Zeilen, vorrat: &Vorrat) -> Result<Befund, Mangel> {
    let game = zeilen.game()?;
    let at = |index: usize| move |what| Mangel { line: zeilen.nummer(index), what };
    if game != protokoll::game_name::<S>() {
        let what = format!("Das ist eine Aufzeichnung von „{game}“, nicht von „{}“.", S::ID);
        return Err(at(0)(what));
    }
    let mut replay = Replay::<S>::start(&zeilen.felder[0], vorrat).map_err(at(0))?;
    for index in 1..zeilen.felder.len() {
        replay.step(&zeilen.felder[index..]).map_err(at(index))?;
    }
    replay.end().map_err(at(zeilen.felder.len()))?;
    Ok(replay.befund)
}

/// A game that is being played again.
struct Replay<S: Spiel> {
    spiel: S,
    plaetze: u8,
    /// Lines that follow from the inputs so far and have yet to come.
    erwartet: VecDeque<Value>,
    /// Lines of seats that sit out, which the next deal will write once more.
    vorab: Vec<Felder>,
    out: Out<S::Event>,
    siegel: Option<Gesiegelt<S::Karte>>,
    befund: Befund,
}

impl<S: Aufzeichnung> Replay<S> {
    fn start(head: &Felder, vorrat: &Vorrat) -> Result<Self, String> {
        let seats = protokoll::list(head, "seats")?;
        let plaetze = u8::try_from(seats.len()).unwrap_or(u8::MAX);
        if plaetze > *S::PLAETZE.end() || plaetze < *S::PLAETZE.start() {
            return Err(format!("Mit {} Plätzen gibt es dieses Spiel nicht.", seats.len()));
        }
        if !seats.iter().all(Value::is_string) {
            return Err("Bei „seats“ gehören Namen hin.".to_string());
        }
        let (regeln, anfang) = S::read_head(head, vorrat)?;
        Ok(Self {
            spiel: S::start(&regeln, &anfang),
            plaetze,
            erwartet: VecDeque::new(),
            vorab: Vec::new(),
            out: Out::new(),
            siegel: None,
            befund: Befund { spiel: S::ID, gegeben: 0, zuege: 0 },
        })
    }

    /// Takes the first of these lines; the ones behind it are there for a deal.
    fn step(&mut self, lines: &[Felder]) -> Result<(), String> {
        let line = &lines[0];
        let ev = protokoll::text(line, "ev")?;
        if siegel::is_seal(line) {
            self.siegel = Some(Gesiegelt::read(lines, self.spiel.deck().len())?);
            return Ok(());
        }
        if siegel::is_open(line) {
            let unsealed = "Hier wird etwas geöffnet, das nie versiegelt war.";
            return self.siegel.as_mut().ok_or(unsealed)?.check(line);
        }
        if ev == "start" {
            return Err("Eine Aufzeichnung beginnt nur einmal.".to_string());
        }
        if self.erwartet.is_empty() {
            match self.spiel.input(lines)? {
                Some(Eingabe::SitOut(platz, out_of_play)) => {
                    return self.sit_out(platz, out_of_play, line);
                }
                Some(eingabe) => self.feed(eingabe)?,
                None => {}
            }
        }
        let known = S::EVENTS.contains(&ev);
        match self.erwartet.front() {
            Some(next) if known || next["ev"] == ev => {
                compare(next, line)?;
                self.erwartet.pop_front();
                Ok(())
            }
            None if known => Err(format!("Für die Zeile „{ev}“ gibt es hier keinen Anlass.")),
            _ => Ok(()),
        }
    }

    /// Sitting out takes effect at once, but a game tells of it with the next deal; that line has come already.
    fn sit_out(&mut self, platz: Platz, out_of_play: bool, line: &Felder) -> Result<(), String> {
        self.check_seat(platz)?;
        self.spiel.sit_out(platz, out_of_play);
        self.vorab.push(line.clone());
        Ok(())
    }

    fn feed(&mut self, eingabe: Eingabe<S>) -> Result<(), String> {
        match eingabe {
            Eingabe::Deck(order) => {
                let sealed = self.siegel.as_mut().and_then(Gesiegelt::take_order);
                self.deal(&sealed.unwrap_or(order))?;
            }
            Eingabe::Zug(platz, zug) => self.play(platz, &zug)?,
            Eingabe::Sit(platz, steine) => {
                self.check_seat(platz)?;
                if !(0..=AMOUNT_MAX).contains(&steine) {
                    return Err("Mit so vielen Zählsteinen setzt sich niemand.".to_string());
                }
                self.spiel.sit(platz, steine, &mut self.out);
            }
            Eingabe::Rise(platz) => {
                self.check_seat(platz)?;
                self.spiel.rise(platz, &mut self.out);
            }
            Eingabe::SitOut(..) => {}
        }
        for event in self.out.drain() {
            let Some(line) = S::line(event.for_record()) else { continue };
            match self.vorab.iter().position(|before| compare(&line, before).is_ok()) {
                Some(i) => drop(self.vorab.remove(i)),
                None => self.erwartet.push_back(line),
            }
        }
        Ok(())
    }

    fn check_seat(&self, platz: Platz) -> Result<(), String> {
        let there = platz.0 < self.plaetze;
        there.then_some(()).ok_or_else(|| format!("Den Platz {} gibt es hier nicht.", platz.0))
    }

    fn deal(&mut self, order: &[S::Karte]) -> Result<(), String> {
        match self.spiel.awaits() {
            Awaits::Deck => {}
            Awaits::Pause if self.spiel.ready() => {}
            _ => return Err("Hier wird nicht gegeben.".to_string()),
        }
        let (mut dealt, mut deck) = (order.to_vec(), self.spiel.deck());
        dealt.sort_unstable();
        deck.sort_unstable();
        if dealt != deck {
            return Err("Diese Karten ergeben zusammen nicht den Kartensatz.".to_string());
        }
        self.spiel.deal(order, &mut self.out);
        self.befund.gegeben += 1;
        Ok(())
    }

    fn play(&mut self, platz: Platz, zug: &S::Zug) -> Result<(), String> {
        let dran = matches!(self.spiel.awaits(), Awaits::Zug(set) if set.contains(platz));
        if !dran {
            return Err(format!("Platz {} ist hier nicht an der Reihe.", platz.0));
        }
        self.befund.zuege += 1;
        self.spiel
            .play(platz, zug, &mut self.out)
            .map_err(|verstoss| format!("Platz {} darf hier nicht „{zug}“: {verstoss:?}.", platz.0))
    }

    /// Nothing may be missing: no line that follows, and no move.
    fn end(&self) -> Result<(), String> {
        if let Some(line) = self.erwartet.front() {
            return Err(format!("Hier fehlt die Zeile {line}."));
        }
        let open_end = S::KASSE == Kasse::Steine && self.spiel.awaits() == Awaits::Pause;
        if open_end || self.spiel.awaits() == Awaits::Over {
            return Ok(());
        }
        Err("Die Aufzeichnung hört mitten im Spiel auf.".to_string())
    }
}

/// Every expected field must stand in the line as it is; fields beyond them mean nothing.
fn compare(erwartet: &Value, line: &Felder) -> Result<(), String> {
    let Some(erwartet) = erwartet.as_object() else { return Ok(()) };
    for (key, want) in erwartet {
        match line.get(key) {
            Some(have) if have == want => {}
            Some(have) if key == "ev" => {
                return Err(format!("Hier steht {have}, nach den Regeln folgt {want}."));
            }
            Some(have) => {
                return Err(format!("Bei „{key}“ steht {have}, nach den Regeln ist es {want}."));
            }
            None => return Err(format!("Hier fehlt „{key}“, nach den Regeln ist es {want}.")),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spiele::russisch::Russisch;
    use crate::spiele::russisch::regeln::Regeln;
    use crate::spiele::{Anfang, Viewer};

    /// A whole game of the mildest moves, as lines.
    fn record() -> Vec<String> {
        let regeln = Regeln::default();
        let anfang =
            Anfang { plaetze: 4, erster: Platz(1), einsatz: 100, runden: 5, steine: vec![None; 4] };
        let namen = ["Anna", "Vladim", "Elena", "Sergej"].map(str::to_string);
        let mut lines =
            vec![protokoll::start_line::<Russisch>(&regeln, &anfang, &namen).to_string()];
        let mut spiel = Russisch::start(&regeln, &anfang);
        let mut out = Out::new();
        loop {
            match spiel.awaits() {
                Awaits::Deck => spiel.deal(&spiel.deck(), &mut out),
                Awaits::Zug(set) => {
                    let platz = set.iter().next().unwrap();
                    let zug = Russisch::mildest(&spiel.view(Viewer::Platz(platz)));
                    spiel.play(platz, &zug, &mut out).unwrap();
                }
                Awaits::Over | Awaits::Pause => break,
            }
            let events = out.drain().filter_map(|e| Russisch::line(e.for_record()));
            lines.extend(events.map(|l| l.to_string()));
        }
        lines
    }

    fn check(lines: &[String]) -> Result<Befund, Mangel> {
        let zeilen = Zeilen::read(&lines.join("\n"))?;
        verify::<Russisch>(&zeilen, &Vorrat::default())
    }

    fn index(lines: &[String], ev: &str) -> usize {
        lines.iter().position(|l| l.contains(&format!("\"ev\":\"{ev}\""))).unwrap()
    }

    /// The line of a record that is refused after a change of one line.
    fn refused(ev: &str, from: &str, to: &str) -> (usize, Mangel) {
        let mut lines = record();
        let i = index(&lines, ev);
        assert!(lines[i].contains(from), "{} has no {from}", lines[i]);
        lines[i] = lines[i].replacen(from, to, 1);
        (i + 1, check(&lines).unwrap_err())
    }

    #[test]
    fn a_record_of_the_very_rules_is_in_order() {
        // 15 cards a seat in five rounds, and five announcements.
        assert_eq!(check(&record()), Ok(Befund { spiel: "russisch", gegeben: 5, zuege: 80 }));
    }

    #[test]
    fn what_follows_from_the_rules_must_be_as_they_say() {
        for (ev, from, to) in [
            ("trick", "\"winner\":", "\"winner\":1"),
            ("score", "\"points\":[", "\"points\":[7"),
            ("score", "\"totals\":[", "\"totals\":[7"),
            ("end", "\"payout\":[", "\"payout\":[7"),
            ("end", "\"totals\":[", "\"totals\":[7"),
        ] {
            let (line, mangel) = refused(ev, from, to);
            assert_eq!(mangel.line, line, "{mangel}");
            assert!(mangel.what.contains("nach den Regeln"), "{mangel}");
        }
    }

    #[test]
    fn an_illegal_move_is_refused_where_it_stands() {
        let (line, mangel) = refused("bid", "\"bid\":0", "\"bid\":2");
        assert_eq!(mangel.line, line);
        assert!(mangel.what.contains("ansage 2"), "{mangel}");
        let (line, mangel) = refused("bid", "\"seat\":1", "\"seat\":3");
        assert_eq!(mangel.line, line);
    }

    #[test]
    fn missing_and_surplus_lines_are_refused() {
        let whole = record();
        for ev in ["trick", "score", "deal"] {
            let mut lines = whole.clone();
            let i = index(&lines, ev);
            lines.remove(i);
            assert_eq!(check(&lines).unwrap_err().line, i + 1, "without {ev}");
            let mut lines = whole.clone();
            lines.insert(i, whole[i].clone());
            assert_eq!(check(&lines).unwrap_err().line, i + 2, "twice {ev}");
        }
        let early = &whole[..whole.len() - 1];
        let mangel = check(early).unwrap_err();
        assert_eq!(mangel.line, whole.len());
        assert!(mangel.what.contains("\"end\""), "{mangel}");
        assert!(check(&whole[..3]).unwrap_err().what.contains("mitten im Spiel"));
        let mut late = whole.clone();
        late.push(r#"{"ev":"bid","seat":1,"bid":0}"#.to_string());
        assert_eq!(check(&late).unwrap_err().line, late.len());
        late.pop();
        late.push(whole[0].clone());
        assert_eq!(check(&late).unwrap_err().line, late.len());
    }

    #[test]
    fn what_a_reader_does_not_know_is_ignored() {
        let mut lines = record();
        lines[0] = lines[0].replacen('{', "{\"table\":7,", 1);
        lines.insert(1, r#"{"ev":"weather","sky":"grey"}"#.to_string());
        let i = index(&lines, "trick");
        lines[i] = lines[i].replacen('{', "{\"at\":\"22:15\",", 1);
        lines.insert(i, r#"{"ev":"weather"}"#.to_string());
        lines.insert(i, String::new());
        assert!(check(&lines).is_ok());
    }

    #[test]
    fn broken_json_is_refused_with_its_line() {
        let mut lines = record();
        lines[4].pop();
        let mangel = check(&lines).unwrap_err();
        assert_eq!(mangel.line, 5);
        assert!(mangel.what.contains("JSON"));
    }

    #[test]
    fn a_record_of_another_game_is_refused() {
        let (line, mangel) = refused("start", "russisch-poker", "miwin-poker");
        assert_eq!(mangel.line, line);
        assert!(mangel.what.contains("miwin-poker"));
    }
}
