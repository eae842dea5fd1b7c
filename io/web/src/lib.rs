//! What speaks HTTP: the API and the page.
//!
//! [`serve`] answers on a listener until it is told to stop. Behind every handler stands the
//! ledger ([`store::Store`]); nothing here decides about money, and nothing here sends any part
//! of a unit that is not sold.
//!
//! This crate knows nothing of how a block is dealt, kept or opened.

mod api;
mod app;
mod assets;
mod french;
mod guard;
mod messages;
pub mod operate;
mod page;
mod problem;
mod routes;
mod session;
mod wire;

use std::future::Future;
use std::io;

use tokio::net::TcpListener;

pub use app::App;

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
    axum::serve(listener, router(app)).with_graceful_shutdown(shutdown).await
}

/// The whole site as a service, for tests that need no socket.
pub fn router(app: App) -> axum::Router {
    routes::router(app)
}
