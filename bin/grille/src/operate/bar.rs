//! `grille operate bar`.

use serde_json::{Value, json};

/// Keep a player from playing and paying in; he can withdraw.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The player's number, or the name of his account.
    player: String,
    /// Why, for the record.
    #[arg(long, value_name = "TEXT")]
    reason: String,
}

pub(super) fn call(args: &Args) -> (&'static str, Value) {
    ("/bar", json!({ "player": args.player, "reason": args.reason }))
}
