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
    /// May lack, but not be `null`.
    #[serde(default, deserialize_with = "there")]
    pub(crate) paper: Option<Paper>,
    pub(crate) root: String,
}

fn there<'de, D: serde::Deserializer<'de>>(value: D) -> Result<Option<Paper>, D::Error> {
    Paper::deserialize(value).map(Some)
}

/// How the tickets of a printed block are numbered (docs/spec/ticket.md).
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Paper {
    game_code: String,
    first_book: u64,
    book_tickets: u64,
}

impl Paper {
    fn is_sound(&self, units: u64) -> bool {
        let digits =
            self.game_code.len() == 5 && self.game_code.bytes().all(|c| c.is_ascii_digit());
        let size =
            (1..=1000).contains(&self.book_tickets) && units.is_multiple_of(self.book_tickets);
        // A book is a number of seven digits, from 1.
        let most = 10_000_000 - u64::from(size) * units / self.book_tickets.max(1);
        digits && size && (1..=most).contains(&self.first_book)
    }

    /// The number of the ticket at `index`.
    pub(crate) fn number(&self, index: u64) -> String {
        let book = self.first_book + index / self.book_tickets;
        let digits = format!("{}{book:07}{:03}", self.game_code, index % self.book_tickets);
        let check = check_digit(digits.as_bytes());
        format!("{}-{}-{}-{check}", &digits[..5], &digits[5..12], &digits[12..])
    }
}

/// Rule 3 of ticket.md: a way through the table's rows.
fn check_digit(digits: &[u8]) -> char {
    const ROWS: [&[u8; 10]; 10] = [
        b"0317598642",
        b"7092154863",
        b"4206871359",
        b"1750983426",
        b"6123045978",
        b"3674209581",
        b"5869720134",
        b"8945362017",
        b"9438617205",
        b"2581436790",
    ];
    let place = |digit: u8| usize::from(digit - b'0');
    digits.iter().fold(b'0', |row, digit| ROWS[place(row)][place(*digit)]).into()
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
        if !value.is_object() || value["beacon"].is_array() || value["paper"].is_array() {
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
        if it.paper.as_ref().is_some_and(|paper| !paper.is_sound(it.units)) {
            return Err("`paper` numbers no tickets".to_owned());
        }
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
        if let Some(Paper { game_code, first_book, book_tickets }) = &self.paper {
            text += &format!("paper {game_code} {first_book} {book_tickets}\n");
        }
        format!("{}-{}", self.game, &hex(&sha256(text.as_bytes()))[..16])
    }
}
