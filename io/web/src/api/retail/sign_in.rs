//! `POST /retail/sessions`: a counter signs in.

use access::{Entry, Login, Password};
use axum::Json;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Response};
use ledger::{CounterId, Event, EventKind};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::api::retail::counter::{self, CounterBody};
use crate::body::Body;
use crate::problem::Problem;
use crate::throttle::Knock;
use crate::{App, cookie};

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
    let login = Login::of_counter(CounterId(wish.counter));
    let password = Password::new(&wish.password).ok_or(Problem::WrongCredentials)?;
    let (now, https) = (app.now(), app.parts().https);
    let entry = app.with_counters(move |door| door.sign_in(&login, &password, now)).await?;
    let (token, id) = match entry {
        Entry::In(token, id) => (token, id),
        Entry::Refused => return Err(Problem::WrongCredentials),
        Entry::Locked(id) => {
            let subject = format!("counter/{id}");
            let detail = "too many wrong passwords in a row";
            let event = Event::new(EventKind::SignInLocked, None, &subject, detail);
            app.with_store(move |store| store.note(event)).await?;
            return Err(Problem::WrongCredentials);
        }
    };
    let counter = counter::of(&app, id).await?;
    if let Some(ended) = cookie::COUNTER.read(&headers, https) {
        app.with_counters(move |door| door.sign_out(&ended)).await?;
    }
    let cookie = AppendHeaders([(SET_COOKIE, cookie::COUNTER.set(&token, https))]);
    Ok((StatusCode::CREATED, cookie, Json(counter)).into_response())
}
