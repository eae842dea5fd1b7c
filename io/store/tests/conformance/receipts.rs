//! One command, one receipt.

use ledger::{Act, Mode, OperatorAct, PlayerAct, PlayerId, Receipt, Refusal};

use crate::world::{Shop, block, command_id, each_engine, finish, losers, operator, sure, wish};

#[test]
fn the_same_id_with_other_content_is_reused() {
    each_engine(|_, engine| {
        let shop = Shop::open(engine, &[block("b1", 1, &[0, 2]).0]);
        let alice = shop.player(1, 50);
        let first = shop.bought(alice, "one");
        // The other button is the same command.
        let again = shop.give("one", wish(alice, Mode::Jouer));
        assert_eq!(again, Ok(Receipt::Done(ledger::Done::Bought(first))));
        let game = sure(game::GameId::new("mots-croises"));
        let dearer = PlayerAct::Buy { game, price: game::Cents(500), mode: Mode::Auto };
        shop.refused("one", Act::Player(alice, dearer), Refusal::IdReused);
        // Ids are each player's own.
        let bob = shop.player(2, 50);
        assert_eq!(shop.bought(bob, "one").index.0, 1);
    });
}

#[test]
fn a_retry_after_the_close_gets_the_stored_receipt() {
    each_engine(|_, engine| {
        let shop = Shop::open(engine, &[block("b1", 1, &[4, 0]).0]);
        let alice = shop.player(1, 50);
        let first = shop.bought(alice, "one");
        let game = sure(game::GameId::new("mots-croises"));
        shop.operate("close", OperatorAct::Close { game });
        assert_eq!(shop.bought(alice, "one"), first);
        shop.refused("two", wish(alice, Mode::Auto), Refusal::GameNotOnSale);
        assert_eq!(shop.balance(alice), 5_000 - 300 + 1_300);
    });
}

/// Article A-4.4a: an unfinished unit comes before another one.
#[test]
fn a_unit_is_finished_once_and_pays_nothing_more() {
    each_engine(|_, engine| {
        let shop = Shop::open(engine, &[block("b1", 1, &[4, 0, 0]).0]);
        let alice = shop.player(1, 50);
        let receipt = shop.give("one", wish(alice, Mode::Jouer));
        let Ok(Receipt::Done(ledger::Done::Bought(play))) = receipt else { panic!("{receipt:?}") };
        shop.refused("two", wish(alice, Mode::Auto), Refusal::UnfinishedUnit);
        shop.store.view(play.id.clone(), 0b101).unwrap();
        shop.store.view(play.id.clone(), 0b010).unwrap();
        let history = shop.store.history(alice, None, 5).unwrap();
        assert_eq!((history.unfinished.len(), history.unfinished[0].zones), (1, 0b111));
        for round in 0..20 {
            shop.wait(1);
            let receipt = shop.give(&format!("finish-{round}"), finish(&play.id)).unwrap();
            assert!(matches!(receipt, Receipt::Done(_)), "{receipt}");
        }
        assert_eq!(shop.balance(alice), 5_000 - 300 + 1_300);
        shop.bought(alice, "three");
        let history = shop.store.history(alice, None, 1).unwrap();
        assert_eq!((history.unfinished.len(), history.finished.len()), (0, 1));
        let older = shop.store.history(alice, history.next, 1).unwrap();
        assert_eq!((older.finished[0].facts.play.id.clone(), older.next), (play.id.clone(), None));
        let stranger = ledger::PlayId { player: PlayerId(7), command: command_id("one") };
        assert_eq!(shop.store.play(&stranger).unwrap(), None);
    });
}

#[test]
fn refusals_are_forgotten_after_a_while_and_receipts_never() {
    each_engine(|_, engine| {
        let shop = Shop::open(engine, &[block("b1", 1, &losers(2)).0]);
        let alice = shop.player(1, 3);
        shop.bought(alice, "one");
        shop.refused("two", wish(alice, Mode::Auto), Refusal::InsufficientFunds);
        let amount = sure(ledger::Amount::new(game::Cents(300)));
        let pay = PlayerAct::Deposit {
            provider: sure(ledger::Provider::new("play-money")),
            reference: sure(ledger::Reference::new("second")),
            amount,
        };
        shop.give("pay", Act::Player(alice, pay)).unwrap();
        shop.refused("two", wish(alice, Mode::Auto), Refusal::InsufficientFunds);
        shop.wait(25 * 3_600_000);
        // Forgetting happens with the next batch that saves something.
        shop.give("bob", operator(OperatorAct::ConfirmIdentity { player: alice })).unwrap();
        assert_eq!(shop.bought(alice, "two").index.0, 1);
        assert_eq!(shop.bought(alice, "one").index.0, 0);
    });
}
