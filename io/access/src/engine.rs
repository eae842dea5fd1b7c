//! The seam between the door and what keeps its book.

use ledger::Millis;

use crate::error::AccessError;
use crate::holder::Holder;
use crate::policy::Policy;
use crate::token::TokenHash;

/// A login and what opens it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) player: Holder,
    pub(crate) login: String,
    /// Argon2id, as a PHC string.
    pub(crate) hash: String,
}

/// A session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Session {
    pub(crate) player: Holder,
    pub(crate) began_at: Millis,
    pub(crate) seen_at: Millis,
}

/// What keeps logins, sessions and resets. Each call is one transaction.
pub(crate) trait Engine: Send {
    /// Adds a login, unless it or its player is there.
    fn add(&mut self, row: &Row) -> Result<bool, AccessError>;

    /// The login of a player.
    fn row_of(&mut self, player: Holder) -> Result<Option<Row>, AccessError>;

    /// Counts a guess at `login` and returns what it is to be compared with, and how many in a row
    /// it makes; nothing when there is no such login, or it is locked at `at`.
    fn attempt(
        &mut self,
        login: &str,
        at: Millis,
        policy: &Policy,
    ) -> Result<Option<(Row, u32)>, AccessError>;

    /// Removes a player's login with all that hangs on it.
    fn erase(&mut self, player: Holder) -> Result<(), AccessError>;

    /// Begins a session and forgets its player's misses.
    fn begin(&mut self, hash: &TokenHash, player: Holder, at: Millis) -> Result<(), AccessError>;

    /// A session that was begun and not ended.
    fn session(&mut self, hash: &TokenHash) -> Result<Option<Session>, AccessError>;

    /// Notes that a session was used.
    fn seen(&mut self, hash: &TokenHash, at: Millis) -> Result<(), AccessError>;

    /// Ends a session.
    fn end(&mut self, hash: &TokenHash) -> Result<(), AccessError>;

    /// Sets a password, and with it a login where there was none; forgets the misses, ends the
    /// sessions.
    fn set(&mut self, row: &Row) -> Result<(), AccessError>;

    /// Ends all sessions of a player.
    fn end_all(&mut self, player: Holder) -> Result<(), AccessError>;

    /// Keeps a reset of `login` in the place of an earlier one; false when there is no such login.
    fn promise(
        &mut self,
        login: &str,
        hash: &TokenHash,
        until: Millis,
    ) -> Result<bool, AccessError>;

    /// Uses up a reset that still holds at `at`: sets the password, forgets the misses, ends the
    /// sessions.
    fn redeem(
        &mut self,
        hash: &TokenHash,
        password: &str,
        at: Millis,
    ) -> Result<Option<Holder>, AccessError>;

    /// Forgets sessions last seen before `idle` or begun before `longest`, and resets that held
    /// until `now`; how many it was.
    fn sweep(&mut self, idle: Millis, longest: Millis, now: Millis) -> Result<u64, AccessError>;
}
