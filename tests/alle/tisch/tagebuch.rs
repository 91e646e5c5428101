//! A table that stands up again from its journal is the same table: the house compares after every input, here stand
//! the moments in which it once was another one.

use std::time::Duration;

use theaterkeller::spiele::Vorrat;
use theaterkeller::spiele::miwin::regeln::Miwin;
use theaterkeller::spiele::russisch::Russisch;

use super::haus::{Bauplan, Haus};

fn russisch(set: &[(&str, &str)]) -> Haus<Russisch> {
    Haus::new(Bauplan::new(4, set, &Vorrat::default()), &[9000, 9000], 1)
}

fn miwin() -> Haus<Miwin> {
    Haus::new(Bauplan::new(3, &[], &Vorrat::default()), &[9000, 9000], 1)
}

/// The bid is asked for at one time and paid some milliseconds later; the warning and the end of the thinking time
/// count from one of the two, in the running table and in the journal.
#[test]
fn deadlines_count_from_the_time_in_the_journal() {
    let mut haus = russisch(&[]);
    haus.jetzt = Duration::from_micros(1_500_700);
    haus.setz(1);
    haus.sage(1, "los");
    haus.sage(1, "biete 100");
    haus.denke_fertig();
    assert!(haus.tisch.laeuft());
    assert!(haus.tisch.next_deadline().is_some_and(|t| t.subsec_micros() % 1000 == 0));
}
