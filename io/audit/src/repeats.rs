//! No two units have one face, and no two one salt.

use std::hash::{DefaultHasher, Hasher};

use vault::Block;

use crate::fault::{Fault, Faults};

/// What is kept of the units so that equal ones are found: half a salt and a hash of a face, each
/// with its unit. Where two are equal, the units are read again and compared.
#[derive(Default)]
pub(crate) struct Marks {
    faces: Vec<(u64, u32)>,
    salts: Vec<(u64, u32)>,
}

impl Marks {
    pub(crate) fn with_capacity(units: u64) -> Self {
        let units = usize::try_from(units).expect("a block's units can be counted");
        Self { faces: Vec::with_capacity(units), salts: Vec::with_capacity(units) }
    }

    /// Notes a unit: the plain text of its record, and the part of it that is its face.
    pub(crate) fn note(&mut self, index: u64, plain: &[u8], face: &[u8]) {
        let place = u32::try_from(index).expect("a block has fewer than 2^32 units");
        let salt = plain[..8].try_into().expect("a salt is longer");
        let mut hasher = DefaultHasher::new();
        hasher.write(face);
        self.salts.push((u64::from_le_bytes(salt), place));
        self.faces.push((hasher.finish(), place));
    }

    pub(crate) fn absorb(&mut self, later: &Self) {
        self.faces.extend_from_slice(&later.faces);
        self.salts.extend_from_slice(&later.salts);
    }

    /// Names the units that are equal in one or the other.
    pub(crate) fn name_equal(self, block: &Block, faults: &mut Faults) {
        let Self { mut faces, mut salts } = self;
        std::thread::scope(|scope| {
            scope.spawn(|| faces.sort_unstable());
            salts.sort_unstable();
        });
        for (first, second) in equal(&faces) {
            if are_equal(block, first, second, |leaf| leaf.splitn(6, line_end).nth(5)) {
                faults.push(Fault::SameFace { first, second });
            }
        }
        for (first, second) in equal(&salts) {
            if are_equal(block, first, second, |leaf| leaf.split(line_end).nth(3)) {
                faults.push(Fault::SameSalt { first, second });
            }
        }
    }
}

fn line_end(byte: &u8) -> bool {
    *byte == b'\n'
}

/// Neighbours with one mark.
fn equal(marks: &[(u64, u32)]) -> impl Iterator<Item = (u64, u64)> {
    let pairs = marks.array_windows().filter(|[one, other]| one.0 == other.0);
    pairs.map(|&[(_, one), (_, other)]| (one.into(), other.into()))
}

/// Whether a part of two units' leaves is equal. Where a leaf cannot be read again, the mark
/// stands: it errs about once in ten million blocks.
fn are_equal(
    block: &Block,
    first: u64,
    second: u64,
    part: impl Fn(&[u8]) -> Option<&[u8]>,
) -> bool {
    match (block.leaf(first), block.leaf(second)) {
        (Ok(first), Ok(second)) => part(&first) == part(&second),
        _ => true,
    }
}
