//! `grille block deal`.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use block::Beacon;
use block::hex::{self, hex};
use block::note::{KeyName, SigningKey};
use clap::ArgGroup;
use game::{Channel, Game};
use ticket::{GameCode, Printing};
use vault::{Dealt, Ingredients, Share, VaultError};

use crate::dealt::{Threads, load_shares};
use crate::key::signing::{NAMELESS, parse_name};
use crate::progress::{Bar, report};
use crate::{Answer, shipped};

/// Deal a whole block: make its units, commit to them, seal them.
///
/// The game, its word list, the shares and the beacon settle every byte. With --expect-root and
/// without --out nothing is written: the block is made again to see whether it has that root.
#[derive(clap::Args)]
#[command(group(ArgGroup::new("shares").required(true).args(["key_file", "new_key"])))]
#[command(group(ArgGroup::new("use").required(true).multiple(true).args(["out", "expect_root"])))]
pub(crate) struct Args {
    /// The id of a game that ships, or the path of a game file.
    game: String,
    /// The block's directory; nothing is overwritten.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// A share's file; once for each share.
    #[arg(long, value_name = "FILE")]
    key_file: Vec<PathBuf>,
    /// Make a new share in FILE and a new signing key in FILE.signing, and use both.
    #[arg(long, value_name = "FILE")]
    new_key: Option<PathBuf>,
    /// The operator's signing key; without it FILE.signing beside the first share is used.
    #[arg(long, value_name = "FILE")]
    signing_key: Option<PathBuf>,
    /// The operator's name in a new signing key.
    #[arg(long, default_value = NAMELESS, value_parser = parse_name)]
    name: KeyName,
    /// The beacon's value, in hexadecimal.
    #[arg(long, value_name = "HEX", requires = "beacon_round")]
    beacon: Option<String>,
    /// The name of the beacon's round, announced before its value existed.
    #[arg(long, value_name = "NAME", requires = "beacon")]
    beacon_round: Option<String>,
    /// For paper: the code jeu of its emission, five digits (game 3, emission 2).
    #[arg(long, value_name = "DIGITS", value_parser = parse_game_code)]
    game_code: Option<GameCode>,
    /// For paper: the block's first book; books are numbered through the whole emission.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "game_code")]
    first_book: u32,
    /// For paper: how many tickets a book has.
    #[arg(long, value_name = "N", default_value_t = 50, requires = "game_code")]
    book_tickets: u16,
    /// The root that the block must have.
    #[arg(long, value_name = "HEX", value_parser = parse_root)]
    expect_root: Option<[u8; 32]>,
    #[command(flatten)]
    threads: Threads,
}

fn parse_game_code(text: &str) -> Result<GameCode, String> {
    GameCode::parse(text).ok_or_else(|| "a code jeu is five digits".to_owned())
}

fn parse_root(text: &str) -> Result<[u8; 32], String> {
    hex::bytes32(text).ok_or_else(|| "a root is 64 hexadecimal digits, in lower case".to_owned())
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let rules = shipped::rules(&args.game)?;
    let beacon = beacon(args)?;
    let printing = printing(args, &rules.game)?;
    if let Some(out) = args.out.as_ref().filter(|out| out.exists()) {
        return Err(VaultError::Exists(out.clone()).into());
    }
    let (shares, operator) = keys(args)?;
    let ingredients = Ingredients::new(rules, shares, beacon).printed(printing);
    if args.expect_root.is_none() {
        for path in args.key_file.iter().chain(&args.new_key) {
            vault::mark_used(path, &ingredients.block_id())?;
        }
    }
    let units = u64::from(ingredients.rules.game.block_units);
    let bar = Bar::new(units);
    let (threads, expected) = (args.threads.count(), args.expect_root);
    let dealt = match &args.out {
        Some(out) => vault::deal(out, &ingredients, operator.as_ref(), expected, threads, &bar),
        None => vault::rebuild(&ingredients, threads, &bar).and_then(|dealt| {
            let found = dealt.manifest.root;
            let other = expected.filter(|&expected| expected != found);
            other.map_or(Ok(dealt), |expected| Err(VaultError::OtherRoot { expected, found }))
        }),
    };
    bar.clear();
    match dealt {
        Ok(dealt) => {
            show(&dealt, operator.as_ref());
            if operator.is_none() && args.out.is_some() {
                eprintln!("No signing key: lay the published checkpoint into the directory.");
            }
            Ok(Answer::Yes)
        }
        Err(other @ VaultError::OtherRoot { .. }) => {
            eprintln!("grille: {other}");
            Ok(Answer::No)
        }
        Err(error) => Err(error).context("dealing the block"),
    }
}

/// What was dealt, for a program on stdout, and how fast, for a person on stderr.
fn show(dealt: &Dealt, operator: Option<&SigningKey>) {
    let manifest = &dealt.manifest;
    println!("block {}\nunits {}\nroot {}", manifest.block, manifest.units, hex(&manifest.root));
    if let Some(operator) = operator {
        println!("verifier-key {}", operator.verifier());
    }
    report("Dealt", manifest.units.into(), dealt.elapsed);
}

/// How the tickets are numbered, where they are.
fn printing(args: &Args, game: &Game) -> anyhow::Result<Option<Printing>> {
    let Some(code) = args.game_code else { return Ok(None) };
    ensure!(game.channel == Channel::Retail, "{} is not sold on paper", game.id);
    let Args { first_book, book_tickets, .. } = *args;
    Ok(Some(Printing::new(code, first_book, book_tickets, game.block_units)?))
}

fn beacon(args: &Args) -> anyhow::Result<Option<Beacon>> {
    let Some((round, value)) = args.beacon_round.clone().zip(args.beacon.as_ref()) else {
        return Ok(None);
    };
    let value = hex::bytes(value).context("--beacon is not hexadecimal, in lower case")?;
    Ok(Some(Beacon::new(round, value)?))
}

/// The shares, new or old, and the operator's key.
fn keys(args: &Args) -> anyhow::Result<(Vec<Share>, Option<SigningKey>)> {
    if let Some(path) = &args.new_key {
        let signing = args.signing_key.clone().unwrap_or_else(|| beside(path));
        let share = Share::draw()?;
        let operator = if args.signing_key.is_some() {
            vault::load_signing_key(&signing)?
        } else {
            if path.exists() {
                return Err(VaultError::Exists(path.clone()).into());
            }
            vault::save_new_signing_key(&signing, &args.name)?
        };
        share.save(path)?;
        return Ok((vec![share], Some(operator)));
    }
    let shares = load_shares(&args.key_file)?;
    let beside = args.key_file.first().map(|path| beside(path)).filter(|path| path.exists());
    let operator = match args.signing_key.as_ref().or(beside.as_ref()) {
        Some(path) => Some(vault::load_signing_key(path)?),
        None if args.expect_root.is_some() => None,
        None => bail!("no signing key: give --signing-key, or lay one beside the first share"),
    };
    Ok((shares, operator))
}

fn beside(share: &Path) -> PathBuf {
    let mut name = share.as_os_str().to_owned();
    name.push(".signing");
    PathBuf::from(name)
}
