//! The blocks on paper of a site.

use std::sync::{Arc, OnceLock};

use vault::Printed;

/// The blocks on paper whose tickets are checked and paid here. One more may come while the site is
/// served: a demo deals it when its first visitor plays already. Cloning it shares that.
#[derive(Clone, Default)]
pub struct Papers {
    known: Vec<Arc<Printed>>,
    late: Arc<OnceLock<Arc<Printed>>>,
}

impl Papers {
    /// Brings the one that comes late; whether it is the first to do so.
    pub fn bring(&self, printed: Arc<Printed>) -> bool {
        self.late.set(printed).is_ok()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// Each that is here.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Arc<Printed>> {
        self.known.iter().chain(self.late.get())
    }
}

impl From<Vec<Arc<Printed>>> for Papers {
    fn from(known: Vec<Arc<Printed>>) -> Self {
        Self { known, late: Arc::default() }
    }
}
