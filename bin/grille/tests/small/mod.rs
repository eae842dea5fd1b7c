//! A small sealed block of Mots Croisés by the real rules, with a table of its own.

use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;

use block::note::SigningKey;
use store::Stock;
use vault::{Block, Commitment, Ingredients, Progress, Rules, Share};

const SHIPPED: &str = include_str!("../../../../games/mots-croises.toml");
const LEXICON: &str = include_str!("../../../../lexicon/fr.txt");

struct Silent;

impl Progress for Silent {
    fn advance(&self, _units: u64) {}
}

/// Deals it into `block` in `folder`, with its selling key in `selling`. The table is count and
/// cents a line.
pub(crate) fn deal(
    folder: &Path,
    operator: &SigningKey,
    units: u32,
    table: &[(u32, u64)],
) -> Stock {
    let rules = &SHIPPED[..SHIPPED.find("[[prize]]").expect("a table")];
    let size = rules.lines().find(|line| line.starts_with("block_units")).expect("a size");
    let mut text = rules.replace(size, &format!("block_units = {units}"));
    for (count, cents) in table {
        text += &format!("[[prize]]\ncount = {count}\ncents = {cents}\n");
    }
    deal_text(folder, operator, text)
}

/// Deals a whole block of the shipped game in the same way.
#[allow(dead_code, reason = "only what sells a whole block uses it")]
pub(crate) fn deal_shipped(folder: &Path, operator: &SigningKey) -> Stock {
    deal_text(folder, operator, SHIPPED.to_owned())
}

fn deal_text(folder: &Path, operator: &SigningKey, text: String) -> Stock {
    let rules = Rules::parse(text.into_bytes(), LEXICON.as_bytes().to_vec());
    let from = Ingredients::new(rules.expect("sound rules"), vec![Share::new([5; 32])], None);
    let (dir, threads) = (folder.join("block"), NonZero::new(2).expect("two"));
    vault::deal(&dir, &from, Some(operator), None, threads, &Silent).expect("it is dealt");
    from.selling_key().save(&folder.join("selling")).expect("it can be written");
    let commitment = Commitment::open(&dir).expect("it is there");
    let block = Block::open(commitment, &from.selling_key()).expect("it opens");
    let game = Arc::new(block.commitment().game().clone());
    Stock { game, units: Arc::new(block), emission: 1, number: 1 }
}
