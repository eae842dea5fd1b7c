//! An event that is added while nobody sells: before a teller works, or where none does.

use ledger::{Dated, Event, Millis, Needs, Stamp};

use crate::engine::{Changes, Engine, Fault, Frame};
use crate::error::StoreError;

/// Adds `event` to the chain of a ledger that no teller of this program works on, at `now`, or at
/// the latest time that the ledger holds where that is later.
///
/// # Errors
///
/// When the ledger fails.
pub fn note(engine: &mut dyn Engine, event: &Event, now: Millis) -> Result<(), StoreError> {
    let now = Stamp::from(engine.latest()?).give(now);
    let parameters = Dated::default();
    let frame = Frame { now, parameters: &parameters };
    let mut work = |_| Ok(Changes { events: vec![(now, event.clone())], ..Changes::default() });
    engine.transact(&Needs::default(), frame, &mut work).map_err(Fault::into_error)
}
