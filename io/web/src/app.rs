//! What the handlers share.

use std::sync::Arc;

use game::Game;
use ledger::{Act, CommandId, PlayerAct, PlayerId, Receipt};
use store::{Order, Store, StoreError, Unanswered};

use crate::problem::Problem;

/// What the handlers share. Cloning it shares it.
#[derive(Clone)]
pub struct App {
    shared: Arc<Shared>,
}

struct Shared {
    store: Store,
    games: Vec<Arc<Game>>,
    demo_player: PlayerId,
}

impl App {
    /// The site over `store`, which sells `games`; the first is on the front page. As long as
    /// nobody signs in, everybody is `demo_player`.
    ///
    /// # Panics
    ///
    /// When there is no game.
    #[must_use]
    pub fn new(store: Store, games: Vec<Arc<Game>>, demo_player: PlayerId) -> Self {
        assert!(!games.is_empty(), "a site has a front page");
        Self { shared: Arc::new(Shared { store, games, demo_player }) }
    }

    /// Who plays when nobody has signed in.
    pub(crate) fn demo_player(&self) -> PlayerId {
        self.shared.demo_player
    }

    /// What is sold under the game id `id`.
    pub(crate) fn game(&self, id: &str) -> Option<&Arc<Game>> {
        self.shared.games.iter().find(|game| game.id.as_str() == id)
    }

    /// The game of the front page.
    pub(crate) fn front(&self) -> &Arc<Game> {
        &self.shared.games[0]
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
        let answer = self.shared.store.ask(Order { id, act: Act::Player(player, act) });
        let answer = answer.map_err(Problem::from)?.await;
        answer.unwrap_or(Err(Unanswered::Unknown)).map_err(Problem::from)
    }

    /// Runs `work` with the ledger on a thread that may block.
    pub(crate) async fn with_store<T: Send + 'static, E: Into<Problem> + Send + 'static>(
        &self,
        work: impl FnOnce(&Store) -> Result<T, E> + Send + 'static,
    ) -> Result<T, Problem> {
        let shared = Arc::clone(&self.shared);
        tokio::task::spawn_blocking(move || work(&shared.store))
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

/// The ledger has told what went wrong; here it is only said what it means.
impl From<Unanswered> for Problem {
    fn from(unanswered: Unanswered) -> Self {
        match unanswered {
            Unanswered::Busy => Self::Busy,
            Unanswered::Failed | Unanswered::Unknown => Self::Failure,
        }
    }
}
