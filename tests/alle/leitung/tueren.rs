//! The other doors: TLS, WebSocket, and a server in front that says for whom it connects.

use std::fs;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{Message, WebSocket, client};

use super::draht::{Draht, GEDULD, IAC, Server, WILL, find};

fn certs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/zertifikate")
}

/// Connects and trusts this certificate alone.
fn tls(addr: SocketAddr, cert: &str) -> std::io::Result<StreamOwned<ClientConnection, TcpStream>> {
    let mut roots = RootCertStore::empty();
    let file = certs().join(format!("{cert}.zertifikat.pem"));
    roots.add(CertificateDer::from_pem_file(file).unwrap()).unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let name = "localhost".try_into().unwrap();
    let connection = ClientConnection::new(Arc::new(config), name).unwrap();
    let socket = TcpStream::connect(addr)?;
    socket.set_read_timeout(Some(GEDULD))?;
    let mut stream = StreamOwned::new(connection, socket);
    stream.flush()?;
    read_until(&mut stream, "Wie heißt Du denn")?;
    Ok(stream)
}

fn read_until(stream: &mut impl Read, needle: &str) -> std::io::Result<String> {
    let mut seen = Vec::new();
    let mut buf = [0u8; 4096];
    while find(&seen, needle.as_bytes()).is_none() {
        match stream.read(&mut buf)? {
            0 => return Err(std::io::ErrorKind::UnexpectedEof.into()),
            n => seen.extend(&buf[..n]),
        }
    }
    Ok(String::from_utf8_lossy(&seen).into_owned())
}

#[test]
fn tls_carries_an_evening_and_takes_a_new_certificate() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("tls-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let put = |which: &str| {
        for part in ["zertifikat", "schluessel"] {
            let from = certs().join(format!("{which}.{part}.pem"));
            fs::copy(from, folder.join(format!("{part}.pem"))).unwrap();
        }
    };
    put("eins");
    let set = |key: &str| format!("tls.{key}={:?}", folder.join(format!("{key}.pem")));
    let sets = ["tls.adressen=[\"127.0.0.1:0\"]".to_string(), set("zertifikat"), set("schluessel")];
    let server = Server::with(&sets.iter().map(String::as_str).collect::<Vec<_>>());
    let addr = server.tls.expect("the door is open");
    let mut first = tls(addr, "eins").unwrap();
    // Who says nothing at the handshake, or no TLS, keeps nobody out.
    let _silent = TcpStream::connect(addr).unwrap();
    let mut wrong = Draht::new(addr);
    wrong.line("gast");
    assert!(find(&wrong.rest(), b"Willkommen").is_none());
    put("zwei");
    server.hup();
    let end = std::time::Instant::now() + GEDULD;
    while tls(addr, "zwei").is_err() {
        assert!(std::time::Instant::now() < end, "{}", server.log());
    }
    assert!(tls(addr, "eins").is_err(), "the old certificate is gone");
    first.write_all("gast\r\nsage grüße\r\n".as_bytes()).unwrap();
    read_until(&mut first, "Du sagst: grüße").unwrap();
    let _ = fs::remove_dir_all(&folder);
}

type Ws = WebSocket<TcpStream>;

fn ws(addr: SocketAddr, protocol: Option<&str>, origin: Option<&str>) -> Option<(Ws, String)> {
    let mut request = format!("ws://{addr}/").into_client_request().unwrap();
    let headers = request.headers_mut();
    if let Some(p) = protocol {
        headers.insert("Sec-WebSocket-Protocol", HeaderValue::from_str(p).unwrap());
    }
    if let Some(o) = origin {
        headers.insert("Origin", HeaderValue::from_str(o).unwrap());
    }
    let socket = TcpStream::connect(addr).unwrap();
    socket.set_read_timeout(Some(GEDULD)).unwrap();
    let (ws, response) = client(request, socket).ok()?;
    let chosen = response.headers().get("Sec-WebSocket-Protocol");
    Some((ws, chosen.map_or(String::new(), |c| c.to_str().unwrap().to_string())))
}

