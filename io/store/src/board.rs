//! What all tellers of a server see: one time, and what is told once however many of them meet it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use ledger::{EventKind, Millis, Stamp};

use crate::engine::Engine;
use crate::error::StoreError;
use crate::outage::Outage;

/// Where it hangs.
#[derive(Debug)]
pub(crate) struct Board {
    stamp: Mutex<Stamp>,
    news: Mutex<News>,
}

/// What the chain of events is to hear of.
#[derive(Debug)]
pub(crate) struct News {
    /// The parameters of the last event that told them.
    pub(crate) told: Option<String>,
    /// Whether the database is lost.
    pub(crate) outage: Outage,
}

impl Board {
    /// As the ledger was left.
    pub(crate) fn read(engine: &mut dyn Engine) -> Result<Self, StoreError> {
        let told = engine.last_event(EventKind::ParametersChanged)?.map(|entry| entry.detail);
        let stamp = Stamp::from(engine.latest()?);
        let news = News { told, outage: Outage::default() };
        Ok(Self { stamp: Mutex::new(stamp), news: Mutex::new(news) })
    }

    /// The greater of `clock` and what was given to any teller before.
    pub(crate) fn give(&self, clock: Millis) -> Millis {
        locked(&self.stamp).give(clock)
    }

    /// The news, for the one teller that tells them: it holds them until it knows whether what it
    /// tells is saved. They are taken before a transaction begins, never within one: whoever waits
    /// for them holds nothing that another waits for.
    pub(crate) fn news(&self) -> MutexGuard<'_, News> {
        locked(&self.news)
    }
}

/// Neither is left half changed by a panic.
fn locked<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}
