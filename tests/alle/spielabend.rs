//! What several tests do at Oleg's table: sit down, play by the commands that the server names, remember hands.

use super::haus::Haus;
use super::klient::Klient;

/// What ends a game for a player.
pub(crate) const SPIEL_AUS: &str = "beginnt ein neues Spiel";
/// What a player on turn hears, bidding, announcing, playing.
const AM_ZUG: [&str; 4] = [SPIEL_AUS, "zum Beispiel ", "zum Beispiel: ", "Zum Beispiel: "];

/// Waits for the next command that the server offers to whoever is on. `None`: the game is over.
pub(crate) fn naechster_befehl(k: &mut Klient) -> Option<String> {
    let (which, _) = k.eins_von(&AM_ZUG);
    if which == 0 {
        return None;
    }
    let befehl = k.warte(".").replace('\n', " ").trim_end_matches('.').to_string();
    // The rest of the sentence, so that what comes next is the answer to what is typed next.
    k.stille();
    Some(befehl)
}

/// Plays by the commands that the server offers until the game is over. Gives the number of own moves.
pub(crate) fn spiele_zu_ende(k: &mut Klient) -> usize {
    let mut moves = 0;
    while let Some(befehl) = naechster_befehl(k) {
        k.tippe(&befehl);
        moves += 1;
        assert!(moves < 400, "{}: the game does not end\n{}", k.name, k.alles());
    }
    moves
}

/// Sits down and starts a game of five rounds with friends.
pub(crate) fn allein_los(k: &mut Klient) {
    k.tippe("setz dich");
    k.warte("beginnt das Spiel sofort");
    k.tippe("runden 5");
    k.warte("geht über 5 Runden");
    k.tippe("los");
}

/// The first command that an answer to `was kann ich` names. `None`: nothing may be done now.
pub(crate) fn angeboten(text: &str) -> Option<String> {
    let flat = text.replace('\n', " ");
    let words = ["zum Beispiel: ", "Du kannst: ", "Das kannst Du jetzt: "];
    let rest = words.iter().find_map(|w| flat.split_once(w))?.1;
    let first = rest.trim_start().split([',', '.']).next()?;
    first.split("  ").next().map(|b| b.trim().to_string())
}

/// Makes one move, if this player is on.
pub(crate) fn ziehe(k: &mut Klient) {
    if let Some(befehl) = angeboten(&k.frage("was kann ich")) {
        k.tippe(&befehl);
    }
}

/// Anna's line breaks, she stays away beyond the grace time, a friend plays for her, and she comes back: the friend
/// steps back at once. Gives her new line, and what Berta heard of her return.
pub(crate) fn friend_steps_back(haus: &Haus, anna: Klient, berta: &mut Klient) -> (Klient, String) {
    drop(anna);
    berta.warte("Die Verbindung von Anna ist abgerissen.");
    berta.warte("spielt für Anna weiter");
    let mut anna = haus.klient();
    let said = anna.zurueck("Anna");
    assert!(said.contains("Du bist wieder an Tisch 1."), "{said}");
    let heard = berta.warte("Anna ist wieder da.") + &berta.stille();
    (anna, heard)
}
