//! Whole directories for the press and the central system, of a block of ten thousand tickets.

#![expect(clippy::unwrap_used, reason = "a file that cannot be read fails the test")]

use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use block::note::{KeyName, SigningKey};
use game::{Cents, UnitIndex, Units, score};
use press::{PressError, print_books, print_data};
use ticket::{
    Fonts, GameCode, Identification, Language, Printing, Skin, State, Ticket, ValidationCode,
};
use vault::{
    Block, Commitment, Ingredients, Printed, Progress, Rules, Share, VALIDATION_RECORD,
    ValidationFile, VaultError, validation_record,
};

const SHIPPED: &str = include_str!("../../../games/maxi-mots-croises.toml");
const LEXICON: &str = include_str!("../../../lexicon/fr.txt");
const TWO: NonZero<usize> = NonZero::new(2).unwrap();
const UNITS: u32 = 10_000;
/// Every lot, and about as many winners as the real table has.
const TABLE: [(u32, u64); 9] = [
    (1, 25_000_000),
    (1, 1_000_000),
    (2, 100_000),
    (20, 20_000),
    (133, 5_000),
    (222, 2_000),
    (100, 1_500),
    (1_150, 1_000),
    (1_000, 500),
];

struct Silent;

impl Progress for Silent {
    fn advance(&self, _units: u64) {}
}

/// Deals a block into `dir`; on paper where it has a code.
fn deal(dir: &Path, units: u32, table: &[(u32, u64)], code: Option<&str>) -> Block {
    let rules = &SHIPPED[..SHIPPED.find("[[prize]]").unwrap()];
    let mut text = rules.replace("block_units = 3_000_000", &format!("block_units = {units}"));
    for (count, cents) in table {
        text += &format!("[[prize]]\ncount = {count}\ncents = {cents}\n");
    }
    let rules = Rules::parse(text.into_bytes(), LEXICON.as_bytes().to_vec()).unwrap();
    let printing =
        code.map(|code| Printing::new(GameCode::parse(code).unwrap(), 12_345, 50, units).unwrap());
    let from = Ingredients::new(rules, vec![Share::new([7; 32])], None).printed(printing);
    let operator = SigningKey::new(KeyName::new("lottery.example").unwrap(), &[9; 32]);
    vault::deal(dir, &from, Some(&operator), None, TWO, &Silent).unwrap();
    from.selling_key().save(&dir.with_extension("selling")).unwrap();
    open(dir)
}

fn open(dir: &Path) -> Block {
    Block::open_dir(dir, &[dir.with_extension("selling")]).unwrap()
}

/// The block of the tests, dealt once, and what was printed of it.
static PRINTED: LazyLock<(tempfile::TempDir, PathBuf)> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let block = deal(&folder.path().join("block"), UNITS, &TABLE, Some("31702"));
    let out = folder.path().join("print");
    print_data(&block, &out, TWO, &Silent).unwrap();
    (folder, out)
});

fn block() -> Block {
    open(&PRINTED.0.path().join("block"))
}

fn tickets(block: &Block, count: u64) -> Vec<Ticket> {
    (0..count).map(|index| block.ticket(index).unwrap().unwrap()).collect()
}

/// Every file below a directory, by its path.
fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let (mut found, mut open) = (BTreeMap::new(), vec![dir.to_owned()]);
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(&next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(dir).unwrap().to_str().unwrap().to_owned();
                found.insert(name, std::fs::read(&path).unwrap());
            }
        }
    }
    found
}

#[test]
fn the_press_and_the_central_system_get_their_files_and_no_others() {
    let names: Vec<String> = files(&PRINTED.1).into_keys().collect();
    let expected = [
        "press/SHA256SUMS",
        "press/tickets.csv",
        "press/tickets.jsonl",
        "press/tickets.parquet",
        "print.json",
        "validation/SHA256SUMS",
        "validation/tickets.validation",
    ];
    assert_eq!(names, expected);
    let again = PRINTED.0.path().join("again");
    print_data(&block(), &again, NonZero::<usize>::MIN, &Silent).unwrap();
    assert!(files(&again) == files(&PRINTED.1), "threads change a byte");
}

