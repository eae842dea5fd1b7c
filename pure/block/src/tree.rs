//! The tree over a block's leaves (RFC 6962, section 2.1), and its tiles (C2SP tlog-tiles).
//!
//! `docs/spec/block.md`, rules 8 to 10 and 22. This module knows nothing of what a leaf says.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use sha2::{Digest, Sha256};

/// SHA-256 of something.
pub type Hash = [u8; 32];

/// So many hashes make a whole tile.
pub const TILE: u64 = 256;
const TILE_BITS: u32 = TILE.trailing_zeros();

/// The hash of a leaf with these data.
#[must_use]
pub fn leaf_hash(data: &[u8]) -> Hash {
    Sha256::new().chain_update([0]).chain_update(data).finalize().into()
}

/// The hash of a node above `left` and `right`.
#[must_use]
pub fn node_hash(left: &Hash, right: &Hash) -> Hash {
    let mut data = [1; 65];
    data[1..33].copy_from_slice(left);
    data[33..].copy_from_slice(right);
    Sha256::digest(data).into()
}

/// The root over subtrees of one size with these roots (the last of them may be smaller): over
/// leaves, over whole tiles, or over one tile's hashes.
///
/// # Panics
///
/// When there is none: no block is empty.
#[must_use]
pub fn root(hashes: &[Hash]) -> Hash {
    match hashes {
        [] => panic!("a tree has a leaf"),
        [one] => *one,
        [left, right] => node_hash(left, right),
        _ => {
            let (left, right) = hashes.split_at(left_size(hashes.len() as u64) as usize);
            node_hash(&root(left), &root(right))
        }
    }
}

/// The largest power of two below `count`, which is 2 or more.
fn left_size(count: u64) -> u64 {
    1 << (count - 1).ilog2()
}

/// One tile of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile {
    /// Its level: each hash is the root of a whole subtree of 256 to the power of it leaves.
    pub level: u8,
    /// Its place in the level, from 0.
    pub number: u64,
    /// How many hashes it has: 1 to 256.
    pub width: u16,
}

impl Tile {
    /// Tile `number` of a level that has `hashes` hashes.
    fn of(level: u8, number: u64, hashes: u64) -> Self {
        let width = (hashes - number * TILE).min(TILE);
        Self { level, number, width: u16::try_from(width).expect("at most 256") }
    }

    /// Its file, from the block's directory.
    #[must_use]
    pub fn path(&self) -> String {
        format!("tile/{}/{}", self.level, self.place())
    }

    /// The file of the entry bundle beside a tile of level 0.
    #[must_use]
    pub fn bundle_path(&self) -> String {
        format!("tile/entries/{}", self.place())
    }

    fn place(&self) -> String {
        let mut place = format!("{:03}", self.number % 1000);
        let mut rest = self.number / 1000;
        while rest > 0 {
            place = format!("x{:03}/{place}", rest % 1000);
            rest /= 1000;
        }
        if u64::from(self.width) < TILE { format!("{place}.p/{}", self.width) } else { place }
    }
}

/// The tiles of one level of a tree of `leaves` leaves, in order; none above the last level.
pub fn tiles(leaves: u64, level: u8) -> impl Iterator<Item = Tile> {
    let hashes = leaves.checked_shr(TILE_BITS * u32::from(level)).unwrap_or(0);
    (0..hashes.div_ceil(TILE)).map(move |number| Tile::of(level, number, hashes))
}

/// The levels above 0 from the roots of level 0's whole tiles: what each tile holds.
#[must_use]
pub fn upper_tiles(whole: &[Hash]) -> Vec<(Tile, Vec<Hash>)> {
    let mut made = Vec::new();
    let mut hashes = whole.to_vec();
    let mut level = 1;
    while !hashes.is_empty() {
        let chunks = hashes.chunks(TILE as usize).enumerate();
        made.extend(chunks.map(|(number, chunk)| {
            (Tile::of(level, number as u64, hashes.len() as u64), chunk.to_vec())
        }));
        hashes = hashes.chunks_exact(TILE as usize).map(root).collect();
        level += 1;
    }
    made
}

