//! The baseline: a bare echo of lines with a buffered reader, a task for each connection, nothing else.

use std::io::Write;
use std::net::SocketAddr;

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpSocket, TcpStream};

use crate::Fehler;

/// Says where it listens, then serves until it is killed.
pub(crate) async fn serve(addr: SocketAddr) -> Result<(), Fehler> {
    let socket = if addr.is_ipv6() { TcpSocket::new_v6()? } else { TcpSocket::new_v4()? };
    socket.bind(addr)?;
    let listener: TcpListener = socket.listen(1024)?;
    writeln!(std::io::stdout(), "Das Echo lauscht auf {}", listener.local_addr()?)?;
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        tokio::spawn(echo(stream));
    }
}

async fn echo(stream: TcpStream) -> std::io::Result<()> {
    let (read, mut write) = stream.into_split();
    let mut read = BufReader::new(read);
    let mut line = Vec::new();
    while read.read_until(b'\n', &mut line).await? > 0 {
        write.write_all(&line).await?;
        line.clear();
    }
    Ok(())
}
