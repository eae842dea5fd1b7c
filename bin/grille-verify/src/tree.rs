//! The tree of RFC 6962 and the places of its tiles (docs/spec/block.md, rules 8 and 9).

use sha2::{Digest, Sha256};

use crate::notation::Hash;

/// So many hashes are in a full tile.
pub const TILE: u64 = 256;

/// The hash of a leaf.
#[must_use]
pub fn leaf(data: &[u8]) -> Hash {
    Sha256::new().chain_update([0]).chain_update(data).finalize().into()
}

/// The hash of a node.
#[must_use]
pub fn node(left: &Hash, right: &Hash) -> Hash {
    let mut joined = [1; 65];
    joined[1..33].copy_from_slice(left);
    joined[33..].copy_from_slice(right);
    Sha256::digest(joined).into()
}

/// The root over hashes of subtrees that are whole and of one size, but for the last one, which may
/// be smaller. Hashing pairs, level by level, with a lone last one carried up unchanged, gives the
/// same tree as splitting at the largest power of two.
///
/// Answers nothing for no hashes.
#[must_use]
pub fn root(mut level: Vec<Hash>) -> Option<Hash> {
    while level.len() > 1 {
        let pairs = level.len() / 2;
        for at in 0..pairs {
            level[at] = node(&level[2 * at], &level[2 * at + 1]);
        }
        if level.len() % 2 == 1 {
            level[pairs] = level[2 * pairs];
            level.truncate(pairs + 1);
        } else {
            level.truncate(pairs);
        }
    }
    level.pop()
}

/// How many hashes the inclusion path of leaf `index` of `size` has, and how many of them lie where
/// either side is possible. `index` must be below `size`.
#[must_use]
pub fn path_length(index: u64, size: u64) -> (u32, u32) {
    let inner = u64::BITS - (index ^ (size - 1)).leading_zeros();
    let border = index.checked_shr(inner).unwrap_or(0).count_ones();
    (inner + border, inner)
}

/// The root to which a path leads from a leaf's hash, or nothing where its length is wrong.
#[must_use]
pub fn root_of_path(index: u64, size: u64, leaf: Hash, path: &[Hash]) -> Option<Hash> {
    let (length, inner) = path_length(index, size);
    if path.len() as u64 != u64::from(length) {
        return None;
    }
    Some((0..).zip(path).fold(leaf, |hash, (bit, beside)| {
        if bit >= inner || index >> bit & 1 == 1 {
            node(beside, &hash)
        } else {
            node(&hash, beside)
        }
    }))
}

/// How many hashes level `level` of a tree of `size` leaves has: its whole subtrees.
#[must_use]
pub fn level_size(size: u64, level: u32) -> u64 {
    size.checked_shr(8 * level).unwrap_or(0)
}

/// The width of tile `number` of a level of so many hashes.
#[must_use]
pub fn tile_width(hashes: u64, number: u64) -> u64 {
    hashes.saturating_sub(number * TILE).min(TILE)
}

/// The path of a tile (or bundle) below its level's directory.
#[must_use]
pub fn tile_path(number: u64, width: u64) -> String {
    let mut path = format!("{:03}", number % 1000);
    let mut rest = number / 1000;
    while rest > 0 {
        path = format!("x{:03}/{path}", rest % 1000);
        rest /= 1000;
    }
    if width < TILE { format!("{path}.p/{width}") } else { path }
}
