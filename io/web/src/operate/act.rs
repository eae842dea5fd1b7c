//! One act: who signs it, and its receipt.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use ledger::{
    Act, CommandId, Event, EventKind, OperatorAct, OperatorName, PlayerId, PlayerName, Receipt,
    Remark, RetailDone, Signed,
};
use serde::{Deserialize, Serialize};
use store::Order;

use super::Office;
use super::doorman::{LOCK, Try};
use super::no::{No, body};
use crate::problem::Problem;

/// A request: who gives it, and what he wants.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Call<T> {
    by: Credential,
    second: Option<Credential>,
    /// The act's name: given again, it gets the same receipt. Questions have none.
    id: Option<String>,
    pub(super) what: T,
}

/// How wide a stop reaches: `{"block": "…"}`, `{"game": "…"}`, or `"all"`.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Scope {
    /// One block.
    Block(String),
    /// One game.
    Game(String),
    /// Everything.
    All,
}

/// A name and the password that proves it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Credential {
    name: String,
    password: String,
}

/// What was done: the ledger's receipt, in a line.
#[derive(Serialize)]
pub(super) struct Done {
    receipt: String,
}

impl Done {
    /// What was done beside the ledger.
    pub(super) fn of(receipt: &str) -> Self {
        Self { receipt: receipt.to_owned() }
    }
}

impl Office {
    /// Reads a request and sees to it that whoever signs is who he says.
    pub(super) async fn admit<T>(
        &self,
        call: Result<Json<Call<T>>, JsonRejection>,
    ) -> Result<(Signed, Option<String>, T), No> {
        let Call { by, second, id, what } = body(call)?;
        let by = self.sign_in(by).await?;
        let second = match second {
            Some(second) => Some(self.sign_in(second).await?),
            None => None,
        };
        Ok((Signed { by, second }, id, what))
    }

    async fn sign_in(&self, credential: Credential) -> Result<OperatorName, No> {
        let name = OperatorName::new(&credential.name).ok_or(No::WrongCredentials)?;
        let mut door = std::sync::Arc::clone(&self.door).lock_owned().await;
        let (tried, given) = {
            let name = name.clone();
            tokio::task::spawn_blocking(move || {
                (door.try_sign_in(&name, &credential.password), name)
            })
            .await
            .map_err(|panic| Problem::failure(&panic))?
        };
        match tried {
            Try::Right => Ok(given),
            Try::Early(seconds) => Err(No::Wait(seconds)),
            Try::Wrong(count) => {
                let subject = format!("operator/{name}");
                let detail = format!("{count} in a row");
                self.note(Event::new(EventKind::SignInFailed, None, &subject, &detail)).await?;
                if count == LOCK {
                    self.note(Event::new(EventKind::SignInLocked, None, &subject, &detail)).await?;
                }
                Err(No::WrongCredentials)
            }
        }
    }

    /// Adds an event.
    pub(super) async fn note(&self, event: Event) -> Result<(), Problem> {
        self.app.with_store(move |store| store.note(event)).await
    }

    /// Gives a signed act to the ledger.
    pub(super) async fn act(
        &self,
        signed: Signed,
        id: Option<String>,
        act: OperatorAct,
    ) -> Result<Json<Done>, No> {
        let id = id.as_deref().and_then(CommandId::new);
        let id = id.ok_or_else(|| No::malformed("id is 8 to 100 of A–Z, a–z, 0–9, `-` and `_`"))?;
        let receipt = self.app.give(Order { id, act: Act::Operator(signed, act) }).await?;
        match receipt {
            Receipt::Done(ledger::Done::Retail(RetailDone::Hindered { refusal, by })) => {
                Err(No::Hindered(refusal, by))
            }
            Receipt::Done(done) => Ok(Json(Done { receipt: done.to_string() })),
            Receipt::Refused(refusal) => Err(Problem::refused(refusal).into()),
        }
    }

    /// A player, by his number or the name of his account.
    pub(super) async fn player(&self, text: &str) -> Result<PlayerId, No> {
        if let Ok(number) = text.parse() {
            return Ok(PlayerId(number));
        }
        let unknown = || No::Problem(Problem::refused(ledger::Refusal::PlayerUnknown));
        let name = PlayerName::new(text).ok_or_else(unknown)?;
        let found = self.app.with_store(move |store| store.named(&name)).await?;
        found.ok_or_else(unknown)
    }
}

/// A reason.
pub(super) fn remark(text: &str) -> Result<Remark, No> {
    Remark::new(text).ok_or_else(|| No::malformed("a reason is 1 to 500 bytes on one line"))
}

/// `2011-11-28`.
pub(super) fn date(text: &str) -> Result<game::Date, No> {
    let read = || {
        let mut parts = text.splitn(3, '-');
        let day = game::Date {
            year: parts.next()?.parse().ok()?,
            month: parts.next()?.parse().ok()?,
            day: parts.next()?.parse().ok()?,
        };
        store::day_begins(day).map(|_| day)
    };
    read().ok_or_else(|| No::malformed("a day is written 2011-11-28"))
}

/// A game's id.
pub(super) fn game(text: &str) -> Result<game::GameId, No> {
    let unknown = No::Problem(Problem::refused(ledger::Refusal::GameUnknown));
    game::GameId::new(text).ok_or(unknown)
}

/// A block's name.
pub(super) fn block(text: &str) -> Result<ledger::BlockId, No> {
    let unknown = No::Problem(Problem::refused(ledger::Refusal::BlockUnknown));
    ledger::BlockId::new(text).ok_or(unknown)
}
