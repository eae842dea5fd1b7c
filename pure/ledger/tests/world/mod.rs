//! A small world for the property tests: three players, one game, two blocks of one emission.

use std::sync::Arc;

use game::{Cents, Date, GameId, Unit};
use ledger::{
    Act, Amount, Block, BlockId, Ceiling, Command, CommandId, Decision, EmissionId, Facts, Gain,
    Millis, Mode, Offer, OperatorAct, OperatorName, OutboxAct, Parameters, Place, PlayId,
    PlayerAct, PlayerId, PlayerName, Provider, Receipt, Reference, Remark, RulesVersion, Signed,
    Span, Standing, WithdrawalId, decide,
};
use proptest::prelude::*;

pub(crate) const PLAYERS: i64 = 3;
pub(crate) const BLOCKS: [&str; 2] = ["b1", "b2"];

/// The blocks' units. Gains above the ceiling are held.
pub(crate) fn lots() -> [Vec<u64>; 2] {
    [vec![0, 300, 0, 4_000_000, 600, 0], vec![3_000_000, 0, 0, 0, 1300, 3_000_001, 0, 0]]
}

pub(crate) fn block_id(text: &str) -> BlockId {
    sure(BlockId::new(text))
}

/// One command to come: who, what, under which of a few names, how long after the one before.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) wait: Span,
    player: PlayerId,
    /// A name used before, perhaps.
    name: u8,
    kind: u8,
    amount: u64,
    other: u8,
}

impl Step {
    /// Whether it can neither stop the sale nor keep a player from it.
    pub(crate) fn leaves_the_sale_open(&self) -> bool {
        !matches!(self.kind, 13 | 16 | 20 | 26 | 27)
    }
}

pub(crate) fn steps() -> impl Strategy<Value = Step> {
    let wait = prop_oneof![
        4 => Just(Span(0)),
        4 => Just(Span(1)),
        4 => (1_u32..30).prop_map(Span::hours),
        1 => (1_u32..8).prop_map(Span::days),
    ];
    let amount = prop_oneof![1_u64..5000, Just(3000), Just(10_000), Just(3_000_000)];
    // Closing is the end of the sale, so it comes seldom.
    let kind = prop_oneof![300 => 0_u8..27, 1 => Just(27_u8)];
    (wait, 1..=PLAYERS, 0_u8..250, kind, amount, 0_u8..40).prop_map(
        |(wait, player, name, kind, amount, other)| Step {
            wait,
            player: PlayerId(player),
            name,
            kind,
            amount,
            other,
        },
    )
}

pub(crate) struct World {
    pub(crate) facts: Facts,
    now: Millis,
    count: u32,
}

/// What this file writes is what it says.
fn sure<T>(it: Option<T>) -> T {
    it.expect("it is written down here, and right")
}

fn id(text: &str) -> CommandId {
    sure(CommandId::new(&format!("command-{text}")))
}

fn game() -> GameId {
    sure(GameId::new("mots-croises"))
}

/// An act of Olga's that nobody signs with her.
fn alone(act: OperatorAct) -> Act {
    Act::Operator(Signed::alone(sure(OperatorName::new("olga"))), act)
}

/// An act of Olga's that Oscar signs with her.
fn both(act: OperatorAct) -> Act {
    let name = |text| sure(OperatorName::new(text));
    Act::Operator(Signed::both(name("olga"), name("oscar")), act)
}

impl World {
    pub(crate) fn new() -> Self {
        let mut world = Self { facts: Facts::new(Parameters::default()), now: Millis(0), count: 0 };
        let price = sure(Amount::new(Cents(300)));
        world.facts.offer(Offer::new(game(), price, None));
        for (number, (block, lots)) in (1..).zip(BLOCKS.iter().zip(lots())) {
            let emission = EmissionId { game: game(), number: 1 };
            let prizes = sure(Amount::new(Cents(lots.iter().sum())));
            let units = lots.len() as u64;
            world.facts.publish(Block::published(block_id(block), emission, number, units, prizes));
        }
        let put = OperatorAct::PutOnSale { block: block_id(BLOCKS[0]) };
        world.must(both(put));
        for player in 1..=PLAYERS {
            world.open_account(PlayerId(player));
        }
        world
    }

