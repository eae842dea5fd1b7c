//! `grille demo`: a whole shop on one machine, with play money.

mod dealing;
mod opening;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use store::{Sqlite, Stock, Store};
use web::App;

use crate::config::Log;
use crate::site::{self, Site};
use crate::unit::parse_key;
use crate::{Answer, logs};

/// The game that the demo sells.
const GAME: &str = "mots-croises";

/// Deal a block, open a ledger, and serve the site with a demo player who has 50 €.
///
/// A second start with the same data goes on where the first one stopped. Ctrl-C stops it.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Where to listen; port 0 takes any free port.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// Where the block and the ledger are kept.
    #[arg(long, value_name = "DIRECTORY", default_value = "grille-data")]
    data: PathBuf,
    /// For tests: deal from this key, 64 hexadecimal digits. Anyone can know such a block.
    #[arg(long, value_name = "HEX64", value_parser = parse_key, hide_short_help = true)]
    key: Option<[u8; 32]>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    logs::to_stderr(Log::Text, "warn");
    std::fs::create_dir_all(&args.data)
        .with_context(|| format!("making the directory {}", args.data.display()))?;
    // The address is taken first: nobody waits for a deal to learn that the port is in use.
    let site = Site::take(args.listen, "--listen takes another address")?;
    let block = dealing::open_or_deal(&args.data, GAME, args.key)?;
    site.serve(
        app(&args.data, block)?,
        "Play money only. Ctrl-C stops; the same command goes on.",
    )?;
    Ok(Answer::Yes)
}

/// The site over the data in `data`.
fn app(data: &Path, block: vault::Block) -> anyhow::Result<App> {
    let game = Arc::new(block.commitment().game().clone());
    let stock = Stock { game: Arc::clone(&game), units: Arc::new(block), emission: 1, number: 1 };
    let engine = Box::new(Sqlite::open(data)?);
    let store = Store::start(engine, std::slice::from_ref(&stock), site::settings())?;
    opening::open(&store, &stock.block())?;
    Ok(App::new(store, vec![game], opening::PLAYER))
}
