//! A seeded world: buys, retries, reorders, crashes before and after any commit, two tellers, a
//! clock that jumps; and an auditor with books of his own. It ends by selling out and paying all,
//! and then the blocks' prize accounts stand at exactly zero.
//!
//! A failure prints its seed; `GRILLE_SEED=N` runs that one alone, `GRILLE_SEEDS=N` so many on
//! memory, and a share of them on the databases.

mod world;

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};

use ledger::{
    Act, Decision, Done, EventKind, Gain, Mode, OperatorAct, OutboxAct, Play, PlayId, PlayerAct,
    PlayerId, Receipt, Refusal, Span, WithdrawalId,
};
use store::{Answer, Engine, Head, Memory, Order, Settings, Stock, Store, Unanswered};

use world::dice::Dice;
use world::faulty::{Faulty, Mishap};
use world::{
    NOON, asked, block, command_id, finish, opening, operator, postgres_address, settings, sure,
    wish,
};

const PLAYERS: i64 = 5;
/// No run of mishaps is as long as this.
const TRIES: u32 = 1_000;

/// What the auditor has been told, and what must follow from it.
#[derive(Default)]
struct Auditor {
    /// The first receipt of each command, which every later one must equal.
    receipts: BTreeMap<String, Receipt>,
    plays: BTreeMap<(String, u64), Arc<Play>>,
    /// What each player should have, in cents.
    balances: BTreeMap<PlayerId, i64>,
}

