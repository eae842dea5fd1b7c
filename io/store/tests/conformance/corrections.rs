//! What two people correct by hand.

use game::Cents;
use ledger::{Amount, Correction, Done, OperatorAct, Reason, Refusal, Remark};
use store::{Before, Line};

use crate::world::{Shop, block, each_engine, losers, operator};

fn correct(player: ledger::PlayerId, way: Correction, cents: u64) -> OperatorAct {
    let amount = Amount::new(Cents(cents)).expect("an amount");
    let reason = Remark::new("credited twice by hand").expect("a reason");
    OperatorAct::Correct { player, way, amount, reason }
}

/// Row G-16: on every engine a correction takes two people, never leaves a debt, is a line of the
/// player's statement, and an event with before, after, who and why.
#[test]
fn a_correction_leaves_before_after_who_and_why() {
    each_engine(|name, engine| {
        let shop = Shop::open(engine, &[block("b1", 1, &losers(2)).0]);
        let alice = shop.player(1, 5);
        shop.wait(1);
        let debit = shop.operate("debit", correct(alice, Correction::Debit, 200));
        assert_eq!(debit, Done::Corrected { before: Cents(500), after: Cents(300) }, "{name}");
        let too_much = operator(correct(alice, Correction::Debit, 301));
        shop.refused("too-much", too_much, Refusal::InsufficientFunds);
        shop.wait(1);
        let credit = shop.operate("credit", correct(alice, Correction::Credit, 50));
        assert_eq!(credit, Done::Corrected { before: Cents(300), after: Cents(350) }, "{name}");
        // Given again, on a store that has kept it: once.
        assert_eq!(shop.operate("credit", correct(alice, Correction::Credit, 50)), credit);
        assert_eq!((shop.balance(alice), shop.account("player/1")), (350, 350));
        let statement = shop.store.statement(alice, &Before::default(), 10).unwrap();
        let lines = statement.lines.iter().filter_map(|line| match line {
            Line::Movement(it) => Some((it.reason, it.amount.cents().0, it.is_in)),
            Line::Play(_) => None,
        });
        let expected = [
            (Reason::Correction, 50, true),
            (Reason::Correction, 200, false),
            (Reason::Deposit, 500, true),
        ];
        assert_eq!(lines.collect::<Vec<_>>(), expected, "{name}");
        let events = shop.store.events(0, 1000).unwrap();
        let told = events.iter().filter(|it| it.kind == "data_corrected");
        let told = told.map(|it| format!("{}+{} {} {}", it.by, it.second, it.subject, it.detail));
        assert_eq!(
            told.collect::<Vec<_>>(),
            [
                "olga+oscar 1 balance from 500 to 300 cents: credited twice by hand",
                "olga+oscar 1 balance from 300 to 350 cents: credited twice by hand",
            ],
            "{name}"
        );
    });
}