    fn open_account(&mut self, player: PlayerId) {
        let date = |year| Date { year, month: 1, day: 1 };
        self.must_of(
            player,
            PlayerAct::Register {
                name: sure(PlayerName::new(&format!("player {player}"))),
                born: date(1980),
                today: date(2012),
                rules: RulesVersion(1),
            },
        );
        self.must(both(OperatorAct::ConfirmIdentity { player }));
        let high = Ceiling::new(Cents(10_000_000));
        self.must_of(player, PlayerAct::SetLimits { stakes: high, deposits: high });
    }

    fn must_of(&mut self, player: PlayerId, act: PlayerAct) {
        self.must(Act::Player(player, act));
    }

    /// Carries out a command of which nobody doubts that it can be.
    fn must(&mut self, act: Act) {
        self.count += 1;
        let command = Command { id: id(&format!("must-{}", self.count)), at: self.now, act };
        let receipt = self.carry_out(&command).receipt;
        assert!(matches!(receipt, Receipt::Done(_)), "{command:?}: {receipt}");
    }

    pub(crate) fn wait(&mut self, span: Span) {
        self.now = self.now.after(span);
    }

    pub(crate) fn standing(&self, place: &Place) -> Standing {
        let block = sure(BLOCKS.iter().position(|block| block_id(block) == place.block));
        let lot = Cents(lots()[block][usize::try_from(place.index.0).expect("a small index")]);
        let unit = Unit { letters: Vec::new(), grids: Vec::new() };
        Standing::Sound { unit: Arc::new(unit), lot }
    }

    pub(crate) fn carry_out(&mut self, command: &Command) -> Decision {
        if let Some(place) = self.facts.unit_needed(command) {
            let standing = self.standing(&place);
            self.facts.standing.insert(place, standing);
        }
        let decision = decide(&self.facts, command);
        self.facts.apply(&decision);
        decision
    }

    pub(crate) fn command(&self, step: &Step) -> Command {
        let act = match self.player_act(step) {
            Some(act) => Act::Player(step.player, act),
            None => self.other_act(step),
        };
        Command { id: id(&step.name.to_string()), at: self.now, act }
    }

    fn player_act(&self, step: &Step) -> Option<PlayerAct> {
        let amount = sure(Amount::new(Cents(step.amount)));
        let ceiling = Ceiling::new(Cents(step.amount));
        let price = if step.other == 7 { Cents(301) } else { Cents(300) };
        Some(match step.kind {
            0..=5 => PlayerAct::Buy { game: game(), price, mode: Mode::Auto },
            6 | 7 => PlayerAct::Buy { game: game(), price, mode: Mode::Jouer },
            8 | 9 => PlayerAct::Finish { play: self.play(step).command },
            10 | 11 => PlayerAct::Deposit {
                provider: sure(Provider::new("play-money")),
                reference: sure(Reference::new(&format!("ref-{}", step.other))),
                amount,
            },
            12 if step.other.is_multiple_of(2) => {
                PlayerAct::AskDeposit { provider: sure(Provider::new("play-money")), amount }
            }
            12 => PlayerAct::Withdraw { amount },
            13 => PlayerAct::SetLimits { stakes: ceiling, deposits: None },
            14 => PlayerAct::SetLimits { stakes: None, deposits: ceiling },
            15 => PlayerAct::AcceptRules { version: RulesVersion(1) },
            16 => PlayerAct::ExcludeSelf { period: Span::hours(u32::from(step.other)) },
            _ => return None,
        })
    }

