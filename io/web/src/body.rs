//! What a request carries: its body and the name of its command.

use axum::Json;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use ledger::CommandId;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use utoipa::IntoParams;

use crate::problem::Problem;

/// A body of JSON.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let Json(body) = Json::<T>::from_request(request, state).await?;
        Ok(Self(body))
    }
}

/// A body of JSON that bears a ticket's code: nothing of it is repeated in what is said of a slip.
pub(crate) struct Quiet<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Quiet<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        match Json::<T>::from_request(request, state).await.map_err(Problem::from) {
            Ok(Json(body)) => Ok(Self(body)),
            Err(Problem::Malformed(_)) => {
                let told = "the body is not what the document says; it is not repeated here";
                Err(Problem::Malformed(told.to_owned()))
            }
            Err(problem) => Err(problem),
        }
    }
}

/// The header that names a command, for the document.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Header)]
#[allow(dead_code, reason = "it is the shape of what `Key` reads")]
pub(crate) struct KeyHeader {
    /// The name of this command, of the client's choice, and another one for each command. The
    /// same command under the same name is carried out once, and has the same answer.
    #[serde(rename = "Idempotency-Key")]
    #[param(
        pattern = "^(?!finish-)[A-Za-z0-9_-]{8,93}$",
        min_length = 8,
        max_length = 93,
        example = "purchase-2c9f8b1e"
    )]
    key: String,
}

/// A command's name, from the header `Idempotency-Key`. The same command under the same name is
/// carried out once.
pub(crate) struct Key(pub(crate) CommandId);

/// How the commands that this server names itself begin: no client may take such a name.
pub(crate) const OURS: &str = "finish-";

impl<S: Send + Sync> FromRequestParts<S> for Key {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let malformed = |text: &str| Problem::Malformed(text.to_owned());
        let header = parts.headers.get("idempotency-key").and_then(|value| value.to_str().ok());
        let text = header.ok_or_else(|| malformed("Idempotency-Key is missing"))?;
        let is_free = !text.starts_with(OURS) && OURS.len() + text.len() <= 100;
        CommandId::new(text).filter(|_| is_free).map(Self).ok_or_else(|| {
            malformed("Idempotency-Key is 8 to 93 of A–Z, a–z, 0–9, `-` and `_`, and not finish-…")
        })
    }
}
