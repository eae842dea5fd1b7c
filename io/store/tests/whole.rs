//! A block that the vault has dealt and sealed is sold through the teller, from the first unit to
//! the last: what was sold is exactly its table, and memory stays what it was.
//!
//! A hundredth of a block in the gate; with `GRILLE_LONG`, a whole one of Mots Croisés.

mod world;

use std::collections::{BTreeMap, VecDeque};
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use ::block::note::{KeyName, SigningKey};
use game::{Cents, Game};
use ledger::{Done, Gain, Mode, OperatorAct, PlayId, PlayerId, Receipt, Refusal};
use store::{Answer, Order, Stock};
use vault::{Block, Commitment, Ingredients, Progress, Rules, Share};

use world::{Shop, asked, command_id, opening, operator, sqlite, sure, wish};

const SHIPPED: &str = include_str!("../../../games/mots-croises.toml");
const LEXICON: &str = include_str!("../../../lexicon/fr.txt");

/// A hundredth of article 3's table, with one of each of the two dearest.
const HUNDREDTH: [(u32, u64); 8] = [
    (1, 3_000_000),
    (1, 100_000),
    (1, 50_000),
    (28, 15_000),
    (175, 3_000),
    (420, 1_300),
    (2_100, 600),
    (597, 300),
];
/// How many units each player buys.
const EACH: u64 = 100;
/// How many commands wait at a time.
const WAITING: usize = 512;
/// How long the sale takes by the ledger's clock: two months.
const SALE_MS: i64 = 60 * 86_400_000;

struct Silent;

impl Progress for Silent {
    fn advance(&self, _units: u64) {}
}

/// The rules of Mots Croisés, with its own table or the hundredth of it.
fn game_file(is_whole: bool) -> String {
    if is_whole {
        return SHIPPED.to_owned();
    }
    let rules = &SHIPPED[..SHIPPED.find("[[prize]]").expect("a table")];
    let units = rules.lines().find(|line| line.starts_with("block_units")).expect("a size");
    let mut text = rules.replace(units, "block_units = 15000");
    for (count, cents) in HUNDREDTH {
        text += &format!("[[prize]]\ncount = {count}\ncents = {cents}\n");
    }
    text
}

fn dealt(folder: &Path, is_whole: bool) -> Stock {
    let rules = Rules::parse(game_file(is_whole).into_bytes(), LEXICON.as_bytes().to_vec());
    let from = Ingredients::new(rules.expect("sound rules"), vec![Share::new([5; 32])], None);
    let operator = SigningKey::new(sure(KeyName::new("lottery.example")), &[9; 32]);
    let threads = NonZero::new(2).expect("two");
    vault::deal(folder, &from, Some(&operator), None, threads, &Silent).expect("it is dealt");
    let commitment = Commitment::open(folder).expect("it is there");
    let block = Block::open(commitment, &from.selling_key()).expect("it opens");
    let game = Arc::new(block.commitment().game().clone());
    Stock { game, units: Arc::new(block), emission: 1, number: 1 }
}

/// Gives commands to a shop, so many at a time, and hears each answer.
struct Line<'a> {
    shop: &'a Shop,
    waiting: VecDeque<Answer>,
}

impl Line<'_> {
    fn give(&mut self, order: Order, hear: &mut impl FnMut(Receipt)) {
        if self.waiting.len() == WAITING {
            self.next(hear);
        }
        self.waiting.push_back(self.shop.store.ask(order).expect("there is room"));
    }

    fn next(&mut self, hear: &mut impl FnMut(Receipt)) {
        let answer = self.waiting.pop_front().expect("one waits");
        hear(answer.blocking_recv().expect("an answer").expect("a receipt"));
    }

    fn close(mut self, hear: &mut impl FnMut(Receipt)) {
        while !self.waiting.is_empty() {
            self.next(hear);
        }
    }
}

/// What was sold.
#[derive(Default)]
struct Sales {
    count: u64,
    lots: BTreeMap<Cents, u32>,
    held: Vec<PlayId>,
}

impl Sales {
    fn hear(&mut self, receipt: Receipt) {
        let Receipt::Done(Done::Bought(play)) = receipt else { panic!("{receipt}") };
        assert_eq!(play.index.0, self.count, "units are sold in order, without gaps");
        self.count += 1;
        *self.lots.entry(play.gain.cents()).or_default() += 1;
        if matches!(play.gain, Gain::Held(_)) {
            self.held.push(play.id.clone());
        }
    }
}

