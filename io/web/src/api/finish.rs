//! `POST /plays/{id}/finish`: the player has seen all of it. It pays nothing: that is done since
//! the purchase.

use axum::Json;
use axum::extract::State;
use ledger::{CommandId, PlayId, PlayerAct, Receipt, Refusal};
use store::Sold;

use crate::App;
use crate::body::OURS;
use crate::problem::Problem;
use crate::session::SignedIn;
use crate::wire::{PlayAt, PlayBody, PlayPath};

/// Notes that the player has done with a unit: he has seen the whole of it. Again, without effect.
#[utoipa::path(post, path = "/plays/{id}/finish", tag = "plays", security(("session" = [])), params(PlayPath),
    responses((status = 200, body = PlayBody, description = "The unit, uncovered whole.")))]
pub(crate) async fn finish(
    State(app): State<App>,
    SignedIn(player): SignedIn,
    PlayAt(command): PlayAt,
) -> Result<Json<PlayBody>, Problem> {
    let id = PlayId { player, command };
    uncover(&app, id, u32::MAX).await.map(|sold| Json(PlayBody::of(&app, &sold)))
}

/// Adds `zones` to what is uncovered of a unit, as far as it has them. A unit uncovered whole is
/// finished. Returns the unit as it then stands.
pub(crate) async fn uncover(app: &App, id: PlayId, zones: u32) -> Result<Sold, Problem> {
    let mut sold = {
        let id = id.clone();
        app.with_store(move |store| store.play(&id)).await?.ok_or(Problem::NotFound)?
    };
    let all = sold.all_zones();
    let zones = sold.zones | zones & all;
    if zones != sold.zones {
        let id = id.clone();
        app.with_store(move |store| store.view(id, zones)).await?;
        sold.zones = zones;
    }
    if zones == all && sold.facts.finished_at.is_none() {
        let name = CommandId::new(&format!("{OURS}{}", id.command));
        let name = name.ok_or(Problem::NotFound)?;
        let act = PlayerAct::Finish { play: id.command.clone() };
        match app.order(id.player, name, act).await? {
            Receipt::Done(ledger::Done::Finished { at }) => sold.facts.finished_at = Some(at),
            Receipt::Refused(Refusal::PlayUnknown) => return Err(Problem::NotFound),
            Receipt::Refused(refusal) => return Err(Problem::refused(refusal)),
            Receipt::Done(_) => return Err(Problem::Failure),
        }
    }
    Ok(sold)
}
