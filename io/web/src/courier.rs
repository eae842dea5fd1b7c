//! Who brings letters to players.

use access::{Login, Token};

/// Brings a player what he must have and nobody else: over the post, by mail, in a demonstration
/// on the operator's terminal.
pub trait Courier: Send + Sync {
    /// Brings the token with which a forgotten password is set anew. It must come to nobody else,
    /// and lie in no log. A failure is the courier's to tell: whoever asked is told nothing.
    fn bring_reset(&self, login: &Login, token: &Token);
}
