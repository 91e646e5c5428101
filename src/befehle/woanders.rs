//! What people type who come from other houses and what this one does not have: one sentence each, which says what
//! works instead. Knows no world; the words stand folded, as [`crate::satz::falte`] makes them.

pub(super) const ABKUERZEN: &str = "Eigene Abkürzungen und frühere Zeilen merkt sich Dein \
    Programm. Das Gesagte wiederholt: wiederhole";
pub(super) const AUSGAENGE: &str =
    "Welche Wege es gibt, steht am Ende jeder Beschreibung. Allein nennt sie: ausgänge";
pub(super) const GANZ: &str =
    "Ignoriert wird hier ein Mensch ganz und nicht nur zum Teil. Zum Beispiel: ignoriere anna";

/// Words and the sentence that answers them.
pub const ANDERSWO: &[(&[&str], &str)] = &[
    (
        &["hole", "hol", "stecke", "steck", "oeffne", "schliesse", "trage"],
        "Hier trägt niemand Dinge mit sich herum. Umsehen kannst Du Dich mit: schau",
    ),
    (
        &["kaufe", "kauf", "bestelle", "bestell", "spendiere", "spendier", "menue", "trinke"],
        "Zu kaufen gibt es hier nichts, Geld ist für den Spieltisch. Wie viel \
         Du hast, zeigt: geld",
    ),
    (&["rfluestere", "rfluester"], "Von fern geht das mit: teile anna mit hallo"),
    (&["gespraech"], "Jede Rede braucht hier ihr Wort davor. Zum Beispiel: sage hallo"),
    (&["wegmeldung"], "Dafür gibt es: weg bin gleich wieder da"),
    (
        &["wecke", "weck"],
        "Wer den Klingelton anhat, hört jede Mitteilung. Zum Beispiel: teile anna mit hallo",
    ),
    (&["alias", "history"], ABKUERZEN),
    (&["syntaxhilfe"], "Was hier geht, zeigt: kommandos"),
    (&["spielpause"], "Eine Pause nimmst Du Dir mit: schlafe ein"),
];

/// The sentence for a folded first word, if it is one of these.
pub fn answer(wort: &str) -> Option<&'static str> {
    ANDERSWO.iter().find(|(worte, _)| worte.contains(&wort)).map(|(_, satz)| *satz)
}
