//! `GET /me/statement`: what came to a player and what left him.

use std::collections::BTreeSet;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use game::Cents;
use ledger::{CommandId, Gain, Millis, PlayerId};
use serde::{Deserialize, Serialize};
use store::{Before, Line, Movement, MovementPlace, Sold, Statement, Store, StoreError};
use utoipa::{IntoParams, ToSchema};

use crate::App;
use crate::api::place;
use crate::api::plays::first_page;
use crate::calendar::rfc3339;
use crate::problem::Problem;
use crate::session::SignedIn;
use crate::wire::Money;

/// How many lines make a page.
const PAGE: u16 = 50;

/// Where a page begins.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Cursor {
    /// What the page before it gave as `next`.
    #[param(
        pattern = "^(-|(0|[1-9][0-9]{0,14})-[1-9][0-9]{0,17})~(-|(0|-?[1-9][0-9]{0,14})~[!-}]{1,100}~[A-Za-z0-9_-]{1,100}~(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9]))$",
        nullable = false
    )]
    before: Option<String>,
}

impl Cursor {
    /// Whether it begins with the newest line.
    pub(crate) fn is_first(&self) -> bool {
        self.before.is_none()
    }
}

/// A page of a statement, newest first. All lines together make the shown balance.
#[derive(Serialize, ToSchema)]
pub(crate) struct StatementBody {
    lines: Vec<LineBody>,
    /// What to send as `before` for the next page.
    next: Option<String>,
}

/// A line of a statement: it added `in` to the balance and took `out` from it.
#[derive(Serialize, ToSchema)]
pub(crate) struct LineBody {
    #[schema(format = DateTime)]
    at: String,
    /// `play`, `deposit`, `withdrawal`, `withdrawal_returned`, `gain_confirmed` or `correction`.
    kind: &'static str,
    /// Of a play: the name of the command that bought it.
    play: Option<String>,
    /// What came. Of a play: a gain that was credited at once, once its unit was seen.
    r#in: Money,
    /// What left. Of a play: the stake.
    out: Money,
}

/// Lists what came to the player and what left him.
#[utoipa::path(get, path = "/me/statement", tag = "account", security(("session" = [])),
    params(Cursor), responses((status = 200, body = StatementBody, description = "A page.")))]
pub(crate) async fn show(
    State(app): State<App>,
    SignedIn(player): SignedIn,
    cursor: Result<Query<Cursor>, QueryRejection>,
) -> Result<Json<StatementBody>, Problem> {
    let Query(cursor) = cursor.map_err(|error| Problem::Malformed(error.body_text()))?;
    let (entries, next) = page(&app, player, cursor).await?;
    Ok(Json(StatementBody { lines: entries.into_iter().map(LineBody::from).collect(), next }))
}

/// A line, before it is written.
pub(crate) struct Entry {
    pub(crate) at: Millis,
    /// As the API calls it.
    pub(crate) kind: &'static str,
    pub(crate) play: Option<CommandId>,
    pub(crate) came: Cents,
    pub(crate) left: Cents,
}

impl From<Entry> for LineBody {
    fn from(entry: Entry) -> Self {
        Self {
            at: rfc3339(entry.at),
            kind: entry.kind,
            play: entry.play.map(|play| play.to_string()),
            r#in: entry.came.into(),
            out: entry.left.into(),
        }
    }
}

/// A page of a player's statement, and where the next one begins.
pub(crate) async fn page(
    app: &App,
    player: PlayerId,
    cursor: Cursor,
) -> Result<(Vec<Entry>, Option<String>), Problem> {
    let malformed = || Problem::Malformed("`before` is what a page gave as `next`".to_owned());
    let before = match cursor.before {
        None => Before::default(),
        Some(text) => read(&text).ok_or_else(malformed)?,
    };
    let (page, unseen) = app.with_store(move |store| load(store, player, &before)).await?;
    let entries = page.lines.iter().map(|line| entry(line, &unseen)).collect();
    Ok((entries, page.next.as_ref().map(write)))
}

