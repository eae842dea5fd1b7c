//! What the ledger may refuse of each call, in its order of precedence: the first that applies is
//! the answer. The document and `docs/api.md` are compared with this table.

use ledger::Refusal::{self, *};

/// A call that gives the ledger a command, and what may be refused of it.
pub(crate) struct Call {
    /// In capitals.
    pub(crate) method: &'static str,
    /// Below `/api/v1`.
    pub(crate) path: &'static str,
    /// In order of precedence.
    pub(crate) refusals: &'static [Refusal],
}

/// Every such call. A repeated command gets its receipt before any of these is looked at.
pub(crate) const CALLS: &[Call] = &[
    Call {
        method: "POST",
        path: "/players",
        refusals: &[IdReused, NameTaken, UnderAge, RulesChanged],
    },
    // The door asks the ledger about nothing else.
    Call { method: "POST", path: "/sessions", refusals: &[PlayerExcluded] },
    Call { method: "POST", path: "/acceptances", refusals: &[IdReused, RulesChanged] },
    Call { method: "POST", path: "/limits", refusals: &[IdReused] },
    Call {
        method: "POST",
        path: "/exclusions",
        refusals: &[IdReused, ExclusionTooShort, ExclusionTooLong],
    },
    Call {
        method: "POST",
        path: "/deposits",
        refusals: &[
            IdReused,
            AccountClosed,
            PlayerBarred,
            PlayerExcluded,
            LimitsNotSet,
            UnconfirmedCeiling,
            DepositLimit,
        ],
    },
    Call {
        method: "POST",
        path: "/withdrawals",
        refusals: &[IdReused, IdentityUnconfirmed, InsufficientFunds],
    },
    Call {
        method: "POST",
        path: "/plays",
        refusals: &[
            IdReused,
            GameNotOnSale,
            AccountClosed,
            PlayerBarred,
            PlayerExcluded,
            RulesNotAccepted,
            LimitsNotSet,
            UnfinishedUnit,
            PriceChanged,
            StakeLimit,
            InsufficientFunds,
            SoldOut,
            UnitDamaged,
        ],
    },
    Call {
        method: "POST",
        path: "/retail/activations",
        refusals: &[
            IdReused,
            EmissionUnknown,
            BookUnknown,
            BookNotDelivered,
            BookOfOtherCounter,
            BookReported,
            BookActive,
            BookSoldOut,
            BookReturned,
            EmissionClosed,
            EmissionNotOpen,
            CounterFunds,
        ],
    },
    Call {
        method: "POST",
        path: "/retail/sell-outs",
        refusals: &[
            IdReused,
            EmissionUnknown,
            BookUnknown,
            BookNotDelivered,
            BookOfOtherCounter,
            BookReported,
            BookSoldOut,
            BookReturned,
            BookNotActive,
        ],
    },
    Call {
        method: "POST",
        path: "/retail/reports",
        refusals: &[
            IdReused,
            EmissionUnknown,
            BookUnknown,
            BookNotDelivered,
            BookOfOtherCounter,
            BookReported,
            BookReturned,
        ],
    },
    Call {
        method: "POST",
        path: "/retail/inquiries",
        refusals: &[EmissionUnknown, BookUnknown, TicketUnknown, PaymentsLacking],
    },
    Call {
        method: "POST",
        path: "/retail/payments",
        refusals: &[
            IdReused,
            EmissionUnknown,
            BookUnknown,
            TicketUnknown,
            PaymentsLacking,
            PrizesExhausted,
            IdentityMissing,
        ],
    },
];

