//! Rows as Parquet, a row group at a time.

use std::io::Write;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{Type, TypePtr};

use crate::field::{Column, Field, Fields};

/// So many rows are held before they are written.
const GROUP: usize = 1 << 16;

/// A Parquet file in the making.
pub(crate) struct Table<W: Write + Send> {
    file: SerializedFileWriter<W>,
    columns: Vec<Column>,
    rows: Vec<Fields>,
}

impl<W: Write + Send> Table<W> {
    /// A table whose rows are called `name`.
    pub(crate) fn new(out: W, name: &str, columns: Vec<Column>) -> Result<Self, ParquetError> {
        let level = ZstdLevel::try_new(1)?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(level))
            .set_dictionary_enabled(false)
            .build();
        let file = SerializedFileWriter::new(out, schema(name, &columns)?, Arc::new(properties))?;
        Ok(Self { file, columns, rows: Vec::with_capacity(GROUP) })
    }

    pub(crate) fn add(&mut self, rows: Vec<Fields>) -> Result<(), ParquetError> {
        self.rows.extend(rows);
        if self.rows.len() >= GROUP { self.flush() } else { Ok(()) }
    }

    /// Answers what it was written to.
    pub(crate) fn finish(mut self) -> Result<W, ParquetError> {
        self.flush()?;
        self.file.into_inner()
    }

    fn flush(&mut self) -> Result<(), ParquetError> {
        if self.rows.is_empty() {
            return Ok(());
        }
        let rows = std::mem::replace(&mut self.rows, Vec::with_capacity(GROUP));
        let mut group = Group { writer: self.file.next_row_group()?, rows: &rows };
        for (place, column) in self.columns.iter().enumerate() {
            if column.is_text { group.texts(place)? } else { group.numbers(place)? }
        }
        group.writer.close().map(|_| ())
    }
}

/// A row group, written column by column in the order of the schema.
struct Group<'file, 'rows, W: Write> {
    writer: SerializedRowGroupWriter<'file, W>,
    rows: &'rows [Fields],
}

impl<W: Write + Send> Group<'_, '_, W> {
    fn texts(&mut self, place: usize) -> Result<(), ParquetError> {
        let value = |row: &Fields| match &row[place] {
            Field::Text(text) => ByteArray::from(text.as_str()),
            Field::Number(_) => unreachable!("the column holds texts"),
        };
        let values: Vec<ByteArray> = self.rows.iter().map(value).collect();
        let mut column = self.writer.next_column()?.expect("the schema has a text here");
        column.typed::<ByteArrayType>().write_batch(&values, None, None)?;
        column.close()
    }

    fn numbers(&mut self, place: usize) -> Result<(), ParquetError> {
        let value = |row: &Fields| match &row[place] {
            Field::Number(number) => number.cast_signed(),
            Field::Text(_) => unreachable!("the column holds numbers"),
        };
        let values: Vec<i64> = self.rows.iter().map(value).collect();
        let mut column = self.writer.next_column()?.expect("the schema has a number here");
        column.typed::<Int64Type>().write_batch(&values, None, None)?;
        column.close()
    }
}

fn schema(name: &str, columns: &[Column]) -> Result<TypePtr, ParquetError> {
    let field = |column: &Column| {
        let builder = if column.is_text {
            Type::primitive_type_builder(&column.name, Physical::BYTE_ARRAY)
                .with_logical_type(Some(LogicalType::String))
        } else {
            Type::primitive_type_builder(&column.name, Physical::INT64)
        };
        builder.with_repetition(Repetition::REQUIRED).build().map(Arc::new)
    };
    let fields = columns.iter().map(field).collect::<Result<Vec<_>, _>>()?;
    Type::group_type_builder(name).with_fields(fields).build().map(Arc::new)
}
