//! `POST /players`: a player opens an account.

use access::{Enrolment, Entry, Login, Password};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use axum::response::{AppendHeaders, IntoResponse, Response};
use ledger::{CommandId, PlayerAct, PlayerId, PlayerName, Receipt, Refusal, RulesVersion};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use crate::api::me::{self, Me};
use crate::body::{Body, Key, KeyHeader};
use crate::problem::Problem;
use crate::throttle::Knock;
use crate::{App, calendar, cookie};

/// Who wants an account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewPlayer)]
pub(crate) struct Wish {
    /// What the account is to be called: a mail address, or any name of 3 to 100 letters that can
    /// be seen. Capitals do not count, nor blanks around it, nor other ways to write the same
    /// letters (NFKC); folded so, it is at most 100 bytes.
    #[schema(min_length = 3, max_length = 100, example = "alice@example.org")]
    name: String,
    /// 10 to 200 letters, whatever they are.
    #[schema(min_length = 10, max_length = 200, format = Password)]
    password: String,
    /// The day of birth.
    #[schema(format = Date, example = "1980-02-29")]
    born: String,
    /// The version of the rules that are accepted: the one in force.
    #[schema(minimum = 1, example = 1)]
    #[serde(deserialize_with = "crate::whole::one")]
    rules: u32,
}

/// Opens an account, and signs its player in.
#[utoipa::path(post, path = "/players", tag = "players", request_body = Wish, params(KeyHeader),
    responses((status = 201, body = Me, description = "The account; its session is in a cookie.")))]
pub(crate) async fn register(
    State(app): State<App>,
    _: Knock,
    Key(id): Key,
    Body(wish): Body<Wish>,
) -> Result<Response, Problem> {
    let malformed = |text: &str| Problem::Malformed(text.to_owned());
    let login = Login::new(&wish.name)
        .ok_or_else(|| malformed("`name` is 3 to 100 letters that can be seen"))?;
    let password = Password::new(&wish.password)
        .ok_or_else(|| malformed("`password` is 10 to 200 letters"))?;
    let born = calendar::parse(&wish.born)
        .ok_or_else(|| malformed("`born` is a day, as in 1980-02-29"))?;
    let name = PlayerName::new(login.as_str()).ok_or(Problem::Failure)?;
    let (player, now) = (player_id(&login, &id), app.now());
    let rules = RulesVersion(wish.rules);
    let act = PlayerAct::Register { name, born, today: calendar::day(now), rules };
    // The ledger first: whatever stops us here, the same request goes on where it stopped.
    match app.order(player, id, act).await? {
        Receipt::Done(_) => {}
        // The number follows from name and key, so nobody else can have it.
        Receipt::Refused(Refusal::PlayerExists) => return Err(Problem::refused(Refusal::IdReused)),
        Receipt::Refused(refusal) => return Err(Problem::refused(refusal)),
    }
    let session = app
        .with_access(move |access| match access.enrol(player, &login, &password)? {
            Enrolment::Enrolled => access.sign_in(&login, &password, now),
            Enrolment::Otherwise | Enrolment::Taken => Ok(Entry::Refused),
        })
        .await?;
    let Entry::In(token, _) = session else {
        return Err(Problem::refused(Refusal::IdReused));
    };
    let cookie = AppendHeaders([(SET_COOKIE, cookie::PLAYER.set(&token, app.parts().https))]);
    let me = me::of(&app, player).await?;
    Ok((StatusCode::CREATED, cookie, Json(me)).into_response())
}

/// A player's number follows from his name and the name of the command: a repetition opens no
/// second account.
fn player_id(login: &Login, id: &CommandId) -> PlayerId {
    let text = format!("grille/player/{id}/{login}");
    let hash: [u8; 32] = Sha256::digest(text.as_bytes()).into();
    let number = u64::from_le_bytes(hash[..8].try_into().expect("eight of 32 bytes")) >> 1;
    PlayerId(i64::try_from(number).expect("63 bits"))
}
