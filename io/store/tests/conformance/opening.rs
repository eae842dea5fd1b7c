//! Openings, stops and bars survive the engines.

use game::Date;
use ledger::{Act, Millis, Mode, OperatorAct, PutOff, Refusal, Remark};
use store::{Engine, Stock, Store, day_begins};

use crate::world::{Shop, block, each_engine, losers, settings, sure, wish};

fn reason() -> Remark {
    sure(Remark::new("le site n'est pas prêt"))
}

fn offer(engine: &mut dyn Engine) -> ledger::Offer {
    engine.register().expect("the ledger works").offers.remove(0)
}

/// Article A-1: Mots Croisés is planned to open on 28 November 2011, at midnight in Paris.
#[test]
fn a_game_opens_by_itself_at_its_planned_day_or_as_it_was_put_off() {
    let day = |day| day_begins(Date { year: 2011, month: 11, day }).expect("a day");
    each_engine(|name, engine| {
        let mut reader = engine.twin().unwrap();
        let stock = [block("b1", 1, &losers(9)).0];
        let before = std::sync::Arc::new(std::sync::atomic::AtomicI64::new(day(26).0));
        let store = Store::start(engine, &stock, settings(&before)).unwrap();
        let shop = Shop { store, clock: before };
        let alice = shop.player(1, 50);
        shop.refused("never", wish(alice, Mode::Auto), Refusal::GameNotOnSale);
        shop.operate("put-on-sale", OperatorAct::PutOnSale { block: stock[0].block().id });
        shop.refused("early", wish(alice, Mode::Auto), Refusal::GameNotOnSale);
        let found = offer(&mut *reader);
        assert_eq!((found.planned, found.opening()), (Some(day(28)), Some(day(28))), "{name}");

        let (game, until) = (stock[0].game.id.clone(), day(30));
        shop.operate("put-off", OperatorAct::PutOff { game, until, reason: reason() });
        shop.wait(day(28).0 - day(26).0);
        shop.refused("planned", wish(alice, Mode::Auto), Refusal::GameNotOnSale);
        let found = offer(&mut *reader);
        assert_eq!(found.put_off, Some(PutOff { until, reason: reason() }), "{name}");
        assert_eq!((found.planned, found.opening()), (Some(day(28)), Some(day(30))), "{name}");

        shop.wait(day(30).0 - day(28).0 - 1);
        shop.refused("nearly", wish(alice, Mode::Auto), Refusal::GameNotOnSale);
        assert_eq!(shop.balance(alice), 5_000, "{name}: nobody is debited before the opening");
        shop.wait(1);
        assert_eq!(shop.bought(alice, "opened").index.0, 0, "{name}");
    });
}

/// Row G-2.
#[test]
fn stops_outlive_a_restart_and_hold_on_every_server() {
    each_engine(|name, engine| {
        let other = engine.twin().unwrap();
        let stock = [block("b1", 1, &losers(9)).0];
        let one = Shop::open(engine, &stock);
        let alice = one.player(1, 50);
        let game = || stock[0].game.id.clone();
        let play = one.give("jouer", wish(alice, Mode::Jouer)).unwrap();
        one.operate("stop-all", OperatorAct::SuspendAll);
        one.operate("stop-game", OperatorAct::SuspendGame { game: game() });
        one.operate("bar", OperatorAct::Bar { player: alice, reason: reason() });
        let store = Store::start(other, &stock, settings(&one.clock)).unwrap();
        let two = Shop { store, clock: std::sync::Arc::clone(&one.clock) };
        let ledger::Receipt::Done(ledger::Done::Bought(play)) = play else { panic!("{name}") };
        // What was bought finishes, and money goes out.
        two.give("finish", crate::world::finish(&play.id)).unwrap();
        let withdraw = ledger::PlayerAct::Withdraw { amount: play.stake };
        let withdrawn = two.give("out", Act::Player(alice, withdraw)).unwrap();
        assert_eq!(withdrawn.to_string(), "withdrawing 4400", "{name}");

        two.refused("a", wish(alice, Mode::Auto), Refusal::GameNotOnSale);
        two.operate("go-all", OperatorAct::ResumeAll);
        one.refused("b", wish(alice, Mode::Auto), Refusal::GameNotOnSale);
        one.operate("go-game", OperatorAct::ResumeGame { game: game() });
        two.refused("c", wish(alice, Mode::Auto), Refusal::PlayerBarred);
        two.operate("unbar", OperatorAct::Unbar { player: alice, reason: reason() });
        assert_eq!(one.bought(alice, "d").index.0, 1, "{name}");
    });
}

