//! What a request carries: its body and the name of its command.

use axum::Json;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use ledger::CommandId;
use serde::de::DeserializeOwned;

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
