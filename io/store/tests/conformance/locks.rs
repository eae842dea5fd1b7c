//! Two servers on one PostgreSQL, and what the second looks at only when the first has saved.
//!
//! The first holds its transaction open while it opens a unit. The second is let go on until it waits
//! for a lock of the first, or is done; what it read before that is what it decides on.

use std::sync::{Arc, Barrier};
use std::thread::{scope, yield_now};

use game::{Cents, GameId};
use ledger::{Act, BlockState, Ceiling, Mode, OperatorAct, PlayerAct, Receipt, Refusal};
use store::{Order, Settings, Stock, Store, Unanswered};

use crate::batch::other_game;
use crate::world::{
    Shop, block, command_id, losers, postgres, postgres_address, settings, slow, sure, wish,
};

/// Two servers, and a unit at which the first stops.
struct Two {
    first: Shop,
    second: Store,
    gate: Arc<Barrier>,
    /// Asks the database what waits.
    client: ::postgres::Client,
    /// What the second one's connections are called.
    name: String,
}

impl Two {
    /// Two servers that sell two games, or nothing where there is no PostgreSQL.
    fn open(name: &str) -> Option<(Self, [Stock; 2])> {
        let address = postgres_address()?;
        let client = ::postgres::Client::connect(&address, ::postgres::NoTls);
        let name = format!("{name}{}", std::process::id());
        let gate = Arc::new(Barrier::new(2));
        let held = slow(block("b1", 1, &losers(9)).0, &gate, |index| index == 0);
        let stock = [held, other_game(block("b2", 1, &losers(9)).0)];
        let first = Shop::open(postgres(&address), &stock);
        first.operate("second-game", OperatorAct::PutOnSale { block: stock[1].block().id });
        let engine = postgres(&format!("{address} application_name={name}"));
        // One teller: its connection is the one that waits.
        let settings = Settings { tellers: 1, ..settings(&first.clock) };
        let second = Store::start(engine, &stock, settings).expect("a teller");
        let client = client.expect("the server is there");
        Some((Self { first, second, gate, client, name }, stock))
    }

    /// Gives `one` to the first server, which stops in the middle of it, and `two` to the second.
    fn race(&mut self, one: Act, two: Act) -> [Result<Receipt, Unanswered>; 2] {
        let order = Order { id: command_id("one"), act: one };
        let left = self.first.store.ask(order).expect("there is room");
        self.gate.wait();
        // No two plays of one time: or else a key of the database stands in for the lock.
        self.first.wait(1);
        let (second, client, name) = (&self.second, &mut self.client, &self.name);
        let order = Order { id: command_id("two"), act: two };
        let right = scope(|scope| {
            let right = scope.spawn(move || second.settle(order));
            let waiting = "SELECT 1 FROM pg_stat_activity
                WHERE application_name = $1 AND wait_event_type = 'Lock'";
            while !right.is_finished()
                && client.query(waiting, &[name]).expect("it answers").is_empty()
            {
                yield_now();
            }
            self.gate.wait();
            right.join().expect("no panic")
        });
        [left.blocking_recv().expect("an answer"), right]
    }
}

#[test]
fn what_a_player_may_still_stake_is_read_behind_his_lock() {
    let Some((mut two, _)) = Two::open("stakes") else { return };
    let alice = two.first.player(1, 50);
    let limits = PlayerAct::SetLimits { stakes: Ceiling::new(Cents(300)), deposits: None };
    two.first.give("limit", Act::Player(alice, limits)).expect("a receipt");
    let game = sure(GameId::new("another-game"));
    let other = PlayerAct::Buy { game, price: Cents(300), mode: Mode::Auto };
    let [one, other] = two.race(wish(alice, Mode::Auto), Act::Player(alice, other));
    assert!(matches!(one, Ok(Receipt::Done(_))), "{one:?}");
    assert_eq!(other, Ok(Receipt::Refused(Refusal::StakeLimit)));
}

#[test]
fn where_a_block_stands_is_read_behind_the_lock_of_its_game() {
    let Some((mut two, stock)) = Two::open("cursor") else { return };
    let (alice, id) = (two.first.player(1, 50), stock[0].block().id);
    let suspend = crate::world::operator(OperatorAct::Suspend { block: id.clone() });
    let [one, suspended] = two.race(wish(alice, Mode::Auto), suspend);
    assert!(matches!(one, Ok(Receipt::Done(_))), "{one:?}");
    assert!(matches!(suspended, Ok(Receipt::Done(_))), "{suspended:?}");
    let block = two.first.store.block(&id).unwrap().expect("it is known");
    // Neither has written over what the other saved.
    assert_eq!(block.next.0, 1);
    assert!(matches!(block.state, BlockState::Suspended(_)), "{:?}", block.state);
}
