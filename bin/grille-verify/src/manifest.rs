//! manifest.json: what a block was made from (docs/spec/block.md, rules 2 and 4).

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Map, Value};

use crate::notation::{Hash, from_hex, is_hex, sha256};

/// A manifest has at most so many bytes.
pub const LIMIT: usize = 1 << 20;
const KEYS: [&str; 10] = [
    "format",
    "block",
    "game",
    "game_version",
    "game_sha256",
    "lexicon_sha256",
    "units",
    "share_sha256",
    "beacon",
    "root",
];

/// A manifest whose every value could be read.
pub struct Manifest {
    /// The block id that it states.
    pub block: String,
    /// The game's id and version.
    pub game: (String, u64),
    /// The hash of game.toml, hexadecimal.
    pub game_sha256: String,
    /// The hash of lexicon.txt, hexadecimal.
    pub lexicon_sha256: String,
    /// The number of units.
    pub units: u64,
    /// The hashes of the shares, hexadecimal.
    pub shares: Vec<String>,
    /// Round and value of the beacon, the value hexadecimal.
    pub beacon: Option<(String, String)>,
    /// The root that it states.
    pub root: Hash,
}

/// The keys once more: `Value` keeps the last of two equal keys in silence, this reader refuses.
#[derive(Deserialize)]
#[expect(dead_code, reason = "only whether it can be read matters")]
struct Once {
    format: IgnoredAny,
    block: IgnoredAny,
    game: IgnoredAny,
    game_version: IgnoredAny,
    game_sha256: IgnoredAny,
    lexicon_sha256: IgnoredAny,
    units: IgnoredAny,
    share_sha256: IgnoredAny,
    beacon: Option<OnceBeacon>,
    root: IgnoredAny,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "only whether it can be read matters")]
struct OnceBeacon {
    round: IgnoredAny,
    value: IgnoredAny,
}

impl Manifest {
    /// Reads a manifest; a fault that leaves every value readable does not hinder it.
    #[must_use]
    pub fn read(bytes: &[u8]) -> (Option<Self>, Vec<String>) {
        let object = match serde_json::from_slice::<Map<String, Value>>(bytes) {
            Ok(object) => object,
            Err(error) => return (None, vec![format!("not a JSON object: {error}")]),
        };
        let mut faults = Vec::new();
        unknown_keys(&object, &KEYS, "", &mut faults);
        if object.get("format").is_none_or(|format| format != "grille/block/v1") {
            faults.push("`format` is not \"grille/block/v1\"".to_owned());
        }
        let manifest = Self::from_object(&object, &mut faults);
        if faults.is_empty()
            && let Err(error) = serde_json::from_slice::<Once>(bytes)
        {
            faults.push(format!("{error}"));
        }
        (manifest, faults)
    }

    fn from_object(object: &Map<String, Value>, faults: &mut Vec<String>) -> Option<Self> {
        let mut hash = |key| take(object, key, "a hash", faults, hash_text);
        let (game_sha256, lexicon_sha256) = (hash("game_sha256"), hash("lexicon_sha256"));
        let root = hash("root").and_then(|root| Hash::try_from(from_hex(&root)?).ok());
        let mut text =
            |key| take(object, key, "a text", faults, |value| Some(value.as_str()?.to_owned()));
        let (block, game) = (text("block"), text("game"));
        let mut number = |key, range: std::ops::Range<u64>| {
            take(object, key, "a whole number in its range", faults, |value| {
                value.as_u64().filter(|n| range.contains(n))
            })
        };
        let (version, units) = (number("game_version", 1..u64::MAX), number("units", 1..1 << 32));
        let shares = take(object, "share_sha256", "a list of hashes", faults, |value| {
            value.as_array()?.iter().map(hash_text).collect::<Option<Vec<_>>>()
        });
        if shares.as_ref().is_some_and(|list| list.is_empty() || !list.is_sorted_by(|a, b| a < b)) {
            faults.push("`share_sha256` is empty or not ascending".to_owned());
        }
        let beacon = match object.get("beacon") {
            Some(Value::Null) => Some(None),
            Some(Value::Object(beacon)) => {
                unknown_keys(beacon, &["round", "value"], "beacon.", faults);
                let round =
                    take(beacon, "round", "1 to 100 printable characters", faults, |value| {
                        let text = value.as_str()?;
                        let fits = (1..=100).contains(&text.len())
                            && text.bytes().all(|c| c.is_ascii_graphic());
                        fits.then(|| text.to_owned())
                    });
                let value =
                    take(beacon, "value", "1 to 256 bytes in hexadecimal", faults, |value| {
                        let text = value.as_str()?;
                        let fits = (1..=256).contains(&from_hex(text)?.len());
                        fits.then(|| text.to_owned())
                    });
                round.zip(value).map(Some)
            }
            _ => {
                faults.push("`beacon` is neither null nor an object".to_owned());
                None
            }
        };
        Some(Self {
            block: block?,
            game: (game?, version?),
            game_sha256: game_sha256?,
            lexicon_sha256: lexicon_sha256?,
            units: units?,
            shares: shares?,
            beacon: beacon?,
            root: root?,
        })
    }

    /// The block id that follows from the manifest.
    #[must_use]
    pub fn block_id(&self) -> String {
        let mut text = format!(
            "grille/block/v1\ngame {}\nlexicon {}\n",
            self.game_sha256, self.lexicon_sha256
        );
        let mut shares = self.shares.clone();
        shares.sort();
        for share in shares {
            text += &format!("share {share}\n");
        }
        if let Some((round, value)) = &self.beacon {
            text += &format!("beacon {round} {value}\n");
        }
        format!("{}-{}", self.game.0, &crate::notation::hex(&sha256(text.as_bytes()))[..16])
    }
}

fn unknown_keys(object: &Map<String, Value>, known: &[&str], path: &str, faults: &mut Vec<String>) {
    let unknown = object.keys().filter(|key| !known.contains(&key.as_str()));
    faults.extend(unknown.map(|key| format!("unknown key `{path}{key}`")));
}

fn take<T>(
    object: &Map<String, Value>,
    key: &str,
    kind: &str,
    faults: &mut Vec<String>,
    read: impl Fn(&Value) -> Option<T>,
) -> Option<T> {
    let value = object.get(key).and_then(read);
    if value.is_none() {
        faults.push(format!("`{key}` is missing or not {kind}"));
    }
    value
}

fn hash_text(value: &Value) -> Option<String> {
    value.as_str().filter(|text| is_hex(text.as_bytes(), 64)).map(str::to_owned)
}
