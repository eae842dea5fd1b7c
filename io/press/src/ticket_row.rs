//! A ticket as the press gets it: a row of a table, a line of JSON. Nothing in it says what the
//! ticket wins.

use serde::Serialize;
use ticket::{Identification, Ticket};

use crate::field::{Column, Field, Fields};
use crate::row::{letters, rows};

/// The columns for tickets of so many grids (`docs/spec/ticket.md`, rule 9). Every text begins with
/// a letter, so that no spreadsheet takes one for a number or a date.
pub(crate) fn columns(grids: usize) -> Vec<Column> {
    let first = ["ticket", "game_code", "book"].map(Column::text);
    let middle = [Column::number("place"), Column::number("index"), Column::text("letters")];
    let grids = Column::text("grid").each(grids);
    first.into_iter().chain(middle).chain(grids).chain([Column::text("code")]).collect()
}

pub(crate) fn fields(index: u64, ticket: &Ticket) -> Fields {
    let Names { ticket: number, game_code, book, code } = Names::of(ticket);
    let place = ticket.identification.place.ticket;
    let mut fields = vec![Field::Text(number), Field::Text(game_code), Field::Text(book)];
    fields.extend([Field::Number(place.into()), Field::Number(index)]);
    fields.push(Field::Text(letters(&ticket.unit)));
    fields.extend(ticket.unit.grids.iter().map(|grid| Field::Text(rows(grid))));
    fields.push(Field::Text(code));
    fields
}

/// The line of one ticket, without a line break.
pub(crate) fn line(index: u64, ticket: &Ticket) -> String {
    let Names { ticket: number, game_code, book, code } = Names::of(ticket);
    let line = Line {
        ticket: number,
        game_code,
        book,
        place: ticket.identification.place.ticket,
        index,
        letters: letters(&ticket.unit),
        grids: ticket.unit.grids.iter().map(|grid| grid.rows_text().collect()).collect(),
        code,
    };
    serde_json::to_string(&line).expect("a line has only texts and numbers")
}

#[derive(Serialize)]
struct Line {
    ticket: String,
    game_code: String,
    book: String,
    place: u16,
    index: u64,
    letters: String,
    grids: Vec<Vec<String>>,
    code: String,
}

/// What names a ticket, each with a letter first.
struct Names {
    ticket: String,
    game_code: String,
    book: String,
    code: String,
}

impl Names {
    fn of(ticket: &Ticket) -> Self {
        let Identification { game_code, place } = ticket.identification;
        Self {
            ticket: format!("T{}", ticket.identification),
            game_code: format!("G{game_code}"),
            book: format!("B{game_code}-{:07}", place.book),
            code: format!("V{}", ticket.code.grouped('-')),
        }
    }
}
