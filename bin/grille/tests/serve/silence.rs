//! What counters are told of tickets stays with them: ten thousand questions over HTTP, with the logs
//! at the finest level, leave nothing in the databases, the backup and the logs from which anyone
//! could tell the winners or any validation code (row T-4).

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::scope;

use game::{Cents, score};
use ledger::Millis;
use serde_json::{Value, json};
use vault::Block;

use crate::bench::{BOTH, Bench};

const UNITS: u32 = 200;
const SIZE: u32 = 10;
/// Count and cents: half of the tickets win, some of them more than a counter pays.
const TABLE: [(u32, u64); 8] = [
    (4, 1_000_000),
    (8, 100_000),
    (12, 20_000),
    (8, 5_000),
    (8, 2_000),
    (10, 1_500),
    (25, 1_000),
    (25, 500),
];
/// Two counters, and a payment centre.
const COUNTERS: [u32; 3] = [7, 8, 9];
/// Together more than ten thousand questions.
const QUESTIONS_EACH: u32 = 3_400;
const PASSWORD: &str = "un guichet de mots";

/// A ticket as its buyer has it, and what it won.
struct Sample {
    number: String,
    code: ticket::ValidationCode,
    lot: u64,
}

impl Sample {
    /// The number as the ledger writes it, without its check digit.
    fn bare(&self) -> &str {
        &self.number[..self.number.len() - 2]
    }
}

