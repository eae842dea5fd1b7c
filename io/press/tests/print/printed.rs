//! What was printed, as the server has it that pays tickets.

use std::path::Path;

use game::{UnitIndex, Units, score};
use sha2::{Digest, Sha256};
use vault::{Commitment, Printed, VALIDATION_RECORD, VaultError};

use crate::sample::{UNITS, block, folder, printed as printed_dir};

/// T-4: a server that pays tickets opens what was printed without any key, and refuses what is not
/// the block's or not whole.
#[test]
fn a_server_without_a_key_is_given_what_was_printed_or_told_what_is_wrong() {
    let dir = folder().join("block");
    let commitment = || Commitment::open(&dir).unwrap();
    let printed = Printed::open(commitment(), printed_dir()).unwrap();
    assert_eq!((printed.books(), printed.count()), (12_345..=12_544, u64::from(UNITS)));
    let ticket = block().ticket(7).unwrap().unwrap();
    let lot = score(block().commitment().game(), &ticket.unit).unwrap().lot;
    assert_eq!(printed.lot(&ticket.code, ticket.identification).unwrap(), Some(lot));
    assert!(printed.has(ticket.identification));
    assert!(printed.unit(UnitIndex(7)).is_err(), "it opens no unit");
    assert!(printed.check().is_empty());

    let copies = tempfile::tempdir().unwrap();
    let copy = |spoil: &dyn Fn(&Path)| {
        let print = copies.path().join("print");
        let _ = std::fs::remove_dir_all(&print);
        std::fs::create_dir_all(print.join("validation")).unwrap();
        let names = ["print.json", "validation/SHA256SUMS", "validation/tickets.validation"];
        for name in names {
            std::fs::copy(printed_dir().join(name), print.join(name)).unwrap();
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

/// G-1: nobody signs what is printed. What lies there in its place, whole and with a checksum of its own, is
/// told by whoever opened the first one, and so is what is missing.
#[test]
fn what_was_printed_is_compared_with_what_was_opened() {
    let folder_of_copies = tempfile::tempdir().unwrap();
    let print = folder_of_copies.path().join("print");
    std::fs::create_dir_all(print.join("validation")).unwrap();
    let names = ["print.json", "validation/SHA256SUMS", "validation/tickets.validation"];
    let restore = || {
        for name in names {
            std::fs::copy(printed_dir().join(name), print.join(name)).unwrap();
        }
    };
    restore();
    let open = || {
        let commitment = Commitment::open(&folder().join("block")).unwrap();
        Printed::open(commitment, &print)
    };
    let printed = open().unwrap();
    let told = || {
        let faults: Vec<_> = printed.check().into_iter().map(Chain).collect();
        faults.iter().map(ToString::to_string).collect::<String>()
    };
    let write = |records: &[u8]| {
        let hash: [u8; 32] = Sha256::digest(records).into();
        let digits: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
        let sums = format!("{digits}  tickets.validation\n");
        std::fs::write(print.join(names[1]), sums).unwrap();
        std::fs::write(print.join(names[2]), records).unwrap();
    };
    let records = std::fs::read(print.join(names[2])).unwrap();
    write(&records);
    assert_eq!((told(), printed.check_files().is_ok()), (String::new(), true));

    let mut forged = records.clone();
    *forged.last_mut().unwrap() ^= 1;
    write(&forged);
    assert!(open().is_ok() && printed.check_files().is_ok(), "it is whole");
    assert!(told().contains("tickets.validation is not the one that was opened"), "{}", told());

    // The same with a book less.
    let mark = std::fs::read_to_string(print.join(names[0])).unwrap();
    let tickets = usize::from(printed.printing().book_tickets());
    write(&records[..records.len() - tickets * VALIDATION_RECORD]);
    std::fs::write(print.join(names[0]), mark.replace("12544", "12543")).unwrap();
    assert!(open().is_ok(), "it is whole");
    assert!(told().contains("names other books than when it was opened"), "{}", told());
    let fault = printed.check_files().unwrap_err();
    assert!(fault.to_string().contains("has not the length of its tickets"), "{fault}");

    for name in names.into_iter().filter(|name| !name.ends_with("SUMS")) {
        restore();
        assert_eq!((told(), printed.check_files().is_ok()), (String::new(), true));
        std::fs::remove_file(print.join(name)).unwrap();
        assert!(printed.check_files().unwrap_err().to_string().contains(name));
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
