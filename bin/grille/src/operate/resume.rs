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
    #[arg(long, value_name = "INDEX", requires = "block", conflicts_with = "nothing_sold")]
    sold_through: Option<u64>,
    /// Of such a block: no unit had left the house. Takes two.
    #[arg(long, requires = "block")]
    nothing_sold: bool,
}

pub(super) fn call(args: &Args) -> (&'static str, Value) {
    // So many units had left: the last index, and one.
    let sold = args.sold_through.map(|index| index.saturating_add(1));
    let sold = if args.nothing_sold { Some(0) } else { sold };
    ("/resume", json!({ "scope": args.scope.json(), "sold_units": sold }))
}
