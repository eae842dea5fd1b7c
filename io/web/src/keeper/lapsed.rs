//! Closed accounts whose data were kept for long enough.

use game::Cents;
use ledger::{Act, CommandId, KeeperAct, PlayerId, Receipt};
use sha2::{Digest, Sha256};
use store::Order;

use super::KeeperError;
use crate::App;
use crate::app::Parts;

/// So many are erased at a look.
const PART: u32 = 1000;

/// Erases what says who the players of lapsed accounts are; how many it was. An account into which
/// money came after it was closed waits until it is empty.
pub(super) fn erase(app: &App, parts: &Parts) -> Result<u32, KeeperError> {
    let now = app.now();
    let retention = parts.store.parameters(now).retention;
    let mut erased = 0;
    for player in parts.store.lapsed(now.before(retention), PART)? {
        let purse = parts.store.player(player)?;
        if purse.is_none_or(|purse| purse.balance != Cents::ZERO) {
            tracing::warn!(player = player.0, "a closed account has money in it: it is not erased");
            continue;
        }
        // The door first: the ledger is what says that there is something to do.
        parts.access.erase(player)?;
        let act = Act::Keeper(KeeperAct::Erase { player });
        match parts.store.settle(Order { id: name(player, now), act })? {
            Receipt::Done(_) => erased += 1,
            Receipt::Refused(refusal) => {
                tracing::warn!(player = player.0, "an account was not erased: {refusal}");
            }
        }
    }
    Ok(erased)
}

fn name(player: PlayerId, now: ledger::Millis) -> CommandId {
    let hash: [u8; 32] = Sha256::digest(format!("grille/keeper/erase/{player}/{now}")).into();
    let digits: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    CommandId::new(&digits).expect("64 digits are a name")
}
