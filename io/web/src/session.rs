//! Who is asking. This is the one place that decides it.
//!
//! Nobody signs in yet: whoever reaches the site is the demo player, with play money.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use ledger::PlayerId;

use crate::App;

/// The player that a request comes from.
pub(crate) struct SignedIn(pub(crate) PlayerId);

impl FromRequestParts<App> for SignedIn {
    type Rejection = Infallible;

    async fn from_request_parts(_: &mut Parts, app: &App) -> Result<Self, Infallible> {
        Ok(Self(app.demo_player()))
    }
}
