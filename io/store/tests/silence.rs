//! What a counter is told of a ticket stays with whoever asked: neither the ledger's bytes, nor its
//! backup's, nor the finest logs tell which tickets win that nobody has paid (row T-4).
//!
//! The same is asked of two ledgers. In the second every winner loses and every loser wins, and what
//! is kept is the same, byte for byte: whatever anyone concludes from it about a ticket is as often
//! wrong as it is right.

mod world;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex};

use game::Cents;
use ledger::{Claim, Lot, TicketId};
use store::{Engine, LEDGER_FILE, Order, Sqlite};
use tracing_subscriber::fmt::MakeWriter;

use world::dice::Dice;
use world::paper::{SIZE, book, inquire, pay, pay_in};
use world::{Shop, block, command_id, postgres, postgres_address, sqlite};

/// What winners win: a lot that every counter pays, and one that only a centre pays, to somebody with
/// a name. Neither number is met anywhere by chance.
const LOTS: [u64; 2] = [29_873, 187_351_549];
const COUNTERS: [u32; 3] = [1, 2, 9];
/// Half of the tickets win.
const TICKETS: u32 = 2_000;
/// Ten thousand questions, and a thousand payments that are refused.
const STEPS: u32 = 11_000;
/// So many are asked at the same moment.
const TOGETHER: usize = 100;

/// All that is logged, at every level.
#[derive(Clone, Default)]
struct Logs(Arc<Mutex<Vec<u8>>>);

