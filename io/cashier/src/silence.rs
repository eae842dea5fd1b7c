//! A provider that leaves everything unanswered: an event when it counts as out, and one when it is
//! back.

use std::sync::{Mutex, PoisonError};

use ledger::{Event, EventKind, Millis, Provider};
use store::{Store, StoreError, Unanswered, told};

use crate::Answer;

/// How long a provider has been silent.
#[derive(Default)]
pub(crate) struct Silence {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Since when nothing was answered, while it was asked.
    since: Option<Millis>,
    /// Whether it counts as out; nothing before the ledger was asked how it was left.
    is_out: Option<bool>,
}

/// Why it could not be noted. It is tried again at the next answer, or want of one.
#[derive(Debug, thiserror::Error)]
enum Trouble {
    #[error("the events cannot be read: {0}")]
    Store(#[from] StoreError),
    #[error("the event was not kept: {0}")]
    Unanswered(#[from] Unanswered),
}

impl Silence {
    /// Hears what the provider says of a payment, whichever.
    pub(crate) fn heard(&self, store: &Store, provider: &Provider, answer: Answer) {
        // Whoever panicked left nothing half done.
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(trouble) = state.hear(store, provider, answer) {
            tracing::warn!("how the provider answers could not be noted: {trouble}");
        }
    }
}

impl State {
    fn hear(&mut self, store: &Store, provider: &Provider, answer: Answer) -> Result<(), Trouble> {
        let is_out = match self.is_out {
            Some(is_out) => is_out,
            None => *self.is_out.insert(was_out(store, provider)?),
        };
        let now = store.now();
        match answer {
            Answer::Unknown => {
                let since = *self.since.get_or_insert(now);
                if !is_out && since.after(store.parameters(now).outage) <= now {
                    let detail = format!("no answer since {}", told(since));
                    note(store, EventKind::ProviderOutage, provider, &detail)?;
                    self.is_out = Some(true);
                }
            }
            Answer::Moved | Answer::Declined | Answer::Pending => {
                self.since = None;
                if is_out {
                    let outage = store.last_event(EventKind::ProviderOutage)?;
                    let detail = outage.map(|entry| entry.detail).unwrap_or_default();
                    note(store, EventKind::ProviderBack, provider, &detail)?;
                    self.is_out = Some(false);
                }
            }
        }
        Ok(())
    }
}

/// Whether the events leave it out: an outage outlives a restart, and is one event all the same.
fn was_out(store: &Store, provider: &Provider) -> Result<bool, StoreError> {
    let number = |kind| {
        let last = store.last_event(kind)?;
        let own = last.filter(|entry| entry.subject == provider.as_str());
        Ok::<_, StoreError>(own.map_or(0, |entry| entry.number))
    };
    Ok(number(EventKind::ProviderOutage)? > number(EventKind::ProviderBack)?)
}

fn note(
    store: &Store,
    kind: EventKind,
    provider: &Provider,
    detail: &str,
) -> Result<(), Unanswered> {
    store.note(Event::new(kind, None, provider.as_str(), detail))
}
