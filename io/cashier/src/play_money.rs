//! Money for play: visibly no money at all.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use ledger::{Provider as Name, Reference};

use crate::{Answer, Notice, Payment, Provider, Way};

/// How a provider of play money answers, so that it can be seen what comes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// At once.
    AtOnce,
    /// Not the first two times that it is asked.
    Late,
    /// Late, and then by itself twice more.
    Twice,
    /// Never.
    Never,
    /// That the money has not moved and never will.
    Declines,
}

impl Manner {
    /// Every manner.
    pub const ALL: [Self; 5] = [Self::AtOnce, Self::Late, Self::Twice, Self::Never, Self::Declines];

    /// Its stable name.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::AtOnce => "at-once",
            Self::Late => "late",
            Self::Twice => "twice",
            Self::Never => "never",
            Self::Declines => "declines",
        }
    }

    /// The manner whose name is `code`.
    #[must_use]
    pub fn parse(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|manner| manner.code() == code)
    }
}

/// A provider that moves nothing and says that it did.
pub struct PlayMoney {
    manner: Manner,
    asked: Mutex<Asked>,
}

#[derive(Default)]
struct Asked {
    /// How often it was asked for each payment.
    times: BTreeMap<(Way, Reference), u32>,
    notices: Vec<Notice>,
}

impl PlayMoney {
    /// The ledger's name for it.
    pub const NAME: &str = "play-money";

    /// A provider that answers in this manner.
    #[must_use]
    pub fn new(manner: Manner) -> Self {
        Self { manner, asked: Mutex::default() }
    }

    fn answer(&self, way: Way, payment: &Payment) -> Answer {
        let mut asked = self.asked();
        let times = asked.times.entry((way, payment.name.clone())).or_default();
        *times += 1;
        let is_late = *times <= 2;
        match self.manner {
            Manner::AtOnce => Answer::Moved,
            Manner::Never => Answer::Unknown,
            Manner::Declines => Answer::Declined,
            Manner::Late | Manner::Twice if is_late => Answer::Unknown,
            Manner::Late => Answer::Moved,
            Manner::Twice => {
                let notice = Notice { way, payment: payment.clone(), answer: Answer::Moved };
                asked.notices.extend([notice.clone(), notice]);
                Answer::Moved
            }
        }
    }

    /// Whoever panicked counted a time too few, which does no harm.
    fn asked(&self) -> MutexGuard<'_, Asked> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Provider for PlayMoney {
    fn name(&self) -> Name {
        Name::new(Self::NAME).expect("it is written here, and sound")
    }

    fn collect(&self, payment: &Payment) -> Answer {
        self.answer(Way::In, payment)
    }

    fn pay_out(&self, payment: &Payment) -> Answer {
        self.answer(Way::Out, payment)
    }

    fn notices(&self) -> Vec<Notice> {
        std::mem::take(&mut self.asked().notices)
    }
}
