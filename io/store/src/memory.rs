//! The engine for tests: everything in memory, under the same rules as the databases.

mod keys;
mod retail;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use game::Cents;
use ledger::{
    Block, BlockId, CounterId, Deposit, DepositState, EventKind, Facts, Gain, GameCode, Millis,
    Needs, Offer, Payment, PlayId, PlayerId, PlayerName, Provider, Record, Reference, RetailFacts,
    RetailNeeds, TransferId, Withdrawal, WithdrawalId, WithdrawalState,
};

use crate::chain::{Entry, Head};
use crate::engine::{Books, Changes, Engine, Fault, Frame, Purse, Work};
use crate::error::StoreError;
use crate::known::check_known;
use crate::lapsed::Lapsed;
use crate::register::{Hour, Register, is_over};
use crate::retail::{Asking, Paper, Sales};
use crate::row::{movement, signed, stated};
use crate::sold::{History, PlayPlace, Sold};
use crate::statement::{Before, Movement, Outstanding, Statement};

/// A ledger in memory. A twin is another hand on the same one; with the last, it is gone.
#[derive(Clone, Default)]
pub struct Memory {
    kept: Arc<Mutex<Kept>>,
}

#[derive(Default)]
struct Kept {
    facts: Facts,
    transfers: BTreeSet<TransferId>,
    /// What stands in statements besides plays.
    movements: Vec<(PlayerId, Movement)>,
    /// In the order in which they were sold.
    plays: Vec<PlayId>,
    places: BTreeSet<(BlockId, u64)>,
    views: BTreeMap<PlayId, u32>,
    events: Vec<Entry>,
    latest: Option<Millis>,
}

