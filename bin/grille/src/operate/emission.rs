//! `grille operate emission`.

use clap::Subcommand;
use serde_json::{Value, json};

/// Announce, print, open and close an emission of tickets, and end its payment.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    act: Act,
}

#[derive(Subcommand)]
enum Act {
    /// Announce an emission, as its notice does.
    Announce {
        /// Its code jeu: five digits.
        code: String,
        /// The game.
        #[arg(long, value_name = "GAME")]
        game: String,
        /// The emission's number in the game.
        #[arg(long, value_name = "NUMBER")]
        emission: u16,
        /// The planned day: 2011-11-28.
        #[arg(long, value_name = "DATE")]
        planned: String,
    },
    /// Put a published block on paper: the operator funds its prizes. Takes two.
    Print {
        /// The code jeu.
        code: String,
        /// The block.
        #[arg(long, value_name = "BLOCK")]
        block: String,
        /// The number of its first book in the emission, from 1.
        #[arg(long, value_name = "NUMBER")]
        first_book: u32,
        /// How many tickets a book has.
        #[arg(long, value_name = "COUNT")]
        book_tickets: u16,
    },
    /// Say from which day on the emission is sold. Takes two.
    Open {
        /// The code jeu.
        code: String,
        /// That day: 2011-11-28.
        #[arg(long, value_name = "DATE")]
        day: String,
    },
    /// Close the emission, as its notice does; the answer is the last day of payment. Takes two.
    Close {
        /// The code jeu.
        code: String,
        /// The date in the notice, the last day of the sale: 2011-11-28.
        #[arg(long, value_name = "DATE")]
        day: String,
    },
    /// Put off the last day of payment, by a notice. Takes two.
    Extend {
        /// The code jeu.
        code: String,
        /// The new last day; the next working day when it is none.
        #[arg(long, value_name = "DATE")]
        until: String,
        /// Why, as the notice says.
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// After a restored backup: go on with the payment of a block whose lacking payments are
    /// entered. Takes two.
    ResumePayments {
        /// The block.
        block: String,
        /// How that is known, for the record.
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// End the payment of a block after the last day of payment: what is left of its prizes is
    /// nobody's. Takes two.
    Expire {
        /// The block.
        block: String,
    },
}

pub(super) fn call(args: &Args) -> (&'static str, Value) {
    match &args.act {
        Act::Announce { code, game, emission, planned } => (
            "/emission/announce",
            json!({ "code": code, "game": game, "emission": emission, "planned": planned }),
        ),
        Act::Print { code, block, first_book, book_tickets } => {
            let what = json!({
                "code": code, "block": block,
                "first_book": first_book, "book_tickets": book_tickets,
            });
            ("/emission/print", what)
        }
        Act::Open { code, day } => ("/emission/open", json!({ "code": code, "day": day })),
        Act::Close { code, day } => ("/emission/close", json!({ "code": code, "day": day })),
        Act::Extend { code, until, reason } => {
            ("/emission/extend", json!({ "code": code, "until": until, "reason": reason }))
        }
        Act::ResumePayments { block, reason } => {
            ("/emission/resume-payments", json!({ "block": block, "reason": reason }))
        }
        Act::Expire { block } => ("/emission/expire", json!({ "block": block })),
    }
}
