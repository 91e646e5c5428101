//! Where the journal of an open sitting may begin. Each finished deal leaves one line that holds the whole sitting; as
//! soon as the next deal is over, too, everything before that line is needed no longer: the journal of a long evening
//! stays as short as that of two deals, and whoever returns after a restart finds the last deal as it was shown.

use std::time::Duration;

use serde_json::{Map, Value, json};

use super::schritt::ms;
use super::sitze::{Art, Besetzung};
use super::steine::Bilanz;
use super::{Ausgang, Output, Platz, Schritt, Stand, Tempo, Tisch, Tischspiel, mischsiegel};
use crate::satz::Satz;
use crate::taler::Geldkonto;

impl<S: Tischspiel> Tisch<S> {
    /// Notes the sitting once after each deal. A step that is paid for and not taken yet would be lost with what is
    /// before it, so nothing is noted while one is on its way.
    pub(super) fn schliesse_abschnitt(&mut self, aus: &mut Ausgang<S>) {
        if self.versiegelt == self.abschnitt || self.zahlungen > 0 || !self.zwischen_zwei_runden() {
            return;
        }
        if let Some(stand) = self.sitzungsstand() {
            self.apply_logged(Schritt::Sitzung { stand }, aus);
            aus.push(Output::Abschnitt);
        }
    }

    /// On an empty table the sitting stands up from it; on one that has played so far it says what is known.
    pub(super) fn apply_sitzung(&mut self, stand: &str) -> bool {
        let fits = self.spiel().is_some() || self.stelle_her(stand).is_some();
        self.abschnitt = self.versiegelt;
        fits
    }

    /// `None`: the game cannot be written down now.
    fn sitzungsstand(&self) -> Option<String> {
        let spiel = self.spiel()?.zwischenstand()?;
        let sitze: Vec<Value> = self.alle_plaetze().map(|p| self.wer(p).map(sitz).into()).collect();
        let bilanz: Map<String, Value> = self
            .bilanz
            .iter()
            .map(|(name, b)| (name.clone(), json!([b.gewinn, b.mensch])))
            .collect();
        let absprachen: Vec<&str> = self.absprachen.iter().map(|(satz, _)| satz.as_str()).collect();
        let siegel = self.siegel_offen().map(|s| mischsiegel::write(&s));
        let stand = json!({
            // The line itself is a step, too.
            "schritte": self.schritte + 1, "zaehler": self.zaehler, "ereignisse": self.ereignisse,
            "partien": self.partien, "versiegelt": self.versiegelt, "tempo": self.tempo.name(),
            "pause_bis_ms": self.pause_bis.map(ms), "absprachen": absprachen,
            "bilanz": bilanz, "sitze": sitze, "spiel": spiel, "siegel": siegel,
        });
        Some(stand.to_string())
    }

    /// Expects an empty table. `None`: the line is none, or of another table.
    fn stelle_her(&mut self, stand: &str) -> Option<()> {
        let v: Value = serde_json::from_str(stand).ok()?;
        for satz in v.get("absprachen")?.as_array()? {
            let satz = satz.as_str()?;
            let zeile = S::agree(&Satz::new(satz), &mut self.regeln)?.ok()?;
            self.absprachen.push((satz.to_string(), zeile));
        }
        let sitze = v.get("sitze")?.as_array().filter(|s| s.len() == self.sitze.len())?;
        for (sitz, wer) in self.sitze.iter_mut().zip(sitze) {
            sitz.wer = if wer.is_null() { None } else { Some(besetzung(wer)?) };
        }
        let spiel = S::aus_zwischenstand(&self.regeln, self.e.plaetze, v.get("spiel")?.as_str()?)?;
        self.stand = Stand::Laeuft(Box::new(spiel));
        self.note_kasse();
        let count = |key: &str| v.get(key)?.as_u64();
        (self.schritte, self.zaehler) = (count("schritte")?, count("zaehler")?);
        (self.ereignisse, self.partien) = (count("ereignisse")?, count("partien")?);
        self.versiegelt = u32::try_from(count("versiegelt")?).ok()?;
        self.tempo = Tempo::named(v.get("tempo")?.as_str()?)?;
        self.pause_bis = count("pause_bis_ms").map(Duration::from_millis);
        for (name, b) in v.get("bilanz")?.as_object()? {
            let b = Bilanz { gewinn: b.get(0)?.as_i64()?, mensch: b.get(1)?.as_bool()? };
            self.bilanz.insert(name.clone(), b);
        }
        self.altes_siegel = match v.get("siegel")?.as_str() {
            Some(line) => Some(mischsiegel::read(line.strip_prefix("siegel ")?)?),
            None => None,
        };
        Some(())
    }
}

fn sitz(b: &Besetzung) -> Value {
    let (konto, freund) = match &b.art {
        Art::Mensch(konto) => (Some(konto.to_string()), None),
        Art::Freund(i) => (None, Some(*i)),
    };
    json!({
        "name": b.name, "konto": konto, "freund": freund, "kasse": b.kasse.to_string(),
        "guthaben": b.guthaben, "gekauft": b.gekauft, "runden": b.runden_gespielt,
        "seit": b.seit, "weg_seit_ms": b.weg_seit.map(ms), "vertreter": b.vertreter,
        "aussetzt": b.aussetzt,
    })
}

fn besetzung(v: &Value) -> Option<Besetzung> {
    let index = |key: &str| v.get(key)?.as_u64().and_then(|i| usize::try_from(i).ok());
    let amount = |key: &str| v.get(key)?.as_i64();
    let name = v.get("name")?.as_str()?.to_string();
    let art = match konto(v) {
        Some(konto) => Art::Mensch(konto),
        None => Art::Freund(index("freund")?),
    };
    let kasse = v.get("kasse")?.as_str()?.parse().ok()?;
    Some(Besetzung {
        gekauft: amount("gekauft")?,
        runden_gespielt: u32::try_from(index("runden")?).ok()?,
        seit: v.get("seit")?.as_u64()?,
        weg_seit: v.get("weg_seit_ms")?.as_u64().map(Duration::from_millis),
        vertreter: index("vertreter"),
        aussetzt: v.get("aussetzt")?.as_bool()?,
        ..Besetzung::new(name, art, kasse, amount("guthaben")?)
    })
}

fn konto(sitz: &Value) -> Option<Geldkonto> {
    sitz.get("konto")?.as_str()?.parse().ok()
}

/// Who sits where, as the text of such a line says it, without asking the rules. Empty: the text is none.
pub fn menschen(stand: &str) -> Vec<(Platz, Geldkonto)> {
    let v: Value = serde_json::from_str(stand).unwrap_or_default();
    let sitze = v.get("sitze").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let seated = sitze.iter().enumerate().map(|(i, s)| Some((Platz::at(i), konto(s)?)));
    seated.flatten().collect()
}
