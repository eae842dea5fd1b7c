//! The paper half of the demo, stopped anywhere and started again.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use access::{Access, Entry, Login, Password, Policy};
use game::Cents;
use ledger::{
    BookId, BookRange, BookState, CounterId, CounterName, GameCode, LegalDay, Millis, OperatorAct,
    Remark, Report, RetailAct, RetailFacts, RetailNeeds,
};
use store::{Settings, Sqlite, Store};
use tempfile::TempDir;
use vault::Printed;
use web::Papers;

use super::counter::{self, COUNTER, PAID_IN, PASSWORD};
use super::dealing;
use super::opening::{give, operator, written};
use super::paper::{self, Making};
use crate::site;

const DAY_MS: i64 = 24 * 3_600_000;
/// Two books of 50 tickets of 5 € each.
const TICKETS: u32 = 100;
const BOOKS: [u32; 2] = [1, 2];

fn address() -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], 8080))
}

/// A game of a hundred tickets on paper, as a file in `data`.
fn game(data: &Path) -> String {
    let shipped = include_str!("../../../../games/maxi-mots-croises.toml");
    let rules = &shipped[..shipped.find("[[prize]]").unwrap()];
    let size = format!("block_units = {TICKETS}");
    let rules = rules.replace("block_units = 3_000_000", &size);
    let path = data.join("paper.toml");
    std::fs::write(&path, rules + "[[prize]]\ncount = 40\ncents = 500\n").unwrap();
    path.to_str().unwrap().to_owned()
}

fn making(data: &Path) -> Making {
    Making { data: data.to_owned(), game: game(data), address: address() }
}

/// A ledger in `data` whose clock stands at `now`, with the blocks on paper that a start finds.
fn start(data: &Path, printed: Option<&Arc<Printed>>, now: Millis) -> Store {
    let engine = Box::new(Sqlite::open(data).unwrap());
    let stock: Vec<_> = printed.map(counter::stock).into_iter().collect();
    Store::start(engine, &stock, Settings::new(Arc::new(move || now))).unwrap()
}

/// What was printed, made once: the ledgers are the tests' own.
static PRINTED: LazyLock<(TempDir, Arc<Printed>)> = LazyLock::new(|| {
    let data = tempfile::tempdir().unwrap();
    let store = Arc::new(start(data.path(), None, site::now()));
    let papers = Papers::default();
    making(data.path()).make(&Arc::downgrade(&store), &papers).unwrap();
    assert!(!papers.is_empty());
    let printed = load(data.path()).unwrap();
    (data, printed)
});

fn load(data: &Path) -> Option<Arc<Printed>> {
    counter::load(data, &dealing::verifier_key(data).unwrap()).unwrap()
}

fn code() -> GameCode {
    GameCode::parse("31702").unwrap()
}

fn book(number: u32) -> BookId {
    BookId::new(code(), number).unwrap()
}

fn known(store: &Store) -> RetailFacts {
    let books = BookRange::new(book(BOOKS[0]), book(BOOKS[1])).unwrap();
    let (counters, codes) = ([COUNTER].into(), [code()].into());
    let needs = RetailNeeds { counters, codes, books: [books].into(), ..RetailNeeds::default() };
    store.retail(&needs).unwrap()
}

/// The books are on sale, once, and the counter can come in.
#[track_caller]
fn check_whole(store: &Store, counters: &Access<CounterId>, printed: &Printed) {
    assert_eq!(counter::lacking(store, printed, site::now()).unwrap(), []);
    let known = known(store);
    assert!(known.emissions[&code()].opens.is_some());
    for number in BOOKS {
        let book = known.book(book(number));
        assert_eq!((book.state, book.counter), (BookState::Activated, Some(COUNTER)));
    }
    let [(_, balance)] = &store.paper().unwrap().counters[..] else { panic!("one counter") };
    assert_eq!(*balance, Cents(PAID_IN.0 - u64::from(TICKETS) * 500));
    let password = Password::new(PASSWORD).unwrap();
    let entry = counters.sign_in(&Login::of_counter(COUNTER), &password, site::now());
    assert!(matches!(entry.unwrap(), Entry::In(_, COUNTER)));
}

