//! `grille operate close`.

use serde_json::{Value, json};

/// End the sale of a game's current emission for good. Takes two.
///
/// After a restored backup, --block ends the sale of a suspended block that is not the current one.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The game.
    #[arg(required_unless_present = "block", conflicts_with = "block")]
    game: Option<String>,
    /// A block that a restored ledger stopped beside the one on sale.
    #[arg(long, value_name = "BLOCK")]
    block: Option<String>,
}

pub(super) fn call(args: &Args) -> (&'static str, Value) {
    let what = match &args.block {
        Some(block) => json!({ "block": block }),
        None => json!({ "game": args.game }),
    };
    ("/close", what)
}
