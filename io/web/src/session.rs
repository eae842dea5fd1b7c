//! Who is asking. This is the one place that decides it.

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::request::Parts;
use ledger::PlayerId;

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
    let player = match cookie::read(&parts.headers, app.parts().https) {
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
