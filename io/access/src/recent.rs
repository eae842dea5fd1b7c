//! Sessions that were looked up a moment ago.
//!
//! A player who is busy asks many times a second, and each question to the book takes a thread that
//! may block. What was read is believed for [`Recent::BELIEVED`]: so long a session that was ended
//! on *another* server may go on here. One that is ended here ends at once.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use ledger::{Millis, Span};

use crate::holder::Holder;
use crate::token::TokenHash;

/// Whose sessions they are, each with the time in which that is believed.
#[derive(Default)]
pub(crate) struct Recent {
    sessions: Mutex<HashMap<TokenHash, Known>>,
}

#[derive(Clone, Copy)]
struct Known {
    player: Holder,
    from: Millis,
    until: Millis,
}

impl Recent {
    /// How long a session is believed to be as it was read.
    pub(crate) const BELIEVED: Span = Span(3_000);
    /// How many are kept at most.
    const MOST: usize = 50_000;

    /// Whose session it is, if it was looked up a moment before `at`.
    pub(crate) fn player(&self, hash: &TokenHash, at: Millis) -> Option<Holder> {
        let known = self.sessions().get(hash).copied()?;
        // A clock that goes back makes nothing last longer.
        (known.from <= at && at < known.until).then_some(known.player)
    }

    /// Keeps what was read at `at` of a session that ends at `end` in any case.
    pub(crate) fn keep(&self, hash: TokenHash, player: Holder, at: Millis, end: Millis) {
        let mut sessions = self.sessions();
        if sessions.len() >= Self::MOST && !sessions.contains_key(&hash) {
            sessions.retain(|_, known| known.from <= at && at < known.until);
            if sessions.len() >= Self::MOST {
                sessions.clear();
            }
        }
        let until = at.after(Self::BELIEVED).min(end);
        sessions.insert(hash, Known { player, from: at, until });
    }

    /// Forgets a session.
    pub(crate) fn forget(&self, hash: &TokenHash) {
        self.sessions().remove(hash);
    }

    /// Forgets all sessions of a player.
    pub(crate) fn forget_all(&self, player: Holder) {
        self.sessions().retain(|_, known| known.player != player);
    }

    fn sessions(&self) -> MutexGuard<'_, HashMap<TokenHash, Known>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_is_believed_for_a_moment() {
        let (recent, one, alice) = (Recent::default(), [1; 32], Holder(1));
        let end = Millis(1_000_000);
        recent.keep(one, alice, Millis(10_000), end);
        for (at, expected) in
            [(9_999, None), (10_000, Some(alice)), (12_999, Some(alice)), (13_000, None)]
        {
            assert_eq!(recent.player(&one, Millis(at)), expected, "{at}");
        }
        assert_eq!(recent.player(&[2; 32], Millis(10_000)), None);
        // Its own end comes first.
        recent.keep(one, alice, Millis(999_000), end);
        assert_eq!(recent.player(&one, Millis(999_999)), Some(alice));
        assert_eq!(recent.player(&one, end), None);
    }

    #[test]
    fn what_has_ended_is_forgotten_at_once() {
        let recent = Recent::default();
        let (now, end) = (Millis(0), Millis(1_000_000));
        for (hash, player) in [([1; 32], 1), ([2; 32], 1), ([3; 32], 2)] {
            recent.keep(hash, Holder(player), now, end);
        }
        recent.forget(&[1; 32]);
        assert_eq!(recent.player(&[1; 32], now), None);
        assert_eq!(recent.player(&[2; 32], now), Some(Holder(1)));
        recent.forget_all(Holder(1));
        assert_eq!(recent.player(&[2; 32], now), None);
        assert_eq!(recent.player(&[3; 32], now), Some(Holder(2)));
    }

    #[test]
    fn no_more_are_kept_than_there_is_room_for() {
        let recent = Recent::default();
        for number in 0..=Recent::MOST {
            let mut hash = [0; 32];
            hash[..8].copy_from_slice(&number.to_be_bytes());
            recent.keep(hash, Holder(1), Millis(0), Millis(1_000_000));
            assert_eq!(recent.player(&hash, Millis(0)), Some(Holder(1)));
        }
        assert!(recent.sessions().len() <= Recent::MOST);
    }
}
