//! The tree against the definition of RFC 6962 and against the crate `ct-merkle`.

mod writer;

use ct_merkle::RootHash;
use ct_merkle::mem_backed_tree::MemoryBackedTree;
use grille_verify::tree;
use sha2::Sha256;

fn leaves(size: usize) -> Vec<[u8; 2]> {
    (0..size as u16).map(u16::to_be_bytes).collect()
}

#[test]
fn roots_are_those_of_two_others() {
    for size in (1..=300).chain([511, 512, 513, 600, 1000, 1025]) {
        let data = leaves(size);
        let hashes: Vec<_> = data.iter().map(|leaf| tree::leaf(leaf)).collect();
        let mut other = MemoryBackedTree::<Sha256, Vec<u8>>::new();
        for leaf in &data {
            other.push(leaf.to_vec());
        }
        let root = tree::root(hashes.clone()).unwrap();
        let theirs: RootHash<Sha256> = other.root();
        assert_eq!(&root[..], &theirs.as_bytes()[..], "size {size}");
        assert_eq!(root, writer::root(&hashes), "size {size}");
        // The root over roots of bundles is the same one.
        let bundles =
            hashes.chunks(256).map(|bundle| tree::root(bundle.to_vec()).unwrap()).collect();
        assert_eq!(tree::root(bundles), Some(root), "size {size}");
    }
}

#[test]
fn paths_lead_to_the_root_and_have_the_stated_length() {
    for size in (1..=70).chain([255, 256, 257, 300]) {
        let hashes: Vec<_> = leaves(size).iter().map(|leaf| tree::leaf(leaf)).collect();
        let root = tree::root(hashes.clone());
        for index in 0..size {
            let mut path = writer::path(index, &hashes);
            let (at, of) = (index as u64, size as u64);
            assert_eq!(path.len() as u32, tree::path_length(at, of).0, "{index} of {size}");
            assert_eq!(tree::root_of_path(at, of, hashes[index], &path), root, "{index} of {size}");
            path.push([0; 32]);
            assert_eq!(tree::root_of_path(at, of, hashes[index], &path), None, "{index} of {size}");
        }
    }
}

#[test]
fn tiles_are_named_in_groups_of_three_digits() {
    assert_eq!(tree::tile_path(0, 256), "000");
    assert_eq!(tree::tile_path(1_234_067, 256), "x001/x234/067");
    assert_eq!(tree::tile_path(1000, 17), "x001/000.p/17");
}