impl Write for Logs {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no panic").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Logs {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

/// A step of the script: who asks about which ticket, or wants to pay it.
#[derive(Clone, Copy)]
struct Step {
    counter: u32,
    ticket: u32,
    is_payment: bool,
}

/// The same for both ledgers: tickets come in no order, and more than once. Nothing is ever paid: of
/// what a payment is wanted wins the large lot or nothing, which only a centre may pay, and only to
/// somebody with a name.
fn script(steps: u32) -> Vec<Step> {
    let mut dice = Dice(4);
    let step = |number| {
        let ticket = u32::try_from(dice.roll(TICKETS.into())).expect("few");
        let counter = *dice.pick(&COUNTERS).expect("some");
        let is_payment = number % 11 == 0;
        Step { counter, ticket: if is_payment { ticket | 2 } else { ticket }, is_payment }
    };
    (0..steps).map(step).collect()
}

/// Half of the tickets, drawn once; in the second world it is the others.
fn winners() -> Vec<bool> {
    let mut dice = Dice(5);
    let mut winners: Vec<bool> = (0..TICKETS).map(|ticket| ticket % 2 == 0).collect();
    for last in (1..winners.len()).rev() {
        winners.swap(last, usize::try_from(dice.roll(last as u64 + 1)).expect("few"));
    }
    winners
}

fn ticket(number: u32) -> TicketId {
    let (book_number, index) = (1 + number / u32::from(SIZE), number % u32::from(SIZE));
    TicketId::new(book(book_number), u16::try_from(index).expect("few")).expect("a small book")
}

fn claim(number: u32, wins: bool) -> Claim {
    let lot = if wins { LOTS[(number / 2 % 2) as usize] } else { 0 };
    Claim { ticket: ticket(number), lot: Lot(Cents(lot)) }
}

/// Puts every book on sale and goes through the script, in the same transactions or others: what each
/// step was answered. `is_other` turns all lots round.
fn play(engine: Box<dyn Engine>, script: &[Step], is_other: bool) -> (Shop, Vec<String>) {
    let words = (0..TICKETS).map(|ticket| if ticket < 100 { 9 } else { 0 });
    let stock = [block("b1", 1, &words.collect::<Vec<u8>>()).0];
    let shop = Shop::of_one_teller(engine, &stock).on_paper(&stock);
    shop.retail("pay-in-more", pay_in(1, 10_000_000));
    shop.sell(1, 1, TICKETS / u32::from(SIZE));
    let (winners, mut told) = (winners(), Vec::new());
    for steps in script.chunks(TOGETHER) {
        shop.wait(1_000);
        let asked = steps.iter().enumerate().map(|(number, step)| {
            let claim = claim(step.ticket, winners[step.ticket as usize] != is_other);
            let act = match step.is_payment {
                true => pay(step.counter, vec![claim], None),
                false => inquire(step.counter, claim),
            };
            let id = command_id(&format!("step-{}", told.len() + number));
            shop.store.ask(Order { id, act }).expect("there is room")
        });
        let asked: Vec<_> = asked.collect();
        told.extend(asked.into_iter().map(|answer| {
            answer.blocking_recv().expect("the teller lives").expect("it answers").to_string()
        }));
    }
    (shop, told)
}

/// Each was told the truth, which is another one in each world.
fn check_answers(script: &[Step], answers: [&[String]; 2]) {
    let winners = winners();
    for (number, step) in script.iter().enumerate() {
        let wins = winners[step.ticket as usize];
        for (answer, wins) in answers.iter().map(|all| &all[number]).zip([wins, !wins]) {
            let pays = ["pays_here", "pays_at_centre", "refused identity_missing"];
            let says_so = pays.iter().any(|words| answer.contains(words));
            assert_eq!((says_so, answer.contains("not_a_winner")), (wins, !wins), "{answer}");
        }
    }
}

/// How often a lot stands in some bytes: as text, and the large one as a number too, either end
/// first.
fn lots_in(bytes: &[u8]) -> usize {
    let texts = LOTS.map(|lot| lot.to_string().into_bytes());
    let large = u32::try_from(LOTS[1]).expect("four bytes");
    let numbers = [large.to_be_bytes().to_vec(), large.to_le_bytes().to_vec()];
    let patterns = texts.into_iter().chain(numbers);
    patterns.map(|pattern| count_in(bytes, &pattern)).sum()
}

fn count_in(bytes: &[u8], pattern: &[u8]) -> usize {
    bytes.windows(pattern.len()).filter(|window| *window == pattern).count()
}

/// The ledger's file and what lies beside it while it is open.
fn files(folder: &Path) -> Vec<u8> {
    let names = ["", "-wal"].map(|end| folder.join(format!("{LEDGER_FILE}{end}")));
    names.iter().flat_map(|path| fs::read(path).expect("it is open")).collect()
}

#[test]
fn the_ledger_its_backup_and_the_logs_do_not_tell_winners_on_sqlite() {
    let logs = Logs::default();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .without_time()
        .with_writer(logs.clone());
    subscriber.init();
    let script = script(STEPS);
    let folders = [(); 2].map(|()| tempfile::tempdir().expect("a folder can be made"));
    let (mut answers, mut kept, mut shops) = (Vec::new(), Vec::new(), Vec::new());
    for (folder, is_other) in folders.iter().zip([false, true]) {
        let (shop, told) = play(sqlite(folder.path()), &script, is_other);
        answers.push(told);
        shops.push(shop);
        assert_eq!(lots_in(&files(folder.path())), 0, "in the open ledger");
        let copy = folder.path().join("copy");
        Sqlite::back_up(folder.path(), &copy).expect("it can be copied");
        kept.push(fs::read(copy).expect("it is there"));
    }
    tracing::trace!("both worlds are over");
    check_answers(&script, [&answers[0], &answers[1]]);
    assert_eq!(lots_in(&kept[0]), 0, "in the backup");
    assert!(kept[0] == kept[1], "two backups differ by what tickets won");
    // What was said of the two worlds, one after the other.
    let said = std::mem::take(&mut *logs.0.lock().expect("no panic"));
    assert_eq!(lots_in(&said), 0, "in the logs");
    let said = String::from_utf8_lossy(&said);
    assert!(said.contains("both worlds are over"), "what is logged is not looked through: {said}");

    // A lot is found where there is one: that of a ticket which was paid.
    let winners = winners();
    let small = (0..TICKETS).find(|it| winners[*it as usize] && it / 2 % 2 == 0).expect("one");
    let told = shops[0].told("paid", pay(1, vec![claim(small, true)], None));
    assert_eq!(told, format!("paid {}", LOTS[0]));
    assert!(lots_in(&files(folders[0].path())) > 0, "a lot that was paid is not found");
}

/// All rows of a ledger on PostgreSQL, as text.
fn rows(address: &str) -> Vec<String> {
    let mut client = ::postgres::Client::connect(address, ::postgres::NoTls).expect("it is there");
    let sql = "SELECT table_name::TEXT FROM information_schema.tables
        WHERE table_schema = current_schema() ORDER BY 1";
    let tables = client.query(sql, &[]).expect("it has tables");
    let mut rows = Vec::new();
    for table in tables.iter().map(|row| row.get::<_, String>(0)) {
        let sql = format!("SELECT it::TEXT FROM {table} AS it ORDER BY 1");
        let found = client.query(&sql, &[]).expect("it can be read");
        rows.extend(found.iter().map(|row| format!("{table} {}", row.get::<_, String>(0))));
    }
    rows
}

#[test]
fn no_row_tells_winners_on_postgres() {
    let Some(_) = postgres_address() else {
        println!("GRILLE_POSTGRES is not set: PostgreSQL is left out");
        return;
    };
    let script = script(STEPS);
    let (mut answers, mut kept) = (Vec::new(), Vec::new());
    for is_other in [false, true] {
        let address = postgres_address().expect("it was there");
        answers.push(play(postgres(&address), &script, is_other).1);
        kept.push(rows(&address));
    }
    check_answers(&script, [&answers[0], &answers[1]]);
    assert!(kept[0].len() > script.len() * 9 / 10, "the questions are kept");
    assert_eq!(lots_in(kept[0].join("\n").as_bytes()), 0);
    assert_eq!(kept[0], kept[1]);
}
