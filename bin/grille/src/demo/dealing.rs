//! The demo's block: the one in the data directory, or a new one, dealt, sealed and checked.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, ensure};
use block::note::{KeyName, SigningKey, VerifierKey};
use game::{Cents, score};
use ticket::{GameCode, Printing};
use vault::{Block, Commitment, Ingredients, SellingKey, Share, VaultError};

use super::paper::Silent;
use crate::dealt::cores;
use crate::progress::{Bar, report};
use crate::shipped;

/// The code jeu of the emission on paper, and how many tickets a book of it has.
const PAPER_CODE: &str = "31702";
const BOOK_TICKETS: u16 = 50;

/// The name in the demo's signing key: whoever reads a checkpoint of it sees what it is.
const OPERATOR: &str = "demo.grille.invalid";

/// Opens the block in `data`; deals it first when there is none, from `share` or from chance.
pub(super) fn open_or_deal(
    data: &Path,
    game: &str,
    share: Option<[u8; 32]>,
) -> anyhow::Result<Block> {
    let dir = data.join("block");
    let keys = Keys::below(&data.join("keys"));
    if dir.exists() {
        return keys.open(&dir).with_context(|| format!("opening the block in {}", dir.display()));
    }
    let (share, operator) = keys.load_or_make(share)?;
    let ingredients = Ingredients::new(shipped::rules(game)?, vec![share], None);
    let key = ingredients.selling_key();
    keys.save_selling(&key)?;
    let units = u64::from(ingredients.rules.game.block_units);
    eprintln!("Dealing and sealing a block of {units} units.");
    let bar = Bar::new(units);
    let dealt = vault::deal(&dir, &ingredients, Some(&operator), None, cores(), &bar);
    bar.clear();
    report("Dealt and sealed", units, dealt.context("dealing the block")?.elapsed);
    let block = Block::open(Commitment::open(&dir)?, &key)?;
    check(&block)?;
    Ok(block)
}

/// Whether the block on paper is in `data`.
pub(super) fn has_paper(data: &Path) -> bool {
    data.join("paper/block").exists()
}

/// Opens the block on paper in `data`; deals one of `game` first when there is none, and leaves a core
/// to whoever plays meanwhile.
pub(super) fn open_or_deal_paper(data: &Path, game: &str) -> anyhow::Result<Block> {
    let dir = data.join("paper/block");
    let keys = Keys::of_paper(&data.join("keys"));
    if dir.exists() {
        return keys.open(&dir).with_context(|| format!("opening the block in {}", dir.display()));
    }
    std::fs::create_dir_all(data.join("paper"))
        .context("making the directory of the paper game")?;
    let (share, operator) = keys.load_or_make(None)?;
    let rules = shipped::rules(game)?;
    let code = GameCode::parse(PAPER_CODE).expect("it is written here, and a code");
    let printing = Printing::new(code, 1, BOOK_TICKETS, rules.game.block_units)?;
    let ingredients = Ingredients::new(rules, vec![share], None).printed(Some(printing));
    let key = ingredients.selling_key();
    keys.save_selling(&key)?;
    let dealt = vault::deal(&dir, &ingredients, Some(&operator), None, all_but_one(), &Silent);
    let dealt = dealt.context("dealing the block on paper")?;
    report("Dealt and sealed", dealt.manifest.units.into(), dealt.elapsed);
    Ok(Block::open(Commitment::open(&dir)?, &key)?)
}

/// All cores but one, if there are several.
pub(super) fn all_but_one() -> NonZero<usize> {
    NonZero::new(cores().get() - 1).unwrap_or(NonZero::<usize>::MIN)
}

/// The key with which the demo's operator signs.
pub(super) fn verifier_key(data: &Path) -> anyhow::Result<VerifierKey> {
    let keys = Keys::below(&data.join("keys"));
    Ok(vault::load_signing_key(&keys.signing)?.verifier())
}

/// Opens every record, compares it with its leaf, and counts what the judge reads: exactly the
/// prize table.
fn check(block: &Block) -> anyhow::Result<()> {
    let (game, began) = (block.commitment().game(), Instant::now());
    let bar = Bar::new(block.commitment().units());
    let mut counts: BTreeMap<Cents, u32> = BTreeMap::new();
    let count = |lots: Vec<Cents>| {
        for lot in lots {
            *counts.entry(lot).or_default() += 1;
        }
        Ok(())
    };
    let judge = |chunk: &vault::Chunk<'_>| {
        let lot = |(index, unit): (u64, Result<_, _>)| {
            let unit = unit.ok().with_context(|| format!("the record of unit {index}"))?;
            score(game, &unit).map(|score| score.lot).with_context(|| format!("unit {index}"))
        };
        chunk.units().map(lot).collect::<anyhow::Result<Vec<Cents>>>().map_err(Failure)
    };
    block.scan(cores(), &bar, judge, count).map_err(|failure: Failure| failure.0)?;
    bar.clear();
    let table = game.amounts().into_iter().map(|amount| (amount, game.count_of(amount)));
    ensure!(counts == table.collect(), "the block is not its prize table");
    report("Opened and judged", block.commitment().units(), began.elapsed());
    Ok(())
}

/// Any failure of the check: the vault's, or of a unit.
struct Failure(anyhow::Error);

impl From<VaultError> for Failure {
    fn from(error: VaultError) -> Self {
        Self(error.into())
    }
}

/// The demo's keys. A real operator keeps them apart; here they lie beside what they open.
struct Keys {
    dir: PathBuf,
    share: PathBuf,
    signing: PathBuf,
    selling: PathBuf,
}

impl Keys {
    fn below(dir: &Path) -> Self {
        let file = |name| dir.join(name);
        let (share, signing, selling) = (file("share"), file("signing"), file("selling"));
        Self { dir: dir.to_owned(), share, signing, selling }
    }

    /// Those of the block on paper, which the same operator signs.
    fn of_paper(dir: &Path) -> Self {
        let (share, selling) = (dir.join("paper-share"), dir.join("paper-selling"));
        Self { share, selling, ..Self::below(dir) }
    }

    /// Opens a block that is there, if this operator has signed it.
    fn open(&self, dir: &Path) -> Result<Block, VaultError> {
        let commitment = Commitment::open(dir)?;
        commitment.check_signature(&vault::load_signing_key(&self.signing)?.verifier())?;
        let key = commitment.selling_key(&[&self.selling])?;
        Block::open(commitment, &key)
    }

    /// The keys of a deal that was stopped, or new ones.
    fn load_or_make(&self, share: Option<[u8; 32]>) -> anyhow::Result<(Share, SigningKey)> {
        std::fs::create_dir_all(&self.dir)
            .with_context(|| format!("making the directory {}", self.dir.display()))?;
        if !self.share.exists() {
            share.map_or_else(Share::draw, |bytes| Ok(Share::new(bytes)))?.save(&self.share)?;
        }
        if !self.signing.exists() {
            let name = KeyName::new(OPERATOR).expect("the demo's name is one");
            vault::save_new_signing_key(&self.signing, &name)?;
        }
        Ok((Share::load(&self.share)?, vault::load_signing_key(&self.signing)?))
    }

    fn save_selling(&self, key: &SellingKey) -> Result<(), VaultError> {
        if self.selling.exists() { Ok(()) } else { key.save(&self.selling) }
    }
}
