//! `POST /withdrawals`, `GET /withdrawals/{id}`: a player is paid out.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use ledger::{PlayerAct, Receipt, Withdrawal, WithdrawalId, WithdrawalState};
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::api::deposit::Wish;
use crate::body::{Body, Key};
use crate::calendar::rfc3339;
use crate::problem::Problem;
use crate::session::SignedIn;
use crate::wire::{Money, PlayAt};

/// A withdrawal.
#[derive(Serialize, ToSchema)]
pub(crate) struct WithdrawalBody {
    /// The name of the command that asked for it.
    id: String,
    amount: Money,
    /// `pending` until the provider has answered, then `settled`, or `returned` to the account.
    state: &'static str,
    #[schema(format = DateTime)]
    asked_at: String,
}

/// Takes money from the account, at once, and has the provider pay it out. Refused, in order:
/// `identity_unconfirmed`, `insufficient_funds`.
#[utoipa::path(post, path = "/withdrawals", tag = "account", security(("session" = [])),
    params(("Idempotency-Key" = String, Header, description = "The name of this command.")),
    responses((status = 201, body = WithdrawalBody, description = "The withdrawal, as it stands.")))]
pub(crate) async fn ask(
    State(app): State<App>,
    SignedIn(player): SignedIn,
    Key(command): Key,
    Body(wish): Body<Wish>,
) -> Result<(StatusCode, Json<WithdrawalBody>), Problem> {
    let amount = wish.amount()?;
    // Without a provider nothing would ever move it on.
    app.cashier()?;
    match app.order(player, command.clone(), PlayerAct::Withdraw { amount }).await? {
        Receipt::Done(_) => {}
        Receipt::Refused(refusal) => return Err(Problem::refused(refusal)),
    }
    let id = WithdrawalId { player, command };
    let mut withdrawal = find(&app, id.clone()).await?;
    if withdrawal.state == WithdrawalState::Pending {
        app.apart(move |parts| {
            parts.cashier.iter().for_each(|cashier| cashier.pay_out(&withdrawal));
            Ok::<(), Problem>(())
        })
        .await?;
        withdrawal = find(&app, id).await?;
    }
    Ok((StatusCode::CREATED, Json(body(&withdrawal))))
}

/// Tells how a withdrawal stands.
#[utoipa::path(get, path = "/withdrawals/{id}", tag = "account", security(("session" = [])),
    params(("id" = String, Path, description = "The name of the command that asked for it.")),
    responses((status = 200, body = WithdrawalBody, description = "The withdrawal, as it stands.")))]
pub(crate) async fn show(
    State(app): State<App>,
    SignedIn(player): SignedIn,
    PlayAt(command): PlayAt,
) -> Result<Json<WithdrawalBody>, Problem> {
    find(&app, WithdrawalId { player, command }).await.map(|it| Json(body(&it)))
}

async fn find(app: &App, id: WithdrawalId) -> Result<Withdrawal, Problem> {
    let found = app.with_store(move |store| store.withdrawal(&id)).await?;
    found.ok_or(Problem::NotFound)
}

fn body(withdrawal: &Withdrawal) -> WithdrawalBody {
    WithdrawalBody {
        id: withdrawal.id.command.to_string(),
        amount: withdrawal.amount.cents().into(),
        state: match withdrawal.state {
            WithdrawalState::Pending => "pending",
            WithdrawalState::Settled => "settled",
            WithdrawalState::Returned => "returned",
        },
        asked_at: rfc3339(withdrawal.at),
    }
}
