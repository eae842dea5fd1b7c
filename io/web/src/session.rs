//! Who is asking. This is the one place that decides it.

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::request::Parts;
use ledger::{CounterId, PlayerId};

use crate::problem::Problem;
use crate::{App, cookie};

/// The player that a request comes from: the one whose open session it shows.
pub(crate) struct SignedIn(pub(crate) PlayerId);

impl FromRequestParts<App> for SignedIn {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        asking(parts, app).await?.ok_or(Problem::NotSignedIn)
    }
}

/// For what everybody may see.
impl OptionalFromRequestParts<App> for SignedIn {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Option<Self>, Problem> {
        asking(parts, app).await
    }
}

async fn asking(parts: &Parts, app: &App) -> Result<Option<SignedIn>, Problem> {
    let player = match cookie::PLAYER.read(&parts.headers, app.parts().https) {
        None => None,
        Some(token) => {
            let now = app.now();
            match app.parts().access.recent_player(&token, now) {
                Some(player) => Some(player),
                None => app.with_access(move |access| access.player(&token, now)).await?,
            }
        }
    };
    Ok(player.map(SignedIn))
}

/// The counter that a request comes from: the one whose open session it shows.
pub(crate) struct AtCounter(pub(crate) CounterId);

impl FromRequestParts<App> for AtCounter {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        counter(parts, app).await?.ok_or(Problem::NotSignedIn)
    }
}

/// For what everybody may see.
impl OptionalFromRequestParts<App> for AtCounter {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Option<Self>, Problem> {
        counter(parts, app).await
    }
}

async fn counter(parts: &Parts, app: &App) -> Result<Option<AtCounter>, Problem> {
    let Some(token) = cookie::COUNTER.read(&parts.headers, app.parts().https) else {
        return Ok(None);
    };
    let now = app.now();
    let counter = match app.parts().counters.recent_player(&token, now) {
        Some(counter) => Some(counter),
        None => app.with_counters(move |counters| counters.player(&token, now)).await?,
    };
    Ok(counter.map(AtCounter))
}
