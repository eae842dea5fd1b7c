//! A shop of a thousand players, and how many units a second it sells.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use game::{Cents, Date, Game, Grid, Letter, LexiconFacts, Unit, UnitIndex, Units, UnitsError};
use ledger::{
    Act, Amount, Ceiling, CommandId, Millis, Mode, OperatorAct, OperatorName, PlayerAct, PlayerId,
    PlayerName, Provider, Receipt, Reference, RulesVersion, Signed,
};
use store::{Engine, Order, Settings, Stock, Store};

/// How many players there are.
const PLAYERS: i64 = 1_000;
/// How many commands wait at a time.
pub(crate) const WAITING: usize = 512;

/// What was measured.
pub(crate) struct Speed {
    pub(crate) plays_per_second: f64,
    /// How much of the time the teller's thread had a processor; nothing where it cannot be told.
    pub(crate) busy: Option<f64>,
}

/// A block whose every unit is the same one, which loses.
struct Same(Unit);

impl Units for Same {
    fn block_id(&self) -> &str {
        "bench"
    }

    fn count(&self) -> u64 {
        1_500_000
    }

    fn unit(&self, _: UnitIndex) -> Result<Unit, UnitsError> {
        Ok(self.0.clone())
    }
}

/// Sells `plays` units on an empty ledger, at most `batch` in a transaction.
pub(crate) fn measure(engine: Box<dyn Engine>, batch: usize, plays: u64) -> Speed {
    let clock = || {
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Millis(i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX))
    };
    let settings = Settings { batch, ..Settings::new(Arc::new(clock)) };
    let stock = stock();
    let store = Store::start(engine, std::slice::from_ref(&stock), settings).expect("a teller");
    open(&store, &stock);
    let game = &stock.game.id;
    let (began, worked) = (Instant::now(), teller_seconds());
    let mut waiting = VecDeque::new();
    for play in 0..plays {
        let player = PlayerId(i64::try_from(play).expect("few") % PLAYERS);
        let buy = PlayerAct::Buy { game: game.clone(), price: Cents(300), mode: Mode::Auto };
        let order = Order { id: id(&format!("play-{play}")), act: Act::Player(player, buy) };
        waiting.push_back(store.ask(order).expect("there is room"));
        if waiting.len() == WAITING {
            done(waiting.pop_front());
        }
    }
    while !waiting.is_empty() {
        done(waiting.pop_front());
    }
    let elapsed = began.elapsed().as_secs_f64();
    let busy = teller_seconds().zip(worked).map(|(now, before)| (now - before) / elapsed);
    Speed { plays_per_second: plays as f64 / elapsed, busy }
}

/// How long the threads called `teller` have had a processor, as Linux counts it in hundredths.
fn teller_seconds() -> Option<f64> {
    let mut ticks = 0.0;
    for task in std::fs::read_dir("/proc/self/task").ok()? {
        let stat = std::fs::read_to_string(task.ok()?.path().join("stat")).ok()?;
        let (name, rest) = stat.split_once(") ")?;
        if name.ends_with("(teller") {
            // After the name: the state, ten more, then the user's and the system's time.
            let fields = rest.split(' ').skip(11).take(2);
            ticks += fields.filter_map(|field| field.parse::<f64>().ok()).sum::<f64>();
        }
    }
    Some(ticks / 100.0)
}

/// Waits for a receipt, which must be a sale.
fn done(answer: Option<store::Answer>) {
    let receipt = answer.expect("one waits").blocking_recv().expect("an answer");
    assert!(matches!(receipt, Ok(Receipt::Done(_))), "{receipt:?}");
}

fn id(text: &str) -> CommandId {
    CommandId::new(&format!("command-{text}")).expect("an id")
}

/// Mots Croisés with one grid of a real size.
fn stock() -> Stock {
    let list = LexiconFacts { name: "fr".to_owned(), words_by_length: vec![10_000; 12] };
    let bytes = include_bytes!("../../../../games/mots-croises.toml");
    let game = Arc::new(Game::parse(bytes, &[list]).expect("the shipped file is sound"));
    let rows = ["YZYZYZYZYZY", "..........."];
    let rows: Vec<_> = rows.iter().cycle().take(11).copied().collect();
    let letters = (0..14).map(Letter::from_index).collect();
    let unit = Unit { letters, grids: vec![Grid::from_rows(&rows).expect("a grid")] };
    Stock { game, units: Arc::new(Same(unit)), emission: 1, number: 1 }
}

fn open(store: &Store, stock: &Stock) {
    let date = |year| Date { year, month: 1, day: 1 };
    let mut acts = vec![operator(OperatorAct::PutOnSale { block: stock.block().id })];
    for player in (0..PLAYERS).map(PlayerId) {
        let name = PlayerName::new(&format!("player {player}")).expect("a name");
        let (born, today, rules) = (date(1980), date(2020), RulesVersion(1));
        let limit = Ceiling::new(Cents(100_000_000));
        let deposit = PlayerAct::Deposit {
            provider: Provider::new("play-money").expect("a provider"),
            reference: Reference::new(&format!("{player}")).expect("a reference"),
            amount: Amount::new(Cents(10_000_000)).expect("an amount"),
        };
        acts.extend([
            Act::Player(player, PlayerAct::Register { name, born, today, rules }),
            operator(OperatorAct::ConfirmIdentity { player }),
            Act::Player(player, PlayerAct::SetLimits { stakes: limit, deposits: limit }),
            Act::Player(player, deposit),
        ]);
    }
    let give = |(number, act)| store.ask(Order { id: id(&format!("open-{number}")), act });
    // At most as many at once as the queue holds.
    let numbered: Vec<_> = acts.into_iter().enumerate().collect();
    for part in numbered.chunks(WAITING) {
        let answers: Vec<_> = part.iter().cloned().map(give).collect();
        answers.into_iter().for_each(|answer| done(answer.ok()));
    }
}

fn operator(act: OperatorAct) -> Act {
    let name = |text| OperatorName::new(text).expect("a name");
    Act::Operator(Signed::both(name("olga"), name("oscar")), act)
}
