//! A seeded world: buys, retries, reorders, crashes before and after any commit, two tellers, a
//! clock that jumps; and an auditor with books of his own. It ends by selling out and paying all,
//! and then the blocks' prize accounts stand at exactly zero.
//!
//! A failure prints its seed; `GRILLE_SEED=N` runs that one alone, `GRILLE_SEEDS=N` so many on
//! memory, and a share of them on the databases.

mod world;

use std::collections::BTreeMap;
use std::sync::Arc;

use ledger::{
    Act, Done, EventKind, Gain, Mode, OperatorAct, OutboxAct, Play, PlayId, PlayerAct, PlayerId,
    Receipt, Refusal, WithdrawalId,
};
use store::{Engine, Order};

use world::dice::Dice;
use world::servers::{Keeper, Ran, Receipts, Servers, each_seed, has_postgres};
use world::{block, command_id, finish, opening, operator, wish};

const PLAYERS: i64 = 5;

/// What the auditor has been told, and what must follow from it.
#[derive(Default)]
struct Auditor {
    receipts: Receipts,
    plays: BTreeMap<(String, u64), Arc<Play>>,
    /// What each player should have, in cents.
    balances: BTreeMap<PlayerId, i64>,
}

impl Auditor {
    fn note(&mut self, order: &Order, receipt: &Receipt) {
        if !self.receipts.is_first(order, receipt) {
            return;
        }
        let Receipt::Done(done) = receipt else { return };
        match (&order.act, done) {
            (Act::Player(player, PlayerAct::Deposit { amount, .. }), _) => {
                self.move_by(*player, signed(amount.cents().0));
            }
            (Act::Player(player, PlayerAct::Withdraw { amount }), _) => {
                self.move_by(*player, -signed(amount.cents().0));
            }
            (
                Act::Operator(_, OperatorAct::ConfirmGain { play }),
                Done::GainConfirmed { amount },
            ) => {
                self.move_by(play.player, signed(amount.cents().0));
            }
            (_, Done::Bought(play)) => self.note_sale(play),
            _ => {}
        }
    }

    fn note_sale(&mut self, play: &Arc<Play>) {
        let place = (play.block.to_string(), play.index.0);
        let before = self.plays.insert(place, Arc::clone(play));
        assert!(before.is_none(), "{play:?} was sold before, to {before:?}");
        let gain = match play.gain {
            Gain::Credited(amount) => signed(amount.cents().0),
            Gain::None | Gain::Held(_) => 0,
        };
        self.move_by(play.id.player, gain - signed(play.stake.cents().0));
    }

    fn move_by(&mut self, player: PlayerId, cents: i64) {
        *self.balances.entry(player).or_default() += cents;
    }
}

fn signed(cents: u64) -> i64 {
    i64::try_from(cents).expect("a small world has small sums")
}

/// Players at the servers of one ledger.
struct World {
    servers: Servers,
    auditor: Auditor,
    plays: Vec<PlayId>,
}

impl World {
    fn new(seed: u64, engine: Box<dyn Engine>) -> Self {
        let mut dice = Dice(seed);
        let words: Vec<u8> =
            (0..14).map(|_| [0, 1, 0, 2, 3, 4, 7][dice.roll(7) as usize]).collect();
        let words = [words, vec![2]].concat();
        let stock = vec![block("b1", 1, &words).0, block("b2", 2, &words).0];
        let first = stock[0].block().id;
        let servers = Servers::new(dice, engine, stock);
        let mut world = Self { servers, auditor: Auditor::default(), plays: Vec::new() };
        world.must(operator(OperatorAct::PutOnSale { block: first }));
        for player in 1..=PLAYERS {
            let euros = 5 + world.servers.dice.roll(60);
            opening(PlayerId(player), euros).into_iter().for_each(|act| world.must(act));
        }
        world
    }

    fn settle(&mut self, order: &Order) -> Receipt {
        let receipt = self.servers.settle(order);
        self.learn(order, &receipt);
        receipt
    }

    fn must(&mut self, act: Act) {
        let order = self.servers.new_order(act);
        let receipt = self.settle(&order);
        assert!(matches!(receipt, Receipt::Done(_)), "{order:?}: {receipt}");
    }

    fn learn(&mut self, order: &Order, receipt: &Receipt) {
        self.auditor.note(order, receipt);
        if let Receipt::Done(Done::Bought(play)) = receipt {
            self.plays.push(play.id.clone());
        }
    }

    /// Some commands at once.
    fn step(&mut self) {
        let orders = (0..=self.servers.dice.roll(12)).map(|_| self.order()).collect();
        for (order, receipt) in self.servers.give(orders) {
            self.learn(&order, &receipt);
        }
    }

    fn order(&mut self) -> Order {
        if let Some(order) = self.servers.old_order() {
            return order;
        }
        let act = self.act();
        self.servers.new_order(act)
    }

