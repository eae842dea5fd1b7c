//! `grille operate put-on-sale`.

use serde_json::{Value, json};

/// Put a published block on sale: the operator funds its prizes. Takes two.
///
/// A game that is due to open later opens by itself then; nobody can buy before.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The block.
    block: String,
}

pub(super) fn call(args: &Args) -> (&'static str, Value) {
    ("/put-on-sale", json!({ "block": args.block }))
}
