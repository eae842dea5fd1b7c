//! Where messages go: to stderr, for whoever runs the program to keep.

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;

use crate::config::Log;

/// Writes what `filter` lets through, from now on; the variable `GRILLE_LOG` says otherwise, as in
/// `GRILLE_LOG=web=info`.
pub(crate) fn to_stderr(log: Log, filter: &str) {
    let filter = EnvFilter::try_from_env("GRILLE_LOG").unwrap_or_else(|_| EnvFilter::new(filter));
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match log {
        // Colours are for a terminal: in a file they stand between a word and who looks for it.
        Log::Text => lines.with_ansi(std::io::stderr().is_terminal()).init(),
        Log::Json => lines.json().flatten_event(true).init(),
    }
}
