//! How a command that both people and programs read prints what it found.

use clap::ValueEnum;

/// For whom the output is.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
}
