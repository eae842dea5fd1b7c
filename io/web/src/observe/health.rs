//! Whether the service lives, and whether it is ready to sell.

use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use tokio::sync::Mutex;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::Watch;
use crate::App;
use crate::problem::chain;

/// How long the ledger may take to answer.
const PATIENCE: Duration = Duration::from_secs(1);

/// What is wrong, or nothing.
type Found = Result<(), String>;

/// The question that is on its way. There is one at a time, however many ask: a ledger that hangs
/// does not collect threads.
#[derive(Default)]
pub(super) struct Health {
    asked: Mutex<Option<JoinHandle<Found>>>,
}

impl Health {
    /// What is wrong with the ledger or the blocks' files, if anything, within [`PATIENCE`].
    async fn ask(&self, app: &App) -> Found {
        let answer = async {
            let mut asked = self.asked.lock().await;
            let task = asked.get_or_insert_with(|| {
                let app = app.clone();
                tokio::task::spawn_blocking(move || look(&app))
            });
            let found = task.await;
            *asked = None;
            found.unwrap_or_else(|error| Err(error.to_string()))
        };
        let late = || Err(format!("the ledger has not answered within {PATIENCE:?}"));
        timeout(PATIENCE, answer).await.unwrap_or_else(|_| late())
    }
}

/// Asks the ledger, and looks for the files of every block. It may block.
fn look(app: &App) -> Found {
    let parts = app.parts();
    parts.store.ping().map_err(|error| chain(&error))?;
    let blocks = parts.blocks.iter().try_for_each(|it| it.check_files());
    let printed = || parts.printed.iter().try_for_each(|it| it.check_files());
    blocks.and_then(|()| printed()).map_err(|error| chain(&error))?;
    match app.kept().faults().first() {
        None => Ok(()),
        Some(fault) => Err(format!("at the last look at the files: {fault}")),
    }
}

/// `GET /health/live`: whoever answers lives.
pub(super) async fn live() -> &'static str {
    "live\n"
}

/// `GET /health/ready`: 503 and what is wrong, in a line, where the service cannot sell.
pub(super) async fn ready(State(watch): State<Watch>) -> (StatusCode, String) {
    let found = match watch.is_stopping() {
        true => Err("the service stops".to_owned()),
        false => watch.health.ask(&watch.app).await,
    };
    match found {
        Ok(()) => (StatusCode::OK, "ready\n".to_owned()),
        Err(what) => (StatusCode::SERVICE_UNAVAILABLE, format!("not ready: {what}\n")),
    }
}
