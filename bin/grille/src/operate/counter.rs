//! `grille operate counter`.

use std::path::{Path, PathBuf};

use clap::Subcommand;
use serde_json::{Value, json};

use crate::password;

/// Register counters, let them in, and note what a bank has moved for one.
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
        /// A file with the password that it signs in with; without one it cannot, until one is set.
        #[arg(long, value_name = "FILE")]
        counter_password_file: Option<PathBuf>,
    },
    /// Set the password that a counter signs in with: 10 characters or more. Takes two.
    ///
    /// Its sessions end, and a lock after wrong passwords is taken away.
    Password {
        /// Its number.
        counter: u32,
        /// A file with the password; without one it is asked on the terminal.
        #[arg(long, value_name = "FILE")]
        counter_password_file: Option<PathBuf>,
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

pub(super) fn call(args: &Args) -> anyhow::Result<(&'static str, Value)> {
    Ok(match &args.act {
        Act::Register { counter, name, centre, counter_password_file } => {
            let password = counter_password_file.as_deref().map(password::read).transpose()?;
            let what =
                json!({ "counter": counter, "name": name, "centre": centre, "password": password });
            ("/counter/register", what)
        }
        Act::Password { counter, counter_password_file } => {
            let password = new_password(*counter, counter_password_file.as_deref())?;
            ("/counter/password", json!({ "counter": counter, "password": password }))
        }
        Act::Settle { counter, paid_in, paid_out, reason } => {
            let (way, cents) = match paid_in {
                Some(cents) => ("paid_in", *cents),
                None => ("paid_out", paid_out.unwrap_or_default()),
            };
            let what = json!({ "counter": counter, "way": way, "cents": cents, "reason": reason });
            ("/counter/settle", what)
        }
    })
}

fn new_password(counter: u32, file: Option<&Path>) -> anyhow::Result<String> {
    match file {
        Some(file) => password::read(file),
        None => password::ask_new(&format!("New password of counter {counter}: ")),
    }
}
