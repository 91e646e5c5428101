//! The session's own sentences, each once.

use crate::deutsch::und_liste;
use crate::person::Wer;
use crate::text::{Block, Teil, Zeile};
use crate::zeile;

fn satz(z: impl Into<Zeile>) -> Block {
    Block::satz(z)
}

pub(super) fn befehl(b: impl Into<String>) -> Teil {
    Teil::Befehl(b.into())
}

pub(super) fn tisch_ist_weg(tisch: &str) -> Block {
    satz(zeile![
        format!("{tisch} wird gerade weggeräumt. Einen anderen findet Dir "),
        befehl("setz dich"),
        "."
    ])
}

/// To somebody whose room is gone.
pub(super) fn raum_ist_weg() -> Block {
    satz("Diesen Raum gibt es nicht mehr. Du gehst dorthin, wo alle beginnen.")
}

pub(super) fn haus_schliesst() -> Block {
    satz(
        "Das Haus schließt für kurze Zeit. Dein Platz und Deine Taler bleiben Dir erhalten. \
         Auf bald!",
    )
}

pub(super) fn anmeldung_zu_lang() -> Block {
    satz("Das hat lange gedauert, darum ist die Tür jetzt zu. Verbinde Dich einfach neu.")
}

pub(super) fn haus_kaputt() -> Block {
    satz("Das Haus kann gerade nichts nachschlagen. Versuch es in ein paar Minuten noch einmal.")
}

pub(super) fn gast_hinweis(name: &str, betrag: i64) -> Block {
    satz(format!("Du bist als {name} hier und bekommst {betrag} Spieltaler für heute Abend."))
}

/// The client says that a screen reader listens.
pub(super) fn leser_erkannt() -> Block {
    satz(zeile![
        "Dein Programm meldet einen Screenreader, darum ist die Ausgabe jetzt zum Vorlesen. ",
        "Zurück geht es mit ",
        befehl("ausgabe normal"),
        "."
    ])
}

pub(super) fn abgeloest() -> Block {
    satz("Du hast Dich an anderer Stelle angemeldet, dort geht es weiter.")
}

/// The table cannot write for the moment.
pub(super) fn tisch_ruht() -> Block {
    satz("Das geht gerade nicht, der Tisch ruht. Karten und Einsätze sind verwahrt.")
}

pub(super) fn platz_vergeben() -> Block {
    satz(
        "Das Spiel ist ohne Dich zu Ende gegangen, Dein Platz ist wieder frei. Was Du gewonnen \
         hast, ist gutgeschrieben.",
    )
}

pub(super) fn auf_wiedersehen() -> Block {
    satz("Auf Wiedersehen, bis zum nächsten Abend!")
}

pub(super) fn schlaf_gut() -> Block {
    satz("Du schläfst ein. Dein Platz bleibt Dir eine Weile erhalten.")
}

/// A word that nothing knows. `zeigt` is the command that tells what may be typed there.
pub(super) fn wie_bitte(wort: &str, nah: Option<&str>, zeigt: &str) -> Block {
    match nah {
        Some(nah) => satz(zeile!["Wie bitte? Meintest Du ", befehl(nah), "?"]),
        None => satz(zeile![
            "Wie bitte? ",
            Teil::Rede(format!("„{wort}“")),
            " verstehe ich hier nicht. Was geht, zeigt ",
            befehl(zeigt),
            "."
        ]),
    }
}

/// A known command with words behind it that it has no use for.
pub(super) fn so_nicht(name: &str) -> Block {
    satz(zeile![
        "Wie bitte? So verstehe ich ",
        befehl(name),
        " nicht. Wie es geht, zeigt ",
        befehl(format!("hilfe {name}")),
        "."
    ])
}

/// "ja" where nothing was asked.
pub(super) fn nichts_gefragt() -> Block {
    satz("Gerade ist keine Frage offen, die Du bestätigen könntest.")
}

/// A word of the table, typed where it means nothing.
pub(super) fn nur_am_tisch(zuschauer: bool) -> Block {
    if zuschauer {
        return satz("Das geht nur, wenn Du mitspielst. Du schaust gerade zu.");
    }
    satz(zeile![
        "Das geht nur am Spieltisch. Wo einer steht, nimmst Du Platz mit ",
        befehl("setz dich"),
        "."
    ])
}

pub(super) fn erst_aufstehen(tisch: &str) -> Block {
    satz(zeile![
        format!("Du sitzt an {tisch}. Gehen kannst Du, wenn Du aufstehst: "),
        befehl("steh auf"),
        "."
    ])
}

