//! Why an operator did not get what he asked for.

use axum::extract::rejection::JsonRejection;
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use ledger::{BookState, Obstacle, Refusal};
use serde_json::json;

use crate::problem::Problem;

/// Why an operator did not get what he asked for.
#[derive(Debug)]
pub(super) enum No {
    /// What the site's own table knows.
    Problem(Problem),
    /// A book is in the way of an act on several.
    Hindered(Refusal, Obstacle),
    /// A wrong name or a wrong password: nobody is told which.
    WrongCredentials,
    /// A name whose last password was wrong takes the next after so many seconds.
    Wait(u64),
}

impl No {
    /// The request says something that is none.
    pub(super) fn malformed(detail: &str) -> Self {
        Self::Problem(Problem::Malformed(detail.to_owned()))
    }
}

impl<E: Into<Problem>> From<E> for No {
    fn from(problem: E) -> Self {
        Self::Problem(problem.into())
    }
}

impl IntoResponse for No {
    fn into_response(self) -> Response {
        let detail = match &self {
            Self::Hindered(_, by) => Some(stands(by)),
            _ => None,
        };
        let (status, code, title, wait) = match self {
            // A person at a terminal is told what the ledger's word means to the operator.
            Self::Problem(Problem::Refused(refusal, _)) | Self::Hindered(refusal, _) => {
                (StatusCode::CONFLICT, refusal.code(), told(refusal), None)
            }
            Self::Problem(problem) => return problem.into_response(),
            Self::WrongCredentials => (
                StatusCode::UNAUTHORIZED,
                "wrong_credentials",
                "The name or the password is wrong",
                None,
            ),
            Self::Wait(seconds) => (
                StatusCode::TOO_MANY_REQUESTS,
                "wait",
                "A password was wrong; the next is taken after a while",
                Some(seconds),
            ),
        };
        let mut body = json!({
            "type": format!("urn:grille:problem:{code}"),
            "title": title,
            "status": status.as_u16(),
            "code": code,
        });
        if let Some(detail) = detail {
            body["detail"] = detail.into();
        }
        let mut response = (status, body.to_string()).into_response();
        let kind = HeaderValue::from_static("application/problem+json");
        response.headers_mut().insert(CONTENT_TYPE, kind);
        if let Some(seconds) = wait {
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        response
    }
}

/// A refusal, for the operator.
fn told(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::IdReused => "This id was used for another act",
        Refusal::SecondNameMissing => "This takes two people: name the second with --with",
        Refusal::SameName => "The second person must be someone else",
        Refusal::PlayerUnknown => "There is no such player",
        Refusal::PlayerBarred => "The player is barred already",
        Refusal::AccountClosed => "The account is closed already",
        Refusal::AccountNotEmpty => "There is money in the account: have it withdrawn first",
        Refusal::PlayerNotBarred => "The player is not barred",
        Refusal::InsufficientFunds => "The player has less than that",
        Refusal::PlayUnknown => "There is no such play",
        Refusal::GainNotHeld => "The gain of this play was not held",
        Refusal::GainAlreadyConfirmed => "The gain was confirmed before",
        Refusal::GameUnknown => "There is no such game",
        Refusal::BlockUnknown => "There is no such block",
        Refusal::BlockNotPublished => {
            "The block is not waiting: it is or was on sale, or is closed"
        }
        Refusal::OtherBlockOnSale => "Another block of this game is on sale or suspended",
        Refusal::BlockNotOnSale => "The block is not on sale",
        Refusal::BlockNotRestored => {
            "The block is not one that a restored ledger stopped beside the one on sale"
        }
        Refusal::BlockNotSuspended => "The block is not suspended",
        Refusal::SoldThroughMissing => {
            "The ledger was restored: say with --sold-through which unit left the house last"
        }
        Refusal::SoldThroughNotAsked => "--sold-through is asked after a restored backup only",
        Refusal::SoldThroughOutOfRange => {
            "--sold-through is below what the ledger has sold, or beyond the block"
        }
        Refusal::GameNotOnSale => "No emission of this game is on sale",
        Refusal::GameOpen => "The game has opened; suspend it instead",
        Refusal::OpeningNotLater => "The new opening is past, or before the planned one",
        Refusal::GameSuspended => "The game is suspended already",
        Refusal::GameNotSuspended => "The game is not suspended",
        Refusal::AllSuspended => "Everything is suspended already",
        Refusal::AllNotSuspended => "Not everything is suspended",
        _ => told_of_paper(refusal),
    }
}

