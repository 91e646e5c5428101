//! Reads a data folder into texts: the one place of the world that touches the disk. Knows nothing
//! of what stands in the files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, DirEntry, File};
use std::io::{self, Read};
use std::path::Path;
use std::time::{Duration, SystemTime};

use super::Quellen;
use crate::quelle::{Fault, Quelle, nearest};

/// Bytes of one file. The word list is an eighth of this; anything larger is no text an admin has
/// written.
pub const FILE_BYTES_MAX: u64 = 1 << 20;

/// Folders below the data folder: one level is used, the rest is a slip.
const DEPTH_MAX: usize = 4;

/// A file that was written this short a time ago may still be being written: reading waits once and looks again.
pub const SETTLE: Duration = Duration::from_millis(300);

/// Reads all `.toml` and `.txt` files of a folder and of the folders in it. What begins with a dot or ends like
/// something else (`~`, `.bak`, `.md`) is left alone. Gives what could be read, and every fault of what could not: such
/// files are there as well, without text. A file that changes while it is read is such a fault, so nobody takes half a
/// file for a whole one.
pub fn read_folder(root: &Path) -> (Quellen, Vec<Fault>) {
    read_settled(root, &mut std::thread::sleep)
}

/// The same, with the wait handed in.
fn read_settled(root: &Path, wait: &mut dyn FnMut(Duration)) -> (Quellen, Vec<Fault>) {
    let mut reader = Reader::default();
    reader.folder(root, "", 0);
    if reader.quellen.0.is_empty() && !reader.faults.is_empty() {
        return (reader.quellen, reader.faults);
    }
    if reader.stempel.values().any(|s| s.is_young()) {
        wait(SETTLE);
    }
    let mut again = Reader { stamps_only: true, ..Reader::default() };
    again.folder(root, "", 0);
    let (old, new) = (&reader.stempel, &again.stempel);
    let changed = old.keys().chain(new.keys()).filter(|f| old.get(*f) != new.get(*f));
    for file in changed.collect::<BTreeSet<_>>() {
        reader.faults.push(whole(
            file,
            "Diese Datei ändert sich gerade; vielleicht wird sie noch gespeichert.",
            "Versuch es noch einmal, wenn sie fertig ist.",
        ));
        reader.quellen.0.insert(file.clone(), Quelle::unlesbar(file));
    }
    (reader.quellen, reader.faults)
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

/// By which a file is known to be the same as before.
#[derive(PartialEq, Eq)]
struct Stempel {
    bytes: u64,
    changed: Option<SystemTime>,
}

impl Stempel {
    fn of(entry: &DirEntry) -> io::Result<Self> {
        let meta = entry.metadata()?;
        Ok(Self { bytes: meta.len(), changed: meta.modified().ok() })
    }

    fn is_young(&self) -> bool {
        self.changed.and_then(|t| t.elapsed().ok()).is_some_and(|age| age < SETTLE)
    }
}

#[derive(Default)]
struct Reader {
    quellen: Quellen,
    faults: Vec<Fault>,
    /// Of every file that was read, taken before reading.
    stempel: BTreeMap<String, Stempel>,
    stamps_only: bool,
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
        let read = name.ends_with(".toml") || name.ends_with(".txt");
        match entry.file_type() {
            Ok(t) if t.is_symlink() => self.unlesbar(
                label,
                "Das ist eine Verknüpfung; der Server folgt keiner.",
                "Leg die Datei selbst hierher.",
            ),
            Ok(t) if t.is_dir() && depth < DEPTH_MAX => {
                self.folder(&entry.path(), &label, depth + 1)
            }
            Ok(t) if t.is_dir() => self.unlesbar(
                label,
                "Dieser Ordner liegt zu tief; hier liest niemand.",
                "Alle Dateien liegen in den Ordnern gleich unter data.",
            ),
            Ok(t) if t.is_file() && read => self.file(entry, label),
            Ok(t) if !t.is_file() => self.unlesbar(
                label,
                "Das ist keine gewöhnliche Datei.",
                "Leg statt ihrer eine Textdatei hierher.",
            ),
            // A slip of the pen in the ending: the loader says that nobody reads it.
            Ok(_) if !below.is_empty() && means_text(&name) => {
                self.quellen.0.insert(label.clone(), Quelle::unlesbar(label));
            }
            Ok(_) => {}
            Err(e) => self.unlesbar(label, unreadable(&e), ""),
        }
    }

    fn file(&mut self, entry: &DirEntry, label: String) {
        if let Ok(stempel) = Stempel::of(entry) {
            self.stempel.insert(label.clone(), stempel);
        }
        if self.stamps_only {
            return;
        }
        match read_file(&entry.path(), &label) {
            Ok(quelle) => {
                self.quellen.0.insert(label, quelle);
            }
            Err(f) => {
                self.faults.push(f);
                self.quellen.0.insert(label.clone(), Quelle::unlesbar(label));
            }
        }
    }

    fn unlesbar(&mut self, label: String, what: impl Into<String>, hint: &str) {
        self.faults.push(whole(&label, what, hint));
        self.quellen.0.insert(label.clone(), Quelle::unlesbar(label));
    }
}

