//! Significant events: what a regulator asks to be kept, in order and for good.
//!
//! The ledger says what happened; whoever keeps the events numbers them and chains them. An event
//! that follows from a decision is one of its records, and so is saved in its transaction or not
//! at all. Others (a failed sign-in, a server that starts) are noted from outside.

use alloc::string::String;
use core::fmt;

use crate::id::text_id;
use crate::operator::Signed;

text_id! {
    /// A few words that someone wrote: a reason, say. 1 to 500 bytes without control characters.
    Remark, 1..=500, |c| !c.is_control()
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident = $code:literal,)*) => {
        /// What kind of thing happened. Closed: a new kind is a new variant.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum EventKind {
            $($(#[$doc])* $name,)*
        }

        impl EventKind {
            /// Every kind.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// Its stable name: part of what is hashed.
            #[must_use]
            pub fn code(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }
        }
    };
}

kinds! {
    // Blocks and games. The subject is the block, or the game.
    /// A block is on sale: by an act, or after one that is sold out; then nobody signs.
    BlockOnSale = "block_on_sale",
    /// A block's last unit is sold.
    BlockSoldOut = "block_sold_out",
    /// A block's sale stands still, as it was asked.
    BlockSuspended = "block_suspended",
    /// A block's sale stands still: the record at its cursor is damaged.
    BlockDamaged = "block_damaged",
    /// A block's sale goes on; how many units count as lost.
    BlockResumed = "block_resumed",
    /// A block's sale has ended with its emission's.
    BlockClosed = "block_closed",
    /// The ledger was restored from a copy; how many blocks stand still until it is said how far they
    /// were sold.
    LedgerRestored = "ledger_restored",
    /// A game opens later than it was said; the opening before, the one after, and why.
    OpeningPutOff = "opening_put_off",
    /// A game's sale stands still.
    GameSuspended = "game_suspended",
    /// A game's sale goes on.
    GameResumed = "game_resumed",
    /// Nothing is sold.
    AllSuspended = "all_suspended",
    /// Games are sold again.
    AllResumed = "all_resumed",

    // Gains. The subject is the play.
    /// A large gain was credited with its sale.
    GainLarge = "gain_large",
    /// A gain is held until two people confirm it.
    GainHeld = "gain_held",
    /// A held gain is paid.
    GainConfirmed = "gain_confirmed",

    // Players. The subject is the player, by his number.
    /// A player's identity is confirmed.
    IdentityConfirmed = "identity_confirmed",
    /// A player has excluded himself; until when.
    PlayerExcluded = "player_excluded",
    /// A player is barred; why.
    PlayerBarred = "player_barred",
    /// A bar is taken back; why.
    PlayerUnbarred = "player_unbarred",
    /// An account is closed; why.
    AccountClosed = "account_closed",
    /// The name and the date of birth of a closed account are erased.
    DataErased = "data_erased",

    // Money outside. The subject is the withdrawal.
    /// The provider has said of one withdrawal that it arrived, and that it did not.
    ProviderContradicted = "provider_contradicted",

    // The paper game. The subject is the counter, the emission's code, the block, the books or the
    // ticket.
    /// A counter is registered; its name.
    CounterRegistered = "counter_registered",
    /// A counter has paid in or was paid out; how much and why.
    CounterSettled = "counter_settled",
    /// A counter's password was set.
    CounterPassword = "counter_password",
    /// A counter has given so many validation codes that do not fit that it must wait; how many, and
    /// for how long.
    CounterSlowed = "counter_slowed",
    /// An emission is announced; of what, and when.
    EmissionAnnounced = "emission_announced",
    /// A block is on paper; in which books.
    BlockPrinted = "block_printed",
    /// It is known from which day on an emission is sold.
    EmissionOpened = "emission_opened",
    /// It is known when an emission closes and until when it is paid.
    EmissionClosed = "emission_closed",
    /// The last day of payment is put off; from when, to when, why.
    ClaimsExtended = "claims_extended",
    /// Nothing of a block is paid any more; how much nobody asked for.
    ClaimsExpired = "claims_expired",
    /// Books were delivered; to which counter.
    BooksDelivered = "books_delivered",
    /// Books came back; from which counter, from which ticket on.
    BooksReturned = "books_returned",
    /// Books are lost; how that is known.
    BooksLost = "books_lost",
    /// Books were stolen; how that is known.
    BooksStolen = "books_stolen",
    /// Books are paid again that were lost or stolen; why.
    BooksReleased = "books_released",
    /// A payment was entered that a restored ledger lacked; how much, by which counter, and how that
    /// is known.
    PaymentEntered = "payment_entered",
    /// Tickets of a block are paid again after a restored ledger; how it is known that nothing is
    /// lacking.
    PaymentsResumed = "payments_resumed",
    /// A large lot was paid; by which counter, and how much.
    TicketLarge = "ticket_large",

    // The house.
    /// Other parameters are in force than those of the event before; all of them.
    ParametersChanged = "parameters_changed",
    /// The service began.
    ServerStarted = "server_started",
    /// The service ended as it should.
    ServerStopped = "server_stopped",
    /// Someone gave a wrong name or password.
    SignInFailed = "sign_in_failed",
    /// A name takes no more passwords for a while.
    SignInLocked = "sign_in_locked",
    /// A report was given.
    ReportGiven = "report_given",
    /// The program is not the one that was approved.
    ProgramMismatch = "program_mismatch",
    /// A file is not what its hash says.
    FileMismatch = "file_mismatch",
    /// The program, the blocks' public files and the newest events were compared; how much was
    /// found.
    FilesChecked = "files_checked",
    /// The provider of payments has left everything unanswered for too long; since when.
    ProviderOutage = "provider_outage",
    /// It answers again; since when it did not.
    ProviderBack = "provider_back",
    /// The database did not answer, or took nothing, and does again; from when to when.
    DatabaseOutage = "database_outage",
    /// Someone changed data by hand; before, after, and why.
    DataCorrected = "data_corrected",
}

