//! `POST /retail/activations`, `/retail/sell-outs`, `/retail/reports`: a counter's books.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use ledger::{BookId, CommandId, CounterAct, CounterId, Done, Receipt, Report, RetailDone};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::body::{Body, Key, KeyHeader};
use crate::problem::Problem;
use crate::session::AtCounter;
use crate::wire::Money;

/// Which book.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = OneBook)]
pub(crate) struct Wish {
    /// The code jeu and the book, as they stand on its tickets.
    #[schema(pattern = "^[0-9]{5}-(?!0{7})[0-9]{7}$", example = "31702-0012345")]
    book: String,
}

/// Which book is missing.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = MissingBook)]
pub(crate) struct MissingWish {
    /// The code jeu and the book.
    #[schema(pattern = "^[0-9]{5}-(?!0{7})[0-9]{7}$", example = "31702-0012345")]
    book: String,
    how: HowWord,
}

/// What has become of it.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum HowWord {
    Lost,
    Stolen,
}

/// A book that is on sale now.
#[derive(Serialize, ToSchema)]
pub(crate) struct ActivationBody {
    book: String,
    /// What the counter has now.
    balance: Money,
}

/// A book of which something was noted.
#[derive(Serialize, ToSchema)]
#[schema(as = NotedBook)]
pub(crate) struct NotedBody {
    book: String,
}

/// Puts a book on sale that was delivered to this counter, which is debited for the whole of it.
#[utoipa::path(post, path = "/retail/activations", tag = "retail", request_body = Wish,
    security(("counter" = [])), params(KeyHeader),
    responses((status = 201, body = ActivationBody, description = "It is on sale.")))]
pub(crate) async fn activate(
    State(app): State<App>,
    AtCounter(counter): AtCounter,
    Key(id): Key,
    Body(wish): Body<Wish>,
) -> Result<(StatusCode, Json<ActivationBody>), Problem> {
    let book = read(&wish.book)?;
    match done(&app, counter, id, CounterAct::Activate { book }).await? {
        RetailDone::Activated { balance } => {
            let body = ActivationBody { book: book.to_string(), balance: balance.into() };
            Ok((StatusCode::CREATED, Json(body)))
        }
        _ => Err(Problem::Failure),
    }
}

/// Says that the last ticket of a book is sold.
#[utoipa::path(post, path = "/retail/sell-outs", tag = "retail", request_body = Wish,
    security(("counter" = [])), params(KeyHeader),
    responses((status = 201, body = NotedBody, description = "It is sold out.")))]
pub(crate) async fn sell_out(
    State(app): State<App>,
    AtCounter(counter): AtCounter,
    Key(id): Key,
    Body(wish): Body<Wish>,
) -> Result<(StatusCode, Json<NotedBody>), Problem> {
    let book = read(&wish.book)?;
    done(&app, counter, id, CounterAct::SellOut { book }).await?;
    Ok((StatusCode::CREATED, Json(NotedBody { book: book.to_string() })))
}

/// Reports a book of this counter lost or stolen: nothing of it is paid from then on.
#[utoipa::path(post, path = "/retail/reports", tag = "retail", request_body = MissingWish,
    security(("counter" = [])), params(KeyHeader),
    responses((status = 201, body = NotedBody, description = "It is reported.")))]
pub(crate) async fn report(
    State(app): State<App>,
    AtCounter(counter): AtCounter,
    Key(id): Key,
    Body(wish): Body<MissingWish>,
) -> Result<(StatusCode, Json<NotedBody>), Problem> {
    let book = read(&wish.book)?;
    let report = match wish.how {
        HowWord::Lost => Report::Lost,
        HowWord::Stolen => Report::Stolen,
    };
    done(&app, counter, id, CounterAct::Report { book, report }).await?;
    Ok((StatusCode::CREATED, Json(NotedBody { book: book.to_string() })))
}

fn read(text: &str) -> Result<BookId, Problem> {
    let malformed = || Problem::Malformed("`book` is written 31702-0012345".to_owned());
    BookId::parse(text).ok_or_else(malformed)
}

/// What was done of a counter's act.
async fn done(
    app: &App,
    counter: CounterId,
    id: CommandId,
    act: CounterAct,
) -> Result<RetailDone, Problem> {
    match app.order_at(counter, id, act).await? {
        Receipt::Done(Done::Retail(done)) => Ok(done),
        Receipt::Refused(refusal) => Err(Problem::refused(refusal)),
        Receipt::Done(_) => Err(Problem::Failure),
    }
}
