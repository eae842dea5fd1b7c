//! `grille operate close-account`.

use serde_json::{Value, json};

/// Close a player's account, which must be empty: he neither plays nor pays in.
///
/// His name and date of birth are erased once they were kept for as long as the parameters say.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The player's number, or the name of his account.
    player: String,
    /// Why, for the record: no names, it is kept for good.
    #[arg(long, value_name = "TEXT")]
    reason: String,
}

pub(super) fn call(args: &Args) -> (&'static str, Value) {
    ("/close-account", json!({ "player": args.player, "reason": args.reason }))
}
