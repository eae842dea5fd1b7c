//! `POST /retail/payments`: tickets are paid, all or none.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use ledger::{Bearer, Claims, CounterAct, CounterId, Done, Receipt, RetailDone};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::api::retail::answer::AnswerBody;
use crate::api::retail::ticket::{Presented, look_up};
use crate::body::{Key, KeyHeader, Quiet};
use crate::problem::Problem;
use crate::session::AtCounter;
use crate::wire::Money;

/// So many tickets are paid in one operation at most: a body has room for no more.
const MOST: usize = 50;

/// What is to be paid in one operation.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TicketPayment)]
pub(crate) struct Wish {
    /// The tickets, each once.
    #[schema(min_items = 1, max_items = 50)]
    tickets: Vec<Presented>,
    /// Who is paid, by the document that he showed; asked for from a sum on, and not kept below it.
    #[schema(max_length = 200, example = "passeport 12AB34567")]
    bearer: Option<String>,
}

/// What became of a payment.
#[derive(Serialize, ToSchema)]
#[schema(as = TicketsPaid)]
pub(crate) struct PaidBody {
    /// What all the tickets pay together; nothing when none of them is paid.
    sum: Option<Money>,
    /// The first ticket that is not paid here, and why: then no other one is paid either.
    not_paid: Option<AnswerBody>,
}

/// Pays tickets, all or none: each is paid once, whoever asks. Where one cannot be paid here, the
/// answer says which and why, as an inquiry does, and nothing has moved.
#[utoipa::path(post, path = "/retail/payments", tag = "retail", request_body = Wish,
    security(("counter" = [])), params(KeyHeader),
    responses(
        (status = 201, body = PaidBody, description = "All of them are paid."),
        (status = 200, body = PaidBody, description = "None of them is paid, and why."),
    ))]
pub(crate) async fn pay(
    State(app): State<App>,
    AtCounter(counter): AtCounter,
    Key(id): Key,
    Quiet(wish): Quiet<Wish>,
) -> Result<(StatusCode, Json<PaidBody>), Problem> {
    let malformed = |text: &str| Problem::Malformed(text.to_owned());
    if !(1..=MOST).contains(&wish.tickets.len()) {
        return Err(malformed("`tickets` are 1 to 50"));
    }
    let bearer = match wish.bearer.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
        None => None,
        Some(text) => {
            let bearer = Bearer::new(text);
            Some(bearer.ok_or_else(|| malformed("`bearer` is 1 to 200 bytes on one line"))?)
        }
    };
    let claims = look_up(&app, counter, &wish.tickets).await?;
    let tickets: Vec<_> = claims.iter().map(|claim| claim.ticket).collect();
    let claims = Claims::new(claims).ok_or_else(|| malformed("a ticket is there twice"))?;
    match app.order_at(counter, id, CounterAct::Pay { claims, bearer }).await? {
        Receipt::Done(Done::Retail(RetailDone::Paid { sum })) => {
            tickets.iter().for_each(|ticket| told(counter, ticket));
            let sum = Some(sum.cents().into());
            Ok((StatusCode::CREATED, Json(PaidBody { sum, not_paid: None })))
        }
        Receipt::Done(Done::Retail(RetailDone::NotPaid { ticket, verdict })) => {
            let parameters = app.parts().store.parameters(app.now());
            let not_paid = Some(AnswerBody::of(ticket, verdict, parameters)?);
            Ok((StatusCode::OK, Json(PaidBody { sum: None, not_paid })))
        }
        Receipt::Refused(refusal) => Err(Problem::refused(refusal)),
        Receipt::Done(_) => Err(Problem::Failure),
    }
}

/// After the loss of a ledger, what was paid is known from these lines. How much is not said.
fn told(counter: CounterId, ticket: &ledger::TicketId) {
    tracing::info!(%counter, %ticket, "a ticket was paid");
}
