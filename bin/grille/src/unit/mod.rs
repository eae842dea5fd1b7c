//! `grille unit`: loose units of a game.

mod text;

use std::io::{BufWriter, IsTerminal, Write};

use anyhow::Context;
use block::{Maker, Recipe, Secret, hex};
use game::Cents;

use crate::format::Format;
use crate::money::money;
use crate::{Answer, shipped};

/// Make units as a block of the game would have them.
///
/// Unit i depends on the game, the word list, the key, i and the prize only, so a longer count
/// begins with the shorter one. Without --prize the amounts are drawn in the table's proportions.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The id of a game that ships, or the path of a game file.
    game: String,
    /// What every unit wins, in cents; 0 for units that lose.
    #[arg(long, value_name = "CENTS")]
    prize: Option<u64>,
    /// How many units.
    #[arg(long, default_value_t = 1)]
    count: u64,
    /// The key, 64 hexadecimal digits; without it one is drawn and printed on stderr.
    #[arg(long, value_name = "HEX64", value_parser = parse_key)]
    key: Option<[u8; 32]>,
    /// For a person or for a program: a unit a line.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// 64 hexadecimal digits, in lower or upper case → 32 bytes.
pub(crate) fn parse_key(text: &str) -> Result<[u8; 32], String> {
    hex::bytes32(&text.to_ascii_lowercase()).ok_or_else(|| {
        format!("a key is 64 hexadecimal digits; this has {} characters", text.len())
    })
}

fn random_key() -> anyhow::Result<[u8; 32]> {
    let mut key = [0; 32];
    getrandom::fill(&mut key).context("asking the system for a random key")?;
    eprintln!("key {}", hex::hex(&key));
    Ok(key)
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let source = shipped::game(&args.game)?;
    let words = shipped::word_list(&source.game)?;
    let asked = match args.prize.map(|cents| block::Amounts::new(&source.game).id(Cents(cents))) {
        None => None,
        Some(Ok(id)) => Some(id),
        Some(Err(refused)) => {
            let currency = &source.game.currency;
            let line =
                |amount: &Cents| format!("\n  {:>9}  {}", amount.0, money(*amount, currency));
            let payable: String = refused.payable.iter().map(line).collect();
            eprintln!("grille: {refused}; in cents, it pays:{payable}");
            return Ok(Answer::No);
        }
    };
    let key = args.key.map_or_else(random_key, Ok)?;
    let secret = Secret::new(&[key], b"", shipped::hash(&source.bytes), words.hash);
    let recipe = Recipe::new(source.game, &words.lexicon, &secret)?;
    let mut maker = Maker::new(&recipe);
    let stdout = std::io::stdout();
    let colours = stdout.is_terminal();
    let mut out = BufWriter::new(stdout.lock());
    for index in 0..args.count {
        let id = asked.unwrap_or_else(|| recipe.loose_amount(index));
        let unit = maker.unit(index, id)?;
        match args.format {
            Format::Json => writeln!(out, "{}", press::line(recipe.game(), index, &unit))?,
            Format::Text => write!(out, "{}", text::card(recipe.game(), index, &unit, colours))?,
        }
    }
    out.flush()?;
    Ok(Answer::Yes)
}