/// What this process holds in memory, as Linux counts it.
fn resident_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux shows it");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a line of it");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}

#[test]
fn a_block_sold_to_its_end_is_exactly_its_table() {
    let is_whole = asked("GRILLE_WHOLE_BLOCK", 0, 1) > 0;
    let folder = tempfile::tempdir().expect("a folder can be made");
    let stock = dealt(&folder.path().join("block"), is_whole);
    let (game, units) = (Arc::clone(&stock.game), stock.units.count());
    let shop = Shop::open(sqlite(folder.path()), std::slice::from_ref(&stock));
    let players = i64::try_from(units / EACH).expect("few");
    let mut line = Line { shop: &shop, waiting: VecDeque::new() };
    let mut hear = |receipt| assert!(matches!(receipt, Receipt::Done(_)), "{receipt}");
    for player in 1..=players {
        for (step, act) in opening(PlayerId(player), 1_000).into_iter().enumerate() {
            line.give(Order { id: command_id(&format!("open-{player}-{step}")), act }, &mut hear);
        }
    }
    line.close(&mut hear);
    let (sales, memory) = sell(&shop, units, players);
    check(&shop, &game, &sales, units, players);
    assert!(
        memory[2] < memory[0] + 32 * 1024,
        "memory grows with what is sold: {memory:?} KiB at 10, 50 and 100 %"
    );
}

/// Sells all of it; returns what was sold, and the memory at 10, 50 and 100 %.
fn sell(shop: &Shop, units: u64, players: i64) -> (Sales, Vec<u64>) {
    let (began, mut sales, mut memory) = (Instant::now(), Sales::default(), Vec::new());
    let mut line = Line { shop, waiting: VecDeque::new() };
    for play in 0..units {
        let number = i64::try_from(play).expect("few");
        let order = Order {
            id: command_id(&play.to_string()),
            act: wish(PlayerId(number % players + 1), Mode::Auto),
        };
        line.give(order, &mut |receipt| sales.hear(receipt));
        shop.wait(SALE_MS / i64::try_from(units).expect("few"));
        if [units / 10, units / 2].contains(&(play + 1)) {
            memory.push(resident_kib());
        }
    }
    line.close(&mut |receipt| sales.hear(receipt));
    memory.push(resident_kib());
    let seconds = began.elapsed().as_secs_f64();
    let speed = units as f64 / seconds;
    println!("soak: a whole sale: {units} units, {seconds:.1} s, {speed:.0} plays/s");
    println!("soak: memory at 10, 50 and 100 %: {memory:?} KiB");
    (sales, memory)
}

/// The table, to the last unit and the last cent.
fn check(shop: &Shop, game: &Game, sales: &Sales, units: u64, players: i64) {
    shop.refused("late", wish(PlayerId(1), Mode::Auto), Refusal::SoldOut);
    assert_eq!((sales.count, shop.store.books().expect("the ledger works").sold), (units, units));
    let mut table: BTreeMap<Cents, u32> =
        game.prizes.iter().map(|prize| (prize.amount, prize.count)).collect();
    let winners: u32 = table.values().sum();
    table.insert(Cents::ZERO, u32::try_from(units).expect("few") - winners);
    assert_eq!(sales.lots, table);
    for (number, play) in sales.held.iter().enumerate() {
        let act = operator(OperatorAct::ConfirmGain { play: play.clone() });
        let receipt = shop.give(&format!("gain-{number}"), act).expect("an answer");
        assert!(matches!(receipt, Receipt::Done(_)), "{receipt}");
    }
    let books = shop.store.books().expect("the ledger works").balances;
    let sum = |prefix: &str| {
        books.iter().filter(|it| it.0.starts_with(prefix)).map(|it| it.1).sum::<i64>()
    };
    let signed = |cents: u64| i64::try_from(cents).expect("small");
    let (stakes, prizes) = (signed(units * 300), signed(game.prize_total().0));
    assert_eq!((sum(""), sum("prizes/"), sum("held/"), sum("stakes/")), (0, 0, 0, stakes));
    assert_eq!(sum("player/"), players * 100_000 - stakes + prizes);
}
