//! What is known when a command is decided.

use alloc::collections::{BTreeMap, BTreeSet};

use game::{Cents, GameId};

use crate::account::{Account, Transfer};
use crate::block::{Block, BlockState, Suspension};
use crate::decide::Decision;
use crate::id::{
    Actor, BlockId, CommandKey, PlayId, PlayerId, PlayerName, Provider, Reference, WithdrawalId,
};
use crate::needs::Needs;
use crate::offer::Offer;
use crate::parameters::Parameters;
use crate::play::{Place, PlayFacts, Standing};
use crate::player::{Deposit, DepositState, PlayerFacts, Withdrawal};
use crate::receipt::Known;
use crate::record::Record;
use crate::retail::RetailFacts;

/// What is known: for a batch, the part that [`Needs`] names; for the books in memory, everything.
///
/// What is absent does not exist, and an absent balance is zero. [`Account::Operator`] and
/// [`Account::Payments`] are not looked at by any decision and need not be loaded; what stands
/// under them after a batch is then how much it moved them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The parameters in force.
    pub parameters: Parameters,
    /// Commands that were answered.
    pub known: BTreeMap<CommandKey, Known>,
    /// Players.
    pub players: BTreeMap<PlayerId, PlayerFacts>,
    /// Whose each name is.
    pub names: BTreeMap<PlayerName, PlayerId>,
    /// Deposits.
    pub deposits: BTreeMap<(Provider, Reference), Deposit>,
    /// Withdrawals.
    pub withdrawals: BTreeMap<WithdrawalId, Withdrawal>,
    /// Sold units.
    pub plays: BTreeMap<PlayId, PlayFacts>,
    /// Whether the operator has suspended everything.
    pub is_halted: bool,
    /// Games as they are sold.
    pub offers: BTreeMap<GameId, Offer>,
    /// Blocks.
    pub blocks: BTreeMap<BlockId, Block>,
    /// The paper game.
    pub retail: RetailFacts,
    /// Balances, in cents.
    pub balances: BTreeMap<Account, i64>,
    /// Units that were read to be sold next; see [`Facts::unit_needed`].
    pub standing: BTreeMap<Place, Standing>,
}

impl Facts {
    /// No facts yet, under `parameters`.
    #[must_use]
    pub fn new(parameters: Parameters) -> Self {
        Self { parameters, ..Self::default() }
    }

    /// What an account holds, in cents.
    #[must_use]
    pub fn balance(&self, account: &Account) -> i64 {
        self.balances.get(account).copied().unwrap_or(0)
    }

    /// What a player can stake or withdraw.
    ///
    /// # Panics
    ///
    /// When the books are corrupt: a player's balance is never negative.
    #[must_use]
    pub fn player_balance(&self, player: PlayerId) -> Cents {
        let cents = self.balance(&Account::Player(player));
        Cents(u64::try_from(cents).expect("a player's balance is never negative"))
    }

    /// The published block that follows `block` in its emission: the one with the lowest number.
    #[must_use]
    pub fn following(&self, block: &Block) -> Option<&Block> {
        let waiting = self.blocks.values().filter(|other| {
            other.state == BlockState::Published && other.emission == block.emission
        });
        waiting.min_by_key(|other| other.number)
    }

    /// Makes a block known that is published and whose files are verified. A block that is known
    /// goes on where it stands.
    pub fn publish(&mut self, block: Block) {
        self.blocks.entry(block.id.clone()).or_insert(block);
    }

    /// Makes a game known, or its price and planned opening; all else stays as it is.
    pub fn offer(&mut self, offer: Offer) {
        let (price, planned) = (offer.price, offer.planned);
        let known = self.offers.entry(offer.game.clone()).or_insert(offer);
        (known.price, known.planned) = (price, planned);
    }

    /// Applies what was decided on these facts, so that the next command is decided on what is
    /// true then.
    pub fn apply(&mut self, decision: &Decision) {
        for transfer in &decision.transfers {
            self.apply_transfer(transfer);
        }
        for record in &decision.records {
            self.apply_record(record);
        }
    }

    fn apply_transfer(&mut self, transfer: &Transfer) {
        for (account, cents) in
            [(&transfer.from, -transfer.amount.signed()), (&transfer.to, transfer.amount.signed())]
        {
            let balance = self.balances.entry(account.clone()).or_insert(0);
            *balance = balance.checked_add(cents).expect("accounts are far below 63 bits");
        }
    }