/// T-1: a ticket's record has its symbols, its number, its code and its book; and what the press
/// gets does not say what it wins.
#[test]
fn a_record_is_the_ticket_and_says_no_lot() {
    let text = std::fs::read_to_string(PRINTED.1.join("press/tickets.jsonl")).unwrap();
    assert_eq!(text.lines().count(), UNITS as usize);
    for (ticket, line) in tickets(&block(), 60).iter().zip(text.lines()) {
        let number = ticket.identification;
        let letters: String = ticket.unit.letters.iter().map(ToString::to_string).collect();
        let rows = |grid: &game::Grid| {
            let rows: Vec<String> = grid.rows_text().map(|row| format!("\"{row}\"")).collect();
            format!("[{}]", rows.join(","))
        };
        let grids: Vec<String> = ticket.unit.grids.iter().map(rows).collect();
        let (book, place) = (number.place.book, number.place.ticket);
        let index = u64::from(book - 12_345) * 50 + u64::from(place);
        let expected = format!(
            "{{\"ticket\":\"T{number}\",\"game_code\":\"G31702\",\"book\":\"B31702-{book:07}\",\
             \"place\":{place},\"index\":{index},\"letters\":\"{letters}\",\"grids\":[{}],\
             \"code\":\"V{}\"}}",
            grids.join(","),
            ticket.code.grouped('-')
        );
        assert_eq!(line, expected);
    }
    let head = std::fs::read_to_string(PRINTED.1.join("press/tickets.csv")).unwrap();
    let names = head.lines().next().unwrap().replace('"', "");
    assert_eq!(names, "ticket,game_code,book,place,index,letters,grid_1,grid_2,code");
}

/// The validation file, everything public, and no code: sizes, order and contents tell nothing of
/// the lots. The classifier is given more than a thief has: which record belongs to which ticket.
#[test]
fn without_a_code_the_validation_file_tells_nothing() {
    let block = block();
    let bytes = std::fs::read(PRINTED.1.join("validation/tickets.validation")).unwrap();
    let (records, rest) = bytes.as_chunks::<VALIDATION_RECORD>();
    assert!(rest.is_empty() && records.len() == UNITS as usize, "one record a ticket, of one size");
    assert!(records.is_sorted_by(|one, other| one[..32] < other[..32]), "in the order of the keys");

    let mut lots: BTreeMap<Cents, u32> = BTreeMap::new();
    let (mut rows, mut leak, mut wins) = (Vec::new(), Vec::new(), Vec::new());
    for (index, ticket) in (0..).zip(tickets(&block, UNITS.into())) {
        let lot = score(block.commitment().game(), &ticket.unit).unwrap().lot;
        *lots.entry(lot).or_default() += 1;
        let record = validation_record(&ticket.code, ticket.identification, lot);
        let place = records.binary_search_by(|it| it[..32].cmp(&record[..32])).unwrap();
        assert_eq!(records[place], record);
        let leaf = block::tree::leaf_hash(&block.leaf(index).unwrap());
        let TicketColumns(columns) = TicketColumns::of(place, &record, &leaf, &ticket);
        leak.extend(&columns);
        leak.push(if lot.0 > 0 && index % 3 > 0 { 1.0 } else { 0.0 });
        rows.extend(columns);
        wins.push(lot.0 > 0);
    }
    let table = TABLE.iter().map(|&(count, cents)| (Cents(cents), count));
    let losers = UNITS - TABLE.iter().map(|(count, _)| count).sum::<u32>();
    assert_eq!(lots, table.chain([(Cents(0), losers)]).collect());

    let roc = audit::tell(&rows, COLUMNS, &wins).unwrap();
    let (low, high) = roc.interval;
    assert!(low <= 0.5 && 0.5 <= high, "winners can be told: {} in {low}–{high}", roc.auc);
    // The same classifier finds one column that tells two winners in three.
    let roc = audit::tell(&leak, COLUMNS + 1, &wins).unwrap();
    assert!(roc.auc > 0.8, "the classifier is blind: {}", roc.auc);
}

const COLUMNS: usize = 1 + VALIDATION_RECORD + 32 + 3;

/// What is known of a ticket without its code: its record, the record's place, its leaf's hash, its
/// number.
struct TicketColumns(Vec<f32>);

