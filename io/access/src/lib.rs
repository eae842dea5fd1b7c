//! Who may come in: logins with their passwords, sessions, and forgotten passwords.
//!
//! Nothing here is money, and nothing of it lies in the ledger: a copy of the ledger lets nobody
//! in. What is kept is worth little to its thief: passwords as Argon2id hashes (RFC 9106), and of
//! every token (a session's, a reset's) its SHA-256 alone.
//!
//! A wrong password is counted *before* it is looked at, in one statement, so that a thousand
//! guesses at once count a thousand; after [`Policy::misses`] of them the login is locked for
//! [`Policy::lock`], and then takes one guess at a time. Whatever is wrong (no such login, another
//! password, a lock) has one answer, which takes the same work.
//!
//! Times come from the caller; this crate reads no clock. Its calls block: they are for threads
//! that may.

mod engine;
mod error;
mod holder;
mod login;
mod memory;
mod password;
mod policy;
mod postgres;
mod recent;
mod sqlite;
mod token;

use std::marker::PhantomData;
use std::sync::{Mutex, MutexGuard, PoisonError};

use ledger::{CounterId, Millis, PlayerId};

use crate::engine::{Engine, Row};
use crate::holder::Holder;
use crate::recent::Recent;

pub use crate::error::AccessError;
pub use crate::holder::{Book, Who};
pub use crate::login::Login;
pub use crate::password::{Password, PasswordHash};
pub use crate::policy::Policy;
pub use crate::sqlite::{ACCESS_FILE, COUNTERS_FILE};
pub use crate::token::Token;

/// The door of players, or of counters: everything that is asked about who comes in.
pub struct Access<W: Who = PlayerId> {
    engine: Mutex<Box<dyn Engine>>,
    /// What of it was read a moment ago. It changes only in the hands of whoever has the engine, so
    /// that no session that has ended is put back.
    recent: Recent,
    policy: Policy,
    whose: PhantomData<fn(W) -> W>,
}

/// What became of a wish to come in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry<W = PlayerId> {
    /// A new session.
    In(Token, W),
    /// It may not be, for whatever reason.
    Refused,
    /// It may not be, and this guess has locked the holder's login. Whoever guessed must not be
    /// told apart from any other.
    Locked(W),
}

/// What became of a wish to have a login.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enrolment {
    /// The player has it, with this password: since now, or since the wish was first made.
    Enrolled,
    /// The player has one, with another password or name.
    Otherwise,
    /// Someone else has that login.
    Taken,
}

/// The door of players.
impl Access {
    /// The door of a server whose ledger is on SQLite: a file of its own in `directory`.
    ///
    /// # Errors
    ///
    /// When the file cannot be opened, or was written by a newer program.
    pub fn on_sqlite(directory: &std::path::Path, policy: Policy) -> Result<Self, AccessError> {
        Self::open_sqlite(directory, policy)
    }

    /// The door of servers whose ledger is on PostgreSQL: tables beside it. `connect` reaches it, now
    /// and whenever a connection was lost.
    ///
    /// # Errors
    ///
    /// When the server cannot be reached, or the tables were made by a newer program.
    pub fn on_postgres(
        connect: impl Fn() -> Result<::postgres::Client, ::postgres::Error> + Send + 'static,
        policy: Policy,
    ) -> Result<Self, AccessError> {
        Self::open_postgres(connect, policy)
    }

    /// A door in memory, for tests: gone with the program.
    #[must_use]
    pub fn in_memory(policy: Policy) -> Self {
        Self::new(Box::new(memory::Memory::default()), policy)
    }
}

