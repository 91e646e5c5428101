//! Friends at a real table: they greet, they remember, and whoever wants quiet has it.

use super::haus::Haus;
use super::klient::Klient;
use super::spielabend::allein_los;

/// A house in which friends speak.
fn redselig() -> Haus {
    Haus::with(&["tempo.spruch_sek=1"])
}

const FREUNDE: [&str; 4] = ["Vladim", "Elena", "Sergej", "Iwan"];

/// What friends have said on this line so far.
fn sprueche(k: &Klient) -> Vec<String> {
    let said = |l: &&str| FREUNDE.iter().any(|f| l.starts_with(&format!("{f} sagt: ")));
    k.alles().lines().filter(said).map(str::to_string).collect()
}

/// Begins a game and waits until friends have had time to greet.
fn los(k: &mut Klient) {
    allein_los(k);
    k.warte("bieten");
    k.tippe("biete 100");
    k.warte("Dein Blatt");
    k.stille();
}

#[test]
fn whoever_sits_down_is_greeted_by_name_once() {
    let haus = redselig();
    let mut anna = haus.klient().neu("Anna").zu_oleg();
    los(&mut anna);
    let heard = sprueche(&anna);
    assert_eq!(heard.len(), 1, "{heard:?}");
}

#[test]
fn quiet_is_kept_by_word_with_the_account_and_in_reader_mode() {
    let haus = redselig();
    let mut anna = haus.klient().neu("Anna");
    anna.frage("stimmung aus");
    anna.tippe("ende");
    anna.ende();
    let mut anna = haus.klient();
    anna.zurueck("Anna");
    let mut anna = anna.zu_oleg();
    los(&mut anna);
    assert_eq!(sprueche(&anna), [""; 0]);

    let mut bert = haus.klient().neu("Bert");
    bert.frage("leser");
    let mut bert = bert.zu_oleg();
    los(&mut bert);
    assert_eq!(sprueche(&bert), [""; 0]);

    let mut cleo = haus.klient().neu("Cleo");
    cleo.frage("leser");
    cleo.frage("stimmung an");
    let mut cleo = cleo.zu_oleg();
    los(&mut cleo);
    assert_eq!(sprueche(&cleo).len(), 1, "who asks for it hears them in reader mode, too");
}

/// The evening is put back by a week in the database; then all three friends remember it.
#[test]
fn friends_remember_a_regular_and_how_it_went() {
    let mut haus = redselig();
    let mut anna = haus.klient().neu("Anna").zu_oleg();
    los(&mut anna);
    anna.tippe("steh auf");
    anna.warte("ja");
    anna.frage("ja");
    haus.close();
    let db = rusqlite::Connection::open(haus.zustand().join("theaterkeller.db")).unwrap();
    let a_week_ago = "INSERT OR REPLACE INTO bekannt (konto, freund, abende, zuletzt, gewinn)
        SELECT konto.id, f.column1, 3, unixepoch() - 8 * 86400, 250
        FROM konto, (VALUES ('Vladim'), ('Elena'), ('Sergej')) AS f";
    assert_eq!(db.execute(a_week_ago, ()).unwrap(), 3);
    drop(db);
    haus.restart();
    let mut anna = haus.klient();
    anna.zurueck("Anna");
    let mut anna = anna.zu_oleg();
    los(&mut anna);
    let heard = sprueche(&anna);
    assert_eq!(heard.len(), 1, "{heard:?}");
    assert!(heard[0].contains("etzte Woche"), "{heard:?}");
}
