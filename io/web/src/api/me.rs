//! `GET /me`: who is asking, and what he has.

use axum::Json;
use axum::extract::State;
use ledger::{Limit, Millis, PlayerId};
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::api::plays::shown_purse;
use crate::calendar::rfc3339;
use crate::problem::Problem;
use crate::session::SignedIn;
use crate::wire::Money;

/// A player, as he sees himself.
#[derive(Serialize, ToSchema)]
pub(crate) struct Me {
    /// What the account is called.
    name: String,
    /// All that can be spent.
    balance: Money,
    /// The same without the gains of unfinished units: what a screen shows.
    shown_balance: Money,
    /// The latest version of the rules that he accepted.
    rules: u32,
    /// Whether the operator knows who he is. Before that nothing is paid out.
    is_confirmed: bool,
    /// What he allows himself to stake in seven days; nothing until he has said.
    stake_limit: Option<LimitBody>,
    /// What he allows himself to pay in in seven days; nothing until he has said.
    deposit_limit: Option<LimitBody>,
    /// Until when he has excluded himself; past or nothing when he may play.
    #[schema(format = DateTime)]
    excluded_until: Option<String>,
    #[serde(skip)]
    excluded: Option<Millis>,
}

impl Me {
    pub(crate) fn is_excluded(&self, at: Millis) -> bool {
        self.excluded.is_some_and(|until| at < until)
    }
}

/// A limit, and the higher one that waits.
#[derive(Serialize, ToSchema)]
pub(crate) struct LimitBody {
    /// What holds now.
    ceiling: Money,
    /// What will hold, if it was raised of late.
    raise: Option<RaiseBody>,
}

/// A higher limit, and from when on it holds.
#[derive(Serialize, ToSchema)]
pub(crate) struct RaiseBody {
    ceiling: Money,
    #[schema(format = DateTime)]
    from: String,
}

/// A limit as it stands at `now`.
pub(crate) fn limit(limit: Limit, now: Millis) -> LimitBody {
    let waiting = limit.raise.filter(|(_, from)| now < *from);
    LimitBody {
        ceiling: limit.holds(now).cents().into(),
        raise: waiting.map(|(ceiling, from)| RaiseBody {
            ceiling: ceiling.cents().into(),
            from: rfc3339(from),
        }),
    }
}

/// Tells a player what he has and what he allows himself.
#[utoipa::path(get, path = "/me", tag = "account", security(("session" = [])),
    responses((status = 200, body = Me, description = "The player who is signed in.")))]
pub(crate) async fn show(
    State(app): State<App>,
    SignedIn(player): SignedIn,
) -> Result<Json<Me>, Problem> {
    of(&app, player).await.map(Json)
}

/// A player as he sees himself.
pub(crate) async fn of(app: &App, player: PlayerId) -> Result<Me, Problem> {
    let now = app.now();
    let purse = app.with_store(move |store| shown_purse(store, player)).await?;
    let (purse, shown) = purse.ok_or(Problem::NotSignedIn)?;
    let player = purse.player;
    Ok(Me {
        name: player.name.to_string(),
        balance: purse.balance.into(),
        shown_balance: shown.into(),
        rules: player.rules.0,
        is_confirmed: player.confirmed_at.is_some(),
        stake_limit: player.stakes.map(|it| limit(it, now)),
        deposit_limit: player.deposits.map(|it| limit(it, now)),
        excluded_until: player.excluded_until.map(rfc3339),
        excluded: player.excluded_until,
    })
}
