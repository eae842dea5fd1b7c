//! A game that is tried without money.

use std::error::Error;
use std::sync::Arc;

use game::{Game, Unit};

/// A game that can be tried without money: it draws units that nobody buys.
///
/// A block is finite and its units are sold; a trial draws each unit for itself, in the proportions
/// of the block's table, so that the odds are the real ones. It has no block and no ledger.
pub trait Trial: Send + Sync {
    /// The game.
    fn game(&self) -> &Arc<Game>;

    /// Draws a unit. It may take milliseconds, and is not for async callers.
    ///
    /// # Errors
    ///
    /// When no unit could be made; it is said why.
    fn draw(&self) -> Result<Unit, Box<dyn Error + Send + Sync>>;
}
