//! The tellers of a server, and who goes to which.
//!
//! What concerns a player goes to one teller, who decides it in the order in which it came, whoever gave
//! it. What concerns the same unit, game, account or event the database puts in order, as it does between
//! servers ([`crate::Engine::transact`]).

use std::sync::Arc;

use ledger::{Act, PlayerId};

use crate::board::Board;
use crate::desk::Desk;
use crate::engine::Engine;
use crate::error::StoreError;
use crate::shelf::Shelf;
use crate::teller::{Settings, Teller};

/// At least one.
pub(crate) struct Tellers(Vec<Teller>);

impl Tellers {
    /// Begins to work on `engine`, and on twins of it where it lets several decide at once.
    pub(crate) fn start(
        mut engine: Box<dyn Engine>,
        shelf: Shelf,
        settings: Settings,
    ) -> Result<Self, StoreError> {
        let count = settings.tellers.min(engine.tellers()).max(1);
        let (board, shelf) = (Arc::new(Board::read(engine.as_mut())?), Arc::new(shelf));
        let settings = Arc::new(settings);
        let mut engines = vec![engine];
        while engines.len() < count {
            engines.push(engines[0].twin()?);
        }
        let queue = settings.queue.div_ceil(count);
        let tellers = engines.into_iter().map(|engine| {
            let (shelf, board) = (Arc::clone(&shelf), Arc::clone(&board));
            let settings = Arc::clone(&settings);
            Teller::start(
                Desk {
                    engine,
                    shelf,
                    settings,
                    board,
                    in_force: None,
                    has_lost: false,
                    forgot: None,
                },
                queue,
            )
        });
        tellers.collect::<Result<_, _>>().map(Self)
    }

    /// The one that decides such an act: that of the player whom it concerns, or of the counter that
    /// asks; the first, where it is neither.
    pub(crate) fn of(&self, act: &Act) -> &Teller {
        match (act.player(), act) {
            (Some(player), _) => self.of_player(player),
            (None, Act::Counter(counter, _)) => self.numbered(counter.0.into()),
            (None, _) => self.first(),
        }
    }

    /// The one that decides what concerns `player`.
    pub(crate) fn of_player(&self, player: PlayerId) -> &Teller {
        self.numbered(player.0.unsigned_abs())
    }

    /// The one that decides what is nobody's, and adds events.
    pub(crate) fn first(&self) -> &Teller {
        &self.0[0]
    }

    /// All of them.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Teller> {
        self.0.iter()
    }

    fn numbered(&self, number: u64) -> &Teller {
        let count = u64::try_from(self.0.len()).expect("there are few");
        &self.0[usize::try_from(number % count).expect("less than there are")]
    }
}
