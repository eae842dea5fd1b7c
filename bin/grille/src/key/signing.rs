//! `grille key signing`.

use std::path::PathBuf;

use block::note::KeyName;

use crate::Answer;

/// The name of a key whose maker gave none: `.invalid` is nobody's (RFC 2606).
pub(crate) const NAMELESS: &str = "grille.invalid";

/// Make an operator's signing key.
///
/// Prints the verifier key, to be published before the first block: with it anyone can check the
/// operator's signature. One key signs many blocks.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Where to write it; nothing is overwritten.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The operator's name, best a host of his, as in lottery.example.
    #[arg(long, default_value = NAMELESS, value_parser = parse_name)]
    name: KeyName,
}

pub(crate) fn parse_name(text: &str) -> Result<KeyName, String> {
    KeyName::new(text).ok_or_else(|| "a key's name has no space and no +".to_owned())
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    println!("{}", vault::save_new_signing_key(&args.file, &args.name)?.verifier());
    Ok(Answer::Yes)
}