/// The inclusion path of leaf `index` in a tree of `leaves` leaves, from the leaf's sibling up,
/// read from tiles.
///
/// # Errors
///
/// Whatever `tile` cannot read.
///
/// # Panics
///
/// When there is no such leaf, or `tile` gives a tile of another width.
pub fn inclusion_path<E>(
    index: u64,
    leaves: u64,
    mut tile: impl FnMut(Tile) -> Result<Vec<Hash>, E>,
) -> Result<Vec<Hash>, E> {
    assert!(index < leaves, "the tree has that leaf");
    let mut siblings = Vec::new();
    let mut range = 0..leaves;
    while range.end - range.start > 1 {
        let middle = range.start + left_size(range.end - range.start);
        let (inside, sibling) = if index < middle {
            (range.start..middle, middle..range.end)
        } else {
            (middle..range.end, range.start..middle)
        };
        siblings.push(sibling);
        range = inside;
    }
    siblings.into_iter().rev().map(|range| subtree(range, leaves, &mut tile)).collect()
}

/// The root over a range of leaves that the tree splits into.
fn subtree<E>(
    range: Range<u64>,
    leaves: u64,
    tile: &mut impl FnMut(Tile) -> Result<Vec<Hash>, E>,
) -> Result<Hash, E> {
    let size = range.end - range.start;
    if !size.is_power_of_two() {
        let middle = range.start + left_size(size);
        let left = subtree(range.start..middle, leaves, tile)?;
        return Ok(node_hash(&left, &subtree(middle..range.end, leaves, tile)?));
    }
    let level = size.ilog2() / TILE_BITS;
    let bits = TILE_BITS * level;
    let (first, count) = (range.start >> bits, (size >> bits) as usize);
    let level = u8::try_from(level).expect("64 bits have eight levels");
    let asked = Tile::of(level, first / TILE, leaves >> bits);
    let hashes = tile(asked)?;
    assert_eq!(hashes.len(), usize::from(asked.width), "a tile has its width");
    let at = (first % TILE) as usize;
    Ok(root(&hashes[at..at + count]))
}