impl TicketColumns {
    fn of(place: usize, record: &[u8], leaf: &[u8], ticket: &Ticket) -> Self {
        let bytes = record.iter().chain(leaf).map(|&byte| f32::from(byte));
        let number = ticket.identification;
        let check = number.digits()[15];
        let number = [number.place.book as f32, number.place.ticket.into(), check.into()];
        Self([place as f32].into_iter().chain(bytes).chain(number).collect())
    }
}

#[test]
fn a_code_opens_its_own_lot_and_no_other() {
    let block = block();
    let file = ValidationFile::open(&PRINTED.1.join("validation/tickets.validation")).unwrap();
    assert_eq!(file.records(), u64::from(UNITS));
    let tickets = tickets(&block, 200);
    for (ticket, next) in tickets.iter().zip(tickets.iter().skip(1)) {
        let lot = score(block.commitment().game(), &ticket.unit).unwrap().lot;
        let asked = |code: &ValidationCode, number: Identification| file.lot(code, number).unwrap();
        assert_eq!(asked(&ticket.code, ticket.identification), Some(lot));
        assert_eq!(asked(&ticket.code, next.identification), None);
        assert_eq!(asked(&next.code, ticket.identification), None);
    }
    // Another emission's ticket of the same place.
    let printing = Printing::new(GameCode::parse("31703").unwrap(), 12_345, 50, UNITS).unwrap();
    assert_eq!(file.lot(&tickets[0].code, printing.identification(0)).unwrap(), None);
}

#[test]
fn a_changed_record_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("changed");
    let ticket = block().ticket(3).unwrap().unwrap();
    let record = validation_record(&ticket.code, ticket.identification, Cents(500));
    for place in 32..VALIDATION_RECORD {
        let mut changed = record;
        changed[place] ^= 1;
        std::fs::write(&path, changed).unwrap();
        let file = ValidationFile::open(&path).unwrap();
        assert!(file.lot(&ticket.code, ticket.identification).is_err(), "byte {place}");
    }
    std::fs::write(&path, &record[1..]).unwrap();
    assert!(ValidationFile::open(&path).is_err());
}

#[test]
fn nothing_is_overwritten_and_a_failure_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("block");
    let block = deal(&dir, 500, &[(1, 1_000), (1, 500)], Some("00100"));
    let out = folder.path().join("out");
    // What a run that was stopped leaves behind goes away.
    std::fs::create_dir_all(out.with_extension("part").join("press")).unwrap();
    print_data(&block, &out, TWO, &Silent).unwrap();
    assert!(!out.with_extension("part").exists());
    let again = print_data(&block, &out, TWO, &Silent).unwrap_err();
    assert!(matches!(again, PressError::Vault(VaultError::Exists(_))), "{again}");

    let path = dir.join("units.sealed");
    let mut bytes = std::fs::read(&path).unwrap();
    let record = bytes.len() / 500;
    bytes[333 * record + 5] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let block = open(&dir);
    let other = folder.path().join("other");
    let damaged = print_data(&block, &other, TWO, &Silent).unwrap_err();
    assert!(matches!(damaged, PressError::Damaged { index: 333 }), "{damaged}");
    // Ticket 333 is in the seventh book.
    let books = |books| print_books(&block, books, Language::French, &other, TWO, &Silent);
    assert!(books(12_351..=12_351).is_err());
    assert!(!other.exists() && !other.with_extension("part").exists());
    books(12_345..=12_346).unwrap();
    assert_eq!(files(&other).len(), 2 * 3 + 1);
    let elsewhere = folder.path().join("elsewhere");
    for range in [12_344..=12_345, 12_354..=12_355] {
        let none = print_books(&block, range, Language::French, &elsewhere, TWO, &Silent);
        let none = none.unwrap_err();
        assert!(matches!(none, PressError::NoBook { first: 12_345, last: 12_354 }), "{none}");
    }

    let online = deal(&folder.path().join("loose"), 500, &[(1, 500)], None);
    let refused = print_data(&online, &elsewhere, TWO, &Silent).unwrap_err();
    assert!(matches!(refused, PressError::NotPrinted), "{refused}");
}

