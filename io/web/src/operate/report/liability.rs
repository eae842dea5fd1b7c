//! What the house owes at this moment: to players, and on its way out.
//!
//! Held gains stand in a line of their own only while no block is on sale: they are large lots,
//! and their sum would tell how many of those are gone. What blocks hold for prizes is not told
//! at all: it is what is left in them.

use ledger::BlockState;
use store::{Books, Register, Store, StoreError};

use super::{NO_ACTIVITY, Report, Table};

pub(super) fn report(store: &Store) -> Result<Report, StoreError> {
    Ok(tables(&store.register()?, &store.books()?))
}

fn tables(register: &Register, books: &Books) -> Report {
    let sum = |prefix: &str| -> i64 {
        let own = books.balances.iter().filter(|(account, _)| account.starts_with(prefix));
        own.map(|(_, cents)| cents).sum()
    };
    let (players, held, pending) = (sum("player/"), sum("held/"), sum("pending/"));
    let is_running = |state| matches!(state, BlockState::OnSale | BlockState::Suspended(_));
    let is_selling = register.blocks.iter().any(|block| is_running(block.state));
    let row = |what: &str, cents: i64| vec![what.to_owned(), cents.to_string()];
    let mut rows = if is_selling {
        vec![row("players, with held gains", players + held)]
    } else {
        vec![row("players", players), row("held gains", held)]
    };
    rows.push(row("withdrawals on their way", pending));
    let has_any = books.balances.keys().any(|account| account.starts_with("player/"));
    let notes = if has_any { Vec::new() } else { vec![NO_ACTIVITY.to_owned()] };
    Report { tables: vec![Table { name: "owed", columns: vec!["what", "cents"], rows }], notes }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use game::GameId;
    use ledger::{Amount, Block, BlockId, EmissionId, Suspension};

    use super::*;

    fn report_with(state: BlockState, player: i64, held: i64) -> Report {
        let game = GameId::new("mots-croises").unwrap();
        let emission = EmissionId { game, number: 1 };
        let prizes = Amount::new(game::Cents(1_000_000)).unwrap();
        let block = Block::published(BlockId::new("b1").unwrap(), emission, 1, 20, prizes);
        let register = Register { blocks: vec![Block { state, ..block }], ..Register::default() };
        let balances = BTreeMap::from([
            ("player/1".to_owned(), player),
            ("held/1/command-a".to_owned(), held),
            ("pending/1/command-b".to_owned(), 5),
            ("prizes/b1".to_owned(), 777),
            ("stakes/b1".to_owned(), 888),
            ("operator".to_owned(), -1_000),
        ]);
        tables(&register, &Books { balances, sold: 3 })
    }

    /// Row P-2: a gain that is held looks like one that was credited, as long as lots are left.
    #[test]
    fn held_gains_are_not_told_apart_while_a_block_is_on_sale() {
        for state in [BlockState::OnSale, BlockState::Suspended(Suspension::Asked)] {
            assert_eq!(report_with(state, 100, 900), report_with(state, 1_000, 0));
        }
        let over = report_with(BlockState::SoldOut, 100, 900);
        let cells: Vec<_> = over.tables[0].rows.iter().map(|row| row.join(" ")).collect();
        assert_eq!(cells, ["players 100", "held gains 900", "withdrawals on their way 5"]);
        assert!(over.notes.is_empty());
        let nobody = tables(&Register::default(), &Books::default());
        assert_eq!(nobody.notes, [NO_ACTIVITY]);
    }
}
