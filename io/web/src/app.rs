//! What the handlers share.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use game::{Game, Units};
use store::{Millis, PlayerId, Store, StoreError};

use crate::problem::Problem;

/// A game on sale and the block that is being sold.
#[derive(Clone)]
pub struct Sale {
    /// The rules.
    pub game: Arc<Game>,
    /// The block.
    pub units: Arc<dyn Units>,
}

/// What the handlers share. Cloning it shares it.
#[derive(Clone)]
pub struct App {
    shared: Arc<Shared>,
}

struct Shared {
    store: Store,
    sale: Sale,
    demo_player: PlayerId,
    last_millis: AtomicI64,
}

impl App {
    /// The site over `store`, selling `sale`. As long as nobody signs in, everybody is
    /// `demo_player`.
    #[must_use]
    pub fn new(store: Store, sale: Sale, demo_player: PlayerId) -> Self {
        let last_millis = AtomicI64::new(0);
        Self { shared: Arc::new(Shared { store, sale, demo_player, last_millis }) }
    }

    /// Who plays when nobody has signed in.
    pub(crate) fn demo_player(&self) -> PlayerId {
        self.shared.demo_player
    }

    /// What is on sale under the game id `id`.
    pub(crate) fn sale(&self, id: &str) -> Option<&Sale> {
        Some(&self.shared.sale).filter(|sale| sale.game.id.as_str() == id)
    }

    /// The game of the front page.
    pub(crate) fn front(&self) -> &Sale {
        &self.shared.sale
    }

    /// The time that a command is stamped with. It never goes back, whatever the clock does.
    pub(crate) fn now(&self) -> Millis {
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let clock = i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX);
        Millis(self.shared.last_millis.fetch_max(clock, Ordering::Relaxed).max(clock))
    }

    /// Runs `work` with the ledger on a thread that may block.
    ///
    /// The work goes on to its end even when the client has gone: what was begun is committed or
    /// rolled back, never dropped half-way.
    pub(crate) async fn with_store<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Problem> {
        let shared = Arc::clone(&self.shared);
        tokio::task::spawn_blocking(move || work(&shared.store))
            .await
            .map_err(|panic| Problem::failure(&panic))?
            .map_err(|failure| Problem::failure(&failure))
    }
}