/// The door of counters. Who has no login is given one by the operator, who sets its password.
impl Access<CounterId> {
    /// As [`Access::on_sqlite`], in a file of its own.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn of_counters_on_sqlite(
        directory: &std::path::Path,
        policy: Policy,
    ) -> Result<Self, AccessError> {
        Self::open_sqlite(directory, policy)
    }

    /// As [`Access::on_postgres`], in tables of its own.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn of_counters_on_postgres(
        connect: impl Fn() -> Result<::postgres::Client, ::postgres::Error> + Send + 'static,
        policy: Policy,
    ) -> Result<Self, AccessError> {
        Self::open_postgres(connect, policy)
    }

    /// A door in memory, for tests: gone with the program.
    #[must_use]
    pub fn of_counters_in_memory(policy: Policy) -> Self {
        Self::new(Box::new(memory::Memory::default()), policy)
    }

    /// Sets a counter's password, its first one too; ends its sessions and unlocks its login.
    ///
    /// # Errors
    ///
    /// When the keeper fails, or the operating system has no randomness.
    pub fn set_password(&self, counter: CounterId, password: &Password) -> Result<(), AccessError> {
        let hash = password.hash()?.reveal();
        let login = Login::of_counter(counter).as_str().to_owned();
        let holder = holder(counter);
        let mut engine = self.engine();
        engine.set(&Row { player: holder, login, hash })?;
        self.recent.forget_all(holder);
        Ok(())
    }
}

impl<W: Who> Access<W> {
    fn open_sqlite(directory: &std::path::Path, policy: Policy) -> Result<Self, AccessError> {
        Ok(Self::new(Box::new(sqlite::Sqlite::open(directory, W::BOOK)?), policy))
    }

    fn open_postgres(
        connect: impl Fn() -> Result<::postgres::Client, ::postgres::Error> + Send + 'static,
        policy: Policy,
    ) -> Result<Self, AccessError> {
        let engine = postgres::Postgres::open(Box::new(connect), W::BOOK)?;
        Ok(Self::new(Box::new(engine), policy))
    }

    fn new(engine: Box<dyn Engine>, policy: Policy) -> Self {
        Self { engine: Mutex::new(engine), recent: Recent::default(), policy, whose: PhantomData }
    }

    /// Gives `player` a login. The same wish, repeated, is granted again and changes nothing.
    ///
    /// # Errors
    ///
    /// When the keeper fails, or the operating system has no randomness.
    pub fn enrol(
        &self,
        player: W,
        login: &Login,
        password: &Password,
    ) -> Result<Enrolment, AccessError> {
        if let Some(kept) = self.engine().row_of(holder(player))? {
            let same = kept.login == login.as_str() && password.matches(&kept.hash);
            return Ok(if same { Enrolment::Enrolled } else { Enrolment::Otherwise });
        }
        let hash = password.hash()?.reveal();
        let row = Row { player: holder(player), login: login.as_str().to_owned(), hash };
        if self.engine().add(&row)? {
            return Ok(Enrolment::Enrolled);
        }
        // Someone was faster: the same player's other request, or another player.
        match self.engine().row_of(holder(player))? {
            None => Ok(Enrolment::Taken),
            Some(kept) if kept.login == row.login && password.matches(&kept.hash) => {
                Ok(Enrolment::Enrolled)
            }
            Some(_) => Ok(Enrolment::Otherwise),
        }
    }

    /// Signs in: a new session, and the misses forgotten.
    ///
    /// # Errors
    ///
    /// When the keeper fails, or the operating system has no randomness.
    pub fn sign_in(
        &self,
        login: &Login,
        password: &Password,
        at: Millis,
    ) -> Result<Entry<W>, AccessError> {
        let tried = self.engine().attempt(login.as_str(), at, &self.policy)?;
        let Some((row, misses)) = tried else {
            password.matches_nothing();
            return Ok(Entry::Refused);
        };
        if !password.matches(&row.hash) {
            let is_locked = misses >= self.policy.misses;
            return Ok(if is_locked { Entry::Locked(who(row.player)) } else { Entry::Refused });
        }
        let token = Token::draw()?;
        self.engine().begin(&token.hash(), row.player, at)?;
        Ok(Entry::In(token, who(row.player)))
    }

    /// Who the session `token` belongs to, if it has neither ended nor been idle for too long; and
    /// notes that it was used.
    ///
    /// # Errors
    ///
    /// When the keeper fails.
    pub fn player(&self, token: &Token, at: Millis) -> Result<Option<W>, AccessError> {
        Ok(self.session(token, at)?.map(|(player, _)| player))
    }

