//! What a database's keys and checks do.

use std::collections::{BTreeMap, BTreeSet};

use ledger::{Account, BlockId, Record, TransferId};

use super::Kept;
use crate::engine::Changes;
use crate::error::StoreError;
use crate::sheet::movements;

impl Kept {
    /// What a database's keys and checks do.
    pub(super) fn check(&self, changes: &Changes) -> Result<(), StoreError> {
        let mut new = Keys::default();
        for decision in &changes.decisions {
            for transfer in &decision.transfers {
                let is_new = !self.transfers.contains(&transfer.id);
                holds(is_new && new.transfers.insert(transfer.id.clone()), "a transfer's id")?;
            }
            for record in &decision.records {
                self.check_record(record, &mut new)?;
            }
        }
        let named =
            self.facts.balances.iter().map(|(account, cents)| (account.to_string(), *cents));
        let mut balances: BTreeMap<String, i64> = BTreeMap::new();
        let moved = movements(&changes.decisions);
        balances.extend(named.filter(|(account, _)| moved.contains_key(account)));
        for (account, cents) in moved {
            let after = balances.get(&account).copied().unwrap_or(0) + cents;
            let free = [Account::Operator, Account::Payments];
            let is_free = free.iter().any(|free| free.to_string() == account);
            holds(after >= 0 || is_free, "no account is in debt")?;
        }
        Ok(())
    }

    fn check_record(&self, record: &Record, new: &mut Keys) -> Result<(), StoreError> {
        match record {
            Record::Known(key, _) => {
                let text = key.to_string();
                holds(
                    !self.facts.known.contains_key(key) && new.texts.insert(text),
                    "a command's id",
                )
            }
            Record::Deposit(deposit) => {
                let key = (deposit.provider.clone(), deposit.reference.clone());
                let text = format!("{} {}", key.0, key.1);
                let is_new = !self.facts.deposits.contains_key(&key) && new.texts.insert(text);
                holds(is_new, "provider and reference")
            }
            Record::Play(play) => {
                let is_new = !self.facts.known.contains_key(&play.key());
                holds(is_new && new.texts.insert(play.key().to_string()), "player and command")?;
                let place = (play.block.clone(), play.index.0);
                let is_new = !self.places.contains(&place) && new.places.insert(place);
                holds(is_new, "block and index")
            }
            Record::Player(player) => {
                let owner = self.facts.names.get(&player.name);
                holds(owner.is_none_or(|owner| *owner == player.id), "a player's name")
            }
            Record::Retail(record) => self.check_retail(record, new),
            _ => Ok(()),
        }
    }
}

/// The keys that one batch brings.
#[derive(Default)]
pub(super) struct Keys {
    transfers: BTreeSet<TransferId>,
    pub(super) texts: BTreeSet<String>,
    places: BTreeSet<(BlockId, u64)>,
}

pub(super) fn holds(it: bool, rule: &str) -> Result<(), StoreError> {
    if it { Ok(()) } else { Err(StoreError::Constraint { rule: rule.to_owned() }) }
}
