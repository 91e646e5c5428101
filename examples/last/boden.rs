//! The floor: what a heard line costs a program that does nothing else. One thread, and one `send` for each listener.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};

use crate::Fehler;

/// Says where it listens, lets so many listeners in, and writes every line of whoever comes after them to each.
pub(crate) fn serve(addr: SocketAddr, hoerer: u32) -> Result<(), Fehler> {
    let listener = TcpListener::bind(addr)?;
    writeln!(std::io::stdout(), "Der Boden lauscht auf {}", listener.local_addr()?)?;
    let mut lines = Vec::new();
    for _ in 0..hoerer {
        lines.push(greet(&listener)?.into_inner());
    }
    let mut redner = greet(&listener)?;
    let mut line = Vec::new();
    while redner.read_until(b'\n', &mut line)? > 0 {
        for hoerer in &mut lines {
            hoerer.write_all(&line)?;
        }
        line.clear();
    }
    Ok(())
}

/// Whoever comes says hello, as to the echo.
fn greet(listener: &TcpListener) -> Result<BufReader<TcpStream>, Fehler> {
    let (stream, _) = listener.accept()?;
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream);
    let mut line = Vec::new();
    reader.read_until(b'\n', &mut line)?;
    reader.get_mut().write_all(&line)?;
    Ok(reader)
}
