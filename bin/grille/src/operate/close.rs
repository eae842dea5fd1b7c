//! `grille operate close`.

use serde_json::{Value, json};

/// End the sale of a game's current emission for good. Takes two.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The game.
    game: String,
}

pub(super) fn call(args: &Args) -> (&'static str, Value) {
    ("/close", json!({ "game": args.game }))
}
