//! An operator's folder: keys, blocks, a configuration, a ledger; and the server that is run there.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use access::{Access, Entry, Login, Password, Policy};
use game::{Cents, Date};
use ledger::{
    Act, Amount, Ceiling, CommandId, Millis, OperatorAct, OperatorName, PlayerAct, PlayerId,
    PlayerName, Provider, Receipt, Reference, RulesVersion, Signed,
};
use store::{Engine, Order, Settings, Sqlite, Stock, Store};
use tempfile::TempDir;
use vault::Block;

use crate::http::Site;

const GRILLE: &str = env!("CARGO_BIN_EXE_grille");
/// The player who plays.
pub(crate) const PLAYER: PlayerId = PlayerId(1);

pub(crate) struct Bench {
    folder: TempDir,
    pub(crate) vkey: String,
}

/// What a command answered.
pub(crate) struct Answer {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// The flags of Olga, and of Oscar who signs with her.
pub(crate) const BOTH: &str = "--data data --as olga --password-file olga.password \
     --with oscar --with-password-file oscar.password";
/// Where [`Bench::hire`] keeps the operators' tables.
const OPERATORS: &str = "operators.toml";

impl Bench {
    /// A folder with the operator's signing key.
    pub(crate) fn new() -> Self {
        let mut bench = Self { folder: tempfile::tempdir().unwrap(), vkey: String::new() };
        bench.vkey = bench.yes("key signing signing --name lottery.example").trim().to_owned();
        bench
    }

    /// A folder with blocks `b1`, `b2` and so on of so many units, of which the last column says
    /// what wins: count and cents.
    pub(crate) fn with_blocks(count: u32, units: u32, table: &[(u32, u64)]) -> Self {
        let bench = Self::new();
        bench.write_game("game.toml", units, table);
        for number in 1..=count {
            bench.deal("game.toml", &format!("b{number}"));
        }
        bench
    }

    /// The rules of Mots Croisés with another table.
    pub(crate) fn write_game(&self, file: &str, units: u32, table: &[(u32, u64)]) {
        let shipped = include_str!("../../../../games/mots-croises.toml");
        let rules = &shipped[..shipped.find("[[prize]]").unwrap()];
        let mut text = rules.replace("block_units = 1_500_000", &format!("block_units = {units}"));
        for (count, cents) in table {
            write!(text, "[[prize]]\ncount = {count}\ncents = {cents}\n").unwrap();
        }
        fs::write(self.path(file), text).unwrap();
    }

    /// Deals a block into the directory `name`, with `name.share` and `name.selling` beside it.
    pub(crate) fn deal(&self, game: &str, name: &str) {
        self.yes(&format!("key share {name}.share"));
        let keys = format!("--key-file {name}.share");
        self.yes(&format!("block deal {game} --out {name} {keys} --signing-key signing"));
        self.yes(&format!("key selling {name} {keys} --out {name}.selling"));
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(GRILLE);
        command.args(arguments.split(' ')).current_dir(self.folder.path());
        command.env_remove("GRILLE_LOG");
        command
    }

    pub(crate) fn run(&self, arguments: &str) -> Answer {
        let output = self.command(arguments).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let code = output.status.code().expect("it ends by itself");
        Answer { code, out: text(output.stdout), err: text(output.stderr) }
    }

    #[track_caller]
    pub(crate) fn yes(&self, arguments: &str) -> String {
        let Answer { code, out, err } = self.run(arguments);
        assert_eq!(code, 0, "grille {arguments}: {err}");
        out
    }

    /// The answer is this code, and what is said on stderr has each of these in it.
    #[track_caller]
    pub(crate) fn no(&self, arguments: &str, code: i32, says: &[&str]) {
        let answer = self.run(arguments);
        assert_eq!(answer.code, code, "grille {arguments}: {}", answer.err);
        for words in says {
            assert!(answer.err.contains(words), "grille {arguments}: {}", answer.err);
        }
    }

    /// The configuration for these blocks, numbered in their order, in `grille.toml`.
    pub(crate) fn configure(&self, blocks: &[&str]) {
        self.configure_with(blocks, "");
    }

    /// The same with more lines before its tables.
    pub(crate) fn configure_with(&self, blocks: &[&str], lines: &str) {
        let entries: Vec<_> =
            blocks.iter().zip(1..).map(|(name, number)| (*name, number)).collect();
        self.configure_as(&entries, lines);
    }

