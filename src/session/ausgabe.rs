//! `ausgabe` and its relatives: how things are shown, each part switchable singly.

use super::einstellung::Einstellung;
use super::{Sitzung, worte};
use crate::befehle::Laenge as Raumlaenge;
use crate::taler::Geldkonto;
use crate::text::zeichensatz::Zeichensatz;
use crate::text::{Art, Block};
use crate::zeile;

impl Sitzung {
    pub(super) async fn ausgabe(&mut self, gesagt: &[String]) {
        let words: Vec<&str> = gesagt.iter().map(String::as_str).collect();
        let an = words.last() != Some(&"aus");
        let said = match words[..] {
            [] => return self.ausgabe_liste(),
            ["leser" | "screenreader" | "blind"] => self.waehle(Art::Leser),
            ["normal"] => self.waehle(Art::Normal),
            ["grafik", "an" | "ein"] | ["grafik"] => self.waehle(Art::Grafik),
            ["grafik", "aus"] => {
                let art = if self.e.is_leser() { Art::Leser } else { Art::Normal };
                self.waehle(art)
            }
            ["farbe", "an" | "ein" | "aus"] => {
                self.e.farbe = an;
                format!("Farbe ist jetzt {}.", schalter(an))
            }
            ["prompt", "an" | "ein" | "aus"] => {
                self.e.prompt = Some(an);
                format!("Das Eingabezeichen ist jetzt {}.", schalter(an))
            }
            ["spalten", "an" | "ein" | "aus"] => {
                self.e.spalten = Some(an);
                format!("Spalten sind jetzt {}.", schalter(an))
            }
            ["leerzeilen", "an" | "ein" | "aus"] => {
                self.e.leerzeilen = Some(an);
                format!("Leerzeilen sind jetzt {}.", schalter(an))
            }
            [teil @ ("stimmung" | "ton" | "sender"), "an" | "ein" | "aus"] => {
                self.schalte(teil, an)
            }
            ["breite", "auto"] => {
                self.e.breite = None;
                "Die Zeilenbreite folgt jetzt Deinem Fenster.".to_string()
            }
            ["breite", n] => match n.parse::<u16>() {
                Ok(n @ 20..=500) => {
                    self.e.breite = Some(n);
                    format!("Zeilen sind jetzt höchstens {n} Zeichen lang.")
                }
                _ => "Möglich sind 20 bis 500 Zeichen, oder ausgabe breite auto.".to_string(),
            },
            [wort] if Einstellung::laenge_von(wort).is_some() => self.waehle_laenge(wort),
            ["laenge", wort] if Einstellung::laenge_von(wort).is_some() => self.waehle_laenge(wort),
            _ => {
                self.say(&[Block::Satz(zeile![
                    "Das lässt sich nicht einstellen. Was sich einstellen lässt, zeigt ",
                    worte::befehl("ausgabe"),
                    "."
                ])]);
                return;
            }
        };
        self.say(&[Block::satz(said)]);
        self.speichern().await;
    }

    fn waehle(&mut self, art: Art) -> String {
        self.e.art = art;
        self.e.von_hand = true;
        match art {
            Art::Leser => {
                "Ab jetzt ist alles zum Vorlesen gemacht: eine Spalte, keine Bilder, ganze Wörter."
                    .into()
            }
            Art::Grafik => "Ab jetzt werden Deine Karten gezeichnet.".into(),
            Art::Normal => "Ab jetzt siehst Du die gewöhnliche Ausgabe.".into(),
        }
    }

    fn schalte(&mut self, teil: &str, an: bool) -> String {
        let wie = schalter(an);
        match teil {
            "stimmung" => {
                self.e.stimmung = Some(an);
                format!("Gefühle und Geplauder sind jetzt {wie}.")
            }
            "ton" => {
                self.e.ton = an;
                format!("Der Klingelton ist jetzt {wie}.")
            }
            _ => {
                self.e.sender = Some(an);
                format!("Der Name in jeder Zeile einer Mitteilung ist jetzt {wie}.")
            }
        }
    }

