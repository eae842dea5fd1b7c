//! What the site says of a game that cannot be bought now.

use game::GameId;
use ledger::{BlockState, Millis};
use store::Register;

use crate::language::Language;
use crate::page::opening;

/// Why `game` cannot be bought at `now`; nothing when it can.
pub(crate) fn notice(
    language: Language,
    register: &Register,
    game: &GameId,
    now: Millis,
) -> Option<String> {
    let offer = register.offers.iter().find(|offer| offer.game == *game)?;
    let suspended = || Some(language.text("sale.suspended").to_owned());
    if register.is_halted || offer.is_suspended {
        return suspended();
    }
    let current = offer.current.as_ref();
    let block = register.blocks.iter().find(|block| Some(&block.id) == current);
    match block.map(|block| (block.state, block.number)) {
        Some((BlockState::Suspended(_), _)) => suspended(),
        Some((BlockState::SoldOut, number)) if !is_followed(register, game, number) => {
            Some(language.text("sale.sold_out").to_owned())
        }
        _ => opening::note(language, offer, now),
    }
}

/// Whether a block waits to be sold after the one with this number.
fn is_followed(register: &Register, game: &GameId, number: u32) -> bool {
    register.blocks.iter().any(|block| {
        block.emission.game == *game
            && block.state == BlockState::Published
            && block.number > number
    })
}
