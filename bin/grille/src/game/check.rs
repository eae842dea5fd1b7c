//! `grille game check`.

use std::io::Write;

use block::{Recipe, Secret, Trial};

use crate::money::money;
use crate::{Answer, shipped};

/// Faces that a check draws.
const FACES: u32 = 10_000;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A game file, or the id of a game that ships.
    file: String,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let mut out = std::io::stdout().lock();
    let bytes = shipped::game_bytes(&args.file)?;
    let game = match shipped::parse(&bytes)? {
        Ok(game) => game,
        Err(faults) => {
            for fault in &faults {
                writeln!(out, "{}: {fault}", args.file)?;
            }
            return Ok(Answer::No);
        }
    };
    // The rules are sound; now whether units can be made by them. Any key shows that as well as
    // another, and a fixed one gives the same answer every time.
    let currency = game.currency.clone();
    let words = shipped::word_list(&game)?;
    let secret = Secret::new(&[[0; 32]], b"", shipped::hash(&bytes), words.hash);
    let trial =
        Recipe::new(game, &words.lexicon, &secret).and_then(|recipe| Trial::run(&recipe, FACES));
    let trial = match trial {
        Ok(trial) => trial,
        Err(error) => {
            writeln!(out, "{}: {error}", args.file)?;
            return Ok(Answer::No);
        }
    };
    let Trial { drawn, accepted, out_of_reach } = &trial;
    if trial.is_starving() {
        writeln!(out, "{}: only {accepted} of {drawn} grids can carry every amount", args.file)?;
        for (amount, faces) in out_of_reach {
            let amount = money(*amount, &currency);
            writeln!(out, "{}: {amount} starves: out of reach on {faces} grids", args.file)?;
        }
        return Ok(Answer::No);
    }
    writeln!(out, "{}: sound; {accepted} of {drawn} grids can carry every amount", args.file)?;
    Ok(Answer::Yes)
}
