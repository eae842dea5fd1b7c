//! `cargo xtask lexicon`: the French word list, from its sources.
//!
//! `lexicon/fr/` has what other people collected and what was struck out of it; `lexicon/fr.txt` is
//! what the program reads, and nothing edits it by hand but the weights, which are kept. This
//! module knows nothing of grids: whether a shape can be filled is for the grid maker to say, and
//! `--lint` only shows where the list is thin.

mod fault;
mod lint;
mod source;
mod spelling;
mod words;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use sha2::{Digest, Sha256};

use self::words::Words;
use crate::workspace::Workspace;

const SOURCE: &str = "lexicon/fr/source.tsv";
const BLOCKED: &str = "lexicon/fr/blocked.tsv";
const WORDS: &str = "lexicon/fr.txt";
const HASHES: &str = "lexicon/SHA256SUMS";

/// How many differences are shown; the rest is counted.
const SHOWN: usize = 20;

/// What to do with the word list.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Write nothing; fail if the committed list is not what its sources give
    #[arg(long)]
    check: bool,
    /// Write nothing; show how many words there are by length and by letter, and what starves
    #[arg(long)]
    lint: bool,
}

/// Makes the list, or with options checks it and shows what it holds.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    let root = &workspace.root;
    if options.check {
        check(root)?;
        println!("{WORDS} is what its sources give");
    }
    if options.lint {
        print!("{}", lint::report(&committed(root)?));
    }
    if !options.check && !options.lint {
        make(root)?;
    }
    Ok(())
}

/// Writes the list and the hashes.
fn make(root: &Path) -> Result<()> {
    let carried = if root.join(WORDS).exists() {
        committed(root).context("the weights must be read before the list is made again")?
    } else {
        Words::new()
    };
    let words = derive(root, &carried)?;
    write(root, WORDS, &words::render(&words))?;
    write(root, HASHES, &hashes(root)?)?;
    println!("{WORDS}: {} words", words.len());
    for (word, weight) in &carried {
        if let (Some(weight), false) = (weight, words.contains_key(word)) {
            println!("{word} is gone, and its weight {weight} with it");
        }
    }
    Ok(())
}

/// Fails unless the committed list and hashes are, byte for byte, what would be made.
fn check(root: &Path) -> Result<()> {
    let committed = committed(root)?;
    let expected = derive(root, &committed)?;
    let differences = differences(&committed, &expected);
    ensure!(
        differences.is_empty(),
        "{WORDS} is not what its sources give; `cargo xtask lexicon` makes it again\n{}",
        listed(&differences)
    );
    ensure!(
        read(root, HASHES)? == hashes(root)?,
        "{HASHES} is not up to date; `cargo xtask lexicon` makes it again"
    );
    Ok(())
}

fn committed(root: &Path) -> Result<Words> {
    sound(words::parse(WORDS, &read(root, WORDS)?))
}

fn derive(root: &Path, carried: &Words) -> Result<Words> {
    let source = source::parse_source(SOURCE, &read(root, SOURCE)?);
    let blocked = source::parse_blocked(BLOCKED, &read(root, BLOCKED)?);
    match (source, blocked) {
        (Ok(source), Ok(blocked)) => Ok(words::select(&source, &blocked, carried)),
        (source, blocked) => {
            let mut faults = source.err().unwrap_or_default();
            faults.extend(blocked.err().unwrap_or_default());
            sound(Err(faults))
        }
    }
}

/// One line a word that one list has and the other has not.
fn differences(committed: &Words, expected: &Words) -> Vec<String> {
    let words: BTreeSet<&String> = committed.keys().chain(expected.keys()).collect();
    let difference = |word: &String| match (committed.contains_key(word), expected.get(word)) {
        (false, _) => Some(format!("{word} is missing")),
        (true, None) => Some(format!("{word} is blocked or not in the source")),
        (true, Some(_)) => None,
    };
    words.into_iter().filter_map(difference).collect()
}

/// The hashes in the form that `sha256sum --check` reads from within `lexicon/`.
fn hashes(root: &Path) -> Result<String> {
    let line = |file: &str| {
        let bytes = fs::read(root.join(file)).with_context(|| format!("reading {file}"))?;
        let name = file.strip_prefix("lexicon/").expect("the list's files lie in lexicon/");
        Ok(format!("{}  {name}\n", sha256_hex(&bytes)))
    };
    [WORDS, BLOCKED, SOURCE].into_iter().map(line).collect()
}

fn sha256_hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Turns faults into one error that names every faulty line.
fn sound<T>(read: Result<T, Vec<fault::Fault>>) -> Result<T> {
    match read {
        Ok(read) => Ok(read),
        Err(faults) => {
            let lines: Vec<String> = faults.iter().map(|fault| format!("  {fault}")).collect();
            bail!("{} faults in the word list\n{}", faults.len(), lines.join("\n"))
        }
    }
}

fn listed(differences: &[String]) -> String {
    let mut lines: Vec<String> =
        differences.iter().take(SHOWN).map(|difference| format!("  {difference}")).collect();
    if differences.len() > SHOWN {
        lines.push(format!("  and {} more", differences.len() - SHOWN));
    }
    lines.join("\n")
}

fn read(root: &Path, file: &str) -> Result<String> {
    fs::read_to_string(root.join(file)).with_context(|| format!("reading {file}"))
}

fn write(root: &Path, file: &str, text: &str) -> Result<()> {
    fs::write(root.join(file), text).with_context(|| format!("writing {file}"))
}
