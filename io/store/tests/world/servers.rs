//! Two servers over one ledger, whose clients never give up: retries, reorders, breaks before and
//! after any commit, a clock that jumps. What its clients want is up to each world.

use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};

use ledger::{Act, CommandKey, Decision, EventKind, Receipt, Refusal, Span};
use store::{Engine, Entry, Head, Memory, Order, Settings, Stock, Store, Unanswered};

use super::dice::Dice;
use super::faulty::{Faulty, Mishap};
use super::{NOON, asked, command_id, postgres, postgres_address, settings, sqlite, sure};

/// No run of mishaps is as long as this.
const TRIES: u32 = 1_000;

/// The servers, and what has been asked of them.
pub(crate) struct Servers {
    pub(crate) dice: Dice,
    pub(crate) engine: Box<dyn Engine>,
    pub(crate) stock: Vec<Stock>,
    pub(crate) clock: Arc<AtomicI64>,
    stores: Vec<Store>,
    /// One in how many transactions has a mishap; 0 for none.
    risk: Arc<Mutex<u64>>,
    /// Commands without a receipt: their clients ask again.
    open: VecDeque<Order>,
    given: Vec<Order>,
    count: u64,
}

impl Servers {
    pub(crate) fn new(dice: Dice, engine: Box<dyn Engine>, stock: Vec<Stock>) -> Self {
        let mut servers = Self {
            dice,
            engine,
            stock,
            clock: Arc::new(AtomicI64::new(NOON)),
            stores: Vec::new(),
            risk: Arc::new(Mutex::new(0)),
            open: VecDeque::new(),
            given: Vec::new(),
            count: 0,
        };
        servers.restart();
        servers.restart();
        servers
    }

    /// How many distinct commands were given.
    pub(crate) fn commands(&self) -> u64 {
        self.count
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
        self.stores.push(Store::start(engine, &self.stock, settings).expect("a teller"));
        if self.stores.len() > 2 {
            self.stores.remove(0);
        }
    }

    fn any(&mut self) -> &Store {
        let store = usize::try_from(self.dice.roll(2)).expect("small");
        &self.stores[store]
    }

    /// A command that nobody has given yet.
    pub(crate) fn new_order(&mut self, act: Act) -> Order {
        self.count += 1;
        Order { id: command_id(&self.count.to_string()), act }
    }

    /// A command that has no receipt yet, or one that has; or none.
    pub(crate) fn old_order(&mut self) -> Option<Order> {
        match self.dice.roll(10) {
            0 => self.dice.pick(&self.given).cloned(),
            1..4 => self.open.pop_front(),
            _ => None,
        }
    }

    /// Gives a command until it has a receipt.
    pub(crate) fn settle(&mut self, order: &Order) -> Receipt {
        let receipt = (0..TRIES).find_map(|_| self.any().settle(order.clone()).ok());
        receipt.unwrap_or_else(|| panic!("{order:?} has no receipt after {TRIES} tries"))
    }

