//! What is said of a ticket.

use game::Cents;
use ledger::{Amount, Parameters, TicketId, Verdict};
use serde::Serialize;
use utoipa::ToSchema;

use crate::calendar::rfc3339;
use crate::problem::Problem;
use crate::wire::Money;

/// What a ticket pays at the counter that asks, or why it pays nothing.
#[derive(Serialize, ToSchema)]
#[schema(as = TicketAnswer)]
pub(crate) struct AnswerBody {
    /// The ticket, without its check digit.
    #[schema(example = "31702-0012345-017")]
    ticket: String,
    answer: AnswerWord,
    /// What it pays, here or at a payment centre.
    amount: Option<Money>,
    /// Whether it must be recorded who is paid, even if it is paid alone.
    needs_identity: bool,
    /// Of a ticket that is paid: when that was.
    #[schema(format = DateTime)]
    paid_at: Option<String>,
    /// Of one that comes too late: the date of the closing notice.
    #[schema(format = Date)]
    closed_on: Option<String>,
    /// Of one that comes too late: the last day of payment.
    #[schema(format = Date)]
    claims_ended_on: Option<String>,
}

/// In a word.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum AnswerWord {
    /// This counter pays it.
    PaysHere,
    /// It is above what this counter may pay: a payment centre pays it.
    PaysAtCentre,
    /// It won nothing.
    NotAWinner,
    /// This counter has paid it.
    PaidHere,
    /// Another counter has paid it.
    PaidElsewhere,
    /// Its book was not put on sale.
    BookNotActive,
    /// It came back to the operator unsold.
    BookReturned,
    /// Its book is lost.
    BookLost,
    /// Its book was stolen.
    BookStolen,
    /// The last day of payment is over.
    TooLate,
}

impl AnswerBody {
    /// What the ledger says of `ticket`.
    pub(crate) fn of(
        ticket: TicketId,
        verdict: Verdict,
        parameters: &Parameters,
    ) -> Result<Self, Problem> {
        let plain = Self::plain(ticket);
        let pays = |answer, amount: Amount| Self {
            amount: Some(amount.cents().into()),
            needs_identity: needs_identity(amount.cents(), parameters),
            ..plain(answer)
        };
        let paid = |answer, at| Self { paid_at: Some(rfc3339(at)), ..plain(answer) };
        Ok(match verdict {
            Verdict::PaysHere(amount) => pays(AnswerWord::PaysHere, amount),
            Verdict::PaysAtCentre(amount) => pays(AnswerWord::PaysAtCentre, amount),
            Verdict::NotAWinner => plain(AnswerWord::NotAWinner),
            Verdict::PaidHere(at) => paid(AnswerWord::PaidHere, at),
            Verdict::PaidElsewhere(at) => paid(AnswerWord::PaidElsewhere, at),
            Verdict::BookNotActive => plain(AnswerWord::BookNotActive),
            Verdict::BookReturned => plain(AnswerWord::BookReturned),
            Verdict::BookLost => plain(AnswerWord::BookLost),
            Verdict::BookStolen => plain(AnswerWord::BookStolen),
            Verdict::TooLate { closed, claims_end } => Self {
                closed_on: Some(closed.to_string()),
                claims_ended_on: Some(claims_end.to_string()),
                ..plain(AnswerWord::TooLate)
            },
            // Only kept receipts say this, and a question is answered anew.
            Verdict::Withheld => return Err(Problem::Failure),
        })
    }

    fn plain(ticket: TicketId) -> impl Fn(AnswerWord) -> Self {
        move |answer| Self {
            ticket: ticket.to_string(),
            answer,
            amount: None,
            needs_identity: false,
            paid_at: None,
            closed_on: None,
            claims_ended_on: None,
        }
    }
}

fn needs_identity(amount: Cents, parameters: &Parameters) -> bool {
    amount >= parameters.identity_from
}
