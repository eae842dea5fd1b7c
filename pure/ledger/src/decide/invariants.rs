//! What no decision may break. A decision that would is a bug, and nothing of it is saved.

use alloc::collections::BTreeMap;

use crate::account::{Account, Reason, Transfer};
use crate::decide::Decision;
use crate::facts::Facts;
use crate::play::{Gain, Play};
use crate::record::Record;
use crate::retail::RetailRecord;

/// Asserts that the books still stand after `decision`.
pub(super) fn assert_sound(facts: &Facts, decision: &Decision) {
    assert_no_debt(facts, &decision.transfers);
    let plays = decision.records.iter().filter_map(|record| match record {
        Record::Play(play) => Some(play),
        _ => None,
    });
    let mut sold = 0;
    for play in plays {
        assert_sale(facts, decision, play);
        sold += 1;
    }
    let stakes = count(decision, Reason::Stake);
    assert_eq!(stakes, sold, "every debit has exactly one unit");
    assert!(sold <= 1, "a command sells one unit at most");
    assert_payments(facts, decision);
    for record in &decision.records {
        if let Record::Block(block) = record {
            assert!(block.next.0 <= block.units, "the cursor stays within its block");
            let known = facts.blocks.get(&block.id).expect("a block is published first");
            assert!(known.next <= block.next, "the cursor never goes back");
        }
    }
}

/// No guarded account falls below zero, and no transfer goes in a circle.
fn assert_no_debt(facts: &Facts, transfers: &[Transfer]) {
    let mut balances: BTreeMap<&Account, i64> = BTreeMap::new();
    for transfer in transfers {
        assert_ne!(transfer.from, transfer.to, "money moves from one place to another");
        let cents = transfer.amount.signed();
        for (account, cents) in [(&transfer.from, -cents), (&transfer.to, cents)] {
            let balance = balances.entry(account).or_insert_with(|| facts.balance(account));
            *balance = balance.checked_add(cents).expect("accounts are far below 63 bits");
            assert!(
                *balance >= 0 || !account.is_guarded(),
                "{account} would stand at {balance} cents"
            );
        }
    }
}

/// A sale takes one stake, sells the unit at the cursor, and pays its gain once.
fn assert_sale(facts: &Facts, decision: &Decision, play: &Play) {
    let block = facts.blocks.get(&play.block).expect("a unit comes from a block");
    assert_eq!(play.index, block.next, "units are sold in order");
    assert!(!facts.plays.contains_key(&play.id), "a command buys one unit");
    let paid = match play.gain {
        Gain::None => (0, 0),
        Gain::Credited(_) => (1, 0),
        Gain::Held(_) => (0, 1),
    };
    let counted = (count(decision, Reason::Gain), count(decision, Reason::GainHeld));
    assert_eq!(counted, paid, "a gain is paid exactly once");
}

/// Every paid ticket is paid once, with exactly one transfer from its block's prizes.
fn assert_payments(facts: &Facts, decision: &Decision) {
    let paid = decision.records.iter().filter_map(|record| match record {
        Record::Retail(RetailRecord::Payment(payment)) => Some(payment),
        _ => None,
    });
    let moved = decision.transfers.iter().filter(|it| it.reason == Reason::Ticket);
    assert_eq!(paid.clone().count(), moved.clone().count(), "a payment is one transfer");
    for (payment, transfer) in paid.zip(moved) {
        assert!(!facts.retail.payments.contains_key(&payment.ticket), "a ticket is paid once");
        let printing = facts.retail.printing_of(payment.ticket.book);
        let block = printing.expect("a ticket is of a block").block.clone();
        let (from, to) = (Account::Prizes(block), Account::Counter(payment.counter));
        assert_eq!((&transfer.from, &transfer.to), (&from, &to));
        assert_eq!(transfer.amount, payment.amount);
    }
}

fn count(decision: &Decision, reason: Reason) -> usize {
    decision.transfers.iter().filter(|transfer| transfer.reason == reason).count()
}
