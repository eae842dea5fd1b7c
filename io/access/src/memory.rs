//! The door's book in memory, for tests.

use std::collections::BTreeMap;

use ledger::Millis;

use crate::engine::{Engine, Row, Session};
use crate::error::AccessError;
use crate::holder::Holder;
use crate::policy::Policy;
use crate::token::TokenHash;

#[derive(Default)]
pub(crate) struct Memory {
    logins: BTreeMap<Holder, Kept>,
    sessions: BTreeMap<TokenHash, Session>,
    resets: BTreeMap<TokenHash, (Holder, Millis)>,
}

struct Kept {
    row: Row,
    misses: u32,
    missed_at: Millis,
}

impl Memory {
    fn named(&mut self, login: &str) -> Option<&mut Kept> {
        self.logins.values_mut().find(|kept| kept.row.login == login)
    }
}

impl Engine for Memory {
    fn add(&mut self, row: &Row) -> Result<bool, AccessError> {
        let is_new = self.named(&row.login).is_none() && !self.logins.contains_key(&row.player);
        if is_new {
            let kept = Kept { row: row.clone(), misses: 0, missed_at: Millis(0) };
            self.logins.insert(row.player, kept);
        }
        Ok(is_new)
    }

    fn row_of(&mut self, player: Holder) -> Result<Option<Row>, AccessError> {
        Ok(self.logins.get(&player).map(|kept| kept.row.clone()))
    }

    fn attempt(
        &mut self,
        login: &str,
        at: Millis,
        policy: &Policy,
    ) -> Result<Option<(Row, u32)>, AccessError> {
        let Some(kept) = self.named(login) else { return Ok(None) };
        if kept.misses >= policy.misses && at < kept.missed_at.after(policy.lock) {
            return Ok(None);
        }
        kept.misses += 1;
        kept.missed_at = at;
        Ok(Some((kept.row.clone(), kept.misses)))
    }

    fn erase(&mut self, player: Holder) -> Result<(), AccessError> {
        self.logins.remove(&player);
        self.resets.retain(|_, reset| reset.0 != player);
        self.end_all(player)
    }

    fn begin(&mut self, hash: &TokenHash, player: Holder, at: Millis) -> Result<(), AccessError> {
        if let Some(kept) = self.logins.get_mut(&player) {
            kept.misses = 0;
        }
        self.sessions.insert(*hash, Session { player, began_at: at, seen_at: at });
        Ok(())
    }

    fn session(&mut self, hash: &TokenHash) -> Result<Option<Session>, AccessError> {
        Ok(self.sessions.get(hash).copied())
    }

    fn seen(&mut self, hash: &TokenHash, at: Millis) -> Result<(), AccessError> {
        if let Some(session) = self.sessions.get_mut(hash) {
            session.seen_at = at;
        }
        Ok(())
    }

    fn end(&mut self, hash: &TokenHash) -> Result<(), AccessError> {
        self.sessions.remove(hash);
        Ok(())
    }

    fn set(&mut self, row: &Row) -> Result<(), AccessError> {
        self.logins.insert(row.player, Kept { row: row.clone(), misses: 0, missed_at: Millis(0) });
        self.end_all(row.player)
    }

    fn end_all(&mut self, player: Holder) -> Result<(), AccessError> {
        self.sessions.retain(|_, session| session.player != player);
        Ok(())
    }

    fn promise(
        &mut self,
        login: &str,
        hash: &TokenHash,
        until: Millis,
    ) -> Result<bool, AccessError> {
        let Some(player) = self.named(login).map(|kept| kept.row.player) else { return Ok(false) };
        self.resets.retain(|_, reset| reset.0 != player);
        self.resets.insert(*hash, (player, until));
        Ok(true)
    }

    fn redeem(
        &mut self,
        hash: &TokenHash,
        password: &str,
        at: Millis,
    ) -> Result<Option<Holder>, AccessError> {
        let Some((player, until)) = self.resets.remove(hash) else { return Ok(None) };
        if until <= at {
            return Ok(None);
        }
        if let Some(kept) = self.logins.get_mut(&player) {
            password.clone_into(&mut kept.row.hash);
            kept.misses = 0;
        }
        self.end_all(player)?;
        Ok(Some(player))
    }

    fn sweep(&mut self, idle: Millis, longest: Millis, now: Millis) -> Result<u64, AccessError> {
        let before = self.sessions.len() + self.resets.len();
        self.sessions.retain(|_, session| session.seen_at > idle && session.began_at > longest);
        self.resets.retain(|_, (_, until)| *until > now);
        Ok((before - self.sessions.len() - self.resets.len()) as u64)
    }
}
