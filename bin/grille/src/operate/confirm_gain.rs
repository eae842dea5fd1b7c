//! `grille operate confirm-gain`.

use serde_json::{Value, json};

/// Pay a gain that was held for being large. Takes two.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The play that won it, as status lists it: 7/COMMAND.
    play: String,
}

pub(super) fn call(args: &Args) -> (&'static str, Value) {
    ("/confirm-gain", json!({ "play": args.play }))
}
