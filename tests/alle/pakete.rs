//! The packs for clients: what is installed is what is tested.

use std::fs;
use std::path::Path;
use std::process::Command;

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

#[test]
fn the_mudlet_package_holds_the_lua_that_is_tested() {
    let xml = read("clients/mudlet/theaterkeller.xml");
    let (_, script) = xml.split_once("<script>").unwrap();
    let (script, _) = script.split_once("</script>").unwrap();
    let script = script.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    assert_eq!(script, read("clients/mudlet/theaterkeller.lua"), "run clients/mudlet/bauen.py");
}

/// Where lua5.1 is missing there is nothing to prove; `.ci/run` installs it.
#[test]
fn the_mudlet_package_does_what_its_page_says() {
    let run = Command::new("lua5.1")
        .arg("tests/clients/mudlet.lua")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output();
    if let Ok(out) = run {
        let text = String::from_utf8_lossy(&out.stderr).into_owned();
        assert!(out.status.success(), "{text}");
    }
}
