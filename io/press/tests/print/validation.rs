//! What the central system gets: with a ticket's code its lot, and without one nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use game::{Cents, UnitIndex, Units, score};
use press::print_data;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, Nonce, UnboundKey};
use ring::hmac;
use ticket::{GameCode, Identification, Printing, Ticket, ValidationCode};
use vault::{
    Block, Commitment, Printed, VALIDATION_RECORD, ValidationError, ValidationFile, VaultError,
    validation_record,
};

use crate::sample::{TABLE, TWO, UNITS, block, deal, folder, printed, tickets};
use crate::small::{Silent, files};

const FILE: &str = "validation/tickets.validation";
const SUMS: &str = "validation/SHA256SUMS";

fn lot(block: &Block, ticket: &Ticket) -> Cents {
    score(block.commitment().game(), &ticket.unit).unwrap().lot
}

/// The files that the central system holds are two, and how long they are follows from the number
/// of tickets: a block in which nearly all win, and one in which nearly all lose, look alike.
#[test]
fn sizes_tell_nothing_of_the_lots() {
    let sizes = |table: &[(u32, u64)], name: &str| -> BTreeMap<String, usize> {
        let dir = folder().join(name);
        let block = deal(&dir, 1_000, table, Some("31702"));
        let out = dir.with_extension("print");
        print_data(&block, &out, TWO, &Silent).unwrap();
        let held = files(&out).into_iter().filter(|(name, _)| name.starts_with("validation/"));
        held.map(|(name, bytes)| (name, bytes.len())).collect()
    };
    let (many, few) = (sizes(&[(900, 500)], "many"), sizes(&[(1, 500)], "few"));
    let sums = 64 + 2 + "tickets.validation".len() + 1;
    let expected = [(SUMS, sums), (FILE, 56 * 1_000)];
    assert_eq!(many, expected.map(|(name, size)| (name.to_owned(), size)).into());
    assert_eq!(few, many);
}

/// The files of the central system, everything public, and no code: neither order nor contents
/// tell anything of the lots. The classifier is given more than a thief has: which record belongs
/// to which ticket, and which other tickets win.
#[test]
fn without_a_code_the_validation_file_tells_nothing() {
    let block = block();
    let bytes = std::fs::read(printed().join(FILE)).unwrap();
    let (records, rest) = bytes.as_chunks::<VALIDATION_RECORD>();
    assert!(rest.is_empty() && records.len() == UNITS as usize, "one record a ticket, of one size");
    assert!(records.is_sorted_by(|one, other| one[..32] < other[..32]), "in the order of the keys");
    let values: BTreeSet<&[u8]> = records.iter().map(|record| &record[32..]).collect();
    assert_eq!(values.len(), records.len(), "no two records have one value");

    let mut lots: BTreeMap<Cents, u32> = BTreeMap::new();
    let (mut known, mut wins) = (Vec::new(), Vec::new());
    for (index, ticket) in (0..).zip(tickets(&block, UNITS.into())) {
        let lot = lot(&block, &ticket);
        *lots.entry(lot).or_default() += 1;
        let record = validation_record(&ticket.code, ticket.identification, lot);
        let place = records.binary_search_by(|it| it[..32].cmp(&record[..32])).unwrap();
        assert_eq!(records[place], record);
        let leaf = block::tree::leaf_hash(&block.leaf(index).unwrap());
        known.push((place, [record.as_slice(), &leaf].concat(), ticket.identification));
        wins.push(lot.0 > 0);
    }
    let table = TABLE.iter().map(|&(count, cents)| (Cents(cents), count));
    let losers = UNITS - TABLE.iter().map(|(count, _)| count).sum::<u32>();
    assert_eq!(lots, table.chain([(Cents(0), losers)]).collect());

    let mut at_place = vec![false; UNITS as usize];
    for ((place, ..), &won) in known.iter().zip(&wins) {
        at_place[*place] = won;
    }
    let (mut rows, mut leak) = (Vec::new(), Vec::new());
    for (index, (place, bytes, number)) in known.iter().enumerate() {
        let columns = columns(*place, bytes, *number, [(&at_place, *place), (&wins, index)]);
        leak.extend(&columns);
        leak.push(if wins[index] && index % 3 > 0 { 1.0 } else { 0.0 });
        rows.extend(columns);
    }
    let count = rows.len() / wins.len();
    let roc = audit::tell(&rows, count, &wins).unwrap();
    let (low, high) = roc.interval;
    assert!(low <= 0.5 && 0.5 <= high, "winners can be told: {} in {low}–{high}", roc.auc);
    // The same classifier finds one column that tells two winners in three.
    let roc = audit::tell(&leak, count + 1, &wins).unwrap();
    assert!(roc.auc > 0.8, "the classifier is blind: {}", roc.auc);
}

