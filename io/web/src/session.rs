//! Who is asking. This is the one place that decides it.

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::request::Parts;
use ledger::{CounterId, PlayerId};

use crate::App;
use crate::door::Guest;
use crate::problem::Problem;

/// The player that a request comes from: the one whose open session it shows.
pub(crate) struct SignedIn(pub(crate) PlayerId);

impl FromRequestParts<App> for SignedIn {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        asking(parts, app).await?.map(Self).ok_or(Problem::NotSignedIn)
    }
}

/// For what everybody may see.
impl OptionalFromRequestParts<App> for SignedIn {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Option<Self>, Problem> {
        Ok(asking(parts, app).await?.map(Self))
    }
}

/// The counter that a request comes from: the one whose open session it shows.
pub(crate) struct AtCounter(pub(crate) CounterId);

impl FromRequestParts<App> for AtCounter {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        asking(parts, app).await?.map(Self).ok_or(Problem::NotSignedIn)
    }
}

/// For what everybody may see.
impl OptionalFromRequestParts<App> for AtCounter {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Option<Self>, Problem> {
        Ok(asking(parts, app).await?.map(Self))
    }
}

/// Whose open session a request shows.
async fn asking<G: Guest>(parts: &Parts, app: &App) -> Result<Option<G>, Problem> {
    let Some(token) = G::COOKIE.read(&parts.headers, app.parts().https) else { return Ok(None) };
    let now = app.now();
    match G::door(app.parts()).recent_player(&token, now) {
        Some(guest) => Ok(Some(guest)),
        None => app.apart(move |parts| G::door(parts).player(&token, now)).await,
    }
}