/// SplitMix64: any sequence will do that a seed gives again.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut it = self.0;
        it = (it ^ (it >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        it = (it ^ (it >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (it ^ (it >> 31)) % sides
    }
}

/// A counter's terminal: one connection, on which one request follows another.
struct Terminal {
    stream: BufReader<TcpStream>,
    address: SocketAddr,
    cookie: String,
}

impl Terminal {
    fn sign_in(address: SocketAddr, counter: u32) -> Self {
        let stream = BufReader::new(TcpStream::connect(address).unwrap());
        let mut terminal = Self { stream, address, cookie: String::new() };
        let body = json!({ "counter": counter, "password": PASSWORD });
        let (status, head, answer) = terminal.post("/retail/sessions", None, &body);
        assert_eq!(status, 201, "{answer}");
        let line = head.lines().find(|line| line.to_lowercase().starts_with("set-cookie:"));
        let cookie = line.unwrap().split_once(": ").unwrap().1;
        cookie.split(';').next().unwrap().clone_into(&mut terminal.cookie);
        terminal
    }

    fn post(&mut self, path: &str, key: Option<&str>, body: &Value) -> (u16, String, Value) {
        let Self { address, cookie, .. } = self;
        let body = body.to_string();
        let key = key.map_or(String::new(), |key| format!("idempotency-key: {key}\r\n"));
        let request = format!(
            "POST /api/v1{path} HTTP/1.1\r\nhost: {address}\r\nsec-fetch-site: same-origin\r\n\
             content-type: application/json\r\ncookie: {cookie}\r\n{key}content-length: {}\r\n\r\n\
             {body}",
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes()).unwrap();
        let (mut head, mut length) = (String::new(), 0);
        loop {
            let mut line = String::new();
            assert!(self.stream.read_line(&mut line).unwrap() > 0, "the server is gone: {head}");
            if line == "\r\n" {
                break;
            }
            if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
            head += &line;
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, head, serde_json::from_slice(&body).unwrap_or(Value::Null))
    }

    /// What a ticket pays.
    fn ask(&mut self, sample: &Sample, code: &str) -> (u16, Value) {
        let body = json!({ "number": sample.number, "code": code });
        let (status, _, answer) = self.post("/retail/inquiries", None, &body);
        (status, answer)
    }
}

/// A block of Maxi Mots Croisés on paper in `paper`, printed into `print`.
fn print(bench: &Bench) -> Vec<Sample> {
    let shipped = include_str!("../../../../games/maxi-mots-croises.toml");
    let rules = &shipped[..shipped.find("[[prize]]").unwrap()];
    let mut text = rules.replace("block_units = 3_000_000", &format!("block_units = {UNITS}"));
    for (count, cents) in TABLE {
        write!(text, "[[prize]]\ncount = {count}\ncents = {cents}\n").unwrap();
    }
    fs::write(bench.path("maxi.toml"), text).unwrap();
    bench.yes("key share paper.share");
    bench.yes(&format!(
        "block deal maxi.toml --out paper --key-file paper.share --signing-key signing \
         --game-code 31702 --first-book 1 --book-tickets {SIZE}"
    ));
    bench.yes("key selling paper --key-file paper.share --out paper.selling");
    bench.yes("block print paper --key-file paper.selling --out print");
    let block = Block::open_dir(&bench.path("paper"), &[bench.path("paper.selling")]).unwrap();
    let sample = |index| {
        let ticket = block.ticket(index).unwrap().expect("it is on paper");
        let lot = score(block.commitment().game(), &ticket.unit).unwrap().lot;
        let Cents(lot) = lot;
        Sample { number: ticket.identification.to_string(), code: ticket.code, lot }
    };
    (0..u64::from(UNITS)).map(sample).collect()
}

/// Opens the emission and puts every book on sale at counter 7.
fn open(bench: &Bench, address: SocketAddr) -> [Terminal; 3] {
    let both = |act: &str| bench.yes(&format!("operate {BOTH} {act}"));
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let now = Millis(i64::try_from(now.as_millis()).unwrap());
    let today = store::day_of(now).unwrap();
    let block = Block::open_dir(&bench.path("paper"), &[bench.path("paper.selling")]).unwrap();
    let block = block.commitment().block().as_str().to_owned();
    both(&format!(
        "emission announce 31702 --game maxi-mots-croises --emission 1 --planned {today}"
    ));
    both(&format!("emission print 31702 --block {block} --first-book 1 --book-tickets {SIZE}"));
    both(&format!("emission open 31702 --day {today}"));
    fs::write(bench.path("counter.password"), format!("{PASSWORD}\n")).unwrap();
    for counter in COUNTERS {
        let centre = if counter == 9 { " --centre" } else { "" };
        both(&format!(
            "counter register {counter} --name Guichet --counter-password-file \
             counter.password{centre}"
        ));
    }
    let books = UNITS / SIZE;
    let cents = UNITS * 500;
    both(&format!("counter settle 7 --paid-in {cents} --reason bank"));
    both(&format!("books deliver 31702-0000001..{books:07} --counter 7"));
    let mut terminals = COUNTERS.map(|counter| Terminal::sign_in(address, counter));
    for book in 1..=books {
        let body = json!({ "book": format!("31702-{book:07}") });
        let key = format!("activate-{book}");
        let (status, _, answer) = terminals[0].post("/retail/activations", Some(&key), &body);
        assert_eq!(status, 201, "{answer}");
    }
    terminals
}

/// What one counter does: asks, wants payments that are refused for the lot's sake, and mistakes a
/// code now and then.
fn work(terminal: &mut Terminal, counter: u32, samples: &[Sample]) {
    let mut dice = Dice(counter.into());
    let mut any = |samples: &[Sample]| usize::try_from(dice.roll(samples.len() as u64)).unwrap();
    for number in 0..QUESTIONS_EACH {
        let sample = &samples[any(samples)];
        let code = match number % 3 {
            0 => sample.code.grouped(' '),
            1 => sample.code.grouped('-').to_lowercase(),
            _ => sample.code.grouped(' ').replace(' ', ""),
        };
        let (status, answer) = terminal.ask(sample, &code);
        let expected = match (sample.lot, counter) {
            (0, _) => "not_a_winner",
            (30_001.., 7 | 8) => "pays_at_centre",
            _ => "pays_here",
        };
        assert_eq!((status, answer["answer"].as_str()), (200, Some(expected)), "{answer}");
        if number % 10 == 0 && (sample.lot == 0 || sample.lot >= 1_000_000) {
            let tickets = [json!({ "number": sample.number, "code": code })];
            let key = format!("payment-{counter}-{number}");
            let (status, _, answer) =
                terminal.post("/retail/payments", Some(&key), &json!({ "tickets": tickets }));
            assert!([200, 409].contains(&status), "{answer}");
            assert!(answer["sum"].is_null(), "{answer}");
        }
        // Fewer than make the counter wait.
        if number % 300 == 0 {
            let other = &samples[any(samples)];
            let (status, _) = terminal.ask(sample, &other.code.grouped(' '));
            assert!(status == 409 || other.number == sample.number);
        }
    }
}

/// Every form in which a code could stand somewhere, by its first eight bytes.
fn beginnings(samples: &[Sample]) -> HashSet<[u8; 8]> {
    let forms = |sample: &Sample| -> Vec<Vec<u8>> {
        let plain = sample.code.grouped(' ').replace(' ', "");
        let grouped = [' ', '-'].map(|between| sample.code.grouped(between));
        let bytes = *sample.code.bytes();
        let turned: Vec<u8> = bytes.iter().rev().copied().collect();
        let hex = block::hex::hex(&bytes);
        let texts = [vec![plain, hex], grouped.to_vec()].concat();
        let small = texts.iter().map(|text| text.to_lowercase());
        let large = texts.iter().map(|text| text.to_uppercase());
        let texts = small.chain(large).map(String::into_bytes);
        texts.chain([bytes.to_vec(), turned]).collect()
    };
    samples.iter().flat_map(forms).map(|form| form[..8].try_into().unwrap()).collect()
}

fn has_code(bytes: &[u8], beginnings: &HashSet<[u8; 8]>) -> Option<usize> {
    bytes
        .windows(8)
        .position(|window| beginnings.contains(<&[u8; 8]>::try_from(window).expect("eight bytes")))
}

/// Everything in the data directory: ledger, logins, and what lies beside them.
fn data(bench: &Bench) -> Vec<(String, Vec<u8>)> {
    let files = fs::read_dir(bench.path("data")).unwrap().map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.is_file());
    files.map(|path| (path.display().to_string(), fs::read(path).unwrap())).collect()
}

/// What is kept of one question, without the ticket: each column, and what can be counted of it.
fn features(row: &Row, sample: &Sample) -> Vec<String> {
    let bare = |text: &str| text.replace(sample.bare(), "T");
    let (name, asked_at) = row.id.rsplit_once('-').unwrap();
    let waited_ms = row.at - asked_at.parse::<i64>().unwrap();
    vec![
        row.actor.clone(),
        bare(name),
        bare(&row.content),
        bare(&row.receipt),
        row.is_refused.to_string(),
        format!("{} {} {}", row.id.len(), row.content.len(), row.receipt.len()),
        waited_ms.to_string(),
        (row.at % 10).to_string(),
        (row.at % 1000 / 50).to_string(),
        (row.number % 7).to_string(),
    ]
}

/// A row of `commands`.
struct Row {
    number: i64,
    actor: String,
    id: String,
    content: String,
    receipt: String,
    is_refused: i64,
    at: i64,
}

fn rows(bench: &Bench) -> Vec<Row> {
    let ledger = rusqlite::Connection::open(bench.path("data/ledger.sqlite")).unwrap();
    let sql = "SELECT number, actor, id, content, receipt, is_refused, at_ms FROM commands
        WHERE content LIKE 'inquire %' ORDER BY number";
    let mut statement = ledger.prepare(sql).unwrap();
    let row = |row: &rusqlite::Row<'_>| {
        Ok(Row {
            number: row.get(0)?,
            actor: row.get(1)?,
            id: row.get(2)?,
            content: row.get(3)?,
            receipt: row.get(4)?,
            is_refused: row.get(5)?,
            at: row.get(6)?,
        })
    };
    statement.query_map([], row).unwrap().collect::<Result<_, _>>().unwrap()
}

