//! Does one piece of work so many times and nothing else, so that benches/instruktionen.py can count its instructions
//! under callgrind. Without arguments it lists the names.

mod stoff;

/// Looks at the thread's clock, and valgrind does not lend the part of the system that the clock is read from.
const MIT_UHR: &str = "russisch: 100 Spiele, vier schnelle Freunde";

#[expect(clippy::print_stdout)]
fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let [name, times] = &args[..] else {
        let counted = stoff::im_speicher().filter(|s| s.name != MIT_UHR);
        counted.for_each(|s| println!("{}", s.name));
        return;
    };
    let stoff = stoff::im_speicher().find(|s| s.name == name).expect("a name from the list");
    let times: u32 = times.parse().expect("how many times");
    let mut work = (stoff.bereite)();
    for _ in 0..times {
        work();
    }
}
