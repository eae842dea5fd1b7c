//! Every answer that is not what was asked for: one table, RFC 9457.

use std::error::Error;

use axum::extract::rejection::JsonRejection;
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use ledger::{CommandId, Refusal};
use serde_json::json;

use crate::observe::Told;

/// Why a request did not get what it asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Problem {
    /// The ledger's named answer to a command: final, nothing was debited. With it, the unit that is
    /// to be finished first.
    Refused(Refusal, Option<CommandId>),
    /// There is no such thing, or it is another player's.
    NotFound,
    /// The address knows other methods.
    MethodNotAllowed,
    /// The request cannot be read.
    Malformed(String),
    /// Nobody is signed in, or the session has ended.
    NotSignedIn,
    /// No such name, another password, a lock, a token that is none: one answer for all.
    WrongCredentials,
    /// Nobody moves money in and out here.
    NoProvider,
    /// A counter has given too many codes that do not fit: it waits so many seconds.
    Slowed(u64),
    /// A ticket's number or code was mistyped; where is not said.
    Mistyped,
    /// A ticket's number and code do not belong together.
    DoesNotMatch,
    /// Too many knocks at the door from one address.
    TooMany,
    /// A change that does not come from a page of this site.
    ForeignOrigin,
    /// A change whose body is not said to be JSON.
    NotJson,
    /// The body is larger than any request needs.
    TooLarge,
    /// Too many commands wait: nothing was taken.
    Busy,
    /// Something failed here. Whether a command was carried out is unknown: repeat it.
    Failure,
}

impl Problem {
    /// A failure of the world. It is logged here, once; the client is told that it happened.
    pub(crate) fn failure(error: &(dyn Error + 'static)) -> Self {
        tracing::error!("a request failed: {}", chain(error));
        Self::Failure
    }

    /// A named answer that has no more to say.
    pub(crate) fn refused(refusal: Refusal) -> Self {
        Self::Refused(refusal, None)
    }

    pub(crate) fn status(&self) -> StatusCode {
        self.entry().0
    }

    pub(crate) fn code(&self) -> &'static str {
        self.entry().1
    }

    pub(crate) fn title(&self) -> &'static str {
        self.entry().2
    }

    /// After how many seconds it may be tried again.
    pub(crate) fn retry_after(&self) -> Option<u64> {
        match self {
            Self::Busy => Some(1),
            Self::TooMany => Some(60),
            Self::Slowed(seconds) => Some(*seconds),
            _ => None,
        }
    }

    /// The table: status, code, title. Codes are stable; titles are for people.
    fn entry(&self) -> (StatusCode, &'static str, &'static str) {
        use StatusCode as Status;
        match self {
            Self::Refused(refusal, _) => (Status::CONFLICT, refusal.code(), title(*refusal)),
            Self::NotFound => (Status::NOT_FOUND, "not_found", "There is no such thing here"),
            Self::MethodNotAllowed => (
                Status::METHOD_NOT_ALLOWED,
                "method_not_allowed",
                "This address knows other methods",
            ),
            Self::Malformed(_) => (Status::BAD_REQUEST, "malformed", "The request cannot be read"),
            Self::NotSignedIn => (Status::UNAUTHORIZED, "not_signed_in", "Nobody is signed in"),
            Self::WrongCredentials => (
                Status::UNAUTHORIZED,
                "wrong_credentials",
                "The name or the password is wrong, or the account is locked for a while",
            ),
            Self::NoProvider => {
                (Status::CONFLICT, "no_provider", "No money can be paid in or out here")
            }
            Self::Slowed(_) => (
                Status::TOO_MANY_REQUESTS,
                "slowed",
                "This counter has given too many codes that do not fit; it waits a while",
            ),
            Self::Mistyped => (
                Status::UNPROCESSABLE_ENTITY,
                "mistyped",
                "The ticket's number or its code was mistyped",
            ),
            Self::DoesNotMatch => (
                Status::CONFLICT,
                "does_not_match",
                "The ticket's number and its code do not belong together",
            ),
            Self::TooMany => (
                Status::TOO_MANY_REQUESTS,
                "too_many",
                "Too many attempts from this address; try again in a minute",
            ),
            Self::ForeignOrigin => {
                (Status::FORBIDDEN, "foreign_origin", "Changes are made from this site's own pages")
            }
            Self::NotJson => {
                (Status::UNSUPPORTED_MEDIA_TYPE, "not_json", "The body must be application/json")
            }
            Self::TooLarge => (Status::PAYLOAD_TOO_LARGE, "too_large", "The body is too large"),
            Self::Busy => (
                Status::SERVICE_UNAVAILABLE,
                "busy",
                "Too many requests wait; repeat the same request",
            ),
            Self::Failure => (
                Status::INTERNAL_SERVER_ERROR,
                "failure",
                "Something failed; repeat the same request",
            ),
        }
    }
}

