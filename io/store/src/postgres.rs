//! PostgreSQL, 15 or later: several servers may sell from one ledger.
//!
//! Transactions are READ COMMITTED. Each locks its players and counters by their numbers and reads
//! what is known of them, then the offers of its games, and with each the cursor of the game's block,
//! and reads those. Whoever comes second reads what the first has left. Cursors come last because
//! everybody wants them: while one saves what it sold, the next has read who wants to buy. A transaction that the
//! server gives up (a deadlock, a serialization failure, a server that is read-only after a
//! change of roles) or that ran into a key of another server's is tried again from its start.
//!
//! A connection that is lost is made anew. What was on it before the commit was asked for is tried
//! again; a commit whose answer is lost is [`Fault::Unknown`]. While there is no server, each call
//! fails at once.

mod load;
mod lock;
mod migrate;
mod plans;
mod read;
mod report;
mod retail;
mod save;
mod server;
mod session;
mod statement;
mod windows;

use std::error::Error;

use ledger::{
    Block, BlockId, CounterId, Deposit, EventKind, GameCode, Millis, Needs, Offer, Payment, PlayId,
    PlayerId, PlayerName, Provider, Reference, RetailFacts, RetailNeeds, Withdrawal, WithdrawalId,
};
use postgres::error::{Severity, SqlState};
use postgres::{Client, IsolationLevel};

use crate::chain::Entry;
use crate::engine::{Books, Engine, Fault, Frame, Purse, Work};
use crate::error::StoreError;
use crate::known::check_known;
use crate::lapsed::Lapsed;
use crate::register::{Hour, Register};
use crate::retail::{Asking, Paper, Sales};
use crate::sold::{History, PlayPlace, Sold};
use crate::statement::{Before, Outstanding, Statement};

use plans::Plans;
use session::{Session, Statements};

pub use server::Server;

/// How often a transaction is tried.
const TRIES: u32 = 6;

/// A ledger on a server. Its calls block: it is used on threads that may.
pub struct Postgres {
    server: Server,
    client: Client,
    statements: Statements,
    plans: Plans,
}

impl Postgres {
    /// Opens the ledger at `address` (libpq's `key=value` form or a `postgresql://` URL), making
    /// its tables when there are none and bringing older ones up to date.
    ///
    /// # Errors
    ///
    /// When the server cannot be reached, or the ledger was written by a newer program.
    pub fn open(address: &str) -> Result<Self, StoreError> {
        Self::open_on(Server::in_the_clear(address))
    }

    /// The same on `server`.
    ///
    /// # Errors
    ///
    /// As [`Self::open`].
    pub fn open_on(server: Server) -> Result<Self, StoreError> {
        let mut client = connect(&server)?;
        migrate::bring_up_to_date(&mut client)?;
        Ok(Self { server, client, statements: Statements::new(), plans: Plans::new() })
    }

    /// Connects anew when the connection is gone.
    fn connected(&mut self) -> Result<(), StoreError> {
        if self.client.is_closed() {
            self.connect_anew()?;
        }
        Ok(())
    }

    fn connect_anew(&mut self) -> Result<(), StoreError> {
        self.client = connect(&self.server)?;
        self.statements.clear();
        self.plans = Plans::new();
        Ok(())
    }

    /// Has the server forget its plans when they are old.
    fn renew_plans(&mut self) -> Result<(), StoreError> {
        if self.plans.are_old() {
            self.client.batch_execute("DISCARD PLANS").map_err(StoreError::sql("planning"))?;
        }
        Ok(())
    }

    /// Runs `work` in a transaction until it is committed, or its failure is none that passes.
    fn attempt(
        &mut self,
        work: &mut dyn FnMut(&mut Session<'_, '_>) -> Result<(), StoreError>,
    ) -> Result<(), Fault> {
        for left in (0..TRIES).rev() {
            self.connected()?;
            let fault = match self.once(work) {
                Ok(()) => return Ok(()),
                Err(Fault::Failed(error)) if left > 0 && self.may_pass(&error) => error,
                Err(fault) => return Err(fault),
            };
            tracing::warn!("a transaction is tried again: {}", told(&fault));
            if state(&fault) == Some(SqlState::READ_ONLY_SQL_TRANSACTION) {
                // The server has become a replica: its address leads to another one now.
                self.connect_anew()?;
            }
        }
        unreachable!("the last try returns")
    }

