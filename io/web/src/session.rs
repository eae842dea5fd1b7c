//! Who is asking. This is the one place that decides it.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use ledger::PlayerId;

use crate::problem::Problem;
use crate::{App, cookie};

/// The player that a request comes from: the one whose open session it shows. In a demonstration,
/// the guest where it shows none.
pub(crate) struct SignedIn(pub(crate) PlayerId);

impl FromRequestParts<App> for SignedIn {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let token = cookie::read(&parts.headers, app.parts().https);
        let player = match token {
            None => None,
            Some(token) => {
                let now = app.now();
                app.with_access(move |access| access.player(&token, now)).await?
            }
        };
        player.or(app.parts().guest).map(Self).ok_or(Problem::NotSignedIn)
    }
}
