//! `grille operate confirm-player`.

use serde_json::{Value, json};

/// State that a player is who he says: his documents were looked at.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The player's number, or the name of his account.
    player: String,
}

pub(super) fn call(args: &Args) -> (&'static str, Value) {
    ("/confirm-player", json!({ "player": args.player }))
}
