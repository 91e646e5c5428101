//! All commands as one fixed table: what they are called, what they do, where they work. The reader of sentences,
//! the help and "Meintest Du" read the same lines, so none of them can be out of step. Knows no task.

use crate::satz::verbstamm;

/// Where a command means something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wo {
    Ueberall,
    /// At every table.
    Tisch,
    /// At tables of the game with this id.
    Spiel(&'static str),
}

/// One command.
#[derive(Debug)]
pub struct Eintrag {
    /// As help shows it; unique.
    pub name: &'static str,
    /// Folded words that begin it; of a verb all forms count.
    pub worte: &'static [&'static str],
    /// Complete sentences that may be typed as they stand.
    pub beispiele: &'static [&'static str],
    pub kurz: &'static str,
    /// The help page that says more.
    pub thema: &'static str,
    pub wo: Wo,
}

const fn e(
    (name, worte): (&'static str, &'static [&'static str]),
    beispiele: &'static [&'static str],
    kurz: &'static str,
    (thema, wo): (&'static str, Wo),
) -> Eintrag {
    Eintrag { name, worte, beispiele, kurz, thema, wo }
}

use Wo::{Spiel, Tisch, Ueberall};

/// Abbreviations: fixed, whole words only. Shown by `hilfe abkürzungen`.
pub const KURZ: [(&str, &str); 9] = [
    ("b", "betrachte"),
    ("betr", "betrachte"),
    ("unt", "untersuche"),
    ("x", "untersuche"),
    ("l", "schau"),
    ("i", "inventar"),
    ("tm", "teile"),
    ("inv", "inventar"),
    ("?", "hilfe"),
];

pub const TAFEL: &[Eintrag] = &[
    // Looking and walking.
    e(
        ("schau", &["schau", "sieh", "guck", "umschau"]),
        &["schau", "schau den Kronleuchter an"],
        "zeigt den Raum oder sieht etwas an",
        ("schauen", Ueberall),
    ),
    e(
        ("betrachte", &["betracht", "untersuch"]),
        &["betrachte Kronleuchter", "b Kronleuchter"],
        "sieht etwas genauer an",
        ("schauen", Ueberall),
    ),
    e(("lies", &["lies"]), &["lies Tafel"], "liest eine Schrift", ("schauen", Ueberall)),
    e(
        ("rieche", &["riech", "schnupper", "schnuppere"]),
        &["rieche"],
        "riecht am Raum oder an einem Ding",
        ("schauen", Ueberall),
    ),
    e(
        ("lausche", &["lausch", "hoer", "horch", "horche"]),
        &["lausche", "lausche Brunnen"],
        "hört hin",
        ("schauen", Ueberall),
    ),
    e(
        ("taste", &["tast", "befuehl", "fuehl"]),
        &["taste Mauer"],
        "fühlt etwas",
        ("schauen", Ueberall),
    ),
    e(
        ("ausgänge", &["ausgaenge", "ausgang", "aus"]),
        &["ausgänge"],
        "sagt, wohin es hier geht",
        ("bewegen", Ueberall),
    ),
    e(
        ("gehe", &["geh", "lauf", "kletter", "steig", "wander", "wandere"]),
        &["gehe nach Osten"],
        "geht durch einen Ausgang",
        ("bewegen", Ueberall),
    ),
    e(("lang", &["lang"]), &["lang"], "zeigt beim Gehen den ganzen Raum", ("bewegen", Ueberall)),
    e(("kurz", &["kurz"]), &["kurz"], "zeigt beim Gehen das Wichtigste", ("bewegen", Ueberall)),
    e(
        ("ultrakurz", &["ultrakurz"]),
        &["ultrakurz"],
        "zeigt beim Gehen nur den Namen",
        ("bewegen", Ueberall),
    ),
    // Talking.
    e(
        ("sage", &["sag", "sprich"]),
        &["sage Guten Abend", "'Guten Abend"],
        "sagt etwas zu allen im Raum",
        ("reden", Ueberall),
    ),
    e(("frage", &["frag"]), &["frage Oleg nach Trumpf"], "fragt jemanden", ("reden", Ueberall)),
    e(
        ("flüstere", &["fluester"]),
        &["flüstere Anna zu Pass auf"],
        "sagt jemandem hier etwas ins Ohr",
        ("reden", Ueberall),
    ),
    e(
        ("teile", &["teil", "tm", "erzaehl", "red", "mitteil", "mitteile"]),
        &["teile Anna mit Bin gleich da", "tm Anna Bin gleich da"],
        "sagt jemandem etwas, wo immer sie oder er ist",
        ("reden", Ueberall),
    ),
    e(
        ("erwidere", &["erwider", "antwort"]),
        &["erwidere Gern"],
        "antwortet, wer Dir zuletzt etwas mitgeteilt hat",
        ("reden", Ueberall),
    ),
    e(
        ("emote", &["emote"]),
        &[":reibt sich die Hände"],
        "zeigt, was Du tust",
        ("gefuehle", Ueberall),
    ),
    e(
        ("rufe", &["ruf", "bruell", "schrei", "schreie"]),
        &["rufe Wer spielt mit?"],
        "ruft in den Kurier, Kanal Brüllen",
        ("kurier", Ueberall),
    ),
    e(
        ("tmhist", &["tmhist", "tmhistorie"]),
        &["tmhist"],
        "wiederholt, was Dir mitgeteilt wurde",
        ("reden", Ueberall),
    ),
    e(
        ("ignoriere", &["ignorier", "ignore"]),
        &["ignoriere Bert", "ignoriere"],
        "blendet jemanden aus oder wieder ein",
        ("reden", Ueberall),
    ),
    e(
        ("weg", &["weg", "afk"]),
        &["weg Bin Kaffee holen", "weg"],
        "meldet Dich ab und zurück",
        ("reden", Ueberall),
    ),
    e(
        ("erwarte", &["erwart"]),
        &["erwarte Anna"],
        "meldet Dir, wenn jemand kommt oder geht",
        ("wer", Ueberall),
    ),
    e(
        ("verben", &["verben", "verb"]),
        &["verben"],
        "zählt die Gefühle auf",
        ("gefuehle", Ueberall),
    ),
    e(
        ("kurier", &["kurier", "ebenen", "ebene", "kanal", "kanaele", "zeitung"]),
        &["kurier", "kurier plausch aus", "kurier letzte 10"],
        "zeigt und schaltet die Kanäle",
        ("kurier", Ueberall),
    ),
    // People and money.
    e(("wer", &["wer", "kwer", "kkwer", "who"]), &["wer"], "zeigt, wer da ist", ("wer", Ueberall)),
    e(
        ("finger", &["finger"]),
        &["finger Anna"],
        "sagt, ob jemand da ist oder seit wann nicht",
        ("wer", Ueberall),
    ),
    e(("geld", &["geld", "boerse", "taler"]), &["geld"], "sagt, was Du hast", ("geld", Ueberall)),
    e(
        ("erfahrung", &["erfahrung", "info", "score", "spielstand"]),
        &["erfahrung"],
        "sagt, wie weit Du es gebracht hast",
        ("erfahrung", Ueberall),
    ),
    e(
        ("bestenliste", &["bestenliste", "topliste", "top"]),
        &["bestenliste"],
        "zeigt, wer am weitesten ist",
        ("erfahrung", Ueberall),
    ),
    e(
        ("inventar", &["inventar", "inventur", "ausr", "ausruestung"]),
        &["inventar"],
        "sagt, was Du bei Dir hast",
        ("geld", Ueberall),
    ),
    e(
        ("spüle", &["spuel", "wasch"]),
        &["spüle"],
        "spült bei Oleg Gläser für ein paar Taler",
        ("geld", Ueberall),
    ),
    // The house.
    e(
        ("hilfe", &["hilf", "man", "help"]),
        &["hilfe", "hilfe spiele", "hilfe spiele kurz"],
        "zeigt eine Hilfeseite",
        ("themen", Ueberall),
    ),
    e(
        ("kommandos", &["kommandos", "befehle"]),
        &["kommandos", "was kann ich hier"],
        "sagt, was an diesem Ort möglich ist",
        ("themen", Ueberall),
    ),
    e(
        ("rundgang", &["rundgang", "fuehrung", "tour"]),
        &["rundgang", "rundgang aus"],
        "führt Dich am ersten Abend durchs Haus",
        ("start", Ueberall),
    ),
    e(
        ("ausgabe", &["ausgabe", "einstellungen"]),
        &["ausgabe", "ausgabe leser", "ausgabe farbe aus"],
        "zeigt und stellt ein, wie alles aussieht",
        ("ausgabe", Ueberall),
    ),
    e(("grafik", &["grafik"]), &["grafik an"], "zeichnet Deine Karten", ("ausgabe", Ueberall)),
    e(("farbe", &["farbe", "farben"]), &["farbe aus"], "schaltet Farben", ("ausgabe", Ueberall)),
    e(
        ("prompt", &["prompt"]),
        &["prompt aus"],
        "schaltet das Eingabezeichen",
        ("ausgabe", Ueberall),
    ),
    e(
        ("länge", &["laenge", "knapp", "ausfuehrlich"]),
        &["länge knapp", "knapp"],
        "bestimmt, wie viel gesagt wird",
        ("ausgabe", Ueberall),
    ),
    e(("breite", &["breite"]), &["breite 60"], "bestimmt die Zeilenlänge", ("ausgabe", Ueberall)),
    e(
        ("stimmung", &["stimmung"]),
        &["stimmung aus"],
        "schaltet Geplauder und Gefühle",
        ("ausgabe", Ueberall),
    ),
    e(
        ("sender", &["sender", "senderwiederholung"]),
        &["sender aus"],
        "nennt bei langen Mitteilungen den Namen in jeder Zeile",
        ("ausgabe", Ueberall),
    ),
    e(
        ("ton", &["ton", "klingelton"]),
        &["ton an"],
        "klingelt, wenn Du dran bist oder Dir jemand etwas mitteilt",
        ("ausgabe", Ueberall),
    ),
    e(
        ("leser", &["leser", "screenreader"]),
        &["leser"],
        "stellt alles zum Vorlesen ein",
        ("leser", Ueberall),
    ),
    e(
        ("zeichensatz", &["zeichensatz"]),
        &["zeichensatz ascii"],
        "wählt, wie Umlaute ankommen",
        ("ausgabe", Ueberall),
    ),
    e(
        ("wiederhole", &["wiederhol", "nochmal"]),
        &["wiederhole"],
        "sagt das Letzte noch einmal",
        ("leser", Ueberall),
    ),
    e(("mehr", &["mehr"]), &["mehr"], "blättert in einem langen Text weiter", ("themen", Ueberall)),
    e(("passwort", &["passwort"]), &["passwort"], "ändert Dein Passwort", ("konto", Ueberall)),
    e(
        ("fehler", &["fehler", "bug", "typo", "syntaxhinweis"]),
        &["fehler In der Bühne fehlt ein Komma"],
        "meldet, was nicht stimmt",
        ("fehler", Ueberall),
    ),
    e(
        ("idee", &["idee"]),
        &["idee Ein Klavier wäre schön"],
        "schlägt etwas vor",
        ("fehler", Ueberall),
    ),
    e(
        ("melde", &["melde", "meld", "melden"]),
        &["melde anna beleidigt andere", "melde anna"],
        "meldet jemanden denen, die das Haus hüten, mit dem, was Du zuletzt gehört hast",
        ("fehler", Ueberall),
    ),
    e(("uhrzeit", &["uhrzeit", "uhr"]), &["uhrzeit"], "sagt, wie spät es ist", ("tisch", Ueberall)),
    e(
        ("schlafe ein", &["schlaf"]),
        &["schlafe ein"],
        "geht und hält Deinen Platz frei",
        ("ende", Ueberall),
    ),
    e(
        ("ende", &["ende", "quit", "logout"]),
        &["ende", "ende sofort"],
        "verlässt das Haus",
        ("ende", Ueberall),
    ),
    // Sitting down.
    e(
        ("setz dich", &["setz", "platz"]),
        &["setz dich", "setz dich an tisch 2"],
        "nimmt einen Platz am Spieltisch",
        ("tisch", Ueberall),
    ),
    e(
        ("regeln", &["regeln", "regel", "regelwerk", "trumpf"]),
        &["regeln", "regeln kurz", "regeln trumpf"],
        "zeigt die Regeln der Spiele hier",
        ("tisch", Ueberall),
    ),
    // Every table.
    e(("steh auf", &["steh", "verlass"]), &["steh auf"], "verlässt den Tisch", ("tisch", Tisch)),
    e(
        ("los", &["los", "start", "starte", "beginne", "beginn"]),
        &["los"],
        "beginnt, ohne auf andere zu warten",
        ("tisch", Tisch),
    ),
    e(
        ("pause", &["pause", "pausier", "aussetz", "aussetze", "aussetzen"]),
        &["pause"],
        "setzt ab der nächsten Runde aus",
        ("tisch", Tisch),
    ),
    e(
        ("was kann ich", &["was"]),
        &["was kann ich"],
        "sagt, was gerade erlaubt ist",
        ("tisch", Tisch),
    ),
    e(
        ("blatt", &["blatt", "hand", "karten", "karte"]),
        &["blatt", "karte 3"],
        "nennt Deine Karten",
        ("tisch", Tisch),
    ),
    e(("tisch", &["tisch"]), &["tisch"], "sagt, was auf dem Tisch liegt", ("tisch", Tisch)),
    e(("stand", &["stand"]), &["stand"], "sagt alles über das Spiel", ("tisch", Tisch)),
    e(("dran", &["dran"]), &["dran"], "sagt, wer am Zug ist", ("tisch", Tisch)),
    e(
        ("pott", &["pott", "topf", "pot"]),
        &["pott"],
        "sagt, was in der Mitte liegt",
        ("tisch", Tisch),
    ),
    e(("kosten", &["kosten"]), &["kosten"], "sagt, was Mitgehen kostet", ("tisch", Tisch)),
    e(("grenzen", &["grenzen"]), &["grenzen"], "sagt, wie viel Du setzen darfst", ("tisch", Tisch)),
    e(
        ("punkte", &["punkte", "punktestand", "steine", "zaehlsteine", "chips"]),
        &["punkte"],
        "sagt, wie es steht",
        ("tisch", Tisch),
    ),
    e(("stiche", &["stiche"]), &["stiche"], "sagt, wer wie viele Stiche hat", ("tisch", Tisch)),
    e(("einsatz", &["einsatz"]), &["einsatz"], "sagt, worum gespielt wird", ("tisch", Tisch)),
    e(("geber", &["geber"]), &["geber"], "sagt, wer gegeben hat", ("tisch", Tisch)),
    e(("dabei", &["dabei"]), &["dabei"], "sagt, wer noch im Spiel ist", ("tisch", Tisch)),
    e(("wert", &["wert"]), &["wert"], "sagt, was Dein Blatt wert ist", ("tisch", Tisch)),
    e(
        ("zeit", &["zeit", "bedenkzeit"]),
        &["zeit"],
        "sagt, wie lange Du noch hast",
        ("tisch", Tisch),
    ),
    e(
        ("tempo", &["tempo", "schneller", "langsamer"]),
        &["tempo", "tempo langsam"],
        "stellt ein, wie schnell Freunde spielen",
        ("tisch", Tisch),
    ),
    e(
        ("letzte", &["letzte"]),
        &["letzte 10"],
        "wiederholt, was am Tisch geschah",
        ("tisch", Tisch),
    ),
    e(
        ("siegel", &["siegel", "mischsiegel"]),
        &["siegel", "siegel genau"],
        "zeigt, womit Du das Mischen nachprüfst",
        ("siegel", Tisch),
    ),
    e(("ja", &["ja"]), &["ja"], "bestätigt eine Rückfrage am Tisch", ("tisch", Tisch)),
    e(
        ("gib", &["gib", "zahl", "bezahl"]),
        &["gib oleg 1200 taler"],
        "zahlt den Einsatz",
        ("tisch", Tisch),
    ),
    // Russisch Poker.
    e(
        ("runden", &["runden", "runde"]),
        &["runden 9"],
        "wählt die Zahl der Runden",
        ("russisch", Spiel("russisch")),
    ),
    e(
        ("ansage", &["ansag"]),
        &["ansage 3", "sage 3 an"],
        "sagt Deine Stiche an",
        ("russisch", Spiel("russisch")),
    ),
    e(
        ("spiele", &["spiel", "wirf"]),
        &["spiele herz dame", "spiele pik 7 hoch", "spiele 2"],
        "spielt eine Karte",
        ("russisch", Spiel("russisch")),
    ),
    // Betting games.
    e(
        ("biete", &["biet", "gebot"]),
        &["biete 1200", "biete 3"],
        "nennt Oleg Deinen höchsten Einsatz oder eröffnet eine Wette",
        ("tisch", Tisch),
    ),
    e(("gehe mit", &["mit", "zieh"]), &["gehe mit"], "hält eine Wette", ("miwin", Spiel("miwin"))),
    e(
        ("erhöhe", &["erhoeh"]),
        &["erhöhe 4", "erhöhe auf 14"],
        "erhöht eine Wette",
        ("miwin", Spiel("miwin")),
    ),
    e(
        ("steige aus", &["pass", "aufgeb", "aufgebe", "aufgeben"]),
        &["steige aus"],
        "gibt das Blatt auf",
        ("miwin", Spiel("miwin")),
    ),
    e(
        ("weiter", &["weiter", "schieb", "check"]),
        &["weiter"],
        "setzt nichts oder lässt alles gelten",
        ("miwin", Spiel("miwin")),
    ),
    e(
        ("tausche", &["tausch", "behalt"]),
        &["tausche 1 3", "tausche nichts"],
        "tauscht Karten",
        ("miwin", Spiel("miwin")),
    ),
    e(("decke", &["deck"]), &["decke 2 als 7"], "deckt eine Karte auf", ("miwin", Spiel("miwin"))),
    e(("drehe", &["dreh"]), &["drehe 2"], "dreht eine Karte um", ("miwin", Spiel("miwin"))),
    e(
        ("lege", &["leg"]),
        &["lege baum", "lege als 3"],
        "legt ein Wort oder die letzte Karte",
        ("word", Spiel("word")),
    ),
    // Word Poker.
    e(
        ("annehmen", &["nimm", "annahme"]),
        &["annehmen"],
        "hält eine Wette",
        ("word", Spiel("word")),
    ),
    e(("kein wort", &["kein", "keins"]), &["kein wort"], "legt kein Wort", ("word", Spiel("word"))),
    e(
        ("zweifle", &["zweifel", "bezweifel"]),
        &["zweifle anna an"],
        "zweifelt ein Wort an",
        ("word", Spiel("word")),
    ),
    e(
        ("buchstabiere", &["buchstabier"]),
        &["buchstabiere", "buchstabiere baum"],
        "buchstabiert Blatt oder Wort",
        ("word", Spiel("word")),
    ),
    e(("wort", &["wort"]), &["wort baum"], "schlägt ein Wort nach", ("word", Spiel("word"))),
    e(
        ("grundeinsatz", &["grundeinsatz"]),
        &["grundeinsatz 1"],
        "vereinbart den Grundeinsatz",
        ("word", Spiel("word")),
    ),
    e(
        ("wörterbuch", &["woerterbuch"]),
        &["wörterbuch"],
        "vereinbart das Wörterbuch",
        ("word", Spiel("word")),
    ),
];

/// The command that a folded word begins.
pub fn find(wort: &str) -> Option<&'static Eintrag> {
    let wort = KURZ.iter().find(|(k, _)| *k == wort).map_or(wort, |(_, lang)| lang);
    TAFEL.iter().find(|e| e.worte.contains(&wort)).or_else(|| {
        let stamm = verbstamm(wort)?;
        TAFEL.iter().find(|e| e.worte.contains(&stamm))
    })
}

/// The command with this name as help shows it, or the one that the word begins.
pub fn by_name(gesagt: &str) -> Option<&'static Eintrag> {
    let gesagt = crate::satz::falte(gesagt);
    let named = TAFEL.iter().find(|e| crate::satz::falte(e.name) == gesagt);
    named.or_else(|| find(&gesagt))
}

/// The name of the command that was nearly typed; offered, never carried out by guess.
pub fn nearest(wort: &str) -> Option<&'static str> {
    let words = TAFEL.iter().flat_map(|e| {
        let first = e.name.split(' ').next().unwrap_or(e.name);
        [first].into_iter().chain(e.worte.iter().copied())
    });
    let folded: Vec<String> = words.map(crate::satz::falte).collect();
    let hit = crate::quelle::nearest_typed(wort, folded.iter().map(String::as_str))?;
    let entry = TAFEL.iter().find(|e| {
        e.worte.contains(&hit) || crate::satz::falte(e.name.split(' ').next().unwrap_or("")) == hit
    });
    entry.map(|e| e.name).filter(|n| *n != wort)
}
