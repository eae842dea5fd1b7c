//! Closed accounts whose data were kept for long enough, and who was paid for tickets as long ago.

use std::fmt;

use game::Cents;
use ledger::{Act, CommandId, KeeperAct, Receipt};
use sha2::{Digest, Sha256};
use store::Order;

use super::KeeperError;
use crate::App;
use crate::app::Parts;

/// So many are erased at a look.
const PART: u32 = 1000;

/// Erases what says who the players of lapsed accounts are; how many it was. And who was paid for
/// tickets, which are no accounts and not counted. An account into which
/// money came after it was closed waits until it is empty.
pub(super) fn erase(app: &App, parts: &Parts) -> Result<u32, KeeperError> {
    let now = app.now();
    let retention = parts.store.parameters(now).retention;
    let mut erased = 0;
    let lapsed = parts.store.lapsed(now.before(retention), PART)?;
    for player in lapsed.players {
        let purse = parts.store.player(player)?;
        if purse.is_none_or(|purse| purse.balance != Cents::ZERO) {
            tracing::warn!(player = player.0, "a closed account has money in it: it is not erased");
            continue;
        }
        // The door first: the ledger is what says that there is something to do.
        parts.access.erase(player)?;
        let act = Act::Keeper(KeeperAct::Erase { player });
        match parts.store.settle(Order { id: name(&player, now), act })? {
            Receipt::Done(_) => erased += 1,
            Receipt::Refused(refusal) => {
                tracing::warn!(player = player.0, "an account was not erased: {refusal}");
            }
        }
    }
    if lapsed.bearers > 0 {
        let act = Act::Keeper(KeeperAct::EraseBearers);
        parts.store.settle(Order { id: name(&"bearers", now), act })?;
    }
    Ok(erased)
}

fn name(whose: &dyn fmt::Display, now: ledger::Millis) -> CommandId {
    let hash: [u8; 32] = Sha256::digest(format!("grille/keeper/erase/{whose}/{now}")).into();
    let digits: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    CommandId::new(&digits).expect("64 digits are a name")
}