/// The first start is stopped after each of its acts, and the next one is on another day.
#[test]
fn a_start_that_was_stopped_between_two_acts_is_mended_by_the_next() {
    let printed = &PRINTED.1;
    let (now, yesterday) = (site::now(), Millis(site::now().0 - DAY_MS));
    let mut done = 0;
    loop {
        let data = tempfile::tempdir().unwrap();
        let first = start(data.path(), Some(printed), yesterday);
        let acts = counter::lacking(&first, printed, yesterday).unwrap();
        // Announced, printed, open, registered, paid in; each book delivered, each activated.
        assert_eq!(acts.len(), 5 + 2 * BOOKS.len());
        let is_last = done == acts.len();
        acts.into_iter().take(done).for_each(|(id, act)| give(&first, &id, act).unwrap());
        drop(first);
        let counters = Access::of_counters_in_memory(Policy::default());
        let mut events = Vec::new();
        for _ in 0..2 {
            let next = start(data.path(), Some(printed), now);
            let told = counter::open(&next, &counters, printed, address()).unwrap();
            assert!(told.contains("at http://127.0.0.1:8080/point-de-vente\n"), "{told}");
            check_whole(&next, &counters, printed);
            events.push(next.events(0, 1_000).unwrap().len());
        }
        assert_eq!(events[0], events[1], "the start after that does nothing");
        if is_last {
            return;
        }
        done += 1;
    }
}

/// What a person did himself between two starts stays as he left it, and is in no act's way.
#[test]
fn what_a_person_did_meanwhile_stays() {
    let printed = &PRINTED.1;
    let retail = |store: &Store, id: &str, act| {
        give(store, id, operator(OperatorAct::Retail(act))).unwrap();
    };
    let counters = Access::of_counters_in_memory(Policy::default());
    let now = site::now();
    let (data, other) = (tempfile::tempdir().unwrap(), CounterId(2));
    let store = start(data.path(), Some(printed), now);
    // As far as the counter is registered.
    let acts = counter::lacking(&store, printed, now).unwrap();
    acts.into_iter().take(4).for_each(|(id, act)| give(&store, &id, act).unwrap());
    let name = CounterName::new("Presse").unwrap();
    let register = RetailAct::RegisterCounter { counter: other, name, is_centre: false };
    retail(&store, "by-hand-1", register);
    let [elsewhere, missing] = BOOKS.map(|number| BookRange::from(book(number)));
    retail(&store, "by-hand-2", RetailAct::Deliver { books: elsewhere, counter: other });
    let (report, reason) = (Report::Lost, written(Remark::new("a flood")));
    retail(&store, "by-hand-3", RetailAct::Report { books: missing, report, reason });
    let before = known(&store);
    counter::open(&store, &counters, printed, address()).unwrap();
    assert_eq!(known(&store), before);

    let data = tempfile::tempdir().unwrap();
    let store = start(data.path(), Some(printed), now);
    let acts = counter::lacking(&store, printed, now).unwrap();
    acts.into_iter().take(3).for_each(|(id, act)| give(&store, &id, act).unwrap());
    let day = LegalDay::new(store::day_of(now).unwrap()).unwrap();
    retail(&store, "by-hand-1", RetailAct::Close { code: code(), day });
    counter::open(&store, &counters, printed, address()).unwrap();
    assert_eq!(known(&store).counters.len(), 0, "of a closed emission nothing is begun");
}

/// Stopped while the block is dealt, once it is dealt, once its books are drawn, once they are printed.
#[test]
fn files_that_a_stopped_start_has_made_are_kept_and_the_others_are_made() {
    for made in 0..4 {
        let data = tempfile::tempdir().unwrap();
        let (making, paper) = (making(data.path()), data.path().join("paper"));
        if made == 0 {
            // What a deal that was killed leaves behind.
            std::fs::create_dir_all(paper.join("block.part/tile")).unwrap();
            std::fs::write(paper.join("block.part/units.sealed"), [0; 1_000]).unwrap();
        } else {
            let block = dealing::open_or_deal_paper(data.path(), &making.game).unwrap();
            let books = paper::first_books(&block).unwrap();
            assert_eq!(books, BOOKS[0]..=BOOKS[1]);
            if made > 1 {
                paper::draw(data.path(), &block, books.clone()).unwrap();
            }
            if made > 2 {
                paper::print(data.path(), &block, books).unwrap();
            }
        }
        let files = ["block/manifest.json", "books/book-0000001-bare.pdf", "print/print.json"];
        let written = |name: &&str| {
            let file = std::fs::metadata(paper.join(name)).and_then(|it| it.modified());
            file.ok()
        };
        let before = files.each_ref().map(written);
        assert_eq!(before.iter().flatten().count(), made);
        assert_eq!(load_if_signed(data.path()).is_some(), made == 3);

        let (store, papers) = (Arc::new(start(data.path(), None, site::now())), Papers::default());
        making.make(&Arc::downgrade(&store), &papers).unwrap();
        assert!(!papers.is_empty());
        let after = files.each_ref().map(written);
        for (before, after) in before.iter().zip(after) {
            assert!(after.is_some() && before.is_none_or(|it| Some(it) == after));
        }
        let counters = Access::of_counters_on_sqlite(data.path(), Policy::default()).unwrap();
        check_whole(&store, &counters, &load(data.path()).unwrap());
    }
}

/// What a start finds: before the first deal there is no key either.
fn load_if_signed(data: &Path) -> Option<Arc<Printed>> {
    data.join("keys/signing").exists().then(|| load(data)).flatten()
}
