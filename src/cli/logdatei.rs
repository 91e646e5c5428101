//! The log in a file that is opened anew when somebody asks, so that an admin can move it away while the house is
//! open. Knows no line of it.

use std::cell::RefCell;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

thread_local! {
    /// Every thread holds the file for itself: nobody waits for anybody to write a line. The number says since
    /// which wish it is open.
    static OFFEN: RefCell<Option<(u64, File)>> = const { RefCell::new(None) };
}

/// A log file by its name. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct Logdatei {
    path: Arc<PathBuf>,
    wishes: Arc<AtomicU64>,
}

impl Logdatei {
    /// Errors: the file cannot be written.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        append(path)?;
        Ok(Self { path: Arc::new(path.to_path_buf()), wishes: Arc::default() })
    }

    /// From the next line on, whatever file has the name by then.
    pub(super) fn reopen(&self) {
        self.wishes.fetch_add(1, Ordering::Relaxed);
    }
}

fn append(path: &Path) -> io::Result<File> {
    OpenOptions::new().create(true).append(true).open(path)
}

impl Write for Logdatei {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let wish = self.wishes.load(Ordering::Relaxed);
        OFFEN.with_borrow_mut(|offen| {
            let file = match offen {
                Some((since, file)) if *since == wish => file,
                stale => &mut stale.insert((wish, append(&self.path)?)).1,
            };
            file.write_all(line)?;
            Ok(line.len())
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