    /// Gives some commands at once, to either server; then something may happen to the servers or to
    /// the clock. Those that got no receipt are given again later.
    pub(crate) fn give(&mut self, orders: Vec<Order>) -> Vec<(Order, Receipt)> {
        *self.risk.lock().expect("no panic") = 12;
        let asked: Vec<_> =
            orders.into_iter().map(|order| (self.any().ask(order.clone()), order)).collect();
        let mut receipts = Vec::new();
        for (answer, order) in asked {
            let receipt = answer
                .and_then(|answer| answer.blocking_recv().unwrap_or(Err(Unanswered::Unknown)));
            match receipt {
                Ok(receipt) => receipts.push((order.clone(), receipt)),
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
        receipts
    }

    /// From now on nothing breaks: the commands that still have no receipt.
    pub(crate) fn calm(&mut self) -> VecDeque<Order> {
        *self.risk.lock().expect("no panic") = 0;
        std::mem::take(&mut self.open)
    }

    /// All events, whose chain holds.
    pub(crate) fn events(&mut self) -> Events {
        let events = self.engine.events(0, u32::MAX).expect("the ledger works");
        let mut head = Head::default();
        events.iter().for_each(|event| head.check(event).expect("the chain holds"));
        Events(events)
    }
}

/// What is in the chain.
pub(crate) struct Events(Vec<Entry>);

impl Events {
    pub(crate) fn count(&self, kind: EventKind) -> usize {
        self.0.iter().filter(|it| it.kind() == Some(kind)).count()
    }
}

/// The first receipt of each command, which every later one must equal.
#[derive(Default)]
pub(crate) struct Receipts(BTreeMap<CommandKey, Receipt>);

impl Receipts {
    /// Whether this is the first receipt of its command.
    pub(crate) fn is_first(&mut self, order: &Order, receipt: &Receipt) -> bool {
        // Reusing an id tells nothing about its first command.
        if *receipt == Receipt::Refused(Refusal::IdReused) {
            return false;
        }
        let command =
            ledger::Command { id: order.id.clone(), at: ledger::Millis(0), act: order.act.clone() };
        let first = self.0.insert(command.key(), receipt.clone());
        if let Some(first) = &first {
            assert_eq!(first, receipt, "the receipt of {order:?} has changed");
        }
        first.is_none()
    }
}

/// What keeps the ledgers of a world.
#[derive(Clone, Copy)]
pub(crate) enum Keeper {
    Memory,
    Sqlite,
    Postgres,
}

impl Keeper {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Memory => "memory",
            Self::Sqlite => "sqlite",
            Self::Postgres => "postgres",
        }
    }

    /// A seed of how many is run on it: databases are slow.
    fn share(self) -> usize {
        match self {
            Self::Memory => 1,
            Self::Sqlite => 20,
            Self::Postgres => 40,
        }
    }

    /// Lets a world run on a new and empty ledger.
    fn run(self, world: impl FnOnce(Box<dyn Engine>)) {
        let folder = tempfile::tempdir().expect("a folder can be made");
        world(match self {
            Self::Memory => Box::new(Memory::new()),
            Self::Sqlite => sqlite(folder.path()),
            Self::Postgres => postgres(&sure(postgres_address())),
        });
    }
}

/// How many worlds were run: of one seed that was asked for, or of this many.
pub(crate) enum Ran {
    Alone,
    All(u64),
}

/// Runs the worlds of as many seeds as the keeper's share is; a failure says which failed, and how
/// to run that one again in the test program of that name.
pub(crate) fn each_seed(
    program: &str,
    keeper: Keeper,
    mut world: impl FnMut(u64, Box<dyn Engine>),
) -> Ran {
    let name = keeper.name();
    let mut run = |seed: u64| {
        let run = AssertUnwindSafe(|| keeper.run(|engine| world(seed, engine)));
        catch_unwind(run).unwrap_or_else(|panic| {
            eprintln!(
                "{name}: seed {seed} fails. Again: GRILLE_SEED={seed} cargo test --profile gate \
                 --workspace --test {program} {name}"
            );
            resume_unwind(panic)
        });
    };
    if let Ok(seed) = std::env::var("GRILLE_SEED") {
        run(seed.parse().expect("GRILLE_SEED is a number"));
        return Ran::Alone;
    }
    let all = (asked("GRILLE_SEEDS", 200, 10_000) / keeper.share()).max(1) as u64;
    for seed in 0..all {
        run(seed);
        if (seed + 1) % (all / 10).max(1) == 0 {
            println!("soak: seeds of {program}, {name}: {} of {all}", seed + 1);
        }
    }
    Ran::All(all)
}

/// Whether `GRILLE_POSTGRES` says how to reach a server; a line says so when not.
pub(crate) fn has_postgres() -> bool {
    let has = postgres_address().is_some();
    if !has {
        println!("GRILLE_POSTGRES is not set: PostgreSQL is left out");
    }
    has
}