/// What may be refused of the call with this method, in capitals, and path.
pub(crate) fn of(method: &str, path: &str) -> &'static [Refusal] {
    let call = CALLS.iter().find(|call| call.method == method && call.path == path);
    call.map_or(&[], |call| call.refusals)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::problem::Problem;

    const PAGE: &str = include_str!("../../../docs/api.md");

    /// What stands under a heading, up to the next one.
    fn under(heading: &str) -> &'static str {
        let (_, rest) = PAGE.split_once(&format!("\n{heading}\n")).expect("the heading is there");
        rest.split("\n#").next().expect("a first part")
    }

    fn in_backticks(text: &str) -> Vec<&str> {
        text.split('`').skip(1).step_by(2).collect()
    }

    /// The cells of each row of a table, without its head.
    fn rows(text: &str) -> Vec<Vec<&str>> {
        let rows = text.lines().filter(|line| line.starts_with("| `"));
        rows.map(|row| row.split('|').map(str::trim).collect()).collect()
    }

    #[test]
    fn the_page_has_the_refusals_of_every_call_in_order() {
        for call in CALLS {
            let rows = rows(under(&format!("### `{} {}`", call.method, call.path)));
            let told: Vec<_> = rows.iter().map(|cells| cells[1].trim_matches('`')).collect();
            let codes: Vec<_> = call.refusals.iter().map(|refusal| refusal.code()).collect();
            assert_eq!(told, codes, "{} {}", call.method, call.path);
            assert!(rows.iter().all(|cells| !cells[2].is_empty()), "each says what to do");
        }
        let headings = PAGE.lines().filter(|line| line.starts_with("### `"));
        assert_eq!(headings.count(), CALLS.len());
    }

    #[test]
    fn every_refusal_is_on_the_page_and_none_is_invented() {
        let of_calls: BTreeSet<_> =
            CALLS.iter().flat_map(|call| call.refusals).map(|refusal| refusal.code()).collect();
        let others = in_backticks(under("### Refusals that no call of this API has"));
        let rest: Vec<_> = Refusal::ALL
            .iter()
            .map(|it| it.code())
            .filter(|code| !of_calls.contains(code))
            .collect();
        assert_eq!(others, rest);
    }

    /// Every problem but the ledger's.
    const PLAIN: [Problem; 15] = [
        Problem::MethodNotAllowed,
        Problem::ForeignOrigin,
        Problem::NotJson,
        Problem::TooMany,
        Problem::NotSignedIn,
        Problem::Malformed(String::new()),
        Problem::TooLarge,
        Problem::NotFound,
        Problem::WrongCredentials,
        Problem::NoProvider,
        Problem::Slowed(1),
        Problem::Mistyped,
        Problem::DoesNotMatch,
        Problem::Busy,
        Problem::Failure,
    ];

    /// A problem that is new is no compiling program until it has a number here, and a place above.
    fn number(problem: &Problem) -> Option<usize> {
        match problem {
            Problem::Refused(..) => None,
            Problem::MethodNotAllowed => Some(0),
            Problem::ForeignOrigin => Some(1),
            Problem::NotJson => Some(2),
            Problem::TooMany => Some(3),
            Problem::NotSignedIn => Some(4),
            Problem::Malformed(_) => Some(5),
            Problem::TooLarge => Some(6),
            Problem::NotFound => Some(7),
            Problem::WrongCredentials => Some(8),
            Problem::NoProvider => Some(9),
            Problem::Slowed(_) => Some(10),
            Problem::Mistyped => Some(11),
            Problem::DoesNotMatch => Some(12),
            Problem::Busy => Some(13),
            Problem::Failure => Some(14),
        }
    }

    #[test]
    fn every_problem_is_on_the_page_with_its_status() {
        assert!(PLAIN.iter().enumerate().all(|(at, problem)| number(problem) == Some(at)));
        let rows = rows(under("## Problems"));
        let told: Vec<_> = rows.iter().map(|cells| (cells[1], cells[2].to_owned())).collect();
        let codes = PLAIN.map(|it| (format!("`{}`", it.code()), it.status().as_u16().to_string()));
        let codes: Vec<_> =
            codes.iter().map(|(code, status)| (code.as_str(), status.clone())).collect();
        assert_eq!(told, codes);
        let refused = Problem::refused(Refusal::SoldOut).status().as_u16();
        assert!(under("## Refusals, call by call").contains(&format!("Its status is {refused}.")));
    }
}