pub(super) fn kein_zuschauer(tisch: &str) -> Block {
    satz(zeile![
        format!("Du spielst an {tisch} mit. Zusehen kannst Du, wenn Du aufstehst: "),
        befehl("steh auf"),
        "."
    ])
}

pub(super) fn geld(taler: Option<i64>, spielgeld: i64) -> Block {
    let spiel = match spielgeld {
        1 => "1 Spieltaler".to_string(),
        n => format!("{n} Spieltaler"),
    };
    satz(match taler {
        Some(n) if spielgeld > 0 => format!("Du hast {n} Taler und {spiel}."),
        Some(n) => format!("Du hast {n} Taler."),
        None => format!("Du hast {spiel}."),
    })
}

pub(super) fn keine_erfahrung() -> Block {
    satz("Du hast noch an keinem Tisch ein Spiel zu Ende gespielt.")
}

pub(super) fn gast_ohne(was: &str) -> Block {
    satz(zeile![
        format!(
            "Als Gast hast Du {was}. Mit einem eigenen Namen ist das anders: Beim nächsten Mal "
        ),
        befehl("neu"),
        "."
    ])
}

pub(super) fn wer_liste(liste: &[crate::zentrale::Anwesend]) -> Block {
    let eintraege = liste
        .iter()
        .map(|a| {
            let mut z = zeile![Teil::Name(a.name.clone())];
            if a.admin {
                z.push(", hütet das Haus");
            }
            if a.gast {
                z.push(", zu Gast");
            }
            if let Some(grund) = &a.weg {
                z.push(abgemeldet(grund));
            }
            if let Some(raum) = &a.spielt_in {
                z.push(format!(", spielt in: {raum}"));
            }
            z
        })
        .collect();
    let n = i64::try_from(liste.len()).unwrap_or(0);
    Block::Liste {
        titel: format!("{}:", crate::deutsch::zaehle(n, "Person ist da", "Personen sind da"))
            .into(),
        eintraege,
    }
}

pub(super) fn mitgeteilt(wem: &str, text: &str) -> Block {
    Block::Satz(zeile![
        "Du teilst ",
        Teil::Name(wem.to_string()),
        " mit: ",
        Teil::Rede(text.to_string())
    ])
}

pub(super) fn niemand(name: &str) -> Block {
    satz(zeile![
        Teil::Rede(name.to_string()),
        " ist nicht da. Wer da ist, zeigt ",
        befehl("wer"),
        "."
    ])
}

pub(super) fn niemand_zum_erwidern() -> Block {
    satz("Dir hat noch niemand etwas mitgeteilt.")
}

pub(super) fn nichts_zu_wiederholen() -> Block {
    satz("Es gibt noch nichts zu wiederholen.")
}

pub(super) fn notiert() -> Block {
    satz("Danke, das ist notiert. Wer das Haus hütet, liest es.")
}

pub(super) fn nichts_dabei() -> Block {
    satz(zeile!["Du hast nur Deine Geldbörse dabei. Was darin ist, sagt Dir ", befehl("geld"), "."])
}

pub(super) fn begruessung(wer: &Wer) -> Block {
    satz(zeile!["Willkommen, ", Teil::Name(wer.name.to_string()), "."])
}

pub(super) fn zu_langer_befehl() -> Block {
    satz("So viele Wörter auf einmal verstehe ich nicht. Versuch es kürzer.")
}

pub(super) fn keine_hilfe(wort: &str, nah: Option<&str>) -> Block {
    match nah {
        Some(nah) => satz(zeile![
            "Dazu gibt es keine Seite. Meintest Du ",
            befehl(format!("hilfe {nah}")),
            "?"
        ]),
        None => satz(zeile![
            Teil::Rede(format!("„{wort}“")),
            " hat keine Hilfeseite. Alle Seiten zeigt ",
            befehl("hilfe themen"),
            "."
        ]),
    }
}

pub(super) fn siehe_auch(ids: &[String]) -> Block {
    let seiten: Vec<String> = ids.iter().map(|i| format!("hilfe {i}")).collect();
    satz(format!("Siehe auch: {}.", und_liste(&seiten)))
}

pub(super) fn kein_kanal(wort: &str) -> Block {
    satz(zeile![
        Teil::Rede(format!("„{wort}“")),
        " ist kein Kanal. Alle Kanäle zeigt ",
        befehl("kurier"),
        "."
    ])
}

pub(super) fn kanal_zu(name: &str) -> Block {
    satz(format!("Auf dem Kanal {name} schreibt nur das Haus."))
}