/// What is known of a ticket without its code: its record, the record's place, its leaf's hash, its
/// number; and, once its neighbours in the file and in the block were paid, whether they won.
fn columns(
    place: usize,
    bytes: &[u8],
    number: Identification,
    orders: [(&[bool], usize); 2],
) -> Vec<f32> {
    let bytes = bytes.iter().map(|&byte| f32::from(byte));
    let check = number.digits()[15];
    let numbers = [number.place.book as f32, number.place.ticket.into(), check.into()];
    let won = |wins: &[bool], at: usize| wins.get(at).is_some_and(|&won| won);
    let beside = orders.map(|(wins, at)| [won(wins, at.wrapping_sub(1)), won(wins, at + 1)]);
    let beside = beside.into_iter().flatten().map(|won| if won { 1.0 } else { 0.0 });
    [place as f32].into_iter().chain(bytes).chain(numbers).chain(beside).collect()
}

/// Every code finds its own ticket's lot; a code tried on every other number finds nothing.
#[test]
fn a_code_opens_its_own_lot_and_no_other() {
    let block = block();
    let file = ValidationFile::open(&printed().join(FILE)).unwrap();
    assert_eq!(file.records(), u64::from(UNITS));
    let tickets = tickets(&block, UNITS.into());
    let asked = |code: &ValidationCode, number: Identification| file.lot(code, number).unwrap();
    for ticket in &tickets {
        assert_eq!(asked(&ticket.code, ticket.identification), Some(lot(&block, ticket)));
    }
    // The ticket of the highest lot, which is worth trying.
    let best = tickets.iter().max_by_key(|ticket| lot(&block, ticket)).unwrap();
    for other in tickets.iter().filter(|other| *other != best) {
        assert_eq!(asked(&best.code, other.identification), None);
        assert_eq!(asked(&other.code, best.identification), None);
    }
    // Another emission's ticket of the same place.
    let printing = Printing::new(GameCode::parse("31703").unwrap(), 12_345, 50, UNITS).unwrap();
    assert_eq!(asked(&tickets[0].code, printing.identification(0)), None);
}

/// The same without our reader: with the key that follows from a code by rule 12 of
/// `docs/spec/ticket.md`, written down once more, one record of all opens, its own.
#[test]
fn the_key_of_a_lot_fits_one_record() {
    let block = block();
    let bytes = std::fs::read(printed().join(FILE)).unwrap();
    let (records, _) = bytes.as_chunks::<VALIDATION_RECORD>();
    let ticket = block.ticket(77).unwrap().unwrap();
    let code = hmac::Key::new(hmac::HMAC_SHA256, ticket.code.bytes());
    let opened = |number: &Identification| -> Vec<(usize, Vec<u8>)> {
        let purpose = [b"grille/v1/lot/".as_slice(), &number.digits()].concat();
        let key = UnboundKey::new(&CHACHA20_POLY1305, hmac::sign(&code, &purpose).as_ref());
        let key = LessSafeKey::new(key.unwrap());
        let open = |(at, record): (usize, &[u8; VALIDATION_RECORD])| {
            let nonce = Nonce::assume_unique_for_key([0; 12]);
            let mut value = record[32..].to_vec();
            let plain = key.open_in_place(nonce, Aad::from(&record[..32]), &mut value);
            plain.ok().map(|plain| (at, plain.to_vec()))
        };
        records.iter().enumerate().filter_map(open).collect()
    };
    let number = ticket.identification;
    let name = [number.game_code.to_string().as_bytes(), &number.digits()].concat();
    let key = hmac::sign(&code, &name);
    let own = records.iter().position(|record| &record[..32] == key.as_ref()).unwrap();
    let lot = lot(&block, &ticket).0.to_be_bytes().to_vec();
    assert_eq!(opened(&number), [(own, lot)]);
    for index in [0, 76, 78, 9_999] {
        let other = block.ticket(index).unwrap().unwrap().identification;
        assert_eq!(opened(&other), []);
    }
}

