//! What a command is answered.

use alloc::sync::Arc;
use core::fmt;

use game::Cents;

use crate::amount::{Amount, Ceiling};
use crate::command::Content;
use crate::limit::Limit;
use crate::play::Play;
use crate::refusal::Refusal;
use crate::retail::RetailDone;
use crate::time::Millis;

/// The answer to a command. Both kinds are final: the same command gets the same receipt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Receipt {
    /// It is done.
    Done(Done),
    /// Nothing moved.
    Refused(Refusal),
}

/// What was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Done {
    /// The account exists.
    Registered,
    /// The rules are accepted.
    RulesAccepted,
    /// The identity is confirmed.
    IdentityConfirmed,
    /// The deposit is credited.
    Deposited {
        /// The balance with it.
        balance: Cents,
    },
    /// The provider is asked for the money.
    DepositAsked,
    /// The money that was asked for is in the account.
    DepositCredited,
    /// The money that was asked for will never come.
    DepositDeclined,
    /// The money has left the account and goes to the provider.
    Withdrawing {
        /// The balance without it.
        balance: Cents,
    },
    /// The withdrawal is known to have arrived.
    WithdrawalSettled,
    /// The withdrawal is back in the account.
    WithdrawalReturned,
    /// The limits are as given here.
    LimitsSet {
        /// On stakes.
        stakes: Option<Limit>,
        /// On deposits.
        deposits: Option<Limit>,
    },
    /// The player is kept from playing.
    Excluded {
        /// Until then: later than asked for if he was excluded for longer already.
        until: Millis,
    },
    /// The unit, with its result.
    Bought(Arc<Play>),
    /// The player has done with the unit.
    Finished {
        /// Since when.
        at: Millis,
    },
    /// The held gain is in its player's account.
    GainConfirmed {
        /// How much.
        amount: Amount,
    },
    /// The block is on sale.
    OnSale,
    /// The sale of the block, the game or everything stands still.
    Suspended,
    /// The sale of the block, the game or everything goes on.
    Resumed {
        /// How many units count as lost by the restored ledger, in this act.
        lost: u64,
    },
    /// The game opens later.
    PutOff {
        /// Then.
        until: Millis,
    },
    /// The player is barred.
    Barred,
    /// The player is barred no more.
    Unbarred,
    /// The emission is closed.
    Closed,
    /// The account is closed.
    AccountClosed,
    /// What says who the player is is erased.
    DataErased,
    /// The balance is corrected.
    Corrected {
        /// What it was.
        before: Cents,
        /// What it is.
        after: Cents,
    },
    /// Something in the paper game.
    Retail(RetailDone),
}

/// What the ledger keeps of a command that it has answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// What it asked for.
    pub content: Content,
    /// What it was answered.
    pub receipt: Receipt,
    /// When.
    pub at: Millis,
}

impl Receipt {
    /// Whether it must be kept for ever. A refusal may be forgotten after a while, so that nobody
    /// fills the disk with them, and so may a ticket that was not paid, and books that did not move;
    /// its command, sent again after that, is decided anew.
    #[must_use]
    pub fn is_kept_for_ever(&self) -> bool {
        matches!(self, Self::Done(done) if !matches!(done, Done::Retail(done) if done.is_in_vain()))
    }

    /// What is kept of it, if anything. A purchase's receipt is its play. What would tell a ticket's
    /// lot before it is paid is left out: of a question it is kept that it was asked, and a payment
    /// that is refused for such a reason has no receipt.
    #[must_use]
    pub fn kept(&self) -> Option<Self> {
        match self {
            Self::Done(Done::Bought(_)) => None,
            Self::Done(Done::Retail(RetailDone::Told { ticket, verdict })) => {
                let (ticket, verdict) = (*ticket, verdict.kept());
                Some(Self::Done(Done::Retail(RetailDone::Told { ticket, verdict })))
            }
            Self::Done(Done::Retail(RetailDone::NotPaid { verdict, .. }))
                if verdict.kept() != *verdict =>
            {
                None
            }
            Self::Refused(refusal) if refusal.tells_a_lot() => None,
            Self::Done(_) | Self::Refused(_) => Some(self.clone()),
        }
    }

    /// Whether it answers a question, so that the same question is answered anew.
    #[must_use]
    pub fn is_told(&self) -> bool {
        matches!(self, Self::Done(Done::Retail(RetailDone::Told { .. })))
    }