/// T-4: a server that pays tickets opens what was printed without any key, and refuses what is not
/// the block's or not whole.
#[test]
fn a_server_without_a_key_is_given_what_was_printed_or_told_what_is_wrong() {
    let dir = PRINTED.0.path().join("block");
    let commitment = || Commitment::open(&dir).unwrap();
    let printed = Printed::open(commitment(), &PRINTED.1).unwrap();
    assert_eq!((printed.books(), printed.count()), (12_345..=12_544, u64::from(UNITS)));
    let ticket = block().ticket(7).unwrap().unwrap();
    let lot = score(block().commitment().game(), &ticket.unit).unwrap().lot;
    assert_eq!(printed.lot(&ticket.code, ticket.identification).unwrap(), Some(lot));
    assert!(printed.has(ticket.identification));
    assert!(printed.unit(UnitIndex(7)).is_err(), "it opens no unit");
    assert!(printed.check().is_empty());

    let folder = tempfile::tempdir().unwrap();
    let copy = |spoil: &dyn Fn(&Path)| {
        let print = folder.path().join("print");
        let _ = std::fs::remove_dir_all(&print);
        std::fs::create_dir_all(print.join("validation")).unwrap();
        let names = ["print.json", "validation/SHA256SUMS", "validation/tickets.validation"];
        for name in names {
            std::fs::copy(PRINTED.1.join(name), print.join(name)).unwrap();
        }
        spoil(&print);
        let refused = Printed::open(commitment(), &print).err();
        refused.map(|error| format!("{:#}", Chain(error)))
    };
    assert_eq!(copy(&|_| {}), None, "press/ is not needed");
    let replace = |from: &'static str, to: &'static str| {
        move |print: &Path| {
            let path = print.join("print.json");
            let text = std::fs::read_to_string(&path).unwrap();
            assert!(text.contains(from), "{text}");
            std::fs::write(path, text.replace(from, to)).unwrap();
        }
    };
    let flip = |print: &Path| {
        let path = print.join("validation/tickets.validation");
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[1_000] ^= 1;
        std::fs::write(path, bytes).unwrap();
    };
    let cut = |print: &Path| {
        let path = print.join("validation/tickets.validation");
        let bytes = std::fs::read(&path).unwrap();
        std::fs::write(path, &bytes[..bytes.len() - VALIDATION_RECORD]).unwrap();
    };
    let no_mark = |print: &Path| std::fs::remove_file(print.join("print.json")).unwrap();
    for (spoil, says) in [
        (&replace("G31702", "G31703") as &dyn Fn(&Path), "G31703"),
        (&replace("12544", "12545"), "names the books 12345 to 12545"),
        (&replace("12345", "12346"), "where the manifest asks for"),
        (&replace("\"block\": \"", "\"block\": \"x"), "is of the block x"),
        (&replace("\"first_book\"", "\"first\""), "does not say what was printed"),
        (&flip, "is not the file whose hash lies beside it"),
        (&cut, "bytes where"),
        (&no_mark, "print.json"),
    ] {
        let told = copy(spoil).unwrap_or_else(|| panic!("{says}: it opens"));
        assert!(told.contains(says), "{says}: {told}");
    }
}

/// An error with its causes.
struct Chain(VaultError);

impl std::fmt::Display for Chain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut cause: Option<&dyn std::error::Error> = Some(&self.0);
        while let Some(error) = cause {
            write!(f, "{error}; ")?;
            cause = error.source();
        }
        Ok(())
    }
}

/// The same scenes give the same bytes; and in another language another ticket.
#[test]
fn drawings_depend_on_the_ticket_alone() {
    let block = block();
    let game = block.commitment().game();
    let ticket = block.ticket(77).unwrap().unwrap();
    let fonts = Fonts::new();
    let draw = |language| {
        let skin = Skin::new(game.clone(), language).unwrap();
        let scenes = skin.sides(&ticket, State::Bare);
        let png = press::png(&scenes[0], &fonts, 100).unwrap();
        (press::pdf(&scenes, &fonts, "a ticket").unwrap(), press::svg(&scenes[0], &fonts), png)
    };
    let (one, again, english) =
        (draw(Language::French), draw(Language::French), draw(Language::English));
    assert!(one == again && one != english);
    assert!(one.0.starts_with(b"%PDF-1.") && one.2.starts_with(b"\x89PNG"));
    assert!(one.1.contains("width=\"130mm\"") && !one.1.contains("<text"));
    let width = u32::from_be_bytes(one.2[16..20].try_into().unwrap());
    assert_eq!(width, 512, "130 mm at 100 dots an inch");
}
