//! The operator's acts: first who signs, then the act.

use super::{Draft, identity, payments, retail, sale};
use crate::facts::Facts;
use crate::operator::{OperatorAct, Signed};
use crate::receipt::Done;
use crate::refusal::Refusal;

/// Carries out an act of the operator's. Refuses, in order: `second_name_missing`, `same_name`, and
/// what the act refuses.
pub(super) fn act(
    facts: &Facts,
    draft: &mut Draft,
    signed: &Signed,
    act: &OperatorAct,
) -> Result<Done, Refusal> {
    signed.check(act)?;
    match act {
        OperatorAct::ConfirmIdentity { player } => identity::confirm(facts, draft, *player),
        OperatorAct::ConfirmGain { play } => payments::confirm_gain(facts, draft, play),
        OperatorAct::PutOnSale { block } => sale::put_on_sale(facts, draft, block),
        OperatorAct::PutOff { game, until, reason } => {
            sale::put_off(facts, draft, game, *until, reason)
        }
        OperatorAct::Suspend { block } => sale::suspend(facts, draft, block),
        OperatorAct::Resume { block, sold } => sale::resume(facts, draft, block, *sold),
        OperatorAct::SuspendGame { game } => sale::suspend_game(facts, draft, game),
        OperatorAct::ResumeGame { game } => sale::resume_game(facts, draft, game),
        OperatorAct::SuspendAll => sale::suspend_all(facts, draft),
        OperatorAct::ResumeAll => sale::resume_all(facts, draft),
        OperatorAct::Close { game } => sale::close(facts, draft, game),
        OperatorAct::CloseRestored { block } => sale::close_restored(facts, draft, block),
        OperatorAct::Bar { player, reason } => identity::bar(facts, draft, *player, reason),
        OperatorAct::Unbar { player, reason } => identity::unbar(facts, draft, *player, reason),
        OperatorAct::CloseAccount { player, reason } => {
            identity::close(facts, draft, *player, reason)
        }
        OperatorAct::Correct { player, way, amount, reason } => {
            payments::correct(facts, draft, *player, (*way, *amount), reason)
        }
        OperatorAct::Retail(act) => retail::operator_act(facts, draft, act).map(Done::Retail),
    }
}
