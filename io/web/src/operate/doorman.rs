//! Who may come in, and how long one waits after a wrong password.

use std::collections::BTreeMap;
use std::sync::Arc;

use access::{AccessError, PasswordHash};
use ledger::{Millis, OperatorName, Span};

use super::Operator;

/// The longest wait after a wrong password.
const LONGEST: Span = Span(300_000);
/// After so many wrong passwords in a row a name counts as locked: it is an event of its own.
pub(super) const LOCK: u32 = 5;

/// What became of a try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Try {
    /// He is who he says.
    Right,
    /// A wrong name or password, so many in a row.
    Wrong(u32),
    /// Too early: nothing was compared. So many seconds are left.
    Early(u64),
}

/// Knows the operators by their names.
pub(super) struct Doorman {
    operators: BTreeMap<OperatorName, PasswordHash>,
    /// What a password is compared with when the name is nobody's, so that it takes as long.
    nobody: PasswordHash,
    /// Wrong passwords in a row, and when the last one came; all unknown names share one line.
    wrong: BTreeMap<Option<OperatorName>, (u32, Millis)>,
    clock: Arc<dyn Fn() -> Millis + Send + Sync>,
}

impl Doorman {
    pub(super) fn new(
        operators: Vec<Operator>,
        clock: Arc<dyn Fn() -> Millis + Send + Sync>,
    ) -> Result<Self, AccessError> {
        let nobody = PasswordHash::of("nobody")?;
        let operators = operators.into_iter().map(|it| (it.name, it.password)).collect();
        Ok(Self { operators, nobody, wrong: BTreeMap::new(), clock })
    }

    /// Compares a password; it takes a while, on a thread that may block.
    pub(super) fn try_sign_in(&mut self, name: &OperatorName, password: &str) -> Try {
        let now = (self.clock)();
        let known = self.operators.get(name);
        let line = known.map(|_| name.clone());
        let (count, last) = self.wrong.get(&line).copied().unwrap_or((0, now));
        let opens = last.after(wait(count));
        if now < opens {
            return Try::Early(opens.0.abs_diff(now.0).div_ceil(1000));
        }
        // Compared in any case: an unknown name takes as long as a known one.
        let is_right = known.unwrap_or(&self.nobody).is_of(password);
        if is_right && known.is_some() {
            self.wrong.remove(&line);
            return Try::Right;
        }
        let count = count.saturating_add(1);
        self.wrong.insert(line, (count, now));
        Try::Wrong(count)
    }
}

/// How long a name waits after so many wrong passwords: a second, two, four, up to five minutes.
fn wait(count: u32) -> Span {
    match count {
        0 => Span(0),
        count => Span(1000_u64.saturating_mul(1 << (count - 1).min(20)).min(LONGEST.0)),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicI64, Ordering};

    use super::*;

    /// Row G-4, for operators.
    #[test]
    fn a_wrong_password_slows_down_the_next() {
        let clock = Arc::new(AtomicI64::new(0));
        let now = Arc::clone(&clock);
        let name = |text: &str| OperatorName::new(text).unwrap();
        let password = PasswordHash::of("right").unwrap();
        let olga = Operator { name: name("olga"), password };
        let clock_of = Arc::new(move || Millis(now.load(Ordering::SeqCst)));
        let mut door = Doorman::new(vec![olga], clock_of).unwrap();
        let mut check = |ms: i64, who: &str, password: &str, expected: Try| {
            clock.store(ms, Ordering::SeqCst);
            assert_eq!(door.try_sign_in(&name(who), password), expected, "at {ms} {who}");
        };
        check(0, "olga", "right", Try::Right);
        check(0, "olga", "wrong", Try::Wrong(1));
        // Not even the right one is looked at before its time.
        check(999, "olga", "right", Try::Early(1));
        check(1_000, "olga", "wrong", Try::Wrong(2));
        check(1_000, "olga", "right", Try::Early(2));
        check(3_000, "olga", "wrong", Try::Wrong(3));
        // Someone else is not kept waiting; all who are nobody wait together.
        check(3_000, "otto", "right", Try::Wrong(1));
        check(3_500, "emil", "nobody", Try::Early(1));
        check(4_000, "emil", "nobody", Try::Wrong(2));
        check(7_000, "olga", "right", Try::Right);
        check(7_000, "olga", "wrong", Try::Wrong(1));
    }

    #[test]
    fn waits_double_up_to_five_minutes() {
        let waits = [0, 1, 2, 3, 9, 10, 30, u32::MAX].map(|count| wait(count).0);
        assert_eq!(waits, [0, 1_000, 2_000, 4_000, 256_000, 300_000, 300_000, 300_000]);
    }
}
