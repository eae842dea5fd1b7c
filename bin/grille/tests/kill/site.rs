//! An operator's site in a folder: a block of 15 000 units, dealt and sealed; a ledger in which it
//! is on sale; a player who may play; and the real server.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use access::{Access, Entry, Login, Password, Policy};
use block::note::{KeyName, SigningKey};
use game::{Cents, Date, UnitIndex};
use ledger::{
    Act, Amount, BlockId, Ceiling, CommandId, Millis, OperatorAct, OperatorName, PlayerAct,
    PlayerId, PlayerName, Provider, Receipt, Reference, RulesVersion, Signed,
};
use store::{Engine, Order, Postgres, Settings, Sqlite, Stock, Store};

use crate::small::deal;

/// Count and cents: no gain waits for a second person.
const TABLE: [(u32, u64); 4] = [(100, 15_000), (400, 1_300), (2_000, 600), (1_500, 300)];
const UNITS: u32 = 15_000;
/// The player pays in all that he needs.
pub(crate) const DEPOSIT_CENTS: u64 = 10_000_000;

/// Where the ledger is kept.
pub(crate) enum Ledger {
    Sqlite,
    /// How to reach it.
    Postgres(String),
}

impl Ledger {
    /// A new and empty one where `GRILLE_POSTGRES` says how to reach a server.
    pub(crate) fn new_on_postgres() -> Option<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let address = std::env::var("GRILLE_POSTGRES").ok()?;
        let number = COUNT.fetch_add(1, Ordering::SeqCst);
        let name = format!("server_{}_{number}", std::process::id());
        let client = postgres::Client::connect(&address, postgres::NoTls);
        let mut client = client.expect("GRILLE_POSTGRES leads to a server");
        let sql = format!("DROP SCHEMA IF EXISTS {name} CASCADE; CREATE SCHEMA {name}");
        client.batch_execute(&sql).expect("a schema can be made");
        Some(Self::Postgres(format!("{address} options='-c search_path={name}'")))
    }

    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Sqlite => "SQLite",
            Self::Postgres(_) => "PostgreSQL",
        }
    }

    fn open(&self, data: &Path) -> Box<dyn Engine> {
        match self {
            Self::Sqlite => Box::new(Sqlite::open(data).expect("the ledger opens")),
            Self::Postgres(address) => Box::new(Postgres::open(address).expect("it opens")),
        }
    }
}

/// The folder, and its server when it runs.
pub(crate) struct Site {
    folder: tempfile::TempDir,
    stock: Stock,
    session: String,
    server: Option<(Child, String)>,
}

impl Site {
    /// Makes all of it but starts nothing.
    pub(crate) fn open(ledger: &Ledger) -> Self {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path();
        let operator = SigningKey::new(KeyName::new("lottery.example").expect("a name"), &[9; 32]);
        let stock = deal(path, &operator, UNITS, &TABLE);
        fs::create_dir(path.join("data")).expect("it can be made");
        let mut config = format!(
            "listen = \"127.0.0.1:0\"\ndata = \"data\"\nlog_filter = \"error\"\n\
             verifier_key = \"{}\"\n",
            operator.verifier()
        );
        if let Ledger::Postgres(address) = ledger {
            fs::write(path.join("postgres"), address).expect("it can be written");
            config += "[database]\npostgres_file = \"postgres\"\n";
        }
        config += "[[block]]\ndir = \"block\"\nselling_key_file = \"selling\"\nemission = 1\n\
                   number = 1\n";
        fs::write(path.join("grille.toml"), config).expect("it can be written");
        let session = sign_in(ledger, &path.join("data"));
        let site = Self { folder, stock, session, server: None };
        let store = site.store(ledger);
        for (number, act) in opening(site.block()).into_iter().enumerate() {
            let id = CommandId::new(&format!("opening-{number}")).expect("an id");
            let receipt = store.settle(Order { id, act }).expect("an answer");
            assert!(matches!(receipt, Receipt::Done(_)), "{receipt}");
        }
        site
    }

