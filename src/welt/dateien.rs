//! Reads a data folder into texts: the one place of the world that touches the disk. Knows nothing
//! of what stands in the files.

use std::fs::{self, DirEntry, File};
use std::io::{self, Read};
use std::path::Path;

use super::Quellen;
use crate::quelle::{Fault, Quelle};

/// Bytes of one file. The word list is an eighth of this; anything larger is no text an admin has
/// written.
pub const FILE_BYTES_MAX: u64 = 1 << 20;

/// Folders below the data folder: one level is used, the rest is a slip.
const DEPTH_MAX: usize = 4;

/// Reads all `.toml` and `.txt` files of a folder and of the folders in it. What begins with a dot
/// or has another ending (`~`, `.bak`, `.md`) is left alone. Errors: every file that cannot be
/// read.
pub fn read_folder(root: &Path) -> Result<Quellen, Vec<Fault>> {
    let mut reader = Reader::default();
    reader.folder(root, "", 0);
    if reader.faults.is_empty() { Ok(reader.quellen) } else { Err(reader.faults) }
}

/// Reads one file, such as `config.toml`; `name` is what faults call it. Errors: why it cannot be
/// read.
pub fn read_file(path: &Path, name: &str) -> Result<Quelle, Fault> {
    let mut bytes = Vec::new();
    let read = File::open(path)
        .and_then(|f| f.take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes))
        .map_err(|e| {
            whole(name, unreadable(&e), "Prüf, ob es sie gibt und ob der Server sie lesen darf.")
        })?;
    if read as u64 > FILE_BYTES_MAX {
        return Err(whole(name, "Diese Datei ist größer als ein Mebibyte.", "Teil sie auf."));
    }
    text(name, bytes)
}

#[derive(Default)]
struct Reader {
    quellen: Quellen,
    faults: Vec<Fault>,
}

impl Reader {
    fn folder(&mut self, path: &Path, below: &str, depth: usize) {
        let label = if below.is_empty() { path.display().to_string() } else { below.to_string() };
        let entries = fs::read_dir(path).and_then(Iterator::collect::<io::Result<Vec<DirEntry>>>);
        match entries {
            Ok(entries) => {
                for entry in entries {
                    self.entry(&entry, below, depth);
                }
            }
            Err(e) => self.faults.push(whole(
                &label,
                unreadable(&e),
                "Prüf, ob es den Ordner gibt und ob der Server ihn lesen darf.",
            )),
        }
    }

    fn entry(&mut self, entry: &DirEntry, below: &str, depth: usize) {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') {
            return;
        }
        let label = if below.is_empty() { name.clone() } else { format!("{below}/{name}") };
        match entry.file_type() {
            Ok(t) if t.is_symlink() => self.faults.push(whole(
                &label,
                "Das ist eine Verknüpfung; der Server folgt keiner.",
                "Leg die Datei selbst hierher.",
            )),
            Ok(t) if t.is_dir() && depth < DEPTH_MAX => {
                self.folder(&entry.path(), &label, depth + 1)
            }
            Ok(t) if t.is_file() && (name.ends_with(".toml") || name.ends_with(".txt")) => {
                match read_file(&entry.path(), &label) {
                    Ok(quelle) => {
                        self.quellen.0.insert(label, quelle);
                    }
                    Err(f) => self.faults.push(f),
                }
            }
            Ok(_) => {}
            Err(e) => self.faults.push(whole(&label, unreadable(&e), "")),
        }
    }
}

fn unreadable(e: &io::Error) -> String {
    match e.kind() {
        io::ErrorKind::NotFound => "Das gibt es nicht.".to_string(),
        io::ErrorKind::PermissionDenied => "Das darf der Server nicht lesen.".to_string(),
        _ => format!("Das lässt sich nicht lesen ({e})."),
    }
}

fn whole(file: &str, what: impl Into<String>, hint: &str) -> Fault {
    Quelle::new(file, "").fault_whole(what, hint)
}

/// Bytes as text: a byte order mark is dropped, anything but UTF-8 is refused with the place.
fn text(name: &str, bytes: Vec<u8>) -> Result<Quelle, Fault> {
    match String::from_utf8(bytes) {
        Ok(t) => Ok(Quelle::new(name, t.strip_prefix('\u{feff}').unwrap_or(&t))),
        Err(e) => {
            let good = e.utf8_error().valid_up_to();
            let shown = String::from_utf8_lossy(e.as_bytes()).into_owned();
            let hint = "Speicher sie im Editor mit der Kodierung UTF-8.";
            Err(Quelle::new(name, shown).fault(good, "Diese Datei ist hier kein UTF-8.", hint))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of its own for one test, removed at the end.
    struct Ordner(std::path::PathBuf);

    impl Ordner {
        fn new(name: &str) -> Self {
            let path =
                std::env::temp_dir().join(format!("theaterkeller-{name}-{}", std::process::id()));
            fs::create_dir_all(path.join("raeume")).unwrap();
            Self(path)
        }

        fn with(self, file: &str, bytes: &[u8]) -> Self {
            fs::write(self.0.join(file), bytes).unwrap();
            self
        }
    }

    impl Drop for Ordner {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn texts_are_read_with_their_path_and_other_files_are_left_alone() {
        let o = Ordner::new("gut")
            .with("kurier.toml", b"\xef\xbb\xbfa = 1\r\nb = 2\r\n")
            .with("raeume/halle.toml", b"x = 1\n")
            .with("raeume/halle.toml~", b"\xff")
            .with("raeume/.halle.toml.swp", b"\xff")
            .with("raeume/LIES.md", b"\xff");
        let q = read_folder(&o.0).unwrap();
        let paths: Vec<&str> = q.0.keys().map(String::as_str).collect();
        assert_eq!(paths, ["kurier.toml", "raeume/halle.toml"]);
        let tafel = q.0["kurier.toml"].tafel().unwrap();
        assert_eq!(tafel.zeilen.len(), 2);
        assert_eq!(tafel.zeilen["a"].0, 0);
    }

    #[test]
    fn whatever_cannot_be_read_is_named_all_at_once() {
        let large = vec![b'#'; usize::try_from(FILE_BYTES_MAX).unwrap() + 1];
        let o = Ordner::new("schlecht")
            .with("raeume/latin.toml", b"# gut\nname = \"K\xe4fig\"\n")
            .with("raeume/riesig.toml", &large);
        #[cfg(unix)]
        std::os::unix::fs::symlink("/etc/hosts", o.0.join("raeume/link.toml")).unwrap();
        let mut faults = read_folder(&o.0).unwrap_err();
        faults.sort_by(|a, b| a.file.cmp(&b.file));
        let said: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert!(said[0].starts_with("raeume/latin.toml:2:10: Diese Datei ist hier kein UTF-8."));
        assert!(said[1].starts_with("raeume/link.toml:0:0: Das ist eine Verknüpfung"), "{said:?}");
        assert!(said[2].starts_with("raeume/riesig.toml:0:0: Diese Datei ist größer"), "{said:?}");
    }

    #[test]
    fn a_missing_folder_is_named() {
        let faults = read_folder(Path::new("/gibt/es/nicht")).unwrap_err();
        assert!(faults[0].to_string().starts_with("/gibt/es/nicht:0:0: Das gibt es nicht."));
    }
}