/// An error and what caused it, in one line.
pub(crate) fn chain(error: &(dyn Error + 'static)) -> String {
    let mut chain = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        chain.push_str(": ");
        chain.push_str(&error.to_string());
        cause = error.source();
    }
    chain
}

/// A refusal for people.
fn title(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::IdReused => "This id was used for another command",
        Refusal::GameNotOnSale => "This game is not on sale",
        Refusal::AccountClosed => "This account is closed",
        Refusal::PlayerBarred => "The operator has barred this account from playing",
        Refusal::PlayerExcluded => "You have excluded yourself",
        Refusal::RulesNotAccepted => "The rules in force are not accepted",
        Refusal::LimitsNotSet => "The limits are not set",
        Refusal::UnfinishedUnit => "A unit of this game is to be finished first",
        Refusal::PriceChanged => "The price is not the one that was shown",
        Refusal::StakeLimit => "The stake would exceed your limit",
        Refusal::InsufficientFunds => "The balance is below the amount",
        Refusal::SoldOut => "The last unit is sold",
        Refusal::UnconfirmedCeiling => "Before you are known to the operator you pay in no more",
        Refusal::DepositLimit => "The deposit would exceed your limit",
        Refusal::IdentityUnconfirmed => "Nothing is paid out before the operator knows who you are",
        Refusal::NameTaken => "Another account has this name",
        Refusal::UnderAge => "You are too young to play",
        Refusal::RulesChanged => "The rules named are not those in force",
        Refusal::ExclusionTooShort => "An exclusion is not so short",
        Refusal::ExclusionTooLong => "An exclusion is not so long",
        Refusal::CounterFunds => "The counter has less than the book costs",
        Refusal::EmissionUnknown => "No emission was announced under this code",
        Refusal::EmissionNotOpen => "The emission is not on sale yet",
        Refusal::EmissionClosed => "The sale of the emission is over",
        Refusal::BookUnknown => "The emission has no such book",
        Refusal::BookNotDelivered => "The book was delivered to no counter",
        Refusal::BookOfOtherCounter => "The book was delivered to another counter",
        Refusal::BookActive => "The book is on sale already",
        Refusal::BookNotActive => "The book is not on sale",
        Refusal::BookSoldOut => "The book is sold out",
        Refusal::BookReturned => "The book has come back to the operator",
        Refusal::BookReported => "The book is reported lost or stolen",
        Refusal::TicketUnknown => "There is no such ticket here",
        Refusal::PaymentsLacking => "Nothing of this block is paid for the moment",
        Refusal::PrizesExhausted => "That is more than the block still has to pay",
        Refusal::IdentityMissing => "It is to be recorded who is paid",
        Refusal::UnitDamaged => "The next unit cannot be sold; nothing was debited",
        _ => "The command was declined",
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let (status, code, title) = self.entry();
        let retry_after = self.retry_after();
        let mut body = json!({
            "type": format!("urn:grille:problem:{code}"),
            "title": title,
            "status": status.as_u16(),
            "code": code,
        });
        match self {
            Self::Malformed(detail) => body["detail"] = detail.into(),
            Self::Refused(_, Some(play)) => body["play"] = play.as_str().into(),
            _ => {}
        }
        let mut response = (status, body.to_string()).into_response();
        let kind = HeaderValue::from_static("application/problem+json");
        response.headers_mut().insert(CONTENT_TYPE, kind);
        response.extensions_mut().insert(Told(code));
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl From<JsonRejection> for Problem {
    fn from(rejection: JsonRejection) -> Self {
        match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Self::TooLarge,
            _ => Self::Malformed(rejection.body_text()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Load is shed at once, and whoever is turned away is told when to come again.
    #[test]
    fn too_many_at_once_are_told_to_come_again() {
        let response = Problem::from(store::Unanswered::Busy).into_response();
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(response.headers()[RETRY_AFTER], "1");
        for unanswered in [store::Unanswered::Failed, store::Unanswered::Unknown] {
            let response = Problem::from(unanswered).into_response();
            assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
            assert!(!response.headers().contains_key(RETRY_AFTER));
        }
    }
}
