//! The server's configuration: one TOML file, one struct.
//!
//! The comments of its fields are the manual. `docs/grille.toml` says the same beside every key,
//! and a test holds the two together.

mod fault;
#[cfg(test)]
mod tests;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use anyhow::Context;
use block::note::VerifierKey;
use serde::{Deserialize, Deserializer};

/// What a site sells, where it listens and what it keeps.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Config {
    /// Where the site listens: an address and a port; port 0 takes any free port.
    pub(crate) listen: SocketAddr,
    /// The directory in which the server keeps its ledger; made when there is none.
    pub(crate) data: PathBuf,
    /// The operator's verifier key, as he published it: every block's checkpoint must be signed by it.
    #[serde(deserialize_with = "verifier_key")]
    pub(crate) verifier_key: Option<VerifierKey>,
    /// How messages are written to stderr: "text" for people, "json" for programs, one a line.
    pub(crate) log: Log,
    /// Which messages are written, as in "warn,web=info"; GRILLE_LOG says otherwise for one run.
    #[serde(deserialize_with = "log_filter")]
    pub(crate) log_filter: String,
    /// The ledger's database; without this table it is SQLite, in the data directory.
    pub(crate) database: Option<Database>,
    /// The blocks that are sold from here, one table each; the site's front is the first one's game.
    pub(crate) block: Vec<Entry>,
}

/// A ledger on PostgreSQL, 15 or later.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Database {
    /// A file that holds how to reach it: a line of key=value, or a postgresql:// address.
    pub(crate) postgres_file: PathBuf,
}

/// A block.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entry {
    /// The block's directory.
    pub(crate) dir: PathBuf,
    /// The file of its selling key, from grille key selling.
    pub(crate) selling_key_file: PathBuf,
    /// The emission of its game that it belongs to.
    pub(crate) emission: u16,
    /// Its number in the emission: when a block is sold out, the lowest published one follows.
    pub(crate) number: u32,
}

/// How messages are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Log {
    Text,
    Json,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 8080)),
            data: PathBuf::from("grille-data"),
            verifier_key: None,
            log: Log::Text,
            log_filter: "info".to_owned(),
            database: None,
            block: Vec::new(),
        }
    }
}

impl Config {
    /// Reads the file at `path`. Paths in it begin at its own directory.
    pub(crate) fn load(path: &Path) -> anyhow::Result<Self> {
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("reading the configuration {}", path.display()))?;
        let mut config = Self::parse(&text, &path.display().to_string())?;
        config.begin_at(path.parent().unwrap_or(Path::new("")));
        Ok(config)
    }

    /// Reads `text`; a fault is told with the file's `name`, its line and its key.
    fn parse(text: &str, name: &str) -> anyhow::Result<Self> {
        toml::from_str(text).map_err(|error| anyhow::anyhow!(fault::told(&error, text, name)))
    }

    fn begin_at(&mut self, dir: &Path) {
        let files = self.database.iter_mut().map(|it| &mut it.postgres_file);
        let blocks = self.block.iter_mut().flat_map(|it| [&mut it.dir, &mut it.selling_key_file]);
        for path in std::iter::once(&mut self.data).chain(files).chain(blocks) {
            *path = dir.join(&path);
        }
    }
}

fn verifier_key<'de, D: Deserializer<'de>>(value: D) -> Result<Option<VerifierKey>, D::Error> {
    let text = String::deserialize(value)?;
    let key = VerifierKey::parse(&text).ok_or_else(|| {
        serde::de::Error::custom("this is no verifier key, as grille key signing prints it")
    });
    key.map(Some)
}

fn log_filter<'de, D: Deserializer<'de>>(value: D) -> Result<String, D::Error> {
    let text = String::deserialize(value)?;
    match tracing_subscriber::EnvFilter::try_new(&text) {
        Ok(_) => Ok(text),
        Err(error) => Err(serde::de::Error::custom(error)),
    }
}
