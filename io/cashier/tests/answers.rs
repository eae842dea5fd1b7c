//! What comes of each manner in which a provider may answer: money moves once, and adds up.

use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use cashier::{Answer, Cashier, Manner, Notice, Payment, PlayMoney, Provider, Way};
use game::{Cents, Date};
use ledger::{
    Act, Amount, Ceiling, CommandId, Deposit, DepositState, Millis, OperatorAct, OperatorName,
    PlayerAct, PlayerId, PlayerName, Receipt, Reference, RulesVersion, Signed, Withdrawal,
    WithdrawalId, WithdrawalState,
};
use store::{Memory, Order, Settings, Store};

const ALICE: PlayerId = PlayerId(7);
const NOON: Millis = Millis(1_795_953_600_000);
/// No test waits for so long, unless something is wrong.
const PATIENCE: Duration = Duration::from_secs(30);

fn id(text: &str) -> CommandId {
    CommandId::new(&format!("command-{text}")).expect("an id")
}

fn amount(cents: u64) -> Amount {
    Amount::new(Cents(cents)).expect("an amount")
}

struct Shop {
    store: Arc<Store>,
    name: ledger::Provider,
}

impl Shop {
    /// Alice has an account and nothing in it.
    fn open() -> Self {
        Self::open_at(Arc::new(|| NOON))
    }

    /// The same on a clock of the test's own.
    fn open_at(clock: Arc<dyn Fn() -> Millis + Send + Sync>) -> Self {
        let settings = Settings::new(clock);
        let store = Store::start(Box::new(Memory::new()), &[], settings).expect("it starts");
        let shop = Self { store: Arc::new(store), name: PlayMoney::new(Manner::AtOnce).name() };
        let date = |year| Date { year, month: 1, day: 1 };
        let (born, today, rules) = (date(1980), date(2020), RulesVersion(1));
        let name = PlayerName::new("alice").expect("a name");
        let limit = Ceiling::new(Cents(100_000));
        let signed = Signed::alone(OperatorName::new("olga").expect("a name"));
        let confirm = OperatorAct::ConfirmIdentity { player: ALICE };
        shop.done("1", Act::Player(ALICE, PlayerAct::Register { name, born, today, rules }));
        shop.done("2", Act::Operator(signed, confirm));
        let limits = PlayerAct::SetLimits { stakes: limit, deposits: limit };
        shop.done("3", Act::Player(ALICE, limits));
        shop
    }

    fn done(&self, name: &str, act: Act) {
        let receipt = self.store.settle(Order { id: id(name), act }).expect("an answer");
        assert!(matches!(receipt, Receipt::Done(_)), "{name}: {receipt}");
    }

    fn ask(&self, name: &str, cents: u64) -> Deposit {
        let act = PlayerAct::AskDeposit { provider: self.name.clone(), amount: amount(cents) };
        self.done(name, Act::Player(ALICE, act));
        self.deposit(name)
    }

    fn withdraw(&self, name: &str, cents: u64) -> Withdrawal {
        self.done(name, Act::Player(ALICE, PlayerAct::Withdraw { amount: amount(cents) }));
        self.withdrawal(name)
    }

    fn deposit(&self, name: &str) -> Deposit {
        let reference = Reference::new(&format!("{ALICE}/{}", id(name))).expect("a reference");
        let deposit = self.store.deposit(&self.name, &reference).expect("the ledger works");
        deposit.expect("it was asked for")
    }

    fn withdrawal(&self, name: &str) -> Withdrawal {
        let id = WithdrawalId { player: ALICE, command: id(name) };
        self.store.withdrawal(&id).expect("the ledger works").expect("it was asked for")
    }

    fn balance(&self) -> u64 {
        self.store.player(ALICE).expect("the ledger works").expect("she exists").balance.0
    }

    fn cashier(&self, provider: impl Provider + 'static) -> Cashier {
        Cashier::start(&self.store, Arc::new(provider), Duration::from_millis(5))
    }
}

/// Waits for something that another thread brings about.
#[track_caller]
fn wait_until(is_so: impl Fn() -> bool) {
    let since = Instant::now();
    while !is_so() {
        assert!(since.elapsed() < PATIENCE, "it never came");
        std::thread::yield_now();
    }
}