/// A refusal in the paper game, for the operator.
fn told_of_paper(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::CounterUnknown => "There is no such counter",
        Refusal::CounterExists => "The number is another counter's",
        Refusal::CounterFunds => "The counter has less than that",
        Refusal::EmissionUnknown => "No emission was announced under this code",
        Refusal::EmissionExists => "The code, or the emission, was announced before",
        Refusal::EmissionNotOpen => "The emission has no day of opening yet",
        Refusal::EmissionOpen => "The emission has opened",
        Refusal::EmissionClosed => "The emission is closed, or it is known when it closes",
        Refusal::EmissionNotClosed => "It is not known when the emission closes",
        Refusal::DayPast => "That day is past, or comes before the opening",
        Refusal::ExtensionNotLater => "The last day of payment would not be later",
        Refusal::ClaimsEnded => "The last day of payment is over",
        Refusal::ClaimsNotEnded => "The last day of payment is not over",
        Refusal::BlockOfOtherEmission => "The block is of another emission",
        Refusal::BlockNotPrinted => "The block is not on paper, or nothing of it is paid any more",
        Refusal::BooksDoNotFit => {
            "The block is no whole number of such books, or they cannot be numbered so"
        }
        Refusal::BooksTaken => "Another block has some of these books",
        Refusal::BookUnknown => "No block of the emission has such a book",
        Refusal::BooksOfTwoBlocks => "The books are not all of one block",
        Refusal::BookDelivered => "One of the books has left the stock",
        Refusal::BookNotDelivered => "One of the books is still in stock",
        Refusal::BookOfOtherCounter => "One of the books is at another counter",
        Refusal::BookNotActive => "One of the books is not on sale, so it comes back whole",
        Refusal::BookSoldOut => "One of the books is sold out",
        Refusal::BookReturned => "One of the books has come back",
        Refusal::BookReported => "One of the books is reported lost or stolen",
        Refusal::BookNotReported => "One of the books is not reported lost or stolen",
        Refusal::TicketUnknown => "The books have no such ticket",
        Refusal::TicketPaid => "A ticket that would come back has been paid",
        Refusal::PaymentsLacking => {
            "The ledger was restored: enter the payments that are lacking, then resume them"
        }
        Refusal::PaymentsNotLacking => "No payments of the block are lacking",
        Refusal::PrizesExhausted => "That is more than the block still has to pay",
        _ => "The act was declined",
    }
}

/// How a book stands, for the operator.
fn stands(by: &Obstacle) -> String {
    let counter = by.counter.map_or("the stock".to_owned(), |id| format!("counter {id}"));
    let place = match by.state {
        BookState::Printed => "is in stock".to_owned(),
        BookState::Delivered => format!("is at {counter}, not on sale"),
        BookState::Activated => format!("is on sale at {counter}"),
        BookState::SoldOut => format!("is sold out at {counter}"),
        BookState::Returned(0) => format!("has come back whole from {counter}"),
        BookState::Returned(from) => format!("has come back from {counter}, from ticket {from} on"),
    };
    let report = by.report.map(|report| format!(", reported {}", report.code()));
    format!("book {} {place}{}", by.book, report.unwrap_or_default())
}

/// A body, or what is wrong with it.
pub(super) fn body<T>(body: Result<axum::Json<T>, JsonRejection>) -> Result<T, No> {
    Ok(body?.0)
}
