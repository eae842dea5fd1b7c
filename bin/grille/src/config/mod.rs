//! The server's configuration: one TOML file, one struct.
//!
//! The comments of its fields are the manual. `docs/grille.toml` says the same beside every key,
//! and a test holds the two together.

mod fault;
mod parameters;
#[cfg(test)]
mod tests;

use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZero;
use std::path::{Path, PathBuf};

use anyhow::Context;
use block::note::VerifierKey;
use cashier::Manner;
use serde::{Deserialize, Deserializer};
use web::{Network, ProxyHeader};

/// What a site sells, where it listens and what it keeps.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Config {
    /// Where the site listens: an address and a port; port 0 takes any free port.
    pub(crate) listen: SocketAddr,
    /// Whether browsers reach the site by HTTPS, through a proxy that speaks it; sessions are then bound to it.
    pub(crate) https: bool,
    /// The proxies before the site, as addresses or networks; whoever else writes that he asks for another is not believed.
    #[serde(deserialize_with = "proxies")]
    pub(crate) proxies: Vec<Network>,
    /// Where those proxies write who asked them: "x-forwarded-for" or "forwarded".
    #[serde(deserialize_with = "proxy_header")]
    pub(crate) proxy_header: ProxyHeader,
    /// The directory in which the server keeps its ledger; made when there is none.
    pub(crate) data: PathBuf,
    /// The operator's verifier key, as he published it: every block's checkpoint must be signed by it.
    #[serde(deserialize_with = "verifier_key")]
    pub(crate) verifier_key: Option<VerifierKey>,
    /// The program that is approved, by the SHA-256 of its file: any other one does not start.
    #[serde(deserialize_with = "program")]
    pub(crate) program: Option<[u8; 32]>,
    /// How many commands may wait to be decided; whoever comes then is told to come again.
    pub(crate) queue: NonZero<usize>,
    /// How many seconds a stop waits for clients that have begun a request.
    pub(crate) stop_grace_seconds: u32,
    /// How messages are written to stderr: "text" for people, "json" for programs, one a line.
    pub(crate) log: Log,
    /// Which messages are written, as in "warn,web=info"; GRILLE_LOG says otherwise for one run.
    #[serde(deserialize_with = "log_filter")]
    pub(crate) log_filter: String,
    /// Pay in and out with play money, which answers "at-once", "late", "twice", "never" or "declines"; without it no money moves.
    #[serde(deserialize_with = "play_money")]
    pub(crate) play_money: Option<Manner>,
    /// Health and Prometheus figures, on a listener of their own; without this table there is none.
    pub(crate) observe: Option<Observe>,
    /// The ledger's database; without this table it is SQLite, in the data directory.
    pub(crate) database: Option<Database>,
    /// The shipped paper games that may be tried here without money, by their ids; a game that is sold is not tried.
    pub(crate) demonstrations: Vec<String>,
    /// The blocks that are sold from here, one table each, the first one's game first; without any, tickets on paper are paid here and nothing is sold.
    pub(crate) block: Vec<Entry>,
    /// The blocks on paper whose tickets are checked and paid from here, one table each; no key of theirs is needed.
    pub(crate) printed: Vec<PrintedEntry>,
    /// Who may act for the operator with grille operate, one table each.
    pub(crate) operator: Vec<OperatorEntry>,
    /// What the regulator or the operator may change, one table for each day on which it changes.
    pub(crate) parameters: Vec<ParametersEntry>,
}

/// For those who keep the service running.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Observe {
    /// Where the figures are given, to whoever can reach it: no address that players can.
    pub(crate) listen: SocketAddr,
}

/// A ledger on PostgreSQL, 15 or later.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Database {
    /// A file that holds how to reach it: a line of key=value, or a postgresql:// address.
    pub(crate) postgres_file: PathBuf,
    /// The certificates, in PEM, of who vouches for the server: it is then reached by TLS alone. Without it the way is in the clear.
    pub(crate) authorities_file: Option<PathBuf>,
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

/// A block on paper.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PrintedEntry {
    /// The directory of the block's public files.
    pub(crate) dir: PathBuf,
    /// What grille block print wrote of it: print.json and validation/ are read, press/ need not be there.
    pub(crate) print: PathBuf,
    /// The emission of its game that it belongs to.
    pub(crate) emission: u16,
    /// Its number in the emission.
    pub(crate) number: u32,
}

/// A person who may act for the operator.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OperatorEntry {
    /// The name that the person signs in with.
    pub(crate) name: String,
    /// The file with the hash of the person's password, from grille key operator.
    pub(crate) password_hash_file: PathBuf,
}

