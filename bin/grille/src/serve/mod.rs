//! `grille serve`: the site for an operator's blocks, from one configuration file.

pub(crate) mod stock;

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, ensure};
use game::Game;
use ledger::{BlockState, PlayerId};
use store::{Engine, Stock, Store};
use web::App;

use crate::config::Config;
use crate::site::{self, Site};
use crate::{Answer, database, logs};

/// Serve the site of an operator's blocks.
///
/// Every block's files are checked against its signed checkpoint first; what is wrong is said, and
/// nothing is sold. SIGTERM or Ctrl-C stops it, after what it took is finished.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The configuration; docs/grille.toml has every key.
    #[arg(long, value_name = "FILE")]
    config: PathBuf,
    /// For tests: whoever reaches the site is this player.
    #[arg(long, value_name = "NUMBER", hide = true)]
    demo_player: Option<i64>,
}

/// Nobody has this number: until players can sign in, only a test has one who plays.
const NOBODY: PlayerId = PlayerId(0);

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let config = Config::load(&args.config)?;
    logs::to_stderr(config.log, &config.log_filter);
    let file = args.config.display();
    let site = Site::take(config.listen, &format!("listen in {file} takes another address"))?;
    let stock = stock::open(&config).with_context(|| format!("opening the blocks of {file}"))?;
    let (_turn, mut engine) = database::open(&config)?;
    check_on_sale(engine.as_mut(), &stock)?;
    let games = games(&stock);
    let store = Store::start(engine, &stock, site::settings())?;
    let app = App::new(store, games, args.demo_player.map_or(NOBODY, PlayerId));
    site.serve(app, "Ctrl-C or SIGTERM stops; the same command goes on.")?;
    Ok(Answer::Yes)
}

/// What the ledger sells, this server must have the files of.
fn check_on_sale(engine: &mut dyn Engine, stock: &[Stock]) -> anyhow::Result<()> {
    let here = |id: &ledger::BlockId| stock.iter().any(|it| it.units.block_id() == id.as_str());
    for block in engine.blocks()? {
        let is_sold = matches!(block.state, BlockState::OnSale | BlockState::Suspended(_));
        ensure!(
            !is_sold || here(&block.id),
            "the ledger sells the block {} ({}), and no [[block]] of the configuration is it: \
             add its directory, or close its emission first",
            block.id,
            block.state.code(),
        );
    }
    Ok(())
}

/// The games of the blocks, each once, in the order of the blocks.
fn games(stock: &[Stock]) -> Vec<Arc<Game>> {
    let mut games: Vec<Arc<Game>> = Vec::new();
    for it in stock {
        if games.iter().all(|game| game.id != it.game.id) {
            games.push(Arc::clone(&it.game));
        }
    }
    games
}
