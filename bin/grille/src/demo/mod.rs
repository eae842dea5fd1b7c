//! `grille demo`: a whole shop on one machine, with play money.

mod dealing;
mod opening;

use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use access::{Access, Login, Policy, Token};
use anyhow::Context;
use store::{Sqlite, Stock, Store};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use web::{App, Courier, Parts};

use crate::Answer;
use crate::unit::parse_key;

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
    log_to_stderr();
    std::fs::create_dir_all(&args.data)
        .with_context(|| format!("making the directory {}", args.data.display()))?;
    let runtime = tokio::runtime::Runtime::new().context("starting the server's threads")?;
    // The address is taken first: nobody waits for a deal to learn that the port is in use.
    let listener = runtime
        .block_on(TcpListener::bind(args.listen))
        .with_context(|| format!("listening on {}; --listen takes another address", args.listen))?;
    let block = dealing::open_or_deal(&args.data, GAME, args.key)?;
    let app = app(&args.data, block)?;
    runtime.block_on(serve(listener, app))?;
    Ok(Answer::Yes)
}

/// The site over the data in `data`.
fn app(data: &Path, block: vault::Block) -> anyhow::Result<App> {
    let block = Arc::new(block);
    let game = Arc::new(block.commitment().game().clone());
    let stock = Stock { game: Arc::clone(&game), units: block.clone(), emission: 1, number: 1 };
    let engine = Box::new(Sqlite::open(data)?);
    let store = Store::start(engine, std::slice::from_ref(&stock), opening::settings())?;
    opening::open(&store, &stock.block())?;
    let access = Access::on_sqlite(data, Policy::default())?;
    opening::give_login(&access)?;
    Ok(App::new(Parts {
        store,
        access,
        games: vec![game],
        blocks: vec![block],
        clock: opening::clock(),
        courier: Arc::new(Terminal),
        https: false,
        guest: Some(opening::PLAYER),
    }))
}

/// The demo has no post: its letters are read where it runs.
struct Terminal;

impl Courier for Terminal {
    fn bring_reset(&self, login: &Login, token: &Token) {
        eprintln!("To set a new password for {login}: {}", token.reveal());
    }
}

/// Serves until Ctrl-C or SIGTERM, and then finishes what it took.
async fn serve(listener: TcpListener, app: App) -> anyhow::Result<()> {
    let mut interrupt = signal(SignalKind::interrupt()).context("listening for Ctrl-C")?;
    let mut terminate = signal(SignalKind::terminate()).context("listening for SIGTERM")?;
    let shutdown = async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        eprintln!("Stopping.");
    };
    let address = listener.local_addr().context("asking for the address")?;
    let mut stdout = std::io::stdout();
    writeln!(stdout, "http://{address}").and_then(|()| stdout.flush())?;
    eprintln!("Sign in as {} with the password {}.", opening::LOGIN, opening::PASSWORD);
    eprintln!("Play money only. Ctrl-C stops; the same command goes on.");
    web::serve(listener, app, shutdown).await.context("serving")
}

/// Warnings and worse; `GRILLE_LOG` says otherwise, as in `GRILLE_LOG=web=info`.
fn log_to_stderr() {
    let filter = tracing_subscriber::EnvFilter::try_from_env("GRILLE_LOG")
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("warn"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
}