pub(super) fn kanal_schalter(name: &str, an: bool) -> Block {
    satz(format!("Der Kanal {name} ist jetzt {}.", if an { "an" } else { "aus" }))
}

pub(super) fn kurier_leer() -> Block {
    satz("Im Kurier steht noch nichts.")
}

pub(super) fn gespuelt(betrag: i64) -> Block {
    satz(format!(
        "Du spülst eine Stunde lang Gläser, und am Ende schiebt man Dir {betrag} Taler hin."
    ))
}

pub(super) fn zu_reich(grenze: i64) -> Block {
    satz(format!("Gläser spült nur, wer weniger als {grenze} Taler hat. Du kommst noch zurecht."))
}

pub(super) fn zu_frueh(sekunden: u64) -> Block {
    satz(format!(
        "Die Gläser sind noch sauber. In {} gibt es wieder etwas zu spülen.",
        crate::deutsch::dauer(sekunden)
    ))
}

pub(super) fn nicht_hier_spuelen() -> Block {
    satz("Hier gibt es nichts zu spülen. In Olegs Keller steht ein Becken voller Gläser.")
}

pub(super) fn leere_liste() -> Block {
    satz("Auf der Bestenliste steht noch niemand.")
}

pub(super) fn umgang(wort: &str) -> Block {
    satz(match wort {
        "lang" => "Beim Gehen siehst Du jetzt immer den ganzen Raum.",
        "kurz" => {
            "Beim Gehen siehst Du jetzt nur Namen, Leute und Ausgänge. Mit schau siehst Du alles."
        }
        _ => "Beim Gehen siehst Du jetzt nur den Namen des Raumes. Mit schau siehst Du alles.",
    })
}

pub(super) fn nicht_an_diesem_tisch(name: &str) -> Block {
    satz(zeile![
        "Das geht an diesem Tisch gerade nicht: ",
        Teil::Befehl(name.into()),
        ". Was geht, sagt Dir ",
        befehl("was kann ich"),
        "."
    ])
}

pub(super) fn teilt_von_selbst() -> Block {
    satz("Die Karten gibt das Haus von selbst, sobald alle so weit sind.")
}

pub(super) fn nie_gehoert(name: &str) -> Block {
    let name: String = crate::text::zeichensatz::harmless(name).chars().take(40).collect();
    satz(zeile!["Von ", Teil::Rede(name), " hat hier noch niemand gehört."])
}

pub(super) fn ignoriert_liste(namen: &[String]) -> Block {
    match namen {
        [] => satz("Du hörst alle, Du ignorierst niemanden."),
        _ => satz(format!("Du ignorierst {}.", und_liste(namen))),
    }
}

pub(super) fn hoert_nicht_mehr(name: &str) -> Block {
    satz(zeile![
        "Du hörst nichts mehr von ",
        Teil::Name(name.into()),
        ", außer Spielzügen am eigenen Tisch. Zurück geht es mit ",
        befehl(format!("ignoriere {}", crate::satz::falte(name))),
        "."
    ])
}

pub(super) fn hoert_wieder(name: &str) -> Block {
    satz(zeile!["Du hörst ", Teil::Name(name.into()), " wieder."])
}

pub(super) fn liste_voll() -> Block {
    satz("Mehr als hundert Namen passen nicht auf diese Liste.")
}

pub(super) fn erwartet_liste(namen: &[String]) -> Block {
    match namen {
        [] => satz(zeile!["Du erwartest niemanden. Zum Beispiel: ", befehl("erwarte anna"), "."]),
        _ => satz(format!("Du erwartest {}.", und_liste(namen))),
    }
}

pub(super) fn erwartet_jetzt(name: &str) -> Block {
    satz(zeile!["Du erfährst jetzt, wenn ", Teil::Name(name.into()), " kommt oder geht."])
}

pub(super) fn erwartet_nicht_mehr(name: &str) -> Block {
    satz(zeile!["Du erwartest ", Teil::Name(name.into()), " nicht mehr."])
}

/// ", abgemeldet: Bin Kaffee holen" behind a name.
pub(super) fn abgemeldet(grund: &str) -> String {
    if grund.is_empty() { ", abgemeldet".into() } else { format!(", abgemeldet: {grund}") }
}

pub(super) fn ist_weg(name: &str, grund: &str) -> Block {
    let grund = if grund.is_empty() { ".".to_string() } else { format!(": {grund}") };
    satz(zeile![Teil::Name(name.into()), " ist gerade nicht da", Teil::Rede(grund)])
}

