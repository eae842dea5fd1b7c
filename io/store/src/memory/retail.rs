//! The paper game, and what was kept for long enough.

use std::collections::{BTreeMap, BTreeSet};

use ledger::{
    Actor, Bearer, Content, CounterId, GameCode, Millis, Payment, Player, RetailRecord, TicketId,
};

use super::Kept;
use super::keys::{Keys, holds};
use crate::error::StoreError;
use crate::lapsed::Lapsed;
use crate::retail::{Asking, Paper, Sales};
use crate::row::cents;

impl Kept {
    /// What a database's keys do.
    pub(super) fn check_retail(
        &self,
        record: &RetailRecord,
        new: &mut Keys,
    ) -> Result<(), StoreError> {
        let retail = &self.facts.retail;
        match record {
            RetailRecord::Counter(it) => {
                let is_new = !retail.counters.contains_key(&it.id);
                holds(
                    is_new && new.texts.insert(format!("counter {}", it.id)),
                    "a counter's number",
                )
            }
            RetailRecord::Printing(it) => {
                let place = (it.code, it.first_book);
                let is_own = match retail.printings.get(&place) {
                    Some(known) => known.block == it.block,
                    None => retail.printing(&it.block).is_none(),
                };
                holds(is_own, "a block on paper")
            }
            RetailRecord::Payment(it) => {
                let is_new = !retail.payments.contains_key(&it.ticket);
                holds(is_new && new.texts.insert(format!("ticket {}", it.ticket)), "a paid ticket")
            }
            RetailRecord::Emission(it) => {
                let other = |known: &ledger::Emission| known.code != it.code && known.id == it.id;
                holds(!retail.emissions.values().any(other), "an emission's name")
            }
            RetailRecord::Book(_) | RetailRecord::BearersErased(_) => Ok(()),
        }
    }

    /// Whose data were kept long enough.
    pub(super) fn lapsed(&self, by: Millis, limit: u32) -> Lapsed {
        let is_lapsed = |row: &Player| {
            row.erased_at.is_none() && row.closed_at.is_some_and(|closed_at| closed_at <= by)
        };
        let rows = self.facts.players.values().map(|player| &player.row);
        let players = rows.filter(|row| is_lapsed(row)).take(limit as usize).map(|row| row.id);
        let erased = Bearer::erased();
        let is_kept = |it: &&Payment| it.bearer.as_ref().is_some_and(|it| *it != erased);
        let payments = self.facts.retail.payments.values().filter(|it| it.at <= by);
        Lapsed { players: players.collect(), bearers: payments.filter(is_kept).count() as u64 }
    }

    /// The paper game as it stands.
    pub(super) fn paper(&self) -> Paper {
        let retail = &self.facts.retail;
        let counters = retail.counters.values().map(|counter| {
            let has = cents(self.facts.balance(&ledger::Account::Counter(counter.id)));
            (counter.clone(), has.expect("no counter is in debt"))
        });
        Paper {
            counters: counters.collect(),
            emissions: retail.emissions.values().cloned().collect(),
            printings: retail.printings.values().cloned().collect(),
        }
    }

    /// What a counter paid from `from` on and before `to`, newest first.
    pub(super) fn paid(
        &self,
        counter: CounterId,
        (from, to): (Millis, Millis),
        limit: u32,
    ) -> Vec<Payment> {
        let is_asked = |it: &&Payment| it.counter == counter && (from.0..to.0).contains(&it.at.0);
        let mut paid: Vec<_> =
            self.facts.retail.payments.values().filter(is_asked).cloned().collect();
        paid.sort_by_key(|it| std::cmp::Reverse((it.at, it.ticket)));
        paid.truncate(limit as usize);
        paid
    }

    /// How much each counter has asked.
    pub(super) fn asking(&self, (from, to): (Millis, Millis)) -> Vec<Asking> {
        let mut asked: BTreeMap<CounterId, BTreeSet<TicketId>> = BTreeMap::new();
        for (key, known) in &self.facts.known {
            let (Actor::Counter(counter), true) =
                (&key.actor, (from.0..to.0).contains(&known.at.0))
            else {
                continue;
            };
            let ticket = known.content.as_str().strip_prefix(Content::INQUIRING);
            if let Some(ticket) = ticket.and_then(TicketId::parse) {
                asked.entry(*counter).or_default().insert(ticket);
            }
        }
        let is_unpaid = |ticket: &&TicketId| !self.facts.retail.payments.contains_key(*ticket);
        let asking = asked.into_iter().map(|(counter, tickets)| Asking {
            counter,
            asked: tickets.len() as u64,
            unpaid: tickets.iter().filter(is_unpaid).count() as u64,
        });
        asking.collect()
    }

    /// What has become of the tickets of an emission's blocks.
    pub(super) fn sales(&self, code: GameCode) -> Vec<Sales> {
        let retail = &self.facts.retail;
        let own = retail.printings.values().filter(|it| it.code == code);
        let mut sales: Vec<_> = own.cloned().map(Sales::none).collect();
        for it in &mut sales {
            for book in retail.books.values().filter(|book| it.printing.holds(book.id)) {
                *it.books.entry((book.state, book.report)).or_default() += 1;
            }
            for payment in retail.payments.values() {
                if it.printing.has(payment.ticket) {
                    *it.paid.entry(payment.amount.cents()).or_default() += 1;
                }
            }
        }
        sales
    }
}
