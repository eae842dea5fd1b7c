//! `grille ticket show`.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::ValueEnum;
use ticket::{Identification, Skin, State};

use super::Tongue;
use crate::Answer;
use crate::dealt::Readable;

/// Draw one ticket, by its identification number, as SVG, PNG or PDF.
///
/// What is covered is not in the picture. A PDF has both sides; the answer is no where the block
/// has no such ticket.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    block: Readable,
    /// The number on its back: 16 digits, with or without hyphens.
    #[arg(long, value_name = "NUMBER", value_parser = parse_number)]
    number: Identification,
    /// How.
    #[arg(long, value_enum)]
    format: Format,
    /// How much of it is scratched.
    #[arg(long, value_enum, default_value_t = Scratched::Covered)]
    state: Scratched,
    /// Which side, as SVG or PNG.
    #[arg(long, value_enum, default_value_t = Side::Front)]
    side: Side,
    /// Its language.
    #[arg(long, value_enum, default_value_t = Tongue::Fr)]
    language: Tongue,
    /// How fine a PNG is.
    #[arg(long, value_name = "DPI", default_value_t = 300, value_parser = clap::value_parser!(u16).range(20..=1200))]
    dots_per_inch: u16,
    /// The file to write, nothing is overwritten; on stdout unless said.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// Outlines, true to size.
    Svg,
    /// A picture.
    Png,
    /// Both sides, texts as texts.
    Pdf,
}

#[derive(Clone, Copy, ValueEnum)]
enum Scratched {
    /// Nothing: as it is sold.
    Covered,
    /// Half of the letters, and what matches them.
    Half,
    /// All of it.
    Bare,
}

#[derive(Clone, Copy, ValueEnum)]
enum Side {
    Front,
    Back,
}

fn parse_number(text: &str) -> Result<Identification, String> {
    Identification::parse(text).map_err(|error| error.to_string())
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let block = args.block.open()?;
    let commitment = block.commitment();
    let printing = commitment.manifest().sources.printing.ok_or(press::PressError::NotPrinted)?;
    let Some(index) = printing.index_of(args.number, commitment.units()) else {
        eprintln!("grille: the block has no ticket {}", args.number);
        return Ok(Answer::No);
    };
    let ticket = block.ticket(index)?.expect("a printed block has tickets");
    let skin = Skin::new(commitment.game().clone(), args.language.language())?;
    let state = match args.state {
        Scratched::Covered => State::Covered,
        Scratched::Half => State::Half,
        Scratched::Bare => State::Bare,
    };
    let side = || match args.side {
        Side::Front => skin.front(&ticket, state),
        Side::Back => skin.back(&ticket),
    };
    let fonts = skin.fonts();
    let bytes = match args.format {
        Format::Svg => press::svg(&side(), fonts).into_bytes(),
        Format::Png => press::png(&side(), fonts, args.dots_per_inch)?,
        Format::Pdf => {
            let title = skin.title(&args.number.to_string(), state);
            press::pdf(skin.sides(&ticket, state), &skin, &title)?
        }
    };
    match &args.out {
        None => std::io::stdout().write_all(&bytes)?,
        Some(path) => {
            let file = std::fs::File::create_new(path);
            file.and_then(|mut file| file.write_all(&bytes))
                .with_context(|| format!("writing {}", path.display()))?;
        }
    }
    Ok(Answer::Yes)
}
