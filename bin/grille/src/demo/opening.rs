//! The demo's ledger on its first day: the block is put on sale, and the one player registers,
//! proves who he is, sets his limits and pays in.
//!
//! Each command has a name of its own, so that a second start gets the receipts of the first.

use access::{Access, Login, Password};
use anyhow::{Context, bail};
use game::{Cents, Date};
use ledger::{
    Act, Amount, BlockState, Ceiling, CommandId, OperatorAct, OperatorName, PlayerAct, PlayerId,
    PlayerName, Provider, Receipt, Reference, RulesVersion, Signed,
};
use store::{Order, Store};

use super::operators::NAMES;

/// The one account of the demo.
const PLAYER: PlayerId = PlayerId(1);
/// What it is called.
pub(super) const LOGIN: &str = "demo";
/// What opens it: no secret, since whoever reaches the demo may play.
pub(super) const PASSWORD: &str = "mots-croises";
/// What it is opened with.
const DEPOSIT: Cents = Cents(5_000);
/// What it allows itself: so much that nobody who looks at the demo meets it.
const LIMIT: Cents = Cents(100_000_000);

/// Brings a new ledger to where the page can be used; an old one stays as it is.
pub(super) fn open(store: &Store, block: &ledger::Block) -> anyhow::Result<()> {
    let known = store.block(&block.id)?.context("the block is not in the ledger")?;
    if known.state == BlockState::Published {
        let act = OperatorAct::PutOnSale { block: block.id.clone() };
        give(store, "demo-put-on-sale", operator(act))?;
    }
    let date = |year| Date { year, month: 1, day: 1 };
    let limit = Some(written(Ceiling::new(LIMIT)));
    let player = |act| Act::Player(PLAYER, act);
    let (born, today) = (date(1980), date(2020));
    let (name, rules) = (written(PlayerName::new(LOGIN)), RulesVersion(1));
    let register = PlayerAct::Register { name, born, today, rules };
    give(store, "demo-register", player(register))?;
    give(store, "demo-confirm", operator(OperatorAct::ConfirmIdentity { player: PLAYER }))?;
    let limits = PlayerAct::SetLimits { stakes: limit, deposits: limit };
    give(store, "demo-limits", player(limits))?;
    let deposit = PlayerAct::Deposit {
        provider: written(Provider::new("play-money")),
        reference: written(Reference::new("demo")),
        amount: written(Amount::new(DEPOSIT)),
    };
    give(store, "demo-deposit", player(deposit))
}

pub(super) fn operator(act: OperatorAct) -> Act {
    let [by, second] = NAMES.map(|name| written(OperatorName::new(name)));
    Act::Operator(Signed::both(by, second), act)
}

/// What is written here is what it says.
pub(super) fn written<T>(it: Option<T>) -> T {
    it.expect("it is written here, and sound")
}

/// Gives a command that must be carried out.
pub(super) fn give(store: &Store, id: &str, act: Act) -> anyhow::Result<()> {
    let order = Order { id: written(CommandId::new(id)), act };
    match store.settle(order).with_context(|| format!("giving the command {id}"))? {
        Receipt::Done(_) => Ok(()),
        Receipt::Refused(refusal) => bail!("the ledger declines {id}: {refusal}"),
    }
}

/// Lets the demo's player sign in.
pub(super) fn give_login(access: &Access) -> anyhow::Result<()> {
    let (login, password) = (written(Login::new(LOGIN)), written(Password::new(PASSWORD)));
    // He may have another password by now.
    access.enrol(PLAYER, &login, &password)?;
    Ok(())
}
