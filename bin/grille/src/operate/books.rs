//! `grille operate books`.

use clap::Subcommand;
use serde_json::{Value, json};

/// Deliver books of tickets, take them back, and say which are missing.
///
/// Books are written 31702-0000001, or 31702-0000001..0000020 for all from one to another: 1000 at
/// most in one act, which is carried out for all of them or for none.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    act: Act,
}

#[derive(Subcommand)]
enum Act {
    /// Deliver books from stock to a counter.
    Deliver {
        /// Which.
        books: String,
        /// To whom: the counter's number.
        #[arg(long, value_name = "NUMBER")]
        counter: u32,
    },
    /// Take books back from their counter, which is credited with what it did not sell. Takes two.
    Return {
        /// Which.
        books: String,
        /// From whom: the counter's number.
        #[arg(long, value_name = "NUMBER")]
        counter: u32,
        /// The first ticket that comes back, counted from 0, of a book that was sold in part.
        #[arg(long, value_name = "INDEX", default_value_t = 0)]
        from_ticket: u16,
    },
    /// Report books lost or stolen: nothing of them is paid.
    Report {
        /// Which.
        books: String,
        #[command(flatten)]
        how: How,
        /// How that is known, for the record.
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// After a restored backup: enter a payment that the ledger lacks. Takes two.
    EnterPayment {
        /// The ticket: 31702-0000001-017.
        ticket: String,
        /// Who has paid it: the counter's number.
        #[arg(long, value_name = "NUMBER")]
        counter: u32,
        /// How much.
        #[arg(long, value_name = "CENTS")]
        cents: u64,
        /// How that is known, for the record.
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// Let books that were reported lost or stolen be paid again. Takes two.
    Release {
        /// Which.
        books: String,
        /// Why, for the record.
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
}

#[derive(clap::Args)]
#[group(required = true, multiple = false)]
struct How {
    /// Nobody knows where they are.
    #[arg(long)]
    lost: bool,
    /// Someone has taken them.
    #[arg(long)]
    stolen: bool,
}

pub(super) fn call(args: &Args) -> (&'static str, Value) {
    match &args.act {
        Act::Deliver { books, counter } => {
            ("/books/deliver", json!({ "books": books, "counter": counter }))
        }
        Act::Return { books, counter, from_ticket } => {
            let what = json!({ "books": books, "counter": counter, "from_ticket": from_ticket });
            ("/books/return", what)
        }
        Act::Report { books, how, reason } => {
            let how = if how.lost { "lost" } else { "stolen" };
            ("/books/report", json!({ "books": books, "how": how, "reason": reason }))
        }
        Act::EnterPayment { ticket, counter, cents, reason } => {
            let what =
                json!({ "ticket": ticket, "counter": counter, "cents": cents, "reason": reason });
            ("/books/enter-payment", what)
        }
        Act::Release { books, reason } => {
            ("/books/release", json!({ "books": books, "reason": reason }))
        }
    }
}
