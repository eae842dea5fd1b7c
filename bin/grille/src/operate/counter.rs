//! `grille operate counter`.

use clap::Subcommand;
use serde_json::{Value, json};

/// Register counters, and note what a bank has moved for one.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    act: Act,
}

#[derive(Subcommand)]
enum Act {
    /// Register a counter, or a payment centre. Takes two.
    Register {
        /// Its number.
        counter: u32,
        /// What it is called.
        #[arg(long, value_name = "TEXT")]
        name: String,
        /// It pays lots of any amount.
        #[arg(long)]
        centre: bool,
    },
    /// Note that a counter has paid in, or was paid out, by a bank. Takes two.
    ///
    /// A counter puts books on sale for what it has paid in and for what it has paid for tickets.
    Settle {
        /// Its number.
        counter: u32,
        /// It has paid in so many cents.
        #[arg(
            long,
            value_name = "CENTS",
            conflicts_with = "paid_out",
            required_unless_present = "paid_out"
        )]
        paid_in: Option<u64>,
        /// It was paid out so many cents.
        #[arg(long, value_name = "CENTS")]
        paid_out: Option<u64>,
        /// What the bank calls it, for the record.
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
}

pub(super) fn call(args: &Args) -> (&'static str, Value) {
    match &args.act {
        Act::Register { counter, name, centre } => {
            ("/counter/register", json!({ "counter": counter, "name": name, "centre": centre }))
        }
        Act::Settle { counter, paid_in, paid_out, reason } => {
            let (way, cents) = match paid_in {
                Some(cents) => ("paid_in", *cents),
                None => ("paid_out", paid_out.unwrap_or_default()),
            };
            let what = json!({ "counter": counter, "way": way, "cents": cents, "reason": reason });
            ("/counter/settle", what)
        }
    }
}
