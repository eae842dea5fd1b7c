//! What was sold and won, by day and to date, of blocks that are over.
//!
//! Of a block that is still to be sold from, nothing is told: how many units were sold says how
//! many are left, and what was won says which lots are not. Nor may a sum hold it, since a
//! difference of two sums would tell.

use std::collections::BTreeMap;

use game::{Date, GameId};
use ledger::{Block, BlockId, BlockState, EventKind, Millis};
use store::{Entry, Hour, Register, Store, StoreError, day_of, is_over, told};

use super::{Days, NO_ACTIVITY, Report, Table, events};

/// Plays, stakes and gains.
#[derive(Clone, Copy, Default)]
struct Sum {
    plays: u64,
    stakes: u64,
    gains: u64,
}

impl Sum {
    fn add(&mut self, hour: &Hour) {
        self.plays += hour.plays;
        self.stakes += hour.stakes.0;
        self.gains += hour.gains.0;
    }

    fn cells(self) -> [String; 3] {
        [self.plays, self.stakes, self.gains].map(|number| number.to_string())
    }
}

pub(super) fn report(store: &Store, days: Days) -> Result<Report, StoreError> {
    // In this order: a block that is over by the second look was not on sale at the first.
    let hours = store.turnover()?;
    let register = store.register()?;
    Ok(tables(&register, &hours, &events(store)?, days))
}

fn tables(register: &Register, hours: &[Hour], events: &[Entry], days: Days) -> Report {
    let blocks: BTreeMap<&BlockId, &Block> =
        register.blocks.iter().map(|block| (&block.id, block)).collect();
    let mut by_day: BTreeMap<(Date, &GameId), Sum> = BTreeMap::new();
    let mut to_date: BTreeMap<&GameId, Sum> = BTreeMap::new();
    let mut by_block: BTreeMap<&BlockId, Sum> = BTreeMap::new();
    for hour in hours {
        let Some(block) = blocks.get(&hour.block) else { continue };
        let game = &block.emission.game;
        let at = Millis(hour.hour.saturating_mul(3_600_000));
        to_date.entry(game).or_default().add(hour);
        by_block.entry(&hour.block).or_default().add(hour);
        if let Some(day) = day_of(at).filter(|_| days.have(at)) {
            by_day.entry((day, game)).or_default().add(hour);
        }
    }
    let row = |first: &[String], sum: Sum| [first, &sum.cells()[..]].concat();
    let day_rows =
        by_day.into_iter().map(|((day, game), sum)| row(&[day.to_string(), game.to_string()], sum));
    let game_rows = to_date.into_iter().map(|(game, sum)| row(&[game.to_string()], sum));
    let over = register.blocks.iter().filter(|block| is_over(block.state) && block.next.0 > 0);
    let block_rows = over.map(|block| {
        let sold = by_block.get(&block.id).copied().unwrap_or_default();
        block_row(block, sold, events)
    });
    let tables = vec![
        Table {
            name: "by day",
            columns: vec!["day", "game", "plays", "stakes_cents", "gains_cents"],
            rows: day_rows.collect(),
        },
        Table {
            name: "to date",
            columns: vec!["game", "plays", "stakes_cents", "gains_cents"],
            rows: game_rows.collect(),
        },
        Table {
            name: "blocks that are over",
            columns: vec![
                "block",
                "game",
                "emission",
                "number",
                "units",
                "sold",
                "lost",
                "unsold",
                "plays",
                "stakes_cents",
                "gains_cents",
                "state",
                "on_sale",
                "over",
            ],
            rows: block_rows.collect(),
        },
    ];
    let mut notes: Vec<String> =
        register.blocks.iter().filter(|block| is_running(block.state)).map(withheld).collect();
    if tables[0].rows.is_empty() {
        notes.insert(0, NO_ACTIVITY.to_owned());
    }
    Report { tables, notes }
}

/// Whether units of it may still be sold, now or when it is resumed.
fn is_running(state: BlockState) -> bool {
    matches!(state, BlockState::OnSale | BlockState::Suspended(_))
}

fn withheld(block: &Block) -> String {
    let (id, game) = (&block.id, &block.emission.game);
    format!("block {id} of {game} is not over: what was sold of it is told when it is")
}

fn block_row(block: &Block, sum: Sum, events: &[Entry]) -> Vec<String> {
    let when = |kinds: &[EventKind]| {
        let of_block = |it: &&Entry| {
            it.subject == block.id.as_str() && it.kind().is_some_and(|kind| kinds.contains(&kind))
        };
        events.iter().find(of_block).map_or("-".to_owned(), |it| told(Millis(it.at_ms)))
    };
    let mut row = vec![
        block.id.to_string(),
        block.emission.game.to_string(),
        block.emission.number.to_string(),
        block.number.to_string(),
        block.units.to_string(),
        (block.next.0 - block.lost).to_string(),
        block.lost.to_string(),
        (block.units - block.next.0).to_string(),
    ];
    row.extend(sum.cells());
    row.extend([
        block.state.code().to_owned(),
        when(&[EventKind::BlockOnSale]),
        when(&[EventKind::BlockSoldOut, EventKind::BlockClosed]),
    ]);
    row
}