/// Reads until a binary or text frame's contents, put together by kind, hold this.
fn ws_until(ws: &mut Ws, needle: &str) -> (Vec<u8>, String) {
    let (mut binary, mut text) = (Vec::new(), String::new());
    loop {
        match ws.read().expect("the line lives") {
            Message::Binary(b) => binary.extend(&b[..]),
            Message::Text(t) => text.push_str(&t),
            _ => {}
        }
        if find(&binary, needle.as_bytes()).is_some() || text.contains(needle) {
            return (binary, text);
        }
    }
}

#[test]
fn a_websocket_carries_the_same_line() {
    let server = Server::with(&["websocket.adressen=[\"127.0.0.1:0\"]"]);
    let addr = server.websocket.expect("the door is open");
    let (mut t, chosen) = ws(addr, Some("x, telnet.mudstandards.org"), None).unwrap();
    assert_eq!(chosen, "telnet.mudstandards.org");
    let (binary, _) = ws_until(&mut t, "Wie heißt Du denn");
    assert!(find(&binary, &[IAC, WILL]).is_some(), "telnet as it is");
    t.send(Message::binary("gast\r\nwer\r\n".as_bytes().to_vec())).unwrap();
    ws_until(&mut t, "ist da");

    let (mut g, chosen) = ws(addr, Some("gmcp.mudstandards.org"), None).unwrap();
    assert_eq!(chosen, "gmcp.mudstandards.org");
    let (binary, _) = ws_until(&mut g, "Wie heißt Du denn");
    assert!(!binary.contains(&IAC), "no telnet in it");
    g.send(Message::text("Core.Supports.Set [\"Room 1\"]")).unwrap();
    g.send(Message::binary(&b"gast\r\n"[..])).unwrap();
    let (_, text) = ws_until(&mut g, "Room.Info {");
    assert!(text.contains("\"area\":\"Tadmor\""), "{text}");

    let (mut c, _) = ws(addr, Some("terminal.mudstandards.org"), None).unwrap();
    c.send(Message::text("gast\nsage grüße\n")).unwrap();
    let (binary, text) = ws_until(&mut c, "Du sagst: grüße");
    assert!(!binary.contains(&IAC) && text.is_empty());
    c.close(None).unwrap();

    let (mut plain, chosen) = ws(addr, None, None).unwrap();
    assert_eq!(chosen, "");
    ws_until(&mut plain, "Wie heißt Du denn");
}

#[test]
fn pages_from_elsewhere_are_refused_where_the_house_says_so() {
    let server = Server::with(&[
        "websocket.adressen=[\"127.0.0.1:0\"]",
        "websocket.herkunft=[\"https://keller.example\"]",
    ]);
    let addr = server.websocket.unwrap();
    assert!(ws(addr, None, Some("https://anders.example")).is_none());
    assert!(ws(addr, None, None).is_none());
    assert!(ws(addr, None, Some("https://keller.example")).is_some());
}

fn proxied(from: [u8; 4]) -> Vec<u8> {
    let mut out = b"\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c".to_vec();
    out.extend(from);
    out.extend([127, 0, 0, 1, 0, 80, 15, 160]);
    out
}

#[test]
fn a_server_in_front_speaks_for_others_and_limits_count_for_them() {
    let server = Server::with(&["proxy.von=[\"127.0.0.1\"]", "grenzen.anmeldungen_je_adresse=1"]);
    let mut a = server.draht();
    a.send(&proxied([192, 0, 2, 1]));
    a.until("Wie heißt Du denn");
    let mut same = server.draht();
    same.send(&proxied([192, 0, 2, 1]));
    assert!(find(&same.rest(), "zu viele Verbindungen".as_bytes()).is_some());
    let mut other = server.draht();
    other.send(&proxied([192, 0, 2, 2]));
    other.until("Wie heißt Du denn");
    let mut without = server.draht();
    without.line("gastgastgastgast");
    assert_eq!(without.rest(), b"", "from there every line begins with the header");
}

#[test]
fn from_elsewhere_the_header_is_nothing() {
    let server = Server::with(&["grenzen.anmeldungen_je_adresse=1"]);
    let mut d = server.draht();
    d.send(&proxied([192, 0, 2, 1])[..2]);
    d.until("Ohne Namen");
    // Whoever claims to be somebody else still counts as himself.
    let mut same = server.draht();
    same.send(&proxied([192, 0, 2, 2]));
    assert!(find(&same.rest(), "zu viele Verbindungen".as_bytes()).is_some());
}
