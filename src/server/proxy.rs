//! The PROXY protocol, version 2: a server in front says for whom it connects. Reads the header alone; who may send
//! one is not decided here.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use tokio::io::{AsyncRead, AsyncReadExt};

const SIGNATURE: [u8; 12] = *b"\r\n\r\n\0\r\nQUIT\n";
/// Bytes of addresses and extras; those who write headers keep below it.
const REST_MAX: usize = 536;
const TCP_V4: u8 = 0x11;
const TCP_V6: u8 = 0x21;

/// Reads the header and nothing behind it. `None`: the server in front speaks for itself. Errors: this is no such
/// header; the connection is of no use.
pub(super) async fn read(stream: &mut (impl AsyncRead + Unpin)) -> io::Result<Option<IpAddr>> {
    let mut head = [0u8; 16];
    stream.read_exact(&mut head).await?;
    let rest_len = usize::from(u16::from_be_bytes([head[14], head[15]]));
    if head[..12] != SIGNATURE || rest_len > REST_MAX {
        return Err(bad("no PROXY header of version 2"));
    }
    let mut rest = vec![0u8; rest_len];
    stream.read_exact(&mut rest).await?;
    match (head[12], head[13]) {
        (0x20, _) => Ok(None),
        (0x21, TCP_V4) => Ok(Some(Ipv4Addr::from(first::<4>(&rest)?).into())),
        (0x21, TCP_V6) => {
            Ok(Some(IpAddr::from(Ipv6Addr::from(first::<16>(&rest)?)).to_canonical()))
        }
        (0x21, _) => Ok(None),
        _ => Err(bad("unknown version or command")),
    }
}

fn first<const N: usize>(bytes: &[u8]) -> io::Result<[u8; N]> {
    bytes.first_chunk().copied().ok_or_else(|| bad("too few bytes for an address"))
}

fn bad(why: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(command: u8, family: u8, rest: &[u8]) -> Vec<u8> {
        let mut out = SIGNATURE.to_vec();
        out.extend([command, family]);
        out.extend(u16::try_from(rest.len()).unwrap().to_be_bytes());
        out.extend(rest);
        out
    }

    async fn parse(mut bytes: &[u8]) -> io::Result<Option<IpAddr>> {
        read(&mut bytes).await
    }

    #[tokio::test]
    async fn the_address_in_front_is_read() {
        let v4 = header(0x21, 0x11, &[192, 0, 2, 7, 10, 0, 0, 1, 0, 80, 15, 160, 9, 9]);
        assert_eq!(parse(&v4).await.unwrap(), Some("192.0.2.7".parse().unwrap()));
        let mut v6 = Ipv6Addr::from(0x2001_0db8 << 96 | 5).octets().to_vec();
        v6.extend([0; 20]);
        let got = parse(&header(0x21, 0x21, &v6)).await.unwrap();
        assert_eq!(got, Some("2001:db8::5".parse().unwrap()));
        assert_eq!(parse(&header(0x20, 0, &[])).await.unwrap(), None);
    }

    #[tokio::test]
    async fn what_is_no_header_is_refused() {
        for bytes in [
            b"PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\n".to_vec(),
            header(0x31, 0x11, &[0; 12]),
            header(0x21, 0x11, &[1, 2]),
            header(0x21, 0x11, &[0; 600]),
            SIGNATURE.to_vec(),
        ] {
            assert!(parse(&bytes).await.is_err());
        }
    }
}
