//! `POST /retail/sessions`: a counter signs in.

use access::Login;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use ledger::CounterId;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::App;
use crate::api::retail::counter::{self, CounterBody};
use crate::body::Body;
use crate::door;
use crate::problem::Problem;
use crate::throttle::Knock;

/// Which counter wants to come in.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CounterSignIn)]
pub(crate) struct Wish {
    /// Its number.
    #[serde(deserialize_with = "crate::whole::one")]
    counter: u32,
    /// Its password, which the operator sets.
    #[schema(max_length = 200, format = Password)]
    password: String,
}

/// Signs a counter in, and ends the session of a counter that the request shows. Whatever is wrong
/// with the number or the password has one answer: `wrong_credentials`.
#[utoipa::path(post, path = "/retail/sessions", tag = "retail", request_body = Wish,
    responses((status = 201, body = CounterBody,
        description = "Signed in; the session is in a cookie of its own.")))]
pub(crate) async fn sign_in(
    State(app): State<App>,
    _: Knock,
    headers: HeaderMap,
    Body(wish): Body<Wish>,
) -> Result<Response, Problem> {
    let login = Some(Login::of_counter(CounterId(wish.counter)));
    let tell = async |id| counter::of(&app, id).await;
    door::sign_in(&app, &headers, (login, &wish.password), tell).await
}
