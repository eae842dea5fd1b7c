//! The site on its listener and the operator's socket, until they are told to stop.

use std::io::Write;
use std::net::SocketAddr;
use std::os::unix::net::UnixListener;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::Context;
use cashier::{Cashier, Manner, PlayMoney};
use ledger::{Event, EventKind, Millis};
use store::{Settings, Store};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;
use tokio::time::sleep;
use web::App;
use web::observe::Watch;
use web::operate::{Office, Operator};

/// An address that is taken, and the threads that will answer on it.
pub(crate) struct Site {
    runtime: Runtime,
    listener: TcpListener,
}

/// What is begun once a site answers.
pub(crate) type Then = Box<dyn FnOnce() + Send>;

/// What is served besides the site, and what is said of it.
pub(crate) struct Side {
    /// The operator's socket.
    pub(crate) socket: UnixListener,
    /// Who may act there.
    pub(crate) operators: Vec<Operator>,
    /// For the person who started it.
    pub(crate) note: String,
    /// Where health and figures are given, if anywhere, and what gives them.
    pub(crate) watch: Option<(TcpListener, Watch)>,
    /// How long a stop waits for clients that have begun a request.
    pub(crate) grace: Duration,
    /// What is begun then, if anything. It must not block.
    pub(crate) then: Option<Then>,
}

impl Site {
    /// Takes the address, before anything else is begun that nobody should have to wait for.
    /// `hint` says where another address is given.
    pub(crate) fn take(address: SocketAddr, hint: &str) -> anyhow::Result<Self> {
        let runtime = Runtime::new().context("starting the server's threads")?;
        let listener = bind(&runtime, address, hint)?;
        Ok(Self { runtime, listener })
    }

    /// Where it will answer.
    pub(crate) fn address(&self) -> anyhow::Result<SocketAddr> {
        self.listener.local_addr().context("asking for the address")
    }

    /// Takes another address for the same threads.
    pub(crate) fn take_another(
        &self,
        address: SocketAddr,
        hint: &str,
    ) -> anyhow::Result<TcpListener> {
        bind(&self.runtime, address, hint)
    }

    /// Answers until Ctrl-C or SIGTERM, then finishes what it took, and returns once the ledger is
    /// closed. A client that has not finished its request within the grace is cut off; what the
    /// ledger has taken is finished in any case.
    pub(crate) fn serve(self, app: App, side: Side) -> anyhow::Result<()> {
        let Self { runtime, listener } = self;
        let program = format!("grille {} {}", env!("CARGO_PKG_VERSION"), app.program().told());
        let event = |kind| Event::new(kind, None, "", &program);
        web::keeper::begin(&app).context("looking at the events")?;
        app.note(event(EventKind::ServerStarted)).context("noting the start")?;
        let served = runtime.block_on(answer(listener, app.clone(), side));
        // The last hand on the ledger goes outside of the server's threads: closing may block.
        drop(runtime);
        let stopped = app.note(event(EventKind::ServerStopped)).context("noting the end");
        drop(app);
        served.and(stopped)
    }
}

fn bind(runtime: &Runtime, address: SocketAddr, hint: &str) -> anyhow::Result<TcpListener> {
    runtime
        .block_on(TcpListener::bind(address))
        .with_context(|| format!("listening on {address}; {hint}"))
}

async fn answer(listener: TcpListener, app: App, side: Side) -> anyhow::Result<()> {
    let mut interrupt = signal(SignalKind::interrupt()).context("listening for Ctrl-C")?;
    let mut terminate = signal(SignalKind::terminate()).context("listening for SIGTERM")?;
    let (stop, stopped) = watch::channel(false);
    let shutdown = |mut stopped: watch::Receiver<bool>| async move {
        // A sender that is gone means the end, too.
        let _ = stopped.wait_for(|is_stopped| *is_stopped).await;
    };
    let (listener_of_watch, watch) = side.watch.unzip();
    let too_long = async {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        eprintln!("Stopping.");
        watch.iter().for_each(Watch::stop);
        stop.send_replace(true);
        sleep(side.grace).await;
    };
    let socket = tokio::net::UnixListener::from_std(side.socket).context("taking the socket")?;
    let office = Office::new(app.clone(), side.operators, Arc::new(now))?;
    let address = listener.local_addr().context("asking for the address")?;
    if let Some((listener, watch)) = listener_of_watch.zip(watch.clone()) {
        let address = listener.local_addr().context("asking for the address")?;
        eprintln!("Health and figures on http://{address}");
        tokio::spawn(web::observe::serve(listener, watch));
    }
    tokio::spawn(web::keeper::daily(app.clone()));
    let mut stdout = std::io::stdout();
    writeln!(stdout, "http://{address}").and_then(|()| stdout.flush())?;
    eprintln!("{}", side.note);
    if let Some(then) = side.then {
        then();
    }
    let site = web::serve(listener, app, shutdown(stopped.clone()));
    let acts = web::operate::serve(socket, office, shutdown(stopped));
    tokio::select! {
        (site, acts) = async { tokio::join!(site, acts) } => {
            site.context("serving")?;
            acts.context("serving the operator's socket")
        }
        () = too_long => {
            let seconds = side.grace.as_secs();
            tracing::warn!("clients that had not finished after {seconds} s were cut off");
            Ok(())
        }
    }
}

/// The teller's settings, on the machine's clock.
pub(crate) fn settings() -> Settings {
    Settings::new(clock())
}

/// How long a provider is left alone between two rounds.
const PAUSE: Duration = Duration::from_secs(5);

/// A cashier with play money.
pub(crate) fn cashier(store: &Arc<Store>, manner: Manner) -> Cashier {
    Cashier::start(store, Arc::new(PlayMoney::new(manner)), PAUSE)
}

/// The machine's clock.
pub(crate) fn clock() -> Arc<dyn Fn() -> Millis + Send + Sync> {
    Arc::new(now)
}

/// What the machine's clock says.
pub(crate) fn now() -> Millis {
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Millis(i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX))
}
