//! A process in which counters pay tickets is killed while they do: each ticket is paid once at most,
//! whoever repeats his payment gets its receipt, and another counter is told when the ticket was
//! paid, and that it was elsewhere.

mod world;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;
use std::thread::scope;

use ledger::{Act, CounterId, RetailNeeds, TicketId};
use store::Stock;

use world::killed::{ROUNDS_A_LEDGER, engine, killed, on_postgres, on_sqlite, tell, to_be_killed};
use world::paper::{SIZE, claim, pay, pay_in, register};
use world::{NOON, Shop, block, moment};

/// Those who pay. Two walk along the same tickets, and one of them comes first.
const COUNTERS: u32 = 6;
/// What is paid in a round: so many books on sale, and the next ones in the next round.
const ROUND_BOOKS: u32 = 120;
/// What counter 1 pays in, for all books of a ledger.
const PAID_IN_CENTS: u64 = 10_000_000;
const UNITS: usize = 20_000;
const PRICE: i64 = 300;

/// Of four tickets the second wins 3 € and the fourth 13 €.
fn stock() -> [Stock; 1] {
    let words: Vec<u8> = (0..UNITS).map(|unit| [0, 2, 0, 4][unit % 4]).collect();
    [block("b1", 1, &words).0]
}

fn lot(index: u64) -> i64 {
    [0, 300, 0, 1300][(index % 4) as usize]
}

/// The ledger, where every counter is known and time has gone on to a round.
fn open(ledger: &str, stock: &[Stock], round: usize) -> Shop {
    let shop = Shop::paper(engine(ledger), stock);
    for counter in 3..=COUNTERS {
        shop.retail(&format!("register-{counter}"), register(counter, false));
    }
    shop.retail("pay-in-more", pay_in(1, PAID_IN_CENTS));
    let ms = i64::try_from(round).expect("few") * 60_000;
    shop.clock.store(NOON + ms, Ordering::SeqCst);
    shop
}

/// The `number`th ticket that a counter pays in a round, by its index in the block.
fn index(round: usize, counter: u32, number: u64) -> u64 {
    let tickets = u64::from(ROUND_BOOKS) * u64::from(SIZE);
    let pairs = u64::from(COUNTERS / 2);
    let pair = u64::from(counter) % pairs;
    (round % ROUNDS_A_LEDGER) as u64 * tickets + pair + number * pairs % tickets
}

fn name(round: usize, number: u64) -> String {
    format!("round-{round}-{number}")
}

fn payment(stock: &Stock, round: usize, counter: u32, number: u64) -> Act {
    pay(counter, vec![claim(stock, 1, index(round, counter, number))], None)
}

/// What is killed: its counters pay as fast as they can, and it tells each answer.
#[test]
fn the_process_that_pays() {
    let Some((round, ledger)) = to_be_killed() else { return };
    let stock = stock();
    let shop = open(&ledger, &stock, round);
    let pay = |counter: u32| {
        for number in 0.. {
            let act = payment(&stock[0], round, counter, number);
            let answer = shop.told(&name(round, number), act);
            tell(&format!("{counter} {number} {answer}"));
        }
    };
    scope(|scope| (1..=COUNTERS).for_each(|counter| drop(scope.spawn(move || pay(counter)))));
}

/// What came of the payments: their answers by counter and number.
type Answers = BTreeMap<(u32, u64), String>;

fn read(line: &str) -> ((u32, u64), String) {
    let mut words = line.splitn(3, ' ');
    let mut word = || words.next().expect("counter, number, answer");
    let key = (word().parse().expect("a counter"), word().parse().expect("a number"));
    (key, word().to_owned())
}

/// Kills a process in each round, and repeats what its counters asked for. Returns how many commands
/// that were.
fn check_part(ledger: &str, rounds: &[usize]) -> usize {
    let (stock, mut sold, mut commands) = (stock(), 0, 0);
    let mut paid = BTreeMap::new();
    for &round in rounds {
        let shop = open(ledger, &stock, round);
        shop.sell(1, sold + 1, sold + ROUND_BOOKS);
        sold += ROUND_BOOKS;
        // It is the process that has the ledger now.
        drop(shop);
        let told = killed("the_process_that_pays", round, ledger, moment(round));
        let told: Answers = told.iter().map(|line| read(line)).collect();
        let shop = open(ledger, &stock, round);
        let answers = repeated(&shop, &stock[0], round, told);
        check_payments(&shop, &stock[0], round, &answers, &mut paid);
        check_money(&shop, sold, &paid);
        commands += answers.len();
    }
    commands
}

