//! `grille serve`: the site for an operator's blocks, from one configuration file.

mod operators;
pub(crate) mod stock;

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, ensure};
use game::Game;
use ledger::{BlockState, PlayerId};
use store::{Engine, Settings, Stock, Store};
use web::{App, Parts};

use crate::config::Config;
use crate::courier::Spool;
use crate::site::{self, Side, Site};
use crate::{Answer, database, logs, socket};

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

/// The folder of the data directory where letters to players wait for the operator's post.
const LETTERS: &str = "letters";

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let config = Config::load(&args.config)?;
    logs::to_stderr(config.log, &config.log_filter);
    let file = args.config.display();
    let site = Site::take(config.listen, &format!("listen in {file} takes another address"))?;
    let opened = stock::open(&config).with_context(|| format!("opening the blocks of {file}"))?;
    let (stock, blocks): (Vec<_>, Vec<_>) = opened.into_iter().unzip();
    let operators = operators::load(&config)?;
    let parameters = config.dated_parameters().with_context(|| format!("reading {file}"))?;
    let (_turn, mut engine) = database::open(&config)?;
    let socket = socket::listen(&config.data)?;
    check_on_sale(engine.as_mut(), &stock)?;
    let (games, access) = (games(&stock), database::open_access(&config)?);
    let store = Store::start(engine, &stock, Settings { parameters, ..site::settings() })?;
    let store = Arc::new(store);
    let app = App::new(Parts {
        cashier: config.play_money.map(|manner| site::cashier(&store, manner)),
        store,
        access,
        games,
        blocks,
        clock: site::clock(),
        courier: Arc::new(Spool(config.data.join(LETTERS))),
        https: config.https,
        guest: args.demo_player.map(PlayerId),
    });
    let note = "Ctrl-C or SIGTERM stops; the same command goes on.".to_owned();
    site.serve(app, Side { socket, operators, note })?;
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