    /// The receipt that `text` writes, if it is one. A purchase is none: it is read from its play
    /// ([`Play::known`]).
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut words = text.split(' ');
        let kind = words.next()?;
        let mut word = || words.next();
        let receipt = match kind {
            "refused" => Self::Refused(Refusal::parse(word()?)?),
            _ => Self::Done(match kind {
                "registered" => Done::Registered,
                "rules_accepted" => Done::RulesAccepted,
                "identity_confirmed" => Done::IdentityConfirmed,
                "deposited" => Done::Deposited { balance: Cents(word()?.parse().ok()?) },
                "deposit_asked" => Done::DepositAsked,
                "deposit_credited" => Done::DepositCredited,
                "deposit_declined" => Done::DepositDeclined,
                "withdrawing" => Done::Withdrawing { balance: Cents(word()?.parse().ok()?) },
                "withdrawal_settled" => Done::WithdrawalSettled,
                "withdrawal_returned" => Done::WithdrawalReturned,
                "limits_set" => {
                    Done::LimitsSet { stakes: limit(word()?)?, deposits: limit(word()?)? }
                }
                "excluded" => Done::Excluded { until: Millis(word()?.parse().ok()?) },
                "finished" => Done::Finished { at: Millis(word()?.parse().ok()?) },
                "gain_confirmed" => {
                    Done::GainConfirmed { amount: Amount::new(Cents(word()?.parse().ok()?))? }
                }
                "on_sale" => Done::OnSale,
                "suspended" => Done::Suspended,
                "resumed" => Done::Resumed { lost: word()?.parse().ok()? },
                "put_off" => Done::PutOff { until: Millis(word()?.parse().ok()?) },
                "barred" => Done::Barred,
                "unbarred" => Done::Unbarred,
                "closed" => Done::Closed,
                "account_closed" => Done::AccountClosed,
                "data_erased" => Done::DataErased,
                "corrected" => Done::Corrected {
                    before: Cents(word()?.parse().ok()?),
                    after: Cents(word()?.parse().ok()?),
                },
                _ => Done::Retail(RetailDone::read(kind, &mut words)?),
            }),
        };
        words.next().is_none().then_some(receipt)
    }
}

/// In one line, as an engine may keep it: `refused sold_out`, `deposited 1300`.
impl fmt::Display for Receipt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Done(done) => done.fmt(f),
            Self::Refused(refusal) => write!(f, "refused {refusal}"),
        }
    }
}

impl fmt::Display for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Registered => f.write_str("registered"),
            Self::RulesAccepted => f.write_str("rules_accepted"),
            Self::IdentityConfirmed => f.write_str("identity_confirmed"),
            Self::Deposited { balance } => write!(f, "deposited {balance}"),
            Self::DepositAsked => f.write_str("deposit_asked"),
            Self::DepositCredited => f.write_str("deposit_credited"),
            Self::DepositDeclined => f.write_str("deposit_declined"),
            Self::Withdrawing { balance } => write!(f, "withdrawing {balance}"),
            Self::WithdrawalSettled => f.write_str("withdrawal_settled"),
            Self::WithdrawalReturned => f.write_str("withdrawal_returned"),
            Self::LimitsSet { stakes, deposits } => {
                f.write_str("limits_set ")?;
                write_limit(f, *stakes)?;
                f.write_str(" ")?;
                write_limit(f, *deposits)
            }
            Self::Excluded { until } => write!(f, "excluded {until}"),
            Self::Bought(play) => write!(
                f,
                "bought {} {} gain {} balance {}",
                play.block,
                play.index.0,
                play.gain.cents(),
                play.balance_after
            ),
            Self::Finished { at } => write!(f, "finished {at}"),
            Self::GainConfirmed { amount } => write!(f, "gain_confirmed {amount}"),
            Self::OnSale => f.write_str("on_sale"),
            Self::Suspended => f.write_str("suspended"),
            Self::Resumed { lost } => write!(f, "resumed {lost}"),
            Self::PutOff { until } => write!(f, "put_off {until}"),
            Self::Barred => f.write_str("barred"),
            Self::Unbarred => f.write_str("unbarred"),
            Self::Closed => f.write_str("closed"),
            Self::AccountClosed => f.write_str("account_closed"),
            Self::DataErased => f.write_str("data_erased"),
            Self::Corrected { before, after } => write!(f, "corrected {before} {after}"),
            Self::Retail(done) => done.fmt(f),
        }
    }
}

