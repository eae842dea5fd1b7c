//! A block of handmade units, the engines, and a shop over one of them.

#![allow(dead_code, reason = "each test program uses its part")]

pub(crate) mod cluster;
pub(crate) mod dice;
pub(crate) mod faulty;
pub(crate) mod killed;
pub(crate) mod paper;
pub(crate) mod servers;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};
use std::sync::{Arc, Barrier};

use game::{Cents, Date, Game, Grid, Letter, LexiconFacts, Unit, UnitIndex, Units, UnitsError};
use ledger::{
    Act, Amount, BlockId, Ceiling, CommandId, Done, Millis, Mode, OperatorAct, OperatorName,
    Parameters, Play, PlayId, PlayerAct, PlayerId, PlayerName, Provider, Receipt, Reference,
    Refusal, RulesVersion, Signed,
};
use store::{Engine, Memory, Order, Postgres, Settings, Sqlite, Stock, Store, Unanswered};

/// Any moment.
pub(crate) const NOON: i64 = 1_795_953_600_000;

/// What is written in a test is what it says.
pub(crate) fn sure<T>(it: Option<T>) -> T {
    it.expect("it is written in the test, and sound")
}

pub(crate) fn command_id(text: &str) -> CommandId {
    sure(CommandId::new(&format!("command-{text}")))
}

/// The shipped rules of Mots Croisés, with the prizes of these units.
pub(crate) fn game_of(units: &Handmade) -> Game {
    let list = LexiconFacts { name: "fr".to_owned(), words_by_length: vec![10_000; 12] };
    let bytes = include_bytes!("../../../../games/mots-croises.toml");
    let mut game = Game::parse(bytes, &[list]).expect("the shipped file is sound");
    let mut counts: BTreeMap<Cents, u32> = BTreeMap::new();
    for words in &units.words {
        let score = game::score(&game, &written(*words).expect("a grid")).expect("in the table");
        *counts.entry(score.lot).or_default() += 1;
    }
    for prize in &mut game.prizes {
        prize.count = counts.get(&prize.amount).copied().unwrap_or(0);
    }
    game
}

/// A block whose unit i completes as many words as `words[i]` says.
pub(crate) struct Handmade {
    pub(crate) name: String,
    pub(crate) words: Vec<u8>,
    /// The one record that cannot be read, if it is one's index.
    pub(crate) damaged: AtomicI64,
}

/// The letters A to N, and rows `AB`, one after another, then a row `YZ` that is never complete.
fn written(words: u8) -> Result<Unit, UnitsError> {
    let mut rows = Vec::new();
    for _ in 0..words {
        rows.extend(["AB.", "..."]);
    }
    rows.push("YZ.");
    let letters = (0..14).map(Letter::from_index).collect();
    Ok(Unit { letters, grids: vec![Grid::from_rows(&rows)?] })
}

impl Units for Handmade {
    fn block_id(&self) -> &str {
        &self.name
    }

    fn count(&self) -> u64 {
        self.words.len() as u64
    }

    fn unit(&self, index: UnitIndex) -> Result<Unit, UnitsError> {
        if self.damaged.load(Ordering::SeqCst) == i64::try_from(index.0)? {
            return Err("a bit has flipped".into());
        }
        written(*self.words.get(usize::try_from(index.0)?).ok_or("no such unit")?)
    }
}

/// A block called `name`, the `number`th of the emission.
pub(crate) fn block(name: &str, number: u32, words: &[u8]) -> (Stock, Arc<Handmade>) {
    let damaged = AtomicI64::new(-1);
    let units = Arc::new(Handmade { name: name.to_owned(), words: words.to_vec(), damaged });
    let game = Arc::new(game_of(&units));
    (Stock { game, units: Arc::clone(&units) as Arc<dyn Units>, emission: 1, number }, units)
}

/// So many units that lose, and a last one that wins 3 €.
pub(crate) fn losers(count: usize) -> Vec<u8> {
    let mut words = vec![0; count];
    words.push(2);
    words
}

/// A block whose keeper waits until it is let go.
struct Slow {
    units: Arc<dyn Units>,
    gate: Arc<Barrier>,
    at: fn(u64) -> bool,
}

