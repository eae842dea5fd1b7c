//! The point of sale with a hundred tickets, for the browser tests and for whoever works on its page:
//! `cargo run -p web --example counter -- ADDRESS FOLDER`.
//!
//! It prints its address, then its tickets, a line of JSON each. Its clock goes on by itself; a line
//! on its standard input moves it, or changes what stands in the ledger: `wait MS`, `lost BOOK`,
//! `stolen BOOK`, `deliver BOOK`, `return BOOK PLACE`, `close`. It answers with a line.

#[path = "../tests/fixture/mod.rs"]
mod fixture;

use std::sync::atomic::Ordering;
use std::time::Instant;

use fixture::paper::{self, Shop};
use ledger::{BookRange, CounterId, GameCode, Report, RetailAct};

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let address = arguments.next().unwrap_or_else(|| "127.0.0.1:8082".to_owned());
    let folder = arguments.next().unwrap_or_else(|| ".".to_owned());
    let listener = tokio::net::TcpListener::bind(address).await?;
    let shop = paper::shop(std::path::Path::new(&folder));
    // One book stays in stock, and one is with its counter and not on sale.
    (1..=8).for_each(|book| shop.sell(book, 7));
    shop.deliver(9, 7);
    println!("http://{}", listener.local_addr()?);
    for it in paper::tickets() {
        println!(
            "{{\"number\":\"{}\",\"code\":\"{}\",\"cents\":{},\"book\":{},\"place\":{}}}",
            it.number, it.code, it.lot.0, it.book, it.place
        );
    }
    println!("ready");
    tokio::spawn(web::serve(listener, shop.app.clone(), std::future::pending()));
    tokio::task::spawn_blocking(move || listen(&shop)).await?
}

/// Does what each line of the standard input says, until there is none.
fn listen(shop: &Shop) -> std::io::Result<()> {
    let (began, mut ahead_ms) = (Instant::now(), 0_i64);
    for line in std::io::stdin().lines() {
        let line = line?;
        let words: Vec<&str> = line.split(' ').collect();
        let number = |place: usize| words.get(place).and_then(|it| it.parse::<i64>().ok());
        match (words[0], number(1), number(2)) {
            ("wait", Some(ms), None) => ahead_ms += ms,
            (act, book, place) => operate(shop, act, book, place),
        }
        let elapsed = i64::try_from(began.elapsed().as_millis()).unwrap_or(i64::MAX);
        shop.clock.store(fixture::NOON + ahead_ms + elapsed, Ordering::SeqCst);
        println!("done");
    }
    Ok(())
}

fn operate(shop: &Shop, act: &str, book: Option<i64>, place: Option<i64>) {
    let books = |book: Option<i64>| {
        let number = book.and_then(|it| u32::try_from(it).ok()).expect("a book");
        BookRange::from(paper::book(number))
    };
    let reason = paper::remark();
    let report = |report| RetailAct::Report { books: books(book), report, reason };
    let counter = CounterId(7);
    shop.operate(match act {
        "lost" => report(Report::Lost),
        "stolen" => report(Report::Stolen),
        "deliver" => RetailAct::Deliver { books: books(book), counter },
        "return" => {
            let from = place.and_then(|it| u16::try_from(it).ok()).expect("a place");
            RetailAct::Return { books: books(book), counter, from }
        }
        "close" => {
            let code = GameCode::parse(paper::CODE).expect("a code");
            RetailAct::Close { code, day: paper::day(paper::TODAY) }
        }
        other => panic!("{other} is none of its acts"),
    });
}
