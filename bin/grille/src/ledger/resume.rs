//! `grille ledger resume`.

use anyhow::Context;
use block::hex::hex;
use clap::ArgGroup;
use ledger::{Act, BlockId, CommandId, OperatorAct, OperatorName, Receipt, Refusal};
use store::{Order, Store};

use super::Configured;
use crate::config::Config;
use crate::{Answer, database, site};

/// Go on with the sale of a suspended block, while no server runs.
///
/// After a restored backup it must be said how far the block was sold, by receipts and logs; the
/// units that the ledger does not know of are lost, and never sold again.
#[derive(clap::Args)]
#[command(group(ArgGroup::new("sold").args(["sold_through", "nothing_sold"])))]
pub(crate) struct Args {
    /// The block's name.
    #[arg(value_name = "BLOCK", value_parser = parse_block)]
    block: BlockId,
    /// After a restored backup: the index of the last unit that left the house.
    #[arg(long, value_name = "INDEX")]
    sold_through: Option<u64>,
    /// After a restored backup: no unit of the block left the house.
    #[arg(long)]
    nothing_sold: bool,
    /// Who says so.
    #[arg(long, value_name = "NAME", value_parser = parse_name)]
    by: OperatorName,
    #[command(flatten)]
    ledger: Configured,
}

fn parse_block(text: &str) -> Result<BlockId, String> {
    BlockId::new(text).ok_or_else(|| "a block's name is visible ASCII".to_owned())
}

fn parse_name(text: &str) -> Result<OperatorName, String> {
    OperatorName::new(text).ok_or_else(|| "this is no name of a person".to_owned())
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let config = Config::load(&args.ledger.config)?;
    let sold = match (args.sold_through, args.nothing_sold) {
        (Some(index), _) => Some(index.checked_add(1).context("no block has so many units")?),
        (None, true) => Some(0),
        (None, false) => None,
    };
    let (_turn, engine) = database::open(&config)?;
    // Nothing is sold here, so no block is opened.
    let store = Store::start(engine, &[], site::settings())?;
    let act = OperatorAct::Resume { block: args.block.clone(), sold };
    let order = Order { id: new_id()?, act: Act::Operator(args.by.clone(), act) };
    match store.settle(order).context("giving the command to the ledger")? {
        Receipt::Done(_) => {
            let block = store.block(&args.block)?.context("the ledger has lost the block")?;
            println!("{} {} {} of {}", block.id, block.state.code(), block.next.0, block.units);
            eprintln!("{} units of it are lost, and are never sold again.", block.lost);
            Ok(Answer::Yes)
        }
        Receipt::Refused(refusal) => {
            eprintln!("grille: {}: {refusal}: {}", args.block, told(refusal));
            Ok(Answer::No)
        }
    }
}

/// A refusal for people.
fn told(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::BlockUnknown => "the ledger has no such block",
        Refusal::BlockNotSuspended => "the block is not suspended",
        Refusal::SoldThroughMissing => {
            "the ledger was restored: say with --sold-through or --nothing-sold how far the block \
             was sold"
        }
        Refusal::SoldThroughNotAsked => {
            "the ledger was not restored since the block was suspended: it knows how far it was sold"
        }
        Refusal::SoldThroughOutOfRange => {
            "the ledger knows more sales of it than this, or it has fewer units"
        }
        Refusal::OtherBlockOnSale => {
            "a block of this game with a lower number is not sold out: resume that one first"
        }
        _ => "the ledger declines",
    }
}

/// A name for a command that is given once.
fn new_id() -> anyhow::Result<CommandId> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).context("asking the system for randomness")?;
    CommandId::new(&format!("resume-{}", hex(&bytes))).context("naming the command")
}
