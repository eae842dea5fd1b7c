//! What a database refuses, whatever the program does, and that each loads the same facts.

use game::Cents;
use ledger::{Facts, Millis, Needs, PlayerId, Span};
use store::{Changes, Engine, Frame};

use crate::world::{
    NOON, Shop, block, command_id, each_engine, finish, losers, operator, sqlite, wish,
};

/// The database itself refuses what the program must never do.
#[test]
fn the_tables_hold_what_must_hold() {
    let folder = tempfile::tempdir().unwrap();
    let shop = Shop::open(sqlite(folder.path()), &[block("b1", 1, &[4, 0]).0]);
    let alice = shop.player(1, 50);
    shop.bought(alice, "one");
    drop(shop);
    let raw = rusqlite::Connection::open(folder.path().join(store::LEDGER_FILE)).unwrap();
    let copy = |player, command, index, finished| {
        format!(
            "INSERT INTO plays (player, command, game, block, unit_index, mode, stake_cents,
                gain_cents, is_held, unit, balance_before_cents, balance_after_cents, at_ms,
                finished_at_ms, staked_cents)
             SELECT {player}, {command}, game, block, {index}, mode, stake_cents, gain_cents,
                is_held, unit, balance_before_cents, balance_after_cents, at_ms, {finished},
                staked_cents + 100 * {index}
             FROM plays"
        )
    };
    raw.execute(&copy("1", "'fine-fine'", "1", "NULL"), []).unwrap();
    for wrong in [
        "UPDATE accounts SET cents = -1 WHERE account = 'player/1'".to_owned(),
        "UPDATE accounts SET cents = -1 WHERE account = 'prizes/b1'".to_owned(),
        "UPDATE blocks SET next_index = 3".to_owned(),
        "UPDATE plays SET gain_cents = 300".to_owned(),
        "UPDATE plays SET balance_after_cents = 9999".to_owned(),
        "INSERT INTO deposits SELECT * FROM deposits".to_owned(),
        "INSERT INTO other_transfers SELECT * FROM other_transfers".to_owned(),
        "INSERT INTO commands SELECT NULL, actor, id, content, receipt, 0, 0 FROM commands"
            .to_owned(),
        copy("player", "command", "5", "1"),
        copy("player", "command || 'x'", "unit_index", "1"),
        copy("player", "command || 'x'", "unit_index + 5", "NULL"),
        copy("99", "command", "unit_index + 5", "1"),
    ] {
        let error = raw.execute(&wrong, []).expect_err(&wrong);
        let code = error.sqlite_error_code();
        assert_eq!(code, Some(rusqlite::ErrorCode::ConstraintViolation), "{wrong}: {error}");
    }
}

/// Parameters by which a stake or a deposit counts for `span`.
fn within(span: Span) -> ledger::Dated {
    ledger::Parameters { limit_window: span, ..ledger::Parameters::default() }.into()
}

/// The facts that an engine loads, with their windows as sums: how they are cut is its business.
fn loaded(engine: &mut dyn Engine, needs: &Needs, frame: Frame<'_>) -> (Facts, Vec<Cents>) {
    let mut loaded = None;
    let mut work = |facts: Facts| {
        loaded = Some(facts);
        Ok(Changes::default())
    };
    engine.transact(needs, frame, &mut work).expect("the ledger works");
    let mut facts = loaded.expect("it was asked");
    let windows = facts.players.values().flat_map(|player| [&player.stakes, &player.deposits]);
    let since = frame.since(windows.filter_map(|it| it.entries().last()).map(|it| it.0).max());
    let mut sums = Vec::new();
    for player in facts.players.values_mut() {
        for window in [&mut player.stakes, &mut player.deposits] {
            sums.push(window.since(since));
            *window = ledger::Window::default();
        }
    }
    facts.parameters = ledger::Parameters::default();
    facts.balances.retain(|_, cents| *cents != 0);
    (facts, sums)
}

