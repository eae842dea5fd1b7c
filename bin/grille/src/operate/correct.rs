//! `grille operate correct`.

use serde_json::{Value, json};

/// Correct a player's balance by hand, where no other act sets right what went wrong.
///
/// Money moves between the operator's account and the player's, which never falls below zero. The
/// event keeps both names, the balance before and after, and why.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The player's number, or the name of his account.
    player: String,
    /// Give the player so many cents.
    #[arg(long, value_name = "CENTS", conflicts_with = "debit", required_unless_present = "debit")]
    credit: Option<u64>,
    /// Take so many cents from the player.
    #[arg(long, value_name = "CENTS")]
    debit: Option<u64>,
    /// Why, for the record.
    #[arg(long, value_name = "TEXT")]
    reason: String,
}

pub(super) fn call(args: &Args) -> (&'static str, Value) {
    let (way, cents) = match args.credit {
        Some(cents) => ("credit", cents),
        None => ("debit", args.debit.unwrap_or_default()),
    };
    let (player, reason) = (&args.player, &args.reason);
    ("/correct", json!({ "player": player, "way": way, "cents": cents, "reason": reason }))
}
