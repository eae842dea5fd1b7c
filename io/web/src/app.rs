//! What the handlers share.

use std::sync::Arc;

use access::{Access, AccessError};
use cashier::Cashier;
use game::Game;
use ledger::{
    Act, CommandId, CounterAct, CounterId, Event, Millis, PlayerAct, PlayerId, Receipt, Refusal,
};
use store::{Order, Store, StoreError, Told, Unanswered};
use vault::Block;

use crate::courier::Courier;
use crate::keeper::{Kept, Program};
use crate::observe::Figures;
use crate::pace::Paces;
use crate::papers::Papers;
use crate::problem::Problem;
use crate::proxy::Proxies;
use crate::throttle::Throttle;
use crate::trial::Trial;

/// What the handlers share. Cloning it shares it.
#[derive(Clone)]
pub struct App {
    shared: Arc<Shared>,
}

/// What a site is made of.
pub struct Parts {
    /// Who moves money in and out; without one no money moves.
    pub cashier: Option<Cashier>,
    /// The ledger, which sells.
    pub store: Arc<Store>,
    /// The door of players.
    pub access: Access,
    /// The door of counters.
    pub counters: Access<CounterId>,
    /// The games that are sold, in the order in which they are shown.
    pub games: Vec<Arc<Game>>,
    /// Games that can be tried without money. No unit of them is sold.
    pub trials: Vec<Arc<dyn Trial>>,
    /// The blocks that are sold, for their public files and their proofs.
    pub blocks: Vec<Arc<Block>>,
    /// The blocks on paper whose tickets are checked and paid here.
    pub printed: Papers,
    /// The clock of sessions: the one that the ledger was given.
    pub clock: Arc<dyn Fn() -> Millis + Send + Sync>,
    /// Who brings letters to players.
    pub courier: Arc<dyn Courier>,
    /// Whether browsers reach the site by HTTPS. Without it the session's cookie is not bound to
    /// it, which is for a machine that speaks with itself.
    pub https: bool,
    /// The proxies before the site.
    pub proxies: Proxies,
    /// In a demonstration: the account that anybody may enter, which the site says. A site that
    /// takes anybody's money has none.
    pub demonstration: Option<Credentials>,
    /// What counts the requests, if anything does.
    pub figures: Option<Arc<Figures>>,
    /// The program that runs.
    pub program: Program,
}

/// What opens an account, where that is no secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credentials {
    /// What the account is called.
    pub name: String,
    /// Its password.
    pub password: String,
}

struct Shared {
    parts: Parts,
    throttle: Throttle,
    paces: Paces,
    kept: Kept,
}

impl App {
    /// The site over `parts`.
    ///
    /// # Panics
    ///
    /// When there is neither a game to sell nor a block on paper: there would be nothing to do.
    #[must_use]
    pub fn new(parts: Parts) -> Self {
        assert!(!parts.games.is_empty() || !parts.printed.is_empty(), "a site sells or pays");
        let (throttle, paces, kept) = (Throttle::new(), Paces::default(), Kept::default());
        Self { shared: Arc::new(Shared { parts, throttle, paces, kept }) }
    }

    pub(crate) fn parts(&self) -> &Parts {
        &self.shared.parts
    }

    pub(crate) fn throttle(&self) -> &Throttle {
        &self.shared.throttle
    }

    /// How fast each counter may ask.
    pub(crate) fn paces(&self) -> &Paces {
        &self.shared.paces
    }