impl Auditor {
    fn note(&mut self, order: &Order, receipt: &Receipt) {
        let key = match &order.act {
            Act::Player(player, _) => format!("{player} {}", order.id),
            Act::Counter(..) | Act::Operator(..) | Act::Outbox(_) | Act::Keeper(_) => {
                order.id.to_string()
            }
        };
        // Reusing an id tells nothing about its first command.
        if *receipt == Receipt::Refused(Refusal::IdReused) {
            return;
        }
        if let Some(first) = self.receipts.insert(key, receipt.clone()) {
            assert_eq!(first, *receipt, "the receipt of {order:?} has changed");
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

/// Two servers over one ledger, whose clients never give up.
struct World {
    dice: Dice,
    stores: Vec<Store>,
    engine: Box<dyn Engine>,
    stock: Vec<Stock>,
    clock: Arc<AtomicI64>,
    /// One in how many transactions has a mishap; 0 for none.
    risk: Arc<Mutex<u64>>,
    auditor: Auditor,
    /// Commands without a receipt: their clients ask again.
    open: VecDeque<Order>,
    given: Vec<Order>,
    plays: Vec<PlayId>,
    count: u64,
}

impl World {
    fn new(seed: u64, engine: Box<dyn Engine>) -> Self {
        let mut dice = Dice(seed);
        let words: Vec<u8> =
            (0..14).map(|_| [0, 1, 0, 2, 3, 4, 7][dice.roll(7) as usize]).collect();
        let words = [words, vec![2]].concat();
        let stock = vec![block("b1", 1, &words).0, block("b2", 2, &words).0];
        let mut world = Self {
            dice,
            stores: Vec::new(),
            engine,
            stock,
            clock: Arc::new(AtomicI64::new(NOON)),
            risk: Arc::new(Mutex::new(0)),
            auditor: Auditor::default(),
            open: VecDeque::new(),
            given: Vec::new(),
            plays: Vec::new(),
            count: 0,
        };
        world.restart();
        world.restart();
        world.must(operator(OperatorAct::PutOnSale { block: world.stock[0].block().id }));
        for player in 1..=PLAYERS {
            let euros = 5 + world.dice.roll(60);
            opening(PlayerId(player), euros).into_iter().for_each(|act| world.must(act));
        }
        world
    }

    /// A server more, or in the place of the first, which finishes what it took.
    fn restart(&mut self) {
        let (risk, mut dice) = (Arc::clone(&self.risk), Dice(self.dice.roll(u64::MAX)));
        let plan = move |_: &[Decision]| {
            let risk = *risk.lock().expect("no panic");
            match (risk > 0).then(|| dice.roll(risk)) {
                Some(0) => Mishap::Before,
                Some(1) => Mishap::After,
                _ => Mishap::None,
            }
        };
        let engine = self.engine.twin().expect("the ledger opens");
        let engine = Box::new(Faulty { engine, plan: Arc::new(Mutex::new(plan)) });
        // Here no refusal is forgotten, so that every receipt must stay what it was.
        let keep_refusals = Span::days(10_000);
        let settings = Settings { keep_refusals, ..settings(&self.clock) };
        let store = Store::start(engine, &self.stock, settings).expect("a teller");
        self.stores.push(store);
        if self.stores.len() > 2 {
            self.stores.remove(0);
        }
    }

    fn name(&mut self) -> ledger::CommandId {
        self.count += 1;
        command_id(&self.count.to_string())
    }

    /// Gives a command until it has a receipt.
    fn settle(&mut self, order: &Order) -> Receipt {
        for _ in 0..TRIES {
            let store = usize::try_from(self.dice.roll(2)).expect("small");
            if let Ok(receipt) = self.stores[store].settle(order.clone()) {
                self.learn(order, &receipt);
                return receipt;
            }
        }
        panic!("{order:?} has no receipt after {TRIES} tries");
    }

    fn must(&mut self, act: Act) {
        let order = Order { id: self.name(), act };
        let receipt = self.settle(&order);
        assert!(matches!(receipt, Receipt::Done(_)), "{order:?}: {receipt}");
    }

    fn learn(&mut self, order: &Order, receipt: &Receipt) {
        self.auditor.note(order, receipt);
        if let Receipt::Done(Done::Bought(play)) = receipt {
            self.plays.push(play.id.clone());
        }
    }

    /// Some commands at once, to either server; those that get no receipt are given again later.
    fn step(&mut self) {
        *self.risk.lock().expect("no panic") = 12;
        let orders: Vec<Order> = (0..=self.dice.roll(12)).map(|_| self.order()).collect();
        let answers: Vec<(Order, Result<Answer, Unanswered>)> = orders
            .into_iter()
            .map(|order| {
                let store = usize::try_from(self.dice.roll(2)).expect("small");
                let answer = self.stores[store].ask(order.clone());
                (order, answer)
            })
            .collect();
        for (order, answer) in answers {
            let receipt = answer
                .and_then(|answer| answer.blocking_recv().unwrap_or(Err(Unanswered::Unknown)));
            match receipt {
                Ok(receipt) => self.learn(&order, &receipt),
                Err(_) => self.open.push_back(order.clone()),
            }
            self.given.push(order);
        }
        match self.dice.roll(20) {
            0 => self.restart(),
            1 => drop(self.clock.fetch_sub(86_400_000, Ordering::SeqCst)),
            2 => drop(self.clock.fetch_add(90_000_000, Ordering::SeqCst)),
            _ => drop(self.clock.fetch_add(1, Ordering::SeqCst)),
        }
    }

    /// A new command, one that has no receipt yet, or one that has.
    fn order(&mut self) -> Order {
        let kind = self.dice.roll(10);
        if kind == 0
            && let Some(order) = self.dice.pick(&self.given).cloned()
        {
            return order;
        }
        if kind < 4
            && let Some(order) = self.open.pop_front()
        {
            return order;
        }
        let player = PlayerId(1 + signed(self.dice.roll(PLAYERS.unsigned_abs())));
        let mode = if self.dice.roll(3) == 0 { Mode::Jouer } else { Mode::Auto };
        let act = match self.dice.roll(12) {
            0 | 1 => self.dice.pick(&self.plays).map(finish),
            2 => Some(Act::Player(
                player,
                PlayerAct::Withdraw { amount: self.stock[0].offer().price },
            )),
            3 => {
                let withdrawal =
                    WithdrawalId { player, command: command_id(&self.dice.roll(200).to_string()) };
                Some(Act::Outbox(OutboxAct::Settle { withdrawal }))
            }
            4 => {
                let stop = self.dice.roll(6);
                self.stops(stop)
            }
            _ => None,
        };
        Order { id: self.name(), act: act.unwrap_or_else(|| wish(player, mode)) }
    }

    /// Everything or the game stops, or, more often, goes on.
    fn stops(&self, roll: u64) -> Option<Act> {
        let game = self.stock[0].game.id.clone();
        Some(operator(match roll {
            0 => OperatorAct::SuspendAll,
            1 => OperatorAct::SuspendGame { game },
            2 | 3 => OperatorAct::ResumeAll,
            _ => OperatorAct::ResumeGame { game },
        }))
    }

    /// Sells what is left, pays what is held, and has the auditor look at all of it.
    fn close(&mut self) {
        *self.risk.lock().expect("no panic") = 0;
        while let Some(order) = self.open.pop_front() {
            self.settle(&order);
        }
        for roll in [2, 4] {
            // Whether it stood still or not.
            let order = Order { id: self.name(), act: sure(self.stops(roll)) };
            self.settle(&order);
        }
        let rich = PlayerId(PLAYERS + 1);
        opening(rich, 1_000).into_iter().for_each(|act| self.must(act));
        loop {
            let order = Order { id: self.name(), act: wish(rich, Mode::Auto) };
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
        let books = self.engine.books().expect("the ledger works");
        assert_eq!(books.balances.values().sum::<i64>(), 0);
        let account = |name: String| books.balances.get(&name).copied().unwrap_or(0);
        for (player, cents) in &self.auditor.balances {
            assert_eq!(account(format!("player/{player}")), *cents, "player {player}");
        }
        assert_eq!(books.sold, sold.len() as u64);
        for stock in &self.stock {
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
        let events = self.engine.events(0, u32::MAX).expect("the ledger works");
        let mut head = Head::default();
        events.iter().for_each(|event| head.check(event).expect("the chain holds"));
        let count = |kind: EventKind| events.iter().filter(|it| it.kind() == Some(kind)).count();
        let held = sold.iter().filter(|play| matches!(play.gain, Gain::Held(_))).count();
        assert_eq!(count(EventKind::GainHeld), held);
        assert_eq!(count(EventKind::GainConfirmed), held);
        assert_eq!(count(EventKind::BlockOnSale), self.stock.len());
        assert_eq!(count(EventKind::BlockSoldOut), self.stock.len());
        assert_eq!(count(EventKind::ParametersChanged), 1, "every server has the same");
        // What stopped went on, each as often.
        assert_eq!(count(EventKind::AllSuspended), count(EventKind::AllResumed));
        assert_eq!(count(EventKind::GameSuspended), count(EventKind::GameResumed));
    }
}

/// Runs the worlds of as many seeds as the share of an engine is; a failure says which failed, and
/// how to run that one again.
fn simulate(engine: &str, share: usize, make: impl Fn() -> Box<dyn Engine>) {
    let alone = std::env::var("GRILLE_SEED").ok().and_then(|seed| seed.parse().ok());
    let all = (asked("GRILLE_SEEDS", 200, 10_000) / share).max(1) as u64;
    let mut commands = 0;
    for seed in alone.map_or(0..all, |seed: u64| seed..seed + 1) {
        let run = std::panic::AssertUnwindSafe(|| {
            let mut world = World::new(seed, make());
            for _ in 0..30 {
                world.step();
            }
            world.close();
            world.count
        });
        commands += std::panic::catch_unwind(run).unwrap_or_else(|panic| {
            eprintln!(
                "{engine}: seed {seed} fails. Again: GRILLE_SEED={seed} cargo test --profile gate \
                 --package store --test simulation {engine}"
            );
            std::panic::resume_unwind(panic)
        });
        if (seed + 1) % (all / 10).max(1) == 0 {
            println!("soak: seeds, {engine}: {} of {all}", seed + 1);
        }
    }
    println!("soak: simulation, {engine}: {all} seeds, {commands} commands");
}

#[test]
fn memory() {
    simulate("memory", 1, || Box::new(Memory::new()));
}

#[test]
fn sqlite() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let count = AtomicI64::new(0);
    simulate("sqlite", 20, || {
        let folder = folder.path().join(count.fetch_add(1, Ordering::SeqCst).to_string());
        std::fs::create_dir(&folder).expect("a folder can be made");
        world::sqlite(&folder)
    });
}

#[test]
fn postgres() {
    if postgres_address().is_none() {
        println!("GRILLE_POSTGRES is not set: PostgreSQL is left out");
        return;
    }
    simulate("postgres", 40, || world::postgres(&sure(postgres_address())));
}
