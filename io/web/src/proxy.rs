//! Proxies before the site, and who stands behind them.
//!
//! A proxy writes who asked it into a header, at its end. Whoever asks can write the rest of that
//! header himself; so it is read from its end, for as long as those who wrote it are proxies that
//! the operator has named, and only where the connection itself is such a proxy's.

use std::net::{IpAddr, SocketAddr};

use axum::http::HeaderMap;

/// Addresses that begin with the same bits: `10.0.0.0/8`, `2001:db8::/32`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    bits: u8,
}

impl Network {
    /// Reads an address, or an address, `/` and how many of its bits count. Bits that do not count
    /// are zero, so that a slip of the pen is found.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address.parse::<IpAddr>().ok()?, bits.parse().ok()?),
            None => {
                let address = text.parse::<IpAddr>().ok()?;
                (address, if address.is_ipv4() { 32 } else { 128 })
            }
        };
        let network = Self { address, bits };
        let is_sound = bits <= width(address) && first(address, bits) == number(address);
        is_sound.then_some(network)
    }

    fn has(&self, other: IpAddr) -> bool {
        let other = other.to_canonical();
        other.is_ipv4() == self.address.is_ipv4() && first(other, self.bits) == number(self.address)
    }
}

fn width(address: IpAddr) -> u8 {
    if address.is_ipv4() { 32 } else { 128 }
}

fn number(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(v4) => v4.to_bits().into(),
        IpAddr::V6(v6) => v6.to_bits(),
    }
}

/// The number of an address without the bits behind the first `bits`.
fn first(address: IpAddr, bits: u8) -> u128 {
    let behind = u32::from(width(address) - bits);
    number(address).checked_shr(behind).and_then(|it| it.checked_shl(behind)).unwrap_or(0)
}

/// In which header proxies write who asked them. One is chosen: a proxy that writes one of them
/// hands on the other as whoever asks has written it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProxyHeader {
    /// `X-Forwarded-For: ADDRESS, ADDRESS`.
    #[default]
    XForwardedFor,
    /// `Forwarded: for=ADDRESS, for=ADDRESS` (RFC 7239).
    Forwarded,
}

impl ProxyHeader {
    /// The kind whose name, in small letters, is `text`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "x-forwarded-for" => Some(Self::XForwardedFor),
            "forwarded" => Some(Self::Forwarded),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::XForwardedFor => "x-forwarded-for",
            Self::Forwarded => "forwarded",
        }
    }

    /// The address that one element of the header tells; nothing where it tells none.
    fn address(self, element: &str) -> Option<IpAddr> {
        match self {
            Self::XForwardedFor => address(element.trim()),
            Self::Forwarded => element.split(';').find_map(|pair| {
                let (name, value) = pair.split_once('=')?;
                let is_for = name.trim().eq_ignore_ascii_case("for");
                is_for.then(|| address(value.trim().trim_matches('"'))).flatten()
            }),
        }
    }
}

/// An address, with a port or without: `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]:80`.
fn address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    bare.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|it| it.ip()))
}

/// The proxies that the operator has named.
#[derive(Clone, Debug, Default)]
pub struct Proxies {
    /// Where they are; nowhere: whoever connects is who asks.
    pub networks: Vec<Network>,
    /// Where they write who asked them.
    pub header: ProxyHeader,
}

impl Proxies {
    /// Who asks, on a connection from `peer`: the last address that is no proxy of ours. Where the
    /// header stops making sense it is the proxy that should have known better.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let is_ours = |address: IpAddr| self.networks.iter().any(|network| network.has(address));
        let lines: Vec<&str> = headers
            .get_all(self.header.name())
            .iter()
            .map(|value| value.to_str().unwrap_or("unreadable"))
            .collect();
        let mut client = peer;
        for element in lines.iter().rev().flat_map(|line| line.rsplit(',')) {
            if !is_ours(client) {
                break;
            }
            match self.header.address(element) {
                Some(before) => client = before,
                None => break,
            }
        }
        client
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    fn proxies(header: ProxyHeader) -> Proxies {
        let networks = ["10.0.0.0/8", "2001:db8:1::/48", "192.0.2.7"];
        let networks = networks.map(|text| Network::parse(text).expect("a network"));
        Proxies { networks: networks.to_vec(), header }
    }