#[test]
fn at_once_is_at_once() {
    let shop = Shop::open();
    let cashier = shop.cashier(PlayMoney::new(Manner::AtOnce));
    cashier.collect(&shop.ask("in", 2_000));
    assert_eq!((shop.deposit("in").state, shop.balance()), (DepositState::Credited, 2_000));
    cashier.pay_out(&shop.withdraw("out", 500));
    assert_eq!((shop.withdrawal("out").state, shop.balance()), (WithdrawalState::Settled, 1_500));
    // Asked for again by a page that lost the answer.
    cashier.collect(&shop.deposit("in"));
    cashier.pay_out(&shop.withdrawal("out"));
    assert_eq!(shop.balance(), 1_500);
}

#[test]
fn what_is_answered_late_is_asked_again_until_it_is() {
    let shop = Shop::open();
    let cashier = shop.cashier(PlayMoney::new(Manner::Late));
    cashier.collect(&shop.ask("in", 2_000));
    wait_until(|| shop.deposit("in").state == DepositState::Credited);
    cashier.pay_out(&shop.withdraw("out", 500));
    wait_until(|| shop.withdrawal("out").state == WithdrawalState::Settled);
    assert_eq!(shop.balance(), 1_500);
}

#[test]
fn what_is_answered_several_times_moves_once() {
    let shop = Shop::open();
    let cashier = shop.cashier(PlayMoney::new(Manner::Twice));
    cashier.collect(&shop.ask("in", 2_000));
    wait_until(|| shop.deposit("in").state == DepositState::Credited);
    cashier.pay_out(&shop.withdraw("out", 500));
    wait_until(|| shop.withdrawal("out").state == WithdrawalState::Settled);
    // Its notices come in the rounds before the next payment is answered, the third time.
    cashier.collect(&shop.ask("more", 100));
    wait_until(|| shop.deposit("more").state == DepositState::Credited);
    assert_eq!(shop.balance(), 1_600);
    let books = shop.store.books().expect("the ledger works").balances;
    assert_eq!(books.values().sum::<i64>(), 0);
    assert_eq!(books["payments"], -1_600);
}

#[test]
fn what_is_declined_goes_back() {
    let shop = Shop::open();
    let declining = shop.cashier(PlayMoney::new(Manner::Declines));
    declining.collect(&shop.ask("no", 2_000));
    assert_eq!((shop.deposit("no").state, shop.balance()), (DepositState::Declined, 0));
    drop(declining);
    let paying = shop.cashier(PlayMoney::new(Manner::AtOnce));
    paying.collect(&shop.ask("in", 2_000));
    drop(paying);
    let declining = shop.cashier(PlayMoney::new(Manner::Declines));
    declining.pay_out(&shop.withdraw("out", 500));
    assert_eq!((shop.withdrawal("out").state, shop.balance()), (WithdrawalState::Returned, 2_000));
}

/// Asks of a provider, and how often.
struct Counted(Arc<AtomicU32>);

impl Provider for Counted {
    fn name(&self) -> ledger::Provider {
        PlayMoney::new(Manner::AtOnce).name()
    }

    fn collect(&self, _: &Payment) -> Answer {
        self.0.fetch_add(1, Ordering::SeqCst);
        Answer::Unknown
    }

    fn pay_out(&self, payment: &Payment) -> Answer {
        self.collect(payment)
    }
}

#[test]
fn what_is_never_answered_stays_where_it_is_and_a_new_start_asks_for_it() {
    let shop = Shop::open();
    let asked = Arc::new(AtomicU32::new(0));
    let cashier = shop.cashier(Counted(Arc::clone(&asked)));
    cashier.collect(&shop.ask("in", 2_000));
    wait_until(|| asked.load(Ordering::SeqCst) > 5);
    assert_eq!((shop.deposit("in").state, shop.balance()), (DepositState::Asked, 0));
    drop(cashier);
    // Whoever was stopped asks no more; whoever starts finds it in the ledger, unasked.
    let _paying = shop.cashier(PlayMoney::new(Manner::AtOnce));
    wait_until(|| shop.deposit("in").state == DepositState::Credited);
    assert_eq!(shop.balance(), 2_000);
}

/// Answers as it is told, and counts how often it was asked.
#[derive(Clone)]
struct Told {
    answer: Arc<Mutex<Answer>>,
    asked: Arc<AtomicU32>,
}

impl Told {
    fn new() -> Self {
        Self { answer: Arc::new(Mutex::new(Answer::Unknown)), asked: Arc::default() }
    }

    /// Lets it answer so from now on, and waits until it has been asked, and heard, since.
    fn answers(&self, answer: Answer) {
        *self.answer.lock().expect("no panic") = answer;
        let asked = self.asked.load(Ordering::SeqCst);
        wait_until(|| self.asked.load(Ordering::SeqCst) > asked + 2);
    }
}

