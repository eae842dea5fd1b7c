//! `grille operate unbar`.

use serde_json::{Value, json};

/// Take a bar back. Takes two.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The player's number, or the name of his account.
    player: String,
    /// Why, for the record.
    #[arg(long, value_name = "TEXT")]
    reason: String,
}

pub(super) fn call(args: &Args) -> (&'static str, Value) {
    ("/unbar", json!({ "player": args.player, "reason": args.reason }))
}
