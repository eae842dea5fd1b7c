//! `grille operate erase-lapsed`.

use serde_json::{Value, json};

/// Erase names and dates of birth of accounts that have been closed for long enough, now.
///
/// The service does this once a day by itself. Money's movements stay, under the player's number.
#[derive(clap::Args)]
pub(super) struct Args {}

pub(super) fn call() -> (&'static str, Value) {
    ("/erase-lapsed", json!({}))
}

pub(super) fn show(answer: &Value) {
    println!("erased {}", answer["erased"]);
}