    fn act(&mut self) -> Act {
        let dice = &mut self.servers.dice;
        let player = PlayerId(1 + signed(dice.roll(PLAYERS.unsigned_abs())));
        let mode = if dice.roll(3) == 0 { Mode::Jouer } else { Mode::Auto };
        let act = match dice.roll(12) {
            0 | 1 => dice.pick(&self.plays).map(finish),
            2 => {
                let amount = self.servers.stock[0].offer().price;
                Some(Act::Player(player, PlayerAct::Withdraw { amount }))
            }
            3 => {
                let command = command_id(&dice.roll(200).to_string());
                let withdrawal = WithdrawalId { player, command };
                Some(Act::Outbox(OutboxAct::Settle { withdrawal }))
            }
            4 => {
                let stop = dice.roll(6);
                Some(self.stops(stop))
            }
            _ => None,
        };
        act.unwrap_or_else(|| wish(player, mode))
    }

    /// Everything or the game stops, or, more often, goes on.
    fn stops(&self, roll: u64) -> Act {
        let game = self.servers.stock[0].game.id.clone();
        operator(match roll {
            0 => OperatorAct::SuspendAll,
            1 => OperatorAct::SuspendGame { game },
            2 | 3 => OperatorAct::ResumeAll,
            _ => OperatorAct::ResumeGame { game },
        })
    }

    /// Sells what is left, pays what is held, and has the auditor look at all of it.
    fn close(&mut self) {
        for order in self.servers.calm() {
            self.settle(&order);
        }
        for roll in [2, 4] {
            // Whether it stood still or not.
            let order = self.servers.new_order(self.stops(roll));
            self.settle(&order);
        }
        let rich = PlayerId(PLAYERS + 1);
        opening(rich, 1_000).into_iter().for_each(|act| self.must(act));
        loop {
            let order = self.servers.new_order(wish(rich, Mode::Auto));
            match self.settle(&order) {
                Receipt::Done(_) => {}
                Receipt::Refused(refusal) => {
                    assert_eq!(refusal, Refusal::SoldOut);
                    break;
                }
            }
        }
        let sold: Vec<_> = self.auditor.plays.values().cloned().collect();
        for play in sold.iter().filter(|play| matches!(play.gain, Gain::Held(_))) {
            self.must(operator(OperatorAct::ConfirmGain { play: play.id.clone() }));
        }
        self.audit(&sold);
    }

    fn audit(&mut self, sold: &[Arc<Play>]) {
        let books = self.servers.engine.books().expect("the ledger works");
        assert_eq!(books.balances.values().sum::<i64>(), 0);
        let account = |name: String| books.balances.get(&name).copied().unwrap_or(0);
        for (player, cents) in &self.auditor.balances {
            assert_eq!(account(format!("player/{player}")), *cents, "player {player}");
        }
        assert_eq!(books.sold, sold.len() as u64);
        for stock in &self.servers.stock {
            let id = stock.block().id;
            let own: Vec<_> = sold.iter().filter(|play| play.block == id).collect();
            assert_eq!(own.len() as u64, stock.units.count(), "every unit of {id} once");
            assert_eq!(account(format!("prizes/{id}")), 0, "the prizes of {id}");
            let stakes = signed(own.len() as u64 * 300);
            assert_eq!(account(format!("stakes/{id}")), stakes);
            for prize in &stock.game.prizes {
                let won = own.iter().filter(|play| play.gain.cents() == prize.amount).count();
                assert_eq!(won, prize.count as usize);
            }
        }
        self.audit_events(sold);
        let held = books.balances.iter().filter(|(name, _)| name.starts_with("held/"));
        assert_eq!(held.map(|(_, cents)| cents).sum::<i64>(), 0);
    }
}

impl World {
    /// The chain holds, and has one event for each thing that deserves one, whatever broke.
    fn audit_events(&mut self, sold: &[Arc<Play>]) {
        let events = self.servers.events();
        let count = |kind| events.count(kind);
        let held = sold.iter().filter(|play| matches!(play.gain, Gain::Held(_))).count();
        assert_eq!(count(EventKind::GainHeld), held);
        assert_eq!(count(EventKind::GainConfirmed), held);
        assert_eq!(count(EventKind::BlockOnSale), self.servers.stock.len());
        assert_eq!(count(EventKind::BlockSoldOut), self.servers.stock.len());
        assert_eq!(count(EventKind::ParametersChanged), 1, "every server has the same");
        // What stopped went on, each as often.
        assert_eq!(count(EventKind::AllSuspended), count(EventKind::AllResumed));
        assert_eq!(count(EventKind::GameSuspended), count(EventKind::GameResumed));
    }
}

fn simulate(keeper: Keeper) {
    let mut commands = 0;
    let ran = each_seed("simulation", keeper, |seed, engine| {
        let mut world = World::new(seed, engine);
        (0..30).for_each(|_| world.step());
        world.close();
        commands += world.servers.commands();
    });
    if let Ran::All(seeds) = ran {
        println!("soak: simulation, {}: {seeds} seeds, {commands} commands", keeper.name());
    }
}

#[test]
fn memory() {
    simulate(Keeper::Memory);
}

#[test]
fn sqlite() {
    simulate(Keeper::Sqlite);
}

#[test]
fn postgres() {
    if has_postgres() {
        simulate(Keeper::Postgres);
    }
}
