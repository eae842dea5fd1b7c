//! A batch's changes as the rows that they leave behind: what changes several times within the
//! batch is written once, as it stands at its end.

use std::collections::BTreeMap;

use ledger::{
    BlockId, CommandKey, Decision, Deposit, Known, Millis, PlayId, PlayerId, Provider, Reason,
    Record, Reference, Transfer, Withdrawal, WithdrawalId,
};

use crate::retail::RetailSheet;
use crate::row::{BlockRow, OfferRow, PlayRow, PlayerRow, signed};

/// Rows to save, in the order of the fields: what others refer to comes first, and a unit is
/// finished before its player has another.
#[derive(Default)]
pub(crate) struct Sheet<'a> {
    /// Whose names and births go: before their rows are saved.
    pub(crate) erased: Vec<PlayerId>,
    pub(crate) players: BTreeMap<PlayerId, PlayerRow>,
    pub(crate) blocks: BTreeMap<&'a BlockId, BlockRow>,
    pub(crate) offers: BTreeMap<&'a str, OfferRow>,
    /// Whether everything is suspended, if that has changed.
    pub(crate) is_halted: Option<bool>,
    /// Units of earlier batches.
    pub(crate) finished: Vec<(&'a PlayId, Millis)>,
    /// Units of earlier batches.
    pub(crate) confirmed: Vec<(&'a PlayId, Millis)>,
    /// New units, finished and confirmed where the batch did that too.
    pub(crate) plays: Vec<PlayRow>,
    pub(crate) known: Vec<(&'a CommandKey, &'a Known)>,
    /// New ones, as the batch leaves them.
    pub(crate) deposits: BTreeMap<(&'a Provider, &'a Reference), &'a Deposit>,
    /// Deposits of earlier batches that have ended.
    pub(crate) ended: Vec<&'a Deposit>,
    pub(crate) withdrawals: BTreeMap<&'a WithdrawalId, &'a Withdrawal>,
    /// All but those of new units: their rows say where their stakes and gains went.
    pub(crate) transfers: Vec<&'a Transfer>,
    /// The paper game.
    pub(crate) retail: RetailSheet<'a>,
    /// How much each account moves.
    pub(crate) accounts: BTreeMap<String, i64>,
    /// Where each new unit stands in `plays`.
    new: BTreeMap<&'a PlayId, usize>,
}

impl<'a> Sheet<'a> {
    /// What `decisions` leave behind.
    pub(crate) fn of(decisions: &'a [Decision]) -> Self {
        let mut sheet = Self { accounts: movements(decisions), ..Self::default() };
        for decision in decisions {
            let others = decision.transfers.iter().filter(|it| !is_of_play(it.reason));
            sheet.transfers.extend(others);
            decision.records.iter().for_each(|record| sheet.add(record));
        }
        sheet
    }

    fn add(&mut self, record: &'a Record) {
        match record {
            Record::Known(key, known) => self.known.push((key, known)),
            Record::Player(player) => {
                self.players.insert(player.id, PlayerRow::of(player));
            }
            Record::Erased(player) => self.erased.push(*player),
            Record::Deposit(deposit) => {
                // Two of one name are a fault that the database is to find.
                if let Some(first) = self.deposits.insert(deposit_key(deposit), deposit) {
                    self.ended.push(first);
                }
            }
            Record::DepositEnded(deposit) => match self.deposits.get_mut(&deposit_key(deposit)) {
                Some(new) => *new = deposit,
                None => self.ended.push(deposit),
            },
            Record::Withdrawal(withdrawal) => {
                self.withdrawals.insert(&withdrawal.id, withdrawal);
            }
            Record::Play(play) => {
                self.new.insert(&play.id, self.plays.len());
                self.plays.push(PlayRow::of(play));
            }
            Record::Finished(id, at) => match self.new.get(id) {
                Some(&new) => self.plays[new].finished_at = Some(at.0),
                None => self.finished.push((id, *at)),
            },
            Record::GainConfirmed(id, at) => match self.new.get(id) {
                Some(&new) => self.plays[new].confirmed_at = Some(at.0),
                None => self.confirmed.push((id, *at)),
            },
            Record::Block(block) => {
                self.blocks.insert(&block.id, BlockRow::of(block));
            }
            Record::Offer(offer) => {
                self.offers.insert(offer.game.as_str(), OfferRow::of(offer));
            }
            Record::Halt(is_halted) => self.is_halted = Some(*is_halted),
            Record::Retail(record) => self.retail.add(record),
            // They are chained last: see `Changes::all_events`.
            Record::Event(..) => {}
        }
    }
}

fn deposit_key(deposit: &Deposit) -> (&Provider, &Reference) {
    (&deposit.provider, &deposit.reference)
}

/// Whether a transfer is said by the row of the unit that it paid.
fn is_of_play(reason: Reason) -> bool {
    matches!(reason, Reason::Stake | Reason::Gain | Reason::GainHeld)
}

/// How much each account moves, in their order: the sums of the transfers.
pub(crate) fn movements(decisions: &[Decision]) -> BTreeMap<String, i64> {
    let mut moved = BTreeMap::new();
    for transfer in decisions.iter().flat_map(|decision| &decision.transfers) {
        let cents = signed(transfer.amount.cents());
        for (account, cents) in [(&transfer.from, -cents), (&transfer.to, cents)] {
            let sum: &mut i64 = moved.entry(account.to_string()).or_default();
            *sum = sum.checked_add(cents).expect("a batch's sums are far below 63 bits");
        }
    }
    moved.retain(|_, cents| *cents != 0);
    moved
}