/// A page, and the plays whose result its player has not seen.
fn load(
    store: &Store,
    player: PlayerId,
    before: &Before,
) -> Result<(Statement, BTreeSet<CommandId>), StoreError> {
    let unseen = first_page(store, player, 1)?.unfinished.into_iter();
    let unseen = unseen.map(|sold| sold.facts.play.id.command.clone()).collect();
    Ok((store.statement(player, before, PAGE)?, unseen))
}

fn entry(line: &Line, unseen: &BTreeSet<CommandId>) -> Entry {
    match line {
        Line::Play(sold) => of_play(sold, unseen.contains(&sold.facts.play.id.command)),
        Line::Movement(movement) => of_movement(movement),
    }
}

fn of_play(sold: &Sold, is_unseen: bool) -> Entry {
    let play = &sold.facts.play;
    let came = match play.gain {
        Gain::Credited(amount) if !is_unseen => amount.cents(),
        Gain::None | Gain::Held(_) | Gain::Credited(_) => Cents::ZERO,
    };
    let (left, play_id) = (play.stake.cents(), Some(play.id.command.clone()));
    Entry { at: play.at, kind: "play", play: play_id, came, left }
}

fn of_movement(movement: &Movement) -> Entry {
    let amount = movement.amount.cents();
    let (came, left) = if movement.is_in { (amount, Cents::ZERO) } else { (Cents::ZERO, amount) };
    Entry { at: movement.place.at, kind: movement.reason.code(), play: None, came, left }
}

/// A cursor: the place of the last play, then the time and the name of the last movement, with `~`
/// between them and `-` for none. No name of a transfer has a `~` in it.
fn write(before: &Before) -> String {
    let play = before.play.map_or("-".to_owned(), place::write);
    let Some(place) = &before.movement else { return format!("{play}~-") };
    let MovementPlace { at, actor, command, number } = place;
    format!("{play}~{at}~{actor}~{command}~{number}")
}

/// A place that is written as [`write()`] writes it, and no further off than one can be.
fn read(text: &str) -> Option<Before> {
    let before = parse(text).filter(|before| write(before) == text)?;
    let is_near = before.movement.as_ref().is_none_or(|it| it.at.0.unsigned_abs() < 10_u64.pow(15));
    is_near.then_some(before)
}

/// Whether an actor or a command may be called so.
fn is_name(text: &str, is_actor: bool) -> bool {
    let may = |byte: u8| match is_actor {
        true => matches!(byte, b'!'..=b'}'),
        false => byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'),
    };
    (1..=100).contains(&text.len()) && text.bytes().all(may)
}

fn parse(text: &str) -> Option<Before> {
    let parts: Vec<&str> = text.split('~').collect();
    let play = |text: &str| match text {
        "-" => Some(None),
        _ => place::read(text).map(Some),
    };
    match parts[..] {
        [number, "-"] => Some(Before { play: play(number)?, movement: None }),
        [number, at, actor, command, place] if is_name(actor, true) && is_name(command, false) => {
            Some(Before {
                play: play(number)?,
                movement: Some(MovementPlace {
                    at: Millis(at.parse().ok()?),
                    actor: actor.to_owned(),
                    command: command.to_owned(),
                    number: place.parse().ok()?,
                }),
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_read_as_it_was_written() {
        for text in
            ["-~-", "12-300~-", "-~1795953600000~player/7~command-1~0", "3-600~-5~outbox~ab~1"]
        {
            assert_eq!(read(text).map(|before| write(&before)).as_deref(), Some(text));
        }
        for text in [
            "",
            "~",
            "x~-",
            "1",
            "1-3",
            "1~-",
            "1-3~2",
            "1-3~2~3~4",
            "1-3~2~3~4~256",
            "1-3~x~a~b~0",
            "-1-3~-",
            "+1-3~-",
            "1-03~-",
            "1-3~2~~b~0",
            "1-3~2~a~b c~0",
            "1-3~2~é~b~0",
            "1-3~-0~a~b~0",
            "-~1000000000000000~a~b~0",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
