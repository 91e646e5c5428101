//! Shutting out and taking somebody's word: decided in the trail first, then carried out on whoever is on.

use super::super::{Sitzung, worte};
use crate::archive::{Effekt, Sperrart, Sperre, now_s};
use crate::befehle::hueten::Ziel;
use crate::kalender::zeitpunkt;
use crate::netz::Netz;
use crate::person::{Post, PostArt};
use crate::taler::Geldkonto;
use crate::text::{Block, Teil, Zeile};
use crate::zeile;
use crate::zentrale::Wen;

/// How long, and why.
type Umstand = (Option<u64>, String);

/// "für 3 Tage", "auf Dauer".
fn frist(frist_s: Option<u64>) -> String {
    frist_s.map_or("auf Dauer".into(), |s| format!("für {}", crate::deutsch::dauer(s)))
}

/// When it ends, in seconds since 1970.
fn ende(frist_s: Option<u64>) -> Option<i64> {
    frist_s.map(|s| now_s().saturating_add(i64::try_from(s).unwrap_or(i64::MAX)))
}

/// What whoever is shut out hears, at once and at the door.
fn ausgesperrt(grund: &str) -> Zeile {
    zeile!["Du kannst hier zurzeit nicht mitspielen. Der Grund: ", Teil::Rede(grund.to_string())]
}

impl Sitzung {
    fn neue_sperre(&self, art: Sperrart, wen: String, name: &str, u: &Umstand) -> Sperre {
        Sperre {
            art,
            wen,
            name: name.to_string(),
            grund: u.1.clone(),
            von: self.wer.name.to_string(),
            seit: now_s(),
            bis: ende(u.0),
        }
    }

    pub(super) async fn sperre_konto(&mut self, wen: &str, u: Umstand) {
        let Some((konto, name)) = self.person(wen).await else { return };
        if konto == self.wer.konto {
            return self.sagt("Dich selbst sperrst Du besser nicht aus.");
        }
        if matches!(konto, Geldkonto::Gast(_)) {
            return self.sagt(zeile![
                "Ein Gast hat kein Konto, das sich sperren ließe. Seine Adresse zeigt ",
                Teil::Befehl("sitzungen".into()),
                "."
            ]);
        }
        let was = format!("sperrt {name} {}: {}", frist(u.0), u.1);
        let sperre = self.neue_sperre(Sperrart::Konto, konto.to_string(), &name, &u);
        if self.verfuege(was, Effekt::Sperre(sperre)).await.is_none() {
            return;
        }
        let n = self.haus.zentrale.hinaus(Wen::Konto(konto), ausgesperrt(&u.1)).await;
        let jetzt = if n > 0 { " und ist draußen." } else { "." };
        self.sagt(zeile![Teil::Name(name), format!(" ist {} ausgesperrt{jetzt}", frist(u.0))]);
    }

    /// An IPv6 address stands for its /64; a network that holds the admin's own address would shut him out.
    pub(super) async fn sperre_netz(&mut self, netz: Netz, u: Umstand) {
        if self.herkunft.ip.is_some_and(|ip| netz.contains(ip)) {
            return self.sagt(format!("Aus {netz} kommst Du selbst, das träfe auch Dich."));
        }
        let name = netz.to_string();
        let was = format!("sperrt {name} {}: {}", frist(u.0), u.1);
        let sperre = self.neue_sperre(Sperrart::Netz, name.clone(), &name, &u);
        if self.verfuege(was, Effekt::Sperre(sperre)).await.is_none() {
            return;
        }
        let n = self.haus.zentrale.hinaus(Wen::Netz(netz), ausgesperrt(&u.1)).await;
        let n = i64::try_from(n).unwrap_or(i64::MAX);
        let draussen = match n {
            0 => String::new(),
            n => format!(
                ", {} von dort hinaus",
                crate::deutsch::zaehle(n, "Person ist", "Personen sind")
            ),
        };
        self.sagt(format!("{name} ist {} ausgesperrt{draussen}.", frist(u.0)));
    }

