//! How long the pieces of work take that a house does most. Run with `cargo bench --bench zeit`; figures stand in
//! docs/leistung.md.

mod archiv;
mod stoff;

use criterion::{Criterion, criterion_group, criterion_main};

fn alle(c: &mut Criterion) {
    for s in stoff::im_speicher().chain(archiv::STOFF) {
        let mut work = (s.bereite)();
        c.bench_function(s.name, |b| b.iter(&mut work));
    }
}

criterion_group! {
    name = zeit;
    config = Criterion::default().sample_size(20);
    targets = alle
}
criterion_main!(zeit);
