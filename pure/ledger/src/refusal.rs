//! Refusals: ordinary answers that say what is wrong.

use core::fmt;

macro_rules! refusals {
    ($($(#[$doc:meta])* $name:ident = $code:literal,)*) => {
        /// Why a command was declined. Nothing moved.
        ///
        /// `IdReused` comes before all others, after a look at the stored receipt; for the operator's
        /// acts, `SecondNameMissing` and `SameName` come next. For each command
        /// the precedence is the order in which its refusals are listed at its function in
        /// `decide`, and in the tables of the tests.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Refusal {
            $($(#[$doc])* $name,)*
        }

        impl Refusal {
            /// Every refusal.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// Its stable name, for the API, the database and the tests.
            #[must_use]
            pub fn code(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }
        }
    };
}

refusals! {
    /// The id was used for something else.
    IdReused = "id_reused",
    /// It takes two people, and one has signed.
    SecondNameMissing = "second_name_missing",
    /// Whoever signs with someone must be someone else.
    SameName = "same_name",
    /// There is no such player.
    PlayerUnknown = "player_unknown",

    // Registering.
    /// The number is another player's.
    PlayerExists = "player_exists",
    /// The name is another account's.
    NameTaken = "name_taken",
    /// Too young.
    UnderAge = "under_age",
    /// The rules named are not those in force.
    RulesChanged = "rules_changed",

    // Buying, in order.
    /// Nothing of this game is on sale: it is not open yet, is suspended, or is closed.
    GameNotOnSale = "game_not_on_sale",
    /// The player's account is closed.
    AccountClosed = "account_closed",
    /// The operator has barred the player.
    PlayerBarred = "player_barred",
    /// The player has excluded himself.
    PlayerExcluded = "player_excluded",
    /// The player has not accepted the rules in force.
    RulesNotAccepted = "rules_not_accepted",
    /// The player has not said how much he allows himself.
    LimitsNotSet = "limits_not_set",
    /// The player has a unit of this game to finish first.
    UnfinishedUnit = "unfinished_unit",
    /// The price is not the one that the player saw.
    PriceChanged = "price_changed",
    /// The stake would exceed the player's own limit.
    StakeLimit = "stake_limit",
    /// The balance does not suffice; for withdrawing too.
    InsufficientFunds = "insufficient_funds",
    /// The last unit is sold, and no published block follows.
    SoldOut = "sold_out",
    /// The next unit cannot be sold; its block is now suspended.
    UnitDamaged = "unit_damaged",

    // Money in and out.
    /// The provider's reference was credited before.
    DepositAlreadyCredited = "deposit_already_credited",
    /// There is no such deposit.
    DepositUnknown = "deposit_unknown",
    /// The money is in the account, and so cannot have failed to come: someone must look.
    DepositCredited = "deposit_credited",
    /// It was said that the money will never come, and now that it has: someone must look.
    DepositDeclined = "deposit_declined",
    /// An account whose identity is not confirmed takes no more deposits.
    UnconfirmedCeiling = "unconfirmed_ceiling",
    /// The deposit would exceed the player's own limit.
    DepositLimit = "deposit_limit",
    /// Nothing is paid out before the identity is confirmed.
    IdentityUnconfirmed = "identity_unconfirmed",
    /// There is no such withdrawal.
    WithdrawalUnknown = "withdrawal_unknown",
    /// It was paid out, and so cannot go back.
    WithdrawalSettled = "withdrawal_settled",
    /// It went back, and so cannot have been paid out: someone must look.
    WithdrawalReturned = "withdrawal_returned",

    // Exclusion.
    /// Shorter than the shortest.
    ExclusionTooShort = "exclusion_too_short",
    /// Longer than the longest.
    ExclusionTooLong = "exclusion_too_long",

    // Units and gains.
    /// There is no such unit among those sold to this player.
    PlayUnknown = "play_unknown",
    /// The unit lost, or its gain was credited with the sale.
    GainNotHeld = "gain_not_held",
    /// The gain was confirmed before.
    GainAlreadyConfirmed = "gain_already_confirmed",

    // The operator's acts.
    /// There is no such game.
    GameUnknown = "game_unknown",
    /// There is no such block.
    BlockUnknown = "block_unknown",
    /// The block is not waiting: it is or was on sale, or is closed.
    BlockNotPublished = "block_not_published",
    /// A block of this game is being sold, or stands suspended.
    OtherBlockOnSale = "other_block_on_sale",
    /// The block is not on sale.
    BlockNotOnSale = "block_not_on_sale",
    /// The block is not suspended.
    BlockNotSuspended = "block_not_suspended",
    /// The block is not one that a restored ledger stopped beside the one on sale.
    BlockNotRestored = "block_not_restored",
    /// After a restored backup it must be said how many units had left the house.
    SoldThroughMissing = "sold_through_missing",
    /// How many units had left the house is asked after a restored backup only.
    SoldThroughNotAsked = "sold_through_not_asked",
    /// Fewer units than the ledger knows to be sold, or more than the block holds.
    SoldThroughOutOfRange = "sold_through_out_of_range",
    /// The game has opened, and so cannot be put off.
    GameOpen = "game_open",
    /// The new opening is past, or earlier than the planned one.
    OpeningNotLater = "opening_not_later",
    /// The game is suspended already.
    GameSuspended = "game_suspended",
    /// The game is not suspended.
    GameNotSuspended = "game_not_suspended",
    /// Everything is suspended already.
    AllSuspended = "all_suspended",
    /// Not everything is suspended.
    AllNotSuspended = "all_not_suspended",
    /// The player is not barred.
    PlayerNotBarred = "player_not_barred",
    /// There is money in the account, so it is neither closed nor erased.
    AccountNotEmpty = "account_not_empty",
    /// The account is not closed, or not for as long as its data are kept.
    AccountNotLapsed = "account_not_lapsed",

    // The paper game.
    /// There is no such counter.
    CounterUnknown = "counter_unknown",
    /// The number is another counter's.
    CounterExists = "counter_exists",
    /// The counter has less than that.
    CounterFunds = "counter_funds",
    /// No emission was announced under this code.
    EmissionUnknown = "emission_unknown",
    /// The code, or the emission, was announced before.
    EmissionExists = "emission_exists",
    /// The emission has no day of opening yet, or it is still to come.
    EmissionNotOpen = "emission_not_open",
    /// The emission has its day of opening.
    EmissionOpen = "emission_open",
    /// The emission is closed, or the day on which it closes is known.
    EmissionClosed = "emission_closed",
    /// The emission is not closed.
    EmissionNotClosed = "emission_not_closed",
    /// A day that is past, or that comes before the one on which the emission opens.
    DayPast = "day_past",
    /// The last day of payment would not be later.
    ExtensionNotLater = "extension_not_later",
    /// The last day of payment is over.
    ClaimsEnded = "claims_ended",
    /// The last day of payment is not over.
    ClaimsNotEnded = "claims_not_ended",
    /// The block is of another emission.
    BlockOfOtherEmission = "block_of_other_emission",
    /// The block is not on paper.
    BlockNotPrinted = "block_not_printed",
    /// The block is no whole number of such books, or they cannot be numbered so.
    BooksDoNotFit = "books_do_not_fit",
    /// Another block has some of these books.
    BooksTaken = "books_taken",
    /// No block of the emission has such a book.
    BookUnknown = "book_unknown",
    /// The books are not all of one block.
    BooksOfTwoBlocks = "books_of_two_blocks",
    /// The book has left the stock.
    BookDelivered = "book_delivered",
    /// The book is still in stock.
    BookNotDelivered = "book_not_delivered",
    /// The book was delivered to another counter.
    BookOfOtherCounter = "book_of_other_counter",
    /// The book is on sale already.
    BookActive = "book_active",
    /// The book is not on sale.
    BookNotActive = "book_not_active",
    /// The last ticket of the book is sold.
    BookSoldOut = "book_sold_out",
    /// The book has come back.
    BookReturned = "book_returned",
    /// The book is reported lost or stolen.
    BookReported = "book_reported",
    /// The book is not reported lost or stolen.
    BookNotReported = "book_not_reported",
    /// The book has no such ticket.
    TicketUnknown = "ticket_unknown",
    /// A ticket that would come back has been paid.
    TicketPaid = "ticket_paid",
    /// The ledger was restored from a copy, and payments of the block may be lacking.
    PaymentsLacking = "payments_lacking",
    /// No payments of the block are lacking.
    PaymentsNotLacking = "payments_not_lacking",
    /// It is to be recorded who is paid.
    IdentityMissing = "identity_missing",
    /// More than the block still has to pay: someone must look.
    PrizesExhausted = "prizes_exhausted",
}

impl Refusal {
    /// Whether it tells something of what a ticket won.
    #[must_use]
    pub(crate) fn tells_a_lot(self) -> bool {
        matches!(self, Self::IdentityMissing | Self::PrizesExhausted)
    }

    /// The refusal whose name is `code`.
    #[must_use]
    pub fn parse(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|refusal| refusal.code() == code)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_snake_case_and_told_apart() {
        for refusal in Refusal::ALL {
            let code = refusal.code();
            assert!(code.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'), "{code}");
            assert_eq!(Refusal::parse(code), Some(*refusal));
        }
    }
}
