//! Which units are looked at more closely: drawn by the block's own root, which was settled before
//! anyone could know what would be asked.

use block::tree::Hash;

/// Draws units by their index.
#[derive(Clone, Copy)]
pub(crate) struct Sample {
    seed: u64,
}

impl Sample {
    pub(crate) fn of(root: &Hash) -> Self {
        let first = root[..8].try_into().expect("a root has 32 bytes");
        Self { seed: u64::from_le_bytes(first) }
    }

    /// 64 bits that look drawn (the finisher of SplitMix64), for each unit.
    pub(crate) fn bits(self, index: u64) -> u64 {
        let mut bits = (self.seed ^ index).wrapping_add(0x9e37_79b9_7f4a_7c15);
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }

    /// Whether unit `index` is among about `wanted` of `units`.
    pub(crate) fn takes(self, index: u64, wanted: u64, units: u64) -> bool {
        let below = (u128::from(self.bits(index)) * u128::from(units)) >> 64;
        wanted >= units || below < wanted.into()
    }
}
