//! What speaks HTTP: the API and the page.
//!
//! [`serve`] answers on a listener until it is told to stop. Behind every handler stands the
//! ledger ([`store::Store`]); nothing here decides about money, and nothing here sends any part
//! of a unit that is not sold.
//!
//! This crate knows nothing of how a block is dealt, kept or opened.

mod address;
mod api;
mod app;
mod assets;
mod body;
mod calendar;
mod cookie;
mod courier;
mod door;
mod guard;
pub mod keeper;
mod language;
mod messages;
mod numbers;
pub mod observe;
mod openapi;
pub mod operate;
mod pace;
mod page;
mod papers;
mod problem;
mod proxy;
mod refusals;
mod routes;
mod session;
mod throttle;
mod trial;
mod whole;
mod wire;

use std::future::Future;
use std::io;

use std::net::SocketAddr;

use tokio::net::TcpListener;

pub use app::{App, Credentials, Parts};
pub use courier::Courier;
pub use papers::Papers;
pub use proxy::{Network, Proxies, ProxyHeader};
pub use trial::Trial;

/// Answers on `listener` until `shutdown` completes, then finishes what it took and returns.
///
/// # Errors
///
/// When the listener fails.
pub async fn serve(
    listener: TcpListener,
    app: App,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let site = router(app).into_make_service_with_connect_info::<SocketAddr>();
    axum::serve(listener, site).with_graceful_shutdown(shutdown).await
}

/// The whole site as a service, for tests that need no socket.
pub fn router(app: App) -> axum::Router {
    routes::router(app)
}