    fn apply_record(&mut self, record: &Record) {
        match record {
            Record::Known(key, known) => {
                self.known.insert(key.clone(), known.clone());
            }
            Record::Player(row) => {
                self.names.insert(row.name.clone(), row.id);
                match self.players.get_mut(&row.id) {
                    Some(player) => {
                        if player.row.name != row.name {
                            self.names.remove(&player.row.name);
                        }
                        player.row = row.clone();
                    }
                    None => {
                        self.players.insert(row.id, PlayerFacts::new(row.clone()));
                    }
                }
            }
            Record::Erased(player) => self.erase(*player),
            Record::Deposit(deposit) => {
                self.deposits.insert(deposit.key(), deposit.clone());
                if let Some(player) = self.players.get_mut(&deposit.player) {
                    player.deposits.forget(deposit.at.before(self.parameters.limit_window));
                    player.deposits.add(deposit.at, deposit.amount);
                }
            }
            Record::DepositEnded(deposit) => {
                self.deposits.insert(deposit.key(), deposit.clone());
                if deposit.state == DepositState::Declined
                    && let Some(player) = self.players.get_mut(&deposit.player)
                {
                    player.deposits.take_back(deposit.at, deposit.amount);
                }
            }
            Record::Withdrawal(withdrawal) => {
                self.withdrawals.insert(withdrawal.id.clone(), withdrawal.clone());
            }
            Record::Play(play) => self.apply_play(PlayFacts::sold(play.clone())),
            Record::Finished(id, at) => {
                if let Some(facts) = self.plays.get_mut(id) {
                    facts.finished_at = Some(*at);
                }
                if let Some(player) = self.players.get_mut(&id.player) {
                    player.unfinished.retain(|_, play| play != id);
                }
            }
            Record::GainConfirmed(id, at) => {
                if let Some(facts) = self.plays.get_mut(id) {
                    facts.confirmed_at = Some(*at);
                }
            }
            Record::Block(block) => {
                // A record that was found damaged is read again after its repair.
                if block.state == BlockState::Suspended(Suspension::Damaged) {
                    self.standing.remove(&block.place());
                }
                self.blocks.insert(block.id.clone(), block.clone());
            }
            Record::Offer(offer) => {
                self.offers.insert(offer.game.clone(), offer.clone());
            }
            Record::Halt(is_halted) => self.is_halted = *is_halted,
            Record::Retail(record) => self.retail.apply(record),
            // No decision looks at what happened.
            Record::Event(..) => {}
        }
    }

    /// What is kept of a player's commands says nothing any more of who he is.
    fn erase(&mut self, player: PlayerId) {
        let own = |key: &CommandKey| key.actor == Actor::Player(player);
        let known = self.known.iter_mut().filter(|(key, _)| own(key));
        known.for_each(|(_, known)| known.content = known.content.erased());
    }

    fn apply_play(&mut self, facts: PlayFacts) {
        let play = &facts.play;
        self.known.insert(play.key(), play.known());
        self.standing.remove(&Place { block: play.block.clone(), index: play.index });
        if let Some(player) = self.players.get_mut(&play.id.player) {
            player.stakes.forget(play.at.before(self.parameters.limit_window));
            player.stakes.add(play.at, play.stake);
            player.staked = play.staked;
            if facts.finished_at.is_none() {
                player.unfinished.insert(play.game.clone(), play.id.clone());
            }
        }
        self.plays.insert(play.id.clone(), facts);
    }

    /// The part of these facts that `needs` names: what an engine loads from its tables.
    #[must_use]
    pub fn pick(&self, needs: &Needs) -> Self {
        let mut picked = Self::new(self.parameters.clone());
        copy(&self.known, &needs.keys, &mut picked.known);
        copy(&self.players, &needs.players, &mut picked.players);
        copy(&self.names, &needs.names, &mut picked.names);
        copy(&self.deposits, &needs.deposits, &mut picked.deposits);
        copy(&self.withdrawals, &needs.withdrawals, &mut picked.withdrawals);
        copy(&self.plays, &needs.plays, &mut picked.plays);
        picked.is_halted = needs.house && self.is_halted;
        let mut games = needs.games.clone();
        copy(&self.blocks, &needs.blocks, &mut picked.blocks);
        games.extend(picked.blocks.values().map(|block| block.emission.game.clone()));
        copy(&self.offers, &games, &mut picked.offers);
        let current: BTreeSet<_> =
            picked.offers.values().filter_map(|offer| offer.current.clone()).collect();
        copy(&self.blocks, &current, &mut picked.blocks);
        let published = self.blocks.values().filter(|block| {
            let of_emission = |id: &BlockId| {
                self.blocks.get(id).is_some_and(|other| other.emission == block.emission)
            };
            block.state == BlockState::Published
                && needs.games.contains(&block.emission.game)
                && current.iter().any(of_emission)
        });
        let published: BTreeSet<_> = published.map(|block| block.id.clone()).collect();
        copy(&self.blocks, &published, &mut picked.blocks);
        picked.retail = self.retail.pick(&needs.retail);
        copy(&self.balances, &picked.accounts(), &mut picked.balances);
        picked
    }

    /// The guarded accounts of all that is here, whose balances are loaded with it.
    #[must_use]
    pub fn accounts(&self) -> BTreeSet<Account> {
        let players = self.players.keys().map(|player| Account::Player(*player));
        let held = self.plays.keys().cloned().map(Account::Held);
        let pending = self.withdrawals.keys().cloned().map(Account::Pending);
        let stakes = self.blocks.keys().cloned().map(Account::Stakes);
        let prizes = self.blocks.keys().cloned().map(Account::Prizes);
        let retail = self.retail.accounts();
        players.chain(held).chain(pending).chain(stakes).chain(prizes).chain(retail).collect()
    }
}

fn copy<K: Ord + Clone, V: Clone>(
    from: &BTreeMap<K, V>,
    keys: &BTreeSet<K>,
    to: &mut BTreeMap<K, V>,
) {
    let found = keys.iter().filter_map(|key| Some((key.clone(), from.get(key)?.clone())));
    to.extend(found);
}
