//! `grille key operator`.

use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use access::PasswordHash;
use anyhow::Context;
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
    write_secret(&args.out, &format!("{hash}\n"))?;
    println!("[[operator]]\nname = {:?}", args.name.as_str());
    println!("password_hash_file = {:?}", args.out.display().to_string());
    Ok(Answer::Yes)
}

/// Writes a file that its owner alone may read; nothing is overwritten.
pub(crate) fn write_secret(path: &Path, text: &str) -> anyhow::Result<()> {
    let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
    let mut file = file.with_context(|| format!("making the file {}", path.display()))?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
    written.with_context(|| format!("writing {}", path.display()))
}
