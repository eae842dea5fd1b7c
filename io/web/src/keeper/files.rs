//! What is compared: the blocks' public files, and the newest events.

use ledger::{Act, CommandId, KeeperAct, Millis, Receipt, Refusal, Remark};
use sha2::{Digest, Sha256};
use store::{Order, Store, StoreError, Unanswered};
use vault::{Block, Commitment, VaultError};

use super::{State, note_mismatch};
use crate::app::Parts;
use crate::problem::chain;

/// So many faults of one block are told one by one; thousands of tiles may be off.
const TOLD: usize = 10;
/// So many events are read at a time.
const PART: u32 = 1000;

/// Compares the public files of every block, and what was printed of those on paper. Each fault is an
/// event; a block that is sold here is suspended.
pub(super) fn check_blocks(parts: &Parts, now: Millis) -> Result<Vec<String>, Unanswered> {
    let mut told = Vec::new();
    for block in &parts.blocks {
        let faults = block.check_public();
        let Some(first) = faults.first() else { continue };
        told.extend(tell(&parts.store, block.commitment(), &faults)?);
        suspend(&parts.store, block, now, &chain(first))?;
    }
    for printed in parts.printed.iter() {
        told.extend(tell(&parts.store, printed.commitment(), &printed.check())?);
    }
    Ok(told)
}

/// Notes the faults of a block, a line each.
fn tell(
    store: &Store,
    commitment: &Commitment,
    faults: &[VaultError],
) -> Result<Vec<String>, Unanswered> {
    let name = commitment.block().to_string();
    let more = faults.len().saturating_sub(TOLD);
    let mut lines: Vec<String> = faults.iter().take(TOLD).map(|it| chain(it)).collect();
    if more > 0 {
        lines.push(format!("{more} more files of {name}"));
    }
    for line in &lines {
        note_mismatch(store, &name, line)?;
    }
    Ok(lines)
}

/// Stops the sale of a block; one that is not on sale stays as it is.
fn suspend(store: &Store, block: &Block, now: Millis, found: &str) -> Result<(), Unanswered> {
    let name = block.commitment().block().to_string();
    let hash: [u8; 32] = Sha256::digest(format!("grille/keeper/{now}/{name}")).into();
    let digits: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    let id = CommandId::new(&digits).expect("64 digits are a name");
    let block = ledger::BlockId::new(&name).expect("a block's name is visible ASCII");
    let words: String = found.chars().filter(|it| !it.is_control()).take(100).collect();
    let found = Remark::new(&words).expect("a fault is told in some words");
    let act = Act::Keeper(KeeperAct::Suspend { block, found });
    match store.settle(Order { id, act })? {
        Receipt::Done(_) | Receipt::Refused(Refusal::BlockNotOnSale) => {}
        Receipt::Refused(refusal) => {
            tracing::error!("a block whose files changed could not be suspended: {refusal}");
        }
    }
    Ok(())
}

/// Goes on through the events from where they were last found sound. What does not follow is told,
/// and told again at the next look.
pub(super) fn check_events(store: &Store, state: &mut State) -> Result<Option<String>, StoreError> {
    let mut head = state.head.unwrap_or_default();
    loop {
        let part = store.events(head.number(), PART)?;
        if part.is_empty() {
            state.head = Some(head);
            return Ok(None);
        }
        if let Err(fault) = part.iter().try_for_each(|entry| head.check(entry)) {
            return Ok(Some(format!("events: {fault}")));
        }
    }
}