    fn waehle_laenge(&mut self, wort: &str) -> String {
        self.e.laenge = Einstellung::laenge_von(wort).unwrap_or(self.e.laenge);
        format!("Die Meldungen sind jetzt {}.", lang_wort(self.e.laenge_wort()))
    }

    fn ausgabe_liste(&mut self) {
        let a = self.e.ansicht(self.leitung.breite);
        let breite = a.breite.map_or("ganze Zeilen".to_string(), |n| n.to_string());
        let zeilen = [
            format!(
                "Ausgabe: {} (ausgabe normal, ausgabe grafik, ausgabe leser)",
                self.e.art_wort()
            ),
            format!(
                "Länge: {} (ausgabe länge ausführlich, ausgabe länge normal, ausgabe länge knapp)",
                lang_wort(self.e.laenge_wort())
            ),
            format!(
                "Farbe: {} (ausgabe farbe {})",
                schalter(self.e.farbe),
                schalter(!self.e.farbe)
            ),
            format!(
                "Eingabezeichen: {} (ausgabe prompt {})",
                schalter(self.e.has_prompt()),
                schalter(!self.e.has_prompt())
            ),
            format!("Spalten: {} (ausgabe spalten {})", schalter(a.spalten), schalter(!a.spalten)),
            format!(
                "Leerzeilen: {} (ausgabe leerzeilen {})",
                schalter(a.leerzeilen),
                schalter(!a.leerzeilen)
            ),
            format!(
                "Stimmung: {} (ausgabe stimmung {})",
                schalter(self.e.has_stimmung()),
                schalter(!self.e.has_stimmung())
            ),
            format!(
                "Sender in jeder Zeile: {} (ausgabe sender {})",
                schalter(self.e.has_sender()),
                schalter(!self.e.has_sender())
            ),
            format!("Klingelton: {} (ausgabe ton {})", schalter(self.e.ton), schalter(!self.e.ton)),
            format!("Breite: {breite} (ausgabe breite 60, ausgabe breite auto)"),
            format!(
                "Zeichensatz: {} (zeichensatz utf-8, zeichensatz latin-1, zeichensatz ascii)",
                self.leitung.zeichensatz.name()
            ),
        ];
        let eintraege = zeilen.into_iter().map(Into::into).collect();
        self.say(&[Block::Liste { titel: "So ist Deine Ausgabe eingestellt:".into(), eintraege }]);
    }

    pub(super) async fn umgang(&mut self, laenge: Raumlaenge) {
        self.e.raum = laenge;
        let wort = match laenge {
            Raumlaenge::Lang => "lang",
            Raumlaenge::Kurz => "kurz",
            Raumlaenge::Ultrakurz => "ultrakurz",
        };
        self.say(&[worte::umgang(wort)]);
        self.speichern().await;
    }

    pub(super) async fn zeichensatz(&mut self, name: Option<&str>) {
        let Some(name) = name else {
            let jetzt = self.leitung.zeichensatz.name();
            return self.say(&[Block::satz(format!(
                "Dein Zeichensatz ist {jetzt}. Möglich sind utf-8, latin-1 und ascii."
            ))]);
        };
        let Some(z) = Zeichensatz::parse(name) else {
            return self.say(&[Block::satz(
                "Diesen Zeichensatz gibt es hier nicht. Möglich sind utf-8, latin-1 und ascii.",
            )]);
        };
        self.leitung.zeichensatz = z;
        self.e.zeichensatz = Some(z);
        self.say(&[Block::satz(format!(
            "Dein Zeichensatz ist jetzt {}. Umlaute sehen so aus: ä ö ü ß.",
            z.name()
        ))]);
        self.speichern().await;
    }

    /// Guests' choices last as long as the guest.
    pub(super) async fn speichern(&mut self) {
        if let Geldkonto::Konto(id) = self.wer.konto
            && self.haus.archive.set_settings(id, self.e.to_json()).await.is_err()
        {
            self.say(&[worte::haus_kaputt()]);
        }
    }
}

fn schalter(an: bool) -> &'static str {
    if an { "an" } else { "aus" }
}

fn lang_wort(wort: &str) -> &str {
    if wort == "ausfuehrlich" { "ausführlich" } else { wort }
}
