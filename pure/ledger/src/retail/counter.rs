//! Counters: retailers' places of business, and payment centres.

use crate::id::text_id;
use crate::retail::CounterId;
use crate::time::Millis;

text_id! {
    /// What a counter is called: 1 to 200 bytes without control characters.
    CounterName, 1..=200, |c| !c.is_control()
}

/// A counter. What it has stands in its account: it pays in before it activates a book, and is
/// credited with what it pays out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    /// Its number.
    pub id: CounterId,
    /// What it is called.
    pub name: CounterName,
    /// Whether it is a payment centre, which pays lots of any amount.
    pub is_centre: bool,
    /// When it was registered.
    pub registered_at: Millis,
}