pub(super) fn jetzt_weg(grund: Option<&str>) -> Block {
    let grund = grund.filter(|g| !g.is_empty()).map_or_else(String::new, |g| format!(" ({g})"));
    satz(zeile![
        "Du bist abgemeldet",
        Teil::Rede(grund),
        ". Zurück meldest Du Dich mit ",
        befehl("weg"),
        "."
    ])
}

pub(super) fn wieder_da() -> Block {
    satz("Du bist wieder da.")
}

pub(super) fn rundgang_angebot() -> Block {
    satz(zeile![
        "Zum ersten Mal hier? ",
        befehl("rundgang"),
        " führt Dich in sechs Sätzen bis an den Spieltisch. Du kannst dabei jederzeit anderes tun."
    ])
}

pub(super) fn rundgang_aus() -> Block {
    satz(zeile!["Der Rundgang ist zu Ende. Von vorn beginnt er mit ", befehl("rundgang"), "."])
}

pub(super) fn rundgang_ende() -> Block {
    satz(zeile!["Das war der Rundgang. Viel Vergnügen! Alles Weitere zeigt ", befehl("hilfe"), "."])
}

pub(super) fn nichts_mehr() -> Block {
    satz("Es gibt nichts weiterzublättern.")
}

pub(super) fn mehr_kommt(zeilen: usize) -> Block {
    let n = i64::try_from(zeilen).unwrap_or(0);
    let rest = crate::deutsch::zaehle(n, "Zeile", "Zeilen");
    satz(zeile![
        format!("Noch {rest}: weiter mit "),
        befehl("mehr"),
        ", fertig mit ",
        befehl("q"),
        "; jeder andere Befehl geht auch."
    ])
}

pub(super) fn zugeblaettert() -> Block {
    satz("Gut, der Rest bleibt zu.")
}

/// The first thing a newcomer may want to know.
pub(super) fn erste_schritte() -> Block {
    satz(zeile!["Wie Du an Deinen ersten Spieltisch kommst, zeigt Dir ", befehl("hilfe"), "."])
}

/// Nothing has been typed for long.
pub(super) fn noch_da(seconds: u64) -> Block {
    satz(zeile![
        "Bist Du noch da? Du hast lange nichts getippt. Mit jeder Zeile bleibst Du, zum Beispiel ",
        befehl("schau"),
        format!(". Sonst endet Dein Abend hier in {}.", crate::deutsch::dauer(seconds))
    ])
}

pub(super) fn zu_still() -> Block {
    satz("Du warst lange still, darum schläfst Du hier ein. Komm einfach wieder, wenn Du magst.")
}

/// Somebody whose word was taken, for so many seconds more.
pub(super) fn stumm(seconds: u64) -> Block {
    satz(format!(
        "Du darfst hier {} nicht sprechen, denn wer das Haus hütet, hat Dir das Wort genommen. \
         Spielen kannst Du weiter.",
        noch(seconds)
    ))
}

/// "noch 2 Stunden", roughly: nobody counts the seconds of a long wait.
pub(super) fn noch(seconds: u64) -> String {
    let unit = match seconds {
        s if s > 20 * 365 * 86_400 => return "bis auf Weiteres".to_string(),
        s if s > 2 * 86_400 => s.div_ceil(86_400) * 86_400,
        s if s > 2 * 3600 => s.div_ceil(3600) * 3600,
        s if s > 90 => s.div_ceil(60) * 60,
        s => s,
    };
    format!("noch {}", crate::deutsch::dauer(unit))
}

pub(super) fn gemeldet(wen: &str) -> Block {
    satz(zeile![
        "Danke, die Meldung über ",
        Teil::Name(wen.to_string()),
        " ist bei denen, die das Haus hüten, mit dem, was Du zuletzt gehört hast. ",
        "Bis dahin hilft: ",
        befehl(format!("ignoriere {}", crate::satz::falte(wen))),
        "."
    ])
}

pub(super) fn zu_oft_gemeldet() -> Block {
    satz(zeile![
        "Du hast heute schon oft gemeldet, und alles davon wird gelesen. Nicht mehr hören musst \
         Du jemanden mit ",
        befehl("ignoriere anna"),
        "."
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_waits_are_told_roughly() {
        for (seconds, said) in [
            (30, "noch 30 Sekunden"),
            (91, "noch 2 Minuten"),
            (7199, "noch 2 Stunden"),
            (7201, "noch 3 Stunden"),
            (259_000, "noch 3 Tage"),
            (u64::MAX / 2, "bis auf Weiteres"),
        ] {
            assert_eq!(noch(seconds), said);
        }
    }
}