    /// The same with numbers of their own.
    pub(crate) fn configure_as(&self, blocks: &[(&str, u32)], lines: &str) {
        let vkey = &self.vkey;
        let mut text = format!(
            "listen = \"127.0.0.1:0\"\ndata = \"data\"\nverifier_key = \"{vkey}\"\n{lines}\n"
        );
        for (name, number) in blocks {
            write!(
                text,
                "[[block]]\ndir = \"{name}\"\nselling_key_file = \"{name}.selling\"\n\
                 emission = 1\nnumber = {number}\n"
            )
            .unwrap();
        }
        text.push_str(&fs::read_to_string(self.path(OPERATORS)).unwrap_or_default());
        fs::write(self.path("grille.toml"), text).unwrap();
    }

    /// Makes Olga and Oscar operators in every configuration from now on.
    pub(crate) fn hire(&self) {
        let mut tables = String::new();
        for name in ["olga", "oscar"] {
            fs::write(self.path(&format!("{name}.password")), format!("{name} has a secret\n"))
                .unwrap();
            let file = format!("--out {name}.hash --password-file {name}.password");
            tables.push_str(&self.yes(&format!("key operator {name} {file}")));
        }
        fs::write(self.path(OPERATORS), tables).unwrap();
    }

    /// Starts a server, has both operators go on with a block, and stops it.
    #[track_caller]
    pub(crate) fn resume(&self, block: &str, flags: &str) {
        let server = self.serve();
        self.yes(&format!("operate {BOTH} resume --block {block}{flags}"));
        server.stop();
    }

    /// The same, which the ledger declines with a text that has all of these in it.
    #[track_caller]
    pub(crate) fn resume_no(&self, block: &str, flags: &str, says: &[&str]) {
        let server = self.serve();
        self.no(&format!("operate {BOTH} resume --block {block}{flags}"), 1, says);
        server.stop();
    }

    /// The blocks as a server opens them, numbered in their order.
    pub(crate) fn stock(&self, blocks: &[&str]) -> Vec<Stock> {
        let open = |(name, number): (&&str, u32)| {
            let block = Block::open_dir(&self.path(name), &[self.path(&format!("{name}.selling"))]);
            let block = block.unwrap();
            let game = Arc::new(block.commitment().game().clone());
            Stock { game, units: Arc::new(block), emission: 1, number }
        };
        blocks.iter().zip(1..).map(open).collect()
    }

    /// The SQLite ledger in the data directory.
    pub(crate) fn ledger(&self) -> Box<dyn Engine> {
        fs::create_dir_all(self.path("data")).unwrap();
        Box::new(Sqlite::open(&self.path("data")).unwrap())
    }

    /// Opens the shop: the first of these blocks goes on sale, and the player has `euros`.
    pub(crate) fn open_shop(&self, blocks: &[&str], euros: u64) {
        self.open_shop_on(self.ledger(), blocks, euros);
    }

    pub(crate) fn open_shop_on(&self, engine: Box<dyn Engine>, blocks: &[&str], euros: u64) {
        self.open_shop_for(engine, blocks, &[(PLAYER, "alice", euros)]);
    }

    /// The same for these players, each with a name and so many euros.
    pub(crate) fn open_shop_for(
        &self,
        engine: Box<dyn Engine>,
        blocks: &[&str],
        players: &[(PlayerId, &str, u64)],
    ) {
        let stock = self.stock(blocks);
        let settings = Settings::new(Arc::new(|| Millis(1_795_953_600_000)));
        let store = Store::start(engine, &stock, settings).unwrap();
        let block = stock[0].block().id;
        let name = |text| OperatorName::new(text).unwrap();
        let operator = |act| Act::Operator(Signed::both(name("olga"), name("oscar")), act);
        let date = |year| Date { year, month: 1, day: 1 };
        let limit = Ceiling::new(Cents(100_000_000));
        let (born, today, rules) = (date(1980), date(2020), RulesVersion(1));
        let mut acts = vec![operator(OperatorAct::PutOnSale { block })];
        for (player, name, euros) in players {
            let deposit = PlayerAct::Deposit {
                provider: Provider::new("play-money").unwrap(),
                reference: Reference::new(&format!("first-{player}")).unwrap(),
                amount: Amount::new(Cents(euros * 100)).unwrap(),
            };
            let name = PlayerName::new(name).unwrap();
            acts.extend([
                Act::Player(*player, PlayerAct::Register { name, born, today, rules }),
                operator(OperatorAct::ConfirmIdentity { player: *player }),
                Act::Player(*player, PlayerAct::SetLimits { stakes: limit, deposits: limit }),
                Act::Player(*player, deposit),
            ]);
        }
        for (act, number) in acts.into_iter().zip(1..) {
            let id = CommandId::new(&format!("opening-{number}")).unwrap();
            let receipt = store.settle(Order { id, act }).unwrap();
            assert!(matches!(receipt, Receipt::Done(_)), "{receipt}");
        }
    }

    /// Starts the server, which must come up.
    #[track_caller]
    pub(crate) fn serve(&self) -> Server {
        match self.try_serve() {
            Ok(server) => server,
            Err((status, err)) => panic!("the server does not start, {status}: {err}"),
        }
    }

