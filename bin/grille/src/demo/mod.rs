//! `grille demo`: a whole shop on one machine, with play money.

mod counter;
mod dealing;
mod opening;
mod operators;
mod paper;
#[cfg(test)]
mod tests;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use access::{Access, Policy};
use anyhow::Context;
use cashier::Manner;
use store::{Sqlite, Stock, Store};
use vault::Printed;
use web::keeper::Program;
use web::{App, Credentials, Papers, Parts, Proxies};

use self::paper::Making;
use crate::config::{Log, parse_manner};
use crate::courier::Terminal;
use crate::site::{self, Side, Site, Then};
use crate::unit::parse_key;
use crate::{Answer, logs, shipped, socket, trial};

/// How long a stop waits for clients that have begun a request.
const GRACE: Duration = Duration::from_secs(10);

/// Deal a block, open a ledger, and serve the site with a demo player who has 50 €.
///
/// The paper game follows while the site is open: a whole block of Maxi Mots Croisés is dealt, ten
/// books of it are printed and put on sale at a counter that pays their tickets.
///
/// Two operators are there for grille operate; their passwords are printed.
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
    /// How the provider of play money answers: at-once, late, twice, never or declines.
    #[arg(long, value_name = "MANNER", value_parser = parse_manner, default_value = "at-once")]
    play_money: Manner,
    /// Leave the paper game out, where it is not there yet.
    #[arg(long)]
    no_paper: bool,
    /// For tests: deal from this key, 64 hexadecimal digits. Anyone can know such a block.
    #[arg(long, value_name = "HEX64", value_parser = parse_key, hide_short_help = true)]
    key: Option<[u8; 32]>,
    /// For tests: the game that is sold, a shipped one or a file.
    #[arg(long, value_name = "GAME", default_value = "mots-croises", hide_short_help = true)]
    game: String,
    /// For tests: the game on paper, a shipped one or a file.
    #[arg(long, value_name = "GAME", default_value = "maxi-mots-croises", hide_short_help = true)]
    paper_game: String,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    logs::to_stderr(Log::Text, "warn");
    std::fs::create_dir_all(&args.data)
        .with_context(|| format!("making the directory {}", args.data.display()))?;
    // The address is taken first: nobody waits for a deal to learn that the port is in use.
    let site = Site::take(args.listen, "--listen takes another address")?;
    let socket = socket::listen(&args.data)?;
    let block = dealing::open_or_deal(&args.data, &args.game, args.key)?;
    let printed = counter::load(&args.data, &dealing::verifier_key(&args.data)?)?;
    let is_lacking = printed.is_none() && !args.no_paper;
    let (data, game, address) = (args.data.clone(), args.paper_game.clone(), site.address()?);
    let making = Making { data, game, address };
    let (app, counter, follow) = app(&making, block, printed, args.play_money)?;
    let (operators, told) = operators::load_or_make(&args.data)?;
    let tickets = if counter.is_empty() { String::new() } else { paper::told(&args.data) };
    let note = format!(
        "{told}{counter}{tickets}Player {}, password {}; the page has a button that signs in as this player.\n\
         Play money only. Ctrl-C stops; the same command goes on.",
        opening::LOGIN,
        opening::PASSWORD,
    );
    let then = is_lacking.then_some(follow);
    site.serve(app, Side { socket, operators, note, watch: None, grace: GRACE, then })?;
    Ok(Answer::Yes)
}

/// The site over the data of `making`, what is said of its counter, and what makes the paper game.
fn app(
    making: &Making,
    block: vault::Block,
    printed: Option<Arc<Printed>>,
    manner: Manner,
) -> anyhow::Result<(App, String, Then)> {
    let (data, block) = (making.data.as_path(), Arc::new(block));
    let game = Arc::new(block.commitment().game().clone());
    let stock = Stock { game: Arc::clone(&game), units: block.clone(), emission: 1, number: 1 };
    let engine = Box::new(Sqlite::open(data)?);
    let all: Vec<Stock> =
        std::iter::once(stock.clone()).chain(printed.iter().map(counter::stock)).collect();
    let store = Store::start(engine, &all, site::settings())?;
    let store = Arc::new(store);
    opening::open(&store, &stock.block())?;
    let access = Access::on_sqlite(data, Policy::default())?;
    opening::give_login(&access)?;
    let counters = Access::of_counters_on_sqlite(data, Policy::default())?;
    let address = making.address;
    let told = printed.iter().map(|it| counter::open(&store, &counters, it, address));
    let told = told.collect::<anyhow::Result<String>>()?;
    let papers = Papers::from(printed.into_iter().collect::<Vec<_>>());
    let follow = making.clone().follow(Arc::downgrade(&store), papers.clone());
    let app = App::new(Parts {
        cashier: Some(site::cashier(&store, manner)),
        store,
        access,
        trials: trial::trials(&shipped::game_ids(), std::slice::from_ref(&game))?,
        games: vec![game],
        blocks: vec![block],
        counters,
        printed: papers,
        clock: site::clock(),
        courier: Arc::new(Terminal),
        https: false,
        demonstration: Some(Credentials {
            name: opening::LOGIN.to_owned(),
            password: opening::PASSWORD.to_owned(),
        }),
        proxies: Proxies::default(),
        figures: None,
        program: Program::running().context("reading the program's own file")?,
    });
    Ok((app, told, follow))
}
