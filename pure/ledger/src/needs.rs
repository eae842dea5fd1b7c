//! Which facts a batch of commands needs, so that an engine has one loader for all of them.

use alloc::collections::BTreeSet;

use game::GameId;

use crate::command::{Act, Command, OutboxAct, PlayerAct};
use crate::id::{
    BlockId, CommandKey, PlayId, PlayerId, PlayerName, Provider, Reference, WithdrawalId,
};
use crate::keeper::KeeperAct;
use crate::operator::OperatorAct;
use crate::retail::{RetailAct, RetailNeeds};

/// What to load before a batch is decided. What does not exist is left out of the facts.
///
/// [`crate::Facts::pick`] does with facts in memory what an engine does with its tables, and is
/// the model to test an engine's loader against.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// Receipts, by key; a purchase's from its play.
    pub keys: BTreeSet<CommandKey>,
    /// Players: row, balance, the stakes and deposits of the last days, unfinished units.
    pub players: BTreeSet<PlayerId>,
    /// Account names, with the player who has each.
    pub names: BTreeSet<PlayerName>,
    /// Deposits that may have been credited.
    pub deposits: BTreeSet<(Provider, Reference)>,
    /// Withdrawals, with the balance of each one's `Pending` account.
    pub withdrawals: BTreeSet<WithdrawalId>,
    /// Sold units, with the balance of each one's `Held` account.
    pub plays: BTreeSet<PlayId>,
    /// Games: the offer, its current block, and every published block of that one's emission;
    /// blocks as below.
    pub games: BTreeSet<GameId>,
    /// Blocks, with the balances of `Stakes` and `Prizes`, and the offer of each one's game with
    /// its current block.
    pub blocks: BTreeSet<BlockId>,
    /// Whether everything is suspended.
    pub house: bool,
    /// The paper game.
    pub retail: RetailNeeds,
}

impl Needs {
    /// What `commands` need together.
    #[must_use]
    pub fn of<'a>(commands: impl IntoIterator<Item = &'a Command>) -> Self {
        let mut needs = Self::default();
        commands.into_iter().for_each(|command| needs.add(command));
        needs
    }

    /// Adds what `command` needs.
    pub fn add(&mut self, command: &Command) {
        self.keys.insert(command.key());
        self.players.extend(command.act.player());
        match &command.act {
            Act::Player(player, act) => self.add_player_act(*player, act),
            Act::Counter(counter, act) => self.retail.add_counter_act(*counter, act),
            Act::Operator(_, act) => self.add_operator_act(act),
            Act::Outbox(
                OutboxAct::Credit { provider, reference, .. }
                | OutboxAct::Decline { provider, reference, .. },
            ) => {
                self.deposits.insert((provider.clone(), reference.clone()));
            }
            Act::Outbox(OutboxAct::Settle { withdrawal } | OutboxAct::Return { withdrawal }) => {
                self.withdrawals.insert(withdrawal.clone());
            }
            // Whatever was paid for long enough ago: nothing is looked at one by one.
            Act::Keeper(KeeperAct::Erase { .. } | KeeperAct::EraseBearers) => {}
            Act::Keeper(KeeperAct::Suspend { block, .. }) => {
                self.blocks.insert(block.clone());
            }
        }
    }

    fn add_player_act(&mut self, player: PlayerId, act: &PlayerAct) {
        match act {
            PlayerAct::Register { name, .. } => {
                self.names.insert(name.clone());
            }
            PlayerAct::Deposit { provider, reference, .. } => {
                self.deposits.insert((provider.clone(), reference.clone()));
            }
            PlayerAct::Buy { game, .. } => {
                self.house = true;
                self.games.insert(game.clone());
            }
            PlayerAct::Finish { play } => {
                self.plays.insert(PlayId { player, command: play.clone() });
            }
            PlayerAct::AskDeposit { .. }
            | PlayerAct::AcceptRules { .. }
            | PlayerAct::Withdraw { .. }
            | PlayerAct::SetLimits { .. }
            | PlayerAct::ExcludeSelf { .. } => {}
        }
    }

    fn add_operator_act(&mut self, act: &OperatorAct) {
        match act {
            OperatorAct::ConfirmIdentity { .. }
            | OperatorAct::Bar { .. }
            | OperatorAct::Unbar { .. }
            | OperatorAct::CloseAccount { .. }
            | OperatorAct::Correct { .. } => {}
            OperatorAct::ConfirmGain { play } => {
                self.plays.insert(play.clone());
            }
            OperatorAct::PutOnSale { block }
            | OperatorAct::Suspend { block }
            | OperatorAct::CloseRestored { block }
            | OperatorAct::Resume { block, .. } => {
                self.blocks.insert(block.clone());
            }
            OperatorAct::Close { game }
            | OperatorAct::PutOff { game, .. }
            | OperatorAct::SuspendGame { game }
            | OperatorAct::ResumeGame { game } => {
                self.games.insert(game.clone());
            }
            OperatorAct::SuspendAll | OperatorAct::ResumeAll => self.house = true,
            OperatorAct::Retail(act) => self.add_retail_act(act),
        }
    }

    fn add_retail_act(&mut self, act: &RetailAct) {
        self.retail.add_operator_act(act);
        match act {
            RetailAct::Announce { emission, .. } => {
                self.games.insert(emission.game.clone());
            }
            RetailAct::Print { block, .. }
            | RetailAct::ResumePayments { block, .. }
            | RetailAct::Expire { block } => {
                self.blocks.insert(block.clone());
            }
            _ => {}
        }
    }
}
