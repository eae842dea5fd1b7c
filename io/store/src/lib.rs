//! Keeps the ledger: who has what, which units were sold to whom, and what they won.
//!
//! What a command comes to is decided by [`ledger::decide`], and only there. An [`Engine`] loads
//! the facts that a batch of commands needs and saves what was decided on them, in one transaction.
//! Between the two stand the tellers, threads that take all commands that wait, decide them in
//! order, commit once, and only then answer each.
//!
//! What a screen shows of a unit afterwards is a *view* ([`Store::view`]), which can change
//! nothing. The store reads no clock of its own: it is given one, in [`Settings`].
//!
//! This crate knows nothing of HTTP, of how a block is dealt or kept, or of who may be which
//! player.

mod board;
mod desk;
mod engine;
mod job;
mod known;
mod lapsed;
mod note;
mod observer;
mod outage;
mod register;
mod retail;
mod shelf;
mod sold;
mod teller;
mod tellers;

mod memory;
mod postgres;
mod sqlite;

mod calendar;
mod chain;
mod error;
mod row;
mod sheet;
mod statement;
mod unit_text;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ledger::{
    Block, BlockId, Dated, Deposit, Event, EventKind, Millis, Parameters, PlayId, PlayerId,
    PlayerName, Provider, Receipt, Reference, RetailFacts, RetailNeeds, Withdrawal, WithdrawalId,
};
use tokio::sync::oneshot;

pub use calendar::{clock_of, day_begins, day_of, told};
pub use chain::{Break, Entry, Head};
pub use engine::{Books, Changes, Engine, Fault, Frame, Purse, Work};
pub use error::StoreError;
pub use job::{Answer, Order, Told, Unanswered};
pub use lapsed::Lapsed;
pub use memory::Memory;
pub use note::note;
pub use observer::{End, Observer, Transaction};
pub use postgres::{Postgres, Server};
pub use register::{Hour, Register, is_over};
pub use retail::{Asking, Paper, Sales, Tickets};
pub use shelf::Stock;
pub use sold::{History, PlayPlace, Sold};
pub use sqlite::{LEDGER_FILE, Sqlite};
pub use statement::{Before, Line, Movement, MovementPlace, Outstanding, Statement};
pub use teller::Settings;

/// An open ledger: tellers for commands, and another hand for questions.
pub struct Store {
    tellers: tellers::Tellers,
    reader: Mutex<Box<dyn Engine>>,
    parameters: Dated,
    clock: Arc<dyn Fn() -> Millis + Send + Sync>,
}

impl Store {
    /// Opens for business on `engine`: makes the blocks in `stock` known, and starts the tellers.
    ///
    /// # Errors
    ///
    /// When a block is known as another one, or the ledger fails.
    pub fn start(
        mut engine: Box<dyn Engine>,
        stock: &[Stock],
        settings: Settings,
    ) -> Result<Self, StoreError> {
        for it in stock {
            engine.publish(&it.offer(), &it.block())?;
        }
        let reader = Mutex::new(engine.twin()?);
        let (parameters, clock) = (settings.parameters.clone(), Arc::clone(&settings.clock));
        let tellers = tellers::Tellers::start(engine, shelf::Shelf::new(stock), settings)?;
        Ok(Self { tellers, reader, parameters, clock })
    }

    /// What the clock says. It may go back.
    #[must_use]
    pub fn now(&self) -> Millis {
        (self.clock)()
    }

    /// The parameters in force at `at`.
    #[must_use]
    pub fn parameters(&self, at: Millis) -> &Parameters {
        self.parameters.at(at)
    }

    /// Gives a command to its teller. The answer comes once it is decided and saved.
    ///
    /// # Errors
    ///
    /// [`Unanswered::Busy`], at once, when too many wait.
    pub fn ask(&self, order: Order) -> Result<Answer, Unanswered> {
        self.tellers.of(&order.act).ask(order)
    }

    /// Gives a command to its teller. The answer comes once it is decided and saved, and says
    /// whether it was decided now.
    ///
    /// # Errors
    ///
    /// [`Unanswered::Busy`], at once, when too many wait.
    pub fn ask_told(
        &self,
        order: Order,
    ) -> Result<oneshot::Receiver<Result<Told, Unanswered>>, Unanswered> {
        self.tellers.of(&order.act).ask_told(order)
    }