/// Parameters from a day on. What is left out stays as in the table before; the first table's
/// defaults are those of the program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ParametersEntry {
    /// The day from whose first moment, in Paris, this table holds; the first table needs none.
    pub(crate) from: Option<String>,
    /// The number of the rules that a player must have accepted to play.
    pub(crate) rules: Option<u32>,
    /// The greatest gain that is credited at once; greater ones wait for two people.
    pub(crate) credit_ceiling_cents: Option<u64>,
    /// The smallest gain that is a significant event when it is credited at once.
    pub(crate) large_gain_cents: Option<u64>,
    /// After how many hours an unfinished unit counts as interrupted.
    pub(crate) patience_hours: Option<u32>,
    /// How many days back stakes and deposits count against a player's limits.
    pub(crate) limit_window_days: Option<u32>,
    /// How many hours a limit that was raised waits before it holds.
    pub(crate) raise_delay_hours: Option<u32>,
    /// How much a player whose identity is not confirmed may pay in, in all.
    pub(crate) unconfirmed_deposits_cents: Option<u64>,
    /// From which age one may register, in years.
    pub(crate) age_years: Option<u16>,
    /// The shortest time for which a player may exclude himself, in hours.
    pub(crate) exclusion_min_hours: Option<u32>,
    /// The longest, in days; twelve months are at most 366.
    pub(crate) exclusion_max_days: Option<u32>,
    /// For how many minutes the provider of payments may leave everything unanswered before it counts as out.
    pub(crate) outage_minutes: Option<u32>,
    /// For how many days a player's name and date of birth are kept after his account was closed; five years are at most 1827.
    pub(crate) retention_days: Option<u32>,
    /// The greatest lot of a ticket that a counter pays; a payment centre pays any.
    pub(crate) counter_ceiling_cents: Option<u64>,
    /// From which sum on it is recorded who is paid for tickets.
    pub(crate) identity_from_cents: Option<u64>,
    /// Above which sum that is recorded where one operation pays several tickets.
    pub(crate) identity_above_cents: Option<u64>,
    /// For how many days after the date of its closing notice an emission's tickets are paid.
    pub(crate) claim_days: Option<u16>,
    /// How many validation codes that do not fit a counter may give in a day.
    pub(crate) counter_attempts: Option<u32>,
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
            https: true,
            proxies: Vec::new(),
            proxy_header: ProxyHeader::XForwardedFor,
            data: PathBuf::from("grille-data"),
            verifier_key: None,
            program: None,
            queue: NonZero::new(4096).expect("it is not zero"),
            stop_grace_seconds: 10,
            log: Log::Text,
            log_filter: "info".to_owned(),
            play_money: None,
            observe: None,
            database: None,
            demonstrations: Vec::new(),
            block: Vec::new(),
            printed: Vec::new(),
            operator: Vec::new(),
            parameters: Vec::new(),
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
        let files = self
            .database
            .iter_mut()
            .flat_map(|it| std::iter::once(&mut it.postgres_file).chain(&mut it.authorities_file));
        let blocks = self.block.iter_mut().flat_map(|it| [&mut it.dir, &mut it.selling_key_file]);
        let printed = self.printed.iter_mut().flat_map(|it| [&mut it.dir, &mut it.print]);
        let hashes = self.operator.iter_mut().map(|it| &mut it.password_hash_file);
        for path in
            std::iter::once(&mut self.data).chain(files).chain(blocks).chain(printed).chain(hashes)
        {
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

fn proxies<'de, D: Deserializer<'de>>(value: D) -> Result<Vec<Network>, D::Error> {
    let wrong = |text: &String| {
        let what = format!("{text:?} is no address and no network like 10.0.0.0/8");
        serde::de::Error::custom(what)
    };
    let texts = Vec::<String>::deserialize(value)?;
    texts.iter().map(|text| Network::parse(text).ok_or_else(|| wrong(text))).collect()
}

fn proxy_header<'de, D: Deserializer<'de>>(value: D) -> Result<ProxyHeader, D::Error> {
    let text = String::deserialize(value)?;
    let wrong = "a proxy writes who asked it into \"x-forwarded-for\" or \"forwarded\"";
    ProxyHeader::parse(&text).ok_or_else(|| serde::de::Error::custom(wrong))
}

/// `sha256:` and 64 hexadecimal digits.
fn program<'de, D: Deserializer<'de>>(value: D) -> Result<Option<[u8; 32]>, D::Error> {
    let text = String::deserialize(value)?;
    let hash = text.strip_prefix("sha256:").and_then(block::hex::bytes32);
    let wrong = "a program is sha256: and the 64 hexadecimal digits of its file's SHA-256";
    hash.map(Some).ok_or_else(|| serde::de::Error::custom(wrong))
}

/// How a provider of play money answers.
pub(crate) fn parse_manner(text: &str) -> Result<Manner, String> {
    Manner::parse(text).ok_or_else(|| {
        let codes: Vec<_> = Manner::ALL.iter().map(|manner| manner.code()).collect();
        format!("a manner is one of {}", codes.join(", "))
    })
}

fn play_money<'de, D: Deserializer<'de>>(value: D) -> Result<Option<Manner>, D::Error> {
    let text = String::deserialize(value)?;
    parse_manner(&text).map(Some).map_err(serde::de::Error::custom)
}

fn log_filter<'de, D: Deserializer<'de>>(value: D) -> Result<String, D::Error> {
    let text = String::deserialize(value)?;
    match tracing_subscriber::EnvFilter::try_new(&text) {
        Ok(_) => Ok(text),
        Err(error) => Err(serde::de::Error::custom(error)),
    }
}