    fn other_act(&self, step: &Step) -> Act {
        let block = block_id(BLOCKS[usize::from(step.other % 2)]);
        let act = match step.kind {
            17 | 18 if step.amount.is_multiple_of(2) => {
                let WithdrawalId { player, command } = self.withdrawal(step);
                let reference = sure(Reference::new(&format!("{player}/{command}")));
                let provider = sure(Provider::new("play-money"));
                return Act::Outbox(if step.kind == 17 {
                    OutboxAct::Credit { player, provider, reference }
                } else {
                    OutboxAct::Decline { player, provider, reference }
                });
            }
            17 => return Act::Outbox(OutboxAct::Settle { withdrawal: self.withdrawal(step) }),
            18 => return Act::Outbox(OutboxAct::Return { withdrawal: self.withdrawal(step) }),
            19 => OperatorAct::ConfirmGain { play: self.play(step) },
            20 => OperatorAct::Suspend { block },
            21..=24 => OperatorAct::Resume { block, sold: None },
            25 => OperatorAct::PutOnSale { block },
            27 => OperatorAct::Close { game: game() },
            _ => self.stop_or_go(step),
        };
        if step.other == 3 { alone(act) } else { both(act) }
    }

    /// Something wider than a block stops, or goes on again.
    fn stop_or_go(&self, step: &Step) -> OperatorAct {
        let (player, reason) = (step.player, sure(Remark::new("a reason")));
        match step.other % 8 {
            0 => OperatorAct::SuspendGame { game: game() },
            1 => OperatorAct::SuspendAll,
            2 => OperatorAct::Bar { player, reason },
            3 => OperatorAct::PutOff { game: game(), until: self.now.after(Span(9)), reason },
            4 => OperatorAct::Unbar { player, reason },
            5 => OperatorAct::ResumeAll,
            _ => OperatorAct::ResumeGame { game: game() },
        }
    }

    /// A unit that this player has bought, or one that nobody ever did.
    fn play(&self, step: &Step) -> PlayId {
        let sold = self.facts.plays.keys().filter(|play| play.player == step.player);
        let nothing = PlayId { player: step.player, command: id("never") };
        let mut plays = sold.rev().cloned().chain([nothing]).collect::<Vec<_>>();
        let count = plays.len();
        plays.swap_remove(usize::from(step.other) % count)
    }

    fn withdrawal(&self, step: &Step) -> WithdrawalId {
        let nothing = WithdrawalId { player: step.player, command: id("never") };
        let asked = self.facts.withdrawals.keys().cloned();
        let mut withdrawals = asked.chain([nothing]).collect::<Vec<_>>();
        let count = withdrawals.len();
        withdrawals.swap_remove(usize::from(step.other) % count)
    }

    /// Has one player buy all that is left. Returns how many units were sold in all.
    pub(crate) fn sell_out(&mut self) -> usize {
        let rich = PlayerId(PLAYERS + 1);
        self.open_account(rich);
        let (provider, reference) = (Provider::new("play-money"), Reference::new("the-rich"));
        self.must_of(
            rich,
            PlayerAct::Deposit {
                provider: sure(provider),
                reference: sure(reference),
                amount: sure(Amount::new(Cents(1_000_000))),
            },
        );
        let total: usize = lots().iter().map(Vec::len).sum();
        while self.facts.plays.len() < total {
            self.must_of(
                rich,
                PlayerAct::Buy { game: game(), price: Cents(300), mode: Mode::Auto },
            );
        }
        self.facts.plays.len()
    }

    pub(crate) fn confirm_all_gains(&mut self) {
        let sold: Vec<_> = self.facts.plays.values().cloned().collect();
        for it in sold {
            if matches!(it.play.gain, Gain::Held(_)) && it.confirmed_at.is_none() {
                self.must(both(OperatorAct::ConfirmGain { play: it.play.id.clone() }));
            }
        }
    }
}
