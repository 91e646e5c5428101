//! Friends speak seldom, about the right person, never twice alike in a row, and not at all when nobody asked for it.

use std::collections::BTreeSet;

use rand::SeedableRng;

use super::*;
use crate::quelle::Quelle;

const ABSTAND: Duration = Duration::from_secs(25);

fn friend(name: &str, redselig: u8) -> FreundVorlage {
    let sprueche = Anlass::ALLE
        .map(|(key, _)| format!("{key} = [\"{key} eins\", \"{key} zwei\", \"{key} drei\"]"))
        .join("\n");
    let text = format!(
        "name = \"{name}\"\nbeschreibung = \"Wer.\"\nredselig = {redselig}\n\
         [sprueche]\n{sprueche}\n"
    );
    let mut faults = Vec::new();
    let f = FreundVorlage::read(name, &Quelle::new("freund.toml", text), &mut faults);
    assert!(faults.is_empty(), "{faults:?}");
    f.unwrap()
}

fn moment(grund: Grund, wer: &str, mensch: Option<i64>) -> Tischmoment {
    let mensch = mensch.map(Geldkonto::Konto);
    let freunde = vec!["Vladim".to_string(), "Sergej".to_string()];
    Tischmoment { grund, wer: wer.to_string(), mensch, freunde }
}

struct Tisch {
    freunde: Vec<FreundVorlage>,
    geplauder: Geplauder,
    rng: ChaCha12Rng,
    jetzt: Zeit,
}

impl Tisch {
    fn new(redselig: u8) -> Self {
        Self {
            freunde: vec![friend("Vladim", redselig), friend("Sergej", redselig)],
            geplauder: Geplauder::default(),
            rng: ChaCha12Rng::seed_from_u64(4),
            jetzt: Zeit::ZERO,
        }
    }

    fn says(&mut self, m: &Tischmoment) -> Option<(String, Anlass)> {
        let freunde: Vec<&FreundVorlage> = self.freunde.iter().collect();
        let found = self.geplauder.einfall(m, &freunde, (self.jetzt, ABSTAND), &mut self.rng)?;
        Some((found.freund, found.anlass))
    }
}

#[test]
fn whoever_sits_down_is_greeted_once() {
    let mut t = Tisch::new(50);
    let anna = moment(Grund::Kommt, "Anna", Some(1));
    assert_eq!(t.says(&anna).unwrap().1, Anlass::Gruss);
    assert_eq!(t.says(&anna), None, "up and down again is no new evening");
    assert!(t.says(&moment(Grund::Kommt, "Bert", Some(2))).is_some());
    t.jetzt += GREETING_AGAIN;
    assert!(t.says(&anna).is_some());
    assert_eq!(t.says(&moment(Grund::Geht, "Anna", Some(1))).unwrap().1, Anlass::Abschied);
}

#[test]
fn a_winner_of_the_house_speaks_himself_and_another_congratulates_a_person() {
    let mut t = Tisch::new(50);
    for _ in 0..20 {
        let own = t.says(&moment(Grund::Gewinnt, "Sergej", None)).unwrap();
        assert_eq!(own, ("Sergej".to_string(), Anlass::Gewinn));
        assert_eq!(t.says(&moment(Grund::Gewinnt, "Anna", Some(1))).unwrap().1, Anlass::Verlust);
    }
}

/// A trick or a fold is remarked on by nobody but whose it is; boldness and bluffs by nobody whose they are.
#[test]
fn everybody_speaks_of_what_is_his_to_speak_of() {
    let mut t = Tisch::new(100);
    let mut heard = BTreeSet::new();
    for grund in [Grund::Holt, Grund::Wagt, Grund::SteigtAus, Grund::Blufft, Grund::Wartet] {
        for (wer, mensch) in [("Anna", Some(1)), ("Vladim", None)] {
            for _ in 0..300 {
                t.jetzt += ABSTAND;
                let m = moment(grund, wer, mensch);
                let Some((who, anlass)) = t.says(&m) else { continue };
                let own = matches!(anlass, Anlass::Stich | Anlass::Aussteigen);
                assert_eq!(who == wer, own, "{who} says {anlass:?} about {wer}");
                heard.insert(anlass);
            }
        }
    }
    assert_eq!(heard.len(), 5, "{heard:?}");
}

/// An hour with a moment a second: never two sayings within the time between, few in all, none from the silent.
#[test]
fn friends_speak_seldom() {
    for (redselig, range) in [(0, 0..=0), (20, 20..=110), (100, 40..=144)] {
        let mut t = Tisch::new(redselig);
        let mut times = Vec::new();
        for i in 0..3600 {
            t.jetzt = Duration::from_secs(i);
            let grund =
                [Grund::Holt, Grund::SteigtAus, Grund::Wagt][usize::try_from(i % 3).unwrap()];
            if t.says(&moment(grund, "Vladim", None)).is_some() {
                times.push(i);
            }
        }
        assert!(range.contains(&times.len()), "{redselig}: {}", times.len());
        assert!(times.windows(2).all(|w| w[1] - w[0] >= ABSTAND.as_secs()), "{times:?}");
    }
}

#[test]
fn a_saying_is_not_repeated_at_once_and_all_come_up() {
    let f = friend("Vladim", 50);
    let (mut g, mut rng) = (Geplauder::default(), ChaCha12Rng::seed_from_u64(1));
    let said: Vec<usize> = (0..60).map(|_| g.wahl(&f, Anlass::Stich, &mut rng).unwrap()).collect();
    assert!(said.windows(2).all(|w| w[0] != w[1]), "{said:?}");
    assert_eq!(said.iter().collect::<BTreeSet<_>>().len(), 3);
}