impl Units for Slow {
    fn block_id(&self) -> &str {
        self.units.block_id()
    }

    fn count(&self) -> u64 {
        self.units.count()
    }

    fn unit(&self, index: UnitIndex) -> Result<Unit, UnitsError> {
        if (self.at)(index.0) {
            // Once to say that the teller is here, once to let it go.
            self.gate.wait();
            self.gate.wait();
        }
        self.units.unit(index)
    }
}

/// `stock`, in which a teller meets `gate` twice at the units that `at` names.
pub(crate) fn slow(stock: Stock, gate: &Arc<Barrier>, at: fn(u64) -> bool) -> Stock {
    let (units, gate) = (Arc::clone(&stock.units), Arc::clone(gate));
    Stock { units: Arc::new(Slow { units, gate, at }), ..stock }
}

/// Every engine that can be tested here, empty: those of the machine, and PostgreSQL where
/// `GRILLE_POSTGRES` says how to reach one.
pub(crate) fn each_engine(mut test: impl FnMut(&str, Box<dyn Engine>)) {
    test("memory", Box::new(Memory::new()));
    let folder = tempfile::tempdir().expect("a folder can be made");
    test("sqlite", sqlite(folder.path()));
    match postgres_address() {
        Some(address) => test("postgres", postgres(&address)),
        None => println!("GRILLE_POSTGRES is not set: PostgreSQL is left out"),
    }
}

pub(crate) fn sqlite(folder: &Path) -> Box<dyn Engine> {
    Box::new(Sqlite::open(folder).expect("a new ledger opens"))
}

pub(crate) fn postgres(address: &str) -> Box<dyn Engine> {
    Box::new(Postgres::open(address).expect("a new ledger opens"))
}

/// Where a new and empty ledger can be made on PostgreSQL.
pub(crate) fn postgres_address() -> Option<String> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let address = std::env::var("GRILLE_POSTGRES").ok()?;
    let number = COUNT.fetch_add(1, Ordering::SeqCst);
    let name = format!("test_{}_{number}", std::process::id());
    let mut client = ::postgres::Client::connect(&address, ::postgres::NoTls);
    let client = client.as_mut().expect("GRILLE_POSTGRES leads to a server");
    let sql = format!("DROP SCHEMA IF EXISTS {name} CASCADE; CREATE SCHEMA {name}");
    client.batch_execute(&sql).expect("a schema can be made");
    Some(format!("{address} options='-c search_path={name}'"))
}

/// What is asked for of a kind of trial: as many as `variable` says, else `long` where there is
/// time (`GRILLE_LONG`), else `gate`.
pub(crate) fn asked(variable: &str, gate: usize, long: usize) -> usize {
    match std::env::var(variable) {
        Ok(count) => count.parse().unwrap_or_else(|_| panic!("{variable} is a number")),
        Err(_) if std::env::var_os("GRILLE_LONG").is_some() => long,
        Err(_) => gate,
    }
}

/// How many times something is killed; `GRILLE_KILLS` says another number.
pub(crate) fn rounds() -> usize {
    asked("GRILLE_KILLS", 3, 200)
}

/// After how many answers it is killed in a round: 1 to 397, and another number each time.
pub(crate) fn moment(round: usize) -> usize {
    1 + (39 + 137 * round) % 397
}

/// A shop: a store over one engine, with a clock of its own.
pub(crate) struct Shop {
    pub(crate) store: Store,
    pub(crate) clock: Arc<AtomicI64>,
}

/// Settings over a clock that a test moves.
pub(crate) fn settings(clock: &Arc<AtomicI64>) -> Settings {
    let clock = Arc::clone(clock);
    let mut settings = Settings::new(Arc::new(move || Millis(clock.load(Ordering::SeqCst))));
    // 500 € and more are held, so that this is met too.
    let credit_ceiling = Cents(49_999);
    settings.parameters = Parameters { credit_ceiling, ..Parameters::default() }.into();
    settings
}

