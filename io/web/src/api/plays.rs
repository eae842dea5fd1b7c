//! `GET /plays`: the history, an unfinished unit first of all.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use game::Cents;
use ledger::{Gain, PlayerId};
use serde::{Deserialize, Serialize};
use store::{History, PlayPlace, Purse, Sold, Store, StoreError};
use utoipa::{IntoParams, ToSchema};

use crate::App;
use crate::api::place;
use crate::problem::Problem;
use crate::session::SignedIn;
use crate::wire::PlayBody;

/// How many finished units make a page.
const PAGE: u16 = 20;

/// Where a page begins.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Cursor {
    /// Only units older than those of the page that said so, in its `next`.
    #[param(
        pattern = "^(0|[1-9][0-9]{0,14})-[1-9][0-9]{0,17}$",
        max_length = 34,
        nullable = false
    )]
    before: Option<String>,
}

/// A page of a player's history.
#[derive(Serialize, ToSchema)]
pub(crate) struct HistoryBody {
    unfinished: Vec<PlayBody>,
    finished: Vec<PlayBody>,
    /// What to send as `before` for the next page.
    next: Option<String>,
}

/// Lists the player's units, newest first: those not yet finished, and a page of those that are.
#[utoipa::path(get, path = "/plays", tag = "plays", security(("session" = [])), params(Cursor),
    responses((status = 200, body = HistoryBody, description = "A page.")))]
pub(crate) async fn list(
    State(app): State<App>,
    SignedIn(player): SignedIn,
    cursor: Result<Query<Cursor>, QueryRejection>,
) -> Result<Json<HistoryBody>, Problem> {
    let Query(cursor) = cursor.map_err(|error| Problem::Malformed(error.body_text()))?;
    let before = cursor.before.as_deref().map(read).transpose()?;
    let history = app
        .with_store(move |store| match before {
            None => first_page(store, player, PAGE),
            before => store.history(player, before, PAGE),
        })
        .await?;
    Ok(Json(HistoryBody {
        unfinished: history.unfinished.iter().map(|sold| PlayBody::of(&app, sold)).collect(),
        finished: history.finished.iter().map(|sold| PlayBody::of(&app, sold)).collect(),
        next: history.next.map(place::write),
    }))
}

/// Where a page begins, as its `next` says.
fn read(text: &str) -> Result<PlayPlace, Problem> {
    place::read(text)
        .ok_or_else(|| Problem::Malformed("`before` is no `next` of a page".to_owned()))
}

/// The newest page of a player's history. The newest unit of all stands among the unfinished ones
/// until it is seen: an *Auto* unit whose screen was cut short is shown again.
pub(crate) fn first_page(
    store: &Store,
    player: PlayerId,
    limit: u16,
) -> Result<History, StoreError> {
    let mut history = store.history(player, None, limit)?;
    let newest = |sold: &Sold| history.unfinished.iter().all(|it| it.place() < sold.place());
    if history.finished.first().is_some_and(|sold| newest(sold) && !sold.is_seen()) {
        let sold = history.finished.remove(0);
        history.unfinished.insert(0, sold);
    }
    Ok(history)
}

/// A player and what he has, and the balance to show: without the gains of units that he has not
/// seen, which would tell the result before the tiles do.
pub(crate) fn shown_purse(
    store: &Store,
    player: PlayerId,
) -> Result<Option<(Purse, Cents)>, StoreError> {
    let Some(purse) = store.player(player)? else { return Ok(None) };
    let unseen = first_page(store, player, 1)?.unfinished;
    let credited = unseen.iter().map(|sold| match sold.facts.play.gain {
        Gain::Credited(amount) => amount.cents().0,
        Gain::None | Gain::Held(_) => 0,
    });
    let shown = Cents(purse.balance.0.saturating_sub(credited.sum()));
    Ok(Some((purse, shown)))
}
