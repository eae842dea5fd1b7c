//! Writes disclosed blocks and proofs for the tests, from docs/spec alone, in the plainest way.
#![allow(clippy::unwrap_used, dead_code, unreachable_pub, reason = "each test takes what it needs")]

pub mod run;
pub mod spoil;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use base64ct::{Base64, Encoding};
use ed25519_dalek::{Signer, SigningKey};
use sha2::{Digest, Sha256};

pub type Hash = [u8; 32];
pub const NAME: &str = "lottery.example";

pub fn sha(bytes: &[u8]) -> Hash {
    Sha256::digest(bytes).into()
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

pub fn base64(bytes: &[u8]) -> String {
    Base64::encode_string(bytes)
}

#[derive(Clone)]
pub struct Unit {
    pub salt: String,
    pub letters: String,
    pub grids: Vec<Vec<String>>,
}

/// Everything that a block follows from.
#[derive(Clone)]
pub struct Model {
    pub game: String,
    pub lexicon: String,
    pub units: Vec<Unit>,
    pub shares: Vec<Hash>,
    pub beacon: Option<(String, String)>,
    /// Code jeu, first book, book size.
    pub paper: Option<(String, usize, usize)>,
    pub seed: [u8; 32],
    pub name: String,
}

/// A block before it is written.
#[derive(Clone)]
pub struct Made {
    pub model: Model,
    pub block: String,
    pub leaves: Vec<Vec<u8>>,
}

/// How many complete words the two grids of unit `index` have.
fn plan(index: usize) -> (usize, usize) {
    match index {
        _ if index.is_multiple_of(50) => (2, 1),
        _ if index % 10 == 3 => (1, 0),
        _ if index % 10 == 7 => (2, 0),
        _ => (0, 0),
    }
}

/// A grid of three words `abc`, `ade` (down), `efg`, so many of them complete with the letters ABCD.
pub fn grid(index: usize, complete: usize, second: bool) -> Vec<String> {
    let (pool, own) =
        if second { (b"PQRSTUVWXYZ", b"BCDACAB") } else { (b"EFGHIJKLMNO", b"ABCDBDA") };
    let free = |digit: u32| pool[index / 11_usize.pow(digit) % 11];
    let mut cells = [pool[0], free(0), pool[1], free(1), pool[2], free(2), pool[3]];
    let own_cells: &[usize] = match complete {
        0 => &[],
        1 => &[0, 1, 2],
        2 => &[0, 1, 2, 3, 4],
        _ => &[0, 1, 2, 3, 4, 5, 6],
    };
    for cell in own_cells {
        cells[*cell] = own[*cell];
    }
    let [a, b, c, d, e, f, g] = cells.map(char::from);
    vec![
        format!("{a}{b}{c}.."),
        format!("{d}...."),
        format!("{e}{f}{g}.."),
        ".....".into(),
        ".....".into(),
    ]
}

pub fn words(grid: &[String]) -> Vec<String> {
    let at = |row: usize, column: usize| &grid[row][column..=column];
    vec![grid[0][..3].to_owned(), grid[2][..3].to_owned(), [at(0, 0), at(1, 0), at(2, 0)].concat()]
}

/// The game file of a block of so many units with such a prize table.
pub fn game(units: usize, prizes: &[(usize, usize)]) -> String {
    let mut text = format!(
        "id = \"small\"\nversion = 3\ncurrency = \"EUR\"\nblock_units = {units}\n\n[crossword]\nletters = 4\n\
         grids = 2\nwords_per_grid = 3\nrows = 5\ncolumns = 5\nword_length = {{ min = 3, max = 4 }}\n\
         lexicon = \"none\"\ncombine = \"sum\"\n\n[[crossword.pays]]\nwords = 1\ncents = 100\n\n\
         [[crossword.pays]]\nwords = 2\ncents = 200\n"
    );
    for (count, cents) in prizes {
        text += &format!(
            "\n[[prize]]\ncount = {count}\ncents = {cents}\ntotal_cents = {}\n",
            count * cents
        );
    }
    let lots: usize = prizes.iter().map(|prize| prize.0).sum();
    let sum: usize = prizes.iter().map(|prize| prize.0 * prize.1).sum();
    text + &format!("\n[stated]\nprizes = {lots}\ntotal_cents = {sum}\n")
}

impl Model {
    pub fn sound(size: usize) -> Self {
        let units: Vec<Unit> = (0..size)
            .map(|index| Unit {
                salt: hex(&sha(&index.to_le_bytes())[..16]),
                letters: "CADB".into(),
                grids: vec![grid(index, plan(index).0, false), grid(index, plan(index).1, true)],
            })
            .collect();
        let count = |wanted| (0..size).filter(|index| plan(*index) == wanted).count();
        let mut prizes = vec![(count((2, 1)), 300), (count((2, 0)), 200), (count((1, 0)), 100)];
        prizes.retain(|prize| prize.0 > 0);
        let mut list: BTreeSet<String> =
            units.iter().flat_map(|unit| unit.grids.iter().flat_map(|grid| words(grid))).collect();
        list.extend(["ABCD", "AC", "BAC", "BDA", "CPS", "ZZ"].map(str::to_owned));
        let lexicon = list
            .iter()
            .map(|word| if word == "AC" { "AC 12\n".into() } else { format!("{word}\n") })
            .collect();
        let mut shares = vec![sha(b"one"), sha(b"two"), sha(b"three")];
        shares.sort_by_key(|share| sha(share));
        let beacon = Some(("drand-4242".to_owned(), "c0ffee".to_owned()));
        Self {
            game: game(size, &prizes),
            lexicon,
            units,
            shares,
            beacon,
            paper: None,
            seed: [7; 32],
            name: NAME.into(),
        }
    }

    pub fn block_id(&self) -> String {
        let mut text = format!(
            "grille/block/v1\ngame {}\nlexicon {}\n",
            hex(&sha(self.game.as_bytes())),
            hex(&sha(self.lexicon.as_bytes()))
        );
        for share in &self.shares {
            text += &format!("share {}\n", hex(&sha(share)));
        }
        if let Some((round, value)) = &self.beacon {
            text += &format!("beacon {round} {value}\n");
        }
        if let Some((code, first, size)) = &self.paper {
            text += &format!("paper {code} {first} {size}\n");
        }
        format!("small-{}", &hex(&sha(text.as_bytes()))[..16])
    }

    pub fn make(self) -> Made {
        let block = self.block_id();
        let leaf = |(index, unit): (usize, &Unit)| {
            let grids: Vec<String> = unit
                .grids
                .iter()
                .map(|grid| grid.iter().map(|row| format!("{row}\n")).collect())
                .collect();
            format!(
                "grille/unit/v1\n{block}\n{index}\n{}\n{}\n{}",
                unit.salt,
                unit.letters,
                grids.join("\n")
            ) + &self.number(index)
        };
        let leaves = self.units.iter().enumerate().map(|it| leaf(it).into_bytes()).collect();
        Made { model: self, block, leaves }
    }

    /// A sound block of tickets on paper, whose second half of books begins a thousand.
    pub fn paper(size: usize) -> Self {
        let mut model = Self::sound(size);
        model.game = model.game.replace("version = 3\n", "version = 3\nchannel = \"retail\"\n");
        model.paper = Some(("31702".into(), 990, 30));
        model
    }

    /// What a leaf ends with on paper. The check digit makes the whole number lead to zero.
    fn number(&self, index: usize) -> String {
        let Some((code, first, size)) = &self.paper else { return String::new() };
        let (book, ticket) = (first + index / size, index % size);
        let number = |check: usize| format!("{code}-{book:07}-{ticket:03}-{check}");
        let check = (0..10).find(|&check| damm(&number(check)) == 0).unwrap();
        format!("\n{}\n", number(check))
    }

    pub fn key(&self) -> SigningKey {
        SigningKey::from_bytes(&self.seed)
    }

    pub fn vkey(&self) -> String {
        let public = self.key().verifying_key().to_bytes();
        format!("{}+{}+{}", self.name, hex(&self.key_id()), base64(&[&[1][..], &public].concat()))
    }

    pub fn key_id(&self) -> Vec<u8> {
        let public = self.key().verifying_key().to_bytes();
        sha(&[self.name.as_bytes(), &[10, 1], &public].concat())[..4].to_vec()
    }

    /// A signed note of a text.
    pub fn sign(&self, text: &str) -> String {
        let signature = self.key().sign(text.as_bytes()).to_bytes();
        format!("{text}\n— {} {}\n", self.name, base64(&[&self.key_id()[..], &signature].concat()))
    }
}

/// Damm's table of order 10, from the paper that describes it.
fn damm(number: &str) -> usize {
    const TABLE: &str = "0317598642 7092154863 4206871359 1750983426 6123045978 \
                         3674209581 5869720134 8945362017 9438617205 2581436790";
    let rows: Vec<Vec<u32>> = TABLE
        .split(' ')
        .map(|row| row.chars().map(|digit| digit.to_digit(10).unwrap()).collect())
        .collect();
    let digits = number.chars().filter_map(|digit| digit.to_digit(10));
    digits.fold(0, |row, digit| rows[row][digit as usize] as usize)
}

pub fn leaf_hash(data: &[u8]) -> Hash {
    sha(&[&[0], data].concat())
}

fn node(left: &Hash, right: &Hash) -> Hash {
    sha(&[&[1], &left[..], right].concat())
}

fn split(n: usize) -> usize {
    1 << (usize::BITS - 1 - (n - 1).leading_zeros())
}

/// The root as RFC 6962 defines it.
pub fn root(leaves: &[Hash]) -> Hash {
    if leaves.len() == 1 {
        return leaves[0];
    }
    let (left, right) = leaves.split_at(split(leaves.len()));
    node(&root(left), &root(right))
}

/// The path as RFC 6962 defines it.
pub fn path(index: usize, leaves: &[Hash]) -> Vec<Hash> {
    if leaves.len() == 1 {
        return Vec::new();
    }
    let (left, right) = leaves.split_at(split(leaves.len()));
    let (mut path, beside) = if index < left.len() {
        (path(index, left), root(right))
    } else {
        (path(index - left.len(), right), root(left))
    };
    path.push(beside);
    path
}

impl Made {
    pub fn hashes(&self) -> Vec<Hash> {
        self.leaves.iter().map(|leaf| leaf_hash(leaf)).collect()
    }

    pub fn manifest(&self) -> String {
        let model = &self.model;
        let shares: Vec<String> =
            model.shares.iter().map(|share| format!("    \"{}\"", hex(&sha(share)))).collect();
        let beacon = model.beacon.as_ref().map_or("null".to_owned(), |(round, value)| {
            format!("{{\n    \"round\": \"{round}\",\n    \"value\": \"{value}\"\n  }}")
        });
        let paper = model.paper.as_ref().map_or(String::new(), |(code, first, size)| {
            format!(
                "  \"paper\": {{\n    \"game_code\": \"{code}\",\n    \"first_book\": {first},\n    \
                 \"book_tickets\": {size}\n  }},\n"
            )
        });
        format!(
            "{{\n  \"format\": \"grille/block/v1\",\n  \"block\": \"{}\",\n  \"game\": \"small\",\n  \"game_version\": 3,\n  \
             \"game_sha256\": \"{}\",\n  \"lexicon_sha256\": \"{}\",\n  \"units\": {},\n  \"share_sha256\": [\n{}\n  ],\n  \
             \"beacon\": {beacon},\n{paper}  \"root\": \"{}\"\n}}\n",
            self.block,
            hex(&sha(model.game.as_bytes())),
            hex(&sha(model.lexicon.as_bytes())),
            self.leaves.len(),
            shares.join(",\n"),
            hex(&root(&self.hashes())),
        )
    }

    /// The number of a ticket, as its leaf has it.
    pub fn number_of(&self, index: usize) -> String {
        self.model.number(index).trim().to_owned()
    }

    pub fn text(&self, manifest: &str) -> String {
        let root = base64(&root(&self.hashes()));
        format!(
            "{}/{}\n{}\n{root}\ngrille-manifest {}\n",
            self.model.name,
            self.block,
            self.leaves.len(),
            hex(&sha(manifest.as_bytes()))
        )
    }

    pub fn checkpoint(&self) -> String {
        self.model.sign(&self.text(&self.manifest()))
    }

    pub fn proof(&self, index: usize) -> String {
        let path: String =
            path(index, &self.hashes()).iter().map(|hash| base64(hash) + "\n").collect();
        format!(
            "c2sp.org/tlog-proof@v1\nextra {}\nindex {index}\n{path}\n{}",
            base64(&self.leaves[index]),
            self.checkpoint()
        )
    }

    /// Writes the disclosed block.
    pub fn write(&self, dir: &Path) {
        self.write_with(dir, &self.manifest());
    }

    /// Writes the block with another manifest, which the checkpoint then names.
    pub fn write_with(&self, dir: &Path, manifest: &str) {
        put(dir, "manifest.json", manifest.as_bytes());
        put(dir, "game.toml", self.model.game.as_bytes());
        put(dir, "lexicon.txt", self.model.lexicon.as_bytes());
        put(dir, "checkpoint", self.model.sign(&self.text(manifest)).as_bytes());
        for (number, share) in (1..).zip(&self.model.shares) {
            put(
                dir,
                &format!("shares/{number}"),
                format!("grille share v1\n{}\n", hex(share)).as_bytes(),
            );
        }
        let bundles: Vec<Vec<u8>> = self
            .leaves
            .iter()
            .map(|leaf| [&(leaf.len() as u16).to_be_bytes()[..], leaf].concat())
            .collect();
        put_tiles(dir, "entries", &bundles);
        let (mut level, mut hashes) = (0, self.hashes());
        while !hashes.is_empty() {
            put_tiles(
                dir,
                &level.to_string(),
                &hashes.iter().map(|hash| hash.to_vec()).collect::<Vec<_>>(),
            );
            hashes = hashes.chunks(256).filter(|tile| tile.len() == 256).map(root).collect();
            level += 1;
        }
    }
}

pub fn put(dir: &Path, name: &str, bytes: &[u8]) {
    let path = dir.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

/// Tiles of up to 256 items; the tests need no number above 999 999.
fn put_tiles(dir: &Path, level: &str, items: &[Vec<u8>]) {
    for (number, tile) in items.chunks(256).enumerate() {
        let group = if number < 1000 { String::new() } else { format!("x{:03}/", number / 1000) };
        let width = if tile.len() < 256 { format!(".p/{}", tile.len()) } else { String::new() };
        put(dir, &format!("tile/{level}/{group}{:03}{width}", number % 1000), &tile.concat());
    }
}