/// The root that a leaf's hash and its inclusion path lead to, or nothing when the path has another
/// length than this place in this tree asks for.
#[must_use]
pub fn root_of_path(leaf: Hash, index: u64, leaves: u64, path: &[Hash]) -> Option<Hash> {
    if index >= leaves {
        return None;
    }
    let (mut place, mut last) = (index, leaves - 1);
    let mut hash = leaf;
    for sibling in path {
        if last == 0 {
            return None;
        }
        if place % 2 == 1 || place == last {
            hash = node_hash(sibling, &hash);
            // An end without a right neighbour is carried up to where it has a left one.
            while place.is_multiple_of(2) && place != 0 {
                place /= 2;
                last /= 2;
            }
        } else {
            hash = node_hash(&hash, sibling);
        }
        place /= 2;
        last /= 2;
    }
    (last == 0).then_some(hash)
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::collections::BTreeMap;
    use std::vec;

    use ct_merkle::mem_backed_tree::MemoryBackedTree;

    use super::*;

    fn data(index: u64) -> [u8; 8] {
        index.to_be_bytes()
    }

    fn leaves(count: u64) -> Vec<Hash> {
        (0..count).map(|index| leaf_hash(&data(index))).collect()
    }

    /// Every tile of a tree, as the deal writes them.
    fn all_tiles(leaves: &[Hash]) -> BTreeMap<Tile, Vec<Hash>> {
        let ground = tiles(leaves.len() as u64, 0).zip(leaves.chunks(TILE as usize));
        let ground: Vec<_> = ground.map(|(tile, hashes)| (tile, hashes.to_vec())).collect();
        let whole: Vec<Hash> = leaves.chunks_exact(TILE as usize).map(root).collect();
        ground.into_iter().chain(upper_tiles(&whole)).collect()
    }

    const SIZES: [u64; 16] =
        [1, 2, 3, 4, 5, 7, 8, 255, 256, 257, 511, 512, 600, 65_535, 65_536, 65_793];

    #[test]
    fn roots_and_paths_are_those_of_another_library() {
        for size in SIZES {
            let leaves = leaves(size);
            let mut oracle = MemoryBackedTree::<Sha256, [u8; 8]>::new();
            for index in 0..size {
                oracle.push(data(index));
            }
            let expected = oracle.root();
            assert_eq!(root(&leaves).as_slice(), expected.as_bytes().as_slice(), "{size} leaves");
            let tiles = all_tiles(&leaves);
            for index in [0, 1, size / 3, size / 2, size.saturating_sub(2), size - 1] {
                let index = index.min(size - 1);
                let path = inclusion_path(index, size, |tile| {
                    tiles.get(&tile).cloned().ok_or_else(|| vec![tile])
                });
                let path = path.expect("every tile that is asked for is one of the tree's");
                let theirs = oracle.prove_inclusion(index as usize);
                assert_eq!(path.as_flattened(), theirs.as_bytes(), "leaf {index} of {size}");
                let leaf = leaves[index as usize];
                assert_eq!(root_of_path(leaf, index, size, &path), Some(root(&leaves)));
                check_refused(leaf, index, size, &path);
            }
        }
    }

    /// A path that is shorter, longer, or for another place leads elsewhere.
    fn check_refused(leaf: Hash, index: u64, size: u64, path: &[Hash]) {
        let sound = root_of_path(leaf, index, size, path);
        let longer = [path, &[leaf]].concat();
        assert_eq!(root_of_path(leaf, index, size, &longer), None);
        if let Some((_, shorter)) = path.split_last() {
            assert_eq!(root_of_path(leaf, index, size, shorter), None);
            let (above, rest) = (node_hash(&leaf, &path[0]), &path[1..]);
            assert_ne!(root_of_path(above, index / 2, size, rest), sound, "a node is no leaf");
            let other = if index == 0 { 1 } else { index - 1 };
            assert_ne!(root_of_path(leaf, other, size, path), sound);
        }
        assert_eq!(root_of_path(leaf, size, size, path), None);
    }

    /// The example of C2SP tlog-tiles: 70 000 leaves.
    #[test]
    fn a_tree_of_seventy_thousand_has_the_tiles_of_the_example() {
        let widths = |level| {
            let all: Vec<_> = tiles(70_000, level).map(|tile| tile.width).collect();
            let whole = all.iter().filter(|&&width| width == 256).count();
            (whole, all.iter().copied().filter(|&width| width < 256).collect::<Vec<_>>())
        };
        assert_eq!(widths(0), (273, vec![112]));
        assert_eq!(widths(1), (1, vec![17]));
        assert_eq!(widths(2), (0, vec![1]));
        assert_eq!(widths(3), (0, vec![]));
        let exact: Vec<_> = (0..3).flat_map(|level| tiles(256, level)).collect();
        assert_eq!(
            exact,
            [Tile { level: 0, number: 0, width: 256 }, Tile { level: 1, number: 0, width: 1 }]
        );
    }

    #[test]
    fn paths_of_tiles_are_grouped_by_three_digits() {
        let tile = |number, width| Tile { level: 0, number, width };
        assert_eq!(tile(1_234_067, 256).path(), "tile/0/x001/x234/067");
        assert_eq!(tile(0, 256).path(), "tile/0/000");
        assert_eq!(tile(5, 3).path(), "tile/0/005.p/3");
        assert_eq!(tile(1_000, 7).bundle_path(), "tile/entries/x001/000.p/7");
    }

    /// An odd level filled by repeating its last node would give these two one root.
    #[test]
    fn a_repeated_last_leaf_is_another_tree() {
        let three = leaves(3);
        let four = [&three[..], &three[2..]].concat();
        assert_ne!(root(&three), root(&four));
    }
}
