//! The tree of RFC 6962 and the places of its tiles (docs/spec/block.md, rules 8 and 9).

use sha2::{Digest, Sha256};

use crate::files::Hash;

/// So many hashes are in a full tile.
pub(crate) const TILE: u64 = 256;

/// The hash of a leaf.
pub(crate) fn leaf(data: &[u8]) -> Hash {
    Sha256::new().chain_update([0]).chain_update(data).finalize().into()
}

/// The hash of a node.
pub(crate) fn node(left: &Hash, right: &Hash) -> Hash {
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
pub(crate) fn root(mut level: Vec<Hash>) -> Option<Hash> {
    while level.len() > 1 {
        let pairs = level.chunks(2);
        level = pairs
            .map(|pair| if let [left, right] = pair { node(left, right) } else { pair[0] })
            .collect();
    }
    level.pop()
}

/// How many hashes the inclusion path of leaf `index` of `size` has, and how many of them lie where
/// either side is possible. `index` must be below `size`.
pub(crate) fn path_length(index: u64, size: u64) -> (u32, u32) {
    let inner = u64::BITS - (index ^ (size - 1)).leading_zeros();
    let border = index.checked_shr(inner).unwrap_or(0).count_ones();
    (inner + border, inner)
}

/// The root to which a path leads from a leaf's hash, or nothing where its length is wrong.
pub(crate) fn root_of_path(index: u64, size: u64, leaf: Hash, path: &[Hash]) -> Option<Hash> {
    let (length, inner) = path_length(index, size);
    if path.len() as u64 != u64::from(length) {
        return None;
    }
    Some((0..).zip(path).fold(leaf, |hash, (bit, beside)| {
        let is_right = bit >= inner || index >> bit & 1 == 1;
        if is_right { node(beside, &hash) } else { node(&hash, beside) }
    }))
}

/// How many hashes level `level` of a tree of `size` leaves has: its whole subtrees.
pub(crate) fn level_size(size: u64, level: u64) -> u64 {
    if level < 8 { size >> (8 * level) } else { 0 }
}

/// The width of tile `number` of a level of so many hashes.
pub(crate) fn tile_width(hashes: u64, number: u64) -> u64 {
    hashes.saturating_sub(number * TILE).min(TILE)
}

/// The path of a tile (or bundle) below its level's directory.
pub(crate) fn tile_path(number: u64, width: u64) -> String {
    let mut path = format!("{:03}", number % 1000);
    let mut rest = number / 1000;
    while rest > 0 {
        path = format!("x{:03}/{path}", rest % 1000);
        rest /= 1000;
    }
    if width < TILE { format!("{path}.p/{width}") } else { path }
}

#[cfg(test)]
mod tests {
    use ct_merkle::RootHash;
    use ct_merkle::mem_backed_tree::MemoryBackedTree;

    use super::*;

    fn split(n: usize) -> usize {
        1 << (usize::BITS - 1 - (n - 1).leading_zeros())
    }

    /// The root as RFC 6962 defines it.
    fn defined_root(leaves: &[Hash]) -> Hash {
        if leaves.len() == 1 {
            return leaves[0];
        }
        let (left, right) = leaves.split_at(split(leaves.len()));
        node(&defined_root(left), &defined_root(right))
    }

    /// The path as RFC 6962 defines it.
    fn defined_path(index: usize, leaves: &[Hash]) -> Vec<Hash> {
        if leaves.len() == 1 {
            return Vec::new();
        }
        let (left, right) = leaves.split_at(split(leaves.len()));
        let (mut path, beside) = if index < left.len() {
            (defined_path(index, left), defined_root(right))
        } else {
            (defined_path(index - left.len(), right), defined_root(left))
        };
        path.push(beside);
        path
    }

    fn leaves(size: usize) -> Vec<[u8; 2]> {
        (0..size as u16).map(u16::to_be_bytes).collect()
    }

    #[test]
    fn roots_are_those_of_two_others() {
        for size in (1..=300).chain([511, 512, 513, 600, 1000, 1025]) {
            let data = leaves(size);
            let hashes: Vec<_> = data.iter().map(|data| leaf(data)).collect();
            let mut other = MemoryBackedTree::<Sha256, Vec<u8>>::new();
            for leaf in &data {
                other.push(leaf.to_vec());
            }
            let ours = root(hashes.clone()).unwrap();
            let theirs: RootHash<Sha256> = other.root();
            assert_eq!(&ours[..], &theirs.as_bytes()[..], "size {size}");
            assert_eq!(ours, defined_root(&hashes), "size {size}");
            // The root over roots of bundles is the same one.
            let bundles = hashes.chunks(256).map(|bundle| root(bundle.to_vec()).unwrap()).collect();
            assert_eq!(root(bundles), Some(ours), "size {size}");
        }
    }

    #[test]
    fn paths_lead_to_the_root_and_have_the_stated_length() {
        for size in (1..=70).chain([255, 256, 257, 300]) {
            let hashes: Vec<_> = leaves(size).iter().map(|data| leaf(data)).collect();
            let root = root(hashes.clone());
            for index in 0..size {
                let mut path = defined_path(index, &hashes);
                let (at, of) = (index as u64, size as u64);
                assert_eq!(path.len() as u32, path_length(at, of).0, "{index} of {size}");
                assert_eq!(root_of_path(at, of, hashes[index], &path), root, "{index} of {size}");
                path.push([0; 32]);
                assert_eq!(root_of_path(at, of, hashes[index], &path), None, "{index} of {size}");
            }
        }
    }

    #[test]
    fn tiles_are_named_in_groups_of_three_digits() {
        assert_eq!(tile_path(0, 256), "000");
        assert_eq!(tile_path(1_234_067, 256), "x001/x234/067");
        assert_eq!(tile_path(1000, 17), "x001/000.p/17");
    }
}