    /// Starts the server, and waits until it says where it listens.
    pub(crate) fn start(&mut self) {
        let mut server = Command::new(env!("CARGO_BIN_EXE_grille"));
        server.args(["serve", "--config"]);
        server.arg(self.folder.path().join("grille.toml"));
        let mut server = server.stdout(Stdio::piped()).spawn().expect("it starts");
        let mut line = String::new();
        let mut said = BufReader::new(server.stdout.take().expect("a pipe"));
        said.read_line(&mut line).expect("text");
        let address = line.trim().strip_prefix("http://").expect("where it listens").to_owned();
        self.server = Some((server, address));
    }

    pub(crate) fn address(&self) -> &str {
        &self.server.as_ref().expect("it runs").1
    }

    /// The player's session, which outlives the server.
    pub(crate) fn session(&self) -> &str {
        &self.session
    }

    /// Kills the server, as `kill -9` does.
    pub(crate) fn kill(&mut self) {
        let (mut server, _) = self.server.take().expect("it runs");
        server.kill().expect("it runs");
        server.wait().expect("it has ended");
    }

    /// The ledger, opened here.
    pub(crate) fn store(&self, ledger: &Ledger) -> Store {
        let engine = ledger.open(&self.folder.path().join("data"));
        let settings = Settings::new(Arc::new(|| Millis(0)));
        Store::start(engine, std::slice::from_ref(&self.stock), settings).expect("a teller")
    }

    pub(crate) fn block(&self) -> BlockId {
        self.stock.block().id
    }

    pub(crate) fn prizes_cents(&self) -> u64 {
        TABLE.iter().map(|(count, cents)| u64::from(*count) * cents).sum()
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        if self.server.is_some() {
            self.kill();
        }
    }
}

/// Gives the player a login, and signs her in.
fn sign_in(ledger: &Ledger, data: &Path) -> String {
    let access = match ledger {
        Ledger::Sqlite => Access::on_sqlite(data, Policy::default()),
        Ledger::Postgres(address) => {
            let address = address.clone();
            let connect = move || postgres::Client::connect(&address, postgres::NoTls);
            Access::on_postgres(connect, Policy::default())
        }
    };
    let access = access.expect("the book opens");
    let login = Login::new("alice").expect("a login");
    let password = Password::new("une grille de mots").expect("long enough");
    access.enrol(PlayerId(1), &login, &password).expect("the book works");
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("it is later").as_millis();
    let now = Millis(i64::try_from(now).expect("not so late"));
    let session = access.sign_in(&login, &password, now).expect("the book works");
    let Entry::In(token, _) = session else { panic!("it is her password") };
    token.reveal().to_owned()
}

/// What the first units of the block are worth, read from its records.
pub(crate) fn gains(site: &Site, count: u64) -> u64 {
    let lot = |index| {
        let unit = site.stock.units.unit(UnitIndex(index)).expect("a sound record");
        game::score(&site.stock.game, &unit).expect("in the table").lot.0
    };
    (0..count).map(lot).sum()
}

/// The block goes on sale, and player 1 may play.
fn opening(block: BlockId) -> Vec<Act> {
    let name = |text| OperatorName::new(text).expect("a name");
    let operator = |act| Act::Operator(Signed::both(name("olga"), name("oscar")), act);
    let player = |act| Act::Player(PlayerId(1), act);
    let date = |year| Date { year, month: 1, day: 1 };
    let limit = Ceiling::new(Cents(DEPOSIT_CENTS));
    vec![
        operator(OperatorAct::PutOnSale { block }),
        player(PlayerAct::Register {
            name: PlayerName::new("alice").expect("a name"),
            born: date(1980),
            today: date(2020),
            rules: RulesVersion(1),
        }),
        operator(OperatorAct::ConfirmIdentity { player: PlayerId(1) }),
        player(PlayerAct::SetLimits { stakes: limit, deposits: limit }),
        player(PlayerAct::Deposit {
            provider: Provider::new("play-money").expect("a provider"),
            reference: Reference::new("first").expect("a reference"),
            amount: Amount::new(Cents(DEPOSIT_CENTS)).expect("an amount"),
        }),
    ]
}
