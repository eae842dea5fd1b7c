//! manifest.json: what a block was made from (docs/spec/block.md, rules 2 and 4).

use serde::Deserialize;
use serde_json::Value;

use crate::files::{hex, is_hex, sha256};
use crate::report::Report;

/// Hashes stay hexadecimal.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Manifest {
    format: String,
    pub(crate) block: String,
    pub(crate) game: String,
    pub(crate) game_version: u64,
    pub(crate) game_sha256: String,
    pub(crate) lexicon_sha256: String,
    pub(crate) units: u64,
    pub(crate) share_sha256: Vec<String>,
    /// With a reader of its own, the key may be `null` but not lack.
    #[serde(deserialize_with = "Option::deserialize")]
    beacon: Option<Beacon>,
    pub(crate) root: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Beacon {
    round: String,
    value: String,
}

impl Manifest {
    /// Reads a manifest; a fault that leaves every value usable does not hinder it.
    pub(crate) fn read(bytes: &[u8], report: &Report) -> Option<Self> {
        let it = report.keep("manifest", "manifest.json: ", Self::parse(bytes))?;
        let fault = "manifest.json: `format` is not \"grille/block/v1\"";
        report.must("manifest", it.format == "grille/block/v1", fault);
        let ascending = !it.share_sha256.is_empty() && it.share_sha256.is_sorted_by(|a, b| a < b);
        let fault = "manifest.json: `share_sha256` is empty or not ascending";
        report.must("manifest", ascending, fault);
        Some(it)
    }

    fn parse(bytes: &[u8]) -> Result<Self, String> {
        let value: Value = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        // The derived reader would take lists for objects.
        if !value.is_object() || value["beacon"].is_array() {
            return Err("not a JSON object of rule 4".to_owned());
        }
        let it: Self = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        if !(1..1 << 32).contains(&it.units) || it.game_version == 0 {
            return Err("`units` or `game_version` is out of its range".to_owned());
        }
        let hashes = [&it.game_sha256, &it.lexicon_sha256, &it.root];
        if !hashes.into_iter().chain(&it.share_sha256).all(|hash| is_hex(hash.as_bytes(), 64)) {
            return Err("a hash is none".to_owned());
        }
        let is_beacon = it.beacon.as_ref().is_none_or(|Beacon { round, value }| {
            (1..=100).contains(&round.len())
                && round.bytes().all(|c| c.is_ascii_graphic())
                && (1..=256).any(|bytes| is_hex(value.as_bytes(), 2 * bytes))
        });
        if is_beacon { Ok(it) } else { Err("`beacon` is none".to_owned()) }
    }

    /// The block id that follows from the manifest.
    pub(crate) fn block_id(&self) -> String {
        let Self { game_sha256, lexicon_sha256, .. } = self;
        let mut text = format!("grille/block/v1\ngame {game_sha256}\nlexicon {lexicon_sha256}\n");
        let mut shares = self.share_sha256.clone();
        shares.sort();
        text.extend(shares.iter().map(|share| format!("share {share}\n")));
        if let Some(Beacon { round, value }) = &self.beacon {
            text += &format!("beacon {round} {value}\n");
        }
        format!("{}-{}", self.game, &hex(&sha256(text.as_bytes()))[..16])
    }
}
