//! The port for whoever watches over the house: counts in the text format of Prometheus, and whether all is well. Only
//! for the own machine, and one request after the other: it must never cost the players anything.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;

use crate::archive::{Archive, now_ms};
use crate::metrics::{Look, METRICS};
use crate::zentrale::ZentraleHandle;

/// Bytes of a request; all that is read of it is its first line.
const REQUEST_MAX: usize = 8192;
/// For a request and its answer.
const LIMIT: Duration = Duration::from_secs(5);
/// How long the house may take to answer that it is well.
const ALIVE: Duration = Duration::from_secs(3);
/// After a failed accept.
const PAUSE: Duration = Duration::from_secs(1);

/// What is asked.
#[derive(Clone)]
pub(super) struct Kennzahlen {
    pub(super) archive: Archive,
    pub(super) zentrale: ZentraleHandle,
    pub(super) seit: Instant,
}

/// An answer: status line and text.
type Antwort = (&'static str, String);

impl Kennzahlen {
    /// Answers until the token is cancelled.
    pub(super) async fn serve(self, listener: TcpListener, token: CancellationToken) {
        loop {
            let accepted = tokio::select! {
                () = token.cancelled() => return,
                accepted = listener.accept() => accepted,
            };
            match accepted {
                Ok((stream, _)) => drop(timeout(LIMIT, self.one(stream)).await),
                Err(_) => tokio::time::sleep(PAUSE).await,
            }
        }
    }

    async fn one(&self, mut stream: TcpStream) -> std::io::Result<()> {
        let mut request = Vec::new();
        while !request.windows(4).any(|w| w == b"\r\n\r\n") && request.len() < REQUEST_MAX {
            if stream.read_buf(&mut request).await? == 0 {
                break;
            }
        }
        let (status, text) = self.answer(&request).await;
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n",
            text.len()
        );
        stream.write_all((head + &text).as_bytes()).await?;
        stream.shutdown().await
    }

    async fn answer(&self, request: &[u8]) -> Antwort {
        let line = request.split(|b| *b == b'\r').next().unwrap_or_default();
        let line = String::from_utf8_lossy(line);
        let mut words = line.split(' ');
        match (words.next(), words.next()) {
            (Some("GET"), Some("/metrics")) => ("200 OK", METRICS.render(&self.look().await)),
            (Some("GET"), Some("/health")) => self.health().await,
            (Some("GET"), _) => ("404 Not Found", "Es gibt /metrics und /health.\n".into()),
            _ => ("405 Method Not Allowed", "Hier geht nur GET.\n".into()),
        }
    }

    async fn look(&self) -> Look {
        Look {
            ledger: self.archive.ledger_sums().await.ok(),
            archive_queue: self.archive.waiting(),
            now_ms: now_ms(),
            up_s: self.seit.elapsed().as_secs(),
        }
    }

    /// Well is a house whose hub answers and whose archive can write.
    async fn health(&self) -> Antwort {
        let hub = timeout(ALIVE, self.zentrale.wer()).await.is_ok();
        let disk = match timeout(ALIVE, self.archive.probe()).await {
            Ok(Ok(())) => None,
            Ok(Err(fehler)) => Some(fehler.to_string()),
            Err(_) => Some("Das Archiv antwortet nicht.".to_string()),
        };
        match (hub, disk) {
            (true, None) => ("200 OK", "Alles in Ordnung.\n".into()),
            (_, Some(satz)) => ("503 Service Unavailable", format!("{satz}\n")),
            (false, None) => ("503 Service Unavailable", "Die Zentrale antwortet nicht.\n".into()),
        }
    }
}
