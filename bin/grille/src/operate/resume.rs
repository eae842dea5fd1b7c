//! `grille operate resume`.

use serde_json::{Value, json};

use super::scope::Scope;

/// Go on with what was stopped.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    scope: Scope,
    /// Of a block whose ledger was restored from a backup: the last unit that had left the house,
    /// by receipts and logs. What lies between is never sold again. Takes two.
    #[arg(long, value_name = "INDEX", requires = "block")]
    sold_through: Option<u64>,
}

pub(super) fn call(args: &Args) -> (&'static str, Value) {
    ("/resume", json!({ "scope": args.scope.json(), "sold_through": args.sold_through }))
}
