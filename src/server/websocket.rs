//! The door for browsers: a WebSocket that carries the same line protocol. The session behind it speaks telnet as
//! always; what a subprotocol leaves out is translated here.

mod uebersetzer;

use std::io;

use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::server::{ErrorResponse, Request, Response};
use tokio_tungstenite::tungstenite::http::{HeaderValue, StatusCode, header};
use tokio_tungstenite::tungstenite::protocol::{Message, WebSocketConfig};

use self::uebersetzer::Uebersetzer;

/// Bytes that wait between socket and session, each way.
const PIPE_BYTES: usize = 16 * 1024;
/// Bytes of one message from a browser; a typed line and any GMCP message are shorter.
const MESSAGE_BYTES_MAX: usize = 64 * 1024;

/// What the frames carry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Art {
    /// The bytes of telnet.
    Telnet,
    /// Text in binary frames, GMCP in text frames.
    Gmcp,
    /// Text alone.
    Terminal,
}

/// In the order in which they are preferred.
const SUBPROTOCOLS: [(&str, Art); 3] = [
    ("telnet.mudstandards.org", Art::Telnet),
    ("gmcp.mudstandards.org", Art::Gmcp),
    ("terminal.mudstandards.org", Art::Terminal),
];

/// A WebSocket that has been opened.
pub(super) struct Geoeffnet {
    ws: WebSocketStream<TcpStream>,
    art: Art,
}

/// Carries out the opening handshake. A page from elsewhere is refused, if `herkunft` names any.
pub(super) async fn open(stream: TcpStream, herkunft: &[String]) -> io::Result<Geoeffnet> {
    let mut art = Art::Telnet;
    let config = WebSocketConfig::default()
        .max_message_size(Some(MESSAGE_BYTES_MAX))
        .max_frame_size(Some(MESSAGE_BYTES_MAX));
    #[expect(clippy::result_large_err, reason = "the callback's type is the library's")]
    let callback = |request: &Request, mut response: Response| {
        if !may_come(request, herkunft) {
            return Err(refused());
        }
        if let Some((name, chosen)) = choose(request) {
            art = chosen;
            let name = HeaderValue::from_static(name);
            response.headers_mut().insert(header::SEC_WEBSOCKET_PROTOCOL, name);
        }
        Ok(response)
    };
    let accepted =
        tokio_tungstenite::accept_hdr_async_with_config(stream, callback, Some(config)).await;
    let ws = accepted.map_err(io::Error::other)?;
    Ok(Geoeffnet { ws, art })
}

fn may_come(request: &Request, herkunft: &[String]) -> bool {
    let origin = request.headers().get(header::ORIGIN).and_then(|o| o.to_str().ok());
    herkunft.is_empty() || origin.is_some_and(|o| herkunft.iter().any(|h| h == o))
}

fn refused() -> ErrorResponse {
    let mut response = ErrorResponse::new(Some("Von dieser Seite aus geht es nicht.\n".into()));
    *response.status_mut() = StatusCode::FORBIDDEN;
    response
}

/// The first subprotocol of ours that the client offers.
fn choose(request: &Request) -> Option<(&'static str, Art)> {
    let offered = request.headers().get_all(header::SEC_WEBSOCKET_PROTOCOL);
    let offered: Vec<&str> =
        offered.iter().filter_map(|v| v.to_str().ok()).flat_map(|v| v.split(',')).collect();
    SUBPROTOCOLS.into_iter().find(|(name, _)| offered.iter().any(|o| o.trim() == *name))
}

impl Geoeffnet {
    /// The session's end of the line, and the work of carrying bytes between it and the browser.
    pub(super) fn carry(self) -> (DuplexStream, impl Future<Output = ()> + Send) {
        let (near, far) = duplex(PIPE_BYTES);
        (near, carry(self.ws, self.art, far))
    }
}

/// Both ways at once, so that a side that does not read never keeps the other from being read. Ends with either.
async fn carry(ws: WebSocketStream<TcpStream>, art: Art, far: DuplexStream) {
    let (mut sink, mut source) = ws.split();
    let (mut from_session, mut to_session) = tokio::io::split(far);
    let mut uebersetzer = Uebersetzer::new(art);
    let (answers, mut due) = tokio::sync::mpsc::channel::<Vec<u8>>(8);
    let inward = async {
        loop {
            tokio::select! {
                message = source.next() => {
                    let bytes = match message {
                        Some(Ok(Message::Binary(b))) => uebersetzer::typed(art, &b),
                        Some(Ok(Message::Text(t))) => uebersetzer::text_frame(art, &t),
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                        // A ping, which the library answers, or a pong.
                        Some(Ok(_)) => continue,
                    };
                    if to_session.write_all(&bytes).await.is_err() {
                        return;
                    }
                }
                Some(bytes) = due.recv() => if to_session.write_all(&bytes).await.is_err() {
                    return;
                },
            }
        }
    };
    let outward = async {
        let mut buf = [0u8; 4096];
        while let Ok(n @ 1..) = from_session.read(&mut buf).await {
            for message in uebersetzer.frames(&buf[..n]) {
                if sink.send(message).await.is_err() {
                    return;
                }
            }
            let answer = uebersetzer.take_answer();
            if !answer.is_empty() && answers.try_send(answer).is_err() {
                return;
            }
        }
        let _ = sink.close().await;
    };
    tokio::select! {
        // The browser has gone; what was typed is still in the pipe, so the session ends by itself.
        () = inward => {}
        () = outward => {}
    }
}
