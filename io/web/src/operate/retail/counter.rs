//! Counters: registered, paid in and paid out.

use ledger::{Correction, CounterId, CounterName, RetailAct};
use serde::Deserialize;

use super::super::act::remark;
use super::super::no::No;
use super::{Wish, cents};

/// `POST /counter/register`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Register {
    counter: u32,
    name: String,
    centre: bool,
}

impl Wish for Register {
    fn act(self) -> Result<RetailAct, No> {
        let name = CounterName::new(&self.name);
        let name = name.ok_or_else(|| No::malformed("a name is 1 to 200 bytes on one line"))?;
        let (counter, is_centre) = (CounterId(self.counter), self.centre);
        Ok(RetailAct::RegisterCounter { counter, name, is_centre })
    }
}

/// `POST /counter/settle`: what a bank has moved.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Settle {
    counter: u32,
    way: Way,
    cents: u64,
    reason: String,
}

/// Which way the money went.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Way {
    PaidIn,
    PaidOut,
}

impl Wish for Settle {
    fn act(self) -> Result<RetailAct, No> {
        let way = match self.way {
            Way::PaidIn => Correction::Credit,
            Way::PaidOut => Correction::Debit,
        };
        let amount = cents(self.cents)?;
        let (counter, reason) = (CounterId(self.counter), remark(&self.reason)?);
        Ok(RetailAct::SettleCounter { counter, way, amount, reason })
    }
}
