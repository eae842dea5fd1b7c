//! `POST /sessions`: a player signs in.

use access::{Entry, Login, Password};
use axum::Json;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Response};
use ledger::{Event, EventKind, Refusal};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::api::me::{self, Me};
use crate::body::Body;
use crate::problem::Problem;
use crate::throttle::Knock;
use crate::{App, cookie};

/// Who wants to come in.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SignIn)]
pub(crate) struct Wish {
    /// What the account is called.
    #[schema(max_length = 100)]
    name: String,
    /// Its password.
    #[schema(max_length = 200, format = Password)]
    password: String,
    /// To look and to withdraw, not to play: the only way in for a player who has excluded
    /// himself.
    #[serde(default)]
    restricted: bool,
}

/// Signs in, and ends the session that the request shows. Whatever is wrong with the name or the
/// password has one answer: `wrong_credentials`. A player who has excluded himself comes in with
/// `restricted` only.
#[utoipa::path(post, path = "/sessions", tag = "players", request_body = Wish,
    responses((status = 201, body = Me, description = "Signed in; the session is in a cookie.")))]
pub(crate) async fn sign_in(
    State(app): State<App>,
    _: Knock,
    headers: HeaderMap,
    Body(wish): Body<Wish>,
) -> Result<Response, Problem> {
    // What can be no name or no password is not told apart from a wrong one.
    let login = Login::new(&wish.name).ok_or(Problem::WrongCredentials)?;
    let password = Password::new(&wish.password).ok_or(Problem::WrongCredentials)?;
    let now = app.now();
    let entry = app.with_access(move |access| access.sign_in(&login, &password, now)).await?;
    let (token, player) = match entry {
        Entry::In(token, player) => (token, player),
        Entry::Refused => return Err(Problem::WrongCredentials),
        Entry::Locked(player) => {
            let subject = format!("player/{player}");
            let detail = "too many wrong passwords in a row";
            let event = Event::new(EventKind::SignInLocked, None, &subject, detail);
            app.with_store(move |store| store.note(event)).await?;
            return Err(Problem::WrongCredentials);
        }
    };
    let me = me::of(&app, player).await?;
    let shown = cookie::PLAYER.read(&headers, app.parts().https);
    let is_kept_out = me.is_excluded(now) && !wish.restricted;
    let ended = if is_kept_out { Some(token.clone()) } else { shown };
    if let Some(ended) = ended {
        app.with_access(move |access| access.sign_out(&ended)).await?;
    }
    if is_kept_out {
        return Err(Problem::refused(Refusal::PlayerExcluded));
    }
    let cookie = AppendHeaders([(SET_COOKIE, cookie::PLAYER.set(&token, app.parts().https))]);
    Ok((StatusCode::CREATED, cookie, Json(me)).into_response())
}