/// `-`, `500`, or `500,900@1700000000000` for a raise to 900 that waits until then.
fn write_limit(f: &mut fmt::Formatter<'_>, limit: Option<Limit>) -> fmt::Result {
    let Some(limit) = limit else { return f.write_str("-") };
    write!(f, "{}", limit.ceiling.cents())?;
    match limit.raise {
        Some((ceiling, from)) => write!(f, ",{}@{from}", ceiling.cents()),
        None => Ok(()),
    }
}

/// What [`write_limit`] wrote; the outer nothing when it is not of that form.
fn limit(text: &str) -> Option<Option<Limit>> {
    let ceiling = |text: &str| Ceiling::new(Cents(text.parse().ok()?));
    if text == "-" {
        return Some(None);
    }
    Some(Some(match text.split_once(',') {
        None => Limit { ceiling: ceiling(text)?, raise: None },
        Some((now, raise)) => {
            let (then, from) = raise.split_once('@')?;
            let raise = Some((ceiling(then)?, Millis(from.parse().ok()?)));
            Limit { ceiling: ceiling(now)?, raise }
        }
    }))
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn a_receipt_is_its_line() {
        for line in [
            "registered",
            "rules_accepted",
            "identity_confirmed",
            "deposited 1300",
            "deposit_asked",
            "deposit_credited",
            "deposit_declined",
            "withdrawing 0",
            "withdrawal_settled",
            "withdrawal_returned",
            "limits_set - 500",
            "limits_set 300,900@1700000000000 -",
            "excluded 86400000",
            "finished 5",
            "gain_confirmed 5000000",
            "on_sale",
            "suspended",
            "resumed 12",
            "put_off 86400000",
            "barred",
            "unbarred",
            "closed",
            "corrected 500 300",
            "account_closed",
            "data_erased",
            "refused sold_out",
            "counter_registered",
            "counter_settled 15000",
            "announced",
            "printed 60000",
            "opened",
            "emission_closed 2001-05-02",
            "extended 2001-06-02",
            "expired 0",
            "hindered book_delivered 31702-0012345 delivered at 1",
            "hindered book_reported 31702-0012345 printed stolen",
            "hindered book_returned 31702-0012345 returned from 3 at 1",
            "hindered book_reported 31702-0012345 sold_out at 12 lost",
            "hindered book_not_reported 31702-0012345 printed",
            "delivered",
            "activated 0",
            "book_sold_out",
            "returned 2500",
            "reported",
            "released",
            "payment_entered",
            "payments_resumed",
            "paid 500",
            "told 31702-0012345-017 pays_here 500",
            "told 31702-0012345-017 pays_at_centre 100000",
            "told 31702-0012345-017 withheld",
            "told 31702-0012345-017 too_late 2001-04-01 2001-05-02",
            "not_paid 31702-0012345-017 not_a_winner",
            "not_paid 31702-0012345-017 paid_here 988840800000",
            "not_paid 31702-0012345-017 paid_elsewhere 988840800000",
            "not_paid 31702-0012345-017 book_not_active",
            "not_paid 31702-0012345-017 book_returned",
            "not_paid 31702-0012345-017 book_lost",
            "not_paid 31702-0012345-017 book_stolen",
        ] {
            let receipt = Receipt::parse(line).expect(line);
            assert_eq!(receipt.to_string(), line);
            let passing = ["refused", "not_paid", "hindered"];
            let is_lasting = !passing.iter().any(|word| line.starts_with(word));
            assert_eq!(receipt.is_kept_for_ever(), is_lasting, "{line}");
        }
    }

    #[test]
    fn other_lines_are_none() {
        for line in [
            "",
            "refused",
            "refused nothing_known",
            "deposited",
            "deposited x",
            "closed now",
            "limits_set 1",
            "limits_set 1,2 -",
            "gain_confirmed 0",
            "told 31702-0012345-017",
            "told 31702-0012345-017 pays_here 0",
            "told 31702-0012345-017 too_late 2001-04-01",
            "not_paid 31702-0012345-017 not_a_winner 500",
            "hindered book_delivered",
            "hindered book_delivered 31702-0012345",
            "hindered book_returned 31702-0012345 returned at 1",
            "hindered book_returned 31702-0012345 returned from",
            "hindered book_delivered 31702-0012345 delivered at 1 lost 2",
            "hindered book_delivered 31702-0012345 delivered at 1 gone",
            "bought b 0 gain 0 balance 0",
        ] {
            assert_eq!(Receipt::parse(line), None, "{line}");
        }
    }
}
