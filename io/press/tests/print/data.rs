//! What the press gets, and that a directory is whole or not there.

use std::num::NonZero;

use press::{PressError, print_books, print_data};
use ticket::Language;
use vault::VaultError;

use crate::sample::{TWO, UNITS, block, deal, folder, open, printed, tickets};
use crate::small::{Silent, files};

#[test]
fn the_press_and_the_central_system_get_their_files_and_no_others() {
    let names: Vec<String> = files(printed()).into_keys().collect();
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
    let again = folder().join("again");
    print_data(&block(), &again, NonZero::<usize>::MIN, &Silent).unwrap();
    assert!(files(&again) == files(printed()), "threads change a byte");
}

/// T-1: a ticket's record has its symbols, its number, its code and its book; and what the press
/// gets does not say what it wins.
#[test]
fn a_record_is_the_ticket_and_says_no_lot() {
    let text = std::fs::read_to_string(printed().join("press/tickets.jsonl")).unwrap();
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
    let head = std::fs::read_to_string(printed().join("press/tickets.csv")).unwrap();
    let names = head.lines().next().unwrap().replace('"', "");
    assert_eq!(names, "ticket,game_code,book,place,index,letters,grid_1,grid_2,code");
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
    let torn = books(12_351..=12_351).unwrap_err();
    let name = torn.to_string();
    assert!(name.starts_with("reading the ticket 00100-0012351-033-"), "{name}");
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
