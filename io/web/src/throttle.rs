//! How often one address may knock at the door, and how often it may have a unit drawn for nothing.

use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::App;
use crate::problem::Problem;

/// So many knocks at once, and as many a minute after that.
const KNOCKS: NonZeroU32 = NonZeroU32::new(30).expect("it is not zero");
/// So many demonstrations at once, and as many a minute after that: more than anybody can look at.
const DRAWS: NonZeroU32 = NonZeroU32::new(120).expect("it is not zero");
/// Addresses are forgotten when so many are known.
const ADDRESSES: usize = 10_000;

/// Counts by address. A whole IPv6 network of one household counts as one address.
pub(crate) struct Throttle {
    knocks: Counter,
    draws: Counter,
}

impl Throttle {
    pub(crate) fn new() -> Self {
        Self { knocks: Counter::of(KNOCKS), draws: Counter::of(DRAWS) }
    }
}

struct Counter(DefaultKeyedRateLimiter<IpAddr>);

impl Counter {
    fn of(minutely: NonZeroU32) -> Self {
        Self(RateLimiter::keyed(Quota::per_minute(minutely)))
    }

    fn allows(&self, address: IpAddr) -> bool {
        if self.0.len() > ADDRESSES {
            self.0.retain_recent();
        }
        self.0.check_key(&household(address)).is_ok()
    }

    /// A service that runs without a socket has no addresses.
    fn check(&self, parts: &Parts, app: &App) -> Result<(), Problem> {
        let from = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let Some(ConnectInfo(from)) = from else { return Ok(()) };
        let client = app.parts().proxies.client(from.ip(), &parts.headers);
        if self.allows(client) { Ok(()) } else { Err(Problem::TooMany) }
    }
}

/// The address itself, or the first 64 bits of one of IPv6.
fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6((v6.to_bits() >> 64 << 64).into()),
        v4 @ IpAddr::V4(_) => v4,
    }
}

/// A request that is made with a password or a token: counted, and refused when there were too
/// many from its address.
pub(crate) struct Knock;

impl FromRequestParts<App> for Knock {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        app.throttle().knocks.check(parts, app).map(|()| Self)
    }
}

/// A request that has a unit drawn for nothing: counted in the same way.
pub(crate) struct Draw;

impl FromRequestParts<App> for Draw {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        app.throttle().draws.check(parts, app).map(|()| Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_knocks_too_often_waits_and_others_do_not() {
        let throttle = Throttle::new();
        let address = |text: &str| text.parse::<IpAddr>().expect("an address");
        let knock = |text: &str| throttle.knocks.allows(address(text));
        assert!((0..30).all(|_| knock("192.0.2.1")));
        assert!(!knock("192.0.2.1") && !knock("::ffff:192.0.2.1"));
        assert!(knock("192.0.2.2"));
        assert!((0..30).all(|guess| knock(&format!("2001:db8::{guess:x}"))));
        assert!(!knock("2001:db8::ffff") && knock("2001:db8:0:1::1"));
    }
}