/// What an engine loads is what [`Facts::pick`] picks: the memory engine is that.
#[test]
fn every_engine_loads_the_same_facts() {
    let mut all = Vec::new();
    each_engine(|name, engine| {
        let mut reader = engine.twin().unwrap();
        let stock = [block("b1", 1, &[4, 7, 0]).0, block("b2", 2, &[0, 2]).0];
        let shop = Shop::open(engine, &stock);
        let (alice, bob) = (shop.player(1, 50), shop.player(2, 9));
        let play = shop.bought(alice, "one");
        let reason = || crate::world::sure(ledger::Remark::new("she deals the blocks"));
        let carol = shop.player(3, 9);
        shop.operate("bar", ledger::OperatorAct::Bar { player: carol, reason: reason() });
        shop.wait(5);
        // Seven words are 500 €, and so held.
        let held = shop.bought(bob, "held");
        shop.give("jouer", wish(alice, ledger::Mode::Jouer)).unwrap();
        let withdraw = ledger::PlayerAct::Withdraw { amount: play.stake };
        shop.give("out", ledger::Act::Player(alice, withdraw)).unwrap();
        shop.refused("next", wish(alice, ledger::Mode::Auto), ledger::Refusal::UnfinishedUnit);
        shop.operate("stop", ledger::OperatorAct::SuspendAll);
        let game = stock[0].game.id.clone();
        shop.operate("stop-game", ledger::OperatorAct::SuspendGame { game });
        let withdrawal = ledger::WithdrawalId { player: alice, command: command_id("out") };
        let acts = [
            wish(alice, ledger::Mode::Auto),
            finish(&play.id),
            ledger::Act::Outbox(ledger::OutboxAct::Settle { withdrawal }),
            operator(ledger::OperatorAct::ConfirmGain { play: held.id.clone() }),
            operator(ledger::OperatorAct::Suspend { block: stock[1].block().id }),
            operator(ledger::OperatorAct::SuspendAll),
        ];
        let mut acts: Vec<_> = acts.into_iter().collect();
        acts.extend(crate::world::opening(bob, 9));
        acts.extend(crate::world::opening(carol, 9));
        acts.extend(crate::world::opening(PlayerId(9), 9));
        let ids = ["one", "held", "out", "next", "unknown", "bar"].into_iter().cycle();
        let commands = ids.zip(acts).map(|(id, act)| ledger::Command {
            id: command_id(id),
            at: Millis(0),
            act,
        });
        let commands: Vec<_> = commands.collect();
        let parameters = within(Span::days(7));
        let frame = Frame { now: Millis(NOON), parameters: &parameters };
        all.push((name.to_owned(), loaded(&mut *reader, &Needs::of(&commands), frame)));
        let alone: Vec<_> = commands[4..5].iter().collect();
        all.push((name.to_owned(), loaded(&mut *reader, &Needs::of(alone), frame)));
    });
    assert!(!all[0].1.0.plays.is_empty() && !all[0].1.0.known.is_empty());
    for pair in all.chunks(2).skip(1) {
        assert_eq!(pair[0].1, all[0].1, "{}", pair[0].0);
        assert_eq!(pair[1].1, all[1].1, "{}", pair[1].0);
    }
}

/// What counts begins where the time of the batch says, to the millisecond, and that time is the
/// latest of its players', whose server's clock may be ahead of ours.
#[test]
fn windows_are_sums_of_what_counts_at_the_time_of_the_batch() {
    // Alice stakes 3 € and pays in 1 € at each of these, after she has paid in 9 € at noon.
    const AFTER_MS: [i64; 4] = [10, 20, 20, 50];
    each_engine(|name, engine| {
        let mut reader = engine.twin().unwrap();
        let shop = Shop::open(engine, &[block("b1", 1, &losers(9)).0]);
        let (alice, bob) = (shop.player(1, 9), shop.player(2, 9));
        for (number, after) in AFTER_MS.into_iter().enumerate() {
            shop.clock.store(NOON + after, std::sync::atomic::Ordering::SeqCst);
            let pay = ledger::PlayerAct::Deposit {
                provider: crate::world::sure(ledger::Provider::new("play-money")),
                reference: crate::world::sure(ledger::Reference::new(&format!("more-{number}"))),
                amount: crate::world::sure(ledger::Amount::new(Cents(100))),
            };
            shop.give(&format!("pay-{number}"), ledger::Act::Player(alice, pay)).unwrap();
            shop.bought(alice, &format!("buy-{number}"));
        }
        let mut check = |player: PlayerId, now_ms: i64, span: u64, stakes: u64, deposits: u64| {
            let command = ledger::Command {
                id: command_id("next"),
                at: Millis(0),
                act: wish(player, ledger::Mode::Auto),
            };
            let parameters = within(Span(span));
            let frame = Frame { now: Millis(NOON + now_ms), parameters: &parameters };
            let sums = loaded(&mut *reader, &Needs::of(&[command]), frame).1;
            let expected = [Cents(stakes * 100), Cents(deposits * 100)];
            assert_eq!(sums, expected, "{name}: {player} at {now_ms} for {span}");
        };
        // What moved as long ago as that counts no more.
        check(alice, 50, 51, 12, 4 + 9);
        check(alice, 50, 50, 12, 4);
        check(alice, 50, 41, 12, 4);
        check(alice, 50, 40, 9, 3);
        check(alice, 50, 30, 3, 1);
        check(alice, 99, 49, 0, 0);
        check(alice, 99, 50, 3, 1);
        // Our clock is behind: her latest time is that of the batch.
        check(alice, 15, 40, 9, 3);
        check(alice, -9, 31, 9, 3);
        check(alice, -9, 30, 3, 1);
        check(bob, 15, 16, 0, 9);
        check(bob, 15, 15, 0, 0);
    });
}