impl Shop {
    /// A shop that sells `stock`, of which the first block is put on sale.
    pub(crate) fn open(engine: Box<dyn Engine>, stock: &[Stock]) -> Self {
        let clock = Arc::new(AtomicI64::new(NOON));
        let store = Store::start(engine, stock, settings(&clock)).expect("the teller starts");
        let shop = Self { store, clock };
        shop.operate("put-on-sale", OperatorAct::PutOnSale { block: stock[0].block().id });
        shop
    }

    pub(crate) fn give(&self, id: &str, act: Act) -> Result<Receipt, Unanswered> {
        self.store.settle(Order { id: command_id(id), act })
    }

    fn must(&self, id: &str, act: Act) -> Done {
        match self.give(id, act) {
            Ok(Receipt::Done(done)) => done,
            other => panic!("{id}: {other:?}"),
        }
    }

    pub(crate) fn operate(&self, id: &str, act: OperatorAct) -> Done {
        self.must(id, operator(act))
    }

    /// A player with `euros`, who may do all.
    pub(crate) fn player(&self, number: i64, euros: u64) -> PlayerId {
        let player = PlayerId(number);
        for (step, act) in opening(player, euros).into_iter().enumerate() {
            self.must(&format!("open-{number}-{step}"), act);
        }
        player
    }

    pub(crate) fn buy(&self, player: PlayerId, id: &str) -> Result<Receipt, Unanswered> {
        self.give(id, wish(player, Mode::Auto))
    }

    pub(crate) fn bought(&self, player: PlayerId, id: &str) -> Arc<Play> {
        match self.buy(player, id) {
            Ok(Receipt::Done(Done::Bought(play))) => play,
            other => panic!("{id}: {other:?}"),
        }
    }

    #[track_caller]
    pub(crate) fn refused(&self, id: &str, act: Act, expected: Refusal) {
        assert_eq!(self.give(id, act), Ok(Receipt::Refused(expected)), "{id}");
    }

    pub(crate) fn account(&self, name: &str) -> i64 {
        let books = self.store.books().expect("the ledger works");
        assert_eq!(books.balances.values().sum::<i64>(), 0, "the sum of all accounts");
        books.balances.get(name).copied().unwrap_or(0)
    }

    pub(crate) fn balance(&self, player: PlayerId) -> u64 {
        let purse = self.store.player(player).expect("the ledger works");
        purse.expect("the player exists").balance.0
    }

    pub(crate) fn wait(&self, ms: i64) {
        self.clock.fetch_add(ms, Ordering::SeqCst);
    }
}

/// Buys a unit at the price of the day.
pub(crate) fn wish(player: PlayerId, mode: Mode) -> Act {
    let game = sure(game::GameId::new("mots-croises"));
    Act::Player(player, PlayerAct::Buy { game, price: Cents(300), mode })
}

pub(crate) fn finish(play: &PlayId) -> Act {
    Act::Player(play.player, PlayerAct::Finish { play: play.command.clone() })
}

/// What Olga wants, and Oscar signs with her.
pub(crate) fn operator(act: OperatorAct) -> Act {
    let name = |text| sure(OperatorName::new(text));
    Act::Operator(Signed::both(name("olga"), name("oscar")), act)
}

pub(crate) fn block_id(text: &str) -> BlockId {
    sure(BlockId::new(text))
}

/// The commands that open an account.
pub(crate) fn opening(player: PlayerId, euros: u64) -> Vec<Act> {
    let date = |year| Date { year, month: 1, day: 1 };
    let limit = Ceiling::new(Cents(100_000_000));
    let (born, today, rules) = (date(1980), date(2020), RulesVersion(1));
    let name = sure(PlayerName::new(&format!("player {player}")));
    let mut acts = vec![
        Act::Player(player, PlayerAct::Register { name, born, today, rules }),
        operator(OperatorAct::ConfirmIdentity { player }),
        Act::Player(player, PlayerAct::SetLimits { stakes: limit, deposits: limit }),
    ];
    if let Some(amount) = Amount::new(Cents(euros * 100)) {
        let provider = sure(Provider::new("play-money"));
        let reference = sure(Reference::new(&format!("first-{player}")));
        acts.push(Act::Player(player, PlayerAct::Deposit { provider, reference, amount }));
    }
    acts
}
