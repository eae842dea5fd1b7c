//! The operator's acts in the paper game: `POST /counter/…`, `/emission/…`, `/books/…`, and
//! `POST /paper`, which shows it as it stands.

pub(super) mod books;
pub(super) mod counter;
pub(super) mod emission;
pub(super) mod paper;

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use game::Cents;
use ledger::{Amount, BookRange, GameCode, LegalDay, OperatorAct, RetailAct};
use serde::de::DeserializeOwned;

use super::Office;
use super::act::{Call, Done};
use super::no::No;

/// What a request wants of the paper game.
pub(super) trait Wish: DeserializeOwned + Send {
    /// As the ledger is told.
    fn act(self) -> Result<RetailAct, No>;
}

/// Carries out a wish.
pub(super) async fn give<W: Wish>(
    State(office): State<Office>,
    call: Result<Json<Call<W>>, JsonRejection>,
) -> Result<Json<Done>, No> {
    let (signed, id, what) = office.admit(call).await?;
    office.act(signed, id, OperatorAct::Retail(what.act()?)).await
}

/// `31702`.
pub(super) fn code(text: &str) -> Result<GameCode, No> {
    GameCode::parse(text).ok_or_else(|| No::malformed("a code jeu is five digits"))
}

/// `2011-11-28`.
fn day(text: &str) -> Result<LegalDay, No> {
    LegalDay::parse(text).ok_or_else(|| No::malformed("a day is written 2011-11-28"))
}

/// `31702-0000001..0000020`.
fn range(text: &str) -> Result<BookRange, No> {
    let rule = "books are written 31702-0000001 or 31702-0000001..0000020, 1000 at most";
    BookRange::parse(text).ok_or_else(|| No::malformed(rule))
}

/// An amount of so many cents.
fn cents(cents: u64) -> Result<Amount, No> {
    Amount::new(Cents(cents)).ok_or_else(|| No::malformed("an amount is one cent or more"))
}
