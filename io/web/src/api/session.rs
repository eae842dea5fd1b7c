//! `GET /me/session`: since when a player has been here, and what that has brought him so far.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use game::Cents;
use ledger::{Millis, PlayerId};
use serde::Serialize;
use store::{Sold, Store, StoreError};
use utoipa::ToSchema;

use crate::api::plays::first_page;
use crate::calendar::rfc3339;
use crate::problem::Problem;
use crate::wire::Money;
use crate::{App, cookie};

/// How many units are read at a time.
const PAGE: u16 = 100;

/// A session, as its player is told of it.
#[derive(Serialize, ToSchema)]
pub(crate) struct SessionBody {
    /// When the player signed in.
    #[schema(format = DateTime)]
    began_at: String,
    /// What was staked since then.
    staked: Money,
    /// What the units bought since then have won, without those that are not seen yet.
    won: Money,
}

/// What a session has brought so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) staked: Cents,
    pub(crate) won: Cents,
}

impl Tally {
    /// Won less staked.
    pub(crate) fn net_cents(self) -> i64 {
        let signed = |cents: Cents| i64::try_from(cents.0).unwrap_or(i64::MAX);
        signed(self.won).saturating_sub(signed(self.staked))
    }

    fn add(&mut self, sold: &Sold, is_seen: bool) {
        let play = &sold.facts.play;
        let won = if is_seen { play.gain.cents() } else { Cents::ZERO };
        self.staked.0 = self.staked.0.saturating_add(play.stake.cents().0);
        self.won.0 = self.won.0.saturating_add(won.0);
    }
}

/// Adds up what was bought since `began`, newest first.
pub(crate) fn tally(store: &Store, player: PlayerId, began: Millis) -> Result<Tally, StoreError> {
    let mut tally = Tally::default();
    let mut page = first_page(store, player, PAGE)?;
    let is_of_session = |sold: &&Sold| sold.facts.play.at >= began;
    page.unfinished.iter().filter(is_of_session).for_each(|sold| tally.add(sold, false));
    loop {
        let of_session: Vec<_> = page.finished.iter().take_while(is_of_session).collect();
        of_session.iter().for_each(|sold| tally.add(sold, true));
        match page.next {
            Some(_) if of_session.len() == page.finished.len() => {
                page = store.history(player, page.next, PAGE)?;
            }
            _ => return Ok(tally),
        }
    }
}

/// Tells since when the player has been signed in, and what was staked and won since.
#[utoipa::path(get, path = "/me/session", tag = "account", security(("session" = [])),
    responses((status = 200, body = SessionBody, description = "The session that the request shows.")))]
pub(crate) async fn show(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Json<SessionBody>, Problem> {
    let token = cookie::PLAYER.read(&headers, app.parts().https).ok_or(Problem::NotSignedIn)?;
    let now = app.now();
    let session = app.with_access(move |access| access.session(&token, now)).await?;
    let (player, began) = session.ok_or(Problem::NotSignedIn)?;
    let tally = app.with_store(move |store| tally(store, player, began)).await?;
    let (staked, won) = (tally.staked.into(), tally.won.into());
    Ok(Json(SessionBody { began_at: rfc3339(began), staked, won }))
}