impl Memory {
    /// An empty ledger.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// What is kept. Whoever panicked changed nothing: changes are checked first, then made.
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Engine for Memory {
    fn twin(&self) -> Result<Box<dyn Engine>, StoreError> {
        Ok(Box::new(self.clone()))
    }

    fn transact(
        &mut self,
        needs: &Needs,
        _frame: Frame<'_>,
        work: &mut Work<'_>,
    ) -> Result<(), Fault> {
        let mut kept = self.kept();
        let changes = work(kept.facts.pick(needs))?;
        kept.check(&changes)?;
        kept.save(&changes);
        Ok(())
    }

    fn publish(&mut self, offer: &Offer, block: &Block) -> Result<(), StoreError> {
        let facts = &mut self.kept().facts;
        let is_place = |other: &&Block| {
            other.id == block.id
                || (&other.emission, other.number) == (&block.emission, block.number)
        };
        let known: Vec<Block> = facts.blocks.values().filter(is_place).cloned().collect();
        check_known(&known, block)?;
        facts.publish(block.clone());
        facts.offer(Offer::new(offer.game.clone(), offer.price, offer.planned));
        Ok(())
    }

    fn suspend_restored(&mut self) -> Result<(), StoreError> {
        let facts = &mut self.kept().facts;
        for block in facts.blocks.values_mut() {
            block.state = block.state.restored();
        }
        facts.retail.printings.values_mut().for_each(|it| it.is_restored = true);
        Ok(())
    }

    fn latest(&mut self) -> Result<Millis, StoreError> {
        Ok(self.kept().latest.unwrap_or(Millis(i64::MIN)))
    }

    fn player(&mut self, id: PlayerId) -> Result<Option<Purse>, StoreError> {
        let kept = self.kept();
        Ok(kept.facts.players.get(&id).map(|player| Purse {
            player: player.row.clone(),
            balance: kept.facts.player_balance(id),
        }))
    }

    fn play(&mut self, id: &PlayId) -> Result<Option<Sold>, StoreError> {
        let kept = self.kept();
        Ok(kept.facts.plays.contains_key(id).then(|| kept.sold(id)))
    }

    fn history(
        &mut self,
        player: PlayerId,
        before: Option<PlayPlace>,
        limit: u16,
    ) -> Result<History, StoreError> {
        let kept = self.kept();
        let own = kept.plays.iter().rev().filter(|play| play.player == player);
        let (finished, unfinished): (Vec<_>, Vec<_>) =
            own.map(|play| kept.sold(play)).partition(|sold| sold.facts.finished_at.is_some());
        let older = |sold: &Sold| before.is_none_or(|before| sold.place() < before);
        let finished = finished.into_iter().filter(older).take(usize::from(limit) + 1);
        Ok(History::page(unfinished, finished.collect(), limit))
    }

    fn block(&mut self, id: &BlockId) -> Result<Option<Block>, StoreError> {
        Ok(self.kept().facts.blocks.get(id).cloned())
    }

    fn blocks(&mut self) -> Result<Vec<Block>, StoreError> {
        let mut blocks: Vec<Block> = self.kept().facts.blocks.values().cloned().collect();
        blocks.sort_by_key(|block| (block.emission.clone(), block.number));
        Ok(blocks)
    }

    fn books(&mut self) -> Result<Books, StoreError> {
        let kept = self.kept();
        let balances = kept.facts.balances.iter();
        let balances = balances.map(|(account, cents)| (account.to_string(), *cents)).collect();
        Ok(Books { balances, sold: kept.plays.len() as u64 })
    }

    fn events(&mut self, after: i64, limit: u32) -> Result<Vec<Entry>, StoreError> {
        let kept = self.kept();
        let later = kept.events.iter().filter(|entry| entry.number > after);
        Ok(later.take(limit as usize).cloned().collect())
    }

    fn last_event(&mut self, kind: EventKind) -> Result<Option<Entry>, StoreError> {
        let kept = self.kept();
        Ok(kept.events.iter().rev().find(|entry| entry.kind == kind.code()).cloned())
    }

    fn register(&mut self) -> Result<Register, StoreError> {
        let blocks = self.blocks()?;
        let kept = self.kept();
        let facts = &kept.facts;
        let is_held = |id: &&PlayId| {
            let sold = &facts.plays[*id];
            matches!(sold.play.gain, Gain::Held(_)) && sold.confirmed_at.is_none()
        };
        Ok(Register {
            is_halted: facts.is_halted,
            offers: facts.offers.values().cloned().collect(),
            blocks,
            held: kept.plays.iter().filter(is_held).cloned().collect(),
        })
    }

    fn turnover(&mut self) -> Result<Vec<Hour>, StoreError> {
        let kept = self.kept();
        let mut hours: BTreeMap<(BlockId, i64), Hour> = BTreeMap::new();
        for sold in kept.facts.plays.values() {
            let play = &sold.play;
            if !is_over(kept.facts.blocks[&play.block].state) {
                continue;
            }
            let (block, hour) = (play.block.clone(), play.at.0.div_euclid(3_600_000));
            let sum = hours.entry((block.clone(), hour)).or_insert_with(|| Hour {
                block,
                hour,
                plays: 0,
                stakes: Cents::ZERO,
                gains: Cents::ZERO,
            });
            sum.plays += 1;
            sum.stakes.0 += play.stake.cents().0;
            sum.gains.0 += play.gain.cents().0;
        }
        Ok(hours.into_values().collect())
    }

    fn named(&mut self, name: &PlayerName) -> Result<Option<PlayerId>, StoreError> {
        Ok(self.kept().facts.names.get(name).copied())
    }

    fn lapsed(&mut self, by: Millis, limit: u32) -> Result<Lapsed, StoreError> {
        Ok(self.kept().lapsed(by, limit))
    }

    fn statement(
        &mut self,
        player: PlayerId,
        before: &Before,
        limit: u16,
    ) -> Result<Statement, StoreError> {
        let kept = self.kept();
        let own = kept.plays.iter().rev().filter(|play| play.player == player);
        let older = |sold: &Sold| before.play.is_none_or(|before| sold.place() < before);
        let more = usize::from(limit) + 1;
        let plays = own.map(|play| kept.sold(play)).filter(older).take(more).collect();
        let mut movements: Vec<_> = kept.movements.iter().filter(|it| it.0 == player).collect();
        movements.sort_by(|a, b| b.1.place.cmp(&a.1.place));
        let older = |it: &&&(PlayerId, Movement)| {
            before.movement.as_ref().is_none_or(|before| it.1.place < *before)
        };
        let movements = movements.iter().filter(older).take(more).map(|it| it.1.clone());
        Ok(Statement::merge(before, plays, movements.collect(), limit))
    }

    fn deposit(
        &mut self,
        provider: &Provider,
        reference: &Reference,
    ) -> Result<Option<Deposit>, StoreError> {
        let key = (provider.clone(), reference.clone());
        Ok(self.kept().facts.deposits.get(&key).cloned())
    }

    fn withdrawal(&mut self, id: &WithdrawalId) -> Result<Option<Withdrawal>, StoreError> {
        Ok(self.kept().facts.withdrawals.get(id).cloned())
    }

    fn outstanding(&mut self, limit: u32) -> Result<Outstanding, StoreError> {
        let kept = self.kept();
        let asked = kept.facts.deposits.values().filter(|it| it.state == DepositState::Asked);
        let mut deposits: Vec<_> = asked.cloned().collect();
        deposits.sort_by_key(|it| it.at);
        let pending = kept.facts.withdrawals.values();
        let pending = pending.filter(|it| it.state == WithdrawalState::Pending);
        let mut withdrawals: Vec<_> = pending.cloned().collect();
        withdrawals.sort_by_key(|it| it.at);
        deposits.truncate(limit as usize);
        withdrawals.truncate(limit as usize);
        Ok(Outstanding { deposits, withdrawals })
    }

    fn retail(&mut self, needs: &RetailNeeds) -> Result<RetailFacts, StoreError> {
        Ok(self.kept().facts.pick(&Needs { retail: needs.clone(), ..Needs::default() }).retail)
    }

    fn paper(&mut self) -> Result<Paper, StoreError> {
        Ok(self.kept().paper())
    }

    fn paid(
        &mut self,
        counter: CounterId,
        within: (Millis, Millis),
        limit: u32,
    ) -> Result<Vec<Payment>, StoreError> {
        Ok(self.kept().paid(counter, within, limit))
    }

    fn asking(&mut self, within: (Millis, Millis)) -> Result<Vec<Asking>, StoreError> {
        Ok(self.kept().asking(within))
    }

    fn sales(&mut self, code: GameCode) -> Result<Vec<Sales>, StoreError> {
        Ok(self.kept().sales(code))
    }
}

impl Kept {
    fn sold(&self, id: &PlayId) -> Sold {
        let zones = self.views.get(id).copied().unwrap_or(0);
        Sold { facts: self.facts.plays[id].clone(), zones }
    }

