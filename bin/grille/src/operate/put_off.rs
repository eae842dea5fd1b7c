//! `grille operate put-off`.

use serde_json::{Value, json};

/// Put off the opening of a game that is not open yet; players are told. Takes two.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The game.
    game: String,
    /// The day at whose first moment it opens, in Paris: 2011-11-28.
    #[arg(long, value_name = "DATE")]
    until: String,
    /// Why, as players are told.
    #[arg(long, value_name = "TEXT")]
    reason: String,
}

pub(super) fn call(args: &Args) -> (&'static str, Value) {
    ("/put-off", json!({ "game": args.game, "until": args.until, "reason": args.reason }))
}
