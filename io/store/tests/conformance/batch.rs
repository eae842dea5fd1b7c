//! What a batch, and a transaction, must see.
//!
//! The keys of a database would save the books from a teller that looks too early: its batch fails,
//! and one by one all comes right. So these cases look where no key helps.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Barrier, Mutex};
use std::thread::yield_now;

use game::{Cents, Game, GameId};
use ledger::{Act, Ceiling, Done, Mode, OperatorAct, PlayerAct, PlayerId, Receipt, Refusal};
use store::{Order, Stock, Store};

use crate::world::faulty::{Faulty, Mishap};
use crate::world::{
    Shop, block, command_id, each_engine, finish, losers, settings, slow, sure, wish,
};

/// All that waits is one transaction, and each command is decided on what the one before it left.
#[test]
fn a_batch_is_one_transaction_in_the_order_of_its_commands() {
    each_engine(|name, engine| {
        let saved = Arc::new(AtomicU32::new(0));
        let plan = {
            let saved = Arc::clone(&saved);
            move |_: &[ledger::Decision]| {
                saved.fetch_add(1, Ordering::SeqCst);
                Mishap::None
            }
        };
        let engine = Box::new(Faulty { engine, plan: Arc::new(Mutex::new(plan)) });
        let gate = Arc::new(Barrier::new(2));
        let shop = Shop::open(engine, &[slow(block("b1", 1, &losers(9)).0, &gate, |it| it == 0)]);
        // Both go to one teller, where there are two.
        let (alice, bob) = (shop.player(1, 6), shop.player(3, 3));
        let ask = |id: &str, act| {
            shop.store.ask(Order { id: command_id(id), act }).expect("there is room")
        };
        let first = ask("first", wish(bob, Mode::Auto));
        gate.wait();
        saved.store(0, Ordering::SeqCst);
        let jouer = ledger::PlayId { player: alice, command: command_id("jouer") };
        let answers = [
            ask("jouer", wish(alice, Mode::Jouer)),
            ask("early", wish(alice, Mode::Auto)),
            ask("finish", finish(&jouer)),
            ask("auto", wish(alice, Mode::Auto)),
            ask("auto", wish(alice, Mode::Auto)),
            ask("poor", wish(alice, Mode::Auto)),
            ask("bob", wish(bob, Mode::Auto)),
        ];
        gate.wait();
        first.blocking_recv().expect("an answer").expect("a receipt");
        let told: Vec<String> = answers
            .into_iter()
            .map(|it| it.blocking_recv().expect("an answer").expect("a receipt").to_string())
            .collect();
        let expected = [
            "bought b1 1 gain 0 balance 300",
            "refused unfinished_unit",
            "finished 1795953600000",
            "bought b1 2 gain 0 balance 0",
            "bought b1 2 gain 0 balance 0",
            "refused insufficient_funds",
            "refused insufficient_funds",
        ];
        assert_eq!(told, expected, "{name}");
        assert_eq!(saved.load(Ordering::SeqCst), 2, "{name}: the first sale, and all that waited");
    });
}

/// Another game, with units of the same kind.
pub(crate) fn other_game(stock: Stock) -> Stock {
    let id = sure(GameId::new("another-game"));
    Stock { game: Arc::new(Game { id, ..(*stock.game).clone() }), ..stock }
}

/// Two tellers, two games, one player, and a limit for one stake: no key of the database stands
/// between the two sales, only that the second looks after the first is saved.
#[test]
fn two_games_at_two_tellers_keep_within_one_limit() {
    each_engine(|name, engine| {
        const ROUNDS: i64 = 15;
        let other = engine.twin().expect("the ledger opens");
        let gate = Arc::new(Barrier::new(2));
        let one = slow(block("b1", 1, &losers(20)).0, &gate, |_| true);
        let stock = [one, other_game(block("b2", 1, &losers(20)).0)];
        let one = Shop::open(engine, &stock);
        one.operate("second-game", OperatorAct::PutOnSale { block: stock[1].block().id });
        let looks = Arc::new(AtomicBool::new(false));
        let mut settings = settings(&one.clock);
        let (clock, seen) = (Arc::clone(&settings.clock), Arc::clone(&looks));
        settings.clock = Arc::new(move || {
            seen.store(true, Ordering::SeqCst);
            clock()
        });
        let two = Store::start(other, &stock, settings).expect("a teller");
        for number in 1..=ROUNDS {
            let player: PlayerId = one.player(number, 50);
            let limits = PlayerAct::SetLimits { stakes: Ceiling::new(Cents(300)), deposits: None };
            one.give(&format!("limit-{number}"), Act::Player(player, limits)).expect("a receipt");
            let order = Order { id: command_id("one"), act: wish(player, Mode::Auto) };
            let left = one.store.ask(order).expect("there is room");
            gate.wait();
            looks.store(false, Ordering::SeqCst);
            let (game, price) = (sure(GameId::new("another-game")), Cents(300));
            let buy = PlayerAct::Buy { game, price, mode: Mode::Auto };
            let order = Order { id: command_id("two"), act: Act::Player(player, buy) };
            let right = two.ask(order).expect("there is room");
            // The second teller is at work, and the first still holds its transaction open.
            while !looks.load(Ordering::SeqCst) {
                yield_now();
            }
            gate.wait();
            let left = left.blocking_recv().expect("an answer").expect("a receipt");
            let right = right.blocking_recv().expect("an answer").expect("a receipt");
            assert!(matches!(left, Receipt::Done(Done::Bought(_))), "{name}: {left}");
            assert_eq!(right, Receipt::Refused(Refusal::StakeLimit), "{name}, round {number}");
        }
    });
}
