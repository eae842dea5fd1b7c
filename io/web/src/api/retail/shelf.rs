//! `GET /retail/books`: which books are at a counter, or were.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use ledger::{Book, BookId, BookRange, CounterId, Printing, RetailNeeds};
use serde::{Deserialize, Serialize};
use store::{Store, StoreError};
use utoipa::{IntoParams, ToSchema};

use crate::App;
use crate::problem::Problem;
use crate::session::AtCounter;

/// How many books make a page.
const PAGE: usize = 100;

/// Where a page begins.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Cursor {
    /// What the page before it gave as `next`.
    #[param(pattern = "^[0-9]{5}-(?!0{7})[0-9]{7}$", nullable = false)]
    after: Option<String>,
}

/// A page of a counter's books, by their numbers.
#[derive(Serialize, ToSchema)]
#[schema(as = CounterBooks)]
pub(crate) struct BooksBody {
    books: Vec<BookBody>,
    /// What to send as `after` for the next page.
    next: Option<String>,
}

/// A book that was delivered to the counter.
#[derive(Serialize, ToSchema)]
#[schema(as = CounterBook)]
pub(crate) struct BookBody {
    book: String,
    /// `delivered`, `activated`, `sold_out` or `returned`.
    state: &'static str,
    /// `lost` or `stolen`, where it is reported so: nothing of it is paid.
    report: Option<&'static str>,
    /// The first ticket that came back of a returned book, from 0.
    returned_from: Option<u16>,
}

/// Lists the books that were delivered to the counter, each as it stands.
#[utoipa::path(get, path = "/retail/books", tag = "retail", security(("counter" = [])),
    params(Cursor), responses((status = 200, body = BooksBody, description = "A page.")))]
pub(crate) async fn list(
    State(app): State<App>,
    AtCounter(counter): AtCounter,
    cursor: Result<Query<Cursor>, QueryRejection>,
) -> Result<Json<BooksBody>, Problem> {
    let Query(cursor) = cursor.map_err(|error| Problem::Malformed(error.body_text()))?;
    let malformed = || Problem::Malformed("`after` is what a page gave as `next`".to_owned());
    let after = match cursor.after.as_deref() {
        None => None,
        Some(text) => Some(BookId::parse(text).ok_or_else(malformed)?),
    };
    let mut books = app.with_store(move |store| find(store, counter, after)).await?;
    let is_more = books.len() > PAGE;
    books.truncate(PAGE);
    let last = books.last().filter(|_| is_more);
    let next = last.map(|book| book.id.to_string());
    Ok(Json(BooksBody { books: books.iter().map(body).collect(), next }))
}

/// The books of a counter after one, by code and number: more than a page of them, or all.
fn find(store: &Store, counter: CounterId, after: Option<BookId>) -> Result<Vec<Book>, StoreError> {
    let mut found = Vec::new();
    for range in store.paper()?.printings.iter().flat_map(ranges) {
        if after.is_some_and(|after| range.last() <= after) {
            continue;
        }
        let needs = RetailNeeds { books: [range].into(), ..RetailNeeds::default() };
        let books = store.retail(&needs)?.books.into_values();
        let is_own = |book: &Book| {
            book.counter == Some(counter) && after.is_none_or(|after| book.id > after)
        };
        found.extend(books.filter(is_own));
        if found.len() > PAGE {
            break;
        }
    }
    Ok(found)
}

/// The books of a block, as many at a time as may be asked for.
fn ranges(printing: &Printing) -> impl Iterator<Item = BookRange> {
    let (code, last) = (printing.code, printing.last_book());
    let step = BookRange::MAX as usize;
    (printing.first_book..=last).step_by(step).filter_map(move |first| {
        let end = last.min(first + BookRange::MAX - 1);
        BookRange::new(BookId::new(code, first)?, BookId::new(code, end)?)
    })
}

fn body(book: &Book) -> BookBody {
    BookBody {
        book: book.id.to_string(),
        state: book.state.code(),
        report: book.report.map(|report| report.code()),
        returned_from: book.state.returned_from(),
    }
}
