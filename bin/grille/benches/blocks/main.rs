//! How fast whole blocks are dealt, sealed and written, by stage, with one thread and with two,
//! beside the time that hashing the same leaves alone takes.
//!
//! `cargo xtask bench` runs it. Everything that is compared is measured in one run.

use std::hint::black_box;
use std::num::NonZero;
use std::path::Path;
use std::time::{Duration, Instant};

use block::note::{KeyName, SigningKey};
use block::tree::{Hash, TILE, leaf_hash, root};
use vault::{Block, Commitment, Dealt, Ingredients, Progress, Rules, Share, VaultError};

const LEXICON: &[u8] = include_bytes!("../../../../lexicon/fr.txt");
const GAMES: [(&str, &[u8]); 2] = [
    ("mots-croises", include_bytes!("../../../../games/mots-croises.toml")),
    ("maxi-mots-croises", include_bytes!("../../../../games/maxi-mots-croises.toml")),
];
const ONE: NonZero<usize> = NonZero::<usize>::MIN;

struct Silent;

impl Progress for Silent {
    fn advance(&self, _units: u64) {}
}

fn main() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("blocks");
    for (name, bytes) in GAMES {
        let rules = Rules::parse(bytes.to_vec(), LEXICON.to_vec()).expect("what ships is sound");
        let from = Ingredients::new(rules, vec![Share::new([7; 32])], None);
        measure(name, &from, &folder.join(name)).expect("the folder for benchmarks can be written");
    }
}

fn measure(name: &str, from: &Ingredients, dir: &Path) -> Result<(), VaultError> {
    let name_of_key = KeyName::new("bench.invalid").expect("a name");
    let operator = SigningKey::new(name_of_key, &[9; 32]);
    // A block is removed only when all is measured: the file system would still be at it.
    if dir.exists() {
        std::fs::remove_dir_all(dir).expect("an old block can be removed");
    }
    let deal = |threads: usize| {
        let dir = dir.join(threads.to_string());
        let threads = NonZero::new(threads).expect("a thread or two");
        vault::deal(&dir, from, Some(&operator), None, threads, &Silent)
    };
    let one = deal(1)?;
    let two = deal(2)?;
    let block = Block::open(Commitment::open(&dir.join("2"))?, &from.selling_key())?;
    let hashing = hash_alone(&block)?;
    let opened = Instant::now();
    block.scan(NonZero::new(2).expect("two"), &Silent, |_| Ok::<_, VaultError>(()), |()| Ok(()))?;
    show(name, [&one, &two], hashing, opened.elapsed());
    std::fs::remove_dir_all(dir).expect("the block can be removed");
    Ok(())
}

/// The tree of all leaves on one core; making their texts is not counted.
fn hash_alone(block: &Block) -> Result<Duration, VaultError> {
    let (mut elapsed, mut roots) = (Duration::ZERO, Vec::new());
    let texts = |chunk: &vault::Chunk<'_>| {
        Ok::<_, VaultError>(chunk.leaves().filter_map(|(_, leaf)| leaf.ok()).collect::<Vec<_>>())
    };
    block.scan(ONE, &Silent, texts, |leaves| {
        let began = Instant::now();
        let hashes: Vec<Hash> = leaves.iter().map(|leaf| leaf_hash(leaf)).collect();
        roots.extend(hashes.chunks(TILE as usize).map(root));
        elapsed += began.elapsed();
        Ok(())
    })?;
    let began = Instant::now();
    black_box(root(&roots));
    Ok(elapsed + began.elapsed())
}

fn show(name: &str, dealt: [&Dealt; 2], hashing: Duration, opening: Duration) {
    let units = f64::from(dealt[0].manifest.units);
    let [one, two] = dealt.map(|dealt| dealt.elapsed.as_secs_f64());
    println!("{name}: {units} units\n");
    println!("{:<44}{:>10}{:>12}", "stage, threads summed", "1 thread", "2 threads");
    let row = |stage: &str, of: fn(&Dealt) -> Duration| {
        let [one, two] = dealt.map(|dealt| of(dealt).as_secs_f64());
        println!("{stage:<44}{one:>8.2} s{two:>10.2} s");
    };
    row("prepare: shapes, tables, the plan", |dealt| dealt.stages.prepare);
    row("make: faces, acceptance, letters, the judge", |dealt| dealt.stages.make);
    row("commit: salts, leaves, their hashes", |dealt| dealt.stages.commit);
    row("seal", |dealt| dealt.stages.seal);
    row("write", |dealt| dealt.stages.write);
    row("close: equal faces, the upper tree", |dealt| dealt.stages.close);
    row("finish: until all is on disk", |dealt| dealt.stages.finish);
    println!("{:<44}{one:>8.2} s{two:>10.2} s", "the whole, wall");
    println!("\n1 thread / 2 threads: {:.2}", one / two);
    let hashed = hashing.as_secs_f64();
    println!("hashing the same leaves alone, one core: {hashed:.2} s");
    println!("the whole with 2 threads / hashing alone: {:.1}", two / hashed);
    println!("opening and checking every record, 2 threads: {:.2} s\n", opening.as_secs_f64());
}