/// A file that was changed or cut off is refused; where it changes while it is in use, the record.
#[test]
fn a_changed_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tickets.validation");
    let ticket = block().ticket(3).unwrap().unwrap();
    let record = validation_record(&ticket.code, ticket.identification, Cents(500));
    let sum: String = ring::digest::digest(&ring::digest::SHA256, &record)
        .as_ref()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let sums = folder.path().join("SHA256SUMS");
    std::fs::write(&sums, format!("{sum}  tickets.validation\n")).unwrap();
    std::fs::write(&path, record).unwrap();
    let file = ValidationFile::open(&path).unwrap();
    let lot = || file.lot(&ticket.code, ticket.identification);
    assert_eq!(lot().unwrap(), Some(Cents(500)));
    for place in 0..VALIDATION_RECORD {
        let mut changed = record;
        changed[place] ^= 1;
        std::fs::write(&path, changed).unwrap();
        match lot() {
            // Another key: there is no such record any more.
            Ok(None) => assert!(place < 32),
            Err(ValidationError::Damaged(number)) => {
                assert!(place >= 32 && number == ticket.identification);
            }
            other => panic!("byte {place}: {other:?}"),
        }
        let opened = ValidationFile::open(&path).map(|_| ());
        assert!(matches!(opened, Err(ValidationError::NotWhole(_))), "byte {place}: {opened:?}");
    }
    for length in [0, 1, 55] {
        std::fs::write(&path, &record[..length]).unwrap();
        assert!(ValidationFile::open(&path).is_err());
    }
    std::fs::write(&path, record).unwrap();
    assert!(ValidationFile::open(&path).is_ok());
    std::fs::remove_file(&sums).unwrap();
    assert!(ValidationFile::open(&path).is_err(), "nothing says that it is whole");
}

/// T-4: a server that pays tickets opens what was printed without any key, and refuses what is not
/// the block's or not whole.
#[test]
fn a_server_without_a_key_is_given_what_was_printed_or_told_what_is_wrong() {
    let dir = folder().join("block");
    let commitment = || Commitment::open(&dir).unwrap();
    let opened = Printed::open(commitment(), printed()).unwrap();
    assert_eq!((opened.books(), opened.count()), (12_345..=12_544, u64::from(UNITS)));
    let ticket = block().ticket(7).unwrap().unwrap();
    let lot = score(block().commitment().game(), &ticket.unit).unwrap().lot;
    assert_eq!(opened.lot(&ticket.code, ticket.identification).unwrap(), Some(lot));
    assert!(opened.has(ticket.identification));
    assert!(opened.unit(UnitIndex(7)).is_err(), "it opens no unit");
    assert!(opened.check().is_empty());

    let copies = tempfile::tempdir().unwrap();
    let copy = |spoil: &dyn Fn(&Path)| {
        let print = copies.path().join("print");
        let _ = std::fs::remove_dir_all(&print);
        std::fs::create_dir_all(print.join("validation")).unwrap();
        let names = ["print.json", "validation/SHA256SUMS", "validation/tickets.validation"];
        for name in names {
            std::fs::copy(printed().join(name), print.join(name)).unwrap();
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
        (&flip, "is not the validation file that its SHA256SUMS names"),
        (&cut, "is not the validation file that its SHA256SUMS names"),
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
