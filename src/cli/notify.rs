//! Tells the service manager how the house stands, by the datagrams of sd_notify: five lines of protocol, so no
//! library. Without a manager it says nothing.

use std::ffi::OsString;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram};

/// The manager's socket, if there is one.
pub(super) struct Manager(Option<(UnixDatagram, SocketAddr)>);

impl Manager {
    /// `socket` is what `NOTIFY_SOCKET` says: a path, or a name behind "@".
    pub(super) fn new(socket: Option<OsString>) -> Self {
        let connect = |name: &OsString| {
            let bytes = name.as_bytes();
            let addr = match bytes.strip_prefix(b"@") {
                Some(name) => SocketAddr::from_abstract_name(name),
                None => SocketAddr::from_pathname(name),
            };
            Some((UnixDatagram::unbound().ok()?, addr.ok()?))
        };
        Self(socket.as_ref().and_then(connect))
    }

    /// A manager that cannot be reached is no reason to do anything else.
    pub(super) fn tell(&self, state: &str) {
        if let Some((socket, addr)) = &self.0 {
            let _ = socket.send_to_addr(state.as_bytes(), addr);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manager_hears_it_by_path_and_by_name_and_without_one_nothing_happens() {
        Manager::new(None).tell("READY=1");
        let id = std::process::id();
        let path = std::env::temp_dir().join(format!("theaterkeller-notify-{id}"));
        let _ = std::fs::remove_file(&path);
        let name = format!("theaterkeller-{id}");
        let abstrakt = SocketAddr::from_abstract_name(&name).unwrap();
        let by_path = UnixDatagram::bind(&path).unwrap();
        let by_name = UnixDatagram::bind_addr(&abstrakt).unwrap();
        for (socket, said) in
            [(&by_path, path.clone().into_os_string()), (&by_name, format!("@{name}").into())]
        {
            Manager::new(Some(said)).tell("READY=1\nSTATUS=offen");
            let mut buf = [0; 64];
            let n = socket.recv(&mut buf).unwrap();
            assert_eq!(&buf[..n], b"READY=1\nSTATUS=offen");
        }
        std::fs::remove_file(&path).unwrap();
        Manager::new(Some(path.into_os_string())).tell("STOPPING=1");
    }
}
