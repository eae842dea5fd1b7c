//! `GET /me`: who is asking, and what he has.

use axum::Json;
use axum::extract::State;
use serde::Serialize;

use crate::App;
use crate::api::plays::shown_purse;
use crate::problem::Problem;
use crate::session::SignedIn;
use crate::wire::Money;

#[derive(Serialize)]
pub(crate) struct Me {
    name: String,
    /// All that can be spent.
    balance: Money,
    /// The same without the gains of unfinished units: what a screen shows.
    shown_balance: Money,
}

pub(crate) async fn show(
    State(app): State<App>,
    SignedIn(player): SignedIn,
) -> Result<Json<Me>, Problem> {
    let purse = app.with_store(move |store| shown_purse(store, player)).await?;
    let (player, shown) = purse.ok_or(Problem::NotFound)?;
    Ok(Json(Me {
        balance: player.balance.into(),
        shown_balance: shown.into(),
        name: player.player.name.to_string(),
    }))
}
