//! `grille serve`: the site for an operator's blocks, from one configuration file.

mod mismatch;
mod operators;
mod printed;
pub(crate) mod stock;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, ensure};
use game::Game;
use ledger::BlockState;
use store::{Engine, Observer, Settings, Stock, Store};
use web::keeper::Program;
use web::observe::{Figures, Watch};
use web::{App, Parts, Proxies};

use crate::config::Config;
use crate::courier::Spool;
use crate::site::{self, Side, Site};
use crate::{Answer, database, logs, socket, trial};

/// Serve the site of an operator's blocks.
///
/// Every block's files are checked against its signed checkpoint first; what is wrong is said, and
/// nothing is sold. SIGTERM or Ctrl-C stops it, after what it took is finished.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The configuration; docs/grille.toml has every key.
    #[arg(long, value_name = "FILE")]
    config: PathBuf,
}

/// The folder of the data directory where letters to players wait for the operator's post.
const LETTERS: &str = "letters";

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let config = Config::load(&args.config)?;
    logs::to_stderr(config.log, &config.log_filter);
    let file = args.config.display();
    let site = Site::take(config.listen, &format!("listen in {file} takes another address"))?;
    let observe = config.observe.as_ref().map(|observe| {
        site.take_another(observe.listen, &format!("[observe] in {file} takes another address"))
    });
    let observe = observe.transpose()?;
    let program = Program::running().context("reading the program's own file")?;
    mismatch::check_program(&config, &program)?;
    let opened = stock::open(&config).inspect_err(|error| mismatch::note_file(&config, error));
    let opened = opened.with_context(|| format!("opening the blocks of {file}"))?;
    let (mut stock, blocks): (Vec<_>, Vec<_>) = opened.into_iter().unzip();
    let games = games(&stock);
    let printed = printed::open(&config).inspect_err(|error| mismatch::note_file(&config, error));
    let printed = printed.with_context(|| format!("opening the blocks on paper of {file}"))?;
    stock.extend(printed::stock(&config, &printed));
    let operators = operators::load(&config)?;
    let parameters = config.dated_parameters().with_context(|| format!("reading {file}"))?;
    let (_turn, mut engine) = database::open(&config)?;
    let socket = socket::listen(&config.data)?;
    check_on_sale(engine.as_mut(), &stock)?;
    let (access, counters) = (database::open_access(&config)?, database::open_counters(&config)?);
    let trials = trial::trials(&config.demonstrations, &games)
        .with_context(|| format!("reading the demonstrations of {file}"))?;
    let figures = observe.is_some().then(|| Arc::new(Figures::default()));
    let observer = figures.clone().map(|figures| figures as Arc<dyn Observer>);
    let queue = config.queue.get();
    let settings = Settings { parameters, queue, observer, ..site::settings() };
    let store = Arc::new(Store::start(engine, &stock, settings)?);
    let app = App::new(Parts {
        cashier: config.play_money.map(|manner| site::cashier(&store, manner)),
        store,
        access,
        counters,
        trials,
        games,
        blocks,
        printed: printed.into(),
        clock: site::clock(),
        courier: Arc::new(Spool(config.data.join(LETTERS))),
        https: config.https,
        demonstration: None,
        proxies: Proxies { networks: config.proxies.clone(), header: config.proxy_header },
        figures: figures.clone(),
        program,
    });
    let note = "Ctrl-C or SIGTERM stops; the same command goes on.".to_owned();
    let watch = observe.zip(figures);
    let watch = watch.map(|(listener, figures)| (listener, Watch::new(app.clone(), figures)));
    let grace = Duration::from_secs(config.stop_grace_seconds.into());
    site.serve(app, Side { socket, operators, note, watch, grace, then: None })?;
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
