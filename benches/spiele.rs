//! Speed of what friends and tables do most: evaluating hands, searching words, whole games of friends. Run with
//! `cargo bench`; figures stand in docs/leistung.md.

use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, criterion_group, criterion_main};
use rand::SeedableRng;
use rand::rngs::ChaCha12Rng;
use rand::seq::SliceRandom;
use theaterkeller::simulate::{Options, run};
use theaterkeller::spiele::miwin::figuren::Figuren;
use theaterkeller::spiele::miwin::karten::Karte;
use theaterkeller::spiele::russisch::Russisch;
use theaterkeller::spiele::word::einstellungen::from_text;
use theaterkeller::{daten, spiele::Vorrat};

fn vorrat() -> Vorrat {
    daten::vorrat(&Path::new(env!("CARGO_MANIFEST_DIR")).join("data"))
}

/// A thousand random hands of five cards.
fn hands<K: Clone>(deck: &[K]) -> Vec<Vec<K>> {
    let mut rng = ChaCha12Rng::seed_from_u64(7);
    let mut deck = deck.to_vec();
    let mut deal = || {
        deck.shuffle(&mut rng);
        deck[..5].to_vec()
    };
    (0..1000).map(|_| deal()).collect()
}

fn word(c: &mut Criterion) {
    let regeln = from_text("", &vorrat()).expect("the shipped words are in order");
    let hands = hands(&regeln.satz.alle());
    let mut i = 0;
    c.bench_function("word: best word of a hand, all levels", |b| {
        b.iter(|| {
            i = (i + 1) % hands.len();
            black_box(regeln.suche.best(&hands[i], (&regeln.buch, &regeln.satz), |_| true))
        });
    });
}

fn miwin(c: &mut Criterion) {
    let figuren = Figuren::lesart("A").expect("reading A is built in");
    let hands = hands(&Karte::alle());
    let mut i = 0;
    c.bench_function("miwin: best laying of a hand", |b| {
        b.iter(|| {
            i = (i + 1) % hands.len();
            black_box(figuren.beste_lage(&[], &hands[i]))
        });
    });
}

fn russisch(c: &mut Criterion) {
    let seats = vec!["mittel".to_string(); 4];
    let options = Options { seats, games: 100, seed: Some(1), ..Options::default() };
    c.bench_function("russisch: 100 games of 18 rounds, four quick friends", |b| {
        b.iter(|| run::<Russisch>(black_box(&options)).expect("the options are in order"));
    });
}

criterion_group! {
    name = alle;
    config = Criterion::default().sample_size(20);
    targets = word, miwin, russisch
}
criterion_main!(alle);