    /// Starts the server; if it does not come up, how it ended and what it said.
    pub(crate) fn try_serve(&self) -> Result<Server, (ExitStatus, String)> {
        self.try_serve_to(PLAYER)
    }

    /// The same, where this player is signed in.
    pub(crate) fn try_serve_to(&self, player: PlayerId) -> Result<Server, (ExitStatus, String)> {
        let log = self.path("server.log");
        let mut command = self.command("serve --config grille.toml");
        command.stdout(Stdio::piped()).stderr(File::create(&log).unwrap());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        out.read_line(&mut line).unwrap();
        match line.trim().strip_prefix("http://") {
            Some(address) => {
                let site =
                    Site { address: address.parse().unwrap(), session: self.sign_in(player) };
                Ok(Server { child, site, out, log })
            }
            None => {
                let status = child.wait().unwrap();
                Err((status, fs::read_to_string(&log).unwrap()))
            }
        }
    }

    /// A session of a player, who gets a login if he has none: as text that stays.
    fn sign_in(&self, player: PlayerId) -> &'static str {
        let access = match fs::read_to_string(self.path("secret")) {
            Ok(address) => {
                let connect = move || postgres::Client::connect(address.trim(), postgres::NoTls);
                Access::on_postgres(connect, Policy::default()).unwrap()
            }
            Err(_) => Access::on_sqlite(&self.path("data"), Policy::default()).unwrap(),
        };
        let login = Login::new(&format!("player-{player}")).unwrap();
        let password = Password::new("une grille de mots").unwrap();
        access.enrol(player, &login, &password).unwrap();
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
        let entry = access.sign_in(&login, &password, Millis(i64::try_from(now).unwrap()));
        let Entry::In(token, _) = entry.unwrap() else { panic!("it is his password") };
        token.reveal().to_owned().leak()
    }

    /// The server must refuse to start, with exit code 2, and say each of these.
    #[track_caller]
    pub(crate) fn refuses(&self, says: &[&str]) {
        let Err((status, err)) = self.try_serve() else {
            panic!("the server starts; it should have said {says:?}")
        };
        assert_eq!(status.code(), Some(2), "{err}");
        for words in says {
            assert!(err.contains(words), "{words:?} is not said: {err}");
        }
        assert_eq!(err.lines().filter(|line| line.starts_with("grille: ")).count(), 1, "{err}");
    }

    /// What a question of one column finds in the SQLite ledger, which a server may have open.
    pub(crate) fn sql(&self, question: &str) -> Vec<String> {
        let ledger = rusqlite::Connection::open(self.path("data/ledger.sqlite")).unwrap();
        let mut statement = ledger.prepare(question).unwrap();
        let rows = statement.query_map([], |row| row.get(0)).unwrap();
        rows.collect::<Result<_, _>>().unwrap()
    }

    /// What is won in a block of the default game, by index, from an export.
    pub(crate) fn prizes(&self, block: &str) -> BTreeMap<u64, u64> {
        let export = format!("block export {block} --key-file {block}.selling --format jsonl");
        let unit = |line: &str| {
            let unit: serde_json::Value = serde_json::from_str(line).unwrap();
            (unit["index"].as_u64().unwrap(), unit["prize_cents"].as_u64().unwrap())
        };
        self.yes(&export).lines().map(unit).collect()
    }
}

/// Flips a bit of the file at `path`.
pub(crate) fn flip(path: &Path, at: usize) {
    use std::os::unix::fs::FileExt;
    let file = File::options().read(true).write(true).open(path).unwrap();
    let mut byte = [0];
    file.read_exact_at(&mut byte, at as u64).unwrap();
    file.write_all_at(&[byte[0] ^ 4], at as u64).unwrap();
}

/// A server at work. Dropping it kills it.
pub(crate) struct Server {
    child: Child,
    pub(crate) site: Site,
    out: BufReader<std::process::ChildStdout>,
    log: PathBuf,
}

impl Server {
    /// Asks it to stop, as a service's keeper does.
    pub(crate) fn ask_to_stop(&self) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    }

    /// Asks it to stop, and waits until it has: its last words.
    #[track_caller]
    pub(crate) fn stop(self) -> String {
        self.ask_to_stop();
        self.stopped()
    }

    /// Waits until it has stopped by itself, with exit code 0: its last words.
    #[track_caller]
    pub(crate) fn stopped(mut self) -> String {
        let mut rest = String::new();
        self.out.read_to_string(&mut rest).unwrap();
        let status = self.child.wait().unwrap();
        let log = self.log();
        assert_eq!((status.code(), rest.as_str()), (Some(0), ""), "{log}");
        log
    }

    /// What it has said so far.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // One that has stopped is gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
