//! Whatever is asked, in whatever order and however often, the books stand.

mod world;

use std::collections::{BTreeMap, BTreeSet};

use game::Cents;
use ledger::{
    Account, BlockState, Command, Decision, Gain, Reason, Receipt, Record, Refusal, decide,
};
use proptest::prelude::*;
use world::{BLOCKS, PLAYERS, Step, World, lots, steps};

/// What an auditor notes for himself from the decisions alone.
#[derive(Default)]
struct Auditor {
    balances: BTreeMap<Account, i64>,
    transfers: BTreeSet<ledger::TransferId>,
    /// The next index of each block.
    cursors: BTreeMap<String, u64>,
}

impl Auditor {
    fn note(&mut self, decision: &Decision) {
        for transfer in &decision.transfers {
            assert!(self.transfers.insert(transfer.id.clone()), "a transfer's id is new");
            let cents = signed(transfer.amount.cents().0);
            *self.balances.entry(transfer.from.clone()).or_default() -= cents;
            *self.balances.entry(transfer.to.clone()).or_default() += cents;
        }
        for (account, balance) in &self.balances {
            assert!(*balance >= 0 || !account.is_guarded(), "{account} stands at {balance}");
        }
        assert_eq!(self.balances.values().sum::<i64>(), 0);
        for record in &decision.records {
            let Record::Play(play) = record else { continue };
            let cursor = self.cursors.entry(play.block.to_string()).or_default();
            assert_eq!(play.index.0, *cursor, "units are sold once and in order");
            *cursor += 1;
        }
        check_sale(decision);
    }
}

fn signed(cents: u64) -> i64 {
    i64::try_from(cents).expect("a small world has small sums")
}

/// A play has exactly one stake and at most one gain; what is no sale has neither.
fn check_sale(decision: &Decision) {
    let sold = match &decision.receipt {
        Receipt::Done(ledger::Done::Bought(play)) if !decision.records.is_empty() => Some(play),
        _ => None,
    };
    let of = |reason| decision.transfers.iter().filter(move |it| it.reason == reason);
    let stakes: Vec<_> = of(Reason::Stake).map(|it| it.amount).collect();
    assert_eq!(stakes, sold.iter().map(|play| play.stake).collect::<Vec<_>>());
    let gains = of(Reason::Gain).chain(of(Reason::GainHeld)).map(|it| it.amount.cents());
    let won = sold.map(|play| play.gain.cents()).filter(|gain| *gain > Cents::ZERO);
    assert_eq!(gains.collect::<Vec<_>>(), won.into_iter().collect::<Vec<_>>());
}

/// Every command that was given, sent again: the receipt is the stored one and nothing moves.
fn check_repetitions(world: &World, given: &[(Command, Receipt)]) {
    for (command, receipt) in given {
        let later = Command { at: ledger::Millis(i64::MAX), ..command.clone() };
        let again = decide(&world.facts, &later);
        assert_eq!(again.receipt, *receipt);
        assert!(again.transfers.is_empty() && again.records.is_empty());
    }
}

/// A block that is sold out has paid its table: what is left lies in held gains, to the cent.
fn check_sold_out(world: &World) {
    for (block, lots) in BLOCKS.iter().zip(lots()) {
        let id = world::block_id(block);
        let Some(row) = world.facts.blocks.get(&id) else { continue };
        if row.state != BlockState::SoldOut {
            continue;
        }
        assert_eq!(world.facts.balance(&Account::Prizes(id.clone())), 0);
        let mut paid: Vec<_> =
            world.facts.plays.values().filter(|it| it.play.block == id).collect();
        paid.sort_by_key(|it| it.play.index);
        assert_eq!(paid.iter().map(|it| it.play.gain.cents().0).collect::<Vec<_>>(), lots);
        for sold in paid {
            let held = world.facts.balance(&Account::Held(sold.play.id.clone()));
            let expected = match (sold.play.gain, sold.confirmed_at) {
                (Gain::Held(amount), None) => amount.cents().0,
                _ => 0,
            };
            assert_eq!(held, signed(expected));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn the_books_stand_after_any_commands(steps in proptest::collection::vec(steps(), 1..240)) {
        let mut world = World::new();
        let mut auditor = Auditor { balances: world.facts.balances.clone(), ..Auditor::default() };
        let mut given: Vec<(Command, Receipt)> = Vec::new();
        for step in steps {
            world.wait(step.wait);
            let command = world.command(&step);
            let decision = world.carry_out(&command);
            auditor.note(&decision);
            if decision.receipt != Receipt::Refused(Refusal::IdReused) {
                given.push((command, decision.receipt));
            }
        }
        prop_assert_eq!(&auditor.balances, &world.facts.balances);
        check_repetitions(&world, &given);
        check_sold_out(&world);
    }

    /// Everything sold and every held gain confirmed, after any beginning.
    #[test]
    fn selling_out_pays_exactly_the_table(steps in proptest::collection::vec(steps(), 0..40)) {
        let mut world = World::new();
        for step in steps.into_iter().filter(Step::leaves_the_sale_open) {
            let command = world.command(&step);
            world.carry_out(&command);
        }
        let sold = world.sell_out();
        prop_assert_eq!(sold, lots().iter().map(Vec::len).sum::<usize>());
        check_sold_out(&world);
        world.confirm_all_gains();
        for (block, lots) in BLOCKS.iter().zip(lots()) {
            let id = world::block_id(block);
            prop_assert_eq!(world.facts.balance(&Account::Prizes(id.clone())), 0);
            let stakes = signed(lots.len() as u64) * 300;
            prop_assert_eq!(world.facts.balance(&Account::Stakes(id)), stakes);
        }
        let held = world.facts.balances.iter().filter(|(it, _)| matches!(it, Account::Held(_)));
        prop_assert_eq!(held.map(|(_, cents)| cents).sum::<i64>(), 0);
        // The operator has funded the tables and nothing else.
        let tables: u64 = lots().iter().flatten().sum();
        prop_assert_eq!(world.facts.balance(&Account::Operator), -signed(tables));
    }

    /// A batch on loaded facts gives what one command after another gives on the books.
    #[test]
    fn a_batch_is_its_commands_in_order(
        before in proptest::collection::vec(steps(), 0..40),
        batch in proptest::collection::vec(steps(), 1..40),
    ) {
        let mut world = World::new();
        for step in before {
            world.wait(step.wait);
            let command = world.command(&step);
            world.carry_out(&command);
        }
        let commands: Vec<_> = batch
            .iter()
            .map(|step| {
                world.wait(step.wait);
                world.command(step)
            })
            .collect();
        let mut loaded = world.facts.pick(&ledger::Needs::of(&commands));
        for command in &commands {
            if let Some(place) = loaded.unit_needed(command) {
                let standing = world.standing(&place);
                loaded.standing.insert(place, standing);
            }
            let decision = decide(&loaded, command);
            loaded.apply(&decision);
            prop_assert_eq!(decision, world.carry_out(command));
        }
        // What the batch leaves in its facts is what the books hold.
        for (account, balance) in &loaded.balances {
            if account.is_guarded() {
                prop_assert_eq!(*balance, world.facts.balance(account), "{}", account);
            }
        }
    }
}

#[test]
fn the_world_begins_as_it_should() {
    let world = World::new();
    assert_eq!(world.facts.players.len(), usize::try_from(PLAYERS).unwrap());
    assert_eq!(world.facts.balances.values().sum::<i64>(), 0);
}