/// Gives every command again that was answered, and the ones that were on their way: carried out
/// before the kill, or now; and only once.
fn repeated(shop: &Shop, stock: &Stock, round: usize, told: Answers) -> Answers {
    let mut answers = told;
    let again =
        |counter, number| shop.told(&name(round, number), payment(stock, round, counter, number));
    for ((counter, number), answer) in &answers {
        assert_eq!(again(*counter, *number), *answer, "round {round}, {counter}/{number}");
    }
    for counter in 1..=COUNTERS {
        let next = answers.range((counter, 0)..(counter + 1, 0)).count() as u64;
        let first = again(counter, next);
        assert_eq!(again(counter, next), first, "round {round}, {counter}/{next}");
        answers.insert((counter, next), first);
    }
    answers
}

/// What the ledger has as paid is what counters were told that they paid, once each; and whoever
/// asks for it again is told when and where it was.
fn check_payments(
    shop: &Shop,
    stock: &Stock,
    round: usize,
    answers: &Answers,
    paid: &mut BTreeMap<TicketId, i64>,
) {
    let (mut payers, mut asked) = (BTreeMap::new(), BTreeSet::new());
    for ((counter, number), answer) in answers {
        let index = index(round, *counter, *number);
        let ticket = claim(stock, 1, index).ticket;
        asked.insert(ticket);
        if *answer == format!("paid {}", lot(index)) {
            assert_eq!(payers.insert(ticket, (*counter, index)), None, "{ticket} was paid twice");
            assert_eq!(paid.insert(ticket, lot(index)), None, "{ticket} was paid in another round");
        } else if lot(index) == 0 {
            assert_eq!(*answer, format!("not_paid {ticket} not_a_winner"));
        } else {
            let said = answer.strip_prefix(&format!("not_paid {ticket} paid_")).expect(answer);
            assert!(said.starts_with("here ") || said.starts_with("elsewhere "), "{answer}");
        }
    }
    let needs = RetailNeeds { tickets: asked, ..RetailNeeds::default() };
    let rows = shop.store.retail(&needs).expect("the ledger works").payments;
    let found = rows.values().map(|it| (it.ticket, it.counter));
    let told = payers.iter().map(|(ticket, (counter, _))| (*ticket, CounterId(*counter)));
    assert_eq!(found.collect::<BTreeMap<_, _>>(), told.collect(), "round {round}");
    for (ticket, (counter, index)) in payers {
        let other = counter % COUNTERS + 1;
        for (who, place) in [(counter, "here"), (other, "elsewhere")] {
            let (id, act) = (format!("late-{index}"), pay(who, vec![claim(stock, 1, index)], None));
            let expected = format!("not_paid {ticket} paid_{place} {}", rows[&ticket].at);
            assert_eq!(shop.told(&id, act), expected);
        }
    }
}

/// Every book and every payment is where it belongs.
fn check_money(shop: &Shop, sold: u32, paid: &BTreeMap<TicketId, i64>) {
    let gains: i64 = paid.values().sum();
    let table = UNITS as i64 / 4 * 1_600;
    assert_eq!(shop.account("prizes/b1"), table - gains);
    let stakes = i64::from(sold) * i64::from(SIZE) * PRICE;
    assert_eq!(shop.account("stakes/b1"), stakes);
    let counters = (1..=COUNTERS).map(|counter| shop.account(&format!("counter/{counter}")));
    // Counters 1 and 2 of a paper shop have 1 000 € to begin with.
    let paid_in = 2 * 100_000 + i64::try_from(PAID_IN_CENTS).expect("small");
    assert_eq!(counters.sum::<i64>(), paid_in - stakes + gains);
}

#[test]
fn a_killed_process_pays_nothing_twice_on_sqlite() {
    on_sqlite("kills of the process that pays", check_part);
}

#[test]
fn a_killed_process_pays_nothing_twice_on_postgres() {
    on_postgres("kills of the process that pays", check_part);
}
