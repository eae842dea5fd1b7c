//! The outbox: what the ledger has and the provider has not answered, asked until it is.

use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Weak};
use std::thread::JoinHandle;
use std::time::Duration;

use ledger::{Act, CommandId, Deposit, OutboxAct, Receipt, Reference, Withdrawal, WithdrawalId};
use sha2::{Digest, Sha256};
use store::{Order, Store, StoreError};

use crate::silence::Silence;
use crate::{Answer, Payment, Provider, Way};

/// How many payments of each way are asked for in one round.
const ROUND: u32 = 100;

/// Asks the provider for what the ledger says, and tells the ledger what it answers.
pub struct Cashier {
    store: Weak<Store>,
    provider: Arc<dyn Provider>,
    silence: Arc<Silence>,
    bell: Option<SyncSender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Cashier {
    /// Begins: a round every `pause`, and whenever someone rings.
    ///
    /// # Panics
    ///
    /// When the operating system has no thread to give.
    #[must_use]
    pub fn start(store: &Arc<Store>, provider: Arc<dyn Provider>, pause: Duration) -> Self {
        let (bell, rings) = sync_channel(1);
        let silence = Arc::new(Silence::default());
        let hand = Hand {
            store: Arc::downgrade(store),
            provider: Arc::clone(&provider),
            silence: Arc::clone(&silence),
        };
        let thread = std::thread::Builder::new().name("cashier".to_owned());
        let thread = thread.spawn(move || hand.work(&rings, pause));
        let thread = Some(thread.expect("a server has a thread to give"));
        Self { store: Arc::downgrade(store), provider, silence, bell: Some(bell), thread }
    }

    /// Who moves the money.
    #[must_use]
    pub fn provider(&self) -> ledger::Provider {
        self.provider.name()
    }

    /// Asks for one deposit at once, so that a player need not wait for a round.
    pub fn collect(&self, deposit: &Deposit) {
        self.now(|hand| hand.collect(deposit));
    }

    /// Asks for one withdrawal at once.
    pub fn pay_out(&self, withdrawal: &Withdrawal) {
        self.now(|hand| hand.pay_out(withdrawal));
    }

    fn now(&self, work: impl FnOnce(&Hand)) {
        work(&Hand {
            store: Weak::clone(&self.store),
            provider: Arc::clone(&self.provider),
            silence: Arc::clone(&self.silence),
        });
        // What was not answered is asked again in a while; a bell that has rung rings already.
        if let Some(bell) = &self.bell {
            match bell.try_send(()) {
                Ok(()) | Err(TrySendError::Full(()) | TrySendError::Disconnected(())) => {}
            }
        }
    }
}

impl Drop for Cashier {
    fn drop(&mut self) {
        drop(self.bell.take());
        if let Some(thread) = self.thread.take() {
            // A panic of the thread was told when it happened.
            let _ = thread.join();
        }
    }
}

/// What asks and tells.
struct Hand {
    store: Weak<Store>,
    provider: Arc<dyn Provider>,
    silence: Arc<Silence>,
}

impl Hand {
    fn work(&self, rings: &Receiver<()>, pause: Duration) {
        loop {
            match rings.recv_timeout(pause) {
                Ok(()) | Err(RecvTimeoutError::Timeout) => self.round(),
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn round(&self) {
        for notice in self.provider.notices() {
            self.tell(notice.way, &notice.payment, notice.answer);
        }
        let Some(store) = self.store.upgrade() else { return };
        match store.outstanding(ROUND) {
            Ok(outstanding) => {
                let name = self.provider.name();
                let ours = outstanding.deposits.iter().filter(|it| it.provider == name);
                ours.for_each(|deposit| self.collect(deposit));
                outstanding.withdrawals.iter().for_each(|withdrawal| self.pay_out(withdrawal));
            }
            Err(error) => tell_failure(&error),
        }
    }

    fn collect(&self, deposit: &Deposit) {
        let Deposit { reference, player, amount, .. } = deposit;
        let payment = Payment { name: reference.clone(), player: *player, amount: *amount };
        self.tell(Way::In, &payment, self.provider.collect(&payment));
    }

    fn pay_out(&self, withdrawal: &Withdrawal) {
        let name = Reference::new(&withdrawal.id.to_string());
        let name = name.expect("two names and a stroke are visible and short");
        let player = withdrawal.id.player;
        let payment = Payment { name, player, amount: withdrawal.amount };
        self.tell(Way::Out, &payment, self.provider.pay_out(&payment));
    }

    /// Ends a payment in the ledger as its provider says.
    fn tell(&self, way: Way, payment: &Payment, answer: Answer) {
        let Some(store) = self.store.upgrade() else { return };
        let name = self.provider.name();
        self.silence.heard(&store, &name, answer);
        let Some(act) = act(&name, way, payment, answer) else { return };
        // The name of the command follows from what it says: said again, it is the same command.
        let what = format!("grille/cashier/{way}/{answer:?}/{}", payment.name);
        let hash: [u8; 32] = Sha256::digest(what.as_bytes()).into();
        let digits: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
        let id = CommandId::new(&digits).expect("64 digits are a name");
        match store.settle(Order { id, act: Act::Outbox(act) }) {
            Ok(Receipt::Done(_)) => {}
            Ok(Receipt::Refused(refusal)) => {
                let (name, player) = (payment.name.as_str(), payment.player.0);
                tracing::error!(
                    name,
                    player,
                    "a provider says what cannot be, and someone must look: {refusal}"
                );
            }
            // It is in the ledger as it was, and the next round asks again.
            Err(error) => tracing::warn!("a provider's answer was not kept: {error}"),
        }
    }
}

fn act(
    provider: &ledger::Provider,
    way: Way,
    payment: &Payment,
    answer: Answer,
) -> Option<OutboxAct> {
    let player = payment.player;
    let withdrawal = || {
        let (_, command) = payment.name.as_str().split_once('/')?;
        Some(WithdrawalId { player, command: CommandId::new(command)? })
    };
    let (provider, reference) = (provider.clone(), payment.name.clone());
    match (way, answer) {
        (_, Answer::Unknown | Answer::Pending) => None,
        (Way::In, Answer::Moved) => Some(OutboxAct::Credit { player, provider, reference }),
        (Way::In, Answer::Declined) => Some(OutboxAct::Decline { player, provider, reference }),
        (Way::Out, Answer::Moved) => Some(OutboxAct::Settle { withdrawal: withdrawal()? }),
        (Way::Out, Answer::Declined) => Some(OutboxAct::Return { withdrawal: withdrawal()? }),
    }
}

fn tell_failure(error: &StoreError) {
    tracing::warn!("the outbox cannot be read, and is tried again: {error}");
}
