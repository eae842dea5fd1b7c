//! What sells: a sealed block, a ledger on SQLite, players who have signed in, and the real server.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread::scope;
use std::time::{SystemTime, UNIX_EPOCH};

use access::{Access, Login, Password, Policy};
use block::note::{KeyName, SigningKey};
use game::{Cents, Date};
use ledger::{
    Act, Amount, Ceiling, CommandId, Millis, OperatorAct, OperatorName, PlayerAct, PlayerId,
    PlayerName, Provider, Receipt, Reference, RulesVersion, Signed,
};
use store::{Order, Settings, Sqlite, Stock, Store};
use tempfile::TempDir;

use crate::small::{deal, deal_shipped};

/// Enough for every measurement. Count and cents of what wins: no gain waits for a second person.
const UNITS: u32 = 150_000;
const TABLE: [(u32, u64); 4] = [(1_000, 15_000), (4_000, 1_300), (20_000, 600), (15_000, 300)];
/// Each has one session, which took Argon2 two turns to open.
const PLAYERS: i64 = 200;

/// What is dealt.
#[derive(Clone, Copy)]
pub(crate) enum Lots {
    /// [`UNITS`] units with a table of their own.
    Some,
    /// A whole block of the shipped game.
    Shipped,
}

/// The folder of a shop that is open.
pub(crate) struct Shop {
    folder: TempDir,
    config: String,
    /// One a player.
    pub(crate) sessions: Vec<String>,
}

/// A server at work. Dropping it kills it.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
}

impl Shop {
    pub(crate) fn open(lots: Lots) -> Self {
        // Not where it may be memory: what is sold is to be on a disk.
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
        let path = folder.path();
        let operator = SigningKey::new(KeyName::new("lottery.example").expect("a name"), &[9; 32]);
        let stock = match lots {
            Lots::Some => deal(path, &operator, UNITS, &TABLE),
            Lots::Shipped => deal_shipped(path, &operator),
        };
        let data = path.join("data");
        fs::create_dir(&data).expect("it can be made");
        let engine = Box::new(Sqlite::open(&data).expect("the ledger opens"));
        let settings = Settings::new(Arc::new(now));
        let store = Store::start(engine, std::slice::from_ref(&stock), settings).expect("a teller");
        for (number, act) in opening(&stock).into_iter().enumerate() {
            let id = CommandId::new(&format!("opening-{number}")).expect("an id");
            let receipt = store.settle(Order { id, act }).expect("an answer");
            assert!(matches!(receipt, Receipt::Done(_)), "{receipt}");
        }
        let sessions = sign_in(&data);
        let config = format!(
            "listen = \"127.0.0.1:0\"\nhttps = false\ndata = \"data\"\nverifier_key = \"{}\"\n",
            operator.verifier()
        );
        Self { folder, config, sessions }
    }

    /// Starts the server with more lines in its configuration; what it logs goes to a file.
    pub(crate) fn serve(&self, lines: &str) -> Server {
        let path = self.folder.path();
        let entry = "[[block]]\ndir = \"block\"\nselling_key_file = \"selling\"\nemission = 1\n\
                     number = 1\n[observe]\nlisten = \"127.0.0.1:0\"\n";
        let config = format!("{}{lines}{entry}", self.config);
        fs::write(path.join("grille.toml"), config).expect("it can be written");
        let log = fs::File::create(path.join("log")).expect("it can be made");
        let mut command = Command::new(env!("CARGO_BIN_EXE_grille"));
        command.args(["serve", "--config"]).arg(path.join("grille.toml"));
        let mut child = command.stdout(Stdio::piped()).stderr(log).spawn().expect("it starts");
        let mut line = String::new();
        let mut said = BufReader::new(child.stdout.take().expect("a pipe"));
        said.read_line(&mut line).expect("text");
        let address = line.trim().strip_prefix("http://").expect("where it listens");
        Server { address: address.parse().expect("an address"), child }
    }
}

impl Server {
    /// How much memory it holds.
    pub(crate) fn resident_kib(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.expect("Linux tells");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a line");
        line.trim().trim_end_matches(" kB").parse().expect("a number")
    }

    /// How long it has had a processor.
    pub(crate) fn processor_seconds(&self) -> f64 {
        processor_seconds(&format!("/proc/{}/stat", self.child.id()))
    }

    /// Asks it to stop, and waits until it has.
    pub(crate) fn stop(mut self) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().expect("kill").success());
        assert!(self.child.wait().expect("it ends").success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // One that has stopped is gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How long this program has had a processor.
pub(crate) fn own_processor_seconds() -> f64 {
    processor_seconds("/proc/self/stat")
}

/// The user's and the system's time in a `stat` file, which Linux counts in hundredths.
fn processor_seconds(file: &str) -> f64 {
    let stat = fs::read_to_string(file).expect("Linux tells");
    let (_, rest) = stat.rsplit_once(") ").expect("a name");
    let fields = rest.split(' ').skip(11).take(2);
    fields.map(|field| field.parse::<f64>().expect("a number")).sum::<f64>() / 100.0
}

fn now() -> Millis {
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Millis(i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX))
}

/// The block goes on sale, and every player may play.
fn opening(stock: &Stock) -> Vec<Act> {
    let name = |text| OperatorName::new(text).expect("a name");
    let both = || Signed::both(name("olga"), name("oscar"));
    let operator = |act| Act::Operator(both(), act);
    let date = |year| Date { year, month: 1, day: 1 };
    let limit = Ceiling::new(Cents(100_000_000));
    let mut acts = vec![operator(OperatorAct::PutOnSale { block: stock.block().id })];
    for player in (1..=PLAYERS).map(PlayerId) {
        let (born, today, rules) = (date(1980), date(2020), RulesVersion(1));
        let name = PlayerName::new(&format!("player {}", player.0)).expect("a name");
        let deposit = PlayerAct::Deposit {
            provider: Provider::new("play-money").expect("a provider"),
            reference: Reference::new(&format!("{}", player.0)).expect("a reference"),
            amount: Amount::new(Cents(10_000_000)).expect("an amount"),
        };
        acts.extend([
            Act::Player(player, PlayerAct::Register { name, born, today, rules }),
            operator(OperatorAct::ConfirmIdentity { player }),
            Act::Player(player, PlayerAct::SetLimits { stakes: limit, deposits: limit }),
            Act::Player(player, deposit),
        ]);
    }
    acts
}

/// Every player signs in, on two threads.
fn sign_in(data: &Path) -> Vec<String> {
    let access = Access::on_sqlite(data, Policy::default()).expect("the book opens");
    let password = Password::new("mots croisés").expect("long enough");
    let sign_in = |player: i64| {
        let login = Login::new(&format!("player-{player}")).expect("a login");
        access.enrol(PlayerId(player), &login, &password).expect("the book works");
        let session = access.sign_in(&login, &password, now()).expect("the book works");
        let access::Entry::In(token, _) = session else { panic!("it is his password") };
        token.reveal().to_owned()
    };
    let some = |first: i64| (first..=PLAYERS).step_by(2).map(sign_in).collect::<Vec<_>>();
    scope(|scope| {
        let other = scope.spawn(|| some(2));
        let mut sessions = some(1);
        sessions.extend(other.join().expect("no panic"));
        sessions
    })
}
