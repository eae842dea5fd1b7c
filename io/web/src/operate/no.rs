//! Why an operator did not get what he asked for.

use axum::extract::rejection::JsonRejection;
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use ledger::Refusal;
use serde_json::json;

use crate::problem::Problem;

/// Why an operator did not get what he asked for.
#[derive(Debug)]
pub(super) enum No {
    /// What the site's own table knows.
    Problem(Problem),
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
        let (status, code, title, wait) = match self {
            // A person at a terminal is told what the ledger's word means to the operator.
            Self::Problem(Problem::Refused(refusal, _)) => {
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
        let body = json!({
            "type": format!("urn:grille:problem:{code}"),
            "title": title,
            "status": status.as_u16(),
            "code": code,
        });
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
        _ => "The act was declined",
    }
}

/// A body, or what is wrong with it.
pub(super) fn body<T>(body: Result<axum::Json<T>, JsonRejection>) -> Result<T, No> {
    Ok(body?.0)
}
