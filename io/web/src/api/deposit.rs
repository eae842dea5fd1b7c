//! `POST /deposits`, `GET /deposits/{id}`: a player pays in.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use game::Cents;
use ledger::{Amount, CommandId, Deposit, DepositState, PlayerAct, PlayerId, Receipt, Reference};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::body::{Body, Key};
use crate::calendar::rfc3339;
use crate::problem::Problem;
use crate::session::SignedIn;
use crate::wire::{Money, PlayAt};

/// How much money is to move.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wish {
    #[schema(minimum = 1, maximum = 1_000_000_000_000_u64, example = 2000)]
    amount_cents: u64,
}

impl Wish {
    pub(crate) fn amount(&self) -> Result<Amount, Problem> {
        let malformed = || format!("`amount_cents` is 1 to {}", Amount::MAX);
        Amount::new(Cents(self.amount_cents)).ok_or_else(|| Problem::Malformed(malformed()))
    }
}

/// A deposit.
#[derive(Serialize, ToSchema)]
pub(crate) struct DepositBody {
    /// The name of the command that asked for it.
    id: String,
    amount: Money,
    /// `asked` until the provider has answered, then `credited` or `declined`.
    state: &'static str,
    #[schema(format = DateTime)]
    asked_at: String,
}

/// Asks the provider for money. It counts against the player's limit at once, and is in the account
/// when the state is `credited`; while it is `asked`, look again. Refused, in order:
/// `player_barred`, `player_excluded`, `limits_not_set`, `unconfirmed_ceiling`, `deposit_limit`.
#[utoipa::path(post, path = "/deposits", tag = "account", security(("session" = [])),
    params(("Idempotency-Key" = String, Header, description = "The name of this command.")),
    responses((status = 201, body = DepositBody, description = "The deposit, as it stands.")))]
pub(crate) async fn ask(
    State(app): State<App>,
    SignedIn(player): SignedIn,
    Key(id): Key,
    Body(wish): Body<Wish>,
) -> Result<(StatusCode, Json<DepositBody>), Problem> {
    let amount = wish.amount()?;
    let provider = app.cashier()?.provider();
    match app.order(player, id.clone(), PlayerAct::AskDeposit { provider, amount }).await? {
        Receipt::Done(_) => {}
        Receipt::Refused(refusal) => return Err(Problem::refused(refusal)),
    }
    let mut deposit = find(&app, player, &id).await?;
    if deposit.state == DepositState::Asked {
        app.apart(move |parts| {
            parts.cashier.iter().for_each(|cashier| cashier.collect(&deposit));
            Ok::<(), Problem>(())
        })
        .await?;
        deposit = find(&app, player, &id).await?;
    }
    Ok((StatusCode::CREATED, Json(body(&id, &deposit))))
}

/// Tells how a deposit stands.
#[utoipa::path(get, path = "/deposits/{id}", tag = "account", security(("session" = [])),
    params(("id" = String, Path, description = "The name of the command that asked for it.")),
    responses((status = 200, body = DepositBody, description = "The deposit, as it stands.")))]
pub(crate) async fn show(
    State(app): State<App>,
    SignedIn(player): SignedIn,
    PlayAt(id): PlayAt,
) -> Result<Json<DepositBody>, Problem> {
    let deposit = find(&app, player, &id).await?;
    Ok(Json(body(&id, &deposit)))
}

async fn find(app: &App, player: PlayerId, id: &CommandId) -> Result<Deposit, Problem> {
    let provider = app.cashier()?.provider();
    let reference = Reference::new(&format!("{player}/{id}")).ok_or(Problem::NotFound)?;
    let deposit = app.with_store(move |store| store.deposit(&provider, &reference)).await?;
    deposit.ok_or(Problem::NotFound)
}

fn body(id: &CommandId, deposit: &Deposit) -> DepositBody {
    DepositBody {
        id: id.to_string(),
        amount: deposit.amount.cents().into(),
        state: deposit.state.code(),
        asked_at: rfc3339(deposit.at),
    }
}
