//! Reads what is wanted in the paper game.

use game::{Cents, UnitIndex};
use ledger::{
    Actor, Bearer, BookId, BookRange, Claim, Claims, CommandKey, Correction, CounterAct, CounterId,
    CounterName, EmissionId, GameCode, LegalDay, Lot, Place, Report, RetailAct, TicketId,
};

use super::wish::remark;
use super::{Fault, Script, amount, block_id, command_id, game_id, number};

impl Script {
    /// `counter 1 activate 31702-0000001`, and `pay TICKET TICKET to NAME`.
    pub(super) fn read_counter_act(
        &self,
        words: &[&str],
    ) -> Result<Option<(CounterId, CounterAct)>, Fault> {
        let ["counter", counter, words @ ..] = words else { return Ok(None) };
        let act = match words {
            ["activate", book] => CounterAct::Activate { book: book_id(book)? },
            ["sell-out", book] => CounterAct::SellOut { book: book_id(book)? },
            ["report", how, book] => {
                CounterAct::Report { book: book_id(book)?, report: report(how)? }
            }
            ["ask", ticket] => CounterAct::Inquire { claim: self.claim(ticket)? },
            ["pay", rest @ ..] => {
                let to = rest.iter().position(|word| *word == "to").unwrap_or(rest.len());
                let claims = rest[..to].iter().map(|ticket| self.claim(ticket));
                let claims = Claims::new(claims.collect::<Result<_, _>>()?);
                let claims = claims.ok_or("one to a hundred tickets, each once")?;
                let bearer = rest
                    .get(to + 1..)
                    .map(|name| Bearer::new(&name.join(" ")).ok_or("someone is a few words"));
                CounterAct::Pay { claims, bearer: bearer.transpose()? }
            }
            _ => return Err("nobody knows what a counter wants".into()),
        };
        Ok(Some((CounterId(number(counter)?), act)))
    }

    /// A ticket with the lot that lies at its place in its block; nothing for a ticket of none.
    fn claim(&self, text: &str) -> Result<Claim, Fault> {
        let ticket = TicketId::parse(text).ok_or_else(|| format!("no ticket: {text}"))?;
        let place = self.facts.retail.printing_of(ticket.book).map(|printing| {
            let book = u64::from(ticket.book.number() - printing.first_book);
            let index = book * u64::from(printing.book_tickets) + u64::from(ticket.index());
            Place { block: printing.block.clone(), index: UnitIndex(index) }
        });
        let lot = place.and_then(|place| self.units.get(&place).copied().flatten());
        Ok(Claim { ticket, lot: Lot(lot.unwrap_or(Cents::ZERO)) })
    }

    /// `kept counter/1/#a told 31702-0000001-000 withheld`, and `-` for nothing.
    pub(super) fn check_kept(&self, key: &str, expected: &[&str]) -> Result<(), Fault> {
        let ["counter", counter, id] = key.split('/').collect::<Vec<_>>()[..] else {
            return Err("counter/1/#a".into());
        };
        let actor = Actor::Counter(CounterId(number(counter)?));
        let known = self.facts.known.get(&CommandKey { actor, id: command_id(id)? });
        let found = known.map_or("-".into(), |it| format!("{}: {}", it.content, it.receipt));
        if found == expected.join(" ") { Ok(()) } else { Err(format!("it is {found}")) }
    }

    /// `book 31702-0000001 activated at 1 paid 3`, and `lost` or `stolen` last.
    pub(super) fn check_book(&self, id: &str, expected: &[&str]) -> Result<(), Fault> {
        let book = self.facts.retail.book(book_id(id)?);
        let mut found = book.state.code().to_owned();
        if let Some(from) = book.state.returned_from() {
            found += &format!(" from {from}");
        }
        if let Some(counter) = book.counter {
            found += &format!(" at {counter}");
        }
        found += &format!(" paid {}", book.paid_through);
        if let Some(report) = book.report {
            found += &format!(" {}", report.code());
        }
        if found == expected.join(" ") { Ok(()) } else { Err(format!("it is {found}")) }
    }
}

