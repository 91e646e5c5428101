//! Does one piece of work so many times and nothing else, so that benches/instruktionen.py can count its instructions
//! under callgrind. Without arguments it lists the names.

mod stoff;

#[expect(clippy::print_stdout)]
fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let [name, times] = &args[..] else {
        stoff::im_speicher().for_each(|s| println!("{}", s.name));
        return;
    };
    let stoff = stoff::im_speicher().find(|s| s.name == name).expect("a name from the list");
    let times: u32 = times.parse().expect("how many times");
    let mut work = (stoff.bereite)();
    for _ in 0..times {
        work();
    }
}