impl Provider for Told {
    fn name(&self) -> ledger::Provider {
        PlayMoney::new(Manner::AtOnce).name()
    }

    fn collect(&self, _: &Payment) -> Answer {
        let answer = *self.answer.lock().expect("no panic");
        self.asked.fetch_add(1, Ordering::SeqCst);
        answer
    }

    fn pay_out(&self, payment: &Payment) -> Answer {
        self.collect(payment)
    }
}

/// Row G-8: an outage of the provider is one event however often it is asked, outlives a restart,
/// and its end is one.
#[test]
fn an_outage_of_the_provider_is_one_event_and_its_end_another() {
    let clock = Arc::new(AtomicI64::new(NOON.0));
    let now = Arc::clone(&clock);
    let shop = Shop::open_at(Arc::new(move || Millis(now.load(Ordering::SeqCst))));
    let events = || {
        let events = shop.store.events(0, 1000).expect("the ledger works");
        let kinds = events.iter().filter(|it| it.kind.starts_with("provider_"));
        kinds.map(|it| format!("{} {}", it.kind, it.subject)).collect::<Vec<_>>()
    };
    let provider = Told::new();
    let cashier = shop.cashier(provider.clone());
    cashier.collect(&shop.ask("in", 2_000));
    provider.answers(Answer::Unknown);
    // Five minutes, by the program's own parameters.
    clock.fetch_add(299_999, Ordering::SeqCst);
    provider.answers(Answer::Unknown);
    assert!(events().is_empty(), "it is late, not out");
    // An answer that decides nothing is an answer.
    provider.answers(Answer::Pending);
    clock.fetch_add(1, Ordering::SeqCst);
    provider.answers(Answer::Unknown);
    assert!(events().is_empty());
    clock.fetch_add(300_000, Ordering::SeqCst);
    provider.answers(Answer::Unknown);
    assert_eq!(events(), ["provider_outage play-money"]);
    clock.fetch_add(3_600_000, Ordering::SeqCst);
    provider.answers(Answer::Unknown);
    drop(cashier);
    let cashier = shop.cashier(provider.clone());
    provider.answers(Answer::Unknown);
    clock.fetch_add(3_600_000, Ordering::SeqCst);
    provider.answers(Answer::Unknown);
    assert_eq!(events(), ["provider_outage play-money"]);
    provider.answers(Answer::Pending);
    provider.answers(Answer::Pending);
    assert_eq!(events(), ["provider_outage play-money", "provider_back play-money"]);
    drop(cashier);
}

/// A provider that says the money has moved, and from then on that it has not; it counts how often.
#[derive(Clone, Default)]
struct Liar {
    collected: Arc<AtomicU32>,
    taken_back: Arc<AtomicU32>,
}

impl Provider for Liar {
    fn name(&self) -> ledger::Provider {
        PlayMoney::new(Manner::AtOnce).name()
    }

    fn collect(&self, _: &Payment) -> Answer {
        self.collected.fetch_add(1, Ordering::SeqCst);
        Answer::Moved
    }

    fn pay_out(&self, _: &Payment) -> Answer {
        Answer::Unknown
    }

    fn notices(&self) -> Vec<Notice> {
        if self.collected.load(Ordering::SeqCst) == 0 {
            return Vec::new();
        }
        self.taken_back.fetch_add(1, Ordering::SeqCst);
        let name = Reference::new(&format!("{ALICE}/{}", id("in"))).expect("a reference");
        let payment = Payment { name, player: ALICE, amount: amount(2_000) };
        vec![Notice { way: Way::In, payment, answer: Answer::Declined }]
    }
}

#[test]
fn a_provider_that_takes_back_its_word_moves_nothing() {
    let (shop, liar) = (Shop::open(), Liar::default());
    // A pause that no test waits for: it rings when it is to have a round.
    let pause = Duration::from_secs(3_600);
    let cashier = Cashier::start(&shop.store, Arc::new(liar.clone()), pause);
    cashier.collect(&shop.ask("in", 2_000));
    assert_eq!(shop.deposit("in").state, DepositState::Credited);
    wait_until(|| liar.taken_back.load(Ordering::SeqCst) > 0);
    cashier.pay_out(&shop.withdraw("out", 500));
    // Whoever goes ends the round that he is in.
    drop(cashier);
    assert_eq!((shop.deposit("in").state, shop.balance()), (DepositState::Credited, 1_500));
}
