//! `grille operate suspend`.

use serde_json::Value;

use super::scope::Scope;

/// Stop the sale of a block, a game or everything. What was bought is finished and paid all the
/// same, and money can be withdrawn.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    scope: Scope,
}

pub(super) fn call(args: &Args) -> (&'static str, Value) {
    ("/suspend", args.scope.json())
}
