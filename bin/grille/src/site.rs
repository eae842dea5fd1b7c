//! The site on its listener, until it is told to stop.

use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context;
use ledger::Millis;
use store::Settings;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::signal::unix::{SignalKind, signal};
use web::App;

/// An address that is taken, and the threads that will answer on it.
pub(crate) struct Site {
    runtime: Runtime,
    listener: TcpListener,
}

impl Site {
    /// Takes the address, before anything else is begun that nobody should have to wait for.
    /// `hint` says where another address is given.
    pub(crate) fn take(address: SocketAddr, hint: &str) -> anyhow::Result<Self> {
        let runtime = Runtime::new().context("starting the server's threads")?;
        let listener = runtime
            .block_on(TcpListener::bind(address))
            .with_context(|| format!("listening on {address}; {hint}"))?;
        Ok(Self { runtime, listener })
    }

    /// Answers until Ctrl-C or SIGTERM, then finishes what it took, and returns once the ledger is
    /// closed. `note` is for the person who started it.
    pub(crate) fn serve(self, app: App, note: &str) -> anyhow::Result<()> {
        let Self { runtime, listener } = self;
        let served = runtime.block_on(answer(listener, app.clone(), note));
        // The last hand on the ledger goes outside of the server's threads: closing may block.
        drop(runtime);
        drop(app);
        served
    }
}

async fn answer(listener: TcpListener, app: App, note: &str) -> anyhow::Result<()> {
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
    eprintln!("{note}");
    web::serve(listener, app, shutdown).await.context("serving")
}

/// The teller's settings, on the machine's clock.
pub(crate) fn settings() -> Settings {
    Settings::new(Arc::new(|| {
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Millis(i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX))
    }))
}