/// What the operator's people may want.
pub(super) fn read_retail_act(words: &[&str]) -> Result<RetailAct, Fault> {
    Ok(match words {
        ["register-counter", counter, kind @ ("shop" | "centre"), name @ ..] => {
            RetailAct::RegisterCounter {
                counter: CounterId(number(counter)?),
                name: CounterName::new(&name.join(" ")).ok_or("no counter's name")?,
                is_centre: *kind == "centre",
            }
        }
        ["settle-counter", counter, way @ ("credit" | "debit"), cents, reason @ ..] => {
            let way = if *way == "credit" { Correction::Credit } else { Correction::Debit };
            let (counter, amount) = (CounterId(number(counter)?), amount(cents)?);
            RetailAct::SettleCounter { counter, way, amount, reason: remark(reason)? }
        }
        ["announce", code, emission, planned] => {
            let (game, emission) = emission.split_once('/').ok_or("an emission is game/number")?;
            let emission = EmissionId { game: game_id(game)?, number: number(emission)? };
            let (code, planned) = (game_code(code)?, legal_day(planned)?);
            RetailAct::Announce { code, emission, planned }
        }
        ["print", code, block, first, size] => RetailAct::Print {
            code: game_code(code)?,
            block: block_id(block)?,
            first_book: number(first)?,
            book_tickets: number(size)?,
        },
        ["open-emission", code, day] => {
            RetailAct::Open { code: game_code(code)?, day: legal_day(day)? }
        }
        ["close-emission", code, day] => {
            RetailAct::Close { code: game_code(code)?, day: legal_day(day)? }
        }
        ["extend", code, day, reason @ ..] => {
            let (code, day) = (game_code(code)?, legal_day(day)?);
            RetailAct::Extend { code, day, reason: remark(reason)? }
        }
        ["expire", block] => RetailAct::Expire { block: block_id(block)? },
        ["deliver", some, counter] => {
            RetailAct::Deliver { books: books(some)?, counter: CounterId(number(counter)?) }
        }
        ["return-books", some, counter, "from", from] => {
            let (counter, from) = (CounterId(number(counter)?), number(from)?);
            RetailAct::Return { books: books(some)?, counter, from }
        }
        ["report", how, some, reason @ ..] => {
            let (books, report) = (books(some)?, report(how)?);
            RetailAct::Report { books, report, reason: remark(reason)? }
        }
        ["release", some, reason @ ..] => {
            RetailAct::Release { books: books(some)?, reason: remark(reason)? }
        }
        ["enter-payment", ticket, counter, cents, reason @ ..] => {
            let ticket = TicketId::parse(ticket).ok_or("no ticket")?;
            let (counter, amount) = (CounterId(number(counter)?), amount(cents)?);
            RetailAct::EnterPayment { ticket, counter, amount, reason: remark(reason)? }
        }
        ["resume-payments", block, reason @ ..] => {
            RetailAct::ResumePayments { block: block_id(block)?, reason: remark(reason)? }
        }
        _ => return Err("nobody knows this command".into()),
    })
}

pub(super) fn game_code(text: &str) -> Result<GameCode, Fault> {
    GameCode::parse(text).ok_or_else(|| format!("no code jeu: {text}"))
}

pub(super) fn legal_day(text: &str) -> Result<LegalDay, Fault> {
    LegalDay::parse(text).ok_or_else(|| format!("no day: {text}"))
}

fn book_id(text: &str) -> Result<BookId, Fault> {
    BookId::parse(text).ok_or_else(|| format!("no book: {text}"))
}

fn books(text: &str) -> Result<BookRange, Fault> {
    BookRange::parse(text).ok_or_else(|| format!("no books: {text}"))
}

fn report(text: &str) -> Result<Report, Fault> {
    Report::parse(text).ok_or_else(|| format!("neither lost nor stolen: {text}"))
}