    #[track_caller]
    fn check(
        header: ProxyHeader,
        peer: &str,
        lines: &[(&'static str, &'static str)],
        expected: &str,
    ) {
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        assert_eq!(proxies(header).client(ip(peer), &headers), ip(expected), "{peer} {lines:?}");
    }

    #[test]
    fn networks_are_read_and_have_their_addresses() {
        for (text, address, expected) in [
            ("10.0.0.0/8", "10.255.0.1", true),
            ("10.0.0.0/8", "11.0.0.1", false),
            ("10.0.0.0/8", "::ffff:10.1.2.3", true),
            ("0.0.0.0/0", "203.0.113.9", true),
            ("0.0.0.0/0", "2001:db8::1", false),
            ("192.0.2.7", "192.0.2.7", true),
            ("192.0.2.7", "192.0.2.8", false),
            ("2001:db8::/32", "2001:db8:ffff::1", true),
            ("2001:db8::/32", "2001:db9::1", false),
            ("::/0", "2001:db9::1", true),
        ] {
            let network = Network::parse(text).expect(text);
            assert_eq!(network.has(ip(address)), expected, "{text} {address}");
        }
        for text in ["", "10", "10.0.0.0/33", "10.0.0.1/8", "2001:db8::/129", "10.0.0.0/x", "a/8"] {
            assert_eq!(Network::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_stranger_cannot_choose_his_address() {
        let header = ProxyHeader::XForwardedFor;
        // Who connects himself is who he is, whatever he writes.
        check(header, "203.0.113.9", &[], "203.0.113.9");
        check(header, "203.0.113.9", &[("x-forwarded-for", "198.51.100.1")], "203.0.113.9");
        check(header, "203.0.113.9", &[("x-forwarded-for", "10.0.0.1")], "203.0.113.9");
        // Behind a proxy, what the proxy wrote last counts, and not what he wrote before.
        check(header, "10.0.0.1", &[("x-forwarded-for", "203.0.113.9")], "203.0.113.9");
        let forged = "198.51.100.1, 10.0.0.5, 203.0.113.9";
        check(header, "10.0.0.1", &[("x-forwarded-for", forged)], "203.0.113.9");
        let lines = [("x-forwarded-for", "198.51.100.1"), ("x-forwarded-for", "203.0.113.9")];
        check(header, "10.0.0.1", &lines, "203.0.113.9");
        // The other header is his own, too.
        let lines = [("forwarded", "for=198.51.100.1"), ("x-forwarded-for", "203.0.113.9")];
        check(header, "10.0.0.1", &lines, "203.0.113.9");
    }

    #[test]
    fn several_proxies_are_gone_through_from_the_end() {
        let header = ProxyHeader::XForwardedFor;
        let chain = "198.51.100.1, 203.0.113.9, 192.0.2.7, 10.3.3.3";
        check(header, "10.0.0.1", &[("x-forwarded-for", chain)], "203.0.113.9");
        check(header, "10.0.0.1", &[("x-forwarded-for", "10.1.1.1")], "10.1.1.1");
        check(header, "10.0.0.1", &[], "10.0.0.1");
        // What cannot be read ends it: the proxy that handed it on is counted.
        check(header, "10.0.0.1", &[("x-forwarded-for", "203.0.113.9, unknown")], "10.0.0.1");
        check(header, "10.0.0.1", &[("x-forwarded-for", "203.0.113.9:4711")], "203.0.113.9");
        check(header, "10.0.0.1", &[("x-forwarded-for", "[2001:db8::9]:80")], "2001:db8::9");
    }

    /// The forms of RFC 7239, section 4.
    #[test]
    fn the_other_header_is_read_as_its_rfc_says() {
        let header = ProxyHeader::Forwarded;
        for (text, expected) in [
            ("for=192.0.2.60;proto=http;by=203.0.113.43", "192.0.2.60"),
            ("For=\"[2001:db8:cafe::17]:4711\"", "2001:db8:cafe::17"),
            ("for=198.51.100.1, for=\"203.0.113.9:80\"", "203.0.113.9"),
            ("for=203.0.113.9, for=\"[2001:db8:1::1]\"", "203.0.113.9"),
            ("for=_hidden", "10.0.0.1"),
            ("proto=http", "10.0.0.1"),
        ] {
            check(header, "10.0.0.1", &[("forwarded", text)], expected);
        }
        check(header, "10.0.0.1", &[("x-forwarded-for", "198.51.100.1")], "10.0.0.1");
    }
}
