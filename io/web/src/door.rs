//! The doors of players and of counters: at both a session begins, is shown and ends in the same way.

use std::fmt::Display;

use access::{Access, Entry, Login, Password, Token, Who};
use axum::Json;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Response};
use ledger::{CounterId, Event, EventKind, PlayerId};
use serde::Serialize;

use crate::App;
use crate::app::Parts;
use crate::cookie::{self, Cookie};
use crate::problem::Problem;

/// Who comes in by a door of his own.
pub(crate) trait Guest: Who + Display + Send + 'static {
    /// What bears his session.
    const COOKIE: Cookie;
    /// What he is, where an event names him.
    const KIND: &'static str;

    /// His door.
    fn door(parts: &Parts) -> &Access<Self>;
}

impl Guest for PlayerId {
    const COOKIE: Cookie = cookie::PLAYER;
    const KIND: &'static str = "player";

    fn door(parts: &Parts) -> &Access<Self> {
        &parts.access
    }
}

impl Guest for CounterId {
    const COOKIE: Cookie = cookie::COUNTER;
    const KIND: &'static str = "counter";

    fn door(parts: &Parts) -> &Access<Self> {
        &parts.counters
    }
}

/// Signs in who is called `login` and knows `password`, and answers what `tell` says of him. The
/// session that the request shows ends. Whoever is not told of, for what reason ever, is not in: then
/// the new session ends and the shown one goes on.
///
/// What can be no login or no password is not told apart from a wrong one.
pub(crate) async fn sign_in<G: Guest, B: Serialize>(
    app: &App,
    headers: &HeaderMap,
    (login, password): (Option<Login>, &str),
    tell: impl AsyncFnOnce(G) -> Result<B, Problem>,
) -> Result<Response, Problem> {
    let (token, guest) = enter::<G>(app, login, password).await?;
    let told = tell(guest).await;
    let shown = G::COOKIE.read(headers, app.parts().https);
    end::<G>(app, if told.is_ok() { shown } else { Some(token.clone()) }).await?;
    let cookie = AppendHeaders([(SET_COOKIE, G::COOKIE.set(&token, app.parts().https))]);
    Ok((StatusCode::CREATED, cookie, Json(told?)).into_response())
}

/// A new session. The guess that locks a login is an event, and looks like any other.
async fn enter<G: Guest>(
    app: &App,
    login: Option<Login>,
    password: &str,
) -> Result<(Token, G), Problem> {
    let login = login.ok_or(Problem::WrongCredentials)?;
    let password = Password::new(password).ok_or(Problem::WrongCredentials)?;
    let now = app.now();
    match app.apart(move |parts| G::door(parts).sign_in(&login, &password, now)).await? {
        Entry::In(token, guest) => return Ok((token, guest)),
        Entry::Refused => {}
        Entry::Locked(guest) => {
            let subject = format!("{}/{guest}", G::KIND);
            let detail = "too many wrong passwords in a row";
            let event = Event::new(EventKind::SignInLocked, None, &subject, detail);
            app.with_store(move |store| store.note(event)).await?;
        }
    }
    Err(Problem::WrongCredentials)
}

/// Ends the session that the request shows. Without one there is nothing to end, and that is well too.
pub(crate) async fn sign_out<G: Guest>(
    app: &App,
    headers: &HeaderMap,
) -> Result<Response, Problem> {
    let https = app.parts().https;
    end::<G>(app, G::COOKIE.read(headers, https)).await?;
    let cookie = AppendHeaders([(SET_COOKIE, G::COOKIE.forget(https))]);
    Ok((StatusCode::NO_CONTENT, cookie).into_response())
}

async fn end<G: Guest>(app: &App, token: Option<Token>) -> Result<(), Problem> {
    let Some(token) = token else { return Ok(()) };
    app.apart(move |parts| G::door(parts).sign_out(&token)).await
}