    fn save(&mut self, changes: &Changes) {
        for decision in &changes.decisions {
            self.facts.apply(decision);
            self.transfers.extend(decision.transfers.iter().map(|it| it.id.clone()));
            for it in &decision.transfers {
                let Some(player) = stated(it) else { continue };
                let (actor, to) = (it.id.cause.actor.to_string(), it.to.to_string());
                let name = (actor.as_str(), it.id.cause.id.as_str(), i64::from(it.id.number));
                let cents = signed(it.amount.cents());
                let movement = movement(name, &to, cents, it.reason.code(), it.at.0);
                let movement = movement.expect("it was made from a transfer");
                self.movements.push((PlayerId(player), movement));
            }
            for record in &decision.records {
                let at = match record {
                    Record::Play(play) => {
                        self.plays.push(play.id.clone());
                        self.places.insert((play.block.clone(), play.index.0));
                        play.at
                    }
                    Record::Known(_, known) => known.at,
                    _ => continue,
                };
                self.latest = self.latest.max(Some(at));
            }
        }
        let last = self.events.last().map(|entry| Head::after(entry).expect("we made its hash"));
        let mut head = last.unwrap_or_default();
        for (at, event) in changes.all_events() {
            self.events.push(head.push(at, event));
            self.latest = self.latest.max(Some(at));
        }
        for (id, zones) in &changes.views {
            if self.facts.plays.contains_key(id) {
                *self.views.entry(id.clone()).or_default() |= zones;
            }
        }
        if let Some(before) = changes.forget_before {
            self.facts.known.retain(|_, it| it.receipt.is_kept_for_ever() || it.at >= before);
        }
    }
}