    /// The program that runs.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.shared.parts.program
    }

    /// What is known of the files from the last look at them.
    pub(crate) fn kept(&self) -> &Kept {
        &self.shared.kept
    }

    /// Who moves money in and out.
    pub(crate) fn cashier(&self) -> Result<&Cashier, Problem> {
        self.parts().cashier.as_ref().ok_or(Problem::NoProvider)
    }

    /// What the clock says.
    pub(crate) fn now(&self) -> Millis {
        (self.parts().clock)()
    }

    /// What is sold under the game id `id`.
    pub(crate) fn game(&self, id: &str) -> Option<&Arc<Game>> {
        self.parts().games.iter().find(|game| game.id.as_str() == id)
    }

    /// What can be tried under the game id `id`.
    pub(crate) fn trial(&self, id: &str) -> Option<&Arc<dyn Trial>> {
        self.parts().trials.iter().find(|trial| trial.game().id.as_str() == id)
    }

    /// Gives a player's command to the ledger and waits for its receipt.
    ///
    /// The ledger goes on with it even when the client has gone: what was begun is committed or
    /// rolled back, never dropped half-way.
    pub(crate) async fn order(
        &self,
        player: PlayerId,
        id: CommandId,
        act: PlayerAct,
    ) -> Result<Receipt, Problem> {
        self.give(Order { id, act: Act::Player(player, act) }).await
    }

    /// The same; and whether the command was decided now, or answered before.
    pub(crate) async fn order_told(
        &self,
        player: PlayerId,
        id: CommandId,
        act: PlayerAct,
    ) -> Result<Told, Problem> {
        let order = Order { id, act: Act::Player(player, act) };
        let answer = self.parts().store.ask_told(order).map_err(Problem::from)?.await;
        answer.unwrap_or(Err(Unanswered::Unknown)).map_err(Problem::from)
    }

    /// Gives a counter's command to the ledger and waits for its receipt. A counter that the ledger
    /// does not know, since it was restored from a copy, is nobody's.
    pub(crate) async fn order_at(
        &self,
        counter: CounterId,
        id: CommandId,
        act: CounterAct,
    ) -> Result<Receipt, Problem> {
        match self.give(Order { id, act: Act::Counter(counter, act) }).await? {
            Receipt::Refused(Refusal::CounterUnknown) => Err(Problem::NotSignedIn),
            receipt => Ok(receipt),
        }
    }

    /// Gives any command to the ledger and waits for its receipt.
    pub(crate) async fn give(&self, order: Order) -> Result<Receipt, Problem> {
        let answer = self.parts().store.ask(order).map_err(Problem::from)?.await;
        answer.unwrap_or(Err(Unanswered::Unknown)).map_err(Problem::from)
    }

    /// Adds an event that follows from no command, and waits until it is saved. Not for async
    /// callers.
    ///
    /// # Errors
    ///
    /// When it was not saved, or nobody knows.
    pub fn note(&self, event: Event) -> Result<(), Unanswered> {
        self.parts().store.note(event)
    }

    /// Runs `work` with the ledger on a thread that may block.
    pub(crate) async fn with_store<T: Send + 'static, E: Into<Problem> + Send + 'static>(
        &self,
        work: impl FnOnce(&Store) -> Result<T, E> + Send + 'static,
    ) -> Result<T, Problem> {
        self.apart(move |parts| work(&parts.store)).await
    }

    /// Runs `work` with the players' door on a thread that may block.
    pub(crate) async fn with_access<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Access) -> Result<T, AccessError> + Send + 'static,
    ) -> Result<T, Problem> {
        self.apart(move |parts| work(&parts.access)).await
    }

    /// Runs `work` on a thread that may block.
    pub(crate) async fn apart<T: Send + 'static, E: Into<Problem> + Send + 'static>(
        &self,
        work: impl FnOnce(&Parts) -> Result<T, E> + Send + 'static,
    ) -> Result<T, Problem> {
        let shared = Arc::clone(&self.shared);
        tokio::task::spawn_blocking(move || work(&shared.parts))
            .await
            .map_err(|panic| Problem::failure(&panic))?
            .map_err(Into::into)
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        Self::failure(&error)
    }
}

impl From<AccessError> for Problem {
    fn from(error: AccessError) -> Self {
        Self::failure(&error)
    }
}

/// The ledger has told what went wrong; here it is only said what it means.
impl From<Unanswered> for Problem {
    fn from(unanswered: Unanswered) -> Self {
        match unanswered {
            Unanswered::Busy => Self::Busy,
            Unanswered::Failed | Unanswered::Unknown => Self::Failure,
        }
    }
}