/// Rows G-7 and G-15: a play bears the rules that were in force when its stake was taken, also
/// where a new set of parameters begins to hold while the server runs.
#[test]
fn a_play_keeps_the_rules_under_which_it_was_sold() {
    use ledger::{Dated, Parameters, PlayState, PlayerAct, RulesVersion, Span};
    each_engine(|name, engine| {
        let stock = [block("b1", 1, &losers(9)).0];
        let clock = std::sync::Arc::new(std::sync::atomic::AtomicI64::new(crate::world::NOON));
        let second = Parameters { rules: RulesVersion(2), ..Parameters::default() };
        let tomorrow = Millis(crate::world::NOON).after(Span::days(1));
        let parameters = Dated::default().then(tomorrow, second);
        let settings = store::Settings { parameters, ..settings(&clock) };
        let shop = Shop { store: Store::start(engine, &stock, settings).unwrap(), clock };
        shop.operate("put-on-sale", OperatorAct::PutOnSale { block: stock[0].block().id });
        let alice = shop.player(1, 50);
        let old = shop.give("one", wish(alice, Mode::Jouer)).unwrap();
        let ledger::Receipt::Done(ledger::Done::Bought(old)) = old else { panic!("{name}") };
        shop.wait(86_400_000);
        shop.refused("two", wish(alice, Mode::Auto), Refusal::RulesNotAccepted);
        let accept = PlayerAct::AcceptRules { version: RulesVersion(2) };
        shop.give("accept", Act::Player(alice, accept)).unwrap();
        shop.give("finish", crate::world::finish(&old.id)).unwrap();
        let new = shop.bought(alice, "three");
        let kept = |id| shop.store.play(id).unwrap().unwrap().facts;
        assert_eq!(kept(&old.id).play.rules, RulesVersion(1), "{name}");
        assert_eq!(kept(&new.id).play.rules, RulesVersion(2), "{name}");
        let mut running = kept(&old.id);
        let state = |facts: &ledger::PlayFacts, at| facts.state(Millis(at), Span::hours(1)).code();
        assert_eq!(state(&running, i64::MAX), PlayState::Complete.code());
        running.finished_at = None;
        assert_eq!(state(&running, old.at.0 + 3_599_999), "in_progress");
        assert_eq!(state(&running, old.at.0 + 3_600_000), "interrupted");
    });
}

#[test]
fn a_price_and_a_planned_day_may_change_and_all_else_stays() {
    each_engine(|name, engine| {
        let mut reader = engine.twin().unwrap();
        let stock = block("b1", 1, &losers(9)).0;
        let shop = Shop::open(engine, std::slice::from_ref(&stock));
        let game = stock.game.id.clone();
        shop.operate("stop-game", OperatorAct::SuspendGame { game });
        let before = offer(&mut *reader);
        let mut other = (*stock.game).clone();
        other.price = game::Cents(400);
        other.opening = None;
        let other = Stock { game: std::sync::Arc::new(other), ..stock };
        reader.publish(&other.offer(), &other.block()).unwrap();
        let after = offer(&mut *reader);
        let expected = ledger::Offer { price: other.offer().price, planned: None, ..before };
        assert_eq!(after, expected, "{name}");
        assert!(after.is_suspended && after.on_sale_at.is_some() && after.current.is_some());
    });
}

/// What an operator asks is the same on every engine; of a block on sale no turnover is told.
#[test]
fn every_engine_gives_the_same_register_and_turnover() {
    let mut all = Vec::new();
    each_engine(|name, engine| {
        let stock = [block("b1", 1, &[7, 2]).0, block("b2", 2, &[0, 2, 0]).0];
        let shop = Shop::open(engine, &stock);
        let alice = shop.player(1, 50);
        let held = shop.bought(alice, "one");
        assert_eq!(shop.store.turnover().expect("the ledger works"), [], "{name}");
        shop.wait(3_600_000);
        // The first block is sold out, and the second goes on sale.
        shop.bought(alice, "two");
        shop.bought(alice, "three");
        let register = shop.store.register().expect("the ledger works");
        let turnover = shop.store.turnover().expect("the ledger works");
        let told = |it: &store::Hour| (it.plays, it.stakes.0, it.gains.0);
        // Seven words are 500 €, two are 3 €: an hour each, and none of the second block.
        let sums: Vec<_> = turnover.iter().map(told).collect();
        assert_eq!(sums, [(1, 300, 50_000), (1, 300, 300)], "{name}");
        assert_eq!(register.held, std::slice::from_ref(&held.id), "{name}");
        shop.operate("confirm", OperatorAct::ConfirmGain { play: held.id.clone() });
        assert_eq!(shop.store.register().expect("the ledger works").held, [], "{name}");
        let named = |name| shop.store.named(&sure(ledger::PlayerName::new(name)));
        assert_eq!(named("player 1").expect("the ledger works"), Some(alice), "{name}");
        assert_eq!(named("nobody").expect("the ledger works"), None, "{name}");
        all.push((register, turnover));
    });
    assert!(all.iter().all(|it| *it == all[0]), "{all:#?}");
}

/// Two servers stop everything at the same moment: one of them does, the other finds it done.
#[test]
fn what_is_stopped_by_two_servers_at_once_is_stopped_once() {
    each_engine(|name, engine| {
        let other = engine.twin().unwrap();
        let stock = [block("b1", 1, &losers(9)).0];
        let one = Shop::open(engine, &stock);
        let store = Store::start(other, &stock, settings(&one.clock)).unwrap();
        let two = Shop { store, clock: std::sync::Arc::clone(&one.clock) };
        for round in 0..25 {
            let stop = |shop: &Shop, who: &str| {
                let act = crate::world::operator(OperatorAct::SuspendAll);
                shop.give(&format!("stop-{round}-{who}"), act).unwrap().to_string()
            };
            let told = std::thread::scope(|scope| {
                let first = scope.spawn(|| stop(&one, "one"));
                let second = stop(&two, "two");
                [first.join().expect("no panic"), second]
            });
            let refused = told.iter().filter(|told| told.contains("refused")).count();
            assert_eq!(refused, 1, "{name}: {told:?}");
            one.operate(&format!("go-{round}"), OperatorAct::ResumeAll);
        }
    });
}
