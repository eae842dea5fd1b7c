//! A small world for the property tests: three players, one game, two blocks of one emission.

use std::sync::Arc;

use game::{Cents, Date, GameId, Unit, UnitIndex};
use ledger::{
    Act, Amount, Block, BlockId, Ceiling, Command, CommandId, Decision, EmissionId, Facts, Gain,
    Millis, Mode, Offer, OperatorAct, OperatorName, OutboxAct, Parameters, Place, PlayId,
    PlayerAct, PlayerId, PlayerName, Provider, Receipt, Reference, RulesVersion, Span, Standing,
    WithdrawalId, decide,
};
use proptest::prelude::*;

pub(crate) const PLAYERS: i64 = 3;
pub(crate) const BLOCKS: [&str; 2] = ["b1", "b2"];

/// The blocks' units. Gains above the ceiling are held.
pub(crate) fn lots() -> [Vec<u64>; 2] {
    [vec![0, 300, 0, 4_000_000, 600, 0], vec![3_000_000, 0, 0, 0, 1300, 3_000_001, 0, 0]]
}

pub(crate) fn block_id(text: &str) -> BlockId {
    BlockId::new(text).unwrap()
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
        !matches!(self.kind, 13 | 16 | 18)
    }
}

pub(crate) fn steps() -> impl Strategy<Value = Step> {
    let wait = prop_oneof![
        Just(Span(0)),
        Just(Span(1)),
        (1_u32..30).prop_map(Span::hours),
        (1_u32..8).prop_map(Span::days),
    ];
    let amount = prop_oneof![1_u64..5000, Just(300), Just(10_000), Just(3_000_000)];
    // More purchases than anything else; closing seldom.
    let kind = prop_oneof![8 => 0_u8..5, 4 => 5_u8..18, 1 => Just(18_u8)];
    (wait, 1..=PLAYERS, 0_u8..40, kind, amount, 0_u8..40).prop_map(
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

fn id(text: &str) -> CommandId {
    CommandId::new(&format!("command-{text}")).unwrap()
}

fn game() -> GameId {
    GameId::new("mots-croises").unwrap()
}

fn operator(text: &str) -> OperatorName {
    OperatorName::new(text).unwrap()
}

impl World {
    pub(crate) fn new() -> Self {
        let mut world = Self { facts: Facts::new(Parameters::default()), now: Millis(0), count: 0 };
        let price = Amount::new(Cents(300)).unwrap();
        world.facts.offer(Offer { game: game(), price, current: None });
        for (number, (block, lots)) in (1..).zip(BLOCKS.iter().zip(lots())) {
            let emission = EmissionId { game: game(), number: 1 };
            let prizes = Amount::new(Cents(lots.iter().sum())).unwrap();
            let units = lots.len() as u64;
            world.facts.publish(Block::published(block_id(block), emission, number, units, prizes));
        }
        let put = OperatorAct::PutOnSale { block: block_id(BLOCKS[0]) };
        world.must(Act::Operator(operator("olga"), put));
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
                name: PlayerName::new(&format!("player {player}")).unwrap(),
                born: date(1980),
                today: date(2012),
                rules: RulesVersion(1),
            },
        );
        self.must(Act::Operator(operator("olga"), OperatorAct::ConfirmIdentity { player }));
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
        let block = BLOCKS.iter().position(|block| block_id(block) == place.block).unwrap();
        let lot = Cents(lots()[block][usize::try_from(place.index.0).unwrap()]);
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
        let player = step.player;
        let amount = Amount::new(Cents(step.amount)).unwrap();
        let other = id(&step.other.to_string());
        let play = PlayId { player, command: other.clone() };
        let withdrawal = WithdrawalId { player, command: other.clone() };
        let block = block_id(BLOCKS[usize::from(step.other % 2)]);
        let price = if step.other == 7 { Cents(301) } else { Cents(300) };
        let ceiling = Ceiling::new(Cents(step.amount));
        let act = match step.kind {
            0 | 1 => PlayerAct::Buy { game: game(), price, mode: Mode::Auto },
            2 => PlayerAct::Buy { game: game(), price, mode: Mode::Jouer },
            3 => PlayerAct::Finish { play: other },
            4 => PlayerAct::Deposit {
                provider: Provider::new("play-money").unwrap(),
                reference: Reference::new(&format!("ref-{}", step.name % 30)).unwrap(),
                amount,
            },
            5..=8 => PlayerAct::Withdraw { amount },
            9 => PlayerAct::SetLimits { stakes: ceiling, deposits: None },
            10 => PlayerAct::SetLimits { stakes: None, deposits: ceiling },
            11 | 12 => PlayerAct::AcceptRules { version: RulesVersion(1) },
            13 => PlayerAct::ExcludeSelf { period: Span::hours(u32::from(step.other)) },
            kind => {
                let id = id(&step.name.to_string());
                return Command {
                    id,
                    at: self.now,
                    act: other_act(kind, step, play, withdrawal, block),
                };
            }
        };
        let id = id(&step.name.to_string());
        Command { id, at: self.now, act: Act::Player(player, act) }
    }

    /// Has one player buy all that is left. Returns how many units were sold in all.
    pub(crate) fn sell_out(&mut self) -> usize {
        let rich = PlayerId(PLAYERS + 1);
        self.open_account(rich);
        let (provider, reference) = (Provider::new("play-money"), Reference::new("the-rich"));
        self.must_of(
            rich,
            PlayerAct::Deposit {
                provider: provider.unwrap(),
                reference: reference.unwrap(),
                amount: Amount::new(Cents(1_000_000)).unwrap(),
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
                let (play, second) = (it.play.id.clone(), operator("oscar"));
                let act = OperatorAct::ConfirmGain { play, second };
                self.must(Act::Operator(operator("olga"), act));
            }
        }
    }
}

fn other_act(kind: u8, step: &Step, play: PlayId, withdrawal: WithdrawalId, block: BlockId) -> Act {
    let act = match kind {
        14 if step.amount.is_multiple_of(2) => {
            return Act::Outbox(OutboxAct::Return { withdrawal });
        }
        14 => return Act::Outbox(OutboxAct::Settle { withdrawal }),
        15 => OperatorAct::ConfirmGain { play, second: operator("oscar") },
        16 => OperatorAct::Suspend { block },
        17 if step.amount.is_multiple_of(2) => OperatorAct::PutOnSale { block },
        17 => OperatorAct::Resume { block, sold: None },
        _ if step.name.is_multiple_of(4) => OperatorAct::Close { game: game() },
        _ => OperatorAct::Resume { block, sold: Some(UnitIndex(0).0) },
    };
    Act::Operator(operator("olga"), act)
}
