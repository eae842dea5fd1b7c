//! `GET /games/{id}/opening`: when a game opens (article 1): as planned, as put off and why, and as
//! it really did.

use axum::Json;
use axum::extract::{Path, State};
use ledger::{Millis, Offer};
use serde::Serialize;

use crate::App;
use crate::problem::Problem;
use crate::wire::rfc3339;

#[derive(Serialize)]
pub(crate) struct OpeningBody {
    /// The first moment of the day that the game's file plans.
    planned: Option<String>,
    /// What took its place, if it was put off.
    put_off: Option<PutOffBody>,
    /// When it opened, or will; nothing as long as nothing of it is on sale.
    opens_at: Option<String>,
}

#[derive(Serialize)]
struct PutOffBody {
    until: String,
    reason: String,
}

pub(crate) async fn show(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<OpeningBody>, Problem> {
    app.game(&id).ok_or(Problem::NotFound)?;
    let offer = app.with_store(move |store| offer(store, &id)).await?;
    Ok(Json(body(&offer.ok_or(Problem::NotFound)?)))
}

/// A game as it is sold.
pub(crate) fn offer(store: &store::Store, game: &str) -> Result<Option<Offer>, store::StoreError> {
    Ok(store.register()?.offers.into_iter().find(|offer| offer.game.as_str() == game))
}

/// What the clock says. Whether someone may buy is not decided with it, but by the ledger.
pub(crate) fn now() -> Millis {
    Millis(jiff::Timestamp::now().as_millisecond())
}

fn body(offer: &Offer) -> OpeningBody {
    OpeningBody {
        planned: offer.planned.map(rfc3339),
        put_off: offer.put_off.as_ref().map(|put_off| PutOffBody {
            until: rfc3339(put_off.until),
            reason: put_off.reason.to_string(),
        }),
        opens_at: offer.opening().map(rfc3339),
    }
}
