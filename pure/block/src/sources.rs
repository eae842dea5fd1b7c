//! What a block is made from, as it is published: hashes, and the beacon.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use game::GameId;
use sha2::{Digest, Sha256};
use ticket::Printing;

use crate::hex::hex;
use crate::record::BlockId;
use crate::tree::Hash;

/// The format of a block.
pub const BLOCK_FORMAT: &str = "grille/block/v1";

/// A public source of chance whose value nobody knew when the shares were made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beacon {
    round: String,
    value: Vec<u8>,
}

/// Why a beacon is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BeaconError {
    /// The name of its round.
    #[error("a beacon's round is named by 1 to 100 printable ASCII characters without a space")]
    Round,
    /// Its value.
    #[error("a beacon's value has 1 to 256 bytes")]
    Value,
}

impl Beacon {
    /// The value that the beacon had in this round.
    ///
    /// # Errors
    ///
    /// When the round's name or the value is not as `docs/spec/block.md`, rule 2, has it.
    pub fn new(round: String, value: Vec<u8>) -> Result<Self, BeaconError> {
        if !(1..=100).contains(&round.len()) || !round.bytes().all(|b| b.is_ascii_graphic()) {
            return Err(BeaconError::Round);
        }
        if !(1..=256).contains(&value.len()) {
            return Err(BeaconError::Value);
        }
        Ok(Self { round, value })
    }

    /// The name of its round.
    #[must_use]
    pub fn round(&self) -> &str {
        &self.round
    }

    /// Its value.
    #[must_use]
    pub fn value(&self) -> &[u8] {
        &self.value
    }
}

/// Everything that a block follows from, the shares by their hashes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sources {
    /// SHA-256 of the game file.
    pub game: Hash,
    /// SHA-256 of the word list.
    pub lexicon: Hash,
    /// SHA-256 of each share, ascending.
    pub shares: Vec<Hash>,
    /// The beacon, if there is one.
    pub beacon: Option<Beacon>,
    /// For paper: what its tickets are numbered by.
    pub printing: Option<Printing>,
}

impl Sources {
    /// The name of the block that follows from them (`docs/spec/block.md`, rule 2).
    #[must_use]
    pub fn block_id(&self, game: &GameId) -> BlockId {
        let mut text = format!("{BLOCK_FORMAT}\n");
        text += &format!("game {}\nlexicon {}\n", hex(&self.game), hex(&self.lexicon));
        for share in &self.shares {
            text += &format!("share {}\n", hex(share));
        }
        if let Some(beacon) = &self.beacon {
            text += &format!("beacon {} {}\n", beacon.round, hex(&beacon.value));
        }
        if let Some(printing) = &self.printing {
            let (code, first) = (printing.game_code(), printing.first_book());
            text += &format!("paper {code} {first} {}\n", printing.book_tickets());
        }
        let digest = Sha256::digest(text.as_bytes());
        BlockId(format!("{game}-{}", hex(&digest[..8])))
    }
}