/// Learns from every other question whether a value of a column speaks for a winner, and tries it on
/// the rest: the share that is guessed right, for each column.
fn guessed_right(rows: &[(Vec<String>, bool)]) -> Vec<f64> {
    let columns = rows[0].0.len();
    let learn = |column: usize| {
        let mut seen: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
        for (features, wins) in rows.iter().step_by(2) {
            let seen = seen.entry(&features[column]).or_default();
            if *wins { seen.0 += 1 } else { seen.1 += 1 }
        }
        let guess = |value: &str| seen.get(value).is_some_and(|(win, lose)| win > lose);
        let tried = rows.iter().skip(1).step_by(2);
        let right = tried.filter(|(features, wins)| guess(&features[column]) == *wins).count();
        right as f64 / (rows.len() / 2) as f64
    };
    (0..columns).map(learn).collect()
}

#[test]
fn ten_thousand_questions_leave_nothing_that_tells_a_winner_or_a_code() {
    let bench = Bench::with_blocks(1, 40, &[(2, 600), (5, 300)]);
    let samples = print(&bench);
    bench.hire();
    bench.configure_with(&["b1"], "log_filter = \"trace\"");
    let printed = "[[printed]]\ndir = \"paper\"\nprint = \"print\"\nemission = 1\nnumber = 1\n";
    let config = fs::read_to_string(bench.path("grille.toml")).unwrap();
    fs::write(bench.path("grille.toml"), format!("{config}{printed}")).unwrap();
    bench.open_shop(&["b1"], 500);
    let server = bench.serve();
    let mut terminals = open(&bench, server.site.address);
    scope(|scope| {
        for (terminal, counter) in terminals.iter_mut().zip(COUNTERS) {
            let samples = &samples;
            scope.spawn(move || work(terminal, counter, samples));
        }
    });
    let beginnings = beginnings(&samples);
    bench.yes("ledger backup --config grille.toml --out copy.sqlite");
    let mut kept = data(&bench);
    assert!(kept.iter().any(|(name, _)| name.ends_with("-wal")), "the open ledger is looked at");
    let log = server.stop();
    // No ticket was paid, and no other is spoken of.
    for sample in &samples {
        assert!(!log.contains(sample.bare()), "the log speaks of {}: {log}", sample.number);
    }
    kept.push(("copy.sqlite".to_owned(), fs::read(bench.path("copy.sqlite")).unwrap()));
    kept.push(("server.log".to_owned(), log.into_bytes()));
    kept.extend(data(&bench));
    for (name, bytes) in &kept {
        assert_eq!(has_code(bytes, &beginnings), None, "{name} has a validation code in it");
    }
    // They are found where they are.
    let press = fs::read(bench.path("print/press/tickets.jsonl")).unwrap();
    assert!(has_code(&press, &beginnings).is_some(), "nothing is ever found");

    let by_number: BTreeMap<&str, &Sample> = samples.iter().map(|it| (it.bare(), it)).collect();
    let rows = rows(&bench);
    assert!(rows.len() >= 10_000, "{} questions are kept", rows.len());
    let rows: Vec<(Vec<String>, bool)> = rows
        .iter()
        .map(|row| {
            let sample = by_number[row.content.strip_prefix("inquire ").unwrap()];
            (features(row, sample), sample.lot > 0)
        })
        .collect();
    // What is said of a winner is what is said of a loser, word for word.
    for column in [1, 2, 3, 4, 5] {
        let values = |wins: bool| -> HashSet<&str> {
            let own = rows.iter().filter(|row| row.1 == wins);
            own.map(|row| row.0[column].as_str()).collect()
        };
        assert_eq!(values(true), values(false));
    }
    // Of five thousand guesses, 2.5 in a hundred more or less than half is three and a half
    // standard deviations.
    for (column, right) in guessed_right(&rows).into_iter().enumerate() {
        assert!((right - 0.5).abs() < 0.025, "column {column} tells: {right}");
    }
}
