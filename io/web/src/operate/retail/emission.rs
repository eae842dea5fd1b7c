//! Emissions: announced, printed, opened, closed, extended, expired.

use ledger::{EmissionId, RetailAct};
use serde::Deserialize;

use super::super::act::{block, game, remark};
use super::super::no::No;
use super::{Wish, code, day};

/// `POST /emission/announce`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Announce {
    code: String,
    game: String,
    emission: u16,
    planned: String,
}

impl Wish for Announce {
    fn act(self) -> Result<RetailAct, No> {
        let emission = EmissionId { game: game(&self.game)?, number: self.emission };
        let (code, planned) = (code(&self.code)?, day(&self.planned)?);
        Ok(RetailAct::Announce { code, emission, planned })
    }
}

/// `POST /emission/print`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Print {
    code: String,
    block: String,
    first_book: u32,
    book_tickets: u16,
}

impl Wish for Print {
    fn act(self) -> Result<RetailAct, No> {
        let Self { first_book, book_tickets, .. } = self;
        let (code, block) = (code(&self.code)?, block(&self.block)?);
        Ok(RetailAct::Print { code, block, first_book, book_tickets })
    }
}

/// `POST /emission/open`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Open {
    code: String,
    day: String,
}

impl Wish for Open {
    fn act(self) -> Result<RetailAct, No> {
        Ok(RetailAct::Open { code: code(&self.code)?, day: day(&self.day)? })
    }
}

/// `POST /emission/close`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Close {
    code: String,
    day: String,
}

impl Wish for Close {
    fn act(self) -> Result<RetailAct, No> {
        Ok(RetailAct::Close { code: code(&self.code)?, day: day(&self.day)? })
    }
}

/// `POST /emission/extend`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Extend {
    code: String,
    until: String,
    reason: String,
}

impl Wish for Extend {
    fn act(self) -> Result<RetailAct, No> {
        let (code, day) = (code(&self.code)?, day(&self.until)?);
        Ok(RetailAct::Extend { code, day, reason: remark(&self.reason)? })
    }
}

/// `POST /emission/expire`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Expire {
    block: String,
}

impl Wish for Expire {
    fn act(self) -> Result<RetailAct, No> {
        Ok(RetailAct::Expire { block: block(&self.block)? })
    }
}

/// `POST /emission/resume-payments`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct ResumePayments {
    block: String,
    reason: String,
}

impl Wish for ResumePayments {
    fn act(self) -> Result<RetailAct, No> {
        let (block, reason) = (block(&self.block)?, remark(&self.reason)?);
        Ok(RetailAct::ResumePayments { block, reason })
    }
}
