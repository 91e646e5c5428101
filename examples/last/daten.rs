//! A copy of the data with as many halls as are wanted: twenty tables each, the three games in turn, a way from the
//! start room and back.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::Fehler;

/// Tables of one hall.
pub(crate) const TISCHE_JE_SAAL: u32 = 20;
/// Tables of each game in a hall, in the order of the file.
const JE_SPIEL: [u32; 3] = [7, 7, 6];

/// Where a table stands: its hall, from 1, and its number there. Neighbours are of different games.
pub(crate) fn ort(tisch: u32) -> (u32, u32) {
    let (saal, in_saal) = (tisch / TISCHE_JE_SAAL + 1, tisch % TISCHE_JE_SAAL);
    let before: u32 = JE_SPIEL.iter().take((in_saal % 3) as usize).sum();
    (saal, before + in_saal / 3 + 1)
}

/// Copies the data and adds the halls.
pub(crate) fn kopiere(von: &Path, nach: &Path, saele: u32) -> Result<(), Fehler> {
    folder(von, nach)
        .map_err(|e| format!("{} lässt sich nicht abschreiben ({e}).", von.display()))?;
    let raeume = nach.join("raeume");
    let (start, text) = start_room(&raeume)?;
    let mut ways = String::from("[ausgaenge]\n");
    for nr in 1..=saele {
        writeln!(ways, "saal{nr} = {{ ziel = \"saal{nr}\" }}")?;
        fs::write(raeume.join(format!("saal{nr}.toml")), saal(nr, &start))?;
    }
    let path = raeume.join(format!("{start}.toml"));
    fs::write(path, text.replacen("[ausgaenge]\n", &ways, 1))?;
    Ok(())
}

fn folder(von: &Path, nach: &Path) -> std::io::Result<()> {
    fs::create_dir_all(nach)?;
    for entry in fs::read_dir(von)? {
        let entry = entry?;
        let to = nach.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            folder(&entry.path(), &to)?;
        } else {
            fs::copy(entry.path(), to)?;
        }
    }
    Ok(())
}

/// Id and text of the room where everybody begins.
fn start_room(raeume: &Path) -> Result<(String, String), Fehler> {
    for entry in fs::read_dir(raeume)? {
        let path = entry?.path();
        let text = fs::read_to_string(&path)?;
        if text.lines().any(|l| l.trim() == "start = true") {
            let id = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            return Ok((id, text));
        }
    }
    Err("Kein Raum in den Daten hat start = true.".into())
}

fn saal(nr: u32, start: &str) -> String {
    let [russisch, miwin, word] = JE_SPIEL;
    format!(
        "# Ein Saal für Messungen.\nname = \"Saal {nr}\"\nort = \"im Saal {nr}\"\n\
         kurz = \"Ein Saal mit vielen Tischen.\"\n\
         beschreibung = \"Ein Saal mit vielen Tischen.\"\n\n[ausgaenge]\n\
         raus = {{ ziel = \"{start}\" }}\n\n\
         [[tisch]]\nspiel = \"russisch\"\nname = \"Olegs Tisch\"\nplaetze = 4\n\
         tische_max = {russisch}\nfreunde = [\"vladim\", \"elena\", \"sergej\", \"iwan\"]\n\
         freunde_zahl = 3\nwarten_sek = 30\nrunden_wahl = \"fest\"\n\n\
         [[tisch]]\nspiel = \"miwin\"\nname = \"Marmortischchen\"\nplaetze = 5\n\
         tische_max = {miwin}\nfreunde = [\"poldi\", \"resi\", \"vladim\", \"elena\"]\n\
         freunde_zahl = 3\nwarten_sek = 30\nchips_kauf = 200\ntaler_je_stein = 10\n\
         betrag = 10\ngrundeinsatz = 0\n\n\
         [[tisch]]\nspiel = \"word\"\nname = \"Ovaler Tisch\"\nplaetze = 8\n\
         tische_max = {word}\nfreunde = [\"ottilie\", \"konrad\", \"elena\", \"resi\"]\n\
         freunde_zahl = 3\nwarten_sek = 30\nzaehlsteine = 50\ntaler_je_stein = 10\n\
         grundeinsatz = 1\nminimum = 1\nmaximum = 5\nkartensatz = \"quiddler_en\"\n\
         woerterbuch = \"woerter.txt\"\nanzweifeln_sek = 5\n"
    )
}
