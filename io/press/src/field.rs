//! A row of a table, whatever it is written as: names of columns, and values.

use csv::{QuoteStyle, WriterBuilder};

/// What a column holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) is_text: bool,
}

impl Column {
    pub(crate) fn text(name: &str) -> Self {
        Self { name: name.to_owned(), is_text: true }
    }

    pub(crate) fn number(name: &str) -> Self {
        Self { name: name.to_owned(), is_text: false }
    }

    /// Columns of so many grids: `name_1`, `name_2`, …
    pub(crate) fn each(self, grids: usize) -> impl Iterator<Item = Self> {
        let Self { name, is_text } = self;
        (1..=grids).map(move |grid| Self { name: format!("{name}_{grid}"), is_text })
    }
}

/// One value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    Text(String),
    Number(u64),
}

/// The values of a row, in the order of the columns.
pub(crate) type Fields = Vec<Field>;

/// The line of names.
pub(crate) fn csv_head(columns: &[Column]) -> Vec<u8> {
    let mut out = writer();
    for column in columns {
        out.write_field(&column.name).expect(MEMORY);
    }
    out.write_record(None::<&[u8]>).expect(MEMORY);
    out.into_inner().expect(MEMORY)
}

/// Rows as lines of CSV: texts in quotes, numbers bare.
pub(crate) fn csv_lines(rows: &[Fields]) -> Vec<u8> {
    let mut out = writer();
    for row in rows {
        for field in row {
            match field {
                Field::Text(text) => out.write_field(text).expect(MEMORY),
                Field::Number(number) => out.write_field(number.to_string()).expect(MEMORY),
            }
        }
        out.write_record(None::<&[u8]>).expect(MEMORY);
    }
    out.into_inner().expect(MEMORY)
}

const MEMORY: &str = "a buffer in memory can be written";

fn writer() -> csv::Writer<Vec<u8>> {
    WriterBuilder::new().quote_style(QuoteStyle::NonNumeric).from_writer(Vec::new())
}
