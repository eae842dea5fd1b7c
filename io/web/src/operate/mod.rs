//! The operator's acts on a running service: an API of its own, for a socket that only the
//! operator's own machine can reach.
//!
//! Every request is a `POST` of one JSON object: who gives it (`by`), who signs with him
//! (`second`), each with a name and a password, an `id` under which a repetition gets the same
//! receipt, and what is wanted (`what`). The answer is a receipt, a report, or an RFC 9457 problem.
//!
//! Nothing here tells how far a block on sale is sold, or what is left in it (row P-2).

mod act;
mod bar;
mod check;
mod close;
mod close_account;
mod confirm_gain;
mod confirm_player;
mod correct;
mod doorman;
mod erase_lapsed;
mod no;
mod put_off;
mod put_on_sale;
mod report;
mod resume;
mod retail;
mod status;
mod suspend;
mod unbar;

use std::io;
use std::sync::Arc;

use access::{AccessError, PasswordHash};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::post;
use ledger::{Millis, OperatorName};
use tokio::net::UnixListener;
use tokio::sync::Mutex;

use crate::App;
use crate::problem::Problem;
use doorman::Doorman;
use retail::{books, counter, emission};

/// No request needs more: the largest has a reason in it.
const MAX_BODY_BYTES: usize = 8 * 1024;

/// Someone who may act for the operator.
#[derive(Clone, Debug)]
pub struct Operator {
    /// The name he signs in with.
    pub name: OperatorName,
    /// What his password is compared with.
    pub password: PasswordHash,
}

/// What the handlers share. Cloning it shares it.
#[derive(Clone)]
pub struct Office {
    app: App,
    /// One sign-in at a time, so that many guesses at once are no faster than one after another.
    door: Arc<Mutex<Doorman>>,
}

impl Office {
    /// The operator's side of `app`, open to `operators`; `clock` measures how long a name waits
    /// after a wrong password.
    ///
    /// # Errors
    ///
    /// When the machine has no randomness to give.
    pub fn new(
        app: App,
        operators: Vec<Operator>,
        clock: Arc<dyn Fn() -> Millis + Send + Sync>,
    ) -> Result<Self, AccessError> {
        Ok(Self { app, door: Arc::new(Mutex::new(Doorman::new(operators, clock)?)) })
    }
}

/// Answers on `listener` until `shutdown` completes, then finishes what it took and returns. Who may
/// reach the socket is up to whoever made it.
///
/// # Errors
///
/// When the listener fails.
pub async fn serve(
    listener: UnixListener,
    office: Office,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    axum::serve(listener, router(office)).with_graceful_shutdown(shutdown).await
}

/// The acts as a service, for tests that need no socket.
pub fn router(office: Office) -> Router {
    Router::new()
        .route("/status", post(status::show))
        .route("/put-on-sale", post(put_on_sale::act))
        .route("/put-off", post(put_off::act))
        .route("/suspend", post(suspend::act))
        .route("/resume", post(resume::act))
        .route("/check", post(check::look))
        .route("/close", post(close::act))
        .route("/bar", post(bar::act))
        .route("/unbar", post(unbar::act))
        .route("/confirm-gain", post(confirm_gain::act))
        .route("/confirm-player", post(confirm_player::act))
        .route("/close-account", post(close_account::act))
        .route("/erase-lapsed", post(erase_lapsed::act))
        .route("/correct", post(correct::act))
        .route("/report", post(report::give))
        .route("/paper", post(retail::paper::show))
        .route("/counter/register", post(counter::register))
        .route("/counter/password", post(counter::set_password))
        .route("/counter/settle", post(retail::give::<counter::Settle>))
        .route("/emission/announce", post(retail::give::<emission::Announce>))
        .route("/emission/print", post(retail::give::<emission::Print>))
        .route("/emission/open", post(retail::give::<emission::Open>))
        .route("/emission/close", post(retail::give::<emission::Close>))
        .route("/emission/extend", post(retail::give::<emission::Extend>))
        .route("/emission/expire", post(retail::give::<emission::Expire>))
        .route("/books/deliver", post(retail::give::<books::Deliver>))
        .route("/books/return", post(retail::give::<books::Return>))
        .route("/books/report", post(retail::give::<books::Missing>))
        .route("/emission/resume-payments", post(retail::give::<emission::ResumePayments>))
        .route("/books/enter-payment", post(retail::give::<books::EnterPayment>))
        .route("/books/release", post(retail::give::<books::Release>))
        .fallback(async || Problem::NotFound)
        .method_not_allowed_fallback(async || Problem::MethodNotAllowed)
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .with_state(office)
}