    /// Whether a transaction that failed so, and of which nothing was saved, may do better when it
    /// is tried again: on a new connection, or because whoever was in its way is gone.
    fn may_pass(&self, error: &StoreError) -> bool {
        self.client.is_closed() || passes(error)
    }

    fn once(
        &mut self,
        work: &mut dyn FnMut(&mut Session<'_, '_>) -> Result<(), StoreError>,
    ) -> Result<(), Fault> {
        self.renew_plans()?;
        let beginning = StoreError::sql::<postgres::Error>("beginning a transaction");
        let builder = self.client.build_transaction();
        let builder = builder.isolation_level(IsolationLevel::ReadCommitted).read_only(false);
        let mut transaction = builder.start().map_err(beginning)?;
        let statements = &mut self.statements;
        work(&mut Session { transaction: &mut transaction, statements })?;
        transaction.commit().map_err(|error| {
            let is_refused = is_refused(&error);
            let error = StoreError::sql("committing")(error);
            if is_refused { Fault::Failed(error) } else { Fault::Unknown(error) }
        })
    }

    /// Runs `ask` in a transaction that changes nothing, so that its answers fit together; on a
    /// new connection once more when the old one turns out to be gone.
    fn question<T>(
        &mut self,
        mut ask: impl FnMut(&mut Session<'_, '_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.connected()?;
        match self.question_once(&mut ask) {
            Err(_) if self.client.is_closed() => {
                self.connected()?;
                self.question_once(&mut ask)
            }
            answer => answer,
        }
    }

    fn question_once<T>(
        &mut self,
        ask: &mut impl FnMut(&mut Session<'_, '_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.renew_plans()?;
        let builder = self.client.build_transaction();
        let builder = builder.isolation_level(IsolationLevel::RepeatableRead).read_only(true);
        let mut transaction = builder.start().map_err(StoreError::sql("beginning to read"))?;
        let statements = &mut self.statements;
        ask(&mut Session { transaction: &mut transaction, statements })
    }
}

fn connect(server: &Server) -> Result<Client, StoreError> {
    // All that a batch reads and changes is found by a key. A plan made while the tables are empty
    // would read them whole, and be kept while they grow. Nor is a plan compiled: with its costs
    // raised so, the server would do that for each, and spend more on it than on the batch.
    let plans = "SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off;
        SET jit = off";
    let client =
        server.connect().and_then(|mut client| client.batch_execute(plans).map(|()| client));
    client.map_err(|source| StoreError::Open {
        ledger: "on PostgreSQL".to_owned(),
        source: source.into(),
    })
}

/// Whether a commit that failed so has certainly not been made: the server says that it has undone
/// it, and lives on. One that goes down while it commits may have written it first, whatever it
/// says last (class 57: it was told to; a panic: its disk is full, or broken).
fn is_refused(error: &postgres::Error) -> bool {
    error.as_db_error().is_some_and(|told| {
        told.parsed_severity() == Some(Severity::Error) && !told.code().code().starts_with("57")
    })
}

/// What the server said, if that is what failed.
fn state(error: &StoreError) -> Option<SqlState> {
    let source = error.source()?.downcast_ref::<postgres::Error>()?;
    source.code().cloned()
}

/// Whether a transaction that failed so may do better when it is tried again.
fn passes(error: &StoreError) -> bool {
    state(error).is_some_and(|state| {
        [
            SqlState::T_R_DEADLOCK_DETECTED,
            SqlState::T_R_SERIALIZATION_FAILURE,
            SqlState::READ_ONLY_SQL_TRANSACTION,
            SqlState::UNIQUE_VIOLATION,
        ]
        .contains(&state)
    })
}

/// An error with what the server said of it.
fn told(error: &StoreError) -> String {
    let source = error.source().map(ToString::to_string).unwrap_or_default();
    format!("{error}: {source}")
}

impl Engine for Postgres {
    fn twin(&self) -> Result<Box<dyn Engine>, StoreError> {
        Ok(Box::new(Self::open_on(self.server.clone())?))
    }

    fn tellers(&self) -> usize {
        usize::MAX
    }

    fn transact(
        &mut self,
        needs: &Needs,
        frame: Frame<'_>,
        work: &mut Work<'_>,
    ) -> Result<(), Fault> {
        self.attempt(&mut |session| {
            let players = lock::people(session, needs)?;
            let mut facts = load::of_people(session, needs, &players, frame)?;
            let locked = lock::sale(session, needs)?;
            load::of_sale(session, needs, &locked, &mut facts)?;
            let changes = work(facts)?;
            if changes.is_empty() { Ok(()) } else { save::changes(session, &changes) }
        })
    }

    fn publish(&mut self, offer: &Offer, block: &Block) -> Result<(), StoreError> {
        let done = self.attempt(&mut |session| {
            if !check_known(&load::named_or_numbered(session, block)?, block)? {
                save::new_block(session, block)?;
            }
            save::price(session, offer)
        });
        done.map_err(Fault::into_error)
    }

    fn suspend_restored(&mut self) -> Result<(), StoreError> {
        let done = self.attempt(&mut |session| {
            lock::all_games(session)?;
            for block in load::blocks(session)? {
                save::state(session, &block.id, block.state.restored())?;
            }
            retail::suspend_restored(session)
        });
        done.map_err(Fault::into_error)
    }

    fn latest(&mut self) -> Result<Millis, StoreError> {
        self.question(read::latest)
    }

    fn player(&mut self, id: PlayerId) -> Result<Option<Purse>, StoreError> {
        self.question(|session| read::purse(session, id))
    }

    fn play(&mut self, id: &PlayId) -> Result<Option<Sold>, StoreError> {
        self.question(|session| load::play(session, id))
    }

    fn history(
        &mut self,
        player: PlayerId,
        before: Option<PlayPlace>,
        limit: u16,
    ) -> Result<History, StoreError> {
        self.question(|session| read::history(session, player, before, limit))
    }

    fn block(&mut self, id: &BlockId) -> Result<Option<Block>, StoreError> {
        self.question(|session| load::block(session, id.as_str()))
    }

    fn blocks(&mut self) -> Result<Vec<Block>, StoreError> {
        self.question(load::blocks)
    }

    fn books(&mut self) -> Result<Books, StoreError> {
        self.question(read::books)
    }

    fn events(&mut self, after: i64, limit: u32) -> Result<Vec<Entry>, StoreError> {
        self.question(|session| report::events(session, after, limit))
    }

    fn last_event(&mut self, kind: EventKind) -> Result<Option<Entry>, StoreError> {
        self.question(|session| report::last_event(session, kind))
    }

    fn register(&mut self) -> Result<Register, StoreError> {
        self.question(report::register)
    }

    fn turnover(&mut self) -> Result<Vec<Hour>, StoreError> {
        self.question(report::turnover)
    }

    fn named(&mut self, name: &PlayerName) -> Result<Option<PlayerId>, StoreError> {
        self.question(|session| report::named(session, name))
    }

    fn lapsed(&mut self, by: Millis, limit: u32) -> Result<Lapsed, StoreError> {
        self.question(|session| report::lapsed(session, by, limit))
    }

    fn statement(
        &mut self,
        player: PlayerId,
        before: &Before,
        limit: u16,
    ) -> Result<Statement, StoreError> {
        self.question(|session| statement::page(session, player, before, limit))
    }

    fn deposit(
        &mut self,
        provider: &Provider,
        reference: &Reference,
    ) -> Result<Option<Deposit>, StoreError> {
        self.question(|session| load::deposit(session, provider, reference))
    }

    fn withdrawal(&mut self, id: &WithdrawalId) -> Result<Option<Withdrawal>, StoreError> {
        self.question(|session| load::withdrawal(session, id))
    }

    fn outstanding(&mut self, limit: u32) -> Result<Outstanding, StoreError> {
        self.question(|session| statement::outstanding(session, limit))
    }

    fn retail(&mut self, needs: &RetailNeeds) -> Result<RetailFacts, StoreError> {
        self.question(|session| retail::facts(session, needs))
    }

    fn paper(&mut self) -> Result<Paper, StoreError> {
        self.question(retail::paper)
    }

    fn paid(
        &mut self,
        counter: CounterId,
        within: (Millis, Millis),
        limit: u32,
    ) -> Result<Vec<Payment>, StoreError> {
        self.question(|session| retail::paid(session, counter, within, limit))
    }

    fn asking(&mut self, within: (Millis, Millis)) -> Result<Vec<Asking>, StoreError> {
        self.question(|session| retail::asking(session, within))
    }

    fn sales(&mut self, code: GameCode) -> Result<Vec<Sales>, StoreError> {
        self.question(|session| retail::sales(session, code))
    }
}
