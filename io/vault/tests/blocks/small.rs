//! Games and ingredients of small blocks by the real rules: real grids and words, tables of their
//! own. The tests of `audit` and `press` take them from here.

use std::collections::BTreeMap;
use std::path::Path;

use block::note::{KeyName, SigningKey};
use hkdf::Hkdf;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, Nonce, UnboundKey};
use sha2::Sha256;
use vault::{Ingredients, Progress, Rules, Share};

pub(crate) const LEXICON: &str = include_str!("../../../../lexicon/fr.txt");

/// A game file with the rules of one that ships, and another table: count and cents a line.
pub(crate) fn game_file(shipped: &str, units: u32, table: &[(u32, u64)]) -> String {
    let rules = &shipped[..shipped.find("[[prize]]").unwrap()];
    let line = rules.lines().find(|line| line.starts_with("block_units")).unwrap();
    let mut text = rules.replace(line, &format!("block_units = {units}"));
    for (count, cents) in table {
        text += &format!("[[prize]]\ncount = {count}\ncents = {cents}\n");
    }
    text
}

/// What each unit of the small Mots Croisés block is worth, by hand: amount to count.
pub(crate) const MOTS_CROISES: [(u32, u64); 8] = [
    (1, 3_000_000),
    (2, 100_000),
    (3, 50_000),
    (10, 15_000),
    (50, 3_000),
    (100, 1_300),
    (420, 600),
    (119, 300),
];

/// Three thousand units by the rules of Mots Croisés: no multiple of a tile.
pub(crate) fn mots_croises() -> String {
    let shipped = include_str!("../../../../games/mots-croises.toml");
    game_file(shipped, 3_000, &MOTS_CROISES)
}

/// As many tickets by the rules of Maxi Mots Croisés as make a whole number of tiles.
pub(crate) fn maxi() -> String {
    let shipped = include_str!("../../../../games/maxi-mots-croises.toml");
    let table = [
        (1, 25_000_000),
        (1, 1_000_000),
        (2, 100_000),
        (3, 20_000),
        (10, 5_000),
        (17, 2_000),
        (8, 1_500),
        (86, 1_000),
        (75, 500),
    ];
    game_file(shipped, 768, &table)
}

pub(crate) fn ingredients(game: &str, share: u8) -> Ingredients {
    let rules = Rules::parse(game.as_bytes().to_vec(), LEXICON.as_bytes().to_vec()).unwrap();
    Ingredients::new(rules, vec![Share::new([share; 32])], None)
}

pub(crate) fn operator() -> SigningKey {
    SigningKey::new(KeyName::new("lottery.example").unwrap(), &[9; 32])
}

pub(crate) struct Silent;

impl Progress for Silent {
    fn advance(&self, _units: u64) {}
}

/// Every file below a directory, by its path.
#[allow(dead_code, reason = "an audit writes no files")]
pub(crate) fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut open = vec![dir.to_owned()];
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(&next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(dir).unwrap().to_str().unwrap().to_owned();
                found.insert(name, std::fs::read(&path).unwrap());
            }
        }
    }
    found
}

/// A record that the holder of the selling key could seal: rules 18 and 19 of the specification,
/// written down once more.
pub(crate) fn sealed(from: &Ingredients, index: u64, mut plain: Vec<u8>) -> Vec<u8> {
    let keys = Hkdf::<Sha256>::from_prk(from.secret().selling_key().as_slice()).unwrap();
    let info = [b"grille/v1/record/".as_slice(), &index.to_le_bytes()].concat();
    let mut key = [0; 32];
    keys.expand(&info, &mut key).unwrap();
    let key = LessSafeKey::new(UnboundKey::new(&CHACHA20_POLY1305, &key).unwrap());
    let place = format!("{}/{index}", from.block_id());
    let nonce = Nonce::assume_unique_for_key([0; 12]);
    key.seal_in_place_append_tag(nonce, Aad::from(place.as_bytes()), &mut plain).unwrap();
    plain
}
