//! Addresses and networks: what limits count by and what can be shut out. An IPv4 address that comes in IPv6 notation
//! is what it is, everywhere. Knows no socket.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Bits of the network that one household has of IPv6.
const HAUSHALT_V6: u8 = 64;
/// Bits in front of a mapped IPv4 address.
const MAPPED: u8 = 96;

/// A network: an address whose bits behind the first `bits` are zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Netz {
    adresse: IpAddr,
    bits: u8,
}

impl Netz {
    /// What one caller has: an IPv4 address alone, of IPv6 its /64.
    pub fn von(ip: IpAddr) -> Self {
        match ip.to_canonical() {
            v4 @ IpAddr::V4(_) => Self::new(v4, 32),
            v6 @ IpAddr::V6(_) => Self::new(v6, HAUSHALT_V6),
        }
    }

    fn new(ip: IpAddr, bits: u8) -> Self {
        let adresse = match ip {
            IpAddr::V4(v4) => {
                let mask = u32::MAX.checked_shl(32 - u32::from(bits)).unwrap_or(0);
                IpAddr::V4(Ipv4Addr::from(u32::from(v4) & mask))
            }
            IpAddr::V6(v6) => {
                let mask = u128::MAX.checked_shl(128 - u32::from(bits)).unwrap_or(0);
                IpAddr::V6(Ipv6Addr::from(u128::from(v6) & mask))
            }
        };
        Self { adresse, bits }
    }

    /// Reads an address ("192.0.2.7", "2001:db8::1", "::ffff:192.0.2.7") as [`Netz::von`], or a network with its bits
    /// ("192.0.2.0/24", "2001:db8::/32"). `None`: it is neither.
    pub fn parse(text: &str) -> Option<Self> {
        let Some((ip, bits)) = text.split_once('/') else {
            return text.parse().ok().map(Self::von);
        };
        let (ip, bits): (IpAddr, u8) = (ip.parse().ok()?, bits.parse().ok()?);
        let (ip, bits) = match (ip, ip.to_canonical()) {
            (IpAddr::V6(_), v4 @ IpAddr::V4(_)) => (v4, bits.checked_sub(MAPPED)?),
            (_, ip) => (ip, bits),
        };
        let most = if ip.is_ipv4() { 32 } else { 128 };
        (bits <= most).then(|| Self::new(ip, bits))
    }

    /// Does this address, in whatever notation, lie in it?
    pub fn contains(&self, ip: IpAddr) -> bool {
        let ip = ip.to_canonical();
        ip.is_ipv4() == self.adresse.is_ipv4() && Self::new(ip, self.bits) == *self
    }

    /// A network of which half a country would be a part: nobody means that.
    pub fn is_too_wide(&self) -> bool {
        self.bits < if self.adresse.is_ipv4() { 8 } else { 16 }
    }
}

impl fmt::Display for Netz {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.adresse.is_ipv4() && self.bits == 32 {
            return write!(f, "{}", self.adresse);
        }
        write!(f, "{}/{}", self.adresse, self.bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(s: &str) -> IpAddr {
        s.parse().unwrap()
    }

    #[test]
    fn one_caller_is_an_address_or_a_64_however_it_is_written() {
        assert_eq!(Netz::von(ip("::ffff:127.0.0.1")), Netz::von(ip("127.0.0.1")));
        assert_eq!(Netz::von(ip("2001:db8:1:2::1")), Netz::von(ip("2001:db8:1:2:ffff::9")));
        assert_ne!(Netz::von(ip("2001:db8:1:2::1")), Netz::von(ip("2001:db8:1:3::1")));
        assert_eq!(Netz::von(ip("2001:db8:1:2::1")).to_string(), "2001:db8:1:2::/64");
        assert_eq!(Netz::von(ip("192.0.2.7")).to_string(), "192.0.2.7");
    }

    #[test]
    fn networks_hold_what_lies_in_them_in_either_notation() {
        for (netz, inside, outside) in [
            ("192.0.2.7", "::ffff:192.0.2.7", "192.0.2.8"),
            ("::ffff:192.0.2.7", "192.0.2.7", "::ffff:192.0.2.8"),
            ("192.0.2.99/24", "192.0.2.1", "192.0.3.1"),
            ("::ffff:10.0.0.0/104", "10.200.3.4", "11.0.0.0"),
            ("2001:db8:1:2::5", "2001:db8:1:2:ffff::1", "2001:db8:1:3::5"),
            ("2001:db8::/32", "2001:db8:ffff::1", "2001:db9::"),
            ("2001:db8::5/128", "2001:db8::5", "2001:db8::6"),
        ] {
            let n = Netz::parse(netz).unwrap();
            assert!(n.contains(ip(inside)) && !n.contains(ip(outside)), "{netz}");
            assert_eq!(Netz::parse(&n.to_string()), Some(n), "{netz} is written as it is read");
        }
        assert!(!Netz::parse("0.0.0.0/0").unwrap().contains(ip("::1")));
    }

    #[test]
    fn what_is_no_network_is_none_and_half_the_world_is_too_wide() {
        for text in
            ["anna", "1.2.3", "1.2.3.4/33", "::1/129", "::ffff:1.2.3.4/64", "1.2.3.4/", "/8"]
        {
            assert_eq!(Netz::parse(text), None, "{text}");
        }
        for (text, wide) in [("0.0.0.0/0", true), ("10.0.0.0/8", false), ("::/0", true)] {
            assert_eq!(Netz::parse(text).unwrap().is_too_wide(), wide, "{text}");
        }
    }
}
