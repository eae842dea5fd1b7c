//! Row G-1: what is compared daily, by the service's clock.

#[path = "fixture/mod.rs"]
mod fixture;

use std::sync::atomic::Ordering;

use access::{Access, Policy};
use ledger::{Millis, PlayerId};
use store::{Engine, Sqlite};

#[tokio::test]
async fn files_are_compared_once_a_day() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let site = fixture::fixture(folder.path(), Some(500));
    let looked = || {
        let mut ledger = Sqlite::open(folder.path()).expect("the ledger opens");
        let events = ledger.events(0, 1000).expect("the ledger works");
        events.iter().filter(|it| it.kind == "files_checked").count()
    };
    let day = 24 * 3_600_000;
    let app = site.app.clone();
    tokio::task::spawn_blocking(move || web::keeper::begin(&app))
        .await
        .expect("no panic")
        .expect("the ledger works");
    web::keeper::turn(&site.app).await;
    assert_eq!(looked(), 0, "they were compared when they were opened");
    site.clock.fetch_add(day - 1, Ordering::SeqCst);
    web::keeper::turn(&site.app).await;
    assert_eq!(looked(), 0);
    site.clock.fetch_add(1, Ordering::SeqCst);
    web::keeper::turn(&site.app).await;
    web::keeper::turn(&site.app).await;
    assert_eq!(looked(), 1);
    site.clock.fetch_add(3 * day, Ordering::SeqCst);
    web::keeper::turn(&site.app).await;
    assert_eq!(looked(), 2, "a service that slept looks once");
}

#[tokio::test]
async fn sessions_that_open_nothing_are_forgotten_once_a_day() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let site = fixture::fixture(folder.path(), Some(500));
    let book: Access<PlayerId> =
        Access::on_sqlite(folder.path(), Policy::default()).expect("the book opens");
    let left = || {
        let now = Millis(site.clock.load(Ordering::SeqCst));
        book.sweep(now).expect("the book works")
    };
    web::keeper::turn(&site.app).await;
    assert_eq!(left(), 0, "the player is still signed in");
    site.clock.fetch_add(2 * 24 * 3_600_000, Ordering::SeqCst);
    web::keeper::turn(&site.app).await;
    assert_eq!(left(), 0, "his session ended, and nothing is left of it");
}
