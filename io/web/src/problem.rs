//! Every answer that is not what was asked for: one table, RFC 9457.

use std::error::Error;

use axum::extract::rejection::JsonRejection;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use store::Refusal;

/// Why a request did not get what it asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Problem {
    /// The ledger's named answer to a command: final, nothing was debited.
    Refused(Refusal),
    /// There is no such thing, or it is another player's.
    NotFound,
    /// The address knows other methods.
    MethodNotAllowed,
    /// The request cannot be read.
    Malformed(String),
    /// A change that does not come from a page of this site.
    ForeignOrigin,
    /// A change whose body is not said to be JSON.
    NotJson,
    /// The body is larger than any request needs.
    TooLarge,
    /// Something failed here. Whether a command was carried out is unknown: repeat it.
    Failure,
}

impl Problem {
    /// A failure of the world. It is logged here, once; the client is told that it happened.
    pub(crate) fn failure(error: &(dyn Error + 'static)) -> Self {
        let mut chain = error.to_string();
        let mut cause = error.source();
        while let Some(error) = cause {
            chain.push_str(": ");
            chain.push_str(&error.to_string());
            cause = error.source();
        }
        tracing::error!("a request failed: {chain}");
        Self::Failure
    }

    /// The table: status, code, title. Codes are stable; titles are for people.
    fn entry(&self) -> (StatusCode, &'static str, &'static str) {
        use StatusCode as Status;
        match self {
            Self::Refused(refusal) => match refusal {
                Refusal::IdReused => {
                    (Status::CONFLICT, "id_reused", "This id was used for another purchase")
                }
                Refusal::GameNotOnSale => {
                    (Status::CONFLICT, "game_not_on_sale", "This game is not on sale")
                }
                Refusal::UnfinishedUnit(_) => (
                    Status::CONFLICT,
                    "unfinished_unit",
                    "A unit of this game is to be finished first",
                ),
                Refusal::PriceChanged => {
                    (Status::CONFLICT, "price_changed", "The price is not the one that was shown")
                }
                Refusal::InsufficientFunds => {
                    (Status::CONFLICT, "insufficient_funds", "The balance is below the price")
                }
                Refusal::SoldOut => (Status::CONFLICT, "sold_out", "The last unit is sold"),
            },
            Self::NotFound => (Status::NOT_FOUND, "not_found", "There is no such thing here"),
            Self::MethodNotAllowed => (
                Status::METHOD_NOT_ALLOWED,
                "method_not_allowed",
                "This address knows other methods",
            ),
            Self::Malformed(_) => (Status::BAD_REQUEST, "malformed", "The request cannot be read"),
            Self::ForeignOrigin => {
                (Status::FORBIDDEN, "foreign_origin", "Changes are made from this site's own pages")
            }
            Self::NotJson => {
                (Status::UNSUPPORTED_MEDIA_TYPE, "not_json", "The body must be application/json")
            }
            Self::TooLarge => (Status::PAYLOAD_TOO_LARGE, "too_large", "The body is too large"),
            Self::Failure => (
                Status::INTERNAL_SERVER_ERROR,
                "failure",
                "Something failed; repeat the same request",
            ),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let (status, code, title) = self.entry();
        let mut body = json!({
            "type": format!("urn:grille:problem:{code}"),
            "title": title,
            "status": status.as_u16(),
            "code": code,
        });
        match self {
            Self::Malformed(detail) => body["detail"] = detail.into(),
            Self::Refused(Refusal::UnfinishedUnit(play)) => {
                body["play"] = play.to_string().into();
            }
            _ => {}
        }
        let mut response = (status, body.to_string()).into_response();
        let kind = HeaderValue::from_static("application/problem+json");
        response.headers_mut().insert(CONTENT_TYPE, kind);
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