impl EventKind {
    /// The kind whose name is `code`.
    #[must_use]
    pub fn parse(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.code() == code)
    }

    /// Whether it is a change of what is sold, to whom or under which parameters: what a report of
    /// alterations lists.
    #[must_use]
    pub fn is_alteration(self) -> bool {
        matches!(
            self,
            Self::BlockOnSale
                | Self::BlockSuspended
                | Self::BlockDamaged
                | Self::BlockResumed
                | Self::BlockClosed
                | Self::LedgerRestored
                | Self::OpeningPutOff
                | Self::GameSuspended
                | Self::GameResumed
                | Self::AllSuspended
                | Self::AllResumed
                | Self::PlayerBarred
                | Self::PlayerUnbarred
                | Self::AccountClosed
                | Self::DataErased
                | Self::EmissionAnnounced
                | Self::BlockPrinted
                | Self::EmissionOpened
                | Self::EmissionClosed
                | Self::ClaimsExtended
                | Self::ClaimsExpired
                | Self::BooksReleased
                | Self::PaymentEntered
                | Self::PaymentsResumed
                | Self::ParametersChanged
                | Self::DataCorrected
        )
    }
}

impl fmt::Display for EventKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    kind: EventKind,
    signed: Option<Signed>,
    subject: String,
    detail: String,
}

impl Event {
    /// An event about `subject`, of which `detail` says more; either may be empty. Control
    /// characters become spaces, so that an event is one line.
    #[must_use]
    pub fn new(kind: EventKind, signed: Option<Signed>, subject: &str, detail: &str) -> Self {
        Self { kind, signed, subject: one_line(subject), detail: one_line(detail) }
    }

    /// What kind of thing happened.
    #[must_use]
    pub fn kind(&self) -> EventKind {
        self.kind
    }

    /// Who signs for it; nobody for what happened by itself.
    #[must_use]
    pub fn signed(&self) -> Option<&Signed> {
        self.signed.as_ref()
    }

    /// What it happened to.
    #[must_use]
    pub fn subject(&self) -> &str {
        &self.subject
    }

    /// More about it.
    #[must_use]
    pub fn detail(&self) -> &str {
        &self.detail
    }
}

fn one_line(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_told_apart_by_their_codes() {
        for kind in EventKind::ALL {
            let code = kind.code();
            assert!(code.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'), "{code}");
            assert_eq!(EventKind::parse(code), Some(*kind));
        }
    }

    #[test]
    fn an_event_is_one_line() {
        let event = Event::new(EventKind::SignInFailed, None, "a\tb", "c\nd\u{7f}");
        assert_eq!((event.subject(), event.detail()), ("a b", "c d "));
    }
}
