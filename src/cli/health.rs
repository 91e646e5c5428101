//! `health`: is the house open and well? Asks as a caller would: at the door, and at the port for counts if there is
//! one. Changes nothing.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

use crate::config::Config;

/// For each step.
const LIMIT: Duration = Duration::from_secs(5);
/// What a server says that speaks for itself where every connection begins with a PROXY header.
const PROXY_LOCAL: &[u8] = b"\r\n\r\n\0\r\nQUIT\n\x20\x00\x00\x00";

/// Gives what is well. Errors: one German sentence what is not.
pub(super) fn check(config: &Config) -> Result<String, String> {
    let adresse = config.server.adressen.first().ok_or("Das Haus hat keine Adresse.")?;
    greeting(reachable(*adresse), config)?;
    if let Some(adresse) = config.kennzahlen.adressen.first() {
        let said = get(reachable(*adresse), "/health")?;
        if !said.starts_with("HTTP/1.1 200") {
            let text = said.rsplit("\r\n\r\n").next().unwrap_or_default().trim();
            return Err(format!("Das Haus ist offen, aber: {text}"));
        }
    }
    Ok(format!("Der Theaterkeller ist offen auf {adresse}."))
}

/// Who listens everywhere is reached on the own machine.
fn reachable(adresse: SocketAddr) -> SocketAddr {
    let ip = match adresse.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, adresse.port())
}

fn connect(adresse: SocketAddr) -> Result<TcpStream, String> {
    let stream = TcpStream::connect_timeout(&adresse, LIMIT)
        .map_err(|e| format!("An {adresse} antwortet niemand ({e})."))?;
    let limited = stream.set_read_timeout(Some(LIMIT)).and(stream.set_write_timeout(Some(LIMIT)));
    limited.map_err(|e| format!("Die Verbindung zu {adresse} ist nicht zu gebrauchen ({e})."))?;
    Ok(stream)
}

/// A house that is well greets whoever comes.
fn greeting(adresse: SocketAddr, config: &Config) -> Result<(), String> {
    let mut stream = connect(adresse)?;
    let from = stream.local_addr().map(|a| a.ip().to_canonical());
    if from.is_ok_and(|ip| config.proxy.von.contains(&ip)) {
        stream
            .write_all(PROXY_LOCAL)
            .map_err(|e| format!("An {adresse} hört niemand zu ({e})."))?;
    }
    let mut buf = [0; 4096];
    let mut heard = Vec::new();
    let holds = |heard: &[u8], word: &[u8]| heard.windows(word.len()).any(|w| w == word);
    // The question for the name; a house that is full is well, too.
    while !holds(&heard, b"Wie hei") && !holds(&heard, b"zu viele Verbindungen") {
        match stream.read(&mut buf) {
            Ok(n) if n > 0 && heard.len() < 1 << 16 => heard.extend_from_slice(&buf[..n]),
            Ok(_) => return Err(format!("An {adresse} antwortet etwas anderes als ein Haus.")),
            Err(e) => return Err(format!("An {adresse} begrüßt niemand ({e}).")),
        }
    }
    Ok(())
}

fn get(adresse: SocketAddr, path: &str) -> Result<String, String> {
    let silent = |e: std::io::Error| format!("An {adresse} antwortet niemand ({e}).");
    let mut stream = connect(adresse)?;
    let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n");
    stream.write_all(request.as_bytes()).map_err(silent)?;
    let mut said = Vec::new();
    stream.take(1 << 16).read_to_end(&mut said).map_err(silent)?;
    Ok(String::from_utf8_lossy(&said).into_owned())
}
