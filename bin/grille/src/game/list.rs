//! `grille game list`.

use std::io::Write;

use game::Channel;

use crate::money::{grouped, money};
use crate::{Answer, shipped};

pub(crate) fn run() -> anyhow::Result<Answer> {
    let mut out = std::io::stdout().lock();
    for id in shipped::game_ids() {
        let game = shipped::game(&id)?.game;
        let channel = match game.channel {
            Channel::Online => "online",
            Channel::Retail => "on paper",
        };
        let price = money(game.price, &game.currency);
        let units = grouped(game.block_units.into());
        let name = &game.name.fr;
        writeln!(out, "{id:<20}{name:<20}{channel}, {price}, blocks of {units}")?;
    }
    Ok(Answer::Yes)
}