    /// The same, and when the session began.
    ///
    /// # Errors
    ///
    /// When the keeper fails.
    pub fn session(&self, token: &Token, at: Millis) -> Result<Option<(W, Millis)>, AccessError> {
        let hash = token.hash();
        let mut engine = self.engine();
        let Some(session) = engine.session(&hash)? else { return Ok(None) };
        if !self.policy.is_open(session.began_at, session.seen_at, at) {
            self.recent.forget(&hash);
            engine.end(&hash)?;
            return Ok(None);
        }
        // A write a minute tells idleness well enough, and costs a busy player nothing.
        if session.seen_at.after(Policy::NOTED) <= at {
            engine.seen(&hash, at)?;
        }
        let end = session.began_at.after(self.policy.longest).min(at.after(self.policy.idle));
        self.recent.keep(hash, session.player, at, end);
        Ok(Some((who(session.player), session.began_at)))
    }

    /// The same as [`Self::player`], as far as it is known from a moment ago. This one does not
    /// block; nothing means that the book must be asked. A session that was ended by another server
    /// may be told of for three seconds more.
    #[must_use]
    pub fn recent_player(&self, token: &Token, at: Millis) -> Option<W> {
        self.recent.player(&token.hash(), at).map(who)
    }

    /// Ends a session; one that is not there has ended.
    ///
    /// # Errors
    ///
    /// When the keeper fails.
    pub fn sign_out(&self, token: &Token) -> Result<(), AccessError> {
        let (mut engine, hash) = (self.engine(), token.hash());
        self.recent.forget(&hash);
        engine.end(&hash)
    }

    /// Ends all sessions of a player.
    ///
    /// # Errors
    ///
    /// When the keeper fails.
    pub fn sign_out_everywhere(&self, player: W) -> Result<(), AccessError> {
        let mut engine = self.engine();
        self.recent.forget_all(holder(player));
        engine.end_all(holder(player))
    }

    /// Removes a player's login with its sessions and resets, for good: nothing here says any more
    /// that there was one.
    ///
    /// # Errors
    ///
    /// When the keeper fails.
    pub fn erase(&self, player: W) -> Result<(), AccessError> {
        let mut engine = self.engine();
        self.recent.forget_all(holder(player));
        engine.erase(holder(player))
    }

    /// A token with which whoever receives it may set a new password, once and soon. Nothing when
    /// nobody has that login; the asker must not be told which.
    ///
    /// # Errors
    ///
    /// When the keeper fails, or the operating system has no randomness.
    pub fn promise_reset(&self, login: &Login, at: Millis) -> Result<Option<Token>, AccessError> {
        let token = Token::draw()?;
        let until = at.after(self.policy.reset);
        let kept = self.engine().promise(login.as_str(), &token.hash(), until)?;
        Ok(kept.then_some(token))
    }

    /// Sets a new password with a token that was promised, ends all sessions of its player and
    /// unlocks his login. Nothing when the token is not one, was used, or is too old.
    ///
    /// # Errors
    ///
    /// When the keeper fails, or the operating system has no randomness.
    pub fn reset(
        &self,
        token: &Token,
        password: &Password,
        at: Millis,
    ) -> Result<Option<W>, AccessError> {
        let hash = password.hash()?.reveal();
        let mut engine = self.engine();
        let player = engine.redeem(&token.hash(), &hash, at)?;
        player.iter().for_each(|&player| self.recent.forget_all(player));
        Ok(player.map(who))
    }

    /// Forgets sessions and resets that no longer open anything; how many it was.
    ///
    /// # Errors
    ///
    /// When the keeper fails.
    pub fn sweep(&self, at: Millis) -> Result<u64, AccessError> {
        let (idle, longest) = (at.before(self.policy.idle), at.before(self.policy.longest));
        self.engine().sweep(idle, longest, at)
    }

    /// Whoever panicked with it left no transaction open.
    fn engine(&self) -> MutexGuard<'_, Box<dyn Engine>> {
        self.engine.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn holder<W: Who>(who: W) -> Holder {
    Holder(who.number())
}

fn who<W: Who>(holder: Holder) -> W {
    W::of(holder.0)
}