/// True for a name whose ending is nearly `.toml` or `.txt`, or that has none.
fn means_text(name: &str) -> bool {
    let ending = name.rsplit_once('.').map_or("txt", |(_, ending)| ending);
    !name.ends_with('~') && nearest(&ending.to_lowercase(), ["toml", "txt"]).is_some()
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

const AS_UTF_8: &str = "Speicher sie im Editor mit der Kodierung UTF-8.";

/// Bytes as text: a byte order mark is dropped, anything but UTF-8 is refused with the place, and so are line ends that
/// no system has used for twenty years: they would make one line of the whole file.
fn text(name: &str, bytes: Vec<u8>) -> Result<Quelle, Fault> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(whole(name, "Diese Datei ist UTF-16 und nicht UTF-8.", AS_UTF_8));
    }
    let text = String::from_utf8(bytes).map_err(|e| {
        let good = e.utf8_error().valid_up_to();
        let byte = e.as_bytes().get(good).copied().unwrap_or(0);
        let shown = String::from_utf8_lossy(e.as_bytes()).into_owned();
        let what = match char::from(byte) {
            c if c.is_alphabetic() => {
                format!("Diese Datei ist hier kein UTF-8; in Latin-1 stünde da ein „{c}“.")
            }
            _ => "Diese Datei ist hier kein UTF-8.".to_string(),
        };
        Quelle::new(name, shown).fault(good, what, AS_UTF_8)
    })?;
    let text = text.strip_prefix('\u{feff}').map(str::to_string).unwrap_or(text);
    let quelle = Quelle::new(name, text);
    let bytes = quelle.text.as_bytes();
    let bare = |i: &usize| bytes[*i] == b'\r' && bytes.get(i + 1) != Some(&b'\n');
    match (0..bytes.len()).find(bare) {
        Some(at) if !quelle.text[..at].contains('\n') => {
            let hint = "Speicher sie mit den Zeilenenden von Linux oder Windows.";
            Err(quelle.fault_whole("In dieser Datei enden Zeilen auf die Art alter Macs.", hint))
        }
        Some(at) => {
            let what = "Hier steht ein Wagenrücklauf ohne neue Zeile.";
            Err(quelle.fault(at, what, "Streich ihn, oder schreib den Rest neu."))
        }
        None => Ok(quelle),
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
        let (q, faults) = read_folder(&o.0);
        assert_eq!(faults, []);
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
            .with("raeume/gut.toml", b"x = 1\n")
            .with("raeume/latin.toml", b"# gut\nname = \"K\xe4fig\"\n")
            .with("raeume/muell.toml", b"\x80")
            .with("raeume/riesig.toml", &large)
            .with("raeume/utf16.toml", b"\xff\xfea\0")
            .with("raeume/mac.txt", b"# a\rb\r")
            .with("raeume/halb.txt", b"a\nb\rc\n");
        #[cfg(unix)]
        std::os::unix::fs::symlink("/etc/hosts", o.0.join("raeume/link.toml")).unwrap();
        fs::create_dir_all(o.0.join("raeume/a/b/c/d")).unwrap();
        let _socket = std::os::unix::net::UnixListener::bind(o.0.join("raeume/s.toml")).unwrap();
        let (quellen, mut faults) = read_folder(&o.0);
        faults.sort_by(|a, b| a.file.cmp(&b.file));
        let said: Vec<String> =
            faults.iter().map(|f| f.to_string().lines().next().unwrap().to_string()).collect();
        let utf8 = "Speicher sie im Editor mit der Kodierung UTF-8.";
        let want = [
            "raeume/a/b/c/d:0:0: Dieser Ordner liegt zu tief; hier liest niemand. Alle Dateien \
             liegen in den Ordnern gleich unter data."
                .to_string(),
            "raeume/halb.txt:2:2: Hier steht ein Wagenrücklauf ohne neue Zeile. Streich ihn, oder \
             schreib den Rest neu."
                .to_string(),
            format!(
                "raeume/latin.toml:2:10: Diese Datei ist hier kein UTF-8; in Latin-1 stünde da \
                 ein „ä“. {utf8}"
            ),
            "raeume/link.toml:0:0: Das ist eine Verknüpfung; der Server folgt keiner. Leg die \
             Datei selbst hierher."
                .to_string(),
            "raeume/mac.txt:0:0: In dieser Datei enden Zeilen auf die Art alter Macs. Speicher sie \
             mit den Zeilenenden von Linux oder Windows."
                .to_string(),
            format!("raeume/muell.toml:1:1: Diese Datei ist hier kein UTF-8. {utf8}"),
            "raeume/riesig.toml:0:0: Diese Datei ist größer als ein Mebibyte. Teil sie auf."
                .to_string(),
            "raeume/s.toml:0:0: Das ist keine gewöhnliche Datei. Leg statt ihrer eine Textdatei \
             hierher."
                .to_string(),
            format!("raeume/utf16.toml:0:0: Diese Datei ist UTF-16 und nicht UTF-8. {utf8}"),
        ];
        assert_eq!(said, want);
        assert!(!quellen.0["raeume/gut.toml"].unlesbar);
        assert_eq!(quellen.0.values().filter(|q| q.unlesbar).count(), want.len());
    }

    /// Whoever writes while the folder is read: in the middle of a file, with a new one, by taking one away.
    #[test]
    fn a_file_that_is_being_written_is_not_taken_for_a_whole_one() {
        let o = Ordner::new("halb").with("raeume/a.toml", b"x = 1\n").with("raeume/b.toml", b"");
        let path = |name: &str| o.0.join(name);
        let mut waited = Vec::new();
        let (quellen, faults) = read_settled(&o.0, &mut |d| {
            waited.push(d);
            fs::write(path("raeume/a.toml"), "x = 1\ny = 2\n").unwrap();
            fs::write(path("raeume/c.toml"), "").unwrap();
            fs::remove_file(path("raeume/b.toml")).unwrap();
        });
        assert_eq!(waited, [SETTLE]);
        let named: Vec<&str> = faults.iter().map(|f| f.file.as_str()).collect();
        assert_eq!(named, ["raeume/a.toml", "raeume/b.toml", "raeume/c.toml"]);
        assert!(faults[0].what.starts_with("Diese Datei ändert sich gerade"));
        assert!(quellen.0["raeume/a.toml"].unlesbar, "half a file is no file");

        let (quellen, faults) = read_settled(&o.0, &mut |_| ());
        assert_eq!((faults, quellen.0["raeume/a.toml"].text.len()), (vec![], 12));
    }

    #[test]
    fn files_that_rest_are_read_without_waiting() {
        let o = Ordner::new("ruhig").with("raeume/a.toml", b"x = 1\n");
        let old = SystemTime::now() - 2 * SETTLE;
        File::options()
            .write(true)
            .open(o.0.join("raeume/a.toml"))
            .and_then(|f| f.set_modified(old))
            .unwrap();
        let (_, faults) = read_settled(&o.0, &mut |_| panic!("nothing to wait for"));
        assert_eq!(faults, []);
    }

    #[test]
    fn a_name_with_a_slip_in_its_ending_is_noted() {
        let o = Ordner::new("endung")
            .with("raeume/A.TOML", b"x")
            .with("raeume/b.tml", b"x")
            .with("raeume/c", b"x")
            .with("raeume/d.bak", b"x")
            .with("raeume/e.toml~", b"x")
            .with("raeume/f.md", b"x")
            .with("LICENSE", b"x");
        let (quellen, faults) = read_folder(&o.0);
        assert_eq!(faults, []);
        let noted: Vec<&str> = quellen.0.keys().map(String::as_str).collect();
        assert_eq!(noted, ["raeume/A.TOML", "raeume/b.tml", "raeume/c"]);
    }

    #[test]
    fn a_missing_folder_is_named() {
        let (_, faults) = read_folder(Path::new("/gibt/es/nicht"));
        assert!(faults[0].to_string().starts_with("/gibt/es/nicht:0:0: Das gibt es nicht."));
    }
}
