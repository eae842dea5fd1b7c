//! How the service is, for those who keep it running: health, and figures for Prometheus, on a
//! listener of their own.
//!
//! Nothing here tells what is left in a block on sale (row P-2): no place in a block, no gain, and
//! nothing by block. What was sold is counted from the server's start, in one number.

mod figures;
mod health;
mod measure;

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::Router;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::net::TcpListener;

pub use figures::Figures;
pub(crate) use measure::{Told, measure};

use crate::App;
use health::Health;

/// The Prometheus text format, in the version that every collector reads.
const TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// What the listener shows. Cloning it shares it.
#[derive(Clone)]
pub struct Watch {
    app: App,
    figures: Arc<Figures>,
    health: Arc<Health>,
    is_stopping: Arc<AtomicBool>,
}

impl Watch {
    /// How `app` is, whose requests and whose teller `figures` counts.
    #[must_use]
    pub fn new(app: App, figures: Arc<Figures>) -> Self {
        Self { app, figures, health: Arc::default(), is_stopping: Arc::default() }
    }

    /// From now on the service is not ready: it finishes what it took.
    pub fn stop(&self) {
        self.is_stopping.store(true, Ordering::Relaxed);
    }

    fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::Relaxed)
    }
}

/// Answers on `listener` for as long as it is asked to.
///
/// # Errors
///
/// When the listener fails.
pub async fn serve(listener: TcpListener, watch: Watch) -> io::Result<()> {
    axum::serve(listener, router(watch)).await
}

fn router(watch: Watch) -> Router {
    Router::new()
        .route("/health/live", get(health::live))
        .route("/health/ready", get(health::ready))
        .route("/metrics", get(metrics))
        .with_state(watch)
}

/// `GET /metrics`: the figures.
async fn metrics(State(watch): State<Watch>) -> Response {
    watch.figures.set_waiting(watch.app.parts().store.waiting());
    ([(CONTENT_TYPE, TEXT)], watch.figures.text()).into_response()
}
