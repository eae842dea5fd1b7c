//! An engine that fails where it is told to.

use std::sync::{Arc, Mutex};

use ledger::{
    Block, BlockId, CounterId, Decision, Deposit, EventKind, GameCode, Millis, Needs, Offer,
    Payment, PlayId, PlayerId, PlayerName, Provider, Reference, RetailFacts, RetailNeeds,
    Withdrawal, WithdrawalId,
};
use store::{
    Asking, Before, Books, Engine, Entry, Fault, Frame, History, Hour, Lapsed, Outstanding, Paper,
    PlayPlace, Purse, Register, Sales, Sold, Statement, StoreError, Work,
};

/// What happens to a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mishap {
    /// Nothing.
    None,
    /// It breaks before its commit.
    Before,
    /// It is committed, and nobody is told.
    After,
}

/// Says what happens to a transaction that saves these decisions.
pub(crate) type Plan = Arc<Mutex<dyn FnMut(&[Decision]) -> Mishap + Send>>;

/// Another engine, with mishaps.
pub(crate) struct Faulty {
    pub(crate) engine: Box<dyn Engine>,
    pub(crate) plan: Plan,
}

impl Engine for Faulty {
    fn twin(&self) -> Result<Box<dyn Engine>, StoreError> {
        Ok(Box::new(Self { engine: self.engine.twin()?, plan: Arc::clone(&self.plan) }))
    }

    fn tellers(&self) -> usize {
        self.engine.tellers()
    }

    fn transact(
        &mut self,
        needs: &Needs,
        frame: Frame<'_>,
        work: &mut Work<'_>,
    ) -> Result<(), Fault> {
        let mut mishap = Mishap::None;
        self.engine.transact(needs, frame, &mut |facts| {
            let changes = work(facts)?;
            let mut plan = self.plan.lock().expect("no plan panics");
            mishap = plan(&changes.decisions);
            match mishap {
                Mishap::Before => Err(StoreError::Injected("before the commit")),
                Mishap::None | Mishap::After => Ok(changes),
            }
        })?;
        match mishap {
            Mishap::After => Err(Fault::Unknown(StoreError::Injected("after the commit"))),
            Mishap::None | Mishap::Before => Ok(()),
        }
    }

    fn publish(&mut self, offer: &Offer, block: &Block) -> Result<(), StoreError> {
        self.engine.publish(offer, block)
    }

    fn suspend_restored(&mut self) -> Result<(), StoreError> {
        self.engine.suspend_restored()
    }

    fn latest(&mut self) -> Result<Millis, StoreError> {
        self.engine.latest()
    }

    fn player(&mut self, id: PlayerId) -> Result<Option<Purse>, StoreError> {
        self.engine.player(id)
    }

    fn play(&mut self, id: &PlayId) -> Result<Option<Sold>, StoreError> {
        self.engine.play(id)
    }

    fn history(
        &mut self,
        player: PlayerId,
        before: Option<PlayPlace>,
        limit: u16,
    ) -> Result<History, StoreError> {
        self.engine.history(player, before, limit)
    }

    fn block(&mut self, id: &BlockId) -> Result<Option<Block>, StoreError> {
        self.engine.block(id)
    }

    fn blocks(&mut self) -> Result<Vec<Block>, StoreError> {
        self.engine.blocks()
    }

    fn books(&mut self) -> Result<Books, StoreError> {
        self.engine.books()
    }

    fn events(&mut self, after: i64, limit: u32) -> Result<Vec<Entry>, StoreError> {
        self.engine.events(after, limit)
    }

    fn last_event(&mut self, kind: EventKind) -> Result<Option<Entry>, StoreError> {
        self.engine.last_event(kind)
    }

    fn register(&mut self) -> Result<Register, StoreError> {
        self.engine.register()
    }

    fn turnover(&mut self) -> Result<Vec<Hour>, StoreError> {
        self.engine.turnover()
    }

    fn named(&mut self, name: &PlayerName) -> Result<Option<PlayerId>, StoreError> {
        self.engine.named(name)
    }

    fn lapsed(&mut self, by: Millis, limit: u32) -> Result<Lapsed, StoreError> {
        self.engine.lapsed(by, limit)
    }

    fn statement(
        &mut self,
        player: PlayerId,
        before: &Before,
        limit: u16,
    ) -> Result<Statement, StoreError> {
        self.engine.statement(player, before, limit)
    }

    fn deposit(
        &mut self,
        provider: &Provider,
        reference: &Reference,
    ) -> Result<Option<Deposit>, StoreError> {
        self.engine.deposit(provider, reference)
    }

    fn withdrawal(&mut self, id: &WithdrawalId) -> Result<Option<Withdrawal>, StoreError> {
        self.engine.withdrawal(id)
    }

    fn outstanding(&mut self, limit: u32) -> Result<Outstanding, StoreError> {
        self.engine.outstanding(limit)
    }

    fn retail(&mut self, needs: &RetailNeeds) -> Result<RetailFacts, StoreError> {
        self.engine.retail(needs)
    }

    fn paper(&mut self) -> Result<Paper, StoreError> {
        self.engine.paper()
    }

    fn paid(
        &mut self,
        counter: CounterId,
        within: (Millis, Millis),
        limit: u32,
    ) -> Result<Vec<Payment>, StoreError> {
        self.engine.paid(counter, within, limit)
    }

    fn asking(&mut self, within: (Millis, Millis)) -> Result<Vec<Asking>, StoreError> {
        self.engine.asking(within)
    }

    fn sales(&mut self, code: GameCode) -> Result<Vec<Sales>, StoreError> {
        self.engine.sales(code)
    }
}
