//! `grille key operator`.

use std::path::PathBuf;

use access::PasswordHash;
use ledger::OperatorName;

use crate::operate::parse_name;
use crate::{Answer, password};

/// Make the file that lets someone act for the operator: a hash of his password.
///
/// He types the password himself, twice. The configuration names him and the file; prints what to
/// write there.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The name he signs in with.
    #[arg(value_parser = parse_name)]
    name: OperatorName,
    /// Where to write the hash; nothing is overwritten.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// A file with the password, where there is no terminal.
    #[arg(long, value_name = "FILE")]
    password_file: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let password = match &args.password_file {
        Some(file) => password::read(file)?,
        None => password::ask_new(&format!("New password of {}: ", args.name))?,
    };
    password::check_new(&password)?;
    let hash = PasswordHash::of(&password)?.reveal();
    vault::save_secret(&args.out, &format!("{hash}\n"))?;
    println!("[[operator]]\nname = {:?}", args.name.as_str());
    println!("password_hash_file = {:?}", args.out.display().to_string());
    Ok(Answer::Yes)
}
