//! Accounts that are closed, and what is left of them.

use ledger::{
    Act, Actor, CommandKey, Done, KeeperAct, Millis, Mode, Needs, OperatorAct, PlayerName, Refusal,
    Remark, Span,
};
use store::{Before, Changes, Frame};

use crate::world::{NOON, Shop, block, command_id, each_engine, losers, sure, wish};

/// On every engine: what was erased is nowhere, what was paid is still there, and nothing goes
/// before its time.
#[test]
fn a_closed_account_keeps_its_money_s_movements_and_no_name() {
    each_engine(|name, engine| {
        let mut reader = engine.twin().expect("the ledger opens");
        let shop = Shop::open(engine, &[block("b1", 1, &losers(3)).0]);
        let (alice, bob) = (shop.player(1, 3), shop.player(2, 3));
        shop.bought(alice, "one");
        let reason = Remark::new("he asked").expect("a reason");
        let close = |player| OperatorAct::CloseAccount { player, reason: reason.clone() };
        let full = crate::world::operator(close(bob));
        shop.refused("full", full, Refusal::AccountNotEmpty);
        assert_eq!(shop.operate("close", close(alice)), Done::AccountClosed, "{name}");
        shop.refused("closed", wish(alice, Mode::Auto), Refusal::AccountClosed);
        let erase = || Act::Keeper(KeeperAct::Erase { player: alice });
        let retention = Span::days(1827);
        let day = i64::try_from(Span::days(1).0).expect("small");
        let lapsed = |at: i64| shop.store.lapsed(Millis(at).before(retention), 10).unwrap().players;
        shop.wait(1826 * day);
        assert!(lapsed(NOON + 1826 * day).is_empty(), "{name}");
        shop.refused("early", erase(), Refusal::AccountNotLapsed);
        shop.wait(day);
        assert_eq!(lapsed(NOON + 1827 * day), [alice], "{name}");
        assert_eq!(
            shop.give("erase", erase()),
            Ok(ledger::Receipt::Done(Done::DataErased)),
            "{name}"
        );
        assert!(lapsed(NOON + 4000 * day).is_empty(), "{name}");
        let row = shop.store.player(alice).unwrap().expect("his number stays").player;
        assert_eq!((row.name.as_str(), row.born.to_string().as_str()), ("ERASED 1", "0001-01-01"));
        assert_eq!(
            (row.closed_at, row.erased_at),
            (Some(Millis(NOON)), Some(Millis(NOON + 1827 * day)))
        );
        let named = |text: &str| shop.store.named(&sure(PlayerName::new(text))).unwrap();
        assert_eq!((named("player 1"), named("player 2")), (None, Some(bob)), "{name}");
        // What is kept of the command that opened the account says nothing of him either.
        let key = CommandKey { actor: Actor::Player(alice), id: command_id("open-1-0") };
        let needs = Needs { keys: [key.clone()].into(), ..Needs::default() };
        let parameters = ledger::Dated::default();
        let frame = Frame { now: Millis(NOON), parameters: &parameters };
        let mut content = None;
        reader
            .transact(&needs, frame, &mut |facts| {
                content = facts.known.get(&key).map(|known| known.content.to_string());
                Ok(Changes::default())
            })
            .expect("the ledger works");
        assert_eq!(content.as_deref(), Some("erased"), "{name}");
        // His money: what he paid in, and the unit that he bought.
        let statement = shop.store.statement(alice, &Before::default(), 10).unwrap();
        assert_eq!(statement.lines.len(), 2, "{name}");
        assert_eq!((shop.account("player/1"), shop.account("stakes/b1")), (0, 300), "{name}");
        let events = shop.store.events(0, 1000).unwrap();
        let told = events.iter().filter(|it| it.subject == "1");
        let told: Vec<_> = told.map(|it| it.kind.as_str()).collect();
        assert_eq!(told, ["identity_confirmed", "account_closed", "data_erased"], "{name}");
        assert!(events.iter().all(|it| !it.line().contains("player 1")), "{name}");
    });
}