    pub(super) async fn entsperre(&mut self, ziel: Ziel) {
        let (art, wen, name) = match ziel {
            Ziel::Netz(netz) => (Sperrart::Netz, netz.to_string(), netz.to_string()),
            Ziel::Konto(wen) => {
                let Some((konto, name)) = self.person(&wen).await else { return };
                (Sperrart::Konto, konto.to_string(), name)
            }
        };
        let was = format!("lässt {name} wieder herein");
        let Some(b) = self.verfuege(was, Effekt::Entsperre { art, wen }).await else { return };
        self.sagt(if b.geaendert {
            zeile![Teil::Name(name), " darf wieder herein."]
        } else {
            zeile![
                Teil::Name(name),
                " war nicht gesperrt. Alle zeigt ",
                Teil::Befehl("sperre".into()),
                "."
            ]
        });
    }

    pub(super) async fn sperren(&mut self) {
        let Ok(all) = self.haus.archive.sperren().await else {
            return self.say(&[worte::haus_kaputt()]);
        };
        self.verfuege("liest die Sperren".into(), Effekt::Keiner).await;
        if all.is_empty() {
            return self.sagt("Niemand ist gesperrt oder stumm.");
        }
        let one = |s: &Sperre| {
            let was = if s.art == Sperrart::Stumm { "stumm" } else { "gesperrt" };
            let bis = s.bis.map_or("auf Dauer".into(), |t| format!("bis {}", zeitpunkt(t)));
            zeile![
                Teil::Name(s.name.clone()),
                format!(", {was} {bis}, von {} am {}: ", s.von, zeitpunkt(s.seit)),
                Teil::Rede(s.grund.clone())
            ]
        };
        let n = super::zeilen(all.len());
        self.zeigt(format!("Gesperrt oder stumm, {n}:"), all.iter().map(one).collect());
    }

    pub(super) async fn verstumme(&mut self, wen: &str, u: Umstand) {
        let Some((konto, name)) = self.person(wen).await else { return };
        if konto == self.wer.konto {
            return self.sagt("Wenn Du nichts sagen willst, genügt es, zu schweigen.");
        }
        let was = format!("nimmt {name} das Wort {}: {}", frist(u.0), u.1);
        let sperre = self.neue_sperre(Sperrart::Stumm, konto.to_string(), &name, &u);
        let bis = sperre.bis.unwrap_or(i64::MAX);
        if self.verfuege(was, Effekt::Sperre(sperre)).await.is_none() {
            return;
        }
        self.haus.zentrale.verstumme(&konto, bis).await;
        let satz = zeile![
            format!("Wer das Haus hütet, nimmt Dir {} das Wort. Der Grund: ", frist(u.0)),
            Teil::Rede(u.1.clone()),
            ". Spielen kannst Du weiter."
        ];
        self.haus.zentrale.an(&konto, Post::satz(PostArt::System, satz)).await;
        self.sagt(zeile![
            Teil::Name(name),
            format!(" ist {} stumm und spielt weiter.", frist(u.0))
        ]);
    }

    pub(super) async fn laut(&mut self, wen: &str) {
        let Some((konto, name)) = self.person(wen).await else { return };
        let was = format!("gibt {name} das Wort zurück");
        let effekt = Effekt::Entsperre { art: Sperrart::Stumm, wen: konto.to_string() };
        let Some(b) = self.verfuege(was, effekt).await else { return };
        if !b.geaendert {
            return self.sagt(zeile![Teil::Name(name), " war nicht stumm."]);
        }
        self.haus.zentrale.verstumme(&konto, 0).await;
        let post = Post::satz(PostArt::System, "Du darfst wieder sprechen.");
        self.haus.zentrale.an(&konto, post).await;
        self.sagt(zeile![Teil::Name(name), " darf wieder sprechen."]);
    }

    /// Somebody who comes in and may not speak is told so; how long it lasts is in the mailbox from then on.
    pub(in super::super) async fn noch_stumm(&self) -> Option<Block> {
        let sperre = self.haus.archive.sperre(Sperrart::Stumm, &self.wer.konto).await.ok()??;
        self.postfach.verstumme(sperre.bis.unwrap_or(i64::MAX));
        self.postfach.stumm().map(worte::stumm)
    }
}
