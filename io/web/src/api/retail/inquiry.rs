//! `POST /retail/inquiries`: what does this ticket pay?

use axum::Json;
use axum::extract::State;
use ledger::{CommandId, CounterAct, Done, Receipt, RetailDone};

use crate::App;
use crate::api::retail::answer::AnswerBody;
use crate::api::retail::ticket::{Presented, look_up};
use crate::body::Quiet;
use crate::problem::Problem;
use crate::session::AtCounter;

/// Tells what a ticket pays at this counter, or why it pays nothing. It changes nothing. A number or
/// a code that is mistyped, and a code that does not fit its ticket, count against the counter.
#[utoipa::path(post, path = "/retail/inquiries", tag = "retail", request_body = Presented,
    security(("counter" = [])),
    responses((status = 200, body = AnswerBody, description = "What it pays.")))]
pub(crate) async fn ask(
    State(app): State<App>,
    AtCounter(counter): AtCounter,
    Quiet(presented): Quiet<Presented>,
) -> Result<Json<AnswerBody>, Problem> {
    let claims = look_up(&app, counter, &[presented]).await?;
    let claim = *claims.first().ok_or(Problem::Failure)?;
    let now = app.now();
    // The same question at the same moment is the same question.
    let id = CommandId::new(&format!("inquiry-{}-{now}", claim.ticket));
    let id = id.expect("a ticket's number and a time are an id");
    match app.order_at(counter, id, CounterAct::Inquire { claim }).await? {
        Receipt::Done(Done::Retail(RetailDone::Told { ticket, verdict })) => {
            AnswerBody::of(ticket, verdict, app.parts().store.parameters(now)).map(Json)
        }
        Receipt::Refused(refusal) => Err(Problem::refused(refusal)),
        Receipt::Done(_) => Err(Problem::Failure),
    }
}
