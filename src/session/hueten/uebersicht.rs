//! Who is where, from where, and at which tables. Shows nothing that anybody's hand holds: it asks the rooms and the
//! hub, and neither knows a card.

use super::super::Sitzung;
use crate::archive::Effekt;
use crate::deutsch::{dauer, und_liste};
use crate::kalender::zeitpunkt;
use crate::raum::Uebersicht;
use crate::taler::{Geldkonto, Waehrung};
use crate::text::{Teil, Zeile};
use crate::zeile;
use crate::zentrale::Genau;

impl Sitzung {
    pub(super) async fn raeume(&self) -> Vec<Uebersicht> {
        let raeume = self.haus.raeume.borrow().clone();
        let mut all = Vec::new();
        for raum in raeume.alle() {
            all.push(raum.uebersicht().await);
        }
        all
    }

    pub(super) async fn wer_genau(&mut self) {
        if self.verfuege("sieht nach, wer da ist".into(), Effekt::Keiner).await.is_none() {
            return;
        }
        let leute = self.haus.zentrale.genau().await;
        let raeume = self.raeume().await;
        let wo = |konto: &Geldkonto| {
            let raum = raeume.iter().find(|r| r.leute.contains(konto));
            raum.map_or("unterwegs".to_string(), |r| format!("in: {}", r.name))
        };
        let one = |g: &Genau| {
            let mut z =
                zeile![Teil::Name(g.name.clone()), format!(" ({}), {}", g.konto, wo(&g.konto))];
            if g.rang > 0 {
                z.push(", hütet das Haus");
            }
            if g.weg.is_some() {
                z.push(", abgemeldet");
            }
            if g.stumm_s.is_some() {
                z.push(", stumm");
            }
            z.push(format!(", still seit {}.", rund(g.untaetig_s)));
            z
        };
        let n = i64::try_from(leute.len()).unwrap_or(i64::MAX);
        let titel = crate::deutsch::zaehle(n, "Person ist da:", "Personen sind da:");
        self.zeigt(titel, leute.iter().map(one).collect());
    }

    pub(super) async fn sitzungen(&mut self) {
        if self.verfuege("sieht die Leitungen an".into(), Effekt::Keiner).await.is_none() {
            return;
        }
        let leute = self.haus.zentrale.genau().await;
        let one = |g: &Genau| {
            let ip = g.herkunft.ip.map_or("unbekannt".to_string(), |ip| ip.to_string());
            let (tuer, seit) = (g.herkunft.tuer, zeitpunkt(g.herkunft.seit));
            zeile![Teil::Name(g.name.clone()), format!(", {ip}, {tuer}, seit {seit}.")]
        };
        let n = i64::try_from(leute.len()).unwrap_or(i64::MAX);
        let titel = crate::deutsch::zaehle(n, "Sitzung:", "Sitzungen:");
        self.zeigt(titel, leute.iter().map(one).collect());
    }

    pub(super) async fn tische(&mut self) {
        if self.verfuege("sieht die Tische an".into(), Effekt::Keiner).await.is_none() {
            return;
        }
        let mut eintraege: Vec<Zeile> = Vec::new();
        for raum in self.raeume().await {
            for t in &raum.tische {
                let spiel = crate::spielarten::find(&t.spiel).map_or(t.spiel.as_str(), |s| s.name);
                let um = match t.handle.waehrung {
                    Waehrung::Taler => "um Taler",
                    Waehrung::Spielgeld => "um Spielgeld",
                };
                let wie = if t.laeuft { "es läuft" } else { "es wartet" };
                let wer = if t.besetzung.is_empty() {
                    "niemand".to_string()
                } else {
                    und_liste(&t.besetzung)
                };
                let (nr, name) = (t.handle.id, &t.handle.name);
                eintraege.push(
                    format!("Nummer {nr}: {}, {name}, {spiel} {um}, {wie}: {wer}.", raum.name)
                        .into(),
                );
            }
        }
        if eintraege.is_empty() {
            return self.sagt("Es ist kein Tisch offen.");
        }
        let n = i64::try_from(eintraege.len()).unwrap_or(i64::MAX);
        let titel = crate::deutsch::zaehle(n, "offener Tisch:", "offene Tische:");
        self.zeigt(titel, eintraege);
    }
}

/// "3 Minuten": whole minutes and hours are enough.
fn rund(seconds: u64) -> String {
    dauer(match seconds {
        s if s >= 7200 => s / 3600 * 3600,
        s if s >= 60 => s / 60 * 60,
        s => s,
    })
}