    /// How many commands wait for a teller now.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.tellers.all().map(teller::Teller::waiting).sum()
    }

    /// Waits until each teller has gone through a transaction, and asks the other hand too. Not for
    /// async callers.
    ///
    /// # Errors
    ///
    /// When a teller does not work, or the ledger fails.
    pub fn ping(&self) -> Result<(), StoreError> {
        let asked: Vec<_> = self.tellers.all().map(teller::Teller::ping).collect();
        for answer in asked {
            let answer = answer
                .and_then(|answer| answer.blocking_recv().unwrap_or(Err(Unanswered::Unknown)));
            match answer {
                // A full queue is load: the teller works.
                Ok(()) | Err(Unanswered::Busy) => {}
                Err(unanswered) => return Err(StoreError::sql("asking a teller")(unanswered)),
            }
        }
        self.blocks().map(drop)
    }

    /// Gives a command to its teller and waits for its answer. Not for async callers.
    ///
    /// # Errors
    ///
    /// When there is no receipt, and whether that means that nothing happened.
    pub fn settle(&self, order: Order) -> Result<Receipt, Unanswered> {
        self.ask(order)?.blocking_recv().unwrap_or(Err(Unanswered::Unknown))
    }

    /// Adds `zones` (bit i: tile i) to what is uncovered of a unit, and waits until it is saved.
    /// Order and repetition do not matter, and it moves no money. Not for async callers.
    ///
    /// # Errors
    ///
    /// When it was not saved, or nobody knows.
    pub fn view(&self, play: PlayId, zones: u32) -> Result<(), Unanswered> {
        self.tellers
            .of_player(play.player)
            .view(play, zones)?
            .blocking_recv()
            .unwrap_or(Err(Unanswered::Unknown))
    }

    /// Adds a significant event that follows from no command, and waits until it is saved. Not for
    /// async callers.
    ///
    /// # Errors
    ///
    /// When it was not saved, or nobody knows.
    pub fn note(&self, event: Event) -> Result<(), Unanswered> {
        self.tellers.first().note(event)?.blocking_recv().unwrap_or(Err(Unanswered::Unknown))
    }

    /// A player and what he has; nothing if there is no such player.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    pub fn player(&self, id: PlayerId) -> Result<Option<Purse>, StoreError> {
        self.reader().player(id)
    }

    /// A sold unit; nothing if there is no such one.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    pub fn play(&self, id: &PlayId) -> Result<Option<Sold>, StoreError> {
        self.reader().play(id)
    }

    /// Every unfinished unit of a player, and at most `limit` finished ones older than `before`.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    pub fn history(
        &self,
        player: PlayerId,
        before: Option<PlayPlace>,
        limit: u16,
    ) -> Result<History, StoreError> {
        self.reader().history(player, before, limit)
    }

    /// A block; nothing if there is no such one.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    pub fn block(&self, id: &BlockId) -> Result<Option<Block>, StoreError> {
        self.reader().block(id)
    }

    /// Every block that is known, by game, emission and number.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    pub fn blocks(&self) -> Result<Vec<Block>, StoreError> {
        self.reader().blocks()
    }

    /// All accounts.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    pub fn books(&self) -> Result<Books, StoreError> {
        self.reader().books()
    }

    /// At most `limit` events after the one with the number `after`, in order.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    pub fn events(&self, after: i64, limit: u32) -> Result<Vec<Entry>, StoreError> {
        self.reader().events(after, limit)
    }

    /// The last event of a kind; nothing if there was none.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    pub fn last_event(&self, kind: EventKind) -> Result<Option<Entry>, StoreError> {
        self.reader().last_event(kind)
    }

    /// Games and blocks as they stand.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    pub fn register(&self) -> Result<Register, StoreError> {
        self.reader().register()
    }

    /// What was sold, by block and hour, of blocks that are over ([`is_over`]).
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    pub fn turnover(&self) -> Result<Vec<Hour>, StoreError> {
        self.reader().turnover()
    }

    /// Whose account a name is; nothing if it is nobody's.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    pub fn named(&self, name: &PlayerName) -> Result<Option<PlayerId>, StoreError> {
        self.reader().named(name)
    }

    /// Whose data were kept long enough: at most `limit` players whose accounts were closed at `by` or
    /// before, and how many bearers of tickets that were paid then or before.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    pub fn lapsed(&self, by: Millis, limit: u32) -> Result<Lapsed, StoreError> {
        self.reader().lapsed(by, limit)
    }

    /// A page of what came to a player and what left him, newest first.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    pub fn statement(
        &self,
        player: PlayerId,
        before: &Before,
        limit: u16,
    ) -> Result<Statement, StoreError> {
        self.reader().statement(player, before, limit)
    }

    /// A deposit; nothing if there is no such one.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    pub fn deposit(
        &self,
        provider: &Provider,
        reference: &Reference,
    ) -> Result<Option<Deposit>, StoreError> {
        self.reader().deposit(provider, reference)
    }

    /// A withdrawal; nothing if there is no such one.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    pub fn withdrawal(&self, id: &WithdrawalId) -> Result<Option<Withdrawal>, StoreError> {
        self.reader().withdrawal(id)
    }

    /// What providers have not answered yet: at most `limit` of each kind, oldest first.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    pub fn outstanding(&self, limit: u32) -> Result<Outstanding, StoreError> {
        self.reader().outstanding(limit)
    }

    /// What the ledger knows of the paper game that `needs` names: emissions, books, paid tickets.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    pub fn retail(&self, needs: &RetailNeeds) -> Result<RetailFacts, StoreError> {
        self.reader().retail(needs)
    }

    /// The other hand. Whoever panicked with it left no transaction open.
    fn reader(&self) -> MutexGuard<'_, Box<dyn Engine>> {
        self.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
